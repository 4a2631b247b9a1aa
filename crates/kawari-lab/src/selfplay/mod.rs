//! `kawari selfplay`: self-play games, one JSON object per line.
//!
//! ```text
//! {"game":0,"variant":"hasami","start":"ppppppppp/… b - 1","opening":8,
//!  "moves":["9i9e","1a1e",…],
//!  "scores":[null,{"cp":12},…],"result":"black","reason":"men captured"}
//! ```
//!
//! `scores` has one entry per move: the search score for the side that made the move, or
//! `null` for a move of the opening. A game is a function of the options and its number: it
//! starts with an empty transposition table and empty histories, and runs on one thread. The
//! same options give the same lines for every value of `--jobs`.
//!
//! With `--log` the lines go to a [journal](kawari_records::journal), whose first line
//! contains the options. With `--data` the games are training data: they are [packed] after
//! such a header, and their openings are [varied](super::openings::varied). `--resume`
//! continues either file. With `--rescore` the games of a packed file are not played again:
//! their positions are searched, and the new scores are written. A summary of the results goes
//! to standard error at the end.

mod player;
mod summary;

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

pub(crate) use self::player::SelfPlayer;
use self::summary::SelfplaySummary;
use super::interrupt;
use super::openings::varied::VariedOpenings;
use super::ordered_map;
use super::progress::{ProgressBar, Reporting};
use kawari_engine::core::fingerprint::Fingerprint;
use kawari_engine::core::outcome::Reason;
use kawari_engine::core::score::Score;
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameResult;
use kawari_records::journal::Journal;
use kawari_records::packed::{self, CheckedHeader, PackedGame, PackedReader};
use kawari_records::recorded_games;

/// Options of `kawari selfplay`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfplayConfig {
    /// Game variant.
    pub variant: Variant,
    /// Number of games.
    pub games: u64,
    /// Number of the first game, above 0 for a later part of a larger run.
    pub first_game: u64,
    /// Nodes searched per move, at least 1.
    pub nodes: u64,
    /// Random moves at the start of each game.
    pub plies: usize,
    /// Largest lead of either side after these moves, in centipawns. Default: no limit, or
    /// [`VariedOpenings::BOUND`] with `data`.
    pub bound: Option<Score>,
    /// Seed of the random moves.
    pub seed: u64,
    /// Number of moves, including the random ones, after which a game is a draw.
    pub max_moves: usize,
    /// Games played in parallel, each on one thread. Default: the number of cores.
    pub jobs: Option<usize>,
    /// Transposition table size per job, in MiB.
    pub hash: usize,
    /// Log file; its first line contains the options.
    pub log: Option<PathBuf>,
    /// File for training data: packed games from varied openings. Used instead of `log`.
    pub data: Option<PathBuf>,
    /// Packed games whose positions are searched again, instead of playing. Needs `data`; the
    /// options of the openings and the number of games do not apply.
    pub rescore: Option<PathBuf>,
    /// Whether to continue the file if it exists.
    pub resume: bool,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

impl Default for SelfplayConfig {
    /// 100 games of Hasami, 5,000 nodes per move.
    fn default() -> Self {
        Self {
            variant: Variant::Hasami,
            games: 100,
            first_game: 0,
            nodes: 5_000,
            plies: 8,
            bound: None,
            seed: 1,
            max_moves: 1_000,
            jobs: None,
            hash: 16,
            log: None,
            data: None,
            rescore: None,
            resume: false,
            reporting: Reporting::default(),
        }
    }
}

/// The first line of a log: every option that the games depend on. The number of games is
/// not included, so that a log can be extended. The first game's number is included if it
/// is not 0.
#[derive(Serialize)]
struct SelfplayHeader<'a> {
    log: &'a str,
    version: &'a str,
    variant: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    definition: Option<String>,
    nodes: u64,
    #[serde(flatten)]
    origin: Origin,
    hash: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_game: Option<u64>,
}

/// Where the games of a log come from.
#[derive(Serialize)]
#[serde(untagged)]
enum Origin {
    Played {
        plies: usize,
        bound: Option<Score>,
        seed: u64,
        max_moves: usize,
    },
    /// A hash of the games whose positions were searched again.
    Rescored {
        rescored: String,
    },
}

impl Origin {
    fn new(config: &SelfplayConfig, rescored: Option<&[PackedGame]>) -> anyhow::Result<Self> {
        let Some(games) = rescored else {
            let &SelfplayConfig { plies, seed, max_moves, .. } = config;
            return Ok(Self::Played { plies, bound: config.bound(), seed, max_moves });
        };
        let mut fingerprint = Fingerprint::default();
        for game in games {
            fingerprint.add(&game.record()?);
        }
        Ok(Self::Rescored { rescored: fingerprint.to_string() })
    }
}

impl<'a> SelfplayHeader<'a> {
    fn new(config: &SelfplayConfig, origin: Origin) -> Self {
        Self {
            log: if config.data.is_some() { packed::KIND } else { "selfplay" },
            version: env!("KAWARI_VERSION"),
            variant: config.variant.info().name,
            definition: config.variant.info().definition(),
            nodes: config.nodes,
            origin,
            hash: config.hash,
            first_game: Some(config.first_game).filter(|&first| first > 0),
        }
    }
}

/// The fields of a logged game that the summary needs.
#[derive(Deserialize)]
struct LoggedResult {
    game: u64,
    moves: Vec<String>,
    opening: usize,
    result: GameResult,
    reason: String,
}

/// Reason of a game that was stopped at the maximum number of moves.
const MAXIMUM_MOVES: &str = "maximum moves";

/// Returns a game's reason as text. `None` means the maximum number of moves.
fn reason_text(reason: Option<Reason>) -> String {
    reason.map_or(MAXIMUM_MOVES.to_owned(), |reason| reason.to_string())
}

/// Destination of the games.
enum GameSink<'a> {
    Output(&'a mut dyn Write),
    File(Journal),
}

impl<'a> GameSink<'a> {
    /// Opens the output and returns it with a summary of the games that it already contains.
    fn open(
        config: &SelfplayConfig,
        header: &SelfplayHeader<'_>,
        output: &'a mut dyn Write,
    ) -> anyhow::Result<(Self, SelfplaySummary)> {
        let mut summary = SelfplaySummary::default();
        let checked = CheckedHeader::new(header)?;
        let journal = match (&config.data, &config.log) {
            (None, None) => return Ok((Self::Output(output), summary)),
            (Some(path), _) if !config.resume => Journal::create(path, &checked)?,
            (Some(path), _) => Journal::resume_after(path, &checked, &[], |reader, begin| {
                let mut records = PackedReader::new(reader);
                while let Some(game) = records.next_game()? {
                    let reason = reason_text(game.reason);
                    summary.add(game.result, &reason, game.moves.len(), game.scores.len());
                }
                Ok(begin + records.whole())
            })?,
            (_, Some(path)) if !config.resume => Journal::create(path, header)?,
            (_, Some(path)) => Journal::resume(path, header, &[], |played: LoggedResult| {
                let expected = config.first_game + summary.games();
                ensure!(
                    played.game == expected,
                    "game {} found; expected game {expected}",
                    played.game
                );
                let plies = played.moves.len();
                summary.add(
                    played.result,
                    &played.reason,
                    plies,
                    plies.saturating_sub(played.opening),
                );
                Ok(())
            })?,
        };
        Ok((Self::File(journal), summary))
    }

    fn write(&mut self, game: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::File(journal) => journal.append_bytes(game),
            Self::Output(output) => {
                let written = output.write_all(game).and_then(|()| output.flush());
                written.context("cannot write the games")
            }
        }
    }
}

/// A game to play, by its number, or one whose positions are searched again.
enum Task {
    Play(u64),
    Rescore(PackedGame),
}

/// Plays the games, or rescores those of a file, and writes them to the configured file, by
/// default to `output`.
///
/// # Errors
/// Returns an error if no opening is found, if a file cannot be read or written, or if the file
/// to be resumed was written with other options.
pub fn run(config: &SelfplayConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let rescored = match &config.rescore {
        Some(path) => Some(
            recorded_games::read_packed_file(path, config.variant)
                .with_context(|| format!("cannot use {}", path.display()))?,
        ),
        None => None,
    };
    let total = rescored.as_ref().map_or(config.games, |games| games.len() as u64);
    let header = SelfplayHeader::new(config, Origin::new(config, rescored.as_deref())?);
    let (mut sink, mut summary) = GameSink::open(config, &header, output)?;
    let played = summary.games();
    let mut progress = ProgressBar::new("games", Some(total.max(played)), config.reporting);
    progress.start_at(played);
    let player_config = config.clone();
    let worker = move || {
        let mut player = SelfPlayer::new(&player_config);
        move |(number, task)| {
            match task {
                Task::Play(game) => player.play(game),
                Task::Rescore(game) => player.rescore(&game),
            }
            .with_context(|| format!("game {number}"))
        }
    };
    let first_game = config.first_game;
    let tasks: Box<dyn Iterator<Item = (u64, Task)> + Send> = match rescored {
        Some(games) => {
            Box::new((0..).zip(games.into_iter().map(Task::Rescore)).skip(played as usize))
        }
        None => Box::new((played..total).map(move |game| {
            let game = first_game + game;
            (game, Task::Play(game))
        })),
    };
    ordered_map::map(ordered_map::jobs(config.jobs), tasks, worker, |game| {
        let game = game?;
        progress.without_bar(|| sink.write(&game.bytes))?;
        summary.add(game.result, &game.reason, game.plies, game.scored);
        progress.advance(1);
        Ok(ControlFlow::Continue(()))
    })?;
    drop(progress);
    config.reporting.print_note(summary.to_string().trim_end());
    if interrupt::is_pending() {
        let games = summary.games();
        config.reporting.print_note(format_args!("interrupted after {games} of {total} games"));
    }
    Ok(())
}

impl SelfplayConfig {
    /// Returns the largest lead after the opening, if it is limited.
    fn bound(&self) -> Option<Score> {
        self.bound.or_else(|| self.data.as_ref().map(|_| VariedOpenings::BOUND))
    }
}

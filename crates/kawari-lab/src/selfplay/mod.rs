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
//! continues either file. A summary of the results goes to standard error at the end.

mod summary;

use std::io::Write;
use std::iter;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use self::summary::SelfplaySummary;
use super::interrupt;
use super::openings::varied::VariedOpenings;
use super::openings::{Opening, RandomOpenings};
use super::ordered_map;
use super::progress::{ProgressBar, Reporting};
use kawari_engine::core::outcome::{Outcome, Reason};
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{GameState, StartPosition};
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
use kawari_records::game_log::{GameResult, LoggedScore};
use kawari_records::journal::Journal;
use kawari_records::packed::{self, CheckedHeader, PackedGame, PackedReader};

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
    plies: usize,
    bound: Option<Score>,
    seed: u64,
    max_moves: usize,
    hash: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_game: Option<u64>,
}

impl<'a> SelfplayHeader<'a> {
    fn new(config: &SelfplayConfig) -> Self {
        Self {
            log: if config.data.is_some() { packed::KIND } else { "selfplay" },
            version: env!("KAWARI_VERSION"),
            variant: config.variant.info().name,
            definition: config.variant.info().definition(),
            nodes: config.nodes,
            plies: config.plies,
            bound: config.bound(),
            seed: config.seed,
            max_moves: config.max_moves,
            hash: config.hash,
            first_game: Some(config.first_game).filter(|&first| first > 0),
        }
    }
}

/// A game as a line of the log.
#[derive(Debug, Serialize)]
struct SelfplayGame {
    game: u64,
    variant: &'static str,
    start: String,
    opening: usize,
    moves: Vec<String>,
    scores: Vec<Option<LoggedScore>>,
    result: GameResult,
    reason: String,
}

/// The fields of a logged game that the summary needs.
#[derive(Deserialize)]
struct LoggedResult {
    game: u64,
    moves: Vec<String>,
    result: GameResult,
    reason: String,
}

/// A finished game, encoded for the output.
pub(crate) struct FinishedGame {
    bytes: Vec<u8>,
    /// Result of the game.
    pub(crate) result: GameResult,
    /// Reason of its end.
    pub(crate) reason: String,
    /// Number of half-moves, including the opening.
    pub(crate) plies: usize,
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
        output: &'a mut dyn Write,
    ) -> anyhow::Result<(Self, SelfplaySummary)> {
        let mut summary = SelfplaySummary::default();
        let header = SelfplayHeader::new(config);
        let checked = CheckedHeader::new(&header)?;
        let journal = match (&config.data, &config.log) {
            (None, None) => return Ok((Self::Output(output), summary)),
            (Some(path), _) if !config.resume => Journal::create(path, &checked)?,
            (Some(path), _) => Journal::resume_after(path, &checked, &[], |reader, begin| {
                let mut records = PackedReader::new(reader);
                while let Some(game) = records.next_game()? {
                    summary.add(game.result, &reason_text(game.reason), game.moves.len());
                }
                Ok(begin + records.whole())
            })?,
            (_, Some(path)) if !config.resume => Journal::create(path, &header)?,
            (_, Some(path)) => Journal::resume(path, &header, &[], |played: LoggedResult| {
                let expected = config.first_game + summary.games();
                ensure!(
                    played.game == expected,
                    "game {} found; expected game {expected}",
                    played.game
                );
                summary.add(played.result, &played.reason, played.moves.len());
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

/// Plays the games and writes them to the configured file, by default to `output`.
///
/// # Errors
/// Returns an error if no opening is found, if the output cannot be written, or if the file
/// to be resumed was written with other options.
pub fn run(config: &SelfplayConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let (mut sink, mut summary) = GameSink::open(config, output)?;
    let played = summary.games();
    let mut progress = ProgressBar::new("games", Some(config.games.max(played)), config.reporting);
    progress.start_at(played);
    let first_game = config.first_game;
    let player_config = config.clone();
    let worker = move || {
        let mut player = SelfPlayer::new(&player_config);
        move |game| player.play(game).with_context(|| format!("game {game}"))
    };
    let games = (played..config.games).map(move |game| first_game + game);
    ordered_map::map(ordered_map::jobs(config.jobs), games, worker, |game| {
        let game = game?;
        progress.without_bar(|| sink.write(&game.bytes))?;
        summary.add(game.result, &game.reason, game.plies);
        progress.advance(1);
        Ok(ControlFlow::Continue(()))
    })?;
    drop(progress);
    config.reporting.print_note(summary.to_string().trim_end());
    if interrupt::is_pending() {
        config.reporting.print_note(format_args!(
            "interrupted after {} of {} games",
            summary.games(),
            config.games
        ));
    }
    Ok(())
}

impl SelfplayConfig {
    /// Returns the largest lead after the opening, if it is limited.
    fn bound(&self) -> Option<Score> {
        self.bound.or_else(|| self.data.as_ref().map(|_| VariedOpenings::BOUND))
    }

    fn openings(&self) -> SelfplayOpenings {
        let &Self { variant, plies, seed, .. } = self;
        match (&self.data, self.bound()) {
            (Some(_), Some(bound)) => {
                SelfplayOpenings::Varied(VariedOpenings { variant, plies, seed, bound })
            }
            (_, bound) => {
                // Self-play does not compare players, so a short search is enough. A long
                // one would take as much time as a fast game.
                let nodes = RandomOpenings::SHORT_SEARCH;
                let lead_range = bound.map(|bound| 0..=bound);
                SelfplayOpenings::Random(RandomOpenings { variant, plies, seed, lead_range, nodes })
            }
        }
    }
}

/// Source of openings.
enum SelfplayOpenings {
    Random(RandomOpenings),
    Varied(VariedOpenings),
}

/// A player of self-play games; each thread has one.
pub(crate) struct SelfPlayer {
    variant: Variant,
    openings: SelfplayOpenings,
    is_packing: bool,
    settings: Settings,
    request: SearchRequest,
    max_moves: usize,
    session: Option<Box<dyn Session>>,
}

impl SelfPlayer {
    /// Creates a player. It opens its session with the first game.
    pub(crate) fn new(config: &SelfplayConfig) -> Self {
        Self {
            variant: config.variant,
            openings: config.openings(),
            is_packing: config.data.is_some(),
            settings: Settings { hash: config.hash, ..Settings::default() },
            request: SearchRequest {
                limits: Limits { nodes: Some(config.nodes), ..Limits::default() },
                ..SearchRequest::default()
            },
            max_moves: config.max_moves,
            session: None,
        }
    }

    /// Plays the game with a number, starting with empty tables and histories.
    pub(crate) fn play(&mut self, game: u64) -> anyhow::Result<FinishedGame> {
        let mut session = match self.session.take() {
            Some(mut session) => {
                session.new_game();
                session
            }
            None => session::open(self.variant, self.settings)?,
        };
        let opening = match &self.openings {
            SelfplayOpenings::Random(openings) => openings.nth(game)?,
            SelfplayOpenings::Varied(openings) => openings.nth(game, &mut *session)?,
        };
        let played = self.play_from(game, &opening, &mut *session)?;
        self.session = Some(session);
        Ok(played)
    }

    fn play_from(
        &self,
        game: u64,
        opening: &Opening,
        session: &mut dyn Session,
    ) -> anyhow::Result<FinishedGame> {
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        session.game_state_mut().set(StartPosition::Sfen(&opening.start), &moves)?;
        let mut scores = Vec::new();
        while session.game_state().ending().is_none() && moves.len() + scores.len() < self.max_moves
        {
            let summary = SearchSummary::of(session, &self.request)?;
            let best = summary.best().context("the engine resigned a game that is not over")?;
            session.game_state_mut().push_move(best)?;
            scores.push(summary.score());
        }
        let game_state = session.game_state();
        let ending = game_state.ending();
        let result = ending.map_or(GameResult::Draw, GameResult::from);
        let reason = ending.map(Outcome::reason);
        let plies = moves.len() + scores.len();
        let bytes = if self.is_packing {
            self.encode_packed(game_state, scores, result, reason)?
        } else {
            self.encode_json(game, game_state, &scores, result, reason)?
        };
        Ok(FinishedGame { bytes, result, reason: reason_text(reason), plies })
    }

    fn encode_packed(
        &self,
        game_state: &dyn GameState,
        scores: Vec<Option<Score>>,
        result: GameResult,
        reason: Option<Reason>,
    ) -> anyhow::Result<Vec<u8>> {
        let mut start = game_state.start_sfen();
        if start == self.variant.info().startpos {
            start.clear();
        }
        Ok(PackedGame { start, moves: game_state.move_bits(), scores, result, reason }.record()?)
    }

    fn encode_json(
        &self,
        game: u64,
        game_state: &dyn GameState,
        scores: &[Option<Score>],
        result: GameResult,
        reason: Option<Reason>,
    ) -> anyhow::Result<Vec<u8>> {
        let moves = game_state.moves_in_usi();
        let opening = moves.len() - scores.len();
        let scores = scores.iter().map(|score| score.map(LoggedScore::from));
        let mut json = serde_json::to_vec(&SelfplayGame {
            game,
            variant: self.variant.info().name,
            start: game_state.start_sfen(),
            opening,
            scores: iter::repeat_n(None, opening).chain(scores).collect(),
            moves,
            result,
            reason: reason_text(reason),
        })?;
        json.push(b'\n');
        Ok(json)
    }
}

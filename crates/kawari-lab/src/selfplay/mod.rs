//! `kawari selfplay`: games of the engine with itself, one JSON object a line.
//!
//! ```text
//! {"game":0,"variant":"hasami","start":"ppppppppp/… b - 1","opening":8,
//!  "moves":["9i9e","1a1e",…],
//!  "scores":[null,{"cp":12},…],"result":"black","reason":"men captured"}
//! ```
//!
//! `scores` has one entry for each move: what the search found, from the view of
//! the side that made the move, and `null` for the moves of the opening. A game is
//! a function of the options and its number: it begins with an empty table and
//! empty histories, and is played on one thread. So the same options give the same
//! lines, whatever `--jobs` is.
//!
//! With `--log` the lines go to a [journal](kawari_records::journal), whose first line
//! tells the options; with `--data` the games are [packed] behind such a
//! line, and their openings are [varied](super::openings::varied), for they are to be
//! learned from. `--resume` goes on with either. In the end, what the games come to is
//! said on standard error.

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

/// Which games are played, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfplayConfig {
    /// The game.
    pub variant: Variant,
    /// Number of games.
    pub games: u64,
    /// Number of the first one: what stands before it is played elsewhere.
    pub first_game: u64,
    /// Positions searched for each move, at least one.
    pub nodes: u64,
    /// Random moves that each game begins with.
    pub plies: usize,
    /// How far a side may be ahead after them, in hundredths; any opening will do
    /// if absent.
    pub bound: Option<Score>,
    /// Seed of the random moves.
    pub seed: u64,
    /// Moves, the random ones included, after which a game is a draw.
    pub max_moves: usize,
    /// Games played at once, each on one thread; as many as there are cores if
    /// absent.
    pub jobs: Option<usize>,
    /// Transposition table of each job, in MiB.
    pub hash: usize,
    /// Write to this file; its first line tells the options.
    pub log: Option<PathBuf>,
    /// Write packed games from varied openings to this file instead, to be learned from.
    pub data: Option<PathBuf>,
    /// Go on with the file, if it is there.
    pub resume: bool,
    /// What is said on the way.
    pub reporting: Reporting,
}

impl Default for SelfplayConfig {
    /// A hundred games of Hasami, 5,000 nodes a move.
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

/// The first line of a log: every option that the games depend on. Their number
/// is not one, so that a log can be made longer. That of the first game tells which
/// part of the games the log holds, if it does not begin with game 0.
#[derive(Serialize)]
struct SelfplayHeader<'a> {
    log: &'a str,
    version: &'a str,
    variant: &'a str,
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

/// A game, as its line in the log tells it.
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

/// As much of a line as tells which game it is and how it ended.
#[derive(Deserialize)]
struct LoggedResult {
    game: u64,
    moves: Vec<String>,
    result: GameResult,
    reason: String,
}

/// A game that was played, in the form in which it is written.
struct FinishedGame {
    bytes: Vec<u8>,
    result: GameResult,
    reason: String,
    plies: usize,
}

/// Why a game ended that no rule has ended.
const MAXIMUM_MOVES: &str = "maximum moves";

/// The reason of a game in words.
fn reason_text(reason: Option<Reason>) -> String {
    reason.map_or(MAXIMUM_MOVES.to_owned(), |reason| reason.to_string())
}

/// Where the games go.
enum GameSink<'a> {
    Output(&'a mut dyn Write),
    File(Journal),
}

impl<'a> GameSink<'a> {
    /// The output that the options ask for, and what the games that it holds come to.
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
                    "game {} stands in the place of {expected}",
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

/// Plays the games and writes them to the file if there is one, else to `output`.
///
/// # Errors
/// When no opening can be drawn, the output cannot be written, or the log is
/// another one.
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
    /// How far a side may be ahead after the opening.
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
                // A longer search would take as long as a fast game, and nobody is compared.
                let nodes = RandomOpenings::SHORT;
                let lead_range = bound.map(|bound| 0..=bound);
                SelfplayOpenings::Random(RandomOpenings { variant, plies, seed, lead_range, nodes })
            }
        }
    }
}

/// Where games start.
enum SelfplayOpenings {
    Random(RandomOpenings),
    Varied(VariedOpenings),
}

/// Plays one game after the other; each thread has its own.
struct SelfPlayer {
    variant: Variant,
    openings: SelfplayOpenings,
    is_packing: bool,
    settings: Settings,
    order: SearchRequest,
    max_moves: usize,
    session: Option<Box<dyn Session>>,
}

impl SelfPlayer {
    fn new(config: &SelfplayConfig) -> Self {
        Self {
            variant: config.variant,
            openings: config.openings(),
            is_packing: config.data.is_some(),
            settings: Settings { hash: config.hash, ..Settings::default() },
            order: SearchRequest {
                limits: Limits { nodes: Some(config.nodes), ..Limits::default() },
                ..SearchRequest::default()
            },
            max_moves: config.max_moves,
            session: None,
        }
    }

    /// Plays the game with a number, from an engine that has learned nothing.
    fn play(&mut self, game: u64) -> anyhow::Result<FinishedGame> {
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
            let findings = SearchSummary::of(session, &self.order)?;
            let best = findings.best().context("the engine gave up a game that goes on")?;
            session.game_state_mut().push(best)?;
            scores.push(findings.score());
        }
        let game_state = session.game_state();
        let ending = game_state.ending();
        let result = ending.map_or(GameResult::Draw, GameResult::from);
        let reason = ending.map(Outcome::reason);
        let plies = moves.len() + scores.len();
        let bytes = if self.is_packing {
            self.packed(game_state, scores, result, reason)?
        } else {
            self.line_of(game, game_state, &scores, result, reason)?
        };
        Ok(FinishedGame { bytes, result, reason: reason_text(reason), plies })
    }

    fn packed(
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

    fn line_of(
        &self,
        game: u64,
        game_state: &dyn GameState,
        scores: &[Option<Score>],
        result: GameResult,
        reason: Option<Reason>,
    ) -> anyhow::Result<Vec<u8>> {
        let moves = game_state.moves();
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

//! `kawari puzzle make`: finds puzzles in games and positions.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context;

use super::find::{PuzzleFinder, Solution};
use super::sources::{self, PuzzleSource, SourceGame};
use super::{Puzzle, PuzzleTheme, position_identity, read};
use crate::progress::{ProgressBar, Reporting};
use crate::selfplay::{SelfPlayer, SelfplayConfig};
use crate::{interrupt, ordered_map};
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::LoggedScore;

/// The settings of `kawari puzzle make`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleMakeConfig {
    /// Game.
    pub variant: Variant,
    /// Logs, positions and problems; empty to play self-play games.
    pub files: Vec<PathBuf>,
    /// Number of puzzles in the output, those that it has already included.
    pub count: usize,
    /// Maximum number of self-play games.
    pub games: u64,
    /// Seed of the self-play games.
    pub seed: u64,
    /// Nodes of the first search of each position.
    pub nodes: u64,
    /// Number of games searched in parallel; `None` for the number of cores.
    pub jobs: Option<usize>,
    /// File to which the puzzles are appended.
    pub output: Option<PathBuf>,
    /// Progress output.
    pub reporting: Reporting,
}

/// Nodes per move of the self-play games: few, so that mistakes happen.
const SELFPLAY_NODES: u64 = 100;
/// Maximum number of plies of a self-play game.
const MAX_GAME_PLIES: usize = 300;
/// Random moves at the start of a self-play game: enough for positions with many threats.
const OPENING_PLIES: usize = 20;
/// Maximum number of puzzles from one game.
const MAX_OF_GAME: usize = 3;
/// Score from which a position is searched for a mate, in centipawns.
const WINNING_SCORE: i32 = 1000;
/// Number of plies before the end of a game that are searched for a mate regardless of the score.
const LAST_PLIES: usize = 12;
/// Smallest mistake of the last move, in centipawns, after which a position may be a puzzle.
const MIN_MISTAKE: i32 = 60;

/// Finds puzzles and writes one line for each, in the order of the games.
///
/// # Errors
/// Returns an error if a file cannot be read, a position is invalid, or the output cannot be
/// written.
pub fn make(config: &PuzzleMakeConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut collection = Collection::open(config)?;
    let mut file = match &config.output {
        Some(path) => Some(open_for_append(path)?),
        None => None,
    };
    let sources: Box<dyn Iterator<Item = PuzzleSource> + Send> = if config.files.is_empty() {
        Box::new((collection.next_game..config.games).map(PuzzleSource::Selfplay))
    } else {
        let mut sources = sources::read(&config.files, config.variant)?;
        sources.retain(|source| !collection.has_position_of(source));
        Box::new(sources.into_iter())
    };
    let mut progress = ProgressBar::new("puzzles", Some(config.count as u64), config.reporting);
    progress.start_at(collection.count as u64);
    let shared = config.clone();
    let worker = move || {
        let mut maker = PuzzleMaker { config: shared.clone(), finder: None, player: None };
        move |source| maker.puzzles(source)
    };
    if collection.count < config.count {
        ordered_map::map(ordered_map::jobs(config.jobs), sources, worker, |puzzles| {
            for puzzle in puzzles? {
                let Some(puzzle) = collection.add(puzzle) else { continue };
                let mut line = serde_json::to_vec(&puzzle)?;
                line.push(b'\n');
                let written = match &mut file {
                    Some(file) => file.write_all(&line),
                    None => progress
                        .without_bar(|| output.write_all(&line).and_then(|()| output.flush())),
                };
                written.context("cannot write the puzzles")?;
                progress.advance(1);
                if collection.count >= config.count {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    drop(progress);
    if interrupt::is_pending() {
        config.reporting.print_note("interrupted");
    }
    config.reporting.print_note(format_args!("{} puzzles", collection.count));
    Ok(())
}

fn open_for_append(path: &PathBuf) -> anyhow::Result<File> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

/// The puzzles found so far.
struct Collection {
    variant: Variant,
    count: usize,
    ids: HashSet<String>,
    positions: HashSet<String>,
    /// Number of the first self-play game that is not in the output.
    next_game: u64,
}

impl Collection {
    /// Creates a collection with the puzzles of the output file, if it exists.
    fn open(config: &PuzzleMakeConfig) -> anyhow::Result<Self> {
        let mut collection = Self {
            variant: config.variant,
            count: 0,
            ids: HashSet::new(),
            positions: HashSet::new(),
            next_game: 0,
        };
        if let Some(path) = config.output.as_ref().filter(|path| path.exists()) {
            for puzzle in read(path)? {
                let next = puzzle.game.map_or(0, |game| game + 1);
                collection.next_game = collection.next_game.max(next);
                collection.add(puzzle);
            }
        }
        Ok(collection)
    }

    /// Returns true if the source is a position with a known puzzle.
    fn has_position_of(&self, source: &PuzzleSource) -> bool {
        let position = match source {
            PuzzleSource::Position(position) => position,
            PuzzleSource::Problem(problem) => &problem.position,
            PuzzleSource::Selfplay(_) | PuzzleSource::Game(_) => return false,
        };
        self.positions.contains(&position_identity(self.variant, position))
    }

    /// Adds a puzzle and returns it with its id, unless its position or id exists.
    fn add(&mut self, mut puzzle: Puzzle) -> Option<Puzzle> {
        let identity = position_identity(self.variant, &puzzle.position);
        if self.positions.contains(&identity) || self.ids.contains(&puzzle.id) {
            return None;
        }
        if puzzle.id.is_empty() {
            let (variant, letter) = (self.variant, puzzle.theme.letter());
            puzzle.id = (1..)
                .map(|number: u32| format!("{variant}-{letter}{number:03}"))
                .find(|id| !self.ids.contains(id))?;
        }
        self.positions.insert(identity);
        self.ids.insert(puzzle.id.clone());
        self.count += 1;
        Some(puzzle)
    }
}

/// The puzzle search of one thread.
struct PuzzleMaker {
    config: PuzzleMakeConfig,
    finder: Option<PuzzleFinder>,
    player: Option<SelfPlayer>,
}

impl PuzzleMaker {
    /// Returns the puzzles of a source.
    fn puzzles(&mut self, source: PuzzleSource) -> anyhow::Result<Vec<Puzzle>> {
        match source {
            PuzzleSource::Selfplay(number) => {
                let game = self.play(number)?;
                let mut puzzles = self.of_game(&game)?;
                for puzzle in &mut puzzles {
                    puzzle.game = Some(number);
                }
                Ok(puzzles)
            }
            PuzzleSource::Game(game) => self.of_game(&game),
            PuzzleSource::Position(position) => {
                let finder = self.finder()?;
                match finder.solve(&position, true)? {
                    Some(solution) => Ok(vec![finder.puzzle(&position, solution)?]),
                    None => Ok(Vec::new()),
                }
            }
            PuzzleSource::Problem(problem) => {
                let theme = PuzzleTheme::of_forced_win(self.config.variant);
                let solution = Solution { theme, moves: problem.moves };
                let puzzle = self.finder()?.puzzle(&problem.position, solution)?;
                Ok(vec![puzzle])
            }
        }
    }

    fn finder(&mut self) -> anyhow::Result<&mut PuzzleFinder> {
        let finder = match self.finder.take() {
            Some(finder) => finder,
            None => PuzzleFinder::new(self.config.variant, self.config.nodes)?,
        };
        Ok(self.finder.insert(finder))
    }

    /// Plays a self-play game.
    fn play(&mut self, number: u64) -> anyhow::Result<SourceGame> {
        let config = SelfplayConfig {
            variant: self.config.variant,
            nodes: SELFPLAY_NODES,
            plies: OPENING_PLIES,
            seed: self.config.seed,
            max_moves: MAX_GAME_PLIES,
            hash: 1,
            ..SelfplayConfig::default()
        };
        let player = self.player.get_or_insert_with(|| SelfPlayer::new(&config));
        let game = player.play(number).with_context(|| format!("game {number}"))?;
        Ok(serde_json::from_slice(&game.bytes)?)
    }

    /// Returns the puzzles of a game. The positions after a puzzle are skipped up to the end of
    /// its main line.
    fn of_game(&mut self, game: &SourceGame) -> anyhow::Result<Vec<Puzzle>> {
        let variant = self.config.variant;
        let mut game_state = game_state::open(variant);
        let start = match game.start.as_deref() {
            Some(sfen) if sfen != "startpos" => StartPosition::Sfen(sfen),
            _ => StartPosition::Initial,
        };
        game_state.set(start, &[])?;
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let mut next_ply = 0;
        for (ply, mv) in game.moves.iter().enumerate() {
            if ply >= next_ply && puzzles.len() < MAX_OF_GAME && !interrupt::is_pending() {
                let puzzle = self.at_ply(game, ply, &*game_state)?;
                if let Some(puzzle) = puzzle {
                    next_ply = ply + puzzle.plies + 1;
                    puzzles.push(puzzle);
                }
            }
            game_state.push(mv)?;
        }
        Ok(puzzles)
    }

    /// Returns the puzzle at a position of a game.
    fn at_ply(
        &mut self,
        game: &SourceGame,
        ply: usize,
        game_state: &dyn GameState,
    ) -> anyhow::Result<Option<Puzzle>> {
        let score_at = |ply: usize| game.scores.get(ply).copied().flatten();
        let is_late = ply + LAST_PLIES >= game.moves.len();
        let is_ahead = score_at(ply).is_some_and(|score| centipawns(score) >= WINNING_SCORE);
        // The scores of both players before and after the last move.
        let mistake = ply
            .checked_sub(1)
            .and_then(|last| Some(centipawns(score_at(ply)?) + centipawns(score_at(last)?)));
        let has_win = is_late || is_ahead;
        if !has_win && mistake.is_some_and(|mistake| mistake < MIN_MISTAKE) {
            return Ok(None);
        }
        let position = game_state.sfen();
        let finder = self.finder()?;
        match finder.solve(&position, has_win || mistake.is_some())? {
            Some(solution) => finder.puzzle(&position, solution).map(Some),
            None => Ok(None),
        }
    }
}

/// Returns a score in centipawns; large for a mate.
fn centipawns(score: LoggedScore) -> i32 {
    match score {
        LoggedScore::Cp(score) => score,
        LoggedScore::Mate(plies) => {
            if plies > 0 {
                10_000
            } else {
                -10_000
            }
        }
    }
}

//! Quiet positions out of logged games.

use std::fmt;
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use fastrand::Rng;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::core::position::Position;
use crate::core::tactics::Tactics;
use crate::games::Game;
use crate::games::evaluation::linear::Tracer;
use crate::notation::Notation;
use crate::protocol::input::{InputLine, LineReader, MAX_LINE};
use crate::tools::game_log::{GameResult, LoggedScore};
use crate::tools::source;

/// Each so many games one is kept back, to try the weights on: the second of them, so
/// that two games are enough.
const UNSEEN: usize = 10;

/// A line of a log.
#[derive(Deserialize)]
#[serde(untagged)]
enum LogLine {
    Game(TrainingGame),
    Header(LogHeader),
}

/// As much of the first line of a log as is told of it.
#[derive(Deserialize)]
struct LogHeader {
    log: String,
    seed: Option<u64>,
    nodes: Option<u64>,
}

/// What a log has given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogSummary {
    /// Games that were learned from.
    pub games: usize,
    kind: String,
    seed: Option<u64>,
    nodes: Option<u64>,
}

impl fmt::Display for LogSummary {
    /// `3000 of selfplay, seed 921, 2000 nodes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.games, self.kind)?;
        if let Some(seed) = self.seed {
            write!(f, ", seed {seed}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, ", {nodes} nodes")?;
        }
        Ok(())
    }
}

/// As much of a game as is learned from.
#[derive(Deserialize)]
struct TrainingGame {
    variant: String,
    start: String,
    moves: Vec<String>,
    /// The score of each move, where the log has it.
    #[serde(default)]
    scores: Vec<Option<LoggedScore>>,
    result: GameResult,
    /// A difference of rules that has touched it.
    difference: Option<IgnoredAny>,
    /// The fault that has lost it.
    fault: Option<IgnoredAny>,
}

/// Positions and what became of them.
#[derive(Default)]
pub struct Positions {
    /// The counts of all positions, with their shares: see
    /// [`Trace`](crate::games::evaluation::linear::Trace).
    counts: Vec<(u32, f32)>,
    /// Where the counts of each position end.
    ends: Vec<usize>,
    /// What became of each position.
    fates: Vec<Fate>,
}

/// What became of a position, from its side to move's view.
#[derive(Clone, Copy, Debug)]
pub struct Fate {
    /// The result of the game: 0, a half or 1.
    pub result: f64,
    /// The score that a search found, in hundredths.
    pub score: Option<f64>,
}

impl Positions {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.fates.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.fates.is_empty()
    }

    /// The counts of each position and what became of it.
    pub fn iter(&self) -> impl Iterator<Item = (&[(u32, f32)], Fate)> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let counts = starts.zip(&self.ends).map(|(start, &end)| &self.counts[start..end]);
        counts.zip(self.fates.iter().copied())
    }

    fn push(&mut self, counts: impl Iterator<Item = (u32, f32)>, fate: Fate) {
        self.counts.extend(counts);
        self.ends.push(self.counts.len());
        self.fates.push(fate);
    }
}

/// Positions to learn from, and positions of other games.
#[derive(Default)]
pub struct Samples {
    /// To learn from.
    pub known: Positions,
    /// To try on.
    pub unseen: Positions,
}

/// Draws positions from games.
pub struct Sampler<G: Game> {
    trace: Tracer<G::Position>,
    rng: Rng,
    per_game: usize,
    skip: usize,
    games: usize,
    logs: Vec<LogSummary>,
    samples: Samples,
}

impl<G: Game> Sampler<G> {
    /// A sampler that has seen no game.
    pub fn new(trace: Tracer<G::Position>, seed: u64, per_game: usize, skip: usize) -> Self {
        let rng = Rng::with_seed(seed);
        Self { trace, rng, per_game, skip, games: 0, logs: Vec::new(), samples: Samples::default() }
    }

    /// Draws from the games of a log.
    pub fn read(&mut self, path: &Path) -> anyhow::Result<()> {
        // A log without a header is one all the same.
        let kind = "a log".to_owned();
        self.logs.push(LogSummary { games: 0, kind, seed: None, nodes: None });
        let mut lines = LineReader::new(source::open(path)?, MAX_LINE);
        for number in 1.. {
            let read = match lines.read()? {
                None => break,
                Some(InputLine::Whole(line)) => self.read_line(line),
                // A run that was killed may have left the last line unfinished.
                Some(InputLine::Unended(line)) if !is_json(line) => break,
                Some(InputLine::Unended(line)) => self.read_line(line),
                Some(InputLine::TooLong) => Err(anyhow!("it is longer than {MAX_LINE} bytes")),
            };
            read.with_context(|| format!("line {number}"))?;
        }
        Ok(())
    }

    /// The logs that were read, and how many games each has given.
    pub fn logs(&self) -> Vec<LogSummary> {
        self.logs.clone()
    }

    /// What was drawn.
    pub fn finish(self) -> Samples {
        self.samples
    }

    fn read_line(&mut self, line: &[u8]) -> anyhow::Result<()> {
        let game = match serde_json::from_slice(line)? {
            LogLine::Game(game) => game,
            LogLine::Header(LogHeader { log: kind, seed, nodes }) => {
                if let Some(log) = self.logs.last_mut() {
                    *log = LogSummary { games: log.games, kind, seed, nodes };
                }
                return Ok(());
            }
        };
        let name = G::INFO.name;
        ensure!(game.variant == name, "a game of {}, not of {name}", game.variant);
        // Neither the result of a game that was broken off nor one by other rules nor a
        // crash or a clock tells what a position is worth.
        let TrainingGame { difference, fault, .. } = &game;
        if game.result == GameResult::Void || difference.is_some() || fault.is_some() {
            return Ok(());
        }
        let mut quiet = quiet_positions::<G>(&game, self.skip)?;
        self.rng.shuffle(&mut quiet);
        quiet.truncate(self.per_game);
        self.games += 1;
        if let Some(log) = self.logs.last_mut() {
            log.games += 1;
        }
        let unseen = self.games % UNSEEN == 2;
        let samples = if unseen { &mut self.samples.unseen } else { &mut self.samples.known };
        for (position, fate) in quiet {
            let trace = (self.trace)(&position);
            let share = trace.share.0 as f32 / trace.share.1 as f32;
            let counts = trace.counts.iter().map(|&(w, count)| (w as u32, count as f32 * share));
            samples.push(counts, fate);
        }
        Ok(())
    }
}

fn is_json(line: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

/// The positions of a game in which nothing is up: the side to move is in no
/// danger, played a quiet move, and nobody saw the end of the game.
fn quiet_positions<G: Game>(
    game: &TrainingGame,
    skip: usize,
) -> anyhow::Result<Vec<(G::Position, Fate)>> {
    let (mut position, _) = G::Position::from_sfen(&game.start)?;
    let mut quiet = Vec::new();
    for (ply, word) in game.moves.iter().enumerate() {
        let mv = position.parse_usi(word)?;
        let score = match game.scores.get(ply).copied().flatten() {
            Some(LoggedScore::Cp(score)) => Ok(Some(f64::from(score))),
            Some(LoggedScore::Mate(_)) => Err(()),
            None => Ok(None),
        };
        if let Ok(score) = score
            && let Some(half_points) = game.result.half_points(position.side_to_move())
            && ply >= skip
            && !position.is_noisy(mv)
            && !position.in_danger()
        {
            let result = half_points as f64 / 2.0;
            quiet.push((position.clone(), Fate { result, score }));
        }
        position.play(mv, &mut ());
    }
    Ok(quiet)
}

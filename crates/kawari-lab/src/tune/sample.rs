//! Quiet positions from recorded games.

use fastrand::Rng;

use kawari_engine::core::position::Position;
use kawari_engine::core::tactics::Tactics;
use kawari_engine::games::Game;
use kawari_engine::games::evaluation::linear::TermTracer;
use kawari_records::game_log::LoggedScore;
use kawari_records::recorded_games::RecordedGame;

/// One game in this many is for validation. It is the second of each group, so that two
/// games are enough.
const VALIDATION_INTERVAL: usize = 10;

/// Positions with the results of their games.
#[derive(Default)]
pub struct TuningPositions {
    /// Term counts of all positions, multiplied by their shares: see
    /// [`TermTrace`](kawari_engine::games::evaluation::linear::TermTrace).
    counts: Vec<(u32, f32)>,
    /// End of each position's counts.
    ends: Vec<usize>,
    /// Outcome of each position.
    outcomes: Vec<PositionOutcome>,
}

/// Game result and search score of a position, for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct PositionOutcome {
    /// Game result: 0, ½ or 1.
    pub result: f64,
    /// Search score in centipawns.
    pub score: Option<f64>,
}

impl TuningPositions {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Returns true if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Returns the term counts and the outcome of each position.
    pub fn iter(&self) -> impl Iterator<Item = (&[(u32, f32)], PositionOutcome)> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let counts = starts.zip(&self.ends).map(|(start, &end)| &self.counts[start..end]);
        counts.zip(self.outcomes.iter().copied())
    }

    fn append(&mut self, other: Self) {
        let length = self.counts.len();
        self.counts.extend(other.counts);
        self.ends.extend(other.ends.into_iter().map(|end| length + end));
        self.outcomes.extend(other.outcomes);
    }

    fn push(&mut self, counts: impl Iterator<Item = (u32, f32)>, outcome: PositionOutcome) {
        self.counts.extend(counts);
        self.ends.push(self.counts.len());
        self.outcomes.push(outcome);
    }
}

/// Training positions, and validation positions from other games.
#[derive(Default)]
pub struct TuningSamples {
    /// Positions for the fit.
    pub training: TuningPositions,
    /// Positions for validation.
    pub validation: TuningPositions,
}

impl TuningSamples {
    /// Adds the samples of another game.
    pub fn append(&mut self, other: Self) {
        self.training.append(other.training);
        self.validation.append(other.validation);
    }
}

/// A sampler of quiet positions.
pub struct Sampler<G: Game> {
    game: G,
    trace: TermTracer<G::Position>,
    rng: Rng,
    per_game: usize,
    skip: usize,
    games: usize,
    samples: TuningSamples,
}

impl<G: Game> Sampler<G> {
    /// Creates a sampler without samples.
    pub fn new(
        game: G,
        trace: TermTracer<G::Position>,
        seed: u64,
        per_game: usize,
        skip: usize,
    ) -> Self {
        let rng = Rng::with_seed(seed);
        let samples = TuningSamples::default();
        Self { game, trace, rng, per_game, skip, games: 0, samples }
    }

    /// Draws up to `per_game` quiet positions from a game.
    pub fn add(&mut self, record: &RecordedGame) -> anyhow::Result<()> {
        let mut quiet = quiet_positions(self.game, record, self.skip)?;
        self.rng.shuffle(&mut quiet);
        quiet.truncate(self.per_game);
        self.games += 1;
        let is_validation = self.games % VALIDATION_INTERVAL == 2;
        let TuningSamples { training, validation } = &mut self.samples;
        let samples = if is_validation { validation } else { training };
        for (position, outcome) in quiet {
            let trace = (self.trace)(&position);
            let share = trace.share.0 as f32 / trace.share.1 as f32;
            let counts = trace.counts.iter().map(|&(w, count)| (w as u32, count as f32 * share));
            samples.push(counts, outcome);
        }
        Ok(())
    }

    /// Returns the samples.
    pub fn finish(self) -> TuningSamples {
        self.samples
    }
}

/// Returns the quiet positions of a game after the first `skip` moves: the side to move is
/// not in danger, the move played is quiet, and the search score is not a mate score.
fn quiet_positions<G: Game>(
    game: G,
    record: &RecordedGame,
    skip: usize,
) -> anyhow::Result<Vec<(G::Position, PositionOutcome)>> {
    let (mut position, _) = game.parse_sfen(&record.start)?;
    let mut quiet = Vec::new();
    for ply in 0..record.plies() {
        let mv = record.nth_move(ply, &position)?;
        let score = match record.score(ply) {
            Some(LoggedScore::Cp(score)) => Ok(Some(f64::from(score))),
            Some(LoggedScore::Mate(_)) => Err(()),
            None => Ok(None),
        };
        if let Ok(score) = score
            && let Some(half_points) = record.result.half_points(position.side_to_move())
            && ply >= skip
            && !position.is_noisy(mv)
            && !position.in_danger()
        {
            let result = half_points as f64 / 2.0;
            quiet.push((position.clone(), PositionOutcome { result, score }));
        }
        position.play(mv, &mut ());
    }
    Ok(quiet)
}

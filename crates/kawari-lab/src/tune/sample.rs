//! Quiet positions out of recorded games.

use fastrand::Rng;

use kawari_engine::core::position::Position;
use kawari_engine::core::tactics::Tactics;
use kawari_engine::games::Game;
use kawari_engine::games::evaluation::linear::TermTracer;
use kawari_engine::notation::Notation;
use kawari_records::game_log::LoggedScore;
use kawari_records::recorded_games::RecordedGame;

/// Each so many games one is kept back, to try the weights on: the second of them, so
/// that two games are enough.
const UNSEEN: usize = 10;

/// Positions and what became of them.
#[derive(Default)]
pub struct TuningPositions {
    /// The counts of all positions, with their shares: see
    /// [`TermTrace`](kawari_engine::games::evaluation::linear::TermTrace).
    counts: Vec<(u32, f32)>,
    /// Where the counts of each position end.
    ends: Vec<usize>,
    /// What became of each position.
    outcomes: Vec<PositionOutcome>,
}

/// What became of a position, from its side to move's view.
#[derive(Clone, Copy, Debug)]
pub struct PositionOutcome {
    /// The result of the game: 0, a half or 1.
    pub result: f64,
    /// The score that a search found, in hundredths.
    pub score: Option<f64>,
}

impl TuningPositions {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// The counts of each position and what became of it.
    pub fn iter(&self) -> impl Iterator<Item = (&[(u32, f32)], PositionOutcome)> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        let counts = starts.zip(&self.ends).map(|(start, &end)| &self.counts[start..end]);
        counts.zip(self.outcomes.iter().copied())
    }

    fn push(&mut self, counts: impl Iterator<Item = (u32, f32)>, fate: PositionOutcome) {
        self.counts.extend(counts);
        self.ends.push(self.counts.len());
        self.outcomes.push(fate);
    }
}

/// Positions to learn from, and positions of other games.
#[derive(Default)]
pub struct TuningSamples {
    /// To learn from.
    pub known: TuningPositions,
    /// To try on.
    pub unseen: TuningPositions,
}

/// Draws positions from games.
pub struct Sampler<G: Game> {
    trace: TermTracer<G::Position>,
    rng: Rng,
    per_game: usize,
    skip: usize,
    games: usize,
    samples: TuningSamples,
}

impl<G: Game> Sampler<G> {
    /// A sampler that has seen no game.
    pub fn new(trace: TermTracer<G::Position>, seed: u64, per_game: usize, skip: usize) -> Self {
        let rng = Rng::with_seed(seed);
        Self { trace, rng, per_game, skip, games: 0, samples: TuningSamples::default() }
    }

    /// Draws from a game.
    pub fn add(&mut self, game: &RecordedGame) -> anyhow::Result<()> {
        let mut quiet = quiet_positions::<G>(game, self.skip)?;
        self.rng.shuffle(&mut quiet);
        quiet.truncate(self.per_game);
        self.games += 1;
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

    /// What was drawn.
    pub fn finish(self) -> TuningSamples {
        self.samples
    }
}

/// The positions of a game in which nothing is up: the side to move is in no
/// danger, played a quiet move, and nobody saw the end of the game.
fn quiet_positions<G: Game>(
    game: &RecordedGame,
    skip: usize,
) -> anyhow::Result<Vec<(G::Position, PositionOutcome)>> {
    let (mut position, _) = G::Position::from_sfen(&game.start)?;
    let mut quiet = Vec::new();
    for ply in 0..game.plies() {
        let mv = game.nth_move(ply, &position)?;
        let score = match game.score(ply) {
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
            quiet.push((position.clone(), PositionOutcome { result, score }));
        }
        position.play(mv, &mut ());
    }
    Ok(quiet)
}

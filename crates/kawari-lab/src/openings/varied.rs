//! Openings of games to learn from: of many kinds, told apart without a search.

use anyhow::bail;
use fastrand::Rng;

use super::{Opening, draw, nth_rng};
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{GameState, StartPosition};
use kawari_engine::engine::session::Session;
use kawari_engine::games::variants::Variant;

/// Openings of random legal moves as a network should have seen them: most of them
/// level, some long, some in which a side is ahead, a few from a handicap. Each is a
/// function of the seed and its number.
///
/// Level is what the static evaluation calls so: a search of the openings would take
/// as long as some of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariedOpenings {
    /// The game.
    pub variant: Variant,
    /// Number of moves, where it is not a long one; one more half of the time.
    pub plies: usize,
    /// The seed.
    pub seed: u64,
    /// How far a side may be ahead in a level opening, in hundredths.
    pub bound: Score,
}

/// What kind of opening a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OpeningKind {
    /// No side is far ahead.
    Level,
    /// The same, after up to three times as many moves.
    DrawnOut,
    /// A side is ahead by more than the bound, and at most three times as far.
    Unbalanced,
    /// From one of the game's handicaps, half as many moves, whoever is ahead.
    Handicap,
}

impl OpeningKind {
    /// The kinds of so many openings in a row, on the average: one is a handicap, four are
    /// unbalanced, five are drawn out.
    const CYCLE: u32 = 32;

    fn draw(rng: &mut Rng) -> Self {
        match rng.u32(..Self::CYCLE) {
            0 => Self::Handicap,
            1..=4 => Self::Unbalanced,
            5..=9 => Self::DrawnOut,
            _ => Self::Level,
        }
    }
}

impl VariedOpenings {
    /// How far a side may be ahead if nothing else is said.
    pub const BOUND: Score = 200;

    /// Draws of a kind before it is given up.
    const DRAWS: usize = 1_000;

    /// The opening with a number. Its game is not over. `session` is a session of the
    /// game: its evaluation judges, and its line changes.
    ///
    /// # Errors
    /// When no draw of a thousand is level.
    pub fn nth(&self, index: u64, session: &mut dyn Session) -> anyhow::Result<Opening> {
        let mut rng = nth_rng(self.seed, index);
        // What is rare in a game need not be found; level openings are.
        for kind in [OpeningKind::draw(&mut rng), OpeningKind::Level] {
            for _ in 0..Self::DRAWS {
                let Some(line) = self.draw(kind, &mut rng)? else { continue };
                let opening = Opening::of(&*line);
                if self.is_of(kind, &*line, &opening, session)? {
                    return Ok(opening);
                }
            }
        }
        let Self { variant, plies, bound, .. } = self;
        bail!(
            "no level opening of {variant} in {} draws of {plies} plies: a side is always more \
             than {bound} ahead",
            Self::DRAWS
        )
    }

    fn draw(&self, kind: OpeningKind, rng: &mut Rng) -> anyhow::Result<Option<Box<dyn GameState>>> {
        let plies = match kind {
            OpeningKind::Level | OpeningKind::Unbalanced => self.plies + rng.usize(..2),
            OpeningKind::DrawnOut => self.plies + rng.usize(1..=2 * self.plies.max(1)),
            OpeningKind::Handicap => self.plies / 2,
        };
        let handicap = rng.choice(self.variant.info().handicaps);
        let start = match (kind, handicap) {
            (OpeningKind::Handicap, Some((name, _))) => StartPosition::Handicap(name),
            _ => StartPosition::Initial,
        };
        draw(self.variant, start, plies, rng)
    }

    fn is_of(
        &self,
        kind: OpeningKind,
        game_state: &dyn GameState,
        opening: &Opening,
        session: &mut dyn Session,
    ) -> anyhow::Result<bool> {
        if kind == OpeningKind::Handicap {
            return Ok(true);
        }
        // What is judged at rest says nothing of a King in check.
        if game_state.in_check() {
            return Ok(false);
        }
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        session.game_state_mut().set(StartPosition::Sfen(&opening.start), &moves)?;
        let lead = session.evaluation().abs();
        Ok(match kind {
            OpeningKind::Unbalanced => {
                (self.bound + 1..=self.bound.saturating_mul(3)).contains(&lead)
            }
            _ => lead <= self.bound,
        })
    }
}

//! Openings for training games: a mixture of several kinds, classified by the static
//! evaluation without a search.

use anyhow::bail;
use fastrand::Rng;

use super::{Opening, draw, nth_rng};
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{GameState, StartPosition};
use kawari_engine::engine::session::Session;
use kawari_engine::games::variants::Variant;

/// Openings of random legal moves for training data: mostly balanced ones, some longer
/// ones, some with a side ahead, and a few from a handicap. Each is a function of the seed
/// and its index.
///
/// The static evaluation decides whether an opening is balanced. A search would take too
/// long in comparison with the game itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariedOpenings {
    /// Game variant.
    pub variant: Variant,
    /// Number of moves in an ordinary opening; half of the openings have one more.
    pub plies: usize,
    /// Seed of the random moves.
    pub seed: u64,
    /// Largest lead in a balanced opening, in centipawns.
    pub bound: Score,
}

/// Kind of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OpeningKind {
    /// A lead of at most the bound.
    Balanced,
    /// The same after up to three times as many moves.
    Long,
    /// A lead of more than the bound and at most three times the bound.
    Unbalanced,
    /// Half as many moves from one of the game's handicaps, with any lead.
    Handicap,
}

impl OpeningKind {
    /// Sum of the weights of all kinds: 1 handicap, 4 unbalanced, 5 long, 22 balanced.
    const TOTAL_WEIGHT: u32 = 32;

    fn draw(rng: &mut Rng) -> Self {
        match rng.u32(..Self::TOTAL_WEIGHT) {
            0 => Self::Handicap,
            1..=4 => Self::Unbalanced,
            5..=9 => Self::Long,
            _ => Self::Balanced,
        }
    }
}

impl VariedOpenings {
    /// Default bound, in centipawns.
    pub const BOUND: Score = 200;

    /// Attempts per kind.
    const MAX_ATTEMPTS: usize = 1_000;

    /// Returns the opening with an index. Its game is not over. The evaluation of `session`
    /// classifies the openings; its game state changes.
    ///
    /// # Errors
    /// Returns an error if none of a thousand attempts is balanced.
    pub fn nth(&self, index: u64, session: &mut dyn Session) -> anyhow::Result<Opening> {
        let mut rng = nth_rng(self.seed, index);
        // Fall back to a balanced opening if the game has too few of the drawn kind.
        for kind in [OpeningKind::draw(&mut rng), OpeningKind::Balanced] {
            for _ in 0..Self::MAX_ATTEMPTS {
                let Some(game_state) = self.draw(kind, &mut rng)? else { continue };
                let opening = Opening::of(&*game_state);
                if self.is_of(kind, &*game_state, &opening, session)? {
                    return Ok(opening);
                }
            }
        }
        let Self { variant, plies, bound, .. } = self;
        bail!(
            "no opening of {variant} with a lead of at most {bound} in {} attempts of {plies} \
             plies",
            Self::MAX_ATTEMPTS
        )
    }

    fn draw(&self, kind: OpeningKind, rng: &mut Rng) -> anyhow::Result<Option<Box<dyn GameState>>> {
        let plies = match kind {
            OpeningKind::Balanced | OpeningKind::Unbalanced => self.plies + rng.usize(..2),
            OpeningKind::Long => self.plies + rng.usize(1..=2 * self.plies.max(1)),
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
        // The static evaluation is unreliable for a side in check.
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

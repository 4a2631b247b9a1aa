//! NNUE features of a position, for trainers and tests that select the game at run time.

use thiserror::Error;

use super::game_state::PositionError;
use crate::core::color::Color;
use crate::core::evaluation::Evaluation;
use crate::core::key::Key;
use crate::core::position::{MoveLike, Position};
use crate::core::score::Score;
use crate::core::tactics::Tactics;
use crate::games::GameInfo;
use crate::games::evaluation::GameEvaluation;
use crate::games::evaluation::nnue::features::{FeatureSet, NnueFeatures};
use crate::games::variants::{Playable, Variant, Visitor};
use crate::notation::Notation;

/// Error of a packed move that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("packed move {0} is not legal")]
pub struct UnknownMove(pub u16);

/// Training data of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrainingFeatures {
    /// Active features from the perspective of the side to move, then of the opponent.
    pub active: [Vec<u16>; 2],
    /// Hand-crafted evaluation for the side to move.
    pub hand: Score,
    /// Scale of the network's output in this position, as numerator and denominator.
    pub share: (i32, i32),
}

/// A position whose features can be read.
pub trait FeatureProbe: Send {
    /// Returns the game's description.
    fn info(&self) -> &'static GameInfo;

    /// Returns the feature set of the game's networks.
    fn feature_set(&self) -> &FeatureSet;

    /// Returns [`NnueFeatures::symmetries`].
    fn symmetries(&self) -> Vec<Vec<u16>>;

    /// Returns [`GameEvaluation::checksum`] of the hand-crafted evaluation.
    fn checksum(&self) -> u64;

    /// Sets the start position.
    fn restart(&mut self);

    /// Sets a position.
    ///
    /// # Errors
    /// Returns [`PositionError::Sfen`] if the SFEN is invalid; the position is unchanged then.
    fn set(&mut self, sfen: &str) -> Result<(), PositionError>;

    /// Plays a legal move, packed by [`MoveLike::bits`].
    ///
    /// # Errors
    /// Returns [`UnknownMove`] if the move is not legal; the position is unchanged then.
    fn play(&mut self, bits: u16) -> Result<(), UnknownMove>;

    /// Packs a legal move in USI notation; `None` if it is not legal.
    fn bits(&self, word: &str) -> Option<u16>;

    /// Returns [`Position::is_noisy`] of a legal move; false for an illegal one.
    fn is_noisy(&self, bits: u16) -> bool;

    /// Returns [`Tactics::in_danger`].
    fn in_danger(&self) -> bool;

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns the hash key of the position.
    fn key(&self) -> Key;

    /// Returns the half-move count of the no-capture rule; 0 for a game without one.
    fn clock(&self) -> u32;

    /// Returns the position as SFEN.
    fn sfen(&self) -> String;

    /// Returns the training data of the position for a network with `king_buckets` King
    /// buckets.
    fn training_features(&self, king_buckets: usize) -> TrainingFeatures;

    /// Returns the index of the output bucket of the position, for a network with `buckets`
    /// buckets.
    fn output_bucket(&self, buckets: usize) -> usize;
}

/// Opens a probe at the start position of a game.
///
/// ```
/// use kawari_engine::engine::training_features;
/// use kawari_engine::games::variants::Variant;
///
/// let mut probe = training_features::open(Variant::Yari);
/// assert_eq!(probe.feature_set().len(), 1186);
/// let advance = probe.bits("4g4f").expect("a legal move");
/// probe.play(advance)?;
/// assert_eq!(probe.training_features(1).active.map(|active| active.len()), [28, 28]);
/// # Ok::<(), kawari_engine::engine::training_features::UnknownMove>(())
/// ```
pub fn open(variant: Variant) -> Box<dyn FeatureProbe> {
    struct OpenFeatureProbe;
    impl Visitor for OpenFeatureProbe {
        type Output = Box<dyn FeatureProbe>;
        fn visit<G: Playable>(self, game: G) -> Box<dyn FeatureProbe> {
            Box::new(VariantFeatureProbe::<G> {
                game,
                position: game.startpos(),
                feature_set: G::Position::feature_set(game),
            })
        }
    }
    variant.visit(OpenFeatureProbe)
}

/// The probe of one game.
struct VariantFeatureProbe<G: Playable> {
    game: G,
    position: G::Position,
    feature_set: FeatureSet,
}

impl<G: Playable> VariantFeatureProbe<G> {
    fn legal(&self, bits: u16) -> Option<<G::Position as Position>::Move> {
        MoveLike::from_bits(bits).filter(|&mv| self.position.is_legal(mv))
    }
}

impl<G: Playable> FeatureProbe for VariantFeatureProbe<G> {
    fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        G::Position::symmetries(self.game)
    }

    fn checksum(&self) -> u64 {
        self.game.hand_crafted().checksum()
    }

    fn restart(&mut self) {
        self.position = self.game.startpos();
    }

    fn set(&mut self, sfen: &str) -> Result<(), PositionError> {
        let (position, _) = self
            .game
            .parse_sfen(sfen)
            .map_err(|source| PositionError::Sfen { sfen: sfen.to_owned(), source })?;
        self.position = position;
        Ok(())
    }

    fn play(&mut self, bits: u16) -> Result<(), UnknownMove> {
        let mv = self.legal(bits).ok_or(UnknownMove(bits))?;
        self.position.play(mv, &mut ());
        Ok(())
    }

    fn bits(&self, word: &str) -> Option<u16> {
        self.position.parse_usi(word).ok().map(MoveLike::bits)
    }

    fn is_noisy(&self, bits: u16) -> bool {
        self.legal(bits).is_some_and(|mv| self.position.is_noisy(mv))
    }

    fn in_danger(&self) -> bool {
        self.position.in_danger()
    }

    fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    fn key(&self) -> Key {
        self.position.key()
    }

    fn clock(&self) -> u32 {
        self.position.clock_count().map_or(0, |clock| clock.played)
    }

    fn sfen(&self) -> String {
        self.position.sfen(1)
    }

    fn training_features(&self, king_buckets: usize) -> TrainingFeatures {
        let us = self.position.side_to_move();
        TrainingFeatures {
            active: [us, !us].map(|perspective| {
                self.feature_set.active_features(&self.position, perspective, king_buckets)
            }),
            hand: self.game.hand_crafted().evaluate_from_scratch(&self.position),
            share: self.position.output_scale(),
        }
    }

    fn output_bucket(&self, buckets: usize) -> usize {
        self.position.output_bucket(buckets)
    }
}

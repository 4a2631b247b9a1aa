//! A position as its evaluation sees it, for code that learns only at run time which
//! game it is: a trainer, a test of networks.

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

/// A move in 16 bits that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no legal move has the number {0}")]
pub struct UnknownMove(pub u16);

/// What there is to learn from in a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrainingFeatures {
    /// The inputs of the network that are there, in the side to move's view and then in
    /// the other one.
    pub active: [Vec<u16>; 2],
    /// What the hand-written evaluation says, to the side to move.
    pub hand: Score,
    /// The share of its output that a network is believed here, as a fraction.
    pub share: (i32, i32),
}

/// A position of a game, to be looked at.
pub trait FeatureProbe: Send {
    /// What game it is.
    fn info(&self) -> &'static GameInfo;

    /// The inputs of its networks.
    fn feature_set(&self) -> &FeatureSet;

    /// See [`NnueFeatures::symmetries`].
    fn symmetries(&self) -> Vec<Vec<u16>>;

    /// See [`GameEvaluation::checksum`].
    fn checksum(&self) -> u64;

    /// Goes to the start position.
    fn restart(&mut self);

    /// Goes to any position.
    ///
    /// # Errors
    /// [`PositionError::Sfen`]; the position stays as it was.
    fn set(&mut self, sfen: &str) -> Result<(), PositionError>;

    /// Plays a legal move, given by its [bits](MoveLike::bits).
    ///
    /// # Errors
    /// An [`UnknownMove`]; the position stays as it was.
    fn play(&mut self, bits: u16) -> Result<(), UnknownMove>;

    /// The bits of a move that is legal here, in USI notation.
    fn bits(&self, word: &str) -> Option<u16>;

    /// True for a legal move that changes the balance at once; false also for a move
    /// that is not legal.
    fn is_noisy(&self, bits: u16) -> bool;

    /// See [`Tactics::in_danger`].
    fn in_danger(&self) -> bool;

    /// The side to move.
    fn side_to_move(&self) -> Color;

    /// The key of the position.
    fn key(&self) -> Key;

    /// Half-moves that the position's own clock has counted.
    fn clock(&self) -> u32;

    /// The position as SFEN.
    fn sfen(&self) -> String;

    /// What there is to learn from.
    fn training_features(&self) -> TrainingFeatures;

    /// Which of so many output buckets judges the position.
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
/// assert_eq!(probe.training_features().active.map(|active| active.len()), [28, 28]);
/// # Ok::<(), kawari_engine::engine::training_features::UnknownMove>(())
/// ```
pub fn open(variant: Variant) -> Box<dyn FeatureProbe> {
    struct OpenFeatureProbe;
    impl Visitor for OpenFeatureProbe {
        type Output = Box<dyn FeatureProbe>;
        fn visit<G: Playable>(self) -> Box<dyn FeatureProbe> {
            Box::new(VariantFeatureProbe::<G> {
                position: G::Position::startpos(),
                feature_set: G::Position::feature_set(),
            })
        }
    }
    variant.visit(OpenFeatureProbe)
}

/// The probe of one game.
struct VariantFeatureProbe<G: Playable> {
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
        &G::INFO
    }

    fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        G::Position::symmetries()
    }

    fn checksum(&self) -> u64 {
        G::hand_crafted().checksum()
    }

    fn restart(&mut self) {
        self.position = G::Position::startpos();
    }

    fn set(&mut self, sfen: &str) -> Result<(), PositionError> {
        let (position, _) = G::Position::from_sfen(sfen)
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

    fn training_features(&self) -> TrainingFeatures {
        let us = self.position.side_to_move();
        TrainingFeatures {
            active: [us, !us]
                .map(|perspective| self.feature_set.active_features(&self.position, perspective)),
            hand: G::hand_crafted().evaluate_from_scratch(&self.position),
            share: self.position.output_scale(),
        }
    }

    fn output_bucket(&self, buckets: usize) -> usize {
        self.position.output_bucket(buckets)
    }
}

//! What a network sees of a position: inputs that are there or not, of two views.
//!
//! Every side looks at the board as Black does, its own pieces against the enemy's, and
//! some games mirror it, so that half of all positions need not be learned. A *place* is
//! something that can be on the board or in a hand, whoever looks: a man of White on 5e,
//! Black's second Pawn in hand. How it is called as an input of either view, mirrored or
//! not, is looked up in a table, so that moves are heard of by their places and games are
//! data.

use std::ops::Range;

use crate::core::color::Color;
use crate::core::position::{Observer, Position};

/// What a position is called by as the inputs of a network.
///
/// Implemented by the positions of each family.
pub trait NnueFeatures: Position {
    /// The numbers of men are inputs.
    const HAS_MEN_COUNTS: bool;

    /// Positions are [looked at](Self::computed_features).
    const HAS_COMPUTED_FEATURES: bool = false;

    /// The inputs of the game.
    fn feature_set() -> FeatureSet;

    /// Tells what is seen of the position as a whole, by its places. So many men have a
    /// part in it that it is looked for whenever a score is asked for, and not kept up to
    /// date from move to move.
    #[inline(always)]
    fn computed_features(&self, _see: impl FnMut(usize)) {}

    /// The place of a piece on the board.
    fn board_feature(color: Color, piece: Self::Piece, square: Self::Square) -> usize;

    /// The place of the `nth` piece of a kind in hand, from 1; `None` beyond the most
    /// that are told apart.
    fn hand_feature(color: Color, piece: Self::Piece, nth: u16) -> Option<usize>;

    /// True when the view of a side is mirrored, left to right.
    fn is_mirrored(&self, perspective: Color) -> bool;

    /// Which of so many output buckets judges the position.
    fn output_bucket(&self, buckets: usize) -> usize;

    /// The share of its output that a network is believed here, as a fraction: less and
    /// less when the rules bring a draw nearer.
    fn output_scale(&self) -> (i32, i32);

    /// What a position can be turned to that is worth the same, by input of both its
    /// views: left and right swapped first, then others. None where a view is mirrored
    /// already.
    fn symmetries() -> Vec<Vec<u16>> {
        Vec::new()
    }
}

/// The inputs of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureSet {
    /// What kind of inputs they are, in one word; a change of the numbers has another
    /// one.
    pub name: &'static str,
    /// By place, the input in Black's view, in it mirrored, in White's, in it mirrored.
    pub inputs: Vec<[u16; 4]>,
    /// Sets of inputs of which a view has one at most: what may stand on a square. Every
    /// input is in one of them.
    pub exclusive: Vec<Vec<u16>>,
    /// Where the numbers of men are places: for each side, from one man on.
    pub men: Option<[Range<usize>; 2]>,
}

/// From which side a position is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The side.
    pub perspective: Color,
    /// Left and right are swapped.
    pub mirrored: bool,
}

impl View {
    /// All of them, in the order of [`FeatureSet::inputs`].
    pub const ALL: [Self; 4] = [
        Self { perspective: Color::Black, mirrored: false },
        Self { perspective: Color::Black, mirrored: true },
        Self { perspective: Color::White, mirrored: false },
        Self { perspective: Color::White, mirrored: true },
    ];

    /// The view of a side in a position.
    pub fn of<P: NnueFeatures>(position: &P, perspective: Color) -> Self {
        Self { perspective, mirrored: position.is_mirrored(perspective) }
    }

    /// Its number in [`View::ALL`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        2 * self.perspective.index() + self.mirrored as usize
    }
}

impl FeatureSet {
    /// Number of inputs of a view.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// The place that is told of a number of men, if one is.
    #[inline(always)]
    pub fn men_feature(&self, color: Color, men: usize) -> Option<u16> {
        let features = self.men.as_ref()?[color.index()].clone();
        (men > 0).then(|| (features.start + men - 1).min(features.end - 1) as u16)
    }

    /// Adds everything that moves tell of and that is in a position to a list, by its
    /// place.
    pub fn add_features<P: NnueFeatures>(&self, position: &P, features: &mut Vec<u16>) {
        let mut census = ActiveFeatureCollector { features, men: [0; 2] };
        position.visit_pieces(&mut census);
        let ActiveFeatureCollector { features, men } = census;
        let men = Color::ALL.map(|color| self.men_feature(color, men[color.index()]));
        features.extend(men.into_iter().flatten());
    }

    /// The inputs that are there in the view of a side: what moves tell of, then what is
    /// looked for.
    pub fn active_features<P: NnueFeatures>(&self, position: &P, perspective: Color) -> Vec<u16> {
        let view = View::of(position, perspective).index();
        let mut features = Vec::new();
        self.add_features(position, &mut features);
        position.computed_features(|feature| features.push(feature as u16));
        features.into_iter().map(|feature| self.inputs[usize::from(feature)][view]).collect()
    }
}

/// Hears of everything in a position.
struct ActiveFeatureCollector<'a> {
    features: &'a mut Vec<u16>,
    /// Pieces on the board of each side.
    men: [usize; 2],
}

impl<P: NnueFeatures> Observer<P> for ActiveFeatureCollector<'_> {
    fn put(&mut self, color: Color, piece: P::Piece, square: P::Square) {
        self.features.push(P::board_feature(color, piece, square) as u16);
        self.men[color.index()] += 1;
    }

    /// A position is described without pieces that go.
    fn remove(&mut self, _: Color, _: P::Piece, _: P::Square) {}

    fn add_hand_piece(&mut self, color: Color, piece: P::Piece, count: u16) {
        self.features.extend(P::hand_feature(color, piece, count).map(|feature| feature as u16));
    }

    fn remove_hand_piece(&mut self, _: Color, _: P::Piece, _: u16) {}
}

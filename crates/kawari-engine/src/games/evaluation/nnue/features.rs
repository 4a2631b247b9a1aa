//! Features of positions and inputs of networks.
//!
//! A *feature* is a fact about the board or a hand: a white man on 5e, Black's second Pawn
//! in hand. A network has two views of a position, one from each side, in which the board
//! is rotated so that the side is always Black. In some games a view can also be mirrored,
//! which halves the positions to be learned. A table maps a feature to its *input* in each
//! view. Moves report features, and the feature set of a game is data.
//!
//! A network with *King buckets* has a copy of all inputs for each region of the own King, so
//! that its weights depend on where the King stands.

use std::ops::Range;

use crate::core::color::Color;
use crate::core::position::{Observer, Position};

/// Network features of a position type. Implemented by the position type of each family.
pub trait NnueFeatures: Position {
    /// True if the numbers of men are features.
    const HAS_MEN_COUNTS: bool;

    /// Returns the features of a game.
    fn feature_set(game: Self::Game) -> FeatureSet;

    /// True if the game has [computed features](Self::computed_features).
    #[inline(always)]
    fn has_computed_features(&self) -> bool {
        false
    }

    /// Calls the function with each computed feature. These depend on several men, so that
    /// they are computed for each evaluation instead of being updated incrementally.
    #[inline(always)]
    fn computed_features(&self, _see: impl FnMut(usize)) {}

    /// Returns the feature of a piece on the board.
    fn board_feature(
        game: Self::Game,
        color: Color,
        piece: Self::Piece,
        square: Self::Square,
    ) -> usize;

    /// Returns the feature of the `nth` piece of a kind in hand, from 1; `None` above the
    /// largest number with a feature.
    fn hand_feature(game: Self::Game, color: Color, piece: Self::Piece, nth: u16) -> Option<usize>;

    /// True if the view of a side is mirrored, left to right.
    fn is_mirrored(&self, perspective: Color) -> bool;

    /// Returns the region of a side's King or General as seen in the view of that side;
    /// `buckets` is the number of regions.
    #[inline(always)]
    fn king_bucket(&self, _perspective: Color, _buckets: usize) -> usize {
        0
    }

    /// Returns the output bucket of the position; `buckets` is the number of buckets.
    fn output_bucket(&self, buckets: usize) -> usize;

    /// Returns the factor of the network's output, as numerator and denominator. It falls
    /// before a draw by move count.
    fn output_scale(&self) -> (i32, i32);

    /// Returns the symmetries of a game, as maps from input to input: left-right
    /// mirroring first. Empty if views are mirrored.
    fn symmetries(_: Self::Game) -> Vec<Vec<u16>> {
        Vec::new()
    }
}

/// The features of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureSet {
    /// Name in network files: one word. It changes when the numbering changes.
    pub name: &'static str,
    /// For each feature, the input in Black's view, in Black's mirrored view, in White's
    /// view and in White's mirrored view.
    pub inputs: Vec<[u16; 4]>,
    /// Sets of inputs of which at most one is active, such as the pieces on a square. Each
    /// input is in one set.
    pub exclusive: Vec<Vec<u16>>,
    /// Features of the numbers of each side's men, from one man on.
    pub men: Option<[Range<usize>; 2]>,
    /// True if networks can have several King buckets.
    pub has_king_buckets: bool,
}

/// A view of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Side that sees the board as Black does.
    pub perspective: Color,
    /// True if left and right are swapped.
    pub mirrored: bool,
}

impl View {
    /// All views, in the order of [`FeatureSet::inputs`].
    pub const ALL: [Self; 4] = [
        Self { perspective: Color::Black, mirrored: false },
        Self { perspective: Color::Black, mirrored: true },
        Self { perspective: Color::White, mirrored: false },
        Self { perspective: Color::White, mirrored: true },
    ];

    /// Returns the view of a side in a position.
    #[inline(always)]
    pub fn of<P: NnueFeatures>(position: &P, perspective: Color) -> Self {
        Self { perspective, mirrored: position.is_mirrored(perspective) }
    }

    /// Returns the index in [`View::ALL`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        2 * self.perspective.index() + self.mirrored as usize
    }
}

/// A view and the King bucket of its side: `4 * bucket + index in View::ALL`. It decides which
/// weights an active feature has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BucketedView(u8);

impl BucketedView {
    /// The views of both sides in games without mirroring and King buckets.
    pub const DEFAULT: [Self; 2] = [Self(0), Self(2)];

    /// Returns the view of a side in a position for a network with `buckets` King buckets.
    #[inline(always)]
    pub fn of<P: NnueFeatures>(position: &P, perspective: Color, buckets: usize) -> Self {
        let bucket = if buckets == 1 { 0 } else { position.king_bucket(perspective, buckets) };
        Self((View::ALL.len() * bucket + View::of(position, perspective).index()) as u8)
    }

    /// Returns the index of the view in [`View::ALL`].
    #[inline(always)]
    pub const fn view(self) -> usize {
        self.0 as usize % View::ALL.len()
    }

    /// Returns the King bucket.
    #[inline(always)]
    pub const fn bucket(self) -> usize {
        self.0 as usize / View::ALL.len()
    }

    /// Returns the number of views in all buckets.
    pub const fn count(buckets: usize) -> usize {
        View::ALL.len() * buckets
    }

    /// Returns the views in all buckets.
    pub fn all(buckets: usize) -> impl Iterator<Item = Self> {
        (0..Self::count(buckets)).map(|index| Self(index as u8))
    }

    /// Returns the index among the views in all buckets.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl FeatureSet {
    /// Returns the number of inputs of a view in a King bucket.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// True if there are no inputs.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }

    /// Returns the feature of a number of men, if it has one.
    #[inline(always)]
    pub fn men_feature(&self, color: Color, men: usize) -> Option<u16> {
        let features = self.men.as_ref()?[color.index()].clone();
        (men > 0).then(|| (features.start + men - 1).min(features.end - 1) as u16)
    }

    /// Appends the incrementally updated features of a position to a list.
    pub fn add_features<P: NnueFeatures>(&self, position: &P, features: &mut Vec<u16>) {
        let mut census = ActiveFeatureCollector { game: position.game(), features, men: [0; 2] };
        position.visit_pieces(&mut census);
        let ActiveFeatureCollector { features, men, .. } = census;
        let men = Color::ALL.map(|color| self.men_feature(color, men[color.index()]));
        features.extend(men.into_iter().flatten());
    }

    /// Returns the active inputs in the view of a side for a network with `king_buckets` King
    /// buckets: those of the incrementally updated features, then those of the computed ones.
    pub fn active_features<P: NnueFeatures>(
        &self,
        position: &P,
        perspective: Color,
        king_buckets: usize,
    ) -> Vec<u16> {
        let view = BucketedView::of(position, perspective, king_buckets);
        let first = (view.bucket() * self.len()) as u16;
        let mut features = Vec::new();
        self.add_features(position, &mut features);
        position.computed_features(|feature| features.push(feature as u16));
        let input = |feature: u16| first + self.inputs[usize::from(feature)][view.view()];
        features.into_iter().map(input).collect()
    }
}

/// An observer that collects the features of a position.
struct ActiveFeatureCollector<'a, G> {
    game: G,
    features: &'a mut Vec<u16>,
    /// Number of each side's pieces on the board.
    men: [usize; 2],
}

impl<P: NnueFeatures> Observer<P> for ActiveFeatureCollector<'_, P::Game> {
    fn put(&mut self, color: Color, piece: P::Piece, square: P::Square) {
        self.features.push(P::board_feature(self.game, color, piece, square) as u16);
        self.men[color.index()] += 1;
    }

    /// Not called: `visit_pieces` only adds pieces.
    fn remove(&mut self, _: Color, _: P::Piece, _: P::Square) {}

    fn add_hand_piece(&mut self, color: Color, piece: P::Piece, count: u16) {
        let feature = P::hand_feature(self.game, color, piece, count);
        self.features.extend(feature.map(|feature| feature as u16));
    }

    fn remove_hand_piece(&mut self, _: Color, _: P::Piece, _: u16) {}
}

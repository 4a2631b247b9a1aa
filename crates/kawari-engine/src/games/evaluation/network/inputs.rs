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
pub trait NetworkInputs: Position {
    /// The numbers of men are inputs.
    const COUNTS_MEN: bool;

    /// Positions are [looked at](Self::look).
    const LOOKS: bool = false;

    /// The inputs of the game.
    fn layout() -> Layout;

    /// Tells what is seen of the position as a whole, by its places. So many men have a
    /// part in it that it is looked for whenever a score is asked for, and not kept up to
    /// date from move to move.
    #[inline(always)]
    fn look(&self, _see: impl FnMut(usize)) {}

    /// The place of a piece on the board.
    fn on_board(color: Color, piece: Self::Piece, square: Self::Square) -> usize;

    /// The place of the `nth` piece of a kind in hand, from 1; `None` beyond the most
    /// that are told apart.
    fn in_hand(color: Color, piece: Self::Piece, nth: u16) -> Option<usize>;

    /// True when the view of a side is mirrored, left to right.
    fn is_mirrored(&self, viewer: Color) -> bool;

    /// Which of so many output buckets judges the position.
    fn bucket(&self, buckets: usize) -> usize;

    /// The share of its output that a network is believed here, as a fraction: less and
    /// less when the rules bring a draw nearer.
    fn share(&self) -> (i32, i32);

    /// What a position can be turned to that is worth the same, by input of both its
    /// views: left and right swapped first, then others. None where a view is mirrored
    /// already.
    fn symmetries() -> Vec<Vec<u16>> {
        Vec::new()
    }
}

/// The inputs of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
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
    pub viewer: Color,
    /// Left and right are swapped.
    pub mirrored: bool,
}

impl View {
    /// All of them, in the order of [`Layout::inputs`].
    pub const ALL: [Self; 4] = [
        Self { viewer: Color::Black, mirrored: false },
        Self { viewer: Color::Black, mirrored: true },
        Self { viewer: Color::White, mirrored: false },
        Self { viewer: Color::White, mirrored: true },
    ];

    /// The view of a side in a position.
    pub fn of<P: NetworkInputs>(position: &P, viewer: Color) -> Self {
        Self { viewer, mirrored: position.is_mirrored(viewer) }
    }

    /// Its number in [`View::ALL`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        2 * self.viewer.index() + self.mirrored as usize
    }
}

impl Layout {
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
    pub fn men_place(&self, color: Color, men: usize) -> Option<u16> {
        let places = self.men.as_ref()?[color.index()].clone();
        (men > 0).then(|| (places.start + men - 1).min(places.end - 1) as u16)
    }

    /// Adds everything that moves tell of and that is in a position to a list, by its
    /// place.
    pub fn add_places<P: NetworkInputs>(&self, position: &P, places: &mut Vec<u16>) {
        let mut census = Census { places, men: [0; 2] };
        position.describe(&mut census);
        let Census { places, men } = census;
        let men = Color::ALL.map(|color| self.men_place(color, men[color.index()]));
        places.extend(men.into_iter().flatten());
    }

    /// The inputs that are there in the view of a side: what moves tell of, then what is
    /// looked for.
    pub fn active<P: NetworkInputs>(&self, position: &P, viewer: Color) -> Vec<u16> {
        let view = View::of(position, viewer).index();
        let mut places = Vec::new();
        self.add_places(position, &mut places);
        position.look(|place| places.push(place as u16));
        places.into_iter().map(|place| self.inputs[usize::from(place)][view]).collect()
    }
}

/// Hears of everything in a position.
struct Census<'a> {
    places: &'a mut Vec<u16>,
    /// Pieces on the board of each side.
    men: [usize; 2],
}

impl<P: NetworkInputs> Observer<P> for Census<'_> {
    fn put(&mut self, color: Color, piece: P::Piece, square: P::Square) {
        self.places.push(P::on_board(color, piece, square) as u16);
        self.men[color.index()] += 1;
    }

    /// A position is described without pieces that go.
    fn remove(&mut self, _: Color, _: P::Piece, _: P::Square) {}

    fn gain_in_hand(&mut self, color: Color, piece: P::Piece, count: u16) {
        self.places.extend(P::in_hand(color, piece, count).map(|place| place as u16));
    }

    fn lose_from_hand(&mut self, _: Color, _: P::Piece, _: u16) {}
}

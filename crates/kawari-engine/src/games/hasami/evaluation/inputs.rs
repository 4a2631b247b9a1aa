//! What a network sees of a Hasami game: own men and enemies by square, and how many
//! there are of both; in games with rows also the [gaps] in the rows of both sides, and the men
//! that can be taken.

use super::draw_share;
use super::gaps::{self, Sight};
use super::weights::most_men;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::square::Square;
use crate::games::evaluation::network::inputs::{Layout, NetworkInputs, View};
use crate::games::hasami::position::HasamiPosition;
use crate::games::hasami::rules::{HasamiRules, SquareOf};

impl<R: HasamiRules> NetworkInputs for HasamiPosition<R> {
    const COUNTS_MEN: bool = true;
    const LOOKS: bool = !R::ROWS.is_empty();

    fn layout() -> Layout {
        let own = |color, viewer| if color == viewer { Color::Black } else { Color::White };
        let mut inputs = Vec::new();
        for color in Color::ALL {
            inputs.extend(Square::all().map(|square| {
                View::ALL.map(|view| {
                    Self::on_board(own(color, view.viewer), (), seen_by(square, view)) as u16
                })
            }));
        }
        let man = |square, color| Self::on_board(color, (), square) as u16;
        let mut exclusive: Vec<Vec<u16>> = Square::all()
            .map(|square: SquareOf<R>| Color::ALL.map(|color| man(square, color)).to_vec())
            .collect();
        let first = |color: Color| inputs_of_men::<R>(color).start;
        for color in Color::ALL {
            let places = inputs_of_men::<R>(color);
            for nth in 0..places.len() {
                inputs.push(View::ALL.map(|view| (first(own(color, view.viewer)) + nth) as u16));
            }
            exclusive.push(places.map(|place| place as u16).collect());
        }
        let men = Some(Color::ALL.map(inputs_of_men::<R>));
        if !Self::LOOKS {
            return Layout { name: "men-counts", inputs, exclusive, men };
        }
        for (color, kind) in gaps_in_order() {
            inputs.extend(Square::all().map(|square| {
                View::ALL.map(|view| {
                    input_of_gap::<R>(own(color, view.viewer), kind, seen_by(square, view)) as u16
                })
            }));
        }
        for color in Color::ALL {
            inputs.extend(Square::all().map(|square| {
                View::ALL.map(|view| {
                    input_of_prey::<R>(own(color, view.viewer), seen_by(square, view)) as u16
                })
            }));
        }
        // A gap is where no man stands: on a square is a man, or a gap of the one side; and
        // a man that can be taken, or a gap of the other.
        let gap = |color, square| move |kind| input_of_gap::<R>(color, kind, square) as u16;
        for (square, set) in Square::all().zip(&mut exclusive) {
            set.extend((0..gaps::KINDS).map(gap(Color::Black, square)));
        }
        exclusive.extend(Square::all().map(|square| {
            let prey = Color::ALL.map(|color| input_of_prey::<R>(color, square) as u16);
            let gaps = (0..gaps::KINDS).map(gap(Color::White, square));
            prey.into_iter().chain(gaps).collect()
        }));
        Layout { name: "men-counts-gaps-prey", inputs, exclusive, men }
    }

    #[inline(always)]
    fn look(&self, mut see: impl FnMut(usize)) {
        if !Self::LOOKS {
            return;
        }
        let sight = Sight::of(self);
        for color in Color::ALL {
            let gaps = sight.gaps(self, color);
            gaps.for_each(|square, kind| see(input_of_gap::<R>(color, kind, square)));
            let prey = sight.prey(self, color);
            prey.into_iter().for_each(|square| see(input_of_prey::<R>(color, square)));
        }
    }

    #[inline(always)]
    fn on_board(color: Color, (): (), square: SquareOf<R>) -> usize {
        color.index() * R::Geometry::SQUARES + square.index()
    }

    #[inline(always)]
    fn in_hand(_: Color, (): (), _: u16) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn is_mirrored(&self, _: Color) -> bool {
        false
    }

    #[inline]
    fn bucket(&self, buckets: usize) -> usize {
        let most = 2 * most_men::<R>();
        let men = (self.occupied().count() as usize).min(most);
        men * buckets / (most + 1)
    }

    #[inline(always)]
    fn share(&self) -> (i32, i32) {
        draw_share(self.clock())
    }

    /// Left and right are alike in all games. In those without rows, so are files and
    /// ranks, and the board has no end that is one side's.
    fn symmetries() -> Vec<Vec<u16>> {
        type Turn<R> = fn(SquareOf<R>) -> SquareOf<R>;
        let transposed: Turn<R> = |square| Square::new(square.rank(), square.file());
        let turns: [(Turn<R>, Turn<R>); 7] = [
            (Square::mirrored, |square| square),
            (Square::rotated, |square| square),
            (Square::rotated, Square::mirrored),
            (|square| square, transposed),
            (Square::mirrored, transposed),
            (Square::rotated, transposed),
            (|square| square.rotated().mirrored(), transposed),
        ];
        let is_square = R::Geometry::FILES == R::Geometry::RANKS;
        let all = if R::ROWS.is_empty() && is_square { turns.len() } else { 1 };
        let turned = |&(first, then): &(Turn<R>, Turn<R>)| {
            let mut inputs: Vec<u16> = (0..Self::layout().len() as u16).collect();
            for color in Color::ALL {
                for square in Square::all() {
                    inputs[Self::on_board(color, (), square)] =
                        Self::on_board(color, (), then(first(square))) as u16;
                }
            }
            if Self::LOOKS {
                for (color, kind) in gaps_in_order() {
                    for square in Square::all() {
                        inputs[input_of_gap::<R>(color, kind, square)] =
                            input_of_gap::<R>(color, kind, then(first(square))) as u16;
                    }
                }
                for color in Color::ALL {
                    for square in Square::all() {
                        inputs[input_of_prey::<R>(color, square)] =
                            input_of_prey::<R>(color, then(first(square))) as u16;
                    }
                }
            }
            inputs
        };
        turns[..all].iter().map(turned).collect()
    }
}

/// A square as it is called in a view.
fn seen_by<G: Geometry>(square: Square<G>, View { viewer, mirrored }: View) -> Square<G> {
    let square = if viewer == Color::Black { square } else { square.rotated() };
    if mirrored { square.mirrored() } else { square }
}

/// The sides and kinds of gaps, in the order of their places.
fn gaps_in_order() -> impl Iterator<Item = (Color, usize)> {
    Color::ALL.into_iter().flat_map(|color| (0..gaps::KINDS).map(move |kind| (color, kind)))
}

/// The place of a gap in a row of a side.
#[inline(always)]
fn input_of_gap<R: HasamiRules>(color: Color, kind: usize, square: SquareOf<R>) -> usize {
    let start = inputs_of_men::<R>(Color::White).end;
    start + (color.index() * gaps::KINDS + kind) * R::Geometry::SQUARES + square.index()
}

/// The place of a man of a side that can be taken.
#[inline(always)]
fn input_of_prey<R: HasamiRules>(color: Color, square: SquareOf<R>) -> usize {
    let start = inputs_of_men::<R>(Color::White).end + 2 * gaps::KINDS * R::Geometry::SQUARES;
    start + color.index() * R::Geometry::SQUARES + square.index()
}

/// The places of the numbers of a side's men.
const fn inputs_of_men<R: HasamiRules>(color: Color) -> std::ops::Range<usize> {
    let most = most_men::<R>();
    let start = 2 * R::Geometry::SQUARES + color.index() * most;
    start..start + most
}

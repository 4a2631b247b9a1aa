//! Network features of the Hasami games: men by colour and square, and the number of each
//! side's men. In games won by five in a row also the [gaps] in the rows of both sides, and
//! the men that can be captured.

use super::draw_scale;
use super::gaps::{self, Reachability};
use super::weights::max_men;
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::square::Square;
use crate::games::evaluation::nnue::features::{FeatureSet, NnueFeatures, View};
use crate::games::hasami::position::HasamiPosition;
use crate::games::hasami::rules::{HasamiRules, MayHave, SquareOf};

impl<R: HasamiRules> NnueFeatures for HasamiPosition<R> {
    const HAS_MEN_COUNTS: bool = true;

    fn feature_set(game: R) -> FeatureSet {
        let own =
            |color, perspective| if color == perspective { Color::Black } else { Color::White };
        let mut inputs = Vec::new();
        for color in Color::ALL {
            inputs.extend(Square::all().map(|square| {
                View::ALL.map(|view| {
                    Self::board_feature(
                        game,
                        own(color, view.perspective),
                        (),
                        square_in_view(game, square, view),
                    ) as u16
                })
            }));
        }
        let man = |square, color| Self::board_feature(game, color, (), square) as u16;
        let mut exclusive: Vec<Vec<u16>> = Square::all()
            .map(|square: SquareOf<R>| Color::ALL.map(|color| man(square, color)).to_vec())
            .collect();
        let first = |color: Color| men_count_features::<R>(color).start;
        for color in Color::ALL {
            let places = men_count_features::<R>(color);
            for nth in 0..places.len() {
                inputs
                    .push(View::ALL.map(|view| (first(own(color, view.perspective)) + nth) as u16));
            }
            exclusive.push(places.map(|place| place as u16).collect());
        }
        let men = Some(Color::ALL.map(men_count_features::<R>));
        if !R::HAS_ROW_FEATURES {
            return FeatureSet {
                name: "men-counts",
                inputs,
                exclusive,
                men,
                has_king_buckets: false,
            };
        }
        for (color, kind) in gaps_in_order() {
            inputs.extend(Square::all().map(|square| {
                View::ALL.map(|view| {
                    gap_feature::<R>(
                        own(color, view.perspective),
                        kind,
                        square_in_view(game, square, view),
                    ) as u16
                })
            }));
        }
        for color in Color::ALL {
            inputs.extend(Square::all().map(|square| {
                View::ALL.map(|view| {
                    capturable_feature::<R>(
                        own(color, view.perspective),
                        square_in_view(game, square, view),
                    ) as u16
                })
            }));
        }
        // Gaps are empty squares. So a square has at most one of a man and a gap of Black, and
        // at most one of a capturable man and a gap of White.
        let gap = |color, square| move |kind| gap_feature::<R>(color, kind, square) as u16;
        for (square, set) in Square::all().zip(&mut exclusive) {
            set.extend((0..gaps::KINDS).map(gap(Color::Black, square)));
        }
        exclusive.extend(Square::all().map(|square| {
            let capturable_men =
                Color::ALL.map(|color| capturable_feature::<R>(color, square) as u16);
            let gaps = (0..gaps::KINDS).map(gap(Color::White, square));
            capturable_men.into_iter().chain(gaps).collect()
        }));
        FeatureSet { name: "men-counts-gaps-prey", inputs, exclusive, men, has_king_buckets: false }
    }

    #[inline(always)]
    fn has_computed_features(&self) -> bool {
        R::HAS_ROW_FEATURES
    }

    #[inline(always)]
    fn computed_features(&self, mut visit: impl FnMut(usize)) {
        if !self.has_computed_features() {
            return;
        }
        let reachability = Reachability::of(self);
        for color in Color::ALL {
            let gaps = reachability.gaps(self, color);
            gaps.for_each(|square, kind| visit(gap_feature::<R>(color, kind, square)));
            let capturable_men = reachability.capturable_men(self, color);
            capturable_men
                .into_iter()
                .for_each(|square| visit(capturable_feature::<R>(color, square)));
        }
    }

    #[inline(always)]
    fn board_feature(_: R, color: Color, (): (), square: SquareOf<R>) -> usize {
        color.index() * R::Geometry::SQUARES + square.index()
    }

    #[inline(always)]
    fn hand_feature(_: R, _: Color, (): (), _: u16) -> Option<usize> {
        None
    }

    #[inline(always)]
    fn is_mirrored(&self, _: Color) -> bool {
        false
    }

    #[inline]
    fn output_bucket(&self, buckets: usize) -> usize {
        let most = 2 * max_men::<R>();
        let men = (self.occupied().count() as usize).min(most);
        men * buckets / (most + 1)
    }

    #[inline(always)]
    fn output_scale(&self) -> (i32, i32) {
        draw_scale(self)
    }

    /// All games are symmetric under left-right mirroring. Games without rows on a square
    /// board have all eight symmetries of the square.
    fn symmetries(game: R) -> Vec<Vec<u16>> {
        type SquareMap<R> = fn(R, SquareOf<R>) -> SquareOf<R>;
        let same: SquareMap<R> = |_, square| square;
        let transposed: SquareMap<R> = |_, square| Square::new(square.rank(), square.file());
        let turns: [(SquareMap<R>, SquareMap<R>); 7] = [
            (mirror_image, same),
            (rotated, same),
            (rotated, mirror_image),
            (same, transposed),
            (mirror_image, transposed),
            (rotated, transposed),
            (|game, square| mirror_image(game, rotated(game, square)), transposed),
        ];
        let all = if has_all_symmetries(game) { turns.len() } else { 1 };
        let turned = |&(first, then): &(SquareMap<R>, SquareMap<R>)| {
            let mut inputs: Vec<u16> = (0..Self::feature_set(game).len() as u16).collect();
            for color in Color::ALL {
                for square in Square::all() {
                    inputs[Self::board_feature(game, color, (), square)] =
                        Self::board_feature(game, color, (), then(game, first(game, square)))
                            as u16;
                }
            }
            if R::HAS_ROW_FEATURES {
                for (color, kind) in gaps_in_order() {
                    for square in Square::all() {
                        inputs[gap_feature::<R>(color, kind, square)] =
                            gap_feature::<R>(color, kind, then(game, first(game, square))) as u16;
                    }
                }
                for color in Color::ALL {
                    for square in Square::all() {
                        inputs[capturable_feature::<R>(color, square)] =
                            capturable_feature::<R>(color, then(game, first(game, square))) as u16;
                    }
                }
            }
            inputs
        };
        turns[..all].iter().map(turned).collect()
    }
}

/// Returns a square as seen in a view.
fn square_in_view<R: HasamiRules>(
    game: R,
    square: SquareOf<R>,
    View { perspective, mirrored }: View,
) -> SquareOf<R> {
    let square = if perspective == Color::Black { square } else { rotated(game, square) };
    if mirrored { mirror_image(game, square) } else { square }
}

/// Returns the square with the board rotated by 180 degrees. Squares off the board, which have
/// no men, stay where they are.
fn rotated<R: HasamiRules>(game: R, square: SquareOf<R>) -> SquareOf<R> {
    let shape = game.table().shape;
    if shape.squares().contains(square) { shape.rotated(square) } else { square }
}

/// Returns the square with the board mirrored left to right, like [`rotated`].
fn mirror_image<R: HasamiRules>(game: R, square: SquareOf<R>) -> SquareOf<R> {
    let shape = game.table().shape;
    if shape.squares().contains(square) { shape.mirrored(square) } else { square }
}

/// Returns true if the rules are the same under all eight symmetries of a square board.
fn has_all_symmetries<R: HasamiRules>(game: R) -> bool {
    let (rules, shape) = (&game.table().rules, game.table().shape);
    let is_square = shape.files() == shape.ranks();
    is_square && rules.rows.is_empty() && !rules.houses && rules.reach_ranks == 0
}

/// Returns the sides and kinds of gaps, in the order of their features.
fn gaps_in_order() -> impl Iterator<Item = (Color, usize)> {
    Color::ALL.into_iter().flat_map(|color| (0..gaps::KINDS).map(move |kind| (color, kind)))
}

/// Returns the feature of a gap in a row of a side.
#[inline(always)]
fn gap_feature<R: HasamiRules>(color: Color, kind: usize, square: SquareOf<R>) -> usize {
    let start = men_count_features::<R>(Color::White).end;
    start + (color.index() * gaps::KINDS + kind) * R::Geometry::SQUARES + square.index()
}

/// Returns the feature of a side's man that can be captured.
#[inline(always)]
fn capturable_feature<R: HasamiRules>(color: Color, square: SquareOf<R>) -> usize {
    let start = men_count_features::<R>(Color::White).end + 2 * gaps::KINDS * R::Geometry::SQUARES;
    start + color.index() * R::Geometry::SQUARES + square.index()
}

/// Returns the features of the numbers of a side's men.
const fn men_count_features<R: HasamiRules>(color: Color) -> std::ops::Range<usize> {
    let most = max_men::<R>();
    let start = 2 * R::Geometry::SQUARES + color.index() * most;
    start..start + most
}

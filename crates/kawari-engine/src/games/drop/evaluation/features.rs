//! Network features of the drop games: pieces by colour, kind and square, and for each kind
//! in each hand a thermometer code: one feature for the first piece, one for the second,
//! and so on, up to the number of such pieces in the game. A view is mirrored while its
//! General or King stands right of the centre.

use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::square::Square;
use crate::games::drop::kind::{KINDS, Kind};
use crate::games::drop::position::DropPosition;
use crate::games::drop::rules::{DropRules, RuleTable, SquareOf};
use crate::games::evaluation::nnue::features::{FeatureSet, NnueFeatures, View};
use crate::games::{BuiltInGame, GameInfo};

/// Number of pieces in both hands from which the last output bucket is used.
const MAX_HELD: usize = 16;

/// The numbering of a game's features: a row of squares for each colour and kind, then the
/// thermometers of the hands.
#[derive(Debug)]
pub(in crate::games::drop) struct FeatureOffsets {
    /// Index of each kind among the kinds of the game.
    rows: [usize; KINDS],
    /// Largest number of each kind in a hand.
    held: [usize; KINDS],
    /// Offset of each kind's thermometer in that of a hand.
    starts: [usize; KINDS],
    /// Number of kinds in the game.
    kinds: usize,
    /// Number of hand features of a side.
    hand: usize,
}

impl FeatureOffsets {
    /// Returns the numbering of a game.
    pub(in crate::games::drop) const fn of<G: Geometry>(
        table: &RuleTable<G>,
        info: &GameInfo,
    ) -> Self {
        let mut features =
            Self { rows: [0; KINDS], held: [0; KINDS], starts: [0; KINDS], kinds: 0, hand: 0 };
        let mut kind = 0;
        while kind < KINDS {
            let this = Kind::new(kind);
            if table.exists(this) {
                features.rows[kind] = features.kinds;
                features.kinds += 1;
                features.starts[kind] = features.hand;
                if table.can_hold(this) {
                    let letter = table.rules.pieces[this.piece()].letter();
                    features.held[kind] = pieces_at_start(letter, info);
                    features.hand += features.held[kind];
                }
            }
            kind += 1;
        }
        features
    }

    const fn board_features(&self, squares: usize) -> usize {
        2 * self.kinds * squares
    }
}

/// Returns the number of a piece in the start position, both sides together, promoted or
/// not.
const fn pieces_at_start(letter: char, info: &GameInfo) -> usize {
    let board = info.startpos.as_bytes();
    let mut pieces = 0;
    let mut at = 0;
    while board[at] != b' ' {
        pieces += (board[at].to_ascii_uppercase() as char == letter) as usize;
        at += 1;
    }
    pieces
}

/// A game with a numbering of its features.
pub(in crate::games::drop) trait HasFeatureOffsets: DropRules {
    /// Returns the numbering.
    fn feature_offsets(self) -> &'static FeatureOffsets;
}

/// The numbering of a built-in game as a constant.
trait BuiltInFeatureOffsets: DropRules + BuiltInGame {
    const FEATURE_OFFSETS: FeatureOffsets = match Self::BUILT_IN {
        Some(table) => FeatureOffsets::of(table, &Self::INFO),
        None => panic!("a built-in game has a table"),
    };
}

impl<R: DropRules + BuiltInGame> BuiltInFeatureOffsets for R {}

impl<R: DropRules + BuiltInGame> HasFeatureOffsets for R {
    #[inline(always)]
    fn feature_offsets(self) -> &'static FeatureOffsets {
        const { &R::FEATURE_OFFSETS }
    }
}

/// Returns a square as seen in a view.
fn square_in_view<R: DropRules>(rules: R, square: SquareOf<R>, view: View) -> SquareOf<R> {
    let table = rules.table();
    if !table.shape.squares().contains(square) {
        return square;
    }
    let square = if view.perspective == Color::Black { square } else { table.rotated(square) };
    if view.mirrored { table.mirrored(square) } else { square }
}

/// Returns the square of a side's King with that side as Black, not mirrored.
#[inline(always)]
fn king_in_view<R: DropRules>(position: &DropPosition<R>, perspective: Color) -> SquareOf<R> {
    let king = position.king(perspective);
    match perspective {
        Color::Black => king,
        Color::White => position.table().rotated(king),
    }
}

/// Returns the number of files of the board.
#[inline(always)]
fn files<R: DropRules>(position: &DropPosition<R>) -> usize {
    if R::Geometry::IS_BOX { position.table().shape.files() } else { R::Geometry::FILES }
}

impl<R: HasFeatureOffsets> NnueFeatures for DropPosition<R> {
    const HAS_MEN_COUNTS: bool = false;

    fn feature_set(game: R) -> FeatureSet {
        let kinds = || Kind::all().filter(|&kind| game.table().exists(kind));
        let own =
            |color, perspective| if color == perspective { Color::Black } else { Color::White };
        let mut inputs = Vec::new();
        for color in Color::ALL {
            for kind in kinds() {
                for square in Square::all() {
                    inputs.push(View::ALL.map(|view| {
                        let square = square_in_view(game, square, view);
                        Self::board_feature(game, own(color, view.perspective), kind, square) as u16
                    }));
                }
            }
        }
        let mut exclusive: Vec<Vec<u16>> = Square::all()
            .map(|square: SquareOf<R>| {
                let pieces =
                    Color::ALL.into_iter().flat_map(|color| kinds().map(move |k| (color, k)));
                pieces
                    .map(|(color, kind)| Self::board_feature(game, color, kind, square) as u16)
                    .collect()
            })
            .collect();
        for color in Color::ALL {
            for kind in kinds() {
                for nth in 1..=game.feature_offsets().held[kind.index()] as u16 {
                    let input = |color| {
                        Self::hand_feature(game, color, kind, nth).unwrap_or_default() as u16
                    };
                    inputs.push(View::ALL.map(|view| input(own(color, view.perspective))));
                    exclusive.push(vec![input(color)]);
                }
            }
        }
        FeatureSet { name: "pieces-hands", inputs, exclusive, men: None, has_king_buckets: true }
    }

    #[inline(always)]
    fn board_feature(game: R, color: Color, kind: Kind, square: SquareOf<R>) -> usize {
        let features = game.feature_offsets();
        let row = color.index() * features.kinds + features.rows[kind.index()];
        row * R::Geometry::SQUARES + square.index()
    }

    #[inline(always)]
    fn hand_feature(game: R, color: Color, kind: Kind, nth: u16) -> Option<usize> {
        let features = game.feature_offsets();
        let start = features.board_features(R::Geometry::SQUARES);
        let nth = usize::from(nth).checked_sub(1)?;
        let hand = color.index() * features.hand + features.starts[kind.index()];
        (nth < features.held[kind.index()]).then_some(start + hand + nth)
    }

    #[inline(always)]
    fn is_mirrored(&self, perspective: Color) -> bool {
        king_in_view(self, perspective).file() < files(self) / 2
    }

    /// Half of the buckets are for Kings near the centre, the other half for those near an
    /// edge file. Each half has one bucket for each of the first ranks, counted from the own
    /// side, and the last one also for all ranks beyond.
    #[inline]
    fn king_bucket(&self, perspective: Color, buckets: usize) -> usize {
        let king = king_in_view(self, perspective);
        let files = files(self);
        let from_edge = king.file().min(files - 1 - king.file());
        let is_near_edge = from_edge < files.div_ceil(2) / 2;
        let ranks =
            if R::Geometry::IS_BOX { self.table().shape.ranks() } else { R::Geometry::RANKS };
        let rank = (ranks - 1 - king.rank()).min(buckets / 2 - 1);
        usize::from(is_near_edge) * (buckets / 2) + rank
    }

    #[inline]
    fn output_bucket(&self, buckets: usize) -> usize {
        let held: u32 = Color::ALL.into_iter().map(|color| self.hand(color).total()).sum();
        (held as usize).min(MAX_HELD - 1) * buckets / MAX_HELD
    }

    #[inline(always)]
    fn output_scale(&self) -> (i32, i32) {
        (1, 1)
    }
}

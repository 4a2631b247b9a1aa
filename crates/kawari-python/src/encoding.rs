//! Positions as planes and moves as indices, for learning.
//!
//! Both are from the view of the side to move: for White, the board is rotated by 180 degrees.
//! Thus the pieces of the side to move always advance towards row 0.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::{self, GameState};
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::usi::{UsiMove, UsiOrigin, UsiPieceKind, UsiSquare};
use kawari_rules::{CapturedSide, Family};

/// The planes and move indices of a game.
#[derive(Debug)]
pub struct Encoding {
    files: usize,
    ranks: usize,
    /// Both sides of every piece.
    kinds: Vec<UsiPieceKind>,
    /// Kinds that can be in hand.
    hand: Vec<UsiPieceKind>,
    /// Kinds that can be dropped: those in hand, and in some games their promoted sides.
    dropped: Vec<UsiPieceKind>,
    /// True if a piece can promote or flip.
    has_flips: bool,
    /// True if a move can turn a captured piece to its promoted side.
    has_counter_flips: bool,
}

impl Encoding {
    /// Returns the encoding of a game. It is created once.
    // A loaded game is hashed and compared by its number.
    #[allow(clippy::mutable_key_type)]
    pub fn of(variant: Variant) -> Arc<Self> {
        static ENCODINGS: Mutex<Option<HashMap<Variant, Arc<Encoding>>>> = Mutex::new(None);
        let mut encodings = ENCODINGS.lock().unwrap_or_else(PoisonError::into_inner);
        let encodings = encodings.get_or_insert_default();
        Arc::clone(encodings.entry(variant).or_insert_with(|| Arc::new(Self::new(variant))))
    }

    fn new(variant: Variant) -> Self {
        let info = variant.info();
        let pieces = game_state::open(variant).piece_set();
        let parse = |symbol: &String| symbol.parse::<UsiPieceKind>().ok();
        let hand: Vec<UsiPieceKind> = pieces.hand.iter().filter_map(parse).collect();
        let promotion = match loaded::definition(variant).family {
            Family::Drop(rules) => Some(rules.promotion),
            Family::Hasami(_) => None,
        };
        let mut dropped = hand.clone();
        if promotion.as_ref().is_some_and(|rules| rules.captured == CapturedSide::EitherSide) {
            let kinds = pieces.kinds.iter().filter(|kind| pieces.hand.contains(&kind.symbol));
            dropped.extend(kinds.filter_map(|kind| kind.other.as_ref().and_then(parse)));
        }
        Self {
            files: info.files,
            ranks: info.ranks,
            kinds: pieces.kinds.iter().filter_map(|kind| parse(&kind.symbol)).collect(),
            hand,
            dropped,
            has_flips: pieces.kinds.iter().any(|kind| kind.turn.is_some()),
            has_counter_flips: promotion.is_some_and(|rules| rules.counter_flip),
        }
    }

    fn squares(&self) -> usize {
        self.files * self.ranks
    }

    /// Returns the number of planes, ranks and files.
    pub fn shape(&self) -> [usize; 3] {
        let pieces = 2 * (self.kinds.len() + self.hand.len());
        [pieces + usize::from(self.has_counter_flips) + 3, self.ranks, self.files]
    }

    /// Returns the names of the planes.
    pub fn plane_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for side in ["own", "opponent"] {
            names.extend(self.kinds.iter().map(|kind| format!("{side} {kind}")));
        }
        for side in ["own", "opponent"] {
            names.extend(self.hand.iter().map(|kind| format!("{side} hand {kind}")));
        }
        if self.has_counter_flips {
            names.push("counter-flip mark".to_owned());
        }
        let last = ["white to move", "earlier occurrences", "half-move clock"];
        names.extend(last.map(str::to_owned));
        names
    }

    /// Returns the index of a square within a plane, as the side to move sees it.
    fn square_index(&self, square: UsiSquare, color: Color) -> usize {
        // File 1 is on the right.
        let index = square.rank() * self.files + (self.files - 1 - square.file());
        match color {
            Color::Black => index,
            Color::White => self.squares() - 1 - index,
        }
    }

    /// Returns the square with this index.
    fn square(&self, index: usize, color: Color) -> Option<UsiSquare> {
        let index = match color {
            Color::Black => index,
            Color::White => self.squares() - 1 - index,
        };
        UsiSquare::new(self.files - 1 - index % self.files, index / self.files)
    }

    /// Writes the planes of a position, one byte for each square. `planes` is filled with 0.
    /// Numbers above 255 are written as 255.
    pub fn write_planes(&self, state: &dyn GameState, planes: &mut [u8]) {
        let (color, squares) = (state.side_to_move(), self.squares());
        let hands = 2 * self.kinds.len();
        let mark = hands + 2 * self.hand.len();
        for index in 0..squares {
            let Some(square) = self.square(index, color) else { continue };
            let Some(piece) = state.piece_at(square) else { continue };
            let side = usize::from(piece.color != color);
            if let Some(kind) = self.kinds.iter().position(|&kind| kind == piece.kind) {
                planes[(side * self.kinds.len() + kind) * squares + index] = 1;
            }
            if self.has_counter_flips && piece.is_marked {
                planes[mark * squares + index] = 1;
            }
        }
        let mut fill = |plane: usize, number: u32| {
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            planes[plane * squares..][..squares].fill(number);
        };
        for (side, color) in [color, !color].into_iter().enumerate() {
            for (kind, count) in state.hand(color) {
                if let Some(kind) = self.hand.iter().position(|&known| known == kind) {
                    fill(hands + side * self.hand.len() + kind, count.into());
                }
            }
        }
        let counts = state.rule_counts();
        let last = mark + usize::from(self.has_counter_flips);
        fill(last, u32::from(color == Color::White));
        fill(last + 1, counts.repetition.occurrences - 1);
        fill(last + 2, counts.clock.map_or(0, |clock| clock.played));
    }

    /// Number of values of an origin: squares, squares with a flip, dropped kinds, and squares
    /// of counter-flips with and without a flip.
    fn origins(&self) -> usize {
        let boards = 1 + usize::from(self.has_flips) + 2 * usize::from(self.has_counter_flips);
        boards * self.squares() + self.dropped.len()
    }

    /// Returns the number of move indices.
    pub fn move_indices(&self) -> usize {
        self.origins() * self.squares()
    }

    /// Returns the index of a move of a side; `None` if the game has no such move.
    pub fn move_index(&self, mv: UsiMove, color: Color) -> Option<usize> {
        let squares = self.squares();
        let is_on_board =
            |square: UsiSquare| square.file() < self.files && square.rank() < self.ranks;
        if mv == UsiMove::pass() {
            return Some(0);
        }
        let origin = match mv.origin {
            UsiOrigin::Board(from) if is_on_board(from) => {
                let from = self.square_index(from, color);
                let flips = usize::from(self.has_flips);
                match (mv.is_flip, mv.is_counter_flip) {
                    (false, false) => from,
                    (true, false) if self.has_flips => squares + from,
                    (is_flip, true) if self.has_counter_flips => {
                        let boards = 1 + flips + usize::from(is_flip);
                        boards * squares + self.dropped.len() + from
                    }
                    _ => return None,
                }
            }
            UsiOrigin::Board(_) => return None,
            UsiOrigin::Hand(kind) => {
                let kind = self.dropped.iter().position(|&known| known == kind)?;
                (1 + usize::from(self.has_flips)) * squares + kind
            }
        };
        is_on_board(mv.to).then(|| origin * squares + self.square_index(mv.to, color))
    }

    /// Returns the move with an index; `None` if the index is too large. The move may be illegal.
    pub fn move_at(&self, index: usize, color: Color) -> Option<UsiMove> {
        if index == 0 {
            return Some(UsiMove::pass());
        }
        let squares = self.squares();
        let (origin, to) = (index / squares, self.square(index % squares, color)?);
        let plain = (1 + usize::from(self.has_flips)) * squares;
        let board = |index: usize, is_flip, is_counter_flip| {
            let origin = UsiOrigin::Board(self.square(index % squares, color)?);
            Some(UsiMove { origin, to, is_flip, is_counter_flip })
        };
        if origin < plain {
            return board(origin, origin >= squares, false);
        }
        match self.dropped.get(origin - plain) {
            Some(&kind) => {
                let origin = UsiOrigin::Hand(kind);
                Some(UsiMove { origin, to, is_flip: false, is_counter_flip: false })
            }
            None if origin < self.origins() => {
                let index = origin - plain - self.dropped.len();
                board(index, index >= squares, true)
            }
            None => None,
        }
    }
}

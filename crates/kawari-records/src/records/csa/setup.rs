//! Start positions in CSA files.

use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::{self, GameState};
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::usi::{UsiPiece, UsiPieceKind, UsiSquare};

use super::{HAND, kind, square};
use crate::records::setup_position::SetupPosition;
use crate::records::{MINISHOGI, SHOGI};

/// In place of a piece: all pieces that are not on the board.
const ALL_OTHERS: &str = "AL";

/// A start position.
#[derive(Default)]
pub struct Setup {
    /// Squares that `PI` empties on the start position; `None` without `PI`.
    removed: Option<Vec<UsiSquare>>,
    /// Pieces of the ranks `P1`, `P2` and so on, from the highest file.
    ranks: Vec<Vec<Option<UsiPiece>>>,
    /// Single pieces on the board.
    pieces: Vec<(UsiSquare, UsiPiece)>,
    /// Pieces in hand.
    hands: Vec<UsiPiece>,
    /// Side that has all other pieces in hand.
    has_others: Option<Color>,
    /// True if White moves first.
    pub is_white_to_move: bool,
    /// Comments before the first move.
    pub comments: Vec<String>,
}

impl Setup {
    /// Adds a line that begins with `P`. Returns `None` if it is malformed.
    pub fn add(&mut self, line: &str) -> Option<()> {
        let rest = line.get(2..)?;
        match line.get(1..2)? {
            "I" => {
                let removed = self.removed.get_or_insert_default();
                for item in chunks(rest.trim(), 4)? {
                    removed.push(square(item.get(..2)?)?);
                }
            }
            sign @ ("+" | "-") => {
                let color = if sign == "+" { Color::Black } else { Color::White };
                for item in chunks(rest.trim(), 4)? {
                    self.add_piece(item, color)?;
                }
            }
            rank => {
                let expected = self.ranks.len() + 1;
                if rank.parse() != Ok(expected) {
                    return None;
                }
                // A blank may be missing at the end of the line.
                let rest = format!("{rest}{}", " ".repeat((3 - rest.len() % 3) % 3));
                self.ranks.push(chunks(&rest, 3)?.map(cell).collect::<Option<_>>()?);
            }
        }
        Some(())
    }

    fn add_piece(&mut self, item: &str, color: Color) -> Option<()> {
        let (at, piece) = item.split_at_checked(2)?;
        if piece == ALL_OTHERS {
            self.has_others = Some(color);
            return Some(());
        }
        let piece = UsiPiece { color, kind: kind(piece)?, is_marked: false };
        if at == HAND {
            self.hands.push(piece);
        } else {
            self.pieces.push((square(at)?, piece));
        }
        Some(())
    }

    /// Returns the game and its start position as SFEN.
    pub fn start(&self, fallback: Option<Variant>) -> Result<(Variant, Option<String>), String> {
        let name = match (self.ranks.len(), fallback.map(|variant| variant.info().name)) {
            (5, _) | (0, Some(MINISHOGI)) => MINISHOGI,
            (0 | 9, _) => SHOGI,
            (ranks, _) => return Err(format!("the position has {ranks} ranks (expected 9 or 5)")),
        };
        let variant: Variant = name.parse().map_err(|error| format!("{error}"))?;
        let is_plain = self.ranks.is_empty() && self.pieces.is_empty() && self.hands.is_empty();
        let has_removed = self.removed.as_ref().is_some_and(|removed| !removed.is_empty());
        if is_plain && !has_removed && !self.is_white_to_move && self.has_others.is_none() {
            return Ok((variant, None));
        }
        let initial = game_state::open(variant);
        let ranks = self.board(&*initial)?;
        let mut hands = self.hands.clone();
        if let Some(color) = self.has_others {
            hands.extend(others(&*initial, &ranks, &self.hands, color));
        }
        let is_white_to_move = self.is_white_to_move;
        let position = SetupPosition { ranks, hands, is_white_to_move };
        Ok((variant, Some(position.sfen())))
    }

    /// Returns the squares of each rank, from the highest file.
    fn board(&self, initial: &dyn GameState) -> Result<Vec<Vec<Option<UsiPiece>>>, String> {
        let info = initial.info();
        let mut ranks = match (&self.removed, self.ranks.is_empty()) {
            (_, false) => self.ranks.clone(),
            (Some(_), true) => initial_board(initial),
            (None, true) => vec![vec![None; info.files]; info.ranks],
        };
        let wrong = ranks.iter().position(|squares| squares.len() != info.files);
        if let Some(rank) = wrong {
            let found = ranks[rank].len();
            return Err(format!("rank {} of the position has {found} squares", rank + 1));
        }
        let removed = self.removed.iter().flatten().map(|&at| (at, None));
        let placed = self.pieces.iter().map(|&(at, piece)| (at, Some(piece)));
        for (at, piece) in removed.chain(placed) {
            let column = info.files.checked_sub(at.file() + 1);
            let squares = ranks.get_mut(at.rank());
            let square = squares.zip(column).and_then(|(squares, column)| squares.get_mut(column));
            *square.ok_or_else(|| format!("the square {at} is not on the board"))? = piece;
        }
        Ok(ranks)
    }
}

/// Returns the squares of each rank of a position, from the highest file.
fn initial_board(initial: &dyn GameState) -> Vec<Vec<Option<UsiPiece>>> {
    let info = initial.info();
    let piece = |file, rank| initial.piece_at(UsiSquare::new(file, rank)?);
    let squares = |rank| (0..info.files).rev().map(|file| piece(file, rank)).collect();
    (0..info.ranks).map(squares).collect()
}

/// Returns the pieces of the start position that are neither on a board nor in a hand, Kings
/// excepted, for the hand of a side.
fn others(
    initial: &dyn GameState,
    board: &[Vec<Option<UsiPiece>>],
    hands: &[UsiPiece],
    color: Color,
) -> Vec<UsiPiece> {
    let all = initial_board(initial).into_iter().flatten().flatten();
    let mut rest: Vec<char> = all.map(|piece| piece.kind.letter).collect();
    for piece in board.iter().flatten().flatten().chain(hands) {
        if let Some(at) = rest.iter().position(|&letter| letter == piece.kind.letter) {
            rest.swap_remove(at);
        }
    }
    let rest = rest.into_iter().filter(|&letter| letter != 'K');
    rest.map(|letter| UsiPiece {
        color,
        kind: UsiPieceKind { letter, is_promoted: false },
        is_marked: false,
    })
    .collect()
}

/// Splits an ASCII text into parts of equal length.
fn chunks(text: &str, length: usize) -> Option<impl Iterator<Item = &str>> {
    let is_regular = text.is_ascii() && text.len().is_multiple_of(length);
    is_regular.then(|| (0..text.len()).step_by(length).map(move |at| &text[at..at + length]))
}

/// Reads a square of a rank: `+FU`, `-KY` or ` * `. The outer value is `None` for other texts.
fn cell(text: &str) -> Option<Option<UsiPiece>> {
    let color = match text.get(..1)? {
        "+" => Color::Black,
        "-" => Color::White,
        _ => return (text.trim() == "*").then_some(None),
    };
    Some(Some(UsiPiece { color, kind: kind(&text[1..])?, is_marked: false }))
}

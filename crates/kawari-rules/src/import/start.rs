//! The start position: from FEN to SFEN.

use std::collections::BTreeMap;

use super::piece_types::PieceType;
use super::variant::Variant;

/// The start position of Fairy-Stockfish if a section has none.
pub(super) const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Largest number of pieces of a type in a hand.
const MAX_HAND: u32 = 99;

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub(super) kind: PieceType,
    pub(super) is_promoted: bool,
    /// True if the first player, who has upper-case letters, owns it.
    pub(super) is_first: bool,
}

/// A start position.
#[derive(Debug)]
pub(super) struct Start {
    /// Squares by rank, from the farthest rank of the first player, and from left to right.
    pub(super) board: Vec<Vec<Option<Placed>>>,
    /// Pieces in hand of the first and the second player.
    pub(super) hands: [BTreeMap<PieceType, u32>; 2],
    is_first_to_move: bool,
    /// True if the position has a castling right.
    pub(super) has_castling_rights: bool,
    /// Number of checks that win, if the position has one.
    pub(super) checks: Option<String>,
}

impl Start {
    pub(super) fn read(fen: &str, variant: &Variant, size: (u8, u8)) -> Result<Self, String> {
        let mut fields = fen.split_ascii_whitespace();
        let placement = fields.next().ok_or("found no pieces")?;
        let (board, hands) = match placement.split_once('[') {
            Some((board, hands)) => (board, hands.split(']').next().unwrap_or("")),
            None => (placement, ""),
        };
        let side = fields.next().unwrap_or("w");
        let rest: Vec<&str> = fields.collect();
        let castling =
            rest.first().filter(|field| !field.starts_with(|c: char| c.is_ascii_digit()));
        Ok(Self {
            board: read_board(board, variant, size)?,
            hands: read_hands(hands, variant)?,
            is_first_to_move: !side.starts_with('b'),
            has_castling_rights: castling.is_some_and(|field| field.contains(char::is_alphabetic)),
            checks: rest.iter().find(|field| field.contains('+')).map(|&field| field.to_owned()),
        })
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = Placed> {
        self.board.iter().flatten().flatten().copied()
    }

    /// Returns the number of pieces of a type, on either side up, that a player has on the board and in
    /// hand.
    pub(super) fn total(&self, kind: PieceType, is_first: bool) -> u32 {
        let on_board =
            self.pieces().filter(|placed| placed.kind == kind && placed.is_first == is_first);
        let held = self.hands[usize::from(!is_first)].get(&kind).copied().unwrap_or(0);
        on_board.count() as u32 + held
    }

    /// Returns the SFEN. `order` has the types from the strongest to the weakest.
    pub(super) fn sfen(&self, variant: &Variant, order: &[PieceType]) -> String {
        let letter = |kind: PieceType, is_first: bool| {
            let letter = variant.pieces.get(&kind).map_or('?', |piece| piece.letter);
            if is_first { letter } else { letter.to_ascii_lowercase() }
        };
        let mut text = String::new();
        for (row, index) in self.board.iter().zip(0..) {
            if index > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for square in row.iter().map(Some).chain([None]) {
                if let Some(None) = square {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                if let Some(Some(placed)) = square {
                    text.push_str(if placed.is_promoted { "+" } else { "" });
                    text.push(letter(placed.kind, placed.is_first));
                }
            }
        }
        text.push_str(if self.is_first_to_move { " b " } else { " w " });
        let before_hands = text.len();
        for (hand, is_first) in self.hands.iter().zip([true, false]) {
            for kind in order {
                let count = hand.get(kind).copied().unwrap_or(0);
                if count > 1 {
                    text.push_str(&count.to_string());
                }
                if count > 0 {
                    text.push(letter(*kind, is_first));
                }
            }
        }
        if text.len() == before_hands {
            text.push('-');
        }
        text.push_str(" 1");
        text
    }
}

fn read_board(
    text: &str,
    variant: &Variant,
    (files, ranks): (u8, u8),
) -> Result<Vec<Vec<Option<Placed>>>, String> {
    let found = text.split('/').count();
    if found > usize::from(ranks) {
        return Err(format!("found {found} ranks, expected {ranks}"));
    }
    let mut board = Vec::new();
    for row in text.split('/') {
        let mut squares = read_row(row, variant, files)?;
        // Fairy-Stockfish leaves the rest of a short rank empty.
        squares.resize(usize::from(files), None);
        board.push(squares);
    }
    board.resize(usize::from(ranks), vec![None; usize::from(files)]);
    Ok(board)
}

fn read_row(row: &str, variant: &Variant, files: u8) -> Result<Vec<Option<Placed>>, String> {
    let mut squares = Vec::new();
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(digit) = letter.to_digit(10) {
            let run = match letters.peek().and_then(|next| next.to_digit(10)) {
                Some(second) => {
                    letters.next();
                    10 * digit + second
                }
                None => digit,
            };
            squares.resize(squares.len() + run as usize, None);
        } else {
            let is_promoted = letter == '+';
            let letter = if is_promoted { letters.next().unwrap_or('+') } else { letter };
            let kind = match letter {
                '*' => return Err("walls on the board are not supported".to_owned()),
                '~' => return Err("promoted pieces with \"~\" are not supported".to_owned()),
                _ => variant.piece(letter),
            };
            let kind = kind.ok_or_else(|| format!("found \"{letter}\", expected a piece"))?;
            if is_promoted && !variant.promoted.contains_key(&kind) {
                return Err(format!("found \"+{letter}\", but the piece has no promoted type"));
            }
            let is_first = letter.is_ascii_uppercase();
            squares.push(Some(Placed { kind, is_promoted, is_first }));
        }
        if squares.len() > usize::from(files) {
            return Err(format!("found rank \"{row}\", expected {files} squares"));
        }
    }
    Ok(squares)
}

fn read_hands(text: &str, variant: &Variant) -> Result<[BTreeMap<PieceType, u32>; 2], String> {
    let mut hands = [BTreeMap::new(), BTreeMap::new()];
    for letter in text.chars().filter(|letter| *letter != '-') {
        let kind = variant.piece(letter);
        let kind = kind.ok_or_else(|| format!("found \"{letter}\" in hand, expected a piece"))?;
        let count = hands[usize::from(letter.is_ascii_lowercase())].entry(kind).or_insert(0);
        *count += 1;
        if *count > MAX_HAND {
            return Err(format!("found more than {MAX_HAND} pieces \"{letter}\" in hand"));
        }
    }
    Ok(hands)
}

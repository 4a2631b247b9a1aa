//! Conversion of moves that depends on the pieces on the board: xboard writes a flip with the
//! letter of the piece's new side.

use std::collections::HashMap;

use super::variants::XboardVariant;
use crate::chess::BoardSize;
use kawari_engine::games::GameInfo;

/// The pieces of a position, by the chess names of their squares.
#[derive(Debug)]
pub struct PieceLetters {
    xboard_variant: XboardVariant,
    board: BoardSize,
    /// Letters in upper case, one for each side of a piece.
    pieces: HashMap<String, PieceLetter>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PieceLetter {
    /// A side that has a letter.
    Letter(char),
    /// A promoted side without a letter, written as `+` and the letter of the other side.
    Promoted(char),
}

impl PieceLetters {
    /// Returns the pieces of a position.
    pub fn of(game: &GameInfo, sfen: &str, xboard_variant: XboardVariant) -> Self {
        let board = BoardSize::of(game);
        let written = xboard_variant.write(sfen.split(' ').next().unwrap_or_default());
        let mut pieces = HashMap::new();
        for (row, rank) in written.split('/').zip((1..=board.ranks).rev()) {
            let mut file = b'a';
            let mut is_promoted = false;
            for letter in row.chars() {
                match letter {
                    '+' => is_promoted = true,
                    digit if digit.is_ascii_digit() => file += digit as u8 - b'0',
                    letter => {
                        let letter = letter.to_ascii_uppercase();
                        let piece_letter = if is_promoted {
                            PieceLetter::Promoted(letter)
                        } else {
                            PieceLetter::Letter(letter)
                        };
                        pieces.insert(format!("{}{rank}", char::from(file)), piece_letter);
                        (file, is_promoted) = (file + 1, false);
                    }
                }
            }
        }
        Self { xboard_variant, board, pieces }
    }

    /// Converts a move from USI to CECP, and plays it on the stored pieces.
    pub fn write(&mut self, usi: &str) -> String {
        let usi = usi.trim_end_matches('!');
        if let Some((piece, square)) = usi.split_once('*') {
            let letter = self.xboard_variant.write(piece);
            let written = self.board.to_chess(&format!("{letter}*{square}"));
            let written = written.unwrap_or_else(|| usi.to_owned());
            if let (Some(letter), Some((_, square))) =
                (letter.chars().next(), written.split_once('@'))
            {
                self.pieces.insert(square.to_owned(), PieceLetter::Letter(letter));
            }
            return written;
        }
        let (plain, is_flip) = match usi.strip_suffix('+') {
            Some(plain) => (plain, true),
            None => (usi, false),
        };
        let Some(chess) = self.board.to_chess(plain) else { return usi.to_owned() };
        let (from, to) = chess.split_at(2);
        let Some(piece_letter) = self.pieces.remove(from) else { return chess };
        let after = if is_flip { self.flip(piece_letter) } else { piece_letter };
        self.pieces.insert(to.to_owned(), after);
        match after {
            _ if !is_flip => chess,
            PieceLetter::Letter(letter) => format!("{chess}{}", letter.to_ascii_lowercase()),
            PieceLetter::Promoted(_) => format!("{chess}+"),
        }
    }

    /// Converts a move from CECP to USI; `None` if the word is not a move.
    pub fn read(&self, word: &str) -> Option<String> {
        if let Some((piece, square)) = word.split_once('@') {
            let piece = self.xboard_variant.read(&piece.to_ascii_uppercase());
            return self.board.to_usi(&format!("{piece}@{square}"));
        }
        let (squares, suffix) = word.split_at_checked(4)?;
        let usi = self.board.to_usi(squares)?;
        let mut suffix = suffix.trim_start_matches('=').chars();
        let is_flip = match (suffix.next(), suffix.next()) {
            (None, _) => false,
            (Some('+'), None) => true,
            (Some(letter), None) => {
                let piece_letter = *self.pieces.get(&squares[..2])?;
                let becomes = PieceLetter::Letter(letter.to_ascii_uppercase());
                if becomes != piece_letter && becomes != self.flip(piece_letter) {
                    return None;
                }
                becomes != piece_letter
            }
            _ => return None,
        };
        Some(if is_flip { usi + "+" } else { usi })
    }

    /// Returns the letters of both sides of the piece on a square, the side that it can flip to
    /// first.
    pub fn promotion_choices(&self, square: &str) -> Option<String> {
        let piece_letter = *self.pieces.get(square)?;
        let letter = |piece_letter| match piece_letter {
            PieceLetter::Letter(letter) => letter.to_string(),
            PieceLetter::Promoted(_) => "+".to_owned(),
        };
        Some(letter(self.flip(piece_letter)) + &letter(piece_letter))
    }

    /// Returns true if a piece is on the square.
    pub fn is_occupied(&self, square: &str) -> bool {
        self.pieces.contains_key(square)
    }

    fn flip(&self, piece_letter: PieceLetter) -> PieceLetter {
        match piece_letter {
            PieceLetter::Letter(letter) => {
                match (self.xboard_variant.flipped(letter), self.xboard_variant.unflipped(letter)) {
                    (Some(other), _) | (None, Some(other)) => PieceLetter::Letter(other),
                    (None, None) => PieceLetter::Promoted(letter),
                }
            }
            PieceLetter::Promoted(letter) => PieceLetter::Letter(letter),
        }
    }
}

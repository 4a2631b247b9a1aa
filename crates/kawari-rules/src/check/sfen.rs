//! The SFENs of the start and handicap positions.

use indexmap::IndexMap;

use super::Checks;
use super::general::MAX_HANDICAPS;
use crate::drop::{CapturedSide, DropDefinition, Piece};
use crate::model::{Family, GameDefinition, General};

/// A piece on the board.
pub(crate) struct Placed {
    /// File, from 1 at Black's right.
    pub(crate) file: u8,
    /// Rank, from 0 at White's side.
    pub(crate) rank: u8,
    pub(crate) is_white: bool,
    /// Upper-case letter of the piece; `P` in the Hasami family.
    pub(crate) letter: String,
    pub(crate) is_promoted: bool,
}

/// The contents of an SFEN.
#[derive(Default)]
pub(crate) struct Start {
    pub(crate) board: Vec<Placed>,
    pub(crate) white_to_move: bool,
    /// Pieces in both hands, by color and letter.
    pub(crate) hands: [IndexMap<String, u32>; 2],
}

impl Start {
    /// Returns the number of pieces of a letter that a side has on the board and in hand.
    pub(crate) fn count(&self, is_white: bool, letter: &str) -> u32 {
        let has = |placed: &&Placed| placed.is_white == is_white && placed.letter == letter;
        let held = self.hands[usize::from(is_white)].get(letter).copied().unwrap_or(0);
        self.board.iter().filter(has).count() as u32 + held
    }
}

impl Checks {
    /// Checks all SFENs. Returns the positions that could be read, with their keys.
    pub(super) fn check_starts<'a>(
        &mut self,
        general: &'a General,
        rules: Option<&DropDefinition>,
    ) -> Vec<(Vec<&'a str>, Start)> {
        let handicaps = general
            .handicaps
            .iter()
            .take(MAX_HANDICAPS)
            .map(|(name, sfen)| (vec!["handicaps", name], sfen));
        let mut starts = Vec::new();
        for (path, sfen) in std::iter::once((vec!["start"], &general.start)).chain(handicaps) {
            match (SfenReader { size: self.size, rules }).read(sfen) {
                Ok(start) => starts.push((path, start)),
                Err(message) => self.add(&path, message),
            }
        }
        starts
    }
}

/// Reads an SFEN of a valid definition.
///
/// Returns `None` if the SFEN is not one of this game.
pub(crate) fn read_sfen(game: &GameDefinition, sfen: &str) -> Option<Start> {
    let rules = match &game.family {
        Family::Drop(rules) => Some(&**rules),
        Family::Hasami(_) => None,
    };
    SfenReader { size: (game.general.files, game.general.ranks), rules }.read(sfen).ok()
}

struct SfenReader<'a> {
    size: (u8, u8),
    /// Absent in the Hasami family, whose only letter is P.
    rules: Option<&'a DropDefinition>,
}

impl SfenReader<'_> {
    fn read(&self, sfen: &str) -> Result<Start, String> {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let &[board, side, hands, number] = fields.as_slice() else {
            let found = if sfen.is_empty() { 0 } else { fields.len() };
            return Err(format!("found {found} fields, expected 4 such as \"… b - 1\""));
        };
        let mut start = Start::default();
        self.read_board(board, &mut start)?;
        if !matches!(side, "b" | "w") {
            return Err(format!("found side \"{side}\", expected \"b\" or \"w\""));
        }
        start.white_to_move = side == "w";
        if hands != "-" {
            self.read_hands(hands, &mut start)?;
        }
        if !number.parse::<u16>().is_ok_and(|number| number > 0) {
            return Err(format!("found move number \"{number}\", expected 1 to 65535"));
        }
        let pieces =
            start.hands.iter().flat_map(IndexMap::values).sum::<u32>() as usize + start.board.len();
        let squares = usize::from(self.size.0) * usize::from(self.size.1);
        if pieces > squares {
            return Err(format!("found {pieces} pieces, expected at most {squares}"));
        }
        Ok(start)
    }

    fn read_board(&self, board: &str, start: &mut Start) -> Result<(), String> {
        let (files, ranks) = self.size;
        let found = board.split('/').count();
        if found != usize::from(ranks) {
            return Err(format!("found {found} ranks, expected {ranks}"));
        }
        for (text, rank) in board.split('/').zip(0..) {
            let name = char::from(b'a' + rank);
            let length = self.read_rank(text, rank, start)?;
            if length != u32::from(files) {
                return Err(format!("found {length} squares on rank {name}, expected {files}"));
            }
        }
        Ok(())
    }

    /// Reads a rank. Returns its length.
    fn read_rank(&self, text: &str, rank: u8, start: &mut Start) -> Result<u32, String> {
        let files = u32::from(self.size.0);
        let mut length = 0;
        let mut rest = text;
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                let run = &rest[..digits];
                let empty = run.parse().ok().filter(|empty| (1..=files).contains(empty));
                length += empty.filter(|_| !run.starts_with('0')).ok_or_else(|| {
                    format!("found a run of {run} empty squares, expected 1 to {files}")
                })?;
                rest = &rest[digits..];
            } else {
                let (letter, piece, is_promoted);
                (letter, piece, is_promoted, rest) = self.read_piece(rest)?;
                length += 1;
                // The file is correct if the rank has the right length.
                let file = files.saturating_sub(length) as u8 + 1;
                let is_white = letter.is_ascii_lowercase();
                start.board.push(Placed { file, rank, is_white, letter: piece, is_promoted });
            }
            if length > files {
                break;
            }
        }
        Ok(length)
    }

    /// Reads a piece. Returns its letter in the text, its letter in the definition, whether
    /// it is promoted, and the rest of the text.
    fn read_piece<'a>(&self, text: &'a str) -> Result<(char, String, bool, &'a str), String> {
        let after_plus = text.strip_prefix('+');
        let mut rest = after_plus.unwrap_or(text).chars();
        let letter = rest.next().ok_or("expected a letter at the end")?;
        let upper = letter.to_ascii_uppercase().to_string();
        let (name, has_promoted) = match self.rules {
            None if upper == "P" => (upper, true),
            None => return Err(format!("found \"{letter}\", expected \"P\", \"p\" or a number")),
            Some(rules) => {
                let (name, piece) = find_piece(rules, &upper).ok_or_else(|| {
                    format!("found \"{letter}\", expected a letter of a piece or a number")
                })?;
                (name.clone(), piece.promoted.is_some())
            }
        };
        if after_plus.is_some() && !has_promoted {
            return Err(format!("found \"+{letter}\", but {name} has no promoted side"));
        }
        Ok((letter, name, after_plus.is_some(), rest.as_str()))
    }

    fn read_hands(&self, hands: &str, start: &mut Start) -> Result<(), String> {
        let fail = || format!("found hands \"{hands}\", expected \"-\" or pieces such as \"2Pr\"");
        let rules = self.rules.filter(|_| !hands.is_empty()).ok_or_else(fail)?;
        let mut rest = hands;
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count = if digits == 0 { Ok(1) } else { rest[..digits].parse::<u8>() };
            let (letter, name, is_promoted);
            (letter, name, is_promoted, rest) = self.read_piece(&rest[digits..])?;
            let piece = &rules.pieces[&name];
            let side = rules.captured_side(piece);
            let count = count.ok().filter(|&count| count > 0).ok_or_else(fail)?;
            if piece.royal {
                return Err(format!("found the royal piece \"{letter}\" in hand"));
            }
            if is_promoted && side != CapturedSide::SameSide {
                return Err(format!("found \"+{letter}\" in hand, where pieces are unpromoted"));
            }
            let hand = &mut start.hands[usize::from(letter.is_ascii_lowercase())];
            *hand.entry(name).or_insert(0) += u32::from(count);
        }
        Ok(())
    }
}

fn find_piece<'a>(rules: &'a DropDefinition, letter: &str) -> Option<(&'a String, &'a Piece)> {
    let by_alias = || rules.pieces.iter().find(|(_, piece)| piece.alias.as_deref() == Some(letter));
    rules.pieces.get_key_value(letter).or_else(by_alias)
}

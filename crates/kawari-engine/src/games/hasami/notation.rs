//! SFEN, USI and record notation of the Hasami family.

use std::cmp::Reverse;

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rules::{BitboardOf, HasamiRules, SquareOf};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::position::Position;
use crate::core::square::Square;
use crate::notation::Notation;
use crate::notation::error::{MoveError, SfenError};
use crate::notation::illegal_reason::IllegalReason;
use crate::notation::move_details::{CapturedPiece, MoveDetails, PieceKindInfo, PieceSet};
use crate::notation::sfen::{self, Fields};
use crate::notation::usi::{UsiMove, UsiOrigin, UsiPiece, UsiPieceKind, UsiSquare};

/// SFEN letter of a Black man.
const MAN: char = 'P';
/// Record of a pass.
const PASS: &str = "pass";

/// A parsed record move.
struct RecordMove<'a, R: HasamiRules> {
    mv: HasamiMove<R::Geometry>,
    capture: bool,
    /// List of captured squares, including its brackets.
    captured: Option<&'a str>,
}

impl<R: HasamiRules> HasamiPosition<R> {
    fn usi_piece(&self, square: SquareOf<R>) -> Option<UsiPiece> {
        let color = Color::ALL.into_iter().find(|&color| self.men(color).contains(square))?;
        let kind = UsiPieceKind { letter: MAN, is_promoted: false };
        Some(UsiPiece { color, kind, is_marked: false })
    }

    /// Sorts captured squares for a record: by distance from the target, then from
    /// rank `a` down, then from the highest file.
    fn record_order(to: SquareOf<R>, captured: BitboardOf<R>) -> Vec<SquareOf<R>> {
        // Sorting numbers instead of squares compiles the sort once and not for every variant.
        let key = |square: SquareOf<R>| {
            let distance = square.file().abs_diff(to.file()) + square.rank().abs_diff(to.rank());
            (distance, square.rank(), Reverse(square.file()))
        };
        let mut keys: Vec<(usize, usize, Reverse<usize>)> = captured.into_iter().map(key).collect();
        keys.sort_unstable();
        keys.into_iter().map(|(_, rank, Reverse(file))| Square::new(file, rank)).collect()
    }

    fn format_captured(to: SquareOf<R>, captured: BitboardOf<R>) -> String {
        let squares = Self::record_order(to, captured);
        let names: Vec<String> = squares.iter().map(Square::to_string).collect();
        format!("({})", names.join(","))
    }

    fn split_record(word: &str) -> Option<RecordMove<'_, R>> {
        let (from, rest) = word.split_at_checked(word.find(['-', 'x'])?)?;
        let from = Square::parse(from)?;
        let capture = rest.starts_with('x');
        let (to, list) = rest[1..].split_at(rest[1..].find('(').unwrap_or(rest.len() - 1));
        let to = Square::parse(to)?;
        let captured = Some(list).filter(|list| !list.is_empty());
        let is_list = |list: &str| list.starts_with('(') && list.ends_with(')');
        (from != to && captured.is_none_or(|list| capture && is_list(list))).then_some(RecordMove {
            mv: HasamiMove { from, to },
            capture,
            captured,
        })
    }
}

impl<R: HasamiRules> Notation for HasamiPosition<R> {
    fn from_sfen(rules: R, text: &str) -> Result<(Self, u32), SfenError> {
        let fields = Fields::parse(text)?;
        let mut men = [Bitboard::EMPTY; 2];
        sfen::read_board(rules.table().shape, fields.board, |square, piece| {
            let side = &mut men[piece.color.index()];
            *side = side.with(square);
            piece.letter == MAN && !piece.marked
        })?;
        if fields.hands != "-" {
            return Err(SfenError::Hand(fields.hands.to_owned()));
        }
        Ok((Self::new(rules, men, fields.side), fields.move_number))
    }

    fn sfen(&self, move_number: u32) -> String {
        let board = sfen::write_board(self.table().shape, |square| self.usi_piece(square));
        format!("{board} {} - {move_number}", self.side_to_move().letter())
    }

    fn piece_at(&self, square: UsiSquare) -> Option<UsiPiece> {
        self.usi_piece(square.try_into().ok()?)
    }

    fn usi(&self, mv: Self::Move) -> UsiMove {
        if mv.is_pass() {
            return UsiMove::pass();
        }
        let HasamiMove { from, to } = mv;
        let origin = UsiOrigin::Board(from.into());
        UsiMove { origin, to: to.into(), is_flip: false, is_counter_flip: false }
    }

    fn move_from_usi(&self, mv: UsiMove) -> Option<Self::Move> {
        if mv == UsiMove::pass() {
            return Some(HasamiMove::PASS);
        }
        let UsiMove { origin: UsiOrigin::Board(from), to, is_flip: false, is_counter_flip: false } =
            mv
        else {
            return None;
        };
        Some(HasamiMove { from: from.try_into().ok()?, to: to.try_into().ok()? })
    }

    fn illegal_reason(&self, mv: Self::Move) -> Option<IllegalReason> {
        self.find_illegal_reason(mv)
    }

    fn move_record(&self, mv: Self::Move) -> String {
        if mv.is_pass() {
            return PASS.to_owned();
        }
        let captured = self.captured_by(mv);
        if captured.is_empty() {
            format!("{}-{}", mv.from, mv.to)
        } else {
            format!("{}x{}{}", mv.from, mv.to, Self::format_captured(mv.to, captured))
        }
    }

    /// Parses a move in the format of [`Notation::move_record`]. The list of captured
    /// squares may be omitted.
    fn parse_move_record(&self, word: &str) -> Result<Self::Move, MoveError> {
        if word == PASS && self.is_legal(HasamiMove::PASS) {
            return Ok(HasamiMove::PASS);
        }
        let written = Self::split_record(word).ok_or_else(|| MoveError::Syntax(word.to_owned()))?;
        let mv = written.mv;
        if !self.is_legal(mv) {
            return Err(self.illegal_move(mv, word.to_owned()));
        }
        let captured = self.captured_by(mv);
        let list_matches = |list| list == Self::format_captured(mv.to, captured);
        let matches =
            written.capture == captured.is_occupied() && written.captured.is_none_or(list_matches);
        if matches { Ok(mv) } else { Err(MoveError::illegal(word)) }
    }

    fn move_details(&self, mv: Self::Move) -> MoveDetails {
        let man = || MAN.to_string();
        let captured = Self::record_order(mv.to, self.captured_by(mv)).into_iter();
        let captures = captured.map(|square| CapturedPiece {
            square: square.to_string(),
            piece: man(),
            hand: None,
        });
        MoveDetails {
            from: (!mv.is_pass()).then(|| mv.from.to_string()),
            to: if mv.is_pass() { PASS.to_owned() } else { mv.to.to_string() },
            piece: man(),
            written: man(),
            becomes: man(),
            turn: None,
            counter_flip: false,
            captures: captures.collect(),
        }
    }

    fn piece_set(&self) -> PieceSet {
        let rules = &self.table().rules;
        let steps = |length: isize| vec![(length, 0), (-length, 0), (0, length), (0, -length)];
        let diagonal = |length: isize| {
            vec![(length, length), (length, -length), (-length, length), (-length, -length)]
        };
        let limited = |limit: usize| 1..=limit as isize;
        let mut leaps: Vec<_> = (1..=rules.jump as isize).flat_map(|men| steps(men + 1)).collect();
        leaps.extend(limited(rules.slide.unwrap_or(0)).flat_map(steps));
        leaps.extend(limited(rules.diagonal).flat_map(diagonal));
        let slide = rules.slide.map_or("R".to_owned(), |steps| format!("R{steps}"));
        let step = match rules.diagonal {
            0 => String::new(),
            steps => format!("B{steps}"),
        };
        let man = PieceKindInfo {
            symbol: MAN.to_string(),
            written: MAN.to_string(),
            other: None,
            turn: None,
            betza: format!("{slide}{step}{}", if rules.jump > 0 { "pD" } else { "" }),
            leaps,
            slides: if rules.slide.is_none() { steps(1) } else { Vec::new() },
            royal: false,
        };
        PieceSet { zone: 0, kinds: vec![man], hand: Vec::new() }
    }

    fn position_defect(&self) -> Option<SfenError> {
        let start = self.game().startpos();
        Color::ALL.into_iter().find_map(|color| {
            let (count, most) = (self.men(color).count(), start.men(color).count());
            let piece = if color == Color::Black { MAN } else { MAN.to_ascii_lowercase() };
            (count > most).then(|| SfenError::TooMany { piece: piece.to_string(), count, most })
        })
    }

    fn winning_row(&self) -> Vec<String> {
        self.men_in_rows(!self.side_to_move())
            .into_iter()
            .map(|square| square.to_string())
            .collect()
    }

    fn diagram(&self) -> String {
        sfen::draw_board(self.table().shape, |square| self.usi_piece(square))
            + &sfen::draw_turn(self.side_to_move())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::hasami::{Hasami, HasamiJsa};
    use crate::notation::read;

    #[test]
    fn sfen_accepts_only_men_and_no_hands() {
        let error = |board: &str, hands: &str| {
            let sfen = format!("{board}/9/9/9/9/9/9/9/P8 b {hands} 1");
            Hasami.parse_sfen(&sfen).map(|_| ()).expect_err("a bad SFEN")
        };
        assert!(matches!(error("p7k", "-"), SfenError::Piece { .. }));
        assert!(matches!(error("p7p!", "-"), SfenError::Piece { .. }));
        assert_eq!(error("p8", "P"), SfenError::Hand("P".into()));
        let promoted = read::<HasamiPosition<Hasami>>("+p8/9/9/9/9/9/9/9/+P8 b - 1");
        assert_eq!(promoted.sfen(1), "p8/9/9/9/9/9/9/9/P8 b - 1");
    }

    #[test]
    fn excess_men_are_a_defect() {
        let more =
            |piece: &str| Some(SfenError::TooMany { piece: piece.to_owned(), count: 10, most: 9 });
        let position_defect = |sfen| read::<HasamiPosition<Hasami>>(sfen).position_defect();
        assert_eq!(Hasami.startpos().position_defect(), None);
        assert_eq!(position_defect("pp7/9/9/9/9/9/9/9/PP7 b - 1"), None);
        assert_eq!(position_defect("pp7/9/9/9/9/9/9/P8/PPPPPPPPP b - 1"), more("P"));
        assert_eq!(position_defect("ppppppppp/p8/9/9/9/9/9/9/PP7 b - 1"), more("p"));
    }

    #[test]
    fn parse_usi_rejects_bad_syntax_and_illegal_moves() {
        let start = Hasami.startpos();
        let read = |word: &str| start.parse_usi(word);
        assert_eq!(read("9i9e").map(|mv| start.usi(mv).to_string()), Ok("9i9e".into()));
        for word in ["", "9i", "9i9", "9i9e+", "9i9j", "P*5e", "9i9é", "é9i9e"] {
            assert_eq!(read(word), Err(MoveError::Syntax(word.into())));
        }
        let [a9, i8, e5] = ["9a", "8i", "5e"].map(|name| name.parse().expect("a square"));
        for (word, reason) in [
            ("9i9a", IllegalReason::Occupied(a9)),
            ("9a9b", IllegalReason::OpponentPiece(a9)),
            ("9i8h", IllegalReason::NotOrthogonal),
            ("9i8i", IllegalReason::Occupied(i8)),
            ("9i9i", IllegalReason::Pass),
            ("5e5d", IllegalReason::NoPiece(e5)),
        ] {
            let error = MoveError::Illegal { word: word.into(), reason: Some(reason) };
            assert_eq!(read(word), Err(error));
        }
    }

    #[test]
    fn records_list_captured_squares_from_nearest_to_farthest() {
        // A man on 1h captures the run to its left and encloses 1i below it.
        let position =
            read::<HasamiPosition<HasamiJsa>>("ppppp4/9/PPPPP4/9/9/9/8P/5Ppp1/7Pp b - 1");
        let read = |word: &str| position.parse_move_record(word);
        let mv = position.parse_usi("1g1h").expect("a legal move");
        let record = "1gx1h(2h,1i,3h)";
        assert_eq!(position.move_record(mv), record);
        assert_eq!(read(record), Ok(mv));
        assert_eq!(read("1gx1h"), Ok(mv));
        for word in ["1g-1h", "1gx1h(2h,3h)", "1gx1f", "1gx1f(1e)"] {
            assert_eq!(read(word), Err(MoveError::illegal(word)));
        }
        for word in ["", "1g1h", "1g-1g", "1g-1h(2h)", "1gx1h(2h", "1g-é", "P-1h"] {
            assert_eq!(read(word), Err(MoveError::Syntax(word.into())));
        }
    }
}

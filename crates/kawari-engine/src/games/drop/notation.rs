//! SFEN and USI notation of the drop games.

use super::kind::{Hand, Kind};
use super::moves::{DropMove, Origin};
use super::position::DropPosition;
use super::rules::{DropRules, RuleTable, SquareOf};
use super::{move_details, move_record, position_defects};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::notation::Notation;
use crate::notation::error::{MoveError, SfenError};
use crate::notation::illegal_reason::IllegalReason;
use crate::notation::move_details::{MoveDetails, PieceSet};
use crate::notation::sfen::{Fields, WrittenPiece, draw_board, draw_turn, read_board, write_board};
use crate::notation::usi::{UsiMove, UsiOrigin, UsiPiece, UsiPieceKind, UsiSquare};

impl<R: DropRules> Notation for DropPosition<R> {
    fn from_sfen(rules: R, text: &str) -> Result<(Self, u32), SfenError> {
        let fields = Fields::parse(text)?;
        let mut position = Self::empty(rules, fields.side);
        position.read_pieces(fields.board)?;
        position.read_hands(fields.hands)?;
        for color in Color::ALL {
            let count = (position.kings_on_board() & position.pieces(color)).count();
            let extra = &rules.table().extra;
            // The King of the side to move may have been captured.
            let least = u32::from(extra.protects_king || color != fields.side);
            if extra.has_king && (count > 1 || count < least) {
                return Err(SfenError::Royals { color, count });
            }
        }
        let (us, them) = (fields.side, !fields.side);
        let extra = &rules.table().extra;
        if extra.protects_king
            && position.attackers(position.king(them), position.occupied(), us).is_occupied()
        {
            return Err(SfenError::OpponentInCheck(them));
        }
        position.find_checkers();
        debug_assert!(position.is_consistent());
        Ok((position, fields.move_number))
    }

    fn sfen(&self, move_number: u32) -> String {
        let board = write_board(self.table().shape, |square| self.usi_piece(square));
        let hand = |color| with_side_case(self.hand_symbols(color).concat(), color);
        let hands = Color::ALL.map(hand).concat();
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!("{board} {} {hands} {move_number}", self.side_to_move().letter())
    }

    fn piece_at(&self, square: UsiSquare) -> Option<UsiPiece> {
        self.usi_piece(square.try_into().ok()?)
    }

    fn hand_pieces(&self, color: Color) -> Vec<(UsiPieceKind, u16)> {
        let (hand, table) = (self.hand(color), self.table());
        let kinds = Kind::hand_order().filter(|&kind| hand.count(kind) > 0);
        kinds.map(|kind| (table.usi_kind(kind), hand.count(kind))).collect()
    }

    fn usi(&self, mv: Self::Move) -> UsiMove {
        UsiMove {
            origin: match mv.origin() {
                Origin::Board(from) => UsiOrigin::Board(from.into()),
                Origin::Hand(kind) => UsiOrigin::Hand(self.table().usi_kind(kind)),
            },
            to: mv.to().into(),
            is_flip: mv.is_flip(),
            is_counter_flip: mv.is_counter_flip(),
        }
    }

    fn move_from_usi(&self, mv: UsiMove) -> Option<Self::Move> {
        let to = mv.to.try_into().ok()?;
        if mv.is_counter_flip && !self.table().rules.counter_flip {
            return None;
        }
        let from = match mv.origin {
            UsiOrigin::Board(from) => from.try_into().ok()?,
            UsiOrigin::Hand(kind) => {
                let kind = self.table().dropped_kind(kind)?;
                let has_marks = mv.is_flip || mv.is_counter_flip;
                return (!has_marks).then(|| DropMove::drop(kind, to));
            }
        };
        let mut converted = DropMove::board(from, to);
        if mv.is_flip {
            converted = converted.flipping();
        }
        if mv.is_counter_flip {
            converted = converted.counter_flipping();
        }
        Some(converted)
    }

    /// Parses a legal move in USI notation. `-` instead of `+` stands for a demotion, and is
    /// accepted only if the moved piece is promoted.
    fn parse_usi(&self, word: &str) -> Result<Self::Move, MoveError> {
        let mv = word.replacen('-', "+", 1).parse().ok();
        let is_promoted = |mv: &UsiMove| match mv.origin {
            UsiOrigin::Board(from) => {
                self.piece_at(from).is_some_and(|piece| piece.kind.is_promoted)
            }
            UsiOrigin::Hand(_) => false,
        };
        let mv = mv
            .filter(|mv| !word.contains('-') || is_promoted(mv))
            .and_then(|mv| self.move_from_usi(mv));
        let mv = mv.ok_or_else(|| MoveError::Syntax(word.to_owned()))?;
        if self.is_legal(mv) { Ok(mv) } else { Err(self.illegal_move(mv, word.to_owned())) }
    }

    fn illegal_reason(&self, mv: Self::Move) -> Option<IllegalReason> {
        self.find_illegal_reason(mv)
    }

    fn move_record(&self, mv: Self::Move) -> String {
        move_record::write(self, mv)
    }

    fn parse_move_record(&self, word: &str) -> Result<Self::Move, MoveError> {
        move_record::read(self, word)
    }

    fn move_details(&self, mv: Self::Move) -> MoveDetails {
        move_details::of_move(self, mv)
    }

    fn piece_set(&self) -> PieceSet {
        move_details::piece_set(self.table())
    }

    fn position_defect(&self) -> Option<SfenError> {
        position_defects::find_defect(self)
    }

    fn diagram(&self) -> String {
        let hand = |color| {
            let symbols = self.hand_symbols(color);
            if symbols.is_empty() { "-".to_owned() } else { symbols.join(" ") }
        };
        format!(
            "White in hand: {}\n{}Black in hand: {}\n{}",
            hand(Color::White),
            draw_board(self.table().shape, |square| self.usi_piece(square)),
            hand(Color::Black),
            draw_turn(self.side_to_move()),
        )
    }
}

impl<R: DropRules> DropPosition<R> {
    fn read_pieces(&mut self, board: &str) -> Result<(), SfenError> {
        let mut wrong_mark = None;
        read_board(self.table().shape, board, |square, piece| {
            let Some(kind) = self.table().kind(piece.letter, piece.promoted) else { return false };
            if piece.marked && !self.table().rules.counter_flip {
                return false;
            }
            self.put(piece.color, kind, square);
            if piece.marked && !self.read_mark(square, kind, &piece) {
                wrong_mark.get_or_insert_with(|| piece.text.to_owned());
            }
            true
        })?;
        wrong_mark.map_or(Ok(()), |piece| {
            Err(SfenError::Mark { piece, bearers: list_mark_carriers(self.table()) })
        })
    }

    /// Sets the counter-flip mark and returns false if it is illegal on this piece.
    fn read_mark(&mut self, square: SquareOf<R>, kind: Kind, piece: &WrittenPiece<'_>) -> bool {
        let only_one = self.mark().is_empty();
        self.set_mark(Some(square));
        can_carry_mark(self.table(), kind) && only_one && piece.color != self.side_to_move()
    }

    fn read_hands(&mut self, text: &str) -> Result<(), SfenError> {
        if text == "-" {
            return Ok(());
        }
        let mut rest = text;
        while !rest.is_empty() {
            let (item, remainder) = split_hand(rest);
            let (color, kind, count) =
                read_in_hand(self.table(), item).ok_or_else(|| SfenError::Hand(item.to_owned()))?;
            if self.hand(color).count(kind) + count > Hand::LIMIT {
                return Err(SfenError::Hand(item.to_owned()));
            }
            self.add_to_hand(color, kind, count);
            rest = remainder;
        }
        Ok(())
    }

    /// Returns the symbols of a hand's pieces with their counts, in SFEN order.
    fn hand_symbols(&self, color: Color) -> Vec<String> {
        let symbol = |(kind, count): (UsiPieceKind, u16)| match count {
            1 => kind.to_string(),
            count => format!("{count}{kind}"),
        };
        self.hand_pieces(color).into_iter().map(symbol).collect()
    }

    /// Returns the piece on a square, or `None` if it is empty.
    pub(super) fn usi_piece(&self, square: SquareOf<R>) -> Option<UsiPiece> {
        let (color, kind) = self.piece_on(square)?;
        let is_marked = self.mark().contains(square);
        Some(UsiPiece { color, kind: self.table().usi_kind(kind), is_marked })
    }
}

/// Returns true if the kind may carry the counter-flip mark: it is unpromoted, and a
/// hand can hold its promoted side.
fn can_carry_mark<G: Geometry>(table: &RuleTable<G>, kind: Kind) -> bool {
    table.rules.counter_flip && !kind.is_promoted() && table.can_hold(kind.promoted())
}

/// Lists the kinds that may carry the counter-flip mark, for an error message.
fn list_mark_carriers<G: Geometry>(table: &RuleTable<G>) -> String {
    let kinds = Kind::hand_order().filter(|&kind| can_carry_mark(table, kind));
    let symbols: Vec<String> = kinds.map(|kind| table.symbol(kind)).collect();
    match symbols.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => symbols.concat(),
    }
}

/// Splits a hands field after its first piece and its count.
fn split_hand(text: &str) -> (&str, &str) {
    let mut end = text.len();
    for (at, letter) in text.char_indices() {
        if !letter.is_ascii_digit() && letter != '+' {
            end = at + letter.len_utf8();
            break;
        }
    }
    text.split_at(end)
}

fn read_in_hand<G: Geometry>(table: &RuleTable<G>, item: &str) -> Option<(Color, Kind, u16)> {
    let symbol = item.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let count = &item[..item.len() - symbol.len()];
    let count = if count.is_empty() { Some(1) } else { count.parse().ok() };
    let count = count.filter(|count| (1..=Hand::LIMIT).contains(count))?;
    let piece: UsiPiece = symbol.parse().ok().filter(|piece: &UsiPiece| !piece.is_marked)?;
    let kind = table.held_kind(piece.kind)?;
    Some((piece.color, kind, count))
}

/// Returns the symbols in upper case for Black and in lower case for White.
fn with_side_case(symbols: String, color: Color) -> String {
    match color {
        Color::Black => symbols,
        Color::White => symbols.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::drop::{Hajiku, Yari};
    use crate::notation::illegal_reason::NamedPiece;
    use crate::notation::read;

    #[test]
    fn hand_counts_above_the_limit_are_rejected() {
        let pawns = |hands: &str| {
            Yari.parse_sfen(&format!("3k3/7/7/7/7/7/7/7/3K3 b {hands} 1"))
                .map(|(position, _)| position.hand(Color::Black).count(Kind::new(0)))
        };
        let rejected = |item: &str| Err(SfenError::Hand(item.to_owned()));
        assert_eq!(pawns("999P"), Ok(999));
        assert_eq!(pawns("500P499P"), Ok(999));
        assert_eq!(pawns("500P500P"), rejected("500P"));
        assert_eq!(pawns("1000P"), rejected("1000P"));
        assert_eq!(pawns("999PP"), rejected("P"));
        assert_eq!(pawns("0P"), rejected("0P"));
    }

    fn played<R: DropRules + Default>(sfen: &str, word: &str) -> Result<String, MoveError> {
        let position: DropPosition<R> = read(sfen);
        position.parse_usi(word).map(|mv| position.usi(mv).to_string())
    }

    #[test]
    fn each_move_flag_is_accepted_once() {
        let no_move = |word: &str| Err(MoveError::Syntax(word.to_owned()));
        let good = |word: &str| Ok(word.to_owned());
        let yari = |word: &str| played::<Yari>("6k/7/R6/+R6/7/7/7/7/K6 b - 1", word);
        assert_eq!(yari("7c6c+"), good("7c6c+"));
        for word in ["7c6c++", "7c6c+-", "7c6c-", "7c6c!", "7c6c+!", "7d6d-+"] {
            assert_eq!(yari(word), no_move(word));
        }
        // A promoted Yari Rook cannot demote.
        assert_eq!(
            yari("7d6d-"),
            Err(MoveError::Illegal {
                word: "7d6d-".to_owned(),
                reason: Some(IllegalReason::NeverTurns(NamedPiece { symbol: "+R", name: "Rook" })),
            })
        );
        let hajiku = |word: &str| played::<Hajiku>("2g3k/3G!3/7/7/7/7/7/7/K6 w - 2", word);
        assert_eq!(hajiku("5a4b!"), good("5a4b!"));
        for word in ["5a4b!!", "5a4b-", "5a4b!-", "5a4b!x"] {
            assert_eq!(hajiku(word), no_move(word));
        }
        // `-` is accepted for a demotion.
        let promoted = |word: &str| played::<Hajiku>("6k/+G6/7/7/7/7/7/7/K6 b - 1", word);
        assert_eq!(promoted("7b6b-"), good("7b6b+"));
        assert_eq!(promoted("7b6b--"), no_move("7b6b--"));
        assert_eq!(promoted("6b5b-"), no_move("6b5b-"));
    }

    #[test]
    fn move_details_describe_flips_and_captures() {
        let position: DropPosition<Hajiku> = read("6k/+G6/7/7/7/7/7/7/K6 b P 1");
        let turn = |word: &str| {
            let parts = position.move_details(position.parse_usi(word).expect("a legal move"));
            (parts.piece, parts.becomes, parts.turn.is_some())
        };
        let expected =
            |piece: &str, becomes: &str, flips| (piece.to_owned(), becomes.to_owned(), flips);
        assert_eq!(turn("7b6b"), expected("+G", "+G", false));
        assert_eq!(turn("7b6b-"), expected("+G", "G", true));
        assert_eq!(turn("P*5e"), expected("P", "P", false));
        let marked: DropPosition<Hajiku> = read("2g3k/3G!3/7/7/7/7/7/7/K6 w - 2");
        let captures = |word: &str| {
            let parts = marked.move_details(marked.parse_usi(word).expect("a legal move"));
            let captures = parts.captures.into_iter();
            let captures = captures.map(|piece| (piece.square, piece.piece, piece.hand));
            (parts.counter_flip, captures.collect::<Vec<_>>())
        };
        let gold = |hand: &str| vec![("4b".to_owned(), "G".to_owned(), Some(hand.to_owned()))];
        assert_eq!(captures("5a4b"), (false, gold("G")));
        assert_eq!(captures("5a4b!"), (true, gold("+G")));
        assert_eq!(captures("5a5b"), (false, vec![]));
        let royals = |set: PieceSet| -> Vec<String> {
            set.kinds.into_iter().filter(|kind| kind.royal).map(|kind| kind.symbol).collect()
        };
        assert_eq!(royals(Hajiku.startpos().piece_set()), ["K"]);
        assert_eq!(royals(Yari.startpos().piece_set()), ["K"]);
    }
}

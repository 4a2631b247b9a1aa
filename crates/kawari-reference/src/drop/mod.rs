//! The rules of the drop family.

mod rules;

pub(super) use rules::Rules;

use kawari_rules::{CapturedSide, Change, TryWhen};

use self::rules::Hand;
use super::board::{Board, Square, split_sfen};
use super::{Color, EndReason, GameEnd, SfenError};

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Placed {
    color: Color,
    /// Index of the kind.
    kind: usize,
    is_promoted: bool,
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Position<'a> {
    rules: &'a Rules,
    board: Board<Placed>,
    /// Hands of Black and White.
    hands: [Hand; 2],
    pub(super) side: Color,
    number: u32,
    /// Square of a piece that can be taken by a counter-flip.
    mark: Option<Square>,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Move {
    /// A move of a piece on the board.
    Board {
        from: Square,
        to: Square,
        /// True if the piece changes sides.
        flips: bool,
        /// True if the captured piece is taken into hand promoted.
        counter_flips: bool,
    },
    /// A drop.
    Drop { kind: usize, is_promoted: bool, to: Square },
}

impl<'a> Position<'a> {
    pub(super) const fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// Reads an SFEN.
    pub(super) fn from_sfen(rules: &'a Rules, sfen: &str) -> Result<Self, SfenError> {
        let (board, side, hands, number) = split_sfen(sfen)?;
        let mut marks = Vec::new();
        let board = Board::parse(board, rules.size, |square, text| {
            let letter = text.trim_start_matches('+').chars().next().unwrap_or(' ');
            let kind = rules.kind(letter)?;
            let is_promoted = text.starts_with('+');
            if is_promoted && rules.kinds[kind].piece.promoted.is_none() {
                return Err(SfenError(format!("\"{letter}\" has no promoted side")));
            }
            let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
            let placed = Placed { color, kind, is_promoted };
            if text.ends_with('!') {
                let can_demote = rules.change(kind) != Change::Once
                    && rules.change(kind) != Change::Never
                    && !is_promoted;
                let counter_flip = rules.definition.promotion.counter_flip;
                if !counter_flip || color == side || !can_demote {
                    return Err(SfenError(format!("no counter-flip of \"{text}\"")));
                }
                marks.push(square);
            }
            Ok(placed)
        })?;
        if marks.len() > 1 {
            return Err(SfenError(format!("{} counter-flip marks, expected 1", marks.len())));
        }
        let position = Self {
            rules,
            board,
            hands: rules.parse_hands(hands)?,
            side,
            number,
            mark: marks.pop(),
        };
        if rules.has_royal() {
            for color in [Color::Black, Color::White] {
                // After the capture of its royal piece, the side to move has none.
                let is_captured = !rules.definition.ending.check && color == side;
                match position.royals(color).len() {
                    1 => {}
                    0 if is_captured => {}
                    count => {
                        return Err(SfenError(format!("{count} royal pieces of {color}")));
                    }
                }
            }
        }
        if rules.definition.ending.check && position.is_attacked(side.other()) {
            return Err(SfenError("the side not to move is in check".to_owned()));
        }
        Ok(position)
    }

    /// Returns the fields of the SFEN before the move number, which repetition compares.
    pub(super) fn key(&self) -> String {
        let board = self.board.text(|square, placed| {
            let name = self.rules.name(placed.kind, placed.is_promoted);
            let mark = if self.mark == Some(square) { "!" } else { "" };
            match placed.color {
                Color::Black => name + mark,
                Color::White => name.to_ascii_lowercase() + mark,
            }
        });
        let mut hands = String::new();
        for (color, hand) in [Color::Black, Color::White].into_iter().zip(&self.hands) {
            // The strongest kind comes first, promoted before unpromoted.
            for (&(kind, is_promoted), &count) in hand.iter().rev() {
                if count > 1 {
                    hands += &count.to_string();
                }
                let name = self.rules.name(kind, is_promoted);
                hands += &if color == Color::Black { name } else { name.to_ascii_lowercase() };
            }
        }
        if hands.is_empty() {
            hands.push('-');
        }
        let side = if self.side == Color::Black { 'b' } else { 'w' };
        format!("{board} {side} {hands}")
    }

    /// Returns a move as text.
    pub(super) fn move_text(&self, mv: Move) -> String {
        self.rules.move_text(mv)
    }

    pub(super) fn sfen(&self) -> String {
        format!("{} {}", self.key(), self.number)
    }

    /// Returns the legal moves.
    pub(super) fn moves(&self) -> Vec<Move> {
        if self.goal().is_some() { Vec::new() } else { self.legal_moves() }
    }

    /// Returns the legal moves as if no goal had been reached.
    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.board_moves();
        moves.extend(self.drops());
        moves.retain(|&mv| self.is_legal(mv));
        moves
    }

    /// Returns the moves on the board, without a look at checks.
    fn board_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, placed) in self.board.contents().filter(|(_, p)| p.color == self.side) {
            for to in self.reached(from, placed) {
                if self.board.get(to).is_some_and(|other| other.color == self.side) {
                    continue;
                }
                for flips in self.flips(placed, from, to) {
                    moves.push(Move::Board { from, to, flips, counter_flips: false });
                    if self.mark == Some(to) {
                        moves.push(Move::Board { from, to, flips, counter_flips: true });
                    }
                }
            }
        }
        moves
    }

    /// Returns the squares that a piece reaches, including the first man of either side on
    /// each path.
    fn reached(&self, from: Square, placed: Placed) -> Vec<Square> {
        let kind = &self.rules.kinds[placed.kind];
        let mut reached = Vec::new();
        for path in &kind.paths[usize::from(placed.is_promoted)] {
            for to in path.reached(&self.board, from, placed.color) {
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
        }
        reached
    }

    /// Returns whether a piece stays on its side with a move, changes sides, or may choose.
    fn flips(&self, placed: Placed, from: Square, to: Square) -> Vec<bool> {
        let piece = &self.rules.kinds[placed.kind].piece;
        let promotion = &self.rules.definition.promotion;
        let zone = piece.zone.as_ref().unwrap_or(&promotion.zone);
        let is_in_zone = [from, to].iter().any(|&s| self.board.is_in(s, zone, placed.color));
        let change = self.rules.change(placed.kind);
        let optional = match change {
            Change::Never => return vec![false],
            Change::EveryMove => return vec![true],
            Change::Once => is_in_zone && !placed.is_promoted,
            Change::InZone => is_in_zone,
            Change::EveryCapture => false,
        };
        if change == Change::EveryCapture && self.board.get(to).is_some() {
            return vec![true];
        }
        if optional && piece.mandatory.unwrap_or(promotion.mandatory) {
            return vec![true];
        }
        if self.board.is_in(to, &piece.must_promote, placed.color) {
            return vec![!placed.is_promoted];
        }
        if optional { vec![false, true] } else { vec![false] }
    }

    /// Returns the drops, without a look at checks.
    fn drops(&self) -> Vec<Move> {
        let drops = &self.rules.definition.drops;
        let mut moves = Vec::new();
        if !drops.allowed {
            return moves;
        }
        for &(kind, is_promoted) in self.hands[self.side as usize].keys() {
            let has_promoted = self.rules.kinds[kind].piece.promoted.is_some();
            let either = self.rules.captured_side(kind) == CapturedSide::EitherSide && has_promoted;
            let sides = if either { vec![false, true] } else { vec![is_promoted] };
            for is_promoted in sides {
                for to in self.board.squares().filter(|&to| self.can_drop(kind, is_promoted, to)) {
                    moves.push(Move::Drop { kind, is_promoted, to });
                }
            }
        }
        moves
    }

    /// Returns true if the square allows a drop.
    fn can_drop(&self, kind: usize, is_promoted: bool, to: Square) -> bool {
        let piece = &self.rules.kinds[kind].piece;
        let zone = self.rules.definition.drops.zone.as_ref();
        if !self.board.is_empty(to)
            || zone.is_some_and(|zone| !self.board.is_in(to, zone, self.side))
        {
            return false;
        }
        if is_promoted {
            return true;
        }
        let same = Placed { color: self.side, kind, is_promoted: false };
        let on_file =
            self.board.contents().filter(|&(square, p)| square.file == to.file && p == same);
        !self.board.is_in(to, &piece.no_drop, self.side)
            && (piece.max_per_file == 0 || on_file.count() < usize::from(piece.max_per_file))
    }

    /// Returns true if a move leaves no royal piece in check and is no forbidden drop.
    fn is_legal(&self, mv: Move) -> bool {
        let after = self.after(mv);
        if self.rules.definition.ending.check && after.is_attacked(self.side) {
            return false;
        }
        if let Move::Drop { kind, is_promoted, to } = mv
            && after.attacks_royal(to, Placed { color: self.side, kind, is_promoted })
        {
            let may_mate = self.rules.kinds[kind].piece.drop_mates;
            return self.rules.definition.drops.may_check
                && (may_mate || !after.legal_moves().is_empty());
        }
        true
    }

    /// Returns the position after a move.
    pub(super) fn after(&self, mv: Move) -> Self {
        let mut after = self.clone();
        after.side = self.side.other();
        after.number += 1;
        after.mark = None;
        let hand = &mut after.hands[self.side as usize];
        match mv {
            Move::Drop { kind, is_promoted, to } => {
                // A piece that may be dropped on either side is unpromoted in hand.
                let held = hand.contains_key(&(kind, is_promoted)) && is_promoted;
                let count = hand.entry((kind, held)).or_insert(1);
                *count -= 1;
                hand.retain(|_, count| *count > 0);
                after.board.set(to, Some(Placed { color: self.side, kind, is_promoted }));
            }
            Move::Board { from, to, flips, counter_flips } => {
                let Some(mut placed) = self.board.get(from) else { return after };
                if let Some(captured) = self.board.get(to) {
                    if let Some(held) = self.rules.held(captured, counter_flips) {
                        *hand.entry(held).or_insert(0) += 1;
                    }
                    if flips && placed.is_promoted && self.rules.definition.promotion.counter_flip {
                        after.mark = Some(to);
                    }
                }
                placed.is_promoted ^= flips;
                after.board.set(from, None);
                after.board.set(to, Some(placed));
            }
        }
        after
    }

    /// Returns true if a move captures.
    pub(super) fn is_capture(&self, mv: Move) -> bool {
        matches!(mv, Move::Board { to, .. } if self.board.get(to).is_some())
    }

    /// Returns the squares of a side's royal pieces.
    fn royals(&self, color: Color) -> Vec<Square> {
        let royal = |placed: Placed| placed.color == color && self.rules.is_royal(placed);
        self.board.contents().filter(|&(_, p)| royal(p)).map(|(square, _)| square).collect()
    }

    /// Returns true if a royal piece of a side could be captured by the other side.
    fn is_attacked(&self, color: Color) -> bool {
        self.board
            .contents()
            .any(|(from, placed)| placed.color != color && self.attacks_royal(from, placed))
    }

    /// Returns true if a piece on a square attacks a royal piece of the other side.
    fn attacks_royal(&self, from: Square, placed: Placed) -> bool {
        let royals = self.royals(placed.color.other());
        self.reached(from, placed).iter().any(|to| royals.contains(to))
    }

    /// Returns true if the side to move is in check.
    pub(super) fn is_in_check(&self) -> bool {
        self.is_attacked(self.side)
    }

    /// Returns the end of the game on the board, if it has ended.
    pub(super) fn end(&self) -> Option<GameEnd> {
        let ending = &self.rules.definition.ending;
        if let Some(end) = self.goal() {
            return Some(end);
        }
        if !self.legal_moves().is_empty() {
            return None;
        }
        Some(if self.is_in_check() {
            GameEnd::for_side(self.side, ending.mate, EndReason::Checkmate)
        } else {
            GameEnd::for_side(self.side, ending.stalemate, EndReason::NoLegalMove)
        })
    }

    /// Returns the end of the game if a goal has been reached.
    fn goal(&self) -> Option<GameEnd> {
        let ending = &self.rules.definition.ending;
        let mover = self.side.other();
        if self.has_captured_the_goals() {
            return Some(GameEnd::win(mover, EndReason::PiecesCaptured));
        }
        if self.rules.has_royal() && self.royals(self.side).is_empty() {
            return Some(GameEnd::win(mover, EndReason::RoyalCaptured));
        }
        if ending.check_wins && self.is_in_check() {
            return Some(GameEnd::win(mover, EndReason::Check));
        }
        let tries = |color| {
            let is_try = |&royal: &Square| self.board.is_in(royal, &ending.try_squares, color);
            self.royals(color).iter().any(is_try)
        };
        let winner = match ending.try_when {
            TryWhen::Arrival if tries(mover) => Some(mover),
            TryWhen::Safe => [mover, self.side]
                .into_iter()
                .find(|&color| tries(color) && !self.is_attacked(color)),
            TryWhen::AfterReply if tries(self.side) => Some(self.side),
            _ => None,
        };
        winner.map(|winner| GameEnd::win(winner, EndReason::Try))
    }

    /// Returns true if the side not to move has captured the pieces that win.
    fn has_captured_the_goals(&self) -> bool {
        let ending = &self.rules.definition.ending;
        if ending.capture_wins.is_empty() {
            return false;
        }
        let on_board = self.board.contents().filter(|(_, placed)| placed.color == self.side);
        let on_board = on_board.filter(|(_, placed)| self.rules.is_goal(placed.kind)).count();
        let hand = self.hands[self.side as usize].iter();
        let in_hand = hand.filter(|((kind, _), _)| self.rules.is_goal(*kind));
        let left = on_board + in_hand.map(|(_, &count)| count as usize).sum::<usize>();
        left <= ending.pieces_left.into()
    }

    /// Returns true if the royal pieces of both sides stand in their zones.
    pub(super) fn are_royals_in_zones(&self) -> bool {
        [Color::Black, Color::White].into_iter().all(|color| {
            let royals = self.royals(color);
            !royals.is_empty() && royals.iter().all(|&royal| self.is_in_zone(royal, color))
        })
    }

    fn is_in_zone(&self, square: Square, color: Color) -> bool {
        self.board.is_in(square, &self.rules.definition.promotion.zone, color)
    }

    /// Returns the end of the game by the points of an impasse.
    pub(super) fn impasse_end(&self) -> GameEnd {
        let needed = self.rules.definition.impasse.points;
        let reaches = |color| self.points(color, |_| true) >= needed;
        match (reaches(Color::Black), reaches(Color::White)) {
            (true, false) => GameEnd::win(Color::Black, EndReason::Impasse),
            (false, true) => GameEnd::win(Color::White, EndReason::Impasse),
            _ => GameEnd::draw(EndReason::Impasse),
        }
    }

    /// Returns the points of a side's pieces in hand and on some squares, without royal
    /// pieces.
    fn points(&self, color: Color, counts: impl Fn(Square) -> bool) -> u32 {
        let points = |kind: usize| self.rules.kinds[kind].piece.points;
        let board = self.board.contents().filter(|&(square, placed)| {
            placed.color == color && !self.rules.is_royal(placed) && counts(square)
        });
        let hand = self.hands[color as usize].iter();
        board.map(|(_, placed)| points(placed.kind)).sum::<u32>()
            + hand.map(|(&(kind, _), count)| points(kind) * count).sum::<u32>()
    }

    /// Returns true if the side to move may declare a win.
    pub(super) fn can_declare(&self) -> bool {
        let declaration = &self.rules.definition.declaration;
        let others = self.board.contents().filter(|&(square, placed)| {
            placed.color == self.side
                && !self.rules.is_royal(placed)
                && self.is_in_zone(square, self.side)
        });
        let royals = self.royals(self.side);
        declaration.pieces > 0
            && self.end().is_none()
            && royals.iter().all(|&royal| self.is_in_zone(royal, self.side))
            && !self.is_in_check()
            && others.count() >= declaration.pieces as usize
            && self.points(self.side, |square| self.is_in_zone(square, self.side))
                >= declaration.points[self.side as usize]
    }
}

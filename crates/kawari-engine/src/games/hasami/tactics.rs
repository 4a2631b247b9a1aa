//! What the search may guess of positions of the family.

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rows::{self, Windows};
use super::rules::{BitboardOf, HasamiRules};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::position::Position;
use crate::core::score::Score;
use crate::core::tactics::Tactics;

/// A man counts this much wherever something is gained.
const MAN: Score = 100;
/// With this many men left on the board, having to move can be a burden.
const ZUGZWANG_MEN: u32 = 5;
/// Captures of more men at once than this are not looked for ahead of time.
const MAX_FORESEEN_CAPTURE: u32 = 3;

impl<R: HasamiRules> Tactics for HasamiPosition<R> {
    const PIECE_TO_COUNT: usize = R::Geometry::SQUARES;

    fn board_value((): ()) -> Score {
        MAN
    }

    /// Nothing is ever in hand.
    fn hand_value((): ()) -> Score {
        0
    }

    /// True when the opponent, were it to move now, would win at once: it has
    /// the lead that wins, or a move that completes five in a row, or one that
    /// captures the last men needed, up to three at once. Five in a row and the
    /// lead are judged exactly; captures of more men than three, and moves that
    /// leave no legal answer, are not looked for.
    fn in_danger(&self) -> bool {
        self.would_win_next(!self.side_to_move())
    }

    fn has_immediate_win(&self) -> bool {
        self.would_win_next(self.side_to_move())
    }

    /// Moves that make four of a row of five, where the fifth can be reached; in games
    /// without rows, moves that threaten to take men into custody.
    fn threat_filter(&self) -> impl Fn(Self::Move) -> bool {
        let threatening =
            if R::ROWS.is_empty() { self.threatening_squares() } else { Bitboard::EMPTY };
        let fourth = self.row_squares(self.side_to_move(), |windows| windows.three);
        move |mv| {
            threatening.contains(mv.to)
                || fourth.contains(mv.to) && self.after(mv).would_win_next(self.side_to_move())
        }
    }

    fn losing_move_filter(&self) -> impl Fn(Self::Move) -> bool {
        let defences = self.defences();
        move |mv| {
            if !defences.contains(mv.to) && !self.is_noisy(mv) {
                return true;
            }
            let next = self.after(mv);
            next.goal_outcome().is_none() && next.has_immediate_win()
        }
    }

    fn null_move(&self) -> Option<Self> {
        if self.occupied().count() <= ZUGZWANG_MEN || self.in_danger() {
            return None;
        }
        Some(self.after_null_move())
    }

    fn capture_gain(&self, mv: Self::Move) -> Score {
        MAN * self.captured_by(mv).count() as Score
    }

    /// What the move captures, less the largest capture among the answers.
    fn see_ge(&self, mv: Self::Move, threshold: Score) -> bool {
        let spare = self.capture_gain(mv) - threshold;
        if spare < 0 {
            return false;
        }
        let next = self.after(mv);
        let too_many = (spare / MAN) as u32 + 1;
        next.goal_outcome().is_some() || !next.can_capture(next.side_to_move(), too_many)
    }

    #[inline]
    fn piece_to_index(&self, mv: Self::Move) -> usize {
        mv.to.index()
    }
}

impl<R: HasamiRules> HasamiPosition<R> {
    /// The position after a legal move.
    #[inline]
    pub(super) fn after(&self, mv: HasamiMove<R::Geometry>) -> Self {
        let mut next = self.clone();
        next.play(mv, &mut ());
        next
    }

    /// Empty squares next to a run of enemies whose other end is open, and where the
    /// side to move could go: a man that arrives threatens to have them in custody.
    pub(super) fn threatening_squares(&self) -> BitboardOf<R> {
        let side = self.side_to_move();
        let (enemy, open) = (self.men(!side), self.reach(side).squares());
        let mut squares = Bitboard::EMPTY;
        for direction in Direction::ORTHOGONAL {
            let mut front = open.shifted(direction) & enemy;
            while front.is_occupied() {
                let behind = front.shifted(direction);
                squares |= behind & self.empty();
                front = behind & enemy;
            }
        }
        squares
    }

    /// True when a side would have a move that captures `men` or more, were it
    /// its turn.
    pub(super) fn can_capture(&self, color: Color, men: u32) -> bool {
        self.captures(color).any(|(_, captured)| captured.count() >= men)
    }

    /// True when a side would win at once, were it its turn.
    #[inline]
    pub(super) fn would_win_next(&self, color: Color) -> bool {
        self.has_winning_lead(color) || self.can_win_by_capture(color) || self.can_win_by_row(color)
    }

    fn can_win_by_capture(&self, color: Color) -> bool {
        R::LOSING_MEN.is_some_and(|losing| {
            let needed = self.men(!color).count().saturating_sub(losing);
            needed <= MAX_FORESEEN_CAPTURE && self.can_capture(color, needed)
        })
    }

    /// True when a man that is not one of the four can go to the fifth square of
    /// a row.
    pub(super) fn can_win_by_row(&self, color: Color) -> bool {
        let men = self.counting_men(color);
        let open = self.open_squares(color);
        R::ROWS.iter().any(|&line| {
            let four = rows::windows(men, open, line).four;
            four.is_occupied() && self.can_fill(color, line, four, men)
        })
    }

    /// The empty squares of the wanted windows of a side.
    pub(super) fn row_squares(
        &self,
        color: Color,
        wanted: impl Fn(&Windows<R::Geometry>) -> BitboardOf<R>,
    ) -> BitboardOf<R> {
        let men = self.counting_men(color);
        let open = self.open_squares(color);
        let squares = |&line| {
            let wanted = wanted(&rows::windows(men, open, line));
            rows::gaps(wanted, men, line)
        };
        R::ROWS.iter().map(squares).fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    /// Where a quiet move of the side to move has to go if it is to stop a win of the
    /// opponent's next one, or to win before it; more squares rather than fewer. Against
    /// a fifth man one has to stand on its square or in its way: from behind a man that
    /// it jumps over it slides once that one has left. Against captures anything may
    /// help. A lead has won already, and so has a row that an SFEN gives to the side to
    /// move.
    pub(super) fn defences(&self) -> BitboardOf<R> {
        let side = self.side_to_move();
        let opponent = !side;
        if self.can_win_by_capture(opponent)
            || self.has_winning_lead(opponent)
            || self.has_row(side)
        {
            return !Bitboard::EMPTY;
        }
        let mut squares = self.row_squares(side, |windows| windows.four);
        for fifth in self.row_squares(opponent, |windows| windows.four) {
            squares |= Bitboard::file(fifth.file()) | Bitboard::rank(fifth.rank());
        }
        squares
    }

    /// True when a gap of one of the windows can be filled from outside its window.
    #[cold]
    fn can_fill(
        &self,
        color: Color,
        line: Direction,
        windows: BitboardOf<R>,
        men: BitboardOf<R>,
    ) -> bool {
        self.reach(color).fills(line, windows, men).is_occupied()
    }
}

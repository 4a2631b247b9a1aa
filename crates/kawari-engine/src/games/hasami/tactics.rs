//! Search heuristics of the Hasami family: threats, danger, SEE, null move.

use kawari_rules::LeadWhen;

use super::moves::HasamiMove;
use super::position::HasamiPosition;
use super::rows::{self, Windows};
use super::rules::{BitboardOf, HasamiRules, MayHave};
use crate::core::bitboard::{Bitboard, Direction};
use crate::core::color::Color;
use crate::core::geometry::Geometry;
use crate::core::outcome::Outcome;
use crate::core::position::Position;
use crate::core::score::Score;
use crate::core::tactics::Tactics;

/// Value of a man, in centipawns.
const MAN: Score = 100;
/// Number of men on the board up to which null moves are disabled because of zugzwang.
const ZUGZWANG_MEN: u32 = 5;
/// Largest number of men for which a winning capture is detected.
const MAX_DETECTED_CAPTURE: u32 = 3;

impl<R: HasamiRules> Tactics for HasamiPosition<R> {
    #[inline(always)]
    fn piece_to_count(_: R) -> usize {
        R::Geometry::SQUARES
    }

    fn board_value(_: R, (): ()) -> Score {
        MAN
    }

    /// Returns 0: there are no hands.
    fn hand_value(_: R, (): ()) -> Score {
        0
    }

    fn margin_percent(rules: R) -> Score {
        rules.info().margin_percent
    }

    fn futility_percent(rules: R) -> Score {
        rules.info().futility_percent
    }

    /// Returns true if the opponent could win immediately if it were to move: by a
    /// winning lead, by completing five in a row or by capturing the last men needed.
    /// The lead and five in a row are exact. Captures of more than three men, and moves
    /// that leave no legal reply, are not detected.
    fn in_danger(&self) -> bool {
        self.would_win_next(!self.side_to_move())
    }

    fn has_immediate_win(&self) -> bool {
        self.would_win_next(self.side_to_move())
    }

    /// Returns a filter for moves that make a four with a reachable fifth square. In
    /// games without rows, the filter accepts moves that threaten a custodian capture.
    fn threat_filter(&self) -> impl Fn(Self::Move) -> bool {
        let threatening =
            if self.has_rows() { Bitboard::EMPTY } else { self.threatening_squares() };
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
        MAN * (self.captured_by(mv).count() as Score - Score::from(self.is_suicide(mv)))
    }

    /// Compares the threshold with the men that the move captures minus the largest
    /// capture among the replies.
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
    /// Returns the position after a legal move.
    #[inline]
    pub(super) fn after(&self, mv: HasamiMove<R::Geometry>) -> Self {
        let mut next = self.clone();
        next.play(mv, &mut ());
        next
    }

    /// Returns the empty squares next to an enemy run whose other end the side to move
    /// can reach. A man that moves there threatens a custodian capture.
    pub(super) fn threatening_squares(&self) -> BitboardOf<R> {
        let side = self.side_to_move();
        let (enemy, open) = (self.men(!side), self.all_destinations());
        let mut squares = Bitboard::EMPTY;
        for direction in Direction::ORTHOGONAL {
            let mut front = open.shifted(direction) & enemy;
            while front.is_occupied() {
                let next = front.shifted(direction);
                squares |= next & self.empty();
                front = next & enemy;
            }
        }
        squares
    }

    /// Returns true if a side has a move that captures at least `men` men, as if it
    /// were to move.
    pub(super) fn can_capture(&self, color: Color, men: u32) -> bool {
        self.captures(color).any(|(_, captured)| captured.count() >= men)
    }

    /// Returns true if a side could win immediately if it were to move. Captures of
    /// more than [`MAX_DETECTED_CAPTURE`] men are not detected.
    #[inline]
    pub(super) fn would_win_next(&self, color: Color) -> bool {
        if !self.is_plain() {
            return self.has_winning_candidate(color);
        }
        self.has_winning_lead(color) || self.can_win_by_capture(color) || self.can_win_by_row(color)
    }

    /// Returns true if one of the moves that usually win does win: a capture, a move to the
    /// last gap of a row, a move to the farthest ranks. As if the side were to move; for rules
    /// that the built-in games do not have.
    #[cold]
    fn has_winning_candidate(&self, color: Color) -> bool {
        let to_move = Self::new(self.game(), Color::ALL.map(|side| self.men(side)), color);
        if let Some(outcome) = to_move.goal_outcome() {
            return outcome.winner() == Some(color);
        }
        let wins = |mv| to_move.after(mv).goal_outcome().and_then(Outcome::winner) == Some(color);
        let (table, rules) = (self.table(), &self.table().rules);
        let count = |color: Color| self.men(color).count();
        let by_men = table.losing[(!color).index()].map(|men| count(!color).saturating_sub(men));
        let by_lead = rules
            .winning_lead
            .filter(|_| rules.lead_when == LeadWhen::Now)
            .map(|lead| (count(!color) + lead).saturating_sub(count(color)));
        if let Some(needed) = by_men.into_iter().chain(by_lead).min()
            && needed <= MAX_DETECTED_CAPTURE
            && to_move.captures(color).any(|(mv, men)| men.count() >= needed && wins(mv))
        {
            return true;
        }
        let targets = to_move.row_squares(color, |windows| windows.four)
            | table.far_ranks[color.index()] & self.empty();
        to_move.arrivals(color, targets).any(wins)
    }

    fn can_win_by_capture(&self, color: Color) -> bool {
        self.table().losing[(!color).index()].is_some_and(|losing| {
            let needed = self.men(!color).count().saturating_sub(losing);
            needed <= MAX_DETECTED_CAPTURE && self.can_capture(color, needed)
        })
    }

    /// Returns true if a side has a four whose fifth square can be filled by a man
    /// that is not one of the four.
    pub(super) fn can_win_by_row(&self, color: Color) -> bool {
        let men = self.counting_men(color);
        let open = self.open_squares(color);
        R::MAY_HAVE_ROWS
            && self.table().rules.rows.iter().any(|&line| {
                let four = rows::windows(men, open, line).four;
                four.is_occupied() && self.can_fill(color, line, four, men)
            })
    }

    /// Returns the empty squares of a side's windows that `select` picks.
    pub(super) fn row_squares(
        &self,
        color: Color,
        select: impl Fn(&Windows<R::Geometry>) -> BitboardOf<R>,
    ) -> BitboardOf<R> {
        let men = self.counting_men(color);
        let open = self.open_squares(color);
        let squares = |&line| {
            let selected = select(&self.windows(men, open, line));
            self.gaps(selected, men, line)
        };
        self.table()
            .rules
            .rows
            .iter()
            .map(squares)
            .fold(Bitboard::EMPTY, |all, squares| all | squares)
    }

    /// Returns a superset of the targets of quiet moves that prevent a win with the
    /// opponent's next move, or that win before it.
    ///
    /// Against a fifth man, a quiet move must occupy its target square or block its
    /// path, so only the target's file and rank matter. Moving away a man that it
    /// would jump over does not help: it slides to the same square instead.
    ///
    /// All squares are returned if the opponent can win by capture (any move may
    /// prevent it), if the opponent has a winning lead, or if the side to move already
    /// has a row, which is possible only after an SFEN.
    pub(super) fn defences(&self) -> BitboardOf<R> {
        let side = self.side_to_move();
        let opponent = !side;
        if !self.is_plain()
            || self.can_win_by_capture(opponent)
            || self.has_winning_lead(opponent)
            || self.has_row(side)
        {
            return self.table().shape.squares();
        }
        let mut squares = self.row_squares(side, |windows| windows.four);
        for fifth in self.row_squares(opponent, |windows| windows.four) {
            squares |= Bitboard::file(fifth.file()) | Bitboard::rank(fifth.rank());
        }
        squares
    }

    /// Returns true if a man from outside can fill a gap of one of the windows.
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

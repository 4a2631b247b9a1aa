//! Positions of the Hasami family, with make-move.

use kawari_rules::{BetweenEnemies, QuietResult};

use super::endgame::endgame_position;
use super::movegen::CountHasamiMoves;
use super::moves::HasamiMove;
use super::rules::{BitboardOf, HasamiRules, MayHave, RuleTable, SquareOf};
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::counts::ClockCount;
use crate::core::endgame::{EndgamePosition, EndgameRules};
use crate::core::geometry::MAX_SQUARES;
use crate::core::history::RepetitionRule;
use crate::core::key::{self, Key};
use crate::core::movelist::MoveList;
use crate::core::outcome::{Outcome, Reason};
use crate::core::popcount;
use crate::core::position::{Observer, Phase, Position};

/// A position of one rule set.
///
/// ```
/// use kawari_engine::core::position::Position;
/// use kawari_engine::games::Game;
/// use kawari_engine::games::hasami::Hasami;
/// use kawari_engine::notation::Notation;
///
/// let sfen = "ppppp4/9/9/9/9/P8/p8/p8/1PPPP4 b - 1";
/// let (mut position, _) = Hasami.parse_sfen(sfen)?;
/// let mv = position.parse_usi("8i9i")?;
/// assert_eq!(position.move_record(mv), "8ix9i(9h,9g)");
/// position.play(mv, &mut ());
/// assert_eq!(position.sfen(2), "ppppp4/9/9/9/9/P8/9/9/P1PPP4 w - 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HasamiPosition<R: HasamiRules> {
    men: [BitboardOf<R>; 2],
    key: Key,
    /// Half-moves since the last capture or the start.
    clock: u16,
    side: Color,
    rules: R,
}

/// Zobrist keys of a man of each side on each square.
static MAN_KEYS: [[Key; MAX_SQUARES]; 2] = [
    key::random_keys(u64::from_be_bytes(*b"hasami_b")),
    key::random_keys(u64::from_be_bytes(*b"hasami_w")),
];
/// Zobrist key of White being the side to move.
const SIDE_KEY: Key = key::random_keys::<1>(u64::from_be_bytes(*b"hasami_s"))[0];

impl<R: HasamiRules> HasamiPosition<R> {
    /// Creates a position with a no-capture clock of 0. The two sets must be
    /// disjoint.
    pub fn new(rules: R, men: [BitboardOf<R>; 2], side: Color) -> Self {
        let key = Self::key_of(&men, side);
        Self { men, key, clock: 0, side, rules }
    }

    /// Creates a position like [`HasamiPosition::new`], but without a valid key. For
    /// callers that don't use the key.
    #[inline]
    pub(super) fn without_key(rules: R, men: [BitboardOf<R>; 2], side: Color) -> Self {
        Self { men, key: 0, clock: 0, side, rules }
    }

    /// Returns the rules.
    #[inline(always)]
    pub(super) fn table(&self) -> &'static RuleTable<R::Geometry> {
        self.rules.table()
    }

    /// Returns the men of a side.
    #[inline]
    pub fn men(&self, color: Color) -> BitboardOf<R> {
        self.men[color.index()]
    }

    /// Returns the men of both sides.
    #[inline]
    pub(crate) fn occupied(&self) -> BitboardOf<R> {
        self.men[0] | self.men[1]
    }

    /// Returns the empty squares.
    #[inline]
    pub(crate) fn empty(&self) -> BitboardOf<R> {
        self.table().shape.squares() & !self.occupied()
    }

    /// Returns the number of half-moves since the last capture or the start.
    #[inline]
    pub(crate) fn clock(&self) -> u16 {
        self.clock
    }

    /// Returns true if the two sets of men are disjoint and the key is correct. For
    /// tests and debug assertions.
    pub(crate) fn is_consistent(&self) -> bool {
        !self.men[0].intersects(self.men[1]) && self.key == Self::key_of(&self.men, self.side)
    }

    fn key_of(men: &[BitboardOf<R>; 2], side: Color) -> Key {
        let turn = if side == Color::White { SIDE_KEY } else { 0 };
        let keys = |color: Color| {
            men[color.index()].into_iter().map(move |square| Self::man_key(color, square))
        };
        Color::ALL.into_iter().flat_map(keys).fold(turn, |key, man| key ^ man)
    }

    #[inline]
    fn man_key(color: Color, square: SquareOf<R>) -> Key {
        MAN_KEYS[color.index()][square.index()]
    }

    /// Removes captured men from the board.
    #[inline]
    fn take<O: Observer<Self>>(&mut self, captured: BitboardOf<R>, observer: &mut O) {
        let victim = !self.side;
        self.men[victim.index()] ^= captured;
        for square in captured {
            self.key ^= Self::man_key(victim, square);
            observer.remove(victim, (), square);
        }
    }

    /// Returns true if the man of the side to move that has moved to a square is removed
    /// because it is between two enemy men.
    fn is_removed_between_enemies(&self, to: SquareOf<R>) -> bool {
        self.table().rules.between_enemies == BetweenEnemies::Suicidal
            && self.is_between_enemies(self.side, to)
    }

    /// Returns true if a legal move removes the moving man.
    pub(super) fn is_suicide(&self, mv: HasamiMove<R::Geometry>) -> bool {
        R::IS_LOADED
            && !mv.is_pass()
            && self.is_removed_between_enemies(mv.to)
            && !self.after(mv).men(self.side).contains(mv.to)
    }

    /// Returns the outcome of a game that ends after too many half-moves without a capture.
    fn quiet_outcome(&self) -> Outcome {
        let [black, white] = Color::ALL.map(|color| self.men(color).count());
        match self.table().rules.quiet_result {
            QuietResult::MoreMen if black > white => Outcome::Win(Color::Black, Reason::NoCapture),
            QuietResult::MoreMen if white > black => Outcome::Win(Color::White, Reason::NoCapture),
            QuietResult::BlackLoses => Outcome::Win(Color::White, Reason::NoCapture),
            QuietResult::WhiteLoses => Outcome::Win(Color::Black, Reason::NoCapture),
            QuietResult::MoreMen | QuietResult::Draw => Outcome::Draw(Reason::NoCapture),
        }
    }

    /// Returns the position after a null move.
    pub(super) fn after_null_move(&self) -> Self {
        let mut next = self.clone();
        next.clock = next.clock.saturating_add(1);
        next.switch_sides();
        next
    }

    #[inline]
    fn switch_sides(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

impl<R: HasamiRules> Position for HasamiPosition<R> {
    type Move = HasamiMove<R::Geometry>;
    type Square = SquareOf<R>;
    /// Unit type: there is one kind of man.
    type Piece = ();
    type Game = R;

    #[inline(always)]
    fn game(&self) -> R {
        self.rules
    }

    #[inline(always)]
    fn repetition_rule(&self) -> RepetitionRule {
        self.table().rules.repetition
    }

    #[inline]
    fn side_to_move(&self) -> Color {
        self.side
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn generate<P: Phase>(&self, moves: &mut MoveList<Self::Move>) {
        if self.goal_outcome().is_none() {
            self.generate_moves::<P>(moves);
        }
    }

    fn count_moves(&self) -> u64 {
        popcount::run(CountHasamiMoves(self))
    }

    fn is_legal(&self, mv: Self::Move) -> bool {
        if R::IS_LOADED && mv.is_pass() {
            return self.table().rules.pass && self.goal_outcome().is_none();
        }
        self.men(self.side).contains(mv.from)
            && self.destinations(mv.from).contains(mv.to)
            && self.goal_outcome().is_none()
    }

    #[inline]
    fn is_noisy(&self, mv: Self::Move) -> bool {
        self.captured_by(mv).is_occupied()
    }

    #[inline]
    fn play<O: Observer<Self>>(&mut self, mv: Self::Move, observer: &mut O) {
        if R::IS_LOADED && mv.is_pass() {
            self.clock = self.clock.saturating_add(1);
            self.switch_sides();
            return;
        }
        let captured = self.captured_by(mv);
        self.men[self.side.index()] ^= Bitboard::from(mv.from) | Bitboard::from(mv.to);
        self.key ^= Self::man_key(self.side, mv.from) ^ Self::man_key(self.side, mv.to);
        observer.remove(self.side, (), mv.from);
        observer.put(self.side, (), mv.to);
        if captured.is_occupied() {
            self.take(captured, observer);
            self.clock = 0;
        } else {
            self.clock = self.clock.saturating_add(1);
        }
        if R::IS_LOADED && self.is_removed_between_enemies(mv.to) {
            self.men[self.side.index()] ^= mv.to.into();
            self.key ^= Self::man_key(self.side, mv.to);
            observer.remove(self.side, (), mv.to);
        }
        self.switch_sides();
        debug_assert!(!key::is_sampled(self.key) || self.is_consistent());
    }

    fn visit_pieces<O: Observer<Self>>(&self, observer: &mut O) {
        for color in Color::ALL {
            self.men(color).into_iter().for_each(|square| observer.put(color, (), square));
        }
    }

    #[inline]
    fn goal_outcome(&self) -> Option<Outcome> {
        self.goal_reached()
    }

    fn no_move_outcome(&self) -> Outcome {
        let side = self.side;
        match self.table().rules.no_legal_move {
            kawari_rules::Outcome::Lost => Outcome::Win(!side, Reason::NoLegalMove),
            kawari_rules::Outcome::Won => Outcome::Win(side, Reason::NoLegalMove),
            kawari_rules::Outcome::Drawn => Outcome::Draw(Reason::NoLegalMove),
        }
    }

    fn clock_outcome(&self) -> Option<Outcome> {
        let limit = self.table().rules.quiet_limit?;
        (self.clock >= limit).then(|| self.quiet_outcome())
    }

    fn half_moves_left(&self) -> Option<u32> {
        let limit = self.table().rules.quiet_limit?;
        Some(u32::from(limit.saturating_sub(self.clock)))
    }

    fn clock_count(&self) -> Option<ClockCount> {
        let limit = self.table().rules.quiet_limit?;
        Some(ClockCount {
            reason: Reason::NoCapture,
            played: self.clock.into(),
            limit: limit.into(),
            verdict: self.quiet_outcome(),
            points: None,
        })
    }

    #[inline]
    fn in_check(&self) -> bool {
        false
    }

    fn endgame_rules(&self) -> Option<&'static dyn EndgameRules> {
        self.rules.endgame_rules()
    }

    #[inline]
    fn endgame_men(&self, most: u32) -> Option<EndgamePosition> {
        self.rules.endgame_rules()?;
        (self.occupied().count() <= most).then(|| endgame_position(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::tactics::Tactics;
    use crate::games::Game;
    use crate::games::hasami::Hasami;
    use crate::notation::{Notation, read};

    #[test]
    fn is_consistent_detects_wrong_fields() {
        let sound = Hasami.startpos();
        assert!(sound.is_consistent());
        let mut wrong = sound.clone();
        wrong.key ^= 1;
        assert!(!wrong.is_consistent());
        // Men of both sides on the same squares, with a matching key.
        let both = HasamiPosition::new(Hasami, [sound.men(Color::Black); 2], Color::Black);
        assert!(!both.is_consistent());
    }

    #[test]
    fn null_move_requires_enough_men_and_no_danger() {
        let null_move = |sfen: &str| {
            let position: HasamiPosition<Hasami> = read(sfen);
            position.null_move().map(|next| next.sfen(2))
        };
        let many = "9/pp7/9/1p7/9/9/9/PP6P/9";
        assert_eq!(null_move(&format!("{many} b - 1")), Some(format!("{many} w - 2")));
        let few = "9/pp7/9/9/9/9/9/PP6P/9 b - 1";
        assert_eq!(null_move(few), None);
        // White threatens to leave Black one man.
        let danger = "8P/9/9/4p4/4P4/9/9/9/pp2p4 b - 1";
        assert_eq!(null_move(danger), None);
    }
}

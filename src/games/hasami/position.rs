//! Positions: the board, the side to move, the clock, and how a move changes them.

use std::marker::PhantomData;

use super::moves::HasamiMove;
use super::rules::HasamiRules;
use crate::core::bitboard::Bitboard;
use crate::core::color::Color;
use crate::core::geometry::{Geometry, MAX_SQUARES};
use crate::core::history::RepetitionLaw;
use crate::core::key::{self, Key};
use crate::core::movelist::MoveList;
use crate::core::outcome::{Outcome, Reason};
use crate::core::position::{Observer, Phase, Position};
use crate::core::score::Score;
use crate::core::square::Square;

/// A man counts this much wherever something is gained.
const MAN: Score = 100;
/// Half-moves in a row without a capture that end the game.
pub(super) const NO_CAPTURE_LIMIT: u16 = 100;
/// With this many men left on the board, having to move can be a burden.
const ZUGZWANG_MEN: u32 = 5;

/// A position of one rule set.
///
/// ```
/// use kawari::core::position::Position;
/// use kawari::games::hasami::{Hasami, HasamiPosition};
/// use kawari::notation::Notation;
///
/// let sfen = "ppppp4/9/9/9/9/P8/p8/p8/1PPPP4 b - 1";
/// let (mut position, _) = HasamiPosition::<Hasami>::from_sfen(sfen)?;
/// let mv = position.parse_usi("8i9i")?;
/// assert_eq!(position.record(mv), "8ix9i(9h,9g)");
/// position.play(mv, &mut ());
/// assert_eq!(position.sfen(2), "ppppp4/9/9/9/9/P8/9/9/P1PPP4 w - 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HasamiPosition<R: HasamiRules> {
    men: [Bitboard<R::Board>; 2],
    key: Key,
    /// Half-moves since the last capture or the start.
    clock: u16,
    side: Color,
    rules: PhantomData<R>,
}

/// Key numbers of a man of each side on each square.
static MAN_KEYS: [[Key; MAX_SQUARES]; 2] = [
    key::numbers(u64::from_be_bytes(*b"hasami_b")),
    key::numbers(u64::from_be_bytes(*b"hasami_w")),
];
/// Changes the key with the side to move.
const SIDE_KEY: Key = key::numbers::<1>(u64::from_be_bytes(*b"hasami_s"))[0];

impl<R: HasamiRules> HasamiPosition<R> {
    /// The position with these men and a clock that starts now. The two sets
    /// must not share a square.
    pub fn new(men: [Bitboard<R::Board>; 2], side: Color) -> Self {
        let key = Self::key_of(&men, side);
        Self { men, key, clock: 0, side, rules: PhantomData }
    }

    /// The men of a side.
    #[inline]
    pub fn men(&self, color: Color) -> Bitboard<R::Board> {
        self.men[color.index()]
    }

    /// The men of both sides.
    #[inline]
    pub fn occupied(&self) -> Bitboard<R::Board> {
        self.men[0] | self.men[1]
    }

    /// The squares without a man.
    #[inline]
    pub fn empty(&self) -> Bitboard<R::Board> {
        !self.occupied()
    }

    /// Half-moves since the last capture or the start.
    #[inline]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// True when everything that is kept beside the board agrees with it; for
    /// tests and debug builds.
    pub fn is_consistent(&self) -> bool {
        !self.men[0].intersects(self.men[1]) && self.key == Self::key_of(&self.men, self.side)
    }

    fn key_of(men: &[Bitboard<R::Board>; 2], side: Color) -> Key {
        let turn = if side == Color::White { SIDE_KEY } else { 0 };
        let keys = |color: Color| {
            men[color.index()].into_iter().map(move |square| Self::man_key(color, square))
        };
        Color::ALL.into_iter().flat_map(keys).fold(turn, |key, man| key ^ man)
    }

    #[inline]
    fn man_key(color: Color, square: Square<R::Board>) -> Key {
        MAN_KEYS[color.index()][square.index()]
    }

    /// The position after a legal move.
    #[inline]
    pub(super) fn after(&self, mv: HasamiMove<R::Board>) -> Self {
        let mut next = self.clone();
        next.play(mv, &mut ());
        next
    }

    /// Takes captured men off the board.
    #[inline]
    fn take<O: Observer<Self>>(&mut self, captured: Bitboard<R::Board>, observer: &mut O) {
        let victim = !self.side;
        self.men[victim.index()] ^= captured;
        for square in captured {
            self.key ^= Self::man_key(victim, square);
            observer.remove(victim, (), square);
        }
    }

    #[inline]
    fn turn(&mut self) {
        self.side = !self.side;
        self.key ^= SIDE_KEY;
    }
}

impl<R: HasamiRules> Position for HasamiPosition<R> {
    type Move = HasamiMove<R::Board>;
    type Square = Square<R::Board>;
    /// All men are alike.
    type Piece = ();

    const REPETITION: RepetitionLaw =
        RepetitionLaw { occurrences: 4, perpetual_check_loses: false };

    const TRAILS: usize = <R::Board as Geometry>::SQUARES;

    fn startpos() -> Self {
        let black = Square::all().filter(|square: &Square<R::Board>| {
            R::SETUP.contains(&square.rank_from_far_side(Color::White))
        });
        let black: Bitboard<R::Board> = black.collect();
        let white = black.into_iter().map(Square::rotated).collect();
        Self::new([black, white], Color::Black)
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
        if self.goal().is_none() {
            self.generate_moves::<P>(moves);
        }
    }

    fn count_moves(&self) -> u64 {
        if self.goal().is_some() { 0 } else { self.reach(self.side).count() }
    }

    fn is_legal(&self, mv: Self::Move) -> bool {
        self.men(self.side).contains(mv.from)
            && self.destinations(mv.from).contains(mv.to)
            && self.goal().is_none()
    }

    #[inline]
    fn is_noisy(&self, mv: Self::Move) -> bool {
        self.captured_by(mv).is_occupied()
    }

    #[inline]
    fn play<O: Observer<Self>>(&mut self, mv: Self::Move, observer: &mut O) {
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
        self.turn();
        debug_assert!(self.is_consistent());
    }

    #[inline]
    fn goal(&self) -> Option<Outcome> {
        self.goal_reached()
    }

    fn clock_outcome(&self) -> Option<Outcome> {
        (self.clock >= NO_CAPTURE_LIMIT).then_some(Outcome::Draw(Reason::NoCapture))
    }

    fn clock_left(&self) -> Option<u32> {
        Some(u32::from(NO_CAPTURE_LIMIT.saturating_sub(self.clock)))
    }

    #[inline]
    fn in_check(&self) -> bool {
        false
    }

    /// True when the opponent, were it to move now, would win at once: it has
    /// the lead that wins, or a move that completes five in a row, or one that
    /// captures the last men needed, up to three at once. Five in a row and the
    /// lead are judged exactly; captures of more men than three, and moves that
    /// leave no legal answer, are not looked for.
    fn in_danger(&self) -> bool {
        self.wins_next(!self.side)
    }

    fn wins_at_once(&self) -> bool {
        self.wins_next(self.side)
    }

    /// Moves that make four of a row of five, where the fifth can be reached; in games
    /// without rows, moves that threaten to take men into custody.
    fn forcing(&self) -> impl Fn(Self::Move) -> bool {
        let threatening =
            if R::ROWS.is_empty() { self.threatening_squares() } else { Bitboard::EMPTY };
        let fourth = self.row_squares(self.side, |windows| windows.three);
        move |mv| {
            threatening.contains(mv.to)
                || fourth.contains(mv.to) && self.after(mv).wins_next(self.side)
        }
    }

    fn losing(&self) -> impl Fn(Self::Move) -> bool {
        let defences = self.defences();
        move |mv| {
            if !defences.may_hold(mv) && !self.is_noisy(mv) {
                return true;
            }
            let next = self.after(mv);
            next.goal().is_none() && next.wins_at_once()
        }
    }

    fn pass(&self) -> Option<Self> {
        if self.occupied().count() <= ZUGZWANG_MEN || self.in_danger() {
            return None;
        }
        let mut passed = self.clone();
        passed.clock = passed.clock.saturating_add(1);
        passed.turn();
        Some(passed)
    }

    fn gain(&self, mv: Self::Move) -> Score {
        MAN * self.captured_by(mv).count() as Score
    }

    /// What the move captures, less the largest capture among the answers.
    fn exchange_at_least(&self, mv: Self::Move, threshold: Score) -> bool {
        let spare = self.gain(mv) - threshold;
        if spare < 0 {
            return false;
        }
        let next = self.after(mv);
        let too_many = (spare / MAN) as u32 + 1;
        next.goal().is_some() || !next.can_capture(next.side, too_many)
    }

    #[inline]
    fn trail(&self, mv: Self::Move) -> usize {
        mv.to.index()
    }
}

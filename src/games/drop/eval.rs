//! Static evaluation of the drop games.
//!
//! Material, hands and places are kept up move by move; the rest is read off
//! the sets of attacked squares: how freely the pieces move, how hard they press
//! on the enemy's General or King and with how much in hand, and which files are
//! open for Pawn drops. All weights are in hundredths of a Pawn.

use std::marker::PhantomData;

use super::kind::{KINDS, Kind};
use super::position::DropPosition;
use super::rules::{Board, DropRules, Field, Lawful};
use super::tables::ByPiece;
use crate::core::color::Color;
use crate::core::geometry::{Geometry, MAX_SQUARES};
use crate::core::position::{Evaluator, Observer, Position};
use crate::core::score::{MAX_EVALUATION, Score};
use crate::core::square::Square;

/// The right to move.
const TEMPO: Score = 12;
/// Each square that a piece may go to.
const MOBILITY: Score = 4;
/// Each attack on a square around the enemy's General or King ...
const PRESSURE: Score = 7;
/// ... and what each piece in hand adds to each such attack,
const PRESSURE_IN_HAND: Score = 2;
/// as far as so many pieces.
const HAND_THAT_PRESSES: u32 = 6;
/// Each file on which a Pawn in hand can be dropped.
const OPEN_FILE: Score = 6;
/// The part of what a promotion would win that a piece is worth more, in
/// hundredths, by the number of ranks between it and the zone.
const NEAR_ZONE: [Score; 4] = [22, 12, 6, 3];
/// What a piece that cannot retreat loses with each rank beyond the middle: it
/// soon runs out of moves.
const NO_RETREAT: Score = 6;
/// Each file nearer to the middle.
const CENTRE: Score = 3;
/// What a General or King loses with each rank it goes forward.
const ROYAL_ADVANCE: Score = 14;

/// The value of each piece on each square, for its own side.
pub(super) const fn worth<R: DropRules>() -> ByPiece<i16> {
    let mut worth = [[[0; MAX_SQUARES]; KINDS]; 2];
    let mut kind = 0;
    while kind < KINDS {
        let mut index = 0;
        while index < R::Geometry::SQUARES && R::LAWS[kind].exists {
            let square = Square::from_index(index);
            let value = worth_on::<R>(Kind::new(kind), square) as i16;
            worth[0][kind][index] = value;
            worth[1][kind][square.rotated().index()] = value;
            index += 1;
        }
        kind += 1;
    }
    worth
}

/// The value of a black piece on a square.
const fn worth_on<R: DropRules>(kind: Kind, square: Field<R>) -> Score {
    let law = R::LAWS[kind.index()];
    let last_file = R::Geometry::FILES as Score - 1;
    let off_centre = (2 * square.file() as Score - last_file).abs() / 2;
    let value = law.values.board - CENTRE * off_centre;
    if kind.index() == R::KING.index() {
        let advanced = (R::Geometry::RANKS - 1 - square.rank()) as Score;
        return value - ROYAL_ADVANCE * advanced;
    }
    value + promise::<R>(kind, square) - blind_alley::<R>(kind, square)
}

/// What a piece is worth more for a promotion within reach.
const fn promise<R: DropRules>(kind: Kind, square: Field<R>) -> Score {
    let law = R::LAWS[kind.index()];
    let away = (square.rank() + 1).saturating_sub(R::ZONE);
    if !law.flips || away >= NEAR_ZONE.len() {
        return 0;
    }
    let rise = R::LAWS[kind.flipped().index()].values.board - law.values.board;
    if rise > 0 { rise * NEAR_ZONE[away] / 100 } else { 0 }
}

/// What a piece is worth less for having gone where it cannot turn back.
const fn blind_alley<R: DropRules>(kind: Kind, square: Field<R>) -> Score {
    let beyond_middle = (R::Geometry::RANKS / 2).saturating_sub(square.rank());
    if R::LAWS[kind.index()].moves.retreats() { 0 } else { NO_RETREAT * beyond_middle as Score }
}

/// The evaluation of a drop game.
#[derive(Clone, Debug)]
pub struct DropEval<R: DropRules> {
    /// Pieces, hands and places, from Black's view.
    balance: Score,
    rules: PhantomData<R>,
}

impl<R: DropRules> DropEval<R> {
    #[inline(always)]
    fn add(&mut self, color: Color, value: Score) {
        self.balance += if color == Color::Black { value } else { -value };
    }

    #[inline(always)]
    fn on_board(color: Color, kind: Kind, square: Field<R>) -> Score {
        Score::from(R::tables().worth[color.index()][kind.index()][square.index()])
    }

    /// Everything but material and places, from the view of one side.
    #[inline(always)]
    fn activity(position: &DropPosition<R>, color: Color) -> Score {
        let ring = Self::ring(position, !color);
        let free = !position.pieces(color);
        let (mut mobility, mut pressure) = (0, 0);
        position.each_attack(color, position.occupied(), |squares| {
            mobility += (squares & free).count();
            pressure += (squares & ring).count();
        });
        let hand = position.hand(color);
        let pressing = hand.total().min(HAND_THAT_PRESSES) as Score;
        let mut score = MOBILITY * mobility as Score
            + (PRESSURE + PRESSURE_IN_HAND * pressing) * pressure as Score;
        if hand.count(R::PAWN) > 0 {
            score += OPEN_FILE * Self::open_files(position, color) as Score;
        }
        score
    }

    /// The squares around a General or King, and its own.
    #[inline(always)]
    fn ring(position: &DropPosition<R>, color: Color) -> Board<R> {
        let king = position.king(color);
        R::tables().leaps[color.index()][R::KING.index()][king.index()].with(king)
    }

    #[inline(always)]
    fn open_files(position: &DropPosition<R>, color: Color) -> u32 {
        let pawns = position.of_kind(R::PAWN) & position.pieces(color);
        (!pawns.whole_files() & R::far_ranks(Color::Black, 1)).count()
    }
}

impl<R: DropRules> Observer<DropPosition<R>> for DropEval<R> {
    #[inline(always)]
    fn put(&mut self, color: Color, kind: Kind, square: Field<R>) {
        self.add(color, Self::on_board(color, kind, square));
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, kind: Kind, square: Field<R>) {
        self.add(color, -Self::on_board(color, kind, square));
    }

    #[inline(always)]
    fn gain_in_hand(&mut self, color: Color, kind: Kind) {
        self.add(color, R::law(kind).values.hand);
    }

    #[inline(always)]
    fn lose_from_hand(&mut self, color: Color, kind: Kind) {
        self.add(color, -R::law(kind).values.hand);
    }
}

impl<R: DropRules> Evaluator<DropPosition<R>> for DropEval<R> {
    fn new(position: &DropPosition<R>) -> Self {
        let mut eval = Self { balance: 0, rules: PhantomData };
        for color in Color::ALL {
            for square in position.pieces(color) {
                eval.put(color, position.kind_on(square), square);
            }
            for kind in Kind::all() {
                let count = Score::from(position.hand(color).count(kind));
                eval.add(color, count * R::law(kind).values.hand);
            }
        }
        eval
    }

    #[inline]
    fn evaluate(&self, position: &DropPosition<R>) -> Score {
        let us = position.side_to_move();
        let balance = if us == Color::Black { self.balance } else { -self.balance };
        let activity = Self::activity(position, us) - Self::activity(position, !us);
        (balance + activity + TEMPO).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

//! The positions that a proof walks through, without a word about their game.
//!
//! [`PositionGraph`] is all of the solver that is compiled for each game. What is behind
//! [`Graph`] is compiled once.

use crate::core::color::Color;
use crate::core::forcing::{ForcedStatus, Forcing, PackedHand};
use crate::core::history::History;
use crate::core::key::Key;
use crate::core::movelist::MoveList;
use crate::core::position::{All, MoveLike, Position};

/// A length that no mate has: no bound.
pub const UNLIMITED: u16 = u16::MAX;

/// What a position is: all of it but the hands, and the hands of either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PositionKey {
    /// Board, side to move and rights.
    pub board: Key,
    /// What the attacker holds.
    pub attacker: PackedHand,
    /// What the defender holds.
    pub defender: PackedHand,
}

impl PositionKey {
    /// True when the attacker, if it wins there, wins here as well: the same board, no
    /// less in its hand and no more in the other.
    #[inline]
    pub fn dominates(&self, other: &Self) -> bool {
        self.board == other.board
            && self.attacker.covers(other.attacker)
            && other.defender.covers(self.defender)
    }
}

/// A position one move further, as far as it is seen from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor {
    /// The move, as [`MoveLike::bits`] packs it.
    pub mv: u16,
    /// Moves with the same number are alike; 0 is like no other.
    pub move_class: u16,
    /// How it stands for the attacker.
    pub standing: ForcedStatus,
    /// Half-moves after which the rules may end the game by their count, or [`UNLIMITED`].
    pub clock: u16,
    /// The game ends there by repetition, unless it is over on the board.
    pub is_barred: bool,
    /// What it is.
    pub key: PositionKey,
}

/// Positions and the moves between them.
pub trait Graph: Send {
    /// Adds what follows on the latest position: by every threat if it is the
    /// attacker's turn, else by every answer. Answers that lose at once may be left out
    /// where no position is barred.
    fn successors(&mut self, attacking: bool, out: &mut Vec<Successor>);

    /// Any legal move of the latest position.
    fn any_move(&self) -> Option<u16>;

    /// Goes on by a move.
    fn descend(&mut self, mv: u16);

    /// Takes the last move back.
    fn ascend(&mut self);

    /// What the latest position is.
    fn key(&self) -> PositionKey;

    /// Half-moves after which the rules may end the game by their count, or [`UNLIMITED`].
    fn clock(&self) -> u16;

    /// True if one more occurrence of some earlier position ends the game. Hands are not
    /// compared then: more in hand is no longer as good.
    fn has_repetition_bans(&self) -> bool;
}

/// The graph of one game, from a position in which the side to move attacks.
pub struct PositionGraph<P: Forcing> {
    attacker: Color,
    line: Vec<P>,
    moves: MoveList<P::Move>,
    /// The game so far, if a position of it may not come again.
    history: Option<History>,
}

impl<P: Forcing> PositionGraph<P> {
    /// The graph from a position on; the history ends with it.
    pub fn new(position: &P, history: &History) -> Self {
        let has_repetition_bans = history.repetition_ban_key(&P::REPETITION) != 0;
        Self {
            attacker: position.side_to_move(),
            line: vec![position.clone()],
            moves: MoveList::new(),
            history: has_repetition_bans.then(|| history.clone()),
        }
    }

    fn position(&self) -> &P {
        // The first one is never taken back.
        &self.line[self.line.len() - 1]
    }

    fn key_of(&self, position: &P) -> PositionKey {
        let place = position.board_and_hands();
        PositionKey {
            board: place.board,
            attacker: place.hands[self.attacker.index()],
            defender: place.hands[(!self.attacker).index()],
        }
    }

    fn is_barred(&self, position: &P) -> bool {
        let history = self.history.as_ref();
        history.is_some_and(|history| history.is_barred(position.key(), &P::REPETITION))
    }

    /// How the position after a threat stands. Where positions are barred, an answer that
    /// would otherwise lose may repeat one, so only an end on the board counts.
    fn defender_status(&self, position: &P) -> ForcedStatus {
        match position.defender_status() {
            ForcedStatus::Won(plies) if plies > 0 && self.history.is_some() => {
                ForcedStatus::Open(1)
            }
            standing => standing,
        }
    }

    /// Adds the legal answers, and returns how many of them do not lose at once: they come
    /// first. Answers that lose at once are left out, except where positions are barred.
    fn generate_defences(&self, moves: &mut MoveList<P::Move>) -> usize {
        let position = self.position();
        position.generate_defences(moves);
        let non_losing = moves.len();
        if self.history.is_some() {
            let mut all = MoveList::new();
            position.generate::<All>(&mut all);
            for &mv in &all {
                if !moves[..non_losing].contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        non_losing
    }
}

fn clock<P: Position>(position: &P) -> u16 {
    position.half_moves_left().map_or(UNLIMITED, |left| u16::try_from(left).unwrap_or(UNLIMITED))
}

impl<P: Forcing> Graph for PositionGraph<P> {
    fn successors(&mut self, attacking: bool, out: &mut Vec<Successor>) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let position = self.position();
        let non_losing = if attacking {
            position.generate_threats(&mut moves);
            moves.len()
        } else {
            self.generate_defences(&mut moves)
        };
        for (number, &mv) in moves.iter().enumerate() {
            let mut next = position.clone();
            next.play(mv, &mut ());
            let standing = if attacking {
                self.defender_status(&next)
            } else if number < non_losing {
                next.attacker_status()
            } else {
                ForcedStatus::Won(1)
            };
            out.push(Successor {
                mv: mv.bits(),
                move_class: if attacking { 0 } else { position.move_class(mv) },
                standing,
                clock: clock(&next),
                is_barred: self.is_barred(&next),
                key: self.key_of(&next),
            });
        }
        self.moves = moves;
    }

    fn any_move(&self) -> Option<u16> {
        let mut moves = MoveList::new();
        self.position().generate::<All>(&mut moves);
        moves.first().map(|mv| mv.bits())
    }

    fn descend(&mut self, mv: u16) {
        let mut next = self.position().clone();
        if let Some(mv) = P::Move::from_bits(mv) {
            next.play(mv, &mut ());
        }
        self.line.push(next);
    }

    fn ascend(&mut self) {
        if self.line.len() > 1 {
            self.line.pop();
        }
    }

    fn key(&self) -> PositionKey {
        self.key_of(self.position())
    }

    fn clock(&self) -> u16 {
        clock(self.position())
    }

    fn has_repetition_bans(&self) -> bool {
        self.history.is_some()
    }
}

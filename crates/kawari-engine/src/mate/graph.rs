//! The positions that a proof walks through, without a word about their game.
//!
//! [`PositionGraph`] is all of the solver that is compiled for each game. What is behind
//! [`Graph`] is compiled once.

use crate::core::color::Color;
use crate::core::forcing::{Forcing, HandCode, Standing};
use crate::core::history::History;
use crate::core::key::Key;
use crate::core::movelist::MoveList;
use crate::core::position::{All, MoveLike, Position};

/// A length that no mate has: no bound.
pub const FOREVER: u16 = u16::MAX;

/// What a position is: all of it but the hands, and the hands of either side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// Board, side to move and rights.
    pub board: Key,
    /// What the attacker holds.
    pub attacker: HandCode,
    /// What the defender holds.
    pub defender: HandCode,
}

impl Site {
    /// True when the attacker, if it wins there, wins here as well: the same board, no
    /// less in its hand and no more in the other.
    #[inline]
    pub fn is_no_worse_than(&self, other: &Self) -> bool {
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
    pub kinship: u16,
    /// How it stands for the attacker.
    pub standing: Standing,
    /// Half-moves after which the rules may end the game by their count, or [`FOREVER`].
    pub clock: u16,
    /// The game ends there by repetition, unless it is over on the board.
    pub is_barred: bool,
    /// What it is.
    pub site: Site,
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
    fn site(&self) -> Site;

    /// Half-moves after which the rules may end the game by their count, or [`FOREVER`].
    fn clock(&self) -> u16;

    /// True if one more occurrence of some earlier position ends the game. Hands are not
    /// compared then: more in hand is no longer as good.
    fn has_bars(&self) -> bool;
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
        let has_bars = history.barred_key(&P::REPETITION) != 0;
        Self {
            attacker: position.side_to_move(),
            line: vec![position.clone()],
            moves: MoveList::new(),
            history: has_bars.then(|| history.clone()),
        }
    }

    fn position(&self) -> &P {
        // The first one is never taken back.
        &self.line[self.line.len() - 1]
    }

    fn site_of(&self, position: &P) -> Site {
        let place = position.place();
        Site {
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
    fn standing_of_defender(&self, position: &P) -> Standing {
        match position.standing_of_defender() {
            Standing::Won(plies) if plies > 0 && self.history.is_some() => Standing::Open(1),
            standing => standing,
        }
    }

    /// Adds the legal answers, and returns how many of them do not lose at once: they come
    /// first. Answers that lose at once are left out, except where positions are barred.
    fn generate_answers(&self, moves: &mut MoveList<P::Move>) -> usize {
        let position = self.position();
        position.generate_answers(moves);
        let holding = moves.len();
        if self.history.is_some() {
            let mut all = MoveList::new();
            position.generate::<All>(&mut all);
            for &mv in &all {
                if !moves[..holding].contains(&mv) {
                    moves.push(mv);
                }
            }
        }
        holding
    }
}

fn clock<P: Position>(position: &P) -> u16 {
    position.clock_left().map_or(FOREVER, |left| u16::try_from(left).unwrap_or(FOREVER))
}

impl<P: Forcing> Graph for PositionGraph<P> {
    fn successors(&mut self, attacking: bool, out: &mut Vec<Successor>) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let position = self.position();
        let holding = if attacking {
            position.generate_forcing(&mut moves);
            moves.len()
        } else {
            self.generate_answers(&mut moves)
        };
        for (number, &mv) in moves.iter().enumerate() {
            let mut next = position.clone();
            next.play(mv, &mut ());
            let standing = if attacking {
                self.standing_of_defender(&next)
            } else if number < holding {
                next.standing_of_attacker()
            } else {
                Standing::Won(1)
            };
            out.push(Successor {
                mv: mv.bits(),
                kinship: if attacking { 0 } else { position.kinship(mv) },
                standing,
                clock: clock(&next),
                is_barred: self.is_barred(&next),
                site: self.site_of(&next),
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

    fn site(&self) -> Site {
        self.site_of(self.position())
    }

    fn clock(&self) -> u16 {
        clock(self.position())
    }

    fn has_bars(&self) -> bool {
        self.history.is_some()
    }
}

//! The game graph that the mate solver searches.
//!
//! [`PositionGraph`] is the only part of the solver that is compiled for each game. The rest
//! uses the object-safe trait [`Graph`] and is compiled once.

use crate::core::color::Color;
use crate::core::forcing::{ForcedStatus, Forcing, PackedHand};
use crate::core::history::History;
use crate::core::key::Key;
use crate::core::movelist::MoveList;
use crate::core::position::{All, MoveLike, Position};

/// No limit, as a length in plies.
pub const UNLIMITED: u16 = u16::MAX;

/// The identity of a position: a key of everything except the hands, and both hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PositionKey {
    /// Key of the board, the side to move and the rights.
    pub board: Key,
    /// Hand of the attacker.
    pub attacker: PackedHand,
    /// Hand of the defender.
    pub defender: PackedHand,
}

impl PositionKey {
    /// Returns true if this position is at least as good for the attacker as `other`: the same
    /// board, at least the same attacker's hand and at most the same defender's hand.
    #[inline]
    pub fn dominates(&self, other: &Self) -> bool {
        self.board == other.board
            && self.attacker.covers(other.attacker)
            && other.defender.covers(self.defender)
    }
}

/// A move of the latest position, with the static status of the position after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Successor {
    /// Move, as [`MoveLike::bits`].
    pub mv: u16,
    /// Class of similar moves; 0 for a move that is similar to no other.
    pub move_class: u16,
    /// Status from the attacker's view.
    pub status: ForcedStatus,
    /// Half-moves until a move counter can end the game, or [`UNLIMITED`].
    pub clock: u16,
    /// The position ends the game by repetition, if it is not over on the board.
    pub ends_by_repetition: bool,
    /// Identity of the position.
    pub key: PositionKey,
}

/// A game graph with a current line. All functions refer to the latest position of the line.
pub trait Graph {
    /// Adds the moves of the latest position to `out`: all attacks of the attacker, or all
    /// moves of the defender. Defender's moves that lose to the attacker's next move may be
    /// left out if there are no repetition bans. Mates of more than `limit` plies do not count.
    /// Returns false if the search was stopped and `out` is not complete.
    fn successors(&mut self, attacking: bool, limit: u16, out: &mut Vec<Successor>) -> bool;

    /// Returns any legal move.
    fn any_move(&self) -> Option<u16>;

    /// Makes a move.
    fn descend(&mut self, mv: u16);

    /// Unmakes the last move.
    fn ascend(&mut self);

    /// Returns the identity of the latest position.
    fn key(&self) -> PositionKey;

    /// Returns the half-moves until a move counter can end the game, or [`UNLIMITED`].
    fn clock(&self) -> u16;

    /// Returns true if one more occurrence of an earlier position ends the game. Dominance is
    /// not used then, because positions with different hands do not repeat each other.
    fn has_repetition_bans(&self) -> bool;

    /// Adds all legal moves of the latest position to `out`.
    fn legal_successors(&mut self, attacking: bool, out: &mut Vec<Successor>);

    /// Makes a null move, which [`Graph::ascend`] unmakes. Returns false in check.
    fn pass(&mut self) -> bool;

    /// Runs the [`WinSearch`] of the graph, if it has one, from the latest position, with the
    /// attacker to move.
    fn search_win(&mut self, nodes: u64) -> WinSearchResult;
}

/// A search for a win by any moves. The result may be wrong: it selects attacks, and is no part of
/// a proof.
pub trait WinSearch<P> {
    /// Searches the last position of `line` with at most `nodes` nodes. `line` starts with the
    /// position of the query.
    fn search(&mut self, line: &[P], nodes: u64) -> WinSearchResult;
}

/// The result of a [`WinSearch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WinSearchResult {
    /// First move of a win, as [`MoveLike::bits`]; `None` if none was found.
    pub mv: Option<u16>,
    /// Nodes searched.
    pub nodes: u64,
}

/// The [`Graph`] of one game. The side to move at the start is the attacker.
pub struct PositionGraph<P: Forcing> {
    attacker: Color,
    line: Vec<P>,
    moves: MoveList<P::Move>,
    /// Game history, if it has repetition bans.
    history: Option<History>,
    win_search: Option<Box<dyn WinSearch<P> + Send>>,
}

impl<P: Forcing> PositionGraph<P> {
    /// Creates the graph from `position`, which is the last one of `history`.
    pub fn new(position: &P, history: &History) -> Self {
        let has_repetition_bans = history.repetition_ban_key(&position.repetition_rule()) != 0;
        Self {
            attacker: position.side_to_move(),
            line: vec![position.clone()],
            moves: MoveList::new(),
            history: has_repetition_bans.then(|| history.clone()),
            win_search: None,
        }
    }

    /// Returns the graph with a search for wins.
    #[must_use]
    pub fn with_win_search(self, win_search: Box<dyn WinSearch<P> + Send>) -> Self {
        Self { win_search: Some(win_search), ..self }
    }

    fn position(&self) -> &P {
        // The line always has its start position.
        &self.line[self.line.len() - 1]
    }

    fn key_of(&self, position: &P) -> PositionKey {
        let board_and_hands = position.board_and_hands();
        PositionKey {
            board: board_and_hands.board,
            attacker: board_and_hands.hands[self.attacker.index()],
            defender: board_and_hands.hands[(!self.attacker).index()],
        }
    }

    fn ends_by_repetition(&self, position: &P) -> bool {
        let history = self.history.as_ref();
        history
            .is_some_and(|history| history.is_barred(position.key(), &position.repetition_rule()))
    }

    /// Returns the status of a position after a threat. With repetition bans, a defence that
    /// would lose can end the game by repetition, so only a win on the board counts.
    fn defender_status(&self, position: &P) -> ForcedStatus {
        match position.defender_status() {
            ForcedStatus::Won(plies) if plies > 0 && self.history.is_some() => {
                ForcedStatus::Open(1)
            }
            status => status,
        }
    }

    /// Returns the status of a position after any legal move.
    fn status(&self, position: &P, attacking: bool) -> ForcedStatus {
        match position.outcome() {
            Some(outcome) if outcome.winner() == Some(self.attacker) => ForcedStatus::Won(0),
            Some(_) => ForcedStatus::Lost,
            None if attacking && position.can_declare() => ForcedStatus::Lost,
            None => match (attacking, position.can_win_next()) {
                (true, true) => ForcedStatus::Lost,
                (false, true) => ForcedStatus::Won(1),
                (_, false) => ForcedStatus::Open(1),
            },
        }
    }

    /// Returns a move of the latest position. `next` is the position after it.
    fn successor(&self, mv: P::Move, attacking: bool, status: ForcedStatus, next: &P) -> Successor {
        Successor {
            mv: mv.bits(),
            move_class: if attacking { 0 } else { self.position().move_class(mv) },
            status,
            clock: clock(next),
            ends_by_repetition: self.ends_by_repetition(next),
            key: self.key_of(next),
        }
    }

    /// Generates the defender's moves. Those that do not lose to the attacker's next move come
    /// first; returns their number. The others are generated with repetition bans only.
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
    fn successors(&mut self, attacking: bool, _limit: u16, out: &mut Vec<Successor>) -> bool {
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
            let status = if attacking {
                self.defender_status(&next)
            } else if number < non_losing {
                next.attacker_status()
            } else {
                ForcedStatus::Won(1)
            };
            out.push(self.successor(mv, attacking, status, &next));
        }
        self.moves = moves;
        true
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

    fn legal_successors(&mut self, attacking: bool, out: &mut Vec<Successor>) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let position = self.position();
        position.generate::<All>(&mut moves);
        for &mv in &moves {
            let mut next = position.clone();
            next.play(mv, &mut ());
            out.push(self.successor(mv, attacking, self.status(&next, attacking), &next));
        }
        self.moves = moves;
    }

    fn pass(&mut self) -> bool {
        let passed = self.position().after_pass();
        let is_legal = passed.is_some();
        self.line.extend(passed);
        is_legal
    }

    fn search_win(&mut self, nodes: u64) -> WinSearchResult {
        let win_search = self.win_search.as_mut();
        win_search.map_or_else(WinSearchResult::default, |search| search.search(&self.line, nodes))
    }
}

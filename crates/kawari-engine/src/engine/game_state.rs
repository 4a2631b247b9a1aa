//! Game states: start position, moves, current position and result.

use std::ops::ControlFlow;

use thiserror::Error;

use crate::core::color::Color;
use crate::core::counts::{RepetitionCount, RuleCounts};
use crate::core::endgame::{TablebaseProbe, TablebaseVerdict};
use crate::core::history::{History, RepetitionRule};
use crate::core::key::Key;
use crate::core::movelist::MoveList;
use crate::core::outcome::{Outcome, Reason};
use crate::core::perft;
use crate::core::position::{All, MoveLike, Position};
use crate::games::variants::{Playable, Variant, Visitor};
use crate::games::{Game, GameInfo};
use crate::notation::Notation;
use crate::notation::error::{MoveError, SfenError};
use crate::notation::move_details::{LegalMove, PieceSet};
use crate::notation::usi::{UsiMove, UsiPiece, UsiPieceKind, UsiSquare};
use crate::search::tablebase_probe;

/// The start position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartPosition<'a> {
    /// The standard start position.
    Initial,
    /// A handicap of the game, by name.
    Handicap(&'a str),
    /// A position as SFEN.
    Sfen(&'a str),
}

/// Error of an invalid position or move list. Moves are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The SFEN is invalid in this game.
    #[error("bad SFEN `{sfen}`: {source}")]
    Sfen {
        /// The SFEN as given.
        sfen: String,
        /// The error.
        source: SfenError,
    },
    /// The game has no handicap of this name.
    #[error("{game} has no handicap `{name}`")]
    Handicap {
        /// The game's name.
        game: &'static str,
        /// The name as given.
        name: String,
    },
    /// A move is not legal, or not a move.
    #[error("move {ply}: {source}")]
    Move {
        /// Its number in the move list.
        ply: usize,
        /// The error.
        source: MoveError,
    },
    /// A move follows the end of the game on the board.
    #[error("move {ply}: `{word}` comes after the end of the game ({outcome})")]
    GameOver {
        /// Its number in the move list.
        ply: usize,
        /// The move as given.
        word: String,
        /// The outcome before it.
        outcome: Outcome,
    },
}

/// A game in progress: start position, moves, result. Object-safe, for code that selects the
/// game at run time.
pub trait GameState: Send + Sync {
    /// Returns the game's description.
    fn info(&self) -> &'static GameInfo;

    /// Sets the start position and plays moves in USI notation.
    ///
    /// # Errors
    /// Returns a [`PositionError`] for an invalid start position or the first invalid move. The
    /// state is unchanged then.
    fn set(&mut self, start: StartPosition<'_>, moves: &[&str]) -> Result<(), PositionError>;

    /// Plays a move in USI notation.
    ///
    /// # Errors
    /// Returns [`PositionError::Move`] or [`PositionError::GameOver`].
    fn push(&mut self, word: &str) -> Result<(), PositionError>;

    /// Plays a move.
    ///
    /// # Errors
    /// As [`GameState::push`].
    fn push_move(&mut self, mv: UsiMove) -> Result<(), PositionError>;

    /// Plays a move packed by [`MoveLike::bits`].
    ///
    /// # Errors
    /// As [`GameState::push`].
    fn push_bits(&mut self, bits: u16) -> Result<(), PositionError>;

    /// Takes back the last move and returns it; `None` at the start position.
    fn pop(&mut self) -> Option<UsiMove>;

    /// Returns a copy in a box, for `Box<dyn GameState>::clone`.
    fn boxed_clone(&self) -> Box<dyn GameState>;

    /// Returns the piece on a square; `None` if the square is empty or off the board.
    fn piece_at(&self, square: UsiSquare) -> Option<UsiPiece>;

    /// Returns the pieces in a hand as kinds and counts, in the order of an SFEN. Empty in games
    /// without hands.
    fn hand(&self, color: Color) -> Vec<(UsiPieceKind, u16)>;

    /// Returns the side to move.
    fn side_to_move(&self) -> Color;

    /// Returns the current position as SFEN.
    fn sfen(&self) -> String;

    /// Returns the start position as SFEN.
    fn start_sfen(&self) -> String;

    /// Returns the number of played moves.
    fn ply(&self) -> usize;

    /// Returns the number of the next move, counted from the number of the start position.
    fn next_move_number(&self) -> u32;

    /// Returns the last played move.
    fn last_move(&self) -> Option<UsiMove>;

    /// Returns the played moves.
    fn moves(&self) -> Vec<UsiMove>;

    /// Returns the played moves in USI notation.
    fn moves_in_usi(&self) -> Vec<String> {
        self.moves().iter().map(UsiMove::to_string).collect()
    }

    /// Returns the played moves as packed by [`MoveLike::bits`].
    fn move_bits(&self) -> Vec<u16>;

    /// Returns the played moves in the notation of game records.
    fn record(&self) -> Vec<String>;

    /// Parses a move of the current position in record notation.
    ///
    /// # Errors
    /// As [`Notation::parse_move_record`].
    fn parse_move_record(&self, word: &str) -> Result<UsiMove, MoveError>;

    /// Returns the legal moves, sorted by their text. Empty if the game has ended on the board.
    fn legal_moves(&self) -> Vec<UsiMove>;

    /// Returns true if the move is legal.
    fn is_legal(&self, mv: UsiMove) -> bool;

    /// Returns the legal moves in USI notation, sorted.
    fn legal_moves_in_usi(&self) -> Vec<String>;

    /// Returns the legal moves in USI notation and record notation, with their details.
    fn detailed_moves(&self) -> Vec<LegalMove>;

    /// Returns the notations and details of a move (USI) of the current position.
    ///
    /// # Errors
    /// Returns a [`MoveError`] if the word is not a legal move.
    fn describe_move(&self, word: &str) -> Result<LegalMove, MoveError>;

    /// Returns true if the side to move is in check.
    fn in_check(&self) -> bool;

    /// Returns the counts of the repetition rule, the no-capture rule and declarations.
    fn rule_counts(&self) -> RuleCounts;

    /// Returns the tablebase verdict on the current position with its history; `None` if the
    /// game is over or the position is not in the tablebases.
    fn verdict(&self, tables: &dyn TablebaseProbe) -> Option<TablebaseVerdict>;

    /// Returns the reason why the current position cannot occur in a game, if it has one. An SFEN
    /// may set such a position.
    fn position_defect(&self) -> Option<SfenError>;

    /// Returns the squares of the rows of five that have won the game; empty if there are none.
    fn winning_row(&self) -> Vec<String>;

    /// Returns the pieces of the game.
    fn piece_set(&self) -> PieceSet;

    /// Returns the repetition rule.
    fn repetition_rule(&self) -> RepetitionRule;

    /// Returns the outcome, with repetitions and other rules of the history; `None` while the
    /// game is in progress.
    fn status(&self) -> Option<Outcome>;

    /// Returns the win that the side to move can declare, if there is one.
    fn declaration(&self) -> Option<Outcome>;

    /// Returns the outcome without another move: the outcome of a game that has ended, or the
    /// win that the side to move can declare.
    fn ending(&self) -> Option<Outcome> {
        self.status().or_else(|| self.declaration())
    }

    /// Draws the board and the hands as several lines of text.
    fn diagram(&self) -> String;

    /// Returns the hash key of the current position.
    fn key(&self) -> Key;

    /// Returns the number of move sequences of `depth` plies from the current position (perft).
    fn perft(&self, depth: u32) -> u64;

    /// As [`GameState::divide`] without a table, but stops when `is_wanted` returns false. That is
    /// called several times per second. `each` is not called for an incomplete count.
    fn divide_while(
        &self,
        depth: u32,
        is_wanted: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&str, u64),
    ) -> u64;

    /// Counts the move sequences of `depth` plies for each root move (perft divide). Calls `each`
    /// with the USI move and its count, in sorted order, until it breaks. Returns the total. At
    /// depth 0, `each` is not called. With a table, transpositions are counted once.
    fn divide(
        &self,
        depth: u32,
        table: Option<&mut perft::PerftTable>,
        each: &mut dyn FnMut(&str, u64) -> ControlFlow<()>,
    ) -> u64;
}

impl Clone for Box<dyn GameState> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// Opens a game at its start position.
///
/// ```
/// use kawari_engine::engine::game_state::{self, StartPosition};
/// use kawari_engine::games::variants::Variant;
///
/// let mut game = game_state::open(Variant::Yari);
/// game.set(StartPosition::Initial, &["4g4f", "4c4d"])?;
/// assert_eq!(game.legal_moves().len(), 21);
/// assert!(game.push("4f4d").is_err());
/// # Ok::<(), kawari_engine::engine::game_state::PositionError>(())
/// ```
pub fn open(variant: Variant) -> Box<dyn GameState> {
    struct OpenGameState;
    impl Visitor for OpenGameState {
        type Output = Box<dyn GameState>;
        fn visit<G: Playable>(self, game: G) -> Box<dyn GameState> {
            Box::new(VariantGameState::new(game))
        }
    }
    variant.visit(OpenGameState)
}

/// The game state of a variant.
#[derive(Clone, Debug)]
pub struct VariantGameState<G: Game> {
    game: G,
    start_number: u32,
    moves: Vec<<G::Position as Position>::Move>,
    /// The positions before each of the moves.
    earlier: Vec<G::Position>,
    position: G::Position,
    history: History,
}

impl<G: Game> VariantGameState<G> {
    /// Creates a game at its start position.
    pub fn new(game: G) -> Self {
        Self::from(game, game.startpos(), 1)
    }

    fn from(game: G, start: G::Position, start_number: u32) -> Self {
        let mut history = History::new();
        history.push(start.key(), start.in_check());
        Self {
            game,
            start_number,
            moves: Vec::new(),
            earlier: Vec::new(),
            position: start,
            history,
        }
    }

    /// Returns the game.
    pub fn game(&self) -> G {
        self.game
    }

    /// Returns the current position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Returns the history, including the current position.
    pub fn history(&self) -> &History {
        &self.history
    }

    fn parse_start(game: G, start: StartPosition<'_>) -> Result<Self, PositionError> {
        let sfen = match start {
            StartPosition::Initial => return Ok(Self::new(game)),
            StartPosition::Sfen(sfen) => sfen,
            StartPosition::Handicap(name) => {
                let handicap = game.info().handicaps.iter().find(|(other, _)| *other == name);
                handicap
                    .ok_or_else(|| PositionError::Handicap {
                        game: game.info().name,
                        name: name.to_owned(),
                    })?
                    .1
            }
        };
        let (position, number) = game
            .parse_sfen(sfen)
            .map_err(|source| PositionError::Sfen { sfen: sfen.to_owned(), source })?;
        Ok(Self::from(game, position, number))
    }

    fn play(
        &mut self,
        mv: Result<<G::Position as Position>::Move, MoveError>,
    ) -> Result<(), PositionError> {
        let ply = self.moves.len() + 1;
        let mv = mv.map_err(|source| {
            // A game that has ended on the board has no legal moves, so this check is only
            // necessary for rejected ones.
            match (source, self.position.outcome()) {
                (MoveError::Illegal { word, .. }, Some(outcome)) => {
                    PositionError::GameOver { ply, word, outcome }
                }
                (source, _) => PositionError::Move { ply, source },
            }
        })?;
        self.earlier.push(self.position.clone());
        self.position.play(mv, &mut ());
        self.history.push(self.position.key(), self.position.in_check());
        self.moves.push(mv);
        Ok(())
    }

    /// Returns the legal moves with their USI notation, sorted by its text.
    fn sorted_moves(&self) -> Vec<(UsiMove, <G::Position as Position>::Move)> {
        let mut moves = MoveList::new();
        self.position.generate::<All>(&mut moves);
        let mut moves: Vec<_> = moves.iter().map(|&mv| (self.position.usi(mv), mv)).collect();
        moves.sort_by_cached_key(|(usi, _)| usi.text());
        moves
    }

    fn legal_move(&self, usi: UsiMove, mv: <G::Position as Position>::Move) -> LegalMove {
        LegalMove {
            usi: usi.to_string(),
            record: self.position.move_record(mv),
            parts: self.position.move_details(mv),
        }
    }

    /// Returns how often the position has occurred.
    pub(super) fn repetition_count(&self) -> RepetitionCount {
        let repetition = self.history.repetition();
        RepetitionCount {
            occurrences: repetition.map_or(1, |repetition| repetition.occurrences),
            limit: self.position.repetition_rule().occurrences,
            verdict: repetition
                .map(|repetition| self.position.repetition_outcome(repetition, &self.history)),
        }
    }
}

impl<G: Game> GameState for VariantGameState<G> {
    fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    fn set(&mut self, start: StartPosition<'_>, moves: &[&str]) -> Result<(), PositionError> {
        let mut state = Self::parse_start(self.game, start)?;
        for word in moves {
            state.push(word)?;
        }
        *self = state;
        Ok(())
    }

    fn push(&mut self, word: &str) -> Result<(), PositionError> {
        let mv = self.position.parse_usi(word);
        self.play(mv)
    }

    fn push_move(&mut self, mv: UsiMove) -> Result<(), PositionError> {
        let mv = self.position.legal_from_usi(mv);
        self.play(mv)
    }

    fn push_bits(&mut self, bits: u16) -> Result<(), PositionError> {
        let mv = MoveLike::from_bits(bits).filter(|&mv| self.position.is_legal(mv));
        self.play(mv.ok_or_else(|| MoveError::illegal(format!("{bits:#06x}"))))
    }

    fn pop(&mut self) -> Option<UsiMove> {
        let mv = self.moves.pop()?;
        self.position = self.earlier.pop()?;
        self.history.pop();
        Some(self.position.usi(mv))
    }

    fn boxed_clone(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }

    fn piece_at(&self, square: UsiSquare) -> Option<UsiPiece> {
        self.position.piece_at(square)
    }

    fn hand(&self, color: Color) -> Vec<(UsiPieceKind, u16)> {
        self.position.hand_pieces(color)
    }

    fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    fn sfen(&self) -> String {
        self.position.sfen(self.next_move_number())
    }

    fn start_sfen(&self) -> String {
        self.earlier.first().unwrap_or(&self.position).sfen(self.start_number)
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn next_move_number(&self) -> u32 {
        self.start_number.saturating_add(u32::try_from(self.moves.len()).unwrap_or(u32::MAX))
    }

    fn last_move(&self) -> Option<UsiMove> {
        self.moves.last().map(|&mv| self.position.usi(mv))
    }

    fn moves(&self) -> Vec<UsiMove> {
        self.moves.iter().map(|&mv| self.position.usi(mv)).collect()
    }

    fn move_bits(&self) -> Vec<u16> {
        self.moves.iter().map(|mv| mv.bits()).collect()
    }

    fn record(&self) -> Vec<String> {
        let positions = self.earlier.iter().zip(&self.moves);
        positions.map(|(position, &mv)| position.move_record(mv)).collect()
    }

    fn parse_move_record(&self, word: &str) -> Result<UsiMove, MoveError> {
        self.position.parse_move_record(word).map(|mv| self.position.usi(mv))
    }

    fn legal_moves(&self) -> Vec<UsiMove> {
        self.sorted_moves().into_iter().map(|(usi, _)| usi).collect()
    }

    fn is_legal(&self, mv: UsiMove) -> bool {
        let mv = self.position.move_from_usi(mv);
        mv.is_some_and(|mv| self.position.is_legal(mv))
    }

    fn legal_moves_in_usi(&self) -> Vec<String> {
        self.sorted_moves().into_iter().map(|(usi, _)| usi.to_string()).collect()
    }

    fn detailed_moves(&self) -> Vec<LegalMove> {
        self.sorted_moves().into_iter().map(|(usi, mv)| self.legal_move(usi, mv)).collect()
    }

    fn describe_move(&self, word: &str) -> Result<LegalMove, MoveError> {
        let mv = self.position.parse_usi(word)?;
        Ok(self.legal_move(self.position.usi(mv), mv))
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn rule_counts(&self) -> RuleCounts {
        RuleCounts {
            repetition: self.repetition_count(),
            clock: self.position.clock_count(),
            declarations: self.position.declaration_counts(),
        }
    }

    fn verdict(&self, tables: &dyn TablebaseProbe) -> Option<TablebaseVerdict> {
        let verdict = tablebase_probe::probe_verdict(tables, &self.position, &self.history)?;
        self.status().is_none().then_some(verdict)
    }

    fn position_defect(&self) -> Option<SfenError> {
        self.position.position_defect()
    }

    fn winning_row(&self) -> Vec<String> {
        self.position.winning_row()
    }

    fn piece_set(&self) -> PieceSet {
        self.position.piece_set()
    }

    fn repetition_rule(&self) -> RepetitionRule {
        self.position.repetition_rule()
    }

    fn status(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| self.position.adjudicate(&self.history))
    }

    fn declaration(&self) -> Option<Outcome> {
        let win = Outcome::Win(self.position.side_to_move(), Reason::Declaration);
        self.position.can_declare().then_some(win)
    }

    fn diagram(&self) -> String {
        self.position.diagram()
    }

    fn key(&self) -> Key {
        self.position.key()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.position, depth)
    }

    fn divide_while(
        &self,
        depth: u32,
        is_wanted: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&str, u64),
    ) -> u64 {
        let Some(remaining) = depth.checked_sub(1) else { return 1 };
        let mut nodes = 0;
        for (usi, mv) in self.sorted_moves() {
            let mut next = self.position.clone();
            next.play(mv, &mut ());
            let Some(part) = perft_while(&next, remaining, is_wanted) else { break };
            nodes += part;
            each(&usi.to_string(), part);
        }
        nodes
    }

    fn divide(
        &self,
        depth: u32,
        mut table: Option<&mut perft::PerftTable>,
        each: &mut dyn FnMut(&str, u64) -> ControlFlow<()>,
    ) -> u64 {
        let Some(remaining) = depth.checked_sub(1) else { return 1 };
        let mut nodes = 0;
        for (usi, mv) in self.sorted_moves() {
            let mut next = self.position.clone();
            next.play(mv, &mut ());
            let part = match &mut table {
                Some(table) => perft::perft_hashed(&next, remaining, table),
                None => perft::perft(&next, remaining),
            };
            nodes += part;
            if each(&usi.to_string(), part).is_break() {
                break;
            }
        }
        nodes
    }
}

/// Counts perft; `None` if `is_wanted` returned false.
fn perft_while<P: Position>(position: &P, depth: u32, is_wanted: &dyn Fn() -> bool) -> Option<u64> {
    /// Depth up to which the count takes milliseconds and is not interrupted.
    const SHALLOW: u32 = 3;
    if !is_wanted() {
        return None;
    }
    if depth <= SHALLOW {
        return Some(perft::perft(position, depth));
    }
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let mut nodes = 0;
    for &mv in &moves {
        let mut next = position.clone();
        next.play(mv, &mut ());
        nodes += perft_while(&next, depth - 1, is_wanted)?;
    }
    Some(nodes)
}

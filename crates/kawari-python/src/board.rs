//! A game in progress.

use kawari_draw::DrawOptions;
use kawari_engine::core::outcome::Reason;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::usi::{UsiPieceKind, UsiSquare};
use kawari_records::move_text;
use kawari_records::position_line::PositionLine;
use kawari_records::records::RecordGame;
use kawari_records::records::any_format::{GameFormat, UnknownFormat, read_position};
use kawari_records::records::movetext::MoveBudget;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::encoding::Encoding;
use crate::errors::raise;
use crate::games::{Game, GameArgument, definition_to_restore, restore};
use crate::legal_moves::LegalMoves;
use crate::outcome::{Capture, MoveDetails, Outcome};
use crate::picture::{ArrowArgument, PictureArguments};
use crate::pieces::{Color, Move, Piece};

/// A game in progress: start position, moves, current position.
///
/// Two boards are equal if they have the same game and the same SFEN. Their moves may differ.
#[pyclass(module = "kawari", weakref)]
#[derive(Clone)]
pub struct Board {
    variant: Variant,
    pub state: Box<dyn GameState>,
}

impl Board {
    fn open(variant: Variant, start: StartPosition<'_>, moves: &[&str]) -> PyResult<Self> {
        let mut state = game_state::open(variant);
        if !moves.is_empty() || start != StartPosition::Initial {
            state.set(start, moves).map_err(raise)?;
        }
        Ok(Self { variant, state })
    }

    /// Returns the game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    fn draw(&self, options: &DrawOptions) -> PyResult<String> {
        kawari_draw::position(self.variant, &*self.state, options).map_err(raise)
    }

    fn is_same_position(&self, other: &Self) -> bool {
        self.variant == other.variant
            && self.state.key() == other.state.key()
            && self.state.sfen() == other.state.sfen()
    }
}

#[pymethods]
impl Board {
    /// Creates a board at the start position of a game, or at a position or handicap.
    #[new]
    #[pyo3(signature = (game=None, sfen=None, *, handicap=None))]
    fn new(
        game: Option<GameArgument>,
        sfen: Option<&str>,
        handicap: Option<&str>,
    ) -> PyResult<Self> {
        let start = match (sfen, handicap) {
            (None, None) => StartPosition::Initial,
            (Some(sfen), None) => StartPosition::Sfen(sfen),
            (None, Some(name)) => StartPosition::Handicap(name),
            (Some(_), Some(_)) => {
                return Err(PyValueError::new_err("give either a SFEN or a handicap"));
            }
        };
        Self::open(game.map_or(Variant::Shogi, |game| game.0), start, &[])
    }

    /// Creates a board from the text of a game record: the position after its main line.
    ///
    /// The record is in Kawari's format, or it is a KIF or CSA file. `game` is the game of a record
    /// that names none.
    #[staticmethod]
    #[pyo3(signature = (text, game=None))]
    fn from_record(text: &str, game: Option<GameArgument>) -> PyResult<Self> {
        let fallback = game.map(|game| game.0);
        let read = read_position(text, fallback).map_err(PyValueError::new_err)?;
        let PositionLine { variant, position, .. } = read;
        let variant = variant.or(fallback).unwrap_or(Variant::Shogi);
        let mut state = game_state::open(variant);
        position.set(&mut *state).map_err(raise)?;
        Ok(Self { variant, state })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.variant)
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> Color {
        self.state.side_to_move().into()
    }

    /// Number of moves played on this board.
    #[getter]
    fn ply(&self) -> usize {
        self.state.ply()
    }

    /// A hash of the position: board, hands, side to move. Equal in every process and version of
    /// Python.
    #[getter]
    fn key(&self) -> u64 {
        self.state.key()
    }

    /// The legal moves of the current position, sorted by their USI notation.
    #[getter]
    fn legal_moves(&self) -> LegalMoves {
        LegalMoves(self.state.legal_moves())
    }

    /// The moves played on this board.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.state.moves().into_iter().map(Move).collect()
    }

    /// Returns the position as SFEN.
    fn sfen(&self) -> String {
        self.state.sfen()
    }

    /// The position before the first move, as SFEN.
    #[getter]
    fn start_sfen(&self) -> String {
        self.state.start_sfen()
    }

    /// Sets a position and clears the moves. If the SFEN is invalid, the board is unchanged.
    fn set_sfen(&mut self, sfen: &str) -> PyResult<()> {
        self.state.set(StartPosition::Sfen(sfen), &[]).map_err(raise)
    }

    /// Sets the start position of the game, or the one of a handicap, and clears the moves.
    #[pyo3(signature = (handicap=None))]
    fn reset(&mut self, handicap: Option<&str>) -> PyResult<()> {
        let start = handicap.map_or(StartPosition::Initial, StartPosition::Handicap);
        self.state.set(start, &[]).map_err(raise)
    }

    /// Plays a legal move.
    fn push(&mut self, r#move: &Move) -> PyResult<()> {
        self.state.push_move(r#move.0).map_err(raise)
    }

    /// Plays a move in USI notation and returns it.
    fn push_usi(&mut self, usi: &str) -> PyResult<Move> {
        self.state.push(usi).map_err(raise)?;
        self.peek()
    }

    /// Plays a move in record notation, such as "P-7f", and returns it.
    fn push_record(&mut self, record: &str) -> PyResult<Move> {
        let mv = self.parse_record(record)?;
        self.push(&mv)?;
        Ok(mv)
    }

    /// Takes back the last move and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        self.state
            .pop()
            .map(Move)
            .ok_or_else(|| PyIndexError::new_err("pop from a board without moves"))
    }

    /// Returns the last move.
    fn peek(&self) -> PyResult<Move> {
        let last = self.state.last_move();
        last.map(Move).ok_or_else(|| PyIndexError::new_err("peek at a board without moves"))
    }

    /// Returns true if the move is legal.
    fn is_legal(&self, r#move: &Move) -> bool {
        self.state.is_legal(r#move.0)
    }

    /// Parses a legal move in USI notation.
    fn parse_usi(&self, usi: &str) -> PyResult<Move> {
        let details = self.state.describe_move(usi).map_err(raise)?;
        details.usi.parse().map(Move).map_err(raise)
    }

    /// Parses a legal move in record notation, such as "P-7f" or "9ix9e", or in Japanese notation,
    /// such as "７六歩".
    fn parse_record(&self, record: &str) -> PyResult<Move> {
        let found = move_text::find(&*self.state, record).map_err(raise)?;
        found.usi.parse().map(Move).map_err(raise)
    }

    /// Returns a legal move in record notation.
    fn move_record(&self, r#move: &Move) -> PyResult<String> {
        self.state.describe_move(&r#move.0.to_string()).map(|details| details.record).map_err(raise)
    }

    /// Returns the game as text: "record" (Kawari's format), "kif", "csa" (shogi and minishogi),
    /// "usi", "log" or "sfen".
    #[pyo3(signature = (format="record"))]
    fn export(&self, format: &str) -> PyResult<String> {
        let format: GameFormat = format
            .parse()
            .map_err(|error: UnknownFormat| PyValueError::new_err(error.to_string()))?;
        let outcome = self.state.status();
        let record = RecordGame {
            result: outcome.map(Into::into),
            reason: outcome.map(|outcome| outcome.reason().to_string()),
            ..RecordGame::of_moves(&*self.state)
        };
        format.write(&record, MoveBudget::new(|| false)).map_err(PyValueError::new_err)
    }

    /// Returns the moves of the game in record notation.
    fn record(&self) -> Vec<String> {
        self.state.record()
    }

    /// Returns the notations, pieces and captures of a legal move.
    fn details(&self, r#move: &Move) -> PyResult<MoveDetails> {
        let details = self.state.describe_move(&r#move.0.to_string()).map_err(raise)?;
        Ok(MoveDetails::new(*r#move, details, self.gives_check(r#move)?))
    }

    /// Returns the pieces that a legal move captures, nearest to the target square first.
    fn captures(&self, r#move: &Move) -> PyResult<Vec<Capture>> {
        let details = self.state.describe_move(&r#move.0.to_string()).map_err(raise)?;
        Ok(details.parts.captures.into_iter().map(Capture::from).collect())
    }

    /// Returns true if a legal move captures.
    fn is_capture(&self, r#move: &Move) -> PyResult<bool> {
        Ok(!self.captures(r#move)?.is_empty())
    }

    /// Returns true if a legal move gives check.
    fn gives_check(&self, r#move: &Move) -> PyResult<bool> {
        let mut next = self.state.clone();
        next.push_move(r#move.0).map_err(raise)?;
        Ok(next.in_check())
    }

    /// Returns true if the side to move is in check.
    fn is_check(&self) -> bool {
        self.state.in_check()
    }

    /// Returns true if the side to move is checkmated.
    fn is_checkmate(&self) -> bool {
        self.state.status().is_some_and(|outcome| outcome.reason() == Reason::Checkmate)
    }

    /// Returns true if the game is over, on the board or by a rule of repetition or counting.
    fn is_game_over(&self) -> bool {
        self.state.status().is_some()
    }

    /// Returns the outcome; None while the game is in progress.
    fn outcome(&self) -> Option<Outcome> {
        self.state.status().map(Outcome)
    }

    /// Returns "1-0" if Black has won, "0-1" if White has won, "1/2-1/2" for a draw, and "*" while
    /// the game is in progress.
    fn result(&self) -> &'static str {
        self.outcome().map_or("*", |outcome| outcome.result())
    }

    /// Returns the win that the side to move can declare (shogi); None if there is none.
    fn declaration(&self) -> Option<Outcome> {
        self.state.declaration().map(Outcome)
    }

    /// Returns the number of times that the position has occurred, 1 for a new position.
    fn occurrences(&self) -> u32 {
        self.state.rule_counts().repetition.occurrences
    }

    /// Returns the piece on a square, such as "7g"; None if the square is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<Piece>> {
        let parsed: UsiSquare = square.parse().map_err(raise)?;
        let info = self.variant.info();
        if parsed.file() >= info.files || parsed.rank() >= info.ranks {
            return Err(PyValueError::new_err(format!("`{square}` is not on the board")));
        }
        Ok(self.state.piece_at(parsed).map(Piece))
    }

    /// Returns the pieces on the board by their squares, rank by rank.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for (square, piece) in self.squares_with_pieces() {
            map.set_item(square.to_string(), piece)?;
        }
        Ok(map)
    }

    /// Returns the squares with a kind of piece of a side, such as pieces("+P", WHITE).
    fn pieces(&self, kind: &str, color: Color) -> PyResult<Vec<String>> {
        let kind: UsiPieceKind = kind.parse().map_err(raise)?;
        let is_wanted = |piece: &Piece| piece.0.kind == kind && Color::from(piece.0.color) == color;
        let squares = self.squares_with_pieces().filter(|(_, piece)| is_wanted(piece));
        Ok(squares.map(|(square, _)| square.to_string()).collect())
    }

    /// Returns the pieces in a hand: kinds and counts.
    fn hand<'py>(&self, py: Python<'py>, color: Color) -> PyResult<Bound<'py, PyDict>> {
        let hand = PyDict::new(py);
        for (kind, count) in self.state.hand(color.into()) {
            hand.set_item(kind.to_string(), count)?;
        }
        Ok(hand)
    }

    /// Returns the number of move sequences of a length.
    fn perft(slf: PyRef<'_, Self>, depth: u32) -> PyResult<u64> {
        let (py, state) = (slf.py(), slf.state.clone());
        // Other threads may change the board during the count.
        drop(slf);
        count_moves(py, &*state, depth, &mut |_, _| {})
    }

    /// Returns the perft numbers of the legal moves.
    fn divide<'py>(slf: PyRef<'py, Self>, depth: u32) -> PyResult<Bound<'py, PyDict>> {
        let (py, state) = (slf.py(), slf.state.clone());
        drop(slf);
        let mut counts = Vec::new();
        count_moves(py, &*state, depth, &mut |word, count| counts.push((word.to_owned(), count)))?;
        let parts = PyDict::new(py);
        for (word, count) in counts {
            parts.set_item(word, count)?;
        }
        Ok(parts)
    }

    /// Returns the index of a move, as the side to move sees the board: see legal_mask.
    fn move_index(&self, r#move: &Move) -> PyResult<usize> {
        let index = Encoding::of(self.variant).move_index(r#move.0, self.state.side_to_move());
        index.ok_or_else(|| raise(MoveError::Syntax(r#move.0.to_string())))
    }

    /// Returns the move with an index. It may be illegal.
    fn move_at_index(&self, index: usize) -> PyResult<Move> {
        let mv = Encoding::of(self.variant).move_at(index, self.state.side_to_move());
        mv.map(Move).ok_or_else(|| PyIndexError::new_err(format!("no move has the index {index}")))
    }

    /// Draws the position as SVG.
    ///
    /// `pieces` is the style: "kanji", "bold", "western" or "symbols", in Hasami games "wedge",
    /// "disc", "stone" or "pawn". `bottom` is the side at the bottom. `coordinates` are "engine",
    /// "numeric", "japanese" or "none", `theme` is "light" or "dark", `width` is in pixels.
    /// `last_move` highlights the last move. `arrows` are moves, or texts such as "7g7f" and
    /// "P*5e:hint" with one of the kinds move, alternative, hint, capture and no. `marks` are
    /// squares, such as "5e" and "5e:ring", with one of the kinds dot, cross, ring and capture.
    #[pyo3(signature = (
        *, pieces=None, bottom=None, coordinates="engine", theme="light", width=None,
        last_move=true, arrows=Vec::new(), marks=Vec::new()
    ))]
    #[allow(clippy::too_many_arguments, reason = "named arguments of Python")]
    fn svg(
        &self,
        pieces: Option<String>,
        bottom: Option<Color>,
        coordinates: &str,
        theme: &str,
        width: Option<u32>,
        last_move: bool,
        arrows: Vec<ArrowArgument>,
        marks: Vec<String>,
    ) -> PyResult<String> {
        let arguments = PictureArguments {
            pieces,
            bottom,
            coordinates,
            theme,
            width,
            last_move,
            arrows,
            marks,
        };
        self.draw(&arguments.options()?)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.draw(&DrawOptions::default())
    }

    /// Returns a copy with the same moves.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.is_same_position(other)
    }

    fn __str__(&self) -> String {
        self.state.diagram().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}', '{}')", self.variant.info().name, self.state.sfen())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("kawari._kawari")?.getattr("_restore_board")?;
        let (name, definition) = (self.variant.info().name, definition_to_restore(self.variant));
        let (start, moves) = (self.state.start_sfen(), self.state.moves_in_usi());
        (restore, (name, definition, start, moves)).into_pyobject(py)
    }
}

impl Board {
    /// Returns the pieces on the board with their squares, rank by rank from the highest file.
    fn squares_with_pieces(&self) -> impl Iterator<Item = (UsiSquare, Piece)> + '_ {
        let info = self.variant.info();
        let squares = (0..info.ranks).flat_map(|rank| {
            (0..info.files).rev().filter_map(move |file| UsiSquare::new(file, rank))
        });
        squares.filter_map(|square| Some((square, Piece(self.state.piece_at(square)?))))
    }
}

/// Counts move sequences without the GIL, until a signal such as Ctrl-C arrives.
fn count_moves(
    py: Python<'_>,
    state: &dyn GameState,
    depth: u32,
    each: &mut (dyn FnMut(&str, u64) + Send),
) -> PyResult<u64> {
    let (count, interrupt) = py.detach(|| {
        let interrupt = std::cell::RefCell::new(None);
        let is_wanted = || match Python::attach(|py| py.check_signals()) {
            Ok(()) => true,
            Err(error) => {
                *interrupt.borrow_mut() = Some(error);
                false
            }
        };
        let count = state.divide_while(depth, &is_wanted, each);
        (count, interrupt.into_inner())
    });
    interrupt.map_or(Ok(count), Err)
}

/// Restores a pickled board.
#[pyfunction]
#[pyo3(signature = (name, definition, start, moves))]
pub fn _restore_board(
    name: &str,
    definition: Option<&str>,
    start: &str,
    moves: Vec<String>,
) -> PyResult<Board> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    Board::open(restore(name, definition)?, StartPosition::Sfen(start), &moves)
}

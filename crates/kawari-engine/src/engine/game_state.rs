//! A game in progress: where it started, what was played, how it stands.

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
use crate::search::tablebase_probe;

/// Where a game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartPosition<'a> {
    /// The game's own start position.
    Initial,
    /// One of the game's handicaps, by name.
    Handicap(&'a str),
    /// Any position.
    Sfen(&'a str),
}

/// Why a position was refused. Moves are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The SFEN is not a position of this game.
    #[error("bad SFEN `{sfen}`: {source}")]
    Sfen {
        /// The SFEN as given.
        sfen: String,
        /// What is wrong with it.
        source: SfenError,
    },
    /// The game has no such handicap.
    #[error("{game} has no handicap `{name}`")]
    Handicap {
        /// The game's name.
        game: &'static str,
        /// The name as given.
        name: String,
    },
    /// A move that cannot be read or is not legal.
    #[error("move {ply}: {source}")]
    Move {
        /// Its place in the list of moves.
        ply: usize,
        /// What is wrong with it.
        source: MoveError,
    },
    /// A move after the board has decided the game.
    #[error("move {ply}: `{word}` comes after the end of the game ({outcome})")]
    GameOver {
        /// Its place in the list of moves.
        ply: usize,
        /// The move as given.
        word: String,
        /// How the game ended before it.
        outcome: Outcome,
    },
}

/// A game in progress, for code that learns only at run time which game it is:
/// the protocol, a referee, a test.
pub trait GameState: Send {
    /// What game it is.
    fn info(&self) -> &'static GameInfo;

    /// Starts anew and plays the moves (USI). All or nothing: after an error the
    /// line is as it was.
    ///
    /// # Errors
    /// [`PositionError`] for the first thing that is wrong.
    fn set(&mut self, start: StartPosition<'_>, moves: &[&str]) -> Result<(), PositionError>;

    /// Plays one more move (USI).
    ///
    /// # Errors
    /// [`PositionError::Move`] or [`PositionError::GameOver`].
    fn push(&mut self, word: &str) -> Result<(), PositionError>;

    /// The side to move.
    fn side_to_move(&self) -> Color;

    /// The latest position as SFEN.
    fn sfen(&self) -> String;

    /// The start position as SFEN.
    fn start_sfen(&self) -> String;

    /// The moves played, in USI notation.
    fn moves(&self) -> Vec<String>;

    /// The moves played, as [`MoveLike::bits`]
    /// packs them.
    fn move_bits(&self) -> Vec<u16>;

    /// The moves played, in the notation of game records.
    fn record(&self) -> Vec<String>;

    /// The USI move that a word of record notation means in the latest position.
    ///
    /// # Errors
    /// As [`Notation::parse_move_record`].
    fn parse_move_record(&self, word: &str) -> Result<String, MoveError>;

    /// Every legal move in USI notation, sorted; none when the board has decided
    /// the game.
    fn legal_moves(&self) -> Vec<String>;

    /// The same moves, each in all its forms.
    fn detailed_moves(&self) -> Vec<LegalMove>;

    /// A move (USI) of the latest position in all its forms.
    ///
    /// # Errors
    /// When it cannot be read or is not legal.
    fn describe_move(&self, word: &str) -> Result<LegalMove, MoveError>;

    /// True when the side to move is in check.
    fn in_check(&self) -> bool;

    /// How near the game is to the ends that its rules count towards.
    fn rule_counts(&self) -> RuleCounts;

    /// What someone who knows endgames tells of the latest position, its history counted;
    /// nothing when the game is over.
    fn verdict(&self, tables: &dyn TablebaseProbe) -> Option<TablebaseVerdict>;

    /// What no game can lead to in the latest position, though an SFEN may have it.
    fn position_defect(&self) -> Option<SfenError>;

    /// The squares of the rows of five that have won the game, if any have.
    fn winning_row(&self) -> Vec<String>;

    /// The pieces of the game.
    fn piece_set(&self) -> PieceSet;

    /// When a repetition ends the game.
    fn repetition_rule(&self) -> RepetitionRule;

    /// How the game has ended, its history counted; `None` while it goes on.
    fn status(&self) -> Option<Outcome>;

    /// The win that the side to move may declare, if it may.
    fn declaration(&self) -> Option<Outcome>;

    /// How the game ends without another move: as it has ended, or because the side
    /// to move declares what it may.
    fn ending(&self) -> Option<Outcome> {
        self.status().or_else(|| self.declaration())
    }

    /// The board as a drawing of several lines, with the hands.
    fn diagram(&self) -> String;

    /// The latest position's key.
    fn key(&self) -> Key;

    /// Number of move sequences of `depth` plies from the latest position.
    fn perft(&self, depth: u32) -> u64;

    /// As [`GameState::divide`] without a memory, but it asks `is_wanted` several times
    /// in a second and gives up as soon as it is not; `each` hears of no part that
    /// was cut short.
    fn divide_while(
        &self,
        depth: u32,
        is_wanted: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&str, u64),
    ) -> u64;

    /// The same, told move by move: `each` gets every legal move with its part, in
    /// the order of the words, until it breaks. Gives the sum of what was counted.
    /// At depth 0, there is no part. With a memory, what transposes is counted once.
    fn divide(
        &self,
        depth: u32,
        memory: Option<&mut perft::PerftTable>,
        each: &mut dyn FnMut(&str, u64) -> ControlFlow<()>,
    ) -> u64;
}

/// Opens a line of a game at its start position.
///
/// ```
/// use kawari_engine::engine::game_state::{self, StartPosition};
/// use kawari_engine::games::variants::Variant;
///
/// let mut line = game_state::open(Variant::Yari);
/// line.set(StartPosition::Initial, &["4g4f", "4c4d"])?;
/// assert_eq!(line.legal_moves().len(), 21);
/// assert!(line.push("4f4d").is_err());
/// # Ok::<(), kawari_engine::engine::game_state::PositionError>(())
/// ```
pub fn open(variant: Variant) -> Box<dyn GameState> {
    struct OpenGameState;
    impl Visitor for OpenGameState {
        type Output = Box<dyn GameState>;
        fn visit<G: Playable>(self) -> Box<dyn GameState> {
            Box::new(VariantGameState::<G>::new())
        }
    }
    variant.visit(OpenGameState)
}

/// The line of one game.
#[derive(Clone, Debug)]
pub struct VariantGameState<G: Game> {
    start: G::Position,
    start_number: u32,
    moves: Vec<<G::Position as Position>::Move>,
    position: G::Position,
    history: History,
}

impl<G: Game> VariantGameState<G> {
    /// The game at its start.
    pub fn new() -> Self {
        Self::from(G::Position::startpos(), 1)
    }

    fn from(start: G::Position, start_number: u32) -> Self {
        let mut history = History::new();
        history.push(start.key(), start.in_check());
        Self { position: start.clone(), start, start_number, moves: Vec::new(), history }
    }

    /// The latest position.
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// The positions so far, the latest included.
    pub fn history(&self) -> &History {
        &self.history
    }

    fn read_start(start: StartPosition<'_>) -> Result<Self, PositionError> {
        let sfen = match start {
            StartPosition::Initial => return Ok(Self::new()),
            StartPosition::Sfen(sfen) => sfen,
            StartPosition::Handicap(name) => {
                let known = G::INFO.handicaps.iter().find(|(known, _)| *known == name);
                known
                    .ok_or_else(|| PositionError::Handicap {
                        game: G::INFO.name,
                        name: name.to_owned(),
                    })?
                    .1
            }
        };
        let (position, number) = G::Position::from_sfen(sfen)
            .map_err(|source| PositionError::Sfen { sfen: sfen.to_owned(), source })?;
        Ok(Self::from(position, number))
    }

    fn play(&mut self, word: &str) -> Result<(), PositionError> {
        let ply = self.moves.len() + 1;
        let mv = self.position.parse_usi(word).map_err(|source| {
            // Only a refused move has to ask whether the game was over.
            match (&source, self.position.outcome()) {
                (MoveError::Illegal(_), Some(outcome)) => {
                    PositionError::GameOver { ply, word: word.to_owned(), outcome }
                }
                _ => PositionError::Move { ply, source },
            }
        })?;
        self.position.play(mv, &mut ());
        self.history.push(self.position.key(), self.position.in_check());
        self.moves.push(mv);
        Ok(())
    }

    /// Every legal move behind its word, in the order of the words.
    fn sorted_moves(&self) -> Vec<(String, <G::Position as Position>::Move)> {
        let mut moves = MoveList::new();
        self.position.generate::<All>(&mut moves);
        let mut words: Vec<_> = moves.iter().map(|&mv| (G::Position::usi(mv), mv)).collect();
        words.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        words
    }

    fn legal_move(&self, usi: String, mv: <G::Position as Position>::Move) -> LegalMove {
        LegalMove {
            usi,
            record: self.position.move_record(mv),
            parts: self.position.move_details(mv),
        }
    }

    fn repetition_count(&self) -> RepetitionCount {
        let repetition = self.history.repetition();
        RepetitionCount {
            occurrences: repetition.map_or(1, |repetition| repetition.occurrences),
            limit: G::Position::REPETITION.occurrences,
            verdict: repetition
                .map(|repetition| self.position.repetition_outcome(repetition, &self.history)),
        }
    }

    /// The number of the next move, counted on from the start position's.
    pub fn next_move_number(&self) -> u32 {
        self.start_number.saturating_add(u32::try_from(self.moves.len()).unwrap_or(u32::MAX))
    }
}

impl<G: Game> Default for VariantGameState<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> GameState for VariantGameState<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn set(&mut self, start: StartPosition<'_>, moves: &[&str]) -> Result<(), PositionError> {
        let mut line = Self::read_start(start)?;
        for word in moves {
            line.play(word)?;
        }
        *self = line;
        Ok(())
    }

    fn push(&mut self, word: &str) -> Result<(), PositionError> {
        self.play(word)
    }

    fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    fn sfen(&self) -> String {
        self.position.sfen(self.next_move_number())
    }

    fn start_sfen(&self) -> String {
        self.start.sfen(self.start_number)
    }

    fn moves(&self) -> Vec<String> {
        self.moves.iter().map(|&mv| G::Position::usi(mv)).collect()
    }

    fn move_bits(&self) -> Vec<u16> {
        self.moves.iter().map(|mv| mv.bits()).collect()
    }

    fn record(&self) -> Vec<String> {
        let mut position = self.start.clone();
        let write = |&mv| {
            let word = position.move_record(mv);
            position.play(mv, &mut ());
            word
        };
        self.moves.iter().map(write).collect()
    }

    fn parse_move_record(&self, word: &str) -> Result<String, MoveError> {
        self.position.parse_move_record(word).map(G::Position::usi)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.sorted_moves().into_iter().map(|(word, _)| word).collect()
    }

    fn detailed_moves(&self) -> Vec<LegalMove> {
        self.sorted_moves().into_iter().map(|(usi, mv)| self.legal_move(usi, mv)).collect()
    }

    fn describe_move(&self, word: &str) -> Result<LegalMove, MoveError> {
        let mv = self.position.parse_usi(word)?;
        Ok(self.legal_move(G::Position::usi(mv), mv))
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
        G::Position::piece_set()
    }

    fn repetition_rule(&self) -> RepetitionRule {
        G::Position::REPETITION
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
        for (word, mv) in self.sorted_moves() {
            let mut next = self.position.clone();
            next.play(mv, &mut ());
            let Some(part) = perft_while(&next, remaining, is_wanted) else { break };
            nodes += part;
            each(&word, part);
        }
        nodes
    }

    fn divide(
        &self,
        depth: u32,
        mut memory: Option<&mut perft::PerftTable>,
        each: &mut dyn FnMut(&str, u64) -> ControlFlow<()>,
    ) -> u64 {
        let Some(remaining) = depth.checked_sub(1) else { return 1 };
        let mut nodes = 0;
        for (word, mv) in self.sorted_moves() {
            let mut next = self.position.clone();
            next.play(mv, &mut ());
            let part = match &mut memory {
                Some(memory) => perft::perft_hashed(&next, remaining, memory),
                None => perft::perft(&next, remaining),
            };
            nodes += part;
            if each(&word, part).is_break() {
                break;
            }
        }
        nodes
    }
}

/// Perft, as long as it is wanted; `None` when it is not.
fn perft_while<P: Position>(position: &P, depth: u32, is_wanted: &dyn Fn() -> bool) -> Option<u64> {
    /// Counted in a moment, so nobody asks in between.
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

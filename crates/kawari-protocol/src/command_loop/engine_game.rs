//! The game that the engine keeps, for a client that tells it moves and no positions:
//! whose side it has, what bounds its searches, and when it thinks without being asked.

use std::sync::Arc;
use std::time::Duration;

use super::reporter::LatestInfo;
use super::{CommandLoop, SearchPurpose};
use crate::cecp::Cecp;
use crate::chess::{self, FenError};
use crate::error::ProtocolError;
use crate::game_command::{CecpTimeControl, GameCommand};
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::{GameState, PositionError, StartPosition};
use kawari_engine::engine::search_events::SearchAnswer;
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::notation::error::MoveError;
use kawari_engine::search::limits::{Clock, Limits};

/// What the engine knows of its part in the game.
#[derive(Debug, Default)]
pub(super) struct EngineGame {
    role: EngineRole,
    play_limits: PlayLimits,
    ponders: bool,
    pub(super) progress: Arc<LatestInfo>,
    /// The move that the engine expects from the other side.
    expected_reply: Option<String>,
    /// The square from which the user has taken a piece.
    lifted_square: Option<String>,
    /// The position of this many moves is being looked at, or has been.
    was_searched_when_idle: bool,
}

/// The part that the engine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum EngineRole {
    /// It has no side.
    #[default]
    None,
    /// It has a side.
    Plays(Color),
    /// It looks at every position.
    Analyses,
}

/// What bounds its searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PlayLimits {
    level: Option<CecpTimeControl>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// What is left on the engine's clock and on the other one, where it was told.
    own: Option<Duration>,
    other: Option<Duration>,
}

impl PlayLimits {
    /// The limits of a search for a side that has made so many moves.
    fn limits(&self, side: Color, moves_made: u32) -> Limits {
        let Self { level, move_time, depth, nodes, own, other } = *self;
        let mut limits = Limits { depth, nodes, move_time, clock: None };
        let is_told = level.is_some() || own.is_some();
        if move_time.is_some() || !is_told && (depth.is_some() || nodes.is_some()) {
            return limits;
        }
        let level = level.unwrap_or_default();
        let mut clock = Clock { increment: [level.increment; 2], ..Clock::default() };
        clock.remaining[side.index()] = own.unwrap_or(level.time);
        clock.remaining[(!side).index()] = other.or(own).unwrap_or(level.time);
        clock.moves_to_go = moves_made.checked_rem(level.moves).map(|made| level.moves - made);
        limits.clock = Some(clock);
        limits
    }
}

impl CommandLoop {
    /// A client that keeps no game has come; it is shown one that it can show.
    pub(super) fn begin_engine_game(&mut self) -> Result<(), ProtocolError> {
        self.engine_game = EngineGame::default();
        if !Cecp.shows(self.options.variant.info()) {
            self.set_game_by_name("yarishogi")?;
        }
        Ok(())
    }

    pub(super) fn execute_game_command(
        &mut self,
        command: GameCommand,
    ) -> Result<(), ProtocolError> {
        let play_limits = &mut self.engine_game.play_limits;
        match command {
            GameCommand::Introduce => {
                for line in self.dialect.implementation().greeting() {
                    self.sink.write_line(&line);
                }
            }
            GameCommand::Variant(name) => {
                self.set_game_by_name(&name)?;
                for line in self.dialect.implementation().variant(self.options.variant.info()) {
                    self.sink.write_line(&line);
                }
            }
            GameCommand::New => return self.begin_game(),
            GameCommand::Set(fen) => return self.set_fen(&fen),
            GameCommand::Move(word) => return self.play_client_move(&word),
            GameCommand::Undo(moves) => return self.take_back(moves),
            GameCommand::Force | GameCommand::End => self.engine_game.role = EngineRole::None,
            GameCommand::Play => {
                self.engine_game.role =
                    EngineRole::Plays(self.session()?.game_state().side_to_move());
                if !self.report_game_end() {
                    return self.start_engine_move();
                }
            }
            GameCommand::PlayOther => {
                self.engine_game.role =
                    EngineRole::Plays(!self.session()?.game_state().side_to_move());
            }
            GameCommand::Analyse => self.engine_game.role = EngineRole::Analyses,
            GameCommand::Leave => self.engine_game.role = EngineRole::None,
            GameCommand::Progress => return self.report_progress(),
            GameCommand::Hint => return self.hint(),
            GameCommand::Ping(words) => self.sink.write_line(format!("pong {words}").trim_end()),
            GameCommand::Level(level) => {
                (play_limits.level, play_limits.move_time) = (Some(level), None);
                (play_limits.own, play_limits.other) = (None, None);
            }
            GameCommand::MoveTime(time) => play_limits.move_time = Some(time),
            GameCommand::Depth(depth) => play_limits.depth = Some(depth).filter(|&depth| depth > 0),
            GameCommand::Nodes(nodes) => play_limits.nodes = Some(nodes).filter(|&nodes| nodes > 0),
            GameCommand::OwnTime(time) => play_limits.own = Some(time),
            GameCommand::OtherTime(time) => play_limits.other = Some(time),
            GameCommand::Ponder(ponders) => self.engine_game.ponders = ponders,
            GameCommand::Post(is_posting) => self.engine_game.progress.set_posting(is_posting),
            GameCommand::Lift(square) => {
                let highlight = Cecp.highlight(&square, self.session()?.game_state());
                if let Some(squares) = highlight {
                    self.sink.write_line(&format!("highlight {squares}"));
                }
                self.engine_game.lifted_square = Some(square);
            }
            GameCommand::Put(square) => {
                if let Some(from) = self.engine_game.lifted_square.clone()
                    && let Some(letters) =
                        Cecp.promotion_choices(&from, &square, self.session()?.game_state())
                {
                    self.sink.write_line(&format!("choice {letters}"));
                }
            }
            GameCommand::Edit => return Err(ProtocolError::NoEditing),
        }
        Ok(())
    }

    /// Sets a game by the client's name for it.
    fn set_game_by_name(&mut self, name: &str) -> Result<(), ProtocolError> {
        let variant = Cecp.game(name)?;
        if variant != self.options.variant {
            self.session = None;
            self.options.variant = variant;
        }
        self.restart_game()
    }

    fn begin_game(&mut self) -> Result<(), ProtocolError> {
        self.new_game();
        if self.engine_game.role != EngineRole::Analyses {
            // Whoever moves first is the user.
            self.engine_game.role = EngineRole::Plays(Color::White);
        }
        let PlayLimits { depth, nodes, own, other, .. } = &mut self.engine_game.play_limits;
        (*depth, *nodes, *own, *other) = (None, None, None, None);
        self.restart_game()
    }

    fn restart_game(&mut self) -> Result<(), ProtocolError> {
        self.reset_expectations();
        self.session()?.game_state_mut().set(StartPosition::Initial, &[])?;
        Ok(())
    }

    fn set_fen(&mut self, fen: &str) -> Result<(), ProtocolError> {
        let refused = |source| ProtocolError::Fen { fen: fen.to_owned(), source };
        self.reset_expectations();
        let game_state = self.session()?.game_state_mut();
        let sfen = chess::sfen(&Cecp.fen(fen, game_state.info())).map_err(refused)?;
        game_state.set(StartPosition::Sfen(&sfen), &[]).map_err(|error| match error {
            PositionError::Sfen { source, .. } => refused(FenError::Position(source)),
            error => error.into(),
        })
    }

    fn play_client_move(&mut self, word: &str) -> Result<(), ProtocolError> {
        self.reset_expectations();
        let words = self.dialect.implementation();
        let game_state = self.session()?.game_state_mut();
        // The client asks whether it may be made, not the how-manieth it would be.
        let refused = |source| ProtocolError::Move(source);
        let syntax = || refused(MoveError::Syntax(word.to_owned()));
        let usi = words.usi_move_in_position(word, game_state).ok_or_else(syntax)?;
        game_state.push(&usi).map_err(|_| refused(MoveError::Illegal(word.to_owned())))?;
        if matches!(self.engine_game.role, EngineRole::Plays(_)) && self.report_game_end() {
            return Ok(());
        }
        self.start_engine_move()
    }

    fn take_back(&mut self, count: usize) -> Result<(), ProtocolError> {
        self.reset_expectations();
        let game_state = self.session()?.game_state_mut();
        let (start, moves) = (game_state.start_sfen(), game_state.moves());
        let Some(left) = moves.len().checked_sub(count) else {
            return Err(ProtocolError::NothingToTakeBack);
        };
        let moves: Vec<&str> = moves.iter().take(left).map(String::as_str).collect();
        game_state.set(StartPosition::Sfen(&start), &moves)?;
        Ok(())
    }

    /// The position is another one.
    fn reset_expectations(&mut self) {
        self.engine_game.expected_reply = None;
        self.engine_game.lifted_square = None;
        self.engine_game.was_searched_when_idle = false;
    }

    /// Thinks, if it is the engine's turn.
    fn start_engine_move(&mut self) -> Result<(), ProtocolError> {
        let EngineRole::Plays(side) = self.engine_game.role else { return Ok(()) };
        let play_limits = self.engine_game.play_limits;
        let game_state = self.session()?.game_state();
        if game_state.side_to_move() != side || game_state.status().is_some() {
            return Ok(());
        }
        let mut limits = play_limits.limits(side, (game_state.moves().len() / 2) as u32);
        let search_moves = reportable_moves(game_state);
        self.options.apply_bounds(&mut limits);
        self.search(
            SearchRequest { limits, search_moves, ..SearchRequest::default() },
            SearchPurpose::EngineMove,
        );
        Ok(())
    }

    /// What is done when nothing else is to be done: the other side's time is used, or
    /// the position looked at.
    pub(super) fn search_when_idle(&mut self) -> Result<(), ProtocolError> {
        if self.engine_game.was_searched_when_idle {
            return Ok(());
        }
        let infinite = SearchRequest { infinite: true, ..SearchRequest::default() };
        match self.engine_game.role {
            EngineRole::Analyses => {
                self.engine_game.was_searched_when_idle = true;
                let game_state = self.session()?.game_state();
                if game_state.legal_moves().is_empty() {
                    return Ok(());
                }
                let search_moves = reportable_moves(game_state);
                self.search(SearchRequest { search_moves, ..infinite }, SearchPurpose::Background);
            }
            EngineRole::Plays(_) if self.engine_game.ponders => {
                self.engine_game.was_searched_when_idle = true;
                let Some(expected_reply) = self.engine_game.expected_reply.clone() else {
                    return Ok(());
                };
                let game_state = self.session()?.game_state_mut();
                let (start, moves) = (game_state.start_sfen(), game_state.moves());
                game_state.push(&expected_reply)?;
                let goes_on = game_state.status().is_none();
                if goes_on {
                    self.search(infinite, SearchPurpose::Background);
                }
                // The search has its own copy.
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                self.session()?.game_state_mut().set(StartPosition::Sfen(&start), &moves)?;
            }
            EngineRole::Plays(_) | EngineRole::None => {}
        }
        Ok(())
    }

    /// The engine has answered, and the client has heard it.
    pub(super) fn play_engine_move(&mut self, answer: SearchAnswer) -> Result<(), ProtocolError> {
        let SearchAnswer::Move { best, ponder } = answer else {
            self.engine_game.role = EngineRole::None;
            return Ok(());
        };
        self.reset_expectations();
        self.session()?.game_state_mut().push(&best)?;
        self.engine_game.expected_reply = ponder;
        self.report_game_end();
        Ok(())
    }

    /// Says how the game has ended, if it has.
    fn report_game_end(&mut self) -> bool {
        let outcome = self.session.as_ref().and_then(|session| session.game_state().status());
        if let Some(outcome) = outcome {
            self.sink.write_line(&Cecp.result(outcome));
            self.engine_game.expected_reply = None;
        }
        outcome.is_some()
    }

    fn hint(&mut self) -> Result<(), ProtocolError> {
        let expected_reply = self.engine_game.expected_reply.clone();
        let is_searching = self.activity.is_some();
        let session = self.session()?;
        let mv = match expected_reply {
            Some(mv) => Some(mv),
            None if is_searching => None,
            None => {
                let search_moves = reportable_moves(session.game_state());
                match session
                    .search_blocking(&SearchRequest { search_moves, ..SearchRequest::default() })?
                {
                    SearchAnswer::Move { best, .. } => Some(best),
                    SearchAnswer::Resign | SearchAnswer::Win => None,
                }
            }
        };
        if let Some(mv) = mv {
            let hint = format!("Hint: {}", Cecp.move_text(&mv, self.session()?.game_state()));
            self.sink.write_line(&hint);
        }
        Ok(())
    }

    /// `stat01: TIME NODES DEPTH LEFT ALL`: the moves that are left of all are not
    /// counted.
    fn report_progress(&mut self) -> Result<(), ProtocolError> {
        if let Some(info) = self.engine_game.progress.latest() {
            let moves = self.session()?.game_state().legal_moves().len();
            let (time, nodes, depth) = (info.time.as_millis() / 10, info.nodes, info.depth);
            self.sink.write_line(&format!("stat01: {time} {nodes} {depth} 0 {moves}"));
        }
        Ok(())
    }
}

/// The moves that may be told of, where some may not: none stands for all.
fn reportable_moves(game_state: &dyn GameState) -> Vec<String> {
    let moves = game_state.legal_moves();
    if moves.iter().any(|mv| mv.ends_with('!')) {
        moves.into_iter().filter(|mv| !mv.ends_with('!')).collect()
    } else {
        Vec::new()
    }
}

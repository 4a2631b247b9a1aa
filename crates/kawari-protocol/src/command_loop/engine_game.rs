//! The game that the engine keeps for a CECP client: the engine's side, its time control,
//! and the searches that it starts itself.

use std::sync::Arc;
use std::time::Duration;

use super::activity::SearchPurpose;
use super::handlers::Handlers;
use super::reporter::LatestInfo;
use crate::cecp::Cecp;
use crate::chess::{self, FenError};
use crate::error::ProtocolError;
use crate::game_command::{CecpTimeControl, GameCommand};
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::{GameState, PositionError, StartPosition};
use kawari_engine::engine::search_events::SearchAnswer;
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::usi::UsiMove;
use kawari_engine::search::limits::{Clock, Limits};

/// The engine's part in a CECP game.
#[derive(Debug, Default)]
pub(super) struct EngineGame {
    role: EngineRole,
    play_limits: PlayLimits,
    ponders: bool,
    pub latest_info: Arc<LatestInfo>,
    /// The ponder move: the expected reply to the engine's last move.
    expected_reply: Option<UsiMove>,
    /// The square of the latest `lift`.
    lifted_square: Option<String>,
    /// A background search of the current position has been started.
    was_searched_when_idle: bool,
}

/// The engine's role in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum EngineRole {
    /// Plays neither side (force mode).
    #[default]
    None,
    /// Plays one side.
    Plays(Color),
    /// Analyses every position.
    Analyses,
}

/// The limits of the engine's searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PlayLimits {
    level: Option<CecpTimeControl>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Time left on the engine's clock, from `time`.
    own: Option<Duration>,
    /// Time left on the opponent's clock, from `otim`.
    other: Option<Duration>,
}

impl PlayLimits {
    /// Returns the limits of a search for `side` after it has played `moves_made` moves.
    fn limits(&self, side: Color, moves_made: u32) -> Limits {
        let Self { level, move_time, depth, nodes, own, other } = *self;
        let mut limits = Limits { depth, nodes, move_time, clock: None };
        let has_clock = level.is_some() || own.is_some();
        if move_time.is_some() || !has_clock && (depth.is_some() || nodes.is_some()) {
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

impl Handlers {
    /// Starts a CECP session. If xboard cannot show the current game, switches to Yari Shogi.
    pub(super) fn begin_engine_game(&mut self) -> Result<(), ProtocolError> {
        self.engine_game = EngineGame::default();
        if !Cecp.shows(self.engine.options.variant.info()) {
            self.set_game_by_name("yarishogi")?;
        }
        Ok(())
    }

    /// Runs a CECP command.
    pub(super) fn execute_game_command(
        &mut self,
        command: GameCommand,
    ) -> Result<(), ProtocolError> {
        let play_limits = &mut self.engine_game.play_limits;
        match command {
            GameCommand::Introduce => {
                self.output.write_lines(self.output.dialect().greeting());
            }
            GameCommand::Variant(name) => {
                self.set_game_by_name(&name)?;
                let info = self.engine.options.variant.info();
                self.output.write_lines(self.output.dialect().variant(info));
            }
            GameCommand::New => return self.begin_game(),
            GameCommand::Set(fen) => return self.set_fen(&fen),
            GameCommand::Move(word) => return self.play_client_move(&word),
            GameCommand::Undo(moves) => return self.take_back(moves),
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
            GameCommand::Force | GameCommand::End | GameCommand::Leave => {
                self.engine_game.role = EngineRole::None;
            }
            GameCommand::Progress => return self.report_progress(),
            GameCommand::Hint => return self.hint(),
            GameCommand::Ping(words) => self.output.write_line(format!("pong {words}").trim_end()),
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
            GameCommand::Post(is_posting) => self.engine_game.latest_info.set_posting(is_posting),
            GameCommand::Lift(square) => {
                let highlight = Cecp.highlight(&square, self.session()?.game_state());
                if let Some(squares) = highlight {
                    self.output.write_line(&format!("highlight {squares}"));
                }
                self.engine_game.lifted_square = Some(square);
            }
            GameCommand::Put(square) => {
                if let Some(from) = self.engine_game.lifted_square.clone()
                    && let Some(letters) =
                        Cecp.promotion_choices(&from, &square, self.session()?.game_state())
                {
                    self.output.write_line(&format!("choice {letters}"));
                }
            }
            GameCommand::Edit => return Err(ProtocolError::NoEditing),
        }
        Ok(())
    }

    /// Sets the game by its xboard name.
    fn set_game_by_name(&mut self, name: &str) -> Result<(), ProtocolError> {
        let variant = Cecp.game(name)?;
        if variant != self.engine.options.variant {
            self.engine.close_session();
            self.engine.options.variant = variant;
        }
        self.restart_game()
    }

    /// Handles `new`: the engine plays the side that moves second.
    fn begin_game(&mut self) -> Result<(), ProtocolError> {
        self.new_game();
        if self.engine_game.role != EngineRole::Analyses {
            self.engine_game.role = EngineRole::Plays(Color::White);
        }
        let PlayLimits { depth, nodes, own, other, .. } = &mut self.engine_game.play_limits;
        (*depth, *nodes, *own, *other) = (None, None, None, None);
        self.restart_game()
    }

    fn restart_game(&mut self) -> Result<(), ProtocolError> {
        self.on_position_change();
        self.session()?.game_state_mut().set(StartPosition::Initial, &[])?;
        Ok(())
    }

    fn set_fen(&mut self, fen: &str) -> Result<(), ProtocolError> {
        let fen_error = |source| ProtocolError::Fen { fen: fen.to_owned(), source };
        self.on_position_change();
        let game_state = self.session()?.game_state_mut();
        let sfen = chess::sfen(&Cecp.fen(fen, game_state.info())).map_err(fen_error)?;
        game_state.set(StartPosition::Sfen(&sfen), &[]).map_err(|error| match error {
            PositionError::Sfen { source, .. } => fen_error(FenError::Position(source)),
            error => error.into(),
        })
    }

    /// Plays a move of the client, and starts the engine's reply if it is the engine's turn.
    fn play_client_move(&mut self, word: &str) -> Result<(), ProtocolError> {
        self.on_position_change();
        let dialect = self.output.dialect();
        let game_state = self.session()?.game_state_mut();
        // Drop the move number of a `PositionError`: the client sent one move, not a list.
        let syntax = || ProtocolError::Move(MoveError::Syntax(word.to_owned()));
        let illegal = |_| ProtocolError::Move(MoveError::illegal(word));
        let usi = dialect.usi_move_in_position(word, game_state).ok_or_else(syntax)?;
        game_state.push(&usi).map_err(illegal)?;
        if matches!(self.engine_game.role, EngineRole::Plays(_)) && self.report_game_end() {
            return Ok(());
        }
        self.start_engine_move()
    }

    fn take_back(&mut self, count: usize) -> Result<(), ProtocolError> {
        self.on_position_change();
        let game_state = self.session()?.game_state_mut();
        let (start, moves) = (game_state.start_sfen(), game_state.moves_in_usi());
        let Some(remaining) = moves.len().checked_sub(count) else {
            return Err(ProtocolError::NothingToTakeBack);
        };
        let moves: Vec<&str> = moves.iter().take(remaining).map(String::as_str).collect();
        game_state.set(StartPosition::Sfen(&start), &moves)?;
        Ok(())
    }

    /// Resets what refers to the previous position.
    fn on_position_change(&mut self) {
        self.engine_game.expected_reply = None;
        self.engine_game.lifted_square = None;
        self.engine_game.was_searched_when_idle = false;
    }

    /// Starts a search if it is the engine's turn.
    fn start_engine_move(&mut self) -> Result<(), ProtocolError> {
        let EngineRole::Plays(side) = self.engine_game.role else { return Ok(()) };
        let play_limits = self.engine_game.play_limits;
        let game_state = self.session()?.game_state();
        if game_state.side_to_move() != side || game_state.status().is_some() {
            return Ok(());
        }
        let mut limits = play_limits.limits(side, (game_state.ply() / 2) as u32);
        let search_moves = expressible_moves(game_state);
        self.engine.options.apply_bounds(&mut limits);
        self.search(
            SearchRequest { limits, search_moves, ..SearchRequest::default() },
            SearchPurpose::EngineMove,
        );
        Ok(())
    }

    /// Starts pondering or analysis of the current position, once for each position.
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
                let search_moves = expressible_moves(game_state);
                self.search(SearchRequest { search_moves, ..infinite }, SearchPurpose::Background);
            }
            EngineRole::Plays(_) if self.engine_game.ponders => {
                self.engine_game.was_searched_when_idle = true;
                let Some(expected_reply) = self.engine_game.expected_reply else {
                    return Ok(());
                };
                let game_state = self.session()?.game_state_mut();
                let (start, moves) = (game_state.start_sfen(), game_state.moves_in_usi());
                game_state.push_move(expected_reply)?;
                let goes_on = game_state.status().is_none();
                if goes_on {
                    self.search(infinite, SearchPurpose::Background);
                }
                // The search has its own copy of the position.
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                self.session()?.game_state_mut().set(StartPosition::Sfen(&start), &moves)?;
            }
            EngineRole::Plays(_) | EngineRole::None => {}
        }
        Ok(())
    }

    /// Plays the engine's answer, which was already sent to the client.
    pub(super) fn play_engine_move(&mut self, answer: SearchAnswer) -> Result<(), ProtocolError> {
        let SearchAnswer::Move { best, ponder } = answer else {
            self.engine_game.role = EngineRole::None;
            return Ok(());
        };
        self.on_position_change();
        self.session()?.game_state_mut().push_move(best)?;
        self.engine_game.expected_reply = ponder;
        self.report_game_end();
        Ok(())
    }

    /// Sends the result if the game has ended. Returns true if it has.
    fn report_game_end(&mut self) -> bool {
        let session = self.engine.session.as_ref();
        let outcome = session.and_then(|session| session.game_state().status());
        if let Some(outcome) = outcome {
            self.output.write_line(&Cecp.result(outcome));
            self.engine_game.expected_reply = None;
        }
        outcome.is_some()
    }

    /// Sends the expected reply, or the best move of a short search. Sends nothing while a
    /// search without an expected reply is running.
    fn hint(&mut self) -> Result<(), ProtocolError> {
        let expected_reply = self.engine_game.expected_reply;
        let is_searching = self.activities.current.is_some();
        let session = self.session()?;
        let mv = match expected_reply {
            Some(mv) => Some(mv),
            None if is_searching => None,
            None => {
                let search_moves = expressible_moves(session.game_state());
                let request = SearchRequest { search_moves, ..SearchRequest::default() };
                match session.search_blocking(&request)? {
                    SearchAnswer::Move { best, .. } => Some(best),
                    SearchAnswer::Resign | SearchAnswer::Win => None,
                }
            }
        };
        if let Some(mv) = mv {
            let hint =
                format!("Hint: {}", Cecp.move_text(&mv.to_string(), self.session()?.game_state()));
            self.output.write_line(&hint);
        }
        Ok(())
    }

    /// Sends `stat01: TIME NODES DEPTH REMAINING TOTAL`, where the last two are counts of root
    /// moves. The engine does not count the remaining ones and sends 0.
    fn report_progress(&mut self) -> Result<(), ProtocolError> {
        if let Some(info) = self.engine_game.latest_info.latest() {
            let moves = self.session()?.game_state().legal_moves().len();
            let (time, nodes, depth) = (info.time.as_millis() / 10, info.nodes, info.depth);
            self.output.write_line(&format!("stat01: {time} {nodes} {depth} 0 {moves}"));
        }
        Ok(())
    }
}

/// Returns the legal moves that CECP can express, or an empty list if it can express all.
/// Counter-flips (`!`) cannot be written in CECP.
fn expressible_moves(game_state: &dyn GameState) -> Vec<String> {
    let moves = game_state.legal_moves_in_usi();
    if moves.iter().any(|mv| mv.ends_with('!')) {
        moves.into_iter().filter(|mv| !mv.ends_with('!')).collect()
    } else {
        Vec::new()
    }
}

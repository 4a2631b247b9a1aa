//! The game that the engine keeps, for a client that tells it moves and no positions:
//! whose side it has, what bounds its searches, and when it thinks without being asked.

use std::sync::Arc;
use std::time::Duration;

use super::voice::Progress;
use super::{Conversation, Purpose};
use crate::cecp::Cecp;
use crate::chess::{self, FenError};
use crate::error::ProtocolError;
use crate::game_command::{GameCommand, Level};
use kawari_engine::core::color::Color;
use kawari_engine::engine::line::{Line, PositionError, Start};
use kawari_engine::engine::report::Answer;
use kawari_engine::engine::session::Order;
use kawari_engine::notation::error::MoveError;
use kawari_engine::search::limits::{Clock, Limits};

/// What the engine knows of its part in the game.
#[derive(Debug, Default)]
pub(super) struct Play {
    role: Role,
    control: Control,
    ponders: bool,
    pub(super) progress: Arc<Progress>,
    /// The move that the engine expects from the other side.
    expected: Option<String>,
    /// The square from which the user has taken a piece.
    lifted: Option<String>,
    /// The position of this many moves is being looked at, or has been.
    is_looked_at: bool,
}

/// The part that the engine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Role {
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
struct Control {
    level: Option<Level>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// What is left on the engine's clock and on the other one, where it was told.
    own: Option<Duration>,
    other: Option<Duration>,
}

impl Control {
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

impl Conversation {
    /// A client that keeps no game has come; it is shown one that it can show.
    pub(super) fn begin_play(&mut self) -> Result<(), ProtocolError> {
        self.play = Play::default();
        if !Cecp.shows(self.options.variant.info()) {
            self.choose("yarishogi")?;
        }
        Ok(())
    }

    pub(super) fn obey_game(&mut self, command: GameCommand) -> Result<(), ProtocolError> {
        let control = &mut self.play.control;
        match command {
            GameCommand::Introduce => {
                for line in self.dialect.words().greeting() {
                    self.sink.say(&line);
                }
            }
            GameCommand::Variant(name) => {
                self.choose(&name)?;
                for line in self.dialect.words().variant(self.options.variant.info()) {
                    self.sink.say(&line);
                }
            }
            GameCommand::New => return self.begin_game(),
            GameCommand::Set(fen) => return self.set_fen(&fen),
            GameCommand::Move(word) => return self.hear_move(&word),
            GameCommand::Undo(moves) => return self.take_back(moves),
            GameCommand::Force | GameCommand::End => self.play.role = Role::None,
            GameCommand::Play => {
                self.play.role = Role::Plays(self.session()?.line().side_to_move());
                if !self.claim() {
                    return self.think();
                }
            }
            GameCommand::PlayOther => {
                self.play.role = Role::Plays(!self.session()?.line().side_to_move());
            }
            GameCommand::Analyse => self.play.role = Role::Analyses,
            GameCommand::Leave => self.play.role = Role::None,
            GameCommand::Progress => return self.tell_progress(),
            GameCommand::Hint => return self.hint(),
            GameCommand::Ping(words) => self.sink.say(format!("pong {words}").trim_end()),
            GameCommand::Level(level) => {
                (control.level, control.move_time) = (Some(level), None);
                (control.own, control.other) = (None, None);
            }
            GameCommand::MoveTime(time) => control.move_time = Some(time),
            GameCommand::Depth(depth) => control.depth = Some(depth).filter(|&depth| depth > 0),
            GameCommand::Nodes(nodes) => control.nodes = Some(nodes).filter(|&nodes| nodes > 0),
            GameCommand::OwnTime(time) => control.own = Some(time),
            GameCommand::OtherTime(time) => control.other = Some(time),
            GameCommand::Ponder(ponders) => self.play.ponders = ponders,
            GameCommand::Post(posts) => self.play.progress.post(posts),
            GameCommand::Lift(square) => {
                let highlight = Cecp.highlight(&square, self.session()?.line());
                if let Some(squares) = highlight {
                    self.sink.say(&format!("highlight {squares}"));
                }
                self.play.lifted = Some(square);
            }
            GameCommand::Put(square) => {
                if let Some(from) = self.play.lifted.clone()
                    && let Some(letters) = Cecp.choice(&from, &square, self.session()?.line())
                {
                    self.sink.say(&format!("choice {letters}"));
                }
            }
            GameCommand::Edit => return Err(ProtocolError::NoEditing),
        }
        Ok(())
    }

    /// Sets a game by the client's name for it.
    fn choose(&mut self, name: &str) -> Result<(), ProtocolError> {
        let variant = Cecp.game(name)?;
        if variant != self.options.variant {
            self.session = None;
            self.options.variant = variant;
        }
        self.renew_game()
    }

    fn begin_game(&mut self) -> Result<(), ProtocolError> {
        self.forget();
        if self.play.role != Role::Analyses {
            // Whoever moves first is the user.
            self.play.role = Role::Plays(Color::White);
        }
        let Control { depth, nodes, own, other, .. } = &mut self.play.control;
        (*depth, *nodes, *own, *other) = (None, None, None, None);
        self.renew_game()
    }

    fn renew_game(&mut self) -> Result<(), ProtocolError> {
        self.changed();
        self.session()?.line_mut().set(Start::Initial, &[])?;
        Ok(())
    }

    fn set_fen(&mut self, fen: &str) -> Result<(), ProtocolError> {
        let refused = |source| ProtocolError::Fen { fen: fen.to_owned(), source };
        self.changed();
        let line = self.session()?.line_mut();
        let sfen = chess::sfen(&Cecp.fen(fen, line.info())).map_err(refused)?;
        line.set(Start::Sfen(&sfen), &[]).map_err(|error| match error {
            PositionError::Sfen { source, .. } => refused(FenError::Position(source)),
            error => error.into(),
        })
    }

    fn hear_move(&mut self, word: &str) -> Result<(), ProtocolError> {
        self.changed();
        let words = self.dialect.words();
        let line = self.session()?.line_mut();
        // The client asks whether it may be made, not the how-manieth it would be.
        let refused = |source| ProtocolError::Move(source);
        let syntax = || refused(MoveError::Syntax(word.to_owned()));
        let usi = words.played(word, line).ok_or_else(syntax)?;
        line.push(&usi).map_err(|_| refused(MoveError::Illegal(word.to_owned())))?;
        if matches!(self.play.role, Role::Plays(_)) && self.claim() {
            return Ok(());
        }
        self.think()
    }

    fn take_back(&mut self, count: usize) -> Result<(), ProtocolError> {
        self.changed();
        let line = self.session()?.line_mut();
        let (start, moves) = (line.start_sfen(), line.moves());
        let Some(left) = moves.len().checked_sub(count) else {
            return Err(ProtocolError::NothingToTakeBack);
        };
        let moves: Vec<&str> = moves.iter().take(left).map(String::as_str).collect();
        line.set(Start::Sfen(&start), &moves)?;
        Ok(())
    }

    /// The position is another one.
    fn changed(&mut self) {
        self.play.expected = None;
        self.play.lifted = None;
        self.play.is_looked_at = false;
    }

    /// Thinks, if it is the engine's turn.
    fn think(&mut self) -> Result<(), ProtocolError> {
        let Role::Plays(side) = self.play.role else { return Ok(()) };
        let control = self.play.control;
        let line = self.session()?.line();
        if line.side_to_move() != side || line.status().is_some() {
            return Ok(());
        }
        let mut limits = control.limits(side, (line.moves().len() / 2) as u32);
        let search_moves = told(line);
        self.options.bind(&mut limits);
        self.search(Order { limits, search_moves, ..Order::default() }, Purpose::Move);
        Ok(())
    }

    /// What is done when nothing else is to be done: the other side's time is used, or
    /// the position looked at.
    pub(super) fn use_leisure(&mut self) -> Result<(), ProtocolError> {
        if self.play.is_looked_at {
            return Ok(());
        }
        let infinite = Order { infinite: true, ..Order::default() };
        match self.play.role {
            Role::Analyses => {
                self.play.is_looked_at = true;
                let line = self.session()?.line();
                if line.legal_moves().is_empty() {
                    return Ok(());
                }
                let search_moves = told(line);
                self.search(Order { search_moves, ..infinite }, Purpose::Thought);
            }
            Role::Plays(_) if self.play.ponders => {
                self.play.is_looked_at = true;
                let Some(expected) = self.play.expected.clone() else { return Ok(()) };
                let line = self.session()?.line_mut();
                let (start, moves) = (line.start_sfen(), line.moves());
                line.push(&expected)?;
                let goes_on = line.status().is_none();
                if goes_on {
                    self.search(infinite, Purpose::Thought);
                }
                // The search has its own copy.
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                self.session()?.line_mut().set(Start::Sfen(&start), &moves)?;
            }
            Role::Plays(_) | Role::None => {}
        }
        Ok(())
    }

    /// The engine has answered, and the client has heard it.
    pub(super) fn has_answered(&mut self, answer: Answer) -> Result<(), ProtocolError> {
        let Answer::Move { best, ponder } = answer else {
            self.play.role = Role::None;
            return Ok(());
        };
        self.changed();
        self.session()?.line_mut().push(&best)?;
        self.play.expected = ponder;
        self.claim();
        Ok(())
    }

    /// Says how the game has ended, if it has.
    fn claim(&mut self) -> bool {
        let outcome = self.session.as_ref().and_then(|session| session.line().status());
        if let Some(outcome) = outcome {
            self.sink.say(&Cecp.result(outcome));
            self.play.expected = None;
        }
        outcome.is_some()
    }

    fn hint(&mut self) -> Result<(), ProtocolError> {
        let expected = self.play.expected.clone();
        let session = self.session()?;
        let mv = match expected {
            Some(mv) => Some(mv),
            None if session.is_searching() => None,
            None => {
                let search_moves = told(session.line());
                match session.answer_here(&Order { search_moves, ..Order::default() })? {
                    Answer::Move { best, .. } => Some(best),
                    Answer::Resign | Answer::Win => None,
                }
            }
        };
        if let Some(mv) = mv {
            let hint = format!("Hint: {}", Cecp.word(&mv, self.session()?.line()));
            self.sink.say(&hint);
        }
        Ok(())
    }

    /// `stat01: TIME NODES DEPTH LEFT ALL`: the moves that are left of all are not
    /// counted.
    fn tell_progress(&mut self) -> Result<(), ProtocolError> {
        if let Some(info) = self.play.progress.latest() {
            let moves = self.session()?.line().legal_moves().len();
            let (time, nodes, depth) = (info.time.as_millis() / 10, info.nodes, info.depth);
            self.sink.say(&format!("stat01: {time} {nodes} {depth} 0 {moves}"));
        }
        Ok(())
    }
}

/// The moves that may be told of, where some may not: none stands for all.
fn told(line: &dyn Line) -> Vec<String> {
    let moves = line.legal_moves();
    if moves.iter().any(|mv| mv.ends_with('!')) {
        moves.into_iter().filter(|mv| !mv.ends_with('!')).collect()
    } else {
        Vec::new()
    }
}

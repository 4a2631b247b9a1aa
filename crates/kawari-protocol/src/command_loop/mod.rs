//! The conversation: which command is obeyed when.
//!
//! One thread reads the lines and this one obeys them; searches and countings
//! run beside it and speak for themselves. While one of them runs,
//!
//! - `stop`, `ponderhit` and `gameover` are obeyed at once;
//! - so are `usi` and `isready`, and during a search without an end of its own
//!   the questions about the position, unless something is waiting already;
//! - everything else waits, in order, until the engine is idle. A search without
//!   an end of its own is stopped for it, one with an end comes to it.
//!
//! So a script may send all its lines at once and reads its answers in order, and
//! loses none when it ends in `quit`: what came before is obeyed first. Only a
//! search by the clock or without an end is cut short then. Whoever cannot wait
//! says `stop` or `quit` once more. No more than some ten thousand lines wait: what
//! comes then is refused, but for `stop` and what else is obeyed at once.
//!
//! A client that leaves the game to the engine, as CECP has it, never says when it
//! wants a search, but when it wants none: `force` and its like abandon what runs, and
//! nobody hears of that. The engine moves when it is its turn, and when nothing else is
//! to be done it ponders or analyses; that is `engine_game`.
//!
//! What the client sets is in `settings`, how searches begin and end in `searches`. The
//! words are the dialect's.

mod background_job;
mod engine_game;
mod mate;
mod queue;
mod reporter;
mod searches;
mod settings;

use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use self::background_job::{BackgroundJob, JobOutput};
use self::engine_game::EngineGame;
use self::queue::{Backlog, Queue};
use super::chess;
use super::command::{self, Command, Query, QueuePriority};
use super::dialect::DialectKind;
use super::error::{CommandError, ProtocolError};
use super::input::{self, InputLine, LineReader, MAX_LINE};
use super::options::Options;
use super::output::OutputSink;
use super::position_command::PositionCommand;
use super::wire;
use kawari_engine::engine::bench;
use kawari_engine::engine::eval_source::EvalSource;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::search_events::{self, SearchAnswer};
use kawari_engine::engine::session::{self, SearchRequest, Session, SessionOpener, Settings};
use kawari_engine::engine::tablebase_source::TablebaseSource;
use kawari_engine::search::limits::Limits;

/// Talks with a client until it says `quit`, its input ends or it no longer
/// listens.
///
/// # Errors
/// What the system says when it has no thread to begin with.
pub fn run(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    run_until(input, output, drop)
}

/// As [`run`], but it may also be interrupted: `give_interrupt` is given what does it.
///
/// # Errors
/// As [`run`].
pub fn run_until(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    give_interrupt: impl FnOnce(LoopInterrupt),
) -> io::Result<()> {
    let (messages, inbox) = mpsc::channel();
    let backlog = Arc::new(Backlog::default());
    let closed = messages.clone();
    let sink = OutputSink::new(output, move || drop(closed.send(Message::OutputClosed)))?;
    let (reader, reader_sink, ahead) = (messages.clone(), sink.clone(), Arc::clone(&backlog));
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read(input, &reader, &ahead, &reader_sink))?;
    give_interrupt(LoopInterrupt { messages: messages.clone(), sink: sink.clone() });
    CommandLoop::new(sink.clone(), messages, session::open).run(&inbox, &backlog);
    backlog.close();
    sink.finish();
    Ok(())
}

/// Ends a conversation from outside: a search that runs still answers, but
/// nothing else is waited for.
#[derive(Clone, Debug)]
pub struct LoopInterrupt {
    messages: Sender<Message>,
    sink: OutputSink,
}

impl LoopInterrupt {
    /// Ends the conversation.
    pub fn raise(&self) {
        self.sink.stop_waiting();
        // It may have ended.
        let _ = self.messages.send(Message::Interrupted);
    }
}

/// What happens outside.
enum Message {
    /// The client has said something; an error if it was too long.
    Line(Result<String, CommandError>),
    /// The client will say no more.
    EndOfInput,
    /// The activity with this number has ended, with an answer if it has said one.
    Finished(u64, Option<SearchAnswer>),
    /// The client no longer listens.
    OutputClosed,
    /// The system wants the program to end.
    Interrupted,
}

/// Passes on the lines of the input, as far ahead as there is room.
fn read(source: impl Read, messages: &Sender<Message>, backlog: &Backlog, sink: &OutputSink) {
    let mut lines = LineReader::new(BufReader::new(source), MAX_LINE);
    // An input that cannot be read has ended.
    while let Ok(Some(line)) = lines.read() {
        let line = match line {
            InputLine::Whole(line) | InputLine::Unended(line) => Ok(input::text(line)),
            InputLine::TooLong => Err(CommandError::TooLong),
        };
        // Said here, for whoever obeys may be waiting for a client that reads nothing.
        if line.as_ref().is_ok_and(|line| line.trim_ascii() == "quit") {
            sink.stop_waiting();
        }
        backlog.add(length(&line));
        if messages.send(Message::Line(line)).is_err() {
            return;
        }
    }
    drop(messages.send(Message::EndOfInput));
}

/// What a line counts for in the backlog, in bytes.
fn length(line: &Result<String, CommandError>) -> usize {
    line.as_ref().map_or(0, String::len)
}

struct CommandLoop {
    sink: OutputSink,
    messages: Sender<Message>,
    opener: SessionOpener,
    /// Opened when it is first needed: `usi` is answered before the table is
    /// there.
    session: Option<Box<dyn Session>>,
    options: Options,
    /// The hash size of the latest session, in MiB; the default before the first one.
    allocated_hash: usize,
    dialect: DialectKind,
    queue: Queue,
    /// The latest `position` was refused: whoever says `go` now means another one
    /// than the line has.
    position_is_refused: bool,
    /// The client has said so, and no other game has begun.
    game_is_over: bool,
    /// What judges positions of the game that it is for.
    eval_source: EvalSource,
    /// What is known of endgames.
    tablebase_source: TablebaseSource,
    /// What the client was told that judges them.
    reported_evaluation: String,
    activity: Option<Activity>,
    /// The number of the latest activity.
    number: u64,
    /// The line that is obeyed.
    line: String,
    /// The search that it asks for, until that has begun or been refused.
    pending_search: Option<(SearchRequest, SearchPurpose)>,
    /// The game, for a client that leaves it to the engine.
    engine_game: EngineGame,
    input_has_ended: bool,
    /// The client has said `quit`: what came before it is still obeyed.
    is_quitting: bool,
}

/// What runs beside the conversation.
struct Activity {
    number: u64,
    kind: ActivityKind,
}

enum ActivityKind {
    Search {
        order: SearchRequest,
        /// Set when nobody shall hear of the search any more.
        is_muted: Arc<AtomicBool>,
        purpose: SearchPurpose,
    },
    /// A search that has not begun. Its answer is given when it may be.
    Rejected {
        order: SearchRequest,
        answer: SearchAnswer,
        purpose: SearchPurpose,
        /// In whose words it was asked for.
        dialect: DialectKind,
    },
    /// A search for a mate.
    Mate {
        is_infinite: bool,
    },
    Counting(BackgroundJob),
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SearchPurpose {
    /// The client has asked for it.
    ReplyToClient,
    /// The engine is to move in the game that it keeps.
    EngineMove,
    /// Nobody waits for an answer.
    Background,
}

impl Activity {
    /// True for a search that no limit will end.
    fn is_infinite(&self) -> bool {
        match &self.kind {
            ActivityKind::Search { order, .. } | ActivityKind::Rejected { order, .. } => {
                order.infinite || order.ponder
            }
            ActivityKind::Mate { is_infinite } => *is_infinite,
            ActivityKind::Counting(_) => false,
        }
    }

    /// True for a search that its client asked for by nothing but a clock.
    fn is_by_clock(&self) -> bool {
        match &self.kind {
            ActivityKind::Search { order, purpose, .. } => {
                let Limits { depth, nodes, move_time, clock } = order.limits;
                let is_bounded = depth.is_some() || nodes.is_some() || move_time.is_some();
                !is_bounded || *purpose == SearchPurpose::EngineMove && clock.is_some()
            }
            ActivityKind::Mate { .. } => true,
            ActivityKind::Rejected { .. } | ActivityKind::Counting(_) => false,
        }
    }
}

impl CommandLoop {
    fn new(sink: OutputSink, messages: Sender<Message>, opener: SessionOpener) -> Self {
        Self {
            sink,
            messages,
            opener,
            session: None,
            options: Options::default(),
            allocated_hash: Settings::default().hash,
            dialect: DialectKind::default(),
            queue: Queue::default(),
            position_is_refused: false,
            game_is_over: false,
            eval_source: EvalSource::BuiltIn,
            tablebase_source: TablebaseSource::BuiltIn,
            reported_evaluation: String::new(),
            activity: None,
            number: 0,
            line: String::new(),
            pending_search: None,
            engine_game: EngineGame::default(),
            input_has_ended: false,
            is_quitting: false,
        }
    }

    fn run(&mut self, inbox: &Receiver<Message>, backlog: &Backlog) {
        for message in inbox {
            match message {
                Message::Line(line) => {
                    backlog.remove(length(&line));
                    if self.receive_line(line).is_break() {
                        break;
                    }
                }
                Message::EndOfInput => self.input_has_ended = true,
                Message::Finished(number, answer) => self.end_search(number, answer),
                Message::OutputClosed | Message::Interrupted => break,
            }
            self.process_queue();
            if (self.input_has_ended || self.is_quitting) && self.activity.is_none() {
                break;
            }
        }
        self.stop();
    }

    /// Takes a line: what is urgent is obeyed, the rest will wait for its turn.
    /// Breaks when the client waits for nothing any more.
    fn receive_line(&mut self, line: Result<String, CommandError>) -> ControlFlow<()> {
        let command = match &line {
            Ok(text) => {
                self.sink.log_input(text);
                let Some(command) = self.dialect.implementation().read(text).transpose() else {
                    return ControlFlow::Continue(());
                };
                command.ok()
            }
            Err(_) => None,
        };
        match command {
            // Nothing is obeyed that comes behind `quit`, but it may come once more.
            Some(Command::Stop | Command::GameOver | Command::Quit) if self.is_quitting => {
                return ControlFlow::Break(());
            }
            _ if self.is_quitting => {}
            Some(Command::Quit) => self.is_quitting = true,
            Some(command) if command.is_urgent() => {
                let obeyed =
                    self.catch_panics(line.as_deref().unwrap_or_default(), |command_loop| {
                        command_loop.execute_urgent(&command);
                        Ok(())
                    });
                if let Err(error) = obeyed {
                    self.report_error(line.as_deref().unwrap_or_default(), &error);
                }
                // It also means the searches that were asked for before it and
                // have not begun.
                if !self.queue.is_empty() {
                    self.enqueue(line, command.priority());
                }
            }
            command => {
                self.enqueue(
                    line,
                    command.as_ref().map_or(QueuePriority::Immediate, Command::priority),
                );
            }
        }
        ControlFlow::Continue(())
    }

    fn enqueue(&mut self, line: Result<String, CommandError>, turn: QueuePriority) {
        let is_position = is_position(&line);
        let mut result = self.queue.push(line, turn);
        if is_position && let Err(error) = result {
            // The lines behind it must not take the position before it for theirs.
            result = self.queue.push(Err(error), QueuePriority::Urgent);
        }
        if let Err(error) = result {
            self.report_error("", &error.into());
        }
    }

    /// Obeys what can be obeyed of what is waiting.
    fn process_queue(&mut self) {
        loop {
            while let Some(line) = self.next_line() {
                // Whoever is told of an error wants to know of which line.
                let text = line.as_ref().map_or(String::new(), |line| wire::shortened(line));
                if let Err(error) = self.execute_line(line) {
                    self.report_error(&text, &error);
                }
            }
            let Some(activity) = &self.activity else { return self.on_idle() };
            let is_waited_for = self.input_has_ended || self.is_quitting || !self.queue.is_empty();
            if is_waited_for && activity.is_infinite()
                || self.is_quitting && activity.is_by_clock()
                || self.queue.has_stop()
            {
                self.stop();
            }
            if self.queue.has_abandon() {
                self.abandon();
            }
            // A search that is stopped will tell of its end.
            if self.activity.is_some() {
                return;
            }
        }
    }

    /// Nothing is to be done.
    fn on_idle(&mut self) {
        if self.is_quitting || self.input_has_ended {
            return;
        }
        if let Err(error) = self.catch_panics("", Self::search_when_idle) {
            self.report_error("", &error);
        }
    }

    fn report_error(&self, line: &str, error: &ProtocolError) {
        self.sink.write_line(&self.dialect.implementation().rejection(line, error));
    }

    /// Takes the line whose turn it is, if it can be served beside what runs.
    fn next_line(&mut self) -> Option<Result<String, CommandError>> {
        let Self { queue, activity, game_is_over, .. } = self;
        queue.pop_if(|turn| match (activity, turn) {
            (None, _)
            | (_, QueuePriority::Stop | QueuePriority::Urgent | QueuePriority::Immediate) => true,
            (Some(activity), QueuePriority::Question) => activity.is_infinite(),
            // A search that has been stopped, and its game is to be forgotten.
            (_, QueuePriority::Ready) => !*game_is_over,
            (_, QueuePriority::Abandon | QueuePriority::Idle) => false,
        })
    }

    fn execute_line(&mut self, line: Result<String, CommandError>) -> Result<(), ProtocolError> {
        let is_position = is_position(&line);
        let result = line.map_err(ProtocolError::from).and_then(|line| {
            self.catch_panics(&line, |command_loop| {
                match command_loop.dialect.implementation().read(&line)? {
                    Some(command) => command_loop.execute(command),
                    None => Ok(()),
                }
            })
        });
        if is_position {
            self.position_is_refused = result.is_err();
        }
        result
    }

    /// Does what a line asks for. A panic in it is an error like another: the game
    /// goes on in a new session, and a `go` is answered.
    fn catch_panics(
        &mut self,
        line: &str,
        job: impl FnOnce(&mut Self) -> Result<(), ProtocolError>,
    ) -> Result<(), ProtocolError> {
        line.clone_into(&mut self.line);
        let payload = match panic::catch_unwind(AssertUnwindSafe(|| job(self))) {
            Ok(result) => return result,
            Err(payload) => payload,
        };
        if self.activity.is_none() {
            self.replace_session();
        }
        let error = ProtocolError::Fault {
            line: line.to_owned(),
            fault: search_events::panic_message(&*payload),
        };
        match self.pending_search.take() {
            Some((order, purpose)) => {
                self.reject_search(order, purpose, error);
                Ok(())
            }
            None => Err(error),
        }
    }

    /// Opens another session for the game, for one in which something may be half
    /// done.
    fn replace_session(&mut self) {
        let Some(old) = self.session.take() else { return };
        let Options { variant, settings, .. } = self.options;
        let opener = self.opener;
        let renew = AssertUnwindSafe(|| {
            let (start, moves) = (old.game_state().start_sfen(), old.game_state().moves());
            drop(old);
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let mut session = opener(variant, settings).ok()?;
            session.game_state_mut().set(StartPosition::Sfen(&start), &moves).ok()?;
            Some(session)
        });
        self.session = panic::catch_unwind(renew).ok().flatten();
        self.position_is_refused |= self.session.is_none();
    }

    fn execute(&mut self, command: Command) -> Result<(), ProtocolError> {
        match command {
            Command::Usi => self.greet(DialectKind::Usi),
            Command::Uci => self.greet(DialectKind::Uci),
            Command::Xboard => {
                self.dialect = DialectKind::Cecp;
                return self.begin_engine_game();
            }
            Command::Game(command) => return self.execute_game_command(command),
            Command::IsReady => {
                // Whatever is wrong, the client waits for this.
                if let Err(error) = self.get_ready() {
                    self.sink.write_line(&self.dialect.implementation().error(&error.to_string()));
                }
                self.sink.write_line(wire::READY);
            }
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            Command::Position(words) => return self.set_position(&words),
            Command::Go(go) => self.go(go),
            Command::Query(query) => return self.answer(query),
            Command::Help => wire::HELP.lines().for_each(|line| self.sink.write_line(line)),
            Command::Perft(depth) => return self.perft(depth),
            Command::Bench(depth) => return self.bench(depth.unwrap_or(bench::DEPTH)),
            Command::Stop | Command::PonderHit(_) | Command::GameOver | Command::Quit => {
                self.execute_urgent(&command);
            }
        }
        Ok(())
    }

    fn execute_urgent(&mut self, command: &Command) {
        match command {
            Command::PonderHit(limits) => self.ponder_hit(*limits),
            Command::GameOver => {
                self.game_is_over = true;
                self.stop();
            }
            _ => self.stop(),
        }
    }

    fn greet(&mut self, dialect: DialectKind) {
        self.dialect = dialect;
        for line in dialect.implementation().greeting() {
            self.sink.write_line(&line);
        }
    }

    fn set_position(&mut self, words: &PositionCommand) -> Result<(), ProtocolError> {
        let dialect = self.dialect.implementation();
        let game_state = self.session()?.game_state_mut();
        let position_command = dialect.position(words, game_state.info())?;
        position_command
            .set(game_state)
            .map_err(|error| dialect.translate_error(error.into(), words))?;
        self.game_is_over = false;
        let game_state = self.session()?.game_state();
        // An end on the board shows: there is no move.
        if let Some(outcome) = game_state.status()
            && !game_state.legal_moves().is_empty()
        {
            let outcome = dialect.outcome(outcome);
            self.sink.write_line(&dialect.note(&wire::status(Some(&outcome))));
        }
        Ok(())
    }

    fn next_move_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    fn answer(&mut self, query: Query) -> Result<(), ProtocolError> {
        let words = self.dialect.implementation();
        let session = self.session()?;
        let line = session.game_state();
        let lines = match query {
            Query::Moves => {
                let mut moves = words.moves(&line.legal_moves(), line.info());
                moves.sort_unstable();
                vec![moves.join(" ")]
            }
            Query::Side => vec![words.side(line.side_to_move())],
            Query::Status => {
                let outcome = line.status().map(|outcome| words.outcome(outcome));
                let status = wire::status(outcome.as_deref());
                let verdict = session.verdict().map(|verdict| words.note(&wire::verdict(verdict)));
                // Who has read the status has read all of the answer.
                verdict.into_iter().chain([status]).collect()
            }
            Query::Sfen => vec![line.sfen()],
            Query::Fen => vec![chess::fen(line.info(), &line.sfen())],
            Query::Drawing => {
                let mut lines = words.board_diagram(line);
                lines.push(wire::key(line));
                lines
            }
            Query::Record => vec![wire::record(line)],
            Query::Eval => vec![wire::evaluation(session.evaluation())],
        };
        for line in lines {
            self.sink.write_line(&line);
        }
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> Result<(), ProtocolError> {
        let (variant, dialect) = (self.options.variant, self.dialect);
        let sfen = self.session()?.game_state().sfen();
        self.begin(move |output| background_job::perft(variant, &sfen, depth, dialect, output))
    }

    fn bench(&mut self, depth: u32) -> Result<(), ProtocolError> {
        let opener = self.opener;
        self.begin(move |output| background_job::bench(opener, depth, output))
    }

    fn begin(
        &mut self,
        job: impl FnOnce(&JobOutput) + Send + 'static,
    ) -> Result<(), ProtocolError> {
        let number = self.next_move_number();
        let messages = self.messages.clone();
        let done = move || drop(messages.send(Message::Finished(number, None)));
        let background_job =
            BackgroundJob::begin(self.sink.clone(), job, done).map_err(ProtocolError::Thread)?;
        self.activity = Some(Activity { number, kind: ActivityKind::Counting(background_job) });
        Ok(())
    }
}

/// True for a line that means to set a position. Of those that could not be kept
/// it has to be supposed: nothing else is that long.
fn is_position(line: &Result<String, CommandError>) -> bool {
    line.as_ref().map_or(true, |line| command::is_position(line))
}

#[cfg(test)]
mod tests;

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
//! to be done it ponders or analyses; that is `play`.
//!
//! What the client sets is in `settings`, how searches begin and end in `searches`. The
//! words are the dialect's.

mod counting;
mod mate;
mod play;
mod queue;
mod searches;
mod settings;
mod voice;

use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use self::counting::{Counting, CountingOutput};
use self::play::Play;
use self::queue::{Backlog, Queue};
use super::chess;
use super::command::{self, Command, Query, Turn};
use super::dialect::Dialect;
use super::error::{CommandError, ProtocolError};
use super::input::{self, InputLine, LineReader, MAX_LINE};
use super::options::{EvalFile, Options};
use super::position::PositionWords;
use super::sink::Sink;
use super::wire;
use kawari_engine::engine::bench;
use kawari_engine::engine::line::Start;
use kawari_engine::engine::report::{self, Answer};
use kawari_engine::engine::session::{self, Opener, Order, Session};
use kawari_engine::engine::tables::Endgames;
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

/// As [`run`], but it may also be interrupted: `hand_over` is given what does it.
///
/// # Errors
/// As [`run`].
pub fn run_until(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    hand_over: impl FnOnce(Interrupt),
) -> io::Result<()> {
    let (messages, inbox) = mpsc::channel();
    let backlog = Arc::new(Backlog::default());
    let closed = messages.clone();
    let sink = Sink::new(output, move || drop(closed.send(Message::OutputClosed)))?;
    let (reader, departures, ahead) = (messages.clone(), sink.clone(), Arc::clone(&backlog));
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read(input, &reader, &ahead, &departures))?;
    hand_over(Interrupt { messages: messages.clone(), sink: sink.clone() });
    Conversation::new(sink.clone(), messages, session::open).converse(&inbox, &backlog);
    backlog.close();
    sink.finish();
    Ok(())
}

/// Ends a conversation from outside: a search that runs still answers, but
/// nothing else is waited for.
#[derive(Clone, Debug)]
pub struct Interrupt {
    messages: Sender<Message>,
    sink: Sink,
}

impl Interrupt {
    /// Ends the conversation.
    pub fn raise(&self) {
        self.sink.leave();
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
    Finished(u64, Option<Answer>),
    /// The client no longer listens.
    OutputClosed,
    /// The system wants the program to end.
    Interrupted,
}

/// Passes on the lines of the input, as far ahead as there is room.
fn read(source: impl Read, messages: &Sender<Message>, backlog: &Backlog, sink: &Sink) {
    let mut lines = LineReader::new(BufReader::new(source), MAX_LINE);
    // An input that cannot be read has ended.
    while let Ok(Some(line)) = lines.read() {
        let line = match line {
            InputLine::Whole(line) | InputLine::Unended(line) => Ok(input::text(line)),
            InputLine::TooLong => Err(CommandError::TooLong),
        };
        // Said here, for whoever obeys may be waiting for a client that reads nothing.
        if line.as_ref().is_ok_and(|line| line.trim_ascii() == "quit") {
            sink.leave();
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

struct Conversation {
    sink: Sink,
    messages: Sender<Message>,
    opener: Opener,
    /// Opened when it is first needed: `usi` is answered before the table is
    /// there.
    session: Option<Box<dyn Session>>,
    options: Options,
    dialect: Dialect,
    waiting: Queue,
    /// The latest `position` was refused: whoever says `go` now means another one
    /// than the line has.
    position_is_refused: bool,
    /// The client has said so, and no other game has begun.
    game_is_over: bool,
    /// What judges positions of the game that it is for.
    eval_file: EvalFile,
    /// What is known of endgames.
    endgames: Endgames,
    /// What the client was told that judges them.
    told_evaluation: String,
    activity: Option<Activity>,
    /// The number of the latest activity.
    number: u64,
    /// The line that is obeyed.
    line: String,
    /// The search that it asks for, until that has begun or been refused.
    owed: Option<(Order, Purpose)>,
    /// The game, for a client that leaves it to the engine.
    play: Play,
    input_has_ended: bool,
    /// The client has said `quit`: what came before it is still obeyed.
    is_leaving: bool,
}

/// What runs beside the conversation.
struct Activity {
    number: u64,
    work: Work,
}

enum Work {
    Search {
        order: Order,
        /// Set when nobody shall hear of the search any more.
        muted: Arc<AtomicBool>,
        purpose: Purpose,
    },
    /// A search that has not begun. Its answer is given when it may be.
    Refused {
        order: Order,
        answer: Answer,
        purpose: Purpose,
        /// In whose words it was asked for.
        dialect: Dialect,
    },
    /// A search for a mate.
    Mate {
        is_endless: bool,
    },
    Counting(Counting),
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// The client has asked for it.
    Answer,
    /// The engine is to move in the game that it keeps.
    Move,
    /// Nobody waits for an answer.
    Thought,
}

impl Activity {
    /// True for a search that no limit will end.
    fn is_endless(&self) -> bool {
        match &self.work {
            Work::Search { order, .. } | Work::Refused { order, .. } => {
                order.infinite || order.ponder
            }
            Work::Mate { is_endless } => *is_endless,
            Work::Counting(_) => false,
        }
    }

    /// True for a search that its client asked for by nothing but a clock.
    fn is_by_clock(&self) -> bool {
        match &self.work {
            Work::Search { order, purpose, .. } => {
                let Limits { depth, nodes, move_time, clock } = order.limits;
                let is_bounded = depth.is_some() || nodes.is_some() || move_time.is_some();
                !is_bounded || *purpose == Purpose::Move && clock.is_some()
            }
            Work::Mate { .. } => true,
            Work::Refused { .. } | Work::Counting(_) => false,
        }
    }
}

impl Conversation {
    fn new(sink: Sink, messages: Sender<Message>, opener: Opener) -> Self {
        Self {
            sink,
            messages,
            opener,
            session: None,
            options: Options::default(),
            dialect: Dialect::default(),
            waiting: Queue::default(),
            position_is_refused: false,
            game_is_over: false,
            eval_file: EvalFile::BuiltIn,
            endgames: Endgames::BuiltIn,
            told_evaluation: String::new(),
            activity: None,
            number: 0,
            line: String::new(),
            owed: None,
            play: Play::default(),
            input_has_ended: false,
            is_leaving: false,
        }
    }

    fn converse(&mut self, inbox: &Receiver<Message>, backlog: &Backlog) {
        for message in inbox {
            match message {
                Message::Line(line) => {
                    backlog.remove(length(&line));
                    if self.hear(line).is_break() {
                        break;
                    }
                }
                Message::EndOfInput => self.input_has_ended = true,
                Message::Finished(number, said) => self.end_search(number, said),
                Message::OutputClosed | Message::Interrupted => break,
            }
            self.work_off();
            if (self.input_has_ended || self.is_leaving) && self.activity.is_none() {
                break;
            }
        }
        self.stop();
    }

    /// Takes a line: what is urgent is obeyed, the rest will wait for its turn.
    /// Breaks when the client waits for nothing any more.
    fn hear(&mut self, line: Result<String, CommandError>) -> ControlFlow<()> {
        let command = match &line {
            Ok(text) => {
                self.sink.hear(text);
                let Some(command) = self.dialect.words().read(text).transpose() else {
                    return ControlFlow::Continue(());
                };
                command.ok()
            }
            Err(_) => None,
        };
        match command {
            // Nothing is obeyed that comes behind `quit`, but it may come once more.
            Some(Command::Stop | Command::GameOver | Command::Quit) if self.is_leaving => {
                return ControlFlow::Break(());
            }
            _ if self.is_leaving => {}
            Some(Command::Quit) => self.is_leaving = true,
            Some(command) if command.is_urgent() => {
                let obeyed = self.guard(line.as_deref().unwrap_or_default(), |conversation| {
                    conversation.obey_urgent(&command);
                    Ok(())
                });
                if let Err(error) = obeyed {
                    self.refuse_line(line.as_deref().unwrap_or_default(), &error);
                }
                // It also means the searches that were asked for before it and
                // have not begun.
                if !self.waiting.is_empty() {
                    self.put_in_line(line, command.turn());
                }
            }
            command => {
                self.put_in_line(line, command.as_ref().map_or(Turn::AtOnce, Command::turn));
            }
        }
        ControlFlow::Continue(())
    }

    fn put_in_line(&mut self, line: Result<String, CommandError>, turn: Turn) {
        let is_position = is_position(&line);
        let mut result = self.waiting.push(line, turn);
        if is_position && let Err(error) = result {
            // The lines behind it must not take the position before it for theirs.
            result = self.waiting.push(Err(error), Turn::Urgent);
        }
        if let Err(error) = result {
            self.refuse_line("", &error.into());
        }
    }

    /// Obeys what can be obeyed of what is waiting.
    fn work_off(&mut self) {
        loop {
            while let Some(line) = self.next_line() {
                // Whoever is told of an error wants to know of which line.
                let text = line.as_ref().map_or(String::new(), |line| wire::shortened(line));
                if let Err(error) = self.obey_line(line) {
                    self.refuse_line(&text, &error);
                }
            }
            let Some(activity) = &self.activity else { return self.rest() };
            let is_awaited = self.input_has_ended || self.is_leaving || !self.waiting.is_empty();
            if is_awaited && activity.is_endless()
                || self.is_leaving && activity.is_by_clock()
                || self.waiting.has_stop()
            {
                self.stop();
            }
            if self.waiting.has_abandon() {
                self.abandon();
            }
            // A search that is stopped will tell of its end.
            if self.activity.is_some() {
                return;
            }
        }
    }

    /// Nothing is to be done.
    fn rest(&mut self) {
        if self.is_leaving || self.input_has_ended {
            return;
        }
        if let Err(error) = self.guard("", Self::use_leisure) {
            self.refuse_line("", &error);
        }
    }

    fn refuse_line(&self, line: &str, error: &ProtocolError) {
        self.sink.say(&self.dialect.words().refusal(line, error));
    }

    /// Takes the line whose turn it is, if it can be served beside what runs.
    fn next_line(&mut self) -> Option<Result<String, CommandError>> {
        let Self { waiting, activity, game_is_over, .. } = self;
        waiting.pop_if(|turn| match (activity, turn) {
            (None, _) | (_, Turn::Stop | Turn::Urgent | Turn::AtOnce) => true,
            (Some(activity), Turn::Question) => activity.is_endless(),
            // A search that has been stopped, and its game is to be forgotten.
            (_, Turn::Ready) => !*game_is_over,
            (_, Turn::Abandon | Turn::Idle) => false,
        })
    }

    fn obey_line(&mut self, line: Result<String, CommandError>) -> Result<(), ProtocolError> {
        let is_position = is_position(&line);
        let result = line.map_err(ProtocolError::from).and_then(|line| {
            self.guard(&line, |conversation| match conversation.dialect.words().read(&line)? {
                Some(command) => conversation.obey(command),
                None => Ok(()),
            })
        });
        if is_position {
            self.position_is_refused = result.is_err();
        }
        result
    }

    /// Does what a line asks for. A panic in it is an error like another: the game
    /// goes on in a new session, and a `go` is answered.
    fn guard(
        &mut self,
        line: &str,
        work: impl FnOnce(&mut Self) -> Result<(), ProtocolError>,
    ) -> Result<(), ProtocolError> {
        line.clone_into(&mut self.line);
        let payload = match panic::catch_unwind(AssertUnwindSafe(|| work(self))) {
            Ok(result) => return result,
            Err(payload) => payload,
        };
        if self.activity.is_none() {
            self.renew_session();
        }
        let error = ProtocolError::Fault { line: line.to_owned(), fault: report::fault(&*payload) };
        match self.owed.take() {
            Some((order, purpose)) => {
                self.refuse(order, purpose, error);
                Ok(())
            }
            None => Err(error),
        }
    }

    /// Opens another session for the game, for one in which something may be half
    /// done.
    fn renew_session(&mut self) {
        let Some(old) = self.session.take() else { return };
        let Options { variant, settings, .. } = self.options;
        let opener = self.opener;
        let renew = AssertUnwindSafe(|| {
            let (start, moves) = (old.line().start_sfen(), old.line().moves());
            drop(old);
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let mut session = session::open_with_what_fits(opener, variant, settings).ok()?;
            session.line_mut().set(Start::Sfen(&start), &moves).ok()?;
            Some(session)
        });
        self.session = panic::catch_unwind(renew).ok().flatten();
        self.position_is_refused |= self.session.is_none();
    }

    fn obey(&mut self, command: Command) -> Result<(), ProtocolError> {
        match command {
            Command::Usi => self.greet(Dialect::Usi),
            Command::Uci => self.greet(Dialect::Uci),
            Command::Xboard => {
                self.dialect = Dialect::Cecp;
                return self.begin_play();
            }
            Command::Game(command) => return self.obey_game(command),
            Command::IsReady => {
                // Whatever is wrong, the client waits for this.
                if let Err(error) = self.get_ready() {
                    self.sink.say(&self.dialect.words().error(&error.to_string()));
                }
                self.sink.say(wire::READY);
            }
            Command::NewGame => self.forget(),
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            Command::Position(words) => return self.set_position(&words),
            Command::Go(go) => self.go(go),
            Command::Query(query) => return self.answer(query),
            Command::Help => wire::HELP.lines().for_each(|line| self.sink.say(line)),
            Command::Perft(depth) => return self.perft(depth),
            Command::Bench(depth) => return self.bench(depth.unwrap_or(bench::DEPTH)),
            Command::Stop | Command::PonderHit(_) | Command::GameOver | Command::Quit => {
                self.obey_urgent(&command);
            }
        }
        Ok(())
    }

    fn obey_urgent(&mut self, command: &Command) {
        match command {
            Command::PonderHit(limits) => self.ponder_hit(*limits),
            Command::GameOver => {
                self.game_is_over = true;
                self.stop();
            }
            _ => self.stop(),
        }
    }

    fn greet(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        for line in dialect.words().greeting() {
            self.sink.say(&line);
        }
    }

    fn set_position(&mut self, words: &PositionWords) -> Result<(), ProtocolError> {
        let dialect = self.dialect.words();
        let line = self.session()?.line_mut();
        let meant = dialect.position(words, line.info())?;
        meant.set(line).map_err(|error| dialect.explain(error.into(), words))?;
        self.game_is_over = false;
        let line = self.session()?.line();
        // An end on the board shows: there is no move.
        if let Some(outcome) = line.status()
            && !line.legal_moves().is_empty()
        {
            let outcome = dialect.outcome(outcome);
            self.sink.say(&dialect.note(&wire::status(Some(&outcome))));
        }
        Ok(())
    }

    fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    fn answer(&mut self, query: Query) -> Result<(), ProtocolError> {
        let words = self.dialect.words();
        let session = self.session()?;
        let line = session.line();
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
                let mut lines = words.drawing(line);
                lines.push(wire::key(line));
                lines
            }
            Query::Record => vec![wire::record(line)],
            Query::Eval => vec![wire::evaluation(session.evaluation())],
        };
        for line in lines {
            self.sink.say(&line);
        }
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> Result<(), ProtocolError> {
        let (variant, dialect) = (self.options.variant, self.dialect);
        let sfen = self.session()?.line().sfen();
        self.begin(move |output| counting::perft(variant, &sfen, depth, dialect, output))
    }

    fn bench(&mut self, depth: u32) -> Result<(), ProtocolError> {
        let opener = self.opener;
        self.begin(move |output| counting::bench(opener, depth, output))
    }

    fn begin(
        &mut self,
        work: impl FnOnce(&CountingOutput) + Send + 'static,
    ) -> Result<(), ProtocolError> {
        let number = self.next_number();
        let messages = self.messages.clone();
        let done = move || drop(messages.send(Message::Finished(number, None)));
        let counting =
            Counting::begin(self.sink.clone(), work, done).map_err(ProtocolError::Thread)?;
        self.activity = Some(Activity { number, work: Work::Counting(counting) });
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

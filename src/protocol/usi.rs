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
//! says `stop` or `quit` once more. No more than some ten thousand lines wait: what comes then is refused, but for
//! `stop` and what else is obeyed at once.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;

use super::command::{self, Command, Query, Turn};
use super::counting::{self, Counting, CountingOutput};
use super::error::{CommandError, ProtocolError};
use super::go::{self, Go};
use super::input::{self, InputLine, LineReader, MAX_LINE};
use super::options::{Effect, Options};
use super::position::PositionWords;
use super::queue::Queue;
use super::sink::Sink;
use super::voice::Voice;
use super::wire::{self, Dialect};
use crate::engine::bench;
use crate::engine::line::Start;
use crate::engine::report::{self, Answer};
use crate::engine::session::{self, GoError, Order, Session};
use crate::games::evaluation::weights::file::EvalFileError;
use crate::games::variants::Variant;
use crate::search::limits::Limits;
use crate::search::table::OutOfMemory;

/// Talks USI with a client until it says `quit`, its input ends or it no longer
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
    let (permits, returned) = mpsc::sync_channel(UNHEARD);
    let closed = messages.clone();
    let sink = Sink::new(output, move || drop(closed.send(Message::OutputClosed)))?;
    let (reader, departures) = (messages.clone(), sink.clone());
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || read(input, &reader, &permits, &departures))?;
    hand_over(Interrupt { messages: messages.clone(), sink: sink.clone() });
    Usi::new(sink.clone(), messages).converse(&inbox, &returned);
    sink.finish();
    Ok(())
}

/// Ends a conversation from outside: a search that runs still answers, but
/// nothing else is waited for.
#[derive(Debug)]
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

/// Lines that may have been read and not yet been looked at. While this thread
/// is busy itself, with a large table or a client that does not read, the
/// client has to wait.
const UNHEARD: usize = 64;

/// What happens outside.
enum Message {
    /// The client has said something; an error if it was too long.
    Line(Result<String, CommandError>),
    /// The client will say no more.
    EndOfInput,
    /// The activity with this number has ended.
    Finished(u64),
    /// The client no longer listens.
    OutputClosed,
    /// The system wants the program to end.
    Interrupted,
}

/// Passes on the lines of the input, each with a permit that comes back when it
/// has been looked at.
fn read(source: impl Read, messages: &Sender<Message>, permits: &SyncSender<()>, sink: &Sink) {
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
        if permits.send(()).is_err() || messages.send(Message::Line(line)).is_err() {
            return;
        }
    }
    drop(messages.send(Message::EndOfInput));
}

struct Usi {
    sink: Sink,
    messages: Sender<Message>,
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
    /// The file that judges positions of its game, if one was named.
    eval_file: Option<PathBuf>,
    activity: Option<Activity>,
    /// The number of the latest activity.
    number: u64,
    /// The line that is obeyed.
    line: String,
    /// The search that it asks for, until that has begun or been refused.
    owed: Option<Order>,
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
    },
    /// A search that has not begun. Its answer is given when it may be.
    Refused {
        order: Order,
        answer: Answer,
    },
    Counting(Counting),
}

impl Activity {
    /// True for a search that no limit will end.
    fn is_endless(&self) -> bool {
        match &self.work {
            Work::Search { order, .. } | Work::Refused { order, .. } => {
                order.infinite || order.ponder
            }
            Work::Counting(_) => false,
        }
    }

    /// True for a search that its client asked for by nothing but a clock.
    fn is_by_clock(&self) -> bool {
        match &self.work {
            Work::Search { order, .. } => {
                let Limits { depth, nodes, move_time, .. } = order.limits;
                depth.is_none() && nodes.is_none() && move_time.is_none()
            }
            Work::Refused { .. } | Work::Counting(_) => false,
        }
    }
}

impl Usi {
    fn new(sink: Sink, messages: Sender<Message>) -> Self {
        Self {
            sink,
            messages,
            session: None,
            options: Options::default(),
            dialect: Dialect::default(),
            waiting: Queue::default(),
            position_is_refused: false,
            game_is_over: false,
            eval_file: None,
            activity: None,
            number: 0,
            line: String::new(),
            owed: None,
            input_has_ended: false,
            is_leaving: false,
        }
    }

    fn session(&mut self) -> Result<&mut Box<dyn Session>, OutOfMemory> {
        let session = match self.session.take() {
            Some(session) => session,
            None => {
                let mut session = self.open()?;
                self.judge_again(&mut *session);
                session
            }
        };
        Ok(self.session.insert(session))
    }

    /// Opens a session, with a smaller table where the machine has no room for the
    /// one that was asked for.
    fn open(&mut self) -> Result<Box<dyn Session>, OutOfMemory> {
        let Options { variant, settings, .. } = self.options;
        let session = session::open_with_what_fits(variant, settings)?;
        let hash = session.settings().hash;
        if hash < settings.hash {
            self.options.settings.hash = hash;
            self.sink.say(&wire::smaller_table(OutOfMemory(settings.hash), hash));
        }
        Ok(session)
    }

    fn converse(&mut self, inbox: &Receiver<Message>, permits: &Receiver<()>) {
        for message in inbox {
            match message {
                Message::Line(line) => {
                    // It came with the line.
                    let _ = permits.try_recv();
                    if self.hear(line).is_break() {
                        break;
                    }
                }
                Message::EndOfInput => self.input_has_ended = true,
                Message::Finished(number) => {
                    self.activity.take_if(|activity| activity.number == number);
                }
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
                let Some(command) = Command::parse(text).transpose() else {
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
                let obeyed = self.guard(line.as_deref().unwrap_or_default(), |usi| {
                    usi.obey_urgent(&command);
                    Ok(())
                });
                if let Err(error) = obeyed {
                    self.sink.say(&wire::error(error));
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
            self.sink.say(&wire::error(error));
        }
    }

    /// Obeys what can be obeyed of what is waiting.
    fn work_off(&mut self) {
        loop {
            while let Some(line) = self.next_line() {
                if let Err(error) = self.obey_line(line) {
                    self.sink.say(&wire::error(error));
                }
            }
            let Some(activity) = &self.activity else { return };
            let is_awaited = self.input_has_ended || self.is_leaving || !self.waiting.is_empty();
            if is_awaited && activity.is_endless()
                || self.is_leaving && activity.is_by_clock()
                || self.waiting.has_stop()
            {
                self.stop();
            }
            // A search that is stopped will tell of its end.
            if self.activity.is_some() {
                return;
            }
        }
    }

    /// Takes the line whose turn it is, if it can be served beside what runs.
    fn next_line(&mut self) -> Option<Result<String, CommandError>> {
        let Self { waiting, activity, game_is_over, .. } = self;
        waiting.pop_if(|turn| match (activity, turn) {
            (None, _) | (_, Turn::Stop | Turn::Urgent | Turn::AtOnce) => true,
            (Some(activity), Turn::Question) => activity.is_endless(),
            // A search that has been stopped, and its game is to be forgotten.
            (_, Turn::Ready) => !*game_is_over,
            (_, Turn::Idle) => false,
        })
    }

    fn obey_line(&mut self, line: Result<String, CommandError>) -> Result<(), ProtocolError> {
        let is_position = is_position(&line);
        let result = line.map_err(ProtocolError::from).and_then(|line| {
            self.guard(&line, |usi| match Command::parse(&line)? {
                Some(command) => usi.obey(command),
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
            Some(order) => {
                self.refuse(order, error);
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
        let renew = AssertUnwindSafe(|| {
            let (start, moves) = (old.line().start_sfen(), old.line().moves());
            drop(old);
            let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
            let mut session = session::open_with_what_fits(variant, settings).ok()?;
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
            Command::IsReady => {
                // Whatever is wrong, the client waits for this.
                if let Err(error) = self.get_ready() {
                    self.sink.say(&wire::error(error));
                }
                self.sink.say(wire::READY);
            }
            Command::NewGame => self.forget(),
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            Command::Position(words) => return self.set_position(&words),
            Command::Go(Go::Search(order)) => self.go(order),
            Command::Go(Go::Mate) => self.sink.say(wire::NO_MATE_SEARCH),
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
        for line in wire::greeting(dialect) {
            self.sink.say(&line);
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), ProtocolError> {
        let mut options = self.options.clone();
        let effect = options.set(name, value)?;
        // What cannot be carried out leaves the options as they are.
        match effect {
            Effect::None => {}
            Effect::Settings => {
                if let Some(session) = &mut self.session {
                    session.set_settings(options.settings)?;
                }
            }
            Effect::Variant => self.set_variant(options.variant)?,
            Effect::ClearHash => self.forget(),
            Effect::DebugLog(path) => self.log_to(path.as_deref())?,
            Effect::EvalFile(path) => self.judge_by(path.as_deref())?,
        }
        self.options = options;
        Ok(())
    }

    fn set_variant(&mut self, variant: Variant) -> Result<(), ProtocolError> {
        if variant != self.options.variant {
            self.session = None;
        } else if let Some(session) = &mut self.session {
            session.line_mut().set(Start::Initial, &[])?;
        }
        self.sink.say(&wire::variant(variant.info()));
        Ok(())
    }

    /// Judges positions by what a file holds, or by what is built in. A file for
    /// another game is refused, and waits until that game is set.
    fn judge_by(&mut self, path: Option<&Path>) -> Result<(), ProtocolError> {
        let Some(path) = path else {
            self.eval_file = None;
            if let Some(session) = &mut self.session {
                // What is built in needs no file that could be refused.
                let _ = session.set_evaluation(None);
            }
            return Ok(());
        };
        let loaded = load_evaluation(&mut **self.session()?, path);
        if loaded.as_ref().map_or_else(is_for_another_game, |()| true) {
            self.eval_file = Some(path.to_owned());
        }
        loaded
    }

    /// Judges the positions of a session that was just opened by the file that was
    /// named for its game, if one was.
    fn judge_again(&self, session: &mut dyn Session) {
        let Some(path) = &self.eval_file else { return };
        match load_evaluation(session, path) {
            Ok(()) => self.sink.say(&wire::note(format_args!("EvalFile {}", path.display()))),
            Err(error) if is_for_another_game(&error) => {}
            Err(error) => self.sink.say(&wire::error(error)),
        }
    }

    /// Does what takes time while the client waits for it and no clock runs: a
    /// game that is over is forgotten here, not with the `usinewgame` behind.
    fn get_ready(&mut self) -> Result<(), OutOfMemory> {
        if self.activity.is_some() {
            // In the middle of a search it is just asked whether the engine lives.
            return Ok(());
        }
        if self.game_is_over {
            self.forget();
        }
        self.session()?.prepare();
        Ok(())
    }

    /// Forgets what earlier games have taught.
    fn forget(&mut self) {
        self.game_is_over = false;
        if let Some(session) = &mut self.session {
            session.new_game();
        }
    }

    fn set_position(&mut self, words: &PositionWords) -> Result<(), ProtocolError> {
        let line = self.session()?.line_mut();
        words.set(line)?;
        self.game_is_over = false;
        let line = self.session()?.line();
        let status = line.status();
        // An end on the board shows: there is no move.
        if status.is_some() && !line.legal_moves().is_empty() {
            self.sink.say(&wire::note(wire::status(status)));
        }
        Ok(())
    }

    fn log_to(&self, path: Option<&Path>) -> Result<(), ProtocolError> {
        self.sink.log_to(path).map_err(|source| {
            let path = path.unwrap_or(Path::new("")).display().to_string();
            ProtocolError::DebugLog { path, source }
        })
    }

    fn go(&mut self, mut order: Order) {
        self.game_is_over = false;
        self.adapt(&mut order.limits);
        if order.limits == Limits::default() && !order.ponder {
            order.infinite = true;
        }
        if self.position_is_refused {
            self.refuse(order, ProtocolError::PositionRefused);
        } else {
            self.search(order);
        }
    }

    /// Makes the limits that a client has given those that it has to mean.
    fn adapt(&self, limits: &mut Limits) {
        self.options.bind(limits);
        if let (Dialect::Uci, Some(clock)) = (self.dialect, &mut limits.clock) {
            go::swap_sides(clock);
        }
    }

    fn search(&mut self, order: Order) {
        self.owed = Some(order.clone());
        let number = self.next_number();
        let muted = Arc::new(AtomicBool::new(false));
        let messages = self.messages.clone();
        let mut voice = Voice::new(
            self.sink.clone(),
            Arc::clone(&muted),
            self.dialect,
            self.options.settings.multi_pv > 1,
            self.line.clone(),
            move || drop(messages.send(Message::Finished(number))),
        );
        let report = Box::new(move |event| voice.report(&event));
        let result = self
            .session()
            .map_err(ProtocolError::from)
            .and_then(|session| session.go(&order, report).map_err(ProtocolError::from));
        self.owed = None;
        match result {
            Ok(()) => {
                self.activity = Some(Activity { number, work: Work::Search { order, muted } })
            }
            Err(error) => self.refuse(order, error),
        }
    }

    /// Says why a search has not begun. Whoever has said `go` waits for an answer
    /// all the same.
    fn refuse(&mut self, order: Order, error: ProtocolError) {
        self.sink.say(&wire::error(&error));
        let answer = match (&error, &mut self.session) {
            // As well as it can be done on this thread.
            (ProtocolError::Go(GoError::Thread(_)), Some(session)) => {
                session.answer_here(&order).ok()
            }
            // Any move is better than none.
            (ProtocolError::Fault { .. }, Some(session)) => any_move(&**session),
            _ => None,
        };
        let answer = answer.unwrap_or(Answer::Resign);
        let is_awaited = !order.infinite && !order.ponder;
        // A number of its own: the end of the voice means another one.
        let number = self.next_number();
        self.activity = Some(Activity { number, work: Work::Refused { order, answer } });
        if is_awaited {
            self.answer_refused();
        }
    }

    /// Gives the answer to a search that has not begun.
    fn answer_refused(&mut self) {
        let Some(Activity { work: Work::Refused { answer, .. }, .. }) =
            self.activity.take_if(|activity| matches!(activity.work, Work::Refused { .. }))
        else {
            return;
        };
        for line in wire::answer(&answer, self.dialect) {
            self.sink.say(&line);
        }
    }

    fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    /// Ends what runs: a search answers, a counting is silent.
    fn stop(&mut self) {
        match (&mut self.activity, &self.session) {
            (Some(Activity { work: Work::Search { order, .. }, .. }), Some(session)) => {
                // Its answer is on the way, and whatever comes now waits for it.
                (order.infinite, order.ponder) = (false, false);
                session.stop();
            }
            (Some(Activity { work: Work::Refused { .. }, .. }), _) => self.answer_refused(),
            (Some(Activity { work: Work::Counting(counting), .. }), _) => {
                counting.abandon();
                self.activity = None;
            }
            _ => {}
        }
    }

    /// The move pondered on was played. A client that gave no limits with the
    /// `go` may give them now; from one that never does, the time it has
    /// pondered is all there is.
    fn ponder_hit(&mut self, limits: Option<Limits>) {
        if let Some(Activity { work: Work::Refused { order, .. }, .. }) = &self.activity {
            if order.ponder && !order.infinite {
                self.answer_refused();
            }
            return;
        }
        let Some(Activity { work: Work::Search { order, muted }, .. }) = &mut self.activity else {
            return;
        };
        let Some(session) = &mut self.session else { return };
        if !order.ponder {
            return;
        }
        order.ponder = false;
        let is_boundless = order.limits == Limits::default() && !order.infinite;
        match limits {
            Some(limits) => {
                muted.store(true, Ordering::Relaxed);
                session.stop();
                session.wait();
                let order = order.clone();
                self.begin_again(order, limits);
            }
            None if is_boundless => session.stop(),
            None => session.ponder_hit(),
        }
    }

    /// Searches with new limits in the place of a search that was cut off. The
    /// table keeps what that one has found.
    fn begin_again(&mut self, mut order: Order, mut limits: Limits) {
        self.adapt(&mut limits);
        let Limits { depth, nodes, move_time, clock } = order.limits;
        order.limits = Limits {
            depth: limits.depth.or(depth),
            nodes: limits.nodes.or(nodes),
            move_time: limits.move_time.or(move_time),
            clock: limits.clock.or(clock),
        };
        self.search(order);
    }

    fn answer(&mut self, query: Query) -> Result<(), ProtocolError> {
        let session = self.session()?;
        let line = session.line();
        let lines = match query {
            Query::Moves => vec![wire::moves(line)],
            Query::Side => vec![wire::side(line.side_to_move())],
            Query::Status => vec![wire::status(line.status())],
            Query::Sfen => vec![line.sfen()],
            Query::Drawing => wire::drawing(line),
            Query::Record => vec![wire::record(line)],
            Query::Eval => vec![wire::evaluation(session.evaluation())],
        };
        for line in lines {
            self.sink.say(&line);
        }
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> Result<(), ProtocolError> {
        let variant = self.options.variant;
        let sfen = self.session()?.line().sfen();
        self.begin(move |output| counting::perft(variant, &sfen, depth, output))
    }

    fn bench(&mut self, depth: u32) -> Result<(), ProtocolError> {
        self.begin(move |output| counting::bench(depth, output))
    }

    fn begin(
        &mut self,
        work: impl FnOnce(&CountingOutput) + Send + 'static,
    ) -> Result<(), ProtocolError> {
        let number = self.next_number();
        let messages = self.messages.clone();
        let done = move || drop(messages.send(Message::Finished(number)));
        let counting =
            Counting::begin(self.sink.clone(), work, done).map_err(ProtocolError::Thread)?;
        self.activity = Some(Activity { number, work: Work::Counting(counting) });
        Ok(())
    }
}

/// Has a session judge by what a file holds.
fn load_evaluation(session: &mut dyn Session, path: &Path) -> Result<(), ProtocolError> {
    /// More bytes than any evaluation has.
    const LONGEST: u64 = 64 << 20;
    let name = || path.display().to_string();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LONGEST).read_to_end(&mut bytes))
        .map_err(|source| ProtocolError::EvalFile { path: name(), source })?;
    session
        .set_evaluation(Some(&bytes))
        .map_err(|source| ProtocolError::Evaluation { path: name(), source })
}

fn is_for_another_game(error: &ProtocolError) -> bool {
    matches!(error, ProtocolError::Evaluation { source: EvalFileError::Game { .. }, .. })
}

/// A legal move, if there is one.
fn any_move(session: &dyn Session) -> Option<Answer> {
    let moves = panic::catch_unwind(AssertUnwindSafe(|| session.line().legal_moves())).ok()?;
    moves.into_iter().next().map(|best| Answer::Move { best, ponder: None })
}

/// True for a line that means to set a position. Of those that could not be kept
/// it has to be supposed: nothing else is that long.
fn is_position(line: &Result<String, CommandError>) -> bool {
    line.as_ref().map_or(true, |line| command::is_position(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::score::Score;
    use crate::engine::line::Line;
    use crate::engine::report::Report;
    use crate::engine::session::Settings;

    /// A session with a fault in each of its searches.
    struct Faulty(Box<dyn Session>);

    impl Session for Faulty {
        fn line(&self) -> &dyn Line {
            self.0.line()
        }
        fn line_mut(&mut self) -> &mut dyn Line {
            self.0.line_mut()
        }
        fn settings(&self) -> &Settings {
            self.0.settings()
        }
        fn set_settings(&mut self, settings: Settings) -> Result<(), OutOfMemory> {
            self.0.set_settings(settings)
        }
        fn prepare(&mut self) {}
        fn new_game(&mut self) {}
        fn go(&mut self, _: &Order, _: Report) -> Result<(), GoError> {
            panic!("out of order")
        }
        fn answer_here(&mut self, order: &Order) -> Result<Answer, GoError> {
            self.0.answer_here(order)
        }
        fn is_searching(&self) -> bool {
            false
        }
        fn stop(&self) {}
        fn ponder_hit(&self) {}
        fn wait(&mut self) {}
        fn evaluation(&self) -> Score {
            panic!("out of reach")
        }
    }

    /// Where the lines go that are said.
    #[derive(Clone, Default)]
    struct Heard(Arc<std::sync::Mutex<Vec<u8>>>);

    impl Write for Heard {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_fault_is_told_of_and_the_game_goes_on() {
        let heard = Heard::default();
        let sink = Sink::new(heard.clone(), || ()).expect("a thread");
        let (messages, _inbox) = mpsc::channel();
        let mut usi = Usi::new(sink.clone(), messages);
        let mut say = |line: &str| {
            assert!(usi.hear(Ok(line.to_owned())).is_continue());
            if line.starts_with("position") {
                let session = usi.session.take().expect("an open session");
                usi.session = Some(Box::new(Faulty(session)));
            }
            usi.work_off();
        };
        say("isready");
        say("position startpos moves 9i9e");
        say("go depth 3");
        say("position startpos moves 9i9e 1a1e");
        say("eval");
        say("sfen");
        say("eval");
        sink.finish();
        let heard = String::from_utf8(heard.0.lock().expect("no panic").clone()).expect("text");
        let lines: Vec<&str> = heard.lines().collect();
        assert_eq!(
            lines[..5],
            [
                "readyok",
                "info string error: `go depth 3`: a fault of the engine: out of order",
                "bestmove 1a1b",
                "info string error: `eval`: a fault of the engine: out of reach",
                "pppppppp1/9/9/9/P7p/9/9/9/1PPPPPPPP b - 3",
            ],
        );
        assert!(lines[5].starts_with("eval cp "));
    }
}

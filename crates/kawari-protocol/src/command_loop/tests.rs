//! Panics of the engine and of a dialect, and dialect changes in the queue.

use std::sync::atomic::AtomicBool;

use super::activity::Activities;
use super::reporter::{LatestInfo, ReportOptions, SearchReporter};
use super::*;
use crate::dialect::{Dialect, RootInfo};
use crate::usi::Usi;
use kawari_engine::core::endgame::TablebaseVerdict;
use kawari_engine::core::score::Score;
use kawari_engine::engine::eval_source::{EvalSource, EvalSourceError};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::mate::{MateCallback, MateRequest};
use kawari_engine::engine::search_events::{SearchCallback, SearchEvent, SearchInfo};
use kawari_engine::engine::session::{GoError, SearchRequest, Session, SessionOpener, Settings};
use kawari_engine::engine::tablebase_source::{TablebaseError, TablebaseSource};
use kawari_engine::games::GameInfo;
use kawari_engine::games::hasami::Hasami;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::transposition_table::HashAllocationError;

/// A session that panics in each search and evaluation.
struct PanickingSession(Box<dyn Session>);

impl Session for PanickingSession {
    fn game_state(&self) -> &dyn GameState {
        self.0.game_state()
    }
    fn game_state_mut(&mut self) -> &mut dyn GameState {
        self.0.game_state_mut()
    }
    fn settings(&self) -> &Settings {
        self.0.settings()
    }
    fn set_settings(&mut self, settings: Settings) -> Result<(), HashAllocationError> {
        self.0.set_settings(settings)
    }
    fn set_evaluation(&mut self, _: &EvalSource) -> Result<(), EvalSourceError> {
        Ok(())
    }
    fn set_tablebase(&mut self, _: &TablebaseSource) -> Result<Vec<[usize; 2]>, TablebaseError> {
        Ok(Vec::new())
    }
    fn verdict(&mut self) -> Option<TablebaseVerdict> {
        None
    }
    fn evaluation_description(&self) -> String {
        self.0.evaluation_description()
    }
    fn prepare(&mut self) {}
    fn new_game(&mut self) {}
    fn go(&mut self, _: &SearchRequest, _: SearchCallback) -> Result<(), GoError> {
        panic!("go panicked")
    }
    fn go_mate(&mut self, _: &MateRequest, _: MateCallback) -> Result<(), GoError> {
        panic!("go_mate panicked")
    }
    fn search_blocking(&mut self, request: &SearchRequest) -> Result<SearchAnswer, GoError> {
        self.0.search_blocking(request)
    }
    fn stop(&self) {}
    fn ponder_hit(&self) {}
    fn wait(&mut self) {}
    fn evaluation(&self) -> Score {
        panic!("evaluation panicked")
    }
}

/// An output that stores what is written.
#[derive(Clone, Default)]
struct SharedBuffer(Arc<std::sync::Mutex<Vec<u8>>>);

impl SharedBuffer {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn scheduler(sink: &OutputSink) -> (Scheduler, mpsc::Receiver<Message>) {
    let (messages, inbox) = mpsc::channel();
    let opener: SessionOpener = |_, settings| session::open_game(Hasami, settings);
    (Scheduler::new(Handlers::new(sink.clone(), messages, opener)), inbox)
}

#[test]
fn panics_are_reported_and_the_game_continues() {
    let buffer = SharedBuffer::default();
    let sink = OutputSink::new(buffer.clone(), || ()).expect("a thread");
    let (mut scheduler, _inbox) = scheduler(&sink);
    let mut send = |line: &str| {
        assert!(scheduler.receive_line(Ok(line.to_owned())).is_continue());
        if line.starts_with("position") {
            scheduler.process_queue();
            let engine = &mut scheduler.handlers.engine;
            let session = engine.session.take().expect("an open session");
            engine.session = Some(Box::new(PanickingSession(session)));
        }
        scheduler.process_queue();
    };
    send("isready");
    send("position startpos moves 9i9e");
    send("go depth 3");
    send("position startpos moves 9i9e 1a1e");
    send("go mate 100");
    send("position startpos moves 9i9e 1a1e");
    send("eval");
    send("sfen");
    send("eval");
    sink.finish();
    let output = buffer.text();
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(
        lines[1..8],
        [
            "readyok",
            "info string error: `go depth 3`: internal error: go panicked",
            "bestmove 1a1b",
            "info string error: `go mate 100`: internal error: go_mate panicked",
            "checkmate timeout",
            "info string error: `eval`: internal error: evaluation panicked",
            "pppppppp1/9/9/9/P7p/9/9/9/1PPPPPPPP b - 3",
        ],
    );
    assert!(lines[8].starts_with("eval cp "));
}

/// USI, with a panic in the answer with a move.
struct PanickingDialect;

impl Dialect for PanickingDialect {
    fn greeting(&self) -> Vec<String> {
        Usi.greeting()
    }
    fn variant(&self, game: &GameInfo) -> Vec<String> {
        Usi.variant(game)
    }
    fn info(&self, info: &SearchInfo, is_multi_pv: bool, root: &RootInfo) -> String {
        Usi.info(info, is_multi_pv, root)
    }
    fn answer(&self, answer: &SearchAnswer, root: &RootInfo) -> Vec<String> {
        assert!(!matches!(answer, SearchAnswer::Move { .. }), "answer panicked");
        Usi.answer(answer, root)
    }
}

fn reporter(sink: &OutputSink, activities: &Activities) -> SearchReporter {
    SearchReporter::new(
        sink.clone(),
        Arc::new(AtomicBool::new(false)),
        Arc::new(LatestInfo::default()),
        RootInfo::start(Variant::Hasami.info()),
        ReportOptions {
            dialect: &PanickingDialect,
            is_multi_pv: false,
            sends_answer: true,
            line: "go depth 1".to_owned(),
        },
        activities.end_sender(7),
    )
}

/// The client gets an answer, and the loop the end of the search.
#[test]
fn panic_while_formatting_the_answer_is_reported() {
    let buffer = SharedBuffer::default();
    let sink = OutputSink::new(buffer.clone(), || ()).expect("a thread");
    let (messages, inbox) = mpsc::channel();
    let activities = Activities::new(messages);
    let best = "9i9e".parse().expect("a move");
    let answer = SearchAnswer::Move { best, ponder: None };
    reporter(&sink, &activities).report(SearchEvent::Done(answer));
    sink.finish();
    assert_eq!(
        buffer.text(),
        "info string error: `go depth 1`: internal error: answer panicked\nbestmove resign\n"
    );
    let message = inbox.try_recv().expect("the end");
    assert!(matches!(message, Message::Finished(7, Some(SearchAnswer::Resign))));
    assert!(inbox.try_recv().is_err(), "one end");
}

/// `stop` and `quit` wait for the end of the search.
#[test]
fn search_thread_that_panics_sends_the_end() {
    let sink = OutputSink::new(io::sink(), || ()).expect("a thread");
    let (messages, inbox) = mpsc::channel();
    let mut reporter = reporter(&sink, &Activities::new(messages));
    let thread = thread::spawn(move || {
        reporter.report(SearchEvent::Fault("a fault".to_owned()));
        panic!("a panic outside the search");
    });
    assert!(thread.join().is_err());
    assert!(matches!(inbox.try_recv(), Ok(Message::Finished(7, None))));
    sink.finish();
}

/// A line is parsed in the dialect of its place in the input: `?` after a queued `xboard`
/// is a stop.
#[test]
fn queued_dialect_changes_apply_to_the_lines_after_them() {
    let buffer = SharedBuffer::default();
    let sink = OutputSink::new(buffer.clone(), || ()).expect("a thread");
    let (mut scheduler, inbox) = scheduler(&sink);
    for line in ["go depth 100", "xboard", "?", "ping 7"] {
        assert!(scheduler.receive_line(Ok(line.to_owned())).is_continue());
        scheduler.process_queue();
    }
    let Ok(Message::Finished(id, answer)) = inbox.recv() else { panic!("the search has ended") };
    scheduler.handlers.end_search(id, answer);
    scheduler.process_queue();
    sink.finish();
    let output = buffer.text();
    assert!(output.contains("bestmove ") && output.ends_with("pong 7\n"), "{output}");
    assert!(!output.contains("rror"), "{output}");
}

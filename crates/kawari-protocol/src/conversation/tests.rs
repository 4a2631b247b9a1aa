//! A fault in the middle of a conversation.

use super::*;
use kawari_engine::core::endgame::Verdict;
use kawari_engine::core::score::Score;
use kawari_engine::engine::line::Line;
use kawari_engine::engine::mate::{MateOrder, MateReport};
use kawari_engine::engine::report::Report;
use kawari_engine::engine::session::{GoError, Judge, Settings};
use kawari_engine::engine::tables::TablesError;
use kawari_engine::games::evaluation::weights::file::EvalFileError;
use kawari_engine::games::hasami::Hasami;
use kawari_engine::search::table::OutOfMemory;

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
    fn set_evaluation(&mut self, _: Judge<'_>) -> Result<(), EvalFileError> {
        Ok(())
    }
    fn set_endgames(&mut self, _: &Endgames) -> Result<Vec<[usize; 2]>, TablesError> {
        Ok(Vec::new())
    }
    fn verdict(&mut self) -> Option<Verdict> {
        None
    }
    fn evaluation_description(&self) -> String {
        self.0.evaluation_description()
    }
    fn prepare(&mut self) {}
    fn new_game(&mut self) {}
    fn go(&mut self, _: &Order, _: Report) -> Result<(), GoError> {
        panic!("out of order")
    }
    fn go_mate(&mut self, _: &MateOrder, _: MateReport) -> Result<(), GoError> {
        panic!("out of patience")
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
    let opener: Opener = |_, settings| session::open_game::<Hasami>(settings);
    let mut usi = Conversation::new(sink.clone(), messages, opener);
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
    say("go mate 100");
    say("position startpos moves 9i9e 1a1e");
    say("eval");
    say("sfen");
    say("eval");
    sink.finish();
    let heard = String::from_utf8(heard.0.lock().expect("no panic").clone()).expect("text");
    let lines: Vec<&str> = heard.lines().collect();
    assert_eq!(
        lines[1..8],
        [
            "readyok",
            "info string error: `go depth 3`: a fault of the engine: out of order",
            "bestmove 1a1b",
            "info string error: `go mate 100`: a fault of the engine: out of patience",
            "checkmate timeout",
            "info string error: `eval`: a fault of the engine: out of reach",
            "pppppppp1/9/9/9/P7p/9/9/9/1PPPPPPPP b - 3",
        ],
    );
    assert!(lines[8].starts_with("eval cp "));
}

//! A fault in the middle of a conversation.

use super::*;
use kawari_engine::core::endgame::TablebaseVerdict;
use kawari_engine::core::score::Score;
use kawari_engine::engine::eval_source::EvalSourceError;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::mate::{MateCallback, MateRequest};
use kawari_engine::engine::search_events::SearchCallback;
use kawari_engine::engine::session::GoError;
use kawari_engine::engine::tablebase_source::TablebaseError;
use kawari_engine::games::hasami::Hasami;
use kawari_engine::search::transposition_table::HashAllocationError;

/// A session with a fault in each of its searches.
struct Faulty(Box<dyn Session>);

impl Session for Faulty {
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
        panic!("out of order")
    }
    fn go_mate(&mut self, _: &MateRequest, _: MateCallback) -> Result<(), GoError> {
        panic!("out of patience")
    }
    fn search_blocking(&mut self, order: &SearchRequest) -> Result<SearchAnswer, GoError> {
        self.0.search_blocking(order)
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
    let sink = OutputSink::new(heard.clone(), || ()).expect("a thread");
    let (messages, _inbox) = mpsc::channel();
    let opener: SessionOpener = |_, settings| session::open_game::<Hasami>(settings);
    let mut usi = CommandLoop::new(sink.clone(), messages, opener);
    let mut say = |line: &str| {
        assert!(usi.receive_line(Ok(line.to_owned())).is_continue());
        if line.starts_with("position") {
            let session = usi.session.take().expect("an open session");
            usi.session = Some(Box::new(Faulty(session)));
        }
        usi.process_queue();
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

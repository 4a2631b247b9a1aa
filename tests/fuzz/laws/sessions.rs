//! The laws of a whole session, in the protocols that know positions and in the one that
//! leaves the game to the engine.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kawari_engine::search::limits::Limits;
use kawari_protocol::command::Command;
use kawari_protocol::dialect::DialectKind;
use kawari_protocol::game_command::GameCommand;
use kawari_protocol::go::Go;
use kawari_protocol::options::{Effect, Options};
use kawari_protocol::{command_loop, input, wire};

/// A session of more lines than these is none the better.
const LINES: usize = 40;
/// What is said of a panic, and what a refusal might only repeat.
const FAULT: &str = "a fault of the engine";

/// Every `go` that is understood gets one answer, all that is said is plain text,
/// and the end of the input is the end.
pub fn session(bytes: &[u8]) {
    let mut script = Vec::new();
    let mut searches = 0;
    let mut options = Options::default();
    for (line, text) in lines(bytes) {
        let Some(is_search) = is_soon_done(&text, &mut options) else { continue };
        searches += usize::from(is_search);
        script.extend(line);
        script.push(b'\n');
    }
    let heard = converse(script, b" ");
    let answers = heard.lines().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, searches, "{heard}");
}

/// The same for a client that leaves the game to the engine: each `ping` is answered,
/// in order.
pub fn cecp(bytes: &[u8]) {
    // The engine moves by any clock there is: it is this that makes its moves short.
    const NODES: u64 = 200;
    let mut script = format!("xboard\noption NodesLimit={NODES}\n").into_bytes();
    let mut pings = Vec::new();
    let mut options = Options { nodes_limit: NODES, ..Options::default() };
    for (line, text) in lines(bytes) {
        match DialectKind::Cecp.implementation().read(&text) {
            // What comes behind the one, and behind the others in CECP, is not obeyed.
            Ok(Some(Command::Quit | Command::Usi | Command::Uci)) => continue,
            Ok(Some(Command::SetOption { name, value })) => {
                let mut changed = options.clone();
                if !is_modest(&name, &value, &mut changed) || changed.nodes_limit != NODES {
                    continue;
                }
                options = changed;
            }
            Ok(Some(Command::Game(GameCommand::Ping(words)))) => pings.push(words),
            _ => {}
        }
        script.extend(line);
        script.push(b'\n');
    }
    let heard = converse(script, b" \t");
    let pongs: Vec<&str> = heard.lines().filter(|line| line.starts_with("pong")).collect();
    let expected = pings.iter().map(|words| wire::line(format!("pong {words}").trim_end()));
    assert_eq!(pongs, expected.collect::<Vec<_>>(), "{heard}");
}

/// The lines of a session, as bytes and as text.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (&[u8], String)> {
    let lines = bytes.split(|&byte| byte == b'\n').take(LINES);
    // A refusal repeats words with one blank between them.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    lines
        .map(|line| (line, input::text(line)))
        .filter(move |(_, text)| !words(text).contains(FAULT))
}

/// What is said in a session: plain text with these blanks, and no fault.
fn converse(script: Vec<u8>, blanks: &[u8]) -> String {
    let heard = Heard::default();
    command_loop::run(Cursor::new(script), heard.clone()).expect("a thread");
    let heard = heard.0.lock().expect("no panic");
    let is_plain = |byte: &u8| *byte == b'\n' || blanks.contains(byte) || byte.is_ascii_graphic();
    let text = String::from_utf8_lossy(&heard).into_owned();
    assert!(heard.iter().all(is_plain), "{text:?}");
    assert!(!text.contains(FAULT), "{text}");
    text
}

/// What the program says.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether a line is a search; `None` for what takes long, much memory or a file, and for
/// what turns to another law.
fn is_soon_done(line: &str, options: &mut Options) -> Option<bool> {
    let is_short = |limits: &Limits| {
        limits.depth.is_some_and(|depth| depth <= 2)
            || limits.nodes.is_some_and(|nodes| nodes <= 1000)
            || limits.move_time.is_some_and(|time| time <= Duration::from_millis(2))
    };
    let Ok(Some(command)) = Command::parse(line) else { return Some(false) };
    match command {
        // What comes behind it is not obeyed.
        Command::Quit | Command::Bench(_) | Command::Xboard => None,
        Command::Perft(depth) => (depth <= 1).then_some(false),
        Command::PonderHit(Some(limits)) => is_short(&limits).then_some(false),
        Command::Go(Go::Search(order)) => {
            let is_boundless = order.limits == Limits::default();
            let is_soon_done = is_short(&order.limits) || is_boundless;
            is_soon_done.then_some(true)
        }
        Command::SetOption { name, value } => is_modest(&name, &value, options).then_some(false),
        _ => Some(false),
    }
}

/// False for an option that takes much memory, many threads or a file; what others change
/// is kept.
fn is_modest(name: &str, value: &str, options: &mut Options) -> bool {
    let mut changed = options.clone();
    match changed.set(name, value) {
        Ok(Effect::DebugLog(_) | Effect::EvalFile(_) | Effect::TablesPath(_)) => return false,
        Ok(_) => {}
        Err(_) => return true,
    }
    let is_modest = changed.settings.hash <= 16 && changed.settings.threads <= 3;
    if is_modest {
        *options = changed;
    }
    is_modest
}

//! The invariants of a whole session: in USI and UCI, where the client keeps the game, and in
//! CECP, where the engine keeps it.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kawari_engine::search::limits::Limits;
use kawari_protocol::command::Command;
use kawari_protocol::dialect_kind::DialectKind;
use kawari_protocol::game_command::GameCommand;
use kawari_protocol::go::Go;
use kawari_protocol::options::{Effect, Options};
use kawari_protocol::{command_loop, input, wire};

/// Maximum number of lines of a session; more would only be slower.
const LINES: usize = 40;
/// Part of the message for a panic. Lines that contain it are skipped, because an error may
/// quote them.
const FAULT: &str = "internal error";

/// Checks that every valid `go` gets one `bestmove`, that the output is plain text, and that
/// the session ends with its input.
pub fn session(bytes: &[u8]) {
    let mut script = Vec::new();
    let mut searches = 0;
    let mut options = Options::default();
    for (line, text) in lines(bytes) {
        let Some(is_search) = is_search_if_cheap(&text, &mut options) else { continue };
        searches += usize::from(is_search);
        script.extend(line);
        script.push(b'\n');
    }
    let output = run_session(script, b" ");
    let answers = output.lines().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, searches, "{output}");
}

/// Checks a CECP session: each `ping` is answered, in order.
pub fn cecp(bytes: &[u8]) {
    // The engine moves on its own, with any time control. The node limit keeps it fast.
    const NODES: u64 = 200;
    let mut script = format!("xboard\noption NodesLimit={NODES}\n").into_bytes();
    let mut pings = Vec::new();
    let mut options = Options { nodes_limit: NODES, ..Options::default() };
    for (line, text) in lines(bytes) {
        match DialectKind::Cecp.implementation().read(&text) {
            // These would end the session or change the protocol.
            Ok(Some(Command::Quit | Command::Usi | Command::Uci)) => continue,
            Ok(Some(Command::SetOption { name, value })) => {
                let mut changed = options.clone();
                if !is_cheap_option(&name, &value, &mut changed) || changed.nodes_limit != NODES {
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
    let output = run_session(script, b" \t");
    let pongs: Vec<&str> = output.lines().filter(|line| line.starts_with("pong")).collect();
    let expected = pings.iter().map(|words| wire::line(format!("pong {words}").trim_end()));
    assert_eq!(pongs, expected.collect::<Vec<_>>(), "{output}");
}

/// Returns the lines of a session, as bytes and as text.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (&[u8], String)> {
    let lines = bytes.split(|&byte| byte == b'\n').take(LINES);
    // Error messages repeat the words of a line separated by single blanks.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    lines
        .map(|line| (line, input::text(line)))
        .filter(move |(_, text)| !words(text).contains(FAULT))
}

/// Runs a session and returns its output. Asserts that it is plain text with the given blanks
/// and reports no panic.
fn run_session(script: Vec<u8>, blanks: &[u8]) -> String {
    let output = SharedOutput::default();
    command_loop::run(Cursor::new(script), output.clone()).expect("a thread");
    let bytes = output.0.lock().expect("no panic");
    let is_plain = |byte: &u8| *byte == b'\n' || blanks.contains(byte) || byte.is_ascii_graphic();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(bytes.iter().all(is_plain), "{text:?}");
    assert!(!text.contains(FAULT), "{text}");
    text
}

/// Output shared with the session's thread.
#[derive(Clone, Default)]
struct SharedOutput(Arc<Mutex<Vec<u8>>>);

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns whether a line is a search. Returns `None` for commands that take long, use much
/// memory or a file, end the session or change the protocol.
fn is_search_if_cheap(line: &str, options: &mut Options) -> Option<bool> {
    let is_short = |limits: &Limits| {
        limits.depth.is_some_and(|depth| depth <= 2)
            || limits.nodes.is_some_and(|nodes| nodes <= 1000)
            || limits.move_time.is_some_and(|time| time <= Duration::from_millis(2))
    };
    let Ok(Some(command)) = Command::parse(line) else { return Some(false) };
    match command {
        Command::Quit | Command::Bench(_) | Command::Xboard => None,
        Command::Perft(depth) => (depth <= 1).then_some(false),
        Command::PonderHit(Some(limits)) => is_short(&limits).then_some(false),
        Command::Go(Go::Search(request)) => {
            let is_unlimited = request.limits == Limits::default();
            (is_short(&request.limits) || is_unlimited).then_some(true)
        }
        Command::SetOption { name, value } => {
            is_cheap_option(&name, &value, options).then_some(false)
        }
        _ => Some(false),
    }
}

/// Returns false for an option that uses much memory, many threads or a file. Applies any
/// other option to `options`.
fn is_cheap_option(name: &str, value: &str, options: &mut Options) -> bool {
    let mut changed = options.clone();
    match changed.set(name, value) {
        Ok(
            Effect::DebugLog(_) | Effect::EvalFile(_) | Effect::TablesPath(_) | Effect::BookFile(_),
        ) => return false,
        Ok(_) => {}
        Err(_) => return true,
    }
    let is_cheap = changed.settings.hash <= 16 && changed.settings.threads <= 3;
    if is_cheap {
        *options = changed;
    }
    is_cheap
}

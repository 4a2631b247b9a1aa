//! A hundred thousand lines of random bytes and corrupted commands. The program must keep
//! running and answering, and only valid commands may change its state.

use crate::client::Client;
use fastrand::Rng;
use kawari_engine::engine::game_state::{self, GameState};
use kawari_protocol::command::Command;
use kawari_protocol::dialect_kind::DialectKind;
use kawari_protocol::go::Go;
use kawari_protocol::options::{Effect, Options};

const BATCHES: usize = 100;
const LINES: usize = 1000;

/// Commands to corrupt.
const COMMANDS: &[&str] = &[
    "usi",
    "uci",
    "isready",
    "usinewgame",
    "setoption name USI_Variant value yari",
    "setoption name USI_Variant value hajiku",
    "setoption name USI_Variant value hasami",
    "setoption name UCI_Variant value hasami-ludos",
    "setoption name USI_Hash value 4",
    "setoption name MultiPV value 2",
    "setoption name USI_Ponder value true",
    "setoption name MoveOverhead value 0",
    "setoption name ClearHash",
    "position startpos",
    "position startpos moves 9i9e 1a1e 5i5e",
    "position startpos moves 4g4f 4c4d 6g6f",
    "position sfen 7pp/9/9/9/Ppp6/9/9/9/3P4P b - 1 moves 6i6e",
    "position sfen 6k/7/6+B/7/5R1/7/7/7/K6 b P 1 moves P*1b",
    "position fen 6k/7/6+B/7/5R1/7/7/7/K6[P] w - - 0 1 moves P@g8",
    "position startpos moves a1a5 i9i5",
    "position sfen 3k3/3s3/7/3+G3/7/7/7/7/K6 b - 1 moves 4d4b+ 4a4b!",
    "position handicap two-pieces moves 4a4b",
    "go depth 1",
    "go nodes 10 btime 10 wtime 10",
    "go movetime 1",
    "go infinite",
    "go ponder",
    "go depth 1 searchmoves 9i9e 1i1e",
    "go mate 5",
    "stop",
    "ponderhit",
    "ponderhit btime 1 wtime 1",
    "gameover draw",
    "quit",
    "moves",
    "side",
    "status",
    "sfen",
    "d",
    "record",
    "eval",
    "perft 1",
];

fn random_bytes(rng: &mut Rng, most: usize) -> Vec<u8> {
    (0..rng.usize(..most)).map(|_| rng.u8(..)).collect()
}

fn pick<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words[rng.usize(..words.len())]
}

/// Returns a command with one to four errors.
fn corrupted_command(rng: &mut Rng) -> Vec<u8> {
    let mut line = pick(rng, COMMANDS).as_bytes().to_vec();
    for _ in 0..rng.usize(1..5) {
        let at = rng.usize(..=line.len());
        match rng.u8(..7) {
            0 => line.truncate(at),
            1 => line.insert(at, rng.u8(..)),
            2 => line.insert(at, rng.u8(b' '..b'~')),
            3 if at < line.len() => drop(line.remove(at)),
            4 if at < line.len() => line[at] = rng.u8(b' '..b'~'),
            5 => drop(line.splice(at..at, pick(rng, COMMANDS).bytes())),
            _ => {
                let other: Vec<&str> = pick(rng, COMMANDS).split(' ').collect();
                line.push(b' ');
                line.extend(pick(rng, &other).bytes());
            }
        }
    }
    line
}

fn random_line(rng: &mut Rng) -> Vec<u8> {
    let mut line = match rng.u8(..20) {
        0..=2 => random_bytes(rng, 60),
        3 => random_bytes(rng, 4000),
        4 => pick(rng, COMMANDS).as_bytes().to_vec(),
        _ => corrupted_command(rng),
    };
    line.retain(|&byte| byte != b'\n');
    line
}

/// The state that the program must have after the lines so far.
struct ExpectedState {
    options: Options,
    dialect: DialectKind,
    game_state: Box<dyn GameState>,
    /// Searches started.
    searches: usize,
}

impl ExpectedState {
    fn new() -> Self {
        let options = Options::default();
        Self {
            game_state: game_state::open(options.variant),
            dialect: DialectKind::Usi,
            options,
            searches: 0,
        }
    }

    /// Updates the state. Returns false for `quit` and for commands that take too long for the
    /// test.
    fn follow(&mut self, text: &[u8]) -> bool {
        let text = String::from_utf8_lossy(text);
        let command = Command::parse(text.trim_start_matches('\u{feff}'));
        let Ok(Some(command)) = command else { return true };
        let words = self.dialect.implementation();
        match command {
            Command::Usi => self.dialect = DialectKind::Usi,
            Command::Uci => self.dialect = DialectKind::Uci,
            // This would start a search.
            Command::Go(Go::Mate { .. }) if self.dialect == DialectKind::Uci => return false,
            // This would change the protocol.
            Command::Xboard => return false,
            Command::Quit | Command::Bench(_) => return false,
            Command::Perft(depth) => return depth <= 1,
            Command::Go(Go::Search(order)) => {
                let limits = order.limits;
                let is_short = limits.depth.is_some_and(|depth| depth <= 2)
                    || limits.nodes.is_some_and(|nodes| nodes <= 1000)
                    || limits.move_time.is_some_and(|time| time.as_millis() <= 2);
                if !(order.infinite || order.ponder || is_short) {
                    return false;
                }
                self.searches += 1;
            }
            Command::PonderHit(Some(_)) => return text == "ponderhit btime 1 wtime 1",
            Command::Position(said) => {
                if let Ok(meant) = words.position(&said, self.game_state.info()) {
                    drop(meant.set(&mut *self.game_state));
                }
            }
            Command::SetOption { name, value } => return self.set_option(&name, &value),
            _ => {}
        }
        true
    }

    fn set_option(&mut self, name: &str, value: &str) -> bool {
        let mut options = self.options.clone();
        match options.set(name, value) {
            Ok(Effect::DebugLog(Some(_))) => return false,
            Ok(Effect::Variant) => {
                self.game_state = game_state::open(options.variant);
            }
            _ => {}
        }
        let settings = options.settings;
        if settings.hash > 64 || settings.threads > 4 || settings.multi_pv > 9 {
            return false;
        }
        self.options = options;
        true
    }
}

/// Returns true for the answer to `sfen`. Output of a running search may come before it.
fn is_sfen(line: &str) -> bool {
    !line.starts_with("info ") && line.contains('/')
}

#[test]
fn invalid_lines_change_nothing() {
    let mut rng = Rng::with_seed(20_260_101);
    let mut client = Client::start();
    let mut expected = ExpectedState::new();
    let mut answers = 0;
    let mut count = |lines: &[String]| {
        answers += lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        for line in lines {
            let is_plain = line.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
            assert!(is_plain && line.len() < 20_000, "{line}");
        }
    };
    for batch in 0..BATCHES {
        let mut lines = Vec::new();
        for _ in 0..LINES {
            let line = random_line(&mut rng);
            if expected.follow(&line) {
                lines.extend(line);
                lines.push(b'\n');
            }
        }
        client.send_bytes(&lines);
        client.send(&format!("sync-{batch}"));
        count(&client.lines_up_to(&format!("info string error: unknown command `sync-{batch}`")));
        client.send("isready");
        count(&client.lines_up_to("readyok"));
        client.send("sfen");
        let sfen = loop {
            let line = client.next_line().expect("an answer");
            count(std::slice::from_ref(&line));
            if is_sfen(&line) {
                break line;
            }
        };
        assert_eq!(sfen, expected.game_state.sfen(), "after batch {batch}");
    }
    let (rest, errors, status) = client.finish();
    count(&rest);
    assert!(status.success() && errors.is_empty(), "{status}: {errors:?}");
    assert_eq!(answers, expected.searches, "one answer for each `go`");
    assert!(expected.searches > 100);
}

#[test]
fn megabytes_without_a_line_end_are_rejected() {
    let mut client = Client::start();
    for _ in 0..8 {
        client.send_bytes(&vec![b'x'; 1 << 20]);
    }
    client.send_bytes(b"\n");
    let answer = client.next_line().expect("an answer");
    assert_eq!(answer, "info string error: line longer than 1048576 bytes");
    client.lines_after("isready", "readyok");
    let long_word = "y".repeat(1 << 19);
    let answer = client.ask(&long_word);
    assert!(answer.starts_with("info string error: unknown command `yyy") && answer.len() < 500);
}

//! Tests of `usi-scripts/adapters/`: both directions of the translation. Skipped without
//! Python.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;

/// The engine behind the adapter: this test program itself, started with only this test. It
/// echoes every line and answers `go nodes N searchmoves …` with the Nth of the moves. Without
/// moves it repeats the words after `go`.
#[test]
fn fake_engine() {
    if !std::env::args().any(|arg| arg == "echo") {
        return;
    }
    // The test harness has already printed the beginning of a line.
    println!();
    for line in io::stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        println!("info string heard {line}");
        match words.as_slice() {
            ["isready"] => println!("readyok"),
            ["go", "nodes", number, "searchmoves", moves @ ..] => {
                let number: usize = number.parse().expect("a number");
                let mv = moves[number % moves.len()];
                println!("info depth 1 score cp 0 pv {mv}\nbestmove {mv}");
            }
            ["usi"] => {
                println!("option name USI_Variant type combo default chess var chess\nusiok")
            }
            ["go", words @ ..] => println!("bestmove {}", words.join(" ")),
            ["die"] => std::process::exit(3),
            ["monster"] => println!("{}", "x".repeat(1 << 20)),
            ["garbage"] => {
                io::stdout().write_all(b"best\xff\xfemove\n\nbestmove\n").expect("a reader");
            }
            ["quit"] => break,
            _ => {}
        }
        io::stdout().flush().expect("a reader");
    }
    std::process::exit(0);
}

/// An adapter process with the fake engine behind it.
struct Bridge {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

fn adapter() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("usi-scripts/adapters/fairy.py")
}

pub(super) fn python() -> Option<&'static str> {
    let runs = |name: &&str| {
        let test = "import sys; sys.exit(sys.version_info < (3, 8))";
        let status = Command::new(name).args(["-c", test]).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    ["python3", "python"].into_iter().find(runs)
}

impl Bridge {
    /// Starts the adapter. Without Python it prints a reason and returns `None`.
    fn start(variant: &str) -> Option<Self> {
        let Some(python) = python() else {
            eprintln!("skipped: there is no Python 3.8 or later");
            return None;
        };
        let mut process = Command::new(python)
            // Python must not write files beside the sources.
            .arg("-B")
            .arg(adapter())
            .arg(std::env::current_exe().expect("the test program"))
            .args(["adapters::fake_engine", "--exact", "--nocapture", "echo"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the adapter");
        let input = process.stdin.take().expect("its input");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        let mut bridge = Self { process, input, output };
        bridge.send(&format!("setoption name USI_Variant value {variant}"));
        bridge.send("isready");
        while bridge.receive() != "readyok" {}
        Some(bridge)
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("a reader");
    }

    fn receive(&mut self) -> String {
        let mut line = Vec::new();
        self.output.read_until(b'\n', &mut line).expect("an answer");
        assert!(line.ends_with(b"\n"), "the adapter exited");
        String::from_utf8_lossy(&line).trim_end_matches('\n').to_owned()
    }

    /// Sends a line and returns what the engine received.
    fn translate(&mut self, line: &str) -> String {
        self.send(line);
        self.next_translated()
    }

    fn next_translated(&mut self) -> String {
        loop {
            if let Some(heard) = self.receive().strip_prefix("info string heard ") {
                return heard.to_owned();
            }
        }
    }

    /// Returns the best move, and the text of a rule difference announced before it.
    fn answer(&mut self) -> (Option<String>, String) {
        let mut difference = None;
        loop {
            let line = self.receive();
            if let Some(what) = line.strip_prefix("info string rules differ: ") {
                difference = Some(what.to_owned());
            }
            if let Some(word) = line.strip_prefix("bestmove ") {
                return (difference, word.to_owned());
            }
        }
    }

    /// Closes the input. Returns the exit code and the text on standard error.
    fn finish(self) -> (Option<i32>, String) {
        let Self { process, input, output } = self;
        drop((input, output));
        let output = process.wait_with_output().expect("an end");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Converts the pieces of a Fairy-Stockfish SFEN to Kawari's letters.
fn pieces_from_fork(variant: Variant, text: &str) -> String {
    let faces: &[(char, &str)] = match variant {
        Variant::Hajiku => &[('R', "+G"), ('V', "+S"), ('M', "+C"), ('B', "+F"), ('T', "+P")],
        _ => &[('R', "P")],
    };
    let mut translated = String::new();
    for letter in text.chars() {
        let face = faces.iter().find(|(face, _)| *face == letter.to_ascii_uppercase());
        match face {
            Some((_, face)) if letter.is_lowercase() => translated += &face.to_lowercase(),
            Some((_, face)) => translated += face,
            None => translated.push(letter),
        }
    }
    translated
}

/// Converts a Fairy-Stockfish SFEN to Kawari's.
fn sfen_from_fork(variant: Variant, sfen: &str) -> String {
    let [board, side, hands, number] = sfen.split(' ').collect::<Vec<_>>()[..] else {
        panic!("no SFEN: {sfen}");
    };
    let (board, hands) = (pieces_from_fork(variant, board), pieces_from_fork(variant, hands));
    let mut game_state = game_state::open(variant);
    let sfen = format!("{board} {side} {hands} {number}");
    game_state.set(StartPosition::Sfen(&sfen), &[]).expect("a position");
    game_state.sfen()
}

/// Plays a random game through the adapter and checks the translation of positions, moves and
/// answers. Returns the number of announced differences.
fn play(bridge: &mut Bridge, variant: Variant, random: &mut fastrand::Rng) -> usize {
    let mut game_state = game_state::open(variant);
    let mut announced = 0;
    let mut is_touched = false;
    bridge.translate("usinewgame");
    for _ in 0..100 {
        let moves = game_state.legal_moves_in_usi();
        if moves.is_empty() {
            break;
        }
        let start = game_state.info().startpos;
        let played = game_state.moves_in_usi().join(" ");
        let told = match random.u8(..3) {
            0 => format!("position sfen {}", game_state.sfen()),
            1 => format!("position startpos moves {played}"),
            _ => format!("position sfen {start} moves {played}"),
        };
        let heard = bridge.translate(&told);
        let sfen = heard.strip_prefix("position sfen ").expect("a whole position");
        assert_eq!(sfen_from_fork(variant, sfen), game_state.sfen().replace('!', ""), "{told}");

        let choice = random.usize(..1000);
        let heard = bridge.translate(&format!("go nodes {choice} searchmoves {}", moves.join(" ")));
        let words: Vec<&str> = heard.split(' ').skip(4).collect();
        let face = |word: &&str| match word.split_once('*') {
            Some((piece, square)) => format!("{}*{square}", pieces_from_fork(variant, piece)),
            None => (*word).to_owned(),
        };
        let expected: BTreeSet<String> = moves.iter().map(|mv| mv.replace('!', "")).collect();
        assert_eq!(words.iter().map(face).collect::<BTreeSet<_>>(), expected);
        assert_eq!(words.len(), expected.len(), "each move once: {heard}");

        let (difference, best) = bridge.answer();
        assert_eq!(best, face(&words[choice % words.len()]));
        announced += usize::from(difference.is_some());
        assert!(!(is_touched && difference.is_some()), "announced once a game");
        is_touched |= difference.is_some();
        // Counter-flips and captures are rare in random games.
        let is_special = |mv: &&String| mv.contains('!') || is_run_capture(&*game_state, mv);
        let mv = moves.iter().find(is_special).or(random.choice(&moves));
        game_state.push(mv.expect("a move")).expect("a legal move");
    }
    announced
}

fn is_run_capture(game_state: &dyn GameState, mv: &str) -> bool {
    let mut next = game_state::open(game_state.info().name.parse().expect("a game"));
    next.set(StartPosition::Sfen(&game_state.sfen()), &[mv]).expect("a legal move");
    let men = |sfen: &str| sfen.chars().filter(|letter| "Pp".contains(*letter)).count();
    game_state.info().name.starts_with("hasami") && men(&game_state.sfen()) > men(&next.sfen()) + 1
}

#[test]
fn positions_and_moves_are_translated() {
    for variant in [Variant::Hajiku, Variant::Hasami, Variant::HasamiNocorner] {
        let Some(mut bridge) = Bridge::start(variant.info().name) else { return };
        let mut random = fastrand::Rng::with_seed(7);
        let announced: usize = (0..6).map(|_| play(&mut bridge, variant, &mut random)).sum();
        assert!(announced > 0, "{variant}: no game had a difference");
        assert_eq!(bridge.finish(), (Some(0), String::new()));
    }
}

/// Yari needs no translation; its moves are passed on.
#[test]
fn yari_is_passed_through() {
    let Some(mut bridge) = Bridge::start("yari") else { return };
    let position = "position startpos moves 4g4f 4c4d";
    assert_eq!(bridge.translate(position), position);
    let go = "go nodes 1 searchmoves 1g1f 2g2f+ N*4d";
    assert_eq!(bridge.translate(go), go);
    assert_eq!(bridge.answer(), (None, "2g2f+".to_owned()));
}

#[test]
fn variant_names_are_translated() {
    for (name, own) in [("hajiku", "hajikux"), ("hasami", "hasami9c"), ("yari", "yarishogi")] {
        let Some(mut bridge) = Bridge::start("none") else { return };
        let option = format!("setoption name USI_Variant value {name}");
        let mut heard = bridge.translate(&option);
        if name != "yari" {
            let file = heard.strip_prefix("setoption name VariantPath value ").expect("a file");
            let variants = std::fs::read_to_string(file).expect("the variants file");
            assert!(variants.contains(&format!("\n[{own}")));
            heard = bridge.next_translated();
        }
        assert_eq!(heard, format!("setoption name USI_Variant value {own}"));
    }
}

/// `kawari match` reads the list of variants before a match.
#[test]
fn variants_are_listed() {
    let Some(mut bridge) = Bridge::start("none") else { return };
    bridge.send("usi");
    let announced = loop {
        let line = bridge.receive();
        if line.starts_with("option name USI_Variant ") {
            break line;
        }
    };
    for name in ["chess", "hajiku", "hasami", "hasami-nocorner", "yari"] {
        assert!(format!("{announced} ").contains(&format!(" var {name} ")), "{announced}");
    }
}

/// Covers a single man, a run, a corner, a counter-flip and a position without moves.
#[test]
fn differences_are_announced() {
    let cases = [
        ("hasami", "4p4/9/9/9/P1p6/9/9/9/4P3P b - 1 moves 5i5e", None),
        ("hasami", "9/9/9/9/Ppp6/9/9/9/3P4P b - 1 moves 6i6e", Some("a run of men captured")),
        ("hasami", "p8/9/9/9/9/9/9/P8/8P b - 1 moves 9h9b", None),
        ("hajiku", "3k3/3G!3/7/7/7/7/7/7/K6 w S 2", None),
        ("hajiku", "3k3/3G!3/7/7/7/7/7/7/K6 w S 2 moves 4a4b", None),
        ("hajiku", "3k3/3G!3/7/7/7/7/7/7/K6 w S 2 moves 4a4b!", Some("a counter-flip")),
    ];
    for (variant, position, expected) in cases {
        let Some(mut bridge) = Bridge::start(variant) else { return };
        bridge.send(&format!("position sfen {position}"));
        bridge.send("go 1a1b");
        let (difference, word) = bridge.answer();
        assert_eq!((difference.as_deref(), word.as_str()), (expected, "1a1b"), "{position}");
        bridge.send("usinewgame");
        bridge.send("go resign");
        let none = (Some("no move seen".to_owned()), "resign".to_owned());
        assert_eq!(bridge.answer(), none);
    }
}

/// Invalid lines are passed on. The match runner, not the adapter, rejects them.
#[test]
fn invalid_lines_are_passed_on() {
    let Some(mut bridge) = Bridge::start("hajiku") else { return };
    for line in ["position sfen 9/9 x", "position startpos moves 1a", "position", "go", "", "ß"] {
        assert_eq!(bridge.translate(line), line);
    }
    for word in ["9i1a", "win", "R*", "\u{1b}[31m"] {
        bridge.send(&format!("go {word}"));
        while bridge.receive() != format!("bestmove {word}") {}
    }
    bridge.send("monster");
    while bridge.receive().len() != 1 << 20 {}
    bridge.send("garbage");
    while bridge.receive() != "bestmove" {}
    bridge.send("die");
    // The adapter exits with its engine. If its input closed first, it would wait a second and
    // then kill the engine.
    io::copy(&mut bridge.output, &mut io::sink()).expect("an end");
    assert_eq!(bridge.finish(), (Some(3), String::new()));
}

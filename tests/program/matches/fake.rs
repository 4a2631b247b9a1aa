//! The fake engine: violates the protocol in the way that its mode names.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, Write};
use std::process::Command;
use std::thread;
use std::time::Duration;

use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_protocol::chess::BoardSize;

/// The variant option of a fake engine.
const HASAMI_OPTION: &str = "option name USI_Variant type combo default hasami var hasami";

/// The fake engine: the match under test starts this test program with the name of this test and a
/// mode. In a normal test run, without a mode, it does nothing.
#[test]
fn fake_engine() {
    let Some(mode) = std::env::args().find_map(|arg| Some(arg.strip_prefix("mode:")?.to_owned()))
    else {
        return;
    };
    // Ends the line that the test harness has begun.
    println!();
    eprintln!("started");
    // In mode `shogi`, it has no variant option.
    let variant = if mode == "shogi" { Variant::Shogi } else { Variant::Hasami };
    let mut game = game_state::open(variant);
    let (mut strength, mut latest) = (0, String::new());
    for line in io::stdin().lock().lines() {
        let line = line.expect("a line");
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"position") {
            latest.clone_from(&line);
        }
        match words.as_slice() {
            ["usi" | "uci"] if mode == "deaf" => thread::sleep(Duration::from_secs(3600)),
            ["usi"] if mode == "ignorant" => {
                println!("option name USI_Variant type combo default chess var chess\nusiok");
            }
            ["uci"] if mode == "ignorant" => {
                println!("option name UCI_Variant type combo default chess var chess\nuciok");
            }
            ["uci"] => println!("id name fake\n{}\nuciok", HASAMI_OPTION.replace("USI", "UCI")),
            ["usi"] if mode == "dice" => {
                let strength = "option name Strength type spin default 20 min 0 max 100";
                println!("{HASAMI_OPTION}\n{strength}\nusiok");
            }
            ["usi"] if mode == "shogi" => println!("id name shogi\nusiok"),
            ["setoption", "name", "USI_Variant", ..] if mode == "shogi" => std::process::exit(3),
            ["usi"] => println!("id name fake\n{HASAMI_OPTION}\nusiok"),
            ["setoption", "name", "Strength", "value", value] => {
                strength = value.parse().expect("a number");
            }
            ["isready"] => println!("readyok"),
            ["position", "startpos"] => game.set(StartPosition::Initial, &[]).expect("a start"),
            ["position", "startpos", "moves", moves @ ..] if mode == "chess" => {
                let usi = |mv: &&str| BoardSize::of(variant.info()).to_usi(mv).expect("a move");
                let moves: Vec<String> = moves.iter().map(usi).collect();
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                game.set(StartPosition::Initial, &moves).expect("legal moves");
            }
            ["position", "startpos", "moves", moves @ ..] => {
                game.set(StartPosition::Initial, moves).expect("legal moves");
            }
            ["go", .., "searchmoves", mv] if mode == "chess" => println!("bestmove {mv}"),
            ["go", "ponder", ..] => eprintln!("ponders"),
            ["ponderhit"] => {
                eprintln!("hit");
                ponder(&mut *game);
            }
            ["stop"] if mode == "ponderer" => {
                eprintln!("missed");
                println!("bestmove resign");
            }
            ["go", ..] if mode == "dice" => {
                // With less strength, it resigns more often.
                let mut hasher = DefaultHasher::new();
                (&latest, strength).hash(&mut hasher);
                match hasher.finish() % 400 < 100 - strength {
                    true => println!("bestmove resign"),
                    false => {
                        println!(
                            "bestmove {}",
                            honest_move(game.moves().len(), &game.legal_moves_in_usi())
                        );
                    }
                }
            }
            ["go", ..] if mode == "ponderer" => ponder(&mut *game),
            ["go", ..] => {
                let moves = game.legal_moves_in_usi();
                answer(&mode, game.moves().len(), &moves);
            }
            ["stop"] if mode == "late" => println!("bestmove {}", game.legal_moves_in_usi()[0]),
            ["quit"] => std::process::exit(0),
            _ => {}
        }
        io::stdout().flush().expect("a listener");
    }
    std::process::exit(0);
}

/// Returns the move of mode `honest`.
fn honest_move(ply: usize, moves: &[String]) -> &String {
    &moves[ply * 7 % moves.len()]
}

/// Prints a best move. Its ponder move is the reply of mode `honest`, except every third time.
fn ponder(game: &mut dyn game_state::GameState) {
    let ply = game.moves().len();
    let mv = honest_move(ply, &game.legal_moves_in_usi()).clone();
    game.push(&mv).expect("a legal move");
    let replies = game.legal_moves_in_usi();
    match replies.is_empty() {
        true => println!("bestmove {mv}"),
        false if ply.is_multiple_of(3) => println!("bestmove {mv} ponder {}", replies[0]),
        false => println!("bestmove {mv} ponder {}", honest_move(ply + 1, &replies)),
    }
}

/// Answers `go` according to the mode.
fn answer(mode: &str, ply: usize, moves: &[String]) {
    let mv = honest_move(ply, moves);
    match mode {
        "illegal" => println!("bestmove 9i1a"),
        "garbage" => println!("bestmove \u{1b}[31mresign!"),
        "none" => println!("bestmove"),
        "win" => println!("bestmove win"),
        "resign" => println!("bestmove resign"),
        "silent" | "late" => {}
        "asleep" => thread::sleep(Duration::from_secs(3600)),
        "chess" => {
            println!(
                "bestmove {}",
                BoardSize::of(Variant::Hasami.info()).to_chess(mv).expect("a move")
            )
        }
        "estranged" => println!("info string rules differ: strange\nbestmove 9i1a"),
        "painter" => println!("info string rules differ: \u{1b}[31mred\nbestmove 9i1a"),
        "stranger" if ply == 5 => {
            println!("info string rules differ: a fifth ply\nbestmove {mv}");
        }
        "twice" => println!("bestmove {mv}\nbestmove {mv}"),
        "crash" if ply >= 7 => std::process::exit(3),
        // The child process holds its output open.
        #[cfg(unix)]
        "parent" if ply >= 7 => {
            Command::new("sleep").arg("60").spawn().expect("a child");
            std::process::exit(4);
        }
        "pessimist" => println!("info depth 2 score cp -900 nodes 12 pv {mv}\nbestmove {mv}"),
        "dawdler" => {
            thread::sleep(Duration::from_millis(300));
            println!("bestmove {mv}");
        }
        "unterminated" => print!("bestmove {mv}"),
        "monster" => println!("{}\nbestmove {mv}", "x".repeat(1 << 20)),
        // Endless output, in bursts to leave processor time for the other tests.
        "flood" => loop {
            print!("{}", format!("info depth 1 score cp 1 pv {mv}\n").repeat(1_000));
            thread::sleep(Duration::from_millis(20));
        },
        _ => println!("info depth 1 score cp 0 pv {mv}\nbestmove {mv}"),
    }
}

//! Plays with the `usi` crate: reads a line of moves, searches with `UsiEngineHandler`, and
//! prints the best move. The crate's parser silently drops lines that it cannot parse, so the
//! lines of a search are parsed again here, and none may fail.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use usi::{
    BestMoveParams, EngineCommand, EngineCommandReader, Error, GuiCommand, ThinkParams,
    UsiEngineHandler,
};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(program), Some(variant)) = (arguments.next(), arguments.next()) else {
        panic!("usi-client KAWARI VARIANT");
    };
    read_strictly(&program, &variant);
    play(&program, &variant).expect("a conversation");
}

fn play(program: &str, variant: &str) -> Result<(), Error> {
    let mut handler = UsiEngineHandler::spawn(program, ".")?;
    let info = handler.get_info()?;
    assert!(info.name().starts_with("Kawari"), "{}", info.name());
    assert_eq!(info.options().get("USI_Variant").map(String::as_str), Some("hasami"));
    let option = |name: &str, value: &str| {
        GuiCommand::SetOption(name.to_owned(), Some(value.to_owned()))
    };
    handler.send_command(&option("USI_Variant", variant))?;
    handler.send_command(&option("NodesLimit", "400"))?;
    handler.prepare()?;
    handler.send_command(&GuiCommand::UsiNewGame)?;
    let (sender, answers) = mpsc::channel();
    handler.listen(move |output| -> Result<(), Error> {
        if let Some(EngineCommand::BestMove(best)) = output.response() {
            let word = match best {
                BestMoveParams::MakeMove(word, _) => word.clone(),
                BestMoveParams::Resign => "resign".to_owned(),
                BestMoveParams::Win => "win".to_owned(),
            };
            let _ = sender.send(word);
        }
        Ok(())
    })?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        let moves = if line.is_empty() { String::new() } else { format!(" moves {line}") };
        handler.send_command(&GuiCommand::Position(format!("startpos{moves}")))?;
        handler.send_command(&GuiCommand::Go(ThinkParams::new().byoyomi(Duration::from_secs(60))))?;
        let best = answers.recv_timeout(Duration::from_secs(120)).expect("an answer");
        println!("{best}");
        io::stdout().flush()?;
    }
    Ok(())
}

/// Parses all lines of a search with several principal variations.
fn read_strictly(program: &str, variant: &str) {
    let mut engine = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = engine.stdin.take().expect("its input");
    let output = engine.stdout.take().expect("its output");
    let lines = format!(
        "usi\nsetoption name USI_Variant value {variant}\nsetoption name MultiPV value 3\n\
         isready\nposition startpos\ngo depth 4\nquit\n"
    );
    input.write_all(lines.as_bytes()).expect("a listener");
    let mut reader = EngineCommandReader::new(BufReader::new(output));
    let mut infos = 0;
    loop {
        let output = reader.next_command().expect("a line that the crate can read");
        match output.response() {
            Some(EngineCommand::Info(_)) => infos += 1,
            Some(EngineCommand::BestMove(_)) => break,
            Some(_) => {}
            None => panic!("it ended, or said `{}`", output.raw_str()),
        }
    }
    assert!(infos >= 10, "{infos} lines");
    let _ = engine.wait();
}

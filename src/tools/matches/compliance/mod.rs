//! `kawari check-engine`: does a program speak its protocol? Each case of the protocol is
//! tried on it, and a table tells what came of it.
//!
//! A program that has not answered, or has gone, is started anew for the next case.

mod info;

use std::fmt;
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::engine::line::{self, Line, Start};
use crate::games::variants::Variant;
use crate::tools::matches::engine::Engine;
use crate::tools::matches::faults::{printable, shown};
use crate::tools::matches::introduction::Introduction;
use crate::tools::matches::option_line;
use crate::tools::matches::player::{Player, Protocol};
use crate::tools::matches::reply::Reply;
use crate::tools::matches::seat::{Patience, Seat, set_option};

/// Which program is tried, and how long it is waited for.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckConfig {
    /// The program.
    pub player: Player,
    /// The game that it is to play; if absent, the one that it plays by default. An engine
    /// that names none plays shogi if it speaks USI; in UCI it is a game whose rules are
    /// not known here.
    pub variant: Option<Variant>,
    /// How long it may be silent, and how much later than its time a move may come.
    pub patience: Patience,
}

/// What came of a case.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Verdict {
    Passed,
    Failed(String),
    Skipped(&'static str),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Passed => "ok",
            Self::Failed(_) => "FAILED",
            Self::Skipped(_) => "-",
        })
    }
}

/// What keeps a case from being passed.
enum Miss {
    Failed(String),
    Skipped(&'static str),
}

impl From<String> for Miss {
    fn from(detail: String) -> Self {
        Self::Failed(detail)
    }
}

type Case = fn(&mut Checker) -> Result<(), Miss>;

/// Every case in the order in which they are tried.
const CASES: [(&str, Case); 18] = [
    ("answers the greeting", |checker| checker.greet().map(drop)),
    ("says who it is", Checker::says_who_it_is),
    ("announces options that can be set", Checker::announces_options),
    ("knows the game", Checker::knows_the_game),
    ("gets ready with its options set", |checker| checker.get_ready()),
    ("answers every isready", Checker::answers_every_isready),
    ("passes over what it does not know", Checker::passes_over_the_unknown),
    ("begins a game", |checker| checker.begin()),
    ("finds a legal move in the start position", |checker| checker.searches("depth 4", &[])),
    ("tells of its search", Checker::tells_of_its_search),
    ("answers each go once", Checker::answers_once),
    ("follows the moves of a game", |checker| checker.searches_after(8, false)),
    ("reads a position", |checker| checker.searches_after(7, true)),
    ("keeps to the time for a move", Checker::keeps_to_its_time),
    ("plays by the clock", Checker::plays_by_the_clock),
    ("thinks until it is stopped", Checker::thinks_until_stopped),
    ("ponders until its move is hit", Checker::ponders),
    ("leaves when it is told to", |checker| checker.leaves(true)),
];

/// Tries all cases and writes a table. True if none has failed.
///
/// # Errors
/// When the program cannot be started, or the table not be written.
pub fn run(config: &CheckConfig, output: &mut dyn Write) -> Result<bool> {
    let mut checker = Checker::new(config)?;
    let mut verdicts = Vec::new();
    for (name, case) in CASES {
        verdicts.push((name, checker.verdict(case)));
    }
    verdicts.push(("leaves when its input ends", checker.verdict(|checker| checker.leaves(false))));
    let mut text = checker.title();
    for (name, verdict) in &verdicts {
        let detail = match verdict {
            Verdict::Passed => String::new(),
            Verdict::Failed(detail) => format!(": {detail}"),
            Verdict::Skipped(why) => format!(": {why}"),
        };
        text += &format!("  {verdict:<6}  {name}{detail}\n");
    }
    let count = |of: fn(&Verdict) -> bool| verdicts.iter().filter(|(_, v)| of(v)).count();
    let failed = count(|verdict| matches!(verdict, Verdict::Failed(_)));
    text += &format!(
        "{} passed, {failed} failed, {} left out\n",
        count(|verdict| *verdict == Verdict::Passed),
        count(|verdict| matches!(verdict, Verdict::Skipped(_)))
    );
    output.write_all(printable(&text).as_bytes()).context("cannot write the table")?;
    Ok(failed == 0)
}

/// Why moves are not judged.
const UNKNOWN_GAME: &str = "a game that is not known here";

/// A program that is tried.
struct Checker {
    config: CheckConfig,
    variant: Variant,
    /// The game is known, so that moves can be judged.
    knows_rules: bool,
    /// Writes what a player of a match would hear.
    seat: Seat,
    /// `None` before its first case and after one that it has not survived.
    engine: Option<Engine>,
    /// The lines of its greeting.
    greeting: Vec<String>,
    is_ready: bool,
    /// It has not answered its latest greeting.
    is_deaf: bool,
}

impl Checker {
    /// How long a program is listened to that is to say nothing.
    const SILENCE: Duration = Duration::from_millis(300);

    fn new(config: &CheckConfig) -> Result<Self> {
        // It may be one that never says anything; but it has to be there.
        let seat = |variant| Seat::new(config.player.clone(), variant, config.patience);
        let mut checker = Self {
            config: config.clone(),
            variant: Variant::Shogi,
            knows_rules: true,
            seat: seat(Variant::Shogi),
            engine: Some(Engine::start_verbatim(&config.player)?),
            greeting: Vec::new(),
            is_ready: false,
            is_deaf: false,
        };
        let _ = checker.greet();
        checker.is_deaf = false;
        let variant = config.variant.or_else(|| checker.own_game());
        checker.knows_rules = variant.is_some() || config.player.proto == Protocol::Usi;
        checker.variant = variant.unwrap_or(Variant::Shogi);
        checker.seat = seat(checker.variant);
        checker.engine = None;
        Ok(checker)
    }

    fn title(&self) -> String {
        let name =
            self.introduction().name.unwrap_or_else(|| "a program without a name".to_owned());
        let proto = match self.config.player.proto {
            Protocol::Usi => "USI",
            Protocol::Uci => "UCI",
        };
        match self.knows_rules {
            true => format!("{name}, {proto}, {}\n", self.variant),
            false => format!("{name}, {proto}, {UNKNOWN_GAME}\n"),
        }
    }

    /// The game that it plays unless it is told otherwise.
    fn own_game(&self) -> Option<Variant> {
        let words = |line: &String| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let of_game = self.greeting.iter().map(words).find(|words| {
            matches!(words.as_slice(), [option, _, name, ..]
                if option == "option" && name.ends_with("_Variant"))
        })?;
        let place = of_game.iter().position(|word| word == "default")?;
        of_game.get(place + 1)?.parse().ok()
    }

    fn introduction(&self) -> Introduction {
        Introduction::of_lines(&self.greeting)
    }

    fn verdict(&mut self, case: Case) -> Verdict {
        if self.is_deaf {
            return Verdict::Skipped("it does not answer the greeting");
        }
        match case(self) {
            Ok(()) => Verdict::Passed,
            Err(Miss::Skipped(why)) => Verdict::Skipped(why),
            Err(Miss::Failed(detail)) => {
                // Nobody knows what it is still about to say.
                if let Some(engine) = self.engine.take() {
                    engine.kill();
                }
                self.is_ready = false;
                Verdict::Failed(detail)
            }
        }
    }

    /// The words of the protocol, the first for USI.
    fn word(&self, usi: &'static str, uci: &'static str) -> &'static str {
        match self.config.player.proto {
            Protocol::Usi => usi,
            Protocol::Uci => uci,
        }
    }

    fn say(&self, lines: &str) {
        if let Some(engine) = &self.engine {
            engine.say(format!("{lines}\n"));
        }
    }

    /// What is said up to the first line that is meant, which is the last.
    fn hear(&mut self, awaited: &str, time: Duration) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + time;
        let mut heard = Vec::new();
        loop {
            let news = self.engine.as_ref().and_then(|engine| engine.hear(deadline));
            match news.map(|news| news.reply) {
                Some(Reply::Said(line)) => {
                    let is_awaited = line.split_whitespace().next() == Some(awaited);
                    heard.push(line);
                    if is_awaited {
                        return Ok(heard);
                    }
                }
                Some(Reply::End) => {
                    let end = self.engine.take().map(Engine::obituary).unwrap_or_default();
                    return Err(format!("it has ended ({end}) where `{awaited}` was awaited"));
                }
                Some(Reply::Overlong) => return Err("a line of more than 64 KiB".to_owned()),
                Some(_) => {}
                None => return Err(format!("no `{awaited}` within {} ms", time.as_millis())),
            }
        }
    }

    fn patience(&self) -> Duration {
        self.config.patience.limit
    }

    fn greet(&mut self) -> Result<(), Miss> {
        if self.engine.is_none() {
            let engine = Engine::start_verbatim(&self.config.player);
            self.engine = Some(engine.map_err(|error| format!("{error:#}"))?);
        }
        self.say(self.word("usi", "uci"));
        let answer = self.hear(self.word("usiok", "uciok"), self.patience());
        self.is_deaf = answer.is_err();
        self.greeting = answer?;
        Ok(())
    }

    fn says_who_it_is(&mut self) -> Result<(), Miss> {
        for what in ["id name ", "id author "] {
            if !self.greeting.iter().any(|line| line.trim_start().starts_with(what)) {
                return Err(format!("there is no `{}`", what.trim_end()).into());
            }
        }
        Ok(())
    }

    fn announces_options(&mut self) -> Result<(), Miss> {
        let options = self.greeting.iter().filter_map(|line| line.trim().strip_prefix("option "));
        match options.filter_map(|text| option_line::fault(text).map(|fault| (text, fault))).next()
        {
            Some((text, fault)) => Err(format!("{}: {fault}", shown(text)).into()),
            None => Ok(()),
        }
    }

    /// Names and values of the options that it is told.
    fn settings(&self) -> Vec<(String, String)> {
        if !self.knows_rules {
            return self.config.player.options.clone();
        }
        let mut settings = self.config.player.settings(self.variant);
        if !self.has_option("_Variant") && self.variant == Variant::Shogi {
            // It plays nothing else.
            settings.retain(|(name, _)| !name.ends_with("_Variant"));
        }
        settings
    }

    fn has_option(&self, end: &str) -> bool {
        let name = |line: &String| line.split_whitespace().nth(2).map(str::to_owned);
        let options = self.greeting.iter().filter(|line| line.trim_start().starts_with("option "));
        options.filter_map(name).any(|name| name.ends_with(end))
    }

    fn knows_the_game(&mut self) -> Result<(), Miss> {
        if !self.knows_rules {
            return Err(Miss::Skipped(UNKNOWN_GAME));
        }
        if self.settings() != self.config.player.settings(self.variant) {
            return Err(Miss::Skipped("it names no games, and is taken to play shogi"));
        }
        let check = self.introduction().check(&self.config.player, self.variant);
        check.map_err(|error| format!("{error:#}").into())
    }

    /// Ready, whatever has been before.
    fn get_ready(&mut self) -> Result<(), Miss> {
        if self.engine.is_none() {
            self.greet()?;
        }
        if !self.is_ready {
            let settings = self.settings();
            let lines: String =
                settings.iter().map(|(name, value)| set_option(name, value)).collect();
            self.say(&format!("{lines}isready"));
            self.hear("readyok", self.patience())?;
            self.say(self.word("usinewgame", "ucinewgame\nisready"));
            if self.config.player.proto == Protocol::Uci {
                self.hear("readyok", self.patience())?;
            }
            self.is_ready = true;
        }
        Ok(())
    }

    fn answers_every_isready(&mut self) -> Result<(), Miss> {
        self.get_ready()?;
        self.say("isready\nisready");
        for _ in 0..2 {
            self.hear("readyok", self.patience())?;
        }
        Ok(())
    }

    fn passes_over_the_unknown(&mut self) -> Result<(), Miss> {
        self.get_ready()?;
        self.say("\nxyzzy 1 2\n\tisready ");
        self.hear("readyok", self.patience())?;
        Ok(())
    }

    fn begin(&mut self) -> Result<(), Miss> {
        self.is_ready = false;
        self.get_ready()
    }

    /// A game in progress, the same each time. One that is not known has only just begun.
    fn line(&self, plies: usize) -> Box<dyn Line> {
        let mut line = line::open(self.variant);
        if !self.knows_rules {
            return line;
        }
        for ply in 0..plies {
            let moves = line.legal_moves();
            let Some(word) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            // It is legal, and games are longer than this.
            let _ = line.push(word);
        }
        line
    }

    /// Asks for a move and hears the answer.
    fn ask(&mut self, line: &dyn Line, go: &str, time: Duration) -> Result<Vec<String>, Miss> {
        self.get_ready()?;
        self.say(&self.seat.question(line, &format!("go {go}")));
        let heard = self.hear("bestmove", time)?;
        self.expect_legal(line, &heard)?;
        Ok(heard)
    }

    fn expect_legal(&self, line: &dyn Line, heard: &[String]) -> Result<(), Miss> {
        let last = heard.last().map_or("", String::as_str);
        let Some(word) = last.split_whitespace().nth(1) else {
            return Err("`bestmove` without a move".to_owned().into());
        };
        let mv = self.seat.read_move(word);
        if !self.knows_rules || mv.is_some_and(|mv| line.legal_moves().contains(&mv)) {
            return Ok(());
        }
        Err(format!("{} is not legal in {}", shown(word), line.sfen()).into())
    }

    fn searches(&mut self, go: &str, moves: &[&str]) -> Result<(), Miss> {
        let mut line = line::open(self.variant);
        line.set(Start::Initial, moves).map_err(|error| error.to_string())?;
        self.ask(&*line, go, self.patience()).map(drop)
    }

    /// Searches after so many moves, or in the position that they lead to.
    fn searches_after(&mut self, plies: usize, is_position: bool) -> Result<(), Miss> {
        if !self.knows_rules {
            return Err(Miss::Skipped(UNKNOWN_GAME));
        }
        let mut line = self.line(plies);
        if is_position {
            let sfen = line.sfen();
            line.set(Start::Sfen(&sfen), &[]).map_err(|error| error.to_string())?;
        }
        self.ask(&*line, "depth 3", self.patience()).map(drop)
    }

    fn tells_of_its_search(&mut self) -> Result<(), Miss> {
        let line = self.line(2);
        let heard = self.ask(&*line, "depth 4", self.patience())?;
        let infos = heard.iter().filter_map(|said| said.trim().strip_prefix("info "));
        let mut has_told = false;
        for info in infos.filter(|info| !info.starts_with("string")) {
            let words: Vec<&str> = info.split_whitespace().collect();
            has_told |= ["depth", "score", "nodes", "pv"].iter().all(|name| words.contains(name));
            if let Some(fault) = info::fault(&words, |pv| self.pv_fault(&*line, pv)) {
                return Err(format!("{}: {fault}", shown(info)).into());
            }
        }
        let missing = "no `info` line has depth, score, nodes and pv".to_owned();
        if has_told { Ok(()) } else { Err(missing.into()) }
    }

    fn pv_fault(&self, line: &dyn Line, words: &[&str]) -> Option<String> {
        if !self.knows_rules {
            return None;
        }
        let mut ahead = line::open(self.variant);
        let moves = line.moves();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        ahead.set(Start::Sfen(&line.start_sfen()), &moves).ok()?;
        for word in words {
            let mv = self.seat.read_move(word);
            if mv.is_none_or(|mv| ahead.push(&mv).is_err()) {
                return Some(format!("its pv has {}, which is not legal there", shown(word)));
            }
        }
        None
    }

    fn answers_once(&mut self) -> Result<(), Miss> {
        let line = self.line(4);
        self.ask(&*line, "depth 2", self.patience())?;
        thread::sleep(Self::SILENCE);
        self.say("isready");
        let heard = self.hear("readyok", self.patience())?;
        let more = heard.iter().filter(|line| line.starts_with("bestmove")).count();
        if more == 0 { Ok(()) } else { Err("two bestmoves for one go".to_owned().into()) }
    }

    fn keeps_to_its_time(&mut self) -> Result<(), Miss> {
        const TIME: Duration = Duration::from_millis(200);
        let line = self.line(2);
        self.get_ready()?;
        self.ask(&*line, "movetime 200", TIME + self.config.patience.margin).map(drop)
    }

    fn plays_by_the_clock(&mut self) -> Result<(), Miss> {
        const TIME: Duration = Duration::from_millis(2_000);
        let line = self.line(2);
        self.get_ready()?;
        for go in [
            "btime 2000 wtime 2000 binc 10 winc 10",
            self.word("btime 0 wtime 0 byoyomi 200", "wtime 2000 btime 2000 movestogo 5"),
        ] {
            self.ask(&*line, go, TIME + self.config.patience.margin)?;
        }
        Ok(())
    }

    /// Fails if a move comes though none may.
    fn expect_silence(&mut self, during: &str) -> Result<(), Miss> {
        match self.hear("bestmove", Self::SILENCE) {
            Ok(_) => Err(format!("a bestmove {during}").into()),
            Err(_) if self.engine.is_some() => Ok(()),
            Err(end) => Err(end.into()),
        }
    }

    fn thinks_until_stopped(&mut self) -> Result<(), Miss> {
        let line = self.line(2);
        self.get_ready()?;
        self.say(&self.seat.question(&*line, "go infinite"));
        self.expect_silence("before `stop`")?;
        self.say("isready");
        self.hear("readyok", self.patience())
            .map_err(|error| format!("while it thinks: {error}"))?;
        self.say("stop");
        let heard = self.hear("bestmove", self.patience())?;
        self.expect_legal(&*line, &heard)
    }

    fn ponders(&mut self) -> Result<(), Miss> {
        if !self.has_option("Ponder") {
            return Err(Miss::Skipped("it announces no such option"));
        }
        let line = self.line(2);
        self.get_ready()?;
        let go = "go ponder btime 2000 wtime 2000";
        for end in ["ponderhit", "stop"] {
            self.say(&self.seat.question(&*line, go));
            self.expect_silence("while it was to ponder")?;
            self.say(end);
            let heard = self.hear("bestmove", self.patience())?;
            self.expect_legal(&*line, &heard)?;
        }
        Ok(())
    }

    /// Leaves when it is told to, or when nobody will tell it anything more.
    fn leaves(&mut self, is_told: bool) -> Result<(), Miss> {
        self.get_ready()?;
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        self.is_ready = false;
        if is_told {
            engine.say("quit\n".to_owned());
        } else {
            engine.hang_up();
        }
        let deadline = Instant::now() + self.patience();
        loop {
            match engine.hear(deadline).map(|news| news.reply) {
                Some(Reply::End) => break,
                Some(_) => {}
                None => {
                    engine.kill();
                    let time = self.patience().as_millis();
                    return Err(format!("it is still there after {time} ms").into());
                }
            }
        }
        let end = engine.obituary();
        if end.ends_with(": 0") { Ok(()) } else { Err(format!("it ends with {end}").into()) }
    }
}

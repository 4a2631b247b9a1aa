//! The cases, in the order in which they are tried.

use std::thread;
use std::time::{Duration, Instant};

use super::checker::Checker;
use super::{Miss, UNKNOWN_GAME, info};
use crate::matches::faults::shown;
use crate::matches::option_line;
use crate::matches::reply::Reply;
use kawari_engine::engine::line::{self, Line, Start};

/// Tries something on a program.
pub(super) type Case = fn(&mut Checker) -> Result<(), Miss>;

/// Every case in the order in which they are tried.
pub(super) const CASES: [(&str, Case); 18] = [
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

impl Checker {
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
    pub(super) fn leaves(&mut self, is_told: bool) -> Result<(), Miss> {
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

//! The cases, in the order in which they are tried.

use std::thread;
use std::time::{Duration, Instant};

use super::checker::ComplianceChecker;
use super::{CaseFailure, UNKNOWN_GAME, info};
use crate::matches::fault::shown;
use crate::matches::option_line;
use crate::matches::reply::Reply;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};

/// Tries something on a program.
pub(super) type ComplianceCase = fn(&mut ComplianceChecker) -> Result<(), CaseFailure>;

/// Every case in the order in which they are tried.
pub(super) const CASES: [(&str, ComplianceCase); 18] = [
    ("answers the greeting", |checker| checker.greet().map(drop)),
    ("says who it is", ComplianceChecker::identifies_itself),
    ("announces options that can be set", ComplianceChecker::announces_options),
    ("knows the game", ComplianceChecker::accepts_the_variant),
    ("gets ready with its options set", |checker| checker.get_ready()),
    ("answers every isready", ComplianceChecker::answers_every_isready),
    ("passes over what it does not know", ComplianceChecker::ignores_unknown_commands),
    ("begins a game", |checker| checker.begin()),
    ("finds a legal move in the start position", |checker| checker.searches("depth 4", &[])),
    ("tells of its search", ComplianceChecker::sends_search_info),
    ("answers each go once", ComplianceChecker::answers_once),
    ("follows the moves of a game", |checker| checker.searches_after(8, false)),
    ("reads a position", |checker| checker.searches_after(7, true)),
    ("keeps to the time for a move", ComplianceChecker::respects_movetime),
    ("plays by the clock", ComplianceChecker::respects_the_clock),
    ("thinks until it is stopped", ComplianceChecker::searches_until_stopped),
    ("ponders until its move is hit", ComplianceChecker::ponders),
    ("leaves when it is told to", |checker| checker.quits(true)),
];

impl ComplianceChecker {
    fn identifies_itself(&mut self) -> Result<(), CaseFailure> {
        for what in ["id name ", "id author "] {
            if !self.greeting.iter().any(|line| line.trim_start().starts_with(what)) {
                return Err(format!("there is no `{}`", what.trim_end()).into());
            }
        }
        Ok(())
    }

    fn announces_options(&mut self) -> Result<(), CaseFailure> {
        let options = self.greeting.iter().filter_map(|line| line.trim().strip_prefix("option "));
        match options.filter_map(|text| option_line::fault(text).map(|fault| (text, fault))).next()
        {
            Some((text, fault)) => Err(format!("{}: {fault}", shown(text)).into()),
            None => Ok(()),
        }
    }

    fn accepts_the_variant(&mut self) -> Result<(), CaseFailure> {
        if !self.knows_rules {
            return Err(CaseFailure::Skipped(UNKNOWN_GAME));
        }
        if self.settings() != self.config.player.settings(self.variant) {
            return Err(CaseFailure::Skipped("it names no games, and is taken to play shogi"));
        }
        let check = self.handshake().check(&self.config.player, self.variant);
        check.map_err(|error| format!("{error:#}").into())
    }

    fn answers_every_isready(&mut self) -> Result<(), CaseFailure> {
        self.get_ready()?;
        self.send("isready\nisready");
        for _ in 0..2 {
            self.receive("readyok", self.patience())?;
        }
        Ok(())
    }

    fn ignores_unknown_commands(&mut self) -> Result<(), CaseFailure> {
        self.get_ready()?;
        self.send("\nxyzzy 1 2\n\tisready ");
        self.receive("readyok", self.patience())?;
        Ok(())
    }

    fn begin(&mut self) -> Result<(), CaseFailure> {
        self.is_ready = false;
        self.get_ready()
    }

    /// A game in progress, the same each time. One that is not known has only just begun.
    fn game_state(&self, plies: usize) -> Box<dyn GameState> {
        let mut game_state = game_state::open(self.variant);
        if !self.knows_rules {
            return game_state;
        }
        for ply in 0..plies {
            let moves = game_state.legal_moves();
            let Some(word) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            // It is legal, and games are longer than this.
            let _ = game_state.push(word);
        }
        game_state
    }

    fn searches(&mut self, go: &str, moves: &[&str]) -> Result<(), CaseFailure> {
        let mut game_state = game_state::open(self.variant);
        game_state.set(StartPosition::Initial, moves).map_err(|error| error.to_string())?;
        self.search(&*game_state, go, self.patience()).map(drop)
    }

    /// Searches after so many moves, or in the position that they lead to.
    fn searches_after(&mut self, plies: usize, is_position: bool) -> Result<(), CaseFailure> {
        if !self.knows_rules {
            return Err(CaseFailure::Skipped(UNKNOWN_GAME));
        }
        let mut game_state = self.game_state(plies);
        if is_position {
            let sfen = game_state.sfen();
            game_state.set(StartPosition::Sfen(&sfen), &[]).map_err(|error| error.to_string())?;
        }
        self.search(&*game_state, "depth 3", self.patience()).map(drop)
    }

    fn sends_search_info(&mut self) -> Result<(), CaseFailure> {
        let game_state = self.game_state(2);
        let received = self.search(&*game_state, "depth 4", self.patience())?;
        let infos = received.iter().filter_map(|said| said.trim().strip_prefix("info "));
        let mut has_told = false;
        for info in infos.filter(|info| !info.starts_with("string")) {
            let words: Vec<&str> = info.split_whitespace().collect();
            has_told |= ["depth", "score", "nodes", "pv"].iter().all(|name| words.contains(name));
            if let Some(fault) = info::fault(&words, |pv| self.pv_fault(&*game_state, pv)) {
                return Err(format!("{}: {fault}", shown(info)).into());
            }
        }
        let missing = "no `info` line has depth, score, nodes and pv".to_owned();
        if has_told { Ok(()) } else { Err(missing.into()) }
    }

    fn pv_fault(&self, game_state: &dyn GameState, words: &[&str]) -> Option<String> {
        if !self.knows_rules {
            return None;
        }
        let mut ahead = game_state::open(self.variant);
        let moves = game_state.moves();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        ahead.set(StartPosition::Sfen(&game_state.start_sfen()), &moves).ok()?;
        for word in words {
            let mv = self.engine_player.read_move(word);
            if mv.is_none_or(|mv| ahead.push(&mv).is_err()) {
                return Some(format!("its pv has {}, which is not legal there", shown(word)));
            }
        }
        None
    }

    fn answers_once(&mut self) -> Result<(), CaseFailure> {
        let line = self.game_state(4);
        self.search(&*line, "depth 2", self.patience())?;
        thread::sleep(Self::SILENCE);
        self.send("isready");
        let received = self.receive("readyok", self.patience())?;
        let more = received.iter().filter(|line| line.starts_with("bestmove")).count();
        if more == 0 { Ok(()) } else { Err("two bestmoves for one go".to_owned().into()) }
    }

    fn respects_movetime(&mut self) -> Result<(), CaseFailure> {
        const TIME: Duration = Duration::from_millis(200);
        let game_state = self.game_state(2);
        self.get_ready()?;
        self.search(&*game_state, "movetime 200", TIME + self.config.patience.margin).map(drop)
    }

    fn respects_the_clock(&mut self) -> Result<(), CaseFailure> {
        const TIME: Duration = Duration::from_millis(2_000);
        let game_state = self.game_state(2);
        self.get_ready()?;
        for go in [
            "btime 2000 wtime 2000 binc 10 winc 10",
            self.word("btime 0 wtime 0 byoyomi 200", "wtime 2000 btime 2000 movestogo 5"),
        ] {
            self.search(&*game_state, go, TIME + self.config.patience.margin)?;
        }
        Ok(())
    }

    fn searches_until_stopped(&mut self) -> Result<(), CaseFailure> {
        let game_state = self.game_state(2);
        self.get_ready()?;
        self.send(&self.engine_player.search_commands(&*game_state, "go infinite"));
        self.expect_silence("before `stop`")?;
        self.send("isready");
        self.receive("readyok", self.patience())
            .map_err(|error| format!("while it thinks: {error}"))?;
        self.send("stop");
        let received = self.receive("bestmove", self.patience())?;
        self.expect_legal(&*game_state, &received)
    }

    fn ponders(&mut self) -> Result<(), CaseFailure> {
        if !self.has_option("Ponder") {
            return Err(CaseFailure::Skipped("it announces no such option"));
        }
        let game_state = self.game_state(2);
        self.get_ready()?;
        let go = "go ponder btime 2000 wtime 2000";
        for end in ["ponderhit", "stop"] {
            self.send(&self.engine_player.search_commands(&*game_state, go));
            self.expect_silence("while it was to ponder")?;
            self.send(end);
            let received = self.receive("bestmove", self.patience())?;
            self.expect_legal(&*game_state, &received)?;
        }
        Ok(())
    }

    /// Leaves when it is told to, or when nobody will tell it anything more.
    pub(super) fn quits(&mut self, is_sent_quit: bool) -> Result<(), CaseFailure> {
        self.get_ready()?;
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        self.is_ready = false;
        if is_sent_quit {
            engine.send("quit\n".to_owned());
        } else {
            engine.close_input();
        }
        let deadline = Instant::now() + self.patience();
        loop {
            match engine.receive(deadline).map(|news| news.reply) {
                Some(Reply::End) => break,
                Some(_) => {}
                None => {
                    engine.kill();
                    let time = self.patience().as_millis();
                    return Err(format!("it is still there after {time} ms").into());
                }
            }
        }
        let end = engine.exit_description();
        if end.ends_with(": 0") { Ok(()) } else { Err(format!("it ends with {end}").into()) }
    }
}

//! The test cases.

use std::thread;
use std::time::{Duration, Instant};

use super::checker::ComplianceChecker;
use super::{CaseFailure, UNKNOWN_VARIANT, info};
use crate::matches::fault::shown;
use crate::matches::option_line;
use crate::matches::player::is_variant_option;
use crate::matches::reply::Reply;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};

/// A test case, run against the engine of a checker.
pub(super) type ComplianceCase = fn(&mut ComplianceChecker) -> Result<(), CaseFailure>;

/// All test cases with their names, in the order in which they run.
pub(super) const CASES: [(&str, ComplianceCase); 18] = [
    ("answers the handshake", |checker| checker.run_handshake().map(drop)),
    ("sends its name and author", ComplianceChecker::identifies_itself),
    ("announces valid options", ComplianceChecker::announces_options),
    ("accepts the variant", ComplianceChecker::accepts_the_variant),
    ("answers isready after setoption", |checker| checker.get_ready()),
    ("answers every isready", ComplianceChecker::answers_every_isready),
    ("ignores unknown commands", ComplianceChecker::ignores_unknown_commands),
    ("starts a new game", |checker| checker.begin()),
    ("finds a legal move in the start position", |checker| checker.searches("depth 4", &[])),
    ("sends search info", ComplianceChecker::sends_search_info),
    ("answers each go once", ComplianceChecker::answers_once),
    ("follows the moves of a game", |checker| checker.searches_after(8, false)),
    ("accepts a position without moves", |checker| checker.searches_after(7, true)),
    ("respects movetime", ComplianceChecker::respects_movetime),
    ("respects the clock", ComplianceChecker::respects_the_clock),
    ("searches until stop", ComplianceChecker::searches_until_stopped),
    ("ponders until ponderhit or stop", ComplianceChecker::ponders),
    ("quits on quit", |checker| checker.quits(true)),
];

impl ComplianceChecker {
    fn identifies_itself(&mut self) -> Result<(), CaseFailure> {
        for what in ["id name ", "id author "] {
            if !self.handshake_lines.iter().any(|line| line.trim_start().starts_with(what)) {
                return Err(format!("no `{}` line", what.trim_end()).into());
            }
        }
        Ok(())
    }

    fn announces_options(&mut self) -> Result<(), CaseFailure> {
        let options =
            self.handshake_lines.iter().filter_map(|line| line.trim().strip_prefix("option "));
        match options.filter_map(|text| option_line::fault(text).map(|fault| (text, fault))).next()
        {
            Some((text, fault)) => Err(format!("{}: {fault}", shown(text)).into()),
            None => Ok(()),
        }
    }

    fn accepts_the_variant(&mut self) -> Result<(), CaseFailure> {
        if !self.has_known_variant {
            return Err(CaseFailure::Skipped(UNKNOWN_VARIANT));
        }
        if !self.settings().iter().any(|(name, _)| is_variant_option(name)) {
            return Err(CaseFailure::Skipped("no variant option, assuming shogi"));
        }
        let check =
            |checker: &Self| checker.handshake().check(&checker.config.player, checker.variant);
        if check(self).is_err() {
            // An option may name the file of the variant.
            self.get_ready()?;
            self.run_handshake()?;
        }
        check(self).map_err(|error| format!("{error:#}").into())
    }

    fn answers_every_isready(&mut self) -> Result<(), CaseFailure> {
        self.get_ready()?;
        self.send("isready\nisready");
        for _ in 0..2 {
            self.receive("readyok", self.timeout())?;
        }
        Ok(())
    }

    fn ignores_unknown_commands(&mut self) -> Result<(), CaseFailure> {
        self.get_ready()?;
        self.send("\nxyzzy 1 2\n\tisready ");
        self.receive("readyok", self.timeout())?;
        Ok(())
    }

    fn begin(&mut self) -> Result<(), CaseFailure> {
        self.is_ready = false;
        self.get_ready()
    }

    /// Returns a game after this many plies, the same each time. If the variant is unknown, it
    /// is at the start position.
    fn game_state(&self, plies: usize) -> Box<dyn GameState> {
        let mut game_state = game_state::open(self.variant);
        if !self.has_known_variant {
            return game_state;
        }
        for ply in 0..plies {
            let moves = game_state.legal_moves_in_usi();
            let Some(word) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            // A legal move cannot fail.
            let _ = game_state.push(word);
        }
        game_state
    }

    fn searches(&mut self, go: &str, moves: &[&str]) -> Result<(), CaseFailure> {
        let mut game_state = game_state::open(self.variant);
        game_state.set(StartPosition::Initial, moves).map_err(|error| error.to_string())?;
        self.search(&*game_state, go, self.timeout()).map(drop)
    }

    /// Requests a search after this many plies. The position is sent with its moves, or if
    /// `as_sfen` is true, without them.
    fn searches_after(&mut self, plies: usize, as_sfen: bool) -> Result<(), CaseFailure> {
        if !self.has_known_variant {
            return Err(CaseFailure::Skipped(UNKNOWN_VARIANT));
        }
        let mut game_state = self.game_state(plies);
        if as_sfen {
            let sfen = game_state.sfen();
            game_state.set(StartPosition::Sfen(&sfen), &[]).map_err(|error| error.to_string())?;
        }
        self.search(&*game_state, "depth 3", self.timeout()).map(drop)
    }

    fn sends_search_info(&mut self) -> Result<(), CaseFailure> {
        let game_state = self.game_state(2);
        let received = self.search(&*game_state, "depth 4", self.timeout())?;
        let infos = received.iter().filter_map(|line| line.trim().strip_prefix("info "));
        let mut has_full_info = false;
        for info in infos.filter(|info| !info.starts_with("string")) {
            let words: Vec<&str> = info.split_whitespace().collect();
            has_full_info |=
                ["depth", "score", "nodes", "pv"].iter().all(|name| words.contains(name));
            if let Some(fault) = info::fault(&words, |pv| self.pv_fault(&*game_state, pv)) {
                return Err(format!("{}: {fault}", shown(info)).into());
            }
        }
        let missing = "no `info` line has depth, score, nodes and pv".to_owned();
        if has_full_info { Ok(()) } else { Err(missing.into()) }
    }

    /// Returns the first error in a principal variation.
    fn pv_fault(&self, game_state: &dyn GameState, words: &[&str]) -> Option<String> {
        if !self.has_known_variant {
            return None;
        }
        let mut ahead = game_state::open(self.variant);
        let moves = game_state.moves_in_usi();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        ahead.set(StartPosition::Sfen(&game_state.start_sfen()), &moves).ok()?;
        for word in words {
            let mv = self.engine_player.read_move(word);
            if mv.is_none_or(|mv| ahead.push(&mv).is_err()) {
                return Some(format!("illegal move {} in pv", shown(word)));
            }
        }
        None
    }

    fn answers_once(&mut self) -> Result<(), CaseFailure> {
        let game_state = self.game_state(4);
        self.search(&*game_state, "depth 2", self.timeout())?;
        thread::sleep(Self::SILENCE);
        self.send("isready");
        let received = self.receive("readyok", self.timeout())?;
        let more = received.iter().filter(|line| line.starts_with("bestmove")).count();
        if more == 0 { Ok(()) } else { Err("second `bestmove` for one `go`".to_owned().into()) }
    }

    fn respects_movetime(&mut self) -> Result<(), CaseFailure> {
        const TIME: Duration = Duration::from_millis(200);
        let game_state = self.game_state(2);
        self.get_ready()?;
        self.search(&*game_state, "movetime 200", TIME + self.config.timeouts.margin).map(drop)
    }

    fn respects_the_clock(&mut self) -> Result<(), CaseFailure> {
        const TIME: Duration = Duration::from_millis(2_000);
        let game_state = self.game_state(2);
        self.get_ready()?;
        for go in [
            "btime 2000 wtime 2000 binc 10 winc 10",
            self.word("btime 0 wtime 0 byoyomi 200", "wtime 2000 btime 2000 movestogo 5"),
        ] {
            self.search(&*game_state, go, TIME + self.config.timeouts.margin)?;
        }
        Ok(())
    }

    fn searches_until_stopped(&mut self) -> Result<(), CaseFailure> {
        let game_state = self.game_state(2);
        self.get_ready()?;
        self.send(&self.engine_player.search_commands(&*game_state, "go infinite"));
        self.expect_silence("before `stop`")?;
        self.send("isready");
        self.receive("readyok", self.timeout())
            .map_err(|error| format!("during the search: {error}"))?;
        self.send("stop");
        let received = self.receive("bestmove", self.timeout())?;
        self.expect_legal(&*game_state, &received)
    }

    fn ponders(&mut self) -> Result<(), CaseFailure> {
        if !self.has_option("Ponder") {
            return Err(CaseFailure::Skipped("no Ponder option"));
        }
        let game_state = self.game_state(2);
        self.get_ready()?;
        let go = "go ponder btime 2000 wtime 2000";
        for end in ["ponderhit", "stop"] {
            self.send(&self.engine_player.search_commands(&*game_state, go));
            self.expect_silence("while pondering")?;
            self.send(end);
            let received = self.receive("bestmove", self.timeout())?;
            self.expect_legal(&*game_state, &received)?;
        }
        Ok(())
    }

    /// Checks that the engine ends with status 0 after `quit`, or if `with_quit` is false, after
    /// the end of its input.
    pub(super) fn quits(&mut self, with_quit: bool) -> Result<(), CaseFailure> {
        self.get_ready()?;
        let Some(mut engine) = self.engine.take() else { return Ok(()) };
        self.is_ready = false;
        if with_quit {
            engine.send("quit\n".to_owned());
        } else {
            engine.close_input();
        }
        let deadline = Instant::now() + self.timeout();
        loop {
            match engine.receive(deadline).map(|timed| timed.reply) {
                Some(Reply::End) => break,
                Some(_) => {}
                None => {
                    engine.kill();
                    let time = self.timeout().as_millis();
                    return Err(format!("still running after {time} ms").into());
                }
            }
        }
        let exit = engine.exit_description();
        if exit.ends_with(": 0") { Ok(()) } else { Err(format!("ended with {exit}").into()) }
    }
}

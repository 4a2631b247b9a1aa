//! The runner of the test cases: sends commands to the engine and checks its output.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::cases::ComplianceCase;
use super::{CaseFailure, CaseOutcome, CheckConfig, UNKNOWN_VARIANT};
use crate::matches::engine::Engine;
use crate::matches::engine_player::EnginePlayer;
use crate::matches::fault::shown;
use crate::matches::handshake::{Handshake, set_option};
use crate::matches::player::Protocol;
use crate::matches::reply::Reply;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;

/// The engine under test and its state.
pub(super) struct ComplianceChecker {
    pub(super) config: CheckConfig,
    pub(super) variant: Variant,
    /// The variant is known, so moves can be checked.
    pub(super) has_known_variant: bool,
    /// Writes positions and moves in the engine's notation. It has no process.
    pub(super) engine_player: EnginePlayer,
    /// `None` before the first case and after a failed one.
    pub(super) engine: Option<Engine>,
    /// The lines of the engine's handshake.
    pub(super) handshake_lines: Vec<String>,
    pub(super) is_ready: bool,
    /// The engine has not answered the latest handshake.
    pub(super) is_unresponsive: bool,
}

impl ComplianceChecker {
    /// How long to wait for output that must not come.
    pub(super) const SILENCE: Duration = Duration::from_millis(300);

    pub(super) fn new(config: &CheckConfig) -> Result<Self> {
        // A missing program is an error. One that does not answer fails the first case.
        let engine_player =
            |variant| EnginePlayer::new(config.player.clone(), variant, config.timeouts);
        let mut checker = Self {
            config: config.clone(),
            variant: Variant::Shogi,
            has_known_variant: true,
            engine_player: engine_player(Variant::Shogi),
            engine: Some(Engine::start_verbatim(&config.player)?),
            handshake_lines: Vec::new(),
            is_ready: false,
            is_unresponsive: false,
        };
        let _ = checker.run_handshake();
        checker.is_unresponsive = false;
        let variant = config.variant.or_else(|| checker.default_variant());
        checker.has_known_variant = variant.is_some() || config.player.proto == Protocol::Usi;
        checker.variant = variant.unwrap_or(Variant::Shogi);
        checker.engine_player = engine_player(checker.variant);
        checker.engine = None;
        Ok(checker)
    }

    pub(super) fn title(&self) -> String {
        let name = self.handshake().name.unwrap_or_else(|| "unnamed engine".to_owned());
        let proto = match self.config.player.proto {
            Protocol::Usi => "USI",
            Protocol::Uci => "UCI",
        };
        match self.has_known_variant {
            true => format!("{name}, {proto}, {}\n", self.variant),
            false => format!("{name}, {proto}, {UNKNOWN_VARIANT}\n"),
        }
    }

    /// Returns the default value of the engine's variant option.
    fn default_variant(&self) -> Option<Variant> {
        let words = |line: &String| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let option = self.handshake_lines.iter().map(words).find(|words| {
            matches!(words.as_slice(), [option, _, name, ..]
                if option == "option" && name.ends_with("_Variant"))
        })?;
        let index = option.iter().position(|word| word == "default")?;
        option.get(index + 1)?.parse().ok()
    }

    pub(super) fn handshake(&self) -> Handshake {
        Handshake::of_lines(&self.handshake_lines)
    }

    /// Runs a test case. If it fails, ends the engine.
    pub(super) fn run(&mut self, case: ComplianceCase) -> CaseOutcome {
        if self.is_unresponsive {
            return CaseOutcome::Skipped("no answer to the handshake");
        }
        match case(self) {
            Ok(()) => CaseOutcome::Passed,
            Err(CaseFailure::Skipped(reason)) => CaseOutcome::Skipped(reason),
            Err(CaseFailure::Failed(detail)) => {
                // More replies may follow and disturb the next case.
                if let Some(engine) = self.engine.take() {
                    engine.kill();
                }
                self.is_ready = false;
                CaseOutcome::Failed(detail)
            }
        }
    }

    /// Returns the text for the engine's protocol.
    pub(super) fn word(&self, usi: &'static str, uci: &'static str) -> &'static str {
        match self.config.player.proto {
            Protocol::Usi => usi,
            Protocol::Uci => uci,
        }
    }

    pub(super) fn send(&self, lines: &str) {
        if let Some(engine) = &self.engine {
            engine.send(format!("{lines}\n"));
        }
    }

    /// Returns the output up to and including the first line that begins with `awaited`.
    pub(super) fn receive(&mut self, awaited: &str, time: Duration) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + time;
        let mut received = Vec::new();
        loop {
            let timed = self.engine.as_ref().and_then(|engine| engine.receive(deadline));
            match timed.map(|timed| timed.reply) {
                Some(Reply::Line(line)) => {
                    let is_awaited = line.split_whitespace().next() == Some(awaited);
                    received.push(line);
                    if is_awaited {
                        return Ok(received);
                    }
                }
                Some(Reply::End) => {
                    let exit = self.engine.take().map(Engine::exit_description).unwrap_or_default();
                    return Err(format!("ended ({exit}) instead of sending `{awaited}`"));
                }
                Some(Reply::Overlong) => return Err("line longer than 64 KiB".to_owned()),
                Some(_) => {}
                None => return Err(format!("no `{awaited}` within {} ms", time.as_millis())),
            }
        }
    }

    pub(super) fn timeout(&self) -> Duration {
        self.config.timeouts.limit
    }

    pub(super) fn run_handshake(&mut self) -> Result<(), CaseFailure> {
        if self.engine.is_none() {
            let engine = Engine::start_verbatim(&self.config.player);
            self.engine = Some(engine.map_err(|error| format!("{error:#}"))?);
        }
        self.send(self.word("usi", "uci"));
        let answer = self.receive(self.word("usiok", "uciok"), self.timeout());
        self.is_unresponsive = answer.is_err();
        self.handshake_lines = answer?;
        Ok(())
    }

    /// Returns names and values of the options to set.
    pub(super) fn settings(&self) -> Vec<(String, String)> {
        if !self.has_known_variant {
            return self.config.player.options.clone();
        }
        self.handshake().settings(&self.config.player, self.variant)
    }

    /// Returns true if the engine announces an option whose name ends like this.
    pub(super) fn has_option(&self, end: &str) -> bool {
        let name = |line: &String| line.split_whitespace().nth(2).map(str::to_owned);
        let options =
            self.handshake_lines.iter().filter(|line| line.trim_start().starts_with("option "));
        options.filter_map(name).any(|name| name.ends_with(end))
    }

    /// Makes the engine ready for a search: starts it, sets its options and starts a new game,
    /// unless that is done already.
    pub(super) fn get_ready(&mut self) -> Result<(), CaseFailure> {
        if self.engine.is_none() {
            self.run_handshake()?;
        }
        if !self.is_ready {
            let settings = self.settings();
            let lines: String =
                settings.iter().map(|(name, value)| set_option(name, value)).collect();
            self.send(&format!("{lines}isready"));
            self.receive("readyok", self.timeout())?;
            self.send(self.word("usinewgame", "ucinewgame\nisready"));
            if self.config.player.proto == Protocol::Uci {
                self.receive("readyok", self.timeout())?;
            }
            self.is_ready = true;
        }
        Ok(())
    }

    /// Requests a search and returns the output up to a legal best move.
    pub(super) fn search(
        &mut self,
        game_state: &dyn GameState,
        go: &str,
        time: Duration,
    ) -> Result<Vec<String>, CaseFailure> {
        self.get_ready()?;
        self.send(&self.engine_player.search_commands(game_state, &format!("go {go}")));
        let received = self.receive("bestmove", time)?;
        self.expect_legal(game_state, &received)?;
        Ok(received)
    }

    pub(super) fn expect_legal(
        &self,
        game_state: &dyn GameState,
        received: &[String],
    ) -> Result<(), CaseFailure> {
        let last = received.last().map_or("", String::as_str);
        let Some(word) = last.split_whitespace().nth(1) else {
            return Err("`bestmove` without a move".to_owned().into());
        };
        let mv = self.engine_player.read_move(word);
        if !self.has_known_variant || mv.is_some_and(|mv| game_state.describe_move(&mv).is_ok()) {
            return Ok(());
        }
        Err(format!("illegal move {} in {}", shown(word), game_state.sfen()).into())
    }

    /// Checks that no best move is sent for a moment.
    pub(super) fn expect_silence(&mut self, during: &str) -> Result<(), CaseFailure> {
        match self.receive("bestmove", Self::SILENCE) {
            Ok(_) => Err(format!("`bestmove` {during}").into()),
            Err(_) if self.engine.is_some() => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

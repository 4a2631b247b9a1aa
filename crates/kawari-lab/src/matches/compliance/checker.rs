//! A program that is tried: what is said to it, and what is heard.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::cases::ComplianceCase;
use super::{CaseFailure, CaseOutcome, CheckConfig, UNKNOWN_GAME};
use crate::matches::engine::Engine;
use crate::matches::engine_player::EnginePlayer;
use crate::matches::fault::shown;
use crate::matches::handshake::{Handshake, set_option};
use crate::matches::player::Protocol;
use crate::matches::reply::Reply;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;

/// A program that is tried.
pub(super) struct ComplianceChecker {
    pub(super) config: CheckConfig,
    pub(super) variant: Variant,
    /// The game is known, so that moves can be judged.
    pub(super) knows_rules: bool,
    /// Writes what a player of a match would hear.
    pub(super) engine_player: EnginePlayer,
    /// `None` before its first case and after one that it has not survived.
    pub(super) engine: Option<Engine>,
    /// The lines of its greeting.
    pub(super) greeting: Vec<String>,
    pub(super) is_ready: bool,
    /// It has not answered its latest greeting.
    pub(super) is_unresponsive: bool,
}

impl ComplianceChecker {
    /// How long a program is listened to that is to say nothing.
    pub(super) const SILENCE: Duration = Duration::from_millis(300);

    pub(super) fn new(config: &CheckConfig) -> Result<Self> {
        // It may be one that never says anything; but it has to be there.
        let engine_player =
            |variant| EnginePlayer::new(config.player.clone(), variant, config.patience);
        let mut checker = Self {
            config: config.clone(),
            variant: Variant::Shogi,
            knows_rules: true,
            engine_player: engine_player(Variant::Shogi),
            engine: Some(Engine::start_verbatim(&config.player)?),
            greeting: Vec::new(),
            is_ready: false,
            is_unresponsive: false,
        };
        let _ = checker.greet();
        checker.is_unresponsive = false;
        let variant = config.variant.or_else(|| checker.own_game());
        checker.knows_rules = variant.is_some() || config.player.proto == Protocol::Usi;
        checker.variant = variant.unwrap_or(Variant::Shogi);
        checker.engine_player = engine_player(checker.variant);
        checker.engine = None;
        Ok(checker)
    }

    pub(super) fn title(&self) -> String {
        let name = self.handshake().name.unwrap_or_else(|| "a program without a name".to_owned());
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

    pub(super) fn handshake(&self) -> Handshake {
        Handshake::of_lines(&self.greeting)
    }

    pub(super) fn verdict(&mut self, case: ComplianceCase) -> CaseOutcome {
        if self.is_unresponsive {
            return CaseOutcome::Skipped("it does not answer the greeting");
        }
        match case(self) {
            Ok(()) => CaseOutcome::Passed,
            Err(CaseFailure::Skipped(why)) => CaseOutcome::Skipped(why),
            Err(CaseFailure::Failed(detail)) => {
                // Nobody knows what it is still about to say.
                if let Some(engine) = self.engine.take() {
                    engine.kill();
                }
                self.is_ready = false;
                CaseOutcome::Failed(detail)
            }
        }
    }

    /// The words of the protocol, the first for USI.
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

    /// What is said up to the first line that is meant, which is the last.
    pub(super) fn receive(&mut self, awaited: &str, time: Duration) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + time;
        let mut received = Vec::new();
        loop {
            let news = self.engine.as_ref().and_then(|engine| engine.receive(deadline));
            match news.map(|news| news.reply) {
                Some(Reply::Said(line)) => {
                    let is_awaited = line.split_whitespace().next() == Some(awaited);
                    received.push(line);
                    if is_awaited {
                        return Ok(received);
                    }
                }
                Some(Reply::End) => {
                    let end = self.engine.take().map(Engine::exit_description).unwrap_or_default();
                    return Err(format!("it has ended ({end}) where `{awaited}` was awaited"));
                }
                Some(Reply::Overlong) => return Err("a line of more than 64 KiB".to_owned()),
                Some(_) => {}
                None => return Err(format!("no `{awaited}` within {} ms", time.as_millis())),
            }
        }
    }

    pub(super) fn patience(&self) -> Duration {
        self.config.patience.limit
    }

    pub(super) fn greet(&mut self) -> Result<(), CaseFailure> {
        if self.engine.is_none() {
            let engine = Engine::start_verbatim(&self.config.player);
            self.engine = Some(engine.map_err(|error| format!("{error:#}"))?);
        }
        self.send(self.word("usi", "uci"));
        let answer = self.receive(self.word("usiok", "uciok"), self.patience());
        self.is_unresponsive = answer.is_err();
        self.greeting = answer?;
        Ok(())
    }

    /// Names and values of the options that it is told.
    pub(super) fn settings(&self) -> Vec<(String, String)> {
        if !self.knows_rules {
            return self.config.player.options.clone();
        }
        self.handshake().settings(&self.config.player, self.variant)
    }

    pub(super) fn has_option(&self, end: &str) -> bool {
        let name = |line: &String| line.split_whitespace().nth(2).map(str::to_owned);
        let options = self.greeting.iter().filter(|line| line.trim_start().starts_with("option "));
        options.filter_map(name).any(|name| name.ends_with(end))
    }

    /// Ready, whatever has been before.
    pub(super) fn get_ready(&mut self) -> Result<(), CaseFailure> {
        if self.engine.is_none() {
            self.greet()?;
        }
        if !self.is_ready {
            let settings = self.settings();
            let lines: String =
                settings.iter().map(|(name, value)| set_option(name, value)).collect();
            self.send(&format!("{lines}isready"));
            self.receive("readyok", self.patience())?;
            self.send(self.word("usinewgame", "ucinewgame\nisready"));
            if self.config.player.proto == Protocol::Uci {
                self.receive("readyok", self.patience())?;
            }
            self.is_ready = true;
        }
        Ok(())
    }

    /// Asks for a move and hears the answer.
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
        if !self.knows_rules || mv.is_some_and(|mv| game_state.legal_moves().contains(&mv)) {
            return Ok(());
        }
        Err(format!("{} is not legal in {}", shown(word), game_state.sfen()).into())
    }

    /// Fails if a move comes though none may.
    pub(super) fn expect_silence(&mut self, during: &str) -> Result<(), CaseFailure> {
        match self.receive("bestmove", Self::SILENCE) {
            Ok(_) => Err(format!("a bestmove {during}").into()),
            Err(_) if self.engine.is_some() => Ok(()),
            Err(end) => Err(end.into()),
        }
    }
}

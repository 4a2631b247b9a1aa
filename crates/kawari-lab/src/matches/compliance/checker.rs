//! A program that is tried: what is said to it, and what is heard.

use std::time::{Duration, Instant};

use anyhow::Result;

use super::cases::Case;
use super::{CheckConfig, Miss, UNKNOWN_GAME, Verdict};
use crate::matches::engine::Engine;
use crate::matches::faults::shown;
use crate::matches::introduction::Introduction;
use crate::matches::player::Protocol;
use crate::matches::reply::Reply;
use crate::matches::seat::{Seat, set_option};
use kawari_engine::engine::line::Line;
use kawari_engine::games::variants::Variant;

/// A program that is tried.
pub(super) struct Checker {
    pub(super) config: CheckConfig,
    pub(super) variant: Variant,
    /// The game is known, so that moves can be judged.
    pub(super) knows_rules: bool,
    /// Writes what a player of a match would hear.
    pub(super) seat: Seat,
    /// `None` before its first case and after one that it has not survived.
    pub(super) engine: Option<Engine>,
    /// The lines of its greeting.
    pub(super) greeting: Vec<String>,
    pub(super) is_ready: bool,
    /// It has not answered its latest greeting.
    pub(super) is_deaf: bool,
}

impl Checker {
    /// How long a program is listened to that is to say nothing.
    pub(super) const SILENCE: Duration = Duration::from_millis(300);

    pub(super) fn new(config: &CheckConfig) -> Result<Self> {
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

    pub(super) fn title(&self) -> String {
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

    pub(super) fn introduction(&self) -> Introduction {
        Introduction::of_lines(&self.greeting)
    }

    pub(super) fn verdict(&mut self, case: Case) -> Verdict {
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
    pub(super) fn word(&self, usi: &'static str, uci: &'static str) -> &'static str {
        match self.config.player.proto {
            Protocol::Usi => usi,
            Protocol::Uci => uci,
        }
    }

    pub(super) fn say(&self, lines: &str) {
        if let Some(engine) = &self.engine {
            engine.say(format!("{lines}\n"));
        }
    }

    /// What is said up to the first line that is meant, which is the last.
    pub(super) fn hear(&mut self, awaited: &str, time: Duration) -> Result<Vec<String>, String> {
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

    pub(super) fn patience(&self) -> Duration {
        self.config.patience.limit
    }

    pub(super) fn greet(&mut self) -> Result<(), Miss> {
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

    /// Names and values of the options that it is told.
    pub(super) fn settings(&self) -> Vec<(String, String)> {
        if !self.knows_rules {
            return self.config.player.options.clone();
        }
        self.introduction().settings(&self.config.player, self.variant)
    }

    pub(super) fn has_option(&self, end: &str) -> bool {
        let name = |line: &String| line.split_whitespace().nth(2).map(str::to_owned);
        let options = self.greeting.iter().filter(|line| line.trim_start().starts_with("option "));
        options.filter_map(name).any(|name| name.ends_with(end))
    }

    /// Ready, whatever has been before.
    pub(super) fn get_ready(&mut self) -> Result<(), Miss> {
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

    /// Asks for a move and hears the answer.
    pub(super) fn ask(
        &mut self,
        line: &dyn Line,
        go: &str,
        time: Duration,
    ) -> Result<Vec<String>, Miss> {
        self.get_ready()?;
        self.say(&self.seat.question(line, &format!("go {go}")));
        let heard = self.hear("bestmove", time)?;
        self.expect_legal(line, &heard)?;
        Ok(heard)
    }

    pub(super) fn expect_legal(&self, line: &dyn Line, heard: &[String]) -> Result<(), Miss> {
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

    /// Fails if a move comes though none may.
    pub(super) fn expect_silence(&mut self, during: &str) -> Result<(), Miss> {
        match self.hear("bestmove", Self::SILENCE) {
            Ok(_) => Err(format!("a bestmove {during}").into()),
            Err(_) if self.engine.is_some() => Ok(()),
            Err(end) => Err(end.into()),
        }
    }
}

//! The game in progress, and what each command does.

mod kept;
mod thinking;

use std::fmt;
use std::io::{ErrorKind, Write};

use anyhow::{Context, bail, ensure};

use super::PlayConfig;
use super::advice;
use super::board::{Board, Change};
use super::command::{self, COMMANDS, Command, CommandHelp, Typed};
use super::console::{Console, Input};
use super::drawing::Drawing;
use super::pieces::Lettering;
use super::players::Players;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::line::{self, Line, Start};
use kawari_engine::engine::report::Answer;
use kawari_engine::engine::session::{self, Session, Settings};
use kawari_engine::engine::strength::{Level, Strength};
use kawari_engine::search::limits::Limits;
use kawari_lab::matches::faults::printable;
use kawari_records::game_log::GameResult;

/// How a game has ended otherwise than by the rules alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Claim {
    /// This side has given up.
    Resigned(Color),
    /// This side has declared that it has won.
    Declared(Outcome),
}

/// The game in progress.
pub struct Game<'a> {
    config: PlayConfig,
    console: &'a mut dyn Console,
    output: &'a mut dyn Write,
    session: Box<dyn Session>,
    claim: Option<Claim>,
    /// What the last move has changed.
    change: Change,
    /// The engine waits to be told to `go`.
    is_paused: bool,
    /// All moves are in a file.
    is_saved: bool,
}

/// Whether there is more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Leave,
}

impl<'a> Game<'a> {
    /// Sits down at a board.
    ///
    /// # Errors
    /// When there is no memory for the engine, or no such handicap.
    pub fn new(
        config: PlayConfig,
        console: &'a mut dyn Console,
        output: &'a mut dyn Write,
    ) -> anyhow::Result<Self> {
        let mut session = session::open(config.variant, Settings::default())?;
        start(&mut *session, config.handicap.as_deref())?;
        Ok(Self {
            config,
            console,
            output,
            session,
            claim: None,
            change: Change::default(),
            is_paused: false,
            is_saved: true,
        })
    }

    /// Plays until the input ends or is told to.
    ///
    /// # Errors
    /// When the input cannot be read or the output not be written.
    pub fn play(&mut self) -> anyhow::Result<()> {
        self.greet()?;
        self.show()?;
        loop {
            if self.is_engines_turn() {
                self.engine_moves(self.config.players == Players::None)?;
                continue;
            }
            self.output.flush()?;
            let words = if self.is_over() { Vec::new() } else { self.line().legal_moves() };
            match self.console.read(&self.prompt(), words)? {
                Input::End => break,
                Input::Interrupted => self.say("`quit` or Ctrl-D leaves.")?,
                Input::Line(line) => {
                    if self.obey(line.trim())? == Flow::Leave {
                        break;
                    }
                }
            }
        }
        self.keep()?;
        self.output.flush()?;
        Ok(())
    }

    fn line(&self) -> &dyn Line {
        self.session.line()
    }

    fn say(&mut self, text: impl fmt::Display) -> anyhow::Result<()> {
        writeln!(self.output, "{text}")?;
        Ok(())
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        let title = self.line().info().title;
        self.say(format_args!("{title}. {}", self.who_plays()))?;
        self.say("Type a move such as one of `moves`, or `help`.")
    }

    fn who_plays(&self) -> String {
        let level = self.config.level;
        match self.config.players {
            Players::Black => {
                format!("You are Black and move first, Kawari is White, level {level}.")
            }
            Players::White => {
                format!("You are White, Kawari is Black, level {level}, and moves first.")
            }
            Players::Both => "You play both sides.".to_owned(),
            Players::None => format!("Kawari plays itself, level {level}; Ctrl-C stops it."),
        }
    }

    fn prompt(&self) -> String {
        if self.is_over() {
            return "game over> ".to_owned();
        }
        let number = self.line().moves().len() + 1;
        format!("{number}. {:?}> ", self.line().side_to_move())
    }

    /// Draws the board.
    fn show(&mut self) -> anyhow::Result<()> {
        let board = Board::read(&self.line().sfen());
        let info = self.line().info();
        let view = match self.config.players {
            Players::White => Color::White,
            _ => Color::Black,
        };
        let lettering = Lettering::new(info, self.config.pieces);
        let drawing = Drawing { lettering, colours: self.config.colours, view };
        let drawn = drawing.draw(&board, &self.change, info.pocket > 0);
        write!(self.output, "\n{drawn}\n")?;
        match self.result() {
            Some((_, text)) => self.say(text),
            None => {
                let side = self.line().side_to_move();
                self.say(format_args!("{side:?} to move"))
            }
        }
    }

    /// How the game has ended: who has won, and a sentence.
    fn result(&self) -> Option<(GameResult, String)> {
        let name = |color: Color| format!("{color:?}");
        match self.claim {
            Some(Claim::Resigned(loser)) => {
                let result = GameResult::won_by(!loser);
                return Some((result, format!("{} resigns: {} wins.", name(loser), name(!loser))));
            }
            Some(Claim::Declared(outcome)) => return Some(told(outcome)),
            None => {}
        }
        self.line().status().map(told)
    }

    /// Why the game has ended, in the words of a log.
    fn reason(&self) -> Option<String> {
        match self.claim {
            Some(Claim::Resigned(_)) => Some("resignation".to_owned()),
            Some(Claim::Declared(outcome)) => Some(outcome.reason().to_string()),
            None => self.line().status().map(|outcome| outcome.reason().to_string()),
        }
    }

    fn is_over(&self) -> bool {
        self.claim.is_some() || self.line().status().is_some()
    }

    fn is_engines_turn(&self) -> bool {
        let is_persons = self.config.players.include(self.line().side_to_move());
        !is_persons && !self.is_paused && !self.is_over()
    }

    /// Does what a line asks for.
    fn obey(&mut self, line: &str) -> anyhow::Result<Flow> {
        match command::read(line) {
            Typed::Nothing => {}
            Typed::Wrong(sentence) => self.say(printable(&sentence))?,
            Typed::Command(Command::Quit) => return Ok(Flow::Leave),
            Typed::Command(command) => {
                if let Err(error) = self.execute(command) {
                    // What goes wrong is said; only an output that is gone ends it.
                    if is_output_gone(&error) {
                        return Err(error);
                    }
                    self.say(printable(&format!("{error:#}")))?;
                }
            }
            Typed::Other => self.person_moves(line)?,
        }
        Ok(Flow::Continue)
    }

    fn execute(&mut self, command: Command) -> anyhow::Result<()> {
        match command {
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Moves(filter) => self.list_moves(filter.as_deref()),
            Command::Rules => {
                let text = self.line().info().rules.join("\n\n");
                self.say(text)
            }
            Command::Save(path) => self.save(&path),
            Command::Load(path, number) => self.load(&path, number),
            Command::Resign => self.resign(),
            Command::Declare => self.declare(),
            Command::Level(level) => self.set_level(level),
            Command::Go => self.go(),
            Command::Side(players) => self.set_players(players),
            Command::New(handicap) => self.begin_anew(handicap.as_deref()),
            Command::Board => self.show(),
            Command::Record => self.show_record(),
            Command::Sfen => {
                let sfen = self.line().sfen();
                self.say(sfen)
            }
            Command::Pieces(set) => {
                self.config.pieces = set;
                self.show()
            }
            Command::Help => self.help(),
            Command::Quit => Ok(()),
        }
    }

    fn help(&mut self) -> anyhow::Result<()> {
        self.say("A move is typed as `moves` lists it, or as `record` writes it.")?;
        for CommandHelp { word, arguments, meaning } in COMMANDS {
            self.say(format_args!("  {:<16} {meaning}", format!("{word} {arguments}")))?;
        }
        self.say("Ctrl-C stops Kawari's thinking: it moves at once.")
    }

    fn person_moves(&mut self, typed: &str) -> anyhow::Result<()> {
        if self.is_over() {
            return match advice::read_move(self.line(), typed) {
                Err(sentence) if sentence.contains("neither a move") => self.say(sentence),
                _ => self.say("The game is over: `undo`, `new` or `quit`."),
            };
        }
        match advice::read_move(self.line(), typed) {
            Ok(word) => self.push(&word, "You play"),
            Err(sentence) => self.say(sentence),
        }
    }

    /// Plays a legal move and shows it.
    fn push(&mut self, word: &str, who: &str) -> anyhow::Result<()> {
        let before = Board::read(&self.line().sfen());
        self.session.line_mut().push(word)?;
        let after = Board::read(&self.line().sfen());
        self.change = before.change(word, &after);
        (self.is_saved, self.is_paused) = (false, false);
        let written = self.line().record().pop().unwrap_or_default();
        let captured: Vec<String> =
            self.change.captured.iter().map(|&place| before.name(place)).collect();
        let captures = match captured.is_empty() {
            true => String::new(),
            false => format!(", which captures on {}", captured.join(", ")),
        };
        self.say(format_args!("{who} {written} ({word}){captures}."))?;
        self.show()
    }

    /// Takes back the last move of a person, and what came behind it.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.claim.take().is_some() {
            return self.show();
        }
        let moves = self.line().moves();
        let players = self.config.players;
        let mut left = moves.len();
        let starter = if left.is_multiple_of(2) {
            self.line().side_to_move()
        } else {
            !self.line().side_to_move()
        };
        let mover = |number: usize| if number.is_multiple_of(2) { starter } else { !starter };
        let is_persons = |number: usize| players == Players::None || players.include(mover(number));
        ensure!((0..left).any(is_persons), "There is no move of yours to take back.");
        loop {
            left -= 1;
            if is_persons(left) {
                break;
            }
        }
        self.reset(&moves[..left])?;
        self.is_paused = players == Players::None;
        let taken = moves[left..].join(" ");
        self.say(format_args!("Taken back: {taken}"))?;
        self.show()
    }

    /// Sets the game to its first moves.
    fn reset(&mut self, moves: &[String]) -> anyhow::Result<()> {
        let start = self.line().start_sfen();
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.session.line_mut().set(Start::Sfen(&start), &words)?;
        self.change = self.last_change()?;
        (self.is_saved, self.claim) = (moves.is_empty(), None);
        Ok(())
    }

    /// What the last move of the game has changed.
    fn last_change(&mut self) -> anyhow::Result<Change> {
        let (start, moves) = (self.line().start_sfen(), self.line().moves());
        let Some((last, earlier)) = moves.split_last() else { return Ok(Change::default()) };
        let after = Board::read(&self.line().sfen());
        let words: Vec<&str> = earlier.iter().map(String::as_str).collect();
        let mut line = line::open(self.config.variant);
        line.set(Start::Sfen(&start), &words)?;
        Ok(Board::read(&line.sfen()).change(last, &after))
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        /// A good move in an instant, the same every time.
        const NODES: u64 = 50_000;
        ensure!(!self.is_over(), "The game is over.");
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let found = self.think(Strength::default(), 0, limits, false)?;
        match found.answer {
            Answer::Move { best, ponder } => {
                let written = self.written(&best)?;
                let answer = ponder.map_or(String::new(), |reply| format!(" and expects {reply}"));
                let side = self.line().side_to_move();
                let standing = found.score.map_or(String::new(), |score| standing(side, score));
                self.say(format_args!("Kawari would play {written} ({best}){answer}. {standing}"))
            }
            Answer::Win => self.say("You may `declare` that you have won."),
            Answer::Resign => self.say("Kawari would give up."),
        }
    }

    /// A legal move in the notation of records.
    fn written(&self, word: &str) -> anyhow::Result<String> {
        let mut line = line::open(self.config.variant);
        line.set(Start::Sfen(&self.line().sfen()), &[word])?;
        Ok(line.record().pop().unwrap_or_default())
    }

    /// Lists the legal moves, those of a square or piece on a line.
    fn list_moves(&mut self, filter: Option<&str>) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over: there are no moves.");
        let front = |word: &str| match word.find('*') {
            Some(star) => star + 1,
            None => 2.min(word.len()),
        };
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for word in self.line().legal_moves() {
            let group = word[..front(&word)].to_owned();
            match groups.last_mut().filter(|(last, _)| *last == group) {
                Some((_, words)) => words.push(word),
                None => groups.push((group, vec![word])),
            }
        }
        if let Some(filter) = filter {
            let filter = filter.trim_end_matches('*');
            groups.retain(|(group, _)| group.trim_end_matches('*').eq_ignore_ascii_case(filter));
            ensure!(!groups.is_empty(), "`{filter}` has no legal move.");
        }
        for (_, words) in groups {
            self.say(words.join(" "))?;
        }
        Ok(())
    }

    fn resign(&mut self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over already.");
        let to_move = self.line().side_to_move();
        let loser = match self.config.players {
            Players::Black => Color::Black,
            Players::White => Color::White,
            Players::Both => to_move,
            Players::None => bail!("Nobody is here to resign: Kawari plays itself."),
        };
        self.claim = Some(Claim::Resigned(loser));
        self.is_saved = self.line().moves().is_empty();
        self.show()
    }

    fn declare(&mut self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over already.");
        let outcome = self.line().declaration();
        let outcome = outcome.context("There is nothing to declare in this position.")?;
        self.claim = Some(Claim::Declared(outcome));
        self.is_saved = false;
        self.show()
    }

    fn set_level(&mut self, level: Option<Level>) -> anyhow::Result<()> {
        if let Some(level) = level {
            self.config.level = level;
        }
        let level = self.config.level;
        self.say(format_args!("Kawari plays at level {level}."))
    }

    fn go(&mut self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over: `undo` or `new`.");
        let players = self.config.players;
        self.is_paused = false;
        match players {
            // It is its turn, if it has only been waiting.
            _ if !players.include(self.line().side_to_move()) => Ok(()),
            Players::Both => self.engine_moves(false),
            _ => {
                self.config.players = players.swapped();
                let who = self.who_plays();
                self.say(who)
            }
        }
    }

    fn set_players(&mut self, players: Option<Players>) -> anyhow::Result<()> {
        if let Some(players) = players {
            self.config.players = players;
            self.is_paused = false;
        }
        let who = self.who_plays();
        self.say(who)
    }

    fn begin_anew(&mut self, handicap: Option<&str>) -> anyhow::Result<()> {
        // Only what can be begun ends the old game.
        let mut session = session::open(self.config.variant, *self.session.settings())?;
        start(&mut *session, handicap)?;
        self.keep()?;
        self.session = session;
        self.config.seed = self.config.seed.wrapping_add(1);
        (self.claim, self.change) = (None, Change::default());
        (self.is_saved, self.is_paused) = (true, false);
        self.show()
    }

    fn show_record(&mut self) -> anyhow::Result<()> {
        /// Moves on one line.
        const A_LINE: usize = 6;
        let record = self.line().record();
        ensure!(!record.is_empty(), "No move has been made.");
        for (row, moves) in record.chunks(A_LINE).enumerate() {
            let words = moves.iter().enumerate().map(|(at, word)| {
                let number = row * A_LINE + at + 1;
                format!("{:<16}", format!("{number:>3}. {word}"))
            });
            let text: String = words.collect();
            self.say(text.trim_end())?;
        }
        Ok(())
    }
}

/// Sets a session to the start of a game.
fn start(session: &mut dyn Session, handicap: Option<&str>) -> anyhow::Result<()> {
    let start = handicap.map_or(Start::Initial, Start::Handicap);
    if let Err(error) = session.line_mut().set(start, &[]) {
        let known: Vec<&str> =
            session.line().info().handicaps.iter().map(|(name, _)| *name).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        bail!("{error}; it has these: {known}");
    }
    Ok(())
}

/// An end by the rules: who has won, and a sentence.
fn told(outcome: Outcome) -> (GameResult, String) {
    let reason = outcome.reason();
    let text = match outcome.winner() {
        Some(winner) => format!("The game is over: {winner:?} wins by {reason}."),
        None => format!("The game is over: a draw by {reason}."),
    };
    (outcome.into(), text)
}

/// How a side stands, in words.
fn standing(side: Color, score: Score) -> String {
    match score::mate_distance(score) {
        Some(plies) => {
            let winner = if plies > 0 { side } else { !side };
            format!("It sees a win for {winner:?} in {} moves of either side.", plies.abs())
        }
        None => {
            format!("It judges the position at {:+.2} for {side:?}.", f64::from(score) / 100.0)
        }
    }
}

fn is_output_gone(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<std::io::Error>();
    cause.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

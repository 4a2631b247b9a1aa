//! The game in progress, and what each command does.

mod engine_move;
mod save_load;

use std::fmt;
use std::io::{ErrorKind, Write};

use anyhow::{Context, bail, ensure};

use super::PlayConfig;
use super::board::{BoardChange, DrawnBoard};
use super::board_drawing::Drawing;
use super::command::{self, COMMANDS, CommandHelp, PlayCommand, Typed};
use super::console::{Console, Input};
use super::human_sides::HumanSides;
use super::move_input;
use super::piece_style::PieceNames;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::engine::search_events::SearchAnswer;
use kawari_engine::engine::session::{self, Session, Settings};
use kawari_engine::engine::strength::{Level, Strength};
use kawari_engine::search::limits::Limits;
use kawari_lab::matches::fault::printable;
use kawari_records::game_log::GameResult;

/// How a game has ended otherwise than by the rules alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EarlyEnd {
    /// This side has given up.
    Resigned(Color),
    /// This side has declared that it has won.
    Declared(Outcome),
}

/// The game in progress.
pub struct TerminalGame<'a> {
    config: PlayConfig,
    console: &'a mut dyn Console,
    output: &'a mut dyn Write,
    session: Box<dyn Session>,
    claim: Option<EarlyEnd>,
    /// What the last move has changed.
    change: BoardChange,
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

impl<'a> TerminalGame<'a> {
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
            change: BoardChange::default(),
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
                self.engine_moves(self.config.players == HumanSides::None)?;
                continue;
            }
            self.output.flush()?;
            let words = if self.is_over() { Vec::new() } else { self.game_state().legal_moves() };
            match self.console.read(&self.prompt(), words)? {
                Input::End => break,
                Input::Interrupted => self.print("`quit` or Ctrl-D leaves.")?,
                Input::Line(line) => {
                    if self.execute_line(line.trim())? == Flow::Leave {
                        break;
                    }
                }
            }
        }
        self.save_unfinished()?;
        self.output.flush()?;
        Ok(())
    }

    fn game_state(&self) -> &dyn GameState {
        self.session.game_state()
    }

    fn print(&mut self, text: impl fmt::Display) -> anyhow::Result<()> {
        writeln!(self.output, "{text}")?;
        Ok(())
    }

    fn greet(&mut self) -> anyhow::Result<()> {
        let title = self.game_state().info().title;
        self.print(format_args!("{title}. {}", self.sides_text()))?;
        self.print("Type a move such as one of `moves`, or `help`.")
    }

    fn sides_text(&self) -> String {
        let level = self.config.level;
        match self.config.players {
            HumanSides::Black => {
                format!("You are Black and move first, Kawari is White, level {level}.")
            }
            HumanSides::White => {
                format!("You are White, Kawari is Black, level {level}, and moves first.")
            }
            HumanSides::Both => "You play both sides.".to_owned(),
            HumanSides::None => format!("Kawari plays itself, level {level}; Ctrl-C stops it."),
        }
    }

    fn prompt(&self) -> String {
        if self.is_over() {
            return "game over> ".to_owned();
        }
        let number = self.game_state().moves().len() + 1;
        format!("{number}. {:?}> ", self.game_state().side_to_move())
    }

    /// Draws the board.
    fn show(&mut self) -> anyhow::Result<()> {
        let board = DrawnBoard::read(&self.game_state().sfen());
        let info = self.game_state().info();
        let view = match self.config.players {
            HumanSides::White => Color::White,
            _ => Color::Black,
        };
        let lettering = PieceNames::new(info, self.config.pieces);
        let drawing = Drawing { lettering, colours: self.config.colours, view };
        let drawn = drawing.draw(&board, &self.change, info.pocket > 0);
        write!(self.output, "\n{drawn}\n")?;
        match self.result() {
            Some((_, text)) => self.print(text),
            None => {
                let side = self.game_state().side_to_move();
                self.print(format_args!("{side:?} to move"))
            }
        }
    }

    /// How the game has ended: who has won, and a sentence.
    fn result(&self) -> Option<(GameResult, String)> {
        let name = |color: Color| format!("{color:?}");
        match self.claim {
            Some(EarlyEnd::Resigned(loser)) => {
                let result = GameResult::won_by(!loser);
                return Some((result, format!("{} resigns: {} wins.", name(loser), name(!loser))));
            }
            Some(EarlyEnd::Declared(outcome)) => return Some(result_text(outcome)),
            None => {}
        }
        self.game_state().status().map(result_text)
    }

    /// Why the game has ended, in the words of a log.
    fn reason(&self) -> Option<String> {
        match self.claim {
            Some(EarlyEnd::Resigned(_)) => Some("resignation".to_owned()),
            Some(EarlyEnd::Declared(outcome)) => Some(outcome.reason().to_string()),
            None => self.game_state().status().map(|outcome| outcome.reason().to_string()),
        }
    }

    fn is_over(&self) -> bool {
        self.claim.is_some() || self.game_state().status().is_some()
    }

    fn is_engines_turn(&self) -> bool {
        let is_persons = self.config.players.include(self.game_state().side_to_move());
        !is_persons && !self.is_paused && !self.is_over()
    }

    /// Does what a line asks for.
    fn execute_line(&mut self, line: &str) -> anyhow::Result<Flow> {
        match command::read(line) {
            Typed::Nothing => {}
            Typed::Wrong(sentence) => self.print(printable(&sentence))?,
            Typed::Command(PlayCommand::Quit) => return Ok(Flow::Leave),
            Typed::Command(command) => {
                if let Err(error) = self.execute(command) {
                    // What goes wrong is said; only an output that is gone ends it.
                    if is_output_gone(&error) {
                        return Err(error);
                    }
                    self.print(printable(&format!("{error:#}")))?;
                }
            }
            Typed::Other => self.play_human_move(line)?,
        }
        Ok(Flow::Continue)
    }

    fn execute(&mut self, command: PlayCommand) -> anyhow::Result<()> {
        match command {
            PlayCommand::Undo => self.undo(),
            PlayCommand::Hint => self.hint(),
            PlayCommand::Moves(filter) => self.list_moves(filter.as_deref()),
            PlayCommand::Rules => {
                let text = self.game_state().info().rules.join("\n\n");
                self.print(text)
            }
            PlayCommand::Save(path) => self.save(&path),
            PlayCommand::Load(path, number) => self.load(&path, number),
            PlayCommand::Resign => self.resign(),
            PlayCommand::Declare => self.declare(),
            PlayCommand::Level(level) => self.set_level(level),
            PlayCommand::Go => self.go(),
            PlayCommand::Side(players) => self.set_players(players),
            PlayCommand::New(handicap) => self.new_game(handicap.as_deref()),
            PlayCommand::Board => self.show(),
            PlayCommand::Record => self.show_record(),
            PlayCommand::Sfen => {
                let sfen = self.game_state().sfen();
                self.print(sfen)
            }
            PlayCommand::Pieces(set) => {
                self.config.pieces = set;
                self.show()
            }
            PlayCommand::Help => self.help(),
            PlayCommand::Quit => Ok(()),
        }
    }

    fn help(&mut self) -> anyhow::Result<()> {
        self.print("A move is typed as `moves` lists it, or as `record` writes it.")?;
        for CommandHelp { word, arguments, meaning } in COMMANDS {
            self.print(format_args!("  {:<16} {meaning}", format!("{word} {arguments}")))?;
        }
        self.print("Ctrl-C stops Kawari's thinking: it moves at once.")
    }

    fn play_human_move(&mut self, typed: &str) -> anyhow::Result<()> {
        if self.is_over() {
            return match move_input::read_move(self.game_state(), typed) {
                Err(sentence) if sentence.contains("neither a move") => self.print(sentence),
                _ => self.print("The game is over: `undo`, `new` or `quit`."),
            };
        }
        match move_input::read_move(self.game_state(), typed) {
            Ok(word) => self.push(&word, "You play"),
            Err(sentence) => self.print(sentence),
        }
    }

    /// Plays a legal move and shows it.
    fn push(&mut self, word: &str, who: &str) -> anyhow::Result<()> {
        let before = DrawnBoard::read(&self.game_state().sfen());
        self.session.game_state_mut().push(word)?;
        let after = DrawnBoard::read(&self.game_state().sfen());
        self.change = before.change(word, &after);
        (self.is_saved, self.is_paused) = (false, false);
        let written = self.game_state().record().pop().unwrap_or_default();
        let captured: Vec<String> =
            self.change.captured.iter().map(|&square| before.name(square)).collect();
        let captures = match captured.is_empty() {
            true => String::new(),
            false => format!(", which captures on {}", captured.join(", ")),
        };
        self.print(format_args!("{who} {written} ({word}){captures}."))?;
        self.show()
    }

    /// Takes back the last move of a person, and what came behind it.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.claim.take().is_some() {
            return self.show();
        }
        let moves = self.game_state().moves();
        let players = self.config.players;
        let mut left = moves.len();
        let starter = if left.is_multiple_of(2) {
            self.game_state().side_to_move()
        } else {
            !self.game_state().side_to_move()
        };
        let mover = |number: usize| if number.is_multiple_of(2) { starter } else { !starter };
        let is_persons =
            |number: usize| players == HumanSides::None || players.include(mover(number));
        ensure!((0..left).any(is_persons), "There is no move of yours to take back.");
        loop {
            left -= 1;
            if is_persons(left) {
                break;
            }
        }
        self.reset(&moves[..left])?;
        self.is_paused = players == HumanSides::None;
        let taken = moves[left..].join(" ");
        self.print(format_args!("Taken back: {taken}"))?;
        self.show()
    }

    /// Sets the game to its first moves.
    fn reset(&mut self, moves: &[String]) -> anyhow::Result<()> {
        let start = self.game_state().start_sfen();
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.session.game_state_mut().set(StartPosition::Sfen(&start), &words)?;
        self.change = self.last_change()?;
        (self.is_saved, self.claim) = (moves.is_empty(), None);
        Ok(())
    }

    /// What the last move of the game has changed.
    fn last_change(&mut self) -> anyhow::Result<BoardChange> {
        let (start, moves) = (self.game_state().start_sfen(), self.game_state().moves());
        let Some((last, earlier)) = moves.split_last() else { return Ok(BoardChange::default()) };
        let after = DrawnBoard::read(&self.game_state().sfen());
        let words: Vec<&str> = earlier.iter().map(String::as_str).collect();
        let mut game_state = game_state::open(self.config.variant);
        game_state.set(StartPosition::Sfen(&start), &words)?;
        Ok(DrawnBoard::read(&game_state.sfen()).change(last, &after))
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        /// A good move in an instant, the same every time.
        const NODES: u64 = 50_000;
        ensure!(!self.is_over(), "The game is over.");
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let found = self.think(Strength::default(), 0, limits, false)?;
        match found.answer {
            SearchAnswer::Move { best, ponder } => {
                let written = self.written(&best)?;
                let answer = ponder.map_or(String::new(), |reply| format!(" and expects {reply}"));
                let side = self.game_state().side_to_move();
                let score_text = found.score.map_or(String::new(), |score| score_text(side, score));
                self.print(format_args!(
                    "Kawari would play {written} ({best}){answer}. {score_text}"
                ))
            }
            SearchAnswer::Win => self.print("You may `declare` that you have won."),
            SearchAnswer::Resign => self.print("Kawari would give up."),
        }
    }

    /// A legal move in the notation of records.
    fn written(&self, word: &str) -> anyhow::Result<String> {
        let mut game_state = game_state::open(self.config.variant);
        game_state.set(StartPosition::Sfen(&self.game_state().sfen()), &[word])?;
        Ok(game_state.record().pop().unwrap_or_default())
    }

    /// Lists the legal moves, those of a square or piece on a line.
    fn list_moves(&mut self, filter: Option<&str>) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over: there are no moves.");
        let front = |word: &str| match word.find('*') {
            Some(star) => star + 1,
            None => 2.min(word.len()),
        };
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for word in self.game_state().legal_moves() {
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
            self.print(words.join(" "))?;
        }
        Ok(())
    }

    fn resign(&mut self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over already.");
        let to_move = self.game_state().side_to_move();
        let loser = match self.config.players {
            HumanSides::Black => Color::Black,
            HumanSides::White => Color::White,
            HumanSides::Both => to_move,
            HumanSides::None => bail!("Nobody is here to resign: Kawari plays itself."),
        };
        self.claim = Some(EarlyEnd::Resigned(loser));
        self.is_saved = self.game_state().moves().is_empty();
        self.show()
    }

    fn declare(&mut self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over already.");
        let outcome = self.game_state().declaration();
        let outcome = outcome.context("There is nothing to declare in this position.")?;
        self.claim = Some(EarlyEnd::Declared(outcome));
        self.is_saved = false;
        self.show()
    }

    fn set_level(&mut self, level: Option<Level>) -> anyhow::Result<()> {
        if let Some(level) = level {
            self.config.level = level;
        }
        let level = self.config.level;
        self.print(format_args!("Kawari plays at level {level}."))
    }

    fn go(&mut self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over: `undo` or `new`.");
        let players = self.config.players;
        self.is_paused = false;
        match players {
            // It is its turn, if it has only been waiting.
            _ if !players.include(self.game_state().side_to_move()) => Ok(()),
            HumanSides::Both => self.engine_moves(false),
            _ => {
                self.config.players = players.swapped();
                let who = self.sides_text();
                self.print(who)
            }
        }
    }

    fn set_players(&mut self, players: Option<HumanSides>) -> anyhow::Result<()> {
        if let Some(players) = players {
            self.config.players = players;
            self.is_paused = false;
        }
        let who = self.sides_text();
        self.print(who)
    }

    fn new_game(&mut self, handicap: Option<&str>) -> anyhow::Result<()> {
        // Only what can be begun ends the old game.
        let mut session = session::open(self.config.variant, *self.session.settings())?;
        start(&mut *session, handicap)?;
        self.save_unfinished()?;
        self.session = session;
        self.config.seed = self.config.seed.wrapping_add(1);
        (self.claim, self.change) = (None, BoardChange::default());
        (self.is_saved, self.is_paused) = (true, false);
        self.show()
    }

    fn show_record(&mut self) -> anyhow::Result<()> {
        /// Moves on one line.
        const A_LINE: usize = 6;
        let record = self.game_state().record();
        ensure!(!record.is_empty(), "No move has been made.");
        for (row, moves) in record.chunks(A_LINE).enumerate() {
            let words = moves.iter().enumerate().map(|(at, word)| {
                let number = row * A_LINE + at + 1;
                format!("{:<16}", format!("{number:>3}. {word}"))
            });
            let text: String = words.collect();
            self.print(text.trim_end())?;
        }
        Ok(())
    }
}

/// Sets a session to the start of a game.
fn start(session: &mut dyn Session, handicap: Option<&str>) -> anyhow::Result<()> {
    let start = handicap.map_or(StartPosition::Initial, StartPosition::Handicap);
    if let Err(error) = session.game_state_mut().set(start, &[]) {
        let known: Vec<&str> =
            session.game_state().info().handicaps.iter().map(|(name, _)| *name).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        bail!("{error}; it has these: {known}");
    }
    Ok(())
}

/// An end by the rules: who has won, and a sentence.
fn result_text(outcome: Outcome) -> (GameResult, String) {
    let reason = outcome.reason();
    let text = match outcome.winner() {
        Some(winner) => format!("The game is over: {winner:?} wins by {reason}."),
        None => format!("The game is over: a draw by {reason}."),
    };
    (outcome.into(), text)
}

/// How a side stands, in words.
fn score_text(side: Color, score: Score) -> String {
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

//! The game in progress and the effects of the commands.

mod engine_move;
mod save_load;

use std::fmt;
use std::io::{ErrorKind, Write};

use anyhow::{Context, bail, ensure};

use super::PlayConfig;
use super::board::{BoardChange, DrawnBoard};
use super::board_drawing::Drawing;
use super::command::{self, COMMANDS, PlayCommand, Typed};
use super::console::{Console, Input};
use super::human_sides::HumanSides;
use super::piece_style::PieceNames;
use super::{move_input, move_list};
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

/// An end of the game by a player's action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EarlyEnd {
    /// This side resigned.
    Resigned(Color),
    /// The side to move declared a win, with this outcome.
    Declared(Outcome),
}

/// The game in progress.
pub struct TerminalGame<'a> {
    config: PlayConfig,
    console: &'a mut dyn Console,
    output: &'a mut dyn Write,
    session: Box<dyn Session>,
    early_end: Option<EarlyEnd>,
    /// Squares that the last move changed.
    change: BoardChange,
    /// Whether the engine waits for the command `go`.
    is_paused: bool,
    /// Whether all moves are saved in a file.
    is_saved: bool,
}

/// Whether the command loop continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Quit,
}

impl<'a> TerminalGame<'a> {
    /// Opens a session and sets up the start position.
    ///
    /// # Errors
    /// Returns an error if memory for the engine cannot be allocated, or if the game has no
    /// such handicap.
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
            early_end: None,
            change: BoardChange::default(),
            is_paused: false,
            is_saved: true,
        })
    }

    /// Plays until the player quits or the input ends.
    ///
    /// # Errors
    /// Returns the I/O error if the input cannot be read or the output cannot be written.
    pub fn play(&mut self) -> anyhow::Result<()> {
        self.print_greeting()?;
        self.show_board()?;
        loop {
            if self.is_engine_to_move() {
                self.play_engine_move(self.config.players == HumanSides::None)?;
                continue;
            }
            self.output.flush()?;
            let mut words: Vec<String> =
                COMMANDS.iter().map(|command| command.word.to_owned()).collect();
            if !self.is_over() {
                words.extend(self.game_state().legal_moves_in_usi());
            }
            match self.console.read(&self.prompt(), words)? {
                Input::End => break,
                Input::Interrupted => self.print("Type `quit` or press Ctrl-D to quit.")?,
                Input::Line(line) => {
                    if self.execute_line(line.trim())? == Flow::Quit {
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

    fn print_greeting(&mut self) -> anyhow::Result<()> {
        let title = self.game_state().info().title;
        self.print(format_args!("{title}. {}", self.sides_text()))?;
        self.print("Type a move, `moves` for the legal moves, or `help`.")
    }

    fn sides_text(&self) -> String {
        let level = self.level_text();
        match self.config.players {
            HumanSides::Black => {
                format!("You are Black and move first, Kawari is White, {level}.")
            }
            HumanSides::White => {
                format!("You are White, Kawari is Black, {level}, and moves first.")
            }
            HumanSides::Both => "You play both sides.".to_owned(),
            HumanSides::None => format!("Kawari plays itself, {level}; Ctrl-C stops it."),
        }
    }

    fn prompt(&self) -> String {
        if self.is_over() {
            return "game over> ".to_owned();
        }
        let number = self.game_state().ply() + 1;
        format!("{number}. {:?}> ", self.game_state().side_to_move())
    }

    /// Draws the board and prints the result or the side to move.
    fn show_board(&mut self) -> anyhow::Result<()> {
        let board = DrawnBoard::read(&self.game_state().sfen());
        let info = self.game_state().info();
        let view = match self.config.players {
            HumanSides::White => Color::White,
            _ => Color::Black,
        };
        let piece_names = PieceNames::new(info, self.config.pieces);
        let drawing = Drawing { piece_names, colours: self.config.colours, view };
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

    /// Returns the result of the game with a sentence for the player.
    fn result(&self) -> Option<(GameResult, String)> {
        let name = |color: Color| format!("{color:?}");
        match self.early_end {
            Some(EarlyEnd::Resigned(loser)) => {
                let result = GameResult::won_by(!loser);
                return Some((result, format!("{} resigns: {} wins.", name(loser), name(!loser))));
            }
            Some(EarlyEnd::Declared(outcome)) => return Some(result_text(outcome)),
            None => {}
        }
        self.game_state().status().map(result_text)
    }

    /// Returns the reason of the result in the format of a log.
    fn reason(&self) -> Option<String> {
        match self.early_end {
            Some(EarlyEnd::Resigned(_)) => Some("resignation".to_owned()),
            Some(EarlyEnd::Declared(outcome)) => Some(outcome.reason().to_string()),
            None => self.game_state().status().map(|outcome| outcome.reason().to_string()),
        }
    }

    fn is_over(&self) -> bool {
        self.early_end.is_some() || self.game_state().status().is_some()
    }

    fn is_engine_to_move(&self) -> bool {
        let is_human = self.config.players.include(self.game_state().side_to_move());
        !is_human && !self.is_paused && !self.is_over()
    }

    /// Executes a typed line.
    fn execute_line(&mut self, line: &str) -> anyhow::Result<Flow> {
        match command::read(line) {
            Typed::Empty => {}
            Typed::Invalid(message) => self.print(printable(&message))?,
            Typed::Command(PlayCommand::Quit) => return Ok(Flow::Quit),
            Typed::Command(command) => {
                if let Err(error) = self.execute(command) {
                    // Errors are printed. Only a closed output ends the game.
                    if is_broken_pipe(&error) {
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
            PlayCommand::Board => self.show_board(),
            PlayCommand::Record => self.show_record(),
            PlayCommand::Sfen => {
                let sfen = self.game_state().sfen();
                self.print(sfen)
            }
            PlayCommand::Pieces(set) => {
                self.config.pieces = set;
                self.show_board()
            }
            PlayCommand::Help => self.help(),
            PlayCommand::Quit => Ok(()),
        }
    }

    fn help(&mut self) -> anyhow::Result<()> {
        self.print("Type a move in the notation of `moves` or of `record`, or a command:")?;
        for command in COMMANDS {
            self.print(command.line())?;
        }
        self.print("Press Ctrl-C while Kawari is thinking to make it move now.")
    }

    fn play_human_move(&mut self, typed: &str) -> anyhow::Result<()> {
        if self.is_over() {
            return match move_input::read_move(self.game_state(), COMMANDS, typed) {
                Err(message) if message.contains("neither a move") => self.print(message),
                _ => self.print("The game is over: `undo`, `new` or `quit`."),
            };
        }
        match move_input::read_move(self.game_state(), COMMANDS, typed) {
            Ok(mv) => self.push(&mv, "You play"),
            Err(message) => self.print(message),
        }
    }

    /// Plays a legal move and prints it with the board. `who` is the start of the sentence:
    /// `You play` or `Kawari plays`.
    fn push(&mut self, mv: &str, who: &str) -> anyhow::Result<()> {
        let before = DrawnBoard::read(&self.game_state().sfen());
        self.session.game_state_mut().push(mv)?;
        let after = DrawnBoard::read(&self.game_state().sfen());
        self.change = before.change(mv, &after);
        (self.is_saved, self.is_paused) = (false, false);
        let written = self.game_state().record().pop().unwrap_or_default();
        let captured: Vec<String> =
            self.change.captured.iter().map(|&square| before.name(square)).collect();
        let captures = match captured.is_empty() {
            true => String::new(),
            false => format!(", which captures on {}", captured.join(", ")),
        };
        self.print(format_args!("{who} {written} ({mv}){captures}."))?;
        self.show_board()
    }

    /// Takes back the last move of a human player and all moves after it.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.early_end.take().is_some() {
            return self.show_board();
        }
        let moves = self.game_state().moves_in_usi();
        let players = self.config.players;
        let mut left = moves.len();
        let starter = if left.is_multiple_of(2) {
            self.game_state().side_to_move()
        } else {
            !self.game_state().side_to_move()
        };
        let mover = |number: usize| if number.is_multiple_of(2) { starter } else { !starter };
        let is_human =
            |number: usize| players == HumanSides::None || players.include(mover(number));
        ensure!((0..left).any(is_human), "There is no move of yours to take back.");
        loop {
            left -= 1;
            if is_human(left) {
                break;
            }
        }
        self.reset(&moves[..left])?;
        self.is_paused = players == HumanSides::None;
        let taken = moves[left..].join(" ");
        self.print(format_args!("Taken back: {taken}"))?;
        self.show_board()
    }

    /// Resets the game to the position after `moves`.
    fn reset(&mut self, moves: &[String]) -> anyhow::Result<()> {
        let start = self.game_state().start_sfen();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.session.game_state_mut().set(StartPosition::Sfen(&start), &moves)?;
        self.change = self.last_change()?;
        (self.is_saved, self.early_end) = (moves.is_empty(), None);
        Ok(())
    }

    /// Returns the squares that the last move of the game changed.
    fn last_change(&mut self) -> anyhow::Result<BoardChange> {
        let (start, moves) = (self.game_state().start_sfen(), self.game_state().moves_in_usi());
        let Some((last, earlier)) = moves.split_last() else { return Ok(BoardChange::default()) };
        let after = DrawnBoard::read(&self.game_state().sfen());
        let moves: Vec<&str> = earlier.iter().map(String::as_str).collect();
        let mut game_state = game_state::open(self.config.variant);
        game_state.set(StartPosition::Sfen(&start), &moves)?;
        Ok(DrawnBoard::read(&game_state.sfen()).change(last, &after))
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        /// A fixed number of nodes gives the same hint every time. The search takes a
        /// fraction of a second.
        const NODES: u64 = 50_000;
        ensure!(!self.is_over(), "The game is over.");
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let reply = self.search(Strength::default(), 0, limits, false)?;
        match reply.answer {
            SearchAnswer::Move { best, ponder } => {
                let written = self.written(&best.to_string())?;
                let expected = ponder.map_or(String::new(), |mv| format!(" and expects {mv}"));
                let side = self.game_state().side_to_move();
                let score_text = reply.score.map_or(String::new(), |score| score_text(side, score));
                self.print(format_args!(
                    "Kawari would play {written} ({best}){expected}. {score_text}"
                ))
            }
            SearchAnswer::Win => self.print("You can declare a win: type `declare`."),
            SearchAnswer::Resign => self.print("Kawari would resign."),
        }
    }

    /// Converts a legal move from USI to record notation.
    fn written(&self, mv: &str) -> anyhow::Result<String> {
        let mut game_state = game_state::open(self.config.variant);
        game_state.set(StartPosition::Sfen(&self.game_state().sfen()), &[mv])?;
        Ok(game_state.record().pop().unwrap_or_default())
    }

    /// Lists the legal moves, one line per start square or piece in hand.
    fn list_moves(&mut self, filter: Option<&str>) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over: there are no moves.");
        let text = move_list::list(self.game_state(), filter)?;
        self.print(text)
    }

    fn resign(&mut self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over already.");
        let to_move = self.game_state().side_to_move();
        let loser = match self.config.players {
            HumanSides::Black => Color::Black,
            HumanSides::White => Color::White,
            HumanSides::Both => to_move,
            HumanSides::None => bail!("Only a player can resign: Kawari plays itself."),
        };
        self.early_end = Some(EarlyEnd::Resigned(loser));
        self.is_saved = self.game_state().moves().is_empty();
        self.show_board()
    }

    fn declare(&mut self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over already.");
        let outcome = self.game_state().declaration();
        let outcome = outcome.context("There is nothing to declare in this position.")?;
        self.early_end = Some(EarlyEnd::Declared(outcome));
        self.is_saved = false;
        self.show_board()
    }

    fn set_level(&mut self, level: Option<Level>) -> anyhow::Result<()> {
        if let Some(level) = level {
            self.config.level = level;
        }
        let level = self.level_text();
        self.print(format_args!("Kawari plays at {level}."))
    }

    /// Returns number and name of the engine's level.
    fn level_text(&self) -> String {
        let level = self.config.level;
        format!("level {level} ({})", level.name())
    }

    fn go(&mut self) -> anyhow::Result<()> {
        ensure!(!self.is_over(), "The game is over: `undo` or `new`.");
        let players = self.config.players;
        self.is_paused = false;
        match players {
            // The engine was paused. It moves in the command loop.
            _ if !players.include(self.game_state().side_to_move()) => Ok(()),
            HumanSides::Both => self.play_engine_move(false),
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
        // The old game is kept if the new one cannot be set up.
        let mut session = session::open(self.config.variant, *self.session.settings())?;
        start(&mut *session, handicap)?;
        self.save_unfinished()?;
        self.session = session;
        self.config.seed = self.config.seed.wrapping_add(1);
        (self.early_end, self.change) = (None, BoardChange::default());
        (self.is_saved, self.is_paused) = (true, false);
        self.show_board()
    }

    fn show_record(&mut self) -> anyhow::Result<()> {
        const MOVES_PER_LINE: usize = 6;
        let record = self.game_state().record();
        ensure!(!record.is_empty(), "No move has been made.");
        for (row, moves) in record.chunks(MOVES_PER_LINE).enumerate() {
            let entries = moves.iter().enumerate().map(|(at, mv)| {
                let number = row * MOVES_PER_LINE + at + 1;
                format!("{:<16}", format!("{number:>3}. {mv}"))
            });
            let text: String = entries.collect();
            self.print(text.trim_end())?;
        }
        Ok(())
    }
}

/// Sets a session to the start of a game.
fn start(session: &mut dyn Session, handicap: Option<&str>) -> anyhow::Result<()> {
    let start = handicap.map_or(StartPosition::Initial, StartPosition::Handicap);
    if let Err(error) = session.game_state_mut().set(start, &[]) {
        let names: Vec<&str> =
            session.game_state().info().handicaps.iter().map(|(name, _)| *name).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        bail!("{error} (handicaps: {names})");
    }
    Ok(())
}

/// Returns the result of an outcome with a sentence for the player.
fn result_text(outcome: Outcome) -> (GameResult, String) {
    let reason = outcome.reason();
    let text = match outcome.winner() {
        Some(winner) => format!("The game is over: {winner:?} wins by {reason}."),
        None => format!("The game is over: a draw by {reason}."),
    };
    (outcome.into(), text)
}

/// Describes a score for the player. `side` is the side to move.
pub(super) fn score_text(side: Color, score: Score) -> String {
    match score::mate_distance(score) {
        Some(plies) => {
            let winner = if plies > 0 { side } else { !side };
            format!("Score: {winner:?} wins in {} plies.", plies.abs())
        }
        None => {
            format!("Score: {:+.2} for {side:?}.", f64::from(score) / 100.0)
        }
    }
}

pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<std::io::Error>();
    cause.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

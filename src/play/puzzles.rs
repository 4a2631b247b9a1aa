//! Puzzles in the terminal: the position, the player's tries, and the answers to wrong ones.

use std::fmt;
use std::io::Write;

use anyhow::Context;

use super::PlayConfig;
use super::board::{BoardChange, DrawnBoard};
use super::board_drawing::Drawing;
use super::command::PUZZLE_COMMANDS;
use super::console::{Console, Input};
use super::game::{is_broken_pipe, score_text};
use super::piece_style::{PieceNames, PieceStyle};
use super::{move_input, move_list};
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::{GameState, StartPosition};
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::engine::strength::Level;
use kawari_engine::search::limits::Limits;
use kawari_lab::matches::fault::printable;
use kawari_lab::puzzles::{Puzzle, PuzzleTheme};

/// Nodes of the search that answers a wrong move. It takes a fraction of a second.
const REFUTATION_NODES: u64 = 50_000;
/// Maximum number of moves shown of the answer.
const MAX_MOVES: usize = 5;
/// Largest change of the player's level by one puzzle.
const LEVEL_STEP: f64 = 0.5;

/// Shows puzzles one after the other. Their difficulty follows the player's results.
pub struct PuzzleTrainer<'a> {
    config: PlayConfig,
    console: &'a mut dyn Console,
    output: &'a mut dyn Write,
    /// Session with the position of the puzzle and the moves of its main line.
    session: Box<dyn Session>,
    puzzles: Vec<Puzzle>,
    /// Indices of the puzzles that were not shown yet.
    remaining: Vec<usize>,
    /// Index of the puzzle.
    current: usize,
    side: Color,
    is_over: bool,
    /// Result of the puzzle; `None` until the first wrong move, help or the solution.
    result: Option<bool>,
    /// Squares that the last move changed.
    change: BoardChange,
    /// Estimated level of the player, from 1 to 8.
    level: f64,
    solved: u32,
    tried: u32,
}

impl<'a> PuzzleTrainer<'a> {
    /// Opens a session and shuffles the puzzles.
    ///
    /// # Errors
    /// Returns an error if memory for the engine cannot be allocated.
    pub fn new(
        config: PlayConfig,
        mut puzzles: Vec<Puzzle>,
        console: &'a mut dyn Console,
        output: &'a mut dyn Write,
    ) -> anyhow::Result<Self> {
        fastrand::Rng::with_seed(config.seed).shuffle(&mut puzzles);
        let session = session::open(config.variant, Settings::default())?;
        Ok(Self {
            level: config.level.number().into(),
            config,
            console,
            output,
            session,
            puzzles,
            remaining: Vec::new(),
            current: 0,
            side: Color::Black,
            is_over: false,
            result: None,
            change: BoardChange::default(),
            solved: 0,
            tried: 0,
        })
    }

    /// Shows puzzles until the player quits or the input ends.
    ///
    /// # Errors
    /// Returns an error if the input cannot be read, if the output cannot be written, or if a
    /// puzzle is invalid.
    pub fn run(&mut self) -> anyhow::Result<()> {
        let (title, count) = (self.game_state().info().title, self.puzzles.len());
        self.print(format_args!("{title}, {count} puzzles."))?;
        self.print("Type a move, `hint`, `solution`, `next` or `help`.")?;
        self.open_next()?;
        loop {
            self.output.flush()?;
            let mut words: Vec<String> =
                PUZZLE_COMMANDS.iter().map(|command| command.word.to_owned()).collect();
            if !self.is_over {
                words.extend(self.game_state().legal_moves_in_usi());
            }
            match self.console.read(&self.prompt(), words)? {
                Input::End => break,
                Input::Interrupted => self.print("Type `quit` or press Ctrl-D to quit.")?,
                Input::Line(line) if matches!(line.trim(), "quit" | "exit") => break,
                Input::Line(line) => {
                    if let Err(error) = self.execute(line.trim()) {
                        // Errors are printed. Only a closed output ends the program.
                        if is_broken_pipe(&error) {
                            return Err(error);
                        }
                        self.print(printable(&format!("{error:#}")))?;
                    }
                }
            }
        }
        let (solved, tried) = (self.solved, self.tried);
        self.print(format_args!("Solved at the first try: {solved} of {tried}."))?;
        self.output.flush()?;
        Ok(())
    }

    fn game_state(&self) -> &dyn GameState {
        self.session.game_state()
    }

    fn puzzle(&self) -> &Puzzle {
        &self.puzzles[self.current]
    }

    fn print(&mut self, text: impl fmt::Display) -> anyhow::Result<()> {
        writeln!(self.output, "{text}")?;
        Ok(())
    }

    fn prompt(&self) -> String {
        match self.is_over {
            true => "next> ".to_owned(),
            false => format!("{}. {:?}> ", self.game_state().ply() + 1, self.side),
        }
    }

    /// Executes a command or plays a move.
    fn execute(&mut self, line: &str) -> anyhow::Result<()> {
        let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
        let argument = Some(argument.trim()).filter(|argument| !argument.is_empty());
        match word.to_ascii_lowercase().as_str() {
            "" if !self.is_over => Ok(()),
            "" | "next" => self.open_next(),
            "hint" => self.hint(),
            "solution" => self.show_solution(),
            "moves" => {
                let moves = move_list::list(self.game_state(), argument)?;
                self.print(moves)
            }
            "level" => self.set_level(argument),
            "rules" => {
                let text = self.game_state().info().rules.join("\n\n");
                self.print(text)
            }
            "board" => self.show_board(),
            "sfen" => {
                let sfen = self.game_state().sfen();
                self.print(sfen)
            }
            "letters" => self.set_pieces(PieceStyle::Letters),
            "kanji" => self.set_pieces(PieceStyle::Kanji),
            "help" | "?" => self.help(),
            _ => self.play(line),
        }
    }

    /// Opens the puzzle whose difficulty is closest to the level, of those not shown yet.
    fn open_next(&mut self) -> anyhow::Result<()> {
        if self.remaining.is_empty() {
            if self.tried > 0 {
                self.print("These were all puzzles. They start again.")?;
            }
            self.remaining = (0..self.puzzles.len()).collect();
        }
        let distance =
            |&index: &usize| (f64::from(self.puzzles[index].difficulty) - self.level).abs();
        let places = self.remaining.iter().enumerate();
        let closest = places.min_by(|(_, one), (_, two)| distance(one).total_cmp(&distance(two)));
        let (place, _) = closest.context("there are no puzzles")?;
        self.current = self.remaining.remove(place);
        let Puzzle { id, position, theme, plies, difficulty, .. } =
            self.puzzles[self.current].clone();
        self.session.new_game();
        self.session.game_state_mut().set(StartPosition::Sfen(&position), &[])?;
        self.side = self.game_state().side_to_move();
        (self.is_over, self.result, self.change) = (false, None, BoardChange::default());
        self.print(format_args!("\nPuzzle {id}, difficulty {difficulty} of 8."))?;
        self.show_board()?;
        // Moves of the solver, who has the first and the last move.
        let length = match plies.div_ceil(2) {
            1 => "one move".to_owned(),
            moves => format!("{moves} moves"),
        };
        let task = match theme {
            PuzzleTheme::Mate => format!("mate in {length}"),
            PuzzleTheme::Row => format!("win with five in a row in {length}"),
            PuzzleTheme::Gain => format!("win men by force in {length}"),
            PuzzleTheme::Endgame => format!("find the moves that win ({length})"),
        };
        let side = self.side;
        self.print(format_args!("{side:?} to move: {task}."))
    }

    /// Draws the board from the solver's side.
    fn show_board(&mut self) -> anyhow::Result<()> {
        let board = DrawnBoard::read(&self.game_state().sfen());
        let info = self.game_state().info();
        let piece_names = PieceNames::new(info, self.config.pieces);
        let drawing = Drawing { piece_names, colours: self.config.colours, view: self.side };
        let drawn = drawing.draw(&board, &self.change, info.pocket > 0);
        self.print(format_args!("\n{drawn}"))
    }

    /// Plays a typed move. A wrong one is answered and taken back.
    fn play(&mut self, typed: &str) -> anyhow::Result<()> {
        if self.is_over {
            return self.print("The puzzle is over: press Enter for the next one, or type `quit`.");
        }
        let mv = match move_input::read_move(self.game_state(), PUZZLE_COMMANDS, typed) {
            Ok(mv) => mv,
            Err(message) => return self.print(message),
        };
        let expected = self.expected_move();
        let written = self.push(&mv)?;
        let has_won =
            self.game_state().ending().is_some_and(|ending| ending.winner() == Some(self.side));
        if !has_won && mv != expected {
            self.record(false);
            let answered = self.refute(&written);
            self.session.game_state_mut().pop();
            return answered;
        }
        if !has_won && self.game_state().ply() < self.puzzle().plies {
            let reply = self.expected_move();
            let written = self.push(&reply)?;
            let opponent = !self.side;
            self.print(format_args!("Right. {opponent:?} plays {written} ({reply})."))?;
            return self.show_board();
        }
        self.record(true);
        self.is_over = true;
        self.show_board()?;
        self.print(match self.result {
            Some(true) => "Solved! Press Enter for the next puzzle.",
            _ => "Solved, but not at the first try. Press Enter for the next puzzle.",
        })
    }

    /// Returns the next move of the main line.
    fn expected_move(&self) -> String {
        self.puzzle().moves.get(self.game_state().ply()).cloned().unwrap_or_default()
    }

    /// Plays a legal move and returns it in record notation.
    fn push(&mut self, mv: &str) -> anyhow::Result<String> {
        let before = DrawnBoard::read(&self.game_state().sfen());
        self.session.game_state_mut().push(mv)?;
        let after = DrawnBoard::read(&self.game_state().sfen());
        self.change = before.change(mv, &after);
        Ok(self.game_state().record().pop().unwrap_or_default())
    }

    /// Records the first result of the puzzle and updates the level.
    fn record(&mut self, is_solved: bool) {
        if self.result.is_some() {
            return;
        }
        self.result = Some(is_solved);
        self.tried += 1;
        self.solved += u32::from(is_solved);
        let difficulty = f64::from(self.puzzle().difficulty);
        let expected = 1.0 / (1.0 + (difficulty - self.level).exp());
        let result = if is_solved { 1.0 } else { 0.0 };
        self.level = (self.level + LEVEL_STEP * (result - expected)).clamp(1.0, 8.0);
    }

    /// Prints the engine's answer to a wrong move, which is the last one on the board.
    fn refute(&mut self, wrong: &str) -> anyhow::Result<()> {
        if self.game_state().ending().is_some() {
            return self.print(format_args!("{wrong} ends the game without a win. Try again."));
        }
        let limits = Limits { nodes: Some(REFUTATION_NODES), ..Limits::default() };
        let request = SearchRequest { limits, plays_on: true, ..SearchRequest::default() };
        let summary = SearchSummary::of(&mut *self.session, &request)?;
        let best = summary.lines.first().context("the search has no line")?;
        let mut game_state = self.game_state().boxed_clone();
        let wrong_ply = game_state.ply();
        for &mv in best.pv.iter().take(MAX_MOVES) {
            game_state.push_move(mv)?;
        }
        let line = game_state.record().split_off(wrong_ply).join(" ");
        let score = score_text(self.game_state().side_to_move(), best.score);
        self.print(format_args!(
            "{wrong} is not the solution. The answer is {line}. {score} Try again."
        ))
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if self.is_over {
            return self.print("The puzzle is over.");
        }
        self.record(false);
        let mv = self.expected_move();
        match mv.split_once('*') {
            Some((piece, _)) => self.print(format_args!("Drop the piece {piece}.")),
            None => self.print(format_args!("Move the piece on {}.", mv.get(..2).unwrap_or(&mv))),
        }
    }

    /// Plays the rest of the main line and prints it.
    fn show_solution(&mut self) -> anyhow::Result<()> {
        if self.is_over {
            return self.print("The puzzle is over.");
        }
        self.record(false);
        let mut line = Vec::new();
        while self.game_state().ply() < self.puzzle().plies {
            let mv = self.expected_move();
            line.push(self.push(&mv)?);
        }
        self.is_over = true;
        self.show_board()?;
        self.print(format_args!("The solution is {}.", line.join(" ")))?;
        self.print("Press Enter for the next puzzle.")
    }

    fn set_level(&mut self, level: Option<&str>) -> anyhow::Result<()> {
        if let Some(level) = level {
            self.level = level.parse::<Level>()?.number().into();
        }
        let level = self.level.round();
        self.print(format_args!("The next puzzles have a difficulty near {level}."))
    }

    fn set_pieces(&mut self, pieces: PieceStyle) -> anyhow::Result<()> {
        self.config.pieces = pieces;
        self.show_board()
    }

    fn help(&mut self) -> anyhow::Result<()> {
        self.print("Type a move in the notation of `moves` or in record notation, or a command:")?;
        for command in PUZZLE_COMMANDS {
            self.print(command.line())?;
        }
        Ok(())
    }
}

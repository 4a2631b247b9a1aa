//! One game, with Kawari's rules as the referee.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;

use super::adjudication::{Adjudication, Adjudicator, Agreement};
use super::clock::PlayerClock;
use super::faults::{Fault, FaultKind, shown};
use super::reply::Told;
use super::seat::{Decision, Obstacle, Seat, Thought};
use crate::openings::Opening;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::line::{self, Line, PositionError, Start};
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::error::MoveError;
use kawari_engine::tables::probe::Tables;
use kawari_records::game_log::GameResult;

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// This side gave up.
    Resigned(Color),
    /// Called off.
    Agreed(Agreement),
    /// This side cannot go on: it plays by other rules.
    RulesDiffer(Color),
    /// This side broke the rules of the match.
    Forfeit(Color, Fault),
}

impl Ending {
    /// Who has won.
    pub fn result(&self) -> GameResult {
        let won_by = |color| match color {
            Color::Black => GameResult::Black,
            Color::White => GameResult::White,
        };
        match self {
            Self::Rules(outcome) => GameResult::from(*outcome),
            Self::Resigned(loser) | Self::Forfeit(loser, _) => won_by(!*loser),
            Self::Agreed(Agreement::Win(winner) | Agreement::TableWin(winner)) => won_by(*winner),
            Self::Agreed(Agreement::Surrender(loser)) => won_by(!*loser),
            Self::Agreed(Agreement::Draw | Agreement::MaxMoves | Agreement::TableDraw) => {
                GameResult::Draw
            }
            Self::RulesDiffer(_) => GameResult::Void,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.reason().fmt(f),
            Self::Resigned(_) => f.write_str("resignation"),
            Self::Agreed(Agreement::Win(_)) => f.write_str("agreed win"),
            Self::Agreed(Agreement::Surrender(_)) => f.write_str("surrender by score"),
            Self::Agreed(Agreement::Draw) => f.write_str("agreed draw"),
            Self::Agreed(Agreement::MaxMoves) => f.write_str("move limit"),
            Self::Agreed(Agreement::TableWin(_)) => f.write_str("table win"),
            Self::Agreed(Agreement::TableDraw) => f.write_str("table draw"),
            Self::RulesDiffer(_) => f.write_str("rules differ"),
            Self::Forfeit(_, fault) => fault.kind.fmt(f),
        }
    }
}

/// Something happened in a game that one player's rules do not know. The game is
/// played on, and its result tells nothing of strength.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Whose rules are others.
    pub color: Color,
    /// What happened.
    pub detail: String,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// All moves in USI notation, those of the opening first.
    pub moves: Vec<String>,
    /// Why it ended.
    pub ending: Ending,
    /// The first difference of rules that has touched it.
    pub difference: Option<Difference>,
    /// What was told of each move behind the opening.
    pub thoughts: Vec<MoveThought>,
}

/// What is known of how a move was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveThought {
    /// What its player has told.
    pub told: Told,
    /// What the referee has measured.
    pub time: Duration,
}

/// When a game ends before its end.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// When it is called off.
    pub adjudication: &'a Adjudication,
    /// What [`Adjudication::open_tables`] has opened.
    pub tables: Option<&'a Tables>,
}

/// Plays one game. Both players' programs are ready for the next one afterwards,
/// or gone. `None` when `stop` was set before its end.
///
/// # Errors
/// When the opening is not one of this game, or a program could not be started.
pub fn play(
    variant: Variant,
    opening: &Opening,
    seats: [&mut Seat; 2],
    terms: Terms<'_>,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Played>> {
    let mut line = line::open(variant);
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    line.set(Start::Sfen(&opening.start), &moves).context("the opening")?;
    let clocks = seats.each_ref().map(|seat| seat.player().control.clock.map(PlayerClock::new));
    let mut game = GameInProgress {
        variant,
        line,
        clocks,
        adjudicator: Adjudicator::new(terms.adjudication),
        tables: terms.tables,
        seats,
        opening: moves.len(),
        thoughts: Vec::new(),
        difference: None,
    };
    let Some(ending) = game.run(stop)? else { return Ok(None) };
    game.say_farewell(&ending);
    let difference = game.difference.take().or_else(|| game.unknown_ending(&ending));
    Ok(Some(Played { moves: game.line.moves(), ending, difference, thoughts: game.thoughts }))
}

struct GameInProgress<'a> {
    variant: Variant,
    line: Box<dyn Line>,
    /// Black's first, as everything that both sides have.
    seats: [&'a mut Seat; 2],
    clocks: [Option<PlayerClock>; 2],
    adjudicator: Adjudicator<'a>,
    tables: Option<&'a Tables>,
    /// Number of moves that the opening gave.
    opening: usize,
    thoughts: Vec<MoveThought>,
    difference: Option<Difference>,
}

impl GameInProgress<'_> {
    fn run(&mut self, stop: &AtomicBool) -> anyhow::Result<Option<Ending>> {
        for color in Color::ALL {
            let seat = &mut self.seats[color.index()];
            match seat.begin() {
                Ok(()) => {}
                Err(Obstacle::Fault(fault)) => return Ok(Some(Ending::Forfeit(color, fault))),
                Err(Obstacle::Start(error)) => {
                    return Err(error.context(format!("engine {}", seat.player().name)));
                }
            }
        }
        while !stop.load(Ordering::Relaxed) {
            if let Some(outcome) = self.line.status() {
                return Ok(Some(Ending::Rules(outcome)));
            }
            let color = self.line.side_to_move();
            match self.turn(color) {
                Ok(None) => {}
                Ok(ending) => return Ok(ending),
                Err(fault) => return Ok(Some(Ending::Forfeit(color, fault))),
            }
        }
        Ok(None)
    }

    /// One move; how the game ended if it was not by the rules.
    fn turn(&mut self, color: Color) -> Result<Option<Ending>, Fault> {
        let seat = &mut self.seats[color.index()];
        let thought = seat.think(&*self.line, &self.clocks)?;
        let Thought { told, time, .. } = thought;
        self.thoughts.push(MoveThought { told, time });
        if let Some(clock) = &mut self.clocks[color.index()] {
            clock.spend(time);
        }
        let is_estranged = thought.difference.is_some();
        if let Some(detail) = thought.difference {
            self.difference.get_or_insert(Difference { color, detail });
        }
        match thought.answer {
            // By its own rules it may be right.
            Decision::Resign if is_estranged => return Ok(Some(Ending::RulesDiffer(color))),
            Decision::Resign => return Ok(Some(Ending::Resigned(color))),
            Decision::Win => match self.line.declaration() {
                Some(outcome) => return Ok(Some(Ending::Rules(outcome))),
                None if is_estranged => return Ok(Some(Ending::RulesDiffer(color))),
                // A win on the board would have been seen before.
                None => return Err(seat.dismiss_for_answer(FaultKind::IllegalMove, &shown("win"))),
            },
            Decision::Move(word) => match self.line.push(&word) {
                Ok(()) => {}
                Err(_) if is_estranged => return Ok(Some(Ending::RulesDiffer(color))),
                Err(error) => return Err(refusal(seat, &word, &error)),
            },
        }
        let plies = self.opening + self.thoughts.len();
        let agreement = self.adjudicator.hear(color, told.score, plies);
        if self.line.status().is_some() {
            // What the rules say comes first.
            return Ok(None);
        }
        let agreement = agreement.or_else(|| self.by_tables());
        if let (None, Some(reply)) = (agreement, thought.reply) {
            self.let_ponder(color, &reply);
        }
        Ok(agreement.map(Ending::Agreed))
    }

    /// What tables of endgames know of the position, if the match is to end by them.
    fn by_tables(&self) -> Option<Agreement> {
        let verdict = self.line.verdict(self.tables?)?;
        Some(Agreement::of_verdict(verdict, self.line.side_to_move()))
    }

    /// Lets the player that has moved think on, if it is meant to, behind the answer that
    /// it expects. An answer that cannot be made or ends the game gives nothing to think.
    fn let_ponder(&mut self, color: Color, reply: &str) {
        let seat = &mut self.seats[color.index()];
        if !seat.player().ponder {
            return;
        }
        let mut ahead = line::open(self.variant);
        let mut moves = self.line.moves();
        moves.push(reply.to_owned());
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let is_legal = ahead.set(Start::Sfen(&self.line.start_sfen()), &moves).is_ok();
        if is_legal && ahead.status().is_none() {
            seat.ponder(&*ahead, &self.clocks);
        }
    }

    /// An ending that one player's rules lack.
    fn unknown_ending(&self, ending: &Ending) -> Option<Difference> {
        let Ending::Rules(outcome) = ending else { return None };
        let detail = outcome.reason().to_string();
        let lacks = |color: &Color| self.seats[color.index()].player().lacks.contains(&detail);
        let color = Color::ALL.into_iter().find(lacks)?;
        Some(Difference { color, detail })
    }

    fn say_farewell(&mut self, ending: &Ending) {
        let result = ending.result();
        for (color, seat) in Color::ALL.into_iter().zip(&mut self.seats) {
            let won = result.half_points(color).filter(|&points| points != 1);
            seat.end(won.map(|points| points == 2));
        }
    }
}

/// The fault of a player whose move was refused.
fn refusal(seat: &mut Seat, word: &str, error: &PositionError) -> Fault {
    match error {
        PositionError::Move { source: MoveError::Syntax(_), .. } => seat.dismiss_for_answer(
            FaultKind::ProtocolViolation,
            &format!("{} is not a move of this game", shown(word)),
        ),
        _ => seat.dismiss_for_answer(FaultKind::IllegalMove, &shown(word)),
    }
}

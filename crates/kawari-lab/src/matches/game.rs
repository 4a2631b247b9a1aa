//! One game between two engines, refereed by Kawari's rules.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;

use super::adjudication::{AdjudicatedResult, Adjudication, Adjudicator};
use super::clock::PlayerClock;
use super::engine_player::{EnginePlayer, PlayerAnswer, SearchReply, StartError};
use super::fault::{Fault, FaultKind, shown};
use super::reply::ReportedInfo;
use crate::openings::Opening;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::game_state::{self, GameState, PositionError, StartPosition};
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::error::MoveError;
use kawari_engine::tablebase::probe::Tablebase;
use kawari_records::game_log::GameResult;

/// The ending of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the variant.
    Rules(Outcome),
    /// Resignation of this side.
    Resigned(Color),
    /// Adjudication.
    Agreed(AdjudicatedResult),
    /// This side cannot continue because its rules differ.
    RulesDiffer(Color),
    /// Loss of this side by a fault.
    Forfeit(Color, Fault),
}

impl Ending {
    /// Returns the result of the game.
    pub fn result(&self) -> GameResult {
        let won_by = |color| match color {
            Color::Black => GameResult::Black,
            Color::White => GameResult::White,
        };
        match self {
            Self::Rules(outcome) => GameResult::from(*outcome),
            Self::Resigned(loser) | Self::Forfeit(loser, _) => won_by(!*loser),
            Self::Agreed(AdjudicatedResult::Win(winner) | AdjudicatedResult::TableWin(winner)) => {
                won_by(*winner)
            }
            Self::Agreed(AdjudicatedResult::Surrender(loser)) => won_by(!*loser),
            Self::Agreed(
                AdjudicatedResult::Draw
                | AdjudicatedResult::MaxMoves
                | AdjudicatedResult::TableDraw,
            ) => GameResult::Draw,
            Self::RulesDiffer(_) => GameResult::Void,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(outcome) => outcome.reason().fmt(f),
            Self::Resigned(_) => f.write_str("resignation"),
            Self::Agreed(AdjudicatedResult::Win(_)) => f.write_str("agreed win"),
            Self::Agreed(AdjudicatedResult::Surrender(_)) => f.write_str("surrender by score"),
            Self::Agreed(AdjudicatedResult::Draw) => f.write_str("agreed draw"),
            Self::Agreed(AdjudicatedResult::MaxMoves) => f.write_str("move limit"),
            Self::Agreed(AdjudicatedResult::TableWin(_)) => f.write_str("table win"),
            Self::Agreed(AdjudicatedResult::TableDraw) => f.write_str("table draw"),
            Self::RulesDiffer(_) => f.write_str("rules differ"),
            Self::Forfeit(_, fault) => fault.kind.fmt(f),
        }
    }
}

/// A situation in a game for which one player's rules differ. The game goes on if it can, but its
/// result does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesDifference {
    /// The side whose rules differ.
    pub color: Color,
    /// Description of the difference.
    pub detail: String,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// All moves in USI notation, including the opening.
    pub moves: Vec<String>,
    /// The ending.
    pub ending: Ending,
    /// The first difference of rules in the game.
    pub difference: Option<RulesDifference>,
    /// Statistics of each move after the opening.
    pub move_stats: Vec<MoveStats>,
}

/// Statistics of the search for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveStats {
    /// Score, depth and nodes that the engine has reported.
    pub reported: ReportedInfo,
    /// Time measured by the referee.
    pub time: Duration,
}

/// Adjudication rules of a game, with the opened tablebase.
#[derive(Clone, Copy, Debug)]
pub struct GameConditions<'a> {
    /// The adjudication rules.
    pub adjudication: &'a Adjudication,
    /// The tablebase from [`Adjudication::open_tables`].
    pub tables: Option<&'a Tablebase>,
}

/// Plays one game. Returns `None` if `stop` was set before the end of the game. Afterwards, each
/// engine is either ready for the next game or not running.
///
/// # Errors
/// Returns an error if the opening is illegal in this variant or a program cannot be started.
pub fn play(
    variant: Variant,
    opening: &Opening,
    engine_players: [&mut EnginePlayer; 2],
    conditions: GameConditions<'_>,
    stop: &AtomicBool,
) -> anyhow::Result<Option<PlayedGame>> {
    let mut game_state = game_state::open(variant);
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    game_state.set(StartPosition::Sfen(&opening.start), &moves).context("bad opening")?;
    let clocks = engine_players
        .each_ref()
        .map(|engine_player| engine_player.player().control.clock.map(PlayerClock::new));
    let mut game = GameInProgress {
        variant,
        game_state,
        clocks,
        adjudicator: Adjudicator::new(conditions.adjudication),
        tables: conditions.tables,
        engine_players,
        opening: moves.len(),
        move_stats: Vec::new(),
        difference: None,
    };
    let Some(ending) = game.run(stop)? else { return Ok(None) };
    game.notify_game_end(&ending);
    let difference = game.difference.take().or_else(|| game.unsupported_ending(&ending));
    Ok(Some(PlayedGame {
        moves: game.game_state.moves_in_usi(),
        ending,
        difference,
        move_stats: game.move_stats,
    }))
}

struct GameInProgress<'a> {
    variant: Variant,
    game_state: Box<dyn GameState>,
    /// Black's player first. The other arrays have the same order.
    engine_players: [&'a mut EnginePlayer; 2],
    clocks: [Option<PlayerClock>; 2],
    adjudicator: Adjudicator<'a>,
    tables: Option<&'a Tablebase>,
    /// Number of opening moves.
    opening: usize,
    move_stats: Vec<MoveStats>,
    difference: Option<RulesDifference>,
}

impl GameInProgress<'_> {
    fn run(&mut self, stop: &AtomicBool) -> anyhow::Result<Option<Ending>> {
        for color in Color::ALL {
            let engine_player = &mut self.engine_players[color.index()];
            match engine_player.begin() {
                Ok(()) => {}
                Err(StartError::Fault(fault)) => return Ok(Some(Ending::Forfeit(color, fault))),
                Err(StartError::Start(error)) => {
                    return Err(error.context(format!("engine {}", engine_player.player().name)));
                }
            }
        }
        while !stop.load(Ordering::Relaxed) {
            if let Some(outcome) = self.game_state.status() {
                return Ok(Some(Ending::Rules(outcome)));
            }
            let color = self.game_state.side_to_move();
            match self.turn(color) {
                Ok(None) => {}
                Ok(ending) => return Ok(ending),
                Err(fault) => return Ok(Some(Ending::Forfeit(color, fault))),
            }
        }
        Ok(None)
    }

    /// Plays one move. Returns the ending unless it follows from the rules.
    fn turn(&mut self, color: Color) -> Result<Option<Ending>, Fault> {
        let engine_player = &mut self.engine_players[color.index()];
        let search_reply = engine_player.search(&*self.game_state, &self.clocks)?;
        let SearchReply { reported, time, .. } = search_reply;
        self.move_stats.push(MoveStats { reported, time });
        if let Some(clock) = &mut self.clocks[color.index()] {
            clock.spend(time);
        }
        let has_other_rules = search_reply.difference.is_some();
        if let Some(detail) = search_reply.difference {
            self.difference.get_or_insert(RulesDifference { color, detail });
        }
        match search_reply.answer {
            // The engine may have lost by its own rules.
            PlayerAnswer::Resign if has_other_rules => return Ok(Some(Ending::RulesDiffer(color))),
            PlayerAnswer::Resign => return Ok(Some(Ending::Resigned(color))),
            PlayerAnswer::Win => match self.game_state.declaration() {
                Some(outcome) => return Ok(Some(Ending::Rules(outcome))),
                None if has_other_rules => return Ok(Some(Ending::RulesDiffer(color))),
                // A win on the board would have ended the game before.
                None => {
                    return Err(
                        engine_player.stop_for_wrong_answer(FaultKind::IllegalMove, &shown("win"))
                    );
                }
            },
            PlayerAnswer::Move(word) => match self.game_state.push(&word) {
                Ok(()) => {}
                Err(_) if has_other_rules => return Ok(Some(Ending::RulesDiffer(color))),
                Err(error) => return Err(move_fault(engine_player, &word, &error)),
            },
        }
        let plies = self.opening + self.move_stats.len();
        let adjudicated = self.adjudicator.update(color, reported.score, plies);
        if self.game_state.status().is_some() {
            // The rules take precedence over adjudication.
            return Ok(None);
        }
        let adjudicated = adjudicated.or_else(|| self.tablebase_result());
        if let (None, Some(ponder_move)) = (adjudicated, search_reply.ponder_move) {
            self.start_pondering(color, &ponder_move);
        }
        Ok(adjudicated.map(Ending::Agreed))
    }

    /// Returns the tablebase result of the position, if games are adjudicated by tablebase.
    fn tablebase_result(&self) -> Option<AdjudicatedResult> {
        let verdict = self.game_state.verdict(self.tables?)?;
        Some(AdjudicatedResult::of_verdict(verdict, self.game_state.side_to_move()))
    }

    /// Starts pondering after a move of `color`, if its player ponders. Does nothing if the
    /// ponder move is illegal or ends the game.
    fn start_pondering(&mut self, color: Color, ponder_move: &str) {
        let engine_player = &mut self.engine_players[color.index()];
        if !engine_player.player().ponder {
            return;
        }
        let mut ahead = game_state::open(self.variant);
        let mut moves = self.game_state.moves_in_usi();
        moves.push(ponder_move.to_owned());
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let is_legal =
            ahead.set(StartPosition::Sfen(&self.game_state.start_sfen()), &moves).is_ok();
        if is_legal && ahead.status().is_none() {
            engine_player.ponder(&*ahead, &self.clocks);
        }
    }

    /// Returns a difference if one player's rules lack this ending (`lacks=`).
    fn unsupported_ending(&self, ending: &Ending) -> Option<RulesDifference> {
        let Ending::Rules(outcome) = ending else { return None };
        let detail = outcome.reason().to_string();
        let lacks =
            |color: &Color| self.engine_players[color.index()].player().lacks.contains(&detail);
        let color = Color::ALL.into_iter().find(lacks)?;
        Some(RulesDifference { color, detail })
    }

    fn notify_game_end(&mut self, ending: &Ending) {
        let result = ending.result();
        for (color, engine_player) in Color::ALL.into_iter().zip(&mut self.engine_players) {
            let won = result.half_points(color).filter(|&points| points != 1);
            engine_player.end(won.map(|points| points == 2));
        }
    }
}

/// Ends an engine after an illegal move and returns the fault.
fn move_fault(engine_player: &mut EnginePlayer, word: &str, error: &PositionError) -> Fault {
    match error {
        PositionError::Move { source: MoveError::Syntax(_), .. } => engine_player
            .stop_for_wrong_answer(
                FaultKind::ProtocolViolation,
                &format!("{} is not a move", shown(word)),
            ),
        _ => engine_player.stop_for_wrong_answer(FaultKind::IllegalMove, &shown(word)),
    }
}

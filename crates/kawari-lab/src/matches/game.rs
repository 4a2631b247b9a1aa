//! One game, with Kawari's rules as the referee.

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

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// This side gave up.
    Resigned(Color),
    /// Called off.
    Agreed(AdjudicatedResult),
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

/// Something happened in a game that one player's rules do not know. The game is
/// played on, and its result tells nothing of strength.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesDifference {
    /// Whose rules are others.
    pub color: Color,
    /// What happened.
    pub detail: String,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// All moves in USI notation, those of the opening first.
    pub moves: Vec<String>,
    /// Why it ended.
    pub ending: Ending,
    /// The first difference of rules that has touched it.
    pub difference: Option<RulesDifference>,
    /// What was told of each move behind the opening.
    pub move_stats: Vec<MoveStats>,
}

/// What is known of how a move was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveStats {
    /// What its player has told.
    pub reported: ReportedInfo,
    /// What the referee has measured.
    pub time: Duration,
}

/// When a game ends before its end.
#[derive(Clone, Copy, Debug)]
pub struct GameConditions<'a> {
    /// When it is called off.
    pub adjudication: &'a Adjudication,
    /// What [`Adjudication::open_tables`] has opened.
    pub tables: Option<&'a Tablebase>,
}

/// Plays one game. Both players' programs are ready for the next one afterwards,
/// or gone. `None` when `stop` was set before its end.
///
/// # Errors
/// When the opening is not one of this game, or a program could not be started.
pub fn play(
    variant: Variant,
    opening: &Opening,
    engine_players: [&mut EnginePlayer; 2],
    conditions: GameConditions<'_>,
    stop: &AtomicBool,
) -> anyhow::Result<Option<PlayedGame>> {
    let mut game_state = game_state::open(variant);
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    game_state.set(StartPosition::Sfen(&opening.start), &moves).context("the opening")?;
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
        moves: game.game_state.moves(),
        ending,
        difference,
        move_stats: game.move_stats,
    }))
}

struct GameInProgress<'a> {
    variant: Variant,
    game_state: Box<dyn GameState>,
    /// Black's first, as everything that both sides have.
    engine_players: [&'a mut EnginePlayer; 2],
    clocks: [Option<PlayerClock>; 2],
    adjudicator: Adjudicator<'a>,
    tables: Option<&'a Tablebase>,
    /// Number of moves that the opening gave.
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

    /// One move; how the game ended if it was not by the rules.
    fn turn(&mut self, color: Color) -> Result<Option<Ending>, Fault> {
        let engine_player = &mut self.engine_players[color.index()];
        let reply_to_search = engine_player.search(&*self.game_state, &self.clocks)?;
        let SearchReply { reported, time, .. } = reply_to_search;
        self.move_stats.push(MoveStats { reported, time });
        if let Some(clock) = &mut self.clocks[color.index()] {
            clock.spend(time);
        }
        let has_other_rules = reply_to_search.difference.is_some();
        if let Some(detail) = reply_to_search.difference {
            self.difference.get_or_insert(RulesDifference { color, detail });
        }
        match reply_to_search.answer {
            // By its own rules it may be right.
            PlayerAnswer::Resign if has_other_rules => return Ok(Some(Ending::RulesDiffer(color))),
            PlayerAnswer::Resign => return Ok(Some(Ending::Resigned(color))),
            PlayerAnswer::Win => match self.game_state.declaration() {
                Some(outcome) => return Ok(Some(Ending::Rules(outcome))),
                None if has_other_rules => return Ok(Some(Ending::RulesDiffer(color))),
                // A win on the board would have been seen before.
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
            // What the rules say comes first.
            return Ok(None);
        }
        let adjudicated = adjudicated.or_else(|| self.tablebase_result());
        if let (None, Some(reply)) = (adjudicated, reply_to_search.reply) {
            self.start_pondering(color, &reply);
        }
        Ok(adjudicated.map(Ending::Agreed))
    }

    /// What tables of endgames know of the position, if the match is to end by them.
    fn tablebase_result(&self) -> Option<AdjudicatedResult> {
        let verdict = self.game_state.verdict(self.tables?)?;
        Some(AdjudicatedResult::of_verdict(verdict, self.game_state.side_to_move()))
    }

    /// Lets the player that has moved think on, if it is meant to, behind the answer that
    /// it expects. An answer that cannot be made or ends the game gives nothing to think.
    fn start_pondering(&mut self, color: Color, reply: &str) {
        let engine_player = &mut self.engine_players[color.index()];
        if !engine_player.player().ponder {
            return;
        }
        let mut ahead = game_state::open(self.variant);
        let mut moves = self.game_state.moves();
        moves.push(reply.to_owned());
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let is_legal =
            ahead.set(StartPosition::Sfen(&self.game_state.start_sfen()), &moves).is_ok();
        if is_legal && ahead.status().is_none() {
            engine_player.ponder(&*ahead, &self.clocks);
        }
    }

    /// An ending that one player's rules lack.
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

/// The fault of a player whose move was refused.
fn move_fault(engine_player: &mut EnginePlayer, word: &str, error: &PositionError) -> Fault {
    match error {
        PositionError::Move { source: MoveError::Syntax(_), .. } => engine_player
            .stop_for_wrong_answer(
                FaultKind::ProtocolViolation,
                &format!("{} is not a move of this game", shown(word)),
            ),
        _ => engine_player.stop_for_wrong_answer(FaultKind::IllegalMove, &shown(word)),
    }
}

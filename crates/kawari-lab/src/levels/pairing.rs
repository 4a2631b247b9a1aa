//! Games between two players of the ladder.

use std::ops::{ControlFlow, Range};

use super::LevelsConfig;
use super::level_player::{LevelPlayer, LevelSession};
use crate::interrupt;
use crate::openings::{Opening, RandomOpenings};
use crate::ordered_map;
use crate::statistics::pentanomial::HalfPoints;
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::games::variants::Variant;
use kawari_records::game_log::GameResult;

/// Largest lead of a side after the opening, in centipawns.
const BOUND: i32 = 150;

/// Results of the first of two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct LevelScore {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
}

impl LevelScore {
    /// Heading of the rows.
    pub const HEADING: &str =
        "stronger                  weaker                       won  drawn   lost   points";

    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the share of the points, from 0 to 1.
    pub fn score(&self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games().max(1) as f64
    }

    fn add(&mut self, points: HalfPoints) {
        match points {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
    }

    pub fn row(&self, stronger: &str, weaker: &str) -> String {
        let Self { won, drawn, lost } = self;
        let points = self.score() * 100.0;
        format!("{stronger:<25} {weaker:<25} {won:>6} {drawn:>6} {lost:>6}   {points:.1} %")
    }
}

/// Two players and the conditions of their games.
#[derive(Clone)]
pub(super) struct Pairing {
    variant: Variant,
    openings: RandomOpenings,
    max_moves: usize,
    jobs: usize,
    players: [LevelPlayer; 2],
}

impl Pairing {
    pub fn new(config: &LevelsConfig, first: LevelPlayer, second: LevelPlayer) -> Self {
        let &LevelsConfig { variant, plies, seed, max_moves, jobs, .. } = config;
        let nodes = RandomOpenings::usual_nodes(variant);
        let openings = RandomOpenings { variant, plies, seed, lead_range: Some(0..=BOUND), nodes };
        Self { variant, openings, max_moves, jobs, players: [first, second] }
    }

    /// Plays the game pairs with these numbers. Returns `None` after an interrupt.
    pub fn play(&self, pairs: Range<u64>) -> anyhow::Result<Option<LevelScore>> {
        let mut tally = LevelScore::default();
        let pairing = self.clone();
        let worker = move || {
            let pairing = pairing.clone();
            let mut cached = None;
            move |pair| -> anyhow::Result<[HalfPoints; 2]> {
                let sessions = match cached.take() {
                    Some(sessions) => sessions,
                    None => pairing.sessions()?,
                };
                pairing.pair(pair, cached.insert(sessions))
            }
        };
        ordered_map::map(self.jobs, pairs, worker, |points: anyhow::Result<_>| {
            points?.into_iter().for_each(|points| tally.add(points));
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(if interrupt::is_pending() { None } else { Some(tally) })
    }

    fn sessions(&self) -> anyhow::Result<[LevelSession; 2]> {
        let [first, second] = &self.players;
        Ok([LevelSession::new(self.variant, first)?, LevelSession::new(self.variant, second)?])
    }

    /// Plays an opening with both colours. Returns the points of the first player.
    fn pair(&self, pair: u64, sessions: &mut [LevelSession; 2]) -> anyhow::Result<[HalfPoints; 2]> {
        let opening = self.openings.nth(pair)?;
        let mut points = [0; 2];
        for (colour, points) in Color::ALL.into_iter().zip(&mut points) {
            for (number, session) in sessions.iter_mut().enumerate() {
                let game = pair * 4 + colour.index() as u64 * 2 + number as u64;
                session.begin(self.openings.seed.wrapping_mul(1_000_003).wrapping_add(game))?;
            }
            let result = self.game(&opening, sessions, colour)?;
            *points = result.half_points(colour).unwrap_or(1);
        }
        Ok(points)
    }

    /// Plays a game in which the first player has the given colour.
    fn game(
        &self,
        opening: &Opening,
        sessions: &mut [LevelSession; 2],
        colour: Color,
    ) -> anyhow::Result<GameResult> {
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        for session in sessions.iter_mut() {
            session.session().game_state_mut().set(StartPosition::Sfen(&opening.start), &moves)?;
        }
        for _ in moves.len()..self.max_moves {
            let game_state = sessions[0].session().game_state();
            if let Some(end) = game_state.ending() {
                return Ok(end.into());
            }
            let mover = usize::from(game_state.side_to_move() != colour);
            let word = sessions[mover].choose()?;
            for session in sessions.iter_mut() {
                session.session().game_state_mut().push(&word)?;
            }
        }
        Ok(sessions[0].session().game_state().ending().map_or(GameResult::Draw, GameResult::from))
    }
}

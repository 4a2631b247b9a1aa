//! A won game is won: positions from random games in which one side can force
//! the end, found by trying everything, are given to the engine, which has to see
//! the win: any within three plies, and within five plies those that come about
//! by checks and direct threats alone.

use std::sync::mpsc;

use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::position::{All, Position};
use kawari_engine::core::score;
use kawari_engine::core::tactics::Tactics;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::search_events::SearchEvent;
use kawari_engine::engine::session::{self, SearchRequest, Settings};
use kawari_engine::games::Game;
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::notation::Notation;
use kawari_engine::search::limits::Limits;

use crate::games;

/// Wins of each length to find in each game.
const WANTED: usize = 6;
/// Lengths of the wins, in plies.
const LENGTHS: [u32; 3] = [1, 3, 5];
/// Random games to look through for them.
const GAMES: u64 = 200;
/// Longest random game.
const LENGTH: usize = 400;
/// What trying everything may cost for one position, in positions.
const PATIENCE: u32 = 20_000;

/// What the engine may search to see a win, in nodes: less than a second,
/// where most wins need a hundredth of that.
const NODES: u64 = 1_000_000;

/// Trying everything, up to a number of positions.
struct Solver {
    left: u32,
}

impl Solver {
    /// True when the side to move can force the end on the board within `plies`,
    /// an odd number, quietly only in the last three of them; `None` when that is
    /// too much to find out.
    fn wins<P: Tactics>(&mut self, position: &P, plies: u32) -> Option<bool> {
        for next in self.children(position)? {
            let forces = plies <= 3 || next.in_danger();
            let won = match next.outcome() {
                Some(outcome) => outcome.winner() == Some(position.side_to_move()),
                None => plies > 1 && forces && self.loses(&next, plies - 1)?,
            };
            if won {
                return Some(true);
            }
        }
        Some(false)
    }

    /// True when every answer of the side to move loses within `plies`.
    fn loses<P: Tactics>(&mut self, position: &P, plies: u32) -> Option<bool> {
        for next in self.children(position)? {
            let lost = match next.outcome() {
                Some(outcome) => outcome.winner() == Some(next.side_to_move()),
                None => self.wins(&next, plies - 1)?,
            };
            if !lost {
                return Some(false);
            }
        }
        Some(true)
    }

    fn children<P: Tactics>(&mut self, position: &P) -> Option<Vec<P>> {
        let mut moves = MoveList::new();
        position.generate::<All>(&mut moves);
        self.left = self.left.checked_sub(moves.len() as u32)?;
        let child = |&mv| {
            let mut next = position.clone();
            next.play(mv, &mut ());
            next
        };
        Some(moves.iter().map(child).collect())
    }
}

/// SFENs of positions won in one, three and five plies and not sooner.
struct FindWins;

impl Visitor for FindWins {
    type Output = Vec<(u32, String)>;

    fn visit<G: Playable>(self) -> Self::Output {
        let mut random = fastrand::Rng::with_seed(11);
        let mut wins = Vec::new();
        for _ in 0..GAMES {
            if wins.len() == LENGTHS.len() * WANTED {
                break;
            }
            let line = random_game::<G>(&mut random);
            for plies in LENGTHS {
                let found = wins.iter().filter(|(length, _)| *length == plies).count();
                let Some(position) = line.len().checked_sub(plies as usize + 1).map(|n| &line[n])
                else {
                    continue;
                };
                if found < WANTED && is_won_in(position, plies) {
                    wins.push((plies, position.sfen(1)));
                }
            }
        }
        wins
    }
}

fn is_won_in<P: Tactics>(position: &P, plies: u32) -> bool {
    let mut solver = Solver { left: PATIENCE };
    let shorter = plies > 1 && solver.wins(position, plies - 2) != Some(false);
    !shorter && solver.wins(position, plies) == Some(true)
}

/// The positions of a random game, up to an end on the board if there is one.
fn random_game<G: Game>(random: &mut fastrand::Rng) -> Vec<G::Position> {
    let mut line = vec![G::Position::startpos()];
    let mut moves = MoveList::new();
    while line.len() < LENGTH {
        let mut next = line[line.len() - 1].clone();
        moves.clear();
        next.generate::<All>(&mut moves);
        let Some(&mv) = random.choice(&moves[..]) else { break };
        next.play(mv, &mut ());
        line.push(next);
    }
    line
}

/// The distance of the win that the engine sees: the first within `plies`, else the
/// last that it speaks of.
fn distance_seen(variant: Variant, sfen: &str, plies: u32) -> Option<i32> {
    let mut session = session::open(variant, Settings::default()).expect("room for a table");
    session.game_state_mut().set(StartPosition::Sfen(sfen), &[]).expect("a position of the game");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let (say, scores) = mpsc::channel();
    let report = move |event| {
        if let SearchEvent::Info(info) = event {
            // Nobody listens any more once the win is seen.
            let _ = say.send(info.score);
        }
    };
    session
        .go(&SearchRequest { limits, ..SearchRequest::default() }, Box::new(report))
        .expect("no search moves");
    let mut seen = None;
    for score in scores {
        seen = score::mate_distance(score);
        if seen.is_some_and(|distance| is_within(distance, plies)) {
            break;
        }
    }
    session.stop();
    session.wait();
    seen
}

fn is_within(distance: i32, plies: u32) -> bool {
    (1..=plies as i32).contains(&distance)
}

fn check(variant: Variant) {
    let wins = variant.visit(FindWins);
    assert!(!wins.is_empty(), "{variant}: no win found to test with");
    for (plies, sfen) in wins {
        let seen = distance_seen(variant, &sfen, plies);
        let in_time = seen.is_some_and(|distance| is_within(distance, plies));
        assert!(in_time, "{variant}: {sfen} is won in {plies}, the engine says {seen:?}");
    }
}

#[test]
fn wins_are_seen() {
    games::check_each(check);
}

/// A declaration that cannot be prevented is a win in three plies: the King steps into
/// the zone, White moves, Black declares. White's King is safe from any mate by then.
#[test]
fn a_declaration_to_come_is_seen() {
    let shogi: Variant = "shogi".parse().expect("a known game");
    let sfen = "R1GGSS3/NNLL5/P8/1K7/9/9/9/3ppp3/3gkg3 b RB4P 1";
    assert_eq!(distance_seen(shogi, sfen, 3), Some(3));
}

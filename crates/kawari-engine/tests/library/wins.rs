//! Forced wins in positions from random games, found by exhaustive search. The engine must see
//! all wins within three plies, and those within five plies that consist of checks and direct
//! threats.

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

/// Number of wins of each length to find in each variant.
const WANTED: usize = 6;
/// Lengths of the wins, in plies.
const LENGTHS: [u32; 3] = [1, 3, 5];
/// Number of random games to look through.
const GAMES: u64 = 200;
/// Maximum length of a random game.
const LENGTH: usize = 400;
/// Limit on the exhaustive search of a position, in positions.
const MAX_POSITIONS: u32 = 20_000;

/// Node limit of the engine: less than a second. Most wins need a hundredth of it.
const NODES: u64 = 1_000_000;

/// Exhaustive search up to a number of positions.
struct Solver {
    left: u32,
}

impl Solver {
    /// Returns true if the side to move can force the end on the board within `plies`, an odd
    /// number, with quiet moves only in the last three plies. Returns `None` if the limit is
    /// exceeded.
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

    /// Returns true if every reply of the side to move loses within `plies`.
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

/// Finds positions won in exactly one, three and five plies.
struct FindWins;

impl Visitor for FindWins {
    type Output = Vec<(u32, String)>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let mut random = fastrand::Rng::with_seed(11);
        let mut wins = Vec::new();
        for _ in 0..GAMES {
            if wins.len() == LENGTHS.len() * WANTED {
                break;
            }
            let line = random_game(game, &mut random);
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
    let mut solver = Solver { left: MAX_POSITIONS };
    let shorter = plies > 1 && solver.wins(position, plies - 2) != Some(false);
    !shorter && solver.wins(position, plies) == Some(true)
}

/// Returns the positions of a random game.
fn random_game<G: Game>(game: G, random: &mut fastrand::Rng) -> Vec<G::Position> {
    let mut line = vec![game.startpos()];
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

/// Returns the distance of the win that the engine reports: the first within `plies`, else the
/// last.
fn distance_seen(variant: Variant, sfen: &str, plies: u32) -> Option<i32> {
    let mut session = session::open(variant, Settings::default()).expect("room for a table");
    session.game_state_mut().set(StartPosition::Sfen(sfen), &[]).expect("a position of the game");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let (say, scores) = mpsc::channel();
    let report = move |event| {
        if let SearchEvent::Info(info) = event {
            // The receiver may be gone once the win is seen.
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
fn forced_wins_are_found() {
    games::check_each(check);
}

/// A declaration that cannot be prevented is a win in three plies: the King enters the zone,
/// White moves, Black declares. White cannot be mated by then.
#[test]
fn a_coming_declaration_is_seen() {
    let shogi: Variant = "shogi".parse().expect("a known game");
    let sfen = "R1GGSS3/NNLL5/P8/1K7/9/9/9/3ppp3/3gkg3 b RB4P 1";
    assert_eq!(distance_seen(shogi, sfen, 3), Some(3));
}

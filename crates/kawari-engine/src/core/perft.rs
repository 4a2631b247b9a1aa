//! Perft: counts the leaves of the tree of legal moves.
//!
//! <https://www.chessprogramming.org/Perft>. Ends of the game by repetition or by a half-move
//! clock are ignored. A position that is decided on the board has no moves.

use rustc_hash::FxHashMap;

use super::key::Key;
use super::movelist::MoveList;
use super::position::{All, Position};

/// Returns the number of move sequences of `depth` plies; 1 at depth 0.
///
/// The last ply is counted in bulk: its moves are not played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut lists = vec![MoveList::new(); depth as usize - 1];
            count(position, &mut lists)
        }
    }
}

/// Counts with one move list for each ply that is played, plus the ply counted in bulk.
fn count<P: Position>(position: &P, lists: &mut [MoveList<P::Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return position.count_moves() };
    moves.clear();
    position.generate::<All>(moves);
    let mut nodes = 0;
    for &mv in &*moves {
        let mut next = position.clone();
        next.play(mv, &mut ());
        nodes += count(&next, deeper);
    }
    nodes
}

/// A hash table of perft counts by key and depth.
pub type PerftTable = FxHashMap<(Key, u32), u64>;

/// Does the same as [`perft`], with a hash table of counted positions.
///
/// Transpositions are counted once, so greater depths are possible. Key collisions are not
/// detected, and the table grows without a limit.
pub fn perft_hashed<P: Position>(position: &P, depth: u32, table: &mut PerftTable) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    if let Some(&nodes) = table.get(&(position.key(), depth)) {
        return nodes;
    }
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let mut nodes = 0;
    for &mv in &moves {
        let mut next = position.clone();
        next.play(mv, &mut ());
        nodes += perft_hashed(&next, depth - 1, table);
    }
    table.insert((position.key(), depth), nodes);
    nodes
}

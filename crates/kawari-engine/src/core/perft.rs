//! Perft: counting the leaves of the tree of legal moves.
//!
//! <https://www.chessprogramming.org/Perft>. Endings by history (repetition,
//! clocks) are not looked at; a position that the board has decided has no moves.

use rustc_hash::FxHashMap;

use super::key::Key;
use super::movelist::MoveList;
use super::position::{All, Position};

/// Number of move sequences of `depth` plies; at depth 0 there is one.
///
/// The last ply is counted in bulk: its moves are counted, not played.
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

/// One list for each ply that is played; the ply after them is counted in bulk.
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

/// What lies behind positions that have been counted, by their keys and so many
/// plies deep.
pub type PerftTable = FxHashMap<(Key, u32), u64>;

/// As [`perft`], remembering what lies behind each position; for depths that
/// transpositions bring within reach. Trusts 64-bit keys and grows as it goes.
pub fn perft_hashed<P: Position>(position: &P, depth: u32, memory: &mut PerftTable) -> u64 {
    if depth < 2 {
        return perft(position, depth);
    }
    if let Some(&nodes) = memory.get(&(position.key(), depth)) {
        return nodes;
    }
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let mut nodes = 0;
    for &mv in &moves {
        let mut next = position.clone();
        next.play(mv, &mut ());
        nodes += perft_hashed(&next, depth - 1, memory);
    }
    memory.insert((position.key(), depth), nodes);
    nodes
}

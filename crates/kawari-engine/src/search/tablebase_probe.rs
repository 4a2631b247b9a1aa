//! Tablebase probes in the search.
//!
//! A tablebase score is a proof, so it must hold in the current game. Three rules can draw the
//! game before a tablebase win: the counter of moves without a capture, the move limit of the
//! game, and repetition.

use super::search_thread::SearchThread;
use super::shared::SharedContext;
use crate::core::endgame::{TablebaseProbe, TablebaseVerdict};
use crate::core::evaluation::Evaluation;
use crate::core::history::History;
use crate::core::movelist::MoveList;
use crate::core::position::{All, Position};
use crate::core::score::{self, MAX_PLY, Score};
use crate::core::tactics::Tactics;

/// Upper bound of the plies to a win after the next capture, over all endgame classes.
const MAX_PLIES_AFTER_CAPTURE: usize = 100;

/// The tablebase settings of one search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TablebaseUse {
    /// Maximum number of men for a probe; 0 disables probing.
    men: u32,
    /// The root is in the tablebase. Draws are then not cut off, so that the search chooses
    /// among the drawing moves the one that is hardest to answer.
    root_is_known: bool,
    /// Wins are proven: no position of the winning line can be a draw by repetition. If
    /// false, wins get a score below the mate scores, which is enough to make progress.
    proves_wins: bool,
}

/// Returns the tablebase verdict of a position in a game; `None` if the position is not in
/// the tablebase or if repetition could prevent the win.
///
/// A winning line visits each position once. So the win holds if no position since the last
/// capture has occurred so often that one more occurrence is a draw.
pub fn probe_verdict<P: Position>(
    tables: &dyn TablebaseProbe,
    position: &P,
    history: &History,
) -> Option<TablebaseVerdict> {
    let verdict = probe_verdict_by_board(tables, tables.max_men(), position)?;
    (verdict == TablebaseVerdict::Draw || has_no_near_repetition(position, history))
        .then_some(verdict)
}

/// Returns true if every position since the last capture can occur once more without a draw.
fn has_no_near_repetition<P: Position>(position: &P, history: &History) -> bool {
    let played = position.clock_count().map_or(u32::MAX, |clock| clock.played);
    history.max_occurrences_since(played as usize) + 1 < position.repetition_rule().occurrences
}

fn probe_verdict_by_board<P: Position>(
    tables: &dyn TablebaseProbe,
    men: u32,
    position: &P,
) -> Option<TablebaseVerdict> {
    let tablebase_entry = tables.probe(position.endgame_men(men)?)?;
    tablebase_entry.in_time(position.half_moves_left().unwrap_or(u32::MAX))
}

/// Extends a PV that ends at a tablebase hit with tablebase moves: a win to its end, a draw
/// by one reply. Without the reply, user interfaces that do not know the rules take a score
/// of 0 after a single move for the end of the game.
pub fn extend_pv<P: Position>(
    tables: &dyn TablebaseProbe,
    root: &P,
    score: Score,
    line: &mut Vec<P::Move>,
) {
    let men = tables.max_men();
    let length = match score::mate_distance(score) {
        Some(plies) => plies.unsigned_abs() as usize,
        None if score == score::DRAW && probe_verdict_by_board(tables, men, root).is_none() => 2,
        None => return,
    };
    let mut position = root.clone();
    for &mv in &*line {
        position.play(mv, &mut ());
    }
    while line.len() < length
        && let Some((mv, next)) = best_move(tables, men, &position)
    {
        line.push(mv);
        position = next;
    }
}

/// Returns the best tablebase move and the position after it: the shortest win or the longest
/// defence. Moves to positions without a verdict in time are left out.
fn best_move<P: Position>(
    tables: &dyn TablebaseProbe,
    men: u32,
    position: &P,
) -> Option<(P::Move, P)> {
    probe_verdict_by_board(tables, men, position)?;
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let next = moves.iter().filter_map(|&mv| {
        let mut next = position.clone();
        next.play(mv, &mut ());
        let rank = match next.outcome() {
            Some(outcome) => outcome.winner().map_or(0, |_| i32::MIN),
            None => verdict_rank(probe_verdict_by_board(tables, men, &next)?),
        };
        Some((mv, next, rank))
    });
    // The rank is from the opponent's view.
    let (mv, next, _) = next.min_by_key(|&(_, _, rank)| rank)?;
    Some((mv, next))
}

/// Returns a rank that orders verdicts by their value for the side to move.
fn verdict_rank(verdict: TablebaseVerdict) -> i32 {
    match verdict {
        TablebaseVerdict::Draw => 0,
        TablebaseVerdict::Win(plies) => 2000 - i32::from(plies),
        TablebaseVerdict::WinByCapture(plies) => 1000 - i32::from(plies),
        TablebaseVerdict::Loss(plies) => i32::from(plies) - 2000,
        TablebaseVerdict::LossByCapture(plies) => i32::from(plies) - 1000,
    }
}

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// Sets the tablebase settings for a search of `root`.
    pub(super) fn init_tablebase_use(&mut self, shared: &SharedContext<'_, E>, root: &P) {
        self.tablebase_use = TablebaseUse::default();
        let Some(tables) = shared.tables else { return };
        let men = tables.max_men();
        let root_is_known = probe_verdict_by_board(tables, men, root).is_some();
        self.tablebase_use = TablebaseUse {
            men,
            root_is_known,
            proves_wins: has_no_near_repetition(root, &self.history),
        };
    }

    /// Returns the tablebase score of a node.
    #[inline]
    pub(super) fn tablebase_score(
        &self,
        shared: &SharedContext<'_, E>,
        position: &P,
        ply: usize,
    ) -> Option<Score> {
        let TablebaseUse { men, root_is_known, proves_wins } = self.tablebase_use;
        if men == 0 {
            return None;
        }
        let verdict = probe_verdict_by_board(shared.tables?, men, position)?;
        let plies = match verdict {
            TablebaseVerdict::Draw => return (!root_is_known).then_some(score::DRAW),
            TablebaseVerdict::Win(plies) | TablebaseVerdict::Loss(plies) => usize::from(plies),
            TablebaseVerdict::WinByCapture(plies) | TablebaseVerdict::LossByCapture(plies) => {
                usize::from(plies) + MAX_PLIES_AFTER_CAPTURE
            }
        };
        let end = ply + plies;
        if end > self.draw_ply {
            return None;
        }
        let score = if proves_wins && end < 2 * MAX_PLY {
            score::mate_in(end)
        } else {
            // Below the mate scores; a shorter win scores higher.
            score::MAX_EVALUATION - end as Score
        };
        let is_won =
            matches!(verdict, TablebaseVerdict::Win(_) | TablebaseVerdict::WinByCapture(_));
        Some(if is_won { score } else { -score })
    }

    /// Returns true if the tablebase decides the root, so that no search is needed.
    pub(super) fn is_decided_by_tablebase(&self, score: Score) -> bool {
        self.tablebase_use.root_is_known && score::is_decisive(score)
    }
}

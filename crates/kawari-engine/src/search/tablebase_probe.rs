//! What tables of endgames tell the search.
//!
//! A score from a table is a proof, so it has to hold in the game as it stands: with the
//! half-moves that are left until nothing captured means a draw, with the moves until the
//! game is a draw by its length, and with the positions that may come back no more often.

use super::search_thread::SearchThread;
use super::shared::SharedContext;
use crate::core::endgame::{TablebaseProbe, TablebaseVerdict};
use crate::core::evaluation::Evaluation;
use crate::core::history::History;
use crate::core::movelist::MoveList;
use crate::core::position::{All, Position};
use crate::core::score::{self, MAX_PLY, Score};
use crate::core::tactics::Tactics;

/// Plies that a win may take behind a capture: more than are known of any class.
const MAX_PLIES_AFTER_CAPTURE: usize = 100;

/// How a search goes about endgames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TablebaseUse {
    /// Most men of a position that is looked up; 0 where none is.
    men: u32,
    /// The root is known itself: its drawn moves are told apart by a search, for one of
    /// them may be harder to answer than another.
    root_is_known: bool,
    /// A win that is seen is proved: no position of its line has been there too often. Else
    /// it is as good as the best evaluation, which is enough to find the way.
    proves_wins: bool,
}

/// What is known of a position in a game, if its history allows to say so.
///
/// A line that wins goes through each position once. So it can be played wherever none of
/// the positions since the last capture has been there so often that once more is a draw.
pub fn probe_verdict<P: Position>(
    tables: &dyn TablebaseProbe,
    position: &P,
    history: &History,
) -> Option<TablebaseVerdict> {
    let verdict = probe_verdict_by_board(tables, tables.max_men(), position)?;
    (verdict == TablebaseVerdict::Draw || has_no_near_repetition(position, history))
        .then_some(verdict)
}

/// True when each position since the last capture may come once more.
fn has_no_near_repetition<P: Position>(position: &P, history: &History) -> bool {
    let played = position.clock_count().map_or(u32::MAX, |clock| clock.played);
    history.max_occurrences_since(played as usize) + 1 < P::REPETITION.occurrences
}

fn probe_verdict_by_board<P: Position>(
    tables: &dyn TablebaseProbe,
    men: u32,
    position: &P,
) -> Option<TablebaseVerdict> {
    let tablebase_entry = tables.probe(position.endgame_men(men)?)?;
    tablebase_entry.in_time(position.half_moves_left().unwrap_or(u32::MAX))
}

/// Leads a line of a search on from where tables have cut it, as far as they know the
/// position: a win to its end, and a draw by an answer where the first move of a root
/// that they do not know makes it one. Programs without rules take a score of 0 behind a
/// single move for the end of the game.
pub fn extend_pv<P: Position>(
    tables: &dyn TablebaseProbe,
    root: &P,
    score: Score,
    line: &mut Vec<P::Move>,
) {
    let men = tables.max_men();
    let length = match score::mate_distance(score) {
        Some(stack) => stack.unsigned_abs() as usize,
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

/// The best move of a position that tables know, with what it leads to: the shortest win,
/// the longest defence, as far as the distance to the end is known to be in time.
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
    // What is worst for the other side.
    let (mv, next, _) = next.min_by_key(|&(_, _, rank)| rank)?;
    Some((mv, next))
}

/// A number that is the greater, the better the verdict is for the side to move.
fn verdict_rank(verdict: TablebaseVerdict) -> i32 {
    match verdict {
        TablebaseVerdict::Draw => 0,
        TablebaseVerdict::Win(stack) => 2000 - i32::from(stack),
        TablebaseVerdict::WinByCapture(stack) => 1000 - i32::from(stack),
        TablebaseVerdict::Loss(stack) => i32::from(stack) - 2000,
        TablebaseVerdict::LossByCapture(stack) => i32::from(stack) - 1000,
    }
}

impl<P: Tactics, E: Evaluation<P>> SearchThread<P, E> {
    /// Finds out how far the search of a root may trust the tables.
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

    /// The score of a node at `ply` that the tables know.
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
        let stack = match verdict {
            TablebaseVerdict::Draw => return (!root_is_known).then_some(score::DRAW),
            TablebaseVerdict::Win(stack) | TablebaseVerdict::Loss(stack) => usize::from(stack),
            TablebaseVerdict::WinByCapture(stack) | TablebaseVerdict::LossByCapture(stack) => {
                usize::from(stack) + MAX_PLIES_AFTER_CAPTURE
            }
        };
        let end = ply + stack;
        if end > self.draw_ply {
            return None;
        }
        let score = if proves_wins && end < 2 * MAX_PLY {
            score::mate_in(end)
        } else {
            // The sooner, the better, but nothing that is told as a proof.
            score::MAX_EVALUATION - end as Score
        };
        let is_won =
            matches!(verdict, TablebaseVerdict::Win(_) | TablebaseVerdict::WinByCapture(_));
        Some(if is_won { score } else { -score })
    }

    /// True when the tables have decided who wins at the root: nothing is left to be
    /// searched.
    pub(super) fn is_decided_by_tablebase(&self, score: Score) -> bool {
        self.tablebase_use.root_is_known && score::is_decisive(score)
    }
}

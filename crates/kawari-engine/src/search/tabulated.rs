//! What tables of endgames tell the search.
//!
//! A score from a table is a proof, so it has to hold in the game as it stands: with the
//! half-moves that are left until nothing captured means a draw, with the moves until the
//! game is a draw by its length, and with the positions that may come back no more often.

use super::control::Control;
use super::worker::Worker;
use crate::core::endgame::{Oracle, Verdict};
use crate::core::evaluation::Evaluation;
use crate::core::history::History;
use crate::core::movelist::MoveList;
use crate::core::position::{All, Position};
use crate::core::score::{self, MAX_PLY, Score};
use crate::core::tactics::Tactics;

/// Plies that a win may take behind a capture: more than are known of any class.
const LONGEST_BEHIND: usize = 100;

/// How a search goes about endgames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Knowledge {
    /// Most men of a position that is looked up; 0 where none is.
    men: u32,
    /// The root is known itself: its drawn moves are told apart by a search, for one of
    /// them may be harder to answer than another.
    of_root: bool,
    /// A win that is seen is proved: no position of its line has been there too often. Else
    /// it is as good as the best evaluation, which is enough to find the way.
    proves: bool,
}

/// What is known of a position in a game, if its history allows to say so.
///
/// A line that wins goes through each position once. So it can be played wherever none of
/// the positions since the last capture has been there so often that once more is a draw.
pub fn verdict<P: Position>(
    tables: &dyn Oracle,
    position: &P,
    history: &History,
) -> Option<Verdict> {
    let verdict = look_up(tables, tables.most_men(), position)?;
    (verdict == Verdict::Draw || is_fresh(position, history)).then_some(verdict)
}

/// True when each position since the last capture may come once more.
fn is_fresh<P: Position>(position: &P, history: &History) -> bool {
    let played = position.clock_count().map_or(u32::MAX, |clock| clock.played);
    history.most_occurrences_since(played as usize) + 1 < P::REPETITION.occurrences
}

fn look_up<P: Position>(tables: &dyn Oracle, men: u32, position: &P) -> Option<Verdict> {
    let known = tables.probe(position.few_men(men)?)?;
    known.in_time(position.clock_left().unwrap_or(u32::MAX))
}

/// Leads a line of a search on from where tables have cut it, as far as they know the
/// position: a win to its end, and a draw by an answer where the first move of a root
/// that they do not know makes it one. Programs without rules take a score of 0 behind a
/// single move for the end of the game.
pub fn lead_on<P: Position>(tables: &dyn Oracle, root: &P, score: Score, line: &mut Vec<P::Move>) {
    let men = tables.most_men();
    let length = match score::mate_distance(score) {
        Some(plies) => plies.unsigned_abs() as usize,
        None if score == score::DRAW && look_up(tables, men, root).is_none() => 2,
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
fn best_move<P: Position>(tables: &dyn Oracle, men: u32, position: &P) -> Option<(P::Move, P)> {
    look_up(tables, men, position)?;
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let next = moves.iter().filter_map(|&mv| {
        let mut next = position.clone();
        next.play(mv, &mut ());
        let worth = match next.outcome() {
            Some(outcome) => outcome.winner().map_or(0, |_| i32::MIN),
            None => worth(look_up(tables, men, &next)?),
        };
        Some((mv, next, worth))
    });
    // What is worst for the other side.
    let (mv, next, _) = next.min_by_key(|&(_, _, worth)| worth)?;
    Some((mv, next))
}

/// A number that is the greater, the better the verdict is for the side to move.
fn worth(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Draw => 0,
        Verdict::Win(plies) => 2000 - i32::from(plies),
        Verdict::WinByCapture(plies) => 1000 - i32::from(plies),
        Verdict::Loss(plies) => i32::from(plies) - 2000,
        Verdict::LossByCapture(plies) => i32::from(plies) - 1000,
    }
}

impl<P: Tactics, E: Evaluation<P>> Worker<P, E> {
    /// Finds out how far the search of a root may trust the tables.
    pub(super) fn consult(&mut self, control: &Control<'_, E>, root: &P) {
        self.knowledge = Knowledge::default();
        let Some(tables) = control.tables else { return };
        let men = tables.most_men();
        let of_root = look_up(tables, men, root).is_some();
        self.knowledge = Knowledge { men, of_root, proves: is_fresh(root, &self.history) };
    }

    /// The score of a node at `ply` that the tables know.
    #[inline]
    pub(super) fn tabulated(
        &self,
        control: &Control<'_, E>,
        position: &P,
        ply: usize,
    ) -> Option<Score> {
        let Knowledge { men, of_root, proves } = self.knowledge;
        if men == 0 {
            return None;
        }
        let verdict = look_up(control.tables?, men, position)?;
        let plies = match verdict {
            Verdict::Draw => return (!of_root).then_some(score::DRAW),
            Verdict::Win(plies) | Verdict::Loss(plies) => usize::from(plies),
            Verdict::WinByCapture(plies) | Verdict::LossByCapture(plies) => {
                usize::from(plies) + LONGEST_BEHIND
            }
        };
        let end = ply + plies;
        if end > self.draw_ply {
            return None;
        }
        let score = if proves && end < 2 * MAX_PLY {
            score::mate_in(end)
        } else {
            // The sooner, the better, but nothing that is told as a proof.
            score::MAX_EVALUATION - end as Score
        };
        let is_won = matches!(verdict, Verdict::Win(_) | Verdict::WinByCapture(_));
        Some(if is_won { score } else { -score })
    }

    /// True when the tables have decided who wins at the root: nothing is left to be
    /// searched.
    pub(super) fn is_settled(&self, score: Score) -> bool {
        self.knowledge.of_root && score::is_decisive(score)
    }
}

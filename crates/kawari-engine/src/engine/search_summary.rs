//! A search that waits for its end and returns all results.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::core::score::Score;
use crate::engine::search_events::{SearchAnswer, SearchEvent, SearchInfo};
use crate::engine::session::{GoError, SearchRequest, Session};
use crate::notation::usi::UsiMove;
use crate::search::transposition_table::Bound;

/// The results of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchSummary {
    /// The principal variations, best first. Empty if the game was over or the search was
    /// stopped before its first score.
    pub lines: Vec<SearchInfo>,
    /// Nodes searched.
    pub nodes: u64,
    /// The answer.
    pub answer: SearchAnswer,
}

impl SearchSummary {
    /// Searches the current position of a session and waits for the end.
    ///
    /// # Errors
    /// Returns a [`GoError`] if the search cannot start or gives no answer.
    pub fn of(session: &mut dyn Session, request: &SearchRequest) -> Result<Self, GoError> {
        let results = Arc::new(Mutex::new(Results::default()));
        let shared = Arc::clone(&results);
        session.go(request, Box::new(move |event| lock(&shared).add(event)))?;
        session.wait();
        let Results { iterations, nodes, answer } = std::mem::take(&mut *lock(&results));
        let answer = answer.ok_or(GoError::NoAnswer)?;
        let lines = iterations.into_lines(session.settings().multi_pv);
        Ok(Self { lines, nodes, answer })
    }

    /// Returns the score of the best line for the side to move.
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }

    /// Returns the best move; `None` if the answer is not a move.
    pub fn best(&self) -> Option<UsiMove> {
        match self.answer {
            SearchAnswer::Move { best, .. } => Some(best),
            SearchAnswer::Resign | SearchAnswer::Win => None,
        }
    }
}

/// The results so far.
#[derive(Default)]
struct Results {
    iterations: LastIterations,
    nodes: u64,
    answer: Option<SearchAnswer>,
}

impl Results {
    fn add(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Info(info) => {
                self.nodes = info.nodes;
                self.iterations.add(info);
            }
            SearchEvent::Spent(stats) => self.nodes = stats.nodes,
            SearchEvent::Fault(fault) => log::error!("the search panicked: {fault}"),
            SearchEvent::Done(answer) => self.answer = Some(answer),
        }
    }
}

fn lock(results: &Mutex<Results>) -> MutexGuard<'_, Results> {
    results.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The last two iterations of a search. The latest one may be incomplete.
#[derive(Default)]
struct LastIterations {
    depth: u32,
    latest: Vec<SearchInfo>,
    previous: Vec<SearchInfo>,
}

impl LastIterations {
    fn add(&mut self, info: SearchInfo) {
        if info.bound != Bound::Exact {
            return;
        }
        if info.depth != self.depth {
            self.depth = info.depth;
            self.previous = std::mem::take(&mut self.latest);
        }
        // At the end, the best line is reported again with the final node count.
        let reported = self.latest.iter_mut().find(|line| line.multipv == info.multipv);
        if let Some(reported) =
            reported.filter(|reported| reported.pv == info.pv && reported.score == info.score)
        {
            *reported = info;
            return;
        }
        self.latest.retain(|line| line.multipv < info.multipv);
        self.latest.push(info);
    }

    /// Returns the lines of the latest iteration, completed by those of the previous one.
    fn into_lines(self, multi_pv: usize) -> Vec<SearchInfo> {
        let mut lines = self.latest;
        for line in self.previous {
            if lines.iter().all(|other| other.pv.first() != line.pv.first()) {
                lines.push(line);
            }
        }
        lines.truncate(multi_pv.max(1));
        for (number, line) in (1..).zip(&mut lines) {
            line.multipv = number;
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn info(depth: u32, multipv: usize, mv: &str, bound: Bound) -> SearchInfo {
        SearchInfo {
            depth,
            seldepth: depth,
            multipv,
            score: 0,
            bound,
            nodes: 1,
            hashfull: 0,
            time: Duration::ZERO,
            pv: vec![mv.parse().expect("a move")],
        }
    }

    #[test]
    fn repeated_best_line_keeps_the_others() {
        let mut iterations = LastIterations::default();
        for (multipv, mv) in [(1, "1a1b"), (2, "2a2b"), (3, "3a3b"), (1, "1a1b")] {
            iterations.add(info(1, multipv, mv, Bound::Exact));
        }
        let lines = iterations.into_lines(3);
        let moves: Vec<String> = lines.iter().map(|line| line.pv[0].to_string()).collect();
        assert_eq!(moves, ["1a1b", "2a2b", "3a3b"]);
    }

    #[test]
    fn incomplete_iteration_is_completed_from_the_previous_one() {
        let mut iterations = LastIterations::default();
        let searched = [(1, 1, "1a1b"), (1, 2, "2a2b"), (2, 1, "3a3b"), (2, 2, "1a1b")];
        for (depth, multipv, mv) in searched {
            iterations.add(info(depth, multipv, mv, Bound::Exact));
        }
        iterations.add(info(3, 1, "4a4b", Bound::Lower));
        for _ in 0..2 {
            iterations.add(info(3, 1, "1a1b", Bound::Exact));
        }
        let lines: Vec<_> = iterations
            .into_lines(2)
            .into_iter()
            .map(|line| (line.multipv, line.depth, line.pv[0].to_string()))
            .collect();
        assert_eq!(lines, [(1, 3, "1a1b".to_owned()), (2, 2, "3a3b".to_owned())]);
    }
}

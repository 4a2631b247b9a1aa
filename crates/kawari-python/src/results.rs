//! Results of searches: scores, progress reports, answers.

use std::cmp::Reverse;
use std::time::Duration;

use kawari_engine::core::score::{self, Score as EngineScore};
use kawari_engine::engine::mate::{Mate, MateAnswer};
use kawari_engine::engine::search_events::{
    SearchAnswer, SearchInfo, SearchStats, nodes_per_second,
};
use kawari_engine::mate::solver::MateKind;
use kawari_engine::search::transposition_table::Bound;
use pyo3::prelude::*;

use crate::pieces::Move;

/// A score from the view of the side to move.
///
/// Scores compare by how good they are for the side to move.
#[pyclass(module = "kawari", frozen, eq, ord, hash)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(pub EngineScore);

#[pymethods]
impl Score {
    /// The score in hundredths of a Pawn or man; None for a proven win or loss.
    #[getter]
    fn cp(&self) -> Option<i32> {
        (!score::is_decisive(self.0)).then_some(self.0)
    }

    /// Plies to a proven win, negative for a proven loss; None if neither is proven.
    #[getter]
    fn mate(&self) -> Option<i32> {
        score::mate_distance(self.0)
    }

    /// Returns the score from the view of the opponent.
    fn __neg__(&self) -> Self {
        Self(-self.0)
    }

    /// Returns the score as one number: a win in n plies is 32000 - n.
    fn __int__(&self) -> i32 {
        self.0
    }

    fn __str__(&self) -> String {
        match self.mate() {
            Some(plies) => format!("mate {plies}"),
            None => format!("cp {}", self.0),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Score {}>", self.__str__())
    }
}

/// A progress report of a search.
#[pyclass(module = "kawari", frozen, get_all)]
#[derive(Clone, Debug)]
pub struct Info {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Length of the deepest line, in plies.
    pub seldepth: u32,
    /// Rank of this line, from 1.
    pub multipv: usize,
    /// Score for the side to move.
    pub score: Score,
    /// "exact", or "lower" or "upper" if the true score may be higher or lower.
    pub bound: &'static str,
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Used part of the hash table, in permille.
    pub hashfull: u32,
    /// Seconds since the start of the search.
    pub time: f64,
    /// The expected moves.
    pub pv: Vec<Move>,
}

impl From<SearchInfo> for Info {
    fn from(info: SearchInfo) -> Self {
        Self {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multipv,
            score: Score(info.score),
            bound: match info.bound {
                Bound::Lower => "lower",
                Bound::Upper => "upper",
                _ => "exact",
            },
            nodes: info.nodes,
            nps: info.nodes_per_second(),
            hashfull: info.hashfull,
            time: info.time.as_secs_f64(),
            pv: info.pv.into_iter().map(Move).collect(),
        }
    }
}

#[pymethods]
impl Info {
    fn __repr__(&self) -> String {
        let pv: Vec<String> = self.pv.iter().map(|mv| mv.0.to_string()).collect();
        let Self { depth, nodes, score, .. } = self;
        format!("<Info depth {depth} nodes {nodes} score {} pv {}>", score.__str__(), pv.join(" "))
    }
}

/// The answer of a search.
#[pyclass(module = "kawari", frozen, get_all)]
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; None if the engine resigns or claims a win.
    #[pyo3(name = "move")]
    pub mv: Option<Move>,
    /// The expected reply; None if there is none.
    pub ponder: Option<Move>,
    /// "move", "resign" (the game is lost) or "win" (the game is won, or a win can be declared).
    pub answer: &'static str,
    /// The last report for each of the best moves, the played one first; empty without a search.
    pub lines: Vec<Info>,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds since the start of the search.
    pub time: f64,
}

impl SearchResult {
    /// Creates the result of a search. `lines` are the last reports of each first move, of which
    /// the best `ranks` are kept.
    pub fn new(
        answer: &SearchAnswer,
        mut lines: Vec<Info>,
        ranks: usize,
        spent: SearchStats,
    ) -> Self {
        let (mv, ponder, answer) = match *answer {
            SearchAnswer::Move { best, ponder } => (Some(best), ponder, "move"),
            SearchAnswer::Resign => (None, None, "resign"),
            SearchAnswer::Win => (None, None, "win"),
        };
        let mv = mv.map(Move);
        // A search that ends within an iteration has reported the other moves in earlier ones.
        lines.sort_by_key(|info| {
            (info.pv.first() != mv.as_ref(), Reverse(info.depth), info.multipv)
        });
        lines.truncate(ranks);
        for (number, info) in lines.iter_mut().enumerate() {
            info.multipv = number + 1;
        }
        let last = lines.iter().max_by_key(|info| info.nodes);
        Self {
            mv,
            ponder: ponder.map(Move),
            answer,
            nodes: last.map_or(0, |info| info.nodes).max(spent.nodes),
            time: last.map_or(0.0, |info| info.time).max(spent.time.as_secs_f64()),
            lines,
        }
    }
}

#[pymethods]
impl SearchResult {
    /// The score of the best move; None without a search.
    #[getter]
    fn score(&self) -> Option<Score> {
        self.lines.first().map(|info| info.score)
    }

    /// The expected moves.
    #[getter]
    fn pv(&self) -> Vec<Move> {
        self.lines.first().map_or_else(Vec::new, |info| info.pv.clone())
    }

    /// Depth of the last iteration, in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |info| info.depth)
    }

    /// Nodes per second.
    #[getter]
    fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, Duration::from_secs_f64(self.time))
    }

    fn __repr__(&self) -> String {
        let score =
            self.score().map_or_else(String::new, |score| format!(" score {}", score.__str__()));
        match self.mv {
            Some(mv) => format!("<SearchResult {}{score}>", mv.0),
            None => format!("<SearchResult {}>", self.answer),
        }
    }
}

/// The answer of a mate search. It is true if a mate is proved.
#[pyclass(module = "kawari", frozen, get_all)]
#[derive(Debug)]
pub struct MateResult {
    /// "mate": the side to move wins by force. "no mate": it is proved that it does not win by
    /// checks, or in games of rows, by threats; nor by quiet moves that threaten such a win, if
    /// they were searched. "unknown": a limit was reached. "not implemented": the game has
    /// neither Kings nor rows.
    pub answer: &'static str,
    /// The proved line; empty without a mate.
    pub moves: Vec<Move>,
    /// True if the line is the shortest mate against the longest defence.
    pub is_shortest: bool,
    /// True if the mate has quiet moves.
    pub is_quiet: bool,
    /// True if no other move of the attacker along the line mates in as few plies; None if this
    /// was not requested or is unknown.
    pub is_unique: Option<bool>,
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds since the start of the search.
    pub time: f64,
}

impl MateResult {
    /// Creates the result of a mate search.
    pub fn new(answer: MateAnswer, stats: SearchStats) -> Self {
        let (mate, answer) = match answer {
            MateAnswer::Mate(mate) => (Some(mate), "mate"),
            MateAnswer::NoMate(_) => (None, "no mate"),
            MateAnswer::Unknown => (None, "unknown"),
            MateAnswer::NotImplemented => (None, "not implemented"),
        };
        let is_quiet = mate.as_ref().is_some_and(|mate| mate.kind != MateKind::Threats);
        let (moves, is_shortest, is_unique) = match mate {
            Some(Mate { moves, is_shortest, is_unique, .. }) => (moves, is_shortest, is_unique),
            None => (Vec::new(), false, None),
        };
        Self {
            answer,
            moves: moves.into_iter().map(Move).collect(),
            is_shortest,
            is_quiet,
            is_unique,
            nodes: stats.nodes,
            time: stats.time.as_secs_f64(),
        }
    }
}

#[pymethods]
impl MateResult {
    fn __bool__(&self) -> bool {
        self.answer == "mate"
    }

    fn __repr__(&self) -> String {
        let moves: String = self.moves.iter().map(|mv| format!(" {}", mv.0)).collect();
        format!("<MateResult {}{moves}>", self.answer)
    }
}

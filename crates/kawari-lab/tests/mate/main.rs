//! Tests of the mate solver and the proof verifier: against exhaustive search, on problems, and
//! after games with repetitions.

mod brute;
mod histories;
mod problems;
mod quiet;

use kawari_engine::core::forcing::Forcing;
use kawari_engine::core::history::History;
use kawari_engine::mate::control::SearchMonitor;
use kawari_engine::mate::graph::PositionGraph;
use kawari_engine::mate::solver::{MateQuery, Solution, Solver, SolverAnswer};

/// A monitor that never stops a search.
struct NeverStop;

impl SearchMonitor for NeverStop {
    fn should_continue(&self, _: u64, _: usize, _: u32) -> bool {
        true
    }
}

/// Returns the history of a game that starts with this position.
fn fresh<P: Forcing>(position: &P) -> History {
    let mut history = History::new();
    history.push(position.key(), position.in_check());
    history
}

/// Solves a position without game history.
fn solve<P: Forcing>(solver: &mut Solver, position: &P, query: &MateQuery) -> Solution {
    solve_after(solver, position, &fresh(position), query)
}

/// Solves the last position of a game with its history.
fn solve_after<P: Forcing>(
    solver: &mut Solver,
    position: &P,
    history: &History,
    query: &MateQuery,
) -> Solution {
    let mut graph = PositionGraph::new(position, history);
    solver.solve(&mut graph, query, &NeverStop, &mut |_, _| {})
}

/// Returns the length of the mate in plies, if there is one. Panics on an unknown result.
#[track_caller]
fn plies(solution: &Solution) -> Option<usize> {
    match &solution.answer {
        SolverAnswer::Mate(line) => Some(line.moves.len()),
        SolverAnswer::NoMate(_) | SolverAnswer::NoQuietMate { .. } => None,
        SolverAnswer::Unknown => panic!("unknown result without a limit"),
    }
}

/// The verifier uses rules and history alone: no code of the solver or of the session.
#[test]
fn verifier_is_independent_of_the_solver() {
    let source = include_str!("../../src/mate/verify.rs");
    for module in ["core::forcing", "kawari_engine::engine", "kawari_engine::mate"] {
        assert!(!source.contains(module), "{module}");
    }
}

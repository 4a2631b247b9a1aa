//! The mate solver: against a count of everything, on problems, and what it may take.

mod brute;
mod histories;
mod problems;

use kawari_engine::core::forcing::Forcing;
use kawari_engine::core::history::History;
use kawari_engine::mate::dfpn::SearchMonitor;
use kawari_engine::mate::graph::PositionGraph;
use kawari_engine::mate::solver::{MateQuery, Solution, Solver, SolverAnswer};

/// Never ends a search.
struct Timeouts;

impl SearchMonitor for Timeouts {
    fn should_continue(&mut self, _: u64, _: usize, _: u32) -> bool {
        true
    }
}

/// The history of a game that begins with this position.
fn fresh<P: Forcing>(position: &P) -> History {
    let mut history = History::new();
    history.push(position.key(), position.in_check());
    history
}

/// Solves a position without a game before it.
fn solve<P: Forcing>(solver: &mut Solver, position: &P, query: &MateQuery) -> Solution {
    solve_after(solver, position, &fresh(position), query)
}

/// Solves the last position of a game.
fn solve_after<P: Forcing>(
    solver: &mut Solver,
    position: &P,
    history: &History,
    query: &MateQuery,
) -> Solution {
    let mut graph = PositionGraph::new(position, history);
    solver.solve(&mut graph, query, &mut Timeouts, &mut |_, _| {})
}

/// Plies of the mate, if there is one; panics where it is not known.
#[track_caller]
fn plies(solution: &Solution) -> Option<usize> {
    match &solution.answer {
        SolverAnswer::Mate(line) => Some(line.moves.len()),
        SolverAnswer::NoMate(_) => None,
        SolverAnswer::Unknown => panic!("it should be known"),
    }
}

/// The verifier of proofs uses the rules alone, nothing of the solver.
#[test]
fn the_verifier_shares_no_code_with_the_solver() {
    let source = include_str!("../../src/mate/verify.rs");
    for module in ["core::forcing", "engine::mate", "kawari_engine::mate"] {
        assert!(!source.contains(module), "{module}");
    }
}

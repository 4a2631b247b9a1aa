//! Mates with quiet moves: the solver proves the positions in `quiet.jsonl`, whose quiet moves
//! threaten a mate by threats alone, and in `any.jsonl`, where this is not enough. The verifier
//! checks the proofs.

use serde::Deserialize;

use super::histories::{PlayedGame, TestSession};
use super::{NeverStop, fresh, solve};
use kawari_engine::core::forcing::Forcing;
use kawari_engine::core::position::{MoveLike, Position};
use kawari_engine::engine::mate::{Mate, MateAnswer, MateRequest, SearchedQuiet};
use kawari_engine::games::Game;
use kawari_engine::games::drop::Shogi;
use kawari_engine::games::hasami::HasamiFive;
use kawari_engine::mate::graph::{PositionGraph, WinSearch, WinSearchResult};
use kawari_engine::mate::solver::{MateKind, MateQuery, Solver, SolverAnswer};
use kawari_lab::mate::{proof_file, verify};

/// A position with a mate that has quiet moves, and none without them.
#[derive(Deserialize)]
struct QuietMate {
    id: String,
    variant: String,
    position: String,
}

fn read(lines: &'static str) -> impl Iterator<Item = QuietMate> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a position"))
}

fn quiet_mates() -> impl Iterator<Item = QuietMate> {
    read(include_str!("quiet.jsonl"))
}

/// Returns positions with a mate that needs the moves of the alpha-beta search.
fn any_mates() -> impl Iterator<Item = QuietMate> {
    read(include_str!("any.jsonl"))
}

/// Node limit of a search; the positions need at most half of it.
const NODES: u64 = 200_000;
/// Node limit for the positions in `any.jsonl`, which need at most half of it.
const ANY_NODES: u64 = 1_200_000;

fn session(variant: &str, position: &str) -> TestSession {
    let mut session = TestSession::new(variant.parse().expect("a game"));
    session.set(&PlayedGame { start: position.to_owned(), moves: Vec::new() });
    session
}

/// Returns a mate with quiet moves and its proof.
fn quiet_mate(session: &mut TestSession, id: &str, nodes: u64) -> (Mate, proof_file::WrittenProof) {
    let order = MateRequest {
        nodes: Some(nodes),
        shortens: false,
        with_proof: true,
        allows_quiet: true,
        ..MateRequest::default()
    };
    let MateAnswer::Mate(mate) = session.answer(&order) else { panic!("{id}: no mate") };
    let text = session.write_proof(mate.clone());
    let proof = proof_file::read(text.as_bytes()).next().expect("one").expect("a proof");
    (mate, proof)
}

fn expect_proofs(mates: impl Iterator<Item = QuietMate>, nodes: u64) -> Vec<MateKind> {
    let mut kinds = Vec::new();
    for QuietMate { id, variant, position } in mates {
        let mut session = session(&variant, &position);
        let (mate, proof) = quiet_mate(&mut session, &id, nodes);
        assert!(!mate.is_shortest, "{id}");
        kinds.push(mate.kind);
        verify::check(&proof).unwrap_or_else(|error| panic!("{id}: {error:#}"));
        assert!(mate.moves.len() >= 3, "{id}: {:?}", mate.moves);
    }
    kinds
}

#[test]
fn quiet_mates_are_proved_against_every_answer() {
    let kinds = expect_proofs(quiet_mates(), NODES);
    assert!(!kinds.contains(&MateKind::Threats), "{kinds:?}");
    let quiet = kinds.iter().filter(|&&kind| kind == MateKind::Quiet).count();
    assert!(quiet >= 50, "{quiet} of {}", kinds.len());
}

#[test]
fn mates_by_any_moves_are_proved_against_every_answer() {
    let kinds = expect_proofs(any_mates(), ANY_NODES);
    assert!(kinds.iter().all(|&kind| kind == MateKind::Any), "{kinds:?}");
}

#[test]
fn win_search_stays_within_the_node_limit() {
    for QuietMate { id, variant, position } in any_mates() {
        for nodes in [2_000, 150_000] {
            let order =
                MateRequest { nodes: Some(nodes), allows_quiet: true, ..MateRequest::default() };
            let (answer, searched) = session(&variant, &position).answer_and_nodes(&order);
            // The extraction of a mate has its own limit.
            let is_mate = matches!(answer, MateAnswer::Mate(_));
            assert!(is_mate || searched < nodes + 1_000, "{id}: {searched} nodes");
        }
    }
}

#[test]
fn without_quiet_moves_there_is_no_mate() {
    for QuietMate { id, variant, position } in quiet_mates() {
        let answer = session(&variant, &position).answer(&MateRequest::default());
        let MateAnswer::NoMate(searched) = answer else { panic!("{id}: {answer:?}") };
        assert_eq!(searched.quiet, SearchedQuiet::None, "{id}");
    }
}

#[test]
fn shortened_mates_are_not_longer() {
    for QuietMate { id, variant, position } in quiet_mates().step_by(6) {
        let mut session = session(&variant, &position);
        let (any, _) = quiet_mate(&mut session, &id, NODES);
        let order =
            MateRequest { nodes: Some(2 * NODES), allows_quiet: true, ..MateRequest::default() };
        let MateAnswer::Mate(short) = session.answer(&order) else { panic!("{id}: no mate") };
        assert!(short.moves.len() <= any.moves.len(), "{id}");
        assert!(short.kind != MateKind::Threats && !short.is_shortest, "{id}");
    }
}

/// White is not in check after the move and may declare a win.
#[test]
fn declaration_refutes_a_proof() {
    let position =
        "5S2G/6+P2/2+L+P2+L+P1/7PK/pP3S1S1/5P2P/1+p2+b2+p1/l1lg4g/1k1+r1+p+p2 b SNPrbg3n5p 267";
    let text = format!(
        "kawari-proof 1\nvariant shogi\nposition sfen {position}\nmate 3\npositions 1\n4a5b+\n"
    );
    let proof = proof_file::read(text.as_bytes()).next().expect("one").expect("a proof");
    let error = verify::check(&proof).expect_err("a declaration");
    assert!(format!("{error:#}").contains("declares a win"), "{error:#}");
}

/// The query for a mate that may have quiet moves.
const QUIET: MateQuery = MateQuery {
    nodes: 1_000_000,
    plies: 99,
    shortens: true,
    with_proof: false,
    checks_uniqueness: false,
    allows_quiet: true,
};

/// A mate in three plies that starts with a brinkmate move.
const BRINKMATE: &str = "8k/9/9/6S2/9/9/9/9/4K4 b G 1";

fn answer<G: Game<Position: Forcing>>(game: G, sfen: &str, query: &MateQuery) -> SolverAnswer {
    let (position, _) = game.parse_sfen(sfen).expect("a good SFEN");
    solve(&mut Solver::new(1).expect("memory"), &position, query).answer
}

#[track_caller]
fn expect_quiet_mate(answer: SolverAnswer, plies: usize) {
    let SolverAnswer::Mate(line) = answer else { panic!("{answer:?}") };
    assert_eq!((line.moves.len(), line.kind, line.is_shortest), (plies, MateKind::Quiet, false));
}

#[test]
fn brinkmate_move_is_found() {
    let threats_alone = MateQuery { allows_quiet: false, ..QUIET };
    assert_eq!(answer(Shogi, BRINKMATE, &threats_alone), SolverAnswer::NoMate(99));
    expect_quiet_mate(answer(Shogi, BRINKMATE, &QUIET), 3);
    let short = MateQuery { plies: 1, ..QUIET };
    let none = SolverAnswer::NoQuietMate { plies: 1, threat_nodes: None };
    assert_eq!(answer(Shogi, BRINKMATE, &short), none);
}

#[test]
fn open_three_is_found() {
    let sfen = "ppp1pppp1/1pppp3p/2P1Pppp1/8p/6p2/9/3P5/PP1P5/PP2PPP2 w - 28";
    expect_quiet_mate(answer(HasamiFive, sfen, &QUIET), 5);
}

#[test]
fn bare_kings_have_no_quiet_mate() {
    let kings = answer(Shogi, "4k4/9/9/9/9/9/9/9/4K4 b - 1", &QUIET);
    assert_eq!(kings, SolverAnswer::NoQuietMate { plies: 99, threat_nodes: None });
}

/// A search that claims a win in every position, by the first legal move.
struct WrongWinSearch;

impl<P: Position> WinSearch<P> for WrongWinSearch {
    fn search(&mut self, line: &[P], _nodes: u64) -> WinSearchResult {
        let moves = line[line.len() - 1].legal_moves();
        WinSearchResult { mv: moves.first().map(|mv| mv.bits()), nodes: 1 }
    }
}

#[test]
fn wrong_win_search_proves_nothing() {
    for sfen in ["4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1"] {
        let (position, _) = Shogi.parse_sfen(sfen).expect("a good SFEN");
        let mut graph = PositionGraph::new(&position, &fresh(&position))
            .with_win_search(Box::new(WrongWinSearch));
        let mut solver = Solver::new(1).expect("memory");
        let answer = solver.solve(&mut graph, &QUIET, &NeverStop, &mut |_, _| {}).answer;
        assert!(!matches!(answer, SolverAnswer::Mate(_)), "{sfen}: {answer:?}");
    }
}

#[test]
fn search_stops_at_the_node_limit() {
    let query = MateQuery { nodes: 200, ..QUIET };
    assert_eq!(answer(Shogi, BRINKMATE, &query), SolverAnswer::Unknown);
}

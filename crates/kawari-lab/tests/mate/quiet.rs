//! Mates with quiet moves: the solver proves the positions in `quiet.jsonl` (order 2) and
//! `deep.jsonl` (order 3), and the verifier checks the proofs.

use serde::Deserialize;

use super::histories::{PlayedGame, TestSession};
use super::solve;
use kawari_engine::core::forcing::Forcing;
use kawari_engine::engine::mate::{Mate, MateAnswer, MateRequest, SearchedQuiet};
use kawari_engine::games::Game;
use kawari_engine::games::drop::Shogi;
use kawari_engine::games::hasami::HasamiFive;
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

/// Returns positions with a mate of order 3, and none of order 2.
fn deep_mates() -> impl Iterator<Item = QuietMate> {
    read(include_str!("deep.jsonl"))
}

/// Node limit of a search; the positions need at most half of it.
const NODES: u64 = 200_000;
/// Node limit of a search of order 3; the positions need at most half of it.
const DEEP_NODES: u64 = 800_000;

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

fn expect_proofs(mates: impl Iterator<Item = QuietMate>, kind: MateKind, nodes: u64) {
    for QuietMate { id, variant, position } in mates {
        let mut session = session(&variant, &position);
        let (mate, proof) = quiet_mate(&mut session, &id, nodes);
        assert_eq!((mate.kind, mate.is_shortest), (kind, false), "{id}");
        verify::check(&proof).unwrap_or_else(|error| panic!("{id}: {error:#}"));
        assert!(mate.moves.len() >= 3, "{id}: {:?}", mate.moves);
    }
}

#[test]
fn quiet_mates_are_proved_against_every_answer() {
    expect_proofs(quiet_mates(), MateKind::Quiet, NODES);
}

#[test]
fn deep_mates_are_proved_against_every_answer() {
    expect_proofs(deep_mates(), MateKind::DeepQuiet, DEEP_NODES);
}

/// The answer is that of order 2 if order 3 reaches the node limit.
#[test]
fn order_2_finds_no_deep_mate() {
    for QuietMate { id, variant, position } in deep_mates() {
        let order =
            MateRequest { nodes: Some(30_000), allows_quiet: true, ..MateRequest::default() };
        let answer = session(&variant, &position).answer(&order);
        let MateAnswer::NoMate(searched) = answer else { panic!("{id}: {answer:?}") };
        assert!(matches!(searched.quiet, SearchedQuiet::Threatening(_)), "{id}");
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
        assert_eq!((short.kind, short.is_shortest), (MateKind::Quiet, false), "{id}");
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

#[test]
fn search_stops_at_the_node_limit() {
    let query = MateQuery { nodes: 200, ..QUIET };
    assert_eq!(answer(Shogi, BRINKMATE, &query), SolverAnswer::Unknown);
}

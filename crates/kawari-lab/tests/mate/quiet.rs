//! Mates with quiet moves: the solver proves the positions in `quiet.jsonl`, and the verifier
//! checks the proofs.

use serde::Deserialize;

use super::histories::{PlayedGame, TestSession};
use kawari_engine::engine::mate::{Mate, MateAnswer, MateRequest, SearchedQuiet};
use kawari_engine::games::variants::Variant;
use kawari_engine::mate::solver::MateKind;
use kawari_lab::mate::{proof_file, verify};

/// A position with a mate that has quiet moves, and none without them.
#[derive(Deserialize)]
struct QuietMate {
    id: String,
    variant: String,
    position: String,
}

fn quiet_mates() -> impl Iterator<Item = QuietMate> {
    let lines = include_str!("quiet.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).expect("a position"))
}

/// Node limit of a search; the positions need at most half of it.
const NODES: u64 = 200_000;

fn session(variant: &str, position: &str) -> TestSession {
    let mut session = TestSession::new(variant.parse().expect("a game"));
    session.set(&PlayedGame { start: position.to_owned(), moves: Vec::new() });
    session
}

/// Returns a mate with quiet moves and its proof.
fn quiet_mate(session: &mut TestSession, id: &str) -> (Mate, proof_file::WrittenProof) {
    let order = MateRequest {
        nodes: Some(NODES),
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

#[test]
fn quiet_mates_are_proved_against_every_answer() {
    for QuietMate { id, variant, position } in quiet_mates() {
        let mut session = session(&variant, &position);
        let (mate, proof) = quiet_mate(&mut session, &id);
        assert_eq!((mate.kind, mate.is_shortest), (MateKind::Quiet, false), "{id}");
        verify::check(&proof).unwrap_or_else(|error| panic!("{id}: {error:#}"));
        assert!(mate.moves.len() >= 3, "{id}: {:?}", mate.moves);
    }
}

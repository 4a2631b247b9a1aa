//! The weights of the hand-crafted evaluations.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use kawari_engine::core::evaluation::Evaluation;
use kawari_engine::core::fingerprint::Fingerprint;
use kawari_engine::games::evaluation::GameEvaluation;
use kawari_engine::games::evaluation::material::Material;
use kawari_engine::games::evaluation::weights::file;
use kawari_engine::games::hasami::Hasami;
use kawari_engine::games::variants::{Playable, Variant, Visitor};

use crate::games;

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Checks that a game's weights file is the one that `kawari tune` writes for its weights.
struct WeightsFile;

impl Visitor for WeightsFile {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let Some(file) = game.files().weights else { return };
        let tuning = G::Evaluation::hand_crafted(game).tuning().expect("weights");
        let text = str::from_utf8(file).expect("text");
        let provenance = text.lines().find_map(|line| line.strip_prefix("from "));
        let written = (tuning.file)(&tuning.weights, provenance.expect("a provenance"));
        assert_eq!(written, text, "{}", game.info().name);
    }
}

#[test]
fn built_in_weights_fit_their_games() {
    Variant::ALL.iter().for_each(|variant| variant.visit(WeightsFile));
}

/// The description of an evaluation says whether it has weights.
struct Described;

impl Visitor for Described {
    type Output = u64;

    fn visit<G: Playable>(self, game: G) -> u64 {
        let (name, hand_crafted) = (game.info().name, game.hand_crafted());
        let has_weights = G::Evaluation::hand_crafted(game).tuning().is_some();
        let expected = if has_weights { "hand-crafted" } else { "material alone" };
        assert_eq!(hand_crafted.description(), expected, "{name}");
        assert_eq!(game.built_in().checksum(), hand_crafted.checksum(), "{name}");
        hand_crafted.checksum()
    }
}

#[test]
fn descriptions_name_the_weights() {
    let checksums: HashSet<u64> = Variant::ALL.iter().map(|game| game.visit(Described)).collect();
    assert_eq!(checksums.len(), Variant::ALL.len());
}

#[test]
fn material_alone_has_no_weights() {
    fn check<E: GameEvaluation<Hasami>>() {
        assert_eq!(E::hand_crafted(Hasami).description(), "material alone");
        assert_eq!(E::hand_crafted(Hasami).checksum(), file::checksum(&[]));
        assert!(E::hand_crafted(Hasami).tuning().is_none());
        assert!(E::read(Hasami, b"").is_err());
    }
    check::<Material<Hasami>>();
}

/// The name of a variant and the fingerprint of its hand-crafted scores for the positions in
/// `tests/legal`.
struct Scores;

impl Visitor for Scores {
    type Output = String;

    fn visit<G: Playable>(self, game: G) -> String {
        let judge = game.hand_crafted();
        let positions = games::data("legal", game.info().name, "txt");
        let scores = positions.lines().map(|line| {
            let (sfen, _) = line.split_once(" | ").expect("an SFEN and its moves");
            let (position, _) = game.parse_sfen(sfen).expect("a good SFEN");
            judge.evaluate_from_scratch(&position)
        });
        let bytes: Vec<u8> = scores.flat_map(i32::to_le_bytes).collect();
        format!("{} {:016x}\n", game.info().name, Fingerprint::of(&bytes).number())
    }
}

/// The bench signature covers the networks. This test covers the hand-crafted evaluation of
/// variants that have one. An intended change must update the golden line.
#[test]
fn hand_crafted_scores_are_golden() {
    let scores: String = Variant::ALL.iter().map(|variant| variant.visit(Scores)).collect();
    assert_eq!(scores, read("tests/golden/scores.txt"));
}

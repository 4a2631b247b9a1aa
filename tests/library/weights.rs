//! The weights of the hand-written evaluations.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use kawari::games::evaluation::GameEvaluation;
use kawari::games::evaluation::material::Material;
use kawari::games::hasami::{Hasami, HasamiPosition};
use kawari::games::variants::{Playable, Variant, Visitor};

/// The name of a game's type: `dai-hasami` is `DaiHasami`.
fn marker(name: &str) -> String {
    name.split('-').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// The sources hold what a tuner writes of the weights that they hold.
struct Sources;

impl Visitor for Sources {
    type Output = ();

    fn visit<G: Playable>(self) {
        let Some(tuning) = G::Evaluation::hand_written().tuning() else { return };
        let family = if G::INFO.pocket > 0 { "drop" } else { "hasami" };
        let file =
            format!("src/games/{family}/evaluation/weights/{}.rs", G::INFO.name.replace('-', "_"));
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&file));
        let source = source.unwrap_or_else(|error| panic!("{file}: {error}"));
        let provenance = source.lines().next().and_then(|line| line.strip_prefix("//! "));
        let written = (tuning.source)(&tuning.weights, provenance.expect("a provenance"));
        assert_eq!(written, source, "{file}");
        assert!(source.contains(&format!("impl Weighed for {}", marker(G::INFO.name))), "{file}");
    }
}

#[test]
fn sources_hold_what_a_tuner_writes() {
    Variant::ALL.iter().for_each(|variant| variant.visit(Sources));
}

/// What judges without a network says whether it has weights.
struct Described;

impl Visitor for Described {
    type Output = u64;

    fn visit<G: Playable>(self) -> u64 {
        let description = G::hand_written().description();
        let has_weights = G::Evaluation::hand_written().tuning().is_some();
        let expected = if has_weights { "hand-written" } else { "material alone" };
        assert_eq!(description, expected, "{}", G::INFO.name);
        assert_eq!(G::built_in().checksum(), G::hand_written().checksum(), "{}", G::INFO.name);
        G::hand_written().checksum()
    }
}

#[test]
fn what_has_weights_can_be_told_by_them() {
    let checksums: HashSet<u64> = Variant::ALL.iter().map(|game| game.visit(Described)).collect();
    assert_eq!(checksums.len(), Variant::ALL.len());
}

#[test]
fn material_alone_has_no_weights() {
    fn judge() -> impl GameEvaluation<HasamiPosition<Hasami>> {
        Material
    }
    assert_eq!(judge().description(), "material alone");
    assert!(judge().tuning().is_none());
}

//! Every rule of a definition changes the text.

use kawari_rules::PromotedSide;
use kawari_rules::describe::{Language, rules, text};
use kawari_rules::{DropDefinition, Family, GameDefinition, General, HasamiDefinition, Piece};
use serde_json::Value;

use crate::cases::{Case, DROP, GENERAL, HASAMI, WITHOUT_MEANING};
use crate::definitions::{based_on, definition};

fn texts(game: &GameDefinition) -> [String; 2] {
    [Language::English, Language::Japanese].map(|language| text(&rules(game, language)).join("\n"))
}

#[test]
fn each_value_of_a_rule_has_another_text() {
    let mut same = Vec::new();
    for case in GENERAL.iter().chain(DROP).chain(HASAMI) {
        let Case { key, base, context, values } = case;
        let written: Vec<[String; 2]> = values
            .iter()
            .map(|value| texts(&based_on(base, &format!("{key} = {value}\n{context}"))))
            .collect();
        for (index, [english, japanese]) in written.iter().enumerate() {
            for (other, value) in written[..index].iter().zip(*values) {
                // English names are no part of the Japanese text, and the reverse.
                let is_english = !key.ends_with("-ja") && !key.contains("kanji");
                let is_japanese = !key.ends_with(".name");
                if is_english && *english == other[0] || is_japanese && *japanese == other[1] {
                    same.push(format!("{base}, {context}: {key} = {value} and {}", values[index]));
                }
            }
        }
    }
    assert!(same.is_empty(), "same texts:\n{}", same.join("\n"));
}

#[test]
fn every_key_has_a_case_or_no_meaning() {
    let piece = Piece { promoted: Some(PromotedSide::default()), ..Piece::default() };
    let mut drop = DropDefinition::default();
    drop.pieces.insert("P".to_owned(), piece);
    let json = |value| serde_json::to_value(value).unwrap();
    let families = [
        ("", serde_json::to_value(General::default()).unwrap(), GENERAL),
        ("drop: ", serde_json::to_value(drop).unwrap(), DROP),
        ("hasami: ", json(HasamiDefinition::default()), HASAMI),
    ];
    for (family, value, cases) in families {
        let mut keys = Vec::new();
        collect_keys(&value, "", &mut keys);
        assert!(keys.len() > 10);
        for key in keys {
            let is_case = cases.iter().any(|case| {
                // The letter of a piece does not matter.
                let mut parts: Vec<&str> = case.key.split('.').collect();
                if parts.len() > 1 && parts[0] == "pieces" {
                    parts[1] = "P";
                }
                parts.join(".") == key
            });
            let prefixed = format!("{family}{key}");
            let is_exception = WITHOUT_MEANING.contains(&key.as_str())
                || WITHOUT_MEANING.contains(&prefixed.as_str());
            assert!(is_case != is_exception, "{prefixed}");
        }
    }
}

/// Collects the paths of all keys without subkeys.
fn collect_keys(value: &Value, path: &str, keys: &mut Vec<String>) {
    match value {
        Value::Object(table) if !table.is_empty() => {
            for (key, value) in table {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                collect_keys(value, &path, keys);
            }
        }
        _ => keys.push(path.to_owned()),
    }
}

#[test]
fn keys_without_meaning_leave_the_text_alone() {
    let yari = definition("yari");
    for change in [
        "aliases = ['other']",
        "uci-name = 'other'",
        "rules = ['Other rules.']",
        "weights = 'other.txt'",
        "network = 'other.network'",
        "pieces.P.alias = 'X'",
        "pieces.P.record-name = 'XX'",
        "pieces.P.values = [1, 2]",
        "promotion.write-declined = false",
    ] {
        assert_eq!(texts(&based_on("yari", change)), texts(&yari), "{change}");
    }
}

#[test]
fn the_title_is_that_of_the_language() {
    let game = definition("kyotoshogi");
    assert_eq!(rules(&game, Language::English).title, "Kyoto Shogi");
    assert_eq!(rules(&game, Language::Japanese).title, "京都将棋");
    let game = definition("judkins");
    assert_eq!(rules(&game, Language::Japanese).title, "Judkins Shogi");
}

/// A front end draws moves from their directions.
#[test]
fn diagrams_have_the_moves_of_each_side() {
    use kawari_rules::describe::{Block, PieceSide};
    let game = definition("torishogi");
    let blocks = rules(&game, Language::English).sections.into_iter().flat_map(|s| s.blocks);
    let sides: Vec<PieceSide> = blocks
        .filter_map(|block| match block {
            Block::Pieces { sides } => Some(sides),
            _ => None,
        })
        .flatten()
        .collect();
    let Family::Drop(drop) = &game.family else { panic!("family") };
    assert_eq!(sides.len(), drop.pieces.len() + 2);
    let quail = sides.iter().find(|side| side.letters == "L").unwrap();
    assert_eq!(quail.moves.steps, [(-1, -1)]);
    let json = serde_json::to_value(&quail.moves).unwrap();
    assert_eq!(json["slides"][0]["direction"], serde_json::json!([0, 1]));
    assert_eq!(json["slides"][0]["limit"], Value::Null);
}

//! Any text.

use super::*;

#[test]
fn large_files_are_limited() {
    let imported = variants_ini(&"x".repeat(MAX_BYTES + 1));
    assert!(errors(&imported[0])[0].contains("at most 1048576 are read"));
    let imported = variants_ini(&"[a]\n".repeat(MAX_SECTIONS + 2));
    assert_eq!(imported.len(), MAX_SECTIONS + 1);
    assert!(errors(imported.last().unwrap())[0].contains("more than 500 sections"));
    let imported = small(&format!("startFen = {}", "k".repeat(ini::MAX_VALUE + 1)));
    assert!(imported.untranslated.iter().any(|key| key.line == 16 && key.changes_play));
}

/// Returns a line with a key of Fairy-Stockfish and a value that fits many of them.
fn any_line() -> impl Strategy<Value = String> {
    let keys: Vec<String> = (keys::RULES.iter().map(|rule| rule.key.to_owned()))
        .chain(keys::TRANSLATED.iter().map(|(key, _)| (*key).to_owned()))
        .chain(keys::DISPLAY.iter().map(|(key, _)| (*key).to_owned()))
        .chain(piece_types::PieceType::all().map(piece_types::PieceType::key))
        .collect();
    let values = vec![
        "true",
        "false",
        "win",
        "loss",
        "draw",
        "none",
        "0",
        "1",
        "2",
        "4",
        "-",
        "*",
        "*5 *4",
        "a1 b2",
        "p:g s:b r:-",
        "k",
        "p",
        "kp",
        "p:fW",
        "k:KN",
        "s:RfBnN",
        "rbsgk/4p/5/P4/KGSBR[Pp] w",
        "k3+p/5/5/5/+P3K[] b KQ - 3+3 0 1",
        "",
    ];
    let any = "[ -~é\n]{0,12}";
    prop_oneof![
        8 => (prop::sample::select(keys), prop::sample::select(values))
            .prop_map(|(key, value)| format!("{key} = {value}\n")),
        1 => ("[a-z0-9]{0,3}", prop::sample::select(vec!["minishogi", "kyotoshogi", "dobutsu", "a", "chess"]))
            .prop_map(|(name, base)| format!("[{name}:{base}]\n")),
        1 => (any, any).prop_map(|(one, other)| format!("{one}={other}\n")),
        1 => any.prop_map(|text| format!("{text}\n")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_file_is_read_and_its_definitions_are_valid(
        lines in prop::collection::vec(any_line(), 0..40),
        base in prop::sample::select(vec!["minishogi", "micro", "dobutsu", "torishogi", "shogi"]),
    ) {
        for text in [lines.concat(), format!("[a:{base}]\n{}", lines.concat())] {
            for imported in variants_ini(&text) {
                prop_assert!(imported.definition.as_ref().err().is_none_or(|errors| !errors.is_empty()));
                if let Ok(game) = &imported.definition {
                    let written = write(game);
                    let again = read(&written, &|_| None);
                    prop_assert_eq!(again.as_ref(), Ok(game), "{}", written);
                }
            }
        }
    }

    #[test]
    fn any_moves_are_translated_or_refused(text in "[fblrsvhnmacpgiWFDNAHLCJZGKRBQ0-9]{0,12}") {
        if let Ok(translated) = betza::translate(&text) {
            prop_assert!(parse(&translated).is_ok());
        }
    }

    #[test]
    fn no_key_of_a_file_is_skipped(key in "[a-zA-Z]{1,12}", value in "[a-z0-9*: -]{0,8}") {
        // A key is translated, or listed with its line.
        let imported = small(&format!("{key} = {value}"));
        let is_known = keys::targets(&key).is_some() || piece_types::PieceType::of_key(&key).is_some();
        prop_assert!(is_known || imported.untranslated.iter().any(|note| note.line == 16 && note.key == key));
    }
}

//! Rust constants with the data of the games, from their definitions.

use kawari_rules::{DropDefinition, Family, GameDefinition};

/// Returns a `GameInfo` constant with everything that a game's definition states, and defaults
/// for the rest.
pub fn constant(folder: &str, definition: &GameDefinition) -> String {
    format!(
        "/// Data of `{}` from its definition.\npub(crate) const {}: GameInfo = {};\n",
        definition.general.name,
        folder.to_ascii_uppercase(),
        game_info(definition),
    )
}

fn game_info(definition: &GameDefinition) -> String {
    let general = &definition.general;
    let handicaps: Vec<(&String, &String)> = general.handicaps.iter().collect();
    let (family, counter_flip, pieces) = match &definition.family {
        Family::Drop(rules) => ("Drop", rules.promotion.counter_flip, pieces(rules)),
        Family::Hasami(_) => ("Hasami", false, "crate::games::hasami::MAN".to_owned()),
    };
    format!(
        "GameInfo {{ name: {:?}, aliases: &{:?}, uci_name: {:?}, title: {:?}, japanese: {:?}, \
         rules: &{:?}, family: RuleFamily::{family}, counter_flip: {counter_flip}, files: {}, ranks: {}, pocket: {}, startpos: {:?}, handicaps: &{handicaps:?}, \
         pieces: {pieces}, ..GameInfo::EMPTY }}",
        general.name,
        general.aliases,
        general.uci_name,
        general.title,
        general.title_ja.as_ref().unwrap_or(&general.title),
        general.rules.iter().map(|text| text.trim_end()).collect::<Vec<_>>(),
        general.files,
        general.ranks,
        definition.hand_kinds(),
        general.start,
    )
}

/// Returns the names of the pieces as a Rust expression, the unpromoted sides first.
fn pieces(rules: &DropDefinition) -> String {
    let name = |symbol: &str, texts: [&Option<String>; 3]| {
        let [english, japanese, kanji] = texts.map(|text| text.as_deref().unwrap_or(symbol));
        format!("PieceName::new({symbol:?}, {english:?}, {japanese:?}, {kanji:?})")
    };
    let mut sides = Vec::new();
    for (letter, piece) in &rules.pieces {
        sides.push(name(letter, [&piece.name, &piece.name_ja, &piece.kanji]));
    }
    for (letter, piece) in &rules.pieces {
        if let Some(side) = &piece.promoted {
            let name = name(&format!("+{letter}"), [&side.name, &side.name_ja, &side.kanji]);
            let on_board = side.kanji_board.as_ref();
            sides.push(match on_board {
                None => name,
                Some(kanji) => format!("{name}.on_board([{kanji:?}; 2])"),
            });
        }
    }
    format!("&[{}]", sides.join(", "))
}

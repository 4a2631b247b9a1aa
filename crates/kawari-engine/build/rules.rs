//! Rust expressions with the rules of the games, from their definitions.
//!
//! Patterns without `..` list the keys of a definition, so that a new key does not compile
//! until it is handled here.

use kawari_rules::{
    CapturedSide, Change, DropDefinition, Drops, Ending, Family, GameDefinition, Goals,
    HasamiDefinition, Piece, Promotion, Squares,
};

/// Writes a section of a definition as a struct expression. A prefix is written before the
/// value of its field.
macro_rules! section {
    ($value:expr, $name:ident { $($field:ident $(as $prefix:literal)?),* $(,)? }) => {{
        let kawari_rules::$name { $($field),* } = $value;
        let fields =
            [$(format!(concat!(stringify!($field), ": ", $($prefix,)? "{:?}"), $field)),*];
        format!("kawari_rules::{} {{ {} }}", stringify!($name), fields.join(", "))
    }};
}

/// Returns the implementation of the family's rules for a game's type.
pub fn implementation(type_name: &str, definition: &GameDefinition) -> String {
    let general = &definition.general;
    let (rules_trait, rules) = match &definition.family {
        Family::Drop(rules) => ("DropRules", drop_rules(&general.name, rules)),
        Family::Hasami(rules) => ("HasamiRules", hasami_rules(definition, rules)),
    };
    format!(
        "impl {rules_trait} for {type_name} {{\n    rules::built_in_rules! {{\n        \
         crate::core::geometry::Board{}x{},\n        {rules}\n    }}\n}}\n",
        general.files, general.ranks
    )
}

/// Returns the rule set of a drop game. Panics if only games from files can have a rule.
fn drop_rules(name: &str, rules: &DropDefinition) -> String {
    let check = |is_supported: bool, key: &str| {
        assert!(is_supported, "{name}: a built-in game cannot change {key}");
    };
    let DropDefinition { pieces, promotion, drops, ending, repetition, impasse, declaration } =
        rules;
    check(*drops == Drops::default(), "drops");
    check(*ending == Ending::default(), "ending");
    let Promotion {
        change: _,
        zone,
        mandatory,
        stuck_pieces: _,
        captured: _,
        counter_flip,
        write_declined,
    } = promotion;
    check(!mandatory, "promotion.mandatory");
    let mut entries = String::new();
    for (letter, piece) in pieces {
        entries += &piece_rule(letter, piece, rules, |is_supported, key| {
            check(is_supported, &format!("pieces.{letter}.{key}"));
        });
    }
    format!(
        "RuleSet {{ pieces: &[{entries}], zone: {}, counter_flip: {counter_flip}, \
         writes_declined: {write_declined}, \
         repetition: crate::games::definition::repetition_rule(&{}), \
         impasse: definition::impasse_rule(&{}), \
         declaration: definition::declaration_rule(&{}) }}",
        ranks(zone).unwrap_or_else(|| panic!("{name}: the zone is not a number of ranks")),
        repetition_rule(repetition),
        section!(impasse, Impasse { half_moves, capture_resets, points }),
        section!(declaration, Declaration { pieces, points }),
    )
}

/// Returns the entry of a piece in the piece table.
fn piece_rule(
    letter: &str,
    piece: &Piece,
    rules: &DropDefinition,
    check: impl Fn(bool, &str),
) -> String {
    let Piece {
        alias,
        record_name,
        name: _,
        name_ja: _,
        kanji: _,
        moves,
        values,
        royal,
        promoted,
        zone,
        mandatory,
        must_promote,
        no_drop,
        max_per_file,
        drop_mates,
        points,
        captured,
        captured_side: _,
        change: _,
    } = piece;
    check(zone.is_none(), "zone");
    check(mandatory.is_none(), "mandatory");
    check(captured.is_none(), "captured");
    let sides = match (promoted, rules.change(piece), rules.captured_side(piece)) {
        (None, _, CapturedSide::Removed) => None,
        (None, ..) => Some(format!("One({moves:?})")),
        (Some(other), Change::Once, CapturedSide::Unpromoted) => {
            Some(format!("Promoting({moves:?}, {:?})", other.moves))
        }
        (Some(other), Change::InZone, CapturedSide::SameSide) => {
            Some(format!("Flipping({moves:?}, {:?})", other.moves))
        }
        _ => None,
    };
    check(sides.is_some(), "change and captured-side");
    check(*royal || values.is_some(), "values to none");
    let value = |values: Option<[i32; 2]>| {
        let [board, hand] = values.unwrap_or_default();
        format!("PieceValues {{ board: {board}, hand: {hand} }}")
    };
    let first = |text: &str| text.chars().next().expect("a letter");
    let [must_promote, no_drop] =
        [("must-promote", must_promote), ("no-drop", no_drop)].map(|(key, squares)| {
            check(ranks(squares).is_some(), key);
            ranks(squares).unwrap_or_default()
        });
    format!(
        "PieceRule {{ letter: {:?}, alias: {:?}, record_name: {record_name:?}, \
         sides: PieceSides::{}, values: [{}, {}], must_promote: {must_promote}, \
         cannot_drop: {no_drop}, max_per_file: {max_per_file}, drop_mates: {drop_mates}, \
         points: {points} }}, ",
        first(letter),
        alias.as_deref().map(first),
        sides.unwrap_or_default(),
        value(*values),
        value(promoted.as_ref().and_then(|side| side.values)),
    )
}

/// Returns the number of farthest ranks, or `None` for a list of squares.
fn ranks(squares: &Squares) -> Option<u8> {
    match squares {
        Squares::Ranks(ranks) => Some(*ranks),
        Squares::List(_) => None,
    }
}

fn repetition_rule(repetition: &kawari_rules::Repetition) -> String {
    section!(
        repetition,
        Repetition {
            occurrences,
            result as "kawari_rules::RepetitionResult::",
            perpetual_check_loses,
        }
    )
}

/// Returns the rule set of a Hasami game.
fn hasami_rules(definition: &GameDefinition, rules: &HasamiDefinition) -> String {
    let general = &definition.general;
    let HasamiDefinition { men, capture, goals, ending, repetition } = rules;
    let board = general.start.split(' ').next().unwrap_or_default();
    let directions: Vec<String> = goals
        .row_directions
        .iter()
        .map(|direction| format!("kawari_rules::RowDirection::{direction:?}"))
        .collect();
    // A constant holds no list.
    let goals = &Goals { row_directions: Vec::new(), ..goals.clone() };
    format!(
        "{{ const DEFINITION: &kawari_rules::HasamiDefinition = &kawari_rules::HasamiDefinition {{ \
         men: {}, capture: {}, goals: {}, ending: {}, repetition: {} }}; \
         definition::rule_set(DEFINITION, &[{}], [{}, {}], {}) }}",
        section!(
            men,
            Men {
                slide,
                diagonal,
                jump,
                jump_over as "kawari_rules::Side::",
                home_ranks,
                houses,
                between_enemies as "kawari_rules::BetweenEnemies::",
                pass,
            }
        ),
        section!(
            capture,
            Capture {
                custody as "kawari_rules::Custody::",
                corners as "kawari_rules::Corners::",
                enclosure as "kawari_rules::Enclosure::",
                enclosure_last,
                intervention,
            }
        ),
        section!(
            goals,
            Goals {
                row,
                row_exact,
                row_directions as "vec!",
                row_area as "kawari_rules::RowArea::",
                men_left,
                men_captured,
                lead,
                lead_when as "kawari_rules::LeadWhen::",
                reach_ranks,
            }
        ),
        section!(
            ending,
            HasamiEnding {
                no_legal_move as "kawari_rules::Outcome::",
                quiet_half_moves,
                quiet_result as "kawari_rules::QuietResult::",
            }
        ),
        repetition_rule(repetition),
        directions.join(", "),
        board.matches('P').count(),
        board.matches('p').count(),
        general.files.max(general.ranks),
    )
}

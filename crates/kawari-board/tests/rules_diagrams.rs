//! The diagrams of the rules pages agree with the rules: every position is valid, every move
//! is legal, and the marked captures are those of the move.
//!
//! Reads the served files in `page/rules`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesPage {
    game: String,
    title: Translated,
    summary: Translated,
    sections: Vec<Section>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    id: String,
    title: Translated,
    blocks: Vec<Block>,
}

#[derive(Deserialize)]
struct Translated {
    en: String,
    ja: String,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Block {
    Text { text: Translated },
    List { items: Vec<Translated> },
    Diagrams { diagrams: Vec<Diagram> },
    Pieces { rows: Vec<Row> },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Row {
    role: String,
    promoted: Option<String>,
    moves: Translated,
    diagram: Option<Diagram>,
    promoted_diagram: Option<Diagram>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Diagram {
    sfen: String,
    game: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    arrows: Vec<Arrow>,
    #[serde(default)]
    marks: Vec<Mark>,
    reach: Option<String>,
    crop: Option<[String; 2]>,
    result: Option<String>,
    #[serde(default)]
    refused: Vec<String>,
    #[serde(default)]
    declares: bool,
    /// Absent in the table of pieces, where the piece's name is the caption.
    caption: Option<Translated>,
}

impl Diagram {
    /// Returns the caption of a diagram outside of the table of pieces.
    fn caption(&self) -> &Translated {
        self.caption.as_ref().unwrap_or_else(|| panic!("no caption: {}", self.sfen))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arrow {
    from: String,
    to: String,
    kind: ArrowKind,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum ArrowKind {
    Move,
    Capture,
    No,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    square: String,
    kind: MarkKind,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum MarkKind {
    Dot,
    Cross,
    Ring,
    Fall,
}

fn pages() -> Vec<RulesPage> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/rules");
    let page = |variant: &Variant| {
        let path = folder.join(format!("{variant}.json"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"))
    };
    Variant::ALL.iter().map(page).collect()
}

impl RulesPage {
    fn diagrams(&self) -> impl Iterator<Item = (&Section, &Diagram)> {
        self.sections.iter().flat_map(|section| {
            let diagrams = section.blocks.iter().flat_map(Block::diagrams);
            diagrams.map(move |diagram| (section, diagram))
        })
    }
}

impl Block {
    fn diagrams(&self) -> Vec<&Diagram> {
        match self {
            Self::Text { .. } | Self::List { .. } => Vec::new(),
            Self::Diagrams { diagrams } => diagrams.iter().collect(),
            Self::Pieces { rows } => rows
                .iter()
                .flat_map(|row| row.diagram.iter().chain(&row.promoted_diagram))
                .collect(),
        }
    }

    fn texts(&self) -> Vec<&Translated> {
        match self {
            Self::Text { text } => vec![text],
            Self::List { items } => items.iter().collect(),
            Self::Diagrams { diagrams } => diagrams.iter().map(Diagram::caption).collect(),
            Self::Pieces { rows } => rows.iter().map(|row| &row.moves).collect(),
        }
    }
}

/// Returns the pieces of an SFEN by their squares.
fn board(sfen: &str) -> BTreeMap<String, String> {
    let rows: Vec<&str> = sfen.split(' ').next().expect("a board").split('/').collect();
    let mut pieces = BTreeMap::new();
    for (row, rank) in rows.iter().zip('a'..) {
        let mut cells: Vec<String> = Vec::new();
        let mut promotion = String::new();
        for letter in row.chars() {
            match letter {
                '1'..='9' => {
                    let empty = letter.to_digit(10).expect("a digit") as usize;
                    cells.extend(std::iter::repeat_n(String::new(), empty));
                }
                '+' => promotion.push('+'),
                '!' => {}
                letter => cells.push(std::mem::take(&mut promotion) + &letter.to_string()),
            }
        }
        let files = cells.len();
        for (column, piece) in cells.into_iter().enumerate().filter(|(_, piece)| !piece.is_empty())
        {
            pieces.insert(format!("{}{rank}", files - column), piece);
        }
    }
    pieces
}

/// Returns whether a piece of an SFEN is Black's.
fn is_black(piece: &str) -> bool {
    piece.chars().any(|letter| letter.is_ascii_uppercase())
}

/// Returns the squares of the pieces that a move captures. `before` and `after` are SFENs.
fn captured(before: &str, usi: &str, after: &str) -> BTreeSet<String> {
    let (old, new) = (board(before), board(after));
    let gone = |square: &&String| {
        usi.get(..2) != Some(square.as_str())
            && new.get(*square).is_none_or(|piece| is_black(piece) != is_black(&old[*square]))
    };
    old.keys().filter(gone).cloned().collect()
}

/// Returns the target squares of the piece on a square or in hand (`P*`).
fn targets(legal: &[String], from: &str) -> BTreeSet<String> {
    let to = |usi: &String| usi.strip_prefix(from)?.get(..2).map(str::to_owned);
    legal.iter().filter_map(to).collect()
}

/// Returns the game after moves from a position.
fn after(game: Variant, sfen: &str, moves: &[&str]) -> Result<Box<dyn GameState>, String> {
    let mut game_state = game_state::open(game);
    game_state.set(StartPosition::Sfen(sfen), moves).map_err(|error| error.to_string())?;
    Ok(game_state)
}

/// Returns the errors of a diagram.
fn errors(game: Variant, diagram: &Diagram) -> Vec<String> {
    let mut errors = Vec::new();
    let mut check = |holds: bool, error: String| {
        if !holds {
            errors.push(error);
        }
    };
    let start = match after(game, &diagram.sfen, &[]) {
        Ok(game_state) => game_state,
        Err(error) => return vec![error],
    };
    check(start.sfen() == diagram.sfen, format!("SFEN in normal form: {}", start.sfen()));
    let legal = start.legal_moves_in_usi();
    if let Some(square) = &diagram.reach {
        check(!targets(&legal, square).is_empty(), format!("{square} cannot move"));
    }
    for arrow in &diagram.arrows {
        let there = targets(&legal, &arrow.from).contains(&arrow.to);
        check(there == (arrow.kind != ArrowKind::No), format!("arrow {}-{}", arrow.from, arrow.to));
        if there {
            let usi = legal.iter().find(|usi| usi.starts_with(&(arrow.from.clone() + &arrow.to)));
            let usi = usi.expect("a legal move");
            let game_state = after(game, &diagram.sfen, &[usi]).expect("a legal move");
            let captures = captured(&diagram.sfen, usi, &game_state.sfen());
            check(
                (arrow.kind == ArrowKind::Capture) != captures.is_empty(),
                format!("{usi} captures {captures:?}"),
            );
        }
    }
    for usi in &diagram.refused {
        check(!legal.contains(usi), format!("{usi} is legal"));
    }
    let marks = |kind: MarkKind| -> BTreeSet<String> {
        let marks = diagram.marks.iter().filter(|mark| mark.kind == kind);
        marks.map(|mark| mark.square.clone()).collect()
    };
    let shown: Vec<&String> =
        diagram.reach.iter().chain(diagram.arrows.iter().map(|arrow| &arrow.from)).collect();
    let reached: BTreeSet<String> = shown.iter().flat_map(|from| targets(&legal, from)).collect();
    let from_reach = diagram.reach.iter().flat_map(|from| targets(&legal, from)).collect();
    check(
        marks(MarkKind::Dot).is_subset(&reached),
        "a dot on a square that cannot be reached".to_owned(),
    );
    check(
        marks(MarkKind::Cross).is_disjoint(&from_reach),
        "a cross on a square that can be reached".to_owned(),
    );
    check(
        marks(MarkKind::Cross).is_empty() || !shown.is_empty(),
        "a cross without a piece".to_owned(),
    );
    let captures = match diagram.moves.first() {
        None => BTreeSet::new(),
        Some(usi) => match after(game, &diagram.sfen, &[usi]) {
            Ok(game_state) => captured(&diagram.sfen, usi, &game_state.sfen()),
            Err(error) => return vec![error],
        },
    };
    check(marks(MarkKind::Fall) == captures, format!("the first move captures {captures:?}"));
    let words: Vec<&str> = diagram.moves.iter().map(String::as_str).collect();
    let last = match after(game, &diagram.sfen, &words) {
        Ok(game_state) => game_state,
        Err(error) => return vec![error],
    };
    let result = last.status().map(|outcome| outcome.to_string());
    check(result == diagram.result, format!("result: {result:?}"));
    check(last.declaration().is_some() == diagram.declares, "declaration".to_owned());
    errors
}

#[test]
fn diagrams_agree_with_the_rules() {
    let mut messages = Vec::new();
    let mut count = 0;
    for page in pages() {
        for (section, diagram) in page.diagrams() {
            let game = diagram.game.as_ref().unwrap_or(&page.game).parse().expect("a game");
            count += 1;
            for error in errors(game, diagram) {
                let place = format!("{}/{}: {}", page.game, section.id, diagram.sfen);
                messages.push(format!("{place}\n  {error}"));
            }
        }
    }
    assert!(messages.is_empty(), "{}", messages.join("\n"));
    assert!(count > 200, "{count} diagrams");
}

#[test]
fn every_section_except_hints_has_diagrams() {
    for page in pages() {
        for section in &page.sections {
            let diagrams: usize = section.blocks.iter().map(|block| block.diagrams().len()).sum();
            assert!((diagrams > 0) == (section.id != "hints"), "{}/{}", page.game, section.id);
        }
    }
}

#[test]
fn every_text_is_in_both_languages() {
    let japanese =
        |text: &str| text.chars().any(|letter| ('\u{3040}'..'\u{a000}').contains(&letter));
    for page in pages() {
        let blocks = page.sections.iter().flat_map(|section| section.blocks.iter());
        let texts =
            blocks.flat_map(Block::texts).chain(page.sections.iter().map(|section| &section.title));
        for Translated { en, ja } in texts.chain([&page.title, &page.summary]) {
            assert!(!en.is_empty() && !japanese(en), "{}: {en}", page.game);
            assert!(japanese(ja), "{}: {ja}", page.game);
            for text in [en, ja] {
                assert!(text.matches('*').count() % 2 == 0, "{}: {text}", page.game);
            }
        }
    }
}

#[test]
fn the_table_lists_every_piece_of_the_start() {
    for page in pages() {
        let variant: Variant = page.game.parse().expect("a game");
        let start = game_state::open(variant).sfen();
        let letters: BTreeSet<String> = board(&start)
            .into_values()
            .map(|piece| piece.replace('+', "p").to_lowercase())
            .collect();
        let rows = page.sections.iter().flat_map(|section| &section.blocks).flat_map(|block| {
            let Block::Pieces { rows } = block else { return Vec::new() };
            rows.iter()
                .flat_map(|row| [Some(row.role.clone()), row.promoted.clone()])
                .flatten()
                .collect()
        });
        let rows: BTreeSet<String> = rows.collect();
        if letters.len() > 1 {
            assert!(letters.is_subset(&rows), "{}: {letters:?} {rows:?}", page.game);
        }
    }
}

#[test]
fn cropped_diagrams_contain_their_marks_and_arrows() {
    for page in pages() {
        for (section, diagram) in page.diagrams() {
            let Some([one, other]) = &diagram.crop else { continue };
            let within = |square: &str| {
                (0..2).all(|i| {
                    let at = |square: &str| square.as_bytes()[i];
                    (at(one).min(at(other))..=at(one).max(at(other))).contains(&at(square))
                })
            };
            let marks = diagram.marks.iter().map(|mark| &mark.square);
            let arrows = diagram.arrows.iter().flat_map(|arrow| [&arrow.from, &arrow.to]);
            for square in marks.chain(arrows).chain(&diagram.reach) {
                let shown = square.ends_with('*') || within(square);
                assert!(shown, "{}/{}: {square}: {}", page.game, section.id, diagram.sfen);
            }
        }
    }
}

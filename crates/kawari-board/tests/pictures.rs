//! The pictures in the rules of the board page show what the rules say: every
//! position is one, every move is legal, what is marked as falling falls.
//!
//! The pages are read as they are served, from `web/dist/rules`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    game: String,
    title: Words,
    summary: Words,
    sections: Vec<Section>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    id: String,
    title: Words,
    blocks: Vec<Block>,
}

#[derive(Deserialize)]
struct Words {
    en: String,
    ja: String,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum Block {
    Text { text: Words },
    List { items: Vec<Words> },
    Diagrams { diagrams: Vec<Diagram> },
    Pieces { rows: Vec<Row> },
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Row {
    role: String,
    promoted: Option<String>,
    moves: Words,
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
    caption: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arrow {
    from: String,
    to: String,
    kind: Kind,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Move,
    Capture,
    No,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    square: String,
    kind: Sign,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Sign {
    Dot,
    Cross,
    Ring,
    Fall,
}

fn pages() -> Vec<Page> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/rules");
    let page = |variant: &Variant| {
        let path = folder.join(format!("{variant}.json"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"))
    };
    Variant::ALL.iter().map(page).collect()
}

impl Page {
    fn diagrams(&self) -> impl Iterator<Item = (&Section, &Diagram)> {
        self.sections.iter().flat_map(|section| {
            let pictures = section.blocks.iter().flat_map(Block::diagrams);
            pictures.map(move |diagram| (section, diagram))
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

    fn words(&self) -> Vec<&Words> {
        match self {
            Self::Text { text } => vec![text],
            Self::List { items } => items.iter().collect(),
            Self::Diagrams { diagrams } => {
                diagrams.iter().map(|diagram| &diagram.caption).collect()
            }
            Self::Pieces { rows } => rows.iter().map(|row| &row.moves).collect(),
        }
    }
}

/// The pieces of an SFEN by their squares.
fn board(sfen: &str) -> BTreeMap<String, String> {
    let rows: Vec<&str> = sfen.split(' ').next().expect("a board").split('/').collect();
    let mut pieces = BTreeMap::new();
    for (row, rank) in rows.iter().zip('a'..) {
        let mut cells: Vec<String> = Vec::new();
        let mut dress = String::new();
        for letter in row.chars() {
            match letter {
                '1'..='9' => {
                    let empty = letter.to_digit(10).expect("a digit") as usize;
                    cells.extend(std::iter::repeat_n(String::new(), empty));
                }
                '+' => dress.push('+'),
                '!' => {}
                letter => cells.push(std::mem::take(&mut dress) + &letter.to_string()),
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

fn is_black(piece: &str) -> bool {
    piece.chars().any(|letter| letter.is_ascii_uppercase())
}

/// The squares whose men a move takes off the board.
fn captured(before: &str, word: &str, after: &str) -> BTreeSet<String> {
    let (old, new) = (board(before), board(after));
    let gone = |square: &&String| {
        word.get(..2) != Some(square.as_str())
            && new.get(*square).is_none_or(|piece| is_black(piece) != is_black(&old[*square]))
    };
    old.keys().filter(gone).cloned().collect()
}

/// Where the piece of a square, or one in hand (`P*`), can go.
fn targets(legal: &[String], from: &str) -> BTreeSet<String> {
    let to = |word: &String| word.strip_prefix(from)?.get(..2).map(str::to_owned);
    legal.iter().filter_map(to).collect()
}

fn after(game: Variant, sfen: &str, moves: &[&str]) -> Result<Box<dyn GameState>, String> {
    let mut line = game_state::open(game);
    line.set(StartPosition::Sfen(sfen), moves).map_err(|error| error.to_string())?;
    Ok(line)
}

/// What is wrong with a picture.
fn faults(game: Variant, diagram: &Diagram) -> Vec<String> {
    let mut faults = Vec::new();
    let mut must = |holds: bool, fault: String| {
        if !holds {
            faults.push(fault);
        }
    };
    let start = match after(game, &diagram.sfen, &[]) {
        Ok(line) => line,
        Err(error) => return vec![error],
    };
    must(start.sfen() == diagram.sfen, format!("normal form: {}", start.sfen()));
    let legal = start.legal_moves();
    if let Some(square) = &diagram.reach {
        must(!targets(&legal, square).is_empty(), format!("{square} cannot move"));
    }
    for arrow in &diagram.arrows {
        let there = targets(&legal, &arrow.from).contains(&arrow.to);
        must(there == (arrow.kind != Kind::No), format!("arrow {}-{}", arrow.from, arrow.to));
        if there {
            let word =
                legal.iter().find(|word| word.starts_with(&(arrow.from.clone() + &arrow.to)));
            let word = word.expect("a legal move");
            let line = after(game, &diagram.sfen, &[word]).expect("a legal move");
            let falls = captured(&diagram.sfen, word, &line.sfen());
            must(
                (arrow.kind == Kind::Capture) != falls.is_empty(),
                format!("{word} takes {falls:?}"),
            );
        }
    }
    for word in &diagram.refused {
        must(!legal.contains(word), format!("{word} is legal"));
    }
    let marks = |kind: Sign| -> BTreeSet<String> {
        let marks = diagram.marks.iter().filter(|mark| mark.kind == kind);
        marks.map(|mark| mark.square.clone()).collect()
    };
    let shown: Vec<&String> =
        diagram.reach.iter().chain(diagram.arrows.iter().map(|arrow| &arrow.from)).collect();
    let reached: BTreeSet<String> = shown.iter().flat_map(|from| targets(&legal, from)).collect();
    let from_reach = diagram.reach.iter().flat_map(|from| targets(&legal, from)).collect();
    must(marks(Sign::Dot).is_subset(&reached), "a dot that cannot be reached".to_owned());
    must(marks(Sign::Cross).is_disjoint(&from_reach), "a cross that can be reached".to_owned());
    must(marks(Sign::Cross).is_empty() || !shown.is_empty(), "a cross for nothing".to_owned());
    let falls = match diagram.moves.first() {
        None => BTreeSet::new(),
        Some(word) => match after(game, &diagram.sfen, &[word]) {
            Ok(line) => captured(&diagram.sfen, word, &line.sfen()),
            Err(error) => return vec![error],
        },
    };
    must(marks(Sign::Fall) == falls, format!("the first move takes {falls:?}"));
    let words: Vec<&str> = diagram.moves.iter().map(String::as_str).collect();
    let last = match after(game, &diagram.sfen, &words) {
        Ok(line) => line,
        Err(error) => return vec![error],
    };
    let result = last.status().map(|outcome| outcome.to_string());
    must(result == diagram.result, format!("result: {result:?}"));
    must(last.declaration().is_some() == diagram.declares, "declaration".to_owned());
    faults
}

#[test]
fn every_picture_shows_the_rules_at_work() {
    let mut faulty = Vec::new();
    let mut count = 0;
    for page in pages() {
        for (section, diagram) in page.diagrams() {
            let game = diagram.game.as_ref().unwrap_or(&page.game).parse().expect("a game");
            count += 1;
            for fault in faults(game, diagram) {
                let what = format!("{}/{}: {}", page.game, section.id, diagram.caption.en);
                faulty.push(format!("{what}\n  {}\n  {fault}", diagram.sfen));
            }
        }
    }
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
    assert!(count > 200, "{count} pictures");
}

#[test]
fn every_section_has_pictures_but_for_hints() {
    for page in pages() {
        for section in &page.sections {
            let pictures: usize = section.blocks.iter().map(|block| block.diagrams().len()).sum();
            assert!((pictures > 0) == (section.id != "hints"), "{}/{}", page.game, section.id);
        }
    }
}

#[test]
fn every_text_stands_in_both_languages() {
    let japanese =
        |text: &str| text.chars().any(|letter| ('\u{3040}'..'\u{a000}').contains(&letter));
    for page in pages() {
        let blocks = page.sections.iter().flat_map(|section| section.blocks.iter());
        let texts =
            blocks.flat_map(Block::words).chain(page.sections.iter().map(|section| &section.title));
        for Words { en, ja } in texts.chain([&page.title, &page.summary]) {
            assert!(!en.is_empty() && !japanese(en), "{}: {en}", page.game);
            // A name in katakana alone is Japanese as well.
            assert!(japanese(ja), "{}: {ja}", page.game);
            for text in [en, ja] {
                assert!(text.matches('*').count() % 2 == 0, "{}: {text}", page.game);
            }
        }
    }
}

#[test]
fn every_piece_of_the_start_is_in_the_table() {
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
fn a_cropped_picture_shows_what_it_speaks_of() {
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
                assert!(shown, "{}/{}: {square}: {}", page.game, section.id, diagram.caption.en);
            }
        }
    }
}

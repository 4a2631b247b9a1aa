//! Tests of the import, on a small game.

mod known;
mod pieces;
mod reports;
mod robustness;
mod rules;

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::betza::{Moves, parse};
use crate::drop::{CapturedSide, Change, DropDefinition, Piece, TryWhen};
use crate::model::{Family, Outcome, Repetition, RepetitionResult};
use crate::squares::Squares;
use crate::{read, write};

/// A small game on 4 files by 5 ranks, to which tests add keys.
const SMALL: &str = "[small]
maxFile = 4
maxRank = e
maxRank = 5
king = k
shogiPawn = p
silver = s
gold = g
startFen = sk1g/3p/4/P3/G1KS[] w - - 0 1
promotedPieceType = p:g s:g
promotionRegionWhite = *5
promotionRegionBlack = *1
pieceDrops = true
capturesToHand = true
nMoveRule = 0
";

fn import(text: &str) -> Imported {
    let mut imported = variants_ini(text);
    assert_eq!(imported.len(), 1, "{imported:?}");
    imported.remove(0)
}

/// Imports the small game with more keys.
fn small(keys: &str) -> Imported {
    import(&format!("{SMALL}{keys}"))
}

fn drop_rules(imported: &Imported) -> &DropDefinition {
    match &imported.definition {
        Ok(GameDefinition { family: Family::Drop(rules), .. }) => rules,
        other => panic!("{other:?}, {:?}", imported.untranslated),
    }
}

/// Returns the rules of the small game with more keys, all of which are translated.
fn complete(keys: &str) -> DropDefinition {
    let imported = small(keys);
    assert!(imported.is_complete(), "{:?}", imported.untranslated);
    drop_rules(&imported).clone()
}

/// Returns the keys of the small game with more keys that change the play.
fn changing(keys: &str) -> Vec<String> {
    let imported = small(keys);
    drop_rules(&imported);
    let changing = imported.untranslated.iter().filter(|key| key.changes_play);
    changing.map(|key| key.key.clone()).collect()
}

fn errors(imported: &Imported) -> Vec<String> {
    let errors = imported.definition.as_ref().expect_err("the section has a definition");
    errors.iter().map(ToString::to_string).collect()
}

fn names(names: &[&str]) -> Squares {
    Squares::List(names.iter().map(|&name| name.to_owned()).collect())
}

/// A shipped or built-in definition by its path from the folder of the crates.
fn shipped(path: &str) -> GameDefinition {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let lookup = |name: &str| {
        let path = crates.join(format!("kawari-engine/src/games/drop/{name}/game.toml"));
        fs::read_to_string(path).ok()
    };
    let text = fs::read_to_string(crates.join(path)).unwrap();
    read(&text, &lookup).unwrap()
}

/// The size of a board, the start position, the moves of each piece, and the rules without
/// names, values and moves.
type Core = ((u8, u8), String, Vec<(String, Moves, Option<Moves>)>, DropDefinition);

fn core(definition: &GameDefinition) -> Core {
    let general = &definition.general;
    let Family::Drop(rules) = &definition.family else { panic!("family") };
    let mut rules = (**rules).clone();
    rules.promotion.write_declined = false;
    rules.declaration = Default::default();
    rules.impasse = Default::default();
    let mut moves = Vec::new();
    for (letter, piece) in &mut rules.pieces {
        let sorted = |text: &str| {
            let mut moves = parse(text).unwrap();
            moves.leaps.sort_by_key(|leap| leap.to);
            moves.slides.sort_by_key(|slide| slide.direction);
            moves
        };
        let promoted = piece.promoted.as_ref().map(|promoted| sorted(&promoted.moves));
        moves.push((letter.clone(), sorted(&piece.moves), promoted));
        *piece = Piece {
            royal: piece.royal,
            must_promote: piece.must_promote.clone(),
            no_drop: piece.no_drop.clone(),
            max_per_file: piece.max_per_file,
            drop_mates: piece.drop_mates,
            ..Piece::default()
        };
    }
    moves.sort_by_key(|(letter, ..)| letter.clone());
    ((general.files, general.ranks), general.start.clone(), moves, rules)
}

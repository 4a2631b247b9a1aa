//! Consistency checks of a definition beyond its syntax.

use crate::betza;
use crate::drop::{Change, DropDefinition, Piece};
use crate::hasami::{Corners, Custody, Enclosure, HasamiDefinition, RowArea};
use crate::model::{Family, GameDefinition, General};
use crate::squares::Squares;

/// Largest number of pieces of a game.
const MAX_PIECES: usize = 26;

/// An inconsistency, with the path of its key.
pub(crate) struct Defect {
    pub(crate) path: Vec<String>,
    pub(crate) message: String,
}

struct Checks(Vec<Defect>);

impl Checks {
    fn add(&mut self, path: &[&str], message: impl Into<String>) {
        let path = path.iter().map(|&key| key.to_owned()).collect();
        self.0.push(Defect { path, message: message.into() });
    }

    fn range(&mut self, path: &[&str], value: u32, low: u32, high: u32) {
        if value != 0 && !(low..=high).contains(&value) {
            self.add(path, format!("{value}, expected 0 or {low} to {high}"));
        }
    }
}

/// Returns the inconsistencies of a definition.
pub(crate) fn defects(definition: &GameDefinition) -> Vec<Defect> {
    let mut checks = Checks(Vec::new());
    let general = &definition.general;
    check_general(&mut checks, general);
    let letters = match &definition.family {
        Family::Drop(rules) => {
            check_drop(&mut checks, general, rules);
            Some(&**rules)
        }
        Family::Hasami(rules) => {
            check_hasami(&mut checks, general, rules);
            None
        }
    };
    let starts = std::iter::once((vec!["start"], &general.start))
        .chain(general.handicaps.iter().map(|(name, sfen)| (vec!["handicaps", name], sfen)));
    for (path, sfen) in starts {
        if let Err(message) = check_sfen(sfen, general, letters) {
            checks.add(&path, message);
        }
    }
    checks.0
}

fn check_general(checks: &mut Checks, general: &General) {
    let is_name = |name: &str| {
        (1..=40).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    for (key, names) in
        [("name", std::slice::from_ref(&general.name)), ("aliases", &general.aliases)]
    {
        if let Some(name) = names.iter().find(|name| !is_name(name)) {
            checks.add(&[key], format!("\"{name}\", expected 1 to 40 of a-z, 0-9 and -"));
        }
    }
    if general.title.is_empty() || general.title.chars().count() > 100 {
        checks.add(&["title"], "expected a title of 1 to 100 characters");
    }
    for (key, size) in [("files", general.files), ("ranks", general.ranks)] {
        if !(3..=11).contains(&size) {
            checks.add(&[key], format!("{size}, expected 3 to 11"));
        }
    }
    if general.files == 3 && general.ranks == 3 {
        checks.add(&["ranks"], "3x3 board, expected at least 3x4");
    }
}

fn check_drop(checks: &mut Checks, general: &General, rules: &DropDefinition) {
    let size = (general.files, general.ranks);
    if rules.pieces.is_empty() || rules.pieces.len() > MAX_PIECES {
        checks
            .add(&["pieces"], format!("{} pieces, expected 1 to {MAX_PIECES}", rules.pieces.len()));
    }
    let royal = rules.pieces.values().filter(|piece| piece.royal).count();
    if royal > 1 {
        checks.add(&["pieces"], format!("{royal} royal pieces, expected at most one"));
    }
    if royal == 0 && rules.ending.capture_wins.is_empty() {
        checks.add(&["pieces"], "no royal piece and no ending.capture-wins");
    }
    for letter in &rules.ending.capture_wins {
        if !rules.pieces.contains_key(letter) {
            checks.add(&["ending", "capture-wins"], format!("no piece \"{letter}\""));
        }
    }
    let zones = [
        (["promotion", "zone"], Some(&rules.promotion.zone)),
        (["drops", "zone"], rules.drops.zone.as_ref()),
        (["ending", "try-squares"], Some(&rules.ending.try_squares)),
    ];
    for (path, zone) in zones {
        // The default of three ranks does not have to fit a small board.
        let default = *zone.unwrap_or(&Squares::Ranks(0)) == Squares::Ranks(3);
        if let Some(message) =
            zone.filter(|_| !default).and_then(|zone| zone.defect(size.0, size.1))
        {
            checks.add(&path, message);
        }
    }
    if !matches!(rules.repetition.occurrences, 0 | 2..=9) {
        checks.add(
            &["repetition", "occurrences"],
            format!("{}, expected 0 or 2 to 9", rules.repetition.occurrences),
        );
    }
    for (letter, piece) in &rules.pieces {
        check_piece(checks, size, rules, letter, piece);
    }
}

fn check_piece(
    checks: &mut Checks,
    size: (u8, u8),
    rules: &DropDefinition,
    letter: &str,
    piece: &Piece,
) {
    let is_letter = |text: &str| text.len() == 1 && text.as_bytes()[0].is_ascii_uppercase();
    if !is_letter(letter) {
        checks.add(&["pieces", letter], format!("\"{letter}\", expected one letter A to Z"));
    }
    if let Some(alias) = piece.alias.as_deref()
        && (!is_letter(alias) || rules.pieces.contains_key(alias))
    {
        checks.add(
            &["pieces", letter, "alias"],
            format!("\"{alias}\", expected an unused letter A to Z"),
        );
    }
    let sides = [
        (vec!["pieces", letter, "moves"], Some(&piece.moves)),
        (
            vec!["pieces", letter, "promoted", "moves"],
            piece.promoted.as_ref().map(|side| &side.moves),
        ),
    ];
    for (path, moves) in sides {
        match moves.map(|moves| betza::parse(moves)) {
            Some(Err(error)) => checks.add(&path, error.to_string()),
            Some(Ok(moves)) if moves.is_empty() => {
                checks.add(&path, "piece without a move, expected Betza notation such as \"WfF\"");
            }
            _ => {}
        }
    }
    for (key, zone) in [
        ("zone", piece.zone.as_ref()),
        ("must-promote", Some(&piece.must_promote)),
        ("no-drop", Some(&piece.no_drop)),
    ] {
        if let Some(message) = zone.and_then(|zone| zone.defect(size.0, size.1)) {
            checks.add(&["pieces", letter, key], message);
        }
    }
    if piece.must_promote != Squares::default() && piece.promoted.is_none() {
        checks.add(&["pieces", letter, "must-promote"], "piece has no promoted side");
    }
    if piece.change.is_some_and(|change| change != Change::Never) && piece.promoted.is_none() {
        checks.add(&["pieces", letter, "change"], "piece has no promoted side");
    }
    if let Some(captured) = &piece.captured
        && !rules.pieces.contains_key(captured)
    {
        checks.add(&["pieces", letter, "captured"], format!("no piece \"{captured}\""));
    }
}

fn check_hasami(checks: &mut Checks, general: &General, rules: &HasamiDefinition) {
    let goals = &rules.goals;
    checks.range(&["goals", "row"], goals.row.into(), 3, 9);
    checks.range(
        &["goals", "reach-ranks"],
        goals.reach_ranks.into(),
        1,
        u32::from(general.ranks / 2),
    );
    checks.range(&["men", "slide"], rules.men.slide.into(), 1, 10);
    checks.range(&["men", "diagonal"], rules.men.diagonal.into(), 1, 10);
    checks.range(&["men", "jump"], rules.men.jump.into(), 1, 9);
    checks.range(&["repetition", "occurrences"], rules.repetition.occurrences.into(), 2, 9);
    if u32::from(rules.men.home_ranks) * 2 >= u32::from(general.ranks) {
        checks.add(
            &["men", "home-ranks"],
            format!("{} ranks leave no rank between the homes", rules.men.home_ranks),
        );
    }
    let homeless = rules.men.home_ranks == 0;
    if homeless && (rules.capture.corners == Corners::Battlefield) {
        checks.add(&["capture", "corners"], "a battlefield needs men.home-ranks");
    }
    if homeless && goals.row_area == RowArea::Battlefield {
        checks.add(&["goals", "row-area"], "a battlefield needs men.home-ranks");
    }
    if homeless && rules.men.houses {
        checks.add(&["men", "houses"], "houses need men.home-ranks");
    }
    let captures = rules.capture.custody != Custody::None
        || rules.capture.enclosure != Enclosure::None
        || rules.capture.corners != Corners::None
        || rules.capture.intervention;
    let counted = goals.men_left > 0 || goals.men_captured > 0 || goals.lead > 0;
    if counted && !captures {
        checks.add(&["goals"], "goal by men without any capture");
    }
}

/// Checks the fields, the board and the letters of an SFEN. `rules` is absent in the
/// Hasami family, whose only letter is P.
fn check_sfen(sfen: &str, general: &General, rules: Option<&DropDefinition>) -> Result<(), String> {
    let fields: Vec<&str> = sfen.split(' ').collect();
    let &[board, side, hands, number] = fields.as_slice() else {
        return Err(format!("SFEN has {} fields, expected 4", fields.len()));
    };
    let piece = |letter: char| {
        let letter = letter.to_ascii_uppercase().to_string();
        rules.and_then(|rules| {
            rules.pieces.get(&letter).or_else(|| {
                rules.pieces.values().find(|piece| piece.alias.as_ref() == Some(&letter))
            })
        })
    };
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != usize::from(general.ranks) {
        return Err(format!("{} ranks, expected {}", ranks.len(), general.ranks));
    }
    let mut royal = [0; 2];
    for (index, rank) in ranks.iter().enumerate() {
        let (mut files, mut run, mut plus) = (0_usize, 0_usize, false);
        for letter in rank.chars().take(200) {
            if let Some(digit) = letter.to_digit(10) {
                run = run * 10 + digit as usize;
                continue;
            }
            files = files.saturating_add(std::mem::take(&mut run));
            match letter {
                '+' if !plus => plus = true,
                'P' | 'p' if rules.is_none() => (files, plus) = (files + 1, false),
                _ => {
                    let piece =
                        piece(letter).ok_or_else(|| format!("unknown letter \"{letter}\""))?;
                    if std::mem::take(&mut plus) && piece.promoted.is_none() {
                        return Err(format!("\"{letter}\" has no promoted side"));
                    }
                    royal[usize::from(letter.is_lowercase())] += usize::from(piece.royal);
                    files += 1;
                }
            }
            if run > 11 {
                return Err(format!("run of {run} empty squares"));
            }
        }
        files += run;
        if files != usize::from(general.files) || plus {
            let name = char::from(b'a' + index as u8);
            return Err(format!("rank {name} has {files} squares, expected {}", general.files));
        }
    }
    if let Some(rules) = rules
        && rules.pieces.values().any(|piece| piece.royal)
        && royal != [1, 1]
    {
        return Err(format!("{} and {} royal pieces, expected one each", royal[0], royal[1]));
    }
    if !matches!(side, "b" | "w") {
        return Err(format!("side \"{side}\", expected \"b\" or \"w\""));
    }
    let mut hand = hands.chars().filter(|c| !c.is_ascii_digit() && *c != '+');
    if hands != "-"
        && (hands.is_empty()
            || rules.is_none()
            || !hand.all(|c| piece(c).is_some_and(|piece| !piece.royal)))
    {
        return Err(format!("hands \"{hands}\", expected \"-\" or pieces of the game"));
    }
    if !number.parse::<u16>().is_ok_and(|number| number > 0) {
        return Err(format!("move number \"{number}\", expected 1 or more"));
    }
    Ok(())
}

//! The moves of a piece in words.

mod directions;
mod jumps;
#[cfg(test)]
mod tests;

use super::Language;
use super::diagram::{MoveDiagram, SlideRay};
use super::words::{join, number};
use crate::betza::Offset;

/// Returns the moves of a piece in words, without a subject.
pub(super) fn text(moves: &MoveDiagram, language: Language) -> String {
    let mut clauses = slides(moves, language);
    clauses.extend(steps(moves, language));
    clauses.extend(jumps::clauses(&moves.jumps, language));
    clauses.extend(walks(moves, language));
    let is_step_only = clauses.len() == 1 && moves.jumps.is_empty() && moves.slides.is_empty();
    match language {
        Language::English => {
            let mut text = clauses.join("; ");
            if is_step_only && let Some(rest) = text.strip_prefix("steps ") {
                text = format!("one step {rest}");
            }
            text
        }
        Language::Japanese => clauses.join("、"),
    }
}

/// Returns true if the words for some moves are shorter than a comparison with another piece.
pub(super) fn is_simple(moves: &MoveDiagram) -> bool {
    moves.jumps.is_empty() && moves.walks.is_empty() && moves.steps.len() + moves.slides.len() == 1
}

/// Returns one clause for each limit.
fn slides(moves: &MoveDiagram, language: Language) -> Vec<String> {
    let mut limits: Vec<Option<u8>> = Vec::new();
    for slide in &moves.slides {
        if !limits.contains(&slide.limit) {
            limits.push(slide.limit);
        }
    }
    let clause = |limit: Option<u8>| {
        let directions: Vec<Offset> = moves
            .slides
            .iter()
            .filter(|slide| slide.limit == limit)
            .map(|slide| slide.direction)
            .collect();
        let directions = directions::text(&directions, language);
        match (language, limit) {
            (Language::English, None) => format!("slides {directions}"),
            (Language::English, Some(limit)) => {
                format!("slides {directions}, up to {} squares", number(limit))
            }
            (Language::Japanese, None) => format!("{directions}に何マスでも"),
            (Language::Japanese, Some(limit)) => format!("{directions}に{limit}マスまで"),
        }
    };
    limits.into_iter().map(clause).collect()
}

fn steps(moves: &MoveDiagram, language: Language) -> Option<String> {
    // A slide includes the step in its direction.
    let slides =
        |step: &Offset| moves.slides.iter().any(|slide: &SlideRay| slide.direction == *step);
    let steps: Vec<Offset> = moves.steps.iter().copied().filter(|step| !slides(step)).collect();
    (!steps.is_empty()).then(|| {
        let directions = directions::text(&steps, language);
        match language {
            Language::English => format!("steps {directions}"),
            Language::Japanese => format!("{directions}に1マス"),
        }
    })
}

fn walks(moves: &MoveDiagram, language: Language) -> Vec<String> {
    let clause = |walk: &super::diagram::Walk| {
        let directions = directions::text(&walk.steps, language);
        match language {
            Language::English => format!("walks {} steps {directions}", number(walk.count)),
            Language::Japanese => format!("{directions}に{}マス歩く", walk.count),
        }
    };
    moves.walks.iter().map(clause).collect()
}

/// Joins alternatives: "A", "A or B", "A, B or C"; "AとB", "A・B・C".
fn alternatives(items: &[String], language: Language) -> String {
    match (language, items) {
        (Language::English, items) => join(items, "or"),
        (Language::Japanese, [one, two]) => format!("{one}と{two}"),
        (Language::Japanese, items) => items.join("・"),
    }
}

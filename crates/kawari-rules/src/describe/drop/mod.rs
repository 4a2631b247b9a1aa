//! The rules of a game of the drop family.

mod captures;
mod ends;
mod goal;
mod impasse;
mod promotion;
mod restrictions;

use super::squares::Area;
use super::words;
use super::writer::Writer;
use super::{Language, Topic, board, pieces, repetition};
use crate::drop::{Change, DropDefinition};
use crate::model::GameDefinition;
use crate::squares::Squares;

/// Writes all sections.
pub(super) fn describe(writer: &mut Writer, game: &GameDefinition, rules: &DropDefinition) {
    let size = (game.general.files, game.general.ranks);
    let context = Context { rules, size, language: writer.language };
    board::describe_drop(writer, game);
    goal::describe(writer, &context);
    pieces::describe(writer, rules);
    promotion::describe(writer, &context);
    captures::describe(writer, &context);
    restrictions::describe(writer, &context);
    writer.start_section(Topic::Ends);
    ends::describe(writer, &context);
    // Where a check wins, nobody gives check twice.
    let has_checks = context.royal().is_some() && !rules.ending.check_wins;
    repetition::describe(writer, &rules.repetition, has_checks, "盤面・持ち駒・手番");
    impasse::describe(writer, &context);
}

/// Values with the letters of the pieces that have them.
type Groups<T> = Vec<(T, Vec<String>)>;

/// The rules with the size of the board.
struct Context<'a> {
    rules: &'a DropDefinition,
    size: (u8, u8),
    language: Language,
}

impl Context<'_> {
    fn royal(&self) -> Option<String> {
        pieces::royal_name(self.rules, self.language)
    }

    fn name(&self, letter: &str) -> String {
        pieces::piece_name(self.rules, letter, self.language)
    }

    fn promoted_name(&self, letter: &str) -> String {
        pieces::promoted_name(self.rules, letter, self.language)
    }

    /// Returns names of pieces as one noun, with "the" in English.
    fn names(&self, letters: &[&str]) -> String {
        let names: Vec<String> = letters.iter().map(|letter| self.name(letter)).collect();
        words::names(&names, self.language)
    }

    fn area(&self, squares: &Squares) -> Area {
        Area::new(squares, self.size)
    }

    fn noun(&self, squares: &Squares) -> String {
        self.area(squares).noun(self.language)
    }

    /// Returns the pieces with a property, from the strongest to the weakest.
    fn letters(&self, property: impl Fn(&str) -> bool) -> Vec<&str> {
        let letters = self.rules.pieces.keys().rev().map(String::as_str);
        letters.filter(|letter| property(letter)).collect()
    }

    /// Returns the pieces with a promoted side.
    fn two_sided(&self) -> Vec<&str> {
        self.letters(|letter| self.rules.pieces[letter].promoted.is_some())
    }

    /// Returns how a piece changes sides on the board.
    fn change(&self, letter: &str) -> Change {
        self.rules.pieces[letter].change.unwrap_or(self.rules.promotion.change)
    }

    /// Returns groups of pieces with equal values, in the order of the pieces.
    fn groups<T: PartialEq>(&self, letters: &[&str], value: impl Fn(&str) -> T) -> Groups<T> {
        let mut groups: Groups<T> = Vec::new();
        for &letter in letters {
            let value = value(letter);
            match groups.iter_mut().find(|(known, _)| *known == value) {
                Some((_, group)) => group.push(letter.to_owned()),
                None => groups.push((value, vec![letter.to_owned()])),
            }
        }
        groups
    }

    /// Returns the name of a side's zone: the one that the section on promotion gives it, or
    /// the squares.
    fn zone_name(&self) -> String {
        match (promotion::named_zone(self), self.language) {
            (Some((zone, _)), Language::English) => format!("its {zone}"),
            (Some((_, zone)), Language::Japanese) => zone.to_owned(),
            (None, _) => self.noun(&self.rules.promotion.zone),
        }
    }
}

/// Borrows the letters of a group.
fn as_strs(letters: &[String]) -> Vec<&str> {
    letters.iter().map(String::as_str).collect()
}

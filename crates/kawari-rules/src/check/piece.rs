//! Checks of the pieces of the drop family.

use super::Checks;
use crate::betza::{self, Moves};
use crate::drop::{Change, DropDefinition, Piece};
use crate::squares::Squares;

/// Largest value of a piece, in centipawns.
const MAX_VALUE: i32 = 10_000;
/// Largest number of points of a piece.
const MAX_POINTS: u32 = 100;

impl Checks {
    pub(super) fn check_pieces(&mut self, rules: &DropDefinition) {
        let mut letters: Vec<&str> = rules.pieces.keys().map(String::as_str).collect();
        let mut record_names = Vec::new();
        for (letter, piece) in &rules.pieces {
            let at = |key| ["pieces", letter, key];
            if !is_letter(letter) {
                let message = format!("found piece \"{letter}\", expected one letter A to Z");
                self.add(&["pieces", letter], message);
            }
            if let Some(alias) = piece.alias.as_deref() {
                if !is_letter(alias) || letters.contains(&alias) {
                    let message = format!("found \"{alias}\", expected an unused letter A to Z");
                    self.add(&at("alias"), message);
                }
                letters.push(alias);
            }
            let record_name = piece.record_name.as_deref().unwrap_or(letter);
            if !(1..=3).contains(&record_name.len())
                || !record_name.bytes().all(|b| b.is_ascii_alphabetic())
                || record_names.contains(&record_name)
            {
                let message =
                    format!("found \"{record_name}\", expected 1 to 3 letters of its own");
                self.add(&at("record-name"), message);
            }
            record_names.push(record_name);
            self.check_piece(letter, piece, rules);
        }
    }

    fn check_piece(&mut self, letter: &str, piece: &Piece, rules: &DropDefinition) {
        let at = |key| ["pieces", letter, key];
        self.check_texts(letter, piece);
        if let Some(moves) = self.moves(&at("moves"), &piece.moves) {
            self.check_stuck(letter, piece, &moves, rules);
        }
        if let Some(promoted) = &piece.promoted {
            self.moves(&["pieces", letter, "promoted", "moves"], &promoted.moves);
        }
        self.zero_or(&at("points"), piece.points, 1, MAX_POINTS);
        self.zero_or(&at("max-per-file"), piece.max_per_file, 1, self.size.1.into());
        if let Some(zone) = &piece.zone {
            self.squares(&at("zone"), zone);
        }
        self.squares(&at("must-promote"), &piece.must_promote);
        self.squares(&at("no-drop"), &piece.no_drop);
        let keys = [
            ("must-promote", !piece.must_promote.is_empty()),
            ("change", piece.change.is_some_and(|change| change != Change::Never)),
            ("mandatory", piece.mandatory == Some(true)),
            ("zone", piece.zone.is_some()),
        ];
        for (key, is_used) in keys {
            if is_used && piece.promoted.is_none() {
                self.add(&at(key), "piece has no promoted side");
            }
        }
        let zone = piece.zone.as_ref().unwrap_or(&rules.promotion.zone);
        let outside = self.all_squares().find(|&(file, rank)| {
            piece.must_promote.contains(file, rank) && !zone.contains(file, rank)
        });
        if let Some((file, rank)) = outside {
            let square = square_name(file, rank);
            self.add(&at("must-promote"), format!("{square} is outside the promotion zone"));
        }
        if let Some(captured) = &piece.captured
            && rules.pieces.get(captured).is_none_or(|piece| piece.royal)
        {
            let message = format!("found \"{captured}\", expected a letter of a piece, not royal");
            self.add(&at("captured"), message);
        }
    }

    /// Checks the names and values of both sides of a piece.
    fn check_texts(&mut self, letter: &str, piece: &Piece) {
        let front = ["pieces", letter];
        let back = ["pieces", letter, "promoted"];
        let side = piece.promoted.as_ref();
        let texts = [
            (&front[..], "name", piece.name.as_deref(), 40),
            (&front, "name-ja", piece.name_ja.as_deref(), 40),
            (&front, "kanji", piece.kanji.as_deref(), 2),
            (&back, "name", side.and_then(|side| side.name.as_deref()), 40),
            (&back, "name-ja", side.and_then(|side| side.name_ja.as_deref()), 40),
            (&back, "kanji", side.and_then(|side| side.kanji.as_deref()), 2),
            (&back, "kanji-board", side.and_then(|side| side.kanji_board.as_deref()), 2),
        ];
        for (path, key, text, longest) in texts {
            self.text(&[path, &[key]].concat(), text, longest);
        }
        for (path, values) in
            [(&front[..], piece.values), (&back, side.and_then(|side| side.values))]
        {
            let wrong = values.into_iter().flatten().find(|value| !(0..=MAX_VALUE).contains(value));
            if let Some(value) = wrong {
                let message = format!("found {value}, expected 0 to {MAX_VALUE} centipawns");
                self.add(&[path, &["values"]].concat(), message);
            }
        }
    }

    /// Parses moves; adds an error if they are wrong or empty.
    fn moves(&mut self, path: &[&str], text: &str) -> Option<Moves> {
        match betza::parse(text) {
            Ok(moves) if !moves.is_empty() => return Some(moves),
            Ok(_) => self.add(path, "found no move, expected Betza's notation such as \"WfF\""),
            Err(error) => self.add(path, error.to_string()),
        }
        None
    }

    /// Checks that a piece does not move or drop to squares from which it cannot move on.
    fn check_stuck(&mut self, letter: &str, piece: &Piece, moves: &Moves, rules: &DropDefinition) {
        if rules.promotion.stuck_pieces {
            return;
        }
        let stuck: Vec<_> = self.all_squares().filter(|&at| self.is_stuck(moves, at)).collect();
        let zone = piece.zone.as_ref().unwrap_or(&rules.promotion.zone);
        let change = piece.change.unwrap_or(rules.promotion.change);
        let is_mandatory = piece.mandatory.unwrap_or(rules.promotion.mandatory);
        let promotes = |&(file, rank): &(u8, u8)| {
            let in_zone = is_mandatory && zone.contains(file, rank);
            piece.promoted.is_some()
                && match change {
                    Change::EveryMove => true,
                    Change::Once | Change::InZone => {
                        in_zone || piece.must_promote.contains(file, rank)
                    }
                    Change::EveryCapture | Change::Never => false,
                }
        };
        let is_banned = |&(file, rank): &(u8, u8)| {
            let in_zone = |zone: &Squares| zone.contains(file, rank);
            !rules.drops.allowed
                || piece.royal
                || in_zone(&piece.no_drop)
                || rules.drops.zone.as_ref().is_some_and(|zone| !in_zone(zone))
        };
        let keeps = stuck.iter().find(|square| !promotes(square)).copied();
        let drops = stuck.iter().find(|square| !is_banned(square)).copied();
        for (key, square) in [("must-promote", keeps), ("no-drop", drops)] {
            let Some((file, rank)) = square else { continue };
            let wanted = match self.far_ranks(&stuck) {
                Some(ranks) => format!("{key} = {ranks}"),
                None => format!("these squares in {key}"),
            };
            let message = format!(
                "piece cannot move on from {}; expected {wanted}, or promotion.stuck-pieces = true",
                square_name(file, rank),
            );
            self.add(&["pieces", letter, key], message);
        }
    }

    /// Returns true if Black's piece could not move on an empty board.
    fn is_stuck(&self, moves: &Moves, (file, rank): (u8, u8)) -> bool {
        let (files, ranks) = self.size;
        !moves.can_move(|(x, y)| {
            let (file, rank) = (i16::from(file) - i16::from(x), i16::from(rank) - i16::from(y));
            (1..=i16::from(files)).contains(&file) && (0..i16::from(ranks)).contains(&rank)
        })
    }

    /// Returns the number of farthest ranks that a set of squares is, or `None`.
    fn far_ranks(&self, squares: &[(u8, u8)]) -> Option<usize> {
        let ranks = squares.len() / usize::from(self.size.0);
        let inside = |&(_, rank): &(u8, u8)| usize::from(rank) < ranks;
        (squares.len().is_multiple_of(usize::from(self.size.0)) && squares.iter().all(inside))
            .then_some(ranks)
    }

    fn all_squares(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let (files, ranks) = self.size;
        (0..ranks).flat_map(move |rank| (1..=files).map(move |file| (file, rank)))
    }
}

fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.as_bytes()[0].is_ascii_uppercase()
}

fn square_name(file: u8, rank: u8) -> String {
    format!("{file}{}", char::from(b'a' + rank))
}

//! Checks of the drop family.

use super::Checks;
use super::attack::is_royal_capturable;
use super::sfen::Start;
use crate::drop::{Change, DropDefinition};
use crate::model::General;

/// Largest number of pieces of a game.
const MAX_PIECES: usize = 26;
/// Largest number of half-moves of a count.
pub(super) const MAX_HALF_MOVES: u32 = 10_000;
/// Largest number of points that a side can need.
const MAX_POINTS: u32 = 10_000;

impl Checks {
    pub(super) fn check_drop(&mut self, general: &General, rules: &DropDefinition) {
        let count = rules.pieces.len();
        if count == 0 || count > MAX_PIECES {
            self.add(&["pieces"], format!("found {count} pieces, expected 1 to {MAX_PIECES}"));
            return;
        }
        self.squares(&["promotion", "zone"], &rules.promotion.zone);
        if let Some(zone) = &rules.drops.zone {
            self.squares(&["drops", "zone"], zone);
        }
        self.squares(&["ending", "try-squares"], &rules.ending.try_squares);
        self.check_pieces(rules);
        self.check_counter_flip(rules);
        self.check_goals(rules);
        self.check_repetition(&rules.repetition);
        let (impasse, declaration) = (&rules.impasse, &rules.declaration);
        self.zero_or(&["impasse", "half-moves"], impasse.half_moves, 1, MAX_HALF_MOVES);
        self.zero_or(&["impasse", "points"], impasse.points, 1, MAX_POINTS);
        self.zero_or(&["declaration", "pieces"], declaration.pieces, 1, 121);
        for points in declaration.points {
            self.zero_or(&["declaration", "points"], points, 1, MAX_POINTS);
        }
        for (path, start) in self.check_starts(general, Some(rules)) {
            self.check_start(&path, &start, rules);
        }
    }

    fn check_counter_flip(&mut self, rules: &DropDefinition) {
        let changes = rules.pieces.values().filter_map(|piece| piece.change);
        let demotes = std::iter::once(rules.promotion.change).chain(changes).any(|change| {
            matches!(change, Change::InZone | Change::EveryMove | Change::EveryCapture)
        });
        if rules.promotion.counter_flip && !demotes {
            let message =
                "found true, but no piece demotes; expected promotion.change = \"in-zone\"";
            self.add(&["promotion", "counter-flip"], message);
        }
    }

    fn check_goals(&mut self, rules: &DropDefinition) {
        let ending = &rules.ending;
        let royal = rules.pieces.values().filter(|piece| piece.royal).count();
        if royal > 1 {
            self.add(&["pieces"], format!("found {royal} royal pieces, expected one at most"));
        }
        if royal == 0 && ending.capture_wins.is_empty() {
            let message =
                "found no goal, expected a piece with royal = true, or ending.capture-wins";
            self.add(&["pieces"], message);
        }
        self.distinct(&["ending", "capture-wins"], &ending.capture_wins, MAX_PIECES);
        for letter in &ending.capture_wins {
            if !rules.pieces.contains_key(letter) {
                let message = format!("found \"{letter}\", expected a letter of a piece");
                self.add(&["ending", "capture-wins"], message);
            }
        }
        if ending.pieces_left > 0 && ending.capture_wins.is_empty() {
            self.add(&["ending", "pieces-left"], "expected ending.capture-wins too");
        }
        let needs_royal = [
            (["ending", "check-wins"], ending.check_wins),
            (["ending", "try-squares"], !ending.try_squares.is_empty()),
            (["impasse", "half-moves"], rules.impasse.half_moves > 0),
            (["declaration", "pieces"], rules.declaration.pieces > 0),
        ];
        for (path, is_used) in needs_royal {
            if is_used && royal == 0 {
                self.add(&path, "this rule needs a piece with royal = true");
            }
        }
    }

    fn check_start(&mut self, path: &[&str], start: &Start, rules: &DropDefinition) {
        let sides = [(false, "Black"), (true, "White")];
        for (letter, piece) in &rules.pieces {
            for (is_white, side) in sides {
                let count = start.count(is_white, letter);
                if piece.royal && count != 1 {
                    let message =
                        format!("{side} has {count} royal pieces \"{letter}\", expected 1");
                    self.add(path, message);
                }
            }
        }
        if rules.ending.check && is_royal_capturable(start.white_to_move, start, rules, self.size) {
            self.add(path, "the side to move could capture the royal piece");
        }
        if rules.ending.check_wins
            && is_royal_capturable(!start.white_to_move, start, rules, self.size)
        {
            self.add(path, "the side to move is in check and has lost: ending.check-wins = true");
        }
        let (files, ranks) = self.size;
        let has_try = start.board.iter().any(|placed| {
            let (file, rank) = if placed.is_white {
                (files + 1 - placed.file, ranks - 1 - placed.rank)
            } else {
                (placed.file, placed.rank)
            };
            rules.pieces.get(&placed.letter).is_some_and(|piece| piece.royal)
                && rules.ending.try_squares.contains(file, rank)
        });
        if has_try {
            self.add(path, "a royal piece stands on a square of ending.try-squares");
        }
        let left = u32::from(rules.ending.pieces_left);
        let goals = &rules.ending.capture_wins;
        for (is_white, side) in sides {
            let count: u32 = goals.iter().map(|letter| start.count(is_white, letter)).sum();
            let is_known = |letter| rules.pieces.contains_key(letter);
            if !goals.is_empty() && goals.iter().all(is_known) && count <= left {
                let message = format!(
                    "{side} has {count} pieces of ending.capture-wins, expected more than {left}"
                );
                self.add(path, message);
            }
        }
    }
}

//! Checks of the Hasami family.

use super::Checks;
use super::drop::MAX_HALF_MOVES;
use super::sfen::Start;
use crate::hasami::{Corners, Custody, Enclosure, HasamiDefinition, RowArea, RowDirection};
use crate::model::General;

impl Checks {
    pub(super) fn check_hasami(&mut self, general: &General, rules: &HasamiDefinition) {
        let (men, goals) = (&rules.men, &rules.goals);
        let half = u32::from(self.size.1 - 1) / 2;
        self.zero_or(&["men", "slide"], men.slide, 1, 10);
        self.zero_or(&["men", "diagonal"], men.diagonal, 1, 10);
        self.zero_or(&["men", "jump"], men.jump, 1, 9);
        self.zero_or(&["men", "home-ranks"], men.home_ranks, 1, half);
        self.zero_or(&["goals", "row"], goals.row, 3, 9);
        self.zero_or(&["goals", "reach-ranks"], goals.reach_ranks, 1, half);
        self.zero_or(
            &["ending", "quiet-half-moves"],
            rules.ending.quiet_half_moves,
            1,
            MAX_HALF_MOVES,
        );
        self.check_repetition(&rules.repetition);
        let needs_home = [
            (["capture", "corners"], rules.capture.corners == Corners::Battlefield),
            (["goals", "row-area"], goals.row_area == RowArea::Battlefield),
            (["men", "houses"], men.houses),
        ];
        for (path, is_used) in needs_home {
            if is_used && men.home_ranks == 0 {
                self.add(&path, "this rule needs men.home-ranks");
            }
        }
        self.check_row(rules);
        let captures = rules.capture.custody != Custody::None
            || rules.capture.enclosure != Enclosure::None
            || rules.capture.corners != Corners::None
            || rules.capture.intervention;
        let counts = [
            ("men-left", goals.men_left),
            ("men-captured", goals.men_captured),
            ("lead", goals.lead),
        ];
        for (key, men) in counts {
            if men > 0 && !captures {
                self.add(&["goals", key], "goal by men, but no way to capture");
            }
        }
        for (path, start) in self.check_starts(general, None) {
            self.check_men(&path, &start, rules);
        }
    }

    /// Checks that a row that wins fits on the board.
    fn check_row(&mut self, rules: &HasamiDefinition) {
        let goals = &rules.goals;
        if goals.row == 0 {
            return;
        }
        let directions = &goals.row_directions;
        if directions.is_empty() {
            self.add(&["goals", "row-directions"], "found no direction, expected one at least");
        } else if directions.iter().enumerate().any(|(i, one)| directions[..i].contains(one)) {
            self.add(&["goals", "row-directions"], "found a direction twice");
        }
        let homes = match goals.row_area {
            RowArea::Board => 0,
            RowArea::OutsideOwnHome => 1,
            RowArea::Battlefield => 2,
        };
        let (files, ranks) = self.size;
        let ranks = ranks.saturating_sub(rules.men.home_ranks.saturating_mul(homes));
        let fits = directions.iter().any(|direction| {
            goals.row
                <= match direction {
                    RowDirection::Horizontal => files,
                    RowDirection::Vertical => ranks,
                    RowDirection::Diagonal => files.min(ranks),
                }
        });
        if !fits && !directions.is_empty() {
            let message = format!(
                "found {}, but the area has only {files} files and {ranks} ranks",
                goals.row
            );
            self.add(&["goals", "row"], message);
        }
    }

    /// Checks that no goal by men is reached at the start.
    fn check_men(&mut self, path: &[&str], start: &Start, rules: &HasamiDefinition) {
        let goals = &rules.goals;
        for (is_white, side) in [(false, "Black"), (true, "White")] {
            let men = start.count(is_white, "P");
            if men <= goals.men_left.into() {
                let limit = goals.men_left;
                let message =
                    format!("{side} has {men} men and has lost: goals.men-left = {limit}");
                self.add(path, message);
            }
            if path == ["start"] && men < goals.men_captured.into() {
                let needed = goals.men_captured;
                let message = format!("found {needed}, but {side} has only {men} men at the start");
                self.add(&["goals", "men-captured"], message);
            }
            let distance = |rank: u8| if is_white { self.size.1 - 1 - rank } else { rank };
            let reached = start
                .board
                .iter()
                .any(|man| man.is_white == is_white && distance(man.rank) < goals.reach_ranks);
            if reached {
                let message = format!("a man of {side} has reached a rank of goals.reach-ranks");
                self.add(path, message);
            }
        }
    }
}

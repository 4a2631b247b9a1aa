//! Random games of the Hasami family.

use super::{Random, board_field, general};
use crate::hasami::{
    BetweenEnemies, Capture, Corners, Custody, Enclosure, Goals, HasamiDefinition, HasamiEnding,
    LeadWhen, Men, QuietResult, RowArea, RowDirection, Side,
};
use crate::model::{Family, GameDefinition, Outcome, Repetition};

/// Returns a random game, perhaps with defects.
pub(super) fn definition(random: &mut Random<'_>) -> GameDefinition {
    let size = random.board();
    let mut half = Vec::new();
    for _ in 0..random.number(1, 2.min((size.1 - 1) / 2)) {
        let square = |random: &mut Random<'_>| {
            if random.chance(4, 5) { "P".to_owned() } else { String::new() }
        };
        half.push((0..size.0).map(|_| square(random)).collect());
    }
    let board = board_field(size, &half);
    let side = random.pick(&["b", "w"]);
    let mut rules = HasamiDefinition {
        men: men(random, size.1),
        capture: capture(random),
        goals: goals(random),
        ending: ending(random),
        repetition: Repetition { perpetual_check_loses: false, ..random.repetition() },
    };
    if rules.men.home_ranks == 0 {
        rules.men.houses = false;
        if rules.capture.corners == Corners::Battlefield {
            rules.capture.corners = Corners::Board;
        }
        if rules.goals.row_area == RowArea::Battlefield {
            rules.goals.row_area = RowArea::Board;
        }
    }
    let start = format!("{board} {side} - 1");
    GameDefinition { general: general(random, size, start), family: Family::Hasami(rules) }
}

/// Returns a game without a defect.
pub(super) fn simple(random: &mut Random<'_>) -> GameDefinition {
    let start = "ppp/3/3/PPP b - 1".to_owned();
    let family = Family::Hasami(HasamiDefinition::default());
    GameDefinition { general: general(random, (3, 4), start), family }
}

fn men(random: &mut Random<'_>, ranks: u8) -> Men {
    use BetweenEnemies::{Allowed, IllegalUnlessCapture, Suicidal};
    Men {
        slide: random.sometimes(1, 10),
        diagonal: random.sometimes(1, 3),
        jump: random.sometimes(1, 3),
        jump_over: random.pick(&[Side::Own, Side::Enemy, Side::Either]),
        home_ranks: random.sometimes(1, (ranks - 1) / 2),
        houses: random.chance(1, 3),
        between_enemies: random.pick(&[Allowed, Suicidal, IllegalUnlessCapture]),
        pass: random.chance(1, 8),
    }
}

fn capture(random: &mut Random<'_>) -> Capture {
    Capture {
        custody: random.pick(&[Custody::Runs, Custody::Runs, Custody::Single, Custody::None]),
        corners: random.pick(&[Corners::None, Corners::Board, Corners::Battlefield]),
        enclosure: random.pick(&[Enclosure::None, Enclosure::Edge, Enclosure::Anywhere]),
        enclosure_last: random.chance(1, 2),
        intervention: random.chance(1, 3),
    }
}

fn goals(random: &mut Random<'_>) -> Goals {
    use RowDirection::{Diagonal, Horizontal, Vertical};
    let directions: [&[RowDirection]; 5] = [
        &[Horizontal, Vertical, Diagonal],
        &[Horizontal, Vertical],
        &[Vertical, Diagonal],
        &[Diagonal],
        &[Horizontal],
    ];
    Goals {
        row: random.sometimes(3, 9),
        row_exact: random.chance(1, 3),
        row_directions: random.pick(&directions).to_vec(),
        row_area: random.pick(&[RowArea::Board, RowArea::OutsideOwnHome, RowArea::Battlefield]),
        men_left: random.sometimes(1, 4),
        men_captured: random.sometimes(1, 5),
        lead: random.sometimes(1, 5),
        lead_when: random.pick(&[LeadWhen::Now, LeadWhen::TurnStart]),
        reach_ranks: random.sometimes(1, 2),
    }
}

fn ending(random: &mut Random<'_>) -> HasamiEnding {
    use QuietResult::{BlackLoses, Draw, MoreMen, WhiteLoses};
    HasamiEnding {
        no_legal_move: random.pick(&[Outcome::Won, Outcome::Lost, Outcome::Drawn]),
        quiet_half_moves: random.pick(&[0, 10, 100]),
        quiet_result: random.pick(&[Draw, MoreMen, BlackLoses, WhiteLoses]),
    }
}

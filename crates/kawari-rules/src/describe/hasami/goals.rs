//! Goals and ends of a Hasami game.

use super::super::Language;
use super::super::words::{capital, count, join, join_ja, kanji_number, number, outcome_verb};
use super::super::writer::Writer;
use crate::hasami::{Goals, HasamiDefinition, LeadWhen, Men, QuietResult, RowArea, RowDirection};
use crate::model::Outcome;

/// Writes the goals.
pub(super) fn describe(writer: &mut Writer, rules: &HasamiDefinition) {
    let goals = &rules.goals;
    if goals.row > 0 {
        write_row(writer, goals, &rules.men);
    }
    let mut ways = by_men(goals);
    if rules.ending.no_legal_move == Outcome::Lost {
        ways.push(("if your opponent has no legal move".into(), "相手に動かせる駒がない".into()));
    }
    let by_captures = goals.men_left > 0 || goals.men_captured > 0 || goals.lead > 0;
    if !ways.is_empty() {
        let also = if goals.row > 0 { "also " } else { "" };
        let also_ja = if goals.row > 0 { "も" } else { "は" };
        let (english, japanese): (Vec<String>, Vec<String>) = ways.into_iter().unzip();
        let english = match english.as_slice() {
            [rest @ .., last] if !rest.is_empty() => format!("{}, or {last}", rest.join(", ")),
            _ => english.concat(),
        };
        let japanese: Vec<String> = japanese.iter().map(|way| format!("{way}とき")).collect();
        writer.add_sentence(
            format!("You {also}win {english}."),
            format!("{}{also_ja}勝ちです。", alternatives_ja(&japanese)),
        );
    }
    if goals.row > 0 && !by_captures {
        writer.add_sentence(
            "Capturing men does not win the game.",
            "相手の駒をいくら取っても、それだけでは勝ちになりません。",
        );
    }
}

/// Joins Japanese alternatives.
fn alternatives_ja(items: &[String]) -> String {
    match items {
        [rest @ .., last] if !rest.is_empty() => format!("{}、または{last}", rest.join("、")),
        items => items.concat(),
    }
}

/// Returns the goals other than rows, after "you win" and before "とき".
fn by_men(goals: &Goals) -> Vec<(String, String)> {
    let mut ways = Vec::new();
    if goals.men_left > 0 {
        ways.push((
            format!("if your opponent has at most {} left", count(goals.men_left, "man", "men")),
            format!("相手の駒が{}枚以下になった", goals.men_left),
        ));
    }
    if goals.men_captured > 0 {
        ways.push((
            format!("if you have captured {}", count(goals.men_captured, "man", "men")),
            format!("相手の駒を合わせて{}枚取った", goals.men_captured),
        ));
    }
    if goals.lead > 0 {
        let lead = count(goals.lead, "man", "men");
        ways.push(match goals.lead_when {
            LeadWhen::Now => (
                format!("if you have at least {lead} more than your opponent after your move"),
                format!("自分の手の後に相手より{}枚以上多い", goals.lead),
            ),
            LeadWhen::TurnStart => (
                format!(
                    "if you have at least {lead} more than your opponent at the start of your own \
                     turn"
                ),
                format!("自分の手番が始まったときに相手より{}枚以上多い", goals.lead),
            ),
        });
    }
    if goals.reach_ranks > 0 {
        ways.push(if goals.reach_ranks == 1 {
            (
                "if one of your men reaches the last rank".to_owned(),
                "自分の駒が一番奥の段に着いた".to_owned(),
            )
        } else {
            let n = goals.reach_ranks;
            (
                format!("if one of your men reaches one of the last {} ranks", number(n)),
                format!("自分の駒が奥の{}段のどこかに着いた", kanji_number(n)),
            )
        });
    }
    ways
}

fn write_row(writer: &mut Writer, goals: &Goals, men: &Men) {
    const ALL: [(RowDirection, &str, &str, &str); 3] = [
        (RowDirection::Vertical, "a file", "vertical", "縦"),
        (RowDirection::Horizontal, "a rank", "horizontal", "横"),
        (RowDirection::Diagonal, "a diagonal", "diagonal", "斜め"),
    ];
    let length = number(goals.row);
    let exact = if goals.row_exact { "exactly " } else { "" };
    let exact_ja = if goals.row_exact { "ちょうど" } else { "" };
    let counts = |direction: &RowDirection| goals.row_directions.contains(direction);
    let along: Vec<String> = ALL
        .iter()
        .filter(|(direction, ..)| counts(direction))
        .map(|(_, noun, _, japanese)| match writer.language {
            Language::English => (*noun).to_owned(),
            Language::Japanese => (*japanese).to_owned(),
        })
        .collect();
    let (area, area_ja) = area(goals, men);
    writer.add_sentence(
        format!(
            "You win if {exact}{length} of your men form an unbroken row along {} after your \
             move{area}.",
            join(&along, "or"),
        ),
        format!(
            "自分の手の後に、自分の駒が{}に{exact_ja}{}枚すき間なく並べば勝ちです。{area_ja}",
            match along.as_slice() {
                [one] => one.clone(),
                [one, two] => format!("{one}か{two}"),
                all => format!("{}のどれか", all.join("・")),
            },
            goals.row,
        ),
    );
    if goals.row_exact {
        writer.add_sentence(
            "A longer row does not win.",
            format!("{}枚以上並んでも勝ちにはなりません。", goals.row + 1),
        );
    } else {
        writer.add_sentence(
            "A longer row wins too.",
            format!("{}枚以上でも構いません。", goals.row + 1),
        );
    }
    let (others, others_ja): (Vec<String>, Vec<String>) = ALL
        .iter()
        .filter(|(direction, ..)| !counts(direction))
        .map(|&(_, _, adjective, japanese)| (adjective.to_owned(), japanese.to_owned()))
        .unzip();
    if !others.is_empty() {
        writer.add_sentence(
            format!("{} rows don't count.", capital(&join(&others, "and"))),
            format!("{}の並びは数えません。", join_ja(&others_ja)),
        );
    }
}

/// Returns where men count for a row.
fn area(goals: &Goals, men: &Men) -> (String, String) {
    let (home, home_ja) = super::home(men);
    match goals.row_area {
        _ if men.home_ranks == 0 => (String::new(), String::new()),
        RowArea::Board => {
            (", anywhere on the board".to_owned(), "盤のどこに並んでも構いません。".to_owned())
        }
        RowArea::OutsideOwnHome => (
            format!(", none of them on your own first {home}"),
            format!("自分の手前{home_ja}にある駒は数えません。"),
        ),
        RowArea::Battlefield if men.houses => (
            ", all of them on the battlefield".to_owned(),
            "戦場にある駒だけを数えます。".to_owned(),
        ),
        RowArea::Battlefield => (
            format!(", none of them on the first {home} of either side"),
            format!("双方の手前{home_ja}にある駒は数えません。"),
        ),
    }
}

/// Writes the ends without a goal, except repetition.
pub(super) fn describe_ends(writer: &mut Writer, rules: &HasamiDefinition) {
    let ending = &rules.ending;
    if ending.no_legal_move != Outcome::Lost {
        let (verb, verb_ja) = outcome_verb(ending.no_legal_move);
        writer.add_sentence(
            format!("A side without a legal move {verb}."),
            format!("自分の手番に動かせる駒がなければ、{verb_ja}。"),
        );
    }
    let n = ending.quiet_half_moves;
    if n == 0 {
        return;
    }
    let (english, japanese) = match ending.quiet_result {
        QuietResult::Draw => ("the game is a draw", "引き分けです"),
        QuietResult::MoreMen => (
            "the side with more men wins; with equal numbers the game is a draw",
            "駒の多い側の勝ちです。同数なら引き分けです",
        ),
        QuietResult::BlackLoses => ("Black loses", "先手の負けです"),
        QuietResult::WhiteLoses => ("White loses", "後手の負けです"),
    };
    writer.add_sentence(
        format!("After {n} half-moves in a row without a capture, {english}."),
        format!("駒を取る手が、双方合わせて{n}手続けてなければ、{japanese}。"),
    );
}

//! Promotion and demotion.

use super::super::Topic;
use super::super::words::capital;
use super::super::writer::Writer;
use super::{Context, Groups, as_strs};
use crate::drop::Change;
use crate::squares::Squares;

/// How a piece changes sides.
#[derive(Clone, PartialEq)]
struct Flip {
    change: Change,
    zone: Option<Squares>,
    is_mandatory: bool,
}

/// Returns how a piece changes sides. Zone and duty count only where the change needs them.
fn flip(context: &Context<'_>, letter: &str) -> Flip {
    let (piece, promotion) = (&context.rules.pieces[letter], &context.rules.promotion);
    let change = context.change(letter);
    let has_zone = matches!(change, Change::Once | Change::InZone);
    let zone = piece.zone.as_ref().unwrap_or(&promotion.zone);
    Flip {
        change,
        zone: has_zone.then(|| zone.clone()),
        is_mandatory: has_zone && piece.mandatory.unwrap_or(promotion.mandatory),
    }
}

/// Returns how most pieces change sides, and how the others do, with their letters.
fn flip_groups(context: &Context<'_>) -> Option<(Flip, Groups<Flip>)> {
    let mut groups = context.groups(&context.two_sided(), |letter| flip(context, letter));
    let size = |index: &usize| groups[*index].1.len();
    let main = (0..groups.len()).rev().max_by_key(size)?;
    let (flip, _) = groups.remove(main);
    Some((flip, groups))
}

/// Returns how most pieces change sides in their zone. `None` if they have no zone.
pub(super) fn change_in_zone(context: &Context<'_>) -> Option<Change> {
    let (main, _) = flip_groups(context)?;
    main.zone.is_some_and(|zone| !context.area(&zone).is_empty()).then_some(main.change)
}

/// Returns the English and Japanese name that this section gives to the game's zone, if it
/// does.
pub(super) fn named_zone(context: &Context<'_>) -> Option<(&'static str, &'static str)> {
    let zone = &context.rules.promotion.zone;
    let (main, _) = flip_groups(context)?;
    let is_named = main.zone.as_ref() == Some(zone) && !context.area(zone).is_empty();
    is_named.then(|| zone_term(main.change))
}

/// Writes the section.
pub(super) fn describe(writer: &mut Writer, context: &Context<'_>) {
    writer.start_section(Topic::Promotion);
    let Some((main, others)) = flip_groups(context) else { return };
    if main.change != Change::Once {
        writer.set_title("Turning over", "返す（表と裏）");
    }
    write_main_flip(writer, context, &main);
    let (alike, unlike): (Vec<_>, Vec<_>) =
        others.iter().partition(|(flip, _)| flip.change == main.change);
    for (flip, letters) in alike.into_iter().chain(unlike) {
        write_other_flip(writer, context, &main, flip, &as_strs(letters));
    }
    write_must_promote(writer, context);
    write_counter_flip(writer, context);
}

fn write_main_flip(writer: &mut Writer, context: &Context<'_>, flip: &Flip) {
    let area = context.area(flip.zone.as_ref().unwrap_or(&context.rules.promotion.zone));
    let may = if flip.is_mandatory { "must" } else { "may" };
    let (zone, zone_ja) = zone_term(flip.change);
    let moves_ja = "そこへ入る手、その中で動く手、そこから出る手では";
    match flip.change {
        Change::Once | Change::InZone if area.is_empty() => {
            writer.add_sentence("There is no promotion zone.", "成れる場所はありません。");
        }
        Change::Once => {
            let duty_ja = if flip.is_mandatory {
                "必ず成ります"
            } else {
                "成れます。成るかどうかは自由です"
            };
            writer.add_sentence(
                format!(
                    "{}: a piece {may} promote when its move starts or ends there.",
                    area.named(zone, context.language)
                ),
                format!("{}。{moves_ja}、{duty_ja}。", area.named(zone_ja, context.language)),
            );
        }
        Change::InZone => {
            let duty_ja = if flip.is_mandatory {
                "動かした駒が必ず裏返ります"
            } else {
                "動かした駒を裏返せます。返すかどうかは自由です"
            };
            writer.add_sentence(
                format!(
                    "{}: a piece {may} turn over to its other side when its move starts or ends \
                     there, in both directions and any number of times.",
                    area.named(zone, context.language)
                ),
                format!(
                    "{}。{moves_ja}、{duty_ja}。表から裏へも裏から表へも、何度でも返せます。",
                    area.named(zone_ja, context.language)
                ),
            );
        }
        Change::EveryMove => writer.add_sentence(
            "A piece with two sides turns over with every move on the board.",
            "裏のある駒は、盤上で動くたびに必ず裏返ります。",
        ),
        Change::EveryCapture => writer.add_sentence(
            "A piece with two sides turns over with every capture that it makes, and never \
             otherwise.",
            "裏のある駒は、相手の駒を取るたびに必ず裏返ります。取らずに動いたときは裏返りません。",
        ),
        Change::Never => writer.add_sentence(
            "Pieces do not turn over on the board.",
            "盤上で駒が裏返ることはありません。",
        ),
    }
}

fn write_other_flip(
    writer: &mut Writer,
    context: &Context<'_>,
    main: &Flip,
    flip: &Flip,
    letters: &[&str],
) {
    let names = context.names(letters);
    if flip.change != main.change {
        let start = capital(&names);
        let (english, japanese) = match flip.change {
            Change::Once => {
                let promoted: Vec<String> =
                    letters.iter().map(|letter| context.promoted_name(letter)).collect();
                let promoted = super::super::words::names(&promoted, context.language);
                if main.change == Change::InZone {
                    (
                        format!("But {promoted} on the board never turns back."),
                        format!("ただし、{promoted}は盤上では元に戻れません。"),
                    )
                } else {
                    (
                        format!("{start} can promote in a zone and then stays promoted."),
                        format!("{names}は決まった場所で成り、成った後は元に戻りません。"),
                    )
                }
            }
            Change::InZone => (
                format!(
                    "{start} can turn over in a zone, in both directions, any number of times."
                ),
                format!("{names}は決まった場所で、表から裏へも裏から表へも、何度でも返せます。"),
            ),
            Change::EveryMove => (
                format!("{start} turns over with every move on the board."),
                format!("{names}は、盤上で動くたびに必ず裏返ります。"),
            ),
            Change::EveryCapture => (
                format!(
                    "{start} turns over with every capture that it makes, and never otherwise."
                ),
                format!("{names}は、相手の駒を取るたびに必ず裏返り、そのほかでは裏返りません。"),
            ),
            Change::Never => (
                format!("{start} never turns over on the board."),
                format!("{names}は盤上では裏返りません。"),
            ),
        };
        writer.add_sentence(english, japanese);
    }
    if flip.zone != main.zone
        && let Some(zone) = &flip.zone
    {
        let area = context.area(zone);
        let squares = area.noun_with("and", context.language);
        let (zone, zone_ja) = zone_term(flip.change);
        if area.is_empty() {
            writer.add_sentence(
                format!("For {names}, there is no {zone}."),
                format!("{names}には{zone_ja}がありません。"),
            );
        } else {
            writer.add_sentence(
                format!("For {names}, the {zone} is {squares}."),
                format!("{names}の場合、{zone_ja}は{squares}です。"),
            );
        }
    }
    if flip.zone.is_some() && flip.is_mandatory != main.is_mandatory {
        let names_en = capital(&names);
        match (flip.change == Change::Once, flip.is_mandatory) {
            (true, true) => writer.add_sentence(
                format!("{names_en} must promote whenever it may."),
                format!("{names}は、成れるときは必ず成ります。"),
            ),
            (true, false) => writer.add_sentence(
                format!("{names_en} may choose whether to promote."),
                format!("{names}は、成るかどうか自由です。"),
            ),
            (false, true) => writer.add_sentence(
                format!("{names_en} must turn over whenever it may."),
                format!("{names}は、返せるときは必ず裏返します。"),
            ),
            (false, false) => writer.add_sentence(
                format!("{names_en} may choose whether to turn over."),
                format!("{names}は、返すかどうか自由です。"),
            ),
        }
    }
}

/// Returns the name of the zone of pieces.
const fn zone_term(change: Change) -> (&'static str, &'static str) {
    match change {
        Change::InZone => ("flip zone", "返せる場所"),
        _ => ("promotion zone", "成れる場所"),
    }
}

/// Writes where pieces must promote although they need not elsewhere.
fn write_must_promote(writer: &mut Writer, context: &Context<'_>) {
    let letters: Vec<&str> = context
        .two_sided()
        .into_iter()
        .filter(|letter| {
            let flip = flip(context, letter);
            flip.zone.is_some()
                && !flip.is_mandatory
                && !context.area(&context.rules.pieces[*letter].must_promote).is_empty()
        })
        .collect();
    let groups = context.groups(&letters, |letter| {
        (
            context.noun(&context.rules.pieces[letter].must_promote),
            context.change(letter) == Change::InZone,
        )
    });
    for ((squares, flips), letters) in groups {
        let names = context.names(&as_strs(&letters));
        let (promote, promote_ja) =
            if flips { ("turn over", "裏返し") } else { ("promote", "成り") };
        writer.add_sentence(
            format!("{} must {promote} when moving to {squares}.", capital(&names)),
            format!("{names}は、{squares}に動いたときは必ず{promote_ja}ます。"),
        );
    }
}

fn write_counter_flip(writer: &mut Writer, context: &Context<'_>) {
    if !context.rules.promotion.counter_flip {
        return;
    }
    writer.end_paragraph();
    writer.add_sentence(
        "Counter-flip: if a piece captures and turns back to its unpromoted side in the same \
         move, and the next move captures that piece, it may be taken into hand promoted.",
        "返し取り：駒を取りながら裏から表へ返った駒を、その直後の手で取るときは、裏の面にして持ち\
         駒にすることができます。",
    );
}

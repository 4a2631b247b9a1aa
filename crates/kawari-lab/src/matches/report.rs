//! Reports of a match as text.

use std::fmt::Write;

use super::setup::Setup;
use super::standings::{Encounter, Standings, Tally};
use crate::statistics::{Elo, EloModel, Hypothesis, Sprt, StoppedElo, elo, stopped_elo};
use kawari_records::game_log::GameEntry;
use kawari_records::game_log::GameResult;

/// Returns a short status for the progress bar: the score of a match between two players, or the
/// leader of a tournament.
pub fn running(standings: &Standings, names: &[String], sprt: Option<&Sprt>) -> String {
    let [Encounter { tally, .. }] = standings.encounters() else {
        let ranking = ranking(standings, names);
        let leader = ranking.first().map(|(name, tally)| (name, 100.0 * tally.score()));
        return leader.map_or(String::new(), |(name, score)| format!("{name} leads, {score:.1} %"));
    };
    let mut text = format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses);
    if let Ok(elo) = elo(&tally.pairs) {
        text += &format!(", Elo {}", elo.elo);
    }
    if let Some(sprt) = sprt {
        text += &format!(", LLR {:.2}", sprt.ratio(&tally.pairs));
    }
    text
}

/// Returns the full report, several lines.
pub fn full(standings: &Standings, names: &[String], sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    if names.len() > 2 {
        text += &table(standings, names);
    }
    for encounter in standings.encounters() {
        let [first, second] = encounter.players.map(|player| names[player].as_str());
        text += &format!("{first} against {second}: {}\n", score(&encounter.tally));
        text += &strength(&encounter.tally, sprt);
        if let Some(sprt) = sprt {
            text += &test(sprt, &encounter.tally);
        }
    }
    let results = standings.results();
    if let Some(score) = results.score_of_black() {
        let _ = writeln!(text, "Black scored {:.1} %", 100.0 * score);
    }
    let _ = results.write_reasons(&mut text);
    text + &repeats(standings) + &differences(standings) + &faults(standings)
}

/// Returns a line with the winner of a knockout, or an empty string if it has not ended.
pub fn knockout(champion: Option<&str>) -> String {
    champion.map_or(String::new(), |name| format!("{name} won the knockout\n"))
}

/// Returns a line with the players and the result of a game, Black first.
pub fn outcome(game: &GameEntry) -> String {
    let result = match game.result {
        GameResult::Black => "1-0",
        GameResult::White => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Void => "*",
    };
    let GameEntry { game: number, black, white, reason, moves, .. } = game;
    format!("game {number}: {black} {result} {white}, {reason}, {} moves", moves.len())
}

/// Returns a line with the reason why a match without a clock ended before its last pair and before
/// its SPRT, or an empty string if it did not.
pub fn early_end(setup: &Setup, standings: &Standings) -> String {
    let is_over =
        |tally: &Tally| setup.sprt.is_some_and(|sprt| sprt.accepted(&tally.pairs).is_some());
    if standings.encounters().first().is_some_and(|encounter| is_over(&encounter.tally)) {
        return String::new();
    }
    let end = match setup.last_of_book {
        Some(count) => format!("end of the book after {count} openings"),
        None if setup.is_exhausted(standings) => "no new openings".to_owned(),
        None => return String::new(),
    };
    format!("{end}; without a clock, games would repeat\n")
}

fn score(tally: &Tally) -> String {
    if tally.games() == 0 {
        return games(0);
    }
    format!(
        "{}, {} won, {} drawn, {} lost, {:.1} points ({:.1} %)",
        games(tally.games()),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.points(),
        100.0 * tally.score()
    )
}

/// Returns the lines on pairs and Elo. After an SPRT has stopped, the plain estimate is biased, and
/// the corrected one is used.
fn strength(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let pairs = &tally.pairs;
    if pairs.pairs() == 0 {
        return String::new();
    }
    let reported = match (sprt.and_then(|sprt| stopped_elo(sprt, pairs)), elo(pairs)) {
        (Some(StoppedElo { elo, normalised, superiority }), Ok(_)) => format!(
            "Elo {elo}, normalised Elo {normalised} (95 %, corrected for the stop), \
             superior with {:.1} %",
            100.0 * superiority
        ),
        (None, Ok(Elo { elo, normalised, superiority })) => format!(
            "Elo {elo}, normalised Elo {normalised} (95 %), superior with {:.1} %",
            100.0 * superiority
        ),
        (_, Err(error)) => error.to_string(),
    };
    let share =
        |share: Option<f64>| share.map_or("-".to_owned(), |s| format!("{:.1} %", 100.0 * s));
    let ratio = pairs.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
    format!(
        "  pairs with 0, 1/2, 1, 1 1/2, 2 points: {pairs}\n  drawn: {} of the games, {} of the \
         pairs; pairs won for each lost: {ratio}\n  {reported}\n",
        share(tally.draw_ratio()),
        share(pairs.draw_ratio())
    )
}

fn test(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let model = match sprt.model {
        EloModel::Normalized => "normalised",
        EloModel::Logistic => "logistic",
    };
    let accepted = match sprt.accepted(&tally.pairs) {
        Some(Hypothesis::H0) => "H0 accepted: no gain",
        Some(Hypothesis::H1) => "H1 accepted: a gain",
        None => "undecided",
    };
    format!(
        "  SPRT of {} against {} {model} Elo: LLR {:.2} in ({low:.2}, {high:.2}), {accepted}\n",
        sprt.elo0,
        sprt.elo1,
        sprt.ratio(&tally.pairs)
    )
}

/// Returns the players with their results, sorted by score.
fn ranking<'a>(standings: &Standings, names: &'a [String]) -> Vec<(&'a str, Tally)> {
    let row = |(player, name): (usize, &'a String)| (name.as_str(), standings.of_player(player));
    let mut rows: Vec<_> = names.iter().enumerate().map(row).collect();
    rows.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
    rows
}

fn table(standings: &Standings, names: &[String]) -> String {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (rank, (name, tally)) in (1..).zip(ranking(standings, names)) {
        let elo = elo(&tally.pairs).map_or(String::new(), |Elo { elo, .. }| elo.to_string());
        let _ = writeln!(
            text,
            "{rank:>3}. {name:width$} {:>8.1} of {:<6} {:>5.1} %  {elo}",
            tally.points(),
            tally.games(),
            100.0 * tally.score()
        );
    }
    text
}

fn repeats(standings: &Standings) -> String {
    match standings.repeats() {
        0 => String::new(),
        count => format!("{} identical to an earlier one, not counted\n", games(count)),
    }
}

fn differences(standings: &Standings) -> String {
    let mut text = String::new();
    for (player, detail, count, first) in standings.differences() {
        let _ = writeln!(
            text,
            "{player}: rules differ ({detail}) in {}, not counted, first in game {first}",
            games(count)
        );
    }
    text
}

fn faults(standings: &Standings) -> String {
    let mut text = String::new();
    for (player, kind, count, first) in standings.faults() {
        let _ = writeln!(text, "{player}: {kind} in {}, first in game {first}", games(count));
    }
    text
}

fn games(count: u64) -> String {
    format!("{count} game{}", if count == 1 { "" } else { "s" })
}

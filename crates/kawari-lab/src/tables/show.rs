//! `kawari tables show`: what is in the tables.

use std::io::Write;
use std::path::Path;

use anyhow::Context;

use super::{TablebaseGame, TablesConfig, class_and_mirror};
use kawari_engine::core::endgame::{
    EndgameMoves, EndgamePosition, EndgameRules, EndgameValue, MIN_MEN, TablebaseProbe,
};
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::tablebase_source;
use kawari_engine::tablebase::probe::Tablebase;
use kawari_engine::tablebase::statistics::{LongestDistance, Statistics, ValueCounts};
use kawari_engine::tablebase::value::Metric;

/// Tells what tables of a folder consist of, with the longest win of each and its line.
///
/// # Errors
/// When a table is missing or cannot be read.
pub fn show(config: &TablesConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let game = TablebaseGame::new(config.variant)?;
    for class in game.classes(config.men)? {
        for men in class_and_mirror(class) {
            statistics(&game, &config.folder, men, output)?;
        }
    }
    Ok(())
}

/// Tells what a class consists of.
pub(super) fn statistics(
    game: &TablebaseGame,
    folder: &Path,
    men: [usize; 2],
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let file = game.open(folder, men)?;
    let [end, capture] = *file.statistics();
    let [own, enemy] = men;
    writeln!(output, "{} {own}v{enemy}", game.name)?;
    tally(output, "positions", end.placements)?;
    tally(output, "up to symmetry", end.positions)?;
    distances(output, "to the end", end)?;
    distances(output, "to a capture", capture)?;
    if end.positions != capture.positions {
        tally(output, "with 100 half-moves", capture.positions)?;
    }
    let tables =
        tablebase_source::open(game.variant, Some(folder))?.context("the game has tables")?;
    let longest = end.longest_win.or(end.longest_loss);
    if let Some(men) = longest.and_then(|LongestDistance { number, .. }| file.position(number)) {
        longest_line(game, &tables, men, output)?;
    }
    writeln!(output)?;
    Ok(())
}

fn tally(output: &mut dyn Write, name: &str, tally: ValueCounts) -> anyhow::Result<()> {
    let ValueCounts { won, drawn, lost } = tally;
    let share = |count: u64| 100.0 * count as f64 / tally.total().max(1) as f64;
    writeln!(
        output,
        "{name}: {} of them won {won} ({:.4} %), drawn {drawn} ({:.4} %), lost {lost} ({:.4} %)",
        tally.total(),
        share(won),
        share(drawn),
        share(lost)
    )?;
    Ok(())
}

fn distances(output: &mut dyn Write, to: &str, statistics: Statistics) -> anyhow::Result<()> {
    let plies = |longest: Option<LongestDistance>| {
        longest.map_or("none".to_owned(), |longest| format!("{} plies", longest.plies))
    };
    let Statistics { longest_win, longest_loss, .. } = statistics;
    writeln!(output, "longest {to}: win {}, loss {}", plies(longest_win), plies(longest_loss))?;
    Ok(())
}

/// A position with its best line to the end, as a record.
fn longest_line(
    game: &TablebaseGame,
    tables: &Tablebase,
    men: EndgamePosition,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let sfen = game.rules.sfen(men);
    let mut game_state = game_state::open(game.variant);
    game_state.set(StartPosition::Sfen(&sfen), &[])?;
    let diagram = game_state.diagram();
    for word in best_line(game.rules, tables, men) {
        game_state.push(&word)?;
    }
    writeln!(output, "{}", diagram.trim_end())?;
    writeln!(output, "{sfen}")?;
    writeln!(output, "moves {}", game_state.moves().join(" "))?;
    writeln!(output, "record {}", game_state.record().join(" "))?;
    Ok(())
}

/// The moves (USI) of the shortest win and the longest defence.
fn best_line(
    rules: &dyn EndgameRules,
    tables: &Tablebase,
    mut men: EndgamePosition,
) -> Vec<String> {
    let mut words = Vec::new();
    while let Some((from, to, after)) = best_move(rules, tables, men) {
        words.push(rules.usi(from, to));
        men = after;
    }
    words
}

/// The best move of a decided position, and the men after it.
fn best_move(
    rules: &dyn EndgameRules,
    tables: &Tablebase,
    men: EndgamePosition,
) -> Option<(u8, u8, EndgamePosition)> {
    if men.counts()[0] < MIN_MEN {
        return None;
    }
    let mut moves = EndgameMoves::default();
    rules.moves(men, &mut moves);
    let captures =
        moves.captures.iter().map(|capture| (capture.from, capture.to, capture.captured));
    let quiet = moves.quiet.iter().flat_map(|targets| {
        let is_target = move |&to: &u8| targets.to >> to & 1 != 0;
        (0..128).filter(is_target).map(move |to| (targets.from, to, 0))
    });
    let after = captures.chain(quiet).filter_map(|(from, to, captured)| {
        let after = men.after(from, to, captured);
        let value = if after.counts()[0] < MIN_MEN {
            EndgameValue::Loss(0)
        } else {
            tables.probe(after)?.end
        };
        Some((from, to, after, Metric::End.value_before_move(value, captured != 0)))
    });
    // The first of the best ones.
    let best = after.reduce(|best, next| if next.3.rank() > best.3.rank() { next } else { best });
    best.map(|(from, to, after, _)| (from, to, after))
}

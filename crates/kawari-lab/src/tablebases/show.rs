//! `kawari tables show`: statistics and longest wins of tablebases.

use std::io::Write;
use std::path::Path;

use anyhow::Context;

use super::{TablebaseConfig, TablebaseGame, class_and_mirror};
use kawari_engine::core::endgame::{
    EndgameMoves, EndgamePosition, EndgameRules, EndgameValue, MIN_MEN, TablebaseProbe,
};
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::tablebase_source;
use kawari_engine::tablebase::probe::Tablebase;
use kawari_engine::tablebase::statistics::{LongestDistance, Statistics, ValueCounts};
use kawari_engine::tablebase::value::Metric;

/// Writes the statistics of the tablebases in a folder, with the longest win of each class
/// and its best line.
///
/// # Errors
/// Returns an error if a tablebase is missing or cannot be read.
pub fn show(config: &TablebaseConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let game = TablebaseGame::new(config.variant)?;
    for class in game.classes(config.men)? {
        for men in class_and_mirror(class) {
            statistics(&game, &config.folder, men, output)?;
        }
    }
    Ok(())
}

/// Writes the statistics of a class.
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
    write_counts(output, "positions", end.placements)?;
    write_counts(output, "up to symmetry", end.positions)?;
    write_distances(output, "to the end", end)?;
    write_distances(output, "to a capture", capture)?;
    if end.positions != capture.positions {
        write_counts(output, "with 100 half-moves", capture.positions)?;
    }
    let tablebase = tablebase_source::open(game.variant, Some(folder))?
        .with_context(|| format!("{} has no tablebases", game.name))?;
    let longest = end.longest_win.or(end.longest_loss);
    if let Some(men) = longest.and_then(|LongestDistance { number, .. }| file.position(number)) {
        write_longest_line(game, &tablebase, men, output)?;
    }
    writeln!(output)?;
    Ok(())
}

fn write_counts(output: &mut dyn Write, name: &str, counts: ValueCounts) -> anyhow::Result<()> {
    let ValueCounts { won, drawn, lost } = counts;
    let share = |count: u64| 100.0 * count as f64 / counts.total().max(1) as f64;
    writeln!(
        output,
        "{name}: {}, won {won} ({:.4} %), drawn {drawn} ({:.4} %), lost {lost} ({:.4} %)",
        counts.total(),
        share(won),
        share(drawn),
        share(lost)
    )?;
    Ok(())
}

fn write_distances(output: &mut dyn Write, to: &str, statistics: Statistics) -> anyhow::Result<()> {
    let plies = |longest: Option<LongestDistance>| {
        longest.map_or("none".to_owned(), |longest| format!("{} plies", longest.plies))
    };
    let Statistics { longest_win, longest_loss, .. } = statistics;
    writeln!(output, "longest {to}: win {}, loss {}", plies(longest_win), plies(longest_loss))?;
    Ok(())
}

/// Writes a position with its best line to the end: a diagram, the SFEN, and the moves in
/// USI and in record notation.
fn write_longest_line(
    game: &TablebaseGame,
    tablebase: &Tablebase,
    men: EndgamePosition,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let sfen = game.rules.sfen(men);
    let mut game_state = game_state::open(game.variant);
    game_state.set(StartPosition::Sfen(&sfen), &[])?;
    let diagram = game_state.diagram();
    for mv in best_line(game.rules, tablebase, men) {
        game_state.push(&mv)?;
    }
    writeln!(output, "{}", diagram.trim_end())?;
    writeln!(output, "{sfen}")?;
    writeln!(output, "moves {}", game_state.moves_in_usi().join(" "))?;
    writeln!(output, "record {}", game_state.record().join(" "))?;
    Ok(())
}

/// Returns the line (in USI) of the shortest win against the longest defence.
fn best_line(
    rules: &dyn EndgameRules,
    tablebase: &Tablebase,
    mut men: EndgamePosition,
) -> Vec<String> {
    let mut moves = Vec::new();
    while let Some((from, to, after)) = best_move(rules, tablebase, men) {
        moves.push(rules.usi(from, to));
        men = after;
    }
    moves
}

/// Returns the best move of a decided position, as its squares and the position after it.
fn best_move(
    rules: &dyn EndgameRules,
    tablebase: &Tablebase,
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
            tablebase.probe(after)?.end
        };
        Some((from, to, after, Metric::End.value_before_move(value, captured != 0)))
    });
    // Take the first of several equally good moves.
    let best = after.reduce(|best, next| if next.3.rank() > best.3.rank() { next } else { best });
    best.map(|(from, to, after, _)| (from, to, after))
}

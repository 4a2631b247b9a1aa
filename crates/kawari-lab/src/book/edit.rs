//! `kawari book merge`, `prune` and `show`.

use std::io::{self, Write};

use anyhow::ensure;

use super::graph::{BookGraph, WalkLimits};
use super::grow;
use kawari_engine::core::score::Score;
use kawari_engine::engine::opening_book::OpeningBook;
use kawari_engine::games::variants::Variant;

/// Merges books. Of two entries for a move, the one with the deeper search is kept. Scores are
/// backed up in the merged book.
///
/// # Errors
/// Returns an error if a book has a position or a move that the game does not have.
pub fn merge<'a>(
    variant: Variant,
    books: impl IntoIterator<Item = &'a OpeningBook>,
) -> anyhow::Result<OpeningBook> {
    let mut merged = OpeningBook::default();
    for (key, moves) in books.into_iter().flat_map(OpeningBook::positions) {
        let mut all = merged.moves(key).to_vec();
        for book_move in moves {
            match all.iter_mut().find(|other| other.mv == book_move.mv) {
                Some(other) if other.depth < book_move.depth => *other = *book_move,
                Some(_) => {}
                None => all.push(*book_move),
            }
        }
        merged.set_moves(key, all);
    }
    let mut graph = BookGraph::new(variant, &merged)?;
    graph.back_up();
    Ok(graph.book())
}

/// Options of `kawari book prune`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PruneConfig {
    /// Game variant.
    pub variant: Variant,
    /// Maximum number of plies from the start position.
    pub plies: usize,
    /// Largest loss of a move against the best one, in centipawns.
    pub within: Score,
    /// Maximum size of the text, in bytes.
    pub size: Option<usize>,
}

/// Removes moves that lose more than a limit, and positions that the other moves do not reach. If
/// the book is larger than its limit, the positions are removed whose lines have the most plies
/// and the largest losses.
///
/// # Errors
/// Returns an error if the book has a position or a move that the game does not have.
pub fn prune(config: &PruneConfig, book: &OpeningBook) -> anyhow::Result<OpeningBook> {
    let &PruneConfig { variant, plies, within, size } = config;
    let graph = BookGraph::new(variant, book)?;
    let mut pruned = OpeningBook::default();
    let mut bytes = pruned.text(variant.info().name).len();
    let limits = WalkLimits { plies, within, bound: Score::MAX };
    for reached in graph.walk(&grow::root(variant, &[])?, limits) {
        if !reached.is_expanded || reached.ply >= plies {
            continue;
        }
        let mut moves = graph.moves(&reached.key);
        let best = moves.first().map_or(0, |book_move| book_move.score);
        moves.retain(|book_move| best - book_move.score <= within);
        let mut single = OpeningBook::default();
        single.set_moves(&reached.key, moves.clone());
        bytes += single.text("").len() - OpeningBook::default().text("").len();
        if size.is_some_and(|size| bytes > size) {
            break;
        }
        pruned.set_moves(&reached.key, moves);
    }
    Ok(pruned)
}

/// Writes the moves of a position with their scores, and the best line after each.
///
/// # Errors
/// Returns an error if a move to the position is illegal, if the book lacks the position, or if
/// `output` cannot be written.
pub fn show(
    variant: Variant,
    book: &OpeningBook,
    moves: &[String],
    mut output: impl Write,
) -> anyhow::Result<()> {
    let root = grow::root(variant, moves)?;
    let found = book.moves(&root);
    ensure!(!found.is_empty(), "the book has no moves for the position {root}");
    writeln!(output, "{:<7} {:>6} {:>5}  line", "move", "score", "depth")?;
    for book_move in found {
        let mut path = moves.to_vec();
        path.push(book_move.mv.to_string());
        let line = best_line(variant, book, path)?;
        let (mv, score, depth) = (book_move.mv.to_string(), book_move.score, book_move.depth);
        writeln!(output, "{mv:<7} {score:>+6} {depth:>5}  {}", line.join(" "))?;
    }
    Ok(output.flush()?)
}

/// Returns the book's best line after some moves.
fn best_line(
    variant: Variant,
    book: &OpeningBook,
    mut path: Vec<String>,
) -> anyhow::Result<Vec<String>> {
    /// Longest line, in plies.
    const LONGEST: usize = 8;
    let start = path.len();
    while path.len() < start + LONGEST {
        let Some(best) = book.moves(&grow::root(variant, &path)?).first() else { break };
        path.push(best.mv.to_string());
    }
    Ok(path.split_off(start))
}

/// Writes the positions at the ends of the book's lines, or at a ply, as openings for matches.
///
/// # Errors
/// Returns an error if the book has a move that the game does not have, or if `output` cannot be
/// written.
pub fn write_lines(
    variant: Variant,
    book: &OpeningBook,
    plies: usize,
    mut output: impl Write,
) -> anyhow::Result<()> {
    let mut lines = vec![Vec::<String>::new()];
    while let Some(line) = lines.pop() {
        let moves = if line.len() < plies { book.moves(&grow::root(variant, &line)?) } else { &[] };
        if moves.is_empty() && !line.is_empty() {
            writeln!(output, "startpos moves {}", line.join(" "))?;
        }
        for book_move in moves.iter().rev() {
            let mut longer = line.clone();
            longer.push(book_move.mv.to_string());
            lines.push(longer);
        }
    }
    Ok(output.flush()?)
}

/// Writes a book.
///
/// # Errors
/// Returns the I/O error if `output` cannot be written.
pub fn write(variant: Variant, book: &OpeningBook, mut output: impl Write) -> io::Result<()> {
    output.write_all(book.text(variant.info().name).as_bytes())?;
    output.flush()
}

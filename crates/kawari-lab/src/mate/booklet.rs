//! `kawari mate show`: prints mate problems with diagrams, as plain text or HTML.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use super::problem::{self, Problem};
use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::variants::Variant;

/// The settings of `kawari mate show`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookletConfig {
    /// Problem files; `-` for standard input.
    pub files: Vec<PathBuf>,
    /// Writes HTML instead of plain text.
    pub html: bool,
    /// Omits the solutions.
    pub hides_solutions: bool,
}

/// A problem with its position and solution text.
struct BookletPage {
    problem: Problem,
    game_state: Box<dyn GameState>,
    /// Solution in record notation.
    solution: String,
}

/// Writes the diagrams of all problems, followed by the solutions.
///
/// # Errors
/// Returns an error if a file cannot be read, a problem is invalid, or the output cannot be
/// written.
pub fn show(config: &BookletConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let mut pages = Vec::new();
    for path in &config.files {
        for problem in problem::read(path)? {
            let id = problem.id.clone();
            pages.push(BookletPage::new(problem).with_context(|| format!("problem {id}"))?);
        }
    }
    if config.html { page(&pages, config, output) } else { text(&pages, config, output) }
}

impl BookletPage {
    fn new(problem: Problem) -> anyhow::Result<Self> {
        let variant: Variant = problem.variant.parse()?;
        let moves: Vec<&str> = problem.moves.iter().map(String::as_str).collect();
        let mut game_state = game_state::open(variant);
        game_state.set(StartPosition::Sfen(&problem.position), &moves)?;
        let solution = game_state.record().join(" ");
        game_state.set(StartPosition::Sfen(&problem.position), &[])?;
        Ok(Self { problem, game_state, solution })
    }

    /// Returns a heading such as `yari-001, Yari Shogi: Black wins in 5 plies`.
    fn heading(&self) -> String {
        let side = match self.game_state.side_to_move() {
            Color::Black => "Black",
            Color::White => "White",
        };
        let Problem { id, plies, title, .. } = &self.problem;
        let title = title.as_ref().map_or_else(String::new, |title| format!(". {title}"));
        let game = self.game_state.info().title;
        format!("{id}, {game}: {side} wins in {plies} plies{title}")
    }
}

fn text(
    pages: &[BookletPage],
    config: &BookletConfig,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    for page in pages {
        let diagram = page.game_state.diagram();
        writeln!(output, "{}\n\n{}", page.heading(), diagram.trim_end())?;
        writeln!(output, "{}\n", page.problem.position)?;
    }
    if !config.hides_solutions {
        writeln!(output, "Solutions\n")?;
        for page in pages {
            writeln!(output, "{}: {}", page.problem.id, page.solution)?;
        }
    }
    Ok(())
}

const HEAD: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<title>Mates</title>
<style>
body { font-family: serif; margin: 2em; }
section { display: inline-block; vertical-align: top; margin: 1em; break-inside: avoid; width: 22em; }
table { border-collapse: collapse; }
td { border: 1px solid black; width: 2em; height: 2em; text-align: center; }
td.white { transform: rotate(180deg); }
th { font-weight: normal; font-size: 80%; }
code { font-size: 80%; overflow-wrap: anywhere; }
</style>
";

fn page(
    pages: &[BookletPage],
    config: &BookletConfig,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    output.write_all(HEAD.as_bytes())?;
    for page in pages {
        writeln!(output, "<section>\n<h4>{}</h4>", escaped(&page.heading()))?;
        board(page, output)?;
        writeln!(output, "<code>{}</code>\n</section>", escaped(&page.problem.position))?;
    }
    if !config.hides_solutions {
        writeln!(output, "<h2>Solutions</h2>\n<ol>")?;
        for page in pages {
            let Problem { id, .. } = &page.problem;
            writeln!(output, "<li>{}: {}</li>", escaped(id), escaped(&page.solution))?;
        }
        writeln!(output, "</ol>")?;
    }
    writeln!(output, "</html>")?;
    Ok(())
}

/// Writes the board as an HTML table, with White's pieces upside down, and the hands.
fn board(page: &BookletPage, output: &mut dyn Write) -> anyhow::Result<()> {
    let info = page.game_state.info();
    let mut fields = page.problem.position.split(' ');
    let ranks = fields.next().unwrap_or_default().split('/');
    let hands = fields.nth(1).unwrap_or("-");
    write!(output, "<table>\n<tr>")?;
    for file in (1..=info.files).rev() {
        write!(output, "<th>{file}</th>")?;
    }
    writeln!(output, "<th></th></tr>")?;
    for (letter, rank) in ('a'..).zip(ranks) {
        write!(output, "<tr>")?;
        for square in squares(rank) {
            let is_white = square.chars().any(|c| c.is_ascii_lowercase());
            let class = if is_white { " class=\"white\"" } else { "" };
            write!(output, "<td{class}>{}</td>", escaped(&square.to_ascii_uppercase()))?;
        }
        writeln!(output, "<th>{letter}</th></tr>")?;
    }
    writeln!(output, "</table>")?;
    if info.pocket > 0 {
        let side = |is_black: bool| {
            let held = hand(hands, is_black);
            if held.is_empty() { "nothing".to_owned() } else { held }
        };
        writeln!(output, "<p>In hand: Black {}; White {}</p>", side(true), side(false))?;
    }
    Ok(())
}

/// Returns the squares of an SFEN rank; empty squares are empty strings.
fn squares(rank: &str) -> Vec<String> {
    let mut squares: Vec<String> = Vec::new();
    let mut sign = "";
    for c in rank.chars() {
        match c {
            '+' => sign = "+",
            '!' => squares.iter_mut().last().into_iter().for_each(|square| square.push('!')),
            digit if digit.is_ascii_digit() => {
                let run = digit.to_digit(10).unwrap_or(0) as usize;
                squares.extend(std::iter::repeat_n(String::new(), run));
            }
            letter => squares.push(format!("{}{letter}", std::mem::take(&mut sign))),
        }
    }
    squares
}

/// Returns the hand of one side from the hands field of an SFEN.
fn hand(hands: &str, is_black: bool) -> String {
    let mut held = Vec::new();
    let mut word = String::new();
    for c in hands.chars().filter(|&c| c != '-') {
        word.push(c);
        if c.is_ascii_alphabetic() {
            if c.is_ascii_uppercase() == is_black {
                held.push(word.to_ascii_uppercase());
            }
            word.clear();
        }
    }
    held.join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_is_split_into_squares() {
        assert_eq!(squares("2+p1G!"), ["", "", "+p", "", "G!"]);
        assert_eq!(squares("7").len(), 7);
    }

    #[test]
    fn hand_is_split_by_side() {
        assert_eq!(hand("2P+Gb", true), "2P +G");
        assert_eq!(hand("2P+G3b", false), "3B");
        assert_eq!(hand("-", true), "");
    }
}

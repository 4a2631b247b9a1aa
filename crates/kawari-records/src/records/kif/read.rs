//! Reading KIF files.

use kawari_engine::games::variants::Variant;

use super::position::{DiagramLines, Handicap};
use super::{BLACK_NAMES, COMMENT, SFEN_KEY, VARIATION, WHITE_NAMES};
use crate::game_log::GameResult;
use crate::japanese;
use crate::records::ending::{self, Ending};
use crate::records::movetext::MoveBudget;
use crate::records::text::shown;
use crate::records::tree::MoveTree;
use crate::records::{ReadRecord, RecordGame, SHOGI, unusual_start};
use kawari_engine::notation::error::MoveError;

/// Reads one game. `fallback` is the game of a file that names none.
///
/// # Errors
/// Returns a message for the user.
pub fn read(
    text: &str,
    fallback: Option<Variant>,
    budget: &mut MoveBudget,
) -> Result<ReadRecord, String> {
    let mut headers = Headers::default();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next_if(|line| !is_move(line)) {
        headers.add(line)?;
    }
    let (variant, start) = headers.start(fallback)?;
    let mut record = headers.record;
    variant.info().name.clone_into(&mut record.game);
    record.start = start;
    let game_state = record.open()?;
    record.start = unusual_start(&*game_state);
    let mut tree = MoveTree::new(game_state, budget);
    for line in headers.comments {
        tree.comment(&line);
    }
    let mut end = End::default();
    for line in lines {
        add_line(line, &mut tree, &mut end)?;
    }
    let tree = tree.finish()?;
    (record.result, record.reason) = ending::settle(end.word, end.total, &*tree.game_state);
    (record.comment, record.moves) = (tree.comment, tree.moves);
    Ok(ReadRecord { record, number: None, variant, game_state: tree.game_state })
}

/// The lines before the moves.
#[derive(Default)]
struct Headers {
    record: RecordGame,
    handicap: Option<Handicap>,
    diagram: DiagramLines,
    sfen: Option<String>,
    comments: Vec<String>,
}

impl Headers {
    fn add(&mut self, line: &str) -> Result<(), String> {
        let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
        if let Some(comment) = line.strip_prefix(COMMENT) {
            self.comments.push(comment.trim_end().to_owned());
        } else if line.starts_with('|') {
            self.diagram.ranks.push(line.to_owned());
        } else if WHITE_NAMES.iter().any(|name| line.strip_suffix('番') == Some(name)) {
            self.diagram.is_white_to_move = true;
        } else if let Some((key, value)) = split_header(line) {
            self.add_header(key, value.trim())?;
        }
        Ok(())
    }

    fn add_header(&mut self, key: &str, value: &str) -> Result<(), String> {
        let record = &mut self.record;
        let text = || Some(value.to_owned()).filter(|value| !value.is_empty());
        if let Some(name) = key.strip_suffix("の持駒") {
            let hand = usize::from(WHITE_NAMES.contains(&name));
            value.clone_into(&mut self.diagram.hands[hand]);
        } else if BLACK_NAMES.contains(&key) {
            record.black = text();
        } else if WHITE_NAMES.contains(&key) {
            record.white = text();
        } else if key == "棋戦" {
            record.event = text();
        } else if key == "開始日時" {
            record.date = text().map(|date| date.replace('/', "-"));
        } else if key == "手合割" {
            let handicap = Handicap::parse(value);
            self.handicap = Some(handicap.ok_or_else(|| format!("unknown 手合割 `{value}`"))?);
        } else if key == SFEN_KEY {
            self.sfen = text();
        }
        Ok(())
    }

    /// Returns the game and its start position as SFEN. A diagram takes precedence over a
    /// handicap.
    fn start(&self, fallback: Option<Variant>) -> Result<(Variant, Option<String>), String> {
        let has_diagram = !self.diagram.ranks.is_empty();
        let usual = || if has_diagram { self.diagram.usual_game() } else { SHOGI.parse().ok() };
        let variant = match self.handicap {
            Some(Handicap::Game(variant)) => variant,
            Some(Handicap::Sfen(variant, _)) => variant,
            Some(Handicap::Other) | None => {
                fallback.or_else(usual).ok_or("the record names no game")?
            }
        };
        let start = match (&self.sfen, &self.handicap) {
            (Some(sfen), _) => Some(sfen.clone()),
            _ if has_diagram => Some(self.diagram.sfen(variant.info())?),
            (_, Some(Handicap::Sfen(_, sfen))) => Some((*sfen).to_owned()),
            _ => None,
        };
        Ok((variant, start))
    }
}

/// Splits a header at its colon, which may be wide.
pub fn split_header(line: &str) -> Option<(&str, &str)> {
    line.split_once(['：', ':'])
}

/// Splits a move's number from its line.
fn split_number(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let digits = line.find(|letter: char| !letter.is_ascii_digit())?;
    let rest = &line[digits..];
    let number = line[..digits].parse().ok()?;
    rest.starts_with(char::is_whitespace).then(|| (number, rest.trim_start()))
}

/// Returns true for a line with a number and a move.
pub fn is_move(line: &str) -> bool {
    split_number(line).is_some()
}

/// The end of the main line as the file gives it.
#[derive(Default)]
struct End {
    /// Word in place of a move, and its result.
    word: Option<(&'static Ending, Option<GameResult>)>,
    /// Result in the line after the moves.
    total: Option<GameResult>,
    is_in_variation: bool,
}

/// Reads a line after the headers: a move, the end of a line, a comment or a variation.
fn add_line(line: &str, tree: &mut MoveTree<'_>, end: &mut End) -> Result<(), String> {
    if let Some(comment) = line.strip_prefix(COMMENT) {
        tree.comment(comment.trim_end());
        return Ok(());
    }
    if let Some((_, text)) = split_number(line) {
        return add_move(strip_time(text), tree, end);
    }
    let line = line.trim();
    if let Some(number) = line.strip_prefix(VARIATION) {
        let number = number.trim_start_matches(['：', ':']).trim();
        let digits = number.trim_end_matches('手').trim();
        end.is_in_variation = true;
        let number = digits.parse().map_err(|_| format!("bad variation `{}`", shown(line)))?;
        return tree.branch(number);
    }
    if line.starts_with("まで") && !end.is_in_variation {
        end.total = total(line);
    }
    Ok(())
}

fn add_move(text: &str, tree: &mut MoveTree<'_>, end: &mut End) -> Result<(), String> {
    let side = tree.game_state().side_to_move();
    if let Some(ending) = ending::of_kif(&japanese::normalize(text)) {
        if !end.is_in_variation {
            end.word = Some((ending, ending.result(side)));
        }
        return Ok(());
    }
    let syntax = || Err(MoveError::Syntax(text.to_owned()));
    tree.play(|game_state| japanese::find(game_state, text).unwrap_or_else(syntax))
}

/// Removes the time and the mark of a variation from the end of a move.
fn strip_time(text: &str) -> &str {
    let is_time = |at: &usize| {
        let inside = text[at + 1..].split(')').next().unwrap_or_default();
        inside.contains(['/', ':'])
    };
    let time = text.match_indices('(').map(|(at, _)| at).find(is_time).unwrap_or(text.len());
    text[..time].trim_end_matches(|letter: char| letter == '+' || letter.is_whitespace())
}

/// Returns the result in a line such as `まで33手で先手の勝ち`.
fn total(line: &str) -> Option<GameResult> {
    let wins = |names: &[&str]| names.iter().any(|name| line.contains(&format!("{name}の勝ち")));
    if wins(&BLACK_NAMES) {
        Some(GameResult::Black)
    } else if wins(&WHITE_NAMES) {
        Some(GameResult::White)
    } else {
        let is_draw = ["千日手", "持将棋", "引き分け", "引分"].iter().any(|it| line.contains(it));
        is_draw.then_some(GameResult::Draw)
    }
}

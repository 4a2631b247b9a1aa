//! Reading CSA files.

use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::move_details::LegalMove;
use kawari_engine::notation::usi::{UsiMove, UsiOrigin};

use super::setup::Setup;
use super::{COMMENT, HAND, is_move_line, kind, sign, square};
use crate::records::movetext::MoveBudget;
use crate::records::text::shown;
use crate::records::tree::MoveTree;
use crate::records::{ReadRecord, RecordGame, ending, unusual_start};

/// Reads one game. `fallback` is the game of a file without a board.
///
/// # Errors
/// Returns a message for the user.
pub fn read(
    text: &str,
    fallback: Option<Variant>,
    budget: &mut MoveBudget,
) -> Result<ReadRecord, String> {
    // A comma may separate statements, but not in comments and names.
    let statements = text.lines().flat_map(|line| {
        let is_text = line.starts_with(['\'', 'N', '$']);
        let parts: Vec<&str> = if is_text { vec![line] } else { line.split(',').collect() };
        parts.into_iter().map(str::trim_end)
    });
    let mut statements = statements.peekable();
    let mut record = RecordGame::default();
    let mut setup = Setup::default();
    while let Some(line) = statements.next_if(|line| !is_move_line(line)) {
        read_header(line, &mut record, &mut setup)?;
    }
    let (variant, start) = setup.start(fallback)?;
    variant.info().name.clone_into(&mut record.game);
    record.start = start;
    let game_state = record.open()?;
    record.start = unusual_start(&*game_state);
    let mut tree = MoveTree::new(game_state, budget);
    for line in setup.comments {
        tree.comment(&line);
    }
    let mut end = None;
    for line in statements {
        let side = tree.game_state().side_to_move();
        if let Some(comment) = line.strip_prefix(COMMENT) {
            tree.comment(comment.trim());
        } else if let Some(word) = line.strip_prefix('%') {
            let word = ending::of_csa(word, side)
                .ok_or_else(|| format!("unknown end of the game `{}`", shown(line)))?;
            end = Some((word, word.result(side)));
        } else if is_move_line(line) {
            tree.play(|game_state| find(game_state, line))?;
        }
        // Times, other comments and the separator of games are not needed.
    }
    let tree = tree.finish()?;
    (record.result, record.reason) = ending::settle(end, None, &*tree.game_state);
    (record.comment, record.moves) = (tree.comment, tree.moves);
    Ok(ReadRecord { record, number: None, variant, game_state: tree.game_state })
}

fn read_header(line: &str, record: &mut RecordGame, setup: &mut Setup) -> Result<(), String> {
    let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    if let Some(name) = line.strip_prefix("N+") {
        record.black = text(name);
    } else if let Some(name) = line.strip_prefix("N-") {
        record.white = text(name);
    } else if let Some(event) = line.strip_prefix("$EVENT:") {
        record.event = text(event);
    } else if let Some(date) = line.strip_prefix("$START_TIME:") {
        record.date = text(&date.replace('/', "-"));
    } else if let Some(comment) = line.strip_prefix(COMMENT) {
        setup.comments.push(comment.trim().to_owned());
    } else if matches!(line, "+" | "-") {
        setup.is_white_to_move = line == "-";
    } else if line.starts_with('P') {
        setup.add(line).ok_or_else(|| format!("bad position line `{}`", shown(line)))?;
    }
    Ok(())
}

/// Returns the legal move that a line such as `+7776FU` denotes.
fn find(game_state: &dyn GameState, line: &str) -> Result<LegalMove, MoveError> {
    let mv = parse_move(game_state, line).ok_or_else(|| MoveError::Syntax(line.to_owned()))?;
    let is_turn = line.starts_with(sign(game_state.side_to_move()));
    game_state
        .describe_move(&mv.to_string())
        .ok()
        .filter(|_| is_turn)
        .ok_or_else(|| MoveError::illegal(line))
}

fn parse_move(game_state: &dyn GameState, line: &str) -> Option<UsiMove> {
    let from = line.get(1..3)?;
    let to = square(line.get(3..5)?)?;
    let after = kind(line.get(5..)?.trim())?;
    let (origin, is_flip) = if from == HAND {
        (UsiOrigin::Hand(after), false)
    } else {
        let from = square(from)?;
        let before = game_state.piece_at(from)?.kind;
        (UsiOrigin::Board(from), before != after)
    };
    Some(UsiMove { origin, to, is_flip, is_counter_flip: false })
}

//! Writing CSA files.

use std::fmt::Write;

use kawari_engine::core::color::Color;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::move_details::LegalMove;
use kawari_engine::notation::usi::UsiSquare;

use super::{COMMENT, HAND, code, sign};
use crate::records::movetext::{MoveBudget, error_text};
use crate::records::text::{one_line, write_comment};
use crate::records::{MINISHOGI, RecordGame, SHOGI, ending, unusual_start};

/// Writes the main line of a game with its comments.
///
/// # Errors
/// Returns a message for the user if the game is neither shogi nor minishogi, if a move is illegal
/// or there are too many moves.
pub fn write(record: &RecordGame, mut budget: MoveBudget) -> Result<String, String> {
    let mut game_state = record.open()?;
    let name = game_state.info().name;
    if ![SHOGI, MINISHOGI].contains(&name) {
        return Err(format!("CSA files have no {name} (expected shogi or minishogi)"));
    }
    let mut text = "'CSA encoding=UTF-8\nV2.2\n".to_owned();
    let date = record.date.as_ref().map(|date| date.replace('-', "/"));
    let headers = [
        ("N+", record.black.as_deref()),
        ("N-", record.white.as_deref()),
        ("$EVENT:", record.event.as_deref()),
        ("$START_TIME:", date.as_deref()),
    ];
    for (key, value) in headers {
        if let Some(value) = value {
            let _ = writeln!(text, "{key}{}", one_line(value));
        }
    }
    write_position(&mut text, &*game_state);
    write_comment(&mut text, COMMENT, record.comment.as_deref());
    for (at, played) in record.moves.iter().enumerate() {
        budget.take(1)?;
        let error = |error: &MoveError| format!("move {}: {}", at + 1, error_text(error));
        let found = game_state.describe_move(&played.usi).map_err(|failed| error(&failed))?;
        let side = sign(game_state.side_to_move());
        game_state.push(&found.usi).map_err(|error| error.to_string())?;
        let Some((from, to, piece)) = written_parts(&found) else {
            return Err(error(&MoveError::Syntax(found.usi)));
        };
        let _ = writeln!(text, "{side}{from}{to}{piece}");
        write_comment(&mut text, COMMENT, played.comment.as_deref());
    }
    let side = game_state.side_to_move();
    if let Some(ending) = ending::find(record.result, record.reason.as_deref(), side) {
        let fault =
            if ending.csa == "ILLEGAL_ACTION" { sign(!side).to_string() } else { String::new() };
        let _ = writeln!(text, "%{fault}{}", ending.csa);
    }
    Ok(text)
}

/// Returns the origin, the target and the piece after a move.
fn written_parts(found: &LegalMove) -> Option<(String, String, &'static str)> {
    let from = match &found.parts.from {
        Some(from) => numeric(from.parse().ok()?),
        None => HAND.to_owned(),
    };
    let piece = code(found.parts.becomes.parse().ok()?)?;
    Some((from, numeric(found.parts.to.parse().ok()?), piece))
}

fn numeric(square: UsiSquare) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}

/// Writes the start position and the side to move.
fn write_position(text: &mut String, game_state: &dyn GameState) {
    let info = game_state.info();
    let is_initial = unusual_start(game_state).is_none();
    if is_initial && info.name == SHOGI {
        text.push_str("PI\n");
    } else {
        for rank in 0..info.ranks {
            let _ = write!(text, "P{}", rank + 1);
            for file in (0..info.files).rev() {
                let piece = UsiSquare::new(file, rank).and_then(|at| game_state.piece_at(at));
                let _ = match piece.and_then(|piece| Some((piece.color, code(piece.kind)?))) {
                    Some((color, code)) => write!(text, "{}{code}", sign(color)),
                    None => write!(text, " * "),
                };
            }
            text.push('\n');
        }
        for color in [Color::Black, Color::White] {
            let hand = game_state.hand(color);
            if !hand.is_empty() {
                let pieces = hand.into_iter().filter_map(|(kind, count)| {
                    Some(format!("{HAND}{}", code(kind)?).repeat(count.into()))
                });
                let _ = writeln!(text, "P{}{}", sign(color), pieces.collect::<String>());
            }
        }
    }
    let _ = writeln!(text, "{}", sign(game_state.side_to_move()));
}

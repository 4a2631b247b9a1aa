//! CECP, the Chess Engine Communication Protocol of xboard, version 2, with engine-defined
//! variants. The client sends moves and the engine keeps the game. Squares, positions and
//! sides are those of [chess].
//!
//! xboard updates the board and the hands by its own rules. It cannot remove a man from a
//! square that no piece has moved to, so the Hasami games are not offered. A captured piece
//! keeps the side that was face up, so counter-flips in Hajiku Shogi are not offered either.

mod piece_letters;
mod read;
mod variants;

use vampirc_uci::UciOptionConfig;

use self::piece_letters::PieceLetters;
use self::variants::{XboardVariant, xboard_variants};
use super::chess;
use super::command::Command;
use super::dialect::{Dialect, RootInfo};
use super::error::{CommandError, ProtocolError};
use super::options::{self, OptionEntry};
use super::wire;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo, SearchStats};
use kawari_engine::games::GameInfo;
use kawari_engine::games::variants::Variant;

/// The Chess Engine Communication Protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cecp;

/// The features of the engine.
const FEATURES: &str = "ping=1 setboard=1 playother=1 usermove=1 time=1 draw=0 sigint=0 \
                        sigterm=0 reuse=1 analyze=1 colors=0 name=0 nps=0 san=0 memory=1 smp=1 \
                        debug=1 highlight=1";
/// Options that are not sent as features: CECP has commands for them, or they follow from the
/// game.
const HIDDEN_OPTIONS: [&str; 5] =
    ["USI_Variant", "USI_Hash", "USI_Ponder", "Threads", "MaxMovesToDraw"];
/// The score of a mate in 0.
const MATE_SCORE: Score = 100_000;

impl Dialect for Cecp {
    fn read(&self, line: &str) -> Result<Option<Command>, CommandError> {
        read::read(line)
    }

    fn greeting(&self) -> Vec<String> {
        let games = games();
        let mut lines = vec![
            // Without this, xboard waits only two seconds for the features.
            "feature done=0".to_owned(),
            format!("feature myname=\"{}\" variants=\"{games}\"", wire::NAME),
            format!("feature {FEATURES}"),
        ];
        lines.extend(options::registry().iter().filter_map(option));
        lines.push("feature done=1".to_owned());
        lines
    }

    fn games(&self) -> Vec<String> {
        vec![format!("feature variants=\"{}\"", games())]
    }

    fn variant(&self, game: &GameInfo) -> Vec<String> {
        let Some(xboard_variant) = XboardVariant::of(game) else { return Vec::new() };
        let start = xboard_variant.write(&chess::fen(game, game.startpos));
        let mut lines = vec![format!(
            "setup ({}) {} {start}",
            xboard_variant.info.letters, xboard_variant.info.board
        )];
        lines.extend(
            xboard_variant.info.moves.iter().map(|(piece, moves)| format!("piece {piece} {moves}")),
        );
        lines
    }

    fn note(&self, text: &str) -> String {
        format!("# {}", wire::ascii(text))
    }

    fn rejection(&self, line: &str, error: &ProtocolError) -> String {
        let [error, line] =
            [&error.to_string(), line].map(|text| wire::ascii(&wire::shortened(text)));
        let (first, rest) = line.trim_ascii().split_once(' ').unwrap_or((&line, ""));
        match first {
            "variant" => format!("tellusererror {error}"),
            "usermove" => format!("Illegal move ({error}): {}", rest.trim_ascii()),
            _ => format!("Error ({error}): {line}"),
        }
    }

    fn usi_move_in_position(&self, word: &str, game_state: &dyn GameState) -> Option<String> {
        piece_letters(game_state)?.read(word)
    }

    /// CECP has no progress line without a move.
    fn stats(&self, _stats: &SearchStats) -> Option<String> {
        None
    }

    fn info(&self, info: &SearchInfo, _is_multi_pv: bool, root: &RootInfo) -> String {
        let score = match score::mate_distance(info.score) {
            None => info.score,
            Some(plies) if plies > 0 => MATE_SCORE + (plies + 1) / 2,
            Some(plies) => -MATE_SCORE + plies / 2,
        };
        let time = info.time.as_millis() / 10;
        let (nodes, speed) = (info.nodes, info.nodes_per_second());
        let &SearchInfo { depth, seldepth, .. } = info;
        let moves = moves_text(&wire::usi_moves(&info.pv), root).join(" ");
        format!("{depth} {score} {time} {nodes} {seldepth} {speed} 0\t{moves}")
    }

    fn answer(&self, answer: &SearchAnswer, root: &RootInfo) -> Vec<String> {
        vec![match answer {
            SearchAnswer::Move { best, .. } => {
                format!("move {}", moves_text(&[best.to_string()], root).concat())
            }
            SearchAnswer::Resign => "resign".to_owned(),
            SearchAnswer::Win => match root.ending {
                Some(outcome) => self.result(outcome),
                None => result_of(root.side, "won"),
            },
        }]
    }

    fn outcome(&self, outcome: Outcome) -> String {
        chess::outcome(outcome)
    }
}

impl Cecp {
    /// Returns the game with an xboard name.
    ///
    /// # Errors
    /// Returns [`ProtocolError::UnknownGame`] for an unknown name, and
    /// [`ProtocolError::NotShown`] for a game that xboard cannot show.
    pub fn game(self, name: &str) -> Result<Variant, ProtocolError> {
        match name.parse::<Variant>() {
            Ok(variant) if XboardVariant::of(variant.info()).is_some() => Ok(variant),
            Ok(variant) => {
                let reason = match variant.info().pocket {
                    0 => "it does not take captured men off the board",
                    _ => "it does not know how the pieces change sides",
                };
                Err(ProtocolError::NotShown { game: name.to_owned(), reason })
            }
            Err(error) => Err(ProtocolError::UnknownGame(error)),
        }
    }

    /// Returns true if xboard can show the game.
    pub fn shows(self, game: &GameInfo) -> bool {
        XboardVariant::of(game).is_some()
    }

    /// Converts a FEN with xboard's piece letters to the letters of the game.
    pub fn fen(self, fen: &str, game: &GameInfo) -> String {
        let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        // The hands may be a separate field.
        let (hands, rest) = match rest.split_once(' ') {
            Some((hands, rest)) if hands.starts_with('[') => (hands, rest),
            _ => ("", rest),
        };
        let read = |text| {
            XboardVariant::of(game)
                .map_or(String::new(), |xboard_variant| xboard_variant.read(text))
        };
        format!("{}{} {rest}", read(board), read(hands))
    }

    /// Formats the result of a game.
    pub fn result(self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(color, reason) => result_of(color, &reason.to_string()),
            Outcome::Draw(reason) => format!("1/2-1/2 {{{reason}}}"),
        }
    }

    /// Converts a move from USI to CECP.
    pub fn move_text(self, mv: &str, game_state: &dyn GameState) -> String {
        piece_letters(game_state)
            .map_or_else(|| mv.to_owned(), |mut piece_letters| piece_letters.write(mv))
    }

    /// Returns the target squares of a piece as a board of colours: yellow for an empty square,
    /// red for a capture, magenta for an optional flip, blue for a forced flip. `None` if no
    /// piece on the square can move.
    pub fn highlight(self, square: &str, game_state: &dyn GameState) -> Option<String> {
        let piece_letters = piece_letters(game_state)?;
        let board = chess::BoardSize::of(game_state.info());
        let has_faces = !XboardVariant::of(game_state.info())?.info.piece_letters.is_empty();
        let moves: Vec<String> =
            game_state.legal_moves_in_usi().iter().filter_map(|mv| board.to_chess(mv)).collect();
        let from_here = |to: &str, flip: &str| moves.contains(&format!("{square}{to}{flip}"));
        let color = |to: String| match (from_here(&to, ""), from_here(&to, "+")) {
            (false, false) => None,
            (true, true) if has_faces => Some('M'),
            (false, true) if has_faces => Some('B'),
            _ if piece_letters.is_occupied(&to) => Some('R'),
            _ => Some('Y'),
        };
        let files = || (b'a'..b'a' + board.files).map(char::from);
        let rows = (1..=board.ranks).rev().map(|rank| {
            let mut row = String::new();
            let mut gap = 0;
            for color in files().map(|file| color(format!("{file}{rank}"))) {
                match color {
                    None => gap += 1,
                    Some(color) => {
                        let run = if gap > 0 { gap.to_string() } else { String::new() };
                        row += &format!("{run}{color}");
                        gap = 0;
                    }
                }
            }
            if gap > 0 { row + &gap.to_string() } else { row }
        });
        let rows = rows.collect::<Vec<_>>().join("/");
        rows.contains(|c: char| c.is_ascii_uppercase()).then_some(rows)
    }

    /// Returns the letters that the piece from a square may have on its target square. `None` if
    /// it cannot flip there.
    pub fn promotion_choices(
        self,
        from: &str,
        to: &str,
        game_state: &dyn GameState,
    ) -> Option<String> {
        XboardVariant::of(game_state.info())
            .filter(|xboard_variant| !xboard_variant.info.piece_letters.is_empty())?;
        let board = chess::BoardSize::of(game_state.info());
        let usi = board.to_usi(&format!("{from}{to}"))?;
        let moves = game_state.legal_moves_in_usi();
        if !moves.contains(&format!("{usi}+")) {
            return None;
        }
        let letters = piece_letters(game_state)?.promotion_choices(from)?;
        Some(if moves.contains(&usi) { letters } else { letters.chars().take(1).collect() })
    }
}

/// Returns the names of the games that xboard can show.
fn games() -> String {
    let names: Vec<_> = xboard_variants().map(|(game, _)| game.info().name).collect();
    names.join(",")
}

fn result_of(winner: Color, reason: &str) -> String {
    match winner {
        Color::Black => format!("1-0 {{{reason}}}"),
        Color::White => format!("0-1 {{{reason}}}"),
    }
}

/// Converts a sequence of moves from USI to CECP.
fn moves_text(moves: &[String], root: &RootInfo) -> Vec<String> {
    let Some(xboard_variant) = XboardVariant::of(root.game) else { return moves.to_vec() };
    let mut piece_letters = PieceLetters::of(root.game, &root.sfen, xboard_variant);
    moves.iter().map(|mv| piece_letters.write(mv)).collect()
}

/// Returns the pieces of the current position; `None` if xboard cannot show the game.
fn piece_letters(game_state: &dyn GameState) -> Option<PieceLetters> {
    Some(PieceLetters::of(
        game_state.info(),
        &game_state.sfen(),
        XboardVariant::of(game_state.info())?,
    ))
}

/// Formats an option as a feature; `None` if it is not sent.
fn option(entry: &OptionEntry) -> Option<String> {
    let config = entry.config();
    let name = config.get_name();
    let value = match config {
        UciOptionConfig::Spin { default, min, max, .. } => {
            let [default, min, max] = [default, min, max].map(|it| it.unwrap_or_default());
            format!("-spin {default} {min} {max}")
        }
        UciOptionConfig::Check { default, .. } => {
            format!("-check {}", u8::from(default.unwrap_or_default()))
        }
        UciOptionConfig::Button { .. } => "-button".to_owned(),
        UciOptionConfig::String { default, .. } => {
            let default = default.as_deref().unwrap_or_default();
            let kind = match (entry.is_file(), entry.is_folder()) {
                (true, _) => "file",
                (_, true) => "path",
                _ => "string",
            };
            format!("-{kind} {default}")
        }
        UciOptionConfig::Combo { .. } => return None,
    };
    (!HIDDEN_OPTIONS.contains(&name)).then(|| format!("feature option=\"{name} {value}\""))
}

#[cfg(test)]
mod tests;

//! UCI, the Universal Chess Interface. Squares, positions and colours are those of [chess],
//! and mates are counted in moves. UCI cannot resign or claim a win, so the last score of a
//! search shows how a game has ended.

use vampirc_uci::{Serializable, UciMessage, UciOptionConfig};

use super::chess::{self, BoardSize, FenError, MoveWriter};
use super::dialect::{Dialect, RootInfo};
use super::error::ProtocolError;
use super::options::{self, OptionEntry};
use super::position_command::{PositionCommand, StartSpec};
use super::wire;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{GameState, PositionError};
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo};
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::games::GameInfo;
use kawari_engine::notation::error::MoveError;
use kawari_engine::notation::usi::UsiMove;
use kawari_engine::search::limits::Clock;

/// The Universal Chess Interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uci;

impl Dialect for Uci {
    fn greeting(&self) -> Vec<String> {
        let mut lines = wire::identity().to_vec();
        let registry = options::registry();
        let configs = registry.iter().filter_map(option);
        lines.extend(configs.map(|config| config.serialize()));
        lines.push(UciMessage::UciOk.serialize());
        lines
    }

    fn games(&self) -> Vec<String> {
        option(&options::game_option()).iter().map(UciOptionConfig::serialize).collect()
    }

    fn variant(&self, game: &GameInfo) -> Vec<String> {
        let (name, start) = (game.uci_name(), chess::fen(game, game.startpos));
        let GameInfo { files, ranks, pocket, .. } = game;
        vec![wire::note(format_args!(
            "variant {name} files {files} ranks {ranks} pocket {pocket} startpos {start}"
        ))]
    }

    fn position(
        &self,
        command: &PositionCommand,
        game: &GameInfo,
    ) -> Result<PositionCommand, ProtocolError> {
        let start = match &command.start {
            StartSpec::Fen(fen) => {
                let fen_error = |source| ProtocolError::Fen { fen: fen.clone(), source };
                StartSpec::Sfen(chess::sfen(fen).map_err(fen_error)?)
            }
            start => start.clone(),
        };
        let to_usi = |(at, word): (usize, &String)| {
            let source = MoveError::Syntax(word.clone());
            self.usi_move(word, game).ok_or(PositionError::Move { ply: at + 1, source })
        };
        let moves = command.moves.iter().enumerate().map(to_usi).collect::<Result<_, _>>()?;
        Ok(PositionCommand { start, moves })
    }

    fn translate_error(&self, error: ProtocolError, command: &PositionCommand) -> ProtocolError {
        let client_word = |ply: usize, word: String| {
            ply.checked_sub(1).and_then(|at| command.moves.get(at)).cloned().unwrap_or(word)
        };
        let ProtocolError::Position(error) = error else { return error };
        ProtocolError::Position(match (error, &command.start) {
            (PositionError::Sfen { source, .. }, StartSpec::Fen(fen)) => {
                let source = FenError::Position(source);
                return ProtocolError::Fen { fen: fen.clone(), source };
            }
            (PositionError::Move { ply, source: MoveError::Illegal { word, .. } }, _) => {
                // The reason would have squares in USI notation.
                let source = MoveError::illegal(client_word(ply, word));
                PositionError::Move { ply, source }
            }
            (PositionError::GameOver { ply, word, outcome }, _) => {
                let outcome = match outcome {
                    Outcome::Win(color, reason) => Outcome::Win(!color, reason),
                    draw @ Outcome::Draw(_) => draw,
                };
                PositionError::GameOver { ply, word: client_word(ply, word), outcome }
            }
            (error, _) => error,
        })
    }

    fn usi_move(&self, word: &str, game: &GameInfo) -> Option<String> {
        BoardSize::of(game).to_usi(word)
    }

    fn moves(&self, moves: &[String], game: &GameInfo, sfen: &str) -> Vec<String> {
        MoveWriter::new(game, sfen).alternatives(moves)
    }

    /// Swaps the sides: in UCI, White moves first.
    fn orient_clock(&self, clock: &mut Clock) {
        let [black, white] = Color::ALL.map(Color::index);
        clock.remaining.swap(black, white);
        clock.increment.swap(black, white);
    }

    fn has_resignation(&self) -> bool {
        false
    }

    /// Returns a normal search that is twice as many plies deep as the number of moves.
    fn mate_search(
        &self,
        number: Option<u64>,
        mut request: SearchRequest,
    ) -> Option<SearchRequest> {
        if let Some(moves) = number {
            let plies = u32::try_from(moves.saturating_mul(2)).unwrap_or(u32::MAX).max(1);
            request.limits.depth = Some(request.limits.depth.unwrap_or(u32::MAX).min(plies));
        }
        Some(request)
    }

    fn info(&self, info: &SearchInfo, is_multi_pv: bool, root: &RootInfo) -> String {
        wire::info(
            info,
            is_multi_pv,
            full_moves,
            &MoveWriter::new(root.game, &root.sfen).line(&wire::usi_moves(&info.pv)),
        )
    }

    /// If the game has ended, sends a last score first: clients without the rules take the
    /// result from it. A win is a mate in 1, a loss a mate in -1, a draw 0.
    fn answer(&self, answer: &SearchAnswer, root: &RootInfo) -> Vec<String> {
        let (score, best) = match (answer, root.ending) {
            (SearchAnswer::Move { best, .. }, Some(ending)) => {
                let best = self.moves(&[best.to_string()], root.game, &root.sfen).concat();
                let score = match ending.winner() {
                    None => "cp 0",
                    Some(winner) if winner == root.side => "mate 1",
                    Some(_) => "mate -1",
                };
                (format!("{score} time 0 pv {best}"), best)
            }
            (SearchAnswer::Move { best, ponder }, None) => {
                let words: Vec<String> = [Some(best), ponder.as_ref()]
                    .into_iter()
                    .flatten()
                    .map(UsiMove::to_string)
                    .collect();
                let words = MoveWriter::new(root.game, &root.sfen).line(&words);
                let (best, reply) = (words.first().cloned(), words.get(1));
                return vec![wire::best_move(&best.unwrap_or_default(), reply.map(String::as_str))];
            }
            (SearchAnswer::Resign, _) => ("mate 0 time 0".to_owned(), "(none)".to_owned()),
            (SearchAnswer::Win, _) => ("mate 1 time 0".to_owned(), "0000".to_owned()),
        };
        vec![format!("info depth 0 score {score}"), wire::best_move(&best, None)]
    }

    fn side(&self, color: Color) -> String {
        chess::side(color).to_owned()
    }

    fn outcome(&self, outcome: Outcome) -> String {
        chess::outcome(outcome)
    }

    fn board_diagram(&self, game_state: &dyn GameState) -> Vec<String> {
        let mut lines = chess::diagram(game_state);
        lines.push(format!("fen {}", chess::fen(game_state.info(), &game_state.sfen())));
        lines
    }
}

/// Returns the configuration of an option in UCI; `None` if UCI does not have it.
fn option(entry: &OptionEntry) -> Option<UciOptionConfig> {
    let mut config = entry.config().clone();
    if let (
        Some(alias),
        UciOptionConfig::Combo { name, .. }
        | UciOptionConfig::Spin { name, .. }
        | UciOptionConfig::Check { name, .. },
    ) = (entry.aliases().first(), &mut config)
    {
        *name = (*alias).to_owned();
    }
    if let UciOptionConfig::Combo { var, .. } = &mut config {
        *var = chess::games().iter().map(|game| game.info().uci_name().to_owned()).collect();
    }
    (config.get_name() != options::RESIGN_SCORE).then_some(config)
}

/// Converts plies to a mate into moves of the mating side.
fn full_moves(plies: Score) -> Score {
    if plies > 0 { (plies + 1) / 2 } else { plies / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::core::outcome::Reason;
    use kawari_engine::core::score::{mate_in, mated_in};
    use kawari_engine::engine::game_state::{self, StartPosition};
    use kawari_engine::games::variants::Variant;

    fn parse(line: &str) -> PositionCommand {
        PositionCommand::parse(&line.split(' ').collect::<Vec<_>>(), 2).expect("valid arguments")
    }

    /// Returns the FEN of a position command, or its error.
    fn set(variant: Variant, command: &str) -> Result<String, String> {
        let (mut game, command) = (game_state::open(variant), parse(command));
        Uci.position(&command, variant.info())
            .and_then(|position| {
                position
                    .set(&mut *game)
                    .map_err(|error| Uci.translate_error(error.into(), &command))
            })
            .map_err(|error| error.to_string())?;
        Ok(chess::fen(game.info(), &game.sfen()))
    }

    fn root(ending: Option<Outcome>) -> RootInfo {
        RootInfo { ending, ..RootInfo::start(Variant::Yari.info()) }
    }

    #[test]
    fn positions_are_in_chess_notation() {
        assert_eq!(
            set(Variant::Yari, "startpos moves d3d4 d7d6"),
            Ok("rnnkbbr/7/ppp1ppp/3p3/7/3P3/PPP1PPP/7/RBBKNNR[] w - - 0 2".to_owned())
        );
        let fen = "6k/7/6+B/7/1r3R1/7/7/7/K6[Pp] w - - 0 1";
        assert_eq!(set(Variant::Yari, &format!("fen {fen}")), Ok(fen.to_owned()));
        let dropped = "6k/5P1/6+B/7/1r3R1/7/7/7/K6[p] b - - 0 1";
        assert_eq!(set(Variant::Yari, &format!("fen {fen} moves P@f8")), Ok(dropped.to_owned()));
        let flipped = "3k3/3G!3/7/7/7/7/7/7/K6[G] b - - 0 1";
        let capture = "fen 3k3/3g3/3+G3/7/7/7/7/7/K6[] w - - 0 1 moves d7d8+";
        assert_eq!(set(Variant::Hajiku, capture), Ok(flipped.to_owned()));
        assert_eq!(
            set(Variant::Hasami, "startpos moves a1a5"),
            Ok("ppppppppp/9/9/9/P8/9/9/9/1PPPPPPPP b - - 0 1".to_owned())
        );
    }

    #[test]
    fn errors_are_in_chess_notation() {
        let error = |variant, command| set(variant, command).expect_err("an invalid position");
        assert_eq!(
            error(Variant::Yari, "startpos moves d3d4 4c4d"),
            "position: move 2: `4c4d` is not a move of this game"
        );
        assert_eq!(
            error(Variant::Yari, "startpos moves d3d5"),
            "position: move 1: `d3d5` is not legal here"
        );
        assert_eq!(
            error(Variant::Hasami, "fen p8/9/9/9/9/9/9/9/PP7 b - - 0 1 moves a9a8"),
            "position: move 1: `a9a8` comes after the end of the game (white wins: men captured)"
        );
        assert_eq!(
            error(Variant::Yari, "fen 7/7/7/7/7/7/7/7/K6 w - - 0 1"),
            "position: bad FEN `7/7/7/7/7/7/7/7/K6 w - - 0 1`: black has 0 Generals or Kings \
             instead of one"
        );
    }

    #[test]
    fn moves_are_in_chess_notation() {
        let [best, reply] = ["4c2c+", "N*4d"].map(|mv| mv.parse().expect("a move"));
        let answer = SearchAnswer::Move { best, ponder: Some(reply) };
        assert_eq!(Uci.answer(&answer, &root(None)), ["bestmove d7f7+ ponder N@d6"]);
    }

    #[test]
    fn the_last_score_shows_the_result() {
        let black = Color::Black;
        let [best, reply] = ["4g4f", "4c4d"].map(|mv| mv.parse().expect("a move"));
        let answer = SearchAnswer::Move { best, ponder: Some(reply) };
        for (ending, score) in [
            (Outcome::Draw(Reason::Repetition), "cp 0"),
            (Outcome::Win(black, Reason::Declaration), "mate 1"),
            (Outcome::Win(!black, Reason::PerpetualCheck), "mate -1"),
        ] {
            let info = format!("info depth 0 score {score} time 0 pv d3d4");
            let lines = Uci.answer(&answer, &root(Some(ending)));
            assert_eq!(lines, [info, "bestmove d3d4".to_owned()]);
        }
        let lines = Uci.answer(&SearchAnswer::Resign, &root(None));
        assert_eq!(lines, ["info depth 0 score mate 0 time 0", "bestmove (none)"]);
        let lines = Uci.answer(&SearchAnswer::Win, &root(None));
        assert_eq!(lines, ["info depth 0 score mate 1 time 0", "bestmove 0000"]);
    }

    #[test]
    fn mates_are_counted_in_moves() {
        let moves =
            |score| full_moves(kawari_engine::core::score::mate_distance(score).expect("a mate"));
        assert_eq!(moves(mate_in(1)), 1);
        assert_eq!(moves(mate_in(3)), 2);
        assert_eq!(moves(mated_in(2)), -1);
        assert_eq!(moves(mated_in(4)), -2);
    }

    #[test]
    fn white_moves_first() {
        let ms = std::time::Duration::from_millis;
        let mut clock =
            Clock { remaining: [ms(1), ms(2)], increment: [ms(3), ms(4)], ..Clock::default() };
        Uci.orient_clock(&mut clock);
        assert_eq!((clock.remaining, clock.increment), ([ms(2), ms(1)], [ms(4), ms(3)]));
    }

    #[test]
    fn mate_searches_are_limited_in_moves() {
        let depth = |number| {
            let request = Uci.mate_search(number, SearchRequest::default()).expect("a search");
            request.limits.depth
        };
        assert_eq!((depth(None), depth(Some(0)), depth(Some(3))), (None, Some(1), Some(6)));
    }

    #[test]
    fn options_and_games_have_uci_names() {
        let lines = Uci.greeting();
        assert_eq!(lines.last().map(String::as_str), Some("uciok"));
        let has = |line: &str| lines.iter().any(|other| other == line);
        assert!(has("option name Hash type spin default 16 min 1 max 4096"));
        assert!(has("option name DebugLog type string default <empty>"));
        let games =
            lines.iter().find(|line| line.starts_with("option name UCI_Variant type combo"));
        let games = games.expect("the option");
        assert!(games.contains(" default hasami var hasami "));
        assert!(games.split(" var ").any(|name| name == "yarishogi"));
        assert!(!lines.iter().any(|line| line.contains("ResignScore")));
        for &variant in Variant::ALL {
            assert_eq!(variant.info().uci_name().parse(), Ok(variant));
        }
    }

    #[test]
    fn the_diagram_has_chess_coordinates() {
        let mut game = game_state::open(Variant::Minishogi);
        game.set(StartPosition::Initial, &["1e1d"]).expect("a legal move");
        let diagram = Uci.board_diagram(&*game);
        assert_eq!(diagram[0], "Black in hand: -");
        assert_eq!(diagram[1], "  a   b   c   d   e ");
        assert!(diagram[3].ends_with("| 5") && diagram[11].ends_with("| 1"), "{diagram:#?}");
        assert_eq!(diagram[13], "White in hand: -");
        assert_eq!(diagram[14], "Black to move");
        assert_eq!(diagram.last(), Some(&format!("fen {}", chess::fen(game.info(), &game.sfen()))));
    }
}

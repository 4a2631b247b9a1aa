//! Properties of the notations: written text can be read back, and invalid text is rejected
//! safely.

use kawari_engine::core::color::Color;
use kawari_engine::core::position::{All, Position};
use kawari_engine::engine::game_state::{self, GameState, StartPosition};
use kawari_engine::games::Game;
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::notation::Notation;
use kawari_engine::notation::usi::{UsiMove, UsiPiece, UsiPieceKind, UsiSquare};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestCaseResult;

use super::walk::{
    Property, RandomGame, check_all_variants, check_values, generated, golden_sfens, read, words,
};

/// SFEN round-trips.
struct Sfen;

impl Property for Sfen {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for (ply, position) in game.positions.iter().enumerate() {
            let number = ply as u32 + 1;
            let sfen = position.sfen(number);
            let (fresh, read_number) = game
                .rules
                .parse_sfen(&sfen)
                .map_err(|error| TestCaseError::fail(format!("{sfen}: {error}")))?;
            prop_assert_eq!(read_number, number);
            prop_assert_eq!(fresh.sfen(number), sfen.clone());
            prop_assert_eq!(fresh.in_check(), position.in_check(), "{}", &sfen);
            prop_assert_eq!(fresh.outcome(), position.outcome(), "{}", &sfen);
            prop_assert_eq!(words::<G>(&fresh), words::<G>(position), "{}", &sfen);
        }
        Ok(())
    }
}

#[test]
fn sfen_round_trips() {
    check_all_variants::<Sfen>();
}

/// USI moves round-trip, and no two legal moves have the same text.
struct Usi;

impl Property for Usi {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in &game.positions {
            let mut words = words::<G>(position);
            let listed = words.len();
            words.dedup();
            prop_assert_eq!(words.len(), listed, "{}", position.sfen(1));
            for &mv in &generated::<G, All>(position) {
                let usi = position.usi(mv);
                let word = usi.to_string();
                prop_assert_eq!(word.parse::<UsiMove>(), Ok(usi), "{}", position.sfen(1));
                prop_assert_eq!(position.legal_from_usi(usi), Ok(mv), "{}", position.sfen(1));
                prop_assert_eq!(position.parse_usi(&word), Ok(mv), "{}", position.sfen(1));
            }
        }
        Ok(())
    }
}

#[test]
fn usi_moves_round_trip() {
    check_all_variants::<Usi>();
}

/// The pieces on the squares are those of the SFEN, and their text round-trips.
struct Pieces;

impl Property for Pieces {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in game.sample(20) {
            let sfen = position.sfen(1);
            let mut board = Vec::new();
            for rank in 0..9 {
                for file in (0..9).rev() {
                    let square = UsiSquare::new(file, rank).expect("a square");
                    let piece = position.piece_at(square);
                    let is_on_board =
                        file < position.game().info().files && rank < position.game().info().ranks;
                    prop_assert!(is_on_board || piece.is_none(), "{} in {}", square, &sfen);
                    let Some(piece) = piece else { continue };
                    let word = piece.to_string();
                    prop_assert_eq!(word.parse::<UsiPiece>(), Ok(piece), "{}", &sfen);
                    board.push(word);
                }
            }
            let (expected, _) = sfen.split_once(' ').expect("four fields");
            let is_piece = |letter: &char| !letter.is_ascii_digit() && *letter != '/';
            let expected: String = expected.chars().filter(is_piece).collect();
            prop_assert_eq!(board.concat(), expected, "{}", &sfen);
        }
        Ok(())
    }
}

#[test]
fn pieces_on_squares_match_the_sfen() {
    check_all_variants::<Pieces>();
}

/// Returns a hand as SFEN writes it.
fn hand_text(state: &dyn GameState, color: Color) -> String {
    let write = |(kind, count): (UsiPieceKind, u16)| {
        let count = if count == 1 { String::new() } else { count.to_string() };
        match color {
            Color::Black => format!("{count}{kind}"),
            Color::White => format!("{count}{kind}").to_ascii_lowercase(),
        }
    };
    state.hand(color).into_iter().map(write).collect()
}

/// The game state plays the same game from typed moves as from their text.
struct TypedGame;

impl Property for TypedGame {
    const GAMES: u32 = 16;

    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        let variant: Variant = game.positions[0].game().info().name.parse().expect("a game");
        let [mut typed, mut text] = [(); 2].map(|()| game_state::open(variant));
        let start = game.positions[0].sfen(1);
        for state in [&mut typed, &mut text] {
            state.set(StartPosition::Sfen(&start), &[]).expect("a position of the game");
        }
        for (&mv, position) in game.moves.iter().zip(&game.positions[1..]) {
            let usi = position.usi(mv);
            let legal = typed.legal_moves();
            let texts: Vec<String> = legal.iter().map(ToString::to_string).collect();
            prop_assert!(texts.is_sorted(), "{:?}", texts);
            prop_assert!(legal.contains(&usi), "{} in {}", usi, typed.sfen());
            // A move of an earlier position may be illegal here.
            for earlier in typed.moves().into_iter().chain([usi]) {
                prop_assert_eq!(typed.is_legal(earlier), legal.contains(&earlier), "{}", earlier);
            }
            prop_assert_eq!(typed.push_move(usi), Ok(()), "{} in {}", usi, text.sfen());
            prop_assert_eq!(text.push(&usi.to_string()), Ok(()));
            prop_assert_eq!(typed.sfen(), text.sfen());
            prop_assert_eq!(typed.key(), position.key());
            prop_assert_eq!(typed.last_move(), Some(usi));
            let hands = Color::ALL.map(|color| hand_text(&*typed, color)).concat();
            let hands = if hands.is_empty() { "-" } else { &hands };
            let sfen = typed.sfen();
            prop_assert_eq!(Some(hands), sfen.split(' ').nth(2));
        }
        prop_assert_eq!(typed.ply(), game.moves.len());
        prop_assert_eq!(typed.moves().len(), game.moves.len());
        prop_assert_eq!(typed.moves(), text.moves());
        Ok(())
    }
}

#[test]
fn typed_moves_play_the_same_game_as_text() {
    check_all_variants::<TypedGame>();
}

/// Record notation round-trips.
struct Record;

impl Property for Record {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in game.sample(20) {
            for &mv in &generated::<G, All>(position) {
                let word = position.move_record(mv);
                prop_assert_eq!(position.parse_move_record(&word), Ok(mv), "{}", position.sfen(1));
            }
        }
        Ok(())
    }
}

#[test]
fn records_round_trip() {
    check_all_variants::<Record>();
}

/// A diagram has at least one line for each rank and no control characters.
struct Diagram;

impl Property for Diagram {
    fn check<G: Playable>(game: &RandomGame<G>) -> TestCaseResult {
        for position in game.sample(4) {
            let diagram = position.diagram();
            prop_assert!(
                diagram.lines().count() >= game.rules.info().ranks,
                "{}",
                position.sfen(1)
            );
            prop_assert!(diagram.chars().all(|c| c == '\n' || !c.is_control()));
        }
        Ok(())
    }
}

#[test]
fn a_diagram_shows_every_rank() {
    check_all_variants::<Diagram>();
}

/// Characters for random edits of an SFEN or a move.
const ALPHABET: &str = "pnbrgscfkPNBRGSCFK+-!*x=/()0123456789abcdefghi bw,\té馬";

/// A random edit: place, kind and character.
type Edit = (Index, u8, char);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let alphabet: Vec<char> = ALPHABET.chars().collect();
    vec((any::<Index>(), 0..4_u8, select(alphabet)), 1..6)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (place, kind, letter) in edits {
        let at = place.index(text.len() + 1);
        match kind {
            0 => text.insert(at, *letter),
            1 if at < text.len() => text[at] = *letter,
            2 if at < text.len() => drop(text.remove(at)),
            3 if at < text.len() => text.truncate(at),
            _ => {}
        }
    }
    text.into_iter().collect()
}

/// Parses a possibly invalid text. An accepted text must give a consistent position or move.
fn parse_any<G: Game>(game: G, position: &G::Position, text: &str) -> TestCaseResult {
    if let Ok((accepted, number)) = game.parse_sfen(text) {
        let sfen = accepted.sfen(number);
        let again = read(game, &sfen);
        prop_assert_eq!(again.key(), accepted.key(), "{} as {}", text, &sfen);
        prop_assert_eq!(again.sfen(number), sfen);
        for &mv in &generated::<G, All>(&accepted) {
            let mut next = accepted.clone();
            next.play(mv, &mut ());
            prop_assert_eq!(next.key(), read(game, &next.sfen(1)).key(), "{}", text);
        }
    }
    if let Ok(mv) = position.parse_usi(text) {
        prop_assert!(position.is_legal(mv), "{}", text);
    }
    if let Ok(mv) = position.parse_move_record(text) {
        prop_assert!(position.is_legal(mv), "{}", text);
    }
    Ok(())
}

/// Parses corrupted SFENs and moves in both notations.
struct CorruptedText;

impl Visitor for CorruptedText {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        let right: Vec<(G::Position, Vec<String>)> =
            golden_sfens(game.info().name).iter().map(|sfen| valid_texts(game, sfen)).collect();
        let texts = (any::<Index>(), any::<Index>(), edits());
        check_values(game.info().name, 5000, &texts, &|(at, which, edits)| {
            let (position, texts) = at.get(&right);
            parse_any(game, position, &edited(&texts[0], &edits))?;
            parse_any(game, position, &edited(&texts[which.index(texts.len())], &edits))
        });
    }
}

/// Returns a position, its SFEN, and its moves in both notations.
fn valid_texts<G: Game>(game: G, sfen: &str) -> (G::Position, Vec<String>) {
    let position = read(game, sfen);
    let mut texts = vec![sfen.to_owned()];
    for &mv in &generated::<G, All>(&position) {
        texts.extend([position.usi(mv).to_string(), position.move_record(mv)]);
    }
    (position, texts)
}

#[test]
fn corrupted_text_is_handled() {
    for &variant in Variant::ALL {
        variant.visit(CorruptedText);
    }
}

/// Parses random text.
struct RandomText;

impl Visitor for RandomText {
    type Output = ();

    fn visit<G: Playable>(self, game: G) {
        check_values(game.info().name, 2000, &any::<String>(), &|text| {
            parse_any(game, &game.startpos(), &text)
        });
    }
}

#[test]
fn random_text_is_handled() {
    for &variant in Variant::ALL {
        variant.visit(RandomText);
    }
}

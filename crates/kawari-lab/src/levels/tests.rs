//! Tests of the levels against simple players: a level blocks rows, games that are won by
//! captures are decided, and a lead is converted.

use fastrand::Rng;
use kawari_engine::core::color::Color;
use kawari_engine::core::outcome::Outcome;
use kawari_engine::engine::game_state::StartPosition;
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;

use super::level_player::{LevelPlayer, LevelSession};

fn level(number: u8) -> LevelPlayer {
    LevelPlayer::Level(Level::new(number).expect("a level"))
}

/// Plays a game of at most `max_plies` and returns the winner.
fn winner(
    variant: Variant,
    start: StartPosition<'_>,
    players: [&LevelPlayer; 2],
    seed: u64,
    max_plies: usize,
) -> Option<Color> {
    let mut sessions = players.map(|player| LevelSession::new(variant, player).expect("a session"));
    for session in &mut sessions {
        session.begin(seed).expect("new settings");
        session.session().game_state_mut().set(start, &[]).expect("a start position");
    }
    for _ in 0..max_plies {
        let game_state = sessions[0].session().game_state();
        if game_state.ending().is_some() {
            break;
        }
        let mover = game_state.side_to_move().index();
        let word = sessions[mover].choose().expect("a move");
        for session in &mut sessions {
            session.session().game_state_mut().push(&word).expect("a legal move");
        }
    }
    sessions[0].session().game_state().ending().and_then(Outcome::winner)
}

/// Returns true if Black makes five in a row with five fixed moves against a level.
fn five_moves_win(variant: Variant, player: &LevelPlayer, seed: u64) -> bool {
    let mut session = LevelSession::new(variant, player).expect("a session");
    session.begin(seed).expect("new settings");
    let mut moves = vec!["5h5f", "4h4f", "6h6f", "7h7f", "3h3f"];
    loop {
        let legal = session.session().game_state().legal_moves_in_usi();
        let Some(next) = moves.iter().position(|word| legal.iter().any(|mv| mv == word)) else {
            return false;
        };
        session.session().game_state_mut().push(moves.remove(next)).expect("a legal move");
        if let Some(end) = session.session().game_state().ending() {
            return end.winner() == Some(Color::Black);
        }
        let reply = session.choose().expect("a move");
        session.session().game_state_mut().push(&reply).expect("a legal move");
    }
}

#[test]
fn the_same_five_moves_do_not_beat_level_2() {
    const GAMES: u64 = 6;
    for variant in [Variant::DaiHasami, Variant::HasamiFive] {
        let won = (1..=GAMES).filter(|&seed| five_moves_win(variant, &level(2), seed)).count();
        assert!(won <= 1, "{variant}: the five moves win {won} of {GAMES} games");
    }
}

#[test]
fn level_1_blocks_a_four() {
    // A fifth man on 8f would win; 3f is occupied.
    let sfen = "ppppppppp/pppppppp1/9/9/9/2PPPPp2/9/P1PPPPPPP/PPPPPP3 w - 10";
    for variant in [Variant::DaiHasami, Variant::HasamiFive, Variant::HasamiLudos] {
        for seed in 1..=10 {
            let mut session = LevelSession::new(variant, &level(1)).expect("a session");
            session.begin(seed).expect("new settings");
            let game_state = session.session().game_state_mut();
            game_state.set(StartPosition::Sfen(sfen), &[]).expect("a position");
            let reply = session.choose().expect("a move");
            let game_state = session.session().game_state_mut();
            game_state.push(&reply).expect("a legal move");
            for mv in game_state.legal_moves_in_usi() {
                game_state.push(&mv).expect("a legal move");
                let end = game_state.ending();
                assert!(end.is_none(), "{variant}, seed {seed}: {reply} allows {mv}");
                game_state.pop();
            }
        }
    }
}

#[test]
fn games_of_a_greedy_player_against_level_1_are_decided() {
    const GAMES: u64 = 10;
    let decided = |seed: &u64| {
        let players = match seed % 2 {
            0 => [&LevelPlayer::Greedy, &level(1)],
            _ => [&level(1), &LevelPlayer::Greedy],
        };
        winner(Variant::Hasami, StartPosition::Initial, players, *seed, 150).is_some()
    };
    let decided = (1..=GAMES).filter(decided).count() as u64;
    assert!(decided * 10 >= GAMES * 6, "{decided} of {GAMES} games are decided");
}

/// Returns an SFEN of `hasami` with men on random squares.
fn random_men(random: &mut Rng, black: usize, white: usize) -> String {
    let mut squares = [vec!['P'; black], vec!['p'; white]].concat();
    squares.resize(81, '1');
    random.shuffle(&mut squares);
    let ranks: Vec<String> = squares.chunks(9).map(|rank| rank.iter().collect()).collect();
    format!("{} b - 1", ranks.join("/"))
}

#[test]
fn levels_win_with_nine_men_against_three() {
    const GAMES: u64 = 8;
    let mut random = Rng::with_seed(5);
    let starts: Vec<String> = (0..GAMES).map(|_| random_men(&mut random, 9, 3)).collect();
    for number in [1, 3] {
        for opponent in [LevelPlayer::Greedy, level(number)] {
            let is_won = |&(start, seed): &(&String, u64)| {
                let players = [&level(number), &opponent];
                winner(Variant::Hasami, StartPosition::Sfen(start), players, seed, 60)
                    == Some(Color::Black)
            };
            let won = starts.iter().zip(1..).filter(is_won).count() as u64;
            assert!(won + 1 >= GAMES, "level {number}, {opponent}: {won} of {GAMES} games won");
        }
    }
}

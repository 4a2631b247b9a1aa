//! The built-in games, loaded from their definitions, play and are evaluated like the built-in
//! ones.

use fastrand::Rng;

use super::HasamiHce;
use crate::core::endgame::{EndgameMoves, EndgamePosition, EndgameRules, MIN_MEN};
use crate::core::evaluation::Evaluation;
use crate::core::history::History;
use crate::core::movelist::MoveList;
use crate::core::position::{All, Noisy, Phase, Position};
use crate::core::tactics::Tactics;
use crate::games::evaluation::GameEvaluation;
use crate::games::hasami::{HasamiPosition, HasamiRules, LoadedHasami};
use crate::games::{Game, GameFiles, loaded};
use crate::notation::Notation;

in_every_game!(loaded_games_play_like_built_in_ones => check_loaded);

/// Loads a game from the text of its definition. The data are those of a built-in game.
fn load<R: HasamiRules + Default>(text: &str) -> LoadedHasami {
    let definition = kawari_rules::read(text, &loaded::base_text).expect("a valid definition");
    let info = R::default().info();
    LoadedHasami::new(&definition, info, GameFiles::NONE).expect("a playable game")
}

/// Returns the legal moves of a phase in USI notation with their records, sorted.
fn texts<R: HasamiRules, P: Phase>(position: &HasamiPosition<R>) -> Vec<(String, String)> {
    let mut moves = MoveList::new();
    position.generate::<P>(&mut moves);
    let text = |&mv: &_| (position.usi(mv).to_string(), position.move_record(mv));
    let mut texts: Vec<_> = moves.iter().map(text).collect();
    texts.sort_unstable();
    texts
}

/// Plays random games with a built-in game and the same game from its definition.
fn check_loaded<R: HasamiRules + Default>() {
    let name = R::default().info().name;
    let game = load::<R>(&loaded::base_text(name).expect("a definition"));
    let (ours, theirs) = (HasamiHce::hand_crafted(R::default()), HasamiHce::hand_crafted(game));
    let mut random = Rng::with_seed(22);
    let mut ends = 0;
    for _ in 0..12 {
        let (mut built_in, mut loaded) = (R::default().startpos(), game.startpos());
        for ply in 1..250 {
            assert_eq!(loaded.sfen(ply), built_in.sfen(ply));
            assert_eq!(loaded.outcome(), built_in.outcome());
            assert_eq!(loaded.adjudicate(&History::new()), built_in.adjudicate(&History::new()));
            let moves = texts::<R, All>(&built_in);
            assert_eq!(texts::<_, All>(&loaded), moves);
            assert_eq!(loaded.count_moves(), moves.len() as u64);
            assert_eq!(texts::<_, Noisy>(&loaded), texts::<R, Noisy>(&built_in));
            assert_eq!(loaded.in_danger(), built_in.in_danger());
            assert_eq!(loaded.has_immediate_win(), built_in.has_immediate_win());
            assert_eq!(
                theirs.evaluate_from_scratch(&loaded),
                ours.evaluate_from_scratch(&built_in)
            );
            let Some((mv, _)) = random.choice(&moves) else {
                ends += 1;
                break;
            };
            built_in.play(built_in.parse_usi(mv).expect("a legal move"), &mut ());
            loaded.play(loaded.parse_usi(mv).expect("a legal move"), &mut ());
        }
    }
    assert!(game.table().is_plain);
    check_endgame_rules(R::default(), game);
    assert!(ends > 0 || R::default().table().losing[0].is_none_or(|men| men < 4), "{name}");
}

/// Compares the moves of both games in random endgames.
fn check_endgame_rules<R: HasamiRules>(built_in: R, loaded: LoadedHasami) {
    let (ours, theirs) = (built_in.endgame_rules(), loaded.endgame_rules());
    assert_eq!(ours.is_some(), theirs.is_some(), "{loaded:?}");
    let Some((ours, theirs)) = ours.zip(theirs) else { return };
    assert_eq!((ours.side(), ours.max_men()), (theirs.side(), theirs.max_men()));
    let squares = ours.side() * ours.side();
    let mut random = Rng::with_seed(22);
    for _ in 0..2_000 {
        let mut men = [0_u128; 2];
        for side in [0, 0, 0, 1, 1, 1] {
            // Men near each other, which capture.
            let square = 1 << (random.usize(..squares / 3));
            if (men[0] | men[1]) & square == 0 {
                men[side] |= square;
            }
        }
        let men = EndgamePosition { own: men[0], enemy: men[1] };
        if men.counts().iter().any(|&count| count < MIN_MEN) {
            continue;
        }
        let moves = |rules: &dyn EndgameRules| {
            let mut moves = EndgameMoves::default();
            rules.moves(men, &mut moves);
            (moves.quiet, moves.captures)
        };
        assert_eq!(moves(ours), moves(theirs));
        assert_eq!(ours.captures(men), theirs.captures(men));
        assert_eq!(ours.unmoves(men), theirs.unmoves(men));
        assert_eq!(ours.has_quiet_move(men), theirs.has_quiet_move(men));
        assert_eq!(ours.wins_by_capture(men), theirs.wins_by_capture(men));
        assert_eq!(ours.sfen(men), theirs.sfen(men));
        assert_eq!(ours.usi(3, 20), theirs.usi(3, 20));
    }
}

//! The built-in games, loaded from their definitions, play and are evaluated like the built-in
//! ones.

use fastrand::Rng;

use super::HasamiHce;
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
    assert!(game.table().is_plain && game.startpos().endgame_rules().is_none());
    assert!(ends > 0 || R::default().table().losing[0].is_none_or(|men| men < 4), "{name}");
}

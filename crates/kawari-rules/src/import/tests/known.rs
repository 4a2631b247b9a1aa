//! Known games, and sections that inherit.

use super::*;

#[test]
fn games_that_fairy_stockfish_has_built_in_equal_the_shipped_definitions() {
    let shipped_games = [
        ("judkins", "kawari-rules/games/judkins.toml"),
        ("gorogoro", "kawari-rules/games/gorogoro.toml"),
        ("euroshogi", "kawari-rules/games/euroshogi.toml"),
        ("kyotoshogi", "kawari-rules/games/kyotoshogi.toml"),
        ("torishogi", "kawari-rules/games/torishogi.toml"),
        ("dobutsu", "kawari-rules/games/dobutsu.toml"),
        ("micro", "kawari-rules/games/micro.toml"),
        ("checkshogi", "kawari-rules/games/checkshogi.toml"),
        ("okisakishogi", "kawari-rules/games/okisakishogi.toml"),
        ("yarishogi", "kawari-rules/games/yarishogi.toml"),
        ("shogi", "kawari-engine/src/games/drop/shogi/game.toml"),
        ("minishogi", "kawari-engine/src/games/drop/minishogi/game.toml"),
        ("mini", "kawari-engine/src/games/drop/minishogi/game.toml"),
    ];
    for (name, path) in shipped_games {
        let imported = import(&format!("[copy:{name}]"));
        let definition = imported.definition.as_ref().unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let (size, start, moves, mut rules) = core(definition);
        let (shipped_size, shipped_start, shipped_moves, shipped_rules) = core(&shipped(path));
        assert_eq!((size, start), (shipped_size, shipped_start), "{name}");
        assert_eq!(moves, shipped_moves, "{name}");
        if name == "dobutsu" {
            // The shipped game has the repetition rule of the game itself.
            assert_eq!(rules.repetition.occurrences, 4);
            rules.repetition.occurrences = 3;
        }
        assert_eq!(rules, shipped_rules, "{name}");
        let is_complete = !matches!(name, "minishogi" | "mini" | "torishogi");
        assert_eq!(imported.is_complete(), is_complete, "{name}: {:?}", imported.untranslated);
    }
}

#[test]
fn minishogi_written_by_hand_equals_the_built_in_game() {
    let imported = import(
        "[minishogi5]\nmaxRank=5\nmaxFile=e\nking=k\ngold=g\nsilver=s\nbishop=b\nrook=r\n\
         shogiPawn=p\nbers=d\ndragonHorse=h\npromotedPieceType=p:g s:g b:h r:d\n\
         startFen=rbsgk/4p/5/P4/KGSBR[] w - - 0 1\npromotionRank=5\npieceDrops=true\n\
         capturesToHand=true\ncastling=false\ndoubleStep=false\ndropNoDoubled=p\n\
         immobilityIllegal=true\nshogiPawnDropMateIllegal=true\nstalemateValue=loss\n\
         nFoldRule=4\nnFoldValue=loss\nnFoldValueAbsolute=true\nnMoveRule=0\n\
         perpetualCheckIllegal=true",
    );
    let definition = imported.definition.as_ref().unwrap();
    let built_in = shipped("kawari-engine/src/games/drop/minishogi/game.toml");
    assert_eq!(core(definition), core(&built_in));
    assert_eq!(
        (definition.general.name.as_str(), &*definition.general.title),
        ("minishogi5", "minishogi5")
    );
    let keys: Vec<&str> = imported.untranslated.iter().map(|key| key.key.as_str()).collect();
    assert_eq!(keys, ["perpetualCheckIllegal"]);
}

#[test]
fn sections_inherit_from_sections_and_from_known_games() {
    let text = "[one:gorogoro]\nlance = l\npromotedPieceType = l:g\n\
                startFen = sgkgs/5/1ppp1/1PPP1/5/SGKGS[Ll] w 0 1\n\
                [two:one]\nstalemateValue = draw\npromotedPieceType = s:-\n\
                startFen = sgkgs/l4/1ppp1/1PPP1/4L/SGKGS[-] b 0 1";
    let imported = variants_ini(text);
    let [one, two] = &imported[..] else { panic!("{imported:?}") };
    assert!(one.is_complete() && two.is_complete(), "{imported:?}");
    assert_eq!(drop_rules(one).pieces["L"].promoted.as_ref().unwrap().moves, "WfF");
    assert_eq!(drop_rules(one).pieces["P"].max_per_file, 1);
    assert_eq!(drop_rules(one).ending.stalemate, Outcome::Lost);
    assert_eq!(
        one.definition.as_ref().unwrap().general.start,
        "sgkgs/5/1ppp1/1PPP1/5/SGKGS b Ll 1"
    );
    assert_eq!(drop_rules(two).ending.stalemate, Outcome::Drawn);
    assert_eq!(drop_rules(two).pieces["S"].promoted, None);
    assert!(drop_rules(two).pieces["L"].promoted.is_some());
    assert_eq!(
        two.definition.as_ref().unwrap().general.start,
        "sgkgs/l4/1ppp1/1PPP1/4L/SGKGS w - 1"
    );
}

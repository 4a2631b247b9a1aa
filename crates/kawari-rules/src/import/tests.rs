use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::betza::{Moves, parse};
use crate::drop::{CapturedSide, Change, DropDefinition, Piece, TryWhen};
use crate::model::{Family, Outcome, Repetition, RepetitionResult};
use crate::squares::Squares;
use crate::{read, write};

/// A small game on 4 files by 5 ranks, to which tests add keys.
const SMALL: &str = "[small]
maxFile = 4
maxRank = e
maxRank = 5
king = k
shogiPawn = p
silver = s
gold = g
startFen = sk1g/3p/4/P3/G1KS[] w - - 0 1
promotedPieceType = p:g s:g
promotionRegionWhite = *5
promotionRegionBlack = *1
pieceDrops = true
capturesToHand = true
nMoveRule = 0
";

fn import(text: &str) -> Imported {
    let mut imported = variants_ini(text);
    assert_eq!(imported.len(), 1, "{imported:?}");
    imported.remove(0)
}

/// Imports the small game with more keys.
fn small(keys: &str) -> Imported {
    import(&format!("{SMALL}{keys}"))
}

fn rules(imported: &Imported) -> &DropDefinition {
    match &imported.definition {
        Ok(GameDefinition { family: Family::Drop(rules), .. }) => rules,
        other => panic!("{other:?}, {:?}", imported.untranslated),
    }
}

/// Returns the rules of the small game with more keys, all of which are translated.
fn complete(keys: &str) -> DropDefinition {
    let imported = small(keys);
    assert!(imported.is_complete(), "{:?}", imported.untranslated);
    rules(&imported).clone()
}

/// Returns the keys of the small game with more keys that change the play.
fn changing(keys: &str) -> Vec<String> {
    let imported = small(keys);
    rules(&imported);
    let changing = imported.untranslated.iter().filter(|key| key.changes_play);
    changing.map(|key| key.key.clone()).collect()
}

fn errors(imported: &Imported) -> Vec<String> {
    let errors = imported.definition.as_ref().expect_err("the section has a definition");
    errors.iter().map(ToString::to_string).collect()
}

fn names(names: &[&str]) -> Squares {
    Squares::List(names.iter().map(|&name| name.to_owned()).collect())
}

/// A shipped or built-in definition by its path from the folder of the crates.
fn shipped(path: &str) -> GameDefinition {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let lookup = |name: &str| {
        let path = crates.join(format!("kawari-engine/src/games/drop/{name}/game.toml"));
        fs::read_to_string(path).ok()
    };
    let text = fs::read_to_string(crates.join(path)).unwrap();
    read(&text, &lookup).unwrap()
}

/// The size of a board, the start position, the moves of each piece, and the rules without
/// names, values and moves.
type Core = ((u8, u8), String, Vec<(String, Moves, Option<Moves>)>, DropDefinition);

fn core(definition: &GameDefinition) -> Core {
    let general = &definition.general;
    let Family::Drop(rules) = &definition.family else { panic!("family") };
    let mut rules = (**rules).clone();
    rules.promotion.write_declined = false;
    rules.declaration = Default::default();
    rules.impasse = Default::default();
    let mut moves = Vec::new();
    for (letter, piece) in &mut rules.pieces {
        let sorted = |text: &str| {
            let mut moves = parse(text).unwrap();
            moves.leaps.sort_by_key(|leap| leap.to);
            moves.slides.sort_by_key(|slide| slide.direction);
            moves
        };
        let promoted = piece.promoted.as_ref().map(|promoted| sorted(&promoted.moves));
        moves.push((letter.clone(), sorted(&piece.moves), promoted));
        *piece = Piece {
            royal: piece.royal,
            must_promote: piece.must_promote.clone(),
            no_drop: piece.no_drop.clone(),
            max_per_file: piece.max_per_file,
            drop_mates: piece.drop_mates,
            ..Piece::default()
        };
    }
    moves.sort_by_key(|(letter, ..)| letter.clone());
    ((general.files, general.ranks), general.start.clone(), moves, rules)
}

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
    assert_eq!(rules(one).pieces["L"].promoted.as_ref().unwrap().moves, "WfF");
    assert_eq!(rules(one).pieces["P"].max_per_file, 1);
    assert_eq!(rules(one).ending.stalemate, Outcome::Lost);
    assert_eq!(
        one.definition.as_ref().unwrap().general.start,
        "sgkgs/5/1ppp1/1PPP1/5/SGKGS b Ll 1"
    );
    assert_eq!(rules(two).ending.stalemate, Outcome::Drawn);
    assert_eq!(rules(two).pieces["S"].promoted, None);
    assert!(rules(two).pieces["L"].promoted.is_some());
    assert_eq!(
        two.definition.as_ref().unwrap().general.start,
        "sgkgs/l4/1ppp1/1PPP1/4L/SGKGS w - 1"
    );
}

#[test]
fn letters_move_from_piece_to_piece() {
    let text = "[x:minishogi]\nshogiKnight = s\npromotedPieceType = s:g\n\
                startFen = 1bsgk/4p/5/P4/KGSB1 w 0 1\nrook = -";
    let imported = import(text);
    let rules = rules(&imported);
    assert_eq!((rules.pieces["S"].moves.as_str(), rules.pieces.len()), ("fN", 5));
    // A Knight cannot move on from the two last ranks, but promotes on the last one only.
    assert!(imported.untranslated.iter().any(|key| key.key == "immobilityIllegal"));
    let error = errors(&import("[x:minishogi]\nbishop = -"));
    assert_eq!(error, ["line 1: startFen: found \"b\", expected a piece"]);
}

#[test]
fn custom_pieces_and_kings_have_moves_of_their_own() {
    let rules = complete(
        "customPiece3 = q:lfB3vNN\ncustomPiece3 = q:vRaW\nking = k:KN\nsilver = s:Q\n\
         startFen = sk1g/q2p/4/P2Q/G1KS[] w",
    );
    assert_eq!((rules.pieces["Q"].moves.as_str(), &rules.pieces["Q"].name), ("vRW", &None));
    assert_eq!((rules.pieces["K"].moves.as_str(), rules.pieces["K"].royal), ("KN", true));
    assert_eq!(rules.pieces["S"].moves, "FfW");
    let imported = small("silver = s:Q\ncustomPiece5 = x:W");
    let notes: Vec<String> = imported.untranslated.iter().map(ToString::to_string).collect();
    let expected = [
        "line 3: maxRank = e: line 4 overrides the value",
        "line 7: silver = s: line 16 overrides the value",
        "line 16: silver = s:Q: only the letter is used, since the piece has moves of its own",
        "line 17: customPiece5 = x:W: the piece is not in the start position and no piece \
         promotes to it",
    ];
    assert_eq!(notes, expected);
    assert!(imported.is_complete());
}

#[test]
fn betza_notation_is_read_as_fairy_stockfish_reads_it() {
    let cases = [
        ("FsfW", "FsfW"),
        ("KbRfBbF2", "KbRfBbF2"),
        ("fRlbBrbF", "fRlbBrbF"),
        ("nNnD", "nNnD"),
        ("mcW", "fblrW"),
        ("L", "C"),
        ("fsJ", "fsZ"),
        ("RR", "R"),
        ("KK", "Q"),
        // The last slide of a direction counts.
        ("RfW2", "fW2bRsR"),
        // A combined pair of K is one direction for both of its atoms.
        ("fsK", "sWfF"),
        // Letters without a meaning are skipped.
        ("eoW", "W"),
        ("aW", "W"),
    ];
    for (text, expected) in cases {
        let translated = betza::translate(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let sorted = |text: &str| {
            let mut moves = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            moves.leaps.sort_by_key(|leap| leap.to);
            moves.slides.sort_by_key(|slide| slide.direction);
            moves
        };
        assert_eq!(sorted(&translated), sorted(expected), "{text}: {translated}");
    }
    for text in ["mW", "cF", "mRcpR", "gB", "NN", "N2", "nZ", "nW", "fmWfceF", "ifmnD", "", "xyz"] {
        betza::translate(text).expect_err(text);
    }
}

#[test]
fn pieces_with_moves_out_of_reach_have_no_definition() {
    let imported = small("customPiece1 = p:mfWcfF\nsilver = -\ncannon = s");
    assert_eq!(
        errors(&imported),
        [
            "line 18: cannon: moves and captures that differ are not supported",
            "line 16: customPiece1: moves and captures that differ are not supported",
        ]
    );
    assert!(!imported.is_complete());
}

#[test]
fn zones_are_ranks_or_lists_and_the_same_for_both_sides() {
    let zone = |keys: &str| complete(keys).promotion.zone;
    assert_eq!(zone(""), Squares::Ranks(1));
    assert_eq!(
        zone("promotionRank = 4\npromotionRegionWhite=*4 *5\npromotionRegionBlack=*1 *2"),
        Squares::Ranks(2)
    );
    assert_eq!(
        zone("promotionRegionWhite = a5 B4 - c3\npromotionRegionBlack = d1 c2"),
        names(&["4a", "3b"])
    );
    assert_eq!(
        zone("promotionRegionWhite = a*\npromotionRegionBlack = d* a9 z1"),
        names(&["4e", "4d", "4c", "4b", "4a"])
    );
    assert_eq!(changing("promotionRegionWhite = *4"), ["promotionRegionBlack"]);
    assert_eq!(changing("promotionRegionWhite = *5 x"), ["promotionRegionWhite"]);
    let imported = import("[x:gorogoro]\npromotionRank = 4");
    assert_eq!(rules(&imported).promotion.zone, Squares::Ranks(3));
}

#[test]
fn promotion_keys_give_the_change_of_sides() {
    let all = "promotionRegionWhite=*1 *2 *3 *4 *5\npromotionRegionBlack=*1 *2 *3 *4 *5\n";
    let promotion = |keys: &str| complete(keys).promotion;
    assert_eq!((promotion("").change, promotion("").mandatory), (Change::Once, false));
    assert!(promotion("mandatoryPiecePromotion = true").mandatory);
    assert_eq!(promotion("pieceDemotion = true").change, Change::InZone);
    let both = "pieceDemotion = true\nmandatoryPiecePromotion = true\n";
    assert_eq!(promotion(both).change, Change::InZone);
    assert!(promotion(both).mandatory);
    assert_eq!(promotion(&format!("{both}{all}")).change, Change::EveryMove);
    let captures = format!("{both}{all}piecePromotionOnCapture = true");
    assert_eq!(promotion(&captures).change, Change::EveryCapture);
    let key = "piecePromotionOnCapture";
    assert_eq!(changing("piecePromotionOnCapture = true"), [key]);
    assert_eq!(changing(&format!("{both}piecePromotionOnCapture = true")), [key]);
    assert_eq!(changing("promotedPieceType = p:g g:s"), ["promotedPieceType"]);
    assert_eq!(changing("promotedPieceType = p:x"), ["promotedPieceType"]);
    assert_eq!(changing("promotedPieceType = p:g s"), ["promotedPieceType"]);
}

#[test]
fn captured_pieces_go_to_the_hand_or_leave_the_game() {
    let captured = |keys: &str| complete(keys).promotion.captured;
    assert_eq!(captured(""), CapturedSide::Unpromoted);
    assert_eq!(captured("capturesToHand = false"), CapturedSide::Removed);
    assert_eq!(captured("dropPromoted = true"), CapturedSide::EitherSide);
    assert_eq!(
        captured("commoner = c\npromotedPieceType = p:c s:-\ndropLoop = true"),
        CapturedSide::SameSide
    );
    assert_eq!(changing("dropLoop = true"), ["dropLoop"]);
    assert_eq!(
        changing("commoner = c\npromotedPieceType=p:c s:-\ndropLoop = true\ndropPromoted = true"),
        ["dropLoop"]
    );
    assert_eq!(
        changing("dropPromoted=true\ncapturesToHand=false\nstartFen=sk1g/3p/4/P3/G1KS[Pp] w"),
        ["dropPromoted"]
    );
    assert!(complete("").drops.allowed);
    let without_drops = complete("pieceDrops = false\ncapturesToHand = false");
    assert!(!without_drops.drops.allowed);
    let imported = import(&SMALL.replace("pieceDrops = true\ncapturesToHand = true\n", ""));
    assert_eq!(rules(&imported), &without_drops);
}

#[test]
fn drop_zones_and_checks_by_drops_are_translated() {
    let drops = complete("dropRegionWhite = *1 *2\ndropRegionBlack = *4 *5\ndropChecks = false");
    let near: Vec<String> =
        "4321".chars().flat_map(|f| [format!("{f}e"), format!("{f}d")]).collect();
    assert_eq!(drops.drops.zone, Some(Squares::List(near)));
    assert!(!drops.drops.may_check);
    assert_eq!(complete("").drops.zone, None);
    assert_eq!(
        complete("whiteDropRegion = *5\nblackDropRegion = *1").drops.zone,
        Some(Squares::Ranks(1))
    );
    assert_eq!(changing("dropRegionWhite = *5"), ["dropRegionWhite"]);
}

#[test]
fn pieces_that_cannot_move_on_promote_or_are_not_dropped() {
    let rules = complete("immobilityIllegal = true");
    assert_eq!(rules.pieces["P"].must_promote, Squares::Ranks(1));
    assert_eq!(rules.pieces["P"].no_drop, Squares::Ranks(1));
    assert_eq!(rules.pieces["S"].no_drop, Squares::Ranks(0));
    assert!(!rules.promotion.stuck_pieces);
    let rules = complete("");
    assert_eq!(rules.pieces["P"].must_promote, Squares::Ranks(0));
    assert!(rules.promotion.stuck_pieces);
    let rules = complete("immobilityIllegal = true\npieceDrops = false");
    assert_eq!(rules.pieces["P"].no_drop, Squares::Ranks(0));
    let key = "immobilityIllegal";
    assert_eq!(changing("immobilityIllegal = true\npromotedPieceType = p:-"), [key]);
    assert_eq!(changing("immobilityIllegal = true\npieceDemotion = true"), [key]);
    assert_eq!(changing("immobilityIllegal = true\nlance = l\npromotedPieceType = p:g s:l"), [key]);
    let far = "promotionRegionWhite = a5\npromotionRegionBlack = d1";
    assert_eq!(changing(&format!("immobilityIllegal = true\n{far}")), [key]);
}

#[test]
fn pawns_on_a_file_and_mates_by_pawn_drops_are_translated() {
    let pawn = |keys: &str| complete(keys).pieces["P"].clone();
    assert_eq!((pawn("").max_per_file, pawn("").drop_mates), (0, true));
    assert_eq!(pawn("dropNoDoubled = p").max_per_file, 1);
    assert_eq!(pawn("dropNoDoubled = P\ndropNoDoubledCount = 2").max_per_file, 2);
    assert_eq!(pawn("dropNoDoubled = p\ndropNoDoubledCount = 5").max_per_file, 0);
    assert_eq!(pawn("dropNoDoubled = p\ndropNoDoubled = -").max_per_file, 0);
    assert!(!pawn("shogiPawnDropMateIllegal = true").drop_mates);
    assert_eq!(changing("dropNoDoubled = g"), ["dropNoDoubled"]);
    assert_eq!(changing("dropNoDoubled = p\ndropPromoted = true"), ["dropNoDoubled"]);
    assert_eq!(changing("dropNoDoubled = p\ndropNoDoubledCount = 0"), ["dropNoDoubledCount"]);
    let soldier = small("soldier = p\npromotedPieceType = p:g\nshogiPawnDropMateIllegal = true");
    assert!(rules(&soldier).pieces["P"].drop_mates && soldier.is_complete());
    assert_eq!(soldier.untranslated.last().unwrap().reason, "has no effect without a shogiPawn");
}

#[test]
fn mate_and_stalemate_have_results() {
    let ending = |keys: &str| {
        let ending = complete(keys).ending;
        (ending.mate, ending.stalemate)
    };
    assert_eq!(ending(""), (Outcome::Lost, Outcome::Drawn));
    assert_eq!(ending("stalemateValue = loss"), (Outcome::Lost, Outcome::Lost));
    assert_eq!(ending("stalemateValue = win\ncheckmateValue = win"), (Outcome::Won, Outcome::Won));
    assert_eq!(ending("checkmateValue = draw"), (Outcome::Drawn, Outcome::Drawn));
}

#[test]
fn repetition_is_translated() {
    let repetition = |keys: &str| {
        let Repetition { occurrences, result, perpetual_check_loses } = complete(keys).repetition;
        (occurrences, result, perpetual_check_loses)
    };
    assert_eq!(repetition(""), (3, RepetitionResult::Draw, false));
    assert_eq!(repetition("nFoldRule = 0"), (0, RepetitionResult::Draw, false));
    assert_eq!(
        repetition("nFoldRule = 4\nperpetualCheckIllegal = true"),
        (4, RepetitionResult::Draw, true)
    );
    assert_eq!(repetition("nFoldValue = win").1, RepetitionResult::MoverLoses);
    let absolute = "nFoldValueAbsolute = true\nnFoldValue = ";
    assert_eq!(repetition(&format!("{absolute}win")).1, RepetitionResult::WhiteLoses);
    assert_eq!(repetition(&format!("{absolute}loss")).1, RepetitionResult::BlackLoses);
    assert_eq!(repetition(&format!("{absolute}draw")).1, RepetitionResult::Draw);
    assert_eq!(changing("nFoldValue = loss"), ["nFoldValue"]);
    assert_eq!(changing("nFoldRule = 10"), ["nFoldRule"]);
    assert_eq!(changing("nFoldRule = 1"), ["nFoldRule"]);
    assert_eq!(
        changing("nFoldValue = win\nperpetualCheckIllegal = true"),
        ["perpetualCheckIllegal"]
    );
}

#[test]
fn the_draw_by_a_number_of_moves_is_reported_even_by_default() {
    let imported = import(&SMALL.replace("nMoveRule = 0\n", ""));
    let note = imported.untranslated.iter().find(|key| key.changes_play).unwrap();
    assert_eq!((note.line, note.key.as_str(), note.value.as_str()), (1, "nMoveRule", "default"));
    assert_eq!(changing("nMoveRule = 40"), ["nMoveRule"]);
}

#[test]
fn flags_are_tries_of_the_royal_piece() {
    let flag = "flagPiece = k\nflagRegionWhite = *5\nflagRegionBlack = *1\n";
    let ending = complete(flag).ending;
    assert_eq!((ending.try_squares, ending.try_when), (Squares::Ranks(1), TryWhen::Arrival));
    let ending = complete(&format!("{flag}flagPieceSafe = true")).ending;
    assert_eq!(ending.try_when, TryWhen::Safe);
    let old = complete("flagPiece = k\nwhiteFlag = b5\nblackFlag = c1").ending;
    assert_eq!(old.try_squares, names(&["3a"]));
    assert_eq!(complete("").ending.try_squares, Squares::Ranks(0));
    assert_eq!(changing(&format!("{flag}flagMove = true")), ["flagMove"]);
    assert_eq!(changing(&format!("{flag}flagPieceCount = 2")), ["flagPieceCount"]);
    assert_eq!(changing(&format!("{flag}flagPiece = p")), ["flagRegionWhite"]);
    assert_eq!(changing("flagRegionWhite = *5\nflagRegionBlack = *1"), ["flagRegionWhite"]);
    let commoner = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n";
    let ending = complete(&format!("{commoner}{flag}flagMove = true")).ending;
    assert_eq!(ending.try_when, TryWhen::AfterReply);
}

#[test]
fn extinction_makes_a_piece_royal_or_counts_pieces() {
    let commoner = "king = -\ncommoner = k\nextinctionValue = loss\nextinctionPieceTypes = ";
    let rules = complete(&format!("{commoner}k"));
    assert!(rules.pieces["K"].royal && !rules.ending.check && rules.ending.capture_wins.is_empty());
    assert_eq!(rules.ending.mate, rules.ending.stalemate);
    let rules = complete(&format!(
        "{commoner}k\nextinctionPseudoRoyal = true\nperpetualCheckIllegal = true"
    ));
    assert!(rules.pieces["K"].royal && rules.ending.check);
    assert!(!rules.repetition.perpetual_check_loses);
    let rules = complete(&format!("{commoner}*\nextinctionPieceCount = 1"));
    assert_eq!((rules.ending.capture_wins.len(), rules.ending.pieces_left), (4, 1));
    let rules = complete(
        "wazir = w\nextinctionValue=loss\nextinctionPieceTypes=w\nstartFen = sk1g/w2p/w3/P2W/G1KS[Ww] w",
    );
    assert_eq!(
        (&rules.ending.capture_wins[..], rules.pieces["K"].royal),
        (&["W".to_owned()][..], true)
    );
    let key = "extinctionPieceTypes";
    assert_eq!(changing("extinctionValue = loss\nextinctionPieceTypes = sg"), [key]);
    assert_eq!(changing("extinctionValue = loss\nextinctionPieceTypes = s"), [key]);
    assert_eq!(
        changing("extinctionValue = loss\nextinctionPieceTypes = p\nextinctionPseudoRoyal = true"),
        [key]
    );
    assert_eq!(changing("extinctionValue = win\nextinctionPieceTypes = s"), ["extinctionValue"]);
    let royal_pair =
        format!("{commoner}kq\nwazir = q\npromotedPieceType = k:q\nextinctionPseudoRoyal = true");
    let rules = complete(&royal_pair);
    assert!(rules.pieces["K"].royal && rules.pieces["K"].promoted.is_some());
    let heir = format!("{commoner}k\npromotedPieceType = s:k\nextinctionPseudoRoyal = true");
    assert_eq!(changing(&heir), [key]);
    assert!(errors(&small("king = -\ncommoner = k"))[0].contains("found no goal"));
}

#[test]
fn the_first_check_wins_or_the_number_of_checks_is_reported() {
    assert!(complete("checkCounting = true").ending.check_wins);
    assert!(!complete("checkCounting = false").ending.check_wins);
    assert!(
        complete("checkCounting = true\nstartFen = sk1g/3p/4/P3/G1KS w - - 1+1 0 1")
            .ending
            .check_wins
    );
    assert_eq!(
        changing("checkCounting = true\nstartFen = sk1g/3p/4/P3/G1KS w - - 3+3 0 1"),
        ["startFen"]
    );
}

#[test]
fn start_positions_become_sfens() {
    let start = |fen: &str| {
        let imported = small(&format!("startFen = {fen}"));
        imported
            .definition
            .map(|game| game.general.start)
            .map_err(|errors| errors[0].message.clone())
    };
    assert_eq!(start("sk1g/3p/4/P3/G1KS b"), Ok("sk1g/3p/4/P3/G1KS w - 1".to_owned()));
    assert_eq!(
        start("sk1g/3p/4/P3/G1KS[PSpPgs] w - - 3 7"),
        Ok("sk1g/3p/4/P3/G1KS b S2Pgsp 1".to_owned())
    );
    assert_eq!(start("sk1g/2+s//P/G1KS"), Ok("sk1g/2+s1/4/P3/G1KS b - 1".to_owned()));
    let fails = [
        ("sk1g/3p/4/P3/G1K*", "startFen: walls on the board are not supported"),
        ("sk1g/3p~/4/P3/G1KS", "startFen: promoted pieces with \"~\" are not supported"),
        ("sk1g/3x/4/P3/G1KS", "startFen: found \"x\", expected a piece"),
        ("sk1g/+g3/4/P3/G1KS", "startFen: found \"+g\", but the piece has no promoted type"),
        ("sk1g/5/4/P3/G1KS", "startFen: found rank \"5\", expected 4 squares"),
        ("k3/4/4/4/4/K3", "startFen: found 6 ranks, expected 5"),
        ("sk1g/3p/4/P3/G1KS[x]", "startFen: found \"x\" in hand, expected a piece"),
        ("", "startFen: found no pieces"),
        ("k3/4/4/4/3k", "start: Black has 0 royal pieces \"K\", expected 1"),
    ];
    for (fen, message) in fails {
        assert_eq!(start(fen), Err(message.to_owned()), "{fen}");
    }
    let wide = import("[wide:okisakishogi]\nstartFen = 4k5/10/10/10/10/10/10/10/10/4K5 w 0 1");
    assert_eq!(wide.definition.unwrap().general.start, "4k5/10/10/10/10/10/10/10/10/4K5 b - 1");
}

#[test]
fn castling_rights_are_reported_and_other_keys_of_castling_have_no_effect() {
    assert_eq!(changing("startFen = sk1g/3p/4/P3/G1KS w KQ - 0 1"), ["startFen"]);
    assert_eq!(changing("castling = false\nstartFen = sk1g/3p/4/P3/G1KS w KQ - 0 1"), [""; 0]);
    let imported = small("castlingKingFile = c");
    assert!(imported.is_complete());
    assert_eq!(imported.untranslated.last().unwrap().reason, "has no effect in this game");
}

#[test]
fn boards_outside_the_limits_are_errors() {
    for (key, value) in [("maxRank", "2"), ("maxFile", "l"), ("maxRank", "x"), ("maxFile", "999")] {
        let imported = small(&format!("{key} = {value}"));
        let expected = format!("line 16: {key}: found \"{value}\", expected 3 to 11");
        assert_eq!(errors(&imported), [expected]);
    }
}

/// A value that means that a game has the rule of a key.
const ON: &str = "true";

#[test]
fn every_rule_without_a_counterpart_is_reported() {
    for rule in &keys::RULES {
        let sides = ["White", "Black"];
        let stem = sides.iter().find_map(|side| rule.key.strip_suffix(side));
        let combined = stem.filter(|stem| keys::targets(stem).is_some());
        for key in [Some(rule.key), combined].into_iter().flatten() {
            let imported = small(&format!("{key} = {ON}"));
            let notes: Vec<_> =
                imported.untranslated.iter().filter(|note| note.key == key).collect();
            // `checking` is the only rule that is on by default.
            if rule.is_neutral(ON) {
                assert_eq!((key, notes.len()), ("checking", 0));
                continue;
            }
            assert_eq!(notes.len(), 1, "{key}: {:?}", imported.untranslated);
            assert_eq!((notes[0].line, notes[0].value.as_str()), (16, ON), "{key}");
            assert_eq!(notes[0].changes_play, rule.needs.is_empty(), "{key}");
        }
    }
    assert_eq!(changing("checking = false"), ["checking"]);
    let off = "mustCapture = false\nwallingRule = none\nconnectN = 0\npass = false\n\
               mutuallyImmuneTypes = -\ndropOnTop = false";
    assert!(small(off).untranslated.len() == small("").untranslated.len());
}

#[test]
fn details_of_a_rule_are_reported_with_the_rule() {
    let keys = ["connectN", "connectDiagonal"];
    assert_eq!(changing("connectN = 3\nconnectDiagonal = false"), keys);
    assert_eq!(changing("gating = true\nseirawanGating = true"), ["gating", "seirawanGating"]);
    assert_eq!(changing("dropOnTop = true"), ["dropOnTop"]);
    assert_eq!(
        changing("soldier = p\npromotedPieceType = p:g\nsoldierPromotionRank = 3"),
        ["soldierPromotionRank"]
    );
    assert_eq!(changing("mobilityRegionWhiteKing = *1 *2"), ["mobilityRegionWhiteKing"]);
    assert_eq!(changing("mobilityRegionBlackShogiPawn = *1"), ["mobilityRegionBlackShogiPawn"]);
    assert_eq!(changing("mobilityRegionBlackRook = *1"), [""; 0]);
    assert_eq!(
        changing("promotionPawnTypes = p\npromotionPieceTypes = sg"),
        ["promotionPieceTypes"]
    );
}

#[test]
fn unknown_keys_and_wrong_values_are_reported() {
    let imported = small(
        "maxRanks = 5\nmobilityRegionWhiteDragon = *1\npieceDrops = yes\nnoequals\nnFoldValue = lost\ndropNoDoubled = x\nnFoldRule = four\npocketSize = 3\nchess960 = true",
    );
    let notes: Vec<String> = imported.untranslated[1..].iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "line 13: pieceDrops = true: line 18 overrides the value",
            "line 16: maxRanks = 5: Fairy-Stockfish has no such key",
            "line 17: mobilityRegionWhiteDragon = *1: Fairy-Stockfish has no such key",
            "line 18: pieceDrops = yes: expected true or false; Fairy-Stockfish reads false",
            "line 19: noequals = : the line has no \"=\"; Fairy-Stockfish skips it",
            "line 20: nFoldValue = lost: expected \"win\", \"loss\", \"draw\" or \"none\"; \
             Fairy-Stockfish reads none",
            "line 20: nFoldValue = lost: a win for the side that repeats cannot be expressed; it \
             is a draw",
            "line 21: dropNoDoubled = x: expected letters of pieces; Fairy-Stockfish reads only \
             the pieces before",
            "line 22: nFoldRule = four: expected a number; Fairy-Stockfish reads 0",
            "line 23: pocketSize = 3: used by XBoard only; hands have any size here",
            "line 24: chess960 = true: has no effect in this game",
        ]
    );
}

#[test]
fn inherited_keys_are_reported_on_the_line_of_the_section() {
    let imported = variants_ini("[a:minishogi]\nmustDrop = true\n[b:a]\npocketSize = 2");
    let notes: Vec<String> = imported[1].untranslated.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes[0],
        "line 2: mustDrop = true: drops that a side must make cannot be expressed"
    );
    assert!(notes[1].starts_with("line 3: perpetualCheckIllegal = true: "), "{}", notes[1]);
    assert!(notes[1].ends_with(" (inherited)"), "{}", notes[1]);
    assert_eq!(notes.len(), 3);
}

#[test]
fn sections_that_cannot_be_read_have_reasons() {
    let text = "; a comment\nkey = value\n[a:b]\n[c:minishogi]\r\n# comment\r\nnFoldValue = draw\r\n\
                [c]\n[open\n[minishogi:minishogi] rest\n[Ünder_score:c]\n[d:d]\n[:c]\n";
    let imported = variants_ini(text);
    let lines: Vec<(usize, &str)> = imported.iter().map(|i| (i.line, i.name.as_str())).collect();
    let expected = [
        (0, ""),
        (3, "a"),
        (4, "c"),
        (7, "c"),
        (8, "open"),
        (9, "minishogi"),
        (10, "Ünder_score"),
        (11, "d"),
        (12, ""),
    ];
    assert_eq!(lines, expected);
    let message = |index: usize| errors(&imported[index])[0].clone();
    assert!(message(0).contains("before the first section"));
    assert!(message(1).contains("unknown base \"b\""));
    assert_eq!(message(3), "line 7: \"c\" is defined on line 4");
    assert_eq!(message(4), "line 8: found \"[open\" without \"]\"");
    assert!(message(7).contains("unknown base \"d\""));
    assert!(message(8).contains("name: found \"\""));
    assert!(imported[2].is_complete());
    let skipped = &imported[5].untranslated[0];
    assert_eq!((skipped.line, skipped.key.as_str()), (9, "section"));
    let renamed = imported[6].definition.as_ref().unwrap();
    assert_eq!(
        (renamed.general.name.as_str(), renamed.general.title.as_str()),
        ("-nder-score", "Ünder_score")
    );
    assert_eq!(imported[6].untranslated[0].reason, "the name of the game is \"-nder-score\" here");
}

#[test]
fn large_files_are_limited() {
    let imported = variants_ini(&"x".repeat(MAX_BYTES + 1));
    assert!(errors(&imported[0])[0].contains("at most 1048576 are read"));
    let imported = variants_ini(&"[a]\n".repeat(MAX_SECTIONS + 2));
    assert_eq!(imported.len(), MAX_SECTIONS + 1);
    assert!(errors(imported.last().unwrap())[0].contains("more than 500 sections"));
    let imported = small(&format!("startFen = {}", "k".repeat(ini::MAX_VALUE + 1)));
    assert!(imported.untranslated.iter().any(|key| key.line == 16 && key.changes_play));
}

/// Returns a line with a key of Fairy-Stockfish and a value that fits many of them.
fn any_line() -> impl Strategy<Value = String> {
    let keys: Vec<String> = (keys::RULES.iter().map(|rule| rule.key.to_owned()))
        .chain(keys::TRANSLATED.iter().map(|(key, _)| (*key).to_owned()))
        .chain(keys::DISPLAY.iter().map(|(key, _)| (*key).to_owned()))
        .chain(piece_types::PieceType::all().map(piece_types::PieceType::key))
        .collect();
    let values = vec![
        "true",
        "false",
        "win",
        "loss",
        "draw",
        "none",
        "0",
        "1",
        "2",
        "4",
        "-",
        "*",
        "*5 *4",
        "a1 b2",
        "p:g s:b r:-",
        "k",
        "p",
        "kp",
        "p:fW",
        "k:KN",
        "s:RfBnN",
        "rbsgk/4p/5/P4/KGSBR[Pp] w",
        "k3+p/5/5/5/+P3K[] b KQ - 3+3 0 1",
        "",
    ];
    let any = "[ -~é\n]{0,12}";
    prop_oneof![
        8 => (prop::sample::select(keys), prop::sample::select(values))
            .prop_map(|(key, value)| format!("{key} = {value}\n")),
        1 => ("[a-z0-9]{0,3}", prop::sample::select(vec!["minishogi", "kyotoshogi", "dobutsu", "a", "chess"]))
            .prop_map(|(name, base)| format!("[{name}:{base}]\n")),
        1 => (any, any).prop_map(|(one, other)| format!("{one}={other}\n")),
        1 => any.prop_map(|text| format!("{text}\n")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_file_is_read_and_its_definitions_are_valid(
        lines in prop::collection::vec(any_line(), 0..40),
        base in prop::sample::select(vec!["minishogi", "micro", "dobutsu", "torishogi", "shogi"]),
    ) {
        for text in [lines.concat(), format!("[a:{base}]\n{}", lines.concat())] {
            for imported in variants_ini(&text) {
                prop_assert!(imported.definition.as_ref().err().is_none_or(|errors| !errors.is_empty()));
                if let Ok(game) = &imported.definition {
                    let written = write(game);
                    let again = read(&written, &|_| None);
                    prop_assert_eq!(again.as_ref(), Ok(game), "{}", written);
                }
            }
        }
    }

    #[test]
    fn any_moves_are_translated_or_refused(text in "[fblrsvhnmacpgiWFDNAHLCJZGKRBQ0-9]{0,12}") {
        if let Ok(translated) = betza::translate(&text) {
            prop_assert!(parse(&translated).is_ok());
        }
    }

    #[test]
    fn no_key_of_a_file_is_skipped(key in "[a-zA-Z]{1,12}", value in "[a-z0-9*: -]{0,8}") {
        // A key is translated, or listed with its line.
        let imported = small(&format!("{key} = {value}"));
        let is_known = keys::targets(&key).is_some() || piece_types::PieceType::of_key(&key).is_some();
        prop_assert!(is_known || imported.untranslated.iter().any(|note| note.line == 16 && note.key == key));
    }
}

//! The translated rules.

use super::*;

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
    assert_eq!(drop_rules(&imported).promotion.zone, Squares::Ranks(3));
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
    assert_eq!(drop_rules(&imported), &without_drops);
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
    assert!(drop_rules(&soldier).pieces["P"].drop_mates && soldier.is_complete());
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

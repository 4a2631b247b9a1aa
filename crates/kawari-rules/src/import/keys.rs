//! The keys of Fairy-Stockfish and the reasons why some are not translated.

/// A key without a counterpart in a definition.
pub(super) struct Rule {
    pub(super) key: &'static str,
    /// Values that mean that the game does not have the rule.
    neutral: &'static [&'static str],
    /// Keys that this key depends on; without one of these rules, it has no effect.
    pub(super) needs: &'static [&'static str],
    /// Name of the rule in messages.
    pub(super) what: &'static str,
}

/// Keys that do not change the rules of a game.
pub(super) const DISPLAY: [(&str, &str); 5] = [
    ("variantTemplate", "used by XBoard only"),
    ("pieceToCharTable", "used by XBoard only"),
    ("pocketSize", "used by XBoard only; hands have any size here"),
    ("pieceValueMg", "values are estimated from the moves"),
    ("pieceValueEg", "values are estimated from the moves"),
];

/// Keys that are translated, with the kind of their values.
pub(super) const TRANSLATED: [(&str, Kind); 45] = [
    ("maxRank", Kind::Rank),
    ("maxFile", Kind::File),
    ("startFen", Kind::Text),
    ("promotionRegionWhite", Kind::Squares),
    ("promotionRegionBlack", Kind::Squares),
    ("promotedPieceType", Kind::Text),
    ("piecePromotionOnCapture", Kind::Bool),
    ("mandatoryPiecePromotion", Kind::Bool),
    ("pieceDemotion", Kind::Bool),
    ("doubleStep", Kind::Bool),
    ("castling", Kind::Bool),
    ("dropChecks", Kind::Bool),
    ("pieceDrops", Kind::Bool),
    ("dropLoop", Kind::Bool),
    ("capturesToHand", Kind::Bool),
    ("dropRegionWhite", Kind::Squares),
    ("dropRegionBlack", Kind::Squares),
    ("dropPromoted", Kind::Bool),
    ("dropNoDoubled", Kind::Types),
    ("dropNoDoubledCount", Kind::Int),
    ("immobilityIllegal", Kind::Bool),
    ("nMoveRule", Kind::Int),
    ("nFoldRule", Kind::Int),
    ("nFoldValue", Kind::Value),
    ("nFoldValueAbsolute", Kind::Bool),
    ("perpetualCheckIllegal", Kind::Bool),
    ("stalemateValue", Kind::Value),
    ("checkmateValue", Kind::Value),
    ("shogiPawnDropMateIllegal", Kind::Bool),
    ("extinctionValue", Kind::Value),
    ("extinctionPseudoRoyal", Kind::Bool),
    ("extinctionPieceTypes", Kind::Types),
    ("extinctionPieceCount", Kind::Int),
    ("flagPieceWhite", Kind::Types),
    ("flagPieceBlack", Kind::Types),
    ("flagRegionWhite", Kind::Squares),
    ("flagRegionBlack", Kind::Squares),
    ("flagPieceSafe", Kind::Bool),
    ("checkCounting", Kind::Bool),
    ("flagPieceCount", Kind::Int),
    ("flagMove", Kind::Bool),
    ("promotionPawnTypesWhite", Kind::Types),
    ("promotionPawnTypesBlack", Kind::Types),
    ("promotionPieceTypesWhite", Kind::Types),
    ("promotionPieceTypesBlack", Kind::Types),
];

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Bool,
    Int,
    Rank,
    File,
    Value,
    Squares,
    Types,
    Text,
}

/// Keys that set the same key of both sides.
const BOTH_SIDES: [&str; 13] = [
    "flagRegion",
    "flagPiece",
    "promotionPawnTypes",
    "promotionPieceTypes",
    "enPassantRegion",
    "enPassantTypes",
    "castlingKingPiece",
    "castlingRookPieces",
    "wallingRegion",
    "pass",
    "passOnStalemate",
    "nMoveRuleTypes",
    "pawnTypes",
];

/// Deprecated keys and the keys that replaced them.
const DEPRECATED: [(&str, &[&str]); 9] = [
    ("promotionRank", &["promotionRegionWhite", "promotionRegionBlack"]),
    ("whiteFlag", &["flagRegionWhite"]),
    ("blackFlag", &["flagRegionBlack"]),
    ("castlingRookPiece", &["castlingRookPiecesWhite", "castlingRookPiecesBlack"]),
    ("whiteDropRegion", &["dropRegionWhite"]),
    ("blackDropRegion", &["dropRegionBlack"]),
    ("dropOnTop", &["enclosingDrop"]),
    ("doubleStepRank", &["doubleStepRegionWhite", "doubleStepRegionBlack"]),
    ("doubleStepRankMin", &["doubleStepRegionWhite", "doubleStepRegionBlack"]),
];

const NO: &[&str] = &["false"];
const ZERO: &[&str] = &["0"];
const NONE: &[&str] = &["none"];
const EMPTY: &[&str] = &["-", ""];
/// For keys that are a detail of another rule.
const DETAIL: &[&str] = &[];
const CASTLING: &[&str] = &["castling"];
const PAWN: &[&str] = &["pawn"];
const CONNECT: &[&str] =
    &["connectN", "connectNxN", "collinearN", "connectRegion1White", "connectRegion1Black"];

const fn rule(key: &'static str, neutral: &'static [&'static str], what: &'static str) -> Rule {
    Rule { key, neutral, needs: &[], what }
}

const fn detail(
    key: &'static str,
    neutral: &'static [&'static str],
    needs: &'static [&'static str],
    what: &'static str,
) -> Rule {
    Rule { key, neutral, needs, what }
}

/// The keys without a counterpart. `pawn` and `castling` among the needed keys stand for the
/// piece and for castling rights in the start position.
pub(super) const RULES: [Rule; 83] = [
    detail("chess960", NO, CASTLING, "castling"),
    rule("twoBoards", NO, "pieces from a second board"),
    rule("sittuyinPromotion", NO, "promotion in place as in Sittuyin"),
    rule("promotionLimit", &[""], "limits on the number of promoted pieces"),
    detail("mandatoryPawnPromotion", DETAIL, PAWN, "promotion of chess Pawns"),
    rule("blastOnCapture", NO, "explosions"),
    detail("blastImmuneTypes", EMPTY, &["blastOnCapture"], "explosions"),
    rule("mutuallyImmuneTypes", EMPTY, "pieces that cannot capture each other"),
    rule("petrifyOnCaptureTypes", EMPTY, "pieces that turn into walls"),
    detail("petrifyBlastPieces", NO, &["petrifyOnCaptureTypes"], "pieces that turn into walls"),
    detail("doubleStepRegionWhite", EMPTY, PAWN, "double steps"),
    detail("doubleStepRegionBlack", EMPTY, PAWN, "double steps"),
    detail("tripleStepRegionWhite", EMPTY, PAWN, "triple steps"),
    detail("tripleStepRegionBlack", EMPTY, PAWN, "triple steps"),
    detail("enPassantRegionWhite", DETAIL, PAWN, "captures en passant"),
    detail("enPassantRegionBlack", DETAIL, PAWN, "captures en passant"),
    detail("enPassantTypesWhite", DETAIL, PAWN, "captures en passant"),
    detail("enPassantTypesBlack", DETAIL, PAWN, "captures en passant"),
    detail("castlingDroppedPiece", NO, CASTLING, "castling"),
    detail("castlingKingsideFile", DETAIL, CASTLING, "castling"),
    detail("castlingQueensideFile", DETAIL, CASTLING, "castling"),
    detail("castlingRank", DETAIL, CASTLING, "castling"),
    detail("castlingKingFile", DETAIL, CASTLING, "castling"),
    detail("castlingKingPieceWhite", DETAIL, CASTLING, "castling"),
    detail("castlingKingPieceBlack", DETAIL, CASTLING, "castling"),
    detail("castlingRookKingsideFile", DETAIL, CASTLING, "castling"),
    detail("castlingRookQueensideFile", DETAIL, CASTLING, "castling"),
    detail("castlingRookPiecesWhite", DETAIL, CASTLING, "castling"),
    detail("castlingRookPiecesBlack", DETAIL, CASTLING, "castling"),
    detail("oppositeCastling", NO, CASTLING, "castling"),
    rule("checking", &["true"], "a ban on checks"),
    rule("mustCapture", NO, "captures that a side must make"),
    rule("mustDrop", NO, "drops that a side must make"),
    detail("mustDropType", DETAIL, &["mustDrop"], "drops that a side must make"),
    detail("firstRankPawnDrops", DETAIL, PAWN, "drops of chess Pawns"),
    detail("promotionZonePawnDrops", DETAIL, PAWN, "drops of chess Pawns"),
    rule("enclosingDrop", NONE, "drops that must enclose or touch pieces"),
    detail("enclosingDropStart", EMPTY, &["enclosingDrop"], "drops that must enclose pieces"),
    detail("sittuyinRookDrop", NO, &["rook"], "a drop zone of one piece"),
    detail("dropOppositeColoredBishop", NO, &["bishop"], "Bishops on squares of both colours"),
    rule("gating", NO, "gating"),
    rule("wallingRule", NONE, "walls"),
    detail("wallingRegionWhite", DETAIL, &["wallingRule"], "walls"),
    detail("wallingRegionBlack", DETAIL, &["wallingRule"], "walls"),
    detail("wallOrMove", NO, &["wallingRule"], "walls"),
    detail("seirawanGating", NO, &["gating"], "gating"),
    detail("cambodianMoves", NO, &["gating"], "special first moves"),
    rule("diagonalLines", EMPTY, "moves along diagonal lines of the board"),
    rule("passWhite", NO, "passing"),
    rule("passBlack", NO, "passing"),
    rule("passOnStalemateWhite", NO, "passing"),
    rule("passOnStalemateBlack", NO, "passing"),
    rule("makpongRule", NO, "a King that may not evade checks"),
    rule("flyingGeneral", NO, "a ban on Kings that face each other"),
    detail("soldierPromotionRank", &["1"], &["soldier"], "moves that depend on the rank"),
    rule("flipEnclosedPieces", NONE, "pieces that change their side when they are enclosed"),
    detail("nMoveRuleTypesWhite", DETAIL, &["nMoveRule"], "draws by a number of moves"),
    detail("nMoveRuleTypesBlack", DETAIL, &["nMoveRule"], "draws by a number of moves"),
    rule("moveRepetitionIllegal", NO, "a ban on repeated moves"),
    rule("chasingRule", NONE, "a ban on chasing pieces"),
    rule("stalematePieceCount", NO, "stalemates that the number of pieces decides"),
    rule("shatarMateRule", NO, "the mates of Shatar"),
    rule("bikjangRule", NO, "draws by Kings that face each other"),
    detail("extinctionClaim", NO, &["extinctionValue"], "wins that a side must claim"),
    detail("dupleCheck", NO, &["extinctionPseudoRoyal"], "checks of several royal pieces"),
    detail(
        "extinctionOpponentPieceCount",
        ZERO,
        &["extinctionValue"],
        "extinction that depends on the opponent's pieces",
    ),
    detail(
        "flagPieceBlockedWin",
        NO,
        &["flagRegionWhite", "flagRegionBlack"],
        "flag regions with several pieces",
    ),
    rule("connectN", ZERO, "rows of pieces"),
    detail("connectPieceTypes", DETAIL, CONNECT, "rows of pieces"),
    detail("connectHorizontal", DETAIL, CONNECT, "rows of pieces"),
    detail("connectVertical", DETAIL, CONNECT, "rows of pieces"),
    detail("connectDiagonal", DETAIL, CONNECT, "rows of pieces"),
    detail("connectValue", DETAIL, CONNECT, "rows of pieces"),
    rule("connectRegion1White", EMPTY, "connected regions"),
    detail("connectRegion2White", EMPTY, &["connectRegion1White"], "connected regions"),
    rule("connectRegion1Black", EMPTY, "connected regions"),
    detail("connectRegion2Black", EMPTY, &["connectRegion1Black"], "connected regions"),
    rule("connectNxN", ZERO, "squares of pieces"),
    rule("collinearN", ZERO, "rows of pieces"),
    rule("materialCounting", NONE, "results by counting pieces"),
    detail("adjudicateFullBoard", NO, &["materialCounting"], "results by counting pieces"),
    rule("countingRule", NONE, "the counting rules of Makruk"),
    rule("castlingWins", EMPTY, "wins by castling"),
];

impl Rule {
    /// Returns true if a value means that the game does not have the rule.
    pub(super) fn is_neutral(&self, value: &str) -> bool {
        self.neutral.contains(&value)
    }
}

/// Returns the rule of a key without a counterpart.
pub(super) fn rule_of(key: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.key == key)
}

/// Returns the kind of the values of a translated key.
pub(super) fn kind_of(key: &str) -> Option<Kind> {
    TRANSLATED.iter().find(|(name, _)| *name == key).map(|&(_, kind)| kind)
}

/// Returns the keys that a key of a file sets, or `None` if Fairy-Stockfish has no such key.
pub(super) fn targets(key: &str) -> Option<Vec<String>> {
    if BOTH_SIDES.contains(&key) {
        let keys: &[&str] = match key {
            "pawnTypes" => &["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"],
            _ => &[key],
        };
        let sides = |key: &&str| [format!("{key}White"), format!("{key}Black")];
        return Some(keys.iter().flat_map(sides).collect());
    }
    if let Some((_, keys)) = DEPRECATED.iter().find(|(name, _)| *name == key) {
        return Some(keys.iter().map(|&key| key.to_owned()).collect());
    }
    let is_known = rule_of(key).is_some()
        || kind_of(key).is_some()
        || DISPLAY.iter().any(|(name, _)| *name == key)
        || super::variant::mobility_piece(key).is_some();
    is_known.then(|| vec![key.to_owned()])
}

/// Returns the rank of a key among those that set the same keys; a higher one overrides.
pub(super) fn precedence(key: &str) -> u8 {
    if DEPRECATED.iter().any(|(name, _)| *name == key) {
        0
    } else if key == "pawnTypes" {
        1
    } else if BOTH_SIDES.contains(&key) {
        2
    } else {
        3
    }
}

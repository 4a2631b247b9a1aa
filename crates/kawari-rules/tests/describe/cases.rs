//! For each key of a definition, values whose texts must differ.

/// A key with values that all need different texts, in a game where the rule matters.
pub struct Case {
    pub key: &'static str,
    pub base: &'static str,
    /// Other keys of the game, one a line.
    pub context: &'static str,
    pub values: &'static [&'static str],
}

const fn case(
    key: &'static str,
    base: &'static str,
    context: &'static str,
    values: &'static [&'static str],
) -> Case {
    Case { key, base, context, values }
}

const OUTCOMES: &[&str] = &["'lost'", "'won'", "'drawn'"];
const BOOLEANS: &[&str] = &["false", "true"];
const RESULTS: &[&str] = &["'draw'", "'black-loses'", "'white-loses'", "'mover-loses'"];
const SLIDES: &[&str] = &["0", "1", "2", "3"];
const CAPTURE_WINS: &str = "ending.capture-wins = ['G', 'S']\npieces.K.royal = false";
const PIECES: &str = "ending.stalemate = 'won'";

/// Cases of the drop family.
pub const DROP: &[Case] = &[
    case("pieces", "micro", "", &["{ P = { moves = 'fW' } }", "{ P = { moves = 'fWbF' } }"]),
    case("pieces.P.name", "yari", "", &["'Pawn'", "'Spearman'"]),
    case("pieces.P.name-ja", "yari", "", &["'歩'", "'槍兵'"]),
    case("pieces.P.kanji", "yari", "", &["'歩'", "'兵'"]),
    case("pieces.P.moves", "yari", "promotion.stuck-pieces = true", &["'fW'", "'fK'", "'W'"]),
    case(
        "pieces.K.royal",
        "yarishogi",
        "ending.capture-wins = ['K']\nimpasse.half-moves = 0",
        BOOLEANS,
    ),
    case(
        "pieces.P.zone",
        "yari",
        "",
        &["1", "2", "['7a', '6a', '5a', '4a', '3a', '2a', '1a', '4b']"],
    ),
    case("pieces.P.mandatory", "yari", "", BOOLEANS),
    case("pieces.P.must-promote", "yari", "promotion.stuck-pieces = true", &["0", "1", "2"]),
    case("pieces.P.no-drop", "yari", "promotion.stuck-pieces = true", &["0", "1", "2"]),
    case("pieces.P.max-per-file", "yari", "", &["0", "1", "2", "3"]),
    case("pieces.P.drop-mates", "yari", "", BOOLEANS),
    case("pieces.P.points", "yari", "", &["0", "1", "2"]),
    case("pieces.P.captured", "yari", "", &["'P'", "'N'", "'B'"]),
    case(
        "pieces.P.captured-side",
        "yari",
        "",
        &["'unpromoted'", "'same-side'", "'either-side'", "'removed'"],
    ),
    case(
        "pieces.P.change",
        "yari",
        "promotion.stuck-pieces = true",
        &["'once'", "'never'", "'in-zone'", "'every-move'", "'every-capture'"],
    ),
    case("pieces.P.promoted.name", "yari", "", &["'Yari Silver'", "'Tokin'"]),
    case("pieces.P.promoted.name-ja", "yari", "", &["'香銀'", "'と金'"]),
    case("pieces.L.promoted.kanji", "kyotoshogi", "", &["'と'", "'金'"]),
    case("pieces.L.promoted.kanji-board", "kyotoshogi", "", &["'と'", "'金'"]),
    case("pieces.P.promoted.moves", "yari", "", &["'K'", "'WfF'"]),
    case(
        "promotion.change",
        "yari",
        "promotion.stuck-pieces = true",
        &["'once'", "'never'", "'in-zone'", "'every-move'", "'every-capture'"],
    ),
    case(
        "promotion.zone",
        "yari",
        "",
        &[
            "2",
            "3",
            "9",
            "['7a', '6a', '5a', '4a', '3a', '2a', '1a', '7b', '6b', '5b', '4b', '3b', '2b', '1b', '4c']",
        ],
    ),
    case("promotion.mandatory", "yari", "", BOOLEANS),
    case("promotion.stuck-pieces", "yari", "", BOOLEANS),
    case(
        "promotion.captured",
        "yari",
        "",
        &["'unpromoted'", "'same-side'", "'either-side'", "'removed'"],
    ),
    case("promotion.counter-flip", "hajiku", "", BOOLEANS),
    case("drops.allowed", "yari", "", BOOLEANS),
    case("drops.zone", "yari", "", &["3", "4", "9", "['5d', '4d']"]),
    case("drops.may-check", "yari", "", BOOLEANS),
    case("ending.mate", "yari", PIECES, OUTCOMES),
    case("ending.mate", "yari", "ending.check = false", OUTCOMES),
    case("ending.mate", "yari", "ending.check-wins = true", OUTCOMES),
    case("ending.stalemate", "yari", "", OUTCOMES),
    case("ending.stalemate", "yari", "ending.check = false", OUTCOMES),
    case("ending.check", "yari", "", BOOLEANS),
    case("ending.check-wins", "yari", "", BOOLEANS),
    case("ending.capture-wins", "torishogi", "", &["[]", "['C']", "['C', 'P']"]),
    case("ending.pieces-left", "gorogoro", CAPTURE_WINS, &["0", "1", "2"]),
    case("ending.try-squares", "yari", "", &["0", "1", "2", "['4a']", "['4a', '1b']"]),
    case("ending.try-when", "dobutsu", "", &["'arrival'", "'safe'", "'after-reply'"]),
    case("repetition.occurrences", "yari", "", &["0", "2", "3", "4", "9"]),
    case("repetition.result", "yari", "", RESULTS),
    case("repetition.perpetual-check-loses", "yari", "", BOOLEANS),
    case("impasse.half-moves", "yari", "", &["0", "40", "50"]),
    case("impasse.capture-resets", "yari", "", BOOLEANS),
    case("impasse.points", "yari", "", &["0", "20", "26"]),
    case("declaration.pieces", "shogi", "", &["0", "1", "10"]),
    case("declaration.points", "shogi", "", &["[0, 0]", "[28, 27]", "[27, 28]", "[24, 24]"]),
];

/// Cases of the Hasami family.
pub const HASAMI: &[Case] = &[
    case("men.slide", "hasami", "", SLIDES),
    case("men.diagonal", "hasami", "", SLIDES),
    case("men.jump", "hasami", "", SLIDES),
    case("men.jump-over", "dai-hasami", "", &["'own'", "'enemy'", "'either'"]),
    case("men.home-ranks", "dai-hasami", "", &["0", "1", "2", "3"]),
    case("men.home-ranks", "hasami-ludos", "", &["1", "2", "3"]),
    case("men.houses", "dai-hasami", "", BOOLEANS),
    case(
        "men.between-enemies",
        "hasami",
        "",
        &["'allowed'", "'suicidal'", "'illegal-unless-capture'"],
    ),
    case("men.pass", "hasami", "", BOOLEANS),
    case("capture.custody", "mak-yek", "", &["'none'", "'single'", "'runs'"]),
    case("capture.custody", "hasami-jsa", "", &["'none'", "'single'", "'runs'"]),
    case("capture.corners", "dai-hasami", "", &["'none'", "'board'", "'battlefield'"]),
    case("capture.corners", "hasami-ludos", "", &["'none'", "'board'", "'battlefield'"]),
    case("capture.enclosure", "hasami", "", &["'none'", "'edge'", "'anywhere'"]),
    case("capture.enclosure-last", "hasami-jsa", "", BOOLEANS),
    case("capture.intervention", "hasami", "", BOOLEANS),
    case("goals.row", "dai-hasami", "", &["0", "3", "4", "5"]),
    case("goals.row-exact", "dai-hasami", "", BOOLEANS),
    case(
        "goals.row-directions",
        "dai-hasami",
        "",
        &[
            "['horizontal']",
            "['vertical']",
            "['diagonal']",
            "['horizontal', 'vertical']",
            "['horizontal', 'diagonal']",
            "['vertical', 'diagonal']",
            "['horizontal', 'vertical', 'diagonal']",
        ],
    ),
    case("goals.row-area", "dai-hasami", "", &["'board'", "'outside-own-home'", "'battlefield'"]),
    case("goals.men-left", "hasami", "", &["0", "1", "2"]),
    case("goals.men-captured", "hasami", "", &["0", "1", "2"]),
    case("goals.lead", "hasami", "", &["0", "1", "2"]),
    case("goals.lead-when", "hasami-jsa", "", &["'now'", "'turn-start'"]),
    case("goals.reach-ranks", "hasami", "", &["0", "1", "2", "3"]),
    case("ending.no-legal-move", "hasami", "", OUTCOMES),
    case("ending.quiet-half-moves", "hasami", "", &["0", "50", "100"]),
    case(
        "ending.quiet-result",
        "hasami",
        "",
        &["'draw'", "'more-men'", "'black-loses'", "'white-loses'"],
    ),
    case("repetition.occurrences", "hasami", "", &["0", "2", "3", "4", "9"]),
    case("repetition.result", "hasami", "", RESULTS),
];

/// Cases of both families.
pub const GENERAL: &[Case] = &[
    case(
        "files",
        "hasami",
        "ranks = 4",
        &["3\nstart = 'ppp/3/3/PPP b - 1'", "4\nstart = 'pppp/4/4/PPPP b - 1'"],
    ),
    case(
        "ranks",
        "hasami",
        "files = 3",
        &["4\nstart = 'ppp/3/3/PPP b - 1'", "5\nstart = 'ppp/3/3/3/PPP b - 1'"],
    ),
    case(
        "start",
        "dobutsu",
        "",
        &[
            "'gle/1c1/1C1/ELG b - 1'",
            "'gle/1c1/1C1/ELG w - 1'",
            "'gle/1c1/3/ELG b C 1'",
            "'gle/1c1/3/ELG b c 1'",
            "'gle/3/1C1/ELG b - 1'",
        ],
    ),
    case(
        "start",
        "hasami-nocorner",
        "files = 3\nranks = 5",
        &[
            "'ppp/3/3/3/PPP b - 1'",
            "'ppp/3/3/3/PPP w - 1'",
            "'ppp/ppp/3/PPP/PPP b - 1'",
            "'3/ppp/3/PPP/3 b - 1'",
            "'pp1/3/3/3/1PP b - 1'",
            "'pp1/3/3/3/PPP b - 1'",
        ],
    ),
    case(
        "handicaps",
        "dobutsu",
        "",
        &[
            "{}",
            "{ a = '1le/1c1/1C1/ELG w - 1' }",
            "{ b = '1le/1c1/1C1/ELG w - 1' }",
            "{ a = '1le/1c1/1C1/ELG b - 1' }",
            "{ a = 'gl1/1c1/1C1/ELG w - 1' }",
        ],
    ),
];

/// Keys that have no meaning for a player: names for programs, files, values for the search,
/// and marks in records.
pub const WITHOUT_MEANING: &[&str] = &[
    "name",
    "aliases",
    "uci-name",
    "rules",
    "weights",
    "network",
    "pieces.P.alias",
    "pieces.P.record-name",
    "pieces.P.values",
    "pieces.P.promoted.values",
    "promotion.write-declined",
    // The heading, which is no part of the plain text.
    "title",
    "title-ja",
    // The reader sets it to false in games without check.
    "hasami: repetition.perpetual-check-loses",
];

//! Games and their pieces.

use serde::Serialize;

use super::position::SideChangeJson;
use kawari_engine::core::color::Color;
use kawari_engine::core::history::RepetitionLoser;
use kawari_engine::engine::game_state::GameState;
use kawari_engine::games::variants::Variant;
use kawari_engine::games::{GameInfo, RuleFamily};
use kawari_engine::notation::move_details::PieceKindInfo;

/// A game and its rules.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameJson {
    /// Name of the game in requests, such as `hasami`.
    name: &'static str,
    /// Other names that requests may use.
    aliases: &'static [&'static str],
    /// Title of the game.
    title: TranslatedJson,
    /// Whether the game is from a definition that was loaded, not built in.
    loaded: bool,
    /// Game whose network the game uses, if it is another one.
    evaluated_as: Option<&'static str>,
    /// Rule family.
    family: FamilyJson,
    /// Picture sets of the pieces.
    pictures: PicturesJson,
    /// Number of files.
    files: usize,
    /// Number of ranks.
    ranks: usize,
    /// SFEN of the start position.
    start: &'static str,
    /// Handicaps.
    handicaps: Vec<HandicapJson>,
    /// Rules in English: paragraphs of plain text with line breaks.
    rules: &'static [&'static str],
    /// Ranks of the promotion or flip zone; 0 in games without one.
    zone: usize,
    /// Whether pieces can carry the mark of a counter-flip.
    counter_flip: bool,
    /// All kinds of pieces, with an entry for each side of a piece. The Pawn or man is first.
    pieces: Vec<KindJson>,
    /// Kinds of pieces in hand, in SFEN order.
    hand: Vec<String>,
    /// Repetition rule.
    repetition: RepetitionRuleJson,
}

/// A text in both languages of the page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TranslatedJson {
    /// English text.
    en: &'static str,
    /// Japanese text.
    ja: &'static str,
}

/// Rule family of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum FamilyJson {
    /// Hasami Shogi in its rule sets.
    Hasami,
    /// Games in which captured pieces are dropped.
    Drop,
}

/// A handicap.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct HandicapJson {
    /// Name of the handicap.
    name: &'static str,
    /// SFEN of its start position.
    sfen: &'static str,
}

/// Picture sets of a game's pieces: the style sheets `pieces/GAME-STYLE.css`. Without a game,
/// `/api/rules` returns the images.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PicturesJson {
    /// Game with the pictures, which other games may share. Empty if there are none.
    game: &'static str,
    /// Available styles.
    styles: &'static [&'static str],
    /// Default style by language.
    default: TranslatedJson,
}

/// A kind of piece: one side of a piece.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PieceInfo"))]
struct KindJson {
    /// Name in SFEN, in upper case: `P`, `+P`, `G`.
    kind: String,
    /// Name of the piece.
    name: TranslatedJson,
    /// Kanji in Japanese notation of moves; empty if the notation omits the piece.
    kanji: &'static str,
    /// Name in written notation: `YN`, `+YN`, `G`.
    written: String,
    /// The other side of the piece, if it has one.
    other: Option<String>,
    /// How the piece turns to its other side on the board; `null` if it does not.
    turn: Option<SideChangeJson>,
    /// Moves in Betza notation, from Black's view.
    moves: String,
    /// Leaps as files to the left and ranks down, from Black's view. In the Hasami family
    /// they are jumps over an adjacent man.
    leaps: Vec<(isize, isize)>,
    /// Directions of slides, as files to the left and ranks down, from Black's view.
    slides: Vec<(isize, isize)>,
    /// Whether the piece is royal (General or King).
    royal: bool,
}

/// Repetition rule of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct RepetitionRuleJson {
    /// Occurrence of a position that ends the game.
    occurrences: u32,
    /// Whether a side that gives check all the time loses.
    perpetual_check_loses: bool,
    /// Side that loses any other repetition; `null` for a draw.
    loser: Option<RepetitionLoserJson>,
}

/// Side that loses a repetition.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
enum RepetitionLoserJson {
    /// Always Black.
    Black,
    /// Always White.
    White,
    /// The side whose move completed the repetition.
    Mover,
}

impl From<RepetitionLoser> for RepetitionLoserJson {
    fn from(loser: RepetitionLoser) -> Self {
        match loser {
            RepetitionLoser::Side(Color::Black) => Self::Black,
            RepetitionLoser::Side(Color::White) => Self::White,
            RepetitionLoser::Mover => Self::Mover,
        }
    }
}

impl GameJson {
    /// Describes a game. `game_state` is any position of it.
    pub fn of(variant: Variant, game_state: &dyn GameState) -> Self {
        let info = variant.info();
        let (set, rule) = (game_state.piece_set(), game_state.repetition_rule());
        let handicap = |&(name, sfen)| HandicapJson { name, sfen };
        let family = match info.family {
            RuleFamily::Drop => FamilyJson::Drop,
            RuleFamily::Hasami => FamilyJson::Hasami,
        };
        Self {
            name: info.name,
            aliases: info.aliases,
            title: TranslatedJson { en: info.title, ja: info.japanese },
            loaded: matches!(variant, Variant::Loaded(_)),
            evaluated_as: info.evaluated_as.map(|game| game.name),
            family,
            pictures: PicturesJson {
                game: info.pictures.game,
                styles: info.pictures.styles,
                default: TranslatedJson { en: info.pictures.english, ja: info.pictures.japanese },
            },
            files: info.files,
            ranks: info.ranks,
            start: info.startpos,
            handicaps: info.handicaps.iter().map(handicap).collect(),
            rules: info.rules,
            zone: set.zone,
            counter_flip: info.counter_flip,
            pieces: set.kinds.into_iter().map(|kind| KindJson::of(info, kind)).collect(),
            hand: set.hand,
            repetition: RepetitionRuleJson {
                occurrences: rule.occurrences,
                perpetual_check_loses: rule.perpetual_check_loses,
                loser: rule.loser.map(Into::into),
            },
        }
    }
}

impl KindJson {
    fn of(game: &GameInfo, kind: PieceKindInfo) -> Self {
        let name = game.piece_name(&kind.symbol).expect("a test checks that all pieces have names");
        Self {
            name: TranslatedJson { en: name.english, ja: name.japanese },
            kanji: name.kanji,
            kind: kind.symbol,
            written: kind.written,
            other: kind.other,
            turn: kind.turn.map(Into::into),
            moves: kind.betza,
            leaps: kind.leaps,
            slides: kind.slides,
            royal: kind.royal,
        }
    }
}

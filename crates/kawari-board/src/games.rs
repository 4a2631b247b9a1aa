//! What there is to know about the games and the server: asked for once.

use serde::Serialize;

use super::json::{Side, turn_name};
use super::limits;
use kawari_engine::engine::game_state;
use kawari_engine::engine::strength::Level;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::move_details::PieceKindInfo;

/// The games, and what the server lets the page have.
#[derive(Debug, Serialize)]
pub struct GamesJson {
    program: &'static str,
    limits: LimitsJson,
    games: Vec<GameJson>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LimitsJson {
    searches: usize,
    lines: usize,
    total_lines: usize,
    threads: usize,
    hash: usize,
    total_hash: usize,
    moves: usize,
    body: usize,
    import_body: usize,
    levels: u8,
    level: u8,
}

#[derive(Debug, Serialize)]
struct GameJson {
    name: &'static str,
    aliases: &'static [&'static str],
    title: TitleJson,
    family: &'static str,
    files: usize,
    ranks: usize,
    start: &'static str,
    handicaps: Vec<HandicapJson>,
    rules: &'static [&'static str],
    zone: usize,
    pieces: Vec<KindJson>,
    hand: Vec<String>,
    repetition: RepetitionLawJson,
}

#[derive(Debug, Serialize)]
struct TitleJson {
    en: &'static str,
    ja: &'static str,
}

#[derive(Debug, Serialize)]
struct HandicapJson {
    name: &'static str,
    sfen: &'static str,
}

#[derive(Debug, Serialize)]
struct KindJson {
    kind: String,
    written: String,
    other: Option<String>,
    turn: Option<&'static str>,
    moves: String,
    leaps: Vec<(isize, isize)>,
    slides: Vec<(isize, isize)>,
    royal: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RepetitionLawJson {
    occurrences: u32,
    perpetual_check_loses: bool,
    loser: Option<Side>,
}

impl GamesJson {
    /// All of it.
    pub fn new() -> Self {
        Self {
            program: concat!("Kawari ", env!("CARGO_PKG_VERSION")),
            limits: LimitsJson {
                searches: limits::SEARCHES,
                lines: limits::LINES,
                total_lines: limits::TOTAL_LINES,
                threads: limits::total_threads(),
                hash: limits::HASH,
                total_hash: limits::TOTAL_HASH,
                moves: limits::MOVES,
                body: limits::BODY,
                import_body: limits::RECORDS_BODY,
                levels: Level::FULL.number(),
                level: Level::BEGINNER.number(),
            },
            games: Variant::ALL.iter().map(|&variant| GameJson::of(variant)).collect(),
        }
    }
}

impl Default for GamesJson {
    fn default() -> Self {
        Self::new()
    }
}

impl GameJson {
    fn of(variant: Variant) -> Self {
        let (info, line) = (variant.info(), game_state::open(variant));
        let (set, law) = (line.piece_set(), line.repetition_rule());
        let handicap = |&(name, sfen)| HandicapJson { name, sfen };
        Self {
            name: info.name,
            aliases: info.aliases,
            title: TitleJson { en: info.title, ja: info.japanese },
            family: if info.pocket > 0 { "drop" } else { "hasami" },
            files: info.files,
            ranks: info.ranks,
            start: info.startpos,
            handicaps: info.handicaps.iter().map(handicap).collect(),
            rules: info.rules,
            zone: set.zone,
            pieces: set.kinds.into_iter().map(Into::into).collect(),
            hand: set.hand,
            repetition: RepetitionLawJson {
                occurrences: law.occurrences,
                perpetual_check_loses: law.perpetual_check_loses,
                loser: law.loser.map(Into::into),
            },
        }
    }
}

impl From<PieceKindInfo> for KindJson {
    fn from(kind: PieceKindInfo) -> Self {
        Self {
            kind: kind.symbol,
            written: kind.written,
            other: kind.other,
            turn: kind.turn.map(turn_name),
            moves: kind.betza,
            leaps: kind.leaps,
            slides: kind.slides,
            royal: kind.royal,
        }
    }
}

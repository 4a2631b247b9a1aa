//! Training games, read from logs and packed files.

use std::fmt;
use std::io::{BufRead, Cursor, Read};
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::game_log::{GameResult, LoggedScore};
use super::packed::{self, PackedGame, PackedReader};
use super::source;
use kawari_engine::core::fingerprint::Fingerprint;
use kawari_engine::core::position::MoveLike;
use kawari_engine::games::variants::Variant;
use kawari_engine::notation::Notation;
use kawari_protocol::input::{InputLine, LineReader, MAX_LINE};

/// A finished game that can be used for training.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// SFEN of the start position.
    pub start: String,
    /// Result; never [`GameResult::Void`].
    pub result: GameResult,
    moves: RecordedMoves,
    /// Scores of the moves, as far as known; may be shorter than `moves`.
    scores: Vec<Option<LoggedScore>>,
}

/// Moves in the form of their file.
#[derive(Clone, PartialEq, Eq, Debug)]
enum RecordedMoves {
    /// USI notation.
    Words(Vec<String>),
    /// Packed by [`MoveLike::bits`].
    Bits(Vec<u16>),
}

impl RecordedGame {
    /// Returns the number of moves.
    pub fn plies(&self) -> usize {
        match &self.moves {
            RecordedMoves::Words(words) => words.len(),
            RecordedMoves::Bits(bits) => bits.len(),
        }
    }

    /// Returns the move at an index, which must be legal in `position`.
    ///
    /// # Errors
    /// Returns an error if there is no such move or it is illegal.
    pub fn nth_move<P: Notation>(&self, ply: usize, position: &P) -> anyhow::Result<P::Move> {
        let bits = |word: &str| position.parse_usi(word).ok().map(MoveLike::bits);
        let mv = self.nth_bits(ply, bits).and_then(P::Move::from_bits);
        let mv = mv.filter(|&mv| position.is_legal(mv));
        mv.with_context(|| format!("move {} is not legal here", ply + 1))
    }

    /// Returns the packed move at an index. `bits` packs a move in USI notation.
    pub fn nth_bits(&self, ply: usize, bits: impl Fn(&str) -> Option<u16>) -> Option<u16> {
        match &self.moves {
            RecordedMoves::Words(words) => words.get(ply).and_then(|word| bits(word)),
            RecordedMoves::Bits(packed) => packed.get(ply).copied(),
        }
    }

    /// Returns the search score of the move at an index, from the mover's view.
    pub fn score(&self, ply: usize) -> Option<LoggedScore> {
        self.scores.get(ply).copied().flatten()
    }

    /// Returns a hash of the start position and the moves.
    pub fn fingerprint(&self) -> u64 {
        let mut fingerprint = Fingerprint::default();
        fingerprint.add(self.start.as_bytes());
        match &self.moves {
            RecordedMoves::Words(words) => {
                words.iter().for_each(|word| fingerprint.add(word.as_bytes()))
            }
            RecordedMoves::Bits(bits) => {
                bits.iter().for_each(|bits| fingerprint.add(&bits.to_le_bytes()))
            }
        }
        fingerprint.number()
    }
}

/// The header fields that a summary shows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
struct Header {
    log: String,
    variant: Option<String>,
    definition: Option<String>,
    seed: Option<u64>,
    nodes: Option<u64>,
}

impl Header {
    /// Checks the first line of a packed file, to which this header belongs.
    fn check_packed(&self, first: &[u8], variant: Variant) -> anyhow::Result<()> {
        packed::check_header(first.strip_suffix(b"\n").unwrap_or(first))?;
        let found = self.variant.as_deref().unwrap_or_default();
        ensure!(found == variant.info().name, "games of {found}, not of {variant}");
        ensure!(
            self.definition == variant.info().definition(),
            "games of {variant} with other rules"
        );
        Ok(())
    }
}

/// Summary of a training file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileSummary {
    /// Number of usable games.
    pub games: usize,
    header: Header,
}

impl fmt::Display for FileSummary {
    /// Writes for example `3000 of selfplay, seed 921, 2000 nodes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { log, seed, nodes, .. } = &self.header;
        write!(f, "{} of {log}", self.games)?;
        if let Some(seed) = seed {
            write!(f, ", seed {seed}")?;
        }
        if let Some(nodes) = nodes {
            write!(f, ", {nodes} nodes")?;
        }
        Ok(())
    }
}

impl FileSummary {
    /// Formats the summaries of several files, merging those that differ only in the variant.
    pub fn list(files: &[Self]) -> String {
        let mut kinds: Vec<Self> = Vec::new();
        let shown = |file: &Self| (file.header.log.clone(), file.header.seed, file.header.nodes);
        for file in files {
            match kinds.iter_mut().find(|kind| shown(kind) == shown(file)) {
                Some(kind) => kind.games += file.games,
                None => kinds.push(file.clone()),
            }
        }
        kinds.iter().map(Self::to_string).collect::<Vec<_>>().join("; ")
    }
}

/// Returns the variant that the first line of a log or a packed file names.
///
/// # Errors
/// Returns an error if the file cannot be read or names no known variant.
pub fn variant(path: &Path) -> anyhow::Result<Variant> {
    let (_, first) = open(path)?;
    let header: Header = serde_json::from_slice(&first).context("no header with the variant")?;
    Ok(header.variant.context("no variant in the header")?.parse()?)
}

/// Reads the games of a `selfplay` log, a `match` log or a packed file, and calls `each`.
/// Skips void games, games lost by a fault and games with a rule difference, because their
/// results say nothing about the positions. Ignores an incomplete last game.
///
/// # Errors
/// Returns an error if the file cannot be read, if a line or record is not a game of this
/// variant, or if `each` fails.
pub fn read(
    path: &Path,
    variant: Variant,
    mut each: impl FnMut(RecordedGame) -> anyhow::Result<()>,
) -> anyhow::Result<FileSummary> {
    let (file, first) = open(path)?;
    let header = serde_json::from_slice(&first).ok();
    // The header is optional.
    let header: Header =
        header.unwrap_or_else(|| Header { log: "a log".to_owned(), ..Default::default() });
    let mut games = 0;
    let mut count = |game: RecordedGame| {
        games += 1;
        each(game)
    };
    if packed::is_header(&first) {
        header.check_packed(&first, variant)?;
        read_records(file, |game| count(unpacked(game, variant)))?;
    } else {
        read_lines(Cursor::new(first).chain(file), variant, &mut count)?;
    }
    Ok(FileSummary { games, header })
}

/// Reads the games of a packed file. Ignores an incomplete last game.
///
/// # Errors
/// Returns an error if the file cannot be read, or is not a packed file of this variant.
pub fn read_packed_file(path: &Path, variant: Variant) -> anyhow::Result<Vec<PackedGame>> {
    let (file, first) = open(path)?;
    ensure!(packed::is_header(&first), "not a file of packed games");
    serde_json::from_slice::<Header>(&first)?.check_packed(&first, variant)?;
    let mut games = Vec::new();
    read_records(file, |game| {
        games.push(game);
        Ok(())
    })?;
    Ok(games)
}

/// Opens a file and reads its first line.
fn open(path: &Path) -> anyhow::Result<(impl BufRead, Vec<u8>)> {
    let mut file = source::open(path)?;
    let mut first = Vec::new();
    (&mut file).take(MAX_LINE as u64).read_until(b'\n', &mut first)?;
    Ok((file, first))
}

type Each<'a> = &'a mut dyn FnMut(RecordedGame) -> anyhow::Result<()>;

/// Reads the records of a packed file after its header.
fn read_records(
    records: impl BufRead,
    mut each: impl FnMut(PackedGame) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut records = PackedReader::new(records);
    let mut number = 0;
    while let Some(game) = records.next_game()? {
        each(game).with_context(|| format!("game {number}"))?;
        number += 1;
    }
    if records.is_truncated() {
        log::info!("{number} complete games; ignored an incomplete game at the end");
    }
    Ok(())
}

fn unpacked(game: PackedGame, variant: Variant) -> RecordedGame {
    let PackedGame { start, moves, scores, result, .. } = game;
    let start = if start.is_empty() { variant.info().startpos.to_owned() } else { start };
    let opening = moves.len().saturating_sub(scores.len());
    let scores = scores.into_iter().map(|score| score.map(LoggedScore::from));
    let scores = std::iter::repeat_n(None, opening).chain(scores).collect();
    RecordedGame { start, result, moves: RecordedMoves::Bits(moves), scores }
}

/// A line of a game log.
#[derive(Deserialize)]
#[serde(untagged)]
enum LogLine {
    Game(LoggedGameLine),
    Header {
        #[serde(rename = "log")]
        _log: IgnoredAny,
    },
}

/// The fields of a logged game that training uses.
#[derive(Deserialize)]
struct LoggedGameLine {
    variant: String,
    start: String,
    moves: Vec<String>,
    /// Scores of the moves, as far as logged.
    #[serde(default)]
    scores: Vec<Option<LoggedScore>>,
    result: GameResult,
    /// Rule difference that affected the game.
    difference: Option<IgnoredAny>,
    /// Fault that lost the game.
    fault: Option<IgnoredAny>,
}

fn read_lines(lines: impl BufRead, variant: Variant, each: Each<'_>) -> anyhow::Result<()> {
    let mut lines = LineReader::new(lines, MAX_LINE);
    for number in 1.. {
        let read = match lines.read()? {
            None => break,
            Some(InputLine::Whole(line)) => read_line(line, variant, each),
            // A killed run may have left an incomplete last line.
            Some(InputLine::Unended(line)) if !is_json(line) => break,
            Some(InputLine::Unended(line)) => read_line(line, variant, each),
            Some(InputLine::TooLong) => Err(anyhow!("longer than {MAX_LINE} bytes")),
        };
        read.with_context(|| format!("line {number}"))?;
    }
    Ok(())
}

fn read_line(line: &[u8], variant: Variant, each: Each<'_>) -> anyhow::Result<()> {
    let LogLine::Game(game) = serde_json::from_slice(line)? else { return Ok(()) };
    let LoggedGameLine { variant: found, start, moves, scores, result, difference, fault } = game;
    ensure!(found == variant.info().name, "a game of {found}, not of {variant}");
    if result == GameResult::Void || difference.is_some() || fault.is_some() {
        return Ok(());
    }
    each(RecordedGame { start, result, moves: RecordedMoves::Words(moves), scores })
}

fn is_json(line: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use kawari_engine::core::outcome::Reason;

    const MOVES: [&str; 3] = ["9i9e", "1a1e", "5i5e"];

    /// Reads the games of a file with these bytes.
    fn games(name: &str, bytes: &[u8]) -> anyhow::Result<(Vec<RecordedGame>, FileSummary)> {
        let file = format!("kawari-recorded-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(file);
        fs::write(&path, bytes).expect("a file");
        let mut games = Vec::new();
        let summary = read(&path, Variant::Hasami, |game| {
            games.push(game);
            Ok(())
        });
        fs::remove_file(&path).expect("existing file");
        summary.map(|summary| (games, summary))
    }

    fn log_line(variant: &str, more: &str) -> String {
        format!(
            "{{\"variant\":\"{variant}\",\"start\":\"{}\",\"moves\":[\"9i9e\",\"1a1e\",\
             \"5i5e\"],\"scores\":[null,{{\"cp\":-12}},{{\"mate\":3}}],{more}}}\n",
            Variant::Hasami.info().startpos
        )
    }

    fn packed() -> PackedGame {
        let mut game = kawari_engine::engine::game_state::open(Variant::Hasami);
        game.set(kawari_engine::engine::game_state::StartPosition::Initial, &MOVES)
            .expect("legal moves");
        PackedGame {
            start: String::new(),
            moves: game.move_bits(),
            scores: vec![Some(-12), Some(31_997)],
            result: GameResult::White,
            reason: Some(Reason::MenCaptured),
        }
    }

    /// Returns the bytes of a packed file.
    fn data(packed: &[PackedGame]) -> Vec<u8> {
        let header = serde_json::json!({"log": "packed", "seed": 7, "variant": "hasami"});
        let header = packed::CheckedHeader::new(&header).expect("a header");
        let mut data = serde_json::to_vec(&header).expect("a header");
        data.push(b'\n');
        data.extend(packed.iter().flat_map(|game| game.record().expect("a small game")));
        data
    }

    #[test]
    fn a_damaged_packed_header_is_rejected() {
        let whole = data(&[packed()]);
        let header = whole.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
        assert!(games("whole", &whole).is_ok());
        for place in 0..header {
            for change in [1, 4, 0x10, 0x20, 0x80] {
                let mut damaged = whole.clone();
                damaged[place] ^= change;
                assert!(games("damaged", &damaged).is_err(), "{place}, {change}");
            }
        }
    }

    #[test]
    fn a_packed_header_without_checksum_is_rejected() {
        let mut old = b"{\"log\":\"packed\",\"variant\":\"hasami\",\"seed\":7}\n".to_vec();
        old.extend(packed().record().expect("a small game"));
        let error = format!("{:#}", games("old", &old).expect_err("an old file"));
        assert!(error.contains("written by an older version"), "{error}");
    }

    #[test]
    fn packed_and_logged_games_are_equal() {
        let log = b"{\"log\":\"selfplay\",\"seed\":7,\"nodes\":50}\n".to_vec();
        let log = [log, log_line("hasami", "\"result\":\"white\"").into_bytes()].concat();
        let data = data(&[packed()]);
        let position = kawari_engine::engine::training_features::open(Variant::Hasami);
        let seen = |(games, summary): (Vec<RecordedGame>, FileSummary)| {
            let game = &games[0];
            let bits = game.nth_bits(0, |word| position.bits(word));
            let scores: Vec<_> = (0..game.plies()).map(|ply| game.score(ply)).collect();
            (game.start.clone(), game.result, bits, scores, summary.games)
        };
        let logged = games("log", &log).expect("a log");
        assert_eq!(logged.1.to_string(), "1 of selfplay, seed 7, 50 nodes");
        let logged = seen(logged);
        assert_eq!(logged.3, [None, Some(LoggedScore::Cp(-12)), Some(LoggedScore::Mate(3))]);
        assert_eq!(logged, seen(games("data", &data).expect("packed games")));
    }

    #[test]
    fn void_games_are_skipped_and_other_variants_are_rejected() {
        let fault = "\"result\":\"black\",\"fault\":{\"kind\":\"time loss\"}";
        let log = log_line("hasami", "\"result\":\"void\"") + &log_line("hasami", fault);
        let good = log_line("hasami", "\"result\":\"draw\"");
        let cut = &good[..good.len() / 2];
        let (found, _) = games("odd", format!("{log}{good}{cut}").as_bytes()).expect("a log");
        assert_eq!(found.len(), 1);
        let other = games("other", log_line("yari", "\"result\":\"draw\"").as_bytes());
        let error = format!("{:#}", other.expect_err("another game"));
        assert!(error.contains("a game of yari, not of hasami"), "{error}");
    }
}

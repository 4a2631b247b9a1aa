//! Where games start: at random, or from a book.

pub mod varied;

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use fastrand::Rng;
use serde::Serialize;

use kawari_engine::core::score::Score;
use kawari_engine::engine::game_state::{self, GameState};
use kawari_engine::engine::search_summary::SearchSummary;
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
use kawari_protocol::input::{self, InputLine, LineReader, MAX_LINE};
use kawari_records::position_line::PositionLine;
use kawari_records::source;

/// The opening of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The start position as SFEN.
    pub start: String,
    /// The moves from there, in USI notation.
    pub moves: Vec<String>,
}

impl Opening {
    /// The opening that a line of play is.
    pub fn of(game_state: &dyn GameState) -> Self {
        Self { start: game_state.start_sfen(), moves: game_state.moves() }
    }
}

/// Openings of random legal moves, each a function of the seed and its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomOpenings {
    /// The game.
    pub variant: Variant,
    /// Number of moves.
    pub plies: usize,
    /// The seed.
    pub seed: u64,
    /// How far a side has to be ahead and may be, as a search sees it; any opening will do
    /// when nothing is said.
    pub lead_range: Option<RangeInclusive<Score>>,
    /// Positions of that search.
    pub nodes: u64,
}

impl RandomOpenings {
    /// Most random moves that are asked for: few games last much longer, and each draw
    /// that ends one is made again.
    pub const MOST_PLIES: usize = 100;

    /// Enough for a few plies and the exchanges behind them.
    pub const SHORT: u64 = 2_000;

    /// Where wins are forced, most of them are further away. Of 100 openings of eight plies
    /// that the short search called level within 150, this one found 66 that are not in
    /// `dai-hasami`, 73 in `hasami-ludos` and 19 in `yari`. A longer one would cost more than
    /// a fast game.
    const LONG: u64 = 20_000;

    /// Draws for one opening before it is given up.
    const DRAWS: usize = 1_000;

    /// Positions that are searched to tell whether a side is ahead, if nothing else is said.
    pub fn usual_nodes(variant: Variant) -> u64 {
        if variant.forces_wins() { Self::LONG } else { Self::SHORT }
    }

    /// The opening with a number. Its game is not over.
    ///
    /// # Errors
    /// When no draw of a thousand will do, or there is no memory to search them.
    pub fn nth(&self, index: u64) -> anyhow::Result<Opening> {
        let mut rng = nth_rng(self.seed, index);
        let filter = self
            .lead_range
            .clone()
            .map(|lead_range| BalanceFilter::new(self.variant, lead_range, self.nodes));
        let mut filter = filter.transpose()?;
        for _ in 0..Self::DRAWS {
            let drawn =
                draw(self.variant, game_state::StartPosition::Initial, self.plies, &mut rng)?;
            let Some(line) = drawn else { continue };
            let opening = Opening::of(&*line);
            let passes = filter.as_mut().map_or(Ok(true), |filter| filter.accepts(&opening))?;
            if passes {
                return Ok(opening);
            }
        }
        let Self { variant, plies, lead_range, .. } = self;
        match lead_range.as_ref().map(|lead_range| (*lead_range.start(), *lead_range.end())) {
            Some((ahead @ 1.., bound)) => bail!(
                "no opening of {variant} in {} draws of {plies} plies in which a side is {ahead} \
                 to {bound} ahead",
                Self::DRAWS
            ),
            Some((_, bound)) => bail!(
                "no level opening of {variant} in {} draws of {plies} plies: a side is always \
                 more than {bound} ahead",
                Self::DRAWS
            ),
            None => bail!("every game of {variant} was over within {plies} random plies"),
        }
    }
}

/// The random numbers of the opening with a number.
fn nth_rng(seed: u64, index: u64) -> Rng {
    // Any odd constant keeps the numbers apart; this is the golden ratio's.
    Rng::with_seed(seed.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// Random moves from a start; `None` if they end the game.
fn draw(
    variant: Variant,
    start: game_state::StartPosition<'_>,
    plies: usize,
    rng: &mut Rng,
) -> anyhow::Result<Option<Box<dyn GameState>>> {
    let mut line = game_state::open(variant);
    line.set(start, &[])?;
    for _ in 0..plies {
        let moves = line.legal_moves();
        let Some(word) = rng.choice(&moves) else { return Ok(None) };
        line.push(word)?;
        if line.status().is_some() {
            return Ok(None);
        }
    }
    Ok(Some(line))
}

/// Tells by searches in which openings a side is as far ahead as it may and has to be.
struct BalanceFilter {
    session: Box<dyn Session>,
    /// Short searches first: they tell most of those in which a side is too far ahead.
    orders: Vec<SearchRequest>,
    lead_range: RangeInclusive<Score>,
}

impl BalanceFilter {
    fn new(
        variant: Variant,
        lead_range: RangeInclusive<Score>,
        nodes: u64,
    ) -> anyhow::Result<Self> {
        let session = session::open(variant, Settings { hash: 1, ..Settings::default() })?;
        let mut orders = Vec::new();
        if nodes > RandomOpenings::SHORT {
            orders.push(Self::order(RandomOpenings::SHORT));
        }
        orders.push(Self::order(nodes));
        Ok(Self { session, orders, lead_range })
    }

    fn order(nodes: u64) -> SearchRequest {
        SearchRequest {
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            ..SearchRequest::default()
        }
    }

    fn accepts(&mut self, opening: &Opening) -> anyhow::Result<bool> {
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        let mut lead = 0;
        for order in &self.orders {
            // Each search is one that anybody can repeat.
            self.session.new_game();
            self.session
                .game_state_mut()
                .set(game_state::StartPosition::Sfen(&opening.start), &moves)?;
            let findings = SearchSummary::of(&mut *self.session, order)?;
            lead = findings.score().unwrap_or_else(|| self.session.evaluation()).abs();
            if lead > *self.lead_range.end() {
                return Ok(false);
            }
        }
        Ok(self.lead_range.contains(&lead))
    }
}

/// How the openings of a book follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BookOrder {
    /// As they stand there.
    #[default]
    Sequential,
    /// As a seed shuffles them.
    Random,
}

/// Reads a book of openings for a game: an SFEN, `startpos moves …` or a list of
/// moves on each line. Blank lines and lines that begin with `#` are skipped.
///
/// # Errors
/// When the file cannot be read or holds no opening, and for the first line that
/// is not an opening of this game.
pub fn read_book(path: &Path, variant: Variant) -> anyhow::Result<Vec<Opening>> {
    let file =
        source::open_small(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut openings = Vec::new();
    let mut lines = LineReader::new(file, MAX_LINE);
    for number in 1.. {
        let place = || format!("{}, line {number}", path.display());
        let opening = match lines.read().with_context(place)? {
            None => break,
            Some(InputLine::TooLong) => Err(anyhow!("it is longer than {MAX_LINE} bytes")),
            Some(InputLine::Whole(line) | InputLine::Unended(line)) => {
                read_opening(&input::text(line), variant)
            }
        };
        openings.extend(opening.with_context(place)?);
    }
    if openings.is_empty() {
        bail!("{} holds no opening", path.display());
    }
    Ok(openings)
}

/// The opening on a line of a book, if there is one on it.
fn read_opening(text: &str, variant: Variant) -> anyhow::Result<Option<Opening>> {
    let Some(written) = PositionLine::parse(text)? else { return Ok(None) };
    written.expect_variant(variant)?;
    let mut game_state = game_state::open(variant);
    written.set(&mut *game_state)?;
    if let Some(outcome) = game_state.status() {
        bail!("the game is over: {outcome}");
    }
    Ok(Some(Opening::of(&*game_state)))
}

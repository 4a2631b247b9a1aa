//! Openings: random ones, and those of a book.

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
    /// Start position as SFEN.
    pub start: String,
    /// Moves from the start position, in USI notation.
    pub moves: Vec<String>,
}

impl Opening {
    /// Returns the start position and the moves of a game.
    pub fn of(game_state: &dyn GameState) -> Self {
        Self { start: game_state.start_sfen(), moves: game_state.moves_in_usi() }
    }
}

/// Openings of random legal moves. Each is a function of the seed and its index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomOpenings {
    /// Game variant.
    pub variant: Variant,
    /// Number of random moves.
    pub plies: usize,
    /// Seed of the random moves.
    pub seed: u64,
    /// Accepted lead of either side according to a search, in centipawns. `None` accepts
    /// every opening.
    pub lead_range: Option<RangeInclusive<Score>>,
    /// Nodes of that search.
    pub nodes: u64,
}

impl RandomOpenings {
    /// Largest number of random moves. Few games last much longer, and an attempt that
    /// reaches the end of the game is discarded.
    pub const MAX_PLIES: usize = 100;

    /// Nodes of a short search: a few plies and the exchanges after them.
    pub const SHORT_SEARCH: u64 = 2_000;

    /// Nodes of a long search, for games in which wins can be forced: most of these wins are
    /// too deep for the short search. Of 100 openings of eight plies that the short search
    /// scored within 150, this one found 66 that are not in `dai-hasami`, 73 in
    /// `hasami-ludos` and 19 in `yari`. A longer search would take more time than a fast
    /// game.
    const LONG_SEARCH: u64 = 20_000;

    /// Attempts per opening.
    const MAX_ATTEMPTS: usize = 1_000;

    /// Returns the default number of nodes of the search that measures the lead.
    pub fn usual_nodes(variant: Variant) -> u64 {
        if variant.forces_wins() { Self::LONG_SEARCH } else { Self::SHORT_SEARCH }
    }

    /// Returns the opening with an index. Its game is not over.
    ///
    /// # Errors
    /// Returns an error if none of a thousand attempts is accepted, or if memory for the
    /// search cannot be allocated.
    pub fn nth(&self, index: u64) -> anyhow::Result<Opening> {
        let mut rng = nth_rng(self.seed, index);
        let filter = self
            .lead_range
            .clone()
            .map(|lead_range| BalanceFilter::new(self.variant, lead_range, self.nodes));
        let mut filter = filter.transpose()?;
        for _ in 0..Self::MAX_ATTEMPTS {
            let drawn =
                draw(self.variant, game_state::StartPosition::Initial, self.plies, &mut rng)?;
            let Some(game_state) = drawn else { continue };
            let opening = Opening::of(&*game_state);
            let passes = filter.as_mut().map_or(Ok(true), |filter| filter.accepts(&opening))?;
            if passes {
                return Ok(opening);
            }
        }
        let Self { variant, plies, lead_range, .. } = self;
        match lead_range.as_ref().map(|lead_range| (*lead_range.start(), *lead_range.end())) {
            Some((ahead @ 1.., bound)) => bail!(
                "no opening of {variant} with a lead of {ahead} to {bound} in {} attempts of \
                 {plies} plies",
                Self::MAX_ATTEMPTS
            ),
            Some((_, bound)) => bail!(
                "no opening of {variant} with a lead of at most {bound} in {} attempts of \
                 {plies} plies",
                Self::MAX_ATTEMPTS
            ),
            None => bail!("every game of {variant} ended within {plies} random plies"),
        }
    }
}

/// Returns the random number generator of the opening with an index.
fn nth_rng(seed: u64, index: u64) -> Rng {
    // An odd multiplier gives different seeds for different indices. This one is 2^64
    // divided by the golden ratio.
    Rng::with_seed(seed.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
}

/// Plays random moves from a start position. Returns `None` if they end the game.
fn draw(
    variant: Variant,
    start: game_state::StartPosition<'_>,
    plies: usize,
    rng: &mut Rng,
) -> anyhow::Result<Option<Box<dyn GameState>>> {
    let mut game_state = game_state::open(variant);
    game_state.set(start, &[])?;
    for _ in 0..plies {
        let moves = game_state.legal_moves_in_usi();
        let Some(mv) = rng.choice(&moves) else { return Ok(None) };
        game_state.push(mv)?;
        if game_state.status().is_some() {
            return Ok(None);
        }
    }
    Ok(Some(game_state))
}

/// A filter that accepts openings whose lead, according to a search, is within a range.
struct BalanceFilter {
    session: Box<dyn Session>,
    /// Searches in order; a short one first, which rejects most unbalanced openings.
    requests: Vec<SearchRequest>,
    lead_range: RangeInclusive<Score>,
}

impl BalanceFilter {
    fn new(
        variant: Variant,
        lead_range: RangeInclusive<Score>,
        nodes: u64,
    ) -> anyhow::Result<Self> {
        let session = session::open(variant, Settings { hash: 1, ..Settings::default() })?;
        let mut requests = Vec::new();
        if nodes > RandomOpenings::SHORT_SEARCH {
            requests.push(Self::request(RandomOpenings::SHORT_SEARCH));
        }
        requests.push(Self::request(nodes));
        Ok(Self { session, requests, lead_range })
    }

    fn request(nodes: u64) -> SearchRequest {
        SearchRequest {
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            ..SearchRequest::default()
        }
    }

    fn accepts(&mut self, opening: &Opening) -> anyhow::Result<bool> {
        let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
        let mut lead = 0;
        for request in &self.requests {
            // Clear the tables, so that each search is reproducible.
            self.session.new_game();
            self.session
                .game_state_mut()
                .set(game_state::StartPosition::Sfen(&opening.start), &moves)?;
            let summary = SearchSummary::of(&mut *self.session, request)?;
            lead = summary.score().unwrap_or_else(|| self.session.evaluation()).abs();
            if lead > *self.lead_range.end() {
                return Ok(false);
            }
        }
        Ok(self.lead_range.contains(&lead))
    }
}

/// Order in which the openings of a book are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BookOrder {
    /// The order of the file.
    #[default]
    Sequential,
    /// A random order given by a seed.
    Random,
}

/// Reads an opening book. Each line is an SFEN, `startpos moves …` or a list of moves. Blank
/// lines and lines that begin with `#` are skipped.
///
/// # Errors
/// Returns an error if the file cannot be read or contains no opening, or if a line is not
/// an opening of this game.
pub fn read_book(path: &Path, variant: Variant) -> anyhow::Result<Vec<Opening>> {
    let file =
        source::open_small(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut openings = Vec::new();
    let mut lines = LineReader::new(file, MAX_LINE);
    for number in 1.. {
        let place = || format!("{}, line {number}", path.display());
        let opening = match lines.read().with_context(place)? {
            None => break,
            Some(InputLine::TooLong) => Err(anyhow!("line is longer than {MAX_LINE} bytes")),
            Some(InputLine::Whole(line) | InputLine::Unended(line)) => {
                read_opening(&input::text(line), variant)
            }
        };
        openings.extend(opening.with_context(place)?);
    }
    if openings.is_empty() {
        bail!("{} contains no opening", path.display());
    }
    Ok(openings)
}

/// Parses a line of a book. Returns `None` for a blank line or a comment.
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

//! Moves from the opening book.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use super::client_output::ClientOutput;
use super::settings::EngineState;
use crate::error::ProtocolError;
use crate::options::{BookSettings, Options};
use kawari_engine::engine::game_state::GameState;
use kawari_engine::engine::opening_book::{self, BookError, BookMove, BookSource, OpeningBook};
use kawari_engine::engine::search_events::{SearchAnswer, SearchInfo};
use kawari_engine::engine::session::SearchRequest;
use kawari_engine::games::variants::Variant;
use kawari_engine::search::limits::Limits;
use kawari_engine::search::transposition_table::Bound;

/// Maximum length of the line that a book move is reported with, in plies.
const MAX_LINE: usize = 10;

/// The opening book of the current game.
pub(super) struct CurrentBook {
    source: BookSource,
    /// The book; `None` before it is loaded.
    loaded: Option<OpeningBook>,
}

impl CurrentBook {
    /// Returns the built-in book.
    pub const fn built_in() -> Self {
        Self { source: BookSource::BuiltIn, loaded: None }
    }

    /// Unloads the book. The next search or session loads that of its game.
    pub fn unload(&mut self) {
        self.loaded = None;
    }

    /// Returns the book of the current game. Loads the built-in one if none is loaded.
    fn get(&mut self, variant: Variant) -> &OpeningBook {
        let built_in = || open(variant, &BookSource::BuiltIn).unwrap_or_default();
        self.loaded.get_or_insert_with(built_in)
    }
}

fn open(variant: Variant, source: &BookSource) -> Result<OpeningBook, BookError> {
    opening_book::open(variant.info(), variant.files(), source)
}

impl EngineState {
    /// Sets the opening book. A book of another game is rejected, but loaded when that game is
    /// set.
    pub(super) fn set_book(
        &mut self,
        source: BookSource,
        output: &ClientOutput,
    ) -> Result<(), ProtocolError> {
        let result = open(self.options.variant, &source);
        if result.as_ref().map_or_else(BookError::is_for_another_game, |_| true) {
            self.book.source = source;
        }
        self.book.loaded = Some(result?);
        self.report_book(output);
        Ok(())
    }

    /// Loads the opening book of a new game from the file that was set.
    pub(super) fn restore_book(&mut self, output: &ClientOutput) {
        if self.book.loaded.is_some() || self.book.source == BookSource::BuiltIn {
            return;
        }
        match open(self.options.variant, &self.book.source) {
            Ok(book) => {
                self.book.loaded = Some(book);
                self.report_book(output);
            }
            Err(error) if error.is_for_another_game() => {}
            Err(error) => output.write_error(&ProtocolError::from(error)),
        }
    }

    /// Reports the size of a book from a file.
    fn report_book(&self, output: &ClientOutput) {
        if let (BookSource::File(_), Some(book)) = (&self.book.source, &self.book.loaded) {
            output.write_note(&format!("book: {} positions", book.len()));
        }
    }

    /// Returns true if a search may play from the book: at full strength, for a move with nothing
    /// but a time limit. A repeated position is searched, because the book has no histories.
    fn uses_book(&self, game_state: &dyn GameState, request: &SearchRequest) -> bool {
        let Options { variant, settings, book, .. } = &self.options;
        let Limits { depth, nodes, move_time, clock } = request.limits;
        let has_only_time = depth.is_none() && nodes.is_none();
        let is_timed = has_only_time && (move_time.is_some() || clock.is_some());
        let is_analysis = request.infinite
            || request.ponder
            || !request.search_moves.is_empty()
            || settings.multi_pv > 1;
        let is_weakened = settings.strength.strength_reduction(variant.info()).is_some();
        let is_repeated = || game_state.rule_counts().repetition.occurrences > 1;
        let is_early = game_state.next_move_number() <= book.depth;
        book.is_used && is_timed && !is_analysis && !is_weakened && is_early && !is_repeated()
    }

    /// Returns a move of the opening book for a search, with the book's best line after it.
    pub(super) fn book_answer(
        &mut self,
        request: &SearchRequest,
    ) -> Option<(SearchInfo, SearchAnswer)> {
        let game_state = self.session.as_ref()?.game_state();
        if !self.uses_book(game_state, request) {
            return None;
        }
        let mut state = game_state.boxed_clone();
        let Options { variant, settings, book: BookSettings { variety, .. }, .. } = self.options;
        let seed = match settings.seed {
            0 => RandomState::new().build_hasher().finish(),
            seed => seed,
        };
        let book = self.book.get(variant);
        let &BookMove { mv: best, score, depth } = book.choose(&state.sfen(), variety, seed)?;
        // A book from elsewhere may have an illegal move.
        state.push_move(best).ok()?;
        let mut pv = vec![best];
        while pv.len() < MAX_LINE
            && let Some(reply) = book.moves(&state.sfen()).first()
            && state.push_move(reply.mv).is_ok()
        {
            pv.push(reply.mv);
        }
        let ponder = pv.get(1).copied();
        let info = SearchInfo {
            depth: depth.max(1),
            seldepth: depth.max(pv.len() as u32),
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            hashfull: 0,
            time: Duration::ZERO,
            pv,
        };
        Some((info, SearchAnswer::Move { best, ponder }))
    }
}

//! Games in progress: repetition, impasse and half-moves without a capture.

use kawari_rules::RepetitionResult;

use super::{Color, EndReason, GameEnd, IllegalMove, Kind, Position};

/// A game in progress: its last position, and what its rules need of the earlier ones.
#[derive(Clone, Debug)]
pub struct History<'a> {
    position: Position<'a>,
    /// All positions so far, the last one included.
    entries: Vec<Entry>,
}

/// A position of the game.
#[derive(Clone, Debug)]
struct Entry {
    key: String,
    side: Color,
    is_check: bool,
    are_royals_in_zones: bool,
    /// True if the move to this position was a capture.
    is_after_capture: bool,
}

impl Entry {
    fn new(position: &Position<'_>, is_after_capture: bool) -> Self {
        let are_royals_in_zones = match &position.0 {
            Kind::Drop(position) => position.are_royals_in_zones(),
            Kind::Hasami(_) => false,
        };
        Self {
            key: position.key(),
            side: position.side(),
            is_check: position.is_in_check(),
            are_royals_in_zones,
            is_after_capture,
        }
    }
}

impl<'a> History<'a> {
    /// Starts a game at a position.
    pub fn new(position: Position<'a>) -> Self {
        Self { entries: vec![Entry::new(&position, false)], position }
    }

    /// Returns the last position.
    pub const fn position(&self) -> &Position<'a> {
        &self.position
    }

    /// Plays a move. A game that ended by its history can be continued.
    ///
    /// # Errors
    /// Returns [`IllegalMove`] if the move is not legal; the game is unchanged.
    pub fn play(&mut self, mv: &str) -> Result<(), IllegalMove> {
        let mv = self.position.find(mv)?;
        let is_capture = self.position.is_capture(mv);
        self.position = self.position.after(mv);
        self.entries.push(Entry::new(&self.position, is_capture));
        Ok(())
    }

    /// Returns the end of the game, if it has ended: on the board, else by repetition, else
    /// by a counter.
    pub fn end(&self) -> Option<GameEnd> {
        self.position
            .end()
            .or_else(|| self.repetition())
            .or_else(|| self.impasse())
            .or_else(|| self.quiet())
    }

    fn repetition(&self) -> Option<GameEnd> {
        let rule = self.position.repetition();
        let last = self.entries.last()?;
        let same = |entry: &&Entry| entry.key == last.key;
        let occurrences = self.entries.iter().filter(same).count();
        if rule.occurrences == 0 || occurrences < rule.occurrences.into() {
            return None;
        }
        let first = self.entries.iter().position(|entry| entry.key == last.key)?;
        // A check of a side shows in the position after its move, with the other side to move.
        let gave_only_checks = |color: Color| {
            let mut after_moves =
                self.entries[first + 1..].iter().filter(|entry| entry.side != color);
            rule.perpetual_check_loses && after_moves.all(|entry| entry.is_check)
        };
        match (gave_only_checks(Color::Black), gave_only_checks(Color::White)) {
            (true, false) => return Some(GameEnd::win(Color::White, EndReason::PerpetualCheck)),
            (false, true) => return Some(GameEnd::win(Color::Black, EndReason::PerpetualCheck)),
            _ => {}
        }
        Some(match rule.result {
            RepetitionResult::Draw => GameEnd::draw(EndReason::Repetition),
            RepetitionResult::BlackLoses => GameEnd::win(Color::White, EndReason::Repetition),
            RepetitionResult::WhiteLoses => GameEnd::win(Color::Black, EndReason::Repetition),
            RepetitionResult::MoverLoses => GameEnd::win(last.side, EndReason::Repetition),
        })
    }

    /// Half-moves count while both royal pieces stand in their zones before and after them.
    fn impasse(&self) -> Option<GameEnd> {
        let Kind::Drop(position) = &self.position.0 else { return None };
        let rule = &position.rules().definition.impasse;
        let counts = |pair: &&[Entry]| {
            pair.iter().all(|entry| entry.are_royals_in_zones)
                && !(rule.capture_resets && pair[1].is_after_capture)
        };
        let count = self.entries.windows(2).rev().take_while(counts).count();
        let is_over = rule.half_moves > 0 && count >= rule.half_moves.into();
        is_over.then(|| position.impasse_end())
    }

    fn quiet(&self) -> Option<GameEnd> {
        let Kind::Hasami(position) = &self.position.0 else { return None };
        let limit = position.rules().definition.ending.quiet_half_moves;
        let moves = self.entries[1..].iter().rev();
        let count = moves.take_while(|entry| !entry.is_after_capture).count();
        (limit > 0 && count >= limit.into()).then(|| position.quiet_end())
    }
}

//! Games kept in files.

use std::path::Path;

use super::Game;
use crate::play::file::{self, SavedGame};
use kawari_engine::core::color::Color;
use kawari_engine::engine::session;

impl Game<'_> {
    pub(super) fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let level = self.config.level;
        let name = |color| match self.config.players.include(color) {
            true => "you".to_owned(),
            false => format!("Kawari level {level}"),
        };
        let result = self.result().map(|(result, _)| result).zip(self.reason());
        let names = [name(Color::Black), name(Color::White)];
        SavedGame { line: self.session.line(), names, result }.write(path)?;
        self.is_saved = true;
        self.say(format_args!("Saved in {}.", path.display()))
    }

    pub(super) fn load(&mut self, path: &Path, number: Option<usize>) -> anyhow::Result<()> {
        let game = file::load(path, number, self.config.variant)?;
        let variant = game.variant_or(Some(self.config.variant))?;
        let mut session = session::open(variant, *self.session.settings())?;
        game.set(session.line_mut())?;
        self.keep()?;
        self.session = session;
        (self.config.variant, self.claim) = (variant, None);
        self.change = self.last_change()?;
        (self.is_saved, self.is_paused) = (true, true);
        let moves = self.line().moves().len();
        let title = self.line().info().title;
        self.say(format_args!("Loaded: {title}, {moves} moves."))?;
        self.show()?;
        if !self.config.players.include(self.line().side_to_move()) && !self.is_over() {
            self.say("It is Kawari's turn. `go` lets it move.")?;
        }
        Ok(())
    }

    /// Writes the game down where it would be lost.
    pub(super) fn keep(&mut self) -> anyhow::Result<()> {
        if self.is_saved || self.line().moves().is_empty() {
            return Ok(());
        }
        let line = self.line();
        let start = line.start_sfen();
        let start = match start == line.info().startpos {
            true => "startpos".to_owned(),
            false => format!("sfen {start}"),
        };
        let text = format!("{} {start} moves {}", line.info().name, line.moves().join(" "));
        self.say("The game was not saved. In a file, this line can be loaded again:")?;
        self.say(text)?;
        self.is_saved = true;
        Ok(())
    }
}

//! The commands `save` and `load`.

use std::path::Path;

use super::TerminalGame;
use crate::play::file::{self, SavedGame};
use kawari_engine::core::color::Color;
use kawari_engine::engine::session;

impl TerminalGame<'_> {
    pub(super) fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let level = self.config.level;
        let name = |color| match self.config.players.include(color) {
            true => "you".to_owned(),
            false => format!("Kawari level {level}"),
        };
        let result = self.result().map(|(result, _)| result).zip(self.reason());
        let names = [name(Color::Black), name(Color::White)];
        SavedGame { game_state: self.session.game_state(), names, result }.write(path)?;
        self.is_saved = true;
        self.print(format_args!("Saved in {}.", path.display()))
    }

    pub(super) fn load(&mut self, path: &Path, number: Option<usize>) -> anyhow::Result<()> {
        let game = file::load(path, number, self.config.variant)?;
        let variant = game.variant_or(Some(self.config.variant))?;
        let mut session = session::open(variant, *self.session.settings())?;
        game.set(session.game_state_mut())?;
        self.save_unfinished()?;
        self.session = session;
        (self.config.variant, self.early_end) = (variant, None);
        self.change = self.last_change()?;
        (self.is_saved, self.is_paused) = (true, true);
        let moves = self.game_state().ply();
        let title = self.game_state().info().title;
        self.print(format_args!("Loaded: {title}, {moves} moves."))?;
        self.show_board()?;
        if !self.config.players.include(self.game_state().side_to_move()) && !self.is_over() {
            self.print("It is Kawari's turn. Type `go` to let it move.")?;
        }
        Ok(())
    }

    /// Prints the moves of an unsaved game, so that it can be loaded later.
    pub(super) fn save_unfinished(&mut self) -> anyhow::Result<()> {
        if self.is_saved || self.game_state().moves().is_empty() {
            return Ok(());
        }
        let game_state = self.game_state();
        let start = game_state.start_sfen();
        let start = match start == game_state.info().startpos {
            true => "startpos".to_owned(),
            false => format!("sfen {start}"),
        };
        let text = format!(
            "{} {start} moves {}",
            game_state.info().name,
            game_state.moves_in_usi().join(" ")
        );
        self.print("The game was not saved. To load it later, put this line into a file:")?;
        self.print(text)?;
        self.is_saved = true;
        Ok(())
    }
}

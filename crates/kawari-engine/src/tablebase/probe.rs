//! Tablebase probing: exceptions and tablebase files of a game.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::exceptions::Exceptions;
use super::file::{TablebaseFile, TablebaseFileError, file_name};
use super::value::Metric;
use crate::core::endgame::{
    EndgamePosition, EndgameRules, EndgameValue, MIN_MEN, TablebaseEntry, TablebaseProbe,
};

/// A cached block: index of the file, index of the block, bytes.
type CachedBlock = (usize, usize, Arc<[u8]>);

/// Number of cached blocks (32 MiB).
const CACHE_BLOCKS: usize = 4096;

/// The tablebases of a game.
#[derive(Debug)]
pub struct Tablebase {
    game: String,
    rules: SharedRules,
    exceptions: Option<Exceptions>,
    files: Vec<TablebaseFile>,
    /// Direct-mapped cache of recently read blocks.
    cache: Vec<Mutex<Option<CachedBlock>>>,
}

/// The rules of a game, with a `Debug` implementation.
#[derive(Clone, Copy)]
struct SharedRules(&'static dyn EndgameRules);

impl std::fmt::Debug for SharedRules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EndgameRules")
    }
}

impl Tablebase {
    /// Creates the tablebases of a game from its exceptions, without files.
    pub fn new(
        game: impl Into<String>,
        rules: &'static dyn EndgameRules,
        exceptions: Option<Exceptions>,
    ) -> Self {
        let (game, rules) = (game.into(), SharedRules(rules));
        Self { game, rules, exceptions, files: Vec::new(), cache: Vec::new() }
    }

    /// Adds the tablebase files of the game in a folder. A class is used only if the file of
    /// its mirror class exists, too, because a search alternates between the two.
    ///
    /// # Errors
    /// Returns a [`TablebaseFileError`] with the name of the file.
    pub fn with_folder(self, folder: &Path) -> Result<Self, (String, TablebaseFileError)> {
        std::fs::read_dir(folder).map_err(|error| (folder.display().to_string(), error.into()))?;
        let sizes = MIN_MEN..=self.rules.0.max_men();
        let mut files = Vec::new();
        for own in sizes.clone() {
            for enemy in sizes.clone() {
                let class_and_mirror = [[own, enemy], [enemy, own]];
                let paths = class_and_mirror.map(|men| folder.join(file_name(&self.game, men)));
                if paths.iter().all(|path| path.exists()) {
                    let file = TablebaseFile::open(
                        &paths[0],
                        &self.game,
                        self.rules.0,
                        class_and_mirror[0],
                    );
                    files.push(file.map_err(|error| (paths[0].display().to_string(), error))?);
                }
            }
        }
        let slots = if files.is_empty() { 0 } else { CACHE_BLOCKS };
        let cache = (0..slots).map(|_| Mutex::new(None)).collect();
        Ok(Self { files, cache, ..self })
    }

    /// Returns the classes with files, the mover's men first.
    pub fn classes(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.files.iter().map(|file| file.index().men())
    }

    /// Returns the file of a class.
    pub fn file(&self, men: [usize; 2]) -> Option<&TablebaseFile> {
        self.files.iter().find(|file| file.index().men() == men)
    }

    /// Reads a position from a file. The position must not be won by an immediate capture.
    fn read(&self, number: usize, men: EndgamePosition) -> Option<TablebaseEntry> {
        let file = &self.files[number];
        let place = file.index().number(men);
        let [end, capture] = Metric::ALL.map(|metric| {
            let (block, place) = file.block_of(metric, place);
            self.block(number, block).map(|bytes| metric.decode(bytes[place]))
        });
        Some(TablebaseEntry { end: end?, capture: Some(capture?) })
    }

    /// Returns a block of a file. Logs an error and returns `None` if it cannot be read.
    fn block(&self, file: usize, block: usize) -> Option<Arc<[u8]>> {
        let slot = &self.cache[(block.wrapping_mul(31) + file) % self.cache.len()];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, bytes)) = slot
            .as_ref()
            .filter(|(cached_file, cached_block, _)| (*cached_file, *cached_block) == (file, block))
        {
            return Some(Arc::clone(bytes));
        }
        match self.files[file].block(block) {
            Ok(bytes) => {
                let bytes: Arc<[u8]> = bytes.into();
                *slot = Some((file, block, Arc::clone(&bytes)));
                Some(bytes)
            }
            Err(error) => {
                log::error!("tablebase of {}: {error}", self.game);
                None
            }
        }
    }
}

impl TablebaseProbe for Tablebase {
    fn max_men(&self) -> u32 {
        let exceptions = self.exceptions.as_ref().map_or(0, Exceptions::max_men);
        let files = self.classes().map(|men| men.iter().sum()).max().unwrap_or(0);
        exceptions.max(files) as u32
    }

    fn probe(&self, men: EndgamePosition) -> Option<TablebaseEntry> {
        let counts = men.counts();
        if counts.iter().any(|&count| count < MIN_MEN) {
            return None;
        }
        let file = self.files.iter().position(|file| file.index().men() == counts);
        let exceptions = self.exceptions.as_ref().filter(|_| file.is_none());
        if file.is_none() && !exceptions?.contains(counts) {
            return None;
        }
        if self.rules.0.wins_by_capture(men) {
            return Some(TablebaseEntry {
                end: EndgameValue::Win(1),
                capture: Some(EndgameValue::Win(1)),
            });
        }
        match file {
            Some(file) => self.read(file, men),
            None => Some(TablebaseEntry { end: exceptions?.value(men)?, capture: None }),
        }
    }
}

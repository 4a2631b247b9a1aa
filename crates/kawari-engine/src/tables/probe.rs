//! What tables and exceptions together know of a position.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::exceptions::Exceptions;
use super::file::{TableError, TableFile, file_name};
use super::value::Metric;
use crate::core::endgame::{Endgames, Known, LEAST_MEN, Men, Oracle, Value};

/// A block of a file, as it was read.
type Block = (usize, usize, Arc<[u8]>);

/// Blocks that are kept: 32 MiB of them.
const CACHED: usize = 4096;

/// The endgames of a game, as far as they are known.
#[derive(Debug)]
pub struct Tables {
    game: &'static str,
    rules: Rules,
    exceptions: Option<Exceptions>,
    files: Vec<TableFile>,
    /// Blocks that were read lately, by file and number, each where its numbers put it.
    cache: Vec<Mutex<Option<Block>>>,
}

/// The rules of a game.
#[derive(Clone, Copy)]
struct Rules(&'static dyn Endgames);

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Endgames")
    }
}

impl Tables {
    /// Knows a game's exceptions, if there are any, and nothing else.
    pub fn new(
        game: &'static str,
        rules: &'static dyn Endgames,
        exceptions: Option<Exceptions>,
    ) -> Self {
        Self { game, rules: Rules(rules), exceptions, files: Vec::new(), cache: Vec::new() }
    }

    /// The same, and the tables of the game in a folder. A class counts if the one with
    /// the sides changed is there, too: a search goes from one to the other.
    ///
    /// # Errors
    /// A [`TableError`] with the name of the file that is wrong.
    pub fn with_folder(self, folder: &Path) -> Result<Self, (String, TableError)> {
        std::fs::read_dir(folder).map_err(|error| (folder.display().to_string(), error.into()))?;
        let sizes = LEAST_MEN..=self.rules.0.most_men();
        let mut files = Vec::new();
        for own in sizes.clone() {
            for enemy in sizes.clone() {
                let both = [[own, enemy], [enemy, own]];
                let paths = both.map(|men| folder.join(file_name(self.game, men)));
                if paths.iter().all(|path| path.exists()) {
                    let file = TableFile::open(&paths[0], self.game, self.rules.0, both[0]);
                    files.push(file.map_err(|error| (paths[0].display().to_string(), error))?);
                }
            }
        }
        let slots = if files.is_empty() { 0 } else { CACHED };
        let cache = (0..slots).map(|_| Mutex::new(None)).collect();
        Ok(Self { files, cache, ..self })
    }

    /// The classes that are known by tables, the mover's men first.
    pub fn classes(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        self.files.iter().map(|file| file.index().men())
    }

    /// The table of a class.
    pub fn file(&self, men: [usize; 2]) -> Option<&TableFile> {
        self.files.iter().find(|file| file.index().men() == men)
    }

    /// What a file says of a position that is not won by capture at once.
    fn read(&self, number: usize, men: Men) -> Option<Known> {
        let file = &self.files[number];
        let place = file.index().number(men);
        let [end, capture] = Metric::ALL.map(|metric| {
            let (block, place) = file.place(metric, place);
            self.block(number, block).map(|bytes| metric.decode(bytes[place]))
        });
        Some(Known { end: end?, capture: Some(capture?) })
    }

    /// A block of a file; `None` where it cannot be read, and a word in the log.
    fn block(&self, file: usize, block: usize) -> Option<Arc<[u8]>> {
        let slot = &self.cache[(block.wrapping_mul(31) + file) % self.cache.len()];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, bytes)) =
            slot.as_ref().filter(|(known, number, _)| (*known, *number) == (file, block))
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
                log::error!("a table of {} endgames: {error}", self.game);
                None
            }
        }
    }
}

impl Oracle for Tables {
    fn most_men(&self) -> u32 {
        let exceptions = self.exceptions.as_ref().map_or(0, Exceptions::most_men);
        let files = self.classes().map(|men| men.iter().sum()).max().unwrap_or(0);
        exceptions.max(files) as u32
    }

    fn probe(&self, men: Men) -> Option<Known> {
        let counts = men.counts();
        if counts.iter().any(|&count| count < LEAST_MEN) {
            return None;
        }
        let file = self.files.iter().position(|file| file.index().men() == counts);
        let exceptions = self.exceptions.as_ref().filter(|_| file.is_none());
        if file.is_none() && !exceptions?.knows(counts) {
            return None;
        }
        if self.rules.0.wins_by_capture(men) {
            return Some(Known { end: Value::Win(1), capture: Some(Value::Win(1)) });
        }
        match file {
            Some(file) => self.read(file, men),
            None => Some(Known { end: exceptions?.value(men)?, capture: None }),
        }
    }
}

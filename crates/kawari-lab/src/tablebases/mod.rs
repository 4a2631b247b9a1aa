//! `kawari tables`: generation, verification and display of endgame tablebases.

mod make;
mod progress_monitor;
mod show;

use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};

use self::progress_monitor::SolveProgress;
use super::progress::Reporting;
use kawari_engine::core::endgame::{EndgameRules, MIN_MEN};
use kawari_engine::core::position::Position;
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::tablebase::exceptions;
use kawari_engine::tablebase::file::{TablebaseFile, file_name};
use kawari_engine::tablebase::solve::{
    SolveTask, SubclassPlanes, ValuePlane, class_and_mirror, solve, solve_order, subclasses,
};
use kawari_engine::tablebase::value::Metric;
use kawari_engine::tablebase::verify::{self, VerifyTask};

pub use self::make::make;
pub use self::show::show;

/// Largest number of men, of both sides together, in the built-in tablebase.
const BUILT_IN_MEN: usize = 5;

/// A selection of material classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassSelection {
    /// All classes with at most this number of men of both sides together.
    UpTo(usize),
    /// One class and its mirror class.
    Class([usize; 2]),
}

/// The error of an invalid class selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a number of men, such as 5, or a class, such as 3v2")]
pub struct ClassSelectionError;

impl FromStr for ClassSelection {
    type Err = ClassSelectionError;

    fn from_str(text: &str) -> Result<Self, ClassSelectionError> {
        let number = |text: &str| text.parse().map_err(|_| ClassSelectionError);
        match text.split_once('v') {
            None => number(text).map(Self::UpTo),
            Some((own, enemy)) => Ok(Self::Class([number(own)?, number(enemy)?])),
        }
    }
}

impl fmt::Display for ClassSelection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UpTo(men) => write!(f, "{men}"),
            Self::Class([own, enemy]) => write!(f, "{own}v{enemy}"),
        }
    }
}

/// Options of `kawari tables`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablebaseConfig {
    /// Game variant.
    pub variant: Variant,
    /// Material classes.
    pub men: ClassSelection,
    /// Folder of the tablebase files.
    pub folder: PathBuf,
    /// Threads. Default: the number of cores.
    pub jobs: Option<usize>,
    /// Progress output on standard error.
    pub reporting: Reporting,
}

/// A game with endgame rules.
struct TablebaseGame {
    variant: Variant,
    name: &'static str,
    /// Name in the names and headers of files.
    file_name: String,
    rules: &'static dyn EndgameRules,
}

impl TablebaseGame {
    fn new(variant: Variant) -> anyhow::Result<Self> {
        struct FindEndgameRules;
        impl Visitor for FindEndgameRules {
            type Output = Option<&'static dyn EndgameRules>;
            fn visit<G: Playable>(self, game: G) -> Self::Output {
                game.startpos().endgame_rules()
            }
        }
        let name = variant.info().name;
        let rules = variant.visit(FindEndgameRules).with_context(|| {
            format!(
                "{name} has no tablebases: they need a game in which a side with at most one man \
                 has lost, on a square board and without rules that no built-in game has"
            )
        })?;
        Ok(Self { variant, name, file_name: variant.info().tablebase_name(), rules })
    }

    /// Returns the selected classes without their mirror classes: each has at least as many
    /// men of the side to move as of the opponent. A class comes after the classes that its
    /// captures lead to.
    fn classes(&self, men: ClassSelection) -> anyhow::Result<Vec<[usize; 2]>> {
        let sizes = MIN_MEN..=self.rules.max_men();
        let mut classes: Vec<[usize; 2]> = match men {
            ClassSelection::UpTo(men) => {
                let pairs =
                    sizes.clone().flat_map(|own| (MIN_MEN..=own).map(move |enemy| [own, enemy]));
                pairs.filter(|pair| pair.iter().sum::<usize>() <= men).collect()
            }
            ClassSelection::Class(class) => {
                if !class.iter().all(|men| sizes.contains(men)) {
                    bail!(
                        "each side of a class in {} must have from {MIN_MEN} to {} men",
                        self.name,
                        sizes.end()
                    );
                }
                solve_order(class)
            }
        };
        classes.sort_unstable_by_key(|&[own, enemy]| (own + enemy, own));
        classes.dedup();
        Ok(classes)
    }

    fn path(&self, folder: &Path, men: [usize; 2]) -> PathBuf {
        folder.join(file_name(&self.file_name, men))
    }

    fn open(&self, folder: &Path, men: [usize; 2]) -> anyhow::Result<TablebaseFile> {
        let path = self.path(folder, men);
        TablebaseFile::open(&path, &self.file_name, self.rules, men)
            .with_context(|| format!("cannot read {}", path.display()))
    }

    /// Reads a plane of a class from its file.
    fn plane(&self, folder: &Path, men: [usize; 2], metric: Metric) -> anyhow::Result<ValuePlane> {
        let plane = self.open(folder, men)?.plane(self.rules, metric);
        plane.with_context(|| format!("cannot read {}", self.path(folder, men).display()))
    }

    /// Reads the planes of the classes that captures lead to.
    fn subclasses(
        &self,
        folder: &Path,
        men: [usize; 2],
        metric: Metric,
    ) -> anyhow::Result<Vec<ValuePlane>> {
        subclasses(men).into_iter().map(|men| self.plane(folder, men, metric)).collect()
    }
}

/// Checks every value of the tablebases in a folder against the values of its successor
/// positions. Returns false if a value is wrong.
///
/// # Errors
/// Returns an error if a tablebase is missing or cannot be read, or after a signal.
pub fn verify(config: &TablebaseConfig, output: &mut dyn Write) -> anyhow::Result<bool> {
    let game = TablebaseGame::new(config.variant)?;
    let jobs = super::ordered_map::jobs(config.jobs);
    let mut is_correct = true;
    for class in game.classes(config.men)? {
        for metric in Metric::ALL {
            let planes = class_and_mirror(class)
                .into_iter()
                .map(|men| game.plane(&config.folder, men, metric))
                .collect::<Result<Vec<_>, _>>()?;
            let subclasses = game.subclasses(&config.folder, class, metric)?;
            let subclasses: Vec<&ValuePlane> = subclasses.iter().collect();
            for (number, plane) in planes.iter().enumerate() {
                let next = &planes[planes.len() - 1 - number];
                let check = VerifyTask {
                    rules: game.rules,
                    plane,
                    next,
                    subclasses: SubclassPlanes(&subclasses),
                    jobs,
                };
                let progress = SolveProgress::new(config.reporting);
                let faults = verify::verify(check, &progress).context("interrupted")?;
                drop(progress);
                let [own, enemy] = plane.index.men();
                let to = match metric {
                    Metric::End => "end",
                    Metric::Capture => "capture",
                };
                let verdict = if faults.is_empty() { "correct" } else { "wrong" };
                writeln!(output, "{} {own}v{enemy} {to}: {verdict}", game.name)?;
                for fault in &faults {
                    let sfen = game.rules.sfen(fault.men);
                    writeln!(
                        output,
                        "{sfen}: stored {:?}, computed {:?}",
                        fault.stored, fault.computed
                    )?;
                }
                output.flush()?;
                is_correct &= faults.is_empty();
            }
        }
    }
    Ok(is_correct)
}

/// Generates a game's built-in tablebase and writes it to a new file.
///
/// # Errors
/// Returns an error if the game has no endgame rules, if the file exists or cannot be
/// written, or after a signal.
pub fn built_in(
    variant: Variant,
    jobs: Option<usize>,
    reporting: Reporting,
    path: &Path,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = TablebaseGame::new(variant)?;
    // Check before the work, not after it.
    ensure!(!path.exists(), "{} already exists", path.display());
    let mut planes: Vec<ValuePlane> = Vec::new();
    for class in game.classes(ClassSelection::UpTo(BUILT_IN_MEN))? {
        let subclasses: Vec<&ValuePlane> = planes.iter().collect();
        let task = SolveTask {
            rules: game.rules,
            men: class,
            metric: Metric::End,
            subclasses: SubclassPlanes(&subclasses),
            jobs: super::ordered_map::jobs(jobs),
        };
        let progress = SolveProgress::new(reporting);
        planes.extend(solve(task, &progress).context("interrupted")?);
    }
    let planes: Vec<&ValuePlane> = planes.iter().collect();
    let bytes = exceptions::write(game.rules.side(), game.rules, &planes);
    File::create_new(path)
        .and_then(|mut file| file.write_all(&bytes))
        .with_context(|| format!("cannot write {}", path.display()))?;
    writeln!(output, "{}: {} bytes", path.display(), bytes.len())?;
    Ok(())
}

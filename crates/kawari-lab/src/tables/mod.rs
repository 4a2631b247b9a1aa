//! `kawari tables`: tables of endgames made, checked and shown.

mod make;
mod show;
mod watch;

use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};

use self::watch::Progress;
use super::progress::Reporting;
use kawari_engine::core::endgame::{Endgames, LEAST_MEN};
use kawari_engine::core::position::Position;
use kawari_engine::games::variants::{Playable, Variant, Visitor};
use kawari_engine::tables::exceptions;
use kawari_engine::tables::file::{TableFile, file_name};
use kawari_engine::tables::solve::{Plane, Smaller, Task, both, foundation, smaller, solve};
use kawari_engine::tables::value::Metric;
use kawari_engine::tables::verify::{self, Check};

pub use self::make::make;
pub use self::show::show;

/// Men of both sides together that what is built in knows.
const BUILT_IN_MEN: usize = 5;

/// Which classes are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Men {
    /// All with at most so many men of both sides together.
    UpTo(usize),
    /// One, and the one with the sides changed.
    Class([usize; 2]),
}

/// Words that name no classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a number of men, such as 5, or a class, such as 3v2, is expected")]
pub struct MenError;

impl FromStr for Men {
    type Err = MenError;

    fn from_str(text: &str) -> Result<Self, MenError> {
        let number = |text: &str| text.parse().map_err(|_| MenError);
        match text.split_once('v') {
            None => number(text).map(Self::UpTo),
            Some((own, enemy)) => Ok(Self::Class([number(own)?, number(enemy)?])),
        }
    }
}

impl fmt::Display for Men {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UpTo(men) => write!(f, "{men}"),
            Self::Class([own, enemy]) => write!(f, "{own}v{enemy}"),
        }
    }
}

/// What a tool does with which tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablesConfig {
    /// The game.
    pub variant: Variant,
    /// The classes.
    pub men: Men,
    /// Where the tables are.
    pub folder: PathBuf,
    /// Threads; as many as there are cores if absent.
    pub jobs: Option<usize>,
    /// What is said on the way.
    pub reporting: Reporting,
}

/// A game whose endgames can be tabulated.
#[derive(Clone, Copy)]
struct Tabulated {
    variant: Variant,
    name: &'static str,
    rules: &'static dyn Endgames,
}

impl Tabulated {
    fn new(variant: Variant) -> anyhow::Result<Self> {
        struct Rules;
        impl Visitor for Rules {
            type Output = Option<&'static dyn Endgames>;
            fn visit<G: Playable>(self) -> Self::Output {
                G::Position::endgames()
            }
        }
        let name = variant.info().name;
        let rules = variant.visit(Rules).with_context(|| {
            format!("{name} has no endgames of few men: a side left with at most one man has to have lost")
        })?;
        Ok(Self { variant, name, rules })
    }

    /// Pairs of classes, the one with more men of the side to move first, in an order in
    /// which each comes behind those that its captures lead to.
    fn classes(&self, men: Men) -> anyhow::Result<Vec<[usize; 2]>> {
        let sizes = LEAST_MEN..=self.rules.most_men();
        let mut classes: Vec<[usize; 2]> = match men {
            Men::UpTo(men) => {
                let pairs =
                    sizes.clone().flat_map(|own| (LEAST_MEN..=own).map(move |enemy| [own, enemy]));
                pairs.filter(|pair| pair.iter().sum::<usize>() <= men).collect()
            }
            Men::Class(class) => {
                if !class.iter().all(|men| sizes.contains(men)) {
                    bail!(
                        "in {} each side of a class has from {LEAST_MEN} to {} men",
                        self.name,
                        sizes.end()
                    );
                }
                foundation(class)
            }
        };
        classes.sort_unstable_by_key(|&[own, enemy]| (own + enemy, own));
        classes.dedup();
        Ok(classes)
    }

    fn path(&self, folder: &Path, men: [usize; 2]) -> PathBuf {
        folder.join(file_name(self.name, men))
    }

    fn open(&self, folder: &Path, men: [usize; 2]) -> anyhow::Result<TableFile> {
        let path = self.path(folder, men);
        TableFile::open(&path, self.name, self.rules, men)
            .with_context(|| format!("cannot read {}", path.display()))
    }

    /// A plane of a class on disk.
    fn plane(&self, folder: &Path, men: [usize; 2], metric: Metric) -> anyhow::Result<Plane> {
        let plane = self.open(folder, men)?.plane(self.rules, metric);
        plane.with_context(|| format!("cannot read {}", self.path(folder, men).display()))
    }

    /// Those of the classes that captures lead to.
    fn smaller(
        &self,
        folder: &Path,
        men: [usize; 2],
        metric: Metric,
    ) -> anyhow::Result<Vec<Plane>> {
        smaller(men).into_iter().map(|men| self.plane(folder, men, metric)).collect()
    }
}

/// Checks every value of the tables of a folder against those that its moves lead to.
/// False when something is wrong.
///
/// # Errors
/// When a table is missing or cannot be read, or when a signal has come.
pub fn verify(config: &TablesConfig, output: &mut dyn Write) -> anyhow::Result<bool> {
    let game = Tabulated::new(config.variant)?;
    let jobs = super::ordered::jobs(config.jobs);
    let mut is_right = true;
    for class in game.classes(config.men)? {
        for metric in Metric::ALL {
            let planes = both(class)
                .into_iter()
                .map(|men| game.plane(&config.folder, men, metric))
                .collect::<Result<Vec<_>, _>>()?;
            let smaller = game.smaller(&config.folder, class, metric)?;
            let smaller: Vec<&Plane> = smaller.iter().collect();
            for (number, plane) in planes.iter().enumerate() {
                let next = &planes[planes.len() - 1 - number];
                let check =
                    Check { rules: game.rules, plane, next, smaller: Smaller(&smaller), jobs };
                let progress = Progress::new(config.reporting);
                let faults = verify::verify(check, &progress).context("interrupted")?;
                drop(progress);
                let [own, enemy] = plane.index.men();
                let to = match metric {
                    Metric::End => "end",
                    Metric::Capture => "capture",
                };
                let verdict = if faults.is_empty() { "right" } else { "wrong" };
                writeln!(output, "{} {own}v{enemy} {to}: {verdict}", game.name)?;
                for fault in &faults {
                    let sfen = game.rules.sfen(fault.men);
                    writeln!(
                        output,
                        "{sfen}: {:?}, and its moves say {:?}",
                        fault.said, fault.found
                    )?;
                }
                output.flush()?;
                is_right &= faults.is_empty();
            }
        }
    }
    Ok(is_right)
}

/// Makes what is built in of a game's endgames and writes it to a file, which must not be
/// there yet.
///
/// # Errors
/// When the game has no endgames, the file is there or cannot be written, or a signal has
/// come.
pub fn built_in(
    variant: Variant,
    jobs: Option<usize>,
    reporting: Reporting,
    path: &Path,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = Tabulated::new(variant)?;
    // Said before the work is done, not after it.
    ensure!(!path.exists(), "{} exists already", path.display());
    let mut planes: Vec<Plane> = Vec::new();
    for class in game.classes(Men::UpTo(BUILT_IN_MEN))? {
        let smaller: Vec<&Plane> = planes.iter().collect();
        let task = Task {
            rules: game.rules,
            men: class,
            metric: Metric::End,
            smaller: Smaller(&smaller),
            jobs: super::ordered::jobs(jobs),
        };
        let progress = Progress::new(reporting);
        planes.extend(solve(task, &progress).context("interrupted")?);
    }
    let planes: Vec<&Plane> = planes.iter().collect();
    let bytes = exceptions::write(game.rules.side(), game.rules, &planes);
    File::create_new(path)
        .and_then(|mut file| file.write_all(&bytes))
        .with_context(|| format!("cannot write {}", path.display()))?;
    writeln!(output, "{}: {} bytes", path.display(), bytes.len())?;
    Ok(())
}

//! `kawari tables make`.

use std::fs;
use std::io::Write;

use anyhow::Context;

use super::show;
use super::watch::Progress;
use super::{TablesConfig, Tabulated, both};
use crate::tables::file;
use crate::tables::solve::{Plane, Smaller, Task, solve};
use crate::tables::statistics::{Statistics, count};
use crate::tables::value::Metric;
use crate::tools::{ordered, whole_file};

/// Makes the tables that a folder lacks, each class behind those that its captures lead
/// to, and tells what is in them.
///
/// A file is there whole or not at all: what is ended goes on with the class that was
/// being made.
///
/// # Errors
/// When the game has no endgames, a file cannot be read or written, or a signal has come.
pub fn make(config: &TablesConfig, output: &mut dyn Write) -> anyhow::Result<()> {
    let game = Tabulated::new(config.variant)?;
    fs::create_dir_all(&config.folder)
        .with_context(|| format!("cannot make {}", config.folder.display()))?;
    for class in game.classes(config.men)? {
        if both(class).into_iter().any(|men| !game.path(&config.folder, men).exists()) {
            make_class(&game, class, config)?;
        }
        for men in both(class) {
            show::statistics(&game, &config.folder, men, output)?;
            output.flush()?;
        }
    }
    Ok(())
}

fn make_class(game: &Tabulated, class: [usize; 2], config: &TablesConfig) -> anyhow::Result<()> {
    let jobs = ordered::jobs(config.jobs);
    let progress = Progress::new(config.reporting);
    // By each metric, the planes of the class and of the one with the sides changed.
    let mut solved: Vec<Vec<(Plane, Statistics)>> = Vec::new();
    for metric in Metric::ALL {
        let smaller = game.smaller(&config.folder, class, metric)?;
        let smaller: Vec<&Plane> = smaller.iter().collect();
        let task = Task { rules: game.rules, men: class, metric, smaller: Smaller(&smaller), jobs };
        let planes = solve(task, &progress).context(INTERRUPTED)?;
        let counted = planes.into_iter().map(|plane| {
            let statistics = count(&plane, jobs, &progress)?;
            Some((plane, statistics))
        });
        solved.push(counted.collect::<Option<_>>().context(INTERRUPTED)?);
    }
    drop(progress);
    let [ends, captures] = &solved[..] else { return Ok(()) };
    for ((end, of_ends), (capture, of_captures)) in ends.iter().zip(captures) {
        let path = game.path(&config.folder, end.index.men());
        whole_file::put(&path, |file| {
            let statistics = [*of_ends, *of_captures];
            file::write(file, game.name, game.rules, [end, capture], statistics, jobs)
        })?;
    }
    Ok(())
}

/// Why a class was not made.
const INTERRUPTED: &str = "interrupted; the classes that are done stay";

//! `kawari tables make`: generation of tablebases.

use std::fs;
use std::io::{BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;

use super::progress_monitor::{SnapshotWriter, SolveProgress};
use super::show;
use super::{TablebaseConfig, TablebaseGame, class_and_mirror};
use crate::ordered_map;
use crate::progress::{Reporting, print_note};
use kawari_engine::core::regular_file;
use kawari_engine::tablebase::solve::{
    PartialSolve, SolveTask, SubclassPlanes, ValuePlane, resume,
};
use kawari_engine::tablebase::statistics::{Statistics, count};
use kawari_engine::tablebase::value::Metric;
use kawari_engine::tablebase::{file, partial_solve};
use kawari_records::atomic_file;

/// Generates the tablebases that are missing in a folder, and writes their statistics to
/// `output`. A class is generated after the classes that its captures lead to.
///
/// Tablebase files are written atomically. A snapshot of the unfinished class is saved every
/// `save_interval` and when a signal arrives; the next run resumes from it.
///
/// # Errors
/// Returns an error if the game has no endgame rules, if a file cannot be read or written,
/// or after a signal.
pub fn make(
    config: &TablebaseConfig,
    save_interval: Duration,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = TablebaseGame::new(config.variant)?;
    fs::create_dir_all(&config.folder)
        .with_context(|| format!("cannot create {}", config.folder.display()))?;
    for class in game.classes(config.men)? {
        if class_and_mirror(class).into_iter().any(|men| !game.path(&config.folder, men).exists()) {
            make_class(&game, class, config, save_interval)?;
        }
        for men in class_and_mirror(class) {
            show::statistics(&game, &config.folder, men, output)?;
            output.flush()?;
        }
    }
    Ok(())
}

fn make_class(
    game: &TablebaseGame,
    class: [usize; 2],
    config: &TablebaseConfig,
    save_interval: Duration,
) -> anyhow::Result<()> {
    let jobs = ordered_map::jobs(config.jobs);
    let progress = SolveProgress::new(config.reporting);
    // For each metric, the planes of the class and of its mirror class.
    let mut solved: Vec<Vec<(ValuePlane, Statistics)>> = Vec::new();
    for metric in Metric::ALL {
        let subclasses = game.subclasses(&config.folder, class, metric)?;
        let subclasses: Vec<&ValuePlane> = subclasses.iter().collect();
        let task = SolveTask {
            rules: game.rules,
            men: class,
            metric,
            subclasses: SubclassPlanes(&subclasses),
            jobs,
        };
        let path = snapshot_path(game, &config.folder, class, metric);
        let snapshot = read_snapshot(game, &path, class, metric, config.reporting)?;
        let snapshot_writer = SnapshotWriter::new(&progress, save_interval, |stage| {
            atomic_file::put(&path, |file| {
                partial_solve::write(file, &game.file_name, game.rules, metric, stage)
            })
        });
        let planes = resume(task, snapshot, &snapshot_writer);
        if let Some(error) = snapshot_writer.into_error() {
            // The class can be generated without snapshots.
            print_note(format_args!("{error:#}"));
        }
        let counted = planes.context(INTERRUPTED)?.into_iter().map(|plane| {
            let statistics = count(&plane, jobs, &progress)?;
            Some((plane, statistics))
        });
        solved.push(counted.collect::<Option<_>>().context(INTERRUPTED)?);
    }
    drop(progress);
    let [ends, captures] = &solved[..] else { return Ok(()) };
    for ((end, of_ends), (capture, of_captures)) in ends.iter().zip(captures) {
        let path = game.path(&config.folder, end.index.men());
        atomic_file::put(&path, |file| {
            let statistics = [*of_ends, *of_captures];
            file::write(file, &game.file_name, game.rules, [end, capture], statistics, jobs)
        })?;
    }
    for metric in Metric::ALL {
        // The snapshot is obsolete. A failure to remove it is harmless.
        let _ = fs::remove_file(snapshot_path(game, &config.folder, class, metric));
    }
    Ok(())
}

/// Returns the path of a class's snapshot.
fn snapshot_path(
    game: &TablebaseGame,
    folder: &Path,
    class: [usize; 2],
    metric: Metric,
) -> PathBuf {
    folder.join(partial_solve::file_name(&game.file_name, class, metric))
}

/// Reads a class's snapshot. Returns `None` if there is none or if it is unusable.
fn read_snapshot(
    game: &TablebaseGame,
    path: &Path,
    class: [usize; 2],
    metric: Metric,
    reporting: Reporting,
) -> anyhow::Result<Option<PartialSolve>> {
    let file = match regular_file::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file.with_context(|| format!("cannot read {}", path.display()))?,
    };
    match partial_solve::read(BufReader::new(file), &game.file_name, game.rules, class, metric) {
        Ok(partial) => {
            let parts = partial.parts;
            reporting.print_note(format_args!("resuming {} after part {parts}", path.display()));
            Ok(Some(partial))
        }
        Err(error) => {
            print_note(format_args!("cannot resume {}: {error}", path.display()));
            Ok(None)
        }
    }
}

/// Error message after a signal.
const INTERRUPTED: &str = "interrupted; finished work is kept";

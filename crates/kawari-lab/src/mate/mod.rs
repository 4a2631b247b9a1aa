//! `kawari mate`: searches for mates in a list of positions. Reads one position per line and
//! writes one JSON object per line, in the order of the input.
//!
//! [`batch`](super::batch) describes the input lines and the fields that all batch tools
//! share. The fields of a mate search are:
//!
//! | field | |
//! |---|---|
//! | `verdict` | `mate`, `nomate`, `unknown` if the search was stopped, `notimplemented` for games without a King and without rows of five |
//! | `plies` | length of the mate |
//! | `shortest` | whether the mate is proved to be the shortest |
//! | `quiet` | whether the mate has quiet moves |
//! | `only` | whether no other attacker's move along the line mates in as few plies, if requested and known |
//! | `moves` | mating line |
//! | `nodes` | nodes searched |
//!
//! The logged options are `hash`, `limits`, `shortens`, `asks_only` and `allows_quiet`.
//!
//! Each search runs on one thread and starts with an empty table. So with a node limit the
//! result depends on the input line alone. [`proof_file`] writes proofs; [`verify`] checks them
//! with the rules alone.

mod booklet;
mod make;
pub(crate) mod mate_batch;
mod problem;
pub mod proof_file;
pub mod verify;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

pub use self::booklet::{BookletConfig, show};
pub use self::make::{MakeConfig, make};
pub use self::problem::Problem;

use self::mate_batch::MateBatchJob;
use super::batch::{Batch, BatchConfig};
use kawari_engine::engine::mate::MateRequest;

/// The settings of `kawari mate`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateConfig {
    /// Input positions and output file.
    pub batch: BatchConfig,
    /// Size of the proof table of each job, in MiB.
    pub hash: usize,
    /// File for the proofs; must not exist.
    pub proof: Option<PathBuf>,
    /// Limits and options of each search.
    pub order: MateRequest,
}

/// Searches every input position and writes the results to `output`, or to the resumed file.
/// Returns false if an input line was invalid.
///
/// # Errors
/// Returns the errors of [`Batch::open`] and [`Batch::run`], and an error if the proof file
/// exists.
pub fn run(config: &MateConfig, output: &mut dyn Write) -> anyhow::Result<bool> {
    let job = MateBatchJob { order: config.order, hash: config.hash };
    let batch = Batch::open(&config.batch, &job)?;
    match &config.proof {
        Some(path) => batch.run(output, &mut create(path)?),
        None => batch.run(output, &mut io::sink()),
    }
}

fn create(path: &Path) -> anyhow::Result<BufWriter<File>> {
    ensure!(!path.exists(), "{} already exists", path.display());
    let file =
        File::create_new(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(BufWriter::new(file))
}

//! `kawari mate`: positions in, one a line; mates out, one JSON object a line, in the
//! order of the input.
//!
//! What lines and answers have in common with other tools stands in [`batch`](super::batch). What is
//! found:
//!
//! | field | |
//! |---|---|
//! | `verdict` | `mate`, `nomate`, `unknown` where the search was ended before it knew, `notimplemented` for games without a King and without rows |
//! | `plies` | length of the mate |
//! | `shortest` | whether no mate is shorter, which is proved then |
//! | `only` | whether no other move of the attacker along the line mates in as few plies, if that was asked for and is known |
//! | `moves` | the line |
//! | `nodes` | positions set up |
//!
//! The options that answers depend on are `hash`, `limits`, `shortens` and `asks_only`.
//!
//! Each search begins with an empty table, on one thread: bounded by nodes, an answer
//! depends on its line alone. [`verify`] checks what [`proof_file`] has written, and knows
//! nothing but the rules.

mod booklet;
mod make;
mod mate_batch;
mod problem;
pub mod proof_file;
pub mod verify;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

pub use self::booklet::{BookletConfig, show};
pub use self::make::{MakeConfig, make};

use self::mate_batch::MateBatchJob;
use super::batch::{Batch, BatchConfig};
use kawari_engine::engine::mate::MateRequest;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateConfig {
    /// Which positions, and where their answers go.
    pub batch: BatchConfig,
    /// What each job may take for its proofs, in MiB.
    pub hash: usize,
    /// Write the proofs to this file, which must not be there yet.
    pub proof: Option<PathBuf>,
    /// How far each search goes, and what it tells.
    pub order: MateRequest,
}

/// Answers every line and writes the answers to `output`, or to the file that is resumed.
/// False when some lines were bad.
///
/// # Errors
/// As [`Batch::open`] and [`Batch::run`], and when the file of the proofs is there already.
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

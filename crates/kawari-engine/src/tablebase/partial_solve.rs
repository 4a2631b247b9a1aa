//! Files with a partial solution of a class, from which an interrupted solver resumes.
//!
//! `FORMAT.md` in this folder specifies the format.

use std::io::{self, Read, Write};

use super::file::{NAME, TablebaseFileError};
use super::index::Index;
use super::solve::{PartialSolve, SolveSnapshot, class_and_mirror};
use super::value::Metric;
use crate::core::endgame::EndgameRules;
use crate::core::fingerprint::Fingerprint;

/// First bytes of a file. The last character is the version of the format.
const MAGIC: [u8; 8] = *b"KawariU1";
/// Bytes before the values: magic, name of the game, class and metric, finished phases.
const HEADER: usize = 8 + NAME + 4 + 4;

/// Returns the file name of a class and its mirror class.
pub fn file_name(game: &str, [own, enemy]: [usize; 2], metric: Metric) -> String {
    let metric = match metric {
        Metric::End => "end",
        Metric::Capture => "capture",
    };
    format!("{game}-{own}v{enemy}.{metric}.part")
}

/// Returns the header: the task, and the number of finished phases.
fn header(
    game: &str,
    rules: &dyn EndgameRules,
    men: [usize; 2],
    metric: Metric,
    parts: u32,
) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    let mut name = game.as_bytes().to_vec();
    name.resize(NAME, 0);
    head.extend(name);
    head.extend([rules.side() as u8, men[0] as u8, men[1] as u8, metric as u8]);
    head.extend(parts.to_le_bytes());
    head
}

/// Writes a partial solution.
///
/// # Errors
/// Returns the I/O error if writing fails.
pub fn write(
    output: &mut impl Write,
    game: &str,
    rules: &dyn EndgameRules,
    metric: Metric,
    snapshot: &SolveSnapshot<'_>,
) -> io::Result<()> {
    let mut sum = Fingerprint::default();
    let mut put = |bytes: &[u8]| {
        sum.add(bytes);
        output.write_all(bytes)
    };
    for (number, (index, bytes)) in snapshot.planes().enumerate() {
        if number == 0 {
            put(&header(game, rules, index.men(), metric, snapshot.parts))?;
        }
        for chunk in bytes {
            put(&chunk)?;
        }
    }
    output.write_all(&sum.number().to_le_bytes())
}

/// Reads a partial solution.
///
/// # Errors
/// Returns [`TablebaseFileError`] if the file cannot be read, is damaged, or belongs to
/// another class or metric.
pub fn read(
    mut input: impl Read,
    game: &str,
    rules: &dyn EndgameRules,
    men: [usize; 2],
    metric: Metric,
) -> Result<PartialSolve, TablebaseFileError> {
    let mut head = vec![0; HEADER];
    input.read_exact(&mut head)?;
    let (task, parts) = head.split_at(HEADER - 4);
    let parts = u32::from_le_bytes([parts[0], parts[1], parts[2], parts[3]]);
    if task[..8] != MAGIC {
        return Err(TablebaseFileError::Magic);
    }
    if !header(game, rules, men, metric, parts).starts_with(task) {
        return Err(TablebaseFileError::Other("a partial solution of another class".to_owned()));
    }
    let mut sum = Fingerprint::of(&head);
    let mut planes = Vec::new();
    for men in class_and_mirror(men) {
        let mut bytes = vec![0; Index::new(rules.side(), men).len() as usize];
        input.read_exact(&mut bytes)?;
        sum.add(&bytes);
        planes.push(bytes);
    }
    let mut expected = [0; 8];
    input.read_exact(&mut expected)?;
    if u64::from_le_bytes(expected) != sum.number() {
        return Err(TablebaseFileError::Damaged("wrong checksum"));
    }
    Ok(PartialSolve { parts, bytes: planes })
}

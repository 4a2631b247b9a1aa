//! Which program a player is: a match that goes on with another one under the old name
//! would tell of neither.

use std::env;
use std::path::PathBuf;

use serde::Serialize;

use super::player::Player;
use kawari_engine::core::fingerprint::Fingerprint;

/// What is known of a player's program. Files that its arguments name are not looked
/// at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Identity {
    /// The player.
    pub player: String,
    /// What the program calls itself.
    pub id: Option<String>,
    /// Its size in bytes, if it can be read.
    pub size: Option<u64>,
    /// The fingerprint of its bytes.
    pub hash: Option<String>,
}

impl Identity {
    /// Of a player whose program calls itself so.
    pub fn of(player: &Player, id: Option<String>) -> Self {
        let read = file(player).and_then(|path| Fingerprint::of_file(&path).ok());
        Self {
            player: player.name.clone(),
            id,
            size: read.map(|(_, size)| size),
            hash: read.map(|(fingerprint, _)| fingerprint.to_string()),
        }
    }
}

/// The file of a player's program: a bare name is looked up as the system does.
fn file(player: &Player) -> Option<PathBuf> {
    let program = player.program().ok()?;
    if program.components().count() > 1 {
        return Some(program);
    }
    let folders = env::var_os("PATH")?;
    let mut name = program.into_os_string();
    if !name.to_string_lossy().ends_with(env::consts::EXE_SUFFIX) {
        name.push(env::consts::EXE_SUFFIX);
    }
    let named = |folder: PathBuf| folder.join(&name);
    env::split_paths(&folders).map(named).find(|path| path.is_file())
}

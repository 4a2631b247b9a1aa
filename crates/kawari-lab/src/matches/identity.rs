//! Size and hash of an engine's program. They detect a changed program when a match is resumed.

use std::env;
use std::path::PathBuf;

use serde::Serialize;

use super::player::Player;
use kawari_engine::core::fingerprint::Fingerprint;

/// The identity of a player's program. Files named by its arguments, such as networks, are not
/// included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Identity {
    /// The player's name.
    pub player: String,
    /// The name from the handshake.
    pub id: Option<String>,
    /// Size of the program in bytes, if it can be read.
    pub size: Option<u64>,
    /// Fingerprint of the program's bytes.
    pub hash: Option<String>,
}

impl Identity {
    /// Returns the identity of a player's program. `id` is the name from the handshake.
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

/// Returns the path of a player's program. A bare name is searched for in `PATH`.
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

//! The requests that a module answers: those of the board's server, and these:
//!
//! | name | body | answer |
//! |---|---|---|
//! | `network` | `game`, and a file | `{}`; later searches of the game use the network |
//! | `exceptions` | `game`, and a file | `{}`; later searches of the game use the exceptions |
//! | `new-game` | | `{}`; the tables of searches are cleared |
//! | `mate` | [`MateBody`](kawari_api::mate::MateBody) | [`MateJson`](kawari_api::mate::MateJson) |
//! | `open` | as `position` | `id` of a game that can be played move by move |
//! | `push` | `id`, `usi` | the played move |
//! | `pop` | `id` | `moves`: the move taken back, or none at the start |
//! | `legal` | `id` | `moves`: the legal moves in USI notation |
//! | `state` | `id` | as `position` |
//! | `close` | `id` | `{}` |
//!
//! A module has one search, one thread, and no status. Only the module for games from files
//! answers `rules` and `check`; it has the rules of all games. Only the module `records` answers
//! `import`, `export` and `picture`, and nothing else except `load`: it has all games, without
//! their searches.

use kawari_api::definition::{self, DefinitionRequest};
use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;
use kawari_api::games;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub mod play;
pub mod records;

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request<'a> {
    name: &'a str,
    #[serde(borrow)]
    body: &'a RawValue,
}

impl Request<'_> {
    fn body<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        read(self.body.get().as_bytes())
    }

    /// Loads the game of a definition.
    fn load(&self) -> Result<String, Failure> {
        let DefinitionRequest { text } = self.body()?;
        json(&games::game_json(definition::load(&text)?))
    }

    /// Returns the error for a request that the module does not answer.
    fn unknown<T>(&self) -> Result<T, Failure> {
        let message = format!("unknown request \"{}\"", self.name);
        Err(Failure::new(ErrorCode::NotFound, message))
    }
}

fn read<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T, Failure> {
    serde_json::from_slice(json).map_err(|error| Failure::bad_request(error.to_string()))
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|_| Failure::fault())
}

//! HTTP server of the browser board, for one machine, and the files of its page.
//!
//! Endpoints under `/api/` are `POST` requests with JSON bodies, answered from
//! [`GameState`](kawari_engine::engine::game_state::GameState) and
//! [`Session`](kawari_engine::engine::session::Session). `API.md` lists them; it
//! and the page's TypeScript types are generated from the Rust types by `reference`. The page
//! holds the game and sends all of it with each request. The server stores only idle sessions
//! for later searches. A search belongs to one request and stops when the request ends.
//!
//! - `server`, `guard`, `token`, `limits`: connections, authorization and limits.
//! - `api`: the endpoints; `assets`: the files of the page.
//! - `rejection`, `error_page`: responses that only a server sends. The others are in the crate
//!   `kawari-api`.
//! - `engine_pool`: resources and sessions of searches; `jobs`, `stream`: running searches and
//!   streamed responses; `search`, `analyse`, `draw_offer`: the endpoints that search.
//! - `reference`: generator of the API reference (tests only).

mod analyse;
mod api;
mod assets;
mod draw_offer;
mod engine_pool;
mod error_page;
mod guard;
mod jobs;
mod limits;
#[cfg(test)]
mod reference;
mod rejection;
mod search;
mod server;
mod stream;
mod token;

use kawari_engine::games::variants::Variant;

pub use server::{DEFAULT_PORT, Server, interrupted};

/// Returns the puzzles of the page for a game, as JSON lines. A game from a file has none.
pub fn puzzles(variant: Variant) -> Option<&'static str> {
    let asset = assets::find(&format!("/puzzles/{variant}.jsonl"))?;
    str::from_utf8(asset.bytes).ok()
}

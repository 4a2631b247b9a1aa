//! The board in the browser: a server for one machine, and the page that it serves.
//!
//! `POST` requests with JSON are answered from [`GameState`](kawari_engine::engine::game_state::GameState) and
//! [`Session`](kawari_engine::engine::session::Session); `docs/board.md` has all of them. The page
//! holds the game and sends it whole, so nothing is kept here between two requests but
//! sessions at leisure, and one request is one search, which ends when the request does.
//!
//! - `server`, `guard`, `token`, `limits`: who is let in, and how much anybody may have.
//! - `api`: what is asked for where; `assets`: the files of the page.
//! - `json`, `games`, `failure`, `error_page`: what is answered.
//! - `engine_pool`: places for searches, and their sessions; `jobs`, `stream`: a search that is
//!   followed until nobody listens; `search`, `analyse`, `draw_offer`: what is searched for.
//! - `records`: games in writing.

mod analyse;
mod api;
mod assets;
mod draw_offer;
mod engine_pool;
mod error_page;
mod failure;
mod games;
mod guard;
mod jobs;
mod json;
mod limits;
mod records;
mod search;
mod server;
mod stream;
mod token;

pub use server::{Server, USUAL_PORT, interrupted};

//! The engine: games in progress, searches on their own threads, and their events.

pub mod bench;
pub mod eval_source;
pub mod game_state;
pub mod mate;
pub mod opening_book;
pub mod search_events;
pub mod search_summary;
pub mod session;
pub mod strength;
pub mod tablebase_source;
mod threads;
pub mod training_features;
mod win_search;

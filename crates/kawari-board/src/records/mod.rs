//! Games in and out: the text of files, and what the page has of it.

mod export;
mod import;
mod movetext;

pub use export::export;
pub use import::import;

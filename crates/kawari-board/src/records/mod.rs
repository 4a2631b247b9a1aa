//! Import and export of games as text.

mod export;
mod import;
mod movetext;

pub use export::export;
#[cfg(test)]
pub use export::{ExportJson, ExportRequest};
pub use import::import;
#[cfg(test)]
pub use import::{ImportRequest, ImportedJson};

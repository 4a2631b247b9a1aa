//! Import and export of games as text.

mod export;
mod import;

pub use export::{ExportJson, ExportRequest, export};
pub use import::{ImportRequest, ImportedJson, import};

//! The module `records`: records and pictures of all games.

use kawari_api::failure::Failure;
use kawari_api::picture::PictureRequest;
use kawari_api::records::{export, import};
use kawari_records::records::movetext::MoveBudget;

use super::{Request, json, read};

/// Answers a request.
///
/// # Errors
/// Returns a [`Failure`] if the request is invalid.
pub fn answer(request: &[u8]) -> Result<String, Failure> {
    let request: Request<'_> = read(request)?;
    match request.name {
        "import" => json(&import(&request.body()?, uncancelled())?),
        "export" => json(&export(&request.body()?, uncancelled())?),
        "picture" => json(&request.body::<PictureRequest>()?.picture()?),
        "load" => request.load(),
        _ => request.unknown(),
    }
}

/// Returns the budget of an import or export. The host can end it with the module.
fn uncancelled() -> MoveBudget {
    MoveBudget::new(|| false)
}

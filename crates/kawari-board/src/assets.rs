//! The files of the page, which are compiled into the program.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// URL path: `/` and the path in `page`.
    pub path: &'static str,
    /// Content.
    pub bytes: &'static [u8],
}

/// Every file of `page`, listed by the build script.
pub const ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Returns the file with a URL path.
pub fn find(path: &str) -> Option<&'static Asset> {
    let path = if path == "/" { "/index.html" } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

impl Asset {
    /// Returns the media type for the file's extension.
    pub fn content_type(&self) -> &'static str {
        match self.path.rsplit_once('.').map_or("", |(_, extension)| extension) {
            "html" => "text/html; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "json" => "application/json",
            "jsonl" => "application/jsonl; charset=utf-8",
            "webmanifest" => "application/manifest+json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/x-icon",
            "woff2" => "font/woff2",
            "mp3" => "audio/mpeg",
            "ogg" => "audio/ogg",
            "wav" => "audio/wav",
            "txt" => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_asset_has_a_media_type() {
        for asset in ASSETS {
            assert_ne!(asset.content_type(), "application/octet-stream", "{}", asset.path);
        }
    }

    #[test]
    fn every_game_has_pictures_rules_lessons_and_puzzles() {
        for info in kawari_engine::games::variants::Variant::ALL.iter().map(|game| game.info()) {
            let pictures = info.pictures;
            for style in pictures.styles {
                assert!(find(&format!("/pieces/{}-{style}.css", pictures.game)).is_some());
            }
            assert!(
                [pictures.english, pictures.japanese]
                    .iter()
                    .all(|style| pictures.styles.contains(style))
            );
            let name = info.name;
            for path in [
                format!("/rules/{name}.json"),
                format!("/lessons/{name}.json"),
                format!("/puzzles/{name}.jsonl"),
            ] {
                assert!(find(&path).is_some(), "{path}");
            }
        }
    }
}

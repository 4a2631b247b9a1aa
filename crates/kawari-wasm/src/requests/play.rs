//! The modules that play games.

use kawari_api::definition::{self, DefinitionRequest, GameRulesJson, RulesRequest};
use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;
use kawari_api::games::{GamesJson, LimitsJson};
use kawari_api::request_limits as limits;
use kawari_api::requests::{EmptyRequest, GameRequest, MoveTextRequest, SfenRequest};
use kawari_engine::engine::strength::Level;
use kawari_engine::games::loaded;
use kawari_engine::games::variants::Variant;

use super::{Request, json, read};
use crate::opened_games::OpenedGames;
use crate::searches::Searches;

/// A function that receives the lines of streams.
pub type Emit = fn(&str);

/// State of a module.
pub struct Module {
    games: OpenedGames,
    searches: Searches,
}

/// Returns the game with a name. The module may be without its search.
pub fn known(name: &str) -> Result<Variant, Failure> {
    let known = Variant::KNOWN.iter().find(|variant| variant.info().name == name);
    Ok(known.copied().map_or_else(|| name.parse(), Ok)?)
}

/// Returns the answer without content.
fn done() -> Result<String, Failure> {
    Ok("{}".to_owned())
}

impl Module {
    /// Creates the state. `emit` receives the lines of streams.
    pub fn new(emit: Emit) -> Self {
        Self { games: OpenedGames::default(), searches: Searches::new(emit) }
    }

    /// Answers a request. `file` is the file of requests that have one.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the request is invalid.
    pub fn answer(&mut self, request: &[u8], file: &[u8]) -> Result<String, Failure> {
        let request: Request<'_> = read(request)?;
        let Self { games, searches } = self;
        match request.name {
            "games" => {
                let EmptyRequest {} = request.body()?;
                json(&GamesJson::new(module_limits()))
            }
            "rules" | "check" | "load" if !loaded::CAN_LOAD => {
                let message = "only the module for games from files reads definitions";
                Err(Failure::new(ErrorCode::NotFound, message))
            }
            "rules" => {
                let RulesRequest { game } = request.body()?;
                json(&GameRulesJson::of(known(&game)?))
            }
            "check" => {
                let DefinitionRequest { text } = request.body()?;
                json(&definition::check(&text))
            }
            "load" => request.load(),
            "position" => json(&request.body::<GameRequest>()?.position()?),
            "line" => json(&request.body::<GameRequest>()?.steps()?),
            "word" => json(&request.body::<MoveTextRequest>()?.find()?),
            "sfen" => json(&request.body::<SfenRequest>()?.position()?),
            "search" => searches.search(request.body()?).and_then(|()| done()),
            "analyse" => searches.analyse(request.body()?).and_then(|()| done()),
            "draw" => json(&searches.answer_draw(request.body()?)?),
            "mate" => json(&searches.mate(request.body()?)?),
            "network" => searches.set_network(request.body()?, file).and_then(|()| done()),
            "exceptions" => searches.set_exceptions(request.body()?, file).and_then(|()| done()),
            "new-game" => {
                searches.new_game();
                done()
            }
            "open" => json(&games.open(&request.body::<GameRequest>()?.played()?)?),
            "push" => json(&games.push(&request.body()?)?),
            "pop" => json(&games.pop(&request.body()?)?),
            "legal" => json(&games.legal_moves(&request.body()?)?),
            "state" => json(&games.position(&request.body()?)?),
            "close" => {
                games.close(&request.body()?);
                done()
            }
            _ => request.unknown(),
        }
    }
}

fn module_limits() -> LimitsJson {
    LimitsJson {
        searches: 1,
        lines: limits::LINES,
        total_lines: limits::LINES,
        threads: 1,
        hash: limits::HASH,
        total_hash: limits::HASH,
        moves: limits::MOVES,
        body: limits::RECORDS_BODY,
        import_body: limits::RECORDS_BODY,
        definition: kawari_rules::MAX_BYTES,
        levels: Level::FULL.number(),
        level: Level::DEFAULT_OPPONENT.number(),
    }
}

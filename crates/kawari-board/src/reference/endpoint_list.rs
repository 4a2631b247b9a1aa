//! The endpoints with their types and descriptions.

use super::{Api, Collector};
use crate::api::StatusJson;
use kawari_api::analysis::{AnalyseLineJson, AnalyseRequest};
use kawari_api::definition::{CheckedJson, DefinitionRequest, GameRulesJson, RulesRequest};
use kawari_api::draw_offer::{DrawAnswerJson, DrawRequest};
use kawari_api::failure::Failure;
use kawari_api::game::GameJson;
use kawari_api::games::GamesJson;
use kawari_api::picture::{PictureJson, PictureRequest};
use kawari_api::position::{MoveJson, PositionJson, StepsJson};
use kawari_api::records::{ExportJson, ExportRequest, ImportRequest, ImportedJson};
use kawari_api::requests::{EmptyRequest, GameRequest, MoveTextRequest, SfenRequest};
use kawari_api::search_request::{SearchBody, SearchLineJson};

/// Returns the API. The order of the endpoints is that of the router.
pub fn api() -> Api {
    let mut types = Collector::new();
    let endpoints = vec![
        types.endpoint::<EmptyRequest, GamesJson>(
            "games",
            "Returns the games and the limits of the server.\n\n\
             While the server runs, only `/api/load` changes them.",
        ),
        types.endpoint::<RulesRequest, GameRulesJson>(
            "rules",
            "Returns the rules of a game for players, and its definition.",
        ),
        types.endpoint::<DefinitionRequest, CheckedJson>(
            "check",
            "Checks the definition of a game.\n\n\
             `base` in a definition is the name of a built-in or a loaded game. A definition cannot \
             have the name of a built-in game.",
        ),
        types.endpoint::<DefinitionRequest, GameJson>(
            "load",
            "Loads a game from its definition.\n\n\
             The game can then be used by its name in all requests, until the server ends. A later \
             game with the same name replaces it. The same definition gives the same game. At most \
             200 different definitions can be loaded: `too-many-games`.",
        ),
        types.endpoint::<GameRequest, PositionJson>(
            "position",
            "Returns the position after all moves of a game.",
        ),
        types.endpoint::<GameRequest, StepsJson>(
            "line",
            "Returns every position of a game.\n\n\
             `steps[0]` is the start position, `steps[n]` is the position after `n` moves.",
        ),
        types.endpoint::<MoveTextRequest, MoveJson>(
            "word",
            "Returns the legal move that a person has typed.\n\n\
             The text is in USI or written notation. Blanks and the case of the piece do not \
             matter. The list of captured squares is optional. So is the origin if only one fits. \
             Errors have a `move/` code.",
        ),
        types.endpoint::<SfenRequest, PositionJson>(
            "sfen",
            "Checks a position from the editor and returns it.\n\n\
             The checks are stricter than for the `start` of a game: `sfen/dead-piece`, \
             `sfen/two-pawns` and `sfen/too-many` are errors. `sfen` of the response is the SFEN in \
             its normal form. `outcome` is set if the game is over in this position.",
        ),
        types.endpoint::<PictureRequest, PictureJson>(
            "picture",
            "Draws the position after all moves of a game.\n\n\
             The SVG needs no other file. `kawari draw` writes the same one.",
        ),
        types.stream::<SearchBody, SearchLineJson>(
            "search",
            "Searches a position and streams the progress and the answer.\n\n\
             The response is NDJSON: one JSON object per line. An empty line is sent after every \
             two seconds of silence. The first line is sent immediately, the last one is \
             `bestmove`. Closing the request stops the search; there is no other way to stop it. \
             An `infinite` search sends no `bestmove`, unless the game is already decided: then it \
             is sent immediately.\n\n\
             Four searches run at the same time; a fifth gets the error `busy`. Hash, threads and \
             principal variations are limited for all searches together. If the rest is smaller \
             than the request, the search gets the rest, but at least 1 of each. `started` \
             contains the granted resources.",
        ),
        types.stream::<AnalyseRequest, AnalyseLineJson>(
            "analyse",
            "Analyses every position of a game and streams the results.\n\n\
             The response is NDJSON, as for `/api/search`. Positions are searched from the last to \
             the first, because results of later positions help in earlier ones. An analysis \
             counts as one search. Closing the request stops it.",
        ),
        types.endpoint::<DrawRequest, DrawAnswerJson>(
            "draw",
            "Offers a draw to the engine and returns its answer.\n\n\
             The engine accepts if it is behind by a pawn or a man, if it is not ahead after 40 \
             plies, or if the game is about equal and half-way to a draw by a rule's count of \
             half-moves. An offer counts as one search.",
        ),
        types.endpoint::<ImportRequest, ImportedJson>(
            "import",
            "Reads games from text.\n\n\
             The text contains logs of `kawari match` and `kawari selfplay`, game records with \
             comments and variations, USI positions (`position startpos moves …`, `yari startpos \
             moves …`, or moves alone) and SFENs. At most two imports and exports run at the same \
             time; others wait.",
        ),
        types.endpoint::<ExportRequest, ExportJson>(
            "export",
            "Writes a game as text.\n\n\
             `/api/import` reads every format. `record` keeps comments and variations:\n\n\
             ```text\n\
             [Variant \"yari\"]\n\
             [Black \"You\"]\n\
             [White \"Kawari, level 3\"]\n\
             [Start \"…SFEN, unless it is the game's own start position…\"]\n\
             [Result \"black\"]\n\
             [Reason \"checkmate\"]\n\
             \n\
             {a comment before the game}\n   \
             1. P-4f      2. P-4d {a comment} (2. P-3d   3. P-3f)   3. P-3f\n\
             ```",
        ),
        types.endpoint::<EmptyRequest, StatusJson>(
            "status",
            "Returns the number of running searches.",
        ),
    ];
    types.responses.subschema_for::<Failure>();
    Api { endpoints, definitions: types.definitions() }
}

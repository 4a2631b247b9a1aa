//! What is asked for where.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time;

use super::engine_pool::EnginePool;
use super::failure::Failure;
use super::games::GamesJson;
use super::guard::{self, Guard};
use super::jobs::{JobQueue, run_blocking};
use super::json::{MoveJson, MoveSequence, PositionJson, WalkJson};
use super::records::{export, import};
use super::{analyse, assets, draw_offer, error_page, limits, search};
use kawari_engine::engine::game_state::{self, StartPosition};
use kawari_engine::engine::session;
use kawari_engine::games::variants::Variant;
use kawari_records::move_text;

/// What all requests share.
#[derive(Clone)]
struct AppState {
    guard: Arc<Guard>,
    engine_pool: EnginePool,
    jobs: JobQueue,
}

/// When a request arrived.
#[derive(Clone, Copy)]
struct ArrivalTime(Instant);

/// A game and, where it is asked for, something about it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineRequest {
    game: String,
    start: Option<String>,
    moves: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WordRequest {
    game: String,
    start: Option<String>,
    moves: Option<Vec<String>>,
    word: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SfenRequest {
    game: String,
    sfen: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EmptyBody {}

/// All that the server answers.
pub fn router(guard: Guard) -> Router {
    let engine_pool = EnginePool::new(session::open);
    let shared = AppState { guard: Arc::new(guard), engine_pool, jobs: JobQueue::new() };
    Router::new()
        .route("/api/games", post(games))
        .route("/api/position", post(position))
        .route("/api/line", post(walk))
        .route("/api/word", post(word))
        .route("/api/sfen", post(sfen))
        .route("/api/search", post(run_search))
        .route("/api/analyse", post(run_analysis))
        .route("/api/draw", post(answer_draw))
        .route("/api/import", post(read_records))
        .route("/api/export", post(write_record))
        .route("/api/status", post(status))
        .fallback(get(asset).fallback(unknown_path))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(shared.clone(), authorize))
        .with_state(shared)
}

/// Lets in who may ask, shows a page to people who are refused, and shields every answer.
async fn authorize(State(shared): State<AppState>, request: Request, next: Next) -> Response {
    let arrived = ArrivalTime(Instant::now());
    let (mut head, body) = request.into_parts();
    let navigation = shared.guard.navigation(&head);
    let mut response = match shared.guard.check(&head) {
        Ok(()) => {
            head.extensions.insert(arrived);
            next.run(Request::from_parts(head, body)).await
        }
        Err(failure) => failure.into_response(),
    };
    if let Some(navigation) = navigation
        && let Some(failure) = response.extensions().get()
    {
        response = error_page::page(failure, &navigation);
    }
    guard::add_security_headers(response.headers_mut());
    response
}

async fn asset(uri: Uri) -> Result<Response, Failure> {
    let asset = assets::find(uri.path()).ok_or_else(not_found)?;
    let mut response = Response::new(Body::from(asset.bytes));
    let kind = HeaderValue::from_static(asset.content_type());
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    Ok(response)
}

fn not_found() -> Failure {
    Failure::new(StatusCode::NOT_FOUND, "not-found", "there is nothing at this address")
}

async fn unknown_path() -> Failure {
    not_found()
}

async fn method_not_allowed() -> Failure {
    let message = "what stands under /api/ is asked for with POST, all else with GET";
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
}

/// Reads a request, which may neither be too long nor take too long.
async fn read<T: DeserializeOwned>(request: Request) -> Result<T, Failure> {
    parse(&read_body(request, limits::BODY).await?)
}

/// Reads the body of a request.
async fn read_body(request: Request, most: usize) -> Result<Bytes, Failure> {
    let body = time::timeout(limits::BODY_TIME, axum::body::to_bytes(request.into_body(), most));
    match body.await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(Failure::too_large(most)),
        Err(_) => {
            let message = "the body of the request came too slowly";
            Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "timeout", message))
        }
    }
}

/// Parses the body of a request.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    // A list of values in the right order would be taken for an object, too.
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(Failure::bad_request("the body is no JSON object"));
    }
    serde_json::from_slice(body).map_err(|error| Failure::bad_request(error.to_string()))
}

fn answer(value: &impl Serialize) -> Result<Response, Failure> {
    let body = serde_json::to_vec(value).map_err(|_| Failure::fault())?;
    let mut response = Response::new(Body::from(body));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(response)
}

async fn games(request: Request) -> Result<Response, Failure> {
    let EmptyBody {} = read(request).await?;
    run_blocking(|| answer(&GamesJson::new())).await
}

async fn position(request: Request) -> Result<Response, Failure> {
    let LineRequest { game, start, moves } = read(request).await?;
    let played = MoveSequence::new(&game, start, moves)?;
    run_blocking(move || answer(&PositionJson::after(&played)?)).await
}

async fn walk(request: Request) -> Result<Response, Failure> {
    let LineRequest { game, start, moves } = read(request).await?;
    let played = MoveSequence::new(&game, start, moves)?;
    run_blocking(move || answer(&WalkJson::through(&played)?)).await
}

async fn word(request: Request) -> Result<Response, Failure> {
    let WordRequest { game, start, moves, word } = read(request).await?;
    let played = MoveSequence::new(&game, start, moves)?;
    run_blocking(move || {
        let game_state = played.game_state()?;
        let found = move_text::find(&*game_state, &word);
        let found = found.map_err(|error| Failure::of_move(played.len() + 1, &error))?;
        answer(&MoveJson::from(found))
    })
    .await
}

async fn sfen(request: Request) -> Result<Response, Failure> {
    let SfenRequest { game, sfen } = read(request).await?;
    let variant: Variant = game.parse()?;
    run_blocking(move || {
        let mut game_state = game_state::open(variant);
        game_state.set(StartPosition::Sfen(&sfen), &[])?;
        match game_state.position_defect() {
            Some(flaw) => Err(Failure::from(flaw).with("sfen", sfen)),
            None => answer(&PositionJson::of(&*game_state, None)),
        }
    })
    .await
}

async fn run_search(State(shared): State<AppState>, request: Request) -> Result<Response, Failure> {
    let arrived =
        request.extensions().get().map_or_else(Instant::now, |&ArrivalTime(arrived)| arrived);
    search::run(read(request).await?, &shared.engine_pool, arrived).await
}

async fn run_analysis(
    State(shared): State<AppState>,
    request: Request,
) -> Result<Response, Failure> {
    analyse::run(read(request).await?, &shared.engine_pool).await
}

async fn answer_draw(
    State(shared): State<AppState>,
    request: Request,
) -> Result<Response, Failure> {
    answer(&draw_offer::run(read(request).await?, &shared.engine_pool).await?)
}

async fn read_records(
    State(shared): State<AppState>,
    request: Request,
) -> Result<Response, Failure> {
    let body = read_body(request, limits::RECORDS_BODY).await?;
    shared.jobs.run(move |cancel| answer(&import(&parse(&body)?, cancel)?)).await
}

async fn write_record(
    State(shared): State<AppState>,
    request: Request,
) -> Result<Response, Failure> {
    let body = read_body(request, limits::RECORDS_BODY).await?;
    shared.jobs.run(move |cancel| answer(&export(&parse(&body)?, cancel)?)).await
}

async fn status(State(shared): State<AppState>, request: Request) -> Result<Response, Failure> {
    let EmptyBody {} = read(request).await?;
    answer(&json!({ "searches": shared.engine_pool.running() }))
}

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

use super::desk::Desk;
use super::failure::Failure;
use super::games::GamesJson;
use super::guard::{self, Guard};
use super::json::{MoveJson, Played, PositionJson, WalkJson};
use super::records::{export, import};
use super::work::{JobQueue, aside};
use super::{analyse, assets, draw, limits, refusal, search};
use kawari_engine::engine::line::{self, Start};
use kawari_engine::engine::session;
use kawari_engine::games::variants::Variant;
use kawari_records::move_words;

/// What all requests share.
#[derive(Clone)]
struct Shared {
    guard: Arc<Guard>,
    desk: Desk,
    jobs: JobQueue,
}

/// When a request arrived.
#[derive(Clone, Copy)]
struct Arrived(Instant);

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
struct Nothing {}

/// All that the server answers.
pub fn router(guard: Guard) -> Router {
    let desk = Desk::new(session::open);
    let shared = Shared { guard: Arc::new(guard), desk, jobs: JobQueue::new() };
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
        .fallback(get(asset).fallback(nothing_here))
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(shared.clone(), let_in))
        .with_state(shared)
}

/// Lets in who may ask, shows a page to people who are refused, and shields every answer.
async fn let_in(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let arrived = Arrived(Instant::now());
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
        response = refusal::page(failure, &navigation);
    }
    guard::shield(response.headers_mut());
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

async fn nothing_here() -> Failure {
    not_found()
}

async fn wrong_method() -> Failure {
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
    let Nothing {} = read(request).await?;
    aside(|| answer(&GamesJson::new())).await
}

async fn position(request: Request) -> Result<Response, Failure> {
    let LineRequest { game, start, moves } = read(request).await?;
    let played = Played::new(&game, start, moves)?;
    aside(move || answer(&PositionJson::after(&played)?)).await
}

async fn walk(request: Request) -> Result<Response, Failure> {
    let LineRequest { game, start, moves } = read(request).await?;
    let played = Played::new(&game, start, moves)?;
    aside(move || answer(&WalkJson::through(&played)?)).await
}

async fn word(request: Request) -> Result<Response, Failure> {
    let WordRequest { game, start, moves, word } = read(request).await?;
    let played = Played::new(&game, start, moves)?;
    aside(move || {
        let line = played.line()?;
        let found = move_words::find(&*line, &word);
        let found = found.map_err(|error| Failure::of_move(played.len() + 1, &error))?;
        answer(&MoveJson::from(found))
    })
    .await
}

async fn sfen(request: Request) -> Result<Response, Failure> {
    let SfenRequest { game, sfen } = read(request).await?;
    let variant: Variant = game.parse()?;
    aside(move || {
        let mut line = line::open(variant);
        line.set(Start::Sfen(&sfen), &[])?;
        match line.flaw() {
            Some(flaw) => Err(Failure::from(flaw).with("sfen", sfen)),
            None => answer(&PositionJson::of(&*line, None)),
        }
    })
    .await
}

async fn run_search(State(shared): State<Shared>, request: Request) -> Result<Response, Failure> {
    let arrived = request.extensions().get().map_or_else(Instant::now, |&Arrived(arrived)| arrived);
    search::run(read(request).await?, &shared.desk, arrived).await
}

async fn run_analysis(State(shared): State<Shared>, request: Request) -> Result<Response, Failure> {
    analyse::run(read(request).await?, &shared.desk).await
}

async fn answer_draw(State(shared): State<Shared>, request: Request) -> Result<Response, Failure> {
    answer(&draw::run(read(request).await?, &shared.desk).await?)
}

async fn read_records(State(shared): State<Shared>, request: Request) -> Result<Response, Failure> {
    let body = read_body(request, limits::RECORDS_BODY).await?;
    shared.jobs.run(move |cancel| answer(&import(&parse(&body)?, cancel)?)).await
}

async fn write_record(State(shared): State<Shared>, request: Request) -> Result<Response, Failure> {
    let body = read_body(request, limits::RECORDS_BODY).await?;
    shared.jobs.run(move |cancel| answer(&export(&parse(&body)?, cancel)?)).await
}

async fn status(State(shared): State<Shared>, request: Request) -> Result<Response, Failure> {
    let Nothing {} = read(request).await?;
    answer(&json!({ "searches": shared.desk.running() }))
}

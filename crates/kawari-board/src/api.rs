//! The endpoints of the API and the files of the page.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::time;

use super::engine_pool::EnginePool;
use super::guard::{self, Guard};
use super::jobs::{JobQueue, run_blocking};
use super::rejection::Rejection;
use super::{analyse, assets, draw_offer, error_page, limits, search};
use kawari_api::definition::{self, DefinitionRequest, GameRulesJson, RulesRequest};
use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;
use kawari_api::games::{self, GamesJson};
use kawari_api::picture::PictureRequest;
use kawari_api::records::{export, import};
use kawari_api::requests::{EmptyRequest, GameRequest, MoveTextRequest, SfenRequest};
use kawari_engine::engine::session;
use kawari_engine::games::variants::Variant;

/// State shared by all requests.
#[derive(Clone)]
struct AppState {
    guard: Arc<Guard>,
    engine_pool: EnginePool,
    jobs: JobQueue,
}

/// Arrival time of a request.
#[derive(Clone, Copy)]
struct ArrivalTime(Instant);

/// State of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StatusJson {
    /// Number of running searches.
    searches: usize,
}

/// Creates the router of the server.
pub fn router(guard: Guard) -> Router {
    let engine_pool = EnginePool::new(session::open);
    let shared = AppState { guard: Arc::new(guard), engine_pool, jobs: JobQueue::new() };
    endpoints()
        .into_iter()
        .fold(Router::new(), |router, (path, handler)| router.route(path, handler))
        .fallback(get(asset).fallback(unknown_path))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(shared.clone(), authorize))
        .with_state(shared)
}

/// Returns the paths and handlers of the API. `reference` describes them.
fn endpoints() -> [(&'static str, MethodRouter<AppState>); 15] {
    [
        ("/api/games", post(list_games)),
        ("/api/rules", post(rules)),
        ("/api/check", post(check_definition)),
        ("/api/load", post(load_definition)),
        ("/api/position", post(position)),
        ("/api/line", post(steps)),
        ("/api/word", post(find_move)),
        ("/api/sfen", post(check_sfen)),
        ("/api/picture", post(picture)),
        ("/api/search", post(run_search)),
        ("/api/analyse", post(run_analysis)),
        ("/api/draw", post(answer_draw)),
        ("/api/import", post(read_records)),
        ("/api/export", post(write_record)),
        ("/api/status", post(status)),
    ]
}

/// Returns the paths of the API.
#[cfg(test)]
pub fn paths() -> [&'static str; 15] {
    endpoints().map(|(path, _)| path)
}

/// Rejects unauthorized requests, replaces errors of a navigation with an HTML page, and adds
/// the security headers to every response.
async fn authorize(State(shared): State<AppState>, request: Request, next: Next) -> Response {
    let arrived = ArrivalTime(Instant::now());
    let (mut head, body) = request.into_parts();
    let navigation = shared.guard.navigation(&head);
    let mut response = match shared.guard.check(&head) {
        Ok(()) => {
            head.extensions.insert(arrived);
            next.run(Request::from_parts(head, body)).await
        }
        Err(failure) => Rejection(failure).into_response(),
    };
    if let Some(navigation) = navigation
        && let Some(failure) = response.extensions().get()
    {
        response = error_page::page(failure, &navigation);
    }
    guard::add_security_headers(response.headers_mut());
    response
}

/// Returns the opening book of a built-in game for a path such as `/books/yari.book`.
fn built_in_book(path: &str) -> Option<&'static [u8]> {
    let name = path.strip_prefix("/books/")?.strip_suffix(".book")?;
    let variant = Variant::ALL.iter().find(|variant| variant.info().name == name)?;
    variant.files().book
}

async fn asset(uri: Uri) -> Result<Response, Rejection> {
    if let Some(book) = built_in_book(uri.path()) {
        return Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], book).into_response());
    }
    let asset = assets::find(uri.path()).ok_or_else(|| Rejection(not_found()))?;
    let mut response = Response::new(Body::from(asset.bytes));
    let kind = HeaderValue::from_static(asset.content_type());
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    Ok(response)
}

fn not_found() -> Failure {
    Failure::new(ErrorCode::NotFound, "no such endpoint or file")
}

async fn unknown_path() -> Rejection {
    Rejection(not_found())
}

async fn method_not_allowed() -> Rejection {
    let message = "paths under /api/ require POST; all others require GET";
    Rejection(Failure::new(ErrorCode::Method, message))
}

/// Reads and parses a request of at most [`limits::BODY`] bytes.
async fn read<T: DeserializeOwned>(request: Request) -> Result<T, Failure> {
    parse(&read_body(request, limits::BODY).await?)
}

/// Reads the body of a request. Rejects bodies of more than `max` bytes and slow clients.
async fn read_body(request: Request, max: usize) -> Result<Bytes, Failure> {
    let body = time::timeout(limits::BODY_TIME, axum::body::to_bytes(request.into_body(), max));
    match body.await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(Failure::too_large(max)),
        Err(_) => {
            let seconds = limits::BODY_TIME.as_secs();
            let message = format!("request body not received within {seconds} seconds");
            Err(Failure::new(ErrorCode::Timeout, message))
        }
    }
}

/// Parses the body of a request as a JSON object.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    // serde also accepts an array with the values of a struct's fields.
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(Failure::bad_request("request body is not a JSON object"));
    }
    serde_json::from_slice(body).map_err(|error| Failure::bad_request(error.to_string()))
}

/// Creates a JSON response.
fn json_response(value: &impl Serialize) -> Result<Response, Failure> {
    let body = serde_json::to_vec(value).map_err(|_| Failure::fault())?;
    let mut response = Response::new(Body::from(body));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(response)
}

async fn list_games(request: Request) -> Result<Response, Rejection> {
    let EmptyRequest {} = read(request).await?;
    Ok(run_blocking(|| json_response(&GamesJson::new(limits::json()))).await?)
}

async fn rules(request: Request) -> Result<Response, Rejection> {
    let RulesRequest { game } = read(request).await?;
    let variant: Variant = game.parse().map_err(Failure::from)?;
    Ok(run_blocking(move || json_response(&GameRulesJson::of(variant))).await?)
}

async fn check_definition(request: Request) -> Result<Response, Rejection> {
    let DefinitionRequest { text } = read(request).await?;
    Ok(run_blocking(move || json_response(&definition::check(&text))).await?)
}

async fn load_definition(request: Request) -> Result<Response, Rejection> {
    let DefinitionRequest { text } = read(request).await?;
    Ok(run_blocking(move || json_response(&games::game_json(definition::load(&text)?))).await?)
}

async fn position(request: Request) -> Result<Response, Rejection> {
    let request: GameRequest = read(request).await?;
    Ok(run_blocking(move || json_response(&request.position()?)).await?)
}

async fn steps(request: Request) -> Result<Response, Rejection> {
    let request: GameRequest = read(request).await?;
    Ok(run_blocking(move || json_response(&request.steps()?)).await?)
}

async fn find_move(request: Request) -> Result<Response, Rejection> {
    let request: MoveTextRequest = read(request).await?;
    Ok(run_blocking(move || json_response(&request.find()?)).await?)
}

async fn check_sfen(request: Request) -> Result<Response, Rejection> {
    let request: SfenRequest = read(request).await?;
    Ok(run_blocking(move || json_response(&request.position()?)).await?)
}

async fn picture(request: Request) -> Result<Response, Rejection> {
    let request: PictureRequest = read(request).await?;
    Ok(run_blocking(move || json_response(&request.picture()?)).await?)
}

async fn run_search(
    State(shared): State<AppState>,
    request: Request,
) -> Result<Response, Rejection> {
    let arrived =
        request.extensions().get().map_or_else(Instant::now, |&ArrivalTime(arrived)| arrived);
    Ok(search::run(read(request).await?, &shared.engine_pool, arrived).await?)
}

async fn run_analysis(
    State(shared): State<AppState>,
    request: Request,
) -> Result<Response, Rejection> {
    Ok(analyse::run(read(request).await?, &shared.engine_pool).await?)
}

async fn answer_draw(
    State(shared): State<AppState>,
    request: Request,
) -> Result<Response, Rejection> {
    Ok(json_response(&draw_offer::run(read(request).await?, &shared.engine_pool).await?)?)
}

async fn read_records(
    State(shared): State<AppState>,
    request: Request,
) -> Result<Response, Rejection> {
    let body = read_body(request, limits::RECORDS_BODY).await?;
    Ok(shared
        .jobs
        .run(move |cancel| json_response(&import(&parse(&body)?, cancel.budget())?))
        .await?)
}

async fn write_record(
    State(shared): State<AppState>,
    request: Request,
) -> Result<Response, Rejection> {
    let body = read_body(request, limits::RECORDS_BODY).await?;
    Ok(shared
        .jobs
        .run(move |cancel| json_response(&export(&parse(&body)?, cancel.budget())?))
        .await?)
}

async fn status(State(shared): State<AppState>, request: Request) -> Result<Response, Rejection> {
    let EmptyRequest {} = read(request).await?;
    Ok(json_response(&StatusJson { searches: shared.engine_pool.running() })?)
}

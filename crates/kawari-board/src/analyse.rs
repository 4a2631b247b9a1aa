//! A whole game, position by position, from the last one to the first: what was learned
//! at the end helps before it.

use std::time::Instant;

use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::desk::{Desk, Seat};
use super::failure::Failure;
use super::json::{MoveJson, OutcomeJson, Played};
use super::search::{LimitsRequest, share};
use super::stream::{Lines, lines};
use super::work::{Writer, aside, follow};
use kawari_engine::core::color::Color;
use kawari_engine::core::score::{self, Score};
use kawari_engine::engine::report::{Answer, Info};
use kawari_engine::engine::session::{GoError, Order};
use kawari_records::game_log::LoggedScore;

/// What a request for an analysis says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    game: String,
    start: Option<String>,
    moves: Option<Vec<String>>,
    limits: LimitsRequest,
    hash: Option<usize>,
    threads: Option<usize>,
}

/// What was found in one position.
#[derive(Debug, Serialize)]
struct FoundJson {
    #[serde(rename = "type")]
    kind: &'static str,
    ply: usize,
    done: usize,
    score: Option<LoggedScore>,
    best: Option<MoveJson>,
    pv: Vec<String>,
    record: Vec<String>,
    depth: u32,
    nodes: u64,
    time: u128,
    outcome: Option<OutcomeJson>,
}

/// Answers a request for an analysis.
///
/// # Errors
/// When the request makes no sense, or there is no place for a search.
pub async fn run(request: AnalyseRequest, desk: &Desk) -> Result<Response, Failure> {
    let limits = request.limits;
    if !limits.is_bound() || limits.is_of_a_game() {
        let wanted = "`limits` has to say how far each position is searched: by `depth`, `nodes` or `movetime`";
        return Err(Failure::bad_request(wanted));
    }
    let played = Played::new(&request.game, request.start, request.moves)?;
    let place = desk.place(share(request.hash, request.threads, None))?;
    let (seat, played) = aside(move || {
        played.line()?;
        Ok((place.seat(played.variant)?, played))
    })
    .await?;
    let (lines, response) = lines();
    lines.send(&json!({
        "type": "started",
        "hash": seat.share().hash,
        "threads": seat.share().threads,
        "positions": played.len() + 1,
    }));
    tokio::spawn(async move {
        let mut analysis = Analysis { seat, played, limits, lines };
        if let Err(error) = analysis.go_through().await {
            log::error!("an analysis: {error}");
        }
        tokio::task::spawn_blocking(move || drop(analysis));
    });
    Ok(response)
}

struct Analysis {
    seat: Seat,
    played: Played,
    limits: LimitsRequest,
    lines: Lines,
}

impl Analysis {
    async fn go_through(&mut self) -> Result<(), GoError> {
        let start = Instant::now();
        let positions = self.played.len() + 1;
        for (done, ply) in (1..).zip((0..positions).rev()) {
            // It was played through before.
            if self.played.set_to(self.seat.session().line_mut(), ply).is_err() {
                return Ok(());
            }
            let Some(found) = self.look(ply, done).await? else { return Ok(()) };
            self.lines.send(&found);
        }
        let time = start.elapsed().as_millis();
        self.lines.send(&json!({ "type": "done", "positions": positions, "time": time }));
        Ok(())
    }

    /// Searches the session's position; `None` when nobody listens any more.
    async fn look(&mut self, ply: usize, done: usize) -> Result<Option<FoundJson>, GoError> {
        let variant = self.seat.variant();
        let line = self.seat.session().line();
        let (color, outcome) = (line.side_to_move(), line.status());
        let mut writer = Writer::new(variant, line);
        let mut found = FoundJson {
            kind: "position",
            ply,
            done,
            score: None,
            best: None,
            pv: Vec::new(),
            record: Vec::new(),
            depth: 0,
            nodes: 0,
            time: 0,
            outcome: outcome.map(Into::into),
        };
        if outcome.is_some() {
            return Ok(Some(found));
        }
        let limits = self.limits.for_search(color, 0);
        let order = Order { limits, ..Order::default() };
        let mut last: Option<Info> = None;
        let heard = |info| last = Some(info);
        let Some(answer) = follow(&mut self.seat, &order, &self.lines, heard).await? else {
            return Ok(None);
        };
        match answer {
            Answer::Move { best, .. } => {
                let best = self.seat.session().line().describe(&best);
                found.best = best.ok().map(Into::into);
            }
            // It may be declared won here and now.
            Answer::Win => found.score = Some(for_black(score::mate_in(1), color).into()),
            Answer::Resign => {}
        }
        if let Some(info) = last {
            found.score = Some(for_black(info.score, color).into());
            found.record = writer.record(&info.pv);
            found.pv = info.pv;
            (found.depth, found.nodes) = (info.depth, info.nodes);
            found.time = info.time.as_millis();
        }
        Ok(Some(found))
    }
}

/// A score of the side to move as Black sees it.
fn for_black(score: Score, to_move: Color) -> Score {
    match to_move {
        Color::Black => score,
        Color::White => -score,
    }
}

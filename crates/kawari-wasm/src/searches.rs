//! Searches of a module. They run on the calling thread, so that there is one at a time.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use kawari_api::analysis::{
    AnalyseDoneJson, AnalyseLineJson, AnalyseRequest, AnalyseStartedJson, PositionAnalysis,
};
use kawari_api::definition::RulesRequest;
use kawari_api::draw_offer::{DrawAnswerJson, DrawRequest};
use kawari_api::error_code::ErrorCode;
use kawari_api::failure::Failure;
use kawari_api::mate::{MateBody, MateJson};
use kawari_api::request_limits as limits;
use kawari_api::search::{BestMoveJson, FaultJson, InfoJson, RecordWriter};
use kawari_api::search_request::{SearchBody, SearchLineJson, SearchStartedJson};
use kawari_engine::core::platform::Instant;
use kawari_engine::engine::eval_source::EvalSource;
use kawari_engine::engine::search_events::{SearchAnswer, SearchEvent, SearchInfo};
use kawari_engine::engine::session::{self, SearchRequest, Session, Settings};
use kawari_engine::engine::tablebase_source::TablebaseSource;
use kawari_engine::games::variants::Variant;
use serde::Serialize;

use crate::requests::play::{Emit, known};

/// The session of the latest search, and the files of games.
pub struct Searches {
    emit: Emit,
    session: Option<(Variant, Box<dyn Session>)>,
    networks: BTreeMap<&'static str, Arc<[u8]>>,
    exceptions: BTreeMap<&'static str, &'static [u8]>,
}

/// Resources of a search.
struct Resources {
    hash: usize,
    multipv: usize,
}

impl Searches {
    /// Creates the state without a session. `emit` receives the lines of streams.
    pub fn new(emit: Emit) -> Self {
        Self { emit, session: None, networks: BTreeMap::new(), exceptions: BTreeMap::new() }
    }

    /// Stores the network of a game for later searches. A wrong file is an error of the search.
    pub fn set_network(&mut self, request: RulesRequest, file: &[u8]) -> Result<(), Failure> {
        self.networks.insert(known(&request.game)?.info().name, file.into());
        self.session = None;
        Ok(())
    }

    /// Stores the endgame exceptions of a game for later searches. They are never freed.
    pub fn set_exceptions(&mut self, request: RulesRequest, file: &[u8]) -> Result<(), Failure> {
        let variant: Variant = request.game.parse()?;
        self.exceptions.insert(variant.info().name, Box::leak(file.into()));
        self.session = None;
        Ok(())
    }

    /// Clears the tables of searches.
    pub fn new_game(&mut self) {
        if let Some((_, session)) = &mut self.session {
            session.new_game();
        }
    }

    /// Returns the session of a game: that of the last search, or a new one.
    fn session(
        &mut self,
        variant: Variant,
        Resources { hash, multipv }: Resources,
    ) -> Result<&mut dyn Session, Failure> {
        let hash = hash.clamp(1, limits::HASH);
        let settings = Settings { hash, multi_pv: multipv, ..Settings::default() };
        // The old table is freed before the new one is allocated.
        let kept = self
            .session
            .take()
            .filter(|(game, session)| *game == variant && session.settings().hash == settings.hash);
        let session = match kept {
            Some((_, mut session)) => {
                session.set_settings(settings)?;
                session
            }
            None => self.new_session(variant, settings)?,
        };
        let (_, session) = self.session.insert((variant, session));
        Ok(&mut **session)
    }

    fn new_session(
        &self,
        variant: Variant,
        settings: Settings,
    ) -> Result<Box<dyn Session>, Failure> {
        let mut session = session::open(variant, settings)?;
        let info = variant.info();
        let evaluated_as = info.evaluated_as.unwrap_or(info);
        let wrong = |error: String| Failure::new(ErrorCode::BadRequest, error);
        if let Some(network) = self.networks.get(evaluated_as.name) {
            let source = EvalSource::Bytes(Arc::clone(network));
            session.set_evaluation(&source).map_err(|error| wrong(error.to_string()))?;
        }
        if let Some(exceptions) = self.exceptions.get(info.name) {
            let source = TablebaseSource::Exceptions(exceptions);
            session.set_tablebase(&source).map_err(|error| wrong(error.to_string()))?;
        }
        Ok(session)
    }

    /// Runs a search and emits its progress and answer.
    pub fn search(&mut self, request: SearchBody) -> Result<(), Failure> {
        let start = Instant::now();
        let emit = self.emit;
        let search = request.check()?;
        search.check_moves()?;
        let resources = Resources { hash: search.hash, multipv: search.multipv };
        let session = self.session(search.played.variant, resources)?;
        let elapsed = move || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let request = search.set_session(session, elapsed)?;
        send(
            emit,
            &SearchLineJson::Started(SearchStartedJson {
                hash: session.settings().hash,
                threads: 1,
                multipv: search.multipv,
                level: search.level.number(),
            }),
        );
        let clock = search.clock(session.game_state());
        let mut writer = RecordWriter::new(session.game_state());
        let answer = run::<SearchLineJson>(session, &request, emit, move |info| {
            send(emit, &SearchLineJson::Info(InfoJson::new(info, &mut writer)));
        })?;
        let mut last = BestMoveJson::new(session.game_state_mut(), &answer);
        last.elapsed = elapsed();
        last.clock = clock.map(|clock| clock.after(last.elapsed));
        send(emit, &SearchLineJson::BestMove(Box::new(last)));
        Ok(())
    }

    /// Analyses a game and emits the results.
    pub fn analyse(&mut self, request: AnalyseRequest) -> Result<(), Failure> {
        let start = Instant::now();
        let emit = self.emit;
        let analysis = request.check()?;
        analysis.played.game_state()?;
        let resources = Resources { hash: analysis.hash, multipv: 1 };
        let session = self.session(analysis.played.variant, resources)?;
        let positions = analysis.positions();
        let hash = session.settings().hash;
        send(emit, &AnalyseLineJson::Started(AnalyseStartedJson { hash, threads: 1, positions }));
        for step in analysis.order() {
            analysis.played.set_to(session.game_state_mut(), step.0)?;
            let position = PositionAnalysis::new(session.game_state(), step);
            let analysed = match position.request(&analysis) {
                None => position.finish(session.game_state(), None),
                Some(request) => {
                    let position = Arc::new(Mutex::new(Some(position)));
                    let searched = Arc::clone(&position);
                    let answer = run::<AnalyseLineJson>(session, &request, emit, move |info| {
                        if let Some(position) = lock(&searched).as_mut() {
                            position.on_info(info);
                        }
                    })?;
                    let position = lock(&position).take().ok_or_else(Failure::fault)?;
                    position.finish(session.game_state(), Some(answer))
                }
            };
            send(emit, &AnalyseLineJson::Position(Box::new(analysed)));
        }
        let time = start.elapsed().as_millis();
        send(emit, &AnalyseLineJson::Done(AnalyseDoneJson { positions, time }));
        Ok(())
    }

    /// Answers a draw offer.
    pub fn answer_draw(&mut self, request: DrawRequest) -> Result<DrawAnswerJson, Failure> {
        let offer = request.check()?;
        offer.played.game_state()?;
        let resources = Resources { hash: limits::DEFAULT_HASH, multipv: 1 };
        DrawAnswerJson::of(self.session(offer.played.variant, resources)?, &offer)
    }

    /// Searches for a mate.
    pub fn mate(&mut self, request: MateBody) -> Result<MateJson, Failure> {
        let played = request.played()?;
        played.game_state()?;
        let resources = Resources { hash: limits::DEFAULT_HASH, multipv: 1 };
        let session = self.session(played.variant, resources)?;
        played.set_to(session.game_state_mut(), played.len())?;
        MateJson::of(session, &request)
    }
}

/// Runs a search to its end. Emits its faults, and passes its progress on.
fn run<L: Serialize + From<FaultJson>>(
    session: &mut dyn Session,
    request: &SearchRequest,
    emit: Emit,
    mut on_info: impl FnMut(SearchInfo) + Send + 'static,
) -> Result<SearchAnswer, Failure> {
    let answer = Arc::new(Mutex::new(None));
    let found = Arc::clone(&answer);
    let report = move |event| match event {
        SearchEvent::Info(info) => on_info(info),
        SearchEvent::Spent(_) => {}
        SearchEvent::Fault(message) => send(emit, &L::from(FaultJson { message })),
        SearchEvent::Done(answer) => *lock(&found) = Some(answer),
    };
    session.go(request, Box::new(report))?;
    session.wait();
    let answer = lock(&answer).take();
    answer.ok_or_else(Failure::fault)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn send(emit: Emit, line: &impl Serialize) {
    if let Ok(line) = serde_json::to_string(line) {
        emit(&line);
    }
}

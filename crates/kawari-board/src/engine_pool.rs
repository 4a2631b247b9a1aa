//! The engines: who searches now, what that takes, and the sessions that wait for the
//! next search with what they have learned.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::failure::Failure;
use super::limits;
use kawari_engine::engine::session::{Session, SessionOpener, Settings};
use kawari_engine::games::variants::Variant;

/// What a search asks for and may get less of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Transposition table, in MiB.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// Principal variations.
    pub lines: usize,
}

/// The engines of the server.
#[derive(Clone)]
pub struct EnginePool {
    state: Arc<Mutex<PoolState>>,
    open: SessionOpener,
}

#[derive(Default)]
struct PoolState {
    running: Vec<Resources>,
    /// The one that has waited longest comes first.
    idle: Vec<IdleSession>,
}

struct IdleSession {
    variant: Variant,
    session: Box<dyn Session>,
}

impl IdleSession {
    fn hash(&self) -> usize {
        self.session.settings().hash
    }
}

impl PoolState {
    fn total(&self, part: impl Fn(&Resources) -> usize) -> usize {
        self.running.iter().map(part).sum()
    }

    /// As much of what is asked for as the others have left, but at least one of each.
    fn grant(&self, requested: Resources) -> Resources {
        let rest = |most: usize, taken: usize, requested: usize| {
            requested.min(most.saturating_sub(taken)).max(1)
        };
        let hash = requested.hash.min(limits::HASH);
        let lines = requested.lines.min(limits::LINES);
        Resources {
            hash: rest(limits::TOTAL_HASH, self.total(|resources| resources.hash), hash),
            threads: rest(
                limits::total_threads(),
                self.total(|resources| resources.threads),
                requested.threads,
            ),
            lines: rest(limits::TOTAL_LINES, self.total(|resources| resources.lines), lines),
        }
    }

    /// The session that is best prepared for a search, if there is one of its game.
    fn take(&mut self, variant: Variant, hash: usize) -> Option<IdleSession> {
        let of_game = |idle: &IdleSession| idle.variant == variant;
        let fits = |idle: &IdleSession| of_game(idle) && idle.hash() == hash;
        let permit = self.idle.iter().rposition(fits);
        let permit = permit.or_else(|| self.idle.iter().rposition(of_game))?;
        Some(self.idle.remove(permit))
    }

    /// Strikes a search from those that run.
    fn remove_running(&mut self, resources: Resources) {
        if let Some(at) = self.running.iter().position(|&running| running == resources) {
            self.running.swap_remove(at);
        }
    }

    /// The idle sessions that have to go: too many, or too much memory with what runs.
    fn take_surplus(&mut self) -> Vec<IdleSession> {
        let running = self.total(|resources| resources.hash);
        let mut removed = Vec::new();
        while !self.idle.is_empty()
            && (self.idle.len() > limits::SEARCHES
                || running + self.idle.iter().map(IdleSession::hash).sum::<usize>()
                    > limits::TOTAL_HASH)
        {
            removed.push(self.idle.remove(0));
        }
        removed
    }
}

impl EnginePool {
    /// A desk that opens sessions so.
    pub fn new(open: SessionOpener) -> Self {
        Self { state: Arc::default(), open }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many searches run.
    pub fn running(&self) -> usize {
        self.state().running.len()
    }

    /// A place for a search, if there is one.
    ///
    /// # Errors
    /// When as many run as may.
    pub fn acquire(&self, requested: Resources) -> Result<Permit, Failure> {
        let mut state = self.state();
        if state.running.len() >= limits::SEARCHES {
            return Err(Failure::busy());
        }
        let resources = state.grant(requested);
        state.running.push(resources);
        Ok(Permit { engine_pool: self.clone(), resources, is_given_back: false })
    }
}

/// The right to one search, given back when it goes.
pub struct Permit {
    engine_pool: EnginePool,
    resources: Resources,
    is_given_back: bool,
}

impl Permit {
    /// Gives the place a session of a game; one that has searched the game before, if it
    /// is at leisure, else one that is opened. May take its time, for the memory.
    ///
    /// # Errors
    /// When there is no room for the transposition table.
    pub fn lease(self, variant: Variant) -> Result<Lease, Failure> {
        let Resources { hash, threads, lines } = self.resources;
        let (idle, removed) = {
            let mut state = self.engine_pool.state();
            // What runs counts this place already.
            let idle = state.take(variant, hash);
            (idle, state.take_surplus())
        };
        drop(removed);
        let settings = Settings { hash, threads, multi_pv: lines, ..Settings::default() };
        let session = match idle {
            Some(IdleSession { mut session, .. }) => {
                session.set_settings(settings)?;
                session
            }
            None => (self.engine_pool.open)(variant, settings)?,
        };
        Ok(Lease { permit: self, variant, session: Some(session) })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if !self.is_given_back {
            self.engine_pool.state().remove_running(self.resources);
        }
    }
}

/// A session at work. When it goes, its search ends, and it waits for the next one.
pub struct Lease {
    permit: Permit,
    variant: Variant,
    /// There until it goes.
    session: Option<Box<dyn Session>>,
}

impl Lease {
    /// What was granted.
    pub fn resources(&self) -> Resources {
        self.permit.resources
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The session.
    ///
    /// # Panics
    /// Never: it is there until the seat goes.
    #[expect(clippy::expect_used, reason = "it is there until the seat goes")]
    pub fn session(&mut self) -> &mut dyn Session {
        &mut **self.session.as_mut().expect("a session")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(mut session) = self.session.take() {
            session.stop();
            session.wait();
            self.permit.is_given_back = true;
            let removed = {
                let mut state = self.permit.engine_pool.state();
                // Its table is counted once: with those that run, or with the idle ones.
                state.remove_running(self.permit.resources);
                state.idle.push(IdleSession { variant: self.variant, session });
                state.take_surplus()
            };
            drop(removed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::session;
    use kawari_engine::games::hasami::Hasami;

    const ASKED: Resources = Resources { hash: 1, threads: 1, lines: 1 };

    /// Which game is played does not matter to it.
    fn engine_pool() -> EnginePool {
        EnginePool::new(|_, settings| session::open_game::<Hasami>(settings))
    }

    #[test]
    fn there_are_four_places_and_each_is_given_back() {
        let engine_pool = engine_pool();
        let mut places: Vec<Permit> = (0..limits::SEARCHES)
            .map(|_| engine_pool.acquire(ASKED).map_err(|_| "no place").expect("a place"))
            .collect();
        assert_eq!(engine_pool.acquire(ASKED).err(), Some(Failure::busy()));
        places.pop();
        assert_eq!(engine_pool.running(), limits::SEARCHES - 1);
        assert!(engine_pool.acquire(ASKED).is_ok());
        drop(places);
        assert_eq!(engine_pool.running(), 0);
    }

    #[test]
    fn all_searches_together_get_no_more_than_there_is() {
        let engine_pool = engine_pool();
        let all = Resources { hash: 4096, threads: 1024, lines: 500 };
        let places: Vec<Permit> =
            (0..limits::SEARCHES).map_while(|_| engine_pool.acquire(all).ok()).collect();
        let granted = |part: fn(&Resources) -> usize| -> Vec<usize> {
            places.iter().map(|permit| part(&permit.resources)).collect()
        };
        assert_eq!(granted(|resources| resources.hash), [256, 256, 1, 1]);
        assert_eq!(granted(|resources| resources.lines), [5, 5, 2, 1]);
        let threads = granted(|resources| resources.threads);
        assert_eq!(threads[0], limits::total_threads());
        assert_eq!(threads[1..], [1, 1, 1]);
    }

    #[test]
    fn a_session_is_kept_for_the_next_search_of_its_game() {
        let engine_pool = engine_pool();
        let lease = |variant| {
            let permit = engine_pool.acquire(ASKED).map_err(|_| "no place").expect("a place");
            permit.lease(variant).map_err(|_| "no seat").expect("a seat")
        };
        drop(lease(Variant::Yari));
        drop(lease(Variant::Hajiku));
        let known = |engine_pool: &EnginePool| -> Vec<Variant> {
            engine_pool.state().idle.iter().map(|idle| idle.variant).collect()
        };
        assert_eq!(known(&engine_pool), [Variant::Yari, Variant::Hajiku]);
        let yari = lease(Variant::Yari);
        assert_eq!(known(&engine_pool), [Variant::Hajiku]);
        drop(yari);
        Variant::ALL.iter().for_each(|&variant| drop(lease(variant)));
        assert_eq!(known(&engine_pool).len(), limits::SEARCHES);
        assert_eq!(engine_pool.running(), 0);
    }
}

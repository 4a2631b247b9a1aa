//! Resources of running searches, and idle sessions. An idle session keeps its transposition
//! table for the next search of its game.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::limits;
use kawari_api::failure::Failure;
use kawari_engine::engine::session::{Session, SessionOpener, Settings};
use kawari_engine::games::variants::Variant;

/// Resources of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Transposition table size, in MiB.
    pub hash: usize,
    /// Number of threads.
    pub threads: usize,
    /// Number of principal variations.
    pub lines: usize,
}

/// The engine sessions of the server and their resources.
#[derive(Clone)]
pub struct EnginePool {
    state: Arc<Mutex<PoolState>>,
    open: SessionOpener,
}

#[derive(Default)]
struct PoolState {
    /// Resources of running searches.
    running: Vec<Resources>,
    /// Idle sessions, longest idle first.
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
    /// Returns the sum of one resource over the running searches.
    fn total(&self, part: impl Fn(&Resources) -> usize) -> usize {
        self.running.iter().map(part).sum()
    }

    /// Returns the part of the requested resources that is available, but at least 1 of each.
    fn grant(&self, requested: Resources) -> Resources {
        let grant = |limit: usize, used: usize, requested: usize| {
            requested.min(limit.saturating_sub(used)).max(1)
        };
        let hash = requested.hash.min(limits::HASH);
        let lines = requested.lines.min(limits::LINES);
        Resources {
            hash: grant(limits::TOTAL_HASH, self.total(|resources| resources.hash), hash),
            threads: grant(
                limits::total_threads(),
                self.total(|resources| resources.threads),
                requested.threads,
            ),
            lines: grant(limits::TOTAL_LINES, self.total(|resources| resources.lines), lines),
        }
    }

    /// Takes the most recently used session of a game. Prefers one whose transposition table
    /// has the requested size.
    fn take(&mut self, variant: Variant, hash: usize) -> Option<IdleSession> {
        let of_game = |idle: &IdleSession| idle.variant == variant;
        let fits = |idle: &IdleSession| of_game(idle) && idle.hash() == hash;
        let index = self.idle.iter().rposition(fits);
        let index = index.or_else(|| self.idle.iter().rposition(of_game))?;
        Some(self.idle.remove(index))
    }

    /// Removes a search from the running ones.
    fn remove_running(&mut self, resources: Resources) {
        if let Some(at) = self.running.iter().position(|&running| running == resources) {
            self.running.swap_remove(at);
        }
    }

    /// Removes the longest idle sessions while there are too many, or while they and the
    /// running searches use too much memory. The caller drops them after it has released the
    /// lock.
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
    /// Creates an empty pool. `open` opens a session of a game.
    pub fn new(open: SessionOpener) -> Self {
        Self { state: Arc::default(), open }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of running searches.
    pub fn running(&self) -> usize {
        self.state().running.len()
    }

    /// Reserves resources for a search.
    ///
    /// # Errors
    /// Returns [`Failure::busy`] if [`limits::SEARCHES`] searches are running.
    pub fn acquire(&self, requested: Resources) -> Result<Permit, Failure> {
        let mut state = self.state();
        if state.running.len() >= limits::SEARCHES {
            return Err(Failure::busy(limits::SEARCHES));
        }
        let resources = state.grant(requested);
        state.running.push(resources);
        Ok(Permit { engine_pool: self.clone(), resources, is_released: false })
    }
}

/// Reserved resources of a search. Dropping it releases them.
pub struct Permit {
    engine_pool: EnginePool,
    resources: Resources,
    is_released: bool,
}

impl Permit {
    /// Takes an idle session of a game, or opens a new one. Blocks while the transposition
    /// table is allocated.
    ///
    /// # Errors
    /// Returns a [`Failure`] if the transposition table cannot be allocated.
    pub fn lease(self, variant: Variant) -> Result<Lease, Failure> {
        let Resources { hash, threads, lines } = self.resources;
        let (idle, removed) = {
            let mut state = self.engine_pool.state();
            // The running searches already include this one.
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
        if !self.is_released {
            self.engine_pool.state().remove_running(self.resources);
        }
    }
}

/// A session in use. Dropping it stops its search and returns the session to the pool.
pub struct Lease {
    permit: Permit,
    variant: Variant,
    /// `None` only while the lease is dropped.
    session: Option<Box<dyn Session>>,
}

impl Lease {
    /// Returns the granted resources.
    pub fn resources(&self) -> Resources {
        self.permit.resources
    }

    /// Returns the session.
    #[expect(clippy::expect_used, reason = "the session is taken only by `drop`")]
    pub fn session(&mut self) -> &mut dyn Session {
        &mut **self.session.as_mut().expect("a session")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(mut session) = self.session.take() {
            session.stop();
            session.wait();
            self.permit.is_released = true;
            let removed = {
                let mut state = self.permit.engine_pool.state();
                // Under one lock, so that the table is counted exactly once.
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

    const REQUESTED: Resources = Resources { hash: 1, threads: 1, lines: 1 };

    /// Returns a pool that opens a Hasami session for every game.
    fn engine_pool() -> EnginePool {
        EnginePool::new(|_, settings| session::open_game(Hasami, settings))
    }

    #[test]
    fn dropped_permits_are_released() {
        let engine_pool = engine_pool();
        let mut permits: Vec<Permit> = (0..limits::SEARCHES)
            .map(|_| engine_pool.acquire(REQUESTED).map_err(|_| "no permit").expect("a permit"))
            .collect();
        assert_eq!(engine_pool.acquire(REQUESTED).err(), Some(Failure::busy(limits::SEARCHES)));
        permits.pop();
        assert_eq!(engine_pool.running(), limits::SEARCHES - 1);
        assert!(engine_pool.acquire(REQUESTED).is_ok());
        drop(permits);
        assert_eq!(engine_pool.running(), 0);
    }

    #[test]
    fn total_resources_are_limited() {
        let engine_pool = engine_pool();
        let all = Resources { hash: 4096, threads: 1024, lines: 500 };
        let permits: Vec<Permit> =
            (0..limits::SEARCHES).map_while(|_| engine_pool.acquire(all).ok()).collect();
        let granted = |part: fn(&Resources) -> usize| -> Vec<usize> {
            permits.iter().map(|permit| part(&permit.resources)).collect()
        };
        assert_eq!(granted(|resources| resources.hash), [256, 256, 1, 1]);
        assert_eq!(granted(|resources| resources.lines), [5, 5, 2, 1]);
        let threads = granted(|resources| resources.threads);
        assert_eq!(threads[0], limits::total_threads());
        assert_eq!(threads[1..], [1, 1, 1]);
    }

    #[test]
    fn idle_sessions_are_reused() {
        let engine_pool = engine_pool();
        let lease = |variant| {
            let permit = engine_pool.acquire(REQUESTED).map_err(|_| "no permit").expect("a permit");
            permit.lease(variant).map_err(|_| "no lease").expect("a lease")
        };
        drop(lease(Variant::Yari));
        drop(lease(Variant::Hajiku));
        let idle_games = |engine_pool: &EnginePool| -> Vec<Variant> {
            engine_pool.state().idle.iter().map(|idle| idle.variant).collect()
        };
        assert_eq!(idle_games(&engine_pool), [Variant::Yari, Variant::Hajiku]);
        let yari = lease(Variant::Yari);
        assert_eq!(idle_games(&engine_pool), [Variant::Hajiku]);
        drop(yari);
        Variant::ALL.iter().for_each(|&variant| drop(lease(variant)));
        assert_eq!(idle_games(&engine_pool).len(), limits::SEARCHES);
        assert_eq!(engine_pool.running(), 0);
    }
}

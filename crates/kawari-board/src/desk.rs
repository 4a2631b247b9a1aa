//! The engines: who searches now, what that takes, and the sessions that wait for the
//! next search with what they have learned.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::failure::Failure;
use super::limits;
use kawari_engine::engine::session::{Opener, Session, Settings};
use kawari_engine::games::variants::Variant;

/// What a search asks for and may get less of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Transposition table, in MiB.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// Principal variations.
    pub lines: usize,
}

/// The engines of the server.
#[derive(Clone)]
pub struct Desk {
    state: Arc<Mutex<State>>,
    open: Opener,
}

#[derive(Default)]
struct State {
    running: Vec<Share>,
    /// The one that has waited longest comes first.
    idle: Vec<Idle>,
}

struct Idle {
    variant: Variant,
    session: Box<dyn Session>,
}

impl Idle {
    fn hash(&self) -> usize {
        self.session.settings().hash
    }
}

impl State {
    fn total(&self, part: impl Fn(&Share) -> usize) -> usize {
        self.running.iter().map(part).sum()
    }

    /// As much of what is asked for as the others have left, but at least one of each.
    fn grant(&self, asked: Share) -> Share {
        let rest =
            |most: usize, taken: usize, asked: usize| asked.min(most.saturating_sub(taken)).max(1);
        let hash = asked.hash.min(limits::HASH);
        let lines = asked.lines.min(limits::LINES);
        Share {
            hash: rest(limits::TOTAL_HASH, self.total(|share| share.hash), hash),
            threads: rest(
                limits::total_threads(),
                self.total(|share| share.threads),
                asked.threads,
            ),
            lines: rest(limits::TOTAL_LINES, self.total(|share| share.lines), lines),
        }
    }

    /// The session that is best prepared for a search, if there is one of its game.
    fn take(&mut self, variant: Variant, hash: usize) -> Option<Idle> {
        let of_game = |idle: &Idle| idle.variant == variant;
        let fits = |idle: &Idle| of_game(idle) && idle.hash() == hash;
        let place = self.idle.iter().rposition(fits);
        let place = place.or_else(|| self.idle.iter().rposition(of_game))?;
        Some(self.idle.remove(place))
    }

    /// Strikes a search from those that run.
    fn leave(&mut self, share: Share) {
        if let Some(at) = self.running.iter().position(|&running| running == share) {
            self.running.swap_remove(at);
        }
    }

    /// The idle sessions that have to go: too many, or too much memory with what runs.
    fn surplus(&mut self) -> Vec<Idle> {
        let running = self.total(|share| share.hash);
        let mut gone = Vec::new();
        while !self.idle.is_empty()
            && (self.idle.len() > limits::SEARCHES
                || running + self.idle.iter().map(Idle::hash).sum::<usize>() > limits::TOTAL_HASH)
        {
            gone.push(self.idle.remove(0));
        }
        gone
    }
}

impl Desk {
    /// A desk that opens sessions so.
    pub fn new(open: Opener) -> Self {
        Self { state: Arc::default(), open }
    }

    fn state(&self) -> MutexGuard<'_, State> {
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
    pub fn place(&self, asked: Share) -> Result<Place, Failure> {
        let mut state = self.state();
        if state.running.len() >= limits::SEARCHES {
            return Err(Failure::busy());
        }
        let share = state.grant(asked);
        state.running.push(share);
        Ok(Place { desk: self.clone(), share, is_given_back: false })
    }
}

/// The right to one search, given back when it goes.
pub struct Place {
    desk: Desk,
    share: Share,
    is_given_back: bool,
}

impl Place {
    /// Gives the place a session of a game; one that has searched the game before, if it
    /// is at leisure, else one that is opened. May take its time, for the memory.
    ///
    /// # Errors
    /// When there is no room for the transposition table.
    pub fn seat(self, variant: Variant) -> Result<Seat, Failure> {
        let Share { hash, threads, lines } = self.share;
        let (idle, gone) = {
            let mut state = self.desk.state();
            // What runs counts this place already.
            let idle = state.take(variant, hash);
            (idle, state.surplus())
        };
        drop(gone);
        let settings = Settings { hash, threads, multi_pv: lines, ..Settings::default() };
        let session = match idle {
            Some(Idle { mut session, .. }) => {
                session.set_settings(settings)?;
                session
            }
            None => (self.desk.open)(variant, settings)?,
        };
        Ok(Seat { place: self, variant, session: Some(session) })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if !self.is_given_back {
            self.desk.state().leave(self.share);
        }
    }
}

/// A session at work. When it goes, its search ends, and it waits for the next one.
pub struct Seat {
    place: Place,
    variant: Variant,
    /// There until it goes.
    session: Option<Box<dyn Session>>,
}

impl Seat {
    /// What was granted.
    pub fn share(&self) -> Share {
        self.place.share
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

impl Drop for Seat {
    fn drop(&mut self) {
        if let Some(mut session) = self.session.take() {
            session.stop();
            session.wait();
            self.place.is_given_back = true;
            let gone = {
                let mut state = self.place.desk.state();
                // Its table is counted once: with those that run, or with the idle ones.
                state.leave(self.place.share);
                state.idle.push(Idle { variant: self.variant, session });
                state.surplus()
            };
            drop(gone);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kawari_engine::engine::session;
    use kawari_engine::games::hasami::Hasami;

    const ASKED: Share = Share { hash: 1, threads: 1, lines: 1 };

    /// Which game is played does not matter to it.
    fn desk() -> Desk {
        Desk::new(|_, settings| session::open_game::<Hasami>(settings))
    }

    #[test]
    fn there_are_four_places_and_each_is_given_back() {
        let desk = desk();
        let mut places: Vec<Place> = (0..limits::SEARCHES)
            .map(|_| desk.place(ASKED).map_err(|_| "no place").expect("a place"))
            .collect();
        assert_eq!(desk.place(ASKED).err(), Some(Failure::busy()));
        places.pop();
        assert_eq!(desk.running(), limits::SEARCHES - 1);
        assert!(desk.place(ASKED).is_ok());
        drop(places);
        assert_eq!(desk.running(), 0);
    }

    #[test]
    fn all_searches_together_get_no_more_than_there_is() {
        let desk = desk();
        let all = Share { hash: 4096, threads: 1024, lines: 500 };
        let places: Vec<Place> =
            (0..limits::SEARCHES).map_while(|_| desk.place(all).ok()).collect();
        let granted = |part: fn(&Share) -> usize| -> Vec<usize> {
            places.iter().map(|place| part(&place.share)).collect()
        };
        assert_eq!(granted(|share| share.hash), [256, 256, 1, 1]);
        assert_eq!(granted(|share| share.lines), [5, 5, 2, 1]);
        let threads = granted(|share| share.threads);
        assert_eq!(threads[0], limits::total_threads());
        assert_eq!(threads[1..], [1, 1, 1]);
    }

    #[test]
    fn a_session_is_kept_for_the_next_search_of_its_game() {
        let desk = desk();
        let seat = |variant| {
            let place = desk.place(ASKED).map_err(|_| "no place").expect("a place");
            place.seat(variant).map_err(|_| "no seat").expect("a seat")
        };
        drop(seat(Variant::Yari));
        drop(seat(Variant::Hajiku));
        let known = |desk: &Desk| -> Vec<Variant> {
            desk.state().idle.iter().map(|idle| idle.variant).collect()
        };
        assert_eq!(known(&desk), [Variant::Yari, Variant::Hajiku]);
        let yari = seat(Variant::Yari);
        assert_eq!(known(&desk), [Variant::Hajiku]);
        drop(yari);
        Variant::ALL.iter().for_each(|&variant| drop(seat(variant)));
        assert_eq!(known(&desk).len(), limits::SEARCHES);
        assert_eq!(desk.running(), 0);
    }
}

//! A variant without weights plays with the material evaluation.

use std::sync::atomic::AtomicBool;

use kawari_engine::core::history::History;
use kawari_engine::core::movelist::MoveList;
use kawari_engine::core::position::{All, Position};
use kawari_engine::games::Game;
use kawari_engine::games::drop::Yari;
use kawari_engine::games::evaluation::material::Material;
use kawari_engine::games::hasami::Hasami;
use kawari_engine::notation::Notation;
use kawari_engine::search::limits::Limits;
use kawari_engine::search::root::{MultiPv, RootTask};
use kawari_engine::search::search_thread::SearchThread;
use kawari_engine::search::shared::SharedContext;
use kawari_engine::search::time_manager::SearchClock;
use kawari_engine::search::transposition_table::TranspositionTable;

/// Returns the best move of a position at depth 4.
fn best<G: Game>(game: G, sfen: &str) -> String {
    let (position, _) = game.parse_sfen(sfen).expect("a good SFEN");
    let mut history = History::new();
    history.push(position.key(), position.in_check());
    let mut moves = MoveList::new();
    position.generate::<All>(&mut moves);
    let moves = moves.to_vec();
    let multi_pv = MultiPv::Best(1);
    let task = RootTask { position, history, moves, multi_pv, draw_ply: None };

    let table = TranspositionTable::new(1).expect("a MiB");
    let (timer, stop) = (SearchClock::start(false), AtomicBool::new(false));
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let material = Material::new(game);
    let shared = SharedContext::new(&table, &material, &timer, &stop, limits, None, 1);
    let mut thread = SearchThread::new(0, &material, &task.position);
    let result = thread.iterative_deepening(&shared, &task, &mut |_| {});
    task.position.usi(result.moves[0].mv()).to_string()
}

#[test]
fn material_captures_a_hanging_piece() {
    let yari = best(Yari, "6k/7/7/3r3/7/7/3R3/7/K6 b - 1");
    assert_eq!(yari, "4g4d");
    let hasami = best(Hasami, "ppp6/9/9/9/Pp7/9/9/9/2PPP3P b - 1");
    assert_eq!(hasami, "7i7e");
}

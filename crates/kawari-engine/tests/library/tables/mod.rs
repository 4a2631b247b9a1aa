//! Tests of the tablebases: their moves agree with the rules, their values with an independent
//! solver, and the built-in data with a new solution.

mod brute;
mod built_in;
mod files;
mod play;
mod rules;
mod unfinished;

use std::sync::LazyLock;

use kawari_engine::core::endgame::{EndgameRules, EndgameValue};
use kawari_engine::core::geometry::Board5x5;
use kawari_engine::core::position::Position;
use kawari_engine::games::hasami::{
    Corners, Hasami, HasamiPosition, HasamiRules, RuleSet, RuleTable, built_in_endgame_rules,
};
use kawari_engine::games::{BuiltInGame, GameFiles, GameInfo};
use kawari_engine::tablebase::solve::{SolveTask, SubclassPlanes, ValuePlane, solve, solve_order};
use kawari_engine::tablebase::statistics::{ValueCounts, count};
use kawari_engine::tablebase::value::Metric;
use kawari_engine::tablebase::verify::{VerifyTask, verify};

/// Hasami Shogi on a 5x5 board.
#[derive(Clone, Copy, Debug, Default)]
struct Small;

impl HasamiRules for Small {
    type Geometry = Board5x5;

    const BUILT_IN: Option<&'static RuleTable<Board5x5>> = {
        static TABLE: RuleTable<Board5x5> =
            RuleTable::new(RuleSet { corners: Corners::Board, ..RuleSet::new(5) });
        Some(&TABLE)
    };

    fn table(self) -> &'static RuleTable<Board5x5> {
        Self::BUILT_IN.expect("a built-in game")
    }

    fn endgame_rules(self) -> Option<&'static dyn EndgameRules> {
        built_in_endgame_rules::<Self>()
    }
}

impl BuiltInGame for Small {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo {
        name: "small",
        files: 5,
        ranks: 5,
        startpos: "ppppp/5/5/5/PPPPP b - 1",
        ..Hasami::INFO
    };
    const FILES: GameFiles = GameFiles::NONE;
}

/// The same with jumps and intervention, without corner captures.
#[derive(Clone, Copy, Debug, Default)]
struct SmallJumps;

impl HasamiRules for SmallJumps {
    type Geometry = Board5x5;

    const BUILT_IN: Option<&'static RuleTable<Board5x5>> = {
        static TABLE: RuleTable<Board5x5> =
            RuleTable::new(RuleSet { jump: 1, intervention: true, ..RuleSet::new(5) });
        Some(&TABLE)
    };

    fn table(self) -> &'static RuleTable<Board5x5> {
        Self::BUILT_IN.expect("a built-in game")
    }

    fn endgame_rules(self) -> Option<&'static dyn EndgameRules> {
        built_in_endgame_rules::<Self>()
    }
}

impl BuiltInGame for SmallJumps {
    type Position = HasamiPosition<Self>;
    const INFO: GameInfo = GameInfo { name: "small-jumps", ..Small::INFO };
    const FILES: GameFiles = GameFiles::NONE;
}

/// Returns the endgame rules of a rule set.
fn endgame_rules<R: HasamiRules + Default>() -> &'static dyn EndgameRules {
    R::default().startpos().endgame_rules().expect("the rule set has endgames")
}

/// Solves a class and all classes that its moves lead to.
fn planes(
    rules: &dyn EndgameRules,
    men: [usize; 2],
    metric: Metric,
    jobs: usize,
) -> Vec<ValuePlane> {
    let mut planes: Vec<ValuePlane> = Vec::new();
    for class in solve_order(men) {
        let known: Vec<&ValuePlane> = planes.iter().collect();
        let task =
            SolveTask { rules, men: class, metric, subclasses: SubclassPlanes(&known), jobs };
        planes.extend(solve(task, &()).expect("nobody ends it"));
    }
    planes
}

fn plane(planes: &[ValuePlane], men: [usize; 2]) -> &ValuePlane {
    planes.iter().find(|plane| plane.index.men() == men).expect("the class was solved")
}

/// Solves the class 2v2 of `hasami` by both metrics.
static TWO_TO_TWO: LazyLock<[ValuePlane; 2]> = LazyLock::new(|| {
    Metric::ALL.map(|metric| {
        planes(endgame_rules::<Hasami>(), [2, 2], metric, 2).pop().expect("there is one plane")
    })
});

/// Returns the number of wrong values in a plane.
fn faults(
    rules: &dyn EndgameRules,
    planes: &[ValuePlane],
    men @ [own, enemy]: [usize; 2],
) -> usize {
    let known: Vec<&ValuePlane> = planes.iter().collect();
    let (plane, next) = (plane(planes, men), plane(planes, [enemy, own]));
    let check = VerifyTask { rules, plane, next, subclasses: SubclassPlanes(&known), jobs: 1 };
    verify(check, &()).expect("nobody ends it").len()
}

#[test]
fn values_agree_with_their_successors() {
    for (rules, largest) in
        [(endgame_rules::<Small>(), [3, 3]), (endgame_rules::<SmallJumps>(), [3, 2])]
    {
        for metric in Metric::ALL {
            let planes = planes(rules, largest, metric, 1);
            for plane in &planes {
                let men = plane.index.men();
                assert_eq!(faults(rules, &planes, men), 0, "{men:?} {metric:?}");
            }
        }
    }
}

#[test]
fn verify_finds_a_wrong_value() {
    let rules = endgame_rules::<Small>();
    let mut planes = planes(rules, [3, 2], Metric::End, 1);
    let plane = planes.iter_mut().find(|plane| plane.index.men() == [3, 2]).expect("it is there");
    let won = plane.bytes.iter().position(|&byte| Metric::End.decode(byte) == EndgameValue::Win(5));
    let won = won.expect("some win takes five plies");
    for wrong in
        [EndgameValue::Win(7), EndgameValue::Win(3), EndgameValue::Draw, EndgameValue::Loss(4)]
    {
        plane_mut(&mut planes).bytes[won] = Metric::End.encode(wrong);
        assert!(faults(rules, &planes, [3, 2]) > 0, "{wrong:?}");
    }
    plane_mut(&mut planes).bytes[won] = Metric::End.encode(EndgameValue::Win(5));
    assert_eq!(faults(rules, &planes, [3, 2]), 0);
}

fn plane_mut(planes: &mut [ValuePlane]) -> &mut ValuePlane {
    planes.iter_mut().find(|plane| plane.index.men() == [3, 2]).expect("it is there")
}

#[test]
fn the_number_of_threads_does_not_change_the_result() {
    let [one, three] =
        [1, 3].map(|jobs| planes(endgame_rules::<Small>(), [3, 2], Metric::End, jobs));
    for (one, three) in one.iter().zip(&three) {
        assert!(one.bytes == three.bytes);
    }
}

/// The published figure: the side to move wins 2.44 % of all positions.
#[test]
fn two_against_two_match_published_figures() {
    for plane in &*TWO_TO_TWO {
        let statistics = count(plane, 1, &()).expect("nobody ends it");
        let positions = ValueCounts { won: 30_552, drawn: 1_219_459, lost: 293 };
        assert_eq!(statistics.positions, positions);
        assert_eq!(statistics.placements.total(), 9_982_440);
        let share = 100.0 * statistics.placements.won as f64 / 9_982_440.0;
        assert!((2.435..2.445).contains(&share), "{share}");
        assert_eq!(statistics.longest_win.map(|longest| longest.plies), Some(11));
    }
}

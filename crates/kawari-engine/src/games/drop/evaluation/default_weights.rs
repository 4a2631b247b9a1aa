//! Default weights of the drop games that have no weights of their own.
//!
//! They are the piece values and weights that all games share. The shared weights are tables
//! like those of a game, with a row for a class of kinds instead of each kind, and without the
//! tables that depend on the board or on Pawns. `kawari tune --defaults` fits them to logs of
//! several games.

use super::terms;
use super::weights::{Term, material_weights, row, rows};
use crate::core::score::Score;
use crate::games::GameInfo;
use crate::games::drop::kind::Kind;
use crate::games::drop::position::DropPosition;
use crate::games::drop::rules::DropRules;
use crate::games::evaluation::linear::{TermCounts, TermTrace, Tuning, saturated};
use crate::games::evaluation::weights::{Shape, WEIGHT_UNITS, built_in, file};

/// The shared weights.
const FILE: &[u8] = include_bytes!("default_weights.txt");
/// The game that the file names.
const FAMILY: GameInfo = GameInfo { name: "drop", ..GameInfo::EMPTY };
/// Piece values in centipawns from which a kind belongs to the second class and to the third.
const CLASS_VALUES: [Score; 2] = [250, 600];
const CLASSES: usize = CLASS_VALUES.len() + 1;
/// Weight that leaves the piece values as they are: the file's first table multiplies them by
/// its weight, divided by this.
const FULL_MATERIAL: Score = PERCENT * WEIGHT_UNITS;
const PERCENT: i32 = 100;

/// A table of shared weights.
struct SharedTable {
    term: Term,
    /// Number of tables by kind in the table of a game, one after the other. `None` if the table
    /// of a game has no rows by kind.
    groups: Option<usize>,
    /// True if the weights depend on a General or King.
    needs_king: bool,
}

/// The tables after the first one.
const TABLES: [SharedTable; 17] = {
    const fn table(term: Term, groups: Option<usize>, needs_king: bool) -> SharedTable {
        SharedTable { term, groups, needs_king }
    }
    [
        table(Term::Tempo, None, false),
        table(Term::Piece, Some(1), false),
        table(Term::OwnKing, Some(1), true),
        table(Term::EnemyKing, Some(1), true),
        table(Term::Held, Some(1), false),
        table(Term::Hand, Some(1), false),
        table(Term::Mobility, Some(1), false),
        table(Term::Pressure, None, true),
        table(Term::KingAttack, Some(1), true),
        table(Term::Escape, None, true),
        table(Term::Weak, None, true),
        table(Term::Control, None, true),
        table(Term::DropCheck, Some(2), true),
        table(Term::Check, Some(2), true),
        table(Term::Danger, None, true),
        table(Term::Promotion, Some(2), false),
        table(Term::Threat, Some(6), false),
    ]
};

impl SharedTable {
    /// Returns the table's name and size.
    fn shape<R: DropRules>(&self) -> Shape {
        let shape = self.term.shape::<R>();
        match self.groups {
            None => shape,
            Some(groups) => {
                let columns = shape.length() / (groups * rows::<R>());
                Shape { rows: groups * CLASSES, columns, ..shape }
            }
        }
    }

    /// Calls `pair` with each weight of a game that has a shared weight, and the index of that
    /// one in this table.
    fn for_each_weight<R: DropRules>(&self, rules: R, mut pair: impl FnMut(usize, usize)) {
        let table = rules.table();
        if self.needs_king && !table.extra.has_king {
            return;
        }
        let start = self.term.start::<R>();
        let Some(groups) = self.groups else {
            (0..self.term.shape::<R>().length()).for_each(|at| pair(start + at, at));
            return;
        };
        let columns = self.shape::<R>().columns;
        for kind in Kind::all().filter(|&kind| table.exists(kind) && !table.is_king(kind)) {
            let value = table.kind_rule(kind).values.board;
            let class = CLASS_VALUES.iter().filter(|&&least| value >= least).count();
            for group in 0..groups {
                let own = start + (group * rows::<R>() + row::<R>(kind)) * columns;
                let shared = (group * CLASSES + class) * columns;
                (0..columns).for_each(|column| pair(own + column, shared + column));
            }
        }
    }
}

/// Returns the tables of the file.
fn shapes<R: DropRules>() -> Vec<Shape> {
    let material = Shape { name: "material", rows: 1, columns: 1 };
    [material].into_iter().chain(TABLES.iter().map(SharedTable::shape::<R>)).collect()
}

/// Returns the index of the shared weight of each weight of a game.
fn shared_indices<R: DropRules>(rules: R) -> Vec<Option<usize>> {
    let mut indices = vec![None; Term::shapes::<R>().iter().map(Shape::length).sum()];
    let mut start = 1;
    for table in &TABLES {
        table.for_each_weight(rules, |own, shared| indices[own] = Some(start + shared));
        start += table.shape::<R>().length();
    }
    indices
}

/// Returns the default weights of a game.
pub(super) fn default_weights<R: DropRules>(rules: R) -> Vec<i16> {
    let shared = built_in(FILE, &FAMILY, &shapes::<R>());
    let material = i32::from(shared[0]);
    let weight = |(value, index): (i16, Option<usize>)| {
        let shared = index.map_or(0, |index| i32::from(shared[index]));
        saturated(i32::from(value) * material / FULL_MATERIAL + shared)
    };
    material_weights(rules).into_iter().zip(shared_indices(rules)).map(weight).collect()
}

/// Returns the tuner's view of the shared weights.
pub(super) fn tuning<R: DropRules>(rules: R) -> Tuning<DropPosition<R>> {
    let (material, indices) = (material_weights(rules), shared_indices(rules));
    let weights = built_in(FILE, &FAMILY, &shapes::<R>());
    let length = weights.len();
    let trace = move |position: &DropPosition<R>| {
        let mut own = TermCounts(vec![0; material.len()]);
        terms::incremental(position, &mut own);
        terms::non_incremental(position, &mut own);
        let mut shared = TermCounts(vec![0; length]);
        for (weight, count) in own.nonzero() {
            shared.0[0] += i32::from(material[weight]) / WEIGHT_UNITS * count;
            if let Some(index) = indices[weight] {
                shared.0[index] += PERCENT * count;
            }
        }
        TermTrace { counts: shared.nonzero(), share: (1, FULL_MATERIAL) }
    };
    Tuning {
        weights,
        trace: Box::new(trace),
        file: Box::new(|weights, provenance| {
            file::write(&FAMILY, &shapes::<R>(), weights, provenance)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::evaluation::Evaluation;
    use crate::core::position::Position;
    use crate::games::drop::evaluation::DropHce;
    use crate::games::drop::{Minishogi, Yari};

    /// The tuner's view of random positions has the score of the evaluation.
    fn check_trace<R: DropRules>(rules: R) {
        let hce = DropHce::new(rules, default_weights(rules));
        let Tuning { weights, trace, .. } = tuning(rules);
        let mut random = fastrand::Rng::with_seed(3);
        let mut position = rules.startpos();
        for _ in 0..60 {
            let moves = position.legal_moves();
            let Some(&mv) = random.choice(&moves[..]) else { break };
            position.play(mv, &mut ());
            let exact = hce.evaluate_from_scratch(&position);
            // Each weight of a piece is rounded once.
            assert!(trace(&position).value(&weights).abs_diff(exact) <= 4, "{exact}");
        }
    }

    #[test]
    fn the_tuner_sees_the_default_evaluation() {
        check_trace(Yari);
        check_trace(Minishogi);
    }
}

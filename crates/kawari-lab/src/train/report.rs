//! What a network has come to, on games that it has not learned from.

use std::fmt;

use super::positions::Positions;
use super::quantised;
use crate::statistics::logistic::{self, expected};
use kawari_engine::games::evaluation::network::inputs::Layout;
use kawari_engine::games::evaluation::network::parameters::Parameters;

/// What two evaluations make of the same positions, and what they are measured by.
pub struct Report {
    judges: Vec<Judge>,
    calibration: Vec<Stratum>,
    /// The largest magnitude of an accumulator: seen, and what no position exceeds.
    accumulators: [i32; 2],
}

/// One evaluation, and the roots of the mean squares by which it misses.
struct Judge {
    name: &'static str,
    results: f64,
    scores: f64,
    targets: f64,
}

/// Positions of which a network promises about the same.
#[derive(Clone, Copy, Default)]
struct Stratum {
    positions: usize,
    promised: f64,
    results: f64,
    scores: f64,
}

/// The measures: what is to be foretold of each position.
pub struct Measures {
    results: Vec<f64>,
    scores: Vec<f64>,
    targets: Vec<f64>,
}

impl Measures {
    /// Those of positions, a logit being `scale` hundredths, and a share of the targets
    /// being the result.
    pub fn of(positions: &Positions, scale: u32, result_share: f64) -> Self {
        let facts = positions.facts();
        let results: Vec<f64> = facts.iter().map(|facts| facts.result()).collect();
        let score = |score: i16| expected(f64::from(score) / f64::from(scale));
        let scores: Vec<f64> = facts.iter().map(|facts| score(facts.score)).collect();
        let both = results.iter().zip(&scores);
        let targets = both.map(|(r, s)| result_share * r + (1.0 - result_share) * s).collect();
        Self { results, scores, targets }
    }

    /// What is to be foretold: the targets of learning.
    pub fn targets(&self) -> &[f64] {
        &self.targets
    }

    fn judge(&self, name: &'static str, promises: &[f64]) -> Judge {
        Judge {
            name,
            results: error(promises, &self.results),
            scores: error(promises, &self.scores),
            targets: error(promises, &self.targets),
        }
    }
}

/// The root of the mean square by which promises miss the truth.
pub(super) fn error(promises: &[f64], truths: &[f64]) -> f64 {
    let squares: f64 =
        promises.iter().zip(truths).map(|(p, truth)| (p - truth) * (p - truth)).sum();
    (squares / truths.len().max(1) as f64).sqrt()
}

impl Report {
    const STRATA: usize = 10;

    /// The report on a network: its logits on these positions in floating point, `bases`
    /// included, and the network in whole numbers.
    pub fn new(
        positions: &Positions,
        measures: &Measures,
        logits: &[f64],
        bases: &[f32],
        network: &Parameters,
        layout: &Layout,
    ) -> Self {
        // The hand-written evaluation is given the slope with which it does best.
        let hands = || positions.facts().iter().map(|facts| f64::from(facts.hand));
        let pairs: Vec<(f64, f64)> = hands().zip(measures.targets.iter().copied()).collect();
        let slope = logistic::slope(&pairs);
        let hand: Vec<f64> = hands().map(|hand| expected(slope * hand)).collect();
        let floating: Vec<f64> = logits.iter().map(|&logit| expected(logit)).collect();
        let mut seen = 0;
        let whole = (0..positions.len()).map(|position| {
            let (largest, logit) = quantised::judge(network, positions.active(position));
            seen = seen.max(largest);
            expected(f64::from(bases[position]) + logit)
        });
        let whole: Vec<f64> = whole.collect();
        let worst = (0..network.hidden).flat_map(|unit| network.accumulator_range(layout, unit));
        let mean = measures.targets.iter().sum::<f64>() / measures.targets.len().max(1) as f64;
        Self {
            judges: vec![
                measures.judge("a constant", &vec![mean; positions.len()]),
                measures.judge("hand-written", &hand),
                measures.judge("network in floating point", &floating),
                measures.judge("network in whole numbers", &whole),
            ],
            calibration: Self::calibration(measures, &whole),
            accumulators: [seen, worst.map(i32::abs).max().unwrap_or(0)],
        }
    }

    fn calibration(measures: &Measures, promises: &[f64]) -> Vec<Stratum> {
        let mut strata = vec![Stratum::default(); Self::STRATA];
        for (place, &promised) in promises.iter().enumerate() {
            let number = (promised * Self::STRATA as f64) as usize;
            let stratum = &mut strata[number.min(Self::STRATA - 1)];
            stratum.positions += 1;
            stratum.promised += promised;
            stratum.results += measures.results[place];
            stratum.scores += measures.scores[place];
        }
        strata
    }

    /// The errors of the network in whole numbers and of the hand-written evaluation, in a
    /// few words.
    pub fn losses(&self) -> String {
        let line = |judge: &Judge| {
            format!("{} {:.4} results {:.4} scores", judge.name, judge.results, judge.scores)
        };
        self.judges.iter().skip(1).map(line).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "error on unseen games    results   scores     both")?;
        for Judge { name, results, scores, targets } in &self.judges {
            writeln!(f, "{name:25}{results:7.4}  {scores:7.4}  {targets:7.4}")?;
        }
        writeln!(f, "\npromised  positions  results  scores")?;
        for stratum in self.calibration.iter().filter(|stratum| stratum.positions > 0) {
            let mean = |sum: f64| 100.0 * sum / stratum.positions as f64;
            let Stratum { positions, promised, results, scores } = *stratum;
            let [promised, results, scores] = [promised, results, scores].map(mean);
            writeln!(f, "{promised:6.1} %  {positions:9}  {results:5.1} %  {scores:4.1} %")?;
        }
        let [seen, worst] = self.accumulators;
        writeln!(
            f,
            "\nlargest accumulator {seen}, of {worst} that is possible and {} that fit",
            i16::MAX
        )
    }
}

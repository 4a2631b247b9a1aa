//! The report on a trained network: errors and calibration on the validation positions.

use std::fmt;

use super::positions::TrainingPositions;
use super::quantised;
use crate::statistics::logistic::{self, expected};
use kawari_engine::games::evaluation::nnue::features::FeatureSet;
use kawari_engine::games::evaluation::nnue::parameters::Parameters;

/// Errors of the evaluations and calibration of the network.
pub struct TrainingReport {
    errors: Vec<EvaluationErrors>,
    calibration: Vec<Stratum>,
    /// Largest magnitude of an accumulator: observed, and possible.
    accumulators: [i32; 2],
}

/// Root mean squared errors of an evaluation.
struct EvaluationErrors {
    name: &'static str,
    results: f64,
    scores: f64,
    targets: f64,
}

/// Positions with similar predictions of the network. All fields are sums.
#[derive(Clone, Copy, Default)]
struct Stratum {
    positions: usize,
    predictions: f64,
    results: f64,
    scores: f64,
}

/// Values that an evaluation has to predict, from 0 to 1: game results, search scores and
/// the training targets.
pub struct Measures {
    results: Vec<f64>,
    scores: Vec<f64>,
    targets: Vec<f64>,
}

impl Measures {
    /// Computes the measures of positions. `scale` is the number of centipawns per logit. A
    /// target is a weighted mean of result and score, with the weight `result_share` for the
    /// result.
    pub fn of(positions: &TrainingPositions, scale: u32, result_share: f64) -> Self {
        let labels = positions.labels();
        let results: Vec<f64> = labels.iter().map(|labels| labels.result()).collect();
        let score = |score: i16| expected(f64::from(score) / f64::from(scale));
        let scores: Vec<f64> = labels.iter().map(|labels| score(labels.score)).collect();
        let both = results.iter().zip(&scores);
        let targets = both.map(|(r, s)| result_share * r + (1.0 - result_share) * s).collect();
        Self { results, scores, targets }
    }

    /// Returns the training targets.
    pub fn targets(&self) -> &[f64] {
        &self.targets
    }

    fn evaluation_errors(&self, name: &'static str, predicted: &[f64]) -> EvaluationErrors {
        EvaluationErrors {
            name,
            results: error(predicted, &self.results),
            scores: error(predicted, &self.scores),
            targets: error(predicted, &self.targets),
        }
    }
}

/// Returns the root mean squared error of predictions.
pub(super) fn error(predicted: &[f64], actual: &[f64]) -> f64 {
    let squares: f64 =
        predicted.iter().zip(actual).map(|(p, actual)| (p - actual) * (p - actual)).sum();
    (squares / actual.len().max(1) as f64).sqrt()
}

impl TrainingReport {
    const STRATA: usize = 10;

    /// Creates the report on a network. `logits` are its floating-point outputs, including
    /// `bases`; `network` is the quantised network.
    pub fn new(
        positions: &TrainingPositions,
        measures: &Measures,
        logits: &[f64],
        bases: &[f32],
        network: &Parameters,
        feature_set: &FeatureSet,
    ) -> Self {
        // The hand-crafted evaluation has no scale of logits: use the best fit.
        let hands = || positions.labels().iter().map(|labels| f64::from(labels.hand));
        let pairs: Vec<(f64, f64)> = hands().zip(measures.targets.iter().copied()).collect();
        let slope = logistic::slope(&pairs);
        let hand: Vec<f64> = hands().map(|hand| expected(slope * hand)).collect();
        let float_predictions: Vec<f64> = logits.iter().map(|&logit| expected(logit)).collect();
        let mut largest_seen = 0;
        let quantised_predictions = (0..positions.len()).map(|position| {
            let (largest, logit) = quantised::evaluate(network, positions.active(position));
            largest_seen = largest_seen.max(largest);
            expected(f64::from(bases[position]) + logit)
        });
        let quantised_predictions: Vec<f64> = quantised_predictions.collect();
        let worst =
            (0..network.hidden).flat_map(|unit| network.accumulator_range(feature_set, unit));
        let mean = measures.targets.iter().sum::<f64>() / measures.targets.len().max(1) as f64;
        Self {
            errors: vec![
                measures.evaluation_errors("constant", &vec![mean; positions.len()]),
                measures.evaluation_errors("hand-crafted", &hand),
                measures.evaluation_errors("network (float)", &float_predictions),
                measures.evaluation_errors("network (quantised)", &quantised_predictions),
            ],
            calibration: Self::calibration(measures, &quantised_predictions),
            accumulators: [largest_seen, worst.map(i32::abs).max().unwrap_or(0)],
        }
    }

    fn calibration(measures: &Measures, predicted: &[f64]) -> Vec<Stratum> {
        let mut strata = vec![Stratum::default(); Self::STRATA];
        for (position, &prediction) in predicted.iter().enumerate() {
            let number = (prediction * Self::STRATA as f64) as usize;
            let stratum = &mut strata[number.min(Self::STRATA - 1)];
            stratum.positions += 1;
            stratum.predictions += prediction;
            stratum.results += measures.results[position];
            stratum.scores += measures.scores[position];
        }
        strata
    }

    /// Returns the errors of the hand-crafted evaluation and of the network on one line.
    pub fn losses(&self) -> String {
        let line = |errors_of: &EvaluationErrors| {
            format!(
                "{} {:.4} results {:.4} scores",
                errors_of.name, errors_of.results, errors_of.scores
            )
        };
        self.errors.iter().skip(1).map(line).collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for TrainingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "validation error         results   scores  targets")?;
        for EvaluationErrors { name, results, scores, targets } in &self.errors {
            writeln!(f, "{name:25}{results:7.4}  {scores:7.4}  {targets:7.4}")?;
        }
        writeln!(f, "\npredicted  positions  results  scores")?;
        for stratum in self.calibration.iter().filter(|stratum| stratum.positions > 0) {
            let mean = |sum: f64| 100.0 * sum / stratum.positions as f64;
            let Stratum { positions, predictions, results, scores } = *stratum;
            let [predicted, results, scores] = [predictions, results, scores].map(mean);
            writeln!(f, "{predicted:7.1} %  {positions:9}  {results:5.1} %  {scores:4.1} %")?;
        }
        let [largest_seen, worst] = self.accumulators;
        writeln!(f, "\nlargest accumulator {largest_seen}, possible {worst}, limit {}", i16::MAX)
    }
}

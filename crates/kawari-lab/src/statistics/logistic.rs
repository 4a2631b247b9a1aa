//! The logistic function from scores to expected results.

/// Returns the expected result of a logit, from 0 to 1.
pub fn expected(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

/// Fits the slope of a logistic regression through the origin: the logits per unit of value
/// under which the results are most likely. `pairs` are values with results from 0 to 1.
/// The slope is between 1e-5 and 1e-1.
pub fn slope(pairs: &[(f64, f64)]) -> f64 {
    // The log-likelihood is concave: bisect on the sign of its derivative.
    let is_rising = |slope: f64| {
        pairs.iter().map(|&(v, result)| v * (result - expected(slope * v))).sum::<f64>() > 0.0
    };
    let (mut low, mut high) = (1e-5, 1e-1);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if is_rising(middle) { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expected_result_of_odds() {
        for (odds, points) in [(1.0, 0.5), (3.0, 0.75), (0.25, 0.2)] {
            assert!((expected(libm::log(odds)) - points).abs() < 1e-12, "{odds}");
        }
    }

    #[test]
    fn uninformative_values_give_the_smallest_slope() {
        let flattest = slope(&[]);
        assert!(flattest < 1e-4, "{flattest}");
        assert_eq!(slope(&[(0.0, 1.0), (0.0, 0.0)]), flattest);
    }

    #[test]
    fn the_fit_recovers_the_slope_of_synthetic_results() {
        let pairs: Vec<(f64, f64)> = (-500..500)
            .map(|value| (f64::from(value), expected(0.004 * f64::from(value))))
            .collect();
        assert!((slope(&pairs) - 0.004).abs() < 1e-6);
    }
}

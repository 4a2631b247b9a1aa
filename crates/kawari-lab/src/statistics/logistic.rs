//! The logistic curve between scores and the points that they promise.

/// The points that a logit promises.
pub fn expected(logit: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-logit))
}

/// How steeply results rise with values: the slope with which the values foretell the
/// results best. `pairs` are values with results from 0 to 1.
pub fn slope(pairs: &[(f64, f64)]) -> f64 {
    // The likelihood has one maximum: where its derivative falls below zero.
    let rises = |slope: f64| {
        pairs.iter().map(|&(v, result)| v * (result - expected(slope * v))).sum::<f64>() > 0.0
    };
    let (mut low, mut high) = (1e-5, 1e-1);
    for _ in 0..40 {
        let middle = (low + high) / 2.0;
        if rises(middle) { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_promised_by_odds() {
        for (odds, points) in [(1.0, 0.5), (3.0, 0.75), (0.25, 0.2)] {
            assert!((expected(libm::log(odds)) - points).abs() < 1e-12, "{odds}");
        }
    }

    /// What tells nothing says nothing for a steep slope.
    #[test]
    fn values_that_tell_nothing_promise_least() {
        let flattest = slope(&[]);
        assert!(flattest < 1e-4, "{flattest}");
        assert_eq!(slope(&[(0.0, 1.0), (0.0, 0.0)]), flattest);
    }

    #[test]
    fn the_slope_that_made_the_results_is_found() {
        let pairs: Vec<(f64, f64)> = (-500..500)
            .map(|value| (f64::from(value), expected(0.004 * f64::from(value))))
            .collect();
        assert!((slope(&pairs) - 0.004).abs() < 1e-6);
    }
}

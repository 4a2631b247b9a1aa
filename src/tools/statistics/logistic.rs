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
    fn the_slope_that_made_the_results_is_found() {
        let pairs: Vec<(f64, f64)> = (-500..500)
            .map(|value| (f64::from(value), expected(0.004 * f64::from(value))))
            .collect();
        assert!((slope(&pairs) - 0.004).abs() < 1e-6);
    }
}

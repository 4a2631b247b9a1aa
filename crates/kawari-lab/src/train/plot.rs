//! A plot of the errors per epoch, as SVG 1.1, <https://www.w3.org/TR/SVG11/>.

use std::fmt::Write;

use super::optimizer::EpochErrors;

/// Width and height of the image.
const SIZE: [f64; 2] = [640.0, 400.0];
/// Margin around the plot area.
const MARGIN: f64 = 60.0;
/// Number of horizontal grid lines.
const LINES: usize = 5;

/// A curve: its name, its colour and its value for an epoch.
type PlottedCurve = (&'static str, &'static str, fn(&EpochErrors) -> f64);
const CURVES: [PlottedCurve; 2] = [
    ("training", "#888888", |errors| errors.training),
    ("validation", "#c0392b", |errors| errors.validation),
];

/// Returns a plot of the training and validation errors per epoch.
pub fn svg(title: &str, epochs: &[EpochErrors]) -> String {
    let [width, height] = SIZE;
    let all = || epochs.iter().flat_map(|errors| [errors.training, errors.validation]);
    let low = all().fold(f64::INFINITY, f64::min).min(1.0);
    let high = all().fold(0.0, f64::max).max(low + 1e-6);
    let across = |epoch: usize| {
        let steps = epochs.len().saturating_sub(1).max(1) as f64;
        MARGIN + (width - 2.0 * MARGIN) * epoch as f64 / steps
    };
    let down = |error: f64| MARGIN + (height - 2.0 * MARGIN) * (high - error) / (high - low);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\" font-size=\"15\">{}</text>\n",
        escaped(title)
    );
    // Writing to a string cannot fail.
    for line in 0..LINES {
        let error = low + (high - low) * line as f64 / (LINES - 1) as f64;
        let (y, end) = (down(error), width - MARGIN);
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {y:.1}H{end}\" stroke=\"#dddddd\"/>\
             <text x=\"8\" y=\"{:.1}\">{error:.4}</text>",
            y + 4.0
        );
    }
    for epoch in (0..epochs.len()).step_by(epochs.len().div_ceil(10).max(1)) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            across(epoch),
            height - MARGIN + 20.0,
            epoch + 1
        );
    }
    for (number, (name, colour, error)) in CURVES.into_iter().enumerate() {
        let point = |(epoch, errors): (usize, &EpochErrors)| {
            format!("{:.1},{:.1}", across(epoch), down(error(errors)))
        };
        let points: Vec<String> = epochs.iter().enumerate().map(point).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{:.1}\" y=\"44\" fill=\"{colour}\">{name}</text>",
            points.join(" "),
            MARGIN + 120.0 * number as f64
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">epoch</text>\n</svg>",
        width / 2.0,
        height - 12.0
    );
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_is_a_point_within_the_plot_area() {
        let errors =
            |n: usize| EpochErrors { training: 0.3 / n as f64, validation: 0.4 / n as f64 };
        let epochs: Vec<EpochErrors> = (1..=7).map(errors).collect();
        let svg = svg("a < b", &epochs);
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
        let curves: Vec<&str> = svg.split("points=\"").skip(1).collect();
        assert_eq!(curves.len(), 2);
        for curve in curves {
            let points = curve.split('"').next().unwrap_or_default();
            assert_eq!(points.split(' ').count(), 7);
            for number in points.split([' ', ',']) {
                let number: f64 = number.parse().expect("a number");
                assert!((MARGIN..=SIZE[0] - MARGIN).contains(&number));
            }
        }
    }
}

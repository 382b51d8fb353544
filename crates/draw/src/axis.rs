//! Axes: the range of numbers shown, their ticks, and the text of numbers.

use crate::text::decimal;

/// Beyond this in either direction a number is taken for a mistake, like an infinity.
const FARTHEST: f64 = 1e15;

/// Returns true if a number can be drawn.
pub fn showable(value: f64) -> bool {
    value.abs() <= FARTHEST
}

/// A finite, non-empty range of numbers with its place on the picture.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The ends: of an axis of powers, their exponents.
    low: f64,
    high: f64,
    /// The coordinates of `low` and `high` on the picture.
    from: f64,
    to: f64,
    /// True for a logarithmic axis: powers of ten are evenly spaced.
    powers: bool,
}

impl Axis {
    /// An axis from the lesser to the greater of two numbers; if they are all but the same, some room on both sides
    /// is added. `None` if one of them cannot be shown.
    pub fn new(a: f64, b: f64) -> Option<Axis> {
        if !showable(a) || !showable(b) {
            return None;
        }
        let (low, high) = (a.min(b), a.max(b));
        let size = low.abs().max(high.abs()).max(1.0);
        let slack = if high - low < 1e-6 * size { size / 2.0 } else { 0.0 };
        Some(Axis { low: low - slack, high: high + slack, from: 0.0, to: 1.0, powers: false })
    }

    /// An axis of powers of ten that shows all values above 0, with whole powers at its ends. `None` if there are none that can be
    /// shown.
    pub fn of_powers(values: impl Iterator<Item = f64>) -> Option<Axis> {
        let exponents = values.filter(|&value| showable(value) && value > 0.0).map(f64::log10);
        let (low, high) = exponents.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), exponent| {
            (low.min(exponent), high.max(exponent))
        });
        let (low, high) = ((low + 1e-9).floor(), (high - 1e-9).ceil());
        Axis::new(low, high.max(low + 1.0)).map(|axis| Axis { powers: true, ..axis })
    }

    /// An axis over all values. `None` if none can be shown.
    pub fn over(values: impl Iterator<Item = f64>) -> Option<Axis> {
        let (low, high) = values
            .filter(|value| showable(*value))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        match (low, high) {
            (0.0, 0.0) => Axis::new(0.0, 1.0),
            (low, high) => Axis::new(low, high),
        }
    }

    /// The same axis, placed on the picture between these coordinates.
    pub fn placed(self, from: f64, to: f64) -> Axis {
        Axis { from, to, ..self }
    }

    /// The coordinate of a number on the picture.
    pub fn at(&self, value: f64) -> f64 {
        self.from + (self.measure(value) - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// The number in the axis's own scale. On a logarithmic axis a number that is not positive is below all powers.
    fn measure(&self, value: f64) -> f64 {
        if self.powers { value.max(f64::MIN_POSITIVE).log10() } else { value }
    }

    /// The length of the axis: the difference of its ends, or the number of powers of ten it spans.
    pub fn length(&self) -> f64 {
        self.high - self.low
    }

    /// Returns true if the number is within the axis.
    pub fn shows(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&self.measure(value))
    }

    /// The coordinate of a number on the picture, or of the end of the axis that is nearest to it.
    pub fn at_nearest(&self, value: f64) -> f64 {
        let share = (self.measure(value).clamp(self.low, self.high) - self.low) / self.length();
        self.from + share * (self.to - self.from)
    }

    /// About `wanted` round, evenly spaced numbers, and their distance. On a logarithmic axis: powers of ten, and the least of
    /// them.
    pub fn ticks(&self, wanted: usize) -> (Vec<f64>, f64) {
        if self.powers {
            let step = (self.length() / wanted.max(1) as f64).ceil().max(1.0);
            let count = (self.length() / step + 1e-6).floor() as usize;
            let powers = (0..=count).map(|i| 10_f64.powf(self.low + i as f64 * step));
            return (powers.collect(), 10_f64.powf(self.low));
        }
        let rough = self.length() / wanted.max(1) as f64;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0].map(|digit| digit * power).into_iter().find(|step| *step >= rough * 0.999);
        let step = step.unwrap_or(10.0 * power);
        // Whole multiples, so that errors do not add up; a little past both ends, because 0.1 × 3 is not 0.3.
        let first = (self.low / step - 1e-6).ceil();
        let count = ((self.high / step + 1e-6).floor() - first).clamp(0.0, 1000.0) as usize;
        ((0..=count).map(|i| (first + i as f64) * step).collect(), step)
    }
}

/// A count as text: 950, 10k, 2.5M. `step` is the difference that has to be visible.
pub fn short(value: f64, step: f64) -> String {
    let (unit, suffix) = match value.abs() {
        size if size >= 0.9999e12 => (1e12, "T"),
        size if size >= 0.9999e9 => (1e9, "G"),
        size if size >= 0.9999e6 => (1e6, "M"),
        size if size >= 0.9999e3 => (1e3, "k"),
        _ => (1.0, ""),
    };
    let text = decimal(value / unit, decimals(step / unit));
    // Zero has no unit.
    if text == "0" { text } else { format!("{text}{suffix}") }
}

/// A number of an axis whose ticks all have the same number of decimals: 0.0, 0.5, 1.0.
pub fn even(value: f64, step: f64) -> String {
    let decimals = decimals(step);
    let text = format!("{value:.decimals$}");
    // Rounding may leave the sign of a number that is no longer there.
    if text.trim_start_matches(['-', '0', '.']).is_empty() {
        text.trim_start_matches('-').into()
    } else {
        text
    }
}

/// The number of decimals that distinguishes two numbers at this distance.
fn decimals(step: f64) -> usize {
    (-(step * 1.001).log10().floor()).clamp(0.0, 9.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(low: f64, high: f64, wanted: usize, write: fn(f64, f64) -> String) -> Vec<String> {
        let (ticks, step) = Axis::new(low, high).expect("an axis").ticks(wanted);
        ticks.into_iter().map(|tick| write(tick, step)).collect()
    }

    #[test]
    fn ticks_are_round_and_short() {
        assert_eq!(written(0.0, 2e6, 5, short), ["0", "500k", "1M", "1.5M", "2M"]);
        assert_eq!(written(0.0, 30_000.0, 5, short), ["0", "10k", "20k", "30k"]);
        assert_eq!(written(0.0, 1e9, 2, short), ["0", "500M", "1G"]);
        assert_eq!(written(0.0, 7.0, 4, short), ["0", "2", "4", "6"]);
        assert_eq!(written(0.0, 1.0, 5, even), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(written(0.45, 0.55, 4, even), ["0.45", "0.50", "0.55"]);
        assert_eq!(written(-1.0, 1.0, 4, even), ["-1.0", "-0.5", "0.0", "0.5", "1.0"]);
    }

    #[test]
    fn powers_stand_at_even_distances() {
        let axis = Axis::of_powers([9.0, 40_000.0, 0.0].into_iter()).expect("an axis").placed(0.0, 5.0);
        let (ticks, step) = axis.ticks(10);
        let written: Vec<String> = ticks.iter().map(|&tick| short(tick, step.min(tick))).collect();
        assert_eq!(written, ["1", "10", "100", "1k", "10k", "100k"]);
        ticks.iter().enumerate().for_each(|(i, &tick)| assert!((axis.at(tick) - i as f64).abs() < 1e-9));
        assert!(!axis.shows(0.0) && axis.shows(100_000.0) && axis.at_nearest(0.0) == 0.0);
        assert_eq!(axis.ticks(3).0.len(), 3, "every other one");
        // An axis of equal values still has a length.
        assert_eq!(Axis::of_powers([100.0].into_iter()).expect("an axis").length(), 1.0);
        assert!(Axis::of_powers([0.0, -1.0, f64::NAN].into_iter()).is_none());
    }

    #[test]
    fn counts_are_written_as_finely_as_asked() {
        assert_eq!(short(1_250_000.0, 50_000.0), "1.25M");
        assert_eq!(short(999_999.9, 1000.0), "1M");
        assert_eq!(short(123_456.0, 1.0), "123.456k");
        assert_eq!(short(0.0, 1e6), "0");
    }

    #[test]
    fn an_axis_is_never_empty_or_endless() {
        for (a, b) in [(0.0, 0.0), (5.0, 5.0), (-1e15, -1e15), (1e15, -1e15), (0.0, 1e-300), (3.0, 1.0)] {
            let axis = Axis::new(a, b).expect("an axis");
            assert!(axis.high > axis.low, "{axis:?}");
            let (ticks, step) = axis.ticks(5);
            assert!(step > 0.0 && (1..20).contains(&ticks.len()), "{axis:?}: {ticks:?}");
        }
        assert!(Axis::new(f64::NAN, 1.0).is_none());
        assert!(Axis::over([f64::NAN, f64::INFINITY].into_iter()).is_none());
        let axis = Axis::over([1.0, 7.0].into_iter()).expect("an axis");
        assert!(axis.shows(1.0) && !axis.shows(0.0));
    }
}

//! One scale, the numbers on it, and round numbers along its axis.

use super::{Panel, Scale, Table};
use serde_json::Value;

/// A number with its interval.
#[derive(Debug, Copy, Clone, PartialEq)]
pub(super) struct Measured {
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
}

impl Measured {
    /// Text of a mark: its name, the number and the interval.
    pub(super) fn text(&self, name: &str) -> String {
        match self.interval {
            Some((low, high)) => format!("{name}: {:.1} ({low:.1}–{high:.1})", self.value),
            None => format!("{name}: {}", self.value),
        }
    }
}

impl Panel {
    /// The number of a row in the panel's column, with its interval.
    pub(super) fn of(&self, table: &Table, row: &[Value]) -> Option<Measured> {
        let value = table.number(row, self.field)?;
        let end = |field| table.number(row, field);
        let interval = self.interval.and_then(|[low, high]| Some((end(low)?, end(high)?)));
        Some(Measured { value, interval })
    }

    /// Ends of the scale that holds the numbers of `rows` and their intervals.
    pub(super) fn range<'r>(
        &self,
        table: &Table,
        rows: impl Iterator<Item = &'r Vec<Value>>,
    ) -> (f64, f64) {
        if matches!(self.scale, Scale::Percent | Scale::Shared) {
            return (0.0, 100.0);
        }
        let mut range: Option<(f64, f64)> = None;
        for measured in rows.filter_map(|row| self.of(table, row)) {
            let (low, high) = measured.interval.unwrap_or((measured.value, measured.value));
            let (low, high) = (low.min(measured.value), high.max(measured.value));
            let known = range.unwrap_or((low, high));
            range = Some((known.0.min(low), known.1.max(high)));
        }
        let (low, high) = range.unwrap_or((0.0, 1.0));
        match self.scale {
            Scale::Close => round((low, high), 5),
            _ => (0.0, round((0.0, high), 5).1.max(1.0)),
        }
    }

    /// Places and labels of the ticks of a scale, about `most` of them.
    pub(super) fn ticks(&self, range: (f64, f64), most: usize) -> Vec<(f64, String)> {
        let at = match self.scale {
            Scale::Percent | Scale::Shared if most < 5 => vec![0.0, 50.0, 100.0],
            Scale::Percent | Scale::Shared => vec![0.0, 25.0, 50.0, 75.0, 100.0],
            Scale::FromZero | Scale::Close => ticks(range, most, 1.0),
        };
        at.into_iter().map(|tick| (tick, grouped(tick))).collect()
    }
}

/// A rounded number with a thin blank between thousands; four digits (years, ratings) have none.
fn grouped(number: f64) -> String {
    let digits = format!("{:.0}", number.abs());
    let sign = if number < 0.0 { "−" } else { "" };
    if digits.len() <= 4 {
        return format!("{sign}{digits}");
    }
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    sign.to_owned() + &text
}

/// Converts the numbers of a range to places in the picture.
#[derive(Debug, Copy, Clone)]
pub(super) struct Ruler {
    pub(super) range: (f64, f64),
    /// Places of both ends of the range.
    pub(super) ends: (f64, f64),
}

impl Ruler {
    /// The place of a number; a number outside the range stands at the nearer end.
    pub(super) fn at(&self, number: f64) -> f64 {
        let (low, high) = self.range;
        let share = if high > low { (number - low) / (high - low) } else { 0.0 };
        self.ends.0 + share.clamp(0.0, 1.0) * (self.ends.1 - self.ends.0)
    }
}

/// Distances between ticks, up to a power of ten.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];

/// Multiples of a round step from `low` to `high`: about `most` numbers, at least `least` apart.
pub(super) fn ticks((low, high): (f64, f64), most: usize, least: f64) -> Vec<f64> {
    let step = step((high - low) / most.max(1) as f64, least);
    let first = (low / step - 1e-9).ceil();
    let last = (high / step + 1e-9).floor();
    if !(step.is_finite() && first.is_finite() && last.is_finite()) || last - first > 1000.0 {
        return Vec::new();
    }
    let count = (last - first + 1.0).max(0.0) as usize;
    // A sum of steps has other last digits than the number itself.
    (0..count).map(|tick| ((first + tick as f64) * step * 1e6).round() / 1e6).collect()
}

/// Widens a range to multiples of a round step, which fits about `parts` times.
pub(super) fn round((low, high): (f64, f64), parts: usize) -> (f64, f64) {
    let high = if high > low { high } else { low + 1.0 };
    let step = step((high - low) / parts.max(1) as f64, 1e-6);
    ((low / step).floor() * step, (high / step).ceil() * step)
}

/// The smallest round number that is at least `wanted` and `least`.
fn step(wanted: f64, least: f64) -> f64 {
    let wanted = wanted.max(least).max(1e-6);
    let power = 10f64.powf(wanted.log10().floor());
    let steps = STEPS.iter().map(|step| step * power);
    steps.into_iter().find(|step| *step >= wanted * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped() {
        let all = [0.0, 1950.0, 12_000.0, 1_234_567.0, -50.0].map(grouped);
        assert_eq!(all, ["0", "1950", "12\u{202f}000", "1\u{202f}234\u{202f}567", "−50"]);
    }

    #[test]
    fn ticks_are_round_and_not_too_many() {
        assert_eq!(ticks((0.0, 100.0), 5, 1.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((1787.0, 2003.0), 6, 1.0), [1800.0, 1850.0, 1900.0, 1950.0, 2000.0]);
        assert_eq!(ticks((0.0, 2.0), 5, 1.0), [0.0, 1.0, 2.0], "games have no halves");
        assert_eq!(ticks((0.1, 0.4), 4, 1.0), [0.0; 0]);
        assert_eq!(ticks((f64::MIN, f64::MAX), 4, 1.0), [0.0; 0]);
        for high in 1..3000 {
            let found = ticks((0.0, f64::from(high)), 6, 1.0);
            assert!((2..=7).contains(&found.len()), "{high}: {found:?}");
        }
    }

    #[test]
    fn ranges_are_widened_to_round_numbers() {
        assert_eq!(round((1873.0, 2411.0), 5), (1800.0, 2600.0));
        assert_eq!(round((0.0, 0.0), 5), (0.0, 1.0));
        assert_eq!(round((0.0, 7.0), 4), (0.0, 8.0));
    }
}

//! One scale and the numbers on it.

use super::ticks::{round, ticks};
use super::{Panel, Scale, Table};
use serde_json::Value;

/// A number with its interval.
#[derive(Debug, Copy, Clone, PartialEq)]
pub(super) struct Measured {
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
}

impl Panel {
    /// The number of a row.
    pub(super) fn of(&self, table: &Table, row: &[Value]) -> Option<Measured> {
        let value = table.number(row, self.field)?;
        let end = |field| table.number(row, field);
        let interval = self.interval.and_then(|[low, high]| Some((end(low)?, end(high)?)));
        Some(Measured { value, interval })
    }

    /// What the scale shows of these rows.
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

    /// The ticks of a scale, and what stands at each.
    pub(super) fn ticks(&self, range: (f64, f64), most: usize) -> Vec<(f64, String)> {
        let at = match self.scale {
            Scale::Percent | Scale::Shared if most < 5 => vec![0.0, 50.0, 100.0],
            Scale::Percent | Scale::Shared => vec![0.0, 25.0, 50.0, 75.0, 100.0],
            Scale::FromZero | Scale::Close => ticks(range, most, 1.0),
        };
        at.into_iter().map(|tick| (tick, grouped(tick))).collect()
    }
}

/// A round number with a thin blank between thousands, in years and ratings of four digits none.
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

/// A place on the picture for every number of a range.
#[derive(Debug, Copy, Clone)]
pub(super) struct Ruler {
    pub(super) range: (f64, f64),
    /// The places of both ends.
    pub(super) ends: (f64, f64),
}

impl Ruler {
    /// The place of a number; what is outside of the range stands at its end.
    pub(super) fn at(&self, number: f64) -> f64 {
        let (low, high) = self.range;
        let share = if high > low { (number - low) / (high - low) } else { 0.0 };
        self.ends.0 + share.clamp(0.0, 1.0) * (self.ends.1 - self.ends.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_grouped() {
        let all = [0.0, 1950.0, 12_000.0, 1_234_567.0, -50.0].map(grouped);
        assert_eq!(all, ["0", "1950", "12\u{202f}000", "1\u{202f}234\u{202f}567", "−50"]);
    }
}

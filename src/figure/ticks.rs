//! Round numbers along an axis.

/// The distances between ticks, times powers of ten.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];

/// Numbers from `low` to `high` at round distances, at most `most` of them and at least `least`
/// apart.
pub(super) fn ticks((low, high): (f64, f64), most: usize, least: f64) -> Vec<f64> {
    let step = step((high - low) / most.max(1) as f64, least);
    let first = (low / step - 1e-9).ceil();
    let last = (high / step + 1e-9).floor();
    if !(step.is_finite() && first.is_finite() && last.is_finite()) || last - first > 1000.0 {
        return Vec::new();
    }
    let count = (last - first + 1.0).max(0.0) as usize;
    // Of a sum of steps, the last digits are not those of the number.
    (0..count).map(|tick| ((first + tick as f64) * step * 1e6).round() / 1e6).collect()
}

/// A range between round numbers that holds another.
pub(super) fn round((low, high): (f64, f64), parts: usize) -> (f64, f64) {
    let high = if high > low { high } else { low + 1.0 };
    let step = step((high - low) / parts.max(1) as f64, 1e-6);
    ((low / step).floor() * step, (high / step).ceil() * step)
}

/// The smallest round number that is not below either.
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

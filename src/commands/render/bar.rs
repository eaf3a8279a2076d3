//! A score as a bar.

/// Red's wins, draws and Black's wins as a bar: `███▒▒░░`. Empty without known results.
pub(crate) fn bar(red: u64, draw: u64, black: u64, width: usize) -> String {
    let all = red + draw + black;
    if all == 0 {
        return " ".repeat(width);
    }
    let part = |count: u64| (count as f64 * width as f64 / all as f64).round() as usize;
    let first = part(red).min(width);
    let second = part(red + draw).clamp(first, width);
    "█".repeat(first) + &"▒".repeat(second - first) + &"░".repeat(width - second)
}

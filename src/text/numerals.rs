//! Reads numbers written in hanzi in folded texts, where 〇 is 零.

/// Value of a hanzi digit, 零 (or ○) to 九; None for any other character.
///
/// ```
/// use xqdb::text::hanzi_digit;
/// assert_eq!((hanzi_digit('零'), hanzi_digit('九'), hanzi_digit('十')), (Some(0), Some(9), None));
/// ```
#[must_use]
pub fn hanzi_digit(c: char) -> Option<u32> {
    let digit = "零一二三四五六七八九".chars().position(|known| known == c);
    let digit = digit.or(matches!(c, '○' | 'Ｏ').then_some(0));
    digit.map(|digit| digit as u32)
}

/// Reads hanzi digit by digit (一九五六), or as a number below 100 (廿三, 二十三). Returns
/// the value and its number of decimal digits; None when `run` is no such number.
///
/// ```
/// use xqdb::text::hanzi_number;
/// let number = |text: &str| hanzi_number(&text.chars().collect::<Vec<_>>());
/// assert_eq!((number("一九五六"), number("廿三")), (Some((1956, 4)), Some((23, 2))));
/// assert_eq!((number("十"), number("二十"), number("十二十")), (Some((10, 2)), Some((20, 2)), None));
/// ```
#[must_use]
pub fn hanzi_number(run: &[char]) -> Option<(u32, usize)> {
    const LONGEST: usize = 8;
    let digits: Option<Vec<u32>> = run.iter().map(|c| hanzi_digit(*c)).collect();
    if let Some(digits) = digits.filter(|digits| (1..=LONGEST).contains(&digits.len())) {
        return Some((digits.iter().fold(0, |number, digit| number * 10 + digit), digits.len()));
    }
    let ten = run.iter().position(|c| is_hanzi_ten(*c))?;
    let tens = match (run[ten], &run[..ten]) {
        ('十', []) => 1,
        ('十', [c]) => hanzi_digit(*c)?,
        ('廿', []) => 2,
        ('卅', []) => 3,
        _ => return None,
    };
    let ones = match &run[ten + 1..] {
        [] => 0,
        [c] => hanzi_digit(*c)?,
        _ => return None,
    };
    Some((tens * 10 + ones, 2))
}

/// Whether the hanzi stands for tens: 十, 廿 or 卅.
#[must_use]
pub const fn is_hanzi_ten(c: char) -> bool {
    matches!(c, '十' | '廿' | '卅')
}

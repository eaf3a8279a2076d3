//! One rule: conditions on the moves of both sides.
//!
//! | condition | what it asks for |
//! | --- | --- |
//! | `R3=x/y` | Red's third move is x or y (`B` is Black) |
//! | `R1-5={…}` | moves 1 to 5 are these, in any order |
//! | `R2-5<{…}` | each of moves 2 to 5 is one of these |
//! | `R:{…}` | a run: Red's moves from the second on, as long as they are of these (`R4:` from the fourth) |
//! | `…&x` | x is one of the run |
//! | `…>x/y`, `…>!x` | the move that ends the run is x or y; is there and is not x |
//! | `… after z`, `… before z` | the opponent's move just before the one that ends the run; his reply |
//! | `[name]` | the conditions of a row with this name; signs behind it go on with its last run |

use super::token::{Moves, Token};
use crate::xiangqi::Side;
use std::collections::HashMap;

/// The most conditions that names may stand for.
const MOST_ALTERNATIVES: usize = 64;
const MOST_LENGTH: usize = 4_000;

/// What is wrong with a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum RuleError {
    #[error("`{0}` is no condition")]
    NoCondition(String),
    #[error("`{0}` is no move such as C2.5")]
    NoMove(String),
    #[error("no row is named `{0}`")]
    NoRow(String),
    #[error("the rule stands for too many conditions")]
    TooLong,
}

/// Conditions that must all hold; or others in their place.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    alternatives: Vec<Vec<Condition>>,
}

#[derive(Debug, Clone)]
struct Condition {
    side: Side,
    /// The first move it looks at, from 0.
    first: usize,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    /// This move is one of these.
    Is(Vec<Token>),
    /// So many moves are these, in any order.
    AreJust(Vec<Token>),
    /// So many moves are each one of these.
    AreOf(usize, Vec<Token>),
    Run(Run),
}

#[derive(Debug, Clone, Default)]
struct Run {
    skipped: Vec<Token>,
    holds: Vec<Token>,
    /// The move behind it: is one of these, or is not.
    ends: Option<(bool, Vec<Token>)>,
    after: Option<Token>,
    before: Option<Token>,
}

impl Rule {
    /// Reads a rule; `named` are the rows that it can name.
    pub(super) fn read(text: &str, named: &HashMap<String, String>) -> Result<Rule, RuleError> {
        let texts = expanded(text, named)?;
        let alternatives = texts.iter().map(|text| conditions(text)).collect::<Result<_, _>>()?;
        Ok(Rule { alternatives })
    }

    /// Whether moves fit.
    pub(super) fn fits(&self, moves: &Moves) -> bool {
        self.alternatives
            .iter()
            .any(|conditions| conditions.iter().all(|condition| condition.fits(moves)))
    }
}

impl Condition {
    fn fits(&self, moves: &Moves) -> bool {
        let own = moves.of(self.side).get(self.first..).unwrap_or_default();
        match &self.what {
            What::Is(tokens) => own.first().is_some_and(|mv| is_of(*mv, tokens)),
            What::AreJust(tokens) => own.get(..tokens.len()).is_some_and(|own| {
                own.iter().all(|mv| is_of(*mv, tokens))
                    && tokens.iter().all(|token| own.contains(&Some(*token)))
            }),
            What::AreOf(count, tokens) => {
                own.get(..*count).is_some_and(|own| own.iter().all(|mv| is_of(*mv, tokens)))
            }
            What::Run(run) => run.fits(own, self, moves),
        }
    }
}

impl Run {
    fn fits(&self, own: &[Option<Token>], condition: &Condition, moves: &Moves) -> bool {
        let len = own.iter().take_while(|mv| is_of(**mv, &self.skipped)).count();
        let ends = match &self.ends {
            None => true,
            Some((wanted, tokens)) => own.get(len).is_some_and(|mv| is_of(*mv, tokens) == *wanted),
        };
        // The opponent's move of this number comes before Black's and after Red's.
        let place = condition.first + len;
        let (before, after) = match condition.side {
            Side::Red => (place.checked_sub(1), place),
            Side::Black => (Some(place), place + 1),
        };
        let theirs = moves.of(condition.side.other());
        let is = |place: Option<usize>, wanted: Option<Token>| {
            let there = place.and_then(|place| theirs.get(place).copied().flatten());
            wanted.is_none() || there == wanted
        };
        ends && self.holds.iter().all(|token| own[..len].contains(&Some(*token)))
            && is(before, self.after)
            && is(Some(after), self.before)
    }
}

fn is_of(mv: Option<Token>, tokens: &[Token]) -> bool {
    mv.is_some_and(|mv| tokens.contains(&mv))
}

/// The rule with the conditions that it names in their place, in all alternatives.
fn expanded(text: &str, named: &HashMap<String, String>) -> Result<Vec<String>, RuleError> {
    let mut texts = vec![text.to_owned()];
    while let Some(place) = texts.iter().position(|text| text.contains('[')) {
        let text = texts.swap_remove(place);
        let end = text.find(']').ok_or_else(|| RuleError::NoCondition(text.clone()))?;
        let start = text[..end].find('[').ok_or_else(|| RuleError::NoCondition(text.clone()))?;
        let name = &text[start..=end];
        let row = named.get(name).ok_or_else(|| RuleError::NoRow(name.to_owned()))?;
        for alternative in row.split(" or ") {
            texts.push(format!("{}{alternative}{}", &text[..start], &text[end + 1..]));
        }
        if texts.len() > MOST_ALTERNATIVES || texts.iter().any(|text| text.len() > MOST_LENGTH) {
            return Err(RuleError::TooLong);
        }
    }
    Ok(texts)
}

fn conditions(text: &str) -> Result<Vec<Condition>, RuleError> {
    let mut conditions: Vec<Condition> = Vec::new();
    let mut words = words(text).into_iter();
    while let Some(word) = words.next() {
        match (word, conditions.last_mut()) {
            ("always", _) => {}
            ("after" | "before", Some(Condition { what: What::Run(run), .. })) => {
                let token = Some(token(words.next().unwrap_or_default())?);
                if word == "after" { run.after = token } else { run.before = token }
            }
            _ => conditions.push(condition(word)?),
        }
    }
    Ok(conditions)
}

/// The parts between blanks that are not in braces.
fn words(text: &str) -> Vec<&str> {
    let mut is_inside = false;
    let parts = text.split(|letter: char| {
        is_inside = letter == '{' || is_inside && letter != '}';
        letter == ' ' && !is_inside
    });
    parts.filter(|part| !part.is_empty()).collect()
}

fn condition(word: &str) -> Result<Condition, RuleError> {
    let wrong = || RuleError::NoCondition(word.to_owned());
    let side = match word.chars().next() {
        Some('R') => Side::Red,
        Some('B') => Side::Black,
        _ => return Err(wrong()),
    };
    let sign = word.find(['=', '<', ':']).ok_or_else(wrong)?;
    let (numbers, rest) = (&word[1..sign], &word[sign + 1..]);
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    let number = |text: &str| text.parse().ok().filter(|n| (1..=10).contains(n));
    let first: usize = if numbers.is_empty() { 2 } else { number(first).ok_or_else(wrong)? };
    let last: usize = if numbers.is_empty() { 2 } else { number(last).ok_or_else(wrong)? };
    let what = match (&word[sign..=sign], rest.strip_prefix('{')) {
        (":", Some(rest)) => What::Run(run(rest, word)?),
        ("=", Some(rest)) => {
            let tokens = tokens(rest.strip_suffix('}').ok_or_else(wrong)?, ' ')?;
            if first + tokens.len() != last + 1 {
                return Err(wrong());
            }
            What::AreJust(tokens)
        }
        ("<", Some(rest)) => {
            let count = (last + 1).checked_sub(first).ok_or_else(wrong)?;
            What::AreOf(count, tokens(rest.strip_suffix('}').ok_or_else(wrong)?, ' ')?)
        }
        ("=", None) => What::Is(tokens(rest, '/')?),
        _ => return Err(wrong()),
    };
    Ok(Condition { side, first: first - 1, what })
}

/// The moves of a run and the signs behind it, from the first move on.
fn run(text: &str, word: &str) -> Result<Run, RuleError> {
    let wrong = || RuleError::NoCondition(word.to_owned());
    let (skipped, signs) = text.split_once('}').ok_or_else(wrong)?;
    let mut run = Run { skipped: tokens(skipped, ' ')?, ..Run::default() };
    let mut rest = signs;
    while let Some(sign) = rest.chars().next() {
        let end = rest[1..].find(['&', '>']).map_or(rest.len(), |end| end + 1);
        let text = &rest[1..end];
        match sign {
            '&' => run.holds.push(token(text)?),
            '>' => {
                let wanted = !text.starts_with('!');
                run.ends = Some((wanted, tokens(text.trim_start_matches('!'), '/')?));
            }
            _ => return Err(wrong()),
        }
        rest = &rest[end..];
    }
    Ok(run)
}

fn tokens(text: &str, between: char) -> Result<Vec<Token>, RuleError> {
    text.split(between).map(token).collect()
}

fn token(text: &str) -> Result<Token, RuleError> {
    Token::read(text).ok_or_else(|| RuleError::NoMove(text.to_owned()))
}

//! Rules of openings: conditions on the moves of both sides.
//!
//! | condition | meaning |
//! | --- | --- |
//! | `R3=x/y` | Red's third move is x or y (`B` is Black) |
//! | `R1-5={…}` | moves 1 to 5 are exactly these, in any order |
//! | `R2-5<{…}` | each of moves 2 to 5 is one of these |
//! | `R:{…}` | a run: Red's moves from the 2nd on (`R4:` 4th), while in the set |
//! | `…&x` | x is a move of the run |
//! | `…>x/y`, `…>!x` | the move that ends the run is x or y; is not x, or there is none |
//! | `… after z`, `… before z` | z precedes the move that ends the run; z answers it |
//! | `[name]` | the conditions of the row with this name; signs behind it belong to its last run |

use super::moves::{Alphabet, MoveNumbers, MoveSet, OpeningMove};
use crate::xiangqi::Side;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::HashMap;

/// Limits of names in a rule: alternatives, names resolved, and letters of one condition.
const MOST_ALTERNATIVES: usize = 64;
const MOST_NAMES: usize = 256;
const MOST_LENGTH: usize = 4_000;
/// Largest number of different conditions in a table.
const MOST_CONDITIONS: usize = 1024;
const WORDS: usize = MOST_CONDITIONS / 64;

/// Fault of a rule.
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
    #[error("the table has too many moves or conditions")]
    TooMany,
}

/// A condition, one of the words `after` and `before`, or the move behind one of these.
pub(super) type RuleWord<'t> = Cow<'t, str>;

/// Alternatives of conditions that rules can name, by name in brackets.
pub(super) type Named<'t> = HashMap<&'t str, Vec<Vec<RuleWord<'t>>>>;

/// Splits conditions at ` or ` into alternatives, each into words.
pub(super) fn alternatives(conditions: &str) -> Vec<Vec<RuleWord<'_>>> {
    let alternatives = conditions.split(" or ").map(words);
    alternatives.filter(|words| !words.is_empty()).collect()
}

/// Alternatives, one of which must hold; each is a list of indices into [`Conditions`] that must
/// all hold.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    alternatives: Vec<Vec<u16>>,
}

/// The different conditions of a table. Most stand in many rules, but each is tested once per game.
#[derive(Debug, Clone)]
pub(super) struct Conditions {
    alphabet: Alphabet,
    all: Vec<Condition>,
    /// Index of each condition by its text: reading a text takes twenty times as long as a look-up.
    places: FxHashMap<String, u16>,
}

#[derive(Debug, Clone)]
struct Condition {
    side: Side,
    /// Index of the first move the condition looks at, 0-based.
    first: usize,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    /// The move is in the set.
    Is(MoveSet),
    /// The next moves (count) are exactly this set, in any order.
    AreJust(usize, MoveSet),
    /// Each of the next moves (count) is in the set.
    AreOf(usize, MoveSet),
    Run(Run),
}

#[derive(Debug, Clone, Default)]
struct Run {
    skipped: MoveSet,
    holds: MoveSet,
    /// The move that ends the run: `true` if it must be in the set, `false` if it must not (or be
    /// missing).
    ends: Option<(bool, MoveSet)>,
    after: Option<u8>,
    before: Option<u8>,
}

/// A game under test, and the results of the conditions tested so far.
pub(super) struct Game<'c> {
    conditions: &'c Conditions,
    moves: MoveNumbers,
    /// One bit per condition: was it tested, and does it hold?
    tested: [u64; WORDS],
    held: [u64; WORDS],
}

impl<'c> Game<'c> {
    pub(super) fn new(conditions: &'c Conditions, moves: MoveNumbers) -> Game<'c> {
        Game { conditions, moves, tested: [0; WORDS], held: [0; WORDS] }
    }

    /// Whether some alternative of a rule holds.
    pub(super) fn fits(&mut self, rule: &Rule) -> bool {
        rule.alternatives
            .iter()
            .any(|conditions| conditions.iter().all(|&place| self.holds(usize::from(place))))
    }

    fn holds(&mut self, place: usize) -> bool {
        let (word, bit) = (place / 64, 1 << (place % 64));
        if self.tested[word] & bit == 0 {
            self.tested[word] |= bit;
            if self.conditions.all[place].holds(&self.moves) {
                self.held[word] |= bit;
            }
        }
        self.held[word] & bit != 0
    }
}

impl Conditions {
    pub(super) fn new() -> Conditions {
        Conditions { alphabet: Alphabet::new(), all: Vec::new(), places: FxHashMap::default() }
    }

    pub(super) fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Reads a rule that may name the rows of `named`.
    pub(super) fn rule(&mut self, text: &str, named: &Named<'_>) -> Result<Rule, RuleError> {
        let alternatives = expanded(text, named)?;
        let alternatives = alternatives.iter().map(|words| self.places(words));
        Ok(Rule { alternatives: alternatives.collect::<Result<_, _>>()? })
    }

    /// The rule without its conditions on the first moves, for games with the first moves `first`;
    /// `None` when the rule cannot hold for them.
    pub(super) fn left(&self, rule: &Rule, first: [u8; 2]) -> Option<Rule> {
        let of_first = |place: u16| match &self.all[usize::from(place)] {
            Condition { side, first: 0, what: What::Is(set) } => {
                Some(set.contains(first[*side as usize]))
            }
            _ => None,
        };
        let alternatives = rule.alternatives.iter();
        let alternatives: Vec<Vec<u16>> = alternatives
            .filter(|conditions| conditions.iter().all(|&place| of_first(place) != Some(false)))
            .map(|conditions| {
                conditions.iter().copied().filter(|&place| of_first(place).is_none()).collect()
            })
            .collect();
        (!alternatives.is_empty()).then_some(Rule { alternatives })
    }

    fn places(&mut self, words: &[RuleWord<'_>]) -> Result<Vec<u16>, RuleError> {
        // `after`, `before` and their moves belong to the condition in front of them.
        let mut texts: Vec<RuleWord<'_>> = Vec::with_capacity(words.len());
        let mut is_joined = false;
        for word in words.iter().filter(|word| *word != "always") {
            let is_order = matches!(&**word, "after" | "before");
            match texts.last_mut() {
                Some(text) if is_joined || is_order => *text = format!("{text} {word}").into(),
                _ => texts.push(word.clone()),
            }
            is_joined = is_order;
        }
        texts.iter().map(|text| self.place(text)).collect()
    }

    /// Index of a condition, read and added if it is new.
    fn place(&mut self, text: &str) -> Result<u16, RuleError> {
        if let Some(&place) = self.places.get(text) {
            return Ok(place);
        }
        let condition = condition(text, &mut self.alphabet)?;
        let place = self.all.len();
        if place == MOST_CONDITIONS {
            return Err(RuleError::TooMany);
        }
        self.all.push(condition);
        self.places.insert(text.to_owned(), place as u16);
        Ok(place as u16)
    }
}

impl Condition {
    fn holds(&self, moves: &MoveNumbers) -> bool {
        let own = moves.of(self.side).get(self.first..).unwrap_or_default();
        match &self.what {
            What::Is(set) => own.first().is_some_and(|&mv| set.contains(mv)),
            What::AreJust(count, set) => own.get(..*count).is_some_and(|own| {
                let mut played = MoveSet::default();
                own.iter().for_each(|&mv| played.insert(mv));
                played == *set
            }),
            What::AreOf(count, set) => {
                own.get(..*count).is_some_and(|own| own.iter().all(|&mv| set.contains(mv)))
            }
            What::Run(run) => run.holds(own, self, moves),
        }
    }
}

impl Run {
    fn holds(&self, own: &[u8], condition: &Condition, moves: &MoveNumbers) -> bool {
        let len = own.iter().take_while(|&&mv| self.skipped.contains(mv)).count();
        let ends = match &self.ends {
            None => true,
            Some((true, set)) => own.get(len).is_some_and(|&mv| set.contains(mv)),
            Some((false, set)) => own.get(len).is_none_or(|&mv| !set.contains(mv)),
        };
        if !ends {
            return false;
        }
        // Black's reply has the number of Red's move; Red's move precedes Black's of that number.
        let place = condition.first + len;
        let (before, after) = match condition.side {
            Side::Red => (place.checked_sub(1), place),
            Side::Black => (Some(place), place + 1),
        };
        let theirs = moves.of(condition.side.other());
        let is = |place: Option<usize>, wanted: Option<u8>| {
            let there = place.and_then(|place| theirs.get(place).copied());
            wanted.is_none() || there == wanted
        };
        let mut played = MoveSet::default();
        own[..len].iter().for_each(|&mv| played.insert(mv));
        self.holds.is_within(&played) && is(before, self.after) && is(Some(after), self.before)
    }
}

/// Replaces names in a rule by the conditions they stand for; returns all alternatives.
fn expanded<'t>(text: &'t str, named: &Named<'t>) -> Result<Vec<Vec<RuleWord<'t>>>, RuleError> {
    let mut all = vec![words(text)];
    let mut names = 0;
    // Alternatives before this index contain no name.
    let mut place = 0;
    while let Some(words) = all.get(place) {
        let Some(at) = words.iter().position(|word| word.starts_with('[')) else {
            place += 1;
            continue;
        };
        let words = all.swap_remove(place);
        let word = &words[at];
        let end = word.find(']').ok_or_else(|| RuleError::NoCondition(word.to_string()))?;
        let (name, signs) = word.split_at(end + 1);
        let rows = named.get(name).ok_or_else(|| RuleError::NoRow(name.to_owned()))?;
        names += 1;
        for row in rows {
            let mut alternative = [&words[..at], row, &words[at + 1..]].concat();
            let last = &mut alternative[at + row.len() - 1];
            if !signs.is_empty() {
                *last = Cow::Owned(format!("{last}{signs}"));
            }
            if last.len() > MOST_LENGTH {
                return Err(RuleError::TooLong);
            }
            all.push(alternative);
        }
        if names > MOST_NAMES || all.len() > MOST_ALTERNATIVES {
            return Err(RuleError::TooLong);
        }
    }
    Ok(all)
}

/// Splits at blanks outside braces.
fn words(text: &str) -> Vec<RuleWord<'_>> {
    let mut is_inside = false;
    let parts = text.split(|letter: char| {
        is_inside = letter == '{' || is_inside && letter != '}';
        letter == ' ' && !is_inside
    });
    parts.filter(|part| !part.is_empty()).map(Cow::Borrowed).collect()
}

fn condition(text: &str, alphabet: &mut Alphabet) -> Result<Condition, RuleError> {
    let words = words(text);
    let (word, orders) = words.split_first().ok_or(RuleError::NoCondition(String::new()))?;
    let word = &**word;
    let wrong = || RuleError::NoCondition(word.to_owned());
    let side = match word.chars().next() {
        Some('R') => Side::Red,
        Some('B') => Side::Black,
        _ => return Err(wrong()),
    };
    let sign = word.find(['=', '<', ':']).ok_or_else(wrong)?;
    let (numbers, rest) = (&word[1..sign], &word[sign + 1..]);
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    let of_move = |text: &str| text.parse().ok().filter(|n| (1..=10).contains(n));
    let first: usize = if numbers.is_empty() { 2 } else { of_move(first).ok_or_else(wrong)? };
    let last: usize = if numbers.is_empty() { 2 } else { of_move(last).ok_or_else(wrong)? };
    let mut what = match (&word[sign..=sign], rest.strip_prefix('{')) {
        (":", Some(rest)) => What::Run(run(rest, word, alphabet)?),
        ("=", Some(rest)) => {
            let (count, set) = set(rest.strip_suffix('}').ok_or_else(wrong)?, ' ', alphabet)?;
            if first + count != last + 1 {
                return Err(wrong());
            }
            What::AreJust(count, set)
        }
        ("<", Some(rest)) => {
            let count = (last + 1).checked_sub(first).ok_or_else(wrong)?;
            What::AreOf(count, set(rest.strip_suffix('}').ok_or_else(wrong)?, ' ', alphabet)?.1)
        }
        ("=", None) => What::Is(set(rest, '/', alphabet)?.1),
        _ => return Err(wrong()),
    };
    for order in orders.chunks(2) {
        let (What::Run(run), [order, mv]) = (&mut what, order) else {
            return Err(RuleError::NoCondition(order[0].to_string()));
        };
        let number = Some(number(mv, alphabet)?);
        if order == "after" { run.after = number } else { run.before = number }
    }
    Ok(Condition { side, first: first - 1, what })
}

/// Reads a run: its moves up to `}`, and the signs behind them.
fn run(text: &str, word: &str, alphabet: &mut Alphabet) -> Result<Run, RuleError> {
    let wrong = || RuleError::NoCondition(word.to_owned());
    let (skipped, signs) = text.split_once('}').ok_or_else(wrong)?;
    let mut run = Run { skipped: set(skipped, ' ', alphabet)?.1, ..Run::default() };
    let mut rest = signs;
    while let Some(sign) = rest.chars().next() {
        let signed = rest.strip_prefix(['&', '>']).ok_or_else(wrong)?;
        let (text, after) = signed.split_at(signed.find(['&', '>']).unwrap_or(signed.len()));
        if sign == '&' {
            run.holds.insert(number(text, alphabet)?);
        } else {
            let wanted = !text.starts_with('!');
            run.ends = Some((wanted, set(text.trim_start_matches('!'), '/', alphabet)?.1));
        }
        rest = after;
    }
    Ok(run)
}

/// Reads moves separated by `between`; returns how many and their set.
fn set(text: &str, between: char, alphabet: &mut Alphabet) -> Result<(usize, MoveSet), RuleError> {
    let mut set = MoveSet::default();
    let mut count = 0;
    for text in text.split(between) {
        set.insert(number(text, alphabet)?);
        count += 1;
    }
    Ok((count, set))
}

/// Reads a move such as `C2.5` and returns its number.
fn number(text: &str, alphabet: &mut Alphabet) -> Result<u8, RuleError> {
    let token = OpeningMove::read(text).ok_or_else(|| RuleError::NoMove(text.to_owned()))?;
    alphabet.number(token).ok_or(RuleError::TooMany)
}

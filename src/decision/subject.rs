//! What a decision is about. Subjects are named by what does not depend on the order of imports:
//! folded names, keys of games.

use super::fault::Fault;
use crate::metadata::name_key;
use crate::text::fold;
use std::fmt;

/// Characters of a game's key.
const KEY: usize = 12;

/// The whole key of a game.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(String);

impl Key {
    /// The key, if it may be one.
    pub fn new(text: &str) -> Option<Key> {
        let key = text.to_ascii_lowercase();
        let is_key = key.len() == KEY && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_key.then_some(Key(key))
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A player, an event or a game.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// By the folded name, without team; behind `@`, the team of one who has namesakes.
    Player(String),
    /// By the folded name.
    Event(String),
    /// By its key.
    Game(Key),
}

impl Subject {
    /// Reads `player:NAME`, `player:NAME@TEAM`, `event:NAME` or `game:KEY`; `at` is the place of the
    /// field in its line.
    pub(super) fn read(text: &str, at: usize) -> Result<Subject, Fault> {
        let unknown = || Fault::Subject(at, text.to_owned());
        let (kind, name) = text.split_once(':').ok_or_else(unknown)?;
        let some = |key: String| if key.is_empty() { Err(unknown()) } else { Ok(key) };
        match kind.trim() {
            "player" => Ok(Subject::Player(match name.split_once('@') {
                Some((name, team)) => {
                    let namesake = || Fault::Namesake(at, text.to_owned());
                    let (name, team) = (name_key(name), fold(team.trim()));
                    let is_one = !name.is_empty() && !team.is_empty() && !team.contains('@');
                    is_one.then(|| format!("{name}@{team}")).ok_or_else(namesake)?
                }
                None => some(name_key(name))?,
            })),
            "event" => Ok(Subject::Event(some(fold(name.trim()))?)),
            "game" => Ok(Subject::Game(Key::new(name.trim()).ok_or_else(unknown)?)),
            _ => Err(unknown()),
        }
    }

    /// The folded name and the team of a player who is told apart from his namesakes: 王斌 and 上海
    /// of `player:王斌@上海`.
    pub fn namesake(&self) -> Option<(&str, &str)> {
        match self {
            Subject::Player(name) => name.split_once('@'),
            _ => None,
        }
    }

    /// Whether both are players, or both events, or both games.
    pub(super) fn is_like(&self, other: &Subject) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Player(name) => write!(f, "player:{name}"),
            Subject::Event(name) => write!(f, "event:{name}"),
            Subject::Game(key) => write!(f, "game:{}", key.as_str()),
        }
    }
}

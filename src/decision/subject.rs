//! What a decision is about, named by what does not depend on the order of imports: folded names,
//! keys of games, moves of records, and what can be set of a game.

use crate::metadata::{
    GameResult, Kind, LaxDate, asked_date, name_key, named, parse_result, split_team,
};
use crate::text::fold;
use crate::xiangqi::Move;
use std::fmt;

/// Characters of a game's key.
const KEY: usize = 12;

/// The whole key of a game.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey(String);

impl GameKey {
    /// The key, if it may be one.
    pub fn new(text: &str) -> Option<GameKey> {
        let key = text.to_ascii_lowercase();
        let is_key = key.len() == KEY && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_key.then_some(GameKey(key))
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
    /// A game, by its key.
    Game(GameKey),
}

impl Subject {
    /// Reads `player:NAME`, `player:NAME@TEAM`, `event:NAME` or `game:KEY`; `at` is the place of
    /// the field in its line.
    pub(super) fn read(text: &str, at: usize) -> Result<Subject, DecisionFault> {
        let unknown = || DecisionFault::Subject(at, text.to_owned());
        let (kind, name) = text.split_once(':').ok_or_else(unknown)?;
        let some = |key: String| if key.is_empty() { Err(unknown()) } else { Ok(key) };
        match kind.trim() {
            "player" => Ok(Subject::Player(match name.split_once('@') {
                Some((name, team)) => {
                    let namesake = || DecisionFault::Namesake(at, text.to_owned());
                    let (name, team) = (name_key(name), fold(team.trim()));
                    let is_one = !name.is_empty() && !team.is_empty() && !team.contains('@');
                    is_one.then(|| format!("{name}@{team}")).ok_or_else(namesake)?
                }
                None => some(name_key(name))?,
            })),
            "event" => Ok(Subject::Event(some(fold(name.trim()))?)),
            "game" => Ok(Subject::Game(GameKey::new(name.trim()).ok_or_else(unknown)?)),
            _ => Err(unknown()),
        }
    }

    /// The folded name and the team of a player who is kept apart from his namesakes: 王斌 and 上海 of
    /// `player:王斌@上海`.
    pub fn namesake(&self) -> Option<(&str, &str)> {
        match self {
            Subject::Player(name) => name.split_once('@'),
            _ => None,
        }
    }

    /// The folded name of a player or an event, the key of a game.
    pub fn name(&self) -> &str {
        self.parts().1
    }

    /// The number of its sort (player, event, game) and its name.
    pub(super) fn parts(&self) -> (usize, &str) {
        match self {
            Subject::Player(name) => (0, name),
            Subject::Event(name) => (1, name),
            Subject::Game(key) => (2, key.as_str()),
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

named! {
    /// A field of a game.
    #[allow(missing_docs, reason = "the fields of a game, by their names")]
    pub enum GameField {
        Red = "red",
        Black = "black",
        Event = "event",
        Site = "site",
        Round = "round",
        Date = "date",
        Result = "result",
        Kind = "kind",
    }
}

impl GameField {
    /// The tag of records that has it.
    pub const fn tag(self) -> &'static str {
        match self {
            GameField::Red => "Red",
            GameField::Black => "Black",
            GameField::Event => "Event",
            GameField::Site => "Site",
            GameField::Round => "Round",
            GameField::Date => "Date",
            GameField::Result => "Result",
            GameField::Kind => "Kind",
        }
    }

    /// Reads `game:KEY.FIELD`.
    pub(super) fn read_target(text: &str) -> Result<(GameKey, GameField), DecisionFault> {
        let unknown = || DecisionFault::Subject(1, text.to_owned());
        let (key, name) =
            text.strip_prefix("game:").and_then(|rest| rest.split_once('.')).ok_or_else(unknown)?;
        let field = GameField::from_name(name.trim());
        let field = field.ok_or_else(|| DecisionFault::Field(name.to_owned()))?;
        Ok((GameKey::new(key.trim()).ok_or_else(unknown)?, field))
    }
}

/// A field with the value that it is to have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// Red, Black, event, site or round.
    Text(GameField, String),
    /// The date of the game.
    Date(LaxDate),
    /// The result; `*` is unknown.
    Result(GameResult),
    /// The kind.
    Kind(Kind),
}

impl Setting {
    pub(super) fn read(field: GameField, value: &str) -> Result<Setting, DecisionFault> {
        let read = match field {
            _ if value.is_empty() => None,
            // A team is nobody.
            GameField::Red | GameField::Black if split_team(value).name.is_empty() => None,
            GameField::Date => asked_date(value).map(Setting::Date),
            GameField::Result => parse_result(value).map(Setting::Result),
            GameField::Kind => Kind::from_name(value).map(Setting::Kind),
            _ => Some(Setting::Text(field, value.to_owned())),
        };
        read.ok_or_else(|| DecisionFault::Value(field.as_str(), value.to_owned()))
    }

    /// Which field.
    pub const fn field(&self) -> GameField {
        match self {
            Setting::Text(field, _) => *field,
            Setting::Date(_) => GameField::Date,
            Setting::Result(_) => GameField::Result,
            Setting::Kind(_) => GameField::Kind,
        }
    }

    /// The value as it stands in a file.
    pub fn value(&self) -> String {
        match self {
            Setting::Text(_, text) => text.clone(),
            Setting::Date(date) => date.to_string(),
            Setting::Result(result) => result.to_string(),
            Setting::Kind(kind) => kind.as_str().to_owned(),
        }
    }
}

/// Sign for no move, where one is too many.
const NOTHING: &str = "-";

/// A move of a record, named by what does not depend on the order of imports.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordPly {
    /// BLAKE3 of the content of its source.
    pub content: [u8; 32],
    /// 1-based in the source.
    pub record: u64,
    /// 1-based place in the main line, as it stands in the record.
    pub ply: u32,
}

impl RecordPly {
    /// Reads `record:HASH/N ply P`.
    pub(super) fn read(text: &str) -> Result<RecordPly, DecisionFault> {
        let parts = || {
            let (content, rest) = text.strip_prefix("record:")?.split_once('/')?;
            let (record, ply) = rest.split_once(" ply ")?;
            let content = *blake3::Hash::from_hex(content.trim()).ok()?.as_bytes();
            let (record, ply) = (record.trim().parse().ok()?, ply.trim().parse().ok()?);
            (record > 0 && ply > 0).then_some(RecordPly { content, record, ply })
        };
        parts().ok_or_else(|| DecisionFault::Subject(1, text.to_owned()))
    }
}

impl fmt::Display for RecordPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let content = blake3::Hash::from_bytes(self.content).to_hex();
        write!(f, "record:{content}/{} ply {}", self.record, self.ply)
    }
}

/// The moves that are read in the place of one: none where it is too many, several where others
/// are missing before it.
pub(super) fn read_moves(text: &str) -> Result<Vec<Move>, DecisionFault> {
    let moves: Option<Vec<Move>> = match text {
        NOTHING => Some(Vec::new()),
        "" => None,
        _ => text.split_whitespace().map(|mv| mv.parse().ok()).collect(),
    };
    moves.ok_or_else(|| DecisionFault::Value("read", text.to_owned()))
}

/// Renders the moves as a file has them.
pub(super) fn write_moves(moves: &[Move]) -> String {
    match moves {
        [] => NOTHING.to_owned(),
        _ => moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
    }
}

/// A fault of a decision. Fields are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecisionFault {
    /// Number of fields, where there are three to six.
    Count(usize),
    /// The action is none.
    Action(String),
    /// A field names nothing that can be decided about.
    Subject(usize, String),
    /// A name is kept apart from its namesakes, but not by its team, or not in the form it has to
    /// have.
    Namesake(usize, String),
    /// A player and a game cannot be one.
    Unlike,
    /// Something is compared with itself.
    Itself,
    /// No field of this name can be set.
    Field(String),
    /// A field cannot have this value.
    Value(&'static str, String),
    /// A tab or an end of line stands inside a field.
    Control(usize),
}

impl DecisionFault {
    /// The field that is at fault, from 0.
    pub(super) fn place(&self) -> usize {
        match self {
            DecisionFault::Count(_) | DecisionFault::Action(_) => 0,
            DecisionFault::Subject(at, _)
            | DecisionFault::Namesake(at, _)
            | DecisionFault::Control(at) => *at,
            DecisionFault::Field(_) => 1,
            DecisionFault::Unlike | DecisionFault::Itself | DecisionFault::Value(..) => 2,
        }
    }
}

//! Subjects of decisions. Their names do not depend on the order of imports: folded names, keys of
//! games, moves of records, and fields of games.

use crate::metadata::{
    GameResult, Kind, LaxDate, asked_date, name_key, named, parse_result, split_team,
};
use crate::text::{fold, hex};
use crate::xiangqi::Move;
use std::fmt;

/// Number of characters of a game's key.
const KEY: usize = 12;

/// Whole key of a game.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey(String);

impl GameKey {
    /// Key with this text; `None` if the text is no key.
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

/// Player, event or game that a decision is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// Folded name without team; for a player with namesakes `NAME@TEAM`.
    Player(String),
    /// Folded name of an event.
    Event(String),
    /// Key of a game.
    Game(GameKey),
}

impl Subject {
    /// Reads `player:NAME`, `player:NAME@TEAM`, `event:NAME` or `game:KEY`; `at` is the 0-based
    /// index of the field in its line.
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

    /// Folded name and team of a player who is kept apart from namesakes: 王斌 and 上海 of
    /// `player:王斌@上海`. `None` for other subjects.
    pub fn namesake(&self) -> Option<(&str, &str)> {
        match self {
            Subject::Player(name) => name.split_once('@'),
            _ => None,
        }
    }

    /// Folded name of a player or event, or key of a game.
    pub fn name(&self) -> &str {
        self.parts().1
    }

    /// Number of the sort (0 player, 1 event, 2 game), and the name.
    pub(super) fn parts(&self) -> (usize, &str) {
        match self {
            Subject::Player(name) => (0, name),
            Subject::Event(name) => (1, name),
            Subject::Game(key) => (2, key.as_str()),
        }
    }

    /// Whether both subjects are of one sort.
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
    /// Field of a game that a decision can set.
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
    /// Name of the tag with this field.
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

/// Field with the value that a decision sets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// Red, Black, event, site or round.
    Text(GameField, String),
    /// Date of the game.
    Date(LaxDate),
    /// Result of the game; `*` is unknown.
    Result(GameResult),
    /// Kind of the game.
    Kind(Kind),
}

impl Setting {
    pub(super) fn read(field: GameField, value: &str) -> Result<Setting, DecisionFault> {
        let read = match field {
            _ if value.is_empty() => None,
            // A team without a name is no player.
            GameField::Red | GameField::Black if split_team(value).name.is_empty() => None,
            GameField::Date => asked_date(value).map(Setting::Date),
            GameField::Result => parse_result(value).map(Setting::Result),
            GameField::Kind => Kind::from_name(value).map(Setting::Kind),
            _ => Some(Setting::Text(field, value.to_owned())),
        };
        read.ok_or_else(|| DecisionFault::Value(field.as_str(), value.to_owned()))
    }

    /// Field that is set.
    pub const fn field(&self) -> GameField {
        match self {
            Setting::Text(field, _) => *field,
            Setting::Date(_) => GameField::Date,
            Setting::Result(_) => GameField::Result,
            Setting::Kind(_) => GameField::Kind,
        }
    }

    /// Value in the form of the file.
    pub fn value(&self) -> String {
        match self {
            Setting::Text(_, text) => text.clone(),
            Setting::Date(date) => date.to_string(),
            Setting::Result(result) => result.to_string(),
            Setting::Kind(kind) => kind.as_str().to_owned(),
        }
    }
}

/// Sign for no move, where a move of the record is superfluous.
const NOTHING: &str = "-";

/// Move of a record, named independently of the order of imports.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordPly {
    /// BLAKE3 hash of the source's content.
    pub content: [u8; 32],
    /// 1-based number of the record in the source.
    pub record: u64,
    /// 1-based ply in the main line, as the record has it.
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
        write!(f, "record:{}/{} ply {}", hex(&self.content), self.record, self.ply)
    }
}

/// Reads the moves that replace a move: none if it is superfluous, several if others are missing
/// before it.
pub(super) fn read_moves(text: &str) -> Result<Vec<Move>, DecisionFault> {
    let moves: Option<Vec<Move>> = match text {
        NOTHING => Some(Vec::new()),
        "" => None,
        _ => text.split_whitespace().map(|mv| mv.parse().ok()).collect(),
    };
    moves.ok_or_else(|| DecisionFault::Value("read", text.to_owned()))
}

/// Writes these moves in the form of the file.
pub(super) fn write_moves(moves: &[Move]) -> String {
    match moves {
        [] => NOTHING.to_owned(),
        _ => moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" "),
    }
}

/// Fault of a decision. Indexes of fields are 0-based.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecisionFault {
    /// The line has this number of fields; three to six are allowed.
    Count(usize),
    /// The action is unknown.
    Action(String),
    /// The field at this index names no subject.
    Subject(usize, String),
    /// The field at this index should name a namesake by name and team, and does not.
    Namesake(usize, String),
    /// The subjects are of different sorts.
    Unlike,
    /// Both subjects are equal.
    Itself,
    /// No field of this name can be set.
    Field(String),
    /// The field cannot have this value.
    Value(&'static str, String),
    /// No day, month or year of the calendar is written so.
    When(String),
    /// The field at this index contains a tab or line end.
    Control(usize),
}

impl DecisionFault {
    /// 0-based index of the faulty field.
    pub(super) fn place(&self) -> usize {
        match self {
            DecisionFault::Count(_) | DecisionFault::Action(_) => 0,
            DecisionFault::Subject(at, _)
            | DecisionFault::Namesake(at, _)
            | DecisionFault::Control(at) => *at,
            DecisionFault::Field(_) => 1,
            DecisionFault::When(_) => 5,
            DecisionFault::Unlike | DecisionFault::Itself | DecisionFault::Value(..) => 2,
        }
    }
}

//! What a person decides about an archive: two names are one man, a date is wrong, two games are
//! one.
//!
//! A decision never changes what was imported. It is laid over it when a question is answered, so
//! the order of decisions and of imports makes no difference, and whoever takes a decision back has
//! the archive as it was. Here decisions are values and lines of a text file; what follows from
//! them for an archive is worked out in `search`.
//!
//! ```
//! use xqdb::decision::{Decision, read, write};
//! let line = "same\tplayer:胡榮華\tplayer:HU RongHua\tone man\tWang\t2026-01-31\n";
//! let decisions = read(line).unwrap();
//! assert_eq!(write(&decisions).lines().last(), Some(
//!     "same\tplayer:hu ronghua\tplayer:胡荣华\tone man\tWang\t2026-01-31"
//! ));
//! ```
//!
//! | file | subject |
//! | --- | --- |
//! | `subject.rs` | what a decision is about, and what can be wrong with it |
//! | `text.rs` | lines of the file |
//! | `alike.rs` | what is one and what is kept apart, all decisions considered |

mod alike;
mod subject;
mod text;

pub use alike::{JoinedSubjects, contradiction};
pub use subject::{DecisionFault, GameField, GameKey, RecordPly, Setting, Subject};
pub use text::{Misread, read, write};

use crate::xiangqi::Move;

/// A decision.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision {
    /// The statement that is decided.
    pub what: DecidedStatement,
    /// Why.
    pub reason: String,
    /// The person who decided; empty when nobody says.
    pub by: String,
    /// The time of the decision as it was written; empty when nobody says.
    pub when: String,
}

/// A statement that is decided. The first of two subjects is the lesser one, in whichever order
/// they were named.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecidedStatement {
    /// Two subjects are one.
    Same(Subject, Subject),
    /// Two are two.
    Differ(Subject, Subject),
    /// Who plays under this name in this event is this namesake.
    Namesake {
        /// The name as records have it.
        name: Subject,
        /// Where he plays.
        event: Subject,
        /// Who he is.
        namesake: Subject,
    },
    /// A field of a game has this value.
    Set(GameKey, Setting),
    /// In the place of a move of a record, these are read.
    Read(RecordPly, Vec<Move>),
}

impl Decision {
    /// Reads the fields of a decision as they stand in a file.
    ///
    /// # Errors
    /// When one of the first three makes no sense, or one has a tab or an end of line in it.
    pub fn new(fields: [&str; 6]) -> Result<Decision, DecisionFault> {
        let [action, target, value, reason, by, when] = fields.map(str::trim);
        if let Some(at) = fields.iter().position(|field| field.contains(['\t', '\n', '\r'])) {
            return Err(DecisionFault::Control(at));
        }
        let what = match action {
            "differ" if target.contains(" event:") => namesake(target, value)?,
            "same" | "differ" => {
                let (a, b) = (Subject::read(target, 1)?, Subject::read(value, 2)?);
                if !a.is_like(&b) {
                    return Err(DecisionFault::Unlike);
                }
                if a == b {
                    return Err(DecisionFault::Itself);
                }
                let (a, b) = if a < b { (a, b) } else { (b, a) };
                if action == "same" {
                    DecidedStatement::Same(a, b)
                } else {
                    DecidedStatement::Differ(a, b)
                }
            }
            "set" => {
                let (key, field) = GameField::read_target(target)?;
                DecidedStatement::Set(key, Setting::read(field, value)?)
            }
            "read" => DecidedStatement::Read(RecordPly::read(target)?, subject::read_moves(value)?),
            _ => return Err(DecisionFault::Action(action.to_owned())),
        };
        let [reason, by, when] = [reason, by, when].map(str::to_owned);
        Ok(Decision { what, reason, by, when })
    }

    /// The fields as they stand in a file.
    pub fn fields(&self) -> [String; 6] {
        let (action, target, value) = match &self.what {
            DecidedStatement::Same(a, b) => ("same", a.to_string(), b.to_string()),
            DecidedStatement::Differ(a, b) => ("differ", a.to_string(), b.to_string()),
            DecidedStatement::Namesake { name, event, namesake } => {
                ("differ", format!("{name} {event}"), namesake.to_string())
            }
            DecidedStatement::Set(key, setting) => {
                let target = format!("{}.{}", Subject::Game(key.clone()), setting.field());
                ("set", target, setting.value())
            }
            DecidedStatement::Read(place, moves) => {
                ("read", place.to_string(), subject::write_moves(moves))
            }
        };
        let Decision { reason, by, when, .. } = self.clone();
        [action.to_owned(), target, value, reason, by, when]
    }
}

/// Reads `player:NAME event:EVENT` and `player:NAME@TEAM`.
fn namesake(target: &str, value: &str) -> Result<DecidedStatement, DecisionFault> {
    let wrong = |at: usize, text: &str| DecisionFault::Namesake(at, text.to_owned());
    let (name, event) = target.split_once(" event:").ok_or_else(|| wrong(1, target))?;
    let name = Subject::read(name, 1)?;
    let event = Subject::read(&format!("event:{event}"), 1)?;
    let namesake = Subject::read(value, 2)?;
    match (&name, namesake.namesake()) {
        (Subject::Player(own), Some((of, _))) if own == of => {}
        _ => return Err(wrong(2, value)),
    }
    Ok(DecidedStatement::Namesake { name, event, namesake })
}

impl DecidedStatement {
    /// The two that are kept apart.
    pub(crate) fn apart(&self) -> Option<(&Subject, &Subject)> {
        match self {
            DecidedStatement::Differ(a, b)
            | DecidedStatement::Namesake { name: a, namesake: b, .. } => Some((a, b)),
            _ => None,
        }
    }

    /// The two that are one.
    pub(crate) fn same(&self) -> Option<(&Subject, &Subject)> {
        match self {
            DecidedStatement::Same(a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// Every subject that is named.
    #[cfg(feature = "store")]
    pub(crate) fn subjects(&self) -> Vec<&Subject> {
        match self {
            DecidedStatement::Same(a, b) | DecidedStatement::Differ(a, b) => vec![a, b],
            DecidedStatement::Namesake { name, event, namesake } => vec![name, event, namesake],
            DecidedStatement::Set(..) | DecidedStatement::Read(..) => Vec::new(),
        }
    }
}

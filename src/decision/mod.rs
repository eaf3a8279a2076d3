//! Decisions of people about an archive: two names are one person, a date is wrong, two games are
//! one.
//!
//! A decision never changes imported data. Answers apply it to the data, so the order of decisions
//! and imports makes no difference, and removing a decision restores the archive. This room has
//! decisions as values and as lines of a text file; `search` computes their effects on an archive.
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
//! | `subject.rs` | subjects of decisions, and faults of decisions |
//! | `text.rs` | lines of the file |
//! | `alike.rs` | subjects that are one or kept apart, by all decisions |

mod alike;
mod subject;
mod text;

pub use alike::{JoinedSubjects, contradiction};
pub use subject::{DecisionFault, GameField, GameKey, RecordPly, Setting, Subject};
pub use text::{Misread, read, write};

use crate::metadata::asked_date;
use crate::xiangqi::Move;

/// Decision of a person.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decision {
    /// Statement that is decided.
    pub what: DecidedStatement,
    /// Reason for the decision; may be empty.
    pub reason: String,
    /// Person who decided; may be empty.
    pub by: String,
    /// Date of the decision as it was written; may be empty.
    pub when: String,
}

/// Statement that is decided. The first of two subjects is always the lesser one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecidedStatement {
    /// Both subjects are one.
    Same(Subject, Subject),
    /// The subjects are two different ones.
    Differ(Subject, Subject),
    /// The player of this name in this event is this namesake.
    Namesake {
        /// Name in the records.
        name: Subject,
        /// Event in which the namesake plays.
        event: Subject,
        /// The namesake, with team.
        namesake: Subject,
    },
    /// A field of the game has this value.
    Set(GameKey, Setting),
    /// These moves are read in place of a move of a record.
    Read(RecordPly, Vec<Move>),
}

impl Decision {
    /// Reads a decision from the fields of a line. Fields with a tab or line end are an error.
    pub fn new(
        [action, target, value, reason, by, when]: [&str; 6],
    ) -> Result<Decision, DecisionFault> {
        no_control(0, &[action, target, value])?;
        let [action, target, value] = [action, target, value].map(str::trim);
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
        Decision::of(what, [reason, by, when])
    }

    /// Makes a decision of a statement, with reason, person and date.
    pub fn of(what: DecidedStatement, said: [&str; 3]) -> Result<Decision, DecisionFault> {
        no_control(3, &said)?;
        let [reason, by, when] = said.map(|field| field.trim().to_owned());
        if !when.is_empty() && asked_date(&when).is_none() {
            return Err(DecisionFault::When(when));
        }
        Ok(Decision { what, reason, by, when })
    }

    /// Fields of the decision's line.
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

/// Fails at the first field with a tab or line end; the first of `fields` has the index `first`.
fn no_control(first: usize, fields: &[&str]) -> Result<(), DecisionFault> {
    let at = fields.iter().position(|field| field.contains(['\t', '\n', '\r']));
    at.map_or(Ok(()), |at| Err(DecisionFault::Control(first + at)))
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
    /// Whether it says how a record is read.
    pub fn is_of_reading(&self) -> bool {
        matches!(self, DecidedStatement::Read(..))
    }

    /// Subjects that the statement keeps apart, if it does.
    pub(crate) fn apart(&self) -> Option<(&Subject, &Subject)> {
        match self {
            DecidedStatement::Differ(a, b)
            | DecidedStatement::Namesake { name: a, namesake: b, .. } => Some((a, b)),
            _ => None,
        }
    }

    /// Subjects that the statement joins, if it does.
    pub(crate) fn same(&self) -> Option<(&Subject, &Subject)> {
        match self {
            DecidedStatement::Same(a, b) => Some((a, b)),
            _ => None,
        }
    }

    /// All subjects of the statement.
    #[cfg(feature = "store")]
    pub(crate) fn subjects(&self) -> Vec<&Subject> {
        match self {
            DecidedStatement::Same(a, b) | DecidedStatement::Differ(a, b) => vec![a, b],
            DecidedStatement::Namesake { name, event, namesake } => vec![name, event, namesake],
            DecidedStatement::Set(..) | DecidedStatement::Read(..) => Vec::new(),
        }
    }
}

//! What was repaired, interpreted or found odd in a record that is kept all the same.

use crate::metadata::GameResult;
use crate::xiangqi::Side;
use serde::{Deserialize, Serialize};

/// Something worth telling about a record. Stored as JSON with the record, so variants are renamed
/// only together with a migration; new ones may be added.
///
/// Plies are 1-based: ply 1 is the first move. `Display` gives the English sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Warning {
    /// The header names one side, the first move is possible only for the other.
    #[error("the header says {header} moves first, but only {played} can play the first move")]
    SideFlipped {
        /// Side in the header.
        header: Side,
        /// Side that moves.
        played: Side,
    },
    /// A move leaves the mover's own king attacked or facing the other king.
    #[error("ply {ply} leaves the mover's own king in check")]
    KingExposed {
        /// 1-based ply on the main line.
        ply: u32,
    },
    /// A move takes a king.
    #[error("ply {ply} takes a king")]
    KingTaken {
        /// 1-based ply on the main line.
        ply: u32,
    },
    /// A token had several readings and the moves that follow decided.
    #[error(
        "ply {ply}: `{token}` can mean {readings}; {chosen} is the one with which the line goes on"
    )]
    Interpreted {
        /// 1-based ply.
        ply: u32,
        /// What stands in the file.
        token: String,
        /// The move taken, canonical.
        chosen: String,
        /// All readings, canonical, separated by blanks.
        readings: String,
    },
    /// The moves were read in a notation other than the usual ones, decided by replay.
    #[error("the moves are read as {notation}")]
    Notation {
        /// Its name in the table of notations.
        notation: String,
    },
    /// Tag and terminator (or final position) name different results.
    #[error("result {tag} in the tag, {other} {source_of_other}")]
    ResultConflict {
        /// The result kept.
        tag: GameResult,
        /// The other one.
        other: GameResult,
        /// `at the end of the moves` or `on the board`.
        source_of_other: String,
    },
    /// Bytes that do not belong to the encoding became U+FFFD.
    #[error("{count} malformed byte sequences for {encoding}")]
    Malformed {
        /// How many.
        count: u32,
        /// Label of the encoding.
        encoding: String,
    },
    /// A text field was cut inside a character or its length exceeds the field.
    #[error("the field {field} is cut or longer than its room")]
    FieldCut {
        /// Name of the tag it became.
        field: String,
    },
    /// The file ends, or stops making sense, inside the record.
    #[error("the record breaks off at byte {offset}: {detail}")]
    Truncated {
        /// Byte offset in the file.
        offset: u64,
        /// What was being read.
        detail: String,
    },
    /// Something in the moves was not understood and passed over because it is no move (an advert,
    /// a stray bracket).
    #[error("passed over at byte {offset}: `{text}`")]
    PassedOver {
        /// Byte offset in the file.
        offset: u64,
        /// The text, shortened.
        text: String,
    },
    /// A value was taken from the file's name because the record lacks it.
    #[error("{field} is taken from the file name")]
    FromFileName {
        /// Name of the tag.
        field: String,
    },
    /// Anything a single format has to say, as a sentence.
    #[error("{text}")]
    Other {
        /// The sentence, English.
        text: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_stays_readable() {
        for (warning, json) in [
            (
                Warning::SideFlipped { header: Side::Red, played: Side::Black },
                r#"{"code":"side-flipped","header":"red","played":"black"}"#,
            ),
            (
                Warning::ResultConflict {
                    tag: GameResult::RedWins,
                    other: GameResult::Draw,
                    source_of_other: "on the board".to_owned(),
                },
                r#"{"code":"result-conflict","tag":"1-0","other":"1/2-1/2","source_of_other":"on the board"}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&warning).unwrap(), json);
            assert_eq!(serde_json::from_str::<Warning>(json).unwrap(), warning);
        }
    }
}

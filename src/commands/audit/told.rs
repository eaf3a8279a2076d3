//! Findings for people.

use crate::messages::Lang;
use xqdb::research::Finding;
use xqdb::search::Conflict;
use xqdb::text::visible;

/// A record, and what is found in it.
pub(super) fn record(
    lang: Lang,
    (place, number): (&str, u64),
    game: Option<&str>,
    findings: &[Finding],
) -> String {
    let game = game.map(|key| format!("  {key}")).unwrap_or_default();
    let mut text = format!("{}#{number}{game}\n", visible(place));
    for finding in findings {
        text += &format!("  {}\n", self::finding(lang, finding));
    }
    text
}

/// A game whose witnesses disagree.
pub(super) fn conflict(lang: Lang, conflict: &Conflict) -> String {
    let mut text = lang.report_conflict(&conflict.game, &lang.field(conflict.field)) + "\n";
    for (value, place) in &conflict.values {
        text += &format!("  {}  {}\n", visible(value), visible(place));
    }
    text
}

fn finding(lang: Lang, finding: &Finding) -> String {
    match finding {
        Finding::ResultAgainstBoard { recorded, board } => {
            lang.audit_against_board(recorded.as_str(), board.as_str())
        }
        Finding::ResultAgainstTerminator { recorded, terminator } => {
            lang.audit_against_terminator(recorded.as_str(), terminator.as_str())
        }
        Finding::SelfCheck { ply } => lang.audit_self_check((*ply).into()),
        Finding::KingTaken { ply } => lang.audit_king_taken((*ply).into()),
        Finding::IllegalMove { ply, token, reason } => {
            lang.audit_illegal((*ply).into(), token, &lang.stored(reason))
        }
        Finding::Unreadable { token, reason } => lang.audit_unreadable(token, &lang.stored(reason)),
        Finding::DateInDoubt { says } => lang.audit_date(&lang.doubt(says)),
    }
}

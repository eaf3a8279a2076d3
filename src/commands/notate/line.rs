//! A line of moves that is translated.

use crate::commands::render::{Align, Table};
use crate::messages::Lang;
use xqdb::notation::{Certainty, Identified, Solution, System, Unreadable, near_spellings};
use xqdb::xiangqi::{Move, Position, Side};

/// What is translated, and into what.
pub(super) struct Translation<'a> {
    pub(super) tokens: &'a [&'a str],
    pub(super) start: &'a Position,
    pub(super) to: &'a [System],
    pub(super) lang: Lang,
}

impl Translation<'_> {
    /// One system: the moves in a line. Several: a row for each move.
    pub(super) fn translate(&self, moves: &[Move]) -> String {
        let mut position = self.start.clone();
        let mut rows = Vec::with_capacity(moves.len());
        for &mv in moves {
            rows.push(self.to.iter().map(|to| to.write(mv, &position)).collect::<Vec<_>>());
            position.play_unchecked(mv);
        }
        if let [_] = self.to {
            let texts: Vec<String> = rows.into_iter().flatten().collect();
            // Texts with blanks in them need another sign between them.
            let has_blanks = texts.iter().any(|text| text.contains(' '));
            return texts.join(if has_blanks { ", " } else { " " }) + "\n";
        }
        let mut heads = vec![(String::new(), Align::Right)];
        heads.extend(self.to.iter().map(|to| (to.name().into_owned(), Align::Left)));
        let mut table = Table::new(heads);
        for (ply, mut cells) in rows.into_iter().enumerate() {
            cells.insert(0, self.number(ply));
            table.row(cells);
        }
        table.render()
    }

    /// `1.` before Red's move, `1...` before Black's.
    pub(super) fn number(&self, ply: usize) -> String {
        let ply = ply + usize::from(self.start.side() == Side::Black);
        format!("{}.{}", ply / 2 + 1, if ply.is_multiple_of(2) { "" } else { ".." })
    }

    /// Why the line has not one meaning, if it has not.
    pub(super) fn trouble(&self, found: &Identified) -> Option<String> {
        let lang = self.lang;
        let best = &found.candidates[0];
        Some(match (&best.solution, found.verdict) {
            (Solution::None { played, count, why }, _) => self.unplayable(played, *count, *why),
            (Solution::TooMany { ply }, _) => lang.undecided_too_many(*ply as u64),
            (Solution::Several { count, is_exact, lines }, _) => {
                let mut text = match is_exact {
                    true => lang.undecided_lines(*count),
                    false => lang.undecided_at_least(*count),
                };
                if lines.len() as u64 != *count {
                    text += &lang.first_are_listed(lines.len() as u64);
                }
                text
            }
            (_, Certainty::UpToMirror) => lang.undecided_mirror(&systems(found)),
            (_, Certainty::Undecided) => lang.undecided_systems(&systems(found)),
            _ => return None,
        })
    }

    fn unplayable(&self, played: &[Move], count: u64, why: Unreadable) -> String {
        let lang = self.lang;
        let position = self.start.after(played);
        let token = self.tokens[played.len()];
        let mut text = lang.unplayable_at(played.len() as u64 + 1, token, &lang.unreadable(why));
        if count > 1 {
            text += &lang.in_any_line(count);
        }
        let near = near_spellings(token, &position);
        if !near.is_empty() {
            text += &lang.near_moves(&near);
        }
        text + "\n  " + &lang.in_position(&position.to_fen())
    }
}

/// The systems of each candidate: `chinese; laopu`.
fn systems(found: &Identified) -> String {
    let groups: Vec<String> =
        found.candidates.iter().map(|candidate| candidate.systems.join(", ")).collect();
    groups.join("; ")
}

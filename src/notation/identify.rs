//! Which notation is a line written in? Only play can tell, and often it cannot.
//!
//! Every system is tried on the whole line. What is claimed is what all systems that play it agree
//! on: the moves. Where they disagree nothing is guessed; where the two lines that remain are each
//! other's mirror images (files counted from the left or from the right, say) no play from a
//! symmetric start can ever tell them apart.

use super::{NOTATIONS, RIVALS, Scheme, Solution, System, solve};
use crate::xiangqi::{Move, Position};

/// What is known of a line.
#[derive(Debug, Copy, Clone, PartialEq, Eq)]
pub enum Certainty {
    /// All systems that play the line give the same moves.
    Decided,
    /// Two lines remain, one the mirror image of the other.
    UpToMirror,
    /// Several lines remain.
    Undecided,
    /// No system plays the line to its end.
    Unplayable,
}

/// Systems that give a line the same moves.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Names of the systems.
    pub systems: Vec<String>,
    /// What the line means in them.
    pub solution: Solution,
}

/// What the systems make of a line.
#[derive(Debug, Clone)]
pub struct Identified {
    /// What is known.
    pub verdict: Certainty,
    /// Every way to play the whole line, the more usual system first; the one that comes furthest
    /// when there is none.
    pub candidates: Vec<Candidate>,
}

/// Tries every system on a whole line.
///
/// ```
/// use xqdb::notation::{Certainty, identify};
/// use xqdb::xiangqi::Position;
///
/// let start = Position::start();
/// assert_eq!(identify(&["C2=5", "H8+7"], &start).verdict, Certainty::Decided);
/// // Strokes are lost: sideways, ahead or back?
/// assert_eq!(identify(&["炮21"], &start).verdict, Certainty::Undecided);
/// ```
pub fn identify<T: AsRef<str>>(tokens: &[T], start: &Position) -> Identified {
    let mut playing: Vec<Candidate> = Vec::new();
    let mut furthest: Option<Candidate> = None;
    for system in systems() {
        let solution = solve(tokens, start, &|token, position| system.read(token, position));
        let name = system.name().into_owned();
        if !solution.plays() {
            let plies =
                |candidate: &Candidate| candidate.solution.lines().first().map_or(0, Vec::len);
            let candidate = Candidate { systems: vec![name], solution };
            if furthest.as_ref().is_none_or(|known| plies(known) < plies(&candidate)) {
                furthest = Some(candidate);
            }
        } else if let Some(same) = playing.iter_mut().find(|known| known.solution == solution) {
            same.systems.push(name);
        } else {
            playing.push(Candidate { systems: vec![name], solution });
        }
    }
    let verdict = verdict(&playing, start);
    if playing.is_empty() {
        playing.extend(furthest);
    }
    Identified { verdict, candidates: playing }
}

/// What a line means in the system a user named. With [`System::Auto`] the usual notations come
/// first; all others are tried only where those leave the line open.
pub fn understand<T: AsRef<str>>(from: &System, tokens: &[T], start: &Position) -> Identified {
    let solution = solve(tokens, start, &|token, position| from.read(token, position));
    if matches!(from, System::Auto) && solution.unique().is_none() {
        return identify(tokens, start);
    }
    let verdict = match solution {
        Solution::Unique(_) => Certainty::Decided,
        Solution::Several { .. } | Solution::TooMany { .. } => Certainty::Undecided,
        Solution::None { .. } => Certainty::Unplayable,
    };
    let candidates = vec![Candidate { systems: vec![from.name().into_owned()], solution }];
    Identified { verdict, candidates }
}

/// Every system a line can be tried in, the more usual first.
fn systems() -> impl Iterator<Item = System> {
    // The row of Meng's coordinates is one of the schemes.
    let rows = NOTATIONS.iter().chain(RIVALS).filter(|row| row.name != "meng").map(System::Row);
    std::iter::once(System::Auto).chain(rows).chain(Scheme::all().map(System::Meng))
}

fn verdict(playing: &[Candidate], start: &Position) -> Certainty {
    let lines: Option<Vec<&[Move]>> =
        playing.iter().map(|candidate| candidate.solution.unique()).collect();
    match lines.as_deref() {
        Some([]) => Certainty::Unplayable,
        Some([_]) => Certainty::Decided,
        Some([one, other]) if start.is_symmetric() && are_mirrored(one, other) => {
            Certainty::UpToMirror
        }
        _ => Certainty::Undecided,
    }
}

fn are_mirrored(one: &[Move], other: &[Move]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.mirror() == *other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict_of(line: &str) -> (Certainty, String) {
        let tokens: Vec<&str> = line.split(' ').collect();
        let found = identify(&tokens, &Position::start());
        (found.verdict, found.candidates[0].systems.join(" "))
    }

    #[test]
    fn whole_lines_tell() {
        assert_eq!(verdict_of("h2e2 h9g7 h0g2").0, Certainty::Decided);
        assert_eq!(verdict_of("p2p5 m8j7").0, Certainty::Decided);
        assert_eq!(verdict_of("炮25 马87 马2九"), (Certainty::Unplayable, "auto".to_owned()));
        let (verdict, systems) = verdict_of("h3e3 h10g8 h1g3");
        assert_eq!((verdict, systems.as_str()), (Certainty::Decided, "uci-10"));
    }
}

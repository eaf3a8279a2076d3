//! Judges whether two accounts are one game, and names how their lines differ. Pure.
//!
//! The limits were measured on pairs that people had read. Two games that are certainly different
//! share at most 61 plies from the start. If players and nine of ten moves agree, two accounts are
//! one game, unless dates contradict and nobody won: masters repeat short draws. Without names,
//! only long lines are certain. A position with many pieces that occurs in a game and continues
//! with its moves is a piece of that game.

use super::account::{Account, DateLikeness, Likeness, PlayerLikeness};
use super::alignment::{Alignment, FEW_PIECES, Parting, shared_in_order};
use crate::metadata::named;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

named! {
    /// Strength of the link between two accounts.
    pub enum LinkStrength {
        /// Similar, but perhaps two games.
        Alike = "alike",
        /// One game, if no third account is as similar to either.
        Sole = "sole",
        /// One game.
        Same = "same",
    }
}

/// Verdict about two accounts.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkVerdict {
    /// Difference of the lines.
    pub relation: Relation,
    /// Certainty, from 0 to 1, that they are one game.
    pub score: f64,
    /// Ply, 1-based in the first account, at which the lines differ first; `None` for equal lines.
    pub parts_at: Option<usize>,
    /// Strength of the link.
    pub standing: LinkStrength,
    /// Evidence for the verdict.
    pub evidence: LinkEvidence,
}

/// Evidence for and against two accounts being one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkEvidence {
    /// Comparison of players, dates, results and headings.
    #[serde(flatten)]
    pub likeness: Likeness,
    /// Number of moves that both share, in order.
    pub agree: usize,
    /// Length in moves of the longest run that both games play from equal positions.
    pub longest: usize,
    /// Number of moves compared, of each account.
    pub compared: (usize, usize),
    /// Number of plies before the joint in each account; `None` if they share no position.
    pub joint: Option<(usize, usize)>,
    /// Whether the second account was mirrored.
    pub mirrored: bool,
    /// Account that is a piece if one is: 0 or 1, or 2 if either may be.
    pub part: u8,
}

impl LinkEvidence {
    /// Whether the games share a longer run than any two games that are certainly different.
    pub fn is_long(&self) -> bool {
        self.longest >= ONE_GAME
    }
}

/// Length in plies of a shared run that makes two accounts one game, whatever their headings say.
const ONE_GAME: usize = 64;
/// Number of plies from which two equal games with a winner are one.
const LONG_WIN: usize = 36;
/// Number of plies from which two equal draws are one game.
const LONG_DRAW: usize = 60;
/// Number of plies below which the same players may have begun several games alike.
const EXTRACT: usize = 36;
/// Number of shared moves that make two games of the same players one.
const LONG_AGREEMENT: usize = 50;
/// Least number of plies before a piece with which the piece fits one game only.
const EARLY: usize = 30;

/// Judges two accounts; `None` if they have too little in common for a link.
pub fn judge(a: &Account, b: &Account) -> Option<LinkVerdict> {
    let both_whole = a.is_whole && b.is_whole;
    if both_whole && (a.positions[0] != b.positions[0] || is_hopeless(a, b)) {
        return None;
    }
    let likeness = Likeness::of(&a.claims, &b.claims);
    let alignment = Alignment::of(a, b);
    let relation = Relation::of(a, b, &likeness, &alignment);
    let (standing, score) = match relation {
        Relation::Fragment => of_fragment(a, &likeness, &alignment),
        Relation::Diagram => of_diagram(&alignment),
        Relation::Study => of_study(&likeness, &alignment),
        _ if both_whole => of_games(&likeness, &alignment),
        // Two pieces of one game that start at the same position.
        _ => of_study(&likeness, &alignment),
    }?;
    let Alignment { agree, longest, compared, joint, mirrored, .. } = alignment;
    Some(LinkVerdict {
        relation,
        score,
        parts_at: alignment.parts_at(),
        standing,
        evidence: LinkEvidence {
            likeness,
            agree,
            longest,
            compared,
            joint,
            mirrored,
            part: part(a, b),
        },
    })
}

/// Which account is the piece, 0 or 1: the one that begins later, names fewer players or is
/// shorter. 2 if neither.
fn part(a: &Account, b: &Account) -> u8 {
    const EITHER: u8 = 2;
    let rank = |of: &Account| {
        let unnamed =
            usize::from(of.claims.red.is_empty()) + usize::from(of.claims.black.is_empty());
        (of.is_whole, std::cmp::Reverse(unnamed), of.plies())
    };
    match rank(a).cmp(&rank(b)) {
        Ordering::Less => 0,
        Ordering::Greater => 1,
        Ordering::Equal => EITHER,
    }
}

/// Whether two whole games share too few moves to be linked, mirrored or not. This cheap test ends
/// most comparisons.
fn is_hopeless(a: &Account, b: &Account) -> bool {
    let shorter = a.plies().min(b.plies());
    [false, true].into_iter().all(|mirrored| {
        let agree = shared_in_order(&a.moves, &b.moves_turned(mirrored));
        agree < ONE_GAME && is_little(agree, agree as f64 / shorter as f64)
    })
}

/// Whether two whole games without a long shared run share too little for a link.
fn is_little(agree: usize, share: f64) -> bool {
    share < 0.8 || agree < 20
}

fn of_games(likeness: &Likeness, alignment: &Alignment) -> Option<(LinkStrength, f64)> {
    let Alignment { agree, longest, compared, .. } = *alignment;
    let (shorter, share) = (compared.0.min(compared.1), alignment.share());
    if longest >= ONE_GAME {
        return Some((LinkStrength::Same, 0.99));
    }
    if is_little(agree, share) {
        return None;
    }
    let alike = Some((LinkStrength::Alike, share / 2.0));
    let Likeness { players, dates, same_win, other_win, same_event, programs, .. } = *likeness;
    let is_day = dates == DateLikeness::SameDay;
    if (other_win || programs) && !is_day {
        return alike;
    }
    // A draw a few days apart is another draw; so is another game of the same event.
    let is_near =
        is_day || (dates == DateLikeness::NearDay && (same_win || share >= 0.95) && !same_event);
    let contradict = dates.contradict() || (dates == DateLikeness::NearDay && !is_near);
    let is_cut = alignment.partings.iter().all(|parting| parting.is_reordered && parting.meets);
    match players {
        PlayerLikeness::Agree | PlayerLikeness::Near if contradict => {
            let is_unique = (same_win && shorter >= LONG_WIN) || shorter >= LONG_DRAW;
            match is_unique && share >= 0.9 {
                true => Some((LinkStrength::Same, 0.93)),
                // Rematches deviate early: nobody repeats a whole game and plays on.
                false if is_cut && shorter >= 26 => Some((LinkStrength::Sole, 0.9)),
                false => alike,
            }
        }
        PlayerLikeness::Agree | PlayerLikeness::Near if shorter < EXTRACT && !is_near => {
            match is_cut {
                true => Some((LinkStrength::Sole, 0.92)),
                false => alike,
            }
        }
        PlayerLikeness::Agree | PlayerLikeness::Near
            if share >= 0.9 || agree >= LONG_AGREEMENT || is_day =>
        {
            let certainty = if players == PlayerLikeness::Agree { 0.97 } else { 0.95 };
            Some((LinkStrength::Same, if is_near { certainty + 0.02 } else { certainty }))
        }
        _ if share < 0.9 => alike,
        PlayerLikeness::Missing if (is_near && shorter >= 30) || agree >= LONG_DRAW => {
            Some((LinkStrength::Same, 0.93))
        }
        PlayerLikeness::Missing if same_win && shorter >= LONG_WIN => {
            Some((LinkStrength::Sole, 0.92))
        }
        PlayerLikeness::Swapped if is_near => Some((LinkStrength::Same, 0.93)),
        PlayerLikeness::One if is_day && shorter >= 23 => Some((LinkStrength::Same, 0.92)),
        _ if agree >= ONE_GAME + 8 => Some((LinkStrength::Same, 0.92)),
        _ => alike,
    }
}

fn of_fragment(
    a: &Account,
    likeness: &Likeness,
    alignment: &Alignment,
) -> Option<(LinkStrength, f64)> {
    let joint = alignment.joint?;
    let (share, agree) = (alignment.share(), alignment.agree);
    if a.positions[joint.0].pieces <= FEW_PIECES || agree == 0 {
        return None;
    }
    let joint = joint.0.max(joint.1);
    let named = matches!(likeness.players, PlayerLikeness::Agree | PlayerLikeness::Near);
    // Another solution of a position taken from the game that its names state.
    let is_theirs = named && !likeness.dates.contradict() && joint >= EARLY;
    if !is_theirs && (share < 0.6 || (agree < 5 && !named)) {
        return Some((LinkStrength::Alike, share / 2.0));
    }
    let is_late = joint >= EARLY || named || alignment.longest >= EARLY;
    match likeness.players {
        PlayerLikeness::Differ => Some((LinkStrength::Alike, share / 2.0)),
        PlayerLikeness::One | PlayerLikeness::Swapped => {
            Some((LinkStrength::Sole, 0.7 + share / 10.0))
        }
        _ if is_late => Some((LinkStrength::Same, 0.8 + share / 10.0)),
        _ => Some((LinkStrength::Sole, 0.7 + share / 10.0)),
    }
}

fn of_diagram(alignment: &Alignment) -> Option<(LinkStrength, f64)> {
    let share = alignment.share();
    if share < 0.7 || alignment.agree < 7 {
        return None;
    }
    let standing = if share >= 0.88 { LinkStrength::Same } else { LinkStrength::Alike };
    Some((standing, share * 0.85))
}

fn of_study(likeness: &Likeness, alignment: &Alignment) -> Option<(LinkStrength, f64)> {
    let share = alignment.share();
    let is_titled = likeness.same_title;
    let standing =
        if share >= 0.75 || is_titled { LinkStrength::Same } else { LinkStrength::Alike };
    Some((standing, 0.5 + share * 0.4))
}

named! {
    /// Difference between the lines of two accounts of a game.
    pub enum Relation {
        /// One line ends earlier.
        Prefix = "prefix",
        /// Single moves differ.
        Misprint = "misprint",
        /// One line has a repetition more.
        Cycle = "cycle",
        /// Equal moves in another order.
        Order = "order",
        /// One line lacks a pair of moves.
        Dropped = "dropped",
        /// A long common part with different ends.
        Ending = "ending",
        /// Several of the other differences.
        Mixed = "mixed",
        /// Left-right mirror images.
        Mirror = "mirror",
        /// A position from a game, with the moves that follow.
        Fragment = "fragment",
        /// Equal moves from different printed positions.
        Diagram = "diagram",
        /// A composed position with two solutions.
        Study = "study",
        /// Equal moves under different headings.
        Names = "names",
    }
}

impl Relation {
    /// The difference between two lines laid side by side.
    pub fn of(a: &Account, b: &Account, likeness: &Likeness, alignment: &Alignment) -> Relation {
        if a.is_whole && b.is_whole {
            return of_lines(alignment);
        }
        match alignment.joint {
            None => Relation::Diagram,
            // Two diagrams of one game, a few plies apart.
            Some((0, 0)) if !a.is_whole && !b.is_whole => match likeness.players {
                PlayerLikeness::Missing | PlayerLikeness::Differ => Relation::Study,
                _ => of_lines(alignment),
            },
            Some(_) => Relation::Fragment,
        }
    }

    /// The difference of two lines in one stretch.
    pub(super) fn of_parting(parting: &Parting, alignment: &Alignment) -> Relation {
        let Parting { a, b, meets, agree, is_reordered } = parting;
        if *is_reordered {
            return Relation::Order;
        }
        if *meets {
            let is_cycle = a.len() != b.len();
            return if is_cycle { Relation::Cycle } else { Relation::Misprint };
        }
        // The boards never meet again: the moves decide.
        let shorter = a.len().min(b.len());
        let differ = shorter - agree;
        let (joint_a, joint_b) = alignment.joint.unwrap_or((0, 0));
        let common = alignment.compared.0.min(alignment.compared.1);
        let till_end = common - (a.start - joint_a).min(b.start - joint_b).min(common);
        let is_missing = a.len().abs_diff(b.len()) == 2 && differ == 0;
        if is_missing {
            Relation::Dropped
        } else if differ > FEW || (differ > 1 && till_end <= END) {
            Relation::Ending
        } else {
            Relation::Misprint
        }
    }
}

/// Largest number of differing moves in a misprint.
const FEW: usize = 4;
/// Number of last plies in which a difference is another end.
const END: usize = 8;

/// The difference of two lines with a common start.
fn of_lines(alignment: &Alignment) -> Relation {
    let mut kinds: Vec<Relation> =
        alignment.partings.iter().map(|parting| Relation::of_parting(parting, alignment)).collect();
    kinds.sort_unstable();
    kinds.dedup();
    match (&kinds[..], alignment.rest) {
        ([], (0, 0)) if alignment.mirrored => Relation::Mirror,
        ([], (0, 0)) => Relation::Names,
        ([], _) => Relation::Prefix,
        ([kind], _) => *kind,
        _ => Relation::Mixed,
    }
}

#[cfg(test)]
mod tests {
    use super::super::account::Claims;
    use super::super::alignment::tests::{account, from, walk};
    use super::*;
    use crate::metadata::{GameResult, LaxDate};

    fn played(text: &str, names: (&str, &str), year: u32, result: GameResult) -> Account {
        let claims = Claims::new(
            (Some(names.0), Some(names.1)),
            LaxDate::new(year, 0, 0),
            result,
            (None, None),
        );
        Account { claims, ..account(text) }
    }

    #[test]
    fn short_draws_in_two_years_are_two_games() {
        let names = ("洪智", "王天一");
        let line = walk(1, 24);
        let of = |result| {
            let a = played(&line, names, 2013, result);
            let b = played(&line[..5 * 23], names, 2016, result);
            judge(&a, &b).unwrap()
        };
        assert_eq!(of(GameResult::Draw).standing, LinkStrength::Alike);
        assert_eq!(of(GameResult::RedWins).standing, LinkStrength::Alike, "too short");
        assert_eq!(of(GameResult::Draw).relation, Relation::Prefix);
    }

    #[test]
    fn only_pairs_that_are_no_copies_are_hopeless() {
        let mut hopeless = 0;
        for seed in 10..39 {
            let plies = 20 + seed as usize;
            let line = walk(seed, plies);
            for kept in [0, plies / 2, plies * 4 / 5, plies - 1] {
                let other = line[..5 * kept].to_owned() + &walk(seed + 1, plies - kept);
                let mut pair = [account(&line), account(&other)];
                for _ in 0..2 {
                    let [a, b] = &pair;
                    if is_hopeless(a, b) {
                        hopeless += 1;
                        let likeness = Likeness::of(&a.claims, &b.claims);
                        assert_eq!(
                            of_games(&likeness, &Alignment::of(a, b)),
                            None,
                            "{line} {other}"
                        );
                    }
                    pair[1] = Account::new(None, &pair[1].moves_turned(true), Claims::default());
                }
            }
        }
        assert!(hopeless > 50, "{hopeless}");
    }

    #[test]
    fn an_extract_is_a_piece_of_the_only_game_that_fits() {
        let names = ("洪智", "王天一");
        let line = walk(1, 40);
        let a = played(&line, names, 2013, GameResult::Draw);
        let b = played(&line[..5 * 22], ("洪  智", "WANG Tianyi"), 0, GameResult::Unknown);
        assert_eq!(judge(&a, &b).unwrap().standing, LinkStrength::Sole);
        assert_eq!(judge(&b, &a).unwrap().standing, LinkStrength::Sole);
    }

    #[test]
    fn other_players_and_theory_are_no_copy() {
        let line = walk(1, 40);
        let a = played(&line, ("洪智", "王天一"), 2013, GameResult::Draw);
        let b = played(&line, ("李来群", "柳大华"), 2013, GameResult::Draw);
        assert_eq!(judge(&a, &b).unwrap().standing, LinkStrength::Alike);
        let theory = account(&line[..5 * 10]);
        assert_eq!(judge(&a, &theory), None);
    }

    #[test]
    fn long_lines_are_one_game_whatever_the_headings_say() {
        let line = walk(2, 90);
        let a = played(&line, ("洪智", "王天一"), 2013, GameResult::Draw);
        let b = played(&line[..5 * 70], ("李来群", "柳大华"), 1990, GameResult::RedWins);
        let verdict = judge(&a, &b).unwrap();
        assert_eq!((verdict.relation, verdict.standing), (Relation::Prefix, LinkStrength::Same));
        assert_eq!(verdict.parts_at, Some(71));
    }

    #[test]
    fn a_fragment_is_a_piece_of_its_game() {
        let line = walk(1, 40);
        let game = account(&line);
        let fragment = from(&line[..5 * 12], &line[5 * 12..5 * 20]);
        let verdict = judge(&game, &fragment).unwrap();
        assert_eq!((verdict.relation, verdict.standing), (Relation::Fragment, LinkStrength::Sole));
        assert_eq!(verdict.evidence.joint, Some((12, 0)));
    }

    fn of(a: &Account, b: &Account) -> Relation {
        let likeness = Likeness::of(&a.claims, &b.claims);
        Relation::of(a, b, &likeness, &Alignment::of(a, b))
    }

    const LINE: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7";

    #[test]
    fn names_come_back() {
        for relation in Relation::ALL {
            assert_eq!(Relation::from_name(relation.as_str()), Some(relation));
        }
        assert_eq!(Relation::from_name("copy"), None);
    }

    #[test]
    fn every_edit_has_its_name() {
        let line = account(LINE);
        for (other, wanted) in [
            ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", Relation::Prefix),
            ("h2e2 b9c7 h0g2 h9g7 i0h0 i9h9 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7", Relation::Order),
            (
                "h2e2 h9g7 h0g2 i9h9 i0h0 h9i9 h0i0 i9h9 i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h6 c9e7",
                Relation::Cycle,
            ),
            ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 b0a2 a6a5 g3g4 c6c5 h0h5 c9e7", Relation::Misprint),
            ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 h0h6 c9e7", Relation::Dropped),
        ] {
            assert_eq!(of(&line, &account(other)), wanted, "{other}");
            assert_eq!(of(&account(other), &line), wanted, "{other}");
        }
    }

    #[test]
    fn a_piece_of_a_game_and_two_solutions() {
        let fragment = from("h2e2 h9g7 h0g2", "i9h9 i0h0 b9c7");
        assert_eq!(of(&account(LINE), &fragment), Relation::Fragment);
        let other = from("h2e2 h9g7 h0g2", "i9i8 i0h0 b9c7");
        assert_eq!(of(&other, &fragment), Relation::Study);
    }
}

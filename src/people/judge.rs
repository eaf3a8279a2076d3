//! Are two accounts one game? Two games in, relation and evidence out. Pure.
//!
//! What counts was measured on pairs that people had read. No two games that are certainly
//! different share more than 61 plies from the start. Where the players agree and nine moves of
//! ten, two accounts are one game, unless their dates contradict and nobody won: masters repeat
//! short draws. Where nobody is named, only long lines tell. A position with many pieces that comes
//! from a game, with the moves that follow there, is a piece of it.

use super::account::Account;
use super::alignment::{Alignment, FEW_PIECES};
use super::likeness::{Dates, Likeness, Players};
use super::relation::Relation;
use serde::{Deserialize, Serialize};

/// What is held of two accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// Alike, and perhaps two games.
    Alike,
    /// One game, if no third account is as near to one of them.
    Sole,
    /// One game.
    Same,
}

impl Standing {
    /// The word for it, as it is stored.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Alike => "alike",
            Standing::Sole => "sole",
            Standing::Same => "same",
        }
    }

    /// The standing with this [name](Standing::name).
    pub fn by_name(name: &str) -> Option<Standing> {
        let all = [Standing::Alike, Standing::Sole, Standing::Same];
        all.into_iter().find(|standing| standing.name() == name)
    }
}

/// What was found about two accounts.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What happened to one of them.
    pub relation: Relation,
    /// From 0 to 1: how sure it is that they are one game.
    pub score: f64,
    /// The ply, 1-based in the first account, with which they part; `None` where all moves are
    /// equal.
    pub parts_at: Option<usize>,
    /// Whether they are held to be one game.
    pub standing: Standing,
    /// Why.
    pub evidence: Evidence,
}

/// What speaks for and against two accounts being one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// How players, dates, results and headings compare.
    #[serde(flatten)]
    pub likeness: Likeness,
    /// Moves that both share, in order.
    pub agree: usize,
    /// The longest run of moves that both play from equal positions.
    pub longest: usize,
    /// Moves that were compared: of the first account and of the second.
    pub compared: (usize, usize),
    /// Plies played before the lines join, where one begins in the middle.
    pub joint: Option<(usize, usize)>,
    /// One is seen in the mirror.
    pub mirrored: bool,
    /// Which of the two, 0 or 1, is a piece, should it be one of several games.
    pub part: u8,
}

impl Evidence {
    /// They share a longer run than any two games that are certainly different.
    pub fn is_long(&self) -> bool {
        self.longest >= ONE_GAME
    }
}

/// From so many equal plies on, a line is one game whatever the headings say.
const ONE_GAME: usize = 64;
/// A win of so many plies is not repeated.
const LONG_WIN: usize = 36;
/// A draw of so many plies is not repeated.
const LONG_DRAW: usize = 60;
/// A shorter beginning may be that of several games between the same players.
const EXTRACT: usize = 36;
/// So many equal moves between the same players are one game, though much differs.
const LONG_AGREEMENT: usize = 50;
/// A piece that begins so early may come from several games.
const EARLY: usize = 30;

/// Compares two accounts; `None` when they have too little in common to be told of.
pub fn judge(a: &Account, b: &Account) -> Option<Verdict> {
    if a.is_whole && b.is_whole && a.positions[0] != b.positions[0] {
        return None;
    }
    let likeness = Likeness::of(&a.claims, &b.claims);
    let alignment = Alignment::of(a, b);
    let relation = Relation::of(a, b, &likeness, &alignment);
    let (standing, score) = match relation {
        Relation::Fragment => of_fragment(a, &likeness, &alignment),
        Relation::Diagram => of_diagram(&alignment),
        Relation::Study => of_study(&likeness, &alignment),
        _ if a.is_whole && b.is_whole => of_games(&likeness, &alignment),
        // Two pieces of one game, cut out at the same position.
        _ => of_study(&likeness, &alignment),
    }?;
    let Alignment { agree, longest, compared, joint, mirrored, .. } = alignment;
    Some(Verdict {
        relation,
        score,
        parts_at: alignment.parts_at(),
        standing,
        evidence: Evidence {
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

/// Which of two accounts is the piece: the one that does not begin at the beginning, that names
/// fewer players, or that is shorter.
fn part(a: &Account, b: &Account) -> u8 {
    let rank = |of: &Account| {
        let unnamed =
            usize::from(of.claims.red.is_empty()) + usize::from(of.claims.black.is_empty());
        (of.is_whole, std::cmp::Reverse(unnamed), of.plies())
    };
    u8::from(rank(b) < rank(a))
}

fn of_games(likeness: &Likeness, alignment: &Alignment) -> Option<(Standing, f64)> {
    let Alignment { agree, longest, compared, .. } = *alignment;
    let (shorter, share) = (compared.0.min(compared.1), alignment.share());
    if longest >= ONE_GAME {
        return Some((Standing::Same, 0.99));
    }
    if share < 0.8 || agree < 20 {
        return None;
    }
    let alike = Some((Standing::Alike, share / 2.0));
    let Likeness { players, dates, same_win, other_win, same_event, programs, .. } = *likeness;
    let is_day = dates == Dates::SameDay;
    if (other_win || programs) && !is_day {
        return alike;
    }
    // A draw of the days before is another draw; so is another game of one event.
    let is_near = is_day || (dates == Dates::NearDay && (same_win || share >= 0.95) && !same_event);
    let contradict = dates.contradict() || (dates == Dates::NearDay && !is_near);
    let is_cut = alignment.partings.iter().all(|parting| parting.is_reordered && parting.meets);
    match players {
        Players::Agree | Players::Near if contradict => {
            let is_unique = (same_win && shorter >= LONG_WIN) || shorter >= LONG_DRAW;
            match is_unique && share >= 0.9 {
                true => Some((Standing::Same, 0.93)),
                // Rematches leave the beaten track: nobody plays a whole game again and goes on.
                false if is_cut && shorter >= 26 => Some((Standing::Sole, 0.9)),
                false => alike,
            }
        }
        Players::Agree | Players::Near if shorter < EXTRACT && !is_near => match is_cut {
            true => Some((Standing::Sole, 0.92)),
            false => alike,
        },
        Players::Agree | Players::Near if share >= 0.9 || agree >= LONG_AGREEMENT || is_day => {
            let certainty = if players == Players::Agree { 0.97 } else { 0.95 };
            Some((Standing::Same, if is_near { certainty + 0.02 } else { certainty }))
        }
        _ if share < 0.9 => alike,
        Players::Missing if (is_near && shorter >= 30) || agree >= LONG_DRAW => {
            Some((Standing::Same, 0.93))
        }
        Players::Missing if same_win && shorter >= LONG_WIN => Some((Standing::Sole, 0.92)),
        Players::Swapped if is_near => Some((Standing::Same, 0.93)),
        Players::One if is_day && shorter >= 23 => Some((Standing::Same, 0.92)),
        _ if agree >= ONE_GAME + 8 => Some((Standing::Same, 0.92)),
        _ => alike,
    }
}

fn of_fragment(a: &Account, likeness: &Likeness, alignment: &Alignment) -> Option<(Standing, f64)> {
    let joint = alignment.joint?;
    let (share, agree) = (alignment.share(), alignment.agree);
    if a.positions[joint.0].pieces <= FEW_PIECES || agree == 0 {
        return None;
    }
    let joint = joint.0.max(joint.1);
    let named = matches!(likeness.players, Players::Agree | Players::Near);
    // Another solution of a position that comes from that game by name.
    let is_theirs = named && !likeness.dates.contradict() && joint >= EARLY;
    if !is_theirs && (share < 0.6 || (agree < 5 && !named)) {
        return Some((Standing::Alike, share / 2.0));
    }
    let is_late = joint >= EARLY || named || alignment.longest >= EARLY;
    match likeness.players {
        Players::Differ => Some((Standing::Alike, share / 2.0)),
        Players::One | Players::Swapped => Some((Standing::Sole, 0.7 + share / 10.0)),
        _ if is_late => Some((Standing::Same, 0.8 + share / 10.0)),
        _ => Some((Standing::Sole, 0.7 + share / 10.0)),
    }
}

fn of_diagram(alignment: &Alignment) -> Option<(Standing, f64)> {
    let share = alignment.share();
    if share < 0.7 || alignment.agree < 7 {
        return None;
    }
    let standing = if share >= 0.88 { Standing::Same } else { Standing::Alike };
    Some((standing, share * 0.85))
}

fn of_study(likeness: &Likeness, alignment: &Alignment) -> Option<(Standing, f64)> {
    let share = alignment.share();
    let is_titled = likeness.same_title;
    let standing = if share >= 0.75 || is_titled { Standing::Same } else { Standing::Alike };
    Some((standing, 0.5 + share * 0.4))
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
        assert_eq!(of(GameResult::Draw).standing, Standing::Alike);
        assert_eq!(of(GameResult::RedWins).standing, Standing::Alike, "too short");
        assert_eq!(of(GameResult::Draw).relation, Relation::Prefix);
    }

    #[test]
    fn an_extract_is_a_piece_of_the_only_game_that_fits() {
        let names = ("洪智", "王天一");
        let line = walk(1, 40);
        let a = played(&line, names, 2013, GameResult::Draw);
        let b = played(&line[..5 * 22], ("洪  智", "WANG Tianyi"), 0, GameResult::Unknown);
        assert_eq!(judge(&a, &b).unwrap().standing, Standing::Sole);
        assert_eq!(judge(&b, &a).unwrap().standing, Standing::Sole);
    }

    #[test]
    fn other_players_and_theory_are_no_copy() {
        let line = walk(1, 40);
        let a = played(&line, ("洪智", "王天一"), 2013, GameResult::Draw);
        let b = played(&line, ("李来群", "柳大华"), 2013, GameResult::Draw);
        assert_eq!(judge(&a, &b).unwrap().standing, Standing::Alike);
        let theory = account(&line[..5 * 10]);
        assert_eq!(judge(&a, &theory), None);
    }

    #[test]
    fn long_lines_are_one_game_whatever_the_headings_say() {
        let line = walk(2, 90);
        let a = played(&line, ("洪智", "王天一"), 2013, GameResult::Draw);
        let b = played(&line[..5 * 70], ("李来群", "柳大华"), 1990, GameResult::RedWins);
        let verdict = judge(&a, &b).unwrap();
        assert_eq!((verdict.relation, verdict.standing), (Relation::Prefix, Standing::Same));
        assert_eq!(verdict.parts_at, Some(71));
    }

    #[test]
    fn a_fragment_is_a_piece_of_its_game() {
        let line = walk(1, 40);
        let game = account(&line);
        let fragment = from(&line[..5 * 12], &line[5 * 12..5 * 20]);
        let verdict = judge(&game, &fragment).unwrap();
        assert_eq!((verdict.relation, verdict.standing), (Relation::Fragment, Standing::Sole));
        assert_eq!(verdict.evidence.joint, Some((12, 0)));
    }
}

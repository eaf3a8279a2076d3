//! How a game was played: at a board, over a network, or by programs.
//!
//! Names of players and events show it, and the site. A program has a version in its name or is
//! listed in `words.txt`, and so is an account of a playing site with its grade; in events, words
//! of organisers count. Sponsors are no sign: a league sponsored by a playing site is played at
//! boards. A game whose site is a playing site was played there, whatever its event; time controls
//! prove nothing.

use super::named::named;
use super::words::{WordSet, words};
use super::years::is_of_tournament;
use crate::text::fold;
use std::sync::LazyLock;

named! {
    /// How a game was played.
    pub enum Played {
        /// The game was played at a board, in a tournament.
        Board = "board",
        /// The game was played between people over a network.
        Online = "online",
        /// A program played at least one side.
        Program = "program",
        /// Unknown.
        Unknown = "unknown",
    }
}

impl Played {
    /// How the player called `name` plays; None if the name does not show it.
    ///
    /// ```
    /// use xqdb::metadata::Played;
    /// assert_eq!(Played::of_player("HaQiKi D 1.6i"), Some(Played::Program));
    /// assert_eq!(Played::of_player("瓜园主(9级)"), Some(Played::Online));
    /// assert_eq!(Played::of_player("胡荣华"), None);
    /// ```
    #[must_use]
    pub fn of_player(name: &str) -> Option<Played> {
        let folded = fold(name);
        if has_version(&folded) || names_program(&folded) {
            return Some(Played::Program);
        }
        has_grade(&folded).then_some(Played::Online)
    }

    /// How games of an event are played; None if its name does not show it.
    ///
    /// ```
    /// use xqdb::metadata::Played;
    /// assert_eq!(Played::of_event("Computer Chess Game"), Some(Played::Program));
    /// assert_eq!(Played::of_event("首届世界象棋网络棋王赛"), Some(Played::Online));
    /// assert_eq!(Played::of_event("2014年QQ游戏全国象棋甲级联赛"), Some(Played::Board));
    /// assert_eq!(Played::of_event("橘中秘"), None);
    /// ```
    #[must_use]
    pub fn of_event(event: &str) -> Option<Played> {
        Played::of_folded_event(&fold(event))
    }

    /// Like [`Played::of_event`], of a folded name.
    pub(crate) fn of_folded_event(folded: &str) -> Option<Played> {
        match () {
            () if OF_PROGRAMS.is_in(folded) => Some(Played::Program),
            () if ON_NETWORKS.is_in(folded) => Some(Played::Online),
            () if is_of_tournament(folded) => Some(Played::Board),
            () => None,
        }
    }

    /// Words, folded, one of which occurs in every site on a network.
    ///
    /// ```
    /// use xqdb::metadata::Played;
    /// let is_online = |site: &str| Played::words_of_sites().any(|word| site.contains(word));
    /// assert!(is_online("弈天网华山") && is_online("腾讯 qq 象棋"));
    /// assert!(!is_online("广州文化公园"));
    /// ```
    pub fn words_of_sites() -> impl Iterator<Item = &'static str> {
        words("sites on networks")
    }
}

/// Names of programs.
pub(super) static PROGRAMS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of("programs"));
/// Phrases in names of events of programs.
static OF_PROGRAMS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of("events of programs"));
/// Words in names of events on networks.
static ON_NETWORKS: LazyLock<WordSet> = LazyLock::new(|| WordSet::of("events on networks"));

/// Whether a name has a listed word in hanzi, or begins with one in Latin letters: `cyclone 2010`.
fn names_program(folded: &str) -> bool {
    PROGRAMS.found(folded).any(|(at, word)| {
        let rest = &folded[at + word.len()..];
        !word.is_ascii() || at == 0 && !rest.starts_with(|c: char| c.is_ascii_alphabetic())
    })
}

/// Whether a version stands behind Latin letters: `anita 0.2`, `eychessu 1.882x`.
fn has_version(folded: &str) -> bool {
    let Some(at) = folded.find(|c: char| c.is_ascii_digit()) else { return false };
    let (name, number) = folded.split_at(at);
    let digits = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_decimal =
        digits.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    is_decimal && name.chars().filter(char::is_ascii_alphabetic).count() > 1
}

/// Whether the grade of an account stands behind a name: `(9级)`, `(8弦)`, `(5r)`, `[1689]`.
fn has_grade(folded: &str) -> bool {
    let Some((name, grade)) = folded.trim_end_matches([')', ']']).rsplit_once(['(', '[']) else {
        return false;
    };
    let unit = grade.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = grade.len() - unit.len();
    let is_number = folded.ends_with(']') && unit.is_empty() && digits > 2;
    !name.is_empty() && digits > 0 && (is_number || matches!(unit, "级" | "弦" | "r" | "段" | "分"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_accounts_and_people() {
        for name in [
            "Anita 0.2",
            "Elephant Eye 3.15",
            "Cyclone",
            "象棋旋风",
            "七星大師（電腦）",
            "Pikafish 2023",
        ] {
            assert_eq!(Played::of_player(name), Some(Played::Program), "{name}");
        }
        for name in ["会当凌绝顶(9级)", "小呂欽(8弦)", "王老吉二(5r)", "温柔一刀[1811]"]
        {
            assert_eq!(Played::of_player(name), Some(Played::Online), "{name}");
        }
        for name in [
            "HU RongHua",
            "上海 胡荣华",
            "旋风骑士",
            "黑旋风李逵",
            "B. Brydon",
            "",
            "1.5",
            "Cyclones",
        ] {
            assert_eq!(Played::of_player(name), None, "{name}");
        }
    }

    #[test]
    fn events_say_how_they_are_played() {
        for (event, played) in [
            ("1st Chinese Computer Games Championship, Beijing 2006", Some(Played::Program)),
            ("四月天象棋网", Some(Played::Online)),
            ("2021年腾讯棋牌天天象棋全国象棋甲级联赛", Some(Played::Board)),
            ("适情雅趣 第445局 地网天罗", None),
            ("", None),
        ] {
            assert_eq!(Played::of_event(event), played, "{event}");
        }
    }
}

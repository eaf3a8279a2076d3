//! Faults of records against the rules of the game, and against each other.

use crate::format::Warning;
use crate::metadata::{GameResult, Kind, PackedDate};
use crate::replay::{Failure, Record};
use crate::search::{Archive, Trouble};
use crate::store::{Fact, Result};
use crate::text::fold;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A fault of a record against the rules, the calendar or itself. Plies are 1-based.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum AuditFinding {
    /// The final position is mate or stalemate, and the recorded result is another.
    ResultAgainstBoard {
        /// The recorded result.
        recorded: GameResult,
        /// The result by the rules.
        board: GameResult,
    },
    /// The result behind the moves differs from that in the tag.
    ResultAgainstTerminator {
        /// The result in the tag.
        recorded: GameResult,
        /// The result behind the moves.
        terminator: GameResult,
    },
    /// A move leaves the own king in check.
    SelfCheck {
        /// The ply of the move.
        ply: u32,
    },
    /// A move takes a king.
    KingTaken {
        /// The ply of the move.
        ply: u32,
    },
    /// A move cannot be played; the game is kept up to it.
    IllegalMove {
        /// The ply of the move.
        ply: u32,
        /// The text of the move.
        token: String,
        /// Reason why the move cannot be played.
        reason: String,
    },
    /// The record cannot be read for a reason other than a move.
    Unreadable {
        /// The text that cannot be read.
        token: String,
        /// Reason why the text cannot be read.
        reason: String,
    },
    /// A heading or the calendar contradicts the date.
    DateInDoubt {
        /// The contradiction, such as `event says 1982`.
        says: String,
    },
}

impl AuditFinding {
    /// Faults of a record that was read.
    pub fn of_record(record: &Record) -> Vec<AuditFinding> {
        let mut findings = AuditFinding::of(record.game.outcome.failure(), &record.game.warnings);
        let doubts = record.derived.doubts.iter().filter(|(field, _)| *field == "Date");
        findings.extend(doubts.map(|(_, says)| AuditFinding::DateInDoubt { says: says.clone() }));
        findings
    }

    /// Faults of a record in a database; doubts about its date are not included.
    pub fn of_trouble(trouble: &Trouble) -> Vec<AuditFinding> {
        AuditFinding::of(trouble.error.as_ref(), &trouble.warnings)
    }

    fn of(failure: Option<&Failure>, warnings: &[Warning]) -> Vec<AuditFinding> {
        let failure = failure.map(AuditFinding::of_failure).into_iter();
        failure.chain(warnings.iter().filter_map(AuditFinding::of_warning)).collect()
    }

    fn of_failure(failure: &Failure) -> AuditFinding {
        let (token, reason) = (failure.token.clone(), failure.reason.clone());
        match failure.ply {
            0 => AuditFinding::Unreadable { token, reason },
            ply => AuditFinding::IllegalMove { ply, token, reason },
        }
    }

    fn of_warning(warning: &Warning) -> Option<AuditFinding> {
        match warning {
            Warning::ResultConflict { tag, other, source_of_other } => {
                let (recorded, other) = (*tag, *other);
                Some(match source_of_other.contains("board") {
                    true => AuditFinding::ResultAgainstBoard { recorded, board: other },
                    false => AuditFinding::ResultAgainstTerminator { recorded, terminator: other },
                })
            }
            Warning::KingExposed { ply } => Some(AuditFinding::SelfCheck { ply: *ply }),
            Warning::KingTaken { ply } => Some(AuditFinding::KingTaken { ply: *ply }),
            _ => None,
        }
    }
}

/// A player with games of different events on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoPlaces {
    /// Name of the player.
    pub player: String,
    /// Day of the games.
    pub date: PackedDate,
    /// Ids of the player's games of that day, by key.
    pub games: Vec<u32>,
}

/// A player whose games are too many years apart for one life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongCareer {
    /// Name of the player.
    pub player: String,
    /// Years of the first and the last game.
    pub years: (u16, u16),
    /// Ids of a game of the first year and of one of the last.
    pub games: (u32, u32),
}

/// Games that one player cannot have played: several people share a name, or a date is wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Impossible {
    /// Players with different events on one day, by player and day.
    pub two_places: Vec<TwoPlaces>,
    /// Players with careers of more than [`LONGEST`] years, by player.
    pub long_careers: Vec<LongCareer>,
}

/// Number of years of the longest plausible career.
pub const LONGEST: u16 = 80;

/// Finds players with impossible days or years. Counts games between two players, each once; names
/// and events are compared after folding.
pub fn impossible(archive: &Archive) -> Result<Impossible> {
    let (kin, names) = (archive.duplicates()?, archive.folded_names()?);
    let editions = archive.editions()?;
    let mut careers: FxHashMap<u32, Career> = FxHashMap::default();
    // Games by player and day, then by event; games without an event prove nothing.
    let mut days: FxHashMap<(u32, PackedDate), BTreeMap<u32, Vec<u32>>> = FxHashMap::default();
    for (game, fact) in archive.facts().alive() {
        if fact.kind() != Some(Kind::Game) || fact.date.is_unknown() || kin.first(game) != game {
            continue;
        }
        for player in [fact.red, fact.black].into_iter().filter_map(|id| names.player(id)) {
            careers.entry(player).or_default().add(game, fact);
            if fact.date.date().is_some_and(|date| date.day > 0)
                && let Some(event) = names.event(fact)
            {
                days.entry((player, fact.date)).or_default().entry(event).or_default().push(game);
            }
        }
    }
    let name = |player: u32| names.name_of_player(player).to_owned();
    let long = careers.into_iter().filter_map(|(player, career)| {
        let (first, last) = (career.first?, career.last?);
        let years = (first.0, last.0);
        let games = (first.2, last.2);
        (last.0 - first.0 > LONGEST).then(|| LongCareer { player: name(player), years, games })
    });
    // A game that has its title in the place of its event does not prove another event.
    let is_title = |event: u32, game: u32| {
        let fact = archive.facts().get(game).filter(|fact| editions.of(fact).is_none());
        fact.is_some_and(|fact| names.is_title(&fold(names.events.name(event)), fact))
    };
    let mut days: Vec<_> = days.into_iter().filter(|(_, events)| events.len() > 1).collect();
    for (_, events) in &mut days {
        events.retain(|&event, games| games.iter().any(|&game| !is_title(event, game)));
    }
    let two = days.into_iter().filter(|(_, events)| events.len() > 1);
    let two = two.map(|((player, date), events)| {
        let mut games: Vec<u32> = events.into_values().flatten().collect();
        games.sort_unstable_by_key(|&game| archive.facts().get(game).map(|fact| fact.key));
        TwoPlaces { player: name(player), date, games }
    });
    let mut all = Impossible { two_places: two.collect(), long_careers: long.collect() };
    all.two_places.sort_by(|a, b| (&a.player, a.date).cmp(&(&b.player, b.date)));
    all.long_careers.sort_by(|a, b| a.player.cmp(&b.player));
    Ok(all)
}

/// Year, first half of the game's key, game id; ordered by year, then key.
type Dated = (u16, u32, u32);

#[derive(Default)]
struct Career {
    first: Option<Dated>,
    last: Option<Dated>,
}

impl Career {
    fn add(&mut self, game: u32, fact: &Fact) {
        let Some(year) = fact.year() else { return };
        let dated = (year, fact.key, game);
        self.first = Some(self.first.map_or(dated, |first| first.min(dated)));
        self.last = Some(self.last.map_or(dated, |last| last.max(dated)));
    }
}

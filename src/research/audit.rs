//! What records say against the rules of the game, and against each other.

use crate::format::Warning;
use crate::metadata::{GameResult, Kind, PackedDate};
use crate::replay::{Failure, Record};
use crate::search::{Archive, Trouble};
use crate::store::{Fact, Result};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Something that one record says against the rules, the calendar or itself. Plies are 1-based.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum AuditFinding {
    /// The final position is mate or stalemate, and another result is recorded.
    ResultAgainstBoard {
        /// The result recorded.
        recorded: GameResult,
        /// The result by the rules.
        board: GameResult,
    },
    /// Behind the moves stands another result than in the tag.
    ResultAgainstTerminator {
        /// The result in the tag.
        recorded: GameResult,
        /// The one behind the moves.
        terminator: GameResult,
    },
    /// A move leaves the mover's own king in check.
    SelfCheck {
        /// The ply of the move.
        ply: u32,
    },
    /// A move takes a king.
    KingTaken {
        /// The ply of the move.
        ply: u32,
    },
    /// A move cannot be played; the game is kept up to there.
    IllegalMove {
        /// The ply of the move.
        ply: u32,
        /// The text that stands there.
        token: String,
        /// Why it cannot be played.
        reason: String,
    },
    /// The record cannot be read, and it is not for a move.
    Unreadable {
        /// The text that stands there.
        token: String,
        /// Why it cannot be read.
        reason: String,
    },
    /// The date is contradicted by a heading or by the calendar.
    DateInDoubt {
        /// `event says 1982`
        says: String,
    },
}

impl AuditFinding {
    /// The faults of a record that was read.
    pub fn of_record(record: &Record) -> Vec<AuditFinding> {
        let game = &record.game;
        let mut findings: Vec<AuditFinding> =
            game.outcome.failure().map(AuditFinding::of_failure).into_iter().collect();
        findings.extend(game.warnings.iter().filter_map(AuditFinding::of_warning));
        let doubts = record.derived.doubts.iter().filter(|(field, _)| *field == "Date");
        findings.extend(doubts.map(|(_, says)| AuditFinding::DateInDoubt { says: says.clone() }));
        findings
    }

    /// The faults of a record of a database, without doubts about its date.
    pub fn of_trouble(trouble: &Trouble) -> Vec<AuditFinding> {
        let mut findings: Vec<AuditFinding> =
            trouble.error.as_ref().map(AuditFinding::of_failure).into_iter().collect();
        findings.extend(trouble.warnings.iter().filter_map(AuditFinding::of_warning));
        findings
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

/// A player who played at different events on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TwoPlaces {
    /// His name.
    pub player: String,
    /// The day.
    pub date: PackedDate,
    /// His games of that day, by id.
    pub games: Vec<u32>,
}

/// A player whose games lie further apart than a life allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongCareer {
    /// His name.
    pub player: String,
    /// The years of his first and his last game.
    pub years: (u16, u16),
    /// A game of the first year, and one of the last.
    pub games: (u32, u32),
}

/// Games that one player cannot have played: one name may be several people, or a date may be
/// wrong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Impossible {
    /// Different events on one day, by player and day.
    pub two_places: Vec<TwoPlaces>,
    /// Careers of more than [`LONGEST`] years, by player.
    pub long_careers: Vec<LongCareer>,
}

/// No career is longer, in years.
pub const LONGEST: u16 = 80;

/// Looks at the days and years of all players. Only games between two players count, each once;
/// spellings that are alike after folding are one player, or one event.
pub fn impossible(archive: &Archive) -> Result<Impossible> {
    let (kin, names) = (archive.duplicates()?, archive.folded_names()?);
    let mut careers: FxHashMap<u32, Career> = FxHashMap::default();
    // A player's games of a day by their events. Games that name no event say nothing.
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
    let two = days.into_iter().filter(|(_, events)| events.len() > 1);
    let two = two.map(|((player, date), events)| {
        let mut games: Vec<u32> = events.into_values().flatten().collect();
        games.sort_unstable();
        TwoPlaces { player: name(player), date, games }
    });
    let mut all = Impossible { two_places: two.collect(), long_careers: long.collect() };
    all.two_places.sort_by(|a, b| (&a.player, a.date).cmp(&(&b.player, b.date)));
    all.long_careers.sort_by(|a, b| a.player.cmp(&b.player));
    Ok(all)
}

/// Year, first half of the key, id: of equal years the first by key.
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

//! Faults of records against the rules of the game, and against each other.

use crate::format::Warning;
use crate::metadata::{GameResult, Kind, PackedDate};
use crate::replay::{Failure, Record};
use crate::search::{Archive, FoldedNames, Trouble};
use crate::store::{Fact, Facts, Result};
use crate::text::fold;
use rayon::prelude::*;

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
    let (facts, editions) = (archive.facts(), archive.editions()?);
    let counts = |game: u32, fact: &Fact| {
        fact.kind() == Some(Kind::Game) && !fact.date.is_unknown() && kin.first(game) == game
    };
    let played = GamesByPlayer::of(facts, names, counts);
    // A game that has its title in the place of its event does not prove another event.
    let is_title = |event: u32, game: u32| {
        let fact = facts.get(game).filter(|fact| editions.of(fact).is_none());
        fact.is_some_and(|fact| names.is_title(&fold(names.events.name(event)), fact))
    };
    let of_player = |player: u32| {
        let name = names.name_of_player(player);
        let mut career = Career::default();
        // Games of known days, by day and event; games without an event prove nothing.
        let mut days: Vec<(PackedDate, u32, u32)> = Vec::new();
        for (game, fact) in played.of_player(player) {
            career.add(game, fact);
            let is_of_day = fact.date.date().is_some_and(|date| date.day > 0);
            let event = names.event(fact).filter(|_| is_of_day);
            days.extend(event.map(|event| (fact.date, event, game)));
        }
        days.sort_unstable();
        let mut two_places = Vec::new();
        for of_day in days.chunk_by(|a, b| a.0 == b.0).filter(|day| is_of_two_events(day)) {
            let events = of_day.chunk_by(|a, b| a.1 == b.1);
            let proving = events.filter(|games| games.iter().any(|&(_, it, id)| !is_title(it, id)));
            let proving: Vec<_> = proving.flatten().copied().collect();
            if is_of_two_events(&proving) {
                let mut games: Vec<u32> = proving.iter().map(|&(.., game)| game).collect();
                games.sort_unstable_by_key(|&game| facts.get(game).map(|fact| fact.key));
                let date = of_day[0].0;
                two_places.push(TwoPlaces { player: name.to_owned(), date, games });
            }
        }
        (two_places, career.long(name))
    };
    let found: Vec<(Vec<TwoPlaces>, Option<LongCareer>)> =
        (0..played.players()).into_par_iter().map(of_player).collect();
    let mut all = Impossible::default();
    for (mut two_places, long) in found {
        all.two_places.append(&mut two_places);
        all.long_careers.extend(long);
    }
    all.two_places.sort_by(|a, b| (&a.player, a.date).cmp(&(&b.player, b.date)));
    all.long_careers.sort_by(|a, b| a.player.cmp(&b.player));
    Ok(all)
}

/// Whether games, sorted by event, are of more than one event.
fn is_of_two_events(games: &[(PackedDate, u32, u32)]) -> bool {
    games.first().map(|game| game.1) != games.last().map(|game| game.1)
}

/// The games of each player.
struct GamesByPlayer<'a> {
    facts: &'a Facts,
    /// For each player the end of the player's games in `games`; the next player's follow.
    ends: Vec<usize>,
    games: Vec<u32>,
}

impl<'a> GamesByPlayer<'a> {
    /// Distributes those games that count to their players. A game of a player against himself is
    /// one game.
    fn of(
        facts: &'a Facts,
        names: &FoldedNames,
        counts: impl Fn(u32, &Fact) -> bool,
    ) -> GamesByPlayer<'a> {
        let seats = || {
            let games = facts.alive().filter(|&(game, fact)| counts(game, fact));
            games.flat_map(|(game, fact)| {
                let red = names.player(fact.red);
                let black = names.player(fact.black).filter(|black| Some(*black) != red);
                red.into_iter().chain(black).map(move |player| (player as usize, game))
            })
        };
        let mut ends = vec![0; names.players.len()];
        seats().for_each(|(player, _)| ends[player] += 1);
        let mut count = 0;
        for end in &mut ends {
            count += std::mem::replace(end, count);
        }
        // Each place is that of the player's next game, at last the end.
        let mut games = vec![0; count];
        for (player, game) in seats() {
            games[ends[player]] = game;
            ends[player] += 1;
        }
        GamesByPlayer { facts, ends, games }
    }

    /// Number of players; they are numbered from 0 as in [`FoldedNames::player`].
    fn players(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Games of a player, by id, with their facts.
    fn of_player(&self, player: u32) -> impl Iterator<Item = (u32, &'a Fact)> {
        let player = player as usize;
        let begin = player.checked_sub(1).map_or(0, |before| self.ends[before]);
        let games = self.games[begin..self.ends[player]].iter();
        games.filter_map(|&game| Some((game, self.facts.get(game)?)))
    }
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

    /// The career of a player, if it is too long for one life.
    fn long(&self, player: &str) -> Option<LongCareer> {
        let (first, last) = (self.first?, self.last?);
        let (years, games) = ((first.0, last.0), (first.2, last.2));
        let career = || LongCareer { player: player.to_owned(), years, games };
        (last.0 - first.0 > LONGEST).then(career)
    }
}

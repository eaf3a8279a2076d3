//! Values of the library in the language of the reader: kinds, results, relations, rulings,
//! sources.

use super::Lang;
use super::fill::visible;
use ferrous_opencc::{OpenCC, config::BuiltinConfig};
use std::cmp::Reverse;
use std::sync::LazyLock;
use xqdb::decision::Decision;
use xqdb::duplicates::Relation;
use xqdb::metadata::{GameResult, Kind, KindReason, Status, ValueSource};
use xqdb::names::JoinedBy;
use xqdb::opening::{Family, Opening};
use xqdb::query::Means;
use xqdb::research::Standing;
use xqdb::text::{fold, simplified};
use xqdb::xiangqi::repetition::Ruling;
use xqdb::xiangqi::{Ending, Side};

/// Defines methods that find the sentence `word-…` by the name of a value.
macro_rules! words {
    ($($method:ident: $type:ty, $name:ident;)*) => {
        /// Sentence about a number.
pub(crate) type CountSentence = fn(Lang, u64) -> String;

impl Lang {$(
            pub(crate) fn $method(self, value: $type) -> String {
                self.word(stringify!($method), value.$name(), &[])
            }
        )*}
    };
}

words! {
    kind: Kind, as_str;
    status: Status, as_str;
    side: Side, as_str;
    source: ValueSource, as_str;
    relation: Relation, as_str;
    evidence: JoinedBy, as_str;
    ruling: Ruling, name;
}

impl Lang {
    /// Name of a person in the script of the language; English has simplified characters, so that a
    /// list has one script. Traditional names are taken from the spelling with the most traditional
    /// characters, since no table knows that 于 of 于幼华 is not 於. A spelling whose surname a
    /// converter took for another word, as in 於幼華, comes last.
    pub(crate) fn in_script<'s>(
        self,
        name: &'s str,
        spellings: impl Iterator<Item = &'s str>,
    ) -> String {
        /// Characters that hardly any surname has: converters write 於 for the surname 于, 餘 for
        /// 余, 範 for 范.
        const MISTAKEN: &str = "於餘範薑瀋穀麴醜乾幹嶽鬱遊蔔";
        let traditional = |other: &&str| {
            let pairs = other.chars().zip(simplified(other).chars().collect::<Vec<char>>());
            let changed = pairs.filter(|(own, simple)| own != simple).count();
            (other.starts_with(|surname| MISTAKEN.contains(surname)), Reverse(changed))
        };
        let alike = spellings.filter(|other| fold(other) == fold(name));
        match self {
            Lang::En | Lang::ZhHans => simplified(name),
            // The first of two equal spellings is the commoner one.
            Lang::ZhHant => alike.min_by_key(traditional).unwrap_or(name).to_owned(),
        }
    }

    /// Title or name of an event in the script of the language.
    pub(crate) fn title_in_script(self, title: &str) -> String {
        static TRADITIONAL: LazyLock<Option<OpenCC>> =
            LazyLock::new(|| OpenCC::from_config(BuiltinConfig::S2t).ok());
        match (self, &*TRADITIONAL) {
            (Lang::En | Lang::ZhHans, _) => simplified(title),
            // A title in traditional characters stays as it is.
            (Lang::ZhHant, Some(converter)) if simplified(title) == title => {
                converter.convert(title)
            }
            (Lang::ZhHant, _) => title.to_owned(),
        }
    }

    /// Sentences about the numbers that are not 0, joined.
    pub(crate) fn counts<const N: usize>(self, numbers: [(u64, CountSentence); N]) -> String {
        let counted = numbers.into_iter().filter(|(number, _)| *number > 0);
        counted.map(|(number, sentence)| sentence(self, number)).collect()
    }

    /// Remark on games by programs that do not count; empty for none.
    pub(crate) fn programs_left_out(self, programs: u64) -> String {
        if programs == 0 { String::new() } else { self.games_of_programs(programs) }
    }

    /// Result in words.
    pub(crate) fn result(self, result: GameResult) -> String {
        match result {
            GameResult::RedWins => self.result_red(),
            GameResult::BlackWins => self.result_black(),
            GameResult::Draw => self.result_draw(),
            GameResult::Unknown => self.result_unknown(),
        }
    }

    /// Sentence on why a record is of its kind.
    pub(crate) fn kind_reason(self, reason: KindReason) -> String {
        match reason {
            KindReason::NoMoves => self.kind_because_no_moves(),
            KindReason::File => self.kind_because_file(),
            KindReason::NothingNamed => self.kind_because_nothing_named(),
            KindReason::Manual => self.kind_because_manual(),
            KindReason::Variations => self.kind_because_variations(),
            KindReason::Standard => self.kind_because_standard(),
            KindReason::Odds => self.kind_because_odds(),
            KindReason::SetUpPlayed => self.kind_because_set_up_played(),
            KindReason::SetUp => self.kind_because_set_up(),
        }
    }

    /// Name of a field on which witnesses disagree; `name` is its name in the report.
    pub(crate) fn field(self, name: &str) -> String {
        self.word("field", name, &[])
    }

    /// Sentence on why a value is doubtful; `says` is the English one of the library.
    pub(crate) fn doubt(self, says: &str) -> String {
        let said = says.split_once(" says ");
        match said.and_then(|(source, value)| Some((ValueSource::from_name(source)?, value))) {
            Some((source, value)) => self.doubt_says(&self.source(source), value),
            None => self.stored(says),
        }
    }

    /// Name of an opening.
    pub(crate) fn opening_name(self, opening: &Opening) -> &str {
        match self {
            Lang::En => &opening.english,
            Lang::ZhHans => &opening.name,
            Lang::ZhHant => &opening.traditional,
        }
    }

    /// Name of a family of openings.
    pub(crate) fn family_name(self, family: &Family) -> &'static str {
        match self {
            Lang::En => family.english,
            Lang::ZhHans => family.name,
            Lang::ZhHant => family.traditional,
        }
    }

    /// Code and name of an opening.
    pub(crate) fn opening(self, opening: &Opening) -> String {
        format!("{} {}", opening.code, self.opening_name(opening))
    }

    /// Sentence on the ply at which a game left `games` others: `None` if it never left them, 0 if
    /// no other game came to its start.
    pub(crate) fn novelty(self, ply: Option<u32>, games: u64) -> String {
        match ply {
            Some(0) => self.novelty_first(),
            Some(ply) => self.novelty_left(ply.into(), games),
            None => self.novelty_none(games),
        }
    }

    /// Standing of a game among the first ones, in words.
    pub(crate) fn standing(self, standing: Standing) -> String {
        self.named(&format!("standing-{}", standing.as_str())).unwrap_or_default().to_owned()
    }

    /// Heads of narrow columns: games won, drawn and lost by the player.
    pub(crate) fn heads_won_drawn_lost(self) -> [String; 3] {
        match self {
            Lang::En => ["W", "D", "L"].map(str::to_owned),
            _ => [self.head_won(), self.head_draws(), self.head_lost()],
        }
    }

    /// Words for the means by which a condition is evaluated.
    pub(crate) fn way(self, way: Means) -> String {
        match way {
            Means::Facts => self.way_facts(),
            Means::Index => self.way_index(),
            Means::Numbers => self.way_numbers(),
            Means::Geometry => self.way_geometry(),
            Means::Rules => self.way_rules(),
        }
    }

    /// Relation of two games in words; `name` is its word in the database.
    pub(crate) fn relation_named(self, name: &str) -> String {
        self.word("relation", name, &[])
    }

    /// Sentence on mate or stalemate in the last position.
    pub(crate) fn ending(self, ending: Ending) -> String {
        match ending {
            Ending::Checkmate { loser: Side::Red } => self.red_is_checkmated(),
            Ending::Checkmate { loser: Side::Black } => self.black_is_checkmated(),
            Ending::Stalemate { loser: Side::Red } => self.red_is_stalemated(),
            Ending::Stalemate { loser: Side::Black } => self.black_is_stalemated(),
        }
    }

    /// Reason, author and date of a decision, as far as known.
    pub(crate) fn because(self, decision: &Decision) -> String {
        let parts = [&decision.reason, &decision.by, &decision.when];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        parts.join(", ")
    }

    /// Sentence on two decisions that contradict each other.
    pub(crate) fn contradiction(self, [one, other]: &[Decision; 2]) -> String {
        self.decisions_contradict(&decision_line(one), &decision_line(other))
    }

    /// Description of a format; `english` is that of the library.
    pub(crate) fn about_format(self, name: &str, english: &str) -> String {
        let known = self.named(&format!("format-{name}")).filter(|_| self != Lang::En);
        known.map_or_else(|| visible(english), str::to_owned)
    }

    /// Title or kind in a list of notable names; an unknown one stays as the user wrote it.
    pub(crate) fn listed_title(self, title: &str) -> &str {
        self.named(&format!("title-{}", title.replace(' ', "-"))).unwrap_or(title)
    }

    /// Meaning of a named pattern; `english` is that of the library.
    pub(crate) fn meaning(self, english: &'static str) -> &'static str {
        self.translated("pattern-", english).unwrap_or(english)
    }
}

/// Decision in one line for people.
pub(crate) fn decision_line(decision: &Decision) -> String {
    decision.fields().join("  ").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spelling_that_a_converter_made_comes_last() {
        let shown = |name, spellings: &[&'static str]| {
            Lang::ZhHant.in_script(name, spellings.iter().copied())
        };
        assert_eq!(shown("于幼华", &["于幼华", "於幼華", "于幼華"]), "于幼華");
        assert_eq!(shown("于幼华", &["於幼華"]), "於幼華");
        assert_eq!(shown("胡荣华", &["胡荣华", "胡榮華"]), "胡榮華");
    }
}

//! Values of the library in the language of the reader: kinds, results, relations, rulings, sources.

use super::Lang;
use super::fill::visible;
use xqdb::decision::Decision;
use xqdb::duplicates::Relation;
use xqdb::metadata::{GameResult, Kind, KindReason, Status, ValueSource};
use xqdb::opening::Opening;
use xqdb::query::Means;
use xqdb::research::Standing;
use xqdb::xiangqi::repetition::{Cause, Dispute, Harmless, Novelty, Ruling, Threat};
use xqdb::xiangqi::{Ending, Side};

impl Lang {
    /// Names the kind of a record.
    pub(crate) fn kind(self, kind: Kind) -> String {
        match kind {
            Kind::Game => self.kind_game(),
            Kind::Handicap => self.kind_handicap(),
            Kind::Opening => self.kind_opening(),
            Kind::Endgame => self.kind_endgame(),
            Kind::Composed => self.kind_composed(),
            Kind::Position => self.kind_position(),
        }
    }

    /// Names a result.
    pub(crate) fn result(self, result: GameResult) -> String {
        match result {
            GameResult::RedWins => self.result_red(),
            GameResult::BlackWins => self.result_black(),
            GameResult::Draw => self.result_draw(),
            GameResult::Unknown => self.result_unknown(),
        }
    }

    /// Names the state of a record.
    pub(crate) fn status(self, status: Status) -> String {
        match status {
            Status::Ok => self.status_ok(),
            Status::Partial => self.status_partial(),
            Status::Empty => self.status_empty(),
            Status::Rejected => self.status_rejected(),
        }
    }

    /// Names a side.
    pub(crate) fn side(self, side: Side) -> String {
        match side {
            Side::Red => self.side_red(),
            Side::Black => self.side_black(),
        }
    }

    /// Says why a record is of its kind.
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

    /// Names a field on which witnesses disagree; `name` is its name in the report.
    pub(crate) fn field(self, name: &str) -> String {
        match name {
            "red" => self.field_red(),
            "black" => self.field_black(),
            "year" => self.field_year(),
            "result" => self.field_result(),
            other => visible(other),
        }
    }

    /// Names the place from which a value was derived.
    pub(crate) fn source(self, source: ValueSource) -> String {
        match source {
            ValueSource::Event => self.source_event(),
            ValueSource::Title => self.source_title(),
            ValueSource::File => self.source_file(),
            ValueSource::Folder => self.source_folder(),
        }
    }

    /// Says why a value is doubtful; `says` is the English sentence of the library.
    pub(crate) fn doubt(self, says: &str) -> String {
        let said = says.split_once(" says ");
        match said.and_then(|(source, value)| Some((ValueSource::from_name(source)?, value))) {
            Some((source, value)) => self.doubt_says(&self.source(source), value),
            None => self.stored(says),
        }
    }

    /// The name of an opening.
    pub(crate) fn opening_name(self, opening: &Opening) -> &str {
        match self {
            Lang::En => &opening.english,
            Lang::ZhHans => &opening.name,
            Lang::ZhHant => &opening.traditional,
        }
    }

    /// The code and the name of an opening.
    pub(crate) fn opening(self, opening: &Opening) -> String {
        format!("{} {}", opening.code, self.opening_name(opening))
    }

    /// Says at which ply a game left `games` others; `None` when it never did, 0 when no other came as
    /// far as its start.
    pub(crate) fn novelty(self, ply: Option<u32>, games: u64) -> String {
        match ply {
            Some(0) => self.novelty_first(),
            Some(ply) => self.novelty_left(ply.into(), games),
            None => self.novelty_none(games),
        }
    }

    /// Names the standing of a game among the first ones.
    pub(crate) fn standing(self, standing: Standing) -> String {
        match standing {
            Standing::First => self.standing_first(),
            Standing::MayBeFirst => self.standing_may_be_first(),
            Standing::RunnerUp => self.standing_runner_up(),
            Standing::Doubtful => self.standing_doubtful_date(),
            Standing::OtherKind => self.standing_other_kind(),
            Standing::Undated => self.standing_no_date(),
        }
    }

    /// Heads of narrow columns: games that the player won, drew and lost.
    pub(crate) fn heads_won_drawn_lost(self) -> [String; 3] {
        match self {
            Lang::En => ["W", "D", "L"].map(str::to_owned),
            _ => [self.head_won(), self.head_draws(), self.head_lost()],
        }
    }

    /// Names what answers a condition.
    pub(crate) fn way(self, way: Means) -> String {
        match way {
            Means::Facts => self.way_facts(),
            Means::Index => self.way_index(),
            Means::Numbers => self.way_numbers(),
            Means::Geometry => self.way_geometry(),
            Means::Rules => self.way_rules(),
        }
    }

    /// Says how two games are related; `name` is the word in the database.
    pub(crate) fn relation_named(self, name: &str) -> String {
        match name {
            "decided" => self.is_decided(),
            name => self.relation(Relation::from_name(name)),
        }
    }

    /// Says how two games are related, `?` when that is not known.
    pub(crate) fn relation(self, relation: Option<Relation>) -> String {
        match relation {
            None => "?".to_owned(),
            Some(Relation::Prefix) => self.is_prefix(),
            Some(Relation::Misprint) => self.is_misprint(),
            Some(Relation::Cycle) => self.is_cycle(),
            Some(Relation::Order) => self.is_order(),
            Some(Relation::Dropped) => self.is_dropped(),
            Some(Relation::Ending) => self.is_ending(),
            Some(Relation::Mixed) => self.is_mixed(),
            Some(Relation::Mirror) => self.is_mirror(),
            Some(Relation::Fragment) => self.is_fragment(),
            Some(Relation::Diagram) => self.is_diagram(),
            Some(Relation::Study) => self.is_study(),
            Some(Relation::Names) => self.is_names(),
        }
    }

    /// Says how a rule book decides.
    pub(crate) fn ruling(self, ruling: Ruling) -> String {
        match ruling {
            Ruling::Loses(Side::Red) => self.audit_red_loses(),
            Ruling::Loses(Side::Black) => self.audit_black_loses(),
            Ruling::Draw => self.audit_draw(),
            Ruling::NotJudged => self.audit_not_judged(),
        }
    }

    /// Says why an attack is a chase, and how it comes about.
    pub(crate) fn chase(self, threat: Threat, novelty: Novelty) -> String {
        let why = match threat {
            Threat::Unprotected => self.audit_unprotected(),
            Threat::FalseRoot { root, exposed_to } => {
                self.audit_false_root(&root.to_string(), &exposed_to.to_string())
            }
            Threat::RookByLesser => self.audit_rook_by_lesser(),
        };
        match novelty {
            Novelty::Reached(Cause::Opened) => self.audit_opened(&why),
            Novelty::Reached(Cause::Mounted) => self.audit_mounted(&why),
            Novelty::NoLonger(Harmless::Pinned(by)) => self.audit_freed(&why, &by.to_string()),
            Novelty::NoLonger(Harmless::Protected(by)) => {
                self.audit_root_taken(&why, &by.to_string())
            }
            Novelty::NoLonger(Harmless::Exchange) => self.audit_reply_taken(&why),
            Novelty::Reached(Cause::Moved)
            | Novelty::NoLonger(Harmless::ByKingOrPawn | Harmless::PawnAtHome) => why,
        }
    }

    /// Says why an attack is no chase.
    pub(crate) fn harmless(self, harmless: Harmless) -> String {
        match harmless {
            Harmless::ByKingOrPawn => self.audit_by_king_or_pawn(),
            Harmless::PawnAtHome => self.audit_pawn_at_home(),
            Harmless::Pinned(by) => self.audit_pinned(&by.to_string()),
            Harmless::Exchange => self.audit_exchange(),
            Harmless::Protected(by) => self.audit_protected(&by.to_string()),
        }
    }

    /// Names the question on which judges differ.
    pub(crate) fn dispute(self, dispute: Dispute) -> String {
        match dispute {
            Dispute::CheckThatAttacks => self.audit_disputed_check(),
            Dispute::TakenRoot => self.audit_disputed_root(),
            Dispute::StandingThreat => self.audit_disputed_threat(),
        }
    }

    /// Says how a line ends in its last position.
    pub(crate) fn ending(self, ending: Ending) -> String {
        match ending {
            Ending::Checkmate { loser: Side::Red } => self.red_is_checkmated(),
            Ending::Checkmate { loser: Side::Black } => self.black_is_checkmated(),
            Ending::Stalemate { loser: Side::Red } => self.red_is_stalemated(),
            Ending::Stalemate { loser: Side::Black } => self.black_is_stalemated(),
        }
    }

    /// The reason, the author and the date of a decision, as far as they are known.
    pub(crate) fn because(self, decision: &Decision) -> String {
        let parts = [&decision.reason, &decision.by, &decision.when];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        parts.join(", ")
    }

    /// Describes a format; `english` is the description in the table of the library.
    pub(crate) fn about_format(self, name: &str, english: &str) -> String {
        let known = self.named(&format!("format-{name}")).filter(|_| self != Lang::En);
        known.map_or_else(|| visible(english), str::to_owned)
    }

    /// A title or kind of a list of notable names; one that the user wrote stays as it is.
    pub(crate) fn listed_title(self, title: &str) -> &str {
        self.named(&format!("title-{}", title.replace(' ', "-"))).unwrap_or(title)
    }

    /// The meaning of a named pattern, of which the library has the English.
    pub(crate) fn meaning(self, english: &'static str) -> &'static str {
        self.translated("pattern-", english).unwrap_or(english)
    }
}

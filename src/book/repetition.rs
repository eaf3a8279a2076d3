//! Repetitions in a game, for people: each move of a stretch with its effect, and the rulings.

use crate::messages::Lang;
use serde_json::{Map, Value, json};
use xqdb::diagram::Letters;
use xqdb::metadata::GameResult;
use xqdb::replay::Record;
use xqdb::xiangqi::repetition::{
    Actor, Attack, AttackVerdict, Cause, Cycle, Dispute, Harmless, Judgement, Ply, Reach, RuleBook,
    Ruling, Study, Threat, ThreatNovelty, judge_attack,
};
use xqdb::xiangqi::{Move, Position, Side};

/// Main line of a record, and its repetitions.
pub(crate) struct Judged {
    pub(crate) moves: Vec<Move>,
    pub(crate) result: GameResult,
    pub(crate) study: Study,
    /// The rule book with whose rulings the result is compared.
    rules: &'static RuleBook,
}

impl Judged {
    pub(crate) fn new(
        start: &Position,
        moves: Vec<Move>,
        result: GameResult,
        rules: &'static RuleBook,
    ) -> Judged {
        let study = Study::of(start, &moves);
        Judged { moves, result, study, rules }
    }

    /// Judgement of the rule book on a stretch.
    fn judgement<'a>(&self, cycle: &'a Cycle) -> Option<&'a Judgement> {
        cycle.judgements.iter().find(|judgement| judgement.book.name == self.rules.name)
    }

    pub(crate) fn of_record(record: &Record, rules: &'static RuleBook) -> Judged {
        let game = &record.game;
        let start = game.start.as_deref().cloned().unwrap_or_else(Position::start);
        let moves = game.tree.main_line().collect();
        Judged::new(&start, moves, record.result(), rules)
    }

    /// Whether the game ends in the stretch with a result other than that of the rule book.
    pub(crate) fn result_differs(&self, cycle: &Cycle) -> bool {
        let ruled = match self.judgement(cycle).map(|said| said.ruling) {
            Some(Ruling::Loses(Side::Red)) => GameResult::BlackWins,
            Some(Ruling::Loses(Side::Black)) => GameResult::RedWins,
            Some(Ruling::Draw) => GameResult::Draw,
            Some(Ruling::NotJudged) | None => return false,
        };
        let ends_here = cycle.stretch.until == self.moves.len();
        ends_here && self.result.is_known() && self.result != ruled
    }
}

/// Stretch and behaviour of both sides, as JSON.
pub(crate) fn stretch(cycle: &Cycle) -> Value {
    let stretch = &cycle.stretch;
    json!({
        "from": stretch.third.from,
        "to": stretch.third.to,
        "until": stretch.until,
        "count": stretch.count,
        "red": cycle.classes.red.name(),
        "black": cycle.classes.black.name(),
    })
}

/// Rulings as JSON, by the names of the rule books.
pub(crate) fn by_book(cycle: &Cycle, ruling: impl Fn(&Judgement) -> Ruling) -> Map<String, Value> {
    let entry =
        |judgement: &Judgement| (judgement.book.name.into(), ruling(judgement).name().into());
    cycle.judgements.iter().map(entry).collect()
}

/// Lines about a stretch: its plies, each move with its effect, the rulings.
pub(crate) fn repetition(lang: Lang, judged: &Judged, cycle: &Cycle) -> Vec<String> {
    let stretch = &cycle.stretch;
    let window = judged.study.plies(stretch.third);
    let [from, to, until, count] =
        [stretch.third.from, stretch.third.to, stretch.until, stretch.count].map(|n| n as u64);
    let mut lines = vec![lang.audit_stretch(from, to, until, count)];
    lines.extend(window.iter().map(|ply| self::ply(lang, ply)));
    lines.extend(
        Side::ALL.map(|side| lang.about_record(&lang.side(side), &class(lang, cycle, side))),
    );
    lines.extend(cycle.judgements.iter().map(|said| judgement(lang, said)));
    lines.extend(cycle.disputes.iter().map(|&it| lang.word("dispute", dispute(it), &[])));
    if stretch.until == judged.moves.len() {
        let result = lang.result(judged.result);
        lines.push(match judged.result_differs(cycle) {
            true => lang.audit_ends_otherwise(judged.rules.name, &result),
            false => lang.audit_ends(&result),
        });
    }
    lines
}

/// Sentence on a stretch: its plies, the behaviour of both sides, the ruling of the rule book.
pub(crate) fn repetition_in_brief(lang: Lang, judged: &Judged, cycle: &Cycle) -> String {
    let stretch = &cycle.stretch;
    let does = |side| lang.about_record(&lang.side(side), &class(lang, cycle, side));
    let said = judged.judgement(cycle).map(|said| judgement(lang, said));
    let parts = Side::ALL.map(does).into_iter().chain(said).collect::<Vec<String>>();
    let [from, until, count] =
        [stretch.third.from + 1, stretch.until, stretch.count].map(|number| number as u64);
    lang.repeated(from, until, count) + "; " + &parts.join("; ")
}

/// Behaviour of a side over the window, in words.
fn class(lang: Lang, cycle: &Cycle, side: Side) -> String {
    let victims = cycle.chased[side].iter().map(|victim| actor(lang, victim));
    let victims = victims.collect::<Vec<String>>().join(", ");
    lang.word("class", cycle.classes[side].name(), &[&victims])
}

fn judgement(lang: Lang, judgement: &Judgement) -> String {
    let ruling = match (judgement.ruling, judgement.tendency) {
        (Ruling::NotJudged, tendency) if tendency != Ruling::NotJudged => {
            lang.audit_not_yet(&lang.ruling(tendency))
        }
        (ruling, _) => lang.ruling(ruling),
    };
    lang.about_record(judgement.book.name, &ruling)
}

/// Line with a move and everything it does.
fn ply(lang: Lang, ply: &Ply) -> String {
    let check = ply.is_check.then(|| lang.audit_checks());
    let attacks = ply.attacks.iter().filter_map(|attack| self::attack(lang, attack));
    let does: Vec<String> = check.into_iter().chain(attacks).collect();
    format!("{:>4} {}  {}", ply.number, ply.mv, does.join("; ")).trim_end().to_owned()
}

/// Text about an attack, if it is a chase, or would be one if it were a threat or new.
fn attack(lang: Lang, attack: &Attack) -> Option<String> {
    let (attacker, victim) = (actor(lang, &attack.attacker), actor(lang, &attack.victim));
    match judge_attack(attack) {
        AttackVerdict::Chase { threat, novelty } => {
            let (name, squares) = self::threat(threat);
            let squares = squares.each_ref().map(String::as_str);
            let why = lang.word("threat", name, &squares);
            let why = match self::novelty(novelty) {
                ("moved", _) => why,
                (name, by) => lang.word("novelty", name, &[&why, &by]),
            };
            Some(lang.audit_chases(&attacker, &victim, &why))
        }
        AttackVerdict::Old(_) => Some(lang.audit_still_attacks(&attacker, &victim)),
        AttackVerdict::NoThreat(harmless) if matches!(attack.reach, Reach::Gained { .. }) => {
            let (name, by) = self::harmless(harmless);
            Some(lang.audit_attacks(&attacker, &victim, &lang.word("harmless", name, &[&by])))
        }
        AttackVerdict::NoThreat(_) | AttackVerdict::Ended(_) => None,
    }
}

/// Name of the reason why a capture is a threat, and the squares that matter; empty if none do.
pub(crate) fn threat(threat: Threat) -> (&'static str, [String; 2]) {
    match threat {
        Threat::Unprotected => ("unprotected", Default::default()),
        Threat::FalseRoot { root, exposed_to } => {
            ("false-root", [root.to_string(), exposed_to.to_string()])
        }
        Threat::RookByLesser => ("rook-by-lesser", Default::default()),
    }
}

/// Name of the reason why a capture is no threat, and the square that matters; empty if none does.
pub(crate) fn harmless(harmless: Harmless) -> (&'static str, String) {
    match harmless {
        Harmless::ByKingOrPawn => ("by-king-or-pawn", String::new()),
        Harmless::PawnAtHome => ("pawn-at-home", String::new()),
        Harmless::Pinned(by) => ("pinned", by.to_string()),
        Harmless::Exchange => ("exchange", String::new()),
        Harmless::Protected(by) => ("protected", by.to_string()),
    }
}

/// Name of how a threat came about, and the square that mattered before; empty if none did.
pub(crate) fn novelty(novelty: ThreatNovelty) -> (&'static str, String) {
    match novelty {
        ThreatNovelty::Reached(Cause::Moved) => ("moved", String::new()),
        ThreatNovelty::Reached(Cause::Opened) => ("opened", String::new()),
        ThreatNovelty::Reached(Cause::Mounted) => ("mounted", String::new()),
        ThreatNovelty::NoLonger(before) => match self::harmless(before) {
            ("pinned", by) => ("freed", by),
            ("exchange", _) => ("reply-taken", String::new()),
            (_, by) => ("root-taken", by),
        },
    }
}

/// Name of a question on which judges differ.
pub(crate) fn dispute(dispute: Dispute) -> &'static str {
    match dispute {
        Dispute::CheckThatAttacks => "check-that-attacks",
        Dispute::TakenRoot => "taken-root",
        Dispute::StandingThreat => "standing-threat",
    }
}

/// Piece and its square.
fn actor(lang: Lang, actor: &Actor) -> String {
    format!("{} {}", letters_of(lang).of(actor.piece), actor.square)
}

/// Letters of pieces that tell the sides apart.
pub(crate) fn letters_of(lang: Lang) -> Letters {
    match lang {
        Lang::En => Letters::Latin,
        // Simplified letters would not tell the sides apart.
        Lang::ZhHans | Lang::ZhHant => Letters::Traditional,
    }
}

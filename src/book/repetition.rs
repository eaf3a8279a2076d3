//! What comes back in a game, for people: each move of a stretch and what it does, and the rulings.

use crate::messages::Lang;
use serde_json::{Map, Value, json};
use xqdb::diagram::Letters;
use xqdb::metadata::GameResult;
use xqdb::replay::Record;
use xqdb::xiangqi::repetition::{
    Actor, Attack, AttackVerdict, Class, Cycle, Judgement, Ply, Reach, Ruling, Study, judge_attack,
};
use xqdb::xiangqi::{Move, Position, Side};

/// The main line of a record, and what comes back in it.
pub(crate) struct Judged {
    pub(crate) moves: Vec<Move>,
    pub(crate) result: GameResult,
    pub(crate) study: Study,
}

impl Judged {
    pub(crate) fn new(start: &Position, moves: Vec<Move>, result: GameResult) -> Judged {
        let study = Study::of(start, &moves);
        Judged { moves, result, study }
    }

    pub(crate) fn of_record(record: &Record) -> Judged {
        let game = &record.game;
        let start = game.start.as_deref().cloned().unwrap_or_else(Position::start);
        let moves = game.tree.main_line().collect();
        Judged::new(&start, moves, record.result())
    }

    /// Whether the game ends in a stretch, and was not given as the Asian rules have it.
    pub(crate) fn result_differs(&self, cycle: &Cycle) -> bool {
        let ruled = match cycle.judgements[0].ruling {
            Ruling::Loses(Side::Red) => GameResult::BlackWins,
            Ruling::Loses(Side::Black) => GameResult::RedWins,
            Ruling::Draw => GameResult::Draw,
            Ruling::NotJudged => return false,
        };
        let ends_here = cycle.stretch.until == self.moves.len();
        ends_here && self.result.is_known() && self.result != ruled
    }
}

/// Where a stretch is and what each side does in it, for programs.
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

/// The rulings by the names of the books.
pub(crate) fn by_book(cycle: &Cycle, ruling: impl Fn(&Judgement) -> Ruling) -> Map<String, Value> {
    let entry =
        |judgement: &Judgement| (judgement.book.name.into(), ruling(judgement).name().into());
    cycle.judgements.iter().map(entry).collect()
}

/// The lines about a stretch: where it is, its moves and what they do, the rulings.
pub(crate) fn repetition(lang: Lang, judged: &Judged, cycle: &Cycle) -> Vec<String> {
    let stretch = &cycle.stretch;
    let window = judged.study.plies(stretch.third);
    let [from, to, until, count] =
        [stretch.third.from, stretch.third.to, stretch.until, stretch.count].map(|n| n as u64);
    let mut lines = vec![lang.audit_stretch(from, to, until, count)];
    lines.extend(window.iter().map(|ply| self::ply(lang, ply)));
    lines
        .extend(Side::ALL.map(|side| lang.audit_side(&lang.side(side), &class(lang, cycle, side))));
    lines.extend(cycle.judgements.iter().map(|said| judgement(lang, said)));
    lines.extend(cycle.disputes.iter().map(|&dispute| lang.dispute(dispute)));
    if stretch.until == judged.moves.len() {
        let result = lang.result(judged.result);
        lines.push(match judged.result_differs(cycle) {
            true => lang.audit_ends_otherwise(&result),
            false => lang.audit_ends(&result),
        });
    }
    lines
}

/// What a side does over the window.
fn class(lang: Lang, cycle: &Cycle, side: Side) -> String {
    match cycle.classes[side] {
        Class::Check => lang.audit_perpetual_check(),
        Class::Chase => {
            let victims: Vec<String> =
                cycle.chased[side].iter().map(|victim| actor(lang, victim)).collect();
            lang.audit_perpetual_chase(&victims.join(", "))
        }
        Class::Idle => lang.audit_idle(),
    }
}

fn judgement(lang: Lang, judgement: &Judgement) -> String {
    let ruling = match (judgement.ruling, judgement.tendency) {
        (Ruling::NotJudged, tendency) if tendency != Ruling::NotJudged => {
            lang.audit_not_yet(&lang.ruling(tendency))
        }
        (ruling, _) => lang.ruling(ruling),
    };
    lang.audit_ruling(judgement.book.name, &ruling)
}

/// A move and everything it does, in one line.
fn ply(lang: Lang, ply: &Ply) -> String {
    let check = ply.is_check.then(|| lang.audit_checks());
    let attacks = ply.attacks.iter().filter_map(|attack| self::attack(lang, attack));
    let does: Vec<String> = check.into_iter().chain(attacks).collect();
    format!("{:>4} {}  {}", ply.number, ply.mv, does.join("; ")).trim_end().to_owned()
}

/// An attack that counts, or that would if it were a threat or new.
fn attack(lang: Lang, attack: &Attack) -> Option<String> {
    let (attacker, victim) = (actor(lang, &attack.attacker), actor(lang, &attack.victim));
    match judge_attack(attack) {
        AttackVerdict::Chase { threat, novelty } => {
            Some(lang.audit_chases(&attacker, &victim, &lang.chase(threat, novelty)))
        }
        AttackVerdict::Old(_) => Some(lang.audit_still_attacks(&attacker, &victim)),
        AttackVerdict::NoThreat(why) if matches!(attack.reach, Reach::Gained { .. }) => {
            Some(lang.audit_attacks(&attacker, &victim, &lang.harmless(why)))
        }
        AttackVerdict::NoThreat(_) | AttackVerdict::Ended(_) => None,
    }
}

/// A piece and where it stands.
fn actor(lang: Lang, actor: &Actor) -> String {
    format!("{} {}", letters_of(lang).of(actor.piece), actor.square)
}

/// The letters of pieces that tell the sides apart.
pub(crate) fn letters_of(lang: Lang) -> Letters {
    match lang {
        Lang::En => Letters::Latin,
        // Simplified letters would not tell the two sides apart.
        Lang::ZhHans | Lang::ZhHant => Letters::Traditional,
    }
}

//! A record's repetition for people: the board, each move and what it does, the rulings.

use super::judged::{Judged, RecordPlace};
use crate::commands::Context;
use crate::commands::render::board;
use crate::messages::Lang;
use xqdb::diagram::Letters;
use xqdb::text::visible;
use xqdb::xiangqi::Side;
use xqdb::xiangqi::repetition::{
    Actor, Attack, AttackVerdict, Class, Cycle, Judgement, Ply, Reach, Ruling, judge_attack,
};

/// Everything about a record; nothing when nothing comes back in it.
pub(super) fn record(context: &Context, place: RecordPlace<'_>, judged: &Judged) -> String {
    if judged.study.cycles.is_empty() {
        return String::new();
    }
    let lang = context.lang;
    let member = place.member.map(|member| format!("!{member}")).unwrap_or_default();
    let path = format!("{}{member}#{}", place.path, place.record);
    let game = place.game.map(|key| format!("  {key}")).unwrap_or_default();
    let mut text = format!("{}{game}  {}\n", visible(&path), lang.result(judged.result));
    for cycle in &judged.study.cycles {
        text += &self::cycle(context, judged, cycle);
    }
    text.push('\n');
    text
}

fn cycle(context: &Context, judged: &Judged, cycle: &Cycle) -> String {
    let lang = context.lang;
    let stretch = &cycle.stretch;
    let window = judged.study.plies(stretch.third);
    let [from, to, until, count] =
        [stretch.third.from, stretch.third.to, stretch.until, stretch.count].map(|n| n as u64);
    let mut lines = vec![lang.audit_stretch(from, to, until, count)];
    if let Some(first) = window.first() {
        let before = first.position_before();
        lines
            .extend(board(&before, letters(lang), None, context.colour).lines().map(str::to_owned));
    }
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
    lines.iter().map(|line| format!("  {line}\n")).collect()
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
    format!("{} {}", letters(lang).of(actor.piece), actor.square)
}

fn letters(lang: Lang) -> Letters {
    match lang {
        Lang::En => Letters::Latin,
        // Simplified letters would not tell the two sides apart.
        Lang::ZhHans | Lang::ZhHant => Letters::Traditional,
    }
}

//! Collects the contents of a game's page: facts with remarks, the moves laid out, and the places
//! of its records.

use super::evaluations;
use super::games::{Marks, settled_date};
use super::moves::{Layout, PageBlock, PageBoard, blocks};
use super::repetition::{Judged, repetition_in_brief};
use crate::messages::Lang;
use std::collections::BTreeMap;
use xqdb::decision::{DecidedStatement, Decision};
use xqdb::metadata::{
    GameResult, Kind, KindReason, LineSigns, Metadata, ValueSource, name_key, names_agree,
};
use xqdb::notation::System;
use xqdb::opening::{Codes, OpeningTable};
use xqdb::replay::{Damage, Failure, Tree, UnreadMoves};
use xqdb::research::{Novelty, Past};
use xqdb::search::{Archive, GameRow, Headings, Witness};
use xqdb::store::{Fact as StoredFact, Result};
use xqdb::xiangqi::repetition::RuleBook;

/// Page of a game, not yet drawn.
pub(crate) struct Page<'a> {
    /// Language of the page.
    pub(crate) lang: Lang,
    /// Whether derived values are left out.
    pub(crate) as_stated: bool,
    pub(crate) archive: &'a Archive,
    pub(crate) game: &'a GameRow,
    /// Names of the persons who have Red and Black.
    pub(crate) players: [Option<String>; 2],
    pub(crate) witnesses: Vec<Witness>,
    pub(crate) notation: &'a System,
    pub(crate) marks: Option<Marks>,
    /// Numbers of plies after which the user wants a board.
    pub(crate) plies: Vec<u32>,
    /// Rule book by which repetitions are judged.
    pub(crate) rules: &'static RuleBook,
}

/// Line in the head of a page.
pub(crate) struct HeadLine {
    pub(crate) head: String,
    pub(crate) value: String,
}

/// Moves with comments and variations, below a head.
pub(crate) struct Body {
    pub(crate) head: Option<String>,
    pub(crate) blocks: Vec<PageBlock>,
}

impl Page<'_> {
    /// Lines on the damage of the game, which stand above everything else.
    pub(crate) fn unread(&self) -> Vec<String> {
        let lang = self.lang;
        let mut lines = Vec::new();
        if let Some(UnreadMoves { failure, tail }) = &self.game.unread {
            let why = lang.stored(&failure.reason);
            lines.push(lang.game_breaks_off(failure.ply.into(), &failure.token, &why));
            let tail = tail.as_ref().map(|tail| lang.game_unread(tail)).unwrap_or_default();
            lines.extend(tail.lines().map(str::to_owned));
        }
        let damaged: usize = self.witnesses.iter().map(|witness| witness.damaged.len()).sum();
        lines.extend((damaged > 0).then(|| lang.game_variations_end(damaged as u64)));
        lines
    }

    pub(crate) fn facts(&self) -> Result<Vec<HeadLine>> {
        let &Page { game, lang, .. } = self;
        // A spelling stands beside the name of the person, unless only the script differs.
        let with_team =
            |stated: &Option<String>, person: &Option<String>, team: &Option<String>| {
                let person = person.as_ref().filter(|_| !self.as_stated);
                let Some(name) = person.or(stated.as_ref()) else { return team.clone() };
                let spelled = stated.iter().filter(|stated| name_key(stated) != name_key(name));
                let notes: Vec<&str> = spelled.chain(team).map(String::as_str).collect();
                Some(if notes.is_empty() {
                    name.clone()
                } else {
                    lang.with_note(name, &notes.join(", "))
                })
            };
        let [red, black] = &self.players;
        let date = match (&game.date, &game.date_found) {
            (Some(date), Some(found)) if date != found => Some(lang.date_as_found(date, found)),
            (date, found) => date.clone().or_else(|| found.clone()),
        };
        let kind =
            self.archive.facts().get(game.id).and_then(StoredFact::kind).unwrap_or(game.kind);
        let opening = self.archive.opening(game.id);
        // Only if it differs from the opening by moves.
        let by_position = Codes::of(&game.start_position(), &game.moves)
            .and_then(|codes| codes.position)
            .filter(|code| opening.is_none_or(|opening| opening.code != *code))
            .and_then(|code| Some(lang.opening(OpeningTable::ecco().opening(code)?)));
        let comes_back = self.repetitions().into_iter();
        let comes_back = comes_back.map(|said| (lang.head_repetition(), Some(said)));
        let rows = [
            (lang.head_key(), Some(game.key.clone())),
            (lang.head_title(), self.title()),
            (lang.head_chapter(), self.chapters()),
            (lang.head_kind(), self.kind(kind)),
            (
                lang.head_red(),
                self.beside("Red", self.named("red", with_team(&game.red, red, &game.red_team))),
            ),
            (
                lang.head_black(),
                self.beside(
                    "Black",
                    self.named("black", with_team(&game.black, black, &game.black_team)),
                ),
            ),
            (lang.head_result(), self.beside("Result", Some(self.result()))),
            (lang.head_event(), self.beside("Event", game.event.clone())),
            (lang.head_site(), self.beside("Site", game.site.clone())),
            (lang.head_round(), self.beside("Round", game.round.clone())),
            (lang.head_date(), self.dated(self.beside("Date", date))),
            (lang.head_opening(), opening.map(|opening| lang.opening(opening))),
            (lang.head_opening_by_position(), by_position),
            (lang.head_opening_stated(), game.opening.clone()),
            (lang.head_novelty(), self.novelty()?),
            (lang.head_termination(), game.termination.clone()),
            (lang.head_start(), game.start.clone()),
            (lang.head_plies(), Some(self.length())),
            (lang.head_evaluation(), self.evaluated()?),
            (lang.head_where(), self.marks.as_ref().map(|marks| marks.describe(lang))),
        ];
        let fact = |(head, value): (String, Option<String>)| Some(HeadLine { head, value: value? });
        Ok(rows.into_iter().chain(comes_back).filter_map(fact).collect())
    }

    /// Sentence on where the game left all earlier games; `None` without a date.
    fn novelty(&self) -> Result<Option<String>> {
        let novelty = Past::of(self.archive)?.novelty(self.archive.snapshot(), self.game.id)?;
        let said = |novelty: Novelty| self.lang.novelty(novelty.ply, novelty.left.len() as u64);
        Ok(novelty.map(said))
    }

    /// Curve of the scores in comments.
    fn evaluated(&self) -> Result<Option<String>> {
        let said = self.archive.evaluations(self.game.id)?;
        Ok(evaluations::in_brief(self.lang, &said, self.game.moves.len()))
    }

    /// Sentences on repetitions, each with the ruling of the rule book.
    fn repetitions(&self) -> Vec<String> {
        let Page { game, lang, rules, .. } = *self;
        let moves = game.moves.clone();
        let judged = Judged::new(&game.start_position(), moves, game.result, rules);
        let said = |cycle| repetition_in_brief(lang, &judged, cycle);
        judged.study.cycles.iter().map(said).collect()
    }

    /// Kind of the game, with the reason.
    fn kind(&self, kind: Kind) -> Option<String> {
        let name = self.lang.kind(kind);
        match self.decided("Kind") {
            Some(_) => self.beside("Kind", Some(name)),
            None => Some(self.lang.with_note(&name, &self.kind_reason(kind))),
        }
    }

    /// Number of plies, and which of them a person decided to read otherwise.
    fn length(&self) -> String {
        let read = self.game.decided.iter().filter_map(|decision| match &decision.what {
            DecidedStatement::Read(at, _) => Some((at.ply.to_string(), decision)),
            _ => None,
        });
        let (read, decisions): (Vec<String>, Vec<&Decision>) = read.unzip();
        let length = self.game.plies.to_string();
        let Some(decision) = decisions.first() else { return length };
        let why = self.lang.decided_because(&self.lang.because(decision));
        let note = format!("{}; {why}", self.lang.read_otherwise(&read.join(", ")));
        self.lang.with_note(&length, &note)
    }

    /// Decision of a person on a field.
    fn decided(&self, field: &str) -> Option<&Decision> {
        self.game.decided.iter().find(|decision| match &decision.what {
            DecidedStatement::Set(_, setting) => setting.field().tag() == field,
            _ => false,
        })
    }

    /// Reason for the kind of the game, from its first witness of that kind.
    fn kind_reason(&self, kind: Kind) -> String {
        let lang = self.lang;
        if kind != self.game.kind {
            return lang.kind_because_derived();
        }
        let start = self.game.start.as_ref().map(|_| self.game.start_position());
        let reasons = self.witnesses.iter().filter_map(|witness| {
            let data = Metadata::from_tags(witness.tags.iter());
            let tree = witness.tree.and_then(|tree| self.archive.tree(tree).ok());
            let line = LineSigns {
                start: start.as_ref(),
                plies: self.game.plies,
                hint: None,
                has_variations: tree.is_some_and(|tree| tree.nodes.len() > tree.plies as usize),
            };
            let data = Metadata { result: witness.result, ..data };
            let (found, reason) = data.kind_of(witness.tags.iter(), &line);
            (found == kind).then_some(reason)
        });
        // If no witness shows another reason, the file itself states the kind.
        lang.kind_reason(reasons.into_iter().next().unwrap_or(KindReason::File))
    }

    /// Value with a remark: who decided it, what it is derived from, and what contradicts it.
    fn beside(&self, field: &str, stated: Option<String>) -> Option<String> {
        let lang = self.lang;
        if let Some(decision) = self.decided(field) {
            let why = lang.decided_because(&lang.because(decision));
            return stated.map(|value| lang.with_note(&value, &why));
        }
        let derived = &self.game.derived;
        let value = match derived.get(field) {
            // A value from the file's name stands among the fields, since it was read there.
            Some((_, ValueSource::File)) if stated.is_some() => stated.map(|value| {
                lang.with_note(&value, &lang.derived_from(&lang.source(ValueSource::File)))
            }),
            Some((value, from)) => {
                let result = GameResult::from_name(value).map(|result| lang.result(result));
                let value = result.unwrap_or_else(|| value.to_owned());
                Some(lang.with_note(&value, &lang.derived_from(&lang.source(from))))
            }
            None => stated,
        };
        let mut doubts = derived.doubts.iter().filter(|(doubted, _)| *doubted == field);
        match (value, doubts.next()) {
            (Some(value), Some((_, says))) => {
                Some(lang.with_note(&value, &lang.doubtful(&lang.doubt(says))))
            }
            (value, _) => value,
        }
    }

    /// Settled date of the game, before the stated one if both differ.
    fn dated(&self, stated: Option<String>) -> Option<String> {
        let has_field = self.game.date.is_some() || self.game.date_found.is_some();
        match (settled_date(self.game), stated) {
            (Some(settled), Some(stated)) if has_field => {
                Some(format!("{}; {stated}", settled.text))
            }
            (Some(settled), None) => Some(settled.text),
            (_, stated) => stated,
        }
    }

    /// Player, with the other names that witnesses state.
    fn named(&self, side: &str, shown: Option<String>) -> Option<String> {
        let red = side == "red";
        let own = if red { &self.game.red } else { &self.game.black };
        let (Some(shown), Some(own)) = (shown.clone(), own) else { return shown };
        let others = self.witnesses.iter().filter_map(|witness| {
            let said = Metadata::from_tags(witness.tags.iter());
            let other = if red { said.red } else { said.black };
            other.filter(|other| !names_agree(own, other))
        });
        Some(self.contradicted(shown, others))
    }

    /// Result, with the other results that witnesses state.
    fn result(&self) -> String {
        let results = self.witnesses.iter().map(|witness| witness.result);
        let others = results.filter(|other| other.is_known() && *other != self.game.result);
        let others = others.map(|other| other.as_str().to_owned());
        self.contradicted(self.lang.result(self.game.result), others)
    }

    /// Value, with other values and the numbers of their witnesses.
    fn contradicted(&self, shown: String, others: impl Iterator<Item = String>) -> String {
        let mut counts = BTreeMap::<String, u64>::new();
        others.for_each(|other| *counts.entry(other).or_default() += 1);
        let said = counts.iter().map(|(other, count)| self.lang.witnesses_say(other, *count));
        let said: Vec<String> = said.collect();
        if said.is_empty() { shown } else { self.lang.with_note(&shown, &said.join("; ")) }
    }

    /// Title of the game; without one, the file's name, marked as such.
    fn title(&self) -> Option<String> {
        let Headings { title, file, .. } = &self.game.headings;
        let file = file.as_ref().filter(|_| !self.as_stated);
        title.clone().or_else(|| file.map(|file| self.lang.title_of_file(file)))
    }

    /// All chapters in one line.
    fn chapters(&self) -> Option<String> {
        let chapters = &self.game.headings.chapters;
        (!chapters.is_empty() && !self.as_stated).then(|| chapters.join("; "))
    }

    /// Title of the page: the players, else the title, the event or the key.
    pub(crate) fn name(&self) -> String {
        let game = self.game;
        match (&game.red, &game.black) {
            (Some(red), Some(black)) => format!("{red}  {}  {black}", game.result.as_str()),
            _ => {
                let stated = game.headings.title.as_ref().or(game.event.as_ref());
                stated.unwrap_or(&game.key).clone()
            }
        }
    }

    /// Moves of the fullest witness with all comments and variations, then the trees of other
    /// witnesses.
    pub(crate) fn bodies(&self) -> anyhow::Result<Vec<Body>> {
        let mut trees: Vec<(Tree, &Witness)> = Vec::new();
        let mut seen = Vec::new();
        for witness in &self.witnesses {
            let Some(id) = witness.tree.filter(|id| !seen.contains(id)) else { continue };
            seen.push(id);
            let mut tree = self.archive.tree(id)?;
            tree.add_comments(witness.damaged.iter().map(|damage| self.broken_off(damage)));
            trees.push((tree, witness));
        }
        let weight = |tree: &Tree| {
            let letters: usize = tree.comments.iter().map(|(_, text)| text.len()).sum();
            tree.nodes.len() + letters / 8
        };
        // The sort is stable: of two equally full trees the first stays first.
        trees.sort_by_key(|(tree, _)| std::cmp::Reverse(weight(tree)));
        let mut bodies = Vec::new();
        let is_whole =
            |(tree, _): &(Tree, &Witness)| tree.main_line().eq(self.game.moves.iter().copied());
        if !trees.first().is_some_and(is_whole) {
            let plain = Tree::line(self.game.moves.iter().copied());
            bodies.push(Body { head: None, blocks: self.blocks(&plain, &self.plies()) });
        }
        for (tree, witness) in &trees {
            let extra = tree.nodes.len() as u64 - u64::from(tree.plies);
            let place = witness.places.first().map_or("", String::as_str);
            let head = self.lang.tree_from(extra, tree.comments.len() as u64, place);
            let boards = if bodies.is_empty() { self.plies() } else { Vec::new() };
            bodies.push(Body { head: Some(head), blocks: self.blocks(tree, &boards) });
        }
        Ok(bodies)
    }

    /// Remark on a variation that ends before its record does, and its node.
    fn broken_off(&self, damage: &Damage) -> (u32, String) {
        let (lang, Failure { ply, token, reason, .. }) = (self.lang, &damage.failure);
        let why = lang.stored(reason);
        let text = lang.variation_breaks_off((*ply).into(), token, &why, damage.text());
        (damage.after.unwrap_or(Tree::ROOT), text)
    }

    fn blocks(&self, tree: &Tree, boards: &[u32]) -> Vec<PageBlock> {
        let said = tree.evaluations(self.game.start_position().side());
        let moves = said.iter().filter(|it| it.node != Tree::ROOT);
        let beside = moves.map(|it| (it.node, evaluations::beside_move(it)));
        blocks(&Layout {
            start: self.game.start_position(),
            tree,
            notation: self.notation,
            marked: self.marks.as_ref().map_or(&[][..], Marks::plies),
            boards,
            evaluated: beside.filter(|(_, said)| !said.is_empty()).collect(),
        })
    }

    /// Plies with boards: those that the user wants, else the first that fits the question; also
    /// the start if it is not the standard one.
    fn plies(&self) -> Vec<u32> {
        let last = u32::try_from(self.game.moves.len()).unwrap_or(u32::MAX);
        let mut plies: Vec<u32> = self.plies.iter().map(|ply| (*ply).min(last)).collect();
        if plies.is_empty() {
            plies.extend(self.marks.as_ref().and_then(Marks::first));
        }
        plies.extend(self.game.start.as_ref().map(|_| 0));
        plies
    }

    /// Board after `ply` plies of the main line.
    pub(crate) fn board(&self, ply: usize) -> PageBoard {
        let game = self.game;
        let played = game.moves.len().min(ply);
        let position = game.start_position().after(&game.moves[..played]);
        let last = played.checked_sub(1).map(|last| game.moves[last]);
        PageBoard { label: String::new(), ply: played, position, last }
    }

    /// Line above a board.
    pub(crate) fn caption(&self, board: &PageBoard) -> String {
        let lang = self.lang;
        let is_last = board.label.is_empty() && board.ply == self.game.moves.len();
        let beyond = self.plies.iter().find(|asked| **asked as usize > board.ply);
        match (beyond, board.ply as u64) {
            (Some(&asked), plies) if is_last => lang.board_at_end(asked.into(), plies),
            (_, 0) => lang.board_at_start(),
            (_, plies) if board.label.is_empty() => lang.board_after(plies),
            (_, plies) => format!("[{}] {}", board.label, lang.board_after(plies)),
        }
    }

    /// Sentence on mate or stalemate in the last position, if the rules end the game there.
    pub(crate) fn ending(&self) -> Option<String> {
        let lang = self.lang;
        let position = self.game.start_position().after(&self.game.moves);
        position.ending().map(|ending| lang.ending(ending))
    }

    /// Place of a record in its file, with format, encoding and status.
    pub(crate) fn place(&self, witness: &Witness) -> String {
        let lang = self.lang;
        let format = witness.format.as_deref().unwrap_or("?");
        let encoding = witness.encoding.as_deref().unwrap_or("?");
        let what = format!("{format}, {encoding}, {}", lang.status(witness.status));
        lang.witness(witness.record, witness.byte_offset, &what)
    }
}

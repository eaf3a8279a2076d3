//! `xqdb show`: one game with its tags, moves, board, variations and witnesses.

use super::render::board;
use super::search::pgn_of;
use super::titled::Titled;
use super::{Context, Status, line, question};
use crate::cli::{Letters, PageFormat, ShowArgs};
use crate::messages::Lang;
use anyhow::bail;
use serde_json::Value;
use xqdb::export::pgn;
use xqdb::notation::System;
use xqdb::opening::{Codes, Table};
use xqdb::query::Query;
use xqdb::search::{Archive, Asked, GameRow, Headings, Moments, Witness, load};
use xqdb::text::{display_width, pad, visible, visible_lines};
use xqdb::xiangqi::{Ending, Side};

/// More keys than these are not listed.
const KEYS: usize = 20;

/// Shows a game.
///
/// # Errors
/// When the database cannot be read or the key fits several games.
pub(crate) fn show(context: &Context, args: &ShowArgs) -> anyhow::Result<Status> {
    let notation = context.system(&args.notation)?;
    let archive = question::open(context)?;
    let Some(id) = game_of_key(&archive, &args.key, context.lang)? else {
        context.tell_always(&context.lang.no_such_key(&args.key));
        return Ok(Status::NothingFound);
    };
    let game = load(&archive, id)?;
    let marks = question::asked(&args.asked, context.lang)?
        .map(|query| marks(&archive, &query, id))
        .transpose()?;
    let text = match args.answer.format() {
        PageFormat::Table => {
            let ply = args.ply.or_else(|| marks.as_ref()?.first());
            Page { context, archive: &archive, game: &game, notation: &notation, marks }
                .text(ply, args.letters)?
        }
        PageFormat::Json => {
            let mut value = serde_json::to_value(&game)?;
            let titled = serde_json::to_value(Titled::of(&game.headings, context))?;
            if let (Value::Object(value), Value::Object(titled)) = (&mut value, titled) {
                value.extend(titled);
            }
            value["ecco"] = serde_json::to_value(Codes::of(&game.start_position(), &game.moves))?;
            value["witnesses"] = serde_json::to_value(archive.witnesses(id)?)?;
            if let Some(marks) = &marks {
                value["where"] = serde_json::to_value(&marks.0)?;
            }
            format!("{value}\n")
        }
        PageFormat::Pgn => pgn_of(&game, &notation),
    };
    context.print_all(&text)?;
    Ok(Status::Success)
}

/// Where a game fits a question, if anywhere; variations count.
struct Marks(Option<Moments>);

impl Marks {
    /// The moments of the main line, ascending.
    fn plies(&self) -> &[u32] {
        let moments = self.0.as_ref().filter(|moments| !moments.variation);
        moments.and_then(|moments| moments.plies.as_deref()).unwrap_or_default()
    }

    fn first(&self) -> Option<u32> {
        self.plies().first().copied()
    }

    fn told(&self, lang: Lang) -> String {
        let Some(moments) = &self.0 else { return lang.nowhere() };
        let Some(plies) = &moments.plies else { return lang.whole_game_fits() };
        let plies: Vec<String> = plies.iter().map(u32::to_string).collect();
        match moments.variation {
            true => lang.ply_in_variation(&plies.join(", ")),
            false => lang.marked_plies(&plies.join(", ")),
        }
    }
}

fn marks(archive: &Archive, query: &Query, id: u32) -> anyhow::Result<Marks> {
    let asked = Asked::new(archive, query, true, |game, _| game == id)?;
    Ok(Marks(asked.moments(archive, id)?))
}

/// The game whose key begins so.
fn game_of_key(archive: &Archive, key: &str, lang: Lang) -> anyhow::Result<Option<u32>> {
    let ids = archive.games_by_key(key)?;
    if let [] | [_] = ids[..] {
        return Ok(ids.first().copied());
    }
    let mut keys = Vec::new();
    for &id in ids.iter().take(KEYS) {
        keys.push(load(archive, id)?.key);
    }
    bail!(lang.several_keys(key, &keys.join(" ")))
}

/// A game as a page of text.
struct Page<'a> {
    context: &'a Context,
    archive: &'a Archive,
    game: &'a GameRow,
    notation: &'a System,
    marks: Option<Marks>,
}

impl Page<'_> {
    fn text(&self, ply: Option<u32>, letters: Letters) -> anyhow::Result<String> {
        let witnesses = self.archive.witnesses(self.game.id)?;
        let mut text = self.head();
        if let Some(ply) = ply {
            text += &self.board(ply, letters);
        }
        text += &self.moves();
        text += &self.trees(&witnesses)?;
        text += &self.places(&witnesses);
        Ok(text)
    }

    fn head(&self) -> String {
        let Page { game, context, .. } = self;
        let lang = context.lang;
        let with_team = |name: &Option<String>, team: &Option<String>| match (name, team) {
            (Some(name), Some(team)) => Some(lang.with_team(name, team)),
            (name, team) => name.clone().or_else(|| team.clone()),
        };
        let date = match (&game.date, &game.date_found) {
            (Some(date), Some(found)) if date != found => Some(lang.date_as_found(date, found)),
            (date, found) => date.clone().or_else(|| found.clone()),
        };
        let opening = self.archive.opening(game.id);
        // Told only where it says something else.
        let by_position = Codes::of(&game.start_position(), &game.moves)
            .and_then(|codes| codes.position)
            .filter(|code| opening.is_none_or(|opening| opening.code != *code))
            .and_then(|code| Some(lang.opening(Table::ecco().opening(code)?)));
        let rows = [
            (lang.head_key(), Some(game.key.clone())),
            (lang.head_title(), self.title()),
            (lang.head_chapter(), self.chapters()),
            (lang.head_kind(), Some(lang.kind(game.kind))),
            (lang.head_red(), with_team(&game.red, &game.red_team)),
            (lang.head_black(), with_team(&game.black, &game.black_team)),
            (lang.head_result(), Some(lang.result(game.result))),
            (lang.head_event(), game.event.clone()),
            (lang.head_site(), game.site.clone()),
            (lang.head_round(), game.round.clone()),
            (lang.head_date(), date),
            (lang.head_opening(), opening.map(|opening| lang.opening(opening))),
            (lang.head_opening_by_position(), by_position),
            (lang.head_opening_stated(), game.opening.clone()),
            (lang.head_termination(), game.termination.clone()),
            (lang.head_start(), game.start.clone()),
            (lang.head_plies(), Some(game.plies.to_string())),
            (lang.head_where(), self.marks.as_ref().map(|marks| marks.told(lang))),
        ];
        let width = rows.iter().map(|(head, _)| display_width(head)).max().unwrap_or(0);
        let line = |(head, value): (String, Option<String>)| {
            Some(format!("{}  {}\n", pad(&head, width), visible(&value?)))
        };
        rows.into_iter().filter_map(line).collect()
    }

    /// The title, and what it is if the game states none.
    fn title(&self) -> Option<String> {
        let Headings { title, file, .. } = &self.game.headings;
        let file = file.as_ref().filter(|_| !self.context.as_stated);
        title.clone().or_else(|| file.map(|file| self.context.lang.title_of_file(file)))
    }

    /// All chapters in one line.
    fn chapters(&self) -> Option<String> {
        let chapters = &self.game.headings.chapters;
        (!chapters.is_empty() && !self.context.as_stated).then(|| chapters.join("; "))
    }

    fn board(&self, asked: u32, letters: Letters) -> String {
        let Page { game, context, .. } = self;
        let lang = context.lang;
        let played = game.moves.len().min(asked as usize);
        let position = line::after(&game.start_position(), &game.moves[..played]);
        let last = played.checked_sub(1).map(|last| game.moves[last]);
        let head = match played as u64 {
            plies if plies < asked.into() => lang.board_at_end(asked.into(), plies),
            0 => lang.board_at_start(),
            plies => lang.board_after(plies),
        };
        let board = board(&position, letters.into(), last, context.colour);
        format!("\n{head}\n{board}\n{}\n", position.to_fen())
    }

    /// Moves in columns, as books print them.
    fn moves(&self) -> String {
        let mut position = self.game.start_position();
        let mut cells = Vec::with_capacity(self.game.moves.len() + 1);
        if position.side() == Side::Black {
            cells.push("……".to_owned());
        }
        let marked = self.marks.as_ref().map_or(&[][..], Marks::plies);
        for (ply, &mv) in (0..).zip(&self.game.moves) {
            let mark = if marked.binary_search(&ply).is_ok() { "*" } else { "" };
            cells.push(format!("{mark}{}", self.notation.write(mv, &position)));
            position.play_unchecked(mv);
        }
        let width = cells.iter().map(|cell| display_width(cell)).max().unwrap_or(0);
        let mut text = "\n".to_owned();
        for (index, pair) in cells.chunks(2).enumerate() {
            let black = pair.get(1).map_or("", String::as_str);
            let line = format!("{:>4}. {}  {black}", index + 1, pad(&pair[0], width));
            text += &format!("{}\n", line.trim_end());
        }
        let lang = self.context.lang;
        let told = position.ending().map(|ending| match ending {
            Ending::Checkmate { loser: Side::Red } => lang.red_is_checkmated(),
            Ending::Checkmate { loser: Side::Black } => lang.black_is_checkmated(),
            Ending::Stalemate { loser: Side::Red } => lang.red_is_stalemated(),
            Ending::Stalemate { loser: Side::Black } => lang.black_is_stalemated(),
        });
        text + &told.map(|told| format!("      {told}\n")).unwrap_or_default()
    }

    /// Every distinct tree of variations and comments, with who carries it.
    fn trees(&self, witnesses: &[Witness]) -> anyhow::Result<String> {
        let mut text = String::new();
        let mut seen = Vec::new();
        for witness in witnesses {
            let Some(id) = witness.tree.filter(|id| !seen.contains(id)) else { continue };
            seen.push(id);
            let tree = self.archive.tree(id)?;
            let extra = tree.nodes.len() as u64 - u64::from(tree.plies);
            let place = witness.places.first().map_or("", String::as_str);
            let comments = tree.comments.len() as u64;
            let head = self.context.lang.tree_from(extra, comments, place);
            let start = self.game.start_position();
            let moves = pgn::movetext(&start, &tree, witness.result, self.notation);
            text += &format!("\n{head}\n{}\n", visible_lines(&moves));
        }
        Ok(text)
    }

    /// Where the game stands.
    fn places(&self, witnesses: &[Witness]) -> String {
        let lang = self.context.lang;
        let mut text = format!("\n{}\n", lang.witnesses(witnesses.len() as u64));
        for witness in witnesses {
            let format = witness.format.as_deref().unwrap_or("?");
            let encoding = witness.encoding.as_deref().unwrap_or("?");
            let what = format!("{format}, {encoding}, {}", lang.status(witness.status));
            for place in &witness.places {
                text += &format!("  {}\n", visible(place));
            }
            text += &format!("    {}\n", lang.witness(witness.record, witness.byte_offset, &what));
        }
        text
    }
}

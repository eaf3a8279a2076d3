//! `xqdb show`: one game as a page of a book: facts, moves with comments and variations, boards,
//! places. The room `book` gathers and lays out the page; this file draws it for a screen.

use super::one_game::game_called;
use super::question::{SaidQuestion, open};
use super::render::{grid, under, words, wrapped};
use super::search::pgn_of;
use super::{Context, Status};
use crate::book::{self, GLUE, Marks, Page, PageBlock, headline};
use crate::cli::{PageFormat, ShowArgs};
use crate::questions::players_named;
use std::cmp::Ordering::Equal;
use textwrap::{Options, WordSeparator};
use xqdb::answers::shown;
use xqdb::diagram::Letters;
use xqdb::query::Query;
use xqdb::search::{Archive, Params, PlannedQuery, load};
use xqdb::store::{CountUnit, LinkRow};
use xqdb::text::{display_width, pad, visible};

/// Prints a game.
pub(crate) fn show(context: &Context, args: &ShowArgs) -> anyhow::Result<Status> {
    let notation = context.system(&args.notation)?;
    let archive = open(context)?;
    let Some(id) = game_called(context, &archive, &args.words.join(" "))? else {
        return Ok(Status::NothingFound);
    };
    let game = load(&archive, id)?;
    let marks = SaidQuestion::new(context, "", &[&args.asked.0])?
        .read(Params::asked)?
        .map(|query| marks(&archive, &query, id))
        .transpose()?;
    let witnesses = archive.witnesses(id)?;
    let letters = args.letters.into();
    let players = players_named(context.lang, &archive, &game)?;
    let page = |marks| Page {
        lang: context.lang,
        as_stated: context.as_stated,
        archive: &archive,
        game: &game,
        players: players.clone(),
        witnesses: witnesses.clone(),
        notation: &notation,
        marks,
        plies: args.ply.clone(),
        rules: args.rules,
    };
    let text = match args.answer.format() {
        PageFormat::Table => page_text(context, &page(marks), letters)?,
        PageFormat::Html => book::html(&page(marks), letters)?,
        PageFormat::Svg => {
            let asked = args.ply.last().copied().or_else(|| marks.as_ref()?.first());
            let ply = asked.map_or(game.moves.len(), |ply| ply as usize);
            let page = page(marks);
            book::svg(&page, &page.board(ply), letters) + "\n"
        }
        PageFormat::Json => {
            let mut value = shown(&archive, &game, context.as_stated)?;
            if let Some(marks) = &marks {
                value["where"] = serde_json::to_value(&marks.0)?;
            }
            format!("{value}\n")
        }
        PageFormat::Pgn => pgn_of(&archive, game.id, &notation)?,
    };
    context.print_all(&text)?;
    Ok(Status::Success)
}

fn marks(archive: &Archive, query: &Query, id: u32) -> anyhow::Result<Marks> {
    let asked = PlannedQuery::new(archive, query, true, CountUnit::Lines, |game| game == id)?;
    Ok(Marks(asked.moments(archive, id)?))
}

/// Width in columns if stdout is no screen.
const WIDTH: usize = 80;
/// Columns by which a variation is indented against the line that it leaves.
const INDENT: usize = 4;
/// Largest number of nearly equal games that are listed.
const KIN: usize = 20;

/// The page of a game for a screen.
fn page_text(context: &Context, page: &Page<'_>, letters: Letters) -> anyhow::Result<String> {
    let lang = page.lang;
    let mut text = String::new();
    for line in page.unread() {
        text += &format!("{}\n", wrapped(&visible(&line), context.width));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let facts = page.facts()?;
    let width = facts.iter().map(|fact| display_width(&fact.head)).max().unwrap_or(0);
    for fact in &facts {
        let head = pad(&fact.head, width);
        let line = under(&format!("{head}  "), &visible(&fact.value), context.width);
        text += &format!("{}\n", line.trim_end());
    }
    for (number, body) in page.bodies()?.iter().enumerate() {
        if let Some(head) = &body.head {
            text += &format!("\n{}\n", wrapped(&visible(head), context.width));
        }
        text.push('\n');
        text += &moves(context, page, &body.blocks, letters);
        if number == 0 {
            text.extend(page.ending().map(|ending| format!("      {ending}\n")));
        }
    }
    text += &format!("\n{}\n", lang.witnesses(page.witnesses.len() as u64));
    for witness in &page.witnesses {
        for place in &witness.places {
            text += &format!("  {}\n", visible(place));
        }
        text += &format!("    {}\n", wrapped(&page.place(witness), context.width));
    }
    text += &kin(context, page)?;
    Ok(text)
}

/// Lines with the nearly equal games, those held to be one game first, and with other games of the
/// two players on that day.
fn kin(context: &Context, page: &Page<'_>) -> anyhow::Result<String> {
    let lang = context.lang;
    let mut links = page.archive.links_of(page.game.id)?;
    links.sort_by(|a, b| (b.same, b.score).partial_cmp(&(a.same, a.score)).unwrap_or(Equal));
    let other = |link: &LinkRow| if link.a == page.game.id { link.b } else { link.a };
    let mut text = String::new();
    if !links.is_empty() {
        text += &format!("\n{}\n", lang.kin(links.len() as u64));
    }
    for link in links.iter().take(KIN) {
        let game = page.archive.row(other(link))?;
        let relation = lang.relation_named(&link.relation);
        let held = if link.same { lang.held_to_be_one() } else { String::new() };
        text += &visible(&format!("  {}  {relation}{held}  {}", game.key, headline(&game)));
        text.push('\n');
    }
    let mut same_day = page.archive.same_day(page.game.id)?;
    same_day.retain(|&id| links.iter().all(|link| other(link) != id));
    if !same_day.is_empty() {
        text += &format!("\n{}\n", lang.same_day(same_day.len() as u64));
    }
    for id in same_day {
        let game = page.archive.row(id)?;
        text += &visible(&format!("  {}  {}", game.key, headline(&game)));
        text.push('\n');
    }
    Ok(text)
}

fn moves(context: &Context, page: &Page<'_>, blocks: &[PageBlock], letters: Letters) -> String {
    let red_of = |block: &PageBlock| match block {
        PageBlock::Row { red, .. } => display_width(red),
        _ => 0,
    };
    let width = blocks.iter().map(red_of).max().unwrap_or(0);
    let mut text = String::new();
    for block in blocks {
        // Blank lines set variations apart from the main line, and from one another.
        let is_variation = matches!(block, PageBlock::Run { label, .. } if !label.is_empty());
        let is_apart = is_variation || matches!(block, PageBlock::Board(_));
        if is_apart && !text.is_empty() && !text.ends_with("\n\n") {
            text.push('\n');
        }
        match block {
            PageBlock::Row { number, red, black } => {
                let line = format!("{number:>4}. {}  {black}", pad(red, width)).replace(GLUE, " ");
                text += &format!("{}\n", line.trim_end());
            }
            PageBlock::Comment { depth, text: comment } => {
                let indent = " ".repeat(6 + depth * INDENT);
                for line in comment.lines() {
                    let margins = (indent.clone(), 0);
                    text +=
                        &paragraph(context, &visible(line), margins, WordSeparator::Custom(words));
                }
            }
            PageBlock::Run { depth, label, text: run } => {
                let indent = " ".repeat((depth - 1) * INDENT);
                let label = if label.is_empty() { String::new() } else { format!("[{label}]") };
                let run = format!("{label:<5}{GLUE}{run}");
                text += &paragraph(context, &run, (indent, 6), WordSeparator::AsciiSpace);
            }
            PageBlock::Board(board) => {
                let drawn = grid(&board.position, letters, board.last, context.colour);
                let fen = board.position.to_fen();
                text += &format!("{}\n{drawn}\n{fen}\n\n", page.caption(board));
            }
        }
    }
    text
}

/// Wraps a paragraph to the screen; lines after the first are indented by `hang` columns more.
fn paragraph(
    context: &Context,
    text: &str,
    (indent, hang): (String, usize),
    words: WordSeparator,
) -> String {
    let width = context.width.unwrap_or(WIDTH).max(40);
    let next = format!("{indent}{}", " ".repeat(hang));
    let options = Options::new(width).initial_indent(&indent).subsequent_indent(&next);
    textwrap::fill(text, options.word_separator(words)).replace(GLUE, " ") + "\n"
}

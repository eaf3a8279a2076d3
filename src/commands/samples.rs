//! Samples of games as a table: how many there are, with what score and what doubt, and whose they
//! are.

use super::Context;
use super::render::{Align, Table};
use super::sheet::{Cell, Column, Sheet};
use xqdb::search::{Behind, Lead, Sample, Score, Share};

/// Columns of the chart.
const CHART: usize = 12;

/// The column of [`Samples`] that names who has more than a third of the games.
const LEADS: usize = 11;

/// A table, and whether it has stars.
pub(super) struct Starred {
    pub(super) text: String,
    pub(super) has_stars: bool,
}

impl Starred {
    /// Draws a table without stars, or with them where it has no room for a column that names
    /// somebody.
    pub(super) fn of(column: usize, has_leads: bool, draw: impl Fn(bool) -> Table) -> Starred {
        let table = draw(false);
        let has_stars = has_leads && !table.shows(column);
        let table = if has_stars { draw(true) } else { table };
        Starred { text: table.render(), has_stars }
    }

    /// What stands below the table.
    pub(super) fn tell(&self, context: &Context) {
        if self.has_stars {
            context.tell(&context.lang.starred());
        }
    }
}

/// Whether one player or one event has more than a third of the games.
pub(super) fn is_led(sample: &Sample) -> bool {
    has_lead(&sample.behind, &sample.score)
}

/// The same of games whose score is this.
pub(super) fn has_lead(behind: &Behind, score: &Score) -> bool {
    let (player, event) = behind.dominant(score.games());
    player.or(event).is_some()
}

/// How many games; with a star where one player or one event has more than a third of them.
pub(super) fn games_of(behind: &Behind, score: &Score) -> String {
    marked(score.games(), behind, score)
}

/// The same of all that are counted, of whatever kind.
pub(super) fn all_of(behind: &Behind, score: &Score) -> String {
    marked(score.all(), behind, score)
}

fn marked(count: u64, behind: &Behind, score: &Score) -> String {
    let mark = if has_lead(behind, score) { '*' } else { ' ' };
    format!("{count}{mark}")
}

/// How many players and events there are, where there is little room.
pub(super) fn players_and_events(behind: &Behind) -> String {
    format!("{}/{}", behind.players, behind.events)
}

/// How many games; with a star where one player or one event has more than a third of them.
pub(super) fn starred(sample: &Sample, is_starred: bool) -> String {
    match is_starred {
        true => games_of(&sample.behind, &sample.score),
        false => sample.score.games().to_string(),
    }
}

/// Some games, as a line.
pub(super) struct Line<'a> {
    /// For programs.
    pub(super) name: String,
    /// For people.
    pub(super) head: String,
    pub(super) sample: &'a Sample,
}

/// Samples, a line each; the last is all of them together.
pub(super) struct Samples<'a> {
    /// What they are counted by, for programs.
    pub(super) field: &'static str,
    /// The same for people.
    pub(super) head: String,
    /// Whose wins, draws and losses these are, for programs.
    pub(super) scores: [&'static str; 3],
    /// The same for people.
    pub(super) score_heads: [String; 3],
    pub(super) lines: Vec<Line<'a>>,
}

impl Samples<'_> {
    /// The table that people see. Where there is no room to tell who has more than a third of the
    /// games, a star does.
    pub(super) fn for_people(&self, context: &Context) -> Starred {
        let has_leads = self.lines.iter().any(|line| is_led(line.sample));
        Starred::of(LEADS, has_leads, |is_starred| self.table(context, is_starred))
    }

    fn table(&self, context: &Context, is_starred: bool) -> Table {
        let lang = context.lang;
        let [won, drawn, lost] = self.score_heads.clone();
        let heads = vec![
            (self.head.clone(), Align::Left),
            (lang.head_games(), Align::Right),
            (String::new(), Align::Left),
            (won, Align::Right),
            (drawn, Align::Right),
            (lost, Align::Right),
            ("?".to_owned(), Align::Right),
            (lang.head_score(), Align::Right),
            (lang.head_interval(), Align::Right),
            (lang.head_players(), Align::Right),
            (lang.head_events(), Align::Right),
            (lang.head_more_than_a_third(), Align::Left),
        ];
        let mut table =
            Table::new(heads).within(context.width).keeping(&[0, 8]).sparing(&[2, 11, 10, 9, 6, 8]);
        // The last line is all together, which no bar is to be measured against.
        let parts = self.lines.len().saturating_sub(1);
        let games = self.lines[..parts].iter().map(|line| line.sample.score.games());
        let most = games.max().unwrap_or(0);
        for (number, line) in self.lines.iter().enumerate() {
            let Sample { score, behind, .. } = line.sample;
            let Score { red, draw, black, unknown, .. } = *score;
            let bar = if number < parts { chart(score.games(), most) } else { String::new() };
            let share = line.sample.share();
            table.row(vec![
                line.head.clone(),
                starred(line.sample, is_starred),
                bar,
                red.to_string(),
                draw.to_string(),
                black.to_string(),
                unknown.to_string(),
                share.map(Share::told).unwrap_or_default(),
                share.map(Share::interval).unwrap_or_default(),
                behind.players.to_string(),
                behind.events.to_string(),
                leads(&line.sample.behind, line.sample.score.games()),
            ]);
        }
        table
    }

    /// The same for programs.
    pub(super) fn for_programs(&self) -> Sheet {
        let fields = std::iter::once(self.field).chain(fields(self.scores));
        let column = |field| Column { field, head: String::new(), align: Align::Left };
        let rows = self.lines.iter().map(|line| {
            let mut row = vec![Cell::text(&line.name)];
            row.extend(cells(line.sample));
            row
        });
        Sheet { rows: rows.collect(), columns: fields.map(column).collect() }
    }
}

/// The names of what [`cells`] gives.
pub(super) fn fields([won, drawn, lost]: [&'static str; 3]) -> [&'static str; 15] {
    [
        "games",
        won,
        drawn,
        lost,
        "unknown",
        "percent",
        "low",
        "high",
        "players",
        "events",
        "player",
        "playerGames",
        "event",
        "eventGames",
        "others",
    ]
}

/// A sample for programs.
pub(super) fn cells(sample: &Sample) -> Vec<Cell> {
    let Sample { score, behind } = sample;
    let Score { red, draw, black, unknown, others } = *score;
    let mut cells: Vec<Cell> = Vec::new();
    cells.extend([score.games(), red, draw, black, unknown].map(Cell::number));
    cells.extend(Cell::share(sample.share()));
    cells.extend(behind_cells(behind));
    cells.push(Cell::number(others));
    cells
}

/// Players and events for programs, as [`Behind::FIELDS`] names them.
pub(super) fn behind_cells(behind: &Behind) -> [Cell; 6] {
    behind.values().map(Cell::plain)
}

/// The same in a line of CSV.
pub(super) fn behind_csv(behind: &Behind) -> [String; 6] {
    behind_cells(behind).map(|cell| cell.csv())
}

/// A share and the ends of its interval, as cells of CSV.
pub(super) fn parts(share: Option<Share>) -> [String; 3] {
    Share::to_json(share).map(|(_, part)| part.as_f64().map(|n| n.to_string()).unwrap_or_default())
}

/// The player and the event that have more than a third of the games.
pub(super) fn leads(behind: &Behind, games: u64) -> String {
    let (player, event) = behind.dominant(games);
    let leads = [player, event].into_iter().flatten();
    let leads: Vec<String> =
        leads.map(|Lead { name, games }| format!("{name} ({games})")).collect();
    leads.join("; ")
}

/// So many games of the most there are, as a bar; a single game is seen, too.
fn chart(games: u64, most: u64) -> String {
    let columns = (games as f64 * CHART as f64 / most.max(1) as f64).round() as usize;
    "█".repeat(columns.max(usize::from(games > 0)))
}

/// What stands below the table.
pub(super) fn tell(context: &Context, all: &Sample) {
    let lang = context.lang;
    let mut line = lang.games_found(all.score.games());
    if all.score.others > 0 {
        line += &lang.games_of_other_kinds(all.score.others);
    }
    context.tell(&line);
    tell_leads(context, &all.behind, all.score.games());
}

/// Tells below a table of all kinds which of them are in no score, and warns as [`tell_leads`].
pub(super) fn tell_sample(context: &Context, sample: &Sample) {
    tell_others(context, &sample.score);
    tell_leads(context, &sample.behind, sample.score.games());
}

/// Tells below a table of all kinds how many of them are in no score.
pub(super) fn tell_others(context: &Context, score: &Score) {
    if score.others > 0 {
        context.tell(&context.lang.games_in_no_score(score.others));
    }
}

/// Warns below the table when one player or one event has more than a third of the games.
pub(super) fn tell_leads(context: &Context, behind: &Behind, games: u64) {
    let (player, event) = behind.dominant(games);
    for Lead { name, games } in [player, event].into_iter().flatten() {
        context.tell(&context.lang.one_has_more_than_a_third(name, *games));
    }
}

//! Lists the questions that the page asks of an archive that does not change.

use super::answering::{Desk, SiteQuestion, Wanted};
use super::scripts;
use super::slim::{self, kept};
use super::suggested::Suggested;
use crate::messages::Lang;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use xqdb::notation::System;
use xqdb::opening::Family;
use xqdb::search::{Watch, common_positions};
use xqdb::xiangqi::{Position, Side};

/// All questions, sorted by bucket and text.
pub(super) struct Planned {
    pub(super) questions: Vec<SiteQuestion>,
    pub(super) games: u64,
    pub(super) positions: u64,
    pub(super) buckets: u32,
}

/// Number of rows of a list of players or events in one answer, for which the page asks.
const ROWS: usize = 200;
/// Number of players, those with the most games, whose page has everything.
const FULL: usize = 500;
/// Approximate number of packed bytes of a bucket.
const BUCKET: u64 = 24_000;

/// Lists all questions.
pub(super) fn plan(desk: &Desk<'_>, watch: &dyn Watch) -> anyhow::Result<Planned> {
    let mut plan = Plan { desk, all: Vec::new(), suggested: Suggested::default() };
    plan.page()?;
    let games = plan.games(watch)?;
    let positions = plan.positions(watch)?;
    plan.players(watch)?;
    plan.events(watch)?;
    plan.openings()?;
    plan.books()?;
    for (text, answer) in std::mem::take(&mut plan.suggested).into_answers() {
        plan.add(text, Wanted::Known(answer));
    }
    let weight = |wanted: &Wanted| match wanted {
        Wanted::Game(_) => 1_300,
        Wanted::Position(_) => 700,
        Wanted::Games { .. } | Wanted::Tournament(_) | Wanted::Player { is_full: true, .. } => 900,
        _ => 150,
    };
    let bytes: u64 = plan.all.iter().map(|question| weight(&question.wanted)).sum();
    let buckets = u32::try_from(bytes.div_ceil(BUCKET).clamp(1, 999_999)).unwrap_or(1);
    let mut questions = plan.all;
    for question in &mut questions {
        question.bucket = hash(&question.text) % buckets;
    }
    questions.sort_by(|a, b| (a.bucket, &a.text).cmp(&(b.bucket, &b.text)));
    questions.dedup_by(|later, first| later.text == first.text);
    Ok(Planned { questions, games, positions, buckets })
}

/// FNV-1a of 32 bits, as `bucketOf` in `assets/site.js` computes it.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Text of the question about a position, without counters: the smaller text of the position and of
/// its mirror image.
pub(super) fn position_text(position: &Position) -> String {
    let side = if position.side() == Side::Red { "w" } else { "b" };
    let own = position.board().to_placement();
    let mirrored = position.mirror().board().to_placement();
    format!("explore?{} {side}", own.min(mirrored))
}

struct Plan<'p, 'a> {
    desk: &'p Desk<'a>,
    all: Vec<SiteQuestion>,
    suggested: Suggested,
}

impl Plan<'_, '_> {
    fn add(&mut self, text: impl Into<String>, wanted: Wanted) {
        self.all.push(SiteQuestion { text: text.into(), bucket: 0, wanted });
    }

    fn route(&mut self, text: impl Into<String>, path: &'static str, of: &[(&'static str, &str)]) {
        let values = of.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        self.add(text, Wanted::Route(path, values));
    }

    /// Adds texts, numbers, drawings of the board and names of openings.
    fn page(&mut self) -> anyhow::Result<()> {
        for lang in [Lang::En, Lang::ZhHans, Lang::ZhHant] {
            self.route(format!("texts?{}", lang.tag()), "texts", &[("lang", lang.tag())]);
        }
        self.route("stats", "stats", &[]);
        let edges = match System::named(&self.desk.settings.notation)? {
            _ if self.desk.settings.notation == "iccs" => "iccs",
            _ if self.desk.settings.notation.starts_with("chinese") => "chinese",
            _ => "figures",
        };
        for letters in ["chinese", "simplified", "latin", "figures"] {
            for theme in ["auto", "light", "dark"] {
                for flipped in ["", "true"] {
                    let text = format!("position.svg?{letters},{theme},{flipped}");
                    let fen = Position::start().to_fen();
                    let looks = [("letters", letters), ("theme", theme), ("flipped", flipped)];
                    let asked = [&looks[..], &[("coordinates", edges), ("fen", &fen)]].concat();
                    self.route(text, "position.svg", &asked);
                }
            }
        }
        let names = self.desk.archive.openings().openings().map(|opening| {
            let said = json!([opening.english, opening.name, opening.traditional]);
            (opening.code.to_string(), said)
        });
        let names: Map<String, Value> = names.collect();
        self.add("opening-names", Wanted::Known(Value::Object(names)));
        self.add("scripts", Wanted::Known(scripts::forms()));
        Ok(())
    }

    fn games(&mut self, watch: &dyn Watch) -> anyhow::Result<u64> {
        let archive = self.desk.archive;
        let mut count = 0;
        for id in archive.snapshot().game_ids()? {
            watch.go_on()?;
            let key = archive.snapshot().game_key(id)?;
            self.add(format!("game/{key}"), Wanted::Game(id));
            count += 1;
        }
        Ok(count)
    }

    fn positions(&mut self, watch: &dyn Watch) -> anyhow::Result<u64> {
        let mut seen = BTreeSet::new();
        for found in common_positions(self.desk.archive, self.desk.settings.least, watch)? {
            let text = position_text(&found.position);
            if seen.insert(text.clone()) {
                self.add(text, Wanted::Position(found));
            }
        }
        Ok(seen.len() as u64)
    }

    /// All rows of a list of the API, the largest first.
    fn rows(&self, path: &'static str, watch: &dyn Watch) -> anyhow::Result<Vec<Value>> {
        watch.go_on()?;
        let mut answer = self.desk.ask_whole(path)?;
        let Value::Array(rows) = answer[path].take() else { return Ok(Vec::new()) };
        Ok(rows)
    }

    /// Adds the pages of a list.
    fn pages(&mut self, path: &'static str, rows: Vec<Value>) {
        let count = rows.len();
        for (number, page) in
            rows.chunks(ROWS).enumerate().chain((count == 0).then_some((0, &[][..])))
        {
            let answer = json!({ "count": count, "offset": number * ROWS, path: page });
            self.add(format!("{path}?{number}"), Wanted::Known(answer));
        }
    }

    fn list(&mut self, by: &'static str, value: &str, kind: &'static str, sort: &'static str) {
        let wanted = Wanted::Games { by, value: value.to_owned(), kind, sort };
        self.add(format!("games?{by}={value}"), wanted);
    }

    fn players(&mut self, watch: &dyn Watch) -> anyhow::Result<()> {
        let rows = self.rows("players", watch)?;
        let named = |row: &Value| row["name"].as_str().unwrap_or_default().to_owned();
        let taken: BTreeSet<String> = rows.iter().map(named).collect();
        for (rank, row) in rows.iter().enumerate() {
            let name = named(row);
            self.list("player", &name, "all", "newest");
            let others = row["names"].as_array().into_iter().flatten().filter_map(Value::as_str);
            for other in others.filter(|other| !taken.contains(*other)) {
                let see = json!({ "@see": format!("person?{name}") });
                self.add(format!("person?{other}"), Wanted::Known(see));
                self.suggested.player(other, &name, row);
            }
            self.suggested.player(&name, &name, row);
            let wanted = Wanted::Player { row: row.clone(), is_full: rank < FULL };
            self.add(format!("person?{name}"), wanted);
        }
        let rows = rows.into_iter().map(|row| self.desk.with_names(row, &[]));
        let rows = rows.collect::<anyhow::Result<Vec<_>>>()?;
        self.pages("players", rows);
        Ok(())
    }

    fn events(&mut self, watch: &dyn Watch) -> anyhow::Result<()> {
        let series = self.rows("series", watch)?;
        for row in &series {
            let Some(name) = row["name"].as_str() else { continue };
            let of = [("event", name), ("limit", "1000")];
            self.route(format!("editions?{name}"), "editions", &of);
            self.list("event", name, "all", "newest");
            self.suggested.event(name, row);
        }
        let series = series.iter().map(|row| kept(row, slim::SERIES)).collect();
        self.pages("series", series);
        for row in self.rows("editions", watch)? {
            let Some(name) = row["name"].as_str() else { continue };
            self.list("event", name, "all", "newest");
            if !row["edition"].is_null() || !row["year"].is_null() {
                self.add(format!("tournament?{name}"), Wanted::Tournament(name.to_owned()));
            }
        }
        Ok(())
    }

    fn openings(&mut self) -> anyhow::Result<()> {
        let answer = self.desk.ask("openings", &[("kind", "game".to_owned())], Lang::En)?;
        let rows = answer["openings"].as_array().cloned().unwrap_or_default();
        for row in &rows {
            let Some(code) = row["code"].as_str() else { continue };
            self.list("opening", code, "game", "newest");
            for name in ["name", "traditional", "english"] {
                self.suggested.opening(row[name].as_str().unwrap_or_default(), code, row);
            }
            self.suggested.opening(code, code, row);
        }
        for family in Family::all() {
            self.list("opening", &family.codes(), "game", "newest");
        }
        let rows: Vec<Value> = rows.iter().map(|row| kept(row, slim::OPENING)).collect();
        self.add("openings", Wanted::Known(json!({ "openings": rows })));
        Ok(())
    }

    fn books(&mut self) -> anyhow::Result<()> {
        let answer = self.desk.ask("books", &[], Lang::En)?;
        let rows = answer["chapters"].as_array().cloned().unwrap_or_default();
        for row in &rows {
            let Some(path) = row["path"].as_str().filter(|path| !path.is_empty()) else { continue };
            self.list("chapter", path, "all", "title");
            self.suggested.chapter(path, row);
        }
        let rows: Vec<Value> = rows.iter().map(|row| kept(row, slim::CHAPTER)).collect();
        self.add("books", Wanted::Known(json!({ "chapters": rows })));
        Ok(())
    }
}

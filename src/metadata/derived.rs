//! Derives values for a record from event, title, file and folders, and finds contradictions.
//!
//! Stated values are never replaced. A derived value is marked with its source, so that it can be
//! shown apart and left out; a contradiction becomes a doubt about the stated value.

use super::file_name::FileName;
use super::heading::{Heading, RecordHeadings};
use super::kind_rule::LineSigns;
use super::names::names_agree;
use super::place::ValueSource;
use super::title::{chapter_of_folders, file_of, title_of, title_of_file};
use super::{GameResult, LaxDate, Metadata, PlaceSays, calendar_doubt, parse_date, parse_result};
use crate::text::fold;
use serde_json::{Map, Value, json};

/// All findings in and around a record from which its metadata is derived.
#[derive(Debug, Clone, Copy)]
pub struct RecordFindings<'a> {
    /// Tags in file order, as found.
    pub tags: &'a [(String, String)],
    /// Players, date and result that only the file name states, as tags.
    pub from_file_name: &'a [(String, String)],
    /// Doubts that the file name raises about its only record: field and doubt.
    pub against: &'a [(&'static str, String)],
    /// Date and round from the folders, and from the name of a file of many games.
    pub place: &'a PlaceSays,
    /// Result by tags and moves.
    pub result: GameResult,
    /// Signs of the kind in the moves; without them the kind stays open.
    pub line: Option<LineSigns<'a>>,
}

impl<'a> RecordFindings<'a> {
    /// Findings of tags only.
    #[must_use]
    pub fn of_tags(tags: &'a [(String, String)], result: GameResult) -> RecordFindings<'a> {
        const NOWHERE: &PlaceSays = &PlaceSays { date: None, round: None, is_year_alone: false };
        RecordFindings {
            tags,
            from_file_name: &[],
            against: &[],
            place: NOWHERE,
            result,
            line: None,
        }
    }

    /// Derives the metadata that tags and file name state, and the values and doubts that headings,
    /// file and folders add.
    ///
    /// Nearer sources win: tags, name of the file of a single record, event, title, folders. The
    /// calendar raises doubts first, then the sources in that order.
    ///
    /// ```
    /// use xqdb::metadata::{GameResult, RecordFindings, ValueSource};
    /// let tags = [("Event".to_owned(), "1982年全国赛 胡荣华先胜柳大华".to_owned())];
    /// let (metadata, derived) = RecordFindings::of_tags(&tags, GameResult::Unknown).derive();
    /// assert_eq!(metadata.red, None);
    /// assert_eq!(derived.get("Red"), Some(("胡荣华", ValueSource::Event)));
    /// assert_eq!(derived.get("Date"), Some(("1982年", ValueSource::Event)));
    /// ```
    #[must_use]
    pub fn derive(&self) -> (Metadata, Derived) {
        let pairs = |tags: &'a [(String, String)]| {
            tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
        };
        let tags = pairs(self.tags).chain(pairs(self.from_file_name));
        let mut metadata = Metadata::from_tags(tags.clone());
        metadata.result = self.result();
        metadata.kind = self.line.map(|line| metadata.kind_of(tags.clone(), &line).0);
        let mut derived = Derived::default();
        let off = metadata.date_found.as_deref().and_then(calendar_doubt);
        derived.doubts.extend(off.or_else(|| too_old(&metadata)).map(|doubt| ("Date", doubt)));
        let title = title_of(pairs(self.tags));
        let headings = RecordHeadings::of(metadata.event.as_deref(), title);
        if let Some(event) = &headings.event {
            derived.hear(&metadata, event, ValueSource::Event);
        }
        if let Some(title) = &headings.title {
            derived.hear(&metadata, title, ValueSource::Title);
        }
        self.against.iter().for_each(|(field, says)| derived.add_doubt(field, says));
        derived.hear_place(&metadata, self.place);
        for (field, value) in self.from_file_name {
            if let Some(field) = derived_field(field) {
                derived.add_value(field, value, ValueSource::File);
            }
        }
        metadata.infer(title, &headings, &derived);
        (metadata, derived)
    }

    /// Result by tags and moves, or else by the file name.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let by_file = self.from_file_name.iter().find(|(name, _)| name == "Result");
        match by_file.and_then(|(_, value)| parse_result(value)) {
            Some(by_file) if !self.result.is_known() => by_file,
            _ => self.result,
        }
    }
}

/// Fields that can be derived or doubted.
const FIELDS: [&str; 9] =
    ["Red", "Black", "Event", "Site", "Round", "Date", "Result", "Title", "Chapter"];

/// The field name as a constant; None if the field cannot be derived or doubted.
fn derived_field(name: &str) -> Option<&'static str> {
    FIELDS.into_iter().find(|known| *known == name)
}

/// Derived values of a record, and doubts about its stated values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Derived {
    /// Field (a tag name, `Title` or `Chapter`), value and source; each field at most once. Values
    /// from the name of the file of a single record are also part of the stated metadata.
    pub values: Vec<(&'static str, String, ValueSource)>,
    /// Field and doubt: `Date`, `event says 1982`; each field at most once.
    pub doubts: Vec<(&'static str, String)>,
}

impl Derived {
    /// Reads the texts written by [`values_json`](Derived::values_json) and
    /// [`doubts_json`](Derived::doubts_json); `None` if one of them is malformed.
    #[must_use]
    pub fn from_json(values: Option<&str>, doubts: Option<&str>) -> Option<Derived> {
        let object = |text: Option<&str>| -> Option<Map<String, Value>> {
            text.map_or_else(|| Some(Map::new()), |text| serde_json::from_str(text).ok())
        };
        let value = |(field, value): (String, Value)| {
            let text = value.get("value")?.as_str()?.to_owned();
            let source = ValueSource::from_name(value.get("from")?.as_str()?)?;
            Some((derived_field(&field)?, text, source))
        };
        let doubt = |(field, says): (String, Value)| {
            Some((derived_field(&field)?, says.as_str()?.to_owned()))
        };
        Some(Derived {
            values: object(values)?.into_iter().map(value).collect::<Option<_>>()?,
            doubts: object(doubts)?.into_iter().map(doubt).collect::<Option<_>>()?,
        })
    }

    /// Adds the title that the file name gives a record without one, and the folders as its
    /// chapter. `/` separates the parts of `path`.
    pub fn add_headings_of_path(&mut self, tags: &[(String, String)], path: &str) {
        let title = title_of(tags.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        if let (None, Some(title)) = (title, file_of(path).and_then(title_of_file)) {
            self.add_value("Title", title, ValueSource::File);
        }
        if let Some(chapter) = chapter_of_folders(path) {
            self.add_value("Chapter", &chapter, ValueSource::Folder);
        }
    }

    /// Takes date and round from folders and from the name of a file of many games, if the record
    /// states none. A place can only name an event: it doubts only a stated date of another year,
    /// and not by a lone year, which may be a collection's.
    fn hear_place(&mut self, own: &Metadata, said: &PlaceSays) {
        for (field, value, from) in said.lacking(own) {
            self.add_value(field, value, from);
        }
        if let (Some((text, from)), Some(stated)) = (&said.date, own.date)
            && let Some(date) = parse_date(text)
            && !said.is_year_alone
            && stated.year.abs_diff(date.year) > 1
        {
            self.doubt("Date", *from, &date.to_string());
        }
    }

    /// Adds a doubt about a field that has none yet.
    fn add_doubt(&mut self, field: &'static str, says: &str) {
        if !self.doubts.iter().any(|(known, _)| *known == field) {
            self.doubts.push((field, says.to_owned()));
        }
    }

    /// Renders the derived values as JSON: `{"Red":{"value":"胡荣华","from":"event"}}`.
    #[must_use]
    pub fn values_json(&self) -> Map<String, Value> {
        let marked = self.values.iter().map(|(field, value, from)| {
            ((*field).to_owned(), json!({ "value": value, "from": from }))
        });
        marked.collect()
    }

    /// Renders the doubts as JSON, sorted by field as databases keep them: `{"Date":"event says
    /// 1982"}`.
    #[must_use]
    pub fn doubts_json(&self) -> Map<String, Value> {
        let mut doubts: Vec<&(&'static str, String)> = self.doubts.iter().collect();
        doubts.sort_unstable();
        doubts.into_iter().map(|(field, says)| ((*field).to_owned(), json!(says))).collect()
    }

    /// Whether there are neither derived values nor doubts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.doubts.is_empty()
    }

    /// Derived value of a field, with its source.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<(&str, ValueSource)> {
        let found = self.values.iter().find(|(known, ..)| *known == field);
        found.map(|(_, value, source)| (&**value, *source))
    }

    fn add_value(&mut self, field: &'static str, value: &str, source: ValueSource) {
        if self.get(field).is_none() {
            self.values.push((field, value.to_owned(), source));
        }
    }

    fn doubt(&mut self, field: &'static str, source: ValueSource, says: &str) {
        self.add_doubt(field, &format!("{source} says {says}"));
    }

    /// Compares a heading with the stated metadata and takes the missing values. A lone year means
    /// an edition, whose games may be played in the winter before or after.
    fn hear(&mut self, own: &Metadata, said: &Heading, source: ValueSource) {
        if let Some(pairing) = &said.pairing {
            let sides = [("Red", &own.red, &pairing.red), ("Black", &own.black, &pairing.black)];
            // With a wrong player the heading is about another game, so none of it is believed.
            let is_of_this = !sides.iter().any(|(_, stated, said)| contradict(stated, said));
            for (field, stated, said) in sides {
                if contradict(stated, said) {
                    self.doubt(field, source, said);
                } else if stated.is_none() && is_of_this {
                    self.add_value(field, said, source);
                }
            }
            match pairing.result {
                Some(said) if is_of_this && !own.result.is_known() => {
                    self.add_value("Result", said.as_str(), source);
                }
                Some(said) if is_of_this && said != own.result => {
                    self.doubt("Result", source, said.as_str());
                }
                _ => {}
            }
        }
        if let Some((text, date)) = &said.date {
            let date = *date;
            match own.date {
                Some(stated) if !may_be(stated, date) => {
                    self.doubt("Date", source, &date.to_string());
                }
                None if own.date_found.is_none() && is_of_game(said, date, source) => {
                    self.add_value("Date", text, source);
                }
                _ => {}
            }
        }
        if let (Some(stated), [first, ..]) = (own.date, &said.years[..])
            && !said.years.iter().any(|years| years.may_be(stated.year))
        {
            self.doubt("Date", source, &first.text);
        }
        if let (None, Some(round)) = (&own.round, &said.round) {
            self.add_value("Round", round, source);
        }
    }
}

/// Lists the contradictions between a file name and its only record: field and doubt, as in
/// [`Derived::doubts`]. If it names other players, its date is not compared.
///
/// ```
/// use xqdb::metadata::{Metadata, against, read_file_name};
/// let tags = [("Red", "胡荣华"), ("Black", "蔡福如"), ("Date", "1997-09-17")];
/// let own = Metadata::from_tags(tags.into_iter());
/// let said = read_file_name("19790917 胡荣华（先胜）蔡福如.xqf");
/// assert_eq!(against(&own, &said), [("Date", "file says 1979-09-17".to_owned())]);
/// ```
#[must_use]
pub fn against(own: &Metadata, said: &FileName) -> Vec<(&'static str, String)> {
    let FileName { pairing, date, .. } = said;
    let date = date.as_ref().and_then(|text| Some((text.clone(), parse_date(text)?)));
    let heading = Heading { pairing: pairing.clone(), date, ..Heading::default() };
    let mut heard = Derived::default();
    heard.hear(own, &heading, ValueSource::File);
    let doubts_names = heard.doubts.iter().any(|(field, _)| ["Red", "Black"].contains(field));
    heard.doubts.retain(|(field, _)| !doubts_names || *field != "Date");
    heard.doubts
}

/// Oldest year of a game that was played; old manuals have older compositions.
const OLDEST_GAME: u16 = 1500;

/// Doubt about the year of a game between two named players; None if it is plausible.
fn too_old(own: &Metadata) -> Option<String> {
    let is_played = own.red.is_some() && own.black.is_some();
    let is_old = own.date.is_some_and(|date| date.year < OLDEST_GAME);
    (is_played && is_old).then(|| format!("no game from before {OLDEST_GAME} is known"))
}

fn contradict(stated: &Option<String>, said: &str) -> bool {
    stated.as_ref().is_some_and(|stated| clearly_differ(stated, said))
}

/// Whether two names surely differ; fields of fixed size cut names, and teams stand beside them.
pub fn clearly_differ(stated: &str, said: &str) -> bool {
    let squeezed = |name: &str| -> String { fold(name).chars().filter(|c| *c != ' ').collect() };
    let (a, b) = (squeezed(stated), squeezed(said));
    !names_agree(stated, said) && !a.contains(&b) && !b.contains(&a)
}

/// Whether the date of a heading is the game's. A title without players may name a whole
/// tournament, and its lone year the beginning of that.
fn is_of_game(said: &Heading, date: LaxDate, source: ValueSource) -> bool {
    date.month != 0 || source != ValueSource::Title || said.pairing.is_some()
}

/// Whether a game of date `stated` may stand below a heading. A lone year means an edition, which
/// may begin in the December before and end in the next spring.
fn may_be(stated: LaxDate, heading: LaxDate) -> bool {
    let is_near = heading.month == 0 && stated.year.abs_diff(heading.year) <= 1;
    is_near || stated.agrees_with(heading)
}

#[cfg(test)]
mod tests {
    use super::super::words::truths;
    use super::*;
    use crate::metadata::place_says;

    fn derived(tags: &[(&str, &str)], path: &str) -> (Vec<String>, Vec<String>) {
        let tags: Vec<(String, String)> =
            tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let findings = RecordFindings::of_tags(&tags, GameResult::Unknown);
        let (_, mut found) = RecordFindings { place: &place_says(path), ..findings }.derive();
        found.add_headings_of_path(&tags, path);
        let values =
            found.values.iter().map(|(field, value, from)| format!("{field}={value} ({from})"));
        let doubts = found.doubts.iter().map(|(field, text)| format!("{field}: {text}"));
        (values.collect(), doubts.collect())
    }

    #[test]
    fn what_is_stated_stays() {
        let event = ("Event", "1982年全国赛第3轮 胡荣华先胜柳大华");
        let (values, doubts) = derived(&[event, ("Red", "胡榮華"), ("Round", "7")], "");
        let expected = ["Black=柳大华 (event)", "Result=1-0 (event)", "Date=1982年 (event)"];
        assert_eq!(values, expected);
        assert!(doubts.is_empty(), "{doubts:?}");
    }

    #[test]
    fn doubts_are_told_in_one_order() {
        let tags =
            [("Event", "1982年全国赛 胡荣华先胜柳大华"), ("Date", "1992.01.02"), ("Red", "胡荣华")]
                .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let (_, derived) = RecordFindings::of_tags(&tags, GameResult::BlackWins).derive();
        let found: Vec<&str> = derived.doubts.iter().map(|(field, _)| *field).collect();
        assert_eq!(found, ["Result", "Date"], "as they are found");
        assert_eq!(derived.doubts_json().keys().collect::<Vec<_>>(), ["Date", "Result"]);
        let values = Value::Object(derived.values_json()).to_string();
        let doubts = Value::Object(derived.doubts_json()).to_string();
        let again = Derived::from_json(Some(&values), Some(&doubts)).unwrap();
        assert_eq!((again.values, again.doubts.len()), (derived.values, 2));
    }

    #[test]
    fn a_contradiction_is_a_doubt() {
        let event = ("Event", "1982年全国赛 胡荣华先胜柳大华");
        let (values, doubts) = derived(&[event, ("Red", "杨官璘"), ("Date", "1882.12.05")], "");
        assert!(values.is_empty(), "{values:?}");
        assert_eq!(doubts, ["Red: event says 胡荣华", "Date: event says 1982"]);
    }

    #[test]
    fn a_year_that_stands_alone_doubts_another() {
        for [event, date, says] in truths("headings that doubt a date") {
            let (_, doubts) = derived(&[("Event", event), ("Date", date)], "");
            assert_eq!(doubts, [format!("Date: {says}")], "{event}");
            let (_, doubts) = derived(&[("Title", event), ("Date", date)], "");
            assert_eq!(doubts, [format!("Date: {}", says.replace("event", "title"))], "{event}");
        }
        for [event, date] in truths("headings that doubt no date") {
            let (_, doubts) = derived(&[("Event", event), ("Date", date)], "");
            assert!(doubts.is_empty(), "{event}: {doubts:?}");
        }
    }

    #[test]
    fn folders_of_another_year_doubt_a_date() {
        for [path, date, expected] in truths("folders that doubt a date") {
            let (_, doubts) = derived(&[("Date", date)], path);
            assert_eq!(doubts.join(" "), expected, "{path} {date}");
        }
    }

    #[test]
    fn a_year_alone_in_a_title_is_that_of_a_game_only_beside_players() {
        let year = "1982年全国赛";
        assert_eq!(derived(&[("Event", year)], "").0, ["Date=1982年 (event)"]);
        assert_eq!(derived(&[("Title", year)], "").0, [""; 0]);
        let (values, _) = derived(&[("Title", "1982年全国赛 胡荣华先胜柳大华")], "");
        assert!(values.contains(&"Date=1982年 (title)".to_owned()), "{values:?}");
    }

    #[test]
    fn the_calendar_doubts_first() {
        let (_, doubts) = derived(&[("Event", "1982年全国赛"), ("Date", "1960-02-31")], "");
        assert_eq!(doubts, ["Date: the calendar has no such day"]);
    }

    #[test]
    fn no_game_is_older_than_games_are() {
        let event = ("Event", "93全國象棋錦標賽");
        let players = [("Red", "許銀川"), ("Black", "臧如意")];
        let (_, doubts) = derived(&[event, ("Date", "1193"), players[0], players[1]], "");
        assert_eq!(doubts, ["Date: no game from before 1500 is known"]);
        let (_, doubts) = derived(&[("Event", "事林廣記"), ("Date", "1250"), players[0]], "");
        assert!(doubts.is_empty(), "a composition may be so old: {doubts:?}");
    }

    #[test]
    fn the_name_of_a_file_contradicts_its_record() {
        let said = crate::metadata::read_file_name("19790917 胡荣华（先胜）蔡福如.xqf");
        let against = |tags: &[(&str, &str)], result| -> Vec<String> {
            let own = Metadata::from_tags(tags.iter().copied());
            let doubts = super::against(&Metadata { result, ..own }, &said);
            doubts.iter().map(|(field, says)| format!("{field}: {says}")).collect()
        };
        let (red, black) = (("Red", "胡榮華"), ("Black", "蔡福如"));
        let lost = GameResult::BlackWins;
        assert_eq!(against(&[red, black, ("Date", "1979")], lost), ["Result: file says 1-0"]);
        let late = ("Date", "1997.09.17");
        let doubts = against(&[red, black, late], GameResult::RedWins);
        assert_eq!(doubts, ["Date: file says 1979-09-17"]);
        let doubts = against(&[red, ("Black", "杨官璘"), late], GameResult::Unknown);
        assert_eq!(doubts, ["Black: file says 蔡福如"]);
        assert!(against(&[red, black], GameResult::Unknown).is_empty());
    }

    #[test]
    fn titles_and_chapters_come_from_the_place() {
        let (values, _) = derived(&[], "古谱/橘中秘/卷一/三军保驾.xqf");
        assert_eq!(values, ["Title=三军保驾 (file)", "Chapter=古谱 / 橘中秘 / 卷一 (folder)"]);
        assert_eq!(derived(&[("Title", "x")], "a.pgn").0, [""; 0]);
        // The year of a place is believed if nothing nearer states one.
        let (values, _) = derived(&[("Title", "x")], "1982年全国赛/第5轮/a.pgn");
        let chapter = "Chapter=1982年全国赛 / 第5轮 (folder)";
        assert_eq!(values, ["Date=1982年 (folder)", "Round=5 (folder)", chapter]);
        let near = [("Title", "x"), ("Event", "1981年五羊杯"), ("Round", "2")];
        assert_eq!(derived(&near, "1982年全国赛/第5轮/a.pgn").0, ["Date=1981年 (event)", chapter]);
        let stated = [("Title", "x"), ("Date", "1982-12-09"), ("Round", "2")];
        assert_eq!(derived(&stated, "1982年全国赛/第5轮/a.pgn").0, [chapter]);
    }
}

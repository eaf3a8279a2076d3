//! What event, title, file and folders add to what the tags of a record state, and where they
//! contradict it.
//!
//! A stated value is never replaced. What is derived is marked with where it comes from, so that it
//! can be shown apart and left out; what contradicts a stated value becomes a doubt about it.

use super::file_name::FileName;
use super::heading::{Heading, known_heading};
use super::names::names_agree;
use super::read_place::place_says;
use super::source::Source;
use super::title::{chapter_of_folders, file_of, title_of, title_of_file};
use super::{GameResult, LaxDate, Metadata, PlaceSays, calendar_doubt, parse_date};
use crate::text::fold;
use serde_json::{Map, Value, json};

/// Where a record stands, as far as it says something.
#[derive(Debug, Clone, Copy, Default)]
pub struct Surroundings<'a> {
    /// Folders and name of the file (or of the archive and its member), divided by `/`.
    pub path: &'a str,
    /// What the name of the file says of its only record, as tags.
    pub from_file_name: &'a [(String, String)],
    /// What the name of the file says against its only record: field and doubt.
    pub against: &'a [(&'static str, String)],
}

/// What is derived, and what is doubted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Derived {
    /// Field (as in the tags, and `Title`, `Chapter`), value and where it comes from; a field at
    /// most once.
    pub values: Vec<(&'static str, String, Source)>,
    /// Field and doubt: `Date`, `event says 1982`; a field at most once.
    pub doubts: Vec<(&'static str, String)>,
}

impl Derived {
    /// Derives what can be derived of a record with these tags and this result.
    ///
    /// ```
    /// use xqdb::metadata::{Derived, GameResult, Surroundings, Source};
    /// let tags = [("Event".to_owned(), "1982年全国赛 胡荣华先胜柳大华".to_owned())];
    /// let derived = Derived::of(&tags, GameResult::Unknown, Surroundings::default());
    /// assert_eq!(derived.get("Red"), Some(("胡荣华", Source::Event)));
    /// assert_eq!(derived.get("Date"), Some(("1982年", Source::Event)));
    /// ```
    #[must_use]
    pub fn of(tags: &[(String, String)], result: GameResult, place: Surroundings<'_>) -> Derived {
        let tags = || tags.iter().map(|(name, value)| (&**name, &**value));
        let own = Metadata { result, ..Metadata::from_tags(tags()) };
        let title = title_of(tags());
        let mut derived = Derived::from_headings(&own, title);
        derived.add_from_file(place.from_file_name);
        derived.hear_place(&own, &place_says(place.path));
        place.against.iter().for_each(|(field, says)| derived.add_doubt(field, says));
        if title.is_none()
            && let Some(title) = file_of(place.path).and_then(title_of_file)
        {
            derived.values_of(Some("Title"), title, Source::File);
        }
        if let Some(chapter) = chapter_of_folders(place.path) {
            derived.values_of(Some("Chapter"), &chapter, Source::Folder);
        }
        derived
    }

    /// What event and title add to what a record states, and where they and the calendar
    /// contradict it.
    #[must_use]
    pub fn from_headings(own: &Metadata, title: Option<&str>) -> Derived {
        let mut derived = Derived::default();
        let off = own.date_found.as_deref().and_then(calendar_doubt);
        derived.doubts.extend(off.or_else(|| too_old(own)).map(|doubt| ("Date", doubt)));
        if let Some(event) = &own.event {
            derived.hear(own, &known_heading(event), Source::Event);
        }
        if let Some(title) = title {
            derived.hear(own, &known_heading(title), Source::Title);
        }
        derived
    }

    /// Adds what the name of a file says, as tags.
    pub fn add_from_file(&mut self, tags: &[(String, String)]) {
        for (field, value) in tags {
            let known = ["Red", "Black", "Date", "Result"].into_iter().find(|known| known == field);
            self.values_of(known, value, Source::File);
        }
    }

    /// Compares what folders and the name of a file of many games say with what is stated, and
    /// takes what is not. They tell an event, at the most: of a stated date only another year is
    /// doubted, and by a year that stands alone none, for it may be that of a collection.
    pub fn hear_place(&mut self, own: &Metadata, said: &PlaceSays) {
        for (field, value, from) in said.lacking(own) {
            self.values_of(Some(field), value, from);
        }
        if let (Some((text, from)), Some(stated)) = (&said.date, own.date)
            && let Some(date) = parse_date(text)
            && !said.is_year_alone
            && stated.year.abs_diff(date.year) > 1
        {
            self.doubt("Date", *from, &date.to_string());
        }
    }

    /// Adds a doubt about a field, unless there is one already.
    pub fn add_doubt(&mut self, field: &'static str, says: &str) {
        if !self.doubts.iter().any(|(known, _)| *known == field) {
            self.doubts.push((field, says.to_owned()));
        }
    }

    /// What is derived, as JSON: `{"Red":{"value":"胡荣华","from":"event"}}`.
    #[must_use]
    pub fn values_json(&self) -> Map<String, Value> {
        let marked = self.values.iter().map(|(field, value, from)| {
            ((*field).to_owned(), json!({ "value": value, "from": from }))
        });
        marked.collect()
    }

    /// What is doubted, as JSON: `{"Date":"event says 1982"}`. In the order of the fields' names, in
    /// which a database keeps them, whatever was found first.
    #[must_use]
    pub fn doubts_json(&self) -> Map<String, Value> {
        let mut doubts: Vec<&(&'static str, String)> = self.doubts.iter().collect();
        doubts.sort_unstable();
        doubts.into_iter().map(|(field, says)| ((*field).to_owned(), json!(says))).collect()
    }

    /// Whether nothing is derived and nothing doubted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.doubts.is_empty()
    }

    /// The derived value of a field, and where it comes from.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<(&str, Source)> {
        let found = self.values.iter().find(|(known, ..)| *known == field);
        found.map(|(_, value, source)| (&**value, *source))
    }

    fn values_of(&mut self, field: Option<&'static str>, value: &str, source: Source) {
        if let Some(field) = field
            && self.get(field).is_none()
        {
            self.values.push((field, value.to_owned(), source));
        }
    }

    fn doubt(&mut self, field: &'static str, source: Source, says: &str) {
        self.add_doubt(field, &format!("{source} says {says}"));
    }

    /// Compares what a heading says with what is stated, and takes what is not. A year alone is that
    /// of an edition, some of whose games were played in the winter before or behind it.
    fn hear(&mut self, own: &Metadata, said: &Heading, source: Source) {
        if let Some(pairing) = &said.pairing {
            let sides = [("Red", &own.red, &pairing.red), ("Black", &own.black, &pairing.black)];
            // Of two wrong names nothing else is believed either: the heading is that of another
            // game.
            let is_of_this = !sides.iter().any(|(_, stated, said)| contradict(stated, said));
            for (field, stated, said) in sides {
                if contradict(stated, said) {
                    self.doubt(field, source, said);
                } else if stated.is_none() && is_of_this {
                    self.values_of(Some(field), said, source);
                }
            }
            match pairing.result {
                Some(said) if is_of_this && !own.result.is_known() => {
                    self.values_of(Some("Result"), said.as_str(), source);
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
                    self.values_of(Some("Date"), text, source);
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
            self.values_of(Some("Round"), round, source);
        }
    }
}

/// What the name of a file says against its only record: field and doubt, as in
/// [`Derived::doubts`]. A name that has other players on both sides is that of another game.
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
    heard.hear(own, &heading, Source::File);
    let doubts_names = heard.doubts.iter().any(|(field, _)| ["Red", "Black"].contains(field));
    heard.doubts.retain(|(field, _)| !doubts_names || *field != "Date");
    heard.doubts
}

/// Old manuals have compositions from before this year, but no game that was played.
const OLDEST_GAME: u16 = 1500;

/// Why the year of a game between two named players cannot be right.
fn too_old(own: &Metadata) -> Option<String> {
    let is_played = own.red.is_some() && own.black.is_some();
    let is_old = own.date.is_some_and(|date| date.year < OLDEST_GAME);
    (is_played && is_old).then(|| format!("no game from before {OLDEST_GAME} is known"))
}

fn contradict(stated: &Option<String>, said: &str) -> bool {
    stated.as_ref().is_some_and(|stated| clearly_differ(stated, said))
}

/// Whether two names are surely not one: fields of fixed size cut names off, and teams stand beside
/// them.
pub(super) fn clearly_differ(stated: &str, said: &str) -> bool {
    let squeezed = |name: &str| -> String { fold(name).chars().filter(|c| *c != ' ').collect() };
    let (a, b) = (squeezed(stated), squeezed(said));
    !names_agree(stated, said) && !a.contains(&b) && !b.contains(&a)
}

/// Whether the date of a heading is that of the game. A title without players may be that of a whole
/// tournament, and its year alone the one in which the tournament began.
fn is_of_game(said: &Heading, date: LaxDate, source: Source) -> bool {
    date.month != 0 || source != Source::Title || said.pairing.is_some()
}

/// Whether a game of this date can stand under a heading of that one. A year alone is that of an
/// edition, which may begin in the December before and end in the next spring.
fn may_be(stated: LaxDate, heading: LaxDate) -> bool {
    let is_near = heading.month == 0 && stated.year.abs_diff(heading.year) <= 1;
    is_near || stated.agrees_with(heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn derived(tags: &[(&str, &str)], path: &str) -> (Vec<String>, Vec<String>) {
        let tags: Vec<(String, String)> =
            tags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let found =
            Derived::of(&tags, GameResult::Unknown, Surroundings { path, ..Default::default() });
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
            [("Event", "1982年全国赛 胡荣华先胜柳大华"), ("Date", "1992.01.02"), ("Red", "胡荣华")];
        let own =
            Metadata { result: GameResult::BlackWins, ..Metadata::from_tags(tags.into_iter()) };
        let told = Derived::from_headings(&own, None);
        let found: Vec<&str> = told.doubts.iter().map(|(field, _)| *field).collect();
        assert_eq!(found, ["Result", "Date"], "as they are found");
        assert_eq!(told.doubts_json().keys().collect::<Vec<_>>(), ["Date", "Result"]);
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
        for (event, date, says) in [
            ("Champion 1976", "1876", "event says 1976"),
            ("Chinese National Champion 1976", "1876.6.23", "event says 1976"),
            ("1982全国赛", "1882.12.05", "event says 1982"),
            ("82年全国赛", "1882.12.05", "event says 82年"),
            ("一九八二年全国赛", "1882", "event says 1982"),
            ("Shanghai 1965", "1956", "event says 1965"),
            ("1978/79", "1976", "event says 1978/79"),
        ] {
            let (_, doubts) = derived(&[("Event", event), ("Date", date)], "");
            assert_eq!(doubts, [format!("Date: {says}")], "{event}");
            let (_, doubts) = derived(&[("Title", event), ("Date", date)], "");
            assert_eq!(doubts, [format!("Date: {}", says.replace("event", "title"))], "{event}");
        }
        for (event, date) in [
            ("1990年第10届五羊杯", "1989-12-30"),
            ("2000-2001联赛", "2001.01.03"),
            ("1978/79", "1979"),
            ("第1193局 1976", "1977"),
            ("2004年五羊杯 第3轮 1004年1月1日", "2004-01-01"),
        ] {
            let (_, doubts) = derived(&[("Event", event), ("Date", date)], "");
            assert!(doubts.is_empty(), "{event}: {doubts:?}");
        }
    }

    #[test]
    fn folders_of_another_year_doubt_a_date() {
        for (path, date, expected) in [
            ("1982年全国赛/a.pgn", "1882.12.05", "Date: folder says 1982"),
            ("1982年全国赛/第3轮/a.pgn", "1992-12-05", "Date: folder says 1982"),
            ("qipu/1982年全国赛.pgn", "1992", "Date: file says 1982"),
            // An edition may last into the next year, and a year alone may be that of a collection.
            ("1982年全国赛/a.pgn", "1983.01.05", ""),
            ("1982/a.pgn", "1992.01.05", ""),
        ] {
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
        // The year of a place is believed where nothing nearer says one.
        let (values, _) = derived(&[("Title", "x")], "1982年全国赛/第5轮/a.pgn");
        let chapter = "Chapter=1982年全国赛 / 第5轮 (folder)";
        assert_eq!(values, ["Date=1982年 (folder)", "Round=5 (folder)", chapter]);
        let near = [("Title", "x"), ("Event", "1981年五羊杯"), ("Round", "2")];
        assert_eq!(derived(&near, "1982年全国赛/第5轮/a.pgn").0, ["Date=1981年 (event)", chapter]);
        let stated = [("Title", "x"), ("Date", "1982-12-09"), ("Round", "2")];
        assert_eq!(derived(&stated, "1982年全国赛/第5轮/a.pgn").0, [chapter]);
    }
}

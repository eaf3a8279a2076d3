//! Decides what a content is: format, encoding, and what the name of its file says.
//!
//! Values from the file's name never replace those of a record, and are used only if the two do not
//! contradict each other. They are kept apart ([`Record::from_file_name`]) and marked
//! ([`Warning::FromFileName`]).

use crate::container::ReadSeek;
use crate::format::{
    FileSample, Nature, Warning, by_magic, identify, may_be_text, may_hold_games, told_by_name,
};
use crate::import::cut::Borders;
use crate::import::options::{Job, Options};
use crate::import::unit::{Skip, Unit, file_name, path_below};
use crate::metadata::{
    FileName, GameResult, Metadata, Pairing, against, parse_result, place_says, read_file_name,
    readable_address,
};
use crate::replay::{Outcome, Record};
use crate::text::{decode, detect};
use crate::xiangqi::Position;
use std::io::{Read, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

/// Largest number of bytes of a file or member that is read whole; smaller in tests, to make them
/// faster.
pub(crate) const LARGE: u64 = if cfg!(test) { 1 << 20 } else { 16 << 20 };

/// Number of bytes by which the format of a content is recognised.
pub(crate) const HEAD: usize = 64 << 10;

/// Number of bytes that two neighbouring stretches of a text share, so that no game is missed
/// between them.
const OVERLAP: usize = 4 << 10;

/// Number of bytes at the beginning of a large file, and number of later stretches, by which its
/// encoding is detected.
const BEGINNING: u64 = 1 << 20;
const STRETCHES: u64 = 8;

impl Unit {
    /// Reads what the name of the content's file says.
    pub(crate) fn read_name(&mut self, options: &Options) {
        let said = said_of(&self.path, self.member.as_deref(), &options.named);
        self.said = Some(Arc::new(said));
    }

    /// Sets the hash of the content: that of its bytes, of the table beside it, and of what its
    /// name says.
    pub(crate) fn set_hash(&mut self, of_bytes: [u8; 32]) {
        let of_bytes = self.beside.as_ref().map_or(of_bytes, |beside| {
            *blake3::Hasher::new().update(&of_bytes).update(beside).finalize().as_bytes()
        });
        self.hash = match &self.said {
            Some(said) => known_as(of_bytes, said, self.file_name()),
            None => of_bytes,
        };
    }

    /// Finds format and encoding of a content of `size` bytes. `sample` begins with its first
    /// bytes, which alone decide on a binary format.
    pub(crate) fn look(&mut self, options: &Options, sample: &[u8], size: u64) {
        self.size = size;
        self.encoding = options.encoding;
        let name = file_name(&self.path, self.member.as_deref());
        let head = &sample[..sample.len().min(HEAD)];
        if let Some(format) = by_magic(head, name, size) {
            self.format = Some(format);
            return;
        }
        let encoding = options.encoding.unwrap_or_else(|| detect(sample));
        // Games may follow later in a text whose beginning shows none.
        let most = if may_be_text(head) { sample.len() } else { head.len() };
        let (mut found, mut may_hold) = (None, false);
        for (number, from) in (0..most).step_by(HEAD - OVERLAP).enumerate() {
            let head = &sample[from..most.min(from + HEAD)];
            let text = decode(head, encoding);
            let sample = FileSample { head, text: &text.text, name, len: size };
            found = identify(&sample).filter(|format| number == 0 || format.is_text);
            if found.is_some() {
                break;
            }
            may_hold |= may_hold_games(&sample);
        }
        let Some(format) = found else {
            let is_looked_through = size <= LARGE && sample.len() as u64 == size;
            may_hold |= may_be_text(head) && !is_looked_through;
            let text = decode(head, encoding);
            let sample = FileSample { head, text: &text.text, name, len: size };
            self.nature = Some(Nature::of(&sample, may_hold));
            return;
        };
        self.format = Some(format);
        if format.is_text {
            self.encoding = Some(encoding);
        }
        // Without its byte order mark, a reader that decodes pieces itself would not recognise
        // UTF-16.
        self.borders = format
            .boundary
            .filter(|_| format.is_text || !encoding.is_utf16())
            .map(|boundary| Borders { boundary, encoding });
    }
}

/// Decides about a whole content, as the first step of a worker.
pub(crate) fn decide(unit: &mut Unit, job: &Job<'_>) {
    unit.read_name(job.options);
    let bytes = std::mem::take(&mut unit.bytes);
    if job.options.hash {
        unit.set_hash(*blake3::hash(&bytes).as_bytes());
        if job.known.is_complete(&unit.hash) {
            unit.skip = Some(Skip::Known);
            return;
        }
    }
    unit.look(job.options, &bytes, unit.size);
    unit.bytes = bytes;
}

/// The beginning of a large file, and stretches of whole lines from its later parts. Parts that
/// cannot be read are left out; reading the whole file will report them.
pub(crate) fn sample(file: &mut dyn ReadSeek, size: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut read = |at: u64, len: u64| {
        let from = bytes.len();
        let outcome = file
            .seek(SeekFrom::Start(at))
            .and_then(|_| (&mut *file).take(len).read_to_end(&mut bytes));
        if outcome.is_err() {
            bytes.truncate(from);
        }
        trim_to_lines(&mut bytes, from);
    };
    read(0, BEGINNING);
    for stretch in 1..STRETCHES {
        read(size / STRETCHES * stretch, HEAD as u64);
    }
    bytes
}

/// Removes broken lines at both ends of the bytes added at `from`, so that no character is cut.
fn trim_to_lines(bytes: &mut Vec<u8>, from: usize) {
    let first = if from == 0 {
        Some(0)
    } else {
        memchr::memchr(b'\n', &bytes[from..]).map(|at| from + at + 1)
    };
    let last = memchr::memrchr(b'\n', &bytes[from..]).map(|at| from + at + 1);
    match (first, last) {
        (Some(first), Some(last)) if first <= last => {
            bytes.truncate(last);
            bytes.drain(from..first);
        }
        _ if from == 0 => {}
        _ => bytes.truncate(from),
    }
}

/// Adds players, result and date from the file's name to the only record of a file, where it lacks
/// them, and notes where the name contradicts the record.
pub(crate) fn complete(record: &mut Record, said: &FileName) {
    let tags = record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let own = Metadata { result: record.game.result, ..Metadata::from_tags(tags) };
    if said.pairing.is_some() {
        record.against = against(&own, said);
    }
    let (Some(lacking), Some(pairing)) = (said.lacking(&own), &said.pairing) else { return };
    if matches!(record.game.outcome, Outcome::Rejected(_)) {
        return;
    }
    let result = result_for(record, pairing).map(|result| ("Result", result.as_str()));
    for (field, value) in lacking.into_iter().chain(result) {
        record.from_file_name.push((field.to_owned(), value.to_owned()));
        record.game.warnings.push(Warning::FromFileName { field: field.to_owned() });
    }
}

/// Result in the file's name, if the record has no result of its own, in words or on the board.
fn result_for(record: &Record, pairing: &Pairing) -> Option<GameResult> {
    let result = pairing.result?;
    let says_nothing = |value: &str| parse_result(value) == Some(GameResult::Unknown);
    let tag = record.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("Result"));
    let is_open = record.game.result == GameResult::Unknown
        && tag.is_none_or(|(_, value)| says_nothing(value));
    let on_board =
        last_position(record).ending().map(|ending| GameResult::win(ending.loser().other()));
    (is_open && on_board.is_none_or(|on_board| on_board == result)).then_some(result)
}

fn last_position(record: &Record) -> Position {
    let mut position = record.game.start.as_deref().cloned().unwrap_or_else(Position::start);
    for mv in record.game.tree.main_line() {
        position.play_unchecked(mv);
    }
    position
}

/// Reads the name of a file, and its folders below a path that the user named.
pub(crate) fn said_of(path: &str, member: Option<&str>, named: &[PathBuf]) -> FileName {
    let place = place_says(&path_below(path, member, named));
    let member = member.map(readable_address);
    FileName { place, ..read_file_name(file_name(path, member.as_deref())) }
}

/// Hash under which a content is known: that of its bytes, combined with what its file's name and
/// folders say, if anything. Equal bytes in another place are then another source, and the order of
/// reading does not matter.
pub(crate) fn known_as(hash: [u8; 32], said: &FileName, name: &str) -> [u8; 32] {
    let FileName { pairing, date, games, place } = said;
    let format = told_by_name(name);
    if pairing.is_none() && games.is_none() && place.is_empty() && format.is_none() {
        return hash;
    }
    let mut hasher = blake3::Hasher::new();
    hasher.update(&hash);
    let none = Pairing::default();
    let Pairing { red, black, result } = pairing.as_ref().unwrap_or(&none);
    let result = result.map_or("", |result| result.as_str());
    for said in [red, black, result, date.as_deref().unwrap_or_default()] {
        hasher.update(said.as_bytes()).update(&[0]);
    }
    hasher.update(&games.unwrap_or_default().to_le_bytes());
    for (value, from) in place.date.iter().chain(&place.round) {
        hasher.update(value.as_bytes()).update(&[0]).update(from.as_str().as_bytes());
    }
    hasher.update(&[u8::from(place.is_year_alone)]);
    hasher.update(format.unwrap_or_default().as_bytes());
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::input::NamedInput;
    use crate::import::parse::parse;
    use crate::import::pipeline::pipeline;
    use std::path::Path;

    #[test]
    fn games_behind_much_else_are_found() {
        let look = |beginning: &str, games: &str| {
            let bytes = format!("{}{games}", beginning.repeat(3 * HEAD / beginning.len()));
            let mut unit = Unit::of_bytes("a.txt", Vec::new());
            unit.look(&Options::default(), bytes.as_bytes(), bytes.len() as u64);
            let may_hold = matches!(unit.nature, Some(Nature::Unread(_)));
            (unit.format.map(|format| format.name), may_hold)
        };
        let prose = "今天没有下棋，只谈了谈天气。\n";
        let games = "[Event \"a\"]\n[Red \"b\"]\n\n1. 炮二平五 马8进7 1-0\n";
        assert_eq!(look(prose, ""), (None, false));
        assert_eq!(look(prose, games).0, Some("pgn"));
        assert_eq!(look(prose, "\n1. 炮二平五 马8进7\n2. 马二进三 车9平8\n").0, Some("cn-text"));
        assert_eq!(look("<p>Yes</p>\n", "<b>1.</b> <i>炮二平五</i> 马8进7").0, Some("page"));
        // A text too large to be examined may hold games.
        assert_eq!(look("x\n", &"x\n".repeat(LARGE as usize)), (None, true));
    }

    /// Reads a file of this name; returns the values that its name gives to its records, and the
    /// warnings.
    fn taken(folder: &Path, name: &str, text: &str) -> (String, String) {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        let options = Options::default();
        let mut found = (String::new(), String::new());
        pipeline(
            vec![NamedInput::from_argument(&path)],
            &options,
            |unit| parse(unit, &options.notation),
            |_, parsed| {
                for record in &parsed.records {
                    let tags =
                        record.from_file_name.iter().map(|(tag, said)| format!("{tag}={said}"));
                    found.0 += &tags.collect::<Vec<_>>().join(" ");
                    assert_eq!(record.from_file_name.len(), record.game.warnings.len());
                }
                found.1 += &parsed.damage.iter().map(|(_, what)| &**what).collect::<String>();
                Ok::<(), ()>(())
            },
        )
        .unwrap();
        found
    }

    #[test]
    fn only_what_the_record_lacks_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let name = "19790917 上海 胡荣华（先胜）福建 蔡福如.pgn";
        let moves = "1. 炮二平五 马8进7 2. 马二进三";
        // Mate: the rook on the last rank, the other one next to it.
        let mated = "[FEN \"4k4/R8/9/9/9/9/9/9/R8/3K5 b\"]\n\n1. ... 将5平6 2. 车九进八";
        for (head, moves, expected) in [
            ("", moves, "Red=上海 胡荣华 Black=福建 蔡福如 Date=19790917 Result=1-0"),
            (
                "[Red \"?\"]\n[Result \"*\"]\n",
                moves,
                "Red=上海 胡荣华 Black=福建 蔡福如 Date=19790917 Result=1-0",
            ),
            ("[Red \"胡榮華\"]\n", moves, "Black=福建 蔡福如 Date=19790917 Result=1-0"),
            ("[Red \"杨官璘\"]\n", moves, ""),
            ("[Black \"蔡福如\"]\n[Date \"1979\"]\n[Result \"0-1\"]\n", moves, "Red=上海 胡荣华"),
            ("[Result \"红优\"]\n", moves, "Red=上海 胡荣华 Black=福建 蔡福如 Date=19790917"),
            ("", mated, "Red=上海 胡荣华 Black=福建 蔡福如 Date=19790917 Result=1-0"),
        ] {
            let text = format!("[Game \"Chinese Chess\"]\n{head}\n{moves}\n");
            assert_eq!(taken(folder.path(), name, &text).0, expected, "{head}{moves}");
        }
        let two = format!("[Game \"a\"]\n\n{moves}\n\n[Game \"b\"]\n\n{moves}\n");
        assert_eq!(taken(folder.path(), name, &two).0, "", "one name, two games");
    }

    #[test]
    fn the_board_knows_better() {
        let folder = tempfile::tempdir().unwrap();
        let mated = "[Game \"a\"]\n[FEN \"5k3/R8/9/9/9/9/9/9/1R7/3K5 w\"]\n\n1. 车八进八\n";
        assert_eq!(
            taken(folder.path(), "吕钦先胜许银川.pgn", mated).0,
            "Red=吕钦 Black=许银川 Result=1-0"
        );
        assert_eq!(taken(folder.path(), "吕钦先负许银川.pgn", mated).0, "Red=吕钦 Black=许银川");
    }

    #[test]
    fn a_promise_is_counted() {
        let folder = tempfile::tempdir().unwrap();
        let game = "[Game \"a\"]\n\n1. 炮二平五 马8进7\n\n";
        for (name, games, expected) in [
            ("大赛3局.pgn", 3, ""),
            ("大赛3局.pgn", 2, "the name promises 3 games, 2 were found"),
            ("大赛3局.pgn", 4, "the name promises 3 games, 4 were found"),
            ("大赛3局.pgn", 1, ""),
            ("大赛.pgn", 2, ""),
        ] {
            assert_eq!(
                taken(folder.path(), name, &game.repeat(games)).1,
                expected,
                "{name} {games}"
            );
        }
    }

    #[test]
    fn a_name_that_says_something_makes_another_source() {
        let known_as = |name| crate::import::decide::known_as([7; 32], &read_file_name(name), name);
        assert_eq!([known_as("a.xqf"), known_as("a.chn")], [[7; 32]; 2]);
        // Only the name tells this format.
        assert_ne!(known_as("a.xqi"), [7; 32]);
        assert_eq!(known_as("01 吕钦先胜许银川.xqf"), known_as("吕钦先胜许银川.XQF"));
        assert_ne!(known_as("吕钦先胜许银川.xqf"), [7; 32]);
        assert_ne!(known_as("吕钦先胜许银川.xqf"), known_as("吕钦先负许银川.xqf"));
        let named = [std::path::PathBuf::from("qipu")];
        let at = |path| {
            crate::import::decide::known_as(
                [7; 32],
                &crate::import::decide::said_of(path, None, &named),
                "a.pgn",
            )
        };
        assert_eq!(at("qipu/a/b.xqf"), [7; 32]);
        assert_ne!(at("qipu/1982年全国赛/b.xqf"), [7; 32]);
        assert_ne!(at("qipu/1982年全国赛/b.xqf"), at("qipu/1983年全国赛/b.xqf"));
        // Folders above the named path say nothing.
        assert_eq!(
            crate::import::decide::said_of("1982年全国赛/b.xqf", None, &[]).place,
            Default::default()
        );
    }
}

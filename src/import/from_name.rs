//! What a record lacks and the name of its file says.
//!
//! Nothing a record says is ever replaced, and what its file's name says is believed only where the
//! two do not contradict each other. It is kept apart ([`Record::from_file_name`]) and marked
//! ([`Warning::FromFileName`]).

use super::place::{file_name, path_below};
use crate::format::Warning;
use crate::metadata::{
    FileName, GameResult, Metadata, Pairing, against, parse_result, place_says, read_file_name,
};
use crate::replay::{Outcome, Record};
use crate::xiangqi::Position;
use std::path::PathBuf;

/// Gives the only record of a file what it lacks of players, result and date, and notes what the
/// name says against the rest.
pub(super) fn complete(record: &mut Record, said: &FileName) {
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

/// The result in the name, if the record has none of its own, in words or on the board.
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

/// What the name of a file says, and its place below what the user named.
pub(super) fn said_of(path: &str, member: Option<&str>, named: &[PathBuf]) -> FileName {
    let place = place_says(&path_below(path, member, named));
    FileName { place, ..read_file_name(file_name(path, member)) }
}

/// The hash under which a content is known: that of its bytes, unless its name or its place says
/// something, too. Then the same bytes in another place are another source, and what is read does
/// not depend on which of them came first.
pub(super) fn known_as(hash: [u8; 32], said: &FileName) -> [u8; 32] {
    let FileName { pairing, date, games, place } = said;
    if pairing.is_none() && games.is_none() && place.is_empty() {
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
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use crate::import::{Input, Options, parse, pipeline};
    use crate::metadata::read_file_name;
    use std::path::Path;

    /// What is taken for a file of this name, with the warnings; or the damage.
    fn taken(folder: &Path, name: &str, text: &str) -> (String, String) {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        let options = Options::default();
        let mut found = (String::new(), String::new());
        pipeline(
            vec![Input::from_argument(&path)],
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
        let known_as = |name| super::known_as([7; 32], &read_file_name(name));
        assert_eq!(known_as("a.xqf"), [7; 32]);
        assert_eq!(known_as("01 吕钦先胜许银川.xqf"), known_as("吕钦先胜许银川.XQF"));
        assert_ne!(known_as("吕钦先胜许银川.xqf"), [7; 32]);
        assert_ne!(known_as("吕钦先胜许银川.xqf"), known_as("吕钦先负许银川.xqf"));
        let named = [std::path::PathBuf::from("qipu")];
        let at = |path| super::known_as([7; 32], &super::said_of(path, None, &named));
        assert_eq!(at("qipu/a/b.xqf"), [7; 32]);
        assert_ne!(at("qipu/1982年全国赛/b.xqf"), [7; 32]);
        assert_ne!(at("qipu/1982年全国赛/b.xqf"), at("qipu/1983年全国赛/b.xqf"));
        // Folders above what was named say nothing.
        assert_eq!(super::said_of("1982年全国赛/b.xqf", None, &[]).place, Default::default());
    }
}

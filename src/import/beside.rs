//! Tables of moves and the tables of their games: `moves.csv` has moves with the ids of their
//! games, `games.csv` in the same folder names the players. The two are read together, also as
//! dumps of SQL and as JSON.

use std::collections::BTreeSet;

/// Largest table of games that is read beside a table of moves, in bytes, if memory allows.
pub(crate) const LARGEST: u64 = 64 << 20;

/// Extensions of such tables.
const EXTENSIONS: [&str; 6] = ["csv", "tsv", "sql", "json", "jsonl", "ndjson"];
/// Words in the name of a table of moves, longer ones first.
const MOVES: [&str; 6] = ["moves", "plies", "move", "ply", "着法", "着"];
/// Words that replace the word of [`MOVES`] in the name of the table of games.
const GAMES: [&str; 7] = ["games", "game", "matches", "match", "headers", "对局", "棋局"];

/// Names that the table of games may have beside the table of moves at `path`; empty if `path` is
/// no table of moves.
pub(crate) fn names_beside(path: &str) -> Vec<String> {
    let cut = path.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let (folder, name) = path.split_at(cut);
    let Some((stem, extension)) = name.rsplit_once('.') else { return Vec::new() };
    let lower = stem.to_ascii_lowercase();
    let is_table = EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str());
    let Some((at, word)) = MOVES.iter().find_map(|word| Some((lower.rfind(word)?, *word))) else {
        return Vec::new();
    };
    let is_upper = stem[at..].starts_with(char::is_uppercase);
    let names = GAMES.iter().filter(|_| is_table).map(|games| {
        let mut games = (*games).to_owned();
        if let Some(first) = games.get_mut(..1).filter(|_| is_upper) {
            first.make_ascii_uppercase();
        }
        format!("{folder}{}{games}{}.{extension}", &stem[..at], &stem[at + word.len()..])
    });
    names.collect()
}

/// Tables of moves in an archive, which are read when their tables of games are known.
#[derive(Default)]
pub(crate) struct TablesOfMoves {
    /// 1-based numbers of the tables of moves in the archive, ascending.
    pub(crate) numbers: Vec<u64>,
    /// Names that the tables of games may have.
    pub(crate) wanted: BTreeSet<String>,
}

impl TablesOfMoves {
    /// Notes a member that may be a table of moves, to be read later; `false` for other members.
    pub(crate) fn puts_off(&mut self, number: u64, name: Option<&str>) -> bool {
        let names = name.map(names_beside).unwrap_or_default();
        let is_put_off = !names.is_empty();
        if is_put_off {
            self.numbers.push(number);
            self.wanted.extend(names);
        }
        is_put_off
    }
}

#[cfg(test)]
mod tests {
    use super::names_beside;

    #[test]
    fn a_table_of_moves_has_a_table_of_games_beside_it() {
        assert_eq!(names_beside("a/xq_moves.csv")[0], "a/xq_games.csv");
        assert_eq!(names_beside("库/Moves2019.TSV")[0], "库/Games2019.TSV");
        assert!(names_beside("库/着法.csv").contains(&"库/对局.csv".to_owned()));
        for other in ["games.csv", "moves.pgn", "moves/a.csv", "moves"] {
            assert_eq!(names_beside(other), Vec::<String>::new(), "{other}");
        }
    }
}

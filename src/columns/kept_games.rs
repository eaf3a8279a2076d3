//! Rows of games that stay in memory until they are put into another order: one piece of memory for
//! all texts, one for all moves, and no allocation for each.

use crate::metadata::{GameResult, Kind};
use crate::store::{GameLine, StoredGame};

/// Number of texts of a row.
const TEXTS: usize = 10;

/// Rows of games, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct KeptGames {
    texts: String,
    moves: Vec<u8>,
    rows: Vec<KeptGame>,
}

/// Numbers of a row, and the places where its texts and moves begin.
#[derive(Debug)]
struct KeptGame {
    id: u32,
    plies: u32,
    /// Ids of the names of Red, Black and the event.
    names: [u32; 3],
    result: GameResult,
    kind: Kind,
    /// Bit n is set if text n is there.
    there: u16,
    /// Lengths of the texts, which lie one behind the other.
    lens: [u32; TEXTS],
    texts_begin: usize,
    moves_begin: usize,
}

impl KeptGames {
    /// `game.id` of the row at a place, from 0.
    pub(super) fn id(&self, place: usize) -> u32 {
        self.rows[place].id
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Keeps a row.
    pub(super) fn push(&mut self, game: &StoredGame<'_>) {
        let texts = [
            Some(game.line.key),
            game.line.start,
            game.date,
            game.red_team,
            game.black_team,
            game.site,
            game.round,
            game.date_found,
            game.termination,
            game.opening,
        ];
        let (texts_begin, moves_begin) = (self.texts.len(), self.moves.len());
        let (mut there, mut lens) = (0, [0; TEXTS]);
        for (at, text) in texts.into_iter().enumerate() {
            let Some(text) = text else { continue };
            there |= 1 << at;
            // A value of SQLite has less than 2 GiB.
            lens[at] = text.len() as u32;
            self.texts.push_str(text);
        }
        self.moves.extend(game.line.moves);
        self.rows.push(KeptGame {
            id: game.line.id,
            plies: game.plies,
            names: [game.red, game.black, game.event],
            result: game.result,
            kind: game.kind,
            there,
            lens,
            texts_begin,
            moves_begin,
        });
    }

    /// The row at a place, from 0.
    pub(super) fn get(&self, place: usize) -> StoredGame<'_> {
        let row = &self.rows[place];
        let mut begin = row.texts_begin;
        let texts: [Option<&str>; TEXTS] = std::array::from_fn(|at| {
            let text = &self.texts[begin..begin + row.lens[at] as usize];
            begin += text.len();
            (row.there >> at & 1 == 1).then_some(text)
        });
        let next = self.rows.get(place + 1);
        let moves_end = next.map_or(self.moves.len(), |next| next.moves_begin);
        let [key, start, date, red_team, black_team, site, round, date_found, termination, opening] =
            texts;
        StoredGame {
            line: GameLine {
                id: row.id,
                start,
                moves: &self.moves[row.moves_begin..moves_end],
                key: key.unwrap_or_default(),
            },
            plies: row.plies,
            result: row.result,
            kind: row.kind,
            date,
            red: row.names[0],
            black: row.names[1],
            event: row.names[2],
            red_team,
            black_team,
            site,
            round,
            date_found,
            termination,
            opening,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_as_they_were_kept() {
        let game = |id, start, key, site| StoredGame {
            line: GameLine { id, start, moves: &[1, 2, 3, 4][..id as usize], key },
            plies: id,
            result: GameResult::RedWins,
            kind: Kind::Handicap,
            date: Some("1956"),
            red: 7,
            black: 0,
            event: 3,
            red_team: None,
            black_team: Some(""),
            site,
            round: None,
            date_found: Some("1956年"),
            termination: None,
            opening: Some("中炮"),
        };
        let games = [
            game(0, None, "a", None),
            game(4, Some("9/9"), "", Some("杭州")),
            game(2, None, "c", Some("")),
        ];
        let mut kept = KeptGames::default();
        games.iter().for_each(|game| kept.push(game));
        assert_eq!(kept.len(), 3);
        for (at, game) in games.iter().enumerate() {
            assert_eq!(format!("{:?}", kept.get(at)), format!("{game:?}"));
        }
    }
}

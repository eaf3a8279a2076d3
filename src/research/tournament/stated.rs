//! Compares places and scores that records state in words with the games. Pure.

use super::system::PlayingSystem;
use super::{Tournament, TournamentGame};
use crate::metadata::StatedStanding;

/// A stated place or score that games contradict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContradictedStanding {
    /// Player, as a place in the standings.
    pub player: usize,
    /// Stated place.
    pub place: u32,
    /// Stated numbers of games won, drawn and lost.
    pub score: Option<[u32; 3]>,
    /// Key of the game whose record states it.
    pub said_in: String,
    /// Keys of the player's games that contradict the score; empty if the standings contradict the
    /// place.
    pub games: Vec<String>,
}

impl Tournament {
    /// Stores the contradicted ones of `stated`, each given with the key of the game whose record
    /// states it.
    pub(super) fn compare_stated(&mut self, stated: Vec<(StatedStanding, String)>) {
        let mut seen: Vec<StatedStanding> = Vec::new();
        for (said, said_in) in stated {
            if seen.contains(&said) {
                continue;
            }
            seen.push(said);
            let StatedStanding { player, place, score } = said;
            let games = score.map_or_else(Vec::new, |score| self.against(player, score));
            if !games.is_empty() || !self.may_have(player, place) {
                self.contradicted.push(ContradictedStanding {
                    player,
                    place,
                    score,
                    said_in,
                    games,
                });
            }
        }
    }

    /// Keys of the player's games in excess of a score's wins, draws or losses.
    fn against(&self, player: usize, score: [u32; 3]) -> Vec<String> {
        let of_player =
            self.games.iter().filter(|game| game.players.contains(&player) && !game.is_play_off);
        let outcome = |game: &TournamentGame| {
            let points = game.points()?[usize::from(game.players[1] == player)];
            Some(2 - points as usize)
        };
        (0..score.len())
            .filter(|part| self.players[player].score[*part] > score[*part])
            .flat_map(|part| of_player.clone().filter(move |game| outcome(game) == Some(part)))
            .map(|game| game.key.clone())
            .collect()
    }

    /// Whether a player can have a place, whatever the missing games brought; always true after a
    /// play-off, and for systems without an order of points.
    fn may_have(&self, player: usize, place: u32) -> bool {
        let own = &self.players[player];
        let group = &self.groups[own.group];
        let is_ordered =
            matches!(group.system, PlayingSystem::AllPlayAll { .. } | PlayingSystem::Swiss { .. });
        if !is_ordered
            || self.groups.len() > 1
            || own.is_guest
            || self.games.iter().any(|game| game.is_play_off)
        {
            return true;
        }
        // A game without a result may have brought points, too.
        let most = |at: usize| {
            let it = &self.players[at];
            it.points + 2 * (it.missing + it.score[3])
        };
        let others =
            || (0..self.players.len()).filter(|at| *at != player && !self.players[*at].is_guest);
        let better = others().filter(|at| self.players[*at].points > most(player)).count();
        let at_least = others().filter(|at| most(*at) >= own.points).count();
        better < place as usize && at_least + 1 >= place as usize
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::tests::tournament;
    use super::*;
    use crate::metadata::GameResult::{Draw, RedWins};

    #[test]
    fn what_is_stated_is_held_against_the_games() {
        let games = [
            (0, 1, RedWins),
            (0, 2, RedWins),
            (0, 3, RedWins),
            (1, 2, RedWins),
            (1, 3, Draw),
            (2, 3, Draw),
        ];
        let against = |games: &[_], name: &str, place: u32, score| {
            let mut of = tournament(&["甲", "乙", "丙", "丁"], games);
            let player = of.players.iter().position(|player| player.name == name).unwrap();
            let said = StatedStanding { player, place, score };
            of.compare_stated(vec![(said, "game9".to_owned()), (said, "game8".to_owned())]);
            of.contradicted.into_iter().map(|it| (it.said_in, it.games)).collect::<Vec<_>>()
        };
        assert_eq!(against(&games, "甲", 1, Some([3, 0, 0])), []);
        let said = |games: &[&str]| {
            vec![("game9".to_owned(), games.iter().map(|key| (*key).to_owned()).collect())]
        };
        assert_eq!(against(&games, "乙", 2, Some([1, 2, 0])), said(&["game0"]), "乙 lost one");
        assert_eq!(against(&games, "丁", 1, None), said(&[]));
        assert_eq!(against(&games, "甲", 2, None), said(&[]));
        // The missing game may have brought the place.
        assert_eq!(against(&games[1..], "乙", 1, None), []);
        assert_eq!(against(&games[1..], "丁", 1, None), said(&[]));
    }
}

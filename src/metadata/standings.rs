//! Reads places and scores of players in texts:
//! `王天一以8胜3和获得冠军，郑惟桐亚军，刘宗泽第三`.

use crate::text::{fold, hanzi_digit, hanzi_number, is_hanzi_ten};

/// Final place and score of a player, as a text states them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatedStanding {
    /// Index of the player in the list of names, 0-based.
    pub player: usize,
    /// Place, 1-based.
    pub place: u32,
    /// Games won, drawn and lost; None if the text has no score.
    pub score: Option<[u32; 3]>,
}

/// Largest number of characters of the clause behind a name.
const LONGEST: usize = 24;
/// Words for places.
const PLACES: [(&str, u32); 4] = [("冠军", 1), ("亚军", 2), ("季军", 3), ("殿军", 4)];
/// Words between a name and a place that was won.
const WON: [&str; 8] = ["获", "夺得", "取得", "得", "名列", "位列", "列", "为"];
/// Words before a place that is still open, or of another event.
const OPEN: [&str; 5] = ["争夺", "争", "卫冕", "对", "和"];
/// Words behind a number that show it to be no place.
const NO_PLACE: [&str; 8] = ["赛", "决", "争", "之", "得主", "的", "局", "轮"];

/// Reads the final places of these players in a text. Scores count only with a place, because
/// during a tournament texts report growing scores.
///
/// ```
/// use xqdb::metadata::stated_standings;
/// let stated = stated_standings("经11轮争夺，王天一以8胜3和獲得冠軍，郑惟桐亚军", &["王天一", "郑惟桐"]);
/// assert_eq!((stated[0].player, stated[0].place, stated[0].score), (0, 1, Some([8, 3, 0])));
/// assert_eq!((stated[1].player, stated[1].place, stated[1].score), (1, 2, None));
/// ```
#[must_use]
pub fn stated_standings(text: &str, names: &[&str]) -> Vec<StatedStanding> {
    const SHORTEST: usize = 2;
    let text = fold(text);
    let names: Vec<String> = names.iter().map(|name| fold(name)).collect();
    let is_name = |name: &String| name.chars().filter(|c| *c > '\u{2E80}').count() >= SHORTEST;
    let mut found: Vec<(usize, StatedStanding)> = Vec::new();
    for (player, name) in names.iter().enumerate().filter(|(_, name)| is_name(name)) {
        for (at, _) in text.match_indices(name.as_str()) {
            let behind = &text[at + name.len()..];
            let next = names
                .iter()
                .filter(|name| is_name(name))
                .filter_map(|name| behind.find(name.as_str()));
            let end = next.chain(behind.find(['，', ',', '。', '；', ';', '、', '\n'])).min();
            let clause: String =
                behind[..end.unwrap_or(behind.len())].chars().take(LONGEST).collect();
            if let Some((place, score)) = standing(&clause) {
                found.push((at, StatedStanding { player, place, score }));
            }
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, stated)| stated).collect()
}

/// Place and score in the clause behind a name.
fn standing(clause: &str) -> Option<(u32, Option<[u32; 3]>)> {
    let chars: Vec<char> = clause.chars().filter(|c| !c.is_whitespace()).collect();
    let text: String = chars.iter().collect();
    let (before, place, behind) = PLACES
        .iter()
        .find_map(|(word, place)| {
            let (before, behind) = text.split_once(word)?;
            Some((before.to_owned(), *place, behind.to_owned()))
        })
        .or_else(|| numbered(&text))?;
    let is_won = before.is_empty() || WON.iter().any(|word| before.contains(word));
    let is_open = OPEN.iter().any(|word| before.ends_with(word) || before.starts_with(word))
        || NO_PLACE.iter().any(|word| behind.starts_with(word));
    (is_won && !is_open).then(|| (place, score(&before)))
}

/// Splits `第3名` or `第三`: text before, place, text behind.
fn numbered(text: &str) -> Option<(String, u32, String)> {
    const MOST: u32 = 200;
    let (before, rest) = text.split_once('第')?;
    let rest: Vec<char> = rest.chars().collect();
    let (place, length) = number(&rest)?;
    let behind: String = rest[length..].iter().collect();
    let is_place = behind.is_empty() || behind.starts_with('名') || behind.starts_with('位');
    (is_place && (1..=MOST).contains(&place)).then(|| (before.to_owned(), place, behind))
}

/// Score in `8胜3和` or `六胜二和三负`; missing parts are 0.
fn score(text: &str) -> Option<[u32; 3]> {
    let chars: Vec<char> = text.chars().collect();
    let mut score: [Option<u32>; 3] = [None; 3];
    for (word, part) in ['胜', '和', '负'].into_iter().zip(&mut score) {
        *part = chars.iter().enumerate().filter(|(_, c)| **c == word).find_map(|(at, _)| {
            let first = (0..at).rev().take_while(|at| is_figure(chars[*at])).last()?;
            number(&chars[first..at]).map(|(number, _)| number)
        });
    }
    score[0].map(|_| score.map(Option::unwrap_or_default))
}

fn is_figure(c: char) -> bool {
    c.is_ascii_digit() || hanzi_digit(c).is_some() || is_hanzi_ten(c)
}

/// Number at the beginning of a text, with its length in characters.
fn number(text: &[char]) -> Option<(u32, usize)> {
    let length = text.iter().take_while(|c| is_figure(**c)).count();
    let figures: String = text[..length].iter().collect();
    let number = figures.parse().ok().or_else(|| hanzi_number(&text[..length]).map(|it| it.0));
    number.filter(|_| length > 0).map(|number| (number, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_scores_are_read() {
        let names = ["王天一", "赵玮", "陆伟韬", "胡一鹏", "李家华"];
        let read = |text: &str| -> Vec<(usize, u32, Option<[u32; 3]>)> {
            let stated = stated_standings(text, &names).into_iter();
            stated.map(|it| (it.player, it.place, it.score)).collect()
        };
        assert_eq!(
            read("经11轮拼搏，王天一喜获冠军，赵玮亚军，陆伟韬季军。"),
            [(0, 1, None), (1, 2, None), (2, 3, None)]
        );
        assert_eq!(read("王天一以七勝四和不敗戰績獲得冠軍"), [(0, 1, Some([7, 4, 0]))]);
        assert_eq!(
            read("胡一鹏2胜9负取得第12名，赵玮第三"),
            [(3, 12, Some([2, 0, 9])), (1, 3, None)]
        );
        for text in [
            "李家华七胜二和积16分雄居榜首",
            "争夺冠军的决赛",
            "王天一与赵玮争夺冠军",
            "王天一获得冠军赛的资格",
            "王天一在第3轮负于赵玮",
            "王天一卫冕冠军失败",
            "",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }
}

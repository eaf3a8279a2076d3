//! An archive that is asked often prepares its answers: none of them changes by that.

use crate::common::games::{Dice, by_dice};
use crate::common::{desk, stdout};
use std::collections::BTreeSet;
use xqdb::search::{Archive, Filter, Look, Mirroring, SearchQuery, explore, search};
use xqdb::xiangqi::Position;

/// Number of players and of events.
const PLAYERS: usize = 40;
const EVENTS: usize = 25;

/// A file of games of some days, players and events.
fn records() -> String {
    let mut dice = Dice(41);
    let hanzi: Vec<char> = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许".chars().collect();
    let person = |number: usize| format!("{}{}", hanzi[number % 20], hanzi[(number / 20 + 7) % 20]);
    let game = |number: u64| {
        let moves: String = by_dice(number << 7).iter().map(|mv| format!("{mv} ")).collect();
        let [red, black] = [(); 2].map(|()| person(dice.below(PLAYERS)));
        let (day, event) = (1 + dice.below(9), dice.below(EVENTS));
        let date = if dice.below(5) == 0 { "????".to_owned() } else { format!("1999.05.0{day}") };
        format!(
            "[Event \"第{event}杯\"]\n[Date \"{date}\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n\n{moves}*\n\n"
        )
    };
    (1..1_000).map(game).collect()
}

/// A question to an archive, with its answer as text.
type Question = Box<dyn Fn(&Archive) -> String>;

/// Questions about the games of every player and event, their positions, and about keys and days.
fn questions(archive: &Archive) -> Vec<Question> {
    let ids: Vec<u32> = (1..=archive.facts().last_id()).collect();
    let rows = archive.games(&ids).unwrap();
    let names: BTreeSet<&String> = rows.iter().filter_map(|row| row.red.as_ref()).collect();
    let events: BTreeSet<&String> = rows.iter().filter_map(|row| row.event.as_ref()).collect();
    assert!(names.len() >= PLAYERS / 2 && events.len() == EVENTS, "{names:?} {events:?}");
    let mut filters: Vec<Filter> = Vec::new();
    for name in names {
        filters.push(Filter { players: vec![name.clone()], ..Filter::default() });
        filters.push(Filter { red: Some(name.clone()), ..Filter::default() });
    }
    for event in events {
        filters.push(Filter { event: Some(event.clone()), ..Filter::default() });
    }
    let of_filter = |filter: Filter| -> Question {
        Box::new(move |archive| {
            let matcher = filter.clone().resolve(archive).unwrap();
            let look = Look { mirroring: Mirroring::Any, variations: false, latest: 3 };
            let explored = explore(archive, &Position::start(), &matcher, &look).unwrap();
            let found = search(archive, &SearchQuery::new(matcher)).unwrap();
            assert!(found.count > 0, "{filter:?}");
            format!("{filter:?} {:?} {explored:?}", found.games)
        })
    };
    let of_game = |id: u32| -> Question {
        Box::new(move |archive| {
            let key = archive.snapshot().game_key(id).unwrap();
            let found = [2, 4, 12].map(|length| archive.games_by_key(&key[..length]).unwrap());
            assert_eq!(found[2], [id]);
            format!("{found:?} {:?}", archive.same_day(id).unwrap())
        })
    };
    let of_games = ids.into_iter().step_by(7).map(of_game);
    filters.into_iter().map(of_filter).chain(of_games).collect()
}

#[test]
fn an_answer_does_not_depend_on_the_questions_before_it() {
    let (folder, db) = desk();
    let file = folder.path().join("games.pgn");
    std::fs::write(&file, records()).unwrap();
    stdout(&db, &["import", file.to_str().unwrap()], 0);
    let archive = Archive::open(&db).unwrap();
    let questions = questions(&archive);
    // A command asks one question.
    let alone: Vec<String> =
        questions.iter().map(|question| question(&Archive::open(&db).unwrap())).collect();
    for round in 0..4 {
        for (question, alone) in questions.iter().zip(&alone) {
            assert_eq!(&question(&archive), alone, "round {round}");
        }
    }
}

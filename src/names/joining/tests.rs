use super::super::notable::{Notable, NotableKind};
use super::*;
use std::sync::Arc;

/// Heads of persons by their other names, after these games; a game lists the names in its records.
fn heads(games: &[(&[[&str; 2]], u32)], decisions: &str) -> FxHashMap<String, String> {
    let notable = Arc::new(Notable::read(NotableKind::Players, "[only]").unwrap());
    let mut persons = Persons::new(JoinedSubjects::default(), &notable);
    for (records, times) in games {
        for _ in 0..*times {
            let mut place = |name: &str| Some(persons.place(&name_key(name), ""));
            let mut pairs: Vec<[Option<u32>; 2]> =
                records.iter().map(|[red, black]| [place(red), place(black)]).collect();
            persons.add_game(&mut pairs, Some(1982));
        }
    }
    persons.finish();
    let decided = JoinedSubjects::of(&crate::decision::read(decisions).unwrap());
    let rows = joined(&persons, &decided, &FxHashSet::default(), &[]);
    rows.into_iter().map(|row| (row.key, row.head)).collect()
}

fn alone(name: &'static str) -> [[&'static str; 2]; 1] {
    [[name, "吕钦"]]
}

#[test]
fn a_misprint_never_stands_for_the_person() {
    let slip = [["楊官璘", "吕钦"], ["楊官麟", "呂欽"]];
    let pinyin = [["YANG GuanLin", "LV Qin"]];
    let heads = heads(&[(&slip, 2), (&alone("楊官璘"), 9), (&pinyin, 30)], "");
    for name in ["杨官麟", "yang guanlin"] {
        assert_eq!(heads[name], "杨官璘", "{name}");
    }
    assert_eq!(heads["lv qin"], "吕钦");
}

#[test]
fn what_is_unclear_stays_apart() {
    let brothers = [["莊玉庭", "吕钦"], ["莊玉騰", "吕钦"]];
    let games: &[(&[[&str; 2]], u32)] = &[
        (&brothers, 1),
        (&alone("莊玉庭"), 30),
        (&alone("莊玉騰"), 30),
        // Several names are read so, and none has many times the games of another.
        (&alone("刘军"), 5),
        (&alone("刘君"), 5),
        (&alone("LIU Jun"), 5),
        // Two hanzi that sound alike.
        (&alone("王斌"), 50),
        (&alone("王兵"), 1),
    ];
    assert_eq!(heads(games, ""), FxHashMap::default());
}

#[test]
fn who_met_are_two() {
    let met = [["胡荣华", "HU RongHua"]];
    let games: &[(&[[&str; 2]], u32)] =
        &[(&alone("胡荣华"), 30), (&alone("HU RongHua"), 30), (&met, 1)];
    assert_eq!(heads(games, "").get("hu ronghua"), None);
}

#[test]
fn what_stands_around_a_name_is_taken_off() {
    let names = [
        "陶汉明、黑方:",
        "寿光三元陶汉明",
        "市队陶汉明",
        "陶汉明大师",
        "第1局:吉林陶汉明",
        "陶汉明马来西亚",
    ];
    let alone: Vec<[[&str; 2]; 1]> = names.iter().map(|name| [[*name, "吕钦"]]).collect();
    let mut games: Vec<(&[[&str; 2]], u32)> = alone.iter().map(|game| (&game[..], 1)).collect();
    let own = [["陶汉明", "吕钦"]];
    games.push((&own, 30));
    let heads = heads(&games, "");
    for name in names {
        assert_eq!(heads.get(&name_key(name)).map(String::as_str), Some("陶汉明"), "{name}");
    }
    // A field with two people belongs to nobody.
    let own = [["郭莉萍", "吕钦"]];
    for both in ["郭莉萍吕钦", "郭莉萍(吕钦)"] {
        let heads = super::tests::heads(&[(&[[both, "胡荣华"]], 1), (&own, 9)], "");
        assert_eq!(heads[both], "");
    }
    let own = [["胡荣华", "赵国荣"]];
    let doubles = [["林关浩胡荣华", "蒋全胜程明松"]];
    let heads = super::tests::heads(&[(&doubles, 1), (&own, 9)], "");
    assert_eq!([&*heads["林关浩胡荣华"], &*heads["蒋全胜程明松"]], ["", ""]);
    // A name behind a word is no pair, whoever else has such a name.
    let behind = [["海上海胡荣华", "高科技赵国荣"]];
    let heads = super::tests::heads(&[(&behind, 1), (&own, 9)], "");
    for name in behind[0] {
        assert_ne!(heads.get(name).map(String::as_str), Some(""), "{name}");
    }
}

#[test]
fn decisions_go_before_evidence() {
    let games: &[(&[[&str; 2]], u32)] = &[(&alone("胡荣华"), 30), (&alone("HU RongHua"), 9)];
    assert_eq!(heads(games, "")["hu ronghua"], "胡荣华");
    let apart = "differ\tplayer:胡荣华\tplayer:HU RongHua";
    assert_eq!(heads(games, apart).get("hu ronghua"), None);
    let same = "same\tplayer:电脑\tplayer:胡荣华";
    let games: &[(&[[&str; 2]], u32)] = &[(&alone("胡荣华"), 30), (&alone("电脑"), 9)];
    assert_eq!(heads(games, same)["电脑"], "胡荣华");
    assert_eq!(heads(games, "")["电脑"], "", "nobody, but for the decision");
}

//! File names against the records of the corpus that say themselves who played: what the names say
//! must be true.

use std::convert::Infallible;
use xqdb::import::{Input, Options, parse, pipeline};
use xqdb::metadata::{GameResult, Metadata, names_agree, parse_date, read_file_name};

/// How often names and records agree, and where they do not.
#[derive(Default)]
struct Tally {
    agree: usize,
    contradict: Vec<String>,
}

impl Tally {
    fn add(&mut self, agree: bool, what: impl FnOnce() -> String) {
        if agree { self.agree += 1 } else { self.contradict.push(what()) }
    }

    fn told(&self, what: &str) -> String {
        format!("{what}: {} agree, {} contradict", self.agree, self.contradict.len())
    }
}

#[test]
#[ignore = "reads the archives in ../shared; .ci/run runs it where they are"]
fn archives_names_of_files_agree_with_their_records() {
    let corpus = crate::common::shared("corpus");
    let options = Options::default();
    let (mut players, mut results, mut dates) = <(Tally, Tally, Tally)>::default();
    let mut taken = std::collections::BTreeMap::<String, usize>::new();
    let mut promises = Vec::new();
    pipeline(
        vec![Input::from_argument(&corpus)],
        &options,
        |unit| parse(unit, &options.notation),
        |unit, parsed| {
            let name = unit.file_name();
            promises.extend(
                parsed.damage.iter().filter(|(_, what)| what.contains("promises")).cloned(),
            );
            let ([record], Some(pairing)) = (&parsed.records[..], read_file_name(name).pairing)
            else {
                return Ok::<_, Infallible>(());
            };
            for (field, _) in &record.from_file_name {
                *taken.entry(field.clone()).or_default() += 1;
            }
            let tags = record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            let own = Metadata::from_tags(tags);
            if let (Some(red), Some(black)) = (&own.red, &own.black) {
                let agree = names_agree(red, &pairing.red) && names_agree(black, &pairing.black);
                players.add(agree, || format!("{name}: {red} - {black}"));
            }
            if record.game.result != GameResult::Unknown
                && let Some(result) = pairing.result
            {
                let own = record.game.result;
                results.add(result == own, || format!("{name}: {own:?}"));
            }
            if let (Some(own), Some(said)) = (own.date, read_file_name(name).date) {
                let said = parse_date(&said).unwrap();
                let fits = |a: u8, b: u8| a == 0 || b == 0 || a == b;
                let agree =
                    own.year == said.year && fits(own.month, said.month) && fits(own.day, said.day);
                dates.add(agree, || format!("{name}: {own}"));
            }
            Ok(())
        },
    )
    .unwrap();
    for (what, tally) in [("players", &players), ("results", &results), ("dates", &dates)] {
        println!("{}", tally.told(what));
        for line in &tally.contradict {
            println!("  {line}");
        }
    }
    println!("taken: {taken:?}; broken promises: {promises:?}");
    // What is left are files under a wrong name and fields cut short or filled with something else.
    for (what, tally) in [("players", &players), ("results", &results), ("dates", &dates)] {
        assert!(tally.agree > 500, "{}", tally.told(what));
        assert!(tally.contradict.len() * 100 <= tally.agree, "{}", tally.told(what));
    }
    assert_eq!(promises, [], "1956年…93局.CBL and its like hold what they promise");
}

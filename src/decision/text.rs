//! Decisions as lines of a text file, which can be kept under version control and exchanged.
//!
//! A line has up to six fields separated by tabs: action, target, value, reason, by, when. The last
//! three may be missing. Empty lines and lines that begin with `#` are ignored.

use super::Decision;
use super::subject::DecisionFault;
use std::collections::BTreeSet;

/// First line of a file.
const HEAD: &str = "# action\ttarget\tvalue\treason\tby\twhen\n";

/// Place and kind of a fault in a file of decisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// 1-based line.
    pub line: u64,
    /// 1-based character of the line at which the faulty field begins.
    pub column: u64,
    /// Fault of the decision.
    pub fault: DecisionFault,
}

/// Reads the decisions of a file, each once and sorted; fails at the first faulty line.
pub fn read(text: &str) -> Result<Vec<Decision>, Misread> {
    let mut decisions = BTreeSet::new();
    let text = text.trim_start_matches('\u{feff}');
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let decision = match fields[..] {
            [_, _, _] | [_, _, _, _] | [_, _, _, _, _] | [_, _, _, _, _, _] => {
                let field = |at: usize| fields.get(at).copied().unwrap_or("");
                Decision::new([0, 1, 2, 3, 4, 5].map(field))
            }
            _ => Err(DecisionFault::Count(fields.len())),
        };
        decisions.insert(decision.map_err(|fault| {
            let before = fields.iter().take(fault.place());
            let column = 1 + before.map(|field| field.chars().count() as u64 + 1).sum::<u64>();
            Misread { line: number, column, fault }
        })?);
    }
    Ok(decisions.into_iter().collect())
}

/// Writes a file of decisions, which are sorted first.
pub fn write(decisions: &[Decision]) -> String {
    let all: BTreeSet<&Decision> = decisions.iter().collect();
    let lines = all.into_iter().map(|decision| decision.fields().join("\t").trim_end().to_owned());
    lines.fold(HEAD.to_owned(), |text, line| text + &line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_in_any_order() {
        let lines = [
            "same\tplayer:胡榮華\tplayer:HU RongHua\tone man\tWang\t2026-01-31",
            "differ\tgame:jg9d57asbwmv\tgame:000000000000\trematch",
            "set\tgame:jg9d57asbwmv.date\t1982-12-05\tthe event says 1982\t\t2026-01-31",
            "set\tgame:jg9d57asbwmv.result\t红胜",
            "same\tevent:五羊杯\tevent:Wuyang Cup",
            "differ\tplayer:王斌\tplayer:王斌@上海\ttwo men",
            "differ\tplayer:王斌 event:五羊杯\tplayer:王斌@江蘇\ttwo men",
            &format!("read\trecord:{}/3 ply 5\th2e2", "0f".repeat(32)),
            &format!("read\trecord:{}/3 ply 6\t-\tstands twice", "0f".repeat(32)),
        ];
        let text = lines.join("\n");
        let turned: Vec<&str> = lines.into_iter().rev().collect();
        let decisions = read(&text).unwrap();
        assert_eq!(read(&turned.join("\r\n")).unwrap(), decisions);
        let written = write(&decisions);
        assert_eq!(read(&written).unwrap(), decisions);
        assert!(written.contains("set\tgame:jg9d57asbwmv.result\t1-0\n"), "{written}");
        // The order of the two names makes no difference.
        let other = read("same\tplayer:HU RongHua\tplayer:胡荣华\tone man\tWang\t2026-01-31");
        assert!(decisions.contains(&other.unwrap()[0]));
    }

    #[test]
    fn faults_are_told_with_their_place() {
        let fault = |line: &str| {
            let Misread { line, column, fault } = read(&format!("# first\n\n{line}")).unwrap_err();
            assert_eq!(line, 3);
            (column, fault)
        };
        assert_eq!(fault("same"), (1, DecisionFault::Count(1)));
        assert_eq!(fault("join\ta\tb"), (1, DecisionFault::Action("join".to_owned())));
        assert_eq!(fault("same\t胡荣华\tb"), (6, DecisionFault::Subject(1, "胡荣华".to_owned())));
        assert_eq!(fault("same\tplayer:甲\tgame:000000000000"), (15, DecisionFault::Unlike));
        assert_eq!(
            fault("read\trecord:0f/3\th2e2"),
            (6, DecisionFault::Subject(1, "record:0f/3".to_owned()))
        );
        let place = format!("record:{}/3 ply 5", "0f".repeat(32));
        let moves = DecisionFault::Value("read", "炮二平五".to_owned());
        assert_eq!(fault(&format!("read\t{place}\t炮二平五")), (86, moves));
        assert_eq!(fault("same\tplayer:吕钦\tplayer:呂欽"), (16, DecisionFault::Itself));
        assert_eq!(
            fault("set\tgame:000000000000.moves\tx"),
            (5, DecisionFault::Field("moves".to_owned()))
        );
        let date = DecisionFault::Value("date", "soon".to_owned());
        assert_eq!(fault("set\tgame:000000000000.date\tsoon"), (28, date));
        let when = DecisionFault::When("2020-13-45".to_owned());
        assert_eq!(fault("same\tplayer:甲\tplayer:乙\t\t\t2020-13-45"), (26, when));
        let nobody = DecisionFault::Value("red", "（上海）".to_owned());
        assert_eq!(fault("set\tgame:000000000000.red\t（上海）"), (27, nobody));
        let namesake = DecisionFault::Namesake(1, "player:王斌@".to_owned());
        assert_eq!(fault("differ\tplayer:王斌@\tplayer:王斌"), (8, namesake));
        let other = DecisionFault::Namesake(2, "player:王彬@上海".to_owned());
        assert_eq!(fault("differ\tplayer:王斌 event:五羊杯\tplayer:王彬@上海"), (28, other));
    }
}

//! Whether the headings of a record are those of a game that was played, or of a page of a manual.

use super::heading::known_heading;
use super::tournament::names_tournament;
use super::{Metadata, chapter_of, title_of};
use crate::text::fold;

/// What headings tell of the sort of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bearing {
    /// Nothing.
    #[default]
    Silent,
    /// They name two players or a tournament, or the record is dated: it was played.
    Play,
    /// They name an old book, a chapter or an opening: it is a page of a manual.
    Manual,
}

/// Old books, and what chapters of manuals are called; simplified.
const MANUALS: [&str; 46] = [
    "谱",
    "橘中秘",
    "桔中秘",
    "梅花",
    "适情雅趣",
    "韬略元机",
    "自出洞来",
    "金鹏",
    "竹香斋",
    "渊深海阔",
    "心武残编",
    "百变",
    "善庆堂",
    "崇本堂",
    "蕉窗逸品",
    "会珍阁",
    "无双品",
    "定式",
    "定势",
    "布局",
    "开局",
    "变例",
    "变着",
    "变化",
    "教程",
    "讲座",
    "大全",
    "研究",
    "要诀",
    "秘诀",
    "让先",
    "得先",
    "让马",
    "中炮",
    "当头炮",
    "顺炮",
    "列炮",
    "屏风马",
    "反宫马",
    "过宫炮",
    "士角炮",
    "飞相局",
    "仙人指路",
    "对兵局",
    "起马局",
    "卒底炮",
];

impl Bearing {
    /// What the headings of a record with these tags tell.
    ///
    /// ```
    /// use xqdb::metadata::{Bearing, Metadata};
    /// let bearing = |tags: &[(&str, &str)]| {
    ///     let data = Metadata::from_tags(tags.iter().copied());
    ///     Bearing::of(&data, tags.iter().copied())
    /// };
    /// assert_eq!(bearing(&[("Title", "第141局 红七路马式")]), Bearing::Manual);
    /// assert_eq!(bearing(&[("Title", "第3局 胡荣华先胜柳大华")]), Bearing::Play);
    /// assert_eq!(bearing(&[("Event", "1999全国个人赛"), ("Title", "飞相局")]), Bearing::Play);
    /// assert_eq!(bearing(&[]), Bearing::Silent);
    /// ```
    #[must_use]
    pub fn of<'a>(
        data: &Metadata,
        tags: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Bearing {
        let chapter = chapter_of(tags.clone());
        let title = title_of(tags);
        let headings = [data.event.as_deref(), title];
        let mut said = headings.into_iter().flatten();
        let is_play = |text: &str| known_heading(text).pairing.is_some() || names_tournament(text);
        if data.date.is_some() || said.clone().any(is_play) {
            return Bearing::Play;
        }
        let is_manual = |text: &str| {
            let folded = fold(text);
            is_numbered(&folded) || MANUALS.iter().any(|word| folded.contains(word))
        };
        match said.any(is_manual) || chapter.as_deref().is_some_and(is_manual) {
            true => Bearing::Manual,
            false => Bearing::Silent,
        }
    }
}

/// `第141局`, `第二章`: a numbered part of a book.
fn is_numbered(folded: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || "一二三四五六七八九十百零".contains(c);
    folded.match_indices('第').any(|(at, mark)| {
        let number = folded[at + mark.len()..].trim_start();
        let rest = number.trim_start_matches(is_number);
        rest.len() < number.len() && rest.trim_start().starts_with(['章', '节', '局', '卷', '篇'])
    })
}

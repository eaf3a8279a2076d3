//! `collate`: texts of a game side by side.

use super::argument::{count, verb};

sentences! {
    /// How long a text is.
    so_many_plies(plies: u64) {
        en: "{}", count(plies, "ply", "plies");
        zh_hans: "{plies} 步";
        zh_hant: "{plies} 步";
    }
    /// A text has no position of the first.
    meets_nowhere {
        en: "another board throughout";
        zh_hans: "局面始终不同";
        zh_hant: "局面始終不同";
    }
    /// Where a text that begins otherwise joins the first.
    joins_after(own: u64, lead: u64) {
        en: "after ply {own:#} it is where A is after ply {lead:#}";
        zh_hans: "其第 {own:#} 步后即 A 第 {lead:#} 步后";
        zh_hant: "其第 {own:#} 步後即 A 第 {lead:#} 步後";
    }
    /// Head of a difference: others have more after this ply.
    after_ply(ply: u64) {
        en: "After ply {ply:#}";
        zh_hans: "第 {ply:#} 步之后";
        zh_hant: "第 {ply:#} 步之後";
    }
    /// Head of a difference.
    at_ply(ply: u64) {
        en: "Ply {ply:#}";
        zh_hans: "第 {ply:#} 步";
        zh_hant: "第 {ply:#} 步";
    }
    /// Head of a difference.
    at_plies(first: u64, last: u64) {
        en: "Plies {first:#} to {last:#}";
        zh_hans: "第 {first:#} 至 {last:#} 步";
        zh_hant: "第 {first:#} 至 {last:#} 步";
    }
    /// A text ends before the first does.
    stops_here {
        en: "stops here";
        zh_hans: "至此而止";
        zh_hant: "至此而止";
    }
    /// A text goes on where the first ends.
    goes_on {
        en: "goes on";
        zh_hans: "尚有后着";
        zh_hant: "尚有後著";
    }
    /// At which plies of a stretch the moves are not the same.
    differs_at(plies: &str) {
        en: "other moves at ply {plies}";
        zh_hans: "异着在第 {plies} 步";
        zh_hant: "異著在第 {plies} 步";
    }
    /// Which plies of the first a text has not, all else being equal.
    lacks_plies(plies: &str) {
        en: "drops ply {plies}";
        zh_hans: "脱第 {plies} 步";
        zh_hant: "脫第 {plies} 步";
    }
    /// Heading: the texts and the records that have them.
    head_texts {
        en: "Texts";
        zh_hans: "文本";
        zh_hant: "文本";
    }
    /// Heading: all moves side by side.
    head_synopsis {
        en: "All moves";
        zh_hans: "全部着法";
        zh_hant: "全部著法";
    }
    /// Heading: where texts differ.
    head_differences {
        en: "Where they differ";
        zh_hans: "异文";
        zh_hant: "異文";
    }
    /// Below the answer: more texts than are laid side by side.
    texts_left_out(texts: u64) {
        en: "{} {} not laid beside them", count(texts, "more text", "more texts"),
            verb(texts, "is", "are");
        zh_hans: "另有 {texts} 种文本未对校";
        zh_hant: "另有 {texts} 種文本未對校";
    }
    /// The boards are equal again after this ply of the first.
    returns_after(ply: u64) {
        en: "the same board again after ply {ply:#}";
        zh_hans: "第 {ply:#} 步后局面复同";
        zh_hant: "第 {ply:#} 步後局面復同";
    }
    /// Column: a tag of records.
    head_tag {
        en: "Tag";
        zh_hans: "标签";
        zh_hant: "標籤";
    }
    /// Column: its value.
    head_value {
        en: "Value";
        zh_hans: "值";
        zh_hant: "值";
    }
    /// Column: which texts and records.
    head_sigla {
        en: "In";
        zh_hans: "见于";
        zh_hant: "見於";
    }
    /// Corner of the table of agreement.
    head_agreement {
        en: "Agreement";
        zh_hans: "相合";
        zh_hant: "相合";
    }
    /// Below the answer.
    texts_collated(texts: u64, entries: u64) {
        en: "{}, which {} in {}", count(texts, "text", "texts"), verb(texts, "differs", "differ"),
            count(entries, "place", "places");
        zh_hans: "共 {texts} 种文本，{entries} 处不同";
        zh_hant: "共 {texts} 種文本，{entries} 處不同";
    }
}

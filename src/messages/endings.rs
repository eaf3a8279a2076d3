//! `endings`.

sentences! {
    /// The name of the argument, where it is refused.
    argument_material {
        en: "the material";
        zh_hans: "子力";
        zh_hant: "子力";
    }
    /// Why it is refused: something stands behind the second army.
    two_armies_wanted {
        en: "two armies and no more are wanted, as in RP-HEE";
        zh_hans: "只须写双方子力，如 车兵对马双象";
        zh_hant: "只須寫雙方子力，如 車兵對馬雙象";
    }
    /// Column: who has the army that was named first.
    head_first_army {
        en: "First army";
        zh_hans: "前者属";
        zh_hant: "前者屬";
    }
    /// Row: Red has the army that was named first.
    first_army_is_reds {
        en: "Red";
        zh_hans: "红方";
        zh_hant: "紅方";
    }
    /// Row: Black has the army that was named first.
    first_army_is_blacks {
        en: "Black";
        zh_hans: "黑方";
        zh_hant: "黑方";
    }
    /// Column: how many pieces had been taken.
    head_captures {
        en: "Taken";
        zh_hans: "吃子";
        zh_hant: "吃子";
    }
    /// Column: what was taken last.
    head_last_taken {
        en: "last";
        zh_hans: "末次";
        zh_hant: "末次";
    }
    /// Column: for how many plies the material stood.
    head_ending_length {
        en: "Length";
        zh_hans: "持续";
        zh_hant: "持續";
    }
}

//! `repertoire`.

sentences! {
    /// Column: the moves of a player with a side.
    player_with(player: &str, side: &str) {
        en: "{player}, {side}";
        zh_hans: "{player}，{side}";
        zh_hant: "{player}，{side}";
    }
    /// Column: how often a move was chosen where there was the choice.
    head_share_chosen {
        en: "Chosen";
        zh_hans: "占比";
        zh_hant: "佔比";
    }
    /// Column: how many opponents there are.
    head_opponents {
        en: "Opponents";
        zh_hans: "对手";
        zh_hant: "對手";
    }
    /// Column: how often everybody chose a move.
    everybody {
        en: "Everybody";
        zh_hans: "众人";
        zh_hant: "眾人";
    }
}

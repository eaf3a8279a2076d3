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
    /// Below, where changes are told.
    changes_are {
        en: "each period: how often the move was chosen, the 95 % interval of that (Wilson), and (chosen/games in \
             which there was the choice); * one opponent or one event has more than a third of these games";
        zh_hans: "各时期：选用率、其 95% 区间（Wilson）及（选用局数/可选局数）；* 其中逾三分之一出自同一对手或同一赛事";
        zh_hant: "各時期：選用率、其 95% 區間（Wilson）及（選用局數/可選局數）；* 其中逾三分之一出自同一對手或同一賽事";
    }
    /// Column: how often everybody chose a move.
    everybody {
        en: "Everybody";
        zh_hans: "众人";
        zh_hant: "眾人";
    }
}

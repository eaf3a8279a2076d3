//! `repertoire`.

use super::Lang;

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
    /// Below, where the columns are narrow.
    players_are_opponents_narrow {
        en: "95%: where the share and the score lie, by Wilson's interval; Pl/Ev: how many players and events these games \
             are of, and of his how many opponents; * one of them has more than a third";
        zh_hans: "95%：占比与得分率的区间（Wilson 法）；人/赛：这些对局出自多少棋手与赛事，本人对局则计对手；* 其中逾三分之一出自同一人或同一赛事";
        zh_hant: "95%：佔比與得分率的區間（Wilson 法）；人/賽：這些對局出自多少棋手與賽事，本人對局則計對手；* 其中逾三分之一出自同一人或同一賽事";
    }
    /// Below, where there is room for everything.
    players_are_opponents {
        en: "players: of his games the opponents";
        zh_hans: "棋手：本人对局则计对手";
        zh_hant: "棋手：本人對局則計對手";
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

impl Lang {
    /// Columns, where there is little room: games that the player won, drew and lost.
    pub(crate) fn heads_won_drawn_lost(self) -> [String; 3] {
        match self {
            Lang::En => ["W", "D", "L"].map(str::to_owned),
            _ => [self.head_won(), self.head_draws(), self.head_lost()],
        }
    }
}

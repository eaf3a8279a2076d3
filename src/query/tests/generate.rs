//! Random queries from the grammar, and random games of legal moves or of moves that leave kings in
//! check and take them.

use super::plain::Game;
use crate::xiangqi::Position;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const STARTS: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "3akab2/9/2n1b1n2/p1p1C3p/4c1p2/2P6/P3P1P1P/2N1B1N2/9/R1BAKA2R b",
    "2bak4/4a4/4b1N2/3R5/2n3p2/2B3P2/4r4/4C4/4A4/2B1KA3 w",
    "3k5/4P4/3PbP3/9/9/4c4/9/3AC4/4A4/3nK2R1 w",
    "4k4/4a1R2/4ba3/4C4/9/9/9/9/4p4/3K5 w",
    "3k1a3/4a4/9/9/2b3r2/9/4N4/3cB4/4A4/2BAK2R1 b",
    "3k1n3/4P4/2N6/9/9/3R5/4c4/5p3/3A5/3KC4 w",
    "3k1k3/4a4/2N6/3R5/9/1c2p4/9/3rC4/4p4/3K1K1R1 w",
    "9/4a4/4b4/4R4/2P3n2/4p4/9/4c4/4A4/4K4 w",
];

/// A game of up to `most` plies.
pub(super) fn game(most: usize) -> impl Strategy<Value = Game> {
    let moves = (any::<bool>(), vec(any::<u16>(), 0..most));
    // Half of the games have scores and clocks, at about half of their moments.
    let eval = proptest::option::of(select(&[-29_997, -150, -50, 0, 25, 100, 200][..]));
    let clock = proptest::option::of(select(&[0, 4_999, 5_000, 30_500, 600_000][..]));
    let said = proptest::option::of(vec((eval, clock), most + 1));
    (select(STARTS), moves, said).prop_map(|(start, (is_legal, choices), said)| {
        let start = Position::from_fen(start).unwrap();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for choice in choices {
            let possible = match is_legal {
                true => position.legal_moves(),
                false => position.pseudo_legal_moves(),
            };
            if possible.is_empty() {
                break;
            }
            let mv = possible[usize::from(choice) % possible.len()];
            moves.push(mv);
            position.play_unchecked(mv);
        }
        let mut game = Game::new(start, moves);
        game.said =
            game.said.into_iter().zip(said.into_iter().flatten()).map(|(_, said)| said).collect();
        game.said.resize(game.positions.len(), (None, None));
        game
    })
}

/// A random query of the whole language.
pub(super) fn query() -> impl Strategy<Value = String> {
    let definitions = vec(condition(), 0..2).prop_map(|bodies| {
        let defined = bodies.iter().enumerate();
        defined
            .map(|(number, body)| {
                format!("def own-{number} = {body}; ", number = ["a", "b"][number])
            })
            .collect::<String>()
    });
    (definitions, condition(), any::<bool>()).prop_map(|(definitions, condition, uses)| {
        let used = if uses && !definitions.is_empty() { "red own-a or " } else { "" };
        format!("{definitions}{used}{condition}")
    })
}

fn text(strategy: impl Strategy<Value = &'static str>) -> impl Strategy<Value = String> {
    strategy.prop_map(str::to_owned)
}

/// One of several texts, separated by ` ~ `.
fn one_of(texts: &'static str) -> impl Strategy<Value = String> + Clone {
    select(texts.split(" ~ ").collect::<Vec<_>>()).prop_map(str::to_owned)
}

fn numbers() -> impl Strategy<Value = String> {
    (select(&["=", "!="][..]), select(&["0", "1", "2", "0..1", "2..", "..3", "1..4"][..]))
        .prop_map(|(sign, count)| format!("{sign} {count}"))
        .boxed()
        .prop_union(
            (select(&["<", "<=", ">", ">="][..]), 0..6_u8)
                .prop_map(|(sign, number)| format!("{sign} {number}"))
                .boxed(),
        )
}

fn region() -> impl Strategy<Value = String> {
    one_of(
        "palace ~ 九宫 ~ river ~ home ~ crossed ~ base ~ bottom ~ centre ~ ribs ~ edge \
         ~ left ~ 右翼 ~ e4 ~ a0..d6 ~ f9..e1 ~ e2|e7 ~ home|ribs",
    )
}

fn atom() -> impl Strategy<Value = String> + Clone {
    one_of(
        "R ~ r ~ N ~ n ~ C ~ c ~ P ~ p ~ A ~ b ~ K ~ k ~ rook ~ red horse ~ 黑炮 ~ 兵 ~ 车 \
         ~ major ~ red defender ~ piece ~ black piece",
    )
}

fn union() -> impl Strategy<Value = String> + Clone {
    vec(atom(), 1..3).prop_map(|atoms| atoms.join("|"))
}

fn pieces() -> impl Strategy<Value = String> {
    let line = (
        select(&["line", "file", "横线"][..]),
        union(),
        vec((select(&[" ", ", ", " . ", " . . "][..]), union()), 1..3),
    )
        .prop_map(|(axis, first, rest)| {
            let rest: String = rest.into_iter().map(|(link, set)| format!("{link}{set}")).collect();
            format!("{axis}({first}{rest})")
        });
    let plain = prop_oneof![4 => union(), 1 => line];
    plain.prop_recursive(3, 12, 2, |inner| {
        let filter = prop_oneof![
            (select(&["in ", "on ", ""][..]), region())
                .prop_map(|(word, region)| format!("{word}{region}")),
            one_of("attacked ~ protected ~ unprotected ~ pinned",),
        ];
        prop_oneof![
            (inner.clone(), vec(filter, 1..3))
                .prop_map(|(set, filters)| format!("({set}) {}", filters.join(" "))),
            (inner.clone(), select(&["attacks", "protects", "pins", "blocks"][..]), inner.clone())
                .prop_map(|(x, verb, y)| format!("({x}) {verb} {y}")),
            (union(), select(&["attacks", "protects", "pins", "塞"][..]), inner.clone())
                .prop_map(|(x, verb, y)| format!("{x} {verb} {y}")),
        ]
    })
}

fn moved() -> impl Strategy<Value = String> {
    let part = |name: &'static str| {
        proptest::option::of(region()).prop_map(move |region| {
            region.map_or(String::new(), |region| format!(" {name} {region}"))
        })
    };
    let takes = prop_oneof![
        3 => Just(String::new()),
        1 => Just(" takes".to_owned()),
        1 => pieces().prop_map(|set| format!(" takes {set}")),
    ];
    let mover = proptest::option::of(pieces()).prop_map(Option::unwrap_or_default);
    let parts = (mover, part("from"), part("to"), takes, any::<bool>());
    let built = parts.prop_map(|(mover, from, to, takes, checking)| {
        let checking = if checking { " checking" } else { "" };
        // In brackets, since `takes` would continue with what follows.
        format!("(move {mover}{from}{to}{checking}{takes})")
    });
    let written = one_of(
        "move C2=5 ~ move H8+7|N2+3 ~ move 炮二平五|马8进7 ~ move h2e2|b7-e7 ~ move R1+1 \
         ~ move 前炮进一|后车退1 ~ move +R-1 ~ move P3+1 ~ move K5=4|K5+1 ~ 走帅五平六",
    );
    prop_oneof![3 => built, 1 => written]
}

fn leaf() -> impl Strategy<Value = String> {
    let simple = one_of(
        "check ~ mate ~ stalemate ~ red to move ~ 黑先 ~ start ~ at end ~ result:1-0 \
         ~ result:0-1|* ~ year>=1980 ~ year!=1982 ~ plies<=9 ~ ply:..6 ~ round=2..4 \
         ~ eval>=1 ~ eval<-0.5 ~ eval:-1..0.25 ~ 评分!=0 ~ eval=..-1 ~ eval > 99 ~ clock<5 \
         ~ 余时:5.. ~ clock != 30.5 ~ ply!=3 ~ round<1 ~ 空头炮 ~ red crossed-rook ~ black 马后炮 ~ 担子炮 ~ 弃车 ~ 兑车 ~ 八角马 \
         ~ screen-horses ~ 连环马 ~ double-check ~ 士象全 ~ 闷宫 \
         ~ board \"????k????/////////\" ~ board '/????a????////////RNBAKABNR w' \
         ~ material RP vs AABB ~ 子力 车马 对 单缺士 \
         ~ board \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR\"",
    );
    let sets = prop_oneof![
        pieces(),
        (pieces(), numbers()).prop_map(|(set, numbers)| format!("{set} {numbers}")),
        (pieces(), select(&["=", "!=", "<", "<=", ">", ">="][..]), pieces())
            .prop_map(|(one, sign, other)| format!("{one} {sign} {other}")),
    ];
    prop_oneof![3 => simple, 4 => sets, 2 => moved()]
}

fn condition() -> impl Strategy<Value = String> {
    leaf().prop_recursive(4, 24, 3, |inner| {
        let prefix =
            select(&["not", "never", "always", "ever", "mirror", "swap", "左右", "红黑"][..]);
        let link = select(&["then", "next", "then within 3", "然后2步内"][..]);
        prop_oneof![
            3 => (vec(inner.clone(), 2..4), select(&[" and ", ", ", " or "][..]))
                .prop_map(|(parts, joint)| format!("({})", parts.join(joint))),
            3 => (prefix, inner.clone()).prop_map(|(prefix, inner)| format!("{prefix} ({inner})")),
            2 => (inner.clone(), vec((link, inner.clone()), 1..3)).prop_map(|(first, rest)| {
                let rest: String =
                    rest.into_iter().map(|(link, part)| format!(" {link} ({part})")).collect();
                format!("(({first}){rest})")
            }),
            1 => (inner.clone(), 1..5_u8).prop_map(|(inner, plies)| format!("((({inner}) and red \
                to move or ({inner})) for {plies})")),
            1 => (inner, numbers()).prop_map(|(inner, numbers)| format!("times({inner}) \
                {numbers}")),
        ]
    })
}

/// Text similar to a query: words and signs in any order, or any characters.
pub(super) fn noise() -> impl Strategy<Value = String> {
    let token = one_of(
        "( ~ ) ~ | ~ , ~ ; ~ : ~ = ~ != ~ <= ~ .. ~ . ~ \" ~ “ ~ 「 ~ ' ~ 1 ~ 99 \
         ~ 1234567 ~ R ~ n ~ x ~ e4 ~ h2e2 ~ C2=5 ~ + ~ - ~ 炮二平五 ~ 炮二平5 ~ 红 ~ 黑 ~ 车 \
         ~ 马后炮 ~ 中 ~ def ~ own ~ 网阵 ~ move ~ takes ~ line ~ file ~ board ~ material \
         ~ vs ~ times ~ then ~ within ~ 步内 ~ for ~ not ~ mirror ~ swap ~ player ~ year \
         ~ date ~ result ~ in ~ start ~ attacks ~ palace ~ or ~ and ~ 俥 ~ 　 ~ ， ~ ≤ \
         ~ \n ~ 🀄",
    );
    let words = vec((token, select(&[" ", ""][..])), 0..40).prop_map(|parts| {
        parts.into_iter().map(|(word, blank)| format!("{word}{blank}")).collect()
    });
    prop_oneof![3 => words, 1 => text(Just("")), 1 => any::<String>()]
}

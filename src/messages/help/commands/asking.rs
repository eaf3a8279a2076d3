//! Commands that answer questions about games.

use super::NONE;
use crate::messages::help::About;

pub(super) const COMMANDS: &[About] = &[
    About {
        name: "search",
        what: [
            "Find games by position, moves, players, events, dates",
            "按局面、着法、棋手、赛事、日期查找对局",
            "按局面、著法、棋手、賽事、日期查詢對局",
        ],
        examples: &[
            (
                "xqdb search --player 胡荣华 --since 1960 --result 1-0",
                [
                    "胡榮華 and HU Ronghua are found, too",
                    "胡榮華、HU Ronghua 也会找到",
                    "胡榮華、HU Ronghua 也會找到",
                ],
            ),
            (
                "xqdb search --moves \"炮二平五 马8进7\" --sort newest",
                [
                    "games that come to a position, by any order of moves",
                    "到达某局面的对局，着法次序不限",
                    "到達某局面的對局，著法次序不限",
                ],
            ),
            (
                "xqdb search --contains \"????P????/////////\"",
                [
                    "a red pawn in the middle of the last rank, anywhere in a game",
                    "对局中任何时候，红兵位于底线正中",
                    "對局中任何時候，紅兵位於底線正中",
                ],
            ),
            (
                "xqdb search --event 五羊杯 --format csv --limit 0 > games.csv",
                [
                    "all of them, for a spreadsheet",
                    "全部写出，供电子表格使用",
                    "全部寫出，供試算表使用",
                ],
            ),
        ],
        notes: NONE,
    },
    About {
        name: "explore",
        what: [
            "Every move played in a position, with its score",
            "某局面下的每种着法及其成绩",
            "某局面下的每種著法及其成績",
        ],
        examples: &[
            ("xqdb explore", ["the first moves", "开局第一着", "開局第一著"]),
            (
                "xqdb explore --moves \"炮二平五 马8进7\" --depth 2",
                ["with the answers to each move", "并列出每着的应着", "並列出每著的應著"],
            ),
            (
                "xqdb explore --moves \"h2e2 h9g7\" --player 胡荣华 --format json",
                [
                    "of one player, for a program",
                    "一位棋手的，供程序使用",
                    "一位棋手的，供程式使用",
                ],
            ),
        ],
        notes: [
            "Games: played here. Reached: games that come to the position after the move by\n\
             any way. Score: Red's share of the points, games without a result left out.",
            "局数：在此局面走出该着的对局。到达：以任何次序走到下一局面的对局。\n\
             得分率：红方得分，只计有结果的对局。",
            "局數：在此局面走出該著的對局。到達：以任何次序走到下一局面的對局。\n\
             得分率：紅方得分，只計有結果的對局。",
        ],
    },
    About {
        name: "openings",
        what: [
            "Games by their openings (ECCO), each with its score",
            "按布局（ECCO 编号）统计对局与成绩",
            "按佈局（ECCO 編號）統計對局與成績",
        ],
        examples: &[
            ("xqdb openings", ["of all games", "全部对局", "全部對局"]),
            (
                "xqdb openings --opening 五七炮 --since 1980",
                [
                    "those with this in their name, since 1980",
                    "名称含“五七炮”的布局，1980 年以后",
                    "名稱含「五七炮」的佈局，1980 年以後",
                ],
            ),
            (
                "xqdb openings --player 胡荣华 --format csv",
                [
                    "of one player, for a spreadsheet",
                    "一位棋手的，供表格使用",
                    "一位棋手的，供表格使用",
                ],
            ),
            (
                "xqdb openings --openings own.tsv",
                [
                    "with codes, names and rules of your own",
                    "用自备的编号、名称与规则",
                    "用自備的編號、名稱與規則",
                ],
            ),
        ],
        notes: [
            "The code goes by the first ten moves of each side, as Huang Chen of xqbase.com\n\
             made it in 2004; English names are our own. A file of your own has the columns code,\n\
             name, traditional name, English name and rules, as src/opening/ecco.tsv tells. Its \
             rules\n\
             come before those of ECCO; what fits none of them keeps its code of ECCO.",
            "编号按双方前十回合的着法，依象棋百科全书（xqbase.com）黄晨 2004 年所编；英文名称为本程序自拟。\n\
             自备文件每行五列：编号、名称、繁体名称、英文名称、规则，写法见 src/opening/ecco.tsv。\n\
             自备规则先于 ECCO；都不符合的对局仍用 ECCO 编号。",
            "編號按雙方前十回合的著法，依象棋百科全書（xqbase.com）黃晨 2004 年所編；英文名稱為本程式自擬。\n\
             自備檔案每行五欄：編號、名稱、繁體名稱、英文名稱、規則，寫法見 src/opening/ecco.tsv。\n\
             自備規則先於 ECCO；都不符合的對局仍用 ECCO 編號。",
        ],
    },
    About {
        name: "patterns",
        what: [
            "The named patterns of the query language, and how many games show each",
            "问句中有名称的棋形，及其见于多少对局",
            "問句中有名稱的棋形，及其見於多少對局",
        ],
        examples: &[
            ("xqdb patterns", ["all of them", "全部棋形", "全部棋形"]),
            (
                "xqdb patterns 空头炮 卧槽马",
                ["two of them, with their boards", "其中两种，附棋盘", "其中兩種，附棋盤"],
            ),
            (
                "xqdb patterns --define own.txt --no-count --format json",
                [
                    "with definitions of your own, for a program",
                    "连同自定义的棋形，供程序使用",
                    "連同自訂的棋形，供程式使用",
                ],
            ),
        ],
        notes: [
            "A name means either side's; `red NAME` and `black NAME` one side's. A board shows \
             the\n\
             pattern for Red. A file of your own has `def NAME = …;` for each of them.",
            "名称兼指双方；“红NAME”“黑NAME”只指一方。棋盘所示为红方。\n\
             自备文件逐条写“定义 NAME = …；”。",
            "名稱兼指雙方；「紅NAME」「黑NAME」只指一方。棋盤所示為紅方。\n\
             自備檔案逐條寫「定義 NAME = …；」。",
        ],
    },
    About {
        name: "show",
        what: [
            "One game: tags, moves, board, witnesses",
            "一局棋：标签、着法、棋盘、出处",
            "一局棋：標籤、著法、棋盤、出處",
        ],
        examples: &[
            (
                "xqdb show jg9d57asbwmv",
                [
                    "a game by its key, which `xqdb search` lists",
                    "按编号查看；编号见 `xqdb search`",
                    "按編號查看；編號見 `xqdb search`",
                ],
            ),
            (
                "xqdb show jg9d --ply 20 --letters latin",
                [
                    "with the board after ply 20; the beginning of a key is enough",
                    "并画出第 20 步之后的棋盘；编号写开头即可",
                    "並畫出第 20 步之後的棋盤；編號寫開頭即可",
                ],
            ),
            ("xqdb show jg9d --format pgn --notation wxf", ["as PGN", "输出为 PGN", "輸出為 PGN"]),
            (
                "xqdb show jg9d --ply 20,41 --format html > game.html",
                [
                    "a page with diagrams, to read in a browser or to print",
                    "带棋图的网页，可在浏览器中阅读或打印",
                    "帶棋圖的網頁，可在瀏覽器中閱讀或列印",
                ],
            ),
            (
                "xqdb show jg9d --ply 20 --format svg > position.svg",
                ["a picture of the position", "局面图", "局面圖"],
            ),
        ],
        notes: NONE,
    },
    About {
        name: "people",
        what: [
            "Players, with all their spellings and years",
            "棋手及其各种写法与年代",
            "棋手及其各種寫法與年代",
        ],
        examples: &[
            (
                "xqdb people 胡荣华",
                ["how a player is written", "一位棋手的各种写法", "一位棋手的各種寫法"],
            ),
            (
                "xqdb people --candidates",
                [
                    "names that games have in one place",
                    "在同一局中互见的姓名",
                    "在同一局中互見的姓名",
                ],
            ),
            (
                "xqdb people --judge - < pairs.tsv",
                [
                    "are these pairs one person? As JSON Lines",
                    "判断各对姓名是否同一人，输出 JSON Lines",
                    "判斷各對姓名是否同一人，輸出 JSON Lines",
                ],
            ),
            (
                "xqdb people 胡荣华 --list own.tsv",
                ["with notable players of your own", "用自备的名手表", "用自備的名手表"],
            ),
        ],
        notes: [
            "Spellings are joined by rule where that is certain: script, width, blanks, known teams,\n\
             rank. All else is offered with its evidence and left to you.\n\
             A list of notable players comes with the program: names, years, titles, each\n\
             with its source. A file of your own has the ten columns of\n\
             src/people/players.tsv; its rows come before the project's, and the line\n\
             [only] leaves those out.",
            "字形、全半角、空格、已知队名、级别等确定的写法按规则归并；\n\
             其余列出依据，由您决定。\n\
             本程序附有名手表：姓名、生卒年、称号，各有出处。自备文件每行十列，\n\
             写法见 src/people/players.tsv；自备各行先于所附，另有一行 [only] 则只用自备。",
            "字形、全半形、空格、已知隊名、級別等確定的寫法按規則歸併；\n\
             其餘列出依據，由您決定。\n\
             本程式附有名手表：姓名、生卒年、稱號，各有出處。自備檔案每行十欄，\n\
             寫法見 src/people/players.tsv；自備各行先於所附，另有一行 [only] 則只用自備。",
        ],
    },
    About {
        name: "events",
        what: [
            "Events, with all their wordings and years",
            "赛事及其各种名称与年代",
            "賽事及其各種名稱與年代",
        ],
        examples: &[
            (
                "xqdb events 五羊杯",
                ["every wording with these words", "含此名称的各种写法", "含此名稱的各種寫法"],
            ),
            (
                "xqdb events 五羊杯 --list own.tsv",
                ["with main events of your own", "用自备的赛事表", "用自備的賽事表"],
            ),
        ],
        notes: [
            "A list of main events comes with the program: names, years, kinds, each with\n\
             its source. A file of your own has the eight columns of\n\
             src/people/events.tsv; its rows come before the project's, and the line\n\
             [only] leaves those out.",
            "本程序附有赛事表：名称、年份、类别，各有出处。自备文件每行八列，\n\
             写法见 src/people/events.tsv；自备各行先于所附，另有一行 [only] 则只用自备。",
            "本程式附有賽事表：名稱、年份、類別，各有出處。自備檔案每行八欄，\n\
             寫法見 src/people/events.tsv；自備各行先於所附，另有一行 [only] 則只用自備。",
        ],
    },
    About {
        name: "links",
        what: [
            "Games that are nearly equal: cut off, misprinted, mirrored, a fragment",
            "近乎相同的对局：截短、误植、镜像、片段",
            "近乎相同的對局：截短、誤植、鏡像、片段",
        ],
        examples: &[
            ("xqdb links KEY", ["the kin of one game", "一局棋的近似对局", "一局棋的近似對局"]),
            (
                "xqdb links --same --format jsonl",
                [
                    "pairs of records that are held to be one game",
                    "视为同一局的各对记录",
                    "視為同一局的各對記錄",
                ],
            ),
            (
                "xqdb links --relation misprint,dropped",
                ["where a copy went wrong", "抄录有误的对局", "抄錄有誤的對局"],
            ),
        ],
        notes: [
            "Links are kept up at the end of every import. Nothing is merged: every line and every\n\
             record stays. A group of certain copies counts once in statistics.",
            "每次导入结束时自动更新关联。不作合并：每条棋谱、每条记录都保留；\n\
             确属同一局的各份在统计中只计一次。",
            "每次匯入結束時自動更新關聯。不作合併：每條棋譜、每筆記錄都保留；\n\
             確屬同一局的各份在統計中只計一次。",
        ],
    },
    About {
        name: "collate",
        what: [
            "The records of a game side by side: what each reads where they differ",
            "将一局棋的各份记录并列对校，列出异文",
            "將一局棋的各份記錄並列對校，列出異文",
        ],
        examples: &[
            (
                "xqdb collate KEY",
                [
                    "a game and its kin, with differing tags and how much they agree",
                    "一局棋及其近似对局，附相异标签与相合程度",
                    "一局棋及其近似對局，附相異標籤與相合程度",
                ],
            ),
            (
                "xqdb collate KEY KEY --boards",
                ["two games, with boards", "两局棋，附棋盘", "兩局棋，附棋盤"],
            ),
            (
                "xqdb collate KEY --format tei > edition.xml",
                [
                    "a critical edition in TEI P5; --format html is a page with boards",
                    "TEI P5 校勘本；--format html 为附棋盘的网页",
                    "TEI P5 校勘本；--format html 為附棋盤的網頁",
                ],
            ),
        ],
        notes: [
            "A letter stands for every text, with a number for each record that has it. A is the\n\
             text that the others are laid beside: a whole game with the most records.",
            "每种文本以一个字母代表，各份记录加数字。其他文本均与 A 对校：\n\
             A 为完整且记录最多者。",
            "每種文本以一個字母代表，各筆記錄加數字。其他文本均與 A 對校：\n\
             A 為完整且記錄最多者。",
        ],
    },
    About {
        name: "emend",
        what: [
            "Readings of a damaged record: which edits let it play on",
            "受损记录的校改：改动何处即可走通",
            "受損記錄的校改：改動何處即可走通",
        ],
        examples: &[
            ("xqdb emend KEY", ["a game that stops early", "中途断绝的一局", "中途斷絕的一局"]),
            (
                "xqdb emend games.pgn#3 --json",
                ["the third record of a file", "某文件的第三条记录", "某檔案的第三筆記錄"],
            ),
            (
                "xqdb emend KEY --accept 1 --reason \"ends in mate\"",
                [
                    "read it so from now on; the record stays",
                    "此后如此读法；原记录不变",
                    "此後如此讀法；原記錄不變",
                ],
            ),
        ],
        notes: [
            "The damage may lie before the move that cannot be played. Readings come by how far they\n\
             play, how misprints look, and what other games have. What is accepted is a decision:\n\
             `xqdb decisions` lists it, `xqdb undo` takes it back.",
            "错处可能在走不通的一着之前。校改依走通多少、误植常态及他局所载排列。\n\
             采纳即为一条裁定：`xqdb decisions` 可查，`xqdb undo` 可撤回。",
            "錯處可能在走不通的一著之前。校改依走通多少、誤植常態及他局所載排列。\n\
             採納即為一條裁定：`xqdb decisions` 可查，`xqdb undo` 可撤回。",
        ],
    },
    About {
        name: "sql",
        what: [
            "Ask in SQL, with functions for boards, notations and the explorer",
            "用 SQL 查询，附棋盘、记谱、开局统计等函数",
            "用 SQL 查詢，附棋盤、記譜、開局統計等函式",
        ],
        examples: &[
            (
                "xqdb sql \"select result, count(*) from games group by result\"",
                ["results of all games", "所有对局的结果", "所有對局的結果"],
            ),
            (
                "xqdb sql \"select value ->> 'san', value ->> 'games' from json_each(xq_explore(null))\"",
                ["first moves", "第一着", "第一著"],
            ),
            (
                "xqdb sql --format csv - < question.sql",
                ["a script, as CSV", "运行脚本，输出 CSV", "執行腳本，輸出 CSV"],
            ),
        ],
        notes: [
            "Functions: xq_fen(game [, ply]), xq_moves(game [, notation]), xq_notate(fen, move,\n\
             notation), xq_key(fen), xq_svg(fen [, last move]), xq_explore(fen\n\
             [, query]), xq_games(fen [, query]). `game` is an id or a key; the last two give\n\
             JSON for json_each. More in docs/sql.md.",
            "函数：xq_fen(game [, ply])、xq_moves(game [, notation])、xq_notate(fen, move,\n\
             notation)、xq_key(fen)、xq_svg(fen [, last move])、xq_explore(fen [, query])、\n\
             xq_games(fen [, query])。game 为对局序号或编号；后两个给出 json_each 可用的 JSON。详见 docs/sql.zh-CN.md。",
            "函式：xq_fen(game [, ply])、xq_moves(game [, notation])、xq_notate(fen, move,\n\
             notation)、xq_key(fen)、xq_svg(fen [, last move])、xq_explore(fen [, query])、\n\
             xq_games(fen [, query])。game 為對局序號或編號；後兩個給出 json_each 可用的 JSON。詳見 docs/sql.zh-CN.md。",
        ],
    },
];

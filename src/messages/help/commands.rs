//! What commands do, with examples.

use super::{About, Text};

/// No notes.
const NONE: Text = ["", "", ""];

/// The program first, then its commands.
pub(in crate::messages) const COMMANDS: &[About] = &[
    About {
        name: "",
        what: [
            "One open SQLite database for every Xiangqi (Chinese chess) archive",
            "为一切象棋棋谱而设的开放 SQLite 数据库",
            "為一切象棋棋譜而設的開放 SQLite 資料庫",
        ],
        examples: &[
            (
                "xqdb import ~/qipu",
                [
                    "read a folder into ./xqdb.db",
                    "把一个文件夹读入 ./xqdb.db",
                    "把一個資料夾讀入 ./xqdb.db",
                ],
            ),
            (
                "xqdb explore --moves \"炮二平五 马8进7\"",
                [
                    "what was played there, and how it scored",
                    "此局面下有过哪些着法，成绩如何",
                    "此局面下有過哪些著法，成績如何",
                ],
            ),
            (
                "xqdb search --player 胡荣华 --since 1960",
                ["a player's games", "一位棋手的对局", "一位棋手的對局"],
            ),
            (
                "xqdb show KEY --ply 20",
                [
                    "a game, with its board after ply 20",
                    "一局棋，并画出第 20 步之后的棋盘",
                    "一局棋，並畫出第 20 步之後的棋盤",
                ],
            ),
            (
                "xqdb convert old.pgn --to jsonl",
                ["read without a database", "不用数据库，直接转换", "不用資料庫，直接轉換"],
            ),
            (
                "xqdb export --event 五羊杯 --to xqf -o folder/",
                ["write games to files", "把对局写成文件", "把對局寫成檔案"],
            ),
        ],
        notes: [
            "Exit status: 0 done or found, 1 nothing found, 2 usage, file or database error,\n\
             3 finished, but some records were set aside, read in part or not written,\n\
             130 interrupted.",
            "退出状态：0 完成或找到，1 未找到，2 用法、文件或数据库出错，\n\
             3 完成，但有记录被搁置、只读到一部分或未写出，130 被中断。",
            "退出狀態：0 完成或找到，1 未找到，2 用法、檔案或資料庫出錯，\n\
             3 完成，但有記錄被擱置、只讀到一部分或未寫出，130 被中斷。",
        ],
    },
    About {
        name: "import",
        what: [
            "Read files, folders and archives into the database",
            "把文件、文件夹和压缩包读入数据库",
            "把檔案、資料夾和壓縮檔讀入資料庫",
        ],
        examples: &[
            (
                "xqdb import ~/qipu",
                [
                    "everything in a folder; the same command again changes nothing",
                    "文件夹中的一切；再次运行不会重复",
                    "資料夾中的一切；再次執行不會重複",
                ],
            ),
            (
                "xqdb import games.zip new.pgn",
                [
                    "archives are opened, archives in archives, too",
                    "压缩包直接打开，包中之包亦然",
                    "壓縮檔直接開啟，檔中之檔亦然",
                ],
            ),
            (
                "xqdb import --encoding big5 --reread old/",
                [
                    "read again, with an encoding of your choice",
                    "按指定编码重新读取",
                    "按指定編碼重新讀取",
                ],
            ),
            (
                "xqdb --db club.db import - < games.pgn",
                [
                    "from standard input, into a file of your choice",
                    "从标准输入读入指定的数据库",
                    "從標準輸入讀入指定的資料庫",
                ],
            ),
        ],
        notes: [
            "Every record becomes a game, a further witness of a known game, a position or a\n\
             heading, or it is set aside: `xqdb report` tells where and why.",
            "每条记录或成为对局、已有对局的又一出处、局面或标题，或被搁置：\n\
             何处、何故，见 `xqdb report`。",
            "每筆記錄或成為對局、已有對局的又一出處、局面或標題，或被擱置：\n\
             何處、何故，見 `xqdb report`。",
        ],
    },
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
        name: "first",
        what: [
            "Who first played a move or came to a position, and how sure that is",
            "谁最早走出某着法或到达某局面，有多可靠",
            "誰最早走出某著法或到達某局面，有多可靠",
        ],
        examples: &[
            (
                "xqdb first --moves \"炮二平五 炮8平5\"",
                ["who first came to this position", "谁最早到达此局面", "誰最早到達此局面"],
            ),
            (
                "xqdb first --moves \"炮二平五 马8进7\" --move 车一进一",
                [
                    "who first played this move there",
                    "谁最早在此走出这一着",
                    "誰最早在此走出這一著",
                ],
            ),
            (
                "xqdb first --where '空头炮' --kind all --format csv",
                [
                    "the first of what a question finds, manuals among them",
                    "一个问题所找到的最早者，连同古谱",
                    "一個問題所找到的最早者，連同古譜",
                ],
            ),
        ],
        notes: [
            "A date that is known in part can mean any of its days: where it does not tell, all\n\
             games are named that may be the first. Games with a doubtful date, without a date\n\
             and of other kinds stand apart. Copies count once, with the game they are copies of.",
            "只知年或月的日期可以是其中任何一天：分不出先后时，列出所有可能最早的对局。\n\
             日期可疑、没有日期、其他类型的记录另列。同一局的抄本只计一次。",
            "只知年或月的日期可以是其中任何一天：分不出先後時，列出所有可能最早的對局。\n\
             日期可疑、沒有日期、其他類型的記錄另列。同一局的抄本只計一次。",
        ],
    },
    About {
        name: "novelty",
        what: [
            "The move by which a game left everything played before it",
            "一局棋从哪一着起脱离此前的一切对局",
            "一局棋從哪一著起脫離此前的一切對局",
        ],
        examples: &[
            (
                "xqdb novelty KEY",
                [
                    "of a game, and the games it left with what they played",
                    "一局棋的新着，及所离开的对局各走什么",
                    "一局棋的新著，及所離開的對局各走什麼",
                ],
            ),
            (
                "xqdb novelty --since 2000 --player 许银川",
                ["of games, the oldest first", "各局的新着，由早到晚", "各局的新著，由早到晚"],
            ),
            (
                "xqdb novelty --limit 0 --format csv",
                ["of all games, for a spreadsheet", "全部对局，供表格使用", "全部對局，供表格使用"],
            ),
        ],
        notes: [
            "Transpositions and mirror images are what was there before, of any kind of record\n\
             with a date. Earlier is what is surely earlier: games of one day are not before each\n\
             other. Games without a date leave nothing and are left by none.",
            "次序不同而局面相同者与镜像均算此前已有，任何有日期的记录都算。\n\
             只有确定较早的才算在前：同一天的对局不分先后。没有日期的对局不参与比较。",
            "次序不同而局面相同者與鏡像均算此前已有，任何有日期的記錄都算。\n\
             只有確定較早的才算在前：同一天的對局不分先後。沒有日期的對局不參與比較。",
        ],
    },
    About {
        name: "life",
        what: [
            "Games of a line from year to year: players, score and its doubt",
            "一种着法历年的对局数、棋手数与成绩",
            "一種著法歷年的對局數、棋手數與成績",
        ],
        examples: &[
            (
                "xqdb life --moves \"炮二平五 炮8平5\" --per decade",
                ["of two moves, by decades", "两步棋，按年代", "兩步棋，按年代"],
            ),
            ("xqdb life --opening 五七炮 --since 1950", ["of an opening", "一种布局", "一種佈局"]),
            (
                "xqdb life --where '空头炮' --format csv",
                [
                    "of what a question finds, for a spreadsheet",
                    "一个问题所找到的，供表格使用",
                    "一個問題所找到的，供表格使用",
                ],
            ),
        ],
        notes: [
            "Score: Red's share of the points over the known results, with the 95 % interval of\n\
             Wilson's method. Only games between two players count, each once; manuals, studies\n\
             and handicaps are in no share. A player or an event that has more than a third of the\n\
             games is named: what looks like a fashion may be theirs alone.",
            "得分率：红方得分，只计有结果的对局；区间为 Wilson 法 95% 区间。\n\
             只计双方对弈，每局一次；古谱、研究、让子不计入。\n\
             某棋手或赛事逾三分之一时列出：风行可能只是一家所好。",
            "得分率：紅方得分，只計有結果的對局；區間為 Wilson 法 95% 區間。\n\
             只計雙方對弈，每局一次；古譜、研究、讓子不計入。\n\
             某棋手或賽事逾三分之一時列出：風行可能只是一家所好。",
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
        name: "endings",
        what: [
            "Games of some material: with what success, and how they came there",
            "某种子力的残局：成绩如何，怎样走到",
            "某種子力的殘局：成績如何，怎樣走到",
        ],
        examples: &[
            (
                "xqdb endings 车兵对马双象",
                [
                    "rook and pawn against horse and both elephants, at any moment",
                    "任一时刻出现此子力的对局",
                    "任一時刻出現此子力的對局",
                ],
            ),
            (
                "xqdb endings RP-HEE --at end --games",
                [
                    "the games that ended so, one by one",
                    "以此子力终局的对局，逐一列出",
                    "以此子力終局的對局，逐一列出",
                ],
            ),
            (
                "xqdb endings \"R vs AAEE\" --since 1980 --format csv",
                ["for a spreadsheet", "供表格使用", "供表格使用"],
            ),
        ],
        notes: [
            "Either side may have the army that is named first; won, lost and score are that\n\
             army's. Letters: R rook, H or N horse, C cannon, P pawn, A advisor, E or B elephant;\n\
             bare is a king alone. Only games between two players are in the score.",
            "先写的子力属红属黑均可，胜负与得分率都以其为准。\n\
             字母：R 车，H 或 N 马，C 炮，P 兵，A 士，E 或 B 象；bare 为光将。只计双方对弈。",
            "先寫的子力屬紅屬黑均可，勝負與得分率都以其為準。\n\
             字母：R 車，H 或 N 馬，C 炮，P 兵，A 士，E 或 B 象；bare 為光將。只計雙方對弈。",
        ],
    },
    About {
        name: "repertoire",
        what: [
            "What a player plays, with what success, beside another or everybody",
            "一位棋手常走什么、成绩如何，与他人比较",
            "一位棋手常走什麼、成績如何，與他人比較",
        ],
        examples: &[
            (
                "xqdb repertoire 胡荣华 --as red",
                [
                    "his first moves with Red, beside everybody's",
                    "其执红的布局，与众人比较",
                    "其執紅的佈局，與眾人比較",
                ],
            ),
            (
                "xqdb repertoire 胡荣华 --as black --versus 杨官璘 --depth 2",
                ["beside another player", "与另一位棋手比较", "與另一位棋手比較"],
            ),
            (
                "xqdb repertoire 胡荣华 --as red --per decade --depth 1",
                [
                    "how his first move changed over the decades",
                    "其首着历年的变化",
                    "其首著歷年的變化",
                ],
            ),
        ],
        notes: [
            "Won, lost and score are the player's; the number of opponents and events, the\n\
             interval (Wilson, 95 %) and an opponent or event of more than a third stand beside\n\
             them. Chosen: of his games that came there by the same moves. Everybody: all games\n\
             that came to the position, by any order of moves, his own among them.",
            "胜、负与得分率都以该棋手为准，并列对手数、赛事数、95% 区间（Wilson）\n\
             及逾三分之一者。占比：在其依同样着法到此的对局中所占。\n\
             众人：以任何次序到达该局面的全部对局，含其本人。",
            "勝、負與得分率都以該棋手為準，並列對手數、賽事數、95% 區間（Wilson）\n\
             及逾三分之一者。佔比：在其依同樣著法到此的對局中所佔。\n\
             眾人：以任何次序到達該局面的全部對局，含其本人。",
        ],
    },
    About {
        name: "ratings",
        what: [
            "How strong players were over time, from results alone",
            "只凭胜负推算棋手历年的等级分",
            "只憑勝負推算棋手歷年的等級分",
        ],
        examples: &[
            ("xqdb ratings", ["the strongest", "最强的棋手", "最強的棋手"]),
            (
                "xqdb ratings 胡荣华 杨官璘",
                ["two players, year by year", "两位棋手历年等级分", "兩位棋手歷年等級分"],
            ),
            (
                "xqdb ratings --since 1980 --min-games 50 --format csv",
                [
                    "those with fifty games since 1980, for a spreadsheet",
                    "1980 年以后对局满五十局者，供表格使用",
                    "1980 年以後對局滿五十局者，供表格使用",
                ],
            ),
        ],
        notes: [
            "Whole-history rating (R. Coulom, 2008): all strengths of all years are found at once,\n\
             so that later results tell of earlier years, too. A strength is what the archive\n\
             knows, not an official rating. JSON and CSV have the standard deviation, the table\n\
             twice as much.",
            "全历史等级分（R. Coulom，2008）：一次求出历年所有棋力，后来的胜负也能说明此前的棋力。\n\
             所列只据本库对局，并非官方等级分。JSON 与 CSV 中为标准差，表中约为其两倍。",
            "全歷史等級分（R. Coulom，2008）：一次求出歷年所有棋力，後來的勝負也能說明此前的棋力。\n\
             所列只據本庫對局，並非官方等級分。JSON 與 CSV 中為標準差，表中約為其兩倍。",
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
        ],
        notes: [
            "Spellings are joined by rule where that is certain: script, width, blanks, known teams,\n\
             rank. All else is offered with its evidence and left to you.",
            "字形、全半角、空格、已知队名、级别等确定的写法按规则归并；\n\
             其余列出依据，由您决定。",
            "字形、全半形、空格、已知隊名、級別等確定的寫法按規則歸併；\n\
             其餘列出依據，由您決定。",
        ],
    },
    About {
        name: "events",
        what: [
            "Events, with all their wordings and years",
            "赛事及其各种名称与年代",
            "賽事及其各種名稱與年代",
        ],
        examples: &[(
            "xqdb events 五羊杯",
            ["every wording with these words", "含此名称的各种写法", "含此名稱的各種寫法"],
        )],
        notes: NONE,
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
        name: "convert",
        what: [
            "Read any input without a database and write it in another format",
            "不用数据库，把任何棋谱转成另一种格式",
            "不用資料庫，把任何棋譜轉成另一種格式",
        ],
        examples: &[
            (
                "xqdb convert old.pgn --full",
                [
                    "JSON Lines, trees and comments included",
                    "JSON Lines，含变着与注解",
                    "JSON Lines，含變著與註解",
                ],
            ),
            (
                "xqdb convert *.cbl --to pgn --encoding-out gbk -o all.pgn",
                [
                    "libraries to one PGN for older programs",
                    "棋库转为一个 PGN，供旧软件使用",
                    "棋庫轉為一個 PGN，供舊軟體使用",
                ],
            ),
            (
                "xqdb convert games.pgn --to xqf --output folder/",
                ["a file for each game", "一局一个文件", "一局一個檔案"],
            ),
            (
                "xqdb convert - --to csv < games.pgn",
                ["from standard input", "从标准输入读取", "從標準輸入讀取"],
            ),
        ],
        notes: [
            "What the format cannot hold is told on stderr.",
            "格式容纳不下的内容，在标准错误中说明。",
            "格式容納不下的內容，在標準錯誤中說明。",
        ],
    },
    About {
        name: "notate",
        what: [
            "Translate moves from any notation into any other",
            "在各种记谱法之间互译着法",
            "在各種記譜法之間互譯著法",
        ],
        examples: &[
            (
                "xqdb notate 炮二平五 马8进7 马二进三",
                ["to canonical coordinates", "译成标准坐标", "譯成標準座標"],
            ),
            (
                "xqdb notate --to chinese,wxf C2=5 H8+7",
                ["in columns, side by side", "分栏并列", "分欄並列"],
            ),
            (
                "xqdb notate --from strokeless --explain 炮25 马87",
                ["every reading, with its board", "每种读法及其棋盘", "每種讀法及其棋盤"],
            ),
            (
                "xqdb notate --fen '4k4/9/9/4r4/4P4/9/9/9/9/4K4 w' 'Pawn captures Chariot'",
                ["from a position, in words", "从某局面起，用文字描述", "從某局面起，用文字描述"],
            ),
            (
                "printf 'FEN\\tC2=5\\n\
                 ' | xqdb notate --batch",
                ["one answer a line", "一行一答", "一行一答"],
            ),
        ],
        notes: NONE,
    },
    About {
        name: "export",
        what: [
            "Write games of the database to files",
            "把数据库中的对局写成文件",
            "把資料庫中的對局寫成檔案",
        ],
        examples: &[
            (
                "xqdb export --player 胡荣华 --since 1960 --to pgn --output hu.pgn",
                [
                    "a player's games in one file",
                    "一位棋手的对局，写成一个文件",
                    "一位棋手的對局，寫成一個檔案",
                ],
            ),
            (
                "xqdb export --moves \"炮二平五 马8进7\" --kind game --to xqf --output folder/",
                [
                    "a file for each game that came to a position",
                    "到达某局面的对局，一局一个文件",
                    "到達某局面的對局，一局一個檔案",
                ],
            ),
            (
                "xqdb export --to jsonl --full > everything.jsonl",
                [
                    "all games with variations and comments",
                    "全部对局，含变着与注解",
                    "全部對局，含變著與註解",
                ],
            ),
        ],
        notes: [
            "Each game comes with its chosen names, date and result and with the largest tree\n\
             of its witnesses. What the format cannot hold is told on stderr.",
            "每局采用选定的姓名、日期与结果，以及各出处中最完整的变着。\n\
             格式容纳不下的内容，在标准错误中说明。",
            "每局採用選定的姓名、日期與結果，以及各出處中最完整的變著。\n\
             格式容納不下的內容，在標準錯誤中說明。",
        ],
    },
    About {
        name: "report",
        what: [
            "What was set aside, damaged, repaired or interpreted",
            "哪些记录被搁置、损坏、修补或经过解读",
            "哪些記錄被擱置、損壞、修補或經過解讀",
        ],
        examples: &[
            (
                "xqdb report",
                [
                    "records that could not be read to their end, with the board and near moves",
                    "未能读完的记录，附棋盘与相近着法",
                    "未能讀完的記錄，附棋盤與相近著法",
                ],
            ),
            (
                "xqdb report --warnings qing-dynasty",
                [
                    "warnings, too, of files with this in their path",
                    "路径含此文字的文件，提示也列出",
                    "路徑含此文字的檔案，提示也列出",
                ],
            ),
            (
                "xqdb report --conflicts",
                [
                    "where witnesses of one game disagree",
                    "同一对局各出处的矛盾",
                    "同一對局各出處的矛盾",
                ],
            ),
            (
                "xqdb report --format jsonl > report.jsonl",
                ["for a program", "供程序使用", "供程式使用"],
            ),
        ],
        notes: [
            "Exit status 1: there is nothing to report.",
            "退出状态 1：没有可报告的内容。",
            "退出狀態 1：沒有可報告的內容。",
        ],
    },
    About {
        name: "audit",
        what: ["Records against the rules of the game", "按棋规检查记录", "按棋規檢查記錄"],
        examples: &[
            (
                "xqdb audit",
                [
                    "results, moves, dates, witnesses and careers that cannot be",
                    "不可能的结果、着法、日期、出处与生涯",
                    "不可能的結果、著法、日期、出處與生涯",
                ],
            ),
            (
                "xqdb audit games.pgn --format jsonl",
                [
                    "what can be said of the records of files, for a program",
                    "文件中各条记录的问题，供程序使用",
                    "檔案中各筆記錄的問題，供程式使用",
                ],
            ),
            (
                "xqdb audit --repetition games.pgn",
                [
                    "perpetual check and chase in files, move by move",
                    "文件中的长将与长捉，逐着说明",
                    "檔案中的長將與長捉，逐著說明",
                ],
            ),
            (
                "xqdb audit --repetition --format jsonl",
                [
                    "the same of every record of the database",
                    "数据库的每条记录，同样检查",
                    "資料庫的每筆記錄，同樣檢查",
                ],
            ),
        ],
        notes: [
            "Rulings are those of three rule books: axf (Asian federation, and World Xiangqi \
             Rules\n\
             2018), ucci (computer rules of the league of UCCI engines) and cxa (Chinese\n\
             association, as far as a program can be sure). Recorded results are never changed.",
            "裁定依据三种规则：axf（亚洲象棋联合会及 2018 年世界象棋规则）、ucci（UCCI 引擎联赛的\n\
             电脑规则）和 cxa（中国象棋协会规则，只裁定程序有把握的）。记录的结果绝不改动。",
            "裁定依據三種規則：axf（亞洲象棋聯合會及 2018 年世界象棋規則）、ucci（UCCI 引擎聯賽的\n\
             電腦規則）和 cxa（中國象棋協會規則，只裁定程式有把握的）。記錄的結果絕不改動。",
        ],
    },
    About {
        name: "forget",
        what: ["Take an import back", "撤销一次导入", "撤銷一次匯入"],
        examples: &[
            (
                "xqdb forget ~/qipu/old.pgn",
                [
                    "a file; games that stand nowhere else go with it",
                    "一个文件；别处没有的对局随之移除",
                    "一個檔案；別處沒有的對局隨之移除",
                ],
            ),
            (
                "xqdb forget ~/qipu",
                ["everything below a folder", "文件夹下的一切", "資料夾下的一切"],
            ),
        ],
        notes: NONE,
    },
    About {
        name: "dump",
        what: [
            "Print everything in a canonical order, for comparing databases",
            "按固定次序输出全部内容，用于比较数据库",
            "按固定次序輸出全部內容，用於比較資料庫",
        ],
        examples: &[(
            "xqdb dump | b3sum",
            [
                "a fingerprint of all that the database holds",
                "数据库全部内容的指纹",
                "資料庫全部內容的指紋",
            ],
        )],
        notes: NONE,
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
             notation), xq_key(fen), xq_svg(fen [, last move]), xq_explore(fen), xq_games(fen\n\
             [, query]). `game` is an id or a key; the last two give JSON for json_each. More in\n\
             docs/sql.md.",
            "函数：xq_fen(game [, ply])、xq_moves(game [, notation])、xq_notate(fen, move,\n\
             notation)、xq_key(fen)、xq_svg(fen [, last move])、xq_explore(fen)、xq_games(fen\n\
             [, query])。game 为对局序号或编号；后两个给出 json_each 可用的 JSON。详见 docs/sql.zh-CN.md。",
            "函式：xq_fen(game [, ply])、xq_moves(game [, notation])、xq_notate(fen, move,\n\
             notation)、xq_key(fen)、xq_svg(fen [, last move])、xq_explore(fen)、xq_games(fen\n\
             [, query])。game 為對局序號或編號；後兩個給出 json_each 可用的 JSON。詳見 docs/sql.zh-CN.md。",
        ],
    },
    About {
        name: "serve",
        what: [
            "The archive on a board, in the browser",
            "在浏览器的棋盘上查看棋谱库",
            "在瀏覽器的棋盤上檢視棋譜庫",
        ],
        examples: &[
            (
                "xqdb serve",
                [
                    "prints an address; the page there needs no network",
                    "显示网址；打开的页面不需要网络",
                    "顯示網址；開啟的頁面不需要網路",
                ],
            ),
            (
                "xqdb serve --listen 0.0.0.0 --port 8000",
                [
                    "for other machines, too; the address carries a token",
                    "其他机器也可访问；网址带有令牌",
                    "其他機器也可存取；網址帶有權杖",
                ],
            ),
        ],
        notes: [
            "Programs ask at /api/v1; /api/v1/openapi.json describes it, and docs/api.md.",
            "程序可访问 /api/v1；说明见 /api/v1/openapi.json 和 docs/api.md。",
            "程式可存取 /api/v1；說明見 /api/v1/openapi.json 和 docs/api.md。",
        ],
    },
    About {
        name: "open",
        what: [
            "Import folders and open them in the browser",
            "导入文件夹并在浏览器中打开",
            "匯入資料夾並在瀏覽器中開啟",
        ],
        examples: &[(
            "xqdb open ~/qipu",
            [
                "import, `serve` and the browser in one; again only reads what is new",
                "导入、`serve` 与打开浏览器一步完成；再次运行只读新增的",
                "匯入、`serve` 與開啟瀏覽器一步完成；再次執行只讀新增的",
            ],
        )],
        notes: [
            "Without --db the database lies in your own data folder, one for each set of folders.",
            "不写 --db 时，数据库存放在用户数据文件夹中，每组文件夹一个。",
            "不寫 --db 時，資料庫存放在使用者資料夾中，每組資料夾一個。",
        ],
    },
    About {
        name: "stats",
        what: ["What the database holds", "数据库中有什么", "資料庫中有什麼"],
        examples: &[
            (
                "xqdb stats",
                [
                    "how many games, of which kinds, from which formats",
                    "有多少对局，何种类别，来自何种格式",
                    "有多少對局，何種類別，來自何種格式",
                ],
            ),
            ("xqdb stats --format json", ["for a program", "供程序使用", "供程式使用"]),
        ],
        notes: NONE,
    },
    About {
        name: "verify",
        what: [
            "Check the database: integrity, replay, index",
            "检查数据库：完整性、重演、索引",
            "檢查資料庫：完整性、重演、索引",
        ],
        examples: &[(
            "xqdb verify",
            [
                "replays every game and compares every index entry",
                "重演每一局，核对每个索引项",
                "重演每一局，核對每個索引項",
            ],
        )],
        notes: [
            "Exit status 2: the database is damaged.",
            "退出状态 2：数据库已损坏。",
            "退出狀態 2：資料庫已損壞。",
        ],
    },
    About {
        name: "backup",
        what: [
            "Copy the database to another file, in use or not, and check the copy",
            "把数据库复制到另一文件（使用中亦可），并检查副本",
            "把資料庫複製到另一檔案（使用中亦可），並檢查副本",
        ],
        examples: &[
            (
                "xqdb backup copy.db",
                [
                    "a checked copy, also while an import runs",
                    "通过检查的副本，导入进行时亦可",
                    "通過檢查的副本，匯入進行時亦可",
                ],
            ),
            (
                "xqdb backup --force copy.db",
                ["in place of the last one", "替换上一份副本", "替換上一份副本"],
            ),
        ],
        notes: NONE,
    },
    About {
        name: "optimize",
        what: [
            "Merge the segments of the position index into one",
            "把局面索引合并为一段",
            "把局面索引合併為一段",
        ],
        examples: &[(
            "xqdb optimize",
            [
                "after large imports: a smaller file, quicker answers",
                "大量导入之后：文件更小，回答更快",
                "大量匯入之後：檔案更小，回答更快",
            ],
        )],
        notes: NONE,
    },
    About {
        name: "formats",
        what: ["List the file formats", "列出文件格式", "列出檔案格式"],
        examples: &[
            (
                "xqdb formats",
                ["what is read, and what is written", "能读哪些，能写哪些", "能讀哪些，能寫哪些"],
            ),
            ("xqdb formats --format csv", ["for a spreadsheet", "供电子表格使用", "供試算表使用"]),
        ],
        notes: NONE,
    },
    About {
        name: "completions",
        what: [
            "Print a completion script for a shell",
            "输出命令行补全脚本",
            "輸出命令列補全指令稿",
        ],
        examples: &[(
            "source <(xqdb completions bash)",
            ["completion in this shell", "在当前 shell 中启用补全", "在目前 shell 中啟用補全"],
        )],
        notes: NONE,
    },
    About {
        name: "man",
        what: ["Print the manual page", "输出手册页", "輸出手冊頁"],
        examples: &[("xqdb man > xqdb.1 && man ./xqdb.1", ["read it", "阅读手册", "閱讀手冊"])],
        notes: NONE,
    },
    About {
        name: "help",
        what: [
            "Print this text, or that of a command",
            "显示本帮助，或某个命令的帮助",
            "顯示本幫助，或某個命令的幫助",
        ],
        examples: &[],
        notes: NONE,
    },
];

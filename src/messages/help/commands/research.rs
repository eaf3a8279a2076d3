//! Commands for research.

use crate::messages::help::About;

pub(super) const COMMANDS: &[About] = &[
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
        name: "reproduce",
        what: [
            "Make a figure again, and tell what changed since and which games changed it",
            "重新计算一幅图，说明此后有何变化、由哪些对局引起",
            "重新計算一幅圖，說明此後有何變化、由哪些對局引起",
        ],
        examples: &[
            (
                "xqdb life --moves 炮二平五 --figure cannon.svg",
                ["make a figure", "先作一幅图", "先作一幅圖"],
            ),
            (
                "xqdb reproduce cannon.svg",
                ["is it still so?", "如今仍是如此吗？", "如今仍是如此嗎？"],
            ),
            (
                "xqdb --db other.db reproduce cannon.json --format json",
                ["asked of another archive", "用另一个库核对", "用另一個庫核對"],
            ),
        ],
        notes: [
            "The question of the figure is asked again, of the database of --db. Status 0:\n\
             fingerprint of the archive, numbers and games are the same; 1: they are not,\n\
             and what changed is told. Of more than 100,000 games, changes are told by\n\
             groups of keys that begin alike.",
            "将图所据的问题再问一次，库由 --db 指定。状态 0：库的指纹、全部数字与对局均同；\n\
             1：有变化，并逐项列出。超过 100,000 局时，按编号开头分组说明变化。",
            "將圖所據的問題再問一次，庫由 --db 指定。狀態 0：庫的指紋、全部數字與對局均同；\n\
             1：有變化，並逐項列出。超過 100,000 局時，按編號開頭分組說明變化。",
        ],
    },
    About {
        name: "cite",
        what: [
            "Cite a game, or the answer to a question, as text or BibTeX",
            "给出一局棋或一次检索的引用格式：文字或 BibTeX",
            "給出一局棋或一次檢索的引用格式：文字或 BibTeX",
        ],
        examples: &[
            ("xqdb cite KEY", ["a game, with its witnesses", "一局棋及其出处", "一局棋及其出處"]),
            (
                "xqdb cite --moves 炮二平五 --until 1960 --format bibtex",
                ["what a question found", "一次检索的结果", "一次檢索的結果"],
            ),
        ],
        notes: [
            "Witnesses are named by the BLAKE3 hash of the content and the number of the\n\
             record in it, an archive by its fingerprint: the same on every machine.",
            "出处以内容的 BLAKE3 值与记录序号表示，库以指纹表示：在任何机器上都相同。",
            "出處以內容的 BLAKE3 值與記錄序號表示，庫以指紋表示：在任何機器上都相同。",
        ],
    },
];

//! What is asked for.

use crate::messages::help::Text;

pub(super) const ARGUMENTS: &[(&str, Text)] = &[
    ("fen", ["Position in FEN, any dialect", "FEN 局面，各种写法均可", "FEN 局面，各種寫法均可"]),
    (
        "moves",
        [
            "Moves that lead to the position, in any notation",
            "走到该局面的着法，任何记谱法均可",
            "走到該局面的著法，任何記譜法均可",
        ],
    ),
    (
        "mirror",
        [
            "Take the left-right mirror image for the same position, or not",
            "左右镜像是否视为同一局面",
            "左右鏡像是否視為同一局面",
        ],
    ),
    (
        "contains",
        [
            "A part of a board that must stand anywhere in the game: rows of a \
             FEN where ? is anything, . is empty and a row left out is \
             anything; w or b after it is the side to move. May be repeated: all of them",
            "对局中须出现的局部：FEN 各行，? 为任意，. 为空点，省略的行为任意；其后的 w 或 b 为走子方。可重复：须全部出现",
            "對局中須出現的局部：FEN 各行，? 為任意，. 為空點，省略的行為任意；其後的 w 或 b 為走子方。可重複：須全部出現",
        ],
    ),
    (
        "in_order",
        [
            "The moves in just this order, from the start",
            "着法须按此顺序，从起始局面开始",
            "著法須按此順序，從起始局面開始",
        ],
    ),
    (
        "player",
        [
            "Either player, in either script, by part of the name or in pinyin",
            "任一方棋手；简繁体、部分姓名或拼音均可",
            "任一方棋手；簡繁體、部分姓名或拼音均可",
        ],
    ),
    (
        "names",
        [
            "How names are compared: letter by letter, in either script, or by pinyin; without, by pinyin if the name is in Latin letters or nobody is written so",
            "姓名如何匹配：exact 逐字、script 不分简繁、pinyin 按拼音；不给时，以拉丁字母书写或无人如此书写者按拼音",
            "姓名如何匹配：exact 逐字、script 不分簡繁、pinyin 按拼音；不給時，以拉丁字母書寫或無人如此書寫者按拼音",
        ],
    ),
    ("red", ["The player of Red", "红方棋手", "紅方棋手"]),
    ("black", ["The player of Black", "黑方棋手", "黑方棋手"]),
    ("event", ["Part of the event's name", "赛事名称的一部分", "賽事名稱的一部分"]),
    (
        "ratings who",
        [
            "Players whose years are listed; all players without",
            "列出这些棋手历年的等级分；不给则列出全部棋手",
            "列出這些棋手歷年的等級分；不給則列出全部棋手",
        ],
    ),
    (
        "ratings min_games",
        ["Only players of so many games", "只列对局不少于此数的棋手", "只列對局不少於此數的棋手"],
    ),
    (
        "ratings limit",
        ["Players of a group at most", "每组最多列出的棋手数", "每組最多列出的棋手數"],
    ),
    (
        "all_groups",
        [
            "Also players who never met those of the largest group, not even through others",
            "连同与最大一组从未直接或间接交手的棋手",
            "連同與最大一組從未直接或間接交手的棋手",
        ],
    ),
    (
        "drift",
        [
            "How far a strength wanders in a year, in Elo points",
            "棋力一年中的变动幅度（等级分）",
            "棋力一年中的變動幅度（等級分）",
        ],
    ),
    (
        "patterns names",
        ["Patterns by name; all without", "棋形名称；不给则列出全部", "棋形名稱；不給則列出全部"],
    ),
    (
        "no_count",
        [
            "Do not look how many games show each",
            "不统计每种棋形见于多少对局",
            "不統計每種棋形見於多少對局",
        ],
    ),
    (
        "per",
        [
            "How long a period is",
            "统计的时段：year（年）、decade（十年）",
            "統計的時段：year（年）、decade（十年）",
        ],
    ),
    (
        "by",
        [
            "Instead of the games, what they are counted by; by player the score is the player's",
            "不列对局，按何者统计：opening（布局）、chapter（章节）、year（年）、decade（年代）、player（棋手，\
             成绩为棋手本人的）、event（赛事）、result（结果）",
            "不列對局，按何者統計：opening（佈局）、chapter（章節）、year（年）、decade（年代）、player（棋手，\
             成績為棋手本人的）、event（賽事）、result（結果）",
        ],
    ),
    (
        "opening",
        [
            "The opening: a code or its beginning, a range such as C30-C49, part of a name",
            "布局：编号或其开头、编号范围如 C30-C49，或名称的一部分",
            "佈局：編號或其開頭、編號範圍如 C30-C49，或名稱的一部分",
        ],
    ),
    (
        "openings",
        [
            "Codes, names and rules of your own, which come before those of ECCO",
            "自备的布局编号、名称与规则，先于 ECCO",
            "自備的佈局編號、名稱與規則，先於 ECCO",
        ],
    ),
    (
        "since",
        [
            "From this date on: 1960, 1960-05, 1960-05-01",
            "自此日期起：1960、1960-05、1960-05-01",
            "自此日期起：1960、1960-05、1960-05-01",
        ],
    ),
    (
        "until",
        [
            "Up to this date, its whole year or month included",
            "至此日期止，含全年或全月",
            "至此日期止，含全年或全月",
        ],
    ),
    (
        "result",
        [
            "1-0, 0-1, 1/2-1/2 or *; words work, too",
            "1-0、0-1、1/2-1/2 或 *；也可写胜、负、和",
            "1-0、0-1、1/2-1/2 或 *；也可寫勝、負、和",
        ],
    ),
    (
        "kind",
        [
            "game, handicap, opening, endgame, composed, position or all",
            "game 对局、handicap 让子、opening 布局、endgame 残局、composed 排局、position 局面，或 all 全部",
            "game 對局、handicap 讓子、opening 佈局、endgame 殘局、composed 排局、position 局面，或 all 全部",
        ],
    ),
    (
        "source",
        [
            "Part of the path of a file the game stands in",
            "对局所在文件路径的一部分",
            "對局所在檔案路徑的一部分",
        ],
    ),
    (
        "question",
        [
            "A question in the query language, or @FILE with one: who, what stood on the board, what was played, and in which order",
            "用查询语言提问，或 @文件：何人对局、盘上有何子、走了何着、先后如何",
            "用查詢語言提問，或 @檔案：何人對局、盤上有何子、走了何著、先後如何",
        ],
    ),
    (
        "search explain",
        [
            "Tell how the question of --where is answered: by facts, by the position index, by a \
             scan, in which order, and how many games each step leaves",
            "说明 --where 的问题如何作答：凭档案要素、局面索引还是扫描，先后次序，以及每步剩余多少局",
            "說明 --where 的問題如何作答：憑檔案要素、局面索引還是掃描，先後次序，以及每步剩餘多少局",
        ],
    ),
    (
        "show question",
        [
            "Mark the plies at which this question holds, and show the board at the first",
            "标出符合此查询的各步，并显示第一处的盘面",
            "標出符合此查詢的各步，並顯示第一處的盤面",
        ],
    ),
    (
        "define",
        [
            "A file of definitions for --where: def NAME = …;",
            "供 --where 使用的定义文件：定义 名 = …;",
            "供 --where 使用的定義檔：定義 名 = …;",
        ],
    ),
    (
        "formats explain",
        [
            "Say which formats a file could be, and which it is taken for",
            "说明某文件可能是何种格式，最终认作哪一种",
            "說明某檔案可能是何種格式，最終認作哪一種",
        ],
    ),
    (
        "doubts",
        [
            "List the values that an event, a title, a file's name or the calendar contradicts",
            "列出与赛事名、标题、文件名或历法相矛盾的内容",
            "列出與賽事名、標題、檔案名稱或曆法相矛盾的內容",
        ],
    ),
    (
        "unread",
        [
            "List only the files that were not read, or not to their ends, with the reason",
            "只列出未能读取或未能读完的文件及其原因",
            "只列出未能讀取或未能讀完的檔案及其原因",
        ],
    ),
    (
        "max_plies",
        [
            "At most this many plies (moves of one side)",
            "至多这么多步（一方走一着为一步）",
            "至多這麼多步（一方走一著為一步）",
        ],
    ),
    (
        "site",
        [
            "Part of the place, in either script",
            "地点的一部分，简繁体均可",
            "地點的一部分，簡繁體均可",
        ],
    ),
    (
        "min_games",
        ["Leave out moves of fewer games", "略去局数不足此数的着法", "略去局數不足此數的著法"],
    ),
    (
        "explore sort",
        [
            "Order of the moves: by games, by Red's score, by games that reach the position after \
             them, by the first or the last year, by coordinates",
            "着法次序：games 局数，score 红方得分率，reached 到达局数，first 最早年份，last 最近年份，move 坐标",
            "著法次序：games 局數，score 紅方得分率，reached 到達局數，first 最早年份，last 最近年份，move 座標",
        ],
    ),
    (
        "min_plies",
        [
            "At least this many plies (moves of one side)",
            "至少这么多步（一方走一着为一步）",
            "至少這麼多步（一方走一著為一步）",
        ],
    ),
    (
        "text",
        [
            "Words in the comments or the title, in either script; two characters are enough. All of \
             several words are wanted, and quotation marks hold a phrase together",
            "注解或标题中的文字，简繁体均可；两个字即可。多个词须全部出现，引号内为一个短语",
            "註解或標題中的文字，簡繁體均可；兩個字即可。多個詞須全部出現，引號內為一個短語",
        ],
    ),
    (
        "strict",
        [
            "Leave out what could not be read to the end, instead of marking it",
            "未能读完的记录不作标记，直接略去",
            "未能讀完的記錄不作標記，直接略去",
        ],
    ),
    (
        "title",
        [
            "Part of the title or of the name of the file, in either script",
            "标题或文件名的一部分，简繁体均可",
            "標題或檔案名稱的一部分，簡繁體均可",
        ],
    ),
    (
        "chapter",
        [
            "Part of the path of folders, book and chapter, in either script: `橘中秘 / 卷一`",
            "文件夹、书名与章节路径的一部分，简繁体均可，如“橘中秘 / 卷一”",
            "資料夾、書名與章節路徑的一部分，簡繁體均可，如「橘中秘 / 卷一」",
        ],
    ),
    ("variations", ["Look into variations, too", "变着也算在内", "變著也算在內"]),
    (
        "sort",
        [
            "Order of the games: date is oldest first, plies longest first, names by their sound",
            "次序：date 从早到晚，newest 从晚到早，plies 从长到短，名称按读音",
            "次序：date 從早到晚，newest 從晚到早，plies 從長到短，名稱按讀音",
        ],
    ),
];

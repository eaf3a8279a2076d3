//! How answers are shown.

use crate::messages::help::Text;

pub(super) const ARGUMENTS: &[(&str, Text)] = &[
    ("format", ["Format to print", "输出格式", "輸出格式"]),
    (
        "search limit",
        ["How many games to print; 0 is all", "列出多少局；0 为全部", "列出多少局；0 為全部"],
    ),
    ("search offset", ["How many games to pass over first", "先越过多少局", "先越過多少局"]),
    (
        "search novelty",
        [
            "Tell after how many plies each game left everything played before it",
            "列出各局从第几步起脱离此前的一切对局",
            "列出各局從第幾步起脫離此前的一切對局",
        ],
    ),
    ("search count", ["Print only how many there are", "只显示局数", "只顯示局數"]),
    (
        "search notation",
        [
            "Notation of --moves, and of the moves in PGN",
            "--moves 与 PGN 着法的记谱法",
            "--moves 與 PGN 著法的記譜法",
        ],
    ),
    (
        "explore depth",
        ["Print the tree to this depth, in plies", "着法树列到多少步深", "著法樹列到多少步深"],
    ),
    (
        "explore rows",
        [
            "The most rows to print with --depth",
            "用 --depth 时最多列出多少行",
            "用 --depth 時最多列出多少行",
        ],
    ),
    (
        "explore latest",
        ["How many of the latest games to list", "列出最近的多少局", "列出最近的多少局"],
    ),
    (
        "first mv",
        [
            "A move in the position: who first played it there",
            "该局面下的一步着法：谁最早走出",
            "該局面下的一步著法：誰最早走出",
        ],
    ),
    (
        "first limit",
        [
            "Games of each standing at most; 0 lists all",
            "每类最多列出的局数；0 为全部",
            "每類最多列出的局數；0 為全部",
        ],
    ),
    ("first notation", ["Notation of the moves", "着法的记谱法", "著法的記譜法"]),
    (
        "novelty key",
        [
            "Key of a game, or the beginning of one: its novelty and the games it left",
            "对局编号，或其开头部分：其新着及所离开的对局",
            "對局編號，或其開頭部分：其新著及所離開的對局",
        ],
    ),
    (
        "novelty limit",
        ["Rows at most; 0 lists all", "最多列出的行数；0 为全部", "最多列出的行數；0 為全部"],
    ),
    ("novelty notation", ["Notation of the moves", "着法的记谱法", "著法的記譜法"]),
    (
        "endings material",
        [
            "What each side has beside its king: RP-HEE, rook and pawn against horse and both \
             elephants",
            "双方除将帅外的子力：车兵对马双象，或 RP-HEE",
            "雙方除將帥外的子力：車兵對馬雙象，或 RP-HEE",
        ],
    ),
    (
        "endings at",
        [
            "When it has to stand on the board: at any moment, or when the game ends",
            "何时须在盘上：任一时刻，或终局时",
            "何時須在盤上：任一時刻，或終局時",
        ],
    ),
    (
        "endings games",
        ["List the games, and how they came there", "列出各局，及如何走到", "列出各局，及如何走到"],
    ),
    (
        "endings limit",
        ["Games to list; 0 lists all", "列出的局数；0 为全部", "列出的局數；0 為全部"],
    ),
    ("repertoire who", ["The player", "棋手", "棋手"]),
    (
        "repertoire side",
        [
            "Only his games with this side; both sides without",
            "只看其执红或执黑；不给则两者都列",
            "只看其執紅或執黑；不給則兩者都列",
        ],
    ),
    (
        "versus",
        [
            "Put him beside this player; beside everybody without",
            "与此棋手比较；不给则与众人比较",
            "與此棋手比較；不給則與眾人比較",
        ],
    ),
    ("repertoire depth", ["How many plies deep", "深度（半回合数）", "深度（半回合數）"]),
    (
        "repertoire min_games",
        ["Only moves of so many games", "只列不少于此局数的着法", "只列不少於此局數的著法"],
    ),
    (
        "repertoire per",
        [
            "How often each move was chosen from period to period",
            "各时期选择每一着的比例",
            "各時期選擇每一著的比例",
        ],
    ),
    ("repertoire notation", ["Notation of the moves", "着法的记谱法", "著法的記譜法"]),
    ("life notation", ["Notation of --moves", "--moves 的记谱法", "--moves 的記譜法"]),
    ("explore notation", ["Notation of the moves", "着法的记谱法", "著法的記譜法"]),
    (
        "show key",
        [
            "Key of the game, or the beginning of one",
            "对局编号，或其开头部分",
            "對局編號，或其開頭部分",
        ],
    ),
    (
        "show ply",
        [
            "Draw the board after these plies (20 or 0,20,41); 0 is the start",
            "画出走完这些步之后的棋盘（20 或 0,20,41）；0 为起始局面",
            "畫出走完這些步之後的棋盤（20 或 0,20,41）；0 為起始局面",
        ],
    ),
    ("show notation", ["Notation of the moves", "着法的记谱法", "著法的記譜法"]),
    ("letters", ["Letters on the board", "棋盘上的棋子文字", "棋盤上的棋子文字"]),
    (
        "sql sql",
        [
            "Statements divided by semicolons; - reads them from standard input",
            "以分号隔开的语句；- 表示从标准输入读取",
            "以分號隔開的陳述式；- 表示從標準輸入讀取",
        ],
    ),
    (
        "sql write",
        [
            "Let statements change the database, also what xqdb relies on",
            "允许语句修改数据库，包括 xqdb 所依赖的内容",
            "允許陳述式修改資料庫，包括 xqdb 所依賴的內容",
        ],
    ),
    (
        "report path",
        [
            "Only files whose path holds this text",
            "只看路径中含此文字的文件",
            "只看路徑中含此文字的檔案",
        ],
    ),
    (
        "report warnings",
        [
            "List warnings (repaired, interpreted) one by one, too",
            "也逐条列出提示（已修补、已解读之处）",
            "也逐條列出提示（已修補、已解讀之處）",
        ],
    ),
    (
        "report limit",
        [
            "Doubts, games with disagreements, or unread files to list at most in the table; 0 lists \
             all, and without it the first hundred doubts and games are",
            "表中最多列出的存疑记录、矛盾对局或未读文件数；0 为全部，不指定则各列前一百条存疑与矛盾",
            "表中最多列出的存疑記錄、矛盾對局或未讀檔案數；0 為全部，不指定則各列前一百條存疑與矛盾",
        ],
    ),
    (
        "report conflicts",
        [
            "List the disagreements between witnesses of one game, too",
            "也列出同一对局各出处的矛盾",
            "也列出同一對局各出處的矛盾",
        ],
    ),
];

//! What arguments are for.

use super::Text;

/// By the name of the argument, where need be after the name of its command.
pub(crate) const ARGUMENTS: &[(&str, Text)] = &[
    // Of every command.
    ("db", ["Database file", "数据库文件", "資料庫檔案"]),
    ("lang", ["Language of what is told", "界面语言", "介面語言"]),
    ("quiet", ["Say less", "安静：只报错误", "安靜：只報錯誤"]),
    ("color", ["When to use colours", "何时使用颜色", "何時使用顏色"]),
    (
        "legend",
        [
            "Poem notation: a file that names the 90 points",
            "诗谱记法：给 90 个点命名的字表文件",
            "詩譜記法：給 90 個點命名的字表檔案",
        ],
    ),
    (
        "as_stated",
        [
            "Only what the records state: nothing derived from events, titles, files and folders",
            "只用棋谱明写的内容：不从赛事、标题、文件名和文件夹推断，也不存疑",
            "只用棋譜明寫的內容：不從賽事、標題、檔案名稱和資料夾推斷，也不存疑",
        ],
    ),
    ("help", ["Print help", "显示帮助", "顯示幫助"]),
    ("version", ["Print the version", "显示版本", "顯示版本"]),
    // Reading.
    (
        "paths",
        [
            "Files, folders and archives; - is standard input",
            "文件、文件夹或压缩包；- 表示标准输入",
            "檔案、資料夾或壓縮檔；- 表示標準輸入",
        ],
    ),
    (
        "audit paths",
        [
            "Files, folders and archives; - is standard input. Without any, the database is read",
            "文件、文件夹或压缩包；- 表示标准输入。不给则读数据库",
            "檔案、資料夾或壓縮檔；- 表示標準輸入。不給則讀資料庫",
        ],
    ),
    (
        "repetition",
        [
            "Look at repetition instead: perpetual check and chase",
            "改查重复局面：长将与长捉",
            "改查重複局面：長將與長捉",
        ],
    ),
    (
        "encoding",
        [
            "Decode every text in this way instead of finding out: utf-8, gb18030, big5, utf-16le",
            "所有文本按此编码解读，不自动识别：utf-8、gb18030、big5、utf-16le",
            "所有文字按此編碼解讀，不自動識別：utf-8、gb18030、big5、utf-16le",
        ],
    ),
    (
        "from",
        [
            "How moves in text are written, for systems that look like others: laopu, strokeless",
            "文本着法的记谱法，用于易与他种混淆者：laopu、strokeless",
            "文字著法的記譜法，用於易與他種混淆者：laopu、strokeless",
        ],
    ),
    (
        "threads",
        [
            "Worker threads; by default one for each processor",
            "工作线程数；默认每个处理器一个",
            "工作執行緒數；預設每個處理器一個",
        ],
    ),
    (
        "verbose",
        [
            "Tell of every file what was found in it",
            "逐个说明每个文件中读到什么",
            "逐個說明每個檔案中讀到什麼",
        ],
    ),
    (
        "import reread",
        ["Read again what was read before", "重新读取以前读过的内容", "重新讀取以前讀過的內容"],
    ),
    (
        "import memory",
        ["How much memory to use: 512M, 2G", "内存用量上限：512M、2G", "記憶體用量上限：512M、2G"],
    ),
    (
        "forget paths",
        ["Files or folders to take back", "要撤销的文件或文件夹", "要撤銷的檔案或資料夾"],
    ),
    // Writing.
    ("to", ["Format to write", "写出的格式", "寫出的格式"]),
    (
        "output",
        [
            "File to write, or folder for a file a game; standard output by default",
            "写到该文件，或在该文件夹中一局一个文件；默认为标准输出",
            "寫到該檔案，或在該資料夾中一局一個檔案；預設為標準輸出",
        ],
    ),
    ("force", ["Overwrite files", "覆盖已有文件", "覆蓋已有檔案"]),
    (
        "full",
        [
            "Write trees, comments and damage in JSON Lines, too",
            "JSON Lines 中也写变着、注解与损坏之处",
            "JSON Lines 中也寫變著、註解與損壞之處",
        ],
    ),
    (
        "notation",
        [
            "Notation of moves in PGN; `xqdb notate --list` shows all",
            "PGN 中着法的记谱法；全部见 `xqdb notate --list`",
            "PGN 中著法的記譜法；全部見 `xqdb notate --list`",
        ],
    ),
    (
        "encoding_out",
        [
            "Characters to write in: utf-8, utf-8-bom, gbk, gb18030, big5; by default what is usual \
             for the format. Excel takes Chinese CSV for GBK unless it is utf-8-bom",
            "写出所用编码：utf-8、utf-8-bom、gbk、gb18030、big5；默认按格式惯例。中文 CSV 若非 \
             utf-8-bom，Excel 会当作 GBK",
            "寫出所用編碼：utf-8、utf-8-bom、gbk、gb18030、big5；預設按格式慣例。中文 CSV 若非 \
             utf-8-bom，Excel 會當作 GBK",
        ],
    ),
    (
        "safe_csv",
        [
            "CSV: write ' before cells that a spreadsheet would take for formulas (= + - @)",
            "CSV：会被电子表格当作公式的单元格（= + - @）前加 '",
            "CSV：會被試算表當作公式的儲存格（= + - @）前加 '",
        ],
    ),
    ("backup target", ["The file to make", "要建立的文件", "要建立的檔案"]),
    (
        "backup force",
        ["Replace the file if it is there", "若文件已存在则覆盖", "若檔案已存在則覆蓋"],
    ),
    // Questions.
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
            "Order of the games: date is oldest first, plies longest first",
            "次序：date 从早到晚，newest 从晚到早，plies 从长到短",
            "次序：date 從早到晚，newest 從晚到早，plies 從長到短",
        ],
    ),
    // Answers.
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
        "report conflicts",
        [
            "List the disagreements between witnesses of one game, too",
            "也列出同一对局各出处的矛盾",
            "也列出同一對局各出處的矛盾",
        ],
    ),
    // Notations.
    (
        "notate moves",
        [
            "The moves, in one argument or several; without any, standard input is read",
            "着法，一个或多个参数；不给则读标准输入",
            "著法，一個或多個參數；不給則讀標準輸入",
        ],
    ),
    (
        "notate fen",
        [
            "Position the moves begin from, any dialect of FEN; the standard start if left out",
            "着法的起始局面（FEN，各种写法均可）；不给则为初始局面",
            "著法的起始局面（FEN，各種寫法均可）；不給則為初始局面",
        ],
    ),
    ("notate from", ["How the moves are written", "着法原来的记谱法", "著法原來的記譜法"]),
    (
        "notate to",
        [
            "How to write them; several, separated by commas, give columns",
            "译成的记谱法；多种以逗号分隔，分栏并列",
            "譯成的記譜法；多種以逗號分隔，分欄並列",
        ],
    ),
    (
        "notate batch",
        [
            "Read lines of FEN, tab, move from standard input and answer each with one line",
            "从标准输入逐行读取“FEN、制表符、着法”，每行答一行",
            "從標準輸入逐行讀取「FEN、定位字元、著法」，每行答一行",
        ],
    ),
    (
        "notate explain",
        [
            "Show every interpretation, the systems that play the line, and the board",
            "列出每种读法、走得通的记谱法与棋盘",
            "列出每種讀法、走得通的記譜法與棋盤",
        ],
    ),
    ("notate list", ["List the notations", "列出各种记谱法", "列出各種記譜法"]),
    (
        "unit",
        [
            "What is counted: games, of which certain copies count once, lines of moves, or \
             records; when nothing is said, games, or lines with --as-stated",
            "按何计数：对局（确属同一局的各份只计一次）、着法路线或记录；默认为对局，用 --as-stated 时为路线",
            "按何計數：對局（確屬同一局的各份只計一次）、著法路線或記錄；預設為對局，用 --as-stated 時為路線",
        ],
    ),
    (
        "export unit",
        [
            "What is written: games, of which certain copies are left out, or every line of moves; \
             lines when nothing is said",
            "写出什么：对局（略去确属同一局的其余各份），或每条着法路线；默认为路线",
            "寫出什麼：對局（略去確屬同一局的其餘各份），或每條著法路線；預設為路線",
        ],
    ),
    (
        "people name",
        [
            "A name or part of it; everybody without",
            "姓名或其一部分；不给则列出全部",
            "姓名或其一部分；不給則列出全部",
        ],
    ),
    (
        "events name",
        [
            "A name or part of it; all events without",
            "赛事名称或其一部分；不给则列出全部",
            "賽事名稱或其一部分；不給則列出全部",
        ],
    ),
    (
        "candidates",
        [
            "Two names that records of one game have in one place",
            "同一局的不同记录中互见的两个名称",
            "同一局的不同記錄中互見的兩個名稱",
        ],
    ),
    (
        "judge",
        [
            "Read pairs, a line each with a tab between, and judge them; - is standard input",
            "逐行读取以制表符分隔的一对名称并判断；- 表示标准输入",
            "逐行讀取以定位字元分隔的一對名稱並判斷；- 表示標準輸入",
        ],
    ),
    ("people limit", ["How many to list; 0 is all", "列出多少；0 为全部", "列出多少；0 為全部"]),
    ("events limit", ["How many to list; 0 is all", "列出多少；0 为全部", "列出多少；0 為全部"]),
    (
        "links key",
        [
            "Beginning of a game's key; all games without",
            "对局编号的开头；不给则列出全部",
            "對局編號的開頭；不給則列出全部",
        ],
    ),
    (
        "relation",
        [
            "What happened to a copy; several, separated by commas",
            "何种差异；可用逗号分隔多种",
            "何種差異；可用逗號分隔多種",
        ],
    ),
    (
        "same",
        [
            "Only pairs held to be one game; as JSON Lines with the pairs of equal records, too",
            "只列视为同一局的；JSON Lines 中也列出着法全同的各对记录",
            "只列視為同一局的；JSON Lines 中也列出著法全同的各對記錄",
        ],
    ),
    ("rebuild", ["Make all links anew", "重新建立全部关联", "重新建立全部關聯"]),
    ("completions shell", ["The shell", "shell 的名称", "shell 的名稱"]),
    // Serving.
    (
        "port",
        [
            "Port; a free one if it is taken",
            "端口；若被占用则另选空闲端口",
            "連接埠；若被佔用則另選空閒連接埠",
        ],
    ),
    (
        "listen",
        [
            "Address to listen at; without it only this machine gets in, with it a token is needed",
            "监听的地址；不写则只有本机可访问，写明则须凭令牌访问",
            "監聽的位址；不寫則只有本機可存取，寫明則須憑權杖存取",
        ],
    ),
];

/// Placeholders of values.
pub(crate) const VALUES: &[Text] = &[
    ["ADDRESS", "地址", "位址"],
    ["BOARD", "局部", "局部"],
    ["BY", "项目", "項目"],
    ["CHAPTER", "章节", "章節"],
    ["DATE", "日期", "日期"],
    ["FEN", "FEN", "FEN"],
    ["FILE", "文件", "檔案"],
    ["FORMAT", "格式", "格式"],
    ["HOW", "方式", "方式"],
    ["KEY", "编号", "編號"],
    ["KIND", "类别", "類別"],
    ["LANGUAGE", "语言", "語言"],
    ["LETTERS", "文字", "文字"],
    ["MATERIAL", "子力", "子力"],
    ["MIRROR", "镜像", "鏡像"],
    ["MOVE", "着法", "著法"],
    ["MOVES", "着法", "著法"],
    ["N", "数", "數"],
    ["PLACE", "地点", "地點"],
    ["NAME", "名称", "名稱"],
    ["OPENING", "布局", "佈局"],
    ["ORDER", "次序", "次序"],
    ["PATH", "路径", "路徑"],
    ["RELATION", "关系", "關係"],
    ["RESULT", "结果", "結果"],
    ["SHELL", "SHELL", "SHELL"],
    ["SIDE", "一方", "一方"],
    ["SIZE", "大小", "大小"],
    ["SPAN", "时段", "時段"],
    ["SQL", "SQL", "SQL"],
    ["QUERY", "问句", "問句"],
    ["SYSTEM", "记谱法", "記譜法"],
    ["TEXT", "文字", "文字"],
    ["UNIT", "单位", "單位"],
    ["WHEN", "何时", "何時"],
    ["WORDS", "文字", "文字"],
];

//! Moves, notations, and the commands that ask for little.

use crate::messages::help::Text;

pub(super) const ARGUMENTS: &[(&str, Text)] = &[
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
    (
        "people list",
        [
            "Notable players of your own, which come before those of the project",
            "自备的名手表，先于本程序所附",
            "自備的名手表，先於本程式所附",
        ],
    ),
    (
        "events list",
        [
            "Main events of your own, which come before those of the project",
            "自备的赛事表，先于本程序所附",
            "自備的賽事表，先於本程式所附",
        ],
    ),
    ("people limit", ["How many to list; 0 is all", "列出多少；0 为全部", "列出多少；0 為全部"]),
    ("events limit", ["How many to list; 0 is all", "列出多少；0 为全部", "列出多少；0 為全部"]),
    (
        "keys",
        [
            "Beginnings of the games' keys; one game is laid beside its kin",
            "对局编号的开头；只给一局则与其近似对局并列",
            "對局編號的開頭；只給一局則與其近似對局並列",
        ],
    ),
    (
        "group",
        [
            "All games, too, that are held to be one with these",
            "连同视为同一局的各局",
            "連同視為同一局的各局",
        ],
    ),
    ("boards", ["Show the board where texts part", "在相异之处显示棋盘", "在相異之處顯示棋盤"]),
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
];

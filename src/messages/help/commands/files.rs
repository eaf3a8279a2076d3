//! Commands that read and write files.

use super::NONE;
use crate::messages::help::About;

pub(super) const COMMANDS: &[About] = &[
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
                "xqdb import other.db",
                [
                    "another database of xqdb is merged, its decisions, too",
                    "并入另一个 xqdb 数据库，连同其裁定",
                    "併入另一個 xqdb 資料庫，連同其裁定",
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
             heading, or it is set aside: `xqdb report` tells where and why. Databases are\n\
             merged when they are named; in folders they are passed over.",
            "每条记录或成为对局、已有对局的又一出处、局面或标题，或被搁置：\n\
             何处、何故，见 `xqdb report`。指名的数据库会并入，文件夹中的则略过。",
            "每筆記錄或成為對局、已有對局的又一出處、局面或標題，或被擱置：\n\
             何處、何故，見 `xqdb report`。指名的資料庫會併入，資料夾中的則略過。",
        ],
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
            (
                "xqdb export --to parquet --output tables/",
                [
                    "tables of games, positions and records for DuckDB, Polars, Spark: \
                     docs/parquet.md",
                    "对局、局面与记录的数据表，供 DuckDB、Polars、Spark 使用：docs/parquet.md",
                    "對局、局面與記錄的資料表，供 DuckDB、Polars、Spark 使用：docs/parquet.md",
                ],
            ),
            (
                "xqdb export --player 胡荣华 --to xqdb --output part.db",
                [
                    "a database of its own, with records, raw bytes and decisions; `xqdb import \
                     part.db` merges it elsewhere",
                    "单独的数据库，含记录、原始字节与裁定；别处可用 `xqdb import part.db` 并入",
                    "單獨的資料庫，含記錄、原始位元組與裁定；別處可用 `xqdb import part.db` 併入",
                ],
            ),
        ],
        notes: [
            "With --to xqdb the records of the games come as they were imported, and a source\n\
             comes whole where all of its games are asked for. Other formats have each game\n\
             with its chosen names, date and result and the largest tree of its witnesses;\n\
             what a format cannot hold is told on stderr.",
            "--to xqdb 按导入时的原样写出对局的全部记录；某来源的对局若全在其中，则整个来源一并写出。\n\
             其他格式中每局采用选定的姓名、日期与结果，以及各出处中最完整的变着；\n\
             格式容纳不下的内容，在标准错误中说明。",
            "--to xqdb 按匯入時的原樣寫出對局的全部記錄；某來源的對局若全在其中，則整個來源一併寫出。\n\
             其他格式中每局採用選定的姓名、日期與結果，以及各出處中最完整的變著；\n\
             格式容納不下的內容，在標準錯誤中說明。",
        ],
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
];

//! The program itself, and its commands about itself and its page.

use super::NONE;
use crate::messages::help::About;

pub(super) const COMMANDS: &[About] = &[
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
        name: "reconcile",
        what: [
            "Match names in a table against the archive: a service for OpenRefine",
            "将表格中的名称与棋谱库匹配：供 OpenRefine 使用的服务",
            "將表格中的名稱與棋譜庫比對：供 OpenRefine 使用的服務",
        ],
        examples: &[(
            "xqdb reconcile",
            [
                "prints an address; add it in OpenRefine as a standard service",
                "显示网址；在 OpenRefine 中添加为标准服务",
                "顯示網址；在 OpenRefine 中新增為標準服務",
            ],
        )],
        notes: [
            "It speaks the W3C Reconciliation API 0.2, on this machine only. Names match by\n\
             themselves only where rules or decisions are certain; all else is a candidate.",
            "遵循 W3C Reconciliation API 0.2，只限本机。只有按规则或裁定确定者自动匹配，\n\
             其余仅为候选。",
            "遵循 W3C Reconciliation API 0.2，只限本機。只有按規則或裁定確定者自動比對，\n\
             其餘僅為候選。",
        ],
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

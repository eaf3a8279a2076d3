//! Commands that look after the database.

use super::NONE;
use crate::messages::help::About;

pub(super) const COMMANDS: &[About] = &[
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
        name: "diff",
        what: [
            "List in what two databases differ, game by game",
            "逐局列出两个数据库的差异",
            "逐局列出兩個資料庫的差異",
        ],
        examples: &[
            (
                "xqdb diff before.db after.db",
                [
                    "games that came (+), went (-) or changed (~)",
                    "新增（+）、消失（-）或变化（~）的对局",
                    "新增（+）、消失（-）或變化（~）的對局",
                ],
            ),
            (
                "xqdb diff before.db after.db --format jsonl",
                ["with every field and witness", "连同每一栏目与来源", "連同每一欄目與來源"],
            ),
        ],
        notes: [
            "Games are told apart by their keys, records by their contents: it does not\n\
             matter where files lie, nor in which order they were imported. Decisions\n\
             hold unless --as-stated is said. Exit status 1: nothing differs.",
            "对局以编号区分，记录以内容区分：文件在何处、导入次序如何均无影响。\n\
             除非用 --as-stated，裁定均计入。退出状态 1：没有差异。",
            "對局以編號區分，記錄以內容區分：檔案在何處、匯入次序如何均無影響。\n\
             除非用 --as-stated，裁定均計入。退出狀態 1：沒有差異。",
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
];

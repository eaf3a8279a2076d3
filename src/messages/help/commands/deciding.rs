//! Commands by which people decide about the archive.

use super::NONE;
use crate::messages::help::About;

pub(super) const COMMANDS: &[About] = &[
    About {
        name: "decide",
        what: [
            "Decide that two are one, that two are two, or what a field of a game is",
            "裁定两者为一、两者有别，或对局某栏应为何值",
            "裁定兩者為一、兩者有別，或對局某欄應為何值",
        ],
        examples: &[
            (
                "xqdb decide same player:胡荣华 \"player:HU RongHua\" --reason \"one man\"",
                [
                    "--player finds both from now on",
                    "此后 --player 两名同查",
                    "此後 --player 兩名同查",
                ],
            ),
            (
                "xqdb decide differ player:王斌 player:王斌@上海 --reason \"two men\"",
                [
                    "the games in which he stands for that team are another's of that name",
                    "代表该队的对局属于另一位同名者",
                    "代表該隊的對局屬於另一位同名者",
                ],
            ),
            (
                "xqdb decide differ game:KEY game:KEY --reason rematch",
                [
                    "two games that are not counted as one",
                    "两局棋不再计作一局",
                    "兩局棋不再計作一局",
                ],
            ),
            (
                "xqdb decide set game:KEY.date 1982-12-05 --reason \"the event says 1982\"",
                ["another date than records state", "不同于记录所注的日期", "不同於記錄所註的日期"],
            ),
        ],
        notes: [
            "Nothing that was imported changes: a decision is laid over it and shown where\n\
             it counts. The key of a game stays. What it is about may come later.\n\
             --as-stated answers without decisions.",
            "导入的内容不变：裁定只覆于其上，并在所涉的每个答案旁注明。对局编号不变。\n\
             裁定所指的内容可以日后才导入。--as-stated 不用裁定作答。",
            "匯入的內容不變：裁定只覆於其上，並在所涉的每個答案旁註明。對局編號不變。\n\
             裁定所指的內容可以日後才匯入。--as-stated 不用裁定作答。",
        ],
    },
    About {
        name: "undo",
        what: ["Take a decision back", "撤回一条裁定", "撤回一條裁定"],
        examples: &[(
            "xqdb undo same player:胡荣华 \"player:HU RongHua\"",
            ["whatever its reason", "不论理由为何", "不論理由為何"],
        )],
        notes: NONE,
    },
    About {
        name: "decisions",
        what: [
            "List decisions, write them into a file, take them from one, compare with one",
            "列出裁定，写成文件，从文件加入，或与文件比较",
            "列出裁定，寫成檔案，從檔案加入，或與檔案比較",
        ],
        examples: &[
            (
                "xqdb decisions",
                [
                    "all, and whether the archive has what they are about",
                    "全部裁定，及所指内容是否在库中",
                    "全部裁定，及所指內容是否在庫中",
                ],
            ),
            (
                "xqdb decisions export > decisions.tsv",
                ["a file for version control", "供版本管理的文件", "供版本管理的檔案"],
            ),
            (
                "xqdb decisions apply decisions.tsv",
                [
                    "add what the file has: all of it, or nothing if one contradicts",
                    "加入文件中的裁定；若有矛盾则全不加入",
                    "加入檔案中的裁定；若有矛盾則全不加入",
                ],
            ),
            (
                "xqdb decisions diff decisions.tsv",
                [
                    "what only the file has (+), and what only the database has (-)",
                    "仅文件有者（+）与仅数据库有者（-）",
                    "僅檔案有者（+）與僅資料庫有者（-）",
                ],
            ),
        ],
        notes: [
            "A line has action, target, value, reason, by and when, with tabs between.\n\
             Exit status 1: there is none, or nothing differs.",
            "每行有裁定、对象、值、理由、裁定者、日期，以制表符分隔。\n\
             退出状态 1：没有裁定，或没有差异。",
            "每行有裁定、對象、值、理由、裁定者、日期，以定位字元分隔。\n\
             退出狀態 1：沒有裁定，或沒有差異。",
        ],
    },
];

//! What is decided, why and by whom.

use crate::messages::help::Text;

pub(super) const ARGUMENTS: &[(&str, Text)] = &[
    (
        "action",
        [
            "Two are one, two are two, a field has this value, or these moves are read",
            "两者为一、两者有别、某栏为该值，或读作这些着法",
            "兩者為一、兩者有別、某欄為該值，或讀作這些著法",
        ],
    ),
    (
        "target",
        [
            "What it is about: player:NAME, player:NAME@TEAM of namesakes, event:NAME, game:KEY, \
             game:KEY.FIELD to be set, or \"record:HASH/N ply P\" to be read",
            "对象：player:名称（同名者为 player:名称@队名）、event:名称、game:编号；set 则为 game:编号.栏目；read 则为 \
             \"record:散列值/N ply P\"",
            "對象：player:名稱（同名者為 player:名稱@隊名）、event:名稱、game:編號；set 則為 game:編號.欄目；read 則為 \
             \"record:雜湊值/N ply P\"",
        ],
    ),
    (
        "value",
        [
            "What it is the same as, differs from, is set to, or is read as",
            "与之相同、与之有别、设定为何值，或读作何着",
            "與之相同、與之有別、設定為何值，或讀作何著",
        ],
    ),
    (
        "record",
        [
            "The beginning of a game's key, or PATH#N: the N-th record of a file",
            "对局编号的开头，或 路径#N：文件的第 N 条记录",
            "對局編號的開頭，或 路徑#N：檔案的第 N 筆記錄",
        ],
    ),
    ("reason", ["Why", "理由", "理由"]),
    ("decide by", ["Who decides", "裁定者", "裁定者"]),
    ("decide when", ["On which day; today by default", "日期；默认为今日", "日期；預設為今日"]),
    (
        "accept",
        [
            "Decide that the record is to be read so: the number of a reading",
            "裁定记录如此读法：校改的序号",
            "裁定記錄如此讀法：校改的序號",
        ],
    ),
    ("emend by", ["Who decides", "裁定者", "裁定者"]),
    ("emend when", ["On which day; today by default", "日期；默认为今日", "日期；預設為今日"]),
    ("task", ["What to do with all decisions", "对全部裁定做什么", "對全部裁定做什麼"]),
    (
        "decisions file",
        [
            "A file of decisions; - is standard input",
            "裁定文件；- 为标准输入",
            "裁定檔案；- 為標準輸入",
        ],
    ),
];

//! How files are written.

use crate::messages::help::Text;

pub(super) const ARGUMENTS: &[(&str, Text)] = &[
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
    ("diff before", ["The database as it was", "原先的数据库", "原先的資料庫"]),
    ("diff after", ["The database as it is", "现在的数据库", "現在的資料庫"]),
    (
        "backup force",
        ["Replace the file if it is there", "若文件已存在则覆盖", "若檔案已存在則覆蓋"],
    ),
];

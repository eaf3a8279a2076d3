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
    (
        "figure",
        [
            "Write the answer as a figure to NAME.svg or NAME.html, and beside it NAME.csv, \
             NAME.vl.json (Vega-Lite) and NAME.json, which `xqdb reproduce` reads",
            "将结果作图写到 名称.svg 或 名称.html，旁有 名称.csv、名称.vl.json（Vega-Lite）与供 \
             `xqdb reproduce` 用的 名称.json",
            "將結果作圖寫到 名稱.svg 或 名稱.html，旁有 名稱.csv、名稱.vl.json（Vega-Lite）與供 \
             `xqdb reproduce` 用的 名稱.json",
        ],
    ),
    (
        "reproduce path",
        [
            "The figure, or the .json file beside it",
            "图，或其旁的 .json 文件",
            "圖，或其旁的 .json 檔案",
        ],
    ),
    (
        "cite key",
        [
            "Key of the game, or the beginning of one; without it the question is cited",
            "对局编号，或其开头部分；不给则引用检索问题",
            "對局編號，或其開頭部分；不給則引用檢索問題",
        ],
    ),
    ("cite notation", ["Notation of --moves", "--moves 的记谱法", "--moves 的記譜法"]),
    ("backup target", ["The file to make", "要建立的文件", "要建立的檔案"]),
    ("diff before", ["The database as it was", "原先的数据库", "原先的資料庫"]),
    ("diff after", ["The database as it is", "现在的数据库", "現在的資料庫"]),
    (
        "backup force",
        ["Replace the file if it is there", "若文件已存在则覆盖", "若檔案已存在則覆蓋"],
    ),
];

//! How files are read.

use crate::messages::help::Text;

pub(super) const ARGUMENTS: &[(&str, Text)] = &[
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
];

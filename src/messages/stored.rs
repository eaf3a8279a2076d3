//! Sentences that readers put down in English, and that databases keep so: details of damage,
//! reasons, messages of SQLite.
//!
//! `{}` stands for what changes from case to case; `{0}` in the Chinese is the first of these. A
//! sentence that is not here is told in English: a database may have been written by another
//! version. A test takes care that those of the readers are.

use super::Lang;
use super::argument::Shown as _;

/// A sentence: English, simplified and traditional Chinese.
type Row = [&'static str; 3];

/// Longer ones before those with which they begin.
const ROWS: &[Row] = &[
    // Why a move cannot be read.
    ["ambiguous: {}", "有歧义：{0}", "有歧義：{0}"],
    ["a move is missing here", "此处缺一步着法", "此處缺一步著法"],
    [
        "move number {} stands where {} is due",
        "回合序号是 {0}，此处应为 {1}",
        "回合序號是 {0}，此處應為 {1}",
    ],
    ["not a move in any notation", "不是任何记谱法的着法", "不是任何記譜法的著法"],
    ["no such piece there", "该处没有这枚棋子", "該處沒有這枚棋子"],
    ["the piece cannot move so", "这枚棋子不能这样走", "這枚棋子不能這樣走"],
    // Why a file was not read.
    ["empty", "空文件", "空檔案"],
    [
        "no archive of games",
        "不是棋谱：图片、程序或未提及对局的文字",
        "不是棋譜：圖片、程式或未提及對局的文字",
    ],
    ["a picture", "图片", "圖片"],
    ["a program", "程序", "程式"],
    ["a font", "字体", "字型"],
    ["sound or film", "声音或影片", "聲音或影片"],
    ["nothing but blanks", "只有空白", "只有空白"],
    ["a page that speaks of no games", "未提及对局的网页", "未提及對局的網頁"],
    ["a text that speaks of no games", "未提及对局的文字", "未提及對局的文字"],
    ["no known format: a PDF document", "格式未知：PDF 文档", "格式未知：PDF 文件"],
    [
        "no known format: an RTF document; save it as text",
        "格式未知：RTF 文档；请另存为纯文本",
        "格式未知：RTF 文件；請另存為純文字",
    ],
    [
        "no known format: a document of an old office program",
        "格式未知：旧版办公软件文档",
        "格式未知：舊版辦公軟體文件",
    ],
    ["no known format: an SQLite database", "格式未知：SQLite 数据库", "格式未知：SQLite 資料庫"],
    ["no known format: an Access database", "格式未知：Access 数据库", "格式未知：Access 資料庫"],
    ["no known format: a compiled help file", "格式未知：CHM 帮助文件", "格式未知：CHM 說明檔"],
    ["no known format: a DjVu document", "格式未知：DjVu 文档", "格式未知：DjVu 文件"],
    ["no known format: an e-book", "格式未知：电子书", "格式未知：電子書"],
    ["no known format", "不属于任何已知格式", "不屬於任何已知格式"],
    ["it is the database itself", "这就是数据库本身", "這就是資料庫本身"],
    ["the moves of a record cannot be played", "某条记录的着法不能走", "某筆記錄的著法不能走"],
    // Why a position cannot be read.
    ["an empty FEN", "FEN 是空的", "FEN 是空的"],
    ["{} rows instead of 10", "有 {0} 行，应为 10 行", "有 {0} 行，應為 10 行"],
    [
        "row {} fills {} files instead of 9",
        "第 {0} 行占 {1} 路，应为 9 路",
        "第 {0} 行佔 {1} 路，應為 9 路",
    ],
    ["`{}` in row {} names no piece", "第 {1} 行的“{0}”不是棋子", "第 {1} 行的「{0}」不是棋子"],
    [
        "`{}` is no side to move: w, r or b are expected",
        "“{0}”不能表示走子方，应为 w、r 或 b",
        "「{0}」不能表示走子方，應為 w、r 或 b",
    ],
    ["the board does not have 90 squares", "棋盘不足 90 个点", "棋盤不足 90 個點"],
    ["the FEN is no text", "FEN 不是文本", "FEN 不是文字"],
    [
        "the tags speak of a set-up and have no FEN: the standard start is taken",
        "标签说明是摆局而没有 FEN：按标准开局处理",
        "標籤說明是擺局而沒有 FEN：按標準開局處理",
    ],
    ["the mark `{}` is not closed", "标记“{0}”没有右括号", "標記「{0}」沒有右括號"],
    ["the mark `{}` has no mark at its end", "标记“{0}”缺少结束标记", "標記「{0}」缺少結束標記"],
    [
        "the mark `{}` is not known, and a position stands there",
        "标记“{0}”不明，而其中是局面",
        "標記「{0}」不明，而其中是局面",
    ],
    [
        "the mark `{}` is not known: the digits there are no moves",
        "标记“{0}”不明：其中的数字不作着法",
        "標記「{0}」不明：其中的數字不作著法",
    ],
    [
        "the mark `{}` is none of a variation: its moves are not read",
        "标记“{0}”不是变着的标记：其中的着法未读取",
        "標記「{0}」不是變著的標記：其中的著法未讀取",
    ],
    ["the file has no start position", "文件没有起始局面", "檔案沒有起始局面"],
    ["the layout of CWP set-ups is not known", "CWP 摆局的格式未知", "CWP 擺局的格式未知"],
    [
        "the file ends before the squares of the pieces",
        "文件在棋子位置之前中断",
        "檔案在棋子位置之前中斷",
    ],
    ["the file ends inside the board", "文件在棋盘数据中中断", "檔案在棋盤資料中中斷"],
    ["the game ends inside its board", "对局在棋盘数据中中断", "對局在棋盤資料中中斷"],
    [
        "the file is no XGF up to the squares of the pieces",
        "文件在棋子位置之前就不合 XGF 格式",
        "檔案在棋子位置之前就不合 XGF 格式",
    ],
    // What was being read when a record broke off.
    ["moves", "着法", "著法"],
    ["{} of {} moves", "{1} 着中的第 {0} 着", "{1} 著中的第 {0} 著"],
    ["a comment", "注解", "註解"],
    ["a game", "对局", "對局"],
    ["a field", "字段", "欄位"],
    ["a field of unknown type", "类型未知的字段", "類型未知的欄位"],
    [
        "fields, of which the checksum is the last",
        "字段（校验和应在最后）",
        "欄位（校驗和應在最後）",
    ],
    ["the XML document", "XML 文档", "XML 文件"],
    ["the texts before the moves", "着法之前的文字", "著法之前的文字"],
    ["the number of moves", "着法数目", "著法數目"],
    ["variations that were announced", "已注明而未出现的变着", "已註明而未出現的變著"],
    // Odd things in a record.
    [
        "{} lines hang on lines that do not exist",
        "{0} 条变着所接的变着不存在",
        "{0} 條變著所接的變著不存在",
    ],
    [
        "line {} leaves line {} where that has no move",
        "变着 {0} 从变着 {1} 没有着法之处分出",
        "變著 {0} 從變著 {1} 沒有著法之處分出",
    ],
    [
        "comment {} belongs to no move: {}",
        "注解 {0} 不属于任何一着：{1}",
        "註解 {0} 不屬於任何一著：{1}",
    ],
    [
        "comment{} belongs to no move: {}",
        "注解{0} 不属于任何一着：{1}",
        "註解{0} 不屬於任何一著：{1}",
    ],
    [
        "the comment ({}) belongs to no move: {}",
        "注解（{0}）不属于任何一着：{1}",
        "註解（{0}）不屬於任何一著：{1}",
    ],
    ["numbers after the last move are left out", "末着之后的数字未收入", "末著之後的數字未收入"],
    [
        "moves after the last line was finished are left out",
        "末条变着结束之后的着法未收入",
        "末條變著結束之後的著法未收入",
    ],
    [
        "{} bytes after the last move are left out",
        "末着之后的 {0} 字节未收入",
        "末著之後的 {0} 位元組未收入",
    ],
    [
        "{} pieces are left out: their points are taken",
        "{0} 枚棋子未收入：其位置已被占据",
        "{0} 枚棋子未收入：其位置已被佔據",
    ],
    [
        "{} more lines that cannot be played are not listed",
        "另有 {0} 条走不通的变着未列出",
        "另有 {0} 條走不通的變著未列出",
    ],
    ["{} more places are passed over", "另略过 {0} 处", "另略過 {0} 處"],
    ["a variation is not closed", "变着的括号未闭合", "變著的括號未閉合"],
    ["a comment is not closed", "注解的括号未闭合", "註解的括號未閉合"],
    ["a comment begins inside a comment", "注解之中又有注解开始", "註解之中又有註解開始"],
    [
        "a comment to the end of its line holds moves",
        "直到行末的注解中有着法",
        "直到行末的註解中有著法",
    ],
    ["a result stands between the moves", "着法之间夹有结果", "著法之間夾有結果"],
    ["a ruler stands between the moves", "着法之间夹有分隔线", "著法之間夾有分隔線"],
    [
        "two dots behind the first number are read as one",
        "首个回合数后的两点按一点读，红方先走",
        "首個回合數後的兩點按一點讀，紅方先走",
    ],
    [
        "two dots behind the first number are read as three",
        "首个回合数后的两点按省略号读，黑方先走",
        "首個回合數後的兩點按省略號讀，黑方先走",
    ],
    [
        "move number {} stands where {} is due",
        "此处回合数应为 {1}，写作 {0}",
        "此處回合數應為 {1}，寫作 {0}",
    ],
    ["{} more move numbers do not fit", "另有 {0} 个回合数不符", "另有 {0} 個回合數不符"],
    [
        "the record is in {}, its file in {}",
        "该记录的编码为 {0}，其文件为 {1}",
        "該記錄的編碼為 {0}，其檔案為 {1}",
    ],
    [
        "no reader claims what stands here: {}",
        "此处内容没有读取器认领：{0}",
        "此處內容沒有讀取器認領：{0}",
    ],
    ["a line without moves", "一行没有着法", "一行沒有著法"],
    ["the checksum does not fit", "校验和不符", "校驗和不符"],
    [
        "the board is turned: it was saved from above",
        "棋盘已转正：原文件从黑方一侧保存",
        "棋盤已轉正：原檔案從黑方一側儲存",
    ],
    [
        "edition {} of the record is not known and read like edition 2",
        "记录版本 {0} 未知，按版本 2 读取",
        "記錄版本 {0} 未知，按版本 2 讀取",
    ],
    // Damage outside records.
    ["the library ends inside its header", "棋库在文件头中中断", "棋庫在檔案頭中中斷"],
    [
        "the library ends inside its index of {} entries",
        "棋库在 {0} 项的索引中中断",
        "棋庫在 {0} 項的索引中中斷",
    ],
    [
        "entry {} of the index leads to no record",
        "索引第 {0} 项不指向任何记录",
        "索引第 {0} 項不指向任何記錄",
    ],
    ["the name of the library is cut", "棋库名称被截断", "棋庫名稱被截斷"],
    ["the content ends inside its header", "内容在头部中断", "內容在頭部中斷"],
    [
        "the content ends after {} of {} games",
        "内容在 {1} 局中的第 {0} 局后中断",
        "內容在 {1} 局中的第 {0} 局後中斷",
    ],
    [
        "the content has {} of {} bytes",
        "内容应有 {1} 字节，只有 {0} 字节",
        "內容應有 {1} 位元組，只有 {0} 位元組",
    ],
    [
        "the content has {} instead of {} bytes",
        "内容应有 {1} 字节，实有 {0} 字节",
        "內容應有 {1} 位元組，實有 {0} 位元組",
    ],
    ["the compressed content is damaged: {}", "压缩内容已损坏：{0}", "壓縮內容已損壞：{0}"],
    [
        "the name promises {} games, {} were found",
        "文件名注明 {0} 局，实有 {1} 局",
        "檔名註明 {0} 局，實有 {1} 局",
    ],
    ["the JSON is damaged: {}", "JSON 已损坏：{0}", "JSON 已損壞：{0}"],
    ["an object that is damaged or not closed", "对象已损坏或未闭合", "物件已損壞或未閉合"],
    ["an object without position and moves", "对象没有局面与着法", "物件沒有局面與著法"],
    ["{} is not 32 pairs of digits", "{0} 不是 32 对数字", "{0} 不是 32 對數字"],
    ["the file ends inside the row", "文件在该行中中断", "檔案在該行中中斷"],
    [
        "the row has {} cells, the header {}",
        "该行有 {0} 格，表头有 {1} 格",
        "該行有 {0} 格，表頭有 {1} 格",
    ],
    // Archives and files.
    ["corrupt deflate stream", "压缩数据已损坏", "壓縮資料已損壞"],
    ["incomplete deflate stream", "压缩数据不完整", "壓縮資料不完整"],
    ["corrupt gzip stream does not have a matching checksum", "gzip 校验和不符", "gzip 校驗和不符"],
    ["IO error for operation on {}: {}", "无法读取：{1}", "無法讀取：{1}"],
    ["No such file or directory (os error 2)", "没有这个文件或文件夹", "沒有這個檔案或資料夾"],
    ["Permission denied (os error 13)", "没有权限", "沒有權限"],
    ["Is a directory (os error 21)", "这是文件夹", "這是資料夾"],
    ["Input/output error (os error 5)", "读写错误", "讀寫錯誤"],
    ["the directory of the zip is damaged", "zip 目录已损坏", "zip 目錄已損壞"],
    [
        "the directory of the zip points to no member",
        "zip 目录未指向任何成员",
        "zip 目錄未指向任何成員",
    ],
    [
        "the end of the zip is missing; the members before were read",
        "zip 尾部缺失；此前的成员已读取",
        "zip 尾部缺失；此前的成員已讀取",
    ],
    [
        "the end of the zip is missing, and this member does not tell its size",
        "zip 尾部缺失，且该成员未注明大小",
        "zip 尾部缺失，且該成員未註明大小",
    ],
    ["it is encrypted: unpack it first", "已加密：请先自行解压", "已加密：請先自行解壓"],
    ["it asks for too much memory", "所需内存过多", "所需記憶體過多"],
    [
        "its compression (method {}) is not known: unpack it first",
        "压缩方法 {0} 未知：请先自行解压",
        "壓縮方法 {0} 未知：請先自行解壓",
    ],
    ["its checksum is wrong", "校验和错误", "校驗和錯誤"],
    [
        "{} archives are not read: unpack it first, then import the folder",
        "不支持 {0}：请先解压，再导入文件夹",
        "不支援 {0}：請先解壓，再匯入資料夾",
    ],
    [
        "{} inside {} containers is not opened",
        "{1} 层压缩包之内的 {0} 不再打开",
        "{1} 層壓縮檔之內的 {0} 不再開啟",
    ],
    ["the headers have no end", "头部没有结尾", "標頭沒有結尾"],
    [
        "a part is too large: unpack it first",
        "其中一部分过大：请先自行解压",
        "其中一部分過大：請先自行解壓",
    ],
    ["a WARC record does not tell its length", "WARC 记录未注明长度", "WARC 記錄未註明長度"],
    ["a chunk does not tell its length", "分块未注明长度", "分塊未註明長度"],
    ["pages stored as `{}` are not read", "不支持以 `{0}` 保存的网页", "不支援以 `{0}` 儲存的網頁"],
    [
        "unpacking stopped: {} bytes unpack to more than {} bytes, as no real archive does",
        "已停止解压：{0} 字节解压后超过 {1} 字节，不似正常压缩包",
        "已停止解壓：{0} 位元組解壓後超過 {1} 位元組，不似正常壓縮檔",
    ],
    [
        "the directory of the zip is wrong; {} members were found without it",
        "zip 目录有误；不靠目录另找到 {0} 个成员",
        "zip 目錄有誤；不靠目錄另找到 {0} 個成員",
    ],
    ["the directory of the zip is wrong", "zip 目录有误", "zip 目錄有誤"],
    [
        "more zips are joined than are read: {} were",
        "相连的 zip 过多：只读取了 {0} 个",
        "相連的 zip 過多：只讀取了 {0} 個",
    ],
    [
        "it begins in another volume of the tar: unpack it first",
        "它从 tar 的另一卷开始：请先自行解压",
        "它從 tar 的另一卷開始：請先自行解壓",
    ],
    [
        "it is stored with gaps left out: unpack it first",
        "以稀疏格式存储：请先自行解压",
        "以稀疏格式儲存：請先自行解壓",
    ],
    [
        "an archive stands in this text, and was not read",
        "这段文本中有压缩文件，未读取",
        "這段文字中有壓縮檔，未讀取",
    ],
    [
        "what follows the end of the zip is no zip, and was not read",
        "zip 结尾之后的内容不是 zip，未读取",
        "zip 結尾之後的內容不是 zip，未讀取",
    ],
    [
        "what follows the end of the gz is no gz, and was not read",
        "gz 结尾之后的内容不是 gz，未读取",
        "gz 結尾之後的內容不是 gz，未讀取",
    ],
    [
        "the length of a WARC record is wrong: pages before or behind its end were not read",
        "WARC 记录的长度有误：其结尾前后的网页未读取",
        "WARC 記錄的長度有誤：其結尾前後的網頁未讀取",
    ],
    [
        "the parts of the page cannot be told apart",
        "无法分开网页的各个部分",
        "無法分開網頁的各個部分",
    ],
    // Files.
    [
        "a record is longer than the memory allows: {} bytes of it are not read; give more with \
         --memory",
        "有一条记录超过内存所容，其中 {0} 字节未读：请用 --memory 增加内存",
        "有一筆記錄超過記憶體所容，其中 {0} 位元組未讀：請用 --memory 增加記憶體",
    ],
    [
        "its format is read whole, and it is larger than the {} MiB that the memory allows for \
         that: give more with --memory",
        "此格式须整个读入，而文件超过内存所容的 {0} MiB：请用 --memory 增加内存",
        "此格式須整個讀入，而檔案超過記憶體所容的 {0} MiB：請用 --memory 增加記憶體",
    ],
    // The database.
    ["the file is not a database of xqdb", "该文件不是 xqdb 的数据库", "該檔案不是 xqdb 的資料庫"],
    [
        "`:memory:` is no file, and a database in memory would be lost; `./:memory:` names a file",
        "`:memory:` 不是文件，内存中的数据库会丢失；`./:memory:` 才表示文件",
        "`:memory:` 不是檔案，記憶體中的資料庫會遺失；`./:memory:` 才表示檔案",
    ],
    ["stopped", "已中止", "已中止"],
    [
        "the file is empty; `xqdb import PATH` makes a database of it",
        "文件是空的；`xqdb import 路径` 可将其建成数据库",
        "檔案是空的；`xqdb import 路徑` 可將其建成資料庫",
    ],
    [
        "the database has version {}, and questions need version {}; `xqdb optimize` brings it up \
         to date where it can be written",
        "数据库为第 {0} 版，查询需要第 {1} 版；在可写的地方运行 `xqdb optimize` 即可更新",
        "資料庫為第 {0} 版，查詢需要第 {1} 版；在可寫的地方執行 `xqdb optimize` 即可更新",
    ],
    [
        "another program has been reading the database for a long time, and meanwhile the log has \
         grown to {} bytes; everything up to here is kept, and the same command goes on when that \
         program has ended",
        "另一个程序长时间读取数据库，日志已增至 {0} 字节；至此的内容均已保存，待该程序结束后再次运行同一命令即可继续",
        "另一個程式長時間讀取資料庫，日誌已增至 {0} 位元組；至此的內容均已儲存，待該程式結束後再次執行同一命令即可繼續",
    ],
    ["cannot read `{}`: {}", "无法读取 `{0}`：{1}", "無法讀取 `{0}`：{1}"],
    [
        "variations and comments are too long to be searched; all of them stand in the bytes of \
         the record",
        "变着和注解过长，无法检索；全部内容保留在该记录的原始字节中",
        "變著和註解過長，無法檢索；全部內容保留在該記錄的原始位元組中",
    ],
    [
        "the database has version {}, this program knows versions up to {}; use a newer xqdb",
        "数据库为第 {0} 版，本程序只支持到第 {1} 版；请使用较新的 xqdb",
        "資料庫為第 {0} 版，本程式只支援到第 {1} 版；請使用較新的 xqdb",
    ],
    ["cannot lock `{}`: {}", "无法锁定 `{0}`：{1}", "無法鎖定 `{0}`：{1}"],
    ["the database is damaged: {}", "数据库已损坏：{0}", "資料庫已損壞：{0}"],
    ["index block {} is damaged: {}", "索引块 {0} 已损坏：{1}", "索引塊 {0} 已損壞：{1}"],
    ["index block {} is missing", "缺少索引块 {0}", "缺少索引塊 {0}"],
    ["index segment {} is damaged: {}", "索引段 {0} 已损坏：{1}", "索引段 {0} 已損壞：{1}"],
    ["file is not a database", "该文件不是数据库", "該檔案不是資料庫"],
    ["database disk image is malformed", "数据库文件已损坏", "資料庫檔案已損壞"],
    ["unable to open database file: {}", "无法打开数据库文件：{0}", "無法開啟資料庫檔案：{0}"],
    ["unable to open database file", "无法打开数据库文件", "無法開啟資料庫檔案"],
    ["attempt to write a readonly database", "数据库只读，不能写入", "資料庫唯讀，不能寫入"],
    ["database is locked", "数据库正被其他程序使用", "資料庫正被其他程式使用"],
    ["database or disk is full", "磁盘已满", "磁碟已滿"],
    ["disk I/O error", "磁盘读写错误", "磁碟讀寫錯誤"],
    // What is wrong with a table of openings.
    [
        "line {}: five columns are expected: code, name, traditional name, English name, rules",
        "第 {0} 行：应有五列：编号、名称、繁体名称、英文名称、规则",
        "第 {0} 行：應有五欄：編號、名稱、繁體名稱、英文名稱、規則",
    ],
    [
        "line {}: `{}` is no code such as C55",
        "第 {0} 行：“{1}”不是 C55 这样的编号",
        "第 {0} 行：「{1}」不是 C55 這樣的編號",
    ],
    [
        "line {}: a rule begins with @ and a number: `{}`",
        "第 {0} 行：规则以 @ 和序号开头：“{1}”",
        "第 {0} 行：規則以 @ 和序號開頭：「{1}」",
    ],
    ["line {}: `{}` is no condition", "第 {0} 行：“{1}”不是条件", "第 {0} 行：「{1}」不是條件"],
    [
        "line {}: `{}` is no move such as C2.5",
        "第 {0} 行：“{1}”不是 C2.5 这样的着法",
        "第 {0} 行：「{1}」不是 C2.5 這樣的著法",
    ],
    [
        "line {}: no row is named `{}`",
        "第 {0} 行：没有名为“{1}”的行",
        "第 {0} 行：沒有名為「{1}」的行",
    ],
    [
        "line {}: the rule stands for too many conditions",
        "第 {0} 行：规则展开后条件过多",
        "第 {0} 行：規則展開後條件過多",
    ],
    [
        "line {}: the table has too many moves or conditions",
        "第 {0} 行：表中着法或条件过多",
        "第 {0} 行：表中著法或條件過多",
    ],
    // What is wrong with a list of players or events.
    [
        "line {}: ten columns are expected: name, traditional name, pinyin, other spellings, \
         team, sex, born, died, title, source",
        "第 {0} 行：应有十列：姓名、繁体姓名、拼音、其他写法、单位、性别、生年、卒年、称号、出处",
        "第 {0} 行：應有十欄：姓名、繁體姓名、拼音、其他寫法、單位、性別、生年、卒年、稱號、出處",
    ],
    [
        "line {}: eight columns are expected: name, traditional name, English name, other \
         wordings, first year, last year, kind, source",
        "第 {0} 行：应有八列：名称、繁体名称、英文名称、其他名称、首届年份、末届年份、类别、出处",
        "第 {0} 行：應有八欄：名稱、繁體名稱、英文名稱、其他名稱、首屆年份、末屆年份、類別、出處",
    ],
    ["line {}: the name is missing", "第 {0} 行：缺名称", "第 {0} 行：缺名稱"],
    ["line {}: the source is missing", "第 {0} 行：缺出处", "第 {0} 行：缺出處"],
    [
        "line {}: `{}` is neither m nor f",
        "第 {0} 行：“{1}”既非 m 也非 f",
        "第 {0} 行：「{1}」既非 m 也非 f",
    ],
    [
        "line {}: `{}` is no year of four digits",
        "第 {0} 行：“{1}”不是四位年份",
        "第 {0} 行：「{1}」不是四位年份",
    ],
    ["line {}: {} is before {}", "第 {0} 行：{1} 早于 {2}", "第 {0} 行：{1} 早於 {2}"],
    [
        "line {}: a spelling of `{}` is that of line {}",
        "第 {0} 行：“{1}”的一种写法与第 {2} 行重复",
        "第 {0} 行：「{1}」的一種寫法與第 {2} 行重複",
    ],
    // What `verify` finds.
    ["game {}: {} in position {}", "对局 {0}：局面 {2} 中{1}", "對局 {0}：局面 {2} 中{1}"],
    [
        "a row of `{}` has changed by itself, its id is in {} to {}",
        "表 `{0}` 有一行自行改变，其编号在 {1} 至 {2} 之间",
        "表 `{0}` 有一列自行改變，其編號在 {1} 至 {2} 之間",
    ],
    [
        "{} sources were not read as far as they say",
        "{0} 份内容的读取进度与记载不符",
        "{0} 份內容的讀取進度與記載不符",
    ],
    [
        "a source names a format or an encoding that does not exist",
        "有内容写明的格式或编码并不存在",
        "有內容寫明的格式或編碼並不存在",
    ],
    [
        "the columns of `{}` are not those that it was made with",
        "表 `{0}` 的列与建立时不同",
        "表 `{0}` 的欄與建立時不同",
    ],
    ["a posting is missing", "缺少索引项", "缺少索引項"],
    ["a posting too many", "多出索引项", "多出索引項"],
    [
        "game {}: its row and its facts differ",
        "对局 {0}：数据行与索引列不一致",
        "對局 {0}：資料列與索引欄不一致",
    ],
    ["game {}: a tree is missing", "对局 {0}：缺少变着", "對局 {0}：缺少變著"],
    ["game {}: a variation cannot be played", "对局 {0}：有变着走不通", "對局 {0}：有變著走不通"],
    ["game {}: ply {} cannot be played", "对局 {0}：第 {1} 步走不通", "對局 {0}：第 {1} 步走不通"],
    ["game {}: its start is no FEN", "对局 {0}：起始局面不是 FEN", "對局 {0}：起始局面不是 FEN"],
    [
        "game {}: the opening in its facts does not fit the moves",
        "对局 {0}：所记布局编号与着法不符",
        "對局 {0}：所記佈局編號與著法不符",
    ],
    [
        "game {}: the key does not fit the moves",
        "对局 {0}：编号与着法不符",
        "對局 {0}：編號與著法不符",
    ],
    ["game {}: {}", "对局 {0}：{1}", "對局 {0}：{1}"],
    [
        "SQLite: a row points at nothing",
        "SQLite：有数据行指向不存在的内容",
        "SQLite：有資料列指向不存在的內容",
    ],
    ["SQLite: {}", "SQLite：{0}", "SQLite：{0}"],
    ["{} sources lie nowhere", "{0} 份内容没有所在位置", "{0} 份內容沒有所在位置"],
    [
        "{} sources do not have as many records as they say",
        "{0} 份内容的记录数与所记不符",
        "{0} 份內容的記錄數與所記不符",
    ],
    ["{} games have no witness", "{0} 局没有出处", "{0} 局沒有出處"],
    ["{} games, but facts of {}", "有 {0} 局，索引列却有 {1} 局", "有 {0} 局，索引欄卻有 {1} 局"],
    // Notations.
    [
        "unknown notation `{}`; known are {}",
        "未知的记谱法“{0}”；可用的有 {1}",
        "未知的記譜法「{0}」；可用的有 {1}",
    ],
    [
        "`{}` is no part of a scheme; write {}",
        "“{0}”不是坐标方案的一部分；请写 {1}",
        "「{0}」不是座標方案的一部分；請寫 {1}",
    ],
    [
        "line {}: `{}` is no order; write {}",
        "第 {0} 行：“{1}”不是顺序；请写 {2}",
        "第 {0} 行：「{1}」不是順序；請寫 {2}",
    ],
    [
        "there is no order; begin with a line such as `order: rows from-top left-to-right`",
        "没有注明顺序；请以这样一行开头：`order: rows from-top left-to-right`",
        "沒有註明順序；請以這樣一行開頭：`order: rows from-top left-to-right`",
    ],
    ["line {}: `{}` is there twice", "第 {0} 行：“{1}”重复", "第 {0} 行：「{1}」重複"],
    [
        "line {}: `{}` has a hyphen in it",
        "第 {0} 行：“{1}”中有连字符",
        "第 {0} 行：「{1}」中有連字號",
    ],
    [
        "there are {} words; a board has 90 points",
        "共有 {0} 个词；棋盘有 90 个点",
        "共有 {0} 個詞；棋盤有 90 個點",
    ],
    // Readers of plain data.
    ["text that is no move was passed over", "略过了不是着法的文字", "略過了不是著法的文字"],
    ["it was set aside before", "此前已搁置", "先前已擱置"],
    [
        "{} tags beyond the first {} are left out",
        "超出前 {1} 个的 {0} 个标签未收入",
        "超出前 {1} 個的 {0} 個標籤未收入",
    ],
    ["it was read only in part: {}", "只读到一部分：{0}", "只讀到一部分：{0}"],
    ["not an object", "不是对象", "不是物件"],
    ["no header row names a position or moves", "表头没有注明局面或着法", "表頭沒有註明局面或著法"],
    ["a quote is opened and never closed", "引号未闭合", "引號未閉合"],
    ["it is a socket, not a file", "是套接字，不是文件", "是通訊端，不是檔案"],
    ["it is a device, not a file", "是设备，不是文件", "是裝置，不是檔案"],
    [
        "it is a pipe inside a folder: name it by itself",
        "是文件夹中的管道：请单独指定",
        "是資料夾中的管線：請單獨指定",
    ],
    ["the link leads nowhere", "链接指向不存在的文件", "連結指向不存在的檔案"],
    ["it is not a file", "不是文件", "不是檔案"],
    ["it changed while it was read", "读取时文件有改动", "讀取時檔案有改動"],
    [
        "it ended after {} of {} bytes",
        "应有 {1} 字节，到 {0} 字节即结束",
        "應有 {1} 位元組，到 {0} 位元組即結束",
    ],
    // More of the database.
    ["cannot read `{}`: {}", "无法读取 `{0}`：{1}", "無法讀取 `{0}`：{1}"],
    [
        "`:memory:` is no file, and a database in memory would be lost; `./:memory:` \
         names a file",
        "`:memory:` 不是文件，内存中的数据库会丢失；`./:memory:` 才是文件名",
        "`:memory:` 不是檔案，記憶體中的資料庫會遺失；`./:memory:` 才是檔名",
    ],
    [
        "the file is empty; `xqdb import PATH` makes a database of it",
        "文件是空的；`xqdb import 路径` 可将其建为数据库",
        "檔案是空的；`xqdb import 路徑` 可將其建為資料庫",
    ],
    ["the file is not a database of xqdb", "该文件不是 xqdb 的数据库", "該檔案不是 xqdb 的資料庫"],
    [
        "the database has version {}, and questions need version {}; `xqdb optimize` \
         brings it up to date where it can be written",
        "数据库为第 {0} 版，查询需要第 {1} 版；在可写之处运行 `xqdb optimize` 即可更新",
        "資料庫為第 {0} 版，查詢需要第 {1} 版；在可寫之處執行 `xqdb optimize` 即可更新",
    ],
    [
        "another program has been reading the database for a long time, and meanwhile \
         the log has grown to {} bytes; everything up to here is kept, and the same \
         command goes on when that program has ended",
        "另一程序长时间读取数据库，日志已增至 {0} 字节；\
         至此的内容均已保存，待其结束后运行同一命令即可继续",
        "另一程式長時間讀取資料庫，日誌已增至 {0} 位元組；\
         至此的內容均已儲存，待其結束後執行同一命令即可繼續",
    ],
    ["there is no index segment {}", "没有索引段 {0}", "沒有索引段 {0}"],
    ["the block is cut off", "索引块被截断", "索引塊被截斷"],
    ["unknown block layout {}", "索引块格式 {0} 未知", "索引塊格式 {0} 未知"],
    ["impossible {} in a block", "索引块中的 {0} 不合理", "索引塊中的 {0} 不合理"],
    // Arguments.
    [
        "`{}` is no unit: K, M or G are",
        "“{0}”不是单位，应为 K、M 或 G",
        "「{0}」不是單位，應為 K、M 或 G",
    ],
    ["a number is expected", "应为数字", "應為數字"],
    ["too large", "过大", "過大"],
    ["at least 256M are needed", "至少需要 256M", "至少需要 256M"],
    ["invalid digit found in string", "应为数字", "應為數字"],
    ["cannot parse integer from empty string", "应为数字", "應為數字"],
    ["number too large to fit in target type", "数字过大", "數字過大"],
];

impl Lang {
    /// A sentence that is there in English, in this language as far as it is known.
    pub(crate) fn stored(self, english: &str) -> String {
        let shown = english.shown();
        let column = match self {
            Lang::En => return shown.into_owned(),
            Lang::ZhHans => 1,
            Lang::ZhHant => 2,
        };
        let found = ROWS.iter().find_map(|row| Some((row, holes(row[0], &shown)?)));
        let Some((row, holes)) = found else { return shown.into_owned() };
        holes.iter().enumerate().fold(row[column].to_owned(), |text, (index, hole)| {
            // What stands in a hole may be such a sentence itself, but not one with holes again.
            let told = ROWS.iter().find(|row| row[0] == *hole).map_or(*hole, |row| row[column]);
            text.replace(&format!("{{{index}}}"), told)
        })
    }
}

/// What stands in the holes of a pattern, if the text fits.
fn holes<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut holes = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let end = match parts.peek() {
            // The last hole reaches as far as it can.
            None => rest
                .len()
                .checked_sub(part.len())
                .filter(|&end| rest.is_char_boundary(end) && rest.ends_with(part))?,
            Some(_) => rest.find(part)?,
        };
        holes.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    (!holes.is_empty() || rest.is_empty()).then_some(holes)
}

/// The table, for the tests.
#[cfg(test)]
pub(super) const ALL: &[Row] = ROWS;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_is_carried_over() {
        for (english, hans) in [
            ("no such piece there", "该处没有这枚棋子"),
            ("12 rows instead of 10", "有 12 行，应为 10 行"),
            ("7 of 40 moves", "40 着中的第 7 着"),
            ("ambiguous: h2e2, b2e2", "有歧义：h2e2, b2e2"),
            ("game abc: a posting is missing in position 00ff", "对局 abc：局面 00ff 中缺少索引项"),
            ("comment 3 belongs to no move: a: {0}", "注解 3 不属于任何一着：a: {0}"),
            ("nobody knows \x1b[2J this", "nobody knows ␛[2J this"),
        ] {
            assert_eq!(Lang::ZhHans.stored(english), hans, "{english}");
        }
        assert_eq!(Lang::En.stored("no such piece there"), "no such piece there");
    }
}

//! Arguments of every command.

use crate::messages::help::Text;

pub(super) const ARGUMENTS: &[(&str, Text)] = &[
    ("db", ["Database file", "数据库文件", "資料庫檔案"]),
    ("lang", ["Language of what is told", "界面语言", "介面語言"]),
    ("quiet", ["Say less", "安静：只报错误", "安靜：只報錯誤"]),
    ("color", ["When to use colours", "何时使用颜色", "何時使用顏色"]),
    (
        "legend",
        [
            "Poem notation: a file that names the 90 points",
            "诗谱记法：给 90 个点命名的字表文件",
            "詩譜記法：給 90 個點命名的字表檔案",
        ],
    ),
    (
        "as_stated",
        [
            "Only what the records state: nothing derived from events, titles, files and folders",
            "只用棋谱明写的内容：不从赛事、标题、文件名和文件夹推断，也不存疑",
            "只用棋譜明寫的內容：不從賽事、標題、檔案名稱和資料夾推斷，也不存疑",
        ],
    ),
    ("help", ["Print help", "显示帮助", "顯示幫助"]),
    ("version", ["Print the version", "显示版本", "顯示版本"]),
];

//! The page.

use crate::messages::help::Text;

pub(super) const ARGUMENTS: &[(&str, Text)] = &[
    (
        "port",
        [
            "Port; a free one if it is taken",
            "端口；若被占用则另选空闲端口",
            "連接埠；若被佔用則另選空閒連接埠",
        ],
    ),
    (
        "listen",
        [
            "Address to listen at; without it only this machine gets in, with it a token is needed",
            "监听的地址；不写则只有本机可访问，写明则须凭令牌访问",
            "監聽的位址；不寫則只有本機可存取，寫明則須憑權杖存取",
        ],
    ),
    (
        "upload_limit",
        [
            "Most that the page may upload at once: 500M, 8G",
            "网页一次上传的上限，如 500M、8G",
            "網頁一次上傳的上限，如 500M、8G",
        ],
    ),
];

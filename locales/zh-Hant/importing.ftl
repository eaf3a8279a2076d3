import-progress = { $files } 個檔案，{ $records } 筆記錄
import-files = { $files } 個檔案，讀取 { $bytes }，用時 { $seconds } 秒
import-known = 個檔案先前已匯入，逐位元組相同
import-copies = 個檔案與本次匯入的其他檔案逐位元組相同
import-unrecognised = 個檔案不屬於任何已知格式，可能含有對局
import-passed-over = 個檔案是空的、並非棋譜，或未提及對局
import-engine-books = 個檔案是引擎的開局庫，不含對局
import-first-engine-books = 開局庫：{ $names }（`xqdb explore --engine-book 檔案` 將其內容與對局並列）
import-first-unrecognised = 格式未知：{ $names }（全部見 `xqdb report --unread`）
import-records = 筆記錄（每秒 { $rate } 筆）
import-games = 局新對局
import-witnesses = 筆已有對局的副本
import-positions = 個沒有著法的新局面
import-headings = 筆沒有著法的標題
import-set-aside = 筆擱置（見 `xqdb report`）
import-partial = 筆對局記錄中途斷掉（見 `xqdb report`）
import-variations = 筆對局記錄的變著中途斷掉（見 `xqdb report`）
import-damage = 處記錄之外的損壞（見 `xqdb report`）
import-deleted = 個條目在檔案中已標為刪除，未匯入
import-replaced = 筆舊記錄因檔案改動而移除
import-interrupted = 已中斷；再次執行同一命令即可繼續
waiting-for-writer = 另一個匯入正在寫入，等待其結束
waiting-for-reader = 另一個程式正在讀取舊狀態，日誌已增至 { $bytes }，等待其結束
file-read = { $path }：{ $what }，{ $records } 筆記錄
forgotten-nothing = 該處沒有已匯入的檔案；檔案數目見 `xqdb stats`
forgotten = 已撤銷 { $places } 個檔案的匯入
forgotten-contents = ；其中 { $contents } 份內容別處沒有副本，移除 { $records } 筆記錄

about-record = { $label }：{ $what }
about-records = { $first } 等 { $records } 筆記錄：{ $what }
not-written = 未寫出：{ $why }
main-line-ends = 主線在第 { $ply } 步之前斷掉：`{ $token }`：{ $why }
variations-end = { $variations } 條變著無法走完
damaged-marked = { $games } 筆記錄未能讀完，已作標記；--strict 可將其略去
damaged-left-out = { $games } 筆記錄未能讀完，已略去
one-game-a-file = 格式 { $format } 的檔案只容一局，而這裡不止一局：請用 --output 指定資料夾（資料夾/）
games-written = 寫出 { $games } 局
loss-trees = 另有 { $trees } 份變著與註解未寫出
loss-tags = 該格式沒有這些標籤的欄位：{ $tags }
loss-cut = 超出欄位長度而被截斷：{ $tags }
loss-line-breaks = 這些標籤中的換行寫作空格：{ $tags }
loss-result = 結果「{ $result }」無法寫出
loss-characters = { $charset } 沒有字元「{ $characters }」：寫作「?」
loss-signs = 註解中的「{ $signs }」寫作全形
loss-variations = 變著中的 { $moves } 著未寫出
loss-comments = { $comments } 條註解未寫出
loss-severed = 變著中的 { $moves } 著未寫出：主線恰在其起點斷掉
too-many-pieces = 起始局面的棋子 { $piece } 超過 { $room } 個，格式 { $format } 放不下
charset-not-written = 格式 { $format } 不能用 { $charset } 編碼寫出；請去掉 --encoding-out
move-not-written = { $charset } 寫不出著法 { $mv }；請用 --notation 換一種記譜法

part-written = 寫出 { $games } 局及其 { $records } 筆記錄，出自 { $sources } 個來源
part-needs-file = 格式 xqdb 是一個資料庫：請用 --output 指定新檔案
not-for-parts = 格式 xqdb 總是按匯入時的原樣寫出全部內容
databases-are-imported = 資料庫由 `xqdb import` 產生；--to xqdb 用於 `xqdb export`
book-written = 已由 { $games } 局寫出 { $positions } 個局面、{ $moves } 條著法，並已讀回核對
book-keys-whole = { $positions } 個局面的鍵值被存為整數：按數值查詢的程式能找到，按二進位制位讀取的程式找不到
book-keys-lost = { $positions } 個局面未寫入：其鍵值的二進位制位不是 SQLite 能儲存的數；pfbook 與 xqb 格式沒有這種鍵值
book-needs-file = { $format } 格式是單個檔案：請用 --output 指定新檔案
not-for-books = 開局庫只有著法與數字
for-books-alone = 僅用於開局庫：--to obk、pfbook 或 xqb
books-of-databases = 開局庫由資料庫產生：先 `xqdb import` 匯入檔案，再 `xqdb export --to obk`
import-archives = 個 xqdb 資料庫已併入
import-decisions = 項裁定隨之而來
import-beside = 份內容與此處同一位置的內容不同，兩者均保留
import-kept-as = { $there }：保留為 { $here }
import-contradiction = 未採用：{ $theirs }；此處已裁定：{ $ours }

tables-written = 寫出 { $games } 局、{ $positions } 個局面、{ $records } 筆記錄
tables-need-folder = 格式 parquet 是一個存放資料表的資料夾：請用 --output 指定
folder-holds = 資料夾 `{ $folder }` 中已有 `{ $name }`：請指定空資料夾；--force 可替換先前匯出的資料表
dataset-of-all = 資料集由整個資料庫製成：先用 --to xqdb 將這些對局另成一庫，再由該庫製成資料集

site-of-all = 網站由整個資料庫製成：先用 --to xqdb 將這些對局另成一庫，再由該庫製成網站
site-needs-folder = 網站是一個存放檔案的資料夾：請用 --output 指定
site-folder-holds = 資料夾 `{ $folder }` 中已有 `{ $name }`：請指定空資料夾；--force 可替換先前匯出的網站
not-for-sites = 網站總是含有全部對局，編碼為 UTF-8
site-written = 寫出 { $games } 局、{ $positions } 個局面，共 { $files } 個檔案，{ $size } MB

for-datasets-alone = 只有資料集才有此項：--to dataset

no-shares = `{ $text }` 不是三個合計為 100 的整數百分比，如 80,10,10

sources-line = `{ $path }` 第 { $line } 行：應為資料夾、SPDX 標識與（可選的）網址，以定位字元隔開

not-for-tables = 格式 parquet 總是寫出全部內容，編碼為 UTF-8
tables-of-databases = 資料表由資料庫產生：請先 `xqdb import`，再 `xqdb export --to parquet`
without-tables = 這個 xqdb 編譯時未加入 `parquet` 功能，不能寫出此格式

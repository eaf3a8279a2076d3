import-progress = { $files } 个文件，{ $records } 条记录
import-files = { $files } 个文件，读取 { $bytes }，用时 { $seconds } 秒
import-known = 个文件此前已导入，逐字节相同
import-copies = 个文件与本次导入的其他文件逐字节相同
import-unrecognised = 个文件不属于任何已知格式，可能含有对局
import-passed-over = 个文件是空的、并非棋谱，或未提及对局
import-engine-books = 个文件是引擎的开局库，不含对局
import-first-engine-books = 开局库：{ $names }（`xqdb explore --engine-book 文件` 将其内容与对局并列）
import-first-unrecognised = 格式未知：{ $names }（全部见 `xqdb report --unread`）
import-records = 条记录（每秒 { $rate } 条）
import-games = 局新对局
import-witnesses = 条已有对局的副本
import-positions = 个没有着法的新局面
import-headings = 条没有着法的标题
import-set-aside = 条搁置（见 `xqdb report`）
import-partial = 条对局记录中途断掉（见 `xqdb report`）
import-variations = 条对局记录的变着中途断掉（见 `xqdb report`）
import-damage = 处记录之外的损坏（见 `xqdb report`）
import-deleted = 个条目在文件中已标为删除，未导入
import-replaced = 条旧记录因文件改动而移除
import-interrupted = 已中断；再次运行同一命令即可继续
waiting-for-writer = 另一个导入正在写入，等待其结束
waiting-for-reader = 另一个程序正在读取旧状态，日志已增至 { $bytes }，等待其结束
file-read = { $path }：{ $what }，{ $records } 条记录
forgotten-nothing = 该处没有已导入的文件；文件数目见 `xqdb stats`
forgotten = 已撤销 { $places } 个文件的导入
forgotten-contents = ；其中 { $contents } 份内容别处没有副本，移除 { $records } 条记录

about-record = { $label }：{ $what }
about-records = { $first } 等 { $records } 条记录：{ $what }
not-written = 未写出：{ $why }
main-line-ends = 主线在第 { $ply } 步之前断掉：`{ $token }`：{ $why }
variations-end = { $variations } 条变着无法走完
damaged-marked = { $games } 条记录未能读完，已作标记；--strict 可将其略去
damaged-left-out = { $games } 条记录未能读完，已略去
one-game-a-file = 格式 { $format } 的文件只容一局，而这里不止一局：请用 --output 指定文件夹（文件夹/）
games-written = 写出 { $games } 局
loss-trees = 另有 { $trees } 份变着与注解未写出
loss-tags = 该格式没有这些标签的字段：{ $tags }
loss-cut = 超出字段长度而被截断：{ $tags }
loss-line-breaks = 这些标签中的换行写作空格：{ $tags }
loss-result = 结果“{ $result }”无法写出
loss-characters = { $charset } 没有字符“{ $characters }”：写作“?”
loss-signs = 注解中的“{ $signs }”写作全角
loss-variations = 变着中的 { $moves } 着未写出
loss-comments = { $comments } 条注解未写出
loss-severed = 变着中的 { $moves } 着未写出：主线恰在其起点断掉
too-many-pieces = 起始局面的棋子 { $piece } 超过 { $room } 个，格式 { $format } 放不下
charset-not-written = 格式 { $format } 不能用 { $charset } 编码写出；请去掉 --encoding-out
move-not-written = { $charset } 写不出着法 { $mv }；请用 --notation 换一种记谱法

part-written = 写出 { $games } 局及其 { $records } 条记录，出自 { $sources } 个来源
part-needs-file = 格式 xqdb 是一个数据库：请用 --output 指定新文件
not-for-parts = 格式 xqdb 总是按导入时的原样写出全部内容
databases-are-imported = 数据库由 `xqdb import` 生成；--to xqdb 用于 `xqdb export`
book-written = 已由 { $games } 局写出 { $positions } 个局面、{ $moves } 条着法，并已读回核对
book-keys-whole = { $positions } 个局面的键值被存为整数：按数值查询的程序能找到，按二进制位读取的程序找不到
book-keys-lost = { $positions } 个局面未写入：其键值的二进制位不是 SQLite 能保存的数；pfbook 与 xqb 格式没有这种键值
book-needs-file = { $format } 格式是单个文件：请用 --output 指定新文件
not-for-books = 开局库只有着法与数字
for-books-alone = 仅用于开局库：--to obk、pfbook 或 xqb
books-of-databases = 开局库由数据库生成：先 `xqdb import` 导入文件，再 `xqdb export --to obk`
import-archives = 个 xqdb 数据库已并入
import-decisions = 项裁定随之而来
import-beside = 份内容与此处同一位置的内容不同，两者均保留
import-kept-as = { $there }：保留为 { $here }
import-contradiction = 未采用：{ $theirs }；此处已裁定：{ $ours }

tables-written = 写出 { $games } 局、{ $positions } 个局面、{ $records } 条记录
tables-need-folder = 格式 parquet 是一个存放数据表的文件夹：请用 --output 指定
folder-holds = 文件夹 `{ $folder }` 中已有 `{ $name }`：请指定空文件夹；--force 可替换先前导出的数据表
dataset-of-all = 数据集由整个数据库制成：先用 --to xqdb 将这些对局另成一库，再由该库制成数据集

site-of-all = 网站由整个数据库制成：先用 --to xqdb 将这些对局另成一库，再由该库制成网站
site-needs-folder = 网站是一个存放文件的文件夹：请用 --output 指定
site-folder-holds = 文件夹 `{ $folder }` 中已有 `{ $name }`：请指定空文件夹；--force 可替换先前导出的网站
not-for-sites = 网站总是含有全部对局，编码为 UTF-8
site-written = 写出 { $games } 局、{ $positions } 个局面，共 { $files } 个文件，{ $size } MB

for-datasets-alone = 只有数据集才有此项：--to dataset

no-shares = `{ $text }` 不是三个合计为 100 的整数百分比，如 80,10,10

sources-line = `{ $path }` 第 { $line } 行：应为文件夹、SPDX 标识与（可选的）网址，以制表符隔开

not-for-tables = 格式 parquet 总是写出全部内容，编码为 UTF-8
tables-of-databases = 数据表由数据库生成：请先 `xqdb import`，再 `xqdb export --to parquet`
without-tables = 这个 xqdb 编译时未加入 `parquet` 功能，不能写出此格式

## Why a move cannot be read

# $a
reason-ambiguous = ambiguous: { $a }

reason-move-missing-here = a move is missing here

# $a, $b
reason-move-number-stands-where = move number { $a } stands where { $b } is due

reason-not-move-in-any = not a move in any notation
reason-move-in-another-notation = a move in another notation than the rest of the line
reason-no-such-piece-there = no such piece there
reason-piece-cannot-move-so = the piece cannot move so

## Why a file was not read

reason-empty = empty
reason-no-archive-games = no archive of games
reason-picture = a picture
reason-program = a program
reason-font = a font
reason-sound-or-film = sound or film
reason-nothing-but-blanks = nothing but blanks
reason-page-that-speaks-no = a page that speaks of no games
reason-text-that-speaks-no = a text that speaks of no games

# $a, $b
reason-cannot-read-opening-book = cannot read the opening book `{ $a }`: { $b }

reason-no-opening-book = it is no opening book of a known kind (obk, yfk, pfBook, xqb, BOOK.DAT)

# $a
reason-book-dat-too-large = a BOOK.DAT of more than { $a } MiB is not read

# $a
reason-too-many-moves = a position has more than { $a } moves

reason-engine-book = an opening book of an engine, which holds no games; `xqdb engine-book` reads it
reason-no-known-format-pdf = no known format: a PDF document; copy its text into a file
reason-no-known-format-rtf = no known format: an RTF document; save it as text
reason-no-known-format-document = no known format: a document of an old office program; save it as text
reason-no-known-format-sqlite = no known format: an SQLite database; export its tables as CSV
reason-no-known-format-compiled = no known format: a compiled help file; `7z x FILE` unpacks it, then import the folder
reason-no-known-format-djvu = no known format: a DjVu document; copy its text into a file
reason-no-known-format-e = no known format: an e-book; convert it to EPUB
reason-no-known-format-part = no known format: a part of an archive, or a damaged one; unpack it with all its parts first
reason-no-known-format-private = no known format: its layout is not public; save it as PGN in its program
reason-no-known-format = no known format
reason-database-itself = it is the database itself
reason-moves-record-cannot-be = the moves of a record cannot be played

## Why a position cannot be read

reason-empty-fen = an empty FEN

# $a
reason-rows-instead-10 = { $a } rows instead of 10

# $a, $b
reason-row-fills-files-instead = row { $a } fills { $b } files instead of 9

# $a, $b
reason-in-row-names-no = `{ $a }` in row { $b } names no piece

# $a
reason-no-side-to-move = `{ $a }` is no side to move: w, r or b are expected

reason-board-does-not-have = the board does not have 90 squares
reason-fen-no-text = the FEN is no text
reason-tags-speak-set-up = the tags speak of a set-up and have no FEN: the standard start is taken

# $a
reason-mark-not-closed = the mark `{ $a }` is not closed

# $a
reason-mark-has-no-mark = the mark `{ $a }` has no mark at its end

# $a
reason-mark-not-known-and = the mark `{ $a }` is not known, and a position stands there

# $a
reason-mark-not-known-digits = the mark `{ $a }` is not known: the digits there are no moves

# $a
reason-mark-none-variation-its = the mark `{ $a }` is none of a variation: its moves are not read

reason-file-has-no-start = the file has no start position
reason-layout-cwp-set-ups = the layout of CWP set-ups is not known
reason-file-ends-before-squares = the file ends before the squares of the pieces
reason-file-ends-inside-board = the file ends inside the board
reason-game-ends-inside-its = the game ends inside its board
reason-file-no-xgf-up = the file is no XGF up to the squares of the pieces

## What was being read when a record broke off

reason-moves = moves

# $a, $b
reason-moves-2 = { $a } of { $b } moves

reason-comment = a comment
reason-game = a game
reason-field = a field
reason-field-unknown-type = a field of unknown type
reason-fields-which-checksum-last = fields, of which the checksum is the last
reason-xml-document = the XML document
reason-texts-before-moves = the texts before the moves
reason-number-moves = the number of moves
reason-variations-that-were-announced = variations that were announced

## Odd things in a record

# $a
reason-lines-hang-on-lines = { $a } lines hang on lines that do not exist

# $a, $b
reason-line-leaves-line-where = line { $a } leaves line { $b } where that has no move

# $a, $b
reason-comment-belongs-to-no = comment { $a } belongs to no move: { $b }

# $a, $b
reason-comment-belongs-to-no-move = comment{ $a } belongs to no move: { $b }

# $a, $b
reason-comment-belongs-to-no-move-2 = the comment ({ $a }) belongs to no move: { $b }

reason-numbers-after-last-move = numbers after the last move are left out
reason-moves-after-last-line = moves after the last line was finished are left out
reason-page-not-closed = the page is cut: its last mark is missing
reason-no-counts = the line at the end that counts the moves is missing

# $a
reason-tag-not-closed = the tag `{ $a }` is not closed
reason-no-result-at-end = the moves end without the result that the tags name

# $a
reason-bytes-after-last-move = { $a } bytes after the last move are left out

# $a
reason-bytes-behind-games = { $a } bytes behind the last game belong to none

# $a
reason-record-stands-elsewhere = the record of entry { $a } of the index stands elsewhere

# $a
reason-entry-contradicts = entry { $a } of the index contradicts what stands there

# $a, $b
reason-deleted-entries-counted = { $a } entries of the index are deleted, { $b } by the header

reason-record-without-entry = no entry of the index leads to the record here

# $a, $b
reason-library-end = the records end at byte { $a } by the index, the file at byte { $b }

# $a, $b
reason-moves-counted = { $a } moves stand where { $b } are announced

# $a
reason-record-breaks-off-here = the record breaks off here: { $a }

# $a
reason-pieces-left-out-their = { $a } pieces are left out: their points are taken

# $a
reason-more-lines-that-cannot = { $a } more lines that cannot be played are not listed

# $a
reason-more-places-passed-over = { $a } more places are passed over

reason-variation-not-closed = a variation is not closed
reason-comment-not-closed = a comment is not closed
reason-comment-begins-inside-comment = a comment begins inside a comment
reason-comment-to-end-its = a comment to the end of its line holds moves
reason-result-stands-between-moves = a result stands between the moves
reason-ruler-stands-between-moves = a ruler stands between the moves
reason-two-dots-behind-first = two dots behind the first number are read as one
reason-two-dots-behind-first-number = two dots behind the first number are read as three

# $a
reason-more-move-numbers-do = { $a } more move numbers do not fit

# $a, $b
reason-record-in-its-file = the record is in { $a }, its file in { $b }

# $a, $b, $c
reason-text-mark-before-says = the text is in { $a }, the mark before it at byte { $b } says { $c }

# $a
reason-no-reader-claims-what = no reader claims what stands here: { $a }

reason-line-without-moves = a line without moves
reason-checksum-does-not-fit = the checksum does not fit
reason-board-turned-was-saved = the board is turned: it was saved from above

# $a
reason-edition-record-not-known = edition { $a } of the record is not known and read like edition 2

## Damage outside records

reason-library-ends-inside-its = the library ends inside its header

# $a
reason-library-ends-inside-its-index = the library ends inside its index of { $a } entries

# $a
reason-entry-index-leads-to = entry { $a } of the index leads to no record

reason-name-library-cut = the name of the library is cut
reason-content-ends-inside-its = the content ends inside its header

# $a, $b
reason-content-ends-after-games = the content ends after { $a } of { $b } games

# $a, $b
reason-content-has-bytes = the content has { $a } of { $b } bytes

# $a, $b
reason-content-has-instead-bytes = the content has { $a } instead of { $b } bytes

# $a
reason-compressed-content-damaged = the compressed content is damaged: { $a }

# $a, $b
reason-name-promises-games-were = the name promises { $a } games, { $b } were found

# $a
reason-json-damaged = the JSON is damaged: { $a }

reason-object-that-damaged-or = an object that is damaged or not closed
reason-object-without-position-and = an object without position and moves

# $a
reason-not-32-pairs-digits = { $a } is not 32 pairs of digits

reason-file-ends-inside-row = the file ends inside the row
reason-file-lacks-end = the file ends before the end that its beginning announces

# $a, $b
reason-row-has-cells-header = the row has { $a } cells, the header { $b }

## Archives and files

reason-corrupt-deflate-stream = corrupt deflate stream
reason-incomplete-deflate-stream = incomplete deflate stream
reason-corrupt-gzip-stream-does = corrupt gzip stream does not have a matching checksum

# $a, $b
reason-io-error-for-operation = IO error for operation on { $a }: { $b }

reason-no-such-file-or = No such file or directory (os error 2)
reason-permission-denied-os-error = Permission denied (os error 13)
reason-directory-os-error-21 = Is a directory (os error 21)
reason-input-output-error-os = Input/output error (os error 5)
reason-names-encrypted = it is encrypted, names and all: unpack it first

reason-packed-with-encrypted = it is packed together with encrypted members: unpack it first

reason-in-parts-folder = it is in parts, which are read only from a folder: unpack it first

reason-in-parts = it is in parts: unpack it first

# $a
reason-part-of = it is a part of `{ $a }`, which opens the whole

# $a
reason-first-part-missing = the first of its parts, `{ $a }`, is missing

reason-first-missing = the first of its parts is missing

# $a
reason-too-many-parts = it has more than { $a } parts: unpack it first

# $a
reason-part-missing = the part `{ $a }` is missing; the members before were read

# $a
reason-header-damaged-at = the header at byte { $a } is damaged; the members before were read

reason-header-damaged = a header is damaged; the members before were read

# $a, $b
reason-archive-ended = it ended after { $a } of { $b } bytes; the members before were read

# $a
reason-damaged-before = { $a }; the members before were read

reason-beyond-damage = it is damaged in a way that cannot be read past: unpack it first

reason-first-bytes = its first bytes are damaged

reason-too-much-memory = unpacking stopped: it takes more memory than half of --memory, or than 384 MiB

reason-too-long = unpacking stopped: it takes longer than any real archive

reason-overlaps = it overlaps the file before it in the cabinet

reason-cabinet-left-out = the list of the files in the cabinet is damaged: it leaves bytes out

reason-cabinet-list = the list of the files in the cabinet is damaged

reason-cabinet-folder = the folder of the cabinet is damaged before it

reason-quantum = its compression (Quantum) is not read: unpack it first

reason-end-of-lzh = the end of the lzh is missing

# $a, $b
reason-rows-damaged-or-missing = { $a } of { $b } rows are damaged or missing; the others were read

# $a
reason-list-of-tables = the list of tables is damaged: { $a }

reason-rows-in-another-database = its rows are in another database: import that one
reason-table-twice = it is the same table as one before it
reason-encrypted-database = it is encrypted: take its password away in its program first
reason-its-definition = its definition is damaged

reason-directory-zip-damaged = the directory of the zip is damaged
reason-directory-zip-points-to = the directory of the zip points to no member
reason-end-zip-missing-members = the end of the zip is missing: if it is in parts, unpack it with all of them first; the members before were read
reason-end-zip-missing-and = the end of the zip is missing, and this member does not tell its size
reason-encrypted-unpack-first = it is encrypted: unpack it first
reason-asks-for-too-much = it asks for too much memory

# $a
reason-its-compression-method-not = its compression (method { $a }) is not known: unpack it first

reason-its-checksum-wrong = its checksum is wrong

# $a
reason-archives-not-read-unpack = { $a } archives are not read: unpack it first, then import the folder

# $a, $b
reason-inside-containers-not-opened = { $a } inside { $b } containers is not opened

reason-headers-have-no-end = the headers have no end
reason-part-too-large-unpack = a part is too large: unpack it first
reason-warc-record-does-not = a WARC record does not tell its length
reason-chunk-does-not-tell = a chunk does not tell its length

# $a
reason-pages-stored-as-not = pages stored as `{ $a }` are not read

# $a, $b
reason-unpacking-stopped-bytes-unpack = unpacking stopped: { $a } bytes unpack to more than { $b } bytes, as no real archive does

# $a
reason-directory-zip-wrong-members = the directory of the zip is wrong; { $a } members were found without it

reason-directory-zip-wrong = the directory of the zip is wrong

# $a
reason-more-zips-joined-than = more zips are joined than are read: { $a } were

reason-begins-in-another-volume = it begins in another volume of the tar: unpack it first
reason-end-of-seven-missing = the end of the 7z is missing: if it is in parts, unpack it with all of them first
reason-stored-with-gaps-left = it is stored with gaps left out: unpack it first
reason-archive-stands-in-this = an archive stands in this text, and was not read

# $a
reason-bytes-of-no-text = bytes of no text stand here: { $a } of them are NUL

reason-text-utf-16-has-half = the text in UTF-16 has half a character

# $a
reason-field-not-known = the field `{ $a }` is not known, and what stands there is not read

# $a
reason-name-nearly-that-known = the name `{ $a }` is nearly that of a known tag: what stands there is kept, and not interpreted

# $a, $b
reason-field-has-value-not = the field `{ $a }` has a value that is not known: `{ $b }`
reason-main-line-tree-not = the main line of the tree is not the line of moves
reason-second-variation-marked = a second variation is marked as the main line

# $a
reason-mark-closes-nothing = the mark `{ $a }` closes what no mark opens
reason-what-follows-end-zip = what follows the end of the zip is no zip, and was not read
reason-what-follows-end-gz = what follows the end of the gz is no gz, and was not read
reason-length-warc-record-wrong = the length of a WARC record is wrong: pages before or behind its end were not read
reason-parts-page-cannot-be = the parts of the page cannot be told apart

## Files

# $a
reason-record-longer-than-memory = a record is longer than the memory allows: { $a } bytes of it are not read; give more with --memory

# $a
reason-its-format-read-whole = its format is read whole, and it is larger than the { $a } MiB that the memory allows for that: give more with --memory

## The database

reason-file-not-database-xqdb = the file is not a database of xqdb
reason-memory-no-file-and = `:memory:` is no file, and a database in memory would be lost; `./:memory:` names a file
reason-stopped = stopped
reason-file-empty-xqdb-import = the file is empty; `xqdb import PATH` makes a database of it

# $a, $b
reason-database-has-version-and = the database has version { $a }, and questions need version { $b }; `xqdb optimize` brings it up to date where it can be written

# $a
reason-another-program-has-been = another program has been reading the database for a long time, and meanwhile the log has grown to { $a } bytes; everything up to here is kept, and the same command goes on when that program has ended

# $a, $b
reason-cannot-read = cannot read `{ $a }`: { $b }

reason-variations-and-comments-too = variations and comments are too long to be searched; all of them stand in the bytes of the record

# $a, $b
reason-database-has-version-this = the database has version { $a }, this program knows versions up to { $b }; use a newer xqdb

# $a, $b
reason-cannot-lock = cannot lock `{ $a }`: { $b }

# $a
reason-database-damaged = the database is damaged: { $a }

# $a, $b
reason-index-block-damaged = index block { $a } is damaged: { $b }

# $a
reason-index-block-missing = index block { $a } is missing

# $a, $b
reason-index-segment-damaged = index segment { $a } is damaged: { $b }

reason-file-not-database = file is not a database
reason-database-disk-image-malformed = database disk image is malformed

# $a
reason-unable-to-open-database = unable to open database file: { $a }

reason-unable-to-open-database-file = unable to open database file
reason-attempt-to-write-readonly = attempt to write a readonly database
reason-database-locked = database is locked
reason-database-or-disk-full = database or disk is full
reason-disk-i-o-error = disk I/O error

## What is wrong with a table of openings

# $a
reason-line-five-columns-expected = line { $a }: five columns are expected: code, name, traditional name, English name, rules

# $a, $b
reason-line-no-code-such = line { $a }: `{ $b }` is no code such as C55

# $a, $b
reason-line-rule-begins-with = line { $a }: a rule begins with @ and a number: `{ $b }`

# $a, $b
reason-line-no-condition = line { $a }: `{ $b }` is no condition

# $a, $b
reason-line-no-move-such = line { $a }: `{ $b }` is no move such as C2.5

# $a, $b
reason-line-no-row-named = line { $a }: no row is named `{ $b }`

# $a
reason-line-rule-stands-for = line { $a }: the rule stands for too many conditions

# $a
reason-line-table-has-too = line { $a }: the table has too many moves or conditions

## What is wrong with a list of players or events

# $a
reason-line-ten-columns-expected = line { $a }: ten columns are expected: name, traditional name, pinyin, other spellings, team, sex, born, died, title, source

# $a
reason-line-eight-columns-expected = line { $a }: eight columns are expected: name, traditional name, English name, other wordings, first year, last year, kind, source

# $a
reason-line-name-missing = line { $a }: the name is missing

# $a
reason-line-source-missing = line { $a }: the source is missing

# $a, $b
reason-line-neither-m-nor = line { $a }: `{ $b }` is neither m nor f

# $a, $b
reason-line-no-year-four = line { $a }: `{ $b }` is no year of four digits

# $a, $b, $c
reason-line-before = line { $a }: { $b } is before { $c }

# $a, $b, $c
reason-line-spelling-that-line = line { $a }: a spelling of `{ $b }` is that of line { $c }

## What `verify` finds

# $a, $b, $c
reason-game-in-position = game { $a }: { $b } in position { $c }

# $a, $b, $c
reason-row-has-changed-by = a row of `{ $a }` has changed by itself, its id is in { $b } to { $c }

# $a
reason-row-has-changed-repairable = a row of `{ $a }` has changed by itself: `xqdb verify --repair` makes the table anew

# $a
reason-row-has-changed = a row of `{ $a }` has changed by itself

# $a
reason-sources-were-not-read = { $a } sources were not read as far as they say

reason-source-names-format-or = a source names a format or an encoding that does not exist

# $a
reason-columns-not-those-that = the columns of `{ $a }` are not those that it was made with

# $a
reason-view-not-as-made = the view `{ $a }` is not as it was made: `xqdb verify --repair` makes it anew

reason-words-by-which-comments = the words by which comments are found are not those of the comments: `xqdb verify --repair` makes the table anew

# $a
reason-sums-of-no-table = { $a } sums are of no table

# $a
reason-blocks-of-no-segment = { $a } blocks of the index are of no segment

reason-file-was-removed-or = the file was removed or replaced while it was in use; what was written meanwhile is lost
reason-disk-that-it-is = the disk that it is on is full, and reading it, too, takes some room beside it; what was committed is kept: make room there and run the same command again

# $a
reason-file-has-several-names = the file has { $a } names (hard links), and writing under two of them would damage it; remove all but one, or work on a copy (`cp`, `xqdb backup`)

reason-posting-missing = a posting is missing
reason-posting-too-many = a posting too many

# $a
reason-game-its-row-and = game { $a }: its row and its facts differ

# $a
reason-game-tree-missing = game { $a }: a tree is missing

# $a
reason-game-variation-cannot-be = game { $a }: a variation cannot be played

# $a, $b
reason-game-ply-cannot-be = game { $a }: ply { $b } cannot be played

# $a
reason-game-its-start-no = game { $a }: its start is no FEN

# $a
reason-game-opening-in-its = game { $a }: the opening in its facts does not fit the moves

# $a
reason-game-key-does-not = game { $a }: the key does not fit the moves

# $a, $b
reason-game-2 = game { $a }: { $b }

reason-sqlite-row-points-at = SQLite: a row points at nothing

# $a
reason-sqlite = SQLite: { $a }

# $a
reason-sources-lie-nowhere = { $a } sources lie nowhere

# $a
reason-sources-do-not-have = { $a } sources do not have as many records as they say

# $a
reason-games-have-no-witness = { $a } games have no witness

# $a, $b
reason-games-but-facts = { $a } games, but facts of { $b }

## Notations

# $a, $b
reason-unknown-notation-known = unknown notation `{ $a }`; known are { $b }

# $a, $b
reason-no-part-scheme-write = `{ $a }` is no part of a scheme; write { $b }

# $a, $b, $c
reason-line-no-order-write = line { $a }: `{ $b }` is no order; write { $c }

reason-there-no-order-begin = there is no order; begin with a line such as `order: rows from-top left-to-right`

# $a, $b
reason-line-there-twice = line { $a }: `{ $b }` is there twice

# $a, $b
reason-line-has-hyphen-in = line { $a }: `{ $b }` has a hyphen in it

# $a
reason-there-words-board-has = there are { $a } words; a board has 90 points

## Readers of plain data

reason-text-that-no-move = text that is no move was passed over
reason-was-set-aside-before = it was set aside before

# $a, $b
reason-tags-beyond-first-left = { $a } tags beyond the first { $b } are left out

# $a
reason-was-read-only-in = it was read only in part: { $a }

reason-not-object = not an object
reason-no-header-row-names = no header row names a position or moves

# $a
reason-move-rows-without-order = each row is a move ({ $a }), and none says which of its game: the table is not read

# $a
reason-move-rows-without-game = each row is a move ({ $a }), and none says of which game: the table is not read

# $a, $b, $c
reason-move-rows-apart = each row is a move ({ $a }), and { $b } of { $c } games lack some: the table is not read

# $a
reason-move-rows-short = { $a } games of one or two moves have no players and no date: they are left out

# $a
reason-positions-of-no-game = { $a } positions that an engine was sent make no game: they are left out

reason-quote-opened-and-never = a quote is opened and never closed
reason-socket-not-file = it is a socket, not a file
reason-device-not-file = it is a device, not a file
reason-pipe-inside-folder-name = it is a pipe inside a folder: name it by itself
reason-link-leads-nowhere = the link leads nowhere
reason-not-file = it is not a file
reason-changed-while-was-read = it changed while it was read

# $a, $b
reason-ended-after-bytes = it ended after { $a } of { $b } bytes

## More of the database

# $a
reason-there-no-index-segment = there is no index segment { $a }

reason-block-cut-off = the block is cut off

# $a
reason-unknown-block-layout = unknown block layout { $a }

# $a
reason-impossible-in-block = impossible { $a } in a block

## Arguments

# $a
reason-no-unit-k-m = `{ $a }` is no unit: K, M or G are

reason-number-expected = a number is expected
reason-too-large = too large
reason-at-least-256m-needed = at least 256M are needed
reason-invalid-digit-found-in = invalid digit found in string
reason-cannot-parse-integer-from = cannot parse integer from empty string
reason-number-too-large-to = number too large to fit in target type

## Why a value is doubtful

reason-doubt-no-such-day = the calendar has no such day

reason-doubt-to-come = it was still to come when the record was read

# $a
reason-doubt-spreadsheet = a spreadsheet writes the number { $a } so

# $a
reason-doubt-too-old = no game from before { $a } is known

# $a
reason-doubt-other-games = all other games of its players are of { $a }

# $a
reason-doubt-copy = a copy of the game says { $a }

# $a
reason-doubt-witnesses = more witnesses say { $a }

reason-doubt-typed = many records of older games were typed on that day

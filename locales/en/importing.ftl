## `import` and `forget`.

# Beside the progress bar.
# $files number, $records number
import-progress =
    { $files ->
        [one] { $files } file
       *[other] { $files } files
    }, { $records ->
        [one] { $records } record
       *[other] { $records } records
    }

# First line of the summary: bytes with their unit, seconds with one decimal.
# $files number, $bytes, $seconds
import-files =
    { $files ->
        [one] { $files } file
       *[other] { $files } files
    }, { $bytes } read in { $seconds } s

# Row of the summary: contents that need not be read.
# $files number
import-known =
    { $files ->
        [one] file was
       *[other] files were
    } imported before, byte for byte

# Row of the summary: contents that other files of this import have, too.
# $files number
import-copies =
    { $files ->
        [one] file is
       *[other] files are
    } equal to others of this import, byte for byte

# Row of the summary.
# $files number
import-unrecognised =
    { $files ->
        [one] file is
       *[other] files are
    } of no known format and may hold games

# Row of the summary.
# $files number
import-passed-over =
    { $files ->
        [one] file is
       *[other] files are
    } empty, no archive of games by nature, or { $files ->
        [one] speaks
       *[other] speak
    } of none

# Row of the summary.
# $books number
import-engine-books =
    { $books ->
        [one] file is an opening book of an engine, which holds
       *[other] files are opening books of engines, which hold
    } no games

# Below the summary: opening books of engines.
# $names
import-first-engine-books = opening books: { $names } (`xqdb explore --engine-book FILE` shows what one says beside the games)

# Below the summary: files that may hold games.
# $names
import-first-unrecognised = of no known format: { $names } (`xqdb report --unread` lists all)

# Row of the summary: all records, which the rows below divide up.
# $records number, $rate number
import-records =
    { $records ->
        [one] record
       *[other] records
    } ({ $rate } a second)

# Row of the summary.
# $games number
import-games =
    new { $games ->
        [one] game
       *[other] games
    }

# Row of the summary.
# $witnesses number
import-witnesses =
    { $witnesses ->
        [one] copy of a game
       *[other] copies of games
    }

# Row of the summary.
# $positions number
import-positions =
    new { $positions ->
        [one] position
       *[other] positions
    } without moves

# Row of the summary.
# $headings number
import-headings =
    { $headings ->
        [one] heading
       *[other] headings
    } without moves

# Row of the summary: records that could not become a game.
import-set-aside = set aside (see `xqdb report`)

# Row of the summary.
# $records number
import-partial =
    of the games and copies { $records ->
        [one] ends
       *[other] end
    } early (see `xqdb report`)

# Row of the summary: records whose main line is whole.
# $records number
import-variations =
    of the games and copies { $records ->
        [one] has
       *[other] have
    } a variation that ends early (see `xqdb report`)

# Row of the summary: damage that belongs to no record.
# $places number
import-damage =
    damaged { $places ->
        [one] place
       *[other] places
    } outside records (see `xqdb report`)

# Row of the summary.
# $entries number
import-deleted =
    { $entries ->
        [one] entry
       *[other] entries
    } marked as deleted in the file, left out

# Row of the summary.
# $records number
import-replaced =
    { $records ->
        [one] record
       *[other] records
    } taken away because the file changed

# With --verbose below the summary: the log of the database stays.
import-leaves-log = where nothing can be written, other programs cannot open a database with a log: `xqdb backup FILE` makes a copy without one

# After Ctrl-C.
import-interrupted = interrupted; the same command goes on from here

# Another program writes into the database.
waiting-for-writer = another import is writing; waiting for it to end

# Another program reads an old state, and the log has grown to so many `bytes` meanwhile.
# $bytes
waiting-for-reader = another program is reading an old state, and the log has grown to { $bytes }; waiting for it to end

# With `-v`, a line a file. What it holds in a few words: `pgn, gb18030`.
# $path, $what, $records number
file-read =
    { $path }: { $what }, { $records ->
        [one] { $records } record
       *[other] { $records } records
    }

# `forget` found nothing.
forgotten-nothing = no imported file lies there; `xqdb stats` tells how many there are

# Answer of `forget`, first part.
# $places number
forgotten =
    { $places ->
        [one] { $places } file
       *[other] { $places } files
    } forgotten

# Answer of `forget`, second part: contents of which no copy is left.
# $contents number, $records number
forgotten-contents =
    ; { $contents ->
        [one] { $contents } content
       *[other] { $contents } contents
    } had no copy elsewhere: { $records ->
        [one] { $records } record
       *[other] { $records } records
    } removed

## `convert` and `export`: what is not written, and why.

# Something about one record; `label` names the record.
# $label, $what
about-record = { $label }: { $what }

# Something about many records, the first of which has this label.
# $records number, $first, $what
about-records =
    { $records ->
        [one] { $records } record
       *[other] { $records } records
    }, the first of them { $first }: { $what }

# A record or a game that is not in the output.
# $why
not-written = not written: { $why }

# The main line of a record was cut.
# $ply number, $token, $why
main-line-ends = the main line ends before ply { $ply }: `{ $token }`: { $why }

# Variations of a record were cut.
# $variations number
variations-end =
    { $variations ->
        [one] { $variations } variation
       *[other] { $variations } variations
    } cannot be played to the end

# Last lines: games of which something could not be read.
# $games number
damaged-marked =
    { $games ->
        [one] { $games } record
       *[other] { $games } records
    } could not be read to the end and { $games ->
        [one] is
       *[other] are
    } marked; --strict leaves such records out

# Last lines: the same with `--strict`.
# $games number
damaged-left-out =
    { $games ->
        [one] { $games } record
       *[other] { $games } records
    } could not be read to the end and left out

# The format takes one game a file.
# $format
one-game-a-file = a file of the format { $format } holds one game, and there are more: name a folder with --output FOLDER/

# Last line of `export`.
# $games number
games-written =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } written

# Witnesses of a game that are not written.
# $trees number
loss-trees =
    { $trees ->
        [one] { $trees } other tree
       *[other] { $trees } other trees
    } of variations and comments left out

# Tags that the format cannot hold.
# $tags
loss-tags = no field for { $tags }

# Tags that are too long.
# $tags
loss-cut = longer than the field and cut: { $tags }

# Tags with line breaks.
# $tags
loss-line-breaks = line breaks are written as blanks in { $tags }

# A result that is none.
# $result
loss-result = the result `{ $result }` is none that can be written

# Characters that the charset lacks.
# $charset, $characters
loss-characters = { $charset } lacks `{ $characters }`: written as `?`

# Signs that mean something in the format.
# $signs
loss-signs = full-width forms stand for `{ $signs }` in comments

# Variations for which there is no room.
# $moves number
loss-variations =
    { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    } of variations left out

# Comments for which there is no room.
# $comments number
loss-comments =
    { $comments ->
        [one] { $comments } comment
       *[other] { $comments } comments
    } left out

# Variations where the main line ends.
# $moves number
loss-severed =
    { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    } of variations left out: the main line breaks off where they begin

# More pieces than a format has places for.
# $piece, $room number, $format
too-many-pieces = the start has more than { $room } of the piece { $piece }, and { $format } has no place for them

# A charset that does not go with a format.
# $format, $charset
charset-not-written = { $format } is not written in { $charset }; leave --encoding-out away

# A move that the charset lacks.
# $charset, $mv
move-not-written = { $charset } cannot write the move { $mv }; choose another --notation

## `export --to xqdb`, and the archives that `import` merges.

# Last line of `export --to xqdb`.
# $games number, $records number, $sources number
part-written =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } with { $records ->
        [one] { $records } record
       *[other] { $records } records
    } of { $sources ->
        [one] { $sources } source
       *[other] { $sources } sources
    } written

# `--to xqdb` writes a database.
part-needs-file = the format xqdb is a database: name a new file with --output FILE

# An option that says something of files of games.
not-for-parts = the format xqdb always holds everything, as it was imported

# `convert --to xqdb`.
databases-are-imported = `xqdb import` makes a database; --to xqdb is for `xqdb export`

## `export --to obk|pfbook|xqb`.

# Last line.
# $positions number, $moves number, $games number
book-written =
    { $positions ->
        [one] { $positions } position
       *[other] { $positions } positions
    } with { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    } written from { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, read back and compared

# Positions whose keys SQLite changes.
# $positions number
book-keys-whole =
    the key of { $positions ->
        [one] { $positions } position
       *[other] { $positions } positions
    } is kept as a whole number: programs that ask for the number find it, programs that read its bits do not

# Positions whose keys SQLite cannot keep.
# $positions number
book-keys-lost =
    { $positions ->
        [one] { $positions } position is
       *[other] { $positions } positions are
    } left out: the bits of the key are no number that SQLite keeps; the formats pfbook and xqb have no such keys

# `--to obk` without a file.
# $format
book-needs-file = the format { $format } is one file: name a new one with --output FILE

# An option that says something of files of games.
not-for-books = an opening book has moves and numbers alone

# An option that says something of opening books.
for-books-alone = only opening books have it: --to obk, pfbook or xqb

# `convert --to obk`.
books-of-databases = opening books are made of a database: `xqdb import` the files, then `xqdb export --to obk`

# Row of the summary of an import.
# $archives number
import-archives =
    { $archives ->
        [one] database was
       *[other] databases were
    } merged into this one

# Row of the summary of an import.
# $decisions number
import-decisions =
    { $decisions ->
        [one] decision came
       *[other] decisions came
    } with them

# Row of the summary of an import: other contents of the same place.
# $contents number
import-beside =
    { $contents ->
        [one] content lies
       *[other] contents lie
    } at the place of another one here and { $contents ->
        [one] is
       *[other] are
    } kept beside it

# Below the summary: such a place there, and its name here.
# $there, $here
import-kept-as = { $there }: kept as { $here }

# Below the summary: a decision that was left out, and why.
# $theirs, $ours
import-contradiction = left out: { $theirs }; here it is decided: { $ours }

## `export --to parquet`.

# Last line of `export --to parquet`.
# feature: parquet
# $games number, $positions number, $records number
tables-written =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $positions ->
        [one] { $positions } position
       *[other] { $positions } positions
    } and { $records ->
        [one] { $records } record
       *[other] { $records } records
    } written

# `--to parquet` writes several files.
# feature: parquet
tables-need-folder = the format parquet is a folder of tables: name one with --output FOLDER

# The folder for `--to parquet` has something in it.
# feature: parquet
# $folder path, $name
folder-holds = the folder `{ $folder }` holds `{ $name }`: name an empty one; --force replaces the tables of an earlier export

# `export --to dataset` with conditions.
# feature: parquet
dataset-of-all = a dataset is made of a whole database: make one of these games with --to xqdb, and a dataset of that

# `export --to site` with conditions.
# feature: serve
site-of-all = a site is made of a whole database: make one of these games with --to xqdb, and a site of that

# `export --to site` writes many files.
# feature: serve
site-needs-folder = a site is a folder of files: name one with --output FOLDER

# The folder for `--to site` has something in it.
# feature: serve
# $folder path, $name
site-folder-holds = the folder `{ $folder }` holds `{ $name }`: name an empty one; --force replaces an earlier site

# An option that says something of files of games.
# feature: serve
not-for-sites = a site has all games, in UTF-8

# feature: serve
# $games number, $positions number, $files number, $size
site-written =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } and { $positions ->
        [one] { $positions } position
       *[other] { $positions } positions
    } written in { $files ->
        [one] { $files } file
       *[other] { $files } files
    }, { $size } MB

# An option that says something of datasets.
for-datasets-alone = only datasets have it: --to dataset

# `--split` with other numbers.
# feature: parquet
# $text text
no-shares = `{ $text }` are not three whole numbers of percent that sum up to 100, such as 80,10,10

# A line of the file that --sources names.
# feature: parquet
# $path path, $line number
sources-line = `{ $path }`, line { $line }: there belong a folder, an SPDX identifier and perhaps an address, tabs between them

# An option that says something of files of games.
# feature: parquet
not-for-tables = the format parquet always holds everything, in UTF-8

# `convert --to parquet`.
tables-of-databases = tables are made of a database: `xqdb import` the files, then `xqdb export --to parquet`

# `--to parquet` in a program that was built without it.
# feature: not parquet
without-tables = this xqdb was built without the feature `parquet`, and so it does not write this format

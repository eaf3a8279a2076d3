## `notate`.

# Nothing was given.
no-moves-given = no moves are given; see `xqdb notate --help`

# A move that cannot be played.
# $ply number, $token, $why
unplayable-at = ply { $ply }: `{ $token }`: { $why }

# Behind the reason: no way to read the moves before it helps.
# $lines number
in-any-line = {" "}in any of the { $lines } lines that come so far

# There are too many readings.
# $ply number
undecided-too-many = undecided: at ply { $ply } there are more positions than can be followed

# There are several readings.
# $lines number
undecided-lines =
    undecided: { $lines ->
        [one] { $lines } line
       *[other] { $lines } lines
    } fit

# There are several readings, which were not all counted.
# $lines number
undecided-at-least = undecided: at least { $lines } lines fit

# Behind the sentence before.
# $lines number
first-are-listed = ; the first { $lines } are listed

# The systems lead to mirror images.
# $systems
undecided-mirror = undecided up to the mirror: { $systems }

# The systems lead to different games.
# $systems
undecided-systems = undecided: it plays differently in { $systems }

# Head of one of several readings.
# $number number
interpretation = Interpretation { $number }

# The systems in which it is read so.
# $systems
read-as = Read as { $systems }

# Column: the text of the move as it stands.
head-written = written

# Proof.
decided = Decided: all systems that play the line give the same moves

# Proof.
decided-up-to-mirror = Undecided up to the mirror: no play from this start can tell

# Proof.
not-decided = Undecided: the line can be played in different ways

# Proof.
not-playable = No system plays the whole line; the one that comes furthest:

# Proof: how many readings a system has.
# $lines number
proof-lines =
    { $lines ->
        [one] { $lines } line
       *[other] { $lines } lines
    }

# Proof: the same, not all counted.
# $lines number
proof-at-least = at least { $lines } lines

# Proof.
# $ply number
proof-too-many = too many positions at ply { $ply }

# Column of the list of notations.
head-system = System

# Column of the list of notations: every move has a text of its own.
head-complete = Complete

# Column of the list of notations: recognised without an option.
head-automatic = Auto

# Column of the list of notations: other names.
head-aliases = Also

# Column of the list of notations.
head-example = Example

# Below the list of notations.
notations-complete = Complete: every move has a text that means this move alone; in the others the moves that follow decide.

# Below the list of notations.
notations-automatic = Auto: read without being told. The others are tried on whole lines, or named with --from.

## `report` and `verify`.

# Head of an entry of the report. `what` is the status, with the key of the game if any.
# $place, $record number, $what
report-record = { $place } record { NUMBER($record, useGrouping: "false") } ({ $what })

# Status of a record that witnesses a game.
# $status, $key
report-status-of-game = { $status }, game { $key }

# Why a line ends.
# $offset number, $ply number, $token, $reason
report-failure = byte { NUMBER($offset, useGrouping: "false") }, ply { $ply }, `{ $token }`: { $reason }

# Why a record cannot begin: its start position, as it stands there.
# $offset number, $token, $reason
report-start = byte { NUMBER($offset, useGrouping: "false") }, `{ $token }`: { $reason }

# Something at a place of a file that is not about a move.
# $offset number, $what
report-at = byte { NUMBER($offset, useGrouping: "false") }: { $what }

# Possible moves that are spelt nearly so.
# $moves
report-near = near it: { $moves }

# Head of a damaged variation.
report-in-variation = in a variation:

# Moves behind the damage.
# $moves number
report-lost =
    { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    } of the file { $moves ->
        [one] is
       *[other] are
    } left out

# Head of a disagreement; `field` is one of the names below.
# $game, $field
report-conflict = { $game }: witnesses disagree on { $field }

# Where a witness stands.
# $place, $record number
report-witness = { $place } record { NUMBER($record, useGrouping: "false") }

# The text of the moves that could not be played.
# $text
report-tail = not played: { $text }

# A slip that would explain why a line ends: all of the rest can be played then.
# $slip, $moves number
report-repair-whole =
    if { $slip }: { $moves ->
        [one] { $moves } move that is left
       *[other] { $moves } moves that are left
    } can be played

# A slip that would explain why a line ends: so many moves of the rest can be played then.
# $slip, $plays number, $moves number
report-repair =
    if { $slip }: { $plays } of { $moves ->
        [one] { $moves } move that is left
       *[other] { $moves } moves that are left
    } can be played

# The first moves of a record do not fit the position that it begins with.
report-odd-start = position and moves do not belong together: the FEN may be that of another line

# No slip explains why a line ends.
report-no-repair = no single slip explains it: not one move missing, doubled, exchanged or misprinted

# A slip.
# $ply number, $moves
slip-misprint = ply { $ply } is a misprint of { $moves }

# A slip.
# $ply number, $other number
slip-exchanged = plies { $ply } and { $other } are exchanged

# A slip.
# $ply number
slip-extra = ply { $ply } stands twice or is one too many

# A slip.
# $first number, $last number
slip-extra-pair = plies { $first } to { $last } stand twice

# A slip; `moves` are those that fit.
# $ply number, $side, $moves
slip-missing = a move of { $side } is missing before ply { $ply }, such as { $moves }

# A slip.
# $ply number, $moves
slip-missing-pair = a pair of moves is missing before ply { $ply }, such as { $moves }

# A slip.
# $ply number, $next number
slip-crossed = plies { $ply } and { $next }: each side has been given what the other side played

# A slip.
# $ply number, $side
slip-turn = it is { $side }'s turn at ply { $ply }

# Row of the summary of `report`.
# $records number
report-set-aside =
    { $records ->
        [one] record
       *[other] records
    } set aside

# Row of the summary of `report`.
# $records number
report-partial =
    { $records ->
        [one] record whose main line ends
       *[other] records whose main line ends
    } early

# Row of the summary of `report`.
# $records number
report-damaged =
    { $records ->
        [one] record
       *[other] records
    } with variations that end early

# Row of the summary of `report`.
# $records number
report-warned =
    { $records ->
        [one] record
       *[other] records
    } with warnings (--warnings lists them)

# Row of the summary of `report`.
# $files number
report-damaged-files =
    { $files ->
        [one] file
       *[other] files
    } with damage outside records

# Row of the summary of `report`.
# $files number
report-unread-files =
    { $files ->
        [one] file that
       *[other] files that
    } could not be read, or not to the end

# Last line of `report --unread`.
# $files number
report-unread-total =
    { $files ->
        [one] { $files } file
       *[other] { $files } files
    } could not be read, or not to the end

# Row of the summary of `report`.
# $records number
report-doubts =
    { $records ->
        [one] record
       *[other] records
    } with doubtful values (--doubts lists them)

# The game of a record.
# $key
report-game = game { $key }

# Behind a section of the report: what to do next about records that were set aside.
report-look-into-file = the byte or line tells where to look in the file; mended, it is imported again

# Behind a section of the report: what to do next about lines that end early.
report-emend = `xqdb emend PATH#RECORD` proposes a reading and keeps it as a decision

# Behind a section of the report: what to do next about files that were not read.
report-see-formats = `xqdb formats --explain FILE` tells what a file is taken for

# Row below the commonest causes.
report-other-causes = of other causes

# Row below the files with the most findings.
report-other-files = in other files

# Below: where the rest of a list is.
# $listed number, $rest number
report-rest = { $listed } are listed, and { $rest } more there are: --all lists them, and --format jsonl gives them to programs

# A file that could not be read.
# $why
report-unread = not read, or not to its end: { $why }

# Row of the summary of `report`.
# $conflicts number
report-conflicts =
    { $conflicts ->
        [one] disagreement
       *[other] disagreements
    } between witnesses of one game (--conflicts lists them)

# Last line of `verify`: what it checked.
# $games number, $entries number, $verdict
verified =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } replayed, { $entries ->
        [one] { $entries } index entry
       *[other] { $entries } index entries
    } compared: { $verdict }

# `verify --repair` made this table anew.
# $table
table-repaired = the table `{ $table }` was made anew

# Verdict of `verify`.
verified-well = all is well

# Verdict of `verify`.
verified-damaged = the database is damaged; make it anew with `xqdb import`, or take a backup

## `backup`.

# Answer of `backup`; the size has its unit.
# $size, $target path
backed-up = { $size } copied to { $target } and checked

# The target is there, and is not to be replaced.
# $target path
backup-exists = `{ $target }` is there already; --force replaces it

# The target is what is to be copied.
# $target path
backup-of-itself = `{ $target }` is the database itself; name another file

# The target is open elsewhere.
# $target path
backup-in-use = `{ $target }` is a database in use, or was not closed properly; name another file

## `diff`: in what two databases differ.

# Column: what changed of a game.
head-difference = Change

# In that column: other records witness the game.
# $came number, $went number
witnesses-changed = witnesses +{ $came } -{ $went }

# Below the list.
# $came number, $went number, $changed number
diff-counted =
    { $came ->
        [one] { $came } game
       *[other] { $came } games
    } came, { $went } went, { $changed } changed

## `stats` and `optimize`.

# Row: a number stands before it.
# $n number
stats-locations =
    { $n ->
        [one] file or archive member
       *[other] files and archive members
    }

# Row: byte copies count once.
# $n number
stats-sources =
    { $n ->
        [one] content
       *[other] contents
    }, byte copies counted once

# Row.
# $n number
stats-records =
    { $n ->
        [one] record
       *[other] records
    }

# Row.
# $n number
stats-games =
    { $n ->
        [one] game or position
       *[other] games and positions
    }

# Row: lines that do not count.
# $n number
stats-copies =
    { $n ->
        [one] copy
       *[other] copies
    } of them, not counted

# Row: names as they are spelt.
# $n number
stats-players =
    { $n ->
        [one] spelling
       *[other] spellings
    } of players' names

# Row: names as they are spelt.
# $n number
stats-events =
    { $n ->
        [one] spelling
       *[other] spellings
    } of events' names

# Row.
# $n number
stats-trees =
    { $n ->
        [one] tree
       *[other] trees
    } of variations and comments

# Row: a position of a game, with the move made there.
# $n number
stats-postings =
    { $n ->
        [one] entry
       *[other] entries
    } in the position index

# Row.
# $n number
stats-segments =
    { $n ->
        [one] segment
       *[other] segments
    } of the position index

# Row: size of the file.
# $n number
stats-bytes =
    { $n ->
        [one] byte
       *[other] bytes
    } in the database file

# Column: number of records.
head-records = Records

# Column: number of contents.
head-contents = Contents

# Column: encoding of texts.
head-encoding = Encoding

# Column: what became of a record.
head-status = Status

# Answer of `optimize`.
# $before number, $after number
optimized =
    { $before ->
        [one] { $before } segment
       *[other] { $before } segments
    } of the position index merged into { $after }

## `reproduce`: what changed since a figure or a dataset was made.

# Nothing changed.
# $rows number, $games number
reproduced =
    the same: all numbers in { $rows ->
        [one] { $rows } row
       *[other] { $rows } rows
    }, of { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, and the fingerprint

# The archive is not what it was.
# $before, $now
fingerprint-changed = the archive is another: fingerprint { $before } then, { $now } now

# Another version of the program.
# $before, $now
program-changed = the program is another: xqdb { $before } then, { $now } now

# A file that the question names.
# $path
file-changed = the file { $path }, which the question names, is another

# All numbers are what they were.
numbers-kept = all numbers are the same

# How many numbers changed; they follow.
# $numbers number
numbers-changed =
    { $numbers ->
        [one] { $numbers } number
       *[other] { $numbers } numbers
    } changed:

# All games are what they were.
# $games number
games-kept =
    the same { $games ->
        [one] { $games } game is
       *[other] { $games } games are
    } counted

# A group of games, in which some changed.
# $beginning, $before number, $now number
group-changed = games with keys that begin with { $beginning }: { $before } then, { $now } now

# How many groups of games changed; they follow.
# $groups number
groups-changed =
    games changed in { $groups ->
        [one] { $groups } group
       *[other] { $groups } groups
    }:

# After a list that is cut.
# $left number
and-more = … and { $left } more

# The file says nothing of a figure.
# $path path
no-figure = `{ $path }` tells of no figure of xqdb

# The file is too large for one that xqdb wrote.
# $path path
figure-too-large = `{ $path }` is larger than anything xqdb writes of a figure

# The file was written by a later version.
# $path path
figure-is-newer = `{ $path }` was written by a later version of xqdb

# A dataset is made again, and nothing changed.
# feature: parquet
# $files number
dataset-reproduced =
    the same: { $files ->
        [one] { $files } file
       *[other] all { $files } files
    }, byte for byte

# How many files of a dataset are other ones; they follow.
# feature: parquet
# $changed number, $files number
dataset-changed =
    { $changed ->
        [one] { $changed } file
       *[other] { $changed } files
    } of a dataset of { $files } differ from what the database gives:

# A file of a dataset is not in the folder.
# feature: parquet
# $path
dataset-file-missing = { $path }: missing

# A file in the folder of a dataset is none of the dataset.
# feature: parquet
# $path
dataset-file-added = { $path }: no file of the dataset

# A file of a dataset ends too early.
# feature: parquet
# $path, $before number, $now number
dataset-file-cut = { $path }: cut, { $before } of { $now } bytes

# A file of a dataset is not what SHA256SUMS says.
# feature: parquet
# $path
dataset-file-altered = { $path }: altered after the dataset was made

# A file of a dataset is as it was made, and the database gives another one.
# feature: parquet
# $path, $before number, $now number
dataset-file-remade = { $path }: another one now, { $before } bytes then, { $now } now

# A folder holds no dataset.
# feature: parquet
# $folder path, $file
no-dataset = the folder `{ $folder }` holds no dataset of xqdb: `{ $file }` is missing or says something else

# A dataset could not be made once more.
# feature: parquet
# $folder path
cannot-make-again = cannot make the dataset `{ $folder }` again

# The question of the file makes no sense.
# $question
figure-asks-nothing = no question that makes a figure: { $question }

## `cite`: a game, or the answer to a question, as a book or a paper names it.

# A name that is not known.
cite-nobody = [unknown]

# Who played, from Red's side.
# $red, $black
cite-players = { $red } (Red) – { $black } (Black)

# Instead of a date.
cite-undated = no date

# After a date that something contradicts.
# $date, $why
cite-doubted = { $date } [doubtful: { $why }]

# Between names of what is listed.
cite-comma = ,{" "}

# The end of a citation.
cite-stop = .

# The game in the archive.
# $key, $archive
cite-game = Game { $key } of the archive { $archive }

# A record that witnesses the game: where it stands in a content of this hash.
# $record number, $hash
cite-witness = record { NUMBER($record, useGrouping: "false") } of the content blake3:{ $hash }

# The records that witness it.
# $records number, $all
cite-witnessed =
    Witnessed by { $records ->
        [one] { $records } record
       *[other] { $records } records
    }: { $all }

# The archive as a citation names it.
# $archive, $fingerprint
cite-archive = Archive { $archive }, fingerprint { $fingerprint }

# When and by what it was looked up.
# $version, $day
cite-accessed = xqdb { $version }, accessed { $day }

# Result of a question.
# $games number
cite-found =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } of Xiangqi

# Nothing is asked.
cite-nothing = name the key of a game, or ask for games: --moves, --player, --where

# A key and a question.
cite-both = a key names one game: no condition goes with it

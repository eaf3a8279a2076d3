## Why something could not be done.

# Before every error; `what` is the whole of it.
# $what
error-line = xqdb: { $what }

# There is no file of that name.
# $db path
no-database = there is no database `{ $db }`; make one with `xqdb import PATH`, or name one with --db

# The cause follows.
# $db path
cannot-open-database = cannot open the database `{ $db }`

# The cause follows.
# $db path
cannot-write-database = cannot write to the database `{ $db }`

# The cause follows.
# $from path, $to path
cannot-copy = cannot copy `{ $from }` to `{ $to }`

# The cause follows.
# $path path
cannot-write = cannot write `{ $path }`

# The cause follows.
# $path path
cannot-remove = cannot remove `{ $path }`

# The cause follows.
# $path path
cannot-make-folder = cannot make the folder `{ $path }`

# The cause follows.
# $path path
cannot-read = cannot read `{ $path }`

# The cause follows.
# $path path
cannot-read-legend = cannot read the legend `{ $path }`

# A statement of SQL is refused.
only-questions = this would change the database; only questions are allowed without --write

# The cause follows.
cannot-read-stdin = cannot read standard input

# The cause follows.
cannot-write-output = cannot write the output

# A file that would be overwritten.
# $path path
file-exists = `{ $path }` is there already; --force overwrites it

# An encoding nobody knows.
# $label
unknown-encoding = unknown encoding `{ $label }`; known are utf-8, gb18030, big5, utf-16le, utf-16be

# Cause from the system.
io-not-found = there is no such file or folder

# Cause from the system.
io-permission = permission denied

# Cause from the system.
io-full = the disk is full

# Cause from the system.
io-folder = it is a folder

# Cause from the system.
io-read-only = the file system is read-only

# Cause from the system: text that is not UTF-8.
io-no-text = it is no text in UTF-8

## Errors in a command line, which clap has in English only.

# No such option.
# $argument
usage-unknown-argument = there is no { $argument } here

# No such command.
# $command
usage-unknown-command = there is no command `{ $command }`

# A value that is none of those there are.
# $argument, $value
usage-invalid-value = { $argument } cannot be `{ $value }`

# A value that is no number.
# $argument, $value
usage-number-wanted = { $argument } wants a whole number that is not negative, such as 20, and not `{ $value }`

# An option without its value.
# $argument
usage-value-missing = { $argument } wants a value, and there is none

# Arguments that must be there.
# $arguments
usage-missing = this is missing: { $arguments }

# Arguments that do not go together.
# $one, $other
usage-conflict = { $one } and { $other } do not go together

# An option that stands there twice.
# $argument
usage-twice = { $argument } can stand there once only

# Values that can be said.
# $values
usage-values = it can be: { $values }

# Names that are similar to the wrong one.
# $similar
usage-similar = did you mean { $similar }?

# Below a command that there is not: what was typed may be a name.
# $word
usage-search = games with this name: xqdb search { $word }

# Last line.
usage-more = `--help` tells what there is.

## Warnings: what was repaired, interpreted or found odd in a record.

# The header names the wrong side.
# $header, $played
side-flipped = the header says { $header } moves first, but only { $played } can play the first move

# A move that leaves the own king in check.
# $ply number
reason-king-exposed = ply { $ply } leaves the mover's own king in check

# A move that takes a king.
# $ply number
reason-king-taken = ply { $ply } takes a king

# A move with several readings, of which play chose one.
# $ply number, $token, $readings, $chosen
reason-interpreted = ply { $ply }: `{ $token }` can mean { $readings }; { $chosen } is the one with which the line goes on

# An unusual notation.
# $notation
reason-read-in-notation = the moves are read as { $notation }

# Tag and sign at the end of the moves.
# $tag, $other
result-conflict-at-end = result { $tag } in the tag, { $other } at the end of the moves

# Tag and the final position.
# $tag, $other
result-conflict-on-board = result { $tag } in the tag, { $other } on the board

# Bytes that do not belong to the encoding.
# $sequences number, $encoding
malformed-bytes =
    { $sequences ->
        [one] { $sequences } malformed byte sequence
       *[other] { $sequences } malformed byte sequences
    } for { $encoding }

# A field of fixed length.
# $field
reason-field-cut = the field { $field } is cut or longer than its room

# A record that ends too early.
# $offset number, $detail
breaks-off = the record breaks off at byte { NUMBER($offset, useGrouping: "false") }: { $detail }

# Text among the moves that is no move.
# $offset, $text
reason-passed-over = passed over at byte { $offset }: `{ $text }`

# A value that the record lacks.
# $field
reason-from-file-name = { $field } is taken from the file name

## `serve`: its address, and why it refuses a question. (feature: serve)

# When the page can be opened.
# $url
serving-at = the archive is at { $url } (Ctrl-C ends)

# Before an import that `open` begins.
# $db path
database-is-kept-at = the database is kept at `{ $db }`

# The user has no folder for data.
no-place-for-database = there is no place for the database; name one with --db

# The cause follows.
# $address
cannot-listen = cannot listen at { $address }

# The request names the server by another name.
host-refused = this server answers to an address or to localhost only

# A page of another site sends the request.
origin-refused = pages of other sites may not ask here

# The request does not bring the token.
token-refused = the token is missing; open the address that `xqdb serve` printed

# Nothing has this address.
nothing-there = there is nothing at this address

# All workers are busy.
too-many-questions = too many questions at once; ask again

# When names can be matched.
# $url
reconciling-at = the reconciliation service is at { $url } (Ctrl-C ends)

# More names in one request than are looked for.
# $names number, $most number
too-many-names =
    { $names ->
        [one] { $names } name
       *[other] { $names } names
    } at once; at most { $most }

# A query has no name to look for.
no-name = it names nobody and nothing

# The time is over.
question-took-too-long = the question took too long and was stopped; narrow it down

# A parameter.
# $text, $most number
no-number-up-to = `{ $text }` is no number up to { $most }

# A parameter.
# $text
no-move = `{ $text }` is no move such as h2e2

# A parameter.
# $text
no-point = `{ $text }` is no point such as h2

# A box that is empty.
nothing-typed = nothing is written there

# A text that fits nothing.
# $text
taken-for-name = “{ $text }” was taken for a name, but no player, opening, event, year or pattern here is called so. It is no move, FEN, key or question either.

# Remark below the games that have a text in their titles or comments; nothing is called so.
# $text
taken-for-text = nothing is called “{ $text }”: these games have it in a title or a comment

# A text whose moves cannot be played.
# $why
taken-for-moves = taken for moves: { $why }

# A text that is no question of the query language.
# $why
taken-for-question = taken for a question: { $why }

# Words that name one game or a page, where a condition on games is wanted.
# $text
words-are-no-condition = “{ $text }” has something that is no condition here; `xqdb show` prints one game, `xqdb explore` takes moves, `xqdb endings` takes two armies

# Words and an option that both name an event, an opening, a year or a question.
# $text, $option
words-say-again = “{ $text }” says what { $option } says, too; leave one of them out

# A FEN that is answered all the same.
position-cannot-arise = Such a position cannot arise: the side that has just moved is in check, or the kings face each other.

# The name of an uploaded file.
no-file-name = that is no name of a file

# Files came under this name before, or never did.
no-such-upload = there is no such upload, or it is imported already

# Two files of one name.
uploaded-already = a file of this name is in the upload already

# A file, or something else that is sent.
did-not-come-whole = what was sent did not come to its end

# Uploads, and an import of one.
too-many-files-come = other files are still on their way; try again when they are there

# Error: the files of one upload are too large.
# $limit number
upload-too-large = what waits to be imported may have { $limit } bytes; `xqdb serve --upload-limit` allows more

# One import at a time.
import-goes-on = an import goes on already; wait for its end

# A fault of the program ended an import.
import-broke-off = the import broke off; what it had committed stays, and it goes on from there again

# A folder that was named on the page.
# $path
no-such-folder = nothing lies at `{ $path }`; the whole path is needed

# The page is open to other machines.
no-folders-for-others = folders of this machine are named on its command line while others may ask, too

# Something that was to be kept under a name.
cannot-be-saved = it needs a name of at most 200 characters and something in it, and 1000 are the most

# A parameter.
# $text
no-content = `{ $text }` is no BLAKE3 of a content: 64 digits from 0 to f

# Of records that are read to their ends no bytes are kept.
no-bytes-kept = there is no such record, or it is entirely clean: its bytes are in its file only

# A decision that says nothing of why.
decision-needs-reason = say why: whoever reads the decision later has nothing else

## Why a question in the query language is refused.

# Where it is wrong, 1-based, and what is wrong there.
# $character number, $what
wrong-at-character = at character { NUMBER($character, useGrouping: "false") }: { $what }

# After what is wrong: what could stand there.
# $what
something-expected = ; expected { $what }

# Between things of which one could stand there.
or-else = {" "}or{" "}

# After what is wrong: a known word that looks alike.
# $word
did-you-mean = ; did you mean `{ $word }`?

# $word
reason-unknown-word = unknown word `{ $word }`

# $word
reason-cannot-stand-here = `{ $word }` cannot stand here

reason-query-ends-here = the query ends here

# $value, $what
reason-value-is-no = `{ $value }` is no { $what }

# What a value of the query language is not, behind `reason-value-is-no`.
reason-query-date = date such as 1982, 1982-05 or 1980..1982-06
reason-query-text = text to look for
reason-query-result = result: 1-0, 0-1, 1/2-1/2 or *
reason-query-kind = kind: game, handicap, opening, endgame, composed or position
reason-query-played = played: board, online, program or unknown
reason-query-army = army

reason-range-runs-backwards = the range runs backwards

# $name
reason-cannot-define = `{ $name }` cannot be defined: a name has two characters or more and means nothing yet

reason-mark-never-closed = the quotation mark is never closed

# $why
reason-board-unreadable = the board cannot be read: { $why }

reason-numbers-are-mixed = one move has Chinese and Arabic numbers; 一二三 are Red's, 1 2 3 Black's
reason-pieces-not-condition = pieces are expected in the brackets, not a condition
reason-number-too-long = the number has more than six digits
reason-number-from-one = the number must be 1 or more

# $most number
reason-too-many-characters = more than { $most } characters

# $most number
reason-too-many-levels = more than { $most } levels of brackets, prefixes and names

reason-a-condition = a condition
reason-some-pieces = pieces such as R, n or cannon
reason-some-region = a point such as e4, a range such as d0..f2, or a region
reason-a-point = a point such as f2
reason-a-number = a number
reason-a-count = a number or a range such as 2..4
reason-a-decimal = a number such as 2 or -0.5
reason-a-move = a move such as C2=5, 炮二平五 or h2e2
reason-a-new-name = a name of two characters or more
reason-an-army = an army such as RP, 车兵, 士象全 or bare
reason-a-value = a value
reason-after-colour = a piece, a pattern, `:`, or `to move`
reason-a-comparison = a comparison such as `>= 2`

# $word
reason-this-word = `{ $word }`

reason-end-of-query = the end of the query

# The cause follows.
# $path path
settings-damaged = the settings in `{ $path }` cannot be read; mend the file or remove it

# Where the system has no folder for settings.
no-place-for-settings = no folder for settings is known; XQDB_CONFIG names a file

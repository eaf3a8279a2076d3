## `search`: heads of its table, what stands below it, and arguments that are not understood.

# Below the list of games.
# $games number
games-found =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    }

# Below the list of games: the search ended with the last game that was to be listed.
# $games number
games-found-so-far =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } and perhaps more

# After the number of games: which of them are listed, 1-based.
# $first number, $last number
games-listed = , { $first } to { $last } shown

# After the number of games: `--offset` is as large as that or larger.
# $offset number
games-passed-over = , none shown: --offset { NUMBER($offset, useGrouping: "false") } passes over all

# After the number of games.
# $games number
games-mirrored =
    ; { $games } of them { $games ->
        [one] has
       *[other] have
    } the mirror image

# After the number of games: near copies of these games, which are not counted.
# $copies number
games-copied =
    ; { $copies } { $copies ->
        [one] copy
       *[other] copies
    } not counted

# After the number of games, when dates were asked for.
# $games number
games-undated =
    ; { $games } more { $games ->
        [one] fits
       *[other] fit
    } but { $games ->
        [one] has
       *[other] have
    } no sure date

# After their number: keys of games without a date, so that they can be opened.
# $keys
games-undated-keys = {" "}({ $keys })

# Below a table of games with such cells.
marks-explained = […] is said by an event, a title, a file's name or another record only; ? marks a doubtful date (--as-stated leaves both out)

# Column: the key of a game.
head-key = Key

# Column.
head-date = Date

# Column: the player who has Red.
head-red = Red

# Column: the player who has Black.
head-black = Black

# Column.
head-result = Result

# Column: how long a game is.
head-plies = Plies

# Column: the ply at which a pattern is seen.
head-ply = Ply

# Column: where the words that were asked for are said.
head-says = Says

# Column: what kind of record it is.
head-kind = Kind

# Column.
head-event = Event

# Below an empty answer: nobody is called so, but these are nearly.
# $asked, $names
nobody-of-this-name = Nobody is called `{ $asked }`; did you mean { $names }?

# Below an empty answer: nobody is called so or nearly so.
# $asked
nobody-here = Nobody is called `{ $asked }`; `xqdb people` lists the players

# Below an empty answer: no event is called so, but these are nearly.
# $asked, $names
no-event-but = No event is called `{ $asked }`; did you mean { $names }?

# Below an empty answer: no event is called so or nearly so.
# $asked
no-event-here = No event is called `{ $asked }`; `xqdb events` lists the events

# Below an empty answer: no book, no part of one and no folder is called so, but these are nearly.
# $asked, $names
no-book-but = No book, part or folder is called `{ $asked }`; did you mean { $names }?

# Below an empty answer: no book, no part of one and no folder is called so.
# $asked
no-book-of-this-name = No book, part or folder is called `{ $asked }`; `xqdb explore --by chapter --kind all` lists those that are here

# A person, an event or a book with the number of games.
# $name, $games number
name-with-games =
    { $name } ({ $games ->
        [one] { $games } game
       *[other] { $games } games
    })

# Below the answer about one person: others in whose names the text is that was asked for.
# $asked, $name, $others
one-of-several = `{ $asked }` is { $name } here; others: { $others }

# Below the answer: names in Latin letters that sound as the one that was asked for in hanzi, which nobody has.
# $asked, $names
names-by-sound-only = Nobody is written `{ $asked }`; matched by pinyin: { $names } (--names script: none of them)

# Below the answer: spellings in Latin letters of the name that was asked for in hanzi.
# $asked, $names
names-by-sound-too = `{ $asked }`, matched by pinyin, too: { $names } (--names script: not these)

# What words without an option are taken for.
# $text, $meaning
words-mean = “{ $text }” is taken for { $meaning }

# Below the answer: names that all games show to be those of one who was asked for.
# $asked, $names
names-by-evidence = `{ $asked }` is also: { $names } (`xqdb people { $asked } -v` says why; --as-stated: not these)

# Below the answer: names that somebody decided to be those of one who was asked for.
# $asked, $names
names-by-decision = `{ $asked }` is also, as decided: { $names } (`xqdb decisions`; --as-stated: not these)

# Column, and head of a line.
head-title = Title

# Column, and head of a line: book and chapter.
head-chapter = Chapter

# Row of the games that stand in no chapter.
none-named = (none)

# A ply of a variation.
# $ply
ply-in-variation = { $ply } variation

# A ply where the mirror image stands.
# $ply
ply-mirrored = { $ply } mirror

# An argument, and why its value is refused.
# $argument, $why
argument-wrong = { $argument }: { $why }

# `--since`, `--until`.
# $text
no-date = `{ $text }` is no date; write 1960, 1960-05 or 1960-05-01

# `--since` after `--until`.
# $until
ends-before = this lies after --until { $until }: no game can be from between

# An argument that takes some words only.
# $text, $known
none-of = `{ $text }` is none of { $known }

# `--moves` in several notations at once.
# $systems
moves-in-several-notations = they can be played in several notations; name one with --notation: { $systems }

# A move of `--moves` with several meanings; `number` is 1-based.
# $token, $number number, $readings
move-is-ambiguous = `{ $token }` (move { $number }) can mean { $readings }; write one of them

# `--moves` that would take too long to follow.
# $number number
moves-in-too-many-ways = they can be played in too many ways at move { $number }; write them in another notation

# A move of `--moves` that cannot be played.
# $token, $number number, $why
move-unplayable = `{ $token }` (move { $number }): { $why }

# After a move that cannot be played: moves that are spelt nearly so.
# $moves
near-moves = ; near it: { $moves }

# Below a move that cannot be played: the position, as FEN.
# $fen
in-position = in { $fen }

## `explore`.

# Below the table.
# $games number
games-come-here =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } { $games ->
        [one] comes
       *[other] come
    } here

# Above the table of `explore`, before the moves: three clauses.
# $game
explored-first = first { $game }

# A game as people know it.
# $players, $date, $key
game-in-names = { $players }, { $date } ({ $key })

# The second clause.
# $name, $games number
explored-most =
    most often { $name } ({ $games ->
        [one] { $games } game
       *[other] { $games } games
    })

# The third clause: Red's score in the latest games that have a date.
# $games number, $since, $share
explored-lately =
    { $games ->
        [one] the latest game
       *[other] the latest { $games } games
    }, since { $since }: { $share } for Red

# Between clauses of one line.
between-clauses = ;{" "}

# After the number of games: those that statistics leave out.
# $games number
games-of-programs = ; { $games } of programs not counted

# A line of its own for whoever wants to know more, where games of programs are not counted.
games-of-programs-count = --played all counts games of programs, too

# A line of its own for whoever wants to know more, where no kind is named.
games-of-default-kind = games that were played from the standard start count; --kind all counts the rest, too

# Behind `games-found`, where no kind is named and every kind counts.
games-of-every-kind = {" "}of all kinds

# A line of its own for whoever wants to know more, where every kind counts.
games-of-every-kind-count = --kind game leaves out manuals and studies

# After the number of games.
# $games number
games-end-here =
    ; { $games } { $games ->
        [one] ends
       *[other] end
    } here

# After the number of games.
rows-sum-to-more = ; rows sum to more: some games come here twice and go on differently

## Opening books of engines: `engine-book`, and columns of `explore`.

# What the book is; other numbers follow.
# $kind, $positions number, $moves number
engine-book-holds =
    { $kind }: { $positions ->
        [one] { $positions } position
       *[other] { $positions } positions
    }, { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    }

# Follows that.
# $moves number
engine-book-forbids = , { $moves } of them forbidden

# Follows that.
# $moves number
engine-book-remarks = , { $moves } with a remark

# Follows that, and ends the sentence.
# $positions number
engine-book-reaches =
    ; its moves lead from the start to { $positions ->
        [one] { $positions } of its positions
       *[other] { $positions } of its positions
    }

# A fault.
# $moves number
engine-book-no-key =
    { $moves ->
        [one] { $moves } move has no key: its bits were
       *[other] { $moves } moves have no key: their bits were
    } no number, and SQLite keeps nothing of them

# A fault.
# $moves number
engine-book-no-move =
    { $moves ->
        [one] { $moves } move does
       *[other] { $moves } moves do
    } not lead from a point of the board to another

# A fault.
# $moves number
engine-book-impossible =
    { $moves ->
        [one] { $moves } move cannot
       *[other] { $moves } moves cannot
    } be made in the position where it stands

# A remark.
# $moves number
engine-book-turned =
    { $moves ->
        [one] { $moves } move has its
       *[other] { $moves } moves have their
    } two bytes in the order that is unusual for the kind, and is read all the same

# There is no database.
# $db path
engine-book-alone = nothing is compared: there is no database `{ $db }`

# Below the table.
# $rows number, $positions number
engine-book-disputes =
    { $rows ->
        [one] { $rows } disagreement
       *[other] { $rows } disagreements
    } in { $positions ->
        [one] { $positions } position
       *[other] { $positions } positions
    } that both know

# Below the table.
# $positions number
engine-book-cut = only the { $positions } positions of the most games were compared; --min-games and --plies choose others

# In the place of a score: the book forbids the move; the score may be empty.
# $score
forbidden-by-book = { $score } ✗

# Column: the commonest move of the games.
head-games-play = Games play

# Column: a score as it stands in a book.
head-in-book = In book

# Column: the best move of the book.
head-book-plays = Book plays

# Column: the score that an opening book gives the move.
head-book-score = Book

# Column: wins, draws and losses of the side to move in an opening book.
head-book-results = W/D/L

# Column: what somebody wrote about the move in an opening book.
head-book-remark = Remark

# Column: the moves to a position.
head-after-moves = After

# With `--depth`: the table is cut.
# $rows number
rows-left-out =
    the tree goes on: only its first { $rows ->
        [one] { $rows } row
       *[other] { $rows } rows
    } { $rows ->
        [one] is
       *[other] are
    } shown (--limit N shows more)

# Column.
head-move = Move

# Column: games in which the move was made here.
head-games = Games

# Column: games with manuals, studies and handicap games among them.
head-all-games = All games

# Column: games that come to the position after the move by any way.
head-reached = Reached

# Column: games that Red won.
head-red-wins = Red

# Column: games that were drawn.
head-draws = Draw

# Column: games that Black won.
head-black-wins = Black

# Column: Red's share of the points.
head-score = Score

# Column: the first and the last year.
head-years = Years

# A move, and in how many of its games its mirror image was played.
# $name, $games number
row-mirrored = { $name } ⇄{ $games }

# Column: a year.
head-year = Year

# Column: ten years, by the first of them.
head-decade = From

# Column: a player.
head-player = Player

# Column: games that the player won.
head-won = Won

# Column: games that the player lost.
head-lost = Lost

# Column: the first game.
head-earliest = Earliest

# Column: keys of the last games.
head-latest = Latest

## `show`: one game.

# No game has the key.
# $key
no-such-key = no game has a key that begins with `{ $key }`; `xqdb search` lists keys

# No opening has a code, a range or a name like this.
# $name
no-such-opening = no opening is called `{ $name }`; `xqdb openings` lists them

# No game is meant by words that should name one.
# $text
no-such-game = no game is meant by “{ $text }”; `xqdb search` lists games with their keys

# Several games are meant by words that should name one; they are listed below.
# $asked, $count number
several-games = “{ $asked }” is { $count } games (`xqdb search { $asked }` lists them); name one by its key:

# Several games have the key.
# $key, $keys
several-keys = `{ $key }` begins the keys of several games, write more of it: { $keys }

# Above a game that no record has whole: where it breaks off, and why.
# $ply number, $token, $why
game-breaks-off = Not whole: the record breaks off before ply { NUMBER($ply, useGrouping: "false") }, at `{ $token }`: { $why }

# Above a game that no record has whole: what was not read of it.
# $tail
game-unread = Not read: { $tail }

# Above a game with variations that no record has whole.
# $variations number
game-variations-end =
    Not whole: { $variations ->
        [one] { $variations } variation breaks off
       *[other] { $variations } variations break off
    }

# Where a variation breaks off: the ply, what stands there, why, and all that was not read.
# $ply number, $token, $why, $tail
variation-breaks-off = The variation breaks off before ply { NUMBER($ply, useGrouping: "false") }, at `{ $token }`: { $why }. Not read: { $tail }

# The title of a game that states none.
# $name
title-of-file = { $name } (the file's name)

# Beside a value: where it is said, as no record states it.
# $source
derived-from = not stated; said by { $source }

# Where a derived value is said.
word-source-event = the event

# Where a derived value is said.
word-source-title = the title

# Where a derived value is said.
word-source-file = the file's name

# Where a derived value is said.
word-source-folder = the folder

# Beside a value that is contradicted.
# $why
doubtful = doubtful: { $why }

# Why a value is doubtful.
# $source, $value
doubt-says = { $source } says { $value }

# A date, and how the file has it.
# $date, $found
date-as-found = { $date } (as found: { $found })

# A value, and what is to be said beside it.
# $value, $note
with-note = { $value } ({ $note })

# Beside a result: so many witnesses have another one.
# $result, $records number
witnesses-say =
    { $records ->
        [one] { $records } witness says
       *[other] { $records } witnesses say
    } { $result }

# Head of a line.
head-site = Site

# Head of a line.
head-round = Round

# Head of a line.
head-opening = Opening

# Head of a line: resignation, time ...
head-termination = Ended by

# Head of a line: a start that is not the standard one.
head-start = Start

# In the head of a game: the plies at which a question holds.
# $plies
marked-plies = { $plies } (* before the move played from there)

# In the head of a game: a question is about whole games, and holds.
whole-game-fits = the whole game

# In the head of a game: a question does not hold.
nowhere = nowhere

# In the head of a game: what a question finds.
head-where = Where

# In the head of a game: the scores that programs wrote into its comments.
head-evaluation = Evaluation

# Behind it: a bar for every move, high ones are good for Red; the last score.
# $curve, $last, $count number
game-evaluated =
    { $curve } { $last } for Red at the end; { $count ->
        [one] { $count } score
       *[other] { $count } scores
    } in comments

# Beside it: the side for which the comments count their scores.
evaluated-for-mover = the source counts for the side that moved

# Beside it, if all count for Red.
evaluated-for-red = the source counts for Red

# Beside it, if some count for the side that moved and the others for Red.
# $n number
evaluated-for-both = the source counts { $n } for the side that moved, the others for Red

# Above a board.
# $ply number
board-after = After ply { $ply }:

# Above the board of the start.
board-at-start = At the start:

# Above a board: the game is shorter than was asked for.
# $asked number, $plies number
board-at-end = The game has no ply { NUMBER($asked, useGrouping: "false") }; after its last, ply { $plies }:

# Below the moves.
red-is-checkmated = checkmate: Red has lost

# Below the moves.
black-is-checkmated = checkmate: Black has lost

# Below the moves.
red-is-stalemated = stalemate: Red has lost

# Below the moves.
black-is-stalemated = stalemate: Black has lost

# Above a tree of variations.
# $moves number, $comments number, $place
tree-from =
    { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    } in variations, { $comments ->
        [one] { $comments } comment
       *[other] { $comments } comments
    }, from { $place }

# Above the list of witnesses.
# $records number
witnesses = Witnesses: { $records }

# Above the list of games that are nearly equal.
# $games number
kin = Nearly equal: { $games }

# Above the list of other games of the same players on one day.
# $games number
same-day = The same players on that day, perhaps one game filed twice: { $games }

# After what happened to a copy.
held-to-be-one = , one game

# Below the places of a witness: where in the file it stands, and in what (`pgn, gb18030`).
# $record number, $offset number, $what
witness = record { NUMBER($record, useGrouping: "false") }, byte { NUMBER($offset, useGrouping: "false") }, { $what }

# Below the settings.
# $path path
settings-lie = the file of settings is `{ $path }`

# After a setting was set.
# $path path
settings-written = written to `{ $path }`

# Where a setting comes from.
word-setting-file = the file of settings
word-setting-default = nobody set it

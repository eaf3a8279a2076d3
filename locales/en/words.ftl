## Single words of the library, in the language of the reader: kinds, results, states, fields.

# Kind of record: a game from the standard start.
word-kind-game = game

# Kind of record: a game in which one side gives pieces.
word-kind-handicap = handicap

# Kind of record: a study of an opening.
word-kind-opening = opening

# Kind of record: an endgame.
word-kind-endgame = endgame

# Kind of record: a problem that somebody composed.
word-kind-composed = composed

# Kind of record: a position without moves.
word-kind-position = position

# Name of a game without players, title and event.
# $opening, $moves number
game-of-opening =
    { $opening }, { $moves } { $moves ->
        [one] move
       *[other] moves
    }

# Name of a game of which nothing else is known.
# $moves number
game-without-names =
    Game without names, { $moves } { $moves ->
        [one] move
       *[other] moves
    }

# Name of a game from a position of which nothing else is known.
# $moves number
position-without-title =
    Position without a title, { $moves } { $moves ->
        [one] move
       *[other] moves
    }

# Why a record is of its kind.
kind-because-no-moves = a position without moves

# Why a record is of its kind.
kind-because-file = the file says so

# Why a record is of its kind.
kind-because-nothing-named = neither players nor a result

# Why a record is of its kind.
kind-because-manual = no players, and headings of a manual

# Why a record is of its kind.
kind-because-variations = no players and no headings, but variations

# Why a record is of its kind.
kind-because-standard = from the standard start

# Why a record is of its kind.
kind-because-odds = the standard start less some pieces

# Why a record is of its kind.
kind-because-set-up-played = set up, and both players are named

# Why a record is of its kind.
kind-because-set-up = set up, and nobody is named

# Why a record is of its kind, although its tags say less.
kind-because-derived = a heading says who played and how it ended

# Result.
result-red = 1-0

# Result.
result-black = 0-1

# Result.
result-draw = 1/2-1/2

# Result.
result-unknown = *

# State of a record.
word-status-ok = ok

# State of a record: its main line was cut.
word-status-partial = partial

# State of a record: no moves.
word-status-empty = empty

# State of a record: nothing of it could be played.
word-status-rejected = set aside

# A field on which witnesses disagree.
word-field-red = Red's name

# A field on which witnesses disagree.
word-field-black = Black's name

# A field on which witnesses disagree.
word-field-year = the year

# A field on which witnesses disagree.
word-field-result = the result

# One side.
word-side-red = Red

# One side.
word-side-black = Black

# In a table: it is so.
yes = yes

## Openings: their names, heads of `openings` and of `--by opening`.

# Column.
head-code = Code

# Row of `show`: the opening as the record states it.
head-opening-stated = Opening, as stated

# Row of `show`: the code by position.
head-opening-by-position = Opening, by position

# Column: the first year.
head-first-year = Since

# Columns of `patterns`.
head-names = Names
head-meaning = What it is
head-definition = Query
head-first-game = First game

# Instead of a code: games that have none.
no-opening = no code

## `formats`.

# Column: how well a file fits a format.
head-fit = Fit

# Column: how many games begin with the marks of a format.
head-marks = Games seen

# Column: a tick where a file is taken for the format.
head-chosen = Chosen

# How well a file fits a format.
fit-weak = could be

# How well a file fits a format.
fit-likely = looks like it

# How well a file fits a format.
fit-certain = certain

# The format as which a file is read.
# $format
sniffed = read as { $format }

# The kind of an archive.
# $kind
sniffed-archive = an archive ({ $kind }): what it holds is read

# A program, which may hold an archive.
sniffed-program = a program: if it unpacks itself, what it holds is read

# The kind of a file that holds no games.
# $kind
sniffed-other = no format of games: { $kind }

# The format as which a text is read.
# $format, $encoding
sniffed-text = read as { $format }, in { $encoding }

# Column.
head-format = Format

# Column.
head-read = Read

# Column.
head-written-format = Written

# Column: of file names.
head-extensions = Extensions

# Column.
head-about = What it is

# Below the table.
# $archives
formats-inside = Read inside { $archives } as well.

## `people` and `events`.

# Column: a player or an event.
head-name = Name

# Column: an edition of an event, or its number.
head-edition = Edition

# Column: a text by which records name an event.
head-wording = Wording

# Column: how many editions a series has.
head-editions = Editions

# Column: the place in a tournament.
head-place = Place

# Column: the group of a tournament.
head-group = Group

# Column: how a tournament was played.
head-played-as = System

# Column: how many games a tournament must have had.
head-expected = Expected

# Column: the share of these that is there.
head-found = Found

# Column: how many games have records that disagree.
head-disputed = Disputed

# Column: the player whose games alone are there.
head-alone = Only of

# Column: the points in a tournament.
head-points = Points

# Column: what decides between equal points.
head-tie-break = Tie-break

# Column: how many games are missing.
head-missing = Missing

# Column: the team of a player.
head-team = Team

# Column: a round, where there is little room.
# $round number
head-of-round = R{ $round }

# Column: other spellings of a name.
head-spellings = Also written

# Column: whether two names are one.
head-verdict = One?

# Column: in how many games two names stand in one place.
head-beside = Games with both

# Two names are two.
is-another = no

# Nothing decides it.
is-unclear = open

# Below the list: a name of a person, the name with which it was found to be one, and why.
# $name, $with, $why, $games number
joined-because =
    { $name } = { $with }: { $why }; { $games ->
        [one] { $games } game has
       *[other] { $games } games have
    } one in the place of the other

# Below those: how to undo one of them.
# $name, $head
joined-undo = To keep one apart: xqdb decisions differ "player:{ $name }" "player:{ $head }" --reason …

# Below those: a player of the same name, and what tells the two apart.
# $name, $with, $places, $editions
namesake-because = { $name } is not { $with }: teams of { $places } have a player of that name in { $editions }

# Below that: how to undo it.
# $name, $with
namesake-undo = To make both one: xqdb decisions same "player:{ $name }" "player:{ $with }" --reason …

# What makes two names one.
word-evidence-decided = decided
word-evidence-written = the name with something around it
word-evidence-sound = read alike
word-evidence-glued = the name behind a team
word-evidence-misprint = one character differs
word-evidence-cut = cut off
word-evidence-romanised = a romanisation
word-evidence-listed = the list of players has both
word-evidence-nobody = nobody

# First line of a file of decisions that are to be made.
unclear-head = # Take the sign away from what is one person, write differ for same where they are two, and hand the file to `xqdb decisions apply`.

# In that file, behind two names: how many games would change hands, and what games say.
# $games number, $beside number, $against number
unclear-because = { $games } games, in one place in { $beside }, against each other in { $against }

# Below the list: somebody or something of the list of notable names, with what is known.
# $name, $facts, $source
listed-as = { $name }: { $facts }. Source: { $source }

# Between two facts.
between-facts = ,{" "}

# When a player was born.
# $year
was-born = born { $year }

# When a player died.
# $year
has-died = died { $year }

# The year in which an event was held first.
# $year
is-held-from = from { $year }

# The year in which an event was held last.
# $year
is-held-to = to { $year }

# Below the list.
# $listed number, $all number
names-listed =
    { $listed } of { $all ->
        [one] { $all } row
       *[other] { $all } rows
    }

# Below the list of events, with `-v`.
# $titles number
event-titles =
    { $titles ->
        [one] { $titles } text in an Event tag is
       *[other] { $titles } texts in Event tags are
    } no event but the title of a game or a book; --wordings lists them

# Behind that, of the persons whom a name finds.
# $names number
names-explained =
    { $names ->
        [one] { $names } name
       *[other] { $names } names
    } joined or kept apart by evidence (-v: why, and how to undo it)

## `patterns`.

# How often a pattern occurs.
# $games number
in-games =
    in { $games ->
        [one] { $games } game
       *[other] { $games } games
    }

# Behind `in-games`: where the pattern occurs first.
# $date, $key
first-in = ; first { $date }, { $key }

# No pattern has this name.
# $name
no-pattern = no pattern is named `{ $name }`

# The patterns were not counted.
patterns-not-counted = there is no database to count them in

## How a question is answered.

# Above the table: the lines of moves before any condition; a game has several where copies of it differ.
# $games number
explain-games =
    { $games ->
        [one] { $games } line of moves
       *[other] { $games } lines of moves
    } to begin with

# Column: what answers a condition.
head-answered-by = By

head-condition = Condition

# Column: how many lines of moves a condition was expected to leave.
head-estimated = Expected

# Column: how many lines of moves a condition leaves.
head-left = Left

# A condition that is checked first, because another one needs it.
# $condition
explain-needed = needed for { $condition }

way-facts = facts
way-index = position index
way-numbers = scan: numbers
way-geometry = scan: board
way-rules = scan: rules

# Below the table.
# $scanned number, $found number
explain-end =
    { $scanned ->
        [one] { $scanned } line
       *[other] { $scanned } lines
    } scanned, { $found } found

## What the formats are: those that are read, then those that only are written

format-pgn = Portable Game Notation in Chinese, WXF or ICCS
format-pgn-cc = PGN tags above a drawn tree of moves
format-dhtmlxq = DhtmlXQ text and the DPXQ pages around it (东萍象棋)
format-dhtmlxq-movelist = The digits of a DhtmlXQ movelist alone
format-dhjhtmlxq = DHJHtmlXQ text and the pages around it (打虎将, 广东象棋网)
format-page = Web pages with moves in their markup: tables, lists, lines
format-wxf = WXF text: FORMAT WXF ... START{"{"} ... {"}"}END
format-cn-text = Text exports with headings (标题：...), and plain moves
format-xqf = XQStudio game (象棋演播室)
format-xqf10 = XQStudio game, plain version 10
format-cbr = CCBridge game (象棋桥)
format-cbl = CCBridge library (象棋桥)
format-cbl-old = CCBridge 1 and 2 library (象棋桥)
format-cbf = CCBridge game as XML (象棋桥)
format-che = QQ game hall game (QQ 象棋)
format-chn = Ourgame game (联众)
format-xqi = Ourgame game, second edition (联众)
format-ccm = China Game Center game (中国游戏中心)
format-mxq = Movesky game (弈天)
format-pfc = Pengfei game (鹏飞象棋)
format-xgf = XieXie game (谢谢象棋)
format-xqr = XQR game record
format-cwp = CCWP game, Big5 text (Taiwan)
format-fen = Lists of positions in FEN or EPD
format-uci-list = One game a line: id;h2e2,h9g7,...
format-engine-log = Logs of engines that play, in UCI or UCCI
format-iccs-2line = Joined ICCS on one line, the start on the next
format-json = JSON: objects with fen, moves, names
format-jsonl = JSON Lines: ours, and objects with fen, moves, names
format-csv = CSV and TSV with a header row that names FEN or moves
format-obk = opening book of BHGUI (冰河五四)
format-yfk = opening book of Yongfang (勇芳)
format-pfbook = opening book of Pengfei and Shark (鹏飞, 鲨鱼)
format-xqb = opening book with boards as keys
format-book-dat = opening book of ElephantEye (象棋巫师)
format-sql = dumps of SQL databases with a table of moves

## Titles of players and kinds of events, as the lists of the project have them

title-grandmaster = grandmaster
title-master = master
title-international-grandmaster = international grandmaster
title-international-master = international master
title-champion = champion
title-champion-of-Vietnam = champion of Vietnam
title-author = author
title-player = player
title-individual = individual
title-team = team
title-league = league
title-invitation = invitation
title-rapid = rapid
title-qualifier = qualifier
title-match = match
title-games = games
title-open = open

## What the named patterns mean

pattern-central-cannon = a cannon on the middle file
pattern-hollow-cannon = a cannon on the middle file with nothing between it and the enemy king
pattern-double-cannon = two cannons behind each other, nothing else up to the king: the rear one attacks it
pattern-stacked-cannons = two cannons on a file, nothing between
pattern-pole-cannons = two cannons that guard each other over one piece
pattern-bottom-cannon = a cannon on the enemy back rank
pattern-sky-earth-cannons = one cannon on the middle file, the other on the enemy back rank
pattern-corner-cannon = a cannon on a corner of its own palace, in front
pattern-river-cannon = a cannon on its own bank of the river
pattern-five-six-cannons = central cannon and corner cannon
pattern-five-seven-cannons = central cannon and a cannon on the third or seventh file
pattern-crossed-rook = a rook beyond the river
pattern-river-rook = a rook on its own bank
pattern-riding-rook = a rook on the enemy bank
pattern-rib-rook = a rook on a rib file (fourth or sixth)
pattern-linked-rooks = two rooks on a line, nothing between
pattern-alternating-rooks = both rooks beyond the river check two moves running
pattern-trough-horse = a horse in front of the first rank of an enemy elephant
pattern-corner-horse = a horse on a front corner of the enemy palace
pattern-fishing-horse = a horse beside the enemy palace, third rank
pattern-octagon-horse = horse and enemy king on opposite corners of the palace
pattern-nest-horse = a horse in the middle of its own palace
pattern-river-horse = a horse on its own bank
pattern-edge-horse = a horse on an edge file
pattern-linked-horses = two horses that guard each other
pattern-screen-horses = both horses in front of the elephants
pattern-sandwich-horses = screen horses with a corner cannon between
pattern-single-horse = one horse on the third file, the other on the edge
pattern-horse-cannon = cannon behind horse, one empty point between horse and king
pattern-iron-bolt = a cannon holds the middle file through two defenders, a rook stands on a rib file
pattern-smothered = mate by a cannon over an enemy advisor
pattern-bare-king = mate with a piece that the own king holds on the enemy king's file
pattern-double-check = two pieces attack the king at once
pattern-heart-strike = a rook or pawn takes the middle advisor
pattern-two-ghosts = pawns on both rib files in the enemy palace
pattern-crossed-pawn = a pawn beyond the river
pattern-old-pawn = a pawn on the last rank
pattern-linked-pawns = two crossed pawns side by side, or one behind the other
pattern-full-defence = both advisors and both elephants
pattern-one-advisor-short = one advisor missing
pattern-one-elephant-short = one elephant missing
pattern-lone-king = nothing but the king
pattern-single-rook = a rook is all that can attack
pattern-rookless = no rook left
pattern-rook-exchange = a rook takes a rook and is retaken
pattern-rook-sacrifice = a rook moves without taking a rook, a rook is taken at once, and nothing is retaken
pattern-elephant-opening = the first move is an elephant's
pattern-pawn-opening = the first move is the third or seventh pawn

# Columns of settings.
head-setting = Setting
head-source = From

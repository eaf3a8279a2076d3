## Headings and the small words of help pages.

# After an option: what is taken without it.
# $value
help-default = [default: { $value }]

# After an option: what can be said.
# $values
help-values = [values: { $values }]

# After an option: the variable that says the same.
# $name
help-variable = [variable: { $name }]

## Headings and the small words of help pages

# Before the usage line.
help-heading-usage = Usage:{" "}

# In the usage line: any options.
help-usage-options = [OPTIONS]

# In the usage line: one of the commands.
help-usage-command = COMMAND

# Above the commands that one begins with.
help-heading-start = Start

# Above the commands that answer questions.
help-heading-ask = Ask

# Above the commands about people, events and what records read.
help-heading-names = Names and texts

# Above the commands that read and write files.
help-heading-files = Files

# Above the commands that look after the database.
help-heading-upkeep = Upkeep


# Above arguments without a name.
help-heading-arguments = Arguments

# Above options of one command.
help-heading-options = Options

# Heading of the options that say which games are meant.
help-heading-games = Which games

# Heading of the options about positions, and of the query language.
help-heading-board = Board and query

# Heading of the options that say how an answer is counted, ordered and written.
help-heading-answer = The answer

# Above options that every command has.
help-heading-global = Global options

# Above the examples.
help-heading-examples = Examples:

## Placeholders of values, by the word that the definition of the command line has

value-ACTION = ACTION
value-ADDRESS = ADDRESS
value-BOARD = BOARD
value-BY = BY
value-AFTER = AFTER
value-BEFORE = BEFORE
value-CHAPTER = CHAPTER
value-DATE = DATE
value-FEN = FEN
value-FILE = FILE
value-FORMAT = FORMAT
value-HOW = HOW
value-KEY = KEY
value-KIND = KIND
value-LANGUAGE = LANGUAGE
value-LETTERS = LETTERS
value-MATERIAL = MATERIAL
value-MIRROR = MIRROR
value-MOVE = MOVE
value-MOVES = MOVES
value-N = N
value-PAWNS = PAWNS
value-PLACE = PLACE
value-NAME = NAME
value-NAMES = NAMES
value-COLUMN = COLUMN
value-OPENING = OPENING
value-ORDER = ORDER
value-PERCENT = PERCENT
value-YEAR = YEAR
value-PART = PART
value-PATH = PATH
value-RECORD = RECORD
value-RELATION = RELATION
value-RESULT = RESULT
value-SHELL = SHELL
value-SIDE = SIDE
value-SIZE = SIZE
value-SPAN = SPAN
value-SQL = SQL
value-QUERY = QUERY
value-SYSTEM = SYSTEM
value-BOOK = BOOK
value-TARGET = TARGET
value-TASK = TASK
value-TEXT = TEXT
value-UNIT = UNIT
value-VALUE = VALUE
value-WHEN = WHEN
value-WORDS = WORDS

## Arguments of every command

arg-db = Database file
arg-lang = Language of what is told
arg-quiet = Say less
arg-color = When to use colours
arg-legend = Poem notation: a file that names the 90 points
arg-as_stated = Only what the records state: nothing derived from events, titles, files and folders
arg-help = Print help
arg-version = Print the version

## How files are read

arg-paths = Files, folders and archives; - is standard input
arg-audit-paths = Files, folders and archives; - is standard input. Without any, the database is read
arg-repetition = Look at repetition instead: perpetual check and chase
arg-rules = The rule book with whose rulings the result is compared: of the Asian federation, of the UCCI league, of the Chinese association
arg-audit-file = Only files whose path holds this text
arg-audit-all = List everything one by one, the sums last
arg-audit-limit = Examples of each kind; 0 lists all
arg-encoding = Decode every text in this way instead of finding out: utf-8, gb18030, big5, utf-16le
arg-from = How moves in text are written, for systems that look like others: laopu, strokeless
arg-threads = Worker threads; by default one for each processor
arg-verbose = Tell more: what columns mean, what was left out, whom names mean
arg-import-reread = Read again what was read before
arg-import-memory = How much memory to use: 512M, 2G
arg-explore-engine_book = Opening book of an engine (.obk, .yfk, .pfBook, .xqb, BOOK.DAT), whose moves stand beside those of the games; may be given several times
arg-serve-engine_book = Opening book of an engine, whose moves stand beside those of the games in the explorer; may be given several times
arg-engine-book-path = The book: .obk, .yfk, .pfBook, .xqb or BOOK.DAT, whatever its name
arg-engine-book-min_games = A move of fewer games is neither followed nor compared
arg-engine-book-plies = How many plies from the start positions are compared
arg-engine-book-limit = Rows at most; 0 lists all
arg-engine-book-notation = Notation of the moves
arg-forget-paths = Files or folders to take back

## How files are written

arg-to = Format to write
arg-output = File to write, or folder for a file a game; standard output by default
arg-force = Overwrite files
arg-full = Write trees, comments and damage in JSON Lines, too
arg-notation = Notation of moves in PGN; `xqdb notate --list` shows all
arg-encoding_out = Characters to write in: utf-8, utf-8-bom, gbk, gb18030, big5; by default what is usual for the format. Excel takes Chinese CSV for GBK unless it is utf-8-bom
arg-safe_csv = CSV: write ' before cells that a spreadsheet would take for formulas (= + - @)
arg-figure = Write the answer as a figure to NAME.svg or NAME.html, and beside it NAME.csv, NAME.vl.json (Vega-Lite) and NAME.json, which `xqdb reproduce` reads
arg-reproduce-path = The figure, the .json file beside it, or the folder of a dataset
arg-cite-words = Key of the game, or the beginning of one, or whatever names it; without it the question is cited
arg-cite-notation = Notation of --moves
arg-backup-target = The file to make
arg-diff-before = The database as it was
arg-diff-after = The database as it is
arg-verify-repair = Make anew what can be made of other rows
arg-backup-force = Replace the file if it is there

## What is asked for

arg-words = What you look for, without options: names of players, an opening, an event, a year, moves, a pattern or a question, one after the other
arg-fen = Position in FEN, any dialect
arg-moves = Moves that lead to the position, in any notation
arg-mirror = Take the left-right mirror image for the same position, or not
arg-contains = A part of a board that must stand anywhere in the game: rows of a FEN where ? is anything, . is empty and a row left out is anything; w or b after it is the side to move. May be repeated: all of them
arg-in_order = The moves in just this order, from the start
arg-player = Either player, in either script, by part of the name or in pinyin
arg-names = How names are compared: letter by letter, in either script, or by pinyin; without, by pinyin if the name or the only one so read is in Latin letters
arg-red = The player of Red
arg-black = The player of Black
arg-event = Part of the event's name, or a series and an edition: NAME@24, NAME@2004
arg-ratings-year = Only those who played in this year, by their strength in it
arg-ratings-who = Players whose years are listed; all players without
arg-ratings-min_games = Only players of so many games
arg-ratings-all = Also players without a game in the five years up to the newest one; with --year, --since or --until they are there
arg-ratings-limit = Players of a group, or rows of another list, at most; 0 is all
arg-all_groups = Also players who never met those of the largest group, not even through others
arg-drift = How far a strength wanders in a year, in Elo points
arg-patterns-names = Patterns by name; all without
arg-no_count = Do not look how many games show each
arg-per = How long a period is
arg-by = Instead of the games, what they are counted by; by player the score is the player's
arg-opening = The opening: a code or its beginning, a range such as C30-C49, part of a name
arg-openings = Codes, names and rules of your own, which come before those of ECCO
arg-openings-within = Show these branches only: letters, codes, ranges or names; shares are of all games. Players, events and years among them are conditions
arg-openings-sort = Order within a branch: by games, by Red's score, by code; with - before it the other way round
arg-openings-limit = How many to list below each branch; 0 is all
arg-openings-diagram = Draw where most games come to have the opening that is named, below the moves that lead there
arg-since = From this date on: 1960, 1960-05, 1960-05-01
arg-until = Up to this date, its whole year or month included
arg-result = 1-0, 0-1, 1/2-1/2 or *; words work, too
arg-kind = game, handicap, opening, endgame, composed, position or all
arg-played = board, online, program, unknown or all
arg-source = Part of the path of a file the game stands in
arg-where = A question in the query language, or @FILE with one: who, what stood on the board, what was played, and in which order
arg-search-explain = Tell how the question of --where is answered: by facts, by the position index, by a scan, in which order, and how many lines of moves each step leaves
arg-show-where = Mark the plies at which this question holds, and show the board at the first
arg-define = A file of definitions for --where: def NAME = …;
arg-formats-explain = Say which formats a file could be, and which it is taken for
arg-doubts = List the values that an event, a title, a file's name or the calendar contradicts
arg-unread = List only the files that were not read, or not to their ends, with the reason
arg-max_plies = At most this many plies (moves of one side)
arg-site = Part of the place, in either script
arg-min_games = Leave out moves of fewer games
arg-explore-sort = Order of the moves: by games, by Red's score, by games that reach the position after them, by the first or the last year, by coordinates
arg-min_plies = At least this many plies (moves of one side)
arg-text = Words in the comments or the title, in either script; two characters are enough. All of several words are wanted, and quotation marks hold a phrase together
arg-strict = Leave out what could not be read to the end, instead of marking it
arg-title = Part of the title or of the name of the file, in either script
arg-chapter = Part of the path of folders, book and chapter, in either script: `橘中秘 / 卷一`
arg-variations = Look into variations, too
arg-sort = Field by which the rows are sorted: numbers from the greatest, texts from the first; -NAME the other way round
arg-search-sort = Order of the games: date is oldest first, plies longest first, names by their sound
arg-export-sort = Order of the games: date is oldest first, plies longest first, names by their sound
arg-export-limit = How many games to write, the first in their order; 0 is all

## How answers are shown

arg-format = Format to print
arg-columns = Fields of a row to print, in this order, by their names in JSON; separated by commas
arg-search-limit = How many games to print; 0 is all
arg-search-offset = How many games to pass over first
arg-search-novelty = Tell after how many plies each game left everything played before it
arg-search-count = Print only how many there are
arg-search-notation = Notation of --moves, and of the moves in PGN
arg-explore-depth = Print the tree to this depth, in plies
arg-explore-limit = The most rows to print with --depth; 0 is all
arg-explore-latest = How many of the latest games to list
arg-first-move = A move in the position: who first played it there
arg-first-limit = Games of each standing at most; 0 lists all
arg-first-notation = Notation of the moves
arg-novelty-words = Key of a game, or the beginning of one, or whatever names it: its novelty and the games it left
arg-novelty-limit = Rows at most; 0 lists all
arg-novelty-notation = Notation of the moves
arg-critical-fall = By at least how many pawns the score of the side falls; 2 if nothing is said
arg-critical-game = Only the game with this key, or the beginning of one; no condition counts then
arg-critical-limit = Moves to list; 0 lists all
arg-critical-notation = Notation of the moves
arg-endings-material = What each side has beside its king: RP-HEE, rook and pawn against horse and both elephants
arg-endings-at = When it has to stand on the board: at any moment, or when the game ends
arg-endings-guards = Advisors and elephants of the second army: those that are named, or any where none are
arg-endings-games = List the games, and how they came there
arg-endings-limit = Games to list; 0 lists all
arg-repertoire-who = The player
arg-repertoire-side = Only his games with this side; both sides without
arg-repertoire-compare = Put him beside this player; beside everybody without
arg-ratings-compare = Put a published list beside it, a file with place, name and rating in columns, and explain every difference
arg-repertoire-depth = How many plies deep
arg-repertoire-min_games = Only moves of so many games
arg-repertoire-per = How often each move was chosen from period to period
arg-repertoire-notation = Notation of the moves
arg-player-who = The player, in any script, or by sound; behind the name also the opponent, an opening, an event or a year
arg-player-against = Only games against this player, and all of them
arg-player-prepare = What the player plays with this side, and what scored best against it
arg-player-part = Only this part, in any format
arg-player-limit = Rows of a part at most; 0 lists all. Without, ten openings, opponents, events and novelties, and all of the others
arg-player-depth = How many plies deep; with --prepare
arg-player-min_games = Only moves of at least this many games; with --prepare
arg-player-notation = Notation of the moves
arg-life-notation = Notation of --moves
arg-explore-notation = Notation of the moves
arg-show-words = Key of the game, or the beginning of one; or whatever names it: players, date, event, moves
arg-show-ply = Draw the board after these plies (20 or 0,20,41); 0 is the start
arg-show-notation = Notation of the moves
arg-letters = Letters on the board
arg-sql-sql = Statements divided by semicolons; - reads them from standard input
arg-sql-datasette = Print settings for Datasette: views first, columns described, questions to ask
arg-sql-write = Let statements change the database, also what xqdb relies on
arg-report-path = Only files whose path holds this text
arg-report-warnings = List warnings (repaired, interpreted) one by one, too
arg-report-file = Only files whose path holds this text
arg-report-all = List everything one by one, the sums last
arg-report-limit = Examples of each section, or unread files to list at most; 0 lists all
arg-report-conflicts = List the disagreements between witnesses of one game, too

## What is decided, why and by whom

arg-action = Two are one, two are two, a field has this value, or these moves are read
arg-target = What it is about: player:NAME, player:NAME@TEAM of namesakes, event:NAME, game:KEY, game:KEY.FIELD to be set, or "record:HASH/N ply P" to be read
arg-value = What it is the same as, differs from, is set to, or is read as
arg-record = The beginning of a game's key, or PATH#N: the N-th record of a file
arg-reason = Why
arg-decide-by = Who decides
arg-when = On which day; today by default
arg-accept = Decide that the record is to be read so: the number of a reading
arg-emend-by = Who decides
arg-task = What to do with all decisions
arg-decisions-file = A file of decisions; - is standard input

## Moves, notations, and the commands that ask for little

arg-notate-moves = The moves, in one argument or several; without any, standard input is read
arg-notate-fen = Position the moves begin from, any dialect of FEN; the standard start if left out
arg-notate-from = How the moves are written
arg-notate-to = How to write them; several, separated by commas, give columns
arg-notate-batch = Read lines of FEN, tab, move from standard input and answer each with one line
arg-notate-explain = Show every interpretation, the systems that play the line, and the board
arg-notate-list = List the notations
arg-unit = What is counted: games, of which certain copies count once, lines of moves, or records; when nothing is said, games, or lines with --as-stated
arg-export-min_games = Opening books: moves of fewer games are left out [default: 2]; datasets: positions of fewer games are not among the openings [default: 20]; sites: positions of fewer games have no table of their own
arg-export-plies = Opening books: only so many plies of each game count [default: 40]
arg-export-min_score = Opening books: moves of a lower score are left out, -1000 to 1000
arg-export-split = With --to dataset, parts train, validation and test in percent, such as 80,10,10: copies of a game and games of one event are in one part
arg-export-sources = With --to dataset, lines of a folder, an SPDX identifier and an address, tabs between them
arg-export-unit = What is written: games, of which certain copies are left out, or every line of moves; lines when nothing is said
arg-people-name = A name or part of it; everybody without
arg-events-name = A name or part of it; all events without
arg-candidates = Two names that records of one game have in one place
arg-event-event = Series and edition: NAME@24, NAME@2004 or NAME 2004; with w behind @2004 for women
arg-standings = A published table to compare: place, name, points, with tabs or commas between
arg-tournaments = Editions as tournaments: how each was played, and which games are missing
arg-wordings = Every text that stands in an Event tag, with the series and edition that it names
arg-judge = Read pairs, a line each with a tab between, and judge them; - is standard input
arg-people-spellings = Every text of a Red or Black tag with the name that stands for the person
arg-people-output = Write what is unclear as a file of decisions to be edited
arg-people-force = Replace the file if it is there
arg-people-list = Notable players of your own, which come before those of the project
arg-events-list = Main events of your own, which come before those of the project
arg-limit = How many to list; 0 is all
arg-keys = Beginnings of the games' keys; one game is laid beside its kin
arg-group = All games, too, that are held to be one with these
arg-boards = Show the board where texts part
arg-links-words = Key of a game, or the beginning of one, or whatever names it; all games without
arg-relation = What happened to a copy; several, separated by commas
arg-same = Only pairs held to be one game; as JSON Lines with the pairs of equal records, too
arg-rebuild = Make all links anew
arg-completions-shell = The shell

## The page

arg-port = Port; a free one if it is taken
arg-listen = Address to listen at; without it only this machine gets in, with it a token is needed
arg-upload_limit = Most that the page may upload at once: 500M, 8G

arg-config-setting = The setting
arg-config-value = Its new value; without one, the value is shown
arg-config-unset = Take the setting back

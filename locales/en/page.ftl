## Views

page-views = Views
page-explore = Explore
page-ask = Ask
page-draw = Draw
page-people = Players
page-tournament = Table
page-events = Events
page-openings = Openings
page-books = Books
page-report = Report
page-game = Game

## Head of the page

page-n-games = { $n } games
page-one-game = 1 game
page-imported = imported { $date }
page-notation = Notation
page-notation-chinese = Chinese moves
page-letters = Pieces
page-letters-figures = Figures
page-letters-auto = Pieces: usual
page-theme = Colours
page-theme-auto = Colours: system
page-theme-light = Light
page-theme-dark = Dark
page-lang = Language

## The board

page-board = Board
page-target = may be played
page-piece-K = red king
page-piece-A = red advisor
page-piece-B = red elephant
page-piece-N = red horse
page-piece-R = red rook
page-piece-C = red cannon
page-piece-P = red pawn
page-piece-k = black king
page-piece-a = black advisor
page-piece-b = black elephant
page-piece-n = black horse
page-piece-r = black rook
page-piece-c = black cannon
page-piece-p = black pawn
page-to-start = To the start
page-back = One move back
page-forward = One move on
page-to-end = To the end
page-flip = Other side below
page-turn = Mirror left and right
page-go-through = Go through the moves
page-play = Play the moves
page-pause = Pause
page-board-looks = How the board looks
page-arrows = Arrows for the commonest moves
page-save-picture = Save a picture of the position
page-games-here = Games that came here
page-own-moves = Your own moves
page-copy-pgn = Copy as PGN
page-copied = Copied
page-discard = Discard
page-red-to-move = Red to move
page-black-to-move = Black to move
page-check = check
page-checkmate = Checkmate
page-stalemate = Stalemate
page-moves-played = Moves played
page-typed = Search: player, opening, event, year, move, FEN, game or question
page-typed-hint = Player, opening, event, year, move …
page-standard-start = Start of the game
page-no-opening = No opening has a name for this

## Drawing a part of a board

page-draw-about = Put pieces on points, or paint an area for them. The sentence beside it is what is asked; it can be changed.
page-draw-from-here = Draw from this position
page-brushes = What is put
page-must-be-empty = Must be empty
page-anything = Anything
page-side-to-move = Side to move
page-either-side = Either side to move
page-clear-board = Clear
page-explore-exactly = Explore exactly this position

## The explorer

page-moves-here = Moves played here
page-total = All games
page-head-bar = Red, draw, Black
page-book-forbids = the book forbids this move
page-behind-are = Below the games: players/events; * one of them has more than a third.
page-head-behind = Players/events
page-head-against = Opponents/events
page-no-date = undated
page-red-wins = Red wins
page-draws = draws
page-black-wins = Black wins
page-mirrored = { $n } of them in the mirror image
page-ended = { $n } end here
page-undated = { $n } without a year
page-undated-more = { $n } more fit but have no date
page-programs-left-out = { $n } of programs are not counted (filter “How played”: All)
page-in-no-score = { $n } of other kinds are in no score
page-sum-to-more = some games come here twice and go on differently
page-no-games = No games.
page-with-mirror = { $n } with the mirror image
page-without-filters = { $n } without the filters
page-of-any-kind = { $n } of any kind, endgames and studies included
page-years = Years
page-years-chart = Games by year, { $first } to { $last }

## Conditions

page-filters = Filters
page-more-filters = More filters
page-apply = Apply
page-clear = Clear all
page-filter-since = Since
page-filter-until = Until
page-filter-chapter = Book, chapter
page-filter-text = Words in comments
page-filter-min_plies = Plies, at least
page-filter-max_plies = Plies, at most
page-filter-site = Place
page-filter-where = Question
page-filter-contains = Contains (board)
page-filter-mirror = Mirror images
page-filter-variations = Variations
page-filter-played = How played
page-played-usual = Any; scores without programs
page-played-board = At a board
page-played-online = Over a network
page-played-program = By programs
page-played-unknown = Not known
page-any = Any
page-usual = Games
page-all = All
page-mirror-any = Count, too
page-mirror-exact = Do not count
page-yes = Count, too
page-no = Do not count

## Lists

page-games = Games
page-sort-by = Sort by
page-download = All of them:
page-head-name = Name
page-head-pinyin = Pinyin
page-head-spellings = Other spellings
page-read-alike = Read alike, and not counted here
page-head-as-red = With Red
page-head-as-black = With Black
page-head-chapters = Chapters
page-way = Where this stands
page-previous-chapter = Chapter before
page-next-chapter = Next chapter
page-previous-game = Game before
page-next-game = Next game
page-game-of = game { $at } of { $all }
page-more = Show more
page-find = Find
page-part-of-book = Part of the name of a book or chapter
page-search-name = Part of the name, or pinyin
page-spellings = Spellings
page-as-red = With Red
page-as-black = With Black (own score)
page-results-by-colour = Results by colour
page-opponents = Opponents
page-no-player = No player is named { $name }.
page-no-books = No game stands in a book or in a folder.

## A game

page-explore-here = Explore from here
page-game-in-archive = The game in the archive
page-print = For print
page-embed = Page to embed
page-usual-endings = Endings that are often looked for
page-opening-board = Board after { $n } plies of its first game
page-explore-family = Explore the whole family
page-try-it = try it
page-show-moves = Show the moves
page-named-until = the named openings end here: { $code }
page-scores = Scores in comments
page-score-for-red = { $score } for Red
page-no-score = no score here
page-ply-of = { $ply } of { $plies }
page-breaks-off = The record breaks off at ply { $ply }: { $token }
page-head-red-team = Red's team
page-head-black-team = Black's team
page-head-date-found = Date, as found
page-head-termination = Termination
page-head-start = Start
page-witnesses = Records of it: { $n }
page-record-n = record { $n }
page-tags = Its own fields

## Questions

page-question = Question
page-question-hint = red:胡荣华 result:1-0 hollow-cannon then within 6 mate
page-patterns = Named patterns
page-explained = { $found } of { $games } lines of moves; { $scanned } were replayed
page-head-left = Left

## The report

page-with-warnings = Show what was repaired or interpreted, too
page-without-warnings = Leave out what was only repaired or interpreted
page-nothing-wrong = Nothing was set aside.
page-near = Moves spelt nearly so:
page-at-ply = Ply { $ply }: { $token }
page-damaged-variations = { $n } of its variations end early

## Import

page-import = Import
page-read-only = This page reads only. To change something, open the address that “xqdb serve” printed: it carries the token.
page-drop-here = Drop files or folders anywhere on this page.
page-drop-about = They are copied beside the database, { $limit } at most at once, and read there. Everything can be asked meanwhile.
page-choose-files = Choose files
page-choose-folder = Choose a folder
page-folder = A folder of this machine
page-folder-hint = whole path, such as ~/qipu
page-import-it = Import
page-stop = Stop
page-sending = Sending: { $done } of { $all }
page-not-sent = { $name } could not be sent
page-import-waiting = Waiting for another program that writes
page-import-reading = Reading: { $files } files, { $records } records
page-import-closing = Looking for copies, and counting common positions
page-import-done = Imported
page-import-stopped = Stopped; what was read stays
page-one-at-a-time = One import at a time: what was dropped meanwhile was not taken.
page-import-failed = Not imported: { $why }
page-summary = What came of it
page-sum-files = Files and members of archives
page-sum-records = Records
page-sum-games = New games
page-sum-witnesses = Further records of known games
page-sum-positions = New positions without moves
page-sum-set_aside = Set aside
page-sum-headings = Headings without moves
page-sum-known = Files imported before, byte for byte
page-sum-copies = Files equal to others of this import
page-sum-unrecognised = Files of no known format that may hold games
page-sum-passed_over = Files that hold no games by their nature
page-sum-partial = Records that end early
page-sum-damaged = Records with a variation that ends early
page-sum-damage = Damaged places outside records
page-sum-deleted = Entries marked as deleted in their file
page-sum-replaced = Records taken away because their file changed
page-sum-archives = Other databases
page-sum-decisions = Decisions that came with them
page-sum-beside = Files at whose place another lies here
page-unread = Not read
page-all-unread = All files that were not read
page-no-format = of no known format
page-left-out = Decisions left out because they contradict
page-see-report = See what was set aside or ends early

## What is kept under a name

page-saved-filter = Saved filters
page-saved-question = Saved questions
page-saved-board = Saved boards
page-saved-position = Saved positions
page-save = Save
page-save-as = Name for what is shown now
page-forget = Forget { $name }
page-nothing-to-save = There is nothing to save yet.

## Drawing, and writing questions

page-tools = What is drawn
page-tool-put = Put on a point
page-tool-area = Somewhere in an area
page-tool-not-area = Not in an area
page-men = For which piece
page-any-red = any red piece
page-any-black = any black piece
page-any-piece = any piece
page-area = in the area:
page-area-not = not in the area:
page-remove-area = Remove the area of { $piece }
page-mirror-too = Mirror image, too
page-sentence-rules = The sentence was changed, and it is what is asked.
page-sentence-again = Write it from the board again
page-words = Words that can be meant
page-words-hint = ↓ and Enter take a word; Ctrl+Enter finds
page-sort-joining = joins
page-sort-header = header: a value follows
page-sort-region = part of the board
page-sort-piece = pieces
page-sort-other = word
page-sort-pattern = pattern

## A position's life and players

page-life-of-position = Its life from year to year
page-top-players = Who played it most

## Records and what is decided of them

page-part-records = Records
page-part-unread = Files not read
page-part-doubts = Doubts
page-part-conflicts = Conflicts
page-about-records = Records that break off, lie in damaged files or were set aside.
page-about-unread = Files and members of archives that were not read, or not to their ends, and why.
page-about-doubts = Values that headings, other games or the calendar contradict. What you decide counts; the records stay as they are.
page-about-conflicts = Games whose records tell different things. What you decide counts; the records stay as they are.
page-nothing-found = There is none.
page-nothing-yet = The archive is empty.

## What is not stated, doubted or decided

page-derived-from = not stated; said by { $from }
page-doubted = doubtful
page-as-recorded = recorded as { $name }
page-doubtful = doubtful: { $why }
page-decided-because = decided: { $why }
page-which-holds = Which record holds
page-whole-paths = Show whole paths
page-names-only = Show names of files only
page-part-of-path = Part of the path
page-raw-record = The record as it stands
page-no-raw = No bytes of it are kept here.
page-as-bytes = As bytes
page-n-bytes = { $n } bytes
page-damage-at = Byte { $byte }, ply { $ply }:
page-readings = What else it may say
page-no-readings = Nothing else is found that it may say.
page-read-so = Read it so
page-not-decidable = This is a matter of whose turn it is, and cannot be decided by moves.
page-reason = Reason, for those who read the decision
page-decide = Decide
page-decide-value = Decide: { $value }
page-this-holds = This holds
page-decided = Decided.
page-decided-before = Decided before.
page-decided-waiting = Decided; it waits for what it is about.
page-cancel = Cancel
page-undo = Take back

## A game beside others

page-side-by-side = Side by side, move by move
page-n-differences = Differences: { $n }
page-no-differences = Their moves are equal.
page-tags-differ = What their fields tell differently
page-n-plies = { $n } plies
page-is-mirrored = mirrored
page-kin = Nearly equal games
page-counts-once = counts with it as one
page-counts-twice = counts by itself
page-same-day = the same two on the same day

## Questions of history

page-study = Research
page-study-first = Who was first
page-study-life = Life of a position
page-study-endings = Endgames
page-study-repertoire = Repertoire
page-study-ratings = Strengths
page-about-first = Who first came to this position or played a move there, as far as dates are known, and what would change the answer.
page-about-life = How often this position was reached, by how many, and with what success. A year opens its games.
page-about-endings = Games that come to this material, with the score of the army that is named first.
page-about-repertoire = What a player plays with a side, how often and with what success, beside everybody or another player. A move opens its games.
page-about-ratings = How strong players were, from results alone. Players who never met, not even through others, are not compared.
page-from-start = All games: no position is chosen.
page-choose-position = Choose the position in the explorer
page-one-move = A move played there
page-material = Material, such as RP-HEE
page-moment = When
page-moment-any = At any moment
page-moment-end = At the end
page-guards = Guards of the second army
page-guards-named = As named
page-guards-any = Any
page-beside-whom = Beside (everybody without)
page-with-side = With
page-depth = Plies deep
page-per = By
page-per-year = Year
page-per-decade = Decade
page-per-none = All years together
page-least-games = Games, at least
page-head-ply = Ply
page-head-editions = Editions
page-head-players = Players
page-head-opponents = Opponents
page-head-events = Events
page-head-leads = More than a third
page-head-army = First army
page-head-length = Length
page-head-chosen = Chosen
page-head-others = Others chose
page-head-others-behind = Others' players/events
page-head-others-score = Others' score
page-head-elo = Elo
page-head-deviation = ±
page-head-year = Year
page-no-year = no year
page-n-of-other-kinds = Left out: { $n } of other kinds (manuals, studies, handicaps)
page-n-copies = { $n } copies count with the games they are of
page-n-stand = { $what }: { $n }
page-n-apart = { $n } players stand apart: they never met these, not even through others
page-cite = How to cite this
page-novelty = Where it was new
page-departures = Who left this line first
page-no-departures = No game with a date left this line.
page-head-played-instead = Played there
page-repetition = Repetition, and what the rule books say
page-no-repetition = No position comes for the third time.
page-at-byte = byte { $n }
page-part-impossible = Impossible
page-about-impossible = A player at different events on one day, or with games more than eighty years apart: two people of one name, or a wrong date.
page-two-places = { $player } played at different events on { $when }
page-long-career = { $player } played for more than eighty years, { $when }

## The box for everything, and what is said of it

page-looks = Looks and language
page-skip = To the content
page-again = Try again
page-no-answer = The server does not answer. What you see may be old; when it runs again, try again.
page-picture = Picture
page-set-up = A position that is set up
page-head-red-score = Red's score
page-first-game = First game
page-latest-game = Latest game
page-a-game = A game
page-suggestions = Suggestions
page-suggested-player = Players
page-suggested-opening = Openings
page-suggested-event = Events
page-suggested-book = Books
page-suggested-year = Years
page-suggested-pattern = Patterns
page-suggested-query = Question
page-suggested-ending = Endings
page-suggested-moves = Moves
page-suggested-position = Position
page-suggested-game = Game
page-suggested-games = Games
page-suggested-text = In titles and comments
page-suggested-address = Page
page-strength = Strength
page-strength-chart = Strength from { $first } to { $last }: { $best } in { $year } was the most
page-openings-as-red = Openings with Red
page-openings-as-black = Openings with Black
page-head-to-head = Head to head
page-best-games = Games worth a look
page-places = Places
page-edition-nth = { $series } { $number }
page-edition-of-year = { $series } { $number }
page-place-of = { $place } of { $of }
page-new-moves = New moves
page-n-follow = { $n } games followed
page-head-own-results = Won, drawn, lost
page-head-own-score = Mover's score
page-score-switch = Change between Red's score and that of the side to move
page-head-elo-interval = Where it lies

## The page as files, without a server

page-site-about = This is a copy of the archive as files: its games, every position of { $n } games or more, players, events, openings and books. Filters, questions of the query language, drawn boards, the report and imports need the program xqdb.
page-site-not = This page needs the program xqdb: here is a copy of the archive as files.
page-site-typed = Names of players, events, openings and books, keys of games, moves and FEN are looked up here; other questions need the program xqdb.
page-site-few = Fewer than { $n } games come to this position: these come by the moves that are played here.
page-site-first = The first { $n } of { $all } are listed.

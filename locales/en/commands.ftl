## The program itself, and its commands about itself and its page

command-xqdb = One open SQLite database for every Xiangqi (Chinese chess) archive
    .notes =
        Exit status: 0 done or found, 1 nothing found, 2 usage, file or database error,
        3 finished, but some records were set aside, read in part or not written,
        130 interrupted.
    .run-1 = xqdb import ~/qipu
    .does-1 = read a folder into ./xqdb.db
    .run-2 = xqdb explore 炮二平五 马8进7
    .does-2 = what was played there, and how it scored
    .run-3 = xqdb search 胡荣华 顺炮
    .does-3 = a player's games with an opening
    .run-4 = xqdb show KEY --ply 20
    .does-4 = a game, with its board after ply 20
    .run-5 = xqdb convert old.pgn --to jsonl
    .does-5 = read without a database
    .run-6 = xqdb export --event 五羊杯 --to xqf -o folder/
    .does-6 = write games to files

command-open = Import folders and open them in the browser
    .notes = Without --db the database lies in your own data folder, one for each set of folders.
    .run-1 = xqdb open ~/qipu
    .does-1 = import, `serve` and the browser in one; again only reads what is new

command-serve = The archive on a board, in the browser
    .notes = Programs ask at /api/v1; /api/v1/openapi.json describes it, and docs/api.md.
    .run-1 = xqdb serve
    .does-1 = prints an address; the page there needs no network
    .run-2 = xqdb serve --listen 0.0.0.0 --port 8000
    .does-2 = for other machines, too; the address carries a token

command-reconcile = Match names in a table against the archive: a service for OpenRefine
    .notes =
        It speaks the W3C Reconciliation API 0.2, on this machine only. Names match by
        themselves only where rules or decisions are certain; all else is a candidate.
    .run-1 = xqdb reconcile
    .does-1 = prints an address; add it in OpenRefine as a standard service

command-completions = Print a completion script for a shell
    .run-1 = source <(xqdb completions bash)
    .does-1 = completion in this shell

command-man = Print the manual page
    .run-1 = xqdb man > xqdb.1 && man ./xqdb.1
    .does-1 = read it

command-help = Print this text, or that of a command

## Commands that read and write files

command-import = Read files, folders and archives into the database
    .notes =
        Every record becomes a game, a further witness of a known game, a position or a
        heading, or it is set aside: `xqdb report` tells where and why. Databases are
        merged when they are named; in folders they are passed over.
    .run-1 = xqdb import ~/qipu
    .does-1 = everything in a folder; the same command again changes nothing
    .run-2 = xqdb import games.zip new.pgn
    .does-2 = archives are opened, archives in archives, too
    .run-3 = xqdb import --encoding big5 --reread old/
    .does-3 = read again, with an encoding of your choice
    .run-4 = xqdb import other.db
    .does-4 = another database of xqdb is merged, its decisions, too
    .run-5 = xqdb --db club.db import - < games.pgn
    .does-5 = from standard input, into a file of your choice

command-convert = Read any input without a database and write it in another format
    .notes = What the format cannot hold is told on stderr.
    .run-1 = xqdb convert old.pgn --full
    .does-1 = JSON Lines, trees and comments included
    .run-2 = xqdb convert *.cbl --to pgn --encoding-out gbk -o all.pgn
    .does-2 = libraries to one PGN for older programs
    .run-3 = xqdb convert games.pgn --to xqf --output folder/
    .does-3 = a file for each game
    .run-4 = xqdb convert - --to csv < games.pgn
    .does-4 = from standard input

command-notate = Translate moves from any notation into any other
    .run-1 = xqdb notate 炮二平五 马8进7 马二进三
    .does-1 = to canonical coordinates
    .run-2 = xqdb notate --to chinese,wxf C2=5 H8+7
    .does-2 = in columns, side by side
    .run-3 = xqdb notate --from strokeless --explain 炮25 马87
    .does-3 = every reading, with its board
    .run-4 = xqdb notate --fen '4k4/9/9/4r4/4P4/9/9/9/9/4K4 w' 'Pawn captures Chariot'
    .does-4 = from a position, in words
    .run-5 = printf 'FEN\tC2=5\n' | xqdb notate --batch
    .does-5 = one answer a line

command-engine-book = What an engine's opening book holds, and where it and the archive disagree
    .notes =
        The whole book is checked first. Then the archive is walked from the start, the positions
        of the most games first, as long as the book knows them. A row is a position in which the
        commonest move of the games is not the best that the book allows, nor as good. Score is the share
        of the points of the side to move, In book the number that stands in the book. Without a
        database the book is described and checked alone. BOOK.DAT has weights in place of scores.
    .run-1 = xqdb engine-book my.obk
    .does-1 = what it holds, and where most games went another way
    .run-2 = xqdb engine-book my.obk --since 2010 --min-games 20 --plies 20
    .does-2 = against the games of some years
    .run-3 = xqdb engine-book my.obk --limit 0 --format csv
    .does-3 = all positions, for a spreadsheet

command-export = Write games of the database to files
    .notes =
        With --to xqdb the records of the games come as they were imported, and a source
        comes whole where all of its games are asked for. Other formats have each game
        with its chosen names, date and result and the largest tree of its witnesses;
        what a format cannot hold is told on stderr.

        With --to obk, pfbook or xqb the main lines become an opening book of an engine. Games
        between two players count, as in `explore`. Wins, draws and losses are those of the side
        to move. The score is 1000 × (wins − losses) / (wins + draws + losses + 10): no judgement
        of a position, but how its games ended. A position or its mirror image is written, the one
        with the smaller key; programs look for both.
    .run-1 = xqdb export --player 胡荣华 --since 1960 --to pgn --output hu.pgn
    .does-1 = a player's games in one file
    .run-2 = xqdb export --moves "炮二平五 马8进7" --kind game --to xqf --output folder/
    .does-2 = a file for each game that came to a position
    .run-3 = xqdb export --to jsonl --full > everything.jsonl
    .does-3 = all games with variations and comments
    .run-4 = xqdb export --to parquet --output tables/
    .does-4 = tables of games, positions and records for DuckDB, Polars, Spark: docs/parquet.md
    .run-5 = xqdb export --player 胡荣华 --to xqdb --output part.db
    .does-5 = a database of its own, with records, raw bytes and decisions; `xqdb import part.db` merges it elsewhere
    .run-6 = xqdb export --since 2000 --min-games 5 --plies 60 --to obk --output my.obk
    .does-6 = an opening book: moves of five games or more, thirty moves deep
    .run-7 = xqdb export --to dataset --output dataset/ --sources sources.tsv
    .does-7 = a folder to deposit: tables, where they came from, licences, descriptions for catalogues: docs/parquet.md
    .run-8 = xqdb export --to site --output site/
    .does-8 = the page of `xqdb serve` as files for any host, without a server: docs/page.md

command-formats = List the file formats
    .run-1 = xqdb formats
    .does-1 = what is read, and what is written
    .run-2 = xqdb formats --format csv
    .does-2 = for a spreadsheet

## Commands that answer questions about games

command-search = Find games by position, moves, players, events, dates
    .run-1 = xqdb search 胡荣华 顺炮 1962
    .does-1 = names, moves, years, patterns: no options needed
    .run-2 = xqdb search 胡荣华 胜 吕钦 1980年代
    .does-2 = what one won against the other, by all spellings of both
    .run-3 = xqdb search --moves "炮二平五 马8进7" --sort newest
    .does-3 = games that come to a position, by any order of moves
    .run-4 = xqdb search --contains "????P????/////////"
    .does-4 = a red pawn in the middle of the last rank, anywhere in a game
    .run-5 = xqdb search --event 五羊杯 --format csv --limit 0 > games.csv
    .does-5 = all of them, for a spreadsheet

command-explore = Every move played in a position, with its score
    .notes =
        Games: played here. Reached: games that come to the position after the move by
        any way. Score: Red's share of the points, games without a result left out.
        xqdb life tells how often a move was played from year to year.
    .run-1 = xqdb explore
    .does-1 = the first moves
    .run-2 = xqdb explore 炮二平五 马8进7 --depth 2
    .does-2 = with the answers to each move
    .run-3 = xqdb explore --moves "h2e2 h9g7" --player 胡荣华 --format json
    .does-3 = of one player, for a program

command-openings = Openings as a tree of letters, families and codes (ECCO), with scores
    .notes =
        A branch is the sum of those below it. The code goes by the first ten moves of each side, as Huang Chen of xqbase.com
        made it in 2004; English names are our own. A file of your own has the columns code,
        name, traditional name, English name and rules, as src/opening/ecco.tsv tells. Its rules
        come before those of ECCO; what fits none of them keeps its code of ECCO.
    .run-1 = xqdb openings
    .does-1 = of all games
    .run-2 = xqdb openings 中炮对屏风马 --since 1980 --diagram
    .does-2 = a branch of the tree, and its board
    .run-3 = xqdb openings --player 胡荣华 --format csv
    .does-3 = of one player, for a spreadsheet
    .run-4 = xqdb openings --openings own.tsv
    .does-4 = with codes, names and rules of your own

command-patterns = The named patterns of the query language, and how many games show each
    .notes =
        A name means either side's; `red NAME` and `black NAME` one side's. A board shows the
        pattern for Red. A file of your own has `def NAME = …;` for each of them.
    .run-1 = xqdb patterns
    .does-1 = all of them
    .run-2 = xqdb patterns 空头炮 卧槽马
    .does-2 = two of them, with their boards
    .run-3 = xqdb patterns --define own.txt --no-count --format json
    .does-3 = with definitions of your own, for a program

command-show = One game: tags, moves, board, witnesses
    .run-1 = xqdb show jg9d57asbwmv
    .does-1 = a game by its key, which `xqdb search` lists
    .run-2 = xqdb show jg9d --ply 20 --letters latin
    .does-2 = with the board after ply 20; the beginning of a key is enough
    .run-3 = xqdb show jg9d --format pgn --notation wxf
    .does-3 = as PGN
    .run-4 = xqdb show jg9d --ply 20,41 --format html > game.html
    .does-4 = a page with diagrams, to read in a browser or to print
    .run-5 = xqdb show jg9d --ply 20 --format svg > position.svg
    .does-5 = a picture of the position

command-people = Players, with all their spellings and years
    .notes =
        Spellings are one person where the games show it and nothing speaks against it;
        `xqdb people NAME -v` says by which evidence, and how to undo it. --candidates
        lists what is unclear.
        A list of notable players comes with the program: names, years, titles, each
        with its source. A file of your own has the ten columns of
        src/names/players.tsv; its rows come before the project's, and the line
        {"["}only] leaves those out.
    .run-1 = xqdb people 胡荣华
    .does-1 = how a player is written
    .run-2 = xqdb people --candidates
    .does-2 = names that games have in one place
    .run-3 = xqdb people --judge - < pairs.tsv
    .does-3 = are these pairs one person? As JSON Lines
    .run-4 = xqdb people 胡荣华 --list own.tsv
    .does-4 = with notable players of your own

command-event = A tournament: standings, cross table, rounds, and what is missing
    .notes =
        Whether all play all, Swiss, knock-out, teams or one match is seen from the games. A win
        counts 2 points, a draw 1. Copies of a game count once. With a published table every
        difference is listed with what explains it.
    .run-1 = xqdb event 五羊杯@24
    .does-1 = by the number of the edition
    .run-2 = xqdb event 五羊杯@2004 --format html
    .does-2 = by the year, as a page
    .run-3 = xqdb event 五羊杯@24 --standings published.csv
    .does-3 = beside a published table

command-events = Events, with all their wordings and years
    .notes =
        A list of main events comes with the program: names, years, kinds, each with
        its source. A file of your own has the eight columns of
        src/names/events.tsv; its rows come before the project's, and the line
        {"["}only] leaves those out.
    .run-1 = xqdb events 五羊杯
    .does-1 = every wording with these words
    .run-2 = xqdb events 五羊杯 --list own.tsv
    .does-2 = with main events of your own
    .run-3 = xqdb events --tournaments
    .does-3 = how the editions were played, and which games are missing

command-links = Games that are nearly equal: cut off, misprinted, mirrored, a fragment
    .notes =
        Links are kept up at the end of every import. Nothing is merged: every line and every
        record stays. A group of certain copies counts once in statistics.
    .run-1 = xqdb links KEY
    .does-1 = the kin of one game
    .run-2 = xqdb links --same --format jsonl
    .does-2 = pairs of records that are held to be one game
    .run-3 = xqdb links --relation misprint,dropped
    .does-3 = where a copy went wrong

command-collate = The records of a game side by side: what each reads where they differ
    .notes =
        A letter stands for every text, with a number for each record that has it. A is the
        text that the others are laid beside: a whole game with the most records.
    .run-1 = xqdb collate KEY
    .does-1 = a game and its kin, with differing tags and how much they agree
    .run-2 = xqdb collate KEY KEY --boards
    .does-2 = two games, with boards
    .run-3 = xqdb collate KEY --format tei > edition.xml
    .does-3 = a critical edition in TEI P5; --format html is a page with boards

command-emend = Readings of a damaged record: which edits let it play on
    .notes =
        The damage may lie before the move that cannot be played. Readings come by how far they
        play, how misprints look, and what other games have. What is accepted is a decision:
        `xqdb decisions` lists it, `xqdb decisions undo` takes it back.
    .run-1 = xqdb emend KEY
    .does-1 = a game that stops early
    .run-2 = xqdb emend games.pgn#3 --json
    .does-2 = the third record of a file
    .run-3 = xqdb emend KEY --accept 1 --reason "ends in mate"
    .does-3 = read it so from now on; the record stays

command-sql = Ask in SQL, with functions for boards, notations and the explorer
    .notes =
        Functions: xq_fen(game [, ply]), xq_moves(game [, notation]), xq_positions(game),
        xq_notate(fen, move, notation), xq_key(fen), xq_svg(fen [, last move]), xq_explore(fen
        {"["}, query]), xq_games(fen [, query]). `game` is an id or a key; positions and the last
        two give JSON for json_each. More in docs/sql.md.
    .run-1 = xqdb sql "select result, count(*) from games group by result"
    .does-1 = results of all games
    .run-2 = xqdb sql "select value ->> 'san', value ->> 'games' from json_each(xq_explore(null))"
    .does-2 = first moves
    .run-3 = xqdb sql --format csv - < question.sql
    .does-3 = a script, as CSV
    .run-4 = xqdb sql --datasette > metadata.json && datasette xqdb.db -m metadata.json
    .does-4 = the database in Datasette

## Commands for research

command-first = Who first played a move or came to a position, and how sure that is
    .notes =
        A date that is known in part can mean any of its days: where it does not tell, all
        games are named that may be the first. Games with a doubtful date, without a date
        and of other kinds stand apart. Copies count once, with the game they are copies of.
    .run-1 = xqdb first --moves "炮二平五 炮8平5"
    .does-1 = who first came to this position
    .run-2 = xqdb first --moves "炮二平五 马8进7" --move 车一进一
    .does-2 = who first played this move there
    .run-3 = xqdb first --where '空头炮' --kind all --format csv
    .does-3 = the first of what a question finds, manuals among them

command-novelty = The move by which a game left everything played before it
    .notes =
        Transpositions and mirror images are what was there before, of any kind of record
        with a date. Earlier is what is surely earlier: games of one day are not before each
        other. Games without a date leave nothing and are left by none.
    .run-1 = xqdb novelty KEY
    .does-1 = of a game, and the games it left with what they played
    .run-2 = xqdb novelty --since 2000 --player 许银川
    .does-2 = of games, the oldest first
    .run-3 = xqdb novelty --limit 0 --format csv
    .does-3 = of all games, for a spreadsheet

command-life = Games of a line from year to year: players, score and its doubt
    .notes =
        Score: Red's share of the points over the known results, with the 95 % interval of
        Wilson's method. Only games between two players count, each once; manuals, studies
        and handicaps are in no share. A player or an event that has more than a third of the
        games is named: what looks like a fashion may be theirs alone.
    .run-1 = xqdb life --moves "炮二平五 炮8平5" --per decade
    .does-1 = of two moves, by decades
    .run-2 = xqdb life --opening 五七炮 --since 1950
    .does-2 = of an opening
    .run-3 = xqdb life --where '空头炮' --format csv
    .does-3 = of what a question finds, for a spreadsheet

command-endings = Games of some material: with what success, and how they came there
    .notes =
        Either side may have the army that is named first; won, lost and score are that
        army's. That army may have any advisors and elephants unless some of its own are
        named; the other one has those that are named (any of them with --guards any).
        Letters: R rook, H or N horse, C cannon, P pawn, A advisor, E or B elephant;
        bare is a king alone. Only games between two players are in the score.
    .run-1 = xqdb endings 车兵对马双象
    .does-1 = rook and pawn against horse and both elephants, at any moment
    .run-2 = xqdb endings RP-HEE --at end --games
    .does-2 = the games that ended so, one by one
    .run-3 = xqdb endings "R vs AAEE" --since 1980 --format csv
    .does-3 = for a spreadsheet

command-critical = Moves that lost much, by the scores in the comments of games
    .notes =
        No engine is run: the scores are those that programs wrote into comments. Where they
        count for Red, a move is judged by the score before it and after it; where they count
        for the mover, by the score that its side wrote at the move and at its next move.
        Scores of more than ten pawns, and mates, count as ten.
    .run-1 = xqdb critical --player "HaQiKi D"
    .does-1 = of a player's games and of those against, the greatest falls first
    .run-2 = xqdb critical --fall 0.5 --opening 五七炮 --sort ply
    .does-2 = from half a pawn on, in an opening, the earliest first
    .run-3 = xqdb critical --where 'ply<40 eval >= 2' --limit 0 --format csv
    .does-3 = in games that a question finds, for a spreadsheet

command-repertoire = What a player plays, with what success, beside another or everybody
    .notes =
        Won, lost and score are the player's; the number of opponents and events, the
        interval (Wilson, 95 %) and an opponent or event of more than a third stand beside
        them. Chosen: of his games that came there by the same moves. Everybody: all games
        that came to the position, by any order of moves, his own among them.
    .run-1 = xqdb repertoire 胡荣华 --as red
    .does-1 = his first moves with Red, beside everybody's
    .run-2 = xqdb repertoire 胡荣华 --as black --compare 杨官璘 --depth 2
    .does-2 = beside another player
    .run-3 = xqdb repertoire 胡荣华 --as red --per decade --depth 1
    .does-3 = how his first move changed over the decades

command-player = A player: score, openings, opponents, strength, games; head to head
    .notes =
        Won, lost and score are the player's. Openings stand by family. Events: those of which
        nine tenths of the games are there, with the place of the player. Novelties: moves
        that nobody had played before, those that the most others took up first.
        xqdb repertoire lays what a player plays beside what everybody plays.
    .run-1 = xqdb player 胡荣华
    .does-1 = a page about him
    .run-2 = xqdb player 胡荣华 --against 杨官璘
    .does-2 = the two against each other, and all their games
    .run-3 = xqdb player 王天一 --prepare red
    .does-3 = what he plays with Red, and what scored best against it
    .run-4 = xqdb player 胡荣华 --part opponents --limit 0 --format csv
    .does-4 = one part, for a spreadsheet

command-ratings = How strong players were over time, from results alone
    .notes =
        Whole-history rating (R. Coulom, 2008): all strengths of all years are found at once,
        so that later results tell of earlier years, too. A strength is what the archive
        knows, not an official rating. JSON and CSV have the standard deviation, the table
        twice as much. Who has no game in the five years up to the newest one is not listed,
        unless --year, --since or --until ask for another time, or --all for everybody.
    .run-1 = xqdb ratings
    .does-1 = the strongest
    .run-2 = xqdb ratings 胡荣华 杨官璘
    .does-2 = two players, year by year
    .run-3 = xqdb ratings --since 1980 --min-games 50 --format csv
    .does-3 = those with fifty games since 1980, for a spreadsheet
    .run-4 = xqdb ratings --year 1985 --compare list.tsv
    .does-4 = the order of 1985 beside a published list

command-audit = Records against the rules of the game
    .notes =
        Rulings are those of three rule books: axf (Asian federation, and World Xiangqi Rules
        2018), ucci (computer rules of the league of UCCI engines) and cxa (Chinese
        association, as far as a program can be sure). Recorded results are never changed.
    .run-1 = xqdb audit
    .does-1 = results, moves, dates, witnesses and careers that cannot be
    .run-2 = xqdb audit games.pgn --format jsonl
    .does-2 = what can be said of the records of files, for a program
    .run-3 = xqdb audit --repetition games.pgn
    .does-3 = perpetual check and chase in files, move by move
    .run-4 = xqdb audit --repetition --format jsonl
    .does-4 = the same of every record of the database

command-reproduce = Make a figure or a dataset again, and tell what changed since
    .notes =
        The question of the figure is asked again, of the database of --db. Status 0:
        fingerprint of the archive, numbers and games are the same; 1: they are not,
        and what changed is told. Of more than 100,000 games, changes are told by
        groups of keys that begin alike.

        A dataset is made again with its title, day, options and licences, in the
        folder for temporary files (TMPDIR), which has to have room for it. Status 0:
        all files are equal, byte for byte; 1: they are not, and each is named that is
        missing, cut, altered by hand, no file of the dataset, or another one now.
    .run-1 = xqdb life --moves 炮二平五 --figure cannon.svg
    .does-1 = make a figure
    .run-2 = xqdb reproduce cannon.svg
    .does-2 = is it still so?
    .run-3 = xqdb --db other.db reproduce cannon.json --format json
    .does-3 = asked of another archive
    .run-4 = xqdb reproduce dataset/
    .does-4 = does the database give this dataset, file by file?

command-cite = Cite a game, or the answer to a question, as text or BibTeX
    .notes =
        Witnesses are named by the BLAKE3 hash of the content and the number of the
        record in it, an archive by its fingerprint: the same on every machine.
    .run-1 = xqdb cite KEY
    .does-1 = a game, with its witnesses
    .run-2 = xqdb cite --moves 炮二平五 --until 1960 --format bibtex
    .does-2 = what a question found

## Commands by which people decide about the archive

command-decide = Decide that two are one, that two are two, or what a field of a game is
    .notes =
        Nothing that was imported changes: a decision is laid over it and shown where
        it counts. The key of a game stays. What it is about may come later.
        --as-stated answers without decisions.
    .run-1 = xqdb decide same player:胡荣华 "player:HU RongHua" --reason "one man"
    .does-1 = --player finds both from now on
    .run-2 = xqdb decide differ player:王斌 player:王斌@上海 --reason "two men"
    .does-2 = the games in which he stands for that team are another's of that name
    .run-3 = xqdb decide differ game:KEY game:KEY --reason rematch
    .does-3 = two games that are not counted as one
    .run-4 = xqdb decide set game:KEY.date 1982-12-05 --reason "the event says 1982"
    .does-4 = another date than records state

command-undo = Take a decision back
    .run-1 = xqdb undo same player:胡荣华 "player:HU RongHua"
    .does-1 = whatever its reason

command-decisions = List decisions, write them into a file, take them from one, compare with one
    .notes =
        xqdb decisions same|differ|set|read ... adds one (see xqdb decide --help);
        xqdb decisions undo ... takes it back.
        A line has action, target, value, reason, by and when, with tabs between.
        Exit status 1: there is none, or nothing differs.
    .run-1 = xqdb decisions
    .does-1 = all, and whether the archive has what they are about
    .run-2 = xqdb decisions export > decisions.tsv
    .does-2 = a file for version control
    .run-3 = xqdb decisions apply decisions.tsv
    .does-3 = add what the file has: all of it, or nothing if one contradicts
    .run-4 = xqdb decisions diff decisions.tsv
    .does-4 = what only the file has (+), and what only the database has (-)

## Commands that look after the database

command-report = What was set aside, damaged, repaired or interpreted
    .notes = Exit status 1: there is nothing to report.
    .run-1 = xqdb report
    .does-1 = records that could not be read to their end, with the board and near moves
    .run-2 = xqdb report --warnings qing-dynasty
    .does-2 = warnings, too, of files with this in their path
    .run-3 = xqdb report --conflicts
    .does-3 = where witnesses of one game disagree
    .run-4 = xqdb report --format jsonl > report.jsonl
    .does-4 = for a program

command-forget = Take an import back
    .run-1 = xqdb forget ~/qipu/old.pgn
    .does-1 = a file; games that stand nowhere else go with it
    .run-2 = xqdb forget ~/qipu
    .does-2 = everything below a folder

command-dump = Print everything in a canonical order, for comparing databases
    .run-1 = xqdb dump | b3sum
    .does-1 = a fingerprint of all that the database holds

command-stats = What the database holds
    .run-1 = xqdb stats
    .does-1 = how many games, of which kinds, from which formats
    .run-2 = xqdb stats --format json
    .does-2 = for a program

command-verify = Check the database: integrity, replay, index
    .notes = Exit status 2: the database is damaged.
    .run-1 = xqdb verify
    .does-1 = replays every game and compares every index entry
    .run-2 = xqdb verify --repair
    .does-2 = makes anew what is damaged and follows from other rows

command-diff = List in what two databases differ, game by game
    .notes =
        Games are told apart by their keys, records by their contents: it does not
        matter where files lie, nor in which order they were imported. Decisions
        hold unless --as-stated is said. Exit status 1: nothing differs.
    .run-1 = xqdb diff before.db after.db
    .does-1 = games that came (+), went (-) or changed (~)
    .run-2 = xqdb diff before.db after.db --format jsonl
    .does-2 = with every field and witness

command-backup = Copy the database to another file, in use or not, and check the copy
    .run-1 = xqdb backup copy.db
    .does-1 = a checked copy, also while an import runs: one file without a log, which any program opens where nothing can be written
    .run-2 = xqdb backup --force copy.db
    .does-2 = in place of the last one

command-optimize = Merge the segments of the position index into one
    .run-1 = xqdb optimize
    .does-1 = after large imports, and many small ones: a smaller file, quicker answers

command-config = Show the settings that last, or set one
    .notes =
        An option counts for more than the environment, and that for more than the file.
        XQDB_CONFIG says where the file is.
    .run-1 = xqdb config
    .does-1 = every setting, its value, and where that comes from
    .run-2 = xqdb config notation wxf
    .does-2 = moves in answers are written so from now on
    .run-3 = xqdb config notation --unset
    .does-3 = as before

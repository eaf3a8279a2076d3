## `first` and `novelty`: heads of their tables, and what stands below them.

# Column: whether a game is the first.
head-standing = Standing

# Column: only the mirror image stands in the game.
head-mirrored = Mirrored

# Column: what is said against a date.
head-doubt = Against the date

# Standing of a game.
standing-first = first

# Standing of a game: dates do not tell.
standing-may-be-first = may be first

# Standing of a game.
standing-runner-up = next

# Standing of a game.
standing-doubtful-date = date in doubt

# Standing of a game: a manual, a study.
standing-other-kind = not a game

# Standing of a game.
standing-no-date = no date

# Doubt about a date.
# $date
a-witness-says = a witness says { $date }

# Below: several games may be the first.
# $games number
first-may-be-several =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } may be the first: their dates do not tell which

# Below: doubtful dates that would be as early.
# $games number
first-if-doubtful =
    { $games ->
        [one] { $games } game is
       *[other] { $games } games are
    } as early if a doubtful date is right

# Below: doubtful dates that are later.
# $games number
first-doubtful-later =
    { $games ->
        [one] { $games } game has
       *[other] { $games } games have
    } a later date that is doubtful

# Below: manuals and studies that are as early.
# $records number
first-other-kinds =
    { $records ->
        [one] { $records } record
       *[other] { $records } records
    } as early that { $records ->
        [one] is
       *[other] are
    } no game between two players (manuals, studies, handicaps)

# Below: games without a date.
# $games number
first-if-undated =
    { $games ->
        [one] { $games } game has
       *[other] { $games } games have
    } no date and may be earlier

# Below: no game can be the first, for manuals and studies alone are found.
first-if-none-is-dated = none of them is a game with a date (`xqdb search` lists them)

# Column: after how many plies a game left everything before it.
head-novelty = Novelty

# Fact about a game: what comes back in it.
head-repetition = Repetition

# Column: how many earlier games came to where a game left them.
head-left-games = Left

# Column: the earliest of the games that a game left.
head-left-first = Earliest left

# Column: the latest of the games that a game left.
head-left-last = Latest left

# Above the answer: the game whose novelty is asked for.
standing-novelty = novelty

# A game that it left.
standing-left = left

# Below: where a game left everything before it.
# $ply number, $games number
novelty-left =
    new at ply { $ply }; { $games ->
        [one] { $games } game came there
       *[other] { $games } games came there
    } before it

# Below: no game before it began as it did.
novelty-first = no game with an earlier date begins in its first position

# Below: a game never left what was before it.
# $games number
novelty-none =
    nothing new: { $games ->
        [one] { $games } game has
       *[other] { $games } games have
    } its last position before it

# A game without a date.
# $key
novelty-of-undated = game { $key } has no date, or is the copy of another: what it left cannot be told

# Below: games without a date.
# $games number
novelty-undated =
    { $games ->
        [one] { $games } game has
       *[other] { $games } games have
    } no date: what they left cannot be told

# Why `--move` is refused.
one-move-wanted = one move is wanted

## Questions of history: heads of their tables, and what stands below them.

# Column: the interval of the score.
head-interval = 95% (Wilson)

# Column: the same where there is little room.
head-between = 95%

# Below: what that column is.
scores-lie = 95%: where the score lies, by Wilson's interval; a draw is half a win, unknown results are left out

# Below a table of chapters: what is in the scores.
scores-of-games-alone = scores are of games between two players alone; 95%: where the score lies, by Wilson's interval

# Column: how many players there are.
head-players = Players

# Column: how many events there are.
head-events = Events

# Column: how many players and how many events there are, where there is little room.
head-players-and-events = Pl/Ev

# Column: how many opponents and how many events there are, where there is little room.
head-opponents-and-events = Opp/Ev

# Below: what that column is.
players-and-events = Pl/Ev: how many players and events these games are of; * one player or one event has more than a third

# Above the table, where the games of each player are counted.
opponents-and-events = Opp/Ev: how many opponents and events these games are of; * one opponent or one event has more than a third

# Column: the player of the most games.
head-leading-player = Most games of

# Column: the event of the most games.
head-leading-event = Most games at

# Column: the player and the event that have more than a third of the games.
head-more-than-a-third = More than a third

# Below, where there is no room for that column.
starred = * one player or one event has more than a third of these games

# Instead of a year.
no-year = no year

# After the number of games: manuals, studies and handicaps, which are in no share.
# $games number
games-of-other-kinds =
    ; left out: { $games ->
        [one] { $games } record
       *[other] { $games } records
    } of other kinds (manuals, studies, handicaps)

# After the number of games with some material: both armies may have any advisors and elephants.
endings-guards-are-free = {" "}with any advisors and elephants

# After the number of games with some material: the army that is named first may.
endings-guards-of-first-are-free = {" "}with any advisors and elephants beside the first army

# After the number of games with some material: the army that is named last may.
endings-guards-of-second-are-free = {" "}with any advisors and elephants beside the second army

# After that: how many games there are where the army that is named last may have any, too.
# $games number
endings-with-any-guards =
    ; { $games } with any beside both (--guards any)

# Column: what is counted there, but is in no score.
head-in-no-score = No score

# Below a table of all kinds: what is counted there, but is in no score.
# $games number
games-in-no-score =
    in no score: { $games ->
        [one] { $games } record
       *[other] { $games } records
    } of other kinds (manuals, studies, handicaps)

# A warning: what looks like a fashion may be one player's or one event's.
# $name, $games number
one-has-more-than-a-third = more than a third of these games are of { $name }: { $games }

## `critical`.

# Column: the score before a move.
head-score-before = Before

# Column: the score after a move.
head-score-after = After

# Column: by how many pawns the score falls.
head-fall = Fall

# Below the table.
# $moves number, $games number
critical-found =
    { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    } in { $games ->
        [one] { $games } game
       *[other] { $games } games
    }

# Below it, where no game has a score.
critical-without-scores = no game of the archive has scores in its comments

## `endings`.

# The name of the argument, where it is refused.
argument-material = the material

# Why it is refused: something stands behind the second army.
two-armies-wanted = two armies and no more are wanted, as in RP-HEE

# Column: who has the army that was named first.
head-first-army = First army

# Column: how many pieces had been taken.
head-captures = Taken

# Column: what was taken last.
head-last-taken = last

# Column: for how many plies the material stood.
head-ending-length = Length

## `repertoire`.

# Column: the moves of a player with a side.
# $player, $side
player-with = { $player }, { $side }

# Column: how often a move was chosen where there was the choice.
head-share-chosen = Chosen

# Column: the part that the games are of all games.
head-share-of-games = Share

# Columns of a published list beside strengths: the place and the rating that the list states, the
# place by the list and by the games among the same players, and what explains the difference.
head-published = Published
head-published-rating = Rating
head-place-listed = By list
head-place-by-games = By games
head-explained-by = Explained by

# What explains that a list gives another place than the games.
word-listed-agrees = agrees
word-listed-within-intervals = intervals meet
word-listed-stronger = the games show more
word-listed-weaker = the games show less
word-listed-no-games = no games here
word-listed-not-of-year = no games of the year
word-listed-inactive = no games of late
word-listed-few-games = too few games
word-listed-apart = apart from the others
word-listed-not-listed = not in the list

# Below games by period of which there are more only because the archive grows; the shares have their
# intervals behind them.
# $year, $before, $since
growth-of-the-archive = more games since { $year } only because the archive grows; { $before } of all games before, { $since } since

# Column: how many opponents there are.
head-opponents = Opponents

# Below, where the columns are narrow.
players-are-opponents-narrow = 95%: where the share and the score lie, by Wilson's interval; Pl/Ev: how many players and events these games are of, and of his how many opponents; * one of them has more than a third

# Below, where there is room for everything.
players-are-opponents = players: of his games the opponents

# Below the table, where changes are listed.
changes-are = each period: how often the move was chosen, the 95 % interval of that (Wilson), and (chosen/games in which there was the choice); * one opponent or one event has more than a third of these games

# Column: how often everybody chose a move.
everybody = Everybody

## `player`.

# Before all games of a player, in a column whose other rows are Red and Black.
all-games = All

# Why CSV is refused: the parts of a page have different columns.
csv-of-one-part = Rows are of one part of the page: say which with --part, such as --part opponents

# A line: the strength of a player over the years, as bars.
# $first, $bars, $last, $peak, $year
strength-over-years = Strength { $first } { $bars } { $last }; highest { $peak } in { $year }

# Column: the reason why a game is worth a look.
head-worth = Worth a look

# The reasons.
word-worth-strong-opponent = strong opponent
word-worth-long-win = long win
word-worth-short-win = short win

# Column: number of other games that have a new move.
head-followers = Taken up

# Column: how often a move was chosen before, and in the last five years.
head-trend = Trend

# Column: the reply that scored best.
head-best-reply = Best reply

## `ratings`.

# Column: a player.
head-rated = Player

# Column: a year.
head-rated-year = Year

# Column: players of one group can be compared.
head-rated-group = Group

# Column: the highest strength.
head-peak = Peak

# Column: the year of the highest strength.
head-peak-year = in

# Column: the first year of a player.
head-from-year = From

# Column: the last year of a player.
head-to-year = To

# Below: how many games count, and what Red's first move is worth in Elo points.
# $games number, $advantage
ratings-rest-on =
    whole-history rating of { $games ->
        [one] { $games } game
       *[other] { $games } games
    }; moving first is worth { $advantage } Elo; ± holds in 95 of 100 cases

# Behind `ratings-rest-on`: players who are not listed, as their last game is older than that year.
# $players number, $year
ratings-inactive =
    ; { $players ->
        [one] { $players } player
       *[other] { $players } players
    } without a game since { $year } left out

# Below: games that do not count.
# $unfinished number, $undated number, $unnamed number
ratings-left-out = left out: { $unfinished } without result, { $undated } without date, { $unnamed } without both names

# Below: what else does not count.
# $games number
ratings-of-other-kinds =
    left out: { $games ->
        [one] { $games } record
       *[other] { $games } records
    } of other kinds (manuals, studies, handicaps)

# Below: players of other groups.
# $players number
ratings-apart =
    { $players ->
        [one] { $players } player stands
       *[other] { $players } players stand
    } apart: they never met these, not even through others; see --all-groups

# Below: the search ended before its end.
ratings-imprecise = the numbers had not settled when the search ended

## Figures: titles, words at their axes, and what stands below them.

# At an axis.
axis-year = Year

# At an axis.
axis-games = Games

# At an axis.
axis-red-score = Red's score, %

# At an axis: the score of a player.
axis-his-score = Score, %

# At an axis: how often a move was chosen where there was the choice.
axis-chosen = Chosen, %

# At an axis.
axis-elo = Strength, Elo points

# Title.
figure-of-life = Games and Red's score through the years

# Title.
figure-of-moves = Moves played in the position

# Title.
figure-of-openings = Openings: games and Red's score

# Title.
# $player
figure-of-repertoire = What { $player } plays

# Title.
# $player
figure-of-changes = What { $player } plays, through the years

# Title.
figure-of-ratings = Strength of players in their last year

# Title.
figure-of-careers = Strength of players through the years

# Instead of a chart.
figure-is-empty = no games

# Below: what stands behind the numbers.
# $games number, $players number, $events number
figure-counts =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    }, { $players ->
        [one] { $players } player
       *[other] { $players } players
    }, { $events ->
        [one] { $events } event
       *[other] { $events } events
    }

# Below: what the intervals are.
figure-wilson = Lines: intervals of 95 % by Wilson's score method; a draw is half a win, unknown results are left out.

# Below: not everything is drawn.
# $drawn number, $all number
figure-is-cut = { $drawn } of { $all } are drawn; all are in the CSV file.

# Below: games without a year, which are not drawn.
# $games number
figure-without-year =
    { $games ->
        [one] { $games } game
       *[other] { $games } games
    } without a year not drawn.

# Below: by what it was made, when, and of what.
# $version, $day, $archive, $fingerprint
figure-made = xqdb { $version }, { $day }; archive { $archive }, fingerprint { $fingerprint }

# Head above the numbers on a page.
figure-numbers = Numbers

# Head above what the numbers rest on.
figure-rests-on = What it rests on

# On a page: how the figure is made again.
# $command
figure-again = Made again and compared by: { $command }

# On stderr: what was written.
# $files
figure-written = written: { $files }

# A name that says no format.
# $path path
figure-extension = `{ $path }`: a figure is a file NAME.svg or NAME.html

# Column of a page.
head-chances = Of games

# Column of a page: the lower end of an interval.
head-low = Low

# Column of a page: the upper end of an interval.
head-high = High

# Column of a page: the line of moves.
head-line = Line

# Column of a page: how deep in the tree.
head-depth = Depth

# Column of a page.
head-side = Side

## `event`.

word-system-all-play-all = all play all

word-system-swiss = Swiss

word-system-knock-out = knock-out

word-system-team-matches = team matches

word-system-match = match

word-system-unknown = system not known

# Below the table, for the remarks that it leaves out.
# $remarks number
tournament-remarks =
    { $remarks ->
        [one] { $remarks } remark
       *[other] { $remarks } remarks
    } on rounds, missing games, contradictions: -v

# Above the table.
# $name, $system, $players number, $games number
tournament-summary =
    { $name }: { $system }, { $players ->
        [one] { $players } player
       *[other] { $players } players
    }, { $games ->
        [one] { $games } game
       *[other] { $games } games
    }

# Behind that, where it is known how many games there were.
# $expected number, $found number, $percent
tournament-found = ; of { $expected } due, { $found } are here ({ $percent }%)

# A group of a tournament.
# $group number
tournament-group = Group { $group }

# $player
tournament-alone = Only games of { $player } are here: how the others played cannot be seen

# $round number, $games number, $days
tournament-round =
    Round { NUMBER($round, useGrouping: "false") }: { $games ->
        [one] { $games } game
       *[other] { $games } games
    } { $days }

# $one, $other, $games number
tournament-missing =
    Missing: { $one } – { $other }{ $games ->
        [one] { "" }
       *[other] { " " }({ $games } games)
    }

# $one, $other, $games number
tournament-met-again =
    { $one } – { $other }: { $games ->
        [one] { $games } game
       *[other] { $games } games
    } more than all others play, in no score: perhaps a play-off

# $games number
tournament-unnamed =
    { $games ->
        [one] { $games } game names
       *[other] { $games } games name
    } not both players, and { $games ->
        [one] is
       *[other] are
    } in no table

# $games number
tournament-others =
    { $games ->
        [one] { $games } record
       *[other] { $games } records
    } of other kinds (manuals, studies, handicaps) in no table

# $key, $red, $black, $result, $others
tournament-disputed = { $key } { $red } – { $black }: counted as { $result }; other records or headings say { $others }

# $player, $place number, $key
tournament-place-contradicted = { $player }: place { $place }, as a record of { $key } says, is not that of the games

# $player, $place number, $score, $key, $games
tournament-score-contradicted = { $player }: place { $place } with { $score }, as a record of { $key } says; against it { $games }

# $player, $games number
tournament-guest =
    { $player } has only { $games ->
        [one] { $games } game
       *[other] { $games } games
    } here, which are in no other score: perhaps of another event

# $player, $first, $last
tournament-far = { $player } can hardly have been there: all other games are of { $first }–{ $last }

# $player, $born, $died
tournament-not-alive = { $player } ({ $born }–{ $died }) was not born, a small child or dead then

# Place and points in a table.
# $place, $points
tournament-standing = place { $place }, { $points } points

# How a published table differs, and why.
# $player, $published, $found, $cause
tournament-difference = { $player }: published { $published }; by the games { $found }: { $cause }

# $games number
tournament-cause-missing =
    { $games ->
        [one] { $games } game is missing or has
       *[other] { $games } games are missing or have
    } no result

# $keys
tournament-cause-disputed = other records of { $keys } give the published points

# $keys
tournament-cause-reversed = the result of { $keys } turned round explains both players

tournament-cause-no-games = no game is there

tournament-cause-not-published = the table does not name him

tournament-cause-others = the points agree; others have other points

tournament-cause-unexplained = nothing explains it: a result or the table is wrong


# $asked, $names some of them
several-editions = `{ $asked }` is several editions (`xqdb events { $asked }` lists them); add the year or number of one, such as { $names }

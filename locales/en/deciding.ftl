## `links`: games that are nearly equal.

# Column: players and date.
head-game = Game

# Column: what happened to one of two games.
head-relation = Relation

# Column: the ply with which two games part.
head-parts-at = From ply

# Column: whether two games are held to be one.
head-one-game = One game

# Below the list.
# $links number, $same number
links-found =
    { $links ->
        [one] { $links } pair
       *[other] { $links } pairs
    }, { $same } held to be one game

# All links were made anew.
# $links number, $same number, $copies number
linked =
    { $links ->
        [one] { $links } pair
       *[other] { $links } pairs
    } linked, { $same } held to be one game; { $copies } { $copies ->
        [one] game does
       *[other] games do
    } not count by themselves

# A copy stops early.
word-relation-prefix = stops early

# A copy has single moves wrong.
word-relation-misprint = misprint

# A copy has a repetition more often or less often.
word-relation-cycle = repetition

# A copy has the same moves in another order.
word-relation-order = order of moves

# A copy lacks a pair of moves.
word-relation-dropped = moves left out

# A copy ends otherwise.
word-relation-ending = another end

# A copy differs in several ways.
word-relation-mixed = several

# A copy is the mirror image.
word-relation-mirror = mirror image

# A piece of a game.
word-relation-fragment = fragment

# The moves agree and the diagrams do not.
word-relation-diagram = another diagram

# A composed position with another solution.
word-relation-study = another solution

# Nothing but that somebody decided it.
word-relation-decided = decided

# Equal moves under other headings.
word-relation-names = other heading

## `decide`, `undo` and `decisions`, and decisions that are shown beside an answer.

# Beside a value: somebody decided it, and why.
# $why
decided-because = decided: { $why }

# A decision was added.
decision-added = decided; `xqdb decisions undo` with the same words takes it back

# A decision was added, and what it is about is not there.
decision-waits = decided; the archive does not have what it is about, so it waits until that comes

# Answer of `decide`: this decision exists already.
decided-already = this is decided already

# There is nothing to take back.
no-such-decision = nothing of this kind is decided; `xqdb decisions` lists what is

# A decision was taken back.
decision-taken-back = taken back; the archive is as if it had never been decided

# Two decisions cannot both hold.
# $one, $other
decisions-contradict =
    these two decisions contradict each other, nothing was changed:
    {"  "}{ $one }
    {"  "}{ $other }

# Decisions of a file were added.
# $decisions number
decisions-applied =
    { $decisions ->
        [one] { $decisions } decision
       *[other] { $decisions } decisions
    } added

# Some of those are about what is not there.
# $decisions number
decisions-wait =
    { $decisions } of them { $decisions ->
        [one] is
       *[other] are
    } about what the archive does not have, and { $decisions ->
        [one] waits
       *[other] wait
    } until it comes

# Below the list.
# $decisions number
decisions-listed =
    { $decisions ->
        [one] { $decisions } decision
       *[other] { $decisions } decisions
    }

# A file of decisions makes no sense; line and column are 1-based.
# $path path, $line number, $column number, $why
decision-misread = { $path }, line { NUMBER($line, useGrouping: "false") }, column { NUMBER($column, useGrouping: "false") }: { $why }

# A line has too few or too many fields.
# $fields number
fault-count =
    { $fields ->
        [one] { $fields } field
       *[other] { $fields } fields
    }; a decision has three to six, with tabs between

# The action is none.
# $action
fault-action = `{ $action }` is no action: same, differ, set or read

# Nothing can be decided of it.
# $text
fault-subject = `{ $text }` is none of player:NAME, event:NAME, game:KEY and, to be set, game:KEY.FIELD, or, to be read, record:HASH/N ply P; a key has twelve characters

# A name with what tells it from namesakes.
# $text
fault-namesake = `{ $text }`: a namesake is written player:NAME@TEAM, under one name on both sides

# A player cannot be a game.
fault-unlike = only two players, two events or two games can be the same or differ

# Both are equal once they are folded.
fault-itself = both are the same name: script, width, blanks and team make no difference

# Nothing of this name can be set.
# $name
fault-field = `{ $name }` cannot be set: red, black, event, site, round, date, result and kind can

# A field cannot have this value.
# $field, $value
fault-value = `{ $value }` is nothing that { $field } can be

# The date of a decision is none.
# $date
fault-when = `{ $date }` is no date: write 2026-01-31, or a year

# A tab inside of a field.
fault-control = no field may have a tab or an end of line in it

# Column: what is decided.
head-decision = Decision

# Column: why.
head-reason = Reason

# Column: who decided.
head-by = By

# Column: when it was decided.
head-when = When

# Column: whether the archive has what it is about.
head-effect = Effect

# In that column.
in-effect = yes

# In that column: what it is about is not there.
waiting = waits

## `emend`: readings of a damaged record.

# The main line of a record ends early.
# $ply number, $token
stops-at = stops at ply { NUMBER($ply, useGrouping: "false") }: { $token }

# The main line of a record can be played, but not by the rules.
leaves-king-in-check = can be played, but leaves a king in check

# An edit: other moves than stand there.
# $ply number, $reads, $stands
reads-for = ply { NUMBER($ply, useGrouping: "false") }: { $reads } for { $stands }

# How far a reading plays.
# $plies number
plays-to-the-end =
    plays { $plies ->
        [one] { $plies } ply
       *[other] { $plies } plies
    } more, to the end of the record

# How far a reading plays.
# $plies number
plays-so-far =
    plays { $plies ->
        [one] { $plies } ply
       *[other] { $plies } plies
    } more

# Evidence against a reading.
# $moves number
king-left-in-check =
    { $moves ->
        [one] { $moves } move
       *[other] { $moves } moves
    } { $moves ->
        [one] leaves
       *[other] leave
    } the own king in check

# Evidence for a reading.
# $games number
others-come-here =
    { $games ->
        [one] { $games } other game
       *[other] { $games } other games
    } { $games ->
        [one] comes
       *[other] come
    } to this position

# Evidence for a reading.
# $key
kin-reads-so = so does { $key }, which is nearly equal

# Above a board.
board-as-it-stands = As it stands

# Above a board.
board-as-read = As it is read

# Below the readings.
# $readings number
readings-found =
    { $readings ->
        [one] { $readings } reading
       *[other] { $readings } readings
    }; nothing is changed by them

# Beside the length of a game: these plies of its record are read otherwise than they stand.
# $plies
read-otherwise = read otherwise at ply { $plies }

# There is no such reading.
# $number number, $readings number
no-such-reading = there is no reading { $number }: there are { $readings }

# A reading says whose turn it is, and no moves.
turn-cannot-be-decided = a reading by which it is the other side's turn cannot be accepted: no move stands for it

# There is no such record.
# $record
no-such-record = no game has the key { $record }, and no damaged record is at this place

# A record that could be meant is not the only one.
# $record, $places
several-records = { $record } is at several places, say more of its path: { $places }

# A record is sound, or nothing mends it.
nothing-to-emend = nothing to emend: its main line can be played, or no one or two edits let it play on

## `collate`: texts of a game side by side.

# How long a text is.
# $plies number
count-of-plies =
    { $plies ->
        [one] { $plies } ply
       *[other] { $plies } plies
    }

# A text has no position of the first.
meets-nowhere = another board throughout

# Where a text that begins otherwise joins the first.
# $own number, $lead number
joins-after = after ply { NUMBER($own, useGrouping: "false") } it is where A is after ply { NUMBER($lead, useGrouping: "false") }

# Head of a difference: others have more after this ply.
# $ply number
after-ply = After ply { NUMBER($ply, useGrouping: "false") }

# Head of a difference.
# $ply number
at-ply = Ply { NUMBER($ply, useGrouping: "false") }

# Head of a difference.
# $first number, $last number
at-plies = Plies { NUMBER($first, useGrouping: "false") } to { NUMBER($last, useGrouping: "false") }

# A text ends before the first does.
stops-here = stops here

# A text goes on where the first ends.
goes-on = goes on

# At which plies of a stretch the moves are not the same.
# $plies
differs-at = other moves at ply { $plies }

# Which plies of the first a text has not, all else being equal.
# $plies
lacks-plies = drops ply { $plies }

# Heading: the texts and the records that have them.
head-texts = Texts

# Heading: all moves side by side.
head-synopsis = All moves

# Heading: where texts differ.
head-differences = Where they differ

# Below the answer: more texts than are laid side by side.
# $texts number
texts-left-out =
    { $texts ->
        [one] { $texts } more text
       *[other] { $texts } more texts
    } { $texts ->
        [one] is
       *[other] are
    } not laid beside them

# The boards are equal again after this ply of the first.
# $ply number
returns-after = the same board again after ply { NUMBER($ply, useGrouping: "false") }

# Column: a tag of records.
head-tag = Tag

# Column: its value.
head-value = Value

# Column: which texts and records.
head-sigla = In

# Corner of the table of agreement.
head-agreement = Agreement

# Below the answer.
# $texts number, $entries number
texts-collated =
    { $texts ->
        [one] { $texts } text
       *[other] { $texts } texts
    }, which { $texts ->
        [one] differs
       *[other] differ
    } in { $entries ->
        [one] { $entries } place
       *[other] { $entries } places
    }

## `audit`: what comes back in a game, who attacks whom with it, and what the rule books say.

# Head of a stretch of repetition.
# $from number, $to number, $until number, $times number
audit-stretch =
    plies { $from } to { $to }: a position comes for the third time; it goes on to ply { $until }, { $times ->
        [one] { $times } time
       *[other] { $times } times
    } in all

# What comes back in a game in few words; what each side does follows behind.
# $from number, $until number, $times number
repeated =
    plies { $from } to { $until }, a position { $times ->
        [one] { $times } time
       *[other] { $times } times
    }

# Effect of a move: it gives check.
audit-checks = check

# Effect of a move: a chase. `why` is one of the reasons below.
# $attacker, $victim, $why
audit-chases = { $attacker } chases { $victim }: { $why }

# Effect of a move: a threat that stood before it.
# $attacker, $victim
audit-still-attacks = { $attacker } attacks { $victim } as before

# Effect of a move: an attack that is no chase. `why` is one of the reasons below.
# $attacker, $victim, $why
audit-attacks = { $attacker } attacks { $victim }, no chase: { $why }

# Why an attack is a chase.
word-threat-unprotected = unprotected

# Why an attack is a chase: the protector on `root` is pinned by the piece on `by`.
# $root, $by
word-threat-false-root = its protector { $root } is pinned by { $by }

# Why an attack is a chase although the rook is protected.
word-threat-rook-by-lesser = a rook attacked by a horse or cannon, protected or not

# After the reason: how the attack comes about.
# $why
word-novelty-opened = { $why } (the move opens the line)

# After the reason: how the attack comes about.
# $why
word-novelty-mounted = { $why } (the move gives the cannon its mount)

# After the reason: the attacker was pinned by the piece on `by`.
# $why, $by
word-novelty-freed = { $why } (no longer pinned by { $by })

# After the reason: the piece on `by` was the root.
# $why, $by
word-novelty-root-taken = { $why } (the move takes its root { $by } away)

# After the reason: the attacked piece could take first.
# $why
word-novelty-reply-taken = { $why } (it can no longer take its attacker)

# Why an attack is no chase.
word-harmless-by-king-or-pawn = kings and pawns may

# Why an attack is no chase.
word-harmless-pawn-at-home = a pawn that has not crossed the river

# Why an attack is no chase.
# $by
word-harmless-pinned = the attacker is pinned by { $by }

# Why an attack is no chase.
word-harmless-exchange = an offer to exchange

# Why an attack is no chase.
# $by
word-harmless-protected = protected by { $by }

# All moves of a side check.
word-class-check = perpetual check

# All moves of a side chase one piece.
# $victims
word-class-chase = perpetual chase of { $victims }

# Anything else.
word-class-idle = no perpetual check or chase

# Ruling of a rule book.
word-ruling-red-loses = Red must change or loses

# Ruling of a rule book.
word-ruling-black-loses = Black must change or loses

# Ruling of a rule book.
word-ruling-draw = draw

# Ruling of a rule book.
word-ruling-not-judged = not judged

# Ruling of a rule book: the position has not come often enough.
# $ruling
audit-not-yet = not yet; then: { $ruling }

# Under the rulings: judges differ about a check that attacks, too.
word-dispute-check-that-attacks = disputed: some count a check that also attacks as a chase

# Under the rulings: judges differ about roots taken away.
word-dispute-taken-root = disputed: some do not count an attack when only the root was taken away

# Under the rulings: judges differ about a second attack on a piece that stays.
word-dispute-standing-threat = disputed: some do not count a new attack on a piece that was under attack already

# Under the rulings: the game ends in the stretch.
# $result
audit-ends = the game ends here, recorded as { $result }

# The game ends here; the result of the record is not that of the rule book.
# $rules, $result
audit-ends-otherwise = the game ends here, recorded as { $result }: not as the rule book { $rules } has it

# Found in a record: its result is not that of the final position.
# $recorded, $board
audit-against-board = recorded as { $recorded }, but the final position is mate or stalemate: { $board }

# Found in a record: two results.
# $recorded, $terminator
audit-against-terminator = recorded as { $recorded }, but { $terminator } behind the moves

# Found in a record: a move that cannot be played.
# $ply number, $token, $reason
audit-illegal = ply { $ply }, `{ $token }`, cannot be played: { $reason }

# Found in a record: it cannot be read.
# $token, $reason
audit-unreadable = `{ $token }` cannot be read: { $reason }

# Found in a record: something is said against its date.
# $doubt
audit-date = date in doubt: { $doubt }

# Found between records: different events on one day.
# $player, $date
audit-two-places = { $player } played at different events on { $date }:

# Found between records: a career of more than eighty years.
# $player, $years
audit-long-career = { $player } played for more than eighty years, { $years }:

# Below all findings.
# $records number, $others number
audit-found =
    { $records ->
        [one] { $records } record
       *[other] { $records } records
    } with findings; { $others ->
        [one] { $others } contradiction
       *[other] { $others } contradictions
    } between records

# Below everything.
# $records number, $found number, $differing number, $rules
audit-summary =
    { $records ->
        [one] { $records } record
       *[other] { $records } records
    } read, { $found } with repetition, { $differing } of which { $differing ->
        [one] ends
       *[other] end
    } otherwise than the rule book { $rules } has it

# Behind a kind of finding of an audit: what to do next.
audit-decide = `xqdb decisions set` keeps what is right

# Kinds of what an audit finds, behind their number.
word-audit-result-against-board = results that the final position contradicts
word-audit-result-against-terminator = results other than the one behind the moves
word-audit-self-check = moves that leave the own king in check
word-audit-king-taken = moves that take a king
word-audit-illegal-move = moves that cannot be played
word-audit-unreadable = records that cannot be read
word-audit-date-in-doubt = dates in doubt
word-audit-witnesses-disagree = fields that records of one game disagree about
word-audit-two-places = players at two events on one day
word-audit-long-career = careers of more than eighty years

"""A database: questions, imports, exports."""

from __future__ import annotations

import builtins
import contextlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple, Optional, Union, cast, overload

from . import _native
from ._answers import SHOWN, Fields, Rows, Table, described, html_table, rows_of
from ._errors import Error
from ._records import StrPath

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._filters import ExploreFilters, Filters, LifeFilters, PlayerFilters, SearchFilters

TOGETHER = 256
"""Number of games of a list that are read together."""


class Game(Fields):
    """A game: the fields of ``xqdb show --format json``, or in a list those of ``xqdb search
    --format jsonl``: ``key``, ``kind``, ``red``, ``black``, ``event``, ``date``, ``result``,
    ``start``, ``moves``, ``date_from``, ``date_to``, ``date_because``, ``played`` and more."""

    __slots__ = ()

    def position(self, ply: Optional[int] = None) -> _native.Position:
        """The position after this number of plies; at the end without a number."""
        return _native.Position(self["start"], " ".join(self["moves"][:ply]))

    def _repr_html_(self) -> str:
        names = ("red", "black", "result", "date", "event", "key")
        return self.position().svg() + html_table([self], names)

    def __repr__(self) -> str:
        names = f"{self['red'] or '?'} - {self['black'] or '?'}"
        return f"<Game {self['key']}: {names} {self['result']} {self['date'] or ''}>"


# A `Sequence` would be taken apart row by row by polars, not taken as the table that it is.
class Explored:
    __doc__ = f"""Every move played in a position: a row a move, the commonest first.

    A row has

{described("explore-move")}

    The position itself has as attributes

{described("explore")}
    """

    def __init__(self, answer: bytes) -> None:
        self._answer = answer
        fields: dict[str, Any] = json.loads(answer)
        self.moves: list[dict[str, Any]] = fields.pop("moves")
        self._fields = fields

    def __getattr__(self, field: str) -> Any:
        try:
            return self.__dict__["_fields"][field]
        except KeyError:
            raise AttributeError(f"the explorer has no {field!r}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._fields]

    @overload
    def __getitem__(self, place: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, place: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, place: Union[int, slice]) -> Any:
        return self.moves[place]

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.moves)

    def to_dict(self) -> dict[str, Any]:
        """The object of ``xqdb explore --format json``."""
        return {**self._fields, "moves": self.moves}

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return _native.explored(self._answer).__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        names = ("san", "games", "red", "draws", "black", "percent", "firstYear", "lastYear")
        return _native.Position(self.fen).svg() + html_table(self.moves, names)

    def __repr__(self) -> str:
        return f"<Explored {self.fen}: {self.games} games, {len(self)} moves>"


# No `Sequence` either.
class Games:
    """Games in an order. They are read when somebody looks at them, as objects or as the table
    ``games`` of ``docs/parquet.md``: ``polars.DataFrame(games)``."""

    def __init__(self, found: _native.Found, columns: Optional[Iterable[str]] = None) -> None:
        self._found = found
        self._columns = None if columns is None else list(columns)
        if columns is not None:
            found.games(self._columns)  # A missing column fails at once.

    @overload
    def __getitem__(self, place: int) -> Game: ...
    @overload
    def __getitem__(self, place: slice) -> list[Game]: ...
    def __getitem__(self, place: Union[int, slice]) -> Union[Game, list[Game]]:
        places = range(len(self))[place]
        if isinstance(places, int):
            return Game(self._found.lines(places, places + 1)[0])
        if places.step == 1:
            lines = self._found.lines(places.start, max(places.start, places.stop))
            return [Game(line) for line in lines]
        return [self[one] for one in places]

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Game]:
        for start in range(0, len(self), TOGETHER):
            yield from map(Game, self._found.lines(start, start + TOGETHER))

    def positions(
        self, *, variations: bool = False, columns: Optional[Iterable[str]] = None
    ) -> Table:
        """The table ``positions`` of these games: a row for every position of each. Of ``columns``
        only these are made, which is faster; ``fen`` and ``board`` only if they are named."""
        wanted = None if columns is None else list(columns)
        self._found.positions(variations, wanted)  # A missing column fails at once.
        return Table(lambda: self._found.positions(variations, wanted))

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self._found.games(self._columns).__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        names = ("date", "red", "black", "result", "event", "key")
        return html_table(self[:SHOWN], names, len(self))

    @property
    def mirrored(self) -> int:
        """Number of games that have the mirror image of the position only."""
        return self._found.mirrored

    @property
    def copies(self) -> int:
        """Number of copies of the games, which do not count."""
        return self._found.copies

    @property
    def undated(self) -> int:
        """Number of games that would fit, had they a date."""
        return self._found.undated

    def __repr__(self) -> str:
        return f"<Games: {len(self)}>"


class Player(Fields):
    __doc__ = f"""A player, or two players against each other: the fields of ``xqdb player --format
    json``.

{described("player-page")}
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        score = ("games", "won", "draws", "lost", "percent")
        return html_table(self["sides"], ("side", *score)) + html_table(
            self["opponents"], ("name", *score)
        )

    def __repr__(self) -> str:
        against = f" - {self['against']}" if self["against"] else ""
        return f"<Player {self['name']}{against}: {self['sides'][0]['games']} games>"


class Event(Fields):
    __doc__ = f"""A tournament: the fields of ``xqdb event --format json``.

{described("tournament")}
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        names = ("place", "player", "team", "games", "won", "draws", "lost", "points")
        return html_table(self["standings"], names)

    def __repr__(self) -> str:
        return f"<Event {self['name']}>"


class Progress(NamedTuple):
    """How far an import is."""

    files: int
    """Files and members of archives."""
    records: int
    """Records found in them."""
    bytes: int
    """Bytes read."""


class ImportReport(Fields):
    """What an import did, in numbers: ``files``, ``records``, ``games`` (new ones), ``witnesses``
    (records of games already known), ``positions``, ``headings``, ``set_aside``, ``partial``,
    ``damaged``, ``known``, ``unrecognised``, ``passed_over``, ``damage``, ``deleted``,
    ``replaced``, ``unreadable`` (a list), and ``whole``: nothing was set aside or read only in
    part. Of other databases that were merged: ``archives``, ``decisions`` that came with them,
    ``contradictions`` (a list of pairs: theirs, which was left out, and the one here), and
    ``beside`` (contents at whose place another one lies here)."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<ImportReport: {self['records']} records, {self['games']} new games>"


class Exported(NamedTuple):
    """The outcome of an export."""

    written: int
    """Games."""
    damaged: int
    """Games among them that end before their records do, or whose variations do; all are marked."""
    refused: list[str]
    """Why the format cannot hold a game, for each that is left out."""
    losses: dict[str, int]
    """Losses for which the format has no place, and the number of games that have each."""


class Database:
    """A database of xqdb. It shows the moment at which it was first asked; importing through it
    moves it on, and so does :meth:`refresh`."""

    def __init__(self, path: StrPath, *, create: bool = False, as_stated: bool = False) -> None:
        self.path = os.path.expanduser(os.fspath(path))
        self._as_stated = as_stated
        self._archive: Optional[_native.Archive] = None
        if not create:
            self._asked()

    def _asked(self) -> _native.Archive:
        if self._archive is None:
            self._archive = _native.Archive(self.path, self._as_stated)
        return self._archive

    def refresh(self) -> None:
        """Moves on to the records that others wrote meanwhile. Earlier lists can be read no more."""
        if self._archive is not None:
            self._archive.close()
            self._archive = None

    close = refresh

    def __enter__(self) -> Database:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def explore(
        self,
        *,
        fen: Union[str, _native.Position, None] = None,
        moves: Optional[str] = None,
        engine_books: Iterable[StrPath] = (),
        **filters: Unpack[ExploreFilters],
    ) -> Explored:
        """Every move played in a position, with its score. Mirror images count unless
        ``mirror="exact"`` is said; ``notation`` is that of ``san``, ``latest`` the number of latest
        games that a move names. ``engine_books`` are files of opening books of engines, whose moves
        stand beside those of the games. The filters are those of :meth:`search`."""
        asked = _asked(fen=fen, moves=moves, **filters)
        return Explored(self._asked().explore(asked, [os.fspath(it) for it in engine_books]))

    def search(
        self,
        where: Optional[str] = None,
        *,
        columns: Optional[Iterable[str]] = None,
        limit: Optional[int] = None,
        **filters: Unpack[SearchFilters],
    ) -> Games:
        """The games that fit all that is said; ``where`` is a question in the query language. The
        first ``limit`` of them, where that is given; as a table they have only these ``columns``.

        ``fen``, ``moves``, ``mirror``, ``contains``, ``in_order``, ``player``, ``red``, ``black``,
        ``names``, ``event``, ``site``, ``opening``, ``since``, ``until``, ``result``, ``kind``,
        ``source``, ``min_plies``, ``max_plies``, ``title``, ``chapter``, ``text``, ``variations``,
        ``played``, ``unit`` and ``sort`` are the options of ``xqdb search``. ``player``, ``opening`` and
        ``kind`` can be lists."""
        return Games(self._asked().search(_asked(where=where, **filters), limit), columns)

    def games(
        self, *, columns: Optional[Iterable[str]] = None, limit: Optional[int] = None
    ) -> Games:
        """Every game, copies included, by key."""
        return self.search(unit="lines", sort="key", columns=columns, limit=limit)

    def sql(self, script: str) -> Rows:
        """The rows of a question in SQL, with the views of ``docs/plain-sql.md`` and the functions
        of ``docs/sql.md``; of several statements, those of the last that has any. It sees the
        database as it is now, and changes nothing."""
        found = self._asked().sql(script)
        return Rows(found.dicts(), found.table)

    @rows_of("stats")
    def stats(self, *, unit: Literal["games", "lines", "witnesses"] = "games") -> dict[str, Any]:
        """What the database holds, with"""
        held: dict[str, Any] = json.loads(self._asked().stats(_asked(unit=unit)))
        return held

    @rows_of("opening")
    def openings(self, **filters: Unpack[Filters]) -> Rows:
        """The games that fit by opening, the commonest first: rows with"""
        return Rows.answered("opening", self._asked().openings(_asked(**filters)))

    @rows_of("period")
    def life(self, **filters: Unpack[LifeFilters]) -> Rows:
        """How often the games that fit were played from year to year, or ``per="decade"``, and with
        what success: rows with"""
        return Rows.answered("period", self._asked().life(_asked(**filters)))

    @rows_of("rating")
    def ratings(
        self,
        *,
        min_games: int = 10,
        year: Optional[int] = None,
        all: bool = False,
        **filters: Unpack[Filters],
    ) -> Rows:
        """How strong players were, from results alone: the active ones, or ``all``, or those of a
        ``year``, of at least ``min_games`` games. Rows with"""
        rows = self._asked().ratings(_asked(**filters), min_games, year, all)
        return Rows.answered("rating", rows)

    def player(
        self,
        name: str,
        *,
        against: Optional[str] = None,
        limit: int = 10,
        **filters: Unpack[PlayerFilters],
    ) -> Player:
        """The games of a player by side, opening, opponent, year and event, with strengths, new
        moves and notable wins; or all games of two players ``against`` each other. Openings of each
        side, opponents, events and new moves have at most ``limit`` rows. ``name`` may be a part
        of a name: of several persons, the one of the most games is meant.

        Raises ``KeyError`` when nobody has such games."""
        line = self._asked().player(_asked(**filters), name, against, limit)
        if line is None:
            raise KeyError(name)
        return Player(line)

    def event(self, name: str) -> Event:
        """The tournament of a series and an edition, such as ``五羊杯@24`` or ``五羊杯@2004``.

        Raises ``KeyError`` when there is none, and :class:`Error` when several may be meant."""
        names, line = self._asked().event(name)
        if line is not None:
            return Event(line)
        if not names:
            raise KeyError(name)
        raise Error(f"{name} may be {', '.join(names)}")

    def positions(
        self,
        *,
        columns: Optional[Iterable[str]] = None,
        **filters: Unpack[SearchFilters],
    ) -> Table:
        """The table ``positions`` of the games that fit, copies included: a row for every position
        of each, those of ``variations``, too, if they are asked for. ``key`` is that of
        :attr:`Position.key`. Of ``columns`` only these are made, which is faster; ``fen`` and
        ``board`` (90 numbers of 8 bits, Red's positive) are made only if they are named."""
        variations = filters.pop("variations", False)
        asked = cast("SearchFilters", {"unit": "lines", "sort": "key", **filters})
        return self.search(**asked).positions(variations=variations, columns=columns)

    def records(self, **filters: Unpack[SearchFilters]) -> Table:
        """The table ``records``: every record of every file with what it says, or the witnesses of
        the games that fit."""
        archive = self._asked()
        games = archive.search(_asked(**{"unit": "lines", **filters})) if filters else None
        return Table(lambda: archive.records(games))

    def game(self, key: str) -> Game:
        """The game of a key, or of the beginning of one.

        Raises ``KeyError`` when there is none, and :class:`Error` when there are several."""
        keys, line = self._asked().game(key)
        if not keys:
            raise KeyError(key)
        if line is None:
            raise Error(f"{key} is the beginning of several keys: {' '.join(keys)}")
        return Game(line)

    def report(self, path: Optional[str] = None) -> list[dict[str, Any]]:
        """Everything that was set aside, broken off, repaired, interpreted, doubted or stated
        differently: the lines of ``xqdb report --format jsonl``. ``path`` is part of a place."""
        return [json.loads(line) for line in self._asked().report(path)]

    def import_paths(
        self,
        paths: Union[StrPath, Iterable[StrPath]],
        *,
        progress: Optional[Callable[[Progress], object]] = None,
        reread: bool = False,
        memory: int = 1 << 30,
        encoding: Optional[str] = None,
        notation: str = "auto",
        threads: Optional[int] = None,
    ) -> ImportReport:
        """Imports files, folders and archives. Known contents are not read again unless
        ``reread`` is said.

        ``progress`` is called some times a second; an exception that it raises ends the import, as
        Ctrl-C does. Committed records stay, and the same call goes on from there."""
        named = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
        for one in named:
            if not Path(one).expanduser().exists():
                raise FileNotFoundError(os.fspath(one))
        self.refresh()
        tell = None
        if progress is not None:
            called = progress

            def tell(files: int, records: int, read: int) -> object:
                return called(Progress(files, records, read))

        return ImportReport(
            _native.import_paths(
                self.path,
                [os.path.expanduser(os.fspath(one)) for one in named],
                progress=tell,
                reread=reread,
                memory=memory,
                encoding=encoding,
                notation=notation,
                threads=threads,
            )
        )

    def export(
        self,
        *,
        to: str,
        path: StrPath,
        notation: str = "chinese",
        encoding_out: Optional[str] = None,
        full: bool = False,
        safe_csv: bool = False,
        force: bool = False,
        **filters: Unpack[SearchFilters],
    ) -> Exported:
        """Writes the games that fit, copies included, in a format of ``xqdb formats``: into one
        file, or into a folder with a file a game where ``path`` is a folder or the format holds one
        game a file. Files that are there are not overwritten unless ``force`` is said.

        ``to="parquet"`` writes the tables ``games``, ``positions`` and ``records`` into a folder of
        their own; see ``docs/parquet.md``."""
        games = self._asked().search(_asked(**{"unit": "lines", **filters}))
        if to == "parquet":
            folder = os.path.expanduser(os.fspath(path))
            written, _, _ = games.write_parquet(folder, force, "unit" not in filters)
            return Exported(written, 0, [], {})
        export = _native.Export(
            games, to, notation=notation, charset=encoding_out, full=full, safe_csv=safe_csv
        )
        target = Path(path).expanduser()
        if export.holds_many and not target.is_dir():
            return _write_file(export, target, force)
        return _write_folder(export, target, force)

    def __repr__(self) -> str:
        return f"Database({self.path!r})"


def open(path: StrPath, *, create: bool = False, as_stated: bool = False) -> Database:
    """Opens a database. With ``create`` there need be none yet: the first import makes it. With
    ``as_stated`` only values count that records state themselves.

    >>> import tempfile, xiangqidb as xq
    >>> from pathlib import Path
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.pgn").write_text("1. 炮二平五 马8进7 1-0\\n\\n1. 炮二平五 炮8平5 0-1\\n")
    >>> db = xq.open(folder / "games.db", create=True)
    >>> db.import_paths([folder / "a.pgn"])
    <ImportReport: 2 records, 2 new games>
    >>> [(move["san"], move["games"], move["red"]) for move in db.explore()]
    [('炮二平五', 2, 1)]
    >>> [game.result for game in db.search(moves="炮二平五 马8进7")]
    ['1-0']
    """
    return Database(path, create=create, as_stated=as_stated)


def _asked(**asked: Any) -> list[tuple[str, str]]:
    """A question as names and values, as the library takes them."""
    values: list[tuple[str, str]] = []
    for name, value in asked.items():
        if isinstance(value, (list, tuple, set, frozenset)):
            values.extend((name, _text(one)) for one in value)
        elif value is not None:
            values.append((name, _text(value)))
    return values


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, _native.Position):
        return value.fen()
    return str(value)


class _Tally:
    """Counts the games that are written."""

    def __init__(self) -> None:
        self.written = self.damaged = 0
        self.refused: list[str] = []
        self.losses: dict[str, int] = {}

    def add(self, data: Optional[bytes], losses: list[str], damaged: bool) -> bool:
        self.damaged += damaged
        if data is None:
            self.refused.extend(losses)
            return False
        self.written += 1
        for loss in losses:
            self.losses[loss] = self.losses.get(loss, 0) + 1
        return True

    def done(self) -> Exported:
        return Exported(self.written, self.damaged, self.refused, self.losses)


def _write_file(export: _native.Export, path: Path, force: bool) -> Exported:
    tally = _Tally()
    with _whole(path, force) as file:
        file.write(export.head)
        for _, data, losses, damaged in export:
            if tally.add(data, losses, damaged) and data is not None:
                file.write(data)
    return tally.done()


def _write_folder(export: _native.Export, folder: Path, force: bool) -> Exported:
    tally = _Tally()
    folder.mkdir(parents=True, exist_ok=True)
    for name, data, losses, damaged in export:
        if tally.add(data, losses, damaged) and data is not None:
            with _whole(folder / name, force) as file:
                file.write(export.head)
                file.write(data)
    return tally.done()


@contextlib.contextmanager
def _whole(path: Path, force: bool) -> Iterator[IO[bytes]]:
    """A file that has its name only when all of it is written."""
    if path.exists() and not force:
        raise FileExistsError(os.fspath(path))
    part = path.with_name(path.name + ".part")
    try:
        with builtins.open(part, "wb") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)

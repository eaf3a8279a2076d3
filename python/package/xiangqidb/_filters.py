"""Filters of questions, by name. Made of ``src/search/parameters.tsv`` by ``tests/test_filters.py``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypedDict, Union

from ._native import Position


class Filters(TypedDict, total=False):
    """Filters of games."""

    player: Union[str, Iterable[str]]
    """A player on either side; each that is named plays."""

    red: str
    """The player who has Red."""

    black: str
    """The player who has Black."""

    names: Literal["exact", "script", "pinyin", "auto"]
    """How names are compared."""

    event: str
    """Part of the name of the event, or a series and an edition such as `五羊杯@24` or `五羊杯@2004`."""

    opening: Union[str, Iterable[str]]
    """Beginning of a code, range of codes or part of a name; any of them."""

    since: Union[str, int]
    """Not before this date."""

    until: Union[str, int]
    """Not after this date."""

    result: str
    """1-0, 0-1, 1/2-1/2 or *."""

    kind: Union[str, Iterable[str]]
    """Kinds of records, or `all`."""

    played: Union[str, Iterable[str]]
    """How it was played: `board`, `online`, `program`, `unknown`, or `all`."""

    source: str
    """Part of the path of a file."""

    min_plies: int
    """At least this long."""

    max_plies: int
    """At most this long."""

    site: str
    """Part of the name of the place."""

    title: str
    """Part of the title."""

    chapter: str
    """Part of the path of book and chapters, folders of files included."""

    text: str
    """Words in comments or titles."""

    variations: bool
    """Variations count, too."""

    unit: Literal["games", "lines", "witnesses"]
    """What counts: games, not their copies, or lines, or records; without: games, as stated lines."""


class ExploreFilters(Filters, total=False):
    """How :meth:`Database.explore` looks at a position."""

    mirror: Literal["exact", "any"]
    """Whether mirror images count."""

    notation: str
    """Notation of the moves in the answer; `chinese` without."""

    latest: int
    """How many of its latest games a move names."""


class LifeFilters(Filters, total=False):
    """Filters and periods of :meth:`Database.life`."""

    fen: Union[str, Position]
    """The position from which `moves` are played; the standard start without."""

    moves: str
    """Moves in any notation."""

    mirror: Literal["exact", "any"]
    """Whether mirror images count."""

    per: Literal["year", "decade"]
    """What is counted."""


class PlayerFilters(Filters, total=False):
    """Filters and notation of :meth:`Database.player`."""

    notation: str
    """Notation of the moves in the answer; `chinese` without."""


class SearchFilters(Filters, total=False):
    """Filters and order of :meth:`Database.search`."""

    fen: Union[str, Position]
    """The position from which `moves` are played; the standard start without."""

    moves: str
    """Moves in any notation."""

    mirror: Literal["exact", "any"]
    """Whether mirror images count."""

    contains: Union[str, Iterable[str]]
    """A partial board: rows of a FEN in which `?` is anything."""

    in_order: bool
    """The games begin with `moves`, literally."""

    sort: Literal["date", "newest", "key", "plies", "red", "black", "result", "opening", "event", "title"]
    """The order of games; names by their sound."""

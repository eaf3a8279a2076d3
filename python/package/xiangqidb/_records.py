"""Files read record by record, without a database."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Optional, Union

from . import _native
from ._answers import Fields
from ._errors import Error

StrPath = Union[str, "os.PathLike[str]"]


class Record(Fields):
    """One record of a file: the fields of ``xqdb convert --to jsonl``.

    ``path``, ``member`` (inside an archive), ``record`` (1-based), ``byte_offset``, ``format``,
    ``encoding``, ``status`` (``ok``, ``partial``, ``empty``, ``rejected``), ``error``, ``start``
    (FEN, ``None`` for the standard start), ``moves``, ``result``, ``tags``, ``nodes``, ``ecco``,
    ``warnings``; where they say something ``from_file_name``, ``derived`` and ``doubt``; with
    ``full`` also ``comment``, ``tree`` and ``damaged``.
    """

    __slots__ = ()

    def position(self, ply: Optional[int] = None) -> _native.Position:
        """The position after this number of plies; at the end without a number."""
        moves = self["moves"][:ply]
        return _native.Position(self["start"], " ".join(moves))

    def check(self) -> None:
        """Raises an :class:`Error` unless the record could be read to its end."""
        error = self["error"]
        if error is not None:
            raise Error(
                error["reason"],
                path=_place(self["path"], self["member"]),
                byte=error["byte_offset"],
                ply=error["ply"] or None,
            )

    def __repr__(self) -> str:
        where = _place(self["path"], self["member"])
        return f"<Record {self['record']} of {where}: {len(self['moves'])} plies>"


class Unread(NamedTuple):
    """Something that was not read, and belongs to no record."""

    path: str
    """The file."""
    member: Optional[str]
    """The path inside an archive."""
    byte: Optional[int]
    """Where it begins, 0-based; ``None`` is the whole file."""
    reason: str
    """Why."""


class Reader(Iterator[Record]):
    """Records in the order of the files. Files are read a little ahead, on all cores."""

    def __init__(self, reader: _native.Reader, *, strict: bool) -> None:
        self._reader = reader
        self._strict = strict

    def __iter__(self) -> Reader:
        return self

    def __next__(self) -> Record:
        try:
            record = Record(next(self._reader))
        except StopIteration:
            self._check()
            raise
        if self._strict:
            self._check()
            record.check()
        return record

    def _check(self) -> None:
        if self._strict and self._reader.unread:
            unread = Unread(*self._reader.unread[0])
            where = _place(unread.path, unread.member)
            raise Error(unread.reason, path=where, byte=unread.byte)

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        """The records that were not taken yet as a table: the fields of a record, ``moves`` as one
        text, and lists and objects as JSON."""
        return self._reader.table().__arrow_c_stream__(requested_schema)

    @property
    def unread(self) -> list[Unread]:
        """Everything that was not read so far and belongs to no record: files that could not be opened,
        members of no known format, damage between records."""
        return [Unread(*unread) for unread in self._reader.unread]


def read(
    path: Union[StrPath, Iterable[StrPath]],
    *,
    strict: bool = False,
    full: bool = False,
    encoding: Optional[str] = None,
    notation: str = "auto",
    as_stated: bool = False,
) -> Reader:
    """Reads every record of a file, a folder or an archive, or of several.

    Nothing is guessed and nothing is left out: what could be read of a damaged record is there, and
    ``error`` says why it ends. With ``strict`` the first one is raised as an :class:`Error` with
    file, byte and ply. A file that is named and cannot be read is an :class:`Error` in any case,
    after the records of the others; what is not read inside of folders and archives stands in
    :attr:`Reader.unread`. ``full`` adds variations and comments. ``encoding`` and ``notation`` are
    found out unless they are said.

    >>> import tempfile, xiangqidb as xq
    >>> file = tempfile.NamedTemporaryFile(suffix=".pgn", delete=False)
    >>> _ = file.write("[Red \\"胡荣华\\"]\\n\\n1. 炮二平五 马8进7 1-0\\n".encode("gbk"))
    >>> file.close()
    >>> [record] = xq.read(file.name)
    >>> record.tags["Red"], record.encoding, record.moves, record.result
    ('胡荣华', 'gb18030', ['h2e2', 'h9g7'], '1-0')
    """
    paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    reader = _native.Reader(
        [os.path.expanduser(os.fspath(one)) for one in paths],
        full=full,
        encoding=encoding,
        notation=notation,
        as_stated=as_stated,
    )
    return Reader(reader, strict=strict)


def _place(path: str, member: Optional[Any]) -> str:
    return path if member is None else f"{path}!{member}"

"""Answers of the library: objects that are read from lines of JSON, and tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Optional, TypeVar, Union, overload

from . import _native


SHOWN = 20
"""Number of rows that a notebook shows."""


def described(answer: str) -> str:
    """The fields of an answer of the library, a line each, for a docstring."""
    fields = _native.described(answer)
    return "\n".join(f"    * ``{name}``: {sentence}" for name, sentence in fields)


Method = TypeVar("Method", bound=Callable[..., Any])


def rows_of(answer: str) -> Callable[[Method], Method]:
    """Adds the fields of an answer to the docstring of a method that returns rows of them."""

    def add(method: Method) -> Method:
        method.__doc__ = f"{method.__doc__}\n\n{described(answer)}"
        return method

    return add


def html_table(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str], all_rows: Optional[int] = None
) -> str:
    """Some fields of some rows as a table of HTML, and how many rows there are in all."""

    def cells(tag: str, values: Sequence[Any]) -> str:
        texts = ("" if value is None else escape(str(value)) for value in values)
        return "<tr>" + "".join(f"<{tag}>{text}</{tag}>" for text in texts) + "</tr>"

    lines = [cells("td", [row.get(name) for name in names]) for row in rows]
    table = f"<table>{cells('th', names)}{''.join(lines)}</table>"
    is_cut = all_rows is not None and all_rows > len(rows)
    return table + (f"<p>… {all_rows}</p>" if is_cut else "")


class Fields(Mapping[str, Any]):
    """A line of JSON, read when somebody looks at it. Fields are attributes, too."""

    __slots__ = ("_fields", "_line")

    def __init__(self, line: bytes) -> None:
        self._line = line
        self._fields: Optional[dict[str, Any]] = None

    @property
    def json(self) -> str:
        """The object as the library wrote it, on one line."""
        return self._line.decode().rstrip("\n")

    def to_dict(self) -> dict[str, Any]:
        """The fields, in their order."""
        fields: Optional[dict[str, Any]] = self._fields
        if fields is None:
            self._fields = fields = _native.fields(self._line)
        assert fields is not None
        return fields

    def __getitem__(self, field: str) -> Any:
        return self.to_dict()[field]

    def __getattr__(self, field: str) -> Any:
        if field.startswith("_"):
            raise AttributeError(field)
        try:
            return self.to_dict()[field]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no field {field!r}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.to_dict()]

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_dict())

    def __len__(self) -> int:
        return len(self.to_dict())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._line,)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Fields):
            return self._line == other._line
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._line)


class Table:
    """A table that is read when somebody takes it, batch by batch: ``polars.DataFrame(table)``,
    ``pyarrow.table(table)``, ``duckdb.from_arrow(table)``, ``pandas.DataFrame.from_arrow(table)``.
    It can be taken as often as one likes. Its columns stand in ``docs/parquet.md``."""

    def __init__(self, stream: Callable[[], _native._Stream]) -> None:
        self._stream = stream

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self._stream().__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._stream().__arrow_c_schema__()

    def _repr_html_(self) -> Optional[str]:
        """The first rows, where PyArrow is installed."""
        try:
            import pyarrow
        except ImportError:
            return None
        reader = pyarrow.RecordBatchReader.from_stream(self)
        some = (batch.slice(0, SHOWN).to_pylist() for batch in reader if len(batch))
        rows: list[dict[str, Any]] = next(some, [])
        return html_table(rows, reader.schema.names)


# A `Sequence` would be taken apart row by row by polars, not taken as the table that it is.
class Rows:
    """Rows in their order, as dictionaries, and as a table: ``polars.DataFrame(rows)``,
    ``pandas.DataFrame(rows)``, ``pyarrow.table(rows)``."""

    def __init__(self, rows: list[dict[str, Any]], stream: Callable[[], _native._Stream]) -> None:
        self._rows = rows
        self._stream = stream

    @classmethod
    def answered(cls, answer: str, rows: bytes) -> Rows:
        """Rows of a described answer, from a list of JSON."""
        return cls(json.loads(rows), lambda: _native.answered(answer, rows))

    @overload
    def __getitem__(self, place: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, place: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, place: Union[int, slice]) -> Any:
        return self._rows[place]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._rows)

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self._stream().__arrow_c_stream__(requested_schema)

    def _repr_html_(self) -> str:
        return html_table(self[:SHOWN], list(self._rows[0]) if self._rows else [], len(self))

    def __repr__(self) -> str:
        return f"<Rows: {len(self)}>"

"""Tables in Arrow's C stream interface, which libraries of data frames take as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Optional

from . import _native


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

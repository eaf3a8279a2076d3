"""Objects that the library tells as JSON, with the fields of the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Optional

from . import _native


class Told(Mapping[str, Any]):
    """A line of JSON, read when somebody looks at it. Fields are attributes, too."""

    __slots__ = ("_fields", "_line")

    def __init__(self, line: bytes) -> None:
        self._line = line
        self._fields: Optional[dict[str, Any]] = None

    @property
    def json(self) -> str:
        """The object as it was told, on one line."""
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

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_dict())

    def __len__(self) -> int:
        return len(self.to_dict())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._line,)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Told):
            return self._line == other._line
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._line)

"""The exception of the package, and the place where something is wrong."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """Something could not be read, asked or written.

    Known parts of the place stand beside the message; the others are ``None``.

    >>> import xiangqidb as xq
    >>> try:
    ...     xq.Position(moves="炮二平五 马8进9 炮五进九")
    ... except xq.Error as error:
    ...     error.ply
    3
    """

    path: Optional[str]
    """The file."""
    byte: Optional[int]
    """The byte in the file, 0-based."""
    ply: Optional[int]
    """The ply, 1-based."""
    argument: Optional[str]
    """The argument that is not understood."""

    def __init__(
        self,
        message: str,
        *,
        path: Optional[str] = None,
        byte: Optional[int] = None,
        ply: Optional[int] = None,
        argument: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.path = path
        self.byte = byte
        self.ply = ply
        self.argument = argument

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.args, self.__dict__

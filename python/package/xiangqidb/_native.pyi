from collections.abc import Callable, Iterator
from typing import Any, Optional, final

__all__ = [
    "BUCKET_BITS",
    "Archive",
    "Export",
    "Found",
    "ParquetFile",
    "Position",
    "Reader",
    "SqlRows",
    "answered",
    "described",
    "divide",
    "empty",
    "explored",
    "fields",
    "gather",
    "import_paths",
    "pieces",
    "positions_of",
    "replay",
    "settle",
]

BUCKET_BITS: int

class _Stream:
    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object: ...
    def __arrow_c_schema__(self) -> object: ...

def described(answer: str) -> list[tuple[str, str]]:
    """Names and sentences of the fields of a described answer."""
def answered(answer: str, rows: bytes) -> _Stream:
    """Rows of a described answer, which stand in a list of JSON, as a table."""
def explored(answer: bytes) -> _Stream:
    """Rows of an answer of the explorer, as a table."""
def fields(line: bytes) -> dict[str, Any]:
    """Parses a line of JSON into objects of Python."""
def settle(batch: Any, *, named: list[str] = ...) -> tuple[Any, Any]:
    """Decides which games the records of a batch witness, as the database would. The batch has rows of
    the table `records`, including all rows with one `start` and one `moves`. Returns the games, and
    the records with the keys of their games. `named` is ignored: `replay` used it, and `derived`
    holds what folders say."""
def replay(
    batch: Any, to: str = "records", *, variations: bool = False, named: list[str] = ...
) -> Any:
    """Reads every row of a batch, or of each batch of a table, and returns rows of records, games or
    positions.

    Columns of the batch, by name: `path` (text) and `bytes` (binary) are required; `member` (text),
    `offset` (64-bit integer: offset of the bytes in the file), `before` (64-bit integer: number of
    records of the file before them), `whole` (Boolean: the bytes are the whole file), `format` and
    `encoding` (text) are optional. `to` is `records`, `games` or `positions`. Each row is read by
    itself, and no file is opened: other engines run this over their own data. Folders below the
    paths in `named` say something about their games, as in an import of these paths."""
def positions_of(games: Any) -> Any:
    """The positions of the main lines of a batch of games."""
def divide(games: Any) -> Any:
    """The positions of the main lines of a batch of games, as bytes in buckets by the upper 12 bits of
    their keys: a batch with the columns `bucket` and `positions`."""
def gather(positions: list[bytes]) -> _Stream:
    """All positions of a bucket, given by the values of `positions` that `divide` made: a stream of
    batches of the table `positions`, sorted by `key`, `game` and `ply`."""
def pieces(paths: list[str], *, threads: int = 1, named: list[str] = ...) -> _Stream:
    """Files and folders as a stream of batches for `replay`, read by `threads` threads. `named` has
    the meaning that it has in `replay`."""
def empty(table: str) -> Any:
    """Batch with the columns of a table and without rows."""

@final
class ParquetFile:
    """A Parquet file of a table, sorted by some columns. The caller writes its bytes, in order."""
    def __new__(cls, table: str, sorted_by: list[str]) -> ParquetFile: ...
    def write(self, batch: Any) -> bytes:
        """Adds rows. Returns the bytes by which the file has grown."""
    def finish(self) -> bytes:
        """Finishes the file. Returns its last bytes."""

@final
class Position:
    """A position and the moves that led to it.

    Moves are text: `h2e2` is the point a piece leaves (files a to i from Red's left, ranks 0 to 9
    from Red's back rank) and the point it goes to. Wherever a move is taken, any notation will do.

    >>> from xiangqidb import Position, RED
    >>> position = Position()
    >>> len(position.legal_moves)
    44
    >>> position.push("炮二平五")
    'h2e2'
    >>> position.push("H8+7"), position.turn is RED
    ('h9g7', True)
    >>> position.move_stack
    ['h2e2', 'h9g7']
    >>> position.pop()
    'h9g7'"""
    def __new__(
        cls, fen: Optional[str] = None, moves: str = "", *, notation: str = "auto"
    ) -> Position: ...
    def fen(self) -> str:
        """The position as FEN.

        >>> Position().fen()
        'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1'"""
    @property
    def start_fen(self) -> str:
        """The FEN of the position before the first move."""
    @property
    def turn(self) -> bool:
        """The side to move: `xiangqidb.RED` (true) or `xiangqidb.BLACK` (false)."""
    @property
    def legal_moves(self) -> list[str]:
        """The legal moves."""
    @property
    def move_stack(self) -> list[str]:
        """The moves played so far."""
    def push(self, move: str, *, notation: str = "auto") -> str:
        """Plays one move, and returns it in coordinates. Like moves in archives, it may leave its own
        king in check.

        >>> Position().push("兵五进二")
        Traceback (most recent call last):
        ...
        xiangqidb.Error: typed move 1, `兵五进二`: the piece cannot move so"""
    def pop(self) -> str:
        """Takes back the last move, and returns it."""
    def peek(self) -> str:
        """The last move."""
    def is_legal(self, move: str) -> bool:
        """Whether a move is legal: a piece can make it, and its own king is safe after it."""
    def parse(self, moves: str, *, notation: str = "auto") -> list[str]:
        """The moves of a text, in coordinates. Plays nothing.

        >>> Position().parse("C2.5 H8+7")
        ['h2e2', 'h9g7']"""
    def san(self, move: str, *, notation: str = "chinese") -> str:
        """A move of this position in a notation.

        >>> Position().san("h2e2"), Position().san("h2e2", notation="wxf")
        ('炮二平五', 'C2=5')"""
    def line(self, *, notation: str = "chinese") -> str:
        """The moves that were played, in a notation.

        >>> Position(moves="h2e2 h9g7").line()
        '炮二平五 马8进7'"""
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
    def is_stalemate(self) -> bool:
        """Whether the side to move is not in check and has no move; it loses, too."""
    def is_game_over(self) -> bool:
        """Whether the side to move has lost."""
    @property
    def key(self) -> int:
        """The key of the position index: 56 bits, shared by a position and its mirror image.

        >>> Position(moves="h2e2").key == Position(moves="b2e2").key
        True"""
    @property
    def is_mirrored(self) -> bool:
        """Whether the key is that of the mirror image rather than the position's own."""
    def mirror(self) -> Position:
        """The left-right mirror image, without the moves played."""
    def copy(self) -> Position:
        """A copy that is independent of this position."""
    def piece_at(self, square: str) -> Optional[str]:
        """The letter of the piece on a point, as in a FEN, or `None`.

        >>> Position().piece_at("e0"), Position().piece_at("e5")
        ('K', None)"""
    def piece_map(self) -> dict[str, str]:
        """The letters of all pieces by their points."""
    def svg(self, *, letters: str = "chinese", flipped: bool = False) -> str:
        """The position as a picture. `letters` are `chinese`, `simplified`, `latin` or `figures`."""
    def _repr_svg_(self) -> str: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: object) -> Position: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]: ...

@final
class Archive:
    """Database at one moment, until it is closed."""
    def __new__(cls, path: str, as_stated: bool) -> Archive: ...
    def close(self) -> None:
        """Closes the database. Lists of games from it can no longer be read."""
    def explore(self, asked: list[tuple[str, str]], books: list[str]) -> bytes:
        """Answer of the explorer as JSON, with the opening books of engines at these paths."""
    def stats(self, asked: list[tuple[str, str]]) -> bytes:
        """Contents of the archive, as JSON."""
    def openings(self, asked: list[tuple[str, str]]) -> bytes:
        """Rows of the answer `opening`, as JSON."""
    def life(self, asked: list[tuple[str, str]]) -> bytes:
        """Rows of the answer `period`, as JSON."""
    def ratings(
        self, asked: list[tuple[str, str]], min_games: int, year: Optional[int], all: bool
    ) -> bytes:
        """Rows of the answer `rating`, as JSON."""
    def player(
        self, asked: list[tuple[str, str]], who: str, against: Optional[str], limit: int
    ) -> Optional[bytes]:
        """The page of a player as JSON; `None` if nobody has the name."""
    def event(self, name: str) -> tuple[list[str], Optional[bytes]]:
        """The tournament with this name as JSON, or the names of all that may be meant."""
    def sql(self, script: str) -> SqlRows:
        """Rows that statements of SQL give."""
    def search(self, asked: list[tuple[str, str]], limit: Optional[int] = None) -> Found:
        """The games that fit, at most `limit`."""
    def game(self, key: str) -> tuple[list[str], Optional[bytes]]:
        """Keys that begin with `key`, at most 21, and the game as JSON if there is only one."""
    def report(self, path: Optional[str]) -> list[bytes]:
        """Everything that was not read cleanly: one line of JSON for each finding."""
    def records(self, of: Optional[Found]) -> _Stream:
        """The table `records`: all records, or the witnesses of some games."""

@final
class Found:
    """The games that a question found, in their order."""
    def __len__(self) -> int: ...
    @property
    def mirrored(self) -> int:
        """Number of games that have only the mirror image of the position."""
    @property
    def copies(self) -> int:
        """Number of copies of these games, which do not count."""
    @property
    def undated(self) -> int:
        """Number of games that would fit if they had a date."""
    def lines(self, start: int, stop: int) -> list[bytes]:
        """Games at the 0-based places from `start` up to, but without, `stop`: one line of JSON for
        each."""
    def games(self, columns: Optional[list[str]] = None) -> _Stream:
        """The table `games` of these games; only these columns, if any are named."""
    def positions(self, variations: bool, columns: Optional[list[str]] = None) -> _Stream:
        """The table `positions` of these games, with those of variations if `variations`; only these
        columns, if any are named."""
    def write_parquet(self, folder: str, force: bool, whole: bool) -> tuple[int, int, int]:
        """Writes the tables of these games into a folder; returns the numbers of games, positions and
        records. `whole` means that the user chose no unit: records without a game then belong to
        all games."""

@final
class SqlRows:
    """Rows that statements of SQL gave."""
    def __len__(self) -> int: ...
    @property
    def names(self) -> list[str]:
        """Names of the columns."""
    def dicts(self) -> list[dict[str, Any]]:
        """Rows as objects of Python."""
    def table(self) -> _Stream:
        """Rows as an Arrow table. A column is of whole numbers, of numbers, of bytes, or of texts."""

@final
class Reader:
    """Reads files on threads of its own, a little ahead of the consumer."""
    def __new__(
        cls,
        paths: list[str],
        *,
        full: bool,
        encoding: Optional[str],
        notation: str,
        as_stated: bool,
    ) -> Reader: ...
    def __iter__(self) -> Iterator[bytes]: ...
    def __next__(self) -> bytes: ...
    def table(self) -> _Stream:
        """Records that were not taken yet, as a table."""
    @property
    def unread(self) -> list[tuple[str, Optional[str], Optional[int], str]]:
        """Contents that were not read so far: path, member, byte and reason."""

@final
class Export:
    """Writes games one by one; the caller stores the bytes."""
    def __new__(
        cls,
        found: Found,
        to: str,
        *,
        notation: str,
        charset: Optional[str],
        full: bool,
        safe_csv: bool,
    ) -> Export: ...
    @property
    def holds_many(self) -> bool:
        """Whether a file can hold many games."""
    @property
    def extension(self) -> str:
        """The extension of files in the format, without the dot."""
    @property
    def head(self) -> bytes:
        """The text before the first game of a file."""
    def __iter__(self) -> Iterator[tuple[str, Optional[bytes], list[str], bool]]: ...
    def __next__(self) -> tuple[str, Optional[bytes], list[str], bool]: ...

def import_paths(
    db: str,
    paths: list[str],
    *,
    progress: Optional[Callable[[int, int, int], object]],
    reread: bool,
    memory: int,
    encoding: Optional[str],
    notation: str,
    threads: Optional[int],
) -> bytes:
    """Imports files, folders and archives; creates the database if there is none. Calls `progress`
    with the numbers of files, records and bytes so far. Returns the report as JSON."""

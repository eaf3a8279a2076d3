# mypy: disable-error-code="import-not-found,import-untyped"
"""Archives on Apache Spark: the same records, games and keys as in one database.

::

    from pyspark.sql import SparkSession
    import xiangqidb as xq
    import xiangqidb.spark

    spark = SparkSession.builder.getOrCreate()
    xq.spark.write(spark, "qipu", "tables")
    xq.spark.explore(spark, "tables", xq.Position(moves="炮二平五").fen()).show()

Files must lie where every worker sees them, and every worker needs this package and PyArrow. On one
machine the workers run the Python that asks, unless ``PYSPARK_PYTHON`` names another: no environment
need be activated. Every task is a pure function of its input, or writes files that depend on its
input alone, so Spark can do it again when a worker is lost. The columns of the tables stand in
``docs/parquet.md``.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING, Any, Optional
from urllib.parse import quote

import pyarrow
import pyarrow.fs

from . import Position, _native

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PART_BITS = 8
"""Number of upper bits of their keys by which ``write`` divides positions."""

ONLY_IN_A_DATABASE = (
    "counts_as",
    "red_person",
    "black_person",
    "series",
    "edition_id",
    "edition_year",
    "derived",
    "doubt",
    "date_from",
    "date_to",
    "date_because",
    "played",
)
"""Columns of ``games`` that a whole archive decides. Here ``counts_as`` is the game itself, and the
others are null."""

_KEY_BITS = 56
_TOGETHER = 256
"""Number of games whose positions a task makes at once."""
_DIVIDED_TOGETHER = 8192
"""Number of games whose positions a task divides at once: 160 positions for each bucket."""
_UNFINISHED = "_unfinished"
"""Folder of files that tasks have not finished."""


def plan(spark: SparkSession, path: str, partitions: Optional[int] = None) -> DataFrame:
    """The files at a path in pieces, spread over this number of partitions: small files whole, archives
    by member, large files cut where records begin, by the importer's own cutter. ``unread`` says
    why a file cannot be read."""
    path = os.path.abspath(path)
    context = spark.sparkContext
    # Of itself Spark runs the first `python3` of the path, which need not have this package.
    if str(context.master).startswith("local") and "PYSPARK_PYTHON" not in os.environ:
        context.pythonExec = sys.executable
    partitions = partitions or context.defaultParallelism
    files = [(file,) for file in _files(path)]
    frame = spark.createDataFrame(files, "file string")
    frame = frame.repartition(min(partitions, len(files) or 1))

    def cut(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for file in batch["file"].to_pylist():
                pieces = _native.pieces([file], named=[path])
                yield from pyarrow.RecordBatchReader.from_stream(pieces)

    # Dealt out once more: a large file is read by one task, and its pieces by many.
    return frame.mapInArrow(cut, _schema("pieces")).repartition(partitions)


def records(spark: SparkSession, path: str, partitions: Optional[int] = None) -> DataFrame:
    """The records at a path, each with the key of the game that it witnesses: the table
    ``records``."""
    return _settled(spark, path, partitions, "records")


def games(spark: SparkSession, path: str, partitions: Optional[int] = None) -> DataFrame:
    """The games that the records at a path witness: the table ``games``, as many and with the same
    keys as ``xqdb dump`` prints of a database of them.

    Unlike there, no game is linked with others that are nearly equal: ``count(distinct counts_as)``
    is the number of lines, not of games without their copies. ``year`` is that of the records and
    of their folders, not of other games. ``ONLY_IN_A_DATABASE`` lists the columns of which Spark
    knows nothing."""
    return _settled(spark, path, partitions, "games")


def positions(spark: SparkSession, path: str, partitions: Optional[int] = None) -> DataFrame:
    """The positions of the main lines of these games: the table ``positions``."""
    return _positions(games(spark, path, partitions))


def write(spark: SparkSession, path: str, out: str, partitions: Optional[int] = None) -> None:
    """Writes ``games``, ``positions`` and ``records`` as Parquet into folders of these names in
    ``out``, which the tasks write by PyArrow: a path that every worker sees, or the address of a
    storage that PyArrow knows. Positions are divided by the upper bits of their keys and sorted, so
    that one question reads one part. Warns of files that cannot be read. Raises ``FileExistsError``
    where one of the folders is there. When the work fails, nothing of it stays."""
    from pyspark.sql import functions

    out = _qualified(spark, out)
    system, folder = _storage(out)
    folders = [f"{folder}/{table}" for table in ("games", "positions", "records")]
    for there in system.get_file_info(folders):
        if there.type != pyarrow.fs.FileType.NotFound:
            raise FileExistsError(there.path)
    partitions = partitions or spark.sparkContext.defaultParallelism
    unread = spark.sparkContext.accumulator(frozenset[str](), _union())
    lines = _by_line(_raw(spark, path, partitions, unread), partitions)
    divided = lines.mapInArrow(_lines_into(out), _schema("divided"))
    part = functions.shiftright("bucket", _native.BUCKET_BITS - PART_BITS)
    parts = divided.repartition(partitions, part).sortWithinPartitions("bucket")
    # Tasks that still run after a failure find no place for their files.
    unfinished = f"{folder}/{_UNFINISHED}"
    try:
        for made in [unfinished, *folders]:
            system.create_dir(made)
        parts.mapInArrow(_parts_into(out), "part int").collect()
        for made in folders:
            _finish(system, made)
        system.delete_dir(unfinished)
    except BaseException:
        for made in [unfinished, *folders]:
            with suppress(FileNotFoundError):
                system.delete_dir(made)
        raise
    for file in sorted(unread.value):
        warnings.warn(f"this file could not be read: {file}", stacklevel=2)


def explore(
    spark: SparkSession, out: str, fen: Optional[str] = None, where: Optional[str] = None
) -> DataFrame:
    """The moves that were played in a position, with the results of games, as ``xqdb explore
    --unit lines`` counts them, from what ``write`` wrote. ``where`` is a condition in SQL on the
    columns of ``games``: ``"year >= 1960 and '胡荣华' in (red, black)"``."""
    from pyspark.sql import functions as f

    position = Position(fen) if fen else Position()
    here = _part(spark, out, position.key >> (_KEY_BITS - PART_BITS))
    here = here.where((f.col("key") == position.key) & (f.col("kind") == "game"))
    if where is not None:
        games = spark.read.schema(_schema("games")).parquet(os.path.join(out, "games"))
        asked = games.where(where).select(f.col("key").alias("game"))
        here = here.join(asked, "game", "left_semi")
    mirror = f.translate("move", "abcdefghi", "ihgfedcba")
    played = (
        f.when(f.col("own_mirror"), f.least("move", mirror))
        .when(f.col("mirrored") != position.is_mirrored, mirror)
        .otherwise(f.col("move"))
    )
    each = here.where("move is not null").select("game", "result", played.alias("move")).distinct()

    def count(result: str, name: str) -> Any:
        return f.sum(f.when(f.col("result") == result, 1).otherwise(0)).alias(name)

    rows = each.groupBy("move").agg(
        f.count("*").alias("games"),
        count("1-0", "red"),
        count("1/2-1/2", "draws"),
        count("0-1", "black"),
        count("*", "unknown"),
    )
    return rows.orderBy(f.desc("games"), "move")


def _part(spark: SparkSession, out: str, part: int) -> DataFrame:
    """One of the parts into which ``write`` divides positions. Nothing else is looked at."""
    from pyspark.errors import AnalysisException
    from pyspark.sql import functions

    folder = os.path.join(out, "positions")
    parts = spark.read.schema(_schema("positions"))
    try:
        return parts.parquet(os.path.join(folder, f"part={part}"))
    except AnalysisException:
        # No game has a position there; or nothing was written at all, which this raises.
        return parts.parquet(folder).where(functions.lit(False)).drop("part")


def _files(path: str) -> list[str]:
    """The files at a path, as an import walks: links are followed, and a file that is reached twice
    is one, named as it is without links."""
    if not os.path.isdir(path):
        return [path]
    found: dict[str, str] = {}
    # Folders with those in which they lie: a link to one of these leads round in a circle.
    folders = [(path, os.path.realpath(path), frozenset[str]())]
    while folders:
        folder, real, above = folders.pop()
        for name in os.listdir(folder):
            file = os.path.join(folder, name)
            at = os.path.realpath(file)
            if not os.path.isdir(file):
                found[at] = file if at == os.path.join(real, name) else at
            elif at != real and at not in above:
                is_linked = at != os.path.join(real, name)
                folders.append((at if is_linked else file, at, above | {real}))
    return sorted(set(found.values()))


def _raw(
    spark: SparkSession, path: str, partitions: Optional[int], unread: Any = None
) -> DataFrame:
    """The records at a path, before it is settled which games they witness. The accumulator
    ``unread`` gets the files that cannot be read, with the reasons."""
    path = os.path.abspath(path)

    def read(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            if unread is not None and batch["unread"].null_count < batch.num_rows:
                unread.add(frozenset(_unread(batch)))
            yield pyarrow.record_batch(_native.replay(batch, named=[path]))

    return plan(spark, path, partitions).mapInArrow(read, _schema("records"))


def _unread(pieces: pyarrow.RecordBatch) -> Iterator[str]:
    """The pieces that cannot be read: path, path inside an archive, and reason."""
    for piece in pieces.select(["path", "member", "unread"]).to_pylist():
        if piece["unread"] is not None:
            names = [piece["path"], piece["member"], piece["unread"]]
            yield ": ".join(name for name in names if name is not None)


def _union() -> Any:
    """How an accumulator of sets adds what tasks find; a task that is repeated adds nothing new."""
    from pyspark import AccumulatorParam

    class Union(AccumulatorParam):  # type: ignore[type-arg,misc]
        def zero(self, value: frozenset[str]) -> frozenset[str]:
            return frozenset()

        def addInPlace(self, one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
            return one | other

    return Union()


def _by_line(raw: DataFrame, partitions: int) -> DataFrame:
    """The records of each line together in one partition."""
    return raw.repartition(partitions, "start", "moves")


def _settle(
    batches: Iterable[pyarrow.RecordBatch],
) -> Iterator[tuple[pyarrow.RecordBatch, pyarrow.RecordBatch]]:
    """The games that all records of a partition witness, and the records with the keys of these."""
    together = pyarrow.Table.from_batches(batches, _arrow("records"))
    for batch in together.combine_chunks().to_batches():
        games, records = _native.settle(batch)
        yield pyarrow.record_batch(games), pyarrow.record_batch(records)


def _settled(spark: SparkSession, path: str, partitions: Optional[int], table: str) -> DataFrame:
    """The table ``games``, or ``records`` with the keys of games."""
    which = 0 if table == "games" else 1

    def settle(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        return (settled[which] for settled in _settle(batches))

    partitions = partitions or spark.sparkContext.defaultParallelism
    lines = _by_line(_raw(spark, path, partitions), partitions)
    return lines.mapInArrow(settle, _schema(table))


def _lines_into(out: str) -> Any:
    """A task that settles the records of its lines, writes a file of games and one of records, and
    returns the positions of the games in buckets."""

    def write(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        settled = list(_settle(batches))
        for table, which in (("games", 0), ("records", 1)):
            if settled:
                file = f"{table}/{table}-{_task().partitionId():05}.parquet"
                _store(out, file, _parquet(table, (both[which] for both in settled)))
        for games, _ in settled:
            for first in range(0, games.num_rows, _DIVIDED_TOGETHER):
                some = games.slice(first, _DIVIDED_TOGETHER)
                yield pyarrow.record_batch(_native.divide(some))

    return write


def _parts_into(out: str) -> Any:
    """A task that sorts the positions of its buckets, which come one after the other, and writes a
    file for each part."""

    def write(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        rows = (row for batch in batches for row in _buckets(batch))
        for part, buckets in groupby(rows, lambda row: row[0] >> (_native.BUCKET_BITS - PART_BITS)):
            sorted_rows = _parquet("positions", _gathered(buckets), ["key", "game", "ply"])
            _store(out, f"positions/part={part}/positions.parquet", sorted_rows)
        return iter(())

    return write


def _buckets(divided: pyarrow.RecordBatch) -> Iterator[tuple[int, bytes]]:
    return zip(divided["bucket"].to_pylist(), divided["positions"].to_pylist())


def _gathered(buckets: Iterable[tuple[int, bytes]]) -> Iterator[pyarrow.RecordBatch]:
    """The positions of buckets, whose pieces come one after the other, sorted by key."""
    for _, pieces in groupby(buckets, lambda row: row[0]):
        batches = _native.gather([positions for _, positions in pieces])
        yield from pyarrow.RecordBatchReader.from_stream(batches)


def _parquet(
    table: str, batches: Iterable[pyarrow.RecordBatch], sorted_by: Sequence[str] = ()
) -> Iterator[bytes]:
    """The bytes of a Parquet file of a table."""
    file = _native.ParquetFile(table, list(sorted_by))
    for batch in batches:
        yield file.write(batch)
    yield file.finish()


def _task() -> Any:
    from pyspark import TaskContext

    return TaskContext.get()


def _store(out: str, file: str, chunks: Iterable[bytes]) -> None:
    """Writes a file of a task: whole, or not at all. Another attempt at the task replaces it by an
    equal one."""
    system, folder = _storage(out)
    begun = f"{folder}/{_UNFINISHED}/{_task().taskAttemptId()}.parquet"
    _create(system, begun, chunks)
    path = f"{folder}/{file}"
    system.create_dir(path.rpartition("/")[0], recursive=False)
    system.move(begun, path)


def _create(system: pyarrow.fs.FileSystem, path: str, chunks: Iterable[bytes]) -> None:
    with system.open_output_stream(path) as stream:
        for chunk in chunks:
            stream.write(chunk)


def _finish(system: pyarrow.fs.FileSystem, folder: str) -> None:
    """Marks a table as whole, as Spark does. A table without rows gets a file, which has its
    columns."""
    files = system.get_file_info(pyarrow.fs.FileSelector(folder))
    table = folder.rpartition("/")[2]
    if not files and table != "positions":
        _create(system, f"{folder}/{table}-00000.parquet", _parquet(table, []))
    _create(system, f"{folder}/_SUCCESS", [])


def _qualified(spark: SparkSession, out: str) -> str:
    """The address of a folder, as Spark understands a path."""
    context: Any = spark.sparkContext
    path = context._jvm.org.apache.hadoop.fs.Path(out)
    system = path.getFileSystem(context._jsc.hadoopConfiguration())
    qualified = path.makeQualified(system.getUri(), system.getWorkingDirectory())
    return str(qualified.toString())


def _storage(out: str) -> tuple[pyarrow.fs.FileSystem, str]:
    """The storage at an address, and the path there."""
    scheme, _, path = out.partition(":")
    if scheme == "file":
        return pyarrow.fs.LocalFileSystem(), path
    system, path = pyarrow.fs.FileSystem.from_uri(quote(out, safe=":/@"))
    return system, path


def _positions(games: DataFrame) -> DataFrame:
    def replay(batches: Iterable[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            # A game has a hundred positions, and memory is bounded.
            for first in range(0, batch.num_rows, _TOGETHER):
                yield pyarrow.record_batch(_native.positions_of(batch.slice(first, _TOGETHER)))

    return games.mapInArrow(replay, _schema("positions"))


def _arrow(table: str) -> pyarrow.Schema:
    return pyarrow.record_batch(_native.empty(table)).schema


def _schema(table: str) -> Any:
    """The columns of a table, for Spark."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(_arrow(table))

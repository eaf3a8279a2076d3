from pathlib import Path

import duckdb
import pandas
import polars
import pyarrow
import pytest

import xiangqidb as xq


def test_games_are_a_table_everywhere(db: xq.Database) -> None:
    games = db.games()
    keys = [game.key for game in games]
    assert pyarrow.table(games)["key"].to_pylist() == keys
    assert polars.DataFrame(games)["key"].to_list() == keys
    assert "counts_as" in polars.DataFrame(games).columns
    assert pandas.DataFrame.from_arrow(games)["key"].tolist() == keys
    assert duckdb.sql("select count(*) from games where red = '胡荣华'").fetchall() == [(1,)]


def test_the_explorer_is_a_table(db: xq.Database) -> None:
    explored = db.explore()
    frame = polars.DataFrame(explored)
    assert frame["uci"].to_list() == [move["uci"] for move in explored]
    assert frame["games"].to_list() == [move["games"] for move in explored]


def test_positions_count_as_the_explorer_does(db: xq.Database) -> None:
    positions = polars.DataFrame(db.positions())
    plies = sum(len(game.moves) + 1 for game in db.games())
    assert len(positions) == plies
    for moves in ("", "炮二平五", "炮二平五 马8进7"):
        key = xq.Position(moves=moves).key
        here = positions.filter((polars.col("key") == key) & (polars.col("kind") == "game"))
        assert here["game"].n_unique() == db.explore(moves=moves).games


def test_columns_that_are_named_are_those_of_all(db: xq.Database) -> None:
    for variations in (False, True):
        table = pyarrow.table(db.positions(variations=variations))
        for names in (["game", "key"], ["side", "move", "year"], ["variation"], table.column_names):
            some = pyarrow.table(db.positions(variations=variations, columns=names))
            assert some.equals(table.select(names)), names
    with pytest.raises(xq.Error, match="no column `colour`"):
        db.positions(columns=["key", "colour"])
    with pytest.raises(xq.Error, match="names none"):
        db.positions(columns=[])


def test_records_are_a_table(db: xq.Database, folder: Path) -> None:
    stored = polars.DataFrame(db.records())
    assert stored["status"].to_list().count("partial") == 1 and len(stored) == 4
    assert len(polars.DataFrame(db.records(player="吕钦"))) == 1
    found = polars.DataFrame(xq.read(folder))
    assert sorted(found["record"].to_list()) == sorted(stored["record"].to_list())
    assert "h2e2 h9g7 h0g2 i9h9" in found["moves"].to_list()
    (folder / "cut.zip").write_bytes(b"PK\x03\x04 and nothing more")
    with pytest.raises(Exception, match="cut.zip"):
        pyarrow.table(xq.read(folder / "cut.zip"))


def test_the_kernel_reads_what_others_carry(folder: Path, db: xq.Database) -> None:
    path = folder / "games.pgn"
    batch = pyarrow.record_batch({"path": [str(path)], "bytes": [path.read_bytes()]})
    records = pyarrow.record_batch(xq.replay(batch))
    assert records.num_rows == 3
    table = pyarrow.table(xq.replay(pyarrow.Table.from_batches([batch]), "positions"))
    own = polars.DataFrame(db.positions(source="games.pgn"))
    assert sorted(table["key"].to_pylist()) == sorted(own["key"].to_list())
    with pytest.raises(xq.Error, match="none of"):
        xq.replay(batch, "books")


def test_parquet_files_hold_the_same_tables(db: xq.Database, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    assert db.export(to="parquet", path=folder).written == 4
    for name, table in [("games", db.games()), ("records", db.records())]:
        written = polars.read_parquet(folder / f"{name}.parquet")
        assert written.equals(polars.DataFrame(table)), name
    positions = polars.read_parquet(folder / "positions.parquet")
    assert positions.sort("key", "game", "ply").equals(
        polars.DataFrame(db.positions()).sort("key", "game", "ply")
    )
    with pytest.raises(FileExistsError):
        db.export(to="parquet", path=folder)


def test_records_without_a_database_become_its_games(folder: Path, db: xq.Database) -> None:
    paths = sorted(folder.glob("*.pgn"))
    batch = pyarrow.record_batch(
        {"path": [str(path) for path in paths], "bytes": [path.read_bytes() for path in paths]}
    )
    games, records = map(pyarrow.record_batch, xq.settle(xq.replay(batch)))
    keys = sorted(game.key for game in db.games())
    assert sorted(games["key"].to_pylist()) == keys
    assert sorted(records["game"].to_pylist()) == keys

import json
import zipfile
from pathlib import Path

import pytest

import xiangqidb as xq


def test_records_have_the_fields_of_json_lines(folder: Path) -> None:
    records = list(xq.read(folder / "games.pgn"))
    assert [record.record for record in records] == [1, 2, 3]
    first = records[0]
    assert first.tags["Red"] == "胡荣华" and first["encoding"] == "gb18030"
    assert (first.status, first.error, first.start, first.nodes) == ("ok", None, None, 4)
    assert first.moves == ["h2e2", "h9g7", "h0g2", "i9h9"] and first.result == "1-0"
    assert json.loads(first.json) == first.to_dict() == dict(first)
    assert first.position(2) == xq.Position(moves="h2e2 h9g7")
    assert "tree" not in first
    with pytest.raises(AttributeError):
        first.no_such_field


def test_full_records_have_trees_and_comments(folder: Path) -> None:
    third = list(xq.read(folder / "games.pgn", full=True))[2]
    assert third.tree == [[-1, "g0e2", "稳健"], [0, "h7d7", None]]


def test_damage_is_told_and_where_it_is(folder: Path) -> None:
    [record] = xq.read(folder / "broken.pgn")
    assert record.status == "partial" and len(record.moves) == 2
    for fail in (record.check, lambda: list(xq.read(folder / "broken.pgn", strict=True))):
        with pytest.raises(xq.Error) as caught:
            fail()
        error = caught.value
        assert error.path is not None and error.path.endswith("broken.pgn")
        assert error.ply == 3 and error.byte == record.error["byte_offset"] > 0


def test_folders_and_archives_are_read_through(folder: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(folder / "games.pgn", "inside/games.pgn")
    assert len(list(xq.read(folder))) == 4
    assert {record.member for record in xq.read(packed)} == {"inside/games.pgn"}
    assert len(list(xq.read([folder, packed]))) == 7


def test_what_is_no_record_is_told(tmp_path: Path) -> None:
    (tmp_path / "cut.zip").write_bytes(b"PK\x03\x04 and nothing more")
    reader = xq.read(tmp_path)
    assert list(reader) == []
    [unread] = reader.unread
    assert unread.path.endswith("cut.zip") and unread.reason
    with pytest.raises(xq.Error) as caught:
        list(xq.read(tmp_path, strict=True))
    assert caught.value.path == unread.path


def test_a_file_that_is_named_is_read_or_refused(folder: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.zip"
    cut.write_bytes(b"PK\x03\x04 and nothing more")
    reader = xq.read([cut, folder / "broken.pgn"])
    assert next(reader).path.endswith("broken.pgn")
    with pytest.raises(xq.Error) as caught:
        next(reader)
    assert caught.value.path == str(cut)
    assert list(reader) == []


def test_wrong_arguments(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        xq.read(tmp_path / "nothing.pgn")
    with pytest.raises(xq.Error, match="ebcdic"):
        xq.read(tmp_path, encoding="ebcdic")
    with pytest.raises(xq.Error, match="runes"):
        xq.read(tmp_path, notation="runes")


def test_a_reader_that_is_left_leaves_nothing_behind(folder: Path) -> None:
    (folder / "many.pgn").write_text("1. 炮二平五 马8进7 *\n\n" * 5000, encoding="utf-8")
    reader = xq.read(folder / "many.pgn")
    assert next(reader).record == 1
    del reader
    assert sum(1 for _ in xq.read(folder / "many.pgn")) == 5000

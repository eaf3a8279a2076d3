import sqlite3
from pathlib import Path

import pytest

import xiangqidb as xq
from xiangqidb import Position


def test_an_import_tells_what_it_did(folder: Path, tmp_path: Path) -> None:
    db = xq.open(tmp_path / "games.db", create=True)
    told: list[xq.Progress] = []
    report = db.import_paths([folder], progress=told.append)
    assert (report.files, report.records, report.games, report.partial) == (2, 4, 4, 1)
    assert not report.whole and told[-1] == (2, 4, report.bytes)
    again = db.import_paths(folder)
    assert (again.known, again.records) == (2, 0)


def test_the_explorer_counts_mirror_images(db: xq.Database) -> None:
    explored = db.explore()
    assert explored.games == 4 and explored.fen == Position().fen()
    rows = [(move["san"], move["games"], move["red"], move["black"]) for move in explored]
    assert rows == [("炮二平五", 3, 1, 1), ("相三进五", 1, 0, 0)]
    after = db.explore(moves="炮二平五")
    assert after.games == 3 and after.to_dict()["moves"] == after.moves
    assert db.explore(moves="炮二平五", mirror="exact").games == 2
    assert db.explore(fen=Position(moves="炮二平五")).games == 3
    assert db.explore(notation="wxf")[0]["san"] == "C2=5"
    assert db.explore(player="胡荣华", since=1970)[0]["games"] == 1


def test_an_opening_book_stands_beside_the_games(db: xq.Database, tmp_path: Path) -> None:
    path = tmp_path / "a.obk"
    with sqlite3.connect(path) as book:
        book.execute("create table bhobk (vkey integer, vmove integer, vscore integer, vvalid integer)")
        rows = [(0x628D04D7C9C144AE, 0xAAA7, 35, 1), (0x628D04D7C9C144AE, 0xC3B3, -4, 0)]
        book.executemany("insert into bhobk values (?, ?, ?, ?)", rows)
    book.close()
    moves = {move["uci"]: move for move in db.explore(engine_books=[path])}
    assert (moves["h2e2"]["bookScore"], moves["h2e2"]["bookForbids"]) == (35, False)
    assert (moves["a0a1"]["games"], moves["a0a1"]["bookForbids"]) == (0, True)
    assert "bookScore" not in db.explore()[0]
    with pytest.raises(xq.Error, match="no opening book"):
        db.explore(engine_books=[__file__])


def test_games_are_found(db: xq.Database) -> None:
    games = db.search(player="hu ronghua", sort="date")
    assert [game.date for game in games] == ["1962-03-04", "1974-05-06"]
    assert games[-1].red == "柳大华" and games[:1][0] == games[0] and len(games[1:]) == 1
    assert len(db.search("red:吕钦 and not black:胡荣华")) == 1 and len(db.games()) == 4
    assert len(db.search(kind=["game", "opening"], result="1/2-1/2")) == 1
    game = db.game(games[0].key)
    assert game.moves == games[0].moves and game.witnesses[0]["record"] == 1
    assert db.game(game.key[:9]).position() == game.position()


def test_questions_that_cannot_be(db: xq.Database) -> None:
    with pytest.raises(xq.Error) as caught:
        db.search(colour="red")
    assert caught.value.argument == "colour"
    with pytest.raises(xq.Error) as caught:
        db.search(where="nonsense (")
    assert caught.value.argument == "where" and "character 1" in str(caught.value)
    with pytest.raises(xq.Error) as caught:
        db.explore(moves="炮二平五 将5进5")
    assert (caught.value.argument, caught.value.ply) == ("moves", 2)
    with pytest.raises(KeyError):
        db.game("zzzzzzzzzzzz")
    with pytest.raises(xq.Error, match="`several` is none of"):
        db.search(kind="several")


def test_databases_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        xq.open(tmp_path / "none.db")
    (tmp_path / "text.db").write_text("this is no database, but a text of some length\n" * 40)
    with pytest.raises(xq.Error) as caught:
        xq.open(tmp_path / "text.db")
    assert caught.value.path is not None and caught.value.path.endswith("text.db")


def test_the_report_says_what_is_wrong(db: xq.Database) -> None:
    [finding] = [one for one in db.report() if one.get("error")]
    assert finding["path"].endswith("broken.pgn") and finding["error"]["ply"] == 3
    assert db.report("games.pgn") == []


def test_what_is_written_reads_back(db: xq.Database, tmp_path: Path) -> None:
    written = db.export(to="pgn", path=tmp_path / "all.pgn")
    assert (written.written, written.damaged, written.refused) == (4, 1, [])
    lines = {tuple(record.moves) for record in xq.read(tmp_path / "all.pgn")}
    assert lines == {tuple(game.moves) for game in db.games()}
    with pytest.raises(FileExistsError):
        db.export(to="pgn", path=tmp_path / "all.pgn")
    assert db.export(to="pgn", path=tmp_path / "all.pgn", force=True, player="吕钦").written == 1
    folder = tmp_path / "xqf"
    assert db.export(to="xqf", path=folder, player="胡荣华").written == 2
    assert [record.format for record in xq.read(folder)] == ["xqf", "xqf"]
    with pytest.raises(xq.Error, match="none of"):
        db.export(to="docx", path=tmp_path / "a.docx")


def test_a_list_ends_with_its_moment(db: xq.Database, folder: Path) -> None:
    games = db.games()
    db.import_paths(folder)
    with pytest.raises(xq.Error, match="ask it again"):
        games[0]
    assert len(db.games()) == 4


def test_fields_stand_in_lists_of_completions(db: xq.Database) -> None:
    game, explored = db.games()[0], db.explore()
    assert {"red", "moves", "date_from", "position"} <= set(dir(game))
    assert game._ipython_key_completions_() == list(game)
    assert {"fen", "games", "moves"} <= set(dir(explored))

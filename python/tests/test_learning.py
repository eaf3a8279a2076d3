"""The recipe for machine learning gives what the games say."""

import sys
from pathlib import Path

import pyarrow as pa

import xiangqidb as xq

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import learning
import numpy as np

SETUP = """\
[Red "甲"]
[Black "乙"]
[Result "0-1"]
[FEN "4k4/9/9/9/9/9/9/r8/9/4K4 b - - 0 1"]

1. ... a2a0 0-1
"""


def test_arrays_are_the_positions_of_the_games(db: xq.Database, tmp_path: Path) -> None:
    (tmp_path / "more.pgn").write_text(SETUP + "\n[Result \"*\"]\n\n1. 炮八平五 *\n", encoding="utf-8")
    db.import_paths(tmp_path / "more.pgn")
    rows = learning.write(db, tmp_path)
    games = [game for game in pa.table(db.games()).to_pylist() if is_learnt(game)]
    assert len(games) == 3 and sum(rows.values()) == sum(len(game["moves"]) // 2 for game in games)
    found = set()
    for part, count in rows.items():
        names = ("boards", "turns", "moves", "results")
        arrays = [np.load(tmp_path / f"{part}-{name}.npy", mmap_mode="r")[:count] for name in names]
        for board, turn, move, result in zip(*arrays):
            found.add((part, board.tobytes(), int(turn), int(move), int(result)))
    expected = set()
    for game in games:
        shown = db.game(game["key"])
        for ply, move in enumerate(shown.moves):
            position = shown.position(ply)
            mask = learning.legal_moves(position)
            number = mask.nonzero()[0][[xq_move(at) == move for at in mask.nonzero()[0]]]
            assert len(number) == 1 and mask.sum() == len(position.legal_moves)
            part = learning.part_of(learning.group_of(game))
            turn = 1 if position.turn is xq.RED else -1
            expected.add((part, board_of(position), turn, int(number[0]), learning.RESULTS[game["result"]]))
    assert found == expected


def is_learnt(game: dict) -> bool:
    return game["kind"] == "game" and game["result"] in learning.RESULTS and game["counts_as"] == game["key"]


def board_of(position: xq.Position) -> bytes:
    board = np.zeros(90, np.int8)
    for square, letter in position.piece_map().items():
        place = int(square[1]) * 9 + ord(square[0]) - ord("a")
        board[place] = " KABNRCP".index(letter.upper()) * (1 if letter.isupper() else -1)
    return board.tobytes()


def xq_move(number: int) -> str:
    """The text of a move by its number."""
    start, end = divmod(int(number), 90)
    return "".join("abcdefghi"[at % 9] + str(at // 9) for at in (start, end))


def test_an_empty_database_has_empty_arrays(tmp_path: Path) -> None:
    db = xq.open(tmp_path / "empty.db", create=True)
    (tmp_path / "a.pgn").write_text("[Result \"*\"]\n\n1. 炮二平五 *\n", encoding="utf-8")
    db.import_paths(tmp_path / "a.pgn")
    assert set(learning.write(db, tmp_path / "arrays").values()) == {0}


def test_no_event_is_in_two_parts(db: xq.Database) -> None:
    parts = {}
    for game in pa.table(db.games()).to_pylist():
        part = learning.part_of(learning.group_of(game))
        if game["event"]:
            assert parts.setdefault(game["event"], part) == part
    assert {learning.part_of(str(number)) for number in range(200)} == set(learning.PARTS)

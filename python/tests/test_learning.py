"""The recipe for machine learning gives what the games say."""

import sys
from pathlib import Path

import pyarrow as pa

import xiangqidb as xq

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import learning
import numpy as np


def test_arrays_are_the_positions_of_the_games(db: xq.Database, tmp_path: Path) -> None:
    rows = learning.write(db, tmp_path)
    games = list(learning.games_of(db))
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
            board, turn = learning.board_of(position.fen())
            mask = learning.legal_moves(position)
            number = mask.nonzero()[0][[xq_move(at) == move for at in mask.nonzero()[0]]]
            assert len(number) == 1 and mask.sum() == len(position.legal_moves)
            part = learning.part_of(learning.group_of(game))
            expected.add((part, board.tobytes(), turn, int(number[0]), learning.RESULTS[game["result"]]))
    assert found == expected


def xq_move(number: int) -> str:
    """The text of a move by its number."""
    start, end = divmod(int(number), 90)
    return "".join("abcdefghi"[at % 9] + str(at // 9) for at in (start, end))


def test_no_event_is_in_two_parts(db: xq.Database) -> None:
    parts = {}
    for game in pa.table(db.games()).to_pylist():
        part = learning.part_of(learning.group_of(game))
        if game["event"]:
            assert parts.setdefault(game["event"], part) == part
    assert {learning.part_of(str(number)) for number in range(200)} == set(learning.PARTS)

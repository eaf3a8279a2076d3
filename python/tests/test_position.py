import copy
import pickle

import pytest

import xiangqidb as xq
from xiangqidb import Position


def perft(position: Position, depth: int) -> int:
    if depth == 1:
        return len(position.legal_moves)
    nodes = 0
    for move in position.legal_moves:
        position.push(move)
        nodes += perft(position, depth - 1)
        position.pop()
    return nodes


def test_lines_are_as_many_as_everybody_counts() -> None:
    position = Position()
    assert [perft(position, depth) for depth in (1, 2, 3)] == [44, 1920, 79666]
    assert position == Position() and position.move_stack == []


def test_every_notation_is_read() -> None:
    for text in ("h2e2", "H2-E2", "炮二平五", "砲二平五", "C2=5", "C2.5"):
        assert Position().push(text) == "h2e2", text


def test_moves_that_cannot_be_are_refused_with_their_ply() -> None:
    position = Position(moves="炮二平五 马8进7")
    for wrong in ("h9g7", "马二进五", "hello"):
        with pytest.raises(xq.Error) as caught:
            position.push(wrong)
    assert len(position.move_stack) == 2
    with pytest.raises(xq.Error) as caught:
        Position(moves="炮二平五 马8进7 帅五进五")
    assert caught.value.ply == 3


def test_what_is_possible_is_played_and_what_is_legal_is_told() -> None:
    # The two kings face each other as soon as the pawn leaves the file.
    position = Position("4k4/9/9/9/4P4/9/9/9/9/4K4 w")
    assert not position.is_legal("e5d5") and position.is_legal("e5e6")
    assert position.push("e5d5") == "e5d5"


def test_endings() -> None:
    position = Position("3k5/R8/9/9/9/9/9/9/8R/4K4 w")
    assert position.turn is xq.RED
    position.push("i1i9")
    assert position.turn is xq.BLACK
    assert position.is_check() and position.is_checkmate() and position.is_game_over()
    assert not position.is_stalemate() and position.legal_moves == []


def test_keys_are_those_of_mirror_pairs() -> None:
    right, left = Position(moves="h2e2"), Position(moves="b2e2")
    assert right.key == left.key and right != left and right.mirror() == left
    assert 0 <= right.key < 1 << 56
    assert right.is_mirrored != left.is_mirrored


def test_copies_stand_alone() -> None:
    position = Position(moves="h2e2 h9g7")
    copies = [position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position))]
    copies.append(eval(repr(position)))
    position.pop()
    for one in copies:
        assert one.move_stack == ["h2e2", "h9g7"] and one != position
    assert len({*copies, position}) == 2


def test_pictures_and_boards() -> None:
    position = Position(moves="h2e2")
    assert position._repr_svg_().startswith("<svg") and "砲" in position.svg()
    assert "炮" in position.svg(letters="simplified")
    assert str(position).splitlines()[7] == ". C . . C . . . ."
    assert len(position.piece_map()) == 32 and position.piece_at("e2") == "C"
    with pytest.raises(xq.Error):
        position.svg(letters="runes")

"""The examples in docstrings."""

import doctest
import importlib

import pytest

import xiangqidb as xq
from xiangqidb import _native


@pytest.mark.parametrize("name", ["xiangqidb", "xiangqidb._database", "xiangqidb._records"])
def test_examples_give_what_they_say(name: str) -> None:
    ran = doctest.testmod(importlib.import_module(name))
    assert ran.attempted > 0 and ran.failed == 0


def test_rows_have_the_fields_that_are_described(db: xq.Database) -> None:
    explored = db.explore()
    described = [name for name, _ in _native.described("explore-move")]
    # The fields of opening books are there where a book is named.
    described = [name for name in described if not name.startswith("book")]
    assert described == list(explored[0])
    of_position = {name for name, _ in _native.described("explore")}
    assert set(explored.to_dict()) == of_position
    doc = xq.Explored.__doc__
    assert doc is not None and all(f"``{name}``" in doc for name in [*described, *of_position])

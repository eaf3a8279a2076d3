"""The examples in docstrings."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["xqdb", "xqdb._database", "xqdb._records"])
def test_examples_give_what_they_say(name: str) -> None:
    ran = doctest.testmod(importlib.import_module(name))
    assert ran.attempted > 0 and ran.failed == 0

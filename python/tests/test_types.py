"""The types that are promised are those that are there, and say what the native part says."""

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

from xiangqidb import _native

STUB = Path(__file__).parents[1] / "package" / "xiangqidb" / "_native.pyi"


# PySpark need not be there, and PyArrow tells no types.
@pytest.mark.parametrize(
    "check",
    [["mypy", "--ignore-missing-imports", "-p", "xiangqidb"], ["mypy.stubtest", "xiangqidb._native"]],
)
def test_types_are_as_told(check: list[str], tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", *check], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def with_docstrings(stub: str) -> str:
    """A stub with the docstrings of what it names, which are the doc comments of ``python/src``."""
    lines = stub.splitlines()

    def put(node: ast.AST, of: object, name: str) -> None:
        assert isinstance(node, (ast.ClassDef, ast.FunctionDef))
        doc, first = inspect.getdoc(of), node.body[0]
        assert doc and "\\" not in doc and not doc.endswith('"'), f"{name} has a doc comment"
        indent = " " * (node.col_offset + 4)
        said = [indent + line if line else "" for line in f'"""{doc}"""'.splitlines()]
        if ast.get_docstring(node) is not None:
            lines[first.lineno - 1 : first.end_lineno] = said
        elif isinstance(node, ast.FunctionDef):
            at = first.lineno - 1
            lines[at : at + 1] = [lines[at].removesuffix(" ..."), *said]
        else:
            lines[first.lineno - 1 : first.lineno - 1] = said

    # From the end, so that the numbers of the lines above stay.
    for node in reversed(ast.parse(stub).body):
        name = getattr(node, "name", "_")
        if name.startswith("_"):
            continue
        of = getattr(_native, name)
        for member in reversed(node.body if isinstance(node, ast.ClassDef) else []):
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                put(member, getattr(of, member.name), f"{name}.{member.name}")
        put(node, of, name)
    return "\n".join(lines) + "\n"


@pytest.mark.skipif(not STUB.exists(), reason="the stub lies in a clone")
def test_docstrings_of_the_stub_are_the_doc_comments() -> None:
    if os.environ.get("XQDB_STUB") == "write":
        STUB.write_text(with_docstrings(STUB.read_text(encoding="utf-8")), encoding="utf-8")
    stub = STUB.read_text(encoding="utf-8")
    assert stub == with_docstrings(stub)

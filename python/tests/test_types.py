"""The types that are promised are those that are there."""

import subprocess
import sys
from pathlib import Path

import pytest


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

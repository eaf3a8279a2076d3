"""Ctrl-C ends what is under way, and other threads go on meanwhile."""

import os
import signal
import threading
from pathlib import Path
from typing import Callable

import pytest

import xiangqidb as xq

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes without a writer")


def read(pipe: Path) -> None:
    list(xq.read(pipe))


def import_it(pipe: Path) -> None:
    xq.open(pipe.parent / "games.db", create=True).import_paths(pipe)


@pytest.mark.parametrize("work", [read, import_it])
def test_work_that_waits_is_ended(work: Callable[[Path], None], tmp_path: Path) -> None:
    pipe = tmp_path / "silent.pgn"
    os.mkfifo(pipe)
    # Another thread sends the signal: it could not, did the work hold the interpreter.
    thread = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        work(pipe)
    thread.join()


def test_an_import_goes_on_where_it_was_ended(folder: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "silent.pgn"
    os.mkfifo(pipe)
    db = xq.open(tmp_path / "games.db", create=True)

    def stop(progress: xq.Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        db.import_paths([folder, pipe], progress=stop)
    db.import_paths(folder)
    assert len(db.games()) == 4

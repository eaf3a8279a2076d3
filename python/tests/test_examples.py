"""The notebooks run from their first cell to their last, over an archive that they make."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XQDB_DB", raising=False)
    notebook = nbformat.read(path, as_version=4)
    # Beside the sources of the package Python would take these for the package.
    where = {"metadata": {"path": str(EXAMPLES)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=where).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert {"image/svg+xml", "image/png"} <= kinds

"""The notebooks run from top to bottom, and show what was saved in them."""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def shown(cell):
    """The text of what a cell shows, beside how long it took."""
    texts = []
    for output in cell.get("outputs", []):
        assert output["output_type"] != "error"
        data = output.get("data", {})
        texts.append(output.get("text", data.get("text/html", data.get("text/plain", ""))))
    # Of a table of pandas only what it says, not how.
    plain = re.sub(r"<style.*?</style>|<[^>]+>", " ", "".join(texts), flags=re.DOTALL)
    return " ".join(plain.split())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks(path, tmp_path):
    saved = nbformat.read(path, as_version=4)
    nbformat.validate(saved)
    run = nbformat.read(path, as_version=4)
    NotebookClient(run, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    if os.environ.get("UPDATE_NOTEBOOKS"):
        write(run, path)
        return
    assert list(map(shown, run.cells)) == list(map(shown, saved.cells))


def test_there_are_notebooks_without_paths():
    assert NOTEBOOKS
    for path in NOTEBOOKS:
        text = path.read_text()
        assert "/home" not in text and "/tmp" not in text and "/root" not in text


def write(notebook, path):
    """Without counts and times, which change with every run."""
    for cell in notebook.cells:
        cell.metadata.clear()
        if cell.cell_type == "code":
            cell.execution_count = None
            for output in cell.outputs:
                output.pop("execution_count", None)
                if output["output_type"] == "execute_result":
                    output["execution_count"] = None
    nbformat.write(notebook, path)

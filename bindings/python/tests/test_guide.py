"""What the guide shows in Python runs as it stands there."""

import pytest

from pages import GUIDE, differences

PAGES = ["test_your_sampler", "from_numpy_to_a_verdict", "what_can_be_enumerated"]


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_of_the_guide(page, tmp_path):
    text = (GUIDE / page / "README.md").read_text()
    assert not "\n".join(differences(text, tmp_path))


def test_every_page_with_python_is_run():
    with_python = [
        page.parent.name for page in GUIDE.glob("*/README.md") if "```python\nimport peskun" in page.read_text()
    ]
    assert set(with_python) <= set(PAGES)


def test_a_page_that_shows_something_else_is_found(tmp_path):
    right = "```python\nprint(1)\n```\n\n```text\n1\n```\n"
    assert not list(differences(right, tmp_path))
    assert list(differences(right.replace("text\n1", "text\n2"), tmp_path))
    assert list(differences("```python\n1 / 0\n```\n", tmp_path))
    failing = "```python\n# test_it.py\ndef test_it():\n    assert 1 == 2\n```\n"
    assert not list(differences(failing + "\n```text\n$ pytest\n…\nE       assert 1 == 2\n```\n", tmp_path))
    assert list(differences(failing + "\n```text\n$ pytest\n…\nE       assert 1 == 3\n```\n", tmp_path))
    assert list(differences("nothing", tmp_path))

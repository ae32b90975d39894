"""What the README shows runs as it stands there."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text()
BLOCKS = re.findall(r"```(python|text)\n(.*?)```", README, re.DOTALL)


def test_the_code_of_the_readme(capsys):
    names = {}
    blocks = iter(BLOCKS)
    for language, code in blocks:
        assert language == "python"
        if "# bounces off the ends: wrong" in code:
            with pytest.raises(AssertionError) as caught:
                exec(code, names)
            _, expected = next(blocks)
            assert f"AssertionError: {caught.value}\n" == expected
        else:
            exec(code, names)
            shown = capsys.readouterr().out.splitlines()
            for line, comment in zip(shown, re.findall(r"print.*# (.*)", code)):
                assert line.startswith(comment.removesuffix(", ...]"))
    names["test_every_target"]()

"""Runs the Python of a page: its blocks in order, in one namespace. The text
after a block is what it prints, or the exception that it ends with; its tests are
run. A block that begins with the name of a test file is run by pytest, and … stands for any lines.
"""

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent.parent
#: The guide, beside the tests or where the repository has it.
GUIDE = next(place for place in (HERE / "guide", HERE.parents[1] / "src" / "guide") if place.is_dir())


def blocks(text):
    """The blocks of Python, each with the text after it, or nothing."""
    found = re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)
    for position, (language, code) in enumerate(found):
        if language == "python":
            following = found[position + 1 : position + 2]
            yield code, following[0][1] if following and following[0][0] == "text" else ""


def shown_by(code, names):
    """What a block prints, and the exception that it ends with."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(code, "<page>", "exec"), names)
            for test in re.findall(r"(?m)^def (test_\w+)", code):
                names[test]()
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    return "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())


def shown_by_pytest(name, code, folder):
    (folder / name).write_text(code)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", name]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300).stdout


def follows(shown, output):
    """Do the lines follow each other in the output, where … stands for any?"""
    pattern = "".join(
        "(?:.*\n)*?" if line == "…" else re.escape(line) + "\n" for line in shown.splitlines()
    )
    return re.search(f"(?m)^{pattern}", output) is not None


def differences(text, folder):
    """Every block that does not show what stands after it, with what it shows."""
    names = {"__name__": "page"}
    number = 0
    for number, (code, expected) in enumerate(blocks(text), start=1):
        name = re.match(r"# (test_\w+\.py)\n", code)
        if name is None:
            shown = shown_by(code, names)
            if shown != expected:
                yield f"block {number} shows\n{shown}"
            continue
        output = shown_by_pytest(name[1], code, folder)
        if not follows(expected.split("\n", 1)[1], output):
            yield f"block {number} shows\n{output}"
    if number == 0:
        yield "there are no blocks"

"""The command, run as a user runs it: a process from start to end."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# 0 is yes and 1 is no; both are answers.
ANSWERS = (0, 1)


def command() -> Path:
    """The release build of this repository, or $PESKUN."""
    return Path(os.environ.get("PESKUN", ROOT / "target" / "release" / "peskun"))


def peskun(*arguments: str, limit: float | None = None) -> str:
    """What the command prints."""
    done = subprocess.run(
        [command(), *map(str, arguments)], capture_output=True, text=True, timeout=limit
    )
    if done.returncode not in ANSWERS:
        sentence = done.stderr.strip().splitlines()
        raise RuntimeError(sentence[-1] if sentence else f"exit status {done.returncode}")
    return done.stdout


def answer(*arguments: str) -> dict:
    """What the command answers to programs."""
    return json.loads(peskun(*arguments, "--format", "json"))

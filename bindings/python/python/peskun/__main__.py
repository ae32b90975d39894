"""The command: `peskun`, or `python -m peskun`."""

from __future__ import annotations

import signal
import sys

from . import _engine


def main() -> None:
    """Runs the command with the arguments of the process."""
    # The engine does not come back to Python before it is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    again = [sys.executable, "-m", "peskun"]
    sys.exit(_engine.run_command(["peskun", *sys.argv[1:]], again))


if __name__ == "__main__":
    main()

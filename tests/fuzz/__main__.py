"""Convert sources that nobody wrote, and say what breaks: `python -m tests.fuzz --help`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

if __name__ == "__main__":
    from fuzz.command import main

    main()

"""How much less a run takes that finds what an earlier one kept: `python tests/bench/again.py FOLDER...`.

For each folder the processor time in seconds of a dry run in the library: without, with an
empty cache, and again, the best of four; and how much is kept. What comes out is compared.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

from hipify_py.choices import CACHE_SIZE
from hipify_py.project.run import convert_tree
from hipify_py.report.model import Report
from hipify_py.rules.load import load
from hipify_py.settings import Settings


def timed(folder: str, size: int) -> tuple[float, Report]:
    start = time.process_time()
    report = convert_tree([folder], Settings(cache_size=size))
    return time.process_time() - start, report


def measure(folder: str) -> str:
    """Give a row of the table in docs/repositories.md."""
    without, expected = timed(folder, 0)
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_CACHE_HOME"] = home
        cold, first = timed(folder, CACHE_SIZE)
        again = [timed(folder, CACHE_SIZE) for _ in range(4)]
        kept = sum(path.stat().st_size for path in Path(home).rglob("*") if path.is_file())
    if any(report != expected for report in (first, *(report for _, report in again))):
        text = f"{folder}: another outcome with what was kept"
        raise SystemExit(text)
    best = min(taken for taken, _ in again)
    counts = f"{len(expected.files)} | {without:.2f} | {cold:.2f} | {best:.3f} | {without / best:.0f} x"
    return f"| {Path(folder).name}, {kept / 1e6:.1f} MB kept | {counts} |"


if __name__ == "__main__":
    load()
    for given in sys.argv[1:]:
        print(measure(given), flush=True)

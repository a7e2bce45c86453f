"""Measure what a conversion costs, each figure against a yardstick measured in the same run.

usage: python tests/bench/run.py [--json] [--rounds N] [PATH...]

PATHs are files and folders with CUDA sources, by default `corpus/` and its generated file of 2 MB. Needs a
checkout and what hipify-py needs to run; see README.md beside this file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

import peers
import sources
import startup
import throughput
from sources import ROOT
from table import Row, render


def measure(files: list[Path], rounds: int, folder: Path) -> list[Row]:
    """Take every measurement; `folder` is for what has to be written."""
    loaded = sources.read(files)
    rows = [*throughput.ratio(loaded, rounds), *throughput.warps(loaded, rounds)]
    rows += [throughput.memory(loaded), *throughput.scaling(loaded, folder)]
    rows += startup.rows(rounds * 5, folder)
    return rows + peers.rows(loaded, folder)


def main() -> None:
    """Print the table, or the same as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--rounds", type=int, default=3, help="repetitions; of starts, five times as many")
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    # Users run compiled modules; where writing them is turned off, they get a place of their own.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "pycache")
        os.environ["PYTHONPATH"] = str(ROOT)
        files = sources.find(given.paths, folder)
        rows = measure(files, given.rounds, folder)
        about = sources.about(files)
    if given.json:
        print(json.dumps({"input": about, "rows": [row._asdict() for row in rows]}, indent=2))
    else:
        print(about, render(rows), sep="\n\n")


if __name__ == "__main__":
    main()

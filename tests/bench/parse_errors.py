"""Where the C++ grammar loses its way in real code, which it is given as `grammar_text` makes it.

    python tests/bench/parse_errors.py FOLDER... [--places N] [--seed S]

A row for each folder: the C, C++ and CUDA files that `hipify-py convert` would look at; of these the ones of
CUDA, in which it edits or reports something; of those again the ones with a place that the grammar could not
read (`hipify_py/source/errors.py`), with the number of these places, and the ones for which P001 says so.
Each file is converted by itself. `--places` prints the lines around so many of the places, drawn by chance.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
AROUND = 2  # lines that are shown before and behind that of a place


class Place(NamedTuple):
    """A place that the grammar could not read: the file, its line from 1, and the lines around it."""

    path: str
    line: int
    text: str


class Row(NamedTuple):
    """What one folder came to, in files, but for `places`."""

    name: str
    files: int = 0
    cuda: int = 0
    unread: int = 0
    places: int = 0
    told: int = 0

    def plus(self, other: Row) -> Row:
        """Give the sum of two rows under the name of this one."""
        return Row(self.name, *(a + b for a, b in zip(self[1:], other[1:], strict=True)))


def measured(folder: str, shown: list[Place]) -> Row:
    """Convert the files of a folder and add to `shown` the places that the grammar could not read."""
    from hipify_py.conversion import convert
    from hipify_py.project import files
    from hipify_py.project.discover import discover
    from hipify_py.rules.load import load
    from hipify_py.settings import Options, Settings
    from hipify_py.source.errors import errors
    from hipify_py.source.unit import Unit

    rules, limit = load(), Settings().max_size
    row = Row(Path(folder).name)
    for entry in discover([folder]):
        if entry.kind != "source":
            continue
        data = files.read(entry.path, limit=limit).data
        if files.binary_reason(data):
            continue
        result = convert(data, rules, Options(path=entry.path))
        about = bool(result.edits or result.findings)
        unit = Unit(data)
        places = list(errors(unit)) if about else []
        told = any(finding.rule == "P001" for finding in result.findings)
        row = row.plus(Row("", 1, about, bool(places), len(places), told))
        shown += (_place(f"{row.name}/{entry.relative}", unit.source, place.start) for place in places)
    return row


def _place(path: str, source: bytes, at: int) -> Place:
    lines = source.decode("utf-8", "replace").split("\n")
    line = source.count(b"\n", 0, at)
    return Place(path, line + 1, "\n".join(lines[max(0, line - AROUND) : line + AROUND + 1]))


def main() -> None:
    """Print the rows, their sum, and the places that are asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--places", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    given = parser.parse_args()
    shown: list[Place] = []
    print(f"{'':32}{'files':>8}{'of CUDA':>8}{'errors':>8}{'places':>8}{'P001':>8}")
    whole = Row("all")
    for folder in given.folders:
        row = measured(folder, shown)
        whole = whole.plus(row)
        print(_line(row), flush=True)
    print(_line(whole))
    for place in random.Random(given.seed).sample(shown, min(given.places, len(shown))):
        print(f"\n{place.path}:{place.line}\n{place.text}")


def _line(row: Row) -> str:
    return f"{row.name:32}" + "".join(f"{count:8}" for count in row[1:])


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()

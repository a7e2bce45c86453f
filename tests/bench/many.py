"""What the command costs with many small files, against the bare conversion of each.

    python tests/bench/many.py [--most N] [--rounds N]

Folders of 100 files of ten lines and ten times as many, up to `--most` (10,000), are converted and not
written: by the library file by file, and by the command with one process and with two, in turn; nothing that
an earlier run kept is used. Each is processor time with all that a process costs, the best of the rounds;
behind it stands the time by the clock.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from startup import MAIN, TEN_LINES, _run

LEAST = 100
CORE = """
import gc, sys
from pathlib import Path
from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

gc.set_threshold(100_000, 20, 20)
for path in sorted(Path(sys.argv[1]).iterdir()):
    convert(path.read_bytes(), load(), Options(path=str(path)))
"""


def measured(count: int, rounds: int, folder: Path) -> dict[str, tuple[float, float]]:
    """Give the seconds of processor time and by the clock for each way to convert so many files."""
    files = folder / str(count)
    files.mkdir()
    for number in range(count):
        (files / f"k{number}.cu").write_bytes(TEN_LINES.replace(b"scale", b"scale%d" % number))
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    python = [sys.executable, "-c"]
    commands = {"core": [*python, CORE, str(files)]}
    for jobs in ("1", "2"):
        commands[f"-j {jobs}"] = [
            *python,
            MAIN,
            "convert",
            "--quiet",
            "--no-cache",
            "--jobs",
            jobs,
            str(files),
        ]
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            taken = _run(command, Path(os.devnull), environment)
            if turn:  # the first one warms the caches
                times[name].append(taken)
    return {
        name: (min(cpu for cpu, _ in taken), min(wall for _, wall in taken)) for name, taken in times.items()
    }


def main() -> None:
    """Print a line for each number of files."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=int, default=10_000, metavar="N", help="files of the largest folder")
    parser.add_argument(
        "--rounds", type=int, default=5, metavar="N", help="runs of each, of which the best counts"
    )
    given = parser.parse_args()
    count = LEAST
    with tempfile.TemporaryDirectory() as place:
        while count <= given.most:
            found = measured(count, given.rounds, Path(place))
            told = "  ".join(f"{name} {cpu:.3f} s ({wall:.3f})" for name, (cpu, wall) in found.items())
            print(
                f"{count:6} files  {told}  command / core {found['-j 1'][0] / found['core'][0]:.2f}",
                flush=True,
            )
            count *= 10


if __name__ == "__main__":
    main()

"""Say how many kernels of corpus/lanes compute on 64 lanes what they compute as CUDA.

usage: python tests/bench/lanes.py [KERNEL...]

Without names all kernels are run, by the emulator in tests/simt: merely renamed, with masks of the right type
and no other care for lanes, and as hipify-py converts them. Every kernel that is not equal after hipify-py is
listed. Exit: 0 all conversions are equal, 1 some are not, 2 wrong usage.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent.parent), str(HERE.parent)]

from simt import proof  # noqa: E402
from simt.emulator import Emulator  # noqa: E402

from hipify_py.rules.load import load  # noqa: E402
from hipify_py.rules.model import RuleSet  # noqa: E402

KINDS = ("equal", "wrong", "problems", "no compile")
WAYS = ("renamed, 64 lanes", "hipify-py, 64 lanes", "hipify-py, 32 lanes")


class Line(NamedTuple):
    """The verdicts on one kernel, in the order of `WAYS`."""

    name: str
    verdicts: tuple[str, ...]


def judge(emulator: Emulator, path: Path, rules: RuleSet) -> Line:
    """Run one kernel in every way; raises `ValueError` for one that is not right as CUDA."""
    truth = proof.truth(emulator, path)
    if any(each.status or each.problems or each.stdout != truth[0].stdout for each in truth):
        text = f"{path.name} is not right as CUDA"
        raise ValueError(text)
    ours = proof.prove(emulator, path, rules)
    runs = (proof.rename(emulator, path), ours[64], ours[32])
    return Line(path.stem, tuple(run.verdict(truth[0]) for run in runs))


def table(lines: list[Line]) -> str:
    """Count the verdicts, a row for each way."""
    rows = [f"{len(lines)} kernels".ljust(22) + "".join(kind.rjust(12) for kind in KINDS)]
    for index, way in enumerate(WAYS):
        counts = Counter(line.verdicts[index] for line in lines)
        rows.append(way.ljust(22) + "".join(str(counts[kind]).rjust(12) for kind in KINDS))
    return "\n".join(rows)


def main(names: list[str]) -> int:
    """Print the table; give the exit status."""
    paths = [path for path in proof.KERNELS if not names or path.stem in names]
    if len(paths) < len(names):
        print(__doc__, file=sys.stderr)
        return 2
    rules = load()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        emulator = Emulator(Path(folder))
        lines = list(pool.map(lambda path: judge(emulator, path, rules), paths))
    print(table(lines))
    bad = [line for line in lines if set(line.verdicts[1:]) != {"equal"}]
    for line in bad:
        print(f"{line.name}: {', '.join(line.verdicts)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Say how many kernels of corpus/lanes compute on 64 lanes what they compute as CUDA.

usage: python tests/bench/lanes.py [--native] [KERNEL|FOLDER...]

Without names all kernels are run, by the emulator in tests/simt: merely renamed, with masks of the right type
and no other care for lanes, and as hipify-py converts them. A run of too many steps has `no end`. Every
kernel that is not equal after that, or is warned of, is listed, and every one that is not right as CUDA, of
which no conversion is run. `--native` converts for the wavefront's own width, where what counts by 32 is to
be warned of, and runs the result in one order. Exit: 0 all conversions are equal, 1 some are not, 2 wrong
usage.
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

from hipify_py.conversion import convert  # noqa: E402
from hipify_py.rules.load import load  # noqa: E402
from hipify_py.rules.model import RuleSet  # noqa: E402
from hipify_py.settings import Options  # noqa: E402

KINDS = ("equal", "wrong", "problems", "no end", "no compile")
SOUND = "equal, without a warning"
WAYS = ("renamed, 64 lanes", "hipify-py, 64 lanes", "hipify-py, 32 lanes")
NATIVE = "--native"


class Line(NamedTuple):
    """The verdicts on one kernel, in the order of `WAYS`, and the rules that warn of it."""

    name: str
    verdicts: tuple[str, ...]
    said: tuple[str, ...]

    @property
    def outcome(self) -> str:
        """Say whether the conversion computes the same, and whether somebody is told to look at it."""
        same = "equal" if set(self.verdicts[1:]) == {"equal"} else "different"
        return f"{same}, {'with' if self.said else 'without'} a warning"


def judge(emulator: Emulator, path: Path, rules: RuleSet, *, native: bool = False) -> Line | str:
    """Run one kernel in every way; give the name of one that is not right as CUDA."""
    truth = proof.truth(emulator, path)
    if any(each.status or each.problems or each.stdout != truth[0].stdout for each in truth):
        return path.stem
    made = convert(path.read_bytes(), rules, Options(path=path.name, warp="native" if native else "32"))
    if native:
        narrow, wide = proof.native(emulator, made.output)
    else:
        narrow, wide = (proof.prove(emulator, path, rules)[width] for width in (32, 64))
    runs = (proof.rename(emulator, path), wide, narrow)
    said = {one.rule for one in made.findings if one.severity != "note"}
    return Line(path.stem, tuple(run.verdict(truth[0]) for run in runs), tuple(sorted(said)))


def table(lines: list[Line]) -> str:
    """Count the verdicts, a row for each way."""
    rows = [f"{len(lines)} kernels".ljust(22) + "".join(kind.rjust(12) for kind in KINDS)]
    for index, way in enumerate(WAYS):
        counts = Counter(line.verdicts[index] for line in lines)
        rows.append(way.ljust(22) + "".join(str(counts[kind]).rjust(12) for kind in KINDS))
    outcomes = Counter(line.outcome for line in lines)
    rows += [f"{outcome}: {count}" for outcome, count in sorted(outcomes.items())]
    return "\n".join(rows)


def main(names: list[str]) -> int:
    """Print the table; give the exit status."""
    native = NATIVE in names
    names = [name for name in names if name != NATIVE]
    folders = [Path(name) for name in names if Path(name).is_dir()]
    kernels = {*names} - {str(folder) for folder in folders}
    paths = [path for path in proof.KERNELS if not names or path.stem in kernels]
    if len(paths) < len(kernels):
        print(__doc__, file=sys.stderr)
        return 2
    paths += [path for folder in folders for path in sorted(folder.glob("*.cu"))]
    rules = load()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        emulator = Emulator(Path(folder))
        judged = list(pool.map(lambda path: judge(emulator, path, rules, native=native), paths))
    lines = [line for line in judged if isinstance(line, Line)]
    print(table(lines))
    for name in [name for name in judged if isinstance(name, str)]:
        print(f"{name}: not right as CUDA")
    for line in lines:
        if line.outcome != SOUND:
            print(f"{line.name}: {', '.join(line.verdicts)}; {' '.join(line.said) or 'no warning'}")
    sound = len(lines) == len(judged)
    return 0 if sound and all(set(line.verdicts[1:]) == {"equal"} for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

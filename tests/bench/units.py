"""How the time of looking a run over grows with its files, by how they include each other.

    python tests/bench/units.py [--most N] [--only WORD...]

Each shape is written out with 100 small files and ten times as many, up to `--most` (10,000), and looked over
in this process: every file surveyed, every include followed, and what its units tell each file put together.
The exponent is that of the last step, in which what a run costs once does not count; exits 1 where one is
over 1.2.
"""

from __future__ import annotations

import argparse
import math
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Shape = Callable[[int], dict[str, str]]

GOAL, LEAST = 1.2, 100
USES = "__global__ void k(unsigned *p) { p[0] = umin(WARP_SIZE, __shfl_sync(~0u, lane_of(p[1]), kMask)); }\n"
MADE = "static unsigned umin(unsigned a, unsigned b) { return a; }\n#define WARP_SIZE 32\n"


def star(count: int) -> dict[str, str]:
    """Ten headers that all sources of one folder include."""
    heads = "".join(f'#include "h{i}.h"\n' for i in range(10))
    made = {f"h{i}.h": f"#define kMask {i}\nint lane_of(int v);\n" + MADE for i in range(10)}
    return made | {f"k{i}.cu": heads + USES for i in range(count - 10)}


def chain(count: int) -> dict[str, str]:
    """Each header includes the next one and makes a name and a constant of its own."""
    return {
        f"h{i}.h": f'#include "h{i + 1}.h"\n#define CUDA_OWN_{i} 1\n#define kMask{i} {i}\n' + USES
        for i in range(count)
    }


def circle(count: int) -> dict[str, str]:
    """The same, and the last one includes the first."""
    return chain(count) | {f"h{count - 1}.h": '#include "h0.h"\n' + USES}


def folders(count: int) -> dict[str, str]:
    """Each source in a folder of its own, beside a header that all call the same."""
    made: dict[str, str] = {}
    for i in range(count // 2):
        made[f"d{i}/util.h"] = f"#define kMask {i}\nint lane_of(int v) {{ return {i}; }}\n" + MADE
        made[f"d{i}/k.cu"] = '#include "util.h"\n' + USES
    return made


def tails(count: int) -> dict[str, str]:
    """The same, but the headers are found by the ends of their paths alone, and some nowhere."""
    made: dict[str, str] = {}
    for i in range(count // 2):
        made[f"lib/p{i}/deep/util.h"] = f"#define kMask {i}\n" + MADE
        made[f"d{i}/k.cu"] = (
            f"#include <p{i}/deep/util.h>\n#include <no/util.h>\n#include <gone{i}.h>\n" + USES
        )
    return made


def users(count: int) -> dict[str, str]:
    """One header that all sources include, each with a constant of its own before."""
    made = {f"k{i}.cu": f'#define kMask {i}\n#include "all.h"\n' + USES for i in range(count - 1)}
    return made | {"all.h": MADE + USES}


SHAPES: dict[str, Shape] = {shape.__name__: shape for shape in (star, chain, circle, folders, tails, users)}


def seconds(files: dict[str, str], folder: Path) -> float:
    """Write a tree and give the processor time of looking it over."""
    from hipify_py.project.discover import discover
    from hipify_py.project.program import looked_over
    from hipify_py.project.workers import Workers
    from hipify_py.rules.load import ruleset_of
    from hipify_py.settings import Settings

    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    settings = Settings()
    ruleset_of(settings)
    entries = discover([str(folder)])
    work = [entry for entry in entries if entry.kind == "source"]
    begun = time.process_time()
    _, job = looked_over(Workers(None), entries, work, settings)
    for at in range(0, len(work), 16):
        job.part(work[at : at + 16])
    spent = time.process_time() - begun
    shutil.rmtree(folder)
    return spent


def measured(shape: Shape, most: int) -> list[float]:
    """Give the seconds for each number of files."""
    counts = [LEAST * 10**step for step in range(round(math.log10(most / LEAST)) + 1)]
    with tempfile.TemporaryDirectory() as place:
        return [seconds(shape(count), Path(place) / str(count)) for count in counts]


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=int, default=10_000, metavar="N", help="files of the largest tree")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="shapes whose names hold one")
    given = parser.parse_args()
    bad = 0
    for name, shape in SHAPES.items():
        if given.only and not any(word in name for word in given.only):
            continue
        found = measured(shape, given.most)
        exponent = math.log10(found[-1] / found[-2])
        bad += exponent > GOAL
        print(f"{name:8} {exponent:5.2f}  " + " ".join(f"{one:8.3f}" for one in found), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    sys.exit(main())

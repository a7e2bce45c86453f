"""What a conversion costs once it runs: time against a bare parse, memory, more processes."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Literal

from table import Row

if TYPE_CHECKING:
    from pathlib import Path

    from sources import Source

PEAK = """
import re, sys
from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options
load()
convert(b"__global__ void k() {}", load())
data = open(sys.argv[1], "rb").read()
def peak():  # not ru_maxrss, which a process takes over from the one that starts it
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) * 1024
before = peak()
convert(data, load(), Options(path=sys.argv[1]))
print(peak() - before)
"""


def ratio(files: list[Source], rounds: int) -> list[Row]:
    """Compare what converting and what parsing all files takes."""
    parsed, converted = _times(files, rounds)
    size = sum(len(file.data) for file in files) / 1e6
    return [
        Row("conversion / bare parse", converted / parsed, "x", 1.5, note="one process, processor time"),
        Row("conversion", size / converted, "MB/s"),
        Row("bare parse", size / parsed, "MB/s", note="tree-sitter-cpp, the unchanged bytes"),
    ]


def warps(files: list[Source], rounds: int) -> list[Row]:
    """Compare the same for the files with warp code alone, in both modes."""
    from hipify_py.lanes.prefilter import has_warp_code
    from hipify_py.source.unit import Unit

    chosen = [file for file in files if has_warp_code(Unit(file.data))]
    rows = []
    modes: tuple[Literal["32", "native"], ...] = ("32", "native") if chosen else ()
    for mode in modes:
        parsed, converted = _times(chosen, rounds, mode)
        note = f"{len(chosen)} files with warp code"
        rows.append(Row(f"--warp {mode} / bare parse", converted / parsed, "x", 2.0, note=note))
    return rows


def _times(files: list[Source], rounds: int, warp: Literal["32", "native"] = "32") -> tuple[float, float]:
    """Parse and convert every file in turn, in one process; processor time, the best of some rounds each."""
    import tree_sitter
    import tree_sitter_cpp

    from hipify_py.conversion import convert
    from hipify_py.rules.load import load
    from hipify_py.settings import Options

    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
    loaded = load()
    clock = time.process_time
    parsed = converted = 0.0
    for path, data in files:
        times = []
        for _ in range(rounds):
            start = clock()
            parser.parse(data)
            middle = clock()
            convert(data, loaded, Options(path=str(path), warp=warp))
            times.append((middle - start, clock() - middle))
        parsed += min(time for time, _ in times)
        converted += min(time for _, time in times)
        gc.collect()
    return parsed, converted


def memory(files: list[Source]) -> Row:
    """Measure by how much a process grows that converts the largest file, over one that is ready to."""
    largest = max(files, key=lambda file: len(file.data))
    grown = int(subprocess.check_output([sys.executable, "-c", PEAK, str(largest.path)]))
    size = len(largest.data)
    return Row("peak memory / size of file", grown / size, "MB/MB", note=f"largest file, {size / 1e6:.2f} MB")


def scaling(files: list[Source], folder: Path) -> list[Row]:
    """Time the command on a copy of all files with one process and with two."""
    tree = folder / "tree"
    for index, (path, data) in enumerate(files):
        place = tree / str(index) / path.name
        place.parent.mkdir(parents=True)
        place.write_bytes(data)
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(2):
        for jobs, taken in times.items():
            command = [sys.executable, "-m", "hipify_py", "convert", "-q", "-j", str(jobs), str(tree)]
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            taken.append(time.perf_counter() - start)
    one, two = min(times[1]), min(times[2])
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    return [
        Row("whole tree, -j 1", one, "s", note="dry run, with the look over all files"),
        Row("speed-up of -j 2", one / two, "x", note=load),
    ]

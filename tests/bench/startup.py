"""What a start costs, against the imports that it cannot do without."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from table import Row

TEN_LINES = b"""\
#include <cuda_runtime.h>
__global__ void scale(float *x, float by, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= by;
}
void run(float *x, int n) {
    scale<<<(n + 255) / 256, 256>>>(x, 2.0f, n);
    cudaDeviceSynchronize();
}
"""
LINES = 500  # of a file as a hook gets it
MAIN = "from hipify_py.__main__ import main; main()"  # what the installed command runs


def rows(rounds: int, folder: Path) -> list[Row]:
    """Time all commands in turn, so that whatever else the machine does falls on each alike.

    Bytecode is kept, as an installation keeps it, also where the environment says otherwise.
    """
    place = folder / "f.cu"
    place.write_bytes(TEN_LINES)
    staged = folder / "repository" / "staged.cu"
    (staged.parent / ".git").mkdir(parents=True)
    head, *function = TEN_LINES.splitlines(keepends=True)
    staged.write_bytes(head + b"".join(_numbered(function, at) for at in range(LINES // len(function))))
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    python = [sys.executable, "-c"]
    commands = {
        "click": [*python, "import click"],
        "all": [*python, "import click, tree_sitter, tree_sitter_cpp"],
        "version": [*python, MAIN, "--version"],
        "file": [*python, MAIN, "convert", str(place)],
        "input": [*python, MAIN, "convert", "-"],
        "staged": [*python, MAIN, "check", "--in-repository", "--quiet", str(staged)],
        "edited": [*python, MAIN, "check", "--in-repository", "--quiet", str(staged)],
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            if name == "edited":  # what was kept of it is of no use then
                with staged.open("ab") as lines:
                    lines.write(b"void more%d(float *x) { cudaFree(x); }\n" % turn)
            taken = _run(command, place, environment)
            if turn:  # the first one warms the caches
                times[name].append(taken)
    cold = _run(commands["file"], place, {**environment, "XDG_CACHE_HOME": str(folder / "empty")})
    spent = {name: statistics.median(cpu for cpu, _ in taken) for name, taken in times.items()}
    wall = {name: statistics.median(wall for _, wall in taken) for name, taken in times.items()}

    def against(what: str, name: str, yardstick: str, goal: float) -> Row:
        milliseconds = f"{spent[name] * 1e3:.0f} ms / {spent[yardstick] * 1e3:.0f} ms of processor time"
        note = f"{milliseconds}; by the clock {wall[name] / wall[yardstick]:.2f} x"
        return Row(what, spent[name] / spent[yardstick], "x", goal, note=note)

    return [
        against("--version / import click", "version", "click", 1.2),
        against("one 10-line file / imports", "file", "all", 1.6),
        against("10 lines on stdin / imports", "input", "all", 1.6),
        against("one staged 500-line file, as it was before / imports", "staged", "all", 2.0),
        against("one staged 500-line file, edited / imports", "edited", "all", 2.0),
        Row("first run, no rules cache", cold[0] * 1e3, "ms", note="the same file, processor time"),
    ]


def _numbered(function: list[bytes], number: int) -> bytes:
    """Give a kernel and its call under names of their own."""
    text = b"".join(function)
    return text.replace(b"scale", b"scale%d" % number).replace(b"run(", b"run%d(" % number)


def _run(command: list[str], given: Path, environment: dict[str, str]) -> tuple[float, float]:
    """Give the processor time and the time by the clock that a command takes, in seconds."""
    with given.open("rb") as lines:
        start = time.perf_counter()
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, stdin=lines, stdout=quiet, stderr=quiet, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        taken = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        text = f"{command}: exit code {process.returncode}"
        raise RuntimeError(text)
    return usage.ru_utime + usage.ru_stime, taken

"""How the time of a conversion grows with its source, by construct; exits 1 where it grows too fast.

    python tests/bench/growth.py [--only WORD...] [--modes 32 native macro build] [--seconds S] [--largest]
        [--part I/N] [--json]

Each construct of `constructs.py`, and of `build_constructs.py` those of build files, is doubled until
converting it takes long enough to be measured, and the exponent is taken from n to 4n. Each stands in a
process of its own with bounds on time and memory: what hangs or swells is a row. `--largest` measures at a
megabyte as well what may come near the bounds there. `--part 1/2` takes every other row, in an order that is
mixed and always the same, so that what a run got done before it was ended is a sample of the whole. `--json`
prints each row as it comes, one object a line.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import resource
import select
import signal
import sys
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from build_constructs import BUILD_CONSTRUCTS
from constructs import CONSTRUCTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from constructs import Construct

GOAL = 1.2
MOST_SECONDS, MOST_BYTES = 5.0, 500_000_000  # of an input of up to a megabyte
LARGE = 1_000_000
SIZES = 3  # that an exponent is taken from
AGAIN = 2  # times that what looks bad is measured anew, each time four times as long
ADDRESS_SPACE = 4_000_000_000
BUILD = "build"
BUILD_FILES = {
    f"{path}: {name}": path for path, constructs in BUILD_CONSTRUCTS.items() for name in constructs
}
ALL = CONSTRUCTS | {
    name: BUILD_CONSTRUCTS[path][name.removeprefix(f"{path}: ")] for name, path in BUILD_FILES.items()
}
MODES = {"32": ("32", "keep"), "native": ("native", "keep"), "macro": ("32", "macro")}


class Trial(NamedTuple):
    """One measurement: the size of the source, the seconds of processor time, the bytes of memory added."""

    size: int
    seconds: float
    memory: int


class Growth(NamedTuple):
    """What came of one construct in one mode; `why` says what ended it early."""

    name: str
    mode: str
    trials: tuple[Trial, ...]
    why: str = ""

    @property
    def exponent(self) -> float:
        """Give the power of the size by which the time grows, from n to 4n."""
        if self.why and not self.why.startswith("error"):
            return math.inf
        if len(self.trials) < SIZES:
            return 0.0
        first, last = self.trials[-3], self.trials[-1]
        return math.log(last.seconds / first.seconds) / math.log(last.size / first.size)

    @property
    def rate(self) -> float:
        """Give the seconds that a further megabyte takes: what each conversion takes is no part of it."""
        if len(self.trials) < 2:
            return 0.0
        first, last = self.trials[max(-SIZES, -len(self.trials))], self.trials[-1]
        return (last.seconds - first.seconds) / (last.size - first.size) * LARGE

    @property
    def bad(self) -> bool:
        """Say whether it grows faster than is wanted."""
        return (
            self.exponent > GOAL
            or self.why != ""
            or any(
                one.size <= LARGE and (one.seconds > MOST_SECONDS or one.memory > MOST_BYTES)
                for one in self.trials
            )
        )


def peak() -> int:
    """Give the most memory that this process has had."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024


def ticks(process: int) -> int:
    """Give how long a process has run on a processor; that its time is up is for its own bound to say."""
    of_it = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2]
    return sum(map(int, of_it.split()[11:13]))


def trials(
    construct: Construct, run: Callable[[bytes], object], enough: float, *, largest: bool
) -> Iterator[Trial]:
    """Double a construct until its conversion takes long enough, or it is a megabyte."""
    times, before, least = 16, peak(), math.inf  # what the smallest takes, a larger one takes beside the rest
    for number in count(1):
        text = construct.text(times)
        begun = time.process_time()
        run(text)
        spent = time.process_time() - begun
        for _ in range(2 if spent < 0.3 else 0):
            begun = time.process_time()
            run(text)
            spent = min(spent, time.process_time() - begun)
        least = min(least, spent)
        yield Trial(len(text), spent, peak() - before)
        if 2 * len(text) > LARGE or (spent - least >= enough and number >= SIZES):
            break
        times *= 2
    times_more = LARGE / len(text)
    near = max(1.5 * (spent - least) / MOST_SECONDS, 1.5 * (peak() - before) / MOST_BYTES) * times_more > 1
    if largest and times_more > 2 and near:
        text = construct.text(times * (LARGE // len(text)))
        begun = time.process_time()
        run(text)
        yield Trial(len(text), time.process_time() - begun, peak() - before)


def measured(
    name: str, mode: str, run: Callable[[bytes], object], enough: float, limit: float, *, largest: bool
) -> Growth:
    """Measure one construct in a process of its own, which ends when its time or its memory does."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit)))
        try:
            for one in trials(ALL[name], run, enough, largest=largest):
                os.write(writing, json.dumps(one).encode() + b"\n")
        except BaseException as error:  # noqa: BLE001  whatever it is, it is a row
            os.write(writing, json.dumps(f"error: {type(error).__name__} {error}"[:80]).encode() + b"\n")
        os._exit(0)
    os.close(writing)
    said, why = b"", ""
    ran = -1
    while True:
        ready, _, _ = select.select([reading], [], [], limit)
        if not ready and ran < (ran := ticks(child)):  # a busy machine is no reason
            continue
        if not ready:
            why = "hangs"
            os.kill(child, signal.SIGKILL)
            break
        more = os.read(reading, 65536)
        if not more:
            break
        said += more
    _, status = os.waitpid(child, 0)
    os.close(reading)
    lines = [json.loads(line) for line in said.splitlines()]
    if status and not why:
        killed = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        why = f"over {limit:.0f} s" if killed in {signal.SIGKILL, signal.SIGXCPU} else f"signal {killed}"
    why = why or next((line for line in lines if isinstance(line, str)), "")
    return Growth(name, mode, tuple(Trial(*line) for line in lines if isinstance(line, list)), why)


def best(
    name: str, mode: str, run: Callable[[bytes], object], enough: float, limit: float, *, largest: bool
) -> Growth:
    """Measure one construct again where it is bad: a busy machine makes it so, and never makes it good.

    So does a bound, up to which what is looked at grows: at larger sizes it is met throughout.
    """
    row = measured(name, mode, run, enough, limit, largest=largest)
    for again in range(1, AGAIN + 1):
        if not row.bad or row.why:
            break
        other = measured(name, mode, run, 4**again * enough, limit, largest=largest)
        row = min(row, other, key=lambda one: (bool(one.why), one.exponent))
    return row


def runs() -> dict[str, Callable[[bytes], object]]:
    """Give what converts a source, by mode; all that it needs is loaded."""
    from hipify_py.conversion import convert
    from hipify_py.rules.load import load
    from hipify_py.settings import Options

    rules = load()

    def run(warp: str, launch: str) -> Callable[[bytes], object]:
        options = Options(warp=warp, launch=launch)  # type: ignore[arg-type]
        return lambda source: convert(source, rules, options)

    found = {mode: run(*chosen) for mode, chosen in MODES.items()}
    for one in found.values():
        for name in ("kernels and launches", "ballots used", "members", "calls of a rule"):
            one(CONSTRUCTS[name].text(2))
    return found


def build_runs() -> dict[str, Callable[[bytes], object]]:
    """Give what converts the build file of each construct of one, by the construct's name."""
    from hipify_py.build.cmake_lexer import listfile
    from hipify_py.build.conversion import build_file
    from hipify_py.rules.load import load
    from hipify_py.settings import Options

    rules = load()

    def run(path: str) -> Callable[[bytes], object]:
        def converted(source: bytes) -> object:
            listfile.cache_clear()  # the same text is measured several times
            return build_file(source, rules, Options(path=path))

        return converted

    found = {name: run(path) for name, path in BUILD_FILES.items()}
    for name, one in found.items():
        one(ALL[name].text(2))
    return found


def line(row: Growth) -> str:
    """Give a row as text."""
    seconds = " ".join(f"{one.seconds:7.3f}" for one in row.trials[-3:])
    last = row.trials[-1] if row.trials else Trial(0, 0.0, 0)
    name, memory = f"{row.name:42} {row.mode:6}", last.memory // 1_000_000
    return f"{name} {row.exponent:8.2f} {last.size:8} {seconds:>23} {row.rate:6.1f} {memory:5}  {row.why}"


def table(rows: list[Growth]) -> str:
    """Give the rows as text, the worst first."""
    head = f"{'construct':42} {'mode':6} exponent    bytes       n      2n      4n   s/MB    MB"
    rows = sorted(
        rows, key=lambda row: (-row.exponent, -max((one.seconds for one in row.trials), default=99.0))
    )
    return "\n".join([head, *map(line, rows)])


def share(rows: list[tuple[str, str]], part: str) -> list[tuple[str, str]]:
    """Give the rows of one part of several, `1/2` say, mixed; without a part, all in their order."""
    if not part:
        return rows
    number, _, parts = part.partition("/")
    mixed = sorted(rows, key=lambda row: hashlib.sha256(" ".join(row).encode()).digest())
    return mixed[int(number) - 1 :: int(parts)]


def main() -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="*", default=[], help="constructs whose name holds one of these")
    parser.add_argument("--modes", nargs="*", default=[*MODES, BUILD], choices=[*MODES, BUILD])
    parser.add_argument("--seconds", type=float, default=0.1, help="how long a measurement has to take")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds after which a process is killed")
    parser.add_argument("--largest", action="store_true", help="measure at a megabyte as well")
    parser.add_argument("--part", default="", help="which rows of how many parts: 1/2")
    parser.add_argument("--json", action="store_true", help="print each row as it comes, an object a line")
    given = parser.parse_args()
    run, of_build = runs(), build_runs()
    names = [name for name in ALL if not given.only or any(word in name for word in given.only)]
    asked = [
        (name, mode) for name in names for mode in given.modes if (mode == BUILD) == (name in BUILD_FILES)
    ]
    rows = []
    for name, mode in share(asked, given.part):
        does = of_build[name] if mode == BUILD else run[mode]
        row = best(name, mode, does, given.seconds, given.limit, largest=given.largest)
        rows.append(row)
        if given.json:
            print(json.dumps(row._asdict() | {"exponent": row.exponent, "bad": row.bad}), flush=True)
        if row.bad:
            print(line(row), file=sys.stderr, flush=True)
    bad = [row for row in rows if row.bad]
    if not given.json:
        print(table(rows))
    print(f"{len(names)} constructs, {len(rows)} rows, {len(bad)} above the goal of {GOAL}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

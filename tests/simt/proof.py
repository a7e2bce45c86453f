"""What the kernels of corpus/lanes compute: as CUDA, merely renamed, and converted with warps of 32 lanes.

A kernel's truth is its CUDA source on warps of 32 lanes. `prove` runs the others beside it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hipify_py import conversion
from hipify_py.settings import Options
from simt.emulator import ORDERS, CompileError, Emulator, Outcome
from simt.mechanical import FLAGS, renamed
from simt.rewrite import RewriteError

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet

ROOT = Path(__file__).parent.parent.parent
MOST_STEPS = 30_000_000  # five times those of the longest kernel of corpus
TIMEOUT = 600  # seconds: for the host's part, on a busy machine
KERNELS = sorted((ROOT / "corpus" / "lanes").glob("*.cu"))
INCLUDE = ROOT / "hipify_py" / "include"


class Run(NamedTuple):
    """What became of a source at one width: an outcome for each order, or why there is none."""

    outcomes: tuple[Outcome, ...]
    error: str = ""

    def verdict(self, truth: Outcome) -> str:
        """Say `equal`, or how it differs from the truth: `no compile`, `no end`, `wrong` or `problems`."""
        if self.error:
            return "no compile"
        if any("hang" in each.kinds for each in self.outcomes):
            return "no end"
        if any((each.stdout, each.status) != (truth.stdout, truth.status) for each in self.outcomes):
            return "wrong"
        return "problems" if any(each.problems for each in self.outcomes) else "equal"


def converted(path: Path, rules: RuleSet) -> bytes:
    """Give a kernel's source in HIP, with warps of 32 lanes in the halves of a wavefront."""
    return conversion.convert(path.read_bytes(), rules, Options(path=path.name, warp="32")).output


def truth(emulator: Emulator, path: Path) -> tuple[Outcome, ...]:
    """Run a kernel as CUDA on warps of 32 lanes, once for each order."""
    return tuple(
        emulator.run(path, "cuda", 32, order, most_steps=MOST_STEPS, timeout=TIMEOUT) for order in ORDERS
    )


def prove(emulator: Emulator, path: Path, rules: RuleSet) -> dict[int, Run]:
    """Run a kernel's conversion on wavefronts of 64 and of 32 lanes."""
    source = converted(path, rules)
    return {width: _run(emulator, source, width) for width in (64, 32)}


def native(emulator: Emulator, source: bytes) -> tuple[Run, Run]:
    """Run what was converted for the wavefront's own width on 32 and on 64 lanes, in one order.

    A run takes a fraction of a second or never ends: on 64 lanes some wait for what 32 count.
    """
    narrow, wide = (_run(emulator, source, width, orders=ORDERS[:1]) for width in (32, 64))
    return narrow, wide


def rename(emulator: Emulator, path: Path) -> Run:
    """Run a kernel on wavefronts of 64 lanes as a port that renames and mends the masks' types alone."""
    return _run(emulator, renamed(path.read_text()), 64, FLAGS)


def _run(
    emulator: Emulator,
    source: bytes | str,
    width: int,
    flags: tuple[str, ...] = (),
    *,
    orders: tuple[str, ...] = ORDERS,
) -> Run:
    try:
        outcomes = [
            emulator.run(
                source,
                "hip",
                width,
                order,
                include=[INCLUDE],
                flags=flags,
                most_steps=MOST_STEPS,
                timeout=TIMEOUT,
            )
            for order in orders
        ]
    except (CompileError, RewriteError) as error:
        return Run((), str(error))
    return Run(tuple(outcomes))

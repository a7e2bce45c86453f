"""Compile projects both ways: converted, and as they are with the shim of `hipify-py shim`.

usage: python tests/bench/shim.py FOLDER... [--arch A,B] [-j N] [--differences] [-- FLAGS]

A row a project, for docs/shim.md: units, how many compile after a conversion, how many as they are with the
shim, how many with both, and the places of which the shim says that no header can do it (N024). The units and
their flags are found as tests/bench/realcode.py finds them, and are the same for both. Nothing in the folders
is changed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from realcode import stand_in

from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Settings
from hipify_py.shim.files import files_of
from hipify_py.shim.folder import write
from hipify_py.shim.header import NAME
from hipify_py.shim.uses import uses_of
from hipify_py.verify import compiler
from hipify_py.verify.run import Wish, compile_units, units_of
from hipify_py.verify.sources import as_they_are, look_over

if TYPE_CHECKING:
    from hipify_py.verify.model import UnitReport, Verdict

HEAD = (
    "| project | units | converted | with the shim | both | places beyond it |\n"
    "| --- | --: | --: | --: | --: | --: |"
)


class Outcome(NamedTuple):
    """What came of one project: two verdicts on the same units, and how many places are beyond a shim."""

    name: str
    converted: Verdict
    shimmed: Verdict
    beyond: int

    def row(self) -> str:
        """Give the row of the table."""
        pairs = zip(self.converted.units, self.shimmed.units, strict=True)
        both = sum(one.status == other.status == "compiles" for one, other in pairs)
        counts = [each.count("compiles") for each in (self.converted, self.shimmed)]
        counts = [len(self.converted.units), *counts, both, self.beyond]
        return f"| {self.name} | {' | '.join(map(str, counts))} |"


def run(folder: Path, wish: Wish) -> Outcome:
    """Convert a project and make its shim, and compile its units with either."""
    settings = Settings(mode="memory", archs=wish.archs)
    report = convert_tree([str(folder)], settings, jobs=wish.jobs)
    rules = load()
    uses = uses_of(report.files, rules)
    sources = look_over(report, [str(folder)], settings)
    originals = look_over(as_they_are(report), [str(folder)], settings)
    units, _ = units_of(sources, wish)
    with tempfile.TemporaryDirectory(prefix="shim-") as made:
        compat, stands = Path(made, "compat"), Path(made, "stands")
        stands.mkdir()
        write(str(compat), files_of(uses, rules, [], "keep"))
        stand_in(sources, stands, wish.flags)
        units = [unit._replace(flags=(*unit.flags, "-idirafter", str(stands))) for unit in units]
        shimmed = [
            unit._replace(flags=("-I", str(compat), *_forced(compat, unit.language), *unit.flags))
            for unit in units
        ]
        converted = compile_units(units, sources, wish)
        plain = compile_units(shimmed, originals, wish)
    return Outcome(folder.name, converted, plain, sum(map(len, uses.uncarried.values())))


def _forced(compat: Path, language: str) -> tuple[str, ...]:
    """Give the flags by which a source gets the header before all others, as cuda_to_hip.cmake does it."""
    forced = ("-include", str(compat / NAME))
    return forced if language == "hip" else ("-D__HIP_PLATFORM_AMD__=1", *forced)


def differences(outcome: Outcome) -> list[str]:
    """List the units that compile one way alone, each with the first error of the other way."""
    lines = []
    for one, other in zip(outcome.converted.units, outcome.shimmed.units, strict=True):
        if (one.status == "compiles") != (other.status == "compiles"):
            bad, way = (other, "shim") if one.status == "compiles" else (one, "conversion")
            lines.append(f"  {way} fails: {bad.path}: {_first(bad)}")
    return lines


def _first(unit: UnitReport) -> str:
    if not unit.problems:
        return f"{unit.status} {unit.reason}"
    first = unit.problems[0]
    inside = f" (inside {first.inside})" if first.inside else ""
    return f"{first.path}:{first.line}: {first.text}{inside}"


def main() -> None:
    """Print a row a project, and what compiles one way alone."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--arch", default="gfx90a,gfx1100", help="architectures, with commas")
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    parser.add_argument("--differences", action="store_true", help="list what compiles one way alone")
    own, flags = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, flags = own[:at], own[at + 1 :]
    given = parser.parse_args(own)
    found = compiler.find(None, os.environ)
    wish = Wish(found, tuple(given.arch.split(",")), flags=tuple(flags), jobs=given.j)
    print(HEAD, flush=True)
    for folder in given.folders:
        outcome = run(folder, wish)
        print(outcome.row(), flush=True)
        if given.differences:
            print(*differences(outcome), sep="\n", flush=True)


if __name__ == "__main__":
    main()

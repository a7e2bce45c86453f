"""Convert projects that others wrote, compile every unit, and say what was foretold and what was not.

usage: python tests/bench/realcode.py FOLDER... [--before] [--cuda DIR] [--surprises] [-j N] [-- FLAGS]

Each folder is a project; nothing in it is changed. A row a project, for docs/real-code.md: units, how many
compile before (hipify-perl) and after (hipify-py), how many need headers of a third party, and of the
others how many failed where every error had a finding within three lines, and how many did not. Of the
latter, `no CUDA` are those whose source clang refuses as CUDA for the host, with the headers in DIR, and
nvcc, too, where it is on PATH; for C and C++, g++.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from compare import OLD_FOLDERS, find_perl

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings
from hipify_py.verify import compiler, processes
from hipify_py.verify.run import Wish, compile_units, units_of
from hipify_py.verify.sources import Sources, look_over

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hipify_py.verify.model import Problem, Unit, UnitReport, Verdict

HEAD = (
    "| project | units | before | after | need headers | foretold | surprises | no CUDA | seconds |\n"
    "| --- | --: | --: | --: | --: | --: | --: | --: | --: |"
)
SHOWN = 3  # places of a class
LENIENT = ("--expt-relaxed-constexpr", "--expt-extended-lambda")  # projects that need them ask for them
WITH_VALUE = frozenset({"-isystem", "-include"})
STANDARDS = ("03", "11", "14", "17", "20")  # of nvcc 13.0


class Outcome(NamedTuple):
    """What came of one project; `before` and `no_cuda` are None where they were not asked for."""

    name: str
    before: int | None
    no_cuda: int | None
    verdict: Verdict
    seconds: float

    @property
    def failed(self) -> list[UnitReport]:
        """Give the units that should compile and do not."""
        return [unit for unit in self.verdict.units if unit.status not in {"compiles", "needs"}]

    def row(self) -> str:
        """Give the row of the table."""
        surprises = sum(unit.surprise for unit in self.failed)
        cells = [
            self.name,
            len(self.verdict.units),
            "-" if self.before is None else self.before,
            self.verdict.count("compiles"),
            self.verdict.count("needs"),
            len(self.failed) - surprises,
            surprises,
            "-" if self.no_cuda is None else self.no_cuda,
            round(self.seconds),
        ]
        return "| " + " | ".join(map(str, cells)) + " |"


def run(folder: Path, wish: Wish, cuda: Path | None, *, before: bool) -> Outcome:
    """Convert and compile one project."""
    began = time.monotonic()
    settings = Settings(mode="memory", archs=wish.archs)
    report = convert_tree([str(folder)], settings, jobs=wish.jobs)
    sources = look_over(report, [str(folder)], settings)
    units, _ = units_of(sources, wish)
    with tempfile.TemporaryDirectory(prefix="realcode-") as made:
        stand_in(sources, Path(made), wish.flags)
        units = [unit._replace(flags=(*unit.flags, "-idirafter", made)) for unit in units]
        verdict = compile_units(units, sources, wish, _bar(folder.name))
        seconds = time.monotonic() - began
        counted = _before(folder.name, units, sources, wish) if before else None
        doubtful = [unit for unit, made in zip(units, verdict.units, strict=True) if made.surprise]
        with ThreadPoolExecutor(wish.jobs) as pool:
            refused = list(pool.map(lambda unit: _refused(unit, wish, cuda), doubtful)) if cuda else None
    return Outcome(folder.name, counted, None if refused is None else sum(refused), verdict, seconds)


def _refused(unit: Unit, wish: Wish, cuda: Path) -> bool:
    """Say whether all compilers for the original of a unit refuse it."""
    return all(
        processes.run(command, unit.folder, wish.seconds).status != 0
        for command in _originals(unit, wish.compiler.program, cuda)
    )


def _originals(unit: Unit, clang: str, cuda: Path) -> Iterator[list[str]]:
    """Give what compiles the original of a unit; nvcc brings its own runtime, DIR the libraries."""
    language = {"hip": "cuda", "c++": "c++", "c": "c"}[unit.language]
    include = cuda / "include"
    command = [clang, "-fsyntax-only", "-w", "-x", language]
    if language == "cuda":
        command += ["--cuda-host-only", "-nocudalib", f"--cuda-path={cuda}", "--cuda-gpu-arch=sm_90"]
        command += ["-D__NVCC__=1"]  # as programs ask for CUDA's own compiler
    yield [*command, *unit.flags, f"-I{include}", unit.path]
    if language != "cuda":
        flags = quoted_first(unit.flags)
        yield ["g++", "-fsyntax-only", "-w", "-x", language, *flags, f"-I{include}", unit.path]
    elif nvcc := shutil.which("nvcc"):
        taken = [*LENIENT, *filter(None, map(_of_nvcc, unit.flags))]
        taken += [f"-I{after}" for flag, after in pairwise(unit.flags) if flag == "-idirafter"]
        taken += [f"{flag}={after}" for flag, after in pairwise(unit.flags) if flag in WITH_VALUE]
        host = ["-Xcompiler", f"-idirafter,{include}"]
        yield [nvcc, "-x", "cu", "-arch=sm_80", "-dc", "-w", "-o", os.devnull, *taken, *host, unit.path]


def _of_nvcc(flag: str) -> str:
    """Give a flag as nvcc takes it, which knows no `gnu++20` and nothing later; nothing of other flags."""
    if flag.startswith("-std=") and "++" in flag:
        year = flag.rpartition("++")[2]
        return f"-std=c++{year if year in STANDARDS else STANDARDS[-1]}"
    return flag if flag.startswith(("-D", "-I", "-U")) else ""


def quoted_first(flags: Sequence[str]) -> list[str]:
    """Give flags without -idirafter of a folder that -iquote names: GCC would ignore the latter of the two.

    A header in quotes would then be the system's of that name, such as glibc's error.h.
    """
    quoted = {folder for flag, folder in pairwise(flags) if flag == "-iquote"}
    kept, rest = [], iter(flags)
    for flag in rest:
        if flag != "-idirafter":
            kept.append(flag)
        elif (folder := next(rest, "")) not in quoted:
            kept += [flag, folder]
    return kept


def stand_in(sources: Sources, folder: Path, flags: Sequence[str]) -> None:
    """Make headers that a build would make of `NAME.in`: with what -D gives, and all else turned off."""
    given = dict(flag[2:].split("=", 1) for flag in flags if flag.startswith("-D") and "=" in flag)
    includes = {name for path in sources.texts for name, _ in sources.headers.includes(path)}
    for name in includes:
        template = None if sources.headers.has(name) else sources.headers.template(name)
        if template is None or name.startswith(("/", "..")):
            continue
        text = (sources.texts.get(template) or Path(template).read_bytes()).decode("utf-8", "replace")
        text = re.sub(r"(?m)^[ \t]*#[ \t]*cmakedefine01[ \t]+(\w+).*", r"#define \1 0", text)
        text = re.sub(r"(?m)^[ \t]*#[ \t]*cmakedefine\b.*", "", text)
        text = re.sub(r"@(\w+)@|\$\{(\w+)\}", lambda name: given.get(name[1] or name[2], "0"), text)
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)


def _before(name: str, units: list[Unit], sources: Sources, wish: Wish) -> int:
    """Count the units that compile when names alone are replaced, as hipify-perl does it."""
    perl = find_perl()
    assert perl is not None
    with ThreadPoolExecutor(wish.jobs) as pool:
        texts = dict(
            zip(sources.texts, pool.map(lambda path: _renamed(perl, path), sources.texts), strict=True)
        )
    old = [f"-isystem{perl.resolve().parents[1] / 'include' / name}" for name in OLD_FOLDERS]
    units = [unit._replace(flags=(*unit.flags, *old)) for unit in units]
    verdict = compile_units(units, sources._replace(laid=texts), wish, _bar(f"{name} before"))
    return verdict.count("compiles")


def _renamed(perl: Path, path: str) -> bytes:
    command = [str(perl), "-quiet-warnings", path]
    return subprocess.run(command, capture_output=True, check=False).stdout


def _bar(name: str) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        if sys.stderr.isatty() or done % 50 == 0 or done == total:
            end = "\r" if sys.stderr.isatty() else "\n"
            print(f"{name}: {done} of {total} runs", end=end, file=sys.stderr)

    return progress


def classes(outcomes: list[Outcome], *, surprises: bool) -> list[str]:
    """List what breaks units by class, the most units first: of each unit, its first error counts alone.

    With `surprises`, the first error of which no finding spoke.
    """
    found: dict[str, list[tuple[UnitReport, Problem | None]]] = {}
    for outcome in outcomes:
        for unit in outcome.failed:
            first = next((one for one in unit.problems if one.surprise or not surprises), None)
            if not surprises or unit.surprise:
                found.setdefault(first.cause if first else f"{unit.status}: {unit.reason}", []).append(
                    (unit, first)
                )
    lines = []
    for cause, some in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        lines.append(f"{len(some):5}  {cause}")
        places = Counter(_place(unit, problem) for unit, problem in some)
        for place, units in places.most_common(None if surprises else SHOWN):
            lines.append(f"         {place}" + (f" ({units} units)" if units > 1 else ""))
    return lines


def _place(unit: UnitReport, problem: Problem | None) -> str:
    if problem is None:
        return unit.path
    whose = f" [{' '.join(problem.rules)}]" if problem.rules else ""
    told = f" foretold by {' '.join(problem.foretold)}" if problem.foretold else ""
    inside = f" (inside {problem.inside})" if problem.inside else ""
    return f"{problem.path}:{problem.line}:{problem.column}: {problem.text}{whose}{told}{inside}"


def needed(outcomes: list[Outcome]) -> list[str]:
    """List the headers of third parties by how many units miss them first."""
    counts: dict[str, int] = {}
    for outcome in outcomes:
        for unit in outcome.verdict.units:
            if unit.status == "needs":
                title = unit.problems[0].cause.removeprefix("missing header ")
                counts[title] = counts.get(title, 0) + 1
    return [
        f"{count:5}  {name}" for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]


def main() -> None:
    """Print a row a project, and what breaks their units by class."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--before", action="store_true", help="compile what hipify-perl makes of it, too")
    parser.add_argument(
        "--cuda", type=Path, metavar="DIR", help="a CUDA whose headers clang reads the originals with"
    )
    parser.add_argument("--surprises", action="store_true", help="list every error that nothing foretold")
    parser.add_argument("--object", action="store_true", help="compile to object code; default: syntax only")
    parser.add_argument("--arch", default="gfx90a,gfx1100", help="architectures, with commas")
    parser.add_argument("-j", type=int, default=len(os.sched_getaffinity(0)), metavar="N")
    own, flags = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, flags = own[:at], own[at + 1 :]
    given = parser.parse_args(own)
    if given.before and find_perl() is None:
        sys.exit("realcode.py: no hipify-perl: set HIPIFY_PERL, or leave out --before")
    wish = Wish(
        compiler.find(None, os.environ), tuple(given.arch.split(",")), given.object, tuple(flags), given.j
    )
    outcomes = []
    print(HEAD, flush=True)
    for folder in given.folders:
        outcomes.append(run(folder, wish, given.cuda, before=given.before))
        print(outcomes[-1].row(), flush=True)
    for title, lines in (
        ("Headers of third parties", needed(outcomes)),
        ("What fails, by the first error of a unit", classes(outcomes, surprises=False)),
        ("Surprises, by the first of a unit", classes(outcomes, surprises=True) if given.surprises else []),
    ):
        if lines:
            print(f"\n{title}\n", *lines, sep="\n")


if __name__ == "__main__":
    main()

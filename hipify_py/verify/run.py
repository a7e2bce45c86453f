"""Compile what a conversion came to: every unit, every side, in parallel."""

from __future__ import annotations

import os
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import WARP_HEADER
from hipify_py.model import HipifyError
from hipify_py.project.run import convert_tree
from hipify_py.project.warp_header import text as warp_header
from hipify_py.rules.load import ruleset_of
from hipify_py.verify import overlay, processes
from hipify_py.verify.causes import grouped
from hipify_py.verify.diagnostics import crashed, parse
from hipify_py.verify.include_paths import Headers
from hipify_py.verify.model import HOST, UnitReport, Verdict
from hipify_py.verify.problems import Tree
from hipify_py.verify.units import guessed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hipify_py.report.model import Report
    from hipify_py.settings import Settings
    from hipify_py.verify.compiler import Compiler
    from hipify_py.verify.model import Diagnostic, Unit

ARCHS = ("gfx90a", "gfx1100")
ERRORS = 50  # of one unit; what comes after so many is mostly a consequence
SECONDS = 300.0


class Wish(NamedTuple):
    """How to compile: for which architectures, to object code or not, with which flags beside the units'.

    `seconds` is the time that one run of the compiler may take.
    """

    compiler: Compiler
    archs: tuple[str, ...] = ARCHS
    to_object: bool = False
    flags: tuple[str, ...] = ()
    jobs: int = 1
    seconds: float = SECONDS


class Heard(NamedTuple):
    """What one run of the compiler came to: errors, or how it broke down."""

    status: str
    errors: tuple[Diagnostic, ...]
    reason: str
    seconds: float


def verify(
    paths: Sequence[str],
    settings: Settings,
    wish: Wish,
    progress: Callable[[int, int], object] | None = None,
) -> tuple[Report, Verdict]:
    """Convert files and folders in memory and compile what comes out.

    Nothing is written but temporary files. `progress` is called with the runs of the compiler that are done,
    and all of them. Raises `HipifyError` where the compiler cannot be started.
    """
    report = convert_tree(paths, settings, jobs=wish.jobs)
    sources = look_over(report, paths, settings)
    return report, compile_units(units_of(sources, wish.flags), sources, wish, progress)


class Sources(NamedTuple):
    """What a conversion in memory came to, by absolute paths; `laid` are the texts that it changed."""

    texts: Mapping[str, bytes]
    laid: Mapping[str, bytes]
    headers: Headers
    tree: Tree


def look_over(report: Report, paths: Sequence[str], settings: Settings) -> Sources:
    """Find out what the outcome of a conversion holds; `paths` and `settings` are those of the conversion."""
    files = {_absolute(file.path): file for file in report.files if file.output is not None}
    texts = {path: file.output or b"" for path, file in files.items()}
    roots = list(dict.fromkeys(_root(path) for path in paths))
    headers = Headers(roots, lambda path: texts[path] if path in texts else _read(path))
    laid = {path: texts[path] for path, file in files.items() if file.status == "converted"}
    laid |= {os.path.join(root, WARP_HEADER): warp_header() for root in roots}
    return Sources(texts, laid, headers, Tree(files, roots, headers, ruleset_of(settings)))


def units_of(sources: Sources, flags: tuple[str, ...]) -> list[Unit]:
    """Give the units of a tree, compiled with `flags` beside their own."""
    return guessed(sources.texts, sources.headers, flags)


def compile_units(
    units: Sequence[Unit],
    sources: Sources,
    wish: Wish,
    progress: Callable[[int, int], object] | None = None,
) -> Verdict:
    """Compile units, with the outcome of a conversion laid over their files."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hipify-verify-") as folder:
        flags = overlay.write(folder, sources.laid)
        heard = _compile_all(units, flags, wish, progress)
    reports = tuple(_report(unit, heard[unit.path], sources.tree) for unit in units)
    causes = grouped(reports, sources.tree.rules)
    taken = time.monotonic() - began
    return Verdict(reports, causes, wish.archs, wish.compiler.program, taken, len(sources.laid))


def _compile_all(
    units: Sequence[Unit], flags: Sequence[str], wish: Wish, progress: Callable[[int, int], object] | None
) -> dict[str, dict[str, Heard]]:
    """Compile all units, one side of each first: a unit without its headers has nothing to say on others."""
    heard: dict[str, dict[str, Heard]] = {unit.path: {} for unit in units}
    total, done = sum(len(_sides(unit, wish)) for unit in units), 0
    pool = ThreadPoolExecutor(wish.jobs)
    try:
        for first in (True, False):
            futures = {}
            for unit in units:
                sides = _sides(unit, wish)
                if not first and _hopeless(heard[unit.path]):
                    done += len(sides) - 1
                    continue
                for side in sides[:1] if first else sides[1:]:
                    futures[pool.submit(_compile, unit, side, flags, wish)] = unit, side
            for future in as_completed(futures):
                unit, side = futures[future]
                heard[unit.path][side] = future.result()
                done += 1
                if progress:
                    progress(done, total)
    finally:
        pool.shutdown(cancel_futures=True)
    return heard


def _sides(unit: Unit, wish: Wish) -> tuple[str, ...]:
    return (*wish.archs, HOST) if unit.language == "hip" else (HOST,)


def _hopeless(heard: dict[str, Heard]) -> bool:
    return any(error.fatal for one in heard.values() for error in one.errors)


def _compile(unit: Unit, side: str, flags: Sequence[str], wish: Wish) -> Heard:
    base = wish.compiler.command(unit.language, side)
    with tempfile.TemporaryDirectory(prefix="hipify-verify-") as folder:
        out = ["--no-gpu-bundle-output"] if side != HOST else []
        mode = (
            ["-O3", "-c", *out, "-o", os.path.join(folder, "out.o")] if wish.to_object else ["-fsyntax-only"]
        )
        command = [*base, f"-ferror-limit={ERRORS}", *mode, *flags, *unit.flags, unit.path]
        try:
            ended = processes.run(command, unit.folder, wish.seconds)
        except OSError as error:
            text = f"{command[0]}: cannot start it in {unit.folder}: {error.strerror}"
            raise HipifyError(text) from error
    errors = tuple(parse(ended.said))
    if ended.too_long:
        return Heard("timed out", errors, f"no end after {wish.seconds:g} s", ended.seconds)
    if reason := crashed(ended.status, ended.said):
        return Heard("crashed", errors, reason, ended.seconds)
    if ended.status == 0:
        return Heard("compiles", (), "", ended.seconds)
    return Heard("fails", errors, "", ended.seconds)


def _report(unit: Unit, heard: dict[str, Heard], tree: Tree) -> UnitReport:
    """Put together what was said of all sides of a unit; the worst decides."""
    problems = tree.problems(unit, {side: one.errors for side, one in heard.items()})
    by_status = {one.status: one for one in heard.values()}
    worst = next((by_status[each] for each in ("crashed", "timed out", "fails") if each in by_status), None)
    status = worst.status if worst else "compiles"
    if status == "fails" and problems and all(tree.is_third_party(problem) for problem in problems):
        status = "needs"
    return UnitReport(
        tree.shown(unit.path),
        status,  # type: ignore[arg-type]
        problems,
        unit.origin,
        worst.reason if worst else "",
        sum(one.seconds for one in heard.values()),
    )


def _absolute(path: str) -> str:
    folder, name = os.path.split(os.path.abspath(path))
    return os.path.join(os.path.realpath(folder), name)


def _root(path: str) -> str:
    """Give the folder in which headers of a PATH are looked for: of a file, that of its repository."""
    place = os.path.realpath(path)
    if os.path.isdir(place):
        return place
    folder = above = os.path.dirname(place)
    while above != os.path.dirname(above):
        if os.path.exists(os.path.join(above, ".git")):
            return above
        above = os.path.dirname(above)
    return folder


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""

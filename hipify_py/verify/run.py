"""Compile what a conversion came to: every unit, every side, in parallel."""

from __future__ import annotations

import errno
import os
import tempfile
import time
from concurrent.futures import as_completed
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.choices import ARCHS, COMPILE_SECONDS
from hipify_py.model import HipifyError
from hipify_py.verify import idle, overlay
from hipify_py.verify.causes import grouped
from hipify_py.verify.commands import Commands, placed, unguessed, usable
from hipify_py.verify.configurations import told_apart_by
from hipify_py.verify.diagnostics import crashed, in_lines, last_line, parse
from hipify_py.verify.flags import by_hand, of_language
from hipify_py.verify.model import HOST, UnitReport, Verdict
from hipify_py.verify.precompiled import Precompiled, refused
from hipify_py.verify.processes import Group
from hipify_py.verify.threads import threads
from hipify_py.verify.units import guessed, set_sides, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future

    from hipify_py.verify.compiler import Compiler
    from hipify_py.verify.model import Diagnostic, Status, Unit
    from hipify_py.verify.problems import Tree
    from hipify_py.verify.processes import Ended
    from hipify_py.verify.sources import Sources

    Progress = Callable[[int, int], object]

ERRORS = 50  # of one unit; what comes after so many is mostly a consequence
OF_LIBRARIES = "M067"  # what is said where plain C++ reads Thrust or CUB
WORST: tuple[Status, ...] = ("crashed", "timed out", "fails")


class Wish(NamedTuple):
    """How to compile: for which architectures, to object code or not, with which flags beside the units' own.

    `flags` name folders from the current one. `build` says what a build compiles and how; without one that is
    guessed. `seconds` is the time that one run of the compiler may take.
    """

    compiler: Compiler
    archs: tuple[str, ...] = ARCHS
    to_object: bool = False
    flags: tuple[str, ...] = ()
    jobs: int = 1
    seconds: float = COMPILE_SECONDS
    build: Commands | None = None


class Heard(NamedTuple):
    """What one run of the compiler came to: errors, or how it broke down.

    `idle` are the conditions under which all stands that it would have compiled, if none of them holds.
    """

    status: Status
    errors: tuple[Diagnostic, ...] = ()
    reason: str = ""
    seconds: float = 0.0
    idle: tuple[str, ...] = ()


class Site(NamedTuple):
    """Where a run compiles: a folder of its own, the flags that lay texts over files, and the texts."""

    folder: str
    flags: tuple[str, ...]
    texts: Mapping[str, bytes]
    precompiled: Precompiled
    programs: Group


def verify(sources: Sources, wish: Wish, progress: Progress | None = None) -> Verdict:
    """Compile the units of a conversion. Nothing is written but temporary files.

    `progress` is called with the runs of the compiler that are done, and all of them. Raises `HipifyError`
    where the compiler cannot be started.
    """
    units, remarks = units_of(sources, wish)
    return compile_units(units, sources, wish, progress)._replace(remarks=remarks)


def units_of(sources: Sources, wish: Wish) -> tuple[list[Unit], tuple[str, ...]]:
    """Give the units of a tree, and what is to be said of where they come from."""
    if wish.build is None:
        units = guessed(sources.texts, sources.headers, sources.tree.told(OF_LIBRARIES))
        remarks = set_sides(units)
    else:
        found = usable(wish.build, sources.roots)
        units, remarks = told(found, sources.texts, sources.headers), found.remarks
    here = os.getcwd()
    given = tuple(placed(by_hand(wish.flags, here), here))
    return [_with(unit, given) for unit in units], remarks


def _with(unit: Unit, given: Sequence[str]) -> Unit:
    """Give a unit the flags that a user names behind its own, but a standard of another language."""
    fitting = of_language(given, unit.language)
    return unit._replace(flags=(*unguessed(unit.flags, fitting), *fitting))


def compile_units(
    units: Sequence[Unit], sources: Sources, wish: Wish, progress: Progress | None = None
) -> Verdict:
    """Compile units, with the outcome of a conversion laid over their files."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hipify-verify-") as folder:
        flags = tuple(overlay.write(folder, sources.laid))
        programs = Group()
        site = Site(
            folder, flags, sources.texts | sources.laid, Precompiled(folder, wish.seconds, programs), programs
        )
        heard = _compile_all(units, site, wish, progress)
    reports = tuple(
        _report(unit, some, sources.tree, wish)._replace(apart=apart)
        for unit, some, apart in zip(units, heard, told_apart_by(units), strict=True)
    )
    return Verdict(
        units=reports,
        causes=grouped(reports, sources.tree.rules),
        archs=wish.archs,
        compiler=wish.compiler.program,
        to_object=wish.to_object,
        origin=wish.build.origin if wish.build else "",
        converted=sources.converted,
        seconds=time.monotonic() - began,
    )


def _compile_all(
    units: Sequence[Unit], site: Site, wish: Wish, progress: Progress | None
) -> list[dict[str, Heard]]:
    """Compile all units, one side of each first: one that lacks a header has nothing to say on the others."""
    heard: list[dict[str, Heard]] = [{} for _ in units]
    total, done = sum(len(_sides(unit, wish)) for unit in units), 0
    pool = threads(min(wish.jobs, total))
    try:
        for first in (True, False):
            futures: dict[Future[Heard], tuple[int, str]] = {}
            for number, unit in enumerate(units):
                sides = _sides(unit, wish)
                chosen = sides[:1] if first else sides[1:]
                if not first and any(error.fatal for error in heard[number][sides[0]].errors):
                    done += len(chosen)
                    continue
                futures |= {pool.submit(_compile, unit, side, site, wish): (number, side) for side in chosen}
            for future in as_completed(futures):
                number, side = futures[future]
                heard[number][side] = future.result()
                done += 1
                if progress:
                    progress(done, total)
    except BaseException:
        site.programs.end()  # or an interrupt would wait for the slowest
        raise
    finally:
        pool.shutdown(cancel_futures=True)
    return heard


def _sides(unit: Unit, wish: Wish) -> tuple[str, ...]:
    return (*wish.archs, HOST) if unit.language == "hip" else (HOST,)


def _compile(unit: Unit, side: str, site: Site, wish: Wish) -> Heard:
    base = wish.compiler.command(unit.language, side)
    seconds = 0.0
    with tempfile.TemporaryDirectory(dir=site.folder) as folder:
        command = [*base, *_mode(folder, side, wish), *site.flags, *unit.flags, _main(unit.path, folder)]
        head = []
        if unit.language == "hip" and not wish.to_object:
            head = site.precompiled.flags(base, unit.flags, site.texts.get(unit.path, b""))
        for way in [head, []] if head else [head]:
            try:
                ended = site.programs.run([*command, *way], unit.folder, wish.seconds)
            except OSError as error:
                if error.errno == errno.E2BIG:
                    return Heard("fails", reason="its flags are more than the system gives to a program")
                text = f"{command[0]}: cannot start it in {unit.folder}: {error.strerror}"
                raise HipifyError(text) from error
            seconds += ended.seconds
            if not (way and ended.status and refused(ended.said)):
                break
        heard = _heard(ended._replace(said=in_lines(ended.said, unit.path)), wish)
        if heard.status == "compiles" and side in wish.archs[:1]:
            begun = [*base, "-fsyntax-only", *site.flags, *unit.flags]
            heard = heard._replace(idle=_idle(unit, begun, folder, site, wish))
    return heard._replace(seconds=seconds)


def _idle(unit: Unit, command: list[str], folder: str, site: Site, wish: Wish) -> tuple[str, ...]:
    """Give the conditions under which all of a unit stands, if none of them holds where it is compiled."""
    asked = idle.conditions(site.texts.get(unit.path, b""))
    if not asked:
        return ()
    path = os.path.join(folder, "probe.cu")
    with open(path, "wb") as file:
        file.writelines(idle.probe(os.fsencode(unit.path), asked))
    ended = site.programs.run([*command, path], unit.folder, wish.seconds)
    return tuple(one.decode("utf-8", "replace") for one in asked) if idle.SAID in ended.said else ()


def _main(path: str, folder: str) -> str:
    """Give the file to name to a compiler, whose driver sees what is on disk and not what is laid over it."""
    if os.path.exists(path):
        return path
    wrapper = os.path.join(folder, "unit" + os.path.splitext(path)[1])
    with open(wrapper, "wb") as file:
        file.write(b'#include "%b"\n' % os.fsencode(path))
    return wrapper


def _mode(folder: str, side: str, wish: Wish) -> list[str]:
    if not wish.to_object:
        return [f"-ferror-limit={ERRORS}", "-fsyntax-only"]
    out = ["--no-gpu-bundle-output"] if side != HOST else []
    return [f"-ferror-limit={ERRORS}", "-O3", "-c", *out, "-o", os.path.join(folder, "out.o")]


def _heard(ended: Ended, wish: Wish) -> Heard:
    errors = tuple(parse(ended.said))[: 2 * ERRORS]
    if ended.status == 0 and not any(error.spot for error in errors) and not crashed(0, ended.said):
        return Heard("compiles")  # a script that calls the compiler may lose its status
    if ended.too_long:
        return Heard("timed out", errors, f"no end after {wish.seconds:g} s")
    if reason := crashed(ended.status, ended.said):
        return Heard("crashed", errors, reason)
    return Heard("fails", errors, "" if errors else last_line(ended.said) or "it failed without a word")


def _report(unit: Unit, heard: Mapping[str, Heard], tree: Tree, wish: Wish) -> UnitReport:
    """Put together what was said of all sides of a unit; the worst decides."""
    problems = tree.problems(unit, {side: heard[side].errors for side in _sides(unit, wish) if side in heard})
    by_status = {heard[side].status: heard[side] for side in reversed(_sides(unit, wish)) if side in heard}
    worst = next((by_status[each] for each in WORST if each in by_status), Heard("compiles"))
    needs = worst.status == "fails" and problems and all(problem.third_party for problem in problems)
    return UnitReport(
        tree.shown(unit.path),
        "needs" if needs else worst.status,
        problems,
        unit.origin,
        worst.reason,
        sum(one.seconds for one in heard.values()),
        next((one.idle for one in heard.values() if one.idle), ()) if worst.status == "compiles" else (),
    )

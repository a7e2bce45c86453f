"""Headers of Thrust and CUB that plain C++ reads: those of ROCm need a HIP compiler."""

from __future__ import annotations

import os
import posixpath
from functools import cache
from typing import TYPE_CHECKING

from hipify_py.choices import CXX, DEVICE_LIBRARIES
from hipify_py.match.runtime_include import LAUNCH, for_device_compiler
from hipify_py.outcomes import Match, in_passing, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.source.conditions import guarded, inside

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Span
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NAMED = 4  # sources that are told by their names, or one more


def device_libraries(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report the first header of Thrust or CUB that plain C++ reads: ROCm's need a HIP compiler.

    What sources read by way of a header is told in that. It is a note in a source that no build names.
    """
    if options.project.of_host:
        return
    made = _read(unit, rule, options)
    yield from map(in_passing, made) if options.project.named_by_none else made


def _read(unit: Unit, rule: Rule, options: Options) -> Iterator[Match]:
    path, readers = options.path or "", options.project.cxx_readers
    plain = path.endswith(CXX) and path not in options.project.as_hip
    if not readers and (not plain or unit.launches or LAUNCH in unit.code):
        return
    for span in _of_device_libraries(unit):
        name = unit.source[slice(*span)].decode("utf-8", "replace")
        source = _readers(readers) if readers else "this file"
        yield Match(findings=(report(rule, span, {"header": name, "source": source}),))
        return
    if options.project.device_library:
        by, header = (one.decode("utf-8", "replace") for one in options.project.device_library)
        source = f"this file, which reads it by way of {by},"
        for include in unit.text.includes:
            if unit.source[slice(*include.path)] == options.project.device_library[0]:
                yield Match(findings=(report(rule, include.path, {"header": header, "source": source}),))
                return


def _readers(paths: Sequence[str]) -> str:
    names = [posixpath.basename(path) for path in paths]
    more = len(names) - NAMED
    shown, last = (names[:NAMED], f"{more} more") if more > 1 else (names[:-1], names[-1])
    listed = f"{', '.join(shown)} and {last}" if shown else last
    return f"{listed}, which {'reads' if len(names) == 1 else 'read'} it by way of this header,"


def is_plain_cxx(unit: Unit, options: Options) -> bool:
    """Say whether a file is a source of C++ without anything in it for a HIP compiler."""
    if not options.name.endswith(CXX) or for_device_compiler(unit, options):
        return False
    return not device_library(unit)


def device_library(unit: Unit) -> bytes:
    """Give the first header of a device library that a file includes for any compiler; nothing if none."""
    span = next(_of_device_libraries(unit), None)
    return unit.source[slice(*span)] if span else b""


def _of_device_libraries(unit: Unit) -> Iterator[Span]:
    """Give the paths of headers of device libraries that a file includes for any compiler."""
    for include in unit.text.includes:
        path, start = unit.source[slice(*include.path)], include.path.start
        needs_hip = path.startswith(DEVICE_LIBRARIES) and not path.endswith(b"/version.h")
        if needs_hip and path.decode("utf-8", "replace") in _for_any_compiler():
            continue
        if needs_hip and not guarded(unit, start) and not inside(dead(unit), start):
            yield include.path


@cache
def _for_any_compiler() -> frozenset[str]:
    """Give the headers of Thrust that a compiler for the host takes."""
    import tomllib

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "host_headers.toml")
    with open(path, "rb") as file:
        return frozenset(tomllib.load(file)["headers"])

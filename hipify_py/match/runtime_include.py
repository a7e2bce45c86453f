"""Add the include that nvcc brings by itself and HIP compilers do not."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit
from hipify_py.outcomes import Match
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.project_files import own_file
from hipify_py.source.includes import HEADERS, PIECES, insertion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

HEADER = b"hip/hip_runtime.h"
API_HEADER = b"hip/hip_runtime_api.h"  # enough for who only names the runtime's types and functions
DEVICE = re.compile(rb"\b__(?:global|device|shared|constant|managed|launch_bounds)__\b|<<<")
# What nvcc compiles, and the headers that may rely on what it includes by itself.
UNITS = (".cu", ".hip")


def runtime_include(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give the edit that includes HIP's runtime where the file needs it and nothing brings it."""
    name = posixpath.basename(options.path or "stdin.cu")
    if not options.add_include or name.endswith(PIECES) or not _lacks_runtime(unit, rules, options):
        return
    span, text = insertion(unit, name, b"<" + HEADER + b">", needed_at(unit, rules, options))
    yield Match((Edit(span, (text,), rule.id, "include"),))


def brings_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether whoever includes the converted file has the runtime: by its include, or the one added."""
    return _brings(unit, rules, options, HEADER) or _lacks_runtime(unit, rules, options)


def _lacks_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether the file needs more of the runtime than its includes bring."""
    if _brings(unit, rules, options, HEADER):
        return False
    first = next(needed_at(unit, rules, options), None)
    if first is None:
        return False
    names_only = not DEVICE.match(unit.code, first)
    return not (names_only and _brings(unit, rules, options, API_HEADER))


def needs_runtime(unit: Unit, rules: RuleSet, options: Options) -> bool:
    """Say whether the file needs the header that nvcc includes by itself."""
    return next(needed_at(unit, rules, options), None) is not None


def needed_at(unit: Unit, rules: RuleSet, options: Options) -> Iterator[int]:
    """Give the offsets of device keywords and launches, and in files for nvcc of names of the runtime."""
    for found in DEVICE.finditer(unit.code) if b"__" in unit.code or b"<<<" in unit.code else ():
        directive = unit.directive_at(found.start())
        if directive is None or directive.name == b"define":
            yield found.start()
    if posixpath.basename(options.path or "stdin.cu").endswith(UNITS + HEADERS):
        for span, name in candidates(unit, rules):
            known = rules.names.get(name)
            if known and known.to and known.to != name:
                yield span.start


def _brings(unit: Unit, rules: RuleSet, options: Options, header: bytes) -> bool:
    """Say whether an include of the file brings the runtime's header, after conversion.

    hipCUB's headers do not bring it and must not come before it.
    """
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        own = own_file(path, include.quote == b'"', options, rules)
        if own is not None:
            if own in options.project.runtime:
                return True
            continue
        known = rules.headers.get(path)
        target = (known.to if known else None) or path
        if target == header:
            return True
        if target.startswith(b"hipcub/"):
            return False
    return False

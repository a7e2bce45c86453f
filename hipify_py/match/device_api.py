"""Calls of the runtime's functions in device code, which CUDA has a library for and HIP has not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.outcomes import Match, report
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import branches_around
from hipify_py.source.functions import functions, on_device_alone

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

CALL = re.compile(rb"\s*\(")
PASS = re.compile(rb"__CUDA_ARCH__|__HIP_DEVICE_COMPILE__")
ON_DEVICE = re.compile(rb"__(?:global|device)__")


def calls_on_device(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report calls of the runtime in kernels and functions for the device alone."""
    if not ON_DEVICE.search(unit.code):
        return
    named = re.compile(rule.word.encode())
    found = [
        (span, name)
        for span, name in candidates(unit, rules)
        if name in rules.names and named.fullmatch(name)
        if CALL.match(unit.code, span.end) and not owner(unit, span, rules)
    ]
    homes = functions(unit, [span.start for span, _ in found])
    for span, name in found:
        home = homes.get(span.start)
        if home and on_device_alone(unit, home) and not _by_pass(unit, span.start):
            yield Match(findings=(report(rule, span, {"name": name.decode()}),))


def _by_pass(unit: Unit, at: int) -> bool:
    """Say whether a condition that asks for the compiler's pass, host or device, stands around a place."""
    return any(
        PASS.search(unit.code, *one.body)
        for branch in branches_around(unit, at)
        for one in (unit.directives[branch.opened], branch.directive)
    )

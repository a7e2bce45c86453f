"""Calls in device code that CUDA has and HIP has not: of the runtime's functions, and of `std::printf`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.emitted import is_emitted
from hipify_py.match.launches import OF_LAUNCHES, launch_streams
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.candidates import candidates
from hipify_py.resolve.ownership import owner
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.conditions import by_pass
from hipify_py.source.functions import functions, on_device_alone
from hipify_py.source.tokens import A_NAME, token_before
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

STREAM = b"cudaStream"
CALL = re.compile(rb"\s*\(")
STD_PRINTF = re.compile(rb"(?<![\w:.])std\s*::\s*printf\b(?=\s*\()")
FOR_BOTH = ", or leave __device__ off {name}, if the host alone calls that"
ON_DEVICE = re.compile(rb"__(?:global|device)__")


def calls_on_device(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report calls of the runtime in kernels and functions for the device, or for both and made for it.

    Not of what HIP has nowhere, which its name is reported for. Those of one function are one finding: it
    goes to the host as a whole.
    """
    if not ON_DEVICE.search(unit.code):
        return
    named = re.compile(rule.word.encode())
    found = [
        (span, name)
        for span, name in candidates(unit, rules)
        if name in rules.names and rules.names[name].to is not None and named.fullmatch(name)
        if CALL.match(unit.code, span.end) and not owner(unit, span, rules)
    ]
    homes = functions(unit, [span.start for span, _ in found])
    for span, name in found:
        home = homes.get(span.start)
        if home and _is_on_device(unit, home) and not by_pass(unit, span.start):
            said = report(rule, span, {"name": name.decode()})
            if home.name and not on_device_alone(unit, home):
                said = said._replace(message=said.message + FOR_BOTH.format(name=home.name))
            cause = f"{home.name}()" if home.name else ""
            yield Match(
                findings=(said._replace(cause=OF_LAUNCHES if _is_for_launch(unit, span, home) else cause),)
            )


def _is_for_launch(unit: Unit, span: Span, home: Function) -> bool:
    """Say whether a call is about a stream that a launch in the same function is given."""
    if not unit.code.startswith(STREAM, span.start):
        return False
    streams = launch_streams(unit).get(home.body.start, frozenset())
    end = bracket_ends(unit).get(unit.code.find(b"(", span.end), span.end)
    return bool(streams) and not streams.isdisjoint(A_NAME.findall(unit.code, span.end, end))


def _is_on_device(unit: Unit, home: Function) -> bool:
    return on_device_alone(unit, home) or is_emitted(unit, home.body, "device")


def std_printf(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Call `printf` of the global scope in device code: the one in `std` is the host's for HIP."""
    found = [Span(*one.span()) for one in word_matches(unit, STD_PRINTF, b"std")]
    homes = functions(unit, [span.start for span in found])
    for span in found:
        home = homes.get(span.start)
        named_twice = token_before(unit.code, span.start).text == b"std"  # in broken code
        if home and home.of_device and not named_twice:
            yield Match((Edit(span, (b"::printf",), rule.id, "call"),))

"""Mathematical functions that CUDA has on the host too and HIP on the device alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.ownership import owner
from hipify_py.source.functions import functions, head
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

# Of crt/math_functions.h of CUDA 12.9, what the host compiles; HIP 7.2 and 6.4 declare them __device__.
CALLED = re.compile(
    rb"\b(?:rsqrt|sinpi|cospi|sincospi|rcbrt|erfinv|erfcinv|erfcx|normcdf|normcdfinv|cyl_bessel_i[01])f?(?=\s*\()"
)
QUALIFIED, MOST_BLANK = re.compile(rb"\b([A-Za-z_]\w*)\s*::\s*\Z"), 256
BEFORE_GLOBAL = frozenset({b"return", b"else", b"case", b"and", b"or", b"not", b"throw", b"co_return"})
FIRST = (b"rsqrt", b"sinpi", b"cospi", b"sincospi", b"rcbrt", b"erfinv", b"erfc", b"normcdf", b"cyl_bessel_i")


def on_host(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give calls by bare names in functions of the host, unless the file or the project has its own.

    They go to a header of ours, or are reported where that has no such function or is not wanted.
    """
    found = [
        span
        for one in matches(unit.code, CALLED, *FIRST)
        if not owner(unit, span := Span(*one.span()), rules) and one[0] not in options.project.names
        if not _is_qualified(unit, one.start())
    ]
    homes = functions(unit, [span.start for span in found])
    own = {home.name.rpartition("::")[2].encode() for home in homes.values()}
    for span in found:
        home = homes.get(span.start)
        name = unit.code[slice(*span)]
        if home is None or name in own:
            continue
        known = rules.names.get(name)
        if known and known.polyfill and options.polyfill and not (options.path or "").endswith(".c"):
            if home.kind == "host" or _on_both(unit, home):
                yield Match((Edit(span, (known.polyfill,), rule.id, "polyfill"),))
        elif home.kind == "host":
            yield Match(findings=(report(rule, span, {"name": name.decode()}),))


def _is_qualified(unit: Unit, at: int) -> bool:
    """Say whether a name of a scope stands before the one at an offset, with white space between."""
    found = QUALIFIED.search(unit.code, max(0, at - MOST_BLANK), at)
    return found is not None and found[1] not in BEFORE_GLOBAL


def _on_both(unit: Unit, function: Function) -> bool:
    return function.kind == "device" and b"__host__" in head(unit, function)

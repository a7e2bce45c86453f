"""Functions of the device's pass that are macros in the host's: clang reads the host's code in both."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.for_hip import chains
from hipify_py.source.conditions import inside
from hipify_py.source.search import last_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

PASS = rb"defined\s*(?:\(\s*%b\s*\)|\s%b\b)"
ARCH, DEVICE = (PASS.replace(b"%b", one) for one in (b"__CUDA_ARCH__", b"__HIP_DEVICE_COMPILE__"))
ON_DEVICE = {
    b"ifdef": re.compile(rb"\s*__CUDA_ARCH__\s*"),
    b"if": re.compile(rb"\s*" + ARCH + rb"\s*(?:\|\|\s*" + DEVICE + rb"\s*)?"),
}
# The head of a definition; it holds no brackets but those of a template and of parameters.
HEAD = re.compile(
    rb"(?<![\w:])__device__\b"
    rb"(?:[\w\s:&*]|<[^<>;{}()]*>){0,300}?\b([A-Za-z_]\w*)\s*\([^;{}]*+\{"
)


def functions(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Mark functions of the device's branch for the host too where the other branch has a macro."""
    for indices in chains(unit):
        chain = [unit.directives[index] for index in indices]
        if len(chain) == 3 and chain[1].name == b"else" and _on_device(unit, chain[0]):
            device, host = (Span(one.span.end, other.span.start) for one, other in pairwise(chain))
            if not inside(dead(unit), device.start):
                yield from _marked(unit, rule, device, unit.code[slice(*host)])


def _on_device(unit: Unit, directive: Directive) -> bool:
    asked = ON_DEVICE.get(directive.name)
    return asked is not None and asked.fullmatch(unit.code, *directive.body) is not None


def _marked(unit: Unit, rule: Rule, device: Span, host: bytes) -> Iterator[Match]:
    for head in HEAD.finditer(unit.code, *device):
        words = unit.code[last_of(unit.code, b";{}#", head.start()) + 1 : head.start(1)]
        if b"__host__" in words or not re.search(rb"#[ \t]*define[ \t]+%b\(" % head[1], host):
            continue
        yield Match((Edit(Span(head.start(), head.start()), (b"__host__ ",), rule.id, "attribute"),))

"""Objects in shared memory whose class has a constructor: nvcc leaves it out, clang refuses the variable."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import sides
from hipify_py.source.brackets import BRACE, closing
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.search import matches
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# What has a constructor in ROCm: dim3, hipRAND's states but MTGP32's, rocThrust's pairs and tuples.
OF_ROCM = rb"dim3|curandState(?!Mtgp32)\w*|thrust\s*::\s*(?:pair|tuple)\s*<[^;<>]*>"
TYPE = rb"(?:struct\s+|class\s+)?(?:" + OF_ROCM + rb"|\w+(?:\s*<[^;<>()]*>)?)"
OBJECT = re.compile(
    rb"\b__shared__\s+((?:volatile\s+)?" + TYPE + rb")\s+(\w+)\s*((?:\[[^\[\];]*\]\s*)*)(?P<end>[;,])"
)
NAME = re.compile(rb"\w+")
CLASS = re.compile(rb"\b(?:struct|class)\s+(?:__\w+__\s*(?:\([^()]*\)\s*)?)?(\w+)\s*(:[^;{}()]*)?\{")
CONSTRUCTOR = (  # without arguments, or with values for all; that is not empty, or not seen to be
    rb"(?<![~\w])%b\s*\((?:\s*(?:void)?\s*|[^(),]*=[^()]*(?:\([^()]*\)[^()]*)*)\)\s*(?::|;|\{\s*[^\s}])"
)
BLOCKS = re.compile(rb"\{[^{}]*\}")
INITIALISED = re.compile(  # a member with a value, but no static one
    rb"(?:^|[;{}:])\s*+(?!(?:static|constexpr|enum|using|typedef|friend|return)\b)[\w:<>,*\s]*[\w>*]\s+\*?\w+"
    rb"(?:\[[^\]]*\])*\s*(?:=[^;(){}=]*[^;{}]*;|\{\}\s*;)"
)
MEMBER = re.compile(rb"(?:^|[;{}:])\s*(?:const\s+|struct\s+)*(\w+)\s+\w+\s*(?:\[[^;{}()]*)?(?=[;,])")
BASE = re.compile(rb"(\w+)\s*(?:<[^;{}]*>)?\s*(?:,|\Z)")


def shared_objects(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Put objects that a constructor makes into unions, which make nothing; report several in one."""
    for found, single in constructed(unit):
        name = found[2]
        if not single:
            yield Match(findings=(report(rule, Span(*found.span(2)), {"name": name.decode()}),))
            continue
        union, held = _unused(unit, b"Shared_" + name), _unused(unit, b"shared_" + name)
        rest = b" __device__ %b() {} __device__ ~%b() {} } %b; auto &%b = %b.%b;"
        text = rest % (union, union, held, name, held, name)
        start, end = found.start(1), found.end("end")
        edits = (
            Edit(Span(start, start), (b"union %b { " % union,), rule.id, "value"),
            Edit(Span(end, end), (text,), rule.id, "value"),
        )
        yield Match(edits)


@fact
def constructed(unit: Unit) -> list[tuple[re.Match[bytes], bool]]:
    """Give variables in shared memory that a constructor would make, each with whether it is alone."""
    made = []
    for found in matches(unit.code, OBJECT, b"__shared__"):
        name = NAME.search(found[1].removeprefix(b"volatile").strip().removeprefix(b"struct "))
        kind = name[0] if name else b""
        of_rocm = re.search(rb"(?:\A|\s)(?:" + OF_ROCM + rb")\Z", found[1]) is not None
        if not of_rocm and not _constructs(unit, kind, frozenset()):
            continue
        if b"extern" in unit.code[max(0, found.start() - 20) : found.start()].split(b";")[-1].split():
            continue
        if unit.directive_at(found.start()) or inside(sides(unit).own, found.start()):
            continue
        made.append((found, found["end"] == b";" and in_function(unit, found.start()) is not None))
    return made


def _constructs(unit: Unit, name: bytes, seen: frozenset[bytes]) -> bool:
    """Say whether a class of the file has a constructor without arguments that does something."""
    body, bases = _classes(unit).get(name, (b"", b""))
    if name in seen or not body:
        return False
    if re.search(CONSTRUCTOR % re.escape(name), body):
        return True
    plain = BLOCKS.sub(b"{}", BLOCKS.sub(b"{}", body))
    if INITIALISED.search(plain):
        return True
    inner = {*MEMBER.findall(plain), *BASE.findall(bases.removeprefix(b":"))}
    return b"dim3" in inner or any(_constructs(unit, one, seen | {name}) for one in inner)


@fact
def _classes(unit: Unit) -> dict[bytes, tuple[bytes, bytes]]:
    """Give what stands in each class of a file, and its bases."""
    found: dict[bytes, tuple[bytes, bytes]] = {}
    for one in CLASS.finditer(unit.code):
        end = closing(unit.code, one.end() - 1, len(unit.code), BRACE)
        found.setdefault(one[1], (unit.code[one.end() : end - 1], one[2] or b""))
    return found


def _unused(unit: Unit, name: bytes) -> bytes:
    """Give a name, or one like it, that a file does not have."""
    while re.search(rb"\b%b\b" % name, unit.code):
        name += b"_"
    return name

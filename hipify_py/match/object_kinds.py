"""Texture objects where surface objects are taken, and the reverse: numbers in CUDA, and two types in HIP."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import sides
from hipify_py.source.brackets import MOST, arguments, closing
from hipify_py.source.conditions import inside
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

TYPE = re.compile(rb"\b(?:cuda|hip)(Texture|Surface)Object_t\b")
DECLARED = re.compile(TYPE.pattern + rb"(?:\s*+const\b)?\s*+[&*]?\s*+(?:const\s++)?(\w+)\s*+(?=[;,=()\[{])")
TAKES = re.compile(rb"\b(\w+)\s*\((?=[^(){};]*Object_t)")
API = re.compile(
    rb"\b(?:(?:cuda|hip)(?:Create|Destroy)(Texture|Surface)Object|(tex)[123]D\w*|(surf)(?:[123]D|Cubemap)\w*)"
    rb"\s*+(?:<[\w\s]*>)?\s*+(?=\()"
)
GIVEN = re.compile(rb"\s*+&?\s*+(?:\w+(?:\[\w*\])?\s*+(?:\.|->)\s*+)*(\w+)\s*+(?:\(\s*+\))?\s*+\Z")
LAUNCH = re.compile(rb"\s*+(?:<[\w\s,]*>)?\s*+(?:<<<[^;]*?>>>)?\s*+(?=\()")
KIND = {b"Texture": "texture", b"tex": "texture", b"Surface": "surface", b"surf": "surface"}
SECOND = re.compile(rb"surf\w+")  # what it reads or writes comes first


class Taken(NamedTuple):
    """An argument of a call, the kind of object that is taken there, and the name of a callee of the file."""

    span: Span
    kind: str
    called: Span | None = None


def mixed(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report what is declared as one kind of object and given where the other kind is taken."""
    names = _kinds(unit)
    own = sides(unit).own
    for span, wanted, _ in taken(unit) if len(set(names.values())) > 1 or API.search(unit.code) else ():
        found = GIVEN.match(unit.code, *span)
        has = names.get(found[1], "") if found else ""
        if found and has and has != wanted and not inside(own, span.start):
            name = found[1].decode()
            values = {"name": name, "has": has, "wanted": wanted}
            yield Match(findings=(report(rule, Span(*found.span(1)), values),))


@fact
def _kinds(unit: Unit) -> dict[bytes, str]:
    """Give the names that a file declares as one kind of object alone."""
    kinds: dict[bytes, set[str]] = {}
    for one in DECLARED.finditer(unit.code):
        kinds.setdefault(one[2], set()).add(KIND[one[1]])
    return {name: min(found) for name, found in kinds.items() if len(found) == 1}


def taken(unit: Unit) -> Iterator[Taken]:
    """Give arguments of calls, with the kind of object that is taken there."""
    code = unit.code
    for one in API.finditer(code):
        given = _arguments(code, one.end())
        at = 1 if SECOND.match(code, one.start()) else 0
        if len(given) > at:
            yield Taken(given[at], KIND[one[1] or one[2] or one[3]])
    functions = _functions(unit)
    for one in A_NAME.finditer(code) if functions else ():
        parameters = functions.get(one[0])
        called = LAUNCH.match(code, one.end()) if parameters else None
        given = _arguments(code, called.end()) if called else []
        if parameters and len(given) == len(parameters):
            name = Span(*one.span())
            pairs = zip(given, parameters, strict=True)
            yield from (Taken(span, kind, name) for span, kind in pairs if kind)


def _functions(unit: Unit) -> dict[bytes, tuple[str, ...]]:
    """Give the functions of a file that take such objects, with the kind of each parameter; one of a name."""
    found: dict[bytes, set[tuple[str, ...]]] = {}
    for one in TAKES.finditer(unit.code):
        texts = (unit.code[slice(*span)] for span in _arguments(unit.code, one.end() - 1))
        kinds = tuple(KIND[kind[1]] if (kind := TYPE.search(text)) else "" for text in texts)
        found.setdefault(one[1], set()).add(kinds)
    return {name: min(kinds) for name, kinds in found.items() if len(kinds) == 1}


def _arguments(code: bytes, at: int) -> list[Span]:
    """Give what stands between the commas of the bracket that opens at a place."""
    end = closing(code, at, min(len(code), at + MOST))
    return list(arguments(code, at, end)) if code[end - 1 : end] == b")" else []

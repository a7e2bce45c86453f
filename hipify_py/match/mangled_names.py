"""Mangled names in strings, by which programs ask modules for kernels: HIP mangles some types otherwise.

The Itanium C++ ABI, section 5.1, says how a name is written: each name in it behind its length. What HIP
makes of CUDA's types was seen in clang for ROCm 6.4 and 7.2: `float2` is an instance of a template.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.source.conditions import inside
from hipify_py.source.vector_names import is_vector

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

MANGLED = re.compile(rb"_Z[\w.$%]+")
# What holds digits and is no name: arguments of templates, sizes of arrays, what stands for something before.
PART = re.compile(rb"L[a-z]n?\d+E|A\d+_|[ST][0-9A-Z]*_|(?P<length>[1-9]\d{0,3})")
UNNAMED = (b"_GLOBAL__N", b"_INTERNAL")  # a namespace without a name bears the file's in nvcc's
MOST = 4  # names that are listed
BY_NAME = "write the name that llvm-nm shows of the code object"
IN_C = 'declare what it names extern "C", or '


def mangled_names(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report strings that are a mangled name in which a type stands that has another name in HIP."""
    for start, end in unit.text.strings:
        text = unit.source[start:end].strip(b'"')
        found = _otherwise(text, rules) if MANGLED.fullmatch(text) else {}
        if found and not inside(dead(unit), start):
            shown = ", ".join(sorted(name.decode() for name in found)[:MOST])
            values = {"name": text.decode(), "types": shown, "way": _way(text)}
            said = report(rule, Span(start, end), values)
            yield Match(findings=(said._replace(cause=rule.name),))


def _way(text: bytes) -> str:
    """Say what to do about a mangled name: an instance of a template cannot be declared for C."""
    return BY_NAME if _is_instance(text) else IN_C + BY_NAME


def _is_instance(text: bytes) -> bool:
    """Say whether arguments of a template stand in a mangled name: an I behind a name."""
    return any(text.startswith(b"I", place.end) for place in _places(text))


def _otherwise(text: bytes, rules: RuleSet) -> set[bytes]:
    """Give the names in a mangled name that HIP has not, or under another name."""
    return {name for name in names_in(text) if _differs(name, rules)}


def names_in(text: bytes) -> Iterator[bytes]:
    """Give the names in a mangled name, one by one."""
    return (text[slice(*place)] for place in _places(text))


def _places(text: bytes) -> Iterator[Span]:
    """Give where the names in a mangled name stand, up to their ends as their lengths tell them."""
    at = 0
    while found := PART.search(text, at):
        at = found.end()
        if found["length"]:
            at += int(found["length"])
            yield Span(found.end(), at)


def _differs(name: bytes, rules: RuleSet) -> bool:
    known = rules.names.get(name) or rules.namespaces.get(name)
    return is_vector(name) or name.startswith(UNNAMED) or (known is not None and known.to != name)

"""What a file tells the translation units that it is part of: which names it makes, and who sees them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.told import Told
from hipify_py.source.definitions import CLASSES
from hipify_py.source.search import before, last_of, places, word_start
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tree_sitter import Node

    from hipify_py.model import Span
    from hipify_py.source.unit import Unit

MACRO = b"#"
HIDES = frozenset({"compound_statement", "parameter_list", "template_parameter_list"})
STATIC = re.compile(rb"\bstatic\b")
ANONYMOUS = re.compile(rb"\bnamespace\s*\{")
INLINE = re.compile(rb"\binline\s++namespace\s++(\w++)")
USED = re.compile(rb"using\s+namespace\s+([\w:]+)")
OPENED = re.compile(rb"(?:namespace|public|protected|private|virtual)\s+([\w:]+)")
OPENERS = (b"namespace", b"public", b"protected", b"private", b"virtual")
WORD = re.compile(rb"\w+")
KEYWORDS = frozenset({b"__device__", b"__global__", b"__host__"})
"""Keywords of CUDA that programs make macros, for compilers of plain C++."""

FOUND_OUTSIDE = b"@"
"""Stands behind a scope that holds what calls outside of it may find as well."""

CHOSEN = b"@"
"""Stands for the value of a constant that a condition decides for HIP."""
RETURNED = b"@()"
"""The same for a function that returns what a condition in it decides."""


def marked(functions: Iterable[bytes], mark: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Give the names of functions that are told with a mark behind the name, and what is told behind that."""
    parts = (one.partition(mark) for one in functions)
    return ((name, rest) for name, found, rest in parts if found)


def agreed(values: Iterable[bytes]) -> bytes | None:
    """Give the value of a constant to which several places give one; None where two of them differ.

    What a condition chooses for HIP in one place is chosen for all.
    """
    given = set(values)
    chosen_for_hip = next((mark for mark in (CHOSEN, RETURNED) if mark in given), None)
    return chosen_for_hip or (given.pop() if len(given) == 1 else None)


def includes_before(unit: Unit, offset: int) -> int:
    """Count the includes of a file before a byte."""
    return bisect_left(unit.text.includes, offset, key=lambda include: include.path.start)


def scope_of(unit: Unit, name: Span) -> bytes | None:
    """Give the namespaces and classes in which a name is declared, as `a::B`, or `#` for a macro.

    None where no other file sees it: of a local variable or a parameter. An anonymous namespace counts for
    nothing: who includes the file sees what is in it.
    """
    directive = unit.directive_at(name.start)
    if directive is not None and directive.name == b"define":
        return MACRO
    found: list[bytes] = []
    inner: Node | None = None
    for node in reversed(unit.around(name)):
        if node.type in HIDES:
            return None
        named = node.child_by_field_name("name")
        in_body = inner is not None and inner.type in {"declaration_list", "field_declaration_list"}
        if in_body and named is not None and (node.type in CLASSES or node.type == "namespace_definition"):
            found.append(unit.source[named.start_byte : named.end_byte])
        inner = node
    return b"::".join(reversed(found))


def is_external(unit: Unit, name: Span) -> bool:
    """Say whether another unit can call the function of which a file defines the name at a span."""
    start = last_of(unit.code, b";{}", name.start) + 1
    if STATIC.search(unit.code, start, name.start):
        return False
    return ANONYMOUS.search(unit.code) is None or not any(
        node.type == "namespace_definition" and node.child_by_field_name("name") is None
        for node in unit.around(name)
    )


def used(unit: Unit) -> tuple[Told, ...]:
    """Give the namespaces whose names a file makes seen with `using namespace`."""
    if b"using" not in unit.code:
        return ()
    found: dict[bytes, int] = {}
    for one in word_matches(unit, USED, b"using"):
        for part in WORD.findall(one[1]):
            found.setdefault(part, one.start())
    found.pop(b"std", None)
    return tuple(Told("using", part, after=includes_before(unit, at)) for part, at in found.items())


@fact
def unnamed(unit: Unit) -> frozenset[bytes]:
    """Give the namespaces of a file that a name need not tell: those it brings in, and inline ones."""
    inline = (one[1] for one in word_matches(unit, INLINE, b"inline"))
    return frozenset((*inline, *(one.name for one in used(unit))))


def is_only_in(scope: bytes) -> bool:
    """Say whether what a scope holds, as `Told` has it, is meant nowhere outside of that without its name."""
    return scope not in {b"", MACRO} and not scope.endswith(FOUND_OUTSIDE)


def names(unit: Unit, home: Sequence[bytes], named: Sequence[bytes]) -> bool:
    """Say whether a name with some scopes may be what lies in others: all but those that need no name."""
    rest = iter(home)
    left = Counter(home) - Counter(named)
    return all(one in rest for one in named) and unnamed(unit).issuperset(left.keys())


@fact
def entered(unit: Unit) -> frozenset[bytes]:
    """Give the names of scopes that a file opens, or derives from."""
    return frozenset(part for one in word_matches(unit, OPENED, *OPENERS) for part in WORD.findall(one[1]))


@fact
def opened(unit: Unit) -> frozenset[bytes]:
    """Give the names of scopes that a file opens, derives from, or qualifies names with.

    These may be of functions that a class has outside of it, and of types that take their functions along.
    """
    code = unit.code
    ends = (before(code, at, b" \t\r\n") for at in places(code, b"::"))
    return entered(unit).union(code[word_start(code, end) : end] for end in ends)

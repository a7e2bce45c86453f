"""What a file tells the translation units that it is part of: which names it makes, and who sees them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.lazy import re
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
Kind = Literal[
    "name",
    "constant",
    "function",
    "external",
    "declared",
    "using",
    "wavefront",
    "attribute",
    "number",
    "body",
    "address",
    "switch",
    "alias",
    "members",
    "layout",
    "version",
    "apart",
    "brings",
    "macro",
    "space",
    "outside",
]
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


class Told(NamedTuple):
    """One thing that a file tells whoever reads on behind it.

    - name: a macro, type or function with a CUDA-like name; its value is the scope, as `a::B`, that holds it,
      with a `@` behind if calls outside of that may find it, as `resolve.reach` tells; or `#` for a macro.
    - constant: one that speaks of warps, with the text of its value.
    - function: a function, macro or type that is named after warps, or overloads an intrinsic; with a `(`
      behind its name a macro that puts names together, with `@` one of `min` and `max` for numbers, which
      CUDA has itself, with a `#` one named as a function of hipify_warp32.h, with a `[` a table of functions
      of which one comes to a barrier of the block, with a `%` a macro that names `threadIdx` or its kin,
      with a `*` a class of which a constructor does something, as `match.shared_objects` tells,
      with a `.` and a number one that makes a member of that argument, with a `&` and the type of what it
      takes first one named as CUDA's for textures and surfaces, with a `!` or `!?` one of C that returns
      another type than CUDA's, as `resolve.c_functions` tells, with a `~` a class of which a constructor is
      marked, as `resolve.device_constructors` writes it, with `std::` before it one that `std` has for HIP,
      too, with `operator` one of the program's own on vectors that is declared, with blanks between a class
      and a number, or a class derived from a vector, as `match.derived_vectors` writes both; a keyword of
      CUDA that is made a macro.
    - external: such a function that other units can call; declared: one of which the body is elsewhere.
    - using: a namespace whose names the file makes seen.
    - wavefront: a function that works on all lanes of a wavefront with `--warp native`; once more with a `>`
      behind its name if it takes values of lanes that half of a wavefront lacks, and with a `<` and a number
      if that argument is how far its shuffle reaches.
    - number: a macro that stands for a number, with the text of that, for device code of other files.
    - body: a function of the device, with its text, for device code of other files.
    - attribute: a macro that stands for attributes of functions, with these, or a function that is declared,
      as `match.function_keys` names it, with those of its declaration.
    - address: a function that gives a device address, or with `#` and a number a class of which a constructor
      takes one there; with a `=` behind it a type that is one.
    - switch: a macro that is made by the compiler, with what it is for HIP; with a `?` one that is made for
      other compilers alone, with a `z` one that is 0 but in branches that ask for numbers of CUDA's.
    - alias: a name for a type, with that as it is spelt, `@`, and the scopes around the name; with no type
      one that stands for no plain type, or is a class's.
    - members: a class of a header that some file asks for, with the types of its members as
      `resolve.class_members` writes them.
    - layout: a structure of a header that lists of some file may fill, as `resolve.layouts` writes it.
    - version: a macro that stands for a version number of CUDA's, with the name of that.
    - macro: one that code of the device uses, with its head and what it stands for; without these it has
      several meanings.
    - brings: that the file includes libcu++, and with it what that brings.
    - space: an alias of a namespace, or a `using`, as `resolve.shared_spaces` writes it; its value is the
      scope that holds it.
    - outside: a name with a look of CUDA's after which a header outside the run is called, with that header.
    - apart: that the file tells HIP's compiler from CUDA's by itself, as `resolve.told_apart` says.

    `after` counts the includes of the file before the place.
    """

    kind: Kind
    name: bytes
    value: bytes = b""
    after: int = 0


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

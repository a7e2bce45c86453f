"""Which types of numbers, vectors and arrays other names stand for: those of a file, and of headers it reads.

A name counts only where nothing else has it that may be meant.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.resolve.linkage import includes_before, opened
from hipify_py.resolve.named_scopes import INNER, scope_at
from hipify_py.resolve.told import Told
from hipify_py.source.defined_types import defined_types
from hipify_py.source.number_types import TYPE
from hipify_py.source.search import places
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.vector_names import ELEMENT, VECTOR
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

COMPLEX = rb"(?:cu|hip)(?:Float|Double)?Complex"
NUMBER = re.compile(
    rb"(?:"
    + TYPE
    + rb"|"
    + VECTOR
    + rb"|dim3|(?:__)?half2?|(?:(?:__)?nv|__hip)_bfloat162?|"
    + COMPLEX
    + rb")"
)
IS_VECTOR = re.compile(ELEMENT + rb"([1-4])|" + COMPLEX)
UNSIZED = b"[]"
"""Stands for the type of an array without a size."""
OBJECT = b"{}"
"""Stands for a class or an enumeration."""
NAME = rb"(?:::\s*+)?[A-Za-z_]\w*+(?:\s*+::\s*+\w++)*+"
SPELT = rb"((?:const\s++)?(?:" + TYPE + rb"(?!\s*+::|\w)|" + NAME + rb"))"
PLAIN = re.compile(
    rb"typedef\s++" + SPELT + rb"\s++(\w++)\s*+[;,]|using\s++(\w++)\s*+=\s*+" + SPELT + rb"\s*+;"
)
TAGGED = re.compile(rb"typedef\s++(?:const\s++)?(?:struct|class|union|enum)\s++\w++\s++(\w++)\s*+[;,]")
BEHIND = re.compile(rb"\s*+(\w++)\s*+[;,]")
ARRAY = re.compile(rb"typedef\b.*?\b(\w+)\s*+\[\s*+\]|using\s++(\w++)\s*+=.*\[\s*+\]\s*+;", re.DOTALL)
LAST = re.compile(rb"(\w++)\s*+(?:\[[^][]*+\]\s*+)*+;\Z")
NEW = re.compile(rb"using\s++(\w++)\s*+=")
MOST = 300  # bytes of a declaration
WORDS = (b"typedef", b"using")
OTHER = re.compile(rb"(?<!template )\b(?:class|typename|struct|union|enum)\s++(\w++)")  # instantiates none
NAMED = re.compile(rb"\}\s*+(\w++)\s*+;")
BLANK = re.compile(rb"\s++")
DEEPEST = 8  # names that stand for each other in a row
SCOPE = b"@"
"""Stands between a type and the scope of the name for it, in what files tell of such names."""


class Alias(NamedTuple):
    """The type for which a name stands, as it is spelt, empty for one that is not plain, and its scope."""

    type: bytes
    scope: bytes
    at: int


@fact
def _made(unit: Unit) -> dict[bytes, list[Alias]]:
    """Give the names that a file makes for types."""
    if not holds_part(unit, *WORDS):
        return {}
    ends = ((at, unit.code.find(b";", at, at + MOST) + 1) for at in places(unit.code, *WORDS))
    made = [(at, one) for at, end in ends if end and (one := _said(unit.code[at:end]))]
    is_plain = any(spelt for _, (_, spelt) in made)  # else it does not matter where they are
    found: dict[bytes, list[Alias]] = defaultdict(list)
    for at, (name, spelt) in made:
        found[name].append(Alias(_plain(spelt), scope_at(unit, at) if is_plain else b"", at))
    for each in defined_types(unit):
        by = BEHIND.match(unit.code, each.body.end)
        if by and token_before(unit.code, each.at).text == b"typedef":
            found[by[1]].append(Alias(OBJECT, scope_at(unit, each.at), each.at))
    return dict(found)


def class_meant(unit: Unit, name: bytes) -> bytes | None:
    """Give the class for which a name stands by what its file says, be it itself.

    None where that is not told: of a template's, and where a condition chooses.
    """
    for _ in range(DEEPEST):
        spelt = {one.type.rpartition(b"::")[2] for one in _made(unit).get(name, ())} or {OBJECT}
        if spelt in ({OBJECT}, {name}):
            return name
        (name,) = spelt if len(spelt) == 1 else (b"",)
        if not name:
            break
    return None


def _said(text: bytes) -> tuple[bytes, bytes] | None:
    """Give the name that a declaration makes for a type, and the type, empty where that is not plain."""
    if plain := PLAIN.match(text):
        return (plain[2], plain[1]) if plain[2] else (plain[3], plain[4])
    if tagged := TAGGED.match(text):
        return tagged[1], OBJECT
    if b"{" in text or b"}" in text:
        return None
    if b"[" in text and (array := ARRAY.match(text)):
        return array[1] or array[2], UNSIZED
    other = LAST.search(text) if text.startswith(b"typedef") else NEW.match(text)
    return (other[1], b"") if other else None


def _plain(spelt: bytes) -> bytes:
    """Give the spelling of a type without what says nothing of its kind."""
    text = BLANK.sub(b" ", spelt).replace(b" ::", b"::").replace(b":: ", b"::")
    return text.removeprefix(b"const ").removeprefix(b"::")


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the names that a file makes for types, where others may use them."""
    for name, listed in _made(unit).items():
        values = {one.type + SCOPE + one.scope: one.at for one in listed if one.scope != INNER}
        for value, at in values.items():
            yield Told("alias", name, value, includes_before(unit, at))


@fact
def types_made(unit: Unit) -> frozenset[bytes]:
    """Give the names of the classes and enumerations that a file defines."""
    classes = (one.name for one in defined_types(unit) if one.name and not one.is_special)
    return frozenset([*classes, *NAMED.findall(unit.code)])


def known_names(named: Mapping[bytes, Iterable[Told]]) -> set[bytes]:
    """Give the names that may stand for a type which is known here, given all that is told of each."""
    known = set[bytes]()
    for _ in range(DEEPEST):
        known |= {name for name, told in named.items() if any(may_be_known(one, known) for one in told)}
    return known


def may_be_known(one: Told, known: Collection[bytes]) -> bool:
    """Say whether the type for which a name stands by what is told is known here, or one of some names."""
    spelt = one.value.partition(SCOPE)[0]
    return _is_known(spelt) or spelt.rpartition(b"::")[2] in known


def _is_known(spelt: bytes) -> bool:
    return spelt in {UNSIZED, OBJECT} or NUMBER.fullmatch(spelt) is not None


def resolved(found: Iterable[Told], is_used: Callable[[bytes], bool]) -> dict[bytes, bytes]:
    """Give the types for which the names stand that other files tell of, as `a::name` for those in scopes.

    `is_used` says that what a scope holds can be meant without it. A name that is made for what is not known
    here, or for types that differ in kind, is left out.
    """
    named: dict[bytes, list[Alias]] = defaultdict(list)
    for one in found:
        spelt, _, scope = one.value.partition(SCOPE)
        named[one.name].append(Alias(spelt, b"" if is_used(scope) else scope, 0))
    table = _meanings({name: {one.type for one in listed} for name, listed in named.items()})
    given: dict[bytes, bytes] = {}
    for name, listed in named.items():
        if all(_meant(one.type, table) for one in listed):
            for scope in {one.scope for one in listed}:
                kind = _agreed(_meant(one.type, table) for one in listed if one.scope == scope)
                given |= {b"::".join(part for part in (scope, name) if part): kind} if kind else {}
    return given


def _meanings(named: Mapping[bytes, set[bytes]]) -> dict[bytes, bytes]:
    """Give the types for which names stand, a row of `DEEPEST` of them one for the other; else nothing.

    A name may stand for many, and each of these for many: all are worked out for rows of one, of two, ...
    """
    table: dict[bytes, bytes] = {}
    for _ in range(DEEPEST):
        made = {name: _agreed(_meant(one, table) for one in types) for name, types in named.items()}
        if made == table:
            break
        table = made
    return table


def _meant(spelt: bytes, table: Mapping[bytes, bytes]) -> bytes:
    """Give the type that is meant by a spelling, given what names stand for; else nothing."""
    return spelt if _is_known(spelt) else table.get(spelt.rpartition(b"::")[2], b"")


def _agreed(kinds: Iterable[bytes]) -> bytes:
    """Give one of some types that are of one kind: a condition may choose between `float2` and `double2`."""
    given = set(kinds)
    return min(given) if len({_sort(kind) for kind in given}) == 1 else b""


def _sort(kind: bytes) -> bytes:
    """Give what matters of a type: of a vector how many values it has."""
    rank = values_of(kind)
    return b"%d" % rank if rank else kind if kind in {b"", UNSIZED, OBJECT} else b"number"


def values_of(kind: bytes) -> int:
    """Say how many values a vector type has; 0 for any other type."""
    found = IS_VECTOR.fullmatch(kind)
    return int(found[1] or 2) if found else 0


def meaning(unit: Unit, options: Options) -> Callable[[bytes], bytes]:
    """Give what says for which type of numbers, vectors or arrays a name stands in a file, or nothing."""
    meant = kinds(unit, options)
    return lambda spelt: b"" if (kind := meant(spelt)) == OBJECT else kind


def kinds(unit: Unit, options: Options) -> Callable[[bytes], bytes]:
    """Give what says for which type a name stands in a file, `OBJECT` for classes; nothing of any other name.

    A qualified name means what that scope has; a bare one nothing where the file has a class of the name.
    """
    known: dict[bytes, bytes] = {}
    waiting = list[bytes]()

    def meant(spelt: bytes) -> bytes:
        plain = _plain(spelt)
        if _is_known(plain):
            return plain
        if plain in waiting or len(waiting) > DEEPEST:
            return b""
        if plain not in known:
            waiting.append(plain)
            known[plain] = _here(unit, plain, meant) or _elsewhere(unit, plain, options)
            waiting.pop()
        return known[plain]

    return meant


def _here(unit: Unit, plain: bytes, meant: Callable[[bytes], bytes]) -> bytes:
    """Give the type for which a name stands by what its own file says."""
    outer, _, name = plain.rpartition(b"::")
    listed = _made(unit).get(name, [])
    if outer:
        listed = [one for one in listed if _ends(one.scope, outer)]
    elif name in _others(unit) and not all(one.type == OBJECT for one in listed):
        return b""
    if not listed and name in types_made(unit):
        return OBJECT
    return _agreed(meant(one.type) for one in listed)


def _elsewhere(unit: Unit, plain: bytes, options: Options) -> bytes:
    """Give the type for which a name stands by what other files say, if its own makes none of it."""
    aliases = options.project.aliases
    outer, _, name = plain.rpartition(b"::")
    if not outer and (name in _others(unit) or name in _made(unit)):
        return b""
    if not outer and plain in aliases:
        return aliases[plain]
    found = [key.rpartition(b"::") for key in aliases if key.endswith(b"::" + name)]
    scopes = [scope for scope, _, _ in found if (_ends(scope, outer) if outer else _is_open(unit, scope))]
    return _agreed(aliases[scope + b"::" + name] for scope in scopes)


def _ends(scope: bytes, outer: bytes) -> bool:
    """Say whether a scope is that which a qualified name spells, be it from further out or in."""
    return (b"::" + scope).endswith(b"::" + outer) or (b"::" + outer).endswith(b"::" + scope)


def _is_open(unit: Unit, scope: bytes) -> bool:
    return all(part in opened(unit) for part in scope.split(b"::"))


def names_here(unit: Unit) -> frozenset[bytes]:
    """Give the names that a file makes for types, has for classes, or takes in a template."""
    return _others(unit) | _made(unit).keys()


@fact
def _others(unit: Unit) -> frozenset[bytes]:
    """Give the names that a file has for classes, or in a template."""
    return frozenset(OTHER.findall(unit.code))

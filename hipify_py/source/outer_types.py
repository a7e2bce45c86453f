"""Of which arithmetic type the variables, members and macros are that a file has outside of a function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hipify_py.lazy import cached_property, re
from hipify_py.source.brackets import BRACE, closing, outline
from hipify_py.source.conditions import conditional
from hipify_py.source.definitions import CLASSES
from hipify_py.source.lexer import DEFINE
from hipify_py.source.number_types import (
    NAMED_TYPE,
    NO_TYPE,
    TYPE,
    declarations,
    declared_types,
    number_literal,
    spelt,
    types_in,
)
from hipify_py.source.tokens import token_at, token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.vector_names import ELEMENT
from hipify_py.source.vector_names import spelt as spelt_element
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Span
    from hipify_py.source.functions import Function
    from hipify_py.source.number_types import Declared
    from hipify_py.source.tokens import Token
    from hipify_py.source.unit import Unit

CLASS = re.compile(rb"\b(?:struct|class|union)\s++(\w++)\s*+(?:final\b\s*+)?(?::(?!:)[^;{}()]*+)?(\{)")
SPECIAL = re.compile(rb"\b(?:struct|class)\s++(\w++)\s*+<")  # for some arguments of a template
MARKS = rb"(?:__\w+__|inline|constexpr|static)"
RETURNS = re.compile(
    rb"(?<![\w:.<,])(" + TYPE + rb")\s++(?:" + MARKS + rb"\s++)*+([A-Za-z_]\w*+)\s*+\([^;{}]{0,1000}\)\s*+\{"
)
MARK = re.compile(MARKS)
VECTORS = re.compile(rb"(?:(" + ELEMENT + rb")[1-4]|dim3)")
LONGEST = 20_000  # bytes of a class that are read for its members
NONE: Mapping[bytes, Mapping[bytes, str]] = {}
CALLED, OBJECT = b"()", re.compile(rb"(\w++)(?:\.|->)")
OUTSIDE = frozenset({"translation_unit", "namespace_definition", "declaration_list", "linkage_specification"})


def types_around(
    unit: Unit, function: Function | None, others: Mapping[bytes, Mapping[bytes, str]] = NONE
) -> Mapping[bytes, str]:
    """Give the types of the names that a function may use, of `x.y` those whose class the file defines.

    `others` are members of classes that other files define. What the function declares itself comes first. In
    one of a class a bare name may be a member, and in a macro anything, so no variables count there.
    """
    return _Around(unit, function, others)


class _Around(Mapping[bytes, str]):
    """What `types_around` gives: each part of it is worked out where one of its names is asked for first."""

    def __init__(
        self, unit: Unit, function: Function | None, others: Mapping[bytes, Mapping[bytes, str]]
    ) -> None:
        self._unit, self._function, self._others = unit, function, others
        self._own = types_in(unit, function.span) if function else {}

    def __getitem__(self, name: bytes) -> str:
        if name in self._own:
            return self._own[name]
        if name.endswith(CALLED):
            return _given(self._unit)[name]
        if found := OBJECT.match(name):
            kind = self._own[found[1]]
            return _all_members(self._unit, kind, self._others)[name[found.end() :]]
        return self._outer[name]

    @cached_property
    def _outer(self) -> Mapping[bytes, str]:
        """Give the macros, and the variables that the function sees."""
        macros = _macros(self._unit)
        is_free = self._function and _is_free(self._unit, self._function)
        return {**macros, **_variables(self._unit)} if is_free else macros

    def __iter__(self) -> Iterator[bytes]:
        members = (
            name + sign + member
            for name, kind in self._own.items()
            for member in _all_members(self._unit, kind, self._others)
            for sign in (b".", b"->")
        )
        return iter({*self._own, *_given(self._unit), *self._outer, *members})

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _all_members(unit: Unit, kind: str, others: Mapping[bytes, Mapping[bytes, str]]) -> dict[bytes, str]:
    """Give the members of a type, as `declared_types` names it, and of those of them that are vectors."""
    name = kind[1:].encode() if kind.startswith("?") else b""
    if vector := VECTORS.fullmatch(name):
        of = "unsigned" if name == b"dim3" else spelt(_element(vector[1]))
        return {bytes([letter]): of for letter in b"xyzw"[: int(name[-1:])]}
    own = members(unit)
    found = own[name] if name in own else others.get(name, {})
    return {
        **found,
        **{
            member + b"." + part: of
            for member, held in found.items()
            if is_vector(held)
            for part, of in _all_members(unit, held, others).items()
        },
    }


def is_vector(kind: str) -> bool:
    """Say whether a type, as `declared_types` names it, is one of CUDA's vectors."""
    return kind.startswith("?") and VECTORS.fullmatch(kind[1:].encode()) is not None


def _element(name: bytes) -> bytes:
    """Give the C++ type of the parts of a vector: `ulonglong` of a `ulonglong2`."""
    return b"signed char" if name == b"char" else spelt_element(name)


@fact
def _given(unit: Unit) -> dict[bytes, str]:
    """Give what functions return that the file defines, and nowhere declares with another type."""
    found: dict[bytes, str] = {}
    for one in _returning(unit):
        name, kind = one[2] + b"()", spelt(one[1])
        found[name] = kind if found.get(name, kind) == kind else ""
    declared = (one for one in found if any(_is_typed(unit, word) for word in standing(unit, one[:-2])))
    otherwise = {*declared}
    return {name: kind for name, kind in found.items() if kind and name not in otherwise}


def _is_typed(unit: Unit, name: Token) -> bool:
    """Say whether a word that is no arithmetic type stands before a name with a bracket behind it."""
    if token_at(unit.code, name.end).text != b"(":
        return False
    before = token_before(unit.code, name.start)
    known = before.text in NO_TYPE or NAMED_TYPE.search(before.text) or MARK.fullmatch(before.text)
    return before.is_word and not known


def _returning(unit: Unit) -> Iterator[re.Match[bytes]]:
    """Give the heads of functions, before each of which stands what may also declare a name."""
    end = 0
    for declared in _declarations(unit):
        at = declared.type.start
        if at >= end and (found := RETURNS.match(unit.code, at)):
            yield found
            end = found.end()


@fact
def _declarations(unit: Unit) -> tuple[Declared, ...]:
    return tuple(declarations(unit.code))


def _is_free(unit: Unit, function: Function) -> bool:
    """Say whether a function stands in no class, and is no macro."""
    if function.kind == "macro" or "::" in function.name:
        return False
    return all(node.type not in CLASSES for node in unit.around(function.body))


@fact
def _macros(unit: Unit) -> dict[bytes, str]:
    """Give the macros that are a number, whatever a condition or a build says, and are made once."""
    asked = {unit.code[slice(*one.body)].strip() for one in unit.directives if one.name == b"ifndef"}
    made = [(DEFINE.match(unit.code, *one.body), one) for one in unit.directives if one.name == b"define"]
    times = Counter(name[1] for name, _ in made if name)
    found: dict[bytes, str] = {}
    for name, one in made:
        sure = name and not name[2] and times[name[1]] == 1 and name[1] not in asked
        if name and sure and not conditional(unit, one.span.start):
            kind = number_literal(unit.code[name.end() : one.body.end].strip())
            found |= {name[1]: kind} if kind else {}
    return found


@fact
def _variables(unit: Unit) -> dict[bytes, str]:
    """Give the variables outside of all functions and classes that the whole file declares with one type."""
    everywhere = declared_types(unit.code, _declarations(unit))
    found: dict[bytes, str] = {}
    for one in _declarations(unit):
        names = [name for name in one.names if everywhere.get(name)]
        if names and _is_outside(unit, one.type):
            found |= {name: everywhere[name] for name in names}
    return found


def _is_outside(unit: Unit, span: Span) -> bool:
    around = [node.type for node in unit.around(span)]
    kinds = around[: around.index("declaration")] if "declaration" in around else []
    return bool(kinds) and all(kind in OUTSIDE or kind.startswith("preproc_if") for kind in kinds)


@fact
def members(unit: Unit) -> Mapping[bytes, Mapping[bytes, str]]:
    """Give the types of the members of classes that the file defines, each once and for no few arguments.

    Of other classes, and very long ones, nothing is known.
    """
    found = list(CLASS.finditer(unit.code))
    times = Counter([one[1] for one in found] + [one[1] for one in SPECIAL.finditer(unit.code)])
    return {one[1]: _listed(unit.code, one.start(2)) if times[one[1]] == 1 else {} for one in found}


def _listed(code: bytes, brace: int) -> dict[bytes, str]:
    """Give the types of the members in the body of a class."""
    limit = min(brace + LONGEST, len(code))
    end = closing(code, brace, limit, BRACE)
    if code[end - 1 : end] != b"}":
        return {}
    named = declared_types(outline(code[brace + 1 : end - 1]))
    return {member: kind for member, kind in named.items() if kind}

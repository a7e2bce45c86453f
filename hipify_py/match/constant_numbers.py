"""Fractions in constant expressions: nvcc takes a `const float` there, clang `constexpr` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.for_hip import sides
from hipify_py.source.bracket_ends import brace_ends
from hipify_py.source.conditions import inside
from hipify_py.source.constants import constant_declarations
from hipify_py.source.definitions import in_function
from hipify_py.source.expression_reading import expression
from hipify_py.source.search import last_of
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME, words
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit
    from hipify_py.source.written_declarations import Written

CONST, CONSTEXPR = b"const", b"constexpr"
TYPES = frozenset((b"float", b"double"))
OTHERS = frozenset((b"extern", b"volatile", b"thread_local", b"__device__", b"__constant__", b"__managed__"))
LIMIT = re.compile(
    rb"-?\s*+(?:::\s*+)?(?:std\s*+::\s*+)?numeric_limits\s*+<\s*+\w++\s*+>\s*+::\s*+\w++\s*+\(\s*+\)"
)
OF_HEADERS = re.compile(rb"(?:FLT|DBL|M)_\w++|INFINITY")  # constants of <cfloat> and <cmath>
SIGNS = frozenset((b"+", b"-", b"*", b"/"))
ZERO = re.compile(rb"0*+\.?0*+(?:[eE][-+]?\d++)?[fFlL]?")
MOST = 400  # bytes before a name in which its declaration begins


class _Made(NamedTuple):
    """A declaration that may be `constexpr`: where it says `const`, and the names that its values take."""

    word: Span
    takes: frozenset[bytes]


def constexpr(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write `constexpr` in place of `const` for what a constant expression of the file reads."""
    if not for_device_compiler(unit, options):
        return
    known: dict[bytes, list[_Made]] = {}  # a condition may choose one of several
    for made in constant_declarations(unit):
        for name, one in _candidates(unit, made, known):
            known.setdefault(name, []).append(one)
    read = merged(_constant_spans(unit)) if known else []
    todo = [name for name in known if any(inside(read, word.start) for word in standing(unit, name))]
    wanted = dict.fromkeys(todo)
    while todo:
        takes = {name for one in known[todo.pop()] for name in one.takes}
        new = sorted(takes - wanted.keys())
        wanted |= dict.fromkeys(new)
        todo += new
    of_hip = sides(unit).own
    for word in sorted({one.word for name in wanted for one in known[name]}):
        if not inside(of_hip, word.start):
            yield Match((Edit(word, (CONSTEXPR,), rule.id, "constexpr"),))


def _candidates(unit: Unit, made: Written, known: Container[bytes]) -> Iterator[tuple[bytes, _Made]]:
    """Give the names of a declaration outside of functions and classes whose values are all constants."""
    if not _is_fraction(unit, made):
        return
    takes, own = set[bytes](), set[bytes]()
    for one in made.declarators:
        value = unit.code[slice(*one.value)] if one.value else b""
        text = value[1:-1] if value.startswith(b"{") else value
        if one.signs or one.pointed or one.bounds or one.taken or not _is_constant(text, known, own):
            return
        takes |= {name for name in A_NAME.findall(text) if name in known}
        own.add(unit.code[slice(*one.name)])
    word = _const_outside(unit, made.declarators[0].name)
    if word:
        made_of = _Made(word, frozenset(takes))
        yield from ((unit.code[slice(*one.name)], made_of) for one in made.declarators)


def _is_fraction(unit: Unit, made: Written) -> bool:
    """Say whether a declaration is of plain constants with a fraction, and is nothing but that."""
    said = set(made.specifiers)
    if CONST not in said or CONSTEXPR in said or said & OTHERS:
        return False
    return made.type_in(unit.code) in TYPES and unit.code[made.end : made.end + 1] == b";"


def _const_outside(unit: Unit, first: Span) -> Span | None:
    """Give the `const` before the first name of a declaration that is in no function, class or directive."""
    start = last_of(unit.code, b";{}#", first.start, max(0, first.start - MOST)) + 1
    word = next(words(unit.code, CONST, within=Span(start, first.start)), None)
    if word is None or unit.directive_at(word.start) or in_function(unit, first.start):
        return None
    return None if _in_class(unit, first) else Span(word.start, word.end)


def _is_constant(text: bytes, *known: Container[bytes]) -> bool:
    """Say whether a value is one of numbers, and of such names, that is constant for every compiler."""
    return bool(text.strip()) and (
        LIMIT.fullmatch(text.strip()) is not None or _is_made_of_numbers(expression(text), *known)
    )


def _is_made_of_numbers(root: Expression, *known: Container[bytes]) -> bool:
    for node in root.walk():
        if node.kind == "name":
            fits = any(node.text in one for one in known) or OF_HEADERS.fullmatch(node.text) is not None
        elif node.kind in {"unary", "binary"}:
            divisor = node.parts[-1] if node.text == b"/" else None
            fits = node.text in SIGNS and not (
                divisor and (divisor.kind != "number" or ZERO.fullmatch(divisor.text))
            )
        else:
            fits = node.kind == "number" or (node.kind == "cast" and node.text in TYPES)
        if not fits:
            return False
    return True


def _in_class(unit: Unit, span: Span) -> bool:
    return any(node.type == "field_declaration_list" for node in unit.around(span))


def _constant_spans(unit: Unit) -> Iterator[Span]:
    """Give what is worked out as a constant: what `constexpr` says of variables, and bodies of functions."""
    for made in constant_declarations(unit):
        if CONSTEXPR in made.specifiers:
            yield from (one.value for one in made.declarators if one.value)
            if unit.code[made.end : made.end + 1] == b"{":
                yield Span(made.end, brace_ends(unit).get(made.end, made.end))

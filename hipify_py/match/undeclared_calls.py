"""Calls in templates of functions that are declared nowhere before them.

Compilers look at once for a function of which no argument depends on a template's parameter. An argument of
which the value alone does, `lane_of(W)` with `int W`, lets nvcc wait: it takes a template for the device
that nothing instantiates. To clang the types tell, as to the compiler that nvcc calls for the host.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.attribute_macros import meaning
from hipify_py.match.declared_attributes import macros
from hipify_py.match.function_keys import plain
from hipify_py.match.function_places import heads
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.source.brackets import template_arguments
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import CLASSES
from hipify_py.source.function_reading import names
from hipify_py.source.functions import DEVICE, functions, head_of, marking_words
from hipify_py.source.tokens import A_NAME, Token, token_at, token_before
from hipify_py.source.type_sizes import bits_of
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import all_standing, holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tree_sitter import Node

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

TEMPLATE = b"template"
NUMBER = re.compile(
    rb"(?:const\s+)?([\w\s:]*?\w)\s+(\w+)\s*(?:=.*)?", re.DOTALL
)  # a parameter, if of such a type
NEAR = 120  # bytes before an argument in which the call that it is of is looked for
CALL = re.compile(rb"(?<![\w.>:~#])([A-Za-z]\w*+)\s*+\(([^(){};\"'\[\]]*+)\Z")
ARGUMENTS = re.compile(rb"(?:\w+|[-+*/%,\s])*+\)")
NO_CALL = frozenset(
    b"if for while switch return sizeof alignof decltype static_assert typeid noexcept catch defined".split()
)
OF_PROGRAM = re.compile(rb"[a-zA-Z0-9]\w*(?:_\w|[A-Z])\w*")  # as no function of C is called
USING = re.compile(rb"\busing\s+(?:namespace\b|[\w:]*::)")
UNITS = (".cu",)
LANGUAGE = re.compile(rb"[a-z_]+|c?(?:assert|float|limits|math|stdint|stdio|stdlib|string)(?:\.h)?")


class Undeclared(NamedTuple):
    """A call of a function that nothing in the file declares before it."""

    name: bytes
    span: Span
    home: Function


def marked(unit: Unit) -> frozenset[bytes]:
    """Give the functions that a file declares or defines with attributes, for files that call them."""
    return frozenset(name for one in heads(unit) if A_NAME.fullmatch(name := plain(one[1])))


def asked(unit: Unit, rules: RuleSet) -> frozenset[bytes]:
    """Give the functions of which a file asks where in its units they are declared."""
    return frozenset(one.name for one in _undeclared(unit) if one.name not in rules.names)


def calls(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report such calls where the function is declared behind, in the file or its units, or nowhere."""
    known = macros(unit, options)
    for one in _undeclared(unit):
        if one.name in rules.names or not _is_for_device(unit, one.home, known):
            continue
        below = next((head for head in heads(unit) if head[1] == one.name), None)
        if below is not None and (one.name in options.project.later or _reads_no_others(unit, rules)):
            where = ", but behind it"
        elif below is not None:
            continue
        elif one.name in options.project.later:
            where = f", but behind it in {options.project.later[one.name]}"
        elif _is_nowhere(unit, one.name, rules, options):
            where = ""
        else:
            continue
        yield Match(findings=(report(rule, one.span, {"name": one.name.decode(), "where": where}),))


@fact
def _undeclared(unit: Unit) -> tuple[Undeclared, ...]:
    """Give the first call of each function that stands nowhere before it, with values of a template's."""
    if not holds_part(unit, TEMPLATE):
        return ()
    found: dict[bytes, Span] = {}
    for word in all_standing(unit, *_numbers(unit)):
        call = CALL.search(unit.code, max(0, word.start - NEAR), word.start)
        if call is None or call[1] in NO_CALL or call[1] in found or unit.directive_at(word.start):
            continue
        first = next(standing(unit, call[1]), None)
        if first and first.start == call.start(1) and ARGUMENTS.match(unit.code, word.start):
            found[call[1]] = Span(*call.span(1))
    homes = functions(unit, [span.start for span in found.values()])
    calls = (Undeclared(name, span, homes[span.start]) for name, span in found.items() if span.start in homes)
    return tuple(one for one in calls if _waits(unit, one))


@fact
def _numbers(unit: Unit) -> frozenset[bytes]:
    """Give the parameters of a file's templates that are numbers."""
    heads_of = (token_at(unit.code, word.end) for word in standing(unit, TEMPLATE))
    return frozenset(name for opens in heads_of for name in _taken(unit, opens))


def _taken(unit: Unit, opens: Token) -> Iterator[bytes]:
    """Give the numbers that a template takes, behind the sign that opens its list."""
    for span in template_arguments(unit.code, opens.end) if opens.text == b"<" else ():
        made = NUMBER.fullmatch(unit.code[slice(*span)].strip())
        if made and bits_of(made[1]) is not None:
            yield made[2]


def _waits(unit: Unit, one: Undeclared) -> bool:
    """Say whether nvcc waits for a call, and clang does not: one that is of no other scope than it tells."""
    head = head_of(unit.code, one.home) if one.home.kind != "macro" else None
    if (
        head is None
        or inside(dead(unit), one.span.start)
        or token_before(unit.code, head.start).text == b"::"
    ):
        return False
    around = [*unit.around(one.span)]
    if any(_may_have(unit, node, one.name) for node in around if node.type in CLASSES):
        return False
    templates = (node.start_byte for node in around if node.type == "template_declaration")
    opening = (token_at(unit.code, at + len(TEMPLATE)) for at in templates)
    taken = {name for opens in opening for name in _taken(unit, opens)}
    given = A_NAME.findall(unit.code, one.span.end, unit.code.index(b")", one.span.end))
    return not taken.isdisjoint(given) and all(name in taken or _is_number(unit, one, name) for name in given)


def _may_have(unit: Unit, node: Node, name: bytes) -> bool:
    """Say whether a class may have a member of some name: by a base, or as it speaks of it once more."""
    has_base = any(part.type == "base_class_clause" for part in node.children)
    return has_base or len([*standing(unit, name, span_of(node))]) > 1


def _is_number(unit: Unit, one: Undeclared, name: bytes) -> bool:
    """Say whether a name is that of a parameter or a variable which is a number, in a function."""
    made = names(unit, one.home).declaration(name, one.span.start)
    return made is not None and not made.pointers and bits_of(made.type_in(unit.code)) is not None


def _is_for_device(unit: Unit, home: Function, known: Mapping[bytes, bytes]) -> bool:
    """Say whether a function is compiled for the device alone, its macros told."""
    words = meaning(marking_words(unit, home), known)
    return DEVICE.search(words) is not None and b"__host__" not in words


def _is_nowhere(unit: Unit, name: bytes, rules: RuleSet, options: Options) -> bool:
    """Say whether nothing that a file reads makes a name: it reads headers of the API and of C++ alone."""
    return (
        options.name.endswith(UNITS)
        and OF_PROGRAM.fullmatch(name) is not None
        and not options.project.included
        and not USING.search(unit.code)
        and _reads_no_others(unit, rules)
    )


def _reads_no_others(unit: Unit, rules: RuleSet) -> bool:
    """Say whether a file includes nothing but headers of the API and of C++."""
    includes = (unit.source[slice(*one.path)] for one in unit.text.includes)
    return all(path in rules.headers or LANGUAGE.fullmatch(path) for path in includes)

"""The widths that shuffles are given: as numbers, by templates, and by calls in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.distances import may_be_far
from hipify_py.lanes.rewrite.told_widths import fits_half, is_told_half, width_of
from hipify_py.model import Span
from hipify_py.source.expression_reading import expression
from hipify_py.source.expressions import bare
from hipify_py.source.function_reading import model, names
from hipify_py.source.functions import functions
from hipify_py.source.search import word_starts
from hipify_py.source.spans import holds
from hipify_py.source.template_parameters import class_parameters, parameters_behind, type_parameters
from hipify_py.source.tokens import OWN_NAME, words
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import all_standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.function_facts import FunctionFacts
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Declaration
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

XOR, GROUP = b"_xor", 16
ASKED = (b"warpsize", b"warp_size")  # in any case


def told_width(unit: Unit, all_facts: Iterable[FunctionFacts]) -> set[bytes]:
    """Give the names of the functions whose shuffles take the width that their template is given."""
    return {
        facts.function.called
        for facts in all_facts
        for op in facts.ops
        if facts.function and (width := width_of(unit, op)) is not None
        if _is_template_parameter(unit, facts.function, width)
    }


def stays_in_group(unit: Unit, op: WarpOp, constants: ConstantTable) -> bool:
    """Say whether a shuffle crosses fewer than 16 lanes, as in groups of 4 threads."""
    home = functions(unit, [op.span.start]).get(op.span.start) if XOR in op.name else None
    return home is not None and not may_be_far(unit, op, home, constants, GROUP)


def is_half(unit: Unit, op: WarpOp, constants: ConstantTable) -> bool:
    """Say whether a shuffle is given a width of 32 lanes at most."""
    text = width_of(unit, op)
    if text is None:
        return False
    told = fits_half(unit, text, constants)
    home = functions(unit, [op.span.start]).get(op.span.start) if told is None else None
    if home is not None and _is_made_of_template(unit, home, expression(text), constants):
        return True
    if told is not None or not OWN_NAME.fullmatch(text):
        return bool(told)
    return home is not None and (
        _is_template_parameter(unit, home, text)
        or _is_passed(unit, home, text)
        or is_told_half(unit, home, text, constants)
    )


@fact
def _asked(unit: Unit) -> bool:
    """Say whether a file speaks of a width by its name."""
    return bool(word_starts(unit.code, ASKED))


def _is_passed(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether a name is a parameter that calls in the file give a width, none of which asks for one.

    CUDA takes widths up to 32 alone, and what does not hang on the width of a warp is the same in HIP.
    """
    if home.kind == "macro" or _asked(unit):
        return False
    taken, known = model(unit, home).parameters, names(unit, home)
    if name not in taken or known.given.get(name) or len(known.declared.get(name, ())) > 1:
        return False
    return any(not holds(home.span, Span(one.start, one.end)) for one in all_standing(unit, home.called))


def _is_template_parameter(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether a name is a number that a template is given: `warpSize` is none that it can be given."""
    return name in _template_numbers(unit, home)


def _is_made_of_template(unit: Unit, home: Function, node: Expression, constants: ConstantTable) -> bool:
    """Say whether a width is a constant that hangs on what a template is given: `T::lanes`, `N / 2`.

    No constant expression can be made of `warpSize`, and CUDA takes widths up to 32 alone.
    """
    known, found = names(unit, home), False
    todo, seen = [node], set[bytes]()
    while todo:
        part = bare(todo.pop())
        if part.kind in {"binary", "?"}:
            todo += part.parts
        elif part.kind == "name" and _is_given(unit, home, part.text):
            found = True
        elif constants.plain(part) is not None:
            continue
        elif part.kind == "name" and part.text not in seen:
            seen.add(part.text)
            once, made = known.once(part.text), known.declared.get(part.text, ())
            if once is None or len(made) != 1 or not _is_constant(unit, made[0]):
                return False
            todo.append(expression(unit.code[slice(*once.value)]))
        elif part.kind != "name":
            return False
    return found


def _is_given(unit: Unit, home: Function, name: bytes) -> bool:
    """Say whether a name is a number that a template is given, or a member of a type that it is given."""
    scope, is_member, _ = name.partition(b"::")
    return name in _template_numbers(unit, home) or (
        is_member != b"" and scope in _template_types(unit, home)
    )


def _is_constant(unit: Unit, made: Declaration) -> bool:
    return any(words(unit.code, b"constexpr", within=Span(made.statement.start, made.at.start)))


@fact_of
def _template_types(unit: Unit, home: Function) -> frozenset[bytes]:
    own = type_parameters(unit.code, Span(home.span.start, home.body.start))
    return own | {one.name for one in class_parameters(unit, home) if one.is_type}


@fact_of
def _template_numbers(unit: Unit, home: Function) -> frozenset[bytes]:
    heads = words(unit.code, b"template", within=Span(home.span.start, home.body.start))
    listed = (each for one in heads for each in parameters_behind(unit.code, one.end))
    return frozenset(one.name for one in (*listed, *class_parameters(unit, home)) if not one.is_type)

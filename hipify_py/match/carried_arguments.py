"""Arguments that HIP's function takes and CUDA's does not, of an earlier call that was given them."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.ownership import owner
from hipify_py.source.conditions import goes_with
from hipify_py.source.function_reading import model
from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.call_parts import Call
    from hipify_py.source.function_model import Model
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

SOLVE, ANALYSIS = b"cusparseSpSM_solve", b"cusparseSpSM_analysis"
DESCRIPTOR, BUFFER = 9, 10  # arguments of the analysis; the solution's are the same but for the buffer
# A variable or a member, with nothing in it that is converted or that does something but give an address.
PLAIN = re.compile(
    rb"(?!cu|CU)[A-Za-z_]\w*(?:\s*(?:\.|->)\s*(?:(?:get\w*|data|ptr|raw)\s*\(\s*\)|[A-Za-z_]\w*+(?!\s*\())"
    rb"|\s*\[\s*\w+\s*\])*"
)
FURTHEST = 4_000  # bytes from the analysis to the end of what is read behind it
INDEX = re.compile(rb"\[\s*+([A-Za-z_]\w*+)")
THIS = re.compile(rb"this\s*->\s*")


def buffers(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Give solutions the buffer of their analysis as the last argument."""
    for token in standing(unit, SOLVE):
        span = Span(token.start, token.end)
        call = None if owner(unit, span, rules) else unit.call(span)
        text = carried(unit, SOLVE, call) if call else b""
        if call and text:
            behind = call.arguments[-1].end
            yield Match((Edit(Span(behind, behind), (b", " + text,), rule.id, "call"),))


def carried(unit: Unit, name: bytes, call: Call) -> bytes:
    """Give the buffer that the nearest analysis before a solution, in its function, took for the descriptor.

    Nothing where it may be another one by then: given anew, given back, or of a block that has ended.
    """
    at = call.name.start
    home = functions(unit, [at]).get(at) if name == SOLVE and len(call.arguments) == BUFFER else None
    if home is None or home.kind == "macro":
        return b""
    found = _analyses(unit)
    behind = found.get(home.span, {}).get(_text(unit, call.arguments[DESCRIPTOR]), [])
    number = bisect_left(behind, at, key=lambda one: one.close) - 1
    unread = found.get(home.span, {}).get(b"", [])
    if number < 0 or any(behind[number].close < one.close < at for one in unread):
        return b""
    made = behind[number]
    text = _text(unit, made.arguments[BUFFER])
    return text if PLAIN.fullmatch(text) and _lasts(unit, home, text, Span(made.close, at)) else b""


@fact
def _analyses(unit: Unit) -> dict[Span, dict[bytes, list[Call]]]:
    """Give the analyses in each function by their descriptors; by nothing those of other arguments."""
    calls = [call for one in standing(unit, ANALYSIS) if (call := unit.call(Span(one.start, one.end)))]
    homes = functions(unit, [one.name.start for one in calls])
    found: dict[Span, dict[bytes, list[Call]]] = {}
    for call in (one for one in calls if one.name.start in homes):
        is_read = len(call.arguments) == BUFFER + 1
        name = _text(unit, call.arguments[DESCRIPTOR]) if is_read else b""
        found.setdefault(homes[call.name.start].span, {}).setdefault(name, []).append(call)
    return found


def _text(unit: Unit, span: Span) -> bytes:
    return unit.code[slice(*span)].strip()


def _lasts(unit: Unit, home: Function, text: bytes, between: Span) -> bool:
    """Say whether a variable holds from one call to another what it held, as far as the text shows.

    The first call must be made wherever the second is; and what a loop around the second alone does behind it
    comes before its next turn.
    """
    read = model(unit, home)
    again = (one.whole.end for one in read.loops if between.start <= one.whole.start <= between.end)
    ends = max(between.end, *(end for end in again if end > between.end), 0)
    if ends - between.start > FURTHEST or not _is_led_to(unit, read, between):
        return False
    code, depth = unit.code[between.start : ends], 0
    for bracket in re.findall(rb"[{}]", unit.code[slice(*between)]):
        depth += 1 if bracket == b"{" else -1
        if depth < 0:
            return False
    return not (_is_named(code, text) or any(_is_changed(code, one) for one in INDEX.findall(text)))


def _is_led_to(unit: Unit, read: Model, between: Span) -> bool:
    """Say whether whatever decides of the first of two calls decides of the second."""
    first, second = {*read.path(between.start)}, {*read.path(between.end)}
    return first <= second and goes_with(unit, *between)


def _is_named(code: bytes, text: bytes) -> bool:
    """Say whether code names a variable, or all of the object of which it is a member."""
    text = THIS.sub(b"", text, count=1)
    whole = rb"(?<!\w)%b(?!\w)" % re.escape(text)
    alone = rb"(?<![\w.>])%b\b(?!\s*+(?:\.|->|\[))" % A_NAME.findall(text)[0]
    return re.search(whole + b"|" + alone, code) is not None


def _is_changed(code: bytes, name: bytes) -> bool:
    return (
        re.search(rb"(?:\+\+|--)\s*%b\b|\b%b\s*(?:\+\+|--|[-+*/%%&|^]?=(?!=))" % (name, name), code)
        is not None
    )

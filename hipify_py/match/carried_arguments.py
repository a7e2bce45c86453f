"""Arguments that HIP's function takes and CUDA's does not, of an earlier call that was given them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.ownership import owner
from hipify_py.source.brackets import MOST
from hipify_py.source.definitions import in_function
from hipify_py.source.word_places import standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.call_parts import Call
    from hipify_py.source.unit import Unit

SOLVE, ANALYSIS = b"cusparseSpSM_solve", b"cusparseSpSM_analysis"
DESCRIPTOR, BUFFER = 9, 10  # arguments of the analysis; the solution's are the same but for the buffer
# A variable or a member, with nothing in it that is converted or that does something.
PLAIN = re.compile(rb"(?!cu|CU)[A-Za-z_]\w*(?:\s*(?:\.|->)\s*[A-Za-z_]\w*(?:\s*\(\s*\))?|\s*\[\s*\w+\s*\])*")


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
    home = in_function(unit, call.name.start) if name == SOLVE and len(call.arguments) == BUFFER else None
    if home is None:
        return b""
    wanted = _text(unit, call.arguments[DESCRIPTOR])
    for token in reversed([*standing(unit, ANALYSIS, Span(home.start, call.name.start))]):
        made = unit.call(Span(token.start, token.end))
        if made is None or len(made.arguments) != BUFFER + 1:
            return b""
        if _text(unit, made.arguments[DESCRIPTOR]) == wanted:
            text = _text(unit, made.arguments[BUFFER])
            return text if PLAIN.fullmatch(text) and _lasts(unit, text, made.close, call.name.start) else b""
    return b""


def _text(unit: Unit, span: Span) -> bytes:
    return unit.code[slice(*span)].strip()


def _lasts(unit: Unit, text: bytes, start: int, end: int) -> bool:
    """Say whether a variable holds from one call to another what it held, as far as the text shows."""
    between, depth = unit.code[start:end], 0
    if len(between) > MOST:
        return False
    for bracket in re.findall(rb"[{}]", between):
        depth += 1 if bracket == b"{" else -1
        if depth < 0:
            return False
    named = rb"(?<![\w.>])" + re.escape(text)
    changed = named + rb"\s*=(?!=)|\bcuda(?:Free\w*|Malloc\w*)\s*\([^;]{0,60}?" + named + rb"\b"
    return re.search(changed, between) is None

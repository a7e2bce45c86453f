"""Fill a rule's fix: what it keeps of a call stays as it was laid out, line breaks and comments included."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import macro_arguments, trimmed

if TYPE_CHECKING:
    from hipify_py.rules.model import Rule
    from hipify_py.source.call_parts import Call
    from hipify_py.source.unit import Unit

Parts = list[bytes | Span]
NAME_BEFORE = re.compile(rb"[\w$]\Z")
SAME_CALL = "$0("  # begins a fix that keeps the name, and with it template arguments
MACRO_BEFORE = re.compile(rb"\b[A-Z][A-Z0-9_]+\(\Z")  # such as HIP_SYMBOL


def expand(
    unit: Unit, rule: Rule, name: bytes, captures: dict[str, Span], call: Call | None
) -> tuple[bytes | Span, ...]:
    """Give the parts of an edit: new text, and the captures as spans that are kept.

    Between arguments that follow each other in the call, behind its opening bracket and before its closing
    one, the white space of the source is kept in place of the fix's own.
    """
    groups = rule.pattern.fullmatch(name) if rule.call else None
    before = {b.start: a.end for a, b in pairwise(call.arguments)} if call else {}
    parts: Parts = []
    last = -1
    used: set[str] = set()
    for kind, value in rule.template.parts:
        if kind == "text":
            parts.append(value.encode())
        elif kind == "group":
            parts.append((groups[int(value)] or b"") if groups else b"")
            if call and len(parts) == 1 and rule.fix.startswith(SAME_CALL) and call.open > call.name.end:
                parts.append(Span(call.name.end, call.open))
        elif captures[value].start == captures[value].end:
            _drop_comma(parts)
        else:
            span = captures[value]
            if value in used or (parts and isinstance(parts[-1], bytes) and NAME_BEFORE.search(parts[-1])):
                span = trimmed(unit.code, *span)
            if last == before.get(span.start) and _drop_comma(parts):
                span = Span(last, span.end)
            used.add(value)
            parts.append(span)
            last = span.end
    parts = _one_for_macros(unit, parts)
    return tuple(_merged(_spaced(unit, parts, call) if call and call.arguments else parts))


def _one_for_macros(unit: Unit, parts: Parts) -> Parts:
    """Put brackets around what a macro of the fix would take for two arguments, as `table<a, b>`."""
    found: Parts = []
    for before, part in pairwise([b"", *parts]):
        macro = isinstance(part, Span) and isinstance(before, bytes) and MACRO_BEFORE.search(before)
        several = macro and len(macro_arguments(unit.code, *part)) > 1
        found += [b"(", part, b")"] if several else [part]
    return found


def _drop_comma(parts: Parts) -> bool:
    """Take away the comma that the fix ends with so far, if it does."""
    text = parts[-1] if parts else b""
    if not isinstance(text, bytes) or not text.endswith(b", "):
        return False
    parts[-1] = text.removesuffix(b", ")
    return True


def _spaced(unit: Unit, parts: Parts, call: Call) -> Parts:
    """Put the white space inside the call's brackets inside those of the fix."""
    first, last = call.arguments[0].start, call.arguments[-1].end
    opening = next((i for i, part in enumerate(parts) if isinstance(part, bytes) and b"(" in part), None)
    if opening is not None and unit.code[call.open + 1 : first].isspace():
        head, _, tail = bytes(parts[opening]).partition(b"(")
        parts[opening : opening + 1] = [head + b"(", Span(call.open + 1, first), tail]
    closing = parts[-1]
    if isinstance(closing, bytes) and closing.endswith(b")") and unit.code[last : call.close - 1].isspace():
        parts[-1:] = [closing[:-1], Span(last, call.close - 1), b")"]
    return parts


def _merged(parts: Parts) -> Parts:
    """Put kept spans that touch into one, and leave out empty texts."""
    merged: Parts = []
    for part in parts:
        before = merged[-1] if merged else b""
        if isinstance(part, Span) and isinstance(before, Span) and before.end == part.start:
            merged[-1] = Span(before.start, part.end)
        elif part != b"":
            merged.append(part)
    return merged

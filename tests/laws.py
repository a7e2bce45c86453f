"""The three laws, as checks that know nothing of how a conversion is made."""

from __future__ import annotations

import re

from hipify_py.model import Options, Result, Span
from hipify_py.rules import RuleSet
from hipify_py.spine import convert
from hipify_py.syntax import Unit

NAME = re.compile(rb"(?<![\w$])[A-Za-z_]\w*")


def assert_lossless(result: Result) -> None:
    """Bytes that no edit covers come out as they went in, in order."""
    outermost = [
        e for e in result.edits if not any(_inside(e.span, o.span) for o in result.edits if o is not e)
    ]
    at, place = 0, 0
    for edit in outermost:
        untouched = result.source[at : edit.span.start]
        found = result.output.find(untouched, place)
        assert found >= 0, f"bytes {at} to {edit.span.start} did not come through"
        if not any(isinstance(part, Span) for part in edit.parts) and place == 0 and at == 0:
            assert found == 0
        place, at = found + len(untouched), edit.span.end
    assert result.output.endswith(result.source[at:])
    if not result.edits:
        assert result.output == result.source


def _inside(inner: Span, outer: Span) -> bool:
    return outer != inner and outer.start <= inner.start and inner.end <= outer.end


def assert_never_silent(result: Result, rules: RuleSet) -> None:
    """A name that HIP does not have is edited, reported or turned off by a comment, anywhere in code."""
    spoken = {e.span.start for e in result.edits}
    spoken |= {f.span.start for f in result.findings} | {s.span.start for s in result.suppressed}
    for found in NAME.finditer(Unit(result.source).code):
        known = rules.names.get(found[0])
        if known is not None and (known.to != found[0] or known.note):
            assert found.start() in spoken, (
                f"{found[0].decode()} at byte {found.start()} was passed over in silence"
            )


def assert_settled(result: Result, rules: RuleSet, options: Options) -> None:
    """Converting converted code changes nothing."""
    again = convert(result.output, rules, options)
    assert again.output == result.output


def assert_no_new_parse_errors(result: Result) -> None:
    """The output is no worse C++ to the grammar than the input."""
    before, after = (sum(1 for _ in Unit(text).errors()) for text in (result.source, result.output))
    assert after <= before

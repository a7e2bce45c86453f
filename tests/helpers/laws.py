"""The three laws, as checks that know nothing of how a conversion is made."""

from __future__ import annotations

import re

from hipify_py.conversion import convert
from hipify_py.model import Edit, Result, Span
from hipify_py.resolve.dead_branches import dead, prepare
from hipify_py.resolve.macros import defines
from hipify_py.rules.model import RuleSet
from hipify_py.settings import Options
from hipify_py.source.conditions import in_condition, inside
from hipify_py.source.errors import errors
from hipify_py.source.unit import Unit
from hipify_py.source.wide_names import in_wide_name

NAME = re.compile(rb"(?<![\w$])[A-Za-z_]\w*")


def assert_lossless(result: Result) -> None:
    """Bytes that no edit covers come out as they went in, in order."""
    gaps, at = [], 0
    for edit in result.edits:
        if edit.span.start >= at:  # else it lies inside the one before
            gaps.append(result.source[at : edit.span.start])
            at = edit.span.end
    gaps.append(result.source[at:])
    assert result.output.startswith(gaps[0])
    assert result.output.endswith(gaps[-1])
    place = 0
    for gap in gaps:
        place = result.output.find(gap, place)
        assert place >= 0, f"{gap!r} did not come through"
        place += len(gap)
    if not result.edits:
        assert result.output == result.source


def assert_never_silent(result: Result, rules: RuleSet) -> None:
    """A name that HIP does not have is edited, reported or turned off by a comment, anywhere in code."""
    spoken = {e.span.start for e in result.edits}
    spoken |= {f.span.start for f in result.findings}
    spoken |= {beside.span.start for f in result.findings for beside in f.related}
    spoken |= {s.span.start for s in result.suppressed}
    unit = Unit(result.source)
    prepare(unit, rules, Options())
    paths = {at for path in unit.header_paths for at in range(*path)}  # <curand.hpp> is no name
    for found in NAME.finditer(unit.code):
        passed = found.start() in paths or inside(dead(unit), found.start())
        passed = passed or in_wide_name(unit.code, Span(*found.span()))  # one of the program's own
        known = None if passed else rules.names.get(found[0])
        asked = in_condition(unit, found.start()) or defines(unit, Span(*found.span()))
        told = known is not None and known.note and not known.fits and not asked
        if known is not None and (known.to != found[0] or told):
            at = found.start()
            assert at in spoken or any(_leaves_out(edit, at) for edit in result.edits), (
                f"{found[0].decode()} at byte {at} was passed over in silence"
            )


def _leaves_out(edit: Edit, at: int) -> bool:
    kept = (part for part in edit.parts if isinstance(part, Span))
    return edit.span.start <= at < edit.span.end and not any(one.start <= at < one.end for one in kept)


def assert_settled(result: Result, rules: RuleSet, options: Options) -> None:
    """Converting converted code changes nothing; what these rules and options left alone was just asked."""
    if result.output == result.source:
        return
    again = convert(result.output, rules, options)
    assert again.output == result.output


def assert_no_new_parse_errors(result: Result) -> None:
    """The output is no worse C++ to the grammar than the input."""
    before, after = (sum(1 for _ in errors(Unit(text))) for text in (result.source, result.output))
    assert after <= before

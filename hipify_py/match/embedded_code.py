"""Device code in strings: what a conversion of it would edit, and what it would leave to a person, is told.

Nothing in a string is edited.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Related, Span
from hipify_py.outcomes import finding
from hipify_py.source.literal_code import device_code
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hipify_py.model import Edit, Finding, Result
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.literal_code import DeviceCode
    from hipify_py.source.unit import Unit

    Convert = Callable[[bytes, RuleSet, Options], Result]

IN_A_STRING, UNKNOWN, OUT_OF_SIGHT, UNREAD = "M021", "N003", "W031", "P001"
ADDED = {"include", "own-include"}  # kinds of edits that are for a file's head
OTHERWISE = "device code in a string stays as it is, and HIP has {count} in it otherwise{first}: {way}"
ALIKE = "device code in a string, in which nothing is written otherwise in HIP: compile it with hiprtc"
CONVERT = "convert it where it is kept, and compile it with hiprtc"
MOST_RELATED = 16
MOST_KERNELS = 64  # of a file whose strings are read as C++: one of a line takes three milliseconds
NAME = re.compile(rb"[A-Za-z_][\w./]*")


def alone(options: Options) -> Options:
    """Give the options with which a string is converted, of which nothing else is known."""
    return options._replace(path=None, project=Project(), add_include=False)


def left_in(code: DeviceCode, result: Result) -> list[Finding]:
    """Give what a conversion of a string leaves to a person, in the places of the file.

    A name that no header of CUDA's has may come from another string.
    """
    left = (one for one in result.findings if one.severity != "note" and one.rule != UNKNOWN)
    return [_moved(one, code.start) for one in left]


def otherwise(said: Finding, code: DeviceCode, result: Result, way: str) -> Finding | None:
    """Say how much of a string a conversion would edit, and name what has a name; None if nothing."""
    edits = [one for one in result.edits if one.kind not in ADDED]
    edits = [one for one in edits if one.span.start < one.span.end] or edits
    return _with_edits(said, code, edits, way) if edits else None


def alike(said: Finding) -> Finding:
    """Say of a string that nothing in it is written otherwise."""
    return said._replace(severity="note", fails="never", message=ALIKE)


def in_literals(
    unit: Unit, findings: list[Finding], rules: RuleSet, options: Options, convert: Convert
) -> tuple[list[Finding], list[Finding]]:
    """Give what is said of a source without what is said better, and what is said of code in its literals."""
    told: list[Finding] = []
    if IN_A_STRING not in rules.by_id:
        return findings, told
    for code in islice(device_code(unit), MOST_KERNELS):
        result = convert(code.text, rules, alone(options))
        left = [one for one in left_in(code, result) if one.rule not in {OUT_OF_SIGHT, UNREAD}]
        opens, ends = code.start - code.opens, code.start + len(code.text)
        whole = [one for one in findings if one.rule == IN_A_STRING and opens <= one.span.start < ends]
        said = whole[0] if whole else finding(rules, IN_A_STRING, Span(opens, code.start))
        better = otherwise(said, code, result, CONVERT) if said.severity != "note" else None
        if whole and not left and better is None and said.severity != "note":
            better = alike(said)
        if better is not None:
            findings = [one for one in findings if one not in whole]
            left.append(better)
        told += left
    return findings, told


def _with_edits(said: Finding, code: DeviceCode, edits: Sequence[Edit], way: str) -> Finding:
    names = [(one.span, name) for one in edits if (name := NAME.match(code.text, *one.span))]
    count = f"{len(edits)} places" if len(edits) > 1 else "one place"
    first = f", {_text(names[0][1])} first" if names else ""
    others = (
        Related(_behind(span, code.start), f"{_text(name)}, here") for span, name in names[:MOST_RELATED]
    )
    message = OTHERWISE.format(count=count, first=first, way=way)
    return said._replace(message=message, related=tuple(others))


def _text(name: re.Match[bytes]) -> str:
    return name[0].decode("utf-8", "replace")


def _moved(said: Finding, by: int) -> Finding:
    related = (each._replace(span=_behind(each.span, by)) for each in said.related)
    return said._replace(span=_behind(said.span, by), related=tuple(related))


def _behind(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)

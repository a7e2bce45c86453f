"""Device code in the strings of Python files, as CuPy, PyCUDA and PyTorch's `load_inline` compile it.

Nothing in them is edited: it is told what is written otherwise in HIP, and what a conversion would leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import decoded, in_passing
from hipify_py.build.python_sides import for_cuda
from hipify_py.build.python_strings import device_code
from hipify_py.conversion import convert
from hipify_py.lazy import re
from hipify_py.model import Related, Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.build.python_strings import DeviceCode
    from hipify_py.model import Edit, Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

IN_A_STRING, UNKNOWN, OUT_OF_SIGHT = "M021", "N003", "W031"
ADDED = {"include", "own-include"}  # kinds of edits that are for a file's head
ALIKE = "device code in a string, in which nothing is written otherwise in HIP: compile it with hiprtc"
OTHERWISE = (
    "device code in a string stays as it is, and HIP has {count} in it otherwise{first}: hand the string"
    " through hipify_py.convert() where the program runs on ROCm"
)
MOST_RELATED = 16
MOST_KERNELS = 64  # of a file whose strings are read as C++: one of a line takes three milliseconds
NAME = re.compile(rb"[A-Za-z_][\w./]*")


def python_kernels(source: bytes, rules: RuleSet, options: Options) -> Iterator[Finding]:
    """Say what is to be done about the device code in the strings of a Python file.

    In notes where the file asks for CUDA before it comes there.
    """
    kernel = options._replace(path=None, project=Project(), add_include=False)
    codes = [*device_code(source)]
    left = merged(for_cuda(source)) if codes else ()
    for at, code in enumerate(codes):
        found = _said(code, rules, kernel) if at < MOST_KERNELS else [_kernel(code, rules)]
        found = [one for one in found if not _is_elsewhere(one, source, codes)]
        yield from map(in_passing, found) if inside(left, code.start) else found


def _said(code: DeviceCode, rules: RuleSet, options: Options) -> list[Finding]:
    """Say that a string stays, and what a conversion of it leaves to a person.

    A name that no header of CUDA's has may come from another string.
    """
    result = convert(code.text, rules, options)
    left = [one for one in result.findings if one.severity != "note" and one.rule != UNKNOWN]
    edits = [one for one in result.edits if one.kind not in ADDED]
    edits = [one for one in edits if one.span.start < one.span.end] or edits
    left = [_moved(one, code.start) for one in left]
    if edits:
        left.append(_with_edits(_kernel(code, rules), code, edits))
    elif not left:
        left.append(_kernel(code, rules)._replace(severity="note", fails="never", message=ALIKE))
    return left


def _is_elsewhere(said: Finding, source: bytes, codes: Sequence[DeviceCode]) -> bool:
    """Say whether a function that is called out of sight has its name in another string of the file."""
    name = source[slice(*said.span)]
    return said.rule == OUT_OF_SIGHT and sum(name in code.text for code in codes) > 1


def _kernel(code: DeviceCode, rules: RuleSet) -> Finding:
    """Give the finding of a string, where it opens: there a remark of Python's can stand before it."""
    return finding(rules, IN_A_STRING, Span(code.start, code.start + code.opens))


def _with_edits(said: Finding, code: DeviceCode, edits: Sequence[Edit]) -> Finding:
    """Say how much a conversion would edit, and name what has a name."""
    names = [(one.span, name) for one in edits if (name := NAME.match(code.text, *one.span))]
    count = f"{len(edits)} places" if len(edits) > 1 else "one place"
    first = f", {decoded(names[0][1][0])} first" if names else ""
    others = (
        Related(_behind(span, code.start), f"{decoded(name[0])}, here") for span, name in names[:MOST_RELATED]
    )
    return said._replace(message=OTHERWISE.format(count=count, first=first), related=tuple(others))


def _moved(said: Finding, by: int) -> Finding:
    related = (each._replace(span=_behind(each.span, by)) for each in said.related)
    return said._replace(span=_behind(said.span, by), related=tuple(related))


def _behind(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)

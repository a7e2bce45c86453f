"""Names that a macro puts together of the beginning that a library's names share, and of its argument.

As `#define CHECK(call) if ((cuda##call) != cudaSuccess) abort()` does of `CHECK(MallocHost(&p, n))`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.macros import parameters
from hipify_py.source.lexer import DEFINE
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

BEGINNINGS = {
    b"cuda": b"hip",
    b"cu": b"hip",
    b"cublas": b"hipblas",
    b"cublasLt": b"hipblasLt",
    b"cufft": b"hipfft",
    b"curand": b"hiprand",
    b"cusolver": b"hipsolver",
    b"cusolverDn": b"hipsolverDn",
    b"cusparse": b"hipsparse",
    b"nvrtc": b"hiprtc",
}
"""What the names of a library begin with, and most of those of its counterpart."""
PASTED = re.compile(rb"(?<![\w#])([a-z][A-Za-z]*)[ \t]*##[ \t]*(\w+)")
USED = re.compile(rb"\b([A-Za-z_]\w*)\(\s*([A-Z]\w*)\s*[(),]")
ARGUMENTS = re.compile(rb"[ \t]*\(([^()]*)\)")
REST = -1
MARK = b"("
"""Behind the name of such a macro, where files tell of it: no other name holds one."""


class Pasting(NamedTuple):
    """A macro that puts names together.

    `beginning` is the span of what the names begin with. `handed` says which arguments of the macro the
    function of that name gets, in order; `REST` stands for the last one of `parameters` and all that follow.
    It is None where the macro does not call the function, or gives it something else.
    """

    macro: bytes
    beginning: Span
    handed: tuple[int, ...] | None
    parameters: int


class Use(NamedTuple):
    """A use of what may be such a macro: its name, the span of the end of a name, where the use begins."""

    macro: bytes
    end: Span
    start: int


def pasted(unit: Unit) -> Iterator[Pasting]:
    """Give the macros of a file that put names together."""
    if b"##" not in unit.code:
        return
    for directive in unit.directives:
        head = DEFINE.match(unit.code, *directive.body) if directive.name == b"define" else None
        if head is None or not head[2]:
            continue
        takes = parameters(unit, directive)
        for found in PASTED.finditer(unit.code, head.end(), directive.body.end):
            known = found[1] in BEGINNINGS or found[1] in BEGINNINGS.values()
            if known and found[2] == takes[0]:
                handed = _handed(unit.code, Span(found.end(), directive.body.end), takes)
                yield Pasting(head[1], Span(*found.span(1)), handed, len(takes))


def _handed(code: bytes, rest: Span, takes: list[bytes]) -> tuple[int, ...] | None:
    """Give which parameters of a macro stand in the bracket that `rest` of its body begins with."""
    called = ARGUMENTS.match(code, *rest)
    if called is None:
        return None
    given = [each.strip() for each in called[1].replace(b"##", b"").split(b",") if called[1].strip()]
    places = {name: at for at, name in enumerate(takes)}
    if takes[-1].endswith(b"..."):
        places[takes[-1].removesuffix(b"...").strip() or b"__VA_ARGS__"] = REST
    return tuple(places[each] for each in given) if places.keys() >= set(given) else None


@fact
def uses(unit: Unit) -> tuple[Use, ...]:
    """Give the calls of what may be a macro, where the first argument begins like the end of a name."""
    return tuple(Use(found[1], Span(*found.span(2)), found.start()) for found in USED.finditer(unit.code))


def whole(macro: bytes, end: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Give the names that a macro may put together, and what they become where only the beginning differs."""
    if macro in BEGINNINGS:
        yield macro + end, BEGINNINGS[macro] + end
    for beginning, to in BEGINNINGS.items():
        yield beginning + end, to + end

"""Files that tell HIP's compiler from CUDA's by themselves: a condition for CUDA's means CUDA alone in them.

Whoever wrote such a file has built it for HIP as it stands, where what only CUDA's compiler reads was not
read. What marks functions for the host and the device is something else: there HIP's was forgotten, or not
needed yet. Nor is it so in a file that has names or headers of CUDA's outside of all conditions, as HIP's
compiler cannot have read that.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.hip_conditions import chains
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import CONDITIONS, inside, pieces
from hipify_py.source.spans import Inner, inner
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

CUDAS = re.compile(rb"(!\s*+(?:defined\s*+\(?\s*+)?)?\b__(?:CUDACC|NVCC)__")
HIPS = re.compile(rb"(!\s*+(?:defined\s*+\(?\s*+)?)?\b__(?:HIP|HIPCC|HIP_DEVICE_COMPILE|HIP_PLATFORM_AMD)__")
OF_HIP = re.compile(rb"hip/")  # begins the path of a header of HIP's
ENDS = ("if", "endif")
MARK = re.compile(rb"\b__(?:host|device|forceinline|noinline|global|restrict|launch_bounds)__\b")
MARKING = re.compile(  # nothing but marks, and macros that stand for some or for nothing
    rb"(?:\s++|#[ \t]*+(?:define|undef)[ \t]++\w++(?:\([\w, .]*+\))?+"
    rb"|__(?:host|device|forceinline|noinline|global|restrict|inline|launch_bounds)__\b"
    rb"|(?:inline|static|constexpr)\b|\w*(?:HOST|DEVICE|INLINE)\w*+)*+"
)
LONGEST = 600  # bytes of a branch that does no more than mark
ASK_COMPILER = frozenset({b"__CUDACC__", b"__NVCC__", b"__CUDA__", b"__CUDA_ARCH__"})
TELLS = b"__CUDACC__"  # the name under which a file tells others


@fact
def makes_macros_for_each(unit: Unit) -> Span | None:
    """Give the condition by which a file makes macros for HIP's compiler, as another does for CUDA's.

    Each governs nothing but macros and includes, and neither asks for the other's compiler.
    """
    cuda: list[Span] = []
    hip: list[Span] = []
    for indices in chains(unit) if b"__HIP" in unit.code and not unit.needs_cuda else ():
        first = unit.directives[indices[0]]
        for_cuda, for_hip = (asked.search(unit.code, *first.body) for asked in (CUDAS, HIPS))
        only = for_hip if for_cuda is None else for_cuda if for_hip is None else None
        if first.name in {b"if", b"ifdef"} and only and not only[1] and _makes_macros(unit, indices):
            (cuda if for_cuda else hip).append(first.span)
    return hip[0] if cuda and hip else None


def _makes_macros(unit: Unit, indices: list[int]) -> bool:
    """Say whether what a condition without another side governs is directives alone, a macro among them."""
    first, last = unit.directives[indices[0]], unit.directives[indices[-1]]
    if len(indices) != len(ENDS) or last.name != b"endif":
        return False
    held, code = Span(first.span.end, last.span.start), _code(unit)
    return _makes(unit).any_in(held) and code[indices[0]] == code[indices[-1]]


@fact
def _makes(unit: Unit) -> Inner:
    return inner(one.span for one in unit.directives if one.name == b"define")


@fact
def _code(unit: Unit) -> list[int]:
    """Give for each directive, and the end of the file, how many of those before it have code behind them."""
    return [0, *accumulate(_has_code(unit, at) for at in range(len(unit.directives)))]


@fact
def has_side_for_hip(unit: Unit) -> Span | None:
    """Give a condition by which a file has code for HIP's compiler, or what HIP's headers are read by.

    It asks for that compiler alone, or for both.
    """
    if b"__HIP" not in unit.code or unit.needs_cuda:
        return None
    code = _code(unit)
    found = [
        unit.directives[at].span
        for indices in chains(unit)
        for at, following in pairwise(indices)
        if _is_for_hip(unit, unit.directives[at]) and _does(unit, at, following, code[following] > code[at])
    ]
    return min(found, default=None)


def tells_apart(unit: Unit) -> Span | None:
    """Give a condition by which a file tells HIP's compiler from CUDA's by itself."""
    return makes_macros_for_each(unit) or has_side_for_hip(unit)


def for_cuda_alone(unit: Unit, directive: Directive) -> Span | None:
    """Give where a file asks for HIP's compiler, if so that a condition of it for CUDA's means that alone."""
    marks = directive.span.start in marking(unit)
    return makes_macros_for_each(unit) or (None if marks else has_side_for_hip(unit))


@fact
def asks_for_hip(unit: Unit) -> bool:
    """Say whether any condition of a file asks for HIP's compiler."""
    return b"__HIP" in unit.code and any(
        one.name in CONDITIONS and HIPS.search(unit.code, *one.body) for one in unit.directives
    )


@fact
def marking(unit: Unit) -> frozenset[int]:
    """Give where those conditions begin of chains that do nothing but mark functions."""
    found = ([unit.directives[at] for at in indices] for indices in chains(unit))
    return frozenset(one.span.start for chain in found if _marks(unit, chain) for one in chain)


def told(unit: Unit) -> Iterator[Told]:
    """Tell those who read on behind a file that it tells the compilers apart."""
    if (at := tells_apart(unit)) is not None:
        yield Told("apart", TELLS, after=includes_before(unit, at.start))


def _has_code(unit: Unit, at: int) -> bool:
    """Say whether code stands between a directive and the next."""
    end = unit.directives[at + 1].span.start if at + 1 < len(unit.directives) else len(unit.code)
    return bool(unit.code[unit.directives[at].span.end : end].strip())


def _is_for_hip(unit: Unit, directive: Directive) -> bool:
    """Say whether a branch is for HIP's compiler, be it for that of CUDA, too."""
    if directive.name not in CONDITIONS or directive.name.endswith(b"ndef"):
        return False
    asked = HIPS.search(unit.code, *directive.body)
    if asked is None or asked[1]:
        return False
    with_cuda = CUDAS.search(unit.code, *directive.body)
    return inside(sides(unit).predefined, directive.span.start) or (
        with_cuda is not None and not with_cuda[1]
    )


def _does(unit: Unit, at: int, following: int, has_code: bool) -> bool:  # noqa: FBT001
    """Say whether a branch has code that is more than marks, or includes a header of HIP's."""
    span = Span(unit.directives[at].span.end, unit.directives[following].span.start)
    if has_code and not _is_marking(unit, span):
        return True
    return _of_hip(unit).any_in(span)


@fact
def _of_hip(unit: Unit) -> Inner:
    return inner(one.path for one in unit.text.includes if OF_HIP.match(unit.source, *one.path))


def _marks(unit: Unit, chain: Sequence[Directive]) -> bool:
    """Say whether the sides of a chain are marks of functions and nothing else."""
    parts = pieces(chain)
    return all(_is_marking(unit, one) for one in parts) and any(MARK.search(unit.code, *one) for one in parts)


def _is_marking(unit: Unit, span: Span) -> bool:
    return span.end - span.start <= LONGEST and MARKING.fullmatch(unit.code, *span) is not None

"""What conditions ask for: HIP's compilers or builds, or those of CUDA alone."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.macros import made_by
from hipify_py.source.conditions import OTHERS, any_around, inside, opens_guard
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.source.conditions import Branch
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

# A condition that already speaks of HIP was written for both.
SPEAKS_OF_HIP = re.compile(rb"(?<![A-Za-z])(?:HIP|ROCM|ROCm)|__AMD|__GFX\d")
WORDS = (b"HIP", b"ROCM", b"ROCm", b"__AMD", b"__GFX")  # without one nothing asks for HIP
BY_COMPILER = re.compile(rb"__(?:HIP|AMD|GFX)|\bUSE_ROCM\b")  # set by HIP compilers, or by PyTorch for them
NOT_HIP = re.compile(rb"!\s*+(?:defined\s*+\(?\s*+)?\w*(?:HIP|ROCM|ROCm)")
SIGN = re.compile(rb"[()]|&&|\|\|")
NEGATED = re.compile(rb"\A\s*+!(?!=)")
FOR_CUDA = re.compile(rb"__CUDA|__NVCC__")
ASKS_FOR_CUDA = re.compile(rb"(!\s*+)?(?:defined\s*+\(?\s*+)?\b\w*CUDA\w*")
NVIDIAS = frozenset({b"__HIP_PLATFORM_NVIDIA__", b"__HIP_PLATFORM_NVCC__"})  # set by no build for AMD's GPUs
GROWTH = 8  # times the file's length that the sides of chains within chains are read in all


@fact
def chains(unit: Unit) -> tuple[list[int], ...]:
    """Give for each `#if` its directives up to the `#endif`, if it has one, as places in the file's list."""
    return tuple(_chains(unit))


def _chains(unit: Unit) -> Iterator[list[int]]:
    open_chains: list[list[int]] = []
    for index, directive in enumerate(unit.directives):
        if directive.name.startswith(b"if"):
            open_chains.append([index])
        elif open_chains and directive.name in OTHERS:
            open_chains[-1].append(index)
        elif open_chains and directive.name == b"endif":
            yield [*open_chains.pop(), index]
    yield from open_chains


def read_in_room(unit: Unit, found: Iterable[list[Directive]]) -> Iterator[list[Directive]]:
    """Leave out chains when those within them have had the file read so often that it is too much."""
    room = GROWTH * len(unit.code)
    for chain in found:
        room -= chain[-1].span.start - chain[0].span.start
        if room >= 0:
            yield chain


def asks_for_hip(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition asks for HIP; one that CUDA can fulfil as well is for both.

    One that asks for CUDA's compiler and refuses HIP's by its macro is for CUDA alone, what is left for HIP.
    """
    body = unit.code[slice(*directive.body)]
    if not speaks_of_hip(unit, directive.body):
        return side_asked(unit, directive) is not None
    if FOR_CUDA.search(body):
        return _refuses_compiler(unit, directive)
    others = (part for part in body.split(b"||") if not SPEAKS_OF_HIP.search(part))
    return not any(not named[1] for part in others for named in ASKS_FOR_CUDA.finditer(part))


def refuses_hip(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition holds only where the compiler is not HIP's."""
    if told := side_asked(unit, directive):
        return told == "for CUDA"
    if directive.name in {b"ifndef", b"elifndef"}:
        return True
    return any(_refused(unit, directive))


def side_asked(unit: Unit, directive: Directive) -> Literal["for CUDA", "for HIP"] | None:
    """Say for which compiler's side a condition asks by a macro that the file makes for CUDA's alone."""
    alone = cuda_alone(unit) if directive.name != b"else" else frozenset[bytes]()
    named = alone.intersection(A_NAME.findall(unit.code, *directive.body)) if alone else frozenset[bytes]()
    if not named or b"||" in unit.code[slice(*directive.body)]:
        return None
    holds = [
        not NEGATED.search(part)
        for part in _required(unit, directive.body)
        if named & {*A_NAME.findall(part)}
    ]
    return "for CUDA" if any(holds) != directive.name.endswith(b"ndef") else "for HIP"


@fact
def cuda_alone(unit: Unit) -> frozenset[bytes]:
    """Give the macros that a file makes where the compiler is CUDA's and not HIP's, and nowhere else."""
    if not holds_part(unit, *WORDS):
        return frozenset()
    made = [(name, one.span.start) for one in unit.directives if (name := made_by(unit, one))]
    alone = merged(
        Span(first.span.end, following.span.start)
        for opened in chains(unit)
        for first, following in pairwise(unit.directives[index] for index in opened)
        if first.name != b"else"
        and FOR_CUDA.search(unit.code, *first.body)
        and _refuses_compiler(unit, first)
    )
    found = {name for name, at in made if inside(alone, at)} if alone else set()
    return frozenset(found - {name for name, at in made if not inside(alone, at)})


def _refuses_compiler(unit: Unit, directive: Directive) -> bool:
    return any(BY_COMPILER.search(part) for part in _refused(unit, directive))


def _refused(unit: Unit, directive: Directive) -> Iterator[bytes]:
    """Give the parts of a condition that refuse HIP, without which it does not hold."""
    return (one for one in _required(unit, directive.body) if NOT_HIP.search(one) and b"||" not in one)


def _required(unit: Unit, body: Span) -> Iterator[bytes]:
    """Give the parts of a condition each of which has to hold, `a` and `b || c` of `a && (b || c)`."""
    text = unit.code[slice(*body)]
    depth = start = 0
    parts = []
    for sign in SIGN.finditer(text):
        depth += (sign[0] == b"(") - (sign[0] == b")")
        if depth == 0 and sign[0] == b"||":
            yield text  # one side is enough
            return
        if depth == 0 and sign[0] == b"&&":
            parts.append(text[start : sign.start()])
            start = sign.end()
    yield from (*parts, text[start:])


@fact
def own_platforms(unit: Unit) -> frozenset[bytes]:
    """Give the macros for HIP on NVIDIA's GPUs that a file itself makes, and not because HIP asks for it.

    A condition on CUDA's compiler around that is opened for HIP's, which then reads what is for these.
    """
    made = ((one, name) for one in unit.directives if (name := made_by(unit, one)) in NVIDIAS)
    return frozenset(name for one, name in made if not any_around(unit, one.span.start, _asks_for_platform))


def _asks_for_platform(unit: Unit, branch: Branch) -> bool:
    speaks = SPEAKS_OF_HIP.search(unit.code, *branch.directive.body)
    return speaks is not None and not opens_guard(unit, branch.opened)


def speaks_of_hip(unit: Unit, body: Span) -> bool:
    """Say whether a condition names a macro of HIP's, but for such as the file makes itself."""
    return _names(unit, body, SPEAKS_OF_HIP)


def asks_hips_compiler(unit: Unit, body: Span) -> bool:
    """Say whether a condition asks for macros of HIP's compilers, but for such as the file makes itself."""
    return _names(unit, body, BY_COMPILER)


def _names(unit: Unit, body: Span, asked: re.Pattern[bytes]) -> bool:
    if asked.search(unit.code, *body) is None:
        return False
    own = own_platforms(unit)
    return not own or any(asked.search(name) for name in A_NAME.findall(unit.code, *body) if name not in own)

"""The macros by which CUDA says its version or architecture, and what a condition asks of them."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.hip_conditions import chains
from hipify_py.resolve.macros import made_by
from hipify_py.source.conditions import CONDITIONS, OTHERS, inside
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

# What asks which compiler or pass it is, and what asks the same of HIP.
COUNTERPARTS = {
    b"__CUDACC__": b"__HIPCC__",
    b"__CUDACC_RTC__": b"__HIPCC_RTC__",
    b"__NVCC__": b"__HIPCC__",
    b"__CUDA__": b"__HIP__",  # of clang alone, as HIP's is
    b"__CUDA_ARCH__": b"__HIP_DEVICE_COMPILE__",
    b"__CUDACC_VER_MAJOR__": b"__HIPCC__",  # where nothing but its being there is asked for
}
VERSIONS = re.compile(
    rb"\b(?:__CUDA_ARCH__|__CUDACC_VER_\w+__|__CUDA_ARCH_\w+|CUDA(?:RT)?_VERSION"
    rb"|CU(?:BLAS|DNN|FFT|RAND|SOLVER|SPARSE)_VER(?:SION|_\w+)?)\b"
)
OF_VERSIONS = (b"__CUDA_ARCH_", b"_VER")
COMPARED = rb"(?:[<>]=?|[!=]=|[-+*/%&])"
MEASURED = re.compile(
    VERSIONS.pattern + rb"[\s)]*" + COMPARED + rb"(?!&)|" + COMPARED + rb"(?<!&&)[\s(]*" + VERSIONS.pattern
)
THERE = re.compile(rb"\bdefined\s*+(?:\(\s*+)?(?:%b)\b" % b"|".join(COUNTERPARTS))
ARCH = b"__CUDA_ARCH__"
ARCH_WORD = re.compile(rb"\b__CUDA_ARCH__\b")
# A comparison that is the whole of a part of a condition.
COMPARISON = re.compile(
    rb"(?:\A|(?<=[(&|]))\s*+(__CUDA_ARCH__\s*+([<>]=?|[!=]=)\s*+(\d{1,3})[uUlL]{0,3})(?=\s*+(?:\)|&&|\|\||\Z))"
)
OLDEST = 100  # the number of the first architecture
OWN = re.compile(rb"__CUDACC_VER\w*__")


def versions_in(unit: Unit) -> tuple[tuple[Span, bytes], ...]:
    """Give where a file names such a macro, and which."""
    return unit.find(VERSIONS) if holds_part(unit, *OF_VERSIONS) else ()


def pass_questions(body: bytes) -> Iterator[tuple[re.Match[bytes], bool]]:
    """Give the comparisons of a condition that all architectures decide alike, and whether they hold there.

    So `__CUDA_ARCH__ > 0` asks for the pass of the device and for nothing else.
    """
    for found in COMPARISON.finditer(body) if ARCH in body else ():
        sign, number = found[2], int(found[3])
        if (sign in {b"!=", b"=="} and number == 0) or (
            sign[:1] in b"<>" and number + (sign in {b">", b"<="}) in range(1, OLDEST + 1)
        ):
            yield found, sign in {b">", b">=", b"!="}


def without_questions(body: bytes) -> bytes:
    """Give a condition without the comparisons that ask for the pass of the device, of the same length."""
    parts, at = [], 0
    for found, _ in pass_questions(body):
        start, end = found.span(1)
        parts += [body[at:start], b" " * (end - start)]
        at = end
    return b"".join([*parts, body[at:]])


@fact
def makes_versions(unit: Unit) -> frozenset[int]:
    """Give where the directives begin of chains that do nothing but make CUDA's compiler another version.

    Programs do so for libraries that ask older compilers for theirs; nothing of it is for HIP. Where the file
    asks for what is made there itself, the chain chooses what is compiled.
    """
    if b"__CUDACC_VER" not in unit.code:
        return frozenset()
    made = _made_alone(unit)
    spans = [Span(unit.directives[at.start].span.start, unit.directives[at.stop - 1].span.end) for at in made]
    asked = {one[0] for one in OWN.finditer(unit.code) if not inside(spans, one.start())}
    names = [{_version(unit, unit.directives[index]) for index in at} for at in made]
    return frozenset(
        unit.directives[index].span.start
        for at, its in zip(made, names, strict=True)
        if not its & asked
        for index in at
    )


def _made_alone(unit: Unit) -> list[range]:
    """Give the outermost chains of directives that make versions, with conditions and nothing else."""
    directives = unit.directives
    makes = [bool(OWN.fullmatch(_version(unit, one))) for one in directives]
    others = [
        not its and one.name not in CONDITIONS | OTHERS | {b"endif"}
        for one, its in zip(directives, makes, strict=True)
    ]
    # what stands before a directive is no part of the chain that it opens
    gaps = [bool(unit.code[one.span.end : two.span.start].strip()) for one, two in pairwise(directives)]
    makes_to, others_to, gaps_to = ([0, *accumulate(each)] for each in (makes, others, gaps))
    found: list[range] = []
    for first, *_, last in sorted(chain for chain in chains(unit) if len(chain) > 1):
        if found and first < found[-1].stop:
            continue
        alone = others_to[last + 1] == others_to[first] and gaps_to[last] == gaps_to[first]
        if alone and directives[last].name == b"endif" and makes_to[last + 1] > makes_to[first]:
            found.append(range(first, last + 1))
    return found


def _version(unit: Unit, directive: Directive) -> bytes:
    """Give the name of the macro that a directive makes or takes back; nothing where it does neither."""
    if directive.name == b"undef":
        return unit.code[slice(*directive.body)].strip()
    return made_by(unit, directive)

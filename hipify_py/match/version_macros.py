"""The macros by which CUDA says its version or architecture, and what a condition asks of them."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.resolve.for_hip import chains
from hipify_py.resolve.macros import made_by
from hipify_py.source.conditions import CONDITIONS, OTHERS
from hipify_py.source.unit_facts import fact

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
COMPARED = rb"(?:[<>]=?|[!=]=|[-+*/%&])"
MEASURED = re.compile(
    VERSIONS.pattern + rb"[\s)]*" + COMPARED + rb"(?!&)|" + COMPARED + rb"(?<!&&)[\s(]*" + VERSIONS.pattern
)
THERE = re.compile(rb"\bdefined\s*+(?:\(\s*+)?(?:%b)\b" % b"|".join(COUNTERPARTS))
ARCH = b"__CUDA_ARCH__"
# A comparison that is the whole of a part of a condition.
COMPARISON = re.compile(
    rb"(?:\A|(?<=[(&|]))\s*+(__CUDA_ARCH__\s*+([<>]=?|[!=]=)\s*+(\d{1,3})[uUlL]{0,3})(?=\s*+(?:\)|&&|\|\||\Z))"
)
OLDEST = 100  # the number of the first architecture
OWN = re.compile(rb"__CUDACC_VER\w*__")


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
    for found, _ in [*pass_questions(body)]:
        start, end = found.span(1)
        body = body[:start] + b" " * (end - start) + body[end:]
    return body


@fact
def makes_versions(unit: Unit) -> frozenset[int]:
    """Give where the directives begin of chains that do nothing but make CUDA's compiler another version.

    Programs do so for libraries that ask older compilers for theirs; nothing of it is for HIP.
    """
    found: set[int] = set()
    for indices in chains(unit) if b"__CUDACC_VER" in unit.code else ():
        chain = [*range(indices[0], indices[-1] + 1)]
        made = [unit.directives[at] for at in chain]
        if made[-1].name == b"endif" and _makes_alone(unit, made):
            found.update(one.span.start for one in made)
    return frozenset(found)


def _makes_alone(unit: Unit, directives: list[Directive]) -> bool:
    """Say whether directives make the compiler's version, and stand with conditions and nothing else."""
    versions = [one for one in directives if one.name in {b"define", b"undef"}]
    rest = [one for one in directives if one.name not in {b"define", b"undef"}]
    if not versions or any(one.name not in CONDITIONS | OTHERS | {b"endif"} for one in rest):
        return False
    names = (made_by(unit, one) or unit.code[slice(*one.body)].strip() for one in versions)
    between = (unit.code[one.span.end : two.span.start] for one, two in pairwise(directives))
    return all(OWN.fullmatch(name) for name in names) and not any(text.strip() for text in between)

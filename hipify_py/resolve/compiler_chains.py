"""Chains of conditions that tell HIP's compiler from CUDA's, and which sides HIP's surely takes."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.answering_sides import answered_by_switches
from hipify_py.resolve.condition_truth import of_condition, of_name
from hipify_py.resolve.hip_conditions import NVIDIAS, asks_hips_compiler, chains
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import CONDITIONS
from hipify_py.source.spans import Inner, inner
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.resolve.condition_truth import Truth
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

# Of a build for AMD's GPUs, the host compiler's part included.
HOLDS = frozenset({b"USE_ROCM"})
COMPILER = frozenset({b"__HIPCC__", b"__HIP__"})  # of HIP's alone, not of the host compiler beside it
OF_CUDA = frozenset({b"__CUDACC__", b"__NVCC__", b"__CUDACC_RTC__", b"__CUDA_ARCH__"})
CUDAS_COMPILER = re.compile(rb"__(?:CUDACC|NVCC)__")
HIPS_COMPILER = re.compile(rb"\b__(?:HIP|HIPCC|HIP_DEVICE_COMPILE)__")
OF_HIP = re.compile(rb"(?<=[<\"])hip/|\.hip(?:\.h(?:pp)?)?\Z")  # the path of a header for HIP


def asks_compiler(unit: Unit, chain: Sequence[Directive]) -> bool:
    """Say whether a chain asks for HIP by its compiler's macros: in it CUDA's macros mean CUDA alone.

    So too where what it leaves to all others than CUDA's compiler is for HIP's.
    """
    asked = (one for one in chain if one.name not in {b"else", b"endif"})
    return (
        any(asks_hips_compiler(unit, one.body) for one in asked)
        or _leaves_the_rest_to_hip(unit, chain)
        or chain[0].span.start in answered_by_switches(unit)
    )


def _leaves_the_rest_to_hip(unit: Unit, chain: Sequence[Directive]) -> bool:
    """Say whether a chain asks for CUDA's compiler, and what it does otherwise includes or asks for HIP's."""
    rest = next((one for one in chain if one.name == b"else"), None)
    if rest is None or not CUDAS_COMPILER.search(unit.code, *chain[0].body):
        return False
    return _speaking_of_hip(unit).any_in(Span(rest.span.end, chain[-1].span.start))


@fact
def _speaking_of_hip(unit: Unit) -> Inner:
    """Give the includes of HIP's headers and the conditions that ask for its compiler."""
    asking = (one for one in unit.directives if one.name in CONDITIONS)
    return inner(
        [
            *(one.span for one in asking if HIPS_COMPILER.search(unit.code, *one.body)),
            *(one.path for one in unit.text.includes if OF_HIP.search(unit.source, *one.path)),
        ]
    )


@fact
def taken_by_hip(unit: Unit) -> frozenset[int]:
    """Give where the directives begin of which HIP's compiler surely takes the side, and no other does.

    So of chains that ask for it, or for `USE_ROCM`, which counts as set.
    """
    found: set[int] = set()
    own = defined(unit)
    sure = dict.fromkeys((HOLDS | COMPILER) - own, True) | dict.fromkeys((OF_CUDA | NVIDIAS) - own, False)
    for indices in chains(unit):
        chain = [unit.directives[index] for index in indices]
        asks = asks_compiler(unit, chain) or any(unit.code.find(one, *chain[0].body) >= 0 for one in HOLDS)
        found.update(_taken(unit, chain, sure) if asks else ())
    return frozenset(found)


def _taken(unit: Unit, chain: Sequence[Directive], sure: Mapping[bytes, bool]) -> Iterator[int]:
    """Give where the directive of a chain begins that holds, if none before it may."""
    for directive, _ in pairwise(chain):
        holds = directive.name == b"else" or _holds(unit, directive, sure)
        if holds:
            yield directive.span.start
        if holds is not False:
            return


def _holds(unit: Unit, directive: Directive, sure: Mapping[bytes, bool]) -> Truth:
    text = unit.code[slice(*directive.body)]
    if directive.name.endswith(b"def"):
        return of_name(text, sure, negated=b"ndef" in directive.name)
    return of_condition(text, sure, frozenset())

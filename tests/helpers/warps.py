"""Small sources with warps in them: converted as a whole, and read as the analysis reads a function."""

from __future__ import annotations

import re

from hipify_py.conversion import convert
from hipify_py.lanes.find.collectives import of_groups
from hipify_py.lanes.find.intrinsics import warp_ops
from hipify_py.lanes.find.ptx_registers import assemblies
from hipify_py.lanes.flow.constant_folding import constant_table, declared_constants
from hipify_py.lanes.flow.function_facts import FunctionFacts
from hipify_py.lanes.flow.lane_values import LazyValues
from hipify_py.lanes.hazard import Hazard
from hipify_py.lanes.hazards.wide_shifts import wide_shifts
from hipify_py.model import Result, Span
from hipify_py.releases import NEWEST
from hipify_py.resolve.type_aliases import meaning
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.source.functions import functions
from hipify_py.source.unit import Unit

RULES = load()
KERNEL = (
    "__global__ void k(int *p, int n, unsigned m) { int i = threadIdx.x, lane = i & 31, warp = i / 32; %s }"
)
# Masks of lanes that go from function to function.
HELPERS = """typedef unsigned mask_t;
__device__ unsigned votes(int p) { return __ballot_sync(0xffffffff, p); }
__device__ int count(mask_t m) { return __popc(m); }
__device__ int first(unsigned m) { return __ffs(m) - 1; }
__device__ int through(unsigned m) { return first(m); }
__global__ void k(int *p) { unsigned v = votes(p[0]); p[1] = count(v) + through(v) + through(0xffffffff); }
"""
NOTES = {"W000", "W036"}  # say what was done


def run(source: str, warp: str = "32", **options: object) -> Result:
    """Convert a source without the include of the runtime."""
    return convert(source.encode(), RULES, Options(warp=warp, add_include=False, **options))  # type: ignore[arg-type]


def native(source: str, rocm: str = NEWEST) -> Result:
    """Convert a source for whole wavefronts, for a release."""
    options = Options(warp="native", rocm=rocm, add_include=False)
    return convert(source.encode(), load(rocm=rocm), options)


def device(body: str, head: str = "") -> Result:
    """Convert a function of the device with a body for whole wavefronts."""
    return native(f"{head}__device__ void f(int p, int lane, unsigned *q) {{ {body} }}\n")


def rules_of(result: Result) -> set[str]:
    """Give the rules of the findings."""
    return set(said(result))


def broken(result: Result) -> set[str]:
    """Give the rules about lanes that a conversion breaks, those apart that only tell what was done."""
    return {f.rule for f in result.findings if f.severity != "note" and f.rule[0] in "WG"}


def said(result: Result) -> list[str]:
    """Give the rules of the findings, in order."""
    return [finding.rule for finding in result.findings]


def remaining(source: str) -> list[str]:
    """Give what `--warp 32` leaves to a person, each rule once."""
    return sorted(set(said(run(source))) - NOTES)


def facts_of(unit: Unit) -> list[FunctionFacts]:
    """Read the functions and the macros of a file that have a brace or a place that works on a warp."""
    constants = constant_table(unit, declared_constants(unit))
    ops = sorted([*warp_ops(unit, RULES), *of_groups(unit, RULES)], key=lambda op: op.span)
    read = tuple(assemblies(unit))
    inside = [found.end() for found in re.finditer(rb"\{", unit.code)]
    homes = functions(unit, [*inside, *(op.span.start for op in ops)])
    found = []
    for home in dict.fromkeys(homes.values()):
        own = tuple(op for op in ops if home.span.start <= op.span.start < home.span.end)
        asm = tuple(one for one in read if home.span.start <= one.span.start < home.span.end)
        found.append(FunctionFacts(home, own, asm, (), LazyValues(unit, home, constants), constants))
    return found


def wide_counts(source: str, name: bytes = b"f") -> list[str]:
    """Give what is said of the counts of shifts in the one function of a name."""
    unit = Unit(source.encode())
    (facts,) = [one for one in facts_of(unit) if one.function and one.function.called == name]
    assert facts.function
    assert facts.values
    return [one.said for one in wide_shifts(unit, facts.function, facts.values, meaning(unit, Options()))]


def shown(unit: Unit, hazards: list[Hazard]) -> list[tuple[str, str, str]]:
    """Give the message of each hazard, the text of its place, and what it says."""
    return [(one.message, text_of(unit, one.span), one.said) for one in hazards]


def text_of(unit: Unit, span: Span) -> str:
    """Give the text at a span."""
    return unit.source[slice(*span)].decode()

"""Whether code was written for HIP already: by a condition around it, its macro, or its file's includes."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.declaration_signs import may_declare
from hipify_py.resolve.declarations import declares
from hipify_py.resolve.hip_conditions import (
    FOR_CUDA,
    SPEAKS_OF_HIP,
    WORDS,
    asks_for_hip,
    asks_hips_compiler,
    chains,
    refuses_hip,
    side_asked,
    speaks_of_hip,
)
from hipify_py.resolve.macros import defined
from hipify_py.resolve.sure_sides import is_surely_taken
from hipify_py.source.brackets import BLANK, NOT_BLANK
from hipify_py.source.conditions import CONDITIONS, in_condition, inside, opens_guard
from hipify_py.source.search import before
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

PREDEFINED, OF_BUILD = re.compile(rb"__(?:HIP|AMD|GFX)"), b"USE_ROCM"
HIP_HEADERS = (b"hip/", b"hipcub/", b"rocprim/")
GIVEN = re.compile(rb"\s*+=\s*+&?+\s*+(?:::)?+(\w++)\s*+[;,)]")
TYPEDEF, TYPEDEF_END = (
    re.compile(rb"\btypedef\s+(?:(?:struct|enum|union)\s+)?(\w+)\s+\Z"),
    re.compile(rb"\s*+;"),
)
HIP_REPLACEMENT = re.compile(rb"(?:\([^()]*\))?\s*(?:hip|HIP)\w*")


class Sides(NamedTuple):
    """What conditions say about HIP: the `#if` to `#endif` ranges that ask for it, and what is its own.

    HIP's own are branches of which the condition asks for HIP, and all that a HIP compiler decides by its own
    macros. The CUDA side of a project's own macro is not: a HIP compiler reads it unless the build sets that.
    `predefined` are those of them that a HIP compiler's own macros open: nobody else reads them.
    """

    decided: tuple[Span, ...]
    own: tuple[Span, ...]
    predefined: tuple[Span, ...]


@fact
def sides(unit: Unit) -> Sides:
    """Read the conditions of a file. Whoever wrote them has said what each compiler gets."""
    if not holds_part(unit, *WORDS):
        return Sides((), (), ())
    found = [each for opened in chains(unit) if (each := _of_chain(unit, opened))]
    closed = [each.chain for each in found if each.chain[-1].name == b"endif"]
    decided = [Span(chain[0].span.start, chain[-1].span.end) for chain in closed]
    own = [span for each in found for span in each.own]
    predefined = [span for each in found for span in each.predefined]
    return Sides(tuple(sorted(decided)), merged(own), merged(predefined))


def left_to_builds(unit: Unit) -> Iterator[tuple[Span, Span]]:
    """Give the branches for CUDA that a HIP compiler reads where the build does not set `USE_ROCM`.

    Each comes behind the place where its conditions first name the macro. For `sides` they are HIP's own, as
    PyTorch's builds set it.
    """
    for indices in chains(unit) if OF_BUILD in unit.code else ():
        chain = [unit.directives[index] for index in indices]
        named = next((at for one in chain if (at := unit.code.find(OF_BUILD, *one.body)) >= 0), -1)
        if named < 0 or any(PREDEFINED.search(unit.code, *one.body) for one in chain):
            continue
        refused = False  # by a condition before: what is left is HIP's
        for directive, following in pairwise(chain):
            asks = asks_for_hip(unit, directive)
            refuses = asks and refuses_hip(unit, directive)
            if not refused and (refuses or not asks):
                yield Span(named, named + len(OF_BUILD)), Span(directive.span.end, following.span.start)
            refused |= refuses


def left_to_switches(unit: Unit) -> Iterator[tuple[Span, Span]]:
    """Give the branches for CUDA that a HIP compiler reads where no build sets the program's own macro.

    Each comes behind the place where its conditions first name that, which the file does not make itself.
    """
    for indices in chains(unit) if holds_part(unit, *WORDS) else ():
        chain = [unit.directives[index] for index in indices]
        found = _of_chain(unit, indices)
        named = next(filter(None, (_switch(unit, one) for one in chain)), None)
        if found is None or named is None or any(asks_hips_compiler(unit, one.body) for one in chain):
            continue
        for directive, following in pairwise(chain):
            span = Span(directive.span.start, following.span.end)
            if span not in found.own:
                yield named, span


def _switch(unit: Unit, directive: Directive) -> Span | None:
    """Give where a condition names a macro that speaks of HIP, if the file does not make that itself."""
    words = A_NAME.finditer(unit.code, *directive.body) if directive.name in CONDITIONS else ()
    named = (one for one in words if SPEAKS_OF_HIP.search(one[0]) and one[0] not in defined(unit))
    return next((Span(*one.span()) for one in named), None)


@fact
def beside_hips(unit: Unit) -> tuple[Span, ...]:
    """Give the branches beside those that a HIP compiler's own macros open: the program has HIP's there."""
    found: list[Span] = []
    for indices in chains(unit) if holds_part(unit, *WORDS) else ():
        chain = _of_chain(unit, indices)
        if chain is not None and chain.predefined:
            own = set(chain.predefined)
            spans = (Span(one.span.start, two.span.end) for one, two in pairwise(chain.chain))
            found += [span for span in spans if span not in own]
    return merged(found)


@fact
def answered(unit: Unit) -> frozenset[int]:
    """Give where those conditions for CUDA begin that have their counterpart for HIP right behind or before.

    As in `#ifdef __NVCC__ ... #endif` and then `#ifdef __HIP__ ... #endif`: a compiler takes one of the two.
    """
    found = sides(unit)
    mine = [span for span in found.decided if inside(found.own, span.start)]
    beside, begins, ends = set(), set(), {}
    for chain in chains(unit) if mine else ():
        first, last = unit.directives[chain[0]], unit.directives[chain[-1]]
        if FOR_CUDA.search(unit.code, *first.body):
            begins.add(first.span.start)
            ends[last.span.end] = first.span.start
    for start, end in mine:
        behind = NOT_BLANK.search(unit.code, end)
        later = behind.start() if behind else end
        beside.add(ends.get(before(unit.code, start, BLANK), later))
    return frozenset(beside & begins)


@fact
def beside_own(unit: Unit) -> tuple[Span, ...]:
    """Give the branches beside such as are HIP's own, by whatever macro: who sets it for HIP has those."""
    found: list[Span] = []
    for indices in chains(unit) if holds_part(unit, *WORDS) else ():
        chain = _of_chain(unit, indices)
        if chain is not None and chain.own:
            spans = (Span(one.span.start, two.span.end) for one, two in pairwise(chain.chain))
            found += [span for span in spans if span not in chain.own]
    return merged(found)


class _Chain(NamedTuple):
    """The directives from an `#if` to its `#endif`, and of its branches those that `Sides` tells of."""

    chain: list[Directive]
    own: list[Span]
    predefined: list[Span]


def _of_chain(unit: Unit, indices: list[int]) -> _Chain | None:
    """Give a chain's directives and the branches that are HIP's own; None where nothing asks for HIP."""
    chain = [unit.directives[index] for index in indices]
    spans: list[Span] = []
    predefined: list[Span] = []
    own = asked = by_compiler = False
    sure = next((at for at, one in enumerate(chain) if is_surely_taken(unit, one)), len(chain))
    for directive, following in pairwise(chain[: sure + 2]):  # nobody reads the sides behind
        if directive.name == b"else":  # what is left: HIP's own where the other side was for CUDA
            own = asked and not own
        else:
            guard = directive is chain[0] and opens_guard(unit, indices[0])  # which asks for nothing
            asks = not guard and asks_for_hip(unit, directive)
            own = asks and not refuses_hip(unit, directive)
            asked |= asks
            told = side_asked(unit, directive) is not None or asks_hips_compiler(unit, directive.body)
            by_compiler |= asks and told
        span = Span(directive.span.start, following.span.end)
        spans += [span] if own or by_compiler else []
        predefined += [span] if own and PREDEFINED.search(unit.code, *directive.body) else []
    return _Chain(chain, spans, predefined) if asked else None


def decided_for_hip(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a condition that speaks of HIP, and so was written with it in mind."""
    directive = unit.directive_at(offset) if in_condition(unit, offset) else None
    return directive is not None and speaks_of_hip(unit, directive.body)


def stands_for_hip(unit: Unit, span: Span) -> bool:
    """Say whether the macro defined at `span` is replaced by something of HIP's."""
    directive = unit.directive_at(span.start)
    return (
        directive is not None and HIP_REPLACEMENT.match(unit.code, span.end, directive.span.end) is not None
    )


def declares_for_hip(unit: Unit, span: Span, to: bytes) -> bool:
    """Say whether a name at a span is declared as HIP's `to`, or in code for HIP's compiler alone.

    So are names of CUDA in a header that gives them to HIP's: `static const auto cudaFree = hipFree;`.
    """
    given = GIVEN.match(unit.code, span.end)
    if given is not None and given[1] == to:
        return True
    if TYPEDEF_END.match(unit.code, span.end):
        led = TYPEDEF.search(unit.code, max(0, span.start - 128), span.start)
        return led is not None and led[1] == to
    return (
        inside(sides(unit).predefined, span.start) and may_declare(unit.code, span) and declares(unit, span)
    )


def is_hip(unit: Unit, rules: RuleSet) -> bool:
    """Say whether a file is HIP source: it includes HIP's headers, and none of CUDA's."""
    paths = unit.included
    for_hip = any(path.startswith(HIP_HEADERS) or path.endswith(b"hipify_warp32.h") for path in paths)
    return for_hip and not any(path in rules.headers and rules.headers[path].to != path for path in paths)

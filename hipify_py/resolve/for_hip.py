"""Whether code was written for HIP already: by a condition around it, its macro, or its file's includes."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.model import Span
from hipify_py.resolve.declarations import declares, may_declare
from hipify_py.resolve.macros import defined, made_by
from hipify_py.source.brackets import BLANK, NOT_BLANK
from hipify_py.source.conditions import CONDITIONS, OTHERS, branches_around, in_condition, inside, opens_guard
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

# A condition that already speaks of HIP was written for both.
SPEAKS_OF_HIP = re.compile(rb"(?<![A-Za-z])(?:HIP|ROCM|ROCm)|__AMD|__GFX\d")
WORDS = (b"HIP", b"ROCM", b"ROCm", b"__AMD", b"__GFX")  # without one nothing asks for HIP
BY_COMPILER = re.compile(rb"__(?:HIP|AMD|GFX)|\bUSE_ROCM\b")  # set by HIP compilers, or by PyTorch for them
PREDEFINED, OF_BUILD = re.compile(rb"__(?:HIP|AMD|GFX)"), b"USE_ROCM"
NOT_HIP = re.compile(rb"!\s*+(?:defined\s*+\(?\s*+)?\w*(?:HIP|ROCM|ROCm)")
SIGN = re.compile(rb"[()]|&&|\|\|")
NEGATED = re.compile(rb"\A\s*+!(?!=)")
FOR_CUDA = re.compile(rb"__CUDA|__NVCC__")
ASKS_FOR_CUDA = re.compile(rb"(!\s*+)?(?:defined\s*+\(?\s*+)?\b\w*CUDA\w*")
HIP_HEADERS = (b"hip/", b"hipcub/", b"rocprim/")
GIVEN = re.compile(rb"\s*+=\s*+&?+\s*+(?:::)?+(\w++)\s*+[;,)]")
TYPEDEF, TYPEDEF_END = (
    re.compile(rb"\btypedef\s+(?:(?:struct|enum|union)\s+)?(\w+)\s+\Z"),
    re.compile(rb"\s*+;"),
)
NVIDIAS = frozenset({b"__HIP_PLATFORM_NVIDIA__", b"__HIP_PLATFORM_NVCC__"})  # set by no build for AMD's GPUs
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


@fact
def own_platforms(unit: Unit) -> frozenset[bytes]:
    """Give the macros for HIP on NVIDIA's GPUs that a file itself makes, and not because HIP asks for it.

    A condition on CUDA's compiler around that is opened for HIP's, which then reads what is for these.
    """
    made = ((one, name) for one in unit.directives if (name := made_by(unit, one)) in NVIDIAS)
    return frozenset(
        name
        for one, name in made
        if not any(
            SPEAKS_OF_HIP.search(unit.code, *around.directive.body)
            for around in branches_around(unit, one.span.start)
            if not opens_guard(unit, around.opened)
        )
    )


def _speaks_of_hip(unit: Unit, body: Span) -> bool:
    return _names(unit, body, SPEAKS_OF_HIP)


def asks_hips_compiler(unit: Unit, body: Span) -> bool:
    """Say whether a condition asks for macros of HIP's compilers, but for such as the file makes itself."""
    return _names(unit, body, BY_COMPILER)


def _names(unit: Unit, body: Span, asked: re.Pattern[bytes]) -> bool:
    if asked.search(unit.code, *body) is None:
        return False
    own = own_platforms(unit)
    return not own or any(asked.search(name) for name in A_NAME.findall(unit.code, *body) if name not in own)


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
            asks = _asks(unit, directive)
            refuses = asks and _refuses(unit, directive)
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


def chains(unit: Unit) -> Iterator[list[int]]:
    """Give for each `#if` its directives up to the `#endif`, if it has one, as places in the file's list."""
    open_chains: list[list[int]] = []
    for index, directive in enumerate(unit.directives):
        if directive.name.startswith(b"if"):
            open_chains.append([index])
        elif open_chains and directive.name in OTHERS:
            open_chains[-1].append(index)
        elif open_chains and directive.name == b"endif":
            yield [*open_chains.pop(), index]
    yield from open_chains


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
    for directive, following in pairwise(chain):
        if directive.name == b"else":  # what is left: HIP's own where the other side was for CUDA
            own = asked and not own
        else:
            guard = directive is chain[0] and opens_guard(unit, indices[0])  # which asks for nothing
            asks = not guard and _asks(unit, directive)
            own = asks and not _refuses(unit, directive)
            asked |= asks
            told = _told(unit, directive) is not None or asks_hips_compiler(unit, directive.body)
            by_compiler |= asks and told
        span = Span(directive.span.start, following.span.end)
        spans += [span] if own or by_compiler else []
        predefined += [span] if own and PREDEFINED.search(unit.code, *directive.body) else []
    return _Chain(chain, spans, predefined) if asked else None


def _refuses(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition holds only where the compiler is not HIP's."""
    if told := _told(unit, directive):
        return told == "for CUDA"
    if directive.name in {b"ifndef", b"elifndef"}:
        return True
    return any(_refused(unit, directive))


def _refused(unit: Unit, directive: Directive) -> Iterator[bytes]:
    """Give the parts of a condition that refuse HIP, without which it does not hold."""
    return (one for one in _required(unit, directive.body) if NOT_HIP.search(one) and b"||" not in one)


def _told(unit: Unit, directive: Directive) -> Literal["for CUDA", "for HIP"] | None:
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


def _asks(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition asks for HIP; one that CUDA can fulfil as well is for both.

    One that asks for CUDA's compiler and refuses HIP's by its macro is for CUDA alone, what is left for HIP.
    """
    body = unit.code[slice(*directive.body)]
    if not _speaks_of_hip(unit, directive.body):
        return _told(unit, directive) is not None
    if FOR_CUDA.search(body):
        return _refuses_compiler(unit, directive)
    others = (part for part in body.split(b"||") if not SPEAKS_OF_HIP.search(part))
    return not any(not named[1] for part in others for named in ASKS_FOR_CUDA.finditer(part))


def decided_for_hip(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a condition that speaks of HIP, and so was written with it in mind."""
    directive = unit.directive_at(offset) if in_condition(unit, offset) else None
    return directive is not None and _speaks_of_hip(unit, directive.body)


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

"""Branches that no build for HIP reads as the source stands: their conditions ask for numbers of CUDA's.

Such a number is 0 in a condition where nothing defines it; that of a library that ROCm has, too, is what its
headers say. The branch is no dead one, for whoever changes the condition, as its finding says, has it read,
or has a later release: so what is in it is converted, and refused by no compiler yet.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve import library_versions
from hipify_py.resolve.condition_truth import KNOWN, truth
from hipify_py.resolve.dead_branches import closed_chains, dead
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import defined, made_by
from hipify_py.resolve.platform_branches import MOST_ROUNDS, UNREAD, USUAL, Known, is_default, left_out
from hipify_py.resolve.told import Told
from hipify_py.resolve.zero_comparisons import compared
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.model import Edit, Finding
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

ARCH, WORD, ZERO, CUDA = b"__CUDA_ARCH__", b"ARCH", b"0", b"CUDA"
NUMBER = re.compile(
    rb"(?:__CUDA_ARCH(?:_\w+)?__|__CUDA_ARCH_FEAT_\w+|__CUDACC_VER_\w+__|CUDA(?:RT)?_VERSION|CU(?:BLAS|DNN|FFT|RAND|SOLVER|SPARSE)_(?:VERSION|VER_\w+))\Z"
)
OF_ONE_GPU = re.compile(rb"__CUDA_ARCH_FEAT_\w+\Z")
OF_COMPILER = re.compile(rb"defined\s*+\(?\s*+__(?:CUDACC|NVCC|CUDA_ARCH)__")
"""What a condition asks for that is opened for HIP's compiler."""
# On what has no architecture's number this goes the way of the newest, as HIP should.
NEWEST_OR_NONE = re.compile(
    rb"\s*!\s*defined\s*(\(\s*)?__CUDA_ARCH__(?(1)\s*\))\s*\|\|\s*(\(\s*)?__CUDA_ARCH__\s*>=?\s*\d+\s*(?(2)\))\s*(?:\|\|[^\r\n]*)?"
)
ASKS_THERE = re.compile(rb"(?<!\w)defined\s*+\(?\s*+(\w+)\s*+\)?")
ABOUT = frozenset({"M001", "M003"})  # rules that speak of conditions
OF_WARPS = frozenset("WG")  # the letters of rules that speak of what runs on a warp or in groups
VALUE = re.compile(rb"\A\s*\w+\s+(__CUDA_ARCH__|0)\s*\Z")


class Macros(NamedTuple):
    """Macros that are 0, those that are not there at all, those of the file and others; versions known.

    `nothing` are those of the first two kinds.
    """

    zeros: frozenset[bytes]
    absent: frozenset[bytes]
    nothing: frozenset[bytes]
    own: frozenset[bytes]
    known: Known


def _macros(unit: Unit, zeros: frozenset[bytes], absent: frozenset[bytes], known: Known) -> Macros:
    return Macros(zeros, absent, zeros | absent, _read(unit) | known.own, known)


def told(unit: Unit, edits: Iterable[Edit] = ()) -> Iterator[Told]:
    """Tell of the macros of a file that stand for the architecture's number: for HIP they are 0.

    And of those that are something in branches that no build for HIP reads, and 0 else; `edits` are what a
    conversion makes of conditions, asked for where there are such.
    """
    for name in sorted(_zeros(unit)):
        yield Told("constant", name, ZERO, _before(unit, name))
    if CUDA in unit.code and any(one.name == b"define" and _is_zero(unit, one) for one in unit.directives):
        names = _else_zero(unit, unread(unit, (), Known()))
        for name in sorted(names and _else_zero(unit, unread(unit, [*edits], Known()))):
            yield Told("switch", name, UNREAD, _before(unit, name))


def _before(unit: Unit, name: bytes) -> int:
    at = next((one.span.start for one in unit.directives if made_by(unit, one) == name), 0)
    return includes_before(unit, at)


def asked(unit: Unit) -> Iterator[bytes]:
    """Ask others for the macros in the conditions of a file that may be such ones by their names."""
    for one in unit.directives if WORD in unit.code else ():
        if one.name in {b"if", b"elif"} and unit.code.find(WORD, *one.body) >= 0:
            yield from (
                name for name in A_NAME.findall(unit.code, *one.body) if WORD in name and name != ARCH
            )


def unread(unit: Unit, edits: Sequence[Edit], known: Known) -> tuple[Span, ...]:
    """Give what stands in such branches, in order; `edits` may make conditions ask for HIP."""
    edited = sorted(edit.span.start for edit in edits if unit.directive_at(edit.span.start))
    others = {name for name, value in known.constants.items() if WORD in name and value == ZERO}
    others |= {name for name, value in known.switches.items() if value == UNREAD}
    zeros = _zeros(unit) | (others - defined(unit))
    macros = _macros(unit, zeros, frozenset(), known)
    chains = [*closed_chains(unit)]
    found: tuple[Span, ...] = ()
    for _ in range(MOST_ROUNDS):
        found = merged([span for chain in chains for span in _of_chain(unit, chain, macros, edited)])
        more = _macros(unit, zeros | _else_zero(unit, found), _made_there(unit, found), known)
        if more == macros:
            break
        macros = more
    return found


def _made_there(unit: Unit, spans: tuple[Span, ...]) -> frozenset[bytes]:
    """Give the macros that a file makes in such branches and nowhere else, nor as defaults."""
    made = [(name, one) for one in unit.directives if (name := made_by(unit, one))] if spans else []
    read = {name for name, one in made if not inside(spans, one.span.start) or is_default(unit, one, name)}
    return frozenset(name for name, _ in made if name not in read and not USUAL.fullmatch(name))


def _else_zero(unit: Unit, spans: tuple[Span, ...]) -> frozenset[bytes]:
    """Give the macros that are something in such branches, and 0 where a file makes them else."""
    made = [(name, one) for one in unit.directives if (name := made_by(unit, one))] if spans else []
    there = {name for name, one in made if inside(spans, one.span.start)}
    rest = [(name, one) for name, one in made if name in there and not inside(spans, one.span.start)]
    other = {name for name, one in rest if not _is_zero(unit, one) or is_default(unit, one, name)}
    return frozenset(name for name, _ in rest if name not in other and not USUAL.fullmatch(name))


def _is_zero(unit: Unit, directive: Directive) -> bool:
    found = VALUE.match(unit.code[slice(*directive.body)])
    return found is not None and found[1] == ZERO


def softened(unit: Unit, findings: Sequence[Finding], edits: Sequence[Edit], known: Known) -> list[Finding]:
    """Give findings, as notes those that say of such branches what a compiler would refuse.

    So too all that is said of branches for other compilers than HIP's, and behind conditions that HIP comes
    to as the newest GPUs do: no finding asks anybody to change these; and what is said of conditions there,
    which nothing hangs on before the one around them is changed, or of warps, if of no place elsewhere.
    """
    if not unit.directives or all(one.severity == "note" for one in findings):
        return [*findings]
    spans, others = unread(unit, edits, known), merged([*left_out(unit, edits, known), *_for_older(unit)])

    def is_unread(one: Finding) -> bool:
        if inside(others, one.span.start) or not inside(spans, one.span.start):
            return inside(others, one.span.start)
        of_warps = one.rule[:1] in OF_WARPS and all(inside(spans, at.span.start) for at in one.related)
        return of_warps or one.fails == "compile" or one.rule in ABOUT

    return [one._replace(severity="note", fails="never") if is_unread(one) else one for one in findings]


def _for_older(unit: Unit) -> Iterator[Span]:
    """Give what stands in branches for older GPUs alone, behind one that HIP takes."""
    if ARCH not in unit.code or ARCH in _read(unit):
        return
    for chain in closed_chains(unit):
        if NEWEST_OR_NONE.fullmatch(unit.code, *chain[0].body) and len(chain) > 2:
            yield Span(chain[1].span.end, chain[-1].span.start)


def side_for_hip(unit: Unit, chain: Sequence[Directive]) -> int | None:
    """Say which side of a chain a build for HIP takes as the source stands; None where that is not clear."""
    for at, directive in enumerate(chain[:-1]):
        holds = directive.name == b"else" or condition_for_hip(unit, directive)
        if holds is not False:
            return at if holds else None
    return None


def condition_for_hip(unit: Unit, directive: Directive) -> bool | None:
    """Say whether a condition holds in a build for HIP as the source stands; None where that is not clear."""
    return _holds(unit, directive, _alone(unit))


@fact
def _alone(unit: Unit) -> Macros:
    return _macros(unit, _zeros(unit), frozenset(), Known())


@fact
def _zeros(unit: Unit) -> frozenset[bytes]:
    """Give the macros of a file that stand for the architecture's number, and for 0 where there is none."""
    values: dict[bytes, set[bytes]] = {}
    for one in unit.directives if ARCH in unit.code else ():
        if name := made_by(unit, one):
            found = VALUE.match(unit.code[slice(*one.body)])
            values.setdefault(name, set()).add(found[1] if found else b"")
    return frozenset(name for name, given in values.items() if ARCH in given and b"" not in given)


@fact
def _read(unit: Unit) -> frozenset[bytes]:
    """Give the macros that a file defines, but for those in branches that no build for HIP takes."""
    made = defined(unit)
    if not dead(unit):
        return made
    read = (one for one in unit.directives if not inside(dead(unit), one.span.start))
    return made & {made_by(unit, one) for one in read}


def _of_chain(
    unit: Unit, chain: Sequence[Directive], macros: Macros, edited: Sequence[int]
) -> Iterator[Span]:
    asked = [one.span for one in chain[:-1] if one.name != b"else"]
    # What goes before a condition, as an include, does not change it.
    at = [number for one in asked for number in edited[_behind(edited, one) : bisect_left(edited, one.end)]]
    if not all(OF_COMPILER.match(unit.code, number) for number in at):
        return
    taken = False
    for directive, following in pairwise(chain):
        opened = bool(at) and directive.span.start < at[-1] and at[0] < directive.span.end
        holds = not taken if directive.name == b"else" else _holds(unit, directive, macros, opened=opened)
        if taken or holds is False:
            yield Span(directive.span.end, following.span.start)
        taken = taken or holds is True


def _behind(edited: Sequence[int], span: Span) -> int:
    return bisect_right(edited, span.start)


def _holds(unit: Unit, directive: Directive, macros: Macros, *, opened: bool = False) -> bool | None:
    """Say whether a condition that asks for numbers of CUDA's holds for HIP; None where that is not clear.

    So too one that asks for macros that are not there either. Of one that is `opened` for HIP's compiler it
    is not known whether CUDA's is asked for in vain.
    """
    own = _read(unit)
    if directive.name.endswith(b"def"):
        name = unit.code[slice(*directive.body)].strip()
        is_off = name in macros.absent or (OF_ONE_GPU.match(name) is not None and name not in own)
        return directive.name.endswith(b"ndef") if is_off else None

    def is_zero(name: bytes) -> bool:
        if opened and name == ARCH:
            return False
        return name in macros.nothing or (NUMBER.match(name) is not None and name not in own)

    def is_there(found: re.Match[bytes]) -> bytes:
        return KNOWN[False] if found[1] not in macros.zeros and is_zero(found[1]) else found[0]

    text = ASKS_THERE.sub(is_there, unit.code[slice(*directive.body)].strip())
    text = library_versions.compared(compared(text, is_zero), macros.known.versions, macros.own)
    return truth(text, macros.nothing)

"""Branches for other compilers than HIP's, by macros that the program makes or as edits leave conditions.

A macro that a condition on the compiler makes says in others what that said: `#if MY_HIP`, where that is 1
for HIP and else 0. And a condition that is made to ask for HIP leaves its other side to others. A build for
HIP reads nothing there; it is converted like all else, for such macros may be set by hand.
"""

from __future__ import annotations

from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.compiler_chains import COMPILER, HOLDS, OF_CUDA, asks_compiler
from hipify_py.resolve.condition_truth import truth
from hipify_py.resolve.dead_branches import PLATFORM, closed_chains, never_there
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import made_by
from hipify_py.resolve.told import Told
from hipify_py.resolve.told_apart import tells_apart
from hipify_py.source.conditions import CONDITIONS, conditional, extent, innermost, inside, opens_guard
from hipify_py.source.conditions import branches as branches_of
from hipify_py.source.lexer import DEFINE
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact
from hipify_py.surroundings import NO_CONSTANTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.model import Edit
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

    Changes = Mapping[int, Sequence[Edit]]  # of the directive that begins at a place

SPEAKS = re.compile(
    rb"HIP|ROCM|AMD|CUDA|NV|GPU|PLATFORM", re.IGNORECASE
)  # in the name of a macro that says which compiler or platform it is
HINTS = (b"__HIP", b"USE_ROCM")
VALUE = re.compile(rb"\s*+\(?\s*+(\w*+)\s*+\)?\s*+\Z")
WORTH = {b"1": True, b"0": False, b"true": True, b"false": False, b"": True}
DIRECTIVE = re.compile(rb"\s*#\s*(\w+)(.*)\Z", re.DOTALL)
YES, NO, ABSENT, BY_COMPILER = b"1", b"0", b"-", b"h"
MAYBE = b"?"  # not there, unless anything else of the program or its builds makes it
UNSET = b"u"  # taken back in every unit, unless a file makes it; behind it how many includes follow where
UNREAD = b"z"  # 0, but in branches that ask for numbers of CUDA's: `unread_branches` tells and reads these
USUAL = re.compile(rb"_\w*|N?DEBUG")  # compilers and the usual builds make such macros unasked
MOST_ROUNDS = 3  # of macros that others make


class Known(NamedTuple):
    """What is known of macros outside of a file.

    `constants` are what other files say of them, `own` those that the program makes under names of CUDA,
    `versions` the numbers of libraries' versions that ROCm's headers define, and `switches` what other files
    make for HIP; `hip_alone` says that no other compiler than HIP's reads the file.
    """

    constants: Mapping[bytes, bytes] = NO_CONSTANTS
    own: frozenset[bytes] = frozenset()
    versions: Mapping[bytes, tuple[int | None, int | None]] = MappingProxyType({})
    switches: Mapping[bytes, bytes] = NO_CONSTANTS
    hip_alone: bool = False


class Macros(NamedTuple):
    """Macros that are there for HIP, with what they are worth, and those that are not or are 0."""

    there: Mapping[bytes, bool]
    zeros: frozenset[bytes] = frozenset()


def as_edited(unit: Unit, directive: Directive, edits: Sequence[Edit]) -> tuple[bytes, bytes]:
    """Give the name and the text of a condition as edits leave it."""
    within = [one for one in edits if directive.span.start < one.span.start < directive.span.end]
    if not within:
        return directive.name, unit.code[slice(*directive.body)]
    text, at = [], directive.span.start
    for one in sorted(within, key=lambda edit: edit.span):
        parts = (part if isinstance(part, bytes) else unit.code[slice(*part)] for part in one.parts)
        text += [unit.code[at : one.span.start], *parts]
        at = one.span.end
    found = DIRECTIVE.match(b"".join([*text, unit.code[at : directive.span.end]]))
    return (found[1], found[2]) if found else (directive.name, unit.code[slice(*directive.body)])


def left_out(unit: Unit, edits: Sequence[Edit], known: Known) -> tuple[Span, ...]:
    """Give what stands in branches that are for other compilers, in order; `edits` may change conditions."""
    changes: dict[int, list[Edit]] = {}
    for one in edits:
        if directive := unit.directive_at(one.span.start):
            changes.setdefault(directive.span.start, []).append(one)
    macros = _all_macros(unit, changes, known)
    return merged([span for chain in closed_chains(unit) for span in _of_chain(unit, chain, changes, macros)])


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the macros of a file that are 1 or 0 for HIP; with an `h` where its compiler alone says so.

    Those that it makes in branches for other compilers alone are there where something else makes them.
    """
    if not any(hint in unit.code for hint in HINTS):
        return
    sure, by_compiler = (_all_macros(unit, {}, Known(hip_alone=alone)) for alone in (False, True))
    places = {name: one.span.start for one in reversed(unit.directives) if (name := made_by(unit, one))}
    alone = {mark: _never_made(unit, macros) for macros, mark in ((sure, b""), (by_compiler, BY_COMPILER))}
    for name in sorted(places.keys() - COMPILER):
        for macros, mark in ((sure, b""), (by_compiler, BY_COMPILER)):
            value = macros.there.get(name, False if name in macros.zeros else None)
            worth = YES if value else NO if name in macros.zeros else ABSENT
            if value is None or (worth == ABSENT and not SPEAKS.search(name)):
                if name not in alone[mark]:
                    continue
                worth = MAYBE
            yield Told("switch", name, worth + mark, includes_before(unit, places[name]))
            break


def asked(unit: Unit) -> Iterator[bytes]:
    """Ask others for the macros in the conditions of a file, which may be such ones."""
    for one in unit.directives:
        if one.name in CONDITIONS:
            yield from (name for name in A_NAME.findall(unit.code, *one.body) if name != b"defined")


def _all_macros(unit: Unit, changes: Changes, known: Known) -> Macros:
    """Give what is known of the compilers' macros, of the program's in other files, and in this one."""
    there = dict.fromkeys(HOLDS | {PLATFORM} | (COMPILER if known.hip_alone else set()), True)
    there |= dict.fromkeys(never_there(unit) | (OF_CUDA if tells_apart(unit) else frozenset()), False)
    zeros: set[bytes] = set()
    for name, value in known.switches.items():
        if value.startswith((MAYBE, UNSET, UNREAD)) or (value.endswith(BY_COMPILER) and not known.hip_alone):
            continue
        taken_back = value.removeprefix(ABSENT)
        if taken_back.isdigit() and value != taken_back and _asks_before(unit, name, int(taken_back)):
            continue
        if value.startswith(NO):
            zeros.add(name)
        else:
            there[name] = value.startswith(YES)
    macros = Macros(there, frozenset(zeros))
    for _ in range(MOST_ROUNDS):
        more = _with_own(unit, changes, macros)
        if more == macros:
            break
        macros = more
    return macros


def _asks_before(unit: Unit, name: bytes, following: int) -> bool:
    """Say whether a file asks for a macro before an include of it is read, or may not read that.

    It is known by how many follow, for a conversion adds some above.
    """
    at = len(unit.text.includes) - following - 1
    if at < 0 or conditional(unit, unit.text.includes[at].path.start):
        return True
    return any(
        one.name in CONDITIONS
        and name in A_NAME.findall(unit.code, *one.body)
        and includes_before(unit, one.span.start) <= at
        for one in unit.directives
    )


def _with_own(unit: Unit, changes: Changes, macros: Macros) -> Macros:
    """Add the macros of a file of which one definition alone is read, in a branch that is taken for sure."""
    read = _read(unit, changes, macros)
    sure = {name: given[0] for name, given in read.items() if len(given) == 1 and given[0] is not None}
    absent = {name: False for name, given in read.items() if not given and tells_apart(unit)}
    fresh = {name: value for name, value in sure.items() if name not in macros.there}
    return Macros(
        {**absent, **macros.there, **{name: True for name, value in fresh.items() if value}},
        macros.zeros | {name for name, value in fresh.items() if not value},
    )


def _read(unit: Unit, changes: Changes, macros: Macros) -> dict[bytes, list[bool | None]]:
    """Give for each macro of a file what its definitions are worth that a build for HIP may read."""
    chains = [*closed_chains(unit)]
    branches = {
        one.span.start: taken for chain in chains for one, taken in _taken(unit, chain, changes, macros)
    }
    within = _within(unit, branches)
    read: dict[bytes, list[bool | None]] = {}
    for one in unit.directives:
        if one.name == b"undef":
            read.setdefault(unit.code[slice(*one.body)].strip(), []).append(None)
        if name := made_by(unit, one):
            read.setdefault(name, [])
            around = innermost(unit, one.span.start)
            taken = within[around.directive.span.start] if around else True
            if taken is not False:
                read[name].append(None if taken is None else _worth(unit, one, macros))
    return read


def _within(unit: Unit, taken: Mapping[int, bool | None]) -> dict[int, bool | None]:
    """Say by the place of each branch whether what stands in it is read, by all that it stands in.

    An include guard is taken. Once for a branch: macros are made in as many as a file has one in another.
    """
    within: dict[int, bool | None] = {}
    for one in branches_of(unit).innermost:  # an outer one comes before those in it
        if one is None or one.directive.span.start in within:
            continue
        around = within[one.around.directive.span.start] if one.around else True
        own = True if opens_guard(unit, one.opened) else taken.get(one.directive.span.start)
        both = (around, own)
        within[one.directive.span.start] = False if False in both else None if None in both else True
    return within


def _never_made(unit: Unit, macros: Macros) -> frozenset[bytes]:
    """Give the macros that a file makes, but in no branch that a build for HIP may take.

    Not those of which it asks before whether something else has made them: that may be a build for HIP.
    """
    never = {name for name, given in _read(unit, {}, macros).items() if not given}
    for one in unit.directives if never else ():
        name = made_by(unit, one)
        if name in never and (is_default(unit, one, name) or USUAL.fullmatch(name)):
            never.discard(name)
    return frozenset(never)


def is_default(unit: Unit, directive: Directive, name: bytes) -> bool:
    """Say whether a condition around the place where a macro is made names it, or it has parameters."""
    head = DEFINE.match(unit.code, *directive.body)
    return bool(head and head[2]) or inside(_named_around(unit).get(name, ()), directive.span.start)


@fact
def _named_around(unit: Unit) -> dict[bytes, tuple[Span, ...]]:
    """Give for each name in conditions what stands in branches that name it."""
    found: dict[bytes, list[Span]] = {}
    for one in filter(None, dict.fromkeys(branches_of(unit).innermost)):
        for name in {*A_NAME.findall(unit.code, *one.directive.body)}:
            found.setdefault(name, []).append(extent(unit, one))
    return {name: merged(spans) for name, spans in found.items()}


def _worth(unit: Unit, directive: Directive, macros: Macros) -> bool | None:
    """Say what the macro that a directive makes is worth in a condition; None where that is not clear."""
    head = DEFINE.match(unit.code, *directive.body)
    found = VALUE.match(unit.code, head.end(), directive.body.end) if head and not head[2] else None
    if found is None:
        return None
    return WORTH.get(found[1], macros.there.get(found[1], False if found[1] in macros.zeros else None))


def _of_chain(unit: Unit, chain: Sequence[Directive], changes: Changes, macros: Macros) -> Iterator[Span]:
    for (directive, taken), following in zip(_taken(unit, chain, changes, macros), chain[1:], strict=True):
        if taken is False:
            yield Span(directive.span.end, following.span.start)


def _taken(
    unit: Unit, chain: Sequence[Directive], changes: Changes, macros: Macros
) -> Iterator[tuple[Directive, bool | None]]:
    """Say of each branch of a chain whether a build for HIP takes it."""
    sure = {**macros.there, **(dict.fromkeys(OF_CUDA, False) if asks_compiler(unit, chain) else {})}
    before: bool | None = False  # whether one of those before is taken
    for directive, _ in pairwise(chain):
        name, text = as_edited(unit, directive, changes.get(directive.span.start, ()))
        holds = True if name == b"else" else _holds(name, text, sure, macros.zeros)
        yield directive, False if before is True or holds is False else holds if before is False else None
        before = True if before is True or holds is True else before if holds is False else None


def _holds(name: bytes, text: bytes, sure: Mapping[bytes, bool], zeros: frozenset[bytes]) -> bool | None:
    if name.endswith(b"def"):
        text = (b"!" if b"ndef" in name else b"") + b"defined(" + text.strip() + b")"
    return truth(text.strip(), zeros, sure)

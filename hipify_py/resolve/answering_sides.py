"""Conditions on CUDA's compiler behind which the program has a side for HIP by a macro of another kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.resolve.hip_conditions import WORDS, asks_for_hip, asks_hips_compiler, chains, refuses_hip
from hipify_py.resolve.told_apart import marking
from hipify_py.source.conditions import CONDITIONS, asks_for_cuda
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.model import Span
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit


@fact
def answered_by_switches(unit: Unit) -> Mapping[int, Span]:
    """Give for conditions on CUDA's compiler where a later one of the chain asks for HIP by another macro.

    The program has a side for HIP there, which a build takes that sets the macro: with HIP's compiler added
    to the first condition it would be dead. Not where the sides do no more than mark functions. Known for
    the chain by where its first condition begins, too.
    """
    found: dict[int, Span] = {}
    for indices in chains(unit) if holds_part(unit, *WORDS) else ():
        chain = [unit.directives[index] for index in indices]
        first = next((at for at, one in enumerate(chain) if asks_for_cuda(unit, one)), len(chain))
        later = [*_later(unit, indices[first:])]
        asking = next((one for one in later if _is_for_hip(unit, one)), None)
        by_compiler = any(asks_hips_compiler(unit, one.body) for one in (*chain, *later))
        if asking is None or by_compiler or chain[0].span.start in marking(unit):
            continue
        before = (one for one in chain[first:] if one.span.start < asking.span.start)
        found |= {one.span.start: asking.body for one in (chain[0], *before)}
    return found


def _later(unit: Unit, indices: Sequence[int]) -> Iterator[Directive]:
    """Give the conditions of a chain behind one of it; an `#if` right behind the `#else` is one of them."""
    for at in indices[1:]:
        directive, following = unit.directives[at], unit.directives[at + 1 : at + 2]
        if directive.name in CONDITIONS:
            yield directive
        elif directive.name == b"else":
            yield from (
                one
                for one in following
                if one.name.startswith(b"if") and not unit.code[directive.span.end : one.span.start].strip()
            )


def _is_for_hip(unit: Unit, directive: Directive) -> bool:
    return asks_for_hip(unit, directive) and not refuses_hip(unit, directive)

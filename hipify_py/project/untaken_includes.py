"""The includes of a file that no build for HIP takes, as the source stands once it is converted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.match.find import matcher
from hipify_py.model import Edit, Span
from hipify_py.resolve.dead_branches import closed_chains, dead
from hipify_py.resolve.for_hip import answered
from hipify_py.resolve.platform_branches import Known, left_out
from hipify_py.resolve.unread_branches import unread
from hipify_py.source.conditions import CONDITIONS, conditional, inside
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# The rules that do so, by where their code is.
CHANGE_CONDITIONS = ("match.guards.", "match.cuda_releases.", "match.arch_ladders.")


def untaken(unit: Unit, rules: RuleSet, options: Options) -> frozenset[int]:
    """Give the places, among all includes of a file, of those in branches that no build for HIP takes.

    They are the branches in which findings are notes, or where there are none at all. What other files make
    of macros is not known here: a branch that hangs on that counts as taken.
    """
    asked = [at for at, one in enumerate(unit.text.includes) if conditional(unit, one.path.start)]
    if not asked:
        return frozenset()
    edits, known = [*edits_of_conditions(unit, rules, options)], Known(versions=rules.versions)
    branches = (dead(unit), unread(unit, edits, known), left_out(unit, edits, known), [*_of_cuda(unit)])
    starts = ((at, unit.text.includes[at].path.start) for at in asked)
    return frozenset(at for at, start in starts if any(inside(spans, start) for spans in branches))


def _of_cuda(unit: Unit) -> Iterator[Span]:
    """Give the branches for CUDA that stay as they are: their counterpart for HIP is right beside them."""
    for chain in closed_chains(unit) if answered(unit) else ():
        asks = b"!" not in unit.code[slice(*chain[0].body)] and not chain[0].name.endswith(b"ndef")
        if asks and chain[0].span.start in answered(unit):
            yield Span(chain[0].span.end, chain[1].span.start)


def edits_of_conditions(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Edit]:
    """Give what a conversion makes of conditions."""
    for rule in rules.coded:
        if rule.code.startswith(CHANGE_CONDITIONS) and any(word in unit.code for word in rule.words):
            for match in matcher(rule.code)(unit, rule, rules, options):
                yield from match.edits
    for directive in unit.directives:
        for found in A_NAME.finditer(unit.code, *directive.body) if directive.name in CONDITIONS else ():
            known = rules.names.get(found[0])
            if known is not None and known.to not in {None, found[0]}:
                yield Edit(Span(*found.span()), (known.to or b"",), "", "rename")

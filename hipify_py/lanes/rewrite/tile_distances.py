"""How far shuffles of tiles reach: CUDA takes the low five bits of a distance, HIP all of it.

So `tile.shfl_xor(v, 32)` gives each lane its own value in CUDA, and one of the wavefront's other half in HIP.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.find.group_members import all_uses, is_old, member
from hipify_py.lanes.flow.distances import LANES, is_far
from hipify_py.lanes.rewrite.warp32 import in_low_bits
from hipify_py.model import Related, Span
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.for_hip import sides
from hipify_py.source.brackets import parts, template_arguments
from hipify_py.source.conditions import inside
from hipify_py.source.functions import functions
from hipify_py.source.template_parameters import parameter_names
from hipify_py.source.tokens import A_NAME, token_at, words
from hipify_py.source.unit_facts import fact_of
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.lanes.find.group_members import Use
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.integers import Number
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.expressions import Expression
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

REACHING = frozenset((b"shfl_up", b"shfl_down", b"shfl_xor"))
SIZED = (b"thread_block_tile", b"tiled_partition")
SIZES = frozenset((b"size", b"num_threads"))
HIGHEST = 20  # nodes above one another that are looked through
GIVEN = 2  # arguments of such a shuffle: the value, and how far


class _OfTile(NamedTuple):
    """The constants of a function, and the most lanes that a tile may have for its size."""

    constants: ConstantTable
    group: bytes

    def of(self, node: Expression, width: Number | None = None, /) -> Number | None:
        """Give the value of a node."""
        return self.constants.of(_with_sizes(node, self.group), width)


def far_tiles(unit: Unit, constants: ConstantTable, rules: RuleSet, *, shared: bool) -> Iterator[Match]:
    """Give the edits by which shuffles of tiles take the low bits of a distance that may be 32 or more."""
    if not holds_part(unit, *REACHING):
        return
    apart = sides(unit).own
    found = [
        use
        for use in all_uses(unit, shared)
        if use.name in REACHING and use.on.kind == "tile" and not inside(apart, use.span.start)
    ]
    homes = functions(unit, [use.span.start for use in found]) if found else {}
    done: dict[Function, list[Span]] = {}
    for use in found:
        home = homes.get(use.span.start)
        given = [*parts(unit.code, use.brackets.start + 1, use.brackets.end - 1)]
        if home is None or unit.directive_at(use.span.start) or len(given) != GIVEN:
            continue
        far = not member(unit, use, old=is_old(rules)) and _is_far(unit, use, given[1], home, constants)
        if far and (edits := in_low_bits(unit, given[1])):
            yield Match(tuple(edits))
            done.setdefault(home, []).append(use.span)
    yield Match(findings=tuple(_note(home, spans, rules) for home, spans in done.items()))


def _note(home: Function, spans: list[Span], rules: RuleSet) -> Finding:
    """Say what was done in a function."""
    what = f"{len(spans)} group member{'s'[: len(spans) > 1]}"
    related = tuple(Related(span, "reads within the tile") for span in spans[1:])
    return finding(rules, "W000", spans[0], name=home.name, what=what)._replace(related=related)


def _is_far(unit: Unit, use: Use, distance: Span, home: Function, constants: ConstantTable) -> bool:
    """Say whether CUDA may take less of a distance: a tile of its own has no more than 32 lanes."""
    sizes = {one: constants.number(one) for one in _sizes(unit, home)}
    if any(one in constants.chosen or (number and number.value > LANES) for one, number in sizes.items()):
        return False
    named = {one for one, number in sizes.items() if number is None and A_NAME.fullmatch(one)}
    if not named <= parameter_names(unit):  # as many as HIP's side of the program chooses, perhaps
        return False
    of_most = constants.beside(dict.fromkeys(named, b"%d" % LANES))
    group = b"".join(unit.code[slice(use.on.start, use.on.end)].split())
    return is_far(unit, distance, home, _OfTile(of_most, group))


@fact_of
def _sizes(unit: Unit, home: Function) -> frozenset[bytes]:
    """Give the names and numbers that a function says its tiles to have as many lanes as."""
    opened = (token_at(unit.code, one.end) for one in words(unit.code, *SIZED, within=home.span))
    given = (template_arguments(unit.code, one.end) for one in opened if one.text == b"<")
    return frozenset(unit.code[slice(*each[0])].strip() for each in given if each)


def _with_sizes(node: Expression, group: bytes) -> Expression:
    """Put the most lanes that a tile of CUDA's may have for its size, in what is made of that."""
    if node.height > HIGHEST:
        return node
    if node.kind == "call" and node.text in SIZES and len(node.parts) == 1 and node.parts[0].text == group:
        return node._replace(kind="number", text=b"%d" % LANES, parts=(), height=1)
    return node._replace(parts=tuple(_with_sizes(one, group) for one in node.parts))

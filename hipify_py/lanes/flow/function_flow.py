"""How values flow through one function, whatever its parameters hold: what versions are given, who uses them.

The graph is that of static single assignment: an edge leads from a version to what reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.butterflies import evened
from hipify_py.lanes.flow.given_values import Given, given_values
from hipify_py.lanes.flow.lattice import WARP_ALONE
from hipify_py.lanes.flow.versions import MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.indirect_values import Told
    from hipify_py.lanes.flow.reaching import Reaching
    from hipify_py.source.expressions import Expression
    from hipify_py.source.function_model import Model
    from hipify_py.source.function_names import FunctionNames
    from hipify_py.source.unit import Unit


class Flow(NamedTuple):
    """What the versions of a function's names are given, in the order in which it is worked out.

    By its number, `reads` has the version of each name that what is given reads; `users` has the numbers of
    those that hang on a version, and `versions` the versions of each symbol.
    """

    said: Sequence[Given]
    reads: Sequence[Mapping[bytes, bytes]]
    users: Mapping[bytes, Sequence[int]]
    versions: Mapping[bytes, frozenset[bytes]]
    reaching: Reaching


def function_flow(
    unit: Unit, read: Model, known: FunctionNames, told: Told, constants: ConstantTable
) -> Flow:
    """Read the flow of values in a function; `told` is what its calls give."""
    said, reaching = given_values(unit, read, known, told)
    alike = evened(unit, read, known, constants, reaching)
    said = [one for one in said if one.version not in alike]
    said += (Given(version.partition(MARK)[0], version, value=WARP_ALONE) for version in sorted(alike))
    reads: list[dict[bytes, bytes]] = []
    users: dict[bytes, list[int]] = {}
    versions: dict[bytes, set[bytes]] = {}
    for number, one in enumerate(said):
        at = one.at
        reads.append({name: reaching.version(known.symbol(name, at), at) for name in _names_in(one.node)})
        versions.setdefault(one.symbol, set()).add(one.version)
        for version in {*reads[number].values(), *one.sources, *one.conditions}:
            users.setdefault(version, []).append(number)
    return Flow(said, reads, users, {of: frozenset(made) for of, made in versions.items()}, reaching)


def _names_in(node: Expression) -> Iterator[bytes]:
    return (part.name for part in node.walk() if part.kind == "name")

"""Members that keep a compute capability, and by which nothing in a whole project is decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.project.whole_runs import WholeRuns

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts


def only_kept(found: Mapping[str, Facts], others: Collection[str]) -> dict[str, frozenset[bytes]]:
    """Give for sources the members that they give a capability, and that no file may decide anything by.

    Of a source that is not in the run with all of its project nothing is known.
    """
    runs = WholeRuns(others)
    giving = {path: fact.capabilities for path, fact in found.items() if fact.capabilities and runs.has(path)}
    read = frozenset[bytes]().union(*(fact.capabilities_read for fact in found.values())) if giving else ()
    return {path: left for path, own in giving.items() if (left := own.difference(read))}

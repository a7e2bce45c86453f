"""Macros that a part of a source hangs on and that nothing in a run makes: no source, no build, no script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.project.cuda_macros import Spoken, other_texts, put_together
from hipify_py.project.includers import contents
from hipify_py.project.whole_runs import WholeRuns

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts


def unmade(
    found: Mapping[str, Facts], build_files: Collection[str], others: Collection[str], limit: int
) -> dict[str, frozenset[bytes]]:
    """Give for sources those of the macros around some of their parts that nothing speaks of but conditions.

    What stands in a comment as a definition, or in a text for people, is for somebody to turn on. Of a source
    that is not in the run with all of its project nothing is known.
    """
    runs = WholeRuns(others)
    asking = {path: fact.optional for path, fact in found.items() if fact.optional and runs.has(path)}
    names = frozenset[bytes]().union(*asking.values())
    for fact in found.values():
        names -= fact.macros | fact.shelved | {one.name for one in fact.told if one.kind == "switch"}
        if not names:
            return {}
    beside = other_texts(found, others, limit)
    texts = [*((path, contents(path, limit)) for path in build_files), *beside]
    names -= Spoken(names).named({}, texts)
    names -= put_together(names, (text for _, text in texts))
    return {path: left for path, own in asking.items() if (left := own & names)}

"""CUDA's intrinsics that conditions keep from HIP by macros that no HIP compiler sets: a build has to."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.hazards.guarded_helpers import used_outside
from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.model import Related
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.for_hip import left_to_builds, left_to_switches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Edit
    from hipify_py.rules.model import RuleSet
    from hipify_py.source.unit import Unit

SYNC = b"_sync"  # how the names end whose masks have 32 bits in CUDA


def kept_from_hip(unit: Unit, edits: Sequence[Edit], rules: RuleSet) -> Iterator[Match]:
    """Say where a macro of the build keeps a HIP compiler from intrinsics; `edits` are those of warps."""
    yield from _by_builds(unit, rules)
    yield from _by_switches(unit, edits, rules)


def _by_builds(unit: Unit, rules: RuleSet) -> Iterator[Match]:
    """Say where a macro of the build alone keeps a HIP compiler from CUDA's intrinsics."""
    found = {
        name: hit[0] for name, branch in left_to_builds(unit) if (hit := INTRINSIC.search(unit.code, *branch))
    }
    if found:
        first, *others = found
        related = tuple(Related(span, f"and here, {found[span].decode()}") for span in others)
        said = finding(rules, "W044", first, macro="USE_ROCM", name=found[first].decode())
        yield Match(findings=(said._replace(related=related),))
    for use in used_outside(unit) if found else ():
        first, *others = use.calls
        related = tuple(Related(span, "and here") for span in others)
        said = finding(rules, "W060", first, name=use.name.decode("utf-8", "replace"))
        yield Match(findings=(said._replace(related=related),))


def _by_switches(unit: Unit, edits: Sequence[Edit], rules: RuleSet) -> Iterator[Match]:
    """Say where a macro of the program's own keeps a HIP compiler from intrinsics that stay as they are."""
    starts = sorted(edit.span.start for edit in edits)
    said = set[bytes]()
    for named, branch in left_to_switches(unit):
        macro = unit.code[slice(*named)]
        kept = (
            one[0]
            for one in INTRINSIC.finditer(unit.code, *branch)
            if macro not in said
            and one[0].endswith(SYNC)
            and bisect_left(starts, one.start()) == bisect_left(starts, one.end())
        )
        if name := next(kept, None):
            said.add(macro)
            yield Match(findings=(finding(rules, "W044", named, macro=macro.decode(), name=name.decode()),))

"""Whether anything of a project sets the macro that PyTorch's builds for HIP set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hipify_py.project.cuda_macros import made_outside, other_texts
from hipify_py.resolve.for_hip import OF_BUILD
from hipify_py.resolve.platform_branches import UNSET

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts

PROSE = (".md", ".rst", ".txt")  # which sets nothing
OF_TORCH = b"cpp_extension"  # a module of PyTorch's whose builds set the macro


def side_macro(
    found: Mapping[str, Facts], texts: Mapping[str, bytes], others: Collection[str], limit: int
) -> Literal["", "set", "unset"]:
    """Say whether a run sets `USE_ROCM` or does not; nothing where builds that are not in it may.

    `texts` are those of the build files, `others` the paths of all else that lies in the run.
    """
    if not any(OF_BUILD in fact.asks for fact in found.values()):
        return ""
    if any(map(_sets, found.values())):
        return "set"
    beside = (text for path, text in other_texts(found, others, limit) if not path.lower().endswith(PROSE))
    if any(OF_TORCH in text or OF_BUILD in text for text in (*texts.values(), *beside)):
        return "set"
    return "" if made_outside(frozenset((OF_BUILD,)), found, texts, others, limit) else "unset"


def _sets(fact: Facts) -> bool:
    return OF_BUILD in fact.macros or any(
        one.kind == "switch" and one.name == OF_BUILD and not one.value.startswith(UNSET) for one in fact.told
    )

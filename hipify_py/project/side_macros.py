"""Whether anything of a project sets the macro that PyTorch's builds for HIP set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hipify_py.project.cuda_macros import made_outside, other_texts
from hipify_py.resolve.for_hip import OF_BUILD
from hipify_py.resolve.platform_branches import UNSET

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.inclusion import Inclusion

PLATFORM = (b"__HIP_PLATFORM_AMD__", b"hip::", b"hipconfig")  # by which builds give it, too
PROSE = (".md", ".rst", ".txt")  # which sets nothing
OF_TORCH = b"cpp_extension"  # a module of PyTorch's whose builds set the macro


class SideMacro:
    """What sets `USE_ROCM` for the files of a program: sources of their units, or builds."""

    def __init__(
        self,
        found: Mapping[str, Facts],
        inclusion: Inclusion,
        texts: Mapping[str, bytes],
        others: Collection[str],
        limit: int,
    ) -> None:
        """Ask builds, if any file wants to know.

        `texts` are those of the build files, `others` the paths of all else that lies in the run.
        """
        self._by_build: Literal["", "set", "unset"] = ""
        self._beside = frozenset[str]()
        if any(OF_BUILD in fact.asks for fact in found.values()):
            makers = {path for path, fact in found.items() if _sets(fact)}
            self._beside = inclusion.below(inclusion.above(makers))
            self._by_build = _set_by_builds(found, texts, others, limit)

    def of(self, path: str) -> Literal["", "set", "unset"]:
        """Say whether the macro is set for a file or is not; nothing where builds that are not here may."""
        return "set" if path in self._beside else self._by_build


def platform_set(
    found: Mapping[str, Facts], texts: Mapping[str, bytes], others: Collection[str], limit: int
) -> bool:
    """Say whether a build or a script gives compilers `__HIP_PLATFORM_AMD__`, if any file asks for it."""
    if not any(PLATFORM[0] in fact.asks for fact in found.values()):
        return False
    beside = (text for path, text in other_texts(found, others, limit) if not path.lower().endswith(PROSE))
    return any(word in text for text in (*texts.values(), *beside) for word in PLATFORM)


def _set_by_builds(
    found: Mapping[str, Facts], texts: Mapping[str, bytes], others: Collection[str], limit: int
) -> Literal["", "set", "unset"]:
    beside = (text for path, text in other_texts(found, others, limit) if not path.lower().endswith(PROSE))
    if any(OF_TORCH in text or OF_BUILD in text for text in (*texts.values(), *beside)):
        return "set"
    return "" if made_outside(frozenset((OF_BUILD,)), found, texts, others, limit) else "unset"


def _sets(fact: Facts) -> bool:
    return OF_BUILD in fact.macros or any(
        one.kind == "switch" and one.name == OF_BUILD and not one.value.startswith(UNSET) for one in fact.told
    )

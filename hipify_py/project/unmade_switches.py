"""Macros for CUDA that a program asks for beside one for HIP, and that nothing in its project ever makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.project.cuda_macros import made_outside
from hipify_py.project.unknown_headers import with_unknown
from hipify_py.resolve.platform_branches import BESIDE, UNSET

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from hipify_py.project.facts import Facts
    from hipify_py.project.translation_units import Places, TranslationUnits


class UnmadeSwitches:
    """The macros for CUDA that come with one for HIP, and that no build of the project sets as it stands.

    A build that is converted goes on to set what it sets. So where a source, a build file or anything else
    may make such a macro, the converted program reads what it chooses.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        found: Mapping[str, Facts],
        places: Places,
        units: TranslationUnits,
        texts: Mapping[str, bytes],
        others: Collection[str],
        known: Collection[bytes],
        limit: int,
    ) -> None:
        """Ask all of the run who makes the macros; `texts` are its build files, `known` CUDA's headers."""
        told = [one for fact in found.values() for one in fact.told if one.kind == "switch"]
        beside = {one.name for one in told if one.value.startswith(BESIDE)}
        made = {one.name for one in told if not one.value.startswith((BESIDE, UNSET))}
        left = beside.difference(made, *(fact.macros for fact in found.values())) if beside else beside
        self._names = left - made_outside(frozenset(left), found, texts, others, limit) if left else left
        # a header that is not in the run may make each of them
        unknown = {*with_unknown(found, places, known)} if self._names else set[str]()
        self._open = units.below({*units.above(unknown) & found.keys()})

    def left(self, path: str, switches: Mapping[bytes, bytes]) -> Mapping[bytes, bytes]:
        """Give what is told of macros without those for CUDA that a build of the file may set."""
        if not any(value.startswith(BESIDE) for value in switches.values()):
            return switches
        sure = frozenset[bytes]() if path in self._open else self._names
        return {
            name: value for name, value in switches.items() if not value.startswith(BESIDE) or name in sure
        }

"""What is known of one function when it is decided on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hipify_py.lanes.constants import Known
    from hipify_py.lanes.functions import Function
    from hipify_py.lanes.idioms import Trouble
    from hipify_py.lanes.registers import Assembly
    from hipify_py.lanes.sites import Site
    from hipify_py.lanes.values import Held


class Work(NamedTuple):
    """Everything that concerns one function, or what stands outside of any."""

    function: Function | None
    sites: tuple[Site, ...]
    assemblies: tuple[Assembly, ...]
    troubles: tuple[Trouble, ...]
    held: Held | None
    known: Known

    @property
    def name(self) -> str:
        """Name the function for people."""
        return self.function.name if self.function and self.function.name else "this file"

"""What is known of one function when it is decided on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hipify_py.lanes.find.ptx_registers import Assembly
    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.lanes.flow.constant_folding import ConstantTable
    from hipify_py.lanes.flow.lane_values import LazyValues
    from hipify_py.lanes.hazard import Hazard
    from hipify_py.source.functions import Function


class FunctionFacts(NamedTuple):
    """Everything that concerns one function, or what stands outside of any."""

    function: Function | None
    ops: tuple[WarpOp, ...]
    assemblies: tuple[Assembly, ...]
    hazards: tuple[Hazard, ...]
    values: LazyValues | None
    constants: ConstantTable

    @property
    def name(self) -> str:
        """Name the function for people."""
        return self.function.name if self.function and self.function.name else "this file"

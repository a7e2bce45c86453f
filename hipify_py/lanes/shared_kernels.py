"""Kernels and functions of the device that another file may start or call: those of a file, and others.

A kernel that a file starts in blocks of 32 threads may be started by another in larger ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.flow.call_sites import is_own
from hipify_py.lanes.hazards.width_queries import launches
from hipify_py.lanes.warp_names import INTRINSIC, ON_WARP
from hipify_py.source.functions import DEVICE, written_functions
from hipify_py.source.tokens import A_NAME, words
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part
from hipify_py.source.written_declarations import around, declaration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

MARKS = (b"__global__", b"__device__")
LAUNCH = b"<<<"
LOADS = b"GetFunction", b"getFunction", b"get_function", b"GetKernel", b"CUfunction"  # by its name


def offered(unit: Unit) -> frozenset[bytes]:
    """Give the kernels and functions of the device that others may name, of a file that works on warps.

    Without launches of its own a file tells nothing of its blocks.
    """
    if LAUNCH not in unit.code or not holds_part(unit, *ON_WARP) or not INTRINSIC.search(unit.code):
        return frozenset()
    return frozenset(one.called for one in written_functions(unit) if one.of_device and not is_own(unit, one))


def spoken_of(unit: Unit) -> frozenset[bytes]:
    """Give those that a file declares or starts and does not define, and whose names it may load them by."""
    named = {*_declared(unit), *_loaded(unit)}
    if LAUNCH in unit.code:
        named |= {one.kernel for one in launches(unit)}
    return frozenset(named - _defined(unit) - {b""}) if named else frozenset()


@fact
def _defined(unit: Unit) -> frozenset[bytes]:
    made = (
        one for one in written_functions(unit) if DEVICE.search(unit.code, one.span.start, one.body.start)
    )
    return frozenset(one.called for one in made)


def _declared(unit: Unit) -> Iterator[bytes]:
    """Give the names of functions of the device that a file declares, and may define elsewhere."""
    if not holds_part(unit, *MARKS):
        return
    for word in words(unit.code, *MARKS):
        made = declaration(unit.code, word.start) or around(unit.code, word.start)
        if made and unit.code[made.end : made.end + 1] == b";":
            yield from (unit.code[slice(*one.name)] for one in made.declarators if one.taken)


def _loaded(unit: Unit) -> Iterator[bytes]:
    """Give the texts of a file that loads kernels by their names which may be such names."""
    for start, end in unit.text.strings if holds_part(unit, *LOADS) else ():
        if A_NAME.fullmatch(unit.source, start + 1, end - 1):
            yield unit.source[start + 1 : end - 1]

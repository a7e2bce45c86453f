"""What one file tells the others of a run, and what it asks of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from hipify_py.resolve.told import Told


class Facts(NamedTuple):
    """What one file tells: its includes as (path, quoted), in order, and whether it holds CUDA at all.

    `brings` says that whoever includes the converted file has the HIP runtime: the file includes it, or
    needs it, so that something it includes brings it or the include is added. `told` is what it tells its
    units, `asks` the names that may be theirs, and `scopes` the namespaces and classes that it opens or only
    names, `entered` those that it opens.
    `piece` says that it is a piece of others, and `lacks` which headers it calls for then; `plain` that it is
    a source of plain C++. `clashes` says that it makes a macro which HIP's headers may meet before they come,
    `vectors` that it is a header that uses vector types, `device_libraries` is the header of Thrust or CUB
    that it includes for any compiler. `guard` is the macro that keeps it from being read twice, `macros` are
    the others that it makes, but for those of which it tells what they are for HIP. `includes_any` says that
    a macro names what it includes. `types` are the classes and enumerations that it defines. `behind` gives,
    by the number of the include, macros without which it is not read, and `untaken` are the places among
    `includes` of those that no build for HIP takes. `members` gives for the classes that a header defines
    the types of their members, as `resolve.class_members` does, and `layouts` all
    of those that a list fills in order, as `resolve.layouts` does; `macro_texts` the macros of a header and
    `bodies` its functions of the device, and `macro_uses` names that may be those of others, as
    `lanes.project_macros` and `lanes.project_bodies` do. `c_headers` are those
    of C, of which `match.brought_headers` speaks, that the file includes on no condition, and those of CUB.
    `undeclared` are functions that it calls in templates and declares nowhere before, of
    `match.undeclared_calls`, and `marked` those that it declares with attributes. `for_bounds` are macros
    of a header that conditions choose, and that nothing in it uses but the bounds of launches. `uncalled`
    are functions of the device that may wait for others, and that the file does not use. `optional` are
    macros without which some of its parts are not read, of `match.optional_parts`, `shelved` those of
    which a definition stands in a comment.
    `width_macro` is how many includes stand before a macro `warpSize` that the file leaves to others; or -1.
    `helpers` are functions of a header as `match.host_helpers` gives them. `capabilities` are members that it
    gives a compute capability, `capabilities_read` those of their kind by which it may decide something.
    `offered` are kernels and functions of the device that others may name, `spoken_of` those of others that
    it names, of `lanes.shared_kernels`.
    """

    includes: tuple[tuple[bytes, bool], ...] = ()
    brings: bool = False
    has_cuda: bool = False
    told: tuple[Told, ...] = ()
    asks: frozenset[bytes] = frozenset()
    scopes: frozenset[bytes] = frozenset()
    entered: frozenset[bytes] = frozenset()
    piece: bool = False
    lacks: frozenset[str] = frozenset()
    plain: bool = False
    clashes: bool = False
    vectors: bool = False
    device_libraries: bytes = b""
    guard: bytes = b""
    macros: frozenset[bytes] = frozenset()
    includes_any: bool = False
    types: frozenset[bytes] = frozenset()
    behind: tuple[tuple[int, bytes], ...] = ()
    untaken: frozenset[int] = frozenset()
    members: tuple[tuple[bytes, bytes], ...] = ()
    layouts: tuple[tuple[bytes, bytes], ...] = ()
    macro_texts: tuple[tuple[bytes, bytes, int], ...] = ()
    macro_uses: frozenset[bytes] = frozenset()
    bodies: tuple[tuple[bytes, bytes, int], ...] = ()
    c_headers: frozenset[bytes] = frozenset()
    undeclared: frozenset[bytes] = frozenset()
    marked: frozenset[bytes] = frozenset()
    for_bounds: frozenset[bytes] = frozenset()
    uncalled: frozenset[bytes] = frozenset()
    width_macro: int = -1
    helpers: tuple[tuple[bytes, frozenset[bytes]], ...] = ()
    capabilities: frozenset[bytes] = frozenset()
    capabilities_read: frozenset[bytes] = frozenset()
    optional: frozenset[bytes] = frozenset()
    shelved: frozenset[bytes] = frozenset()
    offered: frozenset[bytes] = frozenset()
    spoken_of: frozenset[bytes] = frozenset()

"""Headers that declare CUDA's driver API by themselves and load it at run time: its names are theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# FFmpeg's nv-codec-headers, cuew, and what NVIDIA's samples and SDKs bring for the same.
LOADER = re.compile(
    rb"(?:.*/)?(?:dynlink_(?:cuda|loader|nvcuvid|cuviddec)|cuew|cuda_drvapi_dynlink(?:_\w+)?)\.h"
)
DRIVER = b"cuda.h"
"""Who includes it has CUDA's own declarations, for which these headers make way."""
_COMPLEX = rb"(?:Float|Double)?Complex|C(?:add|sub|mul|div|abs|real|imag|fma|onj)f?\b"
DECLARED = re.compile(rb"cu(?!" + _COMPLEX + rb")[A-Z]\w*|CU[a-z_]\w*|CUDA(?:API|_CB|_(?![RC]_\d)\w+)")


def loader_of(included: Iterable[bytes]) -> str:
    """Give the header among some that declares the driver API by itself; "" where cuda.h is there too."""
    paths = [*included]
    found = b"" if DRIVER in paths else next(filter(LOADER.fullmatch, paths), b"")
    return found.decode("utf-8", "replace")


def loader(unit: Unit, options: Options) -> str:
    """Give the header that a file reads and that declares the driver API by itself; "" where none does.

    One of the program's is none: it is converted as the file is.
    """
    return options.project.loader if options.project.files else loader_of(unit.included)


def is_loaded(name: bytes) -> bool:
    """Say whether such a header declares a name."""
    return DECLARED.fullmatch(name) is not None

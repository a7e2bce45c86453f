"""The output of one file by its own name, `convert a.cu -o b.cu`, where all else goes to an output folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.project.failures import refusal
from hipify_py.project.file_kinds import kind_of
from hipify_py.project.files import identity
from hipify_py.project.foreign_links import check_links
from hipify_py.project.overlap import check_way

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.settings import Settings


class OneTarget(NamedTuple):
    """The folder that the output of one file goes to, and its name there."""

    folder: str
    name: str


def one_target(paths: Sequence[str], settings: Settings) -> OneTarget | None:
    """Give where the output of the one file that is converted goes, if it was named; None for a folder.

    A name is that of a file by its ending, unless a folder stands there. Raises HipifyError where it is the
    input itself, or an ending is asked for besides.
    """
    out = settings.output
    if out is None or len(paths) != 1 or not os.path.isfile(paths[0]):
        return None
    folder, name = os.path.split(out)
    if kind_of(name) != "source" or os.path.isdir(out):
        return None
    check_links(out, "write it")
    check_way(out)
    if settings.rename is not None:
        raise refusal(out, "the output has a name, and --rename gives another one", "leave --rename out")
    if identity(out) is not None and identity(out) == identity(paths[0]):
        raise refusal(out, "the output is the input", "name another file with -o, or use --in-place")
    return OneTarget(folder or os.curdir, name)

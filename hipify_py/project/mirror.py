"""Write into an output folder, and mirror what is not converted there.

Nothing is ever written outside of it, whatever symlinks stand in it.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.project.atomic import opened, replace, step
from hipify_py.project.failures import printable, reported
from hipify_py.project.files import is_inside
from hipify_py.project.temporary_files import PEEK, Slot, clear, leftovers, temporary_name
from hipify_py.regular_file import CHUNK

if TYPE_CHECKING:
    from collections.abc import Iterator


def write_output(
    out: str, relative: str, data: bytes, like: os.stat_result | None = None, *, durable: bool = True
) -> bool:
    """Write `data` to `relative` (POSIX) under the folder `out`, with the mode of `like`; folders are made.

    What is not `durable` need not outlive a loss of power: a build makes it again.

    Returns False if the same bytes stand there already. Raises HipifyError, with nothing written, if
    `relative` leads out of `out`: by `..`, by being absolute, or through a symlink that stands in `out`.
    """
    with reported(os.path.join(out, relative), "write"), opened(out, relative, make=True) as slot:
        return replace(slot, lambda: (data,), like, durable=durable)


def mirror(path: str, root: str, out: str, relative: str) -> str:
    """Recreate the file, folder or symlink `path` at `relative` under `out`; return a note for people or "".

    A file is copied with its mode. A folder gets the mode of its original, but its owner may write to it.
    A symlink keeps its text and is never followed; one that leads out of `root` or nowhere is reported.
    A pipe, socket or device is left out and reported. What lies in `out` itself is never copied into it.
    """
    if is_inside(path, os.path.realpath(out)):
        return ""
    with reported(path, f"copy to {printable(os.path.join(out, relative))}"):
        status = os.lstat(path)
        with opened(out, relative, make=True) as slot:
            if stat.S_ISDIR(status.st_mode):
                _mirror_folder(slot, status)
            elif stat.S_ISLNK(status.st_mode):
                _mirror_symlink(slot, os.readlink(path))
                return _symlink_note(path, root)
            elif stat.S_ISREG(status.st_mode):
                _mirror_file(slot, path)
            else:
                return "not a regular file: left out of the output"
    return ""


def _mirror_file(slot: Slot, path: str) -> None:
    source = os.open(path, PEEK)

    def chunks() -> Iterator[bytes]:
        os.lseek(source, 0, os.SEEK_SET)
        while chunk := os.read(source, CHUNK):
            yield chunk

    try:
        replace(slot, chunks, os.fstat(source), durable=False)
    finally:
        os.close(source)


def _mirror_folder(slot: Slot, status: os.stat_result) -> None:
    folder, name = slot
    descriptor = step(folder, name, make=True) if name else os.dup(folder)
    try:
        for left in leftovers(descriptor):
            clear(Slot(descriptor, left))
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode) | stat.S_IRWXU)
    finally:
        os.close(descriptor)


def _mirror_symlink(slot: Slot, text: str) -> None:
    folder, name = slot
    with suppress(OSError):
        if os.readlink(name, dir_fd=folder) == text:
            return
    with suppress(FileExistsError):
        os.symlink(text, name, dir_fd=folder)
        return
    with temporary_name(folder) as temporary:
        os.symlink(text, temporary, dir_fd=folder)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)


def _symlink_note(path: str, root: str) -> str:
    text = os.readlink(path)
    if not os.path.exists(path):
        return f"symlink to {printable(text)}, which is not there: kept as it is"
    lexical = os.path.normpath(os.path.join(os.path.dirname(path), text))
    if os.path.isabs(text) or not is_inside(lexical, root) or not is_inside(os.path.realpath(path), root):
        return f"symlink to {printable(text)}, outside the tree: kept as it is"
    return ""

"""Write into an output folder, and mirror what is not converted there.

Nothing is ever written outside of it, whatever symlinks stand in it.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from hipify_py.project.failures import printable, refusal, reported
from hipify_py.project.files import PEEK, is_inside, replace, temporary_name
from hipify_py.regular_file import CHUNK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def check_output(paths: Iterable[str], out: str) -> None:
    """Raise HipifyError if writing under `out` could touch an input; `out` inside an input is fine."""
    if os.path.lexists(out) and not os.path.isdir(out):
        raise refusal(out, "the output is not a folder", "name a folder with -o DIR, or move the file away")
    place = os.path.realpath(out)
    for given in paths:
        if os.path.realpath(given) == place:
            cause = f"the output folder is the input {printable(given)}"
            raise refusal(out, cause, "name another one with -o DIR, or use --in-place")
        if is_inside(os.path.realpath(given), place):
            cause = f"the input {printable(given)} lies in the output folder"
            raise refusal(out, cause, "name a folder outside with -o DIR, or use --in-place")


def write_output(out: str, relative: str, data: bytes, like: os.stat_result | None = None) -> bool:
    """Write `data` to `relative` (POSIX) under the folder `out`, with the mode of `like`; folders are made.

    Returns False if the same bytes stand there already. Raises HipifyError, with nothing written, if
    `relative` leads out of `out`: by `..`, by being absolute, or through a symlink that stands in `out`.
    """
    with reported(os.path.join(out, relative), "write"), _parent(out, relative) as (folder, name):
        return replace(folder, name, lambda: (data,), like)


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
        with _parent(out, relative) as (folder, name):
            if stat.S_ISDIR(status.st_mode):
                _mirror_folder(folder, name, status)
            elif stat.S_ISLNK(status.st_mode):
                _mirror_symlink(folder, name, os.readlink(path))
                return _symlink_note(path, root)
            elif stat.S_ISREG(status.st_mode):
                _mirror_file(folder, name, path)
            else:
                return "not a regular file: left out of the output"
    return ""


def _mirror_file(folder: int, name: str, path: str) -> None:
    source = os.open(path, PEEK)

    def chunks() -> Iterator[bytes]:
        os.lseek(source, 0, os.SEEK_SET)
        while chunk := os.read(source, CHUNK):
            yield chunk

    try:
        replace(folder, name, chunks, os.fstat(source), durable=False)
    finally:
        os.close(source)


def _mirror_folder(folder: int, name: str, status: os.stat_result) -> None:
    descriptor = _step(folder, name) if name else os.dup(folder)
    try:
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode) | stat.S_IRWXU)
    finally:
        os.close(descriptor)


def _mirror_symlink(folder: int, name: str, text: str) -> None:
    with suppress(OSError):
        if os.readlink(name, dir_fd=folder) == text:
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


@contextmanager
def _parent(out: str, relative: str) -> Iterator[tuple[int, str]]:
    """Open the folder of `relative` under `out` without following a symlink, making what is missing."""
    *folders, name = relative.split("/")
    if relative != "." and any(part in {"", ".", ".."} for part in (*folders, name)):
        cause = f"not written: the path leads out of {printable(out)}"
        raise refusal(relative, cause, "name files and folders without .. in their path")
    os.makedirs(out, exist_ok=True)
    folder = os.open(out, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for at, part in enumerate(folders):
            try:
                inner = _step(folder, part)
            except NotADirectoryError as error:
                place = os.path.join(out, *folders[: at + 1])
                cause = "a file or a symlink where a folder has to be"
                raise refusal(place, cause, "move it away") from error
            os.close(folder)
            folder = inner
        yield folder, "" if relative == "." else name
    finally:
        os.close(folder)


def _step(folder: int, name: str) -> int:
    with suppress(FileExistsError):
        os.mkdir(name, dir_fd=folder)
    return os.open(name, _FOLDER, dir_fd=folder)

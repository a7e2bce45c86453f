"""Replace files of a tree by their conversions, and nothing that somebody else saved meanwhile.

Whether a file is still what was read is decided by its bytes, after the conversion has reached the disk:
right before it takes the file's place and, where the system can exchange two files, once more after it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from hipify_py.model import HipifyError
from hipify_py.project.atomic import content, opened, replace
from hipify_py.project.failures import printable, refusal, reported
from hipify_py.project.files import is_inside
from hipify_py.project.placing import remove, stands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.project.files import Source
    from hipify_py.project.temporary_files import Slot


def write_in_place(path: str, source: Source, data: bytes, tree: str) -> bool:
    """Replace the file that `source` was read from by its conversion; False if nothing had to change.

    Raises HipifyError, with nothing written, if `path` is a link to a place outside the folder `tree`, if a
    folder on the way became a link, if the file is no longer what was read, or if it is read-only: by its
    mode bits, which count for root as well.
    """
    target, tree = path, os.path.realpath(tree)
    if os.path.islink(path):
        target = os.path.realpath(path)
        if not is_inside(target, tree):
            cause = f"not written: a symlink to {printable(target)}, outside {printable(tree)}"
            raise refusal(path, cause, "name that file itself to convert it")
    if data == source.data:
        return False
    with reported(path, "write"), opened(tree, os.path.relpath(target, tree)) as slot:
        like = _writable(slot, path)
        return replace(slot, lambda: (data,), like, guard=lambda at: _check(at, path, source))


def rename_in_place(path: str, source: Source, data: bytes, new: str, tree: str) -> None:
    """Write the conversion of the file `path` to `new` beside it, then remove `path`; as `write_in_place`.

    Raises HipifyError, with nothing removed, where that does, and if `new` has other bytes. Where `path` is
    gone once `new` stands, that stays: another run may have written it as well.
    """
    if os.path.islink(path):
        raise refusal(path, "not renamed: a symlink", "name the file that it leads to")
    tree = os.path.realpath(tree)

    def fits(at: Slot) -> None:
        if stands(at) and content(at, len(data)) != data:
            raise taken(new, path)

    def guard(at: Slot) -> None:
        _check(slot, path, source)
        fits(at)

    with reported(path, "rename"), opened(tree, os.path.relpath(path, tree)) as slot:
        like = _writable(slot, path)
        target = slot._replace(name=os.path.basename(new))
        guard(target)
        made = not stands(target)
        replace(target, lambda: (data,), like, guard=guard)
        try:
            remove(slot, lambda at: _check(at, path, source))
        except (HipifyError, OSError):
            if made and stands(slot):  # else another run has removed it, and what there is stands in `new`
                with suppress(HipifyError, OSError):
                    remove(target, fits)
            raise


def taken(new: str, path: str) -> HipifyError:
    """Make the error that a file stands where another one, `path`, is to go under a new name."""
    return refusal(new, f"not written: it exists, and {printable(path)} would take its name", "move it away")


def _writable(slot: Slot, path: str) -> os.stat_result:
    """Give the stat of a file that may be written; raises HipifyError for one that may not."""
    folder, name = slot
    effective = os.access in os.supports_effective_ids
    status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if not status.st_mode & 0o222 or not os.access(name, os.W_OK, dir_fd=folder, effective_ids=effective):
        remedy = "allow writing (chmod u+w) or write elsewhere with -o DIR"
        raise refusal(path, "not written: the file is read-only", remedy)
    return status


def _check(at: Slot, path: str, source: Source) -> None:
    """Raise HipifyError if what stands in an open folder is not what was read from the file `path`."""
    if content(at, len(source.data)) != source.data:  # or it is gone, or something else has its name
        raise refusal(path, "not written: the file changed while it was converted", "run again")


def not_kept(status: os.stat_result) -> Iterator[str]:
    """Say what a file loses when another one takes its place."""
    if others := status.st_nlink - 1:
        names = (
            "another name, a hard link, which keeps" if others == 1 else f"{others} hard links, which keep"
        )
        yield f"it has {names} the old text"
    if os.geteuid() not in {0, status.st_uid} or (os.geteuid() and status.st_gid not in _groups()):
        yield f"it belonged to {status.st_uid}:{status.st_gid}, and only root gives files away"


def _groups() -> set[int]:
    return {os.getegid(), *os.getgroups()}

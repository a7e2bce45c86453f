"""Give a finished file its name and look at what came out: what was saved in that instant is put back.

Linux exchanges two names in one step, and renames to a name only if it is free (`renameat2`). Where the
system, the kernel or the file system does not, a file is looked at right before it is replaced.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from hipify_py.project.temporary_files import Slot, kept, temporary_name

if TYPE_CHECKING:
    from collections.abc import Callable

    Guard = Callable[[Slot], object]

NO_REPLACE, EXCHANGE = 1, 2  # of <linux/fs.h>
TURNS = 100  # after which somebody else is left to have the last word


def put(new: Slot, name: str, guard: Guard) -> None:
    """Give a file the name `name` of its folder, in place of what stands there.

    `guard` raises where that must stay. It is asked right before about the name, and then about what came
    out, which bears the name of `new` meanwhile; what it refuses there is put back.
    """
    with kept(new.folder):
        for _ in range(TURNS - 1):
            with suppress(FileNotFoundError, FileExistsError):  # it changed since it was looked at
                return _put(new, name, guard)
        return _put(new, name, guard)


def _put(new: Slot, name: str, guard: Guard) -> None:
    at = Slot(new.folder, name)
    guard(at)
    ours = _status(new)
    flag = EXCHANGE if stands(at) else NO_REPLACE
    try:
        if not _renamed(new, name, flag):
            os.rename(new.name, name, src_dir_fd=new.folder, dst_dir_fd=new.folder)
        elif flag == EXCHANGE:
            guard(new)
            os.unlink(new.name, dir_fd=new.folder)
    except BaseException:
        with suppress(FileNotFoundError):
            if not os.path.samestat(_status(new), ours):
                _put_back(new, name, ours)
        raise


def _put_back(out: Slot, name: str, ours: os.stat_result) -> None:
    """Exchange until what comes out is what went in last: anything else was saved since, and is newer."""
    for _ in range(TURNS):
        going, at = _status(out), Slot(out.folder, name)
        try:
            if not _renamed(out, name, EXCHANGE if stands(at) else NO_REPLACE):
                break
            if not stands(out) or os.path.samestat(_status(out), ours):
                return
            ours = going
        except (FileNotFoundError, FileExistsError):
            continue
    os.rename(out.name, name, src_dir_fd=out.folder, dst_dir_fd=out.folder)


def remove(slot: Slot, guard: Guard) -> None:
    """Remove a file; what `guard` refuses, once nobody else finds it under its name, is put back."""
    with kept(slot.folder), temporary_name(slot.folder) as name:
        out = Slot(slot.folder, name)
        try:
            if _renamed(slot, name, NO_REPLACE):
                guard(out)
            else:
                guard(slot)
                os.rename(slot.name, name, src_dir_fd=slot.folder, dst_dir_fd=slot.folder)
        except FileNotFoundError:
            guard(slot)
            raise
        except BaseException:
            with suppress(OSError):  # what has its name by now is newer
                _renamed(out, slot.name, NO_REPLACE)
            raise
        os.unlink(name, dir_fd=slot.folder)


def stands(slot: Slot) -> bool:
    """Say whether anything has a name in an open folder."""
    with suppress(FileNotFoundError):
        _status(slot)
        return True
    return False


def _status(slot: Slot) -> os.stat_result:
    return os.stat(slot.name, dir_fd=slot.folder, follow_symlinks=False)


def _renamed(old: Slot, name: str, flag: int) -> bool:
    """Rename a file in its folder as a flag says; False where that cannot be done, for whatever reason.

    Raises FileNotFoundError where a name is missing, and FileExistsError where one must not be there.
    """
    call = _renameat2()
    if call is None:
        return False
    from ctypes import get_errno

    if call(old.folder, os.fsencode(old.name), old.folder, os.fsencode(name), flag) == 0:
        return True
    error = OSError(get_errno(), "")
    if isinstance(error, FileNotFoundError | FileExistsError):
        raise error
    return False


@cache
def _renameat2() -> Callable[[int, bytes, int, bytes, int], int] | None:
    """Give the function of the C library; None on another system, and where the library is too old."""
    if not sys.platform.startswith("linux"):
        return None
    import ctypes

    with suppress(OSError, AttributeError):
        call = ctypes.CDLL(None, use_errno=True).renameat2
        call.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
        return call
    return None

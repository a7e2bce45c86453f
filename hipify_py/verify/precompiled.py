"""Read HIP's own header once for many units, where the compiler can.

Only for a unit that includes it before anything but standard headers: else it could supply what a source
forgot to include, or miss the macros that stand in front.
"""

from __future__ import annotations

import os
from threading import Lock
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.verify.searched import parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.verify.processes import Group

HEADER = b"hip/hip_runtime.h"
COMMENT = re.compile(rb"/\*.*?\*/|//[^\n]*|#[ \t]*pragma[ \t]+once", re.DOTALL)
INCLUDE = re.compile(rb"\s*#\s*include\s*<([^>]+)>\s*")
STANDARD = re.compile(rb"[a-z_]+|(assert|ctype|errno|float|limits|math|std[a-z]+|string|time)\.h")
REFUSED = re.compile(rb"\.pch\b|precompiled header|PCH file")
# What the header instantiates is made once: each unit would do so anew, which takes most of its time.
EMIT = ("-fsyntax-only", "-fpch-instantiate-templates", "-Xclang", "-emit-pch")
HEAD = 20_000  # bytes of a source in which its first include stands


class Precompiled:
    """Precompiled headers of a run, by side and flags; each is made when it is first asked for."""

    def __init__(self, folder: str, seconds: float, programs: Group) -> None:
        """Take a folder to put them in, and the time that one may take, and who starts the compiler."""
        self._folder = folder
        self._seconds = seconds
        self._programs = programs
        self._made: dict[tuple[str, ...], str | None] = {}
        self._locks: dict[tuple[str, ...], Lock] = {}
        self._lock = Lock()

    def flags(self, base: Sequence[str], flags: Sequence[str], text: bytes) -> list[str]:
        """Give the flags by which a unit uses one: none where it must not, or none can be made."""
        if not starts_with_hip(text):
            return []
        key = (*base, *_deciding(flags))
        with self._lock:
            lock = self._locks.setdefault(key, Lock())
        with lock:
            if key not in self._made:
                self._made[key] = self._make(key, len(self._made))
        made = self._made[key]
        return ["-Xclang", "-include-pch", "-Xclang", made] if made else []

    def _make(self, key: tuple[str, ...], number: int) -> str | None:
        header = os.path.join(self._folder, "hip_runtime.h")
        if not os.path.exists(header):
            with open(header, "wb") as file:
                file.write(b"#include <" + HEADER + b">\n")
        out = os.path.join(self._folder, f"{number}-{id(key):x}.pch")
        emit = [*EMIT, "-Xclang", "-o", "-Xclang", out]
        try:
            ended = self._programs.run([*key, *emit, header], self._folder, self._seconds)
        except OSError:
            return None
        return out if ended.status == 0 and os.path.exists(out) else None


def refused(said: bytes) -> bool:
    """Say whether a compiler could not use a precompiled header, which says nothing of the unit."""
    return REFUSED.search(said) is not None


def starts_with_hip(text: bytes) -> bool:
    """Say whether `<hip/hip_runtime.h>` is the first thing in a source but for standard headers."""
    for line in COMMENT.sub(b"", text[:HEAD]).splitlines():
        if not line.strip():
            continue
        include = INCLUDE.fullmatch(line)
        if include and include[1] == HEADER:
            return True
        if not (include and STANDARD.fullmatch(include[1])):
            return False
    return False


def _deciding(flags: Sequence[str]) -> list[str]:
    """Give the flags without the folders in which headers are searched, which HIP's own does not need."""
    return [word for part in parts(flags) if not part.name for word in part.words]

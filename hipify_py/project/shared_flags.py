"""What build files give to variables that others of them read, as by `include Settings.mk`."""

from __future__ import annotations

import posixpath
from fnmatch import fnmatchcase
from os import fsdecode, fsencode
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.file_names import CMAKE
from hipify_py.build.host_words import ASSIGNED
from hipify_py.build.make_includes import included
from hipify_py.build.names import reached
from hipify_py.lazy import cached_property, re

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

# A variable of flags that nvcc hands on to the host's compiler.
HANDED_ON = re.compile(rb"(?:-Xcompiler|--compiler-options)[^\r\n]*?\$[({]")

HIPCC = re.compile(rb"(?m)^[ \t]*(?:(?:export|override)[ \t]+)*(\w++)[ \t]*(?:::?:?|[?])?=[ \t]*\S*?hipcc\b")
GPU = re.compile(rb"(?m)^[ \t]*(\w++)[ \t]*(?:::?:?|[?])?=[ \t]*(?:sm|compute)_\d+[af]?[ \t]*(?:#|\r?$)")
SETS = re.compile(rb"(?m)^[ \t]*(?:(?:export|override)[ \t]+)*(\w*CUDA\w*)[ \t]*(?:::?:?|[?+!])?=")


def assigned_beside(texts: Mapping[str, bytes], around: Callable[[str], str]) -> dict[str, bytes]:
    """Give for build files that hand on such variables what others assign to variables.

    For a makefile those are what it includes, what includes it, and what these include besides; for a CMake
    file the others of the project's folder, which `around` gives.
    """
    makefiles = _Makefiles({path: text for path, text in texts.items() if not path.endswith(CMAKE)})
    told: dict[str, bytes] = {}
    for path, text in texts.items():
        if not HANDED_ON.search(text):
            continue
        beside = _of_tree(path, texts, around(path)) if path.endswith(CMAKE) else makefiles.beside(path)
        found = (one[0].strip() for other in sorted(beside) for one in ASSIGNED.finditer(texts[other]))
        if lines := b"\n".join(one for one in found if b"-" in one or b"$" in one):
            told[path] = lines
    return told


def set_beside(texts: Mapping[str, bytes]) -> dict[str, frozenset[bytes]]:
    """Give for makefiles the variables of CUDA, by their names, that others set in one run of make."""
    ours = {path: text for path, text in texts.items() if not path.endswith(CMAKE)}
    sets = {path: found for path, text in ours.items() if (found := frozenset(SETS.findall(text)))}
    makefiles = _Makefiles(ours)
    told: dict[str, frozenset[bytes]] = {}
    for path in makefiles.joined() if sets else ():
        if named := frozenset[bytes]().union(*(sets.get(one, ()) for one in makefiles.beside(path))):
            told[path] = named
    return told


class FromIncluded(NamedTuple):
    """What the files that a makefile includes tell of it, or the templates of such, by their names.

    `hipcc` are the variables that they make HIP's compiler, `unread` those of a GPU that the makefile sets,
    and none of them names.
    """

    hipcc: frozenset[bytes] = frozenset()
    unread: frozenset[bytes] = frozenset()


def from_included(
    texts: Mapping[str, bytes], others: Iterable[str], read: Callable[[str], bytes]
) -> dict[str, FromIncluded]:
    """Give for makefiles that include others what these tell, but for such as are made while building.

    `others` are the paths of files that are none of a build by their names, and `read` gives what one says.
    """
    including = {
        path: named
        for path, text in texts.items()
        if not path.endswith(CMAKE)
        and (named := {posixpath.basename(one) for _, one in included(text, path)})
    }
    by_name: dict[str, list[str]] = {}
    for path in (*texts, *others) if including else ():
        by_name.setdefault(posixpath.basename(path).removesuffix(".in"), []).append(path)
    told: dict[str, FromIncluded] = {}
    for path, names in including.items():
        text, paths = texts[path], [one for name in names for one in by_name.get(name, ()) if one != path]
        found = [texts[one] if one in texts else read(one) for one in sorted(paths)]
        if found:
            hipcc = frozenset(name for one in found for name in HIPCC.findall(one))
            gpus = {*GPU.findall(text)}
            asked = {name for name in gpus for one in found if re.search(rb"\b%b\b" % name, one)}
            told[path] = FromIncluded(hipcc, frozenset(gpus - asked))
    return told


def _of_tree(path: str, texts: Iterable[str], top: str) -> set[str]:
    below = top.rstrip("/") + "/"
    return {one for one in texts if one != path and one.endswith(CMAKE) and one.startswith(below)}


class _Makefiles:
    """Makefiles, and which of them include which, by their paths as bytes."""

    def __init__(self, texts: Mapping[str, bytes]) -> None:
        self._texts = texts

    def beside(self, path: str) -> set[str]:
        """Give the makefiles that are read in one run of make with one."""
        above = reached({fsencode(path)}, self._above)
        return {fsdecode(one) for one in reached(above, self._below)} - {path}

    def joined(self) -> list[str]:
        """Give the makefiles that include others of them, or are included."""
        return sorted(
            fsdecode(one)
            for one in {path for path, found in self._below.items() if found} | self._above.keys()
        )

    @cached_property
    def _below(self) -> dict[bytes, set[bytes]]:
        by_name: dict[str, list[str]] = {}
        for path in self._texts:
            by_name.setdefault(posixpath.basename(path), []).append(path)
        return {
            fsencode(path): {
                fsencode(one)
                for _, pattern in included(text, path)
                for one in by_name.get(posixpath.basename(pattern), ())
                if fnmatchcase(one, pattern)
            }
            for path, text in self._texts.items()
        }

    @cached_property
    def _above(self) -> dict[bytes, set[bytes]]:
        above: dict[bytes, set[bytes]] = {}
        for path, found in self._below.items():
            for one in found:
                above.setdefault(one, set()).add(path)
        return above

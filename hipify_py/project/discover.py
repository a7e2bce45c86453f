"""Find the files that a run is about: which to convert, which to copy, which to leave alone and why.

Nothing is ever left out silently: a folder that is not entered and a file that is not converted although it
could be are entries with a reason.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.project.atomic import is_temporary
from hipify_py.project.failures import printable, reason_of, remedied
from hipify_py.project.file_kinds import MARKERS, folder_kind, is_build_file, kind_of
from hipify_py.project.files import identity, is_inside
from hipify_py.project.globs import compile_typed, covers, decide, ignores_above, ignores_of
from hipify_py.project.named_paths import by_top, in_repositories, outer_folders
from hipify_py.project.sides import side

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from hipify_py.project.file_cache import FileCache
    from hipify_py.project.files import Identity
    from hipify_py.project.globs import Globs, Ignore

Kind = Literal["source", "maybe", "other", "folder", "symlink", "leftover", "skip", "failed"]


class Entry(NamedTuple):
    """One thing that was found.

    `path` is absolute and free of symlinks but for its last part; `root` is the folder that was named (or the
    folder of the file that was named) and `relative` the way from there, with `/`; `target` is where it goes
    under an output folder; `shown` is the path as the user would type it; `reason` is for skip and failed.
    `makefile` says that a makefile includes it, whatever its name, `script` that it is a shell script that
    calls nvcc.

    - source: convert. maybe: convert if a source includes it. other: never converted, only mirrored.
    - folder: a folder that was entered, for the mirror. symlink: inside a tree, never followed.
    - leftover: the temporary file of a write; removed in place if nobody writes it any more, never copied.
    - skip: left alone; a folder is one entry whatever it holds. failed: it should have been looked at.
    """

    path: str
    root: str
    relative: str
    target: str
    shown: str
    kind: Kind
    reason: str = ""
    makefile: bool = False
    script: bool = False


class Selection(NamedTuple):
    """Which files are wanted.

    `include` and `exclude` are globs in the form of .gitignore, relative to each PATH that is a folder, or to
    the working folder where PATH is a file. `include` narrows what is converted and does not bring back what
    something else leaves out. `output` is the output folder; it is left out if it lies in a tree, whatever it
    is called there. `in_repository` finds a PATH that is a file by way of the repository around it, as if
    that were named and held nothing else; what is in no repository is found as ever. `cache` is where what
    ignore files say is kept in a form that is soon read again.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    ignore_files: bool = True
    skip_folders: bool = True
    output: str | None = None
    in_repository: bool = False
    cache: FileCache | None = None


class _Tree(NamedTuple):
    """One PATH that is a folder, and where what it holds is shown and goes."""

    root: str
    shown: str
    target: str
    selection: Selection
    include: Globs = ()
    exclude: Globs = ()
    output: Identity | None = None

    def entry(self, relative: str, kind: Kind, reason: str = "") -> Entry:
        places = (self.root, "", self.target, self.shown)
        path, relative, target, shown = (_join(start, relative) for start in places)
        return Entry(path, self.root, relative, target, shown, kind, reason)


def discover(paths: Sequence[str], selection: Selection | None = None) -> tuple[Entry, ...]:
    """Find what PATHs (files and folders) hold, in the order of the absolute paths, each thing once.

    A PATH itself is never skipped by its name or an ignore file, and is followed if it is a symlink; symlinks
    inside a folder are not. A file that two PATHs reach belongs to the wider of the two folders.

    The target is laid out as `cp -r` does it: what one folder holds goes straight into the output folder
    (`cp -rT`), of several PATHs each goes under its own last name. A PATH in the folder of another, such as a
    vendored folder that is to be converted as well, has its place in that.

    Raises HipifyError for a glob that can never match. What cannot be read is an entry that failed.
    """
    selection = selection or Selection()
    include, exclude = compile_typed(selection.include), compile_typed(selection.exclude)
    found: dict[str, Entry] = {}
    outer = outer_folders(paths)
    several = len(paths) - len(outer) > 1
    parts = in_repositories(paths) if selection.in_repository else {}
    for given in paths:
        if given in parts:
            continue
        top = outer.get(given, given)
        for entry in _named(top, selection, include, exclude, several=several, inner=given):
            followed = entry.kind != "symlink" and os.path.islink(entry.path)  # a PATH that is a symlink
            key = _real(entry.path) if followed else entry.path
            if key not in found or _rank(entry) < _rank(found[key]):
                found[key] = entry
    for (top, shown), wanted in by_top(parts).items():
        output = identity(selection.output) if selection.output else None
        tree = _Tree(top, shown, "", selection, include, exclude, output)
        found |= {entry.path: entry for entry in _walk(tree, wanted) if entry.kind != "folder"}
    if outer and selection.output is not None:
        _part(found, selection.output)
    return tuple(sorted(found.values(), key=lambda entry: entry.path.split("/")))


def _part(found: dict[str, Entry], output: str) -> None:
    """Give what a skipped folder holds one by one where some of it is named: that has its place there."""
    for skipped in [one for one in found.values() if one.kind == "skip"]:
        if any(path.startswith(f"{skipped.path}/") for path in found):
            del found[skipped.path]
            found |= {one.path: one for one in contents(skipped, output) if one.path not in found}


def contents(entry: Entry, output: str) -> Iterator[Entry]:
    """Give everything in a skipped folder but the folder `output`; no file of it is to convert."""
    everything = Selection(ignore_files=False, skip_folders=False)
    tree = _Tree(entry.path, entry.shown, entry.target, everything, output=identity(output))
    for inner in _walk(tree):
        if inner.kind == "skip" and identity(inner.path) == tree.output:
            continue
        kind: Kind = "other" if inner.kind in {"source", "maybe"} else inner.kind
        yield inner._replace(root=entry.root, relative=_join(entry.relative, inner.relative), kind=kind)


def _rank(entry: Entry) -> tuple[int, int, str]:
    """Say which of two entries for one thing counts: the lower."""
    return {"failed": 0, "skip": 2}.get(entry.kind, 1), len(entry.root), entry.shown


def _join(start: str, relative: str) -> str:
    """Join two paths of which either may be "" or "." for nothing."""
    parts = [part for part in (start, relative) if part not in {"", "."}]
    return "/".join((parts[0].rstrip("/"), *parts[1:])) or "/" if parts else "."


def _named(  # noqa: PLR0913
    given: str, selection: Selection, include: Globs, exclude: Globs, *, several: bool, inner: str
) -> Iterator[Entry]:
    """Give the entries of one PATH, or of another, `inner`, that lies in its folder."""
    clean = given.rstrip("/") or given
    folder, name = os.path.split(clean)
    place = os.path.realpath(clean)
    path = place if name in {"", ".", ".."} else os.path.join(os.path.realpath(folder or "."), name)
    name = os.path.basename(path)
    shown = re.sub(r"^(?:\./+)+(?=.)", "", clean)

    def entry(kind: Kind, reason: str = "") -> Entry:
        return Entry(path, os.path.dirname(path), name, name, shown, kind, reason)

    try:
        mode = os.stat(given).st_mode
    except OSError as error:
        yield entry("failed", remedied(error))
        return
    if stat.S_ISDIR(mode):
        target = name if several else ""
        output = identity(selection.output) if selection.output else None
        tree = _Tree(place, shown, target, selection, include, exclude, output)
        start = "" if inner == given else os.path.relpath(os.path.realpath(inner), place)
        yield from _walk(tree, start=start) if os.path.isdir(inner) else _of_file(tree, start)
    elif not stat.S_ISREG(mode):
        yield entry("failed", "not a regular file: name a file or a folder with source text")
    else:
        typed = re.sub(r"^(?:\.\./|/)+", "", os.path.normpath(shown))
        reason = _unwanted(typed, include, exclude)
        yield entry("skip" if reason else _named_kind(path), reason)


def _of_file(tree: _Tree, relative: str) -> Iterator[Entry]:
    """Give the entry of a file that is named beside a folder around it."""
    reason = _unwanted(relative, tree.include, tree.exclude)
    yield tree.entry(relative, "skip" if reason else _named_kind(_join(tree.root, relative)), reason)


def _named_kind(path: str) -> Kind:
    return "other" if is_build_file(path) else "source"  # whoever names a file wants it converted


def _unwanted(relative: str, include: Globs, exclude: Globs) -> str:
    """Say which option leaves out a file, by its own path or that of a folder that holds it."""
    if covers(exclude, relative):
        return "left out by --exclude"
    if include and not covers(include, relative):
        return "not named by --include"
    return ""


def _walk(tree: _Tree, wanted: Container[str] | None = None, start: str = "") -> Iterator[Entry]:
    """Give what a folder holds, itself first; a folder comes before what it holds.

    Of what is not in `wanted`, by its path from the folder on, nothing is given, nor outside of `start`.
    """
    stack: list[tuple[str, tuple[Ignore, ...], frozenset[tuple[int, int]]]] = [(start, (), frozenset())]
    while stack:
        relative, ignores, holders = stack.pop()
        folder = _join(tree.root, relative)
        try:
            status = os.stat(folder)
            with os.scandir(folder) as listing:
                items = sorted(listing, key=lambda item: item.name)
        except OSError as error:
            yield tree.entry(relative, "failed", remedied(error))
            continue
        names = {item.name for item in items}
        own = status.st_dev, status.st_ino
        if reason := "holds itself" if own in holders else _marked(tree, relative, names, own):
            yield tree.entry(relative, "skip", reason)
            continue
        yield tree.entry(relative, "folder")
        if tree.selection.ignore_files:
            cache = tree.selection.cache
            above = ignores_above(folder, cache) if relative == start else ()
            here = [*above, *ignores_of(folder, names, cache)]
            yield from (tree.entry(_join(relative, i.name), "failed", i.error) for i in here if i.error)
            # A repository inside another knows nothing of the patterns outside.
            ignores = tuple(here) if ".git" in names else (*ignores, *here)
        for item in items:
            inner = _join(relative, item.name)
            if wanted is not None and inner not in wanted:
                continue
            if item.is_dir(follow_symlinks=False) and not (reason := _barred(tree, inner, ignores)):
                stack.append((inner, ignores, holders | {own}))
            else:
                yield _classified(tree, inner, item, ignores)


def _classified(tree: _Tree, relative: str, item: os.DirEntry[str], ignores: tuple[Ignore, ...]) -> Entry:
    """Give the entry of anything but a folder that is entered."""
    if item.is_symlink():
        return tree.entry(relative, *_symlink(item.path, tree.root))
    if item.is_dir(follow_symlinks=False):
        return tree.entry(relative, "skip", _barred(tree, relative, ignores))
    if not item.is_file(follow_symlinks=False):
        return tree.entry(relative, "skip", "not a regular file")
    if is_temporary(item.name):
        return tree.entry(relative, "leftover")
    kind = kind_of(item.name)
    reason = ""
    if kind != "other" or is_build_file(item.path):
        reason = _unwanted(relative, tree.include, tree.exclude) or _ignored(tree, relative, ignores)
    return tree.entry(relative, "skip" if reason and kind != "other" else kind, reason)


def _symlink(path: str, root: str) -> tuple[Kind, str]:
    try:
        to = printable(os.readlink(path))
    except OSError as error:
        return "skip", f"symlink: {reason_of(error)}"
    try:
        os.stat(path)
    except OSError as error:
        gone = error.errno in {errno.ENOENT, errno.ENOTDIR}
        return (
            "skip",
            f"symlink to {to}, which is not there" if gone else f"symlink to {to}: {reason_of(error)}",
        )
    outside = not is_inside(_real(path), root)
    return "symlink", f"symlink to {to}, outside the tree: not followed" if outside else ""


def _real(path: str) -> str:
    """Follow all links of a path; one of those in /proc can be there and not be read."""
    try:
        return os.path.realpath(path)
    except OSError:
        return path


def _barred(tree: _Tree, relative: str, ignores: tuple[Ignore, ...]) -> str:
    """Say why a folder is not entered, or ""."""
    name = relative.rpartition("/")[2]
    if decide(tree.exclude, os.fsencode(relative), folder=True):
        return "left out by --exclude"
    if tree.selection.skip_folders and (kind := folder_kind(name)):
        return f"{kind} folder"
    return _ignored(tree, relative, ignores, folder=True)


def _marked(tree: _Tree, relative: str, names: set[str], own: Identity) -> str:
    """Say what a folder is that a tool has marked as its own, or that it is the output's, or ""."""
    if own == tree.output:
        return "the output folder"
    if not relative or not tree.selection.skip_folders:
        return ""
    if "CMakeCache.txt" in names and "CMakeLists.txt" not in names:
        return "build folder"
    marked = next((f"{kind} folder" for name, kind in MARKERS.items() if name in names), "")
    return marked or side(_join(tree.root, relative), tree.output)


def _ignored(tree: _Tree, relative: str, ignores: tuple[Ignore, ...], *, folder: bool = False) -> str:
    path = os.fsencode(_join(tree.root, relative))
    for ignore in reversed(ignores):
        verdict = ignore.decide(path, folder=folder)
        if verdict is not None:
            return f"ignored by {_display(tree, ignore.path)}" if verdict else ""
    return ""


def _display(tree: _Tree, path: str) -> str:
    if is_inside(path, tree.root):
        path = _join(tree.shown, os.path.relpath(path, tree.root))
    return printable(path)

"""Walk through a folder: what is entered, what is left alone and why."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.project.entries import join
from hipify_py.project.failures import printable, reason_of, remedied
from hipify_py.project.file_kinds import MARKERS, folder_kind, is_build_file, kind_of
from hipify_py.project.files import is_inside, repository
from hipify_py.project.git_index import Index
from hipify_py.project.globs import covers, decide, ignores_above, ignores_of
from hipify_py.project.library_copies import REASON, copy_in
from hipify_py.project.sides import side
from hipify_py.project.temporary_files import is_temporary

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from hipify_py.project.entries import Entry, Kind, Tree
    from hipify_py.project.files import Identity
    from hipify_py.project.globs import Globs, Ignore


class Ignoring(NamedTuple):
    """What has a say on what is ignored in one folder.

    `git` is the index of the repository around it: what git tracks is not ignored, whatever the patterns say.
    `reason` is why the folder itself would be ignored, which was entered for what git tracks in it.
    """

    ignores: tuple[Ignore, ...] = ()
    git: Index = Index(None)
    reason: str = ""


def unwanted(relative: str, include: Globs, exclude: Globs) -> str:
    """Say which option leaves out a file, by its own path or that of a folder that holds it."""
    if covers(exclude, relative):
        return "left out by --exclude"
    if include and not covers(include, relative):
        return "not named by --include"
    return ""


def walk(tree: Tree, wanted: Container[str] | None = None, start: str = "") -> Iterator[Entry]:
    """Give what a folder holds, itself first; a folder comes before what it holds.

    Of what is not in `wanted`, by its path from the folder on, nothing is given, nor outside of `start`.
    """
    stack: list[tuple[str, Ignoring, frozenset[tuple[int, int]]]] = [(start, Ignoring(), frozenset())]
    while stack:
        relative, ignoring, holders = stack.pop()
        folder = join(tree.root, relative)
        try:
            status = os.stat(folder)
            with os.scandir(folder) as listing:
                items = sorted(listing, key=lambda item: item.name)
        except OSError as error:
            yield tree.entry(relative, "failed", remedied(error))
            continue
        names = {item.name for item in items}
        own = status.st_dev, status.st_ino
        copied = "" if relative == start else _copied(tree, folder, names)
        if reason := "holds itself" if own in holders else copied or _marked(tree, relative, names, own):
            yield tree.entry(relative, "skip", reason)
            continue
        yield tree.entry(relative, "folder")
        if tree.selection.ignore_files:
            cache = tree.selection.cache
            above = ignores_above(folder, cache) if relative == start else ()
            here = [*above, *ignores_of(folder, names, cache)]
            yield from (tree.entry(join(relative, i.name), "failed", i.error) for i in here if i.error)
            ignoring = _below(ignoring, folder, here, first=relative == start or ".git" in names)
        for item in items:
            inner = join(relative, item.name)
            if wanted is not None and inner not in wanted:
                continue
            if item.is_dir(follow_symlinks=False):
                reason = _ignored(tree, inner, ignoring, folder=True)
                if barred := _barred(tree, inner) or _untracked(item, ignoring, reason):
                    yield tree.entry(inner, "skip", barred)
                else:
                    stack.append((inner, ignoring._replace(reason=reason), holders | {own}))
            else:
                yield _classified(tree, inner, item, ignoring)


def _below(around: Ignoring, folder: str, here: list[Ignore], *, first: bool) -> Ignoring:
    """Give what has a say in a folder with ignore files.

    It is the `first` that is looked at, or a repository, which knows nothing of the patterns outside.
    """
    if first:
        return Ignoring(tuple(here), Index(repository(folder)))
    return around._replace(ignores=(*around.ignores, *here))


def _classified(tree: Tree, relative: str, item: os.DirEntry[str], ignoring: Ignoring) -> Entry:
    """Give the entry of anything but a folder."""
    if item.is_symlink():
        return tree.entry(relative, *_symlink(item.path, tree.root))
    if not item.is_file(follow_symlinks=False):
        return tree.entry(relative, "skip", "not a regular file")
    if is_temporary(item.name):
        return tree.entry(relative, "leftover")
    kind = kind_of(item.name)
    if kind == "other" and not is_build_file(item.path):
        return tree.entry(relative, kind)
    reason = unwanted(relative, tree.include, tree.exclude)
    by_pattern = "" if reason else _untracked(item, ignoring, _ignored(tree, relative, ignoring))
    reason = reason or by_pattern
    entry = tree.entry(relative, "skip" if reason and kind != "other" else kind, reason)
    return entry._replace(untold=bool(by_pattern) and kind == "other" and not ignoring.git.tells)


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
    outside = not is_inside(real_path(path), root)
    return "symlink", f"symlink to {to}, outside the tree: not followed" if outside else ""


def real_path(path: str) -> str:
    """Follow all links of a path; one of those in /proc can be there and not be read."""
    try:
        return os.path.realpath(path)
    except OSError:
        return path


def _barred(tree: Tree, relative: str) -> str:
    """Say why a folder is not entered, whatever ignore files say of it, or ""."""
    name = relative.rpartition("/")[2]
    if decide(tree.exclude, os.fsencode(relative), folder=True):
        return "left out by --exclude"
    if tree.selection.skip_folders and (kind := folder_kind(name)):
        return f"{kind} folder"
    return ""


def _copied(tree: Tree, folder: str, names: set[str]) -> str:
    """Say of which library a folder is a copy, or ""."""
    copy = copy_in(folder, names) if tree.selection.skip_folders else None
    return f"{REASON}{copy.shown}" if copy else ""


def _marked(tree: Tree, relative: str, names: set[str], own: Identity) -> str:
    """Say what a folder is that a tool has marked as its own, or that it is the output's, or ""."""
    if own == tree.output:
        return "the output folder"
    if not relative or not tree.selection.skip_folders:
        return ""
    if "CMakeCache.txt" in names and "CMakeLists.txt" not in names:
        return "build folder"
    marked = next((f"{kind} folder" for name, kind in MARKERS.items() if name in names), "")
    return marked or side(join(tree.root, relative), tree.output)


def _ignored(tree: Tree, relative: str, ignoring: Ignoring, *, folder: bool = False) -> str:
    """Say which ignore file leaves out what git does not track, or ""."""
    if ignoring.reason:  # as with git, no pattern takes in what lies in a folder that is left out
        return ignoring.reason
    path = os.fsencode(join(tree.root, relative))
    for ignore in reversed(ignoring.ignores):
        verdict = ignore.decide(path, folder=folder)
        if verdict is not None:
            return f"ignored by {_display(tree, ignore.path)}" if verdict else ""
    return ""


def _untracked(item: os.DirEntry[str], ignoring: Ignoring, reason: str) -> str:
    """Give the reason for which something is ignored; "" where git tracks it, or something in it."""
    return "" if reason and ignoring.git.has(item.path) else reason


def _display(tree: Tree, path: str) -> str:
    if is_inside(path, tree.root):
        path = join(tree.shown, os.path.relpath(path, tree.root))
    return printable(path)

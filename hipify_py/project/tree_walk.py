"""Walk through a folder: what is entered, what is left alone and why."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

from hipify_py.project.atomic import is_temporary
from hipify_py.project.entries import join
from hipify_py.project.failures import printable, reason_of, remedied
from hipify_py.project.file_kinds import MARKERS, folder_kind, is_build_file, kind_of
from hipify_py.project.files import is_inside
from hipify_py.project.globs import covers, decide, ignores_above, ignores_of
from hipify_py.project.sides import side

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from hipify_py.project.entries import Entry, Kind, Tree
    from hipify_py.project.files import Identity
    from hipify_py.project.globs import Globs, Ignore


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
    stack: list[tuple[str, tuple[Ignore, ...], frozenset[tuple[int, int]]]] = [(start, (), frozenset())]
    while stack:
        relative, ignores, holders = stack.pop()
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
        if reason := "holds itself" if own in holders else _marked(tree, relative, names, own):
            yield tree.entry(relative, "skip", reason)
            continue
        yield tree.entry(relative, "folder")
        if tree.selection.ignore_files:
            cache = tree.selection.cache
            above = ignores_above(folder, cache) if relative == start else ()
            here = [*above, *ignores_of(folder, names, cache)]
            yield from (tree.entry(join(relative, i.name), "failed", i.error) for i in here if i.error)
            # A repository inside another knows nothing of the patterns outside.
            ignores = tuple(here) if ".git" in names else (*ignores, *here)
        for item in items:
            inner = join(relative, item.name)
            if wanted is not None and inner not in wanted:
                continue
            if item.is_dir(follow_symlinks=False) and not (reason := _barred(tree, inner, ignores)):
                stack.append((inner, ignores, holders | {own}))
            else:
                yield _classified(tree, inner, item, ignores)


def _classified(tree: Tree, relative: str, item: os.DirEntry[str], ignores: tuple[Ignore, ...]) -> Entry:
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
        reason = unwanted(relative, tree.include, tree.exclude) or _ignored(tree, relative, ignores)
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
    outside = not is_inside(real_path(path), root)
    return "symlink", f"symlink to {to}, outside the tree: not followed" if outside else ""


def real_path(path: str) -> str:
    """Follow all links of a path; one of those in /proc can be there and not be read."""
    try:
        return os.path.realpath(path)
    except OSError:
        return path


def _barred(tree: Tree, relative: str, ignores: tuple[Ignore, ...]) -> str:
    """Say why a folder is not entered, or ""."""
    name = relative.rpartition("/")[2]
    if decide(tree.exclude, os.fsencode(relative), folder=True):
        return "left out by --exclude"
    if tree.selection.skip_folders and (kind := folder_kind(name)):
        return f"{kind} folder"
    return _ignored(tree, relative, ignores, folder=True)


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


def _ignored(tree: Tree, relative: str, ignores: tuple[Ignore, ...], *, folder: bool = False) -> str:
    path = os.fsencode(join(tree.root, relative))
    for ignore in reversed(ignores):
        verdict = ignore.decide(path, folder=folder)
        if verdict is not None:
            return f"ignored by {_display(tree, ignore.path)}" if verdict else ""
    return ""


def _display(tree: Tree, path: str) -> str:
    if is_inside(path, tree.root):
        path = join(tree.shown, os.path.relpath(path, tree.root))
    return printable(path)

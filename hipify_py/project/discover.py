"""Find the files that a run is about: which to convert, which to copy, which to leave alone and why.

Nothing is ever left out silently: a folder that is not entered and a file that is not converted although it
could be are entries with a reason.
"""

from __future__ import annotations

import os
import re
import stat
from typing import TYPE_CHECKING

from hipify_py.project.entries import Entry, Selection, Tree, join
from hipify_py.project.failures import refusal, remedied
from hipify_py.project.file_kinds import is_build_file
from hipify_py.project.files import identity
from hipify_py.project.globs import compile_typed
from hipify_py.project.named_paths import by_top, in_repositories, outer_folders
from hipify_py.project.tree_walk import real_path, unwanted, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.project.entries import Kind
    from hipify_py.project.globs import Globs


def discover(paths: Sequence[str], selection: Selection | None = None) -> tuple[Entry, ...]:
    """Find what PATHs (files and folders) hold, in the order of the absolute paths, each thing once.

    A PATH itself is never skipped by its name or an ignore file, and is followed if it is a symlink; symlinks
    inside a folder are not. A file that two PATHs reach belongs to the wider of the two folders.

    The target is laid out as `cp -r` does it: what one folder holds goes straight into the output folder
    (`cp -rT`), of several PATHs each goes under its own last name. A PATH in the folder of another, such as a
    vendored folder that is to be converted as well, has its place in that.

    Raises HipifyError for a glob that can never match, and for a PATH that is the root of the file system: no
    run over that ends. What cannot be read is an entry that failed.
    """
    selection = selection or Selection()
    for given in paths:
        place = os.path.realpath(given)
        if place == os.path.dirname(place):
            raise refusal(given, "this is the root of the file system", "name the folder of the sources")
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
            key = real_path(entry.path) if followed else entry.path
            if key not in found or _rank(entry) < _rank(found[key]):
                found[key] = entry
    for (top, shown), wanted in by_top(parts).items():
        output = identity(selection.output) if selection.output else None
        tree = Tree(top, shown, "", selection, include, exclude, output)
        found |= {entry.path: entry for entry in walk(tree, wanted) if entry.kind != "folder"}
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
    tree = Tree(entry.path, entry.shown, entry.target, everything, output=identity(output))
    for inner in walk(tree):
        if inner.kind == "skip" and identity(inner.path) == tree.output:
            continue
        kind: Kind = "other" if inner.kind in {"source", "maybe"} else inner.kind
        yield inner._replace(root=entry.root, relative=join(entry.relative, inner.relative), kind=kind)


def _rank(entry: Entry) -> tuple[int, int, bool, str]:
    """Say which of two entries for one thing counts: the lower. What is named by itself is source."""
    left_out = 2 if entry.reason else 1  # a build file by a pattern, say
    return (
        {"failed": 0, "skip": 2}.get(entry.kind, left_out),
        len(entry.root),
        entry.kind != "source",
        entry.shown,
    )


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
        tree = Tree(place, shown, target, selection, include, exclude, output)
        start = "" if inner == given else os.path.relpath(os.path.realpath(inner), place)
        yield from walk(tree, start=start) if os.path.isdir(inner) else _of_file(tree, start)
    elif not stat.S_ISREG(mode):
        yield entry("failed", "not a regular file: name a file or a folder with source text")
    else:
        typed = re.sub(r"^(?:\.\./|/)+", "", os.path.normpath(shown))
        reason = unwanted(typed, include, exclude)
        yield entry("skip" if reason else _named_kind(path), reason)


def _of_file(tree: Tree, relative: str) -> Iterator[Entry]:
    """Give the entry of a file that is named beside a folder around it."""
    reason = unwanted(relative, tree.include, tree.exclude)
    yield tree.entry(relative, "skip" if reason else _named_kind(join(tree.root, relative)), reason)


def _named_kind(path: str) -> Kind:
    return "other" if is_build_file(path) else "source"  # whoever names a file wants it converted

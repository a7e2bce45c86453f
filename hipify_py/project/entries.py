"""What a run finds: entries, of what was selected, below a folder that was named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from hipify_py.project.file_cache import FileCache
    from hipify_py.project.files import Identity
    from hipify_py.project.globs import Globs

Kind = Literal["source", "maybe", "other", "folder", "symlink", "leftover", "skip", "failed"]


class Entry(NamedTuple):
    """One thing that was found.

    `path` is absolute and free of symlinks but for its last part; `root` is the folder that was named (or the
    folder of the file that was named) and `relative` the way from there, with `/`; `target` is where it goes
    under an output folder; `shown` is the path as the user would type it; `reason` is for skip and failed.
    `makefile` says that a makefile includes it, whatever its name, `script` that it is a shell script that
    calls nvcc, one of Python that builds, or a file of settings for CUDA, `untold` that a pattern leaves out
    a build file where no index of git's says whether it is tracked.

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
    untold: bool = False


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


class Tree(NamedTuple):
    """One PATH that is a folder, and where what it holds is shown and goes."""

    root: str
    shown: str
    target: str
    selection: Selection
    include: Globs = ()
    exclude: Globs = ()
    output: Identity | None = None

    def entry(self, relative: str, kind: Kind, reason: str = "") -> Entry:
        """Give the entry of what lies at a path below the folder."""
        places = (self.root, "", self.target, self.shown)
        path, relative, target, shown = (join(start, relative) for start in places)
        return Entry(path, self.root, relative, target, shown, kind, reason)


def join(start: str, relative: str) -> str:
    """Join two paths of which either may be "" or "." for nothing."""
    parts = [part for part in (start, relative) if part not in {"", "."}]
    return "/".join((parts[0].rstrip("/"), *parts[1:])) or "/" if parts else "."

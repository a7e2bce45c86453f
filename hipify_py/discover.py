"""Find the files that a run is about: which to convert, which to copy, which to leave alone and why.

Nothing is ever left out silently: a folder that is not entered and a file that is not converted although it
could be are entries with a reason.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Literal, NamedTuple

from hipify_py.files import is_inside, is_temporary, printable, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Kind = Literal["source", "maybe", "other", "folder", "symlink", "skip", "failed"]

_SOURCE = """
    .cu .cuh .cuinc .hip .c .cc .cpp .cxx .c++ .h .hh .hpp .hxx .h++ .inl .ipp .tpp .tcc .txx
"""
_OTHER_TEXT = """
    .adoc .asm .awk .bat .bazel .bzl .cfg .cl .cmake .cmd .conf .css .csv .diff .f .f03 .f08 .f90 .for .go
    .htm .html .ini .ipynb .java .jl .js .json .jsonl .ll .lock .log .lua .m .mak .md .mk .ninja .patch .pl
    .pm .ps1 .ptx .py .pyi .pyx .pxd .r .rb .rs .rst .s .scss .sh .sql .svg .swift .tex .toml .ts .tsv .tsx
    .txt .xml .yaml .yml
"""
_OTHER_BINARY = """
    .7z .a .avi .bin .bmp .bz2 .class .cubin .dat .db .dll .doc .docx .dylib .eps .exe .fatbin .gguf .gif .gz
    .h5 .hdf5 .ico .ilk .jar .jpeg .jpg .lib .lz4 .mov .mp3 .mp4 .npy .npz .o .obj .odt .onnx .otf .parquet
    .pb .pdb .pdf .pkl .png .ppm .pptx .ps .pt .pth .pyc .pyd .raw .safetensors .so .tar .tgz .tif .tiff .ttf
    .wav .webp .whl .woff .woff2 .xls .xlsx .xz .zip .zst
"""
_OTHER_NAMES = """
    authors changelog codeowners contributing copying dockerfile gnumakefile install license makefile notice
    readme sconscript sconstruct version
"""
SOURCE = frozenset(_SOURCE.split())
OTHER = frozenset((_OTHER_TEXT + _OTHER_BINARY).split())
OTHER_NAMES = frozenset(_OTHER_NAMES.split())
_VENDORED = """
    third_party third-party thirdparty 3rdparty 3rd_party 3rd-party vendor vendored node_modules
"""
_FOLDERS = {
    "version control": (".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "CVS"),
    "vendored": tuple(_VENDORED.split()),
    "build": (
        "build",
        "_build",
        "_deps",
        "cmake-build-*",
        "CMakeFiles",
        "__pycache__",
        ".eggs",
        "*.egg-info",
    ),
    "environment": (".venv", "venv", ".tox", ".nox"),
    "cache": (".*_cache", ".cache"),
}
_MARKERS = {"pyvenv.cfg": "environment", "CACHEDIR.TAG": "cache"}


class Entry(NamedTuple):
    """One thing that was found.

    `path` is absolute and free of symlinks but for its last part; `root` is the folder that was named (or the
    folder of the file that was named) and `relative` the way from there, with `/`; `target` is where it goes
    under an output folder; `shown` is the path as the user would type it; `reason` is for skip and failed.

    - source: convert. maybe: convert if the content needs it. other: never converted, only mirrored.
    - folder: a folder that was entered, for the mirror. symlink: inside a tree, never followed.
    - skip: left alone; a folder is one entry whatever it holds. failed: it should have been looked at.
    """

    path: str
    root: str
    relative: str
    target: str
    shown: str
    kind: Kind
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which files are wanted.

    `include` and `exclude` are globs in the form of .gitignore, relative to each PATH that is a folder, or to
    the working folder where PATH is a file. `include` narrows what is converted and does not bring back what
    something else leaves out. `output` is the output folder; it is left out if it lies in a tree.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    ignore_files: bool = True
    skip_folders: bool = True
    output: str | None = None


class _Tree(NamedTuple):
    """One PATH that is a folder, and where what it holds is shown and goes."""

    root: str
    shown: str
    target: str
    selection: Selection
    include: Globs
    exclude: Globs
    output: str = ""

    def entry(self, relative: str, kind: Kind, reason: str = "") -> Entry:
        places = (self.root, "", self.target, self.shown)
        path, relative, target, shown = (_join(start, relative) for start in places)
        return Entry(path, self.root, relative, target, shown, kind, reason)


def discover(paths: Sequence[str], selection: Selection | None = None) -> tuple[Entry, ...]:
    """Find what PATHs (files and folders) hold, in the order of the absolute paths, each thing once.

    A PATH itself is never skipped by its name or an ignore file, and is followed if it is a symlink; symlinks
    inside a folder are not. A file that two PATHs reach belongs to the wider of the two folders.

    The target is laid out as `cp -r` does it: what one folder holds goes straight into the output folder
    (`cp -rT`), of several PATHs each goes under its own last name.

    Raises HipifyError for a glob that can never match. What cannot be read is an entry that failed.
    """
    selection = selection or Selection()
    include, exclude = (_checked(globs) for globs in (selection.include, selection.exclude))
    found: dict[str, Entry] = {}
    for given in paths:
        for entry in _named(given, selection, include, exclude, several=len(paths) > 1):
            followed = entry.kind != "symlink" and os.path.islink(entry.path)  # a PATH that is a symlink
            key = os.path.realpath(entry.path) if followed else entry.path
            if key not in found or _rank(entry) < _rank(found[key]):
                found[key] = entry
    return tuple(sorted(found.values(), key=lambda entry: entry.path.split("/")))


def contents(entry: Entry) -> Iterator[Entry]:
    """Give everything in a skipped folder, so that a mirror can be complete; no file of it is to convert."""
    everything = Selection(ignore_files=False, skip_folders=False)
    tree = _Tree(entry.path, entry.shown, entry.target, everything, compile_globs(()), compile_globs(()))
    for inner in _walk(tree):
        kind: Kind = "other" if inner.kind in {"source", "maybe"} else inner.kind
        yield inner._replace(root=entry.root, relative=_join(entry.relative, inner.relative), kind=kind)


def check_targets(targets: Iterable[tuple[Entry, str]]) -> None:
    """Raise HipifyError if two entries would write the same target; folders may meet."""
    seen: dict[str, Entry] = {}
    for entry, target in targets:
        other = seen.setdefault(target, entry)
        if other is not entry and not entry.kind == other.kind == "folder":
            cause = f"{printable(other.shown)} and {printable(entry.shown)} would both be written there"
            raise refusal(target, cause, "convert them in two runs, with two output folders")


def _rank(entry: Entry) -> tuple[int, int, str]:
    """Say which of two entries for one thing counts: the lower."""
    return {"failed": 0, "skip": 2}.get(entry.kind, 1), len(entry.root), entry.shown


def _join(start: str, relative: str) -> str:
    """Join two paths of which either may be "" or "." for nothing."""
    parts = [part for part in (start, relative) if part not in {"", "."}]
    return "/".join((parts[0].rstrip("/"), *parts[1:])) or "/" if parts else "."


def _named(
    given: str, selection: Selection, include: Globs, exclude: Globs, *, several: bool
) -> Iterator[Entry]:
    """Give the entries of one PATH."""
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
        yield entry("failed", _cause(error))
        return
    if stat.S_ISDIR(mode):
        target = name if several else ""
        output = os.path.realpath(selection.output) if selection.output else ""
        yield from _walk(_Tree(place, shown, target, selection, include, exclude, output))
    elif not stat.S_ISREG(mode):
        yield entry("failed", "not a regular file: name a file or a folder with source text")
    else:
        typed = re.sub(r"^(?:\.\./|/)+", "", os.path.normpath(shown))
        reason = _unwanted(typed, include, exclude)
        kind: Kind = "source" if kind_of(name) == "source" else "maybe"
        yield entry("skip" if reason else kind, reason)


def _unwanted(relative: str, include: Globs, exclude: Globs) -> str:
    """Say which option leaves out a file, by its own path or that of a folder that holds it."""
    parts = relative.split("/")
    ways = [("/".join(parts[:end]), end < len(parts)) for end in range(1, len(parts) + 1)]
    if any(decide(exclude, os.fsencode(way), folder=folder) for way, folder in ways):
        return "left out by --exclude"
    if include.patterns and not any(decide(include, os.fsencode(way), folder=folder) for way, folder in ways):
        return "not named by --include"
    return ""


def kind_of(name: str) -> Literal["source", "maybe", "other"]:
    """Tell from its name whether a file is CUDA, C or C++ source, might be, or is something else."""
    stem, ending = os.path.splitext(name.lower())
    if ending in SOURCE:
        return "source"
    if ending in OTHER or (not ending and (stem.startswith(".") or stem in OTHER_NAMES)):
        return "other"
    return "maybe"


class _Ignore(NamedTuple):
    """An ignore file that is in force in the folder `base` (bytes, ends with a slash) and below."""

    base: bytes
    path: str
    globs: Globs
    error: str = ""


def _walk(tree: _Tree) -> Iterator[Entry]:
    """Give what a folder holds, itself first; a folder comes before what it holds."""
    stack: list[tuple[str, tuple[_Ignore, ...], frozenset[tuple[int, int]]]] = [("", (), frozenset())]
    while stack:
        relative, ignores, holders = stack.pop()
        folder = _join(tree.root, relative)
        try:
            status = os.stat(folder)
            with os.scandir(folder) as listing:
                items = sorted(listing, key=lambda item: item.name)
        except OSError as error:
            yield tree.entry(relative, "failed", _cause(error))
            continue
        names = {item.name for item in items}
        identity = status.st_dev, status.st_ino
        if identity in holders or (reason := _marked(tree, relative, names)):
            yield tree.entry(relative, "skip", "holds itself" if identity in holders else reason)
            continue
        yield tree.entry(relative, "folder")
        if tree.selection.ignore_files:
            own = [*(() if relative else _ignores_above(folder)), *_ignores_of(folder, names)]
            yield from (tree.entry(_join(relative, ".gitignore"), "failed", i.error) for i in own if i.error)
            # A repository inside another knows nothing of the patterns outside.
            ignores = tuple(own) if ".git" in names else (*ignores, *own)
        for item in items:
            inner = _join(relative, item.name)
            if item.is_dir(follow_symlinks=False) and not (reason := _barred(tree, inner, ignores)):
                stack.append((inner, ignores, holders | {identity}))
            else:
                yield _classified(tree, inner, item, ignores)


def _classified(tree: _Tree, relative: str, item: os.DirEntry[str], ignores: tuple[_Ignore, ...]) -> Entry:
    """Give the entry of anything but a folder that is entered."""
    if item.is_symlink():
        return tree.entry(relative, *_symlink(item.path))
    if item.is_dir(follow_symlinks=False):
        return tree.entry(relative, "skip", _barred(tree, relative, ignores))
    if not item.is_file(follow_symlinks=False):
        return tree.entry(relative, "skip", "not a regular file")
    if is_temporary(item.name):
        return tree.entry(relative, "skip", "left over from a run that was interrupted: delete it")
    kind = kind_of(item.name)
    reason = ""
    if kind != "other":
        reason = _unwanted(relative, tree.include, tree.exclude) or _ignored(tree, relative, ignores)
    return tree.entry(relative, "skip" if reason else kind, reason)


def _symlink(path: str) -> tuple[Kind, str]:
    try:
        os.stat(path)
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.ENOTDIR}:
            return "skip", f"symlink to {printable(os.readlink(path))}, which is not there"
        return "skip", f"symlink to {printable(os.readlink(path))}: {_cause(error)}"
    return "symlink", ""


def _barred(tree: _Tree, relative: str, ignores: tuple[_Ignore, ...]) -> str:
    """Say why a folder is not entered, or ""."""
    name = relative.rpartition("/")[2]
    if tree.output and _join(tree.root, relative) == tree.output:
        return "the output folder"
    if decide(tree.exclude, os.fsencode(relative), folder=True):
        return "left out by --exclude"
    if tree.selection.skip_folders:
        for kind, patterns in _FOLDERS.items():
            if any(fnmatchcase(name, pattern) for pattern in patterns):
                return f"{kind} folder"
    return _ignored(tree, relative, ignores, folder=True)


def _marked(tree: _Tree, relative: str, names: set[str]) -> str:
    """Say what a folder is that a tool has marked as its own, or ""."""
    if not relative or not tree.selection.skip_folders:
        return ""
    if "CMakeCache.txt" in names and "CMakeLists.txt" not in names:
        return "build folder"
    return next((f"{kind} folder" for name, kind in _MARKERS.items() if name in names), "")


def _ignored(tree: _Tree, relative: str, ignores: tuple[_Ignore, ...], *, folder: bool = False) -> str:
    path = os.fsencode(_join(tree.root, relative))
    for ignore in reversed(ignores):
        verdict = decide(ignore.globs, path[len(ignore.base) :], folder=folder)
        if verdict is not None:
            return f"ignored by {_display(tree, ignore.path)}" if verdict else ""
    return ""


def _display(tree: _Tree, path: str) -> str:
    if is_inside(path, tree.root):
        path = _join(tree.shown, os.path.relpath(path, tree.root))
    return printable(path)


def _ignores_above(root: str) -> list[_Ignore]:
    """Load the ignore files between the folder that holds .git and `root`, from the outside in."""
    folders = []
    folder = root
    while not os.path.lexists(os.path.join(folder, ".git")):
        folder, inner = os.path.dirname(folder), folder
        if folder == inner:
            return []  # no repository: what lies above `root` has no say
        folders.append(folder)
    return [ignore for folder in reversed(folders) for ignore in _ignores_of(folder, os.listdir(folder))]


def _ignores_of(folder: str, names: Iterable[str]) -> list[_Ignore]:
    """Load .git/info/exclude and .gitignore of a folder that holds `names`."""
    found = []
    if ".git" in names and (common := _git_folder(os.path.join(folder, ".git"))):
        found.append(_loaded(folder, os.path.join(common, "info", "exclude")))
    if ".gitignore" in names:
        found.append(_loaded(folder, os.path.join(folder, ".gitignore")))
    return found


def _git_folder(dot_git: str) -> str:
    """Find the folder with info/exclude; in a work tree and a submodule .git is a file that points to it."""
    try:
        if os.path.isfile(dot_git):
            with open(dot_git, encoding="utf-8", errors="surrogateescape") as file:
                pointed = file.read().removeprefix("gitdir:").strip()
            dot_git = os.path.join(os.path.dirname(dot_git), pointed)
        with open(os.path.join(dot_git, "commondir"), encoding="utf-8", errors="surrogateescape") as file:
            return os.path.join(dot_git, file.read().strip())
    except OSError:
        return dot_git


def _loaded(folder: str, path: str) -> _Ignore:
    base = os.fsencode(os.path.join(folder, ""))
    try:
        # Like git, follow no symlink here.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            return _Ignore(base, path, compile_globs(file.read().removeprefix(b"\xef\xbb\xbf").split(b"\n")))
    except OSError as error:
        usual = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EISDIR}
        reason = "" if error.errno in usual else f"its patterns are not applied: {_cause(error)}"
        return _Ignore(base, path, compile_globs(()), reason)


def _cause(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)


class Glob(NamedTuple):
    """One line of an ignore file. `name_only`: it has no slash and speaks of the last part of a path."""

    regex: re.Pattern[bytes]
    name_only: bool
    folder_only: bool
    negated: bool


class Globs(NamedTuple):
    """The lines of an ignore file; `names` and `paths` find quickly whether any of them can match."""

    patterns: tuple[Glob, ...]
    names: re.Pattern[bytes] | None
    paths: re.Pattern[bytes] | None


def decide(globs: Globs, path: bytes, *, folder: bool) -> bool | None:
    """Say whether the last pattern that matches `path` itself leaves it out, or None if none does.

    `path` is relative to the ignore file. Whether a folder around it is left out is for the caller to know.
    """
    name = path.rpartition(b"/")[2]
    hit = (globs.names and globs.names.fullmatch(name)) or (globs.paths and globs.paths.fullmatch(path))
    for glob in reversed(globs.patterns) if hit else ():
        if (folder or not glob.folder_only) and glob.regex.fullmatch(name if glob.name_only else path):
            return not glob.negated
    return None


def compile_globs(lines: Iterable[bytes]) -> Globs:
    """Compile the lines of an ignore file; like git, drop comments and lines that can never match."""
    patterns = tuple(glob for line in lines if (glob := compile_glob(line)))
    names, paths = (
        b"|".join(b"(?:%s)" % glob.regex.pattern for glob in patterns if glob.name_only == only)
        for only in (True, False)
    )
    return Globs(patterns, *(re.compile(text, re.DOTALL) if text else None for text in (names, paths)))


def compile_glob(line: bytes) -> Glob | None:
    r"""Compile a line by the rules of gitignore(5); None for a comment, a blank or a malformed line."""
    if line.startswith(b"#"):
        return None
    # Trailing blanks go unless a backslash protects them.
    text = re.match(rb"(?:\\.?|[^ \\]| +(?! |\Z))*", line.removesuffix(b"\r"), re.DOTALL)
    pattern = text[0] if text else b""
    negated = pattern.startswith(b"!")
    pattern = pattern[negated:]
    folder_only = pattern.endswith(b"/")
    pattern = pattern[: len(pattern) - folder_only]
    name_only = b"/" not in pattern
    literal = re.match(rb"[^*?\[\\]*", pattern.removeprefix(b"/"))
    start = literal[0] if literal else b""
    # git compares the part before the first wildcard by itself, so ** right behind it counts as leading.
    rest = _translated(pattern.removeprefix(b"/")[len(start) :])
    if rest is None or not pattern.strip(b"/"):
        return None
    return Glob(re.compile(re.escape(start) + rest, re.DOTALL), name_only, folder_only, negated)


_TOKEN = re.compile(rb"(?P<stars>\*+)|(?P<any>\?)|(?P<set>\[)|\\(?P<escaped>.)|(?P<plain>[^\\])", re.DOTALL)


def _translated(pattern: bytes) -> bytes | None:
    """Turn a glob into a regular expression; None if it is malformed and so matches nothing."""
    out, at = b"", 0
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if not token:  # a backslash at the end
            return None
        before, start, at = pattern[:at], at, token.end()
        if token["stars"]:
            whole = len(token["stars"]) > 1 and (not before or before.endswith(b"/"))
            if whole and pattern[at : at + 1] == b"/":
                out, at = out + rb"(?:.*/)?", at + 1
            else:
                whole = whole and (at == len(pattern) or pattern.startswith(rb"\/", at))
                out += b".*" if whole else b"[^/]*"
        elif token["any"]:
            out += b"[^/]"
        elif token["set"]:
            members, at = _members(pattern, start + 1)
            if members is None:
                return None
            out += members
        else:
            out += re.escape(token["escaped"] or token["plain"])
    return out


_CLASSES = {
    b"alnum": rb"[0-9A-Za-z]",
    b"alpha": rb"[A-Za-z]",
    b"blank": rb"[ \t]",
    b"cntrl": rb"[\0-\x1f\x7f]",
    b"digit": rb"[0-9]",
    b"graph": rb"[!-~]",
    b"lower": rb"[a-z]",
    b"print": rb"[ -~]",
    b"punct": rb"[!-/:-@\[-`{-~]",
    b"space": rb"[ \t-\r]",
    b"upper": rb"[A-Z]",
    b"xdigit": rb"[0-9A-Fa-f]",
}
_MEMBER = re.compile(rb"\[:(?P<name>[^\]]*):\]|\\(?P<escaped>.)|(?P<plain>[^\\])", re.DOTALL)


def _members(pattern: bytes, at: int) -> tuple[bytes | None, int]:
    """Turn what stands behind `[` into a regular expression; give it and the place behind `]`."""
    negated = pattern[at : at + 1] in {b"!", b"^"}
    start = at = at + negated
    members: set[int] = set()
    low = -1  # the byte that a range may start with
    while at == start or pattern[at : at + 1] != b"]":
        ranged = low >= 0 and pattern[at : at + 1] == b"-" and pattern[at + 1 : at + 2] not in {b"", b"]"}
        token = (_ESCAPED if ranged else _MEMBER).match(pattern, at + ranged)
        if not token:
            return None, at
        at = token.end()
        name = None if ranged else token["name"]
        if name is not None:
            if name not in _CLASSES:
                return None, at
            members |= {b for b in range(128) if re.match(_CLASSES[name], bytes([b]))}
            low = -1
            continue
        byte = (token["escaped"] or token["plain"])[0]
        members |= set(range(low, byte + 1)) if ranged else {byte}
        low = -1 if ranged else byte
    chosen = (set(range(256)) - members if negated else members) - {ord("/")}
    text = b"[%s]" % b"".join(b"\\x%02x" % b for b in sorted(chosen)) if chosen else b"(?!)"
    return text, at + 1


_ESCAPED = re.compile(rb"\\(?P<escaped>.)|(?P<plain>[^\\])", re.DOTALL)


def _checked(typed: Iterable[str]) -> Globs:
    for text in typed:
        if not compile_glob(os.fsencode(text)):
            remedy = r"close its brackets; write \# or \! for a name that starts so, \\ for a backslash"
            raise refusal(text, "a glob that can never match", remedy)
    return compile_globs(os.fsencode(text) for text in typed)

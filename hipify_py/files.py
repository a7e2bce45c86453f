"""Read, write, mirror and compare files.

A write is atomic: it goes to a temporary file beside the target, reaches the disk and is then renamed over
it, so a run that dies leaves every file old or new. Every failure is a `HipifyError` that says what to do.
Needs the file calls of POSIX (`dir_fd`, `O_NOFOLLOW`).
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import HipifyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Chunks = Callable[[], Iterable[bytes]]
    _Change = tuple[int, int, int, int]

SIZE_LIMIT = 50_000_000
"""The largest file, in bytes, that `read` takes unless told otherwise."""

_CHUNK = 1 << 20
_CONTEXT = 3
_REACH = 64
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_PEEK = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_TEMPORARY = (".hipify-", ".tmp")
_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_REMEDIES = {
    errno.ENOENT: "check the name",
    errno.EACCES: "change the permissions of the file or its folder",
    errno.EPERM: "the file or its folder may be immutable or belong to somebody else",
    errno.EISDIR: "name a file, or move the folder away",
    errno.ENOTDIR: "a part of the path is not a folder: move it away or name another path",
    errno.ELOOP: "a part of the path is a symlink: name the place that it leads to",
    errno.ENAMETOOLONG: "shorten the name or the path of the folder",
    errno.ENOSPC: "free some space; the file is as it was",
    errno.EDQUOT: "free some space in the quota; the file is as it was",
    errno.EFBIG: "raise the limit of file sizes (ulimit -f); the file is as it was",
    errno.EROFS: "choose a folder that can be written with -o DIR",
}


class Source(NamedTuple):
    """The bytes of a file and what `os.stat` said of it while they were read."""

    data: bytes
    stat: os.stat_result


def printable(text: str) -> str:
    r"""Give a name in a form that fits on one line: control characters and foreign bytes as `\n`, `\xff`."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8, as os.fsdecode smuggles it
        return f"\\x{code - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def failure(path: str, action: str, error: OSError) -> HipifyError:
    """Make of an `OSError` an error that names the place, the cause and the remedy."""
    number = error.errno or 0
    remedy = _REMEDIES.get(number)
    text = f"{printable(path)}: cannot {action}: {os.strerror(number) if number else error}"
    return HipifyError(f"{text}: {remedy}" if remedy else text)


def refusal(path: str, cause: str, remedy: str) -> HipifyError:
    """Make an error that names the place, the cause and the remedy."""
    return HipifyError(f"{printable(path)}: {cause}: {remedy}")


def read(path: str, *, limit: int = SIZE_LIMIT, option: str = "--max-size") -> Source:
    """Read a file of at most `limit` bytes; `option` is what a refusal names to raise the limit.

    Raises HipifyError when the file is missing, unreadable, too large, or not a regular file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            status = os.fstat(descriptor)
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if not stat.S_ISREG(status.st_mode):
                raise refusal(path, "cannot read: not a regular file", "name a file with source text")
            data = b"" if status.st_size > limit else _read_up_to(descriptor, limit + 1)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise failure(path, "read", error) from error
    size = max(len(data), status.st_size)
    if size > limit:
        remedy = f"raise it with {option} BYTES or leave the file out with --exclude"
        raise refusal(path, f"{size:,} bytes are over the limit of {limit:,}", remedy)
    return Source(data, status)


def _read_up_to(descriptor: int, count: int) -> bytes:
    parts = []
    while count > 0 and (part := os.read(descriptor, min(count, _CHUNK))):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def binary_reason(data: bytes) -> str | None:
    """Say why bytes are not a source text that can be converted, or None if they may be one."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return (
                f"{name} text (it starts with a byte order mark): convert it to UTF-8, for example with iconv"
            )
    at = data.find(b"\0")
    if at < 0:
        return None
    line = data.count(b"\n", 0, at) + 1
    return f"binary: a NUL byte on line {line} (byte offset {at}): leave the file out with --exclude"


def is_inside(path: str, folder: str) -> bool:
    """Say whether `path` is `folder` or lies in it, both as they stand: resolve symlinks first."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def is_temporary(name: str) -> bool:
    """Say whether a file name is one that a write gives to its temporary file."""
    start, end = _TEMPORARY
    return name.startswith(start) and name.endswith(end)


def write_atomic(path: str, data: bytes, like: os.stat_result | None = None) -> bool:
    """Replace or create the file `path`, which is never followed if it is a symlink.

    Mode and, where allowed, owner come from `like`, else from the file that stands there, else from the
    umask. A file that is replaced by its own conversion (`like` is its stat) keeps its extended attributes.
    Returns False, and leaves the file alone, if it has these bytes and this mode already.
    """
    folder, name = os.path.split(path)
    with _reported(path, "write"):
        descriptor = os.open(folder or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            return _replace(descriptor, name, lambda: (data,), like)
        finally:
            os.close(descriptor)


def write_in_place(path: str, source: Source, data: bytes, tree: str) -> bool:
    """Replace the file that `source` was read from by its conversion; False if nothing had to change.

    Raises HipifyError, with nothing written, if `path` is a symlink to a place outside the folder `tree`, if
    the file changed since it was read, or if it is read-only: by its mode bits, which count for root as well.
    """
    target = os.path.realpath(path)
    if os.path.islink(path) and not is_inside(target, os.path.realpath(tree)):
        cause = f"not written: a symlink to {printable(target)}, outside {printable(tree)}"
        raise refusal(path, cause, "name that file itself to convert it")
    if data == source.data:
        return False
    _check_writable(target, source)
    return write_atomic(target, data, source.stat)


def rename_in_place(path: str, source: Source, data: bytes, new: str) -> None:
    """Write the conversion of the file `path` to `new` beside it, then remove `path`.

    Raises HipifyError, with nothing removed, where `write_in_place` does, and if `new` has other bytes.
    """
    if os.path.islink(path):
        raise refusal(path, "not renamed: a symlink", "name the file that it leads to")
    _check_writable(path, source)
    if os.path.lexists(new) and not _holds(new, data):
        raise refusal(
            new, f"not written: it exists, and {printable(path)} would take its name", "move it away"
        )
    write_atomic(new, data, source.stat)
    with _reported(path, "remove"):
        os.unlink(path)


def _holds(path: str, data: bytes) -> bool:
    with suppress(HipifyError):
        return read(path, limit=len(data)).data == data
    return False


def _check_writable(path: str, source: Source) -> None:
    with _reported(path, "write"):
        now = os.stat(path)
    if _version(now) != _version(source.stat):
        raise refusal(path, "not written: the file changed while it was converted", "run again")
    if not now.st_mode & 0o222 or not _may_write(path):
        remedy = "allow writing (chmod u+w) or write elsewhere with -o DIR"
        raise refusal(path, "not written: the file is read-only", remedy)


def _may_write(path: str) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _version(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def check_output(paths: Iterable[str], out: str) -> None:
    """Raise HipifyError if writing under `out` could touch an input; `out` inside an input is fine."""
    if os.path.lexists(out) and not os.path.isdir(out):
        raise refusal(out, "the output is not a folder", "name a folder with -o DIR, or move the file away")
    place = os.path.realpath(out)
    for given in paths:
        if os.path.realpath(given) == place:
            cause = f"the output folder is the input {printable(given)}"
            raise refusal(out, cause, "name another one with -o DIR, or use --in-place")
        if is_inside(os.path.realpath(given), place):
            cause = f"the input {printable(given)} lies in the output folder"
            raise refusal(out, cause, "name a folder outside with -o DIR, or use --in-place")


@contextmanager
def _reported(path: str, action: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise failure(path, action, error) from error


def _replace(folder: int, name: str, chunks: Chunks, like: os.stat_result | None) -> bool:
    """Put `chunks` into the file `name` of the open folder: temporary file, fsync, rename, fsync."""
    attributes: list[tuple[str, bytes]] = []
    with suppress(OSError):  # no old file, or none that can be read: then nothing is known to be the same
        old = os.open(name, _PEEK, dir_fd=folder)
        try:
            status = os.fstat(old)
            if like is None or os.path.samestat(status, like):
                attributes = _attributes(old)
            like = like or status
            if _same(old, status, chunks, like):
                return False
        finally:
            os.close(old)
    with _temporary(folder) as temporary:
        descriptor = os.open(temporary, _NEW, 0o600 if like else 0o666, dir_fd=folder)
        try:
            _fill(descriptor, chunks(), like, attributes)
        finally:
            os.close(descriptor)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    os.fsync(folder)
    return True


def _same(old: int, status: os.stat_result, chunks: Chunks, like: os.stat_result) -> bool:
    if not stat.S_ISREG(status.st_mode) or stat.S_IMODE(status.st_mode) != stat.S_IMODE(like.st_mode):
        return False
    return all(_read_up_to(old, len(chunk)) == chunk for chunk in chunks()) and not os.read(old, 1)


@contextmanager
def _temporary(folder: int) -> Iterator[str]:
    """Give a name that nobody can guess, and remove what bears it if anything goes wrong, Ctrl-C included."""
    start, end = _TEMPORARY
    name = f"{start}{os.urandom(8).hex()}{end}"
    try:
        yield name
    except BaseException:
        with suppress(OSError):
            os.unlink(name, dir_fd=folder)
        raise


def _fill(
    descriptor: int, chunks: Iterable[bytes], like: os.stat_result | None, attributes: list[tuple[str, bytes]]
) -> None:
    for chunk in chunks:
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    if like:
        with suppress(OSError):  # only root gives files away
            os.fchown(descriptor, like.st_uid, like.st_gid)
        os.fchmod(descriptor, stat.S_IMODE(like.st_mode))  # after fchown, which clears set-user-id
    for name, value in attributes:
        with suppress(OSError):
            os.setxattr(descriptor, name, value)
    os.fsync(descriptor)


def _attributes(descriptor: int) -> list[tuple[str, bytes]]:
    try:
        return [(name, os.getxattr(descriptor, name)) for name in os.listxattr(descriptor)]
    except (OSError, AttributeError):  # a file system or a platform without them
        return []


def write_output(out: str, relative: str, data: bytes, like: os.stat_result | None = None) -> bool:
    """Write `data` to `relative` (POSIX) under the folder `out`, with the mode of `like`; folders are made.

    Returns False if the same bytes stand there already. Raises HipifyError, with nothing written, if
    `relative` leads out of `out`: by `..`, by being absolute, or through a symlink that stands in `out`.
    """
    with _reported(os.path.join(out, relative), "write"), _parent(out, relative) as (folder, name):
        return _replace(folder, name, lambda: (data,), like)


def mirror(path: str, root: str, out: str, relative: str) -> str:
    """Recreate the file, folder or symlink `path` at `relative` under `out`; return a note for people or "".

    A file is copied with its mode. A folder gets the mode of its original, but its owner may write to it.
    A symlink keeps its text and is never followed; one that leads out of `root` or nowhere is reported.
    A pipe, socket or device is left out and reported. What lies in `out` itself is never copied into it.
    """
    if is_inside(path, os.path.realpath(out)):
        return ""
    with _reported(path, f"copy to {printable(os.path.join(out, relative))}"):
        status = os.lstat(path)
        with _parent(out, relative) as (folder, name):
            if stat.S_ISDIR(status.st_mode):
                _mirror_folder(folder, name, status)
            elif stat.S_ISLNK(status.st_mode):
                _mirror_symlink(folder, name, os.readlink(path))
                return _symlink_note(path, root)
            elif stat.S_ISREG(status.st_mode):
                _mirror_file(folder, name, path)
            else:
                return "not a regular file: left out of the output"
    return ""


def _mirror_file(folder: int, name: str, path: str) -> None:
    source = os.open(path, _PEEK)

    def chunks() -> Iterator[bytes]:
        os.lseek(source, 0, os.SEEK_SET)
        while chunk := os.read(source, _CHUNK):
            yield chunk

    try:
        _replace(folder, name, chunks, os.fstat(source))
    finally:
        os.close(source)


def _mirror_folder(folder: int, name: str, status: os.stat_result) -> None:
    descriptor = _step(folder, name) if name else os.dup(folder)
    try:
        os.fchmod(descriptor, stat.S_IMODE(status.st_mode) | stat.S_IRWXU)
    finally:
        os.close(descriptor)


def _mirror_symlink(folder: int, name: str, text: str) -> None:
    with suppress(OSError):
        if os.readlink(name, dir_fd=folder) == text:
            return
    with _temporary(folder) as temporary:
        os.symlink(text, temporary, dir_fd=folder)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)


def _symlink_note(path: str, root: str) -> str:
    text = os.readlink(path)
    if not os.path.exists(path):
        return f"symlink to {printable(text)}, which is not there: kept as it is"
    lexical = os.path.normpath(os.path.join(os.path.dirname(path), text))
    if os.path.isabs(text) or not is_inside(lexical, root) or not is_inside(os.path.realpath(path), root):
        return f"symlink to {printable(text)}, outside the tree: kept as it is"
    return ""


@contextmanager
def _parent(out: str, relative: str) -> Iterator[tuple[int, str]]:
    """Open the folder of `relative` under `out` without following a symlink, making what is missing."""
    *folders, name = relative.split("/")
    if relative != "." and any(part in {"", ".", ".."} for part in (*folders, name)):
        cause = f"not written: the path leads out of {printable(out)}"
        raise refusal(relative, cause, "name files and folders without .. in their path")
    os.makedirs(out, exist_ok=True)
    folder = os.open(out, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for at, part in enumerate(folders):
            try:
                inner = _step(folder, part)
            except NotADirectoryError as error:
                place = os.path.join(out, *folders[: at + 1])
                cause = "a file or a symlink where a folder has to be"
                raise refusal(place, cause, "move it away") from error
            os.close(folder)
            folder = inner
        yield folder, "" if relative == "." else name
    finally:
        os.close(folder)


def _step(folder: int, name: str) -> int:
    with suppress(FileExistsError):
        os.mkdir(name, dir_fd=folder)
    return os.open(name, _FOLDER, dir_fd=folder)


def unified_diff(before: bytes, after: bytes, old: str, new: str) -> bytes:
    """Compare two texts as `diff -u` does, byte for byte; b"" if they are equal and the names too.

    `patch -p1` and `git apply` take the result. `old` and `new` are paths without the prefixes `a/` and `b/`;
    if they differ the diff says that the file is renamed, in the form of git.
    """
    names = _quoted("a/", old), _quoted("b/", new)
    lines: list[bytes] = []
    if old != new:
        lines += [b"diff --git %s %s\n" % names]
        lines += [b"rename from %s\n" % _quoted("", old), b"rename to %s\n" % _quoted("", new)]
    if before != after:
        # A blank in a name makes patch stop there unless a tab ends the name.
        lines += [b"--- %s%s\n" % (names[0], b"\t" if b" " in names[0] else b"")]
        lines += [b"+++ %s%s\n" % (names[1], b"\t" if b" " in names[1] else b"")]
        lines += _hunks(_lines(before), _lines(after))
    return b"".join(lines)


def _quoted(prefix: str, path: str) -> bytes:
    """Write a path as git does: quoted and escaped if a control character, quote or foreign byte is in it."""
    raw = os.fsencode(prefix + path.lstrip("/"))
    if path.isprintable() and not {'"', "\\"} & set(path):
        return raw
    return b'"%s"' % b"".join(bytes([b]) if 32 <= b < 127 and b not in b'"\\' else b"\\%03o" % b for b in raw)


def _lines(text: bytes) -> list[bytes]:
    *whole, last = text.split(b"\n")
    return [line + b"\n" for line in whole] + ([last] if last else [])


def _hunks(before: list[bytes], after: list[bytes]) -> Iterator[bytes]:
    changes = list(_changes(before, after))
    while changes:
        group = [changes.pop(0)]
        while changes and changes[0][0] - group[-1][1] <= 2 * _CONTEXT:
            group.append(changes.pop(0))
        yield from _hunk(before, after, group)


def _hunk(before: list[bytes], after: list[bytes], group: list[_Change]) -> Iterator[bytes]:
    lead = min(_CONTEXT, group[0][0])
    start, end = group[0][0] - lead, min(group[-1][1] + _CONTEXT, len(before))
    new, size = group[0][2] - lead, end - start + sum((c[3] - c[2]) - (c[1] - c[0]) for c in group)
    yield b"@@ -%s +%s @@\n" % (_range(start, end - start), _range(new, size))
    for old_start, old_end, new_start, new_end in group:
        yield from (_marked(b" ", line) for line in before[start:old_start])
        yield from (_marked(b"-", line) for line in before[old_start:old_end])
        yield from (_marked(b"+", line) for line in after[new_start:new_end])
        start = old_end
    yield from (_marked(b" ", line) for line in before[start:end])


def _range(start: int, size: int) -> bytes:
    if size == 1:
        return b"%d" % (start + 1)
    return b"%d,%d" % (start + 1 if size else start, size)


def _marked(mark: bytes, line: bytes) -> bytes:
    return mark + line if line.endswith(b"\n") else b"%s%s\n\\ No newline at end of file\n" % (mark, line)


def _changes(before: list[bytes], after: list[bytes]) -> Iterator[_Change]:
    """Find the lines that differ in linear time: a conversion changes few lines and never moves any.

    difflib took 44 s for a file of 100,000 lines with 2,000 changed, so it only sees what lies in between.
    """
    i = j = 0
    while i < len(before) or j < len(after):
        if before[i : i + 1] == after[j : j + 1]:
            i, j = i + 1, j + 1
            continue
        old, new = _resume(before, after, i, j)
        yield from _details(before, after, (i, old, j, new))
        i, j = old, new


def _resume(before: list[bytes], after: list[bytes], i: int, j: int) -> tuple[int, int]:
    """Find the nearest pair of lines after (i, j) from which on three lines agree."""
    for distance in range(1, _REACH):
        for a in sorted(range(distance + 1), key=lambda a: abs(distance - 2 * a)):
            if before[i + a : i + a + 3] == after[j + distance - a : j + distance - a + 3]:
                return min(i + a, len(before)), min(j + distance - a, len(after))
    for a in range(1, min(len(before) - i, len(after) - j)):
        if before[i + a : i + a + 3] == after[j + a : j + a + 3]:
            return i + a, j + a
    return len(before), len(after)


def _details(before: list[bytes], after: list[bytes], change: _Change) -> Iterator[_Change]:
    """Split a change at the lines that agree inside it."""
    i, old, j, new = change
    if old - i == new - j:
        start = 0
        for at in range(old - i + 1):
            if at == old - i or before[i + at] == after[j + at]:
                if at > start:
                    yield i + start, i + at, j + start, j + at
                start = at + 1
    elif old - i + new - j < _REACH:
        from difflib import SequenceMatcher  # slow to import, rarely needed

        for tag, a, b, c, d in SequenceMatcher(
            None, before[i:old], after[j:new], autojunk=False
        ).get_opcodes():
            if tag != "equal":
                yield i + a, i + b, j + c, j + d
    else:
        yield change

"""What files came to in earlier runs, kept in the user's cache folder by all that it hangs on.

What a file tells its units, and what becomes of it, hang on its bytes, its options, the rules and the program
alone; what other files tell about it, those that it includes above all, is part of the options. So an answer
is kept under a digest of these four, one file an answer: there is nothing to bring up to date, and a run that
asks for what another one is just writing sees all of it or none.
"""

from __future__ import annotations

import functools
import marshal
import os
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from hipify_py.rules import cache
from hipify_py.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options, Settings

FORMAT = 2  # raise when the form of what is kept changes
LOADED = time.time()
PLAIN = 0  # the form of marshal in which equal values have equal bytes
SELDOM = 1 / 4096  # of the answers that are kept, after which at least is looked how much that is
SHARE = 1 / 64  # of the limit, of as many bytes that are kept once on the average
BLOCK = 512  # bytes, of those that a file takes on the disk
FULL = 0.9  # of the limit, from which on something goes: more is kept before it is looked again
LEFT = 0.75  # of the limit that is left when too much is kept
ATOMS = frozenset({str, bytes, bool, int, type(None)})
READERS = ("tree_sitter", "tree_sitter_cpp", "re2", "_re2", "pathspec")


class FileCache(NamedTuple):
    """Answers of earlier runs in a `folder`; `engine` stands for rules and program, `limit` is in bytes."""

    folder: Path
    engine: bytes
    limit: int

    def place(self, question: str, data: bytes, options: Options) -> Path:
        """Give where the answer to a question about a source is kept."""
        from hashlib import blake2b

        said = (self.engine, question, _ordered(options))
        digest = blake2b(marshal.dumps(said, PLAIN), digest_size=20)
        digest.update(data)
        return self.folder / digest.hexdigest()

    def kept(self, place: Path) -> Any:  # noqa: ANN401  what was kept there
        """Give an answer, in the built-in types; None where none is kept."""
        data = cache.kept(place)
        with suppress(ValueError, EOFError, TypeError):
            return None if data is None else marshal.loads(data)  # noqa: S302  by its owner and its checksum
        return None

    def keep(self, place: Path, answer: Any) -> None:  # noqa: ANN401
        """Keep an answer in the built-in types; what cannot be written costs only time."""
        data = marshal.dumps(answer)
        cache.keep(place, data)
        if _is_time(place.name, len(data), self.limit):
            trim(self.folder, int(self.limit * FULL))


def file_cache(settings: Settings, ruleset: RuleSet) -> FileCache | None:
    """Give the answers of earlier runs; None where a run wants none, or the user's folder is another's."""
    if not (settings.cache_size and ruleset.key and program()):
        return None
    top = cache.folder()
    try:
        if os.stat(top).st_uid != os.geteuid():
            return None
    except FileNotFoundError:  # not yet
        pass
    except OSError:
        return None
    engine = b"".join((program(), ruleset.key, ruleset.dnn.encode()))
    return FileCache(top / "files", engine, settings.cache_size)


@functools.cache
def program() -> bytes:
    """Give what changes when the program does, or what it reads sources with, as Python tells it of a module.

    It is empty where that changed since it was loaded: what runs is then not what stands there.
    """
    from hashlib import blake2b

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    found: list[tuple[str, int, int]] = []
    try:
        for item in (*_within(package), *(one for name in READERS for one in _of(name))):
            status = os.stat(item)
            if status.st_ctime > LOADED:
                return b""
            found.append((item, status.st_mtime_ns, status.st_size))
    except OSError:
        return b""
    said = (FORMAT, __version__, sys.version, sorted(found))
    return blake2b(marshal.dumps(said, PLAIN), digest_size=20).digest()


def _within(folder: str) -> Iterator[str]:
    """Give the modules and the data of a package; its rules are known by what they hold."""
    with os.scandir(folder) as listing:
        for item in listing:
            if item.is_dir():
                if item.name not in {"__pycache__", "_rules"}:
                    yield from _within(item.path)
            else:
                yield item.path


def _of(name: str) -> Iterator[str]:
    """Give the files of a module, or of a package without those inside."""
    spec = find_spec(name)
    if spec is not None and spec.origin is not None:
        yield spec.origin
        for folder in spec.submodule_search_locations or ():
            with os.scandir(folder) as listing:
                yield from (item.path for item in listing if item.is_file() and item.path != spec.origin)


def _ordered(value: Any) -> Any:  # noqa: ANN401  of an option
    """Give a value in the built-in types, such that what is equal is written alike."""
    if isinstance(value, tuple):
        return tuple([one if type(one) in ATOMS else _ordered(one) for one in value])
    if isinstance(value, dict):
        return [(key, one if type(one := value[key]) in ATOMS else _ordered(one)) for key in sorted(value)]
    return sorted(value) if isinstance(value, frozenset) else value


def _is_time(name: str, size: int, limit: int) -> bool:
    """Say whether to look how much is kept, by chance: the more likely the more bytes of the limit came.

    A name is a digest, as good as thrown dice; nobody counts, for many processes may keep answers at once.
    """
    return int(name[:8], 16) / 16**8 < max(SELDOM, size / (limit * SHARE))


def trim(folder: Path, limit: int) -> None:
    """Take away what was longest not asked for where a folder holds more than `limit` bytes."""
    found: list[tuple[float, int, str]] = []
    with suppress(OSError), os.scandir(folder) as listing:
        for item in listing:
            with suppress(OSError):
                status = item.stat(follow_symlinks=False)
                found.append((status.st_mtime, max(status.st_size, status.st_blocks * BLOCK), item.path))
    size = sum(one for _, one, _ in found)
    if size <= limit:
        return
    for _, one, path in sorted(found):
        if size <= limit * LEFT:
            return
        with suppress(OSError):
            os.unlink(path)
            size -= one

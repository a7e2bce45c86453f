"""The line that ends a file of a shim: by it the file is known for ours, and seen to be as it was written."""

from __future__ import annotations

from importlib.util import source_hash

from hipify_py.lazy import re

MARK = b"hipify-py shim replaces this file while its checksum is %b."
MARKED = re.compile(rb"(?:/\* |# )" + re.escape(MARK).replace(b"%b", rb"([0-9a-f]{16})") + rb"(?: \*/)?\n\Z")
LONGEST = 200  # bytes of such a line, and more


def marked(data: bytes, *, cmake: bool = False) -> bytes:
    """Give a file of a shim with its mark, in the comment of CMake or of C."""
    line = MARK % source_hash(data).hex().encode()
    return data + (b"# %b\n" if cmake else b"/* %b */\n") % line


def is_marked(data: bytes) -> bool:
    """Say whether a file is one of a shim, of whatever version, that nobody changed."""
    found = MARKED.search(data[-LONGEST:])
    return found is not None and source_hash(data[: -len(found[0])]).hex().encode() == found[1]

"""Names with more than ASCII's letters and digits in them, of which expressions see a part: `cudaFree$`."""

from __future__ import annotations

from codecs import BOM_UTF8
from typing import TYPE_CHECKING

from hipify_py.lazy import re

if TYPE_CHECKING:
    from hipify_py.model import Span

# Blanks beyond ASCII, which clang takes for blanks with a warning: text that came from a page has them.
BLANKS = frozenset("\u0085\u00a0\u1680\u180e\u2028\u2029\u202f\u205f\u3000") | set(
    map(chr, range(0x2000, 0x200B))
)
# In a template `cudaMemcpy${KIND}` is a name that is put together.
WIDE = re.compile(rb"\$(?!\{)|[\x80-\xff]|\\[uU][0-9A-Fa-f{]")
BEFORE = re.compile(rb"(?:[$\x80-\xff]|\\u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]{1,32}\})|\\U[0-9A-Fa-f]{8})\Z")
REACH = 36  # bytes of the longest of these


def in_wide_name(code: bytes, span: Span) -> bool:
    """Say whether what an expression found is a part of a longer name: compilers take `$` and umlauts in."""
    behind = code[span.end : span.end + 3].decode("utf-8", "ignore")
    if WIDE.match(code, span.end) and behind[:1] not in BLANKS:
        return True
    at = span.start
    after_mark = at == len(BOM_UTF8) and code.startswith(BOM_UTF8)
    if after_mark or BEFORE.search(code, max(0, at - REACH), at) is None:
        return False
    return code[max(0, at - 3) : at].decode("utf-8", "ignore")[-1:] not in BLANKS

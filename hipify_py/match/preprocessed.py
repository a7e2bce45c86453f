"""What a compiler makes of a source before it compiles it, with the headers of CUDA's toolkit in it: left."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.choices import CXX
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet

# Where the lines behind it are from: `# 61 "/usr/local/cuda/include/cuda_runtime.h" 1 3`.
MARKER = re.compile(rb'(?m)^#[ \t]*+(?:line[ \t]++)?\d++[ \t]++"([^"\r\n]++)"')
SOURCES = tuple(map(str.encode, (*CXX, ".cu", ".cuh", ".c")))
MADE = re.compile(rb"tmpxft_|\.(?:cudafe|compute_)\w*|\A<")  # paths of nvcc's own, and of no file
FEWEST = 3  # markers of a header: a generator of sources writes few, and names what it reads


def preprocessed(source: bytes, rules: RuleSet) -> list[Finding]:
    """Say of a file that it came out of the preprocessor, with headers of CUDA's; nothing of any other."""
    if b'/cuda_runtime.h"' not in source and b'\\cuda_runtime.h"' not in source:
        return []
    marked = [*_marked(source)]
    if sum(posixpath.basename(path) == b"cuda_runtime.h" for path in marked) < FEWEST:
        return []
    origin = next((path for path in marked if path.endswith(SOURCES) and not MADE.search(path)), b"a source")
    return [finding(rules, "M161", Span(0, 0), name=origin.decode("utf-8", "replace"))]


def _marked(source: bytes) -> Iterator[bytes]:
    return (found[1].replace(b"\\\\", b"/").replace(b"\\", b"/") for found in MARKER.finditer(source))

"""Copies that a project keeps of headers of NVIDIA's toolkit: left, for ROCm has headers in their place."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

LICENSED = (b"NOTICE TO LICENSEE", b"NVIDIA Corporation")
"""What the licence says at the head of the toolkit's headers, and of nothing that a program may change."""
HEAD = 3000  # bytes in which it stands


def copied(source: bytes, rules: RuleSet, options: Options) -> list[Finding]:
    """Say of a file that it is a copy of a header of CUDA's for which ROCm has one; nothing of any other."""
    name = options.name.encode("utf-8", "surrogateescape")
    stem, ending = posixpath.splitext(name)
    known = rules.headers.get(stem + b".h" if ending == b".hpp" else name)
    head = source[:HEAD]
    if known is None or not known.to or not all(words in head for words in LICENSED):
        return []
    shown = name.decode("utf-8", "replace")
    return [finding(rules, "N027", Span(0, 0), name=shown, header=known.to.decode())]

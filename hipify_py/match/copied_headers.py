"""Copies that a project keeps of headers of NVIDIA's toolkit: left, and said once.

ROCm has headers in the place of most. One that it has nothing like compiles with HIP where it needs no other
of CUDA's: what lacks is the library behind it, which a program may load by itself. Of a library that ROCm
has nothing like, such as OptiX, each use is told where it stands, and its own headers are not. Headers of
NVIDIA's samples are no part of the toolkit: a program's copy is converted.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, finding

if TYPE_CHECKING:
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

LICENSED = (b"NVIDIA Corporation", b"NOTICE TO ")
"""What the licence says at the head of the toolkit's headers, to licensees or users."""
AUTHOR = LICENSED[0]
CHANGELESS = b"NOTICE TO LICENSEE"
"""How it goes on where nothing of it may be changed."""
INCLUDED = re.compile(rb"(?m)^[ \t]*+#[ \t]*+include[ \t]*+[<\"]([^>\"\r\n]++)")
OF_SAMPLES = "of NVIDIA's samples"
"""What is said of a header that came with examples: a program has it to change it, and it is converted."""
HEAD = 3000  # bytes in which it stands
CUB, ALL_OF_CUB = b"cub/", b"hipcub/hipcub.hpp"


def copied(source: bytes, rules: RuleSet, options: Options) -> list[Finding]:
    """Say of a file that it is a copy of one of CUDA's headers; nothing of any other."""
    name = options.name.encode("utf-8", "surrogateescape")
    stem, ending = posixpath.splitext(name)
    known = rules.headers.get(stem + b".h" if ending == b".hpp" else name)
    head = source[:HEAD]
    if known is None or OF_SAMPLES in known.note or not all(words in head for words in LICENSED):
        return _of_absent(head, rules, options.path or "")
    if known.to and CHANGELESS in head:
        way = f"take it out, and include {known.to.decode()} of ROCm in its place"
        return [_left(rules, name, way)]
    if known.to is None and known.note and not _needs_cudas(source, rules):
        way = f"no library of ROCm's has the functions that it declares: {known.note}"
        return [_left(rules, name, way)._replace(severity="warning", fails="link")]
    return _of_absent(head, rules, options.path or "")


def _of_absent(head: bytes, rules: RuleSet, path: str) -> list[Finding]:
    """Say of a header of NVIDIA's that it is of a library which ROCm has nothing like."""
    tail = b"/".join(path.encode("utf-8", "surrogateescape").split(b"/")[-2:])
    known = rules.headers.get(tail) or rules.headers.get(posixpath.basename(tail))
    if known is None or known.to or not known.note or OF_SAMPLES in known.note or AUTHOR not in head:
        return []
    if not rules.libraries.lacking_of(posixpath.basename(tail)):
        return []
    left = _left(rules, tail if tail in rules.headers else posixpath.basename(tail), known.note)
    return [left._replace(severity="note", fails="never")]


def _left(rules: RuleSet, name: bytes, way: str) -> Finding:
    return finding(rules, "N027", Span(0, 0), name=name.decode("utf-8", "replace"), way=way)


def _needs_cudas(source: bytes, rules: RuleSet) -> bool:
    """Say whether a header includes others of CUDA's, without which it does not compile."""
    return any(path in rules.headers for path in INCLUDED.findall(source))


def of_copy(span: Span, written: bytes, path: bytes, rules: RuleSet) -> Match:
    """Have an include of a project's copy of CUB or Thrust name ROCm's; `path` is how all name the header."""
    known = rules.headers.get(path)
    to = (known.to if known else None) or (ALL_OF_CUB if path.startswith(CUB) else path)
    return Match(
        (Edit(span, (to,), "N008", "header", known.origin if known else ""),) if to != written else ()
    )

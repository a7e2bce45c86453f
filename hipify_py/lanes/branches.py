"""Tell which parts of a file a condition has already decided for HIP, and which file is HIP's own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Span

if TYPE_CHECKING:
    from hipify_py.lexer import Directive
    from hipify_py.rules import RuleSet
    from hipify_py.syntax import Unit

FOR_HIP = re.compile(rb"(?<![A-Za-z])(?:HIP|ROCM|ROCm)|__AMD|__GFX\d")
WORDS = (b"HIP", b"ROCM", b"ROCm", b"__AMD", b"__GFX")  # without one nothing asks for HIP
FOR_CUDA = re.compile(rb"__CUDA|__NVCC__")
HIP_HEADERS = (b"hip/", b"hipcub/", b"rocprim/")


def decided(unit: Unit) -> list[Span]:
    """Give the `#if` to `#endif` ranges of which a condition asks for HIP alone.

    Whoever wrote them has said what each compiler gets, so neither branch is rewritten.
    """
    if not any(word in unit.code for word in WORDS):
        return []
    spans: list[Span] = []
    chains: list[tuple[int, bool]] = []
    for index, directive in enumerate(unit.directives):
        name = directive.name
        if name == b"endif" and chains:
            start, for_hip = chains.pop()
            if for_hip:
                spans.append(Span(start, directive.span.end))
        elif name.startswith((b"if", b"elif")):
            asks = _asks(unit, directive) and not _opens_file(unit, index)
            start, before = (
                chains.pop() if name.startswith(b"elif") and chains else (directive.span.start, False)
            )
            chains.append((start, before or asks))
    return spans


def _asks(unit: Unit, directive: Directive) -> bool:
    body = unit.code[slice(*directive.body)]
    return FOR_HIP.search(body) is not None and FOR_CUDA.search(body) is None


def _opens_file(unit: Unit, index: int) -> bool:
    """Say whether a condition is an include guard: `#ifndef X` with `#define X` behind it."""
    pair = unit.directives[index : index + 2]
    if [half.name for half in pair] != [b"ifndef", b"define"]:
        return False
    names = [unit.code[slice(*half.body)].split()[:1] for half in pair]
    return names[0] == names[1]


def inside(spans: list[Span], offset: int) -> bool:
    """Say whether a byte lies in one of some spans."""
    return bool(spans) and any(start <= offset < end for start, end in spans)


def is_hip(unit: Unit, rules: RuleSet) -> bool:
    """Say whether a file is HIP source: it includes HIP's headers, and none of CUDA's."""
    paths = [unit.source[slice(*include.path)] for include in unit.text.includes]
    for_hip = any(path.startswith(HIP_HEADERS) or path.endswith(b"hipify_warp32.h") for path in paths)
    return for_hip and not any(path in rules.headers and rules.headers[path].to != path for path in paths)

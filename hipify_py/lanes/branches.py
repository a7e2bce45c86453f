"""Tell which parts of a file a condition has already decided for HIP, and which file is HIP's own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.lexer import Directive
    from hipify_py.rules import RuleSet
    from hipify_py.syntax import Unit

FOR_HIP = re.compile(rb"(?<![A-Za-z])(?:HIP|ROCM|ROCm)|__AMD|__GFX\d")
WORDS = (b"HIP", b"ROCM", b"ROCm", b"__AMD", b"__GFX")  # without one nothing asks for HIP
BY_COMPILER = re.compile(rb"__(?:HIP|AMD|GFX)|\bUSE_ROCM\b")  # set by HIP compilers, or by PyTorch for them
NOT_HIP = re.compile(rb"!\s*(?:defined\s*\(?\s*)?\w*(?:HIP|ROCM|ROCm)")
FOR_CUDA = re.compile(rb"__CUDA|__NVCC__")
HIP_HEADERS = (b"hip/", b"hipcub/", b"rocprim/")


class Sides(NamedTuple):
    """What conditions say about HIP: the `#if` to `#endif` ranges that ask for it, and what is its own.

    HIP's own are branches of which the condition asks for HIP, and all that a HIP compiler decides by its own
    macros. The CUDA side of a project's own macro is not: a HIP compiler reads it unless the build sets that.
    """

    decided: tuple[Span, ...]
    own: tuple[Span, ...]


@dataclass(slots=True)
class _Chain:
    """One open `#if`: where it and its last branch begin, whose that branch is, and what was asked so far."""

    start: int
    branch: int
    own: bool = False
    asked: bool = False
    by_compiler: bool = False

    def turn(self, unit: Unit, directive: Directive, *, opens: bool = False) -> None:
        """Begin a branch with a directive; `opens` is for an include guard, which asks for nothing."""
        self.branch = directive.span.start
        if directive.name == b"else":  # what is left: HIP's own where the other side was for CUDA
            self.own = self.asked and not self.own
            return
        asks = not opens and _asks(unit, directive)
        self.own = asks and not _refuses(unit, directive)
        self.asked |= asks
        self.by_compiler |= asks and BY_COMPILER.search(unit.code, *directive.body) is not None


@lru_cache(maxsize=1)
def sides(unit: Unit) -> Sides:
    """Read the conditions of a file. Whoever wrote them has said what each compiler gets."""
    decided: list[Span] = []
    own: list[Span] = []
    chains: list[_Chain] = []
    asking = any(word in unit.code for word in WORDS)
    for index, directive in enumerate(unit.directives if asking else ()):
        if directive.name.startswith(b"if"):
            chains.append(_Chain(directive.span.start, directive.span.start))
            chains[-1].turn(unit, directive, opens=_opens_file(unit, index))
        elif chains and (directive.name == b"endif" or directive.name.startswith(b"el")):
            last = chains[-1]
            if last.own or last.by_compiler:
                own.append(Span(last.branch, directive.span.end))
            if directive.name != b"endif":
                last.turn(unit, directive)
                continue
            if chains.pop().asked:
                decided.append(Span(last.start, directive.span.end))
    return Sides(tuple(decided), tuple(own))


def _refuses(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition holds only where the compiler is not HIP's."""
    if directive.name in {b"ifndef", b"elifndef"}:
        return True
    found = NOT_HIP.search(unit.code, *directive.body)
    return found is not None and b"||" not in unit.code[slice(*directive.body)]


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


def conditional(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a branch of a condition, be it what it may; an include guard is none."""
    chains: list[bool] = []
    for index, directive in enumerate(unit.directives):
        if directive.span.start >= offset:
            break
        if directive.name.startswith(b"if"):
            chains.append(not _opens_file(unit, index))
        elif directive.name == b"endif" and chains:
            chains.pop()
    return any(chains)


def inside(spans: Sequence[Span], offset: int) -> bool:
    """Say whether a byte lies in one of some spans."""
    return bool(spans) and any(start <= offset < end for start, end in spans)


def is_hip(unit: Unit, rules: RuleSet) -> bool:
    """Say whether a file is HIP source: it includes HIP's headers, and none of CUDA's."""
    paths = [unit.source[slice(*include.path)] for include in unit.text.includes]
    for_hip = any(path.startswith(HIP_HEADERS) or path.endswith(b"hipify_warp32.h") for path in paths)
    return for_hip and not any(path in rules.headers and rules.headers[path].to != path for path in paths)

"""Lines of makefiles and scripts that read what nvcc prints of its version: hipcc prints other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import DIFFERS, STAYS, Said, decoded
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_lexer import Line
    from hipify_py.rules.model import RuleSet

ASKED = re.compile(
    rb"(?P<program>(?<![\w.-])nvcc|\$[({]?(?:NVCC|CUDACC)[)}]?)[\"']?[ \t]+(?:--version|-V)(?![\w-])"
    rb"(?P<behind>[^\r\n;]*)"
)
CAPTURED = re.compile(rb"(?:\$\(|`)(?P<words>[^()`]*+)")
WHY = (
    "what it prints is read here, and hipcc prints other lines: hipconfig --version gives HIP's number alone"
)


def version_queries(code: bytes, line: Line, rules: RuleSet) -> Iterator[Said]:
    """Say where what nvcc prints is read; a finding that the name stays is at the name alone."""
    asked = [*ASKED.finditer(code, *line.span)]
    captured = [Span(*one.span("words")) for one in CAPTURED.finditer(code, *line.span)] if asked else []
    for found in asked:
        if b"|" not in found["behind"] and not inside(captured, found.start()):
            continue
        span, name = Span(*found.span("program")), decoded(found["program"])
        if name == "nvcc":
            yield finding(rules, STAYS, span, name=name, why=WHY)
        else:
            yield finding(rules, DIFFERS, span, name=name, becomes="becomes hipcc", why=WHY)

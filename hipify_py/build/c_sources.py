"""Sources of C among those that nvcc compiles with a standard of C++: clang++ refuses that for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.build.standards import ANY
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_calls import Calls
    from hipify_py.build.make_lexer import Line, Makefile
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet

AS_C = "B037"
SOURCE = re.compile(rb"(?<![\w./$(){}%*-])[\w./$(){}%*-]+\.c(?![\w.%])")
PREREQUISITES = re.compile(rb"\$[<^+?]|\$[({][<^+?][DF]?[)}]")
SUFFIXES = re.compile(rb"[ \t]*(\.c)(?:\.\w+)?[ \t]*:")  # a rule for an ending: `.c.o:`
LANGUAGE = re.compile(rb"(?<![\w-])(?:-x|--x)[ \t=]*(?:cu|c\+\+)(?!\w)")


def c_sources(file: Makefile, nvcc: Calls, rules: RuleSet) -> Iterator[Finding]:
    """Say, once, that a line has a source of C compiled with a standard of C++."""
    rule: Line | None = None
    for line in file.lines:
        rule = line if line.kind == "rule" else None if line.kind == "assignment" else rule
        if line.left or line.kind not in {"recipe", "command"} or not nvcc.calls(line):
            continue
        place = _source(file.code, line, rule)
        texts = nvcc.texts(line) if place else []
        standard = next((found[0] for text in texts if (found := ANY.search(text))), b"")
        if place and standard and not any(LANGUAGE.search(text) for text in texts):
            source = decoded(file.code[slice(*place)])
            yield finding(rules, AS_C, place, source=source, flag=decoded(standard))
            return


def _source(code: bytes, line: Line, rule: Line | None) -> Span | None:
    """Give where a source of C is named that a line compiles, in it or in the rule that it belongs to."""
    if found := SOURCE.search(code, *line.span):
        return Span(*found.span())
    if rule is None or not PREREQUISITES.search(code, *line.span):
        return None
    if of_ending := SUFFIXES.match(code, *rule.span):
        return Span(*of_ending.span(1))
    colon = code.find(b":", *rule.span)
    found = SOURCE.search(code, colon + 1, rule.span.end) if colon >= 0 else None
    return Span(*found.span()) if found else None

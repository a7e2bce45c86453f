"""Sources of C among those that nvcc compiles with a standard of C++: clang++ refuses that for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.make_calls import SHOWS
from hipify_py.build.make_rules import sources, with_rules
from hipify_py.build.names import decoded
from hipify_py.build.standards import ANY
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.make_calls import Calls
    from hipify_py.build.make_lexer import Makefile
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet

AS_C = "B037"
SOURCE = re.compile(rb"(?<![\w./$(){}%*-])([\w./$(){}%*-]+\.c)(?![\w.%])")
SUFFIXES = re.compile(rb"[ \t]*(\.c)(?:\.\w+)?[ \t]*:")  # a rule for an ending: `.c.o:`
LANGUAGE = re.compile(rb"(?<![\w-])(?:-x|--x)[ \t=]*(?:cu|c\+\+)(?!\w)")


def c_sources(file: Makefile, nvcc: Calls, rules: RuleSet) -> Iterator[Finding]:
    """Say, once, that a line has a source of C compiled with a standard of C++."""
    for line, rule in with_rules(file):
        is_command = line.kind in {"recipe", "command"} and not SHOWS.match(file.code, *line.span)
        if line.left or not is_command or not nvcc.calls(line):
            continue
        source = next(iter(sources(file.code, line, rule, SOURCE, SUFFIXES)), None)
        texts = nvcc.texts(line) if source else []
        standard = next((found[0] for text in texts if (found := ANY.search(text))), b"")
        if source and standard and not any(LANGUAGE.search(text) for text in texts):
            place, name = Span(*source.span(1)), decoded(source[1])
            yield finding(rules, AS_C, place, source=name, flag=decoded(standard))
            return

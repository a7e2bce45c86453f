"""Files that a makefile includes: their paths, as far as it tells them, and which nobody converts."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

INCLUDE = re.compile(rb"(?m)^ *(?:-|s)?include[ \t]++((?:\\\r?\n|[^#\r\n])+)")
GOES_ON = re.compile(r"\\\r?\n")
REFERENCE = re.compile(r"\$\([^()]*(?:\([^()]*\)[^()]*)*\)|\$\{[^{}]*\}|\$\w")
WILDCARD = re.compile(r"\$\(wildcard[ \t]++([^()]*)\)")
NAMED = re.compile(r"\w")  # what is a reference alone may be any file
SKIPPED = "B030"
LEFT = "asks for CUDA and is not converted here: name it beside this file, or mend it by hand"


def included(source: bytes, path: str) -> Iterator[tuple[Span, str]]:
    """Give what a makefile includes as patterns of absolute paths: any text stands for a reference.

    What is below a reference may lie anywhere. With each goes the span of all that its line includes.
    """
    folder = posixpath.dirname(path)
    for found in INCLUDE.finditer(source):
        text = WILDCARD.sub(r"\1", GOES_ON.sub(" ", decoded(found[1])))
        for word in REFERENCE.sub("*", text).split():
            if NAMED.search(posixpath.basename(word)):
                anywhere = word.startswith("*/")
                pattern = word if anywhere else posixpath.join(folder, word)
                yield Span(*found.span(1)), posixpath.normpath(pattern)


def unread_includes(source: bytes, rules: RuleSet, options: Options) -> Iterator[Finding]:
    """Report what a makefile includes that asks for CUDA, and that the run does not convert."""
    for found in INCLUDE.finditer(source) if options.project.skipped else ():
        if found[1] in options.project.skipped:
            text = found[1].rstrip()
            name = " ".join(GOES_ON.sub(" ", decoded(text)).split())
            said = finding(rules, SKIPPED, Span(found.start(1), found.start(1) + len(text)), name=name)
            yield said._replace(message=f"{name} {LEFT}")

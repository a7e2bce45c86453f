"""Carry renamed files over into the build files that mention them (`--rename`)."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hipify_py.edits import render, settle
from hipify_py.model import Edit, Result, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

NAMES = frozenset(
    {
        "BUILD",
        "BUILD.bazel",
        "CMakeLists.txt",
        "GNUmakefile",
        "Makefile",
        "makefile",
        "meson.build",
        "setup.py",
    }
)
ENDINGS = (".bzl", ".cmake", ".mak", ".mk", ".ninja")
MENTION = re.compile(rb"[\w./+*%-]*\.cu(?!\w|\.\w)")


def is_build_file(path: str) -> bool:
    """Say whether a path is that of a file which tells a build system about sources."""
    name = posixpath.basename(path)
    return name in NAMES or name.endswith(ENDINGS)


def mentions(source: bytes, rules: RuleSet, options: Options) -> Result:
    """Rename the mentions of renamed files in a build file; report patterns and names that fit no file."""
    project = options.project
    edits: list[Edit] = []
    findings: list[Finding] = []
    for found in MENTION.finditer(source):
        text = found[0].decode("utf-8", "surrogateescape")
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(options.path or ""), text))
        path = project.files.get(beside) or project.files.get(posixpath.normpath(text.lstrip("/")))
        if path is not None and path in project.renamed:
            new = posixpath.basename(project.renamed[path]).encode("utf-8", "surrogateescape")
            start = found.end() - len(posixpath.basename(text).encode("utf-8", "surrogateescape"))
            edits.append(Edit(Span(start, found.end()), (new,), "F020", "renamed file"))
        elif path is None:
            findings.append(finding(rules, "F021", Span(*found.span()), text=text))
    kept, _ = settle(edits)
    return Result(source, render(source, kept), tuple(kept), tuple(findings))

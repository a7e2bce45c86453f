"""Mentions of renamed files (`--rename`) in the files that tell a build system about sources."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.names import Said
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

MENTION = re.compile(rb"[\w./+*%-]*\.cu(?!\w|\.\w)|^\.cu(?=\.\w+[ \t]*:)", re.MULTILINE)
OPEN = re.compile(rb"[*%?\[\]]|\A\.cu\Z")


def path_of(text: str, options: Options) -> str | None:
    """Give the path of the file of the run that a build file mentions; None where it is none."""
    files = options.project.files
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(options.path or ""), text))
    return files.get(beside) or files.get(posixpath.normpath(text.lstrip("/")))


def mentions(source: bytes, rules: RuleSet, options: Options) -> Iterator[Said]:
    """Rename the mentions of renamed files in a build file; report names that fit no file of the run.

    A pattern such as `*.cu` or a suffix follows where every `.cu` file of the run is renamed to one ending.
    """
    project = options.project
    ending = ending_of_all(options)
    for found in MENTION.finditer(source):
        text = found[0].decode("utf-8", "surrogateescape")
        path = path_of(text, options)
        if path is not None and path in project.renamed:
            new = posixpath.basename(project.renamed[path]).encode("utf-8", "surrogateescape")
            start = found.end() - len(posixpath.basename(text).encode("utf-8", "surrogateescape"))
            yield Edit(Span(start, found.end()), (new,), "F020", "renamed file")
        elif path is None and ending and OPEN.search(found[0]):
            yield Edit(Span(found.end() - 3, found.end()), (ending.encode(),), "F020", "renamed file")
        elif path is None:
            yield finding(rules, "F021", Span(*found.span()), text=text)


def ending_of_all(options: Options) -> str:
    """Give the new ending of the `.cu` files of a run, if all of them get it; empty where some stay."""
    project = options.project
    sources = {path for path in project.files.values() if path.endswith(".cu")}
    endings = {new.removeprefix(old.removesuffix(".cu")) for old, new in project.renamed.items()}
    return endings.pop() if sources <= project.renamed.keys() and len(endings) == 1 else ""

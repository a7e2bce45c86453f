"""Rename and report the paths of CUDA headers, in includes, in `__has_include` and in macros."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from hipify_py import lexer
from hipify_py.context import own_file
from hipify_py.model import Edit, Span
from hipify_py.naming import Match, finding, rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Options
    from hipify_py.rules import RuleSet
    from hipify_py.syntax import Unit

HEADER_MACRO = re.compile(rb"[<\"]([\w./+-]+)[>\"]\s*\Z")


def headers(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Rename and report included headers; a path is looked up whole, and a file of the project is its own."""
    renamed = options.project.renamed
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        own = own_file(path, include.quote == b'"', options, rules)
        known = rules.headers.get(path)
        if own is not None:
            if own in renamed:
                new = posixpath.basename(renamed[own]).encode()
                span = Span(include.path.end - len(posixpath.basename(path)), include.path.end)
                yield Match((Edit(span, (new,), "F020", "renamed file"),))
        elif known is not None:
            edit, said = rename(rules, include.path, path, known)
            said = [f for f in said if f.rule != "N001"] or [
                finding(rules, "N005", include.path, name=path.decode(), why=known.note) for _ in said
            ]
            kept = Edit(edit.span, edit.parts, "N008", "header") if edit else None
            yield Match((kept,) if kept else (), tuple(said))
    for include in lexer.asked(unit.text):
        known = rules.headers.get(unit.source[slice(*include.path)])
        if known is not None and known.to:
            yield Match((Edit(include.path, (known.to,), "N008", "header"),))


def header_macros(unit: Unit, rules: RuleSet) -> Iterator[Match]:
    """Report macros that stand for the path of a CUDA header: they may be included anywhere."""
    for directive in unit.directives:
        found = HEADER_MACRO.search(unit.source, *directive.body) if directive.name == b"define" else None
        known = rules.headers.get(found[1]) if found else None
        if found and known and known.to != found[1]:
            to = known.note if known.to is None else f"its counterpart is {known.to.decode()}"
            span = Span(*found.span(1))
            yield Match((), (finding(rules, "N010", span, name=found[1].decode(), why=to),))

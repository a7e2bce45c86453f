"""Rename and report the paths of CUDA headers, in includes, in `__has_include` and in macros."""

from __future__ import annotations

import posixpath
from bisect import bisect_right
from typing import TYPE_CHECKING

from hipify_py import lexer
from hipify_py.context import own_file
from hipify_py.model import Edit, Span
from hipify_py.naming import Match, finding, rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Options
    from hipify_py.nametable import Name
    from hipify_py.rules import RuleSet
    from hipify_py.syntax import Unit


def headers(unit: Unit, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Rename and report included headers; a path is looked up whole, and a file of the project is its own."""
    renamed = options.project.renamed
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        own = own_file(path, include.quote == b'"', options, rules)
        known = looked_up(rules, path)
        if own is not None:
            if own in renamed:
                new = posixpath.basename(renamed[own]).encode()
                span = Span(include.path.end - len(posixpath.basename(path)), include.path.end)
                yield Match((Edit(span, (new,), "F020", "renamed file"),))
        elif known is not None:
            edit, said = rename(rules, include.path, path, known)
            if known.to is None:
                gone = finding(rules, "N005", include.path, name=path.decode(), why=known.note)
                said = [gone._replace(origin=known.origin)]
            kept = edit._replace(rule="N008", kind="header") if edit else None
            yield Match((kept,) if kept else (), tuple(said))
    for include in lexer.asked(unit.text):
        known = looked_up(rules, unit.source[slice(*include.path)])
        if known is not None and known.to:
            yield Match((Edit(include.path, (known.to,), "N008", "header", known.origin),))


def looked_up(rules: RuleSet, path: bytes) -> Name | None:
    """Give what is known of an include path, else of everything below its first folder (`cutlass/`)."""
    return rules.headers.get(path) or rules.headers.get(path.partition(b"/")[0] + b"/")


def header_macros(unit: Unit, rules: RuleSet) -> Iterator[Match]:
    """Report macros that stand for the path of a CUDA header: they may be included anywhere."""
    for span in unit.macro_paths:
        name = unit.source[slice(*span)]
        known = looked_up(rules, name)
        if known and known.to != name:
            to = known.note if known.to is None else f"its counterpart is {known.to.decode()}"
            said = finding(rules, "N010", span, name=name.decode(), why=to)
            yield Match((), (said._replace(origin=known.origin),))


def candidates(unit: Unit, rules: RuleSet) -> tuple[tuple[Span, bytes], ...]:
    """Give every name in code that some rule may speak about: not the parts of a header's path."""
    paths = unit.header_paths
    starts = [path.start for path in paths]

    def in_path(span: Span) -> bool:
        at = bisect_right(starts, span.start)
        return at > 0 and span.start < paths[at - 1].end

    return tuple(one for one in unit.find(rules.candidate) if not in_path(one[0]))

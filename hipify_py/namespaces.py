"""Rename and report namespaces of CUDA's libraries, and names that mean something only in one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.naming import Match, rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules import Name, RuleSet
    from hipify_py.syntax import Unit

QUALIFIES = re.compile(rb"\s*::")
INSIDE_WORD = re.compile(rb"\w\w")
SCOPED = re.compile(rb"(?:\w\s*::|\.|->)\Z")


def namespaces(unit: Unit, rules: RuleSet) -> Iterator[Match]:
    """Rename and report namespaces where they qualify a name, are aliased, or are used as a whole.

    A namespace that the file opens itself, and that has no counterpart, is the program's own.
    """
    for name, known in rules.namespaces.items():
        first = name.split(b"::")[0]
        places = list(_places(unit, name)) if first in unit.code else []
        if places and known.to is None and _opens(unit, first):
            continue
        for span in places:
            edit, said = rename(rules, span, name if known.to else name + b"::", known)
            yield Match((edit,) if edit else (), tuple(said))


def _opens(unit: Unit, name: bytes) -> bool:
    return re.search(rb"\bnamespace\s+" + name + rb"\s*(?:\{|::\s*\w+\s*\{)", unit.code) is not None


def _places(unit: Unit, name: bytes) -> Iterator[Span]:
    """Find a namespace that stands at the head of a qualified name, or for itself."""
    tokens = rb"(?:\s|\\\n)*::(?:\s|\\\n)*".join(re.escape(part) for part in name.split(b"::"))
    # No \b in front: a search for a literal is several times as fast.
    pattern = tokens + rb"\b(?=(?:\s|\\\n)*(?:::|;|\{))"
    for found in re.finditer(pattern, unit.code):
        if found.start() and INSIDE_WORD.match(unit.code, found.start() - 1):
            continue
        before = unit.code[max(0, found.start() - 64) : found.start()].rstrip()
        qualifies = QUALIFIES.match(unit.code, found.end()) is not None
        named = before.endswith((b"namespace", b"=")) and not qualifies
        if (qualifies or named) and not SCOPED.search(before):
            yield Span(*found.span())


def scoped(unit: Unit, rules: RuleSet) -> Iterator[Match]:
    """Rename and report names behind their namespace or an alias, and bare ones where it is used whole."""
    for namespace, names in rules.scoped.items():
        if namespace not in unit.code:
            continue
        target = re.escape(namespace)
        aliases = re.findall(rb"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?" + target + rb"\s*;", unit.code)
        heads = b"|".join([target, *map(re.escape, sorted(set(aliases)))])
        yield from _members(unit, rules, names, rb"\b(?:" + heads + rb")\s*::\s*(\w+)")
        if re.search(rb"\busing\s+namespace\s+(?:::\s*)?" + target + rb"\s*;", unit.code):
            listed = b"|".join(re.escape(name) for name in names)
            yield from _members(unit, rules, names, rb"(?<![\w:.>])(" + listed + rb")\b(?=\s*[(<])")


def _members(unit: Unit, rules: RuleSet, names: dict[bytes, Name], pattern: bytes) -> Iterator[Match]:
    for found in re.finditer(pattern, unit.code):
        known = names.get(found[1])
        if known is not None and not SCOPED.search(unit.code, max(0, found.start() - 64), found.start()):
            edit, said = rename(rules, Span(*found.span(1)), found[1], known)
            yield Match((edit,) if edit else (), tuple(said))

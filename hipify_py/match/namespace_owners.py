"""Whose a namespace is that bears the name of one of CUDA's: programs have a `cuda` of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.brought_headers import LIBCUXX
from hipify_py.model import Span
from hipify_py.outcomes import Match, finding
from hipify_py.resolve.project_files import included_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.resolve.qualified_names import Place
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

BRINGS_CUDA = re.compile(LIBCUXX + rb"|cuda_(?:pipeline|awbarrier)\b")
"""How the paths of headers begin that bring the namespace `cuda`."""
BRINGS = {b"cuda": BRINGS_CUDA, b"cub": re.compile(rb"(?:hip)?cub/")}


def lacking(rules: RuleSet, root: bytes) -> bool:
    """Say whether a namespace is one of CUDA's without a counterpart in HIP."""
    known = rules.namespaces.get(root)
    return known is not None and known.to is None


def is_brought(unit: Unit, root: bytes, options: Options) -> bool:
    """Say whether a file includes the library of a namespace whose name programs use for their own, too."""
    brings = BRINGS.get(root)
    is_there = options.project.libcuxx and root == b"cuda"
    return is_there or (brings is not None and any(map(brings.match, unit.included)))


def is_doubtful(unit: Unit, rules: RuleSet, root: bytes, options: Options) -> bool:
    """Say whether programs use the name of a namespace for their own, and nothing brings CUDA's here."""
    return root in BRINGS and lacking(rules, root) and not is_brought(unit, root, options)


def listed(rules: RuleSet, root: bytes) -> set[bytes]:
    """Give a namespace, and those within it, whose names the rules have: others there are not CUDA's."""
    inner = {name for name in rules.namespaces if name.startswith(root + b"::") and name in rules.scoped}
    return {root} | inner


def taken_for_own(unit: Unit, rules: RuleSet, place: Place, options: Options) -> Iterator[Match]:
    """Tell once that names in a namespace are taken for the program's, and which header may make them."""
    root, span = place.path[0], Span(place.spans[0].start, place.spans[-1].end)
    named = ((one, unit.source[slice(*one.path)]) for one in unit.text.includes)
    others = ((one, path) for one, path in named if root in path and path not in rules.headers)
    absent = (path for one, path in others if included_file(unit, one, options, rules) is None)
    header = next(absent, b"").decode("utf-8", "replace")
    where = f", perhaps of {header}, which is not in the tree" if header else ""
    said = finding(rules, "M165", span, name=b"::".join(place.path).decode(), where=where)
    yield Match(findings=(said._replace(cause=root.decode()),))

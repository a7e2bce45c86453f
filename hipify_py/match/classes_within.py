"""Classes with functions in templates of functions that are instantiated by themselves.

clang makes the functions of such a class where the template is instantiated, and takes what it makes of the
headers before for a part of the kernel. Where a use instantiates the template it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.linkage import names, scope_of
from hipify_py.source.brackets import outline
from hipify_py.source.defined_types import TAGS, defined_types
from hipify_py.source.functions import functions
from hipify_py.source.tokens import token_before
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

Path = tuple[bytes, ...]  # of a name: its scopes, and itself

INSTANCE = re.compile(rb"\btemplate\s++(?=[A-Za-z_])([^;{}()]{0,1000}+)[;(]")
BEFORE = frozenset((b"extern", b".", b"->", b"::", b"<", b","))
NAME = re.compile(rb"\w++|::|[<>]")
ALIAS = re.compile(rb"\bnamespace\s++(\w++)\s*+=([^;{}]*+)")
FUNCTION = re.compile(rb"\)[^;{}()=]*+(?::[^;{}]*+)?\{")  # with a body; braces in what is left of a class
ENUM, TEMPLATE = b"enum", "template_declaration"


def instantiated(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report such classes, each at its place."""
    if not _instances(unit) or not read_for_device(unit, options):
        return
    classes = [one for one in defined_types(unit) if one.keyword != ENUM]
    around = functions(unit, [one.at for one in classes])
    for one in classes:
        function = around.get(one.at)
        if function is None or not function.of_device or not function.body.start < one.at:
            continue
        if not FUNCTION.search(outline(unit.code[one.body.start + 1 : one.body.end - 1])):
            continue
        is_template = any(node.type == TEMPLATE for node in unit.around(Span(one.at, one.at + 1)))
        if is_template and _is_instance(unit, function) and not is_left_alone(unit, one.at):
            name = one.name.decode() or f"this {one.keyword.decode()}"
            said = report(rule, Span(one.at, one.body.end), {"name": name, "function": function.name})
            yield Match(findings=(said,))


def _is_instance(unit: Unit, function: Function) -> bool:
    """Say whether a file instantiates a function, or a class that it is of, by itself."""
    path = (*_around(unit, function.span.start), *_last_path(function.name.encode()))
    ends = (path[: at + 1] for at in range(len(path)))
    return any(names(unit, one, named) for one in ends for named in _instances(unit).get(one[-1], ()))


@fact
def _instances(unit: Unit) -> Mapping[bytes, frozenset[Path]]:
    """Give the functions and classes of which a file has an explicit instantiation, by their last names."""
    found: dict[bytes, set[Path]] = {}
    aliases = {one[1]: _last_path(one[2]) for one in word_matches(unit, ALIAS, b"namespace")}
    for one in word_matches(unit, INSTANCE, b"template"):
        path = _last_path(one[1]) if token_before(unit.code, one.start()).text not in BEFORE else ()
        if path:
            first = aliases.get(path[0], path[:1]) if len(path) > 1 else path
            whole = (*_around(unit, one.start()), *first, *path[1:])
            found.setdefault(path[-1], set()).add(whole)
    return {name: frozenset(paths) for name, paths in found.items()}


def _around(unit: Unit, at: int) -> Path:
    return _last_path(scope_of(unit, Span(at, at + 1)) or b"")


def _last_path(head: bytes) -> Path:
    """Give the last name outside of arguments of templates, with the scopes before it."""
    depth, is_joined = 0, False
    path: Path = ()
    for one in NAME.finditer(head):
        text = one[0]
        depth += (text == b"<") - (text == b">")
        if not depth and text not in {b"<", b">", *TAGS}:
            path = path if text == b"::" else (*path, text) if is_joined else (text,)
            is_joined = text == b"::"
    return path

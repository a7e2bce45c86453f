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
    from hipify_py.source.unit import Unit

INSTANCE = re.compile(rb"\btemplate\s++(?=[A-Za-z_])([^;{}()]{0,1000}+)[;(]")
BEFORE = frozenset((b"extern", b".", b"->", b"::", b"<", b","))
NAME = re.compile(rb"\w++|[<>]")
FUNCTION = re.compile(rb"\)[^;{}()=]*+(?::[^;{}]*+)?\{")  # with a body; braces in what is left of a class
ENUM, TEMPLATE = b"enum", "template_declaration"
OF_DEVICE = frozenset(("kernel", "device"))


def instantiated(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report such classes, each at its place."""
    if not _instances(unit) or not read_for_device(unit, options):
        return
    classes = [one for one in defined_types(unit) if one.keyword != ENUM]
    around = functions(unit, [one.at for one in classes])
    for one in classes:
        function = around.get(one.at)
        if function is None or function.kind not in OF_DEVICE or not function.body.start < one.at:
            continue
        if not FUNCTION.search(outline(unit.code[one.body.start + 1 : one.body.end - 1])):
            continue
        nodes = unit.around(Span(one.at, one.at + 1))
        named = {part.partition("<")[0].encode() for part in function.name.split("::")}
        named |= {_names_at(unit).get(node.start_byte, b"") for node in nodes}
        is_template = any(node.type == TEMPLATE for node in nodes)
        if is_template and named & _instances(unit) and not is_left_alone(unit, one.at):
            name = one.name.decode() or f"this {one.keyword.decode()}"
            said = report(rule, Span(one.at, one.body.end), {"name": name, "function": function.name})
            yield Match(findings=(said,))


@fact
def _names_at(unit: Unit) -> Mapping[int, bytes]:
    """Give the names of the classes of a file by where they begin."""
    return {one.at: one.name for one in defined_types(unit) if one.name}


@fact
def _instances(unit: Unit) -> frozenset[bytes]:
    """Give the names of the functions and classes of which a file has an explicit instantiation."""
    found = (
        _named(one[1])
        for one in word_matches(unit, INSTANCE, b"template")
        if token_before(unit.code, one.start()).text not in BEFORE
    )
    return frozenset(filter(None, found))


def _named(head: bytes) -> bytes:
    """Give the last name outside of arguments of templates."""
    depth, name = 0, b""
    for one in NAME.finditer(head):
        depth += (one[0] == b"<") - (one[0] == b">")
        name = one[0] if not depth and one[0] not in {b"<", b">", *TAGS} else name
    return name

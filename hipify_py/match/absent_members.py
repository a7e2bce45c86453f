"""Members that a template of a class asks for and does not have, in functions that nothing uses.

nvcc looks for them where the function is instantiated; clang, where no base depends on a parameter, at once.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.attribute_macros import is_attribute
from hipify_py.match.function_heads import behind_last
from hipify_py.match.runtime_include import read_for_device
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.macros import made_by
from hipify_py.source.class_fields import may_bring
from hipify_py.source.defined_types import defined_types
from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME, token_before
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.defined_types import DefinedType
    from hipify_py.source.unit import Unit

ASKED = re.compile(rb"\bthis\s*+->\s*+([A-Za-z_]\w*+)")
MEMBERS = (b"->", b".")  # stand before the name of what an object has
BEGINS = re.compile(  # a word before another one, or before `;`, and no type of what is declared
    rb"(?:[;{}]|(?m:^)[ \t]*+#.*+|\b(?:public|private|protected)\s*+:)\s*+"
    rb"([A-Za-z_]\w*+)\s*+(?!\w++\s*+[;,=\[])(?=([;\w~}]))"
)
HOLDS = re.compile(rb";|##|\b[A-Z][A-Z0-9_]+\b")  # a whole declaration, or another macro, of what one is for


def members(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report what is asked of `this` in a template of a class that has no base, and no member of the name."""
    asked = [Span(*one.span(1)) for one in word_matches(unit, ASKED, b"this")]
    if not asked or not _templates(unit) or not read_for_device(unit, options):
        return
    outside = functions(unit, [one.start for one in asked if _class_around(unit, one.start) is None])
    for one in asked:
        home = _class_around(unit, one.start)
        if home is None and one.start in outside:
            names = outside[one.start].name.split("::")[-2:-1]
            home = _templates(unit).get(names[0].partition("<")[0].encode()) if names else None
        name = unit.code[slice(*one)]
        if home is None or _templates(unit).get(home.name) != home or name in _declared(unit, home):
            continue
        if not unit.directive_at(one.start) and not is_left_alone(unit, one.start):
            values = {"name": name.decode(), "home": home.name.decode()}
            yield Match(findings=(report(rule, one, values),))


@fact
def _templates(unit: Unit) -> Mapping[bytes, DefinedType]:
    """Give the templates of classes without bases of which all members stand in the file, by their names."""
    times = Counter(one.name for one in _classes(unit))
    return {
        one.name: one
        for one in _classes(unit)
        if times[one.name] == 1
        and token_before(unit.code, one.at).text == b">"
        and one.made_of.start == one.made_of.end
        and not may_bring(unit, one.body)
        and not _has_macro(unit, one)
    }


def _has_macro(unit: Unit, home: DefinedType) -> bool:
    """Say whether a word without brackets begins a member of a class that may be a macro for whole ones."""
    places = _macros_for_members(unit)
    first, last = (bisect_left(places, at, key=lambda one: one.start) for at in home.body)
    head = unit.code[behind_last(unit, home.at) : home.at] if first < last else b""
    parameters = set(A_NAME.findall(head))  # of the template
    return any(unit.code[slice(*one)] not in parameters for one in places[first:last])


@fact
def _macros_for_members(unit: Unit) -> tuple[Span, ...]:
    """Give the words at which declarations begin that may be macros for some, by their text or their look."""
    texts = {name: unit.code[slice(*one.body)] for one in unit.directives if (name := made_by(unit, one))}
    found: list[Span] = []
    for one in BEGINS.finditer(unit.code):
        text = texts.get(one[1])
        if text is None:
            may_be = one[1].isupper() and len(one[1]) > 1 and not is_attribute(unit, one[1])
        else:
            may_be = one[2] == b";" or HOLDS.search(text, text.index(one[1]) + len(one[1])) is not None
        if may_be:
            found.append(Span(*one.span(1)))
    return tuple(found)


@fact
def _classes(unit: Unit) -> tuple[DefinedType, ...]:
    return tuple(one for one in defined_types(unit) if one.keyword != b"enum" and one.name)


@fact
def _changes(unit: Unit) -> tuple[tuple[int, DefinedType | None], ...]:
    """Give where another class becomes the innermost around what follows, and which, in order."""
    found: list[tuple[int, DefinedType | None]] = []
    around: list[DefinedType] = []
    for one in (*_classes(unit), None):
        while around and (one is None or around[-1].body.end <= one.body.start):
            end = around.pop().body.end
            found.append((end, around[-1] if around else None))
        if one:
            around.append(one)
            found.append((one.body.start, one))
    return tuple(found)


def _class_around(unit: Unit, at: int) -> DefinedType | None:
    """Give the innermost class around a place."""
    last = bisect_right(_changes(unit), at, key=lambda one: one[0])
    return _changes(unit)[last - 1][1] if last else None


@fact_of
def _declared(unit: Unit, home: DefinedType) -> frozenset[bytes]:
    """Give the names that stand in a class otherwise than as what an object has."""
    words = A_NAME.finditer(unit.code, *home.body)
    return frozenset(one[0] for one in words if token_before(unit.code, one.start()).text not in MEMBERS)

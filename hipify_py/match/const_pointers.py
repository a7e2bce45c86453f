"""Pointers to const through which CUB reads, where hipCUB takes pointers to what may change alone."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.declared_objects import own_names
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.source.brackets import BRACE, MOST, ROUND, arguments, closing, parts
from hipify_py.source.definitions import in_function
from hipify_py.source.function_reading import names
from hipify_py.source.functions import functions
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

ARGUMENTS = rb"<(?:[^<>;{}()]|<[^<>;{}()]*+>){1,200}+>"
ITERATOR = b"CacheModifiedInputIterator"
# An object's name may stand before the bracket; another modifier than this takes pointers to const.
MADE = rb"(?<!\w)(?:" + ITERATOR + rb"\s*+" + ARGUMENTS + rb"|%b)\s*+(?:[A-Za-z_]\w*+\s*+)?[({]"
LOADED = re.compile(rb"(?<!\w)ThreadLoad\s*+<\s*+(?:\w++\s*+::\s*+)*+LOAD_CG\s*+>\s*+\(")
CALLED = re.compile(rb"\s*+[(<]")
LONGEST = 400  # bytes of what is in the brackets
# The type to which a pointer that a function declares points, if it is one to const.
TYPE = rb"(?:(?:unsigned|signed|long|short)\s++){0,3}(?:\w++\s*+::\s*+){0,8}\w++"
POINTER = re.compile(
    rb"(?:\bconst\s++(" + TYPE + rb")|[(,;{}]\s*+(" + TYPE + rb")\s++const)"
    rb"\s*+\*\s*+(?:(?:const|__restrict__|__restrict)\b\s*+)*+([A-Za-z_]\w*+)"
)
# A name behind a type and a `*`, and a name or a member of an object.
ANY_POINTER = re.compile(
    rb"[\w>]\s*+\*\s*+(?:(?:const|__restrict__|__restrict)\b\s*+)*+([A-Za-z_]\w*+)\s*+[;,)=\[{]"
)
PATH = re.compile(rb"(?:\w++(?:\.|->))*+([A-Za-z_]\w*+)")
# Which arguments of hipCUB's functions are pointers to what may change, though they are read alone.
READ = {b"CsrMV": slice(2, 6), b"MultiHistogramEven": slice(4, 7), b"MultiHistogramRange": slice(4, 6)}


def input_pointers(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Cast the pointer that an iterator is made of, or that is loaded from, where it is one to const."""
    aliases = own_names(unit, {ITERATOR}) if ITERATOR in unit.code else frozenset()
    made = re.compile(MADE % b"|".join([rb"(?!)", *sorted(aliases)]))
    for found in (*made.finditer(unit.code), *LOADED.finditer(unit.code)):
        limit, pair = found.end() + LONGEST, BRACE if found[0].endswith(b"{") else ROUND
        inner = Span(found.end(), closing(unit.code, found.end() - 1, limit, pair) - 1)
        given = parts(unit.code, *inner)
        kind = _cast_to(unit, given[0], rules) if len(given) == 1 else None
        if kind is None:
            continue
        yield _cast(rule, given[0], kind)


def handed_pointers(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Cast the pointers to const that functions by the rule's `word` are given by their names alone."""
    for _, listed in _calls(unit, rule):
        for given in listed:
            kind = _cast_to(unit, given, rules) if A_NAME.fullmatch(unit.code, *given) else None
            if kind is not None:
                yield _cast(rule, given, kind)


def hidden_pointers(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report calls by the rule's `word` with pointers of which the file does not show what they point to.

    The `word` names the function in its first group; `READ` says which of its arguments are read alone.
    """
    for called, given in _calls(unit, rule):
        hidden = (one for one in given[READ[called[1]]] if _is_hidden(unit, one, rules))
        if (first := next(hidden, None)) is not None:
            text = unit.code[slice(*first)].decode("utf-8", "replace")
            yield Match(findings=(report(rule, first, {"name": text}),))


def _calls(unit: Unit, rule: Rule) -> Iterator[tuple[re.Match[bytes], list[Span]]]:
    """Give the calls by a rule's `word`, each with its arguments."""
    for called in re.finditer(rule.word.encode(), unit.code):
        opens = token_at(unit.code, called.end())
        if opens.text == b"(":
            limit = min(len(unit.code), called.end() + MOST)
            yield called, arguments(unit.code, opens.start, limit)


def _cast(rule: Rule, given: Span, kind: bytes) -> Match:
    return Match((Edit(given, (b"const_cast<", kind, b" *>(", given, b")"), rule.id, "cast"),))


def _is_hidden(unit: Unit, given: Span, rules: RuleSet) -> bool:
    """Say whether an argument is a name or a member that may point to const, for all that the file says."""
    path = PATH.fullmatch(unit.code, *given)
    home = functions(unit, [given.start]).get(given.start) if path else None
    if path is None or home is None:
        return False
    name = path[1]
    declared = names(unit, home).declaration(name, given.start) if path.start(1) == given.start else None
    if declared is not None:
        if _pointed_to(unit, given) is not None:
            return _cast_to(unit, given, rules) is None
        return declared.pointers == 0 or declared.type_in(unit.code) in {b"auto", b"const auto"}
    return _pointers(unit).get(name, True)


@fact
def _pointers(unit: Unit) -> dict[bytes, bool]:
    """Give the names that a file declares as pointers anywhere, and whether one of them is to const."""
    found = dict.fromkeys((one[1] for one in ANY_POINTER.finditer(unit.code)), False)
    return found | dict.fromkeys((one[3] for one in POINTER.finditer(unit.code)), True)


def _cast_to(unit: Unit, given: Span, rules: RuleSet) -> bytes | None:
    """Give the type of `_pointed_to` by HIP's name; None where HIP has none."""
    kind = _pointed_to(unit, given) or b""
    entries = {name: rules.names[name] for name in A_NAME.findall(kind) if name in rules.names}
    if not kind or any(one.to is None for one in entries.values()):
        return None
    return A_NAME.sub(lambda one: (entries[one[0]].to or b"") if one[0] in entries else one[0], kind)


def _pointed_to(unit: Unit, given: Span) -> bytes | None:
    """Give the type to which the pointer points that an expression begins with, where that is const."""
    name = A_NAME.match(unit.code, given.start)
    home = in_function(unit, given.start) if name else None
    if name is None or home is None or CALLED.match(unit.code, name.end()):
        return None
    places = _declared(unit, home).get(name[0], ())
    before = bisect_left(places, (given.start,)) - 1
    return places[before][1] if before >= 0 else None


@fact_of
def _declared(unit: Unit, home: Span) -> dict[bytes, list[tuple[int, bytes]]]:
    """Give where a function declares pointers to const, by their names, and the types to which they point."""
    found: dict[bytes, list[tuple[int, bytes]]] = {}
    for one in POINTER.finditer(unit.code, *home):
        found.setdefault(one[3], []).append((one.start(), one[1] or one[2]))
    return found

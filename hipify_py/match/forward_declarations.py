"""Functions that are defined for both sides, and declared without a word of it, before or behind that.

nvcc gives a function what any of its declarations says; clang says that the two cannot overload each other.
`match.declared_attributes` is for the other way round, and `match.members` for the members of classes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.attribute_macros import OPEN, SIDES, SOME, agreed_words, meaning, own_macros, sides_in
from hipify_py.match.declared_attributes import BARE, STAYS, TEMPLATE, declared_words, macros, typed
from hipify_py.match.function_heads import FRIEND, Head, function_scope, head_of, words_before
from hipify_py.match.function_homes import may_be
from hipify_py.match.function_keys import is_function_key, plain, typed_key
from hipify_py.match.function_places import ENDS, OPENS, UP_TO_NAME, ends, heads, named, outside
from hipify_py.match.runtime_include import opens_before_runtime
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import goes_with, inside
from hipify_py.source.macro_meanings import named as macro_of
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import holds_part, standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

DEVICE, HOST = SIDES
INCLUDE, KERNEL = b"include", b"__global__"
# What one of two declarations of a function may have and the other not.
SPECIFIERS = frozenset(
    b"friend static inline extern constexpr __inline__ __forceinline__ __noinline__".split()
)
MACRO = re.compile(rb"[A-Z][A-Z0-9_]+")


class Function(NamedTuple):
    """A declaration or definition of a function: what tells it apart with its parameters, and its head."""

    key: bytes
    head: Head
    at: int


def declarations(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write the words of a function's definition for both sides before its declaration without them."""
    yield from _declared_elsewhere(unit, rule, options)
    if not _speaks_of_both(unit, options):
        return
    defined, declared = _functions(unit)
    known = macros(unit, options) if defined and declared else {}
    done: set[int] = set()
    times = Counter(one.key for one in defined)
    for one in defined:
        meant = _spelt(one, known)
        if not _are_both(meant, known) and not (times[one.key] == 1 and _is_for_device(meant, known)):
            continue
        for other in declared.get(one.key, ()):
            if other.at in done or not _lacks(other, one, known) or not goes_with(unit, other.at, one.at):
                continue
            spelt = [side for side in meant if side not in other.head.words]
            if not spelt or (_is_for_device(meant, known) and FRIEND not in other.head.words):
                continue  # which overloads
            done.add(other.at)
            at = Span(other.head.start, other.head.start)
            if can_stand(unit, other, one, spelt, known) and not opens_before_runtime(
                unit, at.start, rules, options
            ):
                yield Match((Edit(at, (b" ".join(spelt) + b" ",), rule.id, "attribute"),))
            else:
                name = one.key.partition(b" ")[0].decode("utf-8", "replace")
                yield Match(findings=(report(rule, at, {"name": name, "other": "here"}),))


def _declared_elsewhere(unit: Unit, rule: Rule, options: Options) -> Iterator[Match]:
    """Report definitions for both sides of what another file declares with the word for one of them.

    Not templates, of which two may differ in what they return alone. A member of which the class is in the
    file gets the other word there.
    """
    told = {key: words for key, words in options.project.attributes.items() if is_function_key(key)}
    told |= agreed_words(declared_words(unit))
    if told:
        from hipify_py.match.members import undecided

        told = {key: words for key, words in told.items() if key not in undecided(unit)}  # which M075 sees to
    known = macros(unit, options) if told else {}
    keys = {
        key
        for key, words in told.items()
        if (words == BARE or (len(sides_in(words, known)) == 1 and SOME not in words.split()))
        and b"template" not in key
    }
    names = {key.partition(b" ")[0] for key in keys if key.endswith(b">")}
    mine = declared_words(unit)
    beside = [(one.key, one.at) for one in _with_heads(unit, names, OPENS) if one.key not in mine]
    times = Counter(key for key, _ in beside)
    for key, at in (*beside, *(outside(unit) if keys else ())):
        own = sides_in(words_before(unit, at), known) if key in keys else frozenset()
        if (len(own) < len(SIDES) and (not own or told[key] != BARE)) or own == {HOST}:
            continue
        if own == {DEVICE} and times[key] > 1:  # of which one may be the host's
            continue
        if unit.directive_at(at) or inside(dead(unit), at) or TEMPLATE.search(words_before(unit, at)):
            continue  # of a template M206 tells
        place = mine[key][1] if key in mine else None
        if not may_be(unit, key, at, place, options):
            continue
        if place is not None and goes_with(unit, place, at) and _take_alike(unit, place, at):
            (lacking,) = (side for side in SIDES if side not in sides_in(told[key], known))
            start = head_of(unit, place).start
            yield Match((Edit(Span(start, start), (lacking + b" ",), rule.id, "attribute"),))
            continue
        name = key.partition(b" " if key.endswith(b">") else b"(")[0].removeprefix(b"::")
        where = "in its class" if key in mine else "in another file"
        values = {"name": name.decode("utf-8", "replace"), "other": where}
        yield Match(findings=(report(rule, Span(at, at + 1), values),))


def told(unit: Unit) -> Iterator[Told]:
    """Tell of members and friends that a header for the device declares, and not for what they are."""
    from hipify_py.match import members

    yield from members.told(unit)
    friends = [*standing(unit, FRIEND)] if holds_part(unit, DEVICE) else []
    if not friends:
        return
    known = agreed_words(own_macros(unit))
    made = {*declared_words(unit), *(one.key for one in _functions(unit)[0])}
    rest = re.compile(UP_TO_NAME)
    for word in friends:
        found = rest.match(unit.code, word.end)
        if found is None or not ends(unit, found.end() - 1, ENDS):
            continue
        head = head_of(unit, found.start(1))
        scope = function_scope(unit, found.start(1), head)
        said = words_before(unit, found.start(1))
        if scope is None or head.templates or sides_in(said, known) or OPEN.search(said):
            continue
        key = typed_key(scope, found[1], unit.code, found.end() - 1)
        if key not in made and not unit.directive_at(word.start) and not inside(dead(unit), word.start):
            yield Told("attribute", key, BARE, includes_before(unit, word.start))


def _take_alike(unit: Unit, one: int, other: int) -> bool:
    """Say whether two declarations of a member take the same types: the next bracket is that of each."""
    openings = (unit.code.find(b"(", at) for at in (one, other))
    first, second = (typed_key(b"", b"", unit.code, at) for at in openings)
    return first == second


def _speaks_of_both(unit: Unit, options: Options) -> bool:
    """Say whether a file may mark a function for both sides: by itself, or by a macro that another makes.

    Or a friend for the device.
    """
    return (holds_part(unit, DEVICE) and (holds_part(unit, HOST) or holds_part(unit, FRIEND))) or any(
        b"__device__" in words for words in options.project.attributes.values()
    )


def _are_both(spelt: list[bytes], known: Mapping[bytes, bytes]) -> bool:
    """Say whether words say both sides."""
    said = meaning(b" ".join(spelt), known)
    return all(side in said for side in SIDES)


def _is_for_device(spelt: list[bytes], known: Mapping[bytes, bytes]) -> bool:
    """Say whether words say the device alone."""
    return sides_in(b" ".join(spelt), known) == {DEVICE}


def _spelt(one: Function, known: Mapping[bytes, bytes]) -> list[bytes]:
    """Give the words of a definition that say for what it is."""
    return [word for word in one.head.words if any(side in meaning(word, known) for side in SIDES)]


def _lacks(declared: Function, defined: Function, known: Mapping[bytes, bytes]) -> bool:
    """Say whether a declaration is one of a definition's function, without a word for one of the sides.

    Templates may differ in what they return alone. A macro that nobody has seen may be for a side, and stands
    before a definition only.
    """
    returns = [word for word in declared.head.words if word not in SPECIFIERS and word not in SIDES]
    more = [word for word in defined.head.words if word not in SPECIFIERS and word not in SIDES]
    before = more[: len(more) - len(returns)]
    said = meaning(b" ".join(declared.head.words), known)
    return (
        declared.head.templates == defined.head.templates
        and bool(returns)
        and before + returns == more
        and all(word in known or MACRO.fullmatch(word) for word in before)
        and not (all(side in said for side in SIDES) or KERNEL in said)
    )


def can_stand(
    unit: Unit, declared: Function, defined: Function, spelt: list[bytes], known: Mapping[bytes, bytes]
) -> bool:
    """Say whether words mean at a declaration what they mean at a definition, whoever compiles both."""
    if not goes_with(unit, defined.at, declared.at) or b'"' in unit.source[declared.head.start : declared.at]:
        return False
    if any(word not in SIDES and STAYS.search(meaning(word, known)) for word in spelt):
        return False
    made = [word for word in spelt if word not in SIDES]
    between = sorted((declared.at, defined.at))
    return not made or not any(_changes(unit, word, *between) for word in (INCLUDE, *made))


def _changes(unit: Unit, word: bytes, start: int, end: int) -> bool:
    """Say whether a macro is made or taken back between two places, or another file read."""
    made = _made(unit).get(word, [])
    return bisect_left(made, start) != bisect_left(made, end)


@fact
def _made(unit: Unit) -> dict[bytes, list[int]]:
    """Give where macros are made and taken back, by their names, and where other files are read."""
    found: dict[bytes, list[int]] = {}
    for one in unit.directives:
        if name := INCLUDE if one.name == INCLUDE else macro_of(unit, one):
            found.setdefault(name, []).append(one.span.start)
    return found


@fact
def _functions(unit: Unit) -> tuple[list[Function], dict[bytes, list[Function]]]:
    """Give the definitions with words that may be for a side, and the declarations of their names."""
    marked = {plain(one[1]) for one in heads(unit) if ends(unit, one.end() - 1, OPENS)}
    declared: dict[bytes, list[Function]] = {}
    for one in _with_heads(unit, marked, ENDS):
        declared.setdefault(one.key, []).append(one)
    names = {one.partition(b" ")[0] for one in declared}
    defined = [one for one in _with_heads(unit, names, OPENS) if one.key in declared]
    return defined, declared


def _with_heads(unit: Unit, names: set[bytes], behind: re.Pattern[bytes]) -> Iterator[Function]:
    """Give the functions of some names that end in a way, outside of macros and of what HIP never reads."""
    for name, at, opening in named(unit, names, behind):
        head = head_of(unit, at)
        scope = function_scope(unit, at, head)
        if scope is not None and not unit.directive_at(at) and not inside(dead(unit), at):
            yield Function(typed(unit, scope, name, at, opening), head, at)

"""Specialisations of templates that are for other sides than the template they specialise.

nvcc takes each by its own words; to clang the sides belong to what is specialised: "no function
template matches". All of one template get the words of all, which for the template itself is always right: it
is compiled for a side where that asks for it. A specialisation is no template any more, so that it has to be
`inline`, or to call nothing. `match.members` is for members that a class declares without a word.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.attribute_macros import SIDES, is_attribute, meaning, sides_in, take
from hipify_py.match.declared_attributes import macros
from hipify_py.match.forward_declarations import Function, can_stand
from hipify_py.match.function_heads import FRIEND, function_scope, head_of, words_before
from hipify_py.match.function_keys import function_key, plain
from hipify_py.match.function_places import ENDS, OPENS, ends, heads, named, outside
from hipify_py.match.runtime_include import opens_before_runtime
from hipify_py.match.template_arguments import SIGN
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.linkage import includes_before, scope_of
from hipify_py.resolve.told import Told
from hipify_py.source.brackets import BRACE, closing
from hipify_py.source.conditions import goes_with, inside
from hipify_py.source.tokens import A_NAME
from hipify_py.source.word_places import holds_part, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

DEVICE, HOST = SIDES
HOSTS = frozenset((HOST,))
MOST_BODY = 4000
CLOSED = ((), (b">",))  # how what stands before a function ends, where its `template<...>` does
EXPLICIT = (b"template", b"<", b">")  # what stands before a specialisation
ARGUMENTS = rb"(?:<[^;{}()]{0,200}?>\s*+)?"
SPECIAL = re.compile(
    rb"template\s*+<\s*+>\s*+(?![^;{}()]{0,300}\b(?:class|struct|operator|template)\b)[^;{}()]{0,300}?"
    rb"(?<=[\s&*])((?:(\w++)\s*+" + ARGUMENTS + rb"::\s*+)?(?<!\w)(\w++)\s*+" + ARGUMENTS + rb")\("
)
# A friend that is a specialisation of a template beside its class: `friend T f<>(T)`.
BEFRIENDED = re.compile(
    rb"friend\s++(?:[\w\s&*,:]|<[^<>;{}()]{0,200}>){1,300}?(?<=[\s&*>])"
    rb"(()(operator" + SIGN.pattern + rb"|(?!operator\b)[A-Za-z_]\w*+)\s*+<[^;{}()]{0,200}?>\s*+)\("
)
INLINE = frozenset((b"inline", b"constexpr", b"static", b"__inline__", b"__forceinline__"))
CALLS = re.compile(
    rb"\b(?!(?:if|for|while|switch|return|sizeof)\b)\w+\s*+\(|\b(?:asm|__asm__|__shared__|threadIdx|block(?:Idx|Dim)"
    rb"|gridDim|warpSize)\b"
)


class Owner(NamedTuple):
    """What is specialised: the scope, with a member's class, the name and how much it takes."""

    scope: bytes
    name: bytes
    taken: bytes


class Kin(NamedTuple):
    """A declaration or definition of a template, or of one of its specialisations."""

    function: Function
    is_special: bool
    opening: int


def specialisations(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Give a template and its specialisations the same sides, or report those that differ."""
    special = _special(unit) if holds_part(unit, DEVICE) or options.project.attributes else {}
    known = macros(unit, options) if special else {}
    families = _families(unit, special)
    for owner in special:
        if owner not in families and not _is_member(unit, special[owner][0]):
            yield from _of_others(unit, rule, special[owner], options)
    for owner, family in families.items():
        kin = _by_words(unit, family, known)
        said = {one: _sides(one, known) for one in kin}
        templates = {said[one] for one in kin if not one.is_special}
        wanted = _wanted(unit, kin, said)
        if len(templates) != 1 or DEVICE not in wanted:
            continue  # which of the templates is meant is not known, or all is for the host
        differ = [one for one in kin if (said[one] or HOSTS) != wanted]
        added = [(_words(unit, one, kin, wanted, known), one.function.head.start) for one in differ]
        ahead = any(opens_before_runtime(unit, one.function.head.start, rules, options) for one in differ)
        if all(words for words, _ in added) and not ahead:
            yield from (Match((Edit(Span(at, at), (words,), rule.id, "attribute"),)) for words, at in added)
            continue
        for one in kin:
            if one.is_special and (said[one] or HOSTS) not in {sides or HOSTS for sides in templates}:
                at = Span(one.function.at, one.function.at + len(one.function.key))
                yield Match(findings=(report(rule, at, {"name": owner.name.decode("utf-8", "replace")}),))


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the words that mark templates of functions, for the files that specialise them."""
    found: dict[bytes, tuple[bytes, int]] = {}
    for one in heads(unit) if holds_part(unit, DEVICE) else ():
        at = one.start(1)
        head = head_of(unit, at)
        if len(head.templates) > len(EXPLICIT) and (scope := _scope(unit, at)) is not None:
            words = [word for word in head.words if is_attribute(unit, word)]
            take(
                found,
                template_key(unit, scope, one[1], one.end() - 1),
                b" ".join(sorted({*words})),
                at,
            )
    for key, (words_, at) in found.items():
        yield Told("attribute", key, words_, includes_before(unit, at))


def asked(unit: Unit) -> frozenset[bytes]:
    """Give the templates that a file specialises, as others tell of them."""
    special = _special(unit) if holds_part(unit, EXPLICIT[0]) else {}
    return frozenset(_key_of(unit, one) for family in special.values() for one in family)


def _of_others(unit: Unit, rule: Rule, special: list[Kin], options: Options) -> Iterator[Match]:
    """Report specialisations of a template in another file that has other words than they."""
    known = macros(unit, options)
    for one in special:
        words = options.project.attributes.get(_key_of(unit, one), b"")
        wanted = sides_in(words, known)
        if DEVICE in wanted | _sides(one, known) and wanted and (_sides(one, known) or HOSTS) != wanted:
            at = Span(one.function.at, one.function.at + len(one.function.key))
            name = one.function.key.decode("utf-8", "replace")
            yield Match(findings=(report(rule, at, {"name": name}),))


def _key_of(unit: Unit, one: Kin) -> bytes:
    return template_key(unit, _scope(unit, one.function.at) or b"", one.function.key, one.opening)


def template_key(unit: Unit, scope: bytes, name: bytes, opening: int) -> bytes:
    """Give the key of a template of functions, which none of a function is."""
    return function_key(scope, b"template " + name, unit.code, opening)


def _by_words(unit: Unit, family: list[Kin], known: Mapping[bytes, bytes]) -> list[Kin]:
    """Leave out of a member's family what M098 and M075 mend, for want of any word; and kernels at all."""
    if any(b"__global__" in meaning(b" ".join(one.function.head.words), known) for one in family):
        return []
    if not any(one.is_special and _is_member(unit, one) for one in family):
        return family
    bare = [one for one in family if not _sides(one, known)]
    if any(not one.is_special for one in bare):
        return []
    is_open = any(not one.is_special and ends(unit, one.opening, ENDS) for one in family)
    return [one for one in family if one not in bare] if is_open else family


def _special(unit: Unit) -> dict[Owner, list[Kin]]:
    """Give the explicit specialisations of functions, by what they are of."""
    found: dict[Owner, list[Kin]] = {}
    written = (word_matches(unit, SPECIAL, b"template"), word_matches(unit, BEFRIENDED, FRIEND))
    for one in chain(*written):
        at, opening = one.start(1), one.end() - 1
        scope = _scope(unit, at)
        is_function = ends(unit, opening, OPENS) or ends(unit, opening, ENDS)
        if scope is None or not is_function:
            continue
        head = head_of(unit, at)
        if head.templates != (() if FRIEND in head.words else EXPLICIT):
            continue
        within = scope + b"::" * bool(scope and one[2]) + (one[2] or b"")
        count = function_key(b"", one[3], unit.code, opening)
        name = plain(one[3])
        made = Kin(Function(name, head, at), is_special=True, opening=opening)
        found.setdefault(Owner(within, name, count), []).append(made)
    return found


def _families(unit: Unit, special: dict[Owner, list[Kin]]) -> dict[Owner, list[Kin]]:
    """Put each template's declarations before its specialisations, where one of them has other words."""
    if not special:
        return {}
    found: dict[Owner, list[Kin]] = {}
    names = {owner.name for owner in special}
    places = [
        (name, at, opening) for ending in (ENDS, OPENS) for name, at, opening in named(unit, names, ending)
    ]
    for name, at, opening in sorted(places, key=lambda one: one[1]):
        scope = _scope(unit, at)
        if scope is not None:
            owner = Owner(scope, name, function_key(b"", name, unit.code, opening))
            _take(unit, found, special, owner, (at, opening))
    members = {owner.scope.rpartition(b"::")[2] + owner.taken: owner for owner in special if owner.scope}
    for key, at in outside(unit):
        member = members.get(key)
        if member and member in found and not inside(dead(unit), at):
            _take(unit, found, special, member, (at, unit.code.index(b"(", at)))
    return {owner: kin + special[owner] for owner, kin in found.items()}


def _take(
    unit: Unit,
    found: dict[Owner, list[Kin]],
    special: dict[Owner, list[Kin]],
    owner: Owner,
    place: tuple[int, int],
) -> None:
    """Note a declaration of a template that is specialised, or of a member of one."""
    if owner not in special:
        return
    at, opening = place
    head = head_of(unit, at)
    if head.templates == EXPLICIT or FRIEND in head.words or head.templates[-1:] not in CLOSED:
        return
    if EXPLICIT[1] in head.templates or (not head.templates and _is_member(unit, special[owner][0])):
        found.setdefault(owner, []).append(
            Kin(Function(owner.name, head, at), is_special=False, opening=opening)
        )


def _is_member(unit: Unit, one: Kin) -> bool:
    return b"::" in unit.code[one.function.at : one.opening]


def _scope(unit: Unit, at: int) -> bytes | None:
    """Give the scope of a function; None for what stands in a macro, or where HIP never reads it."""
    if unit.directive_at(at) or inside(dead(unit), at):
        return None
    if FRIEND in words_before(unit, at):
        return function_scope(unit, at, head_of(unit, at))
    return scope_of(unit, Span(at, at + 1))


def _sides(one: Kin, known: Mapping[bytes, bytes]) -> frozenset[bytes]:
    """Give the sides that words before a function name."""
    return sides_in(b" ".join(one.function.head.words), known)


def _wanted(unit: Unit, kin: list[Kin], said: Mapping[Kin, frozenset[bytes]]) -> frozenset[bytes]:
    """Give the sides of all that have a word; a template with a body and none is for the host."""
    bodies = any(not one.is_special and not said[one] and not ends(unit, one.opening, ENDS) for one in kin)
    return frozenset().union(*said.values(), HOSTS if bodies else ())


def _words(
    unit: Unit, one: Kin, kin: list[Kin], wanted: frozenset[bytes], known: Mapping[bytes, bytes]
) -> bytes:
    """Give the words for the sides that one lacks; none where that is not known to be right."""
    if one.is_special and not _may_be_for_both(unit, one):
        return b""
    words = one.function.head.words
    if any(side in words for side in SIDES):
        spelt = [side for side in reversed(SIDES) if side in wanted and side not in words]
        others = [other for other in kin if other is not one]
        if not all(goes_with(unit, one.function.at, other.function.at) for other in others):
            return b""
    else:
        spelt = next((found for other in kin if (found := _spelt(unit, one, other, wanted, known))), [])
    return b" ".join((*spelt, b"")) if spelt else b""


def _spelt(
    unit: Unit, one: Kin, other: Kin, wanted: frozenset[bytes], known: Mapping[bytes, bytes]
) -> list[bytes]:
    """Give the words that say the sides at another, where they say the same at this one."""
    words = [
        word for word in other.function.head.words if any(side in meaning(word, known) for side in SIDES)
    ]
    if _sides(other, known) != wanted or not words or not goes_with(unit, one.function.at, other.function.at):
        return []
    return words if can_stand(unit, one.function, other.function, words, known) else []


def _may_be_for_both(unit: Unit, one: Kin) -> bool:
    """Say whether a specialisation can be made for a side more: not emitted unasked, or without calls."""
    if not (INLINE | {FRIEND}).isdisjoint(A_NAME.findall(b" ".join(one.function.head.words))):
        return True
    limit = one.opening + MOST_BODY
    opens = unit.code.find(b"{", closing(unit.code, one.opening, limit), limit)
    if opens < 0 or not ends(unit, one.opening, OPENS):
        return False
    end = closing(unit.code, opens, limit, BRACE)
    return end < limit and not CALLS.search(unit.code, opens, end)

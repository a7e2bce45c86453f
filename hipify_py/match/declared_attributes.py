"""Functions that are `__device__` where they are declared, and defined without a word of it.

nvcc gives a function what any of its declarations says; clang takes two that differ for two functions. One
may be declared with a macro, `HD` for `__host__ __device__`, in one file, defined in a second, and the macro
made in a third. So files tell each other of both: of functions by `match.function_keys`, of macros by their
names. `match.members` is for the other way round, what a definition says and a declaration lacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match import function_homes
from hipify_py.match.attribute_macros import (
    OPEN,
    SIDES,
    SOME,
    WORD,
    agreed_words,
    is_attribute,
    meaning,
    own_macros,
    sides_in,
    take_common,
)
from hipify_py.match.function_heads import behind_last, words_before
from hipify_py.match.function_keys import (
    MOST,
    asked_by_name,
    asked_for_macro,
    function_key,
    is_function_key,
    plain,
    typed_key,
)
from hipify_py.match.function_places import A_WORD, ENDS, FUNCTION, OPENS, ends, heads, named, outside
from hipify_py.match.runtime_bringers import UNITS
from hipify_py.match.runtime_include import first_include, opens_before_runtime
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.linkage import includes_before, scope_of
from hipify_py.resolve.told import Told
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import outermost_function
from hipify_py.source.device_code import has_device_code
from hipify_py.source.functions import ASKING
from hipify_py.source.includes import is_part
from hipify_py.source.search import last_of
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

DEFINED = re.compile(FUNCTION.pattern + rb"(?:[^(){};]|\([^(){};]*+\)){0,%d}+\)\s*+(?:\{|noexcept|->)" % MOST)
BARE = b"-"  # told of a member that is declared without any
STAYS = re.compile(rb"\b(?:virtual|static|explicit|friend|extern)\b")  # belongs to a declaration alone
TEMPLATE = re.compile(rb"\btemplate\b")
EXPLICIT = re.compile(rb"\btemplate\s*+<\s*+>")


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the macros of a file that stand for attributes, and of functions that it only declares."""
    for name, (words, at) in own_macros(unit).items():
        yield Told("attribute", name, words, includes_before(unit, at))
    for key, (words, at) in declared_words(unit).items():
        yield Told("attribute", key, words, includes_before(unit, at))
    yield from function_homes.told(unit, ((key, at) for key, (_, at) in declared_words(unit).items()))
    yield from function_homes.told_macros(unit)


def asked(unit: Unit, options: Options) -> frozenset[bytes]:
    """Ask others for the attributes of the functions that a file defines, and that others may declare.

    And for those that macros before these functions stand for.
    """
    if not _may_be_for_device(options):
        return frozenset()
    beside = [one for one in DEFINED.finditer(unit.code) if one[1] not in ASKING]
    members = [*outside(unit)]
    heads = {words_before(unit, at) for at in (*(one.start() for one in beside), *(at for _, at in members))}
    return frozenset(
        (
            *(asked for key, _ in members for asked in (key, function_homes.home_key(key))),
            *(function_homes.asked(unit) if members else ()),
            *(asked_by_name(plain(one[1])) for one in beside),
            *(asked_for_macro(word) for head in heads for word in OPEN.findall(head)),
        )
    )


def macros(unit: Unit, options: Options) -> dict[bytes, bytes]:
    """Give what macros stand for that a file makes for attributes, and what others tell it."""
    return {**options.project.attributes, **agreed_words(own_macros(unit))}


def marked(unit: Unit, name: bytes, options: Options) -> bool:
    """Say whether a function of some name is declared with attributes, here or in a file that is included."""
    known = {**macros(unit, options), **agreed_words(declared_words(unit))}
    return any(
        (b"::%b(" % name in key or key.startswith(name + b" ")) and _is_marked(words, known)
        for key, words in known.items()
        if is_function_key(key)
    )


def _is_marked(words: bytes, known: Mapping[bytes, bytes]) -> bool:
    """Say whether what a function is declared with speaks of a side; what differs from place to place may."""
    if not words or SOME in words.split():
        return True
    return WORD.search(words) is not None or any(side in meaning(words, known) for side in SIDES)


def definitions(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Write the attributes of a function's declaration before its definition, as they are spelt there."""
    edits = [*_edits(unit, rule, rules, options)]
    yield from (Match((edit,)) for edit in edits)
    if any(b"__device__" in bytes(edit.parts[0]) for edit in edits):
        span, text = first_include(unit, rules, options)
        if text:
            yield Match((Edit(span, (text,), rule.id, "include"),))


def _edits(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Edit]:
    known = {**macros(unit, options), **agreed_words(declared_words(unit))}
    if not any(map(is_function_key, known)):
        return
    for key, at in (*outside(unit), *_beside(unit, known)):
        words = known.get(key)
        if not words or unit.directive_at(at) or inside(dead(unit), at):
            continue
        declared = declared_words(unit).get(key, (b"", None))[1]
        if not function_homes.may_be(unit, key, at, declared, options):
            continue  # of another class of the name
        if opens_before_runtime(unit, at, rules, options):  # which brings the keywords
            continue
        spelt = [word for word in words.split() if any(side in meaning(word, known) for side in SIDES)]
        words = b" ".join(spelt)
        wanted, own = meaning(words, known), meaning(words_before(unit, at), known)
        if b"__device__" not in wanted + own:  # for the host alone, which a function without a word is
            continue
        missing = [side for side in SIDES if side in wanted and side not in own]
        start = _start(unit, at, known) if missing else None
        if start is None or b"__global__" in own:
            continue
        if STAYS.search(wanted) or any(side in own for side in SIDES):
            words = b" ".join(missing)
        if not any(side in words for side in SIDES) or _has_keywords(unit, options):
            yield Edit(Span(start, start), (words + b" ",), rule.id, "attribute")


def _has_keywords(unit: Unit, options: Options) -> bool:
    """Say whether every compiler that reads the file knows CUDA's keywords: as far as a file tells."""
    return _may_be_for_device(options) or has_device_code(unit)


def _may_be_for_device(options: Options) -> bool:
    """Say whether a file is a unit for nvcc, a header, or a part of others by its ending."""
    return options.name.endswith(UNITS) or is_part(options.name)


@fact
def declared_words(unit: Unit) -> dict[bytes, tuple[bytes, int]]:
    """Give what functions are declared with that have no body there, and where; of two what both have."""
    found: dict[bytes, tuple[bytes, int]] = {}
    names = {plain(one[1]) for one in heads(unit) if ends(unit, one.end() - 1, ENDS)}
    for name, at, opening in named(unit, names, ENDS):
        scope = scope_of(unit, Span(at, at + 1))
        if scope is None or unit.directive_at(at) or inside(dead(unit), at):
            continue
        before = words_before(unit, at)
        sure = [word for word in A_WORD.findall(before) if is_attribute(unit, word)]
        words = b" ".join(sorted({*(sure or OPEN.findall(before))}, reverse=True))
        for key in (function_key(scope, name, unit.code, opening), typed(unit, scope, name, at, opening)):
            take_common(found, key, words, at)
    return found


def _beside(unit: Unit, known: Mapping[bytes, bytes]) -> Iterator[tuple[bytes, int]]:
    """Give the functions that a file defines in the scope of a declaration with attributes."""
    names = {key.partition(b" ")[0] for key, words in known.items() if words and key.endswith(b">")}
    for name, at, opening in named(unit, names, OPENS):
        scope = scope_of(unit, Span(at, at + 1))
        key = typed(unit, scope, name, at, opening) if scope is not None else b""
        if key in declared_words(unit) and EXPLICIT.search(words_before(unit, at)):
            continue  # M206 gives a template of the file and its specialisations the same words
        if key:
            yield key, at


def typed(unit: Unit, scope: bytes, name: bytes, at: int, opening: int) -> bytes:
    """Give the key of a function with its types; a template is none of those beside it of its name."""
    key = typed_key(scope, name, unit.code, opening)
    return key[:-1] + b" template>" if TEMPLATE.search(words_before(unit, at)) else key


def _start(unit: Unit, at: int, known: Mapping[bytes, bytes]) -> int | None:
    """Give where a definition begins, behind what makes it a template and behind a directive in it."""
    node = outermost_function(unit, at)
    if node is None or node.start_byte >= (begins := behind_last(unit, at)):
        return node.start_byte if node else None
    head = unit.code[last_of(unit.code, b";{}", begins) + 1 : begins]
    is_split = node.start_byte >= begins - len(head) and not sides_in(head, known)
    return begins + len(unit.code[begins:at]) - len(unit.code[begins:at].lstrip()) if is_split else None

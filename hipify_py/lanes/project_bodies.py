"""Functions of the device that headers tell the files which include them: what a call of one comes to.

Each goes along as it is written where it may wait, meet others or hang on who calls it, so that whoever calls
it is asked about warps as if it stood in the same file. What is found in it is said of the header alone.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import WORDS
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import inside
from hipify_py.source.defined_types import defined_types
from hipify_py.source.function_reading import functions_by_name
from hipify_py.source.functions import head_of, written_functions
from hipify_py.source.includes import is_guarded
from hipify_py.source.spans import merged
from hipify_py.source.tokens import A_NAME, token_before
from hipify_py.source.unit import Unit
from hipify_py.source.word_places import all_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from hipify_py.source.defined_types import DefinedType
    from hipify_py.source.functions import Function

MOST = 4096  # bytes of one function that is told, and of those of one name
MOST_TOLD = 16 * MOST  # bytes of all that a file is told
TELLING = re.compile(
    rb"threadIdx|laneid|\basm\b|\batomic|\b__ld|\.load\s*\(|(?:\.|->)\s*sync\s*\("
    + b"".join(b"|" + re.escape(one) for one in WORDS)
)
"""In a function of which others may have to know what it does."""
WAITING = re.compile(
    rb"\bvolatile\b|\batomic(?:CAS|Exch)\w*+\s*+\(|\b__ld(?:cg|cv)\s*+\("
    rb"|(?:\.|->)\s*+(?:load|exchange|compare_exchange_\w++)\s*+\("
)
"""In a method by which a loop may wait."""
MEMBER = b"."  # as `project_macros` asks for methods
CLASSES = frozenset((b"struct", b"class"))
BEFORE_CLASS = frozenset((b"", b";", b"{", b"}"))


def told(unit: Unit) -> tuple[tuple[bytes, bytes, int], ...]:
    """Give the functions of a header: each name, the text, and how many includes stand before it.

    What is too long is not told. A method that may wait is told with its whole class, by its name behind a
    `.`, where the class is no template, has no base and stands by itself.
    """
    if b"__device__" not in unit.code or not TELLING.search(unit.code):
        return ()
    texts: dict[bytes, list[bytes]] = {}
    first: dict[bytes, int] = {}
    for one in _free(unit):
        text = unit.source[slice(*_whole(unit, one))].strip()
        texts.setdefault(one.called, []).append(text)
        first.setdefault(one.called, includes_before(unit, one.span.start))
    whole = {name: b"\n".join(listed) for name, listed in texts.items()}
    told_of = _reaching({**_macros(unit), **whole}, TELLING) & whole.keys()
    functions = (
        (name, whole[name], at) for name, at in first.items() if name in told_of and len(whole[name]) <= MOST
    )
    return (*functions, *_methods(unit))


def _methods(unit: Unit) -> Iterator[tuple[bytes, bytes, int]]:
    """Give the methods of classes that may wait, but for those whose name several classes have."""
    of_names: dict[bytes, list[tuple[bytes, int]]] = {}
    for one in _plain_classes(unit):
        text = unit.source[one.at : one.body.end] + b";"
        methods = {each.called: each for each in written_functions(Unit(text)) if each.kind == "device"}
        texts = {name: text[slice(*each.span)] for name, each in methods.items()}
        for name in sorted(_reaching(texts, WAITING)):
            of_names.setdefault(name, []).append((text, includes_before(unit, one.at)))
    for name, [(text, after), *others] in of_names.items():
        if not others:
            yield MEMBER + name, text, after


def _plain_classes(unit: Unit) -> Iterator[DefinedType]:
    """Give the classes of a header in which something waits, of those that a file can be told."""
    types = defined_types(unit)
    apart = merged(
        [*(one.body for one in types), *dead(unit), *(one.body for one in written_functions(unit))]
    )
    for one in types:
        if one.keyword in CLASSES and one.name and not one.is_special and not inside(apart, one.at):
            derived, size = one.made_of.end > one.made_of.start, one.body.end - one.at
            waits = not derived and size <= MOST and WAITING.search(unit.code, *one.body)
            if waits and _stands_alone(unit, one):
                yield one


def _stands_alone(unit: Unit, made: DefinedType) -> bool:
    """Say whether a class is all of a declaration: behind no template's head, and without directives."""
    before = token_before(unit.code, made.at)
    end = bisect_left(unit.directives, made.body.end, key=lambda one: one.span.start)
    last = unit.directives[end - 1].span.end if end else 0
    return last <= made.at and (before.end <= last or before.text in BEFORE_CLASS)


def _macros(unit: Unit) -> dict[bytes, bytes]:
    """Give what the macros of a file stand for."""
    found: dict[bytes, bytes] = {}
    for one in unit.directives:
        if one.name == b"define" and (made := A_NAME.search(unit.code, *one.body)):
            found[made[0]] = unit.source[made.end() : one.body.end]
    return found


def _free(unit: Unit) -> Iterator[Function]:
    """Give the functions of the device that are no methods, and that a build for HIP reads."""
    made = [one for one in written_functions(unit) if one.kind == "device"]
    apart = merged([*(one.body for one in defined_types(unit)), *dead(unit)]) if made else ()
    for one in made:
        named = head_of(unit.code, one)
        is_own = named is None or token_before(unit.code, named.start).text == b"::" or "operator" in one.name
        if not is_own and not inside(apart, one.body.start):
            yield one


def _whole(unit: Unit, function: Function) -> Span:
    """Give the span of a function behind the directives before its head."""
    end = bisect_left(unit.directives, function.body.start, key=lambda one: one.span.start)
    before = unit.directives[end - 1].span.end if end else 0
    return Span(max(function.span.start, before), function.span.end)


def _reaching(texts: Mapping[bytes, bytes], telling: re.Pattern[bytes]) -> set[bytes]:
    """Give those of some functions and macros that tell something, and those that call one of these."""
    users: dict[bytes, list[bytes]] = {}
    for name, text in texts.items():
        for called in texts.keys() & {*A_NAME.findall(text)}:
            users.setdefault(called, []).append(name)
    queue = [name for name, text in texts.items() if telling.search(text)]
    found = {*queue}
    while queue:
        more = {*users.get(queue.pop(), ())} - found
        found |= more
        queue += more
    return found


def with_bodies(unit: Unit, bodies: Mapping[bytes, bytes]) -> Unit:
    """Give a file with functions of what it includes behind its own, or the file where there are none.

    Those that it defines itself are none of them, nor classes of which one name would mean two functions
    then. All that stands before keeps its place.
    """
    own = functions_by_name(unit).keys() | defined(unit) if bodies else frozenset[bytes]()
    texts = [text for name, text in sorted(bodies.items()) if name not in own and not _is_method(name)]
    texts += _apart(unit, bodies, own | bodies.keys()) if any(map(_is_method, bodies)) else []
    if not texts or sum(map(len, texts)) > MOST_TOLD:
        return unit
    end = own_end(unit)
    other = Unit(b"\n".join([unit.source[:end], *texts, unit.source[end:]]))
    other.told_as(unit)
    return other.shallow


def _apart(unit: Unit, bodies: Mapping[bytes, bytes], taken: AbstractSet[bytes]) -> list[bytes]:
    """Give the classes among some texts that a file names, and that share no name with others.

    Others are functions that are `taken`, the file's own classes, and those classes among one another.
    """
    found = []
    seen = {*taken, *(one.name for one in defined_types(unit))}
    for text in dict.fromkeys(bodies[name] for name in sorted(bodies) if _is_method(name)):
        made = Unit(text)
        types = [one.name for one in defined_types(made)]
        names = {*types, *(one.called for one in written_functions(made))}
        if types[0] in all_words(unit) and seen.isdisjoint(names):
            found.append(text)
        seen |= names
    return found


def _is_method(name: bytes) -> bool:
    return name[:1] == MEMBER


def own_end(unit: Unit) -> int:
    """Give the end of a file's own functions: before the end of what guards it, if something does."""
    last = unit.directives[-1] if unit.directives and is_guarded(unit) else None
    return last.span.start if last and last.name == b"endif" else len(unit.source)

"""Members and bases that a constructor for the host makes, or would destroy, by what is for the device alone.

nvcc 13.0 takes the call in the list of a constructor, and refuses it in a body. A constructor destroys what
it has made where it fails, so that it needs the destructor of each member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.declared_attributes import macros
from hipify_py.match.emitted import emitted, heads
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.device_constructors import Class, known
from hipify_py.resolve.for_hip import is_hip
from hipify_py.source.brackets import BRACE, ROUND, closing, parameter_spans, parts
from hipify_py.source.search import last_of
from hipify_py.source.tokens import A_NAME, token_at
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# The name of a constructor, with its class before it where it stands outside of that.
HEAD = re.compile(
    rb"(?<![~\w.])(?:([A-Za-z_]\w*+)\s*+(?:<[^<>;{}()]*+>\s*+)?::\s*+)?([A-Za-z_]\w*+)\s*+(?=\()"
)
LIST = re.compile(rb"\s*+(?:noexcept\s*+(?:\([^()]*+\)\s*+)?)?:(?!:)")
INITIALISER = re.compile(
    rb"\s*+(?:[A-Za-z_]\w*+\s*+::\s*+)*+([A-Za-z_]\w*+)\s*+(?:<[^;{}()]*?>\s*+)?(?=[({])"
)
MADE = re.compile(rb"(?<![\w.>~])([A-Za-z_]\w*+)\s*+(?:<[^<>;{}()]*+>\s*+)?(?:[A-Za-z_]\w*+\s*+)?(?=[({])")
DECLARED = re.compile(rb"(?<![\w.>~])([A-Za-z_]\w*+)\s++[A-Za-z_]\w*+\s*+(?:\[[^][;]*+\]\s*+)?;")
BODY = re.compile(rb"\s*+(?:noexcept\s*+)?\{")
CASTS = re.compile(
    rb"\b(?:static_cast\s*+<[^;{}()]*?>|std\s*+::\s*+(?:move|forward\s*+<[^;{}()]*?>))\s*+(?=\()"
)
OF_OTHER = re.compile(rb"\.|->|\(")
UNSURE = re.compile(rb"\b(?:auto|typename|class)\b")
TEMPLATE = re.compile(rb"\btemplate\b|>\s*+::")
MOST = 4000  # bytes of a head


class Only(NamedTuple):
    """The classes with a constructor for the device alone, and those with such a destructor."""

    made: frozenset[bytes]
    destroyed: frozenset[bytes]


def initialisers(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report each such initialiser of a constructor that is made for the host."""
    found = known(unit, options)
    if not found or is_hip(unit, rules):
        return
    marks = macros(unit, options)
    only = Only(
        frozenset(
            name
            for name, one in found.items()
            if any(side(m.words, marks) == "device" for m in one.constructors)
        ),
        frozenset(name for name, one in found.items() if side(one.destructor, marks) == "device"),
    )
    if not any(only):
        return
    from hipify_py.match.host_calls import on_one_side

    for head in HEAD.finditer(unit.code):
        name = head[2]
        if name in found and (head[1] or name) == name and not unit.directive_at(head.start()):
            for span, kind, part in _calls(unit, head, found, only, marks):
                if not on_one_side(unit, span.start):
                    words = {"class": kind.decode(), "function": name.decode(), "part": part}
                    yield Match(findings=(report(rule, span, words),))


def _calls(
    unit: Unit,
    head: re.Match[bytes],
    found: Mapping[bytes, Class],
    only: Only,
    marks: Mapping[bytes, bytes],
) -> Iterator[tuple[Span, bytes, str]]:
    """Give the initialisers of a constructor, if it is made for the host, that only the device has.

    Each with its class, and with what of that it is that the device has alone.
    """
    limit = min(len(unit.code), head.end() + MOST)
    end = closing(unit.code, head.end(), limit)
    listed, made = LIST.match(unit.code, end, limit), found[head[2]]
    if listed is None and not BODY.match(unit.code, end, limit):
        return
    given = [unit.code[slice(*one)] for one in parameter_spans(unit.code, head.end(), end)]
    todo: list[tuple[Span, bytes, str]] = []
    named: dict[bytes, Span] = {}
    for span, call in _listed(unit, listed.end(), limit) if listed else ():
        name = unit.code[slice(*span)]
        named[name] = span
        kind = made.members.get(name, name)
        if kind in only.made and _is_for_device(unit, call, (kind, found[kind]), given, marks):
            todo.append((span, kind, "constructor"))
    here = Span(*head.span(2))
    todo += ((here, kind, "constructor") for kind in _unnamed(made, named, found, only.made, marks))
    told = {kind for _, kind, _ in todo}
    destroyed = _destroyed(made, named, here, only.destroyed) if head[2] not in named else ()
    todo += ((span, kind, "destructor") for kind, span in destroyed if kind not in told)
    if todo and _is_made_for_host(unit, head, made, len(given), marks):
        yield from todo


def _destroyed(
    made: Class, named: Mapping[bytes, Span], here: Span, only: frozenset[bytes]
) -> Iterator[tuple[bytes, Span]]:
    """Give those of some classes that are of members, or of bases that a list names, with the place."""
    kinds = dict.fromkeys((*made.members.values(), *named))
    places = {made.members.get(name, name): span for name, span in reversed([*named.items()])}
    yield from ((kind, places.get(kind, here)) for kind in kinds if kind in only)


def _unnamed(
    made: Class,
    named: Container[bytes],
    found: Mapping[bytes, Class],
    only: frozenset[bytes],
    marks: Mapping[bytes, bytes],
) -> Iterator[bytes]:
    """Give the classes, all of whose constructors are for the device, of members that no list names."""
    kinds = dict.fromkeys(kind for name, kind in made.members.items() if name not in named and kind in only)
    yield from (kind for kind in kinds if is_for_device(found[kind], marks))


def _listed(unit: Unit, at: int, limit: int) -> Iterator[tuple[Span, Span]]:
    """Give the names of what a constructor's list initialises, each with the brackets behind it."""
    while one := INITIALISER.match(unit.code, at, limit):
        pair = BRACE if unit.code[one.end() : one.end() + 1] == b"{" else ROUND
        at = closing(unit.code, one.end(), limit, pair)
        yield Span(*one.span(1)), Span(one.end(), at)
        comma = token_at(unit.code, at)
        if comma.text != b",":
            return
        at = comma.start + 1


def _is_for_device(
    unit: Unit, call: Span, named: tuple[bytes, Class], given: list[bytes], marks: Mapping[bytes, bytes]
) -> bool:
    """Say whether all constructors that such a call may mean are for the device alone."""
    name, kind = named
    given_here = parts(unit.code, call.start + 1, call.end - 1)
    fitting = [one for one in kind.constructors if one.takes(len(given_here))]
    if not fitting or any(side(one.words, marks) != "device" for one in fitting):
        return False
    return len(given_here) != 1 or not _may_be_copy(
        CASTS.sub(b"", unit.code[slice(*given_here[0])]), name, given
    )


def _may_be_copy(text: bytes, kind: bytes, given: list[bytes]) -> bool:
    """Say whether what is handed over may be an object of the class itself: every class is copied on both."""
    plain = text.strip(b"() ")
    names = {*A_NAME.findall(plain)}
    if kind in names or OF_OTHER.search(plain):
        return True
    types = [one for one in given if names.intersection(A_NAME.findall(one)[-1:])]
    return bool(names) and (
        not types or any(kind in A_NAME.findall(one) or UNSURE.search(one) for one in types)
    )


def _is_made_for_host(
    unit: Unit, head: re.Match[bytes], kind: Class, count: int, marks: Mapping[bytes, bytes]
) -> bool:
    """Say whether the host has a constructor: outside of its class, or as the host makes such an object."""
    words = unit.code[last_of(unit.code, b";{}", head.start()) + 1 : head.start()]
    declared = b" ".join(one.words for one in kind.constructors if one.most == count)
    if side(b" ".join((words, declared)), marks) == "device":
        return False
    if head[1] and not TEMPLATE.search(words + head[0]) and b"inline" not in words:
        return True
    plainly = not count and head[2] in _made_plainly(unit)
    return plainly or _makes(unit, head[2])


def _makes(unit: Unit, name: bytes) -> bool:
    """Say whether a function for the host, or one for both that the host reaches, makes such an object."""
    return not _made_on_host(unit).get(name, set()) <= {name}


@fact
def _made_plainly(unit: Unit) -> frozenset[bytes]:
    """Give the types of what a file's functions for the host declare without a value, and other words."""
    reached = emitted(unit, "host")
    hosts = (one for one, words in heads(unit).items() if one in reached or is_host(one.kind, words))
    return frozenset(made[1] for one in hosts for made in DECLARED.finditer(unit.code, *one.body))


@fact
def _made_on_host(unit: Unit) -> Mapping[bytes, set[bytes]]:
    """Give what a file's functions for the host may make, with the names of these."""
    reached = emitted(unit, "host")
    found: dict[bytes, set[bytes]] = {}
    for one, words in heads(unit).items():
        if one in reached or is_host(one.kind, words):
            for made in MADE.finditer(unit.code, *one.body):
                found.setdefault(made[1], set()).add(one.called)
    return found


def is_host(kind: str, words: bytes) -> bool:
    """Say whether a function of a kind, with such words before it, is for the host alone, and no template."""
    return kind == "host" and b"__device__" not in words and not TEMPLATE.search(words)


def is_for_device(kind: Class, marks: Mapping[bytes, bytes]) -> bool:
    """Say whether a class has constructors, and all of them are for the device alone."""
    made = kind.constructors
    return bool(made) and all(side(one.words, marks) == "device" for one in made)


def side(words: bytes, marks: Mapping[bytes, bytes]) -> str:
    """Give the side that words before a constructor mark it for: host, device, both."""
    meant = b" ".join([words, *(marks[one] for one in A_NAME.findall(words) if one in marks)])
    host, device = b"__host__" in meant, b"__device__" in meant
    return "both" if host and device else "device" if device else "host"

"""Objects in shared memory whose class has a constructor: nvcc leaves it out, clang refuses the variable."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import sides
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.told import Told
from hipify_py.source.brackets import BRACE, closing, outline
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.named_types import named_types
from hipify_py.source.search import places
from hipify_py.source.type_names import last_name
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# What has a constructor in ROCm: dim3, hipRAND's states but MTGP32's, rocThrust's pairs and tuples.
OF_ROCM = rb"dim3|curandState(?!Mtgp32)\w*|thrust\s*::\s*(?:pair|tuple)\s*<[^;<>]*>"
TYPE = rb"(?:struct\s+|class\s+)?(?:" + OF_ROCM + rb"|\w+(?:\s*<[^;<>()]*>)?)"
OBJECT = re.compile(
    rb"\b__shared__\s+((?:volatile\s+)?" + TYPE + rb")\s+(\w+)\s*((?:\[[^\[\];]*\]\s*)*)(?P<end>[;,])"
)
NAME = re.compile(rb"\w+")
CLASS = re.compile(rb"\b(?:struct|class)\s+(?:__\w+__\s*(?:\([^()]*\)\s*)?)?(\w+)\s*(:[^;{}()]*)?\{")
CONSTRUCTOR = re.compile(  # without arguments, or with values for all; that is not empty, or not seen to be
    rb"\s*+\((?:\s*+(?:void\s*+)?+|[^(),=]*+=[^()]*+(?:\([^()]*+\)[^()]*+)*+)\)\s*+(?::|;|\{\s*+[^\s}])"
)
OTHER = re.compile(rb"[~\w]")  # before a name, which makes that another one
INITIALISED = re.compile(  # a member with a value, but no static one
    rb"(?:^|[;{}:])\s*+(?!(?:static|constexpr|enum|using|typedef|friend|return)\b)[\w:<>,*\s]*[\w>*]\s++\*?\w+"
    rb"(?:\[[^\]]*\])*\s*+(?:=[^;{}]*;|\{\}\s*+;)"
)
MEMBER = re.compile(rb"(?:^|[;{}:])\s*(?:const\s+|struct\s+)*(\w+)\s+\w+\s*(?:\[[^;{}()]*)?(?=[;,])")
TAKEN = re.compile(rb"\b[Ss]hared_\w+")  # what looks like a name that is made here
MARK = b"*"
"""Stands behind the name of a class whose constructor does something, in what files tell each other."""
NOTHING: frozenset[bytes] = frozenset()
MOST = 20_000  # bytes of a class that are read
BASE = re.compile(rb"(\w+)\s*+(?:<[^;{}]*>)?\s*+(?:,|\Z)")


class _Class(NamedTuple):
    """Whether a class has a constructor that does something, the types of bases and members, the place."""

    constructs: bool
    inner: frozenset[bytes]
    at: int


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the classes of a header of which a constructor does something."""
    for name, one in _classes(unit).items():
        if _constructs(unit, name, NOTHING):
            yield Told("function", name + MARK, after=includes_before(unit, one.at))


def asked(unit: Unit) -> frozenset[bytes]:
    """Ask others for the classes of objects in shared memory that the file does not define."""
    types = {type_ for found in _objects(unit) for type_ in _meant(unit, _type(found))}
    return frozenset(name + MARK for name in types if name not in _classes(unit))


def shared_objects(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Declare objects that a constructor makes so that it makes nothing; report several in one."""
    for found, single in constructed(unit, options.project.functions):
        if not single:
            yield Match(findings=(report(rule, Span(*found.span(2)), {"name": found[2].decode()}),))
            continue
        make = _as_bytes if _in_template(unit, found.start()) else _in_union
        yield Match(tuple(make(unit, rule, found)))


def _in_union(unit: Unit, rule: Rule, found: re.Match[bytes]) -> Iterator[Edit]:
    """Declare an object in a union, which makes nothing."""
    name = found[2]
    union, held = _unused(unit, b"Shared_" + name), _unused(unit, b"shared_" + name)
    rest = b" __device__ %b() {} __device__ ~%b() {} } %b; auto &%b = %b.%b;"
    start, end = found.start(1), found.end("end")
    yield Edit(Span(start, start), (b"union %b { " % union,), rule.id, "value")
    yield Edit(Span(end, end), (rest % (union, union, held, name, held, name),), rule.id, "value")


def _as_bytes(unit: Unit, rule: Rule, found: re.Match[bytes]) -> Iterator[Edit]:
    """Declare the bytes of an object.

    Where a template is instantiated by itself, clang refuses a class in it that has functions: of a union
    with a constructor it says "reference to __host__ function '~exception'".
    """
    name, held = found[2], _unused(unit, b"shared_" + found[2])
    type_, extents, blank = Span(*found.span(1)), Span(*found.span(3)), b" " if found[3] else b""
    again, bounds = _uncommented(unit, type_), _uncommented(unit, extents)
    parts: list[bytes | Span] = [b"__align__(alignof(", *again, b")) char %b[sizeof(" % held, type_, blank]
    parts += [extents, b")]; auto &%b = reinterpret_cast<" % name, *again, b" (&)", *bounds, b">(%b);" % held]
    yield Edit(Span(found.start(1), found.end("end")), tuple(parts), rule.id, "value")


def _uncommented(unit: Unit, span: Span) -> tuple[Span, ...]:
    """Give what stands between the comments of a span, which stand once where it is written again."""
    comments = unit.text.comments
    held = comments[bisect_left(comments, Span(span.start, 0)) : bisect_left(comments, Span(span.end, 0))]
    ends = [span.start, *chain.from_iterable(held), span.end]
    return tuple(Span(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True) if start < end)


def _in_template(unit: Unit, at: int) -> bool:
    return any(node.type == "template_declaration" for node in unit.around(Span(at, at + 1)))


def constructed(unit: Unit, elsewhere: Collection[bytes] = NOTHING) -> Iterator[tuple[re.Match[bytes], bool]]:
    """Give variables in shared memory that a constructor would make, each with whether it is alone.

    `elsewhere` has what other files tell of their classes.
    """
    for found in _objects(unit):
        of_rocm = re.search(rb"(?:\A|\s)(?:" + OF_ROCM + rb")\Z", found[1]) is not None
        if not of_rocm and not _constructs(unit, _type(found), elsewhere):
            continue
        if b"extern" in unit.code[max(0, found.start() - 20) : found.start()].split(b";")[-1].split():
            continue
        if unit.directive_at(found.start()) or inside(sides(unit).own, found.start()):
            continue
        yield found, found["end"] == b";" and in_function(unit, found.start()) is not None


@fact
def _objects(unit: Unit) -> list[re.Match[bytes]]:
    """Give the variables in shared memory of types that may be classes."""
    return [*word_matches(unit, OBJECT, b"__shared__")]


def _type(found: re.Match[bytes]) -> bytes:
    name = NAME.search(found[1].removeprefix(b"volatile").strip().removeprefix(b"struct "))
    return name[0] if name else b""


def _constructs(unit: Unit, name: bytes, elsewhere: Collection[bytes]) -> bool:
    """Say whether a class, a base or a member of it has a constructor that does something."""
    classes, todo, seen = _classes(unit), [name], {b""}
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        if one in classes:
            if classes[one].constructs:
                return True
            todo += classes[one].inner
        elif one + MARK in elsewhere:
            return True
        else:
            todo += _meant(unit, one)[1:]
    return False


def _meant(unit: Unit, name: bytes) -> tuple[bytes, ...]:
    """Give a name for a type, and the name for which the file says that it stands."""
    return (name, *_named(unit).get(name, ()))


@fact
def _named(unit: Unit) -> dict[bytes, tuple[bytes, ...]]:
    """Give the plain names of types for which names of a file stand, of each one if it is the only one."""
    found: dict[bytes, set[bytes]] = {}
    for one in named_types(unit) if _objects(unit) else ():
        spelt = last_name(one.type_in(unit.code)) if one.kind == "type" else b""
        found.setdefault(one.name, set()).add(spelt)
    return {name: tuple(types) for name, types in found.items() if len(types) == 1 and b"" not in types}


@fact
def _classes(unit: Unit) -> dict[bytes, _Class]:
    """Give the classes of a file, the first of each name."""
    found: dict[bytes, _Class] = {}
    for one in word_matches(unit, CLASS, b"struct", b"class"):
        if one[1] not in found:
            end = closing(unit.code, one.end() - 1, min(len(unit.code), one.end() + MOST), BRACE)
            found[one[1]] = _read(one, unit.code[one.end() : end - 1])
    return found


def _read(head: re.Match[bytes], body: bytes) -> _Class:
    """Read whether a class has a constructor that does something for no argument, and what it is made of."""
    plain, bases = outline(body), head[2] or b""
    inner = frozenset((*MEMBER.findall(plain), *BASE.findall(bases.removeprefix(b":"))))
    may_be = b"=" in plain or b"}" in plain
    own = _has_constructor(head[1], body) or (may_be and INITIALISED.search(plain) is not None)
    return _Class(own or b"dim3" in inner, inner, head.start())


def _has_constructor(name: bytes, body: bytes) -> bool:
    for at in places(body, name):
        if CONSTRUCTOR.match(body, at + len(name)) and not OTHER.match(body[max(0, at - 1) : at]):
            return True
    return False


def _unused(unit: Unit, name: bytes) -> bytes:
    """Give a name, or one like it, that a file does not have."""
    while name in _taken(unit):
        name += b"_"
    return name


@fact
def _taken(unit: Unit) -> frozenset[bytes]:
    return frozenset(TAKEN.findall(unit.code))

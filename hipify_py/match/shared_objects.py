"""Objects in shared memory whose class has a constructor: nvcc leaves it out, clang refuses the variable."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.for_hip import sides
from hipify_py.source.brackets import BRACE, closing, outline
from hipify_py.source.conditions import inside
from hipify_py.source.definitions import in_function
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

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
CONSTRUCTOR = (  # without arguments, or with values for all; that is not empty, or not seen to be
    rb"(?<![~\w])%b\s*\((?:\s*(?:void)?\s*|[^(),]*=[^()]*(?:\([^()]*\)[^()]*)*)\)\s*(?::|;|\{\s*[^\s}])"
)
INITIALISED = re.compile(  # a member with a value, but no static one
    rb"(?:^|[;{}:])\s*+(?!(?:static|constexpr|enum|using|typedef|friend|return)\b)[\w:<>,*\s]*[\w>*]\s++\*?\w+"
    rb"(?:\[[^\]]*\])*\s*+(?:=[^;{}]*;|\{\}\s*+;)"
)
MEMBER = re.compile(rb"(?:^|[;{}:])\s*(?:const\s+|struct\s+)*(\w+)\s+\w+\s*(?:\[[^;{}()]*)?(?=[;,])")
TAKEN = re.compile(rb"\b[Ss]hared_\w+")  # what looks like a name that is made here
MOST = 20_000  # bytes of a class that are read
BASE = re.compile(rb"(\w+)\s*+(?:<[^;{}]*>)?\s*+(?:,|\Z)")


class _Class(NamedTuple):
    """Whether a class has a constructor that does something, and the types of its bases and members."""

    constructs: bool
    inner: frozenset[bytes]


def shared_objects(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Put objects that a constructor makes into unions, which make nothing; report several in one."""
    for found, single in constructed(unit):
        name = found[2]
        if not single:
            yield Match(findings=(report(rule, Span(*found.span(2)), {"name": name.decode()}),))
            continue
        union, held = _unused(unit, b"Shared_" + name), _unused(unit, b"shared_" + name)
        rest = b" __device__ %b() {} __device__ ~%b() {} } %b; auto &%b = %b.%b;"
        text = rest % (union, union, held, name, held, name)
        start, end = found.start(1), found.end("end")
        edits = (
            Edit(Span(start, start), (b"union %b { " % union,), rule.id, "value"),
            Edit(Span(end, end), (text,), rule.id, "value"),
        )
        yield Match(edits)


@fact
def constructed(unit: Unit) -> list[tuple[re.Match[bytes], bool]]:
    """Give variables in shared memory that a constructor would make, each with whether it is alone."""
    made = []
    for found in word_matches(unit, OBJECT, b"__shared__"):
        name = NAME.search(found[1].removeprefix(b"volatile").strip().removeprefix(b"struct "))
        kind = name[0] if name else b""
        of_rocm = re.search(rb"(?:\A|\s)(?:" + OF_ROCM + rb")\Z", found[1]) is not None
        if not of_rocm and not _constructs(unit, kind):
            continue
        if b"extern" in unit.code[max(0, found.start() - 20) : found.start()].split(b";")[-1].split():
            continue
        if unit.directive_at(found.start()) or inside(sides(unit).own, found.start()):
            continue
        made.append((found, found["end"] == b";" and in_function(unit, found.start()) is not None))
    return made


def _constructs(unit: Unit, name: bytes) -> bool:
    """Say whether a class of the file, a base or a member of it has a constructor that does something."""
    classes, todo, seen = _classes(unit), [name], {b""}
    while todo:
        one = todo.pop()
        if one in classes and one not in seen:
            seen.add(one)
            if classes[one].constructs:
                return True
            todo += classes[one].inner
    return False


@fact
def _classes(unit: Unit) -> dict[bytes, _Class]:
    """Give the classes of a file, the first of each name."""
    found: dict[bytes, _Class] = {}
    for one in CLASS.finditer(unit.code):
        if one[1] not in found:
            end = closing(unit.code, one.end() - 1, min(len(unit.code), one.end() + MOST), BRACE)
            found[one[1]] = _read(one[1], unit.code[one.end() : end - 1], one[2] or b"")
    return found


def _read(name: bytes, body: bytes, bases: bytes) -> _Class:
    """Read whether a class has a constructor that does something for no argument, and what it is made of."""
    plain = outline(body)
    inner = frozenset((*MEMBER.findall(plain), *BASE.findall(bases.removeprefix(b":"))))
    own = re.search(CONSTRUCTOR % re.escape(name), body) or INITIALISED.search(plain)
    return _Class(bool(own) or b"dim3" in inner, inner)


def _unused(unit: Unit, name: bytes) -> bytes:
    """Give a name, or one like it, that a file does not have."""
    while name in _taken(unit):
        name += b"_"
    return name


@fact
def _taken(unit: Unit) -> frozenset[bytes]:
    return frozenset(TAKEN.findall(unit.code))

"""Members of classes that are defined for the device and were declared without a word of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match import function_homes
from hipify_py.match.attribute_macros import OPEN, meaning
from hipify_py.match.declared_attributes import BARE, TEMPLATE, declared_words, macros
from hipify_py.match.function_heads import words_before
from hipify_py.match.function_keys import function_key
from hipify_py.match.function_places import outside
from hipify_py.match.runtime_include import for_device_compiler
from hipify_py.model import Edit, Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.told import Told
from hipify_py.source.brackets import MOST, closing, parameter_spans
from hipify_py.source.conditions import innermost, inside
from hipify_py.source.search import last_of
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import holds_part, word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

NAME = rb"(?:~\s*\w+|operator\s*(?:\(\s*\)|\[\s*\]|[^\s\w();{}]{1,3})|\w+)"
DEFINED = re.compile(
    rb"(?<!\w)__device__\b[^;{}()#]{0,300}?\b(\w+)\s*(?:<[^;{}()]{0,200}?>\s*)?::\s*(" + NAME + rb")\s*(?=\()"
)
HEAD = re.compile(rb"[^;{}()#]*?(?<![\w~])(" + NAME + rb")\s*(?=\()")
SCOPED = re.compile(rb"[^;{}()#]{0,500}?::\s*(" + NAME + rb")\s*(?=\()")
MOST_OVERLOADS = 20  # of a member with as many parameters, that are looked at
QUERY = "".join(
    f"({kind} name: (_) @home body: (field_declaration_list {member}))\n"
    for kind in ("class_specifier", "struct_specifier")
    for member in (
        "[(field_declaration) (declaration)] @member",
        "(template_declaration (declaration) @member)",
    )
)
SPACES = re.compile(rb"__(?:host|device|global)__")
BEHIND = re.compile(rb"((?:\s*(?:const|volatile|noexcept|override|final|&)(?!\w))*)\s*")
NO_MEMBER = re.compile(rb"\b(?:friend|template|using|typedef)\b")
DEFAULT = re.compile(rb"(?s:=.*)")


class Member(NamedTuple):
    """A member function: its class, what it takes, its place and its bracket.

    And whether it says what for, and is a template by itself.
    """

    home: bytes
    name: bytes
    takes: tuple[bytes, ...]
    qualifiers: bytes
    start: int
    opening: int
    said: bool = True
    is_template: bool = False


def members(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Declare members for the device that are defined for it: nvcc goes by the definition, clang by both."""
    if not for_device_compiler(unit, options):
        return
    done: set[int] = set()
    known = macros(unit, options)
    hosts: dict[bytes, list[int]] = {}
    for key, place in outside(unit):
        if b"__device__" not in meaning(words_before(unit, place), known):
            hosts.setdefault(key, []).append(place)
    for text, member in _defined(unit):
        declared = _meant(unit, member)
        if not declared or declared.said or declared.start in done or _says(unit, declared, known):
            continue
        done.add(declared.start)
        at = Span(declared.start, declared.start)
        key = function_key(member.home, member.name, unit.code, member.opening)
        if _is_for_host(unit, member, hosts.get(key, [])):
            name = b"%b::%b" % (member.home, member.name)
            yield Match(findings=(report(rule, at, {"name": name.decode("utf-8", "replace")}),))
        else:
            yield Match((Edit(at, (text,), rule.id, "member"),))


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the members that a file with code for the device declares, and not for what they are."""
    for key, at in undecided(unit).items():
        yield Told("attribute", key, BARE, includes_before(unit, at))
    yield from function_homes.told(unit, undecided(unit).items())


@fact
def undecided(unit: Unit) -> dict[bytes, int]:
    """Give such members, and where they are declared."""
    found: dict[bytes, int] = {}
    for one in _declared(unit)[0].values() if holds_part(unit, b"__device__") else ():
        start = last_of(unit.code, b";{}", one.start) + 1
        if one.said or OPEN.search(unit.code, start, one.opening) or inside(dead(unit), one.start):
            continue
        found[function_key(one.home, one.name, unit.code, one.opening)] = one.start
    return {key: at for key, at in found.items() if key not in declared_words(unit)}


def _meant(unit: Unit, member: Member) -> Member | None:
    """Give the declaration that a definition is of: the one like it, or the only one that takes as much."""
    found = _declared(unit)[0].get(member[:4]) or _only(unit, _counted(member), member.is_template)
    if found is None or found.start > member.start:
        return None
    # A compiler for the host alone may read the class, where only the definition is hidden from it.
    return found if innermost(unit, found.start) == innermost(unit, member.start) else None


@fact_of
def _only(unit: Unit, counted: tuple[object, ...], is_template: bool) -> Member | None:  # noqa: FBT001
    """Give the only member that takes as much, of those that are templates, or are none, if there is one."""
    alike = _declared(unit)[1].get(counted, [])
    alike = [one for one in alike if one.is_template == is_template] or alike
    return alike[0] if len(alike) == 1 else None


def _is_for_host(unit: Unit, member: Member, hosts: list[int]) -> bool:
    """Say whether the file may define a member for the host, too.

    It does not where it and what is defined for the host are written as two of the declarations are.
    """
    exact = _declared(unit)[0]
    if not hosts or member[:4] not in exact or len(hosts) > MOST_OVERLOADS:
        return bool(hosts)
    for at in hosts:
        head = SCOPED.match(unit.code, at)
        made = _member(unit, member.home, head[1], head.end(), at) if head else None
        if made is None or made[0][:4] == member[:4] or made[0][:4] not in exact:
            return True
    return False


def _says(unit: Unit, declared: Member, known: Mapping[bytes, bytes]) -> bool:
    """Say whether a macro before a member's name says for what it is."""
    start = last_of(unit.code, b";{}", declared.start) + 1
    return SPACES.search(meaning(unit.code[start : unit.code.find(b"(", declared.start)], known)) is not None


def _counted(member: Member) -> tuple[bytes, bytes, bytes, int]:
    return member.home, member.name, member.qualifiers, len(member.takes)


def _defined(unit: Unit) -> Iterator[tuple[bytes, Member]]:
    """Give the members that are defined outside of their classes for the device, and for what else."""
    for found in word_matches(unit, DEFINED, b"__device__"):
        directive = unit.directive_at(found.start())
        in_macro = directive and directive.name == b"define"
        if directive and not (in_macro and unit.code[directive.body.start : found.start()].strip()):
            continue  # the name of a macro, or no code
        start = last_of(unit.code, b";{}", found.start()) + 1
        said = {*SPACES.findall(unit.code, start, found.end())}
        of_class = b"<" in unit.code[found.end(1) : found.start(2)]
        is_template = len(TEMPLATE.findall(unit.code, start, found.start(1))) > of_class
        made = _member(unit, found[1], found[2], found.end(), found.start())
        if made and unit.code[made[1] : made[1] + 1] in {b"{", b":"}:
            yield (
                b"__host__ __device__ " if b"__host__" in said else b"__device__ ",
                made[0]._replace(is_template=is_template),
            )


@fact
def _declared(unit: Unit) -> tuple[dict[tuple[object, ...], Member], dict[tuple[object, ...], list[Member]]]:
    """Give the member functions that classes declare, by what tells them apart, and by how much they take."""
    exact: dict[tuple[object, ...], Member] = {}
    counted: dict[tuple[object, ...], list[Member]] = {}
    for found in unit.captures(QUERY):
        (home,), (place,) = found["home"], found["member"]
        head = HEAD.match(unit.code, *place)
        start = last_of(unit.code, b";{}", place.start) + 1  # the words for the device may be before the node
        if head is None or NO_MEMBER.search(head[0]):
            continue
        made = _member(unit, unit.code[slice(*home)], head[1], head.end(), place.start)
        if made and unit.code[made[1] : made[1] + 1] in {b";", b"="}:
            said = SPACES.search(unit.code, start, head.end()) is not None
            is_template = TEMPLATE.search(unit.code, start, place.start) is not None
            one = made[0]._replace(said=said, is_template=is_template)
            exact.setdefault(one[:4], one)
            counted.setdefault(_counted(one), []).append(one)
    return exact, counted


def _member(unit: Unit, home: bytes, name: bytes, opening: int, start: int) -> tuple[Member, int] | None:
    """Read a member from the bracket of its parameters on; give also where its words end."""
    end = closing(unit.code, opening, min(len(unit.code), opening + MOST))
    behind = BEHIND.match(unit.code, end)
    if behind is None:
        return None
    takes = tuple(
        b"".join(DEFAULT.sub(b"", unit.code[slice(*one)]).split())
        for one in parameter_spans(unit.code, opening, end)
    )
    qualifiers = b" ".join(word for word in behind[1].split() if word in {b"const", b"volatile"})
    return Member(home, b"".join(name.split()), takes, qualifiers, start, opening), behind.end()

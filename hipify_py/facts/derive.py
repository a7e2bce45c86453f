"""Find for each CUDA name the HIP name that means the same, by rules of spelling that the facts confirm.

Two names are candidates for each other where they are equal once prefix, case and underscores are gone.
A candidate counts where its kind agrees and, for an enumerator, its value or its enumeration.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hipify_py.facts import table
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.facts.table import Facts

PREFIX = re.compile(r"^(?:cuda|CUDA_|CU_|cu|CU|hip|HIP_|hip_|HIP)(?=[A-Z_a-z0-9])")
ATTRIBUTE = re.compile(r"(?:cudaDevAttr|CU_DEVICE_ATTRIBUTE_)(?=.)")
VERSION = re.compile(r"_v\d+$")
TAG = re.compile(r"(?:_v\d+)?_(?:st|enum|union)$|_v\d+$")
GROUPS = {"enumerator": "value", "macro": "value", "variable": "value"}
TAGGED = {"struct", "enum", "union", "class"}
ELABORATED = re.compile(r"\b(?:struct|enum|union)\s+")


def key(name: str) -> str:
    """Reduce a name to what CUDA and HIP spellings of one thing have in common."""
    plain = ATTRIBUTE.sub("DeviceAttribute", name)
    return re.sub(r"_t$", "", PREFIX.sub("", plain, count=1)).replace("_", "").lower()


def groups(facts: Facts, name: str) -> set[str]:
    """Say which sorts of thing a name can stand for; enumerators and macros are one sort, values."""
    return {GROUPS.get(kind, kind) for kind in table.kinds(facts, name)}


def number(facts: Facts, name: str) -> str:
    """Give the value of an enumerator or of a macro that is a plain number, else the empty string."""
    details = [fact.detail.split(" ")[0] for fact in table.resolve(facts, name)]
    return next((text for text in details if re.fullmatch(r"-?\d+", text)), "")


def enumeration(facts: Facts, name: str) -> str:
    """Name the enumeration that an enumerator belongs to, else the empty string."""
    for fact in table.resolve(facts, name):
        if fact.kind == "enumerator":
            return fact.detail.partition(" ")[2]
    return ""


def pointer(facts: Facts, name: str) -> bool:
    """Say whether a name is declared as a pointer type: an opaque handle."""
    return any(fact.kind == "type" and fact.detail.endswith("*") for fact in table.resolve(facts, name))


@dataclass(slots=True)
class Deriver:
    """Maps the names of `cuda` to names of `hip`; `names` starts with what is known and grows."""

    cuda: Facts
    hip: Facts
    names: dict[str, str]
    spellings: tuple[tuple[re.Pattern[str], str], ...] = ()
    index: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    tags: dict[str, set[str]] = field(default_factory=dict)
    declared: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the HIP names by their key, and the types of both sides by their tags."""
        for name, facts in self.hip.items():
            for group in groups(self.hip, name):
                self.index.setdefault((key(name), group), []).append(name)
            for fact in facts:
                if fact.kind == "type":
                    self.tags.setdefault(ELABORATED.sub("", fact.detail), set()).add(name)
        for name, facts in self.cuda.items():
            for tag in {tagged(fact.detail) for fact in facts if fact.kind == "type"} - {""}:
                self.declared.setdefault(tag, []).append(name)

    def run(self, wanted: Iterable[str]) -> None:
        """Map types, then values, then functions: each confirms the next."""
        todo = sorted(set(wanted) - self.names.keys())
        for group in ("type", "value", "function", "namespace"):
            for name in todo:
                if name not in self.names and group in groups(self.cuda, name):
                    self.add(name, group)
            if group == "type":
                self.follow([name for name in todo if "type" in groups(self.cuda, name)])
                self.names.update({name: tag for name in todo for tag in self.tag_of(name)})

    def add(self, name: str, group: str) -> None:
        """Map one name where exactly one candidate is the best."""
        for spelling in dict.fromkeys((name, VERSION.sub("", name))):
            ranked = sorted(
                (self.rank(spelling, name, other), other) for other in self.candidates(spelling, group)
            )
            if not ranked or (len(ranked) > 1 and ranked[0][0] == ranked[1][0]):
                continue
            if group != "value" or self.confirmed(name, ranked[0][1]):
                self.names[name] = ranked[0][1]
                return

    def candidates(self, name: str, group: str) -> list[str]:
        """Give the HIP names that a spelling could stand for: itself, or those with the same key."""
        for other in (*self.spelled(name), name):
            if group in groups(self.hip, other):
                return [other]
            if other != name and (twins := self.index.get((key(other), group))):
                return twins
        if not PREFIX.match(name):
            return []
        return [other for other in self.index.get((key(name), group), []) if PREFIX.match(other)]

    def rank(self, spelling: str, name: str, other: str) -> tuple[bool, ...]:
        """Order candidates, best first: by literal spelling, kind, then the enumeration and the value.

        Of types a pointer is the better match for a pointer.
        """
        literal = {PREFIX.sub(prefix, spelling, count=1) for prefix in ("hip", "HIP_", "HIP")}
        return (
            other not in literal | {f"{text}_t" for text in literal},
            not (table.kinds(self.cuda, name) & table.kinds(self.hip, other)),
            pointer(self.cuda, name) != pointer(self.hip, other),
            not self.same_enumeration(name, other),
            number(self.cuda, name) != number(self.hip, other),
        )

    def confirmed(self, name: str, other: str) -> bool:
        """Say whether two values agree: in name, number or enumeration, or by a rule of spelling."""
        same = number(self.cuda, name) == number(self.hip, other)
        return name == other or same or other in self.spelled(name) or self.same_enumeration(name, other)

    def spelled(self, name: str) -> list[str]:
        """Give what the rules of spelling that a person wrote make of a name."""
        return [pattern.sub(to, name) for pattern, to in self.spellings if pattern.fullmatch(name)]

    def same_enumeration(self, name: str, other: str) -> bool:
        """Say whether the enumeration of one value is known to be that of the other."""
        mine, theirs = enumeration(self.cuda, name), enumeration(self.hip, other)
        return bool(mine) and self.names.get(mine) in {theirs, *self.tags.get(theirs, ())}

    def follow(self, todo: Iterable[str]) -> None:
        """Map further types along the declarations `typedef struct A B` and `typedef struct A *B`."""
        changed = True
        while changed:
            found = {
                name: target
                for name in todo
                if name not in self.names
                for target in list(self.linked(name))[-1:]
            }
            changed = bool(found)
            self.names.update(found)

    def tag_of(self, name: str) -> Iterator[str]:
        """Give the tag behind a type's HIP name where CUDA has a tag alone: it goes with `struct` too."""
        mine = {fact.detail for fact in self.cuda.get(name, ()) if fact.kind == "type"}
        theirs = {fact.detail for fact in self.hip.get(self.names.get(name, ""), ()) if fact.kind == "type"}
        if mine and mine <= TAGGED and not theirs & TAGGED:
            yield from (tag for detail in theirs if (tag := ELABORATED.sub("", detail)) in self.hip)

    def linked(self, name: str) -> Iterator[str]:
        """Give what an unmapped type must be called, judged by the mapped types declared with it."""
        if (base := TAG.sub("", name)) != name and base in self.names:
            yield self.names[base]
        for fact in self.cuda.get(name, ()):
            target = self.names.get(ELABORATED.sub("", fact.detail))
            if fact.kind == "type" and target in self.hip:
                yield target
        for other in self.declared.get(name, ()):
            twins = self.hip.get(self.names[other], []) if other in self.names else []
            yield from filter(None, (tagged(twin.detail) or twin.name for twin in twins))


def tagged(detail: str) -> str:
    """Give the tag in `struct A` or `struct A *`, else the empty string."""
    found = re.fullmatch(r"(?:const )?(?:struct|union|enum) (\w+)(?: \*)?", detail)
    return found[1] if found else ""

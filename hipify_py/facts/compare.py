"""Compare the signatures of functions through a mapping of names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.facts import table
from hipify_py.lazy import re

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hipify_py.facts.table import Facts

WORD = re.compile(r"[A-Za-z_]\w*")
PLAIN = re.compile(r"(?:const )?(?:(?:unsigned|struct|enum) )?(?:long long|\w+)(?: \*)?")
INTEGERS = {"int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long"}
FLOATS = {"float", "double"}
SAME = {
    "int32_t": "int",
    "int64_t": "long",
    "uint32_t": "unsigned int",
    "cuuint32_t": "unsigned int",
    "uint64_t": "unsigned long long",
    "cuuint64_t": "unsigned long long",
    "size_t": "unsigned long",
}


DEPTH = 3  # of aliases of aliases


class Shape(NamedTuple):
    """What a function takes: its types as text, and how many of them a call has to give."""

    types: tuple[str, ...]
    least: int
    open: bool


def shape(signature: str) -> Shape:
    """Read a signature as the tables spell it."""
    inner = signature[signature.index("(") + 1 : signature.rindex(")")] if "(" in signature else ""
    parts = [part.strip() for part in split(inner)] if inner.strip() else []
    more = parts[-1:] == ["..."]
    parts = parts[:-1] if more else parts
    types = tuple(part.removesuffix("=").strip() for part in parts)
    return Shape(types, sum(not part.endswith("=") for part in parts), more)


def split(text: str) -> list[str]:
    """Split at the commas that no bracket encloses."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "(<") - (char in ")>")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def plain(text: str, names: Mapping[str, str], hip: Facts) -> str:
    """Spell a type so that equal types compare equal: HIP names, no `struct` or `const`, no aliases."""
    text = re.sub(r"\b(?:struct|enum|union|typename)\s+", "", text)
    text = WORD.sub(lambda found: names.get(found[0], found[0]), text)
    for _ in range(DEPTH):
        text = WORD.sub(lambda found: meant(hip, found[0]), text)
    text = re.sub(r"\b(?:struct|enum|union|typename|const)\b|(?<=\*) | (?=\*)", "", text)
    return " ".join(WORD.sub(lambda found: SAME.get(found[0], found[0]), text).split())


def meant(hip: Facts, name: str) -> str:
    """See through one HIP name that stands for another: by `#define`, or as a handle of a plain type."""
    for fact in hip.get(name, ()):
        if (fact.kind == "macro" and fact.detail) or (fact.kind == "type" and PLAIN.fullmatch(fact.detail)):
            return fact.detail
    return name


class Misfit(NamedTuple):
    """A CUDA signature that no HIP overload takes: `counts` where even the number of arguments fails."""

    signature: str
    counts: bool
    positions: tuple[int, ...]


def misfits(cuda: Facts, hip: Facts, name: str, target: str, names: Mapping[str, str]) -> list[Misfit]:
    """Compare all overloads; a template of HIP is compared by the number of arguments alone."""
    theirs = [fact.detail for fact in table.resolve(hip, target) if fact.kind == "function"]
    mine = [fact.detail for fact in table.resolve(cuda, name) if fact.kind == "function"]
    return [misfit for text in mine if (misfit := judge(text, theirs, names, hip))]


def judge(signature: str, others: list[str], names: Mapping[str, str], hip: Facts) -> Misfit | None:
    """Hold one CUDA signature against all HIP overloads; None where every call of it fits one of them."""
    mine, shapes = shape(signature), [(other, shape(other)) for other in others]
    for count in range(mine.least, len(mine.types) + 1):
        if not any(theirs.least <= count <= len(theirs.types) or theirs.open for _, theirs in shapes):
            return Misfit(signature, counts=True, positions=())
    fitting = [
        (other, theirs)
        for other, theirs in shapes
        if len(mine.types) <= len(theirs.types) and theirs.least <= len(mine.types)
    ]
    if any(other.startswith("template ") for other, _ in fitting):
        return None
    wrong = [differing(mine, theirs, names, hip) for _, theirs in fitting]
    best = min(wrong, key=len, default=())
    return Misfit(signature, counts=False, positions=best) if best else None


def differing(mine: Shape, theirs: Shape, names: Mapping[str, str], hip: Facts) -> tuple[int, ...]:
    """Give the positions, from 0, at which an argument does not fit; numbers of one sort fit one another."""
    ours = [plain(text, names, hip) for text in mine.types]
    others = [plain(text, {}, hip) for text in theirs.types]
    pairs = zip(ours, others, strict=False)
    fitting = [len(set(pair)) == 1 or converts(pair) for pair in pairs]
    drops = [loses_const(*pair) for pair in zip(mine.types, theirs.types, strict=False)]
    return tuple(at for at, fits in enumerate(fitting) if not fits or drops[at])


def converts(pair: tuple[str, str]) -> bool:
    """Say whether a value of the first type is taken for the second without a word."""
    return INTEGERS.issuperset(pair) or FLOATS.issuperset(pair)


def loses_const(mine: str, theirs: str) -> bool:
    """Say whether what a pointer leads to, at any depth, is const in the first type and not in the second."""
    if re.search(r"[(<]", mine + theirs):
        return False
    levels = [["const" in level for level in text.split("*")[:-1]] for text in (mine, theirs)]
    return len(levels[0]) == len(levels[1]) and any(a and not b for a, b in zip(*levels, strict=True))

"""Macros that headers tell the files which include them, and constants: what these do in code of the device.

What each stands for goes along as it is written, so that whoever uses one has it expanded before anything is
asked about warps. Files without code of the device ask for none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.prefilter import on_device, speaks
from hipify_py.lazy import re
from hipify_py.resolve.linkage import includes_before
from hipify_py.resolve.macros import defined
from hipify_py.resolve.told import Told
from hipify_py.source.tokens import A_NAME
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from hipify_py.source.unit import Unit

    Macros = Sequence[tuple[bytes, bytes, int]]

CALL = rb"\b(?!sizeof\b)[A-Za-z_]\w*+[ \t]*+\("
NUMBER = re.compile(rb"[ \t]++((?=[^\r\n]*\d)(?![^\r\n]*?" + CALL + rb")[\w \t()+*/<>|&~^-]++)\Z")
"""What stands behind the name of a macro that is a number, or is made of some, and calls nothing."""
MADE = re.compile(rb"[ \t]*+(\w++)")
CONSTANT = re.compile(
    rb"(?m)^(?:(?:static|inline|__device__|__constant__)\s++)*+const(?:expr)?\s++(?:static\s++)?+"
    rb"(?:(?:unsigned|int|long|short|auto|(?:std::)?+size_t|(?:std::)?+u?int\d+_t)\s++)++(\w++)"
    rb"(?:\s*+=\s*+([^;{}\r\n]++)|\s*+\{\s*+([^;{}\r\n]++)\})\s*+;"
)
"""A constant that stands in no class and no function, as far as the beginning of its line tells."""
WIDTHS = re.compile(rb"\btiled_partition\s*+<\s*+([A-Za-z_]\w*+)\s*+>")
"""What says how many lanes a group has by the name of a constant."""
OWN = re.compile(rb"(?<![\w.])(?:int|unsigned|auto|bool|short|long|char|\w++_t)\s++(\w++)\s*+(?=[,>={])")
OF_TILE = b"<"
"""Behind the name of a constant that such a file asks for: by its name, others may hide it."""
USED = re.compile(rb"(?<![\w.])(?<!->)(?:[A-Z_][A-Z\d_]++(?!\w)|[A-Za-z_]\w*+(?=\s*+\())")
MEMBER, METHOD = b".", re.compile(rb"(?:\.|->)\s*+([A-Za-z_]\w*+)(?=\s*+\()")


def told(unit: Unit) -> tuple[tuple[bytes, bytes, int], ...]:
    """Give the macros of a header: each name, its text, and how many includes stand before it.

    One without a text has several meanings, or is taken back. Of those that are numbers, one definition each
    is told.
    """
    if not defined(unit):
        return (*_constants(unit),)
    from hipify_py.source.macro_meanings import whole_texts

    whole = whole_texts(unit)
    doing = ((name, text, includes_before(unit, at)) for name, (text, at) in whole.items())
    return (*doing, *_numbers(unit, whole), *_constants(unit))


def _numbers(unit: Unit, whole: Container[bytes]) -> Iterator[tuple[bytes, bytes, int]]:
    """Give the macros that are numbers and that a file defines once, and takes back nowhere."""
    found: dict[bytes, list[tuple[bytes, int]]] = {}
    for one in unit.directives:
        made = MADE.match(unit.code, *one.body) if one.name in {b"define", b"undef"} else None
        if made:
            text = unit.code[made.end() : one.body.end].rstrip() if one.name == b"define" else b""
            found.setdefault(made[1], []).append((text, one.span.start))
    for name, [(text, at), *others] in found.items():
        if name not in whole and not others and NUMBER.fullmatch(text):
            yield name, name + text, includes_before(unit, at)


def _constants(unit: Unit) -> Iterator[tuple[bytes, bytes, int]]:
    """Give the constants of no class and no function that are numbers, of each name its one declaration."""
    found: dict[bytes, list[tuple[bytes, int]]] = {}
    for one in word_matches(unit, CONSTANT, b"static", b"inline", b"const", b"constexpr"):
        found.setdefault(one[1], []).append((b" " + (one[2] or one[3]).rstrip(), one.start()))
    for name, [(text, at), *others] in found.items():
        if name not in defined(unit) and not others and NUMBER.fullmatch(text):
            yield name + OF_TILE, name + OF_TILE + text, includes_before(unit, at)


def used(unit: Unit) -> frozenset[bytes]:
    """Give the names in code of the device that may be macros of other files: in capitals, or called.

    And of constants that say how many lanes a group has, and that the file does not declare itself. Those of
    methods that it calls have a `.` before them.
    """
    if not on_device(unit):
        return frozenset()
    widths = {one[1] for one in word_matches(unit, WIDTHS, b"tiled_partition")}
    own = {one[1] for one in OWN.finditer(unit.code)} if widths else set()
    names = frozenset([*USED.findall(unit.code), *(name + OF_TILE for name in widths - own)])
    return names.difference(defined(unit)).union(MEMBER + name for name in METHOD.findall(unit.code))


def asked_for(told_by: Iterable[Macros], used_by: Iterable[frozenset[bytes]]) -> frozenset[bytes]:
    """Give the macros of some files that others use, and those that stand in what these stand for."""
    texts: dict[bytes, list[bytes]] = {}
    for name, text, _ in (one for macros in told_by for one in macros):
        texts.setdefault(name, []).append(text)
    found = texts.keys() & frozenset[bytes]().union(*used_by)
    queue = [*found]
    while queue:
        named = (A_NAME.findall(text) for text in texts[queue.pop()])
        more = {name for names in named for name in names if name in texts} - found
        found |= more
        queue += more
    return frozenset(found)


def as_told(macros: Macros, asked: frozenset[bytes]) -> Iterator[Told]:
    """Give those of a file's macros that are asked for as what the file tells; of a number its text alone."""
    for name, text, after in macros:
        if name in asked:
            number = NUMBER.fullmatch(text.removeprefix(name)) if text else None
            yield Told("number", name, number[1], after) if number else Told("macro", name, text, after)


def bring_warp_code(macros: Mapping[bytes, bytes]) -> bool:
    """Say whether one of some macros has to do with warps: so has then whoever uses it."""
    return bool(macros) and any(map(speaks, macros.values()))

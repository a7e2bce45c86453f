"""Inline PTX on the warp as calls of the emulator, by the text of the ISA and nothing of what is tested."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NESTED = rb"(?:[^()]|\((?:[^()]|\([^()]*\))*\))*"
STATEMENT = re.compile(
    rb'\basm\s*(?:volatile\s*)?\(\s*(?P<text>(?:"(?:[^"\\]|\\.)*"\s*)+)'
    rb':(?P<listed>(?:\s*:?\s*,?\s*"[=+]?[rf]"\s*\(' + NESTED + rb"\))*)\s*:?\s*\)"
)
OPERAND = re.compile(rb'"([=+]?)([rf])"\s*\((' + NESTED + rb")\)")
SPEAKS = re.compile(rb"(?:\b|\\[nt])(?:shfl|vote)\.")
TYPES = {b"r": b"unsigned", b"f": b"float", b"u32": b"unsigned", b"f32": b"float", b"pred": b"bool"}
BY_NAME = {  # what an instruction does with its operands but the first, which it sets
    b"add.u32": b"{0} = {1} + {2}",
    b"add.f32": b"{0} = {1} + {2}",
    b"mov.f32": b"{0} = {1}",
    b"mov.u32": b"{0} = {1}",
    b"setp.ne.u32": b"{0} = {1} != {2}",
    b"setp.ne.s32": b"{0} = {1} != {2}",
    b"selp.u32": b"{0} = {3} ? {1} : {2}",
}


def statements(source: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Give where the statements stand that are known here, and what the emulator runs for each."""
    for found in STATEMENT.finditer(source):
        if SPEAKS.search(found["text"]):
            yield *found.span(), b" ".join(_lines(found["text"], found["listed"]))


def _lines(text: bytes, listed: bytes) -> Iterator[bytes]:
    operands = OPERAND.findall(listed)
    kinds = {b"%%%d" % at: TYPES[kind] for at, (_, kind, _) in enumerate(operands)}
    yield b"do {"
    for at, (sign, kind, value) in enumerate(operands):
        yield TYPES[kind] + b" simt_%d%b;" % (at, b" = (" + value + b")" if sign != b"=" else b"")
    joined = b"".join(re.findall(rb'"((?:[^"\\]|\\.)*)"', text)).replace(b"\\n", b" ").replace(b"\\t", b" ")
    for one in re.sub(rb"[{}]", b" ", joined).split(b";"):
        yield from _line(one.strip(), kinds) if one.strip() else ()
    for at, (sign, _, value) in enumerate(operands):
        yield b"(" + value + b") = simt_%d;" % at if sign else b""
    yield b"} while (0)"


def _line(text: bytes, kinds: dict[bytes, bytes]) -> Iterator[bytes]:
    if made := re.fullmatch(rb"\.reg\s+\.(\w+)\s+(.+)", text):
        names = [one.strip() for one in made[2].split(b",")]
        kinds.update(dict.fromkeys(names, TYPES[made[1]]))
        yield TYPES[made[1]] + b" " + b", ".join(b"simt_" + one for one in names) + b";"
        return
    guard, name, rest = re.fullmatch(rb"(?:@(!?\w+)\s+)?([\w.]+)\s+(.+)", text).groups()  # type: ignore[union-attr]
    given = [one.strip() for one in rest.split(b",")]
    if guard:
        yield b"if (" + _word(guard) + b")"
    if name.startswith((b"shfl.", b"vote.")):
        yield _on_warp(name, given, kinds)
    else:
        form = BY_NAME[name].decode()
        yield form.format(*(_word(one).decode() for one in given)).encode() + b";"


def _on_warp(name: bytes, given: list[bytes], kinds: dict[bytes, bytes]) -> bytes:
    first, *modifiers = name.split(b".")
    mask = given.pop() if modifiers[0] == b"sync" else b""
    how = modifiers[-2]
    meets = b"true, %b" % _word(mask) if mask else b"false, 0"
    target, _, inside = given[0].partition(b"|")
    if first == b"vote":
        return b"%b = simt_vote_%b(%b, %b);" % (_word(target), how, meets, _word(given[1]))
    source = _word(given[1])
    source = b"simt_bits<unsigned>(%b)" % source if kinds[given[1]] == b"float" else source
    told = b"&" + _word(inside) if inside else b"nullptr"
    by, clamp = map(_word, given[2:4])
    call = b"simt_shfl('%b', %b, %b, %b, %b, %b)" % (how[:1], meets, source, by, clamp, told)
    is_float = kinds[target] == b"float"
    return b"%b = %b;" % (_word(target), b"simt_bits<float>(%b)" % call if is_float else call)


def _word(text: bytes) -> bytes:
    """Give an operand: a number as it is, a register as the variable for it."""
    bare = text.lstrip(b"!")
    return text if re.match(rb"-?\d", text) else b"!" * (text != bare) + b"simt_" + bare.lstrip(b"%")

"""Whether what a shuffle passes on is a plain number, by the declaration of its name in the same function."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.lanes.find.warp_ops import WarpOp
    from hipify_py.source.functions import Function
    from hipify_py.source.unit import Unit

VALUE = re.compile(rb"([A-Za-z_]\w*)(?:\s*\[[^\[\]]*\])*(\s*\.\s*[xyzw])?")
NUMBER = (
    rb"(?:(?:unsigned|signed|long|short|char|int)(?:\s+(?:unsigned|signed|long|short|char|int))*"
    rb"|float|double|bool|(?:std\s*::\s*)?(?:u?int(?:8|16|32|64)_t|size_t))"
)
# Types of more than 32 bits, and those that may hold as many or are no number of bits.
WIDE = rb"(?:unsigned\s+long(?:\s+long)?(?:\s+int)?|(?:std\s*::\s*)?u?int64_t|size_t|long\s+long)"
NOT_NARROW = rb"(?:" + WIDE + rb"|auto|bool)"
VECTOR = rb"(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]"
DECLARED = rb"(?:(?:const|static|volatile|register|__shared__)\s+)*(%s)(?:\s+const)?(?:\s*&|\s+__restrict__)*"
OF_NUMBER, OF_VECTOR = (re.compile(DECLARED.replace(b"%s", kind)) for kind in (NUMBER, VECTOR))
WORD = re.compile(rb"(?<![\w.])[A-Za-z_]\w*+")
MAY_DECLARE = re.compile(rb"[\w\s:<>&*]*[\w>&*]")
NO_TYPE = re.compile(rb"(?:\A|.*\s)(?:return|else|do|case|throw|goto|and|or|not)", re.DOTALL)
BEFORE = 160  # bytes in which a declaration's type stands


def numbers(unit: Unit, function: Function, ops: Iterable[WarpOp]) -> frozenset[WarpOp]:
    """Give the shuffles that pass on a name which their function declares with an arithmetic type.

    What may be another declaration of the name, of another type, makes it none.
    """
    passed = {op: value for op in ops if (value := _value(unit, op))}
    types: dict[bytes, set[bytes]] = {value[1]: set() for value in passed.values()}
    for word in WORD.finditer(unit.code, *function.span) if function.kind != "macro" else ():
        if word[0] in types and (type_ := _type(unit.code, word.start())):
            types[word[0]].add(type_)
    return frozenset(
        op
        for op, value in passed.items()
        if types[value[1]] and all(map((OF_VECTOR if value[2] else OF_NUMBER).fullmatch, types[value[1]]))
    )


def _value(unit: Unit, op: WarpOp) -> re.Match[bytes] | None:
    """Match the name that a shuffle passes on."""
    given = op.call.arguments[int(is_sync(op)) :] if op.call else ()
    return VALUE.fullmatch(unit.code[slice(*given[0])].strip()) if given else None


def _type(code: bytes, at: int) -> bytes:
    """Give what stands before a name as if it declared it; nothing where it is no type."""
    before = code[max(0, at - BEFORE) : at]
    start = max(before.rfind(mark) for mark in (b"(", b",", b";", b"{", b"}"))
    text = before[start + 1 :].strip()
    open_ = text.count(b"<") < text.count(b">") or NO_TYPE.fullmatch(text)
    return b"" if open_ or MAY_DECLARE.fullmatch(text) is None else text

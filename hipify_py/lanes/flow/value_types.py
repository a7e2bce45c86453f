"""Whether what a shuffle passes on is a plain number, by the declaration of its name in the same function."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.lanes.find.warp_ops import is_sync
from hipify_py.source.search import matches

if TYPE_CHECKING:
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
MAY_DECLARE = re.compile(rb"[\w\s:<>&*]*[\w>&*]")
NO_TYPE = re.compile(rb"(?:\A|.*\s)(?:return|else|do|case|throw|goto|and|or|not)", re.DOTALL)
BEFORE = 160  # bytes in which a declaration's type stands


def is_number(unit: Unit, function: Function | None, op: WarpOp) -> bool:
    """Say whether the name that a shuffle passes on is declared in its function, with an arithmetic type.

    What may be another declaration of the name, of another type, makes it none.
    """
    at = int(is_sync(op))
    if function is None or function.kind == "macro" or op.call is None or len(op.call.arguments) <= at:
        return False
    value = VALUE.fullmatch(unit.code[slice(*op.call.arguments[at])].strip())
    if value is None:
        return False
    word = re.compile(rb"(?<![\w.])" + value[1] + rb"\b")
    kinds = {
        (OF_VECTOR if value[2] else OF_NUMBER).fullmatch(kind) is not None
        for found in matches(unit.code, word, value[1], within=function.span)
        if (kind := _type(unit.code, found.start()))
    }
    return kinds == {True}


def _type(code: bytes, at: int) -> bytes:
    """Give what stands before a name as if it declared it; nothing where it is no type."""
    before = code[max(0, at - BEFORE) : at]
    start = max(before.rfind(mark) for mark in (b"(", b",", b";", b"{", b"}"))
    text = before[start + 1 :].strip()
    open_ = text.count(b"<") < text.count(b">") or NO_TYPE.fullmatch(text)
    return b"" if open_ or MAY_DECLARE.fullmatch(text) is None else text

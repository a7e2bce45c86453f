"""Inline assembly: whether its text is PTX, which device code alone holds, and what it can write to."""

from __future__ import annotations

from hipify_py.lazy import re
from hipify_py.source.brackets import unbracketed
from hipify_py.source.expression_reading import expression
from hipify_py.source.lexer import unspliced

OPENS = re.compile(  # with what may stand before the bracket
    rb"\b(asm|__asm__)\b\s*(?:(?:volatile|__volatile__|goto|inline|__inline__)\b\s*)*\("
)
# Types and special registers as the PTX ISA spells them, and instructions without either.
SPELLED = re.compile(
    rb"\.(?:[usfb](?:8|16|32|64)|b128|pred|bf16|f16x2|bf16x2|tf32)\b"
    rb"|%{1,2}(?:laneid|n?warpid|lanemask_[a-z]{2}|n?smid|n?(?:tid|ctaid)\.[xyz]|clock(?:64)?\b|globaltimer)"
    rb"|\b(?:membar|fence)\.(?:cta|gl|sys|sc|acq_rel|proxy|mbarrier_init)\b"
    rb"|\b(?:bar|barrier)\.(?:sync|red|arrive|warp)\b"
    rb"|\bcp\.async\b|\bgriddepcontrol\.|\bmbarrier\."
)
# What is none, or gives another meaning to a `=` behind it: a type, `a ? b : c`, `a, b`, `a = b`.
NO_TARGETS = frozenset({"other", "?", "list", "binary"})
TAGS = re.compile(rb"(?:struct|class|union|enum|typename)\b")
PASTES = re.compile(rb"\s*+##\s*+")
OF_ARM = re.compile(rb"\bv[a-z]{2,8}\.[usfpi]?(?:8|16|32|64)\b")  # NEON: `vmul.f32 q0, q1, q2`


def is_ptx(text: bytes) -> bool:
    """Say whether the text of an `asm` statement speaks PTX; its comments are blank."""
    return SPELLED.search(text) is not None and not OF_ARM.search(text)


def is_target(text: bytes) -> bool:
    """Say whether an operand that assembly writes to can stand as it is before the `=` of an assignment."""
    plain = PASTES.sub(b"", unspliced(text)).strip()
    kind = expression(plain).kind
    return kind not in NO_TARGETS or (kind != "other" and unbracketed(plain) != plain)


def is_value(text: bytes) -> bool:
    """Say whether an operand is one, and not the name of a type that a word says is one."""
    return TAGS.match(unbracketed(unspliced(text))) is None

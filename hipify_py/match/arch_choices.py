"""Chains on the architecture's number whose sides do the same, of which HIP takes one that it can do.

NVIDIA's newer GPUs have an instruction where older ones, and HIP, compute: a choice of speed. Where a side
traps, says that a GPU is too old, is empty, or touches what threads share, it may be more than that; but for
a reduction of the warp in place of shuffles, and for atomics of the block in place of the GPU's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.match.giving_up import gives_up
from hipify_py.model import SPLICE
from hipify_py.resolve.unread_branches import side_for_hip
from hipify_py.source.conditions import pieces
from hipify_py.source.expressions import FIXED, KEYWORDS
from hipify_py.source.lexer import DEFINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.model import Span
    from hipify_py.source.lexer import Directive
    from hipify_py.source.unit import Unit

NO_CHOICE = re.compile(
    rb"\b(?:asm|__asm__|terminate|tex[123]D\w*|texCubemap\w*|surf[123]D\w*)\b|#\s*(?:el)?if|#\s*error"
)
SHARED = re.compile(
    rb"(?i)atomic|sync|fence|shfl|shuffle|ballot|vote|warp|lane|volatile|\b__(?:any|all)\b|__shared__|barrier"
    rb"|acquire|release|pipeline|\bw?mma|_mma|grid|launch"
)
FOR_BLOCK = re.compile(rb"\b(atomic[A-Z]\w*?)_block\b")
REDUCTION = re.compile(rb"\b__reduce_(?:add|min|max|and|or|xor)_sync\b")
SHUFFLE = re.compile(rb"\b__shfl(?:_down|_up|_xor)?_sync\b")
PRODUCT = re.compile(  # of 24 bits, which HIP has functions for
    rb"#\s*+define\s++__u?mul24\s*+\(\s*+(\w++)\s*+,\s*+(\w++)\s*+\)\s*+\(\s*+\(\s*+\1\s*+\)\s*+\*\s*+\(\s*+\2\s*+\)\s*+\)\s*+"
)
FUNCTION = re.compile(rb"(?<![\w:.>])(\w+)\s*\([^;{}()]*\)\s*\{")
NO_FUNCTIONS = frozenset(b"if for while switch catch return sizeof".split())
CONSTANT = re.compile(rb"\s*+(?:return\s++[-\w.'\"()]*\s*+;\s*+)?\}")  # behind the brace of a body
STUB = re.compile(rb"\s*+return\s++[-\w.'\"()]*\s*+;\s*+")  # of what it was given, as it was
NAME = re.compile(
    rb"(?<![\w.])(?<!->)(?<!::)([A-Za-z_]\w*)\b(?!\s*+(?:\(|::|(?:(?<=\s)|[*&])\s*+[*&]?\s*+[A-Za-z_]\w*\s*+[=;,\[]))"
)
DECLARED = re.compile(rb"[\w>*&]\s+[*&]*(\w+)\s*(?=[=;,\[])")
MADE = re.compile(rb"(?<![\w.>])(\w+)(?:\[[^\[\]]*\])?\s*(?:(?:[-+*/|&^]|<<|>>)?=(?!=)|\+\+|--)")
STEPS = re.compile(rb"(\w++)\s*+(\+\+|--)")
KEPT = re.compile(rb"\b((?:__)?asm(?:__)?)\s++(?:__)?volatile(?:__)?(?=\s*+\()")
OF_MEMORY = re.compile(rb"\[\s*+%|\"memory\"|\b(?:bar|membar|fence)\b")  # in inline PTX
RETURNS = re.compile(rb"\breturn\s++[^;]*?[A-Za-z_]\w*")
WORDS = KEYWORDS | frozenset(b"return if else for while do static inline r l h f d".split())
WIDE, NARROW = re.compile(rb"\bdouble\b"), re.compile(rb"\bfloat\b")


class Definition(NamedTuple):
    """A macro with parameters or a function that a side makes, and whether it works with what it is given."""

    name: bytes
    works: bool


def is_choice(unit: Unit, chain: Sequence[Directive]) -> bool:
    """Say whether all sides of a chain do the same, and HIP takes one for certain that it can do."""
    sides = pieces(chain)
    if len(sides) == 1 and _makes_products(unit.code[slice(*sides[0])]):
        return True
    at = side_for_hip(unit, chain)
    if at is None or len(sides) == 1:
        return False
    texts = [_without_kept(unit, side) for side in sides]
    taken, others = texts[at], [text for index, text in enumerate(texts) if index != at]
    if not taken.strip() or NO_CHOICE.search(taken) or gives_up(taken):
        return False
    return all(_is_for_the_block(taken, other) for other in others) or (
        not any(SHARED.search(_without_reductions(taken, text)) for text in texts)
        and not (NARROW.search(taken) and not WIDE.search(taken) and any(map(WIDE.search, others)))
        and all(_alike(taken, other) for other in others)
    )


def _without_kept(unit: Unit, side: Span) -> bytes:
    """Give a side without what keeps its assembly in place, where that touches no memory."""
    text = unit.code[slice(*side)]
    return text if OF_MEMORY.search(unit.source, *side) else KEPT.sub(rb"\1", text)


def _is_for_the_block(taken: bytes, other: bytes) -> bool:
    """Say whether a side differs from HIP's in no more than that its atomics hold for the block alone."""
    wide, mine = (b"".join(text.split()) for text in (FOR_BLOCK.sub(rb"\1", other), taken))
    return FOR_BLOCK.search(other) is not None and wide == mine


def _without_reductions(taken: bytes, text: bytes) -> bytes:
    """Give a side without a reduction of the warp, or of those of HIP the shuffles that come to the same."""
    return SHUFFLE.sub(b"", text) if text is taken else REDUCTION.sub(b"", text)


def _makes_products(text: bytes) -> bool:
    """Say whether a side does no more than write products where HIP has functions for them."""
    lines = [line.split(None, 1) for line in text.replace(b"#", b"# ").splitlines() if line.strip()]
    return bool(lines) and all(PRODUCT.fullmatch(b" ".join(line)) for line in lines)


def _alike(taken: bytes, other: bytes) -> bool:
    """Say whether two sides make the same, by their definitions or by what their statements read and give."""
    mine, theirs = _definitions(taken), _definitions(other)
    if mine is None or theirs is None:
        return False
    if mine or theirs:
        return {one.name for one in mine} == {one.name for one in theirs} and all(one.works for one in mine)
    if not other.strip() or b"#" in taken + other or STUB.fullmatch(taken):
        return False
    forth, back = ({one[1] for one in STEPS.finditer(side)} for side in (taken, other))
    if forth & back and {*STEPS.findall(taken)} != {*STEPS.findall(other)}:
        return False  # forth on one side, and back on the other
    inner = {*DECLARED.findall(other)} - {*MADE.findall(taken)}
    outer = {name for name in _names(other) if name not in inner}
    gives = RETURNS.search(taken) is not None and RETURNS.search(other) is not None
    made = ({*MADE.findall(other)} | _written(other)) - inner
    return outer <= {*_names(taken)} and (gives or bool(made and made & {*MADE.findall(taken)}))


def _written(text: bytes) -> set[bytes]:
    """Give what the assembly of a side may write: the first of its operands."""
    return {found[1] for found in re.finditer(rb"\basm\b[^;]*?:[^:;]*?\(\s*(\w+)\s*\)", text)}


def _names(text: bytes) -> set[bytes]:
    found = {one[1] for one in NAME.finditer(text)}
    return {name for name in found if name not in WORDS and not FIXED.fullmatch(name)}


def _definitions(text: bytes) -> list[Definition] | None:
    """Give what a side defines; None where it makes a macro without parameters, which may be anything."""
    found: list[Definition] = []
    for line in re.finditer(rb"#[ \t]*(\w+)((?:%b|[^\n])*)" % SPLICE.pattern, text):
        head = DEFINE.match(line[2]) if line[1] == b"define" else None
        if head is None or not head[2]:
            return None
        body = line[2][head.end() :]
        given = re.findall(rb"\w+", head[2])
        found.append(
            Definition(head[1], bool(given) and all(re.search(rb"\b%b\b" % one, body) for one in given))
        )
    code = re.sub(rb"#(?:%b|[^\n])*" % SPLICE.pattern, b"", text)
    functions = (one for one in FUNCTION.finditer(code) if one[1] not in NO_FUNCTIONS)
    return [*found, *(Definition(one[1], CONSTANT.match(code, one.end()) is None) for one in functions)]

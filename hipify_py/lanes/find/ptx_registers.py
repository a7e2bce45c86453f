"""PTX about the warp in inline assembly: lane registers that HIP can give, and what it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.assembly import OPENS, is_target
from hipify_py.source.bracket_ends import bracket_ends
from hipify_py.source.brackets import BLANK as BLANKS
from hipify_py.source.brackets import NOT_BLANK
from hipify_py.source.lexer import DEFINE
from hipify_py.source.search import before
from hipify_py.source.tokens import token_before
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.source.unit import Unit

GAP = rb"\s*+"
BLANK = rb"(?:\s|\\[nt])*+"  # in a string
BEGIN, END = rb'(?:R"\w*+\(|")', rb'(?:\)\w*+"|")'  # of a string, raw or not

OPERAND = rb'[^()"\s]|\([^()"]*+\)'


def _pattern(text: bytes) -> re.Pattern[bytes]:
    """Compile an expression for a whole `asm` statement.

    `~` is a gap between strings, `<` begins the one with the text and `>` ends it, `@` is a gap inside, and
    `#` a piece of an operand.
    """
    opens = rb"(?:asm|__asm__)\s*(?:(?:volatile|__volatile__)\s*)?\("
    text = text.replace(b"<", BEGIN + BLANK).replace(b">", BLANK + END)
    return re.compile((opens + text).replace(b"~", GAP).replace(b"@", BLANK).replace(b"#", OPERAND))


REGISTER = _pattern(
    rb"~<(?:\{@)?(?:mov\.[us]32@%0@,@%%?(laneid|lanemask_(?:eq|lt|le|gt|ge))|(activemask)\.b32@%0)@;?@\}?>"
    rb'~:~"=r"~\(~((?:#)(?:~(?:#))*+)~\)~(?::~(?::~(?:"memory"~)?)?)?\)'
)
OF_BLOCK = _pattern(  # the barrier of the whole block
    rb'~<(?:\{@)?(?:bar|barrier)(?:\.cta)?\.sync(?:\.aligned)?@0@;?@\}?>~(?::~:~:~"memory"~)?\)'
)
SPOKEN = re.compile(  # of a barrier that is not the whole block's, or of the warp
    rb"(?P<barrier>(?:\b|(?<=\\[nt]))(?:bar|barrier)(?:\.cta)?\.(?:sync|arrive|red)\b"
    rb"(?!(?:\.aligned)?[ \t]+0[ \t]*[;\"\\}]))"
    rb"|(?P<warp>%(?:laneid|warpid|nwarpid|lanemask_\w+)"
    rb"|(?:\b|(?<=\\[nt]))(?:shfl|vote|match|redux|elect|activemask|bar\.warp)\.\w+)"
)
LONGEST = 10_000  # bytes of a statement whose bracket is not closed, up to its `;`
KINDS = ("barrier", "warp")  # of what stands in one statement, the first decides
REGISTERS = {b"laneid": b"lane_id"}
BEGINS = frozenset({b";", b":", b"{", b"}", b")", b"else", b"do"})  # what a statement may stand behind


class Assembly(NamedTuple):
    """An `asm` statement that speaks of the warp; `value` is what it writes to if it reads a lane register.

    `kind` is "register", "warp" or "barrier".
    """

    kind: str
    span: Span
    name: bytes
    value: Span | None = None


def assemblies(unit: Unit) -> Iterator[Assembly]:
    """Give the assembly of a file that speaks of lanes, of the warp or of named barriers."""
    for found in word_matches(unit, OPENS, b"asm", b"__asm__"):
        if register := _register(unit, found.start()):
            name = register[1] or register[2]
            value = Span(*register.span(3))
            yield Assembly("register", Span(*register.span()), REGISTERS.get(name, name), value)
            continue
        if OF_BLOCK.match(unit.uncommented, found.start()):
            continue
        text = unit.uncommented[found.start() : _end(unit, found.end())]
        first: dict[str, bytes] = {}
        for said in SPOKEN.finditer(text):
            first.setdefault(said.lastgroup or "", said[0])
        if kind := next((one for one in KINDS if one in first), None):
            yield Assembly(kind, Span(found.start(), found.start() + len(text)), first[kind])


def _end(unit: Unit, inner: int) -> int:
    """Give where a statement ends whose bracket opens before a place: in a macro without a `;`."""
    closed = bracket_ends(unit).get(inner - 1)
    end = unit.code.find(b";", inner, closed or inner + LONGEST)
    return end if end >= 0 else closed or inner


def is_register(unit: Unit, offset: int) -> bool:
    """Say whether the assembly at an offset only reads a lane register, which HIP can give."""
    return _register(unit, offset) is not None


def is_block_barrier(unit: Unit, offset: int) -> bool:
    """Say whether the assembly at an offset is the barrier of the whole block, `__syncthreads()`."""
    return OF_BLOCK.match(unit.uncommented, offset) is not None


def _register(unit: Unit, offset: int) -> re.Match[bytes] | None:
    """Match the assembly at an offset that only gives a lane register to something, as a whole statement."""
    found = REGISTER.match(unit.uncommented, offset)
    if found is None or not is_target(unit.code[slice(*found.span(3))]):
        return None
    return found if stands_alone(unit, Span(*found.span())) else None


def stands_alone(unit: Unit, span: Span) -> bool:
    """Say whether an expression is a whole statement, or the whole of a macro."""
    directive = unit.directive_at(span.start)
    head = DEFINE.match(unit.code, *directive.body) if directive else None
    start, limit = (head.end(), directive.span.end) if directive and head else (0, len(unit.code))
    if (behind := NOT_BLANK.search(unit.code, span.end, limit)) and behind[0] != b";":
        return False
    at = before(unit.code, span.start, BLANKS)
    while at > start and (line := unit.directive_at(at - 1)) and line != directive:
        at = before(unit.code, line.span.start, BLANKS)
    return at <= start or token_before(unit.code, at).text in BEGINS

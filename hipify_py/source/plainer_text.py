"""The text that the grammar is given where it loses its way in the first: what it does not know, put plainly.

Every offset stays true. What is done here is right only for code that the grammar cannot read as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.grammar_text import ATTRIBUTE, NESTED, apart, replaced
from hipify_py.source.lexer import DEFINE
from hipify_py.source.macro_statements import semicolons
from hipify_py.source.search import matches
from hipify_py.source.spans import merged
from hipify_py.source.split_code import splitting
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.source.error_nodes import Found
    from hipify_py.source.grammar_text import Replacement
    from hipify_py.source.lexer import Directive, Text

ANGLES = rb"<(?:[^<>;{}]|<[^<>;{}]{0,200}+>){0,500}+>"
PATH = rb"[A-Za-z_]\w*+(?:" + ANGLES + rb")?(?:::(?:template\s)?\s*[A-Za-z_]\w*+(?:" + ANGLES + rb")?)*+"
WORDS = rb"(?:and|or|xor|bitand|bitor|not_eq|final|override|noexcept)(?!\w)"
NUMBER = rb"bool|char|short|int|long|float|double|(?:un)?signed"
SPECIFIER = rb"static|inline|constexpr|explicit|virtual|friend|extern|typedef|template|typename"
STATEMENT = rb"public|private|protected|return|if|for|while|do|switch|using|namespace"
BEHIND = SPECIFIER + rb"|" + STATEMENT + rb"|" + NUMBER + rb"|void|auto|struct|class|enum|union"


class Unknown(NamedTuple):
    """Syntax that the grammar does not know: its group is blanked, and `stand_in` put where it began.

    Every match of the expression begins with one of the words.
    """

    expression: re.Pattern[bytes]
    words: tuple[bytes, ...]
    stand_in: bytes = b""


UNKNOWN = (
    # template class T<int>; which has no declarator
    Unknown(re.compile(rb"template\s+((?:class|struct|union)\s)\s*[\w:]"), (b"template",)),
    Unknown(re.compile(rb"(extern\s)\s*template\s+(?:class|struct|union)\s"), (b"extern",)),
    # extern "C++" template <class T> int f(T);
    Unknown(re.compile(rb"(extern\s*+\"[^\"\r\n]*+\")\s*+template(?!\w)"), (b"extern",)),
    # x.template f(a), as nvcc takes it without arguments of the template
    Unknown(re.compile(rb"(template(?<=[.>:]template)\s)\s*[A-Za-z_]\w*+\s*\("), (b"template",)),
    # new T *[n], new const T
    Unknown(re.compile(rb"new(?<!\wnew)\s+(const\s)"), (b"new",)),
    Unknown(
        re.compile(
            rb"new(?<!\wnew)\s+(?:(?:const|unsigned|signed|struct|class)\s+)*+" + PATH + rb"\s*+(\*[\s*]*+)"
        ),
        (b"new",),
    ),
    # typename T::type() and typename T::type {} as values
    Unknown(re.compile(rb"(typename\s)\s*+" + PATH + rb"\s*+(?:\(\s*[^*&\s]|\{)"), (b"typename",)),
    # void f(T a = {}), void f(int * = 0)
    Unknown(re.compile(rb"=\s*(\{\s*\})\s*[,)]"), (b"=",), b"0"),
    Unknown(re.compile(rb"[*&]\s*(=\s*(?:0|nullptr|NULL))\s*[,)>]"), (b"*", b"&")),
    Unknown(re.compile(rb"operator\s*(\(\s+\))\s*\("), (b"operator",), b"()"),
    Unknown(re.compile(rb"(__attribute__\s*+" + NESTED + rb")"), (b"__attribute__",)),
    # a macro behind a string, of which it makes more
    Unknown(
        re.compile(rb"\"[ \t\r\n]++(?!CU|NV)([A-Z_][A-Z0-9_]*+|PRI[duxXo]\w++)(?![\w(])(?!\s*\()"), (b'"',)
    ),
    # macros of which an argument is a jump, or nothing
    Unknown(re.compile(rb"[,(]\s*(return)(?!\w)\s*[^\s,)]"), (b",", b"(")),
    Unknown(re.compile(rb",(\s)\s*\)"), (b",",), b"0"),
)
# A macro before a word or a bracket, and what tells that it is a mark of what stands behind it: a declaration
# or a statement, for which the grammar would take a type ...
NAME = re.compile(rb"((?:[A-Z](?<!\w.)|_(?<!\w.)_*+[A-Z])[A-Z0-9_]{2,}+(?!\w))\s++(?=[A-Za-z_~(])")
MARKED = re.compile(
    rb"(?:"
    + BEHIND
    + rb")(?!\w)|(?!(?:const|volatile|operator)(?!\w)|"
    + WORDS
    + rb")"
    + PATH
    + rb"(?:\s*+[*&]++\s*+|\s++)(?!"
    + WORDS
    + rb")[A-Za-z_~]|[A-Za-z_]\w*+\s*+"
    + NESTED
    + rb"\s*+(?:noexcept\s*+)?:(?!:)"
)
# ... or what stands before it: a type, `class` or `if`
TYPED = re.compile(rb"(?<!\w)(?:void|size_t|" + NUMBER + rb")(?:\s*\*)*+\s+\Z")
CALLED = re.compile(rb"[A-Za-z_]\w*+\s*+\(")
HEAD, HEAD_NAME = re.compile(rb"(?<!\w)(?:class|struct)\s+\Z"), re.compile(PATH + rb"\s*+(?:final\s*)?[:{]")
IF = re.compile(rb"(?<!\w)if\s+\Z")
# A type as an argument of a macro, of which the grammar is told another name.
TYPE = re.compile(
    rb"(?:(?<!\w)(?:[A-Z][A-Z0-9_]{2,}|typeid)\s*\(|,)\s*"
    rb"((?:(?:un)?signed\s+)?(?:" + NUMBER + rb"|size_t|u?int(?:8|16|32|64)_t))(?=\s*[,)])"
)
ATTRIBUTES = frozenset({*SPECIFIER.split(b"|"), b"const"})
BEFORE, BEHIND_IT = 400, 200  # bytes around what is wrong that are looked at, too
IN_LINE = re.compile(rb"[^\r\n]")
HAS = re.compile(rb"__has_\w+[ \t]*\(([^()\r\n]+)\)")
ALTERNATIVE = re.compile(rb"\b(?:not|and|or)\b")
OPERATORS = {b"not": b"!  ", b"and": b"&& ", b"or": b"||"}


def stand_ins(
    text: Text, directives: Sequence[Directive], masked: bytes, errors: Iterable[Found]
) -> list[Replacement]:
    """Give stand-ins for what the grammar does not know, in order, where it has `errors` in `masked`.

    Blank become macros before declarations, `typename` before values, marks of a pointer behind `new` and
    their like; statements of a macro get the semicolon that they lack, and conditions that split code go.
    """
    bare = _without(text.code, directives)
    found = [*_conditions(text.code, directives), *splitting(bare, directives), *semicolons(masked, bare)]
    own = _own_marks(text.code, directives)
    for part in _spoilt(errors):
        found += _unknown(bare, part)
        found += _marks(bare, own, part)
    return [one for one in apart(found) if not masked.startswith(one[1], one[0])]


def _spoilt(errors: Iterable[Found]) -> tuple[Span, ...]:
    """Give the parts of a text that the grammar could not read, with what stands around them."""
    spans = (
        Span(max(0, first.start_byte - BEFORE), last.end_byte + BEHIND_IT) for _, (first, last) in errors
    )
    return merged(spans)


def _blank(start: int, end: int) -> Replacement:
    return start, b" " * (end - start)


def _without(code: bytes, directives: Sequence[Directive]) -> bytes:
    """Give the code with blanks for directives and attributes."""
    bare = replaced(code, [_blank(*one.span) for one in directives])
    return ATTRIBUTE.sub(lambda found: IN_LINE.sub(b" ", found[0]), bare)


def _conditions(code: bytes, directives: Sequence[Directive]) -> Iterator[Replacement]:
    """Give stand-ins for what the grammar does not know in conditions, and for pragmas."""
    for one in directives:
        if one.name == b"pragma":
            yield _blank(*one.span)
        elif one.name in {b"if", b"elif"}:
            for found in HAS.finditer(code, *one.body):
                yield found.start(1), b"0".ljust(len(found[1]))
            for found in ALTERNATIVE.finditer(code, *one.body):
                yield found.start(), OPERATORS[found[0]]


def _unknown(bare: bytes, part: Span) -> Iterator[Replacement]:
    for expression, words, stand_in in UNKNOWN:
        for found in matches(bare, expression, *words, within=part):
            yield found.start(1), stand_in.ljust(len(found[1]))
    for found in TYPE.finditer(bare, *part):
        yield found.start(1), b"_".join(found[1].split()).capitalize().ljust(len(found[1]))


def _own_marks(code: bytes, directives: Sequence[Directive]) -> frozenset[bytes]:
    """Give the macros of a file that stand for nothing, or for attributes and specifiers alone."""
    found = set()
    for one in directives:
        head = DEFINE.match(code, *one.body) if one.name == b"define" else None
        if head and head[2] is None:
            value = ATTRIBUTE.sub(b"", code[head.end() : one.body.end])
            if ATTRIBUTES.issuperset(value.split()):
                found.add(head[1])
    return frozenset(found)


def _marks(bare: bytes, own: frozenset[bytes], part: Span) -> Iterator[Replacement]:
    at = part.start
    while found := NAME.search(bare, at, part.end):
        at = found.end(1)
        if MARKED.match(bare, found.end()) or _is_within(bare, found):
            yield _blank(*found.span(1))
    for word in A_NAME.finditer(bare, *part) if own else ():
        if word[0] in own:
            yield _blank(*word.span())


def _is_within(bare: bytes, found: re.Match[bytes]) -> bool:
    """Say whether a macro stands between a type and a function, `class` and a name, or `if` and a bracket."""
    before, end = bare[max(0, found.start() - 40) : found.start()], found.end()
    if bare.startswith(b"(", end):
        return IF.search(before) is not None
    typed = TYPED.search(before) and CALLED.match(bare, end)
    return bool(typed or (HEAD.search(before) and HEAD_NAME.match(bare, end)))

"""What a file's constants are worth: `#define`, `const`, `constexpr` and enumerators with integer values."""

from __future__ import annotations

import re
from operator import add, and_, floordiv, lshift, mod, mul, or_, rshift, sub, xor
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.flow.type_sizes import size_of
from hipify_py.lanes.warp_names import SIZE
from hipify_py.lazy import cached_property
from hipify_py.source.expression_reading import expression
from hipify_py.source.search import matches
from hipify_py.source.tokens import token_before

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit

WARP_SIZE = re.compile(SIZE)
# Each begins with a literal, for which a search is many times as fast.
DEFINED = re.compile(rb"define[ \t]+([A-Za-z_]\w*)[ \t]+([^\r\n]+)")
CONSTANT = re.compile(
    rb"const(?:expr)?\s+(?:\w+\s+|\w+\s*::\s*){0,16}([A-Za-z_]\w*)\s*(?:=\s*([^;,{}]{1,2000}+)|\{([^;,{}]{1,2000}+)\})\s*[;,}]"
)
ANOTHER = re.compile(  # the next of a list
    rb"\s*([A-Za-z_]\w*)\s*(?:=\s*([^;,{}]{1,2000}+)|\{([^;,{}]{1,2000}+)\})\s*[;,}]"
)
FUNCTION = re.compile(  # takes nothing and gives a constant
    rb"constexpr\b([^;{}()=]{0,400}+)\(\s*(?:void\s*)?\)\s*(?:const\s*|noexcept\s*)*"
    rb"\{\s*return\s+([^;{}]{1,2000}+);\s*\}"
)
SPECIFIER = re.compile(rb"\b(?:__\w+__|static|inline|const|[A-Z][A-Z\d_]+)\b")
ENUM = re.compile(rb"\benum\b[^;(){}=]{0,400}+\{([^{}]*)\}")
ENUMERATOR = re.compile(rb"([A-Za-z_](?<!\w.)\w*)\s*=\s*([^,]+)")
INTEGER = re.compile(rb"(0[xX](?:'?[0-9a-fA-F])+|0[bB](?:'?[01])+|\d(?:'?\d)*)([uUlLzZ]*)")
WIDE_TYPE = re.compile(rb"(?:unsigned\s+)?long\b|u?int64_t|size_t|uintptr_t|uint64\b|ulonglong")
UNSIGNED = re.compile(rb"\bunsigned\b|\buint|\bsize_t")
TYPE = re.compile(
    rb"\s*(?:const\s+)?(?:std\s*::\s*)?(?:(?:unsigned|signed|int|long|short|char)\b(?:\s+(?:unsigned|signed|int|long|short|char)\b)*"
    rb"|u?int(?:8|16|32|64)_t\b|size_t\b)\s*"
)
MOST_NAMES = 100  # that are looked for one by one
SPELT_WIDTHS = (rb"3[12]", rb"0[xXbB]", rb"[wW][aA][rR][pP]")
RESULTS: dict[bytes, Callable[[int, int], int]] = {
    b"|": or_,
    b"^": xor,
    b"&": and_,
    b"<<": lshift,
    b">>": rshift,
    b"+": add,
    b"-": sub,
    b"*": mul,
    b"/": floordiv,
    b"%": mod,
}
OPERATORS = {("unary", sign) for sign in (b"~", b"-", b"+")} | {("binary", sign) for sign in RESULTS}
CHOSEN = b"@"  # stands for the value of a name that a condition decides for HIP
RETURNED = b"@()"  # the same for a function that returns what a condition in it decides
MOST = 200  # bytes of an expression that is looked at
LONGEST = 2000  # bytes of a constant's value


class Number(NamedTuple):
    """An integer of C++: its value as an unsigned one, the bits of its type, and whether it has a sign."""

    value: int
    bits: int
    signed: bool = True


OF_LIBRARY = {
    b"UINT32_MAX": Number(0xFFFFFFFF, 32, signed=False),
    b"UINT_MAX": Number(0xFFFFFFFF, 32, signed=False),
    b"CHAR_BIT": Number(8, 32),
}
TOLD = Number(32, 32)  # what names of a warp's size are worth that nothing tells


def declared_constants(unit: Unit) -> dict[bytes, bytes]:
    """Give the text of the value of every constant that a file makes.

    A `constexpr` function that takes nothing is one, by its name with brackets behind it.
    """
    return {**{name: text for _, name, text in written_constants(unit)}, **given_constants(unit)}


def written_constants(unit: Unit) -> Iterator[tuple[int, bytes, bytes]]:
    """Give place, name and the text of the value of each macro, constant and enumerator, in this order."""
    for made in matches(unit.code, DEFINED, b"define"):
        yield made.start(1), made[1], made[2].strip()
    for made in CONSTANT.finditer(unit.code):
        following: re.Match[bytes] | None = made
        while following:
            yield following.start(1), following[1], (following[2] or following[3]).strip()
            more = following[0].endswith(b",")
            following = ANOTHER.match(unit.code, following.end()) if more else None
    for listed in matches(unit.code, ENUM, b"enum"):
        for name, value in ENUMERATOR.findall(listed[1]):
            yield listed.start(), name, value.strip()


def given_constants(unit: Unit) -> dict[bytes, bytes]:
    """Give what the functions of a file give that take nothing, unless two of one name differ."""
    if b"constexpr" not in unit.code:
        return {}
    found: dict[bytes, set[bytes]] = {}
    for made in matches(unit.code, FUNCTION, b"constexpr"):
        name = token_before(made[1], len(made[1]))
        if not name.is_word:
            continue
        kind = b" ".join(SPECIFIER.sub(b"", made[1][: name.start]).split())
        value = made[2].strip()
        if kind == b"auto" or TYPE.fullmatch(kind):
            value = value if kind == b"auto" else b"static_cast<" + kind + b">(" + value + b")"
            found.setdefault(name.text + b"()", set()).add(value)
        else:
            found.setdefault(name.text + b"()", set()).update((b"", kind))  # not known what it is
    return {name: next(iter(given)) for name, given in found.items() if len(given) == 1}


class ConstantTable:
    """The constants that hold in one file, and what expressions come to by them; each is worked out once."""

    def __init__(self, texts: Mapping[bytes, bytes]) -> None:
        """Take the text of each constant's value."""
        self.texts = texts
        self.chosen = frozenset(name for name, text in texts.items() if text == CHOSEN)
        self.returned = frozenset(name for name, text in texts.items() if text == RETURNED)
        self._seen: dict[bytes, Number | None] = {}
        self._named: dict[bytes, Number | None] = {}
        self._read: dict[bytes, Expression] = {}

    def number(self, text: bytes) -> Number | None:
        """Give the value of an integer expression; None where it is no constant, as far as can be told."""
        if text not in self._seen:
            self._seen[text] = self.of(expression(text)) if len(text) <= MOST else None
        return self._seen[text]

    def of(self, node: Expression, width: Number | None = None) -> Number | None:
        """Give the value of a node; `width` is put for names of a warp's size that nothing tells."""
        if node.span.end - node.span.start > MOST:
            return None
        self._learn(node)
        return _Folder(self._named, width).value(node)

    def _learn(self, node: Expression) -> None:
        """Read the constants in an expression and in theirs, each once and however deep."""
        todo, begun = [*self._unread(node)], set[bytes]()
        while todo:
            name = todo[-1]
            if name in self._named:
                todo.pop()
            elif name not in begun:
                begun.add(name)  # one in a circle is met again, and has no value
                todo += (one for one in self._unread(self._read[name]) if one not in begun)
            else:
                todo.pop()
                self._named[name] = _Folder(self._named).value(self._read[name])

    def _unread(self, node: Expression) -> Iterator[bytes]:
        """Give the constants in an expression that have yet to be read, and the calls that stand for one."""
        for part in node.walk():
            if part.kind in {"name", "call"}:
                name = part.name if part.kind == "name" else part.name + b"()"
                if name in self.texts and name not in self._named:
                    text = self.texts[name]
                    self._read[name] = expression(text if len(text) <= LONGEST else b"")
                    yield name

    @cached_property
    def widths(self) -> re.Pattern[bytes]:
        """Give what finds the width of a warp of 32 lanes, or its last lane: as a number, or by a name.

        Where many names have it, which would all be tried at each place, any name is found.
        """
        named = sorted({name.removesuffix(b"()") for name in self.texts if self.worth(name) in {31, 32}})
        names = map(re.escape, named) if len(named) <= MOST_NAMES else [rb"\b[A-Za-z_]\w*"]
        return re.compile(b"|".join([*SPELT_WIDTHS, *names]))

    def worth(self, text: bytes) -> int | None:
        """Give the same as a plain number, with 32 for names of a warp's size that nothing tells."""
        found = self.number(text)
        if found is None and b"arp" in text.lower() and len(text) <= MOST:
            found = self.of(expression(text), TOLD)
        return found.value if found else None


class _Folder(NamedTuple):
    """Works out expressions by what is known of their names; `width` stands for a warp's size, if told."""

    known: Mapping[bytes, Number | None]
    width: Number | None = None

    def value(self, node: Expression) -> Number | None:
        if node.kind == "number":
            return _number(node.text)
        if node.kind == "name":
            return self._named(node.name)
        if node.kind == "call" and not node.parts:
            return self.known.get(node.name + b"()")
        if node.kind == "call" and node.text == b"sizeof":
            return self._size(node.parts[0])
        return self._made(node)

    def _size(self, node: Expression) -> Number | None:
        """Give the bytes of a type by its name, or of an array of such."""
        if node.kind == "subscript":
            whole, count = self._size(node.parts[0]), self.value(node.parts[1])
            return whole._replace(value=whole.value * count.value) if whole and count else None
        found = size_of(node.text) if node.kind == "name" else None
        return Number(found, 64, signed=False) if found else None

    def _made(self, node: Expression) -> Number | None:
        """Give what an operator or a cast makes of others."""
        kind = _type(node.text) if node.kind == "cast" else None
        if not kind and (node.kind, node.text) not in OPERATORS:
            return None
        operands = [one for part in node.parts if (one := self.value(part))]
        if len(operands) < len(node.parts):
            return None
        if kind:
            return _cast(operands[0], kind)
        return _signed(node.text, *operands) if node.kind == "unary" else _apply(node.text, *operands)

    def _named(self, name: bytes) -> Number | None:
        if name in self.known or name not in OF_LIBRARY:
            found = self.known.get(name)
            return self.width if found is None and self.width and WARP_SIZE.fullmatch(name) else found
        return OF_LIBRARY[name]


def _number(text: bytes) -> Number | None:
    found = INTEGER.fullmatch(text)
    if found is None:
        return None
    digits, suffix = found[1].replace(b"'", b""), found[2].lower()
    value = int(digits, 0 if digits[:2].lower() in {b"0x", b"0b"} else 10)
    bits = 64 if b"l" in suffix or value > 0xFFFFFFFF else 32
    return Number(value, bits, b"u" not in suffix and value < 2 ** (bits - 1))


def _type(text: bytes) -> Number | None:
    """Give a type's zero; None where it is none of integers."""
    if TYPE.fullmatch(text) is None:
        return None
    return Number(0, 64 if WIDE_TYPE.search(text) else 32, UNSIGNED.search(text) is None)


def _cast(value: Number | None, to: Number | None) -> Number | None:
    if value is None or to is None:
        return None
    negative = value.signed and value.value >> (value.bits - 1)
    extended = value.value - 2**value.bits if negative else value.value
    return Number(extended % 2**to.bits, to.bits, to.signed)


def _signed(sign: bytes, value: Number) -> Number:
    raw = ~value.value if sign == b"~" else -value.value if sign == b"-" else value.value
    return value._replace(value=raw % 2**value.bits)


def _apply(operator: bytes, left: Number, right: Number) -> Number | None:
    a, b = left.value, right.value
    shifts = operator in {b"<<", b">>"}
    bits = left.bits if shifts else max(left.bits, right.bits)
    if (operator in {b"/", b"%"} and b == 0) or (shifts and b >= max(left.bits, right.bits)):
        return None
    return Number(RESULTS[operator](a, b) % 2**bits, bits, left.signed and right.signed)

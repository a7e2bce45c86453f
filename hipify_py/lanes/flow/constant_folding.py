"""What a file's constants are worth: `#define`, `const`, `constexpr` and enumerators with integer values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lanes.warp_names import SIZE
from hipify_py.source.search import matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
HEAD = re.compile(rb"(.*?)\b([A-Za-z_]\w*)\s*\Z", re.DOTALL)  # the type and the name
SPECIFIER = re.compile(rb"\b(?:__\w+__|static|inline|const|[A-Z][A-Z\d_]+)\b")
ENUM = re.compile(rb"\benum\b[^;(){}=]{0,400}+\{([^{}]*)\}")
ENUMERATOR = re.compile(rb"([A-Za-z_](?<!\w.)\w*)\s*=\s*([^,]+)")
TOKEN = re.compile(
    rb"\s*(?:(0[xX][0-9a-fA-F']+|0[bB][01']+|\d[\d']*)([uUlLzZ]*)|([A-Za-z_][\w]*)|(<<|>>|.))", re.DOTALL
)
WIDE_TYPE = re.compile(rb"(?:unsigned\s+)?long\b|u?int64_t|size_t|uintptr_t|uint64\b|ulonglong")
UNSIGNED = re.compile(rb"\bunsigned\b|\buint|\bsize_t")
CALL = re.compile(rb"\b(?:[A-Za-z_]\w*\s*::\s*)*([A-Za-z_]\w*)\s*\(\s*\)")
TYPE = re.compile(
    rb"\s*(?:const\s+)?(?:std\s*::\s*)?(?:(?:unsigned|signed|int|long|short|char)\b(?:\s+(?:unsigned|signed|int|long|short|char)\b)*"
    rb"|u?int(?:8|16|32|64)_t\b|size_t\b)\s*"
)
PRECEDENCE = {b"|": 1, b"^": 2, b"&": 3, b"<<": 4, b">>": 4, b"+": 5, b"-": 5, b"*": 6, b"/": 6, b"%": 6}
CHOSEN = b"@"  # stands for the value of a name that a condition decides for HIP
RETURNED = b"@()"  # the same for a function that returns what a condition in it decides
NAME = re.compile(rb"[A-Za-z_]\w*")
MOST = 200  # bytes of an expression that is looked at
LONGEST, DEEPEST = (
    2000,
    64,
)  # bytes of a constant's value, and how deep brackets and signs may stand in each other


class Number(NamedTuple):
    """An integer of C++: its value as an unsigned one, the bits of its type, and whether it has a sign."""

    value: int
    bits: int
    signed: bool = True


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
        head = HEAD.match(made[1])
        if head is None:
            continue
        kind = b" ".join(SPECIFIER.sub(b"", head[1]).split())
        value = made[2].strip()
        if kind == b"auto" or TYPE.fullmatch(kind):
            value = value if kind == b"auto" else b"static_cast<" + kind + b">(" + value + b")"
            found.setdefault(head[2] + b"()", set()).add(value)
        else:
            found.setdefault(head[2] + b"()", set()).update((b"", kind))  # not known what it is
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

    def number(self, text: bytes) -> Number | None:
        """Give the value of an integer expression; None where it is no constant, as far as can be told."""
        if text not in self._seen:
            self._seen[text] = self._read(text) if len(text) <= MOST else None
        return self._seen[text]

    def _read(self, text: bytes) -> Number | None:
        """Read an expression; before it the constants in it and in theirs, each once and however deep."""
        todo, begun = [*self._unread(text)], set[bytes]()
        while todo:
            name = todo[-1]
            if name not in begun:
                begun.add(name)  # one in a circle is met again, and has no value
                todo += (one for one in self._unread(self.texts[name]) if one not in begun)
            else:
                todo.pop()
                if name not in self._named:
                    self._named[name] = _Reader(self.texts[name], self._named).whole()
        return _Reader(text, self._named).whole()

    def _unread(self, text: bytes) -> Iterator[bytes]:
        """Give the constants in an expression that have yet to be read, and the calls that stand for one."""
        for found in NAME.findall(text) if len(text) <= LONGEST else ():
            for name in (found, found + b"()"):
                if name in self.texts and name not in self._named:
                    yield name

    def settled(self, text: bytes) -> bytes:
        """Put the names of constants for the calls of functions that give one."""
        return CALL.sub(lambda found: found[1] if found[1] + b"()" in self.texts else found[0], text)

    def worth(self, text: bytes) -> int | None:
        """Give the same as a plain number, with 32 for names of a warp's size that nothing tells."""
        found = self.number(text)
        if found is None and b"arp" in text.lower() and WARP_SIZE.search(text):
            found = self.number(WARP_SIZE.sub(b"32", text))
        return found.value if found else None


class _Reader:
    """Reads one expression by precedence."""

    def __init__(self, text: bytes, known: Mapping[bytes, Number | None]) -> None:
        self.text, self.known, self.at, self.depth = text.strip(), known, 0, 0

    def whole(self) -> Number | None:
        value = self.binary(1) if len(self.text) <= LONGEST else None
        return value if self.at == len(self.text) else None

    def binary(self, least: int) -> Number | None:
        left = self.unary()
        while left is not None and (operator := self.operator()) and PRECEDENCE[operator] >= least:
            self.take(operator)
            right = self.binary(PRECEDENCE[operator] + 1)
            left = None if right is None else _apply(operator, left, right)
        return left

    def operator(self) -> bytes | None:
        found = TOKEN.match(self.text, self.at)
        return found[4] if found and found[4] in PRECEDENCE else None

    def take(self, wanted: bytes) -> bool:
        found = TOKEN.match(self.text, self.at)
        if found is None or found[4] != wanted:
            return False
        self.at = found.end()
        return True

    def unary(self) -> Number | None:
        self.depth += 1
        value = self.signed() if self.depth <= DEEPEST else None
        self.depth -= 1
        return value

    def signed(self) -> Number | None:
        for sign in (b"~", b"-", b"+"):
            if self.take(sign):
                value = self.unary()
                return None if value is None else _signed(sign, value)
        if (kind := self.type_in(b"(", b")")) is not None:
            return _cast(self.unary(), kind)
        if (kind := self.type_name()) is not None:
            return _cast(self.enclosed(), kind)
        return self.enclosed() if self.text[self.at :].lstrip().startswith(b"(") else self.atom()

    def enclosed(self) -> Number | None:
        for opening, closing in ((b"(", b")"), (b"{", b"}"), (b"<", b">")):
            if self.take(opening):
                value = self.binary(1)
                return value if self.take(closing) else None
        return None

    def type_in(self, opening: bytes, closing: bytes) -> Number | None:
        start = self.at
        if self.take(opening) and (kind := self.type_name()) is not None and self.take(closing):
            return kind
        self.at = start
        return None

    def type_name(self) -> Number | None:
        """Read a type's name, or `static_cast<type>`; its number is the type's zero."""
        start = self.at
        if self.text.startswith(b"static_cast", self.at):
            self.at += len(b"static_cast")
            kind = self.type_in(b"<", b">")
            self.at = self.at if kind else start
            return kind
        found = TYPE.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return Number(0, 64 if WIDE_TYPE.search(found[0]) else 32, UNSIGNED.search(found[0]) is None)

    def atom(self) -> Number | None:
        found = TOKEN.match(self.text, self.at)
        if found is None:
            return None
        if found[3] and (call := CALL.match(self.text, found.start(3))):
            self.at = call.end()
            return self.known.get(call[1] + b"()")
        self.at = found.end()
        if found[1]:
            value = int(found[1].replace(b"'", b""), 0 if found[1][:2].lower() in {b"0x", b"0b"} else 10)
            bits = 64 if b"l" in found[2].lower() or value > 0xFFFFFFFF else 32
            return Number(value, bits, b"u" not in found[2].lower() and value < 2 ** (bits - 1))
        name = found[3]
        if name in {b"UINT32_MAX", b"UINT_MAX"}:
            return Number(0xFFFFFFFF, 32, signed=False)
        return None if name is None else self.known.get(name)


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
    a, b, bits = left.value, right.value, max(left.bits, right.bits)
    if (operator in {b"/", b"%"} and b == 0) or (operator in {b"<<", b">>"} and b >= bits):
        return None
    if operator in {b"<<", b">>"}:
        bits = left.bits
    results = {
        b"|": lambda: a | b,
        b"^": lambda: a ^ b,
        b"&": lambda: a & b,
        b"<<": lambda: a << b,
        b">>": lambda: a >> b,
        b"+": lambda: a + b,
        b"-": lambda: a - b,
        b"*": lambda: a * b,
        b"/": lambda: a // b,
        b"%": lambda: a % b,
    }
    return Number(results[operator]() % 2**bits, bits, left.signed and right.signed)

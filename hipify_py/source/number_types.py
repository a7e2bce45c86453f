"""Of which arithmetic type an expression is, as far as the text of its function tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import trimmed
from hipify_py.source.declarators import declared_behind
from hipify_py.source.unit_facts import fact_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

FLOATING = "floating"
"""float or double, whichever"""
WHOLE = ("int", "unsigned", "long", "unsigned long", "long long", "unsigned long long")
RANKS = (*WHOLE, "float", FLOATING, "double")  # each before those to which it goes where two of them meet
SMALL = ("bool", "char", "signed char", "unsigned char", "short", "unsigned short")
ALIASES = {
    "int8_t": "signed char",
    "int16_t": "short",
    "int32_t": "int",
    "int64_t": "long",
    "ptrdiff_t": "long",
    "size_t": "unsigned long",
    "uchar": "unsigned char",
    "uint": "unsigned",
    "uint8_t": "unsigned char",
    "uint16_t": "unsigned short",
    "uint32_t": "unsigned",
    "uint64_t": "unsigned long",
    "ulong": "unsigned long",
    "ushort": "unsigned short",
}
"""On Linux for amd64, where both compilers are."""
WORDS = rb"(?:unsigned|signed|long|short|char|int)"
BY_WORDS = tuple(one + rb"(?:\s+" + WORDS + rb")*" for one in b"unsigned signed long short char int".split())
SIZED = (rb"uint(?:8|16|32|64)_t", rb"int(?:8|16|32|64)_t")
BY_ONE = (*SIZED, *b"float double bool size_t ptrdiff_t uint uchar ushort ulong".split())  # `uint8_t` first
BARE = b"|".join((*BY_WORDS, *BY_ONE))
TYPE = rb"(?:std\s*::\s*)?(?:" + BARE + rb")"
NAMED_TYPE = re.compile(TYPE)
# What stands before it is asked for behind its first letter: a search looks for those alone.
BEGUN = b"|".join(
    one[:1] + rb"(?<![\w:.].)" + one[1:] for one in (*BY_WORDS, *BY_ONE, rb"std\s*::\s*(?:" + BARE + rb")")
)
DECLARED = re.compile(rb"(" + BEGUN + rb")\b(?!\s*[:>(])")
# Any other word that may be a type, before what may be a name that is declared with it.
OTHER = re.compile(
    rb"(?<![\w.:>])([A-Za-z_]\w*+)(?=[\s*&]++(?:const\s++|__restrict__\s++)*[A-Za-z_]\w*+\s*+[=;,)\[:{])"
)
NO_TYPE = frozenset(
    b"and case class co_await co_return co_yield const delete else enum extern friend goto inline namespace"
    b" new not or register return sizeof static struct throw typedef typename union using volatile"
    b" __restrict__ __shared__".split()
)
BUILTIN = re.compile(rb"(?:threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*[xyz]")
LITERAL = re.compile(rb"\d[\d']*+[uUlL]*+")  # of a whole number
HEXADECIMAL = re.compile(rb"0[xX]")
FUNCTION = re.compile(  # whose type is that of its arguments, and others
    rb"(?:::\s*)?(?:(min|max)|"
    rb"(?:fabs|sqrt|rsqrt|exp|exp2|log|log2|log10|pow|sin|cos|tan|tanh|floor|ceil|round|fmin|fmax|fma)(f)?)\s*"
)
OF_INT = re.compile(rb"__(?:(?:popc|clz|ffs)(?:ll)?|(u)?mul24)\s*\(")  # of CUDA; L066, L068 make HIP's alike
CALLED = re.compile(rb"([A-Za-z_]\w*+)\s*+(?=\()")  # by a bare name
MEMBER = re.compile(rb"(\w++)(?:\.|->)([\w.]++)")
SHUFFLE = re.compile(rb"__shfl(?:_(?:up|down|xor))?(_sync)?\s*\(")
CASTS = re.compile(rb"(?:static_cast\s*+<\s*+)?(" + TYPE + rb")\b\s*+>?\s*+")
DEEPEST, MOST = 40, 400  # nodes of an expression, one in the other, and bytes of each that are looked at


class Declared(NamedTuple):
    """What may be a declaration: the span of an arithmetic type, and the names that look declared with it."""

    type: Span
    names: tuple[bytes, ...]


def declarations(code: bytes) -> Iterator[Declared]:
    """Give what a text may declare with arithmetic types, in order."""
    for one in DECLARED.finditer(code):
        yield Declared(Span(*one.span(1)), (*declared_behind(code, one.end(1)),))


def declared_types(code: bytes, listed: Iterable[Declared] | None = None) -> dict[bytes, str]:
    """Give the type with which a text declares each name, pointers to it included.

    "" for a name that it declares with several; one that is not arithmetic for certain has a `?` before it.
    `listed` are the `declarations` of the text, if they are known.
    """
    found: dict[bytes, str] = {}
    kinds: dict[bytes, str] = {}
    for one in declarations(code) if listed is None else listed:
        text = code[slice(*one.type)]
        kind = kinds[text] if text in kinds else kinds.setdefault(text, spelt(text))
        for name in one.names:
            found[name] = kind if found.get(name, kind) == kind else ""
    for other in OTHER.finditer(code):
        text = other[1]
        if text in NO_TYPE or text in found or DECLARED.fullmatch(text):
            continue
        kind = "?" + text.decode()
        for name in declared_behind(code, other.end(1)):
            found[name] = kind if found.get(name, kind) == kind else ""
    return found


@fact_of
def types_in(unit: Unit, function: Span) -> Mapping[bytes, str]:
    """Give what `declared_types` finds in a function, whose span this is."""
    return declared_types(unit.code[slice(*function)])


def spelt(kind: bytes) -> str:
    """Give the one spelling of an arithmetic type."""
    words = kind.decode("utf-8", "replace").replace("std", "").replace("::", "").split()
    if len(words) == 1 and words[0] in ALIASES:
        return ALIASES[words[0]]
    sign = ["unsigned"] if "unsigned" in words else []
    sized = [word for word in words if word not in {"unsigned", "signed", "int"}]
    if sized == ["char"] and "signed" in words:
        return "signed char"
    return " ".join([*sign, *sized]) or "int"


def number_type(unit: Unit, span: Span, names: Mapping[bytes, str]) -> str:
    """Give the type of the expression at a span, given those of names; "" where that cannot be told.

    Two expressions with the same type that begins with a `?` are of one type, be that arithmetic or not. What
    a function gives stands in `names` behind its name and `()`.
    """
    span = trimmed(unit.code, *span)  # comments are blank there
    nodes = unit.around(span)
    node = nodes[-1] if nodes else None
    return _type(unit, node, names, 0) if node and (node.start_byte, node.end_byte) == span else ""


def number_literal(text: bytes) -> str:
    """Give the type of a text that is a number, be it in brackets, and nothing else; "" of any other."""
    text = text.strip(b"() \t")
    return _of_number(text.lower()) if LITERAL.fullmatch(text) else ""


def promoted(kind: str) -> str:
    """Give the type to which a small one goes in arithmetic."""
    return "int" if kind in SMALL else kind


def _type(unit: Unit, node: Node | None, names: Mapping[bytes, str], depth: int) -> str:
    if node is None or depth > DEEPEST:
        return ""
    text = unit.code[node.start_byte : min(node.end_byte, node.start_byte + MOST)]
    if node.type == "call_expression" and (given := _given(text, names)):
        return given
    parts = [child for child in node.named_children if child.type != "comment"]
    if node.type == "call_expression" and (shuffle := SHUFFLE.match(text)):
        passed = [part for part in parts[-1].named_children if part.type != "comment"][bool(shuffle[1]) :]
        return _type(unit, passed[0], names, depth + 1) if passed else ""
    unread = node.type in CALLS and not _reads(text)
    kinds = [""] * len(parts) if unread else [_type(unit, part, names, depth + 1) for part in parts]
    if node.type in READERS:
        return READERS[node.type](text, kinds) if kinds else ""
    if node.type == "binary_expression" and len(kinds) == 2:
        sign = node.child_by_field_name("operator")
        return _joined(sign.type if sign else "", kinds)
    leaf = LEAVES.get(node.type)
    return leaf(text, names) if leaf else ""


def _given(text: bytes, names: Mapping[bytes, str]) -> str:
    """Give what a call returns by the name of the function alone; "" where that does not tell."""
    if made := OF_INT.match(text):
        return "unsigned" if made[1] else "int"
    called = CALLED.match(text)
    return names.get(called[1] + b"()", "") if called else ""


def _first(text: bytes, kinds: list[str]) -> str:
    """Read a bracket, an element, or what a pointer points to."""
    return "" if text.startswith(b"&") else kinds[0]


def _signed(text: bytes, kinds: list[str]) -> str:
    return "" if text.startswith(b"!") else _met(kinds)


def _reads(text: bytes) -> bool:
    """Say whether a cast or a call is of a function whose arguments tell its type."""
    return FUNCTION.fullmatch(text.removeprefix(b"(").lstrip().partition(b"(")[0]) is not None


def _cast(text: bytes, kinds: list[str]) -> str:
    """Read a cast or a call."""
    text = text.removeprefix(b"(").lstrip()
    if cast := CASTS.match(text):
        return spelt(cast[1]) if text[cast.end() : cast.end() + 1] in {b"(", b")"} else ""
    called = FUNCTION.fullmatch(text.partition(b"(")[0])
    if called is None:
        return ""
    return kinds[-1] if called[1] else "float" if called[2] else FLOATING


def _together(_text: bytes, kinds: list[str]) -> str:
    """Read the arguments of `min` and `max`."""
    return kinds[0] if len(set(kinds)) == 1 else _met(kinds)


def _joined(operator: str, kinds: list[str]) -> str:
    """Read two operands and the operator between them."""
    if operator in {"+", "-", "*", "/", "%", "&", "|", "^"}:
        return _met(kinds)
    return _met(kinds[:1]) if operator in {"<<", ">>"} else ""


def _chosen(_text: bytes, kinds: list[str]) -> str:
    return kinds[1] if len(set(kinds[1:])) == 1 else _met(kinds[1:])


def _of_number(text: bytes) -> str:
    """Give the type of a literal in small letters."""
    hexadecimal = HEXADECIMAL.match(text) is not None
    digits = text.rstrip(b"ul" if hexadecimal else b"ulf")
    suffix = text[len(digits) :]
    if not hexadecimal and (b"." in digits or b"e" in digits or b"f" in suffix):
        return "float" if suffix == b"f" else "double" if not suffix else ""
    size = " ".join(["long"] * suffix.count(b"l"))
    if b"u" in suffix:
        return f"unsigned {size}".strip()
    small = len(digits.replace(b"'", b"")) < 10  # as every such number fits, be its base what it may
    return size or ("int" if small else "")


def _met(kinds: Sequence[str]) -> str:
    """Give the type of arithmetic on some types; of one that is not known and a floating one `FLOATING`."""
    known = [promoted(kind) for kind in kinds]
    kinds = [kind if kind in RANKS else "" for kind in known]
    ranks = [RANKS.index(kind) for kind in kinds if kind]
    if not ranks:
        return ""
    highest = RANKS[max(ranks)]
    if "" in kinds:
        return FLOATING if highest in {"float", FLOATING, "double"} else ""
    return highest


def _member(text: bytes, names: Mapping[bytes, str]) -> str:
    """Read a member; one of a class that is not known is of that class's own type."""
    if BUILTIN.fullmatch(text):
        return "unsigned"
    found = MEMBER.fullmatch(text)
    of = names.get(found[1], "") if found and text not in names else ""
    return f"{of}.{found[2].decode()}" if found and of.startswith("?") else names.get(text, "")


CALLS = frozenset({"call_expression", "cast_expression"})
LEAVES: dict[str, Callable[[bytes, Mapping[bytes, str]], str]] = {
    "identifier": lambda text, names: names.get(text, ""),
    "field_expression": _member,
    "number_literal": lambda text, _: _of_number(text.lower()),
    "sizeof_expression": lambda _text, _names: "unsigned long",
}
"""How the type of a node comes from its text and the types of names."""
READERS: dict[str, Callable[[bytes, list[str]], str]] = {
    "parenthesized_expression": _first,
    "subscript_expression": _first,
    "pointer_expression": _first,
    "unary_expression": _signed,
    "cast_expression": _cast,
    "call_expression": _cast,
    "conditional_expression": _chosen,
    "argument_list": _together,
}
"""How the type of a node comes from its text and the types of its parts."""

"""What names a function over files: its scope and name, with the number or the types of its parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.brackets import parameter_spans
from hipify_py.source.tokens import A_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BUILT_IN = frozenset(b"int char float double long short unsigned signed bool void auto".split())
MACRO = b"# "  # before a macro that may stand for attributes
MOST = 2000  # bytes that the parameters of a function may have
TOKEN = re.compile(rb"\w+|[^\w\s]")


def plain(name: bytes) -> bytes:
    """Give a name without the blanks in it, as `operator ()` may have them."""
    return b"".join(name.split())


def function_key(scope: bytes, name: bytes, code: bytes, opening: int) -> bytes:
    """Give a function's class or namespace, the last of them, with its name and the number of parameters."""
    given = _parameters(code, opening)
    number = 0 if given == [b"void"] else len(given)
    return b"%b::%b(%d)" % (scope.partition(b"<")[0].rpartition(b"::")[2], plain(name), number)


def typed_key(scope: bytes, name: bytes, code: bytes, opening: int) -> bytes:
    """Give a function's scope with its name and the types of its parameters, as far as names can be told."""
    types = b",".join(map(_type, _parameters(code, opening)))
    return b"%b %b<%b>" % (plain(name), scope, types)


def _parameters(code: bytes, opening: int) -> list[bytes]:
    return [code[slice(*one)] for one in parameter_spans(code, opening, min(len(code), opening + MOST))]


def _type(parameter: bytes) -> bytes:
    """Give a parameter without its name and what it is without an argument."""
    words = TOKEN.findall(parameter.partition(b"=")[0])
    if len(words) > 1 and words[-1] not in BUILT_IN and A_NAME.fullmatch(words[-1]):
        words.pop()
    return b" ".join(words)


def is_function_key(name: bytes) -> bool:
    """Say whether a name is one of these, and none of a macro."""
    return name.endswith((b")", b">"))


def asked_by_name(name: bytes) -> bytes:
    """Give what asks for all functions of a name that are told with their types."""
    return name + b"<"


def asked_for_macro(name: bytes) -> bytes:
    """Give what asks for the attributes that a macro stands for, if it does for any."""
    return MACRO + name


def macros_asked(asks: Iterable[bytes]) -> Iterator[bytes]:
    """Give the macros of which the attributes are asked for."""
    return (name.removeprefix(MACRO) for name in asks if name.startswith(MACRO))


def by_name(keys: Iterable[bytes]) -> dict[bytes, list[bytes]]:
    """Give the keys with types by what asks for them."""
    found: dict[bytes, list[bytes]] = {}
    for key in keys:
        if key.endswith(b">"):
            found.setdefault(asked_by_name(key.partition(b" ")[0]), []).append(key)
    return found

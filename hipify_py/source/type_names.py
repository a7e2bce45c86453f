"""The name of a type in its tokens: where it ends, with its scopes and with what templates are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.model import Span
from hipify_py.source.brackets import BRACE, MOST, closing, template_end
from hipify_py.source.search import places
from hipify_py.source.tokens import A_NAME, token_at, token_before

if TYPE_CHECKING:
    from hipify_py.source.tokens import Token


SPECIFIERS = frozenset(
    b"const constexpr consteval constinit static inline extern volatile register mutable thread_local typedef"
    b" virtual explicit friend alignas typename noexcept override final".split()
)
CLASSES = frozenset((b"struct", b"class", b"union", b"enum"))
CALCULATED = frozenset((b"decltype", b"typeof", b"__typeof__"))
MOST_WORDS = 40  # before the first name


def is_specifier(text: bytes) -> bool:
    """Say whether a word of a declaration names no type: `const`, `__shared__`."""
    return text in SPECIFIERS or (text[:2] == b"__" == text[-2:])


def past_template(code: bytes, at: int) -> int:
    """Give the end of what a template is given behind a place, or the place."""
    mark = token_at(code, at)
    if mark.text != b"<":
        return at
    end = template_end(code, mark.start, min(len(code), mark.start + MOST), None)
    return end if end > mark.start else at


def template_before(code: bytes, at: int, most: int = MOST) -> int:
    """Give where the `<` stands whose arguments end right before a place; -1 without such."""
    if token_before(code, at).text != b">":
        return -1
    opened = places(code, b"<", within=Span(max(0, at - most), at))
    ends = ((opens, past_template(code, opens)) for opens in reversed(opened))
    return next((opens for opens, end in ends if opens < end <= at and not code[end:at].strip()), -1)


def past_bracket(code: bytes, at: int) -> int:
    """Give the end of a round bracket behind a place, or the place."""
    mark = token_at(code, at)
    return closing(code, mark.start, min(len(code), mark.start + MOST)) if mark.text == b"(" else at


def class_end(code: bytes, token: Token) -> int:
    """Give the end of `struct NAME`, and of the body behind that."""
    end, name = token.end, token_at(code, token.end)
    while is_specifier(name.text) or name.text in CLASSES:
        end = past_bracket(code, name.end)
        name = token_at(code, end)
    end = name_end(code, name) if A_NAME.match(name.text) else end
    mark = token_at(code, end)
    return closing(code, mark.start, len(code), BRACE) if mark.text == b"{" else end


def name_end(code: bytes, token: Token) -> int:
    """Give the end of a type's name with its scopes and with what templates are given."""
    end, is_scope = token.end, token.text == b"::"
    if token.text in CALCULATED:
        return past_bracket(code, end)
    for _ in range(MOST_WORDS):
        mark = token_at(code, end)
        if mark.text == b"<":
            behind = past_template(code, end)
            if behind == end:
                return end
            end = behind
        elif mark.text == b"::":
            end, is_scope = mark.end, True
        elif is_scope and mark.is_word:
            end, is_scope = mark.end, mark.text == b"template"
        else:
            return end
    return end


def last_name(text: bytes) -> bytes:
    """Give the last part of a type's name, without what its template is given: `C` of `a::B<int>::C<4>`."""
    at, name = 0, b""
    while (token := token_at(text, at)).text:
        if token.text == b"<":
            behind = past_template(text, at)
            at = behind if behind > at else len(text)
            continue
        name, at = token.text if token.is_word else name, token.end
    return name

"""What the text around a name tells of whether it may be a declaration; cheap, wrong only towards True."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.brackets import BLANK
from hipify_py.source.conditions import inside
from hipify_py.source.search import before as start_of_blanks
from hipify_py.source.search import word_start
from hipify_py.source.spans import merged
from hipify_py.source.unit_facts import fact
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from hipify_py.source.unit import Unit


DECLARED = re.compile(rb"\s*(?:[;=,)(\[{]|:(?!:))")
# A name behind one of these is a use; behind any other word, `*`, `&` or `>` it may be a declaration.
USES = frozenset(
    b"""
    case co_await co_return co_yield const consteval constexpr constinit defined delete do elif
    elifdef elifndef else explicit extern goto if ifdef ifndef inline mutable new operator
    register return sizeof static thread_local throw typedef typename
    virtual volatile __constant__ __device__ __forceinline__ __global__ __host__ __inline__
    __managed__ __noinline__ __restrict__ __shared__
    """.split()
)
WORD = re.compile(rb"[A-Za-z_]\w*\Z")
ENUM_BODY = re.compile(rb"\benum\b[^;{}()]{0,300}+\{[^{}]*+\}")
# What may name a template's parameters, or the parts of a structured binding.
NAME_LISTS = re.compile(
    rb"\btemplate\s*+<[^;{}()]{0,300}+"
    rb"|\bauto\b(?:\s*+(?:const|volatile)\b)?+\s*+&{0,2}+\s*+\[[^][;{}]{0,300}+\]"
)
TYPE_WORDS, NAME_BEHIND = frozenset({b"typename", b"class"}), re.compile(rb"\s*+[],=>]")
CAPTURED = re.compile(rb"\s*+=(?!=)")  # by a lambda, with a value
LISTED, LIST_BEFORE = re.compile(rb"\s*[=,}]"), (b"{", b",")


def may_declare(code: bytes, span: Span) -> bool:
    """Say whether the text around a name lets it be a declaration; cheap, and wrong only towards True."""
    if not DECLARED.match(code, span.end):
        return False
    before = code[max(0, span.start - 128) : span.start].rstrip(BLANK)
    if before.endswith((b"*", b"&", b">")):
        return True
    if before.endswith(b","):  # behind another declarator
        return code[span.end : span.end + 64].lstrip(BLANK)[:1] in {b";", b",", b"=", b"["}
    word = WORD.search(before, word_start(before, len(before), len(before)))
    return word is not None and word[0] not in USES


def may_enumerate(unit: Unit, span: Span) -> bool:
    """Say whether the text around a name lets it be an enumerator; cheap, and wrong only towards True."""
    if not (inside(_enum_bodies(unit), span.start) and LISTED.match(unit.code, span.end)):
        return False
    at = start_of_blanks(unit.code, span.start, BLANK)  # long comments are blank, too
    return unit.code[max(0, at - 1) : at] in LIST_BEFORE


@fact
def _enum_bodies(unit: Unit) -> tuple[Span, ...]:
    return tuple(Span(*found.span()) for found in word_matches(unit, ENUM_BODY, b"enum"))


def may_be_listed(unit: Unit, span: Span) -> bool:
    """Say whether a name may be a template's parameter or part of a structured binding; as cheap as wrong."""
    if not NAME_BEHIND.match(unit.code, span.end):
        return False
    if inside(_name_lists(unit), span.start):
        return True
    before = unit.code[max(0, span.start - 64) : span.start].rstrip(BLANK)
    if before.endswith((b"[", b",", b"&")) and CAPTURED.match(unit.code, span.end):
        return True
    word = WORD.search(before, word_start(before, len(before), len(before)))
    return word is not None and word[0] in TYPE_WORDS  # of a lambda


@fact
def _name_lists(unit: Unit) -> tuple[Span, ...]:
    return merged(Span(*one.span()) for one in word_matches(unit, NAME_LISTS, b"template", b"auto"))

"""Flags among the words of a build file's lines: those of nvcc that the rules' tables know."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.flag_values import WORD, end_of_word, is_cut, value_behind
from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.build_names import BuildName, BuildNames
    from hipify_py.rules.model import RuleSet

ESCAPED = re.compile(rb"(-[\w-]+)\\ (?=-)")  # a flag and its value in one word of CMake: `-Xcompiler\ -fPIC`
BEGIN = re.compile(rb"[:,](?=-)")  # behind a condition of CMake or of make
EACH = re.compile(rb"\$[({]\w+:[^\s:=(){}]*=(-[^\s$(){}]+)[)}]")  # a flag for each word of a variable
# A flag that a function of make puts before each word, and the beginning of these.
BEFORE_EACH = re.compile(
    rb"\$[({](?:addprefix[ \t]+(-[^\s,$(){}]+)[ \t]*,"
    rb"|patsubst[ \t]+%,[ \t]*(-[^\s,%$(){}]+)[ \t]*%[ \t]*,)[ \t]*"
)


class Flag(NamedTuple):
    """One flag that a table knows: all of it, its key, its value without quotes and where, and the entry.

    A value is one word where the compiler, and not the shell alone, sees the quotes around it.
    """

    span: Span
    key: str
    value: bytes
    at: Span
    entry: BuildName
    one_word: bool = False


def flags(
    code: bytes, region: Span, tables: tuple[BuildNames, ...], *, paired: bool = False
) -> Iterator[Flag]:
    """Give the flags of a region that one of some tables knows, in order; for `paired` see `Context`."""
    done = region.start
    for found in WORD.finditer(code, *region):
        if found.start() < done:
            continue
        colon = BEGIN.search(found[0]) if not found[0].startswith(b"-") else None
        start = found.start() + (colon.end() if colon else 0)
        text = code[start : found.end()]
        if each := EACH.fullmatch(found[0]):
            one = _flag(each[1], Span(0, len(each[1])), len(each[1]), tables)
            if one is not None and one.entry.to == "{archs}":
                yield one._replace(span=Span(*found.span()), key=decoded(found[0]))
            continue
        if not text.startswith(b"-") or text.endswith(b"$"):
            continue
        whole = b"=" in text[:-1]
        end = end_of_word(code, found.end(), region.end) if whole else found.end()
        if whole and is_cut(code, end, region.end):
            continue
        one = _flag(code, Span(start, end), region.end, tables, paired=paired)
        if one is None and b"," in text:  # a function of make's goes on
            one = _flag(code, Span(start, start + text.index(b",")), start + text.index(b","), tables)
        if one is not None:
            done = one.span.end
            yield one


def awaits_value(word: str, rules: RuleSet) -> bool:
    """Say whether a word is a flag of nvcc that has the next word for its value."""
    tables = rules.build["flags"], rules.build["short_flags"]
    if any(word in table for table in tables):
        return False
    return any(word in table.flags_with_values for table in tables)


def before_each(code: bytes, region: Span, tables: tuple[BuildNames, ...]) -> Iterator[tuple[Span, Flag]]:
    """Give the words before each of which a function of make puts a flag; its span is that of the call."""
    for found in BEFORE_EACH.finditer(code, *region):
        close, depth = found.end(), 1
        while close < region.end and depth:
            depth += {b"(": 1, b"{": 1, b")": -1, b"}": -1}.get(code[close : close + 1], 0)
            close += 1
        text = (found[1] or found[2]).rstrip(b"=") + b"=x"
        one = _flag(text, Span(0, len(text)), len(text), tables)
        if one is not None and not depth:
            whole, words = Span(found.start(), close), Span(found.end(), close - 1)
            yield words, one._replace(span=whole, key=decoded(code[slice(*whole)]), at=words)


def _flag(
    code: bytes, span: Span, end: int, tables: tuple[BuildNames, ...], *, paired: bool = False
) -> Flag | None:
    text = decoded(code[slice(*span)])
    for table in tables:
        if text in table and not text.endswith("="):
            return Flag(span, text, b"", Span(span.end, span.end), table[text])
        numbered = f"{text.rstrip('0123456789')}*" if text[-1:].isdigit() else ""
        if numbered in table:
            return Flag(span, text, b"", Span(span.end, span.end), table[numbered])
        escaped = ESCAPED.match(code, *span)
        head, equals, tail = (decoded(escaped[1]), "", text) if escaped else text.partition("=")
        if head not in table.flags_with_values:
            continue
        if tail:
            begins = escaped.end() if escaped else code.index(b"=", span.start) + 1
            return _with_value(code, span, head, Span(begins, span.end), table)
        if value := value_behind(code, span, end, joined=bool(equals), paired=paired):
            flag = _with_value(code, value.whole, head, value.at, table)
            return flag and flag._replace(one_word=value.one_word)
        return _with_value(code, span, head, Span(span.end, span.end), table) if equals else None
    return None


def _with_value(code: bytes, span: Span, head: str, at: Span, table: BuildNames) -> Flag | None:
    value = code[slice(*at)]
    whole = f"{head}={decoded(value)}"
    entry = (
        table.get(whole)
        or _by_name(head, value, table)
        or table.get(f"{head}=")
        or _kinds(head, value, table)
    )
    return Flag(span, whole, value, at, entry) if entry else None


def _by_name(head: str, value: bytes, table: BuildNames) -> BuildName | None:
    """Give the entry of values whose last name begins so, be it a variable's, which is written `name*`."""
    name = decoded(value).rstrip("/").rpartition("/")[2].lstrip("$({").lower()
    begins = (one for one in table.beginnings if one.startswith(f"{head}="))
    return next((table[one + "*"] for one in begins if name.startswith(one[len(head) + 1 :])), None)


def _kinds(head: str, value: bytes, table: BuildNames) -> BuildName | None:
    """Give the entry of several values with commas between, if a table knows each: of one that stays."""
    entries = [table.get(f"{head}={one}") for one in decoded(value).split(",")]
    known_ones = [one for one in entries if one is not None]
    if len(known_ones) < max(len(entries), 2):
        return None
    return next((one for one in known_ones if one.to), known_ones[0])

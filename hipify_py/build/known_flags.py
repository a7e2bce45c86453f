"""Flags among the words of a build file's lines: those of nvcc that the rules' tables know."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.flag_values import WORD, end_of_word, is_cut, value_behind
from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.source.conditions import inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.build_names import BuildName, BuildNames
    from hipify_py.rules.model import RuleSet

ESCAPED = re.compile(rb"(-[\w-]+)\\ (?=-)")  # a flag and its value in one word of CMake: `-Xcompiler\ -fPIC`
BEGIN = re.compile(rb"[:,](?=-)")  # behind a condition of CMake or of make
IF_SET = re.compile(
    rb"\$\{\w+:?[-+=](?=-)"
)  # a shell's word that a variable decides: `${FAST:+-use_fast_math}`
# A macro for a text that a program prints: quotes that the shell, or CMake, hands on.
TEXT = re.compile(rb"-D[ \t]*+\w++=(?:[\"']?\\++\"[^\"\r\n]*+\"|'\"[^\"\r\n]*+\")")
EACH = re.compile(rb"\$[({]\w+:[^\s:=(){}]*=(-[^\s$(){}]+)[)}]")  # a flag for each word of a variable
# A flag that a function of make puts before each word, and the beginning of these.
BEFORE_EACH = re.compile(
    rb"\$[({](?:addprefix[ \t]+(-[^\s,$(){}]+)[ \t]*,"
    rb"|patsubst[ \t]+%,[ \t]*(-[^\s,%$(){}]+)[ \t]*%[ \t]*,)[ \t]*"
)


# A loop of make's over words, up to what is made of each.
LOOP = re.compile(rb"\$[({]foreach[ \t]+(\w+)[ \t]*,(?:[^,$\r\n]|\$[({]\w+[)}])*+,[ \t]*")


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
    texts = [Span(*one.span()) for one in TEXT.finditer(code, *region)]
    for found in WORD.finditer(code, *region):
        if found.start() < done or inside(texts, found.start()):
            continue
        start, ends = _begin(found[0]), found.end() - found[0].endswith(b"}") * bool(IF_SET.match(found[0]))
        start += found.start()
        text = code[start:ends]
        if each := EACH.fullmatch(found[0]):
            one = _flag(each[1], Span(0, len(each[1])), len(each[1]), tables)
            if one is not None and one.entry.to == "{archs}":
                yield one._replace(span=Span(*found.span()), key=decoded(found[0]))
            continue
        if not text.startswith(b"-") or text.endswith(b"$"):
            continue
        whole = b"=" in text[:-1]
        end = end_of_word(code, ends, region.end) if whole else ends
        if whole and is_cut(code, end, region.end):
            continue
        one = _flag(code, Span(start, end), region.end, tables, paired=paired)
        if one is None and b"," in text:  # a function of make's goes on
            one = _flag(code, Span(start, start + text.index(b",")), start + text.index(b","), tables)
        if one is not None:
            done = one.span.end
            yield one


def _begin(word: bytes) -> int:
    """Give where a flag may begin in a word: at its start, or behind what decides whether it is given."""
    if word.startswith(b"-"):
        return 0
    decided = IF_SET.match(word) or BEGIN.search(word)
    return decided.end() if decided else 0


def awaits_value(word: str, rules: RuleSet) -> bool:
    """Say whether a word is a flag of nvcc that has the next word for its value."""
    tables = rules.build["flags"], rules.build["short_flags"]
    if any(word in table for table in tables):
        return False
    return any(word in table.flags_with_values for table in tables)


def before_each(code: bytes, region: Span, tables: tuple[BuildNames, ...]) -> Iterator[tuple[Span, Flag]]:
    """Give the words before each of which a function of make puts a flag; its span is that of the call.

    Of a loop that names a GPU in each turn, too: no words are left of it.
    """
    for found in BEFORE_EACH.finditer(code, *region):
        close = _close(code, found.end(), region.end)
        text = (found[1] or found[2]).rstrip(b"=") + b"=x"
        one = _flag(text, Span(0, len(text)), len(text), tables)
        if one is not None and close:
            whole, words = Span(found.start(), close), Span(found.end(), close - 1)
            yield words, one._replace(span=whole, key=decoded(code[slice(*whole)]), at=words)
    yield from _of_loops(code, region, tables)


def _of_loops(code: bytes, region: Span, tables: tuple[BuildNames, ...]) -> Iterator[tuple[Span, Flag]]:
    """Give the loops of make's that give the compiler one GPU after the other, and nothing else."""
    for found in LOOP.finditer(code, *region):
        close = _close(code, found.end(), region.end)
        body = Span(found.end(), close - 1)
        listed = [*flags(code, body, tables)] if close else []
        asked = {b"$(" + found[1] + b")", b"${" + found[1] + b"}"}
        is_of_each = any(one in code[slice(*body)] for one in asked)
        if len(listed) == 1 and listed[0].entry.to == "{archs}" and is_of_each:
            one, whole = listed[0], Span(found.start(), close)
            if one.span.start == body.start and not code[one.span.end : body.end].strip():
                yield Span(body.end, body.end), one._replace(span=whole, key=decoded(code[slice(*whole)]))


def _close(code: bytes, at: int, end: int) -> int:
    """Give the end of a call of make's in which a place stands; 0 where nothing closes it."""
    depth = 1
    while at < end and depth:
        depth += {b"(": 1, b"{": 1, b")": -1, b"}": -1}.get(code[at : at + 1], 0)
        at += 1
    return 0 if depth else at


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

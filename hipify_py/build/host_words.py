"""What nvcc hands on to the host's compiler alone: HIP's compiler reads each flag for device code, too.

`-Xarch_host FLAG` keeps one for the host. It is written where device code would be computed otherwise, or
would not be compiled (`[build.host_flags]`); other flags are the same for both sides.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from hipify_py.build.names import decoded
from hipify_py.lazy import re
from hipify_py.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.rules.build_names import BuildName

# What makes the quote behind it one of the text, once for each that reads it before the shell does.
ESCAPES = rb"\\(?:\\\\){0,3}"
# What stands in quotes, to the next that are escaped alike.
QUOTE = (
    rb"""(?P<escape>%b)?(?P<quote>["'])"""
    rb"""(?P<inside>(?(escape).*?(?<!\\)|(?:\\.|(?!(?P=quote))[^\\])*))(?(escape)(?P=escape))(?P=quote)"""
    % ESCAPES
)
# A comma that parts words for the host compiler, and what holds others: references, quotes, backslashes.
COMMA = re.compile(rb"\$(?:<[^<>]*>|\([^()]*\)|\{[^{}]*\})|%b|\\+,|," % QUOTE, re.DOTALL)
WORD = re.compile(rb"""(?<![^\s"'(])-[^\s"'(){}$;,]+(?![^\s"');,])""")
REFERENCE = re.compile(rb"\$[({](\w+)[)}]")
# What gives a variable its value, in make and shells and in CMake.
ASSIGNED = re.compile(
    rb"(?m)^[ \t]*(?:export[ \t]+|override[ \t]+)*(\w+)[ \t]*(?:::|[:?+!])?=((?:\\\r?\n|[^\r\n])*)"
    rb"|\b(?i:set[ \t]*\(|list[ \t]*\(\s*APPEND\s|string[ \t]*\(\s*(?:APPEND|PREPEND)\s)\s*(\w+)\b([^()]*)\)"
)
# What puts commas between the flags of a variable of CMake, and of which other that makes it.
MADE_OF = rb"(?:\s+\"?\$\{(\w+)\}\"?\s*\))?"
JOINED = re.compile(
    rb"\b(?i:string[ \t]*\(\s*REPLACE\s+\S+\s+)\"?,\"?\s+(\w+)\b"
    + MADE_OF
    + rb"|\b(?i:list[ \t]*\(\s*JOIN\s+)(\w+)\s+\"?,\"?\s+(\w+)\b"
    + rb"|\b(?i:string[ \t]*\(\s*JOIN\s+)\"?,\"?\s+(\w+)\b"
    + MADE_OF
)
WARNS = b"-W"
FOR_OTHERS, FLAGS = re.compile(rb"-W[lap],"), re.compile(rb",(?=-)")
LIST = re.compile(rb"(?<![^\s\"'])-(?!W[lap],)[^\s\"',]*,-")


def parted(value: bytes, begin: int, *, one_word: bool) -> Iterator[bytes | Span]:
    """Give the words of a list with commas at an offset, as nvcc takes it apart."""
    if one_word:
        yield from _flags_of(value, begin)
        return
    at = begin
    for found in COMMA.finditer(value):
        start, end = (begin + place for place in found.span())
        if found[0] == b",":
            yield from (Span(at, start), b" ")
        elif found[0].endswith(b","):
            yield from (Span(at, start), b",")
        elif found["quote"] and (
            (found[0] == value and found["inside"].startswith(b"-"))
            or not any(blank in found["inside"] for blank in (b" ", b"\t"))
        ):
            yield Span(at, start)
            yield from _flags_of(found["inside"], begin + found.start("inside"))
        else:
            continue
        at = end
    yield Span(at, begin + len(value))


def _flags_of(text: bytes, begin: int) -> Iterator[bytes | Span]:
    """Give the words of a list at an offset that stood in quotes, which a shell takes away for nvcc.

    A comma parts flags alone there, and nothing of what goes on to the linker, the assembler or the
    preprocessor, which has commas of its own.
    """
    at = begin
    for comma in FLAGS.finditer(text) if text.startswith(b"-") and not FOR_OTHERS.match(text) else ():
        yield from (Span(at, begin + comma.start()), b" ")
        at = begin + comma.end()
    yield Span(at, begin + len(text))


def for_host(
    code: bytes, parts: list[bytes | Span], table: Mapping[str, BuildName]
) -> Iterator[bytes | Span]:
    """Give words with what keeps those for the host that a table knows."""
    begins = True
    for part in parts:
        if isinstance(part, bytes):
            begins = part == b" "
            yield part
            continue
        at = part.start
        for found in WORD.finditer(code[slice(*part)]):  # alone, for before it may stand a comma
            made = alone(found[0], table) if begins or found.start() else b""
            if made:
                yield from (Span(at, part.start + found.start()), made)
                at = part.start + found.end()
        yield Span(at, part.end)
        begins = begins and part.start == part.end


def entry_of(word: bytes, table: Mapping[str, BuildName]) -> tuple[BuildName, str] | None:
    """Give the entry of a flag, by itself or by what stands before its =, and its value."""
    text = decoded(word)
    head, equals, value = text.partition("=")
    entry = table.get(text) or (table.get(f"{head}=") if equals else None)
    return (entry, value) if entry else None


def alone(word: bytes, table: Mapping[str, BuildName]) -> bytes:
    """Give what keeps a flag for the host; nothing of one that is the same for both sides."""
    found = entry_of(word, table)
    return (found[0].to or "").replace("{value}", found[1]).encode() if found else b""


def held(
    code: bytes, value: bytes, table: Mapping[str, BuildName], elsewhere: bytes = b""
) -> tuple[str, str]:
    """Give a variable of a value that holds flags with commas between, and one for the host alone in it.

    Both are "" where there is none, or where neither the file gives a variable of the value anything nor what
    other files assign, `elsewhere`.
    """
    names, listed, flag = REFERENCE.findall(value), "", ""
    if not names:
        return "", ""
    texts: dict[bytes, list[bytes]] = {}
    for found in chain(ASSIGNED.finditer(code), ASSIGNED.finditer(elsewhere)):
        texts.setdefault(found[1] or found[3], []).append(found[2] or found[4] or b"")
    joined = {name for name, _ in _joined(code)}
    for name in names:  # which grows
        for text in texts.get(name, ()):
            names += [one for one in REFERENCE.findall(text) if one not in names]
            words = (one[0] for one in WORD.finditer(text))
            ours = (one for one in words if not one.startswith(WARNS))  # which both sides have alike
            flag = flag or next((decoded(one) for one in ours if entry_of(one, table)), "")
            listed = listed or (decoded(name) if LIST.search(text) else "")
        listed = listed or (decoded(name) if name in joined else "")
    return listed, flag


def _joined(code: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Give the variables that get flags with commas between, and the list that each is made of, if one is."""
    for found in JOINED.finditer(code):
        replaced, source, listed, into, joined, items = found.groups()
        yield replaced or into or joined, source or listed or items or b""


def as_words(code: bytes, name: str, *, in_list: bool) -> str:
    """Say how the flags of a variable that has commas between are written: an item of a list is one word."""
    if not in_list:
        return "it with blanks"
    joined = next((made_of for joined, made_of in _joined(code) if joined == name.encode()), b"")
    return f"${{{decoded(joined)}}}, of which it is made" if joined else "it as a list, with semicolons"

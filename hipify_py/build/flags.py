"""Flags of nvcc among the words of a build file, and what HIP's compiler takes instead."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.flag_values import WORD, end_of_word, value_behind
from hipify_py.build.host_words import entry_of, for_host, held, parted
from hipify_py.build.names import Said, decoded, in_passing, known, renamed
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hipify_py.model import Finding
    from hipify_py.rules.build_names import BuildName
    from hipify_py.rules.model import RuleSet

FLAG, FLAG_DIFFERS, FLAG_STAYS, GPUS = "B005", "B006", "B007", "B008"
ESCAPED = re.compile(rb"(-[\w-]+)\\ (?=-)")  # a flag and its value in one word of CMake: `-Xcompiler\ -fPIC`
BEGIN = re.compile(rb"[:,](?=-)")  # behind a condition of CMake or of make
EACH = re.compile(rb"\$[({]\w+:[^\s:=(){}]*=(-[^\s$(){}]+)[)}]")  # a flag for each word of a variable
# A flag that a function of make puts before each word, and the beginning of these.
BEFORE_EACH = re.compile(
    rb"\$[({](?:addprefix[ \t]+(-[^\s,$(){}]+)[ \t]*,"
    rb"|patsubst[ \t]+%,[ \t]*(-[^\s,%$(){}]+)[ \t]*%[ \t]*,)[ \t]*"
)
# What goes with a flag; not a line's end behind a comment, which is blank in what is searched.
BEFORE = re.compile(rb"(?:[ \t]*\\\r?\n[ \t]*|(?<![ \t])\r?\n[ \t]*|;|[ \t]+)\Z")
PARTING = b" \t\r\n;"
NEAR = 200  # bytes in which the blanks before a flag are looked for
BEHIND = re.compile(rb"[ \t]+|;")
ALONE = b"-Xarch_host"
LINES = "-gline-tables-only"
CONDITION = re.compile(rb"\$<|\$[({](?:if|or|and)[ \t]")
FULL = re.compile(rb"(?<![\w-])-g[123]?(?![\w-])")
OPTIMIZED = re.compile(rb"(?<![\w-])-O0(?![\w-])")
LISTED = (
    "{} holds flags with commas between, which clang++ takes for one: write it with blanks, and without this"
)
HELD = "{} is for the host alone, and device code is compiled with it, too: write -Xarch_host before it"
UNIQUE = 'of options that are the same CMake keeps the first: write "SHELL:-Xarch_host FLAG" for each'
FOR_ANOTHER = re.compile(rb"""[\\"']*/""")  # cl.exe takes flags with a slash
LIBRARY = re.compile(rb"(?<![\w-])-l(\w[\w+-]*)")


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


class Context(NamedTuple):
    """What goes with a region: whether nvcc's short flags are meant, and how the GPUs are named.

    `archs` is the flag that names them, empty where the build system does so. With `joined` the words become
    one string, and one that goes takes all along that parts it from the word before. In `lists` semicolons
    part words, and what a flag becomes is parted so, too. Where a word is kept once, as CMake keeps options,
    `unique` holds. With `whole` a flag that goes takes the quotes right around it along: an empty word would
    be a file to a compiler. `assigned` is what other files give to variables. With `paired` all words are
    flags and their values, so that one in quotes of its own has the next word for its value.
    """

    rules: RuleSet
    short: bool
    archs: bytes
    joined: bool = False
    lists: tuple[Span, ...] = ()
    unique: bool = False
    whole: bool = False
    assigned: bytes = b""
    paired: bool = False


def flags(
    code: bytes, region: Span, tables: tuple[Mapping[str, BuildName], ...], *, paired: bool = False
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
    return any(key.startswith(f"{word}=") for table in tables for key in table)


def before_each(
    code: bytes, region: Span, tables: tuple[Mapping[str, BuildName], ...]
) -> Iterator[tuple[Span, Flag]]:
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
    code: bytes, span: Span, end: int, tables: tuple[Mapping[str, BuildName], ...], *, paired: bool = False
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
        if f"{head}=" not in table and not any(key.startswith(f"{head}=") for key in table):
            continue
        if tail:
            begins = escaped.end() if escaped else code.index(b"=", span.start) + 1
            return _with_value(code, span, head, Span(begins, span.end), table)
        if value := value_behind(code, span, end, joined=bool(equals), paired=paired):
            flag = _with_value(code, value.whole, head, value.at, table)
            return flag and flag._replace(one_word=value.one_word)
        return _with_value(code, span, head, Span(span.end, span.end), table) if equals else None
    return None


def _with_value(code: bytes, span: Span, head: str, at: Span, table: Mapping[str, BuildName]) -> Flag | None:
    value = code[slice(*at)]
    whole = f"{head}={decoded(value)}"
    entry = (
        table.get(whole)
        or _by_name(head, value, table)
        or table.get(f"{head}=")
        or _kinds(head, value, table)
    )
    return Flag(span, whole, value, at, entry) if entry else None


def _by_name(head: str, value: bytes, table: Mapping[str, BuildName]) -> BuildName | None:
    """Give the entry of values whose last name begins so, be it a variable's, which is written `name*`."""
    name = decoded(value).rstrip("/").rpartition("/")[2].lstrip("$({").lower()
    keys = (key for key in table if key.startswith(f"{head}=") and key.endswith("*"))
    return next((table[key] for key in keys if name.startswith(key[len(head) + 1 : -1])), None)


def _kinds(head: str, value: bytes, table: Mapping[str, BuildName]) -> BuildName | None:
    """Give the entry of several values with commas between, if a table knows each: of one that stays."""
    entries = [table.get(f"{head}={one}") for one in decoded(value).split(",")]
    known_ones = [one for one in entries if one is not None]
    if len(known_ones) < max(len(entries), 2):
        return None
    return next((one for one in known_ones if one.to), known_ones[0])


def converted(code: bytes, region: Span, context: Context) -> Iterator[Said]:
    """Give what becomes of the flags and the libraries of a region.

    Of several flags that name GPUs the first becomes the one that does so for HIP, where the build system
    does not.
    """
    build = context.rules.build
    tables = (build["flags"], build["short_flags"]) if context.short else (build["flags"],)
    named, begin, floor = False, region.start, region.start + 1
    unoptimized = cache(lambda: OPTIMIZED.search(code, *region) is not None)
    heads = []
    for words, flag in before_each(code, region, tables):
        heads.append(Span(flag.span.start, words.start))
        yield from _each_word(code, region, words, flag, context)
    found = flags(code, region, tables, paired=context.paired)
    apart, lists = merged(heads), merged(context.lists)
    for flag in (one for one in found if not inside(apart, one.span.start)):
        to = flag.entry.to
        if to is None:
            why = flag.entry.note
            yield finding(context.rules, FLAG_STAYS, flag.span, flag=flag.key, why=why)
            continue
        if to == "{host}" and (name := held(code, flag.value, build["host_flags"], context.assigned)[0]):
            yield finding(context.rules, FLAG_STAYS, flag.span, flag=flag.key, why=LISTED.format(name))
            continue
        again = to == "{archs}" and named
        named = named or to == "{archs}"
        parts = (
            ()
            if again or (to == LINES and _debugs(code, region, tables))
            else _filled(code, to, flag, context)
        )
        if inside(lists, flag.span.start):
            parts = tuple(part if isinstance(part, Span) else part.replace(b" ", b";") for part in parts)
        made = b"".join(code[slice(*part)] if isinstance(part, Span) else part for part in parts)
        if made == code[slice(*flag.span)] and not flag.entry.note:
            floor = flag.span.end
            continue
        if context.joined and not made:
            edit = _without(code, Span(begin, region.end), flag)
            begin = edit.span.end if edit.span.start == begin else begin
        else:
            edit = _edit(code, Span(floor, region.end), flag, parts if made else (), quotes=context.whole)
        floor = edit.span.end
        yield edit
        if not again:
            hushed = "-O0" in flag.entry.note and unoptimized()
            yield from () if hushed else _said(flag, made, context)
        if to == "{host}":
            yield from _of_host(code, flag, made, context)
    yield from libraries(code, region, context.rules)


def _debugs(code: bytes, region: Span, tables: tuple[Mapping[str, BuildName], ...]) -> bool:
    """Say whether others ask for all that debuggers read, which a flag for lines would take away."""
    if CONDITION.search(code, *region):
        return False
    return bool(FULL.search(code, *region)) or any(
        one.entry.to == "-g" for one in flags(code, region, tables)
    )


def _said(flag: Flag, made: bytes, context: Context) -> Iterator[Finding]:
    """Give what is said of a flag that became another, or nothing."""
    if flag.entry.to == "{archs}":
        to = decoded(context.archs) or "those of CMAKE_HIP_ARCHITECTURES"
        yield finding(context.rules, GPUS, flag.span, text=flag.key, to=to)
    elif flag.entry.note or FOR_ANOTHER.match(flag.value):
        becomes = f"becomes {decoded(made)}" if made else "is dropped"
        why = flag.entry.note or _for_another(flag)
        said = finding(context.rules, FLAG_DIFFERS, flag.span, flag=flag.key, becomes=becomes, why=why)
        yield said if flag.entry.note and not flag.entry.minor else in_passing(said)


def _of_host(code: bytes, flag: Flag, made: bytes, context: Context) -> Iterator[Finding]:
    """Say what flags for the host alone would do to device code, and which are others for clang++."""
    table = context.rules.build["host_flags"]
    becomes = f"becomes {decoded(made)}"
    if in_it := held(code, flag.value, table, context.assigned)[1]:
        why = HELD.format(in_it)
        yield finding(context.rules, FLAG_DIFFERS, flag.span, flag=flag.key, becomes=becomes, why=why)
    if context.unique and ALONE in made:
        why = UNIQUE
        yield finding(context.rules, FLAG_DIFFERS, flag.span, flag=flag.key, becomes=becomes, why=why)
    entries = (entry_of(word, table) for word in re.split(rb"[\s,\"']+", flag.value))
    for note in {one[0].note for one in entries if one and one[0].note}:
        said = finding(context.rules, FLAG_DIFFERS, flag.span, flag=flag.key, becomes=becomes, why=note)
        yield in_passing(said)


def _each_word(code: bytes, region: Span, words: Span, flag: Flag, context: Context) -> Iterator[Said]:
    """Give what becomes of a call that puts a flag before each word: the words alone, or nothing."""
    whole = flag.span
    if flag.entry.to == "{host}":
        yield Edit(Span(whole.start, words.start), (), FLAG, "nvcc flag", why=_why(flag))
        yield Edit(Span(words.end, whole.end), (), FLAG, "nvcc flag", why=_why(flag))
        text = code[slice(*words)]
        yield from _of_host(code, flag._replace(value=text), text, context)
    elif flag.entry.to == "{archs}":
        yield Edit(whole, (context.archs,), FLAG, "nvcc flag", why=_why(flag))
        to = decoded(context.archs) or "those of CMAKE_HIP_ARCHITECTURES"
        yield finding(context.rules, GPUS, whole, text=flag.key, to=to)
    elif flag.entry.to == "":
        yield _edit(code, region, flag, ())
    else:
        why = flag.entry.note or "a function of make puts it before each word: write what the words become"
        yield finding(context.rules, FLAG_STAYS, whole, flag=flag.key, why=why)


def _filled(code: bytes, to: str, flag: Flag, context: Context) -> tuple[bytes | Span, ...]:
    """Give the parts of what a flag becomes; what is kept of its value is a span, in which names change."""
    if to == "{archs}":
        return (context.archs,)
    if to == "{host}":
        words = [*parted(flag.value, flag.at.start, one_word=flag.one_word)]
        table = context.rules.build["host_flags"]
        return () if FOR_ANOTHER.match(flag.value) else tuple(for_host(code, words, table))
    before, value, behind = to.encode().partition(b"{value}")
    return (before, flag.at, behind) if value else (before,)


def _edit(
    code: bytes, region: Span, flag: Flag, made: tuple[bytes | Span, ...], *, quotes: bool = False
) -> Edit:
    """Give the edit of a flag; one that goes takes the blanks before it along, or else those behind it."""
    if made:
        return Edit(flag.span, made, FLAG, "nvcc flag", flag.entry.origin, why=_why(flag))
    start, end = flag.span
    if quotes and code[start - 1 : start] == b'"' == code[end : end + 1]:
        start, end = start - 1, end + 1
    before = BEFORE.search(code, max(region.start, start - NEAR), start)
    if before is not None:
        start = before.start()
    elif behind := BEHIND.match(code, end, region.end):
        end = behind.end()
    return Edit(Span(start, end), (), FLAG, "nvcc flag", flag.entry.origin, why=_why(flag))


def _why(flag: Flag) -> str:
    """Say why a flag becomes another one, or goes; "" where it is but spelt otherwise."""
    if FOR_ANOTHER.match(flag.value) and not flag.entry.reason:
        return _for_another(flag)
    return flag.entry.reason


def _for_another(flag: Flag) -> str:
    return f"{decoded(flag.value)} is for another host compiler than clang++"


def _without(code: bytes, region: Span, flag: Flag) -> Edit:
    """Give the edit of a flag that goes out of words which become one string, with all that parts them.

    What goes is before it, or behind one at the beginning of the region, where nothing is left before it.
    """
    start, end = flag.span
    if start == region.start:
        end = region.end - len(code[end : region.end].lstrip(PARTING))
    else:
        near = max(region.start, start - NEAR)
        start = near + len(code[near:start].rstrip(PARTING))
    return Edit(Span(start, end), (), FLAG, "nvcc flag", flag.entry.origin, why=_why(flag))


def libraries(
    code: bytes, region: Span, rules: RuleSet, named: re.Pattern[bytes] = LIBRARY
) -> Iterator[Said]:
    """Give what becomes of the libraries that flags `-l` of a region name, or what is `named` in it."""
    for found in named.finditer(code, *region):
        entry = known(rules.build["libraries"], decoded(found[1]))
        if entry is not None:
            whole = Span(*found.span())
            if entry.to == "":
                before = BEFORE.search(code, max(region.start, whole.start - NEAR), whole.start)
                whole = Span(before.start() if before else whole.start, whole.end)
            yield from renamed(rules, Span(*found.span(1)), decoded(found[1]), entry, whole=whole)

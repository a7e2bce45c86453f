"""Flags of nvcc among the words of a build file, and what HIP's compiler takes instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.asked_flags import Asked
from hipify_py.build.host_words import as_words, entry_of, for_host, held, parted
from hipify_py.build.known_flags import before_each, flags
from hipify_py.build.names import RENAME, Said, decoded, in_passing, known, renamed
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.known_flags import Flag
    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet

FLAG, FLAG_DIFFERS, FLAG_STAYS, GPUS = "B005", "B006", "B007", "B008"
# What goes with a flag; not a line's end behind a comment, which is blank in what is searched.
BEFORE = re.compile(rb"(?:[ \t]*\\\r?\n[ \t]*|(?<![ \t])\r?\n[ \t]*|;|[ \t]+)\Z")
PARTING = b" \t\r\n;"
PARTED = re.compile(rb"[ \t\r\n;]*+")
NEAR = 200  # bytes in which the blanks before a flag are looked for
BEHIND = re.compile(rb"[ \t]+|;")
ALONE = b"-Xarch_host"
LISTED = "{} holds flags with commas between, which clang++ takes for one: write {}, and without this"
HELD = "{} is for the host alone, and device code is compiled with it, too: write -Xarch_host before it"
UNIQUE = 'of options that are the same CMake keeps the first: write "SHELL:-Xarch_host FLAG" for each'
FOR_ANOTHER = re.compile(rb"""[\\"']*(?:/|--diag_)""")  # cl.exe takes flags with a slash, nvc++ these
TAKEN = re.compile(rb"-Xlinker[ \t]+,")  # before each word, which clang++ takes behind a blank as nvcc does
NAMES_GPU = b"--offload-arch="
RDC, COMPILES = b"-fgpu-rdc", "-c "
LIBRARY = re.compile(rb"(?<![\w-])-l(\w[\w+-]*)")


class Context(NamedTuple):
    """What goes with a region: whether nvcc's short flags are meant, and how the GPUs are named.

    `archs` is the flag that names them, empty where the build system does so. With `joined` the words become
    one string, and one that goes takes all along that parts it from the word before. In `lists` semicolons
    part words, and what a flag becomes is parted so, too. Where a word is kept once, as CMake keeps options,
    `unique` holds. With `whole` a flag that goes takes the quotes right around it along: an empty word would
    be a file to a compiler. `assigned` is what other files give to variables. With `paired` all words are
    flags and their values, so that one in quotes of its own has the next word for its value. `each` refers to
    one of the GPUs, of which a loop gives each flags of its own. With `compiles` the build system itself says
    what a call does, to compile or to link.
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
    each: bytes = b""
    compiles: bool = False


def converted(code: bytes, region: Span, context: Context) -> Iterator[Said]:
    """Give what becomes of the flags and the libraries of a region.

    Of several flags that name GPUs the first becomes the one that does so for HIP, where the build system
    does not.
    """
    build = context.rules.build
    tables = (build["flags"], build["short_flags"]) if context.short else (build["flags"],)
    named, begin, floor = False, region.start, region.start + 1
    asked = Asked(code, region, tables)
    heads = []
    for words, flag in before_each(code, region, tables):
        heads.append(Span(flag.span.start, words.start))
        yield from _each_word(code, region, words, flag, context)
    found = flags(code, region, tables, paired=context.paired)
    apart, lists = merged(heads), merged(context.lists)
    for flag in (one for one in found if not inside(apart, one.span.start)):
        to = _becomes(flag, context)
        if to is None:
            said = finding(context.rules, FLAG_STAYS, flag.span, flag=flag.key, why=flag.entry.note)
            yield in_passing(said) if flag.entry.minor else said
            continue
        if to == "{host}" and (name := held(code, flag.value, build["host_flags"], context.assigned)[0]):
            in_list = inside(lists, flag.span.start) or (context.unique and not lists)
            why = LISTED.format(name, as_words(code, name, in_list=in_list))
            yield finding(context.rules, FLAG_STAYS, flag.span, flag=flag.key, why=why)
            continue
        again = to == "{archs}" and named
        named = named or to == "{archs}"
        parts = () if again or asked.has(to, flag) else _filled(code, to, flag, context)
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
            hushed = ("-O0" in flag.entry.note and asked.is_unoptimized(flag)) or asked.has(to, flag)
            yield from () if hushed else _said(flag, made, context)
        if to == "{host}":
            yield from _of_host(code, flag, made, context)
    yield from libraries(code, region, context.rules)


def _becomes(flag: Flag, context: Context) -> str | None:
    """Give what a flag becomes, without what the build system itself says."""
    to = flag.entry.to
    return to.removeprefix(COMPILES) if to and context.compiles else to


def _said(flag: Flag, made: bytes, context: Context) -> Iterator[Finding]:
    """Give what is said of a flag that became another, or nothing."""
    if flag.entry.to == "{archs}":
        to = decoded(context.archs) or "those of CMAKE_HIP_ARCHITECTURES"
        if not _is_of_each(flag, context):
            yield finding(context.rules, GPUS, flag.span, text=flag.key, to=to)
    elif flag.entry.note or FOR_ANOTHER.match(flag.value):
        becomes = f"becomes {decoded(made)}" if made else "is dropped"
        why = flag.entry.note or _for_another(flag)
        said = finding(context.rules, FLAG_DIFFERS, flag.span, flag=flag.key, becomes=becomes, why=why)
        said = said._replace(fails="link") if RDC in made else said  # of objects, without the flag
        said = said if flag.entry.note and not flag.entry.minor else in_passing(said)
        yield said._replace(fails="speed") if flag.entry.speed else said


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
    elif not TAKEN.search(code, whole.start, words.start):
        why = flag.entry.note or "a function of make puts it before each word: write what the words become"
        yield finding(context.rules, FLAG_STAYS, whole, flag=flag.key, why=why)


def _filled(code: bytes, to: str, flag: Flag, context: Context) -> tuple[bytes | Span, ...]:
    """Give the parts of what a flag becomes; what is kept of its value is a span, in which names change."""
    if to == "{archs}":
        return (NAMES_GPU + context.each,) if _is_of_each(flag, context) else (context.archs,)
    if to == "{host}":
        words = [*parted(flag.value, flag.at.start, one_word=flag.one_word)]
        table = context.rules.build["host_flags"]
        return () if FOR_ANOTHER.match(flag.value) else tuple(for_host(code, words, table))
    before, value, behind = to.encode().partition(b"{value}")
    return (before, flag.at, behind) if value else (before,)


def _is_of_each(flag: Flag, context: Context) -> bool:
    """Say whether a flag names the GPU whose turn it is in a loop."""
    return bool(context.each) and context.each in flag.key.encode()


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
        found = PARTED.match(code, end, region.end)
        end = found.end() if found else end
    else:
        near = max(region.start, start - NEAR)
        start = near + len(code[near:start].rstrip(PARTING))
    return Edit(Span(start, end), (), FLAG, "nvcc flag", flag.entry.origin, why=_why(flag))


def libraries(
    code: bytes, region: Span, rules: RuleSet, named: re.Pattern[bytes] = LIBRARY
) -> Iterator[Said]:
    """Give what becomes of the libraries that flags `-l` of a region name, or what is `named` in it.

    One that becomes what stands right before it goes.
    """
    last, end = "", 0
    for found in named.finditer(code, *region):
        entry = known(rules.build["libraries"], decoded(found[1]))
        if entry is not None:
            whole = Span(*found.span())
            between = code[end : whole.start]
            if entry.to and entry.to == last and between.strip(b" \t") == b"" != between:
                yield Edit(Span(end, whole.end), (), RENAME, "build name")
                end = whole.end
                continue
            last, end = entry.to or "", whole.end
            if entry.to == "":
                before = BEFORE.search(code, max(region.start, whole.start - NEAR), whole.start)
                whole = Span(before.start() if before else whole.start, whole.end)
            yield from renamed(rules, Span(*found.span(1)), decoded(found[1]), entry, whole=whole)

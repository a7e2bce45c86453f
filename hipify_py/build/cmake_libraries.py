"""Libraries of CUDA by their plain names: where a CMake file links them, and in the lists that it links."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_standards import REFERENCE
from hipify_py.build.cmake_targets import is_built
from hipify_py.build.cmake_view import FILLS
from hipify_py.build.names import RENAME, decoded, in_passing, known, reached, renamed
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.build.cmake_lexer import Argument, Command
    from hipify_py.build.cmake_view import View
    from hipify_py.build.names import Said
    from hipify_py.model import Finding
    from hipify_py.rules.build_names import BuildName

LINKS = {b"target_link_libraries", b"link_libraries", b"cuda_add_executable", b"cuda_add_library"}
FINDS = {b"find_library", b"find_path", b"find_file", b"find_program"}
HEADERS = {b"find_path", b"find_file"}
BEHIND_NAMES = {b"HINTS", b"PATHS", b"PATH_SUFFIXES", b"DOC", b"ENV", b"REQUIRED", b"NAMES_PER_DIR"}
WORDS = re.compile(rb"[A-Za-z]\w*")
LIBRARY = re.compile(rb"[A-Za-z]\w*(?:-\w+)*")
ITEM = re.compile(rb"(?:[^;\\]|\\.)+", re.DOTALL)
# What names nothing but a library of CUDA's, as `cuda` and `nccl` may.
PLAIN = re.compile(
    rb"cu(?:dart|dadevrt|blas(?:Lt)?|fftw?|rand|sparse(?:Lt)?|solver|libos)(?:_static)?|nvrtc(?:_static)?"
)
OF_LIBRARIES = re.compile(rb"(?i)LIB|LINK|DEP")  # in the name of a list, or of a command
SAME_FOR_ALL = {b"LENGTH", b"REMOVE_DUPLICATES"}  # of `list`: nothing hangs on how an item is written


class Lists(NamedTuple):
    """Variables of a file: those linked that become HIP's, all linked as they are, and parts of what is."""

    kept: frozenset[bytes]
    linked: frozenset[bytes]
    parts: frozenset[bytes]


class Library(NamedTuple):
    """A library that is named: where, what goes with it where it is dropped, and what becomes of it."""

    span: Span
    whole: Span
    name: str
    entry: BuildName


def libraries(view: View, command: Command) -> Iterator[Said]:
    """Give what becomes of libraries that a command links or lists, and say where one looks for them.

    Of headers for which a command looks what there is in their place is said.
    """
    last: Library | None = None
    for one in linked(view, command):
        if last is not None and (blank := _again(view, last, one)):
            yield Edit(blank, (), RENAME, "build name")
        else:
            yield from renamed(view.rules, one.span, one.name, one.entry, whole=one.whole)
        last = one
    if command.name in FINDS:
        given = _looked_for(view, command)
    elif command.name not in LINKS and _seems_to_link(view, command):
        given = command.arguments
    else:
        return
    if command.name in HEADERS:
        other = view.texts(command)[0] in _without_counterpart(view)
        lost = any(_is_lost(view, one) for one in given)
        yield from _headers(view, given, is_told=other and not lost)
        return
    for one in _named(view, given):
        if _is_linked(view, command) or PLAIN.fullmatch(one.name.encode()):
            yield from _told(view, one, is_looked_for=command.name in FINDS)


def linked(view: View, command: Command) -> Iterator[Library]:
    """Give the libraries that a command links, or puts into a list with which the file does nothing else."""
    if command.name in LINKS:
        yield from _named(view, command.arguments[0 if command.name == b"link_libraries" else 1 :])
    elif (start := _filled_from(view, command)) and view.file.text(_list_of(command)) in _lists(view).kept:
        yield from _named(view, command.arguments[start:])


def _again(view: View, last: Library, one: Library) -> Span | None:
    """Give a library with the blank before it where it becomes what stands right before it in its line."""
    is_same = last.entry.to and last.entry.to == one.entry.to
    return Span(last.span.end, one.span.end) if is_same and _is_behind(view, last.span, one.span) else None


def _is_behind(view: View, last: Span, one: Span) -> bool:
    """Say whether nothing but blanks stands between two words of a line."""
    between = view.file.source[last.end : one.start]
    return between != b"" and not between.strip(b" \t")


def without_repeats(view: View, command: Command, said: Iterable[Said]) -> Iterator[Said]:
    """Give what becomes of what a command links, a target once that stands right before itself then."""
    last: Edit | None = None
    for each in said:
        if command.name not in LINKS or not isinstance(each, Edit) or b"::" not in b"".join(_texts(each)):
            yield each
            continue
        again = last is not None and last.parts == each.parts and _is_behind(view, last.span, each.span)
        yield each._replace(span=Span(last.span.end, each.span.end), parts=()) if last and again else each
        last = each


def _texts(edit: Edit) -> Iterator[bytes]:
    return (part for part in edit.parts if isinstance(part, bytes))


def _told(view: View, one: Library, *, is_looked_for: bool) -> Iterator[Finding]:
    """Say what is linked in place of a library, or why nothing is; one that goes need not be looked for."""
    if one.entry.to:
        found_by = f" of find_package({one.entry.package})" if one.entry.package else ""
        why = f"link {one.entry.to}{found_by}"
    elif one.entry.to is None:
        why = one.entry.note
    elif not is_looked_for:
        why = "leave it out"
    else:
        return
    said = finding(view.rules, "B003", one.span, name=one.name, why=why)
    yield in_passing(said) if one.entry.to is None and one.entry.minor else said


def _looked_for(view: View, command: Command) -> tuple[Argument, ...]:
    """Give the names for which a command looks, without the places and what else stands behind them."""
    given = command.arguments[1:]
    ends = (at for at, one in enumerate(given) if view.file.text(one) in BEHIND_NAMES)
    return given[: next(ends, len(given))]


def _headers(view: View, arguments: tuple[Argument, ...], *, is_told: bool) -> Iterator[Finding]:
    """Say of headers of CUDA's that are looked for what ROCm has, for there is none of their names.

    Where it `is_told` by another command that the variable is a folder of what ROCm has not, others are not
    to look for.
    """
    for argument in arguments:
        start = argument.inner.start
        for found in ITEM.finditer(view.file.text(argument)):
            entry = view.rules.headers.get(found[0])
            if entry is not None and entry.to != found[0] and not (is_told and entry.to):
                span = Span(start + found.start(), start + found.end())
                why = f"look for {decoded(entry.to)}" if entry.to else entry.note
                yield finding(view.rules, "B003", span, name=decoded(found[0]), why=why)


@fact
def _without_counterpart(view: View) -> frozenset[bytes]:
    """Give the variables for which a file looks for a header that has no counterpart."""
    return frozenset(
        view.file.text(command.arguments[0])
        for command in view.file.commands
        if command.name in HEADERS and any(_is_lost(view, one) for one in _looked_for(view, command))
    )


def _is_lost(view: View, argument: Argument) -> bool:
    items = ITEM.findall(view.file.text(argument))
    return any(entry is not None and entry.to is None for entry in map(view.rules.headers.get, items))


def _named(view: View, arguments: tuple[Argument, ...]) -> Iterator[Library]:
    """Give the libraries that arguments name, of a list in one argument each."""
    for argument in arguments:
        start = argument.inner.start
        for found in ITEM.finditer(view.file.text(argument)):
            entry = _library(view, found[0])
            if entry is not None:
                span = Span(start + found.start(), start + found.end())
                whole = Span(span.start - 1, span.end) if found.start() else span
                yield Library(span, whole, decoded(found[0]), entry)


def _library(view: View, text: bytes) -> BuildName | None:
    """Give what becomes of a library that is linked by its plain name."""
    if not LIBRARY.fullmatch(text) or text == b"toolkit" or is_built(view, text):
        return None
    target = "cuda_driver" if text == b"cuda" else decoded(text)
    plain = known(view.rules.build["libraries"], decoded(text))
    entry = known(view.rules.build["words"], f"CUDA::{target}")
    return entry if plain is not None and entry is not None else plain


def _seems_to_link(view: View, command: Command) -> bool:
    """Say whether a list, or a command of the project's own, is one of libraries by its use or its name."""
    if _filled_from(view, command):
        name, lists = view.file.text(_list_of(command)), _lists(view)
        is_used = name in lists.linked or name in lists.parts
        return name not in lists.kept and (is_used or OF_LIBRARIES.search(name) is not None)
    is_own = command.name in _made(view) or decoded(command.name) in view.options.project.own_commands
    return is_own and OF_LIBRARIES.search(command.name) is not None


def _is_linked(view: View, command: Command) -> bool:
    """Say whether what a command names is a library for sure, whatever its name."""
    if _filled_from(view, command):
        return view.file.text(_list_of(command)) in _lists(view).linked
    return command.name in FINDS


def _filled_from(view: View, command: Command) -> int:
    """Give where the values of a command that fills a variable begin; 0 of another command."""
    if command.name == b"set" and command.arguments:
        return 1
    if command.name == b"list" and len(command.arguments) > 1:
        return FILLS.get(view.file.text(command.arguments[0]), 0)
    return 0


def _list_of(command: Command) -> Argument:
    return command.arguments[0 if command.name == b"set" else 1]


@fact
def _lists(view: View) -> Lists:
    """Give the variables that a file links, by way of others too.

    Those are kept of which each reference is a whole item of what is linked: where a word is made of one, a
    target's name would not fit into it, and what an item is compared with would have to become HIP's too.
    """
    linked: set[bytes] = set()
    parts: set[bytes] = set()
    otherwise: set[bytes] = set()
    within: dict[bytes, set[bytes]] = {}
    made_of: dict[bytes, set[bytes]] = {}
    for command in view.file.commands:
        texts = view.texts(command)
        start = _filled_from(view, command) or int(command.name in LINKS - {b"link_libraries"})
        whole, broken = _references(texts[start:])
        if command.name in LINKS:
            linked |= whole
            parts |= broken
            otherwise |= broken | _names(texts[:start])
        elif start:
            name = view.file.text(_list_of(command))
            within.setdefault(name, set()).update(whole)
            made_of.setdefault(name, set()).update(whole | broken)
            otherwise |= broken | _names(texts[:start])
        else:
            used = _used_otherwise(command, texts)
            otherwise |= used
            if command.name == b"foreach" and texts:
                made_of.setdefault(texts[0], set()).update(used - {texts[0]})
    linked = reached(linked, within)
    otherwise.update(name for holder in within.keys() - linked for name in within[holder])
    kept = linked - reached(otherwise, within)
    return Lists(frozenset(kept), frozenset(linked), frozenset(reached(linked | parts, made_of)))


def _references(texts: list[bytes]) -> tuple[set[bytes], set[bytes]]:
    """Give the variables that are whole items of lists, and those that are parts of items."""
    items = [item for text in texts for item in ITEM.findall(text)]
    whole = {item for item in items if REFERENCE.fullmatch(item)}
    return _names(whole), _names(item for item in items if item not in whole)


def _names(texts: Iterable[bytes]) -> set[bytes]:
    return {name for text in texts for name in REFERENCE.findall(text)}


def _used_otherwise(command: Command, texts: list[bytes]) -> set[bytes]:
    """Give the variables of which a command may take more than the items that they hold."""
    if command.name == b"message":
        return set()
    if command.name == b"unset" or (command.name == b"list" and texts[:1] and texts[0] in SAME_FOR_ALL):
        return _names(texts)
    return _names(texts) | {text for text in texts if WORDS.fullmatch(text)}


@fact
def _made(view: View) -> frozenset[bytes]:
    """Give the commands that a file makes, in lower case."""
    makers = (one for one in view.file.commands if one.name in {b"function", b"macro"} and one.arguments)
    return frozenset(view.file.text(one.arguments[0]).lower() for one in makers)

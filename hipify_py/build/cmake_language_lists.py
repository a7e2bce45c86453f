"""Languages by name in CMake: those that `project` asks for, and variables that hold them or are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.cmake_view import Made, View
from hipify_py.build.names import RENAME, decoded, reached
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.build.cmake_lexer import Argument, Command
    from hipify_py.build.names import Said

UNKNOWN = "B004"
PROJECT_WORDS = {b"VERSION", b"DESCRIPTION", b"HOMEPAGE_URL"}
ASKING = {b"project", b"enable_language", b"check_language"}
REFERENCE = re.compile(rb"\$\{(\w+)\}")
# Where a variable is part of a name that goes on with what only languages have (cmake-variables(7)).
PART = re.compile(
    rb"(?:CMAKE_|[\s\"])\$\{(\w+)\}_(?:STANDARD|EXTENSIONS|FLAGS|COMPILER|ARCHITECTURES|VISIBILITY_PRESET)"
    rb"|LANG\w*:\$\{(\w+)\}"
)
ELEMENT = re.compile(rb"[^;]+")
ENABLED = b"ENABLED_LANGUAGES"
LIST_WORDS = {b"APPEND", b"PREPEND", b"INSERT", b"REMOVE_ITEM", b"FIND"}
BRANCHES = {b"if", b"elseif", b"while"}
SAME = {b"STREQUAL", b"MATCHES", b"EQUAL"}
MAYBE = re.compile(rb"(?i)lang")
MESSAGE = "CUDA may be a language here, which becomes HIP: {text} stays, so look at what {name} holds"


def languages(view: View, command: Command) -> list[Argument]:
    """Give the arguments of `project` or `enable_language` that name languages."""
    texts = view.texts(command)
    if command.name != b"project":
        return list(command.arguments)
    if b"LANGUAGES" in texts:
        return list(command.arguments[texts.index(b"LANGUAGES") + 1 :])
    if PROJECT_WORDS & set(texts):
        return []
    return list(command.arguments[1:])


@fact
def holders(view: View) -> frozenset[bytes]:
    """Give the variables that hold languages: several of them, or the one of a loop's turn."""
    code = view.file.code
    found = {one[1] or one[2] for one in PART.finditer(code)}
    links: dict[bytes, set[bytes]] = {}
    for _, command in view.commands():
        texts = view.texts(command)
        if command.name in ASKING:
            found.update(name for one in languages(view, command) for name in _referred(view.file.text(one)))
        elif command.name in {b"get_property", b"get_cmake_property"} and ENABLED in texts[1:]:
            found.add(texts[0])
        elif name := _target(command, texts):
            for other in _sources_of(command, texts):
                links.setdefault(name, set()).add(other)
                links.setdefault(other, set()).add(name)
    return frozenset(reached(found, links))


def _referred(text: bytes) -> list[bytes]:
    return REFERENCE.findall(text)


def _target(command: Command, texts: list[bytes]) -> bytes:
    """Give the variable that a command fills or asks: of `set`, `list` and `foreach`."""
    if command.name in {b"set", b"foreach"} and texts:
        return texts[0]
    return texts[1] if command.name == b"list" and texts[:1] and texts[0] in LIST_WORDS and texts[1:] else b""


def _sources_of(command: Command, texts: list[bytes]) -> Iterator[bytes]:
    """Give the variables from which a command fills another."""
    if command.name == b"foreach" and b"LISTS" in texts:
        at = texts.index(b"LISTS") + 1
        yield from texts[at : texts.index(b"ITEMS") if b"ITEMS" in texts[at:] else len(texts)]
    for text in texts[1:]:
        whole = REFERENCE.fullmatch(text)
        if whole:
            yield whole[1]


def _elements(view: View, command: Command, texts: list[bytes]) -> list[tuple[Span, bytes]]:
    """Give the words that a command puts into a variable or looks for there, with their places."""
    end = texts.index(b"CACHE") if b"CACHE" in texts else len(texts)
    return [
        (Span(one.inner.start + word.start(), one.inner.start + word.end()), word[0])
        for one in command.arguments[2 if command.name == b"list" else 1 : end]
        for word in ELEMENT.finditer(view.file.text(one))
    ]


@fact
def held(view: View) -> frozenset[bytes]:
    """Give the languages that a file puts into variables which hold them."""
    return frozenset(
        word
        for _, command in view.commands()
        if command.name != b"foreach" and _target(command, view.texts(command)) in holders(view)
        for _, word in _elements(view, command, view.texts(command))
    )


def asked(view: View, command: Command) -> set[bytes]:
    """Give the languages that `project` or `enable_language` asks for, those in variables too."""
    texts = [view.file.text(one) for one in languages(view, command)]
    return {*texts, *(held(view) if any(map(_referred, texts)) else ())}


def listed(view: View, command: Command) -> Made | None:
    """Write HIP for CUDA among languages that stand in a variable, and where such a variable is asked."""
    texts = view.texts(command)
    if b"CUDA" not in view.file.code[slice(*command.span)]:
        return None
    if command.name in BRANCHES:
        said = [*_conditions(view, command, texts)]
    elif name := _target(command, texts):
        said = [*_words(view, command, texts, name)]
    else:
        return None
    edits = tuple(one for one in said if isinstance(one, Edit))
    return Made(edits, tuple(one for one in said if not isinstance(one, Edit))) if said else None


def _words(view: View, command: Command, texts: list[bytes], name: bytes) -> Iterator[Said]:
    words = _elements(view, command, texts)
    places = [place for place, word in words if word == b"CUDA"]
    if not places:
        return
    if name not in holders(view):
        if MAYBE.search(name):
            yield _said(view, command.span, name)
        return
    has_hip = any(word == b"HIP" for _, word in words)
    alone = command.span.start == _lacks_cxx(view)
    for at, place in enumerate(places):
        if has_hip or at:
            yield Edit(_with_parting(view, place), (), RENAME, "build name")
        else:
            parting = b";" if view.file.code[place.start - 1 : place.start] in {b'"', b";"} else b" "
            made = b"CXX" + parting + b"HIP" if alone else b"HIP"
            yield Edit(place, (made,), RENAME, "build name")


@fact
def _lacks_cxx(view: View) -> int:
    """Give the first place that fills such a variable with CUDA where none asks for C++; else -1.

    hip-config.cmake asks for that language.
    """
    if re.search(rb"\bCXX\b", view.file.code):
        return -1
    for _, command in view.commands():
        texts = view.texts(command)
        if command.name == b"project" and b"CUDA" in texts[1:]:
            return -1
        fills = command.name == b"set" or (command.name == b"list" and texts[:1] == [b"APPEND"])
        words = [word for _, word in _elements(view, command, texts)] if fills else []
        if b"CUDA" in words and _target(command, texts) in holders(view):
            return command.span.start
    return -1


def _with_parting(view: View, place: Span) -> Span:
    """Give a word's place with what parts it from the word before, or else from the one behind."""
    code, (start, end) = view.file.code, place
    if code[start - 1 : start] == b";":
        return Span(start - 1, end)
    if code[end : end + 1] == b";":
        return Span(start, end + 1)
    quoted = code[start - 1 : start] == b'"'
    start, end = (start - 1, end + 1) if quoted else (start, end)
    while code[start - 1 : start].isspace():
        start -= 1
    return Span(start, end)


def _conditions(view: View, command: Command, texts: list[bytes]) -> Iterator[Said]:
    """Give what becomes of conditions that look for CUDA among languages."""
    for at in range(1, len(texts) - 1):
        word, before, behind = texts[at], at - 1, at + 1
        if word == b"IN_LIST":
            pairs = [(before, texts[behind])]
        elif word in SAME:
            pairs = [(before, _bare(texts[behind])), (behind, _bare(texts[before]))]
        else:
            continue
        for place, name in pairs:
            if texts[place].strip(b"^$") != b"CUDA":
                continue
            if name in holders(view):
                start = command.arguments[place].inner.start + texts[place].index(b"CUDA")
                yield Edit(Span(start, start + 4), (b"HIP",), RENAME, "build name")
            elif MAYBE.search(name):
                span = Span(command.arguments[before].span.start, command.arguments[behind].span.end)
                yield _said(view, span, name)


def _bare(text: bytes) -> bytes:
    found = REFERENCE.fullmatch(text)
    return found[1] if found else text


def _said(view: View, span: Span, name: bytes) -> Said:
    text = " ".join(decoded(view.file.source[slice(*span)]).split())
    said = finding(view.rules, UNKNOWN, span, name="CUDA")
    return said._replace(message=MESSAGE.format(text=text, name=decoded(name)))

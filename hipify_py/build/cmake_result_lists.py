"""Variables that FindCUDA sets, such as CUDA_LIBRARIES, into which a CMake file puts what is its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hipify_py.build.cmake_blocks import way_to
from hipify_py.build.cmake_view import FILLS
from hipify_py.build.names import RENAME, decoded, in_passing, of_cmake
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.build.cmake_lexer import Command
    from hipify_py.build.cmake_view import View
    from hipify_py.model import Finding

RUNTIME = "hip::host"
KEPT = "{name} stays, as a list with libraries of the project's own: other files that read it get {to} alone"


def filled(command: Command) -> bytes:
    """Name the variable into which a command puts something; nothing for one that does not."""
    texts = command.texts
    if command.name == b"set" and any(texts[1:]):
        return texts[0]
    return texts[1] if command.name == b"list" and len(texts) > 2 and texts[0] in FILLS else b""


class Filled(NamedTuple):
    """Where a file first fills a variable of FindCUDA's, and from where on all who read it get HIP's, too.

    That is so where what HIP has in its place is put in outside of all branches, functions and loops.
    """

    first: int
    whole: int


@fact
def own_lists(view: View) -> dict[bytes, Filled]:
    """Give FindCUDA's variables that a file fills; one that never gets HIP's for sure does so at its end."""
    found: dict[bytes, Filled] = {}
    end = len(view.file.source)
    for number, command in view.commands():
        name = filled(command)
        to = _counterpart(view, b"${%b}" % name) if name else ""
        if to:
            start = command.span.start
            known = found.setdefault(name, Filled(start, end))
            holds = command.name == b"set" and _holds(view, command.texts[1:], to)
            if known.whole == end and holds and not way_to(view.blocks, number):
                found[name] = known._replace(whole=start)
    return found


def _holds(view: View, texts: Iterable[bytes], to: str) -> bool:
    """Say whether a target stands among what a command names, or what becomes it."""
    return any(
        decoded(one) == to or _counterpart(view, one) == to for text in texts for one in text.split(b";")
    )


def _counterpart(view: View, text: bytes) -> str:
    """Give what becomes of a variable's value, or of a target; "" of others."""
    entry = of_cmake(view.rules, decoded(text))
    return entry.to or "" if entry is not None else ""


def reference(view: View, command: Command, span: Span, name: bytes, to: str) -> list[Edit] | None:
    """Give what becomes of a reference to a variable of FindCUDA's; None of one that the file does not fill.

    The file's own libraries are in it: it stays, and HIP's stand before it where it may be without them.
    """
    list_of = own_lists(view).get(name)
    start = command.span.start
    if list_of is None or (filled(command) == name and start == list_of.first):
        return None
    ahead = view.file.source[command.place.end : span.start]
    if list_of.whole < start or ahead[:-1].endswith(to.encode()):
        return []
    parting = b";" if ahead.endswith((b'"', b";")) else b" "
    return [Edit(Span(span.start, span.start), (to.encode() + parting,), RENAME, "build name")]


def named(view: View, command: Command, span: Span, name: bytes) -> Finding | None:
    """Say of a variable of FindCUDA's, where it is filled, that it stays; None of what is none here."""
    if name not in own_lists(view) or filled(command) != name:
        return None
    to = _counterpart(view, b"${%b}" % name)
    said = finding(view.rules, "B003", span, name=decoded(name), why="")
    return in_passing(said._replace(message=KEPT.format(name=decoded(name), to=to)))


def links_runtime(view: View, target: bytes, number: int) -> bool:
    """Say whether a command of a file links HIP's runtime to a target wherever the command `number` runs."""
    return (target, way_to(view.blocks, number)) in _with_runtime(view)


@fact
def _with_runtime(view: View) -> frozenset[tuple[bytes, tuple[tuple[int, int], ...]]]:
    """Give the targets to which a file links the runtime itself, with the branches that lead there."""
    return frozenset(
        (command.texts[0], way_to(view.blocks, at))
        for at, command in view.commands()
        if command.name == b"target_link_libraries" and _holds(view, command.texts[1:], RUNTIME)
    )

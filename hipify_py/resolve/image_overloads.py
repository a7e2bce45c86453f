"""A program's own functions under the names of CUDA's for textures and surfaces, and which calls go to them.

Such a function takes a class of the program's in the place of the texture's object. It is told from CUDA's,
which has fewer parameters or takes another type, as a compiler tells them: by how many arguments a call has,
and by the type of the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.declaration_signs import may_declare
from hipify_py.resolve.declarations import makes
from hipify_py.resolve.declared_types import declared_type
from hipify_py.resolve.linkage import includes_before, marked
from hipify_py.resolve.ownership import own_here
from hipify_py.resolve.told import Told
from hipify_py.source.bracket_ends import brace_ends, bracket_ends
from hipify_py.source.brackets import parameter_spans
from hipify_py.source.search import matches
from hipify_py.source.tokens import A_NAME
from hipify_py.source.unit_facts import fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

WORDS = (b"tex1D", b"tex2D", b"tex3D", b"texCube", b"surf")
IMAGE = re.compile(rb"\b(?:tex|surf)(?<![.>]tex)(?<![.>]surf)(?:[123]D|Cubemap)\w*(?=\s*[<(])")
MARK = b"&"
"""Stands behind the name of such a function, before the type of its first parameter, in what files tell."""
OPENS = re.compile(rb"\s*+\(")
MAKES = re.compile(rb"\s*+(?:\w++\s*+::\s*+)*+(\w++)\s*+[({]")
NOT_THE_TYPE = frozenset(b"const volatile struct class typename __restrict__".split())
COORDINATES = {b"1": 1, b"2": 2, b"3": 3, b"C": 3}  # by what stands behind `tex` or `surf`: C of `Cubemap`
MORE = {b"Layered": 1, b"Lod": 1, b"Grad": 2}
BESIDE = {b"tex": 1, b"surf": 2}  # whether all of it is there; the value, and what is outside
COMPONENT = b"gather"  # takes one, which has a default


@fact
def images_read(unit: Unit) -> tuple[Span, ...]:
    """Give the names of functions for textures and surfaces before what may be their arguments."""
    return tuple(Span(*one.span()) for one in matches(unit.code, IMAGE, *WORDS))


@fact
def overloads(unit: Unit) -> dict[Span, bytes]:
    """Give the program's own functions under such names, with the type of what each takes first."""
    made = (one for one in images_read(unit) if may_declare(unit.code, one) and makes(unit, one))
    return {one: _first_type(unit, one.end) for one in made}


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the functions that a file declares under such names."""
    for span, first in overloads(unit).items():
        name = b"%b%b%b" % (unit.code[slice(*span)], MARK, first)
        yield Told("function", name, after=includes_before(unit, span.start))


def own_images(unit: Unit, options: Options) -> Callable[[Span], bool]:
    """Give what says of a name for images whether it is the program's own: declared there, or so called.

    What `::` stands before is CUDA's, which is for the caller to ask.
    """
    own = overloads(unit)
    known: dict[bytes, set[bytes]] = {}
    for span, first in own.items():
        known.setdefault(unit.code[slice(*span)], set()).add(first)
    for name, first in marked(options.project.functions, MARK):
        known.setdefault(name, set()).add(first)
    is_own = own_here(unit, [(one, unit.code[slice(*one)]) for one in own])

    def answer(span: Span) -> bool:
        name = unit.code[slice(*span)]
        types = known.get(name)
        if types is None:
            return False
        return span in own or is_own(span, name) or _is_called(unit, span, name, types)

    return answer


def _is_called(unit: Unit, span: Span, name: bytes, types: set[bytes]) -> bool:
    """Say whether a call has more or fewer arguments than CUDA's, or is given one of some types first."""
    call = unit.call(span)
    if call is None or not call.arguments:
        return False
    first = unit.code[slice(*call.arguments[0])].strip()
    least, most = _counts(name)
    if not least <= len(call.arguments) <= most + first.startswith(b"&"):
        return True
    if _made_there(unit, call.arguments[0]) in types:
        return True
    is_name = A_NAME.fullmatch(first) is not None
    return is_name and any(one and declared_type(unit, first, one, span.start) for one in types)


def _made_there(unit: Unit, argument: Span) -> bytes | None:
    """Give the type of which an argument makes an object, as `Image{a, b}` does; None where it makes none."""
    begins = MAKES.match(unit.code, argument.start, argument.end)
    ends = brace_ends if begins and begins[0].endswith(b"{") else bracket_ends
    end = ends(unit).get(begins.end() - 1) if begins else None
    is_all = end is not None and not unit.code[end : argument.end].strip()
    return begins[1] if begins and is_all else None


def _counts(name: bytes) -> tuple[int, int]:
    """Give how few and how many arguments CUDA's function of a name takes, but for one of them by address.

    The least are the object and the coordinates; beside them one more may say where the value goes or
    whether all of it is there, and of a surface what is written and what is outside.
    """
    kind = b"surf" if name.startswith(b"surf") else b"tex"
    least = 1 + COORDINATES[name.removeprefix(kind)[:1]]
    least += sum(count for word, count in MORE.items() if word in name)
    return least, least + BESIDE[kind] + (COMPONENT in name)


def _first_type(unit: Unit, at: int) -> bytes:
    """Give the last word of the type of what a function takes first; nothing where that is unclear."""
    opening = OPENS.match(unit.code, at)
    end = bracket_ends(unit).get(opening.end() - 1) if opening else None
    if opening is None or end is None:
        return b""
    given = parameter_spans(unit.code, opening.end() - 1, end)
    text = unit.code[slice(*given[0])] if given else b""
    words = [one for one in A_NAME.findall(text.partition(b"<")[0]) if one not in NOT_THE_TYPE]
    return words[-1 if b"<" in text or len(words) < 2 else -2] if words else b""

"""Parts of a file that are read only where a macro is defined, and macros that nobody defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.resolve.image_overloads import images_read
from hipify_py.resolve.macros import defined
from hipify_py.source.conditions import branches, branches_around, innermost
from hipify_py.source.search import matches
from hipify_py.source.unit_facts import fact, fact_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Finding
    from hipify_py.source.conditions import Branch
    from hipify_py.source.unit import Unit

TYPES = re.compile(rb"\bCU[a-z]|\bcu(?:blas|solver|sparse)(?:Dn|Sp)?Handle_t\b")
"""Types of which HIP makes two one and the same."""
WORDS = (b"CU", b"cublas", b"cusolver", b"cusparse")
THERE = re.compile(rb"\s*+(defined\s*+)?\(?\s*+([A-Za-z]\w*+)\s*+\)?\s*+")
OPENING = frozenset({b"ifdef", b"if", b"elif", b"elifdef"})
# Of compilers, platforms and builds that nobody tells, and the guards and numbers of others' headers.
UNASKED = re.compile(
    rb"_\w*|N?DEBUG|linux|unix"
    rb"|(?:WIN|Q_|QT_|MSC|CMAKE|BUILD|TORCH|MATLAB|MEX|MX_|KOKKOS|RAJA|SWIG|BOOST|EIGEN|Py|PY|OPENCV|CV_)\w*"
    rb"|\w*(?:HAVE|HAS|EXTENSION)_\w*"
    rb"|\w*(?:_H|_H_|_HPP|_HPP_|_HH|_CUH|_INCLUDED|_EXPORTS|VERSION\w*)"
)
SHELVED = re.compile(rb"#[ \t]*define[ \t]+([A-Za-z_]\w*+)")


def asked_there(unit: Unit, branch: Branch) -> bytes:
    """Give the macro that a branch asks for alone, be it for a value; nothing of another condition."""
    directive = branch.directive
    if directive.name not in OPENING:
        return b""
    asked = THERE.fullmatch(unit.code, *directive.body)
    return asked[2] if asked else b""


def optional_parts(unit: Unit) -> frozenset[bytes]:
    """Give the macros that no file made that this asks for around types that are alike, and around images.

    Not those that compilers, builds and headers of others make unasked.
    """
    return frozenset(_asked_for(unit)) if b"#" in unit.code and b"if" in unit.code else frozenset()


def _asked_for(unit: Unit) -> Iterator[bytes]:
    places = [one.start() for one in matches(unit.code, TYPES, *WORDS)]
    places += [span.start for span in images_read(unit)]
    seen: set[Branch] = set()
    for at in places:
        for branch in branches_around(unit, at):
            if branch in seen:
                break
            seen.add(branch)
            name = asked_there(unit, branch)
            if name and name not in defined(unit) and not UNASKED.fullmatch(name):
                yield name


@fact
def shelved(unit: Unit) -> frozenset[bytes]:
    """Give the macros of which a definition stands in a comment, for a person to take it out of that."""
    comments = (unit.source[slice(*one)] for one in unit.text.comments)
    return frozenset(name for text in comments if b"define" in text for name in SHELVED.findall(text))


def in_vain(said: Finding, macro: bytes) -> Finding:
    """Give a finding as a note, of a part without whose macro, that nothing makes, it is not read."""
    message = f"where {macro.decode()} is defined, as nothing here does, {said.message}"
    return said._replace(severity="note", message=message)


def without_makers(unit: Unit, at: int, unmade: frozenset[bytes]) -> bytes:
    """Give a macro without which a place is not read, of those that nobody makes; nothing where none is."""
    branch = innermost(unit, at) if unmade else None
    return _hanging_on(unit, unmade)[branch] if branch else b""


@fact_of
def _hanging_on(unit: Unit, unmade: frozenset[bytes]) -> dict[Branch, bytes]:
    """Give for each branch one of some macros without which it is not read, or nothing."""
    found: dict[Branch, bytes] = {}
    for one in filter(None, dict.fromkeys(branches(unit).innermost)):  # an outer one comes before those in it
        name = asked_there(unit, one)
        found[one] = name if name in unmade else found[one.around] if one.around else b""
    return found

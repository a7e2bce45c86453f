"""The types that functions have for indices which are handed to them, here and in other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.resolve.told import Told
from hipify_py.source.brackets import parts
from hipify_py.source.unit import span_of
from hipify_py.source.unit_facts import fact, fact_of
from hipify_py.source.word_places import word_matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from hipify_py.source.unit import Unit

VECTORS = (b"threadIdx", b"blockIdx")  # a uint3 in CUDA; the others are a dim3 there, as in HIP
VECTOR = re.compile(rb"\b(?:thread|block)Idx\b(?!\s*(?:\.|->|::|\())")
OTHER = b"?"
KINDS = (b"uint3", b"dim3", OTHER)
TYPE = re.compile(
    rb"(?:(?:const|volatile|static|inline|typename|__\w+__)\s+)*(\w+)[\s&]*(?:\bconst\b[\s&]*)?"
)
PARAMETER = re.compile(TYPE.pattern + rb"(?:\s*\b\w+)?(?:\s*=.*)?", re.DOTALL)
HEAD = re.compile(
    rb"[\w>&*]\s+[&*]*(?:\w+\s*::\s*)*([A-Za-z_]\w*)\s*\(([^()]*+)\)\s*"
    rb"(?:(?:const|noexcept|override)\b\s*)*[{;:]"
)


def named(text: bytes) -> bytes | None:
    """Give "uint3" or "dim3" where a type is one of these, "" where it is `auto`; None for others."""
    word = text.replace(b"const", b"").strip(b"& \t\r\n").split()[-1:]
    name = word[0] if word else b""
    return name if name in {b"uint3", b"dim3"} else b"" if name == b"auto" else None


@fact_of
def places(_unit: Unit, given: Node) -> dict[int, int]:
    """Give the numbers of the arguments in a list, by their nodes."""
    values = (one for one in given.named_children if one.type != "comment")
    return {one.id: number for number, one in enumerate(values)}


def last_name(called: bytes) -> bytes:
    """Give the name of what is called, without scopes, objects and arguments of templates."""
    return re.split(rb"\.|->|::", called.partition(b"<")[0].strip())[-1].strip()


def _argument(unit: Unit, span: Span) -> tuple[bytes, int] | None:
    """Give the function that an index is handed to as it is, and the number of the argument.

    Not a method: by its name alone that of another class would tell.
    """
    nodes = [node for node in unit.around(span) if node.type != "parenthesized_expression"][-3:]
    if [node.type for node in nodes[:2]] != ["call_expression", "argument_list"]:
        return None
    callee, place = nodes[0].child_by_field_name("function"), places(unit, nodes[1]).get(nodes[2].id)
    if callee is None or callee.type == "field_expression" or place is None or span_of(nodes[2]) != span:
        return None
    return last_name(unit.code[slice(*span_of(callee))]), place


def taken_elsewhere(unit: Unit, span: Span, told: frozenset[bytes]) -> bytes | None:
    """Give the type of the parameter for an index, where the function is declared in other files alone."""
    argument = _argument(unit, span)
    if argument is None or argument[0] in heads(unit):
        return None
    kinds = [kind for kind in KINDS if _key(*argument, kind) in told]
    return kinds[0] if len(kinds) == 1 and kinds[0] != OTHER else None


def _key(name: bytes, place: int, kind: bytes) -> bytes:
    return b"%b,%d %b" % (name, place, kind)


def asked(unit: Unit) -> frozenset[bytes]:
    """Give the parameters of other files' functions for which a file has an index."""
    found = (_argument(unit, Span(*one.span())) for one in word_matches(unit, VECTOR, *VECTORS))
    return frozenset(_key(*one, kind) for one in found if one for kind in KINDS)


def told(unit: Unit) -> Iterator[Told]:
    """Tell of the parameters that a header has a `dim3` or a `uint3` for, and of others of such functions."""
    if b"dim3" not in unit.code and b"uint3" not in unit.code:
        return
    for name in sorted(heads(unit)):
        kinds = parameters(unit, name)
        if not {b"dim3", b"uint3"}.isdisjoint(kind for some in kinds.values() for kind in some):
            for place, some in kinds.items():
                yield from (
                    Told("function", _key(name, place, kind or OTHER)) for kind in sorted(some, key=str)
                )


@fact_of
def parameters(unit: Unit, name: bytes) -> dict[int, set[bytes | None]]:
    """Give by their places the types of the parameters of the functions that a file declares by a name."""
    listed: dict[int, set[bytes | None]] = {}
    for span in heads(unit).get(name, ()):
        for place, one in enumerate(parts(unit.code, *span)):
            listed.setdefault(place, set()).add(_parameter(unit.code[slice(*one)].strip()))
    return listed


@fact
def heads(unit: Unit) -> dict[bytes, list[Span]]:
    """Give for each name what stands in the brackets of the functions that a file declares by it."""
    heads: dict[bytes, list[Span]] = {}
    for found in HEAD.finditer(unit.code):
        heads.setdefault(found[1], []).append(Span(*found.span(2)))
    return heads


def _parameter(text: bytes) -> bytes | None:
    found = PARAMETER.fullmatch(text)
    return named(found[1]) if found else None

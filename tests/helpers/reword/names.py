"""The same with other names: neutral ones, or a second name for a number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from helpers.reword.changes import Change, fresh, insert, put
from helpers.syntax import Body, bodies, declarations, locals_of, number, start, text

if TYPE_CHECKING:
    from tree_sitter import Node

    from hipify_py.source.unit import Unit


def rename(unit: Unit) -> Iterator[Change]:
    """Call each parameter and local variable of a device function by a name that says nothing."""
    new_names = fresh(unit, b"v")
    for body in _on_device(unit):
        uses: dict[bytes, list[Node]] = {name: [] for name in locals_of(unit, body)}
        for node in body.nodes:
            if node.type == "identifier" and text(unit, node) in uses:
                uses[text(unit, node)].append(node)
        for name, nodes in uses.items():
            new = next(new_names)
            yield Change(tuple(put(node, new) for node in nodes), ((new, name),))


def alias(unit: Unit) -> Iterator[Change]:
    """Use a number that is set once through a second name."""
    new_names = fresh(unit, b"w")
    for body in _on_device(unit):
        once = {name for name, count in locals_of(unit, body).items() if count == 1}
        once -= _set_again(unit, body)
        for node in declarations(unit, [body]):
            name = number(unit, node)
            before = unit.code[start(unit, node) : name.start_byte].split() if name else []
            if name is None or text(unit, name) not in once or {b"static", b"volatile"} & {*before}:
                continue
            old, new = text(unit, name), next(new_names)
            uses = [n for n in body.nodes if n.type == "identifier" and text(unit, n) == old]
            made = b" " + b" ".join(before) + b" " + new + b" = " + old + b";"
            later = tuple(put(use, new) for use in uses if use.start_byte >= node.end_byte)
            if later:
                yield Change((insert(node.end_byte, made), *later), ((new, old),))


def _set_again(unit: Unit, body: Body) -> set[bytes]:
    """Give the names that are assigned, counted up or down, or whose address is taken."""
    targets = (
        node.child_by_field_name("left" if node.type == "assignment_expression" else "argument")
        for node in body.nodes
        if node.type in {"assignment_expression", "update_expression", "pointer_expression"}
    )
    return {text(unit, node) for node in targets if node is not None}


def _on_device(unit: Unit) -> list[Body]:
    return [body for body in bodies(unit) if body.kind in {"kernel", "device"}]

"""Constants of a file that something else of their name hides: what a template takes, or a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.find.special_members import class_of
from hipify_py.lanes.flow.class_fields import members
from hipify_py.source.expressions import names_in
from hipify_py.source.functions import functions
from hipify_py.source.template_parameters import parameter_names

if TYPE_CHECKING:
    from hipify_py.source.expressions import Expression
    from hipify_py.source.unit import Unit


def may_be_hidden(unit: Unit, node: Expression, at: int) -> bool:
    """Say whether a name in an expression at a place may be no constant of the file, but what hides one.

    In a member that is whatever a class of the file has, which may be a base of its own.
    """
    used = names_in(node)
    if not used:
        return False
    if not used.isdisjoint(parameter_names(unit)):
        return True
    home = functions(unit, [at]).get(at)
    if home is None or home.kind == "macro" or not class_of(unit, home):
        return False
    return any(not used.isdisjoint(fields) for fields in members(unit).values())

"""The header of nlohmann::json, of whose class clang finds no conversion when it compiles as HIP.

So it is from release 3.11 of the library on, in what a program writes and in the header itself: `get` for a
number calls one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.match.runtime_include import read_for_device
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

FOLDER, NAME = b"nlohmann/", b"json.hpp"


def json_header(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report where the device's compiler reads it, once a file."""
    if not read_for_device(unit, options):
        return
    for include in unit.text.includes:
        path = unit.source[slice(*include.path)]
        is_one = path.startswith(FOLDER) or (
            path.rpartition(b"/")[2] == NAME and holds_part(unit, b"nlohmann")
        )
        if is_one and path.endswith(NAME) and not is_left_alone(unit, include.path.start):
            name = {"name": path.decode("utf-8", "replace")}
            yield Match(findings=(report(rule, include.path, name),))
            return

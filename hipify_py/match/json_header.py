"""The header of nlohmann::json, of whose class clang finds no conversion when it compiles as HIP.

So it is from release 3.11 of the library on, in what a program writes and in the header itself: `get` for a
number calls one. Which release a file reads is said by the header, where the run finds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.match.runtime_include import read_for_device
from hipify_py.outcomes import Match, report
from hipify_py.resolve.left_alone import is_left_alone
from hipify_py.resolve.told import Told
from hipify_py.source.word_places import holds_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

FOLDER, NAME = b"nlohmann/", b"json.hpp"
VERSION = re.compile(rb"NLOHMANN_JSON_VERSION_(MAJOR|MINOR)[ \t]++(\d{1,4})\b")
REFUSED_FROM = (3, 11)
OLDER, NEWER = b"nlohmann::json before 3.11", b"nlohmann::json from 3.11"  # as files tell each other


def json_header(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report where the device's compiler reads it, once a file."""
    if options.project.json_older or not read_for_device(unit, options):
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


def told(unit: Unit) -> Iterator[Told]:
    """Tell of which release of the library a header is: of one that clang takes, or one that it refuses."""
    if not holds_part(unit, b"NLOHMANN_JSON_VERSION_"):
        return
    bodies = (unit.code[slice(*one.body)] for one in unit.directives if one.name == b"define")
    parts = {found[1]: int(found[2]) for text in bodies if (found := VERSION.match(text.strip()))}
    if len(parts) == len(REFUSED_FROM):
        is_older = (parts[b"MAJOR"], parts[b"MINOR"]) < REFUSED_FROM
        yield Told("brings", OLDER if is_older else NEWER)

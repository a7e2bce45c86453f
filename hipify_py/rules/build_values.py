"""What a rule file may say of the names of build files: the forms of a value, and what each means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.rules.build_names import BUILD_TABLES, BuildName, BuildTable

if TYPE_CHECKING:
    from hipify_py.rules.where import Plain, Where

NO_KEY = re.compile(r"[\s\x00-\x1f\x7f#;\"']|\A\Z")
FORMS = '"target", { to = "target", differs = "how" }, { review = "why" } or { drop = "why" }'
"""How values are written, for errors; docs/rule-format.md says what may stand beside."""


def _is_dropped(rest: dict[object, object]) -> bool:
    """Say whether all that stands beside the reason why a name is dropped may: `said`, and how much it is."""
    if any(value is not True for value in rest.values()):
        return False
    return not rest or ("said" in rest and rest.keys() <= {"said", "minor", "speed"})


def build_tables(where: Where, content: Plain) -> list[tuple[BuildTable, str, BuildName]]:
    """Read the tables below `[build]` of a file; raises `RuleError` where one is none or a value is wrong."""
    read = []
    for table, names in content.items():
        if table not in BUILD_TABLES or not isinstance(names, dict):
            what = f"build.{table}"
            raise where.refuse(what, "no table", f"use one of {', '.join(BUILD_TABLES)}")
        for key, value in names.items():
            heading = f"[build.{table}]"
            if NO_KEY.search(key):
                raise where.refuse(key, f"no key of {heading}", "write one word", heading=heading)
            read.append((table, key, _name(where, key, value, heading)))
    return read


def _name(where: Where, key: str, value: object, heading: str) -> BuildName:
    match value:
        case str() if value:
            return BuildName(value)
        case {"review": str(why), **rest} if why and rest in (
            {},
            {"unset": True},
            {"minor": True},
            {"run": True},
        ):
            return BuildName(None, why, unset="unset" in rest, minor="minor" in rest, run="run" in rest)
        case {"drop": str(why), **rest} if why and _is_dropped(rest):
            minor, speed = "minor" in rest, "speed" in rest
            return BuildName("", why if rest else "", why=why, minor=minor, speed=speed)
        case {"to": str(to), **rest} if to and rest and rest.keys() <= {"differs", "package", "minor"}:
            minor = rest.pop("minor", False) is True
            if all(isinstance(each, str) and each for each in rest.values()):
                return BuildName(to, str(rest.get("differs", "")), str(rest.get("package", "")), minor=minor)
    raise where.refuse(key, "not a build name's value", f"write {FORMS}", heading=heading)

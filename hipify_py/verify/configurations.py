"""What tells units apart that are one source, which a build compiles more than once."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hipify_py.verify.model import Unit

MACROS = ("-D", "-U")


def told_apart_by(units: Sequence[Unit]) -> list[tuple[str, ...]]:
    """Give for each unit the flags that another of the same source lacks; of macros alone if these tell it.

    Nothing comes of a source that is compiled once, nor of one that is compiled twice in the same way.
    """
    common: dict[str, set[str]] = {}
    different: dict[str, set[str]] = defaultdict(set)
    given = [_joined(unit.flags) for unit in units]
    for unit, flags in zip(units, given, strict=True):
        different[unit.path] |= {*flags}
        common[unit.path] = common.get(unit.path, {*flags}) & {*flags}
    found = []
    for unit, flags in zip(units, given, strict=True):
        apart = different[unit.path] - common[unit.path]
        of_macros = any(map(_is_macro, apart))
        telling = (one for one in flags if one in apart and (_is_macro(one) or not of_macros))
        found.append(tuple(dict.fromkeys(telling)))
    return found


def _joined(flags: Sequence[str]) -> list[str]:
    """Give flags with what stands behind them as an argument of its own: `-D` and `A=1` as `-DA=1`."""
    found: list[str] = []
    for flag in flags:
        last = found[-1] if found else ""
        if last in MACROS:
            found[-1] = last + flag
        elif last.startswith("-") and not flag.startswith("-"):
            found[-1] = f"{last} {flag}"
        else:
            found.append(flag)
    return found


def _is_macro(flag: str) -> bool:
    return flag.startswith(MACROS)

"""Write `docs/differences.md`: the functions whose parameters differ between CUDA and HIP.

A maintainer's command, when facts or rules have changed: `python -m hipify_py.catalogue.differences`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hipify_py.catalogue import misfits
from hipify_py.catalogue.entries import entries, ruleset
from hipify_py.catalogue.output import table
from hipify_py.lazy import re
from hipify_py.releases import CHECKED, CUDA, NEWEST
from hipify_py.rules.load import builtin_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.catalogue.misfits import Difference
    from hipify_py.catalogue.output import Row

PAGE = Path(__file__).parents[2] / "docs" / "differences.md"
UNDECIDED = "undecided"  # no page that is committed says so: see its test
COLUMNS = ("CUDA", "HIP", "what differs", "what happens")
NAMED = CUDA[0], CUDA[-1]
HEAD = f"""\
<!-- Made by `python -m hipify_py.catalogue.differences` from the facts and the rules: change those. -->
# Functions whose parameters differ

CUDA functions with a counterpart in HIP that takes other parameters, as the headers of
CUDA {" to ".join(NAMED)} and of ROCm {" and ".join(CHECKED)} declare them. A call is

- **adapted**: a rule rewrites it, and says so where it cannot;
- **reported**: a finding says what differs wherever the function is called;
- **accepted**: renamed only, because calls as programs write them compile, or because the compiler refuses
  the form that is missing; the reason was written down when the two declarations were compared.

All other functions that are renamed take the same parameters on both sides. `hipify-py rules show NAME` gives
both declarations and the rules.
"""


def page() -> str:
    """Make the page from the rules and the facts."""
    known = {entry.name: entry.library for entry in entries()}
    titles = {entry.library: entry.title for entry in entries()}
    found = {release: _found(release) for release in CHECKED}
    newest = found[NEWEST]
    counts = {
        library: [each for name, each in newest.items() if known[name] == library]
        for library in sorted({known[name] for name in newest})
    }
    rows: list[Row] = [(titles[library], *_counted(each)) for library, each in counts.items()]
    total: Row = ("all", *_counted(newest.values()))
    parts = [HEAD, table("md", ("library", "functions", *misfits.WAYS), [*rows, total])]
    for library, each in counts.items():
        parts += [f"## {titles[library]}\n", table("md", COLUMNS, _rows(each))]
    for release in CHECKED:
        others = [each for name, each in found[release].items() if newest.get(name) != each]
        if others:
            parts += [f"## Otherwise for ROCm {release}\n", table("md", COLUMNS, _rows(others))]
    return "\n".join(parts)


def _found(rocm: str) -> dict[str, Difference]:
    both = misfits.sides(ruleset(rocm=rocm), rocm)
    return {each.name: each for each in misfits.differences(both)}


def _counted(found: Iterable[Difference]) -> tuple[str | int, ...]:
    ways = [each.handled for each in found]
    return len(ways), *(ways.count(way) for way in misfits.WAYS)


def _rows(found: Iterable[Difference]) -> Iterator[Row]:
    reasons = _reasons()
    for each in sorted(found, key=lambda each: each.name):
        yield f"`{each.name}`", f"`{each.to}`", _words(each.releases), _handled(each, reasons)


def _words(releases: Mapping[str, str]) -> str:
    """Say in what the parameters differ; for which CUDA, where that is not the same for all."""
    words = list(dict.fromkeys(releases.values()))
    if len(words) == 1 and len(releases) > 1:
        return words[0]
    return "; ".join(f"CUDA {release}: {said}" for release, said in releases.items())


def _handled(found: Difference, reasons: Iterable[tuple[re.Pattern[str], str]]) -> str:
    names = ", ".join(f"{each} ({name})" for each, name in found.rules)
    if found.handled != "accepted":
        return ": ".join(filter(None, [found.handled, " and ".join(filter(None, [names, found.note]))]))
    reason = next((said for pattern, said in reasons if pattern.fullmatch(found.name)), "")
    return f"accepted: {reason}" if reason else UNDECIDED


def _reasons() -> list[tuple[re.Pattern[str], str]]:
    """Read why differences were accepted: the notes of the hints' shapes."""
    made = []
    for path in sorted((builtin_folder() / "facts" / "hints").glob("*.toml")):
        content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        made += [(re.compile(each["match"]), each["note"]) for each in content.get("shape", ())]
    return made


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")

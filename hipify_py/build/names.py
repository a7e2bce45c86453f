"""Names of CUDA in build files looked up, and what an entry of a table makes of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hipify_py.rules.build_names import BuildName, BuildNames
    from hipify_py.rules.model import RuleSet

RENAME, DIFFERS, STAYS, UNKNOWN = "B001", "B002", "B003", "B004"
# What CMake's own modules make, by its look; other variables are the project's, or its user's.
OF_CMAKE = re.compile(rb"CUDA::|CUDAToolkit|FindCUDA|CUDA_\w+_LIBRAR(?:Y|IES)\Z|CMAKE_CUDA_")
Said = Edit | Finding


def known(table: BuildNames, name: str) -> BuildName | None:
    """Give what a table knows of a name: by the name itself, else by the longest key `beginning*`."""
    if name in table:
        return table[name]
    if not name.startswith(table.beginnings):
        return None
    begin = max((one for one in table.beginnings if name.startswith(one)), key=len)
    entry = table[begin + "*"]
    return entry._replace(to=entry.to.replace("*", name[len(begin) :])) if entry.to else entry


def of_cmake(rules: RuleSet, name: str) -> BuildName | None:
    """Give what is known of a word of CMake's, such as a target, or of a variable."""
    return known(rules.build["words"], name) or known(rules.build["variables"], name)


def renamed(
    rules: RuleSet, span: Span, name: str, entry: BuildName, *, whole: Span | None = None
) -> Iterator[Said]:
    """Give the edit that an entry asks for, and what it says; `whole` goes where the name is dropped."""
    if entry.to is None:
        stays = finding(rules, STAYS, span, name=name, why=entry.note)._replace(origin=entry.origin)
        at_run = stays._replace(severity="warning", fails="run")
        yield in_passing(stays) if entry.minor else at_run if entry.run else stays
        return
    place = span if entry.to else whole or span
    parts = (entry.to.encode(),) if entry.to else ()
    if source_differs(name, entry.to):
        yield Edit(place, parts, RENAME, "build name", entry.origin, why=entry.reason)
    if entry.note:
        becomes = f"becomes {entry.to}" if entry.to else "is dropped"
        yield finding(rules, DIFFERS, span, name=name, becomes=becomes, why=entry.note)._replace(
            origin=entry.origin
        )


def source_differs(name: str, to: str) -> bool:
    """Say whether a name becomes another one."""
    return name != to


def left_over(rules: RuleSet, span: Span, name: str) -> Finding:
    """Say of a word that nothing converts that it is NVIDIA's: a GPU, or a flag of its compilers."""
    what = "NVIDIA's compilers" if name.startswith("-") else "NVIDIA's GPUs"
    said = finding(rules, UNKNOWN, span, name=name)
    return said._replace(message=f"{name} is for {what}, and stays: write what is AMD's, or take it out")


def in_passing(said: Finding) -> Finding:
    """Give a finding as a note: nobody who builds for HIP has to act on it."""
    return said._replace(severity="note", fails="never")


def apart(said: Iterable[Said]) -> tuple[list[Edit], list[Finding]]:
    """Take edits and findings apart."""
    edits: list[Edit] = []
    findings: list[Finding] = []
    for each in said:
        if isinstance(each, Edit):
            edits.append(each)
        else:
            findings.append(each)
    return edits, findings


def decoded(text: bytes) -> str:
    """Give bytes as text for a look-up or a message."""
    return text.decode("utf-8", "replace")


def reached(start: set[bytes], steps: Mapping[bytes, set[bytes]]) -> set[bytes]:
    """Give all names that steps lead to from some."""
    seen, left = set(start), [*start]
    while left:
        for name in steps.get(left.pop(), set()) - seen:
            seen.add(name)
            left.append(name)
    return seen

"""One edit of a conversion: the pieces of a shim that stand for it, if any can."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from hipify_py.lazy import re
from hipify_py.rules.model import Rule
from hipify_py.shim.facts import warp_functions
from hipify_py.shim.pieces import Piece

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.model import Place
    from hipify_py.report.model import Change
    from hipify_py.rules.model import RuleSet

    Pieces = list[Piece]

NAME = re.compile(r"[A-Za-z_]\w*")
OURS = re.compile(r"hipify_\w+::(\w+)")
OURS_CALLED = re.compile(r"(hipify_\w+::(\w+))\(")
INCLUDED = re.compile(r'#include [<"]([^>"\n]+)[>"]')
GUARDS = re.compile(r"\b(?:__CUDACC__|__NVCC__|__CUDA_ARCH__)\b")
OPENED = re.compile(rb"\bnamespace\s+\Z"), re.compile(rb"\s*(?:::\s*\w+\s*)*\{")
GROUPS = re.compile(r"(?:\w+::)*(reduce|(?:in|ex)clusive_scan|plus|less|greater|bit_(?:and|or|xor))")
"""What CUDA's cooperative groups have, `hipify_warp32.h` too, and HIP's groups lack."""
SEEN = re.compile(r"\w+_[Hh]_*")  # the guard of a header
WITHOUT_MASK = re.compile(r"__shfl(?:_up|_down|_xor)?")
"""Shuffles of before CUDA 9; our function of the same name in `_sync` does what they do, with any mask."""
GROUP_HEADER = "hip/hip_cooperative_groups.h"
NEAR = 2000  # bytes in which the name of a call is looked for, before something in its arguments


class Source(NamedTuple):
    """The bytes of a source, in which places of a report are looked up."""

    data: bytes

    def text(self, start: Place, end: Place) -> str:
        """Give what stands between two places."""
        return self.data[start.offset : end.offset].decode("utf-8", "replace")

    def called(self, offset: int) -> str:
        """Give the name before the bracket in which an offset stands; empty where none is found near."""
        depth, at = 0, offset
        while at > max(0, offset - NEAR):
            at -= 1
            char = self.data[at : at + 1]
            depth += (char in {b")", b"]", b"}"}) - (char in {b"(", b"[", b"{"})
            if depth < 0:
                name = re.search(rb"(\w+)\s*\Z", self.data[max(0, at - 100) : at])
                return name[1].decode() if name and char == b"(" else ""
        return ""


def pieces_of(change: Change, source: Source, rules: RuleSet, *, in_c: bool = False) -> Pieces | None:
    """Give the pieces that stand for an edit: none for one that goes with others, None where no header can.

    `in_c` says that the source is C.
    """
    before, after = change.before.strip(), change.after.strip()
    if change.kind in {"own-include", "include"} or change.rule in {"M066", "M063", "M002"}:
        return _around(change, before, after)
    if change.kind == "header":
        to = posixpath.basename(after.strip('"')) if after.startswith('"') else after  # a header of ours
        return [Piece("header", before.strip('<>"'), to)]
    if change.kind == "warp":
        return _of_warps(change, before, after, source)
    if change.kind == "call":
        return _of_call_in_c(change, before, rules) if in_c else _of_call(before, after, rules)
    return _of_name(change, before, after, source, rules)


def _around(change: Change, before: str, after: str) -> Pieces:
    """Give what stands for edits beside the names: what is included, which compiler is asked for.

    The pieces that need a header of ours bring it, and what a macro pastes is looked up in its calls.
    """
    if change.rule == "M063":
        return [Piece("flag", "-Wregister")]
    if change.rule == "M002":
        return [Piece("guard", macro) for macro in dict.fromkeys(GUARDS.findall(before))]
    paths = INCLUDED.findall(after) if change.kind == "include" else []
    return [Piece("include", path) for path in paths if not path.startswith("hip/")]


def _of_name(change: Change, before: str, after: str, source: Source, rules: RuleSet) -> Pieces | None:
    space = rules.namespaces.get(before.encode())
    if space is not None and space.to == after.encode():
        start, end = change.start.offset, change.end.offset
        opened = OPENED[0].search(source.data, 0, start) and OPENED[1].match(source.data, end)
        if opened:  # the program adds to it: an alias of that name could not stand beside
            return [Piece("name", before, after)] if _plain(before) and _plain(after) else None
        return [Piece("namespace", before, after)]
    if not _plain(before):
        return None
    if ours := OURS.fullmatch(after):
        return [Piece("using" if ours[1] == before else "name", before, after)]
    known = rules.names.get(before.encode())
    if known is None or known.to != after.encode():
        return None
    return [Piece("seen" if SEEN.fullmatch(before) else "name", before, after)]


def _of_call_in_c(change: Change, before: str, rules: RuleSet) -> Pieces | None:
    """Give the macro that does in C what a rule's fix does, where that asks for nothing but the arguments."""
    found, rule = NAME.match(before), rules.by_id.get(change.rule)
    if found is None or not isinstance(rule, Rule):
        return None
    name, args = found[0], [f"{each.rstrip('*')}_" for each in rule.args]
    if "(" not in rules.shims.get(name, "("):
        return [Piece("name", name, rules.shims[name])]
    forms = [each for each in rules.for_call(name.encode()) if each.fix]
    if len(forms) > 1 or rule.where or not args or "*" in rule.args[-1]:
        return None
    groups = rule.pattern.fullmatch(name.encode())
    fix = "".join(
        f"{value}_" if kind == "capture" else value for kind, value in rule.template.parts if kind != "group"
    )
    if groups is None or groups.groups():
        return None
    return [Piece("c", name, f"({', '.join(args)}) {fix}")]


def _of_call(before: str, after: str, rules: RuleSet) -> Pieces | None:
    found = NAME.match(before)
    name = found[0] if found else ""
    ours = OURS_CALLED.match(after)
    if ours and ours[2] == name:
        return [Piece("using", name, ours[1])]
    if name not in rules.shims:
        return None
    return [Piece("function", name, rules.shims[name]), *_replaced(before, after, rules)]


def _replaced(before: str, after: str, rules: RuleSet) -> Iterator[Piece]:
    """Give the names in a call that a rule leaves out, and that stay in the source."""
    for name in dict.fromkeys(NAME.findall(before)[1:]):
        known = rules.names.get(name.encode())
        to = known.to.decode() if known and known.to else name
        if to != name and not re.search(rf"\b{name}\b", after):
            yield Piece("name", name, to)


def _of_warps(change: Change, before: str, after: str, source: Source) -> Pieces | None:
    """Give what stands for an edit that keeps 32 lanes: the functions of our header, under CUDA's names."""
    if before in warp_functions():
        return [Piece("name", before, f"hipify_warp32::{before.removeprefix('__')}")]
    if before == "warpSize" and after.isdigit():
        return [Piece("name", before, after)]
    group, included = GROUPS.fullmatch(before), INCLUDED.fullmatch(before)
    if group and after == f"hipify_warp32::{group[1]}":
        return [Piece("group", group[1], after)]
    if included and included[1].startswith("cooperative_groups/") and not after:
        return [Piece("header", included[1], GROUP_HEADER)]
    return None if before and after else _of_arguments(source.called(change.start.offset))


def _of_arguments(called: str) -> Pieces | None:
    """Give what stands for a mask that goes from a call, or a width that comes.

    Our function takes the call as it stands.
    """
    if WITHOUT_MASK.fullmatch(called):
        ours = f"hipify_warp32::{called.removeprefix('__')}_sync"
        return [Piece("macro", called, f"(...) {ours}(0xffffffffu, __VA_ARGS__)")]
    return [] if called.endswith("_sync") and called in warp_functions() else None


def _plain(text: str) -> bool:
    return NAME.fullmatch(text) is not None

"""What the optimiser made of a device function, read from LLVM's text: which branches each write depends on.

A write is an atomic or a store that other lanes can see: to global or shared memory, or through a flat
pointer. It depends on a branch where one of the branch's ways leads to the write for certain and another may
pass it by, and on all that the branch itself depends on (Ferrante, Ottenstein, Warren: The Program Dependence
Graph, 1987).
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

FUNCTION = re.compile(r"^define [^\n]*? @([\w.$]+)\(.*?\{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
LABEL = re.compile(r"([\w.$-]+):")
TARGET = re.compile(r"label %([\w.$-]+)")
WRITE = re.compile(r"\b(?P<kind>atomicrmw(?: volatile)? \w+|cmpxchg|store(?: \w+)*)\b(?P<rest>.*)")
PRIVATE = re.compile(r"ptr addrspace\(5\) %")
ASSUME = re.compile(r"call void @llvm\.assume\(i1 (?:noundef )?(%[\w.]+)\)")
NAMES = re.compile(r"%[\w.]+")
# What differs from lane to lane of a wavefront.
LANE = re.compile(r"@llvm\.amdgcn\.(?:mbcnt|workitem\.id)")
END = ""  # stands for the block behind every return


class Block(NamedTuple):
    """A basic block: its instructions, and the blocks it may go to."""

    lines: tuple[str, ...]
    next: tuple[str, ...]


class Function(NamedTuple):
    """A function: its blocks by name, the first one where it starts."""

    name: str
    blocks: dict[str, Block]

    def writes(self) -> Counter[tuple[str, int]]:
        """Give the writes, as what they do and on how many branches they depend."""
        depends = self._dependences()
        found: Counter[tuple[str, int]] = Counter()
        for name, block in self.blocks.items():
            for line in block.lines:
                write = WRITE.search(line)
                if write and not PRIVATE.search(write["rest"]):
                    found[write["kind"], len(_closure(name, depends))] += 1
        return found

    def assumed_of_lanes(self) -> list[str]:
        """Give the `llvm.assume` whose condition differs from lane to lane: as if all lanes were alike."""
        lines = [line for block in self.blocks.values() for line in block.lines]
        made = {line.split(" = ")[0].strip(): line for line in lines if " = " in line}
        return [line.strip() for line in lines if (one := ASSUME.search(line)) and _of_lane(one[1], made)]

    def _dependences(self) -> dict[str, set[str]]:
        """Give for each block the branches on which it depends directly."""
        behind = self._postdominators()
        depends: dict[str, set[str]] = {name: set() for name in self.blocks}
        for name, block in self.blocks.items():
            for way in block.next:
                for certain in behind[way] - (behind[name] - {name}):
                    if len(block.next) > 1 and certain in depends:
                        depends[certain].add(name)
        return depends

    def _postdominators(self) -> dict[str, set[str]]:
        """Give for each block those that every way from it to the end passes, itself among them."""
        every = {*self.blocks, END}
        behind = {name: set(every) for name in self.blocks} | {END: {END}}
        changed = True
        while changed:
            changed = False
            for name, block in reversed(self.blocks.items()):
                new = {name} | set.intersection(*(behind[way] for way in block.next))
                changed = changed or new != behind[name]
                behind[name] = new
        return behind


def functions(text: str) -> Iterator[Function]:
    """Give the functions that a module defines."""
    for name, body in FUNCTION.findall(text):
        yield Function(name, _blocks(body))


def _blocks(body: str) -> dict[str, Block]:
    blocks: dict[str, Block] = {}
    name, lines = "entry", list[str]()
    for line in [*body.splitlines(), "end:"]:
        label = LABEL.match(line)
        if label is None:
            lines.append(line)
            continue
        if any(text.strip() for text in lines):
            blocks[name] = Block(tuple(lines), tuple(dict.fromkeys(_targets(lines))) or (END,))
        name, lines = label[1], []
    return blocks


def _targets(lines: list[str]) -> list[str]:
    """Give the blocks that a block's last instruction, a `switch` on several lines, may go to."""
    for at, line in enumerate(lines):
        if re.match(r"\s*(?:br|switch|indirectbr) ", line):
            return TARGET.findall("\n".join(lines[at:]))
    return []


def _closure(start: str, depends: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    left = [start]
    while left:
        for name in depends[left.pop()] - seen:
            seen.add(name)
            left.append(name)
    return seen


def _of_lane(name: str, made: dict[str, str]) -> bool:
    seen, left = set[str](), [name]
    while left:
        line = made.get(left.pop(), "")
        if LANE.search(line):
            return True
        new = set(NAMES.findall(line)) - seen
        seen |= new
        left += new
    return False

"""Tell the emulator where the basic blocks of a program are and where each may go to.

The assembler text of a source (GNU's syntax) gets a table of three addresses for each block: where it starts,
and the one or two blocks that may follow it. A row of zeros stands before each function.
"""

from __future__ import annotations

import re

SECTION = "simt_blocks"
FUNCTION = re.compile(r"\t\.type\t([^,\s]+), ?@function")
LABEL = re.compile(r"(\.L[\w.$]+):")
JUMP = re.compile(r"\t(j[a-z]+)[ \t]+(\S+)")
# Lanes give way here, where a block of the source begins: who comes to a loop's head is not in its next turn
# yet, and who has gone on is.
STOP = re.compile(r"\tcallq?[ \t]+__sanitizer_cov_trace_pc\b")
# Behind these no other instruction of the function follows.
LAST = re.compile(r"\t(?:rep[; ]*|repz )?(?:retq?|ud2|hlt)\b")


def tabled(assembly: str) -> str:
    """Give the text with a label at each block's start, and the table behind it."""
    lines: list[str] = []
    rows: list[str] = []
    function = _Function("")
    name = ""
    for line in assembly.splitlines():
        if found := FUNCTION.match(line):
            name = found[1]
        elif name and line.startswith(f"{name}:"):
            function = _Function(f".Lsimt{len(rows)}_")
            lines += [line, f"{function.start()}:"]
            continue
        elif name and line.startswith("\t.size"):
            rows += function.rows()
            function, name = _Function(""), ""
        lines += function.read(line) if function.prefix else [line]
    return "\n".join(
        [
            *lines,
            f'\t.section\t{SECTION},"aw",@progbits',
            *rows,
            '\t.section\t.note.GNU-stack,"",@progbits',
            "",
        ]
    )


class _Function:
    """The blocks of one function, as its lines are read."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.blocks: list[tuple[str, list[str]]] = []
        self.falls = False  # from the last block into the next

    def start(self, label: str = "") -> str:
        """Begin a block at a label, or at one of its own, and give the label."""
        label = label or f"{self.prefix}{len(self.blocks)}"
        if self.falls:
            self.blocks[-1][1].append(label)
        self.blocks.append((label, []))
        self.falls = True
        return label

    def read(self, line: str) -> list[str]:
        """Take a line, and give it with the labels that it needs."""
        if found := LABEL.match(line):
            self.start(found[1])
        elif found := JUMP.match(line):
            if found[2].startswith(".L"):
                self.blocks[-1][1].append(found[2])
            self.falls = found[1] != "jmp"
            return [line, f"{self.start()}:"]
        elif STOP.match(line):
            return [line, f"{self.start()}:"]
        elif LAST.match(line):
            self.falls = False
        return [line]

    def rows(self) -> list[str]:
        """Give the function's part of the table."""
        found = ["\t.quad\t0, 0, 0"]
        for label, after in self.blocks:
            first, second = (*after, "0", "0")[:2]
            found.append(f"\t.quad\t{label}, {first}, {second}")
        return found

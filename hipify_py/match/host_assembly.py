"""Inline assembly of the host: what can be no PTX by its text, and what no pass for the device takes.

NVIDIA's assembler refuses an instruction that says by no word behind a dot what it works on, but for a few.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.source.assembly import OPENS
from hipify_py.source.conditions import any_around

if TYPE_CHECKING:
    from hipify_py.source.conditions import Branch
    from hipify_py.source.unit import Unit

STRINGS = re.compile(OPENS.pattern + rb"\s*+((?:\"(?:[^\"\\]|\\.)*+\"\s*+)++)[:)]", re.DOTALL)
STRING = re.compile(rb"\"((?:[^\"\\]|\\.)*+)\"", re.DOTALL)
ENDS, BLANKS = re.compile(rb"(?:;|\\n|\n)+"), re.compile(rb"\\[trv]")
STATEMENT = re.compile(rb"\s*+(?:[\w.$]++:\s*+)*+(?:([A-Za-z]\w*+)(?:\s++(?!\.).*+)?)?", re.DOTALL)
# All that NVIDIA's assembler takes with no type or other word behind a dot.
PLAIN_PTX = frozenset(b"bra brkpt brx call exit pmevent ret trap".split())
# Whether it is the pass for the device, or the compiler that has one, before a conversion or after it.
PASS = rb"__(?:CUDA_ARCH|HIP_DEVICE_COMPILE|CUDACC|NVCC|HIPCC)__"
ASKED = rb"(?:%b|\(%b\)|\(\(%b\)\))" % (PASS, PASS, PASS)
ASKS_PASS = re.compile(rb"(\()?%b(?:\|\|%b)*(?(1)\))" % (ASKED, ASKED))
ASKS_NO_PASS = re.compile(rb"(\()?!%b(?:&&!%b)*(?(1)\))|!\(%b(?:\|\|%b)+\)" % (ASKED, ASKED, ASKED, ASKED))


def is_no_ptx(text: bytes) -> bool:
    """Say whether the text of an `asm` statement is certainly no PTX; its comments are blank.

    So it is where each of its statements begins with a word alone, as in `rorl %%cl, %0`: instructions of PTX
    say what they work on, as in `shf.l.wrap.b32`. Macros among its strings may be anything.
    """
    found = STRINGS.match(text)
    written = BLANKS.sub(b" ", b"".join(STRING.findall(found[2]))) if found else b""
    read = [STATEMENT.fullmatch(one) for one in ENDS.split(written)]
    words = [one and one[1] for one in read if one is None or one[0].strip()]
    instructions = [word for word in words if word]
    return None not in read and bool(instructions) and PLAIN_PTX.isdisjoint(instructions)


def is_written_out(text: bytes) -> bool:
    """Say whether all of an `asm` statement's text stands in strings, and none of it in a macro."""
    return STRINGS.match(text) is not None


def left_to_host(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a branch that no pass for the device takes, be it CUDA's or HIP's.

    Only where a condition asks for nothing else; one that compares numbers HIP may decide otherwise.
    """
    return any_around(unit, offset, _is_left_to_host)


def _is_left_to_host(unit: Unit, branch: Branch) -> bool:
    opens = unit.directives[branch.opened]
    asked = b"".join(unit.code[slice(*opens.body)].replace(b"defined", b"").split())
    no_pass = opens.name == b"if" and ASKS_NO_PASS.fullmatch(asked) is not None
    refuses = no_pass or opens.name == b"ifndef"
    clear = no_pass or ASKS_PASS.fullmatch(asked) is not None
    return clear and refuses == (opens.span == branch.directive.span)

"""Values that are as tall as expressions may be, of names that stand for others as tall: none ends a run."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable

import pytest
from helpers.warps import remaining

from hipify_py.lanes.flow.answers import LEFT
from hipify_py.source.expression_reading import _parsed
from hipify_py.source.expressions import Expression

KERNEL = "{} __global__ void k(int *p, int n) {{ int v = p[0]; if (a8) v = __shfl_xor_sync(~0u, v, 1); }}\n"
TALL = ("popc", "sub", "min", "sum", "choice", "sign", "cast", "template", "list", "vote")
HIGH = 86  # more than an expression may be


def tall(kind: str, of: str) -> str:
    begin, end = {
        "popc": ("__popc(", ")"),
        "sub": ("p[", "]"),
        "min": ("min(32, ", ")"),
        "sum": ("(1 + ", ")"),
        "choice": ("(p ? 1 : ", ")"),
        "sign": ("-~", ""),
        "cast": ("static_cast<unsigned>(", ")"),
        "template": ("A<", ">::v"),
        "list": ("{", "}"),
        "vote": ("__ballot_sync(~0u, ", ")"),
    }[kind]
    return begin * HIGH + of + end * HIGH


def chain(kind: str, line: str) -> str:
    return "".join(line.format(n, tall(kind, f"a{n - 1}" if n else "threadIdx.x")) for n in range(9))


def _below(frames: int, ask: Callable[[], object]) -> object:
    return _below(frames - 1, ask) if frames else ask()


@pytest.mark.parametrize("kind", TALL)
def test_one_is_read_in_the_frames_that_are_left(kind: str) -> None:
    text = tall(kind, "a").encode()
    frames = sys.getrecursionlimit() - LEFT - len(inspect.stack())
    assert isinstance(_below(frames, lambda: _parsed(text)), Expression)


@pytest.mark.parametrize("kind", ["popc", "sub", "min"])
def test_macros_of_others_as_tall(kind: str) -> None:
    source = KERNEL.format(chain(kind, "#define a{} {}\n"))
    assert isinstance(_below(60, lambda: remaining(source)), list)

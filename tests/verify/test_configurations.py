"""What tells units apart that are one source."""

from __future__ import annotations

import pytest

from hipify_py.verify.configurations import told_apart_by
from hipify_py.verify.model import Unit


@pytest.mark.parametrize(
    ("flags", "apart"),
    [
        ([("-DM=1", "-O2"), ("-DM=2", "-O3")], [("-DM=1",), ("-DM=2",)]),
        ([("-DM", "-DN"), ("-DN",)], [("-DM",), ()]),
        ([("-O2",), ("-O3",)], [("-O2",), ("-O3",)]),
        ([("-DM=1",), ("-DM=1",)], [(), ()]),
        ([("-DM=1",)], [()]),
        ([("-D", "M=1", "-I", "a"), ("-D", "M=2", "-I", "b")], [("-DM=1",), ("-DM=2",)]),
        ([("-I", "a"), ("-I", "b")], [("-I a",), ("-I b",)]),
    ],
)
def test_it_is_what_one_has_and_another_lacks_macros_first(
    flags: list[tuple[str, ...]], apart: list[tuple[str, ...]]
) -> None:
    other = Unit("/b.cu", "/", ("-DX",))
    assert told_apart_by([*(Unit("/a.cu", "/", one) for one in flags), other]) == [*apart, ()]

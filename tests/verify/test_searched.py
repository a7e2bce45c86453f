"""Flags that name folders in which headers are searched."""

from __future__ import annotations

import pytest

from hipify_py.verify.searched import Part, parts


@pytest.mark.parametrize(
    ("flags", "read"),
    [
        (["-Ia", "-O3"], [("-I", "a", ("-Ia",)), ("", "", ("-O3",))]),
        (["-I", "a", "-isystem", "b"], [("-I", "a", ("-I", "a")), ("-isystem", "b", ("-isystem", "b"))]),
        (["-isystema", "-iquoteb"], [("-isystem", "a", ("-isystema",)), ("-iquote", "b", ("-iquoteb",))]),
        (["-idirafter", "c d"], [("-idirafter", "c d", ("-idirafter", "c d"))]),
        (["-DX=-I", "-I"], [("", "", ("-DX=-I",)), ("-I", "", ("-I",))]),
        ([], []),
    ],
)
def test_folders_stand_with_their_flags(flags: list[str], read: list[Part]) -> None:
    assert list(parts(flags)) == read

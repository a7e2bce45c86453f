"""Which intrinsics take a mask of lanes, by their names."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.warp_ops import Kind, WarpOp, is_sync
from hipify_py.model import Span


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("shuffle", b"__shfl_sync"),
        ("shuffle", b"__shfl_xor_sync"),
        ("vote", b"__ballot_sync"),
        ("match", b"__match_any_sync"),
        ("match", b"__match_all_sync"),
        ("reduce", b"__reduce_add_sync"),
        ("sync", b"__syncwarp"),
    ],
)
def test_intrinsics_that_take_a_mask_first(kind: Kind, name: bytes) -> None:
    assert is_sync(WarpOp(kind, name, Span(0, len(name))))


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("shuffle", b"__shfl"),
        ("shuffle", b"__shfl_xor"),
        ("vote", b"__any"),
        ("active", b"__activemask"),
        ("size", b"warpSize"),
        ("group", b"coalesced_threads"),
        ("member", b"shfl_down"),
        ("collective", b"reduce"),
    ],
)
def test_what_takes_no_mask(kind: Kind, name: bytes) -> None:
    assert not is_sync(WarpOp(kind, name, Span(0, len(name))))

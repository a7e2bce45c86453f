"""What functions do, by their names."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.call_roles import (
    KNOWN,
    STILL,
    Role,
    does_nothing,
    operation,
    role_of,
    role_of_method,
)


@pytest.mark.parametrize(
    ("names", "role"),
    [
        ("atomicCAS atomicExch atomicCAS_system atomicExch_block", "swap"),
        ("atomicAdd atomicSub atomicInc atomicOr atomicAnd atomicMax atomicAdd_system", "add"),
        ("__sync_fetch_and_or __atomic_fetch_sub __hip_atomic_fetch_min", "add"),
        (
            "atomicLoad __ldcg ThreadLoad ld_acquire load Load atomic_load_relaxed test_wait try_wait_parity",
            "load",
        ),
        ("__any_sync any all __ballot ballot_sync", "vote"),
        ("static_cast min int uint32_t __popcll __ffs", "pure"),
        ("isnan std::isnan isfinite __float_as_int fabsf cuda::std::max __half2float make_int2", "pure"),
        ("__nanosleep __threadfence_block __syncwarp syncwarp printf", "calm"),
        ("__syncthreads __syncthreads_or sync", "barrier"),
        ("unlock mutex_unlock Release st_release", "free"),
        ("atomicSwap minimum anyone my_sync syncs f integer", "other"),
    ],
)
def test_a_name_tells(names: str, role: Role) -> None:
    assert {name: role_of(name.encode()) for name in names.split()} == dict.fromkeys(names.split(), role)


def test_what_changes_nothing_is_known() -> None:
    assert STILL < KNOWN
    assert KNOWN.isdisjoint({"barrier", "free", "other"})


def test_methods_of_atomic_objects() -> None:
    names = ["exchange", "compare_exchange_weak", "fetch_or", "size"]
    assert [role_of_method(name.encode()) for name in names] == ["swap", "swap", "add", "other"]


def test_what_an_atomic_does() -> None:
    names = [
        "atomicAdd",
        "__sync_fetch_and_or",
        "__hip_atomic_fetch_max",
        "fetch_and",
        "atomicCAS",
        "atomicInc",
    ]
    assert [operation(name.encode()) for name in names] == [b"add", b"or", b"max", b"and", b"", b""]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        (b"atomicAdd", 0, True),
        (b"atomicOr", 1, False),
        (b"atomicAnd", 0, False),
        (b"atomicAnd", 0xFFFFFFFF, True),
        (b"fetch_and", -1, True),
        (b"atomicExch", 0, False),
        (b"atomicMin", 0, False),
    ],
)
def test_atomics_that_only_read(name: bytes, value: int, *, expected: bool) -> None:
    assert does_nothing(name, value) is expected

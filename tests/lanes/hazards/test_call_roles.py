"""What functions do, by their names."""

from __future__ import annotations

import pytest

from hipify_py.lanes.hazards.call_roles import KNOWN, STILL, Role, role_of


@pytest.mark.parametrize(
    ("names", "role"),
    [
        ("atomicCAS atomicExch atomicCAS_system atomicExch_block", "swap"),
        ("atomicAdd atomicOr atomicMax atomicAdd_system", "add"),
        ("atomicLoad __ldcg ld_acquire load Load atomic_load_relaxed test_wait try_wait_parity", "load"),
        ("__any_sync any all __ballot ballot_sync", "vote"),
        ("static_cast min int uint32_t __popcll __ffs", "pure"),
        ("isnan std::isnan isfinite __float_as_int fabsf cuda::std::max __half2float make_int2", "pure"),
        ("__nanosleep __threadfence_block __syncwarp syncwarp printf", "calm"),
        ("__syncthreads __syncthreads_or sync", "barrier"),
        ("unlock mutex_unlock Release st_release", "free"),
        ("atomicSub minimum anyone my_sync syncs f integer", "other"),
    ],
)
def test_a_name_tells(names: str, role: Role) -> None:
    assert {name: role_of(name.encode()) for name in names.split()} == dict.fromkeys(names.split(), role)


def test_what_changes_nothing_is_known() -> None:
    assert STILL < KNOWN
    assert KNOWN.isdisjoint({"barrier", "free", "other"})

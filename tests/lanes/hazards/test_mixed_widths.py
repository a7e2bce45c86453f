"""Functions that count by 32 and by a width of HIP's own."""

from __future__ import annotations

import pytest
from helpers.warps import native, remaining, run, said

SIDES = """#ifdef __HIP_PLATFORM_AMD__
constexpr int hw_warp_size = %s;
#else
constexpr int hw_warp_size = 32;
#endif
__global__ void k(int *p) { int tid = threadIdx.x; auto block = cooperative_groups::this_thread_block(); %s }
"""
TILE = "auto tile = cooperative_groups::tiled_partition<hw_warp_size>(block);"


@pytest.mark.parametrize("width", ["64", "ROCM_WAVEFRONT_SIZE"])
@pytest.mark.parametrize(
    "code",
    [
        "int warp = tid >> 5; " + TILE,
        TILE + " p[tid & 0x1f] = 1;",
        "p[tid / 32] = hw_warp_size;",
        "p[tid / 32] = own::hw_warp_size + hipify_warp32::hw_warp_size;",
    ],
)
def test_two_widths(width: str, code: str) -> None:
    assert remaining(SIDES % (width, code)) == ["W054"]
    assert "W054" in said(native(SIDES % (width, code)))


@pytest.mark.parametrize(
    ("width", "code"),
    [
        ("64", "int warp = tid / hw_warp_size; " + TILE),
        ("64", TILE + " p[tid] = 32;"),
        ("64", "int warp = tid >> 5;"),
        ("64", "p[tid / 8] = hw_warp_size;"),
        ("32", "int warp = tid >> 5; " + TILE),
        ("64", "p[tid / 32] = hipify_warp32::hw_warp_size(p[0]);"),  # of 32 lanes, as all of our header
    ],
)
def test_one_width(width: str, code: str) -> None:
    assert remaining(SIDES % (width, code)) == []


TEMPLATE = SIDES.replace("__global__", "template <class T, int {} = 32> __global__").replace(
    "(int *p)", "(T *p)"
)


@pytest.mark.parametrize(
    ("parameter", "code", "found"),
    [
        ("WARPSIZE", "p[tid % WARPSIZE] = hw_warp_size;", []),
        ("W", "const int WARPSIZE = W / 1; p[tid / WARPSIZE] = hw_warp_size;", []),
        ("W", "const int A = W / 1, WARPSIZE = A; p[tid / WARPSIZE] = hw_warp_size;", []),
        ("W", "const int WARPSIZE = 32; p[tid / WARPSIZE] = hw_warp_size;", ["W054"]),
        ("W", "p[tid / 32] = W + hw_warp_size;", ["W054"]),
    ],
)
def test_a_width_that_a_template_is_given(parameter: str, code: str, found: list[str]) -> None:
    source = TEMPLATE.replace("{}", parameter) % ("64", code)
    assert [one for one in remaining(source) if one == "W054"] == found


OWN = """struct Config {
#if defined(__CUDACC__) && !defined(__HIPCC__)
    static constexpr int warpSize = 32;
#else
    static constexpr int warpSize = 64;
#endif
    using Mask = std::conditional_t<warpSize == 32, unsigned, unsigned long long>;
};
%s
"""
SIDE = """#if defined(__CUDACC__) && !defined(__HIPCC__)
    %s
#else
    %s
#endif"""
LANE = 'unsigned l; asm volatile("mov.u32 %%0, %%laneid;" : "=r"(l)); return l;'
ASKED = "__device__ unsigned lane() {\n#ifdef __CUDACC__\n" + LANE + "\n#else\n return %s;\n#endif\n}\n"
HIPS = "#ifdef __HIPCC__\nconst int W = 64;\n#endif\n"


@pytest.mark.parametrize(
    ("cuda", "hip"),
    [
        ("return __shfl_down_sync(0xffffffff, v, d);", "return __shfl_down(v, d);"),
        ("return __shfl_sync(0xffffffff, v, 0);", "return __shfl(v, 0);"),
        ("return __any_sync(0xffffffff, v);", "return __any(v);"),
        ("return __ballot_sync(0xffffffff, v) != 0;", "return __ballot(v) != 0;"),
        ("return __all_sync(0xffffffff, v);", "return __all(v);"),
        (
            "return apply([=] { return __shfl_sync(~0u, v, d); });",
            "return apply([=] { return __shfl(v, d); });",
        ),
    ],
)
def test_what_is_left_for_hip_keeps_its_width(cuda: str, hip: str) -> None:
    source = OWN % ("__device__ int f(int v, int d) {\n" + SIDE % (cuda, hip) + "\n}")
    for result in (run(source), native(source)):
        assert said(result) == []
        assert "#else\n    " + hip in result.text
        assert cuda in result.text


def test_a_lane_of_32_beside_a_width_of_hips_own() -> None:
    lane = ASKED % "threadIdx.x & (Config::warpSize - 1)"
    assert "W054" in said(run(OWN % lane))
    assert "W054" not in said(native(OWN % lane))
    assert "W054" not in said(run(OWN % (HIPS + lane)))  # the file's own word on what CUDA's compiler is
    assert "W054" not in said(run(ASKED % "threadIdx.x & 31"))


USES = """__device__ Config::Mask below() {
    Config::Mask lane = threadIdx.x; return (Config::Mask(1) << lane) - 1; }
__device__ int count(int p) { using Signed = std::make_signed_t<Config::Mask>;
    Config::Mask b = vote(p); return pop(Signed(b & below())); }
__global__ void k(int *x) { const int i = threadIdx.x; int n = count(x[i]);
    for (int d = 1; d < Config::warpSize; d *= 2) n += Config::warpSize - 1;
    x[i / Config::warpSize] = n; }
int main() { int W = Config::warpSize; k<<<2, 2 * W>>>(0); }"""
VOTE = "__device__ Config::Mask vote(int p) { return __ballot_sync(0xffffffff, p); }\n"


def test_what_hangs_on_a_width_of_hips_own_suits_a_wavefront() -> None:
    assert {"W003", "W012", "W038"}.isdisjoint(said(native(OWN % (VOTE + USES))))
    alike = (OWN % (VOTE + USES)).replace("= 64", "= 32").replace("? 32", "== 32")
    assert {"W003", "W012", "W038"} <= set(said(native(alike)))


@pytest.mark.parametrize(("wide", "found"), [("unsigned long long", False), ("unsigned", True)])
def test_a_type_of_masks_that_a_condition_makes(wide: str, *, found: bool) -> None:
    made = SIDE % ("typedef unsigned lanes_t;", f"typedef {wide} lanes_t;")
    source = made + "\n__device__ int f(int p) { lanes_t m = __ballot_sync(0xffffffff, p); return m != 0; }\n"
    assert ("W003" in said(native(source))) is found

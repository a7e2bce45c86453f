"""`--warp native` for a whole file: what is done about each function, and what starts it by warps of 32."""

from __future__ import annotations

import pytest
from helpers.warps import RULES, broken, facts_of, native, rules_of, text_of

from hipify_py.edits import render, settle
from hipify_py.lanes.rewrite.wavefronts import on_wavefronts
from hipify_py.model import Finding, Result
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("launch", "expected"),
    [
        ("k<<<n / 32, 64>>>(p);", {"W038"}),
        ("k<<<n, dim3(32, 4)>>>(p);", {"W038"}),
        ("k<<<n, dim3((32), 4)>>>(p);", {"W038"}),
        ("k<<<n, 4 * 32>>>(p);", {"W038"}),
        ("dim3 b(32, 4); k<<<n, b>>>(p);", {"W038"}),
        ("k<<<n >> 5, 64>>>(p);", {"W038"}),
        ("k<<<(n + 31) / width, 64>>>(p);", {"W038"}),
        ("k<<<n / width, 64>>>(p);", set()),
        ("k<<<5, 128>>>(p);", set()),
        ("other<<<n / 32, 64>>>(p);", set()),
    ],
)
def test_launches_by_32(launch: str, expected: set[str]) -> None:
    source = (
        "__global__ void k(int *p) { p[0] = __any(p[1]); }\n__global__ void other(int *p) { p[0] = 1; }\n"
        f"void run(int *p, int n, int width) {{ {launch} }}\n"
    )
    assert broken(native(source)) == expected


def old(source: str) -> Result:
    return native(source, "6.4")


def test_what_an_old_release_lacks_is_said_of_what_stays() -> None:
    """ROCm 6.4 has matches only under a macro, no warp barriers, and no shuffles of bfloat16."""
    body = "__device__ int f(int v) { __syncwarp(); return %s; }\n"
    assert broken(old(body.replace("__syncwarp(); ", "") % "__shfl_xor_sync(0xffffffff, v, 1)")) == set()
    assert "W002" in rules_of(old(body % "__match_any_sync(0xffffffff, v) != 0"))
    assert "N011" in rules_of(old(body % "v"))
    pairs = "template <typename T> __device__ T g(T v) { return __shfl_xor_sync(~0u, v, 1); }\n"
    assert broken(old(pairs)) == set()
    assert broken(old(pairs + "__global__ void k(__nv_bfloat16 *p) { *p = g(*p); }\n")) == {"W031"}


@pytest.mark.parametrize("mask", ["0xffffffff", "~0u", "m", "__activemask()"])
def test_pairs_of_bfloat_are_shuffled_by_what_takes_a_mask(mask: str) -> None:
    """HIP's shuffles without a mask take none of two; the lanes that are there are a mask of 64 bits."""
    source = f"__device__ X g(X v, unsigned m) {{ return __shfl_xor_sync({mask}, v, 1); }}\n"
    pairs = "template <class X> " + source + "template __nv_bfloat162 g<__nv_bfloat162>(__nv_bfloat162);\n"
    made = native(pairs).text
    assert "__shfl_xor_sync(__ballot(1), v, 1)" in made
    assert native(made).text == made
    assert broken(native(made)) == set()
    assert "__shfl_xor(v, 1)" in native(pairs.replace("bfloat162", "bfloat16")).text
    assert "__shfl_xor(v, 1)" in native(pairs.replace("(X v", "(float v")).text
    assert "__shfl_xor(v, 1)" in native(pairs, "6.4").text


def widened(source: str) -> tuple[str, list[tuple[Unit, Finding]]]:
    """Give a source as it comes out, and the findings with what their places are in."""
    unit = Unit(source.encode())
    matches = [*on_wavefronts(unit, facts_of(unit), RULES)]
    kept, lost = settle([edit for match in matches for edit in match.edits])
    assert not lost
    found = [(unit, finding) for match in matches for finding in match.findings]
    return render(unit.source, kept).decode(), found


def places(found: list[tuple[Unit, Finding]]) -> list[tuple[str, str]]:
    return [(one.rule, text_of(unit, one.span)) for unit, one in found]


def test_each_function_is_done_and_said_by_itself() -> None:
    source = (
        "__device__ int a(int v) { return __shfl_sync(~0u, v, 0) + __any_sync(~0u, v); }\n"
        "__device__ int b(int v) { return v + threadIdx.x; }\n"
        "__device__ int c(int v) { return __all_sync(~0u, v); }\n"
    )
    text, found = widened(source)
    assert text == source.replace("_sync", "").replace("~0u, ", "")
    assert places(found) == [("W036", "__shfl_sync"), ("W036", "__all_sync")]
    unit, first = found[0]
    assert [text_of(unit, one.span) for one in first.related] == ["__any_sync"]
    assert first.message.startswith("a: works on the whole wavefront")


def test_a_name_that_stays_is_left_to_what_else_speaks_of_it() -> None:
    """What is said of the release that has the name is then not silenced by the note."""
    _, found = widened("__device__ void f() { __syncwarp(0xffffffff); }")
    assert places(found) == [("W036", "(0xffffffff)")]


def test_a_mask_alone_is_said_too() -> None:
    source = (
        "__device__ int first(unsigned m) { return __ffs(m); }\n"
        "__global__ void k(int *p) { p[0] = first(__ballot(p[1])); }\n"
    )
    text, found = widened(source)
    assert "int first(unsigned long long m) { return __ffsll(m); }" in text
    assert ("W036", "unsigned") in places(found)


def test_what_is_not_converted_is_reported() -> None:
    code = "__device__ void f(int v) { __shfl_sync(next(), v, 0); %s }"
    text, found = widened(code % 'asm("mov.u32 %0, %%warpid;" : "=r"(v));')
    assert text == code % 'asm("mov.u32 %0, %%warpid;" : "=r"(v));'
    assert places(found) == [("W031", "__shfl_sync"), ("W009", 'asm("mov.u32 %0, %%warpid;" : "=r"(v))')]
    assert widened("__device__ void f(int v) { v = v + 1; }")[1] == []


ITEMS = (
    "__global__ void k(int *p) { int i = %s; p[i] = __any(p[0]); }\n"
    "void run(int *p, int n) { %s k<<<n, 64>>>(p); }\n"
)
BY_WARP = "(blockIdx.x * blockDim.x + threadIdx.x) / warpSize"


@pytest.mark.parametrize(
    ("item", "host", "expected"),
    [
        (BY_WARP, "", ["W040"]),
        (BY_WARP, "int warps = ask(); ", []),
        ("blockIdx.x; for (int j = threadIdx.x; j < 8; j += warpSize) p[j] = 0", "", ["W040"]),
        (BY_WARP + "; i += gridDim.x * blockDim.x / warpSize", "", []),
        ("threadIdx.x", "", []),
    ],
)
def test_a_kernel_that_takes_an_item_for_each_warp(item: str, host: str, expected: list[str]) -> None:
    """Who starts it has to ask for the width, unless the items are taken in turn."""
    _, found = widened(ITEMS % (item, host))
    assert [rule for rule, _ in places(found) if rule != "W036"] == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("n = n / 32; k<<<n, 64>>>(p);", ["/ 32"]),
        ("n = min(n - 1, 32); k<<<n, 64>>>(p);", ["min(n - 1, 32)"]),
        ("n <<= 5; k<<<n, 64>>>(p);", ["<<= 5"]),
        ("k<<<n, dim3(32, n)>>>(p);", ["dim3(32,"]),
        ("k<<<n, 32>>>(p);", []),  # no other lanes are there
        ("n = n / 33 + 5; k<<<n, 64>>>(p);", []),
        ("n = n / 32;", []),
    ],
)
def test_the_places_by_which_a_host_counts_in_warps(host: str, expected: list[str]) -> None:
    """A host that starts no kernel of wavefronts may count as it likes."""
    source = "__global__ void k(int *p) { p[0] = __any(p[1]); }\nvoid run(int *p, int n) { " + host + " }\n"
    _, found = widened(source)
    assert [text for rule, text in places(found) if rule == "W038"] == expected


@pytest.mark.parametrize("width", ["32", "16", "WIDTH", "sizes::lanes()"])
def test_a_class_of_cub_with_its_width_written(width: str) -> None:
    source = "#include <cub/cub.cuh>\n__global__ void k(int *o) {{ using S = cub::WarpScan<int, {}>; {} }}\n"
    assert broken(native(source.format(width, "o[threadIdx.x / 32] = 0;"))) == set()
    assert "hipcub::WarpScan<int, " + width in native(source.format(width, "")).output.decode()
    assert broken(native(source.format(width, "using R = cub::WarpReduce<int>;"))) == {"W028"}

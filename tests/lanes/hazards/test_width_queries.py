"""What a file says of a warp's width outside of kernels, and blocks that leave half of a wavefront empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.warps import KERNEL, remaining, run, said, shown

from hipify_py.conversion import convert
from hipify_py.lanes.flow.constant_folding import ConstantTable, declared_constants
from hipify_py.lanes.hazards.width_queries import odd_blocks, width_queries
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.source.unit import Unit

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck


def test_an_attribute_that_no_device_is_asked_for_is_no_width() -> None:
    name = "CU_DEVICE_ATTRIBUTE_WARP_SIZE"
    assert said(run(f'void f(E e) {{ e.value("A", A).value("WARP_SIZE", {name}); }}')) == []
    assert said(run(f"bool f(int a) {{ switch (a) {{ case {name}: return true; }} return false; }}")) == []
    assert said(run(f"int f(D d) {{ int w; CHECK(cuDeviceGetAttribute(&w, {name}, d)); return w; }}")) == [
        "W016"
    ]
    assert said(run(f"void f(D d) {{ auto which = {name}; }}")) == ["W016"]
    assert said(run(f"int f(D d) {{ return d.attribute({name}); }}")) == ["W016"]


def test_the_width_of_a_device_in_a_variable_of_that_name() -> None:
    source = "int f(cudaDeviceProp p) { int warpSize = p.warpSize; return warpSize; }\n"
    assert said(run(source)) == ["W016"]
    assert said(run("struct S { int warpSize; };\nint f(S s) { return s.warpSize; }\n")) == []


def test_a_width_that_is_only_shown_decides_nothing() -> None:
    for call in ("printf(", "fprintf(out, ", "snprintf(s, 9, "):
        assert said(run(f'void f(cudaDeviceProp p) {{ {call}"%d", p.warpSize); }}\n')) == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("auto t = cg::tiled_partition<2 * 32>(b);", ["G001"]),
        ("auto t = cg::tiled_partition<32>(b);", []),
    ],
)
def test_what_remains(code: str, expected: list[str]) -> None:
    assert remaining(KERNEL % code) == expected


def found(source: str) -> list[tuple[str, str, str]]:
    unit = Unit(source.encode())
    return shown(unit, [*width_queries(unit, ConstantTable(declared_constants(unit)))])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("int f(cudaDeviceProp p) { return p.warpSize; }", ["W016"]),
        ("int f(cudaDeviceProp *p) { return p -> warpSize * 2; }", ["W016"]),
        ("bool f(cudaDeviceProp p) { return p.warpSize == 32; }", ["W017"]),
        ("dim3 f(int n) { return dim3(at::cuda::warp_size(), n); }", ["W016"]),
        ("bool f() { return at::cuda::warp_size() == 32; }", ["W017"]),
        ("void f() { std::cout << at::cuda::warp_size(); }", []),
        ("int f() { return ours::warp_size() + s.warp_size + warp_size(); }", []),
        ("int (*f)() = &at::cuda::warp_size;", []),
        ("void f(cudaDeviceProp p) { if (p.warpSize != 32) stop(); }", ["W017"]),
        ("bool f(cudaDeviceProp p) { return p.warpSize == 320; }", ["W016"]),
        ('void f(cudaDeviceProp p) { printf("%d", p.warpSize); }', []),
        ("void f(cudaDeviceProp p) { std::cout << p.warpSize; }", []),
        ("void f(S &str, cudaDeviceProp p) { g();\n str << 1 << p.warpSize; }", []),
        ("struct S { cudaDeviceProp p; void f() { this_.str << p.warpSize; } };", []),
        ("void f(cudaDeviceProp p) { int n = 1 << p.warpSize; }", ["W016"]),
        ("void f(cudaDeviceProp p) { n <<= p.warpSize; }", ["W016"]),
        ("void f(cudaDeviceProp p) { k<<<1, p.warpSize>>>(); }", ["W016"]),
        ("int f(cudaDeviceProp p) { return 1 << p.warpSize; }", ["W016"]),
        ("void f(cudaDeviceProp p) { if (a << p.warpSize) g(); }", ["W016"]),
        ("void f(cudaDeviceProp p) { s << g(p.warpSize); }", ["W016"]),
        ('void f(cudaDeviceProp *p) { PRINTF_STAMP("\\tWarp size: %d\\n", p->warpSize); }', []),
        ('void f(cudaDeviceProp *p) { show_line("Warp size: {}", p->warpSize); }', []),
        ('void f(cudaDeviceProp *p) { compile("-DW=%d", p->warpSize == 32 ? 1 : 2); }', ["W017"]),
        ('void f(cudaDeviceProp *p) { opts.add("-DWARP=%d", p->warpSize); }', ["W016"]),
        ('void f(cudaDeviceProp *p) { opts.add("-D warp=%d", p->warpSize); }', ["W016"]),
        ('void f(cudaDeviceProp *p) { opts.add("%s " "-DWARP=%d", q, p->warpSize); }', ["W016"]),
        ('void f(cudaDeviceProp *p) { opts.add("--warp-size={}", p->warpSize); }', ["W016"]),
        ('void f(cudaDeviceProp *p) { setenv_fmt("BLOCK={}", p->warpSize); }', ["W016"]),
        ('void f(cudaDeviceProp *p) { setenv_fmt("block={}", p->warpSize); }', ["W016"]),
        ('void f(cudaDeviceProp *p) { show_line("Warp size={}, 3-D", p->warpSize); }', []),
        ('void f(cudaDeviceProp *p) { show_line("warp=%d\\n", p->warpSize); }', []),
        ('void f(cudaDeviceProp *p) { printf("WARP=%d", p->warpSize); }', []),
        ('void f(cudaDeviceProp *p) { int n = ask("%d", p->warpSize); }', ["W016"]),
        ("void f(Info p) { p.warpSize = 32; }", []),
        ("struct Info { int warpSize; }; int f(Info i) { return i.warpSize; }", []),
        ("__global__ void k(int *p) { p[0] = warpSize; }", []),
        ("// p.warpSize\nint f(Info p) { return p.warpSizes; }", []),
    ],
)
def test_the_width_of_a_device_is_asked_for(source: str, expected: list[str]) -> None:
    """Where it is only shown, or is a member of the program's own, nothing counts on it."""
    word = "warp_size()" if "at::cuda" in source else "warpSize"
    assert found(source) == [(message, word, "") for message in expected]


@pytest.mark.parametrize("name", ["cudaDevAttrWarpSize", "hipDeviceAttributeWarpSize"])
def test_the_attribute_of_a_device_is_asked_for(name: str) -> None:
    assert found(f"void f(int *w) {{ cudaDeviceGetAttribute(w, {name}, 0); }}") == [("W016", name, "")]
    assert found(f"std::map<int, int> m = {{ {{ {name}s, 1 }} }};") == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('#define warpSize 32\n#include "a.h"\n', [("W029", "warpSize", "")]),
        ("#  define\twarpSize 32\n\n# include <a.h>\n#undef warpSize\n", [("W029", "warpSize", "")]),
        ("#define warpSize 32\n#include <a/b>\n", [("W029", "warpSize", "")]),
        ("#define warpSize 32\n#include <vector>\n# include < stdint.h >\n", []),
        ("#include <a>\n#define warpSize 32\n", []),
        ("#define warpSize 32\n#undef warpSize\n#include <a.h>\n", []),
        ("#define warpSizes 32\n#undef warpSize\n#ifdef warpSize\n#endif\n", []),
    ],
)
def test_a_macro_takes_the_place_of_hips_own_name(source: str, expected: list[tuple[str, str, str]]) -> None:
    assert found(source) == expected


def test_what_includes_a_header_may_include_more_behind_it() -> None:
    assert [run("#define warpSize 32\n", path=name).findings != () for name in ("a.h", "a.cu")] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("lanes", "expected"),
    [
        ("64", "64"),
        ("2 * WARP", "64"),
        ("(64)", "64"),
        ("32", ""),
        ("WARP", ""),
        ("1", ""),
        ("n", ""),
    ],
)
def test_tiles_wider_than_a_warp(lanes: str, expected: str) -> None:
    source = f"#define WARP 32\n__global__ void k() {{ auto t = cg::tiled_partition<{lanes}>(b); }}\n"
    place = f"tiled_partition<{lanes}>"
    assert found(source) == ([("G001", place, expected)] if expected else [])


@pytest.mark.parametrize(
    ("lanes", "rocm", "ids"),
    [
        (*("128", "7.2"), ["G011"]),
        (*("2048", "7.2"), ["G011"]),
        (*("96", "7.2"), ["G011"]),
        (*("64", "6.4"), ["G011"]),
        (*("64", "7.1"), ["G011"]),
        (*("64", "7.2"), ["G001"]),
        (*("32", "6.4"), []),
    ],
)
def test_tiles_that_the_header_refuses(lanes: str, rocm: str, ids: list[str]) -> None:
    source = f"__global__ void k() {{ auto t = cooperative_groups::tiled_partition<{lanes}>(b); }}\n"
    made = convert(source.encode(), load(rocm=rocm), Options("a.cu", rocm=rocm))
    told = [one for one in made.findings if one.rule.startswith("G")]
    assert [(one.rule, one.severity, one.fails) for one in told] == [
        (one, *(("error", "compile") if one == "G011" else ("warning", "silent"))) for one in ids
    ]


@pytest.mark.compiler
@pytest.mark.parametrize(("lanes", "good"), [("64", True), ("128", False), ("33", False)])
def test_the_compiler_takes_and_refuses_the_same(
    lanes: str, good: bool, tmp_path: Path, hipcheck: Hipcheck, hipcheck64: Hipcheck
) -> None:
    path = tmp_path / "a.hip"
    path.write_text(
        "#include <hip/hip_runtime.h>\n#include <hip/hip_cooperative_groups.h>\n"
        "namespace cg = cooperative_groups;\n__global__ void k(int *p) "
        f"{{ p[0] = cg::tiled_partition<{lanes}>(cg::this_thread_block()).size(); }}\n"
    )
    assert hipcheck(path, "--arch", "gfx1100")[0] == good
    assert not hipcheck64(path, "--arch", "gfx1100")[0]


CUB = "#include <cub/cub.cuh>\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (CUB + "void f() { cub::LoadDirectWarpStriped(i, p, v); }", "LoadDirectWarpStriped"),
        (CUB + "void f() { E(t).BlockedToWarpStriped(v); }", "BlockedToWarpStriped"),
        (CUB + "void f() { e->template WarpStripedToBlocked(v); }", "WarpStripedToBlocked"),
        (CUB + "void f() { WarpStripedToBlocked(v); x.MyWarpStripedToBlocked(v); }", ""),
        (CUB + "void f() { cub::LoadDirectStriped<64>(i, p, v); }", ""),
        (CUB + "void StoreDirectWarpStriped(int i);\nvoid f() { StoreDirectWarpStriped(1); }", ""),
        ("void f() { mine::LoadDirectWarpStriped(i, p, v); }", ""),
    ],
)
def test_items_that_are_dealt_out_by_wavefronts(source: str, expected: str) -> None:
    assert found(source) == ([("W041", expected, expected)] if expected else [])


@pytest.mark.parametrize(
    ("launch", "expected"),
    [
        ("k<<<n, 32>>>(p);", [("W030", "32", "32")]),
        ("k<<<n, 3 * WARP>>>(p);", [("W030", "3 * WARP", "96")]),
        ("k<<<n, 32, 0, s>>>(p); k<<<n, 160>>>(p);", [("W030", "32", "32"), ("W030", "160", "160")]),
        ("k<<<n, 64>>>(p); k<<<n, 128>>>(p); k<<<n, 16>>>(p); k<<<n, 100>>>(p);", []),
        ("k<<<32, n>>>(p); k<<<32, dim3(n)>>>(p);", []),
        ("const int t = 96; k<<<n, t>>>(p); } void g() { const int t = 128;", [("W030", "t", "96")]),
        ("const int t = 128; k<<<n, t>>>(p); } void g() { const int t = 96;", []),
        ("int t = n; k<<<n, t>>>(p); } void g() { const int t = 96;", []),
        ("k<<<n, t>>>(p); } const int t = 96; void g() {", [("W030", "t", "96")]),
    ],
)
def test_blocks_of_an_odd_number_of_halves(launch: str, expected: list[tuple[str, str, str]]) -> None:
    unit = Unit(f"#define WARP 32\nvoid f(int *p, int n, S s) {{ {launch} }}\n".encode())
    assert shown(unit, [*odd_blocks(unit, ConstantTable(declared_constants(unit)))]) == expected


UP = "((n + w - 1) / w) * w"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"unsigned w = p.warpSize; return {UP};", []),
        (f"const int w = p->warpSize; int m = (n + w - 1)/w*w; return {UP};", []),
        (f"unsigned w = p.warpSize; return {UP} + w;", ["W016"]),
        ("unsigned w = p.warpSize; return (n / w) * w;", ["W016"]),  # 0 for a warp of 32
        ("unsigned w = p.warpSize; return n % w;", ["W016"]),
        ("unsigned w = p.warpSize; return 1;", ["W016"]),
        (f"w = p.warpSize * 2; return {UP};", ["W016"]),
    ],
)
def test_numbers_that_are_rounded_up_to_a_width_are_right_for_any(body: str, expected: list[str]) -> None:
    assert said(run(f"int f(cudaDeviceProp p, int n) {{ {body} }}\n")) == expected


OCCUPANCY = """#include <cuda_runtime.h>
double f(const cudaDeviceProp &p, int n, int b) {{ int a = n * b / p.warpSize; int m = {0}; {1} }}
"""
MOST = "p.maxThreadsPerMultiProcessor / p.warpSize"


@pytest.mark.parametrize(
    ("most", "more", "found"),
    [
        (MOST, "return double(a) / m;", []),
        (MOST, "return double(a) / (p.maxThreadsPerMultiProcessor / p.warpSize);", []),
        ("p.maxThreadsPerBlock / p.warpSize", "return double(a) / m;", []),
        (MOST, "return a * p.warpSize;", ["W016"] * 3),
        ("48", "return double(a) / m;", ["W016"]),
    ],
)
def test_the_width_goes_out_of_an_occupancy(most: str, more: str, found: list[str]) -> None:
    source = OCCUPANCY.format(most, more)
    hazards = [one.message for one in width_queries(Unit(source.encode()), ConstantTable({}))]
    assert hazards == found


@pytest.mark.parametrize(
    ("number", "kernel", "said"),
    [
        ("256", "__global__ void k()", ["G011"]),
        ("8 * 32", "__global__ void k()", ["G011"]),
        ("32", "__global__ void k()", []),
        ("256", "template <int kTile> __global__ void k()", []),
    ],
)
def test_a_width_that_a_header_tells(number: str, kernel: str, said: list[str], tmp_path: Path) -> None:
    put(tmp_path / "in" / "a.cuh", f"#pragma once\nconstexpr int kTile = {number};\n")
    tile = "auto t = cg::tiled_partition<kTile>(cg::this_thread_block()); t.sync();"
    space = "namespace cg = cooperative_groups;\n"
    source = f'#include "../in/a.cuh"\n#include <cooperative_groups.h>\n{space}{kernel} {{ {tile} }}\n'
    put(tmp_path / "src" / "a.cu", source)
    report = convert_tree([str(tmp_path)], Settings())
    assert [one.rule for file in report.files for one in file.concerns if one.rule == "G011"] == said

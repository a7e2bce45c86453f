"""Dynamic shared memory: amounts above what a block has are told, wherever a launch takes them from."""

from __future__ import annotations

import pytest
from helpers.matches import RULES, matched

from hipify_py.conversion import convert
from hipify_py.settings import Options
from hipify_py.surroundings import Project


@pytest.mark.parametrize(
    ("amount", "found"),
    [("info.most", 0), ("info->most", 0), ("info.most + 1", 1), ("info.other", 1), ("most.other", 1)],
)
def test_a_member_that_holds_what_the_device_said(amount: str, found: int) -> None:
    source = (
        "void ask(Info &info)\n"
        "{ cudaDeviceGetAttribute(&info.most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0); }\n"
        "void f(Info &info, Info &most)\n"
        f"{{ cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, {amount}); }}\n"
    )
    assert [rule for rule, _ in matched("M072", source).said] == ["M072"] * found


SETS = "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, %s);"
SMALL = "constexpr int NZ = 32; const size_t bytes = 128 + (size_t)NZ * 8 * 2;"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (f"void f() {{ {SMALL} {SETS % '(int)bytes'} }}", 0),
        (f"constexpr int N = 4; void f() {{ {SETS % 'N * 1024'} }}", 0),
        (f"constexpr int N = 65; void f() {{ {SETS % 'N * 1024'} }}", 1),
        (f"void f() {{ {SMALL} {SETS % 'bytes + n'} }}", 1),
        (f"void f() {{ int n = 64*sizeof(int)*32; {SETS % 'n'} }}", 0),
        (f"void f() {{ int n = 64 * sizeof(double) * 1024; {SETS % 'n'} }}", 1),
        (f"void f() {{ int n = 64 * sizeof(T); {SETS % 'n'} }}", 1),
        (f"void f() {{ int n = 64 * sizeof(int) * m; {SETS % 'n'} }}", 1),
        (f"void f() {{ int n = 64 * sizeof(int); n *= 2; {SETS % 'n'} }}", 1),
        (f"void g() {{ {SMALL} }} void f(size_t bytes) {{ {SETS % 'bytes'} }}", 1),
        (f"void f() {{ const int b = 1 << 20; {SETS % 'b'} }} void g() {{ const int b = 8; }}", 1),
        (f"#if A\n#define B 1 << 20\n#else\n#define B 8\n#endif\nvoid f() {{ {SETS % 'B'} }}", 1),
    ],
)
def test_an_amount_that_constants_tell(source: str, found: int) -> None:
    assert [rule for rule, _ in matched("M072", source).said] == ["M072"] * found


KERNEL = "__global__ void k(float *p);\n"
MACRO = "#define BYTES (128 * 1024)\n"
LESS = "#define BYTES (32 * 1024)\n"


def told(source: str, **project: object) -> list[str]:
    options = Options("a.cu", project=Project(**project))  # type: ignore[arg-type]
    return [text for rule, text in matched("M072", KERNEL + source, options).said if rule == "M072"]


@pytest.mark.parametrize(
    ("source", "place"),
    [
        (f"{MACRO}void f() {{ k<<<1, 32, BYTES>>>(0); }}", "BYTES"),
        (f"{MACRO}void f() {{ k<<<1, 32, BYTES / 2 + 4>>>(0); }}", "BYTES / 2 + 4"),
        ("#define BYTES 131072\nvoid f() { k<<<1, 32, BYTES>>>(0); }", "BYTES"),
        ("#define N 20000\nvoid f() { k<<<1, 32, N * sizeof(float)>>>(0); }", "N * sizeof(float)"),
        ("constexpr int N = 20000; void f() { int b = N * 4; k<<<1, 32, b>>>(0); }", "b"),
        ("void f() { const int n = 20000; k<<<1, 32, n * sizeof(float)>>>(0); }", "n * sizeof(float)"),
        ("void f(dim3 d, void **a) { cudaLaunchKernel((void *)k, d, d, a, 100000, 0); }", "100000"),
        ("void f(dim3 d, void **a) { cudaLaunchCooperativeKernel(k, d, d, a, 100000, 0); }", "100000"),
        (f"{MACRO}void f(CUfunction g) {{ cuLaunchKernel(g, 1, 1, 1, 1, 1, 1, BYTES, 0, 0, 0); }}", "BYTES"),
        ("void f(CUfunction g) { cuLaunchCooperativeKernel(g, 1, 1, 1, 1, 1, 1, 65537, 0, 0); }", "65537"),
        ("void f(cudaLaunchConfig_t c) { c.dynamicSmemBytes = 98304; }", "98304"),
        (f"{MACRO}void f(cudaKernelNodeParams *c) {{ c->sharedMemBytes = BYTES; }}", "BYTES"),
    ],
)
def test_a_launch_with_more(source: str, place: str) -> None:
    assert told(source) == [place]


@pytest.mark.parametrize(
    "source",
    [
        f"{LESS}void f() {{ k<<<1, 32, BYTES>>>(0); }}",
        f"{LESS}void f() {{ k<<<1, 32, BYTES * 2>>>(0); }}",
        f"{MACRO}void f() {{ k<<<BYTES, 32, 0>>>(0); }}",
        f"{MACRO}void f(int BYTES_) {{ k<<<1, 32, BYTES_>>>(0); }}",
        "#define BYTES (1 - 2)\nvoid f() { k<<<1, 32, BYTES>>>(0); }",
        "#if A\n#define BYTES 1\n#else\n#define BYTES 131072\n#endif\nvoid f() { k<<<1, 32, BYTES>>>(0); }",
        "const int n = 100000; void f(int n) { k<<<1, 32, n>>>(0); }",
        "const int n = 100000; template <int n> void f() { k<<<1, 32, n>>>(0); }",
        "void g() { const int n = 100000; } void f() { k<<<1, 32, n>>>(0); }",
        "void f(int m) { int n = 100000; n = m; k<<<1, 32, n>>>(0); }",
        "void f() { int n = 100000; take(&n); k<<<1, 32, n>>>(0); }",
        "void f(dim3 d, void **a) { cudaLaunchKernel(k, d, d, a, 65536, 0); }",
        "void f(dim3 d, void **a) { cudaLaunchKernel(k, 100000, 100000, a, 0, 100000); }",
        "void f(CUfunction g) { cuLaunchKernel(g, 100000, 100000, 1, 1, 1, 1, 0, 0, 0, 0); }",
        "void f(dim3 d, void **a) { my::cudaLaunchKernel(k, d, d, a, 100000, 0); }",
        "void f() { size_t sharedMemBytes = 98304; use(sharedMemBytes); }",
        "void f(cudaLaunchConfig_t c) { if (c.dynamicSmemBytes == 98304) g(); c.dynamicSmemBytes = 1024; }",
        f"{MACRO}void f(S s) {{ k<<<1, 32, s.BYTES_>>>(0); k<<<1, 32, g(BYTES)>>>(0); }}",
    ],
)
def test_a_launch_with_less_or_who_knows_what(source: str) -> None:
    assert told(source) == []


@pytest.mark.parametrize("kind", ["numbers", "constants"])
def test_a_constant_of_a_header(kind: str) -> None:
    launch = "void f() { k<<<1, 32, BYTES>>>(0); }"
    assert told(launch, **{kind: {b"BYTES": b"131072"}}) == ["BYTES"]
    assert told(launch, **{kind: {b"BYTES": b"1024"}}) == []
    assert told(launch.replace("()", "(int BYTES)", 1), **{kind: {b"BYTES": b"131072"}}) == []
    assert told(LESS + launch, **{kind: {b"BYTES": b"131072"}}) == []


def test_many_launches_with_what_many_places_set() -> None:
    sets = "".join(f"n = {n} * sizeof(float); k<<<1, 32, n>>>(0);\n" for n in range(17000, 17400))
    assert len(told(f"void f() {{ int n;\n{sets} }}")) == 400


def test_how_much_is_asked_for_is_said_where_it_is_known() -> None:
    text = "void f(int n) { cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, %s); }"
    known, unknown = (
        next(one.message for one in convert((text % given).encode(), RULES, Options()).findings)
        for given in ("96 * 1024", "n")
    )
    assert known == f"98304 bytes are asked for: {unknown}"

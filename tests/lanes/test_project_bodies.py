"""Functions of the device that a header tells those which include it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from hipify_py import Settings, convert_tree
from hipify_py.lanes.project_bodies import MOST, MOST_TOLD, own_end, told, with_bodies
from hipify_py.source.unit import Unit

Warp = Literal["32", "native"]
WAITS = "__device__ inline bool take(int *l) { return atomicCAS(l, 0, 1) == 0; }"
LOCK = "__global__ void k(int *l, int *d) { while (!take(l)) ; d[0] += 1; atomicExch(l, 0); }\n"


def names(source: str) -> list[str]:
    return [name.decode() for name, *_ in told(Unit(source.encode()))]


def test_the_whole_of_a_function_is_told_behind_the_directives_before_it() -> None:
    source = "#pragma once\n#include <a.h>\ntemplate <int N>\n" + WAITS + "\n"
    assert told(Unit(source.encode())) == ((b"take", b"template <int N>\n" + WAITS.encode(), 1),)


def test_of_several_of_one_name_all_are_told() -> None:
    other = WAITS.replace("int *l", "unsigned *l")
    assert told(Unit(f"{WAITS}\n{other}\n".encode())) == ((b"take", f"{WAITS}\n{other}".encode(), 0),)


@pytest.mark.parametrize(
    "body",
    [
        "return threadIdx.x / 32;",
        "return *(volatile int *)p;",
        "return __ldcg(p);",
        "return __shfl_sync(~0u, *p, 0);",
        "__syncthreads();",
        "block.sync();",
        "return atomicAdd(p, 0);",
        'asm("mov.u32 %0, %%laneid;" : "=r"(*p));',
    ],
)
def test_what_waits_meets_or_hangs_on_who_calls_is_told(body: str) -> None:
    assert names(f"__device__ int f(int *p) {{ {body} }}") == ["f"]


def test_so_is_what_calls_such_a_function() -> None:
    source = "__device__ int f() { return threadIdx.x; } __device__ int g() { return f(); }"
    assert names(source + " __device__ int h() { return g(); } __device__ int i() { return 1; }") == [
        "f",
        "g",
        "h",
    ]


@pytest.mark.parametrize(
    "source",
    [
        "__device__ int f(int a) { return a + 1; }",
        "int f(int *p) { return *(volatile int *)p; }",
        "__global__ void f(volatile int *p) { *p = 1; }",
        "struct S { __device__ int f(int *p) { return p[threadIdx.x]; } };",
        "struct S { int f(int *p) { return *(volatile int *)p; } };  __device__ int v;",
        "template <class T> struct S { __device__ int f(int *p) { return *(volatile int *)p; } };",
        "struct S : B { __device__ int f(int *p) { return *(volatile int *)p; } };",
        "struct A : B { struct S { __device__ int f(int *p) { return *(volatile int *)p; } }; };",
        (
            "struct S { __device__ int f(int *p) { return *(volatile int *)p; } }; "
            "struct T { __device__ int f(int *p) { return *(volatile int *)p; } };"
        ),
        "struct S {\n#if A\n__device__ int f(int *p) { return *(volatile int *)p; }\n#endif\n};",
        "struct S { __device__ int f(int *p) { return *(volatile int *)p" + " + 1" * MOST + "; } };",
        "void g() { struct S { __device__ int f(int *p) { return *(volatile int *)p; } }; }",
        "struct S; __device__ int S::f(int *p) { return *(volatile int *)p; }",
        "struct S {}; __device__ bool operator==(S a, S b) { return threadIdx.x; }",
        "__device__ int f(int *p);  // threadIdx.x",
        "__device__ int f() { return threadIdx.x" + " + 1" * MOST + "; }",
    ],
)
def test_what_is_not_told(source: str) -> None:
    assert names(source) == []


def test_functions_of_others_stand_behind_a_files_own() -> None:
    unit = Unit(LOCK.encode())
    assert with_bodies(unit, {}) is unit
    assert with_bodies(unit, {b"k": b"__device__ int k();"}) is unit
    other = with_bodies(unit, {b"take": WAITS.encode(), b"k": b"__device__ int k();"})
    assert other.source == unit.source + b"\n" + WAITS.encode() + b"\n"
    assert own_end(unit) == len(unit.source)
    assert with_bodies(unit, {b"f": b" " * (MOST_TOLD + 1)}) is unit


def test_in_a_header_they_stand_before_the_end_of_its_guard() -> None:
    begin, end = "#ifndef A_H\n#define A_H\nint a;\n", "#endif\n"
    unit = Unit((begin + end).encode())
    assert own_end(unit) == len(begin)
    assert with_bodies(unit, {b"f": b"int f();"}).source == f"{begin}\nint f();\n{end}".encode()


USER = '#include "a.cuh"\n'
FLAG = "__device__ inline bool is_set(int *f) { return *(volatile int *)f != 0; }\n"
ASKS = "__global__ void k(int *f) { if (threadIdx.x >= 32) while (!is_set(f)) ; else atomicExch(f, 1); }\n"
ROLE = "__device__ inline bool leads() { return threadIdx.x / 32 == 0; }\n"
PARTS = "__global__ void k(int *p) { if (leads()) { p[0] = 1; __syncthreads(); } else __syncthreads(); }\n"
MEETS = "__device__ inline void meet() { __syncthreads(); }\n"
APART = "__global__ void k(int *p) { if (threadIdx.x < 32) meet(); else meet(); }\n"
SUMS = "template <class T> __device__ T sum(T v) { return v + __shfl_xor_sync(~0u, v, 1); }\n"
LEFT = "__global__ void k(int *p, int n) { int i = threadIdx.x; if (i < n) p[i] = sum(p[i]); }\n"


def found(folder: Path, files: dict[str, str], warp: Warp = "32") -> list[tuple[str, str]]:
    """Convert some files; give the names of the files with findings that are no notes, and their rules."""
    for name, text in files.items():
        (folder / name).write_text(text)
    report = convert_tree([str(folder)], Settings(warp=warp))
    return [
        (Path(one.path).name, each.rule)
        for one in report.files
        for each in one.concerns
        if each.severity != "note" and each.rule[0] in "WG"
    ]


@pytest.mark.parametrize("warp", ["32", "native"])
@pytest.mark.parametrize(
    ("header", "source", "rule"),
    [
        (WAITS, LOCK, "W026"),
        (FLAG, ASKS, "W026"),
        (ROLE, PARTS, "G016"),
        (MEETS, APART, "G016"),
        (SUMS, LEFT, "W023"),
        (
            "#define TRY(l) (atomicCAS(l, 0, 1) == 0)\n__device__ bool take(int *l) { return TRY(l); }\n",
            LOCK,
            "W026",
        ),
        (
            "__device__ inline int inner() { return threadIdx.x / 32; }\n"
            + ROLE.replace("threadIdx.x / 32", "inner()"),
            PARTS,
            "G016",
        ),
    ],
)
def test_a_call_comes_to_what_the_function_of_a_header_does(
    tmp_path: Path, header: str, source: str, rule: str, warp: Warp
) -> None:
    files = {"a.cuh": "#pragma once\n" + header, "b.cu": USER + source}
    assert found(tmp_path, files, warp) == [("b.cu", rule)]


def test_so_it_is_through_another_header_and_in_a_header(tmp_path: Path) -> None:
    files = {"a.cuh": "#pragma once\n" + FLAG, "c.cuh": '#pragma once\n#include "a.cuh"\n'}
    assert found(tmp_path, {**files, "b.cu": USER.replace("a.", "c.") + ASKS}) == [("b.cu", "W026")]
    guarded = "#ifndef D_H\n#define D_H\n" + USER + ASKS + "#endif\n"
    (tmp_path / "b.cu").unlink()
    files |= {"d.cuh": guarded, "e.cu": USER.replace("a.", "d.")}
    assert found(tmp_path, files) == [("d.cuh", "W026")]


@pytest.mark.parametrize(
    ("header", "source"),
    [
        (ROLE.replace("threadIdx", "blockIdx"), PARTS),
        (ROLE, PARTS.replace("leads()", "p[1] == 0")),
        (FLAG, ASKS.replace("is_set(f)", "p[threadIdx.x]--").replace("int *f", "int *f, int *p")),
        (SUMS, LEFT.replace("if (i < n) ", "")),
        (SUMS, LEFT.replace("if (i < n)", "if (blockIdx.x < n)")),
        # a compare-and-swap that expects what the loop has read
        (
            "__device__ bool cas(int *p, int was, int is) { return atomicCAS(p, was, is) == was; }\n",
            "__global__ void k(volatile int *p) { int a; do a = *p; while (!cas((int *)p, a, a + 1)); }\n",
        ),
    ],
)
def test_what_does_not_part_or_wait_stays_silent(tmp_path: Path, header: str, source: str) -> None:
    assert found(tmp_path, {"a.cuh": "#pragma once\n" + header, "b.cu": USER + source}) == []


def test_what_is_not_included_tells_nothing(tmp_path: Path) -> None:
    assert found(tmp_path, {"a.cuh": "#pragma once\n" + FLAG, "b.cu": ASKS}) == []


def test_a_files_own_function_hides_that_of_a_header(tmp_path: Path) -> None:
    own = "__device__ bool leads() { return blockIdx.x == 0; }\n"
    assert found(tmp_path, {"a.cuh": "#pragma once\n" + ROLE, "b.cu": USER + own + PARTS}) == []


def test_two_headers_that_tell_otherwise_tell_nothing(tmp_path: Path) -> None:
    other = {"c.cuh": "#pragma once\n" + ROLE.replace("x / 32", "y / 32")}
    files = {"a.cuh": "#pragma once\n" + ROLE, **other, "b.cu": USER + '#include "c.cuh"\n' + PARTS}
    assert found(tmp_path, files) == []


def test_what_is_found_in_a_header_is_told_there_alone(tmp_path: Path) -> None:
    waits = "#pragma once\n__device__ void wait(volatile int *f) { while (!*f) ; }\n"
    source = USER + "__global__ void k(int *f) { if (threadIdx.x) wait(f); else atomicExch(f, 1); }\n"
    assert found(tmp_path, {"a.cuh": waits, "b.cu": source}) == [("a.cuh", "W026")]


LOCKS = """#pragma once
struct Lock {
    int *at;
    __device__ bool take() { return atomicCAS(at, 0, 1) == 0; }
    __device__ void give() { atomicExch(at, 0); }
    __device__ bool any() { return take(); }
    __device__ int *where() { return at; }
};
"""
LOCKED = "__global__ void k(%s, int *d) { while (!l.take()) ; d[0] += 1; l.give(); }\n"


def test_methods_that_may_wait_are_told_with_their_class() -> None:
    text = LOCKS.partition("\n")[2].strip().encode()
    assert told(Unit(LOCKS.encode())) == ((b".any", text, 0), (b".give", text, 0), (b".take", text, 0))


def test_a_class_stands_once_behind_a_files_own_functions() -> None:
    bodies = {name: text for name, text, _ in told(Unit(LOCKS.encode()))}
    text = bodies[b".take"]
    unit = Unit((LOCKED % "Lock l").encode())
    assert with_bodies(unit, bodies).source == unit.source + b"\n" + text + b"\n"


@pytest.mark.parametrize(
    "own",
    [
        "",  # it does not speak of the class
        "struct Lock { int a; };",
        "__device__ void give(Lock l) {}",
        "struct Other { Lock l; __device__ int *where(); };\n__device__ int *Other::where() { return 0; }",
    ],
)
def test_a_class_that_would_make_a_name_mean_two_things_is_left_out(own: str) -> None:
    bodies = {name: text for name, text, _ in told(Unit(LOCKS.encode()))}
    unit = Unit((LOCKED % "T l" + own + "\n").encode())
    assert with_bodies(unit, bodies) is unit
    named = Unit((LOCKED % "Lock l").encode())
    free = {**bodies, b"give": b"__device__ void give();"}
    assert with_bodies(named, free).source == named.source + b"\n" + free[b"give"] + b"\n"


def test_a_loop_waits_by_a_method_of_a_header(tmp_path: Path) -> None:
    for taken in ("Lock l", "Lock &l"):
        assert found(tmp_path, {"a.cuh": LOCKS, "b.cu": USER + LOCKED % taken}) == [("b.cu", "W026")]


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        (LOCKS, "Queue l"),
        (LOCKS + LOCKS.partition("\n")[2].replace("Lock", "Other"), "Lock l"),
        (LOCKS.replace("atomicCAS(at, 0, 1) == 0", "true"), "Lock l"),
    ],
)
def test_no_loop_waits_by_what_may_be_the_method_of_another_class(
    tmp_path: Path, header: str, taken: str
) -> None:
    assert found(tmp_path, {"a.cuh": header, "b.cu": USER + LOCKED % taken}) == []

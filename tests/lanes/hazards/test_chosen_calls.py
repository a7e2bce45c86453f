"""Calls that lead to one function or another as a role says: virtual ones, through tables and pointers."""

from __future__ import annotations

import pytest
from helpers.warps import remaining

VIRTUAL = """struct Stage {
  __device__ virtual void run(int *p) = 0;
  __device__ virtual int rank() { return 0; }
};
struct A : Stage { __device__ void run(int *p) override { *p = 1; __syncthreads(); } };
struct B : Stage { __device__ void run(int *p) override { __syncthreads(); *p = 2; } };
"""
TABLES = """typedef void (*Step)(int *);
__device__ void a(int *p) { *p = 1; __syncthreads(); }
__device__ void b(int *p) { __syncthreads(); *p = 2; }
__device__ void c(int *p) { *p = 3; }
__device__ Step steps[2] = {a, b};
__device__ void (*bare[])(int *) = {a, c};
__device__ Step calm[] = {c, c};
struct Part {
  int v;
  __device__ void odd() { __syncthreads(); v = 1; }
  __device__ void even() { v = 2; }
};
"""
KERNEL = (
    "__global__ void k(int *p, int n, Stage *given) { int lane = threadIdx.x & 31, warp = threadIdx.x / 32;"
    " p[lane] = __shfl_sync(~0u, n, 0); A a1; B b1; %s }\n"
)
THROUGH = KERNEL.replace(", Stage *given", "").replace(" A a1; B b1;", " Part part{n};")


@pytest.mark.parametrize(
    "code",
    [
        "Stage *s = warp ? static_cast<Stage *>(&a1) : &b1; s->run(p);",
        "Stage *s = &a1; if (warp == 1) s = &b1; s->run(p);",
        "Stage *all[2] = {&a1, &b1}; all[warp]->run(p);",
        "Stage &s = warp ? (Stage &)a1 : (Stage &)b1; s.run(p);",
        "if (warp) given->run(p);",
        "if (warp) a1.run(p); else b1.run(p);",
    ],
)
def test_a_role_decides_of_virtual_functions(code: str) -> None:
    assert remaining(VIRTUAL + KERNEL % code) == ["G016"]


@pytest.mark.parametrize(
    "code",
    [
        "given->run(p);",
        "Stage *s = n ? static_cast<Stage *>(&a1) : &b1; s->run(p);",
        "Stage *s = &a1; if (blockIdx.x) s = &b1; s->run(p);",
        "Stage *all[2] = {&a1, &b1}; for (int i = 0; i < 2; i++) all[i]->run(p);",
        "Stage *s = warp ? static_cast<Stage *>(&a1) : &b1; p[0] = s->rank();",
        "a1.run(p); b1.run(p);",
        "if (warp) p[0] = given->rank();",
    ],
)
def test_no_role_decides_of_virtual_functions(code: str) -> None:
    assert remaining(VIRTUAL + KERNEL % code) == []


def test_an_object_itself_is_of_its_class() -> None:
    quiet = VIRTUAL.replace("{ *p = 1; __syncthreads(); }", "{ *p = 1; }")
    assert remaining(quiet + KERNEL % "if (warp) a1.run(p);") == []
    assert remaining(quiet + KERNEL % "if (warp) b1.run(p);") == ["G016"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("steps[warp](p);", ["G016"]),
        ("(steps[threadIdx.x / 32])(p);", ["G016"]),
        ("bare[warp == 0](p);", ["G016"]),
        ("Step own[2] = {a, c}; own[warp](p);", ["G016"]),
        ("void (Part::*f)() = warp ? &Part::odd : &Part::even; (part.*f)();", ["G016"]),
        ("void (Part::*f)() = &Part::even; if (warp) f = &Part::odd; (part.*f)();", ["G016"]),
        (
            "Part *q = &part; void (Part::*f)() = warp ? &Part::odd : &Part::even; (q->*f)();",
            ["G016", "P001"],  # which the grammar cannot read
        ),
        ("extern Step others[]; others[warp](p);", ["W031"]),
        ("extern void (Part::*tellers[2])(); (part.*tellers[warp])();", ["W031"]),
        ("steps[n](p);", []),
        ("steps[blockIdx.x & 1](p);", []),
        ("calm[warp](p);", []),
        ("void (Part::*f)() = n ? &Part::odd : &Part::even; (part.*f)();", []),
        ("void (Part::*f)() = warp ? &Part::even : &Part::even; (part.*f)();", []),
        ("extern Step others[]; others[n](p);", []),
        ("auto f = [&](int i) { p[i] = warp; }; f(n);", []),
    ],
)
def test_through_tables_and_pointers_to_members(code: str, expected: list[str]) -> None:
    assert remaining(TABLES + THROUGH % code) == expected


OF_ANOTHER_HEADER = KERNEL.replace("Stage *given", "Mat *m, V *v, Obj *o").replace(" A a1; B b1;", "")


@pytest.mark.parametrize(
    "code",
    [
        "m[threadIdx.x](0, 0) = 1;",
        "p[0] = m[warp](1, 2) + v[warp](0, 1);",
        "p[0] = (*(m + warp))(1, 2) + (m[warp])(1);",
        "Mat R[2]; R[warp](0, 0) = 1; p[0] = 2 * R[warp & 1](1, 1);",
        "Mat *R[2] = {m, m}; p[0] = 2 * (*R[warp])(1, 1);",
        "std::array<Mat, 2> R; p[0] = R[warp](1, 1); auto S = R; S[warp](1, 1);",
        "Mat (*R)[4] = 0; p[0] = (*R)[warp](1, 1) + R[0][warp](1, 1);",
        "o->m[warp](1) = 2; p[1] = o->m[lane][warp](1); others[warp](1, 1) = n;",
        "o->view[warp](1) = 2; p[0] = n * (*o->views[warp])(3);",
    ],
)
def test_an_element_of_another_class_is_no_pointer(code: str) -> None:
    head = (
        "typedef void (*Step)(int *);\nstruct Obj { View view[2], *views[2]; Step (*made)(int); Step s; };\n"
    )
    assert remaining(head + "template <class V> " + OF_ANOTHER_HEADER % code) == []


@pytest.mark.parametrize(
    "head",
    [
        "extern __device__ void (*steps[2])(int *);",
        "extern __device__ int *(*const steps[2])(int *);",
        "typedef void (*Step)(int *); extern __device__ Step steps[];",
        "typedef void Step(int *); extern __device__ Step *steps[2];",
        "using Step = void (*)(int *); extern __device__ Step steps[2];",
        "using Step = void(int *); extern __device__ Step *const steps[2];",
        "typedef void (*Step)(int *); typedef Step Steps[2]; extern __device__ Steps steps;",
        "template <class T> using Step = void (*)(T *); extern __device__ Step<int> steps[2];",
        "typedef void (*Steps[2])(int *); extern __device__ Steps steps;",
        "__device__ void f(int *); using Step = decltype(&f); extern __device__ Step steps[2];",
        "typedef void (*Step)(int *); extern __device__ std::array<Step, 2> steps;",
        "struct F { __device__ int operator()(int); }; extern __device__ void (*steps[2])(int *);",
    ],
)
def test_a_table_that_the_file_declares(head: str) -> None:
    kernel = KERNEL.replace(", Stage *given", "").replace(" A a1; B b1;", "")
    assert remaining(f"{head}\n{kernel % 'steps[warp](p);'}") == ["W031"]


@pytest.mark.parametrize(
    ("taken", "code"),
    [
        ("Step *given", "given[warp](p);"),
        ("Step *given", "auto *other = given; other[warp](p);"),
        ("Step *given", "Step own[2] = {given[1], given[0]}; (*own[warp])(p);"),
        ("void (**given)(int *)", "given[warp](p);"),
        ("void (*given[2])(int *)", "(*given[warp])(p);"),
        ("Object *given", "given->steps[warp](p);"),
        ("Object *given", "given->bare[warp](p);"),
        ("Object *given", "auto *own = given->steps; own[warp](p);"),
    ],
)
def test_a_table_that_a_function_is_given(taken: str, code: str) -> None:
    head = "typedef void (*Step)(int *);\nstruct Object { Step steps[2]; void (*bare[2])(int *); };\n"
    kernel = KERNEL.replace("Stage *given", taken).replace(" A a1; B b1;", "")
    assert "W031" in remaining(head + kernel % code)


def test_an_element_with_a_call_operator_is_no_pointer() -> None:
    head = "struct F { __device__ int operator()(int v) { return v; } };\n"
    kernel = "__global__ void k(F *f, int *p) { p[0] = f[threadIdx.x / 32](__shfl_sync(~0u, p[1], 0)); }\n"
    assert remaining(head + kernel) == []


def test_a_function_of_a_class_without_bases_stands_in_for_none() -> None:
    other = "struct Other { __device__ void rank() { __syncthreads(); } };\n"
    assert remaining(other + VIRTUAL + KERNEL % "if (warp) p[0] = given->rank();") == []
    more = "struct More : Stage { __device__ int rank() { __syncthreads(); return 1; } };\n"
    assert remaining(VIRTUAL + more + KERNEL % "if (warp) p[0] = given->rank();") == ["G016"]
    itself = VIRTUAL.replace("{ return 0; }", "{ __syncthreads(); return 0; }")
    assert remaining(itself + KERNEL % "if (warp) p[0] = given->rank();") == ["G016"]


def test_a_class_has_bases_for_some_arguments_of_its_template() -> None:
    other = "template <class T> struct More { __device__ int rank() { %s return 1; } };\n"
    some = "template <> struct More<int> : Stage { __device__ int rank() { __syncthreads(); return 1; } };\n"
    kernel = KERNEL % "if (warp) p[0] = given->rank();"
    assert remaining(VIRTUAL + other % "" + some + kernel) == ["G016"]
    assert remaining(VIRTUAL + other % "__syncthreads();" + kernel) == []

"""What names an address, or what is given a value, leads to."""

from __future__ import annotations

import pytest

from hipify_py.lanes.flow.storage import Led, is_shared, leads_to_block, led_to, shared_outside
from hipify_py.source.expression_reading import expression
from hipify_py.source.function_reading import functions_by_name, names
from hipify_py.source.unit import Unit


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"a", Led(b"a")),
        (b"*a", Led(b"a")),
        (b"*a++", Led(b"a")),
        (b"a[i]", Led(b"a")),
        (b"a + 4", Led(b"a")),
        (b"&a", Led(b"a", own=True)),
        (b"(char *)&a + 1", Led(b"a", own=True)),
        (b"*reinterpret_cast<int *>(&a)", Led(b"a", own=True)),
        (b"((char *)&a)[i]", Led(b"a", own=True)),
        (b"a.b", Led(b"a", member=b"b")),
        (b"&a->b", Led(b"a", own=True, member=b"b")),
        (b"a[i].b", Led(b"a", member=b"b")),
        (b"a.b[i]", Led()),
        (b"*a.b", Led()),
        (b"f(a)", Led()),
        (b"a * b", Led()),
        (b"3", Led()),
        (b"", Led()),
    ],
)
def test_names_that_are_led_to(text: bytes, expected: Led) -> None:
    assert led_to(expression(text)) == expected


def test_what_a_file_shares_outside_of_functions() -> None:
    text = b"extern __shared__ __align__(8) char a[]; __shared__ int b; int c; void k() { __shared__ int d; }"
    assert shared_outside(Unit(text)) == {b"a", b"b"}


@pytest.mark.parametrize(
    ("body", "shared"),
    [
        ("int *p = s;", True),
        ("int *p = reinterpret_cast<int *>(s) + 4;", True),
        ("int *q = s + 4; int *p = q + 4;", True),
        ("int *p = &s[4];", True),
        ("__shared__ int p;", True),
        ("int *p = s; *p = 3; p[2] = 4;", True),
        ("int *p = own;", False),
        ("int *p = s; p = own;", False),
        ("int *p;", False),
        ("int p = s[0];", False),
        ("int *p = table[0];", False),
        ("int *p = given;", False),
        ("int *p = p;", False),
        ("int &p = v;", True),
        ("int &p = s[4];", True),
        ("int &p = *(s + 4);", True),
        ("int *q = s + 4; int &p = *q;", True),
        ("int *q = s + 4; int &p = q[2];", True),
        ("int &q = v, &p = q;", True),
        ("int &p = v; p = 3;", True),
        ("int &p = o.member;", True),
        ("int *q = (int *)outer; int &p = *(q + 32);", True),
        ("int &p = outer[3];", True),
        ("auto &p = outer;", True),
        ("int *q = s; auto &p = q;", False),
        ("int &p = own[3];", False),
        ("int &p = *given;", False),
        ("int &p = table[1][2];", False),
        ("int outer = 0, &p = outer;", False),
        ("int &p = global;", False),
    ],
)
def test_what_a_pointer_of_the_block_leads_to(body: str, *, shared: bool) -> None:
    head = "__shared__ int s[64], v; __shared__ S o; __shared__ int *table[4]; int own[4];"
    outside = "extern __shared__ char outer[]; __device__ int global;"
    unit = Unit(f"{outside} __global__ void k(int *given) {{ {head} {body} use(p); }}".encode())
    (function,) = functions_by_name(unit)[b"k"]
    known = names(unit, function)
    made = known.declaration(b"p", unit.code.index(b"use"))
    assert made is not None
    assert leads_to_block(unit, known, made) is shared


GIVES = "struct Mem { __device__ int *get() { %s } }; __device__ int *given(int *p) { return p; }\n"


@pytest.mark.parametrize(
    ("gives", "body", "shared"),
    [
        ("extern __shared__ char m[]; return (int *)m;", "Mem g; int *p = g.get();", True),
        ("__shared__ int m[9]; return &m[1];", "Mem g; int *p = g.get() + 4;", True),
        ("extern __shared__ char m[]; return (int *)m;", "Mem g; int *a = g.get(), &p = *(a + 1);", True),
        ("static int m[9]; return m;", "Mem g; int *p = g.get();", False),
        ("__shared__ int m[9]; if (m[0]) return nullptr; return m;", "Mem g; int *p = g.get();", False),
        ("extern __shared__ char m[]; return (int *)m;", "Mem g; int *p = g.get(); p = own;", False),
        ("extern __shared__ char m[]; return (int *)m;", "int *p = given(own);", False),
        ("extern __shared__ char m[]; return (int *)m;", "int *p = elsewhere();", False),
    ],
)
def test_what_a_function_gives_that_leads_to_memory_of_the_block(
    gives: str, body: str, *, shared: bool
) -> None:
    unit = Unit(f"{GIVES % gives} __global__ void k() {{ int own[4]; {body} use(p); }}".encode())
    (function,) = functions_by_name(unit)[b"k"]
    known = names(unit, function)
    made = known.declaration(b"p", unit.code.index(b"use"))
    assert made is not None
    assert leads_to_block(unit, known, made) is shared


@pytest.mark.parametrize(
    ("text", "shared"),
    [
        ("__shared__ int v;", True),
        ("__shared__\n\tint u, v;", True),
        ("int __shared__ v;", True),
        ("__shared__ int u; int v;", False),
        ("int v; __shared__ int u;", False),
        ("static __device__ int v;", True),
        ("__device__ int u; int v;", False),
        ("int my__shared__ = 0; int v;", False),
        ("auto v = [] __device__ (int a) { return a; };", False),
    ],
)
def test_what_is_marked_in_its_declaration_or_right_before_it_is_shared(text: str, *, shared: bool) -> None:
    unit = Unit(f"__global__ void k() {{ {text} }}".encode())
    (made,) = names(unit, functions_by_name(unit)[b"k"][0]).declared[b"v"]
    assert is_shared(unit, made) == shared

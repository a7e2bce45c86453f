"""What the text of one function says of its names: what they are given, called with and used for."""

from __future__ import annotations

import pytest
from helpers.sources import texts
from helpers.warps import facts_of

from hipify_py.lanes.flow.def_use import Body, look, read, used_as_masks
from hipify_py.source.unit import Unit

HEAD = "__device__ unsigned f(unsigned m, int v)"


def body_of(code: str, head: str = HEAD) -> tuple[Unit, Body]:
    unit = Unit(f"{head} {{ {code} }}".encode())
    (facts,) = facts_of(unit)
    return unit, read(unit, facts)


def test_assignments_are_told_with_the_default_arguments_of_the_head() -> None:
    unit, body = body_of(
        "int i = v + 1; m &= i; p[i] = 2; if (i == 3) q->r = *p;", "void f(int m, int n = 4)"
    )
    assert [(one.target, one.operator, *texts(unit.source, [one.value])) for one in body.given] == [
        (b"n", b"", b"4"),
        (b"i", b"", b"v + 1"),
        (b"m", b"&", b"i"),
        (b"p[i]", b"", b"2"),
        (b"q->r", b"", b"*p"),
    ]


def test_calls_and_what_is_returned() -> None:
    unit, body = body_of("if (g(m, h(v))) return v + 1; k<3>(); /* l() */ return __any_sync(m, v);")
    called = {texts(unit.source, [one.name])[0]: texts(unit.source, one.arguments) for one in body.called}
    assert called == {
        b"g": [b"m", b"h(v)"],
        b"h": [b"v"],
        b"k": [],
        b"__any_sync": [b"m", b"v"],
    }
    assert texts(unit.source, body.returned) == [b"v + 1", b"__any_sync(m, v)"]


@pytest.mark.parametrize(
    ("head", "name", "parameters"),
    [
        (HEAD, b"f", (b"m", b"v")),
        ("int S::g(int a)", b"g", (b"a",)),
        ("template <class T> __global__ void k(T *p, int n = 3)", b"k", (b"p", b"n")),
    ],
)
def test_a_body_is_known_by_the_name_that_calls_it(
    head: str, name: bytes, parameters: tuple[bytes, ...]
) -> None:
    _, body = body_of("", head)
    assert (body.name, body.parameters) == (name, parameters)


def test_a_macro_is_read_as_a_function_is() -> None:
    unit = Unit(b"#define ANY(p, m) __any_sync(m, p)\n")
    (facts,) = facts_of(unit)
    body = read(unit, facts)
    assert (body.name, body.parameters, body.yes, body.given) == (b"ANY", (b"p", b"m"), frozenset(), ())


def test_names_that_are_declared_to_be_true_or_false() -> None:
    said = body_of("bool a = v; const bool b(v); boolean c; int d; { bool d; }", "bool g(bool e)")[1]
    inner = said.names.symbol(b"d", said.function.body.end - 3)
    assert said.yes == {b"e", b"a", b"b", inner}
    assert said.is_truth
    assert not body_of("bool a = v;", "int g(bool e)")[1].is_truth


def test_arrays_of_elements_of_32_bits() -> None:
    code = "unsigned a[2]; uint32_t b [3]; std::uint32_t c[1]; unsigned int d[4];"
    others = "unsigned long e[2]; uint64_t f[2]; int g[2]; unsigned h; unsigned char i[4];"
    assert body_of(code + others)[1].arrays == {b"a", b"b", b"c", b"d"}


@pytest.mark.parametrize(
    ("code", "masks"),
    [
        ("__ballot_sync(m, v);", {b"m"}),
        ("__reduce_add_sync(m, v); __match_any_sync( k , v);", {b"m", b"k"}),
        ("__any_sync(this->mask, v);", {b"mask"}),
        ('asm("mov.u32 %0, %lanemask_lt;" : "=r"(below));', {b"below"}),
        ('asm("mov.u32 %0, %laneid;" : "=r"(id));', set()),
        ("__shfl_sync(m, v, 0); __syncwarp(m); __any(m); __ballot(m);", set()),
        ("__any_sync(0xffffffff, v); __any_sync(FULL, v); __any_sync(m & 1, v);", set()),
        ("__any_sync(p->mask, v); __any_sync(q.mask, v); __any_sync(masks[v], v);", set()),
        ("/* __any_sync(m, v); */", set()),
        ("{ unsigned a = v; __any_sync(a, v); } { unsigned a = 1; }", {b"a@67"}),
    ],
)
def test_names_that_stand_for_the_mask_of_a_vote(code: str, masks: set[bytes]) -> None:
    unit = Unit(f"#define FULL 0xffffffff\n{HEAD} {{ {code} }}".encode())
    (facts,) = facts_of(unit)
    assert used_as_masks(unit, read(unit, facts)) == masks


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("n = __popc(m) + __ffsll(m) - __clz(m);", ["__popc", "__ffsl", "__clz("]),
        ("m = 1 << threadIdx.x;", ["<< thr", "thread"]),
        ("__device__ int f() { return 1; } __device__ int g(); void h() { }", [" retur"]),
        ("__global__ void k(int n)\n{ use; }", [" use; "]),
        ('// __popc(m)\nauto s = "threadIdx << 1"; int popc;', []),
    ],
)
def test_where_masks_may_be_besides(source: str, expected: list[str]) -> None:
    assert sorted(source[at : at + 6] for at in look(Unit(source.encode()))) == sorted(expected)

"""The places that work on a warp: intrinsics with their calls, stand-ins of a file's own, `warpSize`."""

from __future__ import annotations

import pytest

from hipify_py.lanes.find.intrinsics import overloaded, warp_ops
from hipify_py.lanes.find.warp_ops import WarpOp
from hipify_py.rules.load import load
from hipify_py.source.unit import Unit

RULES = load()


def ops(source: str, overloads: frozenset[bytes] = frozenset()) -> list[WarpOp]:
    return warp_ops(Unit(source.encode()), RULES, overloads)


def kinds(source: str) -> list[tuple[str, str]]:
    return [(op.kind, source[slice(*op.span)]) for op in ops(source)]


def test_places_are_found_in_order() -> None:
    source = "int f() { return warpSize + __any(1) + ptx::get_sreg_laneid() + __shfl(2, 0); }"
    assert [kind for kind, _ in kinds(source)] == ["size", "vote", "register", "shuffle"]


@pytest.mark.parametrize(
    ("call", "kind", "arguments"),
    [
        ("__shfl_sync(m, v, 0)", "shuffle", ["m", "v", "0"]),
        ("__shfl_xor(v, f(1, 2))", "shuffle", ["v", "f(1, 2)"]),
        ("__ballot(p)", "vote", ["p"]),
        ("__all_sync(~0u, a < b)", "vote", ["~0u", "a < b"]),
        ("__activemask()", "active", []),
        ("__match_any_sync(m, v)", "match", ["m", "v"]),
        ("__reduce_max_sync(m, v)", "reduce", ["m", "v"]),
        ("__syncwarp ( )", "sync", []),
        ("::__any(p)", "vote", ["p"]),
    ],
)
def test_an_intrinsic_comes_with_its_call(call: str, kind: str, arguments: list[str]) -> None:
    source = f"void f() {{ {call}; }}"
    (op,) = ops(source)
    assert op.kind == kind
    assert op.call is not None
    assert source[slice(*op.call.whole)] == call
    assert [source[slice(*span)] for span in op.call.arguments] == arguments
    assert (op.name.decode(), op.stand_in) == (source[slice(*op.span)], "")


def test_a_call_in_a_macro_is_one_and_a_name_alone_is_none() -> None:
    macro, alone = ops("#define ALL(p) __all(p)\nauto f = __shfl;")
    assert macro.call is not None
    assert (alone.name, alone.call) == (b"__shfl", None)


@pytest.mark.parametrize(
    "source",
    [
        '// __any(1)\nauto s = "__any(1) warpSize"; /* __syncwarp() */',
        "x.__any(1); p->__any(1); N::__any(1);",
        "my__any(1); __anyone(1); __any_syncx(1); __match_none_sync(1); x__shfl(1);",
        "prop.warpSize; p->warpSize; N::warpSize; xwarpSize; warpSizes;",
        "p./* of the device that was asked */warpSize;",
        "#if warpSize == 32\n#endif\n",
        "mine::get_sreg_laneid(); get_sreg_laneid(); ptx::get_sreg_laneid; ptx::get_sreg_warpid();",
        "int f(int warpSize) { return warpSize; }",
        "int f() { return my::ptx::get_sreg_laneid() + cuda::ptx::get_sreg_laneid; }",
        "int f() { return n::warpSize + a . warpSize; }",
    ],
)
def test_what_does_not_work_on_a_warp(source: str) -> None:
    assert kinds(source) == []


def test_cuda_knows_the_width_where_no_own_one_is() -> None:
    source = "#define W warpSize\nint f(int warpSize) { return warpSize; } int g() { return warpSize; }"
    assert [op.span.start for op in ops(source)] == [source.index("warpSize"), source.rindex("warpSize")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("cuda::ptx::get_sreg_laneid();", ("lane_id", "cuda::ptx::get_sreg_laneid")),
        ("return ::cuda::ptx::get_sreg_lanemask_le();", ("lanemask_le", "cuda::ptx::get_sreg_lanemask_le")),
        ("x = ptx :: get_sreg_lanemask_lt();", ("lanemask_lt", "ptx :: get_sreg_lanemask_lt")),
    ],
)
def test_lane_registers_of_libcu(source: str, expected: tuple[str, str]) -> None:
    (op,) = ops(source)
    assert (op.kind, op.name.decode(), source[slice(*op.span)]) == ("register", *expected)
    assert op.call is not None


def test_the_root_has_the_width_of_cuda() -> None:
    assert kinds("int f() { return ::warpSize; }") == [("size", "warpSize")]


def test_classes_of_cub_are_among_them() -> None:
    assert kinds("cub::WarpReduce<int> r(t);") == [("cub", "WarpReduce<")]


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("ifdef __HIP_PLATFORM_AMD__", []),
        ("ifdef MY_HIP", []),
        ("ifdef X", ["vote"]),
        ("ifndef MY_HIP", ["vote"]),
    ],
)
def test_what_was_written_for_hip_is_left_out(condition: str, found: list[str]) -> None:
    assert [kind for kind, _ in kinds(f"#{condition}\nint f() {{ return __any(1); }}\n#endif\n")] == found


USE = "int f(int v) { return %s(v, 0); }\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # another function, which no intrinsic of the header does for
        ("#define __any(p, q) mine(p)\n" + USE % "__any", [("own", ""), ("own", "")]),
        ("int __shfl(int v, int l) { return v; }\n" + USE % "__shfl", [("own", ""), ("own", "")]),
        # which takes fewer arguments than a call gives
        (
            "P __shfl(P v, int l) { return ::__shfl(v.a, l, warpSize); }\n" + USE % "__shfl",
            [("own", ""), ("shuffle", ""), ("size", ""), ("own", "")],
        ),
        (
            "P __shfl(P v, int l);\nP __shfl(P v, int l, int w);\nint f() { return __shfl(1, 2, 3); }\n",
            [("own", ""), ("own", ""), ("own", "")],
        ),
        (
            "P __any(P v, ...);\nint f() { return __any(1, 2, 3); }\n",
            [("own", "overload"), ("vote", "stand-in")],
        ),
        ("#define __any(p) mine(p)\n" + USE % "__any", [("own", ""), ("own", "")]),
        # an intrinsic by a macro that is always there, and by one that is sometimes
        (
            "#define __any_sync(m, p) __any(p)\n" + USE % "__any_sync",
            [("vote", ""), ("vote", "macro")],
        ),
        (
            "#if X\n#define __any_sync(m, p) __any(p)\n#endif\n" + USE % "__any_sync",
            [("vote", ""), ("vote", "stand-in")],
        ),
        ("#define __syncwarp(m, n)\n" + USE % "__syncwarp", [("sync", "macro")]),
        # the macro's text is converted, and its calls stay
        ("#define __shfl(v, l) __shfl_sync(~0u, v, l)\n" + USE % "__shfl", [("shuffle", "")]),
        # a function for another type
        (
            "P __any_sync(unsigned m, P v) { return v; }\n" + USE % "__any_sync",
            [("own", "overload"), ("vote", "stand-in")],
        ),
    ],
)
def test_stand_ins_of_a_file_of_its_own(source: str, expected: list[tuple[str, str]]) -> None:
    assert [(op.kind, op.stand_in) for op in ops(source)] == expected


NEWER = "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700\n#define __any(p) __any_sync(~0, p)\n%s#endif\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (NEWER % "" + USE % "__any", [("vote", ""), ("vote", "")]),
        (
            NEWER % "#else\n#define __any(p) mine(p)\n" + USE % "__any",
            [("vote", ""), ("own", ""), ("own", "")],
        ),
        (NEWER.replace("__CUDA_ARCH__", "NEW") % "" + USE % "__any", [("vote", ""), ("vote", "stand-in")]),
    ],
)
def test_a_macro_that_hip_does_not_read_is_none(source: str, expected: list[tuple[str, str]]) -> None:
    assert [(op.kind, op.stand_in) for op in ops(source)] == expected


def test_what_another_file_overloads_has_no_call_that_hip_might_take() -> None:
    source = "int f(int v) { return __shfl_sync(~0u, v, 0) + __any(v); }"
    assert [op.call is None for op in ops(source, frozenset({b"__shfl_sync"}))] == [True, False]
    (op,) = ops("int f(int v) { return __shfl(v, 0); }", frozenset({b"__shfl"}))
    assert (op.kind, op.stand_in, op.call) == ("shuffle", "stand-in", None)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("struct P {}; P __shfl_sync(unsigned m, P v, int l) { return v; }", ["__shfl_sync"]),
        ("struct P {}; P __shfl_sync(unsigned m, P v, int l);", ["__shfl_sync"]),
        ("int __shfl(int v, int l) { return v; }", ["__shfl"]),
        ("int __any(int v) { return v; }", []),  # takes no mask
        ("#ifdef __HIPCC__\n#else\nint __shfl(int v, int l);\n#endif\n", []),
        ("#define __shfl_sync(m, v, l) get(v, l)\n", []),
        ("int f(int v) { return __shfl_sync(~0u, v, 0); }", []),
        ("// P __shfl_sync(unsigned m, P v, int l);\n", []),
        ("#ifdef __HIPCC__\nP __shfl_sync(unsigned m, P v, int l);\n#endif\n", []),
    ],
)
def test_functions_of_a_file_that_overload_an_intrinsic(source: str, expected: list[str]) -> None:
    assert [source[slice(*span)] for span in overloaded(Unit(source.encode()))] == expected

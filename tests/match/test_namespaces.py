"""Namespaces of CUDA's libraries, and names that mean something only in one."""

from __future__ import annotations

import pytest
from helpers.matches import RULES, Made, applied

from hipify_py.conversion import convert
from hipify_py.match.namespaces import namespaces
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


def found(source: str, *own: bytes) -> Made:
    unit = Unit(source.encode())
    return applied(unit, namespaces(unit, RULES, Options(project=Project(names=frozenset(own)))))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cub::DeviceReduce::Sum(a, b);", "hipcub::DeviceReduce::Sum(a, b);"),
        ("::cub::BlockReduce<int, 64> r;", "::hipcub::BlockReduce<int, 64> r;"),
        ("cub :: BlockReduce<int, 64> r;", "hipcub :: BlockReduce<int, 64> r;"),
        (
            "using cub::BlockReduce; using namespace cub;",
            "using hipcub::BlockReduce; using namespace hipcub;",
        ),
        ("namespace c = cub; c::BlockReduce<int, 64> r;", "namespace c = hipcub; c::BlockReduce<int, 64> r;"),
        ("namespace cub { struct Mine; }", "namespace hipcub { struct Mine; }"),
        ("f(thrust::cuda::par.on(s));", "f(thrust::hip::par.on(s));"),
        ("f(thrust :: /* a */\ncuda /* b */ :: par);", "f(thrust :: /* a */\nhip /* b */ :: par);"),
        ("namespace t = thrust; f(t::cuda::par);", "namespace t = thrust; f(t::hip::par);"),
        ("thrust::cuda_category();", "thrust::hip_category();"),
        ("using namespace thrust; cuda_category();", "using namespace thrust; hip_category();"),
        ("thrust::sort(a, b); thrust::device_vector<int> v;", None),
        ("mycub::f(); x.cub::f(); int cub = 1; std::cub::f();", None),
        ("#include <cub/cub.cuh>\n// cub::f\n", None),
        ('auto s = "cub::BlockReduce";', None),
    ],
)
def test_a_namespace_becomes_that_of_hip(before: str, after: str | None) -> None:
    assert found(before) == (after or before, [])


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("cuda::std::atomic<int> a;", [("N001", "cuda::std")]),
        ("using namespace cuda;", [("N001", "cuda")]),
        ("cuda::annotated_ptr<int, P> p;", [("N001", "annotated_ptr")]),
        ("namespace c = cuda; c::annotated_ptr<int, P> p;", [("N001", "cuda"), ("N001", "annotated_ptr")]),
        ("nvcuda::wmma::fragment<A> f;", [("N001", "nvcuda")]),
        ("using namespace cooperative_groups; int x = reduce(g, v, f);", [("N001", "reduce")]),
        ("using namespace cooperative_groups; int reduce(G g, int *p); int x = reduce(g, p);", []),
        ("using namespace cooperative_groups; template <class T> int reduce(T t) { return reduce(t); }", []),
        (
            "using namespace cooperative_groups; struct S { int reduce(G); int f() { return reduce(g); } };",
            [],
        ),
        (
            "using namespace cooperative_groups; struct S { int reduce(G g); }; int x = reduce(g, v, f);",
            [("N001", "reduce")],
        ),
        ("namespace cuda { int f(); } int x = cuda::f();", []),
        ("namespace cuda::mine { int f(); } int x = cuda::mine::f();", []),
        ("namespace a::cuda { int f(); } namespace a { int x = cuda::f(); }", []),
        ("namespace a::cuda::mine { int f(); } namespace a { int x = cuda::f(); }", []),
        ("namespace cuda = a::cuda; int x = cuda::f();", []),
        ("namespace cuda = ::a::b; int x = cuda::f();", []),
        ("namespace mine = cuda; int x = cuda::f();", [("N001", "cuda"), ("M165", "cuda::f")]),
        ("cuda::device d; cuda::thread::f(); cuda::copy(a);", [("M165", "cuda::device")]),
        ("#include <cuda/devices>\ncuda::device_ref d;", [("N001", "cuda")]),
        ("#include <cuda/devices>\ncuda::device::newer();", [("N001", "cuda::device")]),
        ("cuda::device::memcpy_async_tx(a, b, n, c);", [("N001", "memcpy_async_tx")]),
        ("namespace cuda { class device; } int x = cuda::device::get();", []),
    ],
)
def test_a_namespace_without_a_counterpart_is_reported(source: str, said: list[tuple[str, str]]) -> None:
    """A member that is reported speaks for its namespace; one that the file opens itself is its own."""
    assert found(source) == (source, said)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("cub::BlockScan::ExclusiveScan(a, b, c)", [("N002", "ExclusiveScan")]),
        ("cub::BlockScan::ExclusiveScan(a, b, c, d)", []),
        ("cub::BlockScan::InclusiveScan(a, b, c)", []),
    ],
)
def test_a_member_that_differs_is_said_unless_its_call_fits(call: str, said: list[tuple[str, str]]) -> None:
    source = f"void f() {{ {call}; }}"
    assert found(source) == (source.replace("cub", "hipcub"), said)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ((), ["cuda::child_stream", "cuda", "atomic", "cuda::std"]),
        ((b"cuda",), ["atomic", "cuda::std"]),
        ((b"thrust", b"mine"), ["cuda::child_stream", "cuda", "atomic", "cuda::std"]),
    ],
)
def test_of_a_namespace_that_another_file_opens_only_what_cuda_has_in_it_is_told(
    own: tuple[bytes, ...], said: list[str]
) -> None:
    used = "cuda::child_stream s; using namespace cuda; cuda::atomic<int> a; cuda::std::pair<int, int> p;"
    assert [text for _, text in found(used, *own).said] == said


def test_a_class_of_the_projects_in_its_own_namespace_is_none_of_libcuxxs() -> None:
    used = "int x = cuda::device::get(); cuda::device d; cuda::device::barrier_arrive_tx(b, 1, 2);"
    assert found(used, b"cuda").said == [("N001", "barrier_arrive_tx")]


def test_the_header_that_may_open_a_namespace_is_named() -> None:
    source = b"#include <vector>\n#include <cuda_wrapper/all.hpp>\nint x = cuda::f();"
    (said,) = convert(source, RULES).findings
    assert (said.rule, said.severity) == ("M165", "note")
    assert "perhaps of cuda_wrapper/all.hpp, which is not in the tree" in said.message


def test_the_scope_of_an_atomic_that_is_reported_needs_no_word_of_its_own() -> None:
    source = """
using shared_t = cuda::atomic_ref<int, cuda::thread_scope_block>;
cuda::atomic<unsigned, cuda::thread_scope::thread_scope_system> a;
auto scope = cuda::thread_scope_device;
"""
    result = convert(source.encode(), RULES)
    names = [one.message.partition(" ")[0] for one in result.findings if one.rule == "N001"]
    assert names == ["cuda::atomic_ref", "cuda::thread_scope_device"]
    (atomics, _) = (one for one in result.findings if one.rule == "N001")
    assert [one.message for one in atomics.related] == ["and here, atomic"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("namespace cv { namespace gpu = cuda; }\n", []),
        ("namespace cv {\nusing namespace cuda;\n}\n", []),
        ("namespace gpu = cuda;\n", ["N001"]),
        ("namespace a { namespace gpu = ::cuda; }\n", ["N001"]),
        ("#include <cuda/atomic>\nnamespace a { namespace gpu = cuda; }\n", ["N001"]),
        ("#include <cub/cub.cuh>\nnamespace a { namespace gpu = cuda; }\n", ["N001"]),
        ("#include <cuda_pipeline.h>\nnamespace a { using namespace cuda; }\n", ["N001"]),
        ("namespace a { int f(); }\nusing namespace cuda;\n", ["N001"]),
    ],
)
def test_another_namespace_may_have_one_of_its_name_in_it(source: str, expected: list[str]) -> None:
    assert [rule for rule, _ in found(source).said] == expected


def test_a_namespace_of_cudas_name_beside_libcuxx_hides_none_of_that() -> None:
    own = b"#include <cuda/atomic>\nnamespace a::cuda { int f(); }\nnamespace b { int x = cuda::f(); "
    (said,) = convert(own + b"cuda::atomic<int> y; cuda::std::pair<int, int> p; }", RULES).findings
    assert (said.rule, said.also) == ("N005", ("N001",))
    assert any("here, atomic: " in one.message for one in said.related)


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        (b"namespace a::cub { struct X; }\nnamespace a { cub::X *x; }\n", True),
        (b"namespace a { namespace cub { struct X; } cub::X *x; }\n", True),
        (b"namespace cub { struct X; }\ncub::X *x;\n", False),
        (b"#include <cub/cub.cuh>\nnamespace a::cub { struct X; }\ncub::X *x;\n", False),
    ],
)
def test_a_namespace_with_a_counterpart_is_the_programs_own_in_one_of_its_own(
    source: bytes, kept: bool
) -> None:
    assert (b"hipcub::X" not in convert(source, RULES).output) is kept


@pytest.mark.parametrize(
    ("before", "source", "text", "said"),
    [
        ("namespace c=cuda;", "c::annotated_ptr<int, P> p;", None, [("N001", "annotated_ptr")]),
        ("using namespace thrust;", "cuda_category();", "hip_category();", []),
        ("using namespace cooperative_groups;", "auto c = this_cluster();", None, [("N001", "this_cluster")]),
        (
            "using namespace cooperative_groups;",
            "wait(&s); less<int>(); reduce(a, b); plus<int>();",
            None,
            [],
        ),
        ("using namespace cuda;", "barrier(1); async(f); pipeline(a);", None, []),
        ("namespace c=cub;", "cub_like::A a; d::BlockReduce<int> b;", None, []),
    ],
)
def test_what_files_before_it_say_of_namespaces_counts(
    before: str, source: str, text: str | None, said: list[tuple[str, str]]
) -> None:
    unit = Unit(source.encode())
    unit.spaces = before.encode()
    assert applied(unit, namespaces(unit, RULES, Options())) == (text or source, said)

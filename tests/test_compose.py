"""Two conversions in a row as one: at random, where edits touch, and for what the grammar cannot read."""

from __future__ import annotations

import pytest
from helpers.edits import edit, nested
from helpers.laws import assert_lossless, assert_settled
from helpers.matches import RULES
from hypothesis import given
from hypothesis import strategies as st

from hipify_py.choices import Launch, Warp
from hipify_py.compose import compose
from hipify_py.conversion import REREAD, convert
from hipify_py.edits import render, settle
from hipify_py.model import Edit, Finding, Related, Result, Span
from hipify_py.settings import Options

BARE = Options(path="a.cu", add_include=False)


def result(source: bytes, *edits: Edit, findings: tuple[Finding, ...] = ()) -> Result:
    kept, lost = settle(edits)
    assert not lost
    return Result(source, render(source, kept), tuple(kept), findings)


def said(start: int, end: int, rule: str = "T001", related: tuple[Related, ...] = ()) -> Finding:
    return Finding(rule, "note", Span(start, end), "so it is", related=related)


@given(st.data())
def test_what_comes_of_both_comes_of_the_one(data: st.DataObject) -> None:
    source = data.draw(st.binary(min_size=8, max_size=60))
    first = result(source, *data.draw(nested(0, len(source))))
    later = data.draw(nested(0, len(first.output))) if len(first.output) > 1 else []
    second = result(first.output, *later)
    both = compose(first, second)
    assert both.output == second.output
    kept, lost = settle(both.edits)
    assert (kept, lost) == ([*both.edits], [])
    assert_lossless(both)


def test_edits_that_do_not_touch_stay_as_they_are() -> None:
    swap, inner = edit(0, 5, b"[", Span(1, 4), b"]"), edit(2, 3, b"xyz")
    first = result(b"(abc) def ghi", swap, inner)
    second = result(first.output, edit(12, 15, b"G"))
    assert first.output == b"[axyzc] def ghi"
    assert compose(first, second).edits == (swap, inner, edit(10, 13, b"G"))


def test_edits_that_touch_become_one_and_keep_what_both_keep() -> None:
    first = result(b"f(abc, d)", edit(2, 5, b"<", Span(2, 5), b">", rule="T001"))
    second = result(first.output, edit(3, 8, Span(4, 5), b"+", Span(5, 7), rule="T002"))
    assert (first.output, second.output) == (b"f(<abc>, d)", b"f(<b+c> d)")
    [one] = compose(first, second).edits
    assert one == edit(2, 6, b"<", Span(3, 4), b"+", Span(4, 5), b">", rule="T002")


def test_an_include_of_ours_is_still_known() -> None:
    include = Edit(Span(0, 0), (b'#include "hipify_compat.h"\n',), "N013", "own-include")
    first = result(b"a", include)
    both = compose(first, result(first.output, edit(0, 0, b"// first\n"), edit(27, 28, b"b")))
    assert both.output == b'// first\n#include "hipify_compat.h"\nb'
    assert both.needs_headers == ("hipify_compat.h",)


def test_findings_of_the_second_stand_where_their_code_came_from() -> None:
    first = result(b"aa bb cc", edit(3, 5, b"long"), findings=(said(0, 2),))
    later = (said(8, 10, related=(Related(Span(0, 2), "see here"),)), said(4, 6, "T002"), said(0, 2))
    both = compose(first, result(first.output, edit(8, 10, b"c"), findings=later))
    assert both.findings == (
        said(0, 2),
        said(3, 5, "T002"),
        said(6, 8, related=(Related(Span(0, 2), "see here"),)),
    )


def test_findings_about_code_that_an_edit_keeps_stand_at_that_code() -> None:
    first = result(b"f(name);", edit(0, 8, b"g = ", Span(2, 6), b" + 1;"))
    both = compose(first, result(first.output, findings=(said(4, 8), said(2, 8, "T002"))))
    assert [(one.rule, one.span) for one in both.findings] == [("T002", Span(0, 8)), ("T001", Span(2, 6))]


def test_one_finding_speaks_for_all_that_could_not_be_read() -> None:
    first = result(b"aa bb cc", edit(3, 5, b"long"), findings=(said(0, 2, "P001"),))
    again = result(first.output, edit(8, 10, b"c"), findings=(said(4, 6, "P001"), said(8, 10, "T003")))
    assert [one.rule for one in compose(first, again).findings] == ["P001", "T003"]


BROKEN = [
    ("keep", b"f<<<(struct float4)/6,m>>>();"),
    ("macro", b"m<<<(M),M>>>(CUDAAPI s((d));t"),
    ("macro", b"(I,ing namespace cub;b<<<{},{}>>>()"),
    ("keep", b"t __popc(__activemask())=l(t<__popc(x))"),
    ("keep", b'""m""(;asm("mov.u32%0,%laneid;":"=r"(l));__popc(__activemask())&o'),
    ("macro", b"k<<<3>>>()n>x)k<<<>>>n::k<<<n,3>>>()n::k<<<\\3>>>x)k<<<2,3>>>()"),
    ("macro", b",2\nt n::k<<<2,1<3>>>()"),
    ("keep", b"CUDA_CB#include<cooperative_groups.h>"),
    ("keep", b"eatomicMax(double*,double){/*"),
    ("keep", b"/CUDAAPI CUDAAPI//"),
    ("keep", b"/\\\nCUDAAPI/__global__"),
    ("keep", b"#if(__CUDA_ARCH__)&&_ __AMD\n_atomicAdd(double*,double){}\n#endif"),
    ("keep", b"long long long a{__ffs(a>>1);"),
    (
        "keep",
        b"{\n#include<cub/cub.cuh>cub::TilePrefixCallbackOp<>;\n}\n#include<cuda_runtime.h>\n__global__{}",
    ),
    ("keep", b"/CUDAAPI\\\n\\\nCUDAAPI/__global__"),
    ("keep", b"x({for();;)__shfl_down_sync"),
    ("keep", b'#CUDART_CB include""'),
    ("keep", b'# CUDA_CB include""\n}'),
    ("keep", b'CUDAAPI#include""'),
    ("keep", b'x CUDAAPI #include""'),
    ("keep", b"#if<h>__popc()"),
    ("keep", b"/\\\n**/n operator*(float2 a,float2 b){return(a.x*b.x,a.y*b.y);}"),
    ("macro", b"#define M CUDAAPI c<<<2, 6>>>()\n"),
    ("keep", b'asm("mov.u32%0,%laneid"CUDAAPI:"=r"(l));__global__i()\n{'),
    ("keep", b'__device__{CUDART_CB\nasm("mov.u32%0,%laneid":"=r"(d));'),
    ("macro", b"y<<<((5)),(l)//\\\n\n>>>(-/**/1)"),
    (
        "keep",
        b"(cudaFuncSetAttribute(\n//hipify:ignore[N000]\ng<cudaFuncAttributeMaxDynamicSharedMemorySize,g));",
    ),
    ("keep", b"__launch_bounds__(" + b"struct float4 " * 200 + b", 2, 1) k();"),
    ("macro", b"#defineM;CUDAAPI c<<<2, 6>>>()\n"),
    ("macro", b"if(k)llot_sync()signKernel<6><<<6,m>>>();else\nl<<<8,m>>>();"),
    ("macro", b"cudaGraphExecMemcpyNodeSetParamsFromSymbol<<<d,k,0,_>>>()"),
    ("macro", b';)""()"R"(")"k<<<1,2>>>()'),
    ("keep", b'__shfl_down_sync(m,\n#include"",6)'),
    ("keep", b"d operator+=(float2&a,float2&b){a.x+=b.x;a.y+=b.y;}//\\\n"),
    ("keep", b"#if\n,2\n#endif\nstruct{(*cudaDeviceSynchronize)(;}"),
    ("keep", b"s(){(((((2<<__ballot_sync(u,lane))-1))));}"),
    ("keep", b"struct float4(){}"),
    (
        "keep",
        b"#if __HIP_PLATFORM_AMD__\n#el\n#include<cuda_fp8.h>\n#include<cuda.h>\n{__half2int}\n#endif\n",
    ),
    ("keep", b"{e(){for(;k<s;){for(t __popc(__activemask());__popc(n)<K;){(n);}f(){}}}}"),
    ("keep", b"if((r)){e __popc(__activemask())();}"),
    ("keep", b'#define __device__ 1""(__popc()>n)asm("bar.sync0")'),
    ("keep", b"//\nf(cyl_bessel_i0(__device__){rcbrt(}"),
    ("keep", b"#include<>k<<<{}>>>();"),
    ("keep", b"cudaFree\n#if __CUDACC__\n/\\CUDAAPI\n/"),
    ("keep", b'__device__{}e(){asm("mov.u32%0,%lanemask_gt":"=r"(k));asm("bar.sync0":::"memory");}'),
    ("keep", b"2);\n#define l()__popc(__activemask())n<B"),
    ("keep", b'""min(l,a);\ne(){'),
    ("keep", b"f(){cudaMallocHost(&p,n__global__)}"),
    ("keep", b'warpSize t\rasm("bar.sync 0");c'),
    ("keep", b"__device__ U(nvtxRangePushA v,r){\nnvtxRangePushA u=max(u,v);A nvtxRangePushA;"),
    ("keep", b"memcpy(__device__){{}}"),
    ("keep", b"operator<(){(k)[__popc(__activemask()).__popc()];}"),
    ("keep", b"s(){ending=__ballot_sync()n;\nfor(unsigned left;;)left=__popc(_)&ending;}"),
    ("keep", b"e(){int best=max(t,g[]);\n#define b max(best,__shfl_xor_sync(f,best))\n}"),
]
"""What the fuzzer found to be read otherwise once some of it is converted."""


@pytest.mark.parametrize(("launch", "source"), BROKEN)
@pytest.mark.parametrize("warp", ["32", "native"])
def test_what_the_grammar_cannot_read_is_settled_too(launch: Launch, source: bytes, warp: Warp) -> None:
    options = BARE._replace(launch=launch, warp=warp)
    made = convert(source, RULES, options)
    assert_settled(made, RULES, options)
    assert_lossless(made)


def test_a_large_source_is_converted_once() -> None:
    """It takes twice as long otherwise; a run after this one may find more to do."""
    options = BARE._replace(warp="native")
    broken = b"t __popc(__activemask())=l(t<__popc(x))"
    small, large = convert(broken, RULES, options), convert(broken + b"\n" * REREAD, RULES, options)
    assert b"(int)__popc" in small.output
    assert b"(int)__popc" not in large.output
    assert b"__ballot" in large.output

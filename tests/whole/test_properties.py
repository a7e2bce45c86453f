"""The three laws and some more, on inputs that nobody wrote."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from helpers import cases, laws
from helpers.cases import RULES
from helpers.examples import examples
from hypothesis import given
from hypothesis import strategies as st

import hipify_py
from hipify_py.choices import DNNS, Launch, Warp
from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.rules.model import RuleSet
from hipify_py.rules.names import Name
from hipify_py.settings import Options

CU = Options(path="a.cu")
CASES = cases.cases()
AMD = "__HIP_PLATFORM_AMD__"
SNIPPETS = sorted(
    {
        test.before
        for rule in RULES.rules
        for test in rule.tests
        if test.path is None and not test.renamed and "include" not in test.before
    }
)
TOKENS = [
    *(
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        "<<<",
        ">>>",
        '"',
        "'",
        "//",
        "/*",
        "*/",
        "\\\n",
        "\n",
        "\r\n",
        "#",
        ";",
        ",",
    ),
    *(
        "#if ",
        "#endif\n",
        "#define X(a) ",
        "#ifdef ",
        "::",
        ".",
        "->",
        "##",
        "||",
        "defined(",
        "operator",
        "\f",
    ),
    *(
        "cudaFree",
        "cudaMemcpyToSymbol(",
        "__CUDA_ARCH__",
        "__CUDACC__",
        'R"(',
        ')"',
        "\0",
        "cub::",
        "k",
        "1'0",
    ),
    *(
        "#include <cuda_runtime.h>\n",
        "// hipify: ignore[N000] x\n",
        "struct S {",
        "template <",
        "\ufeff",
        "é",
    ),
    *(
        "__launch_bounds__(1,2,3)",
        "__global__",
        "namespace n {",
        "cudaStream_t",
        "CUDA_FOO",
        "return",
        "asm(",
    ),
]
NOTHING = replace(
    RULES,
    names={},
    headers={},
    namespaces={},
    unknown={},
    rules=(),
    calls={},
    scoped={},
    candidate=re.compile(rb"(?!)"),
    unknown_names=rb"(?!)",
)


def assert_laws(source: bytes, options: Options = CU) -> None:
    result = convert(source, RULES, options)
    laws.assert_lossless(result)
    laws.assert_never_silent(result, RULES)
    laws.assert_settled(result, RULES, options)


@given(st.binary(max_size=300))
@examples(60)
def test_any_bytes_obey_the_laws(source: bytes) -> None:
    assert_laws(source)


@given(st.lists(st.sampled_from(TOKENS), max_size=40).map(" ".join), st.sampled_from(["keep", "macro"]))
@examples(150)
def test_any_tokens_obey_the_laws(text: str, launch: str) -> None:
    assert_laws(text.encode(), Options(path="a.cu", launch="macro" if launch == "macro" else "keep"))


@given(st.binary(max_size=300))
@examples(60)
def test_without_rules_any_bytes_stay(source: bytes) -> None:
    assert convert(source, NOTHING, CU).output == source


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_without_rules_the_corpus_stays(case: cases.Case) -> None:
    source = case.source()
    assert convert(source, NOTHING, case.options).output == source


@given(st.lists(st.sampled_from(SNIPPETS), min_size=1, max_size=6).map("\n".join))
@examples(100)
def test_recombined_snippets_obey_the_laws(text: str) -> None:
    assert_laws(text.encode())


def cuts(at: int) -> list[object]:
    """Cut every input of the corpus at another place in every case, the same in every run."""
    chance = random.Random(2)
    return [
        pytest.param(case, chance.sample(range(len(case.source())), 2)[at], id=case.name)
        for case in CASES
        if len(case.source()) > 10
    ]


@pytest.mark.parametrize(("case", "place"), cuts(0))
def test_cut_off_inputs_obey_the_laws(case: cases.Case, place: int) -> None:
    assert_laws(case.source()[:place], case.options)


@pytest.mark.stress
@pytest.mark.parametrize(("case", "place"), cuts(1))
def test_inputs_that_are_cut_off_elsewhere_obey_them_too(case: cases.Case, place: int) -> None:
    assert_laws(case.source()[:place], case.options)


@given(st.data())
@examples(100)
def test_mutated_inputs_obey_the_laws(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    source = case.source()[:3000]
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(source)))
        length = data.draw(st.integers(0, 12))
        source = source[:start] + data.draw(st.sampled_from(TOKENS)).encode() + source[start + length :]
    assert_laws(source, case.options)


def shuffled(rules: RuleSet, chance: random.Random) -> RuleSet:
    """Give the rules in another order of names, and of the rules that do not speak of the same call."""

    def mixed(table: Mapping[bytes, Name]) -> dict[bytes, Name]:
        keys = list(table)
        chance.shuffle(keys)
        return {key: table[key] for key in keys}

    order = list(range(len(rules.rules)))
    chance.shuffle(order)
    new = {old: place for place, old in enumerate(order)}
    return replace(
        rules,
        names=mixed(rules.names),
        headers=mixed(rules.headers),
        namespaces=mixed(rules.namespaces),
        rules=tuple(rules.rules[old] for old in order),
        calls={name: tuple(new[i] for i in found) for name, found in rules.calls.items()},
    )


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_rules_changes_nothing(seed: int) -> None:
    others = {dnn: shuffled(load(dnn=dnn), random.Random(seed)) for dnn in DNNS}
    for case in CASES[seed::3]:
        other = others[case.options.dnn or DNNS[0]]
        expected, found = case.run(), convert(case.source(), other, case.options)
        assert found.output == expected.output
        assert set(found.edits) == set(expected.edits)
        assert found.findings == expected.findings


@given(st.text(max_size=200))
@examples(60)
def test_text_and_bytes_convert_alike(text: str) -> None:
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return
    assert hipify_py.convert(text + " cudaFree(p);") == hipify_py.convert(data + b" cudaFree(p);")


@given(st.binary(max_size=100))
@examples(60)
def test_bytes_that_are_not_utf8_survive_as_text(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    result = hipify_py.convert(text)
    assert result.source == data
    assert result.text.encode("utf-8", "surrogateescape") == result.output


DEPTH = 10_000
DEEP = {
    "brackets": b"void f() { x = " + b"(" * DEPTH + b"cudaFree(p)" + b")" * DEPTH + b"; }",
    "brackets left open": b"void f() { cudaFree" + b"(" * DEPTH,
    "braces": b"void f() {" + b"{" * DEPTH + b"cudaFree(p);" + b"}" * DEPTH + b"}",
    "braces left open": b"{" * DEPTH + b"cudaFree(p);",
    "braces closed too often": b"cudaFree(p);" + b"}" * DEPTH,
    "calls": b"void f() { " + b"g(" * DEPTH + b"cudaFree(p)" + b")" * DEPTH + b"; }",
    "templates": b"A<" * DEPTH + b"cudaStream_t" + b">" * DEPTH + b" x;",
    "templates left open": b"A<" * DEPTH + b"cudaStream_t",
    "conditions": b"#if A\n" * DEPTH + b"cudaFree(p);\n" + b"#endif\n" * DEPTH,
    "conditions left open": b"#ifdef A\n" * DEPTH + b"cudaFree(p);\n",
    "launches left open": b"cudaFree(p);" + b"k<<<" * DEPTH,
    "launches without a callee": b"cudaFree(p);" + b"<<<" * 10 * DEPTH,
    "launches without arguments": b"void f() { cudaFree(p); " + b"k<<<1, 2>>> a, " * (DEPTH // 4),
    "quotes": b"cudaFree(p);" + b'"' * DEPTH * 5 + b"\n",
    "single quotes": b"cudaFree(p);" + b"'" * DEPTH * 10,
    "backslashes": b"cudaFree(p);" + b"\\" * DEPTH * 10,
    "spliced lines": b"cudaFree(p); // " + b"\\\n" * DEPTH * 5,
    "a long comment": b"cudaFree(p); /*" + b" x*\n" * DEPTH * 10 + b"*/",
    "one long line": b"void f() {" + b"cudaMalloc(&p, n);" * (DEPTH // 2) + b"}",
}


@pytest.mark.parametrize("name", DEEP)
def test_depth_and_length_are_no_trouble(name: str) -> None:
    source = DEEP[name]
    result = convert(source, RULES, Options(path="a.cu", add_include=False))
    assert result.output == source.replace(b"cuda", b"hip")


@pytest.mark.parametrize(
    ("mode", "before", "after"),
    [
        ("native", "e({__popc(__activemask())", "e({(int)__popcll(__ballot(1))"),
        (
            "native",
            "s({typedef::unsigned a=__ballot_sync(f,i<n)",
            "s({typedef::unsigned a=(__ballot(i<n) & f)",
        ),
        (
            "native",
            '__device__({unsigned asm("mov.u32 %0, %lanemask_gt;":"=r"(k))',
            '__device__({unsigned asm("mov.u32 %0, %lanemask_gt;":"=r"(k))',
        ),
        (
            "native",
            'd b(asm("mov.u32 %0, %laneid;":"=r"(l)),__reduce_or_sync(m,__ffs(m)){',
            'd b(asm("mov.u32 %0, %laneid;":"=r"(l)),__reduce_or_sync(m,__ffs(m)){',
        ),
        (
            "native",
            '__device__({asm("mov.u32 %0, %lanemask_lt;":"=r"(m))shfl(0xffffffff',
            '__device__({asm("mov.u32 %0, %lanemask_lt;":"=r"(m))shfl(0xffffffff',
        ),
        (
            "native",
            'l=_(){asm("mov.u32 %0, %lanemask_lt;":"=r"(m));__shfl_xor(0xffffffff',
            "l=_(){m = (1ull << __lane_id()) - 1;__shfl_xor(0xffffffff",
        ),
        (
            "native",
            "t({__ballot unsigned e=__match_any_sync(r,k)i",
            "t({__ballot unsigned e=(__match_any(k) & r)i",
        ),
        ("native", "E*__popc(__activemask());\n}", "E*(int)__popc(__ballot(1));\n}"),
        (
            "native",
            (
                's(){::{\nasm("mov.u32%0,%laneid":"=r"(d));}'
                '__device__ n(){asm("mov.u32%0,%lanemask_lt":"=r"(m));\n}'
            ),
            "s(){::{\nd = __lane_id();}__device__ n(){m = (1ull << __lane_id()) - 1;\n}",
        ),
        ("macro", "//\0e.\nf(){r<<<s,_>>>();}", "//\0e.\nf(){hipLaunchKernelGGL(r, s,_, 0, 0);}"),
        (
            "macro",
            "int atomicAdd(size_t*,size_t){}\nk<<<1,n>>>();\no",
            f"#ifndef {AMD}\nint atomicAdd(size_t*,size_t){{}}\n#endif\nhipLaunchKernelGGL(k, 1,n, 0, 0);\no",
        ),
        ("macro", "f<<<(struct float4)/6,m>>>(;", "f<<<(float4)/6,m>>>(;"),
        ("32", "__shfl_down_sync(0,__grid_constant__/**/c,6)", "__shfl_down(/**/c,6, 32)"),
        ("32", "{\n#include CUDART_CB<cuda_runtime.h>", "{\n#include CUDART_CB<cuda_runtime.h>"),
        ("32", '__shfl_xor(,"\n)', '__shfl_xor(,"\n)'),
        ("32", "__shfl_down_sync(,,})", "hipify_warp32::shfl_down_sync(,,})"),
        (
            "32",
            'e<m=__shfl_xor_sync(,x,\\);p>__device__ asm("trap;")',
            "e<m=hipify_warp32::shfl_xor_sync(,x,\\);p>__device__ __builtin_trap()",
        ),
    ],
)
def test_code_that_is_no_cpp_is_settled_too(mode: str, before: str, after: str) -> None:
    """What is edited has to hang on what an edit leaves: on tokens, where the grammar is lost."""
    warp: Warp = "native" if mode == "native" else "32"
    launch: Launch = "macro" if mode == "macro" else "keep"
    options = Options(path="a.cu", warp=warp, launch=launch, add_include=False)
    result = convert(before.encode(), RULES, options)
    laws.assert_settled(result, RULES, options)
    assert result.output.decode().removeprefix('#include "hipify_warp32.h"\n\n') == after

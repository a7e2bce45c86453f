"""Comments that turn a rule off, and what is said of those that do nothing."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.model import Result
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()


def run(text: str) -> Result:
    return convert(text.encode(), RULES, Options(path="a.cpp"))


def rules_of(result: Result) -> list[str]:
    return [finding.rule for finding in result.findings]


@pytest.mark.parametrize(
    "text",
    [
        "cudaFree(p); // hipify: ignore[N000] kept",
        "cudaFree(p); /* hipify: ignore[N000] kept */",
        "/* hipify: ignore[N000] kept */ cudaFree(p);",
        "// hipify: ignore[N000] kept\ncudaFree(p);",
        "// hipify: ignore[N000] kept\n\n// more\ncudaFree(p);",
        "/* hipify: ignore[N000] kept\n */\ncudaFree(p);",
        "// see above; hipify:ignore[N000] kept\r\ncudaFree(p);\r\n",
        "#include <cuda_fp16.h> // hipify: ignore[N008] kept",
    ],
)
def test_a_rule_is_turned_off(text: str) -> None:
    result = run(text)
    assert result.output == text.encode()
    assert result.findings == ()
    assert [s.reason for s in result.suppressed] == ["kept"]


def test_several_ids_in_one_comment() -> None:
    text = "cudaGraphConditionalHandleCreate(&h, cudaSuccess); // hipify: ignore[N000, N001] both"
    result = run(text)
    assert result.output == text.encode()
    assert result.findings == ()
    assert {s.rule for s in result.suppressed} == {"N000", "N001"}


@pytest.mark.parametrize(
    ("text", "output"),
    [
        (
            "cudaFree(p); // hipify: ignore[N000] kept\ncudaFree(q);",
            "cudaFree(p); // hipify: ignore[N000] kept\nhipFree(q);",
        ),
        (
            "cudaFree(q);\n// hipify: ignore[N000] kept\ncudaFree(p);\ncudaFree(q);",
            "hipFree(q);\n// hipify: ignore[N000] kept\ncudaFree(p);\nhipFree(q);",
        ),
    ],
)
def test_only_the_line_it_speaks_of(text: str, output: str) -> None:
    assert run(text).output.decode() == output


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("int x; // hipify: ignore[N000] old", "S001"),
        ("// hipify: ignore[N000] at the end", "S001"),
        ("cudaFree(p); // hipify: ignore[N001] another", "S001"),
        ("int x; // hipify: ignore[Q999] typo", "S002"),
        ("int x; // hipify: ignore", "S003"),
        ("int x; // hipify: ignore[] why", "S003"),
        ("int x; // hipify: ignore reason", "S003"),
    ],
)
def test_a_comment_without_effect_is_told(text: str, rule: str) -> None:
    assert rules_of(run(text)) == [rule]


@pytest.mark.parametrize(
    "text",
    [
        'char s[] = "hipify: ignore[N000]";',
        "int x; // hipify: ignored[N000]",
        "int x; // ignore[N000]",
        "int hipify; // it ignores [N000]",
    ],
)
def test_what_is_no_suppression(text: str) -> None:
    result = run(text)
    assert result.findings == ()
    assert result.suppressed == ()


def test_an_unused_id_beside_a_used_one_is_told() -> None:
    assert rules_of(run("cudaFree(p); // hipify: ignore[N000, N001] x")) == ["S001"]


def test_a_suppressed_call_still_converts_what_is_inside() -> None:
    text = "cudaMemcpyToSymbol(c, cudaSuccess, n); // hipify: ignore[M012] x"
    result = run(text)
    assert b"hipSuccess" in result.output
    assert b"HIP_SYMBOL" not in result.output


SHUFFLE = """__global__ void f(int *p) {
  p[0] = __shfl_xor_sync // hipify: ignore[W000] x
    (~0u, p[1], 1);
}
"""


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (SHUFFLE, Options(warp="native")),
        (SHUFFLE.replace(", 1)", ", 1, 32)"), Options()),
        ("void f() {\n  k<<<1, // hipify: ignore[M009] x\n      n>>>(p);\n}\n", Options(launch="macro")),
        ("void f() {\n  k<<<1,\n      n>>>(p); // hipify: ignore[M009] x\n}\n", Options(launch="macro")),
        (
            "__device__ double atomicAdd(double *p, double v) { // hipify: ignore[M062] x\n  return v;\n}\n",
            Options(),
        ),
    ],
)
def test_what_goes_together_stays_together(text: str, options: Options) -> None:
    result = convert(text.encode(), RULES, options)
    assert result.output.decode().endswith(text)
    assert "S001" not in rules_of(result)


def test_no_half_of_a_count_is_taken_off() -> None:
    text = SHUFFLE.replace("__shfl_xor_sync", "__clz").replace("~0u, p[1], 1", "__ballot_sync(~0u, p[1])")
    output = convert(text.encode(), RULES, Options(warp="native")).output
    assert b"- 32" not in output
    assert b"__clz //" in output


def test_a_comment_in_a_macro_body() -> None:
    text = "#define F(p) cudaFree(p) /* hipify: ignore[N000] x */\ncudaFree(q);"
    assert run(text).output == text.replace("cudaFree(q)", "hipFree(q)").encode()

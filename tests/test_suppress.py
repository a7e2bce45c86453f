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


@pytest.mark.parametrize("between", [" ", " one ", "\n   ", "; "])
@pytest.mark.parametrize("ends", [("//", ""), ("/*", " */")])
def test_several_in_one_comment(between: str, ends: tuple[str, str]) -> None:
    between = between.replace("\n", " " if ends[0] == "//" else "\n")
    comments = f"hipify: ignore[N000] a{between}hipify:ignore[N001] see hipify: ignore is meant so"
    text = f"{ends[0]} {comments}{ends[1]}\ncudaGraphConditionalHandleCreate(&h, cudaSuccess);\n"
    result = run(text)
    assert (result.output.decode(), result.findings) == (text, ())
    reasons = {one.rule: one.reason for one in result.suppressed}
    assert reasons == {"N000": f"a{between}".strip(), "N001": "see hipify: ignore is meant so"}


def test_each_of_several_is_told_apart() -> None:
    text = (
        "int x; // hipify: ignore[N000] hipify: ignored[N001] b hipify: ignore[Q999] HIPIFY: IGNORE[N001]\n"
    )
    assert rules_of(run(text)) == ["S001", "S005", "S002", "S005"]


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


# --- how far a comment reaches ------------------------------------------------------------------------------

KEPT, CONVERTED = "cudaFree(p);\n", "hipFree(p);\n"


@pytest.mark.parametrize(
    "text",
    [
        f"// hipify: ignore-next-line[N000] kept\n{KEPT}",
        f"// hipify: ignore-next-line[N000] kept\n\n/* more */\n{KEPT}",
        f"int x; // hipify: ignore-next-line[N000] kept\n{KEPT}",
        f"/* hipify: ignore-file[N000] kept */\n{KEPT}{KEPT}",
        f"{KEPT}\n{KEPT}// hipify: ignore-file[N000] kept",
        f"// hipify: ignore-begin[N000] kept\n{KEPT}int x;\n{KEPT}// hipify: ignore-end[N000]\n",
        f"int x; // hipify: ignore-begin[N000] kept\n{KEPT}cudaFree(q); // hipify: ignore-end[N000]\n",
        f"// hipify: ignore[cuda-name] kept\n{KEPT}",
    ],
)
def test_a_scope_is_kept(text: str) -> None:
    result = run(text)
    assert (result.output, result.findings) == (text.encode(), ())
    assert {each.reason for each in result.suppressed} == {"kept"}


@pytest.mark.parametrize(
    ("comment", "where"),
    [
        ("{a}// hipify: ignore-next-line[N000]\n{b}{a}", "ignore-next-line"),
        ("{a}int x; // hipify: ignore-next-line[N000]\n{b}{a}", "behind code"),
        ("{a}// hipify: ignore-begin[N000]\n{b}{b}// hipify: ignore-end[N000]\n{a}", "a pair"),
    ],
)
def test_nothing_around_a_scope_is_kept(comment: str, where: str) -> None:
    result = run(comment.format(a=KEPT, b=KEPT))
    assert result.output.decode() == comment.format(a=CONVERTED, b=KEPT), where
    assert result.findings == ()


def test_pairs_stand_in_each_other_and_across() -> None:
    text = (
        "// hipify: ignore-begin[N000] a\n{k}// hipify: ignore-begin[N008, N000] b\n{k}"
        "// hipify: ignore-end[N000]\n{k}#include <cuda.h>\n// hipify: ignore-end[N000]\n{n}"
        "#include <cuda.h>\n// hipify: ignore-end[N008]\n#include <cuda_fp16.h>\n"
    )
    result = run(text.format(k=KEPT, n=KEPT))
    after = text.format(k=KEPT, n=CONVERTED).replace("cuda_fp16.h", "hip/hip_fp16.h")
    assert (result.output.decode(), result.findings) == (after, ())
    assert [each.reason for each in result.suppressed if each.rule == "N008"] == ["b", "b"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("// hipify: ignore-file[N000]\nint x;", [("S001", "nothing here for ignore-file[N000] to ignore")]),
        (
            "// hipify: ignore-next-line[N000]",
            [("S001", "nothing here for ignore-next-line[N000] to ignore")],
        ),
        (
            f"// hipify: ignore-begin[N000]\n{KEPT}",
            [("S006", "there is no ignore-end[N000] for this ignore-begin: nothing is turned off by it")],
        ),
        (
            f"{KEPT}// hipify: ignore-end[N000]",
            [("S006", "there is no ignore-begin[N000] for this ignore-end: nothing is turned off by it")],
        ),
        (
            "int x; // hipify: ignored[N000]",
            [("S005", "hipify: ignored is no comment that hipify-py knows; did you mean hipify: ignore?")],
        ),
        (
            "int x; // hipify: ignore-en",
            [
                (
                    "S005",
                    "hipify: ignore-en is no comment that hipify-py knows; did you mean hipify: ignore-end?",
                )
            ],
        ),
        (
            "int x; // hipify: noqa[N000]",
            [("S005", "hipify: noqa is no comment that hipify-py knows")],
        ),
        *(
            (f"int x; // {text}[N000]", [("S005", f"{text} is no comment that hipify-py knows{hint}")])
            for text, hint in {
                "HIPIFY: IGNORE": "; did you mean hipify: ignore?",
                "hipify-py: ignore": "; did you mean hipify: ignore?",
                "hipify_py:ignore-file": "; did you mean hipify: ignore-file?",
                "Hipify : Ignore-Next-Line": "; did you mean hipify: ignore-next-line?",
                "hipify ignore": "; did you mean hipify: ignore?",
                "hipify; ignore": "; did you mean hipify: ignore?",
            }.items()
        ),
        (
            "int x; // hipify: ignore[cuda-nam]",
            [("S002", "there is no rule cuda-nam to ignore; did you mean cuda-name?")],
        ),
        (
            "int x; // hipify: ignore-file why",
            [("S003", "name the rule to ignore: hipify: ignore-file[ID] reason")],
        ),
        (
            "int x; // hipify: ignore-begin[]",
            [("S003", "name the rule to ignore: hipify: ignore-begin[ID] reason")],
        ),
    ],
)
def test_what_is_said_of_a_comment_that_does_nothing(text: str, said: list[tuple[str, str]]) -> None:
    assert [(one.rule, one.message) for one in run(text).findings] == said


@pytest.mark.parametrize(
    "text",
    [
        "int x; // as hipify: ignored calls stay",
        "int x; // hipify: warp=32 [see N000]",
        "int x; // hipify: ignores",
        'char s[] = "hipify: ignored[N000]";',
        "int x; // our hipify ignores a[1], and HIPIFY ignored that",
        "// the makefile's HIPIFY_IGNORE[1]\nint x;",
        'char s[] = "HIPIFY: IGNORE[N000]";',
    ],
)
def test_prose_is_no_misspelt_comment(text: str) -> None:
    assert run(text).findings == ()


def test_what_is_said_of_comments_can_be_ignored_whatever_comes_first() -> None:
    text = "// hipify: ignore-file[S001, S005] of generated code\nint x; // hipify: ignore[N000]\n"
    assert run(text + "// hipify: ignored[N000]\n").findings == ()
    assert rules_of(run("// hipify: ignore-file[S001] none\nint x;\n")) == ["S001"]


def test_many_comments_take_time_in_proportion() -> None:
    import time

    def spent(count: int) -> float:
        text = "".join(f"// hipify: ignore-begin[Q{n % 7}99, N000]\n\n" for n in range(count))
        start = time.process_time()
        result = run(text + "// hipify: ignore-next-line[N000]\n" * count + "cudaFree(p);\n")
        assert sum(1 + len(one.related) for one in result.findings) == 2 * count + count - 1
        return time.process_time() - start

    assert any(spent(4000) < 12 * max(spent(1000), 0.05) for _ in range(3))

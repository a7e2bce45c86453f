"""CUDA version and architecture numbers: in conditions and as values."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

CONDITIONS = {"M001", "M003"}
VALUES = {"M101", "M103"}


def said(source: str, rules: set[str]) -> list[tuple[str, str]]:
    """Give what the rules say of a source, none of which edits it."""
    made = [matched(rule, source) for rule in sorted(rules)]
    assert {one.text for one in made} == {source}
    return [finding for one in made for finding in one.said]


def test_an_architecture_in_the_place_of_a_type_is_told_and_left() -> None:
    made = matched("M079", "__CUDA_ARCH__ f() {}")
    assert (made.text, made.said) == ("__CUDA_ARCH__ f() {}", [("M079", "__CUDA_ARCH__")])


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("#if __CUDA_ARCH__ >= 700", [("M001", "__CUDA_ARCH__")]),
        ("#if 700 <= __CUDA_ARCH__", [("M001", "__CUDA_ARCH__")]),
        ("#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__) < 600", [("M001", "__CUDA_ARCH__")]),
        ("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 600", [("M001", "__CUDA_ARCH__")]),
        ("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600 && X", [("M001", "__CUDA_ARCH__")]),
        ("#ifdef __CUDA_ARCH_FEAT_SM90_ALL", [("M001", "__CUDA_ARCH_FEAT_SM90_ALL")]),
        ("#if CUDA_VERSION >= 11000 && CUDA_VERSION < 12000", [("M003", "CUDA_VERSION")]),
        ("#if defined(CUDART_VERSION)", [("M003", "CUDART_VERSION")]),
        ("#if __CUDACC_VER_MAJOR__ > 11", [("M003", "__CUDACC_VER_MAJOR__")]),
        ("#if __CUDACC_VER_MAJOR__ > 10", []),
        ("#if __CUDACC_VER_MAJOR__ == 9", [("M003", "__CUDACC_VER_MAJOR__")]),
        ("#if CUDNN_VERSION < 8000 || __CUDA_ARCH__ > 1", [("M003", "CUDNN_VERSION")]),
        (
            "#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 600 || CUDA_VERSION < 8)",
            [("M001", "__CUDA_ARCH__")],
        ),
        ("#if defined(__CUDA_ARCH__) && CUDNN_VERSION < 8", [("M003", "CUDNN_VERSION")]),
        ("#ifdef __HIP_PLATFORM_HCC__\n#elif !defined(CUDART_VERSION)", []),
        ("#define __HIP_PLATFORM_HCC__ 1\n#ifdef __HIP_PLATFORM_HCC__\n#elif CUDART_VERSION", []),
        ("#ifdef __HIP_PLATFORM_AMD__\n#elif !defined(CUDART_VERSION)", []),
        ("#if defined(__HIP_PLATFORM_HCC__) || defined(__HIPCC__)\n#elif CUDART_VERSION", []),
        ("#if A\n#elif CUBLAS_VER_MAJOR > 10", [("M003", "CUBLAS_VER_MAJOR")]),
    ],
)
def test_a_condition_by_a_number_is_reported_once(condition: str, expected: list[tuple[str, str]]) -> None:
    source = f"{condition}\nint x;\n#endif\n"
    assert said(source, CONDITIONS) == expected
    assert said(source, VALUES) == []


@pytest.mark.parametrize(
    "condition",
    [
        "#ifdef __CUDA_ARCH__",
        "#if defined(__CUDA_ARCH__) && A",
        "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600",
        "#if !defined __CUDA_ARCH__ || (__CUDA_ARCH__ > 600)",
        "#if !__CUDA_ARCH__",
        "#if __CUDACC__",
        "#if defined(USE_ROCM) || CUDA_VERSION < 10000",
        "#if MY_CUDA_VERSION > 3",
        "#if A // CUDA_VERSION >= 11000",
    ],
)
def test_a_condition_that_measures_nothing_is_left_alone(condition: str) -> None:
    """Whether it is the device's pass, HIP can tell too; who asks for HIP has thought of it."""
    assert said(f"{condition}\nint x;\n#endif\n", CONDITIONS | VALUES) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("int v = CUDART_VERSION;", [("M103", "CUDART_VERSION")]),
        (
            "int v = CUDA_VERSION / 1000 + CUDNN_VERSION;",
            [("M103", "CUDA_VERSION"), ("M103", "CUDNN_VERSION")],
        ),
        ("int v = __CUDA_ARCH__;", []),
        ("#define ARCH __CUDA_ARCH__\n", [("M101", "__CUDA_ARCH__")]),
        ("int v = f(__CUDA_ARCH_LIST__);", [("M101", "__CUDA_ARCH_LIST__")]),
        ("#define VERSION CUDA_VERSION\n", [("M103", "CUDA_VERSION")]),
        ("#define CUDA_VERSION 11000\n", []),
        ("#undef CUDA_VERSION\n", []),
        ("int v = cuda.CUDA_VERSIONS; // CUDA_VERSION\n", []),
    ],
)
def test_a_number_as_a_value_is_reported(source: str, expected: list[tuple[str, str]]) -> None:
    assert said(source, VALUES) == expected
    assert said(source, CONDITIONS) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("int v = __CUDA_ARCH__ / 100;", "int v = 0 / 100;"),
        ("CALL(__CUDA_ARCH__, tile<__CUDA_ARCH__>());", "CALL(0, tile<0>());"),
        (
            "#ifdef __CUDA_ARCH__\nint v = __CUDA_ARCH__;\n#endif\n",
            "#ifdef __CUDA_ARCH__\nint v = 0;\n#endif\n",
        ),
        ("#if __CUDA_ARCH__ >= 700\n#endif\n#define ARCH __CUDA_ARCH__\n", None),
        ("int v = __CUDA_ARCH_LIST__, w = M__CUDA_ARCH__;", None),
        ("#ifndef __CUDA_ARCH__\n#define __CUDA_ARCH__ 0\n#endif\nint v = __CUDA_ARCH__;", None),
    ],
)
def test_an_architecture_in_code_is_none(source: str, expected: str | None) -> None:
    made = matched("M079", source)
    assert made.text == (expected or source)
    assert made.said == [("M079", "__CUDA_ARCH__")] * (
        source.count("__CUDA_ARCH__") - made.text.count("__CUDA_ARCH__")
    )


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("__CUDA_ARCH__ >= 300", []),
        ("defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 300 && FAST", []),
        ("__CUDA_ARCH__ >= 300\n#elif __CUDA_ARCH__ >= 200", []),
        ("__CUDA_ARCH__ >= 300 && CUDA_VERSION >= 12000", [("M001", "__CUDA_ARCH__")]),
        ("__CUDA_ARCH__ >= 300\n#elif CUDA_VERSION >= 12000", [("M003", "CUDA_VERSION")]),
        ("__CUDA_ARCH_FEAT_SM90_ALL", [("M001", "__CUDA_ARCH_FEAT_SM90_ALL")]),
        ("CUDA_VERSION >= 12000", [("M003", "CUDA_VERSION")]),
    ],
)
def test_on_the_host_cuda_has_no_number_of_the_architecture_either(
    condition: str, expected: list[tuple[str, str]]
) -> None:
    source = f"{{}}int blocks(int *p) {{{{\n#if {condition}\n  int n = 16;\n#endif\n  cudaFree(p);\n}}}}\n"
    assert said(source.format(""), CONDITIONS) == expected
    assert said(source.format("__host__ __device__ "), CONDITIONS) != []
    assert said(source.format("OURS "), CONDITIONS) != []


def test_what_one_function_uses_several_times_is_told_once() -> None:
    source = b"int f() { int m = CUDART_VERSION / 1000; return m + CUDART_VERSION % 1000 + CUDA_VERSION; }\n"
    result = convert(source + source.replace(b"f()", b"g()"), load(), Options(path="a.cpp"))
    assert [(one.rule, len(one.related)) for one in result.findings] == [("M103", 1), ("M103", 0)] * 2
    apart = source.replace(b"return", b"\n#ifdef A\nm++;\n#else\nm += CUDART_VERSION;\n#endif\nreturn")
    result = convert(apart, load(), Options(path="a.cpp"))
    assert [(one.rule, len(one.related)) for one in result.findings] == [
        ("M103", 1),
        ("M103", 0),
        ("M103", 0),
    ]
    outside = convert(b"int m = CUDART_VERSION;\nint n = CUDART_VERSION;\n", load(), Options(path="a.cpp"))
    assert [one.rule for one in outside.findings] == ["M103", "M103"]


def test_the_number_of_a_library_is_no_number_of_hips() -> None:
    (cuda, dnn) = convert(b"int m = CUDA_VERSION;\nint n = CUDNN_VERSION;\n", load()).findings
    assert "such as HIP_VERSION, which counts otherwise" in cuda.message
    assert dnn.message.endswith("such as the version of ROCm's library, which counts otherwise")


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("__CUDA_ARCH__ >= 7000", False),
        ("defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 7000", False),
        ("defined __CUDA_ARCH__ && __CUDA_ARCH__ > 8000", False),
        ("__CUDA_ARCH__ >= 1210", True),
        ("__CUDA_ARCH__ >= 7000 || X", True),
        ("!defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 7000", True),
        ("defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 7000", True),
    ],
)
def test_a_number_that_no_gpu_has_is_decided_alike(condition: str, told: bool) -> None:
    source = f"#if {condition}\nint a;\n#endif\n".encode()
    assert [one.rule for one in convert(source, load(), Options(path="a.cu")).findings] == ["M001"] * told
    more = source.replace(b"#endif", b"#elif __CUDA_ARCH__ >= 700\nint b;\n#endif")
    assert [one.rule for one in convert(more, load(), Options(path="a.cu")).findings] == ["M001"]


@pytest.mark.parametrize(
    "source", ["__CUDA_ARCH__ __CUDA_ARCH__(){}", "int __CUDA_ARCH__ = 1;", "f(__CUDA_ARCH__(1));"]
)
def test_what_reads_as_a_type_or_is_declared_is_no_value(source: str) -> None:
    made = convert(source.encode(), load(), Options(path="a.cu", add_include=False))
    assert made.text == source


@pytest.mark.parametrize(
    "source", ["int f() {{ return {}; }}", "int a = 2 * {};", "int g() {{ if ({} > 1) h(); else {}; }}"]
)
def test_what_is_a_value_is_written(source: str) -> None:
    text = source.replace("{}", "__CUDA_ARCH__").format()
    made = convert(text.encode(), load(), Options(path="a.cu", add_include=False))
    assert made.text == source.replace("{}", "0").format()

"""Types of the API that a file declares itself: which of them HIP's headers declare otherwise."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

RULES = load()


def said(source: str) -> list[tuple[str, int]]:
    """Give what is said of own types, up to where they are declared, and the lines that it covers."""
    made = convert(source.encode(), RULES, Options(path="a.h"))
    found = [one for one in made.findings if one.rule == "M086"]
    return [(one.message.partition(" declared")[0], made.source.count(b"\n", *one.span) + 1) for one in found]


@pytest.mark.parametrize(
    "source",
    [
        "typedef int CUdevice;",
        "typedef void *CUdeviceptr;",
        "typedef struct CUctx_st *CUcontext;",
        "typedef hipStream_t cudaStream_t;",
        "using cudaStream_t = hipStream_t;",
        "using cudaStream_t = struct CUstream_st *;",
        "using cudaHostFn_t = void (*)(void *);",
        "typedef void (*cudaHostFn_t)(void *);",
        "struct cudaDeviceProp;",
        "typedef struct cudaDeviceProp Prop;",
        "enum cudaError : int;",
        "cudaError_t cudaFree(void *);",
        "class Pool { typedef int cudaStream_t; enum Kind { cudaSuccess }; };",
        "namespace mine { struct cudaDeviceProp { int major; }; }",
        "void f() { typedef int cudaStream_t; enum { cudaSuccess }; }",
        "template <typename cudaStream_t> struct Pool { cudaStream_t stream; };",
        "#ifndef WITH_CUDA\ntypedef int cudaStream_t;\n#endif",
        "#ifdef __PTX__\ntypedef int cudaStream_t;\n#endif",
        "cudaError_t codes[] = { cudaSuccess, cudaErrorInvalidValue };  // no enum",
    ],
)
def test_what_meets_nothing(source: str) -> None:
    assert said(f"{source}\n") == []


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("typedef unsigned CUdeviceptr;", "CUdeviceptr is"),
        ("typedef int cudaError_t;", "cudaError_t is"),
        ("typedef struct mine *cudaStream_t;", "cudaStream_t is"),
        ("using cudaStream_t = int;", "cudaStream_t is"),
        ("struct cudaDeviceProp { int major; };", "cudaDeviceProp is"),
        ('extern "C" { typedef int cudaStream_t; }', "cudaStream_t is"),
        ("#ifndef A_H\n#define A_H\ntypedef int cudaStream_t;\n#endif", "cudaStream_t is"),
        ("typedef enum { cudaSuccess = 0, cudaErrorInvalidValue } status;", "cudaSuccess is"),
    ],
)
def test_what_hip_declares_otherwise(source: str, name: str) -> None:
    assert [one for one, _ in said(f"{source}\n")] == [name]


@pytest.mark.parametrize(
    ("source", "is_said"),
    [
        ("typedef float2 cuFloatComplex;", False),
        ("typedef double2 cuDoubleComplex;", False),
        ("typedef cuFloatComplex cuComplex;", False),
        ("using cuFloatComplex = float2;", False),
        ("typedef cuComplex cufftComplex;", False),
        ("typedef cuDoubleComplex cufftDoubleComplex;", False),
        ("typedef double2 cuFloatComplex;", True),
        ("typedef float4 cuComplex;", True),
        ("typedef float2 *cuFloatComplex;", True),
    ],
)
def test_complex_numbers_are_of_the_same_vectors_in_hip(source: str, is_said: bool) -> None:
    assert bool(said(f"{source}\n")) == is_said


def test_declarations_in_a_row_are_one_finding_over_all_their_lines() -> None:
    row = "typedef int cudaStream_t;  // a\n\n#define X\ntypedef enum {\n  cudaSuccess,\n} cudaError_t;\n"
    assert said(row) == [("cudaStream_t and 1 more are", 6)]


def test_all_rows_of_a_file_say_the_same() -> None:
    """So that they are one cause."""
    row = "typedef int cudaStream_t;\ntypedef int cudaEvent_t;\n"
    assert said(f"{row}int x;\nstruct cudaDeviceProp {{}};\n") == [("cudaStream_t and 2 more are", 2)]


def test_one_without_a_condition_speaks_for_those_with_one() -> None:
    either = "#ifdef _WIN64\ntypedef long CUdeviceptr;\n#else\ntypedef int CUdeviceptr;\n#endif\n"
    assert said(either) == []
    assert said(f"{either}int x;\ntypedef int cudaStream_t;\n") == [("CUdeviceptr and 2 more are", 3)]

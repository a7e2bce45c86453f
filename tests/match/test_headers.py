"""Paths of CUDA headers: in includes, in `__has_include`, in macros, and of files of the project."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

import pytest
from helpers.matches import RULES, Made, applied, converted
from helpers.toolchain import Hipcheck, needs_gcc

from hipify_py import match
from hipify_py.conversion import convert
from hipify_py.match.headers import header_macros, headers, looked_up
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project


def test_a_header_that_is_asked_for_is_renamed_like_the_one_included() -> None:
    source = b"#if __has_include(<cuda_fp16.h>)\n#include <cuda_fp16.h>\n#endif\n"
    result = convert(source, RULES, Options(path="a.cpp"))
    assert result.output == source.replace(b"cuda_fp16.h", b"hip/hip_fp16.h")
    assert convert(result.output, RULES, Options(path="a.cpp")).output == result.output


def found(source: str, options: Options = Options()) -> Made:  # noqa: B008  frozen
    unit = Unit(source.encode())
    return applied(unit, headers(unit, RULES, options))


@pytest.mark.parametrize(
    ("archs", "said"),
    [
        ((), ["N002"]),
        (("gfx90a", "gfx942:xnack+"), ["N002"]),
        (("gfx9-4-generic",), ["N002"]),
        (("gfx90a", "gfx950", "gfx1100"), []),
    ],
)
def test_a_warning_of_some_gpus_is_left_out_where_others_are_meant(
    archs: tuple[str, ...], said: list[str]
) -> None:
    result = convert(b"#include <cuda_fp8.h>\n", RULES, Options("a.cu", archs=archs))
    assert result.output == b"#include <hip/hip_fp8.h>\n"
    assert [one.rule for one in result.findings] == said


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#include <cuda_runtime.h>\n", "#include <hip/hip_runtime.h>\n"),
        ('#  include "cuda_fp16.h" // half\n', '#  include "hip/hip_fp16.h" // half\n'),
        ("#include <cub/cub.cuh>\n", "#include <hipcub/hipcub.hpp>\n"),
        ("#include <device_functions_decls.h>\n", "#include <hip/hip_runtime.h>\n"),  # of CUDA 7 and 8
        ("#if __has_include(<cuda_runtime.h>)\n#endif\n", "#if __has_include(<hip/hip_runtime.h>)\n#endif\n"),
        ("#include <vector>\n#include <my/cuda_runtime.h>\n", None),
        ("#include <hip/hip_runtime.h>\n", None),
        ('// #include <cuda_runtime.h>\nauto s = "#include <cuda_runtime.h>";\n', None),
        ("#define H <cuda_runtime.h>\n#include H\n", None),
    ],
)
def test_a_header_is_renamed_and_others_stay(before: str, after: str | None) -> None:
    assert found(before) == (after or before, [])


API, SAMPLES = "#include <hip/hip_runtime_api.h>", '#include "hipify_samples.h"'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#include <cuda.h>\n#include <cuda_runtime_api.h>\nint x;\n", f"{API}\nint x;\n"),
        ("#include <cuda.h>\r\n\r\n # include <cuda_runtime_api.h> \r\nint x;", f"{API}\r\n\r\nint x;"),
        ("#include <helper_cuda.h>\n#include <helper_functions.h>\nint x;\n", f"{SAMPLES}\nint x;\n"),
        ("#include <cuda.h>\n#include <cuda.h>\nint x;\n", f"{API}\n{API}\nint x;\n"),
        (
            "#include <cuda.h>\n#ifdef A\n#include <cuda.h>\n#include <cuda_runtime_api.h>\n#endif\n",
            f"{API}\n#ifdef A\n{API}\n#endif\n",
        ),
        ("#include <cuda.h>\n#include <cuda_runtime_api.h> // both\n", f"{API}\n{API} // both\n"),
        ("#include <cuda.h>\n/* and\n*/ #include <cuda_runtime_api.h>\n", f"{API}\n/* and\n*/ {API}\n"),
        (
            '#include <cuda.h>\nextern "C" {\n#include <cuda_runtime_api.h>\n}\n',
            f'{API}\nextern "C" {{\n{API}\n}}\n',
        ),
        ("#include <cuda.h>\n#include <cuda_runtime_api.h>", f"{API}\n{API}"),
        ("#include <thrust/sort.h>\n#include <thrust/scan.h>\n", None),
        ("#include <cuda.h>\n#include <cuda_runtime.h>\n", f"{API}\n#include <hip/hip_runtime.h>\n"),
    ],
)
def test_two_headers_that_are_one_in_hip_are_included_once(before: str, after: str | None) -> None:
    assert found(before) == (after or before, [])


def test_a_header_without_a_counterpart_is_reported_and_stays() -> None:
    source = "#include <cudnn.h>\n#include <cutlass/gemm.h>\n#if __has_include(<cudnn.h>)\n#endif\n"
    assert found(source) == (source, [("N005", "cudnn.h"), ("N005", "cutlass/gemm.h")])


@pytest.mark.parametrize(
    "path", ["cusp/csr_matrix.h", "moderngpu/kernel_scan.hxx", "rmm/device_uvector.hpp", "amgx_c.h"]
)
def test_libraries_by_others_that_are_made_for_cuda_alone_are_reported(path: str) -> None:
    source = f"#include <{path}>\n"
    assert found(source) == (source, [("N005", path)])


def test_a_header_unit_without_a_counterpart_is_reported_and_stays() -> None:
    source = 'import <nppcore.h>;\nimport "a.h";\nimport npp;\n'
    assert found(source, project("a.h")) == (source, [("N005", "nppcore.h")])


def test_what_is_known_of_a_folder_holds_for_all_in_it() -> None:
    assert looked_up(RULES, b"cutlass/util/x.h") == looked_up(RULES, b"cutlass/gemm.h") is not None
    assert looked_up(RULES, b"my/cutlass/gemm.h") is None
    assert looked_up(RULES, b"cuda_runtime.h") == RULES.headers[b"cuda_runtime.h"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define RUNTIME <cuda_runtime.h>\n", ["cuda_runtime.h"]),
        (
            '#define RUNTIME "cuda_runtime.h"\n#define OTHER <cub/cub.cuh>\n',
            ["cuda_runtime.h", "cub/cub.cuh"],
        ),
        ("#define RUNTIME <hip/hip_runtime.h>\n#define V <vector>\n", []),
        ("#include <cuda_runtime.h>\n", []),
    ],
)
def test_a_macro_for_a_header_is_reported(source: str, expected: list[str]) -> None:
    unit = Unit(source.encode())
    assert applied(unit, header_macros(unit, RULES)) == (source, [("N010", path) for path in expected])


def project(*files: str, renamed: str = "") -> Options:
    """Give the options for `src/a.cu` in a project; a file of it may get the ending `.hip`."""
    new = {renamed: renamed.removesuffix(".cu") + ".hip"} if renamed else {}
    return Options(path="src/a.cu", project=Project(files={file: file for file in files}, renamed=new))


@pytest.mark.parametrize(
    ("source", "options", "after"),
    [
        ('#include "k.cu"\n', project("src/k.cu", renamed="src/k.cu"), '#include "k.hip"\n'),
        ('#include "../src/k.cu"\n', project("src/k.cu", renamed="src/k.cu"), '#include "../src/k.hip"\n'),
        ("#include <src/k.cu>\n", project("src/k.cu", renamed="src/k.cu"), "#include <src/k.hip>\n"),
        ('#include "k.cu"\n', project("src/k.cu"), None),
        ('#include "k.cu"\n', project("other/k.cu", renamed="other/k.cu"), None),
        ('#include "cuda_runtime.h"\n', project("src/cuda_runtime.h"), None),
        ("#include <cuda_runtime.h>\n", project("src/cuda_runtime.h"), "#include <hip/hip_runtime.h>\n"),
    ],
)
def test_a_file_of_the_project_is_its_own(source: str, options: Options, after: str | None) -> None:
    assert found(source, options) == (after or source, [])


def test_a_whole_conversion_names_the_header_once() -> None:
    assert converted("#include <cutlass/gemm.h>\n").said == [("N005", "cutlass/gemm.h")]


@pytest.mark.parametrize(
    ("path", "source", "unused"),
    [
        ("a.cu", "#include <cudnn.h>\nint a;\n", [True]),
        ("a.cu", '#include <nvml.h>\n// nvmlInit()\nconst char *s = "nvmlInit";\n', [True]),
        ("a.cu", "#include <cudnn.h>\ncudnnHandle_t h;\n", [False]),
        ("a.cu", "#include <cudnn.h>\nvoid f() { CHECK_CUDNN(g()); }\n", [False]),
        ("a.cu", "#include <cudnn.h>\nstruct MyCudnn m;\n", [True]),
        ("a.cu", "#include <npps.h>\n#include <nppi.h>\nNppiSize s;\n", [False]),
        ("a.cu", "#include <npps.h>\n#include <nppi.h>\n", [True]),
        ("a.cu", '#include <cudnn.h>\n#include "my/cudnn_helper.h"\n', [True]),
        ("a.cu", "#include <cutil_inline.h>\nvoid f() { CUT_SAFE_CALL(g()); }\n", [False]),
        ("a.cu", "#include <cutil_math.h>\nfloat f() { return dot(g(), h()); }\n", [False]),
        ("a.cu", "#include <cutil_math.h>\nvoid f(float3 a, float3 b) { g(a * b); }\n", [False]),
        ("a.cu", "#include <cutil_math.h>\nint dotted(int a) { return polydot (a); }\n", [True]),
        ("a.cu", "#include <nvcuvid.h>\nCUvideodecoder d;\n", [False]),
        ("a.cu", "#include <nvcuvid.h>\n#include <cuviddec.h>\n", [True]),
        ("a.h", "#include <cudnn.h>\nint a;\n", [False]),
        ("a.cu", "#include <mma.h>\nint a;\n", [False]),
        ("a.cu", "#include <cutlass/cutlass.h>\nint a;\n", [False]),
        ("a.cu", "#include <cuda_pipeline_helpers.h>\nvoid f() { cudaFree(0); }\n", [False]),
    ],
)
def test_it_is_said_of_a_header_that_nothing_of_it_is_used(
    path: str, source: str, unused: list[bool]
) -> None:
    made = convert(source.encode(), RULES, Options(path=path))
    found = [one.message for one in made.findings if one.rule == "N005"]
    assert [one.endswith("leave the line out") for one in found] == unused


LEADING = (b"own.h", b"thrust/sort.h")


@pytest.mark.parametrize(
    ("path", "source", "leading", "said"),
    [
        ("a.cpp", "#include <thrust/sort.h>\n", None, "this file"),
        ("a.cpp", '#include "own.h"\n', LEADING, "this file, which reads it by way of own.h,"),
        ("a.cpp", '#include "own.h"\n', None, None),
        ("a.cpp", '#include "other.h"\n', LEADING, None),
        ("a.cpp", '#include "own.h"\nvoid f() { k<<<1, 1>>>(); }\n', LEADING, None),
        ("a.cpp", "#include <thrust/sort.h>\nvoid f() { k<<<1, 1>>>(); }\n", None, None),
        ("a.cpp", "#include <thrust/sort.h>\nvoid f() { hipLaunchKernelGGL(k, 1, 1, 0, 0); }\n", None, None),
        ("a.h", "#include <thrust/sort.h>\n", None, None),
        ("a.cpp", "#include <thrust/version.h>\n", None, None),
        ("a.cpp", "#include <thrust/detail/execution_policy.h>\n", None, None),
        ("a.cpp", "#include <thrust/execution_policy.h>\n", None, "this file"),
        ("a.cpp", "#ifdef __CUDACC__\n#include <thrust/sort.h>\n#endif\n", None, None),
    ],
)
def test_device_libraries_that_plain_cpp_reads(
    path: str, source: str, leading: tuple[bytes, bytes] | None, said: str | None
) -> None:
    project = Project(device_library=leading)
    made = convert(source.encode(), RULES, Options(path=path, project=project))
    found = [one.message for one in made.findings if one.rule == "M067"]
    assert [one.partition("let the build compile ")[2] for one in found] == (
        [f"{said} as HIP"] if said else []
    )


def test_a_header_tells_for_the_plain_cpp_that_reads_it() -> None:
    source = b"#include <thrust/sort.h>\n#include <cub/cub.cuh>\n"
    for readers, text in (
        (("x/a.cpp",), "a.cpp, which reads it by way of this header, as HIP"),
        (("a.cc", "b.cc", "c.cc"), "a.cc, b.cc and c.cc, which read it by way of this header, as HIP"),
        (
            tuple(f"{one}.cc" for one in "abcdefg"),
            "a.cc, b.cc, c.cc, d.cc and 3 more, which read it by way of this header, as HIP",
        ),
        (("a.cc", "b.cc"), "a.cc and b.cc, which read it by way of this header, as HIP"),
    ):
        made = convert(source, RULES, Options(path="a.h", project=Project(cxx_readers=readers)))
        (told,) = (one.message for one in made.findings if one.rule == "M067")
        assert told.endswith(f": let the build compile {text}")


@needs_gcc
@pytest.mark.compiler
def test_what_a_compiler_for_the_host_takes_of_thrust(tmp_path: Path) -> None:
    root = Path(os.environ.get("HIP_SYSROOT") or Path.home() / ".cache/hip-sysroot") / "usr/include"
    headers = tomllib.loads((Path(match.__file__).parent / "host_headers.toml").read_text())["headers"]
    assert len(headers) > 30
    for name, compiles in (*((each, True) for each in headers), ("thrust/copy.h", False)):
        unit = tmp_path / "a.cpp"
        unit.write_text(f"#include <{name}>\n")
        flags = ["-std=c++17", "-fsyntax-only", "-D__HIP_PLATFORM_AMD__", "-isystem", str(root)]
        done = subprocess.run(["g++", *flags, str(unit)], capture_output=True, text=True, check=False)
        assert (done.returncode == 0) is compiles, (name, done.stderr)


@needs_gcc
@pytest.mark.compiler
@pytest.mark.parametrize(
    "header",
    [
        "channel_descriptor.h",
        "cuda_surface_types.h",
        "cuda_texture_types.h",
        "driver_types.h",
        "surface_types.h",
        "texture_types.h",
    ],
)
def test_headers_of_types_become_one_that_compiles_alone(tmp_path: Path, header: str) -> None:
    source = f"#include <{header}>\n#include <cuda_runtime_api.h>\ncudaStream_t s;\n"
    root = Path(os.environ.get("HIP_SYSROOT") or Path.home() / ".cache/hip-sysroot") / "usr/include"
    unit = tmp_path / "a.cpp"
    unit.write_bytes(convert(source.encode(), RULES, Options(path="a.cpp")).output)
    flags = ["-std=c++17", "-fsyntax-only", "-D__HIP_PLATFORM_AMD__", "-isystem", str(root)]
    subprocess.run(["g++", *flags, str(unit)], check=True)


OF_THRUST = "#include <thrust/system/cuda/detail/%s>\n"


def test_the_cub_that_thrust_brought_along_is_hips() -> None:
    made = converted(OF_THRUST % "cub/cub.cuh" + "size_t n = thrust::cuda_cub::cub::Debug(0);\n")
    assert "#include <hipcub/hipcub.hpp>\n" in made[0]
    assert ("N001", "thrust::cuda_cub::cub") in made.said


@pytest.mark.parametrize("name", ["par.h", "cub/device/device_scan.cuh"])
def test_what_is_thrusts_own_is_said(name: str) -> None:
    assert found(OF_THRUST % name).said == [("N005", f"thrust/system/cuda/detail/{name}")]


@pytest.mark.parametrize("path", ["thrust/sort.h", "thrust/system/hip/detail/par.h", "thrust/detail/raw.h"])
def test_what_rocthrust_has_or_may_have_keeps_still(path: str) -> None:
    source = f"#include <{path}>\n"
    assert found(source) == (source, [])


COPY = Project({"src/a.h": "src/a.h", "cusp/array1d.h": "inc/cusp/array1d.h", "mine/a.h": "inc/mine/a.h"})


@pytest.mark.parametrize(
    ("includes", "severity"),
    [
        ("#include <cusp/array1d.h>\n#include <cusp/gone.h>\n", "note"),
        ("#include <cusp/gone.h>\n#include <cusp/array1d.h>\n", "note"),
        ("#include <mine/a.h>\n#include <cusp/gone.h>\n", "error"),
        ('#include "cusp/array1d.h"\n#include <cusp/gone.h>\n', "error"),  # may stand beside a library's
        ("#include <cusp/array1d.h>\n#include <cutlass/gone.h>\n", "error"),
    ],
)
def test_a_header_that_a_copy_of_a_library_in_the_project_lacks(includes: str, severity: str) -> None:
    result = convert(includes.encode(), RULES, Options(path="src/a.h", project=COPY))
    assert [(one.rule, one.severity) for one in result.findings] == [("N005", severity)]


def test_a_header_of_a_namespace_and_its_names_are_one_finding() -> None:
    source = (
        b"#include <mma.h>\nusing namespace nvcuda;\n__device__ void f() { wmma::mma_sync(a, b, c, a); }\n"
    )
    (found,) = convert(source, RULES, Options()).findings
    assert (found.rule, [one.span.start for one in found.related]) == ("N005", [source.index(b"nvcuda")])


@pytest.mark.parametrize(
    "path",
    [
        "gpu/mxGPUArray.h",
        "cuml/kmeans.hpp",
        "cugraph/a.hpp",
        "opencv2/cudaarithm.hpp",
        "b40c/a.cuh",
        "af/cuda.h",
    ],
)
def test_a_library_of_others_that_is_for_cuda_alone_is_told_of(path: str) -> None:
    source = f"#include <{path}>\n__global__ void k() {{}}\n".encode()
    assert [one.rule for one in convert(source, RULES, Options()).findings] == ["N005"]


@pytest.mark.parametrize("path", ["arrayfire.h", "magma_v2.h", "Kokkos_Core.hpp", "opencv2/core.hpp"])
def test_a_library_of_others_that_hip_has_too_is_no_matter(path: str) -> None:
    source = f"#include <{path}>\n__global__ void k() {{}}\n".encode()
    assert convert(source, RULES, Options()).findings == ()


@pytest.mark.parametrize(
    "header", ["device_functions.h", "math_functions.h", "host_defines.h", "sm_30_intrinsics.h"]
)
@pytest.mark.parametrize("before", ["", "#include <cuda_runtime.h>\n"])
def test_old_headers_of_cuda_compile_in_plain_cxx(
    before: str, header: str, hipcheck: Hipcheck, tmp_path: Path
) -> None:
    source = f"{before}#include <{header}>\nint main() {{ return 0; }}\n"
    target = tmp_path / "a.cpp"
    target.write_bytes(convert(source.encode(), RULES, Options(path="a.cpp")).output)
    assert "hip/" in target.read_text()
    ok, said = hipcheck(target, "-x", "c++", "-D__HIP_PLATFORM_AMD__")
    assert ok, said

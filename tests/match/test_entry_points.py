"""Names of functions in strings: reported where a file looks functions up by name."""

from __future__ import annotations

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load

RULES = load()


def said(source: str) -> list[str]:
    result = convert(source.encode(), RULES)
    found = [one for one in result.findings if one.rule == "R025"]
    return [result.source[slice(*one.span)].decode() for one in found]


@pytest.mark.parametrize(
    "asks", ["cuGetProcAddress", "cudaGetDriverEntryPointByVersion", "dlsym", "GetProcAddress"]
)
def test_each_string_that_is_a_name_is_reported(asks: str) -> None:
    source = f'void f(void *p) {{ {asks}(p, "x"); g("cuMemCreate"); g("cuMemMap"); }}\n'
    (one,) = (one for one in convert(source.encode(), RULES).findings if one.rule == "R025")
    assert source[slice(*one.span)] == "cuMemCreate"
    assert one.message.endswith("give the name that it has in HIP, hipMemCreate")
    assert [at.message for at in one.related] == ["and here, cuMemMap"]


def test_what_hip_lacks_has_no_name_there() -> None:
    (one,) = convert(b'void f(void *p) { dlsym(p, "cuMemBatchDecompressAsync"); }\n', RULES).findings
    lacks = "HIP has none that does the same: leave it out, or go on without"
    assert (one.rule, one.message.endswith(lacks)) == ("R025", True)


@pytest.mark.parametrize(
    "text",
    [
        '"cuMemCreate: failed"',
        '"cudaStream_t"',
        '"CUDA_SUCCESS"',
        '"hipMemCreate"',
        '"cuNoSuchThing"',
    ],
)
def test_other_strings_are_none_of_its_business(text: str) -> None:
    assert said(f"void f(void *p) {{ dlsym(p, x); g({text}); }}\n") == []


def test_a_file_that_looks_nothing_up_may_name_functions() -> None:
    assert said('void f() { check("cuMemCreate", 1); }\n') == []


def libraries(source: str) -> list[str]:
    result = convert(source.encode(), RULES)
    assert result.output == source.encode()
    found = [one for one in result.findings if one.rule == "R252"]
    return [result.source[slice(*one.span)].decode() for one in found]


@pytest.mark.parametrize("loads", ["dlopen", "dlmopen", "LoadLibrary", "LoadLibraryExW", "ns::dlopen"])
@pytest.mark.parametrize(
    "name",
    [
        "libcuda.so",
        "libcuda.so.1",
        "libcudart.so.12.9.79",
        "libcublasLt.so.12",
        "libcudnn_ops.so.9",
        "libnvidia-ml.so.1",
        "libnvrtc-builtins.so.12.4",
        "libnccl.so.2",
        "nvcuda.dll",
        "cudart64_110.dll",
    ],
)
def test_a_library_is_reported_where_libraries_are_loaded(loads: str, name: str) -> None:
    assert libraries(f'void f() {{ {loads}("{name}", 1); }}\n') == [name]


@pytest.mark.parametrize("folders", ["/usr/lib/", "../", "C:\\\\cuda\\\\bin\\\\", "//"])
def test_and_in_a_folder(folders: str) -> None:
    assert libraries(f'char *s = "{folders}libcuda.so.1"; void f() {{ dlopen(s, 1); }}\n') == ["libcuda.so.1"]


@pytest.mark.parametrize(
    "name",
    ["libcurl.so", "libnvme.so", "libhipblas.so", "libcuda", "my_libcuda.so", "libcuda.so.1 is missing"],
)
def test_other_strings_are_no_library_of_cudas(name: str) -> None:
    assert libraries(f'void f() {{ dlopen("{name}", 1); }}\n') == []


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("libcuda.so.1", "libamdhip64.so"),
        ("nvcuda.dll", "amdhip64_7.dll"),
        ("cudart64_12.dll", "amdhip64_7.dll"),
        ("libcublasLt.so.12", "libhipblaslt.so"),
        ("nvToolsExt64_1.dll", "has no roctx64"),
        ("libnvrtc.so", "libhiprtc.so"),
        ("libnvidia-ml.so.1", "libamd_smi is AMD's"),
        ("libnvrtc-builtins.so.12.4", "load the one of ROCm's that has the functions looked up in it"),
        ("libcudnn.so.8", "--dnn miopen"),
        ("nppif64_12.dll", "load the one of ROCm's that has the functions looked up in it"),
    ],
)
def test_what_to_load_in_place_of_a_library_is_said(name: str, instead: str) -> None:
    source = f'void f() {{ dlopen("{name}", 1); }}\n'
    (said,) = (one.message for one in convert(source.encode(), RULES).findings if one.rule == "R252")
    assert instead in said
    assert "libamdhip64" not in said or instead == "libamdhip64.so"


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("nvcuda.dll", "load amdhip64_7.dll of the HIP SDK for Windows, and look HIP's names up in it"),
        ("cudart64_12.dll", "load amdhip64_7.dll of the HIP SDK for Windows, and look HIP's names up in it"),
        ("cublas64_12.dll", "load hipblas.dll of the HIP SDK for Windows, and look HIP's names up in it"),
        ("libcuda.so.1", "load libamdhip64.so, and look HIP's names up in it"),
        ("libcublas.so", "load libhipblas.so, and look HIP's names up in it"),
    ],
)
def test_what_to_load_is_said_by_the_system_that_loads_it(name: str, instead: str) -> None:
    (said,) = convert(f'void f() {{ load("{name}"); dlopen(x, 1); }}'.encode(), RULES).findings
    assert said.message.endswith(f"CUDA's: {instead}")


@pytest.mark.parametrize("name", ["libcuda.dylib", "/usr/local/cuda/lib/libcudart.12.dylib"])
def test_macos_has_no_rocm_whose_libraries_could_be_loaded(name: str) -> None:
    assert libraries(f'void f() {{ dlopen("{name}", 1); }}\n') == []

"""Builds of Autotools, Go, Rust, Julia, SCons, Eclipse and the like: CUDA in them is said once a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.project.file_kinds import is_build_file
from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

STUDIOS = "BuildCustomizations/CUDA 11.2"


def said_of(source: str, path: str) -> list[str]:
    """Give what stands at the places of the one finding, the first and those beside it."""
    assert is_build_file(path)
    result = build_file(source.encode(), RULES, Options(path=path))
    assert result.text == source
    if not result.findings:
        return []
    (one,) = result.findings
    assert one.rule == ("B041" if path.endswith("proj") else "B017")
    return [result.source[slice(*span)].decode() for span in (one.span, *(each.span for each in one.related))]


@pytest.mark.parametrize(
    ("path", "source", "said"),
    [
        (
            "configure.ac",
            'AC_ARG_WITH([cuda], [--with-cuda=PATH])\nL="-lcudart -lcublas"\nNVCC=$with/nvcc\nF=-gencode\n',
            ["--with-cuda", "-lcudart", "nvcc", "-gencode"],
        ),
        (
            "m4/ax_cuda.m4",
            "AC_CHECK_HEADER([cuda_runtime.h])\nD=/usr/local/cuda/lib64\n",
            ["cuda_runtime.h", "/usr/local/cuda/lib64"],
        ),
        ("m4/a.m4", "AC_SEARCH_LIBS([cublasCreate], [cublas mycublas])\n", ["cublas"]),
        ("configure.in", "dnl nvcc\n# -lcudart\nA=libcuda.h my-nvcc\n", []),
        ("configure.ac", "NVCC=nvcc\nHIPCC=hipcc\n", []),
        (
            "cu/f.go",
            '/*\n#cgo LDFLAGS: -L/opt/cuda/lib64 -lcuda\n#include <cuda.h>\n*/\nimport "C"\n',
            ["/opt/cuda/lib64", "cuda.h"],
        ),
        ("cu/f.go", '//#cgo LDFLAGS:-lcufft\n// -lcuda\nvar s = exec("nvcc")\n', ["-lcufft", "nvcc"]),
        ("f.go", '// includes cuda.h, links -lcuda\nvar x = "cuda"\n', []),
        (
            "build.rs",
            '// nvcc\nlet p = env("CUDA_PATH"); // x\ncc().flag("-arch=sm_70");\n',
            ["CUDA_PATH", "-arch=sm_70"],
        ),
        ("Cargo.toml", '[dependencies]\ncudarc = "0.9"\n', ["cudarc"]),
        ("Cargo.toml", '[dependencies]\n# cust = 1\ncustom = "0.9"\n', []),
        (
            "a.vcxproj",
            "<CUDA 12.4.props><D>cublas.lib;a.lib;$(CUDA_PATH)</D><CudaCompile F=1 />nvcc.exe\n",
            ["CUDA 12.4.props", "cublas.lib", "CUDA_PATH", "CudaCompile", "nvcc.exe"],
        ),
        ("vs/a.vcproj", '<Tool Name="X" A="cudart.lib" />\n', ["cudart.lib"]),
        ("a.vcxproj", '<!-- <CudaCompile/> -->\n<ClCompile Include="cuda/a.cpp" />mycudart.lib\n', []),
        ("a.vcxproj", "<D>cudart.lib</D><E>$(HIP_PATH)</E>\n", []),
        (
            "SConstruct",
            "env = Environment(NVCC='nvcc', NVCCFLAGS='-arch=sm_35', LIBS=['cudart', 'm'])  # nvcc\n",
            ["nvcc", "NVCCFLAGS", "-arch=sm_35", "cudart"],
        ),
        ("src/SConscript", "Import('env')\nenv.Program('a.cpp')\n", []),
        ("wscript", "conf.load('compiler_cxx cuda')\nconf.env.CUDAFLAGS = []\n", ["cuda", "CUDAFLAGS"]),
        ("a.pro", "CUDA_SOURCES += a.cu\nLIBS += -lcudart # -lcublas\n", ["CUDA_SOURCES", "-lcudart"]),
        ("a.pro", "SOURCES += a.cpp\n", []),
        ("xmake.lua", 'add_files("*.cu") -- nvcc\nadd_cugencodes("native")\n', ["*.cu", "add_cugencodes"]),
        ("premake5.lua", 'buildcustomizations "BuildCustomizations/CUDA 11.2"\n', [STUDIOS]),
        (".cproject", '<tool id="com.nvidia.cuda.ide.nvcc"/><!-- -->\n', ["com.nvidia.cuda.ide"]),
        (".project", "<name>org.eclipse.cdt</name><!-- com.nvidia.cuda.ide -->\n", []),
        ("Project.toml", '[deps]\nCUDA = "052768ef"\n', ["CUDA"]),
        (
            "CMakePresets.json",
            '{"CMAKE_CUDA_ARCHITECTURES": "80", "CMAKE_CUDA_COMPILER": "nvcc", "CMAKE_CUDA_FLAGS": "-O3"}\n',
            ["CMAKE_CUDA_ARCHITECTURES", "CMAKE_CUDA_COMPILER", "CMAKE_CUDA_FLAGS"],
        ),
        (
            "CMakeUserPresets.json",
            '{"environment": {"CUDACXX": "a", "CUDA_PATH": "b"}}',
            ["CUDACXX", "CUDA_PATH"],
        ),
        ("CMakePresets.json", '{"CMAKE_HIP_ARCHITECTURES": "x", "CMAKE_CUDA_ARCHITECTURES": "80"}', []),
        ("CMakePresets.json", '{"displayName": "no CUDA", "USE_CUDA": "OFF"}', []),
        ("vcpkg.json", '{"dependencies": ["fmt", {"name": "opencv", "features": ["cuda"]}]}', ["cuda"]),
        ("vcpkg.json", '{"name": "cuda-tool", "dependencies": ["fmt"]}', []),
        (
            "conanfile.py",
            'self.requires("cudnn/8.9")\nself.options["a"]\nx = {"opencv/*:with_cuda": True}\n',
            ["cudnn/8.9", "opencv/*:with_cuda"],
        ),
        ("conanfile.txt", "[options]\nopencv:with_cuda=False\n", []),
        ("Project.toml", '[deps]\nCUDA = "052768ef"\nAMDGPU = "x"\n# ROCm\n', ["CUDA"]),
    ],
)
def test_what_of_cuda_they_name(path: str, source: str, said: list[str]) -> None:
    assert said_of(source, path) == said


@pytest.mark.parametrize(
    ("path", "source", "said"),
    [
        (
            "build.bat",
            'rem nvcc\r\n"%CUDA_PATH%\\bin\\nvcc" -arch=sm_75 a.cu cublas.lib\r\n',
            ["CUDA_PATH", "nvcc", "-arch=sm_75", "cublas.lib"],
        ),
        ("run.cmd", "@REM nvcc.exe\n:: nvcc\necho CUDA\n", []),
        ("a.ps1", "# nvcc\n& $env:CUDA_PATH\\bin\\nvcc.exe a.cu\n", ["CUDA_PATH", "nvcc.exe"]),
    ],
)
def test_scripts_of_windows_are_told_of_in_notes(path: str, source: str, said: list[str]) -> None:
    assert said_of(source, path) == said
    assert {one.severity for one in build_file(source.encode(), RULES, Options(path=path)).findings} <= {
        "note"
    }


def test_a_run_sees_them_and_makefiles_of_automake(tmp_path: Path) -> None:
    put(tmp_path / "configure.ac", "NVCC=nvcc\n")
    put(tmp_path / "Makefile.am", "NVCCFLAGS = -lineinfo\n")
    put(tmp_path / "k.cu", "__global__ void k() {}\n")
    report = convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert (tmp_path / "Makefile.am").read_text() == "NVCCFLAGS = -gline-tables-only\n"
    rules = {one.path.rpartition("/")[2]: [each.rule for each in one.concerns] for one in report.files}
    assert rules["configure.ac"] == ["B017"]


def test_scripts_of_matlab_that_call_nvcc(tmp_path: Path) -> None:
    put(tmp_path / "compile.m", "% nvcc\nsystem('nvcc -c a.cu');\nmex -lcudart a.o\n")
    put(tmp_path / "show.m", "% calls nvcc\nplot(gpuArray(1:4));\n")
    put(tmp_path / "a.cu", "__global__ void k() {}\n")
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = {one.path.rpartition("/")[2]: one.concerns for one in report.files}
    assert [(one.rule, one.start.line, len(one.related)) for one in found["compile.m"]] == [("B017", 2, 1)]
    assert "show.m" not in found

"""Flags of nvcc in setup.py: each that it alone spells so is told once, with what hipcc takes."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

FAST = (
    "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt"
)

FLAGS = """\
# "-lineinfo"
args = {"cxx": ["-O3", "-g"], "nvcc": ["-gencode=arch=compute_80,code=sm_80", '-lineinfo', "-Xptxas", "-v"]}
more = [f"-gencode=arch=compute_{cc},code=sm_{cc}", "--use_fast_math -rdc=true", "--my-flag", "-O2"]
"""


def said(source: str, name: str = "setup.py") -> list[tuple[str, str]]:
    """Give what stands at each finding, and the reason up to the first mark."""
    result = build_file(source.encode(), RULES, Options(path=name))
    assert result.text == source
    assert {one.rule for one in result.findings} <= {"B017"}
    return [
        (source[slice(*one.span)], one.message.partition(" stays: ")[2].partition(";")[0])
        for one in result.findings
    ]


def test_each_flag_has_its_reason() -> None:
    archs = "hipcc takes --offload-arch with AMD's GPUs, such as gfx90a"
    assert [one for one in said(FLAGS) if one[0] != "nvcc"] == [
        ("-gencode=arch=compute_80,code=sm_80", archs),
        ("-lineinfo", "hipcc takes -gline-tables-only"),
        ("-Xptxas", "hipcc needs nothing in its place"),
        ("--use_fast_math", "hipcc takes " + FAST),
        ("-rdc=true", "hipcc takes -fgpu-rdc"),
    ]


def test_flags_of_all_compilers_keep_still() -> None:
    assert said("setup(extra_compile_args=['-O3', '-arch', '-Wall', \"-std=c++17\"])  # '-lineinfo'\n") == []
    assert [word for word, _ in said(FLAGS, "meson.build")] == ["nvcc"]


@pytest.mark.parametrize(
    ("name", "source", "counterpart"),
    [
        (
            "meson.build",
            "nvcc = find_program('nvcc')\n",
            "its counterpart is hipcc, which find_program finds where ROCm's bin is on PATH",
        ),
        (
            "BUILD",
            "genrule(cmd = 'nvcc -c $<')\n",
            "rules for HIP bring their compiler, hipcc, which takes flags of clang++",
        ),
        (
            "setup.py",
            "os.system('nvcc -c a.cu')\n",
            "its counterpart is hipcc, which lies in the bin of ROCM_HOME and takes flags of clang++",
        ),
    ],
)
def test_the_compiler_is_told_in_words_of_the_build_system(name: str, source: str, counterpart: str) -> None:
    assert said(source, name) == [("nvcc", counterpart)]

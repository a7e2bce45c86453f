"""Which sources are units, and as what they are compiled."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.project.compile_commands import Command
from hipify_py.verify.commands import Usable
from hipify_py.verify.include_paths import Headers
from hipify_py.verify.model import Unit
from hipify_py.verify.units import OLD_C, guessed, language_of, set_sides, told


def tree(root: Path, **files: str) -> tuple[dict[str, bytes], Headers]:
    texts = {
        str(put(root / name.replace("__", "/").replace("_", "."), text)): text.encode()
        for name, text in files.items()
    }
    return texts, Headers([str(root)], lambda path: Path(path).read_bytes())


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("a.cu", b"", "hip"),
        ("a.hip", b"", "hip"),
        ("a.cpp", b"hipFree(p);", "c++"),
        ("a.cpp", b"__global__ void k();", "hip"),
        ("a.cc", b"k<<<1, 1>>>();", "hip"),
        ("a.cxx", b"#include <thrust/sort.h>", "hip"),
        ("a.cppm", b"hipFree(p);", "c++"),
        ("a.c", b"hipFree(p);", "c"),
    ],
)
def test_a_source_is_compiled_as_what_it_is(path: str, text: bytes, language: str) -> None:
    assert language_of(path, text) == language


def test_units_hold_hip_and_are_included_by_nobody(tmp_path: Path) -> None:
    texts, headers = tree(
        tmp_path,
        a_cu='#include "piece.cu"\n',
        piece_cu="__global__ void k();\n",
        plain_cpp="int main() {}\n",
        host_cpp="void f() { hipFree(0); }\n",
        through_cpp='#include "gpu.h"\n',
        gpu_h="#include <hip/hip_runtime.h>\n",
        old_c="#include <hip/hip_runtime_api.h>\n",
        net_cpp="#include <miopen/miopen.h>\n",
    )
    found = guessed(texts, headers)
    assert [(Path(unit.path).name, unit.language, unit.flags) for unit in found] == [
        ("a.cu", "hip", ()),
        ("host.cpp", "c++", ()),
        ("net.cpp", "c++", ()),
        ("old.c", "c", OLD_C),
        ("through.cpp", "c++", ()),
    ]
    assert {unit.folder for unit in found} == {str(tmp_path)}
    assert {unit.origin for unit in found} == {"guessed"}


@pytest.mark.parametrize(("header", "language"), [("<thrust/sort.h>", "hip"), ("<hip/hip_runtime.h>", "c++")])
def test_plain_cxx_that_reads_thrust_in_a_header_is_what_its_build_makes_it(
    tmp_path: Path, header: str, language: str
) -> None:
    """Where nothing was said of the header, the build compiles such sources as HIP."""
    texts, headers = tree(tmp_path, a_cpp='#include "b.h"\n', b_h=f"#include {header}\n")
    said = {str(tmp_path / "b.h")}
    assert [unit.language for unit in guessed(texts, headers)] == [language]
    assert [unit.language for unit in guessed(texts, headers, said)] == ["c++"]


def test_a_build_names_units_and_flags(tmp_path: Path) -> None:
    texts, headers = tree(tmp_path, a_cu="", b_cpp="hipFree(0);\n", c_cpp="int x;\n", d_cpp="hipFree(0);\n")
    commands = (
        (Command(f"{tmp_path}/a.cu", "/b", "nvcc", ()), ("-D", "A")),
        (Command(f"{tmp_path}/a.cu", "/b", "nvcc", ()), ("-D", "B")),
        (Command(f"{tmp_path}/b.cpp", "/b", "g++", ()), ()),
        (Command(f"{tmp_path}/b.cpp", "/b", "nvcc", ("-x", "cu")), ()),
        (Command(f"{tmp_path}/b.cpp", "/b", "/opt/rocm/bin/hipcc", ()), ()),
        (Command(f"{tmp_path}/c.cpp", "/b", "g++", ()), ()),
        (Command("/gone/e.cu", "/b", "nvcc", ()), ()),
    )
    assert told(Usable(commands, ()), texts, headers) == [
        Unit(f"{tmp_path}/a.cu", "/b", ("-D", "A"), "hip", "nvcc"),
        Unit(f"{tmp_path}/a.cu", "/b", ("-D", "B"), "hip", "nvcc"),
        Unit(f"{tmp_path}/b.cpp", "/b", (), "c++", "g++"),
        Unit(f"{tmp_path}/b.cpp", "/b", (), "hip", "nvcc"),
        Unit(f"{tmp_path}/b.cpp", "/b", (), "hip", "/opt/rocm/bin/hipcc"),
    ]


@pytest.mark.parametrize(
    ("build", "flags"),
    [
        ({"CMakeLists.txt": "set(CMAKE_CUDA_STANDARD 20)\n"}, ("-std=gnu++20",)),
        ({"CMakeLists.txt": "set(CMAKE_CUDA_STANDARD 17)\nset(CMAKE_CXX_STANDARD 23)\n"}, ()),
        ({"CMakeLists.txt": 'set(CMAKE_CXX_STANDARD "23")\n'}, ("-std=gnu++23",)),
        ({"CMakeLists.txt": "target_compile_features(a PUBLIC cxx_std_20)\n"}, ("-std=gnu++20",)),
        ({"src/Makefile": "NVCCFLAGS = -std=c++2a\n", "Makefile": "F = -std=c++23\n"}, ("-std=gnu++20",)),
        ({"CMakeLists.txt": "# set(CMAKE_CUDA_STANDARD 20)\nset(CMAKE_CUDA_STANDARD 14)\n"}, ()),
        ({"Makefile": "NVCCFLAGS = -std=c++14\n"}, ()),
        ({"other/CMakeLists.txt": "set(CMAKE_CUDA_STANDARD 20)\n"}, ()),
        ({"../CMakeLists.txt": "set(CMAKE_CUDA_STANDARD 20)\n"}, ()),
    ],
)
def test_the_standard_is_what_the_nearest_build_file_asks_for(
    build: dict[str, str], flags: tuple[str, ...], tmp_path: Path
) -> None:
    top = tmp_path / "top"
    for name, text in build.items():
        put(top / name, text)
    texts, headers = tree(
        top, src__a_cu="__global__ void k();\n", src__b_c="#include <hip/hip_runtime_api.h>\n"
    )
    assert [unit.flags for unit in guessed(texts, headers)] == [flags, OLD_C]


def test_the_interface_of_a_module_has_a_standard_with_modules(tmp_path: Path) -> None:
    texts, headers = tree(tmp_path, a_cppm="module;\n#include <hip/hip_runtime.h>\nexport module a;\n")
    assert [(unit.language, unit.flags) for unit in guessed(texts, headers)] == [("c++", ("-std=gnu++20",))]
    put(tmp_path / "CMakeLists.txt", "set(CMAKE_CXX_STANDARD 23)\n")
    assert [unit.flags for unit in guessed(texts, headers)] == [("-std=gnu++23",)]


@pytest.mark.parametrize(
    ("makefile", "language"),
    [
        ("a: src/a.c\n\t$(CXX) $(LDFLAGS) src/a.c -o a\n", "c++"),
        ("a:\n\t${CXX} \\\n\t a.c\n", "c++"),
        ("a:\n\tx86_64-linux-gnu-g++ -O2 a.c\n", "c++"),
        ("a:\n\tclang++ -c a.c\n", "c++"),
        ("a: a.c\n\t$(CC) a.c -o a\n", "c"),
        ("a:\n\t$(CXX) b.c aa.c a.cpp a.c.o\n", "c"),
        ("# $(CXX) a.c\na:\n\tgcc a.c\n", "c"),
        ("a:\n\techo c++20 a.c\n", "c"),
    ],
)
def test_a_source_of_c_that_a_makefile_gives_to_a_cxx_compiler(
    makefile: str, language: str, tmp_path: Path
) -> None:
    put(tmp_path / "Makefile", makefile)
    texts, headers = tree(tmp_path, src__a_c="#include <hip/hip_runtime_api.h>\n")
    (unit,) = guessed(texts, headers)
    assert (unit.language, unit.flags) == (language, OLD_C if language == "c" else ())


@pytest.mark.parametrize(
    ("program", "words", "language"),
    [
        ("/usr/bin/g++-12", (), "c++"),
        ("gcc", (), "c"),
        ("gcc", ("-x", "c++"), "c++"),
        ("g++", ("-xc",), "c"),
        ("nvcc", (), "c"),
    ],
)
def test_a_source_of_c_that_a_build_gives_to_a_cxx_compiler(
    program: str, words: tuple[str, ...], language: str, tmp_path: Path
) -> None:
    texts, headers = tree(tmp_path, a_c="#include <hip/hip_runtime_api.h>\n")
    commands = ((Command(f"{tmp_path}/a.c", "/b", program, words), ()),)
    assert [unit.language for unit in told(Usable(commands, ()), texts, headers)] == [language]


def test_the_side_for_hip_is_taken_where_sources_ask_for_the_macro_of_builds(tmp_path: Path) -> None:
    side = "#ifdef USE_ROCM\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n"
    texts, headers = tree(
        tmp_path,
        a_cu='#include "side.h"\n',
        b_cu='#include "set.h"\n#include "side.h"\n',
        c_cu="// USE_ROCM\n__global__ void k();\n",
        side_h=side,
        set_h="#define USE_ROCM\n",
    )
    units = guessed(texts, headers)
    assert [Path(unit.path).name for unit in units if "-DUSE_ROCM=1" in unit.flags] == ["a.cu"]
    assert set_sides(units) == ("1 unit is compiled with -DUSE_ROCM=1, which the build for HIP has to give",)
    assert set_sides(units[1:]) == ()


def test_what_build_files_say_counts_before_what_is_guessed(tmp_path: Path) -> None:
    put(tmp_path / "CMakeLists.txt", "include_directories(second)\nadd_definitions(-DN=3)\n")
    put(tmp_path / "src/a.cu", '#include "deep/b.h"\n#include "c.h"\n')
    put(tmp_path / "first/deep/b.h", "")
    put(tmp_path / "second/deep/b.h", "")
    put(tmp_path / "third/c.h", "")
    files = {f"{tmp_path}/src/a.cu": (tmp_path / "src/a.cu").read_bytes()}
    (unit,) = guessed(files, Headers([str(tmp_path)], lambda path: Path(path).read_bytes()))
    assert unit.origin == "CMakeLists.txt, else guessed"
    assert [flag.replace(f"{tmp_path}/", "") for flag in unit.flags] == [
        "-DN=3", "-iquote", "second", "-iquote", "third", "-I", "second", "-idirafter", "third",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("include", "flags"),
    [
        ("<glm/glm.hpp>", ["-iquote", "extern", "-I", "extern"]),
        ('"glm/glm.hpp"', ["-iquote", "extern", "-I", "extern"]),
        ("<sys/time.h>", ["-iquote", "extern", "-idirafter", "extern"]),
        ("<thrust/sort.h>", ["-iquote", "extern", "-idirafter", "extern"]),
        ("<getopt.h>", ["-iquote", "extern", "-idirafter", "extern"]),
        ("<other/glm.hpp>", ["-iquote", "extern", "-idirafter", "b", "-idirafter", "extern"]),
    ],
)
def test_a_library_that_the_project_brings_hides_the_systems(
    tmp_path: Path, include: str, flags: list[str]
) -> None:
    put(tmp_path / "CMakeLists.txt", "include_directories(extern)\n")
    put(tmp_path / "src/a.cu", f"#include {include}\n__global__ void k();\n")
    for name in (
        "extern/glm/glm.hpp",
        "extern/sys/time.h",
        "extern/thrust/sort.h",
        "extern/getopt.h",
        "b/other/glm.hpp",
    ):
        put(tmp_path / name, "")
    files = {f"{tmp_path}/src/a.cu": (tmp_path / "src/a.cu").read_bytes()}
    (unit,) = guessed(files, Headers([str(tmp_path)], lambda path: Path(path).read_bytes()))
    assert [flag.replace(f"{tmp_path}/", "") for flag in unit.flags] == flags

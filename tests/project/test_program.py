"""The files of a run and the headers that they include are one program."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put, snapshot

from hipify_py.project.run import convert_tree
from hipify_py.report.model import Report
from hipify_py.settings import Settings

UMIN = "static unsigned __isGlobal(unsigned a, unsigned b) { return a < b ? a : b; }\n"
KERNEL = """\
__global__ void k(unsigned *p)
{
    p[0] = __isGlobal(p[0], p[1]);
    p[1] = __shfl_down_sync(kMask, p[1], 1, WARP_SIZE);
}
"""


def told(report: Report) -> dict[str, list[str]]:
    return {
        Path(file.path).name: sorted(f"{one.rule} {one.severity}" for one in file.concerns)
        for file in report.files
        if file.status in {"converted", "unchanged"}
    }


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A kernel that reads two headers, and an unrelated program with names of its own."""
    put(tmp_path / ".git" / "HEAD", "")
    put(tmp_path / "src" / "k.cu", '#include "common.h"\n#include <mine/masks.h>\n' + KERNEL)
    put(tmp_path / "src" / "common.h", UMIN + "#define WARP_SIZE 32\n")
    put(tmp_path / "include" / "mine" / "masks.h", "#define kMask 0xffffffff\n")
    put(tmp_path / "tools" / "main.cpp", UMIN + "#define WARP_SIZE 64\n#define kMask 0\nint main() {}\n")
    return tmp_path


def test_a_file_alone_is_converted_as_in_the_whole_run(repository: Path) -> None:
    before = snapshot(repository)
    whole, folder, alone = (
        convert_tree([str(repository / path)], Settings(mode="diff")) for path in ("", "src", "src/k.cu")
    )
    (kernel,) = alone.files
    assert kernel in whole.files
    assert kernel in folder.files
    assert b"+    p[1] = __shfl_down(p[1], 1, WARP_SIZE);" in kernel.diff
    assert told(alone) == {"k.cu": ["N004 note", "W000 note"]}
    assert snapshot(repository) == before


def test_an_unrelated_neighbour_changes_nothing(repository: Path) -> None:
    put(repository / "src" / "k.cu", KERNEL)
    left = ["N001 error", "W000 note", "W031 warning"]
    for path in ("", "src", "src/k.cu"):
        assert told(convert_tree([str(repository / path)], Settings()))["k.cu"] == left


@pytest.mark.parametrize(
    "include",
    ['"round.h"', '"gone.h"', '"link.h"', '"../src/../src/common.h"', '"large.h"', '"binary.h"', '"src"'],
)
def test_headers_that_are_odd_hold_nothing_up(repository: Path, include: str) -> None:
    src = repository / "src"
    put(src / "round.h", '#include "k.cu"\n#include "round.h"\n' + UMIN)
    put(src / "large.h", UMIN * 100)
    put(src / "binary.h", b"\0" + UMIN.encode())
    (src / "link.h").symlink_to("common.h")
    put(src / "k.cu", f"#include {include}\n" + KERNEL)
    found = told(convert_tree([str(src / "k.cu")], Settings(max_size=1000)))["k.cu"]
    seen = include not in {'"gone.h"', '"large.h"', '"binary.h"', '"src"'}
    assert ("N004 note" in found, "N001 error" in found) == (seen, not seen)


def test_headers_of_a_run_are_read_through_those_it_leaves_out(repository: Path) -> None:
    put(repository / "src" / "k.cu", '#include "../third_party/wrap.h"\n' + KERNEL)
    put(repository / "third_party" / "wrap.h", '#include "../src/common.h"\n')
    assert "N004 note" in told(convert_tree([str(repository)], Settings()))["k.cu"]


def test_folders_that_are_named_for_headers(repository: Path, tmp_path: Path) -> None:
    put(repository / "src" / "k.cu", '#include "far.h"\n' + KERNEL)
    far = tmp_path / "far"
    (repository / "src").rename(tmp_path / "moved")
    put(far / "far.h", UMIN)
    put(far / ".git" / "HEAD", "")
    path = str(tmp_path / "moved" / "k.cu")
    before = snapshot(tmp_path)
    assert "N001 error" not in told(convert_tree([path], Settings(include_dirs=(far,))))["k.cu"]
    (far / "far.h").rename(far / "other.h")
    assert "N001 error" in told(convert_tree([path], Settings(include_dirs=(far,))))["k.cu"]
    assert snapshot(tmp_path).keys() - {"far/other.h"} == before.keys() - {"far/far.h"}


@pytest.mark.parametrize("name", ["k.inc", "k.def", "k.cui", "k.impl", "k.opencl", "k.cl", "k.txt", "list"])
def test_what_a_source_includes_is_converted_whatever_its_ending(tmp_path: Path, name: str) -> None:
    put(tmp_path / "a.cu", f'#include <cuda_runtime.h>\n#include "{name}"\n')
    put(tmp_path / name, "X(cudaFree, cudaError_t)\n__device__ int f();\n")
    put(tmp_path / "else.txt", "X(cudaFree, cudaError_t)\n")
    put(tmp_path / "deep" / "b.h", f'#include "../{name}.next"\n')
    put(tmp_path / f"{name}.next", "cudaMalloc\n")
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert (tmp_path / name).read_text() == "X(hipFree, hipError_t)\n__device__ int f();\n"
    assert (tmp_path / f"{name}.next").read_text() == "hipMalloc\n"
    assert (tmp_path / "else.txt").read_text() == "X(cudaFree, cudaError_t)\n"
    again = convert_tree([str(tmp_path)], Settings())
    assert {file.status for file in again.files} == {"unchanged"}


def test_what_is_left_out_stays_so_though_a_source_includes_it(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", '#include "third_party/x.inc"\n#include "y.inc"\n')
    put(tmp_path / "third_party" / "x.inc", "cudaFree\n")
    put(tmp_path / "y.inc", "cudaFree\n")
    convert_tree([str(tmp_path)], Settings(mode="in-place", exclude=("y.inc",)))
    assert (tmp_path / "third_party" / "x.inc").read_text() == "cudaFree\n"
    assert (tmp_path / "y.inc").read_text() == "cudaFree\n"


MAP = "#pragma once\n#include <cuda_runtime.h>\ninline void get(void **p) { cudaMalloc(p, 1); }\n"
USES = '#include "third_party/map.cuh"\n__global__ void k() {}\n'


def skipped(*given: Path) -> list[str]:
    report = convert_tree([*map(str, given)], Settings(mode="memory"))
    found = ((Path(file.path).name, one.rule) for file in report.files for one in file.concerns)
    return [f"{name} {rule}" for name, rule in found if rule == "N036"]


def test_an_include_of_what_is_skipped_is_told(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", USES)
    put(tmp_path / "third_party" / "map.cuh", MAP)
    assert skipped(tmp_path) == ["a.cu N036"]
    assert skipped(tmp_path, tmp_path / "third_party") == []


def test_what_a_file_includes_of_a_skipped_folder_is_told_whatever_others_the_run_has(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", USES + USES.replace("map.cuh", "deep/other.cuh"))
    put(tmp_path / "b.cu", USES)
    for name in ("map.cuh", "deep/other.cuh"):
        put(tmp_path / "third_party" / name, MAP)

    def told(*given: str) -> dict[str, list[tuple[str, str, int]]]:
        report = convert_tree([str(tmp_path / one) for one in given], Settings(mode="memory"))
        return {
            Path(file.path).name: [(one.severity, one.message, len(one.related)) for one in file.concerns]
            for file in report.files
            if file.concerns
        }

    whole = told("")
    assert {name: [(worst, more) for worst, _, more in found] for name, found in whole.items()} == {
        "a.cu": [("error", 1)],
        "b.cu": [("error", 0)],
    }
    assert whole == told("a.cu", "b.cu") == told("a.cu") | told("b.cu")


def test_the_outermost_skipped_folder_is_named(tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.cu", USES + "#include <deep/map.cuh>\n")
    put(tmp_path / "src" / "third_party" / "map.cuh", MAP)
    put(tmp_path / "vendor" / "build" / "deep" / "map.cuh", MAP)
    include = str(tmp_path / "vendor" / "build")
    report = convert_tree([str(tmp_path)], Settings(mode="memory", include_dirs=(include,)))
    told = [one.message.partition(" lies in ")[2] for file in report.files for one in file.concerns]
    assert [one.partition(",")[0] for one in told] == ["third_party", "vendor"]


def test_what_a_run_only_reads_tells_of_no_folder_for_it(tmp_path: Path) -> None:
    put(tmp_path / "inc" / "a.h", '#include "../src/third_party/map.cuh"\n')
    put(tmp_path / "src" / "b.cu", '#include "../inc/a.h"\n' + USES)
    put(tmp_path / "src" / "third_party" / "map.cuh", MAP)
    report = convert_tree([str(tmp_path / "src")], Settings(mode="memory"))
    assert [(one.rule, one.severity) for file in report.files for one in file.concerns] == [("N036", "error")]


def test_a_header_that_only_the_end_of_its_path_names_is_not_told(tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.cu", '#include "lib/map.cuh"\n__global__ void k() {}\n')
    put(tmp_path / "third_party" / "lib" / "map.cuh", MAP)
    assert skipped(tmp_path) == []


FOR_NVCC = "#ifdef __CUDACC__\n#include <cuda_runtime.h>\n#endif\nint one();\n#if defined(__CUDACC__)\n"
FOR_NVCC += "inline void get(void **p) { cudaMalloc(p, 1); }\n#endif\n"


@pytest.mark.parametrize(
    ("header", "told"),
    [
        (FOR_NVCC, ["a.cu N036"]),
        (FOR_NVCC + "inline void put(void *p) { cudaFree(p); }\n", ["a.cu N036", "b.cpp N036"]),
        (FOR_NVCC.replace("#endif\nint", "#else\nint cudaLike;\n#endif\nint"), ["a.cu N036", "b.cpp N036"]),
        ("#include <cuda.h>\n" + FOR_NVCC, ["a.cu N036", "b.cpp N036"]),
    ],
)
def test_a_source_without_cuda_sees_nothing_of_what_is_for_nvcc(
    tmp_path: Path, header: str, told: list[str]
) -> None:
    put(tmp_path / "a.cu", USES)
    put(tmp_path / "b.cpp", '#include "third_party/map.cuh"\nint main() { return one(); }\n')
    put(tmp_path / "third_party" / "map.cuh", header)
    assert skipped(tmp_path) == told


def test_an_include_that_leads_to_what_is_skipped_is_told(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", USES.replace("map.cuh", "all.h"))
    put(tmp_path / "third_party" / "all.h", '#include "map.cuh"\n')
    put(tmp_path / "third_party" / "map.cuh", MAP)
    assert skipped(tmp_path) == ["a.cu N036"]


@pytest.mark.parametrize(
    "text",
    [
        "inline int get() { return 1; }\n",
        f"#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#else\n{MAP}#endif\n",
        f"#if !defined(EIGEN_HIPCC)\n{MAP}#endif\n",
    ],
)
def test_what_is_skipped_without_cuda_or_with_hip_is_not(tmp_path: Path, text: str) -> None:
    put(tmp_path / "a.cu", USES)
    put(tmp_path / "third_party" / "map.cuh", text)
    assert skipped(tmp_path) == []


def test_headers_outside_of_what_is_named_are_not_told(tmp_path: Path) -> None:
    put(tmp_path / ".git" / "HEAD", "")
    put(tmp_path / "src" / "a.cu", '#include "../include/map.cuh"\n')
    put(tmp_path / "include" / "map.cuh", MAP)
    assert skipped(tmp_path / "src") == []


@pytest.mark.parametrize("include", ['"map.cuh"', "<map.cuh>", '"{}/far/map.cuh"'])
def test_headers_outside_of_the_repository_stay_as_they_are(tmp_path: Path, include: str) -> None:
    put(tmp_path / "near" / ".git" / "HEAD", "")
    near, far = tmp_path / "near" / "a.cu", tmp_path / "far"
    put(near, f"#include {include.format(tmp_path)}\n__global__ void k() {{}}\n")
    put(far / "map.cuh", MAP)
    settings = Settings(mode="memory", include_dirs=(far,))
    for given in (near, near.parent):
        (file,) = (one for one in convert_tree([str(given)], settings).files if one.path.endswith("a.cu"))
        assert [one.rule for one in file.concerns] == ["N036"]
        assert "#include <hip/hip_runtime.h>\n" in [change.after for change in file.changes]


def test_headers_outside_that_are_for_hip_bring_its_runtime(tmp_path: Path) -> None:
    put(tmp_path / "near" / "a.cu", "#include <map.cuh>\n__global__ void k() {}\n")
    put(tmp_path / "far" / "map.cuh", f"#ifdef __HIPCC__\n#include <hip/hip_runtime.h>\n#else\n{MAP}#endif\n")
    settings = Settings(mode="memory", include_dirs=(tmp_path / "far",))
    (file,) = convert_tree([str(tmp_path / "near")], settings).files
    assert not file.concerns
    assert file.status == "unchanged"


MARKS = "#ifdef __CUDACC__\n#define FN __device__ __host__\n#else\n#define FN\n#endif\n"


@pytest.mark.parametrize("marks", [MARKS, "#include <cuda_runtime.h>\n", "#define FN\n"])
def test_headers_of_a_skipped_folder_bring_no_runtime(tmp_path: Path, marks: str) -> None:
    put(tmp_path / "vao.h", '#include "extern/p.h"\n#include "cuda_gl_interop.h"\n')
    put(tmp_path / "main.cpp", '#include "vao.h"\nint main() {}\n')
    put(tmp_path / "a.cu", '#include "extern/p.h"\n__global__ void k() {}\n')
    put(tmp_path / "extern" / "p.h", marks)
    convert_tree([str(tmp_path)], Settings(mode="in-place"))
    assert (tmp_path / "extern" / "p.h").read_text() == marks
    runtime = "#include <hip/hip_runtime.h>\n"
    assert (tmp_path / "vao.h").read_text().startswith(runtime + '#include "extern/p.h"\n')
    assert (tmp_path / "a.cu").read_text().startswith(runtime)


def test_headers_of_a_skipped_folder_that_are_for_hip_bring_its_runtime(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", '#include "extern/p.h"\n__global__ void k() {}\n')
    put(tmp_path / "extern" / "p.h", "#include <hip/hip_runtime.h>\n")
    (file,) = (one for one in convert_tree([str(tmp_path)], Settings()).files if one.path.endswith("a.cu"))
    assert file.status == "unchanged"


def test_the_same_headers_in_the_run_are_converted(tmp_path: Path) -> None:
    put(tmp_path / "near" / "a.cu", "#include <map.cuh>\n__global__ void k() {}\n")
    put(tmp_path / "far" / "map.cuh", MAP)
    settings = Settings(mode="memory", include_dirs=(tmp_path / "far",))
    report = convert_tree([str(tmp_path / "near"), str(tmp_path / "far")], settings)
    assert all(not file.concerns for file in report.files)
    assert [file.status for file in report.files if file.path.endswith("a.cu")] == ["unchanged"]


CORE = """\
#if defined(__CUDACC__)
#define BOTH __host__ __device__
#include <cuda_runtime.h>
#else
#define BOTH
#endif
"""


@pytest.mark.parametrize("include", ["<Lib/Dense>", "<cmath>"])
def test_a_header_without_an_ending_is_source_by_whom_includes_it(include: str, tmp_path: Path) -> None:
    put(tmp_path / "source" / "a.cu", f"#include {include}\n__global__ void k() {{}}\n")
    put(tmp_path / "include" / "Lib" / "Dense", '#include "Core"\n')
    put(tmp_path / "include" / "Lib" / "Core", CORE)
    status = {}
    for named in ([], [str(tmp_path / "include" / "Lib" / "Core")]):
        report = convert_tree([str(tmp_path), *named], Settings(mode="memory"))
        status[bool(named)] = {Path(one.path).name: one.status for one in report.files}["Core"]
    assert status == {True: "converted", False: "skipped" if include == "<cmath>" else "converted"}

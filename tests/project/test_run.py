"""Many files: found, looked over together, converted each, reported in order."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
from helpers.command import KERNEL, KERNEL_HIP, put, snapshot

from hipify_py.model import HipifyError
from hipify_py.project.run import convert_stream, convert_tree
from hipify_py.regular_file import CHUNK
from hipify_py.report.model import Report
from hipify_py.settings import Settings


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project in which one file tells another what a name is, with a build file and a vendored folder."""
    src = tmp_path / "src"
    put(src / "check.h", "#include <cuda_runtime.h>\n#define CUDA_CHECK(x) (x)\n")
    put(src / "a.cu", '#include "check.h"\nvoid f() { CUDA_CHECK(cudaFree(p)); }\n')
    put(src / "plain.cpp", "int x;\n")
    put(src / "Makefile", "all: a.cu\n")
    put(src / "third_party" / "b.cu", KERNEL)
    put(src / "data.bin", b"\0\1")
    return src


def run(tree: Path, **settings: Any) -> dict[str, tuple[str, str]]:
    """Convert a tree; give the status and the reason of each file by its path in the tree."""
    report = convert_tree([str(tree)], Settings(**settings))
    return {file.path.removeprefix(f"{tree}/"): (file.status, file.reason) for file in report.files}


def test_every_file_is_reported_that_was_looked_at_or_left_out(tree: Path) -> None:
    before = snapshot(tree)
    found = run(tree)
    assert found == {
        "Makefile": ("unchanged", ""),
        "a.cu": ("converted", ""),
        "check.h": ("converted", ""),
        "plain.cpp": ("unchanged", ""),
        "third_party/": found["third_party/"],
    }
    assert found["third_party/"][0] == "skipped"
    assert found["third_party/"][1].startswith("vendored folder")
    assert snapshot(tree) == before


def test_files_tell_one_another_what_a_name_is(tree: Path) -> None:
    report = convert_tree([str(tree)], Settings())
    assert [one.rule for file in report.files for one in file.concerns] == []
    (tree / "check.h").write_text("int x;\n")
    alone = convert_tree([str(tree)], Settings())
    assert [one.rule for file in alone.files for one in file.concerns] == ["N004"]


def test_one_file_alone_is_looked_at_with_the_headers_it_includes(tree: Path) -> None:
    report = convert_tree([str(tree / "a.cu")], Settings())
    assert [(file.path, len(file.concerns)) for file in report.files] == [(str(tree / "a.cu"), 0)]


def test_a_mirror_has_all_that_was_there(tree: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    before = snapshot(tree)
    run(tree, mode="output", output=str(out))
    after = snapshot(out)
    assert after.keys() == before.keys()
    assert {path for path in after if after[path] != before[path]} == {"a.cu", "check.h"}
    assert snapshot(tree) == before


def test_what_is_renamed_is_followed_by_includes_and_build_files(tree: Path) -> None:
    put(tree / "all.cpp", '#include "a.cu"\n')
    found = run(tree, mode="in-place", rename=".hip")
    assert (tree / "Makefile").read_text() == "all: a.hip\n"
    assert (tree / "all.cpp").read_text() == '#include "a.hip"\n'
    assert (tree / "a.hip").exists()
    assert not (tree / "a.cu").exists()
    assert {path for path, (status, _) in found.items() if status == "converted"} == {
        "a.cu",
        "all.cpp",
        "check.h",
        "Makefile",
    }


def test_progress_counts_the_files_that_take_part(tree: Path) -> None:
    told: list[tuple[int, int]] = []
    convert_tree([str(tree)], Settings(), progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_what_is_looked_over_is_counted_before_with_headers_that_lie_elsewhere(tmp_path: Path) -> None:
    put(tmp_path / "src" / "a.cu", '#include "own.h"\n')
    put(tmp_path / "src" / "b.cu", "cudaFree(p);\n")
    put(tmp_path / "include" / "own.h", "#define MINE 1\n")
    told: list[tuple[str, int, int]] = []
    convert_tree(
        [str(tmp_path / "src")],
        Settings(include_dirs=(str(tmp_path / "include"),)),
        progress=lambda done, of: told.append(("converted", done, of)),
        surveyed=lambda done, of: told.append(("read", done, of)),
    )
    assert told == [("read", 1, 2), ("read", 2, 2), ("read", 3, 3), ("converted", 1, 2), ("converted", 2, 2)]


def test_an_output_over_the_input_is_refused_before_anything_is_read(tree: Path) -> None:
    before = snapshot(tree)
    with pytest.raises(HipifyError, match="the output folder is the input"):
        run(tree, mode="output", output=str(tree))
    with pytest.raises(HipifyError, match="no such path; name a folder of rule files"):
        run(tree, mode="in-place", rules=(str(tree / "nowhere"),))
    assert snapshot(tree) == before


def test_nothing_named_is_nothing_done() -> None:
    report = convert_tree([], Settings())
    assert (report.files, report.replaced, report.idle) == ((), (), 0)


def stream(data: bytes, **settings: Any) -> tuple[bytes, Report]:
    return convert_stream(io.BytesIO(data), Settings(**settings))


def test_a_stream_is_converted_as_a_file_of_cuda() -> None:
    output, report = stream(KERNEL.encode())
    assert output == KERNEL_HIP.encode()
    (file,) = report.files
    assert (file.path, file.status, file.target, file.diff) == ("<stdin>", "converted", None, b"")
    assert stream(b"cudaFree(p);")[0] == b"#include <hip/hip_runtime.h>\n\nhipFree(p);"


def test_the_settings_of_a_run_hold_for_a_stream() -> None:
    assert b"hipLaunchKernelGGL(scale, 1, 32, 0, 0, x, 2.0f);" in stream(KERNEL.encode(), launch="macro")[0]
    vote = b"__device__ int f(int p) { return __any_sync(0xffffffff, p); }\n"
    assert b"return __any(p);" in stream(vote, warp="native")[0]
    diff = stream(b"int i;\n#include <cuda_runtime.h>\n", mode="diff")[1].files[0].diff
    assert diff == (
        b"--- a/stdin\n+++ b/stdin\n@@ -1,2 +1,2 @@\n int i;\n"
        b"-#include <cuda_runtime.h>\n+#include <hip/hip_runtime.h>\n"
    )


class Endless(io.RawIOBase):
    """A stream without an end, which counts what was taken of it."""

    taken = 0

    def read(self, count: int = -1, /) -> bytes:
        assert 0 <= count <= CHUNK
        self.taken += count
        return b" " * count


@pytest.mark.parametrize("limit", [1, 12, CHUNK - 1, CHUNK, 3 * CHUNK + 5])
def test_no_more_of_a_stream_is_read_than_the_limit_and_a_byte(limit: int) -> None:
    endless = Endless()
    output, report = convert_stream(cast("BinaryIO", endless), Settings(max_size=limit))
    assert (output, endless.taken) == (b"", limit + 1)
    (file,) = report.files
    assert (file.status, file.reason) == (
        "failed",
        f"over the limit of {limit:,} bytes: raise it with --max-size BYTES",
    )


@pytest.mark.parametrize("limit", [12, 2**62, 2**64, 10**30])
def test_a_stream_of_the_limit_or_less_is_taken(limit: int) -> None:
    assert stream(b"int aa = 1;\n", max_size=limit)[0] == b"int aa = 1;\n"


def test_a_stream_that_cannot_be_read_is_a_file_that_failed() -> None:
    class Broken(io.RawIOBase):
        def read(self, _count: int = -1, /) -> bytes:
            raise OSError(9, "Bad file descriptor")

    output, report = convert_stream(cast("BinaryIO", Broken()), Settings())
    (file,) = report.files
    assert (output, file.status, file.reason) == (b"", "failed", "cannot read: Bad file descriptor")


def test_a_stream_that_is_no_text_comes_out_as_it_went_in() -> None:
    output, report = stream(b"a\0b", max_size=12)
    assert output == b"a\0b"
    reason = "binary: a NUL byte on line 1 (byte offset 1): leave the file out with --exclude"
    assert [(file.path, file.status, file.reason) for file in report.files] == [("<stdin>", "failed", reason)]


LINK = "symlink to a file that becomes a.hip: link it anew"


@pytest.mark.parametrize(("rename", "said"), [(None, {}), (".hip", {"l.cu": LINK, "sub/l.cu": LINK})])
@pytest.mark.parametrize("mode", ["dry-run", "memory", "output", "in-place"])
def test_links_to_what_is_renamed_are_said(tmp_path: Path, mode: Any, rename: Any, said: Any) -> None:
    put(tmp_path / "t/a.cu", "#include <cuda.h>\n")
    put(tmp_path / "t/sub/b.cuh", "#include <cuda.h>\n")
    for name, target in (("l.cu", "a.cu"), ("sub/l.cu", "../l.cu"), ("l.cuh", "sub/b.cuh"), ("d", "sub")):
        (tmp_path / "t" / name).symlink_to(target)
    out = str(tmp_path / "out") if mode == "output" else None
    report = convert_tree([str(tmp_path / "t")], Settings(mode, out, rename=rename))
    skipped = {
        os.path.relpath(file.path, tmp_path / "t"): file.reason for file in report.files if file.reason
    }
    assert skipped == said

"""Sources that stand where a file that is named alone would be written: they stay, and reruns work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put, run, snapshot

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = "#include <cuda_runtime.h>\n__global__ void k(int *p) { p[0] = 1; }\nvoid f() { cudaFree(0); }\n"


@pytest.mark.parametrize("name", ["main.cu", "k.cuh", "k.h"])
@pytest.mark.parametrize("there", [SOURCE, SOURCE + "int more;\n", "int g() { return cudaDeviceReset(); }\n"])
def test_a_source_that_stands_there_is_not_replaced(tmp_path: Path, there: str, name: str) -> None:
    """Not even by one that is much the same."""
    put(tmp_path / f"t/{name}", SOURCE)
    put(tmp_path / f"t/src/{name}", there)
    before = snapshot(tmp_path)
    done = run("convert", f"t/{name}", "-o", "t/src", cwd=tmp_path)
    assert done.code == 2
    assert "a CUDA source stands there" in done.err
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("more", [(), ("--warp", "native"), ("--launch", "macro"), ("--rename", ".hip")])
def test_what_was_converted_there_is_written_anew(tmp_path: Path, more: tuple[str, ...]) -> None:
    """From a source that was edited, with a name that HIP lacks, and what a header of the user's brings."""
    put(tmp_path / "my.h", "#include <cuda_runtime.h>\n")
    text = SOURCE.replace("<cuda_runtime.h>", '"my.h"') + "void g() { k<<<1, 2>>>(0); cudaNoSuch(); }\n"
    for edited in (text, text.replace("p[0]", "p[7]") + "void h() { cudaMalloc(0, 1); }\n", "int all_new;\n"):
        put(tmp_path / "main.cu", edited)
        for options in (more, ()):
            done = run("convert", "main.cu", "-o", "out", *options, "--fail-on", "never", cwd=tmp_path)
            assert done.code == 0, done.err

"""The stand-in for what extension builds of PyTorch call, called as torch/utils/cpp_extension.py does."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from hipify_py import include_dir, torch_extension
from hipify_py.model import HipifyError

if TYPE_CHECKING:
    from hipify_py.torch_extension import HipifyResult

KERNEL = '#include "k.cuh"\n#include <other.h>\nvoid f() { cudaFree(p); }\n'


def extension(root: Path) -> Path:
    """Make the sources of an extension."""
    (root / "csrc").mkdir()
    (root / "inc").mkdir()
    (root / "csrc" / "k.cu").write_text(KERNEL)
    (root / "csrc" / "k.cuh").write_text("#include <c10/cuda/CUDAStream.h>\n")
    (root / "inc" / "other.h").write_text("inline void g() { cudaDeviceSynchronize(); }\n")
    return root


def built(root: Path) -> dict[str, HipifyResult]:
    """Call as `CUDAExtension` does."""
    return torch_extension.hipify(
        project_directory=str(root),
        output_directory=str(root),
        header_include_dirs=[str(root / "inc")],
        includes=[str(root / "*")],
        extra_files=[str(root / "csrc" / "k.cu")],
        is_pytorch_extension=True,
        hipify_extra_files_only=True,
    )


def test_sources_and_their_headers_are_written_apart(tmp_path: Path) -> None:
    done = built(extension(tmp_path))
    out = tmp_path / "hipify_py_out"
    assert {path: (one.hipified_path, one.status) for path, one in done.items()} == {
        str(tmp_path / "csrc/k.cu"): (str(out / "csrc/k.hip"), "[ok]"),
        str(tmp_path / "csrc/k.cuh"): (str(out / "csrc/k.cuh"), "[ok]"),
        str(tmp_path / "inc/other.h"): (str(out / "inc/other.h"), "[ok]"),
    }
    kernel = (out / "csrc" / "k.hip").read_text()
    assert kernel.startswith(torch_extension.BREADCRUMB.decode())
    assert '#include "k.cuh"\n#include "../inc/other.h"\nvoid f() { hipFree(p); }\n' in kernel
    assert "#include <c10/hip/HIPStream.h>\n" in (out / "csrc" / "k.cuh").read_text()
    assert "hipDeviceSynchronize" in (out / "inc" / "other.h").read_text()
    assert (tmp_path / "csrc" / "k.cu").read_text() == KERNEL


def test_headers_of_ours_stand_with_what_includes_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = extension(tmp_path)
    text = '__global__ void k(int *p) { *p = __ballot_sync(~0u, *p); asm("exit;"); }\n'
    (root / "csrc" / "k.cu").write_text(text)
    built(root)
    out = tmp_path / "hipify_py_out"
    assert '#include "../hipify_warp32.h"\n' in (out / "csrc" / "k.hip").read_text()
    assert (out / "hipify_warp32.h").read_bytes() == Path(include_dir(), "hipify_warp32.h").read_bytes()
    assert not (out / "hipify_compat.h").exists()
    assert f"{root / 'csrc' / 'k.cu'}:1:" in capsys.readouterr().err


def test_a_second_build_writes_nothing(tmp_path: Path) -> None:
    first = built(extension(tmp_path))
    times = {path: path.stat().st_mtime_ns for path in (tmp_path / "hipify_py_out").rglob("*.*")}
    assert built(tmp_path) == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "hipify_py_out").rglob("*.*")} == times


def test_install_takes_the_place_of_the_function() -> None:
    module = SimpleNamespace(hipify=None)
    torch_extension.install(module)
    assert module.hipify is torch_extension.hipify


def test_an_older_pytorch_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    old = SimpleNamespace(__version__="1.0.0")
    monkeypatch.setattr(torch_extension, "import_module", lambda _: old)
    with pytest.raises(HipifyError, match=r"use PyTorch 2\.11 or newer"):
        torch_extension.install()


def test_pytorch_itself_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HipifyError, match="only extensions"):
        torch_extension.hipify(str(tmp_path))

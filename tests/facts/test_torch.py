"""PyTorch's CUDA layer: what is read in its headers, and what include paths and macros become."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from helpers.matches import converted

from hipify_py.facts import table, torch

RULES = Path(__file__).parents[2] / "rules"
TABLES = tomllib.loads((RULES / "torch.toml").read_text(encoding="utf-8"))


def include(root: Path) -> Path:
    """Make a small `torch/include`."""
    files = {
        "c10/cuda/CUDAStream.h": "#include <c10/cuda/impl/cuda_made.h>\n# define C10_CUDA_GO(x) x\n",
        "c10/cuda/driver_api.h": "#define C10_CUDA_DRIVE(x) x\n",
        "ATen/cuda/detail/Index.cuh": '#include "ATen/Config.h"\n',
        "ATen/ops/abs_cuda_dispatch.h": "#define AT_CUDA_OUTSIDE\n",
        "ATen/native/cuda/Loops.cuh": "",
        "ATen/jit.h": "#include <ATen/cuda/CUDAConfig.h>\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_a_command_reads_headers_and_writes_facts_and_rules(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    (folder / "facts").mkdir(parents=True)
    assert torch.main([f"2.13.0={include(tmp_path / 'torch')}", "--rules", str(folder)]) == 0
    made = (folder / "torch.toml").read_text()
    assert tomllib.loads(made) == {
        "library": "PyTorch's CUDA layer, from 2.11 on",
        "headers": {
            **{f"{layer}/": {"review": torch.NOT_THERE} for layer in torch.LAYERS},
            **{f"ATen/native/{part}/cuda/": {"review": torch.NO_INTERFACE} for part in torch.PARTS},
            "ATen/native/cuda/Loops.cuh": "ATen/native/hip/Loops.cuh",
            "ATen/cuda/CUDAConfig.h": "ATen/hip/HIPConfig.h",
            "ATen/cuda/detail/Index.cuh": "ATen/hip/detail/Index.cuh",
            "c10/cuda/CUDAStream.h": "c10/hip/HIPStream.h",
            "c10/cuda/driver_api.h": {"review": torch.NO_DRIVER},
            "c10/cuda/impl/cuda_made.h": "c10/hip/impl/hip_made.h",
        },
        "names": {"C10_CUDA_DRIVE": {"review": torch.NO_DRIVER}, "C10_CUDA_GO": "C10_CUDA_GO"},
    }
    (folder / "torch.toml").unlink()
    assert torch.main(["--rules", str(folder)]) == 0
    assert (folder / "torch.toml").read_text() == made


def test_a_folder_of_something_else_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert torch.main([f"2.13.0={tmp_path}", "--rules", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path}/ATen/cuda: no such folder")


def test_the_rules_that_ship_follow_from_the_facts() -> None:
    made = torch.derive(table.read(RULES / "facts" / "torch.tsv"))
    assert made == {kind: TABLES[kind] for kind in ("headers", "names")}
    assert (len(made["headers"]), len(made["names"])) == (154, 15)


def test_an_extension_keeps_the_names_and_changes_the_paths() -> None:
    source = """#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
void f(at::Tensor t) {
  const at::cuda::OptionalCUDAGuard guard(device_of(t));
  cudaStream_t stream = c10::cuda::getCurrentCUDAStream();
  C10_CUDA_CHECK(cudaGetLastError());
}
"""
    text = source.replace("ATen/cuda/CUDA", "ATen/hip/HIP").replace("c10/cuda/CUDA", "c10/hip/HIP")
    text = text.replace("cudaStream_t", "hipStream_t").replace("cudaGet", "hipGet")
    assert converted(source) == (text, [])
    assert converted(text) == (text, [])


def test_the_drivers_functions_are_reported() -> None:
    source = "#include <c10/cuda/driver_api.h>\nvoid f() { C10_CUDA_DRIVER_CHECK(g()); }\n"
    said = [("N005", "c10/cuda/driver_api.h")]  # and beside it the name of which the same is said
    assert converted(source) == (source, said)
    used = source.partition("\n")[2]
    assert converted(used) == (used, [("N001", "C10_CUDA_DRIVER_CHECK")])


def test_paths_of_the_project_itself_stay() -> None:
    source = '#include "cuda/CUDAStream.h"\n#include <mine/cuda/CUDAStream.h>\n'
    assert converted(source) == (source, [])


def test_headers_of_its_kernels_and_headers_that_it_has_not() -> None:
    source = "#include <ATen/native/cuda/KernelUtils.cuh>\n"
    assert converted(source) == (source.replace("/cuda/", "/hip/"), [])
    for path in (
        "ATen/cuda/NoSuchHeader.h",
        "ATen/native/cuda/cutlass_common.cuh",
        "ATen/native/sparse/cuda/SparseOps.h",
        "c10/cuda/impl/Nothing.h",
    ):
        source = f"#include <{path}>\n"
        assert converted(source) == (source, [("N005", path)])
    source = (
        "#include <ATen/hip/HIPContext.h>\n#include <ATen/native/hip/Loops.cuh>\n#include <ATen/ATen.h>\n"
    )
    assert converted(source) == (source, [])

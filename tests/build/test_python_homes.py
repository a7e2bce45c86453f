"""What a script asks of CUDA's folder and compiler: told where a build for HIP lacks something by it."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

BIN = "its counterpart is hipcc, which lies in the bin of "
TORCH = "from torch.utils.cpp_extension import CUDA_HOME\n"


def said(source: str) -> list[tuple[str, str]]:
    """Give the words that are told of, and the first word of what is told behind it."""
    found = build_file(source.encode(), RULES, Options(path="setup.py")).findings
    return [(source[slice(*one.span)], one.message.partition(": ")[2]) for one in found]


@pytest.mark.parametrize(
    "uses",
    [
        "if CUDA_HOME is not None:\n    v = version(CUDA_HOME)\n",
        "if CUDA_HOME:\n    v = version(CUDA_HOME)\n",
        "if A and CUDA_HOME is not None:\n    v = version(CUDA_HOME)\n",
        "def check():\n    if CUDA_HOME is not None:\n        return\n    warn('none')\n",
        "with_cuda = CUDA_HOME is not None or torch.version.hip\n",
        "if torch.version.hip or CUDA_HOME:\n    ext = CUDAExtension\n",
        "if IS_HIP:\n    home = x\nelse:\n    home = CUDA_HOME\n",
    ],
)
def test_pytorchs_folder_is_not_told_of_where_hip_lacks_nothing(uses: str) -> None:
    assert [word for word, _ in said(TORCH + uses) if word == "CUDA_HOME"] == []


@pytest.mark.parametrize(
    "uses",
    [
        "v = version(CUDA_HOME)\n",
        "if CUDA_HOME is None:\n    raise RuntimeError\n",
        "if CUDA_HOME is not None:\n    a = 1\nelse:\n    raise RuntimeError\n",
        "if CUDA_HOME is not None:\n    a = 1\nelse:\n    sys.exit(1)\n",
        "def check():\n    if CUDA_HOME is not None:\n        return\n    raise RuntimeError\n",
        "with_cuda = CUDA_HOME is not None\n",
        "if CUDA_HOME is not None:\n    ext = CUDAExtension('a', ['a.cu'])\n",
        "if CUDA_HOME is not None:\n    build_ops = True\n",
        "if A or CUDA_HOME is not None:\n    v = version(CUDA_HOME)\n",
        "if IS_HIP:\n    home = CUDA_HOME\n",
        "if CUDA_HOME is not None:\n    a = 1\nprint (CUDA_HOME, 'and what Python cannot read'\n",
    ],
)
def test_it_is_told_of_where_something_hangs_on_it(uses: str) -> None:
    told = dict(said(TORCH + uses))
    assert told["CUDA_HOME"] == "torch.utils.cpp_extension has ROCM_HOME, too, and one of them is None"


def test_the_variable_of_the_environment_is_rocms_and_told_of_where_it_is_used() -> None:
    unused = "home = os.environ.get('CUDA_HOME', '/usr/local/cuda')\n"
    assert said(unused) == []
    why = "ROCm's folder is what ROCM_PATH says, as a rule /opt/rocm"
    assert said(f"{unused}include = home + '/include'\n") == [("CUDA_HOME", why)]
    assert said("inc = [os.environ['CUDA_HOME'] + '/include']\nuse(inc)\n") == [("CUDA_HOME", why)]
    both = said(f"{TORCH}v = version(CUDA_HOME)\nuse(os.environ['CUDA_HOME'])\n")
    assert [each.partition(" ")[0] for _, each in both] == ["torch.utils.cpp_extension", "ROCm's"]


@pytest.mark.parametrize(
    ("source", "counterpart"),
    [
        ('root = search_on_path(["nvcc"])\n', f"{BIN}ROCM_PATH"),
        (
            "import torch\nrun(a + '/bin/nvcc')\n",
            f"{BIN}ROCM_HOME",
        ),
        ("x = {'nvcc': flags}\n", "a PyTorch for ROCm hands these flags to hipcc"),
    ],
)
def test_the_compiler_is_told_of_in_words_of_pytorch_where_there_is_one(
    source: str, counterpart: str
) -> None:
    [(word, why)] = said(source)
    assert (word, why.startswith(counterpart)) == ("nvcc", True)


def test_a_variables_name_is_no_compiler() -> None:
    assert said("import torch\nif IS_HIP:\n    nvcc = join('bin', 'hipcc')\nwrite(f'nvcc = {nvcc}')\n") == []

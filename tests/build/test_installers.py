"""Shell scripts that install CUDA."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.settings import Options

HEAD = "#!/bin/bash\n"
AFTER = "CUDA_PATH=/usr/local/cuda-12.2\nexport PATH=$CUDA_PATH/bin:$PATH\nnvcc --version\n"


@pytest.mark.parametrize(
    "text",
    [
        "wget https://developer.download.nvidia.com/compute/cuda/repos/a.deb\nsudo dpkg -i a.deb\n",
        "$SUDO apt-get install -y \\\n    build-essential \\\n    cuda-toolkit-12-2\n",
        "dnf -y install cuda-12-2\n",
        "yum install -y cuda-nvcc-$V\n",
        "sh cuda_12.2.0_535.54.03_linux.run --silent --toolkit\n",
    ],
)
@pytest.mark.parametrize(
    "after",
    [
        AFTER,
        AFTER + 'if command -v nvcc >/dev/null; then nvcc -V; else echo "nvcc not found"; fi\n',
        AFTER + "which nvcc || exit 1\n$CUDA_PATH/bin/nvcc --version | head -1\n",
    ],
)
def test_they_are_left_with_one_finding(text: str, after: str) -> None:
    source = (HEAD + text + after).encode()
    made = build_file(source, RULES, Options(path="ci/setup.sh"))
    assert made.output == source
    assert [one.rule for one in made.findings] == ["B022"]


@pytest.mark.parametrize(
    "line",
    [
        "nvcc -c a.cu\n",
        "nvcc a.cu\n",
        "NVCC=nvcc\n",
        "${NVCC:-nvcc} -o a a.cu\n",
        'NVCC=/usr/local/cuda/bin/nvcc\n"$NVCC" a.cu\n',
    ],
)
def test_one_that_builds_too_is_converted(line: str) -> None:
    source = (HEAD + "apt-get install -y cuda-toolkit-12-2\n" + AFTER + line).encode()
    assert b"hipcc" in build_file(source, RULES, Options(path="build.sh")).output


@pytest.mark.parametrize(
    "line",
    ["apt-get install -y gcc\n", "# apt install cuda-toolkit\n", "cp -r cuda /opt\n", "install -d $1/cuda\n"],
)
def test_others_are_converted(line: str) -> None:
    source = (HEAD + line + AFTER).encode()
    assert b"hipcc --version" in build_file(source, RULES, Options(path="build.sh")).output

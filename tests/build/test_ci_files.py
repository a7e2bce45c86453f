"""CI files and container files: where CUDA stands in them, said once a file, and nothing edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import RULES

from hipify_py.build.ci_names import is_ci_file
from hipify_py.build.conversion import build_file
from hipify_py.project.file_kinds import is_build_file
from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings
from hipify_py.surroundings import Project

if TYPE_CHECKING:
    from pathlib import Path

WORKFLOW = ".github/workflows/build.yml"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (WORKFLOW, True),
        ("/abs/a b/.github/workflows/build.yaml", True),
        (".github/actions/setup/action.yml", True),
        (".github/dependabot.yml", False),
        (".github/ISSUE_TEMPLATE/bug.yml", False),
        ("workflows/build.yml", False),
        (".gitlab-ci.yml", True),
        (".gitlab/gpu.yml", True),
        (".circleci/config.yml", True),
        (".travis.yml", True),
        ("conda/meta.yaml", True),
        ("requirements-dev.txt", True),
        ("docs/my-requirements.txt", False),
        ("azure-pipelines.yml", True),
        ("azure-pipelines-gpu.yml", True),
        (".buildkite/pipeline.yml", True),
        ("ci/Jenkinsfile", True),
        ("Jenkinsfile.gpu", True),
        ("docker/Dockerfile", True),
        ("docker/Dockerfile.cuda", True),
        ("docker/gpu.Dockerfile", True),
        ("Containerfile", True),
        ("Dockerfile.md", False),
        ("Dockerfile.old", False),
        ("Dockerfiles/a.cu", False),
        ("environment.yml", True),
        ("env/environment_cuda11.yaml", True),
        ("my_environment.yml", False),
        ("config.yml", False),
    ],
)
def test_ci_files_are_known_by_their_paths(path: str, *, expected: bool) -> None:
    assert is_build_file(path) is expected
    assert is_ci_file(path) or not expected


def said_of(source: str, path: str = WORKFLOW) -> list[list[str]]:
    """Give what stands at the places of each finding, the first and those beside it."""
    result = build_file(source.encode(), RULES, Options(path=path))
    assert result.text == source
    assert {one.rule for one in result.findings} <= {"B022"}
    return [
        [source[slice(*span)] for span in (one.span, *(more.span for more in one.related))]
        for one in result.findings
    ]


@pytest.mark.parametrize(
    ("source", "path", "words"),
    [
        ("FROM nvidia/cuda:12.2.0-devel AS a\n", "Dockerfile", ["nvidia/cuda:12.2.0-devel"]),
        ("FROM docker.io/nvidia/cuda\n", "Dockerfile", ["docker.io/nvidia/cuda"]),
        ("FROM nvcr.io/nvidia/pytorch:23.10-py3\n", "Dockerfile", ["nvcr.io/nvidia/pytorch:23.10-py3"]),
        ("RUN apt-get install cuda-nvcc-12-2\n", "Dockerfile", ["cuda-nvcc-12-2"]),
        ("RUN apt-get install -y cuda-12-9 libcublas-dev-12-9\n", "Dockerfile", ["cuda-12-9"]),
        ("  apt install nvidia-cuda-toolkit\n", ".travis.yml", ["nvidia-cuda-toolkit"]),
        ("run: conda install cudatoolkit=11.8\n", WORKFLOW, ["cudatoolkit"]),
        ("- uses: Jimver/cuda-toolkit@v0.2.11\n", WORKFLOW, ["Jimver/cuda-toolkit@v0.2.11"]),
        ("- uses: './.github/actions/setup-cuda'\n", WORKFLOW, ["./.github/actions/setup-cuda"]),
        ("wget https://developer.download.nvidia.com/x\n", WORKFLOW, ["developer.download.nvidia.com/x"]),
        ("sh cuda_12.2.0_535.54.03_linux.run\n", WORKFLOW, ["cuda_12.2.0_535.54.03_linux.run"]),
        ("PATH: /usr/local/cuda-12.9/bin\n", ".gitlab-ci.yml", ["/usr/local/cuda-12.9/bin"]),
        ("run: nvcc -c a.cu\n", WORKFLOW, ["nvcc"]),
        ("cuda-version: ['cpu', 'cu126', 'cu128']\n", WORKFLOW, ["cu126"]),
        ("run: pip install torch --index-url https://download.pytorch.org/whl/cu118\n", WORKFLOW, ["cu118"]),
        ("  - pytorch-cuda=12.1\n", "environment.yml", ["pytorch-cuda"]),
        ("    - cupy-cuda12x\n", "environment.yml", ["cupy-cuda12x"]),
        ("if ! command -v nvidia-smi; then exit 1; fi\n", "get.sh", ["nvidia-smi"]),
        ("cmake -DCMAKE_CUDA_ARCHITECTURES=80 ..\n", "build.sh", ["CMAKE_CUDA_ARCHITECTURES"]),
        ("export CUDA_HOME=/usr/local/cuda-12.8\n", "env.sh", ["CUDA_HOME", "/usr/local/cuda-12.8"]),
        ("cmake -DCMAKE_CUDA_ARCHITECTURES=80 .\n", WORKFLOW, ["CMAKE_CUDA_ARCHITECTURES"]),
        ("cmake -DCMAKE_CUDA_COMPILER:PATH=/usr/local/bin/nvcc .\n", WORKFLOW, ["CMAKE_CUDA_COMPILER"]),
        ("CMAKE_ARGS: -DCUDA_ARCH=75\n", ".gitlab-ci.yml", ["CUDA_ARCH"]),
        ("CUDACXX: x\n", WORKFLOW, ["CUDACXX"]),
        ("cmake -DGGML_CUDA=on -DUSE_CUDA=1 .\n", WORKFLOW, ["GGML_CUDA"]),
        ("cmake -D CUDAToolkit_ROOT=/usr/lib/cuda .\n", "b.sh", ["CUDAToolkit_ROOT"]),
        ("P=\"-D CMAKE_CUDA_FLAGS='--compiler-bindir=x'\"\n", "b.sh", ["CMAKE_CUDA_FLAGS"]),
        ("ENV TF_NEED_CUDA=1\n", "Dockerfile", ["TF_NEED_CUDA"]),
        ("ARG T\nFROM a/b:cuda${T}-x AS c\n", "Dockerfile", ["a/b:cuda${T}-x"]),
        ("FROM --platform=linux/amd64 a/b-cuda\n", "Dockerfile", ["a/b-cuda"]),
        ("build:\n  image: 'me/gpu:cuda12'\n", ".gitlab-ci.yml", ["me/gpu:cuda12"]),
        ("container: me/CUDA\n", WORKFLOW, ["me/CUDA"]),
        ("FROM my_cuda_base\n", "Dockerfile", ["my_cuda_base"]),
        ("FROM a/barracuda-cuda12\n", "Dockerfile", ["a/barracuda-cuda12"]),
        # the name of a stage counts only behind it
        ("FROM with-cuda AS a\nFROM b AS with-cuda\n", "Dockerfile", ["with-cuda"]),
        ("FROM my-cuda AS my-cuda\nFROM my-cuda\n", "Dockerfile", ["my-cuda"]),
        # an option, which keeps its name, and what may fail stand beside, wherever they are
        (
            "cmake -DX_CUDA=ON .\nnvidia-smi || true\nnvcc a.cu\n",
            WORKFLOW,
            ["nvcc", "X_CUDA", "nvidia-smi"],
        ),
        ("docker run --gpus all a\n", WORKFLOW, ["--gpus"]),
        ("docker run -it \\\n  --gpus all a\n", "b.sh", ["--gpus"]),
        ("DOCKER_ARGS='--gpus all'\n", "b.sh", ["--gpus"]),
        ("container:\n  options: >-\n    --gpus all\n", WORKFLOW, ["--gpus"]),
        ('if [ -n "$CUDAARCHS" ]; then\n', "b.sh", ["CUDAARCHS"]),
        ("sh 'nvidia-smi' // nvcc\n", "Jenkinsfile", ["nvidia-smi"]),
    ],
)
def test_each_kind_of_word_is_found(source: str, path: str, words: list[str]) -> None:
    assert said_of(source, path) == [words]


def test_a_workflow_of_the_projects_own_is_read_itself() -> None:
    assert said_of("  uses: ./.github/workflows/make_cuda.yml\n") == []
    assert said_of("  uses: './.github/workflows/cuda.yml'\n") == []
    theirs = "you/them/.github/workflows/cuda.yml@v1"
    assert said_of(f"  uses: {theirs}\n") == [[theirs]]


def test_a_projects_own_option_takes_amds_gpus() -> None:
    source = b"CMAKE_ARGS: -DCUDA_ARCH=75 -DCMAKE_CUDA_ARCHITECTURES=75\n"
    (found,) = build_file(source, RULES, Options(path=".gitlab-ci.yml")).findings
    assert "an option of the project's own that names GPUs: give it AMD's" in found.message
    assert "CMAKE_HIP_ARCHITECTURES" in found.related[0].message


def test_the_first_of_each_kind_stands_beside_with_its_reason() -> None:
    source = "image: nvidia/cuda:12\nscript:\n  - nvcc a.cu\n  - nvcc b.cu\n  - nvidia-smi\n"
    (found,) = build_file(source.encode(), RULES, Options(path=".gitlab-ci.yml")).findings
    table = RULES.build["ci"]
    assert found.message == ("nvidia/cuda:12 is CUDA's: " + table["image"].note)
    assert [(source[slice(*one.span)], one.message) for one in found.related] == [
        ("nvcc", f"and here, where nvcc stands: {table['compiler'].note}"),
        ("nvidia-smi", f"and here, where nvidia-smi stands: {table['smi'].note}"),
    ]
    assert found.related[0].span.start == source.index("nvcc")


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("# nvcc\n  run: make # nvcc\n", WORKFLOW),
        ("run: conda activate nvcc\n  conda create -n nvcc\n", WORKFLOW),
        ("// nvcc\n/* nvidia/cuda:12\n */ sh 'make'\n", "Jenkinsfile"),
        ("paths: ['src/cuda/**', 'cuda.yml']\nname: CUDA build\n", WORKFLOW),
        ("run: ./my-nvcc --nvcc-path=x mynvidia/cuda -DUSE_CUDA=OFF\n", WORKFLOW),
        ("image: nvidia/cuda:12\nother: rocm/dev-ubuntu-24.04\n", ".gitlab-ci.yml"),
        ("run: cmake -DUSE_CUDA=ON\nother: cmake -DUSE_HIP=ON\n", WORKFLOW),
        ("run: ${{ matrix.cuda }} --build cuda-ubuntu-24.04\n", WORKFLOW),
        ("dependencies:\n  - cudatoolkit\n  - rocm-smi\n", "environment.yml"),
        ("export CUDA_VISIBLE_DEVICES=0\n./run cu126.txt acu118 cu11\n", "run.sh"),
        ("# nvidia-smi\necho no\n", "run.sh"),
        ("FROM ubuntu AS without-cuda\nRUN make\nFROM without-cuda\nRUN ./t\n", "Dockerfile"),
        ("FROM --platform=x a:1 as With-CUDA\n  from b\nFROM with-cuda AS c\n", "Dockerfile"),
        ("container: myorg/barracuda:1\n", WORKFLOW),
        ("image: a/cudalike\n", ".gitlab-ci.yml"),
        ("export TF_NEED_CUDA=0\nTF_NEED_CUDA: '0'\n", "run.sh"),
        ("", WORKFLOW),
        ("\xff\x00", WORKFLOW),
    ],
)
def test_what_is_no_cuda_keeps_still(source: str, path: str) -> None:
    assert said_of(source, path) == []


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        ("cmake -DX_CUDA=ON .\n", "note"),
        ("nvidia-smi || true\n", "note"),
        ("command -v nvidia-smi && nvidia-smi -L || :\n", "note"),
        ("nvidia-smi\n", "warning"),
        ("nvidia-smi\n# the end\n", "warning"),
        ("nvidia-smi\n\n# now\n./x\n", "note"),
        ("#!/bin/bash\nset -x\nnvidia-smi -i 0\n./x\n", "note"),
        ("#!/bin/bash -e\nnvidia-smi\n./x\n", "warning"),
        ("set -eo pipefail\nnvidia-smi\n./x\n", "warning"),
        ("set -o errexit\nnvidia-smi\n./x\n", "warning"),
        ("nvidia-smi | grep A100\n./x\n", "warning"),
        ("N=$(nvidia-smi -L)\n", "warning"),
        ("if nvidia-smi; then a; fi\n", "warning"),
        ("nvidia-smi || exit 1\n", "warning"),
        ("if ! command -v nvidia-smi; then exit 1; fi\n", "warning"),
        ("set -e\nnvidia-smi\nnvidia-smi || true\n", "warning"),
        # of the same command
        ("nvidia-smi -L 2>&1 | head && x || true; ./cleanup\n", "note"),
        ("./x; nvidia-smi || true\n", "note"),
        ("nvidia-smi; ./cleanup || true\n", "warning"),
        ("./cleanup || true; nvidia-smi\n", "warning"),
        ("./cleanup || true && nvidia-smi\n", "warning"),
        ("nvidia-smi & ./cleanup || true\n", "warning"),
        ("script: ['nvidia-smi', './cleanup || true']\n", "warning"),
        ("command -v x && x; nvidia-smi\n", "warning"),
        ("command -v nvidia-smi && nvidia-smi -L; ./x\n", "note"),
        # of the brackets around it, and of no others
        ("(nvidia-smi; ./x) || true\n", "note"),
        ("{ ./x; (nvidia-smi -L; ./x) 2>&1; } || :\n", "note"),
        ("./x | (nvidia-smi; (./y; ./z)) | head || true\n", "note"),
        ("(nvidia-smi; ./x) || exit 1\n", "warning"),
        ("(nvidia-smi; ./x); ./y || true\n", "warning"),
        ("nvidia-smi && (./x || true)\n", "warning"),
        ("nvidia-smi; (./x; ./y) || true\n", "warning"),
        ("(./x; ./y) || true; nvidia-smi\n", "warning"),
        ("cat /etc/os-release\n/usr/local/cuda/samples/1_Utilities/deviceQuery/deviceQuery\n", "note"),
        ("a && sudo /usr/local/cuda/extras/demo_suite/bandwidthTest --x\n", "note"),
        ("cat /usr/local/cuda/version.txt\nls -l /usr/local/cuda/lib64/\n", "note"),
        ("set -e\ncat /usr/local/cuda/version.txt\n", "warning"),
        ("set -e\n/usr/local/cuda/samples/1_Utilities/deviceQuery/deviceQuery\n", "warning"),
        ("cd /usr/local/cuda/samples/1_Utilities/deviceQuery\nmake\n", "warning"),
        ("if [ -d /usr/local/cuda/samples/x ]; then make; fi\n", "warning"),
        ("V=$(cat /usr/local/cuda/version.txt)\n", "warning"),
        ("/usr/local/cuda/bin/deviceQuery\n", "warning"),
        ("/usr/local/cuda/samples/bin/deviceQuery | grep -q PASS || exit 1\n", "warning"),
        ("/usr/local/cuda/samples/bin/deviceQuery && make\n", "warning"),
        ("cat /usr/local/cuda/version.txt || exit 1\n", "warning"),
        ("export PATH=/usr/local/cuda/bin:$PATH\ncat /usr/local/cuda/version.txt\n", "warning"),
        ("a) nvidia-smi || true;;\n", "note"),
        ("a) nvidia-smi;; b) ./x || true;;\n", "warning"),
        ("command -v nvidia-smi && (nvidia-smi -L; ./x)\n", "note"),
        # of lines that go on
        ("nvidia-smi -L \\\n  || true\n", "note"),
        ("(./x; \\\n nvidia-smi; \\\n ./y) || \\\n true\n", "note"),
        ("nvidia-smi \\\n -L\n./x || true\n", "warning"),
        ("./x || true\nnvidia-smi\n", "warning"),
    ],
)
def test_what_stops_nothing_is_a_note(source: str, severity: str) -> None:
    (found,) = build_file(source.encode(), RULES, Options(path="x.sh")).findings
    assert (found.severity, found.related) == (severity, ())


def test_a_renamed_source_is_followed() -> None:
    project = Project(files={"src/k.cu": "src/k.cu"}, renamed={"src/k.cu": "src/k.hip"})
    result = build_file(b"run: lint src/k.cu\n", RULES, Options(path=WORKFLOW, project=project))
    assert (result.text, [edit.rule for edit in result.edits]) == ("run: lint src/k.hip\n", ["F020"])


def test_a_run_finds_them_wherever_it_starts(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    put(tree / ".github/workflows/build.yml", "a: b\nrun: nvcc a.cu\n")
    put(tree / "docker/Dockerfile.cuda", "FROM nvidia/cuda:12\n__global__ cudaFree(0);\n")
    put(tree / "config.yml", "run: nvcc\n")
    everything = [(1, "docker/Dockerfile.cuda"), (2, ".github/workflows/build.yml")]
    for given, expected in (
        ("", everything),
        (".github/workflows", everything[1:]),
        ("docker/Dockerfile.cuda", everything[:1]),
    ):
        report = convert_tree([str(tree / given)], Settings(mode="memory"))
        found = [
            (one.start.line, str(file.path).removeprefix(f"{tree}/"))
            for file in report.files
            for one in file.concerns
            if one.rule == "B022"
        ]
        assert sorted(found) == expected
        assert all(file.status != "converted" for file in report.files)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("python train.py \\\n    --gpus 0,1 --batch-size 8\n", "train.sh"),
        ("srun --gpus 4 ./a\n", "run.sh"),
        ("docker build .\npython train.py --gpus 2\n", "train.sh"),
        ("- run: python train.py --gpus 2\n", WORKFLOW),
    ],
)
def test_gpus_for_another_program_are_no_containers(text: str, path: str) -> None:
    assert said_of(text, path) == []


def test_a_place_of_the_toolkit_that_cmake_is_given_is_a_note() -> None:
    text = b"cmake -D CUDA_TOOLKIT_ROOT_DIR=/x -D USE_CUDA=ON .\n"
    (said,) = build_file(text, RULES, Options(path="b.sh")).findings
    assert (said.rule, said.severity) == ("B022", "note")


@pytest.mark.parametrize(
    ("flags", "severity"),
    [
        ("-D CUDA_INCLUDE_DIRS=/usr/local/cuda/include", "note"),
        ("-DCUDAToolkit_ROOT:PATH=/usr/local/cuda-12", "note"),
        ("-DMY_CUDA_PATH=/usr/local/cuda", "warning"),
        ("-DCUDA_INCLUDE_DIRS=/usr/local/cuda/include -DMINE=/usr/local/cuda", "warning"),
    ],
)
def test_a_variable_that_no_converted_file_reads_is_a_note(flags: str, severity: str) -> None:
    (said,) = build_file(f"cmake {flags} .\n".encode(), RULES, Options(path="b.sh")).findings
    assert (said.rule, said.severity) == ("B022", severity)


def test_what_names_gpus_to_cmake_is_no_place_of_rocm() -> None:
    (said,) = build_file(b"export CUDAARCHS=80\n", RULES, Options(path="b.sh")).findings
    assert said.message.endswith("names HIP's GPUs to CMake: CMAKE_HIP_ARCHITECTURES does")


@pytest.mark.parametrize(
    ("image", "instead"),
    [
        ("nvcr.io/nvidia/pytorch:25.12-py3", "rocm/pytorch"),
        ("pytorch/pytorch:2.1.0-cuda12.1-cudnn8-devel", "rocm/pytorch"),
        ("nvcr.io/nvidia/tensorflow:23.10-tf2-py3", "rocm/tensorflow"),
        ("nvidia/cuda:12.2.0-devel-ubuntu22.04", "rocm/dev-ubuntu-24.04"),
    ],
)
def test_an_image_with_a_framework_has_one_of_amds_beside_it(image: str, instead: str) -> None:
    made = build_file(f"FROM {image}\n".encode(), RULES, Options("Dockerfile"))
    assert [instead in one.message for one in made.findings] == [True]


@pytest.mark.parametrize(
    ("text", "fails"),
    [
        ("nvidia-smi\n", {"run"}),
        ("docker run --gpus all x\n", {"run"}),
        ("nvidia-smi\npip install cupy-cuda12x\n", {"link"}),
    ],
)
def test_what_only_looks_for_a_gpu_fails_when_it_runs(text: str, fails: set[str]) -> None:
    assert {one.fails for one in build_file(text.encode(), RULES, Options("run.sh")).findings} == fails


def test_a_script_of_the_projects_own_is_no_compiler() -> None:
    assert not build_file(b"tools/nvcc.sh a.cu -o a\n", RULES, Options("build.sh")).findings
    (said,) = build_file(b"tools/nvcc a.cu\n", RULES, Options("Dockerfile")).findings
    assert said.rule == "B022"


def test_a_program_of_the_toolkit_has_its_own_counterpart() -> None:
    (said,) = build_file(
        b"N=$(command -v x || echo /usr/local/cuda/bin/ncu)\n", RULES, Options("a.sh")
    ).findings
    assert said.fails == "run"
    assert said.message.endswith(RULES.build["words"]["ncu"].note)
    (said,) = build_file(b"export A=/usr/local/cuda/bin/\n", RULES, Options("a.sh")).findings
    assert said.message.endswith(RULES.build["ci"]["toolkit"].note)


@pytest.mark.parametrize(
    ("source", "path", "advised"),
    [
        (
            "  - cudatoolkit=11.3\n  - numpy\n",
            "environment.yml",
            "packages of the system, and not of conda's",
        ),
        ("  - cudatoolkit=11.3\n  - pytorch\n", "env/environment_gpu.yaml", "wheels of PyTorch for ROCm"),
        (
            "  - pytorch::pytorch=2.1\n  - pytorch-cuda=12.1\n",
            "environment.yml",
            "wheels of PyTorch for ROCm",
        ),
        ("run: conda install cudatoolkit=11.8\n", WORKFLOW, "rocm-hip-sdk"),
        ("  - cudnn=8\n", "environment.yml", "packages of the system, and not of conda's"),
        ("  build:\n    - {{ compiler('cuda') }}\n", "recipe/meta.yaml", "packages of the system"),
        ("cupy-cuda12x==13.0\n", "requirements.txt", "builds for ROCm from its source"),
        ("nvidia-cuda-runtime-cu12\n", "requirements/gpu.txt", "builds for ROCm from its source"),
        ("--index-url https://download.pytorch.org/whl/cu118\ntorch\n", "requirements-gpu.txt", "rocm6.4"),
    ],
)
def test_what_conda_lacks_is_no_package_of_the_system(source: str, path: str, advised: str) -> None:
    (said,) = build_file(source.encode(), RULES, Options(path=path)).findings
    assert advised in said.message


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("matrix:\n  - cuda\n  - cudnn\n", WORKFLOW),
        ("  - cuda:\n  - cudnn-like\n  # - cudnn\n", "environment.yml"),
        ("numpy\ncupy\ntorch==2.3\n# cupy-cuda12x\n", "requirements.txt"),
    ],
)
def test_what_is_no_package_of_cudas_keeps_still(source: str, path: str) -> None:
    assert build_file(source.encode(), RULES, Options(path=path)).findings == ()


def test_a_place_whose_reason_is_another_is_no_name_beside_the_first() -> None:
    source = "wget https://developer.download.nvidia.com/x\napt install cuda-nvcc-10-1\n"
    (told,) = build_file(source.encode(), RULES, Options(path="get.sh")).findings
    assert [one.message.partition(":")[0] for one in told.related] == [
        "and here, where cuda-nvcc-10-1 stands"
    ]

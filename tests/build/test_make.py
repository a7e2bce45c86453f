"""Makefiles and compile lines, from nvcc to hipcc."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from helpers.laws import assert_lossless
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.choices import BuildMode
from hipify_py.model import Result
from hipify_py.settings import Options
from hipify_py.surroundings import Project

FAST = (
    "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt"
)


def convert(text: str, path: str = "Makefile", build: BuildMode = "replace") -> Result:
    options = Options(path=path, build=build)
    result = build_file(text.encode(), RULES, options)
    assert_lossless(result)
    assert build_file(result.output, RULES, options).output == result.output
    return result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("NVCC = nvcc\n", "NVCC = hipcc\n"),
        ("nvcc = nvcc -O2\na.o: a.cu\n\t$(nvcc) a.cu\n", "nvcc = hipcc -O2\na.o: a.cu\n\t$(nvcc) a.cu\n"),
        ("nvcc ?= nvcc\n", "nvcc ?= hipcc\n"),
        ("NVCC ?= /usr/local/cuda-12.2/bin/nvcc\n", "NVCC ?= /opt/rocm/bin/hipcc\n"),
        (
            "CUDA_HOME := /opt/cuda\nX = ${CUDA_HOME}/lib64/stubs\n",
            "ROCM_PATH := /opt/rocm\nX = ${ROCM_PATH}/lib\n",
        ),
        ("include x.mk\nB = $(CUDA_HOME)/bin\n", "include x.mk\nB = $(ROCM_PATH)/bin\n"),
        (
            "ifdef CUDA_HOME\nB = $(CUDA_HOME)/bin\nendif\n",
            "ifdef ROCM_PATH\nB = $(ROCM_PATH)/bin\nendif\n",
        ),
        ("ifdef CUDA_PATH\nendif\n", "ifdef ROCM_PATH\nendif\n"),
        (
            "I = -I$(CUDA_PATH)/include\n",
            "ROCM_PATH ?= /opt/rocm\nI = -I$(ROCM_PATH)/include -D__HIP_PLATFORM_AMD__\n",
        ),
        (
            "L = -L/usr/local/cuda/lib64 -lcublas -lcublasLt -lm\n",
            "L = -L/opt/rocm/lib -lhipblas -lhipblaslt -lm\n",
        ),
        ("L = -lcudart -lcudadevrt -lculibos\n", "L = -lamdhip64\n"),
        (
            "NVCCFLAGS += -rdc=true -lineinfo --std c++17\n",
            "NVCCFLAGS += -fgpu-rdc -gline-tables-only -std=c++17\n",
        ),
        ("NVCCFLAGS = -Xcompiler -fopenmp,-Wall -ccbin $(CXX)\n", "NVCCFLAGS = -fopenmp -Wall\n"),
        (
            'NVCCFLAGS = --compiler-options="-Wall -I$(CUDA_HOME)/x" -Xcompiler -I,$(CUDA_HOME)/y\n',
            "ROCM_PATH ?= /opt/rocm\nNVCCFLAGS = -Wall -I$(ROCM_PATH)/x -I $(ROCM_PATH)/y\n",
        ),
        ("F = -Xptxas=-v --default-stream per-thread\n", "F = -fgpu-default-stream=per-thread\n"),
        ("a: a.cu\n\t@$(NVCC) -x cu -m64 -o $@ $<\n", "a: a.cu\n\t@$(NVCC) -x hip -m64 -o $@ $<\n"),
        ("a: b\n\tg++ -G -arch x -dc $<\n", "a: b\n\tg++ -G -arch x -dc $<\n"),
        (
            "NC = nvcc\nN = -lineinfo -G\na: a.cu\n\t$(NC) $(N) -dc $<\n",
            "NC = hipcc\nN = -g\na: a.cu\n\t$(NC) $(N) -c -fgpu-rdc $<\n",
        ),
        (
            "NVCCFLAGS = $(addprefix -Xcompiler , $(CXXFLAGS)) $(addprefix -Xcompiler=,$(W) -g) -O2\n",
            "NVCCFLAGS = $(CXXFLAGS) $(W) -g -O2\n",
        ),
        (
            "NVCCFLAGS = ${addprefix --compiler-options ,${F:%=-f%}} $(patsubst %,-Xcompiler %,$(F))\n",
            "NVCCFLAGS = ${F:%=-f%} $(F)\n",
        ),
        (
            "NVCCFLAGS = $(foreach f,$(F),-Xcompiler $(f)) $(addprefix -I,$(X)) $(addprefix -Xptxas ,$(P))\n",
            "NVCCFLAGS = $(foreach f,$(F),$(f)) $(addprefix -I,$(X))\n",
        ),
        (
            "NVCCFLAGS = $(if $(D),-G -lineinfo,-O3) $(if $(E),-lineinfo,-O3)\n",
            "NVCCFLAGS = $(if $(D),-g -gline-tables-only,-O3) $(if $(E),-gline-tables-only,-O3)\n",
        ),
        ("NVCCFLAGS = -restrict --restrict -O2\n", "NVCCFLAGS = -O2\n"),
        ("NVCCFLAGS = -arch=native\n", "NVCCFLAGS = --offload-arch=native\n"),
        ("X = libnvcc.a nvcc.o my-nvcc\n", "X = libnvcc.a nvcc.o my-nvcc\n"),
        ("# nvcc -arch=sm_60\n", "# nvcc -arch=sm_60\n"),
        # what stands beside a flag that nvcc alone has is nvcc's, as are names that a value completes
        ("DEBUG = -g -G -cudart shared -O0 -ccbin=mpicxx\n", "DEBUG = -g -O0\n"),
        (
            "CC2 ?= nvcc\nF_OPT = -O3 -G\nF += $(F_$(BUILD))\na.o: a.cu\n\t$(CC2) $(F) -c $<\n",
            "CC2 ?= hipcc\nF_OPT = -O3 -g\nF += $(F_$(BUILD))\na.o: a.cu\n\t$(CC2) $(F) -c $<\n",
        ),
        ("CXXFLAGS = -g -G -O0\n", "CXXFLAGS = -g -G -O0\n"),
        ("NVCCFLAGS = -Xfatbin=-compress-all -Xfatbin -compress-all -O2\n", "NVCCFLAGS = -O2\n"),
        # names of libraries that a function of make puts -l before
        (
            "L += m cudart cublas cudadevrt\nF = $(foreach x,$(L),-l$(x))\n",
            "L += m amdhip64 hipblas\nF = $(foreach x,$(L),-l$(x))\n",
        ),
        ("L := cufft\nF = $(addprefix -l, ${L})\n", "L := hipfft\nF = $(addprefix -l, ${L})\n"),
        ("L = cufft curand\nF = $(L:%=-l%)\n", "L = hipfft hiprand\nF = $(L:%=-l%)\n"),
        (
            "L = cufft\nM = cublas\nF = $(addprefix -l,$(M)) -L$(L)\n",
            "L = cufft\nM = hipblas\nF = $(addprefix -l,$(M)) -L$(L)\n",
        ),
        (
            "L = cufft.h x/cufft $(cufft)\nF = $(addprefix -l,$(L))\n",
            "L = cufft.h x/cufft $(cufft)\nF = $(addprefix -l,$(L))\n",
        ),
        (
            "L = cufft\nF = $(foreach x,$(L),-l$(y)) $(addprefix -L,$(L))\n",
            "L = cufft\nF = $(foreach x,$(L),-l$(y)) $(addprefix -L,$(L))\n",
        ),
    ],
)
def test_one_thing_at_a_time(before: str, after: str) -> None:
    result = convert(before)
    assert result.text == after
    assert {one.rule for one in result.findings} <= {"B006", "B033"}


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("a:\n\tnvcc -ptx a.cu\n", ["B007"]),
        ("a:\n\tnvcc -use_fast_math a.cu\n", ["B033", "B006"]),
        ("NVCCFLAGS = $(addprefix -Xlinker ,$(L))\n", []),
        ("NVCCFLAGS = $(addprefix -arch=sm_,$(SMS))\n", ["B008"]),
        ("L = -lcudnn -lnppc\n", ["B003", "B003"]),
        ("A := $(shell nvidia-smi)\n", ["B003"]),
        ("A = $(CUDA_FOREIGN) $(CUDA_FOREIGN)\n", ["B004"]),
        ("CUDA_MINE = 1\nA = $(CUDA_MINE)\n", []),
        ("ARCH = sm_70\n", ["B004"]),
        ("CUDA_PATH ?= /x\nCUDA_HOME = $(CUDA_PATH)\n", ["B004", "B004"]),
        ("A = @CUDA_PATH@\n", ["B003"]),
        ("F += --expt-extended-lambda -arch $(GPU)\n", ["B008"]),
        ("V := $(shell $(NVCC) --version | grep release)\n", ["B002"]),
        ("CUDA_ROOT = /apps/cuda10.2/current\n", ["B002"]),
        ("CUDA_ROOT = ${OLCF_CUDA_ROOT}\n", ["B002"]),
        ("CUDA_ROOT ?= /usr/local/cuda-11.4\nX = $(CUDA_ROOT)\n", []),
    ],
)
def test_what_no_edit_brings_over_is_said(text: str, ids: list[str]) -> None:
    assert [one.rule for one in convert(text).findings] == ids


@pytest.mark.parametrize(
    "text",
    [
        "v=\"$(nvcc --version | awk '/release/ {print $5}')\"\n",
        "nvcc --version | grep -q 'release 12' && echo new\n",
        "v=`nvcc --version`\n",
    ],
)
def test_what_nvcc_prints_is_not_read_of_hipcc(text: str) -> None:
    made = convert(text, "run.sh")
    assert made.text == text
    assert [one.rule for one in made.findings] == ["B003"]


def test_a_version_that_is_only_shown() -> None:
    assert convert("nvcc --version\nnvcc a.cu | tee log\n", "run.sh").text == (
        "hipcc --version\nhipcc a.cu | tee log\n"
    )


def test_a_choice_between_compilers_is_left_and_said_once() -> None:
    text = "ifdef HIPCONFIG\nCC2 = hipcc\nelse\nCC2 = nvcc\nL = -lcufft -lcublas\nendif\n"
    made = convert(text)
    assert made.text == text
    assert [(one.rule, one.severity) for one in made.findings] == [("B018", "note")]


def test_names_that_would_become_one_stay() -> None:
    text = "CUDA_PATH ?= /x\nCUDA_HOME = $(CUDA_PATH)\nI = -I$(CUDA_HOME)/include\n"
    assert convert(text).text == text


def test_gpus_come_from_a_variable_with_a_default() -> None:
    made = convert("# first\n\nNVCCFLAGS = -gencode arch=compute_60,code=sm_60 \\\n  -arch sm_70 -O2\n").text
    assert made == "# first\n\nHIP_ARCH ?= gfx90a,gfx1100\nNVCCFLAGS = --offload-arch=$(HIP_ARCH) -O2\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#!/bin/sh\nnvcc -O3 -lcufft a.cu\n", "#!/bin/sh\nhipcc -O3 -lhipfft a.cu\n"),
        (
            "export CUDA_HOME=/usr/local/cuda\n$CUDA_HOME/bin/nvcc \\\n  -lineinfo a.cu\n",
            "export ROCM_PATH=/opt/rocm\n$ROCM_PATH/bin/hipcc \\\n  -gline-tables-only a.cu\n",
        ),
        ("echo $CUDA_HOME\n", "echo $CUDA_HOME\n"),
        (
            'F="-O3 -arch=sm_80 -G"\nL="-lcublas -lcudart"\nnvcc $F main.cu -o app $L\n',
            (
                'F="-O3 --offload-arch=${HIP_ARCH:-gfx90a,gfx1100} -g"\nL="-lhipblas -lamdhip64"\n'
                "hipcc $F main.cu -o app $L\n"
            ),
        ),
        (
            "N=${NVCC:-nvcc}; export M='-G -arch=sm_70'\n\"$N\" ${M} k.cu -o k\n",
            "N=${NVCC:-hipcc}; export M='-g --offload-arch=gfx90a,gfx1100'\n\"$N\" ${M} k.cu -o k\n",
        ),
        (
            'A=(-O3 -lineinfo\n  -dc)\nA+=(-G)\nB="-G"\nnvcc "${A[@]}"\ng++ $B\n',
            'A=(-O3 -gline-tables-only\n  -c -fgpu-rdc)\nA+=(-g)\nB="-G"\nhipcc "${A[@]}"\ng++ $B\n',
        ),
        (
            "V=$(nvcc --version | grep release)\nX=-G nvcc -G a.cu\n",
            "V=$(nvcc --version | grep release)\nX=-G hipcc -g a.cu\n",
        ),
        (
            "nvcc -G a.cu\nls --verbose | grep nvcc\ncat log --verbose | nvcc -G b.cu\n",
            "hipcc -g a.cu\nls --verbose | grep nvcc\ncat log --verbose | hipcc -g b.cu\n",
        ),
    ],
)
def test_scripts_that_call_nvcc(before: str, after: str) -> None:
    assert convert(before, "build.sh").text == after


def test_a_default_of_an_architecture_in_a_script_is_said() -> None:
    made = convert("ARCH=${1:-sm_80}\nnvcc -arch=$ARCH a.cu\n", "build.sh")
    assert [one.rule for one in made.findings] == ["B004", "B008"]
    assert {one.rule for one in convert('F="-G"\nnvcc $F a.cu\n', "build.sh", "dual").findings} == {
        "B016",
        "B033",
    }


def test_beside_cuda_make_takes_the_one_that_is_chosen(tmp_path: Path) -> None:
    text = "NVCC = nvcc\nNVCCFLAGS = -O2 -Xptxas -v\n\n"
    text += "all: a.cu\n\t@echo $(NVCC) $(NVCCFLAGS) $<\n\t@echo nvcc -c $<\n"
    made = convert(text, build="dual").text
    (tmp_path / "Makefile").write_text(made, encoding="utf-8")
    (tmp_path / "a.cu").touch()
    if shutil.which("make") is None:
        pytest.skip("needs make")
    for choice, said in (
        ([], "nvcc -O2 -Xptxas -v a.cu\nnvcc -c a.cu\n"),
        (["USE_HIP=1"], "hipcc -O2 a.cu\nhipcc -c a.cu\n"),
    ):
        ran = subprocess.run(
            ["make", "-s", "-C", str(tmp_path), *choice], capture_output=True, text=True, check=True
        )
        assert ran.stdout == said


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("a.o: a.cpp\n\t$(CXX) -c a.cpp\nb.o: b.cpp\n\tg++ -c b.cpp\n", True),
        ("I = -I$(CUDA_PATH)/include\na.o: a.cpp\n\t$(CXX) $(I) -c a.cpp\n", False),
        ("CXX = nvcc\na.o: a.cpp\n\t$(CXX) -c a.cpp\n", False),
        ("COMPILE.cpp := $(CC) $(CFLAGS)\n%.o: %.cpp\n\t$(COMPILE.cpp) -c $<\n", True),
        ("CC = nvcc\nCOMPILE.cpp := $(CC) $(CFLAGS)\n%.o: %.cpp\n\t$(COMPILE.cpp) -c $<\n", False),
        ("DO := g++ -O3\nifdef N\nDO := nvcc\nendif\n%.o: %.cpp\n\t$(DO) -c $<\n", False),
        ("DO := g++ -O3\na: a.o\n\t$(DO) a.o -o a\n", False),
        ("H := /usr/local/cuda/include\nI = -I $(H)\na.o: a.cpp\n\t$(CXX) $(I) -c a.cpp\n", False),
        ("a: a.o\n\t$(CXX) -o a a.o\n", False),
    ],
)
def test_plain_cxx_needs_to_know_its_platform(before: str, said: bool) -> None:
    options = Options(path="Makefile", project=Project(host_cxx="src/a.cpp"))
    result = build_file(before.encode(), RULES, options)
    again = build_file(result.output, RULES, options)
    assert [one.rule for one in result.findings].count("B021") == said
    assert [one.rule for one in again.findings].count("B021") == said
    assert again.output == result.output


def test_each_command_of_a_recipe_names_its_gpus_and_what_it_only_shows_is_a_note() -> None:
    run = "$(NVCC) -O3 -arch=compute_$$cc a.cu -o a_$$cc"
    made = convert(f"a: a.cu\n\t@for cc in 50 60; do \\\n\techo {run} ;\\\n\t{run} ;\\\n\tdone\n")
    assert made.text.count("-O3 --offload-arch=$(HIP_ARCH) a.cu") == 2
    (said,) = made.findings
    assert (said.rule, said.severity, said.span.start) == ("B008", "warning", made.source.rindex(b"-arch"))
    made = convert(f"a: a.cu\n\t@echo {run} && true\n")
    assert [(one.rule, one.severity) for one in made.findings] == [("B008", "note")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("C = /usr/local/cuda-8.0/\nL = -L$(C)/lib64\n", "C = /opt/rocm/\nL = -L$(C)/lib\n"),
        (
            "C ?= $(CUDA_HOME)\nD = ${C}\nL = -L${D}/lib64/stubs -I$(C)/include\n",
            (
                "ROCM_PATH ?= /opt/rocm\nC ?= $(ROCM_PATH)\nD = ${C}\n"
                "L = -L${D}/lib -I$(C)/include -D__HIP_PLATFORM_AMD__\n"
            ),
        ),
        (
            "C = /usr/local/cuda\nC = /usr\nD = $(X)\nL = $(C)/lib64 $(D)/lib64\n",
            "C = /opt/rocm\nC = /usr\nD = $(X)\nL = $(C)/lib64 $(D)/lib64\n",
        ),
        (
            "C = $(CUDA_HOME)\nC = $(X)\nD = $(C)\nL = $(D)/lib64\n",
            "ROCM_PATH ?= /opt/rocm\nC = $(ROCM_PATH)\nC = $(X)\nD = $(C)\nL = $(D)/lib64\n",
        ),
    ],
)
def test_folders_behind_a_variable_that_holds_the_toolkits(before: str, after: str) -> None:
    assert convert(before).text == after


def test_folders_behind_a_variable_of_a_script() -> None:
    made = convert('C="${CUDA_HOME:-/usr/local/cuda}"\nnvcc -L$C/lib64 -L"$CUDAS"/lib64 a.cu\n', "build.sh")
    assert made.text == 'C="${ROCM_PATH:-/opt/rocm}"\nhipcc -L$C/lib -L"$CUDAS"/lib64 a.cu\n'
    made = convert("CUDA=/usr/local/cuda\nnvcc -L$CUDA/lib64 -L$CUDAS/lib64 a.cu\n", "build.sh")
    assert made.text == "CUDA=/opt/rocm\nhipcc -L$CUDA/lib -L$CUDAS/lib64 a.cu\n"


@pytest.mark.parametrize(
    "value",
    [
        "/sw/cuda-10.1",
        "/sw/cuda/12.3/",
        "/usr/lib/cuda",
        "$(HOME)/cuda_11",
        "~/cuda-12",
        "/apps/nvidia/CUDA/v11.8",
        '"/opt/nvidia/cuda"',
    ],
)
def test_a_folder_of_cudas_is_known_by_its_value_and_use(value: str) -> None:
    made = convert(f"X ?= {value}\nL = -L$(X)/lib64 -I$(X)/include\n")
    assert made.text == f"X ?= {value}\nL = -L$(X)/lib -I$(X)/include -D__HIP_PLATFORM_AMD__\n"
    (said,) = made.findings
    assert (said.rule, said.severity) == ("B002", "warning")
    assert said.message == "X stays: its value is a place of CUDA's: name ROCm's, such as /opt/rocm"
    assert convert(made.text).text == made.text


@pytest.mark.parametrize(
    "text",
    [
        "X = ../cuda\nL = -I$(X)/include\n",
        "SRC = $(HOME)/proj/cuda\nL = -I$(SRC)/include -L$(SRC)/lib64 -lmine\n",
        "SRC = /home/me/work/cuda\nL = -I$(SRC)/include -L$(SRC)/lib64 -lmine\n",
        "X = $(TOP)/cuda\nL = -I$(X)/include\n",
        "X = src/cuda-10\nL = -L$(X)/lib64\n",
        "X = /home/me/cuda\nSRC = $(X)/main.cpp $(X)/includes/a.h\n",
        "X = /home/me/mycuda\nL = -I$(X)/include\n",
        "X = /home/me/cuda-samples\nL = -I$(X)/include\n",
        "X = /home/me/cuda/src\nL = -I$(X)/include\n",
        "X = /sw/cuda-10\nX = /usr\nL = -I$(X)/include\n",
    ],
)
def test_a_folder_of_another_kind_keeps_still(text: str) -> None:
    made = convert(text)
    assert (made.text, made.findings) == (text, ())


def test_a_folder_that_is_set_elsewhere_is_told_of_once() -> None:
    text = "L = -L$(CUDADIR)/lib64 -L${CUDADIR}/lib64/stubs\nI = -I. -I$(CUDADIR)/include\n"
    made = convert(text)
    assert made.text.endswith("-I$(CUDADIR)/include -D__HIP_PLATFORM_AMD__\n")
    assert "lib64" not in made.text
    (said,) = made.findings
    assert (said.rule, said.severity) == ("B004", "warning")
    assert said.message.startswith("CUDADIR is set elsewhere, and is CUDA's folder by its name")
    assert convert(made.text).text == made.text
    (said,) = convert(f"include common.mk\n{text}").findings
    assert (said.rule, said.severity) == ("B004", "note")


@pytest.mark.parametrize(
    "text",
    [
        "I = -I$(CUDNN_DIR)/include\n",
        "I = -I$(CUDA_SAMPLES)/include\n",
        "I = -I$(CUDADIR)/common\n",
        "I = -I$(CUDADIR)\n",
        "CUDADIR = here\nI = -I$(CUDADIR)/include\n",
        "I = -I$(CUDASRC)/include\n",
    ],
)
def test_another_folder_that_is_set_elsewhere_keeps_still(text: str) -> None:
    made = convert(text)
    assert made.text == text
    assert all(one.severity == "note" for one in made.findings)


@pytest.mark.parametrize(
    "compiler", ["=$(MPICXX)", " mpicxx", "=/opt/openmpi/bin/mpic++", "=$(MPI_HOME)/bin/mpicxx"]
)
def test_an_mpi_compiler_for_the_host_is_missed(compiler: str) -> None:
    result = convert(f"a.o: a.cu\n\tnvcc -ccbin{compiler} --offload-arch=$(A) -c $<\n")
    assert result.text == "a.o: a.cu\n\thipcc --offload-arch=$(A) -c $<\n"
    assert [one.rule for one in result.findings] == ["B006"]
    assert "--showme" in result.findings[0].message


@pytest.mark.parametrize(
    "compiler", ["$(CXX)", "$(HOST_COMPILER)", "/opt/compiler/bin/g++", "/home/mpi/bin/g++"]
)
def test_another_one_is_not(compiler: str) -> None:
    found = convert(f"a.o: a.cu\n\tnvcc -ccbin={compiler} --offload-arch=$(A) -c $<\n").findings
    assert all(one.severity == "note" for one in found)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("g++ a.o -lcudart -L /usr/local/cuda-8.0/lib64/ -O2", "g++ a.o -lamdhip64 -L /opt/rocm/lib/ -O2"),
        ('LIBS="-lcudart -lcublas"\ng++ a.o $LIBS', 'LIBS="-lamdhip64 -lhipblas"\ng++ a.o $LIBS'),
        ("/usr/bin/x86_64-linux-gnu-g++-9 a.o -lcudart", "/usr/bin/x86_64-linux-gnu-g++-9 a.o -lamdhip64"),
        ("${CXX} a.o -lcufft && $CC b.o -lcurand", "${CXX} a.o -lhipfft && $CC b.o -lhiprand"),
        (
            "F=1 ccache mpicxx a.o \\\n  -lcudart \\\n  -lm",
            "F=1 ccache mpicxx a.o \\\n  -lamdhip64 \\\n  -lm",
        ),
        ("gcc a.o -lcudadevrt -lm", "gcc a.o -lm"),
        ("if x; then g++ a.o -lcudart; fi", "if x; then g++ a.o -lamdhip64; fi"),
        ("for f in a; do $(CXX) $f -lcudart; done", "for f in a; do $(CXX) $f -lamdhip64; done"),
        ("(cd b && (g++ a.o -lcudart -o a))", "(cd b && (g++ a.o -lamdhip64 -o a))"),
        ("link() { g++ a.o -lcudart -o a; }", "link() { g++ a.o -lamdhip64 -o a; }"),
        ("A='x y' B=\"c d\" g++ a.o -lcudart", "A='x y' B=\"c d\" g++ a.o -lamdhip64"),
        ("F=1 \\\n  g++ a.o -lcudart", "F=1 \\\n  g++ a.o -lamdhip64"),
        ("$LAUNCHER $CC a.o -lcudart", "$LAUNCHER $CC a.o -lamdhip64"),
        ('"${CXX}" a.o -lcudart', '"${CXX}" a.o -lamdhip64'),
        ("$HOME/bin/g++ a.o -lcudart", "$HOME/bin/g++ a.o -lamdhip64"),
        ("time nice -n 5 g++ a.o -lcudart", "time nice -n 5 g++ a.o -lamdhip64"),
        ("env A=1 g++ a.o -lcudart", "env A=1 g++ a.o -lamdhip64"),
        ("libtool --mode=link g++ a.o -lcudart", "libtool --mode=link g++ a.o -lamdhip64"),
        ("case $x in\n  a) g++ a.o -lcudart ;;\nesac", "case $x in\n  a) g++ a.o -lamdhip64 ;;\nesac"),
    ],
)
def test_libraries_that_a_script_links_by_another_compiler(before: str, after: str) -> None:
    made = convert(f"nvcc -c k.cu\n{before}\n", "build.sh")
    assert made.text == f"hipcc -c k.cu\n{after}\n"


@pytest.mark.parametrize(
    "line",
    [
        "grep -lcuda x",
        'echo "g++ -lcudart"',
        'TEXT="-lcudart"',
        'NOTE="use gcc x -lcudart"',
        'NOTE="a" MORE="use gcc x -lcudart" make',
        "NOTE='use gcc x -lcudart'",
        "pip install gcc -lcudart",
        "python setup.py --gcc -lcudart",
        "x; apt install g++ -lcudart",
        'git commit -m "gcc -lcudart"',
        "my-g++x a.o -lcudart",
        "my.cc -lcudart",
        "gcc-docs -lcudart",
    ],
)
def test_a_compiler_elsewhere_than_in_the_place_of_a_command_links_nothing(line: str) -> None:
    assert convert(f"nvcc -c k.cu\n{line}\n", "build.sh").text == f"hipcc -c k.cu\n{line}\n"


def test_a_long_line_of_a_script_is_soon_read() -> None:
    convert("nvcc -c k.cu\n" + "a=b " * 20_000 + "x-" * 20_000 + " -lcudart\n", "build.sh")
    for part in ("$a ", "env ", "a/", "x-", "( ", "then ", "a) ", "env -a 1 ", "A='b ", 'A="\\'):
        convert("nvcc -c k.cu\n" + part * 20_000 + "y -lcudart\n", "build.sh")


@pytest.mark.parametrize(
    ("text", "path", "severity"),
    [
        ("nvcc a.cu\nnvidia-smi || true\n", "x.sh", "note"),
        ("nvcc a.cu\nnvidia-smi; ./cleanup || true\n", "x.sh", "error"),
        ("nvcc a.cu\ncommand -v nvidia-smi && nvidia-smi -L || true\n", "x.sh", "note"),
        ("nvcc a.cu\nnvidia-smi\n", "x.sh", "error"),
        ("a.o: a.cu\n\tnvcc -c a.cu\n\t-@nvidia-smi\n", "Makefile", "note"),
        ("a.o: a.cu\n\tnvcc -c a.cu\n\tnvidia-smi\n", "Makefile", "error"),
        # a program that only looks at what is built
        ("prof: a\n\tnsys profile ./a\n", "Makefile", "warning"),
        ("check: a\n\tcompute-sanitizer ./a || true\n", "Makefile", "note"),
        ("a.o: a.cu\n\tnvcc -c a.cu\n\tcuobjdump -sass a.o > a.sass\n", "Makefile", "error"),
    ],
)
def test_a_tool_that_may_be_missing_is_a_note(text: str, path: str, severity: str) -> None:
    found = [one for one in convert(text, path).findings if one.rule == "B003"]
    assert {one.severity for one in found} == {severity}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('nvcc "-Xcompiler" "-Wall,-g" -c a.cu', "hipcc -Wall -g -c a.cu"),
        ('nvcc "-use_fast_math" a.cu', f"hipcc {FAST} a.cu"),
        ("nvcc '-Werror=all-warnings' a.cu", "hipcc -Werror -Wno-error=unused-value a.cu"),
        ('nvcc "-lineinfo" -c a.cu', 'hipcc "-gline-tables-only" -c a.cu'),
        ('nvcc "-Xcompiler" "$(F)" a.cu', 'hipcc "$(F)" a.cu'),
        ('nvcc "-Xptxas" -v -c a.cu', "hipcc -c a.cu"),
    ],
)
def test_words_in_quotes_that_become_several_are_several(before: str, after: str) -> None:
    assert convert(f"a.o: a.cu\n\t{before}\n").text == f"a.o: a.cu\n\t{after}\n"
    assert convert(f"{before}\n", "build.sh").text == f"{after}\n"


def test_the_quotes_around_what_a_variable_gets_stay() -> None:
    made = convert('F="-use_fast_math"\nX="-use_fast_math" nvcc $F a.cu\n', "build.sh")
    assert made.text == f'F="{FAST}"\nX="{FAST}" hipcc $F a.cu\n'
    assert convert('NVCCFLAGS = "-use_fast_math"\n').text == f"NVCCFLAGS = {FAST}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a.o: a.cu\n\tnvcc '-Xcompiler' \"-fPIC\" -c a.cu\n", ["-Xcompiler"]),
        ("a.o: a.cu\n\tnvcc -c a.cu -Xcompiler\n", ["-Xcompiler"]),
        ("NVCCFLAGS += -Xptxas\na.o: a.cu\n\tnvcc $(NVCCFLAGS) a.cu\n", ["-Xptxas"]),
        ("a.la: a.lo\n\tlibtool --mode=link g++ -Xcompiler x\n", []),
        ("NVCCFLAGS = -Xcompiler -fPIC\na.o: a.cu\n\tnvcc $(NVCCFLAGS) a.cu\n", []),
    ],
)
def test_a_flag_of_nvccs_alone_that_stays_is_told_of(text: str, said: list[str]) -> None:
    found = [one for one in convert(text).findings if one.rule == "B004"]
    assert [text[slice(*one.span)] for one in found] == said


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A := /usr/local/cuda/7.0/lib64\n", "A := /opt/rocm/lib\n"),
        ("CUDA_HOME := /usr/local/cuda/7.0\n", "ROCM_PATH := /opt/rocm\n"),
        ("A = -I/opt/cuda/v11.2/include\n", "A = -I/opt/rocm/include -D__HIP_PLATFORM_AMD__\n"),
    ],
)
def test_a_version_behind_the_toolkits_folder_is_part_of_it(before: str, after: str) -> None:
    result = convert(before)
    assert (result.text, result.findings) == (after, ())


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("A := ~/cuda-13.2/bin/nvcc\n", ["~/cuda-13.2"]),
        ("A = -L/sw/cuda/12.3/lib64 -O2\n", ["/sw/cuda/12.3"]),
        ("A = -I/sw/cuda12/include\n", ["/sw/cuda12"]),
        ('A = "/nfs/CUDA/v11.2/bin"\n', ["/nfs/CUDA/v11.2"]),
        ("A = /home/me/cuda/bin/nvcc\n", ["/home/me/cuda"]),
        ("A = /home/me/src/cuda/include /src/cuda/kernels/bin\n", []),
        ("A = $(HOME)/x/cuda-3/include ../cuda-11/include src/cuda-11/include\n", []),
        ("A = /usr/local/cuda-11/include\n", []),
        ("A = /usr/bin/nvcc\n", []),
    ],
)
def test_a_place_of_cudas_that_stays_is_told_of(text: str, places: list[str]) -> None:
    assert [one.message.partition(" stays: ")[0] for one in convert(text).findings] == places


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a:\n\tnvcc -arch=sm_70 -g -G a.cu\n", " -g a.cu\n"),
        ("a:\n\tnvcc -arch=sm_70 -G -O2 -g a.cu\n", " -O2 -g a.cu\n"),
        ("a:\n\tnvcc -arch=sm_70 $(if $(D),-g) -G a.cu\n", " $(if $(D),-g) -g a.cu\n"),
    ],
)
def test_what_debuggers_read_is_asked_for_once(before: str, after: str) -> None:
    assert convert(before).text.endswith(f"--offload-arch=$(HIP_ARCH){after}")


def test_a_library_is_linked_once_where_two_become_it() -> None:
    made = convert("LIBS := -lcudart -lcuda -lm\nL2 = -lcudart -lm -lcuda\n")
    assert made.text == "LIBS := -lamdhip64 -lm\nL2 = -lamdhip64 -lm -lamdhip64\n"


def test_the_ending_of_a_file_is_no_profiler() -> None:
    assert convert("clean:\n\trm -f *.nvprof out.ncu a.nsys\n").findings == ()
    assert [one.rule for one in convert("run:\n\tnvprof ./a\n").findings] == ["B003"]


def test_clang_takes_what_is_for_the_linker_before_each_word() -> None:
    source = b"LDFLAGS = -lm\nall: a.cu\n\tnvcc $(addprefix -Xlinker ,$(LDFLAGS)) -o a a.cu\n"
    made = build_file(source, RULES, Options("Makefile"))
    assert made.output == source.replace(b"nvcc", b"hipcc")
    assert "B007" not in {one.rule for one in made.findings}
    joined = build_file(source.replace(b"-Xlinker ,", b"-Xlinker=,"), RULES, Options("Makefile"))
    assert "B007" in {one.rule for one in joined.findings}


def test_what_is_linked_without_its_flag_fails_there() -> None:
    made = build_file(b"a.o: a.cu\n\tnvcc -dc -o a.o a.cu\n", RULES, Options("Makefile"))
    assert [one.fails for one in made.findings if one.rule == "B006"] == ["link"]


@pytest.mark.parametrize(
    "use",
    [
        "$(addprefix -Xcompiler ,$(CCFLAGS))",
        "$(patsubst %,-Xcompiler %,$(CCFLAGS))",
        '-Xcompiler "$(CCFLAGS)"',
        "--compiler-options=$(CCFLAGS)",
        "$(ALL)",
    ],
)
def test_what_nvcc_only_hands_on_has_no_flags_of_its_own(use: str) -> None:
    source = "CCFLAGS += -arch $(HOST_ARCH)\nALL = $(addprefix -Xcompiler ,$(CCFLAGS))\n"
    source += f"all: a.cu\n\tnvcc {use} -o a a.cu\n"
    made = convert(source)
    assert "CCFLAGS += -arch $(HOST_ARCH)\n" in made.text
    assert "B008" not in {one.rule for one in made.findings}


@pytest.mark.parametrize(
    "use",
    [
        "nvcc $(CCFLAGS)",
        "nvcc $(addprefix -Xlinker ,$(CCFLAGS))",
        "nvcc $(addprefix -Xcompiler ,$(CCFLAGS)) $(CCFLAGS)",
        "nvcc $(addprefix -Xcompiler ,$(CCFLAGS)) $(NVCCFLAGS)",
    ],
)
def test_what_nvcc_reads_itself_has(use: str) -> None:
    source = f"CCFLAGS = -arch sm_80\nNVCCFLAGS = -O2 $(CCFLAGS)\nall: a.cu\n\t{use} -o a a.cu\n"
    made = convert(source)
    assert "CCFLAGS = --offload-arch=$(HIP_ARCH)\n" in made.text
    assert [one.rule for one in made.findings if one.severity == "warning"] == ["B008"]


def test_a_gpu_that_is_handed_on_becomes_one_of_amds() -> None:
    made = convert("CCFLAGS = -arch sm_80\nall:\n\tnvcc -Xcompiler $(CCFLAGS) a.cu\n")
    assert "CCFLAGS = --offload-arch=$(HIP_ARCH)\n" in made.text
    assert [(one.rule, one.severity) for one in made.findings] == [("B008", "warning")]


USES = "a: a.cu\n\tnvcc -arch=native -I$(CUDA_PATH)/include $< -o $@\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "$(shell ls -d /usr/local/cuda* | sort -V | tail -1)",
            "$(shell ls -d /opt/rocm* | sort -V | tail -1)",
        ),
        ("$(shell echo $$PATH | tr : '\\n' | grep -m 1 -G cuda)",) * 2,
        ("$(shell nvcc -v --dryrun x 2>&1 | sort -V)", "$(shell hipcc -v -### x 2>&1 | sort -V)"),
    ],
)
def test_programs_that_are_asked_where_the_toolkit_lies_have_their_own_flags(before: str, after: str) -> None:
    result = convert(f"CUDA_PATH ?= {before}\n{USES}")
    assert result.text.splitlines()[0] == f"ROCM_PATH ?= {after}"


def test_flags_that_a_program_prints_are_nvccs() -> None:
    result = convert("F = $(shell echo -gencode arch=compute_80,code=sm_80)\na: a.cu\n\tnvcc $(F) -G a.cu\n")
    assert result.text.splitlines()[1:] == [
        "F = $(shell echo --offload-arch=$(HIP_ARCH))",
        "a: a.cu",
        "\thipcc $(F) -g a.cu",
    ]
    script = convert('F="-G $(ls | sort -V | head -1)"\nnvcc $F a.cu\n', "build.sh")
    assert script.text.splitlines()[0] == 'F="-g $(ls | sort -V | head -1)"'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "H := /usr/local/cuda/include\nI := -I x -I $(H) \n",
            "H := /opt/rocm/include\nI := -I x -I $(H)%s \n",
        ),
        ("H = $(CUDA_PATH)/include\nI = -I$(H) -O2\n", "H = $(ROCM_PATH)/include\nI = -I$(H)%s -O2\n"),
        ("H = include\nI = -I$(H)\n", "H = include\nI = -I$(H)\n"),
        ("H = /usr/local/cuda/include\nI = -I$(H)/cub\n", "H = /opt/rocm/include\nI = -I$(H)/cub\n"),
        ("H = $(MY)/include\nI = -I$(H)\n", "H = $(MY)/include\nI = -I$(H)\n"),
    ],
)
def test_headers_behind_a_variable_bring_the_platform(before: str, after: str) -> None:
    rule = "a.o: a.cpp\n\t$(CXX) $(I) -c a.cpp\n"
    result = convert(before + rule)
    platform = " -D__HIP_PLATFORM_AMD__"
    made = after.replace("%s", platform) + rule
    assert result.text.removeprefix("ROCM_PATH ?= /opt/rocm\n") == made
    assert convert(result.text).text == result.text


def test_what_a_makefile_has_off_is_told_in_notes() -> None:
    text = "USE_JPEG={}\nLIBS=-lcudart\nifeq ($(USE_JPEG),1)\nLIBS+=-lnvjpeg\nendif\n"
    text += "k: k.cu\n\tnvcc -o k k.cu $(LIBS)\n"
    for value, severity in (("0", "note"), ("1", "error")):
        result = build_file(text.format(value).encode(), RULES, Options(path="Makefile"))
        assert [one.severity for one in result.findings if one.rule == "B003"] == [severity]

"""Files that no name tells of, and that give a build what is CUDA's."""

from __future__ import annotations

import pytest

from hipify_py.build.settings_files import families, is_settings, writes_makefile


@pytest.mark.parametrize(
    "text",
    [
        "CUDA_PATH       /sw/cuda\nNVCCFLAG_COM    -use_fast_math\nARCH 75\n",
        "# a machine\nexport CUDA_HOME=/sw/cuda\nCC = gcc\n",
        "cc = gcc\nNVCC ?= nvcc\n",
        "NVFLAGS = -O3\r\n",
        "CUDA_ARCH = @@@ARCH@@@\n",
        "k.o: k.cu\n\t$(NVCC) -c k.cu\n",
        "k.o: k.cu\n\t@nvcc -c k.cu\n",
        "setenv CUDA_HOME /sw/cuda\n",
    ],
)
def test_settings_for_nvcc(text: str) -> None:
    assert is_settings(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "CC = gcc\nCXX = g++\n",
        "# CUDA_PATH = /sw/cuda\nCC = gcc\n",
        "#!/bin/bash\nexport CUDA_HOME=/sw/cuda\n",
        "CUDA_HOME has to be set.\nNVCC is then found by itself.\n",
        "To build it, say\n\nCUDA_HOME=/sw/cuda cmake ..\n\nand wait for the end of it.\n",
        "CUDA_PATH == x\n",
        "CUDA_VISIBLE_DEVICES=0\nRANK=1\n",
        "CUDA_PATH=/x\0\n",
        "int NVCC = 1;\n",
        "all:\n\techo no nvcc\n",
    ],
)
def test_others(text: str) -> None:
    assert not is_settings(text.encode())


@pytest.mark.parametrize(
    ("text", "writes"),
    [
        ("open('Makefile', 'w').write('k.o:\\n\\tnvcc -c k.cu')\n", True),
        ("flags['NVCCFLAGS'] += '-Xptxas -v'\nread('Makefile_base')\n", True),
        ("subprocess.run(['make'])  # nvcc\n", False),
        ("open('Makefile', 'w').write('k.o: k.c')\n", False),
    ],
)
def test_scripts_that_write_makefiles(text: str, writes: bool) -> None:
    assert writes_makefile(text.encode()) is writes


def test_settings_of_one_ending_in_one_folder_are_a_family() -> None:
    sets = b"CUDA_PATH /sw/cuda\nNVCCFLAG_COM -O3\n"
    texts = {
        "a/2.config": sets,
        "a/1.config": sets,
        "a/1.txt": sets,
        "b/1.config": sets,
        "a/0.config": b"x\n",
    }
    assert families(texts) == {"a/1.config": ("a/1.config", 2), "a/2.config": ("a/1.config", 2)}

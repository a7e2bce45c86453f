"""Constructs of build files, each as a text of any size, by the name of the file that they stand in."""

from __future__ import annotations

from constructs import Construct

PROJECT = b"cmake_minimum_required(VERSION 3.18)\nproject(a LANGUAGES CXX CUDA)\n"


def _cmake(piece: bytes, **others: bytes) -> Construct:
    others["head"] = PROJECT + others.get("head", b"")
    return Construct(piece, **others)


CMAKE = {
    "set": _cmake(b"set(A%d cudart)\n"),
    "set of the one before": _cmake(b"set(A%d ${A%e} -arch=sm_70)\n"),
    "set in one": _cmake(b" a%d.cu", head=b"set(A", tail=b")\nadd_library(b ${A})\n"),
    "append to one": _cmake(b"list(APPEND A a%d.cu)\n", tail=b"cuda_add_library(b ${A})\n"),
    "append to flags": _cmake(b'set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -Xcompiler -Wall")\n'),
    "flags in one": _cmake(
        b" -gencode arch=compute_70,code=sm_70", head=b'set(CMAKE_CUDA_FLAGS "', tail=b'")\n'
    ),
    "architectures in one": _cmake(b";%d", head=b'set(CMAKE_CUDA_ARCHITECTURES "70', tail=b'")\n'),
    "libraries": _cmake(b"target_link_libraries(a%d PRIVATE CUDA::cudart cublas)\n"),
    "libraries of one": _cmake(b"target_link_libraries(a PRIVATE CUDA::cudart)\n"),
    "libraries in one": _cmake(b" CUDA::cudart", head=b"target_link_libraries(a", tail=b")\n"),
    "options by language": _cmake(
        b"target_compile_options(a%d PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math>)\n"
    ),
    "generator expressions nested": _cmake(
        b"$<$<COMPILE_LANGUAGE:CUDA>:",
        head=b"target_compile_options(a PRIVATE ",
        middle=b"-lineinfo",
        closing=b">",
        tail=b")\n",
    ),
    "generator expressions opened": _cmake(b"$<", head=b"target_compile_options(a PRIVATE ", tail=b")\n"),
    "targets": _cmake(
        b"add_executable(a%d a%d.cu)\nset_target_properties(a%d PROPERTIES CUDA_STANDARD 17)\n"
    ),
    "targets of FindCUDA": _cmake(
        b"cuda_add_executable(a%d a%d.cu OPTIONS -O3)\n", head=b"find_package(CUDA)\n"
    ),
    "properties in one": _cmake(
        b" CUDA_STANDARD 17", head=b"set_target_properties(a PROPERTIES", tail=b")\n"
    ),
    "sources as HIP": _cmake(b"set_source_files_properties(a%d.cpp PROPERTIES LANGUAGE CUDA)\n"),
    "foreach": _cmake(b"foreach(a ${A})\n  cuda_add_library(b${a} ${a}.cu)\nendforeach()\n"),
    "flags of each GPU in a loop": _cmake(
        b'  set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -gencode arch=compute_${a},code=sm_${a}")\n',
        head=b"foreach(a IN LISTS CMAKE_CUDA_ARCHITECTURES)\n",
        tail=b"endforeach()\n",
    ),
    "foreach nested": _cmake(
        b"foreach(a%d ${A})\n", middle=b"cuda_add_library(b b.cu)\n", closing=b"endforeach()\n"
    ),
    "if": _cmake(b"if(CUDA_FOUND)\n  enable_language(CUDA)\nendif()\n"),
    "if nested": _cmake(b"if(CUDA_FOUND)\n", middle=b"enable_language(CUDA)\n", closing=b"endif()\n"),
    "if nested with else": _cmake(
        b"if(CUDA_FOUND%d)\nset(A%d cudart)\nelse()\n",
        middle=b"enable_language(CUDA)\n",
        closing=b"endif()\n",
    ),
    "if of versions nested": _cmake(
        b"if(CUDA_VERSION VERSION_GREATER 9)\n", middle=b"find_package(CUDA)\n", closing=b"endif()\n"
    ),
    "if opened": _cmake(b"if(USE_CUDA)\n"),
    "elseif": _cmake(b"elseif(CUDA_VERSION VERSION_LESS 9)\nset(A 1)\n", head=b"if(A)\n", tail=b"endif()\n"),
    "conditions in one": _cmake(b"CUDA_FOUND AND ", head=b"if(", tail=b"A)\nendif()\n"),
    "conditions in brackets": _cmake(
        b"(", head=b"if", middle=b"CUDA_FOUND", closing=b")", tail=b"\nendif()\n"
    ),
    "functions": _cmake(b"function(f%d)\n  cuda_add_library(${ARGV})\nendfunction()\nf%d(a b.cu)\n"),
    "functions that call the one before": _cmake(
        b"function(f%d a)\n  f%e(${a})\nendfunction()\n",
        head=b"function(f0 a)\n  cuda_add_library(b ${a})\nendfunction()\n",
        tail=b"f%n(c.cu)\n",
    ),
    "functions nested": _cmake(
        b"function(f%d)\n", middle=b"enable_language(CUDA)\n", closing=b"endfunction()\n"
    ),
    "function called again": _cmake(
        b"f(a%d b%d.cu)\n", head=b"function(f)\n  cuda_add_library(${ARGV})\nendfunction()\n"
    ),
    "macros": _cmake(b"macro(m%d)\n  find_package(CUDA REQUIRED)\nendmacro()\nm%d()\n"),
    "includes": _cmake(b"include(a%d.cmake)\n"),
    "packages": _cmake(b"find_package(CUDAToolkit REQUIRED)\n"),
    "packages in conditions": _cmake(b"if(A%d)\nfind_package(CUDAToolkit REQUIRED)\nendif()\n"),
    "languages": _cmake(b"enable_language(CUDA)\n"),
    "messages": _cmake(b'message(STATUS "CUDA ${CUDA_VERSION}")\n'),
    "strings opened": _cmake(b'"a\n'),
    "variables nested": _cmake(b"${A", head=b"set(B ", closing=b"}", tail=b")\n"),
    "variables opened": _cmake(b"${", head=b"set(B ", tail=b")\n"),
    "brackets": _cmake(b"(", head=b"set(", closing=b")", tail=b")\n"),
    "brackets of text opened": _cmake(b"[=[", head=b"set(A "),
    "brackets of text of other ends": _cmake(b"[=%d[ ", head=b"set(A "),
    "comments": _cmake(b"# CUDA\n"),
    "comments opened": _cmake(b"#[["),
    "comments opened on each line": _cmake(b"#[[ cuda\n"),
    "brackets of text opened, apart": _cmake(b"[[ ", head=b"set(A ", tail=b"cuda)\n"),
    "flags that go in branches": _cmake(b"if(A)\nset(X%d -lineinfo)\nendif()\n"),
    "GPUs of variables": _cmake(
        b"if(A)\nset(CMAKE_CUDA_ARCHITECTURES ${GPUS})\nendif()\n", tail=b"enable_language(CUDA)\n"
    ),
    "programs in a command": _cmake(
        b"COMMAND nvcc -lineinfo a.cu ", head=b"add_custom_target(a ", tail=b")\n"
    ),
    "targets made elsewhere": _cmake(b"target_sources(a%d PRIVATE a%d.cu)\n"),
    "commands without ends": _cmake(b"set(A "),
    "options": _cmake(
        b'option(USE_CUDA%d "Use CUDA" ON)\nif(USE_CUDA%d)\nadd_definitions(-DUSE_CUDA)\nendif()\n'
    ),
    "programs as text": _cmake(
        b'file(WRITE a%d.cu "#include <cuda_runtime.h>\\nint main() { return cudaFree(0); }")\n'
    ),
    "custom commands": _cmake(b"add_custom_command(OUTPUT a%d COMMAND nvcc -ptx a%d.cu -o a%d)\n"),
    "returns": _cmake(b"if(NOT CUDA_FOUND)\n  return()\nendif()\n"),
}
MAKE = {
    "variables": Construct(b"A%d = -lcudart\n"),
    "variables of the one before": Construct(
        b"A%d = $(A%e) -arch=sm_70\n", b"A0 = -O3\n", tail=b"a: a.cu\n\tnvcc $(A%n) a.cu\n"
    ),
    "variables of the one before, twice": Construct(
        b"A%d = $(A%e) $(A%e)\n", b"A0 = -arch=sm_70\n", tail=b"a: a.cu\n\tnvcc $(A%n) a.cu\n"
    ),
    "variables of themselves": Construct(b"A = $(A)\n", tail=b"a:\n\t$(A) a.cu\n"),
    "variables in a circle": Construct(
        b"A%d = $(A%e)\n", b"NVCC = nvcc\nA0 = $(A%n)\n", tail=b"a:\n\t$(A1) a.cu\n"
    ),
    "appended": Construct(b"NVCCFLAGS += -arch=sm_70\n", tail=b"a: a.cu\n\tnvcc $(NVCCFLAGS) a.cu\n"),
    "compilers named after the one before": Construct(
        b"C%d = $(C%e)\n", b"C0 = nvcc\n", tail=b"a: a.cu\n\t$(C%n) -arch=sm_70 a.cu\n"
    ),
    "rules": Construct(b"a%d: a%d.cu\n\tnvcc -arch=sm_70 -c a%d.cu -o a%d -lcudart\n"),
    "rules by a variable": Construct(
        b"a%d: a%d.cu\n\t$(NVCC) $(FLAGS) -c $< -o $@\n", b"NVCC = nvcc\nFLAGS = -arch=sm_70\n"
    ),
    "rules of C": Construct(
        b"a%d.o: a%d.c\n\t$(CC) $(CFLAGS) -c $< -o $@\n", b"CC = nvcc\nCFLAGS = -Xptxas -v\n"
    ),
    "lines continued": Construct(b" -gencode arch=compute_70,code=sm_70 \\\n", b"A = "),
    "lines of a recipe continued": Construct(b"\tnvcc -arch=sm_70 a.cu && \\\n", b"a:\n"),
    "a long line": Construct(b" a%d.cu", b"A =", tail=b"\na: $(A)\n\tnvcc $^\n"),
    "flags on a long line": Construct(b" -Xcompiler -Wall", b"A = nvcc", tail=b"\n"),
    "calls": Construct(b"$(call f,a%d)\n", b"define f\n$(1): $(1).cu\n\tnvcc $(1).cu\nendef\n"),
    "calls nested": Construct(b"$(call f,", b"A = ", b"nvcc", b")", b"\n"),
    "foreach nested": Construct(b"$(foreach a%d,$(A), ", b"A = ", b"nvcc", b")", b"\n"),
    "references opened": Construct(b"$(", b"A = "),
    "references nested": Construct(b"$(A", b"B = ", b"", b")", b"\n"),
    "patsubst": Construct(b"A%d = $(patsubst %.cu,%.o,$(B))\n"),
    "conditions": Construct(b"ifeq ($(CUDA),1)\nA += -lcudart\nendif\n"),
    "conditions nested": Construct(b"ifdef CUDA\n", b"", b"A += -lcudart\n", b"endif\n"),
    "conditions opened": Construct(b"ifdef CUDA\n"),
    "else if": Construct(b"else ifdef A%d\nA = -lcudart\n", b"ifdef A\n", tail=b"endif\n"),
    "includes": Construct(b"include a%d.mk\n"),
    "defines": Construct(b"define A%d\nnvcc\nendef\n"),
    "defines opened": Construct(b"define A\n"),
    "comments": Construct(b"# nvcc\n"),
    "comments continued": Construct(b"# nvcc \\\n"),
    "dollars": Construct(b"$", b"A = "),
    "slashes": Construct(b"//", b"A = "),
    "a word of flags": Construct(b"[--default-stream=null--"),
    "names that go on with a value": Construct(b"A%d = $(A$(B)) nvcc\n"),
    "targets in one": Construct(b"a%d ", tail=b": a.cu\n\tnvcc $@\n"),
}
SCRIPT = {
    "commands": Construct(b"nvcc -arch=sm_70 -o a%d a%d.cu -lcudart\n"),
    "commands on one line": Construct(b"nvcc a.cu; "),
    "quotes": Construct(b'"', b"nvcc "),
    "quotes of a kind": Construct(b"'nvcc' "),
    "documents": Construct(b"cat <<E%d\nnvcc\nE%d\n"),
    "documents opened": Construct(b"cat <<E%d\n"),
    "substitutions": Construct(b"$(nvcc ", b"A=", b"", b")", b"\n"),
    "continued": Construct(b"nvcc \\\n"),
    "if nested": Construct(b"if nvcc; then\n", b"", b"nvcc\n", b"fi\n"),
    "versions asked": Construct(b"A=$(nvcc --version | tail -1); "),
    "containers": Construct(b" --gpus", b"docke"),
    "exports": Construct(b"export PATH=/usr/local/cuda/bin:$PATH\n"),
}
PYTHON = {
    "extensions": Construct(
        b"CUDAExtension('a%d', ['a%d.cu'], extra_compile_args={'nvcc': ['-arch=sm_70']}),\n",
        b"from torch.utils.cpp_extension import CUDAExtension\nsetup(ext_modules=[\n",
        tail=b"])\n",
    ),
    "flags": Construct(b"'-gencode', 'arch=compute_70,code=sm_70', ", b"flags = [", tail=b"]\nnvcc(flags)\n"),
    "lists nested": Construct(b"[", b"flags = ", b"'nvcc'", b"]", b"\n"),
    "brackets opened": Construct(b"(", b"nvcc = "),
    "strings opened": Construct(b"'''", b"nvcc = "),
    "strings": Construct(b"'nvcc' "),
    "functions": Construct(b"def f%d():\n    return ['nvcc', '-lcudart']\n"),
    "if nested": Construct(b"if cuda: \\\n"),
    "conditions": Construct(b"if cuda:\n    flags.append('-lcudart')\n"),
    "sums": Construct(b"'nvcc' + ", b"a = ", tail=b"''\n"),
    "calls": Construct(b"f(", b"a = ", b"'nvcc'", b")", b"\n"),
    "backslashes": Construct(b"\\\n", b"a = "),
    "documents": Construct(b'"""nvcc"""\n'),
    "libraries opened": Construct(b"libs=["),
}
BAZEL = {
    "libraries": Construct(
        b'cuda_library(name = "a%d", srcs = ["a%d.cu"], deps = ["@local_cuda//:cudart"], '
        b'copts = ["-arch=sm_70"])\n'
    ),
    "sources": Construct(b'"a%d.cu", ', b"cuda_library(srcs = [", tail=b"])\n"),
    "select nested": Construct(b'select({"a": ', b"a = ", b'["nvcc"]', b"})", b"\n"),
}
MESON = {
    "libraries": Construct(
        b"a%d = library('a%d', 'a%d.cu', dependencies: dependency('cuda'))\n", b"project('a', 'cuda')\n"
    ),
    "if nested": Construct(b"if a\n", b"project('a', 'cuda')\n", b"add_languages('cuda')\n", b"endif\n"),
    "lists nested": Construct(b"[", b"a = ", b"'nvcc'", b"]", b"\n"),
}
VCXPROJ = {
    "sources": Construct(
        b'<CudaCompile Include="a%d.cu" />\n', b"<Project><ItemGroup>\n", tail=b"</ItemGroup></Project>\n"
    ),
    "groups": Construct(
        b'<ItemGroup><CudaCompile Include="a%d.cu"><CodeGeneration>compute_70,sm_70</CodeGeneration>'
        b"</CudaCompile></ItemGroup>\n",
        b"<Project>\n",
        tail=b"</Project>\n",
    ),
    "elements nested": Construct(
        b"<ItemGroup>", b"<Project>", b'<CudaCompile Include="a.cu" />', b"</ItemGroup>", b"</Project>\n"
    ),
    "elements opened": Construct(b"<CudaCompile "),
    "comments opened": Construct(b"<!-- CUDA "),
    "entities": Construct(
        b'<!ENTITY a%d "&a%e;&a%e;">\n', b"<!DOCTYPE a [\n", tail=b"]>\n<Project>&a%n;</Project>\n"
    ),
    "imports": Construct(
        b'<Import Project="$(VCTargetsPath)\\BuildCustomizations\\CUDA 12.2.props" />\n',
        b"<Project>\n",
        tail=b"</Project>\n",
    ),
}
DATABASE = {
    "commands": Construct(
        b'{"directory": "/a", "command": "nvcc -arch=sm_70 -c a%d.cu", "file": "a%d.cu"},\n',
        b"[\n",
        tail=b"{}]\n",
    ),
    "lists nested": Construct(b"[", b"", b'"nvcc"', b"]"),
    "strings opened": Construct(b'"nvcc'),
}
YAML = {
    "steps": Construct(b"  - script: nvcc -arch=sm_70 a%d.cu\n", b"a:\n"),
    "nested": Construct(b"- ", b"", b"nvcc"),
    "brackets": Construct(b"[", b"a: ", b"nvcc", b"]"),
}
DOCKER = {
    "runs": Construct(b"RUN nvcc -arch=sm_70 a%d.cu\n", b"FROM nvidia/cuda:12.2.0-devel\n"),
    "continued": Construct(b"nvcc \\\n", b"FROM nvidia/cuda:12.2.0-devel\nRUN "),
}
BUILD_CONSTRUCTS: dict[str, dict[str, Construct]] = {
    "CMakeLists.txt": CMAKE,
    "Makefile": MAKE,
    "build.sh": SCRIPT,
    "setup.py": PYTHON,
    "BUILD.bazel": BAZEL,
    "meson.build": MESON,
    "a.vcxproj": VCXPROJ,
    "compile_commands.json": DATABASE,
    ".gitlab-ci.yml": YAML,
    "Dockerfile": DOCKER,
    "Jenkinsfile": {"comments opened": Construct(b"/* nvcc ")},
}

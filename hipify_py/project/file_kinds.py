"""What names tell: the kind of a file by its ending, and the folders that hold nothing to convert."""

from __future__ import annotations

import os
import posixpath
from fnmatch import fnmatchcase
from typing import Literal

from hipify_py.build.ci_names import is_ci_file
from hipify_py.build.file_names import ENDINGS, PARTS, is_put_aside

_SOURCE = """
    .cu .cuh .cui .cuinc .hip .c .cc .cpp .cxx .c++ .h .hh .hpp .hxx .h++
    .def .impl .inc .inl .ipp .tpp .tcc .txx
    .cppm .ccm .cxxm .c++m .ixx
"""
_OTHER_TEXT = """
    .ac .adoc .am .asm .awk .bat .bazel .bzl .cfg .cl .cmake .cmd .conf .css .csv .diff .f .f03 .f08 .f90
    .for .gn .gni .go .htm .html .ini .ipynb .java .jl .js .json .jsonl .ll .lock .log .lua .m .m4 .mak
    .md .mk .ninja .nix .patch .pl .pm .props .proto .ps1 .ptx .pxd .py .pyi .pyx .r .rb .rs .rst .s .scss
    .sh .sln .spec .sql .svg .swift .targets .tex .toml .ts .tsv .tsx .txt .vcproj .vcxproj .xml .yaml .yml
"""
_OTHER_BINARY = """
    .7z .a .avi .bin .bmp .bz2 .class .cubin .dat .db .dll .doc .docx .dylib .eps .exe .fatbin .gguf .gif .gz
    .h5 .hdf5 .ico .ilk .jar .jpeg .jpg .lib .lz4 .mov .mp3 .mp4 .npy .npz .o .obj .odt .onnx .otf .parquet
    .pb .pdb .pdf .pkl .png .ppm .pptx .ps .pt .pth .pyc .pyd .raw .safetensors .so .tar .tgz .tif .tiff .ttf
    .wav .webp .whl .woff .woff2 .xls .xlsx .xz .zip .zst
"""
_OTHER_NAMES = """
    authors changelog codeowners contributing copying dockerfile gnumakefile install license makefile notice
    readme sconscript sconstruct version
"""
_BUILD_NAMES = """
    .bazelrc .cproject .gitmodules .project BUILD BUILD.bazel Cargo.toml CMakeLists.txt CMakePresets.json
    CMakeUserPresets.json GNUmakefile Makefile Makefile.am Makefile.in Project.toml SConscript SConstruct
    build.rs conanfile.py conanfile.txt configure.ac configure.in makefile make.inc meson.build meson.options
    meson_options.txt premake4.lua premake5.lua pyproject.toml setup.py vcpkg.json wscript xmake.lua
"""
BUILD_NAMES, BUILD_ENDINGS = (
    frozenset(_BUILD_NAMES.split()),
    (
        ".bash",
        ".bat",
        ".bzl",
        ".cmake",
        ".cmd",
        ".go",
        ".m4",
        *ENDINGS,
        ".ninja",
        ".pri",
        ".pro",
        ".ps1",
        ".sh",
        ".vcproj",
        ".vcxproj",
    ),
)
ENDED = ("Containerfile.", "Dockerfile.", "Jenkinsfile.", *PARTS)
SOURCE = frozenset(_SOURCE.split())
TEMPLATES = frozenset({".cmake", ".cuda", ".in", ".template", ".tmpl"})  # of which builds make the rest
OTHER = frozenset((_OTHER_TEXT + _OTHER_BINARY).split())
OTHER_NAMES = frozenset(_OTHER_NAMES.split())
_VENDORED = """
    third_party third-party thirdparty 3rdparty 3rd_party 3rd-party vendor vendored node_modules
    extern external_libs cutlass composable_kernel rapids-cmake
"""
FOLDERS = {
    "version control": (".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "CVS"),
    "vendored": tuple(_VENDORED.split()),
    "build": (
        "build",
        "_build",
        "_deps",
        "cmake-build-*",
        "CMakeFiles",
        "__pycache__",
        ".eggs",
        "*.egg-info",
    ),
    "environment": (".venv", "venv", ".tox", ".nox"),
    "cache": (".*_cache", ".cache"),
}
_KINDS = {name: kind for kind, names in FOLDERS.items() for name in names}
_GLOBS = {name: kind for name, kind in _KINDS.items() if "*" in name}
MARKERS = {"pyvenv.cfg": "environment", "CACHEDIR.TAG": "cache"}


def folder_kind(name: str) -> str:
    """Give the kind of folders in which nothing is converted that bear a name; "" for another folder."""
    return _KINDS.get(name) or next((kind for glob, kind in _GLOBS.items() if fnmatchcase(name, glob)), "")


def is_build_file(path: str) -> bool:
    """Say whether a path is that of a file which tells a build system about sources."""
    name = posixpath.basename(path)
    if _is_template(name) or is_put_aside(name):
        return False
    if name in BUILD_NAMES:
        return True
    if name.startswith(ENDED):  # Makefile.cuda and make.host.local, but not Makefile.md or make.cpp
        ending = os.path.splitext(name)[1].lower()
        is_named_so = name.endswith(ENDINGS) or ending not in OTHER
        return is_named_so and (name.startswith("Makefile.") or ending not in SOURCE - {".inc"})
    return name.endswith(BUILD_ENDINGS) or is_ci_file(path)


def kind_of(name: str) -> Literal["source", "maybe", "other"]:
    """Tell from its name whether a file is CUDA, C or C++ source, might be, or is something else."""
    stem, ending = os.path.splitext(name.lower())
    if is_build_file(name):  # `Makefile.inc` too, whose ending sources have
        return "other"
    if ending in SOURCE or _is_template(name):
        return "source"
    if ending in OTHER or (not ending and (stem.startswith(".") or stem in OTHER_NAMES)):
        return "other"
    return "maybe"


def _is_template(name: str) -> bool:
    """Say whether a build makes a source of a file: `config.h.in`, `config.hpp.cmake`, `impl.cpp.Cuda`."""
    stem, ending = os.path.splitext(name.lower())
    return ending in TEMPLATES and os.path.splitext(stem)[1] in SOURCE

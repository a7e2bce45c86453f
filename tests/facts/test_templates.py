"""The C++ template libraries: which headers and names of them are public, and how a compiler is asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.facts import Clang, clang

from hipify_py.facts import templates
from hipify_py.facts.table import Fact

if TYPE_CHECKING:
    from pathlib import Path

    from hipify_py.facts.table import Kind

HEAD = "TranslationUnitDecl 0x0 <<invalid sloc>> <invalid sloc>\n"
HOST = (
    HEAD
    + """\
|-NamespaceDecl 0x1 <{root}/cub/cub.cuh:1:1, line:9:1> line:1:11 cub
| |-CXXRecordDecl 0x2 <line:2:1, line:6:1> line:2:8 struct Device definition
| | `-CXXMethodDecl 0x3 <line:3:3, col:55> col:38 Sum 'int (int)' static
| |   `-ParmVarDecl 0x4 <col:43, col:47> col:47 a 'int'
| |-CXXRecordDecl 0x5 <{root}/cub/warp/../cub.cuh:7:1, col:8> col:8 struct Warp
| |-EnumDecl 0x6 <line:19:1, col:38> col:6 Mode 'int'
| | `-EnumConstantDecl 0x7 <col:19> col:19 Off 'cub::Mode'
| `-NamespaceDecl 0x8 <line:8:1, line:9:1> line:8:11 detail
|   `-FunctionDecl 0x9 <line:8:3, col:55> col:38 hidden 'int ()'
`-NamespaceDecl 0xa <{root}/other/other.cuh:1:1, line:9:1> line:1:11 other
  `-FunctionDecl 0xb <line:8:3, col:55> col:38 foreign 'int ()'
"""
)
DEVICE = (
    HEAD
    + """\
`-NamespaceDecl 0x1 <{root}/cub/cub.cuh:1:1, line:9:1> line:1:11 cub
  |-CXXRecordDecl 0x2 <line:7:1, col:8> col:8 struct Warp
  `-FunctionDecl 0x3 <line:8:3, col:55> col:38 OnDevice 'int ()'
"""
)
DEFINES = """\
# 1 "{root}/cub/cub.cuh" 1
#define CubDebug(e) e
#define CUB_GONE 1
#undef CUB_GONE
#define CUB_VERSION 200
#define UNRELATED 1
"""
FOUND = [
    Fact("CUB_VERSION", "macro", "cub/cub.cuh", "200"),
    Fact("CubDebug", "macro", "cub/cub.cuh", "(1)"),
    Fact("cub", "namespace", "cub/cub.cuh", ""),
    Fact("cub::Device", "type", "cub/cub.cuh", "struct"),
    Fact("cub::Device::Sum", "function", "cub/cub.cuh", "static (1)"),
    Fact("cub::Mode", "type", "cub/cub.cuh", "enum"),
    Fact("cub::Off", "enumerator", "cub/cub.cuh", "0 Mode"),
    Fact("cub::OnDevice", "function", "cub/cub.cuh", "(0)"),
    Fact("cub::Warp", "type", "cub/cub.cuh", "struct"),
]


def put(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).touch()


def toolkit(folder: Path, **says: str) -> tuple[Path, Clang]:
    """Make a CUDA with the headers of CUB and Thrust, and a stand-in for the clang that reads it."""
    root = folder / "cuda" / "include"
    put(root, "cub/cub.cuh", "cub/detail/a.cuh", "cub/notes.txt", "thrust/sort.h", "other/other.cuh")
    texts = {"host": HOST, "device": DEVICE, "defines": DEFINES} | says
    placed = {what: text.replace("{root}", str(root)) for what, text in texts.items()}
    return folder / "cuda", clang(folder / "clang", **placed)


# --- what is public ---------------------------------------------------------------------------------------


def test_macros_that_a_header_takes_back_are_not_kept() -> None:
    text = "#define A 1\n#undef A\n#define B 1\n#undef B\n#define B 2\n"
    assert (templates.stays("A", text), templates.stays("B", text)) == (False, True)
    assert not templates.stays("C", text)


@pytest.mark.parametrize(
    ("vendor", "public"),
    [
        ("hip", ["hipcub/hipcub.hpp", "thrust/sort.h", "thrust/system/hip/vector.h"]),
        ("cuda", ["thrust/sort.h", "thrust/system/cuda/vector.h"]),
    ],
)
def test_public_headers_are_those_that_users_include(vendor: str, public: list[str]) -> None:
    paths = [
        "thrust/sort.h",
        "thrust/sort.inl",
        "thrust/sort.txt",
        "thrust/detail/copy.h",
        "thrust/system/tbb/vector.h",
        "thrust/system/cuda/vector.h",
        "thrust/system/hip/vector.h",
        "hipcub/hipcub.hpp",
        "hipcub/backend/rocprim/tuple.hpp",
        "rocblas/rocblas.h",
    ]
    assert templates.public_headers(reversed(paths), vendor) == public


@pytest.mark.parametrize(
    ("name", "kind", "public"),
    [
        ("CubDebug", "function", True),
        ("cub::Mode", "type", True),
        ("cub::DeviceReduce::Sum", "function", True),
        ("cub::DeviceReduce::value_type", "type", False),
        ("cub::DeviceReduce::Inner::Sum", "function", False),
        ("cub::AgentReduce::Run", "function", False),
        ("cub::detail::Thing", "type", False),
        ("cub::_Thing", "type", False),
        ("thrust::pair::swap", "function", False),
        ("thrust::cub::Thing", "type", False),
        ("thrust::placeholders::_1", "variable", True),
    ],
)
def test_which_names_are_public(name: str, kind: Kind, *, public: bool) -> None:
    assert templates.is_public(Fact(name, kind, "", ""), {"cub", "thrust", "thrust::cub"}) is public


def test_of_alike_facts_the_first_header_counts() -> None:
    first, second = Fact("cub", "namespace", "cub/a.cuh", ""), Fact("cub", "namespace", "cub/b.cuh", "")
    other = Fact("cub", "type", "cub/b.cuh", "")
    assert list(templates.once([second, other, first])) == [first, other]


# --- the two sides ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "root"), [(("include",), "include"), (("include/cccl",), "include/cccl")])
def test_the_headers_of_a_cuda_may_lie_in_a_folder_of_their_own(
    made: tuple[str, ...], root: str, tmp_path: Path
) -> None:
    for name in made:
        (tmp_path / name).mkdir(parents=True)
    side = templates.cuda(tmp_path / "clang", tmp_path)
    assert side.root == tmp_path / root
    assert side.libraries == ("cub", "thrust", "cuda")
    unit = side.unit("host", "c++17", "int i;")
    assert (unit.clang, unit.text, unit.roots) == (tmp_path / "clang", "int i;", (tmp_path / root,))
    assert unit.args[:2] == ("-x", "cuda")
    assert unit.args[-2:] == ("--cuda-host-only", "-std=c++17")
    assert {f"--cuda-path={tmp_path}", f"-I{tmp_path / root}"} <= set(unit.args)


def test_a_rocm_brings_its_own_compiler(tmp_path: Path) -> None:
    put(tmp_path, "usr/lib/llvm-22/bin/clang++", "usr/lib/llvm-22/lib/clang/22/amdgcn/bitcode/ocml.bc")
    side = templates.rocm(tmp_path)
    usr = tmp_path / "usr"
    assert (side.clang, side.root) == (usr / "lib/llvm-22/bin/clang++", usr / "include")
    assert side.libraries == ("hipcub", "thrust", "rocprim")
    wanted = {f"--rocm-path={usr}", f"--rocm-device-lib-path={usr}/lib/llvm-22/lib/clang/22/amdgcn/bitcode"}
    assert wanted <= set(side.args)


def test_a_unit_includes_all_public_headers_of_the_libraries(tmp_path: Path) -> None:
    place, stand_in = toolkit(tmp_path)
    assert templates.includes(templates.cuda(stand_in.path, place)) == (
        "#include <cub/cub.cuh>\n#include <thrust/sort.h>\n"
    )


# --- asking a compiler ------------------------------------------------------------------------------------


def test_facts_are_those_of_the_host_and_of_the_device(tmp_path: Path) -> None:
    place, stand_in = toolkit(tmp_path)
    assert templates.rows(templates.cuda(stand_in.path, place)) == FOUND
    assert stand_in.read() == "#include <cub/cub.cuh>\n#include <thrust/sort.h>\n"
    trees = [line for line in stand_in.asked() if "-ast-dump" in line]
    asked = [re.findall(r"--cuda-(\w+)-only -std=(\S+)", line) for line in trees]
    assert asked == [[("host", "c++17")], [("device", "c++20")]]


def test_names_of_the_host_are_compiled(tmp_path: Path) -> None:
    place, stand_in = toolkit(tmp_path)
    templates.rows(templates.cuda(stand_in.path, place))
    text = stand_in.checked()
    assert text.startswith(stand_in.read())
    assert "using ::cub::Warp;" in text
    assert "OnDevice" not in text


@pytest.mark.parametrize(
    ("says", "message"),
    [
        ({"refuses": "cub.cuh:1: fatal"}, r"clang refuses the headers below .*include: cub\.cuh:1: fatal"),
        (
            {"misses": "a.cu:1: note: x\na.cu:2: error: no Sum\n"},
            r"clang refuses names that it was said to know: a\.cu:2: error: no Sum$",
        ),
    ],
)
def test_a_compiler_that_refuses_is_told_with_its_words(
    says: dict[str, str], message: str, tmp_path: Path
) -> None:
    place, stand_in = toolkit(tmp_path, **says)
    with pytest.raises(RuntimeError, match=message):
        templates.rows(templates.cuda(stand_in.path, place))


@pytest.mark.parametrize(("said", "skips"), [("-skip-function-bodies", True), ("-other", False)])
def test_bodies_are_left_out_where_clang_can(said: str, tmp_path: Path, *, skips: bool) -> None:
    place, stand_in = toolkit(tmp_path, help=said)
    templates.rows(templates.cuda(stand_in.path, place))
    trees = [line for line in stand_in.asked() if "-ast-dump" in line]
    assert [("-skip-function-bodies" in line) for line in trees] == [skips, skips]


@pytest.mark.parametrize(
    ("fact", "use"),
    [
        (Fact("CubDebug", "macro", "h", "(1)"), "#ifndef CubDebug\n#error CubDebug\n#endif\n"),
        (Fact("cub::inner", "namespace", "h", ""), "namespace u0 = ::cub::inner;\n"),
        (Fact("cub::Sum", "function", "h", "(1)"), "namespace u0 { using ::cub::Sum; }\n"),
        (Fact("cub::Kind::none", "enumerator", "h", "0 Kind"), "using u0 = decltype(::cub::Kind::none);\n"),
        (
            Fact("cub::Device::Sum", "function", "h", "static (1)"),
            "struct u0 : ::cub::Device { using ::cub::Device::Sum; };\n",
        ),
    ],
)
def test_a_name_is_used_as_what_it_is(fact: Fact, use: str) -> None:
    around = [Fact("cub", "namespace", "h", ""), Fact("cub::Device", "type", "h", "struct")]
    assert next(templates.uses([fact, *around])) == use


def test_a_member_of_a_class_template_is_not_used() -> None:
    found = [Fact("cub::Block::Load", "function", "h", "(1)"), Fact("cub::Block", "type", "h", "template")]
    assert list(templates.uses(found)) == []

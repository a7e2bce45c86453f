"""Which aliases of CUDA's namespaces, and which `using` of other files, each file of a run sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put

from hipify_py.project.include_graph import IncludeGraph
from hipify_py.project.run import convert_tree
from hipify_py.project.spaces_seen import SpacesSeen
from hipify_py.resolve.told import Told
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "#pragma once\n#include <cooperative_groups.h>\n"
ALIAS = HEAD + "namespace cg = cooperative_groups;\n"
BODY = "{ return cg::reduce(t, v, cg::plus<int>()); }\n"
CALL = "__device__ int f(const cg::thread_block_tile<32> &t, int v) " + BODY
KEPT = "hipify_warp32::reduce(t, v, hipify_warp32::plus<int>())"
OWN = "namespace own { int reduce(int, int); }\n"


def seen(told: dict[str, list[Told]], includes: dict[str, list[str]], path: str) -> list[tuple[str, str]]:
    graph = IncludeGraph(told, {one: includes.get(one, []) for one in told})
    spaces = SpacesSeen(graph, (b"cub", b"cooperative_groups")).of(graph.seen(path))
    return [(text.decode(), scope.decode()) for text, scope in spaces]


def space(text: bytes, scope: bytes = b"") -> Told:
    return Told("space", text, scope)


C, D = space(b"namespace c=cub;"), space(b"namespace d=c;")


def test_what_builds_on_an_alias_comes_behind_it() -> None:
    told = {"a.h": [C], "b.h": [D], "k.cu": []}
    both = [("namespace c=cub;", ""), ("namespace d=c;", "")]
    assert seen(told, {"b.h": ["a.h"], "k.cu": ["b.h"]}, "k.cu") == both
    assert seen(told, {"k.cu": ["a.h", "b.h"]}, "b.h") == both  # for k.cu has included a.h before


def test_a_file_that_includes_none_of_it_sees_nothing() -> None:
    assert seen({"a.h": [C], "k.cu": [], "m.cu": []}, {"k.cu": ["a.h"]}, "m.cu") == []


def test_a_name_that_another_header_makes_of_something_else_is_nobodys() -> None:
    told = {"a.h": [C], "b.h": [space(b"namespace c=own;")], "k.cu": [], "m.cu": []}
    includes = {"k.cu": ["a.h", "b.h"], "m.cu": ["a.h"]}
    assert seen(told, includes, "k.cu") == []
    assert seen(told, includes, "m.cu") == [("namespace c=cub;", "")]


def test_a_scope_that_is_used_whole_is_open() -> None:
    told = {"a.h": [space(b"namespace c=cub;", b"n")], "k.cu": [], "m.cu": [Told("using", b"n")]}
    includes = {"k.cu": ["a.h"], "m.cu": ["a.h"]}
    assert seen(told, includes, "k.cu") == [("namespace c=cub;", "n")]
    assert seen(told, includes, "m.cu") == [("namespace c=cub;", "")]


def converted(folder: Path, **files: str) -> str:
    for name, text in files.items():
        put(folder / (name.replace("_", ".")), text)
    report = convert_tree([str(folder)], Settings(mode="memory"), jobs=1)
    made = next(file for file in report.files if file.path.endswith("k.cu"))
    return (made.output or b"").decode()


@pytest.mark.parametrize(
    ("a_h", "b_h"),
    [
        (ALIAS, '#include "a.h"\n'),
        (ALIAS.replace("cg", "g"), '#include "a.h"\nnamespace cg = g;\n'),
        (
            HEAD + "namespace n { namespace cg = cooperative_groups; }\n",
            '#include "a.h"\nusing namespace n;\n',
        ),
    ],
)
def test_collectives_are_known_by_the_alias_of_a_header(tmp_path: Path, a_h: str, b_h: str) -> None:
    assert KEPT in converted(tmp_path, a_h=a_h, b_h=b_h, k_cu='#include "b.h"\n' + CALL)


def test_a_template_needs_no_other_word_of_groups(tmp_path: Path) -> None:
    call = "template <class G> __device__ int f(const G &t, int v) " + BODY
    assert KEPT in converted(tmp_path, a_h=ALIAS, k_cu='#include "a.h"\n' + call)


@pytest.mark.parametrize(
    ("a_h", "k_cu"),
    [
        (ALIAS, OWN + "namespace cg = own;\nint f(int t, int v) { return cg::reduce(t, v); }\n"),
        (
            ALIAS,
            '#include "b.h"\n' + OWN + "namespace cg = own;\nint f(int a) { return cg::reduce(a, a); }\n",
        ),
        (
            HEAD + "inline void g() { namespace cg = cooperative_groups; }\n",
            '#include "a.h"\nint f(int a) { return cg::reduce(a, a); }\n',
        ),
        (OWN + "namespace cg = own;\n", '#include "a.h"\nint f(int a) { return cg::reduce(a, a); }\n'),
    ],
)
def test_what_only_looks_like_the_alias_is_left_alone(tmp_path: Path, a_h: str, k_cu: str) -> None:
    assert "hipify_warp32" not in converted(tmp_path, a_h=a_h, b_h='#include "a.h"\n', k_cu=k_cu)


def test_other_namespaces_are_renamed_behind_what_a_header_brings(tmp_path: Path) -> None:
    header = (
        "#pragma once\n#include <thrust/execution_policy.h>\nnamespace t = thrust;\nusing namespace nvcuda;\n"
    )
    source = '#include "a.h"\nvoid f(S s) { g(t::cuda::par.on(s)); }\n'
    assert "t::hip::par.on(s)" in converted(tmp_path, a_h=header, k_cu=source)

"""Errors of a compiler as places of the original files."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings
from hipify_py.verify.model import Diagnostic, Problem, Spot, Unit
from hipify_py.verify.sources import look_over

SOURCE = "\n\n#include <algorithm>\nvoid f(void *p) {\n  cudaFree(p);\n}\n"
DEEP = Spot("/usr/include/c++/12/bits/algo.h", 9, 4, "no viable overload")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    put(tmp_path / "a.cu", SOURCE)
    put(tmp_path / "third_party/v.h", "")
    return tmp_path


def problems(root: Path, *errors: Diagnostic, side: str = "host") -> tuple[Problem, ...]:
    settings = Settings(mode="memory")
    sources = look_over(convert_tree([str(root)], settings), [str(root)], settings)
    return sources.tree.problems(Unit(f"{root}/a.cu", str(root)), {side: errors})


def test_a_place_in_the_output_leads_to_the_original(root: Path) -> None:
    line = 5 + 1  # an include was put before
    (found,) = problems(root, Diagnostic("x", Spot("./a.cu", line, 3, "x")))
    assert (Path(found.path).name, found.line, found.column, found.compiled_line) == ("a.cu", 5, 3, 6)
    assert (found.rules, found.sides, found.inside) == (("N000",), ("host",), "")


@pytest.mark.parametrize(
    ("notes", "stack", "place"),
    [
        ((Spot("a.cu", 6, 3, "requested here"),), (), ("a.cu", 5)),
        ((Spot("/usr/x.h", 1, 1, "n"), Spot("a.cu", 6, 3, "here")), (Spot("a.cu", 4, 1),), ("a.cu", 5)),
        ((), (Spot("a.cu", 4, 1), Spot("/usr/y.h", 3, 1)), ("a.cu", 3)),
        ((), (), ("algo.h", 9)),
    ],
)
def test_an_error_in_a_foreign_header_stands_where_the_program_asks_for_it(
    root: Path, notes: tuple[Spot, ...], stack: tuple[Spot, ...], place: tuple[str, int]
) -> None:
    (found,) = problems(root, Diagnostic(DEEP.text, DEEP, False, notes, stack))
    assert (Path(found.path).name, found.line) == place
    assert found.inside == (DEEP.file if place[0] == "a.cu" else "")


def test_what_a_foreign_header_says_more_of_one_place_is_left_out(root: Path) -> None:
    note = (Spot("a.cu", 7, 3, "here"),)
    errors = [Diagnostic(f"e{at}", DEEP._replace(line=at), False, note) for at in range(4)]
    assert [one.text for one in problems(root, *errors)] == ["e0"]
    own = [Diagnostic(f"e{at}", Spot("a.cu", 7, 3, "")) for at in range(4)]
    assert [one.text for one in problems(root, *own)] == ["e0", "e1", "e2", "e3"]


def test_a_file_that_takes_no_part_keeps_its_lines(root: Path) -> None:
    (found,) = problems(root, Diagnostic("x", Spot("third_party/v.h", 7, 3, "x")))
    assert (Path(found.path).name, found.line, found.column, found.rules) == ("v.h", 7, 3, ())


@pytest.mark.parametrize("spot", [None, Spot("<built-in>", 1, 1, "x"), Spot("<command line>", 1, 1, "x")])
def test_an_error_without_a_place_is_the_units(root: Path, spot: Spot | None) -> None:
    (found,) = problems(root, Diagnostic("x", spot))
    assert (Path(found.path).name, found.line, found.column) == ("a.cu", 0, 0)


@pytest.mark.parametrize(
    ("line", "left"), [("#error no width", 2), (" # error no width", 2), ("#warning w", 3), ("int error;", 3)]
)
def test_what_stands_behind_a_programs_refusal_follows_from_it(root: Path, line: str, left: int) -> None:
    put(root / "w.h", f"int a;\n{line}\n")
    errors = [
        Diagnostic("e", Spot("a.cu", 6, 3, "")),
        Diagnostic("no width", Spot("w.h", 2, 2, ""), stack=(Spot("a.cu", 1, 1),)),
        Diagnostic("undeclared WIDTH", Spot("a.cu", 7, 3, "")),
    ]
    assert [one.text for one in problems(root, *errors)] == [one.text for one in errors[:left]]


def test_a_refusal_of_a_foreign_header_stops_nothing(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    foreign = put(tmp_path_factory.mktemp("foreign") / "x.h", "#error\n")
    errors = [Diagnostic("", Spot(str(foreign), 1, 2, "")), Diagnostic("e", Spot("a.cu", 7, 3, ""))]
    assert [one.text for one in problems(root, *errors)] == ["", "e"]


def test_a_header_of_cudas_is_missing_where_it_is_included_outside_of_the_paths_too(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    foreign = put(
        tmp_path_factory.mktemp("foreign") / "e.h",
        "#pragma once\n#include <npp.h>\n\n\n\n\n#include <cuda_runtime.h>\n",
    )
    stack = (Spot("a.cu", 1, 1),)
    missing = Diagnostic("'npp.h' file not found", Spot(str(foreign), 2, 10), True, (), stack)
    (found,) = problems(root, missing)
    assert (Path(found.path).name, found.line, found.column, found.inside) == ("e.h", 2, 10, "")
    assert found.foretold == ("N005",)
    assert not found.surprise
    other = Diagnostic("'cuda_runtime.h' file not found", Spot(str(foreign), 7, 10), True, (), stack)
    (found,) = problems(root, other)
    assert (Path(found.path).name, found.inside) == ("a.cu", str(foreign))


MACRO = """#include <cublas.h>
#define scal cublasSscal


struct s { int n; };
typedef s t;
typedef t u;
void f(int n, float *x) {
  scal(n, 2.0f, x, 1);
}
"""


@pytest.mark.parametrize(
    ("notes", "told"),
    [
        ((Spot("m.cu", 3, 14, "expanded from macro 'scal'"),), ("L064",)),
        (
            (
                Spot("m.cu", 10, 1, "expanded from macro 'outer'"),
                Spot("m.cu", 3, 14, "expanded from macro 'scal'"),
            ),
            ("L064",),
        ),
        ((Spot("/usr/x.h", 2, 14, "expanded from macro 'scal'"),), ()),
        ((Spot("/usr/x.h", 2, 1, "candidate"), Spot("m.cu", 3, 14, "expanded from macro 'scal'")), ()),
        ((Spot("m.cu", 3, 14, "declared here"),), ()),
        ((), ()),
    ],
)
def test_an_error_is_foretold_where_the_macro_is_that_made_it(
    root: Path, notes: tuple[Spot, ...], told: tuple[str, ...]
) -> None:
    put(root / "m.cu", MACRO)
    error = Diagnostic("x", Spot("m.cu", 10, 3, "x"), False, notes)
    (found,) = problems(root, error)
    assert (found.line, found.foretold) == (9, told)


@pytest.mark.parametrize(
    ("text", "note", "line", "told"),
    [
        ("use of overloaded operator '+=' is ambiguous", "candidate function", 1, ("N001",)),
        ("use of overloaded operator '+=' is ambiguous", "candidate function", 2, ()),
        ("use of overloaded operator '+=' is ambiguous", "declared here", 1, ()),
        ("no matching function for call to 'f'", "candidate function not viable", 1, ()),
    ],
)
def test_an_ambiguous_call_is_foretold_where_an_overload_is(
    root: Path, text: str, note: str, line: int, told: tuple[str, ...]
) -> None:
    put(root / "v.cuh", "inline void f() { cudaFuncGetName(0, 0); }\nint a;\n")
    put(root / "b.cu", '#include "v.cuh"\n')
    error = Diagnostic(text, Spot("a.cu", 7, 3, text), False, (Spot("v.cuh", line, 9, note),))
    (found,) = problems(root, error)
    assert found.foretold == told


@pytest.mark.parametrize(("line", "name", "told"), [(1, "mine/own.h", ()), (3, "thrust/sort.h", ("M067",))])
def test_a_missing_header_is_foretold_by_what_is_said_of_it_alone(
    root: Path, line: int, name: str, told: tuple[str, ...]
) -> None:
    put(root / "a.cpp", '#include "mine/own.h"\n\n#include <thrust/sort.h>\n')
    text = f"'{name}' file not found"
    (found,) = problems(root, Diagnostic(text, Spot("a.cpp", line, 10, text), fatal=True))
    assert (found.foretold, found.third_party) == (told, not told)


@pytest.mark.parametrize(
    ("include", "third_party"),
    [
        ('"sort/util/cucpp.h"', True),
        ('"nvutil.hpp"', True),
        ('"rocket/engine.h"', True),
        ("<sort/util/cucpp.h>", True),
        ("<cuosd.h>", True),
        ("<cuda_more.h>", False),  # it may be of CUDA's toolkit
        ("<cublasMore.h>", False),
        ('"hip/hip_none.h"', False),
        ('"hipcub/none.hpp"', False),
        ('"sub/v.h"', False),  # the tree has one
        ('"cub/block/block_reduce.cuh"', False),  # converted, and missing all the same
    ],
)
def test_a_header_in_quotes_that_the_tree_lacks_is_a_third_partys(
    root: Path, include: str, third_party: bool
) -> None:
    put(root / "b.cu", f"#include <hip/hip_runtime.h>\n#include {include}\n\n#include <thrust/sort.h>\n")
    name = include[1:-1].replace("cub/block/block_reduce.cuh", "hipcub/block/block_reduce.hpp")
    text = f"'{name}' file not found"
    (found,) = problems(root, Diagnostic(text, Spot("b.cu", 2, 10, text), fatal=True))
    assert (found.foretold, found.third_party) == ((), third_party)


def test_the_files_of_which_a_rule_speaks(root: Path) -> None:
    put(root / "a.cpp", "#include <thrust/sort.h>\n")
    settings = Settings(mode="memory")
    tree = look_over(convert_tree([str(root)], settings), [str(root)], settings).tree
    assert tree.told("M067") == {f"{root}/a.cpp"}
    assert tree.told("M068") == frozenset()


@pytest.mark.parametrize(
    ("side", "rules"), [("gfx90a", ()), ("gfx942:xnack-", ("M069",)), ("host", ("M069",))]
)
def test_what_is_about_some_gpus_foretold_nothing_of_others(
    root: Path, side: str, rules: tuple[str, ...]
) -> None:
    put(root / "a.cu", "__device__ float f(cudaTextureObject_t t) {\n\n  return tex2D<float>(t, 1, 2);\n}\n")
    (found,) = problems(root, Diagnostic("no matching function", Spot("a.cu", 5, 10, "x")), side=side)
    assert (found.line, found.foretold) == (3, rules)

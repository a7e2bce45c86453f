"""What files say of CUDA's namespaces to those that are read behind them."""

from __future__ import annotations

import pytest
from helpers.matches import RULES

from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.shared_spaces import in_order, spaces_before, told
from hipify_py.settings import Options
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

ROOTS = (b"cub", b"cooperative_groups")
CG = b"namespace cg=cooperative_groups;"


def said(source: str) -> list[tuple[str, str, int]]:
    unit = Unit(source.encode())
    return [(one.name.decode(), one.value.decode(), one.after) for one in told(unit, dead(unit))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("namespace  cg = ::cooperative_groups ;", [("namespace cg=cooperative_groups;", "", 0)]),
        ("#include <a>\nusing namespace cub;", [("using namespace cub;", "", 1)]),
        ("using cub::detail::A;", [("using cub::detail::A;", "", 0)]),
        ("namespace n { namespace { namespace c = cub; } }", [("namespace c=cub;", "n", 0)]),
        ("namespace c = cub; namespace c = cub;", [("namespace c=cub;", "", 0)]),
        ("using D = cub::detail;", [("using D=cub::detail;", "", 0)]),
        ("#ifdef __PTX__\nnamespace c = cub;\n#endif\n", []),
    ],
)
def test_aliases_and_what_using_brings_are_told_with_their_scope(
    source: str, expected: list[tuple[str, str, int]]
) -> None:
    assert said(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "void f() { namespace cg = cooperative_groups; cg::sync(g); }",
        "struct S { void f() { using namespace cub; } };",
        "using namespace std; using std::min; using T = int;",
        "// namespace cg = cooperative_groups;\n",
        "namespace cub { struct A; }",
    ],
)
def test_what_a_function_has_for_itself_is_not_told(source: str) -> None:
    assert said(source) == []


def test_only_what_leads_to_a_known_namespace_counts_and_in_order() -> None:
    found = [b"using namespace b;", b"namespace b=a;", b"namespace a=cub;", b"namespace o=other;"]
    assert [*in_order(found, ROOTS)] == [b"namespace a=cub;", b"namespace b=a;", b"using namespace b;"]
    circle = [b"namespace a=b;", b"namespace b=a;"]
    assert [*in_order(circle, ROOTS)] == []
    assert [*in_order([*circle, b"namespace a=cub;"], ROOTS)] == [
        b"namespace a=cub;",
        b"namespace b=a;",
        b"namespace a=b;",
    ]


def before(source: str, *spaces: tuple[bytes, bytes]) -> bytes:
    return spaces_before(Unit(source.encode()), RULES, Options(project=Project(spaces=spaces)))


@pytest.mark.parametrize(
    ("source", "scope", "is_seen"),
    [
        ("cg::reduce(g, v);", b"", True),
        ("namespace n { int i = cg::f(); }", b"n", True),
        ("int i = cg::f();", b"n", False),
        ("namespace cg = own; cg::f();", b"", False),
        ("namespace cg { int f(); }", b"", False),
        ("struct cg { static int f(); };", b"", False),
        ("int f() { using cg = own::Graph; return cg::f(); }", b"", False),
    ],
)
def test_a_file_sees_what_is_open_there_and_is_not_its_own(source: str, scope: bytes, is_seen: bool) -> None:
    assert before(source, (CG, scope)) == (CG if is_seen else b"")


def test_no_alias_makes_something_of_a_name_of_cudas() -> None:
    """As `namespace thrust = cub;` would: what the file itself opens by that name is asked elsewhere."""
    assert before("thrust::f();", (b"namespace thrust=cub;", b"")) == b""

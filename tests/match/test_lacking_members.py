"""Members that HIP's structures lack."""

from __future__ import annotations

import pytest
from helpers.matches import RULES, matched

from hipify_py.conversion import convert


@pytest.mark.parametrize(
    ("rule", "access", "names"),
    [
        ("R493", "a[1].val.programmaticEvent.flags = 0;", ["programmaticEvent"]),
        ("R494", "a->val\n    .clusterDim.x = 2;", ["clusterDim"]),
        ("R494", "a->val.cooperative = 1; a->val.priority = clusterDim;", []),
        ("R494", "mine.clusterDim = 2;", []),  # a structure of the program's own may have it, too
        ("R494", "cudaLaunchAttribute b = {.id = c, .val = {.clusterDim = {2, 1, 1}}};", ["clusterDim"]),
        ("R493", "mine.programmaticEvent = 1; this->launchCompletionEvent = e;", []),
        ("R493", "auto &u = a->val; u.programmaticEvent.flags = 0;", ["programmaticEvent"]),
        ("R493", "Other o; o.programmaticEvent = 1;", ["programmaticEvent"]),  # may be a name for CUDA's
        ("R493", "unknown.launchCompletionEvent();", []),
        ("R493", "#ifdef __PTX__\na->val.programmaticEvent.flags = 0;\n#endif\n", []),
    ],
)
def test_members_of_launch_attributes(rule: str, access: str, names: list[str]) -> None:
    """They are told by their names, in code that a build for HIP compiles."""
    said = matched(
        rule, f"struct Mine {{ int e; }};\nvoid f(cudaLaunchAttribute *a, Mine mine) {{\n{access}\n}}\n"
    ).said
    assert [name for _, name in said] == names


@pytest.mark.parametrize(
    ("head", "access", "names"),
    [
        ("cudaMemPoolProps *p", "p->usage = 1;", ["usage"]),
        ("cudaMemPoolProps p[2]", "p[i + f(1)].usage = 1;", ["usage"]),
        ("cudaMemPoolProps &p", "auto &q = p; q.usage = 1;", ["usage"]),
        ("cudaMemPoolProps *p", "(*p).usage = 1;", ["usage"]),
        ("cudaMemPoolProps *p", "((*(p))).usage = 1;", ["usage"]),
        ("cudaMemPoolProps *p", "(" * 3000 + "*p" + ")" * 3000 + ".usage = 1;", []),
        ("CUmemPoolProps_v1 p", "p.usage = 1;", ["usage"]),
        ("Own o", "o.props.usage = make().usage;", ["usage", "usage"]),
        ("Props p", "p.usage = 1;", ["usage"]),
        ("std::vector<cudaMemPoolProps> &p", "p[0].usage = 1;", ["usage"]),
        ("int n", "cudaMemPoolProps p = {.usage = 1};", ["usage"]),
        ("Mine m", "m.usage = 1; m.p.usage = 2; Mine n = {.usage = 1};", []),
        ("cudaMemPoolProps p", "p.location.id = usage;", []),
        ("Mine props", "props.usage = 1;", []),  # here it is another one
    ],
)
def test_members_by_the_type_of_the_object(head: str, access: str, names: list[str]) -> None:
    source = "struct Own { cudaMemPoolProps props; };\ntypedef cudaMemPoolProps Props;\n"
    source += "cudaMemPoolProps make();\n"
    said = matched("R440", f"{source}void f({head}) {{ {access} }}\n").said
    assert [name for _, name in said] == names


def test_without_the_type_nothing_is_looked_for() -> None:
    assert matched("R440", "void f(Props p) { p.usage = 1; }").said == []


def test_an_array_of_a_sparse_array_is_a_handle_in_hip_and_a_mipmapped_one_is_none() -> None:
    text = "void f(CUarray a, CUmipmappedArray m) { CUarrayMapInfo i = {}; i.resource.array = a;\n"
    text += "i.resource.mipmap = m; }\n"
    found = convert(text.encode(), RULES).findings
    assert [(one.rule, text[one.span.start : one.span.end + 7]) for one in found] == [
        ("M167", "resource.mipmap")
    ]

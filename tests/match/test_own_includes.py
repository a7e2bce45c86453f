"""Headers of ours in a source: what calls for one, where it goes, and what is the program's own."""

from __future__ import annotations

import pytest

from hipify_py.api import include_dir
from hipify_py.choices import COMPAT_HEADER, OWN_HEADERS
from hipify_py.conversion import convert
from hipify_py.project.fact_reading import facts
from hipify_py.releases import RELEASES
from hipify_py.rules.load import load
from hipify_py.settings import Options
from hipify_py.surroundings import Project

RULES = load()
STORE = "__device__ void f(float *p) { __stcs(p, 1.0f); }\n"
MADE = STORE.replace("__stcs", "hipify_compat::stcs")
INCLUDE = f'#include "{COMPAT_HEADER}"\n'


def run(source: str, **options: object) -> tuple[str, list[str]]:
    """Convert a source without the include of the runtime; give the output and the rules of the findings."""
    given = Options(add_include=False, **options)  # type: ignore[arg-type]
    result = convert(source.encode(), RULES, given)
    again = convert(result.output, RULES, given)
    assert again.output == result.output
    return result.output.decode(), [finding.rule for finding in result.findings]


@pytest.mark.parametrize(
    ("source", "options", "output"),
    [
        (STORE, {}, INCLUDE + "\n" + MADE),
        (STORE, {"headers": "../"}, INCLUDE.replace('"', '"../', 1) + "\n" + MADE),
        ("#pragma once\n#define T int\n" + STORE, {}, "#pragma once\n" + INCLUDE + "#define T int\n" + MADE),
        (INCLUDE + STORE, {}, INCLUDE + MADE),
        ('#include "up/hipify_compat.h"\n' + STORE, {}, '#include "up/hipify_compat.h"\n' + MADE),
        ('#include "my_hipify_compat.h"\n' + STORE, {}, INCLUDE + '#include "my_hipify_compat.h"\n' + MADE),
        ("#define PUT __stcs\n", {}, INCLUDE + "#define PUT hipify_compat::stcs\n"),
        ("void g() { ::__stcs(p, 1); }\n", {}, INCLUDE + "\nvoid g() { ::hipify_compat::stcs(p, 1); }\n"),
    ],
)
def test_a_call_goes_to_the_header_which_is_included(
    source: str, options: dict[str, object], output: str
) -> None:
    assert run(source, **options) == (output, [])


def test_a_header_for_both_compilers_includes_it_for_hip_alone() -> None:
    source = "#ifdef __CUDACC__\n" + STORE + "#endif\n"
    guarded = f"#ifdef __HIPCC__\n{INCLUDE}#endif\n"
    assert run(source, path="a.h")[0].startswith(guarded)
    assert run(STORE, path="a.h")[0].startswith(INCLUDE)


@pytest.mark.parametrize("name", ["a.inl", "a.tpp", "b/a.inc"])
def test_a_piece_of_a_file_gets_no_include_but_a_finding(name: str) -> None:
    assert run(STORE, path=name) == (MADE, ["N013"])


@pytest.mark.parametrize(
    "source",
    [
        "__device__ unsigned __vadd4(unsigned a, unsigned b) { return a; }\nvoid f() { __vadd4(1, 2); }\n",
        "#define __stcs(p, v) (*(p) = (v))\n" + STORE,
        "#define __ldcs(p) (*(p))\n__device__ float f(float *p) { return __ldcs(p); }\n",
        "struct S { void __stcs(float *p, float v); };\nvoid f(S s) { s.__stcs(0, 1); }\n",
        "namespace my { void __stcs(float *, float); }\nvoid f() { my::__stcs(0, 1); }\n",
    ],
)
def test_a_function_of_the_programs_own_stays(source: str) -> None:
    output, said = run(source)
    assert (output, set(said)) == (source, {"N004"})


@pytest.mark.parametrize("name", ["__stcs", "__ldcs"])
def test_a_function_of_another_file_of_the_project_stays(name: str) -> None:
    source = STORE.replace("__stcs", name)
    assert run(source, project=Project(names=frozenset({name.encode()}))) == (source, ["N004"])


def test_overloads_of_what_takes_any_type_are_not_called() -> None:
    """As programs have them for bfloat16 and an older CUDA, which has the function for all other types."""
    own = "__device__ bf __ldcs(const bf *p) { return as_bf(__ldcs((const unsigned short *)p)); }\n"
    source = own + "__device__ float f(const float *p) { return __ldcs(p); }\n"
    made = source.replace("as_bf(__ldcs", "as_bf(hipify_compat::ldcs").replace(
        "return __ldcs", "return hipify_compat::ldcs"
    )
    assert run(source) == (INCLUDE + "\n" + made, ["N004"])


OVERLOAD = "__device__ half2 atomicAdd(half2 *p, half2 v) { return v; }\n"
ADD = "__global__ void k(half2 *p, half2 v) { atomicAdd(p, v); }\n"


def test_an_overload_of_the_programs_own_is_called() -> None:
    assert run(OVERLOAD + ADD) == (OVERLOAD + ADD, [])
    assert run(ADD, project=Project(names=frozenset({b"atomicAdd"}))) == (ADD, [])
    assert run(ADD, polyfill=False) == (ADD, [])
    assert "hipify_half::atomicAdd(p, v)" in run(ADD)[0]


@pytest.mark.parametrize("header", OWN_HEADERS)
def test_a_header_of_ours_makes_no_names_of_the_project(header: str) -> None:
    with open(f"{include_dir()}/{header}", "rb") as file:
        told = facts(file.read(), RULES, Options(path=header)).told
    assert [one for one in told if one.kind == "name"] == []


def test_without_polyfills_names_are_reported_as_ever() -> None:
    assert run(STORE, polyfill=False) == (STORE, ["N001"])
    source = "__device__ float f(float *p) { return __ldcs(p); }\n"
    assert run(source, polyfill=False) == (source, ["N002"])
    own = "#define __ldcs(p) (*(p))\n" + source
    assert run(own, polyfill=False)[0] == own


def test_a_condition_that_asks_for_a_name_is_left() -> None:
    source = "#ifdef __stcs\n#endif\n"
    assert run(source) == (source, ["N001"])


def test_a_comment_turns_it_off() -> None:
    source = STORE.rstrip() + "  // hipify: ignore[N012] ours\n"
    assert run(source) == (source, [])


@pytest.mark.parametrize("rocm", RELEASES)
def test_a_polyfill_has_its_name_less_the_underscores(rocm: str) -> None:
    found = {name.decode(): known.filled(name).decode() for name, known in load(rocm=rocm).names.items()}
    for name, target in found.items():
        header, _, bare = target.partition("::")
        assert not target or (bare == name.lstrip("_") and f"{header}.h" in OWN_HEADERS)

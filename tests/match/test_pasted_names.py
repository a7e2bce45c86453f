"""Names that macros put together of a beginning and of what they are given."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import RULES

from hipify_py.conversion import convert
from hipify_py.project.run import convert_tree
from hipify_py.resolve.pasted_names import BEGINNINGS
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

BARE = Options(path="a.cu", add_include=False)
CALL = "#define CU(call) cuda##call\n"


def pasted(source: str) -> tuple[str, list[str]]:
    """Give the macro's line, and what M066 speaks of."""
    made = convert(source.encode(), RULES, BARE)
    said = [source[slice(*one.span)] for one in made.findings if one.rule == "M066"]
    return made.text.split("\n")[0], said


@pytest.mark.parametrize(
    ("use", "said"),
    [
        ("CU(Free(p))", []),
        ("CU(Frob(p))", []),
        ("CU(MallocHost(&p, 4))", ["MallocHost"]),
        ("CU( MallocHost )(&p, 4)", ["MallocHost"]),
        ("CU(MallocHost((void**)&p, 4))", []),  # which hipMallocHost takes
        ("CU(MallocHost(reinterpret_cast<void **>(&p), 4))", []),
        ("CU(MallocHost((float**)&p, 4))", ["MallocHost"]),
        ("CU(HostAlloc(&p, 4, 0))", []),
        ("CU(EventCreate(&e))", []),
        ("CU(GetSymbolAddress(&p, taps))", []),  # HIP's is a template over the symbol, too
        ("CU(MemcpyToSymbol(taps, p, 4))", []),
        ("CU(MemcpyFromSymbolAsync(p, taps, 4, 0, cudaMemcpyDeviceToHost, s))", []),
        ("CU(EventCreate(&e, 1))", ["EventCreate"]),
        ("CU(DeviceSetLimit(cudaLimitStackSize, 4))", []),
        ("CU(CtxResetPersistingL2Cache())", ["CtxResetPersistingL2Cache"]),
        ("MY(MallocHost(&p, 4))", []),
        ("CU(f(MallocHost(&p, 4)))", []),
    ],
)
def test_what_needs_more_than_another_beginning_is_said(use: str, said: list[str]) -> None:
    source = f"{CALL}void f(float *p, cudaEvent_t e) {{ {use}; }}\n"
    assert pasted(source) == ("#define CU(call) hip##call", said)


@pytest.mark.parametrize(
    ("macro", "use", "said"),
    [
        ("f, ...) if (cuda##f(__VA_ARGS__)) abort()", "CU(EventCreate, &e)", []),
        ("f, ...) if (cuda##f(__VA_ARGS__)) abort()", "CU(EventCreate, &e, 1)", ["EventCreate"]),
        ("f, ...) if (cuda##f(__VA_ARGS__)) abort()", "CU(MallocHost, &p, 4)", ["MallocHost"]),
        ("f, a...) if (cuda##f(a)) abort()", "CU(EventCreate, &e)", []),
        ("f, a...) if (cuda##f( a )) abort()", "CU(EventCreate, &e, 1)", ["EventCreate"]),
        ("f, x, ...) cuda##f(x, ##__VA_ARGS__)", "CU(EventCreate, &e)", []),
        ("f, x, ...) cuda##f(x, ##__VA_ARGS__)", "CU(EventCreate, &e, 1)", ["EventCreate"]),
        ("f, x, y) cuda##f(y)", "CU(EventCreate, 1, &e)", []),
        ("f, x, y) cuda##f(y, x)", "CU(EventCreate, 1, &e)", ["EventCreate"]),
        ("f) cuda##f()", "CU(DeviceReset)", []),
        ("f) cuda##f()", "CU(CtxResetPersistingL2Cache)", ["CtxResetPersistingL2Cache"]),
        ("f, x) cuda##f(&x)", "CU(EventCreate, e)", ["EventCreate"]),
        ("f, x) cuda##f", "CU(EventCreate, e)(&e)", ["EventCreate"]),
    ],
)
def test_what_a_macro_hands_on_counts_where_it_calls_the_function(
    macro: str, use: str, said: list[str]
) -> None:
    source = f"#define CU({macro}\nvoid f(float *p, cudaEvent_t e) {{ {use}; }}\n"
    assert pasted(source)[1] == said


@pytest.mark.parametrize(
    "line",
    [
        "#define CU(call) my_cuda##call",
        "#define CU(a, call) cuda##call",
        "#define CU(call) call##cuda",
        "#define CU cuda##call",
        "// #define CU(call) cuda##call",
        '#define CU(call) "cuda##call"',
        "#define CU(call) cudnn##call",
        "#define CU(call) nccl##call",
    ],
)
def test_what_puts_no_names_of_a_known_beginning_together(line: str) -> None:
    source = f"{line}\nvoid f(float *p) {{ CU(MallocHost(&p, 4)); }}\n"
    assert pasted(source) == (line, [])


def test_a_macro_that_has_the_beginning_of_hip_already_is_followed() -> None:
    source = "#define CU(call) hip##call\nvoid f(float *p) { CU(MallocHost(&p, 4)); }\n"
    assert pasted(source) == ("#define CU(call) hip##call", ["MallocHost"])


def test_macros_of_headers_count_where_they_are_included(tmp_path: Path) -> None:
    (tmp_path / "check.h").write_text(CALL)
    use = "void f(float *p) { CU(MallocHost(&p, 4)); }\n"
    (tmp_path / "a.cu").write_text(f'#include "check.h"\n{use}')
    (tmp_path / "b.cu").write_text(use)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = {Path(file.path).name: [one.rule for one in file.concerns] for file in report.files}
    assert ("M066" in found["a.cu"], "M066" in found["b.cu"]) == (True, False)


def test_most_names_of_a_beginning_become_what_it_becomes() -> None:
    """What the table of beginnings claims, for names that have a counterpart at all."""
    for beginning, to in BEGINNINGS.items():
        became: Counter[bool] = Counter()
        for name, known in RULES.names.items():
            end = name[len(beginning) :]
            if name.startswith(beginning) and end[:1].isupper() and known.to:
                became[known.to == to + end] += 1
        assert became[True] > became[False], (beginning, became)


@pytest.mark.compiler
def test_hip_has_the_name_for_pointers_to_nothing(tmp_path: Path, hipcheck: Hipcheck) -> None:
    source = f"{CALL}void f(float *p) {{ CU(MallocHost((void**)&p, 4)); }}\n"
    text = "#include <cstdlib>\n#include <hip/hip_runtime.h>\n" + convert(source.encode(), RULES, BARE).text
    compiles, said = hipcheck(put(tmp_path / "a.hip", text))
    assert compiles, said


@pytest.mark.parametrize(
    ("use", "why"),
    [
        ("MallocHost(&p, 4)", "so it is hipMallocHost, which takes a void ** alone;"),
        ("EventCreate(&e, 1)", ": hipEventCreate takes other arguments:"),
    ],
)
def test_what_the_name_is_that_is_put_together_is_said(use: str, why: str) -> None:
    made = convert(f"{CALL}void f(float *p, cudaEvent_t e) {{ CU({use}); }}\n".encode(), RULES, BARE)
    (said,) = [one.message for one in made.findings if one.rule == "M066"]
    assert why in said


@pytest.mark.parametrize(
    ("use", "severity", "why"),
    [
        (
            "CU(ThreadSynchronize())",
            "error",
            "hipThreadSynchronize: which HIP does not have: write DeviceSynchronize for",
        ),
        ("CU(EventCreate(&e, 1))", "warning", "hipEventCreate takes other arguments"),
        ("CU(DeviceSynchronize())", "", ""),
    ],
)
def test_what_hip_does_not_have_is_an_error_and_what_to_write_is_said(
    use: str, severity: str, why: str
) -> None:
    for line in f"void f(cudaEvent_t e) {{ {use}; }}\n", f"#define cudaMine(e) {use}\n":
        made = convert(f"{CALL}{line}".encode(), RULES, BARE)
        found = [(one.severity, why in one.message) for one in made.findings if one.rule == "M066"]
        assert found == ([(severity, True)] if severity else [])

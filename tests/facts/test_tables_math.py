"""Tables of cuSPARSE, cuFFT, cuRAND, cuComplex and the small floats: held against the headers by a compiler.

Each renamed name is used as what the facts say it is, and each renamed function is called with the types of
CUDA's signatures: const and conversions are judged by C++ itself, and the results' types are compared.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from hipify_py.conversion import convert
from hipify_py.facts import compare, table
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.facts.table import Facts

    Hipcheck = Callable[..., tuple[bool, str]]
    Names = dict[str, Any]

RULES = Path(__file__).parents[2] / "rules"
NEWEST = "7.2"
# CUDA promises here not to write to the result, which SpVV then writes to: HIP takes it without const.
CONST_IN_CUDA_ALONE = {"cusparseSpVV_bufferSize": 4}
WORD = re.compile(r"[A-Za-z_]\w*")
# ROCm 7.2's hip_fp4.h and hip_fp6.h define the same functions: each has a unit of its own.
UNITS = {
    "complex": ("complex", r"", ("hip/hip_complex.h",)),
    "cufft": ("cufft", r"", ("hipfft/hipfft.h", "hipfft/hipfftXt.h")),
    "curand": (
        "curand",
        r"",
        (
            "hiprand/hiprand.h",
            "hiprand/hiprand_kernel.h",
            "hiprand/hiprand_mtgp32_host.h",
            "rocrand/rocrand_mtgp32_11213.h",
        ),
    ),
    "cusparse": ("cusparse", r"", ("hipsparse/hipsparse.h",)),
    "fp8": ("fp8", r".*(?:fp[46]|e2m[13]|e3m2|E2M[13]|E3M2).*", ("hip/hip_fp8.h",)),
    "fp6": ("fp8", r".*(?:fp4|e2m1|E2M1).*", ("hip/hip_fp6.h",)),
    "fp4": ("fp8", r".*(?:fp6|e2m3|e3m2|E2M3|E3M2).*", ("hip/hip_fp4.h",)),
}
AT_LEAST = {"complex": 20, "cufft": 40, "curand": 60, "cusparse": 400, "fp8": 8, "fp6": 8, "fp4": 8}  # calls
VALUES = {"HIPFFT_FORWARD", "HIPFFT_BACKWARD"}
HEAD = "#include <hip/hip_runtime.h>\ntemplate <class T> T &&v();\n"


def target(value: Any) -> str | None:
    return value if isinstance(value, str) else value.get("to")


class Data(NamedTuple):
    """The tables and facts for one release of ROCm."""

    tables: dict[str, Names]
    names: Names
    cuda: dict[str, Facts]
    hip: Facts


@cache
def data(release: str) -> Data:
    """Read every name of every rule file: the types of one library stand in the signatures of another."""
    tables: dict[str, Names] = {}
    names: Names = {}
    for path in RULES.glob("*.toml"):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        tables[path.stem] = content.get("names", {})
        if release != NEWEST:
            tables[path.stem] |= content.get("before", {}).get(NEWEST, {})
        if "namespace" not in content:
            names |= tables[path.stem]
    cuda = table.read(RULES / "facts/cuda.tsv")
    return Data(tables, names, cuda, table.read(RULES / "facts/rocm.tsv")[release])


def entries(unit: str, known: Data) -> Names:
    """Give the names of a unit that have a counterpart in the release, with their values."""
    file, without, _ = UNITS[unit]
    return {
        name: value
        for name, value in known.tables[file].items()
        if target(value) and not re.fullmatch(without, name) and "since" not in value
    }


def used(name: str, facts: Facts) -> str:
    """Give C++ that does not compile unless a HIP name is what the facts say it is."""
    kinds = table.kinds(facts, name)
    if kinds <= {"macro"} and name not in VALUES:
        return f"#ifndef {name}\n#error {name}\n#endif\n"
    if "type" in kinds:
        return f"using t_{name} = {name} *;\n"
    if kinds == {"function"}:
        return f"namespace u_{name} {{ using ::{name}; }}\n"
    return f"using v_{name} = decltype({name});\n"


def calls(name: str, value: Any, signatures: set[str], names: Names) -> Iterator[str]:
    """Call the HIP function with the types of CUDA's signatures that it is said to fit."""
    for number, text in enumerate(sorted(signatures)):
        form = compare.shape(text)
        if text.startswith("template") or not fits(value, len(form.types)) or unknown(text, names):
            continue
        types = [translated(kind, names) for kind in form.types]
        if (at := CONST_IN_CUDA_ALONE.get(name)) is not None:
            types[at] = types[at].removeprefix("const ")
        result = translated(text[: text.index("(")].strip(), names)
        call = f"{target(value)}({', '.join(f'v<{kind}>()' for kind in types)})"
        yield f"namespace c_{name}_{number} {{ using r = decltype({call});\n"
        if not (name == "curand" and "Sobol64" in text):  # rule M052 writes hiprand_long_long
            yield f'static_assert(__is_same(r, {result}), "{name} gives another type");\n'
        yield "}\n"


def fits(value: Any, count: int) -> bool:
    """Say whether a rule claims that a call with so many arguments needs no more than the other name."""
    if isinstance(value, str):
        return True
    wanted = value.get("fits", [])
    return count in ([wanted] if isinstance(wanted, int) else wanted)


def translated(kind: str, names: Names) -> str:
    return WORD.sub(lambda word: target(names.get(word[0], word[0])) or word[0], kind)


def unknown(text: str, names: Names) -> bool:
    """Say whether a signature holds a type without a counterpart: such a call is for review."""
    return any(not target(names.get(word, word)) for word in WORD.findall(text))


def signatures(name: str, cuda: dict[str, Facts]) -> set[str]:
    return {
        fact.detail
        for facts in cuda.values()
        for fact in table.resolve(facts, name)
        if fact.kind == "function"
    }


def source(unit: str, known: Data) -> str:
    """Write the translation unit of a library."""
    lines = [HEAD, *(f"#include <{header}>\n" for header in UNITS[unit][2])]
    found = entries(unit, known)
    lines += [used(name, known.hip) for name in sorted({target(value) or "" for value in found.values()})]
    for name, value in sorted(found.items()):
        lines += calls(name, value, signatures(name, known.cuda), known.names)
    return "".join(lines)


def judged(text: str, hipcheck: Hipcheck, folder: Path) -> tuple[bool, str]:
    path = folder / "unit.hip"
    path.write_text(text)
    good, messages = hipcheck(path, "--arch", "gfx90a", "-fsyntax-only", "-ferror-limit=0", "-w")
    return good, "\n".join(line for line in messages.splitlines() if "error" in line)[:4000]


@pytest.mark.parametrize("unit", UNITS)
def test_renamed_names_are_there_and_calls_fit(unit: str, hipcheck: Hipcheck, tmp_path: Path) -> None:
    text = source(unit, data(NEWEST))
    assert text.count("namespace c_") > AT_LEAST[unit]
    assert judged(text, hipcheck, tmp_path) == (True, "")


@pytest.mark.parametrize("unit", [unit for unit in UNITS if unit not in {"fp6", "fp4"}])
def test_they_are_there_and_fit_in_rocm_6_4(unit: str, hipcheck64: Hipcheck, tmp_path: Path) -> None:
    text = source(unit, data("6.4"))
    assert text.count("namespace c_") > AT_LEAST[unit]
    assert judged(text, hipcheck64, tmp_path) == (True, "")


def test_small_floats_wait_for_rocm_7() -> None:
    assert entries("fp6", data("6.4")).keys() - entries("fp8", data("6.4")).keys() == set()
    assert len(entries("fp6", data(NEWEST))) > len(entries("fp8", data(NEWEST)))


@pytest.mark.parametrize(
    "name",
    ["curandGetScrambleConstants32", "cufftGetProperty", "cusparseSpSM_solve", "cusparseSpVV_bufferSize"],
)
def test_a_call_that_differs_does_not_compile(
    name: str, hipcheck: Hipcheck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = data(NEWEST)
    monkeypatch.setitem(globals(), "CONST_IN_CUDA_ALONE", {})
    unit = next(unit for unit in UNITS if name.startswith(unit))
    head = "".join(f"#include <{header}>\n" for header in UNITS[unit][2])
    to = target(known.tables[unit][name])
    plain = "".join(calls(name, to, signatures(name, known.cuda), known.names))
    good, errors = judged(HEAD + head + plain, hipcheck, tmp_path)
    assert not good
    assert f"function for call to '{to}'" in errors or "too few arguments" in errors


@pytest.mark.parametrize(
    ("line", "good"),
    [
        ("static_assert(__is_same(decltype(hiprand(v<hiprandStateSobol64_t *>())), unsigned int));", True),
        ("using r = decltype(hiprand_long_long(v<hiprandStateSobol64_t *>()));", True),
        ("__global__ void k() { __shared__ hiprandState s; }", False),
        ("__device__ hiprandStatePhilox4_32_10_t s;", False),
        ("__global__ void k() { __shared__ hiprandStateMtgp32 s; }", True),
        ("extern __shared__ hiprandState s[];", True),
    ],
)
def test_what_the_rules_say_of_states(line: str, good: bool, hipcheck: Hipcheck, tmp_path: Path) -> None:
    assert judged(f"{HEAD}#include <hiprand/hiprand_kernel.h>\n{line}\n", hipcheck, tmp_path)[0] == good


# --- what these libraries asked of the comparison and of the matchers -------------------------------------


def test_a_handle_fits_where_hip_takes_it_const() -> None:
    hip = {
        "hipDescr_t": [table.Fact("hipDescr_t", "type", "h", "struct hipDescr *")],
        "hipConstDescr_t": [table.Fact("hipConstDescr_t", "type", "h", "const struct hipDescr *")],
    }
    names = {"cudaDescr_t": "hipDescr_t", "cudaOther_t": "hipOther_t"}
    assert compare.judge("int (cudaDescr_t)", ["int (hipConstDescr_t)"], names, hip) is None
    other = compare.judge("int (cudaOther_t)", ["int (hipConstDescr_t)"], names, hip)
    assert other is not None
    assert other.positions == (0,)


@pytest.mark.parametrize(
    ("source", "output"),
    [
        (b'#include "curand/mine.h"\n', b'#include "curand/mine.h"\n'),
        (b"#define RAND <curand.h>\n", b"#define RAND <curand.h>\n"),
        (
            b"#if __has_include(<cuComplex.h>)\n#endif\n",
            b"#if __has_include(<hip/hip_complex.h>)\n#endif\n",
        ),
    ],
)
def test_parts_of_a_header_path_are_no_names(source: bytes, output: bytes) -> None:
    result = convert(source, load(), Options(path="a.h"))
    assert result.output == output
    assert "N009" not in {finding.rule for finding in result.findings}


def test_what_stands_for_a_function_of_a_type_is_of_that_type() -> None:
    asked = re.compile(rb"cusparse([SDCZ])(?:csr|gtsv)\w*")
    named = re.compile(r"hipsparse([SDCZ])(?:csr|gtsv)\w*")
    wrong = [
        name
        for name, entry in load().names.items()
        if (of := asked.fullmatch(name)) and {*named.findall(entry.note)} - {of[1].decode()}
    ]
    assert wrong == []

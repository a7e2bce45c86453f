"""cuBLAS, cuBLASLt and cuSOLVER: programs that use every name with a counterpart compile once converted.

A program is made from the facts of CUDA alone: it calls each function with CUDA's own types and writes down
each type, enumerator and macro. It is converted as a user's would be, and a HIP compiler judges what comes
out: that targets exist, that arguments fit, const too, and that the rules for calls adapt what differs.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.api import convert
from hipify_py.facts import compare, scope, table
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.facts.table import Fact
    from hipify_py.rules.model import RuleSet

    Hipcheck = Callable[..., tuple[bool, str]]
    Known = dict[str, set[Fact]]

FACTS = Path(__file__).parents[2] / "rules" / "facts"
SCOPE = scope.read(FACTS / "scope.toml")
HEADERS = {
    "cublas": ("cublas_v2.h",),
    "cublaslt": ("cublas_v2.h", "cublasLt.h"),
    "cusolver": ("cublas_v2.h", "cusolverDn.h", "cusolverSp.h", "cusolverRf.h"),
}
LEAST = {"cublas": 700, "cublaslt": 90, "cusolver": 330}  # names with a counterpart, as first counted
WORD = re.compile(r"[A-Za-z_]\w*")
ADAPTED = re.compile(r"cublasSgemmEx(?:_64)?")  # for review, but a rule writes its calls
# The overloads of CUDA 10 that take the compute type as a cudaDataType: M030 and M031 speak of them.
LEGACY = re.compile(r"cudaDataType(?:_t)?, cublasGemmAlgo_t\)$")


@pytest.fixture(scope="module")
def known() -> Known:
    """The facts of every CUDA, by the libraries' names."""
    out: Known = {}
    for facts in table.read(FACTS / "cuda.tsv").values():
        for name, found in facts.items():
            out.setdefault(name, set()).update(found, table.resolve(facts, name))
    return out


def renamed(name: str, rules: RuleSet) -> bool:
    """Say whether a name has a counterpart in the release that the rules are for."""
    entry = rules.names.get(name.encode())
    return entry is not None and bool(entry.to) and not entry.since


def usable(signature: str, known: Known, rules: RuleSet) -> bool:
    """Say whether all types of a signature that CUDA declares have a counterpart."""
    words = set(WORD.findall(signature)) & known.keys()
    return not LEGACY.search(signature) and all(renamed(word, rules) for word in words)


def uses(name: str, known: Known, rules: RuleSet) -> Iterator[str]:
    """Write CUDA code that needs a name: calls of each of its signatures, a declaration, a value."""
    facts = known[name]
    kinds = {fact.kind for fact in facts}
    if "function" in kinds:
        signatures = sorted({fact.detail for fact in facts if fact.kind == "function"})
        for number, text in enumerate(each for each in signatures if usable(each, known, rules)):
            types = compare.shape(text).types
            result = text[: text.index("(")]
            parameters = ", ".join(f"{kind} a{at}" for at, kind in enumerate(types))
            arguments = ", ".join(f"a{at}" for at in range(len(types)))
            yield f"{result} call{number}_{name}({parameters}) {{ return {name}({arguments}); }}\n"
    elif "type" in kinds:
        yield f"{name} *make_{name}();\n"
    elif name.endswith("_H_"):
        yield f"#ifndef {name}\n#error {name}\n#endif\n"
    else:
        yield f"auto value_{name} = {name};\n"


def names(library: str, known: Known, rules: RuleSet) -> list[str]:
    held = {name for name, facts in known.items() if (file := SCOPE.file_of(facts)) and file.name == library}
    return sorted(name for name in held if renamed(name, rules) or ADAPTED.fullmatch(name))


def program(library: str, known: Known, rules: RuleSet) -> str:
    lines = ["#include <cuda_runtime.h>\n", "#include <cuda_fp16.h>\n"]
    lines += [f"#include <{header}>\n" for header in HEADERS[library]]
    for name in names(library, known, rules):
        lines += uses(name, known, rules)
    return "".join(lines)


def judge(library: str, rocm: str, known: Known, check: Hipcheck, folder: Path, *flags: str) -> None:
    rules = load(rocm=rocm)
    result = convert(program(library, known, rules), rules=rules)
    unit = folder / f"{library}.hip"
    unit.write_bytes(result.output)
    # The libraries are called by the host alone: there is nothing in this that code generation could refuse.
    good, messages = check(unit, "--arch", "gfx90a", "-fsyntax-only", "-ferror-limit=0", "-w", *flags)
    assert good, "\n".join(line for line in messages.splitlines() if "error" in line)[:4000]


@pytest.mark.parametrize("library", HEADERS)
def test_programs_that_use_every_name_compile(
    library: str, known: Known, hipcheck: Hipcheck, tmp_path: Path
) -> None:
    assert len(names(library, known, load())) > LEAST[library]
    judge(library, "7.2", known, hipcheck, tmp_path)


@pytest.mark.parametrize("library", HEADERS)
def test_programs_converted_for_an_older_rocm_compile_there(
    library: str, known: Known, hipcheck64: Hipcheck, tmp_path: Path
) -> None:
    judge(library, "6.4", known, hipcheck64, tmp_path, "-DHIPBLAS_V2")


def said(source: str) -> list[str]:
    return [found.rule for found in convert(source).findings]


@pytest.mark.parametrize(
    ("use", "rules"),
    [
        ("(cublasOperation_t)x", ["M037"]),
        ("static_cast<cublasFillMode_t>(x)", ["M371"]),
        ("cublasSideMode_t(x)", ["M372"]),
        ("table[CUBLAS_OP_T]", ["M373"]),
        ("(cusolverEigMode_t)x", ["M374"]),
        ("table[CUSOLVER_EIG_MODE_VECTOR]", ["M377"]),
        ("(cublasOperation_t)CUBLAS_OP_T", []),
        ("static_cast<cublasOperation_t>(CUBLAS_OP_T)", []),
        ("cublasFillMode_t( CUBLAS_FILL_MODE_LOWER )", []),
        ("static_cast<int>(CUBLAS_STATUS_SUCCESS)", []),
        ("(cublasPointerMode_t)x", []),
        ("x ? CUBLAS_OP_T : CUBLAS_OP_N", []),
    ],
)
def test_numbers_that_become_enumerators_are_reported(use: str, rules: list[str]) -> None:
    """The pointer mode's numbers are the same in both libraries."""
    assert said(f"auto f(int x, int *table) {{ return {use}; }}\n") == rules


@pytest.mark.parametrize(
    ("source", "rules"),
    [
        ("template <> struct a<cublasLtHandle_t> {};\n", ["M038"]),
        ("template <> class a<cusparseHandle_t> : b {};\n", ["M038"]),
        ("template <class T> struct a<T, cublasHandle_t> {};\n", []),
        ("template <class T = cublasHandle_t> struct a {};\n", []),
        ("a<cublasHandle_t> owner;\n", []),
    ],
)
def test_specialisations_for_one_handle_are_reported(source: str, rules: list[str]) -> None:
    assert said(source) == rules


@pytest.mark.parametrize(
    ("compute", "becomes", "rules"),
    [
        ("CUDA_R_32F", "HIPBLAS_COMPUTE_32F", []),
        ("CUDA_C_64F", "HIPBLAS_COMPUTE_64F", []),
        ("CUDA_R_16F", "HIPBLAS_COMPUTE_16F", []),
        ("CUDA_R_32I", "HIPBLAS_COMPUTE_32I", []),
        ("CUBLAS_COMPUTE_32F_FAST_16F", "HIPBLAS_COMPUTE_32F_FAST_16F", []),
        ("old", "old", ["M031"]),
        ("typed", "typed", []),
    ],
)
@pytest.mark.parametrize("kind", ["", "Batched", "StridedBatched"])
def test_the_compute_type_of_a_multiplication(
    kind: str, compute: str, becomes: str, rules: list[str]
) -> None:
    """Every other argument stays, the data types included; the arrays are cast already."""
    stride, count = (", 9", ", 8") if kind == "StridedBatched" else ("", ", 8" if kind else "")
    ptr, out = ("(const void **) ", "(void **)") if kind == "Batched" else ("", "")
    text = (
        "void f({T}DataType old, {B}ComputeType_t typed) {{ "
        "{B}Gemm{K}Ex(h, t, t, 1, 2, 3, &p, {P}a, {D}_R_16F, 4{S}, {P}b, {D}_R_16F, 5{S}, &q, "
        "{O}c, {D}_R_16F, 6{S}{N}, {C}, {A}_GEMM_DEFAULT); }}\n"
    )
    same = {"K": kind, "S": stride, "N": count}
    cuda = text.format(T="cuda", B="cublas", D="CUDA", A="CUBLAS", C=compute, P=ptr, O=out, **same)
    result = convert(cuda, options=Options(add_include=False))
    if becomes.startswith("HIPBLAS") and compute.startswith("CUDA") and kind == "Batched":
        ptr, out = "(const void**)((const void **) ", "(void**)((void **)"
        text = text.replace("{P}a", "{P}a)").replace("{P}b", "{P}b)").replace("{O}c", "{O}c)")
    hip = text.format(T="hip", B="hipblas", D="HIP", A="HIPBLAS", C=becomes, P=ptr, O=out, **same)
    assert result.output.decode() == hip
    assert [found.rule for found in result.findings] == rules


@pytest.mark.parametrize(
    ("rocm", "findings"), [("7.2", []), ("7.1", ["N011"]), ("7.0", ["N011"]), ("6.4", ["N011", "N002"])]
)
def test_what_older_releases_lack_is_said(rocm: str, findings: list[str]) -> None:
    source = "#include <cublas_v2.h>\nvoid f() { cublasSetWorkspace(h, p, n); }\n"
    result = convert(source, rules=load(rocm=rocm))
    assert b"hipblasSetWorkspace(h, p, n)" in result.output
    assert sorted(found.rule for found in result.findings) == sorted(findings)

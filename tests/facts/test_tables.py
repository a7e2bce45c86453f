"""The name tables: closed over the facts, true to them, and accepted by a HIP compiler."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py import releases
from hipify_py.facts import hints, includes, rulefiles, scope, table, torch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hipify_py.facts.hints import Value
    from hipify_py.facts.table import Facts

    Hipcheck = Callable[..., tuple[bool, str]]
    Tables = dict[str, dict[str, Any]]
    Versions = dict[str, Facts]

RULES = Path(__file__).parents[2] / "rules"
FACTS = RULES / "facts"
SCOPE = scope.read(FACTS / "scope.toml")
FILES = tuple(file.name for file in SCOPE.files)
HINTS = hints.read(FACTS / "hints")
UNDECLARED = HINTS.undeclared
NEWEST = "7.2"
NAMES = ("--arch", "gfx90a", "-fsyntax-only", "-ferror-limit=0")  # whether a name is there
CORE = tuple(f"hip/hip_{name}.h" for name in ("fp16", "bf16", "cooperative_groups", "math_constants"))
# The libraries whose functions take what CUDA's take are held against the compiler in modules of their own.
UNITS = {
    "driver": CORE,
    "runtime": (*CORE, "hip/hip_fp4.h"),  # it brings hipRoundMode, and is not in ROCm 6.4
    "macros": CORE,
    "device": CORE,
    "cooperative_groups": CORE,
    "nccl": ("rccl/rccl.h",),
    "nvrtc": ("hip/hiprtc.h",),
    "nvtx": ("roctracer/roctx.h",),
}
PATHS = (
    "hip/(?!hip_fp4|hip_gl)",  # ROCm 7.2's hip_fp4.h and hip_fp6.h define the same functions
    "hip/hip_fp4",
    "hipcub/hipcub",
    "(hipblas|hipfft|hiprand|hipsparse|hipsolver|rccl|roctracer)/",
)
FORMS: list[set[str]] = [
    *({"review"}, {"drop"}, {"to", "differs"}, {"to", "differs", "fits"}),
    *({"to", "differs", "fails"}, {"to", "differs", "gpus"}),
]
SPECIFIER = re.compile(r"__\w+__|\w+_INITIALIZER")  # macros that are no expressions


@pytest.fixture(scope="module")
def cuda() -> Versions:
    return table.read(FACTS / "cuda.tsv")


@pytest.fixture(scope="module")
def rocm() -> Versions:
    return table.read(FACTS / "rocm.tsv")


@pytest.fixture(scope="module")
def hip(rocm: Versions) -> Facts:
    return rocm[NEWEST]


@pytest.fixture(scope="module")
def tables() -> Tables:
    """Every [names] and [headers] entry of every rule file that ships."""
    return {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(RULES.glob("*.toml"))
    }


def test_the_releases_are_those_whose_headers_were_read(cuda: Versions, rocm: Versions) -> None:
    assert (sorted(cuda), sorted(rocm)) == (sorted(releases.CUDA), sorted(releases.CHECKED))


def target(value: Value) -> str | None:
    return value if isinstance(value, str) else value.get("to")


def targets(values: Iterable[Value]) -> set[str]:
    return {to for value in values if (to := target(value)) is not None}


def entries(tables: Tables, kind: str) -> list[tuple[str, str, Value]]:
    return [
        (file, name, value)
        for file, content in tables.items()
        for name, value in content.get(kind, {}).items()
    ]


def scoped(tables: Tables, kind: str) -> Counter[str]:
    """Count the entries by their names with the namespace of their file."""
    spaces = {file: content.get("namespace") for file, content in tables.items()}
    full = (f"{spaces[file]}::{name}" if spaces[file] else name for file, name, _ in entries(tables, kind))
    return Counter(full)


def known(hip: Facts) -> set[str]:
    groups = "cooperative_groups::"
    return {*hip, *UNDECLARED, *(name.removeprefix(groups) for name in hip if name.startswith(groups))}


# --- the tables against the facts -------------------------------------------------------------------------


def test_every_public_name_of_cuda_has_one_entry(cuda: Versions, tables: Tables) -> None:
    count = scoped(tables, "names")
    wanted = {name for facts in cuda.values() for name, found in facts.items() if SCOPE.file_of(found)}
    assert len(wanted) > 15000
    assert {name: count[name] for name in wanted if count[name] != 1} == {}


def test_no_entry_stands_twice(tables: Tables) -> None:
    assert [name for name, many in scoped(tables, "names").items() if many > 1] == []
    for kind in ("headers", "namespaces"):
        count = Counter(name for _, name, _ in entries(tables, kind))
        assert [name for name, many in count.items() if many > 1] == []


def test_every_derived_entry_speaks_of_a_name_that_cuda_has_or_had(cuda: Versions, tables: Tables) -> None:
    historic = HINTS.historic
    declared = {name.rpartition("::")[2] for facts in cuda.values() for name in facts}
    declared |= {name for names in historic.values() for name in names}
    for file in FILES:
        assert set(tables[file]["names"]) - declared == set()


def test_every_target_exists_in_rocm(hip: Facts, tables: Tables) -> None:
    names = known(hip)
    derived = {file: tables[file] for file in FILES}
    assert targets(value for _, _, value in entries(derived, "names")) - names == set()


def test_every_include_path_of_cuda_has_an_entry_and_every_target_exists(
    cuda: Versions, hip: Facts, tables: Tables
) -> None:
    paths = set().union(*map(includes.paths, cuda.values()))
    torch = tables["torch"]["headers"].keys()  # PyTorch's own: tests/facts/test_torch.py
    decided = {name: value for _, name, value in entries(tables, "headers") if name not in torch}
    assert len(paths) > 500
    assert paths - decided.keys() == set()
    assert targets(decided.values()) - includes.paths(hip) == set()


def test_values_have_one_of_three_forms_and_say_something(tables: Tables) -> None:
    for kind in ("names", "headers", "namespaces"):
        for _, name, value in entries(tables, kind):
            if isinstance(value, dict):
                assert set(value) in FORMS, name
                assert all(
                    key in {"to", "fits", "fails", "gpus"} or len(text) > 8 for key, text in value.items()
                ), name
            else:
                assert value, name


@pytest.mark.parametrize("file", [*FILES, "headers"])
def test_entries_are_sorted_one_a_line(file: str, tables: Tables) -> None:
    lines = (RULES / f"{file}.toml").read_text(encoding="utf-8").splitlines()
    for kind in {"names", "headers", "namespaces", "historic"} & tables[file].keys():
        block = lines[lines.index(f"[{kind}]") + 1 :]
        block = block[: block.index("")] if "" in block else block
        written = [line.split(" = ")[0].strip('"') for line in block]
        assert written == sorted(tables[file][kind])


def test_the_rule_files_are_what_the_facts_and_hints_come_to(
    cuda: Versions, rocm: Versions, tmp_path: Path
) -> None:
    made = rulefiles.derive(cuda, rocm, SCOPE, HINTS)
    assert made.problems == []
    chosen = hints.read(FACTS / "miopen")
    rulefiles.tell_of_choice(made, rulefiles.derive(cuda, rocm, SCOPE.only(chosen.files), chosen), "miopen")
    made.write(tmp_path)
    for file in FILES:
        fresh = (tmp_path / f"{file}.toml").read_text(encoding="utf-8")
        assert fresh == (RULES / f"{file}.toml").read_text(encoding="utf-8"), (
            f"run python -m hipify_py.facts: {file}"
        )


def test_the_facts_are_sorted_without_repetition() -> None:
    for path in FACTS.glob("*.tsv"):
        head, *lines = path.read_text(encoding="utf-8").splitlines()
        assert head == (torch.NOTE if path.stem == "torch" else table.NOTE).strip()
        assert lines == sorted(set(lines))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cudaMalloc", "hipMalloc"),
        ("cudaDeviceProp", "hipDeviceProp_t"),
        ("cudaThreadSynchronize", "hipDeviceSynchronize"),
        ("cudaErrorInvalidValue", "hipErrorInvalidValue"),
        ("CUDA_ERROR_INVALID_VALUE", "hipErrorInvalidValue"),
        ("cudaDevAttrMultiProcessorCount", "hipDeviceAttributeMultiprocessorCount"),
        ("CU_DEVICE_ATTRIBUTE_WARP_SIZE", "hipDeviceAttributeWarpSize"),
        ("cuMemAlloc_v2", "hipMalloc"),
        ("cuMemAdvise_v2", "hipMemAdvise_v2"),
        ("cuLaunchKernel", "hipModuleLaunchKernel"),
        ("CUstream_st", "ihipStream_t"),
        ("__nv_bfloat162", "__hip_bfloat162"),
        ("CUDART_INF_F", "HIP_INF_F"),
        ("CUDART_INF_FP16", "HIPRT_INF_FP16"),
        ("dim3", "dim3"),
        ("__shfl_down_sync", "__shfl_down_sync"),
        ("warpSize", "warpSize"),
        ("__sinf", "__sinf"),
        ("__CUDA_NO_HALF_OPERATORS__", "__HIP_NO_HALF_OPERATORS__"),
        ("tiled_partition", "tiled_partition"),
    ],
)
def test_names_that_most_programs_use(name: str, value: str, tables: Tables) -> None:
    assert [found for _, key, found in entries(tables, "names") if key == name] == [value]


@pytest.mark.parametrize(
    "name",
    ["cuTensorMapEncodeTiled", "cudaGraphConditionalHandleCreate", "__nanosleep", "this_cluster"],
)
def test_names_without_a_counterpart_are_for_review(name: str, tables: Tables) -> None:
    (value,) = [found for _, key, found in entries(tables, "names") if key == name]
    assert set(value) == {"review"}


@pytest.mark.parametrize("name", ["CUDAAPI", "CUDART_CB"])
def test_calling_conventions_are_dropped(name: str, tables: Tables) -> None:
    (value,) = [found for _, key, found in entries(tables, "names") if key == name]
    assert set(value) == {"drop"}


@pytest.mark.parametrize(
    "name", ["CUDA_VERSION", "CUDART_VERSION", "MAJOR_VERSION", "reduce", "plus", "texture"]
)
def test_names_that_no_table_may_hold(name: str, tables: Tables) -> None:
    bare = {file: table for file, table in tables.items() if "namespace" not in table}
    assert name not in {key for _, key, _ in entries(bare, "names")}


# --- the tables against a compiler ------------------------------------------------------------------------


def usage(name: str, hip: Facts) -> str:
    """Give one line of C++ that does not compile unless a name is what the facts say it is."""
    scope_name = name if name in hip else f"cooperative_groups::{name}"
    kinds = {fact.kind for fact in hip.get(scope_name, ())}
    spelled = any(fact.kind == "macro" and fact.detail.startswith("(") for fact in hip.get(name, ()))
    if spelled or SPECIFIER.fullmatch(name):
        return f"#ifndef {name}\n#error {name}\n#endif\n"
    if kinds == {"macro"} and table.kinds(hip, name) <= {"macro"}:
        return f"#ifdef {name}\nusing v_{name} = decltype({name});\n#else\n#error {name}\n#endif\n"
    if kinds & {"enumerator", "variable"}:
        return f"using v_{name} = decltype({name});\n"
    single = [fact for fact in table.resolve(hip, name) if fact.kind == "function"]
    if len(single) == 1 and "template" not in single[0].detail:
        return f"using p_{name} = decltype(&{name});\n"
    return f"namespace u_{name} {{ using ::{scope_name}; }}\n"


@pytest.mark.parametrize("file", UNITS)
def test_a_hip_compiler_knows_every_target(
    file: str, tables: Tables, hip: Facts, hipcheck: Hipcheck, tmp_path: Path
) -> None:
    wanted = targets(tables[file]["names"].values())
    good, messages = hipcheck(unit_of(file, wanted, hip, tmp_path), *NAMES)
    assert good, "\n".join(line for line in messages.splitlines() if "error" in line)


@pytest.mark.parametrize("file", sorted(UNITS.keys() - {"nccl"}))  # RCCL is packaged from ROCm 5.4 there
def test_a_compiler_of_the_oldest_rocm_knows_every_target_for_it(
    file: str, tables: Tables, rocm: Versions, hipcheck64: Hipcheck, tmp_path: Path
) -> None:
    values = {**tables[file]["names"], **tables[file].get("before", {}).get(NEWEST, {})}
    wanted = targets(value for value in values.values() if "since" not in value or isinstance(value, str))
    unit = unit_of(file, wanted, rocm["6.4"], tmp_path)
    good, messages = hipcheck64(unit, *NAMES, "-DHIP_ENABLE_WARP_SYNC_BUILTINS")
    assert good, "\n".join(line for line in messages.splitlines() if "error" in line)


def unit_of(file: str, names: set[str], facts: Facts, folder: Path) -> Path:
    """Write a unit that uses every name as what the facts say it is."""
    lines = ["#include <hip/hip_runtime.h>\n"]
    lines += [f"#if __has_include(<{path}>)\n#include <{path}>\n#endif\n" for path in UNITS[file]]
    lines += [usage(name, facts) for name in sorted(names - UNDECLARED)]
    unit = folder / f"{file}.hip"
    unit.write_text("".join(lines))
    return unit


def test_a_hip_compiler_misses_a_name_that_is_not_there(hipcheck: Hipcheck, tmp_path: Path) -> None:
    unit = tmp_path / "absent.hip"
    unit.write_text("#include <hip/hip_runtime.h>\nnamespace u { using ::hipNoSuchThing; }\n")
    assert not hipcheck(unit)[0]


def test_tags_of_structures_and_enumerations_keep_their_word(
    cuda: Versions, tables: Tables, hipcheck: Hipcheck, tmp_path: Path
) -> None:
    """`struct cudaDeviceProp p` compiles after renaming; vector types do not take the word in HIP."""
    words = {}
    for found in (fact for table_ in cuda.values() for rows in table_.values() for fact in rows):
        if (
            found.kind == "type"
            and found.detail in {"struct", "enum", "union"}
            and not re.search(r"\d$", found.name)
        ):
            words[found.name] = found.detail
    paths = ("hip/hip_runtime.h", *UNITS["runtime"])
    lines = [f"#include <{path}>\n" for path in paths]
    for file, name, value in entries(tables, "names"):
        if set(CORE) <= set(UNITS.get(file, ())) and name in words and target(value):
            lines.append(f"{words[name]} {target(value)} *f_{name}();\n")
    unit = tmp_path / "tags.hip"
    unit.write_text("".join(lines))
    assert len(lines) > 200
    good, messages = hipcheck(unit, *NAMES)
    assert good, "\n".join(line for line in messages.splitlines() if "error" in line)


@pytest.mark.parametrize("paths", PATHS)
def test_headers_that_replace_others_compile(
    paths: str, tables: Tables, hipcheck: Hipcheck, tmp_path: Path
) -> None:
    wanted = targets(value for _, _, value in entries(tables, "headers"))
    lines = ["#include <hip/hip_runtime.h>\n"]
    lines += [f"#include <{path}>\n" for path in sorted(wanted) if re.match(paths, path)]
    unit = tmp_path / "headers.hip"
    unit.write_text("".join(lines))
    good, messages = hipcheck(unit, *NAMES)
    assert good, messages[:3000]

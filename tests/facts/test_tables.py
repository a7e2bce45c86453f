"""The name tables: closed over the facts, true to them, and accepted by a HIP compiler."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py import releases
from hipify_py.facts import __main__ as command
from hipify_py.facts import compare, derive, emit, headers, hints, includes, rulefiles, scope, table

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
FORMS: list[set[str]] = [{"review"}, {"drop"}, {"to", "differs"}, {"to", "differs", "fits"}]
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
    decided = {name: value for _, name, value in entries(tables, "headers")}
    assert len(paths) > 500
    assert paths - decided.keys() == set()
    assert targets(decided.values()) - includes.paths(hip) == set()


def test_values_have_one_of_three_forms_and_say_something(tables: Tables) -> None:
    for kind in ("names", "headers", "namespaces"):
        for _, name, value in entries(tables, kind):
            if isinstance(value, dict):
                assert set(value) in FORMS, name
                assert all(key in {"to", "fits"} or len(text) > 8 for key, text in value.items()), name
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
    made.write(tmp_path)
    for file in FILES:
        fresh = (tmp_path / f"{file}.toml").read_text(encoding="utf-8")
        assert fresh == (RULES / f"{file}.toml").read_text(encoding="utf-8"), (
            f"run python -m hipify_py.facts: {file}"
        )


def test_the_facts_are_sorted_without_repetition() -> None:
    for path in FACTS.glob("*.tsv"):
        head, *lines = path.read_text(encoding="utf-8").splitlines()
        assert head == table.NOTE.strip()
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


# --- the script -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cuda_name", "hip_name"),
    [
        ("cudaDevAttrWarpSize", "hipDeviceAttributeWarpSize"),
        ("CU_DEVICE_ATTRIBUTE_WARP_SIZE", "hipDeviceAttributeWarpSize"),
        ("CUDA_ERROR_NOT_READY", "hipErrorNotReady"),
        ("cudaLimit", "hipLimit_t"),
        ("cudaDevAttrConcurrentKernels", "hipDeviceAttributeConcurrentKernels"),
    ],
)
def test_spellings_of_one_thing_have_one_key(cuda_name: str, hip_name: str) -> None:
    assert derive.key(cuda_name) == derive.key(hip_name)


def test_spellings_of_two_things_have_two_keys() -> None:
    assert derive.key("cudaMallocHost") != derive.key("hipMalloc")


def facts(*lines: str) -> Facts:
    found: Facts = {}
    for line in lines:
        fact = table.Fact(*line.split("|"))  # type: ignore[arg-type]
        found.setdefault(fact.name, []).append(fact)
    return found


def derived(cuda_facts: Facts, hip_facts: Facts) -> dict[str, str]:
    engine = derive.Deriver(cuda_facts, hip_facts, {})
    engine.run(cuda_facts)
    return engine.names


def test_an_enumerator_needs_the_same_value_or_the_same_enumeration() -> None:
    mine = facts("cudaA|type|h|enum", "cudaAX|enumerator|h|1 cudaA", "cudaY|enumerator|h|5 cudaB")
    theirs = facts("hipA|type|h|enum", "hipAX|enumerator|h|2 hipA", "hipY|enumerator|h|6 hipC")
    assert derived(mine, theirs) == {"cudaA": "hipA", "cudaAX": "hipAX"}


def test_a_function_is_not_taken_for_a_type() -> None:
    assert derived(facts("cudaThing|function|h|void ()"), facts("hipThing|type|h|struct")) == {}


def test_two_equal_candidates_are_left_to_a_person() -> None:
    theirs = facts("HIPthing_a|type|h|struct", "hipThingA|type|h|struct")
    assert derived(facts("CUThing_A|type|h|struct"), theirs) == {}


def test_a_tag_follows_the_handle_that_points_to_it() -> None:
    mine = facts("cudaStream_t|type|h|struct CUstream_st *", "CUstream_st|type|h|struct")
    theirs = facts("hipStream_t|type|h|struct ihipStream_t *", "ihipStream_t|type|h|struct")
    assert derived(mine, theirs)["CUstream_st"] == "ihipStream_t"


@pytest.mark.parametrize(
    ("mine", "theirs", "misfit"),
    [
        ("int (cudaStream_t, int =)", "int (hipStream_t, int =)", None),
        ("int (cudaStream_t, int =)", "int (hipStream_t, int)", ()),
        ("int (cudaStream_t, struct cudaLoc)", "int (hipStream_t, int)", (1,)),
        ("int (enum cudaKind, unsigned int)", "int (hipKind, int)", None),
        ("int (void *const)", "int (const void *)", None),
        ("int (const void *)", "int (void *)", (0,)),
        ("int (const int *const *, int)", "int (int *const *, int)", (0,)),
        ("int (int *const *)", "int (const int *const *)", None),
        ("int (const cudaStream_t)", "int (hipStream_t)", None),
        ("int (int64_t, float)", "int (long long, double)", None),
        ("int (int64_t *, float *)", "int (int *, double *)", (0, 1)),
        ("int (int, cudaKind)", "int (hipKind, int)", (0, 1)),
        ("int (T<a, b>, int)", "int (T<a, b>)", ()),
    ],
)
def test_signatures_are_compared_through_the_names(
    mine: str, theirs: str, misfit: tuple[int, ...] | None
) -> None:
    names = {"cudaStream_t": "hipStream_t", "cudaLoc": "hipLoc", "cudaKind": "hipKind"}
    found = compare.judge(mine, [theirs], names, {})
    assert (found and found.positions) == misfit


@pytest.mark.parametrize(
    ("body", "parameters", "meant"),
    [
        ("0x10", "", "16"),
        ("((unsigned)-1)", "", ""),
        ("(4)", "", "4"),
        ("cuMemAlloc_v2", "", "cuMemAlloc_v2"),
        ("__CUDA_API_PTDS(cuMemcpy)", "", "cuMemcpy"),
        ("a + b", "", ""),
        ("x", "(x, y)", "(2)"),
        ("0", "()", "(0)"),
    ],
)
def test_macros_are_reduced_to_a_number_or_a_name(body: str, parameters: str, meant: str) -> None:
    assert headers.meaning(body, parameters) == meant


def test_macros_of_other_folders_are_not_ours() -> None:
    text = '# 1 "/cuda/include/a.h"\n#define A 1\n# 1 "/usr/include/b.h"\n#define B 2\n'
    assert list(headers.macros(text, ("/cuda/include",))) == [table.Fact("A", "macro", "a.h", "1")]


def test_header_trees_that_are_none_are_refused_with_what_was_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cuda" / "include").mkdir(parents=True)
    (tmp_path / "cuda" / "include" / "cuda.h").write_text("")
    where = ["--cuda", f"13.0={tmp_path / 'cuda'}", "--rocm", f"7.2={tmp_path}"]
    assert command.main(where) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path / 'cuda'}: no include/cuda_runtime.h here; name a folder")
    (tmp_path / "cuda" / "include" / "cuda_runtime.h").write_text("")
    assert command.main(where) == 2
    assert f"{tmp_path}: no usr/include/hip/hip_runtime.h and no usr/lib/llvm-" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rocm", "7.2=x"], "give every release of both sides, --cuda and --rocm"),
        (["--cuda", "x"], "'x' is not RELEASE=DIR, such as 12.9=/usr/local/cuda"),
    ],
)
def test_half_an_order_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(arguments)
    assert refused.value.code == 2
    assert message in capsys.readouterr().err


def test_tables_of_facts_come_back_as_they_went_out(tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    rows = [table.Fact("b", "macro", "h", "1"), table.Fact("a", "function", "h", "int ()")]
    table.write(path, {"2": [*rows, *rows], "1": rows[1:]})
    assert path.read_text() == f"{table.NOTE}a\tfunction\th\tint ()\t1 2\nb\tmacro\th\t1\t2\n"
    assert table.read(path) == {"1": {"a": [rows[1]]}, "2": {"a": [rows[1]], "b": [rows[0]]}}


def test_a_malformed_table_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "facts.tsv"
    path.write_text("a\tfunction\th\tint ()\t1\nb\tnonsense\th\t1\t1\n")
    with pytest.raises(ValueError, match=r"facts\.tsv:2: expected name, kind, header, detail and releases"):
        table.read(path)


def test_entries_are_written_so_that_toml_reads_them_back(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    names: dict[str, Value] = {"b": {"review": 'say "why"'}, "a": "x", "c/d.h": {"to": "e", "differs": "ü"}}
    emit.write(path, "a library", {"names": names, "headers": {}}, source="rules/facts/a.toml")
    assert tomllib.loads(path.read_text(encoding="utf-8")) == {"library": "a library", "names": names}
    first = path.read_text(encoding="utf-8").split("\n")[0]
    assert first.endswith("from the facts of the headers and rules/facts/a.toml: change that instead.")


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
    good, messages = hipcheck(unit_of(file, wanted, hip, tmp_path), "-ferror-limit=0")
    assert good, "\n".join(line for line in messages.splitlines() if "error" in line)


@pytest.mark.parametrize("file", sorted(UNITS.keys() - {"nccl"}))  # RCCL is packaged from ROCm 5.4 there
def test_a_compiler_of_the_oldest_rocm_knows_every_target_for_it(
    file: str, tables: Tables, rocm: Versions, hipcheck64: Hipcheck, tmp_path: Path
) -> None:
    values = {**tables[file]["names"], **tables[file].get("before", {}).get(NEWEST, {})}
    wanted = targets(value for value in values.values() if "since" not in value or isinstance(value, str))
    unit = unit_of(file, wanted, rocm["6.4"], tmp_path)
    good, messages = hipcheck64(unit, "-ferror-limit=0", "-DHIP_ENABLE_WARP_SYNC_BUILTINS")
    assert good, "\n".join(line for line in messages.splitlines() if "error" in line)


def unit_of(file: str, names: set[str], facts: Facts, folder: Path) -> Path:
    """Write a unit that uses every name as what the facts say it is."""
    paths = ("hip/hip_runtime.h", *UNITS[file])
    lines = [f"#if __has_include(<{path}>)\n#include <{path}>\n#endif\n" for path in paths]
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
    good, messages = hipcheck(unit, "-ferror-limit=0")
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
    good, messages = hipcheck(unit, "-fsyntax-only")
    assert good, messages[:3000]

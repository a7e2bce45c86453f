"""CUB, Thrust and libcu++: their rule files against the facts and a compiler, and what becomes of code."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py.conversion import convert
from hipify_py.facts import table, templatefiles, templates
from hipify_py.facts.table import Fact
from hipify_py.rules.load import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from hipify_py.facts.table import Facts
    from hipify_py.model import Result

    Hipcheck = Callable[..., tuple[bool, str]]
    Versions = dict[str, Facts]

RULES = Path(__file__).parents[2] / "rules"
FACTS = RULES / "facts"
FILES = templatefiles.read(FACTS / "templates.toml")
BY_NAME = {file.name: file for file in FILES}
NEWEST, OLDEST = "7.2", "6.4"
MOST_MESSAGES = 3000
# Member functions are named through a class: what its template takes.
MADE = {
    "hipcub::BlockDiscontinuity": "<int, 64>",
    "hipcub::BlockRadixRankMatch": "<64, 4, false>",
    "hipcub::BlockRadixSort": "<int, 64, 1>",
    "hipcub::BlockScan": "<int, 64>",
    "hipcub::RadixSortTwiddle": "<false, int>",
}


@pytest.fixture(scope="module")
def cuda() -> Facts:
    """The facts of all releases of CUDA together."""
    merged: Facts = {}
    for facts in table.read(FACTS / "cuda.tsv").values():
        for name, found in facts.items():
            merged.setdefault(name, []).extend(fact for fact in found if fact not in merged.get(name, ()))
    return merged


@pytest.fixture(scope="module")
def rocm() -> Versions:
    return table.read(FACTS / "rocm.tsv")


def tables(file: str) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((RULES / f"{file}.toml").read_text(encoding="utf-8"))
    return found


def entries(file: str, release: str) -> dict[str, Any]:
    """Give the entries of a rule file for a release of ROCm."""
    known = tables(file)
    names: dict[str, Any] = known["names"]
    return names | (known.get("before", {}).get(NEWEST, {}) if release == OLDEST else {})


def targets(file: str, release: str) -> list[str]:
    """Give the full names in ROCm that a rule file's entries come to in a release."""
    out = []
    for name, value in entries(file, release).items():
        later = isinstance(value, dict) and "since" in value
        to = value if isinstance(value, str) else value.get("to")
        if to is not None and not later:
            scope, mark, _ = BY_NAME[file].target(name).rpartition("::")
            out.append(f"{scope}{mark}{to}")
    return out


# --- the rule files against the facts ---------------------------------------------------------------------


def test_every_name_of_cuda_is_covered(cuda: Facts) -> None:
    """By an entry, by its class's entry, or by the rule for its namespace."""
    spaces = {name for name, found in cuda.items() if any(fact.kind == "namespace" for fact in found)}
    ruled = {name for path in RULES.glob("*.toml") for name in tables(path.stem).get("namespaces", {})}
    for file, least in (("cub", 480), ("thrust", 800), ("libcudacxx", 60)):
        names = tables(file)["names"]
        assert len(names) >= least
        inside = [name for name in cuda if name.startswith(f"{BY_NAME[file].namespace}::")]
        for full in inside:
            name = full.removeprefix(f"{BY_NAME[file].namespace}::")
            above = {full.rsplit("::", depth)[0] for depth in range(1, full.count("::"))}
            by_class = name.rpartition("::")[0] in names
            assert name in names or by_class or full in spaces or above & ruled, full


def test_every_entry_speaks_of_a_name_that_cuda_has(cuda: Facts) -> None:
    for file in ("cub", "thrust", "libcudacxx"):
        space = BY_NAME[file].namespace
        assert [name for name in tables(file)["names"] if f"{space}::{name}" not in cuda] == []
    assert [name for name in tables("cccl")["names"] if name not in cuda] == []


@pytest.mark.parametrize("release", [NEWEST, OLDEST])
@pytest.mark.parametrize("file", ["cub", "thrust", "cccl"])
def test_every_target_is_in_rocm(file: str, release: str, rocm: Versions) -> None:
    wanted = targets(file, release)
    assert len(wanted) > 30
    assert [name for name in wanted if not templatefiles.found(rocm[release], name)] == []


def test_what_older_releases_lack_is_not_there(rocm: Versions) -> None:
    for file in ("cub", "thrust"):
        later = {
            name: value
            for name, value in tables(file)["before"][NEWEST].items()
            if isinstance(value, dict) and "since" in value
        }
        assert len(later) > 10
        for name in later:
            assert not templatefiles.found(rocm[OLDEST], BY_NAME[file].target(name)), name


def test_the_rule_files_are_what_the_facts_come_to(cuda: Facts, rocm: Versions, tmp_path: Path) -> None:
    made = templatefiles.derive(FILES, cuda, rocm)
    assert made.problems == []
    templatefiles.write(made, FILES, tmp_path)
    for file in BY_NAME:
        fresh = (tmp_path / f"{file}.toml").read_text(encoding="utf-8")
        assert fresh == (RULES / f"{file}.toml").read_text(encoding="utf-8"), (
            f"run python -m hipify_py.facts: {file}"
        )


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        ("cub", "DeviceReduce::Sum", "Sum"),
        ("cub", "BlockReduce", "BlockReduce"),
        ("thrust", "cuda::par", "par"),
        ("thrust", "system::cuda::par_nosync", "par_nosync"),
        ("thrust", "cuda_category", "hip_category"),
        ("thrust", "placeholders::_1", "_1"),
        ("cccl", "CubDebug", "HipcubDebug"),
        ("cccl", "THRUST_VERSION", "THRUST_VERSION"),
    ],
)
def test_names_that_programs_use(file: str, name: str, value: str) -> None:
    assert tables(file)["names"][name] == value


@pytest.mark.parametrize(
    ("file", "name", "word"),
    [
        ("cub", "DispatchReduce", "dispatch layer"),
        ("cub", "CTA_SYNC_AND", "__syncthreads_and"),
        ("libcudacxx", "atomic", "__hip_atomic_fetch_add"),
        ("libcudacxx", "memcpy_async", "__syncthreads()"),
        ("cccl", "CubDebugExit", "does not end the program"),
    ],
)
def test_names_without_a_counterpart_say_what_to_do(file: str, name: str, word: str) -> None:
    assert word in tables(file)["names"][name]["review"]


@pytest.mark.parametrize(
    "name", ["WarpReduce", "WarpScan", "WarpExchange", "WarpLoad", "WarpStore", "WarpMergeSort"]
)
def test_classes_of_a_warp_say_that_theirs_is_a_wavefront(name: str) -> None:
    value = tables("cub")["names"][name]
    assert value["to"] == name
    assert "64 lanes on gfx9" in value["differs"]


# --- the rule files against a compiler --------------------------------------------------------------------


def uses(release: str, rocm: Facts) -> str:
    """Write a unit that uses every target of the rule files."""
    paths = (name for name, found in rocm.items() if any(fact.kind == "header" for fact in found))
    head = "".join(f"#include <{path}>\n" for path in templates.public_headers(paths, "hip"))
    facts: set[Fact] = set()
    members: list[str] = []
    for name in (name for file in ("cub", "thrust", "cccl") for name in targets(file, release)):
        scope, _, last = name.rpartition("::")
        if scope in MADE:
            made = f"::{scope}{MADE[scope]}"
            members.append(f"struct m{len(members)} : {made} {{ using {made}::{last}; }};\n")
        else:
            facts |= {templatefiles.found(rocm, name)[0]._replace(name=name), *rocm.get(scope, [])}
    lines = list(templates.uses(sorted(facts)))
    assert len(lines) > 1000
    return f"#include <hip/hip_runtime.h>\n{head}{''.join(lines)}{''.join(members)}"


def test_a_compiler_knows_every_target(rocm: Versions, hipcheck: Hipcheck, tmp_path: Path) -> None:
    unit = tmp_path / "newest.hip"
    unit.write_text(uses(NEWEST, rocm[NEWEST]))
    good, messages = hipcheck(unit, "--arch", "gfx90a", "-fsyntax-only")
    assert good, messages[:MOST_MESSAGES]


def test_a_compiler_of_the_oldest_rocm_knows_every_target_for_it(
    rocm: Versions, hipcheck64: Hipcheck, tmp_path: Path
) -> None:
    unit = tmp_path / "oldest.hip"
    unit.write_text(uses(OLDEST, rocm[OLDEST]))
    good, messages = hipcheck64(unit, "--arch", "gfx90a", "-fsyntax-only")
    assert good, messages[:MOST_MESSAGES]


def test_a_compiler_refuses_what_hipcub_lacks(hipcheck: Hipcheck, tmp_path: Path) -> None:
    unit = tmp_path / "absent.hip"
    facts = [
        Fact("hipcub", "namespace", "", ""),
        Fact("hipcub::DispatchReduce", "type", "", "template"),
        Fact("hipcub::DeviceReduce", "type", "", "struct"),
        Fact("hipcub::DeviceReduce::Product", "function", "", "static (5)"),
    ]
    unit.write_text("#include <hipcub/hipcub.hpp>\n" + "".join(templates.uses(facts)))
    good, messages = hipcheck(unit, "--arch", "gfx90a", "-fsyntax-only")
    assert not good
    assert "DispatchReduce" in messages
    assert "Product" in messages


# --- what becomes of code -----------------------------------------------------------------------------------


def converted(code: str, rocm: str = NEWEST) -> Result:
    return convert(f"#include <hip/hip_runtime.h>\n{code}".encode(), load(rocm=rocm))


def said(code: str, rocm: str = NEWEST) -> list[tuple[str, str]]:
    """Give the findings of a piece of code, each with the name it begins with."""
    return [(found.rule, found.message.split(" ")[0]) for found in converted(code, rocm).findings]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cub::BlockReduce<int, 64> r;", "hipcub::BlockReduce<int, 64> r;"),
        ("using cub::BlockReduce;", "using hipcub::BlockReduce;"),
        ("using namespace cub;", "using namespace hipcub;"),
        ("namespace c = ::cub;\nc::DoubleBuffer<int> b;", "namespace c = ::hipcub;\nc::DoubleBuffer<int> b;"),
        (
            "using namespace ::cub;\nint a = ::cub::Max()(1, 2);",
            "using namespace ::hipcub;\nint a = ::hipcub::Max()(1, 2);",
        ),
        ("auto p = thrust::cuda::par.on(s);", "auto p = thrust::hip::par.on(s);"),
        ("auto p = ::thrust::cuda::par_nosync;", "auto p = ::thrust::hip::par_nosync;"),
        ("auto p = thrust::system::cuda::par;", "auto p = thrust::system::hip::par;"),
        ("auto p = thrust::cuda_cub::par;", "auto p = thrust::hip_rocprim::par;"),
        ("namespace t = thrust;\nauto p = t::cuda::par;", "namespace t = thrust;\nauto p = t::hip::par;"),
        ("namespace tc = thrust::cuda;\nauto p = tc::par;", "namespace tc = thrust::hip;\nauto p = tc::par;"),
        ("using namespace thrust;\nauto p = cuda::par;", "using namespace thrust;\nauto p = hip::par;"),
        ("auto c = thrust::cuda_category();", "auto c = thrust::hip_category();"),
        (
            "using thrust::cuda_category;\nauto c = cuda_category();",
            "using thrust::hip_category;\nauto c = hip_category();",
        ),
        (
            "auto e = thrust::system::cuda::errc::no_device;",
            "auto e = thrust::system::hip_rocprim::errc::no_device;",
        ),
        ("CubDebug(e);", "HipcubDebug(e);"),
    ],
)
def test_names_become_those_of_rocm(before: str, after: str) -> None:
    result = converted(before)
    assert result.output.decode().removeprefix("#include <hip/hip_runtime.h>\n") == after
    assert result.findings == ()


@pytest.mark.parametrize(
    "code",
    [
        "thrust::sort(thrust::device, a, b);",
        "namespace cuda { void f(); } void g() { cuda::f(); cuda::atomic<int> mine; }",
        "auto s = at::cuda::getCurrentCUDAStream();",
        "x.cub::y(); T<int>::cub::z();",
        "int mycub, cubs; my::cub::Mutex m;",
        "auto f = [](auto cub) { return cub.Mutex; };",
        '// cub::Mutex\nauto s = "cub::Mutex";',
        "struct Mutex {}; Mutex m;",
    ],
)
def test_what_is_no_name_of_these_libraries_stays(code: str) -> None:
    result = converted(code)
    assert result.output.decode() == f"#include <hip/hip_runtime.h>\n{code}"
    assert result.findings == ()


@pytest.mark.parametrize(
    ("code", "findings"),
    [
        ("cub::DispatchReduce<int> d;", [("N001", "cub::DispatchReduce")]),
        ("namespace c = cub; c::Mutex m;", [("N001", "cub::Mutex")]),
        ("using namespace cub; int d = CurrentDevice();", [("N001", "cub::CurrentDevice")]),
        ("using cub::Mutex;", [("N001", "cub::Mutex")]),
        ("cub::WarpReduce<int> w;", [("N002", "cub::WarpReduce")]),
        ("cuda::atomic<int> a;", [("N001", "cuda::atomic")]),
        ("cuda::std::tuple<int> t;", [("N001", "cuda::std::")]),
        ("cuda::ptx::mbarrier_init(p, 1);", [("N001", "cuda::ptx::")]),
        ("#define MINE cuda::std\n", [("N001", "cuda::std::")]),
        ("cuda::nothing_known();", [("M165", "cuda::nothing_known")]),
        ("#include <cuda/x>\ncuda::nothing_known();", [("N001", "cuda::")]),
        ("using namespace cuda; atomic<int> a;", [("N001", "cuda::"), ("N001", "cuda::atomic")]),
        ("namespace cs = cuda::std; cs::tuple<int> t;", [("N001", "cuda::std::")]),
        (
            "thrust::universal_host_pinned_allocator<int> a;",
            [("N001", "thrust::universal_host_pinned_allocator")],
        ),
    ],
)
def test_what_rocm_lacks_is_reported_once_by_its_full_name(
    code: str, findings: list[tuple[str, str]]
) -> None:
    assert said(code) == findings


def test_members_of_a_class_are_known_behind_each_spelling() -> None:
    """`DeviceFor` came between ROCm 6.4 and 7.2: class and member are reported where they stand."""
    for head in (
        "cub::DeviceFor",
        "namespace c = cub; c::DeviceFor",
        "using namespace cub; DeviceFor",
        "using cub::DeviceFor; DeviceFor",
        "using D = cub::DeviceFor; D",
    ):
        code = f"{head}::Bulk(n, op);"
        names = [name for rule, name in said(code, OLDEST) if rule == "N011"]
        assert "cub::DeviceFor::Bulk" in names, head
        assert said(code) == []


def test_a_call_that_fits_is_not_reported_and_another_is() -> None:
    scan = "__device__ void f() {{ cub::BlockScan<int, 64>::{}; }}"
    assert said("void f() { cub::ThreadLoad(p); }", OLDEST) == []
    assert ("N002", "cub::ThreadLoad") in said("void f() { cub::ThreadLoad(p, n, m); }", OLDEST)
    assert said(scan.format("ExclusiveSum(a, b)")) == []


@pytest.mark.parametrize(
    "code",
    [
        "cub::DeviceReduce::Sum(t, b, i, o, n);",
        "namespace t = thrust; auto p = t::cuda::par;",
        "using namespace thrust; auto p = cuda::par;",
        "cuda::atomic<int> a;",
    ],
)
def test_converted_code_stays_as_it_is(code: str) -> None:
    once = converted(code).output
    assert convert(once, load()).output == once

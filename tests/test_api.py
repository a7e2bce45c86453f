"""The library, as a build script calls it."""

from __future__ import annotations

import doctest
import json
import os
import pickle
import re
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

import pytest
from helpers.command import ERROR, KERNEL, KERNEL_HIP, NOTE, ROOT, environment, put, snapshot

import hipify_py
from hipify_py import FilesFailedError, HipifyError, Options, RuleError, Settings
from hipify_py.report.formats import FORMATS
from hipify_py.report.model import Report

if TYPE_CHECKING:
    from collections.abc import Callable


class Direct(Executor):
    """The least that an executor can be, as a wrapper of somebody's cluster is."""

    def __init__(self) -> None:
        self.tasks = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tasks += 1
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  as executors do
            future.set_exception(error)
        return future


class Dying(Executor):
    """An executor whose workers are gone."""

    def submit(self, fn: Callable[..., Any], /, *_args: Any, **_kwargs: Any) -> Future[Any]:
        from concurrent.futures import BrokenExecutor

        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor(f"{fn} was lost"))
        return future


def test_the_example_in_the_documentation_is_true() -> None:
    failed, tried = doctest.testmod(hipify_py)
    assert (failed, tried > 1) == (0, True)


def test_everything_public_is_there_and_imported_when_asked_for() -> None:
    for name in hipify_py.__all__:
        assert getattr(hipify_py, name) is not None
    assert dir(hipify_py) == sorted(hipify_py.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'transmogrify'"):
        getattr(hipify_py, "transmogrify")  # noqa: B009
    heavy = "('hipify_py.', 'tree_sitter', 'click')"
    code = f"import sys, hipify_py; print([m for m in sys.modules if m.startswith({heavy})])"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout == "['hipify_py.version']\n"


def test_what_few_sources_need_is_loaded_for_these_alone() -> None:
    source = "__global__ void k(float *x) { x[threadIdx.x] *= 2; } void f(float *x) { k<<<1, 64>>>(x); }"
    code = f"import sys, hipify_py; hipify_py.convert({source!r}); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "hipify_py.conversion" in loaded
    assert not [name for name in loaded if name.startswith(("hipify_py.ptx", "hipify_py.lanes.flow"))]


# --- convert --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["a.cu", Path("src/a.cu"), None])
@pytest.mark.parametrize("source", [KERNEL, KERNEL.encode()])
def test_convert(source: str | bytes, path: str | Path | None) -> None:
    result = hipify_py.convert(source, path=path)
    assert (result.text, result.output) == (KERNEL_HIP, KERNEL_HIP.encode())
    assert result.source == KERNEL.encode()
    assert [KERNEL[slice(*edit.span)] for edit in result.edits] == ["cuda_runtime.h", "cudaFree"]
    assert result.findings == ()


def test_convert_finds() -> None:
    (finding,) = hipify_py.convert(NOTE, path="a.cu").findings
    assert (finding.rule, finding.severity) == ("D023", "note")
    assert NOTE[slice(*finding.span)] == "__launch_bounds__(256, 2)"


@pytest.mark.parametrize("source", [b"", b"\xff\0\xfe", b"cudaFree(" * 1000, "\udcff cudaFree(p);", "}}}"])
def test_convert_takes_anything(source: bytes | str) -> None:
    data = source if isinstance(source, bytes) else source.encode("utf-8", "surrogateescape")
    output = hipify_py.convert(source).output
    assert output.replace(b"hipFree", b"cudaFree").endswith(data)
    assert hipify_py.convert(output).output == output


def test_convert_with_options() -> None:
    launch = hipify_py.convert(KERNEL, path="a.cu", options=Options(launch="macro")).text
    assert "hipLaunchKernelGGL(scale, 1, 32, 0, 0, x, 2.0f);" in launch
    assert hipify_py.convert("cudaFree(p);", options=Options(add_include=False)).text == "hipFree(p);"
    assert hipify_py.convert("cudaFree(p);").text == "#include <hip/hip_runtime.h>\n\nhipFree(p);"
    kept = hipify_py.convert("cudaFree(p);", options=Options(path="a.cpp")).text
    assert kept == hipify_py.convert("cudaFree(p);", path="a.cpp").text


def test_convert_with_rules_of_ones_own(tmp_path: Path) -> None:
    put(tmp_path / "own.toml", '[names]\nourMalloc = "theirMalloc"\ncudaFree = "theirFree"\n')
    rules = hipify_py.load_rules(tmp_path)
    text = hipify_py.convert("ourMalloc(); cudaFree(p); cudaMalloc(&p, n);", path="a.cpp", rules=rules).text
    assert text.endswith("theirMalloc(); theirFree(p); hipMalloc(&p, n);")
    assert hipify_py.convert("ourMalloc();", path="a.cpp").text == "ourMalloc();"
    for given in ([tmp_path], (str(tmp_path / "own.toml"),)):
        found = hipify_py.convert("cudaFree(cudaMalloc);", path="a.cpp", rules=given)
        assert found.text.endswith("theirFree(hipMalloc);")
        assert [edit.origin for edit in found.edits] == [f"{tmp_path / 'own.toml'}:3", ""]
    with pytest.raises(TypeError, match=r"rules is one path, '\.': give a list of them"):
        hipify_py.convert("", rules=".")


def test_convert_for_an_older_release() -> None:
    old = hipify_py.convert("__hadd_rn(x, y);", path="a.cpp", options=Options(rocm="6.4"))
    assert (old.text, [finding.rule for finding in old.findings]) == ("__hadd_rn(x, y);", ["N011"])
    assert hipify_py.convert("__hadd_rn(x, y);", path="a.cpp").findings == ()
    rules = hipify_py.load_rules(rocm="6.4")
    assert hipify_py.convert("__hadd_rn(x, y);", path="a.cpp", rules=rules) == old
    with pytest.raises(HipifyError, match=r"for ROCm 6\.4, the options for 7\.2: load the rules for 7\.2"):
        hipify_py.convert("", rules=rules, options=Options(rocm="7.2"))
    for call in (lambda: hipify_py.convert("", options=Options(rocm="5.0")), lambda: Settings(rocm="5.0")):
        with pytest.raises(HipifyError, match=r"no rules for ROCm '5\.0': use one of 6\.4, 7\.0, 7\.1, 7\.2"):
            call()


def test_convert_with_miopen_for_cudnn() -> None:
    source = "void f(cudnnHandle_t *h) { cudnnCreate(h); }"
    kept = hipify_py.convert(source, path="a.cpp")
    assert (kept.text, [finding.rule for finding in kept.findings]) == (source, ["N001"])
    made = hipify_py.convert(source, path="a.cpp", options=Options(dnn="miopen"))
    assert (made.text, made.findings) == ("void f(miopenHandle_t *h) { miopenCreate(h); }", ())
    rules = hipify_py.load_rules(dnn="miopen")
    assert hipify_py.convert(source, path="a.cpp", rules=rules) == made
    with pytest.raises(HipifyError, match=r"for dnn='miopen', the options for 'keep': load the rules for"):
        hipify_py.convert("", rules=rules, options=Options(dnn="keep"))
    with pytest.raises(HipifyError, match="use keep or miopen"):
        hipify_py.convert("", options=Options(dnn="cudnn"))  # type: ignore[arg-type]


def test_a_tree_with_miopen_for_cudnn(tmp_path: Path) -> None:
    put(tmp_path / "a.cpp", "#include <cudnn.h>\ncudnnHandle_t h;\n")
    settings = Settings(mode="output", output=str(tmp_path / "out"), dnn="miopen")
    report = hipify_py.convert_tree([str(tmp_path / "a.cpp")], settings)
    assert [file.status for file in report.files] == ["converted"]
    assert (tmp_path / "out" / "a.cpp").read_text() == "#include <miopen/miopen.h>\nmiopenHandle_t h;\n"


def test_findings_say_where_they_are() -> None:
    source = '/* é */ int a;\r\n__device__ void f() { /* é */ asm volatile("mov.u32 %0, 1;"); }\n'
    (finding,) = hipify_py.convert(source, path="a.cu").findings
    assert (finding.line, finding.column) == (2, 31)
    assert source.encode()[slice(*finding.span)].startswith(b"asm volatile")


def test_a_loop_costs_no_more_than_a_run(tmp_path: Path) -> None:
    """The rules are loaded once a process; what a run adds, such as the survey, a loop does not pay."""
    sources = [path.read_bytes() for path in sorted((ROOT / "corpus").glob("*/input.cu"))[:24]]
    paths = [put(tmp_path / f"{number}.cu", source) for number, source in enumerate(sources)]

    def spent(work: Callable[[], object]) -> float:
        started = time.process_time()
        work()
        return time.process_time() - started

    loop = min(spent(lambda: [hipify_py.convert(one, path="a.cu") for one in sources]) for _ in range(3))
    run = min(spent(lambda: hipify_py.convert_tree(paths)) for _ in range(3))
    assert len(sources) == 24
    assert loop < 1.1 * run


# --- render ---------------------------------------------------------------------------------------------


def test_a_report_is_rendered_as_the_command_does(tmp_path: Path) -> None:
    from helpers.command import run as command

    put(tmp_path / "a.cu", ERROR)
    put(tmp_path / "own" / "own.toml", '[unknown]\n"mine[A-Z]" = "mine"\n')
    put(tmp_path / "b.cu", "void f() { mineFoo(); cudaFree(0); }\n")
    rules = tmp_path / "own" / "own.toml"
    settings = Settings(rules=(rules,), both_sides=True)
    report = hipify_py.convert_tree([tmp_path / "a.cu", tmp_path / "b.cu"], settings)
    for form in FORMATS:
        options = ("--rules", rules, "--format", form, "--fail-on", "warning", "--isolated")
        done = command("convert", tmp_path / "a.cu", tmp_path / "b.cu", *options)
        made = hipify_py.render(report, form, rules=hipify_py.load_rules(rules), fail_on="warning")
        named = re.sub("<(title|h1)>[^<]*hipify-py report", r"<\1>hipify-py report", done.out)  # by a folder
        named = re.sub("<time>[^<]*</time> · ", "", named)
        assert made.encode().decode() == named
    assert hipify_py.render(report) == hipify_py.render(report, "text")
    with pytest.raises(HipifyError, match="no format named 'pdf': use one of text, json, sarif"):
        hipify_py.render(report, "pdf")


def test_a_report_says_what_was_done(tmp_path: Path) -> None:
    path = put(tmp_path / "a.cu", KERNEL)
    modes = {
        "check": {"mode": "dry-run"},
        "diff": {"mode": "diff"},
        "write": {"mode": "output", "output": str(tmp_path / "out")},
    }
    for mode, chosen in modes.items():
        made = json.loads(hipify_py.render(hipify_py.convert_tree([path], Settings(**chosen)), "json"))  # type: ignore[arg-type]
        assert made["mode"] == {"check": "dry-run"}.get(mode, mode)
        assert made["exit_code"] == 0


# --- convert_tree ---------------------------------------------------------------------------------------


@pytest.fixture
def src(tmp_path: Path) -> Path:
    """A tree that is large enough for processes to be started."""
    for i in range(40):
        put(tmp_path / "src" / str(i % 3) / f"{i}.cu", KERNEL + (ERROR, NOTE, "")[i % 3] + "// " + "x" * 6000)
    put(tmp_path / "src" / "bad.cu", b"\0")
    put(tmp_path / "src" / "other.txt", "text")
    put(tmp_path / "src" / "Makefile", "all: 0/0.cu\n")
    return tmp_path / "src"


def run(
    src: Path, out: str, *, executor: Executor | None = None, jobs: int = 1
) -> tuple[Report, dict[str, Any]]:
    settings = Settings(mode="output", output=str(src.parent / out), rename=".hip")
    report = hipify_py.convert_tree([src], settings, executor=executor, jobs=jobs)
    return Report(tuple(file._replace(target=None) for file in report.files)), snapshot(src.parent / out)


def test_the_report_is_the_same_whoever_does_the_work(src: Path) -> None:
    alone = run(src, "alone")
    assert len([file for file in alone[0].files if file.status == "converted"]) == 41  # with the Makefile
    assert run(src, "jobs", jobs=2) == alone
    with ThreadPoolExecutor(3) as threads:
        assert run(src, "threads", executor=threads) == alone
    with ProcessPoolExecutor(2) as processes:
        assert run(src, "processes", executor=processes) == alone
        assert processes.submit(os.getpid).result() != os.getpid()  # it is the caller's and still works
    direct = Direct()
    assert run(src, "direct", executor=direct) == alone
    assert direct.tasks > 1


def test_a_current_folder_that_is_gone_is_an_error_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    for path in (".", str(tmp_path)):
        with pytest.raises(HipifyError, match="the current folder: No such file or directory: change to"):
            hipify_py.convert_tree([path])


def test_a_dry_run_is_the_default_and_writes_nothing(src: Path) -> None:
    before = snapshot(src)
    report = hipify_py.convert_tree([str(src)])
    assert {file.status for file in report.files} == {"converted", "failed", "unchanged"}
    assert all(file.target is None for file in report.files)
    assert snapshot(src) == before


def test_progress_is_told_for_each_file(src: Path) -> None:
    told: list[tuple[int, int]] = []
    for jobs in (1, 2):
        hipify_py.convert_tree([src], jobs=jobs, progress=lambda done, of: told.append((done, of)))
    assert told == [(i, 42) for i in range(1, 43)] * 2


def test_a_path_may_be_given_in_any_form(src: Path) -> None:
    file = src / "0" / "0.cu"
    (report,) = hipify_py.convert_tree(iter([file])).files
    assert (report.path, report.status) == (str(file), "converted")


def test_an_executor_whose_workers_die_is_an_error_with_a_remedy(src: Path) -> None:
    with pytest.raises(HipifyError, match="a worker of the executor died: run without the executor"):
        hipify_py.convert_tree([src], executor=Dying())


def test_a_bad_rule_file_is_an_error_of_the_run(src: Path) -> None:
    put(src.parent / "rules" / "a.toml", "[names]\ncudaFree = 3\n")
    with pytest.raises(RuleError, match=r"a\.toml:2: cudaFree: not a name's value"):
        hipify_py.convert_tree([src], Settings(rules=(src.parent / "rules",)))


def test_files_that_fail_raise_where_that_is_wanted(src: Path) -> None:
    settings = Settings(mode="output", output=str(src.parent / "out"))
    with pytest.raises(FilesFailedError, match=r"bad\.cu: .*binary") as caught:
        hipify_py.convert_tree([src], settings, raise_on_failure=True)
    assert [file.path for file in caught.value.report.files if file.status == "failed"] == [
        str(src / "bad.cu")
    ]
    assert (src.parent / "out" / "0" / "0.cu").exists()
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.report) == (str(caught.value), caught.value.report)
    (src / "bad.cu").unlink()
    assert hipify_py.convert_tree([src], raise_on_failure=True).files


def test_an_output_over_the_input_is_an_error_of_the_run(src: Path) -> None:
    with pytest.raises(HipifyError, match="the output folder is the input"):
        hipify_py.convert_tree([src], Settings(mode="output", output=str(src)))


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "hipify_py" / "py.typed").exists()
    assert hipify_py.__version__.count(".") == 2


@pytest.mark.parametrize("paths", ["corpus/demo", b"corpus/demo", Path("corpus/demo")])
def test_one_path_in_place_of_a_list_is_refused(paths: Any) -> None:
    with pytest.raises(TypeError, match="give a list"):
        hipify_py.convert_tree(paths)


@pytest.mark.parametrize("wrong", [{"mode": "write"}, {"launch": "Macro"}])
def test_settings_that_do_not_exist_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(hipify_py.HipifyError, match="use one of"):
        hipify_py.Settings(**wrong)
    if "launch" in wrong:
        with pytest.raises(hipify_py.HipifyError, match="use one of"):
            hipify_py.convert("k<<<1, 2>>>();", options=hipify_py.Options(**wrong))


def test_one_file_is_converted_as_with_its_project(tmp_path: Path) -> None:
    folder = tmp_path / "src"
    folder.mkdir()
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "check.h").write_text("#include <cuda_runtime.h>\n#define CUDA_CHECK(x) (x)\n")
    unit = folder / "a.cu"
    unit.write_text('#include "check.h"\nvoid f(void* p) { CUDA_CHECK(cudaFree(p)); }\n')
    alone, whole = (hipify_py.convert_tree([path]) for path in (unit, tmp_path))
    for report in (alone, whole):
        (file,) = (file for file in report.files if file.path.endswith("a.cu"))
        assert [change.kind for change in file.changes] == ["rename"]
        assert file.concerns == ()


def test_the_folder_of_the_headers_is_for_those_who_need_one() -> None:
    code = "__device__ unsigned f(int p) { return __ballot_sync(0xffffffff, p); }"
    assert hipify_py.convert(code).needs_headers == ("hipify_warp32.h",)
    assert hipify_py.convert("__global__ void k(int *p) { p[threadIdx.x] = 1; }").needs_headers == ()
    assert (Path(hipify_py.include_dir()) / "hipify_warp32.h").is_file()


@pytest.mark.parametrize("source", [None, 5, True, [99], Path("a.cu"), iter(b"a"), object()])
def test_what_is_no_text_and_no_bytes_is_refused(source: Any) -> None:
    with pytest.raises(TypeError, match="give its text or its bytes"):
        hipify_py.convert(source)


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_whatever_holds_bytes_is_taken(kind: Any) -> None:
    assert hipify_py.convert(kind(KERNEL.encode())).text == KERNEL_HIP


@pytest.mark.parametrize("form", [str, Path, os.fsencode])
@pytest.mark.parametrize("name", ["a.cu", "\udcff.cu", "a.c"])
def test_a_path_may_be_text_bytes_or_a_path(form: Any, name: str) -> None:
    there = hipify_py.convert(KERNEL, path=name)
    assert hipify_py.convert(KERNEL, path=form(name)) == there
    assert hipify_py.convert(KERNEL, options=hipify_py.Options(path=form(name))) == there


@pytest.mark.parametrize("name", ["include", "exclude", "include_dirs", "rules", "archs"])
@pytest.mark.parametrize("value", ["gfx90a", b"x", Path("x")])
def test_one_text_in_place_of_several_is_refused(name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"{name} is one (text|path), .*: give a list of them"):
        hipify_py.Settings(**{name: value})
    if name == "archs":
        with pytest.raises(TypeError, match="archs is one text"):
            hipify_py.convert(KERNEL, options=hipify_py.Options(archs=value))


def test_options_are_looked_at() -> None:
    with pytest.raises(hipify_py.HipifyError, match="no AMD GPU named 'bogus'"):
        hipify_py.convert(KERNEL, options=hipify_py.Options(archs=("bogus",)))
    wrong: list[Any] = [{}, hipify_py.Settings(), "keep"]
    for options in wrong:
        with pytest.raises(TypeError, match="give Options"):
            hipify_py.convert(KERNEL, options=options)


# --- threads and processes of the caller ----------------------------------------------------------------


def test_a_process_that_is_forked_while_threads_convert_converts_too() -> None:
    stop = Event()
    hipify_py.convert(WORK)  # a fork in the middle of an import waits for ever, whatever is imported

    def loop() -> None:
        while not stop.is_set():
            hipify_py.convert(WORK)

    threads = [Thread(target=loop) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(8):
            child = get_context("fork").Process(target=hipify_py.convert, args=(WORK,))
            with catch_warnings():
                simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of a fork among threads
                child.start()
            child.join(60)
            ended = child.exitcode
            child.kill()
            assert ended == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()


WORK = "#include <cuda_runtime.h>\n__global__ void k(int *p) { p[0] = __shfl_sync(~0u, p[1], 2); }\n" * 20


def test_a_worker_that_may_have_no_processes_does_the_work_itself(tmp_path: Path) -> None:
    for number in range(40):
        (tmp_path / f"{number}.cu").write_text(WORK)
    with get_context("fork").Pool(1) as pool:
        done = pool.apply_async(hipify_py.convert_tree, ([str(tmp_path)],), {"jobs": 2}).get(120)
    assert [file.status for file in done.files] == ["converted"] * 40

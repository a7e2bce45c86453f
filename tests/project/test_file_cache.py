"""What files came to in earlier runs: what is kept under which name, how much of it, and what is no use."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import Any, Self

import pytest
from helpers.command import HIPIFY, KERNEL, environment, put, run
from helpers.trees import as_nobody, only_root

from hipify_py.model import Result
from hipify_py.project import fact_reading, file_conversion
from hipify_py.project import file_cache as module
from hipify_py.project.entries import Entry
from hipify_py.project.facts import Facts
from hipify_py.project.file_cache import FileCache, file_cache, program, trim
from hipify_py.project.run import convert_tree
from hipify_py.report.model import Report
from hipify_py.rules import cache
from hipify_py.rules.load import load
from hipify_py.rules.model import RuleSet
from hipify_py.settings import Options, Settings
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

SETTINGS = Settings(mode="memory", cache_size=10**8)
OPTIONS = Options(path="/a.cu")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of what is kept, apart from the user's."""
    load()  # from the user's own cache
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "hipify-py" / "files"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    put(tmp_path / "src" / "check.h", "#include <cuda_runtime.h>\n#define CUDA_CHECK(x) (x)\n")
    put(tmp_path / "src" / "a.cu", '#include "check.h"\nvoid f() { CUDA_CHECK(cudaFree(p)); cudaFoo(); }\n')
    put(tmp_path / "src" / "plain.cpp", "int x;\n")
    put(tmp_path / "src" / "Makefile", "a: a.cu\n\tnvcc -o $@ $<\n")
    return tmp_path / "src"


def converted(tree: Path, settings: Settings = SETTINGS) -> Report:
    return convert_tree([str(tree)], settings)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were really looked over or converted."""
    done: list[str] = []
    facts_of, result = fact_reading.facts_of, file_conversion._result

    def read(unit: Unit, rules: RuleSet, options: Options) -> Facts:
        done.append(f"read {options.name}")
        return facts_of(unit, rules, options)

    def convert(entry: Entry, *more: Any) -> Result:
        done.append(f"convert {os.path.basename(entry.path)}")
        return result(entry, *more)

    monkeypatch.setattr(fact_reading, "facts_of", read)
    monkeypatch.setattr(file_conversion, "_result", convert)
    return done


def test_only_what_changed_is_converted_anew(folder: Path, tree: Path, work: list[str]) -> None:
    first = converted(tree)
    assert sorted(work) == [
        "convert Makefile",
        "convert a.cu",
        "convert check.h",
        "convert plain.cpp",
        "read a.cu",
        "read check.h",
        "read plain.cpp",
    ]
    assert len([*folder.iterdir()]) == len(work)
    work.clear()
    assert converted(tree) == first
    assert work == []
    put(tree / "plain.cpp", "int y;\n")
    assert converted(tree) != first
    assert work == ["read plain.cpp", "convert plain.cpp"]
    work.clear()
    put(tree / "plain.cpp", "int x;\n")
    assert converted(tree) == first
    assert work == []


@pytest.mark.usefixtures("folder")
def test_what_a_header_tells_counts(tree: Path, work: list[str]) -> None:
    converted(tree)
    work.clear()
    put(tree / "check.h", "#include <cuda_runtime.h>\n#define OTHER(x) (x)\n")
    found = converted(tree)
    assert sorted(work) == ["convert a.cu", "convert check.h", "read check.h"]
    assert found == converted(tree, Settings(mode="memory"))


def test_without_a_size_nothing_is_kept_nor_asked_for(folder: Path, tree: Path, work: list[str]) -> None:
    converted(tree, Settings(mode="memory"))
    assert not folder.exists()
    converted(tree)
    work.clear()
    converted(tree, Settings(mode="memory"))
    assert len(work) == 7


@pytest.mark.usefixtures("folder")
def test_where_the_outcome_goes_and_what_is_shown_of_it_does_not_count(
    tree: Path, work: list[str], tmp_path: Path
) -> None:
    """All of these have the same files in front of them."""
    converted(tree)
    work.clear()
    for given in ({"mode": "dry-run"}, {"mode": "diff"}, {"both_sides": True}):
        plain = Settings(**{"mode": "memory", **given})  # type: ignore[arg-type]
        kept = Settings(**{"mode": "memory", "cache_size": 10**8, **given})  # type: ignore[arg-type]
        expected = converted(tree, plain)
        work.clear()
        assert converted(tree, kept) == expected
        assert work == []
    out = tmp_path / "out"
    made = converted(tree, Settings(mode="output", output=str(out), cache_size=10**8))
    assert work == []
    assert (out / "a.cu").read_bytes() == next(
        one.output for one in converted(tree).files if one.path.endswith("a.cu")
    )
    assert [one.target for one in made.files if one.path.endswith("a.cu")] == [str(out / "a.cu")]


# --- the name of what is kept -----------------------------------------------------------------------------


def place(
    options: Options = OPTIONS, data: bytes = b"int x;", question: str = "source", engine: bytes = b"e"
) -> str:
    return FileCache(Path("/"), engine, 1).place(question, data, options).name


def test_equal_options_have_one_name_however_they_were_put_together() -> None:
    names, files = [b"b", b"a", b"cc"], {"x": "1", "y": "2"}
    made = {
        place(
            Options(
                project=Project(dict(order), names=frozenset(some), pieces={"p": frozenset(("r", "q"))}),
            )
        )
        for order in ([*files.items()], [*files.items()][::-1])
        for some in (names, names[::-1])
    }
    assert len(made) == 1


def test_whatever_an_answer_hangs_on_is_in_its_name() -> None:
    changed = {
        "path": "/b.cu",
        "launch": "macro",
        "add_include": False,
        "warp": "native",
        "polyfill": False,
        "headers": "../",
        "rocm": "6.4",
        "archs": ("gfx942",),
        "dnn": "miopen",
        "build": "dual",
        "in_run": True,
    }
    projects = {
        "files": {"a": "b"},
        "runtime": frozenset({"a"}),
        "names": frozenset({b"a"}),
        "renamed": {"a": "b"},
        "constants": {b"a": b"b"},
        "functions": frozenset({b"a"}),
        "in_c": True,
        "pieces": {"a": frozenset({"b"})},
        "included": True,
        "cxx": "a",
        "wavefronts": frozenset({b"a"}),
        "clashes": frozenset({"a"}),
        "beside": frozenset({b"a"}),
        "vectors": frozenset({"a"}),
        "rocprim": True,
        "as_hip": frozenset({"a"}),
        "host_cxx": "a",
        "in_cuda": True,
        "attributes": {b"a": b"b"},
        "side": "hip",
        "without_hip": True,
        "own_commands": frozenset({"a"}),
        "makefile": True,
        "first_kin": "a",
        "loader": "a.h",
        "kin": 2,
        "ships_libcuxx": True,
        "makes_modules": True,
        "numbers": {b"TILES": b"4"},
        "bodies": {b"f": b"__device__ int f() { return threadIdx.x; }"},
        "floats": True,
        "floats_by_cuda": True,
        "glm_for_hip": True,
        "json_older": True,
        "brought": frozenset({b"cublas_v2.h"}),
        "unread": True,
        "cu_folders": frozenset({"a"}),
        "addresses": frozenset({b"a"}),
        "device_library": (b"a.h", b"cub/cub.cuh"),
        "hip_by_choice": True,
        "hip_own_way": True,
        "with_hip": True,
        "findcuda": True,
        "lists_included": True,
        "for_cuda": True,
        "switches": {b"a": b"1"},
        "legacy_blas": True,
        "libcuxx": True,
        "versions": {b"V": b"CUDA_VERSION"},
        "set_beside": frozenset({b"CUDA_LIBS"}),
        "members": {b"S": b"n=int"},
        "macros": {b"LOCK": b"LOCK(l) while (f(l)) ;"},
        "aliases": {b"n::vec": b"float4"},
        "spaces": ((b"namespace c=cub;", b""),),
        "unread_by": "a",
        "told_apart": True,
        "in_host_units": True,
        "skipped": frozenset({b"a.h"}),
        "skipped_in": {b"a.h": "vendor"},
        "with_platform": True,
        "uncalled": frozenset({b"a"}),
        "filled": frozenset({(b"a.in", b"CUDA_FOUND")}),
        "assigned": b"a",
        "of_host": True,
        "included_hipcc": frozenset({b"CXX"}),
        "included_unread": frozenset({b"ARCH"}),
        "c_headers": frozenset({b"cassert"}),
        "for_bounds": frozenset({b"BLOCKS"}),
        "find_modules": frozenset({b"thrust"}),
        "configured": True,
        "included_by_none": True,
        "unbuilt": "none names it",
        "absent": frozenset({b"a.cu"}),
        "later": {b"a": "b.h"},
        "side_macro": "unset",
        "platform_set": True,
        "cxx_readers": ("a.cpp", "b.cpp"),
        "wraps_thrust": True,
        "gpus_above": frozenset({b"80"}),
        "linked": frozenset({b"impl"}),
        "copied": {b"../cub/cub.cuh": b"cub/cub.cuh"},
        "unmade": frozenset({b"A"}),
        "last_of_hip": True,
        "unused_helpers": frozenset({b"f"}),
        "named_by_others": frozenset({b"f"}),
        "named_by_none": True,
        "only_kept": frozenset({b"cc_major"}),
        "outside": {b"cuArena": b"cuArena.h"},
        "layouts": {b"Box": b"float3 lo"},
        "scopes": {b"cudaOwn": frozenset({b"V"})},
    }
    assert changed.keys() | {"project"} == set(Options._fields)
    assert projects.keys() == set(Project._fields)
    made = [place(), place(data=b"int y;"), place(question="facts"), place(engine=b"f")]
    made += [place(OPTIONS._replace(**{key: value})) for key, value in changed.items()]  # type: ignore[arg-type]
    made += [place(OPTIONS._replace(project=Project(**{key: value}))) for key, value in projects.items()]  # type: ignore[arg-type]
    assert len(set(made)) == len(made)


@pytest.mark.usefixtures("folder")
def test_rules_of_ones_own_and_the_release_count(tree: Path, tmp_path: Path) -> None:
    first = converted(tree)
    own = tmp_path / "own.toml"
    for text in ("hipOne", "hipTwo"):
        own.write_text(f'[names]\ncudaFree = "{text}"\n')
        given = Settings(mode="memory", rules=(str(own),), cache_size=10**8)
        made = converted(tree, given)
        assert made != first
        assert text.encode() in next(one.output or b"" for one in made.files if one.path.endswith("a.cu"))


def test_a_program_that_changed_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = os.stat

    def stat(path: str) -> os.stat_result:
        read.append(os.path.relpath(path, Path(module.__file__).parents[1]))
        return real(path)

    first = program()
    monkeypatch.setattr(module, "__version__", "99")
    program.cache_clear()
    monkeypatch.setattr(os, "stat", stat)
    assert program() not in {first, b""}
    monkeypatch.undo()
    program.cache_clear()
    assert program() == first
    assert {"match/names.py", "match/ptx.toml", "version.py"} <= {*read}
    assert any("tree_sitter_cpp" in path for path in read)
    assert not any("__pycache__" in path for path in read)


@pytest.mark.usefixtures("folder")
def test_a_program_that_changes_while_it_runs_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOADED", 0)
    program.cache_clear()
    assert program() == b""
    assert file_cache(SETTINGS, load()) is None
    program.cache_clear()


# --- what is no use ---------------------------------------------------------------------------------------


def test_what_is_damaged_is_made_anew(folder: Path, tree: Path) -> None:
    first = converted(tree)
    sound = {path: path.read_bytes() for path in folder.iterdir()}
    for spoil in (lambda _: b"", lambda data: data[:-1], lambda data: data[:20] + b"?" + data[21:]):
        for path, data in sound.items():
            path.write_bytes(spoil(data))
        assert converted(tree) == first
        assert {path: path.read_bytes() for path in folder.iterdir()} == sound


def test_what_grew_beyond_reason_is_not_read(folder: Path, tree: Path) -> None:
    first = converted(tree)
    sound = {path: path.read_bytes() for path in folder.iterdir()}
    for path in sound:
        os.truncate(path, 1 << 40)  # a hole: reading it would take hours
    assert converted(tree) == first
    assert {path: path.read_bytes() for path in folder.iterdir()} == sound


def test_what_is_kept_for_one_file_is_no_use_under_the_name_of_another(folder: Path, tree: Path) -> None:
    first = converted(tree)
    places = sorted(folder.iterdir())
    datas = [path.read_bytes() for path in places]
    for path, data in zip(places, datas[1:] + datas[:1], strict=True):
        path.write_bytes(data)
    assert converted(tree) == first


def test_what_others_can_write_is_not_read(folder: Path, tree: Path, work: list[str]) -> None:
    first = converted(tree)
    for path in folder.iterdir():
        path.chmod(0o622)
    work.clear()
    assert converted(tree) == first
    assert len(work) == 7


@only_root
def test_a_folder_of_somebody_else_is_neither_read_nor_filled(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load()
    first = converted(tree, Settings(mode="memory"))
    with as_nobody() as theirs:
        (theirs / "hipify-py").mkdir()
        os.seteuid(0)
        monkeypatch.setenv("XDG_CACHE_HOME", str(theirs))
        assert converted(tree) == first
        assert [*(theirs / "hipify-py").iterdir()] == []


@pytest.mark.parametrize("what", ["file", "read-only", "relative", "homeless", "full"])
def test_a_folder_that_cannot_be_written_costs_only_time(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    load()
    first = converted(tree, Settings(mode="memory"))
    place = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", "cache" if what in {"relative", "homeless"} else str(place))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    if what == "homeless":
        monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.chdir(tmp_path)
    if what == "file":
        place.write_text("")
    elif what == "read-only":
        (place / "hipify-py").mkdir(parents=True)
        (place / "hipify-py" / "files").write_text("")  # no rights would not stop root
    elif what == "full":
        monkeypatch.setenv("XDG_CACHE_HOME", "/proc/self")
    assert converted(tree) == first
    assert converted(tree) == first
    assert (tmp_path / "home" / ".cache" / "hipify-py" / "files").is_dir() == (what == "relative")


def test_a_full_disk_costs_only_time(folder: Path, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = converted(tree, Settings(mode="memory"))
    real = open

    class Full:
        def __init__(self, file: Any) -> None:
            self.file = file

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def write(self, _: bytes) -> None:
            raise OSError(28, "No space left on device")

    def opened(file: object, mode: str = "r", **more: object) -> object:
        made = real(file, mode, **more)  # type: ignore[call-overload]
        return Full(made) if mode == "wb" else made

    monkeypatch.setattr(cache, "open", opened, raising=False)
    assert converted(tree) == first
    assert [*folder.iterdir()] == []


# --- how much is kept -------------------------------------------------------------------------------------


def test_what_was_longest_not_asked_for_goes_first(tmp_path: Path) -> None:
    for number in range(10):
        path = put(tmp_path / str(number), b"x" * 65536)
        os.utime(path, (number, number))
    trim(tmp_path, 10 * 65536)
    assert len([*tmp_path.iterdir()]) == 10
    trim(tmp_path, 9 * 65536)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["4", "5", "6", "7", "8", "9"]
    trim(tmp_path / "none", 1)


def test_what_is_asked_for_counts_as_new(folder: Path, tree: Path) -> None:
    converted(tree)
    old = time.time() - 5 * 86400
    for path in folder.iterdir():
        os.utime(path, (old, old))
    converted(tree)
    assert all(path.stat().st_mtime > old + 86400 for path in folder.iterdir())


def test_what_is_kept_stays_within_its_size(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_is_time", lambda *_: True)  # which is left to chance, as tested below
    for number in range(30):
        put(tmp_path / "src" / f"{number}.cu", KERNEL + f"int x{number};\n" * 40)
    converted(tmp_path / "src", Settings(mode="memory", cache_size=200_000))
    size = sum(path.stat().st_blocks * 512 for path in folder.iterdir())
    assert 50_000 < size <= 200_000


def test_it_is_seldom_looked_how_much_is_kept_where_little_came() -> None:
    names = [f"{number:03x}" + "7" * 37 for number in range(4096)]
    assert sum(module._is_time(name, 1000, 500_000_000) for name in names) == 1
    assert sum(module._is_time(name, 2_000_000, 500_000_000) for name in names) in range(1000, 1100)
    assert all(module._is_time(name, 1000, 20_000) for name in names)


# --- several runs, and the command ------------------------------------------------------------------------


@pytest.mark.stress
def test_two_runs_at_once_give_the_same(tmp_path: Path) -> None:
    for number in range(60):
        put(tmp_path / "src" / f"{number}.cu", KERNEL + f"void f{number}() {{ cudaFoo(); }}\n" * 9)
    env = environment(XDG_CACHE_HOME=str(tmp_path / "cache"))
    command = [*HIPIFY, "check", "src", "-q", "--isolated"]
    running = [
        subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in range(4)
    ]
    said = {one.communicate()[0] for one in running}
    assert len(said) == 1
    alone = run("check", "src", "-q", "--isolated", "--no-cache", cwd=tmp_path)
    assert said == {alone.out.encode()}
    files = tmp_path / "cache" / "hipify-py" / "files"
    assert len([*files.iterdir()]) == 120
    assert all(len(path.name) == 40 for path in files.iterdir())


def test_the_command_keeps_unless_it_is_told_not_to(tmp_path: Path) -> None:
    put(tmp_path / "a.cu", KERNEL)
    files = tmp_path / "cache" / "hipify-py" / "files"
    env = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    without = run("convert", "a.cu", "--diff", "--no-cache", cwd=tmp_path, env=env)
    assert not files.exists()
    for _ in range(2):
        assert run("convert", "a.cu", "--diff", cwd=tmp_path, env=env) == without
        assert files.is_dir()
    put(tmp_path / "hipify.toml", "cache = false\n")
    for path in files.iterdir():
        path.unlink()
    assert run("convert", "a.cu", "--diff", cwd=tmp_path, env=env) == without
    assert [*files.iterdir()] == []

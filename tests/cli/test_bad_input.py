"""Input that is wrong: a clear message, the right exit code, the other files done, nothing lost."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

import pytest
from helpers.command import (
    ERROR,
    KERNEL,
    KERNEL_HIP,
    drop_rights,
    inside,
    put,
    report,
    run,
    snapshot,
    statuses,
)

from hipify_py.cli.exit_codes import EXIT_FILES, EXIT_FINDINGS, EXIT_USAGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CUDA = "#include <cuda_runtime.h>\nvoid f(void *p) { cudaFree(p); }\n"
HIP = "#include <hip/hip_runtime.h>\nvoid f(void *p) { hipFree(p); }\n"


@pytest.fixture
def src(tmp_path: Path) -> Path:
    """A folder with a good file in it, which every test wants to see converted."""
    put(tmp_path / "src" / "good.cu", CUDA)
    return tmp_path / "src"


def in_place(
    src: Path, *args: str | Path, before: Callable[[], object] | None = None
) -> tuple[int, list[str]]:
    """Convert `src` in place, check the good file, and give the exit code and the lines of errors."""
    done = run("convert", "-i", "-q", "src", *args, cwd=src.parent, before=before)
    assert (src / "good.cu").read_text() == HIP
    assert done.err == ""
    return done.code, done.out.splitlines()


@pytest.fixture
def shared(src: Path) -> Path:
    """The same with a second file, for the tests that take rights away."""
    put(src / "bad.cu", CUDA)
    return src


# --- what cannot be read --------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_that_we_may_not_read(shared: Path, jobs: str) -> None:
    (shared / "bad.cu").chmod(0)
    done = run("convert", "-i", "-q", "src", "-j", jobs, cwd=shared.parent, before=drop_rights)
    remedy = "change the permissions of the file or its folder"
    assert done.out == f"src/bad.cu: error F001 cannot read: Permission denied: {remedy}\n"
    assert done.code == EXIT_FILES
    assert (shared / "good.cu").read_text() == HIP


def test_a_folder_that_we_may_not_read(shared: Path) -> None:
    put(shared / "locked" / "a.cu", CUDA)
    (shared / "locked").chmod(0)
    done = run("convert", "-i", "-q", "src", cwd=shared.parent, before=drop_rights)
    (shared / "locked").chmod(0o700)
    assert done.out.startswith("src/locked: error F001 Permission denied")
    assert done.code == EXIT_FILES
    assert (shared / "good.cu").read_text() == HIP


def test_a_path_that_is_longer_than_the_system_takes(src: Path) -> None:
    here = os.getcwd()
    os.chdir(src)
    try:
        for _ in range(18):  # 4,500 bytes, where a path may have 4,096
            os.mkdir("d" * 250)
            os.chdir("d" * 250)
        Path("deep.cu").write_bytes(b"void f() { cudaFree(0); }\n")
    finally:
        os.chdir(here)
    (src / "other.cu").write_bytes(b"void f() { cudaFree(0); }\n")
    done = run("convert", "--in-place", src)
    assert done.code == EXIT_FILES, done
    assert "F001" in done.out + done.err
    assert b"hipFree" in (src / "other.cu").read_bytes()


def test_a_path_that_does_not_exist(src: Path) -> None:
    code, lines = in_place(src, "nowhere.cu", "")
    assert code == EXIT_FILES
    causes = [": error F001 No such file or directory", "nowhere.cu: error F001 No such file or directory"]
    assert [line[: len(cause)] for line, cause in zip(lines, causes, strict=True)] == causes


def test_symlinks_that_loop_or_dangle_inside_a_tree(src: Path) -> None:
    (src / "loop").symlink_to(".")
    (src / "self.cu").symlink_to("self.cu")
    (src / "gone.cu").symlink_to("nowhere.cu")
    value = report("convert", "src", "-i", cwd=src.parent)
    reasons = {file["path"]: file["reason"] for file in value["files"] if file["status"] == "skipped"}
    assert reasons == {
        "src/gone.cu": "symlink to nowhere.cu, which is not there",
        "src/self.cu": "symlink to self.cu: Too many levels of symbolic links",
    }
    assert value["exit_code"] == 0
    assert (src / "good.cu").read_text() == HIP
    assert run("convert", "src", "-o", "out", "-q", cwd=src.parent) == (0, "", "")
    assert snapshot(src.parent / "out") == snapshot(src)


def test_symlinks_that_loop_or_dangle_and_are_named(src: Path) -> None:
    (src.parent / "self.cu").symlink_to("self.cu")
    (src.parent / "gone.cu").symlink_to("nowhere.cu")
    code, lines = in_place(src, "self.cu", "gone.cu")
    assert code == EXIT_FILES
    assert [line.split(":")[:2] for line in lines] == [
        ["gone.cu", " error F001 No such file or directory"],
        ["self.cu", " error F001 Too many levels of symbolic links"],
    ]


def test_a_symlink_out_of_the_tree_is_not_written_through(src: Path) -> None:
    put(src.parent / "elsewhere.cu", CUDA)
    (src / "link.cu").symlink_to("../elsewhere.cu")
    code, lines = in_place(src, "src/link.cu")
    assert (src.parent / "elsewhere.cu").read_text() == CUDA
    assert code == EXIT_FILES
    assert lines[0].startswith("src/link.cu: error F001 not written: a symlink to ")
    assert lines[0].endswith(": name that file itself to convert it")


def test_a_pipe_is_never_opened(src: Path) -> None:
    os.mkfifo(src / "pipe.cu")
    assert in_place(src) == (0, [])
    code, lines = in_place(src, "src/pipe.cu")
    remedy = "name a file or a folder with source text"
    assert (code, lines) == (EXIT_FILES, [f"src/pipe.cu: error F001 not a regular file: {remedy}"])


# --- what is not text -----------------------------------------------------------------------------------

NOT_TEXT = {
    "elf": (b"\x7fELF\x02\x01\x01\0cudaFree", "binary: a NUL byte on line 1 (byte offset 7)"),
    "nul": (b"int i;\ncudaFree(p);\0\n", "binary: a NUL byte on line 2 (byte offset 19)"),
    "utf16": (CUDA.encode("utf-16"), "UTF-16 text (it starts with a byte order mark)"),
    "utf16be": (b"\xfe\xff" + CUDA.encode("utf-16-be"), "UTF-16 text (it starts with a byte order mark)"),
    "utf32": (CUDA.encode("utf-32"), "UTF-32 text (it starts with a byte order mark)"),
}


@pytest.mark.parametrize("kind", sorted(NOT_TEXT))
def test_what_is_not_text_fails_and_stays(src: Path, kind: str) -> None:
    data, said = NOT_TEXT[kind]
    put(src / "bad.cu", data)
    done = run("convert", "src", "-o", "out", "-q", cwd=src.parent)
    assert (src.parent / "out" / "bad.cu").read_bytes() == data
    assert (src.parent / "out" / "good.cu").read_text() == HIP
    code, lines = in_place(src)
    assert (done.code, done.out.splitlines()) == (code, lines)
    assert code == EXIT_FILES
    assert len(lines) == 1
    assert lines[0].startswith(f"src/bad.cu: error F001 {said}: ")
    assert lines[0].endswith(
        ("leave the file out with --exclude", "convert it to UTF-8, for example with iconv")
    )
    assert (src / "bad.cu").read_bytes() == data
    assert in_place(src, "--exclude", "bad.cu") == (0, [])


def test_binary_data_with_an_unknown_ending_is_no_failure(src: Path) -> None:
    put(src / "weights.ckpt", b"\0cudaFree")
    put(src / "large.ckpt", b"cudaFree(p);" * 1000)
    value = report("convert", "src", "-o", "out", "--max-size", "1000", cwd=src.parent)
    assert value["exit_code"] == 0
    assert statuses(value)["src/weights.ckpt"] == "unchanged"
    assert statuses(value)["src/large.ckpt"] == "skipped"
    assert snapshot(src.parent / "out").keys() == snapshot(src).keys()
    assert (src.parent / "out" / "large.ckpt").read_bytes() == b"cudaFree(p);" * 1000


@pytest.mark.parametrize("bad", [b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\x80\x81"])
def test_bytes_that_are_no_utf_8_are_kept(src: Path, bad: bytes) -> None:
    put(src / "bad.cu", b"// " + bad + b'\ncudaError_t e; char s[] = "' + bad + b'";\n' + ERROR.encode())
    put(src.parent / bad.decode("utf-8", "surrogateescape") / "a.cu", CUDA)
    done = run("convert", "src", "-i", "--format", "json", cwd=src.parent)
    assert done.code == 0
    wanted = b"\n\n// " + bad + b'\nhipError_t e; char s[] = "' + bad + b'";\n' + ERROR.encode()
    assert (src / "bad.cu").read_bytes().endswith(wanted.lstrip(b"\n"))


def test_a_file_over_the_limit_fails_and_is_copied(src: Path) -> None:
    put(src / "large.cu", "cudaFree(p);\n" * 100)
    with open(src / "huge.cu", "wb") as file:
        file.truncate(50_000_001)  # takes no space on the disk
    begun = time.monotonic()
    done = run("convert", "src", "-o", "out", "-q", "--max-size", "1000", cwd=src.parent)
    remedy = "raise it with --max-size BYTES or leave the file out with --exclude"
    assert done.out.splitlines() == [
        f"src/huge.cu: error F001 50,000,001 bytes are over the limit of 1,000: {remedy}",
        f"src/large.cu: error F001 1,300 bytes are over the limit of 1,000: {remedy}",
    ]
    assert done.code == EXIT_FILES
    assert snapshot(src.parent / "out").keys() == snapshot(src).keys()
    assert (src.parent / "out" / "good.cu").read_text() == HIP
    code, lines = in_place(src)
    assert (code, len(lines)) == (EXIT_FILES, 1)
    assert lines[0].startswith("src/huge.cu: error F001 50,000,001 bytes are over the limit of 10,000,000: ")
    assert time.monotonic() - begun < 30


# --- what is broken text --------------------------------------------------------------------------------

BROKEN = {
    "braces": "void f() { { { cudaFree(p); \n",
    "closing": "} ) ] cudaFree(p); } }\n",
    "truncated": KERNEL[: KERNEL.index("cudaFree") + 8] + "(",
    "truncated launch": "void f() { cudaFree(p); k<<<1, ",
    "string": 'cudaFree(p); const char *s = "never closed;\nint i;\n',
    "raw string": 'cudaFree(p); const char *s = R"x(never closed;\n',
    "comment": "cudaFree(p); /* never closed\n",
    "if": "#if A\ncudaFree(p);\n",
    "endif": "cudaFree(p);\n#endif\n#else\n",
    "nested": "void f() { cudaFree(p); " + "(" * 10_000 + "p" + ")" * 10_000 + "; }\n",
    "nested open": "void f() { cudaFree(p); " + "{" * 10_000,
    "nested templates": "void f() { cudaFree(p); " + "a<" * 10_000,
    "nested launches": "void f() { cudaFree(p); " + "k<<<" * 10_000,
    "nested if": "cudaFree(p);\n" + "#if A\n" * 10_000,
    "nested calls": "void f() { cudaFree(p); " + "cudaFree(" * 10_000 + ")" * 10_000 + "; }\n",
    "long": "int i; " * 714_300 + "cudaFree(p);",
}


@pytest.mark.parametrize("kind", sorted(BROKEN))
def test_broken_text_is_converted_as_far_as_it_goes(src: Path, kind: str) -> None:
    put(src / "bad.cpp", BROKEN[kind])
    begun = time.monotonic()
    code, lines = in_place(src)
    assert time.monotonic() - begun < 60
    assert code == 0
    assert all(line.lstrip().startswith("src/bad.cpp:") and len(line) < 500 for line in lines)
    converted = (src / "bad.cpp").read_text()
    back = converted.replace("hipFree", "cudaFree").replace("hip/hip_runtime.h", "cuda_runtime.h")
    added = "#include <cuda_runtime.h>\n\n"
    assert BROKEN[kind] in {back, back.removeprefix(added), back.removeprefix(added.rstrip() + "\n")}
    assert "hipFree" in converted
    assert in_place(src)[0] == 0
    assert (src / "bad.cpp").read_text() == converted


def test_a_parse_error_is_said_with_its_line(src: Path) -> None:
    put(src / "bad.cu", "#include <cuda_runtime.h>\nvoid f() {\n  cudaFree(p;\n  ) ) int ] 3\n}\n")
    _, lines = in_place(src, "--notes")
    assert any(line.startswith(("src/bad.cu:3:", "src/bad.cu:4:")) and " P001 " in line for line in lines)


# --- what cannot be written -----------------------------------------------------------------------------


def test_a_read_only_file(src: Path) -> None:
    put(src / "bad.cu", CUDA).chmod(0o444)
    code, lines = in_place(src)
    remedy = "allow writing (chmod u+w) or write elsewhere with -o DIR"
    assert (code, lines) == (
        EXIT_FILES,
        [f"src/bad.cu: error F001 not written: the file is read-only: {remedy}"],
    )
    assert (src / "bad.cu").read_text() == CUDA
    assert run("convert", "src", "-o", "out", "-q", cwd=src.parent).code == 0
    assert (src.parent / "out" / "bad.cu").read_text() == HIP
    assert (src.parent / "out" / "bad.cu").stat().st_mode & 0o777 == 0o444


def test_a_read_only_output_folder(shared: Path) -> None:
    out = shared.parent / "out"
    out.mkdir()
    out.chmod(0o555)
    done = run("convert", "-q", "src", "-o", "out", cwd=shared.parent, before=drop_rights)
    remedy = "Permission denied: change the permissions of the file or its folder"
    assert done.out.splitlines() == [
        f"src/bad.cu: error F001 out/bad.cu: cannot write: {remedy}",
        f"src/good.cu: error F001 out/good.cu: cannot write: {remedy}",
    ]
    assert done.code == EXIT_FILES
    assert list(out.iterdir()) == []


def test_a_read_only_folder_in_place(shared: Path) -> None:
    shared.chmod(0o555)
    done = run("convert", "-i", "-q", "src", cwd=shared.parent, before=drop_rights)
    assert done.code == EXIT_FILES
    assert (
        done.out.count("cannot write: Permission denied: change the permissions of the file or its folder\n")
        == 2
    )
    assert (shared / "good.cu").read_text() == CUDA


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 KiB; where we may not mount one, the tests with a limit of file sizes stand in."""
    place = tmp_path / "disk"
    place.mkdir()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"tmpfs", os.fsencode(place), b"tmpfs", 0, b"size=256k") != 0:
        pytest.skip(f"cannot mount: {os.strerror(ctypes.get_errno())}")
    yield place
    libc.umount(os.fsencode(place))


def test_a_full_disk(small_disk: Path) -> None:
    src = small_disk / "src"
    large = CUDA * 2000
    put(src / "a.cu", large)
    put(src / "good.cu", CUDA)
    put(small_disk / "rest", b"x" * 40_000)
    code, lines = in_place(src)
    cause = "cannot write: No space left on device: free some space; the file is as it was"
    assert (code, lines) == (EXIT_FILES, [f"src/a.cu: error F001 {cause}"])
    assert (src / "a.cu").read_text() == large
    assert sorted(os.listdir(src)) == ["a.cu", "good.cu"]


def limit_file_sizes() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))


@pytest.mark.parametrize("how", ["-i", "-oout"])
def test_a_limit_of_file_sizes(src: Path, how: str) -> None:
    large = CUDA * 1000
    put(src / "large.cu", large)
    done = run("convert", how, "-q", "src", cwd=src.parent, before=limit_file_sizes)
    remedy = "raise the limit of file sizes (ulimit -f); the file is as it was"
    assert done.code == EXIT_FILES
    assert done.out.startswith("src/large.cu: error F001 ")
    assert done.out.endswith(f" cannot write: File too large: {remedy}\n")
    assert (src / "large.cu").read_text() == large
    out = src if how == "-i" else src.parent / "out"
    assert (out / "good.cu").read_text() == HIP
    assert set(os.listdir(out)) <= {"good.cu", "large.cu"}


@pytest.mark.parametrize(
    ("paths", "out", "cause"),
    [
        (("src",), "src", "the output folder is the input src"),
        (("src",), "link", "the output folder is the input src"),
        (("src",), ".", "the input src lies in the output folder"),
        (("src/good.cu",), "src", "the input src/good.cu lies in the output folder"),
        (("src",), "src/good.cu", "the output is not a folder"),
    ],
)
def test_an_output_over_the_input_is_refused(src: Path, paths: tuple[str, ...], out: str, cause: str) -> None:
    (src.parent / "link").symlink_to("src")
    before = snapshot(src.parent)
    done = run("convert", *paths, "-o", out, cwd=src.parent)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert done.err.startswith(f"Error: {out}: {cause}: name a")
    assert snapshot(src.parent) == before


def test_an_output_inside_the_input_is_left_out_while_it_is_new(src: Path) -> None:
    assert run("convert", "-q", "src", "-o", "src/out", cwd=src.parent) == (0, "", "")
    before = snapshot(src)
    assert before.keys() == {"good.cu", "out", "out/good.cu"}
    assert (src / "good.cu").read_text() == CUDA
    done = run("convert", "-q", "src", "-o", "src/out", cwd=src.parent)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert "src/out: the output folder lies in the input src and exists already: name a folder" in done.err
    assert snapshot(src) == before


def test_a_source_is_not_overwritten_by_that_of_a_folder_above(tmp_path: Path) -> None:
    put(tmp_path / "t/main.cu", CUDA)
    put(tmp_path / "t/src/main.cu", "int mine;\n")
    before = snapshot(tmp_path)
    assert run("convert", "t", "-o", "t/src", cwd=tmp_path).code == EXIT_USAGE
    assert snapshot(tmp_path) == before


@pytest.mark.parametrize("paths", [("a/x.cu", "b/x.cu"), ("a", "c/a")])
def test_two_inputs_that_write_one_output_are_refused(tmp_path: Path, paths: tuple[str, ...]) -> None:
    for folder in ("a", "b", "c/a"):
        put(tmp_path / folder / "x.cu", CUDA)
    before = snapshot(tmp_path)
    done = run("convert", *paths, "-o", "out", cwd=tmp_path)
    assert done.code == EXIT_USAGE
    assert " would both be written there: convert them in two runs, with two output folders" in done.err
    assert snapshot(tmp_path) == before


def test_two_files_that_get_one_name_are_refused(src: Path) -> None:
    put(src / "good.hip", "mine\n")
    done = run("convert", "src", "-o", "out", "--rename", ".hip", cwd=src.parent)
    assert done.code == EXIT_USAGE
    assert "Error: good.hip: src/good.cu and src/good.hip would both be written there: " in done.err
    assert not (src.parent / "out").exists()


# --- rule files -----------------------------------------------------------------------------------------

RULE = """\
[[rule]]
id = "U001"
name = "my-rule"
severity = "warning"
fails = "compile"
safety = "safe"
message = "mind this"
call = "cudaFree"
args = ["p"]
fix = "hipFree({p})"
docs = '''What it does: x. Why it matters: x. Example: x. Use instead: x. Fix safety: x. References: x.'''
[[rule.test]]
name = "acts"
before = "cudaFree(p);"
[[rule.test]]
name = "keeps still"
keep = "free(p);"
"""
WRONG: dict[str, tuple[str | bytes, str]] = {
    "no toml": ("[names\n", "(at line 1, column 7)"),
    "not utf-8": (b"[names]\n\xff\n", "not valid TOML"),
    "unknown table": ('[nmaes]\ncudaFree = "x"\n', "nmaes: unknown key; use one of "),
    "wrong value": ("[names]\ncudaFoo = 'x'\ncudaFree = 3\n", ":3: cudaFree: not a name's value; write "),
    "wrong form": ("names = 3\n", ":1: names: must be a dict; "),
    "no id": (RULE.replace('id = "U001"\n', ""), ":2: my-rule: has no 'id'; add it"),
    "bad id": (RULE.replace("U001", "my"), ":3: my-rule: bad id 'my'; use a letter and three digits"),
    "severity": (RULE.replace('"warning"', '"bad"'), ":3: my-rule: severity 'bad'; use one of note, "),
    "unknown key": (RULE.replace("message", "mesage"), ":3: my-rule: unknown key 'mesage'; use one of "),
    "docs": (RULE.replace("Use instead", "Or"), ":3: my-rule: docs lack the section 'Use instead'; write it"),
    "capture": (RULE.replace("{p}", "{q}"), ":3: my-rule: the fix uses 'q', which nothing captures; "),
    "no test": (RULE.partition("[[rule.test]]")[0], ":3: my-rule: has no test in which it acts; add a "),
    "no keep": (
        RULE.rpartition("[[rule.test]]")[0],
        ":3: my-rule: has no test in which it keeps still; add a ",
    ),
    "expression": (RULE.replace('"cudaFree"', '"cuda("'), ":3: my-rule: bad expression 'cuda(': "),
    "two matchers": (
        RULE.replace("args", 'code = "engine"\nargs'),
        ":3: my-rule: has 2 matchers; give exactly one of ",
    ),
    "no match": (RULE.replace('call = "cudaFree"', 'call = "qqq"'), "my-rule: 'qqq' matches no known name; "),
    "twice": (RULE + RULE, ":3: my-rule: already stands in a.toml; keep one of the two"),
}


@pytest.mark.parametrize("kind", sorted(WRONG))
def test_a_bad_rule_file_is_refused_with_its_line(src: Path, kind: str) -> None:
    content, said = WRONG[kind]
    put(src.parent / "rules" / "a.toml", content)
    before = snapshot(src)
    asked = ("convert", "-i", "src", "--rules", "rules")
    done = run(*asked, cwd=src.parent) if kind == "twice" else inside(src.parent, *asked)
    assert (done.code, done.out) == (EXIT_USAGE, "")
    assert done.err.startswith("Error: rules/a.toml:")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert snapshot(src) == before


def test_a_good_rule_file_is_taken(src: Path) -> None:
    put(src.parent / "rules" / "a.toml", RULE)
    put(src / "use.cu", CUDA)
    done = run("check", "-q", "src", "--rules", "rules", cwd=src.parent)
    assert done.code == EXIT_FINDINGS
    assert "src/use.cu:2:19: warning U001 mind this [rules/a.toml:3]\n" in done.out


def test_a_folder_without_rules_is_refused(src: Path) -> None:
    (src.parent / "rules").mkdir()
    done = run("check", "src", "--rules", "rules", cwd=src.parent)
    assert done.code == EXIT_USAGE
    assert "rules: no .toml file in it; name a folder of rule files or a single .toml file\n" in done.err


# --- nothing to do, and odd names -----------------------------------------------------------------------


@pytest.mark.parametrize("command", [("check",), ("convert",), ("convert", "-i"), ("convert", "-oout")])
def test_an_empty_folder(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "src").mkdir()
    done = run(*command, "src", cwd=tmp_path)
    assert done == (0, "Nothing to do: no files found.\n", "")


def test_a_glob_that_leaves_nothing_says_so(src: Path) -> None:
    done = run("convert", "src", "--include", "*.cc", cwd=src.parent)
    assert done.code == 0
    assert done.out.startswith("Nothing to do: 1 file seen, 1 of them skipped, no edits, no findings.\n")
    assert "  src/good.cu  not named by --include\n" in done.out


ODD = [
    b"line\nbreak.cu",
    b"foreign-\xff.cu",
    b"a blank.cu",
    b"-dash.cu",
    b"'quote\".cu",
    b"tab\t.cu",
    "日本.cu".encode(),
]


@pytest.mark.parametrize("name", ODD)
def test_odd_names(tmp_path: Path, name: bytes) -> None:
    path = put(tmp_path / "src" / os.fsdecode(name), KERNEL + ERROR)
    checked = run("check", "-q", "--", name, cwd=tmp_path / "src")
    assert (checked.code, checked.out.count("\n")) == (EXIT_FINDINGS, 1)
    assert ".cu:11:23: error D001 " in checked.out
    value = report("convert", "src", "-o", "out", cwd=tmp_path)
    assert [unquote_to_bytes(file["path"]) for file in value["files"]] == [b"src/" + name]
    assert (tmp_path / "out" / path.name).read_text() == KERNEL_HIP + ERROR
    diff = run("convert", "--diff", "src", cwd=tmp_path)
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=diff.out.encode(), check=True)
    assert path.read_text() == KERNEL_HIP + ERROR

"""The folders for headers that a build names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from helpers.command import put

from hipify_py.choices import SIZE_LIMIT
from hipify_py.project.compile_commands import command_of, entries_of, include_folders
from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("inc", "with blank", "src"):
        (tmp_path / name).mkdir()
    return tmp_path


def named(tree: Path, entry: dict[str, Any], limit: int = SIZE_LIMIT) -> list[str]:
    put(tree / "compile_commands.json", json.dumps([{"directory": str(tree), "file": "src/a.cu", **entry}]))
    found = include_folders(str(tree), limit)
    assert found[""] == found.get(str(tree / "src" / "a.cu"), ())
    return [str(Path(each).relative_to(tree)) for each in found[""]]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"command": "nvcc -Iinc -O2 -I src -c src/a.cu"}, ["inc", "src"]),
        ({"command": "nvcc -iquote inc --include-directory=src -c a.cu"}, ["inc", "src"]),
        ({"command": "nvcc -I\"with blank\" -Iwith\\ blank '-Iinc'"}, ["with blank", "inc"]),
        ({"arguments": ["nvcc", "-Iwith blank", "-I", "./inc/../src"]}, ["with blank", "src"]),
        ({"arguments": ["nvcc", "-I"]}, []),
        ({"command": "nvcc -isystem inc -DX=-Isrc -Igone -I/nowhere -include inc"}, []),
        ({"directory": "src", "command": "nvcc -I../inc"}, ["inc"]),
        ({"file": "gone.cu", "command": "nvcc -Ia\0b"}, []),
        ({"arguments": [1, None]}, []),
        ({"command": 5}, []),
        ({}, []),
    ],
)
def test_folders_of_a_command(tree: Path, entry: dict[str, Any], expected: list[str]) -> None:
    if "directory" in entry or "file" in entry:
        put(tree / "compile_commands.json", json.dumps([{"directory": str(tree), "file": "a.cu", **entry}]))
        found = include_folders(str(tree), SIZE_LIMIT)[""]
        assert [str(Path(each).relative_to(tree)) for each in found] == expected
    else:
        assert named(tree, entry) == expected


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[[[[[" * 9999, "no JSON"),
        ("{}", "no list of commands: let the build write it again"),
        ("[1, null, {}]", "3 of 3 entries name no file or no command"),
        ('[{"directory": 1}]', "1 of 1 entries name no file or no command"),
        ("\0", "no JSON"),
        ("\xff", "no JSON"),
    ],
)
def test_what_is_no_such_file_names_nothing(tree: Path, text: str, why: str) -> None:
    put(tree / "compile_commands.json", text)
    unusable: dict[str, str] = {}
    assert include_folders(str(tree), SIZE_LIMIT, unusable) == {"": ()}
    assert [*unusable] == [str(tree / "compile_commands.json")]
    assert unusable.popitem()[1].startswith(why)


ENTRY = '{"file": "src/a.cu", "command": "nvcc -I inc src/a.cu"}'


@pytest.mark.parametrize(
    ("text", "source", "told"),
    [
        ("{", '#include "x.h"\n', "no JSON"),
        (
            '[{"file": "src/a.cu", "command": "nvcc -I inc src/a.cu"}, {}]',
            '#include "x.h"\n',
            "1 of 2 entries",
        ),
        ("{", "", ""),  # nothing is looked for
        (f"[{ENTRY}]", '#include "x.h"\n', ""),
        ("[]", '#include "x.h"\n', ""),
    ],
)
def test_what_cannot_be_used_is_told_of_once(tree: Path, text: str, source: str, told: str) -> None:
    put(tree / "build" / "compile_commands.json", text)
    for name in ("a.cu", "b.cu"):
        put(tree / "src" / name, source + "void f() { cudaFree(0); }\n")
    report = convert_tree([str(tree)], Settings())
    found = [one for one in report.files if one.path.endswith("compile_commands.json")]
    assert [len(one.concerns) for one in found] == [1] * bool(told)
    for one in found:
        assert one.path == str(tree / "build" / "compile_commands.json")
        assert (one.status, one.concerns[0].rule, one.concerns[0].severity) == ("skipped", "F028", "warning")
        assert f"names: {told}" in one.concerns[0].message


def test_a_file_beyond_the_limit_or_none_at_all(tree: Path) -> None:
    assert include_folders(str(tree), SIZE_LIMIT) == {"": ()}
    assert named(tree, {"command": "nvcc -Iinc"}, limit=10) == []
    unusable: dict[str, str] = {}
    include_folders(str(tree), 10, unusable)
    assert "over the limit of 10: raise it with --max-size BYTES" in unusable.popitem()[1]
    (tree / "compile_commands.json").unlink()
    (tree / "compile_commands.json").mkdir()
    assert include_folders(str(tree), SIZE_LIMIT) == {"": ()}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_any_form_of_unicode_is_read(encoding: str) -> None:
    assert entries_of(json.dumps(["ä"], ensure_ascii=False).encode(encoding)) == ["ä"]
    assert entries_of(b'["\xff"]') == ["\udcff"]


@pytest.mark.parametrize("bad", ["\ud800", "a\0b"])
@pytest.mark.parametrize("key", ["file", "directory", "command", "arguments"])
def test_what_no_program_can_be_given_is_no_command(key: str, bad: str) -> None:
    good = {"file": "a.cu", "directory": "/d", "command": "nvcc a.cu"}
    assert command_of(good, "/")
    value = ["nvcc", bad] if key == "arguments" else f"nvcc {bad}"
    assert command_of({**good, key: value}, "/") is None

"""Where the headers lie that a source includes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.command import put

from hipify_py.verify.include_paths import Headers


def headers(root: Path) -> Headers:
    return Headers([str(root)], lambda path: Path(path).read_bytes())


def folders(root: Path, unit: str) -> list[str]:
    """Give the guessed flags with folders as seen from the root."""
    return [flag.replace(f"{root}/", "") for flag in headers(root).reach(f"{root}/{unit}").flags]


def test_a_header_beside_its_includer_needs_no_flag(tmp_path: Path) -> None:
    put(tmp_path / "src/a.cu", '#include "b.h"\n#include "../inc/c.h"\n#include <vector>\n')
    put(tmp_path / "src/b.h", "")
    put(tmp_path / "inc/c.h", "")
    assert folders(tmp_path, "src/a.cu") == []


def test_folders_are_found_by_what_is_included_directly_or_by_headers(tmp_path: Path) -> None:
    put(tmp_path / "src/a.cu", '#include "deep/b.h"\n#  include <lib/c.h>\n')
    put(tmp_path / "include/deep/b.h", '#include "d.h"\n')
    put(tmp_path / "common/d.h", '#include "a_loop.h"\n')
    put(tmp_path / "common/a_loop.h", '#include "d.h"\n')
    put(tmp_path / "third_party/x/lib/c.h", "")
    assert folders(tmp_path, "src/a.cu") == [
        "-iquote", "include", "-iquote", "common",
        "-idirafter", "third_party/x", "-idirafter", "include", "-idirafter", "common",
    ]  # fmt: skip
    reached = headers(tmp_path).reach(f"{tmp_path}/src/a.cu").files
    assert {Path(file).name for file in reached} == {"a.cu", "b.h", "c.h", "d.h", "a_loop.h"}


def test_an_include_behind_a_byte_order_mark_counts(tmp_path: Path) -> None:
    put(tmp_path / "src/a.cu", '\ufeff#include "b.h"\n')
    put(tmp_path / "inc/b.h", '\n\ufeff#include "c.h"\n')
    put(tmp_path / "other/c.h", "")
    assert folders(tmp_path, "src/a.cu") == ["-iquote", "inc", "-idirafter", "inc"]


def test_of_several_the_nearest_counts(tmp_path: Path) -> None:
    put(tmp_path / "one/src/a.cu", '#include "config.h"\n')
    put(tmp_path / "two/src/a.cu", '#include "config.h"\n')
    put(tmp_path / "one/inc/config.h", "")
    put(tmp_path / "two/inc/config.h", "")
    assert folders(tmp_path, "one/src/a.cu")[:2] == ["-iquote", "one/inc"]
    assert folders(tmp_path, "two/src/a.cu")[:2] == ["-iquote", "two/inc"]


def test_a_folder_with_more_of_what_is_included_counts_before_a_nearer_one(tmp_path: Path) -> None:
    put(tmp_path / "samples/one/a.cu", "#include <helper.h>\n#include <timer.h>\n")
    put(tmp_path / "samples/two/helper.h", "")
    put(tmp_path / "samples/two/main.cpp", "#include <helper.h>\n")
    put(tmp_path / "common/helper.h", "")
    put(tmp_path / "common/timer.h", "")
    assert folders(tmp_path, "samples/one/a.cu") == ["-idirafter", "common"]
    assert folders(tmp_path, "samples/two/main.cpp") == ["-idirafter", "samples/two"]


def test_a_folder_with_what_the_header_includes_counts_before_a_nearer_one(tmp_path: Path) -> None:
    put(tmp_path / "samples/one/a.cu", "#include <helper.h>\n")
    put(tmp_path / "samples/two/helper.h", "#include <string_helper.h>\n")
    put(tmp_path / "common/helper.h", "#include <string_helper.h>\n")
    put(tmp_path / "common/string_helper.h", "")
    assert folders(tmp_path, "samples/one/a.cu") == ["-idirafter", "common"]


def test_a_project_counts_before_another_that_has_all_in_one_folder(tmp_path: Path) -> None:
    for unit in ("one/src/a.cu", "two/src/a.cu"):
        put(tmp_path / unit, '#include "config.h"\n#include "timer.h"\n')
    put(tmp_path / "one/inc/config.h", "")
    put(tmp_path / "one/lib/timer.h", "")
    put(tmp_path / "two/inc/config.h", "")
    put(tmp_path / "two/inc/timer.h", "")
    assert folders(tmp_path, "one/src/a.cu")[:4] == ["-iquote", "one/lib", "-iquote", "one/inc"] or folders(
        tmp_path, "one/src/a.cu"
    )[:4] == ["-iquote", "one/inc", "-iquote", "one/lib"]
    assert folders(tmp_path, "two/src/a.cu") == ["-iquote", "two/inc", "-idirafter", "two/inc"]


def test_what_a_header_beside_the_unit_includes_may_lie_anywhere(tmp_path: Path) -> None:
    put(tmp_path / "samples/one/main.cpp", '#include "own.h"\n')
    put(tmp_path / "samples/one/own.h", '#include "helper.h"\n')
    put(tmp_path / "samples/two/helper.h", '#include "text.h"\n')
    put(tmp_path / "common/helper.h", '#include "text.h"\n')
    put(tmp_path / "common/text.h", "")
    assert folders(tmp_path, "samples/one/main.cpp") == ["-iquote", "common", "-idirafter", "common"]


@pytest.mark.parametrize(
    "line",
    [
        '#include "gone.h"',
        "#include <gone/gone.h>",
        '#include "/gone.h"',
        '#include "../x/../gone.h"',
        "#include NAME",
        '#include "',
    ],
)
def test_what_is_nowhere_gives_nothing(tmp_path: Path, line: str) -> None:
    put(tmp_path / "a.cu", line + "\n")
    assert folders(tmp_path, "a.cu") == []


def test_a_tree_knows_its_files_and_not_those_of_version_control(tmp_path: Path) -> None:
    put(tmp_path / "x/b.h", "")
    put(tmp_path / ".git/c.h", "")
    assert headers(tmp_path).has("deep/b.h")
    assert not headers(tmp_path).has("c.h")
    assert headers(tmp_path).has("../b.h")
    assert headers(tmp_path).has("../../x/b.h")
    assert not headers(tmp_path).has("../gone/b.h")


def test_many_units_that_reach_the_same_headers_ask_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 60
    every = "".join(f'#include "h{number}.h"\n' for number in range(count))
    for number in range(count):
        put(tmp_path / f"h{number}.h", every)
        put(tmp_path / f"a{number}.cu", every)
    known = headers(tmp_path)
    asked: list[str] = []
    there = os.path.isfile

    def ask(path: str) -> bool:
        asked.append(path)
        return there(path)

    monkeypatch.setattr(os.path, "isfile", ask)
    for number in range(count):
        assert len(known.reach(str(tmp_path / f"a{number}.cu")).files) == count + 1
    assert len(asked) <= 2 * count * count


@pytest.mark.parametrize(
    ("line", "folder"),
    [
        ('#include "../../src/gpu/b.h"', "tests/gpu"),
        ('#include "../../gpu/deep/c.h"', "src/gpu/deep"),
        ('#include "../../src/gpu/none.h"', ""),
        ('#include "../../../gpu/b.h"', ""),  # no folder lies so deep in what both have in common
    ],
)
def test_a_path_that_begins_upward_is_asked_for_from_as_deep_a_folder(
    tmp_path: Path, line: str, folder: str
) -> None:
    put(tmp_path / "tests/gpu/a.cu", '#include "inc/t.h"\n')
    put(tmp_path / "tests/gpu/inc/t.h", line + "\n")
    put(tmp_path / "src/gpu/b.h", "")
    put(tmp_path / "src/gpu/deep/c.h", "")
    expected = ["-iquote", folder, "-idirafter", folder] if folder else []
    assert folders(tmp_path, "tests/gpu/a.cu") == expected

"""What rules say that the HIP compiler refuses: it does, with the errors of compile_errors.toml."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NotRequired, TypedDict

import pytest

from hipify_py.api import include_dir
from hipify_py.rules.load import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helpers.toolchain import Hipcheck


class Row(TypedDict):
    """A source that the compiler refuses, and what it says."""

    id: str
    error: str
    source: str
    apart: NotRequired[bool]
    bare: NotRequired[bool]
    cub: NotRequired[bool]
    needs: NotRequired[str]


TOLD = tomllib.loads(Path(__file__).with_name("compile_errors.toml").read_text())
ROWS: list[Row] = TOLD["row"]
REASONS: Mapping[str, str] = TOLD["reasons"]
HEADERS = (
    *("hip/hip_runtime.h", "hip/hip_fp16.h", "hip/hip_bf16.h", "hip/hip_cooperative_groups.h"),
    *("hipblas/hipblas.h", "hipsparse/hipsparse.h", "hipfft/hipfft.h", "hiprand/hiprand.h"),
    *("hiprand/hiprand_kernel.h", "memory", "utility"),
)
ERROR = re.compile(r"^(\S+?):\d+:\d+: (?:fatal )?error: (.*)", re.MULTILINE)
FLAGS = ("-fsyntax-only", "-w", "-ferror-limit=0", f"-I{include_dir()}", "--arch", "gfx90a")
Errors = dict[str, list[str]]


def together(rows: Iterable[Row], headers: Iterable[str]) -> str:
    """Put rows into one source, each in a namespace of its own."""
    included = "".join(f"#include <{one}>\n" for one in headers)
    return included + "".join(
        f'namespace in_{row["id"]} {{\n#line 1 "{row["id"]}"\n{row["source"]}}}\n' for row in rows
    )


def alone(row: Row) -> str:
    """Put a row behind HIP's runtime, or behind nothing."""
    return ("" if row.get("bare") else "#include <hip/hip_runtime.h>\n") + row["source"]


@pytest.fixture
def errors(hipcheck: Hipcheck, tmp_path: Path) -> Errors:
    """Give what the compiler says of each row, for the device and the host; of one alone, wherever it is."""
    by_itself = [row for row in ROWS if row.get("apart") or row.get("bare")]
    sources = {row["id"]: alone(row) for row in by_itself}
    sources["cub"] = together(
        (row for row in ROWS if row.get("cub")), ("hip/hip_runtime.h", "hipcub/hipcub.hpp")
    )
    sources["all"] = together((row for row in ROWS if row not in by_itself and not row.get("cub")), HEADERS)

    def compiled(name: str) -> str:
        file = tmp_path / f"{name}.hip"
        file.write_text(sources[name])
        return hipcheck(file, *FLAGS)[1]

    found: Errors = defaultdict(list)
    with ThreadPoolExecutor(2) as pool:
        for name, said in zip(sources, pool.map(compiled, sources), strict=True):
            for place, error in ERROR.findall(said):
                found[place if name in {"cub", "all"} else name].append(error)
    return found


@pytest.mark.compiler
def test_the_compiler_refuses_each(errors: Errors) -> None:
    """Libraries that the machine lacks are told by their header, which is not found."""
    wrong = {
        row["id"]: errors.get(row["id"])
        for row in ROWS
        if not any(row["error"] in said for said in errors.get(row["id"], ()))
        and f"'{row.get('needs')}' file not found" not in errors.get(row["id"], ())
    }
    assert wrong == {}


def test_each_that_fails_so_has_a_row_or_a_reason() -> None:
    known = {
        entry.id: entry
        for rules in (load(), load(dnn="miopen"), load(rocm="6.4"))
        for entry in rules.by_id.values()
    }
    failing = {each for each, entry in known.items() if entry.fails in {"compile", "link"}}
    rows = [row["id"] for row in ROWS]
    letters = {one for one in REASONS if len(one) == 1}
    explained = {each for each in failing if each in REASONS or each[0] in letters}
    assert len(set(rows)) == len(rows)
    assert failing - {*rows} - explained == set(), "write a row, or the reason why there is none"
    assert {*rows} - failing == set()
    assert {*rows} & explained == set()
    assert REASONS.keys() - letters - failing == set()
    assert all(any(each.startswith(one) for each in failing) for one in letters)

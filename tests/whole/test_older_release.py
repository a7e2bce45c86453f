"""What the rules that ship come to for ROCm 6.4, and what its headers and a compiler say to that."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from helpers import cases

from hipify_py import include_dir
from hipify_py.conversion import convert
from hipify_py.facts import table
from hipify_py.rules.load import load
from hipify_py.rules.model import Rule
from hipify_py.settings import Options

Hipcheck = Callable[..., tuple[bool, str]]

FACTS = Path(__file__).parents[2] / "rules" / "facts" / "rocm.tsv"


EMBEDDED = [
    pytest.param(rule, id=rule.name)
    for rule in load(dnn="miopen").rules
    if rule.fix and rule.holds("6.4") and rule.tests
]
COMPILED = [case for case in cases.cases() if case.config.get("compiles", True)]
WRITTEN = re.compile(r"\b(?:hip[A-Z]|HIP_|miopen[A-Z])\w+")


@cache
def older_names() -> frozenset[str]:
    return frozenset(table.read(FACTS)["6.4"])


@pytest.mark.parametrize("rule", EMBEDDED)
def test_a_fix_writes_what_the_older_release_has(rule: Rule) -> None:
    """Whatever the conversion writes is in the headers of 6.4, or the report says that it is not."""
    known = older_names()
    for test in rule.tests:
        rules = load(rocm="6.4", dnn=test.dnn)
        result = convert(test.before.encode(), rules, Options(test.path, test.launch, add_include=False))
        late = {finding.span.start for finding in result.findings if finding.rule == "N011"}
        for edit in result.edits:
            text = b"".join(part for part in edit.parts if isinstance(part, bytes)).decode()
            missing = [name for name in WRITTEN.findall(text) if name not in known and name != "HIP_SYMBOL"]
            assert not missing or edit.span.start in late, missing


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in COMPILED])
def test_the_corpus_compiles_with_the_older_release(
    case: cases.Case, hipcheck64: Hipcheck, tmp_path: Path
) -> None:
    """What is converted otherwise for 6.4 compiles with it, or the report says that something is missing."""
    result, newest = convert(case.source(), case.rules("6.4"), case.options), case.run()
    newer = {(f.span, f.rule) for f in newest.findings}
    if (result.output, result.findings) == (newest.output, newest.findings):
        return  # to ask for each would take minutes
    flags = [f for f in case.config.get("flags", ()) if not f.startswith("-std")]
    target = tmp_path / f"converted{case.input.suffix if case.input.suffix == '.c' else '.hip'}"
    target.write_bytes(result.output)
    where = (f"-I{case.folder}", f"-I{include_dir()}")
    ok, text = hipcheck64(target, "-fsyntax-only", "--arch", "gfx90a", *where, *flags)
    told = [f for f in result.findings if f.fails == "compile" and (f.span, f.rule) not in newer]
    assert ok or told, text
    assert not ok or all(f.severity != "error" for f in told), told


OLDER = [
    pytest.param(test.after, id=f"{rule.name}::{test.name}")
    for rule in load().rules
    for test in rule.tests
    if rule.until and rule.fix and test.after != test.before
]


@pytest.mark.parametrize("source", OLDER)
def test_what_is_written_for_an_older_release_compiles_with_it(
    source: str, hipcheck64: Hipcheck, tmp_path: Path
) -> None:
    target = tmp_path / "a.hip"
    target.write_text(f"#include <hip/hip_runtime.h>\n{source}")
    ok, text = hipcheck64(target, "--arch", "gfx90a")
    assert ok, text


def test_warp_functions_need_their_macro_in_the_older_release(
    hipcheck64: Hipcheck, hipcheck: Hipcheck, tmp_path: Path
) -> None:
    target = tmp_path / "a.hip"
    masked = ("__shfl_xor_sync(~0ull, v, 1, 32)", "__any_sync(~0ull, v)", "__match_any_sync(~0ull, v)")
    calls = " + ".join((*masked, "__activemask()"))
    head = "#include <hip/hip_runtime.h>"
    target.write_text(f"{head}\n__global__ void k(int v, int *r) {{ *r = {calls}; }}")
    result = convert(target.read_bytes(), load(rocm="6.4"), Options(path="a.hip"))
    assert [finding.rule for finding in result.findings].count("W002") == 4
    assert not hipcheck64(target, "--arch", "gfx90a")[0]
    assert hipcheck64(target, "--arch", "gfx90a", "-DHIP_ENABLE_WARP_SYNC_BUILTINS")[0]
    assert hipcheck(target, "--arch", "gfx90a")[0]

"""What was read of a source serves its conversion in the same process, and changes nothing of it."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from helpers.command import put

from hipify_py import conversion
from hipify_py.conversion import convert
from hipify_py.model import Result
from hipify_py.project.fact_reading import facts_of
from hipify_py.project.read_sources import ReadSources
from hipify_py.project.run import convert_tree
from hipify_py.rules.load import load
from hipify_py.settings import Options, Settings
from hipify_py.source.unit import Unit
from hipify_py.surroundings import Project

RULES = load()
SOURCE = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
ASKING = b"#if __has_include(<cudaTypedefs.h>)\nvoid f() { cudaFree(0); }\n#endif\n"


def test_what_is_kept_is_given_once_and_for_the_same_source_alone() -> None:
    kept, unit = ReadSources(), Unit(SOURCE)
    kept.keep("/a.cu", SOURCE, unit)
    assert kept.take("/b.cu", SOURCE) is None
    assert kept.take("/a.cu", SOURCE) is unit
    assert kept.take("/a.cu", SOURCE) is None
    kept.keep("/a.cu", SOURCE, unit)
    assert kept.take("/a.cu", SOURCE + b" ") is None
    assert kept.take("/a.cu", SOURCE) is None


def test_there_is_room_for_some_and_again_for_what_was_taken() -> None:
    kept, unit = ReadSources(room=10), Unit(b"int x;")
    kept.keep("/a.cu", b"int x;", unit)
    kept.keep("/b.cu", b"int x;", unit)
    assert kept.take("/b.cu", b"int x;") is None
    assert kept.take("/a.cu", b"int x;") is unit
    kept.keep("/b.cu", b"int x;", unit)
    assert kept.take("/b.cu", b"int x;") is unit


def test_another_process_gets_nothing_and_keeps_nothing() -> None:
    kept = ReadSources()
    kept.keep("/a.cu", SOURCE, Unit(SOURCE))
    sent = pickle.loads(pickle.dumps(kept))
    assert sent.take("/a.cu", SOURCE) is None
    sent.keep("/a.cu", SOURCE, Unit(SOURCE))
    assert sent.take("/a.cu", SOURCE) is None


def test_a_source_is_masked_once_in_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []
    init = Unit.__init__

    def counted(self: Unit, source: bytes) -> None:
        made.append(source)
        init(self, source)

    put(tmp_path / "a.cu", SOURCE)
    put(tmp_path / "b.cu", SOURCE + SOURCE)
    monkeypatch.setattr(Unit, "__init__", counted)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    assert sorted(made) == [SOURCE, SOURCE + SOURCE]
    outputs = [file.output for file in report.files]
    assert outputs == [convert(source, RULES).output for source in (SOURCE, SOURCE + SOURCE)]


@pytest.mark.parametrize("files", [{}, {"cudaTypedefs.h": "/p/cudaTypedefs.h"}])
def test_headers_that_are_absent_only_now_count(files: dict[str, str]) -> None:
    """No ROCm has this one; the project around may have one of its name, which the survey does not know."""
    unit = Unit(ASKING)
    facts_of(unit, RULES, Options(path="/p/a.cu"))
    assert unit.absent == {b"cudaTypedefs.h"}
    options = Options(path="/p/a.cu", project=Project(files))
    result = convert(ASKING, RULES, options, unit)
    assert result == convert(ASKING, RULES, options)
    assert (b"hipFree" in result.output) == bool(files)


def test_what_the_grammar_gave_up_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    unit, options = Unit(SOURCE), Options(path="/a.cu")
    facts_of(unit, RULES, options)
    seen: list[Unit] = []
    once = conversion._once

    def noted(source: bytes, one: Unit, *more: Any) -> Result:
        seen.append(one)
        return once(source, one, *more)

    monkeypatch.setattr(conversion, "_once", noted)
    result = convert(SOURCE, RULES, options, unit)
    assert seen == [unit]
    unit.given_up.append(unit.directives[0].span)
    assert convert(SOURCE, RULES, options, unit) == result
    assert unit not in seen[1:]

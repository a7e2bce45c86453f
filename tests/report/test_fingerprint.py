"""What a finding is known by: the same when code moves, another when the code is another."""

from __future__ import annotations

import time

import pytest
from helpers.reports import HOSTILE, SHUFFLE, SYMBOL, concern

from hipify_py.report.fingerprint import fingerprint

SOURCE = "void f() { cudaFoo(a, b); }\n"
PLAIN = concern(SOURCE, "cudaFoo")


@pytest.mark.parametrize(
    "source",
    [
        "\n\n" + SOURCE,
        "\t" + SOURCE,
        SOURCE.replace("f() {", "f()   {"),
        SOURCE.replace("\n", "   \r\n"),
    ],
)
def test_what_moves_is_the_same(source: str) -> None:
    assert fingerprint(concern(source, "cudaFoo")) == fingerprint(PLAIN)


def test_neither_words_nor_weight_count() -> None:
    said = PLAIN._replace(message="other words", severity="note", fails="run", origin="a.toml:1")
    assert fingerprint(said) == fingerprint(PLAIN)


@pytest.mark.parametrize(
    "other",
    [
        PLAIN._replace(rule="M013"),
        concern(SOURCE.replace("b)", "c)"), "cudaFoo"),
        concern(SOURCE, "cudaFoo(a, b)"),
        SYMBOL,
        SHUFFLE,
    ],
)
def test_what_is_something_else_is_another(other: object) -> None:
    assert fingerprint(other) != fingerprint(PLAIN)  # type: ignore[arg-type]


def test_one_that_was_worked_out_before_is_kept() -> None:
    assert fingerprint(PLAIN._replace(fingerprint="0" * 16)) == "0" * 16


def test_any_text_has_one() -> None:
    assert len(fingerprint(PLAIN._replace(excerpt=HOSTILE))) == 16
    assert len(fingerprint(PLAIN._replace(excerpt=""))) == 16


def test_a_line_of_megabytes_is_not_read_for_each_finding() -> None:
    one = concern("cudaFree(a); " * 300_000, "cudaFree")
    started = time.process_time()
    assert {fingerprint(one) for _ in range(1000)} != {fingerprint(PLAIN)}
    assert time.process_time() - started < 1


def test_it_does_not_change_from_version_to_version() -> None:
    assert fingerprint(SYMBOL) == "9ff13e7995916958"  # baselines of today hold it

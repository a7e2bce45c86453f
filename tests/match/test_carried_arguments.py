"""Arguments that are carried over from an earlier call."""

from __future__ import annotations

import pytest
from helpers.matches import converted

ANALYSIS = "cusparseSpSM_analysis(h, o, o, &a, A, B, C, t, g, {}, {});\n"
SOLVE = "cusparseSpSM_solve(h, o, o, &a, A, B, C, t, g, d);\n"


@pytest.mark.parametrize(
    ("before", "buffer"),
    [
        (ANALYSIS.format("d", "buffer"), "buffer"),
        (ANALYSIS.format("d", "this->work.data()"), "this->work.data()"),
        (ANALYSIS.format("d", "one") + ANALYSIS.format("other", "two"), "one"),
        (ANALYSIS.format("d", "buffer") + "if (more) { g(); }\n", "buffer"),
        (ANALYSIS.format("d", "buffer") + "if (more) {\n", "buffer"),
    ],
)
def test_the_buffer_of_the_same_descriptor(before: str, buffer: str) -> None:
    end = "}" if before.endswith("{\n") else ""
    made = converted(f"void f() {{\n{before}{SOLVE}{end}}}\n")
    assert f"hipsparseSpSM_solve(h, o, o, &a, A, B, C, t, g, d, {buffer});" in made.text
    assert made.said == []


@pytest.mark.parametrize(
    "before",
    [
        "",
        ANALYSIS.format("other", "buffer"),
        ANALYSIS.format("d", "buffer") + "buffer = next;\n",
        ANALYSIS.format("d", "buffer") + "cudaFree(buffer);\n",
        ANALYSIS.format("d", "(char *)cudaBuffer() + 1"),
        "{ void *buffer; " + ANALYSIS.format("d", "buffer") + "}\n",
        "}\nvoid g() {\n" + ANALYSIS.format("d", "buffer") + "}\nvoid h() {\n",
    ],
)
def test_another_buffer_is_not_guessed(before: str) -> None:
    made = converted(f"void f() {{\n{before}{SOLVE}}}\n")
    assert "hipsparseSpSM_solve(h, o, o, &a, A, B, C, t, g, d);" in made.text
    assert ("N002", "cusparseSpSM_solve") in made.said

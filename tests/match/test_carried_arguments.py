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
        (ANALYSIS.format("d", "buffers[i]") + "for (int k = 0; k < i; ++k) g(k);\n", "buffers[i]"),
        (ANALYSIS.format("d", "s->work.get()") + SOLVE + "g(s->d);\n", "s->work.get()"),
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
        ANALYSIS.format("d", "pool.next()"),
        ANALYSIS.format("d", "buffer") + "std::swap(buffer, other);\n",
        ANALYSIS.format("d", "buffers[i]") + "i++;\n",
        ANALYSIS.format("d", "s->buffer") + "renew(s);\n",
        f"if (w) {ANALYSIS.format('d', 'one')}else {ANALYSIS.format('d', 'two')}",
        f"#ifdef X\n{ANALYSIS.format('d', 'one')}#else\n{ANALYSIS.format('d', 'two')}#endif\n",
        "{ void *buffer; " + ANALYSIS.format("d", "buffer") + "}\n",
        "}\nvoid g() {\n" + ANALYSIS.format("d", "buffer") + "}\nvoid h() {\n",
    ],
)
def test_another_buffer_is_not_guessed(before: str) -> None:
    made = converted(f"void f() {{\n{before}{SOLVE}}}\n")
    assert "hipsparseSpSM_solve(h, o, o, &a, A, B, C, t, g, d);" in made.text
    assert ("N002", "cusparseSpSM_solve") in made.said


def test_what_a_loop_does_behind_a_solution_comes_before_the_next() -> None:
    before = ANALYSIS.format("d", "buffer")
    made = converted(f"void f() {{\n{before}while (g()) {{ {SOLVE} buffer = next; }}\n}}\n")
    assert "hipsparseSpSM_solve(h, o, o, &a, A, B, C, t, g, d);" in made.text

"""`#pragma unroll` before what is no loop."""

from __future__ import annotations

import pytest
from helpers.matches import matched

BODY = "__global__ void k(int *o, int n)\n{{\n{}}}\n"
NO_LOOPS = [
    "  int i = 0;\n",
    "  const float x = 1;\n",
    "  if (n)\n    for (int i = 0; i < n; ++i) o[i] = 1;\n",
    "  {\n    for (int i = 0; i < n; ++i) o[i] = 1;\n  }\n",
    "  o[0] = 1;\n",
    "  *o = 1;\n",
    "  n += 2;\n",
    "  Vector v(n);\n",
    "  // Then this.\n\n  n = 3;\n",
]
LOOPS = [
    "  for (int i = 0; i < n; ++i) o[i] = 1;\n",
    "\n  // over all\n  while (n) --n;\n",
    "  do { --n; } while (n);\n",
    "  ALL(i, n) o[i] = 1;\n",
    "  ALL i = 1;\n".replace("i = 1", "(i)"),
    "  foreach(i, n) o[i] = 1;\n",
    "#pragma clang loop vectorize(enable)\n  for (;;) ;\n",
    "#if N\n  for (;;) ;\n#endif\n",
]


@pytest.mark.parametrize("rest", NO_LOOPS)
@pytest.mark.parametrize("pragma", ["#pragma unroll\n", "  #pragma unroll 4\n", "#pragma nounroll\r\n"])
def test_left_out_before_what_is_no_loop(pragma: str, rest: str) -> None:
    assert matched("M099", BODY.format(pragma + rest)) == (BODY.format(rest), [])


@pytest.mark.parametrize("rest", LOOPS)
def test_stays_before_what_may_be_a_loop(rest: str) -> None:
    source = BODY.format("#pragma unroll\n" + rest)
    assert matched("M099", source) == (source, [])


def test_two_of_them() -> None:
    source = BODY.format("#pragma unroll\n#pragma unroll 2\n  n = 1;\n")
    assert matched("M099", source) == (BODY.format("  n = 1;\n"), [])


def test_a_comment_on_the_line_stays() -> None:
    text, _ = matched("M099", BODY.format("#pragma unroll // all\n  n = 1;\n"))
    assert "// all\n  n = 1;\n" in text
    assert "#pragma" not in text


def test_one_with_a_string_behind_it_stays() -> None:
    source = BODY.format('#pragma unroll ""\n  n = 1;\n')
    assert matched("M099", source) == (source, [])


@pytest.mark.parametrize(
    "first", ["#pragma unroll\n", "  #pragma unroll 4\n", "#pragma nounroll\r\n", "#pragma unroll (2)\n"]
)
@pytest.mark.parametrize("last", ["#pragma unroll\n", "#pragma unroll 8\n", "  #pragma nounroll // slowly\n"])
@pytest.mark.parametrize("loop", LOOPS[:6])
def test_of_two_the_last_stays(first: str, last: str, loop: str) -> None:
    rest = BODY.format(last + loop)
    assert matched("M099", BODY.format(first + last + loop)) == (rest, [])


def test_of_three_with_others_between_the_last_stays() -> None:
    rows = "#pragma unroll 1\n#pragma GCC ivdep\n#pragma unroll 2\n#pragma unroll 3\n"
    left = "#pragma GCC ivdep\n#pragma unroll 3\n"
    assert matched("M099", BODY.format(rows + "for (;;) ;\n")) == (BODY.format(left + "for (;;) ;\n"), [])


def test_one_before_each_loop_stays() -> None:
    source = BODY.format("#pragma unroll\nfor (;;)\n#pragma unroll\nfor (;;) ;\n")
    assert matched("M099", source) == (source, [])

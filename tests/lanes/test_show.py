"""What the model of a function looks like when it is shown."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from helpers.warps import RULES

from hipify_py.lanes.show import main, shown
from hipify_py.settings import Options

SOURCE = b"""__global__ void k(int *p, int n) {
  int lane = threadIdx.x & 31, v = p[lane];
  for (int i = 0; i < n; i++) {
    if (lane < i) break;
    v += __shfl_xor_sync(~0u, v, 1);
  }
}
void host() { run(); }
"""
EXPECTED = """1:1 kernel k, read by tree
  1:24 parameter int *p
  1:31 parameter int n
  2:7 local int lane = threadIdx.x & 31
  2:32 local int v = p[lane]
  3:12 local int i = 0
  2:14 lane = threadIdx.x & 31
  2:36 v = p[lane]
  3:16 i = 0
  3:26 i++
  5:10 v += __shfl_xor_sync(~0u, v, 1)
  3:3 for (int i = 0; i < n; i++)
  4:19 break under for (int i = 0; i < n; i++) > if (lane < i)
  5:10 __shfl_xor_sync(~0u, v, 1)
  5:10 shuffle: __shfl_xor_sync under for (int i = 0; i < n; i++)
  lane varies by lane, of the index of a lane
  v varies by lane
  5:10 W023 some lanes may have left this turn of the loop
"""


def test_a_function_is_shown_with_what_is_known_of_it() -> None:
    assert "\n".join(shown(SOURCE, RULES, Options(path="a.cu"))) + "\n" == EXPECTED


def lines(source: str) -> list[str]:
    return [line.strip() for line in shown(source.encode(), RULES, Options(path="a.cu"))]


def test_counts_and_lambdas_are_shown_as_they_are_written() -> None:
    code = "int lane = threadIdx.x & 31; --n; n -= n; p[n]++;"
    code += " auto f = [&](int q) { return q + lane; }; p[0] = f(n);"
    found = lines(f"__global__ void k(int *p, int n) {{ {code} __syncthreads(); }}")
    assert {"n--", "n -= n", "p[n]++"} <= {line.partition(" ")[2] for line in found}
    assert "f() varies by lane, of the index of a lane" in found
    assert not any(line.startswith(("f ", "q ")) for line in found)


def test_what_a_name_alone_tells_is_shown_so() -> None:
    found = lines("__device__ void f(int *p, int lane) { int at = lane + 1; p[at] = __shfl_xor(p[at], 1); }")
    assert "at varies by lane, of the index of a lane, by a name alone" in found
    assert "lane varies by lane, of the index of a lane, by a name alone" in found


def test_it_is_a_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.cu"
    file.write_bytes(SOURCE)
    assert main([str(file)]) == 0
    assert capsys.readouterr().out == EXPECTED
    assert main([]) == 2
    ran = subprocess.run([sys.executable, "-m", "hipify_py.lanes.show"], capture_output=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.startswith(b"usage: python -m hipify_py.lanes.show FILE")

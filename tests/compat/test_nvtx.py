"""`hipify_nvtx.h`: g++ compiles it against a stand-in for roctx, HIP's compiler against the real one."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import needs_gcc

from hipify_py.api import include_dir
from hipify_py.rules.load import load

if TYPE_CHECKING:
    from helpers.toolchain import Hipcheck

ROCTX = """
#include <cstdio>
typedef unsigned long roctx_range_id_t;
inline void roctxMarkA(const char *text) { std::printf("mark %s\\n", text); }
inline int roctxRangePushA(const char *text) { return std::printf("push %s\\n", text), 3; }
inline roctx_range_id_t roctxRangeStartA(const char *text) { return std::printf("start %s\\n", text), 4; }
"""
HEAD = '#include "hipify_nvtx.h"\nusing namespace hipify_nvtx;\n'
MAIN = r"""
int main() {
  nvtxEventAttributes_t of = {0};
  of.version = NVTX_VERSION;
  of.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  of.colorType = NVTX_COLOR_ARGB;
  of.color = 0xff00ff00u;
  of.payloadType = NVTX_PAYLOAD_TYPE_UNSIGNED_INT64;
  of.payload.ullValue = 7;
  nvtxMarkEx(&of);
  nvtxMarkEx(0);
  of.messageType = NVTX_MESSAGE_TYPE_ASCII;
  nvtxMarkEx(&of);
  of.message.ascii = "text";
  int level = nvtxRangePushEx(&of);
  of.messageType = NVTX_MESSAGE_TYPE_UNICODE;
  of.message.unicode = L"z\u00e9\u20ac\U0001f600";
  unsigned long long range = nvtxRangeStartEx(&of);
  return level == 3 && range == 4 && of.size == sizeof of ? 0 : 1;
}
"""


@needs_gcc
@pytest.mark.parametrize("standard", ["c++11", "c++20"])
@pytest.mark.parametrize("wide", [(), ("-fshort-wchar",)], ids=["32 bits", "16 bits"])
def test_roctx_gets_the_message(tmp_path: Path, standard: str, wide: tuple[str, ...]) -> None:
    (tmp_path / "roctracer").mkdir()
    (tmp_path / "roctracer/roctx.h").write_text(ROCTX)
    (tmp_path / "a.cpp").write_text(HEAD + MAIN)
    strict = ["-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror", *wide]
    command = ["g++", f"-std={standard}", *strict, "-I.", f"-I{include_dir()}", "a.cpp", "-o", "a"]
    subprocess.run(command, cwd=tmp_path, check=True)
    said = subprocess.run([tmp_path / "a"], capture_output=True, check=True).stdout.decode()
    assert said.splitlines() == ["mark ", "mark ", "mark ", "push text", "start zé€😀"]


@pytest.mark.compiler
@pytest.mark.parametrize("rocm", ["6.4", "7.2"])
def test_it_compiles_with_roctx(tmp_path: Path, rocm: str, hipcheck: Hipcheck, hipcheck64: Hipcheck) -> None:
    (tmp_path / "a.hip").write_text(HEAD + MAIN)
    check = hipcheck if rocm == "7.2" else hipcheck64
    assert check(tmp_path / "a.hip", f"-I{include_dir()}", "-Wno-missing-field-initializers") == (True, "")


def test_each_name_that_goes_to_it_is_in_it() -> None:
    text = Path(include_dir(), "hipify_nvtx.h").read_text()
    named = [
        name.polyfill.decode() for name in load().names.values() if name.polyfill.startswith(b"hipify_nvtx::")
    ]
    assert len(named) == 18
    assert all(name.removeprefix("hipify_nvtx::") in text for name in named)

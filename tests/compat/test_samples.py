"""`hipify_samples.h`: g++ compiles it against a stand-in for HIP, HIP's compiler against the real headers."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import needs_gcc

from hipify_py.api import include_dir

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

HIP = """
#pragma once
enum hipError_t { hipSuccess = 0, hipErrorNotFound = 500 };
enum hipDeviceAttribute_t { hipDeviceAttributeMultiprocessorCount, hipDeviceAttributeClockRate };
static int taken = -1;
static hipError_t last = hipSuccess;
inline const char *hipGetErrorName(hipError_t) { return "hipErrorNotFound"; }
inline const char *hipGetErrorString(hipError_t) { return "not there"; }
inline hipError_t hipGetLastError() { hipError_t was = last; last = hipSuccess; return was; }
inline hipError_t hipGetDeviceCount(int *count) { *count = 3; return hipSuccess; }
inline hipError_t hipSetDevice(int device) { taken = device; return hipSuccess; }
inline hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t what, int device) {
  *value = what == hipDeviceAttributeClockRate ? 1000 : device == 1 ? 104 : 60;
  return hipSuccess;
}
"""
MAIN = r"""
#include "hipify_samples.h"
#include <stdlib.h>
enum library_status { fine = 0, broken = 7 };
static int calls = 0;
template <class A, class B> hipError_t counted() { ++calls; return hipSuccess; }
int main(int argc, char **argv) {
  const char **words = (const char **)argv;
  checkCudaErrors((counted<int, int>()));
  checkCudaErrors(counted<int, float>());
  checkCudaErrors(fine);
  if (calls != 2) return 1;
  if (getCmdLineArgumentInt(argc, words, "n") != 12 || getCmdLineArgumentInt(argc, words, "m") != 0) return 2;
  if (getCmdLineArgumentFloat(argc, words, "x") != 1.5f) return 3;
  char *text = 0;
  if (!getCmdLineArgumentString(argc, words, "name", &text) || strcmp(text, "a=b")) return 4;
  if (getCmdLineArgumentString(argc, words, "nam", &text) || text) return 5;
  if (!checkCmdLineFlag(argc, words, "quiet") || checkCmdLineFlag(argc, words, "qui")) return 6;
  if (checkCmdLineFlag(argc, words, "plain")) return 7;
  if (findCudaDevice(argc, words) != 1 || taken != 1) return 8;
  const char *other[] = {"a", "-device=2"};
  if (findCudaDevice(2, other) != 2 || taken != 2) return 9;
  StopWatchInterface *timer = NULL;
  if (!sdkCreateTimer(&timer) || sdkGetTimerValue(&timer) != 0) return 10;
  if (sdkGetAverageTimerValue(&timer) != 0) return 10;
  sdkStartTimer(&timer);
  sdkStopTimer(&timer);
  float once = sdkGetTimerValue(&timer);
  sdkStartTimer(&timer);
  sdkStopTimer(&timer);
  if (once < 0 || sdkGetTimerValue(&timer) < once) return 11;
  if (sdkGetAverageTimerValue(&timer) != sdkGetTimerValue(&timer) / 2) return 12;
  sdkResetTimer(&timer);
  if (sdkGetTimerValue(&timer) != 0 || !sdkDeleteTimer(&timer) || timer || sdkStartTimer(&timer)) return 13;
  if (ftoi(2.5f) != 3 || ftoi(-2.5f) != -3 || MIN(1, 2) + MAX(1, 2) != 3) return 14;
  getLastCudaError("before");
  last = hipErrorNotFound;
  printLastCudaError("a launch");
  if (last != hipSuccess) return 15;
  if (checkCmdLineFlag(argc, words, "fail")) checkCudaErrors(hipErrorNotFound);
  if (checkCmdLineFlag(argc, words, "break")) checkCudaErrors(broken);
  if (checkCmdLineFlag(argc, words, "late")) last = hipErrorNotFound;
  getLastCudaError("the end");
  return 0;
}
"""
TOLD = FAIL, BROKEN, END = "checkCudaErrors(hipError", "checkCudaErrors(broken)", '"the end"'
WORDS = ["-n=12", "--x=1.5", "-NAME=a=b", "--quiet", "plain"]


@needs_gcc
@pytest.mark.parametrize("standard", ["c++11", "c++20"])
def test_checks_watches_and_options(tmp_path: Path, standard: str) -> None:
    (tmp_path / "hip").mkdir()
    (tmp_path / "hip/hip_runtime_api.h").write_text(HIP)
    (tmp_path / "a.cpp").write_text(MAIN)
    strict = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]
    command = ["g++", f"-std={standard}", *strict, "-I.", f"-I{include_dir()}", "a.cpp", "-o", "a"]
    subprocess.run(command, cwd=tmp_path, check=True)

    def said(*more: str) -> tuple[int, str]:
        done = subprocess.run([tmp_path / "a", *WORDS, *more], capture_output=True, check=False, text=True)
        return done.returncode, done.stderr.replace("a.cpp:", "").partition("\n")[2]

    assert said() == (0, "")
    where = {text: at for at, line in enumerate(MAIN.splitlines(), 1) for text in TOLD if text in line}
    assert said("-fail") == (1, f"{where[FAIL]}: hipErrorNotFound failed with 500 (hipErrorNotFound)\n")
    assert said("-break") == (1, f"{where[BROKEN]}: broken failed with 7 (of a library)\n")
    assert said("-late") == (1, f"{where[END]}: the end: error 500 (not there)\n")


@pytest.mark.compiler
@pytest.mark.parametrize("rocm", ["6.4", "7.2"])
def test_it_compiles_with_hip(tmp_path: Path, rocm: str, hipcheck: Hipcheck, hipcheck64: Hipcheck) -> None:
    lines = [line for line in MAIN.splitlines() if "taken" not in line and "last =" not in line]
    text = "\n".join(line for line in lines if "last !=" not in line)
    (tmp_path / "a.hip").write_text(text)
    check = hipcheck if rocm == "7.2" else hipcheck64
    assert check(tmp_path / "a.hip", f"-I{include_dir()}", "-std=c++11") == (True, "")

"""Functions that become one because HIP has one type for two of CUDA's."""

from __future__ import annotations

import pytest
from helpers.matches import converted

RUNTIME, DRIVER = "int f(cudaError_t e) { return 1; }", "int f(const CUresult e)\n{ return 2; }"


@pytest.mark.parametrize(
    "source",
    [
        f"{RUNTIME}\n{DRIVER}",
        f"{DRIVER}\n{RUNTIME}",
        f"#ifdef A\n{RUNTIME}\n#endif\n#ifdef B\n{DRIVER}\n#endif",
        f"struct S {{ {RUNTIME} {DRIVER} }};",
        "void f(CUstream s, int n) {} void f(cudaStream_t s, int n) {}",
        "void f(CUdeviceptr p) {} void f(void *p) {}",
        "void f(CUdevice d) {} void f(int d) {}",
        "void f(CUevent *e) {} void f(cudaEvent_t *e) {}",
    ],
)
def test_twins_are_reported(source: str) -> None:
    assert ("M064", "f") in converted(source).said


@pytest.mark.parametrize(
    "source",
    [
        RUNTIME,
        f"#ifdef A\n{RUNTIME}\n#else\n{DRIVER}\n#endif",
        f"struct S {{ {RUNTIME} }};\n{DRIVER}",
        f"namespace own {{ {RUNTIME} }}\n{DRIVER}",
        "int f(cudaError_t e); int f(CUresult e);",
        "void f(CUevent *e) {} void f(cudaEvent_t e) {}",
        "void f(CUstream s) {} void f(int s) {}",
        "void k(CUstream f) { if (a(f)) {} if (b(f)) {} }",
    ],
)
def test_what_stays_apart(source: str) -> None:
    assert "M064" not in dict(converted(source).said)

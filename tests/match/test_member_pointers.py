"""Pointers to members of CUDA's vector types."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.conversion import convert
from hipify_py.rules.load import load
from hipify_py.settings import Options

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.toolchain import Hipcheck

GET = "template <typename T, typename V> __host__ __device__ T get(const V &v, T V::*m) { return v.*m; }\n"


def made(source: str) -> tuple[str, list[str]]:
    """Give what becomes of a source, and the rules that report something."""
    result = convert(source.encode(), load(), Options("a.hpp", add_include=False))
    return result.output.decode(), [one.rule for one in result.findings]


@pytest.mark.parametrize(
    ("vector", "element"), [("float4", "float"), ("uchar3", "unsigned char"), ("longlong2", "long long")]
)
def test_an_argument_of_a_call_is_cast(vector: str, element: str) -> None:
    once = f"int i = get(v, static_cast<{element} {vector}::*>(&{vector}::x));\n"
    assert made(f"int i = get(v, &{vector}::x);\n") == (once, [])
    assert made(once) == (once, [])


def test_a_template_argument_is_reported() -> None:
    for code in ("int i = get<&float4::x>(v);\n", "reader<int, &int2 :: y> r;\n"):
        assert made(code) == (code, ["M188"])


@pytest.mark.parametrize(
    "code",
    [
        "float float4::*m = &float4::x;\n",
        "float float4::*m[] = {&float4::x, &float4::y};\n",
        "int i = get(v, &own::x) + get(v, &float4::other) + (a &float4::x);\n",
        "// get(v, &float4::x)\n",
        "#if get(v &float4::x)\n#endif\n",
    ],
)
def test_what_says_its_type_stays(code: str) -> None:
    assert made(code) == (code, [])


@pytest.mark.compiler
def test_what_is_made_compiles(hipcheck: Hipcheck, tmp_path: Path) -> None:
    vectors = ["float4", "uchar3", "char2", "longlong2", "ulong1", "uint2", "ushort4", "double2"]
    code = "".join(f"auto get_{one}({one} v) {{ return get(v, &{one}::x); }}\n" for one in vectors)
    file = tmp_path / "a.hip"
    file.write_text("#include <hip/hip_runtime.h>\n" + GET + made(code)[0])
    assert hipcheck(file) == (True, "")

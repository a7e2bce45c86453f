"""`main` without a type."""

from __future__ import annotations

import pytest
from helpers.matches import matched

from hipify_py.settings import Options

KERNEL = "__global__ void k() {}\n"


@pytest.mark.parametrize(
    "definition",
    [
        "%smain() { return 0; }\n",
        "%smain(int n, char **v)\n{ return 0; }\n",
        "#include <stdio.h>\n// of it\n%smain(void) { k<<<1, 1>>>(); }\n",
        'extern "C" %smain(void) { return 0; }\n',
        'extern "C" { %smain(void) { return 0; } }\n',
        "#ifdef NAMED\nint n;\n#endif\n#pragma once\n%smain(void) { return 0; }\n",
    ],
)
def test_it_gets_its_type(definition: str) -> None:
    source, made = KERNEL + definition % "", KERNEL + definition % "int "
    assert matched("M211", source) == (made, [])
    assert matched("M211", made) == (made, [])


@pytest.mark.parametrize(
    "text",
    [
        "int\nmain() { return 0; }\n",
        "#ifdef OTHER\nint CALLED\n#else\nint\n#endif\nmain(int n, char **v) { return 0; }\n",
        "#ifndef OTHER\nint\n#endif\n#ifdef OTHER\n#endif\nmain() { return 0; }\n",
        "int // of it\n#pragma unroll\n// more\nmain() { return 0; }\n",
        "auto main() -> int { return 0; }\n",
        "extern int main();\n",
        "void f() { main(); }\n",
        "struct main { main() {} };\n",
        "#define main(a) other(a)\n",
        "int A::main() { return 0; }\n",
        "#ifndef __HIP__\nmain() { return 0; }\n#endif\n",
    ],
)
def test_others_stay(text: str) -> None:
    assert matched("M211", KERNEL + text) == (KERNEL + text, [])


def test_what_the_compiler_for_the_host_reads_stays() -> None:
    source = "main() { return 0; }\n"
    assert matched("M211", source, Options(path="a.cpp")).text == source

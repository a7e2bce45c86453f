"""Which strings of Python hold device code, and that each byte of it keeps its place."""

from __future__ import annotations

import time

import pytest

from hipify_py.build.python_strings import device_code, holds_device_code

KERNEL = "__global__ void k(int *p) { p[0] = 1; }"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (f"k = '''{KERNEL}'''", KERNEL),
        (f'k = r"""{KERNEL}"""', KERNEL),
        (f"k = bR'{KERNEL}'", KERNEL),
        ('k = ("__global__ void k()\\n"\n     "{ }")', "__global__ void k() \n \n      { }"),
        ("k = '__global__ void k()' \\\n    '{ }'", "__global__ void k()   \n     { }"),
        ("k = '''__global__ void k() { f(\"\\\\n\\t\\'\"); }'''", '__global__ void k() { f(" \\n    "); }'),
        ("k = '__global__ \\\n void k() { }'", "__global__  \n void k() { }"),
        (
            "k = f'''__global__ void {name}() {{ {body} }}'''",
            "__global__ void ______()  { ______  }",
        ),
        ("k = '__global__ void {0}() {{ }}'.format(n)", "__global__ void ___()  {  }"),
        ("k = '__global__ void %s() { }' % n", "__global__ void %s() { }"),
    ],
    ids=["long", "raw", "bytes", "rows", "gone-on", "escapes", "spliced", "f", "format", "percent"],
)
def test_device_code_keeps_its_place(source: str, text: str) -> None:
    [found] = device_code(source.encode())
    assert found.text.decode().strip() == text
    start = source.encode().index(b"__global__")
    assert found.text.index(b"__global__") + found.start == start
    assert source[found.start + len(found.text) - 1] in "\"'"


@pytest.mark.parametrize(
    "source",
    [
        f"# {KERNEL}\n",
        "WORDS = ['__global__', '__device__']",
        "if '__global__' in line and line.endswith('{'): pass",
        "declared = '__global__ void k(int *p);'",
        "x = __global__",
        r"find(r'__global__\s+void\s+(\w+)\s*\(([^)]*)\)\s*\{', text)",
        "def f():\n    '''Writes __global__ void k() { }.'''\n",
        "k = '__global__ void k() { }",
        "",
    ],
)
def test_what_is_no_kernel_holds_none(source: str) -> None:
    assert not holds_device_code(source.encode())


def test_what_stands_between_parts_two_kernels() -> None:
    source = f"a = '{KERNEL}'\nb = '{KERNEL}'; c = ['{KERNEL}', '{KERNEL}']".encode()
    assert [one.text.count(b"__global__") for one in device_code(source)] == [1, 1, 1, 1]


def test_literals_that_are_joined_are_one_and_helpers_stand_beside_them() -> None:
    source = b"""h = '__device__ int f() { return 1; }'
k = ('__global__ void k()' +  # a remark
     '{ f(); }')
"""
    helper, kernel = device_code(source)
    assert b"f() {" in helper.text
    assert kernel.text.split() == [b"__global__", b"void", b"k()", b"{", b"f();", b"}"]


def test_remarks_of_c_end_where_the_line_does() -> None:
    [found] = device_code(b'k = "// sum\\n__global__ void k() { }"')
    assert found.text.split(b"\n")[1] == b"__global__ void k() { } "


@pytest.mark.parametrize(
    "piece", ["'__global__ ' ", "f'{", "'''__global__ {", "'__global__ {' + ", '"\\', "{{"]
)
def test_long_files_are_soon_read(piece: str) -> None:
    source = (piece * (150_000 // len(piece))).encode() + b"__global__"
    start = time.process_time()
    holds_device_code(source)
    assert time.process_time() - start < 2

"""Names in strings that compilers read as names."""

from __future__ import annotations

import pytest

import hipify_py
from hipify_py.settings import Options

NAME = "cudaFree"


def named(source: str) -> list[str]:
    """Give what is reported by R251, after a look that strings and what comes twice are as they were."""
    result = hipify_py.convert(source, options=Options(path="a.cpp"))
    assert result.text.count(NAME) == source.count(NAME)
    again = hipify_py.convert(result.output, options=Options(path="a.cpp"))
    assert again.output == result.output
    found = [finding.span for finding in result.findings if finding.rule == "R251"]
    return [source.encode()[span.start : span.end].decode() for span in found]


@pytest.mark.parametrize(
    "source",
    [
        '#pragma push_macro("cudaFree")',
        '#pragma push_macro ( "cudaFree" ) // c',
        '#pragma pop_macro(/* c */"cudaFree")',
        '#pragma \\\n pop_macro(\\\n"cudaFree")',
        '#define KEEP _Pragma("push_macro(\\"cudaFree\\")") int x;',
        '_Pragma( "pop_macro( \\"cudaFree\\" )" )',
        'int f(void *) __attribute__((alias("cudaFree")));',
        'int f(void *) __attribute__((weak, __alias__ ("cudaFree")));',
        '[[gnu::alias("cudaFree")]] int f(void *);',
        'static int f(void *) __attribute__((weakref("cudaFree")));',
        'int f(void *) __attribute__((ifunc("cudaFree")));',
        'int f(void *) asm("cudaFree");',
        'int f(void *) __asm__ ( "cudaFree" );',
        'asm(".globl f\\n"\n    ".set f, cudaFree");',
        'void f() { __asm__ volatile("call cudaFree@PLT"); }',
    ],
)
def test_a_name_that_a_compiler_reads_is_reported(source: str) -> None:
    assert named(f"{source}\n") == [NAME]


@pytest.mark.parametrize(
    "source",
    [
        '#pragma message("cudaFree")',
        '#pragma push_macro("cudaFreed")',
        '// #pragma push_macro("cudaFree")',
        '[[deprecated("cudaFree")]] int f(void *);',
        'int f = load("asm", "cudaFree");',
        '#ifdef USE_ROCM\n#else\nint f(void *) asm("cudaFree");\n#endif',
    ],
)
def test_what_none_reads_or_is_for_cuda_is_not(source: str) -> None:
    assert named(f"{source}\n") == []

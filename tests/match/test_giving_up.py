"""Which code gives up, and which only has a word for it in a name."""

from __future__ import annotations

import pytest

from hipify_py.match.giving_up import gives_up


@pytest.mark.parametrize(
    "text",
    [
        "__trap();",
        'throw std::runtime_error("   ");',
        "assert(false);",
        'assert(n > 0 && "   ");',
        "std::abort();",
        "exit(1);",
        'printf("    ", f(x));',
        'reportError("    ");',
        'THROW(std::string("  ") + f(x));',
        "UNSUPPORTED;",
        "return cudaErrorNotSupported;",
        "*status = ns::ErrorX;",
        "__builtin_unreachable();",
        "if (x) __brkpt();",
        "{ abort(); }",
    ],
)
def test_code_that_gives_up(text: str) -> None:
    assert gives_up(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "y = 2 * x;",
        "CHECK_THROW(cudaGraphExecUpdate(a, b, &c));",
        "cudaGraphNode_t error_node; CK(f(&error_node));",
        "cudaError_t error;",
        "if (error_count < 3) y = x;",
        "exitant += 1;",
        "return x;",
        "strapped(f(x)); trapezoid(x); myexit(2);",
    ],
)
def test_code_that_goes_on(text: str) -> None:
    assert not gives_up(text.encode())

"""Device code in the strings of Python files, as CuPy, PyCUDA and PyTorch's `load_inline` compile it.

Nothing in them is edited: it is told what is written otherwise in HIP, and what a conversion would leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.names import in_passing
from hipify_py.build.python_sides import for_cuda
from hipify_py.build.python_strings import device_code
from hipify_py.conversion import convert
from hipify_py.match.embedded_code import (
    IN_A_STRING,
    MOST_KERNELS,
    OUT_OF_SIGHT,
    alike,
    alone,
    left_in,
    otherwise,
)
from hipify_py.model import Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Finding
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.literal_code import DeviceCode

BY_LIBRARY = "hand the string through hipify_py.convert() where the program runs on ROCm"


def python_kernels(source: bytes, rules: RuleSet, options: Options) -> Iterator[Finding]:
    """Say what is to be done about the device code in the strings of a Python file.

    In notes where the file asks for CUDA before it comes there.
    """
    kernel = alone(options)
    codes = [*device_code(source)]
    left = merged(for_cuda(source)) if codes else ()
    for at, code in enumerate(codes):
        found = _said(code, rules, kernel) if at < MOST_KERNELS else [_kernel(code, rules)]
        found = [one for one in found if not _is_elsewhere(one, source, codes)]
        yield from map(in_passing, found) if inside(left, code.start) else found


def _said(code: DeviceCode, rules: RuleSet, options: Options) -> list[Finding]:
    """Say that a string stays, and what a conversion of it leaves to a person."""
    result = convert(code.text, rules, options)
    left = left_in(code, result)
    edited = otherwise(_kernel(code, rules), code, result, BY_LIBRARY)
    if edited is not None:
        left.append(edited)
    elif not left:
        left.append(alike(_kernel(code, rules)))
    return left


def _is_elsewhere(said: Finding, source: bytes, codes: Sequence[DeviceCode]) -> bool:
    """Say whether a function that is called out of sight has its name in another string of the file."""
    name = source[slice(*said.span)]
    return said.rule == OUT_OF_SIGHT and sum(name in code.text for code in codes) > 1


def _kernel(code: DeviceCode, rules: RuleSet) -> Finding:
    """Give the finding of a string, where it opens: there a remark of Python's can stand before it."""
    return finding(rules, IN_A_STRING, Span(code.start, code.start + code.opens))

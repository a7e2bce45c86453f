"""cuBLAS's first interface, of cublas.h, whose functions take no handle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lazy import re
from hipify_py.model import Span
from hipify_py.outcomes import Match, report
from hipify_py.resolve.dead_branches import dead
from hipify_py.resolve.declarations import declares
from hipify_py.resolve.declared_types import declared_type
from hipify_py.resolve.macros import defines
from hipify_py.resolve.ownership import owner
from hipify_py.resolve.pasted_names import pasted, uses
from hipify_py.source.brackets import arguments
from hipify_py.source.conditions import inside
from hipify_py.source.tokens import follows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

HEADER, SECOND = b"cublas.h", b"cublas_v2.h"  # of which a unit can have one alone
BEGINNING = b"cublas"
# What is no function of BLAS itself: those that set and get arrays are the same in both interfaces.
OTHERS = rb"(?:Set|Get|Create|Destroy|Shutdown|Check|Context|St[ar])"
CALLED = rb"(?:[SDCZ][a-z]|I[sdcz]a)\w*(?=\s*\()"
VALUE = rb"(?:[SDCZ]|I[sdcz]a)[a-z][a-z0-9]*(?!\w)"  # as all of them are spelt, and no type
NAMED = re.compile(rb"cublas(?<!\wcublas)(?!%b)(?:%b|%b)" % (OTHERS, CALLED, VALUE))
OTHER = re.compile(OTHERS)
OPERATION = re.compile(rb"CUBLAS_(?:OP|SIDE|FILL_MODE|DIAG)_")
WORD = re.compile(rb"\w+")
HANDLE = b"cublasHandle_t"
NUMBERS = (b"int", b"size_t", b"unsigned", b"long", b"int64_t")
MOST = 2000  # bytes of a call


def calls_without_handle(unit: Unit, rule: Rule, rules: RuleSet, options: Options) -> Iterator[Match]:
    """Report the functions of a file that includes cublas.h, maybe through others: hipBLAS's take a handle.

    Called, as the text of a macro or as a value; and where a macro puts their names together.
    """
    through = options.project.legacy_blas and SECOND not in unit.included
    if HEADER not in unit.included and not through:
        return
    for found in NAMED.finditer(unit.code):
        span = Span(*found.span())
        if not owner(unit, span, rules) and _is_read(unit, span) and not _has_handle(unit, span):
            yield Match(findings=(report(rule, span, {}),))
    for macro in pasted(unit):
        if unit.code[slice(*macro.beginning)] == BEGINNING and _may_be_blas(unit, macro.macro):
            yield Match(findings=(report(rule, macro.beginning, {}),))


def _is_read(unit: Unit, span: Span) -> bool:
    """Say whether a name is used: called, or the function as a value, and not what a file makes itself."""
    if follows(unit.code, span.end, b"("):
        return True
    directive = unit.directive_at(span.start)
    if directive is not None:
        return directive.name == b"define" and not defines(unit, span)
    return not declares(unit, span) and not inside(dead(unit), span.start)


def _has_handle(unit: Unit, span: Span) -> bool:
    """Say whether a call is of the second interface, which some other header brought, by what it gives.

    The first takes letters for operations, and begins with one or a number.
    """
    if not follows(unit.code, span.end, b"("):
        return False
    opening = unit.code.find(b"(", span.end)
    given = arguments(unit.code, opening, min(len(unit.code), opening + MOST))
    texts = [unit.code[slice(*one)] for one in given]
    first = WORD.findall(texts[0])[-1:] if texts else []
    return any(_is_handle(unit, one, span.start) for one in first) or any(map(OPERATION.match, texts))


def _is_handle(unit: Unit, name: bytes, at: int) -> bool:
    """Say whether a name is that of a handle by its type, or, if that is no number, by how it is called."""
    if b"handle" not in name.lower():
        return declared_type(unit, name, HANDLE, at)
    return not any(declared_type(unit, name, number, at) for number in NUMBERS)


def _may_be_blas(unit: Unit, macro: bytes) -> bool:
    """Say whether a macro for names of cuBLAS's may make that of a function of BLAS, by its uses here."""
    ends = [unit.code[slice(*use.end)] for use in uses(unit) if use.macro == macro]
    return not ends or not all(map(OTHER.match, ends))

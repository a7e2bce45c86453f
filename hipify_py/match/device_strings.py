"""Device code inside string literals, for a run-time compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.lanes.warp_names import INTRINSIC
from hipify_py.lazy import re
from hipify_py.outcomes import Match, report
from hipify_py.source.definitions import in_function

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hipify_py.model import Span
    from hipify_py.rules.model import Rule, RuleSet
    from hipify_py.settings import Options
    from hipify_py.source.unit import Unit

# What may have to be written otherwise, besides names: PTX, a launch, a header, a width that is CUDA's.
OTHERWISE = re.compile(
    rb"\basm\b|<<<|#[ \t]*include\b|\bwarpSize\b|__CUDA|\b(?:nv)?cuda\s*::|\bcooperative_groups\b"
)
NOTHING_TO_DO = "device code in a string, in which no name becomes another in HIP: compile it with hiprtc"
RUN_TIME = re.compile(
    rb"(?i)rtc|\b(?:cu|hip)Module"
)  # what compiles or loads device code in the program itself
INCLUDED = re.compile(rb"#[ \t]*include\b(?:[ \t]*(?:<|\\\\?\")([\w./-]+))?")
SUMS = frozenset({b"atomicAdd"})
LACKING = re.compile(
    rb"half|bfloat|float[24]"
)  # types that CUDA's atomicAdd takes and HIP's does not, or may not
MOST_FUNCTIONS = 16  # that put device code together and are looked at, for each of which the file is read
CODE = re.compile(rb"[;{}]|__\w")  # in a literal that may be part of a source
ESCAPE = re.compile(rb"\\[\"'abfnrtv0]")
NEAR = 200  # bytes before a literal
WRITES = (
    "the program writes device code with this, and no name in its strings becomes another: compile it as HIP"
)
WRITES_CUDA = "the program writes device code with this, which is not converted: let it write what HIP has"


def kernel_strings(unit: Unit, rule: Rule, rules: RuleSet, _options: Options) -> Iterator[Match]:
    """Report device code inside string literals, which is never converted; what is HIP's too in a note."""
    kernels = [span for span in unit.text.strings if b"__global__" in unit.source[slice(*span)]]
    is_written = bool(kernels) and _is_generator(unit, kernels)
    is_otherwise = is_written and _is_otherwise(_written(unit, rules), rules)
    put_together: dict[Span | None, bool] = {None: False}  # by the function that does so
    for span in kernels:
        said = report(rule, span, {})
        is_raw = unit.source[span.start - 1 : span.start] == b"R"
        home = None if is_raw else in_function(unit, span.start)
        if home not in put_together:
            text = _put_together(unit, home) if len(put_together) <= MOST_FUNCTIONS else b""
            put_together[home] = _is_hips_too(text, rules)
        is_hips = _is_hips_too(unit.source[slice(*span)], rules) if is_raw else put_together[home]
        if is_hips and (is_raw or not is_written):
            said = said._replace(severity="note", fails="never", message=NOTHING_TO_DO)
        elif is_otherwise:
            said = said._replace(fails="compile", message=WRITES_CUDA)
        elif is_written:
            said = said._replace(severity="note", fails="never", message=WRITES)
        yield Match(findings=(said,))


def _put_together(unit: Unit, home: Span | None) -> bytes:
    """Give all literals of a function that puts device code together, and others of the file with code.

    Nothing where it is put together elsewhere, or where a literal is all there is.
    """
    if home is None:
        return b""
    literals = [(one, unit.source[slice(*one)]) for one in unit.text.strings]
    within = [text for one, text in literals if home.start <= one.start < home.end]
    others = [text for one, text in literals if not home.start <= one.start < home.end and CODE.search(text)]
    return ESCAPE.sub(b" ", b"\n".join([*within, *others])) if len(within) > 1 else b""


def _is_generator(unit: Unit, kernels: Sequence[Span]) -> bool:
    """Say whether a file puts device code out with `<<`, and has nothing that compiles it in the program."""
    return RUN_TIME.search(unit.source) is None and any(_is_put_out(unit, span) for span in kernels)


def _is_put_out(unit: Unit, span: Span) -> bool:
    return unit.source[max(0, span.start - NEAR) : span.start].rstrip().endswith(b"<<")


def _written(unit: Unit, rules: RuleSet) -> bytes:
    """Give what a file's literals hold, of their includes those alone whose headers rules speak of."""
    texts = b"\n".join(unit.source[slice(*span)] for span in unit.text.strings)
    return INCLUDED.sub(lambda one: b" " if one[1] not in rules.headers else one[0], texts)


def _is_hips_too(text: bytes, rules: RuleSet) -> bool:
    """Say whether a literal has all of a kernel, and in it nothing that is written otherwise in HIP."""
    return b"{" in text and not _is_otherwise(text, rules)


def _is_otherwise(text: bytes, rules: RuleSet) -> bool:
    """Say whether something in the text of literals is written otherwise in HIP."""
    if OTHERWISE.search(text) or INTRINSIC.search(text):
        return True
    names = {one[0] for one in rules.candidate.finditer(text)}
    plain = frozenset() if LACKING.search(text) else SUMS  # of which rules speak for some types alone
    return any((name in rules.calls and name not in plain) or _acts(rules, name) for name in names)


def _acts(rules: RuleSet, name: bytes) -> bool:
    known = rules.names.get(name)
    return known.acts(name) if known is not None else rules.is_unknown.fullmatch(name) is not None

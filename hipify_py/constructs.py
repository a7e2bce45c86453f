"""Constructs that no name, call or query describes: guards, launches, the missing include.

Each matcher is a generator of (edits, findings); its words, documentation and tests stand in the rule
file that names it with `code`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hipify_py.context import defines
from hipify_py.declarations import in_function
from hipify_py.lanes import lanes
from hipify_py.model import Edit, Finding, Span
from hipify_py.prologue import DEVICE, prologue
from hipify_py.randomstates import random_states

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hipify_py.lexer import Directive, Launch
    from hipify_py.model import Options
    from hipify_py.rules import Rule, RuleSet
    from hipify_py.syntax import Unit

Found = tuple[list[Edit], list[Finding]]

CONDITIONS = frozenset({b"if", b"ifdef", b"ifndef", b"elif", b"elifdef", b"elifndef"})
COUNTERPARTS = {
    b"__CUDACC__": b"__HIPCC__",
    b"__CUDACC_RTC__": b"__HIPCC_RTC__",
    b"__NVCC__": b"__HIPCC__",
    b"__CUDA_ARCH__": b"__HIP_DEVICE_COMPILE__",
}
# A condition that already speaks of HIP was written for both and is left alone.
SPEAKS_OF_HIP = re.compile(rb"(?<![A-Za-z])(?:HIP|ROCM|ROCm)")
VERSIONS = re.compile(
    rb"\b(?:__CUDA_ARCH__|__CUDACC_VER_\w+__|__CUDA_ARCH_\w+|CUDA(?:RT)?_VERSION"
    rb"|CU(?:BLAS|DNN|FFT|RAND|SOLVER|SPARSE)_VER(?:SION|_\w+)?)\b"
)
COMPARED = rb"(?:[<>]=?|[!=]=|[-+*/%&])"
MEASURED = re.compile(
    VERSIONS.pattern
    + rb"(?:\s|\\\n|\))*"
    + COMPARED
    + rb"(?!&)|"
    + COMPARED
    + rb"(?<!&&)[\s(]*"
    + VERSIONS.pattern
)
GUARD = re.compile(rb"(defined\s*\(\s*|defined\s+)?\b(__CUDACC(?:_RTC)?__|__NVCC__|__CUDA_ARCH__)\b(\s*\))?")
ARGUMENT = re.compile(rb"[(),;]")
BOUNDS = re.compile(rb"__launch_bounds__\s*\(")
GLUED = re.compile(rb"operator(?<!\woperator)\s*(<<)<")  # a search for a literal is many times as fast
VECTOR_TAG = re.compile(
    rb"struct(?<!\wstruct)\s+((?:u?(?:char|short|int|long|longlong)|float|double)[1-4](?:_16a|_32a)?\b)(?!\s*[{;:])"
)
NO_ASSEMBLY = re.compile(rb"\(\s*\"\s*\"\s*[:)]")  # `asm("" ::: "memory")` only keeps order
TRAP = re.compile(
    rb"\(\s*\"\s*trap\s*;?\s*\"\s*(?::[\s:]*(?:\"memory\"\s*)?)?\)\Z"
)  # by itself, without operands
GLOBAL = re.compile(rb"\b__(?:global|device)__\b")


def finding(rule: Rule, span: Span, **values: str) -> Finding:
    """Make the finding of a rule at a place."""
    message = rule.message.format(**values)
    return Finding(rule.id, rule.severity, span, message, rule.fails, origin=rule.origin)


def decided_for_hip(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a condition that speaks of HIP, and so was written with it in mind."""
    directive = unit.directive_at(offset)
    return in_condition(unit, offset) and SPEAKS_OF_HIP.search(unit.code, *directive.body) is not None  # type: ignore[union-attr]


def in_condition(unit: Unit, offset: int) -> bool:
    """Say whether a byte stands in a preprocessor condition."""
    directive = unit.directive_at(offset)
    return directive is not None and directive.name in CONDITIONS


def _portable_test(unit: Unit, directive: Directive) -> bool:
    """Say whether a condition only asks which compiler or pass it is, not which version or architecture."""
    return not MEASURED.search(unit.code, *directive.body)


def guards(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Let conditions that ask for the CUDA compiler or its device pass ask for HIP's as well."""
    chains: list[bool] = []  # for each open condition, whether a branch so far was written for HIP
    for directive in unit.directives if b"__CUDA" in unit.code or b"__NVCC__" in unit.code else ():
        if directive.name == b"endif" and chains:
            chains.pop()
        if directive.name not in CONDITIONS:
            continue
        if directive.name.startswith(b"if") or not chains:
            chains.append(False)
        body = unit.code[slice(*directive.body)]
        chains[-1] = chains[-1] or SPEAKS_OF_HIP.search(body) is not None
        edits = list(_widen(directive, body, rule))
        if edits and not chains[-1] and _portable_test(unit, directive):
            yield edits, []


def _widen(directive: Directive, body: bytes, rule: Rule) -> Iterator[Edit]:
    """Give the edits that add HIP's macro to each CUDA macro of one condition."""
    negative = directive.name.endswith(b"ndef")
    short = directive.name.endswith(b"def")
    for found in GUARD.finditer(body):
        cuda, hip = found[2], COUNTERPARTS[found[2]]
        if short:
            name = directive.name.removesuffix(b"ndef").removesuffix(b"def")
            test = b"!defined(%s) && !defined(%s)" if negative else b"defined(%s) || defined(%s)"
            start = directive.body.start - len(directive.name)
            gap = Span(directive.body.start, directive.body.start + found.start())
            end = directive.body.start + found.end()
            yield Edit(Span(start, end), (name, gap, test % (cuda, hip)), rule.id, "guard")
            return
        asks = found[1] is not None
        end = found.end() if asks else found.end(2)
        test = b"defined(%s) || defined(%s)" if asks else b"%s || %s"
        alone = body[: found.start()].strip() == b"" and body[end:].strip() == b""
        text = test % (cuda, hip) if alone else b"(" + test % (cuda, hip) + b")"
        yield Edit(
            Span(directive.body.start + found.start(), directive.body.start + end), (text,), rule.id, "guard"
        )


def versions(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Report conditions that ask for a CUDA version or architecture number; `word` says which macro."""
    seen: set[int] = set()  # one finding for a condition, however often it asks
    for span, name, directive in _numbers(unit, rule):
        if directive is None or directive.name not in CONDITIONS:
            continue
        if decided_for_hip(unit, span.start):
            continue
        if name not in COUNTERPARTS or not _portable_test(unit, directive):
            if directive.span.start not in seen:
                yield [], [finding(rule, span, name=name.decode())]
            seen.add(directive.span.start)


def version_values(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Report version and architecture numbers outside of conditions, where they are values."""
    for span, name, directive in _numbers(unit, rule):
        if directive is None or (directive.name == b"define" and not defines(unit, span)):
            yield [], [finding(rule, span, name=name.decode())]


def _numbers(unit: Unit, rule: Rule) -> Iterator[tuple[Span, bytes, Directive | None]]:
    wanted = re.compile(rule.word.encode())
    speaks = any(word in unit.code for word in (b"__CUDA", b"_VER"))
    for span, name in unit.find(VERSIONS) if speaks else ():
        if wanted.fullmatch(name):
            yield span, name, unit.directive_at(span.start)


def launches(unit: Unit, rule: Rule, _rules: RuleSet, options: Options) -> Iterator[Found]:
    """Write launches as `hipLaunchKernelGGL(...)` where that is asked for."""
    for launch in unit.launches if options.launch == "macro" else ():
        edits = _launch_macro(unit, rule, launch)
        yield (edits, []) if edits else ([], [finding(rule, Span(launch.open.start, launch.close.end))])


def _launch_macro(unit: Unit, rule: Rule, launch: Launch) -> list[Edit]:
    parts = unit.launch(launch)
    if parts is None or not 2 <= len(parts.arguments) <= 4:
        return []
    callee, config, given = parts
    edits = []
    before, after = (b"((", b")") if b"<" in unit.code[slice(*callee)] else (b"(", b"")
    edits.append(Edit(Span(callee.start, callee.start), (b"hipLaunchKernelGGL" + before,), rule.id, "launch"))
    edits.append(Edit(Span(callee.end, config[0].start), (after + b", ",), rule.id, "launch"))
    for argument in config:
        text = unit.code[slice(*argument)]
        if text.lstrip().startswith(b"{"):
            return []
        if _bare_comma(text):
            edits.append(Edit(Span(argument.start, argument.start), (b"(",), rule.id, "launch"))
            edits.append(Edit(Span(argument.end, argument.end), (b")",), rule.id, "launch"))
    filled = b", 0" * (4 - len(config))
    has_arguments = bool(unit.code[given.start + 1 : given.end - 1].strip())
    joint = filled + (b", " if has_arguments else b"")
    edits.append(Edit(Span(config[-1].end, given.start + 1), (joint,), rule.id, "launch"))
    return edits


def braced_launches(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Name the type of a grid or block that a launch gives in braces, which HIP compilers do not guess."""
    for launch in unit.launches if b"{" in unit.code else ():
        parts = unit.launch(launch)
        starts = [argument.start for argument in parts.arguments[:2]] if parts else []
        edits = [
            Edit(Span(at, at), (b"dim3",), rule.id, "launch")
            for at in starts
            if unit.code[at : at + 1] == b"{"
        ]
        if edits:
            yield edits, []


def _bare_comma(text: bytes) -> bool:
    """Say whether an argument holds a comma outside brackets, which would split a macro's argument."""
    flat = text
    while flat != (flat := re.sub(rb"\([^()]*\)|\[[^\[\]]*\]", b"", flat)):
        pass
    return b"," in flat


def assembly(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Report inline assembly in files with device code, but for lane registers; write traps and barriers."""
    if b"asm" in unit.code and DEVICE.search(unit.code):
        for found in unit.captures("(gnu_asm_expression) @place", b"asm"):
            from hipify_py.lanes.registers import is_block_barrier, is_register

            for span in found["place"]:
                if TRAP.search(unit.source, *span):
                    yield [Edit(span, (b"__builtin_trap()",), rule.id, "call")], []
                elif is_block_barrier(unit, span.start):
                    yield [Edit(span, (b"__syncthreads()",), rule.id, "call")], []
                elif not is_register(unit, span.start) and not NO_ASSEMBLY.search(unit.source, *span):
                    yield [], [finding(rule, span)]


def glued_operators(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Part `operator<<` from the `<` of its template arguments, which HIP compilers read as a launch."""
    for found in GLUED.finditer(unit.code) if b"<<<" in unit.code else ():
        yield [Edit(Span(found.end(1), found.end(1)), (b" ",), rule.id, "spelling")], []


def vector_tags(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Drop the word `struct` before a vector type, which is no structure's tag in HIP."""
    for found in VECTOR_TAG.finditer(unit.code) if b"struct" in unit.code else ():
        yield [Edit(Span(found.start(), found.start(1)), (), rule.id, "spelling")], []


def device_launches(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Report kernel launches in device code."""
    for launch in unit.launches:
        function = in_function(unit, launch.open.start)
        if function is None:
            continue
        start = max(unit.code.rfind(mark, 0, function.start) for mark in (b";", b"}")) + 1
        head = unit.code[start : unit.code.find(b"{", function.start)]
        if GLOBAL.search(head) and b"__host__" not in head:
            yield [], [finding(rule, Span(launch.open.start, launch.close.end))]


def launch_bounds(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Drop the third argument of `__launch_bounds__`; report the second, which HIP counts differently."""
    wanted = int(rule.word)
    for found in BOUNDS.finditer(unit.code):
        commas, end = _arguments(unit.code, found.end())
        if len(commas) + 1 < wanted:
            continue
        span = Span(found.start(), end + 1)
        edits = [Edit(Span(commas[1], end), (), rule.id, "call")] if wanted == 3 else []
        yield edits, [finding(rule, span)] if rule.message else []


def _arguments(code: bytes, at: int) -> tuple[list[int], int]:
    """Give the offsets of the commas outside brackets behind `at`, and of the bracket that closes."""
    depth, commas = 0, []
    for token in ARGUMENT.finditer(code, at):
        if token[0] == b"(":
            depth += 1
        elif token[0] == b"," and depth == 0:
            commas.append(token.start())
        elif token[0] == b")":
            if depth == 0:
                return commas, token.start()
            depth -= 1
        elif token[0] == b";":  # the bracket was never closed
            break
    return [], at


def kernel_strings(unit: Unit, rule: Rule, _rules: RuleSet, _options: Options) -> Iterator[Found]:
    """Report device code inside string literals, which is never converted."""
    for span in unit.text.strings if b"__global__" in unit.source else ():
        if b"__global__" in unit.source[slice(*span)]:
            yield [], [finding(rule, span)]


MATCHERS: dict[str, Callable[[Unit, Rule, RuleSet, Options], Iterator[Found]]] = {
    "assembly": assembly,
    "braced-launches": braced_launches,
    "device-launches": device_launches,
    "glued-operators": glued_operators,
    "guards": guards,
    "kernel-strings": kernel_strings,
    "lanes": lanes,
    "launch-bounds": launch_bounds,
    "launches": launches,
    "prologue": prologue,
    "random-states": random_states,
    "vector-tags": vector_tags,
    "version-values": version_values,
    "versions": versions,
}

"""What lines of makefiles and scripts hand to CMake by -D: a HIP project reads HIP's names, not CUDA's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.flags import GPUS, Context, converted
from hipify_py.build.names import DIFFERS, RENAME, STAYS, Said, decoded, in_passing, of_cmake
from hipify_py.choices import ARCHS
from hipify_py.lazy import re
from hipify_py.model import Edit, Span
from hipify_py.outcomes import finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hipify_py.build.make_lexer import Line
    from hipify_py.build.make_view import View

QUOTED = rb"\"(?:[^\"\\]|\\(?s:.))*+\"|'[^']*+'"
WORD = (
    rb"(?:" + QUOTED + rb"|\$\([^()\r\n]*+\)|\$\{[^{}\r\n]*+\}|`[^`\r\n]*+`|\\[^\r\n]|[^\s\"'\\;&|()<>`])*+"
)
DEFINED = re.compile(
    rb"(?:(?<=[\s=(])|(?<=(?P<quote>[\"']))|\A)-D[ \t]*"
    rb"(?P<name>CMAKE_CUDA_\w++|CUDA_NVCC_FLAGS(?:_\w++)?|CUDA_HOST_COMPILER|CUDAToolkit_ROOT|CUDA_TOOLKIT_ROOT_DIR)"
    rb"(?::\w++)?=(?P<value>(?(quote)[^\"']*+|" + WORD + rb"))"
)
COMPILER, GPU_NAMES = "CMAKE_CUDA_COMPILER", "CMAKE_CUDA_ARCHITECTURES"
FLAGS = ("CMAKE_CUDA_FLAGS", "CUDA_NVCC_FLAGS")
CLANG = b"/opt/rocm/lib/llvm/bin/clang++"
USUAL = re.compile(
    rb"(?:(?:/usr/local/cuda|/opt/cuda)[\w.-]*/bin/|\$[({]CUDA_(?:PATH|HOME)[)}]/bin/)?nvcc"
    rb"|(?:\$\(|`)(?:which|command -v) nvcc[)`]"
)
NVCC = re.compile(rb"(?<![\w-])nvcc(?![\w.-])")
NAMED = "it is clang++ in ROCm's lib/llvm/bin, here of /opt/rocm: name the one of this machine"
OPEN = "it has to name clang++ in ROCm's lib/llvm/bin: CMake refuses nvcc and hipcc there; or leave it out"
THEIRS = "{text} has to name AMD's GPUs, such as gfx90a, not NVIDIA's: look at where it comes from"
NUMBERS = re.compile(rb"(?:\d++[af]?(?:-real|-virtual)?|native|all|all-major|OFF)(?:;(?!\Z)|\Z)")


def with_arguments(view: View, line: Line, words: Iterable[Said]) -> Iterator[Said]:
    """Give what becomes of the words of a line; of what it hands to CMake only of names in the values."""
    handed = [*_arguments(view, line)]
    apart_from = merged(word for word, _ in handed)
    said = [one for _, each in handed for one in each]
    ours = merged(one.span for one in said if isinstance(one, Edit))
    for one in words:
        names = isinstance(one, Edit) and one.rule == RENAME and not inside(ours, one.span.start)
        if names or not inside(apart_from, one.span.start):
            yield one
    yield from said


def _arguments(view: View, line: Line) -> Iterator[tuple[Span, list[Said]]]:
    """Give the words of a line that set CUDA's variables of CMake, each with what becomes of it."""
    code = view.file.code
    for found in DEFINED.finditer(code, *line.span):
        quote = found["quote"]
        end = found.end() if quote is None else code.find(quote, found.start("value"), line.span.end)
        if end >= 0:
            value = _inner(code, Span(found.start("value"), end))
            whole = Span(found.start(), end)
            yield (
                whole,
                [*_argument(view, Span(*found.span("name")), value, quoted=value.end < end or bool(quote))],
            )


def _inner(code: bytes, value: Span) -> Span:
    """Give a value without the quotes around all of it."""
    text = code[slice(*value)]
    if re.fullmatch(QUOTED, text):
        return Span(value.start + 1, value.end - 1)
    return value


def _argument(view: View, name: Span, value: Span, *, quoted: bool) -> Iterator[Said]:
    text = decoded(view.file.code[slice(*name)])
    entry = of_cmake(view.rules, text)
    to = "CMAKE_HIP_FLAGS" if text.startswith(FLAGS[1]) else entry.to if entry else None
    if to is None:
        if entry is not None:
            why = entry.note
            yield in_passing(finding(view.rules, STAYS, name, name=text, why=why))
        return
    yield Edit(name, (to.encode(),), RENAME, "build name", entry.origin if entry else "")
    if text == COMPILER:
        yield from _compiler(view, name, value)
    elif text == GPU_NAMES:
        yield from _gpus(view, value, quoted=quoted)
    elif text.startswith(FLAGS):
        assigned = view.options.project.assigned
        context = Context(view.rules, short=True, archs=b"", joined=True, assigned=assigned)
        yield from converted(view.file.code, value, context)
    elif entry is not None and entry.note:
        yield finding(view.rules, DIFFERS, name, name=text, becomes=f"becomes {to}", why=entry.note)


def _compiler(view: View, name: Span, value: Span) -> Iterator[Said]:
    """Name HIP's compiler where nvcc is named, and say where another one may be meant."""
    text = view.file.code[slice(*value)]
    is_named = NVCC.search(text) is not None
    if is_named:
        yield Edit(value, (CLANG,), RENAME, "build name")
    if not USUAL.fullmatch(text):
        becomes, why = "becomes CMAKE_HIP_COMPILER", NAMED if is_named else OPEN
        yield finding(view.rules, DIFFERS, name, name=COMPILER, becomes=becomes, why=why)


def _gpus(view: View, value: Span, *, quoted: bool) -> Iterator[Said]:
    """Write AMD's GPUs for NVIDIA's, and say so; what a variable names is only told of."""
    text, archs = view.file.code[slice(*value)], view.options.archs or ARCHS
    shown = decoded(text)
    said = finding(view.rules, GPUS, value, text=shown, to=" and ".join(archs))
    if not text.strip() or text.startswith(b"gfx"):
        return
    if all(map(NUMBERS.fullmatch, text.replace(b"\\;", b";").split(b";"))):
        made = ";".join(archs).encode()
        yield Edit(value, (made if quoted else b'"' + made + b'"',), GPUS, "GPUs")
        yield said
    else:
        yield said._replace(message=THEIRS.format(text=shown))

"""Build systems that are not converted: setup.py, pyproject.toml, Meson, Bazel. CUDA in them is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hipify_py.build.docstrings import without_docstrings
from hipify_py.build.known_flags import flags
from hipify_py.build.names import decoded, in_passing
from hipify_py.build.python_flags import gives_flags, plain_flags
from hipify_py.build.python_homes import HOME, is_quoted, of_pytorch, passing_over
from hipify_py.build.python_libraries import LISTS, named_libraries
from hipify_py.build.python_sides import for_cuda
from hipify_py.build.remarks import of_hip
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import beside, finding
from hipify_py.source.conditions import inside
from hipify_py.source.spans import merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hipify_py.build.known_flags import Flag
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

LEFT = "B017"
GONE = "hipcc does not know it: leave it out"
REMARK = re.compile(rb"""("(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*')|#[^\r\n]*""")
STRING = re.compile(rb""""((?:[^"\\\r\n]|\\.)*)"|'((?:[^'\\\r\n]|\\.)*)'""")
# What a script's own options are called, the strings first in such a call.
OPTIONS = re.compile(
    rb"""\b(?:add_argument|add_option|addoption|option)\s*\((?:\s*["'][^"'\r\n]*["']\s*(?:,|(?=\))))+"""
)
# What nvcc alone spells so: others have a flag -arch with machines for its values.
OF_NVIDIAS = re.compile(rb"(?:sm|compute|lto)_")
ARCHS = "--offload-arch with AMD's GPUs, such as gfx90a"
# Where a group has a name that is the kind of what is told of, else the word itself is looked up.
TENSORFLOW = rb"\b(?P<variable>TF_NEED_CUDA|TF_CUDA_\w+|CUDA_TOOLKIT_PATH)\b|(?P<config>--config=cuda\b)"
# What pip installs for CUDA alone.
WHEEL = rb"(?:cupy-cuda\w+|(?:nvidia|cuda)-\w+(?:-\w+)?-cu1\d)(?![\w-])"
PYTHON = re.compile(
    rb"""(?:(?<![\w.])|(?<!\w)(?=CUDAExtension\b))(CUDAExtension|CUDA_HOME|extra_cuda_cflags)\b|['"](nvcc)['"]|(?<![\w.-])(nvcc)\b|['"](?P<wheel>%b)|"""
    % WHEEL
    + TENSORFLOW
)
MESON = re.compile(
    rb"""['"](cuda)['"]|(?<![\w.-])(nvcc)\b|['"](?P<folder>(?:/usr/local|/opt)/cuda(?![\w.])[^'"]*)['"]"""
)
BAZEL = re.compile(
    rb"\b(cuda_(?:library|binary|test|objects)|if_cuda(?:_is_configured)?)\b|(?<![\w.-])(nvcc)\b"
    rb"|(?P<label>@local_config_cuda//cuda:(?:cu(?!da_)\w+|nccl\w*))"
    rb"|(@(?:local_config_cuda|rules_cuda))\b"
    rb"|(?<![\w-])(?P<language>-x[ =]?cuda)\b|(?<![\w-])(?P<option>-nvcc_options)="
    rb"|^[ \t]*(?P<line>\w+:cuda)\b|" + TENSORFLOW,
    re.MULTILINE,
)
# What runs a program, or looks whether there is one, before its name.
RUNS = re.compile(
    rb"\b(?:which|find_executable|run|call|check_call|check_output|Popen|popen|system|spawn)\s*+\(\s*+\[?+\s*+\Z"
)
KEYED = re.compile(rb"\.\s*+(?:get|pop|setdefault)\s*+\(\s*+\Z")  # of a dictionary of flags by compiler
REACH = 80  # bytes
COMPARES = re.compile(rb"(?:[=!]=|\.(?:startswith|endswith|removeprefix)\s*+\()\s*+\Z")
COMPARED = re.compile(rb"\s*+[=!]=|[ \t]++(?:not[ \t]++)?in\b")
MESON_LIBRARY = re.compile(rb"\bfind_library\s*\(")
# What copies single files, and what has PyTorch compile sources while a program runs.
COPIES = re.compile(rb"(?<![\w.])((?:shutil\s*\.\s*)?(?:copyfile|copy2)|shutil\s*\.\s*copy)\s*\(")
LOADS = re.compile(rb"(?<!\w)(?:(\w++)\s*+\.\s*+)?+load\s*+\(")
EXTENSION = b"cpp_extension"
NAMED = re.compile(rb"\bcpp_extension\s++as\s++(\w++)")
IMPORTED = re.compile(rb"\bcpp_extension\s++import\b[^\r\n]*(?<![\w.])load\b")
System = Literal["python", "meson", "bazel"]
WORDS: dict[System, re.Pattern[bytes]] = {"python": PYTHON, "meson": MESON, "bazel": BAZEL}
PYPROJECT = re.compile(
    rb"(?<![\w.-])(CMAKE_CUDA_\w+|CUDACXX)\b|['\"]([^'\"\r\n*?]*\.cu)['\"]|(?<![\w.-])(nvcc)\b"
    rb"|['\"](%b)" % WHEEL
)
WHEELS = 4
# What is said of each group of these.
IN_PYPROJECT = {1: "=CMAKE_CUDA", 2: "=.cu", 3: "=CMAKE_CUDA", WHEELS: "python:wheel"}
EXTRAS = re.compile(
    rb"\[(?:project\.optional-dependencies|dependency-groups|tool\.poetry\.(?:extras|group))\b"
)
OWN = re.compile(
    rb"(?ms)^[ \t]*\[tool\.hipify-py\b.*?(?=^[ \t]*\[(?!tool\.hipify-py\b)|\Z)"
)  # settings, no build

# Files that a package holds, such as sources that are compiled when it runs; none is compiled to make it.
SHIPPED = re.compile(rb"(?ms)^[ \t]*\[tool\.setuptools\.(?:exclude-)?package-data\b.*?(?=^[ \t]*\[|\Z)")


def others(source: bytes, rules: RuleSet, options: Options) -> tuple[list[Edit], list[Finding]]:
    """Give what is said of such a file, each word once; nothing is edited."""
    name = options.name
    if name == "pyproject.toml":
        return [], [*_pyproject(source, rules)]
    system: System = "python" if name.endswith(".py") else "meson" if name.startswith("meson") else "bazel"
    code = source if system == "meson" else without_docstrings(source)
    code = REMARK.sub(lambda found: found[0] if found[1] else b" " * len(found[0]), code)
    left = merged(for_cuda(source) if system == "python" else ())
    said = _said(code, system, rules, left)
    flagged: list[Finding] = []
    if system == "python":
        flagged += _copies(code, rules)
    if system == "python" or (system == "meson" and said):
        lists = MESON_LIBRARY if system == "meson" else LISTS
        of_nvcc = _flags(code, rules, left)
        if of_nvcc and _is_key(code, said.get("nvcc")):
            del said["nvcc"]
        flagged += [*of_nvcc, *named_libraries(code, rules, lists)]
    return [], [
        in_passing(one) if inside(left, one.span.start) else one for one in (*said.values(), *flagged)
    ]


def _said(code: bytes, system: System, rules: RuleSet, left: Sequence[Span]) -> dict[str, Finding]:
    """Give what is said of each word, or kind of words, at its first place, with the others beside it."""
    said: dict[str, Finding] = {}
    again: dict[str, list[Span]] = {}
    both = of_hip(code)
    torchs = of_pytorch(code)
    passes_over = passing_over(code) if system == "python" else None
    for found in _read_first(WORDS[system].finditer(code), left):
        if passes_over is not None and passes_over(found):
            continue
        at = found.lastindex or 0
        word, kind = decoded(found[at]), found.lastgroup or ""
        if kind and both:
            continue  # which the file has for HIP, too
        table = rules.build["words"]
        quoted = found[0][:1] in {b"'", b'"'}
        is_program = system == "python" and RUNS.search(code, max(0, found.start() - REACH), found.start())
        key = f"={word}" if quoted and not kind and not is_program else f"{system}:{kind or word}"
        if system == "python" and not kind:
            key = _plain_key(code, found, word, torchs) or key
        entry = table.get(key) or (None if quoted or kind else table.get(word))
        kept = key if key.startswith("plain:") else kind or word
        if entry is not None and kept in said:
            again[kept].append(Span(*found.span(at)))
        elif entry is not None:
            told = finding(rules, LEFT, Span(*found.span(at)), text=word, why=entry.note)
            is_plain = gives_flags(code, found.start()) and plain_flags(code, rules.build["flags"])
            said[kept], again[kept] = in_passing(told) if is_plain else told, []
    return {key: one._replace(related=beside(again[key])) for key, one in said.items()}


def _plain_key(code: bytes, found: re.Match[bytes], word: str, torchs: frozenset[str]) -> str:
    """Give the key of a word that is not PyTorch's in a script; nothing where it is, as `torchs` are."""
    at = found.start()
    is_key = gives_flags(code, at) or KEYED.search(code, max(0, at - REACH), at)
    if is_key or (word in torchs and not (word == HOME and is_quoted(code, found))):
        return ""
    return f"plain:{word}"


def _is_key(code: bytes, said: Finding | None) -> bool:
    """Say whether what is told of is a key of flags for nvcc, each of which is told of itself."""
    return (
        said is not None
        and code[said.span.start - 1 : said.span.start] in {b"'", b'"'}
        and (code[said.span.end : said.span.end + 1] in {b"'", b'"'})
    )


def _copies(code: bytes, rules: RuleSet) -> Iterator[Finding]:
    """Say, once, that a script has PyTorch compile copies of sources: headers of ours are not beside them."""
    found = COPIES.search(code) if EXTENSION in code and _compiles(code) else None
    if found is not None:
        yield finding(rules, "B040", Span(*found.span(1)), text=decoded(found[1]))


def _compiles(code: bytes) -> bool:
    """Say whether a script has PyTorch compile sources while it runs."""
    heads = {EXTENSION, *NAMED.findall(code)} | ({b""} if IMPORTED.search(code) else set())
    return any((one[1] or b"") in heads for one in LOADS.finditer(code))


def _read_first(found: Iterable[re.Match[bytes]], left: Sequence[Span]) -> list[re.Match[bytes]]:
    """Put what is in branches that no build for HIP takes behind all else, for a word is told of once."""
    return sorted(found, key=lambda one: inside(left, one.start()))


def _flags(code: bytes, rules: RuleSet, left: Sequence[Span]) -> list[Finding]:
    """Say once of each flag in the strings of a script that nvcc alone spells so what hipcc takes.

    Those that only have to go are told of together, by the first of them.
    """
    kept: dict[tuple[str, bool], list[Finding]] = {}
    for one in _each_flag(code, rules, left):
        gone = one.message.endswith(GONE)
        key = GONE if gone else one.message
        kept.setdefault((key, inside(left, one.span.start)), []).append(one)
    return [_all_of(several) for several in kept.values()]


def _all_of(several: Sequence[Finding]) -> Finding:
    """Give the first of some findings, with the places of the others."""
    first, *others = several
    if not others:
        return first
    more = f"{len(others)} more here" if len(others) > 1 else "one more here"
    message = first.message.removesuffix(GONE) + f"hipcc does not know it, nor {more}: leave them out"
    related = beside(one.span for one in others)
    return first._replace(message=message, related=related)


def _each_flag(code: bytes, rules: RuleSet, left: Sequence[Span]) -> Iterator[Finding]:
    """Say of each flag what hipcc takes in its place."""
    words = bytearray(b" " * len(code))
    code = OPTIONS.sub(lambda one: b" " * len(one[0]), code)
    for found in STRING.finditer(code):
        if _is_compared(code, found):
            continue
        words[slice(*found.span(found.lastindex or 0))] = found[found.lastindex or 0]
    said: set[str] = set()
    read = _read_flags(bytes(words), rules)
    for flag in sorted(read, key=lambda one: (inside(left, one.span.start), one.span.start)):
        name = flag.key.partition("=")[0]
        if name not in said:
            said.add(name)
            span = flag.span if b" " not in words[slice(*flag.span)] else Span(flag.span.start, flag.at.start)
            text = decoded(bytes(words[slice(*span)]).rstrip())
            yield finding(
                rules, LEFT, Span(span.start, span.start + len(text)), text=text, why=_instead(flag)
            )


def _read_flags(words: bytes, rules: RuleSet) -> Iterator[Flag]:
    """Give the flags of a text that are nvcc's, whoever is given them; of short ones those with its GPUs."""
    region = Span(0, len(words))
    yield from flags(words, region, (rules.build["flags"],))
    for one in flags(words, region, (rules.build["short_flags"],)):
        if one.entry.to == "{archs}" and OF_NVIDIAS.match(one.value):
            yield one


def _is_compared(code: bytes, found: re.Match[bytes]) -> bool:
    """Say whether a script compares what it was given with a text, and gives nothing by it."""
    before = code[max(0, found.start() - REACH) : found.start()]
    return COMPARES.search(before) is not None or COMPARED.match(code, found.end()) is not None


def _instead(flag: Flag) -> str:
    """Say what hipcc takes in place of a flag, and how that differs."""
    to, note = flag.entry.to, flag.entry.note
    if to is None:
        return note
    value = decoded(flag.value)
    for name, text in {"archs": ARCHS, "value": value, "host": value.replace(",", " ")}.items():
        to = to.replace(f"{{{name}}}", text)
    what = f"hipcc takes {to}" if to else GONE
    return f"{what}; {note}" if note else what


def _pyproject(source: bytes, rules: RuleSet) -> Iterator[Finding]:
    """Say of each kind of word once that it is CUDA's: what a build backend hands to CMake, and sources."""
    blank = OWN.sub(lambda one: b" " * len(one[0]), source)
    blank = SHIPPED.sub(lambda one: b" " * len(one[0]), blank)
    code = REMARK.sub(lambda found: found[0] if found[1] else b" " * len(found[0]), blank)
    said: set[int] = {WHEELS} if of_hip(code) else set()
    for found in PYPROJECT.finditer(code):
        at = found.lastindex or 0
        if at not in said:
            said.add(at)
            why = rules.build["words"][IN_PYPROJECT[at]].note
            told = finding(rules, LEFT, Span(*found.span(at)), text=decoded(found[at]), why=why)
            is_extra = EXTRAS.match(code, code.rfind(b"\n[", 0, found.start()) + 1) is not None
            yield in_passing(told) if at == WHEELS and is_extra else told

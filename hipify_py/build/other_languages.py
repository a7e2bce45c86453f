"""Sources of languages that are not converted and name CUDA: Cython, Fortran, Java and Rust.

One finding a file says so, with the first place of each name; nothing is edited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.build.docstrings import TOKEN
from hipify_py.build.file_names import Language, language_of
from hipify_py.build.names import decoded, in_passing
from hipify_py.build.remarks import blanked, of_hip
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Related, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

OTHER = "F027"
IN_COLUMNS = (".f", ".for")  # Fortran with remarks by the first column
INSTEAD = {
    "Cython": "declare HIP's headers and call HIP's names, by a condition where it is for CUDA, too",
    "Fortran": "call HIP's functions by the modules of hipfort; kernels have to be written in HIP C++",
    "Java": "JCuda and its like are for CUDA alone: call HIP's functions by JNI or Java's foreign "
    "functions, and load what hipcc --genco makes in place of PTX",
    "Rust": "bind HIP's functions where it binds CUDA's",
}
NAMED = re.compile(rb"\b(?:cu(?:da|blas|fft|rand|sparse|solver|dnn)?[A-Z_]|nccl[A-Z]|CU[A-Z]*_)\w+")
HEADER = rb"['\"<](?:cuda\w*|cublas\w*|cufft\w*|curand\w*|cusparse\w*|cusolver\w*|cudnn\w*|nccl)\.h\b"
# What CUDA is named by besides its functions.
BESIDES = {
    "Cython": re.compile(rb"\bcdef\s+extern\s+from\s+" + HEADER),
    "Fortran": re.compile(
        rb"""^[ \t]*use[ \t]+(?:cudafor|cublas\w*|cufft\w*|curand\w*|cusparse\w*|cusolver\w*)\b
        | \battributes[ \t]*\([ \t]*(?:global|device|constant|managed|shared)\b | ^[ \t]*!\$cuf\b""",
        re.IGNORECASE | re.MULTILINE | re.VERBOSE,
    ),
    "Java": re.compile(rb"\bimport\s+(?:static\s+)?jcuda\b"),
    "Rust": re.compile(rb"\binclude!\s*\(\s*" + HEADER),
}
# Strings and remarks, in order: neither opens the other within.
FREE = re.compile(rb"\"[^\"\r\n]*+\"?|'[^'\r\n]*+'?|!(?!\$cuf)[^\r\n]*", re.IGNORECASE)
FIXED = re.compile(rb"^[c*](?!\$cuf)[^\r\n]*|" + FREE.pattern, re.IGNORECASE | re.MULTILINE)
REMARKS = rb"//[^\r\n]*+|/\*(?:(?!\*/).)*+"
PLAIN = rb"'(?:[^'\\\r\n]|\\.)'|\"(?:[^\"\\]|\\.)*+\"?|" + REMARKS  # characters, strings, remarks
JAVA = re.compile(rb"\"{3}(?:\\.|(?!\"{3})[^\\])*+|" + PLAIN, re.DOTALL)
RUST = re.compile(rb"\br(?P<mark>\#*)\"(?:(?!\"(?P=mark)).)*+\"?|" + PLAIN, re.DOTALL)
BOUND = re.compile(rb"(?i)\bname[ \t]*=[ \t]*['\"]\Z")
BEFORE = 40  # bytes of a string that are looked at
MOST = 8  # names that are told with their places


def names_cuda(source: bytes, name: str) -> bool:
    """Say whether such a source may name CUDA: by a function's name, or by words of its own."""
    language = language_of(name)
    if not language:
        return False
    return NAMED.search(source) is not None or BESIDES[language].search(source) is not None


def other_language(source: bytes, rules: RuleSet, options: Options) -> tuple[list[Edit], list[Finding]]:
    """Say, once, what of CUDA a source names; in a note where it names HIP, too."""
    language = language_of(options.name)
    code = _code(source, options.name)
    places: dict[bytes, Span] = {}
    for span in sorted(_named(code, language, rules)):
        places.setdefault(b" ".join(code[slice(*span)].split()), span)
    if not places:
        return [], []
    (first, span), *others = places.items()
    more = f" and {len(others)} more" if others else ""
    said = finding(
        rules, OTHER, span, language=language, first=decoded(first), more=more, instead=INSTEAD[language]
    )
    related = tuple(Related(at, f"{decoded(name)}, here") for name, at in others[:MOST])
    said = said._replace(related=related)
    return [], [in_passing(said) if of_hip(code) else said]


def _named(code: bytes, language: Language, rules: RuleSet) -> Iterator[Span]:
    for found in BESIDES[language].finditer(code):
        yield Span(found.end() - len(found[0].lstrip()), found.end())
    for found in NAMED.finditer(code):
        known = rules.names.get(found[0])
        if known is not None and known.acts(found[0]):
            yield Span(*found.span())


def _code(source: bytes, name: str) -> bytes:
    """Give a source with blanks for its remarks and for what it says in strings, but names that it binds."""
    fortran = FIXED if name.lower().endswith(IN_COLUMNS) else FREE
    marks = {"Cython": TOKEN, "Fortran": fortran, "Java": JAVA, "Rust": RUST}[language_of(name) or "Rust"]
    code = bytearray(source)
    for found in marks.finditer(source):
        start, end = found.span()
        text = found[0]
        if text[:1] in b"([{)]}" or _is_bound(source, start) or _is_header(text):
            continue
        code[start:end] = blanked(text)
    return bytes(code)


def _is_bound(source: bytes, start: int) -> bool:
    """Say whether a string is the name of a function in C: `bind(c, name="cudaMalloc")`."""
    return BOUND.search(source[max(0, start - BEFORE) : start + 1]) is not None


def _is_header(text: bytes) -> bool:
    return text[:1] in b"'\"" and text[1:-1].endswith(b".h")

"""Builds other than CMake's and make's: Autotools' configure, Go with cgo, Rust, Julia, Visual Studio.

What of CUDA they name is reported once a file, with the first place of each kind; nothing is edited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from hipify_py.build.ci_files import told
from hipify_py.build.remarks import of_hip, without_remarks
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

LEFT = "B017"
STUDIO_LEFT = "B041"
System = Literal["", "autoconf", "cgo", "rust", "cargo", "julia", "studio"]
LIBRARY = rb"cu(?:da|dart|dart_static|blas(?:Lt)?|fftw?|rand|sparse|solver|dnn|pti)|nvrtc|nvToolsExt|nccl"
HEADER = (
    rb"(?:cuda(?:_runtime(?:_api)?)?|cublas(?:_v2|Lt)?|cufftw?|curand|cusparse|cusolver\w*|cudnn|nvrtc|nccl)"
    rb"\.h\b"
)
FOLDER = rb"(?:/usr/local|/opt)/cuda\b[\w./-]*"
DNL = re.compile(rb"\bdnl\b[^\r\n]*")

AUTOCONF = rb"""
    (?<![\w.-]) (?P<program> nvcc ) (?![\w.-])
    | (?<![\w-]) (?P<library> -l (?:%b) ) \b
    | \b AC_(?:CHECK_LIB|SEARCH_LIBS) \s* \( [^()]*? (?<![\w.]) (?P<asked> %b ) \b
    | (?<![\w./]) (?P<header> %b )
    | (?P<folder> %b )
    | (?<![\w-]) (?P<flag> -gencode | -arch[ =]?sm_\w+ | -Xptxas | --?maxrregcount | --?ptxas-options )
    | (?P<choice> --with-cuda\b[\w-]* )
""" % (LIBRARY, LIBRARY, HEADER, FOLDER)
CGO = rb"""
    ^ [ \t]* (?:// [ \t]*)? \#cgo \b [^\r\n]*? (?: (?P<library> (?<![\w-]) -l (?:%b) ) \b | (?P<folder> %b ) )
    | ^ [ \t]* (?:// [ \t]*)? \#[ \t]* include [ \t]* [<"] (?P<header> %b )
    | " (?P<program> nvcc ) "
""" % (LIBRARY, FOLDER, HEADER)
RUST = rb"""
    " (?P<program> nvcc ) "
    | (?P<builder> \. cuda \( true \) )
    | link-lib= (?:\w+=)? (?P<library> %b ) \b
    | (?P<folder> %b )
    | \b (?P<variable> CUDA_ (?: PATH | HOME | ROOT | TOOLKIT_ROOT_DIR ) ) \b
    | (?<![\w-]) (?P<flag> -gencode | -arch[ =]?sm_\w+ )
""" % (LIBRARY, FOLDER)
CARGO = rb"""
    ^ [ \t]*
    (?P<crate> cust (?:_\w+)? | cudarc | rustacuda\w* | cuda[-_]\w+ | nvrtc | cublas | cudnn )
    [ \t]* =
"""
JULIA = rb"""
    ^ [ \t]* (?P<package> CUDA | CUDA_\w+ | cuDNN | CUDNN | CUSPARSE | CUBLAS | NVTX ) [ \t]* = [ \t]* "
"""
STUDIO = rb"""
    < (?P<sources> CudaCompile | CudaLink ) \b
    | \b (?P<rules> CUDA [ ]? \d+\.\d+ \.(?:props|targets|rules) )
    | (?<![\w.-]) (?P<library> (?:%b) \.lib ) \b
    | \$\( (?P<variable> CUDA_(?:PATH|INC_PATH|LIB_PATH|BIN_PATH)\w* | CudaToolkit\w+ ) \)
    | (?<![\w.-]) (?P<program> nvcc (?:\.exe)? ) (?![\w.-])
""" % (LIBRARY)
WORDS = {"autoconf": AUTOCONF, "cgo": CGO, "rust": RUST, "cargo": CARGO, "julia": JULIA, "studio": STUDIO}
XML_REMARK = re.compile(rb"<!--.*?-->", re.DOTALL)
OF_STUDIO = (".vcxproj", ".vcproj")


def system_of(name: str) -> System:
    """Give what a file of some name belongs to; "" for another file."""
    if name in {"configure.ac", "configure.in"} or name.endswith(".m4"):
        return "autoconf"
    by_name: dict[str, System] = {"build.rs": "rust", "Cargo.toml": "cargo", "Project.toml": "julia"}
    if name.endswith(OF_STUDIO):
        return "studio"
    return "cgo" if name.endswith(".go") else by_name.get(name, "")


def other_builder(source: bytes, rules: RuleSet, options: Options) -> tuple[list[Edit], list[Finding]]:
    """Say, once, what of CUDA a file names that speaks of nothing of HIP; of each kind the first place."""
    system = system_of(options.name)
    code = _code(source, system)
    if of_hip(code):
        return [], []
    places: dict[str, Span] = {}
    for found in re.finditer(WORDS[system], code, re.VERBOSE | re.MULTILINE):
        kind = found.lastgroup or ""
        places.setdefault("library" if kind == "asked" else kind, Span(*found.span(kind)))
    table = rules.build["words"]
    said = [(span, table[key].note) for kind, span in places.items() if (key := f"{system}:{kind}") in table]
    return [], told(source, rules, STUDIO_LEFT if system == "studio" else LEFT, said)


def _code(source: bytes, system: System) -> bytes:
    """Give a file with blanks for its remarks; those of Go hold what cgo reads."""
    if system == "cgo":
        return source
    if system == "studio":
        closed, end, rest = source.rpartition(b"-->")  # no end is looked for from each mark of the rest
        return XML_REMARK.sub(lambda one: b" " * len(one[0]), closed + end) + rest
    code = without_remarks(source, slashes=system == "rust")
    return DNL.sub(lambda one: b" " * len(one[0]), code) if system == "autoconf" else code

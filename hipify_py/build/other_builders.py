"""Builds other than CMake's and make's: Autotools' configure, Go with cgo, Rust, Julia, Visual Studio.

And SCons, Waf, qmake, xmake, Premake, NVIDIA's Nsight for Eclipse, scripts of MATLAB that call nvcc, presets
of CMake, manifests of vcpkg and Conan, and scripts of Windows.

What of CUDA they name is reported once a file, with the first place of each kind; nothing is edited.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Literal

from hipify_py.build.ci_files import told
from hipify_py.build.names import in_passing
from hipify_py.build.remarks import of_hip, without_remarks
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span

if TYPE_CHECKING:
    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

LEFT = "B017"
STUDIO_LEFT = "B041"
System = Literal[
    "",
    "autoconf",
    "cgo",
    "rust",
    "cargo",
    "julia",
    "studio",
    "scons",
    "qmake",
    "lua",
    "eclipse",
    "matlab",
    "presets",
    "vcpkg",
    "conan",
    "windows",
]
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
SCRIPT = rb"""
    (?<![\w.-]) (?P<program> nvcc ) (?![\w.-])
    | (?<![\w-]) (?P<library> -l (?:%b) ) \b
    | (?P<folder> %b )
    | (?<![\w-]) (?P<flag> -gencode | -arch[ =]?sm_\w+ | -Xptxas | -use_fast_math )
""" % (LIBRARY, FOLDER)
SCONS = (
    SCRIPT
    + rb"""
    | ["'] (?P<linked> (?:%b) ) ["']
    | \b (?P<tool> CUDAFLAGS | NVCCFLAGS ) \b
    | \b load \( [^()\r\n]* \b (?P<loaded> cuda ) \b
"""
    % (LIBRARY)
)
QMAKE = SCRIPT + rb"| ^ [ \t]* (?P<sources> CUDA_SOURCES | OTHER_FILES [ \t]* \+?= [^\r\n]* \.cu ) \b"
LUA = (
    SCRIPT
    + rb"""
    | \b (?P<gpus> add_cu (?:gencodes|flags) ) \b
    | ["'] (?P<linked> (?:%b) ) ["']
    | ["'] (?P<sources> [^"'\r\n]* \.cu ) ["']
    | \b (?P<rules> BuildCustomizations/CUDA [ ] \d+\.\d+ )
"""
    % (LIBRARY)
)
ECLIPSE = rb"\b (?P<plugin> com\.nvidia\.cuda\.ide ) \b"
MATLAB = (
    SCRIPT
    + rb"""
    | \b (?P<builder> mexcuda | nvmex ) \b
    | \b (?P<kernel> parallel\.gpu\.CUDAKernel ) \b
"""
)
PRESETS = rb"""
    " (?P<gpus> CMAKE_CUDA_ARCHITECTURES ) "
    | " (?P<compiler> CMAKE_CUDA_COMPILER | CUDACXX ) "
    | " (?P<folder> CUDAToolkit_ROOT | CUDA_(?: TOOLKIT_ROOT_DIR | PATH | HOME ) ) "
    | " (?P<flag> CMAKE_CUDA_\w+ | CUDA_NVCC_FLAGS ) "
"""
VCPKG = rb"""
    " (?P<port> cuda | cudnn | nccl | nvtx3? | nvidia-cutlass | libnvjpeg ) "
"""
CONAN = rb"""
    (?<![\w.-]) (?P<package> (?: cuda[\w-]* | cudnn[\w-]* | nccl | cutlass ) / \[?\d[^"'\s\]]* )
    | (?P<option> [\w/*.-]+ : \w*cuda\w* ) (?= ["']? [ \t]* [:=,] [ \t]* ["']? (?:True|ON|1) \b )
    | \b (?P<flag> CMAKE_CUDA_\w+ ) \b
"""
WINDOWS = (
    SCRIPT
    + rb"""
    | (?<![\w.-]) (?P<called> nvcc\.exe ) (?![\w.-])
    | (?: %% | \$env: | \$\{env: ) (?P<variable> CUDA_(?:PATH|HOME|INC_PATH|LIB_PATH|BIN_PATH)\w* )
    | (?<![\w.-]) (?P<import> (?:%b) \.lib ) \b
"""
    % (LIBRARY)
)
WORDS = {
    "autoconf": AUTOCONF,
    "cgo": CGO,
    "rust": RUST,
    "cargo": CARGO,
    "julia": JULIA,
    "studio": STUDIO,
    "scons": SCONS,
    "qmake": QMAKE,
    "lua": LUA,
    "eclipse": ECLIPSE,
    "matlab": MATLAB,
    "presets": PRESETS,
    "vcpkg": VCPKG,
    "conan": CONAN,
    "windows": WINDOWS,
}
BATCH_REMARK = rb"(?im)(?:^[ \t]*@?(?:rem\b|::)|^[ \t]*\#)"  # or one of PowerShell's
IN_MATLAB = re.compile(MATLAB, re.VERBOSE)
OF_XML, REMARKS = ("studio", "eclipse"), {"lua": rb"--", "matlab": rb"%", "windows": BATCH_REMARK}
XML_REMARK = re.compile(rb"<!--.*?-->", re.DOTALL)
BY_NAME: dict[str, System] = {
    "build.rs": "rust",
    "Cargo.toml": "cargo",
    "Project.toml": "julia",
    "SConstruct": "scons",
    "SConscript": "scons",
    "wscript": "scons",
    "xmake.lua": "lua",
    ".cproject": "eclipse",
    ".project": "eclipse",
    "CMakePresets.json": "presets",
    "CMakeUserPresets.json": "presets",
    "vcpkg.json": "vcpkg",
    "conanfile.py": "conan",
    "conanfile.txt": "conan",
}
BY_ENDING: dict[str, System] = {
    ".vcxproj": "studio",
    ".vcproj": "studio",
    ".go": "cgo",
    ".pro": "qmake",
    ".pri": "qmake",
    ".m": "matlab",
    ".bat": "windows",
    ".cmd": "windows",
    ".ps1": "windows",
}


def system_of(name: str) -> System:
    """Give what a file of some name belongs to; "" for another file."""
    if name in {"configure.ac", "configure.in"} or name.endswith(".m4"):
        return "autoconf"
    if name.startswith("premake") and name.endswith(".lua"):
        return "lua"
    return BY_NAME.get(name) or BY_ENDING.get(posixpath.splitext(name)[1], "")


def calls_nvcc(source: bytes) -> bool:
    """Say whether a file that ends in `.m`, as sources of Objective-C do, is MATLAB's and builds for CUDA."""
    return IN_MATLAB.search(_code(source, "matlab")) is not None


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
    made = told(source, rules, STUDIO_LEFT if system == "studio" else LEFT, said)
    return [], [*map(in_passing, made)] if system == "windows" else made


def _code(source: bytes, system: System) -> bytes:
    """Give a file with blanks for its remarks; those of Go hold what cgo reads."""
    if system == "cgo":
        return source
    if system in OF_XML:
        closed, end, rest = source.rpartition(b"-->")  # no end is looked for from each mark of the rest
        return XML_REMARK.sub(lambda one: b" " * len(one[0]), closed + end) + rest
    if mark := REMARKS.get(system):
        return re.sub(mark + rb"[^\r\n]*+", lambda one: b" " * len(one[0]), source)
    code = without_remarks(source, slashes=system == "rust")
    return DNL.sub(lambda one: b" " * len(one[0]), code) if system == "autoconf" else code

"""CI files, container files and scripts that call no nvcc: what of CUDA they ask for is reported."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from hipify_py.build.ci_names import is_conda_file, is_pip_file
from hipify_py.build.ci_windows import is_for_windows, on_windows
from hipify_py.build.names import decoded, in_passing
from hipify_py.build.remarks import of_hip, without_remarks
from hipify_py.build.tolerated import is_let_pass
from hipify_py.lazy import re
from hipify_py.model import Edit, Finding, Span
from hipify_py.outcomes import finding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.rules.model import RuleSet
    from hipify_py.settings import Options

OF_CUDA = re.compile(
    rb"""
    (?<![\w./-]) (?P<image> (?:[\w.-]+/)? nvidia/cuda\b [^\s'",]* | nvcr\.io/nvidia/ [^\s'",]* )
    | ^ [ \t-]* (?: FROM [ \t]+ (?: --\S+ [ \t]+ )? | (?: image | container ) : [ \t]* ['"]? )
        (?! [^\s'",]* nvidia/cuda | nvcr\.io/ )
        (?P<base> (?: [^\s'",]*? (?<![A-Za-z]) )? (?i:cuda) (?![A-Za-z]) [^\s'",]* )
    | \buses: [ \t]* ['"]? (?! \./\.github/workflows/ )  # which is read itself
        (?P<action> [\w./-]* (?i:cuda) [\w./-]* (?: @ [^\s'"]+ )? )
    | (?P<toolkit> developer\.download\.nvidia\.com [^\s'",]* | /usr/local/cuda \b [\w./-]*
        | (?<![\w.-]) cuda_\d [\w.]* _(?:linux|win|network) [\w.]*
        | \bchoco[ \t]+install[ \t]+(?:-\S+[ \t]+)*cuda (?![\w-]) )
    | (?<![\w./:-]) (?P<package> nvidia-cuda-(?:toolkit|dev) \b | cudatoolkit \b
        | (?:nvidia|cuda) - \w+ (?:-\w+)? -cu1[0-9] \b | cupy-cuda\w+ | pytorch-cuda \b
        | nvidia/label/cuda-[\w.]+
        | cuda- (?:toolkit|nvcc|compiler|minimal-build|libraries|command-line-tools|cudart|runtime|nvrtc
            |\d+-\d) \b [\w.$={}-]*
        | lib(?:cublas|cufft|curand|cusparse|cusolver|cudnn\d*|nccl\d*) \b [\w.$={}-]* )
    | ^ [ \t]* - [ \t]* (?:[\w.-]+::)?
        (?P<conda> cudnn | nccl | cupy | cuda | cuda-version | cuda-python ) (?![\w:-])
    | \{\{ [ \t]* compiler\( ['"] (?P<conda_compiler> cuda ) ['"]
    | (?<![\w.-]) (?P<wheel> cu1[0-9]\d ) (?![\w.-])
    # no environment, and no script of the project's
    | (?<![\w.-]) (?<!activate[ ]) (?<!-n[ ]) (?<!--name[ ]) (?P<compiler> nvcc ) (?! \.?[\w-])
    | -D [ \t]* (?P<cmake_compiler> CMAKE_CUDA_COMPILER ) \b (?: :\w+ )? (?: = [^\s'"]* )?
    | -D [ \t]* (?P<flag> CMAKE_CUDA_\w+ | CUDA_NVCC_FLAGS )
    | -D [ \t]* (?P<gpus> CUDA_ARCH\w* )
    | -D [ \t]* (?P<root> CUDAToolkit_ROOT | CUDA_TOOLKIT_ROOT_DIR | CUDA_INCLUDE_DIRS? | CUDA_LIBRARIES )
        (?: :\w+ )? (?: = ['"]? /usr/local/cuda [^\s'"]* )?
    | \b (?P<tensorflow> TF_NEED_CUDA \b (?! \s*[=:]\s*['"]?0 ) | TF_CUDA_\w+ )
    | \b (?P<archs> CUDAARCHS ) \b | \b (?P<variable> CUDACXX | CUDAHOSTCXX | CUDA_(?:PATH|HOME) ) \b
    | -D [ \t]* (?P<choice> \w*CUDA ) (?: :BOOL )? = ['"]? (?i: on|1|yes|true ) \b
    | (?<![\w.-]) (?P<gpu> nvidia-(?:docker2?|container-toolkit|container-runtime) | --gpus ) (?![\w-])
    | (?<![\w.-]) (?P<smi> nvidia-smi ) (?![\w-])
    """,
    re.VERBOSE | re.MULTILINE,
)
# What takes --gpus for a container, in the command before it, or in the lines before it in a file of data.
RUNS_CONTAINERS = re.compile(rb"(?i)docker|podman|nerdctl|container|options")
NEAR, FAR, LINE = 300, 600, 100  # bytes of such lines, of one command, and before a command's first word
# Keeps its name and its use; is not asked for where there is no CUDA to be found; makes nothing.
MINOR = {"choice", "root", "demo"}
AT_RUN = frozenset({"smi", "gpu"})  # asks for a GPU only when something runs
SCRIPTS = (".sh", ".bash", ".zsh", ".ksh", ".slurm", ".sbatch", ".pbs")
# A line of its own that others follow: the last one's failure is the script's.
SHOWN = re.compile(rb"[ \t]*nvidia-smi(?:[ \t]+[\w=.,:/-]+)*[ \t]*\r?\n\s*+(?:#[^\n]*\n\s*+)*+[^\s#]")
STOPS = re.compile(
    rb"\bset[ \t]+(?:-\w+[ \t]+)*-(?:\w*e|o[ \t]+errexit)|\A#![^\r\n]*[ \t]-\w*e"
)  # by a failure
# Of the toolkit, what a line of a script runs or prints that makes nothing: an example, a text.
DEMO = re.compile(rb"/(?:samples|demo_suite)/.*\w\Z")
BEGINS = re.compile(rb"(?:\A|[\n;&|]|\bthen|\bdo)[ \t]*(?:sudo[ \t]+)?\Z")
ENDS = re.compile(rb"[^\r\n|&;]*+(?:;|\r?\n|\Z)")  # nothing hangs on what the command gives
PRINTS = re.compile(BEGINS.pattern[:-2] + rb"(?:cat|ls|head|tail|du|stat|file)[ \t]+(?:-\S+[ \t]+)*\Z")
PROFILER = re.compile(rb"/bin/(?:ncu|nsys|nvprof|compute-sanitizer|cuda-(?:gdb|memcheck))\Z")
FRAMEWORK = re.compile(rb"(?i)(?<![a-z])(?:pytorch|tensorflow|jax)(?![a-z])")
CONDA_PYTORCH = re.compile(rb"^[ \t]*-[ \t]*(?:[\w.-]+::)?(?:pytorch|torch)\b", re.MULTILINE)
STAGE = re.compile(rb"^[ \t]*FROM[ \t][^\r\n]*?[ \t]AS[ \t]+([\w.-]+)", re.MULTILINE | re.IGNORECASE)


def ci_file(source: bytes, rules: RuleSet, options: Options) -> tuple[list[Edit], list[Finding]]:
    """Say, once, what of CUDA a file names that speaks of nothing of HIP; of each kind the first place."""
    code = without_remarks(source, slashes=options.name.startswith("Jenkinsfile"))
    if of_hip(code):
        return [], []
    stages, for_windows = _stages(code), is_for_windows(code, options.name)
    first: dict[str, Span] = {}
    beside: dict[str, Span] = {}
    for found in OF_CUDA.finditer(code):
        base = (found["base"] or b"").lower()
        if found["gpu"] == b"--gpus" and not _is_for_container(code, found.start(), options):
            continue
        if found.lastgroup is not None and found.end() <= stages.get(base, found.end()):
            kind, span = _kind(found), Span(*found.span(found.lastgroup))
            kind = _of_installer(kind, code, options.path or "")
            kind = on_windows(kind, code, span, whole=for_windows)
            kind = "demo" if kind == "toolkit" and _runs_demo(code, span, options) else kind
            let_pass = kind in {"gpu", "smi"} and is_let_pass(code, span)
            minor = kind in MINOR or let_pass or _only_shows(source, kind, span, options)
            (beside if minor else first).setdefault(kind, span)
    table = rules.build["ci"]
    words = rules.build["words"]

    def note(kind: str, span: Span) -> str:
        program = posixpath.basename(decoded(code[slice(*span)])) if kind == "toolkit" else ""
        return (words[program] if program in words else table[kind]).note

    said = [(span, note(kind, span)) for kind, span in first.items() if kind in table]
    more = [(span, note(kind, span)) for kind, span in beside.items() if kind in table and kind not in first]
    made = told(source, rules, "B022", said, more)
    if all(kind in AT_RUN or _runs(code, span) for kind, span in first.items()):  # nothing is built from it
        made = [one if one.fails == "never" else one._replace(fails="run") for one in made]
    return [], made


def _only_shows(source: bytes, kind: str, span: Span, options: Options) -> bool:
    """Say whether a command of a script shows what it has to say, and nothing hangs on its failure."""
    if kind not in {"smi", "toolkit"} or not _is_script(source, options) or STOPS.search(source):
        return False
    if kind == "toolkit":
        prints = PRINTS.search(source, max(0, span.start - LINE), span.start)
        return prints is not None and ENDS.match(source, span.end) is not None
    return SHOWN.match(source, source.rfind(b"\n", 0, span.start) + 1) is not None


def _runs_demo(code: bytes, span: Span, options: Options) -> bool:
    """Say whether a script runs an example of the toolkit's, which tells of NVIDIA's GPUs."""
    if not _is_script(code, options) or STOPS.search(code) or not DEMO.search(code, *span):
        return False
    begins = BEGINS.search(code, max(0, span.start - LINE), span.start)
    return begins is not None and ENDS.match(code, span.end) is not None


def _is_script(source: bytes, options: Options) -> bool:
    return options.name.endswith(SCRIPTS) or source.startswith(b"#!")


def _runs(code: bytes, span: Span) -> bool:
    """Say whether what is named is a program that looks on as another one runs."""
    return PROFILER.search(code, *span) is not None


def _kind(found: re.Match[bytes]) -> str:
    """Give what is named; an image by its framework, where AMD has such images, too."""
    kind = found.lastgroup or ""
    held = FRAMEWORK.search(found[kind]) if kind in {"image", "base"} else None
    return f"{decoded(held[0]).lower()}_image" if held else kind


def _of_installer(kind: str, code: bytes, path: str) -> str:
    """Give a package's kind by what installs it; what conda alone calls so is nothing elsewhere."""
    if kind not in {"package", "conda", "conda_compiler"}:
        return kind
    if is_conda_file(path):
        return "conda_pytorch" if CONDA_PYTORCH.search(code) and kind == "package" else "conda"
    return ("pip" if is_pip_file(path) else kind) if kind == "package" else ""


def _is_for_container(code: bytes, at: int, options: Options) -> bool:
    """Say whether a flag is one of a program that runs containers, which others have for their own."""
    start = max(0, at - NEAR)
    if options.name.endswith((".sh", ".bash")) or "." not in options.name:
        least = max(0, at - FAR)
        start = code.rfind(b"\n", least, at) + 1
        while start > least and code[max(0, start - 3) : start].rstrip(b"\r\n").endswith(b"\\"):
            start = code.rfind(b"\n", least, start - 1) + 1
    return RUNS_CONTAINERS.search(code, max(start, at - FAR), at) is not None


def _stages(code: bytes) -> dict[bytes, int]:
    """Give the names of a container file's own stages, as they compare, and where each is first known."""
    found: dict[bytes, int] = {}
    for one in STAGE.finditer(code):
        found.setdefault(one[1].lower(), one.end())
    return found


def told(
    source: bytes,
    rules: RuleSet,
    rule: str,
    said: Iterable[tuple[Span, str]],
    more: Iterable[tuple[Span, str]] = (),
) -> list[Finding]:
    """Say what stands at several places, with what is to be known of each: `once` makes one finding of it.

    What is `more` stands beside, and is a note where there is nothing else.
    """

    def one(span: Span, note: str) -> Finding:
        text = decoded(source[slice(*span)])
        made = finding(rules, rule, span, text=text, why=note)
        return made._replace(family=rule, cause=f"{text}: {note}")

    return [*(one(*each) for each in said), *(in_passing(one(*each)) for each in more)]

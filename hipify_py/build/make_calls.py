"""Which lines of a makefile call nvcc, and which of its variables hold flags for nvcc alone."""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from hipify_py.build.make_rules import with_rules
from hipify_py.build.names import reached
from hipify_py.lazy import cached_property, re

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hipify_py.build.make_lexer import Line, Makefile

CALLS = re.compile(
    rb"\$[({](?:NVCC|CUDACC|CUDACXX|CUCC|CUDA_?CC|NVCC_BIN|CUDA_COMPILER|CUDA_NVCC)[)}]|(?<![\w.-])nvcc\b"
)
CALLS_IN_SHELL = re.compile(
    rb"\$\{?(?:NVCC|CUDACC|CUDACXX|CUCC|CUDA_?CC|NVCC_BIN|CUDA_COMPILER|CUDA_NVCC)\b|(?:(?<![\w.-])|(?<=:-))nvcc\b"
)
OF_FLAGS = re.compile(rb"(?i)nvcc|cuda|\bNV\w*FLAGS|\bCU\w*FLAGS|\bGPU\w*FLAGS|GENCODE|\bCU_|SMS?\b|ARCH")
# Flags that nvcc alone has: what stands beside one is nvcc's, too. Libtool has an -Xcompiler of its own.
OF_NVCC = re.compile(
    rb"(?<![\w-])(?:--?expt-|--?extended-lambda|-gencode|--generate-code|-Xptxas|-Xcudafe|-Xfatbin|-ccbin|--?cudart"
    rb"|-rdc=|-lineinfo|--?use_fast_math|--?maxrregcount|--?ptxas-options|-arch[= ]?sm_)"
)
REFERENCE = re.compile(rb"\$[({](\w+)(?=[:)}])")
COMPUTED = re.compile(rb"\$[({](\w+)\$[({]\w+[)}]")  # the beginning of a name that goes on with a value
# Words that nvcc hands on to the host's compiler.
HANDED_ON = re.compile(
    rb"\$[({](?:addprefix[ \t]+(?:-Xcompiler|--compiler-options)[ \t]*=?,"
    rb"|patsubst[ \t]+%,[ \t]*(?:-Xcompiler|--compiler-options)[ \t=]*%[ \t]*,)"
    rb"(?:[^$(){}]|\$[({][^$(){}]*[)}])*[)}]"
    rb"|(?<![\w-])(?:-Xcompiler|--compiler-options)(?:[ \t]*=[ \t]*|[ \t]+)(?:\"[^\"]*\"|'[^']*'|[^\s\"']+)"
)
REFERENCE_IN_SHELL = re.compile(rb"\$\{?(\w+)")
PROGRAM = re.compile(
    rb"[\s@-]*(?:(?:ccache|time)\s+)?(?:[^\s$]*(?:\$[({]\w+[)}][^\s$]*)?/)?nvcc(?![\w.-])"
    rb"|\$\((?:shell\s+)?(?:which|command\s+-v|type\s+-p)\s+nvcc\s*\)|\$\{\w+:?[-=][^\s}]*\bnvcc\}"
)
HOSTS = re.compile(rb"\$[({](?:CXX|CPP|CC|GXX|GCC|HOST_?\w*)[)}]|\b(?:g|clang)\+\+")
READ = re.compile(rb"\$[({]([\w.]+)[)}]")
COMPILES = re.compile(rb"[ \t]-c\b")
OF_HIP = re.compile(rb"\bhipcc\b|\bamdclang")
SAYS = re.compile(rb"[\s@-]*(?:echo|printf)\b")
SHOWS = re.compile(rb"(?:[\s@+\\({-]|\b(?:do|then|else)\b)*(?:echo|printf)\b")  # as one of several in a line
ASKS = re.compile(rb"\s*(?:echo|printf|if|elif|while|test|case|\[\[?)(?![\w-])")  # in a shell
MOST = 100  # variables of which one may be meant by a name that goes on with a value
COMMANDS = {"recipe", "rule", "definition", "command"}
BUILT_IN = {b"CC": (b"CFLAGS",), b"CXX": (b"CXXFLAGS",)}  # what make's own rules give to a compiler
SHARED = (b"CPPFLAGS", b"LDFLAGS", b"LDLIBS", b"TARGET_ARCH")


class Calls:
    """What a makefile calls nvcc by, and what it gives to nvcc and to no other program."""

    def __init__(self, file: Makefile, *, script: bool = False) -> None:
        """Read a makefile, or with `script` a shell script."""
        self._file = file
        self._code = file.code
        self._script = script
        self._called, self._reference, self._says = (
            (CALLS_IN_SHELL, REFERENCE_IN_SHELL, ASKS) if script else (CALLS, REFERENCE, SAYS)
        )
        self._values: dict[bytes, list[Line]] = {}
        for line in file.lines:
            if line.name:
                self._values.setdefault(line.name, []).append(line)
        self._names = sorted(self._values)
        self._compilers = self._named()
        self._of_hip = {
            name
            for name, lines in self._values.items()
            if any(OF_HIP.search(self._code, *line.value) for line in lines)
        }
        self._flags, self._read_by_nvcc = self._given(file.lines)
        self._for_host = self._handed_on(file.lines) if HANDED_ON.search(self._code) else frozenset()

    def calls(self, line: Line) -> bool:
        """Say whether a line calls nvcc."""
        if self._called.search(self._code, *line.span):
            return True
        return bool(self._compilers) and not self._compilers.isdisjoint(self._read(line))

    def is_aside(self, line: Line) -> bool:
        """Say whether a line belongs to a recipe in which nvcc builds nothing."""
        return line.span.start in self._aside

    @cached_property
    def _aside(self) -> frozenset[int]:
        ruled = [(rule, line) for line, rule in with_rules(self._file) if rule and line.kind == "recipe"]
        building = {rule.span for rule, line in ruled if self.calls(line)}
        return frozenset(line.span.start for rule, line in ruled if rule.span not in building)

    def names(self, variable: bytes) -> bool:
        """Say whether a variable names nvcc wherever it is set."""
        return variable in self._compilers

    def compiles(self, line: Line) -> bool:
        """Say whether a line calls a compiler for the host."""
        named = self._host(line) if line.kind in COMMANDS else None
        if named is None or not COMPILES.search(self._code, named.end(), line.span.end):
            return False
        return not self.calls(line) and self._of_hip.isdisjoint(self._read(line))

    def _host(self, line: Line) -> re.Match[bytes] | None:
        """Give where a line names a compiler for the host, or a variable that begins with one."""
        if found := HOSTS.search(self._code, *line.span):
            return found
        names = READ.finditer(self._code, *line.span)
        return next((one for one in names if one[1] in self._begun_by_hosts), None)

    @cached_property
    def _begun_by_hosts(self) -> frozenset[bytes]:
        """Give the variables whose every value begins with a compiler for the host, and calls no other."""
        return frozenset(
            name
            for name, lines in self._values.items()
            if all(HOSTS.match(self._code, *one.value) for one in lines)
            and not any(self.calls(one) or self._read(one) & self._of_hip for one in lines)
        )

    def is_for_host(self, line: Line) -> bool:
        """Say whether a line sets what nvcc only hands on to the host's compiler.

        Not where a name or value says that it is nvcc's: it would where -Xcompiler is gone, too.
        """
        return line.name in self._for_host and not self._is_named(line)

    def gives(self, line: Line) -> bool:
        """Say whether a line sets a variable of flags for nvcc."""
        if not line.name:
            return False
        return line.name in self._flags or self._is_named(line)

    def _is_named(self, line: Line) -> bool:
        """Say whether the name of a variable or its value speaks of nvcc's flags."""
        return bool(OF_FLAGS.search(line.name) or OF_NVCC.search(self._code, *line.value))

    def reaches(self, line: Line) -> bool:
        """Say whether nvcc reads what a line sets, be it alone or with other programs."""
        return self.gives(line) or line.name in self._read_by_nvcc

    def given(self, line: Line) -> list[bytes] | None:
        """Give the text of a line, and the values that it reads; None where one is set elsewhere."""
        names = reached(self._read(line), self._within)
        return self.texts(line) if names <= self._values.keys() else None

    def texts(self, line: Line) -> list[bytes]:
        """Give the text of a line, and the values that it reads as far as this file sets them."""
        names = reached(self._read(line), self._within) & self._values.keys()
        values = [one.value for name in names for one in self._values[name]]
        return [self._code[slice(*place)] for place in (line.span, *values)]

    @cached_property
    def _within(self) -> dict[bytes, set[bytes]]:
        """Give what the values of each variable read."""
        return {name: set().union(*map(self._read, lines)) for name, lines in self._values.items()}

    def _read(self, line: Line) -> set[bytes]:
        names = set(self._reference.findall(self._code, *line.span))
        for start in () if self._script else COMPUTED.findall(self._code, *line.span):
            first = bisect_left(self._names, start)
            some = takewhile(lambda name: name.startswith(start), islice(self._names, first, None))  # noqa: B023
            names.update(islice(some, MOST))
        return names

    def _named(self) -> set[bytes]:
        """Give the variables that name nvcc wherever they are set, or one that does."""
        named: set[bytes] = set()
        referring: dict[bytes, set[bytes]] = {}
        for name, lines in self._values.items():
            texts = [self._code[slice(*line.value)].strip() for line in lines if not line.left]
            if not texts:
                continue
            if all(PROGRAM.match(text) for text in texts):
                named.add(name)
            elif len(texts) == 1 and (found := self._reference.match(texts[0])):
                referring.setdefault(found[1], set()).add(name)
        return reached(named, referring)

    def _handed_on(self, lines: Iterable[Line]) -> frozenset[bytes]:
        """Give the variables that stand behind -Xcompiler alone, by way of others too."""
        behind: set[bytes] = set()
        elsewhere: set[bytes] = set()
        within: dict[bytes, set[bytes]] = {}
        for line in lines:
            text = self._code[slice(*line.span)]
            plain = set(self._reference.findall(HANDED_ON.sub(b" ", text)))
            behind |= {name for found in HANDED_ON.findall(text) for name in self._reference.findall(found)}
            if line.name:
                within.setdefault(line.name, set()).update(plain)
            elif line.kind != "directive":
                elsewhere |= plain
        read = behind | elsewhere | {name for one in within for name in within[one] - {one}}
        elsewhere |= within.keys() - read  # by another file, or by make's own rules
        return frozenset(reached(behind, within) - reached(elsewhere, within))

    def _given(self, lines: Iterable[Line]) -> tuple[set[bytes], set[bytes]]:
        """Give the variables that lines which call nvcc read, by way of others too: alone, and all."""
        to_nvcc = {name for one in self._compilers & BUILT_IN.keys() for name in (*BUILT_IN[one], *SHARED)}
        to_others: set[bytes] = set()
        for line in lines:
            runs = line.kind in COMMANDS or (self._script and b"$(" in self._code[slice(*line.value)])
            if runs and not (self._says.match(self._code, *line.span) and not self.calls(line)):
                (to_nvcc if self.calls(line) else to_others).update(self._read(line))
        read = reached(to_nvcc, self._within) - self._compilers
        return read - reached(to_others, self._within), read

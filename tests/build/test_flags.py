"""What flags become is what HIP's compiler takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.build.flags import Context, converted
from hipify_py.build.names import apart
from hipify_py.edits import render, settle
from hipify_py.model import Span
from hipify_py.settings import Options

# Flags for linking or for what is not compiled, and those that only AMD's own build of clang++ or hipcc has.
SIDES = 3  # gfx90a, gfx1100 and the host: one that only some of them use is right for all
NOT_TRIED = {
    *("-Wl,{value}", "-L{value}", "-l{value}", "-o {value}", "@{value}", "-###", "-M", "-MM", "-shared"),
    *(
        "-save-temps",
        "-c",
        "--offload-arch=native",
        "--offload-compress",
        "--no-offload-compress",
        "-x c",
        "-x c++",
    ),
    *("-E", "-MD", "-MMD", "-MP", "-MF {value}", "-MT {value}", "-r", "--version", "-ftime-trace={value}"),
}
# nvcc 13.0's flags: the long name, the short one, and a value where they take one
OF_NVCC = (Path(__file__).parent / "nvcc_flags.txt").read_text(encoding="utf-8").splitlines()
KEPT = {  # clang++ takes them, for the same
    *("-E", "-M", "-MM", "-MD", "-MMD", "-MF", "-MP", "-MT", "-c", "-o", "-include", "-l", "-D", "-U", "-I"),
    *(
        "-isystem",
        "-L",
        "-pg",
        "-g",
        "-shared",
        "--shared",
        "-m64",
        "-v",
        "-save-temps",
        "--save-temps",
        "-w",
        "-r",
    ),
    *("-Wreorder", "-Wno-deprecated-declarations", "--help", "--version"),
    *("-ftemplate-depth=7", "-ftemplate-backtrace-limit=7", "-std=c++17", "-frandom-seed=x"),
    "--shared",
    "-e",  # for clang++ it is the linker's: it stays, since too many programs of a line have such a flag
}
VALUES = {
    "-ftemplate-depth={value}": "900",
    "-ftemplate-backtrace-limit={value}": "9",
    "-std={value}": "c++17",
    "-O{value}": "2",
    "-I{value}": ".",
    "-D{value}": "X",
    "-U{value}": "X",
    "-Rpass={value}": "inline",
}


FLUSH = "-fgpu-flush-denormals-to-zero"
FAST_MATH = f"-fgpu-approx-transcendentals {FLUSH} -fno-hip-fp32-correctly-rounded-divide-sqrt"


def flags(text: str, archs: bytes = b"--offload-arch=x", *, short: bool = True) -> str:
    code = text.encode()
    edits, _ = apart(converted(code, Span(0, len(code)), Context(RULES, short, archs)))
    return render(code, settle(edits)[0]).decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("-lineinfo", "-gline-tables-only"),
        ("--expt-relaxed-constexpr --extended-lambda", ""),
        ("-O2 --extended-lambda -G", "-O2 -g"),
        ("-arch sm_60 -code=sm_60,compute_60 -gencode=arch=a,code=b", "--offload-arch=x"),
        ('-Xcompiler "-Wall -Wextra" -c', "-Wall -Wextra -c"),
        ("-Xcompiler '-Wall' -Xlinker -rpath,/x", "-Wall -Wl,-rpath,/x"),
        ("-Xlinker -rpath,'$$ORIGIN/x' -c", "-Wl,-rpath,'$$ORIGIN/x' -c"),
        ('-Xlinker -rpath,"$$ORIGIN"/x -c', '-Wl,-rpath,"$$ORIGIN"/x -c'),
        ("-Xcompiler=$(FLAGS) -Xcompiler $<JOIN:a,b>", "$(FLAGS) $<JOIN:a,b>"),
        (
            "-prec-div=false -ftz true",
            "-fno-hip-fp32-correctly-rounded-divide-sqrt -fgpu-flush-denormals-to-zero",
        ),
        ('-arch=sm_70 --compiler-options="-O2 -Wall" -c', "--offload-arch=x -O2 -Wall -c"),
        ("-O2 -Xcompiler='-Wall,-Wextra' -lineinfo", "-O2 -Wall -Wextra -gline-tables-only"),
        ('-O2 --std=\\"c++17\\" -ccbin="g++" -c', "-O2 -std=c++17 -c"),
        ('-O2 -Xcompiler="" -c', "-O2 -c"),
        ("-O2 -Xcompiler= -c", "-O2 -c"),
        ("-Xcompiler", "-Xcompiler"),
        (r"-gencode=arch=compute_35,code=\"sm_35,compute_35\" -c", "--offload-arch=x -c"),
        ('-gencode arch=compute_35,code="sm_35,compute_35" -c', "--offload-arch=x -c"),
        ("-c $(A:%=--gpu-architecture=compute_%) $(A:%=--gpu-code=sm_%)", "-c --offload-arch=x"),
        ("-c ${A:%=-gencode=arch=compute_%,code=sm_%}", "-c --offload-arch=x"),
        ("$(A:.c=.o) $(A:%=-l%) $(A:%=-Xptxas=%)", "$(A:.c=.o) $(A:%=-l%) $(A:%=-Xptxas=%)"),
        ('-Xcompiler \\"-Wl,-rpath,/x\\" -c', "-Wl,-rpath,/x -c"),
        ('-Xcompiler \\"-Wall,-fPIC\\" -c', "-Wall -fPIC -c"),
        ('-Xcompiler \\"-DNAME=a,b,-Wall\\" -c', "-DNAME=a,b -Wall -c"),
        ("""-Xcompiler '"-Wl,-rpath,/x",-Wall' -c""", "-Wl,-rpath,/x -Wall -c"),
        (r"-Xcompiler -Wl\\,-rpath\\,/x,-Wall", "-Wl,-rpath,/x -Wall"),
        ("-Xcompiler '-Wl,-rpath,/x'", "-Wl -rpath /x"),
        ("-Xcompiler /EHsc -O2", "-O2"),
        ("-Xcompiler -Werror -Xcompiler -Wall -c", "-Werror -Wno-error=unused-value -Wall -c"),
        (
            "-Werror all-warnings -Werror=reorder --Werror cross-execution-space-call -c",
            "-Werror -Wno-error=unused-value -c",
        ),
        ("-Xcompiler -Wall,-Werror=unused,-Wno-error -c", "-Wall -Werror=unused -Wno-error -c"),
        ("-Xcompiler -Wall,-Werror -c", "-Wall -Werror -Wno-error=unused-value -c"),
        (r"""-lineinfo -Xcompiler="\"/wd4819 /wd4244\"">""", "-gline-tables-only>"),
        (r"""-Xcompiler="\"-Wall -Wextra\"" -c""", "-Wall -Wextra -c"),
        (r"""-Xcompiler "-DNAME=\"a,b\",-Wall" -c""", "-DNAME=a,b -Wall -c"),
        ("a-lineinfo --lineinfo x-arch=1", "a-lineinfo --lineinfo x-arch=1"),
        ("-lcudart_static;-lcublas", "-lamdhip64;-lhipblas"),
        ("-gencode\n  arch=compute_35,code=sm_35\n  -c", "--offload-arch=x\n  -c"),
        ("-O2\n -Xptxas\n\t-v\n -c", "-O2\n -c"),
        ("-Xptxas \n -v", "-Xptxas \n -v"),
        ("-O2 --shared", "-O2 --shared"),
        ("-gencode arch=compute_$(lastword $(A)),code=compute_$(lastword $(A)) -c", "--offload-arch=x -c"),
        ("-gencode=arch=compute_$(lastword $(sort $(A))),code=sm_70 -c", "--offload-arch=x -c"),
        ("-arch=$(shell ./gpu --name) -c", "--offload-arch=x -c"),
        ("$(foreach a,$(A),-gencode arch=compute_$(a),code=sm_$(a))", "--offload-arch=x"),
        ("X=$(if $(D),-G,-O2)", "X=$(if $(D),-g,-O2)"),
        ("-arch $(HOST_ARCH) -arch arm64 -arch ppc64", "-arch $(HOST_ARCH) -arch arm64 -arch ppc64"),
    ],
)
def test_flags(before: str, after: str) -> None:
    assert flags(before) == after
    assert flags(after) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("-Xcompiler -Ofast,-march=native", "-O3 -Xarch_host -ffast-math -march=native"),
        ('-O2 -Xcompiler "-Wall -ffast-math -g" -c', "-O2 -Wall -Xarch_host -ffast-math -g -c"),
        ("-Xcompiler=-ffp-contract=fast,-fwrapv", "-Xarch_host -ffp-contract=fast -Xarch_host -fwrapv"),
        ("-Xcompiler=--diag_suppress,some_warning -O2", "-O2"),
        ("-Xcompiler -mcpu=native,-mtune=native", "-mtune=native -mtune=native"),
        ("-Xcompiler -mavx2,-fopenmp -ffast-math", "-mavx2 -fopenmp -ffast-math"),
        ("-Xcompiler -fno-fast-math,-fprofile-arcsx", "-fno-fast-math -fprofile-arcsx"),
        ("-Xcompiler -Wl\\\\,-ftrapv", "-Wl,-ftrapv"),
    ],
)
def test_flags_for_the_host_alone(before: str, after: str) -> None:
    assert flags(before) == after
    assert flags(after) == after


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("F = -O2 -ffast-math\nN = -Xcompiler $(F)\n", ["B006"]),
        ("A += -Ofast\nF = $(A)\nN = $(addprefix -Xcompiler ,$(F))\n", ["B006"]),
        ("F = -Wall,-Wextra\nN = -Xcompiler $(F)\n", ["B007"]),
        ("F = -O2 -Wall -Werror\nN = -Xcompiler $(F)\n", []),
        ("F = -O2 -Wl,-rpath,-x -march=native\nN = -Xcompiler $(F) $(G)\n", []),
        ('set(F -Wall)\nlist(JOIN F "," G)\nset(CMAKE_CUDA_FLAGS -Xcompiler=${G})\n', ["B007"]),
        ('string(REPLACE ";" "," G "${F}")\nset(CMAKE_CUDA_FLAGS -Xcompiler=${G})\n', ["B007"]),
        ('string(REPLACE ";" " " G "${F}")\nset(CMAKE_CUDA_FLAGS -Xcompiler=${G})\n', []),
        ("set(F -fno-signed-zeros)\nset(CMAKE_CUDA_FLAGS -Xcompiler=${F})\n", ["B006"]),
    ],
)
def test_what_variables_hold_for_the_host(text: str, said: list[str]) -> None:
    code = text.encode()
    start = text.rstrip().rindex("\n")
    context = Context(RULES, short=True, archs=b"")
    edits, findings = apart(converted(code, Span(start, len(code)), context))
    assert [one.rule for one in findings] == said
    assert bool(edits) == (said != ["B007"])


@pytest.mark.parametrize("arch", ["i386", "x86_64", "arm64", "arm64e", "ppc", "ppc64", "$(HOST_ARCH)"])
def test_what_tells_a_compiler_for_macos_its_processor_is_a_note(arch: str) -> None:
    code = f"-W -arch {arch}".encode()
    edits, (said,) = apart(converted(code, Span(0, len(code)), Context(RULES, short=True, archs=b"")))
    assert (edits, said.rule, said.severity) == ([], "B007", "note")


def test_one_that_cmake_would_keep_once_is_said() -> None:
    code = b"-Xcompiler=-Ofast -Xcompiler=-Wall"
    context = Context(RULES, short=True, archs=b"", unique=True)
    said = apart(converted(code, Span(0, len(code)), context))[1]
    assert [one.rule for one in said] == ["B006"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("--debug --generate-line-info -O2", "-g -O2"),
        ("-lineinfo -G", "-g"),
        ("-g -lineinfo", "-g"),
        ("-g0 -lineinfo x-g", "-g0 -gline-tables-only x-g"),
        ("$<$<CONFIG:Debug>:-g> -lineinfo", "$<$<CONFIG:Debug>:-g> -gline-tables-only"),
    ],
)
def test_lines_alone_take_nothing_from_debuggers(before: str, after: str) -> None:
    assert flags(before) == after
    assert flags(after) == after


@pytest.mark.parametrize(("code", "count"), [(b"-G -O0", 0), (b"-O0 --device-debug", 0), (b"-G -O2", 1)])
def test_what_stands_there_is_not_asked_for(code: bytes, count: int) -> None:
    said = converted(code, Span(0, len(code)), Context(RULES, short=True, archs=b""))
    assert len(apart(said)[1]) == count


@pytest.mark.parametrize("row", OF_NVCC)
def test_no_flag_of_nvcc_passes_in_silence(row: str) -> None:
    names = [word for word in row.split() if word.startswith("-")]
    value = "".join(word for word in row.split() if not word.startswith("-"))
    for name in names:
        for parting in ("=", " ") if value else ("",):
            code = f"-O2 {name}{parting}{value} -O1".encode()
            said = [
                *converted(code, Span(0, len(code)), Context(RULES, short=True, archs=b"--offload-arch=x"))
            ]
            edits, findings = apart(said)
            assert bool(edits or findings) != (not KEPT.isdisjoint({name, f"{name}{parting}{value}"})), code
            assert render(code, settle(edits)[0]).startswith(b"-O2 ")
            assert render(code, settle(edits)[0]).endswith(b" -O1")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("-std c++17 -O 3 -t4 -c", "-std=c++17 -O3 -c"),
        ("-std=c++17 -O3 -t 4 --threads=4 -c", "-std=c++17 -O3 -c"),
        ("--extra-device-vectorization --m64 -noeh -nodlink -err-no", "-m64 -fno-exceptions"),
        ("-ftemplate-depth 100 --ftemplate-depth=9", "-ftemplate-depth=100 -ftemplate-depth=9"),
        ("--lto -V", "-fgpu-rdc -foffload-lto --version"),
        (
            "-Werror reorder,all-warnings -Werror=reorder,deprecated-declarations -Wall",
            "-Werror -Wno-error=unused-value -Wall",
        ),
        ("-O -g -x c++ a.cc -x", "-O -g -x c++ a.cc -x"),
        ("--compress-mode=none -compress-mode size", "--no-offload-compress --offload-compress"),
    ],
)
def test_flags_by_other_names(before: str, after: str) -> None:
    assert flags(before) == after
    assert flags(after) == after


def test_flags_that_other_compilers_have_too_need_nvcc() -> None:
    assert flags("-G -arch x -lineinfo", short=False) == "-G -arch x -gline-tables-only"
    others = "--verbose --lib --debug --profile --link --optimize=2 --library x --output-file y"
    assert flags(others, short=False) == others


DEVICE_ONLY = "--offload-device-only"


def test_the_compiler_takes_what_is_written(
    hipcheck: Callable[..., tuple[bool, str]], tmp_path: Path
) -> None:
    entries = {**RULES.build["flags"], **RULES.build["short_flags"]}.values()
    written = {entry.to for entry in entries if entry.to} - NOT_TRIED - {"{archs}", "{host}"}
    tried = [text.replace("{value}", VALUES.get(text, "x.h")) for text in sorted(written)]
    source = tmp_path / "a.hip"
    source.write_text("__attribute__((device)) int f(int a) { return a; }\n")
    (tmp_path / "x.h").touch()
    assert len(tried) > 15
    for text in tried:
        words = [word for word in text.split() if word not in {"-c", "-x", "hip"}]
        words += ["-fsyntax-only"] if text == DEVICE_ONLY else []  # else it bundles what it makes
        words += ["-nogpuinc"]  # the source needs none of HIP's headers, and each flag would read them anew
        ok, said = hipcheck(source, *(str(tmp_path / "x.h") if word == "x.h" else word for word in words))
        assert ok, (text, said)
        assert said.count("unused during compilation") < SIDES, (text, said)


@pytest.mark.parametrize(
    ("flag", "told"),
    [
        ("-restrict", ("note", "speed")),
        ("--restrict", ("note", "speed")),
        ("-maxrregcount=64", ("warning", "speed")),
        ("-time=a.csv", ("note", "never")),
        ("-ldir=x", ("warning", "silent")),
    ],
)
def test_what_is_lost_by_a_flag_without_a_counterpart(flag: str, told: tuple[str, str]) -> None:
    made = build_file(f"set(CMAKE_CUDA_FLAGS {flag})\n".encode(), RULES, Options(path="CMakeLists.txt"))
    assert [(one.severity, one.fails) for one in made.findings if one.rule == "B006"] == [told]


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ("--use_fast_math -prec-sqrt=false -prec-div=false -ftz=true", FAST_MATH, 1),
        ("-ftz=true -use_fast_math", FAST_MATH, 1),
        ("-prec-sqrt=false -O2", "-fno-hip-fp32-correctly-rounded-divide-sqrt -O2", 1),
        ("$<$<CONFIG:Debug>:-use_fast_math> -ftz=true", f"$<$<CONFIG:Debug>:{FAST_MATH}> {FLUSH}", 1),
    ],
)
def test_what_fast_math_asks_for_is_not_asked_for_again(before: str, after: str, count: int) -> None:
    said = converted(before.encode(), Span(0, len(before)), Context(RULES, short=True, archs=b""))
    assert flags(before) == after
    assert len(apart(said)[1]) == count

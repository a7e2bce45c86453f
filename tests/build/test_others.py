"""Build systems that are not converted, and flags of nvcc in them: what each is told of, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import RULES

from hipify_py.build.conversion import build_file
from hipify_py.project.run import convert_tree
from hipify_py.settings import Options, Settings

if TYPE_CHECKING:
    from pathlib import Path

FAST = (
    "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -fno-hip-fp32-correctly-rounded-divide-sqrt"
)

FLAGS = """\
# "-lineinfo"
args = {"cxx": ["-O3", "-g"], "nvcc": ["-gencode=arch=compute_80,code=sm_80", '-lineinfo', "-Xptxas", "-v"]}
more = [f"-gencode=arch=compute_{cc},code=sm_{cc}", "--use_fast_math -rdc=true", "--my-flag", "-O2"]
"""


def said(source: str, name: str = "setup.py") -> list[tuple[str, str]]:
    """Give what stands at each finding, and the reason up to the first mark."""
    result = build_file(source.encode(), RULES, Options(path=name))
    assert result.text == source
    assert {one.rule for one in result.findings} <= {"B017"}
    return [
        (source[slice(*one.span)], one.message.partition(" stays: ")[2].partition(";")[0])
        for one in result.findings
    ]


def test_each_flag_has_its_reason() -> None:
    archs = "hipcc takes --offload-arch with AMD's GPUs, such as gfx90a"
    assert [one for one in said(FLAGS) if one[0] != "nvcc"] == [
        ("-gencode=arch=compute_80,code=sm_80", archs),
        ("-lineinfo", "hipcc takes -gline-tables-only"),
        ("-Xptxas", "hipcc does not know it: leave it out"),
        ("--use_fast_math", "hipcc takes " + FAST),
        ("-rdc=true", "hipcc takes -fgpu-rdc"),
    ]


def test_gpus_are_told_in_nvccs_short_form_alone() -> None:
    script = "flags = [{}]\nload(extra_cuda_cflags=flags)\n"
    told = [word for word, _ in said(script.format("'-arch=sm_35', f'-code=sm_{cc}', '-O2'"))]
    assert told[:2] == ["-arch=sm_35", "-code=sm_{cc}"]
    keep = script.format("'-arch', 'x86_64', '-arch=arm64', '-code=x', '-march=native'")
    assert [word for word, _ in said(keep)] == ["extra_cuda_cflags"]


LIBRARIES = """\
libraries = []
libraries.append("cusparse")
device = ("cuda", "cublas")
setup(ext_modules=[E("x", ["a.cpp"], libraries=libraries + ["cublas", "m"], define=["cufft"], link_args=[
    "-lcurand", "-lcublas"])])
if x: link_libs += ['nppc', "cudadevrt"]  # libs = ["cudnn"]
"""


def test_libraries_are_told_once() -> None:
    assert [one for one in said(LIBRARIES) if one[1].startswith("ROCm has hip")] == [
        ("cusparse", "ROCm has hipsparse"),
        ("cublas", "ROCm has hipblas"),
        ("curand", "ROCm has hiprand"),
    ]
    assert [word for word, _ in said(LIBRARIES)] == ["cusparse", "cublas", "curand", "nppc", "cudadevrt"]
    assert said('libraries = ["hipblas", "m", name]\nx = library("cublas")\nl == libs == ["cublas"]\n') == []


def test_flags_of_all_compilers_keep_still() -> None:
    assert said("setup(extra_compile_args=['-O3', '-arch', '-Wall', \"-std=c++17\"])  # '-lineinfo'\n") == []
    assert [word for word, _ in said(FLAGS, "a.bzl")] == ["nvcc"]


@pytest.mark.parametrize(
    ("name", "source", "counterpart"),
    [
        (
            "meson.build",
            "nvcc = find_program('nvcc')\n",
            "its counterpart is hipcc, which find_program finds where ROCm's bin is on PATH",
        ),
        (
            "BUILD",
            "genrule(cmd = 'nvcc -c $<')\n",
            "rules for HIP bring their compiler, hipcc, which takes flags of clang++",
        ),
        (
            "setup.py",
            "os.system('nvcc -c a.cu')\n",
            (
                "its counterpart is hipcc, which lies in the bin of ROCM_PATH, as a rule /opt/rocm, "
                "and takes flags of clang++"
            ),
        ),
    ],
)
def test_the_compiler_is_told_in_words_of_the_build_system(name: str, source: str, counterpart: str) -> None:
    assert said(source, name) == [("nvcc", counterpart)]


SIDES = """\
if {}:
    args = ["-O3"]
else:
    args = ["-lineinfo"]
"""


def severities(source: str) -> dict[str, str]:
    """Give how grave it is what is said of each word."""
    result = build_file(source.encode(), RULES, Options(path="setup.py"))
    return {source[slice(*one.span)]: one.severity for one in result.findings}


@pytest.mark.parametrize(
    "test",
    [
        "HIP_BUILD",
        "torch.version.hip",
        "bool(torch.version.hip)",
        "torch.version.hip is not None",
        "is_rocm_pytorch",
        "is_rocm()",
        "IS_HIP_EXTENSION and torch.version.hip is not None",
        "HIP_BUILD or X",
        'TARGET == "rocm"',
        'TARGET != "cuda" or HIP_BUILD',
        "HIP_BUILD or not torch.version.cuda",
        "HIP_BUILD or torch.version.cuda is None",
    ],
)
def test_what_the_other_side_of_a_choice_for_hip_has_is_told_in_notes(test: str) -> None:
    assert severities(SIDES.format(test)) == {"-lineinfo": "note"}
    turned = SIDES.format(f"not ({test})").replace("-O3", "-rdc=true").replace("-lineinfo", "-O3")
    assert severities(turned) == {"-rdc=true": "note"}
    assert severities(SIDES.format(test).replace("else", "elif X")) == {"-lineinfo": "note"}


@pytest.mark.parametrize(
    "test",
    [
        "X",
        "HIP_BUILD and X",
        "not HIP_BUILD",
        "NO_HIP",
        "SKIP_ROCM",
        "torch.version.hip is None",
        "torch.cuda.is_available()",
        'TARGET == "cuda"',
        'TARGET != "cuda"',
        "torch.version.cuda is None",
        'TARGET in ("rocm", "hip")',
        'HIP_VERSION > "6"',
        "len(HIP_ARCHS)",
    ],
)
def test_what_a_build_for_hip_may_come_to_stays_a_warning(test: str) -> None:
    assert severities(SIDES.format(test)) == {"-lineinfo": "warning"}


def test_what_stands_on_both_sides_is_told_where_hip_reads_it() -> None:
    assert severities(SIDES.format("HIP_BUILD") + 'more = ["-lineinfo"]\n') == {"-lineinfo": "warning"}
    (one,) = said(SIDES.format("HIP_BUILD").replace("-O3", "-lineinfo"))
    assert one[0] == "-lineinfo"
    assert severities(SIDES.format("HIP_BUILD").replace("-O3", "-lineinfo")) == {"-lineinfo": "warning"}
    asks = "if HIP_BUILD:\n    pass\nelse:\n    print(CUDA_HOME)\n"
    assert severities(asks) == {}
    assert severities(asks + "print(CUDA_HOME)\n") == {"CUDA_HOME": "warning"}


def test_a_script_that_python_cannot_read_has_no_sides() -> None:
    assert severities("print 'HIP'\n" + SIDES.format("HIP_BUILD")) == {"-lineinfo": "warning"}
    assert severities("x = '\\d'\r\n" + SIDES.format("HIP_BUILD").replace("\n", "\r\n")) == {
        "-lineinfo": "note"
    }
    assert severities('if HIP_BUILD: x = 1\nelse: x = ["-lineinfo"]\n') == {"-lineinfo": "note"}


MESON = """\
# cc.find_library('cufft')
blas = cc.find_library('cublas', dirs: ['/usr/local/cuda/lib64', '/usr/local/cudax'])
rt = meson.get_compiler('cpp').find_library( 'cudart' )
nvcc = find_program('nvcc')
args = ['-Xcompiler', '-fPIC', '-gencode=arch=compute_80,code=sm_80']
"""


def test_meson_is_told_of_libraries_flags_and_folders() -> None:
    assert sorted(said(MESON, "meson.build")) == [
        ("-Xcompiler", "hipcc takes -fPIC"),
        ("-gencode=arch=compute_80,code=sm_80", "hipcc takes --offload-arch with AMD's GPUs, such as gfx90a"),
        ("/usr/local/cuda/lib64", "ROCm lies in /opt/rocm, with its libraries in lib"),
        ("cublas", "ROCm has hipblas"),
        ("cudart", "ROCm has amdhip64"),
        ("nvcc", "its counterpart is hipcc, which find_program finds where ROCm's bin is on PATH"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "x = cc.find_library('m')\nargs = ['--std=c++17']\n",
        "hip = find_program('hipcc')\nx = cc.find_library('cublas')\np = '/opt/cuda/lib'\n",
        "option('x', value: '/usr/local/cuda_notes')\n",
    ],
)
def test_meson_without_cuda_or_with_hip_beside_keeps_still(source: str) -> None:
    assert said(source, "meson.build") == []


def test_options_of_meson_are_read() -> None:
    text = "option('dirs', type: 'array', value: ['/opt/cuda/lib64/'])\n"
    for name in ("meson_options.txt", "meson.options"):
        assert [word for word, _ in said(text, name)] == ["/opt/cuda/lib64/"]


BZL = '''\
"""Rules for @local_config_cuda and nvcc."""
def f():
    \'\'\'nvcc, too.\'\'\'
    copts = if_cuda_is_configured(["-x cuda", "-nvcc_options=ftz=true", "-nvcc_options=x"])
    deps = ["@local_config_cuda//cuda:cuda_headers", "@local_config_cuda//cuda:cudart_static"]
    return env.get("TF_CUDA_VERSION")
'''


def test_bazel_is_told_of_each_kind_once_and_not_of_docstrings() -> None:
    assert [word for word, _ in said(BZL, "a.bzl")] == [
        "if_cuda_is_configured",
        "-x cuda",
        "-nvcc_options",
        "@local_config_cuda",
        "@local_config_cuda//cuda:cudart_static",
        "TF_CUDA_VERSION",
    ]
    with_rocm = BZL.replace("return", 'x = "TF_NEED_ROCM"\n    return')
    assert [word for word, _ in said(with_rocm, "a.bzl")] == ["if_cuda_is_configured", "@local_config_cuda"]


def test_bazels_settings_are_read() -> None:
    text = "build:cuda --define=using_cuda=true\nbuild --config=cuda --action_env TF_NEED_CUDA=1\n# nvcc\n"
    assert [word for word, _ in said(text, ".bazelrc")] == ["build:cuda", "--config=cuda", "TF_NEED_CUDA"]


def test_a_script_that_configures_tensorflow_is_read(tmp_path: Path) -> None:
    put(tmp_path / "configure.py", 'if os.getenv("TF_NEED_CUDA"):\n    write("build --config=cuda")\n')
    put(tmp_path / "other.py", 'write("build --config=cuda")\n')
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    found = {one.path.rpartition("/")[2]: [said.rule for said in one.concerns] for one in report.files}
    assert found.get("configure.py") == ["B017", "B017"]
    assert not found.get("other.py")


def test_docstrings_without_an_end_are_soon_read() -> None:
    assert said('"""\n' * 20_001 + "x = 1\n", "a.bzl") == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ('X = """\na\n"""\ncuda_library(name = "k")\nY = """\nb\n"""\n', ["cuda_library"]),
        ("X = '''\n'''\nnvcc\n'''\n'''\n", ["nvcc"]),
        ("X = \"'''\"\nnvcc\nY = \"'''\"\n", ["nvcc"]),
        ('x = f(\n    """nvcc -c"""\n)\n', ["nvcc"]),
        ('x = \\\n"""nvcc -c"""\n', ["nvcc"]),
        ('x = 1 # """\nnvcc\n# """\n', ["nvcc"]),
        ('"""a \\""" nvcc"""\n', []),
        ('x = [")"]\n\n  r"""nvcc"""\n', []),
        ('x = {}\r\n\t"""\r\nnvcc\r\n"""\r\n', []),
    ],
)
def test_only_strings_that_are_statements_are_docstrings(source: str, words: list[str]) -> None:
    assert [word for word, _ in said(source, "a.bzl")] == words


def test_what_stands_between_long_strings_of_a_script_is_told() -> None:
    source = 'A = """\na\n"""\nE = CUDAExtension("x", libraries=["cublas"])\nB = """\nb\n"""\n'
    assert [word for word, _ in said(source)] == ["CUDAExtension", "cublas"]


COPIED = "import shutil\nshutil.copyfile(a, b)\n"


@pytest.mark.parametrize(
    ("script", "places"),
    [
        (
            COPIED + "from torch.utils import cpp_extension\ncpp_extension.load(sources=[b])\n",
            ["shutil.copyfile"],
        ),
        (COPIED + "import torch.utils.cpp_extension as ext\next.load(sources=[b])\n", ["shutil.copyfile"]),
        ("from shutil import copy2\nfrom x.cpp_extension import load\ncopy2(a, b)\nload(b)\n", ["copy2"]),
        (2 * COPIED + "import cpp_extension as e\ne.load(b)\n", ["shutil.copyfile"]),
        # nothing is copied, or a whole folder; nothing is compiled while the script runs
        ("from torch.utils import cpp_extension\ncpp_extension.load(sources=[b])\n", []),
        ("import cpp_extension as e\nshutil.copytree(a, b)\ne.load(b)\n", []),
        (COPIED + "from torch.utils import cpp_extension\njson.load(f)\ntorch.load(f)\n", []),
        (COPIED + "from x.cpp_extension import CUDAExtension\nload(f)\n", []),
        (COPIED + "# cpp_extension.load(b)\n", []),
        (COPIED + "cpp_extension.load_inline(b)\n", []),
    ],
)
def test_copies_that_are_compiled_lack_headers_of_ours(script: str, places: list[str]) -> None:
    found = build_file(script.encode(), RULES, Options(path="setup.py")).findings
    assert [script[slice(*one.span)] for one in found if one.rule == "B040"] == places


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("CUDA_HOME, argv = _argparse('--home', argv)\n", []),
        ("CUDA_HOME = args.home\n", []),
        ("x, CUDA_HOME = None, 1\n", []),
        ("CUDA_HOME = os.environ.get('X')\n", ["CUDA_HOME"]),
        ("CUDA_HOME = '/usr/local/cuda'\n", ["CUDA_HOME"]),
        ("CUDA_HOME = find_cuda_home()\n", ["CUDA_HOME"]),
        ("from torch.utils.cpp_extension import CUDA_HOME\nf(CUDA_HOME)\n", ["CUDA_HOME"]),
        ("from torch.utils.cpp_extension import (\n    X,\n    CUDA_HOME,\n)\nf(CUDA_HOME)\n", ["CUDA_HOME"]),
        ("from torch.utils.cpp_extension import CUDA_HOME\nCUDA_HOME = args.home\n", ["CUDA_HOME"]),
        ("CUDA_HOME = args.home\nos.environ['CUDA_HOME'] = CUDA_HOME\n", ["CUDA_HOME"]),
        ("if CUDA_HOME == 1:\n    pass\n", ["CUDA_HOME"]),
    ],
)
def test_a_variable_of_a_scripts_own_is_not_pytorchs(given: str, told: list[str]) -> None:
    source = f'{given}if CUDA_HOME is not None:\n    print(f"CUDA_HOME={{CUDA_HOME}}")\n'
    assert [word for word, _ in said(source)] == told


def test_flags_that_only_have_to_go_are_told_together() -> None:
    source = "a = ['-Xptxas', '-v', '--expt-extended-lambda', '-lineinfo']\n"
    source += "b = ['--expt-relaxed-constexpr']\n"
    first, other = build_file(source.encode(), RULES, Options(path="setup.py")).findings
    assert first.message == "-Xptxas stays: hipcc does not know it, nor 2 more here: leave them out"
    assert [source[slice(*one.span)] for one in first.related] == [
        "--expt-extended-lambda",
        "--expt-relaxed-constexpr",
    ]
    assert other.message.startswith("-lineinfo stays: hipcc takes")


def test_a_key_of_flags_is_told_where_none_of_them_is_known() -> None:
    assert said('f = {"nvcc": ["-lineinfo"]}\n')[0][0] == "-lineinfo"
    assert said('f = {"nvcc": flags}\n')[0][0] == "nvcc"
    assert [one[0] for one in said('f = "-lineinfo"\nrun(["x/nvcc -V"])\n')] == ["-lineinfo", "nvcc"]


def test_a_script_that_names_rocm_home_knows_of_both() -> None:
    line = "from torch.utils.cpp_extension import CUDA_HOME"
    assert [one[0] for one in said(f"{line}\n")] == ["CUDA_HOME"]
    assert said(f"{line}, ROCM_HOME\n") == []


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        ('load(extra_cuda_cflags=["-O3", "-std=c++17", \'-DX=1\'])\n', "note"),
        ('extra_cuda_cflags = ["-O3"]\nload(extra_cuda_cflags=extra_cuda_cflags)\n', "note"),
        ("load(extra_cuda_cflags=[])\n", "note"),
        ('load(extra_cuda_cflags=["-O3"])\nfor one in ["nvcc"]:\n    f(one)\n', "note"),
        ('load(extra_cuda_cflags=["-O3", "--my-flag"])\n', "warning"),
        ("load(extra_cuda_cflags=flags)\n", "warning"),
        ('load(extra_cuda_cflags=["-O3"] + more)\n', "warning"),
        ('extra_cuda_cflags = ["-O3"]\nextra_cuda_cflags += more\n', "warning"),
    ],
)
def test_flags_of_which_nothing_is_to_be_done_are_a_note(source: str, severity: str) -> None:
    assert severities(source)["extra_cuda_cflags"] == severity


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        ('args = {"cxx": ["-O3"], "nvcc": ["-O3"]}\n', "note"),
        ('args = {"cxx": [], "nvcc": flags}\n', "warning"),
        ('args = {"nvcc": ["-O3"]}\nargs["nvcc"].append(x)\n', "warning"),
        ('args = {"nvcc": ["-I" + join(here(), "glm/"), "-DA=%s" % (x, y)]}\n', "note"),
        ('args = {"nvcc": [f"-I{here}/glm", "-I{}".format(d),\n]}\n', "note"),
        ('args = {"nvcc": ["-I" + here, "-my" + flag]}\n', "warning"),
        ('args = {"nvcc": ["-I" + here, *flags]}\n', "warning"),
        ('args = {"nvcc": ["-I" "a", "-O3"]}\n', "warning"),
        ('args = {"nvcc": [f"{flag}"]}\n', "warning"),
        ('args = {"nvcc": ["-I" + here] + flags}\n', "warning"),
        ('args = {"nvcc": ["-I" + here\n', "warning"),
    ],
)
def test_so_it_is_with_flags_by_compiler(source: str, severity: str) -> None:
    assert severities(source) == {"nvcc": severity}


@pytest.mark.parametrize(
    ("source", "of_program"),
    [
        ('call(["nvcc"])\n', True),
        ("shutil.which('nvcc')\n", True),
        ('subprocess.check_output(["nvcc", "--version"])\n', True),
        ('args["nvcc"].append("--x")\n', False),
        ('args.get("nvcc", [])\n', False),
    ],
)
def test_a_program_that_is_run_is_no_key_of_flags(source: str, of_program: bool) -> None:
    told = said(source)
    assert [(what, why.startswith("its counterpart is hipcc")) for what, why in told] == [
        ("nvcc", of_program)
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('if arg == "-lineinfo":\n    pass\n', False),
        ('if arg.startswith("-ccbin="):\n    pass\n', False),
        ('if "-lineinfo" in args:\n    pass\n', False),
        ('if "-lineinfo" not in args:\n    args.append("-lineinfo")\n', True),
        ('args = ["-lineinfo"]\n', True),
    ],
)
def test_a_flag_that_is_only_compared_is_given_to_nobody(line: str, told: bool) -> None:
    assert [what for what, _ in said(line)] == (["-lineinfo"] if told else [])


LOOKED_FOR = """import shutil
if shutil.which("nvcc")%s:
    args = ["-DCMAKE_CUDA_COMPILER=nvcc"]
%s"""


@pytest.mark.parametrize(
    ("asked", "more", "severity"),
    [
        ("", 'if shutil.which("hipcc"):\n    args = ["-DCMAKE_CXX_COMPILER=hipcc"]\n', "note"),
        (" is not None", 'if shutil.which("hipcc"):\n    args = ["-DCMAKE_CXX_COMPILER=hipcc"]\n', "note"),
        (" is None", 'if shutil.which("hipcc"):\n    args = ["-DCMAKE_CXX_COMPILER=hipcc"]\n', "warning"),
        ("", "", "warning"),
        ("", 'if shutil.which("hipcc"):\n    pass\nrun(["nvcc"])\n', "warning"),
    ],
)
def test_what_a_script_does_where_it_finds_nvcc_is_no_build_for_hip(
    asked: str, more: str, severity: str
) -> None:
    assert {*severities(LOOKED_FOR % (asked, more)).values()} == {severity}


def test_sources_that_a_package_only_ships_are_not_told() -> None:
    shipped = '[tool.setuptools.package-data]\n"a.b" = ["k.cu", "**/*.cuh"]\n'
    assert said(shipped, "pyproject.toml") == []
    built = '[tool.setuptools]\next-modules = [{name = "a", sources = ["a.cu"]}]\n'
    assert [word for word, _ in said(shipped + built, "pyproject.toml")] == ["a.cu"]


def test_wheels_for_cuda_are_told_those_that_nobody_has_to_install_in_a_note() -> None:
    needed = '[project]\ndependencies = ["numpy", "cupy-cuda12x>=13", "nvidia-cuda-runtime-cu12"]\n'
    assert [word for word, _ in said(needed, "pyproject.toml")] == ["cupy-cuda12x"]
    assert said("[project]\ndependencies = ['amd-rocm', 'cupy-cuda12x']\n", "pyproject.toml") == []
    extra = b'[project.optional-dependencies]\ncuda = ["cupy-cuda12x"]\n'
    (one,) = build_file(extra, RULES, Options(path="pyproject.toml")).findings
    assert one.severity == "note"
    script = "setup(install_requires=['cupy-cuda11x', 'nvidia-cublas-cu11', 'cupy'])\n"
    assert [word for word, _ in said(script)] == ["cupy-cuda11x"]


def test_all_extensions_of_a_script_are_told_of_together() -> None:
    source = (
        "from torch.utils.cpp_extension import CUDAExtension\n"
        "setup(ext_modules=[CUDAExtension('a', ['a.cu']),\n    CUDAExtension('b', ['b.cu'])])\n"
    )
    (told,) = build_file(source.encode(), RULES, Options(path="setup.py")).findings
    first = source.index("CUDAExtension('a'")
    assert told.span == (first, first + len("CUDAExtension"))
    assert [one.span.start for one in told.related] == [source.index("CUDAExtension('b'")]

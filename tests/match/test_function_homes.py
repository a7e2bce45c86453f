"""Members of classes that share a name, each in its namespace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.command import put
from helpers.matches import matched

from hipify_py.project.run import convert_tree
from hipify_py.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

DEVICE = (
    "namespace S { namespace Device { struct V { __host__ __device__ float norm() const; float a; }; } }\n"
)
HOST = "namespace S { namespace Host { struct V { float norm() const; float a; }; } }\n"
DEFINED = "float {}V::norm() const {{ return a; }}\n"
KERNEL = "__global__ void k(float *p) { *p = S::Device::V{*p}.norm(); }\n"


@pytest.mark.parametrize("other", ["S::Host::", "S :: Host :: ", "::S::Host::"])
def test_one_for_the_host_alone_gets_no_words_of_the_other(other: str) -> None:
    source = '#include "host.h"\n' + DEVICE + DEFINED.format(other) + DEFINED.format("S::Device::") + KERNEL
    mended = "__host__ __device__ " + DEFINED.format("S::Device::")
    for rule in ("M098", "M184", "M075"):
        found = matched(rule, source)
        wanted = source.replace(DEFINED.format("S::Device::"), mended) if rule == "M098" else source
        assert (found.text, found.said) == (wanted, [])


@pytest.mark.parametrize(
    "definition",
    [
        DEFINED.format("S::Device::"),
        "namespace S { " + DEFINED.format("Device::") + "}\n",
        "namespace S { namespace Device { " + DEFINED.format("") + "} }\n",
        "using namespace S;\n" + DEFINED.format("Device::"),
        "using namespace S::Device;\n" + DEFINED.format(""),
    ],
)
def test_one_that_is_meant_gets_them_however_it_is_named(definition: str) -> None:
    assert matched("M098", DEVICE + definition).text == DEVICE + definition.replace(
        "float", "__host__ __device__ float"
    )


def test_a_namespace_that_need_not_be_named_is_none_of_another_class() -> None:
    inner = DEVICE.replace("namespace Device", "inline namespace v1")
    assert "__host__ __device__ float S::V::norm" in matched("M098", inner + DEFINED.format("S::")).text


def test_an_outermost_namespace_may_have_another_name() -> None:
    device = DEVICE.replace("namespace S { ", "").replace("} }", "}")
    source = device + "namespace dev = Device;\n" + DEFINED.format("dev::")
    assert "__host__ __device__ float dev::V::norm" in matched("M098", source).text


def test_over_files(tmp_path: Path) -> None:
    """What a header for the device says is none of what the header for the host's class reads behind it."""
    files = {
        "d.cuh": "#pragma once\n" + DEVICE + '#include "d.inl"\n',
        "h.h": "#pragma once\n" + HOST + '#include "h.inl"\n',
        "d.inl": DEFINED.format("S::Device::"),
        "h.inl": DEFINED.format("S::Host::"),
        "a.cu": '#include "d.cuh"\n#include "h.h"\n' + KERNEL,
        "b.cpp": '#include "h.h"\nfloat f(S::Host::V v) { return v.norm(); }\n',
    }
    for name, text in files.items():
        put(tmp_path / name, text)
    report = convert_tree([str(tmp_path)], Settings(mode="memory"))
    texts = {one.path.rpartition("/")[2]: (one.output or b"").decode() for one in report.files}
    assert texts["d.inl"].splitlines(keepends=True)[-1] == "__host__ __device__ " + DEFINED.format(
        "S::Device::"
    )
    assert (texts["h.inl"] or DEFINED.format("S::Host::")) == DEFINED.format("S::Host::")
    assert not [one for file in report.files for one in file.concerns if one.rule in {"M075", "M184"}]


PLAIN = """#pragma once
template <class T> struct V {
  T size() const;
  T operator()(int i) const;
  T n;
};
template <class T> T V<T>::size() const { return n; }
template <class T> T V<T>::operator()(int i) const { return n; }
"""
BOTH = PLAIN.replace("T size", "__host__ __device__ T size").replace("T oper", "__host__ __device__ T oper")


def test_a_class_of_the_file_for_the_host_gets_no_words_of_anothers(tmp_path: Path) -> None:
    """As where a switch takes one header or the other, and plain C++ reads the first."""
    chosen = f'#pragma once\n#ifdef USE_CPU\n#include "plain.h"\n#else\n{BOTH}#endif\n'
    files = {
        "plain.h": PLAIN,
        "v.cuh": chosen,
        "a.cu": '#include "v.cuh"\n__global__ void k(V<int> v, int *p) { *p = v.size() + v(1); }\n',
        "b.cpp": '#include "plain.h"\nint f(V<int> v) { return v.size(); }\n',
    }
    for name, text in files.items():
        put(tmp_path / "in" / name, text)
    convert_tree([str(tmp_path / "in")], Settings(mode="output", output=str(tmp_path / "out")))
    changed = {name for name, text in files.items() if (tmp_path / "out" / name).read_text() != text}
    assert changed == {"v.cuh"}


@pytest.mark.parametrize(
    ("before", "mended"),
    [
        ("", True),
        ("struct V { float other(); };\n", True),
        ("namespace S { namespace Host { struct V { float norm() const; }; } }\n", True),
        ("#ifdef __CUDACC__\n#else\nstruct V { float norm() const; };\n#endif\n", True),
        ("struct V { float norm() const; };\n", False),
    ],
)
def test_what_another_file_tells_of_a_member(before: str, mended: bool, tmp_path: Path) -> None:
    put(tmp_path / "in/v.h", "#pragma once\nstruct V { __device__ float norm() const; float a; };\n")
    put(tmp_path / "in/a.cu", f'#include "v.h"\n{before}{DEFINED.format("")}')
    convert_tree([str(tmp_path / "in")], Settings(mode="output", output=str(tmp_path / "out")))
    assert ("__device__ float V::norm" in (tmp_path / "out/a.cu").read_text()) == mended


@pytest.mark.parametrize(
    ("before", "named", "mended"),
    [
        ("template <> struct V<int> { void run(); int n; };", "V<T>", True),
        ("template <class T> struct V<T *> { void run(); T *n; };", "V<T>", True),
        ("template <class T> struct V<T *> { void run(); T *n; };", "V<T*>", False),
        ("template <class T> struct V { void run(); T n; };", "V<T>", False),
    ],
)
def test_a_class_for_some_arguments_is_another(before: str, named: str, mended: bool, tmp_path: Path) -> None:
    header = "#pragma once\ntemplate <class T> struct V { __device__ void run(); T n; };\n"
    put(tmp_path / "in/v.cuh", header)
    text = f'#include "v.cuh"\n{before}\ntemplate <class T> void {named}::run() {{ n += threadIdx.x; }}\n'
    put(tmp_path / "in/a.cu", text)
    convert_tree([str(tmp_path / "in")], Settings(mode="output", output=str(tmp_path / "out")))
    assert (f"__device__ void {named}" in (tmp_path / "out/a.cu").read_text()) == mended


HELD = "namespace host { struct It { void step(); }; }\n"


@pytest.mark.parametrize(
    ("before", "mended"),
    [
        (HELD + "using namespace dev;", True),
        ("struct Wrap { struct It { void step(); }; };\nusing namespace dev;", True),
        (HELD + "using namespace host;", False),
        (HELD.replace("host {", "host { inline namespace v1 {") + "}\nusing namespace host;", False),
    ],
)
def test_a_namespace_that_is_brought_in_is_the_one_that_is_left_out(
    before: str, mended: bool, tmp_path: Path
) -> None:
    put(tmp_path / "in/v.cuh", "#pragma once\nnamespace dev { struct It { __device__ void step(); }; }\n")
    put(tmp_path / "in/a.cu", f'#include "v.cuh"\n{before}\nvoid It::step() {{ f(threadIdx.x); }}\n')
    convert_tree([str(tmp_path / "in")], Settings(mode="output", output=str(tmp_path / "out")))
    assert ("__device__ void It::step" in (tmp_path / "out/a.cu").read_text()) == mended


@pytest.mark.parametrize(
    ("home", "definition", "mended"),
    [
        ("gpu", "namespace cpu { %s }", False),
        ("gpu::v1", "namespace cpu { namespace v1 { %s } }", True),  # one of which a macro may open
        ("gpu", "namespace gpu { %s }", True),
        ("lib::gpu", "namespace lib { %s }", True),
        ("gpu", "namespace lib { namespace gpu { %s } }", True),
    ],
)
def test_a_class_of_other_namespaces_than_are_open_is_another(
    home: str, definition: str, mended: bool, tmp_path: Path
) -> None:
    opens = "".join(f"namespace {one} {{ " for one in home.split("::"))
    closes = "}" * len(home.split("::"))
    put(
        tmp_path / "in/v.h", f"#pragma once\n{opens}struct V {{ __device__ float norm() const; }}; {closes}\n"
    )
    put(tmp_path / "in/a.cuh", definition % DEFINED.format("").strip() + "\n")
    put(tmp_path / "in/a.cu", '#include "v.h"\n#include "a.cuh"\n')
    convert_tree([str(tmp_path / "in")], Settings(mode="output", output=str(tmp_path / "out")))
    assert ("__device__ float V::norm" in (tmp_path / "out/a.cuh").read_text()) == mended


@pytest.mark.parametrize(
    ("opened", "marked"), [("cpu", False), ("gpu", True), ("a::gpu", True), ("a", False), ("MY_SPACE", True)]
)
def test_a_namespace_is_opened_by_its_own_name_or_by_a_macro(opened: str, marked: bool) -> None:
    device = "namespace gpu { template <class F> struct P { __device__ P(const F &a); F x; }; }\n"
    other = f"namespace {opened} {{ template <class F> P<F>::P(const F &a) : x(a) {{}} }}\n"
    made = matched("M098", device + other).text
    assert ("template <class F> __device__ P<F>::P" in made) is marked


@pytest.mark.parametrize(
    ("macro", "place", "opened", "mended"),
    [
        ("#define dev_ns gpu", "v.cuh", "gpu", True),
        ("#define dev_ns gpu", "names.h", "gpu", True),
        ("#define dev_ns gpu", "names.h", "cpu", False),
        ("#define cpu dev_ns", "a.cu", "cpu", True),
        ("#define cpu dev_ns", "names.h", "cpu", True),
        ("#define cpu 3", "names.h", "cpu", False),
    ],
)
def test_a_namespace_may_be_a_macro_in_small_letters(
    macro: str, place: str, opened: str, mended: bool, tmp_path: Path
) -> None:
    files = {
        "names.h": "#pragma once\n",
        "v.cuh": "#pragma once\n",
        "a.cu": '#include "names.h"\n#include "v.cuh"\n',
    }
    files[place] += macro + "\n"
    files["v.cuh"] += "namespace dev_ns { struct V { __device__ float norm() const; float a; }; }\n"
    files["a.cu"] += f"namespace {opened} {{\n{DEFINED.format('')}}}\n"
    for name, text in files.items():
        put(tmp_path / "in" / name, text)
    convert_tree([str(tmp_path / "in")], Settings(mode="output", output=str(tmp_path / "out")))
    assert ("__device__ float V::norm" in (tmp_path / "out/a.cu").read_text()) == mended

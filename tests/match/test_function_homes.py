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

"""The names of GPUs that are taken, and what is said of others."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from helpers.toolchain import find_clang

from hipify_py.gpus import GPUS, LDS, LDS_OF, MEMBERS, concerns, covered, most_shared, named, refused_gpus

if TYPE_CHECKING:
    from pathlib import Path


def test_names_with_features_and_generic_targets_are_taken() -> None:
    assert refused_gpus([*GPUS, *MEMBERS, "gfx90a:xnack+", "gfx942:sramecc-:xnack+"]) is None
    assert refused_gpus([]) is None


@pytest.mark.parametrize(
    ("arch", "remedy"),
    [
        ("gfx94", "did you mean gfx942 or "),
        ("gfx9O6", "did you mean gfx906?"),
        ("GFX942", "did you mean gfx942?"),
        ("gfx9_4_generic", "did you mean gfx9-4-generic "),
        ("gfx9999", "did you mean "),
        ("MI300X", "name it as rocminfo does, such as gfx90a"),
        ("", "name it as rocminfo does, such as gfx90a"),
        ("gfx90a:xnack", "write features as in gfx90a:sramecc-:xnack+, which gfx90a:xnack is not"),
        ("gfx90a:xnack+:foo-", "write features as in gfx90a:sramecc-:xnack+, which gfx90a:foo- is not"),
    ],
)
def test_others_are_refused(arch: str, remedy: str) -> None:
    refused = refused_gpus(["gfx1100", arch])
    assert refused is not None
    assert refused[0] == f"no AMD GPU named {arch!r}"
    assert refused[1].startswith(remedy)


def test_the_gpus_that_a_rule_is_about() -> None:
    assert named("gfx942 gfx950") == (("gfx942", "gfx950"), ())
    assert named("not gfx1250") == ((), ("gfx1250",))
    assert named("2") == named("") == named("gfx942 and more") == named("not") == ((), ())
    assert [concerns("gfx942", one) for one in ("gfx942:xnack+", "gfx9-4-generic", "gfx90a")] == [
        True,
        True,
        False,
    ]
    assert [concerns("not gfx1250", one) for one in ("gfx1250", "gfx942")] == [False, True]


def test_what_a_name_stands_for() -> None:
    assert covered("gfx90a:xnack+") == ("gfx90a",)
    assert covered("gfx9-4-generic") == ("gfx942", "gfx950")
    assert all(set(members) <= set(GPUS) for members in MEMBERS.values())


@pytest.mark.compiler
@pytest.mark.usefixtures("hipcheck")
def test_they_are_those_of_the_compiler() -> None:
    command = [find_clang(), "--target=amdgcn-amd-amdhsa", "--print-supported-cpus"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    named = set(re.findall(r"\bgfx[\w-]+", done.stdout + done.stderr))
    assert named == {*GPUS, *MEMBERS} - {"gfx940", "gfx941"}


@pytest.mark.parametrize(
    ("archs", "most"),
    [
        ((), 65_536),
        (("gfx90a", "gfx942"), 65_536),
        (("gfx950:xnack+",), 163_840),
        (("gfx950", "gfx1250"), 163_840),
        (("gfx1250", "gfx1251"), 327_680),
        (("gfx9-4-generic",), 65_536),
    ],
)
def test_the_shared_memory_of_a_block(archs: tuple[str, ...], most: int) -> None:
    assert most_shared(archs) == most


KERNEL = """
kernel void k(global char *p, int i) {
    local volatile char s[2000000];
    s[i] = p[0]; barrier(1); p[1] = s[i ^ 1];
}
"""


@pytest.mark.compiler
@pytest.mark.usefixtures("hipcheck")
def test_it_is_what_the_compiler_names(tmp_path: Path) -> None:
    """In OpenCL C, which needs no header and so is compiled for each GPU."""
    file = tmp_path / "a.cl"
    file.write_text(KERNEL)
    for gpu in (*LDS_OF, "gfx701", "gfx803", "gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"):
        flags = ("--target=amdgcn-amd-amdhsa", f"-mcpu={gpu}", "-nogpulib", "-c", "-o", os.devnull)
        done = subprocess.run(
            [find_clang(), "-x", "cl", *flags, str(file)], capture_output=True, text=True, check=False
        )
        assert f"exceeds limit ({LDS_OF.get(gpu, LDS)})" in done.stderr, gpu

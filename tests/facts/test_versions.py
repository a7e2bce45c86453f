"""The numbers of versions that ROCm's headers define under CUDA's names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.facts import facts

from hipify_py.facts import versions

if TYPE_CHECKING:
    from pathlib import Path


def test_both_sides_have_the_macro_and_rocm_a_number() -> None:
    cuda = facts("A_VERSION|macro|a.h|9", "A_SIZE|macro|a.h|9", "B_MAJOR|macro|b.h|1", "C_MINOR|macro|c.h|1")
    rocm = {
        "7.2": facts("A_VERSION|macro|a.h|7", "A_SIZE|macro|a.h|9", "B_MAJOR|macro|b.h|"),
        "6.4": facts("A_VERSION|macro|a.h|6", "D_MAJOR|macro|b.h|1"),
    }
    assert versions.derive(cuda, rocm) == {"A_VERSION": {'"6.4"': "6", '"7.2"': "7"}}


def test_they_become_a_rule_file(tmp_path: Path) -> None:
    versions.write(tmp_path, {"A_VERSION": {'"7.2"': "7"}})
    assert (tmp_path / "versions.toml").read_text().endswith('\n[versions]\nA_VERSION = { "7.2" = "7" }\n')
